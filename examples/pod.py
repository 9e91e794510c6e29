"""A pod in plain Python: `python examples/pod.py PORT`, a serial port with a table at its other end.

Enter presses its button; its ring is printed. Explained in docs/pods.md and docs/pod-protocol.md."""

import os
import select
import struct
import sys
import time
import tty
from binascii import crc32

VERSION, ID, PIXELS, NAME = 1, b"example1", 16, b"Example"
port = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
tty.setraw(port)
seat, shown, dropped, night, begun = None, 0, 0, 0, b""
edges, first = [], 0  # What changed and when, as long as the table has not heard it; the number of the first.
due_s = heard_s = time.monotonic()


def say(message):
    body = message + struct.pack(">I", crc32(message))
    os.write(port, b"".join(bytes([len(part) + 1]) + part for part in body.split(b"\0")) + b"\0")


def unframed(line):
    body = b""
    while line and 0 < line[0] <= len(line):
        body, line = body + line[1 : line[0]] + b"\0", line[line[0] :]
    message, crc = body[:-5], body[-5:-1]
    return message if not line and crc == struct.pack(">I", crc32(message)) else b""


while True:
    ready = select.select([port, sys.stdin], [], [], max(0, due_s - time.monotonic()))[0]
    now_s = time.monotonic()
    if sys.stdin in ready and sys.stdin.readline():
        edges += [(0x80, now_s - 0.1), (0x00, now_s)]  # Button 0: down for 100 ms, since 10 are a bounce.
        due_s = due_s if night else now_s
    *lines, begun = (begun + (os.read(port, 4096) if port in ready else b"")).split(b"\0")
    for message in map(unframed, lines):
        heard_s, dropped = (now_s, dropped) if message else (heard_s, dropped + 1)
        if message[:1] in (b"Q", b"W"):
            seat, due_s = (message[2] if message[:2] == b"W" + bytes([VERSION]) else None), now_s
        elif message[:1] == b"F" and seat is not None:
            shown, waits, night = struct.unpack(">BHB", message[1:5])
            done = (waits - first) % 65536
            edges, first = (edges[done:], waits) if done <= len(edges) else (edges, first)
            print(message[5 : 5 + 3 * PIXELS].hex(" ", 3))
    if seat is not None and now_s - heard_s >= 0.9:
        seat = None
        print("No table: the ring is dark.")
    if now_s >= due_s and seat is None:
        first, edges, due_s = (first + len(edges)) % 65536, [], now_s + 0.5
        say(struct.pack(">sB3B8sBBBH12s", b"H", VERSION, 1, 0, 0, ID, PIXELS, 1, 0, first, NAME))
    elif now_s >= due_s:
        told = [part for what, at_s in edges[:8] for part in (what, min(65535, int(1000 * (now_s - at_s))))]
        head = (b"R", shown, dropped % 65536, 0, first, len(told) // 2)
        say(struct.pack(">sBHBHB" + "BH" * 8, *head, *told, *[0] * (16 - len(told))))
        due_s = now_s + (0.05 if night or edges else 0.125)
