"""Draws the land: sky, moon or sun, hills, meadow and the village's square, over the whole board.

It is painted once for each time of day; everything else stands on it.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame, lights
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import LANDS, ROCK, SQUARE
from table.board.paint.layout import Layout
from table.board.paint.motion import Fade
from table.board.paint.palette import DAWN, DAY, DUSK, NIGHT, Palette
from table.board.paint.shelf import Shelf
from table.board.paint.sky import ORB, Mover, light_at, movers
from table.board.view import Look

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN)}

WOLF = 0.075
"""The size of a wolf on the rock, as a share of the board's height."""
HALF = 0.5
"""How far one light has faded into another when its colours are taken for what stands there."""
SHARE = 0.75
"""The height of the layers of a land, as a share of the board's."""
RAISED = 0.015
"""How far above the middle of all houses the middle of the square is, in the same."""
HILLS = 0.38
"""Down to where hills and trees are seen before the sky, as a share of the layers' height."""
STEP_PX = 48
"""Lines of a land that are painted in one step."""

STEPS = 4
"""How many of them in one frame, while another light still stands."""

KEPT = 8
"""Pixels of lands that are kept, as a multiple of the board's."""


class LandLight(NamedTuple):
    """A land in the light in which it is painted."""

    land: str
    palette: Palette
    is_dim: bool = False
    """Whether arrows lie upon it."""


class LandPieces(NamedTuple):
    """A land at one time of day, in the three pieces between which moon and sun move."""

    sky: Surface
    hills: Surface
    """With what stands on them; transparent where the sky is seen."""
    ground: Surface
    """All below them."""


class Land:
    """Draws the land. Keeps the pictures it painted of it."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self.name = LANDS[0]
        """Which of them is drawn."""
        self._lands = Shelf(0)
        self._moving: dict[Hashable, list[Mover]] = {}
        self._standing: LandPieces | None = None
        """What was drawn last."""
        self._coming: dict[Hashable, Generator[None, None, LandPieces]] = {}
        """What is being painted while that stands, by its keys."""
        self.unfinished = False
        """Whether the land in its new light is still being painted, and the old one stands."""

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size. `pixels`: of the new one."""
        self._lands = Shelf(KEPT * pixels)
        self._moving.clear()
        self.begin()

    def begin(self) -> None:
        """The next land is painted at once: nothing stands yet."""
        self._standing = None
        self._coming.clear()

    def turn_to(self, name: str, size: tuple[int, int], layout: Layout, look: Look) -> Iterator[None]:
        """Paints another land ahead, and then draws that one."""
        yield from self._rehearse(name, size, layout, look)
        self.name = name

    def rehearse(self, size: tuple[int, int], layout: Layout, look: Look) -> Iterator[None]:
        """Paints the land ahead, strip by strip, for all times of day."""
        yield from self._rehearse(self.name, size, layout, look)

    def _rehearse(self, name: str, size: tuple[int, int], layout: Layout, look: Look) -> Iterator[None]:
        if look.contrast == "high":
            return
        for palette in lights(look):
            for is_dim in (False, True)[: 1 + (palette is DUSK)]:
                light = LandLight(name, palette, is_dim)
                self._keep(light, layout, (yield from painted(self._art, size, light, layout)))
            self._orb(palette, size)
            yield

    def lay(self, frame: Frame) -> None:
        """Draws the land over the whole board; with high contrast it is black."""
        surface, palette, layout = frame.surface, frame.palette, frame.layout
        self.unfinished = False
        if frame.look.contrast == "high":
            surface.fill(palette.ground)
            return
        fade = frame.pose.fade
        steps = between(fade) if fade else [(palette, 1.0)]
        views = [(self._view(light, frame), share) for light, share in steps]
        for view, share in views:
            lay(surface, view.sky, 0, share)
        for light, height in orbs(palette, fade):
            orb = self._orb(light, surface.get_size())
            surface.blit(orb, orb.get_rect(center=light_at(light, layout, height)))
        if not fade:
            for mover in self._movers(palette, layout, surface.get_size()):
                mover.paint(surface, frame.drift_s)
        for view, share in views:
            lay(surface, view.hills, 0, share)
            lay(surface, view.ground, view.hills.get_height(), share)
        if fade and fade.into == NIGHT.name and fade.share > HALF and self.name != LANDS[-1]:
            self._howl(surface, layout)

    def _howl(self, surface: Surface, layout: Layout) -> None:
        """A wolf on the rock, as long as the moon rises."""
        size = surface.get_size()
        top, high = top_of(size, layout)
        px = round(WOLF * size[1])
        wolf = self._lands.get(("wolf", px), lambda: self._art.draw("things/wolf", px))
        (x, y), right = ROCK
        surface.blit(
            wolf,
            wolf.get_rect(midbottom=(round(x * size[0] + right * high), round(top + y * high + 0.06 * px))),
        )

    def _movers(self, palette: Palette, layout: Layout, size: tuple[int, int]) -> list[Mover]:
        """What moves, where nothing will cover it."""
        key = (palette.name, layout.middle.size, *map(tuple, layout.plaques))
        if key not in self._moving:
            taken: Sequence[Rect] = [layout.header, layout.square, layout.caption, *layout.plaques]
            found = movers(size, palette, round(0.8 * hills_of(size, layout)))
            self._moving[key] = [mover for mover in found if mover.box.collidelist(taken) < 0]
        return self._moving[key]

    def _view(self, palette: Palette, frame: Frame) -> LandPieces:
        size, layout = frame.surface.get_size(), frame.layout
        light = LandLight(self.name, palette, palette is DUSK and bool(frame.board.arrows))
        wanted = keys(light, layout)
        found = [self._lands.find(key) for key in wanted]
        if all(found):
            self._coming.pop(wanted[0], None)
            self._standing = LandPieces(*found)  # type: ignore[arg-type]
            return self._standing
        painting = self._coming.setdefault(wanted[0], painted(self._art, size, light, layout))
        steps = count() if self._standing is None else range(STEPS)
        for _ in steps:
            try:
                next(painting)
            except StopIteration as done:
                del self._coming[wanted[0]]
                self._standing = self._keep(light, layout, done.value)
                return self._standing
        self.unfinished = True
        assert self._standing is not None
        return self._standing

    def _keep(self, light: LandLight, layout: Layout, view: LandPieces) -> LandPieces:
        for key, picture in zip(keys(light, layout), view, strict=True):
            self._lands.get(key, lambda picture=picture: picture)  # type: ignore[misc]
        return view

    def _orb(self, palette: Palette, size: tuple[int, int]) -> Surface:
        px = round(ORB * size[1])
        if palette.moon:  # it shines by itself
            return self._lands.get(("moon", px), lambda: self._art.draw("things/moon", px))
        return self._lands.get(
            ("sun", palette.name, px), lambda: self._art.at_hour("things/sun", px, palette.name)
        )


