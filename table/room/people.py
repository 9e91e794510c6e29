"""The people at the table, and which of them is the host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HOST_FIRST_S = 60.0
"""Seconds during which only the host can confirm that a round is given up. After that anybody can."""


def is_given_up(said: Mapping[int, float], people: int, host: int | None, now_s: float) -> bool:
    """Whether a round is given up. A loser cannot do it alone, since it reveals the secrets.

    If at least two people sit, it takes the host and one other; or any two, if the host says nothing for
    `HOST_FIRST_S` after the first.

    `said`: the seats that have given it up, and when.
    `people`: number of people in the round.
    `host`: the host's seat, if there is one.
    `now_s`: the time now.
    """
    if len(said) < max(1, min(2, people)):
        return False
    return people < 2 or host in said or now_s >= min(said.values()) + HOST_FIRST_S


class People(set[int]):
    """The seats at which people sit. The first to sit down is the host; when they leave, the next clockwise
    is."""

    def __init__(self, seats: Iterable[int] = ()) -> None:
        super().__init__(seats)
        self.gone: set[int] = set()
        """Seats whose players have left this round: their pods are dark, and they are asked nothing."""
        self.away: set[int] = set()
        """Seats of people for whom the table plays: their presses are ignored."""
        self.offered: tuple[str, ...] = ()
        """What the host may ask the round for now."""
        self.wants: set[str] = set()
        """What they have asked for."""
        self._host: int | None = None

    @property
    def host(self) -> int | None:
        """The seat that may use the menus; None while nobody sits here."""
        return self._host if self._host in self else min(self, default=None)

    @host.setter
    def host(self, seat: int | None) -> None:
        self._host = seat

    def sit(self, seat: int) -> None:
        """Adds a person."""
        if not self:
            self._host = seat
        self.add(seat)

    def leave(self, seat: int) -> None:
        """Removes a person for the rest of the round."""
        self._stand_back(seat)
        self.away.discard(seat)
        self.gone.add(seat)

    def play_for(self, seat: int) -> None:
        """Lets the table play for this seat."""
        self._stand_back(seat)
        self.away.add(seat)

    def play_again(self, seat: int) -> None:
        """Lets this seat's own player play again."""
        self.away.discard(seat)
        self.sit(seat)

    def clockwise(self, seat: int) -> list[int]:
        """All other seats, clockwise from this one's left neighbour."""
        return sorted(self - {seat}, key=lambda other: (other < seat, other))

    def _stand_back(self, seat: int) -> None:
        """Removes a seat from those that play. If it is the host's, the next clockwise becomes host."""
        if seat == self.host:
            self._host = next(iter(self.clockwise(seat)), None)
        self.discard(seat)
