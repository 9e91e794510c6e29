"""Draws the houses of the village, each with what stands at it: captain's banner, crow, the card of a dead
player in the yard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Literal, NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.board import Place
from table.board.paint.art import ASLEEP, DARK, OUTLINED, OUTLINED_DARK
from table.board.paint.frame import Frame, is_seated, lights
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import NIGHT, Palette
from table.board.paint.portraits import face, home_of
from table.board.view import Look

House = Literal["lit", "asleep", "dark", "outlined", "outlined dark"]

COLOURS: Mapping[House, Mapping[str, str] | None] = {
    "lit": None,
    "asleep": ASLEEP,
    "dark": DARK,
    "outlined": OUTLINED,
    "outlined dark": OUTLINED_DARK,
}
CROW, CARD = 0.46, 0.52
"""Sizes of a crow, and of a card in the yard, as shares of the house's."""
POLE, FLAG, CROWN = 0.035, (0.42, 0.30), 0.12
"""The captain's banner: the breadth of its pole, the size of its cloth, the radius of its crown, in the same."""


class Standing(NamedTuple):
    """All that what stands on a lot depends on."""

    home: str
    house: House
    role: str
    """Of the card in the yard; empty without one."""
    captain: bool


def standing(place: Place, frame: Frame, paints: Paintbox) -> Standing:
    """What stands on a player's lot."""
    return Standing(
        home_of(place, paints),
        state_of(place, frame),
        place.role if place.card and not place.alive else "",
        place.captain,
    )


def state_of(place: Place, frame: Frame) -> House:
    """How a house looks: lit while its player lives, except that by night everybody sleeps."""
    if frame.look.contrast == "high":
        return "outlined" if place.alive else "outlined dark"
    if not place.alive:
        return "dark"
    is_free = frame.board.scene == "attract" and bool(frame.board.places) and not is_seated(place)
    return "asleep" if frame.palette is NIGHT or (is_free and not frame.invites) else "lit"


def paint_house(frame: Frame, paints: Paintbox, place: Place, box: Rect) -> None:
    """Draws the house of a player with what stands at it into the square `box`."""
    frame.surface.blit(_kept(paints, standing(place, frame, paints), box.width), box)


def rehearse_houses(frame: Frame, paints: Paintbox) -> Iterator[None]:
    """Paints the houses of these seats ahead, for all times of day."""
    for place, lot in zip(frame.board.places, frame.layout.lots, strict=True):
        for house in states(frame.look):
            _house(paints, home_of(place, paints), house, lot.house.width)
            yield


def states(look: Look) -> tuple[House, ...]:
    """The states in which a house can be."""
    return ("outlined", "outlined dark") if look.contrast == "high" else ("lit", "asleep", "dark")


def _house(paints: Paintbox, home: str, house: House, px: int) -> Surface:
    key = ("house", home, house, px)
    return paints.keep(key, lambda: paints.art.draw(home, px, COLOURS[house]))


def _kept(paints: Paintbox, shown: Standing, px: int) -> Surface:
    if not (shown.role or shown.captain or shown.house.endswith("dark")):
        return _house(paints, shown.home, shown.house, px)
    return paints.keep(("standing", shown, px), partial(_with_all, paints, shown, px))


def _with_all(paints: Paintbox, shown: Standing, px: int) -> Surface:
    """A house with all that stands at it."""
    picture = _house(paints, shown.home, shown.house, px).copy()
    if shown.house.endswith("dark"):
        crow = paints.art.draw("places/crow", round(CROW * px))
        picture.blit(crow, crow.get_rect(topright=(px, 0)))
    if shown.role:
        card = face(paints, shown.role, round(CARD * px))
        picture.blit(card, card.get_rect(bottomleft=(0, px)))
    if shown.captain:
        raise_banner(paints, picture, NIGHT)
    return picture


def raise_banner(paints: Paintbox, picture: Surface, palette: Palette) -> None:
    """Draws the captain's banner at the left of a house."""
    px = picture.get_width()
    pole = Rect(0, 0, max(2, round(POLE * px)), px)
    pygame.draw.rect(picture, palette.rim, pole)
    cloth = Rect(pole.right, round(0.02 * px), round(FLAG[0] * px), round(FLAG[1] * px))
    tail = cloth.right - round(0.09 * px), cloth.centery
    pygame.draw.polygon(
        picture, palette.crown, [cloth.topleft, cloth.topright, tail, cloth.bottomright, cloth.bottomleft]
    )
    crown = paints.emblem("crown", round(CROWN * px), palette.rim)
    picture.blit(crown, crown.get_rect(center=(cloth.left + round(0.43 * cloth.width), cloth.centery)))
