"""Draws words and tokens: what those called see in their call, by day the tokens that are left, and in the
end the word."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from table.board.board import Secret
from table.board.paint.frame import Frame
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS, NIGHT, Colour
from table.board.paint.text import TIGHT, DrawnLine, Typesetter

GROUND, INK, POINTED = NIGHT.caption, NIGHT.caption_ink, NIGHT.mark
WORD_PX, OFFERED_PX, LETTER_PX = 230, 110, 150
LABEL_PX, COUNT_PX = 60, 64
LETTERS_IN_LINE = 14
CELL_PX = 260
"""The largest cell of a letter."""
GAP_CELLS = 0.6
"""Between two parts of a word, in multiples of a cell."""

COUNTED = ("yes_no", "maybe")
"""Tokens of which the board shows how many are left."""

Shape = Callable[[Surface, Colour, float], None]
"""Draws on a square two units wide: the surface, the colour, pixels of a unit."""


def paint_words(frame: Frame, paints: Paintbox, secret: Secret) -> list[DrawnLine]:
    """Draws words that those called see, on a sheet between header and caption: words to choose from, one
    word, or its letters if some are to be chosen."""
    area, fine = frame.layout.middle, frame.layout.fine
    pygame.draw.rect(frame.surface, GROUND, area, border_radius=round(26 * fine))
    inner = area.inflate(round(-120 * fine), round(-60 * fine))
    if secret.spelling and (secret.at or secret.locked):
        return _letters(frame, paints.type, secret, inner)
    if len(secret.words) > 1:
        return _offer(frame, paints.type, secret, inner)
    fitted = paints.type.fit(secret.words[0], inner.size, round(WORD_PX * frame.scale), bold=True, lines=2)
    return paints.type.write(frame.surface, "secret", fitted, inner, INK, GROUND)


def _offer(frame: Frame, types: Typesetter, secret: Secret, inner: Rect) -> list[DrawnLine]:
    written: list[DrawnLine] = []
    fine, height = frame.layout.fine, inner.height // len(secret.words)
    boxes = [
        Rect(inner.left, inner.top + number * height, inner.width, height)
        for number in range(len(secret.words))
    ]
    room = (inner.width - round(140 * fine), height - round(16 * fine))
    fits = [types.fit(word, room, round(OFFERED_PX * frame.scale), bold=True) for word in secret.words]
    for number, (box, fitted) in enumerate(zip(boxes, fits, strict=True)):
        chosen = number in secret.locked
        ground, ink = (POINTED, GROUND) if chosen else (GROUND, INK)
        bar = box.inflate(0, round(-8 * fine))
        if chosen:
            pygame.draw.rect(frame.surface, POINTED, bar, border_radius=round(18 * fine))
        elif number in secret.at:
            pygame.draw.rect(frame.surface, POINTED, bar, max(3, round(8 * fine)), round(18 * fine))
        written += types.write(frame.surface, f"secret {number}", fitted, box, ink, ground)
    return written


def _letters(frame: Frame, types: Typesetter, secret: Secret, inner: Rect) -> list[DrawnLine]:
    """Draws each letter in a cell, with a triangle below at a cursor and a bar if it is chosen. Gaps
    separate the parts of the word, and show what is between them."""
    surface, scale = frame.surface, frame.scale
    written: list[DrawnLine] = []
    parts = [parted(letter) for letter in secret.spelling]
    lines = in_lines([marks for _, marks in parts])
    breadths = [sum(GAP_CELLS if parts[number][1] else 0 for number in line) + len(line) for line in lines]
    height = min(inner.height // len(lines), round(CELL_PX * scale))
    width = min(int(inner.width / max(breadths)), height)
    top = inner.centery - len(lines) * height // 2
    for line, breadth in zip(lines, breadths, strict=True):
        left = inner.centerx - round(breadth * width / 2)
        for number in line:
            letter, marks = parts[number]
            box = Rect(left + 3, top, width - 6, round(0.72 * height))
            left += width
            chosen = number in secret.locked
            if chosen:
                pygame.draw.rect(surface, POINTED, box, border_radius=round(12 * frame.layout.fine))
            ink, ground = (GROUND, POINTED) if chosen else (INK, GROUND)
            fitted = types.fit(letter.upper(), box.size, round(LETTER_PX * scale), bold=True)
            written += types.write(surface, f"secret {number}", fitted, box, ink, ground)
            if number in secret.at:
                half, y = min(width // 3, round(0.12 * height)), box.bottom + round(0.04 * height)
                ends = [(box.centerx + side * half, y + 2 * half) for side in (-1, 1)]
                pygame.draw.polygon(surface, POINTED, [(box.centerx, y), *ends])
            if marks:
                gap = Rect(left, top, round(GAP_CELLS * width), box.height)
                left += gap.width
                if marks.strip():
                    fitted = types.fit(marks, gap.size, fitted.px, bold=True)
                    written += types.write(surface, f"secret {number}", fitted, gap, INK, GROUND)
        top += height
    return written


def parted(letter: str) -> tuple[str, str]:
    """A letter, and the marks after it."""
    end = max((at for at, one in enumerate(letter, 1) if one.isalnum()), default=len(letter))
    return letter[:end], letter[end:]


def in_lines(marks: Sequence[str]) -> list[list[int]]:
    """The letters of each line by number, at most `LETTERS_IN_LINE`. A line ends where a part of the word
    does if possible, after a letter with `marks`."""
    lines: list[list[int]] = [[]]
    part: list[int] = []
    for number, after in enumerate(marks):
        part.append(number)
        if after or number == len(marks) - 1:
            if lines[-1] and len(lines[-1]) + len(part) > LETTERS_IN_LINE:
                lines.append([])
            while len(lines[-1]) + len(part) > LETTERS_IN_LINE:
                half = -(-len(part) // -(-len(part) // LETTERS_IN_LINE))
                lines[-1], part = part[:half], part[half:]
                lines.append([])
            lines[-1] += part
            part = []
    return lines


def paint_answers(frame: Frame, paints: Paintbox, room: Rect) -> list[DrawnLine]:
    """Draws on the sheet in `room` the word, once everybody may read it, or the tokens that are left:
    counts of those with several, and below them the single ones."""
    surface, board, scale, types = frame.surface, frame.board, frame.scale, paints.type
    ground, fine = frame.palette.caption, frame.layout.fine
    inner = room.inflate(round(-48 * fine), round(-24 * fine))
    written: list[DrawnLine] = []
    if board.word:
        fitted = types.fit(board.word, inner.size, round(100 * scale), bold=True, lines=3, leading=TIGHT)
        return types.write(surface, "word", fitted, inner, NIGHT.mark, ground)
    many = [heap for heap in board.heaps if heap.kind in COUNTED]
    height = inner.height // (len(many) + 1)
    disc = round(min(0.42 * height, 0.09 * inner.width))
    labels = []
    for row, heap in enumerate(many):
        line = Rect(inner.left, inner.top + row * height, inner.width, height)
        token = "yes" if heap.kind == "yes_no" else heap.kind
        image = paint_token(token, disc, spent=not heap.left)
        surface.blit(image, image.get_rect(midleft=line.midleft))
        room_left = line.left + 2 * disc + round(14 * fine)
        count = Rect(line.right - round(0.17 * line.width), line.top, round(0.17 * line.width), height)
        labels.append((heap, Rect(room_left, line.top, count.left - room_left, height), count))
    px = min(
        types.fit(heap.label, box.size, round(LABEL_PX * scale), leading=TIGHT).px for heap, box, _ in labels
    )
    for row, (heap, box, count) in enumerate(labels):
        ink = INK if heap.left else NIGHT.quiet
        fitted = types.fit(heap.label, box.size, px, leading=TIGHT)
        written += types.write(surface, f"heap {row}", fitted, box, ink, ground, align="left")
        fitted = types.fit(str(heap.left), count.size, round(COUNT_PX * scale), bold=True, leading=TIGHT)
        written += types.write(surface, f"left {row}", fitted, count, ink, ground)
    alone = [heap for heap in board.heaps if heap.kind not in COUNTED]
    for place, heap in enumerate(alone):
        image = paint_token(heap.kind, disc, spent=not heap.left)
        x = inner.left + round((2 * place + 1) / (2 * len(alone)) * inner.width)
        surface.blit(image, image.get_rect(center=(x, inner.bottom - height // 2)))
    return written


@lru_cache(maxsize=64)
def paint_token(kind: str, radius: int, *, spent: bool = False) -> Surface:
    """A token: a disc in its colour with its mark; `spent`: none is left."""
    whole = Surface((2 * radius + 1, 2 * radius + 1), pygame.SRCALPHA)
    colour = NIGHT.quiet if spent else COLOURS[kind]
    pygame.draw.aacircle(whole, colour, (radius, radius), radius)
    MARKS[kind](whole, GROUND, radius)
    return whole


def _line(surface: Surface, colour: Colour, unit: float, *points: tuple[float, float]) -> None:
    """A thick line through points from -1 to 1."""
    at = [(unit + x * unit, unit + y * unit) for x, y in points]
    pygame.draw.lines(surface, colour, False, at, max(2, round(0.2 * unit)))


def _tick(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.5, 0.05), (-0.12, 0.42), (0.52, -0.38))


def _cross(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.42, -0.42), (0.42, 0.42))
    _line(surface, colour, unit, (-0.42, 0.42), (0.42, -0.42))


def _wave(surface: Surface, colour: Colour, unit: float) -> None:
    _line(surface, colour, unit, (-0.6, 0.15), (-0.3, -0.2), (0.0, 0.15), (0.3, -0.2), (0.6, 0.15))


def _target(surface: Surface, colour: Colour, unit: float) -> None:
    pygame.draw.circle(surface, colour, (unit, unit), 0.6 * unit, max(2, round(0.16 * unit)))
    pygame.draw.circle(surface, colour, (unit + 0.2 * unit, unit - 0.1 * unit), max(1, 0.16 * unit))


def _away(surface: Surface, colour: Colour, unit: float) -> None:
    for shift in (-0.35, 0.25):
        _line(surface, colour, unit, (shift - 0.1, -0.4), (shift + 0.28, 0.0), (shift - 0.1, 0.4))


def _star(surface: Surface, colour: Colour, unit: float) -> None:
    arm = pygame.Vector2(0, -0.66 * unit)
    points = [(unit, unit) + arm.rotate(36 * turn) * (1.0 if turn % 2 == 0 else 0.42) for turn in range(10)]
    pygame.draw.polygon(surface, colour, points)


COLOURS: dict[str, Colour] = {
    "yes": ARROWS[2],
    "no": ARROWS[4],
    "maybe": ARROWS[3],
    "so_close": ARROWS[5],
    "way_off": ARROWS[1],
    "correct": ARROWS[0],
}
MARKS: dict[str, Shape] = {
    "yes": _tick,
    "no": _cross,
    "maybe": _wave,
    "so_close": _target,
    "way_off": _away,
    "correct": _star,
}
"""Each token is known by its mark as well as by its colour."""
TOKENS = tuple(MARKS)
HEAPS = (*COUNTED, "so_close", "way_off", "correct")
