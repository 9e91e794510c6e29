"""The pictures of the board: SVG files, drawn at the size that is needed and in the colours of the scene.

A picture is named by its folder and its file: "cards/seer", "places/mill", "signs/crown", "scenery/sky". A
rulebook may have a set of its own in a folder with its key, "tit-albert/cards/seer": it lies over the others
while that rulebook is played. An owner's file of either name lies over ours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache
from io import BytesIO
from pathlib import Path

import pygame
from pygame import Rect, Surface

from hardware.folders import found_in
from table import files
from table.board.paint.hours import COLOUR, lit_by
from table.board.paint.palette import Colour
from table.paths import ART

FOLDERS = ("cards", "events", "places", "scenery", "signs", "things")
SETS = ("tit-albert",)
"""The keys of rulebooks that have a set of pictures of their own: a folder that has some of FOLDERS."""
SUFFIX = ".svg"
TRIED_PX = 64
TRIED_SIZE = 64, 36
"""Sizes at which an owner's picture is tried: a square, and a screen for scenery."""

BACK, HOUSE = "cards/back", "places/house"
"""`BACK`: the picture of a card without one of its own. `HOUSE`: the picture of a place without one of its
own."""

INK = "#000000"
"""The one colour in the file of a sign."""

HEAD = re.compile(r"<svg\b[^>]*>")
VIEW_BOX = re.compile(r"""\bviewBox\s*=\s*["']([^"']*)["']""")
SCENERY = "scenery/"
REACH = 8
"""Largest ratio of the sides of scenery."""

DARK: Mapping[str, str] = {
    "#c98f62": "#4a4258",  # walls
    "#a8704c": "#3a3349",
    "#8c3b43": "#322b45",  # roofs
    "#692b38": "#272138",
    "#ffd166": "#161126",  # windows, and whatever shines
    "#e2b24f": "#544a52",  # straw, brass
    "#4f2f2b": "#201a30",  # wood
    "#5f9a63": "#3a4a58",  # leaves
    "#3f7450": "#2c3a48",
    "#a9a3ad": "#5a5568",  # stones
    "#7d7787": "#454056",
    "#c8455a": "#40283f",  # red flowers, fruit, cloth
    "#5fa8c4": "#3c5470",  # water
    "#f4e3bf": "#6d667c",  # linen, plaster, flowers
    "#1d1130": "#0e0a1c",  # shadows
}
"""Colours of a place where nobody lives any more, by the colours in its file."""


OUTLINED: Mapping[str, str] = {
    "#c98f62": "#707070",
    "#a8704c": "#5c5c5c",
    "#8c3b43": "#d0d0d0",
    "#692b38": "#b0b0b0",
    "#ffd166": "#ffffff",
    "#e2b24f": "#c0c0c0",
    "#4f2f2b": "#1c1c1c",
    "#5f9a63": "#8a8a8a",
    "#3f7450": "#6a6a6a",
    "#a9a3ad": "#9a9a9a",
    "#7d7787": "#7c7c7c",
    "#c8455a": "#b8b8b8",
    "#5fa8c4": "#a0a0a0",
    "#f4e3bf": "#e0e0e0",
    "#1d1130": "#000000",
}
"""Colours of a place with high contrast, by the colours in its file."""

OUTLINED_DARK: Mapping[str, str] = {
    colour: "#" + 3 * f"{int(grey[1:3], 16) // 2:02x}" for colour, grey in OUTLINED.items()
} | {"#ffd166": "#000000"}
"""Colours of an empty place with high contrast, by the colours in its file."""


