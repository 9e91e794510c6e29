"""Whole evenings from the level of the pins: contacts that bounce, a clock moved by hand, to the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hardware import patterns
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.games.scenario import FromFile
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.referee import Scenario
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.referee.referee import judge
from table.room.hands import HOLD_S, PRESS_S, Hands
from tests.kit.players import CARDS
from tests.kit.tables import NAMES, PIXELS, PinHands, Pins, TestTable, rehearsed, scenario

ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL, IAN, JOY, KIM, LEO = range(12)

USUAL = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")

EVENING = scenario(
    "seer werewolf witch hunter cupid thief little_girl werewolf",
    {
        "night 1": {
            "thief": "right",
            "cupid": ["Ana", "Bob"],
            "seer": "Hal",
            "werewolves": "Dee",
            "witch": {"poison": "Gus"},
        },
        "dawn 1": {"hunter": "Hal"},
        "day 1": {
            "election": {"Ana": "Cid", "Bob": "Cid", "Cid": "Cid", "Eve": "Ana"},
            "vote": {"Ana": "Fay", "Bob": "Eve", "Cid": "Fay", "Eve": "Fay", "Fay": "Eve"},
        },
        "night 2": {"werewolves": "Eve", "seer": "Eve", "witch": {"heal": "Eve"}},
        "day 2": {"vote": {"Cid": "Bob", "Eve": "Bob"}},
    },
    centre="villager villager",
)


@pytest.fixture(params=[1, 2, 3], ids=["one button", "two buttons", "three buttons"])
def pins(request: pytest.FixtureRequest) -> Iterator[Pins]:
    made = Pins(8, request.param)
    yield made
    made.factory.close()


def on_pins(
    mind: Answerer, pins: Pins, people_sit: bool = False, names: Sequence[str] = NAMES[:8]
) -> TestTable:
    """A table whose every press goes through the pins."""
    table = TestTable(mind, names, buttons=pins.buttons, wire=pins.wire, people_sit=people_sit)
    table.room.presses.hands = PinHands(pins.buttons, Chance(1), table.clock, pins)
    return table


def to_its_end(written: Scenario, pins: Pins) -> TestTable:
    """A written evening, played on pins with the referee's outcome."""
    tables: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        tables.append(on_pins(answers, pins, names=written.names))
        return tables[0].room

    assert judge(written, through) == judge(written)
    tables[0].buttons.close()
    return tables[0]


@pytest.fixture
def played(pins: Pins) -> TestTable:
    return to_its_end(EVENING, pins)


def asleep(time_s: float, dead: Sequence[int] = (), seats: int = 8) -> list[bytes]:
    ring, dark = patterns.asleep(PIXELS, time_s), patterns.dead(PIXELS)
    return [dark if seat in dead else ring for seat in range(seats)]


def test_a_written_evening_is_told_line_by_line(played: TestTable, pins: Pins) -> None:
    """As where no contact bounces."""
    lines = rehearsed(EVENING)[0].lines
    assert played.lines == lines
    assert pins.changes > 4 * len(lines) > 200
    times_s = [spoken.time_s for spoken in played.voice.spoken]
    assert times_s == sorted(set(times_s))
    assert played.board_at(played.clock.now()).headline == "The village wins"


class Fingers:
    """A person at seat 0: presses in her own time, with contacts that bounce."""

    def __init__(self, table: TestTable, pins: Pins) -> None:
        self.table = table
        self.pins = pins
        self.lots = Chance("fingers").stream("bounces")

    def down(self, button: int, at_s: float, for_s: float) -> None:
        clock = self.table.clock
        clock.at(at_s, lambda: self.pins.turn(ANA, button, True, clock, self.lots))
        clock.at(at_s + for_s, lambda: self.pins.turn(ANA, button, False, clock, self.lots))

    def name(self, index: int, menu: Sequence[Any]) -> None:
        """Turns to the `index`th light and locks it: press, press, hold with one button."""
        now_s = self.table.clock.now() + 1.0
        turn = 1 if self.pins.buttons == 3 else 0
        confirm = self.pins.buttons - 1
        for number in range(index):
            self.down(turn, now_s + 0.3 * number, PRESS_S)
        self.down(confirm, now_s + 0.3 * len(menu) + 1.0, HOLD_S)


def test_a_person_among_bots_sees_her_card_and_her_vote_counts(pins: Pins) -> None:
    """Seat 0 is played by raw presses: whoever touches it first sits there."""
    table = on_pins(Bots(Chance("bots")), pins, people_sit=True)
    # Bots press without pins here: whoever presses a pin is a person.
    table.room.presses.hands = Hands(pins.buttons, Chance(1))
    fingers = Fingers(table, pins)
    began: list[float] = []

    def look_at_my_card(_: Any) -> None:
        if not began:
            began.append(table.clock.now())
            fingers.down(0, began[0] + 0.2, 3.0)
            fingers.down(0, began[0] + 11.0, PRESS_S)

    def vote_for_the_third(request: Any) -> None:
        voter = next((seat for seat in request.choices if seat.index == ANA), None)
        if voter:
            fingers.name(3, request.choices[voter])

    table.watch.first["clock deal"] = look_at_my_card
    table.watch.first["vote vote"] = vote_for_the_third
    table.room.begin_round()
    evening = WerewolfEvening(THIERCELIEUX, NAMES[:8], USUAL, Options(captain="never"), 4)
    evening.play_next(table.room)
    assert table.room.people == {ANA}
    card = table.moments("show", "dealt")[ANA].request.value.key
    time_s = began[0] + 2.0
    assert table.ring_at(ANA, time_s) == patterns.sign(PIXELS, *CARDS[card].sign, time_s)
    assert table.ring_at(ANA, began[0] + 4.0) == patterns.asleep(PIXELS, began[0] + 4.0)
    # Half a ring marks all who have said that they looked: she is the last, and the night waits for her.
    time_s = began[0] + 10.5
    looked = [patterns.asleep(PIXELS, time_s), *[patterns.ready(PIXELS)] * 7]
    assert table.frame_at(time_s) == patterns.frame(looked)
    assert table.moment("say", "Nightfall").began_s == pytest.approx(began[0] + 11.0 + PRESS_S, abs=0.05)
    first = table.moment("vote", "vote")
    ana = next(seat for seat in first.request.choices if seat.index == ANA)
    # Nobody, herself, then clockwise: the third light after nobody is the second living seat after her.
    alive = [seat for seat in first.request.choices if seat is not ana]
    assert first.answer[ana] is alive[1]
    ballots = table.moments("say", "Ballots")[0].request.event
    assert ballots.votes[ana] is alive[1]
    table.buttons.close()
