"""Large pictures that are rarely shown: compressed in strips, and unpacked strip by strip.

The flat colours of cut paper take a thirtieth of their memory so, and each strip a fraction of a millisecond.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

QUICKEST = 1
"""zlib's level: nearly as small as its best one, in a tenth of the time."""


class Strip(NamedTuple):
    """A part of a picture, as wide as the whole."""

    top: int
    lines: int
    data: bytes
    """Its pixels, compressed."""


class PackedPicture:
    """A picture of `size` pixels. `is_clear`: whether something may be seen through it."""

    def __init__(self, size: tuple[int, int], *, is_clear: bool = False) -> None:
        self._size = size
        self._flags = pygame.SRCALPHA if is_clear else 0
        self._strips: list[Strip] = []

    def blank(self, box: Rect) -> Surface:
        """An empty surface for the strip `box`, as wide as the picture."""
        return Surface(box.size, self._flags)

    def put(self, box: Rect, strip: Surface) -> None:
        """Packs what belongs at `box`; it must come from `blank`."""
        self._strips.append(Strip(box.top, box.height, zlib.compress(strip.get_buffer().raw, QUICKEST)))

    def unpacked(self) -> Iterator[tuple[Surface, int]]:
        """The picture after each strip, and how many lines that has; it is complete after the last."""
        picture = Surface(self._size, self._flags)
        for strip in self._strips:
            pixels = picture.get_buffer()
            pixels.write(zlib.decompress(strip.data), strip.top * picture.get_pitch())
            del pixels  # which holds the surface locked
            yield picture, strip.lines
