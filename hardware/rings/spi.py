"""Rings of WS2812 or SK6812 pixels on the data line of SPI0, GPIO10.

A pixel takes 24 bits, usually green, red, blue, or 32 with a white light, each a pulse that is longer for a
1 than for a 0. Four bits of SPI make one such pulse (`hardware.rings.timing` has the times):

            _                 __                  ___
    0:  ___| |_____   1:  ___|  |____   or   ___|   |___
            1000              1100                1110

Every pulse ends low, so every byte does: between two bytes a controller may pause, and holds the line as
the last bit left it. A pause in a low is harmless, a pause in a high would be another bit.

The wire is written through the kernel's spidev: two ioctls and one `os.write` a frame, with nothing to
compile. One frame is one write: spidev sends one write without a gap, and a gap of 300 us would end the
frame in its middle.
"""

from __future__ import annotations

import errno
import os
import re
import struct
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from math import ceil, isfinite
from pathlib import Path
from typing import Protocol

from hardware.looks import MachineView, Observation, add_to_config, note, to_set, well, wrong
from hardware.rings.backend import Chain
from hardware.rings.chain import USUAL, Mounting, along_the_wire, limited
from hardware.rings.timing import CLOCKS, MHZ, RGBW_SHEETS, SHEETS, One, divided, illegal
from hardware.rings.writer import RingWriter
from hardware.troubles import DeviceError, Trouble, reason_of

DEVICE = "/dev/spidev0.0"
BUFSIZ = Path("/sys/module/spidev/parameters/bufsiz")
"""The file with spidev's limit for one write: a page, unless the kernel was told otherwise."""
PAGE = 4096
"""spidev's buffers are multiples of this many bytes."""
CORE = {"4": 500, "5": 200}
"""MHz of the clock that SPI divides, by family of the Pi; 250 on the others."""

COLOUR_BYTES = 4
"""One colour of eight bits, four SPI bits each."""
REST_S = 300e-6
"""The low that ends a frame for the chips. One before a frame makes sure that the frame starts fresh."""

MODE_0 = 0
SPI_IOC_WR_MODE = 0x40016B01
SPI_IOC_WR_MAX_SPEED_HZ = 0x40046B04


def rest_bytes(mhz: float) -> int:
    """The number of zero bytes that lasts at least as long as the rest."""
    return ceil(round(REST_S * mhz * 1e6 / 8, 6))


def frame_bytes(pixels: int, mhz: float, each: int = 3) -> int:
    """The length of the one write that lights `pixels` pixels of `each` colours."""
    return 2 * rest_bytes(mhz) + pixels * each * COLOUR_BYTES


def pixels_in(buffer: int, mhz: float, each: int = 3) -> int:
    """The number of pixels of `each` colours that fit in an SPI buffer of `buffer` bytes."""
    return max(0, buffer - 2 * rest_bytes(mhz)) // (each * COLOUR_BYTES)


def spi_buffer() -> int | None:
    """The most bytes that this machine's spidev takes in one write; None without spidev."""
    try:
        return int(BUFSIZ.read_text())
    except (OSError, ValueError):
        return None


class Code:
    """Encodes colour bytes as SPI bytes: rest, pulses, rest."""

    def __init__(self, one: One = "1100", mhz: float = MHZ) -> None:
        self._rest = bytes(rest_bytes(mhz))
        pulses = {"0": "1000", "1": one}
        # The first table encodes the two highest bits of each byte, the last the two lowest.
        self._tables = [
            bytes(int("".join(pulses[bit] for bit in f"{level:08b}"[at : at + 2]), 2) for level in range(256))
            for at in range(0, 8, 2)
        ]

    def encoded(self, colours: bytes) -> bytes:
        """The whole write for these colour bytes, in the order of the wire."""
        wire = bytearray(4 * len(colours))
        for at, table in enumerate(self._tables):
            wire[at::4] = colours.translate(table)
        return self._rest + wire + self._rest


class WireError(DeviceError, OSError):
    """The rings' device is missing, taken, or refuses a frame."""


class Port(Protocol):
    """Where frames are sent."""

    def write(self, data: bytes) -> None:
        """Sends all of `data` without a gap; returns when it is sent. Raises `WireError`."""

    def close(self) -> None:
        """Gives the device back."""


