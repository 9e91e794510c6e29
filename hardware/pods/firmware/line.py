"""What a table and its pods say to each other, as docs/pod-protocol.md explains. This file runs on both."""

import binascii
import struct

VERSION = 1
"""Of the protocol. It follows the letter of HELLO in every version there will be; WELCOME is alike in all."""
FIRMWARE = (1, 0, 0)
"""Of the program that lies beside this file, as a pod's HELLO says it."""
BEAT_MS, NIGHT_MS, LOST_MS = 125, 50, 1000
"""By day each end says something at least so often; while eyes are closed one message in each of these times,
neither more nor fewer; after a silence of this length the other end is lost."""
EDGES, PIXELS, PART, PARTS = 8, 24, 60, 7
"""Edges that a report has room for, pixels of a frame, bytes of a part of a slip, and how many parts."""

HELLO = ">1sB3B8sBBBH12s"
"""From a pod: "H", version, firmware, id, pixels, buttons, what it has, number of its next edge, name."""
REPORT = ">1sBHBHB" + "BH" * EDGES
"""From a pod: "R", the last frame it showed, messages it had to drop so far, its buttons that are down (a bit
each), the number of the first edge, how many edges, and of each what changed and its age in ms."""
WHO = ">1sB"
"""From a table: "Q", version: who are you?"""
WELCOME = ">1sBBB"
"""From a table: "W", version, seat (from 1; 0: not taught yet), the brightest level."""
FRAME = ">1sBHB72s"
"""From a table: "F", its number, the number of the edge it waits for, whether eyes are closed, R G B of each
pixel, the first at six o'clock, then clockwise."""
SLIP = ">1sB60s"
"""From a table: "S", which part, UTF-8."""
LEAVE = ">1s4s"
"""From a table: "L" and "exit": stop, so that files can be copied."""

HAS_SCREEN, HAS_WHITE, BY_RADIO = 1, 2, 4
"""What a pod has: bits of its HELLO."""
DOWN = 0x80
"""Bit of an edge: the button went down. The lower bits are the button, from 0."""


def framed(message: bytes) -> bytes:
    """A message as it stands on a serial line: with its CRC-32, without a zero inside (COBS), then a zero."""
    body = message + struct.pack(">I", binascii.crc32(message))
    return b"".join(bytes((len(part) + 1,)) + part for part in body.split(b"\0")) + b"\0"


def unframed(line: bytes) -> bytes:
    """The message that stood before a zero on a serial line; empty: it was spoilt."""
    body = b""
    while line and 0 < line[0] <= len(line):
        body, line = body + line[1 : line[0]] + b"\0", line[line[0] :]
    message, crc = body[:-5], body[-5:-1]
    return message if not line and crc == struct.pack(">I", binascii.crc32(message)) else b""
