"""A machine that can open a Wi-Fi of its own, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardware.hotspot import WifiKey
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.own_wifi import OwnWifi


class FakeHotspot:
    """What a machine's Wi-Fi has done. `fails`: why each attempt to open it fails, one after the other."""

    def __init__(self, *fails: Trouble) -> None:
        self.fails = [*fails]
        self.key: WifiKey | None = None
        self.opened: list[WifiKey] = []

    def open(self, key: WifiKey) -> None:
        if self.fails:
            raise DeviceError(self.fails.pop(0))
        self.key = key
        self.opened.append(key)

    def close(self) -> None:
        self.key = None


class Turn:
    """Chooses one after the other, as no lot does twice."""

    def __init__(self) -> None:
        self._number = 0

    def __call__(self, choices: Sequence[str]) -> str:
        self._number += 1
        return choices[self._number % len(choices)]


def own_wifi(
    folder: Path, hotspot: FakeHotspot, waits: list[float] | None = None, *, has_network: bool = False
) -> OwnWifi:
    """The Wi-Fi of a table whose machine has another network or not. `waits`: takes the seconds waited."""
    pause = (waits if waits is not None else []).append
    return OwnWifi(hotspot, folder, Turn(), lambda: has_network, pause)
