"""The menu of a player in a debate: what they may do besides asking for the vote, if the owner allows it.

A press opens it, a press turns, a hold takes, and it closes by itself. Its items are a list to which other
acts add theirs. If pointing is the only item, the first press points. All of it is public.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from hardware import patterns
from table.gestures import Meaning, Phase
from table.room.act import Options, SeatGesture
from table.room.parts import RoomParts
from table.room.stage import AT_ONCE

TALK_S = 6.0
"""Seconds after a player's last gesture until the menu closes by itself."""


class TalkOption(NamedTuple):
    """One of several options of an item.

    `value`: given to `TalkItem.take`.
    `words`: its name.
    `seat`: the seat that the light points at for it; None: the option has a place of its own on the ring.
    """

    value: Any
    words: str
    seat: int | None = None


class TalkItem(NamedTuple):
    """One item of the menu: something a player may do.

    `key`: its words are `talk.KEY`.
    `take`: does it for a seat, and may wait.
    `offers`: whether a seat may do it now.
    `among`: returns the options of a seat, whose value `take` is given too; None: there are none.
    `is_live`: whether each option is taken as soon as the light is at it, without a hold.
    `items`: of a group, which is nothing but these.
    """

    key: str
    take: Callable[..., object]
    offers: Callable[[int], bool] = lambda seat: True  # noqa: ARG005
    among: Callable[[int], Sequence[TalkOption]] | None = None
    is_live: bool = False
    items: Sequence[TalkItem] = ()


def group(key: str, *items: TalkItem) -> TalkItem:
    """A group of items, which is offered if one of them is."""

    def take(_: int) -> None:
        """Taking it opens it."""

    return TalkItem(key, take, lambda seat: any(item.offers(seat) for item in items), items=items)


class _Talk:
    """The open menu of one seat. `until_s`: when it closes by itself. `live`: whether an item of live options
    takes the first as the menu opens."""

    def __init__(self, seat: int, items: list[TalkItem], until_s: float, *, live: bool = True) -> None:
        self.items = items
        self.until_s = until_s
        self.cursor = 0
        self.options: Sequence[TalkOption] = ()
        """The options of the item taken; empty until then."""
        self.at = 0
        self._seat = seat
        if len(items) == 1 and self.item.is_live:
            self.options = self.item.among(seat) if self.item.among else ()
            if live:
                self._do_live()

    @property
    def item(self) -> TalkItem:
        """The item that the light is at."""
        return self.items[self.cursor]

    @property
    def is_live(self) -> bool:
        """Whether each turn takes an option."""
        return self.item.is_live and bool(self.options)

    @property
    def chosen(self) -> TalkOption | None:
        """The option that the light is at, if there is one to choose."""
        return self.options[self.at] if self.options else None

    @property
    def taken(self) -> tuple[Any, ...]:
        """The arguments for `item.take`."""
        return (self._seat, *(option.value for option in (self.chosen,) if option))

    def turn(self, step: int) -> None:
        if self.options:
            self.at = (self.at + step) % len(self.options)
            self._do_live()
        else:
            self.cursor = (self.cursor + step) % len(self.items)

    def go_to(self, place: int) -> None:
        """Moves the light to the item or option at this place of the list."""
        if self.options:
            self.at = place
            self._do_live()
        else:
            self.cursor = place

    def shown(self, named: Callable[[TalkItem], str]) -> Options:
        """What the seat may point at. `named`: returns the name of an item."""
        if any(option.seat is not None for option in self.options):
            seats = [0 if option.seat is None else option.seat + 1 for option in self.options]
            return Options(seats, seats[self.at])
        labels = [option.words for option in self.options] or [named(item) for item in self.items]
        return Options(
            range(1, len(labels) + 1), (self.at if self.options else self.cursor) + 1, labels=labels
        )

    def narrows(self) -> bool:
        """Begins the choice of an item of a group, or of an option. Returns whether there is one."""
        if self.item.items:
            self.items, self.cursor = [item for item in self.item.items if item.offers(self._seat)], 0
            return True
        if self.options or self.item.among is None:
            return False
        self.options = self.item.among(self._seat)
        self._do_live()
        return bool(self.options)

    def _do_live(self) -> None:
        if self.is_live:
            self.item.take(*self.taken)


