"""Seats without a ring: the board shows them in secret what it would, and nobody can tell to whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby, pairwise
from typing import Any

import pytest

from hardware import patterns
from table.board.board import Board, SecretCircle
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.games.scenario import FromFile
from table.games.werewolf.bots import Bots
from table.referee.referee import judge
from tests.kit.tables import NARRATION, PIXELS, Moment, Seen, TestTable, scenario
from tests.room.test_room import ANA, BOB, CID, DEE, EVE, before_the_deal, once, run

DECK = "villager werewolf seer werewolf cupid villager villager villager"
LOVE = {"night 1": {"cupid": ["Bob", "Fay"]}, "day 1": {}}
EVERYBODY = range(8)


def sits(table: TestTable, people: Collection[int], unlit: Collection[int] = EVERYBODY) -> TestTable:
    """At this table these people sit; these seats have no ring."""
    table.room.people.update(people)
    table.room.places.unlit = lambda: unlit
    return table


def plays(
    turns: dict[str, dict[str, Any]],
    people: Collection[int],
    unlit: Collection[int] = EVERYBODY,
    first: dict[str, Callable[[TestTable], object]] | None = None,
) -> TestTable:
    """A round of this deck. `first`: what is done as a word of the game begins."""
    made: list[TestTable] = []
    written = scenario(DECK, turns, captain="never")

    def through(answers: FromFile) -> Answerer:
        table = sits(TestTable(answers, written.names, seed=written.seed), people, unlit)
        for word, action in (first or {}).items():
            table.watch.first[word] = lambda _, action=action: action(table)  # type: ignore[misc]
        made.append(table)
        return table.room

    judge(written, through)
    return made[0]


def circles(table: TestTable) -> list[tuple[float, SecretCircle]]:
    """Each circle that was shown, and from when."""
    return [(at_s, board.secret) for at_s, board in table.view.seen if isinstance(board.secret, SecretCircle)]


def shown(seen: Sequence[Seen]) -> list[tuple[float, float, Board]]:
    """The boards with a secret: from when to when, and the last of each."""
    found: list[tuple[float, float, Board]] = []
    for (from_s, board), (until_s, _) in pairwise(seen):
        if board.secret:
            is_same = found and found[-1][1] == from_s
            found[-1:] = [(found[-1][0] if is_same else from_s, until_s, board)] if is_same else [
                *found[-1:], (from_s, until_s, board)
            ]  # fmt: skip
    return found


def test_cards_are_read_one_after_the_other_alone() -> None:
    table = sits(before_the_deal(Bots(Chance(3))), {ANA, CID, EVE}, {ANA, BOB, CID})
    run(table)
    cards = {m.request.to[0].index: m.request.value for m in table.moments("show", "dealt")}
    deal = table.moment("clock", "deal")
    in_the_deal = [one for one in shown(table.view.seen) if one[0] < deal.ended_s]
    titles = [NARRATION["en"].card(cards[seat]).title for seat in (ANA, CID)]
    read = [
        board.secret.words.split("\n")[0]
        for *_, board in in_the_deal
        if isinstance(board.secret, SecretCircle)
    ]
    assert read == titles, "people without a ring, and nobody else"
    for from_s, until_s, _ in in_the_deal:
        assert until_s - from_s == pytest.approx(5.0)
        assert not any(from_s - 1.0 < line.time_s < until_s for line in table.voice.spoken), (
            "it is silent then"
        )
    asked = [line.line for line in table.voice.spoken if "Ana" in line.line or "Cid" in line.line][:4]
    assert [("Ana" in line, "shut" in line.casefold()) for line in asked] == [
        (True, False), (True, True), (False, False), (False, True),
    ]  # fmt: skip


def test_rings_are_not_spoken_of_where_nobody_has_one() -> None:
    narration = NARRATION["en"]
    for people, unlit, spoken in (({ANA, BOB}, {ANA, BOB}, False), ({ANA, BOB}, {ANA}, True)):
        table = sits(before_the_deal(Bots(Chance(3))), people, unlit)
        run(table)
        assert any(line in narration.lines["deal.look"] for line in table.lines) is spoken
        began = table.moment("clock", "deal")
        captions = {board.caption for at_s, board in table.view.seen if began.began_s <= at_s < began.ended_s}
        assert (narration.word("prompt.deal") in captions) is spoken
        assert (narration.word("prompt.cards") in captions) is not spoken


def test_who_sits_down_after_the_deal_reads_their_card_before_the_next_night() -> None:
    table = sits(before_the_deal(Bots(Chance(3))), {ANA})
    table.watch.first["say Day"] = once(lambda: table.room.people.update(EVERYBODY))
    run(table)
    cards = {m.request.to[0].index: m.request.value for m in table.moments("show", "dealt")}
    first, second = table.moments("say", "Nightfall")[:2]

    def read_in(night: Moment) -> list[str]:
        seen = [
            one.words.split("\n")[0] for at_s, one in circles(table) if night.began_s <= at_s < night.ended_s
        ]
        return [title for title, _ in groupby(seen)]

    assert read_in(first) == [], "Ana has read hers in the deal"
    living = [seat for seat, place in enumerate(table.board_at(second.ended_s).places) if place.alive]
    titles = [NARRATION["en"].card(cards[seat]).title for seat in living if seat != ANA]
    assert len(titles) > 3
    assert read_in(second) == [title for title, _ in groupby(titles)]


def test_in_every_call_the_circle_is_there_whoever_is_called() -> None:
    table = plays(LOVE, {ANA})
    pictures = shown(table.view.seen)
    for key in ("seer", "werewolves", "cupid"):
        wake, sleep = table.moment("wake", key), table.moment("sleep", key)
        [(from_s, until_s, board)] = [one for one in pictures if wake.began_s <= one[0] < sleep.ended_s]
        assert board.secret == SecretCircle(), "nobody is called who has no ring"
        assert from_s == wake.ended_s
        spoken = [line.time_s for line in table.voice.spoken if line.time_s >= wake.ended_s]
        assert until_s <= spoken[0], "it is blank before anything else is said or shown"


def test_without_people_there_is_no_circle() -> None:
    assert not circles(plays(LOVE, ()))
    assert not circles(plays(LOVE, {ANA}, unlit=()))


def test_the_seer_reads_turns_and_locks_on_the_board() -> None:
    def look(table: TestTable) -> None:
        now_s = table.clock.now()
        table.press(CID, now_s + 1.0)
        table.hold(CID, now_s + 3.0)

    table = plays(LOVE, {CID}, first={"ask seer": look})
    ask, sleep = table.moment("ask", "seer"), table.moment("sleep", "seer")
    [seen] = ask.answer
    told = [one for at_s, one in circles(table) if ask.began_s <= at_s < sleep.ended_s]
    pointed = [one.pointed for one in told if one.pointed]
    assert pointed[-1] == (seen.index,)
    assert "press" in told[1].words.casefold(), "what the button does"
    assert any(one.locked == (seen.index,) for one in told)
    last = told[-1].words
    assert seen.name in last
    assert NARRATION["en"].card(seen.card).title in last
    rings = {table.ring_at(CID, at_s) for at_s in (ask.began_s + 0.5, sleep.began_s)}
    assert len(rings) == 2, "the room itself does not know who has a ring"


def test_a_pack_reads_once_what_all_of_it_reads() -> None:
    def turn(table: TestTable) -> None:
        table.press(BOB, table.clock.now() + 6.0)

    table = plays(LOVE, {BOB, DEE}, first={"vote werewolves": turn})
    wake, sleep = table.moment("wake", "werewolves"), table.moment("sleep", "werewolves")
    told = [one for at_s, one in circles(table) if wake.ended_s <= at_s < sleep.ended_s]
    met = next(one.words for one in told if one.words)
    assert "Bob" in met
    assert "Dee" in met
    aiming = next(one for one in told if one.pointed)
    words = aiming.words.splitlines()
    assert [line.split(":")[0] for line in words if line.startswith(("Bob:", "Dee:"))] == ["Bob", "Dee"]
    assert len(words) == len(set(words))


def test_lg_48_a_look_is_held_one_after_the_other_with_something_to_see_for_everybody() -> None:
    table = plays(LOVE, {BOB, CID}, {BOB, CID})
    wake, sleep = table.moment("wake", "lovers"), table.moment("sleep", "lovers")
    read = [
        (board.secret.words, from_s)
        for from_s, _, board in shown(table.view.seen)
        if wake.began_s <= from_s < sleep.ended_s and isinstance(board.secret, SecretCircle)
    ]
    assert [words for words, _ in read] == ["You love Fay.", "Nothing for you."]
    size = 3 * PIXELS
    for _, from_s in read:
        lit = {table.frame_at(from_s + 1.0)[at : at + size] for at in range(0, 8 * size, size)}
        assert lit == {patterns.asleep(PIXELS, from_s + 1.0)}, "who reads sees no secret on other rings"
    assert table.board_at(wake.ended_s).scene == "look"


def test_a_look_is_called_a_look_only_where_there_is_a_ring() -> None:
    def told(people: Collection[int]) -> list[str]:
        table = plays(LOVE, people, {BOB, CID})
        wake = table.moment("wake", "lovers")
        return [line.line for line in table.voice.spoken if wake.began_s <= line.time_s < wake.ended_s]

    assert "without a ring" not in told({BOB, ANA})[0].casefold()
    assert "without a ring" in told({BOB, CID})[0].casefold()


def test_before_the_first_night_it_is_said_that_this_needs_honest_players() -> None:
    narration = NARRATION["en"]
    for people, times in (({ANA}, 1), ((), 0)):
        table = plays({**LOVE, "night 2": {}}, people)
        told = [line for line in table.lines if line in narration.lines["board.honest"]]
        assert len(told) == times


def test_a_round_that_is_resumed_shows_no_card_again_after_the_first_night() -> None:
    table = plays({**LOVE, "night 2": {}}, {ANA})
    again = sits(TestTable(Bots(Chance(1)), table.seats), {ANA})
    for moment in table.watch.moments:
        if moment.word != "clock" or moment.key != "deal":
            again.room.recall(moment.request, moment.answer)
        if moment.key == "Nightfall":
            break
    began = len(again.lines)
    again.room.alone.deal_and_wait()
    assert again.lines[began:] == []
