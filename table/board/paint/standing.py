"""What stands still on the board, as one picture: land, arrows, winners, houses and plates.

Most frames change little of it. Only the part that has changed is drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pygame import Rect, Surface

from table.board.board import Arrow
from table.board.paint.doors import paint_arrows, paint_beams, paint_pointing
from table.board.paint.frame import Frame
from table.board.paint.land import LandView
from table.board.paint.layout import Layout
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import DrawnLot
from table.board.paint.portraits import group, paint_group


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


class LaidPicture:
    """A picture of the board, on which a land is laid."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.picture = Surface(size)
        self.land: LandView | None = None
        self._laid = 0
        """Lines from above on which it lies."""

    def begin(self, land: LandView) -> None:
        """From now on it is this land that is laid."""
        self.land, self._laid = land, 0

    def go_on(self, lines: int) -> bool:
        """Lays so many more lines. Returns False if all were laid before."""
        height = self.picture.get_height()
        if self.land is None or self._laid >= height:
            return False
        self.picture.set_clip(Rect(0, self._laid, self.picture.get_width(), lines))
        self.land.lay(self.picture)
        self.picture.set_clip(None)
        self._laid += lines
        return True

    def show(self, land: LandView) -> None:
        """Lays all of a land, as far as it is not laid yet."""
        moved = land.changed(self.land)
        if moved is None or self._laid < self.picture.get_height():
            if self.land != land:
                self.begin(land)
            self.go_on(self.picture.get_height())
        elif moved:
            self.land = land
            self.picture.set_clip(moved[0].unionall(moved[1:]))
            land.lay(self.picture)
            self.picture.set_clip(None)


class StandingPicture:
    """Keeps the picture of one board: a surface as large as the board's, and a second one while a light fades
    into another."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._now = LaidPicture((0, 0))
        self._next: LaidPicture | None = None
        """The land in the next step of a change of light."""
        self._below: Below | None = None
        """What else is on the picture, under the houses, and of the lots."""
        self._lots: Sequence[DrawnLot] = ()

    def show(self, frame: Frame, land: LandView, lots: Sequence[DrawnLot]) -> None:
        """Draws land and lots over the whole board, and arrows and winners if there are lots."""
        has_village, size = bool(lots and frame.layout.lots), frame.surface.get_size()
        if size != self._now.picture.get_size():
            self._now = LaidPicture(size)
        if frame.pose.changes_light or 0 < frame.pose.landed < 1:  # each frame is another picture
            self._show_land(land)
            frame.surface.blit(self._now.picture, (0, 0))
            self._build(frame, lots, has_village=has_village)
            return
        self._next = None
        below = below_of(frame) if has_village else None
        if changed := self._changed(land, below, lots):
            picture = self._now.picture
            picture.set_clip(changed[0].unionall(changed[1:]))
            if self._now.land != land or self._lots:
                self._now.land = land
                land.lay(picture)
            self._build(frame._replace(surface=picture), lots, has_village=has_village)
            picture.set_clip(None)
            self._below, self._lots = below, lots
        frame.surface.blit(self._now.picture, (0, 0))

    def lay_ahead(self, land: LandView, lines: int) -> bool:
        """Lays so many lines of the land as it will look in the next step of a change of light. Returns False
        if all of it is laid."""
        if self._next is None:
            self._next = LaidPicture(self._now.picture.get_size())
        if self._next.land != land:
            self._next.begin(land)
        return self._next.go_on(lines)

    def _show_land(self, land: LandView) -> None:
        """Lays a land, and nothing on it."""
        if self._next and self._next.land == land:
            self._now, self._next = self._next, self._now
        elif self._lots:
            self._now.land = None
        self._below, self._lots = None, ()
        self._now.show(land)

    def _changed(self, land: LandView, below: Below | None, lots: Sequence[DrawnLot]) -> list[Rect]:
        """Where the picture differs from the one to be shown."""
        moved = land.changed(self._now.land)
        if moved is None or below != self._below or len(lots) != len(self._lots):
            return [self._now.picture.get_rect()]
        return moved + [
            piece.at
            for before, now in zip(self._lots, lots, strict=True)
            if before.pieces != now.pieces
            for piece in (*before.pieces, *now.pieces)
        ]

    def _build(self, frame: Frame, lots: Sequence[DrawnLot], *, has_village: bool) -> None:
        """Draws what stands on the land."""
        if has_village:
            paint_beams(frame, self._paints)
            paint_arrows(frame)
            paint_pointing(frame)
            paint_group(frame, self._paints)
        for lot in lots:
            for piece in lot.pieces:
                frame.surface.blit(*piece)


def below_of(frame: Frame) -> Below:
    """What lies under the houses of a frame whose arrows have all arrived, or not started."""
    board = frame.board
    arrows = board.arrows if frame.pose.landed else board.arrows[: frame.pose.stood]
    numbered = tuple((arrow, board.places[arrow.voter].number) for arrow in arrows)
    pointing = tuple(place.points_at for place in board.places)
    return Below(frame.layout, numbered, board.sought, pointing, tuple(group(frame)))
