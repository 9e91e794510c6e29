"""Buttons on (mock) pins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.buttons.gpio import FACTORIES, GpioButtons, PinClaimError, PinLibraryError, pin_factory
from hardware.clocks import VirtualClock
from hardware.debounce import first_seen
from hardware.interface import Buttons, Edge
from table.words.troubles import english
from tests.kit.fake_gpiod import Kernel, installed
from tests.kit.still_pins import StillPin, StillPins
from tests.kit.wires import told_as


class PinHeldLow(StillPin):
    """A pin whose button is down, whatever the pull-up says."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(False)


class PinReleasedAsItIsRead(PinHeldLow):
    """A pin whose button comes up between the first reading and its use."""

    clock: VirtualClock

    def _get_state(self) -> bool:
        level: bool = super()._get_state()
        if not level:
            self.clock.wait(self.clock.now() + 0.001)
            self.drive_high()
        return level


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def factory(clock: VirtualClock) -> Iterator[Any]:
    made = StillPins(clock)
    yield made
    made.close()


def test_changes_carry_seat_button_and_time(factory: Any, clock: VirtualClock) -> None:
    buttons: Buttons = GpioButtons([[4, 5], [6, 7]], factory, clock)
    clock.wait(1.5)
    factory.pin(7).drive_low()
    clock.wait(2.0)
    factory.pin(7).drive_high()
    factory.pin(4).drive_low()
    assert buttons.edges() == [
        Edge(1.5, 1, 1, True),
        Edge(2.0, 0, 0, True),
        Edge(2.0, 1, 1, False),
    ]
    assert buttons.edges() == []


def test_a_button_that_is_wired_to_something_else_has_no_pin(factory: Any, clock: VirtualClock) -> None:
    buttons = GpioButtons([[None, 5], [None]], factory, clock)
    factory.pin(5).drive_low()
    factory.pin(4).drive_low()
    assert buttons.edges() == [Edge(0.0, 0, 1, True)]


def test_pins_are_pulled_up(factory: Any, clock: VirtualClock) -> None:
    GpioButtons([[4]], factory, clock)
    assert factory.pin(4).pull == "up"


def test_every_bounce_is_passed_on(factory: Any, clock: VirtualClock) -> None:
    buttons = GpioButtons([[4]], factory, clock)
    for _ in range(10):
        factory.pin(4).drive_low()
        factory.pin(4).drive_high()
    assert [edge.down for edge in buttons.edges()] == [True, False] * 10


