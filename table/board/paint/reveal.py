"""Draws the death of a player: their card comes from their house, half as high as the board, turns over and
lies down on the square. Torches turn round the house of who was condemned.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from math import cos, pi, sin

import pygame
from pygame import Rect, Surface

from table.board.board import CONDEMNED, Place
from table.board.paint.arrows import TORCH_PX, torch
from table.board.paint.art import BACK
from table.board.paint.frame import Frame, lights
from table.board.paint.middle import laid
from table.board.paint.paintbox import Paintbox
from table.board.paint.portraits import EDGE_PX, about_boxes, face, paint_card, rehearse_faces
from table.board.paint.text import DrawnLine

RISEN, STOOD, TURNED, READ = 0.26, 0.40, 0.54, 0.86
"""The shares of the time after which a card has come to the middle, was seen from behind, has turned over,
and was read."""
HEIGHT, SHAPE, BREADTH = 0.52, 0.72, 0.94
"""The height of a card as a share of the board's, its breadth as a share of that, and the breadth of all
cards together at most, as a share of the board's."""
TORCHES, TURNS, ROUND = 6, 1.5, (0.75, 0.5)
"""How many torches turn round the house of somebody condemned, how often until their card has turned over,
and how far from its middle, in shares of its measures."""
Side = tuple[Hashable, Callable[[], Surface]]
"""A side of a card: all that it depends on, and what paints it."""
DARKENED = (145, 145, 145)
"""By what the colours of everything else are multiplied then; 255 leaves them as they are."""


def paint_revealed(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the cards of the dead on their way. Nothing of them counts as written before all lie still."""
    size, places = frame.surface.get_size(), frame.board.places
    frame.surface.fill(DARKENED, special_flags=pygame.BLEND_MULT)
    count = len(frame.pose.revealed)
    if frame.board.cause == CONDEMNED:
        _torches(frame, paints)
    for number, (seat, share) in enumerate(frame.pose.revealed):
        large, home, place = place_of(number, count, size), frame.layout.lots[seat].house, places[seat]
        on_square = on_the_square(frame, place)
        if share == 1:
            if on_square:
                paint_card(frame, paints, *on_square)
            continue
        if share < STOOD:
            box = between(home, large, eased(share / RISEN))
        else:
            rest = large.fit(on_square[-1] if on_square else home)
            box = between(large, rest, eased((share - READ) / (1 - READ)))
        turn = min(1.0, max(0.0, (share - STOOD) / (TURNED - STOOD)))
        side = _back_side if turn < 0.5 else _front_side
        picture = paints.large(*side(frame, paints, seat, large.size))
        breadth = max(2, round(abs(cos(pi * turn)) * box.width))
        if (breadth, box.height) != picture.get_size():
            picture = pygame.transform.smoothscale(picture, (breadth, max(2, box.height)))
        frame.surface.blit(picture, picture.get_rect(center=box.center))
    return []


def _torches(frame: Frame, paints: Paintbox) -> None:
    """Draws the torches about the houses, those behind them too."""
    px = round(TORCH_PX * frame.layout.usual)
    picture = torch(paints, px)
    for seat, share in frame.pose.revealed:
        house, turned = frame.layout.lots[seat].house, TURNS * share / TURNED
        for number in range(TORCHES if share < TURNED else 0):
            turn = 2 * pi * (turned + number / TORCHES)
            x = house.centerx + ROUND[0] * house.width * sin(turn)
            y = house.centery + ROUND[1] * house.height * cos(turn)
            frame.surface.blit(picture, picture.get_rect(center=(round(x), round(y))))


def turn_ahead(frame: Frame, paints: Paintbox) -> bool:
    """Paints the front of a card that is seen from behind. Returns False if there is none to paint."""
    count = len(frame.pose.revealed)
    for number, (seat, share) in enumerate(frame.pose.revealed):
        size = place_of(number, count, frame.surface.get_size()).size
        key, paint = _front_side(frame, paints, seat, size)
        if share < TURNED and not paints.has_large(key):
            paints.large(key, paint)
            return True
    return False


def rehearse_revealed(frame: Frame, size: tuple[int, int], paints: Paintbox) -> Iterator[None]:
    """Paints ahead what a death needs on a board of `size` pixels."""
    yield from rehearse_faces((BACK.partition("/")[2],), paints)
    card = place_of(0, 1, size).size
    for palette in {palette.plaque: palette for palette in lights(frame.look)}.values():
        paints.large(*_back_side(frame._replace(palette=palette), paints, 0, card))
        yield


def place_of(number: int, count: int, size: tuple[int, int]) -> Rect:
    """Where a card stands in the middle of the board, the `number`th of `count` side by side."""
    height = HEIGHT * size[1]
    breadth = min(SHAPE * height, BREADTH * size[0] / count)
    box = Rect(0, 0, round(0.94 * breadth), round(min(height, breadth / SHAPE)))
    box.center = round(size[0] / 2 + (number - (count - 1) / 2) * breadth), round(0.46 * size[1])
    return box


def on_the_square(frame: Frame, place: Place) -> tuple[int, Place, Rect] | None:
    """Where a card lies down if the scene is about its player: the number of the player among those it is
    about, the player, and the box of the card. None: at the house."""
    lying = laid(frame)
    if lying.room and lying.about:  # a word for all may lie there instead
        boxes = about_boxes(frame, len(lying.about), lying.room)
        for number, (about, box) in enumerate(zip(lying.about, boxes, strict=True)):
            if about is place:
                return number, place, box
    return None


def between(one: Rect, other: Rect, share: float) -> Rect:
    """A rectangle on its way from one to another."""
    at = (
        round(a + (b - a) * share)
        for a, b in zip((*one.center, *one.size), (*other.center, *other.size), strict=True)
    )
    x, y, width, height = at
    box = Rect(0, 0, width, height)
    box.center = x, y
    return box


def eased(share: float) -> float:
    """The same way, slower at both ends."""
    return (1 - cos(pi * min(1.0, max(0.0, share)))) / 2


def _front_side(frame: Frame, paints: Paintbox, seat: int, size: tuple[int, int]) -> Side:
    place = frame.board.places[seat]

    def paint() -> Surface:
        picture = Surface(size, pygame.SRCALPHA)
        paint_card(frame._replace(surface=picture), paints, 0, place, picture.get_rect())
        return picture

    return ("front", place.name, place.card, frame.palette.name, size), paint


def _back_side(frame: Frame, paints: Paintbox, _: int, size: tuple[int, int]) -> Side:
    fine, palette = frame.layout.fine, frame.palette

    def paint() -> Surface:
        picture = Surface(size, pygame.SRCALPHA)
        box, rim_px = picture.get_rect(), max(2, round(4 * fine))
        paints.panel(picture, box, palette.plaque, palette.rim, rim_px, round(18 * fine))
        back = face(paints, BACK.partition("/")[2], size[0] - 4 * round(EDGE_PX * fine))
        picture.blit(back, back.get_rect(center=box.center))
        return picture

    return ("back", size, palette.plaque, palette.rim), paint
