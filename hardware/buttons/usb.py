"""Keys of what is plugged into USB as buttons: game pads, arcade encoders, keyboards, number pads, quiz
buzzers.

Only devices with a key of the table are opened. They are grabbed, so that nothing else on the machine hears
them. A device is known by its port, so equal ones are told apart. One thread waits for all of them, and
looks each second for those that are missing.

What can go wrong, and what becomes of it:

- A device is missing or pulled out: its seats are named in `troubles`, its buttons are let go. Once it is
  back in its port it is heard again. What is down by then says nothing until it has been released.
- The machine's last keyboard is never grabbed: somebody may need it. It is, once another one is plugged in.
- Ctrl-Alt-Escape on a grabbed keyboard lets go of it, until it is pulled out and plugged in again.
- Events were lost because nobody read them: the state of the keys is asked, and what differs has changed.
"""

from __future__ import annotations

import fcntl
import os
import select
import struct
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol

from hardware.buttons.backend import Wires
from hardware.buttons.buzz_lamps import UDEV, lamps_of, raw_devices
from hardware.buttons.queued import STUCK_S, QueuedButtons, held_down
from hardware.buttons.usb_ports import KeyPin, Plugged, key_pin, plugged, socket_of
from hardware.interface import Clock, Edge
from hardware.libraries import brings
from hardware.looks import UDEV_RULES, MachineView, Observation, Phrase, brings_to, note, well, wrong
from hardware.troubles import DeviceError, Trouble, reason_of

# The kernel's, from linux/input.h and linux/input-event-codes.h.
EV_SYN, EV_KEY = 0, 1
SYN_REPORT, SYN_DROPPED = 0, 3
UP, DOWN = 0, 1
"""Values of a key; 2 is its repetition."""
EVIOCSCLOCKID = 0x400445A0
LETS_GO = ((1,), (29, 97), (56, 100))
"""Escape, with a Ctrl and an Alt."""

LOOK_S = 1.0
"""Seconds between two looks for devices that are missing."""


class UsbLibraryError(DeviceError, ImportError):
    """The library that reads input devices is not installed."""


class Event(Protocol):
    """The part of `evdev.InputEvent` that is used."""

    @property
    def type(self) -> int:
        """EV_SYN, EV_KEY or another."""

    @property
    def code(self) -> int:
        """Which key, or which SYN."""

    @property
    def value(self) -> int:
        """UP, DOWN, or 2 for a repetition."""

    def timestamp(self) -> float:
        """Seconds of the machine's monotonic clock."""


class Device(Protocol):
    """The part of `evdev.InputDevice` that is used. Every method raises `OSError` if the device is gone."""

    @property
    def fd(self) -> int:
        """The number of the open file."""

    def grab(self) -> None:
        """Keeps its events from everybody else."""

    def active_keys(self) -> Iterable[int]:
        """The keys that are down."""

    def read(self) -> Iterable[Event]:
        """The events that wait. Raises `BlockingIOError` if there are none."""

    def close(self) -> None:
        """Closes it; everybody else hears it again."""


def open_device(node: str) -> Device:
    """`/dev/input/<node>`, its events stamped by the monotonic clock. Raises `UsbLibraryError`, `OSError`."""
    device: Device = library().InputDevice(f"/dev/input/{node}")
    fcntl.ioctl(device.fd, EVIOCSCLOCKID, struct.pack("i", time.CLOCK_MONOTONIC))
    return device


def library() -> Any:
    """evdev. Raises `UsbLibraryError` if it is not installed."""
    try:
        return import_module("evdev")
    except ImportError as error:
        raise UsbLibraryError(
            Trouble("buttons.no_library", library="evdev", detail=str(error), brings=brings("evdev"))
        ) from error


