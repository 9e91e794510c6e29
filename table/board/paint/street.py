"""Draws the people of the village by day: each of the living stands before their house, turned to whom they
point at. At nightfall they go in.

Who is seen, and how they stand, depends on what the board shows anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from pygame import Rect, Surface

from table.board.board import Scene
from table.board.paint.arrows import arrived, pointed
from table.board.paint.crowd import chair_of
from table.board.paint.doors import reach
from table.board.paint.frame import Frame
from table.board.paint.houses import goes_dark
from table.board.paint.layout import HouseLot, Layout
from table.board.paint.middle import laid
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import BLACK, DAY, NIGHT
from table.board.paint.people import Stance, picture_of

OUTDOORS: frozenset[Scene] = frozenset(
    {"dawn", "election", "debate", "vote", "ballots", "shot", "succession", "decision", "cover"}
)
"""Scenes in which the village stands on the street."""
TALL, TALLEST_PX = (1.0, 0.75, 0.55), 150
"""`TALL`: heights of a person that are tried, as shares of their house's. `TALLEST_PX`: largest height, on a
board of 1080 lines."""
BREADTH, NEAR = 0.6, 0.7
"""`BREADTH`: width of a person, as a share of their height. `NEAR`: distance of a person beside a house, as a
share of half that."""
EDGE = 0.2
"""Part of the size of a house or plate that a person may cover."""


def standing(frame: Frame, paints: Paintbox) -> Iterator[tuple[Surface, Rect]]:
    """The picture and the place of everybody on the street."""
    board, layout = frame.board, frame.layout
    out = [seat for seat, place in enumerate(board.places) if place.alive and is_out(frame, seat)]
    if not (out and layout.lots):
        return
    aims = {arrow.voter: arrow.target for arrow in (*arrived(frame), *pointed(frame))}
    hour = (DAY if frame.palette is BLACK else frame.palette).name
    taken = [*laid(frame).boxes, *(heart(box) for lot in layout.lots for box in (lot.house, lot.plate))]
    # The dead keep their places, so that nobody moves. Beside a house at the side there is one place only.
    places: dict[int, Rect] = {}
    for seat in sorted(range(len(layout.lots)), key=lambda seat: not layout.lots[seat].is_beside):
        at = places[seat] = stands_at(layout.lots[seat], layout, taken)
        taken.append(at.inflate(-at.width // 2, 0))
    for seat in out:
        at, looks = places[seat], 0
        if seat in aims:
            looks = 1 if layout.lots[aims[seat]].house.centerx > at.centerx else -1
        stance = Stance(stands=True, looks=looks)
        picture = picture_of(paints, chair_of(board, seat), at.height, stance, hour)
        yield picture, picture.get_rect(center=at.center)


def is_out(frame: Frame, seat: int) -> bool:
    """Whether a player is on the street: by day; at nightfall until half the time before their window goes
    dark; at dawn from the second half on, one after the other."""
    scene, fade = frame.board.scene, frame.pose.fade
    if not fade or NIGHT.name not in (fade.light, fade.into):
        return scene in OUTDOORS
    if fade.into == NIGHT.name:
        return scene == "night" and 2 * fade.share < goes_dark(frame.board, seat)
    return scene in OUTDOORS and 2 * fade.share - 1 >= goes_dark(frame.board, seat)


def stands_at(lot: HouseLot, layout: Layout, taken: Sequence[Rect]) -> Rect:
    """The place of a person: the first that is free, or else the last. `taken`: boxes in which nobody
    stands."""
    found = list(chain.from_iterable(spots(lot, layout, share) for share in TALL))
    return next((at for at in found if at.collidelist(taken) < 0), found[-1])


def heart(box: Rect) -> Rect:
    """The part of a house or plate before which nobody stands."""
    return box.inflate(-round(EDGE * box.width), -round(EDGE * box.height))


def spots(lot: HouseLot, layout: Layout, tall: float) -> Iterator[Rect]:
    """The places at which a person may stand: on the square before a house above it, or beside the house.
    `tall`: height of the person, as a share of the house's."""
    px = round(min(tall * lot.house.height, TALLEST_PX * layout.usual))
    inwards, half = (1 if lot.house.centerx < layout.square.centerx else -1), BREADTH / 2 * px
    at = Rect(0, 0, round(2 * half), px)
    if lot.door[1] > lot.plate.bottom:
        at.midtop = round(lot.door[0] - inwards * (reach(layout) + half)), lot.plate.bottom
        yield at.copy()
    for side in (inwards,) if lot.is_beside else (inwards, -inwards):
        feet = lot.house.bottom if lot.is_beside else lot.plate.top
        at.midbottom = round(lot.house.centerx + side * (lot.house.width / 2 + NEAR * half)), feet
        yield at.copy()
