"""Buttons on expanders, and tables whose buttons are of several kinds."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.expander import (
    GPIO,
    POLL_S,
    SAMPLES,
    BusLibraryError,
    ChipPin,
    ExpanderButtons,
    chip_pin,
    open_bus,
    settled,
)
from hardware.buttons.gpio import GpioButtons
from hardware.buttons.mixed import MixedButtons
from hardware.buttons.queued import STUCK_S
from hardware.clocks import VirtualClock
from hardware.interface import Buttons, Edge
from hardware.simulated import SimulatedButtons
from hardware.troubles import Trouble
from hardware.watch import HANGS_S
from tests.kit.chips import GONE, FakeBus
from tests.kit.still_pins import StillPins
from tests.kit.wires import told_as

SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""

EIGHT = [[ChipPin(0x20 + seat // 4, seat % 4)] for seat in range(8)]
"""Seats 1 to 4 on GPA0 to GPA3 of the chip 0x20, 5 to 8 on those of 0x21."""


FIRST_SILENT, SECOND_SILENT = (
    Trouble("buttons.expander", address=0x20, seats=(0, 1, 2, 3)),
    Trouble("buttons.expander", address=0x21, seats=(4, 5, 6, 7)),
)


class Table:
    """Eight seats on two chips, polled by hand."""

    def __init__(self, pins: Sequence[Sequence[ChipPin | None]] = EIGHT) -> None:
        self.clock = VirtualClock()
        self.bus = FakeBus({pin.chip for seat in pins for pin in seat if pin})
        self.opened = 0
        self.no_bus: OSError | None = None
        self.pins = pins

    def open(self) -> FakeBus:
        self.opened += 1
        if self.no_bus:
            raise self.no_bus
        return self.bus

    def start(self) -> ExpanderButtons:
        self.buttons = ExpanderButtons(self.pins, self.open, self.clock)
        return self.buttons

    def down(self, seat: int, button: int = 0) -> None:
        pin = self.pins[seat][button]
        assert pin
        self.bus.chips[pin.chip].pressed.add(pin.bit)

    def up(self, seat: int, button: int = 0) -> None:
        pin = self.pins[seat][button]
        assert pin
        self.bus.chips[pin.chip].pressed.discard(pin.bit)

    def poll(self, times: int = 1) -> list[Edge]:
        """Polls so many times, first after 5 ms."""
        for _ in range(times):
            self.clock.wait(round(self.clock.now() + POLL_S, 6))
            self.buttons.poll()
        return self.buttons.edges()


@pytest.fixture
def table() -> Table:
    return Table()


# Pins and levels


def test_a_pin_is_a_chip_and_a_bit() -> None:
    assert chip_pin("0x20.GPA0") == ChipPin(0x20, 0)
    assert chip_pin("0x21.GPA6") == ChipPin(0x21, 6)
    assert chip_pin("0x27.GPB6") == ChipPin(0x27, 14)


@pytest.mark.parametrize(
    "text",
    [
        "0x20.GPA7",
        "0x20.GPB7",
        "0x28.GPA0",
        "0x1f.GPA0",
        "0x20.GPC0",
        "0x20",
        "GPA0",
        " 0x20.GPA0",
        "0x20.GPA0\n",
        "",
    ],
)
def test_what_is_no_pin_for_a_button(text: str) -> None:
    with pytest.raises(ValueError, match="is no pin of an expander for a button"):
        chip_pin(text)


@given(st.integers(0, 2**16 - 1), st.lists(st.integers(0, 2**16 - 1), min_size=4, max_size=4))
def test_a_level_counts_once_all_samples_agree(before: int, samples: list[int]) -> None:
    after = settled(before, samples)
    for bit in range(16):
        seen = {sample >> bit & 1 for sample in samples}
        assert after >> bit & 1 == (seen.pop() if len(seen) == 1 else before >> bit & 1)


def test_chips_are_set_up_with_pull_ups_and_the_sevens_as_outputs(table: Table) -> None:
    table.start()
    for chip in table.bus.chips.values():
        assert (chip.inputs, chip.pull_ups) == (0x7F7F, 0x7F7F)


# Presses


def test_a_press_is_told_when_four_samples_agree_with_the_time_of_the_first(table: Table) -> None:
    buttons: Buttons = table.start()
    assert table.poll(10) == []
    table.down(5)
    assert table.poll(3) == []
    assert table.poll() == [Edge(0.055, 5, 0, True)]
    table.up(5)
    assert table.poll(3) == []
    assert table.poll() == [Edge(0.075, 5, 0, False)]
    assert buttons.troubles == []


def test_a_contact_that_bounces_is_told_once(table: Table) -> None:
    table.start()
    told = []
    for is_down in (True, False, True, False, False, True, True, False):
        (table.down if is_down else table.up)(2)
        told += table.poll()
    assert told == []
    table.down(2)
    assert table.poll(4) == [Edge(0.045, 2, 0, True)]


def test_twenty_four_seats_of_three_buttons_are_six_chips() -> None:
    pins = [
        [ChipPin(0x20 + seat // 4, seat % 4 * 3 + n + (seat % 4 > 1)) for n in range(3)] for seat in range(24)
    ]
    table = Table(pins)
    table.start()
    assert len(table.bus.chips) == 6
    for seat in range(24):
        for button in range(3):
            table.down(seat, button)
    assert {(edge.seat, edge.button) for edge in table.poll(4)} == {
        (s, b) for s in range(24) for b in range(3)
    }
    table.bus.reads = 0
    table.poll()
    assert table.bus.reads == 6


def test_a_contact_down_at_the_start_is_told_once(table: Table) -> None:
    table.clock.wait(3.0)
    table.down(6)
    assert table.start().edges() == [Edge(3.0, 6, 0, True)]
    assert table.poll(10) == []
    table.up(6)
    assert table.poll(4) == [Edge(3.055, 6, 0, False)]


# Faults


class HungBus(FakeBus):
    """A bus whose driver does not return from a read while `hangs`."""

    def __init__(self, addresses: set[int]) -> None:
        super().__init__(addresses)
        self.hangs = False
        self.asked = threading.Event()
        self.comes_back = threading.Event()

    def read_word_data(self, i2c_addr: int, register: int) -> int:
        if self.hangs:
            self.asked.set()
            assert self.comes_back.wait(SOON_S)
        return super().read_word_data(i2c_addr, register)


def test_a_question_that_hangs_is_told_and_nobody_waits_for_it(table: Table) -> None:
    table.bus = bus = HungBus({0x20, 0x21})
    buttons = table.start().start()
    bus.hangs = True
    assert bus.asked.wait(SOON_S)
    table.clock.wait(table.clock.now() + HANGS_S - 0.1)
    assert buttons.troubles == []
    table.clock.wait(table.clock.now() + 0.1)
    assert buttons.troubles == [Trouble("buttons.hang", seats=tuple(range(8)), seconds=HANGS_S)]
    assert buttons.edges() == []
    buttons.close()
    assert not bus.closed, "somebody is still waiting on it"
    bus.comes_back.set()
    assert buttons._thread
    buttons._thread.join(SOON_S)
    assert not buttons._thread.is_alive()


def test_a_question_that_is_answered_after_all_is_no_trouble_any_more(table: Table) -> None:
    table.bus = bus = HungBus({0x20, 0x21})
    buttons, heard = table.start(), threading.Event()
    buttons.listen(heard.set)
    bus.hangs = True
    buttons.start()
    assert bus.asked.wait(SOON_S)
    table.clock.wait(HANGS_S)
    assert buttons.troubles
    table.down(6)
    bus.comes_back.set()
    assert heard.wait(SOON_S)
    assert buttons.troubles == []
    assert buttons.edges() == [Edge(HANGS_S, 6, 0, True)]
    buttons.close()
    assert bus.closed


def test_a_chip_that_comes_back_is_set_up_and_heard_again(table: Table) -> None:
    table.bus.absent = {0x21}
    buttons = table.start()
    assert table.poll(100) == []
    table.bus.absent = set()
    # It is asked once a second.
    table.poll(99)
    assert buttons.troubles
    table.poll(1)
    assert buttons.troubles == []
    table.down(7)
    assert [edge.seat for edge in table.poll(4)] == [7]


def test_reads_that_are_lost_now_and_then_are_no_fault(table: Table) -> None:
    buttons = table.start()
    for _ in range(10):
        table.bus.lost = 3
        table.poll(3)
        table.poll(1)
    assert buttons.troubles == []


def test_a_chip_that_never_says_whether_it_has_its_settings_is_silent(table: Table) -> None:
    """Only its levels are answered. Then no press can be believed, so its seats are named."""
    buttons = table.start()
    read = table.bus.read_word_data

    def levels_only(i2c_addr: int, register: int) -> int:
        if register != GPIO:
            raise OSError(GONE, "Remote I/O error")
        return read(i2c_addr, register)

    table.bus.read_word_data = levels_only  # type: ignore[method-assign]
    table.down(5)
    assert table.poll(SAMPLES) == []
    assert buttons.troubles == [SECOND_SILENT]


def test_a_chip_that_falls_silent_lets_go_of_its_buttons(table: Table) -> None:
    """A button that was down makes no hold, and no other chip's button is released."""
    buttons = table.start()
    table.down(0)
    table.down(4)
    table.poll(4)
    table.bus.absent = {0x21}
    assert table.poll(3) == []
    assert buttons.troubles == []
    assert table.poll() == [Edge(0.04, 4, 0, False)]
    assert buttons.troubles == [SECOND_SILENT]


