"""Draws portraits of people: the character on an open card, or else the house they live in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.board import Place
from table.board.paint.art import BACK, DARK, HOUSE
from table.board.paint.frame import Frame
from table.board.paint.paintbox import WHITE, Paintbox
from table.board.paint.palette import EVENTS, FACES, HOMES, Colour
from table.board.paint.text import TIGHT, DrawnLine, FittedText

NAME_PX, TITLE_PX = 80, 58
EDGE_PX, CORNER_PX = 12, 18
"""`EDGE_PX`: margin between the edge of a card and its picture. `CORNER_PX`: radius of the card's corners."""
LYING = 1.5
"""A card at least this many times wider than high has its words beside the picture, others below it."""
BESIDE, UPRIGHT, TITLED = 0.46, 0.66, 0.56
"""Largest share of its picture: of a wide card's width; of an upright card's height; and of the height of one
with a title."""
SMALLER, CARD_PX = (1.0, 0.8, 0.6, 0.45), 26
"""`SMALLER`: sizes of a picture that are tried, as shares of the usual one. `CARD_PX`: the first that leaves
letters of this size is taken, on a board of 1080 lines."""
NAMED = 0.43
"""Share of the name in the height of all words below a picture; the title may need two lines."""
LIGHT = 0.42
"""Radius of the light behind a head, as a share of the picture's size."""
CROW = 0.42
"""Size of a crow on a dark house, as a share of the picture's size."""


def face(paints: Paintbox, role: str, px: int) -> Surface:
    """The picture of a character in a frame, `px` pixels wide and high."""
    name = card_of(role, paints)
    return paints.scaled(("face", name), px, partial(_face, paints, name))


def home(paints: Paintbox, place: Place, px: int) -> Surface:
    """The picture of a house in a frame: lit, or dark with a crow."""
    name = home_of(place, paints)
    key = "home", name, place.alive
    picture = paints.scaled(key, px, partial(_home, paints, name, place.alive))
    if picture.get_width() == px:
        return picture
    return paints.keep((*key, px, "whole"), lambda: pygame.transform.smoothscale(picture, (px, px)))


def event(paints: Paintbox, key: str, px: int) -> Surface:
    """The picture of what is new today in a frame, `px` pixels wide and high."""
    return paints.scaled(("event", key), px, partial(_event, paints, key))


def card_of(role: str, paints: Paintbox) -> str:
    """The picture of a card; the back if the card has none."""
    name = f"cards/{role}"
    return name if name in paints.art else BACK


def home_of(place: Place, paints: Paintbox) -> str:
    """The picture of the house at a place."""
    name = f"places/{place.home}"
    return name if name in paints.art else HOUSE


def _face(paints: Paintbox, name: str, px: int) -> Surface:
    return _framed(paints, paints.art.draw(name, px), FACES)


def _event(paints: Paintbox, key: str, px: int) -> Surface:
    return _framed(paints, paints.art.draw(f"events/{key}", px), EVENTS)


