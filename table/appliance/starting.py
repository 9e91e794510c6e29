"""How a person starts a table: what they see and touch, what is printed for them, and how they end it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path
from typing import Literal

from hardware.voice.engines import voices_in
from table.errors import ClosedError
from table.sentences import one_line
from table.settings.owner import PACKS, STICK_MUSIC, SYSTEM, state_directory

Face = Literal["window", "board", "page", "terminal", "log"]
"""The display of a simulated table: a window with its pods, a window with the board alone, a page of the
board alone, a terminal that can be typed in, or lines of text."""

NO_CURSOR = ("dumb", "unknown")
"""Values of TERM for terminals that cannot be drawn on."""
ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Signals that end the table: a request, a closed terminal, an interrupt from another one."""


def face_here() -> Face:
    """The face of a table here: a display first, else a terminal, else neither."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform != "linux"
    if driver not in ("dummy", "offscreen") and (driver or shown):
        return "window"
    return typed_in()


def typed_in() -> Face:
    """The face of a table without a window."""
    can_draw = os.environ.get("TERM", "") not in ("", *NO_CURSOR)
    return "terminal" if can_draw and sys.stdin.isatty() and sys.stdout.isatty() else "log"


def recordings() -> Path:
    """The folder in which spoken lines are kept between evenings."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "garou" / "voice"


def voice_packs(state: Path | None = None) -> Path:
    """The folder of the voices that a table installs: packs, and Piper voices from the network.

    `state`: where the table keeps what it keeps; None: the usual folder. Raises `UnreadableError` if its name
    is not text.
    """
    return (state or state_directory()) / PACKS


def stick_music(state: Path | None = None) -> Path:
    """The folder of music that came on a stick. For `state` see `voice_packs`."""
    return (state or state_directory()) / STICK_MUSIC


def piper_voices(packs: Path) -> dict[str, str]:
    """The Piper voices that a table finds, by language: the system's, and those in its folder of packs."""
    return voices_in([SYSTEM / PACKS, packs])


def warn(sentence: str) -> None:
    """Prints a line for the person who started the table."""
    print(f"garou: {one_line(sentence)}", file=sys.stderr, flush=True)


def end_on_signals() -> None:
    """Treats signals from outside like closing the table by hand.

    Call it before anything is opened: SDL installs its own handler if there is none. Signals that are ignored
    already, as with nohup, stay ignored.
    """

    def end(*_: object) -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)  # Once is enough, and closing takes a moment.
        raise ClosedError("ended from outside")

    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, end)
