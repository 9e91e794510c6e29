"""Draws the public board with pygame, on a surface of any size.

One look for all scenes: the hamlet lies in the middle of an oval table, the seats' plaques round it, title
and headline above, the spoken line below. What never moves is painted once for each time of day and size; a
plaque is painted when its seat changes; a board that did not change is not drawn at all.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from math import ceil
from typing import TypeVar, get_args

import msgspec
import pygame
from pygame import Rect, Surface

from table.board import emblems, scenery
from table.board.board import Arrow, Board, Place, Scene, Sign, Timer
from table.board.layout import Layout, Point, grid, lay_out, oval
from table.board.palette import ARROWS, DAWN, DAY, NIGHT, Colour, Palette
from table.board.text import Fitted, Typesetter, Written

T = TypeVar("T")

SCENES: tuple[Scene, ...] = get_args(Scene)

TIME_OF_DAY: dict[Scene, Palette] = {
    "attract": NIGHT,
    "night": NIGHT,
    "look": NIGHT,
    "dawn": DAWN,
    "test": NIGHT,
}
"""All others play by day."""

EMBLEM: dict[Scene, str] = {
    "attract": "press",
    "deal": "cards",
    "look": "eye",
    "dawn": "sunrise",
    "election": "crown",
    "debate": "talk",
    "vote": "choice",
    "shot": "sights",
    "succession": "heir",
    "decision": "scales",
    "over": "star",
}
"""What stands in the middle of the table; at night there is only the sky."""

SPOTLIGHT: frozenset[Scene] = frozenset({"dawn", "shot", "succession"})
"""Scenes that write whom they are about into the middle of the table."""

MOTIONS = ("still", "clockwise", "anticlockwise", "swing", "hop", "sweep", "stroll", "saunter")
"""Those of signs that have a symbol of the same name."""

RING_PIXELS = 16
LIT = 4
"""The lights of a sign: always four, in one to four groups."""

HEADLINE_PX, TITLE_PX, CAPTION_PX, NOTICE_PX = 78, 54, 66, 40
NAME_PX, CARD_PX, LEGEND_PX = 72, 52, 72
LABEL_PX = 32
SMALL_PX = 12
"""Fonts from this size up are opened ahead."""
LETTERS = "abcdefghijklmnopqrstuvwxyzàâçèéêîôûABCDEFGHIJLMNOPRSTUVÉ0123456789-’.,:× "
CAPTION_CHARS = 40

ONE_LINE_CHARS = 13
"""A longer title of a card is given the room for two lines."""

CHAIR_PX, COUNT_PX, SIGN_PX = 21, 36, 120
"""Radius of a chair, of one that shows a count, and of the largest ring in the legend."""


class Painter:
    """Draws boards. Remembers what it painted, so one painter should serve one surface."""

    def __init__(self) -> None:
        pygame.font.init()
        self._type = Typesetter()
        self._layers: dict[Hashable, Surface] = {}
        self._pieces: dict[Hashable, Surface] = {}
        self._plaques: dict[Hashable, tuple[Surface, list[Written]]] = {}
        self._shown: Hashable = None
        self._cast: Hashable = None
        self._rehearsal: Iterator[object] = iter(())
        self._legends: list[Sign] = []
        """The legend rehearsed last."""

    def rehearse(self, size: tuple[int, int], places: Sequence[Place]) -> Iterator[None]:
        """Paints ahead, in small steps, all that scenes of `size` pixels with these seats will need."""
        scratch = Surface(size)
        dead = [Place(place.name, alive=False, card=place.name) for place in places]
        casts = (
            [Place(place.name) for place in places],
            [Place(place.name, ready=True, marked=True) for place in places],
            dead,
            [msgspec.structs.replace(place, captain=True, marked=True) for place in dead],
        )
        legend = [Sign("-", groups, motion) for groups in (1, 2, 3, 4) for motion in MOTIONS]
        for scene in SCENES:
            for cast in casts:
                for timer in (None, Timer(1.0, 1.0)):
                    self._paint(scratch, Board(scene, "-", "-", "-", places=cast, timer=timer), 0.0)
                    yield
            self._paint(scratch, Board(scene, "-", "-", "-", legend=legend), 0.0)
            yield
        for px in range(SMALL_PX, round(HEADLINE_PX * lay_out(size, len(places)).scale) + 1):
            for bold in (False, True):
                self._type.font(px, bold).size(LETTERS)
                yield

    def rehearse_legend(self, size: tuple[int, int], legend: Sequence[Sign]) -> Iterator[object]:
        """Paints ahead, sign by sign, what the deal will need: with the clock in its place and without."""
        scratch, layout = Surface(size), lay_out(size, 0)
        palette = TIME_OF_DAY.get("deal", DAY)
        for timer in (None, Timer(1.0, 1.0)):
            board = Board("deal", legend=list(legend), timer=timer)
            yield from self._signs(scratch, board, palette, layout, 0.0)

    def rest(self) -> None:
        """Nothing is to be drawn right now: rehearses a little, a few milliseconds at most times."""
        next(self._rehearsal, None)

    def forget(self) -> None:
        """The surface was painted over by somebody else: the next board is drawn again, changed or not."""
        self._shown = None

    def draw(self, surface: Surface, board: Board, now_s: float) -> bool:
        """Draws `board` as it is at `now_s` over the whole `surface`. False: nothing had changed since."""
        key = (surface.get_size(), seconds_left(board, now_s), msgspec.msgpack.encode(board))
        if key == self._shown:
            return False
        self._shown = key
        cast = (surface.get_size(), *(place.name for place in board.places))
        if cast != self._cast:
            self._cast = cast
            self._rehearsal = self.rehearse(surface.get_size(), list(board.places))
            self._legends = []
        if board.scene != "deal" and board.legend and board.legend != self._legends:
            # It is shown soon: before all else.
            self._legends = list(board.legend)
            legend = self.rehearse_legend(surface.get_size(), self._legends)
            self._rehearsal = chain(legend, self._rehearsal)
        self._paint(surface, board, now_s)
        return True

    def text_rects(self, board: Board, size: tuple[int, int], now_s: float = 0.0) -> list[Written]:
        """Every line of text that a board of `size` pixels shows, with its place."""
        return self._paint(Surface(size), board, now_s)

    def _paint(self, surface: Surface, board: Board, now_s: float) -> list[Written]:
        palette = TIME_OF_DAY.get(board.scene, DAY)
        size = surface.get_size()
        alone = board.scene == "deal" and board.legend
        seats = [] if alone else board.places
        layout = lay_out(size, len(seats), bool(board.notice))
        surface.blit(self._layer(board.scene, size, layout), (0, 0))
        written = self._caption(surface, board, palette, layout)
        written += self._notice(surface, board, palette, layout)
        if board.scene == "attract" and not seats:
            return written + self._invitation(surface, board, palette, layout)
        written += self._header(surface, board, palette, layout)
        if alone:
            return written + self._legend(surface, board, palette, layout, now_s)
        common = self._common_px(seats, layout)
        for seat, place in enumerate(seats):
            written += self._plaque(surface, seat, place, common, palette, layout)
        if board.arrows:
            for arrow in board.arrows:
                self._arrow(surface, arrow, layout)
        elif board.scene == "test":
            written += self._test_card(surface, board, palette, layout)
        else:
            written += self._middle(surface, board, palette, layout, now_s)
        return written + self._chairs(surface, board, palette, layout)

    # What never moves

    def _layer(self, scene: Scene, size: tuple[int, int], layout: Layout) -> Surface:
        """The background of a scene."""
        palette = TIME_OF_DAY.get(scene, DAY)
        kind = "open" if not layout.plaques else "plain" if scene == "ballots" else "table"
        if kind == "open" and scene == "attract":
            kind = "hamlet"

        def paint() -> Surface:
            layer = Surface(size)
            if kind == "hamlet":
                scenery.paint(layer, palette, (0.9, 0.17))
                return layer
            layer.fill(palette.ground)
            if kind != "open":
                table = tabletop(layout, palette, plain=kind == "plain")
                layer.blit(table, table.get_rect(center=layout.table.center))
            return layer

        key = (kind, palette.name, size, layout.table.size, layout.table.center, len(layout.plaques))
        return self._kept(self._layers, 24, key, paint)

    def _kept(self, shelf: dict[Hashable, T], most: int, key: Hashable, make: Callable[[], T]) -> T:
        """What lies on the shelf under `key`, made if it is missing. A full shelf is cleared."""
        piece = shelf.get(key)
        if piece is None:
            if len(shelf) >= most:
                shelf.clear()
            piece = shelf[key] = make()
        return piece

    def _emblem(self, name: str, radius: int, colour: Colour) -> Surface:
        key = (name, radius, colour)
        return self._kept(self._pieces, 400, key, lambda: emblems.draw(name, radius, colour))

    def _panel(
        self, size: tuple[int, int], fill: Colour, edge: Colour, thickness: int, radius: int
    ) -> Surface:
        key = (size, fill, edge, thickness, radius)
        return self._kept(self._pieces, 400, key, lambda: panel(size, fill, edge, thickness, radius))

    # Words above and below

    def _header(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        box = layout.header
        written, used = [], 0
        if board.title:
            fitted = self._type.fit(
                board.title, (round(box.width * 0.2), box.height), round(TITLE_PX * layout.scale), lines=2
            )
            written += self._type.write(
                surface, "title", fitted, box, palette.quiet, palette.ground, align="left"
            )
            used = self._type.width(fitted) + round(30 * layout.scale)
        if board.headline:
            middle = box.inflate(-2 * used, 0)
            fitted = self._type.fit(board.headline, middle.size, round(HEADLINE_PX * layout.scale), bold=True)
            written += self._type.write(surface, "headline", fitted, middle, palette.ink, palette.ground)
        return written

    def _caption(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        if not board.caption:
            return []
        box, scale = layout.caption, layout.scale
        surface.blit(
            self._panel(box.size, palette.caption, palette.caption, 0, round(26 * scale)), box.topleft
        )
        inner = box.inflate(round(-56 * scale), round(-16 * scale))
        fitted = self._type.fit(
            board.caption,
            inner.size,
            round(CAPTION_PX * scale),
            lines=2 if len(board.caption) <= 2 * CAPTION_CHARS else 3,
            chars=CAPTION_CHARS,
        )
        return self._type.write(surface, "caption", fitted, inner, palette.caption_ink, palette.caption)

    def _notice(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        if not board.notice:
            return []
        box, scale = layout.notice, layout.scale
        ground = palette.caption
        surface.blit(self._panel(box.size, ground, palette.mark, round(3 * scale), round(14 * scale)), box)
        sign = self._emblem("warning", round(19 * scale), NIGHT.mark)
        room = box.inflate(round(-140 * scale), 0)
        fitted = self._type.fit(board.notice, room.size, round(NOTICE_PX * scale))
        written = self._type.write(surface, "notice", fitted, room, palette.caption_ink, ground)
        left = min(line.rect.left for line in written) - round(14 * scale)
        surface.blit(sign, sign.get_rect(midright=(left, box.centery)))
        return written

    def _invitation(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        """Nobody plays: the hamlet, and large words in its sky."""
        width, height = surface.get_size()
        written = []
        for what, text, top, share, px, colour in (
            ("title", board.title, 0.06, 0.20, 190, palette.light),
            ("headline", board.headline, 0.28, 0.13, 92, palette.ink),
        ):
            if text:
                box = Rect(0, round(top * height), round(0.64 * width), round(share * height))
                box.centerx = width // 2
                fitted = self._type.fit(text, box.size, round(px * layout.scale), bold=True, lines=2)
                written += self._type.write(surface, what, fitted, box, colour, palette.sky[1])
        return written

    # The seats

    def _plaque_ground(self, palette: Palette, place: Place, size: tuple[int, int], scale: float) -> Surface:
        """A plaque without its words: a thick frame for whom the scene is about, none for the dead."""
        fill = palette.plaque if place.alive else palette.dead
        edge = palette.mark if place.marked else palette.edge if place.alive else palette.dead
        thickness = max(1, round((9 if place.marked else 2) * scale))
        return self._panel(size, fill, edge, thickness, round(20 * scale))

    def _plaque(
        self, surface: Surface, seat: int, place: Place, common: int, palette: Palette, layout: Layout
    ) -> list[Written]:
        rect = layout.plaques[seat]
        key = (
            (seat, place.name, place.alive, place.card, place.turned, place.captain, place.marked, common),
            (tuple(rect), palette.name),
        )

        def paint() -> tuple[Surface, list[Written]]:
            image = surface.subsurface(rect).copy()
            written = self._paint_plaque(image, seat, place, common, palette, layout.scale)
            return image, [line._replace(rect=line.rect.move(rect.topleft)) for line in written]

        image, written = self._kept(self._plaques, 400, key, paint)
        surface.blit(image, rect)
        return written

    def _paint_plaque(
        self, image: Surface, seat: int, place: Place, common: int, palette: Palette, scale: float
    ) -> list[Written]:
        image.blit(self._plaque_ground(palette, place, image.get_size(), scale), (0, 0))
        ink = palette.plaque_ink if place.alive else palette.dead_ink
        ground = palette.plaque if place.alive else palette.dead
        name_box, card_box = self._words_of(place, image.get_rect(), scale)
        left = round(16 * scale)
        for shown, name, colour in (
            (place.captain, "crown", palette.crown),
            (bool(place.turned), "wolf", palette.mark),
            (has_grave(place, image.get_rect(), scale), "grave", palette.dead_ink),
        ):
            if shown:
                sign = self._emblem(name, icon_radius(image.get_rect()), colour)
                image.blit(sign, sign.get_rect(midleft=(left, image.get_height() // 2)))
                left += sign.get_width() + round(8 * scale)
        fitted = self._name(place.name, name_box, min(common, round(NAME_PX * scale)), place.alive)
        written = self._type.write(image, f"name {seat}", fitted, name_box, ink, ground)
        if not place.alive:
            for line in written:
                y = line.rect.top + round(0.56 * line.rect.height)
                thickness = max(1, round(0.05 * line.px))
                pygame.draw.line(
                    image, palette.dead_ink, (line.rect.left, y), (line.rect.right, y), thickness
                )
        if place.card:
            card = self._type.fit(place.card, card_box.size, round(CARD_PX * scale), bold=True, lines=2)
            colour = palette.plaque_ink if palette.stars or place.alive else palette.dead_ink
            written += self._type.write(image, f"card {seat}", card, card_box, colour, ground)
        return written

    def _words_of(self, place: Place, rect: Rect, scale: float) -> tuple[Rect, Rect]:
        """Where on its plaque a seat's name and its card are written."""
        icons = int(place.captain) + int(bool(place.turned)) + int(has_grave(place, rect, scale))
        edge = round(20 * scale)
        left = edge + icons * (2 * icon_radius(rect) + round(8 * scale))
        box = Rect(left, round(7 * scale), rect.width - left - edge, rect.height - round(14 * scale))
        if not place.card:
            return box, box
        # A long title is set in two lines, and needs the room.
        upper = round(box.height * (0.53 if len(place.card) <= ONE_LINE_CHARS else 0.42))
        return (
            Rect(box.left, box.top, box.width, upper),
            Rect(box.left, box.top + upper, box.width, box.height - upper),
        )

    def _name(self, name: str, box: Rect, largest: int, alive: bool) -> Fitted:
        return self._type.fit(name, box.size, largest, bold=alive, lines=2)

    def _common_px(self, places: Sequence[Place], layout: Layout) -> int:
        """One size for most names: only long ones are smaller."""
        sizes = []
        for place, rect in zip(places, layout.plaques, strict=True):
            box, _ = self._words_of(Place(place.name), rect, layout.scale)
            sizes.append(self._name(place.name, box, round(NAME_PX * layout.scale), alive=True).px)
        return sorted(sizes)[len(sizes) // 3] if sizes else 0

    def _chairs(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        """A mark on the table's edge for each seat: ready, a winner, how many votes."""
        counts: dict[int, int] = {}
        for arrow in board.arrows:
            counts[arrow.target] = counts.get(arrow.target, 0) + arrow.weight
        written = []
        for seat, (place, at) in enumerate(zip(board.places, layout.chairs, strict=True)):
            if seat in counts:
                written.append(self._count(surface, seat, counts[seat], at, layout.scale))
                continue
            chair = self._chair(place, board.scene, palette, layout.scale)
            surface.blit(chair, chair.get_rect(center=at))
        return written

    def _count(self, surface: Surface, seat: int, count: int, at: Point, scale: float) -> Written:
        radius = round(COUNT_PX * scale)
        colour = arrow_colour(seat)
        box = Rect(0, 0, 2 * radius, 2 * radius)
        box.center = round(at[0]), round(at[1])
        surface.blit(self._panel(box.size, NIGHT.caption, colour, max(2, round(6 * scale)), radius), box)
        inner = box.inflate(-radius // 2, 0)
        fitted = self._type.fit(str(count), inner.size, round(50 * scale), bold=True)
        return self._type.write(surface, f"count {seat}", fitted, box, NIGHT.caption_ink, NIGHT.caption)[0]

    def _chair(self, place: Place, scene: Scene, palette: Palette, scale: float) -> Surface:
        radius = round(CHAIR_PX * scale)
        sign = "tick" if place.ready else "star" if scene == "over" and place.marked else ""
        if sign:
            radius = round(radius * 1.35)
        key = ("chair", sign, place.alive, place.marked, palette.name, radius)

        def paint() -> Surface:
            fill = palette.mark if place.marked else palette.plaque if place.alive else palette.rim
            if place.ready:
                fill = ARROWS[2]
            chair = panel((2 * radius, 2 * radius), fill, palette.rim, max(1, round(4 * scale)), radius)
            if sign:
                image = emblems.draw(sign, round(radius * 0.66), (255, 255, 255))
                chair.blit(image, image.get_rect(center=chair.get_rect().center))
            return chair

        return self._kept(self._pieces, 400, key, paint)

    # The middle of the table

    def _middle(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout, now_s: float
    ) -> list[Written]:
        """The clock with the scene's emblem, and whom the scene is about."""
        table = layout.table
        about = [place for place in board.places if place.marked] if board.scene in SPOTLIGHT else []
        radius = round(min(0.36 * table.height, 0.18 * table.width, 190 * layout.scale))
        emblem = EMBLEM.get(board.scene)
        centre = table.center
        written: list[Written] = []
        if 0 < len(about) <= 3:
            room = Rect(0, 0, round(0.46 * table.width), round(0.66 * table.height))
            whole = room.width + 2 * radius + round(24 * layout.scale)
            centre = table.centerx - whole // 2 + radius, table.centery
            room.midright = table.centerx + whole // 2, table.centery
            written += self._spotlight(surface, about, palette, room, layout.scale)
        if board.timer or emblem:
            written += self._clock(surface, board, emblem, palette, centre, radius, now_s)
        return written

    def _spotlight(
        self, surface: Surface, about: list[Place], palette: Palette, room: Rect, scale: float
    ) -> list[Written]:
        ground = palette.caption
        surface.blit(self._panel(room.size, ground, ground, 0, round(26 * scale)), room)
        inner = room.inflate(round(-44 * scale), round(-20 * scale))
        share = inner.height // len(about)
        written = []
        for i, place in enumerate(about):
            box = Rect(inner.left, inner.top + i * share, inner.width, share)
            if place.card:
                box.height = round(share * 0.55)
                below = Rect(box.left, box.bottom, box.width, share - box.height)
                card = self._type.fit(place.card, below.size, round(56 * scale), lines=2)
                written += self._type.write(
                    surface, f"about {i} card", card, below, palette.caption_ink, ground
                )
            fitted = self._type.fit(place.name, box.size, round(76 * scale), bold=True, lines=2)
            written += self._type.write(surface, f"about {i}", fitted, box, NIGHT.mark, ground)
        return written

    def _clock(
        self,
        surface: Surface,
        board: Board,
        emblem: str | None,
        palette: Palette,
        centre: tuple[int, int],
        radius: int,
        now_s: float,
    ) -> list[Written]:
        """A round face: the emblem and, while a time runs, minutes and seconds in a ring that empties."""
        ground = palette.caption
        face = Rect(0, 0, 2 * radius, 2 * radius)
        face.center = centre
        surface.blit(self._panel(face.size, ground, palette.rim, max(1, radius // 24), radius), face)
        left_s = seconds_left(board, now_s)
        if board.timer is None or left_s is None:
            if emblem:
                image = self._emblem(emblem, round(0.62 * radius), NIGHT.mark)
                surface.blit(image, image.get_rect(center=centre))
            return []
        share = min(1.0, left_s / max(board.timer.length_s, 1.0))
        hurry = left_s <= 10
        self._timer_ring(surface, centre, radius, share, ARROWS[4] if hurry else NIGHT.mark, ground)
        if emblem:
            image = self._emblem(emblem, round(0.30 * radius), NIGHT.mark)
            surface.blit(image, image.get_rect(center=(centre[0], centre[1] - round(0.36 * radius))))
        box = Rect(0, 0, round(1.36 * radius), round(0.9 * radius))
        box.center = centre[0], centre[1] + round((0.24 if emblem else 0) * radius)
        fitted = self._type.fit(minutes(left_s), box.size, round(0.62 * radius), bold=True)
        return self._type.write(surface, "timer", fitted, box, palette.caption_ink, ground)

    def _test_card(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        """A frame at the very edge, corners round all that is ever drawn, a circle, and the colours of the
        arrows with their names in small letters."""
        scale, ground = layout.scale, palette.caption
        edge = surface.get_rect()
        pygame.draw.rect(surface, palette.mark, edge, max(2, round(4 * scale)))
        safe = edge.inflate(round(-24 * scale), round(-24 * scale))
        arm, thin = round(70 * scale), max(1, round(3 * scale))
        for x, right in ((safe.left, 1), (safe.right - 1, -1)):
            for y, down in ((safe.top, 1), (safe.bottom - 1, -1)):
                pygame.draw.line(surface, palette.ink, (x, y), (x + right * arm, y), thin)
                pygame.draw.line(surface, palette.ink, (x, y), (x, y + down * arm), thin)
        card = Rect(0, 0, round(0.82 * layout.table.width), round(0.68 * layout.table.height))
        card.center = layout.table.center
        surface.blit(self._panel(card.size, ground, palette.rim, thin, round(26 * scale)), card)
        inner = card.inflate(round(-40 * scale), round(-30 * scale))
        radius = round(min(0.5 * inner.height, 0.2 * inner.width))
        centre = inner.left + radius, inner.centery
        pygame.draw.aacircle(surface, palette.ink, centre, radius)
        pygame.draw.aacircle(surface, ground, centre, radius - max(2, round(5 * scale)))
        for x, y in ((radius, 0), (0, radius)):
            ends = (centre[0] - x, centre[1] - y), (centre[0] + x, centre[1] + y)
            pygame.draw.line(surface, palette.ink, *ends, thin)
        left = centre[0] + radius + round(36 * scale)
        room = Rect(left, inner.top, inner.right - left, inner.height)
        named = list(zip(board.colours, ARROWS, strict=False))
        cells = [cell.inflate(round(-12 * scale), 0) for cell in grid(len(named), room, 1.6)] if named else []
        labels = [Rect(cell.left, cell.centery, cell.width, cell.height // 2) for cell in cells]
        # All of one size, since the smallest decides what can be read.
        sizes = [self._label(name, box, scale).px for (name, _), box in zip(named, labels, strict=True)]
        written = []
        for i, ((name, colour), box) in enumerate(zip(named, labels, strict=True)):
            surface.fill(colour, (box.left, cells[i].top + thin, box.width, box.top - cells[i].top))
            fitted = self._type.fit(name, box.size, min(sizes), lines=2)
            written += self._type.write(surface, f"colour {i}", fitted, box, palette.caption_ink, ground)
        return written

    def _label(self, name: str, box: Rect, scale: float) -> Fitted:
        return self._type.fit(name, box.size, round(LABEL_PX * scale), lines=2)

    def _timer_ring(
        self,
        surface: Surface,
        centre: tuple[int, int],
        radius: int,
        share: float,
        colour: Colour,
        ground: Colour,
    ) -> None:
        """The part of the time that is left: a whole ring, of which the part that is gone is covered."""
        pygame.draw.aacircle(surface, colour, centre, round(0.92 * radius))
        gone = 1.0 - share
        steps = max(2, ceil(48 * gone))
        twelve = pygame.Vector2(0, -0.96 * radius)
        covered = [centre + twelve.rotate(360 * gone * i / steps) for i in range(steps + 1)]
        if gone > 0:
            smooth_polygon(surface, ground, [pygame.Vector2(centre), *covered])
        pygame.draw.aacircle(surface, ground, centre, round(0.79 * radius))

    def _arrow(self, surface: Surface, arrow: Arrow, layout: Layout) -> None:
        """One ballot, from the voter's chair to the chair of whom he chose; thicker if it counts more."""
        scale = layout.scale
        colour = arrow_colour(arrow.target)
        start, end = pygame.Vector2(layout.chairs[arrow.voter]), pygame.Vector2(layout.chairs[arrow.target])
        if arrow.voter == arrow.target:
            inwards = (pygame.Vector2(layout.table.center) - end).normalize()
            loop = end + inwards * (COUNT_PX + 14) * scale
            pygame.draw.circle(surface, colour, loop, 26 * scale, max(2, round(9 * scale)))
            return
        ahead = (end - start).normalize()
        aside = pygame.Vector2(-ahead.y, ahead.x)
        half = (3.5 + 3.0 * (arrow.weight - 1)) * scale
        # Two who chose each other: each arrow keeps to its own side.
        start, end = start + aside * 9 * scale, end + aside * 9 * scale
        start += ahead * CHAIR_PX * scale
        tip = end - ahead * (COUNT_PX + 2) * scale
        neck = tip - ahead * (26 * scale + 2 * half)
        head = 13 * scale + 1.6 * half
        outline = [
            start + aside * half, neck + aside * half, neck + aside * head, tip,
            neck - aside * head, neck - aside * half, start - aside * half,
        ]  # fmt: skip
        smooth_polygon(surface, colour, outline)

    # The deal

    def _legend(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout, now_s: float
    ) -> list[Written]:
        """The signs of all cards in play, each as the ring shows it, and the clock if one runs."""
        return [line for lines in self._signs(surface, board, palette, layout, now_s) for line in lines]

    def _signs(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout, now_s: float
    ) -> Iterator[list[Written]]:
        """The legend in small steps, and what each of them has written."""
        area = layout.middle.copy()
        if board.timer:
            radius = round(104 * layout.scale)
            centre = area.right - radius, area.centery
            area.width -= 2 * radius + round(20 * layout.scale)
            yield self._clock(surface, board, "cards", palette, centre, radius, now_s)
        gap = round(14 * layout.scale)
        boxes = [cell.inflate(-gap, -gap) for cell in grid(len(board.legend), area, 2.6)]
        titles = [
            sign.title if sign.copies == 1 else f"{sign.title} ×\u00a0{sign.copies}" for sign in board.legend
        ]
        words = [self._sign_words(box, layout.scale) for box in boxes]
        sizes = [
            self._sign_title(*pair, LEGEND_PX * layout.scale).px for pair in zip(titles, words, strict=True)
        ]
        yield []
        common = sorted(sizes)[len(sizes) // 3]
        for i, (sign, box) in enumerate(zip(board.legend, boxes, strict=True)):
            self._sign(surface, sign, box, palette, layout.scale)
            fitted = self._sign_title(titles[i], words[i], common)
            yield self._type.write(
                surface, f"sign {i}", fitted, words[i], palette.plaque_ink, palette.plaque, align="left"
            )

    def _sign(self, surface: Surface, sign: Sign, box: Rect, palette: Palette, scale: float) -> None:
        thickness = max(1, round(2 * scale))
        surface.blit(self._panel(box.size, palette.plaque, palette.edge, thickness, round(20 * scale)), box)
        radius = sign_radius(box, scale)
        key = ("sign", sign.groups, sign.motion, scale)

        def scaled() -> Surface:
            largest = self._kept(self._pieces, 400, key, lambda: sign_ring(sign, round(SIGN_PX * scale)))
            return pygame.transform.smoothscale(largest, (2 * radius, 2 * radius))

        ring = self._kept(self._pieces, 400, (*key, radius), scaled)
        surface.blit(ring, ring.get_rect(midleft=(box.left + round(14 * scale), box.centery)))

    def _sign_words(self, box: Rect, scale: float) -> Rect:
        """Where the title is written: right of the ring."""
        edge = round(14 * scale)
        left = box.left + 2 * sign_radius(box, scale) + 2 * edge
        return Rect(left, box.top + edge, box.right - left - edge, box.height - 2 * edge)

    def _sign_title(self, title: str, words: Rect, largest: float) -> Fitted:
        return self._type.fit(title, words.size, round(largest), bold=True, lines=3)


def sign_radius(box: Rect, scale: float) -> int:
    """Half the size of the ring in a box of the legend."""
    return min(round(0.44 * box.height), round(0.19 * box.width), round(SIGN_PX * scale))


def seconds_left(board: Board, now_s: float) -> int | None:
    """Whole seconds until the board's clock ends, never negative; None if none runs."""
    return None if board.timer is None else max(0, ceil(board.timer.ends_s - now_s - 1e-6))


def smooth_polygon(surface: Surface, colour: Colour, outline: Sequence[Point | pygame.Vector2]) -> None:
    """A filled polygon with smooth edges, at whole pixels: there inside and edge meet without a gap."""
    corners = [(round(x), round(y)) for x, y in outline]
    pygame.draw.polygon(surface, colour, corners)
    pygame.draw.aalines(surface, colour, True, corners)


def minutes(seconds: int) -> str:
    """Minutes and seconds: "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def arrow_colour(target: int) -> Colour:
    """All arrows at one seat have one colour."""
    return ARROWS[target % len(ARROWS)]


def has_grave(place: Place, plaque: Rect, scale: float) -> bool:
    """Whether a cross fits beside a dead player's name: on a small plaque the words need the room."""
    return not place.alive and plaque.width > 330 * scale


def icon_radius(plaque: Rect) -> int:
    """Half the size of a sign on a plaque."""
    return round(min(plaque.height * 0.24, plaque.width * 0.08))


def panel(size: tuple[int, int], fill: Colour, edge: Colour, thickness: int, radius: int) -> Surface:
    """A box with round corners and a frame, its edges smooth; outside it is transparent."""
    width, height = size
    large = Surface((2 * width, 2 * height), pygame.SRCALPHA)
    large.fill((*edge, 0))
    whole = large.get_rect()
    if thickness:
        pygame.draw.rect(large, edge, whole, border_radius=2 * radius)
        whole = whole.inflate(-4 * thickness, -4 * thickness)
    pygame.draw.rect(large, fill, whole, border_radius=max(0, 2 * (radius - thickness)))
    return pygame.transform.smoothscale(large, size)


def tabletop(layout: Layout, palette: Palette, *, plain: bool) -> Surface:
    """The oval table with the hamlet inlaid, or of plain wood; transparent outside."""
    rim = round(13 * layout.scale)
    inner = Rect(0, 0, 2 * layout.table.width, 2 * layout.table.height)
    large = Surface((inner.width + 4 * rim, inner.height + 4 * rim), pygame.SRCALPHA)
    large.fill((*palette.rim, 0))
    inner.center = large.get_rect().center
    pygame.draw.polygon(large, palette.rim, oval(inner, 2 * rim))
    if plain:
        pygame.draw.polygon(large, palette.wood, oval(inner))
    else:
        picture = Surface(inner.size, pygame.SRCALPHA)
        scenery.paint(picture, palette)
        stencil = Surface(inner.size, pygame.SRCALPHA)
        pygame.draw.polygon(stencil, (255, 255, 255, 255), oval(inner.move(-inner.left, -inner.top)))
        picture.blit(stencil, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        large.blit(picture, inner)
    return pygame.transform.smoothscale(large, (large.get_width() // 2, large.get_height() // 2))


def sign_ring(sign: Sign, radius: int) -> Surface:
    """A card's sign on a little ring: four lights in its groups, and how they move."""
    large = Surface((4 * radius, 4 * radius), pygame.SRCALPHA)
    large.fill((*NIGHT.caption, 0))
    middle = pygame.Vector2(2 * radius, 2 * radius)
    pygame.draw.circle(large, NIGHT.caption, middle, 2 * radius)
    lit = lit_pixels(sign.groups)
    for pixel in range(RING_PIXELS):
        at = middle + pygame.Vector2(0, 1.62 * radius).rotate(360 * pixel / RING_PIXELS)
        colour, size = (NIGHT.mark, 0.27) if pixel in lit else (NIGHT.edge, 0.11)
        pygame.draw.circle(large, colour, at, size * radius)
    ring = pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
    if sign.motion in MOTIONS:
        arrow = emblems.draw(sign.motion, round(0.42 * radius), NIGHT.ink)
        ring.blit(arrow, arrow.get_rect(center=(radius, radius)))
    return ring


def lit_pixels(groups: int) -> frozenset[int]:
    """The four lights of a sign among the ring's pixels, in so many groups spread evenly."""
    sizes = [LIT // groups + (i < LIT % groups) for i in range(groups)]
    return frozenset(
        (round(i * RING_PIXELS / groups) + k) % RING_PIXELS
        for i, size in enumerate(sizes)
        for k in range(size)
    )
