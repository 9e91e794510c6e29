"""Caches of pictures, with a limit."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from pygame import Rect, Surface

from table.board.paint.text import DrawnLine


class SpriteCache:
    """Keeps pictures of at most `pixels` pixels together. If a new one needs room, those not used for longest
    are dropped."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.used = 0
        self._pictures: dict[Hashable, Surface] = {}

    def get(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The picture `key` from the cache; `paint` paints it if it is not there."""
        picture = self._pictures.pop(key, None)
        if picture is None:
            picture = paint()
            self.used += area(picture)
            while self._pictures and self.used > self.pixels:
                self.used -= area(self._pictures.pop(next(iter(self._pictures))))
        self._pictures[key] = picture  # used last, so dropped last
        return picture


class Plaque(NamedTuple):
    """A small picture with words on it."""

    picture: Surface
    rect: Rect
    """Its place on the board."""
    written: list[DrawnLine]
    """Its lines of text, with their places on the board."""


def plaque_with(picture: Surface, rect: Rect, lines: list[DrawnLine]) -> Plaque:
    """A plaque that lies at `rect`. `lines`: what is written on it, each with its place on the picture."""
    lying = [line._replace(rect=line.rect.move(rect.topleft)) for line in lines]
    return Plaque(picture, rect.copy(), lying)


class PlaqueCache:
    """Keeps one plaque for each slot, until something that affects it changes."""

    def __init__(self) -> None:
        self._plaques: dict[Hashable, tuple[object, Plaque]] = {}

    def get(self, slot: Hashable, depends: object, paint: Callable[[], Plaque]) -> Plaque:
        """The plaque in a slot. It is painted again if `depends` has changed."""
        kept = self._plaques.get(slot)
        if kept is None or kept[0] != depends:
            kept = self._plaques[slot] = depends, paint()
        return kept[1]

    def clear(self) -> None:
        """Forgets all plaques."""
        self._plaques.clear()


def area(picture: Surface) -> int:
    """Number of pixels of a picture."""
    return picture.get_width() * picture.get_height()
