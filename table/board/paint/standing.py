"""What stands still on the board, as one picture: land, arrows, winners, houses and plates.

Most frames change little of it. Only the part that has changed is drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect, Surface

from table.board.board import Arrow
from table.board.paint.arrows import (
    Shape,
    arrived,
    arrived_shapes,
    growing_shapes,
    paint_shapes,
    pointing_shapes,
)
from table.board.paint.doors import paint_beams
from table.board.paint.frame import Frame
from table.board.paint.land import LandView
from table.board.paint.layout import Layout
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import DrawnLot
from table.board.paint.portraits import group, paint_group

MUCH = 0.2
"""The share of the picture that is drawn anew together with the words of a new scene, and no more."""
JOINED = 1.4
"""Two parts of the picture are drawn as one that is at most so many times as large as they are together."""


class Below(NamedTuple):
    """All that arrows and winners, which lie under the houses, depend on."""

    layout: Layout
    arrows: tuple[tuple[Arrow, int], ...]
    """Each with the number of its sentence."""
    sought: str
    """The card that they look for."""
    pointing: tuple[int | None, ...]
    """At whom each seat points."""
    group: tuple[tuple[str, Rect], ...]

    def goes_on(self, before: Below) -> bool:
        """Whether nothing differs from `before` but arrows that were drawn last."""
        known = len(before.arrows)
        # Light lies below all arrows, and those that only point above them.
        is_between = self.sought or any(at is not None for at in self.pointing)
        if is_between and len(self.arrows) > known:
            return False
        return self == before._replace(arrows=self.arrows) and self.arrows[:known] == before.arrows


class KeptPicture:
    """A picture as large as the board, and what is on it."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.picture = Surface(size)
        self.land: LandView | None = None
        self.below: Below | None = None
        """What lies on the land, under the houses."""
        self.lots: Sequence[DrawnLot] = ()
        self._laid = 0
        """Lines from above on which the land lies."""

    def begin(self, land: LandView | None) -> None:
        """From now on it is this land that is laid, with nothing on it."""
        self.land, self.below, self.lots, self._laid = land, None, (), 0

    def go_on(self, lines: int) -> bool:
        """Lays so many more lines of its land. Returns False if all were laid before."""
        height = self.picture.get_height()
        if self.land is None or self._laid >= height:
            return False
        self.picture.set_clip(Rect(0, self._laid, self.picture.get_width(), lines))
        self.land.lay(self.picture)
        self.picture.set_clip(None)
        self._laid += lines
        return True

    def changed(self, land: LandView, below: Below | None, lots: Sequence[DrawnLot]) -> list[Rect]:
        """Where it differs from the one to be shown."""
        moved = land.changed(self.land)
        if moved is None or below != self.below or len(lots) != len(self.lots):
            return [self.picture.get_rect()]
        return moved + [
            piece.at
            for before, now in zip(self.lots, lots, strict=True)
            if before.pieces != now.pieces
            for piece in (*before.pieces, *now.pieces)
        ]