def test_what_is_down_when_a_chip_comes_back_says_nothing_until_it_is_released(table: Table) -> None:
    buttons = table.start()
    table.bus.absent = {0x20}
    table.poll(4)
    table.down(0)
    table.bus.absent = set()
    assert table.poll(250) == []
    assert buttons.troubles == []
    table.down(1)
    assert [(edge.seat, edge.down) for edge in table.poll(4)] == [(1, True)]
    table.up(0)
    assert table.poll(4) == []
    table.down(0)
    assert [(edge.seat, edge.down) for edge in table.poll(4)] == [(0, True)]


def test_samples_from_before_a_chip_fell_silent_count_no_more(table: Table) -> None:
    table.start()
    table.down(0)
    table.poll(4)
    table.bus.absent = {0x20}
    table.poll(4)
    table.up(0)
    table.bus.absent = set()
    table.poll(200)
    table.down(0)
    assert table.poll(3) == []
    assert [edge.down for edge in table.poll()] == [True]


def test_a_button_that_is_stuck_when_its_chip_comes_back_is_named(table: Table) -> None:
    table.bus.absent = {0x20}
    buttons = table.start()
    table.down(2)
    table.bus.absent = set()
    table.poll(210)
    assert buttons.troubles == []
    table.clock.wait(table.clock.now() + STUCK_S)
    assert buttons.troubles == [Trouble("buttons.held", seat=2, button=0, seconds=30.0)]
    table.up(2)
    table.poll(4)
    assert buttons.troubles == []


