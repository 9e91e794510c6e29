"""The geometry of the board, in pixels of a surface of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise, product
from math import ceil, dist, inf, pi, sqrt, tan
from typing import NamedTuple

from pygame import Rect

Point = tuple[float, float]

REFERENCE = (1440, 1080)
"""Size of the surface to which lengths in this package refer; `Layout.scale` converts them. A wider picture
has more room, not larger letters."""

READ_PX = 56
"""Size of letters that can be read from six times the board's height away, at the reference height."""

SEEN_ANGLE = pi / 180 / 3
"""Visual angle of a capital letter that can be read at a glance, even with half of normal eyesight."""

CAPITAL = 0.668
"""Height of a capital in the board's font, in multiples of the font's size."""

LARGEST, SMALLEST = 1.5, 0.75
"""Limits of the factor on all sizes. Above them houses disappear; below them letters are too small."""

NAME_PX, NAME_STEP_PX, CARD_PX = 72, 4, 52
"""`NAME_PX`: largest letters of a name. `NAME_STEP_PX`: steps in which smaller ones are tried. `CARD_PX`:
largest letters of the card's title below."""

NAME_LEAST_PX = 34
"""Letters of a name below which seats are in rows if something else stands beside the village."""

NAME_SHARE = 0.9
"""Least size of a name above a title, as a multiple of the title's size: players are known by their places
too."""

NAME_EMS, LINE_EMS = 5.4, 1.1
"""`NAME_EMS`: width of a place's name, in multiples of the font's size. `LINE_EMS`: height of a line."""

PLATE_EDGES = (24, 12)
"""Approximate space on a plate: beside its words, and above and below them together."""

HOUSE_LEAST, HOUSE_LARGE, HOUSE_MOST = 56, 124, 190
"""Least, good and largest size of the houses across the square, in pixels of 1080 lines."""
NEARER = 1.25
"""Factor on the size of the nearest houses, compared with those across the square."""
WIDER = 1.2
"""Factor on the width of plates above and below the square, compared with those at its sides."""
SUNK = 0.10
"""Part of a house that its plate covers, in heights of the house."""
BESIDE = 0.8
"""Visible part of a house beside its plate, in widths of the house."""

WORTH_OF_NAMES, WORTH_OF_HOUSES, WORTH_OF_ROUNDNESS = 4.0, 8.0, 96.0
"""Weights by which a plan of the houses is chosen: for large names, for large houses, and for equal numbers
on all sides."""

TO_BE_READ = 10.0
"""Weight of letters too small to read, compared with letters below the largest size."""

CROWDED_SEATS = 17
"""From this number of seats on, a name and a card on every plate would be too small to read."""

ROW_SHAPE = 4.0
"""Approximate width of plaques in rows, in multiples of their height."""

STAGE = 0.44, 0.42
"""Least size of the square, as shares of the width and height between header and caption."""

BREADTHS, HEIGHTS = (
    tuple(share / 100 for share in range(least, most, 4)) for least, most in ((36, 92), (30, 96))
)
"""Widths and heights that are tried for the words in the middle, as shares of the square's."""

CARD_WIDE = 0.6
"""Width of each of several cards, as a share of the width of a single one."""
ROOM_EMS = 6.5, 3.75
"""Approximate width and height that the words in the middle need, as multiples of their size."""

UNCOVERED, UNCOUNTED = 0.93, 0.5
"""`UNCOVERED`: factor on the quality of a place for words, for each doorstep it covers. `UNCOUNTED`: the same
where doorsteps have counts."""

SMALL_VILLAGES = (1.5, 1.25, 1.0, 0.75)
"""Factors on the size of words that are tried for a village in a small box, the best first."""

GAP, STEP_PX = 8, 40
"""`GAP`: distance between two lots. `STEP_PX`: distance from a plate to the middle of its doorstep."""
CLEAR = 0.8
"""Least height of a doorstep above a plate, in multiples of `STEP_PX`."""
ON_THE_HOUSE = 0.25
"""Distance of a doorstep on a house from the house's edge, in shares of the house's size."""

COUNT_PX, COUNT_READ_PX, COUNT_APART, COUNT_WIDER = 88, 66, 0.96, 1.3
"""`COUNT_PX`: largest height of a count at a door, on a board of 1080 lines. `COUNT_READ_PX`: least height
over low houses. `COUNT_APART`: largest, as a share of the distance between two doors. `COUNT_WIDER`: width of
a count of two figures, in its heights."""


