"""Draws the death of a player: their card comes from their house, half as high as the board, turns over and
lies down on the square. Torches circle the house of a condemned player."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import cos, pi, sin
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.board import CONDEMNED, Place
from table.board.paint.arrows import TORCH_PX, torch
from table.board.paint.art import BACK
from table.board.paint.frame import Frame, light_of
from table.board.paint.middle import laid
from table.board.paint.paintbox import Paintbox
from table.board.paint.portraits import EDGE_PX, face, paint_card
from table.board.paint.text import DrawnLine

RISEN, STOOD, TURNED, READ = 0.24, 0.62, 0.72, 0.90
"""Shares of the time after which a card has risen to the middle, has been seen from behind, has turned over,
and has been read."""
HEIGHT, SHAPE, BREADTH = 0.52, 0.72, 0.94
"""`HEIGHT`: height of a card, as a share of the board's. `SHAPE`: its width, as a share of its height.
`BREADTH`: largest width of all cards together, as a share of the board's."""
TORCHES, TURNS, ROUND = 6, 2.5, (0.75, 0.5)
"""`TORCHES`: number of torches round a condemned player's house. `TURNS`: their turns until the card has
turned over. `ROUND`: their distances from its middle, in shares of its width and height."""
DARKENED = (145, 145, 145)
"""Factors on the colours of everything else meanwhile; 255 leaves them as they are."""


class Side(NamedTuple):
    """A side of a card."""

    key: Hashable
    """Cache key: everything that affects its picture."""
    size: tuple[int, int]
    """Size in which it is painted."""
    paint: Callable[[], Surface]


def paint_revealed(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the cards of the dead on their way. Their texts count as written only when all of them lie
    still."""
    if not frame.board.late:  # else it is dark enough, and no light may come back before the night
        frame.surface.fill(DARKENED, special_flags=pygame.BLEND_MULT)
    if frame.board.cause == CONDEMNED:
        _torches(frame, paints)
    for number in range(len(frame.pose.revealed)):
        if seen := _seen(frame, paints, number):
            side, box = seen
            frame.surface.blit(_in_size(paints, number, side, box.size), box)
    return []


def _seen(frame: Frame, paints: Paintbox, number: int) -> tuple[Side, Rect] | None:
    """The visible side of a card on its way, and its place; None while it is at home."""
    seat, share = frame.pose.revealed[number]
    on_square = on_the_square(frame, frame.board.places[seat])
    if share in (0, 1):
        lies = on_square if share else None
        return (_front_side(frame, paints, seat, lies.size), lies) if lies else None
    large = place_of(number, len(frame.pose.revealed), frame.surface.get_size())
    home = frame.layout.lots[seat].house
    if share < STOOD:
        box = between(home, large, eased(share / RISEN))
    else:
        box = between(large, large.fit(on_square or home), eased((share - READ) / (1 - READ)))
    turn = min(1.0, max(0.0, (share - STOOD) / (TURNED - STOOD)))
    seen = Rect(0, 0, max(2, round(abs(cos(pi * turn)) * box.width)), max(2, box.height))
    seen.center = box.center
    side = _back_side if turn < 0.5 else _front_side
    return side(frame, paints, seat, large.size), seen


def _in_size(paints: Paintbox, number: int, side: Side, size: tuple[int, int]) -> Surface:
    """The picture of a side of a card, scaled to the size in which it is seen."""
    whole = paints.keep(side.key, side.paint)
    if size == side.size:
        return whole
    return paints.found(f"card {number}", (side.key, size), lambda: pygame.transform.smoothscale(whole, size))


def _torches(frame: Frame, paints: Paintbox) -> None:
    """Draws the torches round the houses, also those behind them."""
    px = round(TORCH_PX * frame.layout.usual)
    picture = torch(paints, px)
    for seat, share in frame.pose.revealed:
        house, turned = frame.layout.lots[seat].house, TURNS * share / TURNED
        for number in range(TORCHES if share < TURNED else 0):
            turn = 2 * pi * (turned + number / TORCHES)
            x = house.centerx + ROUND[0] * house.width * sin(turn)
            y = house.centery + ROUND[1] * house.height * cos(turn)
            frame.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


def place_of(number: int, count: int, size: tuple[int, int]) -> Rect:
    """The place of a card in the middle of the board, as the `number`th of `count` side by side."""
    height = HEIGHT * size[1]
    breadth = min(SHAPE * height, BREADTH * size[0] / count)
    box = Rect(0, 0, round(0.94 * breadth), round(min(height, breadth / SHAPE)))
    box.center = round(size[0] / 2 + (number - (count - 1) / 2) * breadth), round(0.46 * size[1])
    return box


def on_the_square(frame: Frame, place: Place) -> Rect | None:
    """The place at which a card lies down if the scene is about its player; None: at the house."""
    return next((box for about, box in laid(frame).cards if about is place), None)


def between(one: Rect, other: Rect, share: float) -> Rect:
    """A rectangle on its way from one to another, at `share` of the way."""
    at = (
        round(a + (b - a) * share)
        for a, b in zip((*one.center, *one.size), (*other.center, *other.size), strict=True)
    )
    x, y, width, height = at
    box = Rect(0, 0, width, height)
    box.center = x, y
    return box


def eased(share: float) -> float:
    """A share of a way that is slower at both ends."""
    return (1 - cos(pi * min(1.0, max(0.0, share)))) / 2


def _front_side(frame: Frame, paints: Paintbox, seat: int, size: tuple[int, int]) -> Side:
    """The front of a seat's card, in the colours of the coming light: so it is painted once."""
    place, lit = frame.board.places[seat], frame._replace(palette=light_of(frame.board, frame.look))

    def paint() -> Surface:
        picture = Surface(size, pygame.SRCALPHA)
        paint_card(lit._replace(surface=picture), paints, 0, place, picture.get_rect())
        return picture

    palette = lit.palette
    shows = place.name, place.card, place.role, palette.plaque, palette.rim, palette.plaque_ink, frame.scale
    return Side(("front", *shows, size), size, paint)


def _back_side(frame: Frame, paints: Paintbox, _: int, size: tuple[int, int]) -> Side:
    fine, palette = frame.layout.fine, light_of(frame.board, frame.look)

    def paint() -> Surface:
        picture = Surface(size, pygame.SRCALPHA)
        box, rim_px = picture.get_rect(), max(2, round(4 * fine))
        paints.panel(picture, box, palette.plaque, palette.rim, rim_px, round(18 * fine))
        back = face(paints, BACK.partition("/")[2], size[0] - 4 * round(EDGE_PX * fine))
        picture.blit(back, back.get_rect(center=box.center))
        return picture

    return Side(("back", size, fine, palette.plaque, palette.rim), size, paint)
