"""Draws the houses of the village or their ruins, with the captain's banner and the crows of the dead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from pygame import Surface

from table.board.board import Board, Place
from table.board.paint.art import DARK, OUTLINED, OUTLINED_DARK
from table.board.paint.frame import Frame, is_seated
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import NIGHT
from table.board.paint.portraits import home_of

LOOKS: Mapping[str, Mapping[str, str]] = {"dark": DARK, "outlined": OUTLINED, "outlined dark": OUTLINED_DARK}
"""Looks of houses that no hour changes: houses of the dead, and all houses with high contrast."""
RUIN = "things/ruin"
CROW = 0.46
"""Size of a crow, as a share of the house's size."""
BANNER, ASIDE = 0.85, 0.18
"""`BANNER`: size of the captain's banner, as a share of the house's size. `ASIDE`: how far its picture begins
left of the house, as the same share."""


class House(NamedTuple):
    """How a house looks."""

    picture: str
    look: str
    """Name of an hour, or a key of `LOOKS`."""
    lit: bool
    """Whether a light burns in its windows."""


class StandingHouse(NamedTuple):
    """Cache key: everything that affects the picture of a lot."""

    house: House
    captain: bool

    @property
    def is_dark(self) -> bool:
        """Whether its player is dead."""
        return self.house.look.endswith("dark")


def last_light(board: Board) -> int:
    """The seat whose window is the last to go dark at nightfall, by what everybody knows: the captain's, or
    else that of the living player with the most votes of the last ballot."""
    votes = Counter(arrow.target for arrow in board.ballot)
    living = [seat for seat, place in enumerate(board.places) if place.alive]
    return max(living, key=lambda seat: (board.places[seat].captain, votes[seat], seat), default=-1)


def goes_dark(board: Board, seat: int) -> float:
    """The part of nightfall after which a seat's window is dark: they go dark one after the other."""
    last, count = last_light(board), len(board.places)
    place = count if seat == last else seat + (seat < last or last < 0)
    return place / (count + 1)


def lights_out(frame: Frame, seat: int) -> bool:
    """Whether the window of a living player is dark."""
    fade = frame.pose.fade
    if fade and fade.into == NIGHT.name:
        return fade.share > goes_dark(frame.board, seat)
    return frame.palette is NIGHT and not fade


def house_of(frame: Frame, paints: Paintbox, seat: int, place: Place) -> House:
    """The look of a seat's house. Its windows are lit while its player lives, except at night, when everybody
    sleeps."""
    picture = RUIN if place.burnt else home_of(place, paints)
    if frame.look.contrast == "high":
        return House(picture, "outlined" if place.alive else "outlined dark", lit=place.alive)
    if not place.alive:
        return House(picture, "dark", lit=False)
    is_free = frame.board.scene == "attract" and not is_seated(place) and not frame.invites
    return House(picture, frame.palette.name, lit=not (is_free or lights_out(frame, seat)))


def standing_at(frame: Frame, paints: Paintbox, seat: int, place: Place) -> StandingHouse:
    """A player's house with everything that stands at it."""
    return StandingHouse(house_of(frame, paints, seat, place), place.captain)


def picture_of(paints: Paintbox, shown: StandingHouse, px: int) -> Surface:
    """The picture of a house with everything that stands at it, `px` pixels wide and high."""
    return paints.keep((shown, px), partial(_painted, paints, shown, px))


def _painted(paints: Paintbox, shown: StandingHouse, px: int) -> Surface:
    house = shown.house
    if house.look in LOOKS:
        picture = paints.art.draw(house.picture, px, LOOKS[house.look])
    else:
        picture = paints.art.at_hour(house.picture, px, house.look, windows=house.lit)
    if shown.is_dark:
        crow = paints.art.draw("places/crow", round(CROW * px))
        picture.blit(crow, crow.get_rect(topright=(px, 0)))
    if shown.captain:
        banner = paints.art.draw("things/banner", round(BANNER * px))
        picture.blit(banner, banner.get_rect(bottomleft=(-round(ASIDE * px), px)))
    return picture
