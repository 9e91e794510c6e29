"""Pods that call by Wi-Fi, at the table's end: the gateway of phones has a Unix connection for each of them.

What stands there is what stands on a serial line, so a caller is one more port.
"""

from __future__ import annotations

import errno
import itertools
import socket
from contextlib import suppress
from pathlib import Path

from hardware.pods.ports import PodPort
from hardware.sockets import hang_up, listening

CALLERS_MOST = 48
"""Pods that may call at once: of the largest table each, also while its last call has not been missed."""


def pods_socket(path: Path) -> Path:
    """Where table and gateway meet for pods. `path`: where they meet for the phones."""
    return path.with_suffix(".pods")


class CallerLine:
    """The line of one caller."""

    def __init__(self, end: socket.socket) -> None:
        self._end = end
        end.setblocking(False)

    @property
    def fd(self) -> int:
        """The number of the open file; -1 once it is closed."""
        return self._end.fileno()

    def read(self, most: int) -> bytes:
        """What has come, after its file was ready. Raises `OSError` once the caller has hung up."""
        if not (data := self._end.recv(most)):
            raise OSError(errno.ENOTCONN, "hung up")
        return data

    def write(self, data: bytes) -> int:
        """Writes what there is room for, and returns how much that was. Never blocks. Raises `OSError`."""
        try:
            return self._end.send(data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Hangs up."""
        self._end.close()


class PodCallers:
    """The pods that call at the Unix socket `path`. `OSError` if nobody can listen there, or another table
    does."""

    def __init__(self, path: Path) -> None:
        self._path, self._server = path, listening(path, "another table has the pods of this machine")
        self._server.setblocking(False)
        self._numbers = itertools.count(1)
        self._lines: dict[PodPort, CallerLine] = {}

    def find(self) -> list[PodPort]:
        """Those that have called and not hung up, each as a port."""
        self._lines = {port: line for port, line in self._lines.items() if line.fd >= 0}
        with suppress(OSError):
            while len(self._lines) < CALLERS_MOST:
                line = CallerLine(self._server.accept()[0])
                self._lines[PodPort("Wi-Fi", "", str(next(self._numbers)), by_radio=True)] = line
        return [*self._lines]

    def line(self, port: PodPort) -> CallerLine:
        """The line of this caller."""
        return self._lines[port]

    def close(self) -> None:
        """Listens no longer."""
        hang_up(self._path, [self._server], ())