class Art:
    """All pictures of the board. `own`: the folder of the owner's pictures."""

    def __init__(self, own: Path | None = None) -> None:
        self.wrong: dict[Path, str] = {}
        """Why each of the owner's files that cannot be used is not shown."""
        self._own: dict[str, str] = {}
        self._ours = shipped()
        self.rulebook = ""
        """The key of the rulebook whose set lies over the others; empty: none does."""
        for name, path in pictures_in(own) if own else ():
            try:
                text = files.text(path)
                tried = [drawn(text, TRIED_PX)]
                if SCENERY in name:
                    tried.append(part_of(text, TRIED_SIZE, Rect((0, 0), TRIED_SIZE)))
                if not any(picture.get_bounding_rect().width for picture in tried):
                    raise ValueError("nothing of it can be seen")
            except (OSError, ValueError, pygame.error) as error:
                self.wrong[path] = f"{path} is not shown: {why(error)}"
            else:
                self._own[name] = text

    def __contains__(self, name: str) -> bool:
        return any(each in self._own or each in self._ours for each in self._names(name))

    def of(self, rulebook: str) -> Art:
        """The same pictures, with those of a rulebook's own set over them. `rulebook`: its key."""
        other = copy(self)
        other.rulebook = set_of(rulebook)
        return other

    def draw(self, name: str, px: int, colours: Mapping[str, str] | None = None) -> Surface:
        """A picture, `px` pixels wide and high, on a transparent ground. `colours`: replaces the colours of
        the file."""
        return drawn(self._coloured(name, colours or {}), px)

    def scene(self, name: str, size: tuple[int, int], colours: Mapping[str, str] | None = None) -> Surface:
        """A layer of scenery, scaled to cover `size` pixels. What is wider or higher is cut off at both
        sides."""
        return self.part(name, size, Rect((0, 0), size), colours)

    def part(
        self, name: str, size: tuple[int, int], box: Rect, colours: Mapping[str, str] | None = None
    ) -> Surface:
        """The part of a layer of scenery in `box`, in pixels of the layer. A small part is painted
        quickly."""
        return part_of(self._coloured(name, colours or {}), size, box)

    def left_over(self, name: str, size: tuple[int, int]) -> int:
        """Number of lines of a layer of scenery that are cut off below `size`; above it is the same
        number."""
        view = view_of(self._text(name))
        return int((view[3] * scale_of(view, size) - size[1]) / 2)

    def at_hour(self, name: str, px: int, hour: str, *, windows: bool = True) -> Surface:
        """The picture of a house or thing in the light of an hour. `windows`: whether a light burns in its
        windows."""
        return drawn(self._coloured(name, lit_by(hour, self._text(name), windows=windows)), px)

    def _names(self, name: str) -> tuple[str, ...]:
        """The names of a picture, that of the set first."""
        return (f"{self.rulebook}/{name}", name) if self.rulebook else (name,)

    def _text(self, name: str) -> str:
        names = self._names(name)
        own = next((self._own[each] for each in names if each in self._own), None)
        return own or file_of(next((each for each in names if each in self._ours), name)).read_text("utf-8")

    def _coloured(self, name: str, colours: Mapping[str, str]) -> str:
        return COLOUR.sub(lambda found: colours.get(found[0].lower(), found[0]), self._text(name))

    def sign(self, name: str, radius: int, colour: Colour) -> Surface:
        """The symbol `name` in one colour, 2 x `radius` pixels wide and high."""
        return self.draw(f"signs/{name}", 2 * max(radius, 2), {INK: "#{:02x}{:02x}{:02x}".format(*colour)})


@cache
def shipped() -> frozenset[str]:
    """The names of the shipped pictures."""
    return frozenset(name for name, _ in pictures_in(ART))


def file_of(name: str) -> Path:
    """The shipped file of a picture."""
    return ART / f"{name}{SUFFIX}"


def set_of(rulebook: str) -> str:
    """The set of pictures of a rulebook; empty if it has none."""
    return rulebook if rulebook in SETS else ""


def pictures_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """The pictures of a folder and of the sets in it: name and file."""
    for kind in (*FOLDERS, *(f"{each}/{kind}" for each in SETS for kind in FOLDERS)):
        for path in found_in(folder / kind, f"*{SUFFIX}"):
            yield f"{kind}/{path.stem}", path


def drawn(text: str, px: int) -> Surface:
    """Draws an SVG as large as fits into a square of `px` pixels. Raises `pygame.error` if it cannot be
    read."""
    read = pygame.image.load_sized_svg(BytesIO(text.encode()), (px, px))
    picture = Surface((px, px), pygame.SRCALPHA)
    picture.blit(read, read.get_rect(center=picture.get_rect().center))
    return picture


def part_of(text: str, size: tuple[int, int], box: Rect) -> Surface:
    """Draws the part in `box` of an SVG that is centred and covers `size`.

    Raises `ValueError` if its shape is not that of scenery, and `pygame.error` if it cannot be read.
    """
    view = left, top, width, height = view_of(text)
    scale = scale_of(view, size)
    left += (width - size[0] / scale) / 2 + box.left / scale
    top += (height - size[1] / scale) / 2 + box.top / scale
    across, down = box.width / scale, box.height / scale
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}" '
    text = HEAD.sub(f'{head}viewBox="{left} {top} {across} {down}">', text, count=1)
    read = pygame.image.load_sized_svg(BytesIO(text.encode()), box.size)
    picture = Surface(box.size, pygame.SRCALPHA)
    picture.blit(read, (0, 0))
    return picture


def view_of(text: str) -> tuple[float, float, float, float]:
    """The `viewBox` of an SVG: left, top, width and height, in its own units.

    Raises `ValueError` if it has none, or one that scenery cannot have.
    """
    head = HEAD.search(text)
    found = VIEW_BOX.search(head[0]) if head else None
    told = " ".join(found[1].split()) if found else ""
    try:
        left, top, width, height = map(float, re.split("[ ,]+", told))
    except ValueError:
        left = top = width = height = 0.0
    if not (0 < width / REACH <= height <= width * REACH and math.isfinite(left + top + width + height)):
        shown = f"its viewBox is {told[:60] or 'empty'}" if found else "it has no viewBox"
        raise ValueError(
            f"{shown}; allowed: four numbers such as 0 0 2560 1080, width and height above 0, "
            f"neither more than {REACH} times the other"
        )
    return left, top, width, height


def scale_of(view: tuple[float, float, float, float], size: tuple[int, int]) -> float:
    """Pixels per unit of an SVG that covers `size`."""
    return max(size[0] / view[2], size[1] / view[3])


def why(error: Exception) -> str:
    """Why a file cannot be used, in a few words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "it is no SVG" if isinstance(error, pygame.error | UnicodeDecodeError) else str(error)
