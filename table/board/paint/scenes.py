"""Draws the public board with pygame, on a surface of any size.

The board is a village. Each seat is a house round the square. Title and headline are in the sky; the spoken
line is at the bottom. What a scene is about lies in the middle of the square. A frame is composed of cached
pictures, and a board that did not change is not drawn again. All motion has an end, except for the clock and
a few stars.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import msgspec
import pygame
from pygame import Surface

from table.board.board import Board, Scene, SecretCircle
from table.board.menu import Menu
from table.board.paint.art import Art, set_of
from table.board.paint.circle import paint_circle
from table.board.paint.cues import Cues
from table.board.paint.frame import Frame, alone, honours, laid_out, light_of, shown_seconds
from table.board.paint.group import Group
from table.board.paint.join import paint_join
from table.board.paint.land import Land, seen_in
from table.board.paint.layout import LARGEST, HouseLot, lay_out_small
from table.board.paint.menu_sheet import paint_menu, sheet_of
from table.board.paint.motion import DRIFT_STEP_S, ENDS, Motion
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import Plaques
from table.board.paint.portraits import face
from table.board.paint.signs import Signs
from table.board.paint.street import standing
from table.board.paint.text import DrawnLine
from table.board.paint.village import paint_village
from table.board.paint.words import paint_words
from table.board.paint.writing import paint_footer, paint_header, paint_invitation
from table.board.view import USUAL, DisplayOptions
from table.typefaces import OURS, Fonts

LARGE = 1.25
"""Factor of large text on all sizes."""


SEATED: tuple[Scene, ...] = ("debate", "vote", "night", "dawn")
"""One scene for each time of day in which everybody sits and plays."""


class Painter:
    """Draws boards. It caches what it paints, so use one painter for one surface. `enlarged`: factor on all
    sizes. `look`: may be changed between two boards. `art`: the pictures; None for the shipped ones. `fonts`:
    with the owner's."""

    def __init__(
        self,
        enlarged: float = 1.0,
        look: DisplayOptions = USUAL,
        art: Art | None = None,
        fonts: Fonts = OURS,
    ) -> None:
        pygame.font.init()
        self.look = look
        self._enlarged = enlarged
        self._art, self._fonts = art or Art(), fonts
        self._begun: tuple[tuple[int, int], str] | None = None
        """The size and the set of pictures for which everything was painted."""
        self._begin((1, 1), "")
        self._motion, self._cues = Motion(), Cues()
        self._shown: Hashable = None
        """Cache key: everything that affects the last frame."""
        self._needed: object = None
        """Cache key: everything that affects the pictures of coming scenes."""
        self._coming: Iterator[object] = iter(())
        """Paints the pictures of coming scenes, step by step."""

    def _begin(self, size: tuple[int, int], rulebook: str) -> None:
        """Forgets everything that was painted for a board of another size, or with other pictures."""
        begun = size, set_of(rulebook)
        if begun == self._begun:
            return
        if self._begun is None or size != self._begun[0]:
            self._land = Land(self._art)
        self._begun = begun
        self._paints = Paintbox(self._art.of(rulebook), size, self._fonts)
        self._plaques, self._signs = Plaques(self._paints), Signs(self._paints)
        self._group = Group(self._paints)
        self._beside = Plaques(self._paints), Signs(self._paints)
        """The seats and the cards beside a menu."""

    def draw(self, surface: Surface, board: Board, now_s: float) -> bool:
        """Draws `board` at `now_s` over the whole `surface`. Returns False if nothing changed."""
        size = surface.get_size()
        self._begin(size, board.rulebook)
        cast = (
            size,
            self.look,
            board.chairs,
            board.at,
            *(place.name for place in board.places),
        )
        frame = self._frame(surface, size, board, now_s)
        if not self.look.calm:
            frame = frame._replace(
                pose=self._motion.follow(board, frame.palette.name, cast, now_s),
                cue=self._cues.follow(board, cast, now_s),
                drift_s=now_s // DRIFT_STEP_S * DRIFT_STEP_S if frame.drifts else 0.0,
            )
            frame = in_its_light(frame)
        moved = frame.left_s, frame.pose, frame.cue, frame.drift_s
        key = (cast, *moved, self._land.arrived, msgspec.msgpack.encode(board))
        if key == self._shown:
            return False
        self._land.paint(frame)
        self.write(frame)
        self._shown = key
        needed = cast, board.rulebook, board.legend
        if needed != self._needed and board.scene != "deal":
            self._needed = needed
            self._land.want(frame)
            self._coming = self._coming_scenes(frame)
        return True

    def prepaint(self) -> bool:
        """Paints for a few milliseconds what later scenes need. Call it while nothing needs to be drawn.
        Returns False if everything is painted."""
        return self._land.prepaint() or next(self._coming, None) is not None

    @property
    def lacks_land(self) -> bool:
        """Whether the last frame was drawn without a land that is still to be painted."""
        return self._land.is_missing

    def _coming_scenes(self, frame: Frame) -> Iterator[object]:
        """Paints in steps of a few milliseconds: the signs of a deal, and the seats in the light of each time
        of day."""
        board, size, nowhere = frame.board, frame.surface.get_size(), Surface((1, 1))
        if board.legend:
            yield from self._signs.plaques(self._frame(nowhere, size, Board("deal", legend=board.legend)))
        for scene in SEATED:
            lit = Board(scene, places=board.places, chairs=board.chairs, at=board.at)
            seated = self._frame(nowhere, size, lit)
            yield from self._plaques.prepaint(seated)
            yield from standing(seated, self._paints)

    def text_rects(self, board: Board, size: tuple[int, int], now_s: float = 0.0) -> list[DrawnLine]:
        """All lines of text on a board of `size` pixels, with their places."""
        self._begin(size, board.rulebook)
        self.forget()
        return self.write(self._frame(Surface(size), size, board, now_s))

    def lot_of(self, board: Board, size: tuple[int, int], chair: int) -> HouseLot | None:
        """The lot of a chair on a board of `size` pixels; None if it is not seen."""
        chairs = board.at or range(len(board.places))
        layout = self._frame(Surface((1, 1)), size, board).layout
        is_seen = layout.lots and not (is_covered(board) or honours(board))
        return layout.lots[chairs.index(chair)] if is_seen and chair in chairs else None

    def portrait(self, role: str, px: int) -> Surface:
        """The picture of a card, about `px` pixels wide and high."""
        return face(self._paints, role, px)

    def forget(self) -> None:
        """Forgets the surface, since somebody else has painted over it: the next board is drawn in any
        case."""
        self._shown = None

    def _frame(self, surface: Surface, size: tuple[int, int], board: Board, now_s: float = 0.0) -> Frame:
        """The frame of a board on a surface of `size` pixels, with all motion at its end."""
        enlarged = min(LARGEST, LARGE * self._enlarged) if self.look.text == "large" else self._enlarged
        return Frame(
            surface,
            board,
            self.look,
            light_of(board, self.look),
            laid_out(size, board, enlarged),
            shown_seconds(board, now_s, self.look),
        )

    def write(self, frame: Frame) -> list[DrawnLine]:
        """Draws everything except the land. Returns all text on the board."""
        board, paints = frame.board, self._paints
        if board.scene not in ENDS:  # between which pages turn
            self._group.clear()
        written = list[DrawnLine]()
        if is_covered(board):
            self._plaques.hide()
        elif honours(board):
            self._plaques.hide()
            written += self._group.show(frame)
        else:
            written += paint_village(frame, paints, self._plaques)
        written += paint_footer(frame, paints)
        if frame.invites and not board.menu:
            return written + paint_invitation(frame, paints) + paint_join(frame, paints)
        said = Board(headline=board.menu.title) if board.menu else board
        written += paint_header(frame._replace(board=said), paints)
        if board.menu:
            written += paint_menu(frame, paints, board.menu) + self._paint_beside(frame, board.menu)
        elif isinstance(board.secret, SecretCircle):
            return written + paint_circle(frame, paints, board.secret)
        elif board.secret:
            return written + paint_words(frame, paints, board.secret)
        elif alone(board):
            return written + self._signs.show(frame) + self._signs.clock(frame)
        return written + paint_join(frame, paints)

    def _paint_beside(self, frame: Frame, menu: Menu) -> list[DrawnLine]:
        """Draws what a menu changes beside it: the village, or the cards if the menu is about them."""
        board, land = frame.board, sheet_of(frame, self._paints.type, menu).land
        plaques, signs = self._beside
        if not land:
            return []
        if board.legend:
            return signs.show(frame._replace(layout=lay_out_small(tuple(land), 0)))
        layout = lay_out_small(tuple(land), max(len(board.places), board.chairs))
        if layout.lots:
            seen = msgspec.structs.replace(board, menu=None, timer=None)
            small = layout.of(board.at) if board.at else layout
            still = Frame(frame.surface, seen, frame.look, frame.palette, small)
            paint_village(still, self._paints, plaques)
        return []


def in_its_light(frame: Frame) -> Frame:
    """The frame with the palette of a fade from one light to another."""
    fade = frame.pose.fade
    return frame._replace(palette=seen_in(fade)) if fade and not alone(frame.board) else frame


def is_covered(board: Board) -> bool:
    """Whether something covers the whole village."""
    return bool(board.menu or board.secret) or alone(board)