class UsbPort:
    """One port with keys of the table, and the device in it. `places`: code -> seat and button."""

    def __init__(self, name: str, places: Mapping[int | str, tuple[int, int]]) -> None:
        self.name = name
        self.places = places
        self.device: Device | None = None
        self.node = ""
        self.trouble: Trouble | None = None
        """Why its buttons are not heard."""
        self.is_let_go = False
        """Whether somebody wants it back; until it is pulled out."""
        self.back_s = float("-inf")
        """When it was plugged in again."""
        self._active: set[int | str] = set()
        """Keys that are down, the table's and others."""
        self._heard: set[int | str] = set()
        """Keys of the table whose button is down."""
        self._unheard: set[int | str] = set()
        """Keys that were down when it came back: ignored until they have been up."""
        self.has_lost = False
        """Whether events were lost, up to the next report."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats with a button here."""
        return tuple(sorted({seat for seat, _ in self.places.values()}))

    @property
    def unheard(self) -> list[tuple[int, int]]:
        """The seats and buttons that have been down since it came back."""
        return sorted(place for code, place in self.places.items() if code in self._unheard)

    def open(self, device: Device, node: str, time_s: float, again: bool) -> list[Edge]:
        """Grabs the device and reads its keys. `again`: what is down counts only once released. Raises
        `OSError`."""
        device.grab()
        active: set[int | str] = {*device.active_keys()}
        self.device, self.node, self.trouble = device, node, None
        if again:
            self._unheard, self.back_s = {*active} & self.places.keys(), time_s
        return self._turn(active, time_s)

    def close(self, time_s: float, trouble: Trouble | None) -> list[Edge]:
        """Gives the device back: all its buttons are released, so that no hold follows."""
        if self.device is not None:
            with suppress(OSError):
                self.device.close()
        self.device, self.trouble, self.has_lost = None, trouble, False
        return self._turn(set(), time_s)

    def hear(self, event: Event, time_s: float) -> list[Edge]:
        """Takes one event and returns what it changes. Raises `OSError`."""
        if event.type == EV_SYN and event.code == SYN_DROPPED:
            self.has_lost = True
        elif event.type == EV_SYN and event.code == SYN_REPORT and self.has_lost:
            assert self.device
            self.has_lost = False
            return self._turn({*self.device.active_keys()}, time_s)
        elif event.type == EV_KEY and event.value in (UP, DOWN) and not self.has_lost:
            is_down = event.value == DOWN
            return self._turn(self._active | {event.code} if is_down else self._active - {event.code}, time_s)
        return []

    @property
    def is_wanted_back(self) -> bool:
        """Whether Ctrl, Alt and Escape are down."""
        return all(not self._active.isdisjoint(keys) for keys in LETS_GO)

    def _turn(self, active: set[int | str], time_s: float) -> list[Edge]:
        """Makes these the keys that are down."""
        self._active = active
        self._unheard &= active
        heard = active & self.places.keys() - self._unheard
        changed, self._heard = heard ^ self._heard, heard
        return [Edge(time_s, *place, code in heard) for code, place in self.places.items() if code in changed]


class UsbButtons(QueuedButtons):
    """Buttons on keys of USB devices.

    `keys`: for each seat the keys of its one to three buttons, None for a button that is wired elsewhere.
    `clock` stamps the changes: the kernel's times are converted to it. `find`: lists the devices;
    `open_device`: opens a node. Missing devices are no error: see `troubles`. Nothing is read before `start`,
    except by `poll`.
    """

    def __init__(
        self,
        keys: Sequence[Sequence[KeyPin | None]],
        clock: Clock,
        *,
        find: Callable[[], Sequence[Plugged]] = plugged,
        open_device: Callable[[str], Device] = open_device,
    ) -> None:
        super().__init__(clock)
        places: dict[str, dict[int | str, tuple[int, int]]] = {}
        for seat, seat_keys in enumerate(keys):
            for button, key in enumerate(seat_keys):
                if key is not None:
                    places.setdefault(key.port, {})[key.code] = (seat, button)
        self._ports = [UsbPort(name, of_port) for name, of_port in places.items()]
        self._find, self._open = find, open_device
        self._looked_s = float("-inf")
        self._again = False
        """Whether the first look is over."""
        self._thread: threading.Thread | None = None
        self._closing: tuple[int, int] | None = None
        """The ends of a pipe: what is written to it ends the thread."""
        self.poll()
        self._again = True

    def poll(self) -> None:
        """Reads what every device has to say, and looks for missing ones when it is time. For one thread."""
        for port in self._ports:
            self._read(port)
        if (now_s := self._clock.now()) >= self._looked_s + LOOK_S * self._clock.speed:
            self._looked_s = now_s
            self._look(now_s)

    def start(self) -> UsbButtons:
        """Reads from now on, in a thread."""
        self._closing = os.pipe()
        self._thread = threading.Thread(target=self._run, args=self._closing[:1], name="usb", daemon=True)
        self._thread.start()
        return self

    @property
    def troubles(self) -> list[Trouble]:
        """Devices that are not heard with their seats, and buttons that have been down very long."""
        found = [trouble for port in self._ports if (trouble := port.trouble)]
        found += super().troubles
        for port in self._ports:
            if self._clock.now() - port.back_s >= STUCK_S:
                found += [held_down(*place) for place in port.unheard]
        return found

    def close(self) -> None:
        """Stops reading and gives all devices back."""
        if self._thread and self._closing:
            os.write(self._closing[1], b".")
            self._thread.join()
            for end in self._closing:
                os.close(end)
            self._thread = None
        for port in self._ports:
            port.close(self._clock.now(), None)

    def _run(self, closing: int) -> None:
        while True:
            devices = [port.device.fd for port in self._ports if port.device]
            if closing in select.select([closing, *devices], (), (), LOOK_S)[0]:
                return
            self.poll()

    def _read(self, port: UsbPort) -> None:
        if port.device is None:
            return
        try:
            for event in port.device.read():
                lost = port.has_lost
                self._tell(port.hear(event, self._clock.time_of(event.timestamp())))
                if lost and not port.has_lost:
                    return  # What else was read is older than the state that was asked.
                if port.is_wanted_back:
                    port.is_let_go = True
                    self._lose(port, Trouble("buttons.usb_let_go", device=port.name, seats=port.seats))
                    return
        except BlockingIOError:
            pass
        except OSError:
            self._lose(port, Trouble("buttons.usb_missing", device=port.name, seats=port.seats))

    def _look(self, now_s: float) -> None:
        """Opens what has been plugged in, and closes what has been pulled out without a word."""
        there = {device.port: device for device in self._find()}
        spared = has_spare(there.values(), [port.name for port in self._ports])
        for port in self._ports:
            found = there.get(port.name)
            if found is None or port.node != found.node:
                port.is_let_go = False
            if found is None or (port.device and port.node != found.node):
                self._lose(port, Trouble("buttons.usb_missing", device=port.name, seats=port.seats))
            if found is None or port.device or port.is_let_go:
                continue
            if found.is_keyboard and not spared:
                self._lose(port, Trouble("buttons.usb_last", device=port.name, seats=port.seats))
                continue
            self._try_to_open(port, found, now_s)

    def _try_to_open(self, port: UsbPort, found: Plugged, now_s: float) -> None:
        device = None
        try:
            device = self._open(found.node)
            self._tell(port.open(device, found.node, now_s, self._again))
        except OSError as error:
            if device:
                with suppress(OSError):
                    device.close()
            reason = reason_of(error)
            self._lose(
                port, Trouble("buttons.usb_refused", device=port.name, seats=port.seats, reason=reason)
            )

    def _lose(self, port: UsbPort, trouble: Trouble) -> None:
        self._tell(port.close(self._clock.now(), trouble))

    def _tell(self, edges: Iterable[Edge]) -> None:
        for edge in edges:
            self._changed(edge)


