"""Buttons on MCP23017 port expanders: two wires, up to eight chips, 14 buttons on each.

Each button lies between its pin and ground; the chip's own pull-up resistor holds the pin high. GPA7 and
GPB7 are never buttons: as inputs they can spoil the bus (data sheet, revision D), so they are outputs.

A chip says nothing by itself. One thread asks every chip every 5 ms for both its ports, one word of 0.12 ms
at 400 kHz. A level counts once four samples agree, and is told with the time of the first of them: what
leaves here no longer bounces, and is no later than it has to be.

What can go wrong, and what becomes of it:

- A chip does not answer, from the start or later: its seats are named in `troubles`, its buttons are let go,
  and it is asked again every second. The other chips go on.
- A question hangs in the driver: the bus is one, so all its seats are named, and the table goes on without
  their buttons until it comes back.
- A chip comes back: it is set up again. What is down by then says nothing until it has been released.
- A chip has lost its settings in a dip of the supply and answers all the same: without pull-ups its pins
  float, so before a change is believed the pull-ups are looked at.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from time import monotonic
from typing import NamedTuple, Protocol

from hardware.buttons.backend import Wires
from hardware.buttons.queued import STUCK_S, QueuedButtons, held_down
from hardware.interface import Clock, Edge
from hardware.libraries import brings
from hardware.looks import MachineView, Observation, brings_to, well, wrong
from hardware.troubles import DeviceError, Trouble, reason_of
from hardware.watch import HANGS_S, Watch

# Registers with the banks interleaved, as after a reset: A is the low byte of a word, B the high one.
IODIR, GPPU, GPIO = 0x00, 0x0C, 0x12
INPUTS = 0x7F
"""The inputs of each port, with their pull-ups on: all pins but the 7."""
BOTH = INPUTS | INPUTS << 8

POLL_S = 0.005
SAMPLES = 4
"""Samples that must agree before a level counts, and failed questions before a chip counts as silent."""
RETRY_S = 1.0


class BusLibraryError(DeviceError, ImportError):
    """The library that drives the expanders' bus is not installed."""


class Bus(Protocol):
    """The part of `smbus2.SMBus` that is used. Every method raises `OSError` if the chip does not answer."""

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        """Writes one register."""

    def read_word_data(self, i2c_addr: int, register: int) -> int:
        """Reads a register and the next one, the first in the low byte."""

    def close(self) -> None:
        """Closes the bus."""


class ChipPin(NamedTuple):
    """Where a button is wired."""

    chip: int
    """The chip's address on the bus."""
    bit: int
    """0 to 6 for GPA0 to GPA6, 8 to 14 for GPB0 to GPB6."""


def chip_pin(text: str) -> ChipPin:
    """The pin written as "0x20.GPA0". Raises `ValueError` for GPA7, GPB7 and anything that is not a pin."""
    written = re.fullmatch(r"(0x2[0-7])\.GP([AB])([0-6])", text)
    if not written:
        raise ValueError(f'"{text}" is no pin of an expander for a button')
    return ChipPin(int(written[1], 16), 8 * "AB".index(written[2]) + int(written[3]))


def open_bus(number: int) -> Bus:
    """`/dev/i2c-<number>`. Raises `BusLibraryError` without smbus2, `OSError` without the device."""
    try:
        from smbus2 import SMBus
    except ImportError as error:
        raise BusLibraryError(
            Trouble("buttons.no_library", library="smbus2", detail=str(error), brings=brings("smbus2"))
        ) from error
    bus: Bus = SMBus(number)
    return bus


def settled(levels: int, samples: Iterable[int]) -> int:
    """The debounced levels: each bit is what all samples agree on, or its old value."""
    samples = tuple(samples)
    return levels & reduce(or_, samples) | reduce(and_, samples)


class Sample(NamedTuple):
    """Which buttons of a chip were down at one moment, a bit for each pin."""

    time_s: float
    down: int


