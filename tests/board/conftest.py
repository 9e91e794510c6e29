"""A picture is rasterized once for all tests of the board, and a text measured once: that is half of what a
board takes."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pygame
import pytest
from pygame import Surface

from table.board.paint.sprites import SpriteCache

PICTURES = SpriteCache(40_000_000)
RASTERIZES = pygame.image.load_sized_svg


def once(file: BytesIO, size: tuple[int, int]) -> Surface:
    """The picture in a file. The board copies it to a surface of its own."""
    return PICTURES.get((file.getvalue(), tuple(size)), lambda: RASTERIZES(file, size))


WIDTHS: dict[tuple[object, ...], tuple[int, int]] = {}
"""The width and height of texts, by their font."""


class Measured(pygame.font.Font):
    """A font that has measured each text once, whatever table it belongs to."""

    def __init__(self, *of: Any) -> None:
        super().__init__(*of)
        self._of = of

    def set_script(self, script: str, /) -> None:
        super().set_script(script)
        self._of += (script,)

    def set_direction(self, direction: int, /) -> None:
        super().set_direction(direction)
        self._of += (direction,)

    def size(self, text: str | bytes, /) -> tuple[int, int]:
        key = (text, *self._of)
        if key not in WIDTHS:
            WIDTHS[key] = super().size(text)
        return WIDTHS[key]


@pytest.fixture(autouse=True)
def _once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.image, "load_sized_svg", once)
    monkeypatch.setattr(pygame.font, "Font", Measured)
