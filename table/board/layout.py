"""Where everything lies on the board. Pure geometry, in pixels of a surface of any size."""

from __future__ import annotations

from math import ceil, copysign, cos, pi, sin
from typing import NamedTuple

from pygame import Rect

Point = tuple[float, float]

REFERENCE = (1920, 1080)
"""The size all lengths in this package are thought in; `Layout.scale` brings them to the real one."""

PLAQUE = (430, 142)
"""The largest plaque of a seat."""

NAME_SHAPE = 2.6
"""How many times wider than high a plaque likes to be: the shape of a name above a card's title."""

ROUNDNESS = 2.7
"""Exponent of the table's superellipse: 2 is an ellipse, more is squarer."""


class Layout(NamedTuple):
    """The parts of a board of one size with one number of seats."""

    scale: float
    header: Rect
    middle: Rect
    """All between header and caption."""
    caption: Rect
    notice: Rect
    plaques: tuple[Rect, ...]
    """Of each seat, clockwise from the top left."""
    table: Rect
    """The rectangle round the oval table."""
    chairs: tuple[Point, ...]
    """Of each seat, on the table's edge: arrows start and end here."""


def lay_out(size: tuple[int, int], seats: int, notice: bool = False) -> Layout:
    """The layout of a surface of `size` pixels. `notice`: room is kept for one line under the caption."""
    width, height = size
    scale = min(width / REFERENCE[0], height / REFERENCE[1])
    margin = round(28 * scale)
    header = Rect(margin, round(14 * scale), width - 2 * margin, round(112 * scale))
    line = Rect(margin, height - round(62 * scale), width - 2 * margin, round(54 * scale))
    foot = line.top if notice else height
    caption_height = round(192 * scale)
    caption = Rect(margin, foot - caption_height - round(18 * scale), width - 2 * margin, caption_height)
    top = header.bottom + round(10 * scale)
    middle = Rect(margin, top, width - 2 * margin, caption.top - round(18 * scale) - top)
    plaques, table = seats_round(seats, middle, scale)
    chairs = tuple(edge_towards(table, plaque.center) for plaque in plaques)
    return Layout(scale, header, middle, caption, line, plaques, table, chairs)


def seats_round(seats: int, area: Rect, scale: float) -> tuple[tuple[Rect, ...], Rect]:
    """The plaques of `seats` seats round `area`, clockwise from the top left, and the table within."""
    if not seats:
        return (), area
    side = seats_at_a_side(seats, area, scale)
    top = ceil((seats - 2 * side) / 2)
    bottom = seats - 2 * side - top
    gap = round(12 * scale)
    row = min(area.height / (side + 2), PLAQUE[1] * scale + gap)
    column = min(area.width / top, PLAQUE[0] * scale + gap, area.width * 0.24)
    wide = min(area.width / top, PLAQUE[0] * scale + gap)
    # The ends of the two long rows bend towards the table as far as the sides leave room.
    bend = min((area.height - (side + 2) * row) / 2, 80 * scale)

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
    air = round(34 * scale)
    table = Rect(0, 0, area.width - 2 * (round(column) if side else 0) - 2 * air, 0)
    table.height = area.height - 2 * round(row) - 2 * air
    table.center = area.center
    return (*above, *right, *reversed(below), *reversed(left)), table


def seats_at_a_side(seats: int, area: Rect, scale: float) -> int:
    """How many seats the two short sides take each, so that the names can be as large as possible."""

    def quality(side: int) -> tuple[float, float]:
        row = min(area.height / (side + 2), PLAQUE[1] * scale)
        column = min(area.width / ceil((seats - 2 * side) / 2), PLAQUE[0] * scale)
        return min(row * NAME_SHAPE, column), -abs(side - seats / 6)

    return max(range((seats - 2) // 2 + 1 if seats > 1 else 1), key=quality)


def oval(rect: Rect, grow: float = 0.0, points: int = 160) -> list[Point]:
    """The outline of the table within `rect`, `grow` pixels larger on every side."""
    a, b = rect.width / 2 + grow, rect.height / 2 + grow
    outline = []
    for i in range(points):
        c, s = cos(2 * pi * i / points), sin(2 * pi * i / points)
        x, y = (copysign(abs(v) ** (2 / ROUNDNESS), v) for v in (c, s))
        outline.append((rect.centerx + a * x, rect.centery + b * y))
    return outline


def edge_towards(rect: Rect, point: Point) -> Point:
    """Where the table's edge lies on the way from its middle to `point`."""
    dx, dy = point[0] - rect.centerx, point[1] - rect.centery
    reach = (abs(2 * dx / rect.width) ** ROUNDNESS + abs(2 * dy / rect.height) ** ROUNDNESS) ** (
        1 / ROUNDNESS
    )
    return rect.centerx + dx / reach, rect.centery + dy / reach


def grid(count: int, area: Rect, shape: float) -> list[Rect]:
    """`count` equal cells filling `area` row by row, as near as possible to `shape` times wider than high.

    A last row that is not full is centred.
    """

    def largest(columns: int) -> float:
        return min(area.width / columns, shape * area.height / ceil(count / columns))

    columns = max(range(1, count + 1), key=largest)
    rows = ceil(count / columns)
    width, height = area.width / columns, area.height / rows
    cells = []
    for i in range(count):
        row, column = divmod(i, columns)
        indent = (columns - min(columns, count - row * columns)) * width / 2
        cells.append(
            Rect(
                round(area.left + indent + column * width),
                round(area.top + row * height),
                int(width),
                int(height),
            )
        )
    return cells