class StandingPicture:
    """Keeps the picture of one board, and a second one in which the next step of a change of light is laid
    ahead."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._now = KeptPicture((0, 0))
        self._next: KeptPicture | None = None
        self._is_whole = False
        """Whether the first picture holds all that stood on the last board."""

    def show(
        self,
        frame: Frame,
        land: LandView,
        lots: Sequence[DrawnLot],
        *,
        may_wait: bool = False,
        may_be_bare: bool = False,
    ) -> bool:
        """Draws land and lots over the whole board, and arrows and winners if there are lots. `may_wait`:
        draws what was there before, if much of it has changed and all of it was kept; `may_be_bare`: even if
        that is a land with nothing on it. Returns whether it did."""
        size = frame.surface.get_size()
        if size != self._now.picture.get_size():
            self._now, self._next = KeptPicture(size), None
        below = below_of(frame) if lots and frame.layout.lots else None
        is_kept = self._is_whole and (self._now.lots or may_be_bare) and not frame.pose.changes_light
        if may_wait and lots and is_kept and self._is_another(land, below, lots):
            frame.surface.blit(self._now.picture, (0, 0))
            return True
        if self._next and land.is_like(self._next.land) and not land.is_like(self._now.land):
            self._next.go_on(size[1])
            self._now, self._next = self._next, self._now
            self._next.begin(None)
        onto = frame._replace(surface=self._now.picture)
        grows = below is not None and frame.pose.landed < 1
        if below and grows:  # arrows are drawn on the land as they arrive
            self._show_below(onto, land, below)
        else:
            self._show_still(onto, land, below, lots)
        frame.surface.blit(self._now.picture, (0, 0))
        if grows:
            paint_shapes(frame.surface, growing_shapes(frame))
            paint_lots(frame.surface, lots)
        self._is_whole = not grows
        return False

    @property
    def is_bare(self) -> bool:
        """Whether nothing stands on the land."""
        return not self._now.lots

    def lay_ahead(self, coming: Frame, land: LandView, lines: int, *, is_alike: bool) -> bool:
        """Lays so many lines of the land as it will look in the `coming` step of a change of light, or what
        stands on it. `is_alike`: that will have the colours it has now. Returns False if all is done."""
        now = self._now
        if self._next is None:
            self._next = KeptPicture(now.picture.get_size())
        if self._next.land != land:
            self._next.begin(land)
        if self._next.go_on(lines):
            return True
        if not (is_alike and now.below) or self._next.below:
            return False
        onto = coming._replace(surface=self._next.picture)
        self._paint_below(onto, lying_shapes(onto))
        paint_lots(onto.surface, now.lots)
        self._next.below, self._next.lots = now.below, now.lots
        return True

    def _is_another(self, land: LandView, below: Below | None, lots: Sequence[DrawnLot]) -> bool:
        """Whether much of the picture has to be drawn anew."""
        width, height = self._now.picture.get_size()
        changed = sum(part.width * part.height for part in apart(self._now.changed(land, below, lots)))
        return changed > MUCH * width * height

    def _show_below(self, onto: Frame, land: LandView, below: Below | None) -> None:
        """Draws land and all that lies under the houses, and nothing else: only arrows that have just arrived
        if the rest is there already."""
        now, moved = self._now, land.changed(self._now.land)
        if below and now.below and not now.lots and moved is not None and below.goes_on(now.below):
            paint_shapes(onto.surface, arrived_shapes(onto, len(now.below.arrows)))
            self._draw(moved, onto, land, below, ())
        elif land == now.land and not (now.below or now.lots):  # it has just been laid
            if below:
                self._paint_below(onto, lying_shapes(onto))
        else:
            self._draw([onto.surface.get_rect()], onto, land, below, ())
        now.land, now.below, now.lots = land, below, ()

    def _show_still(self, onto: Frame, land: LandView, below: Below | None, lots: Sequence[DrawnLot]) -> None:
        """Draws all that stands still, where something has changed."""
        now = self._now
        if not now.lots and (now.below or land == now.land):  # arrows alone are on it, or nothing
            self._show_below(onto, land, below)
            paint_lots(onto.surface, lots)
        else:
            self._draw(now.changed(land, below, lots), onto, land, below, lots)
        now.land, now.below, now.lots = land, below, lots

    def _draw(
        self,
        changed: Sequence[Rect],
        onto: Frame,
        land: LandView,
        below: Below | None,
        lots: Sequence[DrawnLot],
    ) -> None:
        """Draws all of these parts anew."""
        shapes = lying_shapes(onto) if below and changed else []
        for part in apart(changed):
            onto.surface.set_clip(part)
            land.lay(onto.surface)
            if below:
                self._paint_below(onto, shapes)
            paint_lots(onto.surface, lots)
        onto.surface.set_clip(None)

    def _paint_below(self, onto: Frame, shapes: Sequence[Shape]) -> None:
        """Draws what lies on the land under the houses. `shapes`: of its arrows."""
        paint_beams(onto, self._paints)
        paint_shapes(onto.surface, shapes)
        paint_group(onto, self._paints)


def lying_shapes(frame: Frame) -> list[Shape]:
    """How the arrows are drawn that lie there and move no more."""
    return arrived_shapes(frame) + pointing_shapes(frame)


def paint_lots(surface: Surface, lots: Sequence[DrawnLot]) -> None:
    """Draws houses and plates."""
    for lot in lots:
        surface.blits(lot.pieces, doreturn=False)


def apart(changed: Sequence[Rect]) -> list[Rect]:
    """The parts of a picture that hold all of `changed`, in as few as are not much larger together."""
    parts: list[Rect] = []
    for rect in changed:
        whole = rect
        while near := [part for part in parts if is_worth(part, whole)]:
            whole = whole.unionall(near)
            parts = [part for part in parts if part not in near]
        parts.append(whole)
    return parts


def is_worth(one: Rect, other: Rect) -> bool:
    """Whether two parts are quicker drawn as one."""
    both = one.union(other)
    return both.width * both.height < JOINED * (one.width * one.height + other.width * other.height)


def below_of(frame: Frame) -> Below:
    """What lies under the houses of a frame; arrows that are still on their way do not count."""
    board = frame.board
    numbered = tuple((arrow, board.places[arrow.voter].number) for arrow in arrived(frame))
    pointing = tuple(place.points_at for place in board.places)
    return Below(frame.layout, numbered, board.sought, pointing, tuple(group(frame)))
