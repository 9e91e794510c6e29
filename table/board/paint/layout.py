"""The geometry of the board, in pixels of a surface of any size."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, pairwise, product
from math import ceil, copysign, cos, dist, inf, pi, sin, sqrt, tan
from typing import NamedTuple

from pygame import Rect

Point = tuple[float, float]

REFERENCE = (1440, 1080)
"""The surface that lengths in this package refer to; `Layout.scale` converts them. A wider picture has
more room, not larger letters."""

READ_PX = 56
"""Size of letters that can be read from six times the height of the board, at the reference height."""

SEEN_ANGLE = pi / 180 / 3
"""Angle of a capital letter that can be read at a glance, even with half of normal eyesight."""

CAPITAL = 0.668
"""Height of a capital in the board's font, in multiples of the font's size."""

LARGEST, SMALLEST = 1.5, 0.75
"""Limits of the factor on all sizes: beyond them the table disappears, or letters are too small."""

PLAQUE = (430, 142)
"""The largest plaque of a seat."""

NAME_PX, CARD_PX = 72, 52
"""The largest letters of a name, and of the title of a card below it."""

NAME_SHARE = 0.9
"""The least size of a name then, as a multiple of the title's: players are known by their places too."""

LIVING = 4.0
"""The weight of a living player's name."""

NAME_EMS, LINE_EMS = 6.0, 1.1
"""Width of a place's name and height of a line, as multiples of the font's size."""

PLAQUE_EDGES = (24, 10)
"""Approximate space on a plaque beside its words, and above and below them together."""

CROWDED = 110
"""If plaques are lower than this, name and card on one plaque would be too small to read."""

ROW_SHAPE = 4.0
"""How many times wider than high plaques in rows are, about."""

TABLE_SHARE = 0.36
"""The share of the height between header and caption that the table keeps."""

BREADTHS, HEIGHTS = (
    tuple(share / 100 for share in range(least, most, 4)) for least, most in ((36, 76), (30, 80))
)
"""Of the words in the middle of the table, in shares of its own."""

ROOM_EMS = 6.5, 3.75
"""Approximate width and height that those words need, as multiples of their size."""

UNCOVERED, UNCOUNTED = 0.93, 0.5
"""How much larger the words must be to cover a chair; and to cover a count."""

GAP, AIR, CHAIR_GAP = 8, 34, 78
"""Distances: between two plaques, between plaques and table, and between two chairs."""

EDGE_POINTS, SHOVES = 720, 120
"""Number of points on the table's edge, and of passes that push chairs apart."""

ROUNDNESS = 2.7
"""Exponent of the table's superellipse: 2 is an ellipse, more is squarer."""


class Layout(NamedTuple):
    """The parts of a board of one size with one number of seats."""

    scale: float
    """The factor on the sizes of letters."""
    fine: float
    """The factor on gaps and margins, which are smaller if letters are larger."""
    header: Rect
    middle: Rect
    """All between header and caption."""
    caption: Rect
    """Its lower end lies under the notice, if there is one."""
    notice: Rect
    plaques: tuple[Rect, ...]
    """Of each seat, clockwise from the top left."""
    table: Rect
    """The rectangle round the oval table."""
    chairs: tuple[Point, ...]
    """Of each seat, on the table's edge: arrows start and end here."""
    apart: float
    """From one chair to the next, at least."""

    def of(self, taken: Sequence[int]) -> Layout:
        """The same layout with only these seats."""
        return self._replace(
            plaques=tuple(self.plaques[seat] for seat in taken),
            chairs=tuple(self.chairs[seat] for seat in taken),
        )

    @property
    def usual(self) -> float:
        """What all is multiplied by that is neither letters nor gaps."""
        return sqrt(self.scale * self.fine)

    @property
    def is_crowded(self) -> bool:
        """Whether there is too little room for a name and a card on every plaque."""
        return any(plaque.height < CROWDED * self.usual for plaque in self.plaques)

    def in_rows(self) -> Layout:
        """The same without a table: the seats fill the middle row by row, from left to right."""
        gap = round(GAP * self.fine)
        cells = grid(len(self.plaques), self.middle, ROW_SHAPE)
        return self._replace(plaques=tuple(cell.inflate(-gap, -gap) for cell in cells), chairs=())


def enlarged(farthest_m: float, picture_m: float) -> float:
    """The factor on all sizes with which a player `farthest_m` metres from a picture `picture_m` metres
    high can read captions and names."""
    px = tan(SEEN_ANGLE) * farthest_m / picture_m * REFERENCE[1] / CAPITAL
    return min(LARGEST, max(SMALLEST, px / READ_PX))


