"""What the service manager is told: on a real socket, and by a whole table."""

from __future__ import annotations

import os
import platform
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from uuid import uuid4

import pytest

from hardware.notify import ServiceManager, power_off
from hardware.simulated import SimulatedButtons
from hardware.troubles import Trouble
from table.appliance.devices.watchdog_view import WatchdogView
from table.appliance.opening.opening import PREDICTED
from table.appliance.table import Table
from table.board.board import Board
from table.faults import kept
from table.settings.settings import Settings
from table.version import program
from tests.kit.paths import ROOT
from tests.kit.players import Dice, garou
from tests.kit.sampling import few
from tests.kit.tables import NARRATION, RecordingView, TestTable

SYSTEMD = ROOT / "systemd"


class Manager:
    """A service manager for tests, on a socket of its own."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.wire.setblocking(False)
        self.wire.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> list[str]:
        """What it has been told since it was last asked."""
        messages = []
        while True:
            try:
                messages.append(self.wire.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture(params=["a file", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify") if request.param == "a file" else f"@garou-{uuid4()}")
    yield made
    made.wire.close()


class Watch:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def test_ready_comes_with_the_first_beat_and_life_at_a_tenth_of_the_interval(manager: Manager) -> None:
    watch = Watch()
    table = ServiceManager(manager.address, watchdog_s=10.0, now=watch)
    assert manager.heard() == []
    table.beat()
    assert manager.heard() == ["READY=1"]
    told = []
    for _ in range(120):
        watch.now_s += 0.25
        table.beat()
        if manager.heard() == ["WATCHDOG=1"]:
            told.append(watch.now_s)
    assert told[0] == 100.25
    assert {later - sooner for sooner, later in pairwise(told)} == {1.0}


def test_what_happens_is_logged_and_the_status(manager: Manager, capsys: pytest.CaptureFixture[str]) -> None:
    table = ServiceManager(manager.address)
    table.log("Round 1\nbegins.")
    table.ending()
    assert manager.heard() == ["STATUS=Round 1 begins.", "STOPPING=1"]
    assert capsys.readouterr().err == "garou: Round 1\nbegins.\n"


def test_the_environment_says_who_listens_and_is_not_handed_on(manager: Manager) -> None:
    given = {
        "NOTIFY_SOCKET": manager.address,
        "WATCHDOG_USEC": "10000000",
        "WATCHDOG_PID": str(os.getpid()),
        "HOME": "here",
    }
    table = ServiceManager.here(given)
    assert given == {"HOME": "here"}
    table.beat()
    table.beat()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]


def test_a_table_that_its_watchdog_ends_says_where_it_hung() -> None:
    hangs = (
        "import os, signal\n"
        "from hardware.notify import ServiceManager\n"
        "def painting(): os.kill(os.getpid(), signal.SIGABRT)\n"
        "ServiceManager.here({'WATCHDOG_USEC': '10000000'})\n"
        "painting()\n"
    )
    ended = subprocess.run([sys.executable, "-c", hangs], cwd=ROOT, capture_output=True, text=True)
    assert ended.returncode == -signal.SIGABRT
    assert "in painting" in ended.stderr


@pytest.mark.parametrize("watched", [{"WATCHDOG_PID": "1"}, {"WATCHDOG_USEC": "ten"}, {"WATCHDOG_USEC": "²"}])
def test_a_watchdog_of_another_process_or_of_no_number_is_none(
    manager: Manager, watched: dict[str, str]
) -> None:
    table = ServiceManager.here({"NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "5"} | watched)
    table.beat()
    table.beat()
    assert manager.heard() == ["READY=1"]


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "@nobody-" + "x" * 20, "@" + "x" * 200, "a\0b"])
def test_where_nobody_listens_the_table_plays_on(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = ServiceManager(address, watchdog_s=1.0)
    table.beat()
    table.log("Round 1 begins.")
    table.ending()
    assert capsys.readouterr() == ("", "garou: Round 1 begins.\n" if address else "")


def test_a_manager_that_does_not_read_holds_up_nobody_and_is_told_later(tmp_path: Path) -> None:
    manager = Manager(str(tmp_path / "notify"))
    table = ServiceManager(manager.address, watchdog_s=1.0, now=(watch := Watch()))
    for _ in range(1000):
        table.ending()
    table.beat()
    assert set(manager.heard()) == {"STOPPING=1"}
    table.beat()
    watch.now_s += 0.1
    table.beat()
    assert manager.heard() == ["READY=1", "WATCHDOG=1"]
    manager.wire.close()
    table.beat()
    table.log("Nobody hears it.")


def test_switching_off_is_asked_for_where_systemd_watches_for_it(tmp_path: Path) -> None:
    unit = (SYSTEMD / "garou-poweroff.path").read_text("utf-8")
    [watched] = re.findall(r"^PathExists=(.*)$", unit, re.MULTILINE)
    assert power_off({"RUNTIME_DIRECTORY": str(tmp_path)})
    assert [path.name for path in tmp_path.iterdir()] == [Path(watched).name]
    service = (SYSTEMD / "garou.service").read_text("utf-8")
    assert f"RuntimeDirectory={Path(watched).parent.name}" in service.splitlines()
    assert "Wants=garou-poweroff.path" in service.splitlines()


@pytest.mark.parametrize("environ", [{}, {"RUNTIME_DIRECTORY": "/nowhere/at/all"}])
def test_where_switching_off_cannot_be_asked_for_it_says_so(environ: dict[str, str]) -> None:
    assert not power_off(environ)


# The whole table


def hung_in(table: TestTable, device: str, while_it_hangs: Callable[[], object]) -> None:
    """One call of a device does not return for a long time: the first after twenty seconds."""
    owner, name = {
        "board": (table.view, "show"),
        "rings": (table.rings, "show"),
        "voice": (table.voice, "speak"),
        "buttons": (table.pods, "edges"),
    }[device]
    call, hangs = getattr(owner, name), [True]

    def hanging(*given: object) -> object:
        if hangs and table.clock.now() > 20.0:
            hangs.clear()
            while_it_hangs()
        return call(*given)

    setattr(owner, name, hanging)


@pytest.mark.parametrize("device", ["board", "rings", "voice", "buttons"])
def test_a_room_that_hangs_in_a_device_is_not_said_to_be_alive(device: str, manager: Manager) -> None:
    table = TestTable(Dice(1), people_sit=True)
    late_s = [0.0]
    told = ServiceManager(manager.address, 10.0, lambda: table.clock.now() + late_s[0])
    table.room.stage.view = WatchdogView(table.view, told)
    heard_in_time: list[str] = []
    heard_late: list[list[str]] = []

    def hang() -> None:
        heard_in_time.extend(manager.heard())
        late_s[0] += 60.0
        heard_late.append(manager.heard())

    hung_in(table, device, hang)
    table.room.begin_round()
    table.press(3, 25.0)  # somebody sits down, which is lit
    table.room.stage.wait_until(30.0)
    table.room.speaking.tell_and_wait([("attract.welcome", {})])
    table.room.stage.wait_until(60.0)
    assert heard_in_time[:2] == ["READY=1", "WATCHDOG=1"]
    assert len(heard_in_time) >= 5
    assert heard_late == [[]]
    assert manager.heard()[0] == "WATCHDOG=1", "once it goes on"


def test_ready_is_not_said_before_the_first_frame_stands(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[list[str]] = []
    view = RecordingView()
    monkeypatch.setattr(view, "show", lambda *_: heard.append(manager.heard()))
    WatchdogView(view, ServiceManager(manager.address)).show(Board(), 0.0)
    assert heard == [[]]
    assert manager.heard() == ["READY=1"]


def test_what_the_board_says_is_wrong_is_logged_once(
    manager: Manager, capsys: pytest.CaptureFixture[str]
) -> None:
    view = RecordingView()
    watched = WatchdogView(view, ServiceManager(manager.address))
    for notice in ("", "Seat 3 is dark", "Seat 3 is dark", "", "Seat 3 is dark", "Seat 4 is dark"):
        watched.show(Board(notice=notice), 0.0)
    assert capsys.readouterr().err == "garou: Seat 3 is dark\ngarou: Seat 4 is dark\n"
    assert manager.heard() == ["READY=1", "STATUS=Seat 3 is dark", "STATUS=Seat 4 is dark"]
    assert [seen.board.notice for seen in view.seen] == [
        "",
        "Seat 3 is dark",
        "",
        "Seat 3 is dark",
        "Seat 4 is dark",
    ]
    assert not watched.closed
    view.closed = True
    assert watched.closed


def test_an_evening_tells_its_service_manager_what_is_public_and_nothing_else(
    manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is dealt, chosen and won, the log and the status are the same, letter by letter."""
    logs = set()
    for seed in range(few(4, 2)):
        monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
        played = garou("play", "--simulated", "--rounds", "2", "--seed", str(seed))
        assert (played.code, played.out) == (0, "")
        told = [message for message in manager.heard() if message != "WATCHDOG=1"]
        logs.add((played.err, *told))
    [(log, *told)] = logs
    first, *happened = [line.removeprefix("garou: ") for line in log.splitlines()]
    assert first == f"{program()}, Python {platform.python_version()}"
    assert happened == [
        "8 seats, thiercelieux; pins: simulated, rings: simulated.",
        PREDICTED,
        "Round 1 begins.",
        "Round 1 is over.",
        "Round 2 begins.",
        "Round 2 is over.",
        "The table ends: all rounds are played.",
    ]
    statuses = [f"STATUS={line}" for line in happened if line != PREDICTED]
    assert told == [statuses[0], "READY=1", *statuses[1:], "STOPPING=1"]


