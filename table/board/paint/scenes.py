"""Draws the public board with pygame, on a surface of any size.

The board is a village: each seat is a house round its square, title and headline are in the sky, the spoken
line is below. What a scene is about lies in the middle of the square. The land is painted once for each time
of day, and a plate when its seat changes; a board that did not change is not drawn again. All motion has an
end, except for the clock and a few stars.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import chain
from math import inf

import msgspec
import pygame
from pygame import Surface

from table.board.board import Board, LegendSign, SecretCircle, Timer
from table.board.paint.arrows import paint_torches
from table.board.paint.art import Art
from table.board.paint.circle import paint_circle
from table.board.paint.cues import Cues
from table.board.paint.doors import paint_doors, paint_marks, rehearse_doors
from table.board.paint.frame import Frame, alone, honours, laid_out, light_of, shown_seconds
from table.board.paint.group import Group
from table.board.paint.join import join_box, paint_join
from table.board.paint.land import Land, seen_in
from table.board.paint.landscape import is_stage, land_of
from table.board.paint.layout import LARGEST, HouseLot
from table.board.paint.menu_sheet import paint_menu
from table.board.paint.middle import paint_middle, rehearse_middle
from table.board.paint.motion import DRIFT_STEP_S, ENDS, Motion, after
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import PAINTED_AT_ONCE, WHILE_MOVING, DrawnLot, Plaques
from table.board.paint.portraits import rehearse_faces, rehearse_group, rehearse_homes
from table.board.paint.questions import paint_bubbles, paint_close, paint_questions, rehearse_questions
from table.board.paint.reveal import paint_revealed, rehearse_revealed, turn_ahead
from table.board.paint.signs import Signs
from table.board.paint.standing import StandingPicture
from table.board.paint.testcard import paint_testcard
from table.board.paint.text import DrawnLine
from table.board.paint.victory import come_ahead, paint_victory
from table.board.paint.watch import paint_cloud, paint_watch, rehearse_watch
from table.board.paint.words import paint_words
from table.board.paint.writing import (
    paint_footer,
    paint_header,
    paint_invitation,
    rehearse_invitation,
    stands_free,
)
from table.board.view import USUAL, Look

LARGE = 1.25
"""What large text multiplies all sizes by."""
HURRIED, AT_REST = 216, 1080
"""Lines of a coming land that are laid in a frame where there is no time to rest, and in a rest."""
HURRIES_AFTER = 8
"""So many frames in a row without a rest, and the painter no longer waits for one; each new scene begins
with a few."""


class Painter:
    """Draws boards. It remembers what it painted, so one painter should serve one surface. `enlarged`:
    factor on all sizes; `look` may be changed between two boards; `art`: the pictures, ours without it."""

    def __init__(self, enlarged: float = 1.0, look: Look = USUAL, art: Art | None = None) -> None:
        pygame.font.init()
        self.look = look
        self._enlarged = enlarged
        self._paints = Paintbox(art or Art())
        self._land = Land(self._paints.art)
        self._plaques, self._signs = Plaques(self._paints), Signs(self._paints)
        self._standing = StandingPicture(self._paints)
        self._group = Group(self._paints)
        self._size = (0, 0)
        self._motion, self._cues = Motion(), Cues()
        self._shown: Hashable = None
        self._drawn: Frame | None = None
        """The last frame."""
        self._cast: Hashable = None
        self._is_new = False
        """Whether this is the first board of these seats, which is painted all at once."""
        self._told: tuple[object, ...] = (None,)
        """Scene and words of the last frame."""
        self._begins = False
        """Whether they are new in this frame, which then paints little else."""
        self._waits = False
        """Whether the picture of the land waits for the next frame."""
        self._unrested = 0
        """Frames since there was time to paint ahead."""
        self._turning_to = self._land.name
        """The land that is drawn as soon as it is painted."""
        self._rehearsal: Iterator[object] = iter(())
        self._legends: list[LegendSign] = []
        """The legend rehearsed last."""
        self._lain: object = None
        """Whose cards were painted last as they will lie on the square, and where."""

    def draw(self, surface: Surface, board: Board, now_s: float) -> bool:
        """Draws `board` at `now_s` over the whole `surface`. Returns False if nothing had changed."""
        size = surface.get_size()
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
        wanted = land_of(board.rulebook)
        if cast != self._cast:  # the land of a new table is painted at once
            self._land.name = self._turning_to = wanted
        moved = frame.left_s, frame.pose, frame.cue, frame.drift_s
        key = (cast, *moved, self._land.name, msgspec.msgpack.encode(board))
        if key == self._shown:
            self._hurry()
            return False
        self._is_new = cast != self._cast
        if self._is_new:
            self._cast = cast
            self._rehearsal = self.rehearse(size, board)
            self._legends = []
        if wanted != self._turning_to:
            self._turning_to = wanted
            self._rehearsal = chain(
                self._land.turn_to(wanted, size, frame.layout, self.look),
                self._rehearse_game(size, board),
                self._rehearsal,
            )
        if board.scene != "deal" and board.legend and board.legend != self._legends:
            # Rehearsed first, since it is shown soon.
            self._legends = list(board.legend)
            self._rehearsal = chain(self.rehearse_legend(size, board), self._rehearsal)
        self._paint(frame)
        self._drawn = frame
        self._hurry()
        self._unrested += 1
        # While a light fades, its next step shows the land that is ready by then.
        waits = self._land.unfinished and not frame.pose.fade
        self._shown = None if self.unfinished or waits else key
        return True

    def text_rects(self, board: Board, size: tuple[int, int], now_s: float = 0.0) -> list[DrawnLine]:
        """Every line of text that a board of `size` pixels shows, with its place."""
        frame = self._frame(Surface(size), size, board, now_s)
        self.forget()
        written = self.write(frame)
        while self.unfinished:
            written = self.write(frame)
        self.forget()
        return written

    @property
    def unfinished(self) -> bool:
        """Whether the land, some plates or some cards are still to be painted."""
        return self._waits or self._plaques.unfinished or self._group.unfinished

    def lot_of(self, board: Board, size: tuple[int, int], chair: int) -> HouseLot | None:
        """The lot of a chair on a board of `size` pixels; None: nothing is seen of it."""
        chairs = board.at or range(len(board.places))
        layout = self._frame(Surface((1, 1)), size, board).layout
        is_seen = layout.lots and not (is_covered(board) or honours(board))
        return layout.lots[chairs.index(chair)] if is_seen and chair in chairs else None

    def forget(self) -> None:
        """Forgets the surface, which somebody else has painted over: the next board is drawn in any case."""
        self._shown = None

    def rest(self) -> None:
        """Paints ahead for a few milliseconds, while nothing is to be drawn."""
        self._unrested = 0
        # All of them, since none may wait for another.
        if not any([self._paints_ahead(), self._lays_ahead(AT_REST), self._land.prepare()]):
            next(self._rehearsal, None)

    def _paints_ahead(self) -> bool:
        """Paints something of what moves now that is seen soon. Returns False if all of it is painted."""
        frame = self._drawn
        if not frame:
            return False
        pose, coming = frame.pose, frame._replace(palette=light_of(frame.board, frame.look))
        reveals = pose.revealed and frame.layout.lots
        return bool(
            (reveals and turn_ahead(frame, self._paints))
            or (pose.victory is not None and come_ahead(frame, self._paints))
            or (pose.turning and frame.layout.plaques and self._plaques.turn_ahead(coming))
            or (reveals and self._lies_ahead(coming))
        )

    def _lies_ahead(self, frame: Frame) -> bool:
        """Paints the cards of the dead as they will lie on the square. Returns False if that was done."""
        places = frame.board.places
        lain = [(seat, places[seat].card) for seat, _ in frame.pose.revealed], frame.board.scene, frame.layout
        if self._lain == lain:
            return False
        self._lain = lain
        paint_middle(frame._replace(surface=Surface((1, 1))), self._paints)
        return True

    def _hurry(self) -> None:
        """Does a little of what is unfinished if there was no time to rest for long."""
        if self._unrested < HURRIES_AFTER or not (self.unfinished or self._land.unfinished):
            return
        if not self._land.prepare():
            self._lays_ahead(HURRIED)

    def _lays_ahead(self, lines: int) -> bool:
        """Lays so many lines of the land as the next step of a change of light shows it, or what stands on
        it. Returns False if there is nothing to lay."""
        frame = self._drawn
        if self._waits or not (frame and frame.pose.fade):
            return False
        pose = frame.pose._replace(fade=after(frame.pose.fade))
        coming = in_its_light(frame._replace(pose=pose, palette=light_of(frame.board, frame.look)))
        is_alike = coming.palette == frame.palette
        return self._standing.lay_ahead(coming, self._land.view(coming, ahead=True), lines, is_alike=is_alike)

    def rehearse(self, size: tuple[int, int], board: Board) -> Iterator[object]:
        """Paints ahead, in steps of a few milliseconds, what scenes with the seats of `board` will need."""
        self._make_room(size)
        frame = self._in_the_village(size, board)
        if not frame.layout.plaques:
            return
        yield from self._land.rehearse(size, frame.layout, self.look)
        yield from rehearse_invitation(frame, self._paints)
        yield from self._paints.rehearse(frame.scale)
        yield from self._plaques.rehearse(frame)
        yield from rehearse_doors(frame, self._paints)
        yield from rehearse_middle(frame, self._paints)
        yield from rehearse_watch(size[1], self._paints)
        yield from rehearse_revealed(frame, size, self._paints)
        yield from self._rehearse_game(size, board)

    def _rehearse_game(self, size: tuple[int, int], board: Board) -> Iterator[object]:
        """Paints ahead what only the game of `board` needs."""
        if is_stage(land_of(board.rulebook)):
            yield from rehearse_questions(self._in_the_village(size, board), self._paints)

    def _in_the_village(self, size: tuple[int, int], board: Board) -> Frame:
        """A frame with the seats of `board` in their village, even if their cards lie in rows now."""
        village = Board(
            "debate", places=board.places, chairs=board.chairs, at=board.at, rulebook=board.rulebook
        )
        return self._frame(Surface((1, 1)), size, village)

    def rehearse_legend(self, size: tuple[int, int], shown: Board) -> Iterator[object]:
        """Paints ahead, sign by sign, what the deal will need; then sets the titles of the cards."""
        self._make_room(size)
        deal = self._frame(Surface((1, 1)), size, Board("deal", legend=shown.legend, timer=Timer(1.0, 1.0)))
        yield from self._signs.steps(deal)
        yield self._signs.clock(deal)
        seated = self._frame(deal.surface, size, msgspec.structs.replace(shown, legend=[]))
        roles = [sign.role for sign in shown.legend]
        yield from rehearse_homes(shown.places, self._paints)  # first: there may not be room for all
        yield from self._plaques.rehearse_cards(shown.legend, seated.layout)
        yield from rehearse_faces(roles, self._paints)
        if not seated.layout.is_crowded:
            yield from rehearse_group(roles, seated.layout, self._paints)

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
            self._group.make_room()
            self._signs.make_room()

    def _paint(self, frame: Frame) -> None:
        """Draws the board: the words of a new scene first, in the next frame its land if all of it has
        changed, then the plates."""
        board = frame.board
        self._make_room(frame.surface.get_size())
        told = board.scene, board.title, board.headline, board.caption, board.menu is None
        before, self._told = self._told, told
        self._begins = told != before and not self._is_new
        lots = self._lots(frame)
        self._waits = self._standing.show(
            frame,
            self._land.view(frame),
            lots,
            may_wait=self._begins,
            may_be_bare=told[0] != before[0],  # after a scene that lay over all houses
        )
        self._write(frame, lots)

    def write(self, frame: Frame) -> list[DrawnLine]:
        """Draws all that moves or covers the village. Returns all text on the board."""
        self._begins = self._waits = False
        self._make_room(frame.surface.get_size())
        return self._write(frame, self._lots(frame))

    def _lots(self, frame: Frame) -> list[DrawnLot]:
        """What is seen of the seats."""
        board = frame.board
        self._plaques.unfinished = False
        if is_covered(board) or honours(board):
            self._plaques.hide()
            return []
        if frame.pose.victory is not None or (frame.invites and not stands_free(board)):
            return []
        return self._plaques.lots(frame, self._allowed(frame))

    def _allowed(self, frame: Frame) -> float:
        """At what cost plates and houses may be painted in a frame."""
        if self._is_new:
            return inf
        if self._begins or self._waits:  # there is enough to do
            return 0
        moves = frame.pose.fade or frame.pose.landed < 1 or frame.pose.revealed
        return WHILE_MOVING if moves else PAINTED_AT_ONCE

    def _write(self, frame: Frame, lots: Sequence[DrawnLot]) -> list[DrawnLine]:
        board, paints = frame.board, self._paints
        written = [line for lot in lots for line in lot.written]
        self._group.unfinished = False
        if board.scene not in ENDS:  # between which pages turn
            self._group.make_room()
        if honours(board) and not is_covered(board):
            written += self._group.show(frame, self._allowed(frame))
        elif not (is_covered(board) or (self._waits and self._standing.is_bare)):
            written += self._village(frame, lots)
        written += paint_footer(frame, paints)
        if frame.invites and not board.menu:
            return written + paint_invitation(frame, paints) + self._join(frame)
        said = Board(headline=board.menu.title) if board.menu else board
        written += paint_header(frame._replace(board=said), paints)
        if board.menu:
            written += paint_menu(frame, paints, board.menu)
        elif isinstance(board.secret, SecretCircle):
            return written + paint_circle(frame, paints, board.secret)
        elif board.secret:
            return written + paint_words(frame, paints, board.secret)
        elif alone(board):
            return written + self._signs.show(frame) + self._signs.clock(frame)
        return written + self._join(frame)

    def _village(self, frame: Frame, lots: Sequence[DrawnLot]) -> list[DrawnLine]:
        """Draws everything that goes on between the seats. Words come last: nothing moves across them."""
        board, paints = frame.board, self._paints
        if frame.invites:
            return []
        if frame.pose.victory is not None:
            paint_victory(frame, paints, frame.pose.victory)
            return []
        if not frame.layout.lots:
            return []
        paint_cloud(frame, paints, chain.from_iterable(lot.pieces for lot in lots))
        paint_marks(frame, paints)
        paint_torches(frame, paints)
        paint_watch(frame, paints)
        paint_bubbles(frame, paints)
        written = paint_doors(frame, paints)
        if board.scene == "test":
            written += paint_testcard(frame, paints)
        elif frame.pose.revealed:
            written += paint_revealed(frame, paints)
        elif board.heaps:
            written += paint_questions(frame, paints)
        elif not board.arrows or frame.names_somebody or (frame.about and board.scene == "ballots"):
            written += paint_middle(frame, paints)
        if frame.cue.close:
            paint_close(frame, paints)
        return written

    def _join(self, frame: Frame) -> list[DrawnLine]:
        """How phones find the table, while they can take a seat."""
        box = join_box(frame)
        return paint_join(frame, self._paints, box) if box else []


def in_its_light(frame: Frame) -> Frame:
    """The frame with the colours of what stands on the land while one light fades into another."""
    fade = frame.pose.fade
    return frame._replace(palette=seen_in(fade)) if fade and not alone(frame.board) else frame


def is_covered(board: Board) -> bool:
    """Whether something lies over the whole village."""
    return bool(board.menu or board.secret) or alone(board)
