"""What lies before the houses, the arrows between them, and what goes from one to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import compress
from math import cos, pi, sin
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.board import SCENES, Arrow, Board, Place, Scene
from table.board.paint.frame import EMBLEM, OF_THE_NIGHT, Frame
from table.board.paint.layout import Layout, Point
from table.board.paint.motion import Medal
from table.board.paint.paintbox import WHITE, Paintbox, disc, smooth_polygon
from table.board.paint.palette import ARROWS, NIGHT, Colour, contrast
from table.board.paint.text import TIGHT, DrawnLine

DOOR_PX, COUNT_PX, MEDAL_PX, DOT_PX = 21, 36, 33, 11
"""Radius of a doorstep, of one with a count, of an object that moves between them, and of the dot at which an
arrow begins."""

NEIGHBOURS_PX = 130
"""Least distance of two doorsteps with an arrow between them."""

BENT, STEPS = 0.45, 20
"""How far the way of an arrow is bent towards the middle of the square, as a share of its length; and in how
many straight pieces it is drawn."""
TORCH_PX, MARK = 84, 0.5
"""The size of a torch; of a mark at a door, as a share of the house's."""
BEAM = 8.0
"""How high a beam of light is, as a multiple of the breadth of the house it falls on."""
ASIDE = 46 / 256
"""How far from the edge of its picture a beam from the side falls on the ground, as a share of the picture's
breadth. It begins at the upper edge of the board."""
SOFT = 4
"""How many times smaller it is painted, which is quick and makes its edges soft."""
INWARDS = 0.25
"""How far the captain's medal leaves the straight way towards the middle of the square."""

LIGHTLY = 0.75
"""How much thinner an arrow is that only shows whom somebody points at."""

SIGNED = 1.35
"""How many times larger a doorstep is that shows a sign."""
SIGNS: dict[Scene, str] = {"election": "hand", "over": "star"}
"""The sign at the doors of those a scene is about: a hand of who runs for captain, a star of winners."""


def paint_arrows(frame: Frame) -> None:
    """Draws the arrows, as far as they have grown."""
    for arrow, length in zip(frame.board.arrows, frame.pose.lengths(frame.board.arrows), strict=True):
        if length:
            _arrow(frame, arrow, length)


def paint_pointing(frame: Frame) -> None:
    """Draws whom everybody points at in a debate: thin arrows that are simply there."""
    for seat, place in enumerate(frame.board.places):
        if place.points_at is not None:
            _arrow(frame, Arrow(seat, place.points_at), 1.0, LIGHTLY)


def paint_torches(frame: Frame, paints: Paintbox) -> None:
    """Draws a torch on its way for each ballot that has not arrived yet."""
    if frame.board.scene != "ballots":
        return
    px = round(TORCH_PX * frame.layout.usual)
    for arrow, length in zip(frame.board.arrows, frame.pose.lengths(frame.board.arrows), strict=True):
        if 0 < length < 1:
            at = way_of(frame.layout, arrow.voter, arrow.target).at(length)
            frame.surface.blit(torch(paints, px), (at.x - px / 2, at.y - 0.7 * px))


def torch(paints: Paintbox, px: int) -> Surface:
    """A torch, so many pixels high."""
    return paints.keep(("torch", px), lambda: paints.art.draw("things/torch", px))


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
    _beginnings(frame, paints)
    long = frame.pose.lengths(frame.board.arrows)
    written = _steps(frame, paints, [length == 1 for length in long])
    if frame.pose.aim is not None:
        _on_its_way(frame, paints, "sights", frame.layout.doors[frame.pose.aim])
    if frame.pose.medal:
        _on_its_way(frame, paints, "crown", on_the_way(frame.pose.medal, frame.layout))
    return written


def rehearse_doors(frame: Frame, paints: Paintbox) -> Iterator[None]:
    """Paints all doorsteps ahead."""
    for board in (*map(Board, SCENES), Board("over", winner=OF_THE_NIGHT[0])):
        shown = frame.showing(board)
        for marked in (False, True):
            for ready in (False, True):
                _step(shown, paints, Place("", marked=marked, ready=ready))
                yield
    torch(paints, round(TORCH_PX * frame.layout.usual))
    yield
    _beam(paints, "things/beam", frame.layout.lots[0].house.width)
    _step(frame.showing(Board("ballots")), paints, Place(""), is_named=True)
    yield
    ballots = frame.showing(Board("ballots"))
    for target in range(len(ARROWS)):
        _count(ballots, paints, 0, 1, frame.layout.doors[0], arrow_colour(target))
        yield


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
            written.append(_count(frame, paints, seat, counts[seat], at, arrow_colour(seat)))
            continue
        if place.number:
            written.append(_count(frame, paints, seat, place.number, at, arrow_colour(place.number)))
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


def _count(frame: Frame, paints: Paintbox, seat: int, count: int, at: Point, edge: Colour) -> DrawnLine:
    scale, ground = frame.scale, frame.palette.caption
    radius = count_radius(frame.layout)
    face = Rect(0, 0, 2 * radius, 2 * radius)
    face.center = round(at[0]), round(at[1])
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


