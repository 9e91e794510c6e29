"""The names of words and events in a journal, and the stored fields of each: they never change."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import msgspec
import pytest

import table.games.werewolf.rules.cards
import table.games.werewords.rules.events
from table.engine import requests
from table.engine.public import Public
from table.engine.requests import Press, Request
from table.evening.resume import word_of
from table.games.records import plain
from table.games.werewolf.rules import events
from table.games.werewolf.rules.news import News

for module in pkgutil.iter_modules(table.games.werewolf.rules.cards.__path__):
    importlib.import_module(f"table.games.werewolf.rules.cards.{module.name}")

WORDS = """
Answering key hearing spent_s chooser choices until_s
Ask seat key choices count demanded by
Clock key hearing spent_s
Covered time seats heard
Draw stream choices count
Leavers seats
Press seat at_s choice
Say event
Show to what seat value
Sleep call
Talk key hearing spent_s
Unveil to what seat value
Vote key choices by
Wake call seats
Wanted what
"""
WEREWOLF = """
AngelMayBeThere
AsksTheDead seat
BallotDecides seat
Ballots of again votes weights
BearGrowls
Blamed seat
Candidates seats
CandidatesOpen
Captain seat by
CaptainDecides seat among
CaptainFalls seat
Claimed seat claim
Condemned seat
Dawn number
Day number
DeadAnswer value
DealVoid
Dealt deck kind
Death seat card cause told
DebateOpens
ElectionOpens standing again
Halves sun moon
HouseBurnt seat
HunterAims seat
KnownToAll seat
Lantern seat
Lot of seat
Miscount card
Morning key
NatureShown seat value
Nightfall number heads_up
NoDeath of
NoVote seats
Pardoned seat
PowersLost
Ready seat
RollCall
RollCallOver
RoundOver winner winners seats
SecondVote number
Stage value
Stalemate
StalemateNear
TakesCard seat dead
TakesVotes seat
Tie of seats
VoteOpens standing again
VotesAgainst seat
"""
WEREWORDS = """
AccusationOpens
Accusations votes
Accused seat votes
AfterTheDay
Day blanks
DayEnded how oops
DayStops
Dealt tiles
DealtAgain
DebateOpens
FloorTaken seat
MayorShown seat from_centre
Named by seat
Night
PickOpens wolves
RoundOver winner winners seats mayor word
SomebodyLeft seats
TileShown seat tile role
TokenGiven seat token left
Uncovered position letter blanks
Void
WerewolfShown seat
WordShown value
"""


def below(kind: type[Public]) -> Iterator[type[Public]]:
    for one in kind.__subclasses__():
        yield one
        yield from below(one)


def said_in(package: str) -> list[type[Public]]:
    """The shipped events of a game."""
    importlib.import_module(f"{package}.script")
    return [one for one in below(Public) if one.__module__.startswith(package + ".") and one is not News]


def listed(kinds: list[type]) -> list[str]:
    return sorted(" ".join(kind.__dict__["kept"]) for kind in kinds)


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        (WORDS, [*Request.__args__, Press, requests.Unveil, requests.Answering, requests.Talk]),
        (WEREWOLF, said_in("table.games.werewolf.rules")),
        (WEREWORDS, said_in("table.games.werewords.rules")),
    ],
    ids=["words", "werewolf", "werewords"],
)
def test_what_a_journal_calls_them(names: str, kinds: list[type]) -> None:
    """Each has its own name: an inherited, renamed, new or missing one is seen here."""
    assert listed(kinds) == names.strip().splitlines()
    assert len({name.split()[0] for name in listed(kinds)}) == len(kinds)


@pytest.mark.parametrize("kind", [*below(Public), *Request.__args__, Press], ids=lambda kind: kind.__name__)
def test_what_is_kept_is_there(kind: type[msgspec.Struct]) -> None:
    assert set(kind.__dict__.get("kept", ())[1:]) <= set(kind.__struct_fields__)


def test_a_class_may_be_renamed_and_may_learn_more() -> None:
    """A stored round goes on: the class's name and fields that are not stored do not count."""

    class Tonight(Public, frozen=True):
        kept = events.Dawn.kept
        number: int
        weather: str = "rain"

    assert plain(Tonight(2)) == plain(events.Dawn(2)) == ["Dawn", 2]
    assert word_of(requests.Say(Tonight(2))) == word_of(requests.Say(events.Dawn(2))) == "say Dawn"


def test_the_news_of_an_owners_role_is_kept_by_its_key() -> None:
    class Purr(News, frozen=True):
        key = "cat_purrs"
        number: int

    assert plain(Purr(3)) == ["cat_purrs", 3]
