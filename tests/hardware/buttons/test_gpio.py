"""Buttons on (mock) pins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockPin

from hardware.buttons.gpio import GpioButtons, PinClaimError, PinLibraryError, pin_factory
from hardware.clocks import VirtualClock
from hardware.debounce import first_seen
from hardware.interface import Buttons, Edge
from table.words.troubles import english
from tests.hardware.buttons.test_gpio_lines import MadeDev
from tests.kit.still_pins import StillPins
from tests.kit.wires import told_as


class PinHeldLow(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose button is down, whatever the pull-up says."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._change_state(False)


class PinReleasedAsItIsRead(PinHeldLow):
    """A pin whose button comes up between the first reading and its use."""

    clock: VirtualClock
    readings = 0

    def _get_state(self) -> bool:
        level: bool = super()._get_state()
        self.readings += 1
        if self.readings == 2:
            self.clock.wait(self.clock.now() + 0.001)
            self.drive_high()
        return level


@pytest.fixture
def factory() -> Iterator[Any]:
    made = StillPins()
    yield made
    made.close()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


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


class LatePin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin whose changes are told later, all at once, each with the moment at which it was."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.changes: list[tuple[float, bool]] = []

    def change(self, ticks_s: float, level: bool) -> None:
        self.changes.append((ticks_s, level))

    def tell(self) -> None:
        for ticks_s, level in self.changes:
            self.when_changed(ticks_s, level)


@pytest.mark.parametrize(
    ("since_s", "speed", "times_s"),
    [
        (0.0, 1.0, (9.2, 9.5)),
        (0.0, 2.0, (8.4, 9.0)),
        (1e9, 1.0, (10.0, 10.0)),  # Stamps of another clock.
        (-1e9, 1.0, (10.0, 10.0)),
    ],
)
def test_a_press_that_a_busy_machine_tells_late_was_when_it_was(
    since_s: float, speed: float, times_s: tuple[float, float]
) -> None:
    """Down 0.8 s ago and up 0.5 s ago, told at once: a press of 0.3 s, not a bounce."""
    factory, clock = StillPins(pin_class=LatePin), VirtualClock(10.0, speed)
    buttons = GpioButtons([[4]], factory, clock)
    pin = factory.pin(4)
    pin.change(since_s - 0.8, False)
    pin.change(since_s - 0.5, True)
    pin.tell()
    assert [(round(edge.time_s, 6), edge.down) for edge in buttons.edges()] == [
        (times_s[0], True),
        (times_s[1], False),
    ]
    buttons.close()
    factory.close()


def test_changes_of_a_contact_stay_in_their_order_whatever_their_stamps(clock: VirtualClock) -> None:
    """Otherwise a button that was let go could stay down."""
    factory = StillPins(pin_class=LatePin)
    clock.wait(10.0)
    buttons = GpioButtons([[4]], factory, clock)
    pin = factory.pin(4)
    pin.change(-0.5, False)
    pin.change(-0.6, True)
    pin.tell()
    assert buttons.edges() == [Edge(9.5, 0, 0, True, 0.5), Edge(9.5, 0, 0, False, 0.5)]
    buttons.close()
    factory.close()


class BusyClock(VirtualClock):
    """A clock that other threads keep from being read for a while, once."""

    stalls_s = 0.3

    def now(self) -> float:
        now_s = super().now()
        if self.stalls_s and now_s:
            self.wait(now_s + self.stalls_s)
            self.stalls_s = 0.0
        return now_s


def test_a_stamp_is_read_again_where_other_threads_had_their_turn_in_between() -> None:
    clock = BusyClock()
    factory: Any = StillPins(pin_class=LatePin)
    factory.ticks = clock.now
    buttons = GpioButtons([[4]], factory, clock)
    clock.wait(10.0)
    pin = factory.pin(4)
    pin.change(9.5, False)
    pin.tell()
    [edge] = buttons.edges()
    assert (edge.time_s, round(edge.late_s, 3)) == (9.5, 0.8)
    buttons.close()
    factory.close()


def test_a_contact_down_at_the_start_is_told_once(clock: VirtualClock) -> None:
    factory = StillPins(pin_class=PinHeldLow)
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
    factory = StillPins(pin_class=PinReleasedAsItIsRead)
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


def test_the_error_of_lgpio_itself_becomes_one_sentence(
    factory: Any, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """lgpio raises its own bare Exception, which gpiozero passes on."""
    lgpio = ModuleType("lgpio")
    lgpio.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)

    class BusyPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
        def __init__(self, *_: object) -> None:
            raise lgpio.error("GPIO busy")

    factory.pin_class = BusyPin
    with told_as(PinClaimError, r"^Seat 1, button 1: pin GPIO17 cannot be used \(GPIO busy\)"):
        GpioButtons([[17]], factory, clock)


def test_closing_gives_the_pins_back_and_stops_listening(factory: Any, clock: VirtualClock) -> None:
    buttons = GpioButtons([[4]], factory, clock)
    buttons.close()
    buttons.close()
    factory.pin(4).drive_low()
    assert buttons.edges() == []
    GpioButtons([[4]], factory, clock).close()


@pytest.mark.parametrize(
    ("name", "module", "library"), [("lgpio", "lgpio", "lgpio"), ("rpigpio", "RPi", "RPi.GPIO")]
)
def test_a_missing_pin_library_says_what_to_install(
    name: str, module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, f"gpiozero.pins.{name}", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    with told_as(PinLibraryError, rf"{library}, which is not installed .*pip install -e .\.\[pi\]"):
        pin_factory(name)


@pytest.fixture
def lgpio_factory(monkeypatch: pytest.MonkeyPatch) -> None:
    """gpiozero's factory for lgpio, on mock pins; it opens the chip it is given."""

    class LGPIOFactory(StillPins):
        def __init__(self, chip: int | None = None) -> None:
            super().__init__()
            self.chip = chip

    made = ModuleType("gpiozero.pins.lgpio")
    made.LGPIOFactory = LGPIOFactory  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", made)


@pytest.mark.usefixtures("lgpio_factory")
def test_lgpio_is_handed_the_chip_of_the_header(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi 5 with a kernel from 6.12.96 on: gpiozero itself would open gpiochip4 or gpiochip0."""
    labels = {11: "gpio-brcmstb@107d508500", 13: "pinctrl-rp1", 15: "gpio-brcmstb@107d517c00"}
    made = MadeDev(tmp_path, labels)
    monkeypatch.setattr("hardware.buttons.gpio.DEVICES", tmp_path)
    monkeypatch.setattr("fcntl.ioctl", made)
    factory = pin_factory("lgpio")
    assert factory.chip == 13
    factory.close()


@pytest.mark.usefixtures("lgpio_factory")
@pytest.mark.parametrize(
    ("labels", "looked"), [({11: "x", 12: "y"}, "/dev/gpiochip11, /dev/gpiochip12"), ({}, "/dev/gpiochip*")]
)
def test_no_chip_of_the_header_is_told_with_those_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, labels: dict[int, str], looked: str
) -> None:
    made = MadeDev(tmp_path, labels)
    monkeypatch.setattr("hardware.buttons.gpio.DEVICES", tmp_path)
    monkeypatch.setattr("fcntl.ioctl", made)
    with pytest.raises(PinLibraryError) as refused:
        pin_factory("lgpio")
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
