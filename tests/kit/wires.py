"""A whole table at the level of its wires: contacts that bounce, chips on a bus, bytes for the rings.

Everything between is real: `GpioButtons` on mock pins, `ExpanderButtons` on simulated chips, `SpiRings` with
its writer. Nothing runs by itself: chips are polled and the writer goes on when the clock reaches that
moment.
"""

from __future__ import annotations

import heapq
import math
import re
import threading
from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from hardware.buttons.expander import POLL_S, RETRY_S, ExpanderButtons, on_chips
from hardware.buttons.gpio import GpioButtons
from hardware.buttons.header import on_header
from hardware.buttons.mixed import MixedButtons
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from hardware.rings.spi import Code, SpiRings, WireError
from hardware.simulated import ShownFrame, SimulatedVoice
from hardware.troubles import DeviceError, Trouble
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.room.devices import Devices
from table.room.hands import PRESS_S, Hands
from table.settings.load import settings_of
from table.settings.settings import CONFIG, Settings
from table.words.troubles import english
from tests.kit.chips import FakeBus
from tests.kit.still_pins import StillPin, StillPins
from tests.kit.tables import NAMES, NARRATION, RecordingView, Watch, room_at

SOON_S = 10.0
"""Real seconds to wait for a thread that should pause before the test fails."""
PINS = (4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17)
"""Pins of the Pi for the first twelve seats."""
FIRST_PIXELS = tuple(5 * seat % 24 for seat in range(24))
CLOCKWISE = tuple(seat % 3 != 1 for seat in range(24))


def table_of_24(folder: Path) -> Settings:
    """The shipped configuration for 24 seats, changed: twelve seats on pins of the Pi, rings mounted in any
    direction."""
    text = (CONFIG / "tables" / "24.toml").read_text("utf-8")
    wired = [f"0x20.GP{port}{number}" for port in "AB" for number in range(6)]
    for pin, place in zip(PINS, wired, strict=True):
        text = text.replace(f'"{place}"', str(pin))
    mounted = f"first_pixel = {list(FIRST_PIXELS)}\nclockwise = {str(list(CLOCKWISE)).lower()}\n"
    file = folder / "table.toml"
    file.write_text(text.replace("[rings]\n", f"[rings]\n{mounted}"), "utf-8")
    return settings_of(file)


class WireClock(VirtualClock):
    """A clock that also runs devices. What a device does ends no wait, unless it wakes the clock."""

    def __init__(self) -> None:
        super().__init__()
        self._devices: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def beside(self, time_s: float, action: Callable[[], None]) -> None:
        """Schedules what a device does."""
        heapq.heappush(self._devices, (time_s, next(self._numbers), action))

    def wait(self, until_s: float) -> None:
        """Runs the devices up to the moment at which the wait ends."""
        ends_s = min(until_s, self._happenings[0][0] if self._happenings else math.inf)
        while not self._woken and self._devices and self._devices[0][0] <= ends_s:
            time_s, _, action = heapq.heappop(self._devices)
            self._now_s = max(self._now_s, time_s)
            action()
        super().wait(until_s)


class InStep:
    """Replaces `threading`: a thread that runs only while the table's thread waits, and sleeps by the table's
    clock."""

    def __init__(self, clock: WireClock) -> None:
        self._clock = clock
        self._go, self._paused = threading.Semaphore(0), threading.Semaphore(0)
        self._ended = False
        self._sleeps_until_s = math.inf

    # The thread, seen from the table's

    def thread(self, target: Callable[[], None], name: str, daemon: bool) -> InStep:
        def run() -> None:
            self._go.acquire()
            try:
                target()
            finally:
                self._ended = True
                self._paused.release()

        self._thread = threading.Thread(target=run, name=name, daemon=daemon)
        return self

    def start(self) -> None:
        self._thread.start()
        self.notify()

    def join(self, timeout_s: float) -> None:
        ends_s = self._clock.now() + timeout_s
        while not self._ended and self._clock.now() < ends_s:
            self._clock.wait(min(self._sleeps_until_s, ends_s))
        if self._ended:
            self._thread.join(SOON_S)

    def is_alive(self) -> bool:
        return not self._ended

    # Its condition: no two threads ever run at once, so there is nothing to lock

    def __enter__(self) -> InStep:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing to unlock."""

    def notify(self) -> None:
        """Runs the thread until it waits or sleeps again."""
        if not self._ended:
            self._go.release()
            assert self._paused.acquire(timeout=SOON_S), "the thread never paused"

    def wait_for(self, news: Callable[[], bool], timeout: float) -> None:
        self.sleep(timeout, news)

    def sleep(self, seconds: float, unless: Callable[[], bool] = lambda: False) -> None:
        """Called by the thread: sleeps by the table's clock."""
        self._sleeps_until_s = until_s = self._clock.now() + seconds
        self._clock.beside(until_s, self.notify)
        while self._clock.now() < until_s and not unless():
            self._paused.release()
            self._go.acquire()


