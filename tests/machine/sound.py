"""What the machine's sound card has recorded, against the voice's own recordings.

Compared by how loud and how shrill they are from moment to moment: a sound card plays at another rate, and
the table's other sounds are mixed in. An emulated processor leaves gaps, so a line is looked for piece by
piece.
"""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from hardware.voice.engines import engines
from hardware.voice.recordings import Recordings
from table.settings.settings import VoiceSettings

RATE, CHANNELS, HEAD = 44_100, 2, 44
"""Of what QEMU records, and the bytes before the first sample: its length is not known before the end."""
A_SECOND = 50
"""Moments in a second."""
PIECE, GAP = 15, 15
"""Moments in a piece, and the longest gap between two of them."""
HEARD, OTHER = 0.5, 0.45
"""A line that was spoken is at least so much like the recording; any other line at most this much. In a
recording with many short gaps they were 0.64 and 0.42; beside other work 0.53 and 0.39."""
SILENT = 60.0
"""What is less loud has no pitch."""

Moment = tuple[float, float]
"""How loud a fiftieth of a second is, and how often it crosses zero: the *s* of a voice does so more often
than its *o*."""


def length_s(path: Path) -> float:
    """How long a recording is by now, s."""
    return (path.stat().st_size - HEAD) / (2 * CHANNELS * RATE)


def recorded(path: Path, from_s: float = 0.0) -> list[Moment]:
    """What the left channel was like from this moment on, in a recording that may still go on."""
    data = path.read_bytes()[HEAD:]
    frame = 2 * CHANNELS
    samples = array("h", data[int(from_s * RATE) * frame : len(data) // frame * frame])
    return moments(samples[::CHANNELS], RATE)


def spoken(path: Path) -> list[Moment]:
    """What a line of the voice is like."""
    with wave.open(str(path)) as line:
        assert (line.getnchannels(), line.getsampwidth()) == (1, 2)
        return moments(array("h", line.readframes(line.getnframes())), line.getframerate())


def lines(texts: Sequence[str], folder: Path) -> list[list[Moment]]:
    """What these English lines of the voice are like, which it makes in this folder."""
    voice = VoiceSettings()
    made = Recordings(folder, *engines(voice.rate, voice.rates, voice.voices))
    found = [spoken(made.of(text, "en")) for text in texts]
    made.close()
    made.clear()
    return found


def moments(samples: Sequence[int], rate: int) -> list[Moment]:
    """What these samples are like, moment for moment."""
    size, found = rate // A_SECOND, list[Moment]()
    for at in range(0, len(samples) - size, size):
        moment = samples[at : at + size]
        loud = math.sqrt(sum(sample * sample for sample in moment) / size)
        crossings = sum((one < 0) != (other < 0) for one, other in pairwise(moment)) if loud > SILENT else 0
        found.append((loud, crossings))
    return found


def likeness(line: Sequence[Moment], recording: Sequence[Moment]) -> float:
    """How much the line is like that part of the recording which is most like it, with gaps or without: 1.0,
    the same but for the volume; 0.0, nothing of it."""
    places = [shape(recording[at : at + PIECE]) for at in range(len(recording) - PIECE + 1)]
    pieces = [shape(line[at : at + PIECE]) for at in range(0, len(line) - PIECE + 1, PIECE)]
    best = [0.0] * (len(places) + PIECE)
    """For each place how much all pieces before it are alike, if the next one is there."""
    for piece in pieces:
        alike = [sum(map(float.__mul__, piece, place)) / 2 for place in places]
        so_far = [one + before for one, before in zip(alike, best, strict=False)]
        ended = [-float(len(pieces))] * PIECE + so_far
        best = [max(ended[max(0, at - GAP) : at + 1]) for at in range(len(ended))]
    return max(0.0, max(best) / len(pieces))


def shape(piece: Sequence[Moment]) -> list[float]:
    """Loudness and shrillness of a piece, each moved to a mean of 0 and stretched to a length of 1; silence
    stays 0."""
    return [part for measure in zip(*piece, strict=True) for part in centred(measure)]


def centred(measured: Sequence[float]) -> list[float]:
    """Moved to a mean of 0 and stretched to a length of 1; what hardly changes becomes 0."""
    mean = sum(measured) / len(measured)
    moved = [one - mean for one in measured]
    length = math.hypot(*moved)
    return [one / length for one in moved] if length > 1.0 else [0.0] * len(moved)