class LatePin(StillPin):
    """A pin whose changes are told later, all at once, each with the moment at which it was."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.changes: list[tuple[float, bool]] = []

    def change(self, ticks_s: float, level: bool) -> None:
        self.changes.append((ticks_s, level))

    def tell(self) -> None:
        for ticks_s, level in self.changes:
            self.when_changed(ticks_s, level)


@pytest.mark.parametrize("speed", [1.0, 2.0])
def test_a_press_that_a_busy_machine_tells_late_was_when_it_was(speed: float) -> None:
    """Both ends are told at once: a press of 0.3 s, not a bounce."""
    clock = VirtualClock(10.0 * speed, speed)
    factory = StillPins(clock, pin_class=LatePin)
    buttons = GpioButtons([[4]], factory, clock)
    pin = factory.pin(4)
    pin.change(9.2, False)
    pin.change(9.5, True)
    pin.tell()
    assert [(round(edge.time_s, 6), edge.down) for edge in buttons.edges()] == [
        (9.2 * speed, True),
        (9.5 * speed, False),
    ]
    buttons.close()


def test_changes_of_a_contact_stay_in_their_order_whatever_their_stamps(clock: VirtualClock) -> None:
    """Otherwise a button that was let go could stay down."""
    factory = StillPins(clock, pin_class=LatePin)
    clock.wait(10.0)
    buttons = GpioButtons([[4]], factory, clock)
    pin = factory.pin(4)
    pin.change(9.5, False)
    pin.change(9.4, True)
    pin.tell()
    assert buttons.edges() == [Edge(9.5, 0, 0, True, 0.5), Edge(9.5, 0, 0, False, 0.5)]
    buttons.close()
    factory.close()


def test_a_contact_down_at_the_start_is_told_once(clock: VirtualClock) -> None:
    factory = StillPins(clock, pin_class=PinHeldLow)
    clock.wait(3.0)
    buttons = GpioButtons([[4], [5]], factory, clock)
    woken: list[int] = []
    buttons.listen(lambda: woken.append(1))
    assert woken == [1]
    edges = buttons.edges()
    assert edges == [Edge(3.0, 0, 0, True), Edge(3.0, 1, 0, True)]
    assert first_seen(edges[0].down).stuck
    factory.pin(5).drive_high()
    assert buttons.edges() == [Edge(3.0, 1, 0, False)]
    buttons.close()
    factory.close()


def test_a_release_during_the_reading_at_the_start_comes_after_it(clock: VirtualClock) -> None:
    PinReleasedAsItIsRead.clock = clock
    factory = StillPins(clock, pin_class=PinReleasedAsItIsRead)
    buttons = GpioButtons([[4]], factory, clock)
    assert buttons.edges() == [Edge(0.0, 0, 0, True), Edge(0.001, 0, 0, False)]
    buttons.close()
    factory.close()


def test_one_pin_for_two_buttons_is_refused_with_seat_and_pin(factory: Any, clock: VirtualClock) -> None:
    with pytest.raises(PinClaimError) as refused:
        GpioButtons([[4], [5, 4]], factory, clock)
    assert english().told(refused.value.trouble) == (
        "Seat 2, button 2: pin GPIO4 already has another button. Each button needs a pin of its own."
    )
    assert isinstance(refused.value, OSError)


def test_a_refused_table_gives_all_its_pins_back(factory: Any, clock: VirtualClock) -> None:
    with pytest.raises(PinClaimError):
        GpioButtons([[4], [5], [4]], factory, clock)
    GpioButtons([[4], [5], [6]], factory, clock).close()


def test_a_pin_that_does_not_exist_is_refused_with_seat_and_pin(factory: Any, clock: VirtualClock) -> None:
    with told_as(PinClaimError, r"^Seat 1, button 2: pin GPIO28 cannot be used .*28"):
        GpioButtons([[4, 28]], factory, clock)


def test_closing_gives_the_pins_back_and_stops_listening(factory: Any, clock: VirtualClock) -> None:
    buttons = GpioButtons([[4]], factory, clock)
    buttons.close()
    buttons.close()
    factory.pin(4).drive_low()
    assert buttons.edges() == []
    GpioButtons([[4]], factory, clock).close()


@pytest.mark.parametrize(
    ("name", "module", "library"), [("gpiod", "gpiod", "gpiod"), ("rpigpio", "RPi", "RPi.GPIO")]
)
def test_a_missing_pin_library_says_what_to_install(
    name: str, module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, FACTORIES[name][0], raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with told_as(PinLibraryError, rf"{library}, which is not installed .*pip install -e .\.\[pi\]"):
        pin_factory(name)


class FakeRpi:
    """The part of RPi.GPIO that gpiozero uses; its constants are their own names."""

    def __init__(self) -> None:
        self.busy: set[int] = set()

    def __getattr__(self, name: str) -> str:
        return name

    def setup(self, pin: int, *_: Any) -> None:
        if pin in self.busy:
            raise RuntimeError("GPIO busy")

    def gpio_function(self, _: int) -> str:
        return "IN"

    def input(self, _: int) -> int:
        return 1

    def _nothing(self, *_: Any, **__: Any) -> None:
        """Nothing is to be done in memory."""

    setmode = setwarnings = cleanup = add_event_detect = remove_event_detect = _nothing


def test_after_a_pin_that_was_busy_rpigpio_gets_all_pins_when_the_table_tries_again(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while the first refusal is still known."""
    rpi = FakeRpi()
    monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=rpi))
    for name in (FACTORIES["rpigpio"][0], "gpiozero.pins.rpigpio"):
        monkeypatch.setitem(sys.modules, name, None)  # so that it is forgotten afterwards
        del sys.modules[name]
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03114)
    rpi.busy = {5}
    with pytest.raises(PinClaimError) as refused:
        GpioButtons([[4], [5]], pin_factory("rpigpio"), clock)
    assert "GPIO busy" in str(refused.value)
    rpi.busy = set()
    GpioButtons([[4], [5]], pin_factory("rpigpio"), clock).close()


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kernel]:
    yield from installed(tmp_path, monkeypatch)


def test_gpiod_is_handed_the_chip_of_the_header(kernel: Kernel) -> None:
    """A Pi 5 with a kernel from 6.12.96 on."""
    for number, label in {11: "gpio-brcmstb@107d508500", 13: "pinctrl-rp1", 15: "x"}.items():
        kernel.chip(number, label)
    factory = pin_factory("gpiod")
    assert factory.pin(17).state is True
    assert [chip.label for chip in kernel.chips.values() if chip.held] == ["pinctrl-rp1"]
    factory.close()


@pytest.mark.parametrize(
    ("labels", "looked"), [({11: "x", 12: "y"}, "/dev/gpiochip11, /dev/gpiochip12"), ({}, "/dev/gpiochip*")]
)
def test_no_chip_of_the_header_is_told_with_those_looked_at(
    kernel: Kernel, labels: dict[int, str], looked: str
) -> None:
    for number, label in labels.items():
        kernel.chip(number, label)
    with pytest.raises(PinLibraryError) as refused:
        pin_factory("gpiod")
    assert english().told(refused.value.trouble) == (
        f"No pins: none of {looked} is the GPIO chip of a Pi’s header (pinctrl-bcm2835, pinctrl-bcm2711, "
        "pinctrl-rp1), or this user may not open it; the group gpio may."
    )


def test_a_machine_without_pins_is_told_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pins() -> None:
        raise RuntimeError("This module can only be run on a Raspberry Pi!")

    monkeypatch.setattr("gpiozero.pins.mock.MockFactory", no_pins)
    with told_as(PinLibraryError, r"^The pin library mock finds no pins on this machine \(This"):
        pin_factory("mock")
