"""Rings of WS2812 or SK6812 pixels on any pin of a Pi 5, by the kernel's `ws2812-pio` driver.

`dtoverlay=ws2812-pio,gpio=10,num_leds=192` makes `/dev/leds0`. As its source says:

- A pixel is four bytes, R G B W. They are sent as G R B, or with the overlay's `rgbw` as G R B W. Chips with
  another order have their first colour in the place of G, and so on.
- What is written goes where the file's position is, so a frame begins at a fresh open.
- A frame shorter than `num_leds` is held back for 50 ms, a longer one is refused with EFBIG.
- A single byte at position 0 is the brightness, and any but 0 also bends the levels by a gamma table, in
  which a night light would vanish. 0 leaves them alone, so it is written before the first frame.
- A write returns at once and a thread of the kernel's sends it. The next frame must not come before that
  is done, so whoever writes waits for as long as the wire is busy.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from hardware.looks import UDEV_RULES, MachineView, Observation, add_to_config, dotted, to_set, well, wrong
from hardware.rings.backend import Chain
from hardware.rings.chain import USUAL, Mounting, along_the_wire, limited
from hardware.rings.spi import REST_S, WireError
from hardware.rings.writer import RingWriter
from hardware.troubles import Trouble, reason_of

DEVICE = "/dev/leds0"
COLOUR_S = 10e-6
"""8 bits of 1.25 us."""
UNTOUCHED = b"\x00"
"""The brightness value that leaves the levels unchanged."""
HELD_BACK_S = 0.05
"""Seconds the driver waits after an incomplete frame."""
DATA = 10
"""BCM number of the rings' data pin: the same as for SPI."""
KERNEL = (6, 12, 55)
"""The first kernel whose ws2812-pio sends every frame."""


def overlay(pixels: int, colours: str) -> str:
    """The line of config.txt that creates the device."""
    white = ",rgbw=on" if "W" in colours else ""
    return f"dtoverlay=ws2812-pio,gpio={DATA},num_leds={pixels}{white}"


class PioPort:
    """A `ws2812-pio` device, opened for each write. `colours`: of its pixels."""

    def __init__(self, device: str = DEVICE, colours: str = USUAL) -> None:
        self._device = device
        self._colours = colours

    def write(self, data: bytes) -> None:
        """Writes `data` from the device's first byte on; returns at once. Raises `WireError`."""
        try:
            file = os.open(self._device, os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.write(file, data)
            finally:
                os.close(file)
        except OSError as error:
            raise WireError(self._why(error, len(data) // 4)) from error

    def close(self) -> None:
        """Nothing to close."""

    def _why(self, error: OSError, pixels: int) -> Trouble:
        setting = overlay(pixels, self._colours)
        match error.errno:
            case errno.ENOENT:
                return Trouble("rings.no_device", device=self._device, setting=setting)
            case errno.EACCES | errno.EPERM:
                return Trouble("rings.forbidden", device=self._device)
            case errno.EFBIG | errno.ENOSPC:
                return Trouble("rings.too_many", device=self._device, setting=setting, file="config.txt")
            case _:
                return Trouble("rings.failed", reason=reason_of(error))


class PioRings(RingWriter):
    """The rings of all seats on one pin of a Pi 5, in the order of the seats.

    A device that fails is tried again at the next frame and every second: see `trouble`.

    `mountings`: one for each seat.
    `write`: hands bytes to the device, from its first byte on.
    `budget_ma`: the most that all rings together may draw; a frame is dimmed to it last of all.
    `colours`: the order in which the pixels take them.
    `sleep`: waits, in seconds.
    """

    def __init__(
        self,
        pixels: int,
        mountings: Sequence[Mounting],
        write: Callable[[bytes], None],
        budget_ma: int,
        colours: str = USUAL,
        sleep: Callable[[float], None] = time.sleep,
        refresh_s: float = 1.0,
    ) -> None:
        self._send = write
        self._sleep = sleep
        self._budget_ma = budget_ma
        self._each = len(colours)
        # The driver sends the second byte before the first.
        self._along_the_wire = along_the_wire(pixels, mountings, colours[1::-1] + colours[2:])
        self._wire_s = len(mountings) * pixels * self._each * COLOUR_S + REST_S
        self._is_set = False
        super().__init__(len(mountings), pixels, self._light, refresh_s)

    def _light(self, frame: bytes) -> None:
        try:
            if not self._is_set:
                self._send(UNTOUCHED)
                self._sleep(HELD_BACK_S + self._wire_s)
            self._send(self.on_the_wire(frame))
            self._sleep(self._wire_s)
            self._is_set = True
        except OSError:
            self._is_set = False
            raise

    def on_the_wire(self, frame: bytes) -> bytes:
        """The bytes that show `frame`, four a pixel."""
        colours = limited(bytes(self._along_the_wire(frame)), self._budget_ma, self._each)
        wire = bytearray(len(colours) // self._each * 4)
        for at in range(self._each):
            wire[at::4] = colours[at :: self._each]
        return bytes(wire)


class PioBackend:
    """Rings on the PIO of a Pi 5."""

    lights = True
    pins: Mapping[int, str] = {DATA: "SPI"}
    data_pin = DATA
    group = ""
    board = "pi.pio"
    udev = 'SUBSYSTEM=="ws2812-pio-rp1", GROUP="gpio", MODE="0660"'

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:  # noqa: ARG002
        """The overlay with the number of pixels."""
        return (overlay(chain.length, chain.colours),)

    def notes(self, chain: Chain) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def cmdline_txt(self, chain: Chain) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def open(self, chain: Chain) -> PioRings:
        """The rings."""
        port = PioPort(chain.device or DEVICE, chain.colours)
        return PioRings(chain.pixels, chain.mountings, port.write, chain.budget_ma, chain.colours)

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:
        """Checks that the driver is there, knows the number of pixels, and may be opened."""
        if machine.family != "5":
            yield wrong("pio", to_set('backend = "spi"', "[rings]"))
            return
        device, line = chain.device or DEVICE, overlay(chain.length, chain.colours)
        written = machine.config.overlays.get("ws2812-pio", {})
        number, has_white = written.get("num_leds"), "W" in chain.colours
        drop = f"sudo sed -i '/^dtoverlay=ws2812-pio/d' {machine.boot}/config.txt && "
        if number is None:
            yield wrong("pio_overlay", add_to_config(machine, line))
        elif number != str(chain.length):
            mend = drop + add_to_config(machine, line)
            yield wrong("pio_pixels", mend, number=number, pixels=chain.length)
        elif has_white != (written.get("rgbw", "off") not in ("off", "no", "0")):
            mend = drop + add_to_config(machine, line)
            yield wrong("pio_white", mend, line=line, colours=chain.colours)
        if not machine.there(device):
            yield wrong("pio_device", "sudo reboot", device=device)
        elif not machine.is_root and not machine.may_write(machine.path(device)):
            mend = f"echo '{self.udev}' | sudo tee {UDEV_RULES} && sudo reboot"
            yield wrong("pio_forbidden", mend, user=machine.user, device=device)
        else:
            yield well("there", device=device)
        if machine.kernel < KERNEL:
            mend = "sudo apt update && sudo apt full-upgrade && sudo reboot"
            yield wrong("pio_kernel", mend, version=dotted(machine.kernel), least=dotted(KERNEL))
