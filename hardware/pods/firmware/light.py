"""The ring of a pod: the order of its wire, the white of RGBW pixels, limits of brightness and current."""

from machine import Pin
from neopixel import NeoPixel

CHANNEL_MA, IDLE_MA = 20, 1
"""What one colour of one pixel draws at 255, and a dark pixel."""
CABLE_MA, PICO_MA = 500, 100
DIM, BREATH_MS = 12, 4096
"""The brightest level of a sign, and how long it takes to rise and fall."""


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
            self._order += [shown * len(colours) + "RGBW".index(colour) for colour in colours]
        self.show(b"")

    def show(self, frame: bytes) -> None:
        """Shows R G B of each pixel, whole, and dimmed evenly to what is allowed. What is missing is dark."""
        levels = (frame + bytes(3 * self.pixels))[: 3 * self.pixels]
        if self._white:
            levels = with_white(levels)
        part, whole = 1, 1
        for allowed, wanted in ((self.most, max(levels)), (self._allowed, sum(levels))):
            if wanted * part > allowed * whole:
                part, whole = allowed, wanted
        wire = self._chain.buf
        for at, source in enumerate(self._order):
            wire[at] = levels[source] * part // whole
        self._chain.write()

    def breathe(self, lit: int, since_ms: int) -> None:
        """Shows a sign: so many dim pixels, evenly spaced, that rise and fall."""
        at_ms = since_ms % BREATH_MS
        level = DIM * min(at_ms, BREATH_MS - at_ms) * 2 // BREATH_MS
        self.show((bytes((level, level, level)) + bytes(3 * (self.pixels // lit - 1))) * lit)


def with_white(levels: bytes) -> bytes:
    """R G B W of each pixel: what its three colours have in common is shown by its white light."""
    wide = bytearray()
    for at in range(0, len(levels), 3):
        white = min(levels[at : at + 3])
        wide += bytes((levels[at] - white, levels[at + 1] - white, levels[at + 2] - white, white))
    return bytes(wide)
