"""The machine's own Wi-Fi: what root does for the table by NetworkManager, and what the table hears."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.hotspot import (
    ANSWER_S,
    BLOCKED,
    ID,
    NO_ANSWER,
    NO_MANAGER,
    NO_WIFI,
    UUID,
    AskedHotspot,
    ManagedHotspot,
    WifiKey,
    busy,
    hotspot_here,
    nmcli,
    refused,
    serve,
)
from hardware.troubles import DeviceError, Trouble
from tests.kit.paths import ROOT

KEY, OTHER = WifiKey("Garou 47", "badofuja"), WifiKey("Garou 47", "mitoruna")
SYSTEMD = ROOT / "systemd"


class FakeManager:
    """NetworkManager as nmcli shows it. `devices`: the device, its state and its network; `radio`: whether it
    is switched on; `fails`: what opening says, empty if it works."""

    def __init__(
        self, *devices: tuple[str, str, str], radio: str = "enabled", fails: str = "", runs: bool = True
    ) -> None:
        self.devices, self.radio, self.fails, self.runs = list(devices), radio, fails, runs
        self.asked: list[str] = []

    def __call__(self, words: Sequence[str]) -> str:
        self.asked.append(" ".join(words))
        if not self.runs:
            raise DeviceError(refused("NetworkManager is not running."))
        match words:
            case [*_, "device", "status"]:
                wifi = [f"{device}:wifi:{state}:{network}" for device, state, network in self.devices]
                return "\n".join(
                    ["eth0:ethernet:unavailable:", *wifi, "p2p-dev-wlan0:wifi-p2p:disconnected:"]
                )
            case [*_, "radio"]:
                return f"enabled:{self.radio}\n"
            case ["connection", "up", *_, device]:
                if self.fails:
                    raise DeviceError(refused(self.fails))
                self.devices = [
                    (name, "connected", ID) if name == device else (name, state, network)
                    for name, state, network in self.devices
                ]
            case ["connection", "delete", *_]:
                self.devices = [(name, "disconnected", "") for name, _, _ in self.devices]
        return ""


def managed(tmp_path: Path, manager: FakeManager) -> ManagedHotspot:
    return ManagedHotspot(manager, tmp_path / "profiles")


def profile(tmp_path: Path) -> Path:
    return tmp_path / "profiles" / f"{ID}.nmconnection"


def test_it_opens_on_a_device_that_is_free_and_closes_again(tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "connected", "Home"), ("wlan1", "disconnected", ""))
    hotspot = managed(tmp_path, manager)
    hotspot.open(KEY)
    assert manager.devices == [("wlan0", "connected", "Home"), ("wlan1", "connected", ID)]
    text = profile(tmp_path).read_text()
    assert {"ssid=Garou 47", "psk=badofuja", "mode=ap", "method=shared", f"uuid={UUID}"} < {
        *text.splitlines()
    }
    hotspot.close()
    assert manager.devices[1] == ("wlan1", "disconnected", "")
    assert not profile(tmp_path).exists()


def test_the_password_is_in_no_command_line_and_in_files_of_one_user_alone(tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "disconnected", ""))
    managed(tmp_path, manager).open(KEY)
    assert not [asked for asked in manager.asked if KEY.password in asked or KEY.name in asked]
    assert profile(tmp_path).stat().st_mode & 0o777 == 0o600


def test_one_that_is_open_drops_no_phone_unless_its_password_changes(tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "disconnected", ""))
    hotspot = managed(tmp_path, manager)
    hotspot.open(KEY)
    manager.asked.clear()
    hotspot.open(KEY)
    assert len(manager.asked) == 1, "it only looks"
    hotspot.open(OTHER)
    assert f"connection up uuid {UUID} ifname wlan0" in manager.asked
    assert "psk=mitoruna" in profile(tmp_path).read_text()


FAILURES = [
    (FakeManager(runs=False), NO_MANAGER),
    (FakeManager(), NO_WIFI),
    (FakeManager(("wlan0", "unavailable", ""), radio="disabled"), BLOCKED),
    (FakeManager(("wlan0", "connected", r"Caf\:e")), busy("Caf:e")),
    (FakeManager(("wlan0", "unmanaged", "")), refused("wlan0: unmanaged")),
    (FakeManager(("wlan0", "disconnected", ""), fails="no address"), refused("no address")),
]


@pytest.mark.parametrize(("manager", "trouble"), FAILURES, ids=lambda each: getattr(each, "key", ""))
def test_each_failure_has_a_reason_and_leaves_nothing(
    manager: FakeManager, trouble: Trouble, tmp_path: Path
) -> None:
    with pytest.raises(DeviceError) as caught:
        managed(tmp_path, manager).open(KEY)
    assert caught.value.trouble == trouble
    assert not profile(tmp_path).exists()
    heard = Desk(tmp_path, managed(tmp_path, manager)).hears(lambda table: table.open(KEY))
    assert heard == trouble, "the table hears the same"


def test_what_nmcli_answers_is_what_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    def ran(result: Callable[[], Any]) -> Trouble | str:
        monkeypatch.setattr("hardware.hotspot.subprocess.run", lambda *_, **__: result())
        try:
            return nmcli(["device"])
        except DeviceError as error:
            return error.trouble

    def absent() -> None:
        raise FileNotFoundError

    def hangs() -> None:
        raise subprocess.TimeoutExpired("nmcli", 35)

    done = subprocess.CompletedProcess
    assert ran(absent) == NO_MANAGER
    assert ran(hangs) == refused("ETIMEDOUT")
    assert ran(lambda: done([], 4, "", "Hint: look\nError: Not authorized.\n")) == refused("Not authorized.")
    long = f"Error: Connection activation failed: {'802.1X supplicant took too long to authenticate ' * 2}"
    assert ran(lambda: done([], 4, "", long)) == refused("802.1X supplicant took too long to authenticate 80")
    assert ran(lambda: done([], 3, "", "")) == refused("nmcli: 3")
    assert ran(lambda: done([], 0, "wlan0\n", "")) == "wlan0\n"


# Between the table and root


class Desk:
    """Both ends, where root looks each time the table waits."""

    def __init__(self, folder: Path, root: ManagedHotspot | None) -> None:
        self.request, self.answer, self._root = folder / "hotspot", folder / "answer", root
        self.now_s, self.requests = 0.0, list[bytes]()
        self.table = AskedHotspot(self.request, self.answer, self.pause, lambda: self.now_s)

    def pause(self, seconds: float) -> None:
        self.now_s += seconds
        if self._root and self.request.exists():
            assert self.request.stat().st_mode & 0o777 == 0o600
            self.requests.append(self.request.read_bytes())
            serve(self.request, self.answer, self._root)

    def hears(self, deed: Callable[[AskedHotspot], object]) -> Trouble | None:
        try:
            deed(self.table)
        except DeviceError as error:
            return error.trouble
        return None


def test_the_table_asks_and_root_answers_without_the_password(tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "disconnected", ""))
    desk = Desk(tmp_path, managed(tmp_path, manager))
    assert desk.hears(lambda table: table.open(KEY)) is None
    assert manager.devices == [("wlan0", "connected", ID)]
    assert KEY.password not in desk.answer.read_text()
    assert not desk.request.exists()
    assert desk.hears(AskedHotspot.close) is None
    assert manager.devices == [("wlan0", "disconnected", "")]
    assert len(desk.requests) == 2


def test_where_nobody_answers_it_is_told_in_time_and_nothing_is_left(tmp_path: Path) -> None:
    desk = Desk(tmp_path, None)
    (tmp_path / "answer").write_text('{"number": 1}')
    assert desk.hears(lambda table: table.open(KEY)) == NO_ANSWER
    assert ANSWER_S <= desk.now_s < ANSWER_S + 1
    assert not desk.request.exists()
    nowhere = AskedHotspot(tmp_path / "gone" / "hotspot", desk.answer, desk.pause, lambda: desk.now_s)
    assert desk.hears(lambda _: nowhere.open(KEY)) == refused("ENOENT")


@pytest.mark.parametrize(
    "key",
    [
        ["Garou\npsk=other", "badofuja"],
        ["Garou", "badofuja\nmode=mesh"],
        ["Garou", "short"],
        ["", "badofuja"],
        ["G" * 33, "badofuja"],
        "Garou",
    ],
)
def test_root_writes_no_name_and_no_password_that_no_table_makes(key: object, tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "disconnected", ""))
    (tmp_path / "hotspot").write_text(json.dumps({"number": 1, "key": key}))
    serve(tmp_path / "hotspot", tmp_path / "answer", managed(tmp_path, manager))
    assert manager.asked == []
    assert not (tmp_path / "hotspot").exists(), "or the unit would start for ever"
    assert not (tmp_path / "answer").exists()


def test_root_follows_no_link_and_waits_for_no_pipe(tmp_path: Path) -> None:
    manager = FakeManager(("wlan0", "disconnected", ""))
    request, true = tmp_path / "hotspot", tmp_path / "true"
    true.write_text(json.dumps({"number": 1, "key": KEY}))
    request.symlink_to(true)
    serve(request, tmp_path / "answer", managed(tmp_path, manager))
    os.mkfifo(request)
    serve(request, tmp_path / "answer", managed(tmp_path, manager))
    assert manager.asked == []
    assert not request.exists()
    assert true.exists()


def test_a_table_that_is_no_service_has_none() -> None:
    assert hotspot_here({}) is None
    assert hotspot_here({"RUNTIME_DIRECTORY": "/run/garou"}) is not None


def test_the_units_meet_where_the_program_writes() -> None:
    unit = (SYSTEMD / "garou-hotspot.path").read_text("utf-8")
    assert re.findall(r"^PathExists=(.*)$", unit, re.MULTILINE) == ["/run/garou/hotspot"]
    root = (SYSTEMD / "garou-hotspot.service").read_text("utf-8").splitlines()
    assert "ExecStart=/opt/garou/current/.venv/bin/python -I -m hardware.hotspot" in root
    assert {"RuntimeDirectory=garou-hotspot", "RuntimeDirectoryPreserve=yes"} < {*root}
    assert "Wants=garou-hotspot.path" in (SYSTEMD / "garou.service").read_text("utf-8").splitlines()
