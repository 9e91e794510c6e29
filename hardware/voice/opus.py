"""Ogg Opus, the form of the lines in a voice pack: how long one is. Decoding is the mixer's part, encoding
that of `hardware.voice.packing`."""

from __future__ import annotations

from collections.abc import Iterator

from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError

HEAD = 27
"""Bytes of an Ogg page's header before the lengths of its segments."""


def opus_seconds(stream: bytes) -> float:
    """The length of a stream in seconds, counted from its packets. Raises `VoiceError` if it is incomplete,
    or anything but mono Opus."""
    packets = list(_packets(stream))
    if len(packets) < 3 or packets[0][:8] != b"OpusHead" or packets[0][9:10] != b"\x01":
        raise VoiceError(Trouble("voice.no_recording"))
    return sum(map(_packet_s, packets[2:]))


def _packets(stream: bytes) -> Iterator[bytes]:
    """The packets of the one logical stream, head and tags first."""
    at, begun, is_last = 0, b"", False
    while at < len(stream):
        if stream[at : at + 4] != b"OggS" or len(stream) < at + HEAD:
            raise VoiceError(Trouble("voice.no_recording"))
        is_last = bool(stream[at + 5] & 4)
        lengths = stream[at + HEAD : at + HEAD + stream[at + HEAD - 1]]
        at += HEAD + len(lengths)
        for length in lengths:
            begun += stream[at : at + length]
            at += length
            if length < 255:
                yield begun
                begun = b""
    if at != len(stream) or not is_last:
        raise VoiceError(Trouble("voice.no_recording"))


def _packet_s(packet: bytes) -> float:
    """The length of a packet: that of its frames by the first byte (RFC 6716, 3.1), times their number."""
    if not packet:
        return 0.0
    kind, code = packet[0] >> 3, packet[0] & 3
    sizes_ms = (
        (10.0, 20.0, 40.0, 60.0) if kind < 12 else (10.0, 20.0) if kind < 16 else (2.5, 5.0, 10.0, 20.0)
    )
    frames = (1, 2, 2, packet[1] & 63 if len(packet) > 1 else 0)[code]
    return frames * sizes_ms[kind % len(sizes_ms)] / 1000