class CapturedPort:
    """An SPI port that records what is written, is busy as long as a real one, and fails when told to."""

    def __init__(self, clock: WireClock, mhz: float, thread: InStep) -> None:
        self.written: list[Written] = []
        self.failed_s: list[float] = []
        """When a write failed."""
        self.fault: Trouble | None = None
        self.closed = False
        self._clock = clock
        self._mhz = mhz
        self._thread = thread

    def write(self, data: bytes) -> None:
        assert not self.closed
        if self.fault:
            self.failed_s.append(self._clock.now())
            raise WireError(self.fault)
        began_s = self._clock.now()
        self._thread.sleep(len(data) * 8 / (self._mhz * 1e6))
        self.written.append(Written(began_s, self._clock.now(), data))

    def close(self) -> None:
        self.closed = True


def ended(written: Written) -> float:
    """When a write had reached the last pixel."""
    return written.ended_s


class Written(NamedTuple):
    """One write, and from when to when the wire was busy with it."""

    began_s: float
    ended_s: float
    data: bytes


# What the chips of the rings make of the bytes

SHORT, LONG, NO_PULSES = 0b1000, 0b1100, 0xFF
REST_BITS = 920
"""300 us at 3.05 MHz are 915 bits, in whole bytes."""


def two_bits(byte: int) -> int:
    """The two bits that two pulses encode: a long pulse is a 1."""
    pulses = (byte >> 4, byte & 0xF)
    if not {*pulses} <= {SHORT, LONG}:
        return NO_PULSES
    return 2 * (pulses[0] == LONG) + (pulses[1] == LONG)


PULSES = bytes(two_bits(byte) for byte in range(256))


def colours_of(data: bytes, pixels: int, each: int = 3) -> bytes:
    """The bytes of colour (G R B, or as many as `each` says) that pixels read from one write between two
    rests."""
    rest = REST_BITS // 8
    assert data[:rest] == data[-rest:] == bytes(rest), "no rest before and after the frame"
    said = data[rest:-rest].translate(PULSES)
    assert NO_PULSES not in said, "a pulse that is neither long nor short, or a gap"
    assert len(said) == pixels * each * 4
    a, b, c, d = (int.from_bytes(said[at::4], "big") for at in range(4))
    return (a << 6 | b << 4 | c << 2 | d).to_bytes(pixels * each, "big")


def wired_at(seat: int, steps: int, pixels: int) -> int:
    """The index on the whole wire of the pixel `steps` clockwise from the player, for rings mounted by
    FIRST_PIXELS and CLOCKWISE."""
    away = steps if CLOCKWISE[seat] else -steps
    return seat * pixels + (FIRST_PIXELS[seat] + away) % pixels


@cache
def seen_from_above(pixels: int) -> Callable[[bytes], tuple[int, ...]]:
    """Returns a function from the bytes of colour on the wire (G R B) to the frame that people see (R G
    B)."""
    order = [
        3 * wired_at(seat, steps, pixels) + channel
        for seat in range(len(FIRST_PIXELS))
        for steps in range(pixels)
        for channel in (1, 0, 2)
    ]
    return itemgetter(*order)


# The contacts


class ContactPin(StillPin):
    """A pin that a closed contact keeps low, even when its pull-up is switched on."""

    is_closed = False

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self.turn(self.is_closed)

    def turn(self, closed: bool) -> None:
        self.is_closed = closed
        if closed:
            self.drive_low()
        else:
            self.drive_high()


