"""Buttons on the lines of a GPIO chip, by gpiod: the kernel's times, lost edges, what gpiozero expects."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Button, DigitalInputDevice
from gpiozero.exc import (
    GPIOPinInUse,
    PinEdgeDetectUnsupported,
    PinFixedPull,
    PinInvalidFunction,
    PinInvalidPin,
    PinInvalidPull,
    PinSetInput,
)

from hardware.buttons import every, expander
from hardware.buttons.every import every_contact
from hardware.buttons.gpio import GpioButtons, PinClaimError, pin_factory
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from tests.kit.chips import FakeBus
from tests.kit.fake_gpiod import Bias, Direction, Kernel, Wires, installed
from tests.kit.fake_gpiod import Edge as Detected
from tests.kit.wires import told_as

SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    yield from installed(tmp_path, monkeypatch)


@pytest.fixture
def chip(kernel: Kernel) -> Wires:
    kernel.chip(10, "gpio-brcmstb@107d508500")
    return kernel.chip(11, "pinctrl-rp1")


class Table:
    """One button for each of some pins, heard by the thread of the factory."""

    def __init__(self, pins: Sequence[int], clock: Any) -> None:
        self.buttons = GpioButtons([[pin] for pin in pins], pin_factory("gpiod"), clock)
        self._news = threading.Event()
        self._heard: list[Edge] = []
        self.buttons.listen(self._news.set)

    def heard(self, count: int) -> list[Edge]:
        """The next edges, this many of them."""
        while len(self._heard) < count:
            assert self._news.wait(SOON_S), f"only {self._heard}"
            self._news.clear()
            self._heard += self.buttons.edges()
        taken, self._heard = self._heard[:count], self._heard[count:]
        return taken


@pytest.fixture
def table(chip: Wires) -> Iterator[Table]:
    assert not chip.requests
    made = Table([4, 5, 6], VirtualClock(20.0))
    yield made
    made.buttons.close()


def test_all_lines_are_asked_for_at_once_pulled_up_under_our_name(chip: Wires, table: Table) -> None:
    [request] = chip.requests
    assert request.offsets == [4, 5, 6]
    assert chip.held == dict.fromkeys([4, 5, 6], "garou")
    for settings in request.config.values():
        assert settings.direction is Direction.INPUT
        assert settings.edge_detection is Detected.BOTH
        assert settings.bias is Bias.PULL_UP
    assert table.buttons.edges() == []


def test_a_press_has_the_times_of_the_kernel_however_late_it_is_told(chip: Wires, table: Table) -> None:
    chip.turn(5, False, 18.25)
    chip.turn(5, True, 19.5)
    assert table.heard(2) == [Edge(18.25, 1, 0, True, 1.75), Edge(19.5, 1, 0, False, 0.5)]


def test_a_thousand_edges_come_in_the_order_in_which_they_were(chip: Wires, table: Table) -> None:
    lines, sent = (4, 5, 6), []
    for number in range(1000):
        turn, line = divmod(number, 3)
        chip.turn(lines[line], turn % 2 == 1, number / 1000)
        sent.append((number / 1000, line, turn % 2 == 0))
    assert [(edge.time_s, edge.seat, edge.down) for edge in table.heard(1000)] == sent


def test_a_button_whose_release_was_lost_does_not_stay_down(chip: Wires, table: Table) -> None:
    """Others bounce for longer than the kernel keeps edges while nobody reads."""
    [request] = chip.requests
    with request.lock:
        chip.turn(4, False, 1.0)
        chip.turn(4, True, 1.1)
        chip.turn(5, False, 1.2)
        for number in range(1025):
            chip.turn(6, number % 2 == 1, 2.0 + number / 1000)
    last: dict[int, bool] = {}
    while last != {1: True, 2: True}:
        [edge] = table.heard(1)
        last[edge.seat] = edge.down
    with request.lock:
        chip.turn(4, False, 5.0)
        for number in range(1024):
            chip.turn(6, number % 2 == 0, 6.0 + number / 1000)
    while last != {0: True, 1: True, 2: True}:
        [edge] = table.heard(1)
        last[edge.seat] = edge.down


def test_what_is_down_at_the_start_is_told_with_the_time_of_the_reading(chip: Wires) -> None:
    chip.levels[5] = False
    table = Table([4, 5], VirtualClock(20.0))
    assert table.heard(1) == [Edge(20.0, 1, 0, True)]
    chip.turn(5, True, 19.0)
    assert table.heard(1) == [Edge(20.0, 1, 0, False)], "after it, whatever its stamp"
    table.buttons.close()


@pytest.mark.parametrize(("holder", "named"), [("gpioset", "gpioset"), ("", "\\?")])
def test_a_pin_that_something_else_holds_is_refused_with_its_holder(
    chip: Wires, holder: str, named: str
) -> None:
    chip.held[6] = holder
    with told_as(PinClaimError, rf"^Seat 2, button 1: pin GPIO6 cannot be used: “{named}” holds it"):
        GpioButtons([[4], [6]], pin_factory("gpiod"), VirtualClock())
    assert chip.held == {6: holder}
    assert threading.active_count() == 1


def test_a_pin_that_is_taken_while_the_table_opens_is_one_sentence_too(
    chip: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chip, "held", Late(chip.held))
    with told_as(PinClaimError, r"^Seat 1, button 1: pin GPIO4 cannot be used \(.*busy"):
        GpioButtons([[4]], pin_factory("gpiod"), VirtualClock())


class Late(dict[int, str]):
    """Holders that come between the question and the request."""

    def keys(self) -> Any:
        return {4}


def test_a_held_pin_is_left_out_where_every_contact_is_heard(
    chip: Wires, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expander, "open_bus", lambda *_: FakeBus([]))
    monkeypatch.setattr(expander.ExpanderButtons, "start", lambda self: self)
    chip.held[5] = "lamp"
    found = every_contact([4, 5, 6], "gpiod", 1, VirtualClock())
    assert [*found.pins[:2]] == [4, 6]
    assert found.pins[2] == every.CHIP_PINS[0]
    found.buttons.close()
    assert chip.held == {5: "lamp"}


def test_closing_gives_the_lines_back_and_ends_the_thread(chip: Wires) -> None:
    before = threading.active_count()
    for _ in range(2):
        table = Table([4, 5], VirtualClock())
        assert threading.active_count() == before + 1
        table.buttons.close()
        assert (chip.held, chip.requests, threading.active_count()) == ({}, [], before)
        table.buttons.close()


# What gpiozero expects of a factory and its pins


@pytest.fixture
def factory(chip: Wires) -> Iterator[Any]:  # noqa: ARG001
    made = pin_factory("gpiod")
    yield made
    made.close()


def test_devices_of_gpiozero_work_on_it(chip: Wires, factory: Any) -> None:
    pressed = threading.Event()
    button = Button(17, pin_factory=factory)
    plain = DigitalInputDevice(18, pin_factory=factory)
    button.when_pressed = pressed.set
    assert (button.is_pressed, plain.is_active) == (False, True)
    assert chip.requests[0].config[18].bias is Bias.PULL_DOWN
    chip.turn(17, False, factory.ticks())
    assert pressed.wait(SOON_S)
    assert button.is_pressed
    assert factory.ticks_diff(factory.ticks(), button.pin_factory.ticks()) <= 0.0
    button.close()
    plain.close()


def test_a_pin_claimed_later_joins_the_others_and_nothing_is_missed_in_between(
    chip: Wires, factory: Any
) -> None:
    first = DigitalInputDevice(4, pull_up=True, pin_factory=factory)
    heard = threading.Event()
    first.when_activated = heard.set
    old = chip.requests[0]
    release = old.release

    def released() -> None:
        release()
        chip.turn(4, False, 1.0)

    old.release = released  # type: ignore[method-assign]
    second = factory.pin(5)
    [request] = chip.requests
    assert request.offsets == [4, 5]
    assert heard.is_set()
    assert second.state is True


def test_a_pin_says_what_it_is_and_refuses_what_it_cannot(factory: Any) -> None:
    pin = factory.pin(4)
    assert factory.pin("GPIO4") is pin
    assert (pin.function, pin.pull, pin.edges, pin.bounce) == ("input", "floating", "both", None)
    pin.function, pin.edges, pin.bounce, pin.pull = "input", "both", None, "down"
    assert pin.pull == "down"
    for name, value, refusal in (
        ("function", "output", PinInvalidFunction),
        ("pull", "sideways", PinInvalidPull),
        ("edges", "rising", PinEdgeDetectUnsupported),
        ("bounce", 0.1, PinEdgeDetectUnsupported),
        ("state", True, PinSetInput),
    ):
        with pytest.raises(refusal):
            setattr(pin, name, value)
    with pytest.raises(PinFixedPull):
        factory.pin(2).pull = "down"
    with pytest.raises(PinInvalidPin):
        factory.pin(99)


def test_one_pin_has_one_device(factory: Any) -> None:
    device = DigitalInputDevice(4, pin_factory=factory)
    with pytest.raises(GPIOPinInUse):
        DigitalInputDevice(4, pin_factory=factory)
    device.close()
    DigitalInputDevice(4, pin_factory=factory).close()