@pytest.mark.parametrize("floating", [0x0000, 0x5555, 0xFFFF])
def test_a_chip_that_lost_its_settings_and_still_answers_presses_nothing(table: Table, floating: int) -> None:
    """A dip of the supply: reads succeed, but pins without pull-ups have any level."""
    buttons = table.start()
    table.poll(4)
    chip = table.bus.chips[0x20]
    chip.reset()
    chip.floating = floating
    assert table.poll(10) == []
    assert buttons.troubles == []
    table.down(3)
    assert [(edge.seat, edge.down) for edge in table.poll(5)] == [(3, True)]
    assert chip.pull_ups == 0x7F7F


def test_a_bus_that_cannot_be_opened_names_all_seats_and_is_tried_again(table: Table) -> None:
    table.no_bus = FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")
    buttons = table.start()
    assert buttons.troubles == [Trouble("buttons.bus", reason="ENOENT"), FIRST_SILENT, SECOND_SILENT]
    table.poll(100)
    assert table.opened == 2
    table.no_bus = None
    table.bus.absent = {0x21}
    table.poll(101)
    assert buttons.troubles == [SECOND_SILENT]
    table.bus.absent = set()
    table.poll(201)
    assert buttons.troubles == []
    table.down(0)
    assert table.poll(4)
    assert table.opened == 3