class Contacts:
    """The contacts of 24 seats, each open or connected to ground.

    Every edge bounces: five or seven changes within 5 ms, of which the last one stays.
    """

    def __init__(self, settings: Settings, clock: WireClock, chance: Chance) -> None:
        self.clock = clock
        self.factory: Any = StillPins(clock, pin_class=ContactPin)
        self.chips = on_chips(settings.pins.wires)
        self.pins = on_header(settings.pins.wires)
        self.bus = FakeBus({pin.chip for seat in self.chips for pin in seat if pin})
        self.changes = 0
        self._stuck: set[int] = set()
        self._awaited: dict[int, tuple[int, Callable[[], None]]] = {}
        """Of which buttons which of their next presses is waited for, and what it brings."""
        self._lots = chance.stream("bounces")
        self._poll: Callable[[], None] = lambda: None
        self._polled_until_s = self._polls_s = -math.inf

    def buttons(self) -> MixedButtons:
        """Opens the buttons as a table does; the clock polls them."""
        expander = ExpanderButtons(self.chips, lambda: self.bus, self.clock)
        self._poll = expander.poll
        return MixedButtons([GpioButtons(self.pins, self.factory, self.clock), expander])

    def turn(self, seat: int, down: bool) -> None:
        """Makes one bouncing edge, from now on."""
        changes = self._lots.choice((5, 7))
        after_s = [0.0, *sorted(self._lots.uniform(0.0002, 0.005) for _ in range(changes - 1))]
        for number, one_s in enumerate(after_s):
            self._set_at(self.clock.now() + one_s, seat, down == (number % 2 == 0))
        if down and seat in self._awaited:
            press, action = self._awaited.pop(seat)
            if press > 1:
                self._awaited[seat] = press - 1, action
            else:
                self.clock.at(self.clock.now() + PRESS_S / 2, action)

    def press(self, seat: int, at_s: float, for_s: float) -> None:
        """Presses a button at `at_s` for `for_s` seconds."""
        self.clock.at(at_s, lambda: self.turn(seat, True))
        self.clock.at(at_s + for_s, lambda: self.turn(seat, False))

    def stick(self, seat: int) -> None:
        """Closes a contact that no finger can open."""
        self._set(seat, True)
        self._stuck.add(seat)

    def at_press(self, seat: int, press: int, action: Callable[[], None]) -> None:
        """Calls `action` in the middle of the `press`th press from now, counted from 1."""
        self._awaited[seat] = press, action

    def mend(self, seat: int) -> None:
        """Opens a stuck contact; it works again."""
        self._stuck.discard(seat)
        self._set(seat, False)

    def lose(self, chip: int) -> None:
        """A chip stops answering."""
        self.bus.absent.add(chip)
        self._stir()

    def bring_back(self, chip: int) -> None:
        """A chip answers again, reset."""
        self.bus.absent.discard(chip)
        self.bus.chips[chip].reset()
        self._stir(2 * RETRY_S)

    def _set_at(self, time_s: float, seat: int, down: bool) -> None:
        self.clock.at(time_s, lambda: self._set(seat, down))

    def _set(self, seat: int, down: bool) -> None:
        if seat in self._stuck:
            return
        self.changes += 1
        if (wired := self.chips[seat][0]) is not None:
            chip = self.bus.chips[wired.chip]
            (chip.pressed.add if down else chip.pressed.discard)(wired.bit)
            self._stir()
        else:
            self.factory.pin(self.pins[seat][0]).turn(down)

    def _stir(self, for_s: float = 10 * POLL_S) -> None:
        """Polls the chips every 5 ms for a while. Later samples could show no change."""
        now_s = self.clock.now()
        self._polled_until_s = max(self._polled_until_s, now_s + for_s)
        if self._polls_s <= now_s:
            self._poll_at((math.floor(now_s / POLL_S) + 1) * POLL_S)

    def _poll_at(self, time_s: float) -> None:
        def poll() -> None:
            self._poll()
            if self.bus.absent or time_s < self._polled_until_s:
                self._poll_at(time_s + POLL_S)

        self._polls_s = time_s
        self.clock.beside(time_s, poll)


