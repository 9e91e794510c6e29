"""The lamps of quiz buzzers: which report reaches which receiver, and what comes of a missing one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from hardware.buttons import buzz_lamps
from hardware.buttons.backend import Wires
from hardware.buttons.buzz_lamps import BuzzLamps, lamps_of, raw_devices, report
from hardware.buttons.usb_ports import BUZZ, KeyPin
from hardware.lamps import NoLamps, open_lamps
from tests.kit.paths import ROOT
from tests.kit.usb import lay_out_raw

ONE, TWO = "usb-0000:01:00.0-1.1/input0", "usb-0000:01:00.0-1.2/input0"
DARK = bytes(8)


def buzz(port: str, *handsets: int) -> list[list[KeyPin | None]]:
    """A seat on the red button of each of these handsets."""
    return [[KeyPin(port, BUZZ[f"{handset}.buzz"])] for handset in handsets]


class Receivers:
    """Raw devices in memory, by port, and what each was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *ports: str) -> None:
        self.there = {port: Path(port) for port in ports}
        self.told: dict[str, list[bytes]] = {port: [] for port in ports}
        self.forbidden = ""
        monkeypatch.setattr(buzz_lamps, "tell", self._tell)

    def _tell(self, device: Path, told: bytes) -> None:
        if str(device) == self.forbidden:
            raise PermissionError(13, "Permission denied")
        self.told[str(device)].append(told)

    def after(self, keys: Sequence[Sequence[KeyPin | None]], lit: Sequence[int]) -> None:
        """Lights the lamps of these seats once, and no thread does."""
        lamps = BuzzLamps(keys, lambda: self.there)
        lamps.close()
        for told in self.told.values():
            told.clear()
        lamps.write(lit)


def test_a_report_is_what_the_kernels_driver_sends() -> None:
    assert report({0, 3}) == bytes((0, 0, 255, 0, 0, 255, 0, 0))
    assert report(()) == bytes(8)


def test_a_seat_has_the_lamp_of_its_handset() -> None:
    keys: list[list[KeyPin | None]] = [
        *buzz(ONE, 4, 1),
        [KeyPin(TWO, BUZZ["2.blue"]), None],
        [KeyPin(ONE, 30)],
        [None],
    ]
    assert lamps_of(keys) == {ONE: [(0, 3), (1, 0)], TWO: [(2, 1)]}


def test_each_receiver_is_told_of_its_own_handsets(monkeypatch: pytest.MonkeyPatch) -> None:
    receivers = Receivers(monkeypatch, ONE, TWO)
    receivers.after([*buzz(ONE, 1, 2), *buzz(TWO, 1)], [1, 2])
    assert receivers.told == {ONE: [report({1})], TWO: [report({0})]}


def test_one_that_is_out_or_cannot_be_written_to_keeps_no_other_dark(monkeypatch: pytest.MonkeyPatch) -> None:
    receivers = Receivers(monkeypatch, ONE, TWO)
    receivers.forbidden = ONE
    receivers.after([*buzz(ONE, 1), *buzz(TWO, 1)], [0, 1])
    assert receivers.told == {ONE: [], TWO: [report({0})]}
    del receivers.there[ONE]
    receivers.after([*buzz(ONE, 1), *buzz(TWO, 1)], [0, 1])
    assert receivers.told == {ONE: [], TWO: [report({0})]}


def test_as_it_closes_all_are_dark(tmp_path: Path) -> None:
    """Through files: the last report that is written."""
    device = lay_out_raw(tmp_path, "hidraw0", ONE)
    lamps = BuzzLamps(buzz(ONE, 1), lambda: raw_devices(tmp_path))
    lamps.light({0})
    lamps.close()
    assert device.read_bytes() == DARK


def test_receivers_are_found_by_their_ports(tmp_path: Path) -> None:
    wired = lay_out_raw(tmp_path, "hidraw0", ONE)
    wireless = lay_out_raw(tmp_path, "hidraw3", TWO, "0003:0000054C:00001000")
    lay_out_raw(tmp_path, "hidraw1", "usb-0000:01:00.0-1.3/input0", "0003:0000046D:0000C52B")
    assert raw_devices(tmp_path) == {ONE: wired, TWO: wireless}
    assert raw_devices(tmp_path / "nowhere") == {}


def test_what_is_no_device_any_more_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        buzz_lamps.tell(tmp_path / "hidraw0", DARK)
    assert not (tmp_path / "hidraw0").exists()


def test_a_table_without_a_buzzer_has_no_lamps_and_no_thread() -> None:
    assert isinstance(open_lamps(Wires([[17], [f"usb:{ONE}:KEY_A"]], "native", 1)), NoLamps)


def test_a_table_with_one_has() -> None:
    lamps = open_lamps(Wires([[17], [f"usb:{ONE}:1.buzz"]], "native", 1))
    lamps.close()
    assert isinstance(lamps, BuzzLamps)


def test_the_installed_rules_let_the_table_light_them() -> None:
    assert buzz_lamps.UDEV in (ROOT / "systemd/90-garou.rules").read_text("utf-8")
