"""Draws a card for each seat: its name, the signs of all characters, what its buttons and lights mean; on its
back what each character does.

Every seat has the same signs and the same back, so a card on the table tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from hardware import patterns
from table.games.all import game_of
from table.games.evening import Rules
from table.paper.drawing import (
    BODY,
    HEIGHT,
    LEADING,
    LEAST,
    MARGIN,
    MIDDLE,
    SMALL,
    THICK,
    THIN,
    TINY,
    WIDTH,
    Sheet,
    around,
    broken,
    width,
)
from table.paper.plan import Plan, button_uses
from table.paper.words import PaperTexts
from table.words.narration import Narration

CARDS_A_PAGE = 2
CARD_HEIGHT = HEIGHT / CARDS_A_PAGE
ROWS = 6
"""Rows of signs, at most."""
LEAST_COLUMNS = 4
KEY_LINES = 3
"""Lines of a motion's description, at most."""
KEY_ARROW, KEY_WORDS = 2.4, 7.0
"""Layout of the key to the motions: radius of an arrow, and left edge of the text."""
KEY_GAP = 3.5, 9.0
"""Limits of the gap between a motion's text and the next arrow."""
GAPS = 0.15, 3.0
"""Limits of the gap between what two characters do."""
DARK, LIT = 0.045, 0.105
"""Radii of dark and lit pixels, in multiples of the ring's."""


class CardSign(NamedTuple):
    """A character, and its sign on a ring."""

    title: str
    groups: int
    motion: str
    does: str = ""
    """What it does, in one sentence; empty for a character of the house that has none."""


def signs_of(book: Rules, narration: Narration) -> list[CardSign]:
    """The signs of all characters in a box."""
    return [
        CardSign(
            narration.card(card).title, *sign, narration.words.get(f"role.{card.key}", "").replace("\n", " ")
        )
        for card, sign in game_of(book.key).signs(book)
    ]


def seat_cards(plan: Plan, signs: Sequence[CardSign], words: PaperTexts) -> list[Sheet]:
    """Draws two cards a page, to be cut apart, and after each page its back."""
    sheets = []
    for first in range(0, len(plan.seats), CARDS_A_PAGE):
        sheet = Sheet()
        for place, seat in enumerate(plan.seats[first : first + CARDS_A_PAGE]):
            _card(sheet, place * CARD_HEIGHT, seat.number, seat.name, plan, signs, words)
        back = Sheet()
        for place in range(CARDS_A_PAGE):
            _back(back, place * CARD_HEIGHT, signs, words)
        for side in (sheet, back):
            side.line((0, CARD_HEIGHT), (WIDTH, CARD_HEIGHT), width=THIN, dashed=True)
        sheets += [sheet, back]
    return sheets


def _card(
    sheet: Sheet, top: float, number: int, name: str, plan: Plan, signs: Sequence[CardSign], words: PaperTexts
) -> None:
    left, room, y = MARGIN - 3, WIDTH - 2 * MARGIN + 6, top + 9
    sheet.box(left, y, room, CARD_HEIGHT - 18, width=THICK)
    sheet.circle(left + 11, y + 10, 7, fill="black")
    sheet.write(
        left + 11, y + 12, str(number), 6, bold=True, align="middle", ink="white", of=f"seat {number}"
    )
    sheet.fit(left + 22, y + 7, name, room - 26, 7, bold=True)
    sheet.fit(left + 22, y + 14.5, words("cards.signs"), room - 26, SMALL)
    columns = max(LEAST_COLUMNS, ceil(len(signs) / ROWS))
    rows = ceil(len(signs) / columns)
    wide, high = (room - 4) / columns, min(20.0, 74 / rows)
    for index, sign in enumerate(signs):
        row, column = divmod(index, columns)
        radius = min(0.45 * high, 0.2 * wide)
        x, middle = left + 3 + column * wide, y + 19 + (row + 0.5) * high
        ring(sheet, x + radius, middle, radius, plan.pixels, sign)
        sheet.fit(
            x + 2 * radius + 1.5, middle, sign.title, wide - 2 * radius - 3, BODY, bold=True, lines=3,
            of=f"sign {number} {index}",
        )  # fmt: skip
    y += 96
    sheet.line((left, y), (left + room, y), width=THIN)
    moving = [motion for motion in patterns.MOTIONS if any(sign.motion == motion for sign in signs)]
    _key(sheet, left + 3, y + 5, room - 6, {motion: words(f"cards.motion.{motion}") for motion in moving})
    y += 10
    sheet.line((left, y), (left + room, y), width=THIN)
    half = room / 2
    at = y + 4.6
    for button, use in enumerate(button_uses(plan.buttons), start=1):
        pressed = words(f"cards.press.{use}", number=button)
        at = sheet.paragraph(left + 3, at, pressed, half - 6, TINY, bold=True)
    for text in (words("cards.see"), words("cards.ready")):
        at = sheet.paragraph(left + 3, at, text, half - 6, TINY)
    at = sheet.paragraph(left + half, y + 4.6, words("cards.lights"), half - 3, TINY, bold=True)
    for text in words.several("cards.light"):
        at = sheet.paragraph(left + half, at, text, half - 3, TINY)


