"""What each player of Mots-garous will be remembered for: one honour each, read from the story of a finished
round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from table.games.entries import Honour, Round, StoryEntry, given_once
from table.games.werewords.rules.tiles import SEER, WEREWOLF, Tile

WOLVES = "werewolves"
OFTEN = 2
"""Answers of one kind from which they are a habit."""
WARM = ("yes", "so_close")
"""Answers that lead to the word."""


class _Questions:
    """A round by what was asked, answered and guessed, by seat."""

    def __init__(self, told: Round) -> None:
        self.told, self.seats = told, range(len(told.seats))
        self.pack = {seat for seat in self.seats if told.seats[seat].camp == WOLVES}
        """The werewolves, and whoever wins with them."""
        self.wolves, self.seers = self._holding(WEREWOLF), self._holding(SEER)
        self.entries = [entry for moment in told.moments for entry in moment.entries]
        self.tokens = [(entry.seats[0], str(entry.value)) for entry in self._of("token") if entry.seats]
        self.asked = Counter(seat for seat, token in self.tokens)
        self.accused = Counter(entry.to[0] for entry in self._of("accusation"))

    def _holding(self, tile: Tile) -> list[int]:
        return [seat for seat in self.seats if self.told.seats[seat].card == tile.key]

    def _of(self, what: str) -> Iterator[StoryEntry]:
        return (entry for entry in self.entries if entry.what == what)

    def answers(self, token: str) -> Counter[int]:
        """How often each seat was answered so."""
        return Counter(seat for seat, given in self.tokens if given == token)

    def done(self, what: str) -> Iterator[tuple[int, int]]:
        """Who named or accused whom, in order."""
        return ((entry.seats[0], entry.to[0]) for entry in self._of(what))

    def who(self, what: str) -> list[int]:
        """The seats of all entries of a kind."""
        return [seat for entry in self._of(what) for seat in entry.seats]


def honours(told: Round) -> dict[int, Honour]:
    """An honour for each player, by seat; none for a round that has no winner, or whose story is unknown.

    The rarest come first, and each is given once; whoever is left is told whom they suspected, or how many
    questions they asked.
    """
    if told.winner is None or not told.moments:
        return {}
    questions = _Questions(told)
    given = given_once(_claims(questions)) | dict.fromkeys(questions.who("left"), Honour("left"))
    return {seat: given.get(seat) or _habit(questions, seat) for seat in questions.seats}


def _habit(of: _Questions, seat: int) -> Honour:
    """Whom they suspected, or how many questions they asked."""
    for by, named in of.done("accusation"):
        if by == seat:
            return Honour("pointed", {"name": of.told.seats[named].name})
    if number := of.asked[seat]:
        return Honour("asked", {"number": number}) if number > 1 else Honour("asked_once")
    return Honour("silent_won" if of.told.seats[seat].won else "silent")


def _claims(of: _Questions) -> Iterator[tuple[int, Honour]]:
    """Who could have which honour, the rarest first."""
    for seat in of.answers("correct"):
        yield seat, Honour("found")
    for by, named in of.done("named"):
        if named in of.seers:
            yield by, Honour("nose")
            yield named, Honour("unmasked")
        else:
            yield named, Honour("decoy")
    right = [by for by, named in of.done("accusation") if named in of.wolves and by not in of.pack]
    if len(right) == 1:
        yield right[0], Honour("alone_right")
    for seat, number in of.accused.most_common():
        if seat not in of.pack and number >= OFTEN:
            yield seat, Honour("accused", {"number": number})
    for seat in of.wolves:
        if of.accused and not of.accused[seat]:
            yield seat, Honour("unsuspected")
    for seat in of.who("mayor"):
        if seat in of.wolves:
            yield seat, Honour("wolf_mayor")
    found = [place for place, (_, token) in enumerate(of.tokens) if token == "correct"]
    if found:
        before = [seat for seat, token in of.tokens[: found[0]] if token in WARM]
        for seat in before[-1:]:
            yield seat, Honour("led")
    for seat in of.answers("so_close"):
        yield seat, Honour("so_close")
    for seat in of.answers("way_off"):
        yield seat, Honour("way_off")
    for seat in of.seers:
        if of.told.seats[seat].won:
            yield seat, Honour("kept_quiet")
    for token, key in (("yes", "many_yes"), ("no", "many_no"), ("maybe", "many_maybe")):
        for seat, number in of.answers(token).most_common():
            if number >= OFTEN:
                yield seat, Honour(key, {"number": number})
    for seat in of.who("mayor"):
        yield seat, Honour("mayor")
