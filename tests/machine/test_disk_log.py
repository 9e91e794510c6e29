"""What is left of a disk whose plug was pulled; without a machine."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.machine.disk_log import DISCARD, ENTRY, FLUSH, HEAD, MAGIC, SECTOR, VERSION, after_cut, writes_in

SIZE = 8 * SECTOR


def logged(*entries: tuple[int, int, int]) -> bytes:
    """A log of writes of so many sectors, each from this sector on, with these flags; the bytes of the first
    are all 1, of the second 2..."""
    told = HEAD.pack(MAGIC, VERSION, len(entries), SECTOR).ljust(SECTOR, b"\0")
    for number, (first, count, flags) in enumerate(entries, 1):
        told += ENTRY.pack(first, count, flags, 0).ljust(SECTOR, b"\0")
        told += b"" if flags & DISCARD else bytes([number]) * count * SECTOR
    return told


def sectors(disk: bytearray) -> list[int]:
    return [disk[at] for at in range(0, SIZE, SECTOR)]


def test_a_log_is_read_as_far_as_it_is_whole(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(logged((0, 2, 0), (0, 0, FLUSH), (4, 1, 0), (0, 1, DISCARD))[:-1])
    assert [(write.at, len(write.data), write.is_flush) for write in writes_in(log)] == [
        (0, 2 * SECTOR, False),
        (0, 0, True),
        (4 * SECTOR, SECTOR, False),
    ]


def test_what_was_flushed_is_never_lost_and_the_rest_may_be(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(logged((0, 2, 0), (0, 0, FLUSH), (1, 2, 0), (4, 4, 0)))
    writes = writes_in(log)
    disk = bytearray(SIZE)
    after_cut(disk, writes, "all", Random(1))
    assert sectors(disk) == [1, 3, 3, 0, 4, 4, 4, 4]
    some, torn = set[tuple[int, ...]](), set[tuple[int, ...]]()
    for seed in range(200):
        for found, leaves in ((some, "some"), (torn, "torn")):
            disk = bytearray(SIZE)
            after_cut(disk, writes, leaves, Random(seed))  # type: ignore[arg-type]
            assert disk[0] == 1
            found.add(tuple(sectors(disk)))
    assert some == {(1, one, one if one == 3 else 0, 0, *[other] * 4) for one in (1, 3) for other in (0, 4)}
    assert len(torn - some) > 10
