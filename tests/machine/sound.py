"""What the machine's sound card has recorded, against the voice's own recordings.

Compared by how loud they are from moment to moment: a sound card plays at another rate, and the table's other
sounds are mixed in. An emulated processor leaves gaps, so a line is looked for piece by piece.
"""

from __future__ import annotations

import math
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

RATE, CHANNELS, HEAD = 44_100, 2, 44
"""Of what QEMU records, and the bytes before the first sample: its length is not known before the end."""
A_SECOND = 50
"""Moments in a second."""
PIECE, GAP = 30, 40
"""Moments in a piece, and the longest gap between two of them."""
HEARD, OTHER = 0.8, 0.75
"""A line that was spoken is at least so much like the recording; any other line at most this much."""


def recorded(path: Path, last_s: float = math.inf) -> list[float]:
    """How loud the left channel was, in the last seconds of a recording that may still go on."""
    data = path.read_bytes()[HEAD:]
    frame = 2 * CHANNELS
    begins = max(0, len(data) // frame - int(min(last_s, 1e6) * RATE)) * frame
    samples = array("h", data[begins : len(data) // frame * frame])
    return loudness(samples[::CHANNELS], RATE)


def spoken(path: Path) -> list[float]:
    """How loud a line of the voice is."""
    with wave.open(str(path)) as line:
        assert (line.getnchannels(), line.getsampwidth()) == (1, 2)
        return loudness(array("h", line.readframes(line.getnframes())), line.getframerate())


def loudness(samples: Sequence[int], rate: int) -> list[float]:
    """How loud these samples are, moment for moment."""
    size = rate // A_SECOND
    moments = (samples[at : at + size] for at in range(0, len(samples) - size, size))
    return [math.sqrt(sum(sample * sample for sample in moment) / size) for moment in moments]


def likeness(line: Sequence[float], recording: Sequence[float]) -> float:
    """How much the line is like that part of the recording which is most like it, with gaps or without: 1.0,
    the same but for the volume; 0.0, nothing of it."""
    places = [centred(recording[at : at + PIECE]) for at in range(len(recording) - PIECE + 1)]
    pieces = [centred(line[at : at + PIECE]) for at in range(0, len(line) - PIECE + 1, PIECE)]
    best = [0.0] * (len(places) + PIECE)
    """For each place how much all pieces before it are alike, if the next one is there."""
    for piece in pieces:
        alike = [sum(map(float.__mul__, piece, place)) for place in places]
        so_far = [one + before for one, before in zip(alike, best, strict=False)]
        ended = [-float(len(pieces))] * PIECE + so_far
        best = [max(ended[max(0, at - GAP) : at + 1]) for at in range(len(ended))]
    return max(0.0, max(best) / len(pieces))


def centred(moments: Sequence[float]) -> list[float]:
    """Moved to a mean of 0 and stretched to a length of 1; silence stays 0."""
    mean = sum(moments) / len(moments)
    moved = [moment - mean for moment in moments]
    length = math.hypot(*moved)
    return [moment / length for moment in moved] if length > 1.0 else [0.0] * len(moved)
