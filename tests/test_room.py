"""The room: what its rings, its voice and its board do at which moment, rule by rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import groupby, pairwise
from typing import Any

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from hardware.simulated import SimulatedButtons
from table.bots import Bots
from table.chance import Chance
from table.evening import usual_deck
from table.play import Answerer, play
from table.referee import FromFile, Scenario, judge
from table.requests import Ask, Vote
from table.room import EYES_S, GAP_S, LOCK_S, SIGN_S, ClosedError, Placed
from table.settings import Times
from table.werewolf.deck import read_deck
from table.werewolf.events import RoundOver
from table.werewolf.options import Options
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.script import deal, play_round
from table.werewolf.signs import SIGNS
from tests.tables import (
    NARRATION,
    PIXELS,
    RecordingView,
    TestTable,
    Told,
    light_of,
    rehearsed,
    scenario,
)

SIMPLE = "werewolf werewolf seer villager villager villager villager villager"
ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL = range(8)


def sign(card: str, time_s: float) -> bytes:
    return patterns.sign(PIXELS, *SIGNS[card], time_s)


def asleep(time_s: float) -> bytes:
    return patterns.asleep(PIXELS, time_s)


def is_line(key: str, line: str, **facts: object) -> bool:
    """Whether it is one of the wordings of this line."""
    narration = NARRATION["en"]
    variants = range(len(narration.lines[key]))
    return any(line == narration.line(key, partial(_this, variant), **facts) for variant in variants)


def _this(variant: int, _: int) -> int:
    return variant


def told_of(table: TestTable, key: str) -> list[Told]:
    """When a line without facts was spoken, in any of its wordings."""
    return [told for told in table.trace().told if is_line(key, told.line)]


def first_told(table: TestTable, from_s: float) -> Told:
    """The first line begun at this moment or later."""
    return next(told for told in table.trace().told if told.time_s >= from_s)


def before_the_deal(mind: Answerer, people: Sequence[int] = (), **given: Any) -> TestTable:
    """A table at which `people` sit: `run` plays the round."""
    table = TestTable(mind, **given)
    table.room.people.update(people)
    table.room.begin_round()
    return table


def run(table: TestTable, deck: str = "", **options: Any) -> RoundOver:
    cards = read_deck(THIERCELIEUX, deck) if deck else usual_deck(THIERCELIEUX, len(table.seats))
    game = play(deal(THIERCELIEUX, table.seats, cards, Options(**options)), table.room)
    return play(play_round(game), table.room)


def once(action: Callable[[], object]) -> Callable[[Any], None]:
    """For a word that comes several times: only at the first."""
    done: list[bool] = []

    def first(_: Any) -> None:
        if not done:
            done.append(True)
            action()

    return first


class Silent(Bots):
    """Bots that leave some questions unanswered."""

    def __init__(self, chance: Chance, *keys: str) -> None:
        super().__init__(chance)
        self.keys = keys

    def ask(self, request: Ask) -> Sequence[Any]:
        return () if request.key in self.keys else super().ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        return {} if request.key in self.keys else super().vote(request)


# The deal


def test_lg_1_a_ring_shows_its_owners_card_and_only_while_he_holds() -> None:
    """LG-1: each player looks at his own card alone. LG-51: no ring shows one without his hand."""
    table = before_the_deal(Bots(Chance(3)))
    held: list[tuple[float, Edge]] = []
    edges = table.room.hands.edges
    table.room.hands.edges = lambda now_s: [held.append((now_s, edge)) or edge for edge in edges(now_s)]  # type: ignore[method-assign,func-returns-value]
    run(table)
    cards = {m.request.to[0].index: m.request.value.key for m in table.moments("show", "dealt")}
    nightfall_s = table.moment("say", "Nightfall").began_s
    began_s = table.moment("clock", "deal").began_s
    looked = set()
    for time_s, frame in table.rings.shown:
        if not began_s <= time_s < nightfall_s:
            continue
        for seat in range(8):
            ring = frame[seat * 3 * PIXELS : (seat + 1) * 3 * PIXELS]
            downs = [
                edge.time_s for _, edge in held if edge.seat == seat and edge.time_s <= time_s and edge.down
            ]
            ups = [
                edge.time_s
                for _, edge in held
                if edge.seat == seat and edge.time_s <= time_s and not edge.down
            ]
            is_held = len(downs) > len(ups) and time_s >= downs[-1] + 0.6 - 1e-9
            bounce = len(ups) == len(downs) > 0 and time_s < ups[-1] + 0.0101
            if is_held:
                looked.add(seat)
                assert ring == sign(cards[seat], time_s)
            elif not bounce:
                assert ring == asleep(time_s)
    assert looked == set(range(8))


def test_lg_51_no_card_is_lit_after_nightfall_even_for_who_still_holds() -> None:
    """LG-51: who holds his button while the night falls no longer sees his card."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    began: list[float] = []

    def hold_for_long() -> None:
        began.append(table.clock.now())
        table.press(ANA, began[0] + 58.0, for_s=30.0)

    table.room.first["clock deal"] = once(hold_for_long)
    run(table, deck="werewolf=2,seer,villager=5")
    card = table.moments("show", "dealt")[ANA].request.value.key
    assert card in ("villager", "seer")
    nightfall_s = table.moment("say", "Nightfall").began_s
    assert nightfall_s == began[0] + Times().deal_s
    assert table.ring_at(ANA, began[0] + 59.0) == sign(card, began[0] + 59.0)
    after = [shown for shown in table.rings.shown if nightfall_s <= shown.time_s < nightfall_s + 20]
    assert after
    for time_s, frame in after:
        assert frame[: 3 * PIXELS] == asleep(time_s)


