"""Draws the questions of Mots-garous as a show.

Each answer is a stamp in a bubble at a house. The last question is large in the middle, with the tokens that
are left below it. The last seconds and *so close* have scenes of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import product
from math import ceil
from typing import NamedTuple

import pygame
from pygame import Rect, Surface, Vector2

from table.board.board import Heap, Place
from table.board.paint.cues import LAST_S
from table.board.paint.frame import Frame, light_of
from table.board.paint.layout import GAP, HouseLot, Layout
from table.board.paint.middle import Face, paint_clock, paint_last_seconds
from table.board.paint.paintbox import Paintbox, smooth_polygon
from table.board.paint.palette import NIGHT, Palette, between
from table.board.paint.plaques import has_card, plate_of
from table.board.paint.portraits import home
from table.board.paint.text import TIGHT, DrawnLine, Typesetter
from table.board.paint.tokens import COLOURS, COUNTED, HEAPS, SINGLE, TOKENS, paint_token

QUESTION = "question"
"""Name of the sign in the bubble of somebody who asks."""

NEWEST_PX, OLDER = 44, 0.72
"""`NEWEST_PX`: radius of the newest stamp. `OLDER`: radius of older ones, as a share of it."""
SHIFTS = (0.7, 0.1, -0.5)
"""Distances tried from the edge of a house to the middle of its bubble, in radii of the bubble, the best
first."""
SMALLER = (1.0, 0.8)
"""Sizes of a bubble tried where there is little room, as shares of its largest."""
BUBBLE, TAIL, EDGE = 1.3, 0.45, 0.09
"""`BUBBLE`: radius of a bubble, as a multiple of its stamp's. `TAIL`: length of its tail, and `EDGE`: width
of its edge, as shares of its radius."""
APART, OF_THE_HOUSE = 0.34, 0.36
"""Largest size of a stamp: as a share of the distance to the next house, and of the size of its house."""

SHELF, FACES, WORD, SHELF_EDGE, SHELF_CORNER = 0.4, 0.5, 0.88, 0.1, 0.2
"""`SHELF`: height of the shelf of tokens, as a share of the square's. `FACES`: height of the tokens on it, as
a share of its height; the rest is for their words. `WORD`: largest width of a word, as a share of its room's.
`SHELF_EDGE`: space at both sides together, and `SHELF_CORNER`: radius of a corner, as shares of the
height."""
SHELF_SHAPE, PANEL_SHAPE = 7.0, 2.2
"""Largest width of the shelf, and of the panel of one kind beside the last seconds, in multiples of their
heights."""
STACKED = 0.82
"""Distance from yes to no on one stack, in diameters of a token."""
COUNT_PX, WORDS_PX, AMPLE = 78, 44, 9999
"""Largest letters of the count of a token, and of its word. `AMPLE`: more pixels than any word needs."""
CARD_SHAPE = 1.9
"""Width of the last question, in multiples of its height."""
FALL = 0.7
"""How much larger a stamp is before it comes down, as a share of its size."""
ROOM = 0.97
"""Largest width of clock and question together, as a share of the square's width."""

LAST_LEAST = 0.62
"""Size of the clock as its last seconds begin, as a share of its final size."""
LAST_MOST = 0.25
"""Largest radius of that clock, as a share of the square's width."""

CLOSE_PX, RAYS = 200, 9
"""`CLOSE_PX`: largest letters of *so close*. `RAYS`: number of rings behind them."""


class Set(NamedTuple):
    """The places of everything in the middle."""

    clock: Face
    card: Rect
    """The box of the last question and its answer."""
    shelf: Rect


def paint_bubbles(frame: Frame, paints: Paintbox) -> None:
    """Draws the bubbles: at each house that was answered the last answer, and a question mark at the seat
    that asks."""
    kinds = [said(place) for place in frame.board.places]
    if not any(kinds):
        return
    palette = light_of(frame.board, frame.look)  # of paper, whose colours do not fade with the land's
    seats = zip(frame.board.places, kinds, kept_spots(frame, paints), frame.layout.lots, strict=True)
    for place, kind, at, lot in seats:
        if kind:
            radius = round(at.radius * (1 if place.token or place.asks else OLDER))
            picture = bubble(paints, kind, radius, palette, is_left=at.is_left)
            box = picture.get_rect(center=at.middle)
            seen = box.clip(beyond_plate(frame, place, lot)) if lot.is_beside else box
            frame.surface.blit(picture, seen, seen.move(-box.left, -box.top))


