"""Remarks on the board about a debate that stands still: who points at whom, who has claimed what, and that
time is short. They are made of what the board shows, so they can hold no secret."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from table.board.board import LEVEL_S, Board, level
from table.room.village import Village

REMARK_S, READ_S = 8.0, 4.0
"""Seconds without a change of the board before a remark, and for which it stays."""
SHORT_S = 30.0
"""Seconds left when the board says so."""


class Remark(NamedTuple):
    """A remark: the key of its words, the seats in it, how many arrows, or what was claimed."""

    key: str
    seats: tuple[int, ...] = ()
    number: int = 0
    what: str = ""


SHORT = Remark("short")


def remarks(board: Board) -> Iterator[Remark]:
    """What can be said of a debate, the most striking first."""
    living = [seat for seat, place in enumerate(board.places) if place.alive]
    at = {seat: other for seat in living if (other := board.places[seat].points_at) is not None}
    against = Counter(at.values())
    for seat, number in against.most_common():
        if number > 1:
            yield Remark("arrows", (seat,), number)
    for one, other in combinations(at, 2):
        if at[one] == other and at[other] == one:
            yield Remark("each_other", (one, other))
    for seat in living:
        if claims := board.places[seat].claims:
            yield Remark("claim", (seat,), what=claims[-1])
    for seat, other in at.items():
        yield Remark("points", (seat, other))
    for seat in living if at else ():
        if seat not in against:
            yield Remark("spared", (seat,))


class Remarks:
    """Chooses the remarks on the debate under way. One is made again only after all others."""

    def __init__(self, village: Village) -> None:
        self._village = village
        self._made: list[Remark] = []
        """The remarks made, each once, the latest last."""
        self._made_s = float("-inf")
        """When the last of them was made."""
        self._moments: list[float] | None = None
        """The moments to come at which the board says how the clock stands; None: there is no debate."""

    def begin(self, key: str, now_s: float, ends_s: float) -> None:
        """Begins a public time that ends at `ends_s` at the latest."""
        moments = [ends_s - left_s for left_s in (SHORT_S, LEVEL_S)]
        self._moments = [moment_s for moment_s in moments if moment_s > now_s] if key == "debate" else None
        self._made.clear()

    def due_s(self, changed_s: float) -> float:
        """When the next remark is due, if the board has changed last at `changed_s`. There are remarks only
        where bots play, as long as somebody is there to read them."""
        if self._moments is None or not (self._village.has_bots and self._village.is_anybody_there):
            return float("inf")
        return min([max(changed_s, self._made_s) + REMARK_S, *self._moments])

    def make(self, now_s: float) -> str:
        """The words of the next remark; empty if there is nothing to say."""
        self._made_s, found = now_s, None
        if self._moments and self._moments[0] <= now_s:
            del self._moments[0]
            if self._moments:
                found = SHORT
            elif two := level(self._village.board):
                found = Remark("level", two)
        if found is None:
            rank = {remark: number for number, remark in enumerate(self._made)}
            can_be_made = remarks(self._village.board)
            found = min(can_be_made, key=lambda remark: rank.get(remark, -1), default=None)
        if found is None:
            return ""
        self._made = [*(remark for remark in self._made if remark != found), found]
        sitters = self._village.sitters()
        named = dict(zip(("seat", "other"), (sitters[seat] for seat in found.seats), strict=False))
        facts = {**named, "number": found.number, "what": found.what}
        return self._village.narration.word(f"remark.{found.key}", **facts)
