"""What a player may do in a debate besides being ready to vote, where the owner has enabled it.

A press opens it, a press turns, a hold takes, and it ends by itself. What there is to do is a list, `items`:
whoever has more to offer adds to it. All of it is public.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from hardware import patterns
from table.gestures import Meaning, Phase
from table.room.parts import RoomParts
from table.room.presses import SeatGesture

TALK_S = 6.0
"""Seconds after a player's last gesture until it closes by itself."""


class TalkItem(NamedTuple):
    """One thing to do. `key`: its words are `talk.KEY`; `take`: does it for a seat, and may wait; `offers`:
    whether a seat may do it now."""

    key: str
    take: Callable[[int], object]
    offers: Callable[[int], bool] = lambda seat: True  # noqa: ARG005


class _Talk:
    """A seat that is about to do something. `until_s`: when that closes."""

    def __init__(self, items: list[TalkItem], until_s: float) -> None:
        self.items = items
        self.until_s = until_s
        self.cursor = 0

    @property
    def item(self) -> TalkItem:
        """What the light points at."""
        return self.items[self.cursor]

    def turn(self, step: int) -> None:
        self.cursor = (self.cursor + step) % len(self.items)


class Talking:
    """Who does what in the debate that is under way. `enabled`: whether the owner allows it at all."""

    def __init__(self, parts: RoomParts, *, enabled: bool) -> None:
        self.items: list[TalkItem] = []
        self.enabled = enabled
        self._stage, self._lights = parts.stage, parts.lights
        self._village = parts.stage.village
        self._open: dict[int, _Talk] = {}
        self._taken: deque[tuple[TalkItem, int]] = deque()

    def phase(self, seat: int) -> Phase:
        """What the buttons of a seat mean that is in the debate."""
        if seat in self._open:
            return "talk"
        return "parley" if self._offered(seat) else "debate"

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Hears a gesture of a debate; returns whether it was one of these."""
        seat, now_s = heard.seat, self._stage.time.now()
        talk = self._open.get(seat)
        if talk is None:
            if meant is not Meaning.TALK:
                return False
            talk = self._open[seat] = _Talk(self._offered(seat), now_s)
            self._lights.tell(seat, partial(self._face, talk), partial(self._words, talk))
        elif meant in (Meaning.NEXT, Meaning.BACK):
            talk.turn(1 if meant is Meaning.NEXT else -1)
        elif meant is Meaning.DO:
            self._close(seat)
            if (talk.item, seat) not in self._taken:
                self._taken.append((talk.item, seat))
            return True
        talk.until_s = now_s + TALK_S
        self._stage.presses.turn(seat, "talk")
        self._village.board.caption = self._words(talk).replace("\n", " ")
        return True

    @property
    def labels(self) -> list[str]:
        """What can be done now, in words, for seats whose phone has a button for each; empty if nothing can
        be."""
        if {"parley", "talk"}.isdisjoint(self._stage.presses.phases.values()):
            return []
        return [self._village.narration.word(f"talk.{item.key}") for item in self.items]

    def due_s(self) -> float:
        """When there is something to do next, for `pass_time`; infinite if there is nothing."""
        if self._taken:
            return self._stage.time.now()
        return min((talk.until_s for talk in self._open.values()), default=float("inf"))

    def pass_time(self) -> bool:
        """Closes what has been open for too long, and does what was taken. Returns whether the caption is of
        something else now."""
        now_s = self._stage.time.now()
        late = [seat for seat, talk in self._open.items() if talk.until_s <= now_s]
        for seat in late:
            self._close(seat)
        if not self._taken:
            return bool(late)
        item, seat = self._taken[0]
        item.take(seat)
        self._taken.popleft()  # Not before: to take the same again while it is done means nothing.
        return True

    def end(self) -> None:
        """Ends the debate: nothing is open any more, and nothing waits to be done."""
        for seat in list(self._open):
            self._close(seat)
        self._taken.clear()

    def _offered(self, seat: int) -> list[TalkItem]:
        return [item for item in self.items if item.offers(seat)] if self.enabled else []

    def _close(self, seat: int) -> None:
        del self._open[seat]
        self._lights.faces.pop(seat, None)
        if self._stage.presses.phases.get(seat) == "talk":
            self._stage.presses.turn(seat, self.phase(seat))

    def _face(self, talk: _Talk, time_s: float) -> bytes:
        return patterns.words(self._stage.rings.pixels, talk.cursor, len(talk.items), time_s, locked=False)

    def _words(self, talk: _Talk) -> str:
        """What a slip says of it."""
        word = self._village.narration.word
        return f"{word(f'talk.{talk.item.key}')}\n{word(f'prompt.talk.{self._stage.presses.count}')}"
