"""What each player of a round will be remembered for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from table.chronicle.story import honours_of, tell, words_of
from table.games.entries import Honour, Moment, Round, Sat, StoryEntry
from table.games.werewolf.honours import honours
from table.words.narration import Narration
from tests.kit.diaries import BOXES, recordings

ANA, BOB, CID, DEE, EVE = range(5)
"""Ana is a werewolf, and so is Bob."""


def did(what: str, seats: Sequence[int], to: Sequence[int] = (), value: Any = None) -> StoryEntry:
    return StoryEntry("", what, seats=[*seats], to=[*to], value=value)


def dies(seat: int, cause: str = "devoured") -> StoryEntry:
    return did("death", [seat], value=cause)


def vote(against: Mapping[int, Sequence[int]]) -> list[StoryEntry]:
    """The voters, by whom they vote against."""
    return [did("vote", voters, [target], len(voters)) for target, voters in against.items()]


def told(*entries: StoryEntry, winner: str | None = "villagers") -> Round:
    camps = ["werewolves", "werewolves", "villagers", "villagers", "villagers"]
    seats = [Sat(name, camp=camp) for name, camp in zip("ABCDE", camps, strict=True)]
    return Round(1, 9, winner, [Moment("day 1", "Day 1", [*entries])], seats)


@pytest.mark.parametrize(
    ("entries", "who", "honour"),
    [
        ([did("hunter", [CID], [ANA])], CID, Honour("last_bullet")),
        ([did("witch.poison", [CID], [ANA])], CID, Honour("good_poison")),
        ([did("witch.poison", [CID], [DEE])], CID, Honour("bad_poison")),
        ([dies(CID), dies(DEE, "grief")], DEE, Honour("grief")),
        ([*vote({BOB: [ANA]}), *vote({BOB: [ANA]})], ANA, Honour("own_pack", {"number": 2})),
        ([dies(CID), dies(DEE, "tie")], DEE, Honour("tie")),
        ([did("Pardoned", [CID])], CID, Honour("pardoned")),
        ([did("Claimed", [BOB], value="seer")], BOB, Honour("pretender")),
        ([did("TakesCard", [DEE])], DEE, Honour("took_over")),
        ([did("guess", [CID], [ANA])], CID, Honour("guess")),
        ([did("guess", [BOB, CID], [ANA])], CID, Honour("guess")),
        ([dies(CID), dies(DEE)], CID, Honour("first")),
        ([*vote({CID: [ANA]}), *vote({DEE: [ANA]})], ANA, Honour("unsuspected")),
        ([did("witch.heal", [CID], [DEE])], DEE, Honour("healed")),
        ([did("seer", [EVE], [ANA]), did("seer", [EVE], [BOB])], EVE, Honour("clear_sight", {"number": 2})),
        ([*vote({ANA: [CID]}), *vote({BOB: [CID]})], CID, Honour("sharp", {"number": 2})),
        ([*vote({CID: [ANA, BOB]}), *vote({CID: [DEE]})], CID, Honour("hated", {"number": 3})),
        ([*vote({DEE: [CID]}), *vote({EVE: [CID]})], CID, Honour("blind", {"number": 2})),
        ([did("captain", [EVE]), did("captain", [CID])], CID, Honour("captain")),
        ([dies(ANA, "voted"), dies(BOB, "voted")], BOB, Honour("dead", {"when": "Day 1"})),
        ([dies(BOB, "left")], BOB, Honour("left")),
        ([], EVE, Honour("alive")),
    ],
    ids=lambda case: case.key if isinstance(case, Honour) else None,
)
def test_a_deed_brings_its_honour(entries: Sequence[StoryEntry], who: int, honour: Honour) -> None:
    assert honours(told(*entries))[who] == honour


def test_what_is_not_the_deed_does_not_bring_it() -> None:
    """A shot at a neighbour, one vote, a healed player who dies later, a Captain who falls, a villager who
    claims to be the Seer, who has left."""
    entries = [
        did("hunter", [CID], [DEE]),
        did("witch.heal", [EVE], [DEE]),
        did("captain", [CID]),
        did("Claimed", [EVE], value="seer"),
        did("Claimed", [ANA], value="hunter"),
        dies(EVE, "left"),
        *vote({BOB: [ANA]}),
        dies(DEE),
        dies(CID),
    ]
    given = {honour.key for honour in honours(told(*entries)).values()}
    assert given == {"alive", "left", "first", "dead"}


def test_each_honour_of_a_deed_is_given_once_and_everybody_has_one() -> None:
    entries = [*vote({ANA: [CID, DEE]}), *vote({BOB: [CID, DEE, EVE]}), *vote({ANA: [CID]})]
    given = honours(told(*entries))
    assert list(given) == [ANA, BOB, CID, DEE, EVE]
    assert given[CID] == Honour("sharp", {"number": 3})
    assert [honour.key for honour in given.values()].count("sharp") == 1


def test_a_round_without_an_end_or_without_a_story_honours_nobody() -> None:
    assert honours(told(dies(CID), winner=None)) == {}
    unknown = told()
    unknown.moments = []
    assert honours(unknown) == {}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_of_every_recorded_round_each_player_is_told_an_honour(language: str) -> None:
    seen = set()
    for kept in recordings():
        rulebook = kept.setup.rulebook
        narration = Narration.load(language, rulebook)
        (only,) = tell(kept, BOXES, narration).rounds
        said = honours_of(rulebook, only, words_of(rulebook, narration))
        assert list(said) == list(range(len(only.seats)))
        assert not [text for text in said.values() if not text or "{" in text or len(text) > 46]
        seen |= {honour.key for honour in honours(only).values()} if said else set()
    assert len(seen) > 8
