"""Draws the land: sky, moon or sun, hills, meadow and the village's square, over the whole board.

It is painted once for each time of day and kept packed; the one that is shown is unpacked, and so is the
next while one light fades into the other. Everything else stands on it.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame, lights
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import CLOUDS, DEPTHS, LANDS, ROCK, SQUARE, is_stage
from table.board.paint.layout import Layout
from table.board.paint.motion import Fade
from table.board.paint.packed import PackedPicture
from table.board.paint.palette import DAWN, DAY, DUSK, NIGHT, STORM, Colour, Palette
from table.board.paint.palette import between as mixed
from table.board.paint.shelf import Shelf
from table.board.paint.sky import ORB, Mover, light_at, movers
from table.board.view import Look

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN, STORM)}

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
CLOUDS_AT = (0.2, 0.3), (0.4, 0.46), (0.8, 0.36)
"""Where clouds are in the sky, in shares of its width and of its height down to the hills;"""
CLOUD_SIZES = 0.15, 0.1, 0.13
"""and their sizes, as shares of the board's height."""
WEATHER: Mapping[str, str] = {DAWN.name: "mist", STORM.name: "rain"}
"""What lies before the land at an hour."""
STEP_PX, FIRST_PX = 16, 144
"""Lines of a land that are painted in one step; and of the first land, for which everybody waits: the fewer
steps, the sooner it is there."""
BELOW_PX = 64
"""Lines of the ground below the pictures that are painted in one step: they are quicker."""
UNPACKED_PX = 144
"""At least so many lines are unpacked in one step."""
KEPT = 10
"""Lands that are kept packed: those of two rulebooks at all hours."""
SMALL_KEPT = 0.1
"""Pixels of moon, suns and wolf that are kept, as a multiple of the board's."""
UNDIMMED: Colour = (255, 255, 255)


class LandPieces(NamedTuple):
    """A land at one time of day, in the three pieces between which moon and sun move."""

    sky: Surface
    hills: Surface
    """With what stands on them; transparent where the sky is seen."""
    ground: Surface
    """All below them."""


class PackedLand(NamedTuple):
    """The same, packed."""

    sky: PackedPicture
    hills: PackedPicture
    ground: PackedPicture

    def unpacked(self) -> Generator[None, None, LandPieces]:
        """Unpacks it in steps. Returns its pieces."""
        pieces, done = [], 0
        for packed in self:
            for picture, lines in packed.unpacked():  # noqa: B007 - the last one is whole
                done += lines
                if done >= UNPACKED_PX:
                    done = 0
                    yield
            pieces.append(picture)
        return LandPieces(*pieces)


class Sprite(NamedTuple):
    """A small picture, and where it is."""

    picture: Surface
    at: Rect


class LandView(NamedTuple):
    """All that the picture of the land depends on. An empty one is a flat ground."""

    flat: Colour
    lights: tuple[tuple[LandPieces, float], ...] = ()
    """The land in the lights that are laid one over the other, each with its share."""
    orbs: tuple[Sprite, ...] = ()
    """Moon or sun."""
    movers: tuple[Mover, ...] = ()
    moved_s: float = 0.0
    """The moment at which they are drawn."""
    wolf: Sprite | None = None
    dim: Colour = UNDIMMED
    """By what all colours are multiplied; 255 leaves them as they are."""

    def lay(self, surface: Surface) -> None:
        """Draws the land where the surface may be drawn on."""
        if not self.lights:
            surface.fill(self.flat)
            return
        for pieces, share in self.lights:
            lay(surface, pieces.sky, 0, share)
        for orb in self.orbs:
            surface.blit(*orb)
        for mover in self.movers:
            mover.paint(surface, self.moved_s)
        for pieces, share in self.lights:
            lay(surface, pieces.hills, 0, share)
            lay(surface, pieces.ground, pieces.hills.get_height(), share)
        if self.wolf:
            surface.blit(*self.wolf)
        if self.dim != UNDIMMED:
            surface.fill(self.dim, surface.get_clip(), special_flags=pygame.BLEND_MULT)

    def changed(self, before: LandView | None) -> list[Rect] | None:
        """Where it looks different from the one before; None: everywhere."""
        if self == before:
            return []
        return [mover.box for mover in self.movers] if self.is_like(before) else None

    def is_like(self, other: LandView | None) -> bool:
        """Whether nothing but what moves by itself looks different from another one."""
        return other is not None and self == other._replace(moved_s=self.moved_s)