class HouseLot(NamedTuple):
    """The place of one seat's house."""

    whole: Rect
    """The box of everything that belongs to the seat: house, yard and plate."""
    house: Rect
    plate: Rect
    """The largest box of the plate. A plate is as wide as its words, in the middle of this box."""
    door: Point
    """The middle of the doorstep, on the house or before the plate. Arrows start and end there."""

    @property
    def is_beside(self) -> bool:
        """Whether the plate is beside the house, not below it."""
        return abs(self.plate.centerx - self.house.centerx) > 1


class Layout(NamedTuple):
    """The layout of a board of one size with one number of seats."""

    scale: float
    """Factor on the sizes of letters."""
    fine: float
    """Factor on gaps and margins. It is smaller if letters are larger."""
    header: Rect
    middle: Rect
    """The box between header and caption."""
    caption: Rect
    """The box of the caption. Its lower end lies under the notice, if there is one."""
    notice: Rect
    lots: tuple[HouseLot, ...]
    """The lot of each seat, clockwise from the top left; empty if the seats lie in rows."""
    plaques: tuple[Rect, ...]
    """The box of each seat's open card, if the seat shows nothing else."""
    square: Rect
    """The free space between the lots: the stage. Without houses: the place of a clock."""
    aside: Rect
    """The box beside the village, or below it on an upright board, that is kept free of it."""
    apart: float
    """Least distance between two doorsteps."""
    count_px: int
    """Height of a count at a door."""
    name_px: int
    """Largest letters of a name."""
    rows: tuple[int, int]
    """Numbers of lots above the square and below it. The others lie at its sides."""

    def of(self, taken: Sequence[int]) -> Layout:
        """This layout with only these seats."""
        return self._replace(
            plaques=tuple(self.plaques[seat] for seat in taken),
            lots=tuple(self.lots[seat] for seat in taken if self.lots),
        )

    @property
    def doors(self) -> tuple[Point, ...]:
        """The doorstep of each seat."""
        return tuple(lot.door for lot in self.lots)

    @property
    def usual(self) -> float:
        """Factor on everything that is neither letters nor gaps."""
        return sqrt(self.scale * self.fine)

    @property
    def is_crowded(self) -> bool:
        """Whether there is no room for a name and a card on every plate."""
        return len(self.plaques) >= CROWDED_SEATS

    def in_rows(self) -> Layout:
        """This layout without houses: the seats fill the middle row by row, from left to right."""
        plaques = plaques_in_rows(len(self.plaques), self.middle, self.fine)
        return self._replace(plaques=tuple(plaques), lots=())


def enlarged(farthest_m: float, picture_m: float, is_upright: bool = False) -> float:
    """The factor on all sizes with which a player `farthest_m` metres from a picture can read captions and
    names. `picture_m`: its shorter side in metres, the height or, if it is upright, the width."""
    px = tan(SEEN_ANGLE) * farthest_m / picture_m * REFERENCE[0 if is_upright else 1] / CAPITAL
    return min(LARGEST, max(SMALLEST, px / READ_PX))


@lru_cache(maxsize=8)
def lay_out(size: tuple[int, int], seats: int, enlarged: float = 1.0, kept_px: int = 0) -> Layout:
    """The layout of a surface of `size` pixels. `enlarged`: factor on all sizes. `kept_px`: width of the box
    beside the village, or its height below the village if the surface is upright. Where that leaves no room
    for houses, the seats are in rows."""
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
    aside = Rect(middle.bottomright, (0, 0))
    if kept_px and width >= height:
        aside = Rect(middle.right - kept_px, middle.top, kept_px, middle.height)
        middle.width -= kept_px + margin
    elif kept_px:
        aside = Rect(middle.left, middle.bottom - kept_px, middle.width, kept_px)
        middle.height -= kept_px + margin
    # Larger letters need larger names too: as much as there is room for, and never smaller ones; and as much
    # room for cards.
    least_px, least_lot = READ_PX * usual, 0
    if enlarged > 1:
        before = lay_out(size, seats)
        least_px = sqrt(enlarged) * before.name_px
        least_lot = min((lot.whole.height for lot in before.lots), default=0)
    lots, square, name_px, rows = lots_round(seats, middle, scale, fine, least_px, least_lot)
    plaques = [lot.whole for lot in lots]
    if kept_px and seats and name_px < NAME_LEAST_PX * usual:
        lots, (*plaques, square) = (), plaques_in_rows(seats + 1, middle, fine)
        name_px = round(READ_PX * usual)
    boxes = {"header": header, "middle": middle, "caption": caption, "notice": notice, "aside": aside}
    return Layout(
        scale,
        fine,
        lots=lots,
        plaques=tuple(plaques),
        square=square,
        apart=apart_of(lots),
        count_px=count_px(lots, usual, GAP * fine),
        name_px=name_px,
        rows=rows,
        **boxes,
    )