def has_spare(there: Iterable[Plugged], ours: Collection[str]) -> bool:
    """Whether a whole keyboard stays with the machine if the ports `ours` are the table's. What is on the
    same cable as one of them does not count."""
    sockets = {socket_of(port) for port in ours}
    return any(device.is_keyboard and socket_of(device.port) not in sockets for device in there)


class UsbBackend:
    """Buttons on keys of USB devices, written as "usb:PORT:KEY"."""

    needs_pi = False
    reserved: Mapping[int, str] = {}
    group = "input"
    why = "of_usb"

    def contact(self, pin: int | str) -> KeyPin | None:
        """The key, or None."""
        return _key(pin)

    def config_txt(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def notes(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        """How a port is kept."""
        return ("settings.usb",)

    def open(self, wires: Wires, clock: Clock) -> UsbButtons:
        """Grabs what is there and starts to read. Raises `UsbLibraryError` without evdev."""
        library()
        return UsbButtons(on_usb(wires), clock).start()

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """Checks whether the devices are there and may be opened."""
        if machine.can_import("evdev"):
            yield well("module", module="evdev")
        else:
            yield wrong("evdev", brings_to(machine, "evdev"))
        there = {device.port: device for device in plugged(machine.path("/"))}
        ours: dict[str, tuple[int, int | str]] = {}
        for number, pins in enumerate(wires.pins, start=1):
            for pin in pins:
                if key := _key(pin):
                    ours.setdefault(key.port, (number, pin))
        for port, (number, pin) in ours.items():
            yield from _look_at(machine, port, number, pin, there)
        keyboards = [there[port] for port in ours if port in there and there[port].is_keyboard]
        if keyboards and not has_spare(there.values(), ours):
            mend = Phrase("doctor.usb_last.mend")
            yield wrong("usb_last", mend, device=keyboards[0].port, name=keyboards[0].name)
        unit = machine.read("/etc/systemd/system/garou.service")
        if unit and "DeviceAllow=char-input" not in unit:
            yield wrong("usb_unit", f"cd {machine.folder} && sudo make install")
        lamps = raw_devices(machine.path("/"))
        for port in lamps_of(on_usb(wires)):
            if port in lamps and not machine.may_write(lamps[port]):
                rule = f"echo '{UDEV}' | sudo tee -a {UDEV_RULES} && sudo reboot"
                yield note("lamps", rule, device=port, user=machine.user)


def _look_at(
    machine: MachineView, port: str, number: int, pin: int | str, there: Mapping[str, Plugged]
) -> Iterator[Observation]:
    """Looks at one port, `pin` of the seat `number` being its first key."""
    if port not in there:
        names = ", ".join(sorted(there)) or Phrase("doctor.usb_nothing")
        yield wrong("usb_missing", Phrase("doctor.usb_missing.mend", names=names), value=pin, number=number)
    elif not machine.may_write(machine.path(f"/dev/input/{there[port].node}")):
        mend = Phrase("doctor.group.mend", group="input", user=machine.user)
        yield wrong("usb_forbidden", mend, device=port, name=there[port].name, user=machine.user)
    else:
        yield well("usb", device=port, name=there[port].name)


def on_usb(wires: Wires) -> list[list[KeyPin | None]]:
    """The USB keys of each seat, None for a button wired to something else."""
    return [[_key(pin) for pin in seat] for seat in wires.pins]


def _key(pin: int | str) -> KeyPin | None:
    try:
        return key_pin(pin) if isinstance(pin, str) else None
    except ValueError:
        return None
