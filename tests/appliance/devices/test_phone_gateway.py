"""The gateway beside a table that was started by hand."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import IO, cast

import pytest
from click.testing import CliRunner

from hardware.clocks import LiveClock
from hardware.phones.link import PhoneLink
from hardware.phones.wire import SOCKET
from hardware.sockets import socket_path
from table.__main__ import garou
from table.appliance.devices.phone_gateway import gateway_beside
from table.settings.settings import PhoneSettings
from tests.kit.processes import until

Beside = Popen[bytes]


def closes_its_pipe(beside: Beside) -> None:
    """As a process that started it does however it ends."""
    cast(IO[bytes], beside.stdin).close()


def ends_it(beside: Beside) -> None:
    beside.send_signal(signal.SIGTERM)


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


def test_phones_are_shown_the_address_that_the_owner_has_written(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    with TemporaryDirectory() as folder:  # the path of a socket has to be short
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        with (
            closing(PhoneLink(socket_path(SOCKET), 2, 16, LiveClock())) as link,
            gateway_beside(PhoneSettings(port=port, address="garou.example")),
        ):
            until(lambda: link.address)
            assert (link.address, link.name, link.other) == (f"garou.example:{port}", "", "")
    assert capfd.readouterr().err == f"garou: phones open http://garou.example:{port}\n"


def test_an_address_that_no_phone_can_open_is_refused() -> None:
    told = CliRunner().invoke(garou, ["phones", "--address", "http://192.168.1.20"])
    assert told.exit_code == 2
    assert '"http://192.168.1.20" is no address such as 192.168.1.20:8080' in told.output


@pytest.mark.parametrize("end", [closes_its_pipe, ends_it], ids=lambda end: end.__name__)
def test_it_ends_with_whoever_started_it_without_a_word(
    tmp_path: Path, end: Callable[[Beside], None]
) -> None:
    port = free_port()
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
