"""The line of a pod through its USB port: messages in both directions, framed."""

import sys
from select import POLLIN, POLLOUT, poll

from line import framed, unframed
from micropython import kbd_intr

LONGEST, AT_ONCE = 120, 1024
"""Bytes between two zeros (more are noise), and that are read in one go, so that a flood leaves time."""


class PodLine:
    """A way to a table, which carries nothing."""

    def read(self) -> bytes:
        """The next message; empty: there is none yet."""
        return b""

    def write(self, message: bytes) -> None:
        """Sends a message, or drops it where nobody takes it."""


class Usb(PodLine):
    """The serial port that a table opens."""

    def __init__(self) -> None:
        kbd_intr(-1)  # Else a byte 3 would end the program.
        self._in, self._out = poll(), poll()
        self._in.register(sys.stdin, POLLIN)
        self._out.register(sys.stdout, POLLOUT)
        self._byte, self._line = bytearray(1), bytearray()
        self.dropped = 0
        """Messages that arrived spoilt, or that nobody took."""

    def wait(self, wait_ms: int) -> None:
        """Waits until something is there to read, but no longer than this."""
        self._in.poll(wait_ms)

    def read(self) -> bytes:
        for _ in range(AT_ONCE):
            if not self._in.poll(0):
                break
            sys.stdin.buffer.readinto(self._byte)
            if self._byte[0]:
                if len(self._line) < LONGEST:
                    self._line += self._byte
            elif self._line:
                message = unframed(bytes(self._line))
                self._line = bytearray()
                if message:
                    return message
                self.dropped += 1
        return b""

    def write(self, message: bytes) -> None:
        if self._out.poll(0):
            sys.stdout.buffer.write(framed(message))
        else:
            self.dropped += 1
