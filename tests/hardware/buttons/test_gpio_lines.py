"""Which GPIO chip is the header's, and who holds its pins, as gpiod says."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from hardware.buttons.gpio_lines import Header, chips, header
from tests.kit.fake_gpiod import Kernel, installed

EXPANDER = "raspberrypi-exp-gpio"
PI_5 = (
    "gpio-brcmstb@107d508500",
    "gpio-brcmstb@107d508520",
    "gpio-brcmstb@107d517c00",
    "gpio-brcmstb@107d517c20",
)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    yield from installed(tmp_path, monkeypatch)


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
        # The same chip under two numbers, as Raspberry Pi OS links it.
        ({0: "pinctrl-rp1", 4: "pinctrl-rp1"}, Header(0, "pinctrl-rp1", {})),
        ({0: EXPANDER}, None),
        ({}, None),
    ],
)
def test_the_chip_of_the_header_is_found_by_its_label(
    kernel: Kernel, labels: Mapping[int, str], found: Header | None
) -> None:
    for number, label in labels.items():
        kernel.chip(number, label)
    assert header(kernel.devices) == found
    assert chips(kernel.devices) == sorted(labels)


def test_of_chips_with_the_label_the_one_with_all_pins_is_the_headers(kernel: Kernel) -> None:
    kernel.chip(0, "pinctrl-bcm2835", lines=8)
    kernel.chip(1, "pinctrl-bcm2835", lines=28)
    assert header(kernel.devices) == Header(1, "pinctrl-bcm2835", {})


def test_what_only_begins_like_a_chip_is_none(kernel: Kernel) -> None:
    kernel.chip(3, "pinctrl-rp1")
    for name in ("gpiochip", "gpiochip0-lines", "gpiochipx"):
        (kernel.devices / name).touch()
    assert chips(kernel.devices) == [3]
    assert header(kernel.devices) == Header(3, "pinctrl-rp1", {})


@pytest.mark.parametrize("label", ["pinctrl-bcm2711", "pinctrl-bcm2835", "pinctrl-rp1"])
def test_lines_that_are_held_are_told_with_their_holders(kernel: Kernel, label: str) -> None:
    chip = kernel.chip(0, label, held={4: "w1", 17: "", 27: "garou", 40: "WL_ON"})
    found = header(kernel.devices)
    assert found == Header(0, label, {4: "w1", 17: "", 27: "garou"})
    assert found.device == "/dev/gpiochip0"
    assert chip.asked == list(range(28))


def test_a_chip_that_is_not_behind_the_header_is_left_alone(kernel: Kernel) -> None:
    chip = kernel.chip(0, EXPANDER, held={4: "CAM_GPIO"})
    assert header(kernel.devices) is None
    assert chip.asked == []


def test_a_chip_that_cannot_be_opened_tells_nothing(kernel: Kernel) -> None:
    (kernel.devices / "gpiochip0").touch()
    kernel.chip(1, "pinctrl-rp1")
    assert header(kernel.devices) == Header(1, "pinctrl-rp1", {})


def test_without_gpiod_or_with_an_old_one_no_header_is_found(
    kernel: Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel.chip(0, "pinctrl-rp1")
    monkeypatch.delitem(sys.modules, "gpiod.chip")  # gpiod 1 is one module
    assert header(kernel.devices) is None
