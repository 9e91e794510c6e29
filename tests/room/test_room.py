"""The room, rule by rule: what its rings, voice and board do at which moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from hardware.simulated import SimulatedButtons, SimulatedVoice, SpokenLine
from hardware.troubles import Trouble
from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Ask, Say, Show, Sleep, Vote, Wake
from table.games.scenario import FromFile
from table.games.werewolf.bots import Bots
from table.games.werewolf.referee import Scenario
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Call, Laid, Rulebook
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal, play_round
from table.gestures import Meaning
from table.referee.referee import judge
from table.room.acts.alone import EYES_S
from table.room.acts.call_records import SAVE_S
from table.room.acts.questions import LOCK_S
from table.room.acts.reminders import AGAIN_S, CALM_S
from table.room.message_faces import SIGN_S
from table.room.room import Room
from table.room.speaking import CAPTION_S_A_LETTER, GAP_S
from table.room.stage import Stage
from table.settings.times import Times
from tests.kit.players import CARDS, Dice
from tests.kit.sampling import few
from tests.kit.sound_cards import UsedCard
from tests.kit.tables import (
    NAMES,
    NARRATION,
    PIXELS,
    WHOLE_BOX,
    SimulatedTable,
    TestTable,
    light_of,
    plant,
    rehearsed,
    scenario,
)

USUAL = "werewolf=2,seer,witch,hunter,cupid,villager=2"
SIMPLE = "werewolf werewolf seer villager villager villager villager villager"
ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL = range(8)


def sign(card: str, time_s: float) -> bytes:
    return patterns.sign(PIXELS, *CARDS[card].sign, time_s)


def asleep(time_s: float) -> bytes:
    return patterns.asleep(PIXELS, time_s)


def is_line(key: str, line: str, **facts: object) -> bool:
    """Whether it is one of the wordings of this line."""
    narration = NARRATION["en"]
    variants = range(len(narration.lines[key]))
    return any(line == narration.line(key, partial(_this, variant), **facts) for variant in variants)


def _this(variant: int, _: int) -> int:
    return variant


def told_of(table: TestTable, key: str) -> list[SpokenLine]:
    """When a line without facts was spoken, in any of its wordings."""
    return [line for line in table.voice.spoken if is_line(key, line.line)]


def first_told(table: TestTable, from_s: float) -> SpokenLine:
    """The first line begun at this moment or later."""
    return next(line for line in table.voice.spoken if line.time_s >= from_s)


def before_the_deal(mind: Answerer, people: Sequence[int] = (), **given: Any) -> TestTable:
    """A table at which `people` sit; `run` plays the round."""
    table = TestTable(mind, **given)
    table.room.people.update(people)
    table.room.begin_round()
    return table


def run(table: TestTable, deck: str = USUAL, rulebook: Rulebook = THIERCELIEUX, **options: Any) -> RoundOver:
    cards = read_deck(rulebook, deck)
    given = Options(**options)
    game = play(deal(rulebook.with_deck(cards), table.seats, cards, given), table.room)
    return play(play_round(game), table.room)


def once(action: Callable[[], object]) -> Callable[[Any], None]:
    """Calls `action` only the first time a word comes."""
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


@pytest.mark.in_step
def test_lg_1_a_ring_shows_its_owners_card_and_only_while_he_holds() -> None:
    """LG-1: each player looks only at their own card. LG-51: no ring shows a card unless its player holds."""
    table = before_the_deal(Bots(Chance(3)))
    held: list[tuple[float, Edge]] = []
    hands = table.room.presses.hands
    edges = hands.edges

    def noted(now_s: float) -> list[Edge]:
        found = list(edges(now_s))
        held.extend((now_s, edge) for edge in found)
        return found

    plant(hands, edges=noted)
    run(table)
    cards = {m.request.to[0].index: m.request.value.key for m in table.moments("show", "dealt")}
    nightfall_s = table.moment("say", "Nightfall").began_s
    began_s = table.moment("clock", "deal").began_s
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
                assert ring == sign(cards[seat], time_s)
            elif not bounce:
                assert ring == (patterns.ready(PIXELS) if len(ups) == 2 else asleep(time_s))
    for seat in range(8):
        down_s = next(edge.time_s for _, edge in held if edge.seat == seat and edge.down)
        assert table.ring_at(seat, down_s + 0.65) == sign(cards[seat], down_s + 0.65)


@pytest.mark.in_step
def test_lg_51_no_card_is_lit_after_nightfall_even_for_who_still_holds() -> None:
    """LG-51: a player who still holds when the night falls no longer sees the card."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    began: list[float] = []

    def hold_for_long() -> None:
        began.append(table.clock.now())
        table.press(ANA, began[0] + 58.0, for_s=30.0)

    table.watch.first["clock deal"] = once(hold_for_long)
    run(table, deck="werewolf=2,seer,villager=5")
    card = table.moments("show", "dealt")[ANA].request.value.key
    assert card in ("villager", "seer")
    nightfall_s = table.moment("say", "Nightfall").began_s
    timer = table.board_at(began[0] + 59.0).timer
    assert timer
    assert nightfall_s == timer.ends_s
    assert table.ring_at(ANA, began[0] + 59.0) == sign(card, began[0] + 59.0)
    after = [shown for shown in table.rings.shown if nightfall_s <= shown.time_s < nightfall_s + 20]
    assert after
    for time_s, frame in after:
        assert frame[: 3 * PIXELS] == asleep(time_s)


def test_lg_51_before_the_first_night_whoever_is_not_asked_sees_his_card_again_while_he_holds() -> None:
    """LG-22, LG-51: a Captain is elected first. Only the player's own button, and never by night."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    held: list[float] = []

    def hold() -> None:
        held.append(table.clock.now())
        table.press(ANA, held[-1] + 0.1, for_s=2.0)

    for moment in ("say Day", "wake werewolves"):
        table.watch.first[moment] = once(hold)
    run(table, captain="start")
    card = table.moments("show", "dealt")[ANA].request.value.key
    nightfall_s = table.moment("say", "Nightfall").began_s
    day_s, call_s = held
    assert day_s < nightfall_s < call_s
    seen = [
        (time_s, seat)
        for time_s, frame in table.rings.shown
        for seat in range(8)
        if time_s > day_s and frame[seat * 3 * PIXELS : (seat + 1) * 3 * PIXELS] == sign(card, time_s)
    ]
    assert {seat for _, seat in seen} == {ANA}
    assert min(seen)[0] == pytest.approx(day_s + 0.7, abs=0.02)
    assert day_s + 1.8 < max(seen)[0] < day_s + 2.15


def test_lg_51_a_hold_that_was_meant_for_the_election_shows_no_card() -> None:
    """LG-51: the question was over before the press became a hold."""
    table = before_the_deal(Silent(Bots(Chance(3)).chance, "election"), people=[ANA])
    ends: list[float] = []

    def hold_at_its_end() -> None:
        ends.append(table.clock.now() + Times().window_s("election"))
        table.press(ANA, ends[0] - 0.3, for_s=2.0)

    table.watch.first["vote election"] = once(hold_at_its_end)
    run(table, captain="start")
    card = table.moments("show", "dealt")[ANA].request.value.key
    shown = [shown for shown in table.rings.shown if ends[0] - 0.3 <= shown.time_s < ends[0] + 2.0]
    assert shown
    assert all(frame[: 3 * PIXELS] != sign(card, time_s) for time_s, frame in shown)


@pytest.mark.in_step
def test_lg_51_a_finger_left_down_shows_no_card_of_the_next_round() -> None:
    """LG-51: each card needs a hold of its own."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    table.watch.first["clock deal"] = once(lambda: table.press(ANA, table.clock.now() + 1.0, for_s=9999.0))
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

    table.watch.first["clock deal"] = once(look_and_press)
    run(table)
    assert table.moment("say", "Nightfall").began_s == pytest.approx(began[0] + 12.1, abs=0.05)


