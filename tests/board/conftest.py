"""A picture is rasterized once for all tests of the board: that is half of what a board takes."""

from __future__ import annotations

from io import BytesIO

import pygame
import pytest
from pygame import Surface

from table.board.paint.sprites import SpriteCache

PICTURES = SpriteCache(40_000_000)
RASTERIZES = pygame.image.load_sized_svg


def once(file: BytesIO, size: tuple[int, int]) -> Surface:
    """The picture in a file. The board copies it to a surface of its own."""
    return PICTURES.get((file.getvalue(), tuple(size)), lambda: RASTERIZES(file, size))


@pytest.fixture(autouse=True)
def _rasterized_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pygame.image, "load_sized_svg", once)
