"""What each player will be remembered for: one honour each, read from the story of a finished round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator

from table.games.entries import Honour, Round, StoryEntry, given_once

WOLVES = "werewolves"
BEFALLEN = {"Pardoned": "pardoned", "TakesCard": "took_over"}
"""Honours of players whom a card's news names, by the kept name of these news."""
OFTEN = 2
"""Votes from which they are a habit."""


class _Deeds:
    """A round by what it was: votes, deaths and deeds, by seat."""

    def __init__(self, told: Round) -> None:
        self.seats = range(len(told.seats))
        self.wolves = {seat for seat in self.seats if told.seats[seat].camp == WOLVES}
        self.entries = [entry for moment in told.moments for entry in moment.entries]
        self.against = Counter(seat for entry in self.of("vote") for seat in entry.to for _ in entry.seats)
        self.votes = {
            seat: [entry.to[0] for entry in self.of("vote") if seat in entry.seats] for seat in self.seats
        }
        self.deaths = {
            entry.seats[0]: (place, str(entry.value))
            for place, moment in enumerate(told.moments)
            for entry in moment.entries
            if entry.what == "death"
        }
        self.titles = [moment.title for moment in told.moments]
        captains = [entry.seats[0] for entry in self.of("captain")]
        self.captain = captains[-1] if captains else None

    def of(self, what: str) -> Iterator[StoryEntry]:
        return (entry for entry in self.entries if entry.what == what)

    def done_to(self, what: str) -> Iterator[tuple[int, int]]:
        """Who did it to whom, in order."""
        return ((entry.seats[0], seat) for entry in self.of(what) if entry.seats for seat in entry.to)


def honours(told: Round) -> dict[int, Honour]:
    """An honour for each player, by seat; none for a round that has no winner, or whose story is unknown.

    The rarest come first, and each is given once; whoever is left is told how long they lived.
    """
    if told.winner is None or not told.moments:
        return {}
    deeds = _Deeds(told)
    given = given_once(_claims(deeds))
    return {seat: given.get(seat) or _fate(deeds, seat) for seat in deeds.seats}


def _fate(deeds: _Deeds, seat: int) -> Honour:
    if seat not in deeds.deaths:
        return Honour("alive")
    place, cause = deeds.deaths[seat]
    if cause == "left":
        return Honour("left")
    return Honour("dead", {"when": deeds.titles[place]})


def _claims(deeds: _Deeds) -> Iterator[tuple[int, Honour]]:
    """Who could have which honour, the rarest first."""
    wolves = deeds.wolves
    for doer, to in deeds.done_to("hunter"):
        if to in wolves and doer not in wolves:
            yield doer, Honour("last_bullet")
    for what, key in BEFALLEN.items():
        for entry in deeds.of(what):
            yield entry.seats[0], Honour(key)
    for entry in deeds.of("Claimed"):
        if entry.value == "seer" and entry.seats[0] in wolves:
            yield entry.seats[0], Honour("pretender")
    for doer, to in deeds.done_to("witch.poison"):
        yield doer, Honour("good_poison" if to in wolves else "bad_poison")
    for seat, (_, cause) in deeds.deaths.items():
        if cause in ("grief", "tie"):
            yield seat, Honour(cause)
    for seat in _by(deeds, lambda seat: _votes_for(deeds, seat, wolves) if seat in wolves else 0):
        yield seat, Honour("own_pack", {"number": _votes_for(deeds, seat, wolves)})
    if dead := [seat for seat, (_, cause) in deeds.deaths.items() if cause != "left"]:
        yield dead[0], Honour("first")
    for seat in sorted(wolves - deeds.deaths.keys()):
        if len(deeds.votes[seat]) >= OFTEN and not deeds.against[seat]:
            yield seat, Honour("unsuspected")
    for _, to in deeds.done_to("witch.heal"):
        if to not in deeds.deaths:
            yield to, Honour("healed")
    seen = Counter(doer for doer, to in deeds.done_to("seer") if to in wolves)
    for seat, number in seen.most_common():
        if number >= OFTEN:
            yield seat, Honour("clear_sight", {"number": number})
    for guess in deeds.of("guess"):
        for doer in guess.seats if wolves.issuperset(guess.to) else ():
            if doer not in wolves:
                yield doer, Honour("guess")
    for seat in _by(deeds, lambda seat: 0 if seat in wolves else _votes_for(deeds, seat, wolves)):
        yield seat, Honour("sharp", {"number": _votes_for(deeds, seat, wolves)})
    for seat, number in deeds.against.most_common():
        if number >= OFTEN and seat not in deeds.deaths:
            yield seat, Honour("hated", {"number": number})
    for seat in _by(deeds, lambda seat: len(deeds.votes[seat])):
        if seat not in wolves and not _votes_for(deeds, seat, wolves):
            yield seat, Honour("blind", {"number": len(deeds.votes[seat])})
    if deeds.captain is not None and deeds.captain not in deeds.deaths:
        yield deeds.captain, Honour("captain")


def _by(deeds: _Deeds, number: Callable[[int], int]) -> list[int]:
    """The seats for which this is a habit, those with most first."""
    return [seat for seat in sorted(deeds.seats, key=lambda seat: -number(seat)) if number(seat) >= OFTEN]


def _votes_for(deeds: _Deeds, seat: int, targets: Collection[int]) -> int:
    """How often this seat has voted against one of these."""
    return sum(target in targets and target != seat for target in deeds.votes[seat])