def test_lg_51_a_finger_left_down_shows_no_card_of_the_next_round() -> None:
    """LG-51: each card is lit by a hold of its own."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    table.room.first["clock deal"] = once(lambda: table.press(ANA, table.clock.now() + 1.0, for_s=9999.0))
    run(table)
    table.room.begin_round()
    run(table)
    dealt_s, again_s = (moment.began_s for moment in table.moments("say", "Dealt"))
    night_s, nightfall_s = (
        m.began_s for m in table.moments("say", "Nightfall") if m.request.event.number == 1
    )
    for began_s, ends_s, is_seen in ((dealt_s, night_s, True), (again_s, nightfall_s, False)):
        shown = [shown for shown in table.rings.shown if began_s + GAP_S <= shown.time_s < ends_s]
        assert any(frame[: 3 * PIXELS] != asleep(time_s) for time_s, frame in shown) == is_seen


def test_the_deal_ends_when_everybody_has_seen_his_card() -> None:
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    began: list[float] = []

    def look_and_press() -> None:
        began.append(table.clock.now())
        table.hold(ANA, began[0] + 10.0)
        table.press(ANA, began[0] + 12.0)

    table.room.first["clock deal"] = once(look_and_press)
    run(table)
    assert table.moment("say", "Nightfall").began_s == pytest.approx(began[0] + 12.1, abs=0.05)


# Calls


NIGHT = ("thief", "cupid", "seer", "witch")
DEALT = "thief werewolf werewolf cupid seer witch villager villager"
IN_THE_CENTRE = "thief werewolf werewolf villager seer villager villager villager"


def night_told(table: TestTable, number: int = 1) -> list[Told]:
    """The lines of a night, with their times from its fall on."""
    falls = table.moment("say", "Nightfall", number - 1).began_s
    dawns = table.moments("say", "Dawn")
    ends = dawns[number - 1].began_s if len(dawns) >= number else float("inf")
    return [
        Told(told.time_s - falls, told.line) for told in table.trace().told if falls <= told.time_s < ends
    ]


def test_lg_35_a_call_takes_exactly_its_window() -> None:
    """LG-35: from the moment those called have opened their eyes, whatever they do."""
    table, _ = rehearsed(
        scenario(DEALT, {"night 1": {"cupid": ["Ana", "Bob"], "seer": "Bob"}}, "villager villager")
    )
    for key in ("thief", "cupid", "seer", "werewolves", "witch"):
        (wake,), (sleep,) = told_of(table, f"call.{key}.wake"), told_of(table, f"call.{key}.sleep")
        assert sleep.time_s - wake.time_s == pytest.approx(EYES_S + Times().window_s(key))


def test_lg_35_lg_60_answered_unanswered_or_in_the_centre_a_call_is_as_long() -> None:
    """LG-35, LG-60: called all the same, and as long, whoever holds the card and whatever he does."""
    answered = scenario(
        DEALT,
        {
            "night 1": {
                "thief": "left",
                "cupid": ["Gus", "Hal"],
                "seer": "Bob",
                "werewolves": "Gus",
                "witch": {"heal": "Gus"},
            },
            "day 1": {},
        },
        "villager villager",
    )
    unanswered = scenario(DEALT, {"night 1": {"cupid": ["Ana", "Hal"]}, "day 1": {}}, "villager villager")
    buried = scenario(IN_THE_CENTRE, {"night 1": {"thief": "keep"}, "day 1": {}}, "cupid witch")
    nights = [night_told(rehearsed(written)[0]) for written in (answered, unanswered, buried)]
    assert len(nights[0]) == 14
    assert nights[0] == nights[1] == nights[2]


def test_lg_60_dead_or_spent_is_called_as_long() -> None:
    """LG-60: where deaths show no card, and when the potions are used up."""
    day = {"vote": {"Ana": "Dee", "Bob": "Dee"}}
    seer_dies = scenario(
        "werewolf werewolf villager seer witch villager villager villager",
        {
            "night 1": {"werewolves": "Eve", "witch": {"heal": "Eve"}},
            "day 1": day,
            "night 2": {},
            "day 2": {},
        },
        reveal="none",
    )
    seer_lives = scenario(
        "werewolf werewolf seer villager witch villager villager villager",
        {"night 1": {}, "day 1": day, "night 2": {"seer": "Bob"}, "day 2": {}},
        reveal="none",
    )
    tables = [rehearsed(written)[0] for written in (seer_dies, seer_lives)]
    assert [told.line for told in night_told(tables[0], 2)][2:4] == [
        told.line for told in night_told(tables[1], 2)
    ][2:4]
    assert tables[0].trace() == tables[1].trace()
    assert len(night_told(tables[0], 2)) == 8


def test_lg_60_a_card_seen_dead_is_called_no_more() -> None:
    """LG-60: the village knows, so nothing is given away."""
    written = scenario(SIMPLE, {"night 1": {"werewolves": "Cid"}, "day 1": {}, "night 2": {}, "day 2": {}})
    table, _ = rehearsed(written)
    assert len(told_of(table, "call.seer.wake")) == 1
    assert len(told_of(table, "call.werewolves.wake")) == 2


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("cards", "centre", "most_s"),
    [
        (SIMPLE, "", 75.0),
        (DEALT.replace("villager villager", "hunter little_girl"), "villager villager", 120.0),
    ],
    ids=["simplified", "all"],
)
def test_a_night_at_normal_pace_is_not_too_long(
    language: str, cards: str, centre: str, most_s: float
) -> None:
    """Speech included, at 0.06 s a letter, over many draws of the wordings."""
    turns = {"night 1": {"cupid": ["Ana", "Bob"]} if centre else {}, "day 1": {}}
    lengths_s = []
    for seed in range(12):
        table, _ = rehearsed(scenario(cards, turns, centre), seed=seed, language=language)
        lengths_s.append(table.moment("say", "Dawn").began_s - table.moment("say", "Nightfall").began_s)
    assert 0.5 * most_s < max(lengths_s) <= most_s
    assert len({round(length_s, 3) for length_s in lengths_s}) > 1


def test_lg_36_nothing_tells_where_the_seers_card_is_shown() -> None:
    """LG-36: her own ring shows the sign, no other ring and nothing public differs."""
    looks = [
        rehearsed(scenario(SIMPLE, {"night 1": {"seer": name}, "day 1": {}}))[0] for name in ("Bob", "Hal")
    ]
    assert looks[0].trace() == looks[1].trace()
    shown_s = looks[0].moment("sleep", "seer").ended_s - 6.0
    for table, card in zip(looks, ("werewolf", "villager"), strict=True):
        rings = [asleep(shown_s)] * 8
        rings[CID] = sign(card, shown_s)
        assert table.frame_at(shown_s) == patterns.frame(rings)
    assert without(looks[0], CID) == without(looks[1], CID)


def without(table: TestTable, seat: int) -> list[tuple[float, bytes]]:
    """Everything the other rings showed, and when it changed."""
    at = seat * 3 * PIXELS
    seen: list[tuple[float, bytes]] = []
    for time_s, frame in table.rings.shown:
        others = frame[:at] + frame[at + 3 * PIXELS :]
        if not seen or seen[-1][1] != others:
            seen.append((time_s, others))
    return seen


def test_lg_5_lg_2_the_thief_sees_both_centre_cards_in_turn() -> None:
    """LG-2, LG-5: the left one first, then the right one, then a rest that tells which was first."""
    written = scenario(IN_THE_CENTRE, {"night 1": {"thief": "right"}, "day 1": {}}, "cupid witch")
    table, played = rehearsed(written)
    shown_s = table.moment("show", "centre").began_s
    for number, wanted in enumerate([("cupid", "left"), ("witch", "right"), (None, "rest")]):
        time_s = shown_s + (number + 0.5) * SIGN_S
        ring = sign(wanted[0], time_s) if wanted[0] else asleep(time_s)
        assert table.ring_at(ANA, time_s) == ring, wanted[1]
    question_s = shown_s + 4.0 + 0.2
    assert table.ring_at(ANA, question_s) == patterns.words(PIXELS, 0, 3, question_s, locked=False)
    assert played["cards"]["Ana"] == "witch"


def test_lg_48_in_the_look_only_the_lovers_rings_point_and_all_shed_the_same_light() -> None:
    """LG-48: a look for everybody, for a fixed time; those concerned see their message."""
    written = scenario(DEALT, {"night 1": {"cupid": ["Bob", "Fay"]}, "day 1": {}}, "villager villager")
    table, _ = rehearsed(written)
    opened_s, closed_s = table.moment("wake", "lovers").ended_s, table.moment("sleep", "lovers").ended_s
    time_s = opened_s + 3.0
    rings = [asleep(time_s)] * 8
    rings[BOB] = patterns.cursor(PIXELS, table.pixel(BOB, FAY), time_s, locked=True)
    rings[FAY] = patterns.cursor(PIXELS, table.pixel(FAY, BOB), time_s, locked=True)
    assert table.frame_at(time_s) == patterns.frame(rings)
    light = {light_of(frame, 8) for shown_s, frame in table.rings.shown if opened_s <= shown_s < closed_s}
    assert light == {((4, 4 * sum(patterns.NIGHT)),) * 8}
    assert table.board_at(time_s).scene == "look"


def test_lg_48_a_look_is_held_and_as_long_with_cupid_in_the_centre() -> None:
    """LG-48: each time a card that could cause it is called, whether or not anything happened."""
    love = scenario(DEALT, {"night 1": {"cupid": ["Bob", "Fay"]}, "day 1": {}}, "villager villager")
    none = scenario(IN_THE_CENTRE, {"night 1": {}, "day 1": {}}, "cupid witch")
    tables = [rehearsed(written)[0] for written in (love, none)]
    looks = [[table.moment(word, "lovers").ended_s for word in ("wake", "sleep")] for table in tables]
    assert looks[0] == looks[1]
    opened_s, closed_s = looks[1]
    shown = [frame for time_s, frame in tables[1].rings.shown if opened_s <= time_s < closed_s]
    assert {frame[: 3 * PIXELS] * 8 for frame in shown} == set(shown)


@pytest.mark.parametrize(
    ("card", "key"), [("little_girl", "night.heads_up"), ("villager", "night.heads_down")]
)
def test_lg_50_heads_are_held_as_the_deck_asks(card: str, key: str) -> None:
    """LG-50: with the Little Girl in the deck heads up, else bowed."""
    cards = f"werewolf werewolf seer {card} villager villager villager villager"
    table, _ = rehearsed(scenario(cards, {"night 1": {}, "day 1": {}, "night 2": {}, "day 2": {}}))
    other = {"night.heads_up": "night.heads_down", "night.heads_down": "night.heads_up"}[key]
    assert len(told_of(table, key)) == len(table.moments("say", "Nightfall")) == 2
    assert told_of(table, other) == []


# The morning and the day


def test_lg_37_a_silence_before_the_victims_are_named() -> None:
    """LG-37: the village opens its eyes, and for two seconds nobody knows; the board neither."""
    table, _ = rehearsed(scenario(SIMPLE, {"night 1": {"werewolves": "Dee"}, "day 1": {}}))
    (dawn,) = told_of(table, "dawn.break")
    spoken = next(line for line in table.voice.spoken if line.time_s == dawn.time_s)
    death = table.moment("say", "Death")
    named = first_told(table, death.began_s)
    assert "Dee" in named.line
    assert named.time_s >= spoken.time_s + spoken.seconds + 2.0
    assert all(place.alive and not place.marked for place in table.board_at(death.began_s - 0.01).places)
    assert not table.board_at(named.time_s + 0.01).places[DEE].alive


def test_lg_37_a_debate_that_dies_down_is_nudged() -> None:
    """LG-37: once past its middle and once near its end, if nobody asks for the vote."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.people.update(range(8))
    run_days(table, 1)
    debate = table.moment("clock", "debate")
    assert debate.ended_s - debate.began_s == Times().debate_s
    (nudge,), (last,) = told_of(table, "debate.nudge"), told_of(table, "debate.last")
    assert nudge.time_s == pytest.approx(debate.began_s + 0.55 * Times().debate_s)
    assert last.time_s == pytest.approx(debate.began_s + 0.88 * Times().debate_s)


