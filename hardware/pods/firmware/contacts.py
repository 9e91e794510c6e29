"""The buttons of a pod: each change is stamped as it happens, and kept until the table has heard it."""

from struct import pack
from time import ticks_diff, ticks_ms

from line import DOWN, EDGES, REPORT
from machine import Pin, disable_irq, enable_irq

ROOM, OLDEST_MS = 64, 65535
"""Changes that wait at most (a power of two), and the largest age that can be told."""


class StampedContacts:
    """Buttons between a pin and ground. While there is no room, changes wait at the contact itself."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
        self._count = len(pins)
        self._what, self._when = bytearray(ROOM), [ticks_ms()] * ROOM
        self.down = 0
        """Buttons that are down after the last change, a bit each."""
        self.first = self.next = 0
        """Numbers of the first change that the table has not heard, and of the next one."""
        self._seen(self._pins[0])
        self.first = self.next
        for one in self._pins:
            one.irq(self._seen, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def look(self) -> None:
        """Finds what no interrupt has told."""
        state = disable_irq()
        self._seen(self._pins[0])
        enable_irq(state)

    def heard(self, number: int) -> None:
        """The table waits for the change with this number; those before are done."""
        done = (number - self.first) & 0xFFFF
        if done <= self.next - self.first:
            self.first += done

    def report(self, shown: int, dropped: int) -> bytes:
        """A REPORT of the first changes that wait, and of what was down after them."""
        state = disable_irq()
        down, end = self.down, self.next
        enable_irq(state)
        now = ticks_ms()
        count = min(end - self.first, EDGES)
        for number in range(self.first + count, end):
            down ^= 1 << (self._what[number % ROOM] & ~DOWN)
        edges = [0] * (2 * EDGES)
        for at in range(count):
            place = (self.first + at) % ROOM
            edges[2 * at] = self._what[place]
            edges[2 * at + 1] = min(ticks_diff(now, self._when[place]), OLDEST_MS)
        return pack(REPORT, b"R", shown, dropped & 0xFFFF, down, self.first & 0xFFFF, count, *edges)

    def _seen(self, _: Pin) -> None:
        """Notes every contact that has changed. An interrupt calls it: it allocates nothing."""
        for button in range(self._count):
            bit = 1 << button
            is_down = 0 if self._pins[button].value() else bit
            if is_down != self.down & bit and self.next - self.first < ROOM:
                place = self.next % ROOM
                self._what[place] = button | DOWN if is_down else button
                self._when[place] = ticks_ms()
                self.down ^= bit
                self.next += 1
