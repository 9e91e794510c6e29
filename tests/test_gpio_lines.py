"""Who holds the pins of the header: what the kernel says, taken apart as it is laid out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from hardware.gpio_lines import CHIP, CHIP_INFO, LINE, LINE_INFO, USED, holders


class Kernel:
    """A GPIO chip that answers as `linux/gpio.h` lays it out. `held`: who holds which line."""

    def __init__(self, label: str, lines: int, held: Mapping[int, str]) -> None:
        self.label, self.lines, self.held = label.encode(), lines, held
        self.asked: list[int] = []

    def __call__(self, file: int, request: int, given: bytes) -> bytes:  # noqa: ARG002
        if request == CHIP_INFO:
            assert len(given) == 68
            return (
                b"gpiochip0".ljust(32, b"\0") + self.label.ljust(32, b"\0") + self.lines.to_bytes(4, "little")
            )
        assert request == LINE_INFO
        assert len(given) == 256
        offset = int.from_bytes(given[64:68], "little")
        self.asked.append(offset)
        holder = self.held.get(offset)
        flags = (USED if holder is not None else 0) | 4  # an input
        name = f"GPIO{offset}".encode().ljust(32, b"\0")
        answer = name + (holder or "").encode().ljust(32, b"\0") + given[64:68] + bytes(4)
        return (answer + flags.to_bytes(8, "little")).ljust(256, b"\0")


@pytest.fixture
def device(tmp_path: Path) -> Path:
    path = tmp_path / "gpiochip0"
    path.write_text("")
    return path


@pytest.mark.parametrize("label", ["pinctrl-bcm2711", "pinctrl-bcm2835", "pinctrl-rp1"])
def test_lines_that_are_held_are_told_with_their_holders(device: Path, label: str) -> None:
    kernel = Kernel(label, 54, {4: "w1", 17: "", 27: "lg", 40: "WL_ON"})
    assert holders(device, kernel) == {4: "w1", 17: "", 27: "lg"}
    assert kernel.asked == list(range(28))


def test_a_chip_that_is_not_behind_the_header_is_left_alone(device: Path) -> None:
    kernel = Kernel("raspberrypi-exp-gpio", 8, {4: "CAM_GPIO"})
    assert holders(device, kernel) is None
    assert kernel.asked == []


def test_a_chip_that_cannot_be_asked_tells_nothing(device: Path, tmp_path: Path) -> None:
    assert holders(device) is None  # a file is no chip
    assert holders(tmp_path / "none") is None


def test_sizes_are_those_of_the_kernel() -> None:
    """The numbers of the ioctls carry the sizes of what they take."""
    assert CHIP.size == (CHIP_INFO >> 16) & 0x3FFF
    assert LINE.size == (LINE_INFO >> 16) & 0x3FFF