def beyond_plate(frame: Frame, place: Place, lot: HouseLot) -> Rect:
    """The part of the board on the house's side of the plate beside it: a tail never lies on its words."""
    whole, plate = frame.surface.get_rect(), plate_of(place, lot)
    if plate.centerx < lot.house.centerx:
        return Rect(plate.right, 0, whole.width - plate.right, whole.height)
    return Rect(0, 0, plate.left, whole.height)


def said(place: Place) -> str:
    """The content of a player's bubble: a token, `QUESTION`, or nothing."""
    if place.asks and not place.token:
        return QUESTION
    return place.tokens[-1] if place.tokens else ""


class Spot(NamedTuple):
    """The place of a bubble."""

    middle: tuple[int, int]
    radius: int
    """Radius of the newest stamp."""
    is_left: bool
    """Whether the bubble is left of the house."""


def spots(layout: Layout, plates: Sequence[Rect]) -> list[Spot]:
    """The place of each seat's bubble: beside its house, or else on it, clear of plates, header and other
    bubbles."""
    found: list[Spot] = []
    taken = [layout.header, *plates]
    for lot, plate in zip(layout.lots, plates, strict=True):
        tried = []
        for size, shift, is_left in product(SMALLER, SHIFTS, sides(layout, lot)):
            spot = spot_at(layout, lot, plate, size, shift, is_left=is_left)
            if box_of(spot).collidelist(taken) < 0:
                break
            tried.append(spot)
        else:
            spot = min(tried, key=lambda spot: covered(box_of(spot), taken))
        taken.append(box_of(spot))
        found.append(spot)
    return found


def covered(box: Rect, taken: Sequence[Rect]) -> int:
    """How many pixels of the `taken` boxes `box` would cover."""
    shared = (box.clip(taken[other]) for other in box.collidelistall(list(taken)))
    return sum(one.width * one.height for one in shared)


def kept_spots(frame: Frame, paints: Paintbox) -> list[Spot]:
    """The places of a frame's bubbles. They are computed again only if the layout or a plate changes."""
    layout, places = frame.layout, frame.board.places

    def made() -> list[Spot]:
        return spots(layout, [plate_of(place, lot) for place, lot in zip(places, layout.lots, strict=True)])

    return paints.found("spots", (layout, *map(has_card, places)), made)


def free_of(square: Rect, spots: Sequence[Spot]) -> Rect:
    """The part of the square between the bubbles at its sides."""
    boxes = [box_of(spot) for spot in spots]
    beside = [box for box in boxes if square.top < box.centery < square.bottom]
    left = max((box.right for box in beside if box.centerx < square.centerx), default=square.left)
    right = min((box.left for box in beside if box.centerx > square.centerx), default=square.right)
    aside = max(left - square.left, square.right - right, 0)
    return square.inflate(-2 * aside, 0)


def sides(layout: Layout, lot: HouseLot) -> tuple[bool, ...]:
    """The sides of a house on which its bubble may be, the best first: True is left."""
    if lot.is_beside:  # there is the plate
        return (lot.plate.centerx > lot.house.centerx,)
    is_left = lot.whole.left >= layout.square.right
    return is_left, not is_left


def spot_at(layout: Layout, lot: HouseLot, plate: Rect, size: float, shift: float, *, is_left: bool) -> Spot:
    """A place for a bubble at a house with this plate. `size`: as a share of the largest; `shift`: from the
    house's edge to its middle, in radii of the bubble."""
    most = min(APART * layout.apart, OF_THE_HOUSE * lot.house.width)
    radius = max(6, round(size * min(NEWEST_PX * layout.usual, most)))
    reach = round(BUBBLE * radius)
    x = lot.house.left - shift * reach if is_left else lot.house.right + shift * reach
    y = lot.house.centery
    if not lot.is_beside:
        y = min(y, plate.top - reach)
    return Spot((round(x), round(y)), radius, is_left)