def test_the_deal_listens_from_its_first_frame() -> None:
    """A player who is told to hold and look sees the card at once, not after the sentence."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    table.watch.first["say Dealt"] = once(lambda: table.hold(ANA, table.clock.now() + 0.4))
    run(table)
    dealt_s = next(seen.time_s for seen in table.view.seen if seen.board.scene == "deal")
    told_s = first_told(table, dealt_s).time_s + 3.0
    card = table.moments("show", "dealt")[ANA].request.value.key
    seen_s = [time_s for time_s, frame in table.rings.shown if frame[: 3 * PIXELS] == sign(card, time_s)]
    assert dealt_s <= seen_s[0] < told_s
    assert seen_s[0] == pytest.approx(1.0)


def test_whoever_has_looked_is_marked_on_the_board_and_on_his_ring() -> None:
    table = before_the_deal(Bots(Chance(3)), people=range(8))

    def look(now_s: float) -> None:
        for number, seat in enumerate((CID, ANA, BOB, EVE, FAY, GUS, HAL)):
            table.hold(seat, now_s + 2.0 * number)
            table.press(seat, now_s + 2.0 * number + 1.0)
        table.press(DEE, now_s + 20.0)  # without a look

    table.watch.first["clock deal"] = once(lambda: look(10.0))
    run(table, "werewolf=2,seer,villager=5")
    assert table.ring_at(CID, 10.5) != patterns.ready(PIXELS)
    assert table.ring_at(CID, 11.5) == patterns.ready(PIXELS)
    assert table.board_at(9.0).hint == "Looked: 0 of 8."
    assert table.board_at(15.5).hint == "Looked: 3 of 8."
    assert table.board_at(25.0).hint == "Looked: 7 of 8."
    assert [place.ready for place in table.board_at(25.0).places] == [True] * 3 + [False] + [True] * 4
    night_s = table.moment("say", "Nightfall").began_s
    assert night_s > 60.0
    assert table.board_at(night_s + 1.0).hint == ""


def test_a_debate_says_how_many_more_have_to_be_ready() -> None:
    """LG-24: more than half of the living."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    run(table)
    opens = table.moment("say", "DebateOpens")
    alive = sum(place.alive for place in table.board_at(opens.began_s).places)
    hints = [
        seen.board.hint
        for seen in table.view.seen
        if seen.time_s >= opens.ended_s and seen.board.scene == "debate"
    ]
    counted = [f"{number} more and the vote begins." for number in range(alive // 2 + 1, 0, -1)]
    assert list(dict.fromkeys(hint for hint in hints if hint))[: len(counted)] == counted


def all_dead(held: bool) -> TestTable:
    """The only person dies in the first night, and bots play on. `held`: she holds her button in the second,
    while the Seer is called."""
    written = scenario(
        SIMPLE,
        {
            "night 1": {"werewolves": "Hal"},
            "day 1": {},
            "night 2": {"werewolves": "Gus"},
            "day 2": {},
            "night 3": {"werewolves": "Fay"},
            "day 3": {},
        },
        captain="never",
    )
    made: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        table = TestTable(answers, written.names, seed=written.seed)
        made.append(table)
        table.room.people.add(HAL)
        calls = iter(range(9))
        table.watch.first["wake seer"] = lambda _: (
            table.hold(HAL, table.clock.now() + 2.0) if next(calls) == 1 and held else None
        )
        return table.room

    judge(written, through)
    return made[0]


def test_where_only_bots_live_debates_are_short_and_a_hold_hurries_the_rest() -> None:
    """The hold of a dead player does not shorten a call of the night in which it was made."""
    calm, hurried = all_dead(held=False), all_dead(held=True)
    wish = "All people are dead. Hold: the rest in a hurry."
    for table in (calm, hurried):
        for number in range(3):
            opens_s = table.moment("say", "DebateOpens", number).ended_s
            assert table.moment("say", "VoteOpens", number).began_s - opens_s <= 10.5
        assert wish in {seen.board.hint for seen in table.view.seen}
        dies_s = table.moment("say", "Death").began_s
        assert not any(seen.board.hint == wish for seen in table.view.seen if seen.time_s < dies_s)

    def night_s(table: TestTable, number: int) -> float:
        falls = table.moment("say", "Nightfall", number)
        return table.moment("say", "Dawn", number).began_s - falls.ended_s

    assert night_s(hurried, 1) == pytest.approx(night_s(calm, 1))
    assert night_s(hurried, 2) < 0.7 * night_s(calm, 2)
    dawn_s = hurried.moment("say", "Dawn", 1).began_s
    assert not any(seen.board.hint == wish for seen in hurried.view.seen if seen.time_s > dawn_s + 60.0)


def slow(room: Room) -> None:
    """On a machine that reads its buttons, and draws, once a second."""
    waits = room.time.wait
    plant(room.time, wait=lambda until_s: waits(max(until_s, room.time.now() + 1.0)))


def test_a_look_counts_where_it_is_heard_however_slow_the_beat() -> None:
    """A bot's finger is down for 80 ms after its hold: on a small Pi no frame falls into that."""
    table = before_the_deal(Bots(Chance(3)), planted=slow)
    run(table)
    deal_s = table.moment("say", "Nightfall").began_s - table.moment("clock", "deal").began_s
    assert deal_s < 10.0


def test_a_finger_goes_by_the_clock_on_the_wall() -> None:
    """At ten times the speed a tap of 80 ms is no hold, and 0.6 s are needed to see the card."""
    for held_s, sees in ((0.08, False), (0.5, False), (0.7, True)):
        table = before_the_deal(Bots(Chance(3)), people=[ANA], speed=10.0)
        began: list[float] = []

        def hold(began: list[float] = began, table: TestTable = table, held_s: float = held_s) -> None:
            began.append(table.clock.now())
            table.press(ANA, began[0] + 1.0, for_s=10.0 * held_s)

        table.watch.first["clock deal"] = once(hold)
        run(table)
        shown = [frame for time_s, frame in table.rings.shown if began[0] < time_s < began[0] + 20.0]
        card = table.moments("show", "dealt")[ANA].request.value.key
        seen = any(frame[: 3 * PIXELS] == sign(card, began[0] + 7.9) for frame in shown)
        assert seen == sees, held_s


# Calls


NIGHT = ("thief", "cupid", "seer", "witch")
DEALT = "thief werewolf werewolf cupid seer witch villager villager"
IN_THE_CENTRE = "thief werewolf werewolf villager seer villager villager villager"


def night_told(table: TestTable, number: int = 1) -> list[SpokenLine]:
    """The lines of a night, with their times since it fell."""
    falls = table.moment("say", "Nightfall", number - 1).began_s
    dawns = table.moments("say", "Dawn")
    ends = dawns[number - 1].began_s if len(dawns) >= number else float("inf")
    spoken = [line for line in table.voice.spoken if falls <= line.time_s < ends]
    return [line._replace(time_s=line.time_s - falls) for line in spoken]


CALLS = {call.key: call for call in BEST_OF.calls}


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
    """With speech, at 0.06 s a letter, over many draws of the wordings."""
    turns = {"night 1": {"cupid": ["Ana", "Bob"]} if centre else {}, "day 1": {}}
    lengths_s = []
    for seed in range(few(12, 4)):
        table, _ = rehearsed(scenario(cards, turns, centre), seed=seed, language=language)
        lengths_s.append(table.moment("say", "Dawn").began_s - table.moment("say", "Nightfall").began_s)
    assert 0.5 * most_s < max(lengths_s) <= most_s
    assert len({round(length_s, 3) for length_s in lengths_s}) > 1


@pytest.mark.in_step
def test_lg_36_nothing_tells_where_the_seers_card_is_shown() -> None:
    """LG-36: her own ring shows the sign; no other ring and nothing public differs."""
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


@pytest.mark.in_step
@pytest.mark.parametrize("pace", ["normal", "fast"])
def test_lg_5_lg_2_the_thief_sees_both_centre_cards_in_turn(pace: Any) -> None:
    """LG-2, LG-5: left, then right, then a rest that tells which was first; also at high speed, since a sign
    takes as long to recognise."""
    written = scenario(IN_THE_CENTRE, {"night 1": {"thief": "right"}, "day 1": {}}, "cupid witch")
    table, played = rehearsed(written, times=Times(pace=pace))
    shown_s = table.moment("show", "centre").began_s
    for number, wanted in enumerate([("cupid", "left"), ("witch", "right"), (None, "rest")]):
        time_s = shown_s + (number + 0.5) * SIGN_S
        ring = sign(wanted[0], time_s) if wanted[0] else asleep(time_s)
        assert table.ring_at(ANA, time_s) == ring, wanted[1]
    question_s = shown_s + 4.0 + 0.2
    assert table.ring_at(ANA, question_s) == patterns.words(PIXELS, 0, 3, question_s, locked=False)
    assert played["cards"]["Ana"] == "witch"


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
    """LG-37: the village opens its eyes, and for two seconds nobody knows; nor does the board say."""
    table, _ = rehearsed(scenario(SIMPLE, {"night 1": {"werewolves": "Dee"}, "day 1": {}}))
    (dawn,) = told_of(table, "dawn.break")
    spoken = next(line for line in table.voice.spoken if line.time_s == dawn.time_s)
    death = table.moment("say", "Death")
    named = first_told(table, death.began_s)
    assert "Dee" in named.line
    assert named.time_s >= spoken.time_s + spoken.seconds + 2.0
    assert all(place.alive and not place.marked for place in table.board_at(death.began_s - 0.01).places)
    assert not table.board_at(named.time_s + 0.01).places[DEE].alive


def debating(
    act: Callable[[TestTable, float], object] = lambda *_: None,
    people: Sequence[int] = range(8),
    **given: Any,
) -> TestTable:
    """A day on which nobody answers anything. `act`: what is done as the debate begins, and when that is."""
    table = TestTable(Silent(Chance(1), "werewolves", "vote", "seer"), **given)
    table.room.people.update(people)
    table.watch.first["clock debate"] = once(lambda: act(table, table.clock.now()))
    run_days(table, 1)
    return table


def test_lg_37_a_debate_that_dies_down_is_nudged() -> None:
    """LG-37: once past the middle and once near the end, if nobody asks for the vote."""
    table = debating()
    debate = table.moment("clock", "debate")
    assert debate.ended_s - debate.began_s == Times().debate_s
    (nudge,), (last,) = told_of(table, "debate.nudge"), told_of(table, "debate.last")
    assert nudge.time_s == pytest.approx(debate.began_s + 0.55 * Times().debate_s)
    assert last.time_s == pytest.approx(debate.began_s + 0.88 * Times().debate_s)
    ready = table.room.narration.word("prompt.ready")
    for line in (nudge, last):  # whoever has not heard it reads it, and then again what a button does
        assert table.board_at(line.time_s).caption == line.line
        assert table.board_at(line.time_s + 10.0).caption == ready


def test_lg_37_a_debate_that_stirs_by_itself_is_not_nudged() -> None:
    """LG-37: what people do with their buttons is not talked over; what comes too late does not come."""
    asked_s = (90.0, 101.0, 112.0)

    def some_ask(table: TestTable, now_s: float) -> None:
        for seat, at_s in enumerate(asked_s):
            table.hold(seat, now_s + at_s)

    table = debating(some_ask)
    began_s = table.moment("clock", "debate").began_s
    (nudge,) = told_of(table, "debate.nudge")
    assert nudge.time_s == pytest.approx(began_s + asked_s[-1] + 0.6 + CALM_S)
    assert told_of(table, "debate.last")[0].time_s == pytest.approx(began_s + 0.88 * Times().debate_s)


@pytest.mark.parametrize(("length_s", "nudges"), [(180, 1), (300, 2), (420, 3)])
def test_lg_37_a_long_debate_is_nudged_again(length_s: int, nudges: int) -> None:
    told_s = [line.time_s for line in told_of(debating(times=Times(debate_s=length_s)), "debate.nudge")]
    assert len(told_s) == nudges
    assert [later - one for one, later in pairwise(told_s)] == [pytest.approx(AGAIN_S)] * (nudges - 1)


def test_lg_37_no_nudge_when_the_vote_is_called_at_once() -> None:
    table, _ = rehearsed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}))
    assert len(table.moments("say", "Ready")) == 5
    assert told_of(table, "debate.nudge") == told_of(table, "debate.last") == []


