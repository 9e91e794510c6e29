"""Draws the land: sky, moon or sun, hills, meadow and the village's square, over the whole board.

Each land is painted once for each time of day, and kept. Everything else stands on it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.frame import Frame, lights
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import CLOUDS, DEPTHS, ROCK, SQUARE, is_stage, land_of
from table.board.paint.layout import Layout
from table.board.paint.motion import Fade
from table.board.paint.palette import DAWN, DAY, DUSK, NIGHT, STORM, Colour, Palette
from table.board.paint.palette import between as mixed
from table.board.paint.sky import ORB, Mover, light_at, movers

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN, STORM)}

WOLF = 0.075
"""Size of the wolf on the rock, as a share of the board's height."""
HALF = 0.5
"""Share of a fade at which the colours of everything on the land change."""
SHARE = 0.75
"""Height of the layers of a land, as a share of the board's height."""
RAISED = 0.015
"""How far the middle of the square is above the middle of all houses, as a share of the board's height."""
HILLS = 0.38
"""Height from the top down to which hills and trees may be seen before the sky, as a share of the layers'
height."""
CLOUDS_AT = (0.2, 0.3), (0.4, 0.46), (0.8, 0.36)
"""Places of the clouds, in shares of the sky's width and of its height above the hills."""
CLOUD_SIZES = 0.15, 0.1, 0.13
"""Sizes of the clouds, as shares of the board's height."""
WEATHER: Mapping[str, str] = {DAWN.name: "mist", STORM.name: "rain"}
"""The layer that lies before the land at an hour."""
STEP_PX = 32
"""Number of lines of one layer that are painted in one step."""
KEPT = 6
"""Number of lands in the cache: those of one rulebook at all hours, and one more."""
UNDIMMED: Colour = (255, 255, 255)


class LandKey(NamedTuple):
    """Cache key: everything that affects the picture of a land."""

    name: str
    light: str
    """The palette of its time of day."""
    size: tuple[int, int]
    """Size of the board."""
    top: int
    """Upper edge of its layers, in pixels of the board."""

    @property
    def high(self) -> int:
        """Height of its layers, in pixels."""
        return layers_high(self.size)

    @property
    def cut(self) -> int:
        """Lowest line at which hills may be seen before the sky."""
        return self.top + round(HILLS * self.high)


class LandPieces(NamedTuple):
    """A land at one time of day, in the three pieces between which moon and sun move. None holds a line in
    which nothing of it is seen."""

    sky: Surface
    hills: Surface
    """The lines in which both hills and sky are seen; transparent where the sky is."""
    hills_top: int
    """The first of these lines."""
    ground: Surface
    """What hides the whole sky: below it."""


LitLand = tuple[LandPieces, float]
"""A land in one light, and its opacity over the one below: 1.0 hides that."""


