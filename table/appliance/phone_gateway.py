"""The phones' gateway as a process beside a table that was started by hand."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

END_S = 3.0
"""Seconds the gateway has to end by itself."""


@contextmanager
def gateway_beside(port: int) -> Iterator[None]:
    """Runs the gateway on this port, for as long as the table plays. What it has to say stands on standard
    error."""
    process = subprocess.Popen(
        [sys.executable, "-m", "table", "phones", "--port", str(port)], stdin=subprocess.DEVNULL
    )
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
