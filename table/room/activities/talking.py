"""What a player may do in a debate besides being ready to vote, where the owner has enabled it.

A press opens it, a press turns, a hold takes, and it ends by itself. What there is to do is a list, `items`:
whoever has more to offer adds to it. All of it is public.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
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
    whether a seat may do it now; `whom`: to whom it may be done, for what is done to somebody: `take` is then
    given the other seat too, None: it is done to nobody."""

    key: str
    take: Callable[..., object]
    offers: Callable[[int], bool] = lambda seat: True  # noqa: ARG005
    whom: Callable[[int], Sequence[int]] | None = None


class _Talk:
    """A seat that is about to do something. `until_s`: when that closes."""

    def __init__(self, items: list[TalkItem], until_s: float) -> None:
        self.items = items
        self.until_s = until_s
        self.cursor = 0
        self.whom: Sequence[int] = ()
        """The seats to point at, once it is known what is done."""
        self.pointed = 0

    @property
    def item(self) -> TalkItem:
        """What the light points at."""
        return self.items[self.cursor]

    @property
    def others(self) -> tuple[int, ...]:
        """The seat the light points at, if it is done to somebody."""
        return (self.whom[self.pointed],) if self.whom else ()

    def turn(self, step: int) -> None:
        if self.whom:
            self.pointed = (self.pointed + step) % len(self.whom)
        else:
            self.cursor = (self.cursor + step) % len(self.items)

    def narrows(self, seat: int) -> bool:
        """Whether it now has to be said to whom it is done."""
        if self.whom or self.item.whom is None:
            return False
        self.whom = self.item.whom(seat)
        return bool(self.whom)


class Talking:
    """Who does what in the debate that is under way. `enabled`: whether the owner allows it at all."""

    def __init__(self, parts: RoomParts, *, enabled: bool) -> None:
        self.items: list[TalkItem] = []
        self.enabled = enabled
        self._stage, self._lights = parts.stage, parts.lights
        self._village = parts.stage.village
        self._open: dict[int, _Talk] = {}
        self._taken: deque[tuple[TalkItem, tuple[int, ...]]] = deque()
        """What is to be done, and for and to whom."""

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
            self._lights.tell(seat, partial(self._face, seat, talk), partial(self._words, talk))
        elif meant in (Meaning.NEXT, Meaning.BACK):
            talk.turn(1 if meant is Meaning.NEXT else -1)
        elif meant is Meaning.DO and not talk.narrows(seat):
            self._close(seat)
            if (taken := (talk.item, (seat, *talk.others))) not in self._taken:
                self._taken.append(taken)
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
        here = [seat for seat, phase in self._stage.presses.phases.items() if phase in ("parley", "talk")]
        offered = [item for item in self.items if any(map(item.offers, here))]
        return [self._village.narration.word(f"talk.{item.key}") for item in offered]

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
        item, seats = self._taken[0]
        item.take(*seats)
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

    def _face(self, seat: int, talk: _Talk, time_s: float) -> bytes:
        if talk.others:
            target = self._lights.pixel_of(seat, talk.others[0])
            return patterns.pointing(self._stage.rings.pixels, target, (), time_s)
        return patterns.words(self._stage.rings.pixels, talk.cursor, len(talk.items), time_s, locked=False)

    def _words(self, talk: _Talk) -> str:
        """What a slip says of it."""
        word = self._village.narration.word
        what = word(f"talk.{talk.item.key}")
        if talk.others:
            other = self._village.sitters()[talk.others[0]]
            what = word("talk.whom", what=what, other=other)
        return f"{what}\n{word(f'prompt.talk.{self._stage.presses.count}')}"
