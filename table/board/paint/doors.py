"""Draws what lies before the houses, the light that falls on them, and what goes from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import cos, pi, sin

import pygame
from pygame import Rect, Surface

from table.board.board import Place, Scene
from table.board.paint.arrows import COUNT_PX, arrow_colour, paint_beginnings
from table.board.paint.frame import EMBLEM, Frame
from table.board.paint.layout import Layout, Point
from table.board.paint.motion import Medal
from table.board.paint.paintbox import WHITE, Paintbox, disc
from table.board.paint.palette import ARROWS, NIGHT, Colour, contrast
from table.board.paint.plaques import plate_of
from table.board.paint.text import TIGHT, DrawnLine

DOOR_PX, MEDAL_PX = 21, 33
"""Radius of a doorstep, and of an object that moves between them."""
MARK = 0.5
"""The size of a mark at a door, as a share of the house's."""
BEAM = 8.0
"""How high a beam of light is, as a multiple of the breadth of the house it falls on."""
ASIDE = 46 / 256
"""How far from the edge of its picture a beam from the side falls on the ground, as a share of the picture's
breadth. It begins at the upper edge of the board."""
SOFT = 4
"""How many times smaller it is painted, which is quick and makes its edges soft."""
INWARDS = 0.25
"""How far the captain's medal leaves the straight way towards the middle of the square."""

SIGNED = 1.35
"""How many times larger a doorstep is that shows a sign."""
SIGNS: dict[Scene, str] = {"election": "hand", "over": "star"}
"""The sign at the doors of those a scene is about: a hand of who runs for captain, a star of winners."""


def named_in(frame: Frame) -> frozenset[int]:
    """The seats at which somebody points who looks for a card, once their arrow is there."""
    arrows = frame.board.arrows if frame.board.sought else []
    landed = [length == 1 for length in frame.pose.lengths(arrows)]
    return frozenset(arrow.target for arrow in compress(arrows, landed))


def paint_beams(frame: Frame, paints: Paintbox) -> None:
    """Draws the light that falls on the houses of those who are named."""
    if frame.look.contrast == "high":
        return
    for seat in named_in(frame):
        lot = frame.layout.lots[seat]
        house, is_left = lot.house, lot.house.centerx < frame.layout.square.centerx
        if lot.plate.top > house.centery:
            beam = _beam(paints, "things/beam", house.width)
            at = beam.get_rect(midbottom=house.midbottom)
        else:  # other houses are above it: from the side, so that it passes them by
            beam = _beam(paints, "things/beam_aside", round(house.bottom / BEAM), flipped=is_left)
            foot = round(ASIDE * house.bottom)
            at = beam.get_rect(bottomright=(house.centerx + foot, house.bottom))
            if is_left:
                at.left = house.centerx - foot
        frame.surface.blit(beam, at)


def _beam(paints: Paintbox, name: str, px: int, *, flipped: bool = False) -> Surface:
    """A beam for a house so many pixels wide."""

    def paint() -> Surface:
        whole = paints.art.draw(name, round(BEAM * px / SOFT))
        part = pygame.transform.flip(whole.subsurface(whole.get_bounding_rect()), flipped, False)
        return pygame.transform.smoothscale_by(part, SOFT)

    return paints.keep((name, px, flipped), paint)


def paint_marks(frame: Frame, paints: Paintbox) -> None:
    """Draws the Raven's mark at the houses of those against whom there are votes before anybody has voted."""
    for place, lot in zip(frame.board.places, frame.layout.lots, strict=True):
        if place.against and not frame.is_open(place):
            px = round(MARK * lot.house.width)
            mark = paints.keep(("mark", px), lambda px=px: paints.art.draw("things/mark", px))  # type: ignore[misc]
            frame.surface.blit(mark, mark.get_rect(midleft=lot.house.midleft))


