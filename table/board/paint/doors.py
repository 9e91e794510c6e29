"""Draws doorsteps, the light on houses, and what moves from one house to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from math import cos, pi, sin

import pygame
from pygame import Rect, Surface

from table.board.board import Arrow, Place, Scene, leaders
from table.board.paint.arrows import arrow_colour, is_bundled, paint_beginnings
from table.board.paint.frame import EMBLEM, Frame
from table.board.paint.layout import COUNT_WIDER, Layout, Point
from table.board.paint.motion import Medal
from table.board.paint.paintbox import WHITE, Paintbox, disc
from table.board.paint.palette import NIGHT, Colour, contrast
from table.board.paint.plaques import plate_of
from table.board.paint.text import TIGHT, DrawnLine

DOOR_PX, MEDAL_PX = 21, 33
"""`DOOR_PX`: radius of a doorstep. `MEDAL_PX`: radius of an object that moves between doorsteps."""
FIGURE = 0.84
"""Size of the letters of a count, as a share of its height."""
MARK = 0.5
"""Size of a mark at a door, as a share of the house's size."""
BEAM = 8.0
"""Height of a beam of light, as a multiple of the width of its house."""
ASIDE = 46 / 256
"""Where a beam from the side falls on the ground: distance from the edge of its picture, as a share of its
width. The beam begins at the upper edge of the board."""
SOFT = 4
"""Factor by which a beam is painted smaller. That is fast, and makes its edges soft."""
INWARDS = 0.25
"""How far the captain's medal bends from the straight way towards the middle of the square."""

SIGNED = 1.35
"""Factor on the size of a doorstep with a sign."""
SIGNS: dict[Scene, str] = {"election": "hand", "over": "star"}
"""The sign at the doors of players a scene is about: a hand for candidates, a star for winners."""


def named_in(frame: Frame) -> frozenset[int]:
    """The seats named by somebody who looks for a card, once their arrow has arrived."""
    arrows = frame.board.arrows if frame.board.sought else []
    landed = [length == 1 for length in frame.pose.lengths(arrows)]
    return frozenset(arrow.target for arrow in compress(arrows, landed))


def paint_beams(frame: Frame, paints: Paintbox) -> None:
    """Draws the light on the houses of players who are named."""
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
    """A beam for a house `px` pixels wide."""

    def paint() -> Surface:
        whole = paints.art.draw(name, round(BEAM * px / SOFT))
        part = pygame.transform.flip(whole.subsurface(whole.get_bounding_rect()), flipped, False)
        return pygame.transform.smoothscale_by(part, SOFT)

    return paints.keep((name, px, flipped), paint)


def paint_marks(frame: Frame, paints: Paintbox) -> None:
    """Draws the Raven's mark at houses with votes against them before anybody has voted."""
    for place, lot in zip(frame.board.places, frame.layout.lots, strict=True):
        if place.against and not frame.is_open(place):
            px = round(MARK * lot.house.width)
            mark = paints.keep(("mark", px), lambda px=px: paints.art.draw("things/mark", px))  # type: ignore[misc]
            frame.surface.blit(mark, mark.get_rect(midleft=lot.house.midleft))