def _back(sheet: Sheet, top: float, signs: Sequence[CardSign], words: PaperTexts) -> None:
    """Draws the characters and what each does, as large as all of them fit."""
    left, room, y = MARGIN - 3, WIDTH - 2 * MARGIN + 6, top + 9
    sheet.box(left, y, room, CARD_HEIGHT - 18, width=THICK)
    sheet.fit(left + 4, y + 7, words("cards.back"), room - 8, 5, bold=True)
    told = [(sign.title, sign.does) for sign in signs if sign.does]
    high = CARD_HEIGHT - 18 - 16
    for size in (BODY, SMALL, TINY, LEAST):
        titled = min(55.0, max((width(title, size, True) for title, _ in told), default=0.0) + 3)
        rows = [broken(does, room - 8 - titled, size) for _, does in told]
        if sum(len(row) for row in rows) * size * LEADING + GAPS[0] * len(rows) <= high:
            break
    gap = min(GAPS[1], (high - sum(len(row) for row in rows) * size * LEADING) / max(1, len(rows)))
    y += 13 + size
    for (title, _), row in zip(told, rows, strict=True):
        sheet.fit(left + 4, y - size * MIDDLE, title, titled - 3, size, bold=True)
        for line in row:
            sheet.write(left + 4 + titled, y, line, size)
            y += size * LEADING
        y += gap


def _key(sheet: Sheet, x: float, y: float, room: float, told: Mapping[str, str]) -> None:
    """Draws each motion's arrow and text, all of one size, in as few lines as keep each arrow closer to its
    own text."""
    for lines in range(1, KEY_LINES + 1):
        rooms = [_narrowest(text, lines) for text in told.values()]
        gap = min(KEY_GAP[1], (room - KEY_WORDS * len(rooms) - sum(rooms)) / max(1, len(rooms) - 1))
        if gap >= KEY_GAP[0]:
            break
    for (motion, text), wide in zip(told.items(), rooms, strict=True):
        MOTIONS[motion](sheet, x + KEY_ARROW, y, KEY_ARROW)
        sheet.fit(x + KEY_WORDS, y, text, wide, TINY, lines=lines)
        x += KEY_WORDS + wide + gap


def _narrowest(text: str, lines: int) -> float:
    """The smallest width at which a text fits in so many lines without splitting a word."""
    parts = text.split(" ")
    runs = {" ".join(parts[a:b]) for a in range(len(parts)) for b in range(a + 1, len(parts) + 1)}
    rooms = sorted(width(run, TINY) for run in runs)
    least = max(width(part, TINY) for part in parts)
    return next(room for room in rooms if room >= least and len(broken(text, room, TINY)) <= lines)


def ring(sheet: Sheet, x: float, y: float, radius: float, pixels: int, sign: CardSign) -> None:
    """Draws the sign as a ring shows it at one moment, with an arrow for its motion."""
    frame = patterns.sign(pixels, sign.groups, "still", 0.0)
    for pixel in range(pixels):
        lit = any(frame[3 * pixel : 3 * pixel + 3])
        ((px, py),) = around(x, y, 0.85 * radius, [360 * pixel / pixels])
        sheet.circle(
            px, py, (LIT if lit else DARK) * radius, width=THIN if lit else 0.1, fill="black" if lit else None
        )
    MOTIONS[sign.motion](sheet, x, y, 0.45 * radius)


# Motions of light, in a square of 2 `r` round `x`, `y`


def _still(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.line((x - 0.6 * r, y), (x + 0.6 * r, y), width=THICK)


def _turn(first: int, last: int) -> Callable[[Sheet, float, float, float], None]:
    step = 12 if last > first else -12

    def drawn(sheet: Sheet, x: float, y: float, r: float) -> None:
        sheet.arrow(*around(x, y, 0.85 * r, range(first, last, step)), head=0.8 * r)

    return drawn


def _swing(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.arrow((x, y), (x + r, y), head=0.7 * r)
    sheet.arrow((x, y), (x - r, y), head=0.7 * r)


def _sweep(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.arrow(*around(x, y + 0.4 * r, r, range(180, 290, 10)), head=0.7 * r)
    sheet.arrow(*around(x, y + 0.4 * r, r, range(180, 70, -10)), head=0.7 * r)


def _hop(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.arrow(*around(x, y + 0.3 * r, 0.8 * r, range(90, 281, 10)), head=0.7 * r)
    sheet.circle(x - 0.8 * r, y + 0.6 * r, 0.18 * r, fill="black")


def _leap(sheet: Sheet, x: float, y: float, r: float) -> None:
    sheet.arrow(*around(x, y + 0.4 * r, 0.9 * r, range(-75, 91, 10)), head=0.7 * r)
    sheet.line((x - 0.4 * r, y + 0.6 * r), (x - r, y + 0.6 * r), width=THICK)


def _waltz(sheet: Sheet, x: float, y: float, r: float) -> None:
    for step in (-0.8, -0.3, 0.2):
        sheet.circle(x + step * r, y, 0.18 * r, fill="black")
    sheet.line((x + 0.7 * r, y - 0.5 * r), (x + 0.7 * r, y + 0.5 * r), width=THICK)


MOTIONS: Mapping[str, Callable[[Sheet, float, float, float], None]] = {
    "still": _still,
    "clockwise": _turn(40, 320),
    "anticlockwise": _turn(320, 40),
    "swing": _swing,
    "hop": _hop,
    "sweep": _sweep,
    "stroll": _turn(120, 241),
    "saunter": _turn(240, 119),
    "leap": _leap,
    "waltz": _waltz,
}