class Land:
    """Paints the land for boards of one size, and keeps its pictures."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self._painted: dict[LandKey, LandPieces] = {}
        self._missing: list[LandKey] = []
        """Lands that the last board needed and that were not painted yet."""
        self._coming: list[LandKey] = []
        """Lands that will be needed later."""
        self._at_work: Iterator[None] | None = None
        """The painting in progress, step by step; None: nothing is being painted."""
        self._standing: Sequence[LitLand] = ()
        """The pieces of land that were drawn last."""
        self._small: dict[Hashable, Surface] = {}
        self._stars: dict[Hashable, list[Mover]] = {}
        self.arrived = 0
        """Number of lands that were ready only after a board had been drawn without them."""

    def paint(self, frame: Frame) -> None:
        """Draws the land of the frame over its whole surface; with high contrast it is black. Until a land is
        painted, the one drawn last stays."""
        surface, palette = frame.surface, frame.palette
        if frame.look.contrast == "high":
            surface.fill(palette.ground)
            return
        steps = between(frame.pose.fade) if frame.pose.fade else [(palette, 1.0)]
        lit = self._lit(frame, steps)
        fade = frame.pose.fade if frame.pose.changes_light else None
        key = key_of(frame, palette)
        for pieces, share in lit:
            lay(surface, pieces.sky, 0, share)
        for light, height in orbs(palette, fade):
            orb = self._orb(light, surface.get_height())
            surface.blit(orb, orb.get_rect(center=light_at(light, frame.layout, height)))
        for star in () if fade else self._movers(palette, frame.layout, key):
            star.paint(surface, frame.drift_s)
        for pieces, share in lit:
            lay(surface, pieces.hills, pieces.hills_top, share)
            lay(surface, pieces.ground, pieces.sky.get_height(), share)
        if howls(fade) and not is_stage(key.name):
            self._howl(surface, key)
        if frame.board.arrows or frame.board.late:
            surface.fill(dimmed(steps), special_flags=pygame.BLEND_MULT)

    def want(self, frame: Frame) -> None:
        """Requests the land of the frame at all times of day, for `prepaint`."""
        if frame.look.contrast == "normal":
            self._coming = [key_of(frame, light) for light in (*lights(frame.look), STORM)]

    @property
    def is_missing(self) -> bool:
        """Whether the last board was drawn without a land that is still to be painted."""
        return any(key not in self._painted for key in self._missing)

    def prepaint(self) -> bool:
        """Paints a part of a requested land. Returns False if none is requested."""
        if self._at_work is None:
            wanted = [key for key in (*self._missing, *self._coming) if key not in self._painted]
            if not wanted:
                return False
            self._at_work = self._paint(wanted[0])
        if next(self._at_work, self) is self:
            self._at_work = None
        return True

    def _lit(self, frame: Frame, steps: Sequence[tuple[Palette, float]]) -> Sequence[LitLand]:
        """The land in each light of a fade, as far as they are painted; if none is, the pieces drawn last.
        The first land of all is painted at once."""
        self._missing, lit = [], list[LitLand]()
        for light, share in steps:
            key = key_of(frame, light)
            if share and not self._standing and key not in self._painted:
                for _ in self._paint(key):
                    pass
            if key not in self._painted:
                self._missing.append(key)
            elif share:
                self._painted[key] = self._painted.pop(key)  # used last, so dropped last
                lit.append((self._painted[key], share if lit else 1.0))
        self._standing = lit or self._standing
        return self._standing

    def _paint(self, key: LandKey) -> Iterator[None]:
        """Paints a land in steps, and keeps it."""
        pieces = yield from painted(self._art, key)
        self.arrived += key in self._missing
        self._painted[key] = pieces
        if len(self._painted) > KEPT:
            del self._painted[next(iter(self._painted))]

    def _movers(self, palette: Palette, layout: Layout, key: LandKey) -> list[Mover]:
        """The twinkling stars that nothing covers."""
        at = (key, *map(tuple, layout.plaques))
        if at not in self._stars:
            taken: Sequence[Rect] = [layout.header, layout.square, layout.caption, *layout.plaques]
            found = movers(key.size, palette, round(0.8 * key.cut))
            self._stars[at] = [mover for mover in found if mover.box.collidelist(taken) < 0]
        return self._stars[at]

    def _orb(self, palette: Palette, height: int) -> Surface:
        """The picture of moon or sun for a board of this height."""
        px = round(ORB * height)
        if palette.moon:  # it shines by itself
            return self._kept("moon", lambda: self._art.draw("things/moon", px))
        return self._kept(palette.name, lambda: self._art.at_hour("things/sun", px, palette.name))

    def _howl(self, surface: Surface, key: LandKey) -> None:
        """Draws a wolf on the rock."""
        width, height = key.size
        px = round(WOLF * height)
        wolf = self._kept("wolf", lambda: self._art.draw("things/wolf", px))
        (x, y), right = ROCK
        foot = round(x * width + right * key.high), round(key.top + y * key.high + 0.06 * px)
        surface.blit(wolf, wolf.get_rect(midbottom=foot))

    def _kept(self, name: str, paint: Callable[[], Surface]) -> Surface:
        """A small picture from the cache; it is painted once."""
        if name not in self._small:
            self._small[name] = paint()
        return self._small[name]


def lay(surface: Surface, picture: Surface, top: int, share: float) -> None:
    """Draws a piece of a land at the height `top`. `share`: its opacity, 0.0 to 1.0."""
    if share < 1:
        picture.set_alpha(round(255 * share))
    surface.blit(picture, (0, top))
    if share < 1:  # what is not transparent is drawn quickest without any alpha
        picture.set_alpha(255 if picture.get_masks()[3] else None)


def between(fade: Fade) -> list[tuple[Palette, float]]:
    """The lights of a fade, each with the opacity of its layer. The coming light begins at 0.0. From day to
    night the fade passes through dusk."""
    before, after, share = PALETTES[fade.light], PALETTES[fade.into], fade.share
    if (before, after) == (DAY, NIGHT):
        before, after, share = (DAY, DUSK, 2 * share) if share < 0.5 else (DUSK, NIGHT, 2 * share - 1)
    return [(before, 1.0), (after, share)]


def seen_in(fade: Fade) -> Palette:
    """The palette of everything on the land during a fade."""
    (below, _), *above = between(fade)
    return above[0][0] if above and above[0][1] >= HALF else below


def orbs(palette: Palette, fade: Fade | None) -> list[tuple[Palette, float]]:
    """Moon or sun during a fade, with their height: 1.0 at their place, 0.0 behind the hills. One sinks
    before the other rises."""
    if not fade:
        return [(palette, 1.0)]
    before, after = PALETTES[fade.light], PALETTES[fade.into]
    if before.moon == after.moon:
        return [(after, 1.0)]
    return [(before, 1 - 2 * fade.share)] if fade.share < HALF else [(after, 2 * fade.share - 1)]


def howls(fade: Fade | None) -> bool:
    """Whether the wolf is seen: only while the moon rises."""
    return bool(fade) and fade.into == NIGHT.name and fade.share > HALF  # type: ignore[union-attr]


def dimmed(steps: Sequence[tuple[Palette, float]]) -> Colour:
    """Factors on a land's colours behind arrows. They are dimmed at dusk only."""
    shares = [share for _, share in steps[1:]] + [0.0]
    dusk = sum(
        share * (1 - above) for (light, share), above in zip(steps, shares, strict=True) if light is DUSK
    )
    return mixed(UNDIMMED, DUSK.dim, dusk)


