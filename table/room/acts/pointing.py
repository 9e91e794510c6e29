"""Pointing at each other in a debate, shown at once on the board and on the pointer's own ring.

It is public, is no answer of the round, and ends with the debate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, runtime_checkable

from table.room.acts.talking import TalkItem, TalkOption
from table.room.parts import RoomParts
from table.settings.settings import PointingWhen

BOT_POINTS_S, SLOWLY_S = 1.5, 5.0
"""Seconds between the turns of two bots' lights: among bots, and before people, who follow them."""


@runtime_checkable
class Suspicious(Protocol):
    """A mind that points."""

    def suspects(self, pointers: Sequence[int], among: Sequence[int]) -> dict[int, int]:
        """Returns whom each of `pointers` suspects among these seats; one who suspects nobody is missing."""


class Pointing:
    """Who points at whom in the debate under way.

    `when`: when people may point, by the owner's choice.
    `mind`: returns who plays the seats nobody sits at.
    """

    def __init__(self, parts: RoomParts, when: PointingWhen, mind: Callable[[], object]) -> None:
        self.item = TalkItem("point", self._point, self._may_point, self._turns, is_live=True)
        self._stage, self._village = parts.stage, parts.stage.village
        self._when, self._mind = when, mind
        self._is_open = False
        self._planned: dict[int, int] = {}
        """Whom each bot will point at next; itself: nobody."""
        self._next_s = 0.0

    @property
    def is_on(self) -> bool:
        """Whether people may point at this table now."""
        if self._when == "with bots":
            return self._village.has_bots
        return self._when == "always"

    def open(self) -> None:
        """Begins a debate, or continues it after something was said. Bots decide whom to point at."""
        if not self.is_on:
            return
        if not self._is_open:
            self._is_open = True
            self._next_s = self._stage.time.now() + self._pause_s
        mind = self._mind()
        living = self._living()
        bots = [seat for seat in living if self._village.is_bots(seat)]
        if isinstance(mind, Suspicious):
            wanted = mind.suspects(bots, living)
            self._planned = {
                seat: wanted.get(seat, seat) for seat in bots if wanted.get(seat) != self._pointed_at(seat)
            }

    def due_s(self) -> float:
        """When the next bot turns its light; infinite if none does."""
        return self._next_s if self._planned else float("inf")

    def pass_time(self) -> bool:
        """Turns the light of the next bot if it is time. Returns whether it was turned."""
        now_s = self._stage.time.now()
        if not self._planned or now_s < self._next_s:
            return False
        seat = next(iter(self._planned))
        self._point(seat, self._planned.pop(seat))
        self._next_s = now_s + self._pause_s
        return True

    def close(self) -> None:
        """Ends the debate: nobody points any more."""
        self._is_open = False
        self._planned.clear()
        for place in self._village.board.places:
            place.points_at = None

    @property
    def _pause_s(self) -> float:
        return SLOWLY_S if self._village.is_anybody_there else BOT_POINTS_S

    def _living(self) -> list[int]:
        return [seat for seat, place in enumerate(self._village.board.places) if place.alive]

    def _may_point(self, seat: int) -> bool:  # noqa: ARG002 - anybody in a debate
        return self._is_open

    def _turns(self, seat: int) -> list[TalkOption]:
        """The living seats, clockwise from the one the light points at. One's own seat means nobody."""
        living = self._living()
        now = self._pointed_at(seat)
        after = living.index(seat if now is None else now) + 1
        narration, sitters = self._village.narration, self._village.sitters()
        labels = {other: narration.seat(sitters[other]).label for other in living}
        labels[seat] = narration.word("talk.nobody")
        return [TalkOption(other, labels[other], other) for other in living[after:] + living[:after]]

    def _pointed_at(self, seat: int) -> int | None:
        return self._village.board.places[seat].points_at

    def _point(self, seat: int, other: int) -> None:
        self._village.board.places[seat].points_at = None if other == seat else other
