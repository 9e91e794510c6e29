"""A whole table in memory: the room on a clock that jumps, and a record of everything it showed."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

import msgspec

from hardware import patterns
from hardware.buttons.gpio import GpioButtons
from hardware.clocks import VirtualClock
from hardware.interface import Buttons, Edge
from hardware.interface import Clock as DeviceClock
from hardware.simulated import (
    SimulatedButtons,
    SimulatedRings,
    SimulatedSlips,
    SimulatedVoice,
    SpokenLine,
)
from table.appliance.opening.choices import TableChoices
from table.board.board import Board
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.engine.requests import Covered, Say, Show, Sleep, Wake
from table.games.scenario import FromFile
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.referee import Scenario
from table.games.werewolf.rules.deck import SEATS_MOST
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.offer import WordOffer
from table.games.werewords.rules.box import MOTS_GAROUS
from table.referee.referee import judge, read_scenario
from table.room.act import NEVER
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S, Hands
from table.room.places import Places
from table.room.room import Room
from table.room.stage import Stage
from table.room.trace import light_of as colours_of
from table.settings.settings import Layer, Settings
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.sounds import AmbienceChange, Effect, SimulatedAmbience, SimulatedEffects
from tests.kit.still_pins import StillPins

NAMES = (
    *("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian", "Joy", "Kim", "Leo"),
    *("Mia", "Ned", "Oda", "Pia", "Quinn", "Rex", "Sue", "Tom", "Una", "Val", "Wim", "Zoe"),
)
PIXELS = 24
NARRATION = {language: Narration.load(language) for language in ("en", "fr", "de", "es")}

UNCALLED = ("villager", "hunter", "elder")
"""Cards that nobody calls by night, and that matter there all the same: as many as there is room for."""
CALLED = {call.card for call in RULEBOOKS["best-of"].calls}
ROOM = SEATS_MOST + 2 - sum(card.copies or 1 for card in RULEBOOKS["best-of"].cards if card in CALLED)
WHOLE_BOX = tuple(
    card.key
    for card in RULEBOOKS["best-of"].cards
    if card in CALLED or card.key in UNCALLED[:ROOM]
    for _ in range(card.copies or 1)
)
"""One of each card of the largest rulebook that is called, both sisters, all brothers, two in the centre:
24 players."""


class Seen(NamedTuple):
    """A board, and when it was first shown."""

    time_s: float
    board: Board


class RecordingView:
    """A view that keeps every board that differed from the one before."""

    def __init__(self) -> None:
        self.seen: list[Seen] = []
        self.closed = 0
        self._last = b""

    def show(self, board: Board, now_s: float) -> None:
        data = msgspec.msgpack.encode(board)
        if data != self._last:
            self._last = data
            self.seen.append(Seen(now_s, msgspec.msgpack.decode(data, type=Board)))

    def close(self) -> None:
        """Closes nothing."""


class RecordingSlips(SimulatedSlips):
    """Slips that keep what was shown on them, and when."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__()
        self.shown: list[tuple[float, Mapping[int, str]]] = []
        self._clock = clock

    def show(self, words: Mapping[int, str]) -> None:
        super().show(words)
        self.shown.append((self._clock.now(), dict(words)))


class RecordingLamps:
    """Lamps that keep whose were lit from when on. `lit`: whose are lit now."""

    def __init__(self, clock: VirtualClock) -> None:
        self.lit: frozenset[int] = frozenset()
        self.shown: list[tuple[float, frozenset[int]]] = []
        self._clock = clock

    def light(self, seats: Collection[int]) -> None:
        self.lit = frozenset(seats)
        self.shown.append((self._clock.now(), self.lit))

    def close(self) -> None:
        self.lit = frozenset()


class Moment(NamedTuple):
    """A word of the game, and from when to when the room dealt with it."""

    word: str
    key: str
    began_s: float
    ended_s: float
    request: Any
    answer: Any


def plant(part: object, **methods: Callable[..., Any]) -> None:
    """Replaces public methods of a part."""
    for name, method in methods.items():
        assert not name.startswith("_")
        assert hasattr(part, name)
        setattr(part, name, method)