@given(
    st.lists(
        st.tuples(st.sampled_from(["down", "up", "gone", "back", "lost", "dip"]), st.integers(0, 7)),
        max_size=40,
    )
)
def test_whatever_happens_every_button_goes_down_and_up_in_turn(story: list[tuple[str, int]]) -> None:
    table = Table()
    table.start()
    told: list[Edge] = []
    for what, seat in story:
        chip = EIGHT[seat][0].chip
        match what:
            case "down":
                table.down(seat)
            case "up":
                table.up(seat)
            case "gone":
                table.bus.absent.add(chip)
            case "back":
                table.bus.absent.discard(chip)
            case "lost":
                table.bus.lost = seat
            case "dip":
                table.bus.chips[chip].reset()
        told += table.poll(1 + seat * 40)
    table.bus.absent.clear()
    table.bus.lost = 0
    for seat in range(8):
        table.up(seat)
    told += table.poll(300)
    assert table.buttons.troubles == []
    for seat in range(8):
        levels = [edge.down for edge in told if edge.seat == seat]
        assert levels == [True, False] * (len(levels) // 2)
    assert [edge.time_s for edge in told if edge.seat < 4] == sorted(
        edge.time_s for edge in told if edge.seat < 4
    )


# The thread, the library


def test_a_thread_polls_until_the_buttons_are_closed(table: Table) -> None:
    pressed = threading.Event()
    buttons = table.start()
    buttons.listen(pressed.set)
    table.down(3)
    assert buttons.start() is buttons
    assert pressed.wait(SOON_S)
    assert [(edge.seat, edge.down) for edge in buttons.edges()] == [(3, True)]
    buttons.close()
    buttons.close()
    assert table.bus.closed
    assert "expanders" not in {thread.name for thread in threading.enumerate()}


def test_buttons_that_never_started_can_be_closed(table: Table) -> None:
    table.no_bus = PermissionError(13, "Permission denied", "/dev/i2c-1")
    table.start().close()
    assert not table.bus.closed


def test_a_missing_bus_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with told_as(BusLibraryError, r"smbus2, which is not installed .*pip install -e .\.\[pi\]") as refused:
        ExpanderButtons(EIGHT, lambda: open_bus(1), VirtualClock())
    assert isinstance(refused.value, ImportError)


def test_the_bus_is_the_one_of_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    smbus2 = ModuleType("smbus2")
    smbus2.SMBus = lambda number: f"bus {number}"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "smbus2", smbus2)
    opened: Any = open_bus(3)
    assert opened == "bus 3"


# Several kinds in one table


