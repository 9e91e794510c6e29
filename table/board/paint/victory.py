"""Draws a victory: winners come, jump and get their names one after the other, and the effects of their camp.

All of it is a function of the time that has passed. Nothing flickers, and it ends by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi, sin

import pygame
from pygame import Rect, Surface

from table.board.paint.crowd import NAMED, crowd, paint_name, paint_winner
from table.board.paint.frame import OF_THE_NIGHT, Frame
from table.board.paint.motion import FINE_STEP_S, VICTORY_S
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS, NIGHT, Colour
from table.board.paint.text import DrawnLine

ROOM = 0.86, 0.74
"""Part of the width and height between header and caption in which winners stand."""
JUMP_S, NEXT_S, LAST_S, JUMP = 0.6, 0.25, 1.4, 0.12
"""`JUMP_S`: seconds in which one winner jumps. `NEXT_S`: most seconds between two winners. `LAST_S`: most
seconds until the last of them jumps. `JUMP`: how high, as a share of their height."""
COUNT = 42
"""Number of pieces that fall, rise or shine."""
PIECE, EYE = 0.03, 0.05
"""Size of a piece, and of a pair of eyes, as shares of the board's height."""
EYES: Colour = (255, 209, 102)
HEART: Colour = ARROWS[5]
GOLDEN = 0.61803399
"""Multiples of it never form rows."""


def paint_victory(frame: Frame, paints: Paintbox, share: float) -> list[DrawnLine]:
    """Draws the winners with their names, and their effects. Returns the names. `share`: part of the
    victory's time that has passed."""
    DRAWN_WITH.get(frame.board.winner, _confetti)(frame, paints, share)
    middle = frame.layout.middle
    room = Rect(0, 0, round(ROOM[0] * middle.width), round(ROOM[1] * middle.height))
    room.midbottom = middle.midbottom
    winners, written = (
        [*crowd(frame.board, room, NAMED * frame.scale / frame.layout.usual)],
        list[DrawnLine](),
    )
    next_s = min(NEXT_S, LAST_S / max(1, len(winners)))
    come = 1 + int(share * VICTORY_S / FINE_STEP_S + 1e-6)  # none can be painted before: nobody knows them
    for number, winner in enumerate(winners[:come]):
        jumped = min(1.0, max(0.0, (share * VICTORY_S - number * next_s) / JUMP_S))
        paint_winner(frame, paints, winner, JUMP * sin(pi * jumped))
        if jumped == 1:
            written += paint_name(frame, paints, winner)
    return written


def _pieces(frame: Frame, share: float, speed: float) -> list[tuple[int, float, float]]:
    """The number and the place of each piece on its way down the board, or up if `speed` is negative."""
    width, height = frame.surface.get_size()
    found = []
    for number in range(COUNT):
        x = number * GOLDEN % 1 * width + 0.02 * width * sin(2 * pi * (number * 0.37 + 3 * share))
        y = (number * 0.41421356 + speed * (1 + 0.3 * (number % 3)) * share) % 1 * height
        found.append((number, x, y))
    return found


def _confetti(frame: Frame, _: Paintbox, share: float) -> None:
    """Draws falling paper in all colours."""
    px = PIECE * frame.surface.get_height()
    for number, x, y in _pieces(frame, share, 2.0):
        turn = abs(sin(pi * (number * 0.23 + 6 * share)))
        paper = Rect(0, 0, round(0.6 * px), max(2, round(px * turn)))
        paper.center = round(x), round(y)
        frame.surface.fill(ARROWS[number % len(ARROWS)], paper)


def _eyes(frame: Frame, _: Paintbox, share: float) -> None:
    """Draws pairs of eyes that open in the dark, more and more."""
    width, height = frame.surface.get_size()
    px = EYE * height
    for number in range(COUNT):
        opened = min(1.0, max(0.0, share * VICTORY_S / 0.5 - number * 0.3))
        if opened <= 0:
            continue
        x = number * GOLDEN % 1 * width
        y = (0.16 + 0.62 * (number * 0.41421356 % 1)) * height
        for side in (-1, 1):
            eye = Rect(0, 0, round(0.62 * px), max(2, round(0.42 * px * opened)))
            eye.center = round(x + side * 0.5 * px), round(y)
            pygame.draw.ellipse(frame.surface, EYES, eye)
            pupil = eye.inflate(-round(0.42 * px), 0)
            pygame.draw.ellipse(frame.surface, NIGHT.caption, pupil)


def _rising(sign: str, colour: Colour) -> Callable[[Frame, Paintbox, float], None]:
    """Draws signs that rise like balloons."""

    def paint(frame: Frame, paints: Paintbox, share: float) -> None:
        radius = round(0.7 * PIECE * frame.surface.get_height())
        image: Surface = paints.emblem(sign, radius, colour)
        for _, x, y in _pieces(frame, share, -1.2):
            frame.surface.blit(image, (x - radius, y - radius))

    return paint


DRAWN_WITH: Mapping[str, Callable[[Frame, Paintbox, float], None]] = {
    **dict.fromkeys(OF_THE_NIGHT, _eyes),
    "lovers": _rising("heart", HEART),
    "piper": _rising("flute", ARROWS[3]),
    "angel": _rising("feather", ARROWS[6]),
    "prejudiced_manipulator": _rising("halves", ARROWS[0]),
    "nobody": lambda *_: None,
}
"""The effect of each winning camp. All others have paper in all colours."""