class Chip:
    """The state of one chip. `places`: bit -> seat and button."""

    def __init__(self, address: int, places: Mapping[int, tuple[int, int]]) -> None:
        self.address = address
        self.places = places
        self.answers = False
        """Whether it is set up and answers."""
        self.asked_again_s = float("-inf")
        """When to try a silent chip again."""
        self.back_s = float("-inf")
        """When it answered again."""
        self._mask = sum(1 << bit for bit in places)
        self._down = 0
        self._unheard = 0
        """Buttons that were down when the chip came back: ignored until they have been up."""
        self._samples: deque[Sample] = deque(maxlen=SAMPLES)
        self._failed = 0

    def set_up(self, bus: Bus) -> None:
        """Configures inputs and pull-ups, and forgets earlier samples. Raises `OSError`."""
        for register in (IODIR, GPPU):
            bus.write_byte_data(self.address, register, INPUTS)
            bus.write_byte_data(self.address, register + 1, INPUTS)
        self._samples.clear()

    def first_look(self, bus: Bus, time_s: float) -> list[Edge]:
        """Reads the buttons at the start of the table. Raises `OSError`."""
        return self._turn(self._read(bus), time_s)

    def look_again(self, bus: Bus, time_s: float) -> list[Edge]:
        """Reads the buttons when the chip comes back: those that are down count only once released. Raises
        `OSError`."""
        self._unheard = self._read(bus)
        self.back_s = time_s
        return []

    def poll(self, bus: Bus, time_s: float) -> list[Edge]:
        """Takes one sample and returns the changes it confirms. Raises `OSError` if the read fails."""
        down = self._read(bus)
        if down != self._down | self._unheard and self._has_forgotten(bus):
            self.set_up(bus)
            return []
        self._samples.append(Sample(time_s, down))
        if len(self._samples) < SAMPLES:
            return []
        seen = settled(self._down | self._unheard, (sample.down for sample in self._samples))
        self._unheard &= seen
        return self._turn(seen & ~self._unheard, self._samples[0].time_s)

    @property
    def unheard(self) -> list[tuple[int, int]]:
        """The seats and buttons that have been down since the chip came back."""
        return [place for bit, place in self.places.items() if self._unheard >> bit & 1]

    def answered(self) -> None:
        """Notes that the chip answered every question."""
        self.answers = True
        self._failed = 0

    def failed(self, time_s: float) -> list[Edge]:
        """Counts a question that failed. If the chip counts as silent, all its buttons are released, so that
        no hold follows."""
        self._failed += 1
        if self.answers and self._failed < SAMPLES:
            return []
        self.answers = False
        self.asked_again_s = time_s + RETRY_S
        self._unheard = 0
        return self._turn(0, time_s)

    def _read(self, bus: Bus) -> int:
        return ~bus.read_word_data(self.address, GPIO) & self._mask

    def _has_forgotten(self, bus: Bus) -> bool:
        return bus.read_word_data(self.address, GPPU) != BOTH

    def _turn(self, down: int, time_s: float) -> list[Edge]:
        changed = down ^ self._down
        self._down = down
        return [
            Edge(time_s, *place, bool(down >> bit & 1))
            for bit, place in self.places.items()
            if changed >> bit & 1
        ]


