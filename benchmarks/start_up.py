"""Measures the start: `garou --help`, and `garou play` to its first board frame.

    python -m benchmarks.start_up

Each is a process of its own, started afresh; the files are in the system's cache after the first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
RUNS = 11
BARS_MS = {"garou --help": 80.0, "garou play to the first board frame": 1000.0}

FIRST_FRAME = """
import os, sys
import pygame
import table.appliance.opening.opening
from table.__main__ import main

def shown(*_):
    os.write(1, b"shown")
    os._exit(0)

pygame.display.flip = shown
table.appliance.opening.opening.face_here = lambda: "window"
sys.argv = ["garou", "play", "--simulated"]
main()
"""
"""Runs the command in a window on the dummy driver, and ends with the first frame."""


def run_ms(command: list[str], environment: dict[str, str]) -> float:
    """Run time of a process, in milliseconds."""
    began_s = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert done.stdout, "the command said nothing"
    return (time.perf_counter() - began_s) * 1000


def main() -> int:
    """Exit status 1 if a bar is missed."""
    commands = {
        "garou --help": ([sys.executable, "-m", "table", "--help"], {}),
        "garou play to the first board frame": (
            [sys.executable, "-c", FIRST_FRAME],
            {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        ),
    }
    held = True
    for name, (command, environment) in commands.items():
        with TemporaryDirectory() as state:  # no evening of the user's is offered, or ended
            around = environment | {"XDG_STATE_HOME": state}
            times = sorted(run_ms(command, around) for _ in range(RUNS))
        held &= median(times) <= BARS_MS[name]
        print(f"{name}: median {median(times):.0f} ms, worst of {RUNS} {times[-1]:.0f} ms")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