def lay(surface: Surface, picture: Surface, top: int, share: float) -> None:
    """Draws a piece of a land at the height `top`, `share` of it: 1.0 is all."""
    if share < 1:
        picture.set_alpha(round(255 * share))
    surface.blit(picture, (0, top))
    if share < 1:  # what is not transparent is drawn quickest without any alpha
        picture.set_alpha(255 if picture.get_masks()[3] else None)


def between(fade: Fade) -> list[tuple[Palette, float]]:
    """The lights to be laid one over the other while one fades into another, each with its share; from day to
    night by way of dusk."""
    before, after, share = PALETTES[fade.light], PALETTES[fade.into], fade.share
    if (before, after) == (DAY, NIGHT):
        before, after, share = (DAY, DUSK, 2 * share) if share < 0.5 else (DUSK, NIGHT, 2 * share - 1)
    return [(before, 1.0), (after, share)] if share else [(before, 1.0)]


def seen_in(fade: Fade) -> Palette:
    """The colours of everything that stands on the land while one light fades into another."""
    (below, _), *above = between(fade)
    return above[0][0] if above and above[0][1] >= HALF else below


def orbs(palette: Palette, fade: Fade | None) -> list[tuple[Palette, float]]:
    """Moon or sun, and how high: at 1.0 they stand in their place, at 0.0 behind the hills. One sinks
    before the other rises."""
    if not fade:
        return [(palette, 1.0)]
    before, after = PALETTES[fade.light], PALETTES[fade.into]
    if before.moon == after.moon:
        return [(after, 1.0)]
    return [(before, 1 - 2 * fade.share)] if fade.share < HALF else [(after, 2 * fade.share - 1)]


def keys(light: LandLight, layout: Layout) -> list[Hashable]:
    """All that the pieces of a land depend on, for a board of one size."""
    return [
        (piece, light.land, light.palette.name, light.is_dim, layout.middle.size)
        for piece in ("sky", "hills", "ground")
    ]


def top_of(size: tuple[int, int], layout: Layout) -> tuple[int, int]:
    """Where the layers of a land begin, and how high they are: their square lies between the houses."""
    high = round(SHARE * size[1])
    return round(layout.middle.centery - RAISED * size[1] - SQUARE[0][1] * high), high


def hills_of(size: tuple[int, int], layout: Layout) -> int:
    """Down to where hills may be seen before the sky."""
    top, high = top_of(size, layout)
    return top + round(HILLS * high)


def painted(
    art: Art, size: tuple[int, int], light: LandLight, layout: Layout
) -> Generator[None, None, LandPieces]:
    """Paints a land in steps. Returns its pieces."""
    palette = light.palette
    (width, height), colours = size, colours_of(palette.name)
    top, high = top_of(size, layout)
    cut = hills_of(size, layout)
    sky = Surface((width, cut))
    whole = width, top + high
    for box in strips(Rect(0, 0, width, cut)):
        sky.blit(art.part("scenery/sky", whole, box, colours), box)
        yield
        if palette.stars:
            sky.blit(art.part("scenery/stars", size, box, colours), box)
            yield
    hills = Surface((width, cut), pygame.SRCALPHA)
    ground = Surface((width, height - cut))
    for depth in ("far", "near", "ground"):
        for box in strips(Rect(0, 0, width, cut - top)):
            hills.blit(
                art.part(f"scenery/{light.land}_{depth}", (width, high), box, colours), box.move(0, top)
            )
            yield
    for box in strips(Rect(0, cut - top, width, high - cut + top)):
        ground.blit(
            art.part(f"scenery/{light.land}_ground", (width, high), box, colours), box.move(0, top - cut)
        )
        yield
    # Below their lower edge everything goes on as it ends.
    lowest = ground.subsurface((0, top + high - cut - 1, width, 1))
    ground.blit(pygame.transform.scale(lowest, (width, height - top - high)), (0, top + high - cut))
    if light.is_dim:
        hills.fill((*palette.dim, 255), special_flags=pygame.BLEND_RGBA_MULT)
        for piece in (sky, ground):
            piece.fill(palette.dim, special_flags=pygame.BLEND_MULT)
    yield
    return LandPieces(sky, hills, ground)


def strips(box: Rect) -> Iterator[Rect]:
    """A box from above, in parts that are quickly painted."""
    for top in range(box.top, box.bottom, STEP_PX):
        yield Rect(box.left, top, box.width, min(STEP_PX, box.bottom - top))