Planted = Callable[[Any], object]
"""What changes a room before its round begins."""


def untouched(_: Room) -> None:
    """Changes nothing."""


def after(room: Answerer, word: str, does: Callable[[Any, Any], object]) -> None:
    """Each time the room, or who plays there, has dealt with this word of the game: does this with the
    request and its answer."""
    deals = getattr(room, word)

    def dealt(request: Any) -> Any:
        answer = deals(request)
        does(request, answer)
        return answer

    plant(room, **{word: dealt})


def key_of(request: Any) -> str:
    """What a request of the game is about."""
    match request:
        case Show():
            return request.what
        case Say():
            return type(request.event).__name__
        case Wake() | Sleep():
            return request.call.key
        case Covered():
            return request.time.key
    key: str = request.key
    return key


class Watch:
    """Notes when a game said which word to a room.

    `first`: what to do when a word comes, by "word" or "word key": "vote", "ask hunter", "wake seer".
    """

    def __init__(self, *rooms: Room) -> None:
        self.moments: list[Moment] = []
        self.first: dict[str, Callable[[Any], object]] = {}
        for room in rooms:
            self.attend(room)

    def attend(self, room: Room) -> None:
        """Notes the words of this room from now on."""
        for word in ("ask", "vote", "show", "say", "wake", "sleep", "clock", "covered"):
            plant(room, **{word: partial(self._noted, room.time, word, getattr(room, word))})

    def _noted(self, time: DeviceClock, word: str, deals: Callable[[Any], Any], request: Any) -> Any:
        began_s, key = time.now(), key_of(request)
        for name in (word, f"{word} {key}"):
            if name in self.first:
                self.first[name](request)
        answer = deals(request)
        self.moments.append(Moment(word, key, began_s, time.now(), request, answer))
        return answer


def room_at(
    devices: Devices,
    narration: Narration,
    times: Times,
    mind: Answerer,
    names: Sequence[str],
    buttons: int,
    chance: Chance,
    *,
    beat_s: float = NEVER,
    people_sit: bool = True,
    places: Places | None = None,
    unkept: Callable[[], object] = bool,
    **more: Any,
) -> Room:
    """A room on a stage of its own. `more`: of the room; it narrates the werewolf game by default."""
    on: dict[str, Any] = {"beat_s": beat_s, "people_sit": people_sit, "places": places, "unkept": unkept}
    stage = Stage(devices, narration, names, buttons, chance, **on)
    return Room(stage, times, mind, **{"telling": werewolf_telling} | more)


class Light(NamedTuple):
    """Each ring's light from `time_s` on: lit pixels, and the sum of all channels."""

    time_s: float
    rings: tuple[tuple[int, int], ...]


class Trace(NamedTuple):
    """Everything that people in the room can perceive.

    `colours`: how many pixels of each ring have which colour, at each change.
    """

    told: list[SpokenLine]
    boards: list[Seen]
    light: list[Light]
    ambience: list[AmbienceChange]
    effects: list[Effect]
    colours: list[tuple[float, list[Mapping[str, int]]]]


class SimulatedTable:
    """The simulated devices of a table, and fingers on its buttons."""

    def __init__(self, chairs: int, buttons: int = 1, speed: float = 1.0) -> None:
        self.clock = VirtualClock(speed=speed)
        self.pods = SimulatedButtons(chairs, buttons, self.clock)
        self.rings = SimulatedRings(chairs, PIXELS, record=self.clock)
        self.voice = SimulatedVoice(self.clock, record=True)
        self.view = RecordingView()

    def devices(self, buttons: Buttons | None = None, **more: Any) -> Devices:
        """These devices. `buttons`: in place of the simulated ones."""
        return Devices(buttons or self.pods, self.rings, self.voice, self.view, self.clock, **more)

    # Fingers

    def press(self, seat: int, at_s: float, button: int = 0, for_s: float = PRESS_S) -> None:
        """Presses a simulated button at `at_s`."""
        self.clock.at(at_s, lambda: self.pods.push(seat, button))
        self.clock.at(at_s + for_s, lambda: self.pods.release(seat, button))

    def hold(self, seat: int, at_s: float, button: int = 0, for_s: float = HOLD_S) -> None:
        self.press(seat, at_s, button, for_s)

    # What was seen and heard

    @property
    def lines(self) -> list[str]:
        return [spoken.line for spoken in self.voice.spoken]

    def frame_at(self, time_s: float) -> bytes:
        """The frame of all rings at `time_s`."""
        frame = bytes(self.rings.seats * PIXELS * 3)
        for shown in self.rings.shown:
            if shown.time_s > time_s:
                break
            frame = shown.frame
        return frame

    def ring_at(self, seat: int, time_s: float) -> bytes:
        size = PIXELS * 3
        return self.frame_at(time_s)[seat * size : (seat + 1) * size]

    def board_at(self, time_s: float) -> Board:
        return [seen.board for seen in self.view.seen if seen.time_s <= time_s][-1]


