"""Pictures painted once and kept, in a room that does not grow."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

from pygame import SRCALPHA, Rect, Surface

from table.board.paint.text import DrawnLine


class Shelf:
    """Keeps pictures of at most `pixels` pixels together. If there is no room for a new one, those not
    used for longest are dropped."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.used = 0
        self._pictures: dict[Hashable, Surface] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._pictures

    def get(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The picture `key`, painted if it is not here."""
        picture = self._pictures.pop(key, None)
        if picture is None:
            picture = paint()
            self.used += area(picture)
            while self._pictures and self.used > self.pixels:
                self.used -= area(self._pictures.pop(next(iter(self._pictures))))
        self._pictures[key] = picture  # used last, so dropped last
        return picture


class Plaque(NamedTuple):
    """A small picture with words, as it was painted."""

    depends: object
    """All it depends on."""
    picture: Surface
    rect: Rect
    """Where it lies on the board."""
    written: list[DrawnLine]
    """Where its lines lie on the board."""

    def write(self, lines: list[DrawnLine]) -> None:
        """Notes what is written on it."""
        self.written.extend(line._replace(rect=line.rect.move(self.rect.topleft)) for line in lines)


class Rack:
    """Has room for one plaque in each of its slots."""

    def __init__(self) -> None:
        self._plaques: dict[Hashable, Plaque] = {}
        self.painted = 0
        """How often a new picture came into a slot."""

    def get(self, slot: Hashable, depends: object) -> Plaque | None:
        """The picture in a slot; None if what it depends on has changed since it was painted."""
        plaque = self._plaques.get(slot)
        return plaque if plaque and plaque.depends == depends else None

    def put(self, slot: Hashable, depends: object, rect: Rect) -> Plaque:
        """A new picture in a slot, with nothing on it, that lies at `rect`."""
        self.painted += 1
        plaque = self._plaques[slot] = Plaque(depends, Surface(rect.size, SRCALPHA), rect.copy(), [])
        return plaque

    def clear(self) -> None:
        """Keeps nothing."""
        self._plaques.clear()


def area(picture: Surface) -> int:
    """How many pixels a picture has."""
    return picture.get_width() * picture.get_height()
