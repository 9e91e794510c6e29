"""Draws the crowd of the winners, each with their name: in as many rows as make them largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pygame import Rect

from table.board.board import Board
from table.board.paint.frame import OF_THE_NIGHT, Frame
from table.board.paint.layout import GAP, grid
from table.board.paint.paintbox import Paintbox
from table.board.paint.people import Stance, picture_of
from table.board.paint.text import TIGHT, DrawnLine, FittedText

SIGN = 0.11, 0.2
"""Radius of the sign beside the winners, and of a clock there, as shares of the square's height."""
NAMED, NAMED_LOW, NAME_PX, EDGE_PX = 0.2, 0.26, 56, 10
"""`NAMED`: height of a name, as a share of a row's. `NAMED_LOW`: the same among the cards, where rows are
lower. `NAME_PX`: its largest letters. `EDGE_PX`: space beside it."""
NAME_LEAST_PX = 20
"""Letters below which the winners on the square have no names, as their cards have them."""
SHAPE = 0.9
"""Approximate width of a winner's place, as a share of its height."""
WIDE, APART = 1.1, 1.7
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


def beside_crowd(frame: Frame) -> Rect:
    """The box of the sign or the clock beside the winners: on the left of the square."""
    square, gap = frame.layout.square, round(GAP * frame.layout.fine)
    box = Rect(0, 0, *[2 * round(SIGN[bool(frame.board.timer)] * square.height)] * 2)
    box.midleft = square.left + gap, square.centery
    return box


def paint_crowd(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the winners on the square, and writes their names if there is room. Returns the names."""
    if not has_crowd(frame):
        return []
    square = frame.layout.square
    gap = round(GAP * frame.layout.fine)
    room, aside = square.inflate(0, -2 * gap), beside_crowd(frame).right + 2 * gap - square.left
    room.left, room.width = room.left + aside, room.width - 2 * aside
    winners = [*crowd(frame.board, room, NAMED_LOW)]
    least = NAME_LEAST_PX * frame.layout.usual
    is_named = all(fitted_name(frame, paints, winner).px >= least for winner in winners)
    written: list[DrawnLine] = []
    for winner in winners if is_named else crowd(frame.board, room):
        paint_winner(frame, paints, winner)
        written += paint_name(frame, paints, winner) if is_named else []
    return written


def paint_winner(frame: Frame, paints: Paintbox, winner: Winner, lifted: float = 0.0) -> None:
    """Draws a winner, without the name. `lifted`: how high they jump, as a share of their height."""
    board, at = frame.board, winner.at
    stance = Stance(wolf=board.winner in OF_THE_NIGHT)
    picture = picture_of(paints, chair_of(board, winner.seat), at.height, stance)
    frame.surface.blit(picture, at.move(0, -round(lifted * at.height)))


def fitted_name(frame: Frame, paints: Paintbox, winner: Winner) -> FittedText:
    """The name of a winner, as large as there is room for."""
    size = winner.name.width - 2 * round(EDGE_PX * frame.layout.fine), winner.name.height
    name = frame.board.places[winner.seat].name
    return paints.type.fit(name, size, round(NAME_PX * frame.scale), bold=True, leading=TIGHT)


def paint_name(frame: Frame, paints: Paintbox, winner: Winner) -> list[DrawnLine]:
    """Writes the name of a winner below them."""
    palette, fine, fitted = frame.palette, frame.layout.fine, fitted_name(frame, paints, winner)
    edge = round(EDGE_PX * fine)
    plate = Rect(0, 0, paints.type.width(fitted) + 2 * edge, fitted.height)
    plate.midtop = winner.name.midtop
    paints.panel(frame.surface, plate, palette.plaque, palette.edge, max(1, round(2 * fine)), edge)
    ink, ground = palette.plaque_ink, palette.plaque
    return paints.type.write(frame.surface, f"winner {winner.seat}", fitted, plate, ink, ground)


def chair_of(board: Board, seat: int) -> int:
    """The chair of a seat."""
    return board.at[seat] if board.at else seat
