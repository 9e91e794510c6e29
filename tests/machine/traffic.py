"""Whom a machine has asked for anything: read from the packets that QEMU has recorded."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

OWN = bytes((10, 0, 2, 15))
"""The address that QEMU lends a machine."""
IPV4, TCP, UDP, SYN, ACK = b"\x08\x00", 6, 17, 0x02, 0x10
USUAL = {53, 67, 5353}
"""Ports of names, of addresses, and of names among neighbours: every machine in a network asks there."""


def asked(folder: Path) -> set[tuple[str, int]]:
    """Addresses and ports with which the machine of this folder has begun to speak, since it has it."""
    found = set()
    for path in folder.glob("*.pcap"):
        for packet in packets(path.read_bytes()):
            inner = packet[14:]
            if packet[12:14] != IPV4 or inner[12:16] != OWN:
                continue
            segment = inner[(inner[0] & 15) * 4 :]
            [port] = struct.unpack(">H", segment[2:4])
            begins = inner[9] == UDP or (inner[9] == TCP and segment[13] & (SYN | ACK) == SYN)
            if begins and port not in USUAL:
                found.add((".".join(map(str, inner[16:20])), port))
    return found


def packets(recorded: bytes) -> Iterator[bytes]:
    """The packets of a pcap file; of one that was cut off the whole ones."""
    at = 24
    while at + 16 <= len(recorded):
        [length] = struct.unpack("=I", recorded[at + 8 : at + 12])
        at += 16 + length
        if at <= len(recorded):
            yield recorded[at - length : at]