def box_of(spot: Spot) -> Rect:
    """The square round a bubble."""
    reach = round(BUBBLE * spot.radius)
    return Rect(spot.middle[0] - reach, spot.middle[1] - reach, 2 * reach, 2 * reach)


def bubble(paints: Paintbox, kind: str, radius: int, palette: Palette, *, is_left: bool) -> Surface:
    """The picture of a bubble."""
    key = "bubble", kind, radius, is_left, palette.name
    return paints.keep(key, lambda: drawn(paints, kind, radius, palette, is_left=is_left))


def drawn(paints: Paintbox, kind: str, radius: int, palette: Palette, *, is_left: bool) -> Surface:
    """A bubble with its stamp. `is_left`: whether it is left of the house, to which its tail points."""
    reach = round(BUBBLE * radius)
    edge, tail = max(2, round(EDGE * reach)), round((1 + TAIL) * reach)
    whole = Surface((2 * tail, 2 * tail), pygame.SRCALPHA)
    middle, side = Vector2(tail, tail), 1 if is_left else -1
    tip = middle + Vector2(side * tail, 0.35 * reach)
    smooth_polygon(
        whole, palette.rim, [tip, middle - Vector2(0, 0.3 * reach), middle + Vector2(0, 0.8 * reach)]
    )
    disc = paints.disc(reach, palette.plaque, palette.rim, edge)
    whole.blit(disc, disc.get_rect(center=middle))
    stamp = paints.emblem(kind, radius, palette.plaque_ink) if kind == QUESTION else paint_token(kind, radius)
    whole.blit(stamp, stamp.get_rect(center=middle))
    return whole