def test_lg_37_no_nudge_when_the_vote_is_called_at_once() -> None:
    table, _ = rehearsed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}))
    assert len(table.moments("say", "Ready")) == 5
    assert told_of(table, "debate.nudge") == told_of(table, "debate.last") == []


def run_days(table: TestTable, days: int, cards: str = SIMPLE, **options: Any) -> None:
    """Plays so many days of a round with nobody in office, every card where it is written."""
    written = scenario(cards, {}, **({"captain": "never"} | options))
    nights: list[object] = []

    class EnoughError(Exception):
        pass

    def stop(_: Any) -> None:
        nights.append(_)
        if len(nights) > days:
            raise EnoughError

    table.room.first["say Nightfall"] = stop
    with pytest.raises(EnoughError):
        play(play_round(written.game()), table.room)


@pytest.mark.parametrize(("holding", "ends_early"), [(4, False), (5, True), (8, True)])
def test_lg_24_more_than_half_at_the_same_moment_end_the_debate(holding: int, ends_early: bool) -> None:
    """LG-24: presses that come together all count, in the order of the seats whoever's came first."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.people.update(range(8))
    pressed: list[float] = []

    def all_hold() -> None:
        pressed.append(table.clock.now() + 20.0)
        for seat in reversed(range(holding)):
            table.hold(seat, pressed[0])

    table.room.first["clock debate"] = once(all_hold)
    run_days(table, 1)
    ready = table.moments("say", "Ready")
    assert [moment.request.event.seat.index for moment in ready] == list(range(min(holding, 5)))
    assert {moment.began_s for moment in ready} == {pressed[0] + 0.6}
    opened_s = table.moment("say", "VoteOpens").began_s
    ended_s = pressed[0] + 0.6 if ends_early else pressed[0] - 20.0 + Times().debate_s
    assert opened_s == pytest.approx(ended_s)


@pytest.mark.parametrize(("people", "follow"), [([ANA], True), ([ANA, 1], False)])
def test_lg_24_bots_have_talked_enough_once_all_people_have(people: list[int], follow: bool) -> None:
    """LG-24: whoever is alone among bots is not kept waiting; two people wait for each other."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.people.update(people)
    held: list[float] = []

    def hold() -> None:
        held.append(table.clock.now() + 10.0)
        table.hold(ANA, held[0])

    table.room.first["clock debate"] = once(hold)
    run_days(table, 1)
    assert (table.moment("say", "VoteOpens").began_s - held[0] < 10.0) == follow


