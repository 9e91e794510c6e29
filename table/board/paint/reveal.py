"""Draws the death of a player: the board closes in on their house and is dark for a moment; then their card,
half as high as the board, turns over and lies down on the square. Torches circle the house of a condemned
player, or a boat takes them away."""

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
from table.board.paint.houses import picture_of, standing_at
from table.board.paint.middle import laid
from table.board.paint.motion import CLOSED_IN, LIT
from table.board.paint.paintbox import Paintbox
from table.board.paint.portraits import EDGE_PX, best_card, face, paint_card
from table.board.paint.text import DrawnLine

STOOD, TURNED, READ = 0.62, 0.72, 0.90
"""Shares of the time after which a card has been seen from behind, has turned over, and has been read."""
HEIGHT, SHAPE, BREADTH = 0.52, 0.72, 0.94
"""`HEIGHT`: height of a card, as a share of the board's. `SHAPE`: its width, as a share of its height.
`BREADTH`: largest width of all cards together, as a share of the board's."""
TORCHES, TURNS, ROUND = 6, 1.0, (0.75, 0.5)
"""`TORCHES`: number of torches round a condemned player's house. `TURNS`: their turns until it is dark.
`ROUND`: their distances from its middle, in shares of its width and height."""
BOAT = "things/boat"
"""A picture that a rulebook's set may have: the condemned leave in it, and no torches are seen."""
BOAT_SIZE, SAILS = 0.75, (0.4, 1.4)
"""`BOAT_SIZE`: size of the boat. `SAILS`: where its middle is at first, and when it is dark, from the left of
the house. Both are shares of the width of the house."""
DARKENED = 0.5
"""Factor on the light of everything else near a house, and behind a card."""


class Side(NamedTuple):
    """A side of a card."""

    key: Hashable
    """Cache key: everything that affects its picture."""
    size: tuple[int, int]
    """Size in which it is painted."""
    paint: Callable[[], Surface]


def paint_revealed(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the houses and cards of the dead. Their texts count as written only when all of them lie
    still."""
    grey = round(255 * min(light(share) for _, share in frame.pose.revealed))
    frame.surface.fill((grey, grey, grey), special_flags=pygame.BLEND_MULT)
    for number in range(len(frame.pose.revealed)):
        if seen := _seen(frame, paints, number):
            side, box = seen
            _about_the_condemned(frame, paints, number, box, is_behind=True)
            frame.surface.blit(_in_size(paints, side, box.size), box)
            _about_the_condemned(frame, paints, number, box, is_behind=False)
    return []


def light(share: float) -> float:
    """The factor on the light of everything else while a death is shown."""
    if share <= CLOSED_IN:
        return 1 - (1 - DARKENED) * share / CLOSED_IN
    if share < LIT:
        return 0.0
    return DARKENED + (1 - DARKENED) * max(0.0, share - READ) / (1 - READ)


def _seen(frame: Frame, paints: Paintbox, number: int) -> tuple[Side, Rect] | None:
    """What is visible of a death, and its place: the house on its way, then a side of the card; None before
    that, and while it is dark."""
    seat, share = frame.pose.revealed[number]
    large = place_of(number, len(frame.pose.revealed), frame.surface.get_size())
    home, on_square = frame.layout.lots[seat].house, on_the_square(frame, frame.board.places[seat])
    if share == 0 or CLOSED_IN < share < LIT:
        return None
    if share <= CLOSED_IN:
        px = min(large.size)
        near = Rect(0, 0, px, px)
        near.center = large.center
        return _house_side(frame, paints, seat, px), between(home, near, eased(share / CLOSED_IN))
    if share == 1:
        return (_front_side(frame, paints, seat, on_square.size), on_square) if on_square else None
    box = between(large, large.fit(on_square or home), eased((share - READ) / (1 - READ)))
    turn = min(1.0, max(0.0, (share - STOOD) / (TURNED - STOOD)))
    seen = Rect(0, 0, max(2, round(abs(cos(pi * turn)) * box.width)), max(2, box.height))
    seen.center = box.center
    side = _back_side if turn < 0.5 else _front_side
    return side(frame, paints, seat, large.size), seen


def _in_size(paints: Paintbox, side: Side, size: tuple[int, int]) -> Surface:
    """A picture, scaled to the size in which it is seen: another one in each frame of a motion."""
    whole = paints.keep(side.key, side.paint)
    return whole if size == side.size else pygame.transform.smoothscale(whole, size)


def _about_the_condemned(
    frame: Frame, paints: Paintbox, number: int, house: Rect, *, is_behind: bool
) -> None:
    """Draws what moves behind the house of a condemned player, or before it, until it is dark."""
    share = frame.pose.revealed[number][1]
    if frame.board.cause != CONDEMNED or share > CLOSED_IN:
        return
    if BOAT not in paints.art:
        _torches(frame, paints, share / CLOSED_IN, house, is_behind=is_behind)
    elif not is_behind:
        _boat(frame, paints, number, share / CLOSED_IN, house)


def _boat(frame: Frame, paints: Paintbox, number: int, way: float, house: Rect) -> None:
    """Draws the boat in which a condemned player leaves. `way`: the part of its way that lies behind it."""
    near = place_of(number, len(frame.pose.revealed), frame.surface.get_size())
    px = round(BOAT_SIZE * min(near.size))
    side = Side(("boat", px), (px, px), lambda: paints.art.draw(BOAT, px))
    box = Rect(0, 0, round(BOAT_SIZE * house.width), round(BOAT_SIZE * house.width))
    first, last = SAILS
    box.midbottom = round(house.left + house.width * (first + (last - first) * way)), house.bottom
    frame.surface.blit(_in_size(paints, side, box.size), box)


def _torches(frame: Frame, paints: Paintbox, way: float, house: Rect, *, is_behind: bool) -> None:
    """Draws the torches behind a house, or those before it. `way`: the part of their way behind them."""
    picture = torch(paints, round(TORCH_PX * frame.layout.usual))
    for one in range(TORCHES):
        turn = 2 * pi * (TURNS * way + one / TORCHES)
        if (cos(turn) < 0) is is_behind:
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


def _house_side(frame: Frame, paints: Paintbox, seat: int, px: int) -> Side:
    house = standing_at(frame, paints, seat, frame.board.places[seat])
    return Side(("near", house, px), (px, px), lambda: picture_of(paints, house, px))


def _front_side(frame: Frame, paints: Paintbox, seat: int, size: tuple[int, int]) -> Side:
    """The front of a seat's card, in the colours of the coming light: so it is painted once."""
    place, lit = frame.board.places[seat], frame._replace(palette=light_of(frame.board, frame.look))

    def paint() -> Surface:
        picture = Surface(size, pygame.SRCALPHA)
        box = picture.get_rect()
        paint_card(lit._replace(surface=picture), paints, 0, place, box, best_card(lit, paints, place, box))
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
