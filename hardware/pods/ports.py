"""Where pods may be plugged in: the serial ports of boards that run MicroPython, and how one is opened.

What is plugged in is read from /sys; nothing is opened for that. A port of another device is left alone.
"""

from __future__ import annotations

import errno
import os
import termios
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from hardware.buttons.usb_ports import text_of
from hardware.libraries import brings
from hardware.troubles import DeviceError, Trouble

MICROPYTHON = (
    "2e8a:0005",  # Raspberry Pi: Pico, Pico 2, with and without W
    "303a:4001",  # Espressif: ESP32-S2, ESP32-S3
    "f055:9800", "f055:9801", "f055:9802",  # pyboard
    "2341:025e",  # Arduino Nano RP2040 Connect
    "239a:80f2",  # Adafruit Feather RP2040
    "1b4f:0026",  # SparkFun Pro Micro RP2040
)  # fmt: skip
"""Maker and product of boards with MicroPython. Of others that call themselves so, the name is enough."""


class PodPort(NamedTuple):
    """A serial port that may have a pod."""

    node: str
    """Its file: "/dev/ttyACM0"."""
    serial: str
    """What the board gives as its serial number: MicroPython gives the id."""
    plugged: str
    """Differs each time something is plugged in."""
    by_radio: bool = False
    """Whether it is no port: the pod has called by Wi-Fi."""


class PodLibraryError(DeviceError, ImportError):
    """The library that opens serial ports is not installed."""


class SerialLine:
    """An open port, for this program alone. Raises `PodLibraryError`, `OSError`."""

    def __init__(self, node: str) -> None:
        try:
            self._port = library().Serial(node, timeout=0, write_timeout=0, exclusive=True)
        except termios.error as error:  # pulled out meanwhile
            raise OSError(*error.args) from error
        self.fd: int = self._port.fileno()

    def read(self, most: int) -> bytes:
        """What has come, after its file was ready. Raises `OSError` if the other end is gone."""
        if not (data := os.read(self.fd, most)):
            raise OSError(errno.ENODEV, "unplugged")
        return data

    def write(self, data: bytes) -> int:
        """Writes what there is room for, and returns how much that was. Never blocks. Raises `OSError`."""
        try:
            return os.write(self.fd, data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Gives it back."""
        self._port.close()


def library() -> Any:
    """pyserial. Raises `PodLibraryError` if it is not installed."""
    try:
        return import_module("serial")
    except ImportError as error:
        raise PodLibraryError(
            Trouble("pods.no_library", library="pyserial", detail=str(error), brings=brings("serial"))
        ) from error


def ports_here(root: Path = Path("/")) -> list[PodPort]:
    """The ports of all boards with MicroPython, by their names. `root`: of the file system."""
    found = []
    for link in sorted(
        (root / "sys/class/tty").glob("ttyACM*"), key=lambda link: (len(link.name), link.name)
    ):
        device = (link / "device").resolve().parent
        kind = f"{text_of(device / 'idVendor')}:{text_of(device / 'idProduct')}"
        if kind in MICROPYTHON or text_of(device / "manufacturer") == "MicroPython":
            plugged = f"{text_of(device / 'busnum')}-{text_of(device / 'devnum')}"
            found.append(PodPort(f"/dev/{link.name}", text_of(device / "serial").lower(), plugged))
    return found
