"""Draws the public board with pygame, on a surface of any size.

The board is a village: each seat is a house round its square, title and headline are in the sky, the spoken
line is below. What a scene is about lies in the middle of the square. The land is painted once for each time
of day, and a house when its seat changes; a board that did not change is not drawn again. All motion has an
end, except for the clock and a few stars.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain
from typing import NamedTuple

import msgspec
import pygame
from pygame import Rect, Surface

from table.board.board import Board, LegendSign, SecretCircle, Timer
from table.board.paint.art import Art
from table.board.paint.doors import paint_doors, rehearse_doors
from table.board.paint.circle import paint_circle
from table.board.paint.frame import Frame, alone, laid_out, light_of, shown_seconds
from table.board.paint.join import join_box, paint_join
from table.board.paint.land import Land
from table.board.paint.layout import LARGEST
from table.board.paint.menu_sheet import menu_area, paint_menu
from table.board.paint.middle import paint_middle, rehearse_middle
from table.board.paint.motion import DRIFT_STEP_S, Motion
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import Plaques
from table.board.paint.portraits import paint_group, rehearse_faces, rehearse_group, rehearse_homes
from table.board.paint.signs import Signs, clock_face
from table.board.paint.testcard import paint_testcard
from table.board.paint.text import DrawnLine
from table.board.paint.words import paint_words
from table.board.paint.writing import paint_footer, paint_header, paint_invitation, rehearse_invitation
from table.board.view import USUAL, Look

LARGE = 1.25
"""What large text multiplies all sizes by."""


class Part(NamedTuple):
    """A part of the board as it was drawn."""

    key: object
    """All it depends on."""
    written: list[DrawnLine]


class Painter:
    """Draws boards. It remembers what it painted, so one painter should serve one surface. `enlarged`:
    factor on all sizes; `look` may be changed between two boards; `art`: the pictures, ours without it."""

    def __init__(self, enlarged: float = 1.0, look: Look = USUAL, art: Art | None = None) -> None:
        pygame.font.init()
        self.look = look
        self._enlarged = enlarged
        self._paints = Paintbox(art or Art())
        self._land = Land()
        self._plaques, self._signs = Plaques(self._paints, self._land), Signs(self._paints)
        self._size = (0, 0)
        self._motion = Motion()
        self._shown: Hashable = None
        self._ground: object = None
        """What the surface was last filled for."""
        self._parts: dict[str, Part] = {}
        """What lies on it since."""
        self._drift_s = 0.0
        """The moment at which the stars were drawn."""
        self._cast: Hashable = None
        self._is_new = False
        """Whether this is the first board of these seats, which is painted all at once."""
        self._rehearsal: Iterator[object] = iter(())
        self._legends: list[LegendSign] = []
        """The legend rehearsed last."""

    def draw(self, surface: Surface, board: Board, now_s: float) -> bool:
        """Draws `board` at `now_s` over the whole `surface`. Returns False if nothing had changed."""
        size = surface.get_size()
        cast = (size, self.look, board.chairs, board.at, *(place.name for place in board.places))
        frame = self._frame(surface, size, board, now_s)
        if not self.look.calm:
            frame = frame._replace(
                pose=self._motion.follow(board, frame.palette.name, cast, now_s),
                drift_s=now_s // DRIFT_STEP_S * DRIFT_STEP_S if frame.drifts else 0.0,
            )
        key = (cast, frame.left_s, frame.pose, frame.drift_s, msgspec.msgpack.encode(board))
        if key == self._shown:
            return False
        self._is_new = cast != self._cast
        if self._is_new:
            self._cast = cast
            self._rehearsal = self.rehearse(size, board)
            self._legends = []
        if board.scene != "deal" and board.legend and board.legend != self._legends:
            # Rehearsed first, since it is shown soon.
            self._legends = list(board.legend)
            self._rehearsal = chain(self.rehearse_legend(size, board), self._rehearsal)
        self._paint(frame)
        self._shown = None if self._plaques.unfinished else key
        return True

    def text_rects(self, board: Board, size: tuple[int, int], now_s: float = 0.0) -> list[DrawnLine]:
        """Every line of text that a board of `size` pixels shows, with its place."""
        frame = self._frame(Surface(size), size, board, now_s)
        self.forget()
        written = self._paint(frame)
        while self._plaques.unfinished:
            written = self._paint(frame)
        self.forget()
        return written

    def forget(self) -> None:
        """Forgets the surface, which somebody else has painted over: the next board is drawn in any case."""
        self._shown = self._ground = None

    def rest(self) -> None:
        """Paints ahead for a few milliseconds, while nothing is to be drawn."""
        next(self._rehearsal, None)

    def rehearse(self, size: tuple[int, int], board: Board) -> Iterator[object]:
        """Paints ahead, in steps of a few milliseconds, what scenes with the seats of `board` will need."""
        self._make_room(size)
        frame = self._frame(Surface((1, 1)), size, board)
        if not frame.layout.plaques:
            return
        yield from self._land.rehearse(size, frame.layout, self.look)
        yield from rehearse_invitation(frame, self._paints)
        yield from self._paints.rehearse(frame.scale)
        yield from self._plaques.rehearse(frame)
        yield from rehearse_doors(frame, self._paints)
        yield from rehearse_middle(frame, self._paints)

    def rehearse_legend(self, size: tuple[int, int], shown: Board) -> Iterator[object]:
        """Paints ahead, sign by sign, what the deal will need; then sets the titles of the cards."""
        self._make_room(size)
        deal = self._frame(Surface((1, 1)), size, Board("deal", legend=shown.legend, timer=Timer(1.0, 1.0)))
        yield from self._signs.steps(deal)
        yield self._signs.clock(deal)
        seated = self._frame(deal.surface, size, msgspec.structs.replace(shown, legend=[]))
        roles = [sign.role for sign in shown.legend]
        yield from self._plaques.rehearse_cards(shown.legend, seated.layout)
        yield from rehearse_faces(roles, self._paints)
        if not seated.layout.is_crowded:
            yield from rehearse_group(roles, seated.layout, self._paints)
        yield from rehearse_homes(shown.places, self._paints)

    def _frame(self, surface: Surface, size: tuple[int, int], board: Board, now_s: float = 0.0) -> Frame:
        """The frame of a board for a surface of `size` pixels, with all motion at its end."""
        enlarged = min(LARGEST, LARGE * self._enlarged) if self.look.text == "large" else self._enlarged
        return Frame(
            surface,
            board,
            self.look,
            light_of(board, self.look),
            laid_out(size, board, enlarged),
            shown_seconds(board, now_s, self.look),
        )

    def _make_room(self, size: tuple[int, int]) -> None:
        """What was painted for another size is no longer kept."""
        if size != self._size:
            self._size = size
            pixels = size[0] * size[1]
            self._paints.make_room(pixels)
            self._land.make_room(pixels)
            self._plaques.make_room()
            self._signs.make_room()

    def _paint(self, frame: Frame) -> list[DrawnLine]:
        """Draws every part of the board that changed. Returns all text on the board."""
        board, layout, paints = frame.board, frame.layout, self._paints
        self._make_room(frame.surface.get_size())
        self._clear(frame)
        below = layout.caption.union(layout.notice)
        written: list[DrawnLine] = []
        written += self._part(
            frame, "footer", below, (board.caption, board.notice), lambda: paint_footer(frame, paints)
        )
        if frame.invites and not board.menu:
            return written + paint_invitation(frame, paints) + self._join(frame)
        said = Board(headline=board.menu.title) if board.menu else board
        written += self._part(
            frame, "header", layout.header, (said.title, said.headline, said.hint),
            lambda: paint_header(frame._replace(board=said), paints),
        )  # fmt: skip
        if menu := board.menu:
            return written + paint_menu(frame, paints, menu) + self._join(frame)
        if secret := board.secret:
            return written + self._part(
                frame, "secret", layout.middle, secret,
                lambda: paint_circle(frame, paints, secret)
                if isinstance(secret, SecretCircle)
                else paint_words(frame, paints, secret),
            )  # fmt: skip
        if alone(board):
            return written + self._deal(frame)
        return written + self._round(frame) + self._join(frame)

    def _join(self, frame: Frame) -> list[DrawnLine]:
        """How phones find the table, while they can take a seat."""
        box = join_box(frame)
        return paint_join(frame, self._paints, box) if box else []

    def _clear(self, frame: Frame) -> None:
        """Takes everything off the surface if another kind of picture comes."""
        board, is_test = frame.board, frame.board.scene == "test"
        covered = menu_area(frame).height if board.menu else bool(board.secret)
        join = board.join if board.scene == "attract" else ""
        ground = (
            *(frame.palette.name, frame.pose.fade, frame.layout, bool(board.menu), covered, is_test),
            *(frame.invites, join),
        )
        if ground == self._ground and not frame.invites and not is_test:  # these draw over the whole board
            return
        self._ground = ground
        self._parts.clear()
        self._plaques.clear()
        self._land.lay(frame, frame.surface.get_rect())

    def _part(
        self, frame: Frame, name: str, rect: Rect, key: object, draw: Callable[[], list[DrawnLine]]
    ) -> list[DrawnLine]:
        """Draws the part in `rect` over the land, if anything it depends on has changed."""
        part = self._parts.get(name)
        if part is None or part.key != key:
            if part:
                self._land.lay(frame, rect)
            frame.surface.set_clip(rect)  # a letter's tail outside it would not be erased
            try:
                part = self._parts[name] = Part(key, draw())
            finally:
                frame.surface.set_clip(None)
        return part.written

    def _deal(self, frame: Frame) -> list[DrawnLine]:
        """The signs of all cards in play, and the clock if one runs."""
        board, layout = frame.board, frame.layout
        return self._part(
            frame, "signs", layout.middle, board.legend, lambda: self._signs.show(frame)
        ) + self._part(
            frame, "clock", clock_face(frame).rect, (board.timer, frame.left_s),
            lambda: self._signs.clock(frame),
        )  # fmt: skip

    def _round(self, frame: Frame) -> list[DrawnLine]:
        """Draws the village with all that is in it, or the seats in rows."""
        written: list[DrawnLine] = []
        if frame.layout.lots:
            square = frame.layout.square
            written += self._part(frame, "square", square, square_key(frame), lambda: self._on_square(frame))
            if frame.drifts and frame.drift_s != self._drift_s:
                self._land.drift(frame)
            self._drift_s = frame.drift_s
        return written + self._plaques.show(frame, Rect(0, 0, 0, 0), at_once=self._is_new)

    def _on_square(self, frame: Frame) -> list[DrawnLine]:
        """Draws all that is on the square. Words come last: nothing moves across them."""
        paint_group(frame, self._paints)
        written = paint_doors(frame, self._paints)
        if frame.board.scene == "test":
            written += paint_testcard(frame, self._paints)
        elif not frame.board.arrows or (frame.about and frame.board.scene == "ballots"):
            written += paint_middle(frame, self._paints)
        return written


def square_key(frame: Frame) -> Hashable:
    """All that the square and what lies on it depend on."""
    board = frame.board
    lying = (board.scene, board.timer, board.places, board.arrows, board.news, board.word, board.heaps)
    return (
        frame.palette.name,
        frame.left_s,
        frame.pose._replace(turning=()),
        msgspec.msgpack.encode((*lying, board.colours)),
    )