class ExpanderButtons(QueuedButtons):
    """Buttons on the pins of MCP23017 chips.

    Missing chips are no error: see `troubles`. Nothing is polled before `start`, except by `poll`.

    `pins`: for each seat the pins of its one to three buttons, None for a button that is wired elsewhere.
    `bus`: opens the bus; it is called again after a failure.
    `clock`: stamps the changes.
    """

    def __init__(
        self, pins: Sequence[Sequence[ChipPin | None]], bus: Callable[[], Bus], clock: Clock
    ) -> None:
        super().__init__(clock)
        places: dict[int, dict[int, tuple[int, int]]] = {}
        for seat, seat_pins in enumerate(pins):
            for button, pin in enumerate(seat_pins):
                if pin is not None:
                    places.setdefault(pin.chip, {})[pin.bit] = (seat, button)
        self._chips = [Chip(address, places[address]) for address in sorted(places)]
        self._open = bus
        self._bus: Bus | None = None
        self._bus_trouble: Trouble | None = None
        self._thread: threading.Thread | None = None
        self._closing = threading.Event()
        self._watch = Watch(clock.now)
        for chip in self._chips:
            self._ask(chip, Chip.first_look)

    def poll(self) -> None:
        """Polls every chip once. For one thread."""
        now_s = self._clock.now()
        for chip in self._chips:
            if chip.answers:
                self._ask(chip, Chip.poll)
            elif now_s >= chip.asked_again_s:
                self._ask(chip, Chip.look_again)

    def start(self) -> ExpanderButtons:
        """Polls from now on, in a thread."""
        self._thread = threading.Thread(target=self._run, name="expanders", daemon=True)
        self._thread.start()
        return self

    @property
    def troubles(self) -> list[Trouble]:
        """Silent chips with their seats, and buttons that have been down very long."""
        silent = [chip for chip in self._chips if not chip.answers]
        found: list[Trouble] = [self._bus_trouble] if self._bus_trouble and silent else []
        if self._watch.hangs:
            found.append(Trouble("buttons.hang", seats=_seats_on(self._chips), seconds=HANGS_S))
        found += [
            Trouble("buttons.expander", address=chip.address, seats=_seats_on([chip])) for chip in silent
        ]
        found += super().troubles
        for chip in self._chips:
            if self._clock.now() - chip.back_s >= STUCK_S:
                found += [held_down(*place) for place in chip.unheard]
        return found

    def close(self) -> None:
        """Stops polling and closes the bus, unless a call to it hangs."""
        self._closing.set()
        is_over = self._thread is None or self._watch.join(self._thread)
        if self._bus is not None and is_over:
            self._bus.close()
            self._bus = None

    def _run(self) -> None:
        due_s = monotonic()
        while not self._closing.wait(max(0.0, due_s - monotonic())):
            self.poll()
            due_s = max(due_s + POLL_S, monotonic())

    def _ask(self, chip: Chip, question: Callable[[Chip, Bus, float], list[Edge]]) -> None:
        """Polls one chip and queues its changes; a silent chip is set up first."""
        time_s = self._clock.now()
        try:
            with self._watch.over():
                bus = self._opened()
                if not chip.answers:
                    chip.set_up(bus)
                edges = question(chip, bus, time_s)
            chip.answered()
        except OSError:
            edges = chip.failed(time_s)
        for edge in edges:
            self._changed(edge)

    def _opened(self) -> Bus:
        if self._bus is None:
            try:
                self._bus = self._open()
                self._bus_trouble = None
            except OSError as error:
                self._bus_trouble = Trouble("buttons.bus", reason=reason_of(error))
                raise
        return self._bus


def _seats_on(chips: Iterable[Chip]) -> tuple[int, ...]:
    """The seats with a button on one of these chips."""
    return tuple(sorted({seat for chip in chips for seat, _ in chip.places.values()}))


class ExpanderBackend:
    """Buttons on the pins of MCP23017 chips, written as "0x20.GPA0"."""

    needs_pi = True
    reserved: Mapping[int, str] = {2: "I2C", 3: "I2C"}
    group = "i2c"
    why = "of_expanders"

    def contact(self, pin: int | str) -> ChipPin | None:
        """The usable pin of such a chip, or None."""
        return _chip_pin(pin)

    def config_txt(self, wires: Wires) -> Sequence[str]:
        """Enables the usual bus with a fast enough clock."""
        return ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000",) if wires.i2c_bus == 1 else ()

    def notes(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def open(self, wires: Wires, clock: Clock) -> ExpanderButtons:
        """Opens the bus and starts to poll."""
        return ExpanderButtons(on_chips(wires), lambda: open_bus(wires.i2c_bus), clock).start()

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """Checks whether port expanders can be reached."""
        device = f"/dev/i2c-{wires.i2c_bus}"
        if machine.there(device):
            yield well("there", device=device)
        elif machine.config.params.get("i2c_arm", machine.config.params.get("i2c")) == "on":
            yield wrong("i2c_waits", "sudo reboot", device=device)
        else:
            yield wrong("i2c_off", "sudo raspi-config nonint do_i2c 0 && sudo reboot", device=device)
        if machine.can_import("smbus2"):
            yield well("module", module="smbus2")
        else:
            yield wrong("smbus2", brings_to(machine, "smbus2"))


def on_chips(wires: Wires) -> list[list[ChipPin | None]]:
    """The expander pins of each seat, None for a button wired to something else."""
    return [[_chip_pin(pin) for pin in seat] for seat in wires.pins]


def _chip_pin(pin: int | str) -> ChipPin | None:
    try:
        return chip_pin(pin) if isinstance(pin, str) else None
    except ValueError:
        return None