def test_lg_24_no_press_is_lost_while_the_board_is_drawn() -> None:
    """LG-24: a screen that takes its time, and people who press a millisecond apart."""

    class SlowView(RecordingView):
        def show(self, board: Any, now_s: float) -> None:
            super().show(board, now_s)
            if board.scene == "debate":
                until_s = now_s + 0.004
                while table.clock.now() < until_s:
                    table.clock.wait(until_s)

    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.view = SlowView()
    table.room.people.update(range(8))

    def all_hold() -> None:
        for seat in range(5):
            table.hold(seat, table.clock.now() + 20.0 + 0.001 * seat)

    table.room.first["clock debate"] = once(all_hold)
    run_days(table, 1)
    ready = [moment.request.event.seat.index for moment in table.moments("say", "Ready")]
    assert ready == [0, 1, 2, 3, 4]


def test_lg_24_a_press_during_a_nudge_counts_from_its_own_moment_and_the_clock_goes_on() -> None:
    """LG-24: the debate ends when it was said to, however long the voice took."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.people.update(range(8))
    began: list[float] = []

    def one_holds() -> None:
        began.append(table.clock.now())
        table.hold(GUS, began[0] + 0.55 * Times().debate_s + 0.5)

    table.room.first["clock debate"] = once(one_holds)
    run_days(table, 1)
    (press,) = [m.answer for m in table.moments("clock", "debate") if m.answer]
    assert press.seat.index == GUS
    assert press.at_s == pytest.approx(0.55 * Times().debate_s + 0.5 + 0.6)
    ends = {
        seen.board.timer.ends_s
        for seen in table.view.seen
        if seen.board.scene == "debate" and seen.board.timer
    }
    assert ends == {began[0] + Times().debate_s}
    assert table.moment("say", "VoteOpens").began_s == pytest.approx(began[0] + Times().debate_s)


def test_lg_24_only_a_hold_calls_for_the_vote() -> None:
    """LG-24: elbows lie on the table while people talk."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"))
    table.room.people.update(range(8))

    def elbows() -> None:
        for seat in range(8):
            table.press(seat, table.clock.now() + 5.0 + seat, for_s=0.4)

    table.room.first["clock debate"] = once(elbows)
    run_days(table, 1)
    assert table.moments("say", "Ready") == []