class Talking:
    """The open menus in the debate under way."""

    def __init__(self, parts: RoomParts) -> None:
        self.items: list[TalkItem] = []
        self._stage, self._lights = parts.stage, parts.lights
        self._village = parts.stage.village
        self._open: dict[int, _Talk] = {}
        self._taken: deque[tuple[TalkItem, tuple[Any, ...]]] = deque()
        """Items taken but not done yet, with their arguments."""
        self._left_s = AT_ONCE
        """When a player has last opened a menu and taken nothing."""

    def phase(self, seat: int) -> Phase:
        """The meaning of the buttons of a seat in the debate."""
        if seat in self._open:
            return "talk"
        return "parley" if self._offered(seat) else "debate"

    @property
    def prompt(self) -> str:
        """The key of the prompt in a debate: "point" if there is only pointing, "parley" if there is a list,
        "debate" if there is nothing."""
        offered = {item.key for item in self._offered_now()}
        return "point" if offered == {"point"} else "parley" if offered else "debate"

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Handles a gesture in a debate. Returns whether it was used."""
        seat, now_s = heard.seat, self._stage.time.now()
        talk = self._open.get(seat)
        if talk is None:
            if meant is not Meaning.TALK:
                return False
            talk = self._begin(seat)
        elif meant in (Meaning.NEXT, Meaning.BACK):
            talk.turn(1 if meant is Meaning.NEXT else -1)
        elif meant is Meaning.DO and not talk.narrows():
            self._close(seat)
            if not talk.item.is_live and (taken := (talk.item, talk.taken)) not in self._taken:
                self._taken.append(taken)
            return True
        talk.until_s = now_s + TALK_S
        self._stage.presses.turn(seat, "talk")
        if self._is_captioned(seat, talk):
            word, told = self._village.narration.word, self._words(seat, talk).replace("\n", " ")
            self._village.board.caption = word("talk.whose", seat=self._village.sitters()[seat], what=told)
        return True

    def options(self, seat: int) -> Options | None:
        """What a seat may point at in the debate: items, or the options of the one taken."""
        talk = self._open.get(seat)
        if talk is None:
            if self._stage.presses.phases.get(seat) != "parley":
                return None
            talk = _Talk(seat, self._offered(seat), 0.0, live=False)
        return talk.shown(lambda item: self._village.narration.word(f"talk.{item.key}"))

    def point(self, seat: int, number: int) -> bool:
        """Moves the light of a seat to an item or an option, and opens the menu for it."""
        options = self.options(seat)
        if options is None or number not in options.numbers:
            return False
        (self._open.get(seat) or self._begin(seat)).go_to(options.numbers.index(number))
        return True

    def _begin(self, seat: int) -> _Talk:
        """Opens the menu of a seat."""
        talk = self._open[seat] = _Talk(seat, self._offered(seat), self._stage.time.now())
        self._lights.tell(seat, partial(self._face, seat, talk), partial(self._words, seat, talk))
        return talk

    @property
    def labels(self) -> list[str]:
        """The names of all items that can be done now, for phones, which have a button for each."""
        if {"parley", "talk"}.isdisjoint(self._stage.presses.phases.values()):
            return []
        return [self._village.narration.word(f"talk.{item.key}") for item in self._offered_now()]

    def _offered_now(self) -> list[TalkItem]:
        """The items that at least one living player may do."""
        living = [seat for seat, place in enumerate(self._village.board.places) if place.alive]
        return [item for item in self.items if any(map(item.offers, living))]

    @property
    def silent_from_s(self) -> float:
        """When nobody chooses any more what to say, unless they go on. Who points says nothing."""
        return max((talk.until_s for talk in self._open.values() if not talk.is_live), default=self._left_s)

    def due_s(self) -> float:
        """When `pass_time` has something to do next; infinite if it has nothing."""
        if self._taken:
            return self._stage.time.now()
        return min((talk.until_s for talk in self._open.values()), default=float("inf"))

    def pass_time(self) -> bool:
        """Closes menus that were open for too long, and does the next item taken. Returns whether the caption
        has to be shown again."""
        now_s = self._stage.time.now()
        late = [seat for seat, talk in self._open.items() if talk.until_s <= now_s]
        was_captioned = any(self._is_captioned(seat, self._open[seat]) for seat in late)
        for seat in late:
            self._left_s = self._left_s if self._open[seat].is_live else now_s
            self._close(seat)
        if not self._taken:
            return was_captioned
        item, given = self._taken[0]
        item.take(*given)
        self._taken.popleft()  # Only now: taking the same item again while it is done has no effect.
        return True

    def end(self) -> None:
        """Ends the debate: closes all menus, and drops the items that wait to be done."""
        for seat in list(self._open):
            self._close(seat)
        self._taken.clear()

    def _offered(self, seat: int) -> list[TalkItem]:
        return [item for item in self.items if item.offers(seat)]

    def _close(self, seat: int) -> None:
        del self._open[seat]
        self._lights.faces.pop(seat, None)
        if self._stage.presses.phases.get(seat) == "talk":
            self._stage.presses.turn(seat, self.phase(seat))

    def _face(self, seat: int, talk: _Talk, time_s: float) -> bytes:
        pixels = self._stage.rings.pixels
        if talk.chosen and talk.chosen.seat is not None:
            target = self._lights.pixel_of(seat, talk.chosen.seat)
            return patterns.pointing(pixels, target, (), time_s)
        at, count = (talk.at, len(talk.options)) if talk.options else (talk.cursor, len(talk.items))
        if count > pixels:
            at, count = at * pixels // count, pixels
        return patterns.words(pixels, at, count, time_s, locked=False)

    @property
    def is_captioned(self) -> bool:
        """Whether the caption says what somebody's light means."""
        return any(self._is_captioned(seat, talk) for seat, talk in self._open.items())

    def _is_captioned(self, seat: int, talk: _Talk) -> bool:
        """Whether the caption says what the light of a seat means.

        It does if its player has no screen of their own, and the board does not show it anyway.
        """
        places = self._village.places
        return places.pods[seat] not in places.worded() and not talk.is_live

    def _words(self, seat: int, talk: _Talk) -> str:
        """The words of a seat's open menu for its slip."""
        word, places = self._village.narration.word, self._village.places
        what = word(f"talk.{talk.item.key}")
        if talk.chosen:
            what = word("talk.which", what=what, option=talk.chosen.words)
        if places.pods[seat] in places.screens():
            return what
        return f"{what}\n{word(f'prompt.talk.{self._stage.presses.count}')}"