def paint_doors(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws all doorsteps, and what moves between them."""
    paint_beginnings(frame, paints)
    long = frame.pose.lengths(frame.board.arrows)
    written = _steps(frame, paints, [length == 1 for length in long])
    if frame.pose.aim is not None:
        _on_its_way(frame, paints, "sights", frame.layout.doors[frame.pose.aim])
    if frame.pose.medal:
        _on_its_way(frame, paints, "crown", on_the_way(frame.pose.medal, frame.layout))
    return written


def reach(layout: Layout) -> int:
    """The radius of a doorstep with everything on it, except a count and the eye of a named player."""
    return round(SIGNED * DOOR_PX * layout.usual)


def votes_at(frame: Frame, arrows: Iterable[Arrow]) -> dict[int, int]:
    """Seat -> the number of votes at its door. `arrows`: the ballots that count."""
    counts = Counter({seat: place.against for seat, place in enumerate(frame.board.places) if place.against})
    for arrow in arrows if is_bundled(frame) else ():
        counts[arrow.target] += arrow.weight
    return counts


def counts_of(frame: Frame) -> list[Rect]:
    """The boxes of all numbers at doors, once all ballots have arrived."""
    numbers = {seat: place.number for seat, place in enumerate(frame.board.places) if place.number}
    numbers |= votes_at(frame, frame.board.arrows)
    return [count_at(frame, seat, number) for seat, number in sorted(numbers.items())]


def _steps(frame: Frame, paints: Paintbox, landed: Sequence[bool]) -> list[DrawnLine]:
    """Draws the mark on each doorstep that has one: candidate, winner, a number of votes, or the number of a
    sentence about that player."""
    board, layout = frame.board, frame.layout
    counts, named = votes_at(frame, compress(board.arrows, landed)), named_in(frame)
    written = []
    for seat, (place, at) in enumerate(zip(board.places, layout.doors, strict=True)):
        if number := counts.get(seat) or place.number:
            written += _count(frame, paints, seat, number, arrow_colour(seat if seat in counts else number))
        elif seat in named or shows_something(frame, place):
            step = _step(frame, paints, place, is_named=seat in named)
            frame.surface.blit(step, step.get_rect(center=at))
    return written


def shows_something(frame: Frame, place: Place) -> bool:
    """Whether a seat's doorstep shows anything."""
    if frame.is_open(place):  # the frame of the card tells the winners
        return False
    return place.marked and frame.board.scene in SIGNS


def count_at(frame: Frame, seat: int, count: int) -> Rect:
    """The box of a number at a player's door, clear of their plate and below the header."""
    layout = frame.layout
    lot, high = layout.lots[seat], layout.count_px
    face = Rect(0, 0, high if count < 10 else round(COUNT_WIDER * high), high)
    face.center = round(lot.door[0]), round(lot.door[1])
    face.top = max(face.top, layout.middle.top)
    plate = plate_of(frame.board.places[seat], lot)
    if lot.is_beside and plate.centerx < lot.house.centerx:
        face.left = max(face.left, plate.right)
    elif lot.is_beside:
        face.right = min(face.right, plate.left)
    elif lot.door[1] > plate.centery:
        face.top = max(face.top, plate.bottom)
    elif face.colliderect(plate):
        face.bottom = plate.top
    return face


def _count(frame: Frame, paints: Paintbox, seat: int, count: int, edge: Colour) -> list[DrawnLine]:
    """Draws a number at a player's door. Of the two seats with the most ballots the first is dark on light,
    and the second has a double edge. `edge`: colour of its edge."""
    ink, ground = frame.palette.caption_ink, frame.palette.caption
    face, thick = count_at(frame, seat, count), max(2, round(6 * frame.layout.usual))
    first = leaders(tuple(frame.board.arrows)) if is_bundled(frame) else ()
    if first[:1] == (seat,):
        ink, ground = ground, ink
    edges = (0, thick) if seat in first[1:] else (0,)
    for within in edges:
        box = face.inflate(-2 * within, -2 * within)
        paints.panel(frame.surface, box, ground, edge, thick // len(edges), box.height // 2)
    size = face.width - face.height // 4, face.height
    fitted = paints.type.fit(str(count), size, round(FIGURE * face.height), bold=True, leading=TIGHT)
    return paints.type.write(frame.surface, f"count {seat}", fitted, face, ink, ground)


def _step(frame: Frame, paints: Paintbox, place: Place, *, is_named: bool = False) -> Surface:
    """Draws a doorstep. `is_named`: adds the eye of a player named by somebody who looks for a card, as large
    as a count."""
    usual, palette = frame.layout.usual, frame.palette
    marked = SIGNS.get(frame.board.scene, "") if place.marked and not frame.board.arrows else ""
    sign = EMBLEM["look"] if is_named else marked
    radius = frame.layout.count_px // 2 if is_named else round(DOOR_PX * usual * (SIGNED if sign else 1))

    fill = frame.mark_of(place) if place.marked else palette.plaque if place.alive else palette.rim
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
    """Draws an object that moves from house to house: a symbol on a dark disc."""
    radius = round(MEDAL_PX * frame.scale)
    face = paints.disc(radius, frame.palette.caption, NIGHT.mark, max(2, round(5 * frame.scale)))
    frame.surface.blit(face, face.get_rect(center=at))
    image = paints.emblem(name, round(0.62 * radius), NIGHT.crown)
    frame.surface.blit(image, image.get_rect(center=at))


def on_the_way(medal: Medal, layout: Layout) -> Point:
    """The place of the captain's medal on its way across the square. It is slow at both ends."""
    middle, taker = pygame.Vector2(layout.square.center), pygame.Vector2(layout.doors[medal.taker])
    share = (1 - cos(pi * medal.share)) / 2
    start = middle if medal.giver is None else pygame.Vector2(layout.doors[medal.giver])
    x, y = start.lerp(taker, share).lerp(middle, INWARDS * sin(pi * share))
    return x, y
