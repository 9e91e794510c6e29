"""The gateway beside a table that was started by hand."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen
from typing import IO, cast

import pytest

Beside = Popen[bytes]


def closes_its_pipe(beside: Beside) -> None:
    """As a process that started it does however it ends."""
    cast(IO[bytes], beside.stdin).close()


def ends_it(beside: Beside) -> None:
    beside.send_signal(signal.SIGTERM)


@pytest.mark.parametrize("end", [closes_its_pipe, ends_it], ids=lambda end: end.__name__)
def test_it_ends_with_whoever_started_it_without_a_word(
    tmp_path: Path, end: Callable[[Beside], None]
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--port", str(port), "--host", "127.0.0.1", "--socket", str(tmp_path / "nowhere"), "--beside"]
    with Popen([sys.executable, "-m", "table", "phones", *words], stdin=PIPE, stderr=PIPE) as beside:
        assert beside.stderr
        while beside.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        assert beside.poll() is None, "it serves"
        end(beside)
        assert beside.wait(20) == 0
        assert beside.stderr.read() == b""
