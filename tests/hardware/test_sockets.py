"""The end of a socket between the table and the processes beside it."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest

from hardware.sockets import hang_up, listening


def test_a_thread_that_does_not_end_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.sockets.END_S", 0.01)
    over, path = Event(), tmp_path / "table.sock"
    stuck = Thread(target=over.wait)
    stuck.start()
    server = listening(path, "another table is here")
    hang_up(path, [server], [stuck])
    assert stuck.is_alive()
    assert server.fileno() == -1
    assert not path.exists()
    over.set()
    stuck.join()
