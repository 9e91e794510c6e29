"""One player's choice on their ring: a cursor, and a lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardware import patterns
from table.engine.requests import Sitter
from table.gestures import Meaning, Phase
from table.room.act import Options


class _Nobody:
    def __repr__(self) -> str:
        return "nobody"


NOBODY = _Nobody()
"""The choice of nobody, or of nothing."""
ONLY = 255
"""The number of the only thing to say, which no seat and no word has."""
PLACE_S = 0.75
"""Seconds for which a ring shows the place of a card among others, before twice as long its sign."""


class Choosing:
    """A choice on the ring of a seat: seats appear where they sit, words at the hours of a clock, cards there
    and by their signs in turn. A card that is locked shows its sign alone.

    The cursor begins at nobody, or at the first choice if they are words or an answer is demanded. A hold
    locks a choice, and a second hold unlocks it, until the time is up; a hold on another option of a screen
    locks that one instead. Where several may be chosen, nobody after some means that these are all. If the
    only choice is `True`, any touch gives it, and it cannot be unlocked.

    `own`: the seat that chooses.
    `choices`: seats, words, numbers or cards; or `True` alone.
    `count`: the most that may be chosen.
    `demanded`: whether an answer is demanded.
    `pixel_of`: returns the pixel of a seat's ring that points at another seat.
    `pixels`: number of pixels of the ring.
    `openly`: whether everybody may see at which seat the light points.
    """

    phase: Phase = "choose"
    """What its buttons mean."""

    def __init__(
        self,
        own: int,
        choices: Sequence[Any],
        count: int,
        demanded: bool,
        pixel_of: Callable[[int, int], int],
        pixels: int,
        openly: bool = False,
    ) -> None:
        self.own = own
        self.openly = openly
        self.count = min(count, len(choices)) if demanded else count
        self._is_of_cards = any(hasattr(choice, "sign") for choice in choices)
        self.is_of_words = self._is_of_cards or any(isinstance(choice, str | int) for choice in choices)
        self.options: list[Any] = list(choices)
        if not self.is_of_words:
            self.options.sort(key=lambda seat: pixel_of(own, seat.index))
        if not demanded and not self.is_of_words:
            self.options.insert(0, NOBODY)
        self.cursor = 0
        self.chosen: list[Any] = []
        self.locked_s: float | None = None
        """When all choices were locked; None until then."""
        self._pixel_of = pixel_of
        self._pixels = pixels

    @property
    def says_itself(self) -> bool:
        """Whether there is only one answer, which any touch gives."""
        return self.options == [True]

    @property
    def answer(self) -> tuple[Any, ...]:
        """The choices that are locked."""
        return tuple(choice for choice in self.chosen if choice is not NOBODY)

    def hear(self, meaning: Meaning, time_s: float) -> None:
        """Turns, locks or unlocks, by the meaning of a gesture."""
        if self.says_itself:
            # Cannot be unlocked.
            if self.locked_s is None:
                self.chosen.append(True)
                self.locked_s = time_s
        elif meaning is Meaning.CONFIRM:
            self._confirm(self.options[self.cursor], time_s)
        elif self.locked_s is None and meaning in (Meaning.NEXT, Meaning.BACK):
            self._turn(1 if meaning is Meaning.NEXT else -1)

    def _confirm(self, pick: Any, time_s: float) -> None:
        """Chooses the option under the cursor, or gives it up if it is chosen."""
        was_locked, self.locked_s = self.locked_s is not None, None
        if pick in self.chosen:
            self.chosen.remove(pick)
            return
        if was_locked:
            before = [choice for choice in self.chosen if choice is not NOBODY]
            self.chosen = [] if pick is NOBODY else before[: self.count - 1]
        self.chosen.append(pick)
        if len(self.chosen) >= self.count or pick is NOBODY:
            self.locked_s = time_s
        else:
            self._turn(1)

    def point(self, number: int) -> bool:
        """Moves the cursor to an option by its number, as `shown` has it. Returns whether there is such an
        option."""
        numbers = self._numbers
        if number not in numbers and not self.says_itself:
            return False
        self.cursor = 0 if self.says_itself else numbers.index(number)
        return True

    def shown(self, labels: Sequence[str]) -> Options:
        """What its seat may point at. `labels`: the options in words, if they are no seats."""
        numbers = self._numbers
        chosen = tuple(numbers[self.options.index(choice)] for choice in self.chosen)
        several = self.openly and self.count > 1
        return Options(numbers, numbers[self.cursor], chosen, self.locked_s is not None, labels, several)

    @property
    def _numbers(self) -> list[int]:
        """The numbers of all options: of seats from 1, 0 of nobody; else as they are counted, or `ONLY`."""
        if self.says_itself:
            return [ONLY]
        if self.is_of_words:
            return list(range(1, len(self.options) + 1))
        return [0 if one is NOBODY else one.index + 1 for one in self.options]

    def take_over(self, before: Choosing, now_s: float) -> None:
        """Takes over an earlier selection of the same choices, after the round was stopped."""
        self.cursor = before.cursor
        self.chosen = [self.options[before.options.index(choice)] for choice in before.chosen]
        self.locked_s = None if before.locked_s is None else now_s

    def way_to(self, picks: Sequence[Any]) -> list[Meaning]:
        """The gestures that lock `picks`, from the beginning."""
        trial = Choosing(self.own, (), self.count, True, self._pixel_of, self._pixels)
        trial.options, trial.count = self.options, self.count
        said: list[Meaning] = []
        for pick in picks:
            while self.options[trial.cursor] is not pick:
                said.append(Meaning.NEXT)
                trial.hear(Meaning.NEXT, 0.0)
            said.append(Meaning.CONFIRM)
            trial.hear(Meaning.CONFIRM, 0.0)
        return said

    def face(self, time_s: float) -> bytes:
        """Pixels of the ring while its player chooses."""
        locked = self.locked_s is not None
        if self._is_of_cards and (locked or int(time_s / PLACE_S) % 3):
            return patterns.sign(self._pixels, *self.options[self.cursor].sign, time_s)
        if self.is_of_words:
            # With more choices than pixels some share a pixel: the board shows which one is meant.
            at, count = self.cursor, len(self.options)
            if count > self._pixels:
                at, count = at * self._pixels // count, self._pixels
            return patterns.words(self._pixels, at, count, time_s, locked)
        if self.openly:
            return self._open_face(time_s)
        if locked:
            return patterns.several_seats(self._pixels, self._pixels_of(self.answer), time_s)
        if self.options[self.cursor] is NOBODY:
            return patterns.nobody(self._pixels, time_s, locked)
        target = self._pixel_of(self.own, self.options[self.cursor].index)
        return patterns.cursor_several(self._pixels, self._pixels_of(self.answer), target, time_s)

    def _open_face(self, time_s: float) -> bytes:
        """Pixels of the ring while seats are chosen in public."""
        chosen, at = self._pixels_of(self.answer), self.options[self.cursor]
        if self.locked_s is not None:
            return patterns.pointed(self._pixels, chosen, time_s)
        target = None if at is NOBODY else self._pixel_of(self.own, at.index)
        return patterns.pointing(self._pixels, target, chosen, time_s)

    def kept(self, time_s: float) -> bytes:
        """Pixels of the ring once the time is up: the locked choices, or else nobody or no word."""
        if self.locked_s is not None:
            return self.face(time_s)
        if self.is_of_words:
            return patterns.asleep(self._pixels, time_s)
        return patterns.several_seats(self._pixels, self._pixels_of(self.answer), time_s)

    def _turn(self, step: int) -> None:
        for _ in self.options:
            self.cursor = (self.cursor + step) % len(self.options)
            if self.options[self.cursor] not in self.chosen:
                return

    def _pixels_of(self, seats: Sequence[Sitter]) -> list[int]:
        return [self._pixel_of(self.own, seat.index) for seat in seats]


class Guess(Choosing):
    """What one of the dead guesses: by the faint light of the night, which a hand can shade, and dark again
    as soon as it is locked."""

    def face(self, time_s: float) -> bytes:
        return patterns.dead(self._pixels) if self.locked_s is not None else super().face(time_s)


class YesOrNo(Choosing):
    """A yes or a no by day: ring, screen and words are the same whatever is said, and whether it is. What was
    said last counts when the time is up."""

    phase = "yes_no"

    def hear(self, meaning: Meaning, time_s: float) -> None:  # noqa: ARG002 - no time shows
        if meaning is Meaning.POINT:
            self.chosen = [self.options[self.cursor]]
        elif meaning in (Meaning.SAY_YES, Meaning.SAY_NO):
            self.chosen = [meaning is Meaning.SAY_YES]

    def shown(self, labels: Sequence[str]) -> Options:
        return Options(self._numbers, labels=labels)

    def way_to(self, picks: Sequence[Any]) -> list[Meaning]:
        return [Meaning.SAY_YES if pick else Meaning.SAY_NO for pick in picks]

    def face(self, time_s: float) -> bytes:  # noqa: ARG002 - it is still
        return patterns.yes_or_no(self._pixels)


class Tokens:
    """The cursor of a player who gives one token after another while a public time runs.

    `tokens`: each has a fixed place on the ring; the cursor skips those that are not offered.
    `surest`: the token that needs a long hold.
    `pixels`: number of pixels of the ring.
    """

    def __init__(self, tokens: Sequence[str], surest: str, pixels: int) -> None:
        self.tokens = tokens
        self.surest = surest
        self.cursor = 0
        self.offered: Sequence[str] = ()
        self._pixels = pixels

    def offer(self, offered: Sequence[str]) -> None:
        """Offers these tokens from now on. The cursor stays unless its token is no longer offered."""
        self.offered = offered
        if offered and self.tokens[self.cursor] not in offered:
            self._turn(1)

    def point(self, number: int) -> bool:
        """Moves the cursor to a token by its number, from 1. Returns whether it is offered."""
        if not 1 <= number <= len(self.tokens) or self.tokens[number - 1] not in self.offered:
            return False
        self.cursor = number - 1
        return True

    def hear(self, meaning: Meaning) -> str | None:
        """Turns the cursor; returns the token that a press gives, if any."""
        at = self.tokens[self.cursor]
        if meaning in (Meaning.NEXT, Meaning.BACK):
            self._turn(1 if meaning is Meaning.NEXT else -1)
        elif at in self.offered and meaning is (Meaning.FOUND if at == self.surest else Meaning.GIVE):
            return at
        return None

    def way_to(self, token: str) -> list[Meaning]:
        """The gestures that give one of the offered tokens, from the cursor on."""
        lying = [
            one for one in (*self.tokens[self.cursor :], *self.tokens[: self.cursor]) if one in self.offered
        ]
        return [Meaning.NEXT] * lying.index(token) + [Meaning.FOUND if token == self.surest else Meaning.GIVE]

    def face(self, time_s: float) -> bytes:
        """Pixels of the ring: the same amount of light for each place of the cursor."""
        return patterns.answer(self._pixels, self.cursor, len(self.tokens), time_s)

    def _turn(self, step: int) -> None:
        for _ in self.tokens:
            self.cursor = (self.cursor + step) % len(self.tokens)
            if self.tokens[self.cursor] in self.offered:
                return
