"""Whole evenings of 24 seats from the level of the wires, also with faults: the right winner each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from hardware.troubles import Trouble
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.referee.referee import judge
from table.settings.decks import deck_for
from table.settings.settings import Settings
from table.words.troubles import Troubles
from tests.kit.players import Record, Repeat
from tests.kit.sampling import few
from tests.kit.tables import NAMES, NARRATION, scenario
from tests.kit.wires import WiredTable, table_of_24

pytestmark = pytest.mark.slow

SEATS = 24
(ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL, IAN, JOY, KIM, LEO) = range(12)
(MIA, NED, ODA, PIA, QUINN, REX, SUE, TOM, UNA, VAL, WIM, ZOE) = range(12, 24)
ON_A_CHIP = 0x21
"""The chip of seats 13 to 24."""
EXPERT = (
    "seer werewolf witch villager hunter fox accursed_wolf_father villager two_sisters bear_tamer "
    "big_bad_wolf villager werewolf elder little_girl rusty_knight wild_child piper two_sisters "
    "white_werewolf wolf_hound angel villager villager"
)
FRAME_S = 7142 * 8 / 3.05e6
"""One frame of 576 pixels keeps the wire busy: 18.7 ms."""
SEEN_S = 2.01 * FRAME_S
"""After the rest of the frame before and itself, a frame is seen."""
LOST = Trouble("buttons.expander", address=0x21, seats=tuple(range(12, 24)))
BROKEN = Trouble("rings.failed", reason="EIO")


def votes(most: str, other: str, dissenters: str, dead: str) -> dict[str, str]:
    """All the living vote for `most`, but the dissenters for `other`; `most` himself says nothing."""
    voters = [name for name in NAMES if name not in (*dead.split(), most)]
    return {name: other if name in dissenters.split() else most for name in voters}


def turns() -> dict[str, dict[str, Any]]:
    """Three nights, in which the village finds five werewolves."""
    dead = "Wim Leo"
    later = f"{dead} Bob Eve Gus Mia Kim"
    election = {name: "Ned" if name in ("Ned", "Kim", "Zoe") else "Ana" for name in votes("", "", "", dead)}
    return {
        "day 0": {"vote": votes("Wim", "Zoe", "Mia Tom", "")},
        "night 1": {
            "seer": "Bob",
            "wild_child": "Ana",
            "wolf_hound": "villager",
            "werewolves": dict.fromkeys(("Bob", "Gus", "Kim", "Mia", "Tom"), "Dee"),
            "big_bad_wolf": "Leo",
            "witch": {"heal": "Dee"},
            "fox": "Tom",
            "piper": ["Ana", "Val"],
        },
        "day 1": {
            "candidates": ["Ana", "Ned"],
            "election": election,
            "vote": votes("Bob", "Hal", "Kim Gus", dead),
        },
        "night 2": {
            "seer": "Tom",
            "werewolves": "Eve",
            "white_werewolf": "Gus",
            "witch": {"poison": "Mia"},
            "fox": "Kim",
            "piper": ["Cid", "Zoe"],
        },
        "dawn 2": {"hunter": "Kim"},
        "day 2": {"vote": votes("Rex", "Hal", "Tom", later)},
        "night 3": {"seer": "Una", "werewolves": "Hal", "fox": "Una"},
        "day 3": {"vote": votes("Tom", "Pia", "", f"{later} Rex Hal")},
    }


def refereed(told: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What the rules make of these answers."""
    return judge(scenario(EXPERT, told, rulebook="best-of"))


def unheard(told: dict[str, dict[str, Any]], names: Sequence[str], *moments: str) -> None:
    """Takes what these seats say together with others in these turns out of it."""
    for moment in moments:
        for answer in told[moment].values():
            if isinstance(answer, dict):
                for name in names:
                    answer.pop(name, None)


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return table_of_24(tmp_path_factory.mktemp("table"))


def played(
    settings: Settings, before: Callable[[WiredTable], None] = lambda _: None, stuck: Sequence[int] = ()
) -> tuple[WiredTable, dict[str, Any]]:
    """The written evening on wires, and what came of it. `before`: what is prepared to go wrong."""
    made: list[WiredTable] = []

    def through(answers: Answerer) -> Answerer:
        made.append(WiredTable(answers, settings, stuck))
        before(made[0])
        return made[0].room

    outcome = judge(scenario(EXPERT, turns(), rulebook="best-of"), through)
    made[0].close()
    return made[0], outcome


def told(trouble: Trouble) -> str:
    """What the board says of it."""
    return Troubles.of(NARRATION["fr"]).told(trouble)


