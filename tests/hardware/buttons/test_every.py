"""Every contact that a button may be on, heard at once."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons import every, expander
from hardware.buttons.every import CHIP_PINS, ContactListener, every_contact
from hardware.buttons.expander import ExpanderButtons
from hardware.buttons.gpio import PinLibraryError
from hardware.buttons.header import free_pins
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from hardware.simulated import SimulatedButtons
from hardware.troubles import DeviceError, Trouble
from tests.appliance.doctor.test_doctor import Bench
from tests.kit.chips import FakeBus
from tests.kit.still_pins import StillPins

FREE = (4, 5, 6, 17)


class PolledBus(FakeBus):
    """A bus with one chip, polled by hand."""

    poll: Callable[[], None] = staticmethod(lambda: None)


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> PolledBus:
    made = PolledBus([0x23])

    def started(buttons: ExpanderButtons) -> ExpanderButtons:
        made.poll = buttons.poll
        return buttons

    monkeypatch.setattr(expander, "open_bus", lambda *_: made)
    monkeypatch.setattr(ExpanderButtons, "start", started)
    return made


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    made = StillPins(VirtualClock())
    monkeypatch.setattr(every, "pin_factory", lambda *_: made)
    yield made
    made.close()


def test_a_contact_of_the_header_and_one_of_a_chip_are_told_by_their_place(
    bus: PolledBus, factory: Any
) -> None:
    clock = VirtualClock()
    found = every_contact(FREE, "mock", 1, clock)
    assert list(found.pins) == [*FREE, *CHIP_PINS]
    assert len({*CHIP_PINS}) == 8 * 14
    factory.pin(6).drive_low()
    bus.chips[0x23].pressed.add(9)
    for _ in range(4):
        bus.poll()
    heard = [(found.pins[edge.seat], edge.button, edge.down) for edge in found.buttons.edges()]
    assert sorted(heard, key=str) == [("0x23.GPB1", 0, True), (6, 0, True)]
    assert found.trouble is None
    assert not found.buttons.troubles, "seven chips are not there"
    found.buttons.close()


@pytest.mark.usefixtures("bus")
def test_a_pin_that_is_taken_is_left_out(factory: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pins = factory.pin

    def pin(number: int) -> Any:
        if number == 5:
            raise OSError(errno.EBUSY, "taken")
        return pins(number)

    monkeypatch.setattr(factory, "pin", pin)
    found = every_contact(FREE, "mock", 1, VirtualClock())
    assert list(found.pins[:3]) == [4, 6, 17]
    found.buttons.close()


def test_a_listener_says_which_contacts_go_down_once_however_they_bounce() -> None:
    clock = VirtualClock()
    pods = SimulatedButtons(4, 1, clock)
    pods.push(3, 0)  # it sticks
    listener = ContactListener(FREE, pods, clock)

    def after(seconds: float) -> list[int | str]:
        clock.wait(clock.now() + seconds)
        return [*listener.pressed()]

    assert after(1.0) == []
    for _ in range(3):
        pods.push(1, 0)
        assert after(0.002) == []
        pods.release(1, 0)
        assert after(0.001) == []
    pods.push(1, 0)
    pods.push(2, 0)
    assert after(0.02) == [5, 6]
    assert after(1.0) == [], "each once"
    pods.release(1, 0)
    pods.release(3, 0)
    assert after(0.02) == []
    pods.push(3, 0)
    assert after(0.02) == [17], "what has stuck is heard once it has been up"


NO_LIBRARY = Trouble("buttons.no_library", library="gpiod", detail="none", brings="pip")


def test_without_a_header_the_expanders_are_heard_and_without_both_nothing_is(
    bus: PolledBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(trouble: Trouble, *_: object) -> Any:
        raise PinLibraryError(trouble)

    monkeypatch.setattr(every, "pin_factory", partial(missing, NO_LIBRARY))
    found = every_contact(FREE, "gpiod", 1, VirtualClock())
    assert (found.pins, found.trouble) == ([*CHIP_PINS], NO_LIBRARY)
    found.buttons.close()
    assert bus.closed
    monkeypatch.setattr(expander, "open_bus", partial(missing, Trouble("buttons.bus", reason="x")))
    with pytest.raises(DeviceError) as caught:
        every_contact(FREE, "gpiod", 1, VirtualClock())
    assert caught.value.trouble == NO_LIBRARY


def test_the_pins_of_a_pi_that_something_else_uses_are_not_free(tmp_path: Path) -> None:
    pi = Bench(tmp_path)
    everything = {*range(28)} - {2, 3, 10, 11}

    def taken(config: str) -> set[int]:
        return everything - {*free_pins(pi.write("boot/firmware/config.txt", config).machine, {2, 3, 10, 11})}

    assert taken("") == {7, 8, 9}, "SPI is on, and takes more than the rings need"
    pi.held = {22: "lamp"}
    freed = "dtoverlay=spi0-0cs,no_miso\n"
    assert taken(freed) == {22}
    assert taken(freed + "enable_uart=1\n") == {14, 15, 22}
    assert taken(freed + "dtoverlay=hifiberry-dac\n") == {18, 19, 20, 21, 22}
    pi.held = None
    assert taken(freed) == set()


def test_a_contact_that_is_told_late_is_not_taught_before_the_rest_can_be_known() -> None:
    clock = VirtualClock(10.0)
    pods = SimulatedButtons(1, 1, clock)
    listener = ContactListener([5], pods, clock)
    pods._changed(Edge(9.9, 0, 0, True, 0.1))
    assert listener.pressed() == []
    clock.wait(10.2)
    assert listener.pressed() == [5]
