"""A debate of one person and seven bots: there is always something to see, and nobody waits for bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from table.board.board import Arrow, Board, Place, Today, level, rivals
from table.engine.requests import Clock
from table.games.werewolf.rules import events
from table.games.werewolf.telling import show_on_board
from table.room.acts.remarks import READ_S, REMARK_S, Remark, remarks
from table.room.village import NamedSeat
from tests.kit.rhythm import alone, share_still, stills
from tests.kit.tables import NAMES, NARRATION
from tests.room.test_acts import SEATS, Parts

FOLLOWS_S = 5.0
"""Seconds in which bots are ready after the last person."""


def test_a_round_with_bots_alone_hardly_ever_stands_still() -> None:
    boards = alone(2, None)
    assert share_still(boards) <= 0.1
    lengths = [length_s for board, length_s in stills(boards) if board.scene == "debate"]
    assert max(lengths) <= REMARK_S + 0.1
    assert sum(lengths) > 300.0, "the person has listened to the end"


def test_bots_are_ready_soon_after_the_last_person() -> None:
    ready_s, ended_s = 0.0, []
    for before, after in pairwise(alone(2, 60.0)):
        if after.board.places[0].ready and not before.board.places[0].ready:
            ready_s = after.time_s
        if before.board.scene == "debate" and before.board.timer and not after.board.timer:
            ended_s.append(after.time_s - ready_s)
    assert ended_s
    assert max(ended_s) <= FOLLOWS_S + 1.0, "and their holds"


def board(*points_at: int | None, claims: tuple[str, ...] = ()) -> Board:
    places = [Place(str(seat), points_at=at) for seat, at in enumerate(points_at)]
    places[-1].claims = claims
    return Board(places=places)


def test_the_most_striking_is_remarked_on_first() -> None:
    assert [*remarks(board(1, 0, 1, None, claims=("Seer?", "0?")))] == [
        Remark("arrows", (1,), 2),
        Remark("each_other", (0, 1)),
        Remark("claim", (3,), what="0?"),
        Remark("points", (0, 1)),
        Remark("points", (1, 0)),
        Remark("points", (2, 1)),
        Remark("spared", (2,)),
        Remark("spared", (3,)),
    ]
    assert [*remarks(board(None, None))] == []


@pytest.mark.parametrize(
    ("points_at", "seats"),
    [((1, 0, 1, 0), (0, 1)), ((1, 0, 1, None), None), ((1, 0, None, None), None), ((1, 2, 0, None), None)],
)
def test_two_names_are_level_with_two_arrows_each_or_more(
    points_at: tuple[int | None, ...], seats: tuple[int, ...] | None
) -> None:
    shown = replace(board(*points_at), scene="debate")
    assert level(shown) == (seats or ())
    assert rivals(shown, 5) == level(shown)
    assert not rivals(shown, 6)
    assert not rivals(shown, None)
    assert not rivals(replace(shown, word="owl"), 5), "the word is there for all"


@pytest.mark.parametrize(
    ("targets", "today", "headline"),
    [
        ((1, 1, 1, 2, 2), None, "By one vote"),
        ((1, 1, 1, 2), None, "The votes"),
        ((1, 1, 2, 2), None, "The votes"),
        ((1,), None, "The votes"),
        ((), None, "The votes"),
        ((1, 1, 1, 2, 2), Today("upside_down", "Upside Down"), "The votes"),
    ],
)
def test_a_vote_that_one_vote_decides_says_so(
    targets: tuple[int, ...], today: Today | None, headline: str
) -> None:
    shown = replace(board(*[None] * 8), today=today)
    seats: list[Any] = [NamedSeat(seat, NAMES[seat]) for seat in range(8)]
    votes = {seats[voter]: seats[target] for voter, target in enumerate(targets)}
    weights = {seats[target]: number for target, number in Counter(targets).items()}
    show_on_board(shown, events.Ballots("vote", False, votes, weights), NARRATION["en"], False)
    assert shown.headline == headline
    assert rivals(shown, None) == ((1, 2) if headline == "By one vote" else ())


@pytest.mark.parametrize(
    ("marked", "seats"), [((1, 3), (1, 3)), ((1, 2, 3), ()), ((1,), ())], ids=["two", "three", "condemned"]
)
def test_two_who_are_tied_are_rivals_and_three_are_not(marked: Sequence[int], seats: Sequence[int]) -> None:
    """Nor is somebody whom the vote has condemned by one vote."""
    shown = replace(board(*[None] * 5), scene="ballots", arrows=[Arrow(0, 1), Arrow(2, 3), Arrow(4, 3)])
    for seat in marked:
        shown.places[seat].marked = True
    assert rivals(shown, None) == seats


def test_of_three_with_as_many_votes_but_one_none_is_the_second() -> None:
    arrows = [Arrow(0, 1), Arrow(2, 1), Arrow(3, 2), Arrow(1, 3)]
    assert not rivals(replace(board(*[None] * 5), scene="ballots", arrows=arrows), None)


@pytest.mark.parametrize(("dead", "headline"), [(1, "The last two"), (0, "Debate")])
def test_the_last_two_debate_under_a_headline_of_their_own(dead: int, headline: str) -> None:
    shown = board(None, None, None)
    for place in shown.places[:dead]:
        place.alive = False
    show_on_board(shown, events.DebateOpens(), NARRATION["en"], False)
    assert shown.headline == headline
    assert rivals(shown, None) == ((1, 2) if dead else ())


def captions(people: int) -> list[str]:
    """What the board says in a debate in which people point only once."""
    parts = Parts(pointing="always")
    for seat in range(people):
        parts.stage.village.people.sit(seat)
    parts.press(0, at_s=5.0)
    parts.press(1, at_s=6.0)
    parts.press(1, at_s=6.5)
    parts.times.run_and_wait(Clock("debate", parts.seats, wanted=SEATS + 1))
    return [seen.board.caption for seen in parts.view.seen]


def test_the_clock_is_remarked_on_and_a_remark_made_again_only_after_all_others() -> None:
    seen = captions(people=2)
    assert seen.count("Half a minute left.") == 1
    ours = [one for one in seen if one.startswith(("Ana points", "Bob points", "No arrow on", "2 arrows"))]
    assert len(ours) >= 4
    first = ours[: ours.index(ours[0], 1)] if ours[0] in ours[1:] else ours
    assert len(set(first)) == len(first)
    assert READ_S < REMARK_S


def test_a_table_of_people_alone_is_left_to_talk() -> None:
    assert "Half a minute left." not in captions(people=SEATS)
