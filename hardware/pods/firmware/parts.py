"""What a pod is made of: buttons, whose changes are kept until the table has heard them, and a ring."""

from struct import pack
from time import ticks_diff, ticks_ms

from line import DOWN, EDGES, REPORT
from machine import Pin, disable_irq, enable_irq
from neopixel import NeoPixel

ROOM, OLDEST_MS = 64, 65535
"""Changes that wait at most, and the largest age that can be told."""
CABLE_MA, PICO_MA, CHANNEL_MA, IDLE_MA = 500, 100, 20, 1
"""What the cable gives, and what is drawn by the Pico, one colour of one pixel at 255, and a dark pixel."""
DIM, BREATH_MS = 12, 4096
"""The brightest level of a sign, and how long it takes to rise and fall."""


class StampedContacts:
    """Buttons between a pin and ground. While there is no room, changes wait at the contact itself."""

    def __init__(self, pins: tuple[int, ...]) -> None:
        self._pins = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in pins]
        self._what, self._when = bytearray(ROOM), [ticks_ms()] * ROOM
        self._down = self._told_down = 0
        """Buttons that are down after the last change, and before the first that waits, a bit each."""
        self.first = self.next = 0
        """Numbers of the first change that waits, and of the next one."""
        self._seen(self._pins[0])
        self.heard(self.next)
        for one in self._pins:
            one.irq(self._seen, Pin.IRQ_RISING | Pin.IRQ_FALLING, hard=True)

    def heard(self, number: int) -> None:
        """The table waits for the change with this number; those before are done."""
        if (done := (number - self.first) & 0xFFFF) <= self.next - self.first:
            for _ in range(done):
                self._told_down ^= 1 << (self._what[self.first % ROOM] & ~DOWN)
                self.first += 1

    def report(self, shown: int, dropped: int) -> bytes:
        """A REPORT of the first changes that wait, and of what was down after them."""
        state = disable_irq()
        self._seen(self._pins[0])  # Finds what no interrupt has told.
        enable_irq(state)
        edges: list[int] = []
        down, now = self._told_down, ticks_ms()
        for number in range(self.first, min(self.next, self.first + EDGES)):
            what = self._what[number % ROOM]
            down ^= 1 << (what & ~DOWN)
            edges += [what, min(ticks_diff(now, self._when[number % ROOM]), OLDEST_MS)]
        head = (b"R", shown, dropped & 0xFFFF, down, self.first & 0xFFFF, len(edges) // 2)
        return pack(REPORT, *head, *edges, *[0] * (2 * EDGES - len(edges)))

    def _seen(self, _: Pin) -> None:
        """Notes every contact that has changed. An interrupt calls it: it allocates nothing."""
        for button in range(len(self._pins)):
            is_up = self._pins[button].value()
            if is_up == self._down >> button & 1 and self.next - self.first < ROOM:
                self._what[self.next % ROOM] = button if is_up else button | DOWN
                self._when[self.next % ROOM] = ticks_ms()
                self._down ^= 1 << button
                self.next += 1


class Ring:
    """The pixels of one pod. `first`: the pixel at six o'clock, counted along the wire."""

    def __init__(self, pin: int, pixels: int, colours: str, first: int, clockwise: bool) -> None:
        self.pixels, self.most = pixels, 255
        self._white = "W" in colours
        self._chain = NeoPixel(Pin(pin), pixels, bpp=len(colours))
        self._allowed = (CABLE_MA - PICO_MA - pixels * IDLE_MA) * 255 // CHANNEL_MA
        self._order = []
        for wired in range(pixels):
            shown = (wired - first if clockwise else first - wired) % pixels
            self._order += [4 * shown + "RGBW".index(colour) for colour in colours]
        self.show(b"")

    def show(self, frame: bytes) -> None:
        """Shows R G B of each pixel, whole, and dimmed evenly to what is allowed. What is missing is dark.
        What the colours of a pixel have in common is shown by its white light, if it has one."""
        levels = []
        for at in range(0, 3 * self.pixels, 3):
            colours = frame[at : at + 3] or bytes(3)
            white = min(colours) if self._white else 0
            levels += [level - white for level in colours] + [white]
        part, whole = 1, 1
        for allowed, wanted in ((self.most, max(levels)), (self._allowed, sum(levels))):
            if wanted * part > allowed * whole:
                part, whole = allowed, wanted
        for at, source in enumerate(self._order):
            self._chain.buf[at] = levels[source] * part // whole
        self._chain.write()

    def breathe(self, lit: int, at_ms: int) -> None:
        """Shows a sign at a moment: so many dim pixels, evenly spaced, that rise and fall."""
        level = DIM * (BREATH_MS - abs(at_ms % BREATH_MS * 2 - BREATH_MS)) // BREATH_MS
        self.show((bytes((level, level, level)) + bytes(3 * (self.pixels // lit - 1))) * lit)