def troubles(table: WiredTable, moments_s: Iterable[float]) -> dict[float, Sequence[Trouble]]:
    """Asks the buttons so many seconds from now what is wrong with them."""
    found: dict[float, Sequence[Trouble]] = {}

    def ask(after_s: float) -> None:
        found[after_s] = table.buttons.troubles

    for after_s in moments_s:
        table.after(after_s, partial(ask, after_s))
    return found


def lights_are_whole(table: WiredTable) -> None:
    """Every write is the newest frame there was, and as long as a wire takes; what stood long enough to be
    sent was seen."""
    for written in table.port.written:
        assert table.frame_of(written) in table.handed_at(written.began_s)
        assert written.ended_s - written.began_s == pytest.approx(FRAME_S)
    assert all(later.began_s >= one.ended_s for one, later in pairwise(table.port.written))
    assert not any(table.frame_of(table.port.written[-1])), "the rings are left dark"
    for shown, after in pairwise(table.rings.shown):
        failing = any(shown.time_s <= failed_s <= after.time_s for failed_s in table.port.failed_s)
        if after.time_s - shown.time_s > SEEN_S and not failing:
            assert table.seen_at(shown.time_s + SEEN_S) == shown.frame


@pytest.fixture(scope="module")
def evening(settings: Settings) -> tuple[WiredTable, dict[str, Any]]:
    return played(settings)


def test_a_whole_evening_comes_to_the_end_the_referee_says(
    evening: tuple[WiredTable, dict[str, Any]],
) -> None:
    table, outcome = evening
    assert outcome == refereed(turns())
    assert outcome["winner"] == "villagers"
    assert [death["seat"] for death in outcome["deaths"]] == [
        *("Wim", "Leo", "Bob", "Eve", "Gus", "Mia", "Kim", "Rex", "Hal", "Tom")
    ]
    assert table.view.seen[-1].board.scene == "over"
    assert table.notices() == []
    assert table.contacts.changes > 10000, "every press has bounced"
    assert table.port.closed
    assert table.contacts.bus.closed


def test_all_that_leaves_for_the_rings_is_whole(evening: tuple[WiredTable, dict[str, Any]]) -> None:
    lights_are_whole(evening[0])


def a_chip_that_is_lost_for_forty_seconds_of_a_night(settings: Settings) -> None:
    """Who sits on it is not heard while it is away, and everybody else is; it is said in the morning."""
    found: list[dict[float, Sequence[Trouble]]] = []
    wanted: dict[float, Sequence[Trouble]] = {0.0: [], 0.1: [LOST], 39.9: [LOST], 42.0: []}

    def away(table: WiredTable) -> None:
        table.contacts.lose(ON_A_CHIP)
        table.after(40.0, lambda: table.contacts.bring_back(ON_A_CHIP))
        found.append(troubles(table, wanted))

    def before(table: WiredTable) -> None:
        # While a finger is down: no hold comes of it.
        table.when("vote werewolves", 0, lambda: table.contacts.at_press(MIA, 2, lambda: away(table)))
        # Till the day has begun.
        table.when("wake fox", 2, lambda: away(table))

    table, outcome = played(settings, before)
    heard = turns()
    unheard(heard, ("Mia", "Tom"), "night 1")
    assert outcome == refereed(heard)
    assert outcome["winner"] == "villagers"
    assert found == [wanted, wanted]
    assert table.notices() == [told(LOST), ""], "not at night"
    lights_are_whole(table)


def buttons_that_stick(settings: Settings) -> None:
    """Two are down from the start and say nothing till they have been up; two stay down in the middle of a
    vote: where their lights are they are locked, and that is the last they say."""
    found: list[dict[float, Sequence[Trouble]]] = []
    at_once: dict[float, Sequence[Trouble]] = {
        0.0: [
            Trouble("buttons.held", seat=JOY, button=0, seconds=30.0),
            Trouble("buttons.held", seat=NED, button=0, seconds=30.0),
        ],
        0.1: [],
    }

    def before(table: WiredTable) -> None:
        def stick() -> None:
            for seat in (JOY, NED):
                table.contacts.at_press(seat, 3, partial(table.contacts.stick, seat))

        def mend(*seats: int) -> None:
            for seat in seats:
                table.contacts.mend(seat)

        table.when("vote vote", 1, stick)
        table.when("wake fox", 1, lambda: mend(HAL, ZOE))

        def mend_the_others() -> None:
            found.append(troubles(table, at_once))
            table.after(0.05, lambda: mend(JOY, NED))

        table.when("wake werewolves", 2, mend_the_others)

    table, outcome = played(settings, before, stuck=(HAL, ZOE))
    heard = turns()
    unheard(heard, ("Hal", "Zoe"), "day 0", "day 1")
    heard["day 1"]["vote"] |= {"Joy": "Kim", "Ned": "Oda"}
    unheard(heard, ("Joy", "Ned"), "day 2")
    assert outcome == refereed(heard)
    assert outcome["winner"] == "villagers"
    assert found == [at_once]
    day_0 = [f"{told(Trouble('buttons.held', seat=HAL, button=0, seconds=30.0))} (et 1 de plus)", ""]
    day_1 = [
        f"{told(Trouble('buttons.held', seat=HAL, button=0, seconds=30.0))} (et {others} de plus)"
        for others in (1, 2, 3)
    ]
    day_2 = [f"{told(Trouble('buttons.held', seat=JOY, button=0, seconds=30.0))} (et 1 de plus)", ""]
    assert table.notices() == [*day_0, *day_1, "", *day_2]
    lights_are_whole(table)