def run_days(table: TestTable, days: int, cards: str = SIMPLE, **options: Any) -> None:
    """Plays so many days of a round without a captain, each player with the written card."""
    written = scenario(cards, {}, **({"captain": "never"} | options))
    if "actor" in cards.split():
        # What lies open is public: another lot would be told in other words.
        written.laid = Laid(tuple(CARDS[key] for key in ("village_idiot", "scapegoat", "stuttering_judge")))
    nights: list[object] = []

    class EnoughError(Exception):
        pass

    def stop(_: Any) -> None:
        nights.append(_)
        if len(nights) > days:
            raise EnoughError

    table.watch.first["say Nightfall"] = stop
    with pytest.raises(EnoughError):
        play(play_round(written.game()), table.room)


@pytest.mark.parametrize(("holding", "ends_early"), [(4, False), (5, True), (8, True)])
def test_lg_24_more_than_half_at_the_same_moment_end_the_debate(holding: int, ends_early: bool) -> None:
    """LG-24: presses that come together all count, in the order of the seats."""

    def all_hold(table: TestTable, now_s: float) -> None:
        for seat in reversed(range(holding)):
            table.hold(seat, now_s + 20.0)

    table = debating(all_hold)
    began_s = table.moment("clock", "debate").began_s
    ready = table.moments("say", "Ready")
    assert [moment.request.event.seat.index for moment in ready] == list(range(min(holding, 5)))
    assert {moment.began_s for moment in ready} == {began_s + 20.0 + 0.6}
    opened_s = table.moment("say", "VoteOpens").began_s
    assert opened_s == pytest.approx(began_s + (20.6 if ends_early else Times().debate_s))


@pytest.mark.parametrize(("people", "follow"), [([ANA], True), ([ANA, 1], False)])
def test_lg_24_bots_have_talked_enough_once_all_people_have(people: list[int], follow: bool) -> None:
    """LG-24: a person alone among bots does not have to wait; two people wait for each other."""
    table = debating(lambda table, now_s: table.hold(ANA, now_s + 10.0), people)
    debate_s = table.moment("say", "VoteOpens").began_s - table.moment("clock", "debate").began_s
    assert (debate_s < 20.0) == follow


def test_lg_24_no_press_is_lost_while_the_board_is_drawn() -> None:
    """LG-24: the screen is slow, and people press a millisecond apart."""

    def all_hold(table: TestTable, now_s: float) -> None:
        show = table.view.show

        def slow(board: Any, shown_s: float) -> None:
            show(board, shown_s)
            while table.clock.now() < shown_s + 0.004:
                table.clock.wait(shown_s + 0.004)

        plant(table.view, show=slow)
        for seat in range(5):
            table.hold(seat, now_s + 20.0 + 0.001 * seat)

    ready = debating(all_hold).moments("say", "Ready")
    assert [moment.request.event.seat.index for moment in ready] == [0, 1, 2, 3, 4]


def test_lg_24_a_press_during_a_nudge_counts_from_its_own_moment_and_the_clock_goes_on() -> None:
    """LG-24: the debate ends when it was said to, however long the voice took."""
    nudge_s = 0.55 * Times().debate_s + 0.5
    table = debating(lambda table, now_s: table.hold(GUS, now_s + nudge_s))
    (press,) = [m.answer for m in table.moments("clock", "debate") if m.answer]
    assert press.seat.index == GUS
    assert press.at_s == pytest.approx(nudge_s + 0.6)
    boards = [seen.board for seen in table.view.seen if seen.board.scene == "debate"]
    ends_s = table.moment("clock", "debate").began_s + Times().debate_s
    assert {board.timer.ends_s for board in boards if board.timer} == {ends_s}
    assert table.moment("say", "VoteOpens").began_s == pytest.approx(ends_s)


def test_lg_24_only_a_hold_calls_for_the_vote() -> None:
    """LG-24: elbows lie on the table while people talk."""

    def elbows(table: TestTable, now_s: float) -> None:
        for seat in range(8):
            table.press(seat, now_s + 5.0 + seat, for_s=0.4)

    assert debating(elbows).moments("say", "Ready") == []