def _home(paints: Paintbox, name: str, alive: bool, px: int) -> Surface:
    """Paints a house at half the size of faces, since houses have few details."""
    house = paints.art.draw(name, px // 2, None if alive else DARK)
    if not alive:
        crow = paints.art.draw("places/crow", round(CROW * px / 2))
        house.blit(crow, crow.get_rect(topright=(px // 2, 0)))
    return _framed(paints, house, HOMES)


def _framed(paints: Paintbox, picture: Surface, colours: Sequence[Colour]) -> Surface:
    """A picture on a ground with round corners."""
    px = picture.get_width()

    def rounded(fill: Colour) -> Surface:
        whole = Surface((px, px), pygame.SRCALPHA)
        paints.panel(whole, whole.get_rect(), fill, fill, 0, max(2, px // 16))
        return whole

    def lit() -> Surface:
        ground, light = colours
        whole, disc = rounded(ground), paints.disc(round(LIGHT * px), light, light, 0)
        whole.blit(disc, disc.get_rect(center=whole.get_rect().center))
        return whole

    framed = paints.keep(("lit", px, *colours), lit).copy()
    corners = paints.keep(("corners", px), partial(rounded, WHITE))
    picture.blit(corners, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    framed.blit(picture, (0, 0))
    return framed


def paint_people(frame: Frame, paints: Paintbox, cards: Sequence[tuple[Place, Rect]]) -> list[DrawnLine]:
    """Draws the players the scene is about, each on a card with picture, name and title in its box."""
    sets = [best_card(frame, paints, place, box) for place, box in cards]
    if frame.rivals:  # neither has a larger name
        px = min(card.name[0].px for card in sets)
        sets = [
            _set_card(frame, paints, *card, each.part, px) for card, each in zip(cards, sets, strict=True)
        ]
    written: list[DrawnLine] = []
    for number, ((place, box), card) in enumerate(zip(cards, sets, strict=True)):
        written += paint_card(frame, paints, number, place, box, card)
    return written


def cards_in(frame: Frame, about: Sequence[Place], room: Rect) -> list[tuple[Place, Rect]]:
    """The boxes of these people's cards, side by side in a room."""
    if not about:
        return []
    gap = round(EDGE_PX * frame.layout.fine)
    breadth = (room.width - gap * (len(about) - 1)) // len(about)
    return [
        (place, Rect(room.left + number * (breadth + gap), room.top, breadth, room.height))
        for number, place in enumerate(about)
    ]


def best_card(frame: Frame, paints: Paintbox, place: Place, box: Rect) -> SetCard:
    """The layout of a card. Its picture is smaller if a long name could not be read beside it."""
    best = _set_card(frame, paints, place, box, SMALLER[0])
    for part in SMALLER[1:]:
        if smallest(best) >= CARD_PX * frame.layout.usual:
            break
        best = max(best, _set_card(frame, paints, place, box, part), key=smallest)
    return best


def paint_card(
    frame: Frame, paints: Paintbox, number: int, place: Place, box: Rect, best: SetCard
) -> list[DrawnLine]:
    """Draws one card with picture, name and title into `box`."""
    palette, fine = frame.palette, frame.layout.fine
    paints.panel(
        frame.surface, box, palette.plaque, palette.rim, max(2, round(4 * fine)), round(CORNER_PX * fine)
    )
    px = best.picture.width
    picture = face(paints, place.role, px) if frame.lays_cards_out else paint_face(paints, place, px)
    frame.surface.blit(picture, best.picture)
    ink, ground = palette.plaque_ink, palette.plaque
    write = paints.type.write
    written: list[DrawnLine] = []
    if best.title:
        written += write(frame.surface, f"about {number} card", *best.title, ink, ground)
    return written + write(frame.surface, f"about {number}", *best.name, ink, ground)


class SetCard(NamedTuple):
    """The layout of a card: its picture, and its texts, each with its box."""

    picture: Rect
    name: tuple[FittedText, Rect]
    title: tuple[FittedText, Rect] | None
    part: float
    """Size of the picture, as a share of the usual one."""


def smallest(card: SetCard) -> int:
    """The smaller of the sizes of name and title."""
    return min(card.name[0].px, card.title[0].px if card.title else card.name[0].px)


def _set_card(
    frame: Frame, paints: Paintbox, place: Place, box: Rect, part: float, name_px: int = 0
) -> SetCard:
    """The layout of a card. `part`: size of its picture, as a share of the usual one. `name_px`: largest
    letters of its name; 0: as always."""
    scale, edge = frame.scale, round(EDGE_PX * frame.layout.fine)
    inner = box.inflate(-2 * edge, -2 * edge)
    usual, part = (
        part,
        part / max(1.0, scale / frame.layout.usual),
    )  # large text has its room from the picture
    if box.width > LYING * box.height:
        px = paints.snapped(round(min(inner.height, BESIDE * inner.width) * part))
        at = Rect(inner.left, inner.centery - px // 2, px, px)
        words = Rect(at.right + edge, inner.top, inner.right - at.right - edge, inner.height)
    else:
        share = (TITLED if place.card else UPRIGHT) * part
        px = paints.snapped(min(inner.width, round(share * inner.height)))
        at = Rect(inner.centerx - px // 2, inner.top, px, px)
        words = Rect(inner.left, at.bottom, inner.width, inner.bottom - at.bottom)
    fit, title = partial(paints.type.fit, lines=2, leading=TIGHT), None
    if place.card:
        whole = words.copy()
        words.height = round((0.5 if whole.left > inner.left else NAMED) * whole.height)
        below = Rect(whole.left, words.bottom, whole.width, whole.bottom - words.bottom)
        title = fit(place.card, below.size, round(TITLE_PX * scale)), below
    name = fit(place.name, words.size, name_px or round(NAME_PX * scale), bold=True)
    return SetCard(at, (name, words), title, usual)


def paint_face(paints: Paintbox, place: Place, px: int) -> Surface:
    """The picture of a player: of their open card, or else of their house."""
    return face(paints, place.role, px) if place.card else home(paints, place, px)
