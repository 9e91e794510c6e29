"""What is in a recording: whether it is whole, how long it is, and how loud."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path

from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError

SAMPLES_A_SECOND = 22_050
LEAST_S_A_LETTER = 0.02
"""A recording shorter than this for its letters has lost some of them. Espeak takes 0.07 at `RATE`."""
LOUD = 100
"""A sample as loud as this, of 32,767, is heard."""
LEVEL = 3277
"""How loud every line is: the root mean square of the samples that are heard, of 32,767 (-20 dBFS)."""
PEAK = 29_204
"""No sample of a levelled line is louder (-1 dBFS)."""


def write_wav(path: Path, samples: bytes | bytearray) -> None:
    """Writes samples of 16 bits, mono, 22,050 Hz. Raises `OSError`."""
    with path.open("wb") as file, wave.open(file, "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(SAMPLES_A_SECOND)
        recording.writeframes(samples)


def seconds_of(path: Path, text: str = "") -> float:
    """How long a recording is. Raises `VoiceError` if it is not whole, or too short to hold all of `text`."""
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


def heard(path: Path) -> bytes:
    """The samples of a recording, without the silence before and after."""
    with wave.open(str(path), "rb") as recording:
        samples = array("h", recording.readframes(recording.getnframes()))
    first = next((at for at, sample in enumerate(samples) if abs(sample) >= LOUD), 0)
    last = next((at for at in reversed(range(len(samples))) if abs(samples[at]) >= LOUD), -1)
    return samples[first : last + 1].tobytes()


def levelled(samples: bytes | bytearray) -> bytes:
    """The same as loud as every other line, whichever voice speaks it. Nothing is cut off at its peaks.

    One sample in four is measured: a line has tens of thousands of them.
    """
    told = array("h", bytes(samples))
    loud = [sample * sample for sample in told[::4] if abs(sample) >= LOUD]
    if not loud:
        return bytes(samples)
    gain = min(LEVEL / math.sqrt(sum(loud) / len(loud)), PEAK / max(max(told), -min(told)))
    parts = int(gain * 4096)  # in whole numbers it takes half as long
    return array("h", [sample * parts >> 12 for sample in told]).tobytes()