class SpiPort:
    """A spidev device, opened at the first write and again after a failure."""

    def __init__(self, device: str = DEVICE, mhz: float = MHZ) -> None:
        self._device = device
        self._speed_hz = round(mhz * 1e6)
        self._file: int | None = None

    def write(self, data: bytes) -> None:
        """Sends all of `data` in one transfer; returns when it is sent.

        Raises `WireError`, with the device closed, if it cannot be opened, set or written.
        """
        try:
            if self._file is None:
                self._file = self._opened()
            sent = os.write(self._file, data)
        except OSError as error:
            self.close()
            raise WireError(self._why(error, len(data))) from error
        if sent != len(data):
            raise WireError(Trouble("rings.cut", device=self._device, sent=sent, size=len(data)))

    def close(self) -> None:
        """Gives the device back."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        from fcntl import ioctl

        file = os.open(self._device, os.O_WRONLY | os.O_CLOEXEC)
        try:
            ioctl(file, SPI_IOC_WR_MODE, struct.pack("=B", MODE_0))
            ioctl(file, SPI_IOC_WR_MAX_SPEED_HZ, struct.pack("=I", self._speed_hz))
        except OSError:
            os.close(file)
            raise
        return file

    def _why(self, error: OSError, length: int) -> Trouble:
        match error.errno:
            case errno.ENOENT:
                return Trouble("rings.no_device", device=self._device, setting="dtparam=spi=on")
            case errno.EACCES | errno.EPERM:
                return Trouble("rings.forbidden", device=self._device)
            case errno.EMSGSIZE:
                return Trouble(
                    "rings.too_many",
                    device=self._device,
                    setting=f"spidev.bufsiz={length}",
                    file="cmdline.txt",
                )
            case errno.ENOTTY:
                return Trouble("rings.not_spi", device=self._device)
            case _:
                return Trouble("rings.failed", reason=reason_of(error))


class SpiRings(RingWriter):
    """The rings of all seats on one SPI data line, in the order of the seats.

    A port that fails is tried again at the next frame and every second: see `trouble`.

    `mountings`: one for each seat.
    `port`: where frames go; it is closed with the rings.
    `budget_ma`: the most that all rings together may draw; a frame is dimmed to it last of all.
    `colours`: the order in which the pixels take them.
    """

    def __init__(
        self,
        pixels: int,
        mountings: Sequence[Mounting],
        port: Port,
        code: Code,
        budget_ma: int,
        colours: str = USUAL,
        refresh_s: float = 1.0,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._port = port
        self._code = code
        self._budget_ma = budget_ma
        self._each = len(colours)
        self._along_the_wire = along_the_wire(pixels, mountings, colours)
        super().__init__(len(mountings), pixels, self._light, refresh_s, now)

    def close(self) -> None:
        """Darkens the rings, stops and closes the device, unless a write to it hangs."""
        super().close()
        if self.is_over:
            self._port.close()

    def _light(self, frame: bytes) -> None:
        self._port.write(self.on_the_wire(frame))

    def on_the_wire(self, frame: bytes) -> bytes:
        """The bytes that show `frame`, rests included."""
        wire = bytes(self._along_the_wire(frame))
        return self._code.encoded(limited(wire, self._budget_ma, self._each))


class SpiBackend:
    """Rings on the SPI of any Pi."""

    lights = True
    pins: Mapping[int, str] = {10: "SPI", 11: "SPI"}
    data_pin = 10
    group = "spi"
    board = "pi.spi"
    udev = ""

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:  # noqa: ARG002
        """Enables SPI, without the pins that it does not need."""
        return "dtparam=spi=on", *(["dtoverlay=spi0-0cs,no_miso"] if {7, 8, 9}.intersection(buttons) else ())

    def notes(self, chain: Chain) -> Sequence[str]:
        """The clock that SPI needs, and what a Pi 5 has instead for a long chain."""
        return ("settings.clock", "settings.long") if _is_long(chain) else ("settings.clock",)

    def cmdline_txt(self, chain: Chain) -> str:
        """A large enough buffer, if the default is too small."""
        return f"spidev.bufsiz={enough_for(chain)}" if _is_long(chain) else ""

    def open(self, chain: Chain) -> SpiRings:
        """Opens the rings. Raises `WireError` if a frame is too long for this machine."""
        check_buffer(chain)
        port, code = SpiPort(chain.device or DEVICE, chain.mhz), Code(chain.one, chain.mhz)
        return SpiRings(chain.pixels, chain.mountings, port, code, chain.budget_ma, chain.colours)

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:
        """Checks that SPI is on, takes a whole frame, and has a clock that the pixels understand."""
        yield from _look_at_device(machine, chain)
        yield from _look_at_core_clock(machine)
        yield _look_at_ring_clock(machine, chain)


def enough_for(chain: Chain) -> int:
    """The size in bytes of the smallest SPI buffer for a frame of all rings."""
    return -(-_frame_of(chain) // PAGE) * PAGE


def _frame_of(chain: Chain) -> int:
    """The bytes of a frame of all rings."""
    return frame_bytes(chain.length, chain.mhz, len(chain.colours))


def _is_long(chain: Chain) -> bool:
    """Whether a frame is longer than spidev takes untouched.

    Two other projects have open reports of such chains that broke on a Pi 5, whatever the buffer:
    Adafruit_CircuitPython_NeoPixel_SPI 37 and Pi5Neo 2.
    """
    return _frame_of(chain) > PAGE


def check_buffer(chain: Chain) -> None:
    """Checks that this machine's spidev takes a frame of all rings in one write.

    Raises `WireError` if it does not. Where there is no spidev nothing is known.
    """
    buffer = spi_buffer()
    if buffer is not None and buffer < _frame_of(chain):
        setting = f"spidev.bufsiz={enough_for(chain)}"
        raise WireError(
            Trouble("rings.too_many", device=chain.device or DEVICE, setting=setting, file="cmdline.txt")
        )


def _look_at_device(machine: MachineView, chain: Chain) -> Iterator[Observation]:
    device = chain.device or DEVICE
    if not machine.there(device):
        if machine.config.params.get("spi") == "on":
            yield wrong("spi_waits", "sudo reboot", device=device)
        else:
            yield wrong("spi_off", "sudo raspi-config nonint do_spi 0 && sudo reboot", device=device)
        return
    yield well("there", device=device)
    if machine.family == "5" and _is_long(chain):
        facts = {"pixels": chain.length, "most": pixels_in(PAGE, chain.mhz, len(chain.colours))}
        yield note("spi_long", to_set('backend = "pio"', "[rings]"), **facts)
    needed = _frame_of(chain)
    buffer = int(machine.read("/sys/module/spidev/parameters/bufsiz") or PAGE)
    if buffer >= needed:
        yield well("spi_buffer", buffer=buffer, frame=needed)
    else:
        setting = f"spidev.bufsiz={enough_for(chain)}"
        mend = f"sudo sed -i '1s/$/ {setting}/' {machine.boot}/cmdline.txt && sudo reboot"
        yield wrong("spi_buffer", mend, buffer=buffer, frame=needed)


def _look_at_core_clock(machine: MachineView) -> Iterator[Observation]:
    """Checks that the clock SPI divides is constant."""
    if machine.family not in ("3", "4", "zero 2"):
        return
    values = machine.config.values
    core, least = values.get("core_freq"), values.get("core_freq_min")
    if core is not None and (core == "250" or core == least):
        yield well("core_clock", mhz=core)
        return
    lines = ("core_freq=500", "core_freq_min=500") if machine.family == "4" else ("core_freq=250",)
    yield wrong("core_clock", add_to_config(machine, *lines))


def _look_at_ring_clock(machine: MachineView, chain: Chain) -> Observation:
    """Checks the clock this Pi makes of the requested one against the pixels' data sheets."""
    core = re.fullmatch(r"[1-9]\d{0,3}", machine.config.values.get("core_freq", ""))
    source = int(core[0]) if core and machine.family != "5" else CORE.get(machine.family, 250)
    mhz = divided(source, chain.mhz)
    has_white = "W" in chain.colours
    beyond = illegal(chain.one, mhz, RGBW_SHEETS if has_white else SHEETS)
    if not beyond:
        return well("ring_clock", mhz=f"{mhz:.3f}")
    first = beyond[0]
    limits = f"{first.least:g}–{first.most:g} ns" if isfinite(first.most) else f"≥ {first.least:g} ns"
    facts = {"pulse": first.pulse, "ns": f"{first.ns:.0f} ns", "sheet": first.sheet, "limits": limits}
    # The long 1 is too long for pixels with a white light, at any clock.
    setting = f'one = "1100", mhz = {MHZ}' if has_white else f"mhz = {CLOCKS[chain.one]}"
    return note("ring_clock", to_set(setting, "[rings]"), mhz=f"{mhz:.3f}", **facts)