def test_lg_38_a_dead_players_presses_change_nothing() -> None:
    """LG-38: not a line, not the board, not one frame of any ring; his own stays dark."""
    turns: dict[str, Any] = {
        "night 1": {"werewolves": "Dee"},
        "day 1": {"vote": {"Ana": "Eve", "Bob": "Eve", "Hal": "Ana"}},
        "night 2": {"werewolves": "Fay", "seer": "Ana"},
        "day 2": {"vote": {"Ana": "Gus", "Bob": "Gus"}},
        "night 3": {"werewolves": "Hal"},
        "day 3": {"vote": {"Ana": "Cid", "Bob": "Cid"}},
    }
    written = scenario(SIMPLE, turns)
    calm, _ = rehearsed(written)
    dead_s = calm.moment("say", "Death").began_s

    def restless(table: TestTable) -> None:
        time_s = dead_s
        while time_s < calm.clock.now():
            table.press(DEE, time_s, for_s=0.05 + time_s % 1.1)
            time_s += 1.37

    table = disturbed(written, restless)
    assert table.trace() == calm.trace()
    assert table.rings.shown == calm.rings.shown
    dark = {
        frame[DEE * 3 * PIXELS : (DEE + 1) * 3 * PIXELS] for at_s, frame in calm.rings.shown if at_s >= dead_s
    }
    assert dark == {patterns.dead(PIXELS)}


def disturbed(written: Scenario, disturb: Callable[[TestTable], None]) -> TestTable:
    """The same round while something else happens."""
    made: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        made.append(TestTable(answers, written.names, seed=written.seed))
        disturb(made[0])
        return made[0].room

    assert judge(written, through) == judge(written)
    return made[0]


def test_presses_of_seats_not_asked_are_swallowed() -> None:
    """By night everybody may tap at every call: nothing shows, and nothing is later."""
    written = scenario(SIMPLE, {"night 1": {"werewolves": "Dee", "seer": "Ana"}, "day 1": {}})
    calm, _ = rehearsed(written)
    opened_s = calm.moment("wake", "seer").began_s
    closed_s = calm.moment("sleep", "werewolves").ended_s

    def tap(table: TestTable) -> None:
        for seat in (DEE, EVE, FAY, GUS, HAL):
            time_s = opened_s + 0.1 * seat
            while time_s < closed_s:
                table.press(seat, time_s, for_s=0.1 + 0.2 * seat)
                time_s += 1.9

    table = disturbed(written, tap)
    assert table.trace() == calm.trace()
    assert table.rings.shown == calm.rings.shown


def test_lg_23_the_office_shows_on_board_and_ring_by_day_and_on_the_board_by_night() -> None:
    """LG-23: board and ring show his office all the game long (in the night the board only)."""
    written = scenario(
        SIMPLE,
        {"night 1": {}, "day 1": {"election": {"Ana": "Gus", "Bob": "Gus"}}, "night 2": {}, "day 2": {}},
    )
    table, _ = rehearsed(written)
    day_s = table.moment("say", "DebateOpens").ended_s - 0.1
    night_s = table.moment("wake", "seer", 1).ended_s - 0.1
    rings = [patterns.day(PIXELS, day_s)] * 8
    rings[GUS] = patterns.captain(PIXELS)
    assert table.frame_at(day_s) == patterns.frame(rings)
    assert table.frame_at(night_s) == patterns.frame([asleep(night_s)] * 8)
    for time_s in (day_s, night_s):
        assert [place.captain for place in table.board_at(time_s).places] == [
            seat == GUS for seat in range(8)
        ]