class WireHands(Hands):
    """Fingers that move contacts; the room hears of it from the wires."""

    def __init__(self, contacts: Contacts, chance: Chance) -> None:
        super().__init__(1, chance)
        self._contacts = contacts

    def edges(self, now_s: float) -> list[Edge]:
        for edge in super().edges(now_s):
            self._contacts.turn(edge.seat, edge.down)
        return []


class NotedRings(SpiRings):
    """Rings that also record which frame they were given when."""

    def __init__(self, clock: WireClock, *given: Any) -> None:
        self._clock = clock
        self.shown: list[ShownFrame] = []
        super().__init__(*given)
        self._note(self._dark)

    def show(self, frame: bytes) -> None:
        self._note(frame)
        super().show(frame)

    def close(self) -> None:
        self._note(self._dark)
        super().close()

    def _note(self, frame: bytes) -> None:
        self.shown.append(ShownFrame(self._clock.now(), frame))


class WiredTable:
    """A table of 24 seats on wires, played by `mind`. `stuck`: buttons that are down before the table
    starts."""

    def __init__(
        self, mind: Answerer, settings: Settings, stuck: Sequence[int] = (), seed: int | str = 1
    ) -> None:
        chance = Chance(seed)
        self.clock = clock = WireClock()
        self.contacts = Contacts(settings, clock, chance)
        for seat in stuck:
            self.contacts.stick(seat)
        self.buttons = self.contacts.buttons()
        thread = InStep(clock)
        wired = settings.rings
        self.port = CapturedPort(clock, wired.mhz, thread)
        with patch(
            "hardware.rings.writer.threading", SimpleNamespace(Thread=thread.thread, Condition=lambda: thread)
        ):
            self.rings = NotedRings(
                clock,
                settings.pixels,
                wired.mountings(settings.seats),
                self.port,
                Code(wired.one, wired.mhz),
                wired.budget_ma,
            )
        self.voice = SimulatedVoice(clock, record=True)
        self.view = RecordingView()
        self.room = room_at(
            Devices(self.buttons, self.rings, self.voice, self.view, clock),
            NARRATION[settings.language],
            settings.times,
            mind,
            NAMES[: settings.seats],
            settings.buttons,
            chance,
            people_sit=False,
        )
        self.watch = Watch(self.room)
        self.room.presses.hands = WireHands(self.contacts, chance)

    def when(self, word: str, number: int, action: Callable[[], object]) -> None:
        """Calls `action` when a word is said for the `number`th time, from 0: "wake seer", "vote vote"."""
        said = count()

        def come(_: object) -> None:
            if next(said) == number:
                action()

        self.watch.first[word] = come

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        """Calls `action` after so many seconds."""
        self.clock.at(self.clock.now() + seconds, action)

    def close(self) -> None:
        """Closes the devices."""
        self.rings.close()
        self.buttons.close()
        self.contacts.factory.close()

    # What was seen

    def seen_at(self, time_s: float) -> bytes:
        """The frame that people saw at `time_s`: the last one the chips had read."""
        return self.frame_of(self.port.written[bisect(self.port.written, time_s, key=ended) - 1])

    def frame_of(self, written: Written) -> bytes:
        """The frame that people see after this write."""
        colours = colours_of(written.data, self.rings.seats * self.rings.pixels)
        return bytes(seen_from_above(self.rings.pixels)(colours))

    def handed_at(self, time_s: float) -> list[bytes]:
        """The last frame that the room had handed over by `time_s`, and those of the same moment."""
        shown = self.rings.shown
        ends = bisect(shown, time_s, key=itemgetter(0))
        begins = bisect_left(shown, shown[ends - 1].time_s, key=itemgetter(0))
        return [one.frame for one in shown[begins:ends]]

    def notices(self) -> list[str]:
        """The troubles the board showed, in order; "" where it showed none again."""
        told = [""]
        for seen in self.view.seen:
            if seen.board.notice != told[-1]:
                told.append(seen.board.notice)
        return told[1:]


@contextmanager
def told_as(kind: type[DeviceError], pattern: str) -> Iterator[pytest.ExceptionInfo[DeviceError]]:
    """Checks that the block fails with a trouble whose English sentence matches `pattern`."""
    with pytest.raises(kind) as caught:
        yield caught
    assert re.search(pattern, english().told(caught.value.trouble))