def key_of(frame: Frame, light: Palette) -> LandKey:
    """The cache key of a frame's land in a light. Its square lies between the houses."""
    size = frame.surface.get_size()
    high = layers_high(size)
    middle = frame.layout.middle.union(frame.layout.aside)
    top = round(middle.centery - RAISED * size[1] - SQUARE[0][1] * high)
    return LandKey(land_of(frame.board.rulebook), light.name, size, top)


def layers_high(size: tuple[int, int]) -> int:
    """Height of the layers of a land on a board of `size` pixels."""
    return round(SHARE * size[1])


def painted(art: Art, key: LandKey) -> Generator[None, None, LandPieces]:
    """Paints a land in steps of a few milliseconds; the last one returns its pieces."""
    (width, height), high, top, cut = key.size, key.high, key.top, key.cut
    light, colours, is_outdoors = PALETTES[key.light], colours_of(key.light), not is_stage(key.name)
    weather = [f"scenery/{WEATHER[light.name]}"] if is_outdoors and light.name in WEATHER else []
    sky = Surface((width, cut))
    hills = Surface((width, cut), pygame.SRCALPHA)
    layer_size = width, high

    def lay_on(
        picture: Surface, name: str, size: tuple[int, int], lines: range, above: int
    ) -> Iterator[None]:
        """Draws some lines of a layer. `above`: number of its lines above the picture."""
        for line in lines[::STEP_PX]:
            box = Rect(0, line, width, min(STEP_PX, lines.stop - line))
            picture.blit(art.part(name, size, box.move(0, above), colours), box)
            yield

    yield from lay_on(sky, "scenery/sky", (width, top + high), range(cut), 0)
    if light.stars:
        yield from lay_on(sky, "scenery/stars", key.size, range(cut), 0)
    if light is STORM and is_outdoors:
        yield from lay_on(sky, "scenery/thunder", key.size, range(cut), 0)
    for name, (x, y), share in zip(CLOUDS, CLOUDS_AT, CLOUD_SIZES, strict=True) if is_outdoors else ():
        cloud = art.draw(f"scenery/{name}", round(share * height), colours)
        sky.blit(cloud, cloud.get_rect(center=(round(x * width), round(y * cut))))
        yield
    for name in (*(f"scenery/{key.name}_{depth}" for depth in DEPTHS), *weather):
        yield from lay_on(hills, name, layer_size, range(max(0, top), cut), -top)
    nearest = f"scenery/{key.name}_{DEPTHS[-1]}"
    over = art.left_over(nearest, layer_size)
    bottom = min(top + high + over, height)
    end = see_through(hills)
    hills_top = min(end, hills.get_bounding_rect().top)
    ground = Surface((width, height - end))
    ground.blit(hills, (0, 0), (0, end, width, cut - end))
    hills = hills.subsurface((0, hills_top, width, end - hills_top)).copy()
    sky = sky.subsurface((0, 0, width, end)).copy()
    yield
    lines = range(cut - end, bottom - end)
    yield from lay_on(ground, nearest, layer_size, lines, end - top)
    lowest = ground.subsurface((0, lines.stop - 1, width, 1)).copy()
    for name in weather:
        yield from lay_on(ground, name, layer_size, lines, end - top)
    for line in range(height - bottom):
        # Below the layers goes their lowest line, wider with each line as what comes nearer is.
        more = round(width * (line + 1) / (high + 2 * over) / 2)
        wider = pygame.transform.smoothscale(lowest, (width + 2 * more, 1))
        ground.blit(wider, (-more, lines.stop + line))
    yield
    return LandPieces(sky, hills, hills_top, ground)


def see_through(hills: Surface) -> int:
    """The first line below which the hills hide the whole sky."""
    width, height = hills.get_size()
    opaque, line = pygame.mask.from_surface(hills, 254), pygame.Mask((width, 1), fill=True)
    return next((y + 1 for y in reversed(range(height)) if opaque.overlap_area(line, (0, y)) < width), 0)