def test_a_fault_of_the_program_tells_the_log_no_secret(
    manager: Manager, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def break_off(*_: object) -> None:
        raise ValueError("the witch has poisoned the Mill")

    monkeypatch.setattr("table.room.room.Room.vote", break_off)
    state = tmp_path / "state"
    for _ in range(2):
        monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
        played = garou("play", "--simulated", "--seed", "1", "--state", str(state))
        fault = state / "fault.txt"
        assert played.code == 1
        assert played.err.splitlines()[-1] == (
            f"garou: a fault of Garou itself: {fault} says where, and with it secrets of the round. "
            "The evening is kept, started again it goes on"
        )
        assert "poisoned" not in played.out + played.err + "".join(manager.heard())
        assert "Traceback" not in played.err
        assert fault.read_text("utf-8").endswith("ValueError: the witch has poisoned the Mill\n")
        assert fault.stat().st_mode & 0o777 == 0o600
    with pytest.raises(ValueError, match="poisoned"):  # whoever started it by hand wants to see it all
        garou("play", "--simulated", "--seed", "1", "--state", str(state))


def test_a_fault_that_cannot_be_written_down_is_none_the_less_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    told = str(kept(ValueError("poisoned"), tmp_path / "state"))
    assert "could not be written to" in told
    assert "poisoned" not in told


def test_a_button_that_may_be_a_choice_is_not_logged_when_the_table_ends(
    manager: Manager, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        SimulatedButtons, "troubles", [Trouble("buttons.held", seat=2, button=0, seconds=30.0)]
    )
    words = NARRATION["en"]
    for who, told in ((None, True), (ServiceManager(manager.address), False)):
        table = Table(Settings(), list(words.places)[:8], words, "log", 1.0, who)
        table.end("ended from outside")
        assert ("Seat 3" in capsys.readouterr().err) == told