def test_lg_16_after_the_first_death_alone_it_is_said_what_the_dead_may_do() -> None:
    """Once all deaths have been told, as day or night begins, for one death or several; not when a player
    goes home, and not again in a resumed round."""
    wordings = NARRATION["en"].lines["dead.watch"]

    def bidden(table: TestTable) -> list[float]:
        return [line.time_s for line in table.voice.spoken if line.line in wordings]

    day = {"vote": {"Ana": "Eve", "Bob": "Eve"}}
    for eaten, (word, number) in (({"werewolves": "Dee"}, ("Day", 0)), ({}, ("Nightfall", 1))):
        turns: dict[str, dict[str, Any]] = {"night 1": eaten, "day 1": day, "night 2": {}, "day 2": {}}
        table, _ = rehearsed(scenario(SIMPLE, turns, captain="never"))
        begins = table.moment("say", word, number)
        assert [begins.began_s <= time_s < begins.ended_s for time_s in bidden(table)] == [True]

    told = [moment.request for moment in table.watch.moments if moment.key in ("Death", "Day", "Nightfall")]
    again = TestTable(Bots(Chance(1)))
    again.room.begin_round()
    for request in told[:-1]:
        again.room.recall(request, None)
    again.room.say(told[-1])
    assert told[-1].event.number == 2
    assert bidden(again) == []

    cut = TestTable(Bots(Chance(1)))
    cut.room.begin_round()
    cut.room.recall(next(request for request in told if type(request.event).__name__ == "Death"), None)
    cut.room.say(told[-1])
    assert len(bidden(cut)) == 1

    home = TestTable(Bots(Chance(1)))
    home.room.begin_round()
    [death] = [request.event for request in told if type(request.event).__name__ == "Death"]
    home.room.say(Say(msgspec.structs.replace(death, cause="left")))
    home.room.say(told[-1])
    assert bidden(home) == []


@pytest.mark.in_step
def test_lg_38_a_dead_players_presses_change_nothing() -> None:
    """LG-38: not a line, not the board, not one frame of any ring; the dead player's own stays dark."""
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


def test_lg_23_the_office_shows_on_board_and_ring_by_day_and_on_the_board_by_night() -> None:
    """LG-23: board and ring show the office all the game long (by night only the board)."""
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


