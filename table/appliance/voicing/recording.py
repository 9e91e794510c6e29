"""Renders sentences in advance, and records a whole evening: `garou voice`."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import msgspec

from hardware.interface import Clock
from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError
from hardware.voice.recordings import Recordings
from hardware.voice.samples import SAMPLES_A_SECOND, samples_of, seconds_of, write_wav
from hardware.voice.spoken import BREATH_S
from hardware.voice.worker import resampled
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.board.view import NoView
from table.errors import TableError, UnreadableError
from table.games.evening import Evening
from table.words.troubles import Troubles

GIVE_UP = 3
"""Number of failures in a row after which no more sentences are rendered."""


class Lost(NamedTuple):
    """A sentence that cannot be rendered, and the reason, in its language."""

    sentence: str
    reason: str


class Ahead(msgspec.Struct):
    """The result of rendering in advance.

    `made`: number of sentences rendered now.
    `kept`: number of sentences that were stored before.
    `bytes`, `spoken_s`: size and length of all recordings.
    `duration_s`: how long it took.
    """

    sentences: int
    made: int = 0
    kept: int = 0
    lost: list[Lost] = []
    bytes: int = 0
    spoken_s: float = 0.0
    duration_s: float = 0.0
    folder: str = ""
    makeshift: str | None = None
    """Why an engine other than the requested one speaks; None if none does."""

    @property
    def is_whole(self) -> bool:
        """Whether every sentence is recorded, in the requested voice."""
        return not self.lost and not self.makeshift


def render_ahead(
    recordings: Recordings,
    sentences: Mapping[str, str],
    troubles: Troubles,
    progress: Callable[[int, int], object] = lambda *_: None,
    now: Callable[[], float] = time.monotonic,
) -> Ahead:
    """Renders all sentences that are not stored yet. `sentences`: with their languages. `progress`: gets the
    number of sentences done, and of all. Raises `TableError` if no recording can be stored."""
    wanted = list(sentences)
    ahead, began_s = Ahead(len(wanted), folder=str(recordings.directory)), now()
    in_a_row = 0
    for done, sentence in enumerate(wanted):
        progress(done, len(wanted))
        before = recordings.made
        try:
            path = recordings.of(sentence, sentences[sentence])
            ahead.spoken_s += seconds_of(path, sentence)
        except VoiceError as error:
            reason = troubles.told(error.trouble)
            ahead.lost.append(Lost(sentence, reason))
            in_a_row += 1
            if in_a_row == GIVE_UP:
                ahead.lost += [Lost(rest, reason) for rest in wanted[done + 1 :]]
                break
            continue
        if not recordings.keeps:
            raise TableError(f"{recordings.directory}: no recording can be kept there")
        in_a_row = 0
        ahead.bytes += path.stat().st_size
        ahead.made += recordings.made - before
    progress(len(wanted), len(wanted))
    ahead.kept = len(wanted) - ahead.made - len(ahead.lost)
    if recordings.makeshift:
        ahead.makeshift = troubles.goes_on("other_voice", recordings.makeshift)
    ahead.duration_s = now() - began_s
    return ahead


class RecordingLine(NamedTuple):
    """A line of an evening and its moment. `waited_s`: its wait for the end of the line before."""

    time_s: float
    seconds: float
    text: str
    waited_s: float = 0.0


class RecordedVoice:
    """A voice that takes as long as its recordings and collects them in `samples`, with silence between.

    A line waits for the end of the one before and a breath, as at a table.
    """

    def __init__(self, recordings: Recordings, clock: Clock) -> None:
        self.lines: list[RecordingLine] = []
        self.samples = array("h")
        self.missed = False
        self.trouble: Trouble | None = None
        self._recordings = recordings
        self._clock = clock
        self._began_s = clock.now()

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        """Adds a line to the recording, now or after the one before. Raises `VoiceError`."""
        path = self._recordings.of(line, language)
        if path.suffix == ".opus":
            from hardware.voice.packing import decoded  # which needs the extra `packs`

            spoken = array("h", decoded(path, SAMPLES_A_SECOND))
        else:
            spoken = array("h", samples_of(path))
        if pitch != 1.0:
            spoken = resampled(spoken, round(pitch * SAMPLES_A_SECOND))
        asked_s = at_s = self._clock.now() - self._began_s
        if self.lines:
            at_s = max(asked_s, sum(self.lines[-1][:2]) + BREATH_S)
        self.samples.extend([0] * (round(at_s * SAMPLES_A_SECOND) - len(self.samples)))
        self.samples.extend(spoken)
        self.lines.append(RecordingLine(at_s, len(spoken) / SAMPLES_A_SECOND, line, at_s - asked_s))

    def can_say(self, line: str, language: str) -> bool:
        """Whether the narrator has this sentence."""
        return self._recordings.can_say(line, language)

    @property
    def speaking(self) -> bool:
        """Whether a line is spoken, or waits."""
        return bool(self.lines) and self._clock.now() - self._began_s < sum(self.lines[-1][:2])

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Does nothing: here nobody has to wait for a sentence."""

    def close(self) -> None:
        """Nothing to give back."""


class Rhythm(msgspec.Struct):
    """The rhythm of an evening's lines.

    `overlaps`: number of lines that began before the one before had ended.
    `shortest_s`, `longest_s`: silence between two lines.
    `waited`: number of lines in passing that waited for the one before.
    `waited_s`: the longest of these waits.
    """

    lines: int
    seconds: float
    speech_s: float
    overlaps: int
    shortest_s: float
    longest_s: float
    waited: int
    waited_s: float


def rhythm(lines: Sequence[RecordingLine]) -> Rhythm:
    """Measures an evening of at least two lines."""
    silences = [after.time_s - sum(line[:2]) for line, after in pairwise(lines)]
    return Rhythm(
        len(lines),
        sum(lines[-1][:2]),
        sum(line.seconds for line in lines),
        sum(silence < 0 for silence in silences),
        min(silences),
        max(silences),
        sum(line.waited_s > 0 for line in lines),
        max(line.waited_s for line in lines),
    )


def spoken_evening(table: Table, evening: Evening, recordings: Recordings) -> RecordedVoice:
    """Plays one round of bots on a clock that jumps, with every line spoken. Raises `VoiceError`."""
    devices = table.opened.devices
    voice = RecordedVoice(recordings, devices.clock)
    table.play_on(devices._replace(voice=voice, view=NoView()))
    try:
        play_evening(table, evening, 1)
    finally:
        table.close()
    return voice


def write_evening(voice: RecordedVoice, path: Path) -> Path:
    """Writes a spoken evening as WAV, with captions in an SRT file beside it; returns the path of the
    captions. Raises `UnreadableError` if they cannot be written."""
    captions = path.with_suffix(".srt")
    try:
        write_wav(path, voice.samples.tobytes())
        captions.write_text("\n".join(subtitles(voice.lines)), "utf-8")
    except OSError as error:
        raise UnreadableError(f"{error.filename or path} cannot be written: {error.strerror}") from error
    return captions


def subtitles(lines: Sequence[RecordingLine]) -> list[str]:
    """The lines of an SRT file."""
    return [
        text
        for number, line in enumerate(lines, 1)
        for text in (str(number), f"{stamp(line.time_s)} --> {stamp(sum(line[:2]))}", line.text, "")
    ]


def stamp(seconds: float) -> str:
    """A moment in the form of SRT: "00:01:02,345"."""
    ms = round(seconds * 1000)
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"