class Way(NamedTuple):
    """The way of an arrow: from doorstep to doorstep, bent towards the middle of the square. So it passes by
    the doors between them, and two arrows of one side do not lie on each other."""

    start: pygame.Vector2
    bend: pygame.Vector2
    end: pygame.Vector2

    def at(self, share: float) -> pygame.Vector2:
        """The point after this share of the way."""
        return self.start.lerp(self.bend, share).lerp(self.bend.lerp(self.end, share), share)

    def aside(self, share: float) -> pygame.Vector2:
        """The unit vector across the way there, to its left as one looks along it."""
        ahead = self.bend.lerp(self.end, share) - self.start.lerp(self.bend, share)
        return pygame.Vector2(-ahead.y, ahead.x).normalize()

    @property
    def length(self) -> float:
        """About how long it is."""
        return (self.at(0.5) - self.start).length() + (self.end - self.at(0.5)).length()


def way_of(layout: Layout, voter: int, target: int) -> Way:
    """The way from one seat's doorstep to another's."""
    start, end = (pygame.Vector2(layout.lots[seat].door) for seat in (voter, target))
    middle = start.lerp(end, 0.5)
    inwards = pygame.Vector2(layout.square.center) - middle
    depth = min(BENT * (end - start).length(), inwards.length())
    return Way(start, middle + depth * inwards.normalize() if inwards else middle, end)


def _arrow(frame: Frame, arrow: Arrow, length: float, heavy: float = 1.0) -> None:
    """One ballot: an arrow from the voter's doorstep to the target's, thicker if it counts more. `length`:
    the part of it that is drawn yet, 0.0 to 1.0; `heavy`: factor on its thickness."""
    scale, colour = frame.scale, _colour_of(frame, arrow)
    if arrow.voter == arrow.target:
        end = pygame.Vector2(frame.layout.doors[arrow.target])
        loop = end + (frame.layout.square.center - end).normalize() * (COUNT_PX + 14) * scale
        pygame.draw.circle(frame.surface, colour, loop, 26 * scale, max(2, round(9 * scale)))
        return
    way, far = _own_way(frame, arrow)
    half = heavy * (3.5 + 3.0 * (arrow.weight - 1)) * scale
    whole = way.length
    tip = length * max(0.0, 1 - far / whole)
    neck = max(0.0, tip - (26 * scale * heavy + 2 * half) / whole)
    head = 13 * scale * heavy + 1.6 * half
    shares = [neck * step / STEPS for step in range(STEPS + 1)]
    line = [(way.at(share), way.aside(share)) for share in shares]
    (base, across), end = line[-1], way.at(tip)
    outline = [
        *(point + half * aside for point, aside in line),
        *(base + head * across, end, base - head * across),
        *(point - half * aside for point, aside in reversed(line)),
    ]
    smooth_polygon(frame.surface, colour, outline)
    pygame.draw.aalines(frame.surface, NIGHT.caption, True, outline)


def _own_way(frame: Frame, arrow: Arrow) -> tuple[Way, float]:
    """The way of an arrow beside the one that may come towards it, and how many pixels before its end it
    stops."""
    way, scale = way_of(frame.layout, arrow.voter, arrow.target), frame.scale
    # Two who chose each other: each arrow keeps to its own side.
    ahead = (way.end - way.start).normalize()
    aside = pygame.Vector2(-ahead.y, ahead.x) * 9 * scale
    bent, far = Way(*(point + aside for point in way)), (COUNT_PX + 2) * scale
    if beginning := _at_home(frame, arrow):
        return bent._replace(start=beginning), far
    # Between two neighbours there is no room for it: it lies beside them, farther in.
    inwards = (frame.layout.square.center - bent.at(0.5)).normalize() * far
    return Way(*(point + inwards for point in bent)), 0.0


def _at_home(frame: Frame, arrow: Arrow) -> pygame.Vector2 | None:
    """Where an arrow begins at its voter's house; None between two neighbours."""
    home, there = (frame.layout.lots[seat] for seat in (arrow.voter, arrow.target))
    door = pygame.Vector2(home.door)
    if door.distance_to(there.door) < NEIGHBOURS_PX * frame.scale:
        return None
    return door.move_towards(home.house.center, (COUNT_PX - DOT_PX) * frame.layout.usual)


def _beginnings(frame: Frame, paints: Paintbox) -> None:
    """Draws the dot at which an arrow begins, over the houses: it may come from behind one. One between two
    neighbours needs none."""
    arrows = frame.board.arrows
    begun = [*compress(arrows, frame.pose.lengths(arrows))]
    pointing = [
        Arrow(seat, place.points_at)
        for seat, place in enumerate(frame.board.places)
        if place.points_at is not None
    ]
    for heavy, drawn in ((1.0, begun), (LIGHTLY, pointing)):
        radius, edge = round(DOT_PX * frame.scale * heavy) + 2, 2
        for arrow in drawn:
            if arrow.voter != arrow.target and (at := _at_home(frame, arrow)):
                dot = paints.disc(radius, _colour_of(frame, arrow), NIGHT.caption, edge)
                frame.surface.blit(dot, dot.get_rect(center=at))


def _colour_of(frame: Frame, arrow: Arrow) -> Colour:
    return arrow_colour(frame.board.places[arrow.voter].number or arrow.target)


def arrow_colour(number: int) -> Colour:
    """The colour of an arrow: the same for all arrows at one seat, or of one sentence."""
    return ARROWS[number % len(ARROWS)]


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