@lru_cache(maxsize=8)
def lay_out(size: tuple[int, int], seats: int, enlarged: float = 1.0) -> Layout:
    """The layout of a surface of `size` pixels. `enlarged`: factor on all sizes."""
    width, height = size
    usual = min(width / REFERENCE[0], height / REFERENCE[1])
    scale, fine = enlarged * usual, min(enlarged, 1 / enlarged) * usual
    margin = round(28 * fine)
    header = Rect(margin, round(10 * fine), width - 2 * margin, round(63 * scale + 39 * fine))
    caption = Rect(margin, 0, header.width, round(120 * scale + 60 * fine))
    caption.bottom = height - round(14 * fine)
    notice = Rect(margin, 0, header.width, round(45 * scale + 9 * fine))
    notice.bottom = height - round(4 * fine)
    top = header.bottom + round(8 * fine)
    middle = Rect(margin, top, header.width, caption.top - round(14 * fine) - top)
    plaques, table = seats_round(seats, middle, scale, fine)
    chairs = chairs_round(table, [plaque.center for plaque in plaques], CHAIR_GAP * usual)
    apart = min((dist(a, b) for a, b in pairwise((*chairs, *chairs[:1])) if a is not b), default=inf)
    return Layout(scale, fine, header, middle, caption, notice, plaques, table, chairs, apart)


def seats_round(seats: int, area: Rect, scale: float, fine: float) -> tuple[tuple[Rect, ...], Rect]:
    """The plaques round `area`, clockwise from the top left, and the table between them."""
    if not seats:
        return (), area
    side = seats_at_a_side(seats, area, scale, fine)
    top = ceil((seats - 2 * side) / 2)
    bottom = seats - 2 * side - top
    gap = round(GAP * fine)
    row, wide, column = plaque_room(seats, side, area, scale, fine)
    # The ends of the two long rows bend towards the table as far as the sides leave room.
    bend = min((area.height - (side + 2) * row) / 2, 80 * fine)

    def plaque(x: float, y: float, breadth: float) -> Rect:
        rect = Rect(0, 0, round(breadth) - gap, round(row) - gap)
        rect.center = round(x), round(y)
        return rect

    def along(count: int) -> list[float]:
        """The middles of `count` equal parts, from -1.0 to 1.0."""
        return [(2 * i + 1) / count - 1 for i in range(count)]

    half = area.width / 2
    above = [plaque(area.centerx + half * x, area.top + row / 2 + bend * x * x, wide) for x in along(top)]
    below = [
        plaque(area.centerx + half * x, area.bottom - row / 2 - bend * x * x, wide) for x in along(bottom)
    ]
    heights = [area.centery + y * side * row / 2 for y in along(side)]
    right = [plaque(area.right - column / 2, y, column) for y in heights]
    left = [plaque(area.left + column / 2, y, column) for y in heights]
    air = round(AIR * fine)
    table = Rect(0, 0, area.width - 2 * (round(column) if side else 0) - 2 * air, 0)
    table.height = area.height - 2 * round(row) - 2 * air
    table.center = area.center
    return (*above, *right, *reversed(below), *reversed(left)), table


def plaque_room(seats: int, side: int, area: Rect, scale: float, fine: float) -> tuple[float, float, float]:
    """Height of a plaque, its width above and below the table, and its width at the short sides, each with
    its gap. `side`: number of seats at each short side."""
    gap = GAP * fine
    long_side = ceil((seats - 2 * side) / 2)
    at_most = ((1 - TABLE_SHARE) * area.height - 2 * AIR * fine) / 2
    largest = sqrt(scale * fine)
    row = min(area.height / (side + 2), PLAQUE[1] * largest + gap, at_most)
    wide = min(area.width / long_side, PLAQUE[0] * largest + gap)
    return row, wide, min(wide, area.width * 0.28)


