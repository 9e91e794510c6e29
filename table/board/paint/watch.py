"""Draws what moves at night: the watchman on his round, an owl before the square, bats round the moon, and
clouds that pass before it.

All of it depends only on the clock and on the public board: nothing shows a secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from zlib import crc32

import pygame
from pygame import Rect, Surface

from table.board.paint.frame import Frame
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import CLOUDS, is_stage, land_of
from table.board.paint.layout import Layout
from table.board.paint.paintbox import Paintbox
from table.board.paint.sky import light_at

ROUND_S = 90.0
"""Seconds of the watchman's round."""
WATCHMAN, OWL = 0.11, 0.075
"""Sizes of watchman and owl, as shares of the board's height."""
PERCHES = -0.16, 0.0, 0.16
"""Places of the owl before the square: distances from its middle, in shares of its width."""
WAY = 0.82
"""Width of the watchman's way, as a share of the square's."""
BAT, BATS = 0.035, 3
"""`BAT`: size of a bat, as a share of the board's height. `BATS`: number of bats."""
FLIGHT_S = 13.0
"""Seconds in which a bat flies once round the moon, on a lying figure of eight."""
WINGS = 0.05, 0.025
"""Half width and half height of the figure of eight, as shares of the board's height."""
CLOUD, PASSES_S = 0.11, 45.0
"""`CLOUD`: size of a cloud, as a share of the board's height. `PASSES_S`: seconds in which one passes over
the board."""


def paint_watch(frame: Frame, paints: Paintbox) -> None:
    """Draws watchman, owl and bats at night."""
    board, layout = frame.board, frame.layout
    if not _is_watched(frame):
        return
    height = frame.surface.get_height()
    frame.surface.blit(_watchman(height, paints), watchman_at(layout, height, frame.drift_s))
    bat, moon = _bat(height, paints), light_at(frame.palette, layout, 1.0)
    for number in range(BATS):
        frame.surface.blit(bat, bat.get_rect(center=flight(moon, height, number, frame.drift_s)))
    # With each call it sits elsewhere, but at no house: it means nobody.
    perch = crc32(f"{board.title}{board.headline}".encode()) % len(PERCHES)
    frame.surface.blit(_owl(height, paints), owl_at(layout, height, perch))


def watchman_at(layout: Layout, height: int, now_s: float) -> Rect:
    """The place of the watchman at a moment. His way lies above the owl, so that neither hides the other.
    `height`: of the board, in pixels."""
    square, turn = layout.square, 2 * pi * now_s / ROUND_S
    at = Rect(0, 0, round(WATCHMAN * height), round(WATCHMAN * height))
    highest = square.top + at.height
    lowest = max(highest, square.bottom - round(OWL * height))
    feet = highest + (lowest - highest) * (1 - cos(turn)) / 2
    at.midbottom = round(square.centerx + WAY / 2 * square.width * sin(turn)), round(feet)
    return at


def owl_at(layout: Layout, height: int, perch: int) -> Rect:
    """The place of the owl. `perch`: an index of `PERCHES`."""
    at = Rect(0, 0, round(OWL * height), round(OWL * height))
    at.midbottom = layout.square.centerx + round(PERCHES[perch] * layout.square.width), layout.square.bottom
    return at


def paint_cloud(frame: Frame, paints: Paintbox, before: Iterable[tuple[Surface, Rect]]) -> None:
    """Draws the cloud that passes before the moon at night. `before`: houses and plates, which hide it."""
    if not _is_watched(frame) or is_stage(land_of(frame.board.rulebook)):
        return
    picture, at = _cloud(frame, paints, light_at(frame.palette, frame.layout, 1.0)[1])
    cloud, lies = picture.copy(), picture.get_rect(topleft=at)
    for piece, box in before:
        if lies.colliderect(box):
            cloud.blit(piece, (box.x - lies.x, box.y - lies.y), special_flags=pygame.BLEND_RGBA_SUB)
    frame.surface.blit(cloud, lies)


def _is_watched(frame: Frame) -> bool:
    """Whether it is night and the whole village is seen."""
    return frame.board.scene == "night" and frame.look.contrast == "normal" and not frame.pose.fade


def flight(moon: tuple[int, int], height: int, number: int, now_s: float) -> tuple[int, int]:
    """The place of a bat at a moment. `height`: of the board, in pixels. Each bat flies at its own time."""
    turn = 2 * pi * (now_s / FLIGHT_S + number / BATS)
    return round(moon[0] + WINGS[0] * height * sin(turn)), round(moon[1] + WINGS[1] * height * sin(2 * turn))


def _cloud(frame: Frame, paints: Paintbox, y: int) -> tuple[Surface, tuple[int, int]]:
    """The present cloud and its place. Each begins outside the board, and the next is another one."""
    width, height = frame.surface.get_size()
    number, gone = divmod(frame.drift_s, PASSES_S)
    cloud = _cloud_picture(CLOUDS[int(number) % len(CLOUDS)], height, paints)
    px = cloud.get_width()
    return cloud, (round(gone / PASSES_S * (width + px)) - px, y - px // 2)


def _watchman(height: int, paints: Paintbox) -> Surface:
    px = round(WATCHMAN * height)
    return paints.keep(("lantern", px), lambda: paints.art.at_hour("things/lantern", px, "night"))


def _cloud_picture(name: str, height: int, paints: Paintbox) -> Surface:
    px, colours = round(CLOUD * height), colours_of("night")
    return paints.keep((name, px), lambda: paints.art.draw(f"scenery/{name}", px, colours))


def _bat(height: int, paints: Paintbox) -> Surface:
    px = round(BAT * height)
    return paints.keep(("bat", px), lambda: paints.art.draw("things/bat", px))


def _owl(height: int, paints: Paintbox) -> Surface:
    px = round(OWL * height)
    return paints.keep(("owl", px), lambda: paints.art.at_hour("things/owl", px, "night"))
