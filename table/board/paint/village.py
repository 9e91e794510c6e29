"""Draws houses and plates on the land, and what moves between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from table.board.paint.arrows import Boxes, paint_growing_arrows, paint_lying_arrows, paint_torches
from table.board.paint.crowd import paint_crowd
from table.board.paint.doors import paint_beams, paint_doors, paint_marks
from table.board.paint.frame import Frame
from table.board.paint.middle import laid, paint_middle
from table.board.paint.motion import STILL
from table.board.paint.paintbox import Paintbox
from table.board.paint.plaques import DrawnLot, Plaques
from table.board.paint.questions import paint_bubbles, paint_close, paint_questions
from table.board.paint.reveal import paint_revealed
from table.board.paint.street import standing
from table.board.paint.testcard import paint_testcard
from table.board.paint.text import DrawnLine
from table.board.paint.victory import paint_victory
from table.board.paint.watch import paint_cloud, paint_watch
from table.board.paint.writing import stands_free


def paint_village(frame: Frame, paints: Paintbox, plaques: Plaques) -> list[DrawnLine]:
    """Draws the houses and plates, and everything between them. Returns the text on them."""
    board, victory = frame.board, frame.pose.victory
    if victory is not None:
        return [] if frame.invites else paint_victory(frame, paints, victory)
    if frame.invites and not stands_free(board):
        return []
    written: list[DrawnLine] = []
    around = lying_in_the_middle(frame)
    if frame.layout.lots:
        paint_beams(frame, paints)
        paint_lying_arrows(frame, around)
        written += paint_crowd(frame, paints)
        paint_growing_arrows(frame, around)
        frame.surface.blits(standing(frame, paints), doreturn=False)
    lots = plaques.lots(frame)
    for lot in lots:
        frame.surface.blits(lot.pieces, doreturn=False)
    written += [line for lot in lots for line in lot.written]
    if frame.invites:
        return written
    if not frame.layout.lots:
        return written + (paint_middle(frame, paints) if board.scene == "attract" else [])
    return written + _between(frame, paints, lots, around)


def has_middle(frame: Frame) -> bool:
    """Whether anything lies in the middle while arrows are there, or could be."""
    board = frame.board
    is_about = bool(frame.about) and board.scene == "ballots"
    return not board.arrows or frame.names_somebody or bool(frame.rivals) or is_about


def lying_in_the_middle(frame: Frame) -> Boxes:
    """The boxes round which arrows go: what lies in the middle once all of them have arrived."""
    still = frame._replace(pose=STILL)
    if not (frame.layout.lots and has_middle(still)):
        return ()
    return tuple((box.left, box.top, box.width, box.height) for box in laid(still).boxes if box)


def _between(frame: Frame, paints: Paintbox, lots: Sequence[DrawnLot], around: Boxes) -> list[DrawnLine]:
    """Draws what moves between the houses. Words come last: nothing moves across them."""
    board = frame.board
    paint_cloud(frame, paints, chain.from_iterable(lot.pieces for lot in lots))
    paint_marks(frame, paints)
    paint_torches(frame, paints, around)
    paint_watch(frame, paints)
    paint_bubbles(frame, paints)
    written = paint_doors(frame, paints)
    if board.scene == "test":
        written += paint_testcard(frame, paints)
    elif frame.pose.revealed:
        written += paint_revealed(frame, paints)
    elif board.heaps:
        written += paint_questions(frame, paints)
    elif has_middle(frame):
        written += paint_middle(frame, paints)
    if frame.cue.close:
        paint_close(frame, paints)
    return written
