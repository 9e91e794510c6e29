"""Teaches a table which button is whose: seat after seat, by pressing it.

The board and the voice say whose turn it is. A seat that does not press keeps what it has. Keys on USB and
pods are heard, and at a table that was taught in its first start all contacts of header and expanders too.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import termios
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, TextIO

from hardware.buttons.backends import contact_of
from hardware.buttons.pods import every_pod
from hardware.buttons.usb_listener import UsbListener
from hardware.simulated import SimulatedButtons
from hardware.troubles import DeviceError, Trouble, reason_of
from hardware.whole_file import whole
from table import files
from table.appliance.devices.open_devices import BEAT_S
from table.appliance.devices.openers import EveryOpener, pod_listener
from table.appliance.doctor.machine import Machine
from table.appliance.table import Table
from table.appliance.walk.check_table import lent
from table.appliance.walk.report import CheckResult, CheckTexts, Why
from table.appliance.walk.walk import Walk
from table.errors import Reason, UnreadableError
from table.room.act import NEVER, Act
from table.room.devices import Devices
from table.settings.settings import Settings
from table.settings.wiring import Pins, mistakes_in_pins
from table.words.toml_lines import with_value

Pin = int | str


class Listener(Protocol):
    """Hears all keys, or all contacts."""

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing at all is heard, or None."""

    def pressed(self) -> Sequence[Pin]:
        """The keys that went down since the last call, as pins."""

    def close(self) -> None:
        """Stops listening."""


