"""Rings of WS2812 pixels on any pin of a Pi 5, by the kernel's `ws2812-pio` driver.

`dtoverlay=ws2812-pio,gpio=10,num_leds=192` makes `/dev/leds0`. As its source says:

- A pixel is four bytes, R G B W; the driver puts them into the chips' order, and W is not sent.
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
from collections.abc import Callable, Sequence

from hardware.rings.chain import Mounting, along_the_wire, limited
from hardware.rings.spi import REST_S, WireError
from hardware.rings.writer import RingWriter
from hardware.troubles import RingsFailed, RingsForbidden, RingsNoDevice, RingsTooMany, Trouble, reason_of

DEVICE = "/dev/leds0"
PIXEL_S = 30e-6
"""24 bits of 1.25 us."""
UNTOUCHED = b"\x00"
"""The brightness that leaves the levels as they are."""
HELD_BACK_S = 0.05
"""How long the driver waits after what is not a whole frame."""


class PioPort:
    """A `ws2812-pio` device, opened for each write."""

    def __init__(self, device: str = DEVICE) -> None:
        self._device = device

    def write(self, data: bytes) -> None:
        """Hands over `data`, from the device's first byte on; returns at once. Raises `WireError`."""
        try:
            file = os.open(self._device, os.O_WRONLY | os.O_CLOEXEC)
            try:
                os.write(file, data)
            finally:
                os.close(file)
        except OSError as error:
            raise WireError(self._why(error, len(data) // 4)) from error

    def close(self) -> None:
        """Nothing is kept open."""

    def _why(self, error: OSError, pixels: int) -> Trouble:
        overlay = f"dtoverlay=ws2812-pio,gpio=10,num_leds={pixels}"
        match error.errno:
            case errno.ENOENT:
                return RingsNoDevice(self._device, overlay)
            case errno.EACCES | errno.EPERM:
                return RingsForbidden(self._device)
            case errno.EFBIG | errno.ENOSPC:
                return RingsTooMany(self._device, overlay, "config.txt")
            case _:
                return RingsFailed(reason_of(error))


class PioRings(RingWriter):
    """The rings of all seats on one pin of a Pi 5, in the order of the seats.

    `mountings`: one for each seat. `budget_ma`: what all rings together may draw; the last thing done to
    a frame. `write`: hands the device bytes, from its first on. `sleep`: waits, in seconds.
    A device that fails is tried again at the next frame and every second: see `trouble`.
    """

    def __init__(
        self,
        pixels: int,
        mountings: Sequence[Mounting],
        write: Callable[[bytes], None],
        budget_ma: int,
        sleep: Callable[[float], None] = time.sleep,
        refresh_s: float = 1.0,
    ) -> None:
        self._send = write
        self._sleep = sleep
        self._budget_ma = budget_ma
        self._along_the_wire = along_the_wire(pixels, mountings, "RGB")
        self._wire_s = len(mountings) * pixels * PIXEL_S + REST_S
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
        colours = bytes(self._along_the_wire(limited(frame, self._budget_ma)))
        wire = bytearray(len(colours) // 3 * 4)
        for at in range(3):
            wire[at::4] = colours[at::3]
        return bytes(wire)
