"""The board as lines of text, for a log, a pipe or a file."""

from __future__ import annotations

import sys
from typing import TextIO

from table.board.board import Board, votes_against
from table.board.menu import entry_line
from table.sentences import one_line


class Plain:
    """A `View` for a pipe or a file: one line for each change, no control codes."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._written: list[list[str]] = [[]] * 5

    def show(self, board: Board, now_s: float) -> None:  # noqa: ARG002 - a log has no clock
        """Writes what changed since the last call."""
        menu = board.menu
        parts = [
            [" - ".join(part for part in (board.title, board.headline) if part)],
            [board.caption and f"  {board.caption}"],
            ballot_lines(board),
            [board.notice and f"! {board.notice}"],
            [f"  {menu.title} > {entry_line(menu.entries[menu.cursor])}" if menu else ""],
        ]
        changed = [part for part, before in zip(parts, self._written, strict=True) if part != before]
        self._written = parts
        if lines := [one_line(line) for part in changed for line in part if line]:
            self._out.write("\n".join(lines) + "\n")
            self._out.flush()

    @property
    def closed(self) -> int:
        """Never: nobody stands in front of it."""
        return 0

    def close(self) -> None:
        """Nothing to give back."""


def ballot_lines(board: Board) -> list[str]:
    """Arrows as a log has them: a line for each voter, and after a vote one of what they come to."""
    lines = []
    for seat, place in enumerate(board.places):
        ballots = [
            f"-> {board.places[arrow.target].name}" + (f" x{arrow.weight}" if arrow.weight > 1 else "")
            for arrow in board.arrows
            if arrow.voter == seat
        ]
        if ballots:
            lines.append(f"  {place.name} {'  '.join(ballots)}")
    totals = ", ".join(f"{board.places[seat].name} {votes}" for seat, votes in votes_against(board).items())
    return [*lines, f"  = {totals}"] if totals and board.scene == "ballots" else lines