class Keys(Act):
    """Hears every key that goes down, wherever it is wired."""

    def __init__(self, walk: Walk, listeners: Sequence[Listener]) -> None:
        self._walk, self._listeners = walk, listeners
        self.pressed: list[Pin] = []
        """The keys that went down since the button was asked for."""

    def beat(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        self.pressed += [pin for each in self._listeners for pin in each.pressed()]
        self._walk.is_hurried = bool(self.pressed)

    def close(self) -> bool:
        """Does not close the table: a taught key may be Escape."""
        return True


class Teaching:
    """The script that teaches keys.

    `devices`: their buttons are not heard, and must not keep any key to themselves.
    `beat_s`: longest time between two readings of the keys.
    `report`: gets each line.
    `spare`: seats whose pins another seat may take, and that get the other's instead.
    """

    def __init__(
        self,
        devices: Devices,
        texts: CheckTexts,
        settings: Settings,
        listeners: Sequence[Listener],
        *,
        wait_s: float,
        beat_s: float = NEVER,
        report: Callable[[CheckResult], None],
        spare: Collection[int] = (),
    ) -> None:
        self._texts, self._settings, self._listeners, self._spare = texts, settings, listeners, spare
        self._wait_s, self._report = wait_s, report
        mute = SimulatedButtons(len(texts.names), settings.buttons, devices.clock)
        self._walk = Walk(
            *(devices._replace(buttons=mute), texts.narration, texts.names, settings.buttons), beat_s=beat_s
        )
        self._walk.board.title = texts.text("title")
        self._keys = Keys(self._walk, listeners)
        self._pins: list[list[Pin | None]] = [
            [*wired] if len(wired) == settings.buttons else [None] * settings.buttons
            for wired in settings.pins.bcm or [()] * len(texts.names)
        ]
        """The pins of each seat so far."""

    def run(self, seats: Sequence[int] | None) -> Pins:
        """Teaches these seats (None: all that are in service). Returns the pins of the whole table.

        Raises `UnreadableError` if a seat has no button: it never had one, and did not press.
        """
        out = {number - 1 for number in self._settings.out_of_service}
        seats = [seat for seat in range(len(self._pins)) if seat not in out] if seats is None else seats
        taken = {
            contact_of(pin): seat
            for seat, pins in enumerate(self._pins)
            for pin in pins
            if seat not in seats and seat not in self._spare and pin is not None
        }
        with self._walk.heard_by(self._keys):
            for seat in seats:
                for button in range(self._settings.buttons):
                    if (pin := self._taught(seat, button, taken)) is not None:
                        self._free(pin, self._pins[seat][button])
                        self._pins[seat][button], taken[contact_of(pin)] = pin, seat
        return self._whole()

    def _free(self, pin: Pin, instead: Pin | None) -> None:
        """Takes a pin from a seat that did not need it, and gives it another one."""
        for seat in self._spare:
            self._pins[seat] = [
                instead if one is not None and contact_of(one) == contact_of(pin) else one
                for one in self._pins[seat]
            ]

    def _taught(self, seat: int, button: int, taken: Mapping[object, int]) -> Pin | None:
        """The key that is pressed for this button; None if none is."""
        texts, heard, time = self._texts, self._keys.pressed, self._walk.time
        heard.clear()
        self._walk.light(seat)
        asked = texts.press(seat, button, self._settings.buttons)
        self._walk.tell(asked, texts.text("caption.teach", seat), seat)
        self._walk.say(asked)
        ends_s = time.now() + self._wait_s
        while time.now() < ends_s:
            self._walk.wait_until(ends_s, lambda: heard)
            for pin in heard:
                sitting = taken.get(contact_of(pin))
                if sitting is None:
                    self._report(
                        CheckResult("seats", True, Why(str(pin), "taught", pin=pin), seat, str(button + 1))
                    )
                    return pin
                self._walk.board.caption = texts.text("caption.elsewhere", sitting)
            heard.clear()
        trouble = next((each.trouble for each in self._listeners if each.trouble), None)
        why = texts.device(trouble) if trouble else texts.late("reason.no_press", self._wait_s)
        self._report(CheckResult("seats", None, why, seat, str(button + 1)))
        return None

    def _whole(self) -> Pins:
        bcm: list[tuple[Pin, ...]] = []
        for number, pins in enumerate(self._pins, start=1):
            known = tuple(pin for pin in pins if pin is not None)
            if len(known) < self._settings.buttons:
                raise UnreadableError(Reason("taught.missing", number=number))
            bcm.append(known)
        settings = self._settings.over({"pins.backend": "gpiozero", "pins.bcm": tuple(bcm)})
        wired = settings.pins, settings.rings, settings.seats, settings.buttons
        for _, value, allowed in mistakes_in_pins(*wired):
            raise UnreadableError(Reason("taught.refused", value=value, allowed=allowed))
        return settings.pins


def teach_table(
    table: Table,
    settings: Settings,
    names: Sequence[str],
    seats: Sequence[int] | None,
    wait_s: float,
    report: Callable[[CheckResult], None],
    machine: Machine | None = None,
) -> Pins:
    """Teaches seats of a table, and closes it. Returns the pins of the whole table.

    `seats`: those to teach; None: all.
    `machine`: whose contacts are heard beside the keys on USB; None: the keys alone.

    Raises `UnreadableError` if a seat has no button, `DeviceError` if nothing can be heard.
    """
    with ExitStack() as ends:
        ends.callback(table.close)
        devices = lent(table)
        lines = table.pods.lines if table.pods else every_pod(devices.clock)
        if lines and not table.pods:
            ends.callback(lines.close)
        listeners = _key_listeners(is_needed=machine is None and lines is None)
        ends.callback(forget_typed, sys.stdin)
        for each in listeners:
            ends.callback(each.close)
        devices.buttons.close()  # Otherwise it would keep the keys grabbed and the pins claimed.
        if machine:
            listeners.append(EveryOpener(machine, pods=lines).listener(settings, devices.clock))
            ends.callback(listeners[-1].close)
        elif lines:
            listeners.append(pod_listener(lines, devices.clock))
        texts = CheckTexts(table.narration, names)
        teaching = Teaching(
            *(devices, texts, settings, listeners),
            wait_s=wait_s,
            beat_s=BEAT_S,
            report=report,
            spare=[number - 1 for number in settings.out_of_service] if machine else (),
        )
        return teaching.run(seats)


def _key_listeners(*, is_needed: bool) -> list[Listener]:
    """Hears the keys on USB; nothing without their library, which raises `DeviceError` if they are needed."""
    try:
        return [UsbListener()]
    except DeviceError:
        if is_needed:
            raise
        return []


def forget_typed(terminal: TextIO) -> None:
    """Discards what the taught keys have typed into this terminal, so that no shell runs it."""
    if terminal.isatty():
        termios.tcflush(terminal, termios.TCIFLUSH)


def check_writable(path: Path) -> None:
    """Raises `UnreadableError` if this file of the owner's cannot be written. Called before anybody
    presses."""
    nearest = next(folder for folder in path.resolve().parents if folder.exists())
    if not os.access(nearest, os.W_OK):
        raise UnreadableError(Reason("file.unwritten", file=path, reason="EACCES"))


def write_into(path: Path, pins: Pins) -> None:
    """Writes the pins into the owner's `table.toml`, and changes nothing else in it. Raises
    `UnreadableError`."""
    path = path.resolve()
    bcm = [list(seat) for seat in pins.bcm]

    def as_before(draft: Path) -> None:
        if path.exists():
            shutil.copymode(path, draft)

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = files.text(path) if path.exists() else ""
        text = with_value(with_value(text, ("pins", "backend"), pins.backend), ("pins", "bcm"), bcm)
        with whole(path, ready=as_before) as file:
            file.write(text.encode())
    except OSError as error:
        raise UnreadableError(Reason("file.unwritten", file=path, reason=reason_of(error))) from error
    except ValueError as error:
        raise UnreadableError(Reason("taught.by_hand", file=path, value=json.dumps(bcm))) from error
