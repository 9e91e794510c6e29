"""Plays many rounds for a command: shows how far it is, and may be interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from table.games.lots import Tally
    from table.games.protocol import Simulation

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells expect it."""


def count_rounds(
    found: Simulation,
    rounds: int,
    seed: int,
    jobs: int | None,
    tell: Callable[[Tally], object] | None = None,
) -> tuple[Tally, bool]:
    """Plays these rounds, by default on all processors. Returns what they come to, and whether all have been
    played. `tell`: is given what there is after each batch. Where standard error is a terminal it shows how
    far it is. Raises `KeyboardInterrupt` if there was nothing yet to tell."""
    from table.games.batches import played, processors

    tally: Tally | None = None
    jobs = 1 if found.one_process else jobs or processors()
    is_watched = sys.stderr.isatty()
    shown = click.progressbar(length=rounds, file=sys.stderr, show_pos=True) if is_watched else nullcontext()
    with shown as bar:
        try:
            for tally in played(found.play, rounds, seed, jobs):
                if bar:
                    bar.update(tally.rounds - bar.pos)
                if tell:
                    tell(tally)
        except KeyboardInterrupt:
            if tally is None:
                raise
    assert tally
    return tally, tally.rounds == rounds
