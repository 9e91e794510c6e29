"""Who sits at the table, and who of them is the host."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HOST_FIRST_S = 60.0
"""So long the host alone can second whoever gives a round up; then anybody can."""


def is_given_up(said: Mapping[int, float], people: int, host: int | None, now_s: float) -> bool:
    """Whether a round with so many `people` in it is given up. `said`: which seats have said so, and when. It
    takes two where two sit, the host and anybody else; or any two, if the host has said nothing for
    `HOST_FIRST_S` after the first. So nobody who has lost reads alone what was secret."""
    if len(said) < max(1, min(2, people)):
        return False
    return people < 2 or host in said or now_s >= min(said.values()) + HOST_FIRST_S


class People(set[int]):
    """The seats at which somebody sits. The first who sat down is the host; when he leaves it is the next,
    clockwise."""

    def __init__(self, seats: Iterable[int] = ()) -> None:
        super().__init__(seats)
        self.gone: set[int] = set()
        """Who has left the table in the round under way: his pod is dark, and he is asked nothing."""
        self.away: set[int] = set()
        """For whom the table plays though he sits here: what he presses says nothing."""
        self._host: int | None = None

    @property
    def host(self) -> int | None:
        """Whose the menus are; None while nobody sits here."""
        return self._host if self._host in self else min(self, default=None)

    @host.setter
    def host(self, seat: int | None) -> None:
        self._host = seat

    def sit(self, seat: int) -> None:
        """Somebody sits down."""
        if not self:
            self._host = seat
        self.add(seat)

    def leave(self, seat: int) -> None:
        """He leaves the table, for the rest of the round."""
        self._stand_back(seat)
        self.away.discard(seat)
        self.gone.add(seat)

    def play_for(self, seat: int) -> None:
        """From now on the table plays for him."""
        self._stand_back(seat)
        self.away.add(seat)

    def play_again(self, seat: int) -> None:
        """He plays himself again."""
        self.away.discard(seat)
        self.sit(seat)

    def clockwise(self, seat: int) -> list[int]:
        """The others, from the next one to his left on."""
        return sorted(self - {seat}, key=lambda other: (other < seat, other))

    def _stand_back(self, seat: int) -> None:
        """He is none of those who sit and play; a host hands on to the next, clockwise."""
        if seat == self.host:
            self._host = next(iter(self.clockwise(seat)), None)
        self.discard(seat)
