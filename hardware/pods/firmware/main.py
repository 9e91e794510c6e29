"""A pod: docs/pod-protocol.md says what it does. MicroPython runs this file when the pod gets power."""

import json
import os
from struct import calcsize, pack, unpack
from time import ticks_add, ticks_diff, ticks_ms

import line
import machine
from lines import PodWifi, Usb
from parts import Ring, StampedContacts

HELLO_MS, SIGN_MS, WAIT_MS, WATCHDOG_MS = 500, 50, 5, 2000
"""Between two HELLOs and two steps of a sign; how long a beat waits at most, and may take at most."""
KNOWN, ALONE, LOST, WRONG = 0, 1, 2, 3
"""A table knows the pod; or pixels of the sign for: no table yet, the table is gone, another version."""
LAYOUTS = {b"Q": line.WHO, b"W": line.WELCOME, b"F": line.FRAME, b"L": line.LEAVE}


class PodSettings:
    """What pod.json may say. `wifi`: network, password, the table's address in numbers, and its port."""

    pixels, colours, first_pixel, clockwise = 24, "GRB", 0, True
    buttons, button_pins, ring_pin, name = 1, (10, 11, 12), 2, ""
    wifi: tuple[str, str, str, int] | None = None


class PodProgram:
    """What this pod knows of its table."""

    def __init__(self, chosen: PodSettings) -> None:
        self.contacts = StampedContacts(chosen.button_pins[: chosen.buttons])
        self.ring = Ring(chosen.ring_pin, chosen.pixels, chosen.colours, chosen.first_pixel, chosen.clockwise)
        self._usb = Usb()
        self._table: Usb | PodWifi = self._usb
        self._lines: list[Usb | PodWifi] = [self._usb]
        if chosen.wifi:
            self._lines.append(PodWifi(*chosen.wifi))
        has = (line.HAS_WHITE if "W" in chosen.colours else 0) + (line.BY_RADIO if chosen.wifi else 0)
        self._about = machine.unique_id(), chosen.pixels, chosen.buttons, has
        self._state, self._frame, self._name = ALONE, b"", chosen.name.encode()
        self._covered = self._shown = self._told_next = 0
        self._began = self._now = self._heard = self._due = self._sign_due = ticks_ms()

    def beat(self) -> None:
        """Waits a moment, then hears, shows and says what is due."""
        self._usb.wait(max(0, min(WAIT_MS, ticks_diff(self._due, ticks_ms()))))
        self._now = ticks_ms()
        # A call by Wi-Fi takes time: there is none while the table is at the cable.
        for each in self._lines if self._state else {self._usb, self._table}:
            for message in each.read():
                if message and len(message) == calcsize(LAYOUTS.get(message[:1], "")):
                    self._hear(message, each)
        # By night the ring is dark within LOST_MS.
        if self._state != ALONE and ticks_diff(self._now, self._heard) >= line.LOST_MS - 2 * line.NIGHT_MS:
            self._turn(LOST)
        if self._frame:
            self.ring.show(self._frame)
            self._frame = b""
        elif self._state and not self._covered and ticks_diff(self._now, self._sign_due) >= 0:
            self.ring.breathe(self._state, ticks_diff(self._now, self._began))
            self._sign_due = ticks_add(self._now, SIGN_MS)
        self._speak()

    def _hear(self, message: bytes, by: Usb | PodWifi) -> None:
        kind, self._heard = message[:1], self._now
        if kind == b"Q":
            self._hello()
        elif kind == b"W":
            _, version, _, self.ring.most = unpack(line.WELCOME, message)
            self._table = by
            self._turn(KNOWN if version == line.VERSION else WRONG)
        elif kind == b"F" and self._state == KNOWN:
            self._shown, heard, covered, self._frame = unpack(line.FRAME, message)[1:]
            self.contacts.heard(heard)
            if covered and not self._covered:
                self._due = ticks_add(self._now, line.NIGHT_MS)
            self._covered = covered
        elif message == b"Lexit" and by is self._usb:
            open("leave", "w").close()
            self.ring.show(b"")
            machine.reset()

    def _turn(self, state: int) -> None:
        if state != self._state:
            self._state, self._frame, self._due = state, b"", self._now
            self.ring.show(b"")

    def _speak(self) -> None:
        """Says who this is until a table answers; then reports, at a fixed pace by night."""
        contacts, late = self.contacts, ticks_diff(self._now, self._due)
        if self._state and late >= 0:
            self._hello()
            self._due = ticks_add(self._now, HELLO_MS)
        elif not self._state and (late >= 0 or (not self._covered and contacts.next != self._told_next)):
            self._table.write(contacts.report(self._shown, self._usb.dropped))
            self._told_next = contacts.next
            is_often = self._covered or contacts.next != contacts.first
            due = self._due if self._covered and late < line.NIGHT_MS else self._now
            self._due = ticks_add(due, line.NIGHT_MS if is_often else line.BEAT_MS)

    def _hello(self) -> None:
        """Says who this is. What was pressed before counts no more."""
        number, head = self.contacts.next & 0xFFFF, (b"H", line.VERSION)
        self.contacts.heard(number)
        for each in self._lines:
            each.write(pack(line.HELLO, *head, *line.FIRMWARE, *self._about, number, self._name))


if __name__ == "__main__":
    settings = PodSettings()
    if "pod.json" in os.listdir():
        with open("pod.json") as file:
            for key, value in json.load(file).items():
                setattr(settings, key, value)
    button = machine.Pin(settings.button_pins[0], machine.Pin.IN, machine.Pin.PULL_UP)
    # After LEAVE, or if it gets power while button 1 is down, the prompt waits for files.
    if "leave" in os.listdir():
        os.remove("leave")
    elif button.value() or machine.reset_cause() != machine.PWRON_RESET:
        pod = PodProgram(settings)
        watchdog = machine.WDT(timeout=WATCHDOG_MS)  # Starts the pod again if this ends.
        try:
            while True:
                watchdog.feed()
                pod.beat()
        finally:
            pod.ring.show(b"")
