"""Draws the crowd of the winners: side by side, in as many rows as make them largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pygame import Rect

from table.board.board import Board
from table.board.paint.frame import OF_THE_NIGHT, Frame
from table.board.paint.layout import grid
from table.board.paint.paintbox import Paintbox
from table.board.paint.people import Stance, picture_of

ROOM = (0.8, 0.86)
"""Part of the square's width and height in which the winners stand."""
SHAPE = 0.9
"""Approximate width of a winner's place, as a share of its height."""
WIDE, APART = 1.1, 1.4
"""`WIDE`: largest size of a winner, as a multiple of their place's width. `APART`: largest distance of two
winners side by side, as a multiple of their size."""


class Winner(NamedTuple):
    """A winner with their place in the crowd."""

    seat: int
    at: Rect
    name: Rect
    """The room for their name, below them; of no height if names are not shown."""


def crowd(board: Board, room: Rect, named: float = 0.0) -> Iterator[Winner]:
    """The winners in a room, those at the back first. `named`: height of a name, as a share of a row's."""
    seats = [seat for seat, place in enumerate(board.places) if place.marked]
    for seat, cell in zip(seats, grid(len(seats), room, SHAPE), strict=True) if seats else ():
        name = round(named * cell.height)
        px = min(cell.height - name, round(WIDE * cell.width))
        step = min(cell.width, round(APART * px))
        x = room.centerx + round((cell.centerx - room.centerx) * step / cell.width)
        at, below = Rect(0, 0, px, px), Rect(0, 0, round(0.96 * step), name)
        at.midbottom = below.midtop = x, cell.bottom - name
        yield Winner(seat, at, below)


def has_crowd(frame: Frame) -> bool:
    """Whether the winners stand on the square."""
    board = frame.board
    is_free = board.scene == "over" and not (board.word or board.arrows) and frame.layout.lots
    return bool(is_free) and any(place.marked for place in board.places)


def paint_crowd(frame: Frame, paints: Paintbox) -> None:
    """Draws the winners on the square."""
    if not has_crowd(frame):
        return
    square = frame.layout.square
    room = Rect(0, 0, round(ROOM[0] * square.width), round(ROOM[1] * square.height))
    room.midbottom = square.midbottom
    for winner in crowd(frame.board, room):
        paint_winner(frame, paints, winner)


def paint_winner(frame: Frame, paints: Paintbox, winner: Winner, come: float = 1.0) -> None:
    """Draws a winner, without the name. `come`: how much of them has come up from the ground."""
    board, at = frame.board, winner.at
    stance = Stance(wolf=board.winner in OF_THE_NIGHT)
    picture = picture_of(paints, chair_of(board, winner.seat), at.height, stance)
    below = round((1 - come) * at.height)
    frame.surface.blit(picture, at.move(0, below), (0, 0, at.width, at.height - below))


def chair_of(board: Board, seat: int) -> int:
    """The chair of a seat."""
    return board.at[seat] if board.at else seat
