"""Each activity of a room by itself, on a stage in memory, with the parts it needs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.touches import QueuedTouches
from table.engine.chance import Chance
from table.engine.requests import Ask, Clock, Show, Wake
from table.games.telling import EmptyMemory, NarratorMemory
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.memory import VillageMemory
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.events import Nightfall, NoDeath
from table.room.act import Act
from table.room.acts.round_acts import RoundActs
from table.room.devices import Devices
from table.room.hands import LENGTHS_S, PRESS_S
from table.room.parts import RoomParts
from table.room.public_clock import ClockState
from table.room.stage import Stage
from table.settings.settings import PointingWhen
from table.settings.times import Times
from tests.kit.sounds import SimulatedAmbience, SimulatedEffects
from tests.kit.tables import NAMES, NARRATION, PIXELS, RecordingView

SEATS = 4
CALL = cast(
    "Any",
    SimpleNamespace(key="seer", card=SEER, seconds=12.0, asks={}, is_look=False, is_always=False, of=None),
)


class Parts(Act):
    """A stage of four seats, and all parts that acts share. Nobody sits there."""

    def __init__(
        self,
        telling: Any = werewolf_telling,
        memory: NarratorMemory | None = None,
        *,
        pointing: PointingWhen = "never",
        claims_with_bots: bool = False,
    ) -> None:
        self.clock = VirtualClock()
        self.pods = SimulatedButtons(SEATS, 1, self.clock)
        self.touches = QueuedTouches()
        self.voice, self.view = SimulatedVoice(self.clock, record=True), RecordingView()
        self.rings = SimulatedRings(SEATS, PIXELS, record=self.clock)
        self.ambience, self.effects = SimulatedAmbience(self.clock), SimulatedEffects(self.clock)
        devices = Devices(
            *(self.pods, self.rings, self.voice, self.view, self.clock),
            ambience=self.ambience,
            effects=self.effects,
            touches=self.touches,
        )
        self.stage = stage = Stage(devices, NARRATION["en"], NAMES[:SEATS], 1, Chance(1))
        self.board = stage.village.board
        parts = RoomParts(stage, telling, Times(), eyes_down=False, cover_taps=False)
        self.pace, self.night, self.cards = parts.pace, parts.night, parts.cards
        self.lights, self.secrets = parts.lights, parts.secret
        self.mind = Bots(Chance(1))
        acts = RoundActs(
            parts,
            lambda: self.mind,
            memory or EmptyMemory(),
            talk=False,
            pointing=pointing,
            claims_with_bots=claims_with_bots,
        )
        self.talking, self.pointing = acts.talking, acts.pointing
        self.times, self.calls, self.messages = acts.public_times, acts.calls, acts.messages
        self.questions, self.announcements = acts.questions, acts.announcements
        self.seats: list[Any] = list(stage.village.sitters())
        stage.enter(self)

    def beat(self, now_s: float) -> None:
        self.calls.tick(now_s)

    def due_s(self) -> float:
        return self.calls.due_s()

    def press(self, seat: int, at_s: float, for_s: float = PRESS_S) -> None:
        """A finger goes down at `at_s`."""
        self.stage.village.people.sit(seat)
        self.clock.at(at_s, lambda: self.pods.push(seat, 0))
        self.clock.at(at_s + for_s, lambda: self.pods.release(seat, 0))

    def touch(self, seat: int, at_s: float, option: int | None, kind: Kind = Kind.PRESS) -> None:
        """A finger says something on a seat's screen at `at_s`, as it shows the options then."""

        def add() -> None:
            key = self.stage.presses.key_of(seat)
            self.touches.add(Touch(at_s, seat, option, kind, at_s - LENGTHS_S[kind], key))

        self.stage.village.people.sit(seat)
        self.clock.at(at_s, add)


@pytest.fixture
def parts() -> Parts:
    return Parts()


# Questions