class ElectsAndEatsCid(EatsCid):
    """Everybody elects Cid, too."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        if request.key != "election":
            return super().vote(request)
        return {voter: seat for voter, menu in request.choices.items() for seat in menu if seat.index == CID}


def test_lg_45_a_public_answer_that_is_missing_is_drawn_and_said_to_be() -> None:
    """LG-45: it is announced as a lot, when the time is up."""
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


LEFT_AND_EATEN = [("hunter", "shot.aim", "lot.hunter"), ("captain", "captain.falls", "lot.successor")]


@pytest.mark.parametrize(("office", "question", "lot"), LEFT_AND_EATEN, ids=["hunter", "captain"])
def test_lg_46_who_has_left_is_not_spoken_to(office: str, question: str, lot: str) -> None:
    """LG-46: nobody asks a Hunter or a Captain who went home and was devoured: the lot comes at once."""
    hunter = "hunter" if office == "hunter" else "villager"
    deck = f"werewolf werewolf {hunter} villager villager villager villager villager"
    table = TestTable(ElectsAndEatsCid(Chance(1)))
    table.watch.first["wake werewolves"] = once(lambda: table.room.people.leave(CID))
    run_days(table, 1, deck, captain="start" if office == "captain" else "never")
    cid = table.moments("say", "Death")[0].request.event.seat
    assert cid.index == CID
    key = table.room.telling.tell(table.moment("say", "Lot").request.event)[0][0]
    assert key == lot
    assert not [line for line in table.voice.spoken if is_line(question, line.line, seat=cid)]
    asked = table.moment("say", {"hunter": "HunterAims", "captain": "CaptainFalls"}[office])
    assert asked.began_s == asked.ended_s


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
    """A first day on which Ana is a person and presses as `gestures` say once the vote opens.

    Everybody else votes for Eve, or as `written`. Returns whom Ana voted for, if anybody.
    """
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
        table.watch.first["vote vote"] = lambda _: gestures(table, table.clock.now())
        before(table)
        return table.room

    judge(written, through)
    votes = made[0].moment("vote", "vote").answer
    return made[0], next((target.name for voter, target in votes.items() if voter.index == ANA), None)


@pytest.mark.in_step
def test_a_person_turns_and_locks() -> None:
    """One press a light: first nobody, then oneself, then clockwise."""

    def gestures(table: TestTable, now_s: float) -> None:
        for number in range(3):
            table.press(ANA, now_s + 1.0 + number)
        table.hold(ANA, now_s + 4.0)

    table, named = person_votes(gestures)
    began_s = table.moment("vote", "vote").began_s
    assert named == "Cid"
    for after_s, faces in (
        (0.5, patterns.pointing(PIXELS, None, (), began_s + 0.5)),
        (1.5, patterns.pointing(PIXELS, 0, (), began_s + 1.5)),
        (2.5, patterns.pointing(PIXELS, table.pixel(ANA, BOB), (), began_s + 2.5)),
        (3.5, patterns.pointing(PIXELS, table.pixel(ANA, CID), (), began_s + 3.5)),
        (4.9, patterns.pointed(PIXELS, (table.pixel(ANA, CID),), began_s + 4.9)),
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


def test_a_lamp_is_lit_while_the_village_waits_for_its_seat_and_never_at_night() -> None:
    def gestures(table: TestTable, now_s: float) -> None:
        for moment_s in (6.0, 6.9, 12.0):
            table.hold(ANA, now_s + moment_s)

    table, _ = person_votes(gestures)
    began_s, changes = table.moment("vote", "vote").began_s, [(0.0, False)]
    for moment_s, lit in table.lamps.shown:
        if (ANA in lit) != changes[-1][1]:
            changes.append((moment_s - began_s, ANA in lit))
    assert [lit for _, lit in changes] == [False, True, False, True, False]
    assert 0.0 <= changes[1][0] < 1.0
    assert [moment_s for moment_s, _ in changes[2:]] == pytest.approx([6.6, 7.5, 12.6], abs=0.05)
    # The bots lock theirs, and each lamp goes out with its choice.
    assert {len(lit) for _, lit in table.lamps.shown} >= {0, 1, 2, 7}
    assert table.lamps.shown[-1][1] == frozenset()


def test_a_lock_counts_once_it_has_stood() -> None:
    """Unlocking too late does not take a vote back."""

    def gestures(table: TestTable, now_s: float) -> None:
        table.press(ANA, now_s + 9.0)
        table.hold(ANA, now_s + 10.0)
        table.hold(ANA, now_s + 11.1)

    table, named = person_votes(gestures)
    assert named == "Ana"
    vote = table.moment("vote", "vote")
    assert vote.ended_s == pytest.approx(vote.began_s + 10.0 + 0.6 + LOCK_S)


@pytest.mark.in_step
def test_a_press_begun_before_the_question_is_no_answer() -> None:
    """Neither its release nor its hold does anything; what begins later does."""
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
        table.watch.first["say VoteOpens"] = lambda _: table.press(ANA, table.clock.now() + 0.5, for_s=5.0)

    assert person_votes(press_and_press_again)[1] == "Ana"
    assert person_votes(press_and_press_again, finger_lies_there)[1] == "Ana"


@pytest.mark.in_step
def test_the_voters_turn_through_the_same_people_and_a_vote_for_ones_beloved_is_none() -> None:
    """LG-43: a Lover may not choose the other Lover, and no ring shows that."""
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
        assert table.ring_at(ANA, time_s) == patterns.pointing(PIXELS, table.pixel(ANA, CID), (), time_s)
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

    table.watch.first["vote werewolves"] = point_at_eve
    run_days(table, 1)
    assert {m.name: v.name for m, v in table.moment("vote", "werewolves").answer.items()} == {
        "Ana": "Eve",
        "Bob": "Eve",
    }


def test_a_pack_may_change_its_mind_until_its_time_is_up() -> None:
    """Even when all have locked: they have to agree (LG-11)."""
    table = TestTable(Silent(Chance(1), "vote"), people_sit=True)
    table.room.people.update({ANA, BOB})

    def come_to_agree(_: Any) -> None:
        now_s = table.clock.now()
        # Ana turns to Cid, Bob to Dee; then Ana unlocks hers and follows Bob.
        for seat, presses in ((ANA, 1), (BOB, 2)):
            for number in range(presses):
                table.press(seat, now_s + 5.0 + number)
            table.hold(seat, now_s + 8.0)
        table.hold(ANA, now_s + 12.0)
        table.press(ANA, now_s + 13.0)
        table.hold(ANA, now_s + 14.0)

    table.watch.first["vote werewolves"] = come_to_agree
    run_days(table, 1)
    meal = table.moment("vote", "werewolves")
    assert {wolf.name: seat.name for wolf, seat in meal.answer.items()} == {"Ana": "Dee", "Bob": "Dee"}


def test_bots_of_a_pack_choose_alone_when_the_person_in_it_sleeps() -> None:
    table = TestTable(Bots(Chance(1)), people_sit=True)
    table.room.people.add(ANA)
    run_days(table, 1)
    assert [wolf.name for wolf in table.moment("vote", "werewolves").answer] == ["Bob"]


@pytest.mark.in_step
@pytest.mark.parametrize("pace", ["slow", "normal", "fast"])
def test_every_wolf_sees_the_whole_pack_before_it_is_asked(pace: Any) -> None:
    """A needle a second, or faster in a hurry: the message of a large pack lasts longer."""
    cards = "werewolf werewolf werewolf werewolf seer" + " villager" * 7
    written = scenario(cards, {"night 1": {}, "day 1": {}}, captain="never")
    table, _ = rehearsed(written, times=Times(pace=pace))
    shown_s = table.moment("show", "pack").began_s
    read_s = 4.0 * Times(pace=pace).factor
    seen = {table.ring_at(ANA, shown_s + 0.01 * n) for n in range(1, round(100 * read_s))}
    for wolf in range(4):
        assert patterns.cursor(PIXELS, table.pixel(ANA, wolf), 0.0, locked=True) in seen


# The calls of the other rulebooks, from presses to rings


class Mute(Bots):
    """Nobody answers anything: every choice was pressed."""

    def ask(self, request: Ask) -> Sequence[Any]:  # noqa: ARG002 - whatever it is
        return ()

    def vote(self, request: Vote) -> dict[Any, Any]:  # noqa: ARG002 - whatever it is
        return {}


def by_hand(**given: Any) -> TestTable:
    """A table where only fingers on buttons answer."""
    return TestTable(Mute(Chance(1)), **given)


def turns(table: TestTable, word: str, seat: int, *lights: int, after_s: float = 3.0) -> None:
    """When the game first says `word` this seat turns so many lights on and locks, once for each number."""

    def press() -> None:
        time_s = table.clock.now() + after_s
        for number in lights:
            for _ in range(number):
                table.press(seat, time_s)
                time_s += 0.3
            table.hold(seat, time_s)
            time_s += 1.0

    table.watch.first[word] = once(press)


def words(index: int, count: int, time_s: float, locked: bool = True) -> bytes:
    return patterns.words(PIXELS, index, count, time_s, locked)


def frame_is(table: TestTable, time_s: float, rings: dict[int, bytes]) -> None:
    """These rings show this, and all others sleep."""
    seats = range(len(table.seats))
    assert table.frame_at(time_s) == patterns.frame(rings.get(seat, asleep(time_s)) for seat in seats)


BITTEN = "accursed_wolf_father werewolf seer villager villager villager villager villager"


@pytest.mark.parametrize(
    ("turned", "bitten"), [((1,), True), ((0,), False), ((), False)], ids=["yes", "no", "silent"]
)
def test_bo_5_the_wolf_father_bites_with_a_turn_and_a_lock(turned: tuple[int, ...], bitten: bool) -> None:
    """BO-5: no is left and yes right, and the cursor begins at no. LG-48: only the infected player learns
    it."""
    table = by_hand()
    # Of whom the pack may choose nobody comes first, then Cid, Dee.
    turns(table, "vote werewolves", ANA, 2, after_s=4.5)
    turns(table, "ask accursed_wolf_father", ANA, *turned, after_s=1.0)
    run_days(table, 1, BITTEN, rulebook="best-of")
    asked = table.moment("ask", "accursed_wolf_father")
    assert list(asked.answer) == ([bool(turned[0])] if turned else [])
    time_s = asked.began_s + 0.9
    frame_is(table, time_s, {ANA: words(0, 2, time_s, locked=False)})
    if turned:
        time_s = asked.ended_s - 0.2
        frame_is(table, time_s, {ANA: words(turned[0], 2, time_s)})
    time_s = table.moment("sleep", "infected").began_s + 3.0
    frame_is(table, time_s, {DEE: words(1, 2, time_s)} if bitten else {})
    deaths = [m.request.event.seat.name for m in table.moments("say", "Death")]
    assert deaths == ([] if bitten else ["Dee"])


HUNGRY = "werewolf werewolf werewolf seer villager villager villager villager villager villager"


@pytest.mark.in_step
def test_lg_54_any_touch_shows_a_wolf_to_his_pack_and_who_sleeps_stays_unknown() -> None:
    """LG-54: one presses, one holds, one sleeps: the sleeper is not shown or asked, and is chosen (LG-14)."""
    table = by_hand(seats=NAMES[:10])

    def touch(_: Any) -> None:
        table.press(ANA, table.clock.now() + 1.0)
        table.hold(BOB, table.clock.now() + 2.0)
        table.press(HAL, table.clock.now() + 1.5)  # not one of the pack: swallowed

    table.watch.first["vote werewolves.awake"] = touch
    turns(table, "vote werewolves", BOB, 2)  # nobody, himself, Cid
    run_days(table, 1, HUNGRY, rulebook="family")
    awake = table.moment("vote", "werewolves.awake")
    assert {seat.index for seat in awake.answer} == {ANA, BOB}
    assert awake.ended_s - awake.began_s == pytest.approx(0.3 * (CALLS["werewolves"].seconds - SAVE_S))
    time_s = awake.began_s + 0.6
    frame_is(table, time_s, {seat: words(0, 1, time_s, locked=False) for seat in (ANA, BOB, CID)})
    time_s = awake.ended_s - 0.2
    frame_is(table, time_s, {seat: words(0, 1, time_s, locked=seat != CID) for seat in (ANA, BOB, CID)})
    assert [seat.index for seat in table.moment("show", "pack").request.to] == [ANA, BOB]
    meal = table.moment("vote", "werewolves")
    time_s = meal.ended_s - 0.2
    rings = {
        ANA: patterns.nobody(PIXELS, time_s, locked=False),
        BOB: patterns.cursor(PIXELS, table.pixel(BOB, CID), time_s, locked=True),
    }
    frame_is(table, time_s, rings)
    assert [m.request.event.seat.name for m in table.moments("say", "Death")] == ["Cid"]


def test_a_phone_says_through_all_of_its_own_call_that_it_is_called_and_what_to_touch() -> None:
    table, word = by_hand(seats=NAMES[:10]), NARRATION["en"].word
    table.room.people.update((ANA, HAL))
    table.room.places.screens = lambda: range(10)
    table.watch.first["vote werewolves.awake"] = lambda _: table.press(ANA, table.clock.now() + 1.0)
    run_days(table, 1, HUNGRY, rulebook="family")
    began_s = table.moment("wake", "werewolves").began_s
    ended_s = table.moment("sleep", "werewolves").began_s
    told = [words for time_s, words in table.slips.shown if began_s < time_s < ended_s]
    assert all(words.get(ANA) and HAL not in words for words in told)
    read = [words[ANA].splitlines()[-1] for words in told]
    said = ("slip.called.any", "slip.screen.only.awake", "slip.heard", "slip.screen.choose.werewolves")
    assert [line for line in dict.fromkeys(read) if line in map(word, said)] == [*map(word, said)]


def test_lg_53_whether_anybody_touches_his_button_cannot_be_heard() -> None:
    """LG-53: the night in which the pack starves sounds like any other; the morning does not."""
    tables = [by_hand(seats=NAMES[:10]) for _ in range(2)]
    turns(tables[0], "vote werewolves.awake", BOB, 0)
    run_days(tables[0], 1, HUNGRY, rulebook="family")
    play(play_round(scenario(HUNGRY, {}, rulebook="family", captain="never").game()), tables[1].room)
    assert night_told(tables[0]) == night_told(tables[1])
    assert tables[0].moments("say", "Death") == []
    starved = [m.request.event.seat for m in tables[1].moments("say", "Death")]
    assert [(seat.index, seat.cause) for seat in starved] == [(wolf, "starved") for wolf in (ANA, BOB, CID)]


@pytest.mark.in_step
def test_lg_22_who_stands_is_shown_when_all_have_said_and_only_they_can_be_elected() -> None:
    """LG-22: a press or a hold is a yes; the board tells nothing before the time is up."""
    table = by_hand()

    def stand(_: Any) -> None:
        table.press(DEE, table.clock.now() + 1.0)
        table.hold(HAL, table.clock.now() + 2.0)

    table.watch.first["vote candidates"] = stand
    turns(table, "vote election", ANA, 2)
    run_days(table, 1, BITTEN, rulebook="best-of", captain="day 1")
    asked = table.moment("vote", "candidates")
    assert [seat.name for seat in asked.answer] == ["Dee", "Hal"]
    assert asked.ended_s - asked.began_s == Times().candidates_s
    time_s = asked.ended_s - 0.2
    assert table.frame_at(time_s) == patterns.frame(
        words(0, 1, time_s, locked=seat in (DEE, HAL)) for seat in range(8)
    )
    boards = [seen.board for seen in table.view.seen if asked.began_s <= seen.time_s < asked.ended_s]
    assert boards
    for board in boards:
        assert board.scene == "election"
        assert not any(place.marked for place in board.places)
        assert is_line("candidates.open", board.caption)
        assert board.timer
    named = table.moment("say", "Candidates")
    marked = [place.marked for place in table.board_at(named.ended_s - 0.01).places]
    assert marked == [seat in (DEE, HAL) for seat in range(8)]
    # Nobody, Dee, Hal: two lights on.
    assert {voter.name: seat.name for voter, seat in table.moment("vote", "election").answer.items()} == {
        "Ana": "Hal"
    }
    assert table.moment("say", "Captain").request.event.seat.name == "Hal"


@pytest.mark.parametrize(("lights", "found"), [(2, True), (5, False)])
def test_bo_14_the_fox_is_told_yes_or_no_until_his_call_is_over(lights: int, found: bool) -> None:
    """BO-14: yes at the right, no at the left; no other ring shows anything."""
    cards = "fox villager werewolf villager villager villager villager werewolf"
    table = by_hand()
    turns(table, "ask fox", ANA, lights)  # nobody, Ana, Bob, Cid, Dee, Eve
    run_days(table, 1, cards, rulebook="best-of")
    shown = table.moment("show", "fox")
    assert shown.request.value is found
    for time_s in (shown.ended_s + 0.1, table.moment("wake", "fox").ended_s + CALLS["fox"].seconds - 0.1):
        frame_is(table, time_s, {ANA: words(int(found), 2, time_s)})


def test_bo_29_the_piper_locks_two_and_in_the_look_the_charmed_see_each_other() -> None:
    """BO-29, LG-48: everybody looks, the charmed see who they are, a needle a second; the others a decoy."""
    cards = "piper werewolf werewolf villager villager villager villager villager"
    table = by_hand()
    turns(table, "ask piper", ANA, 1, 2)  # from Bob on: Cid; then from Dee on: Fay
    run_days(table, 1, cards, rulebook="best-of")
    asked = table.moment("ask", "piper")
    assert [seat.index for seat in asked.answer] == [CID, FAY]
    time_s = asked.ended_s - 0.2
    pair = [table.pixel(ANA, CID), table.pixel(ANA, FAY)]
    frame_is(table, time_s, {ANA: patterns.several_seats(PIXELS, pair, time_s)})
    opened_s = table.moment("wake", "charmed").ended_s
    for time_s in (opened_s + 0.1, opened_s + 2.0, opened_s + 5.9):
        rings = {
            seat: patterns.several_seats(PIXELS, [table.pixel(seat, other) for other in (CID, FAY)], time_s)
            for seat in (CID, FAY)
        }
        frame_is(table, time_s, rings)
        assert table.board_at(time_s).scene == "look"


@pytest.mark.in_step
def test_bo_29_however_many_are_charmed_each_of_them_sees_all_in_one_look() -> None:
    """BO-29: twelve take half a second each, in the same six seconds."""
    seats = 14
    table = by_hand(seats=NAMES[:seats])
    written = scenario("piper werewolf" + " villager" * (seats - 2), {}, rulebook="best-of")
    game = written.game()
    charmed = game.seats[1:13]
    call = CALLS["charmed"]
    table.room.wake(Wake(call, game.alive))
    opened_s = table.clock.now()
    table.room.show(Show(charmed, "charmed", value=charmed))
    table.room.sleep(Sleep(call))
    rings = {table.ring_at(BOB, opened_s + 0.05 * n) for n in range(round(call.seconds / 0.05))}
    for seat in charmed:
        pointed = patterns.cursor(PIXELS, table.pixel(BOB, seat.index), 0.0, locked=True)
        assert pointed in rings, seat.name


def test_ex_4_the_baker_sees_two_and_not_which_is_which() -> None:
    """EX-4: one of the pack and one of the others, in the order of the seats, a second each."""
    cards = "villager werewolf werewolf villager baker villager villager villager"
    table = by_hand()
    run_days(table, 1, cards)
    pair = [seat.index for seat in table.moment("show", "baker").request.value]
    assert pair == sorted(pair)
    assert len({BOB, CID} & set(pair)) == 1
    assert EVE not in pair
    opened_s = table.moment("wake", "baker").ended_s
    seen = set()
    for quarter in range(8):
        time_s = opened_s + 0.1 + quarter / 4
        pointed = patterns.several_seats(PIXELS, [table.pixel(EVE, seat) for seat in pair], time_s)
        frame_is(table, time_s, {EVE: pointed})
        seen.add(pointed)
    assert len(seen) == 2


@pytest.mark.in_step
def test_lg_6_a_thief_who_must_take_a_wolf_finds_left_at_the_left_and_right_at_the_right() -> None:
    cards = "thief werewolf werewolf villager villager villager villager villager"
    table = by_hand()
    turns(table, "ask thief", ANA, 1, after_s=4.5)
    run_days(table, 1, cards, centre="werewolf accursed_wolf_father", rulebook="best-of")
    asked = table.moment("ask", "thief")
    assert list(asked.answer) == ["right"]
    time_s = asked.began_s + 4.3
    assert table.ring_at(ANA, time_s) == words(0, 2, time_s, locked=False)
    time_s = asked.ended_s - 0.2
    assert table.ring_at(ANA, time_s) == words(1, 2, time_s)
    assert asked.request.seat.card.key == "accursed_wolf_father"


LOOKS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "lovers": ("cupid", {"cupid": ["Cid", "Fay"]}, {"cupid": ["Ana", "Bob"]}),
    "infected": ("accursed_wolf_father", {"werewolves": "Fay", "accursed_wolf_father": True}, {}),
    "charmed": ("piper", {"piper": ["Cid", "Fay"]}, {"piper": ["Gus", "Hal"]}),
}


@pytest.mark.parametrize("key", LOOKS)
def test_lg_48_every_look_sheds_the_same_light_on_all_and_is_as_long(key: str) -> None:
    """LG-48: whoever it concerns, if anybody; a player without a message sees a decoy."""
    card, concerned, otherwise = LOOKS[key]
    tables = []
    for answers in (concerned, otherwise):
        cards = f"{card} werewolf villager villager villager villager villager villager"
        written = scenario(cards, {"night 1": answers}, rulebook="best-of", captain="never")
        tables.append(rehearsed(written)[0])
    for table in tables:
        opened_s, closed_s = table.moment("wake", key).ended_s, table.moment("sleep", key).ended_s
        assert table.board_at(opened_s).scene == "look"
        shown = [frame for time_s, frame in table.rings.shown if opened_s <= time_s < closed_s]
        assert {light_of(frame, 8) for frame in shown} == {((4, 4 * sum(patterns.NIGHT)),) * 8}
    time_s = tables[0].moment("wake", key).ended_s + 2.0
    assert tables[0].frame_at(time_s) != tables[1].frame_at(time_s)
    assert night_told(tables[0]) == night_told(tables[1])


# Every call is as long, whatever is done in it


class Busy(Dice):
    """Bots that answer everything at night, the pack as one, and never vote by day."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        return super().vote(request) if request.key == "werewolves" else {}