@lru_cache(maxsize=8)
def lay_out_small(area: tuple[int, int, int, int], seats: int) -> Layout:
    """The layout of a village in a small box, with words as large as there is room for: all of it is the
    middle. It has no lots if there is no room for houses."""
    box, nothing = Rect(area), Rect(area[:2], (0, 0))
    usual = min(box.width / REFERENCE[0], box.height / REFERENCE[1])
    for enlarged in SMALL_VILLAGES:
        scale, fine = enlarged * usual, min(enlarged, 1 / enlarged) * usual
        lots, square, name_px, rows = lots_round(seats, box, scale, fine, READ_PX * usual, 0)
        if lots or not seats:
            break
    boxes = dict.fromkeys(("header", "caption", "notice", "aside"), nothing)
    return Layout(
        scale,
        fine,
        middle=box,
        lots=lots,
        plaques=tuple(lot.whole for lot in lots),
        square=square,
        apart=apart_of(lots),
        count_px=count_px(lots, usual, GAP * fine),
        name_px=name_px,
        rows=rows,
        **boxes,
    )


def apart_of(lots: Sequence[HouseLot]) -> float:
    """The least distance between two doorsteps."""
    doors = [lot.door for lot in lots]
    return min((dist(a, b) for a, b in pairwise((*doors, *doors[:1])) if a is not b), default=inf)


def count_px(lots: Sequence[HouseLot], usual: float, gap: float) -> int:
    """The height of a count at a door: the largest for which there is room between two doors, and over each
    plate before its house. `gap`: distance to the next lot."""
    over = [lot for lot in lots if not lot.is_beside and lot.door[1] < lot.plate.top]
    houses = (max(COUNT_READ_PX * usual, lot.plate.top - lot.whole.top + gap) for lot in over)
    return 2 * int(min(COUNT_PX * usual, COUNT_APART * apart_of(lots), *houses) / 2)


def plaques_in_rows(count: int, area: Rect, fine: float) -> list[Rect]:
    """The boxes of seats without houses, row by row, from left to right."""
    gap = round(GAP * fine)
    return [cell.inflate(-gap, -gap) for cell in grid(count, area, ROW_SHAPE)]


class VillagePlan(NamedTuple):
    """A plan of the village: how many houses stand where, and how large everything is, in pixels."""

    above: int
    below: int
    side: int
    """Number of houses at each of the two sides."""
    between: bool
    """Whether the rows above and below lie between the columns at the sides. If so, the columns have the
    whole height; if not, the rows have the whole width."""
    beside: bool
    """Whether houses at the sides stand beside their plates, not above them."""
    name_px: float
    plate: tuple[float, float]
    """Size of the largest plate at the sides."""
    far: float
    """Size of the houses in the row above. Those below are `NEARER` times as large."""
    aside: float
    """Average size of the houses at the sides."""
    column: float
    """Width of the columns at the sides, without gaps."""
    row: float
    """Width of a lot in the row above, with its gap."""

    @property
    def aisle(self) -> float:
        """Width between columns and rows: counts at the doors of the columns reach into it."""
        return max(0.0, COUNT_WIDER * COUNT_APART - BESIDE) * self.aside if self.beside else 0.0

    @property
    def heights(self) -> tuple[float, float]:
        """Heights of the lots in the rows above and below, without gaps."""
        return tuple((1 - SUNK) * house + self.plate[1] for house in (self.far, NEARER * self.far))  # type: ignore[return-value]

    @property
    def lowest(self) -> float:
        """Approximate height of the lowest lot."""
        if not self.side:
            return self.heights[0]
        if self.beside:
            return min(self.heights[0], max(self.aside, self.plate[1]))
        return min(self.heights[0], (1 - SUNK) * self.aside + self.plate[1])


