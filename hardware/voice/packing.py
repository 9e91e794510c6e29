"""Makes voice packs: speech becomes Opus, and people's recordings as loud as everything else that is said.

Encoding, and reading whatever a telephone records, is FFmpeg's part, through PyAV (the extra `packs`).
Playing a pack needs neither.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
from array import array
from collections.abc import Iterable
from operator import mul
from pathlib import Path
from types import ModuleType
from typing import Any

from hardware.libraries import brings
from hardware.troubles import Trouble, reason_of
from hardware.voice.interface import VoiceError
from hardware.voice.packs import FORMAT, MANIFEST, Manifest, name_of
from hardware.voice.samples import LEVEL, PEAK
from hardware.whole_file import whole

BITS_A_SECOND = 24_000
"""Bits a second of a line: from a table's loudspeaker, speech at this rate sounds like the original."""
RECORDED_A_SECOND = 48_000
"""Samples a second of people's recordings: Opus's own."""
BLOCK_S = 0.02
AUDIBLE = 0.05
"""A block counts as speech if it has this part of the loudness of the loudest: 26 dB less."""
EDGE_S = 0.06
"""Seconds kept before the first and after the last block with speech: the breath before a word."""
BENT = 0.7
"""Part of the highest peak from which peaks are bent instead of cut."""


def encoded(samples: bytes, rate: int, bits: int = BITS_A_SECOND, of: str = "voip") -> bytes:
    """Encodes samples (16 bits, mono) as Ogg Opus. Raises `VoiceError` without PyAV.

    `rate`: samples a second.
    `bits`: bits a second of the result.
    `of`: Opus's name for the kind of sound, "voip" or "audio".
    """
    av = _av()
    stream = io.BytesIO()
    with av.open(stream, "w", format="ogg") as container:
        voice = container.add_stream("libopus", rate=RECORDED_A_SECOND, layout="mono")
        voice.bit_rate = bits
        voice.options = {"application": of}
        frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples) // 2)
        frame.sample_rate = rate
        frame.planes[0].update(samples)
        for part in (frame, None):
            for packet in voice.encode(part):
                container.mux(packet)
    return stream.getvalue()


def decoded(recording: Path, rate: int) -> bytes:
    """The samples of a recording of any kind: 16 bits, mono, `rate` a second. Raises `VoiceError`."""
    av = _av()
    samples = bytearray()
    try:
        with av.open(str(recording)) as container:
            resampler = av.AudioResampler(format="s16", layout="mono", rate=rate)
            for part in (*container.decode(audio=0), None):
                for frame in resampler.resample(part):
                    samples += bytes(frame.planes[0])[: 2 * frame.samples]
    except OSError as error:
        raise VoiceError(Trouble("voice.unread", file=str(recording), reason=reason_of(error))) from None
    except (av.error.FFmpegError, IndexError, ValueError) as error:
        raise VoiceError(Trouble("voice.unread", file=str(recording), reason=str(error))) from None
    return bytes(samples)


def narrated(recording: Path) -> bytes:
    """A person's recording without the silence around it, as loud as all other lines: 16 bits, mono,
    `RECORDED_A_SECOND`. Raises `VoiceError` if it cannot be read, or nobody speaks in it."""
    samples = array("h", decoded(recording, RECORDED_A_SECOND))
    loud = loudness(samples)
    if not loud or max(loud) < 30:
        raise VoiceError(Trouble("voice.silent", file=str(recording)))
    speaking = [number for number, block in enumerate(loud) if block >= AUDIBLE * max(loud)]
    block, edge = _block(RECORDED_A_SECOND), round(EDGE_S * RECORDED_A_SECOND)
    kept = samples[max(0, speaking[0] * block - edge) : (speaking[-1] + 1) * block + edge]
    for _ in range(2):  # Bending the peaks takes some loudness away.
        gain = LEVEL / level_of(kept)
        loudest = BENT * PEAK / gain
        kept = array(
            "h", [int(gain * each) if -loudest < each < loudest else _bent(gain * each) for each in kept]
        )
    return kept.tobytes()


def level_of(samples: array[int], rate: int = RECORDED_A_SECOND) -> float:
    """The loudness of what is spoken: root mean square of the blocks with speech, of 32,767."""
    loud = loudness(samples, rate)
    heard = [block for block in loud if block >= AUDIBLE * max(loud)]
    return math.sqrt(sum(block * block for block in heard) / len(heard))


def loudness(samples: array[int], rate: int = RECORDED_A_SECOND) -> list[float]:
    """The root mean square of each whole block."""
    block = _block(rate)
    starts = range(0, len(samples) - block + 1, block)
    parts = (samples[at : at + block] for at in starts)
    return [math.sqrt(sum(map(mul, part, part)) / block) for part in parts]


def write_pack(path: Path, manifest: Manifest, lines: Iterable[tuple[str, bytes]]) -> None:
    """Writes a pack, all or nothing. `lines`: texts, each with its Ogg Opus. Raises `VoiceError`."""
    try:
        with whole(path) as file, zipfile.ZipFile(file, "w") as pack:
            told = dict(zip(Manifest.__annotations__, manifest, strict=True))
            pack.writestr(_entry(MANIFEST), json.dumps({"format": FORMAT, **told}))
            for text, line in lines:
                pack.writestr(_entry(name_of(text)), line)
    except OSError as error:
        raise VoiceError(Trouble("voice.pack_unkept", file=str(path), reason=reason_of(error))) from None


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry without a moment: the same lines make the same file."""
    return zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def _block(rate: int) -> int:
    return round(BLOCK_S * rate)


def _bent(sample: float) -> int:
    """A sample near the highest peak or above it, bent towards it."""
    knee = BENT * PEAK
    over = (abs(sample) - knee) / (PEAK - knee)
    return round(math.copysign(knee + (PEAK - knee) * math.tanh(over), sample))


def _av() -> ModuleType | Any:
    """PyAV. Raises `VoiceError` if it is not installed."""
    try:
        import av
    except ImportError:
        raise VoiceError(Trouble("voice.no_library", library="PyAV", brings=brings("av"))) from None
    return av