def seats_at_a_side(seats: int, area: Rect, scale: float, fine: float) -> int:
    """The number of seats at each short side with which names of the living, and names and cards of the
    dead, are largest."""

    def quality(side: int) -> tuple[float, float]:
        row, wide, column = plaque_room(seats, side, area, scale, fine)
        breadth = min(wide, column if side else wide) - (GAP + PLAQUE_EDGES[0]) * fine
        height = row - (GAP + PLAQUE_EDGES[1]) * fine
        name = min(breadth / NAME_EMS, height / LINE_EMS, NAME_PX * sqrt(scale * fine))
        card = min(height / (LINE_EMS * (1 + NAME_SHARE)), CARD_PX * scale)
        return LIVING * name / NAME_PX + card / CARD_PX, -abs(side - seats / 6)

    return max(range((seats - 2) // 2 + 1 if seats > 1 else 1), key=quality)


class Middle(NamedTuple):
    """What lies in the middle of the table."""

    clock: Point
    """Its middle."""
    room: Rect
    """For words, beside the clock or below it."""


@lru_cache(maxsize=64)
def in_the_middle(
    table: tuple[int, int, int, int],
    chairs: tuple[Point, ...],
    reach: float,
    clock: float,
    gap: float,
    worth: float,
) -> Middle:
    """The place of the clock and the room for words beside or below it. Words should be large and chairs
    visible: `worth` is the factor on the quality for each covered chair. `reach`: radius of a chair;
    `clock`: radius of the clock, 0 without one; `gap`: between clock and words."""
    rect = Rect(table)
    taken = [Rect(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in chairs]
    beside = 2 * clock + gap if clock else 0
    found = []
    for breadth, height in product(BREADTHS, HEIGHTS):
        room = Rect(0, 0, round(breadth * rect.width), round(height * rect.height))
        wide, high = beside + room.width, beside + room.height
        room.midright = round(rect.centerx + wide / 2), rect.centery
        found.append(Middle((rect.centerx - wide / 2 + clock, rect.centery), room))
        if clock:
            below = room.copy()
            below.midbottom = rect.centerx, round(rect.centery + high / 2)
            found.append(Middle((rect.centerx, rect.centery - high / 2 + clock), below))

    def quality(one: Middle) -> float:
        x, y = one.clock
        face = Rect(x - clock, y - clock, 2 * clock, 2 * clock)
        boxes = (one.room, face) if clock else (one.room,)
        covered = len({chair for box in boxes for chair in box.collidelistall(taken)})
        return min(one.room.width / ROOM_EMS[0], one.room.height / ROOM_EMS[1]) * worth**covered

    return max((one for one in found if within(rect, one.room)), key=quality, default=found[0])


def oval(rect: Rect, grow: float = 0.0, points: int = 160) -> list[Point]:
    """The outline of the table within `rect`, `grow` pixels larger on every side."""
    a, b = rect.width / 2 + grow, rect.height / 2 + grow
    outline = []
    for i in range(points):
        c, s = cos(2 * pi * i / points), sin(2 * pi * i / points)
        x, y = (copysign(abs(v) ** (2 / ROUNDNESS), v) for v in (c, s))
        outline.append((rect.centerx + a * x, rect.centery + b * y))
    return outline


def chairs_round(table: Rect, plaques: Sequence[Point], gap: float) -> tuple[Point, ...]:
    """A place on the table's edge for each plaque: on the line from the middle to it, but `gap` from the
    next if there is room."""
    if len(plaques) < 2:
        return tuple(edge_towards(table, plaque) for plaque in plaques)
    outline = oval(table, points=EDGE_POINTS)
    lengths = [dist(a, b) for a, b in zip(outline, outline[1:] + outline[:1], strict=True)]
    reached = [0.0, *accumulate(lengths)]
    whole, count = reached[-1], len(plaques)
    gap = min(gap, 0.95 * whole / count)
    edges = [edge_towards(table, plaque) for plaque in plaques]
    at = [reached[min(range(EDGE_POINTS), key=lambda i: dist(outline[i], edge))] for edge in edges]
    # Clockwise from the first, so that every chair comes after the one before it.
    before = [at[0] + (one - at[0]) % whole for one in at]
    at = list(before)
    for _ in range(SHOVES):
        for i in range(count):
            j = (i + 1) % count
            short = gap - (at[j] + (whole if j == 0 else 0.0) - at[i])
            if short > 0:
                at[i] -= short / 2
                at[j] += short / 2
    return tuple(
        edge if now == then else outline[min(bisect(reached, now % whole), EDGE_POINTS) - 1]
        for edge, then, now in zip(edges, before, at, strict=True)
    )


def edge_towards(rect: Rect, point: Point) -> Point:
    """Where the table's edge lies on the way from its middle to `point`."""
    dx, dy = point[0] - rect.centerx, point[1] - rect.centery
    reach = (abs(2 * dx / rect.width) ** ROUNDNESS + abs(2 * dy / rect.height) ** ROUNDNESS) ** (
        1 / ROUNDNESS
    )
    return rect.centerx + dx / reach, rect.centery + dy / reach


def within(rect: Rect, box: Rect) -> bool:
    """Whether `box` lies on the table all over."""
    a, b = rect.width / 2, rect.height / 2
    return all(
        abs((x - rect.centerx) / a) ** ROUNDNESS + abs((y - rect.centery) / b) ** ROUNDNESS < 1
        for x in (box.left, box.right)
        for y in (box.top, box.bottom)
    )


def grid(count: int, area: Rect, shape: float) -> list[Rect]:
    """`count` equal cells that fill `area` row by row, about `shape` times wider than high.

    If they do not fill all rows, the last rows have one cell less, and are centred.
    """

    def largest(columns: int) -> float:
        return min(area.width / columns, shape * area.height / ceil(count / columns))

    columns = max(range(1, count + 1), key=largest)
    rows = ceil(count / columns)
    width, height = area.width / columns, area.height / rows
    cells = []
    for row in range(rows):
        filled = (count + rows - 1 - row) // rows
        indent = (columns - filled) * width / 2
        for column in range(filled):
            left, top = area.left + indent + column * width, area.top + row * height
            cells.append(Rect(round(left), round(top), int(width), int(height)))
    return cells