class Box(NamedTuple):
    """Two nights with every card of the box."""

    table: TestTable
    held: dict[str, list[float]]
    """How long each call lasted, from the opening of eyes to the words that close them."""


@cache
def whole_box(mind: Callable[[], Answerer], *centre: str) -> Box:
    """Plays two nights with every card of the box, `centre` in the middle."""
    rest = list(WHOLE_BOX)
    for card in centre:
        rest.remove(card)
    table = TestTable(mind(), NAMES[: len(rest)])
    run_days(table, 2, " ".join(rest), rulebook="best-of", centre=" ".join(centre), reveal="none")
    held: dict[str, list[float]] = {}
    for opened, closed in zip(
        (m for m in table.watch.moments if m.word == "wake"),
        (m for m in table.watch.moments if m.word == "sleep"),
        strict=True,
    ):
        assert opened.key == closed.key
        *_, line = (
            spoken for spoken in table.voice.spoken if opened.ended_s <= spoken.time_s < closed.ended_s
        )
        held.setdefault(opened.key, []).append(line.time_s - opened.ended_s)
    return Box(table, held)


BUSY = partial(Busy, 4, sense=True)
IDLE = partial(Mute, Chance(1))
BOXES: list[tuple[Any, ...]] = [
    (BUSY, "villager", "raven"),
    (IDLE, "villager", "raven"),
    (BUSY, "fox", "accursed_wolf_father"),
    (IDLE, "white_werewolf", "piper"),
    (IDLE, "cupid", "two_sisters"),
]
"""Everything answered, nothing answered, and with cards in the centre that nobody answers to."""


