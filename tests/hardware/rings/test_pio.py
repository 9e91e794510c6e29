"""Rings on the Pi 5's own driver: whole frames, one an open, levels untouched, and what goes wrong."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from queue import SimpleQueue

import pytest

from hardware.interface import Rings
from hardware.rings import pio as pio_rings
from hardware.rings.chain import Mounting
from hardware.rings.pio import PioPort, PioRings
from hardware.rings.spi import WireError
from hardware.troubles import Trouble

SOON_S = 10.0
PLENTY_MA = 60000


class FakeDriver:
    """Records writes and waits, in order."""

    def __init__(self) -> None:
        self.done: SimpleQueue[bytes | float] = SimpleQueue()
        self.fault: Trouble | None = None

    def write(self, data: bytes) -> None:
        fault = self.fault
        self.done.put(data)
        if fault:
            raise WireError(fault)

    def sleep(self, seconds: float) -> None:
        self.done.put(round(seconds, 6))

    def next(self) -> bytes | float:
        return self.done.get(timeout=SOON_S)

    def rings(
        self, pixels: int, mountings: list[Mounting], budget_ma: int = PLENTY_MA, colours: str = "GRB"
    ) -> PioRings:
        return PioRings(pixels, mountings, self.write, budget_ma, colours, self.sleep, refresh_s=60.0)


@pytest.fixture
def driver() -> FakeDriver:
    return FakeDriver()


def test_a_pixel_is_red_green_blue_and_a_white_that_is_not_there(driver: FakeDriver) -> None:
    rings = driver.rings(2, [Mounting(), Mounting(1)])
    frame = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    # The second ring's player sits at its second pixel: the frame's first pixel comes last.
    assert rings.on_the_wire(frame) == bytes([1, 2, 3, 0, 4, 5, 6, 0, 10, 11, 12, 0, 7, 8, 9, 0])
    rings.close()


@pytest.mark.parametrize(
    ("colours", "pixel"),
    [
        # The driver sends the second byte first, then the first, the third and, with rgbw, the fourth.
        ("GRB", [10, 30, 20, 0]),
        ("RGB", [30, 10, 20, 0]),
        ("BRG", [10, 20, 30, 0]),
        ("GRBW", [0, 20, 10, 10]),
        ("WRGB", [0, 10, 20, 10]),
    ],
)
def test_the_driver_sends_the_colours_as_the_pixels_take_them(
    driver: FakeDriver, colours: str, pixel: list[int]
) -> None:
    rings = driver.rings(1, [Mounting()], colours=colours)
    assert rings.on_the_wire(bytes([10, 30, 20])) == bytes(pixel)
    first, second, *others = rings.on_the_wire(bytes([10, 30, 20]))[: len(colours)]
    lit = dict(zip(colours, (second, first, *others), strict=True))
    assert [lit[colour] + lit.get("W", 0) for colour in "RGB"] == [10, 30, 20]
    rings.close()


def test_four_colours_keep_the_wire_busy_for_longer(driver: FakeDriver) -> None:
    rings = driver.rings(2, [Mounting()], colours="GRBW")
    # Two pixels of 40 us and 300 us of rest.
    assert [driver.next() for _ in range(4)] == [b"\x00", 0.05038, bytes(8), 0.00038]
    rings.close()


def test_the_budget_holds_here_too(driver: FakeDriver) -> None:
    rings = driver.rings(2, [Mounting()], budget_ma=62)
    assert rings.on_the_wire(b"\xff" * 6) == bytes([127, 127, 127, 0] * 2)
    rings.close()


def test_levels_are_left_alone_before_the_first_frame_and_each_frame_has_its_time(driver: FakeDriver) -> None:
    pio = driver.rings(2, [Mounting()])
    rings: Rings = pio
    # Two pixels of 30 us and 300 us of rest; the driver holds a brightness back for 50 ms.
    assert [driver.next() for _ in range(4)] == [b"\x00", 0.05036, bytes(8), 0.00036]
    rings.show(b"\x07" * 6)
    assert [driver.next() for _ in range(2)] == [bytes([7, 7, 7, 0] * 2), 0.00036]
    rings.close()
    assert [driver.next() for _ in range(2)] == [bytes(8), 0.00036]
    assert driver.done.empty()


def test_a_device_that_comes_back_is_told_to_leave_the_levels_alone_again(driver: FakeDriver) -> None:
    driver.fault = Trouble("rings.forbidden", device="/dev/leds0")
    rings = driver.rings(2, [Mounting()])
    assert driver.next() == b"\x00"
    driver.fault = None
    rings.show(b"\x07" * 6)
    assert [driver.next() for _ in range(4)] == [b"\x00", 0.05036, bytes([7, 7, 7, 0] * 2), 0.00036]
    driver.fault = Trouble("rings.forbidden", device="/dev/leds0")
    rings.show(b"\x08" * 6)
    assert driver.next() == bytes([8, 8, 8, 0] * 2)
    driver.fault = None
    rings.show(b"\x09" * 6)
    assert [driver.next() for _ in range(4)] == [b"\x00", 0.05036, bytes([9, 9, 9, 0] * 2), 0.00036]
    rings.close()
    assert rings.trouble is None


def test_each_write_begins_at_the_devices_first_byte(tmp_path: Path) -> None:
    file = tmp_path / "leds0"
    file.write_bytes(b"........")
    port = PioPort(str(file))
    port.write(b"abcd")
    port.write(b"efgh")
    assert file.read_bytes() == b"efgh...."
    port.close()


def test_a_missing_device_names_the_overlay_with_the_right_number(tmp_path: Path) -> None:
    with pytest.raises(WireError) as refused:
        PioPort(str(tmp_path / "leds0")).write(bytes(576 * 4))
    overlay = "dtoverlay=ws2812-pio,gpio=10,num_leds=576"
    assert refused.value.trouble == Trouble("rings.no_device", device=f"{tmp_path}/leds0", setting=overlay)


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (errno.EACCES, Trouble("rings.forbidden", device="/dev/leds0")),
        (
            errno.EFBIG,
            Trouble(
                "rings.too_many",
                device="/dev/leds0",
                setting="dtoverlay=ws2812-pio,gpio=10,num_leds=3",
                file="config.txt",
            ),
        ),
        (errno.EIO, Trouble("rings.failed", reason="EIO")),
    ],
)
def test_why_a_frame_is_refused_is_told(
    fault: int, trouble: Trouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[int] = []

    class Kernel:
        O_WRONLY, O_CLOEXEC = os.O_WRONLY, os.O_CLOEXEC

        @staticmethod
        def open(*_: object) -> int:
            return 77

        @staticmethod
        def write(*_: object) -> int:
            raise OSError(fault, os.strerror(fault))

        close = closed.append

    monkeypatch.setattr(pio_rings, "os", Kernel)
    with pytest.raises(WireError) as refused:
        PioPort().write(bytes(12))
    assert refused.value.trouble == trouble
    assert closed == [77]