def paint_questions(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the clock, the last question with its answer, and the tokens that are left. The last seconds show
    only a growing clock and the tokens."""
    if frame.left_s is not None and frame.left_s <= LAST_S:
        return _last_seconds(frame, paints)
    lies = arranged(frame, paints)
    written = _shelf(frame, paints, lies.shelf)
    _card(frame, paints, lies.card)
    if frame.board.timer:
        written += paint_clock(frame, paints, lies.clock, None)
    return written


def arranged(frame: Frame, paints: Paintbox) -> Set:
    """The place of everything: the tokens at the lower edge of the square, the rest above them."""
    layout = frame.layout
    square = free_of(layout.square, kept_spots(frame, paints))
    gap = round(GAP * layout.fine)
    high = round(SHELF * square.height)
    shelf = Rect(0, 0, min(round(SHELF_SHAPE * high), round(0.96 * square.width)), high)
    shelf.midbottom = square.centerx, square.bottom - gap
    room = Rect(square.left, square.top + gap, square.width, shelf.top - square.top - 2 * gap)
    between_px = 3 * gap
    shape = CARD_SHAPE + (1 if frame.board.timer else 0)
    height = min(room.height, round((ROOM * square.width - between_px) / shape))
    radius = height // 2 if frame.board.timer else 0
    card = Rect(0, 0, round(CARD_SHAPE * height), height)
    whole = card.width + (2 * radius + between_px if radius else 0)
    card.midright = room.centerx + whole // 2, room.centery
    return Set(Face((room.centerx - whole // 2 + radius, room.centery), radius), card, shelf)


def _card(frame: Frame, paints: Paintbox, box: Rect) -> None:
    """Draws the house of the last person who asked, and the answer; or that a question is awaited."""
    surface, palette, fine = frame.surface, frame.palette, frame.layout.fine
    asked = next((place for place in frame.board.places if place.asks), None)
    asked = asked or next((place for place in frame.board.places if place.token), None)
    edge, corner = max(2, round(5 * fine)), box.height // 7
    paints.panel(surface, box, palette.plaque, palette.rim, edge, corner)
    kind, inner = said(asked) if asked else "", box.inflate(-box.height // 6, -box.height // 6)
    middle = Vector2(box.center)
    if asked:
        px = paints.snapped(inner.height)
        picture = home(paints, asked, px)
        surface.blit(picture, picture.get_rect(midleft=inner.midleft))
        middle.x = inner.right - (inner.width - px) / 2 + box.height / 24
    radius = round(0.42 * box.height)
    if kind in TOKENS:
        radius = round(radius * (1 + FALL * (1 - frame.cue.stamp)))
        stamp = paint_token(kind, radius)  # as quickly painted as kept, in all sizes of its fall
    else:
        ink = palette.plaque_ink if asked else between(palette.plaque, palette.plaque_ink, 0.4)
        stamp = paints.emblem(QUESTION, radius, ink)
    surface.blit(stamp, stamp.get_rect(center=middle))


def _shelf(frame: Frame, paints: Paintbox, box: Rect, *, of: Sequence[str] = HEAPS) -> list[DrawnLine]:
    """Draws the tokens that are left into `box`, each with its word below: stacks with counts, and single
    ones. `of`: their kinds."""
    surface, ground, fit = frame.surface, frame.palette.caption, partial(paints.type.fit, bold=True)
    paints.panel(surface, box, ground, ground, 0, round(SHELF_CORNER * box.height))
    numbered = [(number, heap) for number, heap in enumerate(frame.board.heaps) if heap.kind in of]
    inner = box.inflate(-round(SHELF_EDGE * box.height), -round(SHELF_EDGE * box.height))
    high = round(FACES * inner.height)
    size = round(0.9 * high)
    px = fit("00", (box.width, high), round(COUNT_PX * frame.scale), leading=TIGHT).px
    wide = round(1.5 * px)
    breadths = [
        round((1 + STACKED * (len(faces(heap)) - 1)) * size) + wide * (heap.kind in COUNTED)
        for _, heap in numbered
    ]
    share = min(1.0, inner.width / sum(breadths))
    size, wide = round(share * size), round(share * wide)
    breadths = [round(share * breadth) for breadth in breadths]
    labels, below = [heap.label for _, heap in numbered], inner.height - high
    lines, px_of_words, needed = _words_below(
        paints.type, labels, breadths, (inner.width, below), round(WORDS_PX * frame.scale)
    )
    spare = (inner.width - sum(needed)) / len(needed)
    cells, left = [], float(inner.left)
    for need in needed:
        cells.append(Rect(round(left), inner.top, round(need + spare), inner.height))
        left += need + spare
    written: list[DrawnLine] = []
    for (number, heap), breadth, cell in zip(numbered, breadths, cells, strict=True):
        ink = NIGHT.caption_ink if heap.left else NIGHT.quiet
        row = Rect(0, cell.top, breadth, high)
        row.centerx = cell.centerx
        for at, kind in enumerate(faces(heap)):
            image = _token(paints, kind, size // 2, heap)
            surface.blit(image, image.get_rect(midleft=(row.left + round(STACKED * at * size), row.centery)))
        if heap.kind in COUNTED:
            count = Rect(row.right - wide, row.top, wide, row.height)
            fitted = fit(str(heap.left), count.size, px, leading=TIGHT)
            written += paints.type.write(surface, f"left {number}", fitted, count, ink, ground)
        room = Rect(cell.left, cell.top + high, cell.width, below)
        fitted = fit(heap.label, room.size, px_of_words, lines=lines, leading=TIGHT)
        written += paints.type.write(surface, f"token {number}", fitted, room, ink, ground)
    return written


def _words_below(
    types: Typesetter, labels: Sequence[str], breadths: Sequence[int], room: tuple[int, int], largest: int
) -> tuple[int, int, list[float]]:
    """How the words below tokens are as large as can be: in how many lines, their size, and the width that
    each token needs with its word. `breadths`: width of the tokens. `room`: width of all, and height of the
    words."""

    def whole(text: str) -> float:
        """Its width, a pixel of its letters' size, with the room beside it."""
        fitted = types.fit(text, (AMPLE, AMPLE), largest, bold=True, leading=TIGHT)
        return types.width(fitted) / largest / WORD

    widths = {
        lines: [min(max(map(whole, parts)) for parts in broken(label, lines)) for label in labels]
        for lines in (1, 2)
    }

    def needed(px: int, lines: int) -> list[float]:
        """The width of each token with its word, whose letters have `px` pixels."""
        return [max(px * width, breadth) for width, breadth in zip(widths[lines], breadths, strict=True)]

    def most(lines: int) -> int:
        high = min(largest, int(room[1] / (lines * TIGHT)))
        return next((px for px in range(high, 1, -1) if sum(needed(px, lines)) <= room[0]), 1)

    lines = max(widths, key=most)
    px = most(lines)
    return lines, px, needed(px, lines)


def broken(text: str, lines: int) -> list[tuple[str, ...]]:
    """The ways to write a text in so many lines, one or two, or in fewer."""
    words = text.split()
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return [(text,), *(ways if lines == 2 else ())]


def faces(heap: Heap) -> tuple[str, ...]:
    """The tokens of one stack."""
    return ("yes", "no") if heap.kind == "yes_no" else (heap.kind,)


def _token(paints: Paintbox, kind: str, radius: int, heap: Heap) -> Surface:
    spent = not heap.left
    return paints.keep(("token", kind, radius, spent), lambda: paint_token(kind, radius, spent=spent))


def _last_seconds(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws a clock that grows from second to second, and the tokens beside it."""
    square = free_of(frame.layout.square, kept_spots(frame, paints))
    most = min(square.height // 2 - 2, round(LAST_MOST * square.width))
    written = paint_last_seconds(frame, paints, Face(square.center, most), LAST_LEAST)
    gap, aside = round(GAP * frame.layout.fine), (square.width - 2 * most) // 2
    for kinds, left in ((COUNTED, square.left), (SINGLE, square.right - aside)):
        high = (square.height - 2 * gap) // len(kinds) - gap
        panel = Rect(0, 0, min(aside - 2 * gap, round(PANEL_SHAPE * high)), high)
        top = square.centery - (len(kinds) * (high + gap) - gap) // 2
        for number, kind in enumerate(kinds):
            panel.midtop = left + aside // 2, top + number * (high + gap)
            written += _shelf(frame, paints, panel, of=(kind,))
    return written


def paint_close(frame: Frame, paints: Paintbox) -> None:
    """Draws *so close* over the screen, as far as it has spread from the middle."""
    surface, size = frame.surface, frame.surface.get_size()
    seen = Rect(0, 0, size[0], round(frame.cue.close * size[1]))
    seen.center = size[0] // 2, size[1] // 2
    surface.set_clip(seen)
    paint_rings(surface)
    surface.set_clip(None)
    if frame.cue.close < 1:
        return
    words = next((heap.label for heap in frame.board.heaps if heap.kind == "so_close"), "")
    box = Rect(0, 0, round(0.8 * size[0]), round(0.3 * size[1]))
    box.center = size[0] // 2, round(0.66 * size[1])
    fitted = paints.titles.fit(words, box.size, round(CLOSE_PX * frame.scale), bold=True, leading=TIGHT)
    sheet = Rect(0, 0, paints.titles.width(fitted) + round(0.5 * fitted.px), fitted.height)
    sheet.center = box.center
    paints.sheet(frame, sheet)
    paints.titles.write(surface, "close", fitted, box, COLOURS["so_close"], frame.palette.caption)
    radius = round(0.2 * size[1])
    stamp = paint_token("so_close", radius)
    surface.blit(stamp, stamp.get_rect(center=(size[0] // 2, round(0.33 * size[1]))))


def paint_rings(surface: Surface) -> None:
    """Draws rings round the middle of the stamp, to the corners of the screen. They are fast to draw, and a
    picture of them would need as much memory as all houses."""
    width, height = surface.get_size()
    middle = Vector2(0.5 * width, 0.33 * height)
    colours = [between(COLOURS["so_close"], NIGHT.caption, share) for share in (0.62, 0.45)]
    reach = (middle - Vector2(width, height)).length() + 2  # pixels beyond the corners
    for number in range(RAYS):
        colour, radius = colours[number % 2], reach * (1 - number / RAYS)
        inside = 0 if number == RAYS - 1 else ceil(reach / RAYS) + 1
        pygame.draw.circle(surface, colour, middle, radius, inside)
        pygame.draw.aacircle(surface, colour, middle, radius, 1)  # a smooth edge