@pytest.mark.parametrize("call", BEST_OF.calls, ids=lambda call: call.key)
def test_lg_35_lg_60_every_call_lasts_its_time_whatever_is_answered_and_by_whom(call: Call) -> None:
    """LG-35, LG-60: to the millisecond, in every night that has the call."""
    held = [whole_box(*box).held[call.key] for box in BOXES]
    assert {len(one) for one in held} == {2 if call.when is None else 1}
    assert {round(length_s, 3) for one in held for length_s in one} == {call.seconds}


def test_lg_35_a_first_night_of_the_whole_box_is_told_alike_whatever_is_answered() -> None:
    nights = [night_told(whole_box(*box).table) for box in BOXES]
    falls, calls, poison = 2, len(BEST_OF.calls) - 1, 1
    assert len(nights[0]) == falls + 2 * calls + poison, "all but the White Werewolf"
    assert all(night == nights[0] for night in nights)


@pytest.mark.parametrize("call", BEST_OF.calls, ids=lambda call: call.key)
def test_lg_35_rings_shed_the_light_of_the_night_throughout_every_call(call: Call) -> None:
    """LG-35: four dim lights on every living seat, in every frame, whatever is shown or chosen."""
    for box in BOXES:
        table = whole_box(*box).table
        opened, closed = table.moment("wake", call.key), table.moment("sleep", call.key)
        shown = [frame for at_s, frame in table.rings.shown if opened.began_s <= at_s < closed.ended_s]
        light = {ring for frame in shown for ring in light_of(frame, len(table.seats))}
        assert light <= {(4, 4 * sum(patterns.NIGHT)), (0, 0)}
        dark = {light_of(frame, len(table.seats)).count((0, 0)) for frame in shown}
        assert dark == {sum(not place.alive for place in table.board_at(opened.began_s).places)}


# How one chooses is written under a call

CHOOSES = "Press: your light turns. Hold: chosen."


def written_under(table: TestTable, key: str) -> list[tuple[float, str]]:
    """The board's hints in the first call of this name, each with the seconds since its first word."""
    opened, closed = table.moment("wake", key), table.moment("sleep", key)
    said = next(line for line in table.voice.spoken if line.time_s >= opened.began_s)
    # Of boards of the same moment the last is the one that is seen.
    stood = {one.time_s: one.board for one in table.view.seen if said.time_s <= one.time_s < closed.ended_s}
    return [
        (round(next(boards)[0] - said.time_s, 3), caption)
        for caption, boards in groupby(stood.items(), lambda one: one[1].caption)
    ]


@pytest.mark.parametrize("call", BEST_OF.calls, ids=lambda call: call.key)
def test_lg_35_how_one_chooses_is_written_under_every_call_that_asks_whoever_is_there(call: Call) -> None:
    """LG-35: when its line is over and has been read, whatever is answered, also for a card in the centre.

    Where nobody can choose, only the line is written.
    """
    for box in BOXES:
        table = whole_box(*box).table
        (_, line), *prompted, (_, ending) = written_under(table, call.key)
        if call.asks:
            continue  # below
        assert line in NARRATION["en"].lines[f"call.{call.key}.wake"]
        assert ending in NARRATION["en"].lines[f"call.{call.key}.sleep"]
        assert [caption for _, caption in prompted] == ([CHOOSES] if call.answer else [])
        told = next(told for told in table.voice.spoken if told.line == line)
        over_s = max(told.seconds, 0.045 * len(line))
        assert all(over_s <= at_s <= over_s + patterns.STEP_S for at_s, _ in prompted)


def test_lg_35_the_witch_is_asked_one_thing_after_the_other_whoever_is_there() -> None:
    """LG-35: her second question comes at the same moment, whether she has healed, has used her potions, or
    lies in the centre; its hint comes once the line has been said."""
    lines = NARRATION["en"].lines
    for box in BOXES:
        _, (_, heal), (said_s, poison), (_, prompted), _ = written_under(whole_box(*box).table, "witch")
        assert heal.removesuffix(f" {CHOOSES}") in lines["call.witch.heal"]
        assert poison in lines["call.witch.poison"]
        assert prompted == f"{poison} {CHOOSES}"
        assert abs(said_s - EYES_S - 0.5 * CALLS["witch"].seconds) <= patterns.STEP_S


def test_the_witch_s_two_potions_are_never_taken_for_each_other() -> None:
    """Her lock for the healing potion stays until the other question; without that potion the first question
    is not put."""
    cards = "werewolf werewolf villager seer witch villager villager villager"
    night: dict[str, Any] = {"werewolves": "Hal", "witch": {"heal": "Hal"}}
    day: dict[str, Any] = {"vote": {}}
    nights: dict[str, dict[str, Any]] = {
        "night 1": night,
        "day 1": day,
        "night 2": {"werewolves": "Gus", "witch": {"poison": "Ana"}},
        "day 2": day,
    }
    table, _ = rehearsed(scenario(cards, nights))
    first, second = (m for m in table.watch.moments if (m.word, m.key) == ("wake", "witch"))
    turns_s = 0.5 * CALLS["witch"].seconds
    needle = {patterns.cursor(PIXELS, table.room.lights.pixel_of(4, 7), step / 8, True) for step in range(16)}
    for at_s in (turns_s - 1.0, turns_s - 0.2):
        assert table.frame_at(first.ended_s + at_s)[4 * 3 * PIXELS : 5 * 3 * PIXELS] in needle
    opened = {
        table.frame_at(second.ended_s + turns_s + more_s)[4 * 3 * PIXELS : 5 * 3 * PIXELS]
        for more_s in (-0.3, 0.3)
    }
    assert len(opened) == 2, "the victim still stands there, then nobody, who may be changed"


