"""Draws words: the words that called players see, and at the end the word for all."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from table.board.board import Secret
from table.board.paint.frame import Frame
from table.board.paint.paintbox import CORNER_PX, Paintbox
from table.board.paint.palette import NIGHT
from table.board.paint.text import TIGHT, DrawnLine, Typesetter

GROUND, INK, POINTED = NIGHT.caption, NIGHT.caption_ink, NIGHT.mark
WORD_PX, OFFERED_PX, LETTER_PX = 230, 110, 150
LETTERS_IN_LINE = 14
CELL_PX = 260
"""Size of the largest cell of a letter."""
GAP_CELLS = 0.6
"""Gap between two parts of a word, in multiples of a cell."""

TITLE_PX, SHORT_PX = 230, 84
"""`TITLE_PX`: largest letters of the word for all. `SHORT_PX`: their least size in one line; a longer word
has more lines."""


def paint_words(frame: Frame, paints: Paintbox, secret: Secret) -> list[DrawnLine]:
    """Draws the words for called players on a sheet between header and caption: words to choose from, one
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
    """Draws each letter in a cell. A letter at a cursor has a triangle below it, and a chosen one has a bar.
    Gaps separate the parts of the word, and show what is between them."""
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
    """A letter, and the signs after it."""
    end = max((at for at, one in enumerate(letter, 1) if one.isalnum()), default=len(letter))
    return letter[:end], letter[end:]


def in_lines(marks: Sequence[str]) -> list[list[int]]:
    """The numbers of the letters in each line, at most `LETTERS_IN_LINE`. A line ends between two parts of
    the word if possible, after a letter with `marks`."""
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


def paint_title(frame: Frame, paints: Paintbox, room: Rect) -> list[DrawnLine]:
    """Draws the word for all on a sheet that fills `room`, with lamps along its edge."""
    surface, ground, fine = frame.surface, frame.palette.caption, frame.layout.fine
    corner = round(CORNER_PX * frame.scale)
    paints.panel(surface, room, ground, NIGHT.mark, max(2, round(6 * fine)), corner)
    inner = room.inflate(round(-64 * fine), round(-28 * fine))
    word, px = frame.board.word, round(TITLE_PX * frame.scale)
    fitted = paints.titles.fit(word, inner.size, px, bold=True, leading=TIGHT)
    if fitted.px < SHORT_PX * frame.scale:
        fitted = paints.titles.fit(word, inner.size, px, bold=True, lines=3, leading=TIGHT)
    return paints.titles.write(surface, "word", fitted, inner, NIGHT.mark, ground)
