"""Words and tokens of the board as pygame draws them: what those called see in their call, and by day the
tokens that are left, and in the end the word."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from table.board.board import Board, Secret
from table.board.palette import ARROWS, NIGHT, Colour
from table.board.text import Typesetter, Written

GROUND, INK, POINTED = NIGHT.caption, NIGHT.caption_ink, NIGHT.mark
WORD_PX, OFFERED_PX, LETTER_PX = 230, 110, 150
LABEL_PX, COUNT_PX = 60, 64
LETTERS_IN_LINE = 14

Shape = Callable[[Surface, Colour, float], None]
"""Draws on a square of two units' breadth: the surface, the colour, pixels of a unit."""


def paint_secret(
    surface: Surface, secret: Secret, area: Rect, scale: float, types: Typesetter
) -> list[Written]:
    """Draws what those called see on a sheet that fills `area`: words to choose from one below the other, one
    word as large as it can be, or its letters where some are pointed at or chosen."""
    pygame.draw.rect(surface, GROUND, area, border_radius=round(26 * scale))
    inner = area.inflate(round(-120 * scale), round(-60 * scale))
    if secret.spelling and (secret.at or secret.locked):
        return _letters(surface, secret, inner, scale, types)
    if len(secret.words) > 1:
        return _offer(surface, secret, inner, scale, types)
    fitted = types.fit(secret.words[0], inner.size, round(WORD_PX * scale), bold=True, lines=2)
    return types.write(surface, "secret", fitted, inner, INK, GROUND)


def _offer(surface: Surface, secret: Secret, inner: Rect, scale: float, types: Typesetter) -> list[Written]:
    written: list[Written] = []
    height = inner.height // len(secret.words)
    boxes = [
        Rect(inner.left, inner.top + number * height, inner.width, height)
        for number in range(len(secret.words))
    ]
    room = (inner.width - round(140 * scale), height - round(16 * scale))
    fits = [types.fit(word, room, round(OFFERED_PX * scale), bold=True) for word in secret.words]
    for number, (box, fitted) in enumerate(zip(boxes, fits, strict=True)):
        chosen = number in secret.locked
        ground, ink = (POINTED, GROUND) if chosen else (GROUND, INK)
        bar = box.inflate(0, round(-8 * scale))
        if chosen:
            pygame.draw.rect(surface, POINTED, bar, border_radius=round(18 * scale))
        elif number in secret.at:
            pygame.draw.rect(surface, POINTED, bar, max(3, round(8 * scale)), round(18 * scale))
        written += types.write(surface, f"secret {number}", fitted, box, ink, ground)
    return written


def _letters(surface: Surface, secret: Secret, inner: Rect, scale: float, types: Typesetter) -> list[Written]:
    """Each letter in a cell: pointed at with a triangle below, on a bar once it is chosen."""
    written: list[Written] = []
    count = len(secret.spelling)
    columns = min(count, LETTERS_IN_LINE)
    lines = -(-count // columns)
    width, height = inner.width // columns, min(inner.height // lines, round(260 * scale))
    top = inner.centery - lines * height // 2
    for number, letter in enumerate(secret.spelling):
        line, column = divmod(number, columns)
        cell = Rect(inner.left + column * width, top + line * height, width, height)
        box = Rect(cell.left + 3, cell.top, cell.width - 6, round(0.72 * height))
        chosen = number in secret.locked
        if chosen:
            pygame.draw.rect(surface, POINTED, box, border_radius=round(12 * scale))
        ink, ground = (GROUND, POINTED) if chosen else (INK, GROUND)
        fitted = types.fit(letter.upper(), box.size, round(LETTER_PX * scale), bold=True)
        written += types.write(surface, f"secret {number}", fitted, box, ink, ground)
        if number in secret.at:
            half, y = min(width // 3, round(0.12 * height)), box.bottom + round(0.04 * height)
            corners = [
                (cell.centerx, y),
                (cell.centerx - half, y + 2 * half),
                (cell.centerx + half, y + 2 * half),
            ]
            pygame.draw.polygon(surface, POINTED, corners)
    return written


def paint_answers(
    surface: Surface, board: Board, room: Rect, scale: float, types: Typesetter
) -> list[Written]:
    """Draws on a sheet the word, once everybody may read it, or how many tokens of each kind are left."""
    pygame.draw.rect(surface, GROUND, room, border_radius=round(26 * scale))
    inner = room.inflate(round(-32 * scale), round(-24 * scale))
    written: list[Written] = []
    if board.word:
        fitted = types.fit(board.word, inner.size, round(100 * scale), bold=True, lines=3)
        return types.write(surface, "word", fitted, inner, NIGHT.mark, GROUND)
    height = inner.height // len(board.heaps)
    disc = round(0.42 * height)
    labels = []
    for row, heap in enumerate(board.heaps):
        line = Rect(inner.left, inner.top + row * height, inner.width, height)
        token = "yes" if heap.kind == "yes_no" else heap.kind
        image = paint_token(token, disc, spent=not heap.left)
        surface.blit(image, image.get_rect(midleft=line.midleft))
        room_left = line.left + 2 * disc + round(14 * scale)
        count = Rect(line.right - round(0.17 * line.width), line.top, round(0.17 * line.width), height)
        labels.append((heap, Rect(room_left, line.top, count.left - room_left, height), count))
    px = min(types.fit(heap.label, box.size, round(LABEL_PX * scale)).px for heap, box, _ in labels)
    for row, (heap, box, count) in enumerate(labels):
        ink = INK if heap.left else NIGHT.quiet
        fitted = types.fit(heap.label, box.size, px)
        written += types.write(surface, f"heap {row}", fitted, box, ink, GROUND, align="left")
        fitted = types.fit(str(heap.left), count.size, round(COUNT_PX * scale), bold=True)
        written += types.write(surface, f"left {row}", fitted, count, ink, GROUND)
    return written


@lru_cache(maxsize=64)
def paint_token(kind: str, radius: int, *, spent: bool = False) -> Surface:
    """A token: a disc in its colour with its own mark; `spent`: there is none left of it."""
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