class TestTable(SimulatedTable):
    """A table of `seats`, played by `mind`.

    `wire`: makes the buttons, if not simulated ones.
    `narration`: in place of that of the language.
    `planted`: changes the room before its round begins.
    `more`: of the room.
    """

    __test__ = False

    def __init__(
        self,
        mind: Answerer,
        seats: Sequence[str] = NAMES[:8],
        buttons: int = 1,
        seed: int | str = 1,
        times: Times | None = None,
        people_sit: bool = False,
        wire: Callable[[VirtualClock], Buttons] | None = None,
        planted: Planted = untouched,
        language: str = "en",
        narration: Narration | None = None,
        speed: float = 1.0,
        **more: Any,
    ) -> None:
        super().__init__(len(seats), buttons, speed)
        self.ambience = SimulatedAmbience(self.clock)
        self.effects = SimulatedEffects(self.clock)
        self.slips = RecordingSlips(self.clock)
        self.lamps = RecordingLamps(self.clock)
        self.seats = seats
        self.buttons: Buttons = wire(self.clock) if wire else self.pods
        self.room = room_at(
            self.devices(
                self.buttons, ambience=self.ambience, effects=self.effects, slips=self.slips, lamps=self.lamps
            ),
            narration or NARRATION[language],
            times or Times(),
            mind,
            seats,
            buttons,
            Chance(seed),
            people_sit=people_sit,
            **more,
        )
        self.watch = Watch(self.room)
        planted(self.room)

    def moment(self, word: str, key: str, number: int = 0) -> Moment:
        """The `number`th time the game said this word with this key."""
        return [m for m in self.watch.moments if m.word == word and m.key == key][number]

    def moments(self, word: str, key: str) -> list[Moment]:
        return [m for m in self.watch.moments if m.word == word and m.key == key]

    def pixel(self, own: int, other: int) -> int:
        return patterns.pixel_of(own, other, len(self.seats), PIXELS)

    def trace(self) -> Trace:
        lights: list[Light] = []
        colours: list[tuple[float, list[Mapping[str, int]]]] = []
        size = PIXELS * 3
        for time_s, frame in self.rings.shown:
            shed = [colours_of(frame[at : at + size]) for at in range(0, len(frame), size)]
            if not colours or colours[-1][1] != shed:
                colours.append((time_s, shed))
            rings = light_of(frame, len(self.seats))
            if not lights or lights[-1].rings != rings:
                lights.append(Light(time_s, rings))
        told = self.voice.spoken
        return Trace(told, self.view.seen, lights, self.ambience.faded, self.effects.played, colours)


def chosen(**values: Any) -> Layer:
    """Choices made in a menu; names are the last parts of their keys: `deck`, `calm`, `volume` (of the
    voice)."""
    tables = ("game", "times", "voice", "sound", "screen", "rings", "mots_garous")
    found = {
        name: f"{table}.{name}"
        for table in tables
        for name in getattr(Settings(), table).__struct_fields__[::-1]
    }
    return {found.get(name, name): value for name, value in values.items()}


def remembered(house: TableChoices) -> WordOffer:
    """What the table remembers of earlier evenings of Mots-garous."""
    offer = house.offer(house.settings.over({"game.rulebook": MOTS_GAROUS.key}))
    assert isinstance(offer, WordOffer)
    return offer


