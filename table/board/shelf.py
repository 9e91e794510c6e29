"""Pictures painted once and kept, in a room that does not grow."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from pygame import Surface


class Shelf:
    """Keeps pictures of at most `pixels` pixels together. Where one more does not fit, those go that have not
    been looked at for longest; the newest always stays."""

    def __init__(self, pixels: int) -> None:
        self.pixels = pixels
        self.used = 0
        self._pictures: dict[Hashable, Surface] = {}

    def get(self, key: Hashable, paint: Callable[[], Surface]) -> Surface:
        """The picture `key`, painted if it is not here."""
        picture = self._pictures.pop(key, None)
        if picture is None:
            picture = paint()
            self.used += area(picture)
            while self._pictures and self.used > self.pixels:
                self.used -= area(self._pictures.pop(next(iter(self._pictures))))
        self._pictures[key] = picture  # behind all others: looked at last
        return picture


def area(picture: Surface) -> int:
    """How many pixels a picture has."""
    return picture.get_width() * picture.get_height()