def rings_that_cannot_be_written_for_a_while(settings: Settings) -> None:
    """The evening goes on in the dark; it is said, by day, and soon the rings show again what is."""
    dark: list[tuple[float, float]] = []

    def before(table: WiredTable) -> None:
        def fail(for_s: float) -> None:
            table.port.fault = BROKEN
            dark.append((table.clock.now(), table.clock.now() + for_s))
            table.after(for_s, mend)

        def mend() -> None:
            table.port.fault = None

        table.when("clock debate", 0, lambda: fail(5.0))
        table.when("vote vote", 1, lambda: fail(60.0))

    table, outcome = played(settings, before)
    assert outcome == refereed(turns())
    assert table.notices() == [told(BROKEN), "", told(BROKEN), ""]
    assert table.rings.trouble is None
    for from_s, till_s in dark:
        failed = [failed_s for failed_s in table.port.failed_s if from_s <= failed_s <= till_s]
        tries = [from_s, *failed, till_s]
        assert max(later - one for one, later in pairwise(tries)) <= 1.0 + FRAME_S
        assert not any(from_s < written.began_s < till_s for written in table.port.written)
        back_s = min(written.began_s for written in table.port.written if written.began_s >= till_s)
        assert back_s <= till_s + 1.0
    lights_are_whole(table)


def mash(table: WiredTable, lots: Any, longest_s: float, changes: list[float]) -> None:
    """All seats press at once, again and again, for a minute, or a part of it. `changes`: then has how often
    the contact of a seat has changed for each of these presses."""
    begun, presses = table.contacts.changes, 0
    from_s = table.clock.now() + 0.1
    ends_s = from_s + few(60, 2)
    while from_s < ends_s:
        presses += SEATS
        lasts_s = [lots.uniform(0.05, longest_s) for _ in range(SEATS)]
        for seat, for_s in enumerate(lasts_s):
            table.contacts.press(seat, from_s, for_s)
        from_s += max(lasts_s) + lots.uniform(0.3, 1.3)
    table.clock.at(from_s, lambda: changes.append((table.contacts.changes - begun) / presses))


def minutes_of_presses_on_all_seats_while_they_are_asked(settings: Settings) -> None:
    """In a night and in a vote: whatever was heard, that is what the round is played by."""
    evenings = [
        WerewolfEvening(BEST_OF, NAMES[:SEATS], deck_for(BEST_OF, "expert", SEATS), Options(), seed=7)
        for _ in range(2)
    ]
    meant = Record(Bots(Chance("bots 7")))
    table = WiredTable(meant, settings)
    lots, changes = Chance("mash").stream("presses"), list[float]()
    for moment in ("wake werewolves", "vote vote"):
        table.when(moment, 1, lambda: mash(table, lots, 0.9, changes))
    heard = Record(table.room)
    table.room.begin_round()
    over = evenings[0].play_next(heard)
    table.close()

    told = Record(Repeat(heard.answers))
    again = evenings[1].play_next(told)
    assert told.public == heard.public
    assert (again.winner, [seat.name for seat in again.winners]) == (
        over.winner,
        [seat.name for seat in over.winners],
    )
    assert table.view.seen[-1].board.scene == "over"
    assert said(meant) != said(heard), "the presses have changed something"
    assert len(changes) == 2
    assert min(changes) > 5.0, "all but the presses on a button that was down have bounced"
    lights_are_whole(table)


FAULTS = (
    a_chip_that_is_lost_for_forty_seconds_of_a_night,
    buttons_that_stick,
    rings_that_cannot_be_written_for_a_while,
    minutes_of_presses_on_all_seats_while_they_are_asked,
)


@pytest.mark.parametrize("fault", FAULTS[: few(4, 1)], ids=lambda fault: fault.__name__)
def test_an_evening_with_a_fault_comes_to_the_end_the_referee_says(
    fault: Callable[[Settings], None], settings: Settings
) -> None:
    fault(settings)


def said(record: Record) -> list[Any]:
    """The answers to what the seats were asked."""
    return [
        answer
        for request, answer in zip(record.requests, record.answers, strict=True)
        if request.startswith(("Ask", "Vote"))
    ]
