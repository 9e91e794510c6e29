"""A pod of a table: a ring and up to three buttons. MicroPython runs this file when the pod gets power.

docs/pod-protocol.md says what it tells a table, docs/pods.md how it is wired and installed.
"""

import json
import os
from struct import calcsize, pack, unpack
from time import ticks_add, ticks_diff, ticks_ms

import line
import machine
from contacts import StampedContacts
from light import Ring
from usb import PodLine, Usb

HELLO_MS = 500
REPEAT_MS = SIGN_MS = 50
"""Between two reports of an edge that the table has not heard, by day, and between two steps of a sign."""
WAIT_MS = 5
WATCHDOG_MS = 8000
MESSAGES = 8
"""That are heard in one go, so that a flood leaves time for the rest."""
KNOWN, ALONE, LOST, WRONG = 0, 1, 2, 3
"""A table knows the pod; or pixels of the sign for: no table yet, the table is gone, another version."""
LAYOUTS = ((b"Q", line.WHO), (b"W", line.WELCOME), (b"F", line.FRAME), (b"L", line.LEAVE))
LENGTHS = {kind[0]: calcsize(layout) for kind, layout in LAYOUTS}


class PodSettings:
    """What pod.json may say of this pod."""

    pixels, colours, first_pixel, clockwise = 24, "GRB", 0, True
    buttons, name = 1, ""
    ring_pin, button_pins = 2, (10, 11, 12)
    wifi: tuple[str, str, str, int] | None = None
    """Network, password, the table's address in numbers, and its port."""

    def __init__(self) -> None:
        if "pod.json" in os.listdir():
            with open("pod.json") as file:
                for key, value in json.load(file).items():
                    setattr(self, key, value)


class PodProgram:
    """What this pod knows of its table."""

    def __init__(self, chosen: PodSettings) -> None:
        self.contacts = StampedContacts(chosen.button_pins[: chosen.buttons])
        self.ring = Ring(chosen.ring_pin, chosen.pixels, chosen.colours, chosen.first_pixel, chosen.clockwise)
        self._usb = Usb()
        self._table: PodLine = self._usb
        self._lines: list[PodLine] = [self._usb]
        has = line.HAS_WHITE if "W" in chosen.colours else 0
        if chosen.wifi:
            from wifi import PodWifi

            self._lines.append(PodWifi(*chosen.wifi))
            has |= line.BY_RADIO
        self._about = (machine.unique_id(), chosen.pixels, chosen.buttons, has)
        self._name = chosen.name.encode()
        self._state, self._covered = ALONE, 0
        self._shown = self._told = 0
        """Numbers of the last frame, and of the next edge at the last report."""
        self._frame = b""
        self._now = self._since = self._heard = self._due = self._sign_due = ticks_ms()

    def beat(self) -> None:
        """Waits a moment, then hears, lights and says what is due."""
        self._usb.wait(max(0, min(WAIT_MS, ticks_diff(self._due, ticks_ms()))))
        self._now = ticks_ms()
        for each in self._lines:
            if not self._state and each not in (self._usb, self._table):
                continue  # A call by Wi-Fi may wait for a second, and the table is at the cable.
            for _ in range(MESSAGES):
                message = each.read()
                if not message:
                    break
                if len(message) == LENGTHS.get(message[0]):
                    self._hear(message, each)
        patience = line.LOST_MS - 2 * line.NIGHT_MS if self._covered else line.LOST_MS
        if self._state in (KNOWN, WRONG) and ticks_diff(self._now, self._heard) >= patience:
            self._turn(LOST)
        self.contacts.look()
        self._light()
        self._speak()

    def _hear(self, message: bytes, by: PodLine) -> None:
        kind, self._heard = message[:1], self._now
        if kind == b"Q":
            self._hello()
        elif kind == b"W":
            _, version, _, self.ring.most = unpack(line.WELCOME, message)
            self._table = by
            self._turn(KNOWN if version == line.VERSION else WRONG)
        elif kind == b"F" and self._state == KNOWN:
            _, self._shown, heard, covered, self._frame = unpack(line.FRAME, message)
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
            self._state, self._frame = state, b""
            self._since = self._due = self._now
            self.ring.show(b"")

    def _light(self) -> None:
        """Shows the newest frame once, or the sign of a pod without a table; by night that is no light."""
        if self._frame:
            self.ring.show(self._frame)
            self._frame = b""
        elif self._state and not self._covered and ticks_diff(self._now, self._sign_due) >= 0:
            self.ring.breathe(self._state, ticks_diff(self._now, self._since))
            self._sign_due = ticks_add(self._now, SIGN_MS)

    def _speak(self) -> None:
        """Says who this is until a table answers; then reports, at a fixed pace by night."""
        contacts, late = self.contacts, ticks_diff(self._now, self._due)
        if self._state:
            if late >= 0:
                self._hello()
                self._due = ticks_add(self._now, HELLO_MS)
        elif late >= 0 or (not self._covered and contacts.next != self._told):
            self._table.write(contacts.report(self._shown, self._usb.dropped))
            self._told = contacts.next
            if self._covered and late < line.NIGHT_MS:
                self._due = ticks_add(self._due, line.NIGHT_MS)
            else:
                is_busy = self._covered or contacts.next != contacts.first
                self._due = ticks_add(self._now, REPEAT_MS if is_busy else line.BEAT_MS)

    def _hello(self) -> None:
        """Says who this is. What was pressed before counts no more."""
        number, dropped = self.contacts.next & 0xFFFF, self._usb.dropped
        self.contacts.heard(number)
        head = (b"H", line.VERSION)
        for each in self._lines:
            each.write(pack(line.HELLO, *head, *line.FIRMWARE, *self._about, number, self._name))
        self._usb.dropped = dropped  # Nobody may be there to take it.


def is_wanted(chosen: PodSettings) -> bool:
    """Whether the pod is to run: not after LEAVE, nor if it gets power while button 1 is down."""
    if "leave" in os.listdir():
        os.remove("leave")
        return False
    button = machine.Pin(chosen.button_pins[0], machine.Pin.IN, machine.Pin.PULL_UP)
    return machine.reset_cause() != machine.PWRON_RESET or button.value() == 1


if __name__ == "__main__":
    settings = PodSettings()
    if is_wanted(settings):
        pod = PodProgram(settings)
        watchdog = machine.WDT(timeout=WATCHDOG_MS)  # Starts the pod again if this ends.
        try:
            while True:
                watchdog.feed()
                pod.beat()
        finally:
            pod.ring.show(b"")