class Mixed:
    """Four seats: two on pins of the Pi, one with a button on a pin and one on a chip, one on a chip."""

    def __init__(self) -> None:
        chip = ChipPin
        self.chips = Table([[None], [None], [None, chip(0x20, 0)], [chip(0x20, 1)]])
        self.clock = self.chips.clock
        self.factory: Any = StillPins(self.clock)
        gpio = GpioButtons([[4], [5], [6, None], [None]], self.factory, self.clock)
        self.buttons = MixedButtons([self.chips.start(), gpio])

    def turn(self, seat: int, button: int, down: bool) -> None:
        if (seat, button) in ((2, 1), (3, 0)):
            (self.chips.down if down else self.chips.up)(seat, button)
        else:
            pin = self.factory.pin({0: 4, 1: 5, 2: 6}[seat])
            (pin.drive_low if down else pin.drive_high)()

    def settle(self) -> None:
        for _ in range(4):
            self.chips.buttons.poll()


@pytest.fixture
def mixed() -> Iterator[Mixed]:
    made = Mixed()
    yield made
    made.buttons.close()
    made.factory.close()


ALL = [(0, 0), (1, 0), (2, 0), (2, 1), (3, 0)]


@pytest.mark.parametrize("order", list(permutations(ALL)))
def test_presses_of_one_moment_are_the_same_in_any_order(order: Sequence[tuple[int, int]]) -> None:
    table = Mixed()
    for seat, button in order:
        table.turn(seat, button, True)
    table.settle()
    assert table.buttons.edges() == [Edge(0.0, seat, button, True) for seat, button in ALL]
    table.clock.wait(0.5)
    for seat, button in reversed(order):
        table.turn(seat, button, False)
    table.settle()
    assert table.buttons.edges() == [Edge(0.5, seat, button, False) for seat, button in ALL]
    table.buttons.close()
    table.factory.close()


def test_changes_of_one_button_in_one_moment_keep_their_order() -> None:
    clock = VirtualClock()
    pods = SimulatedButtons(3, 1, clock)
    buttons = MixedButtons([pods])
    for seat in (2, 0):
        pods.push(seat, 0)
        pods.release(seat, 0)
        pods.push(seat, 0)
    assert [(edge.seat, edge.down) for edge in buttons.edges()] == [
        (0, True), (0, False), (0, True), (2, True), (2, False), (2, True),
    ]  # fmt: skip


def test_every_kind_wakes_whoever_listens(mixed: Mixed) -> None:
    woken: list[int] = []
    mixed.buttons.listen(lambda: woken.append(1))
    mixed.turn(0, 0, True)
    assert len(woken) == 1
    mixed.turn(3, 0, True)
    mixed.settle()
    assert len(woken) == 2


@pytest.mark.parametrize(("seat", "button"), ALL)
@pytest.mark.parametrize("from_the_start", [True, False])
def test_a_stuck_button_is_named_by_its_seat_and_forgotten_once_it_is_up(
    seat: int, button: int, from_the_start: bool, mixed: Mixed
) -> None:
    if not from_the_start:
        mixed.clock.wait(100.0)
    mixed.turn(seat, button, True)
    mixed.settle()
    mixed.buttons.edges()
    mixed.clock.wait(mixed.clock.now() + STUCK_S - 0.1)
    assert mixed.buttons.troubles == []
    mixed.clock.wait(mixed.clock.now() + 0.1)
    assert mixed.buttons.troubles == [Trouble("buttons.held", seat=seat, button=button, seconds=30.0)]
    mixed.turn(seat, button, False)
    mixed.settle()
    assert [(edge.seat, edge.button, edge.down) for edge in mixed.buttons.edges()] == [(seat, button, False)]
    assert mixed.buttons.troubles == []


def test_closing_closes_every_kind_even_if_one_fails() -> None:
    closed: list[str] = []

    class Part(SimulatedButtons):
        def __init__(self, close: Callable[[], None]) -> None:
            super().__init__(1, 1, VirtualClock())
            self._close = close

        def close(self) -> None:
            self._close()

    def fail() -> None:
        raise OSError("Input/output error")

    parts = [Part(lambda: closed.append("first")), Part(fail), Part(lambda: closed.append("last"))]
    with pytest.raises(OSError, match="Input/output error"):
        MixedButtons(parts).close()
    assert sorted(closed) == ["first", "last"]