def test_lg_35_a_slow_voice_is_not_cut_by_what_is_written_of_buttons() -> None:
    """LG-35: nor does the call last longer: if the line always ends too late, no hint is written."""

    def drawled(seconds_a_letter: float) -> tuple[TestTable, list[tuple[float, str]]]:
        def drawl(table: TestTable) -> None:
            table.room.speaking.voice = table.voice = SimulatedVoice(
                table.clock, seconds_a_letter, record=True
            )

        table = disturbed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}), drawl)
        return table, written_under(table, "seer")

    (slow, written), (_, unwritten) = drawled(0.12), drawled(0.4)
    told = first_told(slow, slow.moment("wake", "seer").began_s)
    assert [caption for _, caption in written][:2] == [told.line, CHOOSES]
    assert 0.12 * len(told.line) <= written[1][0] <= 0.12 * len(told.line) + patterns.STEP_S
    assert CHOOSES not in [caption for _, caption in unwritten]
    assert 0.4 * len(told.line) > CALLS["seer"].seconds + EYES_S


def test_with_eyes_down_nothing_on_the_board_of_a_night_calls_eyes_to_it() -> None:
    table, _ = rehearsed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}), night="eyes_down")
    assert [caption for _, caption in written_under(table, "seer") if caption == CHOOSES] == []


@pytest.mark.parametrize(
    ("scene", "key"), [("shot", "hunter"), ("succession", "successor"), ("decision", "captain_choice")]
)
def test_lg_43_what_is_written_over_a_choice_by_day_never_tells_who_is_loved(scene: Any, key: str) -> None:
    """LG-43: one of the two who are left is the voter's Lover, and cannot be named: board, rings and time are
    as if both could."""
    tables = []
    for spared in (set[int](), {CID}):
        table = TestTable(Silent(Chance(1), key), NAMES[:8])
        table.room.begin_round()
        seats = play(
            deal(THIERCELIEUX, table.seats, read_deck(THIERCELIEUX, USUAL), Options()), table.room
        ).seats
        table.room.board.scene = scene
        asked_s = table.clock.now()
        choices = [seat for seat in seats if seat.index in {CID, DEE} - spared]
        assert not table.room.ask(Ask(seats[ANA], key, choices, demanded=True))
        assert table.board_at(asked_s + 0.5).caption == CHOOSES
        tables.append(table)
    assert tables[0].trace() == tables[1].trace()


# Faults


@pytest.mark.parametrize(
    ("trouble", "notice"),
    [
        ("sound.stopped", "No sound: the words are written here"),
        (
            "sound.page_unheard",
            "Nobody hears the board’s page: touch it once, on a screen that has sound.",
        ),
    ],
)
def test_a_voice_that_fails_is_told_on_the_board_and_the_evening_goes_on(trouble: str, notice: str) -> None:
    written = scenario(SIMPLE, {"night 1": {"werewolves": "Dee"}, "day 1": {}})
    calm, _ = rehearsed(written)

    def fail(table: TestTable) -> None:
        table.clock.at(30.0, lambda: table.voice.fail(Trouble(trouble)))

    table = disturbed(written, fail)
    assert table.board_at(29.9).notice == ""
    assert {seen.board.notice for seen in table.view.seen if seen.time_s > 31} == {notice}
    captions = [seen.board.caption for seen in table.view.seen]
    assert list(dict.fromkeys(captions)) == list(dict.fromkeys(seen.board.caption for seen in calm.view.seen))


class MovedCard(UsedCard):
    """A sound card that tells what is planted."""

    told: Trouble | None = None

    @property
    def elsewhere(self) -> Trouble | None:
        return self.told


def test_a_sound_that_comes_out_elsewhere_is_told_on_the_board(tmp_path: Path) -> None:
    table, card = SimulatedTable(4), MovedCard(tmp_path)
    stage = Stage(table.devices(card=card), NARRATION["en"], NAMES[:4], 1, Chance(1))
    for told, notice in (
        (None, ""),
        (Trouble("sound.moved", device="Headphones"), "The sound comes out of Headphones now."),
        (None, ""),
    ):
        card.told, until_s = told, table.clock.now() + 1.0
        stage.wait_until(until_s)
        assert table.view.seen[-1].board.notice == notice
    assert not stage.speaking.is_dumb, "the evening goes on aloud"


@pytest.mark.parametrize("missed", [False, True])
def test_a_line_that_was_not_heard_is_written_long_enough_to_be_read(missed: bool) -> None:
    """Also at a table without captions."""
    table = SimulatedTable(4)
    stage = Stage(table.devices(), NARRATION["en"], NAMES[:4], 1, Chance(1))
    stage.speaking.captions = False
    table.clock.at(0.5, lambda: setattr(table.voice, "missed", missed))
    (told,) = stage.speaking.tell_and_wait([("night.fall", {})])
    spoken = table.voice.spoken[-1]
    over_s, read_s = spoken.time_s + spoken.seconds, CAPTION_S_A_LETTER * len(told.caption)
    written = [seen for seen in table.view.seen if seen.board.caption == told.caption]
    assert bool(written) == missed
    waited_s = table.clock.now() - over_s
    assert waited_s == pytest.approx(read_s if missed else 0.0, abs=0.15)


def test_captions_stand_long_enough_to_be_read_without_a_voice() -> None:
    def fail(table: TestTable) -> None:
        table.voice.fail(Trouble("sound.stopped"))

    table = disturbed(scenario(SIMPLE, {"night 1": {}, "day 1": {}}), fail)
    assert table.lines == []
    captions = [
        (caption, next(seen).time_s)
        for caption, seen in groupby(table.view.seen, lambda seen: seen.board.caption)
    ]
    assert len(captions) > 10
    for (caption, began_s), (_, ended_s) in pairwise(captions):
        assert ended_s - began_s >= 0.045 * len(caption) - 1e-9


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
    table.room.pages.wait_for_another(20.0)
    assert table.clock.now() == 20.0
    table.room.pages.wait_for_another(20.0)
    assert table.clock.now() == pytest.approx(25.11)


# Before and after a round


def test_one_press_asks_for_another_round() -> None:
    table = TestTable(Bots(Chance(1)))
    table.press(HAL, 5.0)
    assert table.room.pages.wait_for_another(45.0) is Meaning.AGAIN
    assert table.clock.now() == pytest.approx(5.09)
    assert table.room.pages.wait_for_another(45.0) is None
    assert table.clock.now() == pytest.approx(50.09)
    table.hold(HAL, 55.0)
    assert table.room.pages.wait_for_another(45.0) is Meaning.OPEN


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


def test_the_ring_of_somebody_condemned_turns_while_it_is_told_and_is_dark_then() -> None:
    """As the torches do round their house. Nobody else's does, and nobody's who dies by night."""
    table = TestTable(Bots(Chance(5)))
    run(table)
    turns = {patterns.condemned(PIXELS, step / 8) for step in range(8 * PIXELS)}
    told = [seen for seen in table.view.seen if seen.board.cause]
    assert {seen.board.cause for seen in told} > {"voted"}
    for seen in told:
        at_s = seen.time_s + 0.5
        board = table.board_at(at_s)
        turning = {seat for seat in range(8) if table.ring_at(seat, at_s) in turns}
        is_condemned = board.cause == "voted"
        assert turning == {seat for seat, place in enumerate(board.places) if is_condemned and place.marked}
        assert len(turning) == is_condemned
    ends_s = next(
        seen.time_s for seen in table.view.seen if seen.time_s > told[0].time_s and not seen.board.cause
    )
    (first,) = [seat for seat, place in enumerate(told[0].board.places) if place.marked]
    assert table.ring_at(first, ends_s + 0.25) == patterns.dead(PIXELS)


SHORT = Times(pace="fast", calls=dict.fromkeys(("cupid", "seer", "werewolves", "witch"), 3.0))


@pytest.mark.parametrize(("times", "gap_s"), [(Times(), 0.3), (SHORT, 0.0)], ids=["usual", "short"])
def test_lines_follow_each_other_without_overlapping(times: Times, gap_s: float) -> None:
    """Also if a call's time is over as soon as its line is, or sooner."""
    table = TestTable(Bots(Chance(5)), times=times)
    run(table)
    for before, after in pairwise(table.voice.spoken):
        assert after.time_s >= before.time_s + before.seconds + gap_s
    for spoken in table.voice.spoken:
        assert table.board_at(spoken.time_s + spoken.seconds - 0.001).caption == spoken.line
