"""What each player of Mots-garous will be remembered for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from table.games.entries import Honour, Moment, Round, Sat, StoryEntry
from table.games.werewords.honours import honours

WOLF, SEER, CID, DEE, EVE = range(5)
TILES = ("werewolf", "seer", "villager", "villager", "villager")


def did(what: str, seats: Sequence[int], to: Sequence[int] = (), value: Any = None) -> StoryEntry:
    return StoryEntry("", what, seats=[*seats], to=[*to], value=value)


def asks(seat: int, *answers: str) -> list[StoryEntry]:
    return [did("token", [seat], value=answer) for answer in answers]


def told(*entries: StoryEntry, winner: str | None = "villagers") -> Round:
    camps = ["werewolves", "villagers", "villagers", "villagers", "villagers"]
    seats = [
        Sat(name, tile, tile, camp, won=camp == winner)
        for name, tile, camp in zip("ABCDE", TILES, camps, strict=True)
    ]
    return Round(1, 9, winner, [Moment("day", "The questions", [*entries])], seats)


@pytest.mark.parametrize(
    ("entries", "who", "honour"),
    [
        ([*asks(CID, "yes"), *asks(DEE, "correct")], DEE, Honour("found")),
        ([*asks(EVE, "yes"), *asks(CID, "so_close", "no"), *asks(DEE, "correct")], CID, Honour("led")),
        (asks(DEE, "so_close"), DEE, Honour("so_close")),
        (asks(DEE, "way_off", "way_off"), DEE, Honour("way_off")),
        ([did("named", [WOLF], [SEER])], WOLF, Honour("nose")),
        ([did("named", [WOLF], [SEER])], SEER, Honour("unmasked")),
        ([did("named", [WOLF], [CID])], CID, Honour("decoy")),
        ([did("named", [WOLF], [CID])], SEER, Honour("kept_quiet")),
        ([did("accusation", [CID], [WOLF]), did("accusation", [DEE], [EVE])], CID, Honour("alone_right")),
        (
            [did("accusation", [seat], [EVE]) for seat in (WOLF, CID, DEE)],
            EVE,
            Honour("accused", {"number": 3}),
        ),
        ([did("accusation", [CID], [EVE])], WOLF, Honour("unsuspected")),
        ([did("mayor", [WOLF])], WOLF, Honour("wolf_mayor")),
        ([did("mayor", [EVE])], EVE, Honour("mayor")),
        ([*asks(DEE, "yes"), *asks(CID, "yes", "yes")], CID, Honour("many_yes", {"number": 2})),
        (asks(CID, "no", "no", "no"), CID, Honour("many_no", {"number": 3})),
        (asks(CID, "maybe", "maybe"), CID, Honour("many_maybe", {"number": 2})),
        (asks(CID, "yes", "no"), CID, Honour("asked", {"number": 2})),
        ([did("left", [CID, DEE])], DEE, Honour("left")),
        ([did("accusation", [CID], [DEE])], CID, Honour("pointed", {"name": "D"})),
        (asks(CID, "no"), CID, Honour("asked_once")),
        ([], CID, Honour("silent_won")),
        ([], WOLF, Honour("silent")),
    ],
    ids=lambda case: case.key if isinstance(case, Honour) else None,
)
def test_a_deed_brings_its_honour(entries: Sequence[StoryEntry], who: int, honour: Honour) -> None:
    assert honours(told(*entries))[who] == honour


def test_what_is_not_the_deed_does_not_bring_it() -> None:
    """Two who accuse a werewolf, who is one accuser too many; an answer to everybody; a Seer who has lost."""
    entries = [
        did("accusation", [CID], [WOLF]),
        did("accusation", [DEE], [WOLF]),
        did("accusation", [WOLF], [EVE]),
        did("token", [], value="so_close"),
    ]
    given = honours(told(*entries, winner="werewolves"))
    assert [given[seat].key for seat in given] == ["pointed", "silent", "pointed", "pointed", "silent"]


def test_each_honour_is_given_once_and_everybody_has_one() -> None:
    given = honours(told(*asks(CID, "no", "no", "no"), *asks(DEE, "no", "no")))
    assert list(given) == [WOLF, SEER, CID, DEE, EVE]
    assert given[DEE] == Honour("asked", {"number": 2})


def test_a_round_without_an_end_or_without_a_story_honours_nobody() -> None:
    assert honours(told(*asks(CID, "yes"), winner=None)) == {}
    unknown = told()
    unknown.moments = []
    assert honours(unknown) == {}
