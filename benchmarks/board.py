"""How long the board takes to draw, in software, and how much of a core it needs when little changes.

    python -m benchmarks.board

One figure a line. "first" is the frame in which a scene appears, after a rehearsal as in an evening (of the
legend, for as many frames as fit into the pause before the deal); "worst"
and "median" are whole redraws of a scene that is already known; "idle" is a debate of which only the clock
moves, asked for thirty times a second.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

import pygame
from msgspec.structs import replace

from table.board.scenes import SCENES, Painter
from table.room import GAP_S
from table.tonight import BEAT_S
from tests.boards import board

SIZE = (1920, 1080)
FRAMES = 60
FRAMES_A_SECOND = 30
IDLE_S = 20
BAR_MS, BAR_IDLE = 5.0, 0.01


def milliseconds(work: Callable[[], object]) -> float:
    """Processor time of one call: what other programs do meanwhile does not count."""
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def scenes(seats: int) -> float:
    """Prints the frames of every scene; returns the worst of the redraws, in milliseconds."""
    painter, surface = Painter(), pygame.display.set_mode(SIZE)
    names = board("night", seats).places
    print(
        f"{seats} seats: rehearsal {milliseconds(lambda: list(painter.rehearse(SIZE, names))):6.0f} ms in all"
    )
    worst = 0.0
    for scene in SCENES:
        shown = board(scene, seats)
        if shown.legend:
            painter.draw(surface, replace(board("attract", seats), legend=shown.legend), 0.0)
            for _ in range(int(GAP_S / BEAT_S)):
                painter.rest()
        opening = replace(shown, timer=None) if shown.legend else shown  # the clock of the deal comes later
        first = milliseconds(lambda opening=opening: painter.draw(surface, opening, 0.0))  # type: ignore[misc]
        times = []
        for _ in range(FRAMES):
            painter.forget()
            times.append(milliseconds(lambda shown=shown: painter.draw(surface, shown, 0.0)))  # type: ignore[misc]
        worst = max(worst, max(times))
        print(
            f"{seats} seats: {scene:10} first {first:5.2f} ms, worst {max(times):5.2f} ms, "
            f"median {median(times):5.2f} ms"
        )
    return worst


def idle(seats: int) -> float:
    """Prints and returns the share of a core that a debate needs while nobody presses."""
    painter, surface = Painter(), pygame.display.set_mode(SIZE)
    debate = board("debate", seats)
    painter.draw(surface, debate, 0.0)
    begin = time.process_time()
    for frame in range(IDLE_S * FRAMES_A_SECOND):
        if painter.draw(surface, debate, frame / FRAMES_A_SECOND):
            pygame.display.flip()
    share = (time.process_time() - begin) / IDLE_S
    print(f"{seats} seats: idle {100 * share:5.2f} % of a core")
    return share


def main() -> int:
    """Exit status 1 if a bar is missed."""
    pygame.display.init()
    held = True
    for seats in (18, 24):
        held &= scenes(seats) <= BAR_MS
        held &= idle(seats) <= BAR_IDLE
    pygame.display.quit()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
