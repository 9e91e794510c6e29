"""The public trace of an evening: everything that can be perceived at the table, and when, as lines of JSON.

It is recorded at the devices, so it has their real output, not what the room intended. Of a ring it has the
number of lit pixels in each colour, never which pixels. docs/trace.md describes the format.
"""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import lru_cache
from pathlib import Path
from typing import Any, TextIO

import msgspec

from hardware.interface import Ambience, Clock, Effects, Rings
from hardware.simulated import SimulatedVoice
from hardware.troubles import Trouble
from table.board.board import Board
from table.board.view import View
from table.errors import UnreadableError
from table.room.devices import Devices

STANDARD_OUTPUT = Path("-")
UNTOLD = ("secret", "wifi")
"""What stands on the board for those alone who are at the table."""


class Trace:
    """The events of a trace, one line of JSON each. Times count from the call of `of`."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._clock: Clock | None = None
        self._began_s = 0.0

    def of(self, devices: Devices) -> Devices:
        """Wraps devices so that the trace notes all they do.

        Raises `ValueError` unless the voice is simulated: no other one knows how long a line takes.
        """
        voice, clock = devices.voice, devices.clock
        if not isinstance(voice, SimulatedVoice):
            raise ValueError("a trace needs a simulated voice, which knows how long a line takes")
        self._clock, self._began_s = clock, clock.now()
        return devices._replace(
            rings=TracedRings(devices.rings, self),
            voice=TracedVoice(voice, self),
            view=TracedView(devices.view, self),
            ambience=TracedAmbience(devices.ambience, self),
            effects=TracedEffects(devices.effects, self),
        )

    def note(self, at_s: float | None = None, **facts: Any) -> None:
        """Notes an event at `at_s`; None: now."""
        if at_s is None:
            at_s = self._clock.now() if self._clock else 0.0
        entry = {"ms": self.ms(at_s)} | facts
        self.lines.append(json.dumps(entry, ensure_ascii=False, separators=(",", ":")))

    def ms(self, time_s: float) -> int:
        """A moment of the clock, in milliseconds from the start."""
        return round((time_s - self._began_s) * 1000)

    @contextmanager
    def overhearing(self, out: TextIO | None = None) -> Iterator[None]:
        """Notes standard output and standard error during a `with` block: they are a public log.

        `out`: replaces standard output.
        """
        with (
            redirect_stdout(Overheard(out or sys.stdout, self)),
            redirect_stderr(Overheard(sys.stderr, self)),
        ):
            yield


class Overheard(io.TextIOBase):
    """A stream that passes everything on and notes each line as it ends."""

    def __init__(self, stream: TextIO, trace: Trace) -> None:
        self._stream = stream
        self._trace = trace
        self._begun = ""

    def write(self, text: str) -> int:
        self._stream.write(text)
        *ended, self._begun = (self._begun + text).split("\n")
        for line in ended:
            self._trace.note(log=line)
        return len(text)

    def flush(self) -> None:
        self._stream.flush()


class TracedVoice:
    """A voice that notes each line: when it is heard, and for how long."""

    def __init__(self, voice: SimulatedVoice, trace: Trace) -> None:
        self.voice = voice
        self._trace = trace

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        before = self.voice.last
        self.voice.speak(line, language, pitch)
        spoken = self.voice.last
        if spoken and spoken is not before:
            length_ms = round(spoken.seconds * 1000)
            self._trace.note(
                spoken.time_s, line=spoken.line, language=language, pitch=pitch, length_ms=length_ms
            )

    def can_say(self, line: str, language: str) -> bool:
        return self.voice.can_say(line, language)

    @property
    def speaking(self) -> bool:
        return self.voice.speaking

    @property
    def missed(self) -> bool:
        return self.voice.missed

    @property
    def trouble(self) -> Trouble | None:
        return self.voice.trouble

    def prepare(self, lines: Iterable[str], language: str) -> None:
        self.voice.prepare(lines, language)

    def close(self) -> None:
        self.voice.close()


class TracedAmbience:
    """An ambience that notes when it begins and ends."""

    def __init__(self, ambience: Ambience, trace: Trace) -> None:
        self._ambience = ambience
        self._trace = trace
        self._is_heard = False

    def begin(self) -> None:
        self._ambience.begin()
        self._note(True)

    def end(self) -> None:
        self._ambience.end()
        self._note(False)

    def _note(self, is_heard: bool) -> None:
        if is_heard != self._is_heard:
            self._is_heard = is_heard
            self._trace.note(ambience=is_heard)

    @property
    def trouble(self) -> Trouble | None:
        return self._ambience.trouble

    def close(self) -> None:
        """Closes the device; the silence after it is not noted."""
        self._ambience.close()


class TracedEffects:
    """Effects that note each sound."""

    def __init__(self, effects: Effects, trace: Trace) -> None:
        self._effects = effects
        self._trace = trace

    def play(self, key: str) -> None:
        self._effects.play(key)
        self._trace.note(effect=key)

    @property
    def trouble(self) -> Trouble | None:
        return self._effects.trouble

    def close(self) -> None:
        self._effects.close()


@lru_cache(maxsize=4096)
def light_of(ring: bytes) -> Mapping[str, int]:
    """The light of a ring: how many pixels are lit in each colour ("rrggbb"), sorted by colour."""
    colours = Counter(ring[at : at + 3].hex() for at in range(0, len(ring), 3) if any(ring[at : at + 3]))
    return dict(sorted(colours.items()))


class TracedRings:
    """Rings that note their light whenever it changes for at least one seat."""

    def __init__(self, rings: Rings, trace: Trace) -> None:
        self.seats = rings.seats
        self.pixels = rings.pixels
        self._rings = rings
        self._trace = trace
        self._light: Sequence[Mapping[str, int]] = ()

    def show(self, frame: bytes) -> None:
        self._rings.show(frame)
        size = 3 * self.pixels
        light = [light_of(frame[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        if light != self._light:
            self._light = light
            self._trace.note(light=light)

    @property
    def trouble(self) -> Trouble | None:
        return self._rings.trouble

    def close(self) -> None:
        """Closes the device; the dark after it is not noted."""
        self._rings.close()


class TracedView:
    """A view that notes changes of the public board. It notes neither the secret picture nor the table's
    own Wi-Fi, nor their changes."""

    def __init__(self, view: View, trace: Trace) -> None:
        self.view = view
        self._trace = trace
        self._packed = b""
        self._shown: dict[str, Any] = {}

    def show(self, board: Board, now_s: float) -> None:
        public = msgspec.structs.replace(board, secret=None, wifi=None)
        packed = msgspec.msgpack.encode(public)
        if packed != self._packed:
            self._packed = packed
            shown = self._on_the_board(public)
            changed = changes(self._shown, shown)
            self._shown = shown
            self._trace.note(now_s, board=changed)
        self.view.show(board, now_s)

    def _on_the_board(self, board: Board) -> dict[str, Any]:
        """The public board as data: places by seat, moments in milliseconds."""
        shown: dict[str, Any] = msgspec.to_builtins(board)
        for key in UNTOLD:
            del shown[key]
        shown["places"] = {str(seat): place for seat, place in enumerate(shown["places"])}
        if timer := board.timer:
            shown["timer"] = {
                "ends_ms": self._trace.ms(timer.ends_s),
                "length_ms": round(timer.length_s * 1000),
            }
        return shown

    @property
    def closed(self) -> int:
        return self.view.closed

    def close(self) -> None:
        self.view.close()


def changes(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """The new or changed values; of places only those that changed."""
    changed: dict[str, Any] = {}
    for key, value in now.items():
        if key not in before:
            changed[key] = value
        elif value != before[key]:
            is_deep = key == "places" or key.isdecimal()
            changed[key] = changes(before[key], value) if is_deep else value
    return changed


@contextmanager
def written_to(path: Path) -> Iterator[Trace]:
    """Writes the trace to a file at the end of a `with` block, also after an error.

    With "-" it writes to standard output, which then has nothing else. A file that cannot be written is
    refused before the round. If nothing was played, an existing file is left as it is.
    """
    trace, out = Trace(), sys.stdout
    to_file = path != STANDARD_OUTPUT
    is_new = False
    if to_file:
        with _refusing(path):
            is_new = not path.exists()
            path.open("a").close()
    try:
        with trace.overhearing(None if to_file else sys.stderr):
            yield trace
    finally:
        text = "".join(f"{line}\n" for line in trace.lines)
        with _refusing(path):
            if not to_file:
                out.write(text)
                out.flush()
            elif text:
                path.write_text(text, encoding="utf-8")
            elif is_new:
                path.unlink()


@contextmanager
def _refusing(path: Path) -> Iterator[None]:
    """Raises `UnreadableError` with the file's name for errors of the file system."""
    try:
        yield
    except OSError as error:
        raise UnreadableError(f"--trace {path}: cannot be written: {error.strerror}") from None
