"""Unix sockets between the table and the processes beside it: where they lie, and who may listen there."""

from __future__ import annotations

import errno
import os
import socket
import struct
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from threading import Thread

PROBE_S = 0.5
"""Seconds to see whether another table listens."""
END_S = 3.0
"""Seconds in which a thread has to end that waits no longer."""


def socket_path(name: str, environ: Mapping[str, str] = os.environ) -> Path:
    """Where table and process meet: in the folder systemd made for the table, else in this user's own."""
    if runtime := environ.get("RUNTIME_DIRECTORY"):
        return Path(runtime) / name
    folder = environ.get("XDG_RUNTIME_DIR") or gettempdir()
    return Path(folder) / f"garou-{os.getuid()}-{name}"


def is_heard(path: Path) -> bool:
    """Whether somebody listens at a Unix socket; one that a table has left behind is nobody's."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(PROBE_S)
        try:
            probe.connect(str(path))
        except (BlockingIOError, TimeoutError, PermissionError):
            return True
        except OSError:
            return False
        return True


def listening(path: Path, taken: str) -> socket.socket:
    """Listens at `path`, for this user and its group. Raises `OSError` if nobody can, or with the message
    `taken` if another table does."""
    if is_heard(path):
        raise OSError(errno.EADDRINUSE, taken)
    with suppress(FileNotFoundError):
        path.unlink()
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        server.bind(str(path))
        os.chmod(path, 0o660)
        server.listen()
    except OSError:
        server.close()
        raise
    return server


def hang_up(path: Path, ends: Collection[socket.socket], threads: Iterable[Thread]) -> None:
    """Ends what `listening` began: `threads` wait at one of these `ends` no longer, and are over afterwards,
    as far as they end in time."""
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
    for thread in threads:
        thread.join(END_S)
    for end in ends:
        end.close()
    with suppress(OSError):
        path.unlink()


def as_timeval(seconds: float) -> bytes:
    """A time as the socket options take it."""
    return struct.pack("ll", int(seconds), int(seconds % 1 * 1e6))
