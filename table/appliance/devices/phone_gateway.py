"""Runs the phones' gateway as a process beside a table that was started by hand."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from table.settings.settings import PhoneSettings

AGAIN_S = 1.0
"""Seconds after which an ended gateway is started again."""
END_S = 3.0
"""Seconds the gateway has to end by itself."""
REFUSED = (1, 2)
"""Exit codes of a gateway that has printed why it cannot run. It is not started again."""


@contextmanager
def gateway_beside(settings: PhoneSettings) -> Iterator[None]:
    """Runs the gateway while the table plays, and restarts it when it ends. Its messages go to standard
    error."""
    command = [sys.executable, "-m", "table", "phones", "--port", str(settings.port), "--beside"]
    if settings.address:
        command += ["--address", settings.address]

    def start() -> subprocess.Popen[bytes]:
        # However the table ends, its end of this pipe ends with it, and then so does the gateway.
        return subprocess.Popen(command, stdin=subprocess.PIPE)

    ended, running = threading.Event(), [start()]

    def result() -> int:
        with running[0] as gateway:
            return gateway.wait()

    def look_after() -> None:
        while result() not in REFUSED and not ended.wait(AGAIN_S):
            running[0] = start()

    keeper = threading.Thread(target=look_after, name="gateway", daemon=True)
    keeper.start()
    try:
        yield
    finally:
        ended.set()
        running[0].terminate()
        keeper.join(END_S)
        if keeper.is_alive():
            running[0].kill()