def ask(parts: Parts) -> Ask:
    """The first seat chooses one of the others."""
    return Ask(parts.seats[0], "hunter", parts.seats[1:])


def test_who_has_left_is_asked_nothing(parts: Parts) -> None:
    parts.stage.village.people.gone.add(0)
    assert parts.questions.ask_and_wait(ask(parts), (parts.seats[1],)) == ()
    assert parts.clock.now() == 0.0


def test_a_question_that_stood_still_goes_on_with_what_was_left_of_it(parts: Parts) -> None:
    length_s = parts.pace.times.window_s("hunter")
    parts.stage.clock.carried = ClockState("hunter", length_s, length_s - 3.0)
    parts.questions.ask_and_wait(ask(parts), ())
    assert parts.clock.now() == pytest.approx(3.0)


@pytest.mark.parametrize("by_night", [True, False])
def test_a_secret_question_leaves_the_hint_on_the_board_that_everybody_reads(by_night: bool) -> None:
    """It would go only where somebody was asked: who watches learns that a card lies before a player."""
    parts = Parts()
    if by_night:
        parts.calls.wake_and_wait(Wake(CALL, [parts.seats[0]]))
    parts.board.hint = "Hold your button: the rest is played faster."
    parts.questions.ask_and_wait(ask(parts), ())
    assert bool(parts.board.hint) == by_night


# Messages


def test_a_card_lies_before_its_owner_and_on_no_ring(parts: Parts) -> None:
    request = Show([parts.seats[1]], "dealt", value=SEER)
    for learns in (parts.messages.show, parts.messages.recall):
        parts.cards.forget()
        learns(request)
        assert parts.lights.faces == {}
        parts.cards.is_eve = True
        assert [parts.cards.may_be_seen(seat) for seat in range(SEATS)] == [False, True, False, False]


# Public times


def test_who_has_seen_a_card_is_known_again(parts: Parts) -> None:
    seat = parts.seats[2]
    parts.times.recall(Clock("deal", [seat]), cast("Any", SimpleNamespace(seat=seat)))
    assert [place.ready for place in parts.board.places] == [False, False, True, False]
    parts.times.recall(Clock("debate", [seat]), cast("Any", SimpleNamespace(seat=parts.seats[0])))
    assert not parts.board.places[0].ready


# What they share


def test_a_ring_is_that_of_who_has_left_before_it_is_anything_else(parts: Parts) -> None:
    lights, board = parts.lights, parts.board
    lights.faces[1] = lambda now_s: b"face"  # noqa: ARG005
    assert lights.ring(1, 0.0) == b"face"
    parts.stage.village.people.gone.add(1)
    assert lights.ring(1, 0.0) == patterns.dead(PIXELS)
    board.scene = "night"
    assert lights.ring(0, 0.0) == patterns.asleep(PIXELS, 0.0)
    lights.calling = 2
    assert lights.ring(0, 0.0) == patterns.cursor(PIXELS, lights.pixel_of(0, 2), 0.0, locked=True)
    board.places[0] = msgspec.structs.replace(board.places[0], alive=False)
    assert lights.ring(0, 0.0) == patterns.dead(PIXELS)


def test_what_is_said_is_told_by_what_the_narrator_remembers_also_of_what_was_replayed() -> None:
    parts = Parts(memory=VillageMemory())
    parts.announcements.forget()
    parts.announcements.recall(Nightfall(1, True))
    parts.announcements.recall(NoDeath("night"))
    parts.announcements.say_and_wait(Nightfall(2, True))
    parts.announcements.say_and_wait(NoDeath("night"))
    lines = NARRATION["en"].lines
    assert parts.voice.spoken[-1].line in lines["dawn.nobody_again"]
    parts.announcements.forget()
    parts.announcements.recall(Nightfall(1, True))
    parts.announcements.say_and_wait(NoDeath("night"))
    assert parts.voice.spoken[-1].line in lines["dawn.nobody_first"]
