"""Processes and ports of this machine, for benchmarks."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path


def cpu_s(pid: int) -> float:
    """Seconds of a core that a process has taken."""
    user, system = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Returns once the gateway listens."""

    def listens() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    until(listens)


def until(holds: Callable[[], object]) -> None:
    """Returns once something holds."""
    ends_s = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < ends_s
        time.sleep(0.01)