def light_of(frame: bytes, seats: int) -> tuple[tuple[int, int], ...]:
    size = PIXELS * 3
    return tuple(light_of_ring(frame[seat * size : (seat + 1) * size]) for seat in range(seats))


@lru_cache(4096)
def light_of_ring(ring: bytes) -> tuple[int, int]:
    """How many pixels are lit, and how bright all of them are together."""
    return sum(any(ring[at : at + 3]) for at in range(0, len(ring), 3)), sum(ring)


def scenario(
    cards: str,
    turns: Mapping[str, Mapping[str, Any]],
    centre: str = "",
    seed: int = 1,
    rulebook: str = "thiercelieux",
    **options: Any,
) -> Scenario:
    """A scenario as if read from a file: `cards` clockwise from Ana, `turns` by their moment."""
    dealt = cards.split()
    lines = [
        f"rulebook = {toml(rulebook)}",
        f"seats = {toml(NAMES[: len(dealt)])}",
        f"cards = {toml(dealt)}",
        f"centre = {toml(centre.split())}",
        f"seed = {seed}",
        f"options = {toml(options)}",
        f"turns = {toml([{'at': at} | dict(answers) for at, answers in turns.items()])}",
    ]
    with NamedTemporaryFile("w", encoding="utf-8", suffix=".toml") as file:
        file.write("\n".join(lines))
        file.flush()
        return written_in(Path(file.name))


def written_in(path: Path, rulebooks: Mapping[str, Rulebook] = RULEBOOKS) -> Scenario:
    """Reads a scenario of the werewolf game."""
    written = read_scenario(path, rulebooks)
    assert isinstance(written, Scenario)
    return written


def toml(value: Any) -> str:
    """Writes a value as TOML in one line."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml, value))}]"
    return json.dumps(value)


def rehearsed(written: Scenario, **table: Any) -> tuple[TestTable, dict[str, Any]]:
    """Plays a scenario at a table. Returns the table and the referee's result."""
    made: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        made.append(TestTable(answers, written.names, **({"seed": written.seed} | table)))
        return made[0].room

    played = judge(written, through)
    return made[0], played


class PinHands(Hands):
    """Fingers on real buttons, whose contacts bounce: an edge is five or seven changes within 5 ms."""

    def __init__(self, buttons: int, chance: Chance, clock: VirtualClock, pins: Pins) -> None:
        super().__init__(buttons, chance)
        self._clock = clock
        self._pins = pins
        self._bounces = chance.stream("bounces")

    def edges(self, now_s: float) -> list[Edge]:
        """Turns the pins as the fingers move; the room hears of it from the buttons."""
        for edge in super().edges(now_s):
            self._pins.turn(edge.seat, edge.button, edge.down, self._clock, self._bounces)
        return []


class Pins:
    """Mock pins 4 to 27, `buttons` for each seat."""

    def __init__(self, seats: int, buttons: int) -> None:
        self.buttons = buttons
        self.plan = [range(4 + seat * buttons, 4 + (seat + 1) * buttons) for seat in range(seats)]
        self.changes = 0

    def wire(self, clock: VirtualClock) -> GpioButtons:
        self.factory: Any = StillPins(clock)
        return GpioButtons(self.plan, self.factory, clock)

    def turn(self, seat: int, button: int, down: bool, clock: VirtualClock, lots: Any) -> None:
        """Makes one bouncing edge, from now on."""
        pin = self.factory.pin(self.plan[seat][button])
        count = lots.choice((5, 7))
        times_s = [0.0, *sorted(lots.uniform(0.0002, 0.005) for _ in range(count - 1))]
        for number, after_s in enumerate(times_s):
            self._at(clock, after_s, pin.drive_low if down == (number % 2 == 0) else pin.drive_high)

    def _at(self, clock: VirtualClock, after_s: float, drive: Callable[[], None]) -> None:
        def change() -> None:
            self.changes += 1
            drive()

        clock.at(clock.now() + after_s, change)