def paint_doors(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws what lies before the houses, and what is on its way between them."""
    paint_beginnings(frame, paints)
    long = frame.pose.lengths(frame.board.arrows)
    written = _steps(frame, paints, [length == 1 for length in long])
    if frame.pose.aim is not None:
        _on_its_way(frame, paints, "sights", frame.layout.doors[frame.pose.aim])
    if frame.pose.medal:
        _on_its_way(frame, paints, "crown", on_the_way(frame.pose.medal, frame.layout))
    return written


def reach(layout: Layout) -> int:
    """The radius that a doorstep needs with everything that may be on it, but for a count and the eye of
    whoever is named."""
    return round(SIGNED * DOOR_PX * layout.usual)


def _steps(frame: Frame, paints: Paintbox, landed: Sequence[bool]) -> list[DrawnLine]:
    """Draws the mark of each house that has one: ready, candidate, winner, number of votes, or the number of
    a sentence about that player."""
    board, layout = frame.board, frame.layout
    counts = {seat: place.against for seat, place in enumerate(board.places) if place.against}
    named = named_in(frame)
    for arrow in compress(board.arrows, landed) if board.scene == "ballots" and not board.sought else ():
        counts[arrow.target] = counts.get(arrow.target, 0) + arrow.weight
    written = []
    for seat, (place, at) in enumerate(zip(board.places, layout.doors, strict=True)):
        if seat in counts:
            written.append(_count(frame, paints, seat, place, counts[seat], arrow_colour(seat)))
            continue
        if place.number:
            written.append(_count(frame, paints, seat, place, place.number, arrow_colour(place.number)))
            continue
        if seat in named or shows_something(frame, place):
            step = _step(frame, paints, place, is_named=seat in named)
            frame.surface.blit(step, step.get_rect(center=at))
    return written


def shows_something(frame: Frame, place: Place) -> bool:
    """Whether there is anything to see on a seat's doorstep."""
    if frame.is_open(place):  # the frame of the card tells the winners
        return False
    return place.ready or (place.marked and frame.board.scene in SIGNS)


def _count(frame: Frame, paints: Paintbox, seat: int, place: Place, count: int, edge: Colour) -> DrawnLine:
    """Draws a number on the doorstep of a player, above a plate that reaches so high."""
    scale, ground = frame.scale, frame.palette.caption
    radius, lot = count_radius(frame.layout), frame.layout.lots[seat]
    face = Rect(0, 0, 2 * radius, 2 * radius)
    face.center = round(lot.door[0]), round(lot.door[1])
    plate = plate_of(place, lot)
    if plate.colliderect(face) and not lot.is_beside:
        face.bottom = min(face.bottom, plate.top)
    frame.surface.blit(paints.disc(radius, ground, edge, max(2, round(6 * scale))), face)
    inner = face.inflate(-0.5 * radius, -0.3 * radius)
    fitted = paints.type.fit(str(count), inner.size, round(50 * frame.layout.usual), bold=True, leading=TIGHT)
    return paints.type.write(frame.surface, f"count {seat}", fitted, face, frame.palette.caption_ink, ground)[
        0
    ]


def _step(frame: Frame, paints: Paintbox, place: Place, *, is_named: bool = False) -> Surface:
    """A doorstep. `is_named`: of somebody who is named by whoever looks for a card: an eye as large as a
    count."""
    usual, palette = frame.layout.usual, frame.palette
    marked = SIGNS.get(frame.board.scene, "") if place.marked and not frame.board.arrows else ""
    sign = EMBLEM["look"] if is_named else "tick" if place.ready else marked
    radius = count_radius(frame.layout) if is_named else round(DOOR_PX * usual * (SIGNED if sign else 1))

    fill = frame.mark_of(place) if place.marked else palette.plaque if place.alive else palette.rim
    if place.ready:
        fill = ARROWS[2]
    if is_named:
        fill = palette.caption

    def paint() -> Surface:
        step = disc(radius, fill, palette.rim, max(1, round(4 * usual)))
        if sign:
            ink = max((WHITE, palette.caption), key=lambda colour: contrast(colour, fill))
            image = paints.art.sign(sign, round(radius * 0.66), ink)
            step.blit(image, image.get_rect(center=step.get_rect().center))
        return step

    return paints.keep(("step", sign, fill, palette.name, radius), paint)


def _on_its_way(frame: Frame, paints: Paintbox, name: str, at: Point) -> None:
    """Something that goes from house to house: a symbol on a dark disc."""
    radius = round(MEDAL_PX * frame.scale)
    face = paints.disc(radius, frame.palette.caption, NIGHT.mark, max(2, round(5 * frame.scale)))
    frame.surface.blit(face, face.get_rect(center=at))
    image = paints.emblem(name, round(0.62 * radius), NIGHT.crown)
    frame.surface.blit(image, image.get_rect(center=at))


def on_the_way(medal: Medal, layout: Layout) -> Point:
    """Where the captain's medal is on its way across the square, slowly at both ends."""
    middle, taker = pygame.Vector2(layout.square.center), pygame.Vector2(layout.doors[medal.taker])
    share = (1 - cos(pi * medal.share)) / 2
    start = middle if medal.giver is None else pygame.Vector2(layout.doors[medal.giver])
    x, y = start.lerp(taker, share).lerp(middle, INWARDS * sin(pi * share))
    return x, y


def count_radius(layout: Layout) -> int:
    """Half the size of a doorstep that shows a count."""
    return round(min(COUNT_PX * layout.usual, 0.48 * layout.apart))