class EatsCid(Silent):
    """The pack agrees on Cid, and nobody votes."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        if request.key != "werewolves":
            return {}
        return {wolf: seat for wolf, menu in request.choices.items() for seat in menu if seat.index == CID}


def test_lg_45_a_public_answer_that_is_missing_is_drawn_and_said_to_be() -> None:
    """LG-45: announced as a lot, when the time is up."""
    deck = "werewolf werewolf hunter villager villager villager villager villager"
    table = TestTable(EatsCid(Chance(1), "hunter"))
    run_days(table, 1, deck)
    asked = table.moment("ask", "hunter")
    assert asked.answer == ()
    assert asked.ended_s - asked.began_s == pytest.approx(Times().hunter_s)
    lot = table.moment("say", "Lot")
    target = lot.request.event.seat
    assert is_line("lot.hunter", first_told(table, lot.began_s).line, seat=target)
    assert table.board_at(lot.ended_s - 0.01).headline == f"Chance points at {target.name}"
    assert target.cause == "shot"


def test_lg_45_a_secret_answer_that_is_missing_is_drawn_silently() -> None:
    """LG-45: Cupid lets the time pass: there are Lovers, and nobody can tell."""
    deck = "cupid werewolf werewolf villager villager villager villager villager"
    tables = [TestTable(Silent(Chance(1), "werewolves", "vote", *more)) for more in ((), ("cupid",))]
    for table in tables:
        run_days(table, 1, deck)
    assert tables[0].moment("ask", "cupid").answer != tables[1].moment("ask", "cupid").answer == ()
    assert len(tables[1].moments("show", "lover")) == 2
    assert tables[0].trace() == tables[1].trace()
    assert not tables[1].moments("say", "Lot")


# Answers of a person


def person_votes(
    gestures: Callable[[TestTable, float], None],
    before: Callable[[TestTable], None] = lambda _: None,
    written: Scenario | None = None,
) -> tuple[TestTable, str | None]:
    """A first day on which Ana is a person and presses as `gestures` say, from the opening of the vote on;
    everybody else votes for Eve, or as `written`. Returns whom Ana voted for, if anybody."""
    if written is None:
        others = dict.fromkeys(("Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"), "Eve")
        turns: dict[str, dict[str, Any]] = {"night 1": {}, "day 1": {"vote": others}, "night 2": {}}
        written = scenario(SIMPLE, turns, captain="never")
    names, seed = written.names, written.seed
    made: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        table = TestTable(answers, names, seed=seed, people_sit=True)
        made.append(table)
        table.room.people.add(ANA)
        table.room.first["vote vote"] = lambda _: gestures(table, table.clock.now())
        before(table)
        return table.room

    judge(written, through)
    votes = made[0].moment("vote", "vote").answer
    return made[0], next((target.name for voter, target in votes.items() if voter.index == ANA), None)


def test_a_person_turns_and_locks() -> None:
    """One press a light: first nobody, then himself, then clockwise."""

    def gestures(table: TestTable, now_s: float) -> None:
        for number in range(3):
            table.press(ANA, now_s + 1.0 + number)
        table.hold(ANA, now_s + 4.0)

    table, named = person_votes(gestures)
    began_s = table.moment("vote", "vote").began_s
    assert named == "Cid"
    for after_s, faces in (
        (0.5, patterns.nobody(PIXELS, began_s + 0.5, locked=False)),
        (1.5, patterns.cursor(PIXELS, 0, began_s + 1.5, locked=False)),
        (2.5, patterns.cursor(PIXELS, table.pixel(ANA, BOB), began_s + 2.5, locked=False)),
        (3.5, patterns.cursor(PIXELS, table.pixel(ANA, CID), began_s + 3.5, locked=False)),
        (4.9, patterns.cursor(PIXELS, table.pixel(ANA, CID), began_s + 4.9, locked=True)),
    ):
        assert table.ring_at(ANA, began_s + after_s) == faces, after_s


def test_what_is_locked_can_be_unlocked_and_changed_until_the_time_is_up() -> None:
    def gestures(table: TestTable, now_s: float) -> None:
        table.press(ANA, now_s + 5.0)
        table.hold(ANA, now_s + 6.0)
        table.hold(ANA, now_s + 6.9)
        table.press(ANA, now_s + 8.0)
        table.hold(ANA, now_s + 12.0)

    table, named = person_votes(gestures)
    assert named == "Bob"
    vote = table.moment("vote", "vote")
    assert vote.ended_s == pytest.approx(vote.began_s + 12.0 + 0.6 + LOCK_S)


def test_a_lock_counts_once_it_has_stood() -> None:
    """Who unlocks too late has voted."""

    def gestures(table: TestTable, now_s: float) -> None:
        table.press(ANA, now_s + 9.0)
        table.hold(ANA, now_s + 10.0)
        table.hold(ANA, now_s + 11.1)

    table, named = person_votes(gestures)
    assert named == "Ana"
    vote = table.moment("vote", "vote")
    assert vote.ended_s == pytest.approx(vote.began_s + 10.0 + 0.6 + LOCK_S)


def test_two_presses_in_a_hurry_are_two() -> None:
    def gestures(table: TestTable, now_s: float) -> None:
        for number in range(4):
            table.press(ANA, now_s + 1.0 + 0.1 * number, for_s=0.05)
        table.hold(ANA, now_s + 2.0)

    assert person_votes(gestures)[1] == "Dee"


def test_a_press_begun_before_the_question_is_no_answer() -> None:
    """Neither its release nor its hold says anything; what begins afterwards does."""
    written = scenario(SIMPLE, {"night 1": {}, "day 1": {}, "night 2": {}}, captain="never")
    calm, _ = rehearsed(written)
    vote_s = calm.moment("vote", "vote").began_s

    def press_early(table: TestTable) -> None:
        table.press(ANA, vote_s - 0.3, for_s=0.4)
        table.press(BOB, vote_s - 0.3, for_s=2.0)

    table = disturbed(written, press_early)
    assert table.moment("vote", "vote").answer == {}
    assert table.rings.shown == calm.rings.shown

    def press_and_press_again(table: TestTable, now_s: float) -> None:
        table.press(ANA, now_s + 3.0)
        table.hold(ANA, now_s + 4.0)

    def finger_lies_there(table: TestTable) -> None:
        table.room.first["say VoteOpens"] = lambda _: table.press(ANA, table.clock.now() + 0.5, for_s=5.0)

    assert person_votes(press_and_press_again)[1] == "Ana"
    assert person_votes(press_and_press_again, finger_lies_there)[1] == "Ana"


def test_the_voters_turn_through_the_same_people_and_a_vote_for_ones_beloved_is_none() -> None:
    """LG-43: his beloved is missing from what a Lover may choose, and no ring shows that she is."""
    cards = "villager cupid werewolf werewolf villager villager villager villager"
    others = dict.fromkeys(("Bob", "Dee", "Fay", "Gus", "Hal"), "Eve")

    def point_at_cid(table: TestTable, now_s: float) -> None:
        for number in range(3):
            table.press(ANA, now_s + 1.0 + number)
        table.hold(ANA, now_s + 5.0)

    named = []
    for pair in (["Ana", "Cid"], ["Gus", "Hal"]):
        turns: dict[str, dict[str, Any]] = {
            "night 1": {"cupid": pair},
            "day 1": {"vote": others | {"Cid": "Dee"}},
            "night 2": {},
        }
        table, vote = person_votes(point_at_cid, written=scenario(cards, turns, captain="never"))
        named.append(vote)
        time_s = table.moment("vote", "vote").began_s + 4.5
        assert table.ring_at(ANA, time_s) == patterns.cursor(
            PIXELS, table.pixel(ANA, CID), time_s, locked=False
        )
    assert named == [None, "Cid"]


# The pack


def test_bots_of_a_pack_agree_with_the_person_in_it() -> None:
    table = TestTable(Bots(Chance(1)), people_sit=True)
    table.room.people.add(ANA)

    def point_at_eve(_: Any) -> None:
        # Werewolves are not among the choices: nobody, Cid, Dee, Eve.
        for number in range(3):
            table.press(ANA, table.clock.now() + 4.0 + number)
        table.hold(ANA, table.clock.now() + 8.0)

    table.room.first["vote werewolves"] = point_at_eve
    run_days(table, 1)
    assert {m.name: v.name for m, v in table.moment("vote", "werewolves").answer.items()} == {
        "Ana": "Eve",
        "Bob": "Eve",
    }


def test_a_pack_may_change_its_mind_until_its_time_is_up() -> None:
    """Even when all have locked: they must come to agree (LG-11)."""
    table = TestTable(Silent(Chance(1), "vote"), people_sit=True)
    table.room.people.update({ANA, BOB})

    def come_to_agree(_: Any) -> None:
        now_s = table.clock.now()
        # Ana turns to Cid, Bob to Dee; then Ana unlocks hers and follows him.
        for seat, presses in ((ANA, 1), (BOB, 2)):
            for number in range(presses):
                table.press(seat, now_s + 3.0 + number)
            table.hold(seat, now_s + 6.0)
        table.hold(ANA, now_s + 12.0)
        table.press(ANA, now_s + 13.0)
        table.hold(ANA, now_s + 14.0)

    table.room.first["vote werewolves"] = come_to_agree
    run_days(table, 1)
    meal = table.moment("vote", "werewolves")
    assert {wolf.name: seat.name for wolf, seat in meal.answer.items()} == {"Ana": "Dee", "Bob": "Dee"}


def test_bots_of_a_pack_choose_alone_when_the_person_in_it_sleeps() -> None:
    table = TestTable(Bots(Chance(1)), people_sit=True)
    table.room.people.add(ANA)
    run_days(table, 1)
    assert [wolf.name for wolf in table.moment("vote", "werewolves").answer] == ["Bob"]


def test_every_wolf_sees_the_whole_pack_before_it_is_asked() -> None:
    """A needle a second: the message of a great pack stands longer."""
    cards = "werewolf werewolf werewolf werewolf seer" + " villager" * 7
    table, _ = rehearsed(scenario(cards, {"night 1": {}, "day 1": {}}, captain="never"))
    shown_s = table.moment("show", "pack").began_s
    seen = {table.ring_at(ANA, shown_s + 0.05 * n) for n in range(1, 80)}
    for wolf in range(4):
        assert patterns.cursor(PIXELS, table.pixel(ANA, wolf), 0.0, locked=True) in seen


# Faults


def test_a_voice_that_fails_is_told_on_the_board_and_the_evening_goes_on() -> None:
    written = scenario(SIMPLE, {"night 1": {"werewolves": "Dee"}, "day 1": {}})
    calm, _ = rehearsed(written)

    def fail(table: TestTable) -> None:
        table.clock.at(30.0, lambda: table.voice.fail("The sound card is gone."))

    table = disturbed(written, fail)
    assert table.board_at(29.9).notice == ""
    assert {seen.board.notice for seen in table.view.seen if seen.time_s > 31} == {
        "No sound: the words are written here"
    }
    captions = [seen.board.caption for seen in table.view.seen]
    assert list(dict.fromkeys(captions)) == list(dict.fromkeys(seen.board.caption for seen in calm.view.seen))


def test_captions_stand_long_enough_to_be_read_without_a_voice() -> None:
    def fail(table: TestTable) -> None:
        table.voice.fail("No sound card.")

    table = disturbed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}), fail)
    assert table.lines == []
    captions = [
        (caption, next(seen).time_s)
        for caption, seen in groupby(table.view.seen, lambda seen: seen.board.caption)
    ]
    assert len(captions) > 10
    for (caption, began_s), (_, ended_s) in pairwise(captions):
        assert ended_s - began_s >= 0.045 * len(caption) - 1e-9


def test_a_closed_view_ends_the_evening() -> None:
    table = TestTable(Bots(Chance(1)))
    table.clock.at(50.0, lambda: setattr(table.view, "closed", True))
    with pytest.raises(ClosedError):
        run(table)
    assert table.clock.now() == pytest.approx(50.0, abs=0.13)


def test_a_button_that_is_stuck_at_the_start_says_nothing_until_it_is_released() -> None:
    pods: list[SimulatedButtons] = []

    def stuck(clock: VirtualClock) -> SimulatedButtons:
        pods.append(SimulatedButtons(8, 1, clock))
        pods[0].push(ANA, 0)
        return pods[0]

    table = TestTable(Bots(Chance(1)), wire=stuck)
    table.clock.at(21.0, lambda: pods[0].release(ANA, 0))
    table.clock.at(25.0, lambda: pods[0].push(ANA, 0))
    table.clock.at(25.1, lambda: pods[0].release(ANA, 0))
    table.room.wait_for_another(20.0)
    assert table.clock.now() == 20.0
    table.room.wait_for_another(20.0)
    assert table.clock.now() == pytest.approx(25.11)


# Before and after a round


def test_people_sit_down_and_are_welcomed_by_name() -> None:
    table = TestTable(Bots(Chance(1)), people_sit=True)
    table.press(FAY, 8.0)
    table.press(BOB, 12.0)
    table.room.gather(6.0)
    assert table.room.people == {BOB, FAY}
    welcomes = [told.line for told in table.trace().told[1:]]
    assert is_line("lobby.seated", welcomes[0], seat=Placed(FAY, "Fay"))
    assert is_line("lobby.seated", welcomes[1], seat=Placed(BOB, "Bob"))
    ends_s = table.clock.now()
    last = table.voice.spoken[-1]
    assert ends_s == pytest.approx(last.time_s + last.seconds + 6.0, abs=0.2)
    assert table.ring_at(FAY, ends_s) == patterns.taken(PIXELS, ends_s)
    assert table.ring_at(ANA, ends_s) == patterns.lobby_breathing(PIXELS, ends_s)


def test_one_press_asks_for_another_round() -> None:
    table = TestTable(Bots(Chance(1)))
    table.press(HAL, 5.0)
    table.room.wait_for_another(45.0)
    assert table.clock.now() == pytest.approx(5.09)
    table.room.wait_for_another(45.0)
    assert table.clock.now() == pytest.approx(50.09)


def test_the_winners_rings_dance_and_the_others_are_dark() -> None:
    table = TestTable(Bots(Chance(5)))
    over = run(table)
    ends_s = table.clock.now()
    winners = {seat.index for seat in over.winners}
    assert 0 < len(winners) < 8
    for seat in range(8):
        ring = patterns.winner(PIXELS, ends_s) if seat in winners else patterns.dead(PIXELS)
        assert table.ring_at(seat, ends_s) == ring
    board = table.board_at(ends_s)
    assert board.scene == "over"
    assert [place.marked for place in board.places] == [seat in winners for seat in range(8)]
    assert all(place.card for place in board.places)


SHORT = Times(pace="fast", cupid_s=3, seer_s=3, werewolves_s=3, witch_s=3)


@pytest.mark.parametrize(("times", "gap_s"), [(Times(), 0.3), (SHORT, 0.0)], ids=["usual", "short"])
def test_lines_follow_each_other_without_overlapping(times: Times, gap_s: float) -> None:
    """Also where a call's time is over as soon as its line is, or sooner."""
    table = TestTable(Bots(Chance(5)), times=times)
    run(table)
    for before, after in pairwise(table.voice.spoken):
        assert after.time_s >= before.time_s + before.seconds + gap_s
    for spoken in table.voice.spoken:
        assert table.board_at(spoken.time_s + spoken.seconds).caption == spoken.line