def plans(seats: int, area: Rect, scale: float, fine: float) -> Iterator[VillagePlan]:
    """All ways to place the houses that leave a square between them."""
    usual, gap = sqrt(scale * fine), GAP * fine
    names = range(round(NAME_PX * scale), round(0.5 * NAME_PX * usual) - 1, -NAME_STEP_PX)
    for px, side, between, beside in product(names, range(seats // 2 + 1), (True, False), (False, True)):
        above, below = ceil((seats - 2 * side) / 2), (seats - 2 * side) // 2
        if (not above and side) or (beside and not side):
            continue
        plate = NAME_EMS * px + PLATE_EDGES[0] * fine, LINE_EMS * px + PLATE_EDGES[1] * fine
        # The rows above and below: all that the square leaves.
        rows = (1 - STAGE[1]) * area.height - 2 * (plate[1] + gap)
        far = min(HOUSE_MOST * usual, rows / (1 - SUNK) / (1 + NEARER if below else 1))
        high = float(area.height)
        if not between:
            high -= 2 * (plate[1] + gap) + (1 - SUNK) * (1 + NEARER) * far
        aside, column = 0.0, 0.0
        if side:
            lot = high / side - gap
            aside = min(
                (1 + NEARER) / 2 * HOUSE_MOST * usual, lot if beside else (lot - plate[1]) / (1 - SUNK)
            )
            column = plate[0] + (BESIDE * aside if beside else 0.0)
            if lot < plate[1]:
                continue
        if side and area.width - 2 * (column + gap) < STAGE[0] * area.width:
            continue
        wide = area.width - (2 * (column + gap) if between and side else 0.0)
        row = wide / above if above else wide
        far = min(far, row - gap)
        if min(far, aside if side else far) < HOUSE_LEAST / max(1.0, scale / usual) * usual:
            continue
        name = min(float(px), (row - gap - PLATE_EDGES[0] * fine) / NAME_EMS)
        yield VillagePlan(above, below, side, between, beside, name, plate, far, aside, column, row)


def lots_round(
    seats: int, area: Rect, scale: float, fine: float, least_px: float, least_lot: int
) -> tuple[tuple[HouseLot, ...], Rect, int, tuple[int, int]]:
    """The lots round the square in `area`, clockwise from the top left.

    Returns the lots, the square, the largest letters of a name, and how many lots lie above and below.
    `least_px`: least size of a name's letters, if possible.
    `least_lot`: least height of a lot in pixels, if possible.
    """
    if not seats:
        return (), area, 0, (0, 0)
    usual = sqrt(scale * fine)

    def quality(plan: VillagePlan) -> float:
        names = plan.name_px / (NAME_PX * scale) + TO_BE_READ * min(0.0, plan.name_px / least_px - 1)
        names += TO_BE_READ * min(0.0, plan.lowest / max(1, least_lot) - 1)
        houses = min(plan.far, plan.aside if plan.side else plan.far) / (HOUSE_LARGE * usual)
        uneven = (plan.side / seats - 1 / 4) ** 2
        return WORTH_OF_NAMES * names + WORTH_OF_HOUSES * min(houses, 1.0) - WORTH_OF_ROUNDNESS * uneven

    plan = max(plans(seats, area, scale, fine), key=quality, default=None)
    if plan is None:
        return (), area, 0, (0, 0)
    gap, (high, low) = GAP * fine, plan.heights
    across = area.inflate(-2 * (plan.column + gap + plan.aisle), 0) if plan.between and plan.side else area
    along = area.copy()
    if not plan.between:
        along.top, along.height = int(area.top + high + gap), int(area.height - high - low - 2 * gap)
    above, below = (
        row_of(plan, across, gap, STEP_PX * usual, is_above=is_above) for is_above in (True, False)
    )
    right, left = (column_of(plan, along, STEP_PX * usual, is_right=is_right) for is_right in (True, False))
    edges = (
        left[0].whole.right if left else area.left,
        above[0].whole.bottom if above else area.top,
        right[0].whole.left if right else area.right,
        below[0].whole.top if below else area.bottom,
    )
    square = Rect(edges[0], edges[1], edges[2] - edges[0], edges[3] - edges[1])
    above = [beside_its_house(lot, square, STEP_PX * usual) for lot in above]
    lots = (*above, *right, *reversed(below), *reversed(left))
    return lots, square, int(plan.name_px), (plan.above, plan.below)


def beside_its_house(lot: HouseLot, square: Rect, step: float) -> HouseLot:
    """The lot with its doorstep at the side of the house, if below its plate there is another lot and not the
    square."""
    if square.left + step <= lot.door[0] <= square.right - step:
        return lot
    inwards = 0.5 if lot.door[0] < square.centerx else -0.5
    y = min(lot.house.top + ON_THE_HOUSE * lot.house.height, lot.plate.top - CLEAR * step)
    return lot._replace(door=(lot.house.centerx + inwards * lot.house.width, y))


def row_of(plan: VillagePlan, area: Rect, gap: float, step: float, *, is_above: bool) -> list[HouseLot]:
    """The lots above or below the square, from left to right. Each house stands over its plate. `step`:
    distance from a plate to its doorstep."""
    count, house = (plan.above, plan.far) if is_above else (plan.below, NEARER * plan.far)
    found = []
    for number in range(count):
        whole = Rect(0, area.top, int(area.width / count - gap), int(plan.heights[not is_above]))
        whole.left = int(area.left + area.width * number / count + gap / 2)
        if not is_above:
            whole.bottom = area.bottom
        plate = Rect(0, 0, min(int(WIDER * plan.plate[0]), whole.width), int(plan.plate[1]))
        plate.midbottom = whole.midbottom
        at = Rect(0, 0, int(house), int(house))
        at.midtop = whole.midtop
        y = whole.bottom + step if is_above else whole.top + ON_THE_HOUSE * house
        found.append(HouseLot(whole, at, plate, (whole.centerx, y)))
    return found


def column_of(plan: VillagePlan, area: Rect, step: float, *, is_right: bool) -> list[HouseLot]:
    """The lots at one side of the square, from above. Each house stands over its plate, or beside it towards
    the square. `step`: distance from a plate to its doorstep."""
    grows = 2 * (NEARER - 1) / (NEARER + 1)
    houses = [plan.aside] * plan.side
    if not plan.beside and plan.side > 1:  # those farther down are nearer
        houses = [plan.aside * (1 + grows * (number / (plan.side - 1) - 0.5)) for number in range(plan.side)]
    heights = [
        max(house, plan.plate[1]) if plan.beside else (1 - SUNK) * house + plan.plate[1] for house in houses
    ]
    spare = (area.height - sum(heights)) / max(1, plan.side)
    found: list[HouseLot] = []
    top = area.top + spare / 2
    for house, height in zip(houses, heights, strict=True):
        whole = Rect(area.left, int(top), int(plan.column), int(height))
        top += height + spare
        if is_right:
            whole.right = area.right
        plate, at = Rect(0, 0, *map(int, plan.plate)), Rect(0, 0, int(house), int(house))
        if not plan.beside:
            plate.midbottom, at.midtop = whole.midbottom, whole.midtop
        elif is_right:
            plate.bottomright, at.topleft = whole.bottomright, whole.topleft
        else:
            plate.bottomleft, at.topright = whole.bottomleft, whole.topright
        inwards = (0.5 - ON_THE_HOUSE) * house * (-1 if is_right else 1)
        y = at.centery if plan.beside else min(float(at.centery), plate.top - CLEAR * step)
        found.append(HouseLot(whole, at, plate, (at.centerx + inwards, y)))
    return found


class Middle(NamedTuple):
    """The parts in the middle of the square."""

    clock: Point
    """The middle of the clock."""
    room: Rect
    """Room for words, beside the clock or below it."""


@lru_cache(maxsize=64)
def in_the_middle(
    square: tuple[int, int, int, int],
    doors: tuple[Point, ...],
    reach: float,
    clock: float,
    gap: float,
    worth: float,
    cards: int,
) -> Middle:
    """The place of the clock, and the room for words beside it or below it. Words should be large, and
    doorsteps visible.

    `reach`: radius of a doorstep.
    `clock`: radius of the clock; 0 without one.
    `gap`: distance between clock and words.
    `worth`: factor on the quality for each covered doorstep.
    `cards`: number of cards with words, side by side.
    """
    rect = Rect(square)
    taken = [Rect(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in doors]
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

    def boxes(one: Middle) -> list[Rect]:
        x, y = one.clock
        return [one.room, Rect(x - clock, y - clock, 2 * clock, 2 * clock)] if clock else [one.room]

    def quality(one: Middle) -> float:
        covered = len({door for box in boxes(one) for door in box.collidelistall(taken)})
        wide = ROOM_EMS[0] * max(1.0, CARD_WIDE * cards)
        return min(one.room.width / wide, one.room.height / ROOM_EMS[1]) * worth**covered

    fitting = (one for one in found if all(map(rect.contains, boxes(one))))
    return max(fitting, key=quality, default=found[0])


def grid(count: int, area: Rect, shape: float) -> list[Rect]:
    """`count` equal cells that fill `area` row by row, about `shape` times wider than high.

    If the cells do not fill all rows, the last rows have one cell less and are centred.
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
