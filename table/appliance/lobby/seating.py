"""The people in a lobby: who sits, who is the host, and when somebody pressed last."""

from __future__ import annotations

from collections.abc import Iterable

from table.gestures import Phase
from table.room.act import NEVER
from table.room.stage import Stage

HOST_S = 60.0
"""Seconds without a press after which another person may replace the host."""
EMPTY_S = 300.0
"""Seconds without a press after which all chairs are free again."""


class Seating:
    """The chairs of a lobby. `taken`: the occupied chairs, clockwise. `host`: one of them, or None if nobody
    sits."""

    def __init__(self, stage: Stage, taken: Iterable[int], host: int | None) -> None:
        self.people = stage.village.people
        self.untold: list[tuple[str, int]] = []
        """Lines that were not spoken yet, each with its seat: who sat down, who is the new host."""
        self.is_stalled = False
        """Whether the host has not pressed for so long that another person may replace them."""
        self._time, self._effects = stage.time, stage.effects
        self.people |= set(taken)
        self.people.host = host
        self.begin()

    def begin(self) -> None:
        """Starts counting time without a press."""
        self.touched_s = self._host_s = self._time.now()

    def touched(self, seat: int, host: int | None) -> None:
        """Notes a press. `host`: the host before it."""
        self.touched_s = self._time.now()
        if seat == host or host != self.people.host:
            self._host_s = self.touched_s

    def sit(self, seat: int) -> None:
        """Seats a person."""
        self.people.sit(seat)
        self._effects.play("chime")
        self.untold.append(("lobby.seated", seat))

    def stand(self, seat: int) -> None:
        """Frees a chair. If it was the host's, the next person clockwise becomes the host, and that is
        announced."""
        if seat == self.people.host:
            self.untold.append(("lobby.stood", seat))
            self.pass_on()
        self.people.discard(seat)

    def pass_on(self) -> None:
        """Makes the next person clockwise the host, if there is another."""
        host = self.people.host
        assert host is not None
        self.hand_on_to(min(self.people - {host}, key=lambda seat: (seat < host, seat), default=None))

    def hand_on_to(self, seat: int | None) -> None:
        """Makes this seat the host; None: nobody."""
        self.people.host = seat
        if seat is not None:
            self.untold.append(("host.new", seat))

    def look(self) -> None:
        """Updates whether the host has not pressed for long."""
        self.is_stalled = len(self.people) > 1 and self._time.now() >= self._host_s + HOST_S

    def gives_up(self) -> bool:
        """Frees all chairs if nobody has pressed for a long time. Returns whether it does."""
        is_empty = bool(self.people) and self._time.now() >= self.touched_s + EMPTY_S
        if is_empty:
            self.people.clear()
        return is_empty

    def due_s(self) -> float:
        """The next moment at which time alone changes something."""
        stalls_s = self._host_s + HOST_S if len(self.people) > 1 and not self.is_stalled else NEVER
        return min(stalls_s, self.touched_s + EMPTY_S if self.people else NEVER)

    def phase(self, seat: int, *, is_open: bool) -> Phase:
        """The phase of a seat's buttons. `is_open`: whether the host's menu is open."""
        if seat == self.people.host:
            return "menu" if is_open else "host"
        if seat in self.people:
            return "stalled" if self.is_stalled else "seated"
        return "attract"
