"""Checks of a recording: whether it is complete, its length and its loudness."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path

from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError
from hardware.voice.opus import opus_seconds

SAMPLES_A_SECOND = 22_050
LEAST_S_A_LETTER = 0.02
"""Least seconds a letter: a shorter recording is incomplete. Espeak takes 0.07 at `RATE`."""
LOUD = 100
"""Samples at least this loud, of 32,767, count as audible."""
LEVEL = 3277
"""Target loudness of every line: root mean square of the audible samples, of 32,767 (-20 dBFS)."""
PEAK = 29_204
"""The loudest sample of a levelled line (-1 dBFS)."""


def write_wav(path: Path, samples: bytes | bytearray) -> None:
    """Writes samples of 16 bits, mono, 22,050 Hz. Raises `OSError`."""
    with path.open("wb") as file, wave.open(file, "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(SAMPLES_A_SECOND)
        recording.writeframes(samples)


def seconds_of(path: Path, text: str = "") -> float:
    """The length of a recording: a WAV file, or the Opus of a pack. Raises `VoiceError` if it is incomplete,
    or too short for all of `text`."""
    if path.suffix == ".opus":
        try:
            return opus_seconds(path.read_bytes())
        except OSError:
            raise VoiceError(Trouble("voice.no_recording")) from None
    try:
        with wave.open(str(path), "rb") as recording:
            form = (recording.getnchannels(), recording.getsampwidth(), recording.getframerate())
            samples = recording.getnframes()
        whole = path.stat().st_size >= 2 * samples
    except (OSError, EOFError, wave.Error):
        whole = False
    if not whole:
        raise VoiceError(Trouble("voice.no_recording"))
    if form != (1, 2, SAMPLES_A_SECOND):
        raise VoiceError(Trouble("voice.wrong_form"))
    seconds = samples / SAMPLES_A_SECOND
    if not samples or seconds < LEAST_S_A_LETTER * sum(map(str.isalnum, text)):
        raise VoiceError(Trouble("voice.words_lost", sentence=text))
    return seconds


def samples_of(path: Path) -> bytes:
    """The samples of a recording that an engine has made."""
    with wave.open(str(path), "rb") as recording:
        return recording.readframes(recording.getnframes())


def heard(path: Path) -> bytes:
    """The samples without the silence at both ends."""
    samples = array("h", samples_of(path))
    first = next((at for at, sample in enumerate(samples) if abs(sample) >= LOUD), 0)
    last = next((at for at in reversed(range(len(samples))) if abs(samples[at]) >= LOUD), -1)
    return samples[first : last + 1].tobytes()


def levelled(samples: bytes | bytearray) -> bytes:
    """The samples at the loudness of every other line. Peaks are not clipped.

    One sample in four is measured: a line has tens of thousands of them.
    """
    told = array("h", bytes(samples))
    loud = [sample * sample for sample in told[::4] if abs(sample) >= LOUD]
    if not loud:
        return bytes(samples)
    gain = min(LEVEL / math.sqrt(sum(loud) / len(loud)), PEAK / max(max(told), -min(told)))
    parts = int(gain * 4096)  # integer arithmetic takes half as long
    return array("h", [sample * parts >> 12 for sample in told]).tobytes()
