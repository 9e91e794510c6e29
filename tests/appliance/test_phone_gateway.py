"""The gateway beside a table that was started by hand."""

from __future__ import annotations

import socket
import sys
from pathlib import Path
from subprocess import PIPE, Popen


def test_it_ends_with_whoever_started_it_however_that_ended(tmp_path: Path) -> None:
    """A process that is killed closes its end of every pipe."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--port", str(port), "--host", "127.0.0.1", "--socket", str(tmp_path / "nowhere"), "--beside"]
    beside = Popen([sys.executable, "-m", "table", "phones", *words], stdin=PIPE, stderr=PIPE)
    with beside:
        assert beside.stdin
        while beside.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
        assert beside.poll() is None, "it serves"
        beside.stdin.close()
        assert beside.wait(20) == 0
