"""Lets players without a ring read the board one after the other, while all others close their eyes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from table.room.parts import RoomParts
from table.settings.times import ALONE_S

EYES_S = 1.5
"""Seconds from the first word of a call until those called have opened their eyes."""


class Alone:
    """Shows players on the board, one at a time, what others see on their rings in a deal or a look."""

    def __init__(self, parts: RoomParts) -> None:
        self._stage, self._pace = parts.stage, parts.pace
        self._cards, self._board = parts.cards, parts.secret
        self._village = parts.stage.village
        self._know: set[int] = set()
        """The seats that have seen their cards."""

    def forget(self) -> None:
        """Starts a round in which nobody has seen their card."""
        self._know.clear()

    def recall_night(self) -> None:
        """Replays a nightfall: by then everybody knows their card."""
        self._know.update(self._village.on_board)

    def deal_and_wait(self) -> None:
        """Shows their cards to people without a ring who have not seen them.

        Called in the deal, and before a night for people who have sat down since.
        """
        places, scene = self._village.board.places, self._village.board.scene
        self._know |= {seat for seat in self._village.on_board if scene == "deal" and places[seat].ready}
        new = [seat for seat in self._village.on_board if seat not in self._know and self._cards.has(seat)]
        if not new:
            return
        self._stage.speaking.tell_and_wait([("board.deal", {})])
        self.show_and_wait(new, self._cards.read)
        self._know.update(new)
        if scene == "deal":
            self._stage.speaking.tell_and_wait([("board.dealt", {})])

    def show_and_wait(self, readers: Sequence[int], read: Callable[[int], str]) -> None:
        """Lets each of these seats read alone. `read`: returns the words for a seat."""
        stage, seats = self._stage, self._village.sitters()
        for seat in readers:
            stage.speaking.tell_and_wait([("board.alone", {"seat": seats[seat]})])
            stage.wait_until(stage.time.now() + EYES_S * self._pace.factor)
            self._board.show_alone(read(seat))
            stage.wait_until(stage.time.now() + ALONE_S * max(1.0, self._pace.factor))
            self._board.veil()
            stage.speaking.tell_and_wait([("board.shut", {"seat": seats[seat]})])
