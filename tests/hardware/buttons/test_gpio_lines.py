"""Which GPIO chip is the header's, and who holds its pins, as the kernel says."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from hardware.buttons.gpio_lines import CHIP, CHIP_INFO, LINE, LINE_INFO, USED, Header, chips, header


class Kernel:
    """A GPIO chip that answers as `linux/gpio.h` says. `held`: who holds which line."""

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


class MadeDev:
    """A folder of GPIO chips, each a file with its number. `labels`: of each chip."""

    def __init__(
        self, folder: Path, labels: Mapping[int, str], held: Mapping[int, str] | None = None
    ) -> None:
        self.folder = folder
        self.kernels = {number: Kernel(label, 54, held or {}) for number, label in labels.items()}
        for number in labels:
            (folder / f"gpiochip{number}").write_text(f"{number}")

    def __call__(self, file: int, request: int, given: bytes) -> bytes:
        return self.kernels[int(os.pread(file, 9, 0))](file, request, given)


EXPANDER = "raspberrypi-exp-gpio"
PI_5 = (
    "gpio-brcmstb@107d508500",
    "gpio-brcmstb@107d508520",
    "gpio-brcmstb@107d517c00",
    "gpio-brcmstb@107d517c20",
)


@pytest.mark.parametrize(
    ("labels", "found"),
    [
        ({0: "pinctrl-bcm2835", 1: EXPANDER}, Header(0, "pinctrl-bcm2835", {})),
        ({0: "pinctrl-bcm2711", 1: EXPANDER}, Header(0, "pinctrl-bcm2711", {})),
        # A Pi 5: at first, from 6.6.45 on, and from 6.12.96 on.
        ({**dict(enumerate(PI_5)), 4: "pinctrl-rp1"}, Header(4, "pinctrl-rp1", {})),
        ({0: "pinctrl-rp1", **dict(enumerate(PI_5, start=10))}, Header(0, "pinctrl-rp1", {})),
        ({**dict(enumerate(PI_5, start=11)), 15: "pinctrl-rp1"}, Header(15, "pinctrl-rp1", {})),
        ({2: PI_5[0], 11: "pinctrl-rp1"}, Header(11, "pinctrl-rp1", {})),
        ({0: EXPANDER}, None),
        ({}, None),
    ],
)
def test_the_chip_of_the_header_is_found_by_its_label(
    tmp_path: Path, labels: Mapping[int, str], found: Header | None
) -> None:
    assert header(tmp_path, MadeDev(tmp_path, labels)) == found
    assert chips(tmp_path) == sorted(labels)


def test_what_only_begins_like_a_chip_is_none(tmp_path: Path) -> None:
    made = MadeDev(tmp_path, {3: "pinctrl-rp1"})
    for name in ("gpiochip", "gpiochip0-lines", "gpiochipx"):
        (tmp_path / name).write_text("0")
    assert chips(tmp_path) == [3]
    assert header(tmp_path, made) == Header(3, "pinctrl-rp1", {})


@pytest.mark.parametrize("label", ["pinctrl-bcm2711", "pinctrl-bcm2835", "pinctrl-rp1"])
def test_lines_that_are_held_are_told_with_their_holders(tmp_path: Path, label: str) -> None:
    made = MadeDev(tmp_path, {0: label}, {4: "w1", 17: "", 27: "lg", 40: "WL_ON"})
    found = header(tmp_path, made)
    assert found == Header(0, label, {4: "w1", 17: "", 27: "lg"})
    assert found.device == "/dev/gpiochip0"
    assert made.kernels[0].asked == list(range(28))


def test_a_chip_that_is_not_behind_the_header_is_left_alone(tmp_path: Path) -> None:
    made = MadeDev(tmp_path, {0: EXPANDER}, {4: "CAM_GPIO"})
    assert header(tmp_path, made) is None
    assert made.kernels[0].asked == []


def test_a_chip_that_cannot_be_asked_tells_nothing(tmp_path: Path) -> None:
    MadeDev(tmp_path, {0: "pinctrl-rp1"})
    assert header(tmp_path) is None  # a file is no chip


def test_sizes_are_those_of_the_kernel() -> None:
    """The numbers of the ioctls contain the sizes of their arguments."""
    assert CHIP.size == (CHIP_INFO >> 16) & 0x3FFF
    assert LINE.size == (LINE_INFO >> 16) & 0x3FFF