class Land:
    """Paints the land, and keeps its pictures."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self.name = LANDS[0]
        """Which of them is drawn."""
        self._packed: dict[Hashable, PackedLand] = {}
        self._open: dict[Hashable, LandPieces] = {}
        """Those that are shown, and the one that comes next."""
        self._shown_from: dict[Hashable, float] = {}
        """The share from which on each of them is shown while lights change; 0.0 once it was."""
        self._coming: dict[Hashable, Generator[None, None, LandPieces]] = {}
        """What is being painted or unpacked, by its key."""
        self._standing: LandPieces | None = None
        """What was drawn last."""
        self._small = Shelf(0)
        self._moving: dict[Hashable, tuple[Mover, ...]] = {}
        self.unfinished = False
        """Whether the land in its new light is not ready yet, and the old one stands."""

    def make_room(self, pixels: int) -> None:
        """Forgets what was painted for a board of another size, so that the next land is painted at once.
        `pixels`: of the new one."""
        self._small = Shelf(round(SMALL_KEPT * pixels))
        self._moving.clear()
        self._packed.clear()
        self._open.clear()
        self._shown_from.clear()
        self._coming.clear()
        self._standing = None

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
            yield from self._pack(name, palette, size, layout)
            self._orb(palette, size)
            yield

    def prepare(self) -> bool:
        """Does a step of what will be shown next. Returns False if all of it is ready."""
        for key in self._coming:
            self._step(key)
            return True
        return False

    def view(self, frame: Frame, *, ahead: bool = False) -> LandView:
        """The land as it looks now; with high contrast it is black. `ahead`: it will be laid before the frame
        is drawn, so that a light which has just been unpacked costs that frame nothing."""
        palette, layout, size = frame.palette, frame.layout, frame.surface.get_size()
        self.unfinished = False
        if frame.look.contrast == "high":
            return LandView(palette.ground)
        steps = between(frame.pose.fade) if frame.pose.fade else [(palette, 1.0)]
        fade = frame.pose.fade if frame.pose.changes_light else None
        return LandView(
            palette.ground,
            self._lights(steps, size, layout, ahead=ahead),
            tuple(self._placed(light, size, layout, height) for light, height in orbs(palette, fade)),
            () if fade else self._movers(palette, layout, size),
            0.0 if fade else frame.drift_s,
            self._wolf(size, layout) if howls(fade) and not is_stage(self.name) else None,
            dimmed(steps) if frame.board.arrows or frame.board.late else UNDIMMED,
        )

    def _lights(
        self, steps: Sequence[tuple[Palette, float]], size: tuple[int, int], layout: Layout, *, ahead: bool
    ) -> tuple[tuple[LandPieces, float], ...]:
        """The lights that are ready, of those to be laid one over the other; else what stands. One that has
        just been unpacked is ready from the share on at which it is first laid `ahead`, and then always."""
        wanted = {key_of(self.name, light, layout): (light, share) for light, share in steps}
        self._coming = {key: coming for key, coming in self._coming.items() if key in wanted}
        found: list[tuple[LandPieces, float]] = []
        for key, (light, share) in wanted.items():
            if key not in self._open and key not in self._coming:
                self._coming[key] = self._opened(self.name, light, size, layout)
            while share and key in self._coming and not self._standing:  # later ones come as there is time
                self._step(key)
            if key in self._open and (ahead or len(wanted) == 1 or not self._standing):
                self._shown_from.setdefault(key, share)
            if share >= self._shown_from.get(key, inf) and share:
                found.append((self._open[key], share if found else 1.0))
                if not ahead:
                    self._shown_from[key] = 0.0
            elif share:
                self.unfinished = True
        if not (self.unfinished or ahead):
            self._open = {key: pieces for key, pieces in self._open.items() if key in wanted}
            self._shown_from = {key: share for key, share in self._shown_from.items() if key in wanted}
        if found:
            self._standing = found[0][0]
        assert self._standing is not None
        return tuple(found) or ((self._standing, 1.0),)

    def _step(self, key: Hashable) -> None:
        """Paints or unpacks a little of what is coming."""
        try:
            next(self._coming[key])
        except StopIteration as done:
            del self._coming[key]
            self._open[key] = done.value

    def _opened(
        self, name: str, light: Palette, size: tuple[int, int], layout: Layout
    ) -> Generator[None, None, LandPieces]:
        """Unpacks a land in steps, after it is painted if it is not yet."""
        yield from self._pack(name, light, size, layout)
        return (yield from self._packed[key_of(name, light, layout)].unpacked())

    def _pack(
        self, name: str, light: Palette, size: tuple[int, int], layout: Layout
    ) -> Generator[None, None, None]:
        """Paints a land in steps and packs it, if that is not done."""
        key = key_of(name, light, layout)
        step_px = STEP_PX if self._standing else FIRST_PX
        packed = self._packed.pop(key, None) or (
            yield from painted(self._art, size, name, light, layout, step_px)
        )
        self._packed[key] = packed  # used last, so dropped last
        if len(self._packed) > KEPT:
            del self._packed[next(iter(self._packed))]

    def _movers(self, palette: Palette, layout: Layout, size: tuple[int, int]) -> tuple[Mover, ...]:
        """What moves, where nothing will cover it."""
        key = (palette.name, layout.middle.size, *map(tuple, layout.plaques))
        if key not in self._moving:
            taken: Sequence[Rect] = [layout.header, layout.square, layout.caption, *layout.plaques]
            found = movers(size, palette, round(0.8 * hills_of(size, layout)))
            self._moving[key] = tuple(mover for mover in found if mover.box.collidelist(taken) < 0)
        return self._moving[key]

    def _placed(self, light: Palette, size: tuple[int, int], layout: Layout, height: float) -> Sprite:
        """Moon or sun, so high."""
        orb = self._orb(light, size)
        return Sprite(orb, orb.get_rect(center=light_at(light, layout, height)))

    def _orb(self, palette: Palette, size: tuple[int, int]) -> Surface:
        px = round(ORB * size[1])
        if palette.moon:  # it shines by itself
            return self._small.get(("moon", px), lambda: self._art.draw("things/moon", px))
        return self._small.get(
            ("sun", palette.name, px), lambda: self._art.at_hour("things/sun", px, palette.name)
        )

    def _wolf(self, size: tuple[int, int], layout: Layout) -> Sprite:
        """A wolf on the rock."""
        top, high = top_of(size, layout)
        px = round(WOLF * size[1])
        wolf = self._small.get(("wolf", px), lambda: self._art.draw("things/wolf", px))
        (x, y), right = ROCK
        foot = round(x * size[0] + right * high), round(top + y * high + 0.06 * px)
        return Sprite(wolf, wolf.get_rect(midbottom=foot))


def lay(surface: Surface, picture: Surface, top: int, share: float) -> None:
    """Draws a piece of a land at the height `top`, `share` of it: 1.0 is all."""
    if share < 1:
        picture.set_alpha(round(255 * share))
    surface.blit(picture, (0, top))
    if share < 1:  # what is not transparent is drawn quickest without any alpha
        picture.set_alpha(255 if picture.get_masks()[3] else None)


def between(fade: Fade) -> list[tuple[Palette, float]]:
    """The lights to be laid one over the other while one fades into another, each with its share, the coming
    one from 0.0 on; from day to night by way of dusk."""
    before, after, share = PALETTES[fade.light], PALETTES[fade.into], fade.share
    if (before, after) == (DAY, NIGHT):
        before, after, share = (DAY, DUSK, 2 * share) if share < 0.5 else (DUSK, NIGHT, 2 * share - 1)
    return [(before, 1.0), (after, share)]


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


def howls(fade: Fade | None) -> bool:
    """Whether a wolf is seen, as long as the moon rises."""
    return bool(fade) and fade.into == NIGHT.name and fade.share > HALF  # type: ignore[union-attr]


def dimmed(steps: Sequence[tuple[Palette, float]]) -> Colour:
    """By what the colours of a land are multiplied on which arrows lie or lay: it is dim at dusk alone."""
    shares = [share for _, share in steps[1:]] + [0.0]
    dusk = sum(
        share * (1 - above) for (light, share), above in zip(steps, shares, strict=True) if light is DUSK
    )
    return mixed(UNDIMMED, DUSK.dim, dusk)


def key_of(name: str, light: Palette, layout: Layout) -> Hashable:
    """All that a land depends on, for a board of one size."""
    return name, light.name, layout.middle.size


def top_of(size: tuple[int, int], layout: Layout) -> tuple[int, int]:
    """Where the layers of a land begin, and how high they are: their square lies between the houses."""
    high = round(SHARE * size[1])
    return round(layout.middle.centery - RAISED * size[1] - SQUARE[0][1] * high), high


def hills_of(size: tuple[int, int], layout: Layout) -> int:
    """Down to where hills may be seen before the sky."""
    top, high = top_of(size, layout)
    return top + round(HILLS * high)


def painted(
    art: Art, size: tuple[int, int], name: str, light: Palette, layout: Layout, step_px: int
) -> Generator[None, None, PackedLand]:
    """Paints a land in steps of so many lines, and packs it. Returns its pieces."""
    (width, height), colours = size, colours_of(light.name)
    top, high = top_of(size, layout)
    cut = hills_of(size, layout)
    over = art.left_over(f"scenery/{name}_{DEPTHS[-1]}", (width, high))
    bottom = min(top + high + over, height)
    land = PackedLand(
        PackedPicture((width, cut)),
        PackedPicture((width, cut), is_clear=True),
        PackedPicture((width, height - cut)),
    )
    sailing = []
    is_outdoors = not is_stage(name)
    weather = WEATHER.get(light.name) if is_outdoors else None
    for picture, (x, y), share in zip(CLOUDS, CLOUDS_AT, CLOUD_SIZES, strict=True) if is_outdoors else ():
        cloud = art.draw(f"scenery/{picture}", round(share * height), colours)
        sailing.append((cloud, cloud.get_rect(center=(round(x * width), round(y * cut)))))
        yield
    for box in strips(Rect(0, 0, width, cut), step_px):
        strip = land.sky.blank(box)
        strip.blit(art.part("scenery/sky", (width, top + high), box, colours), (0, 0))
        yield
        if light.stars:
            strip.blit(art.part("scenery/stars", size, box, colours), (0, 0))
            yield
        if light is STORM and is_outdoors:
            strip.blit(art.part("scenery/thunder", size, box, colours), (0, 0))
            yield
        for cloud, at in sailing:
            strip.blit(cloud, at.move(0, -box.top))
        land.sky.put(box, strip)
    for box in strips(Rect(0, max(0, top), width, cut - max(0, top)), step_px):
        strip = land.hills.blank(box)
        for depth in DEPTHS:
            layer = art.part(f"scenery/{name}_{depth}", (width, high), box.move(0, -top), colours)
            strip.blit(layer, (0, 0))
            yield
        if weather:
            strip.blit(art.part(f"scenery/{weather}", (width, high), box.move(0, -top), colours), (0, 0))
            yield
        land.hills.put(box, strip)
    for box in strips(Rect(0, 0, width, bottom - cut), step_px):
        strip = land.ground.blank(box)
        layer = art.part(f"scenery/{name}_{DEPTHS[-1]}", (width, high), box.move(0, cut - top), colours)
        strip.blit(layer, (0, 0))
        yield
        lowest = strip.subsurface((0, strip.get_height() - 1, width, 1)).copy()
        if weather:
            layer = art.part(f"scenery/{weather}", (width, high), box.move(0, cut - top), colours)
            strip.blit(layer, (0, 0))
            yield
        land.ground.put(box, strip)
    for box in strips(Rect(0, bottom - cut, width, height - bottom), max(step_px, BELOW_PX)):
        strip = land.ground.blank(box)
        _go_on(strip, lowest, high + 2 * over, box.top + cut - bottom)
        land.ground.put(box, strip)
        yield
    return land


def _go_on(strip: Surface, lowest: Surface, high: int, below: int) -> None:
    """Fills a strip of the ground below the layers: their lowest line, wider with each line as what comes
    nearer is. `high`: lines of the layers, seen or not, at whose top all ways meet; `below`: how many lines
    the strip lies below them."""
    width = strip.get_width()
    for line in range(strip.get_height()):
        more = round(width * (below + line + 1) / high / 2)
        wider = pygame.transform.smoothscale(lowest, (width + 2 * more, 1))
        strip.blit(wider, (-more, line))


def strips(box: Rect, lines: int) -> Iterator[Rect]:
    """A box from above, in parts of so many lines."""
    for top in range(box.top, box.bottom, lines):
        yield Rect(box.left, top, box.width, min(lines, box.bottom - top))
