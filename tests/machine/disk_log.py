"""What was written to a disk, in its order, and what a pulled plug may leave of that.

The log is that of QEMU's blklogwrites, in the format of Linux' dm-log-writes: one sector for the head, then
for each write one with its place, followed by its bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

SECTOR = 512
MAGIC, VERSION = 0x6A736677736872, 1
HEAD, ENTRY = struct.Struct("<QQQL"), struct.Struct("<QQQQ")
FLUSH, FUA, DISCARD = 1, 2, 4

Leaves = Literal["all", "some", "torn"]
"""What becomes of the writes after the last flush: all are there; some of them, in any order; the same, and
one of them in part."""
LEAVES: tuple[Leaves, ...] = ("all", "some", "torn")


class Write(NamedTuple):
    """One write. `at`: its first byte on the disk. `is_flush`: all that was written before is safe, and
    `is_safe`: this is, once it is done."""

    at: int
    data: bytes
    is_flush: bool
    is_safe: bool


def writes_in(log: Path) -> list[Write]:
    """All writes of a log. It may have been cut off with its machine."""
    told = log.read_bytes()
    magic, version, _, sector = HEAD.unpack_from(told)
    assert (magic, version, sector) == (MAGIC, VERSION, SECTOR), "not a log of blklogwrites"
    found, place = list[Write](), SECTOR
    while place + SECTOR <= len(told):
        first, count, flags, _ = ENTRY.unpack_from(told, place)
        place += SECTOR
        size = 0 if flags & DISCARD else count * SECTOR
        if place + size > len(told):
            break
        data = bytes(count * SECTOR) if flags & DISCARD else told[place : place + size]
        found.append(Write(first * SECTOR, data, bool(flags & FLUSH), bool(flags & FUA)))
        place += size
    return found


def after_cut(disk: bytearray, writes: Sequence[Write], leaves: Leaves, lots: Random) -> None:
    """Writes to `disk` what is left of these writes, the last of which was the last before the cut."""
    flushed = max((number + 1 for number, write in enumerate(writes) if write.is_flush), default=0)
    open_yet = list(writes[flushed:])
    if leaves != "all":
        open_yet = [write for write in open_yet if write.is_safe or lots.random() < 0.5]
        lots.shuffle(open_yet)
    if leaves == "torn" and open_yet:
        torn = open_yet.pop()
        for at in range(0, len(torn.data), SECTOR):
            if lots.random() < 0.5:
                open_yet.append(torn._replace(at=torn.at + at, data=torn.data[at : at + SECTOR]))
    for write in (*writes[:flushed], *open_yet):
        disk[write.at : write.at + len(write.data)] = write.data
