"""Draws the public board with pygame, on a surface of any size.

One look for all scenes: the hamlet lies in the middle of an oval table, the seats' plaques round it, title
and headline above, the spoken line below. The table is painted once for each time of day; a plaque is painted
when its seat changes; a board that did not change is not drawn at all. What moves (`motion`) has an end, but
for the clock and the few pixels of moon, stars and smoke.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain, compress
from math import ceil, cos, pi
from typing import NamedTuple, get_args

import msgspec
import pygame
from pygame import Rect, Surface

from table.board import emblems, scenery
from table.board.board import Arrow, Board, Heap, Place, Scene, Sign, Timer
from table.board.layout import (
    AIR,
    LARGEST,
    LINE_EMS,
    PLAQUE_EDGES,
    Layout,
    Point,
    edge_towards,
    grid,
    lay_out,
    middle,
    oval,
    within,
)
from table.board.menu_sheet import paint_menu
from table.board.motion import DRIFT_STEP_S, STILL, Medal, Motion, Pose, lengths
from table.board.palette import ARROWS, BLACK, DAWN, DAY, DUSK, NIGHT, Colour, Palette
from table.board.scenery import ORB, Mover, movers, shine, smooth_polygon
from table.board.shelf import Shelf
from table.board.text import Fitted, Typesetter, Written, set_in
from table.board.view import USUAL, Look
from table.board.words import HEAPS, TOKENS, paint_answers, paint_secret, paint_token

SCENES: tuple[Scene, ...] = get_args(Scene)

TIME_OF_DAY: dict[Scene, Palette] = {
    "attract": DUSK,
    "night": NIGHT,
    "look": NIGHT,
    "dawn": DAWN,
    "test": NIGHT,
}
"""All others play by day."""

PALETTES = {palette.name: palette for palette in (DAY, DUSK, NIGHT, DAWN)}

EMBLEM: dict[Scene, str] = {
    "attract": "press",
    "deal": "cards",
    "look": "eye",
    "election": "crown",
    "debate": "talk",
    "questions": "question",
    "vote": "choice",
    "shot": "sights",
    "succession": "heir",
    "decision": "scales",
    "over": "star",
}
"""What stands in the middle of the table; at night and at dawn the sky says it all."""

SKY_EMBLEM: dict[Scene, str] = {"night": "moon", "dawn": "sunrise"}
"""Where there is no sky, nor anybody whom the scene is about."""

NEWS_EMBLEM = {"bear_growls": "paw", "house_burnt": "flame", "votes_against": "feather"}
"""What stands there instead while this is news."""

BARE: frozenset[Scene] = frozenset({"ballots", "test"})
"""Scenes without a hamlet that moves."""

SPOTLIGHT: frozenset[Scene] = frozenset({"dawn", "shot", "succession"})
"""Scenes that write whom they are about into the middle of the table."""

MOTIONS = ("still", "clockwise", "anticlockwise", "swing", "hop", "sweep", "stroll", "saunter")
"""Those of signs that have a symbol of the same name."""

SIGN_SHAPE = 3.2
"""How many times wider than high a sign's box is, about."""

RING_PIXELS = 16
LIT = 4
"""The lights of a sign: always four, in one to four groups."""

HEADLINE_PX, TITLE_PX, CAPTION_PX, NOTICE_PX = 78, 54, 66, 40
NAME_PX, CARD_PX, LEGEND_PX = 72, 52, 72
LABEL_PX = 32
SMALL_PX = 16
"""Letters from this size up are drawn ahead."""
LETTERS = "abcdefghijklmnopqrstuvwxyzàâçèéêîôûABCDEFGHIJLMNOPRSTUVÉ0123456789-’.,:!?× "
CAPTION_CHARS = 40

LARGE = 1.25
"""What large text multiplies all sizes by."""

LAST_S = 10
"""From here on a clock shows nothing but its seconds, larger."""

CALM_STEP_S = 10
"""A calm clock moves so often."""

TABLES, PIECES = 3, 2
"""How many pixels of tables and of small pieces are kept, in multiples of those of the whole board."""

NAME_SHARE = 0.38
"""Of a plaque's height at least, where a card's title stands below the name: who sits there is known by his
place too."""

GRAVE_CHARS = 14
"""Titles of cards from so many letters on need all the room there is."""

OPEN_EDGE = 12
"""What a plaque with a card leaves free at either side."""

LETTER_EMS = 0.56
"""The mean width of a bold letter, in multiples of the font's size."""

CHAIR_PX, COUNT_PX, SIGN_PX, CLOCK_PX, MEDAL_PX = 21, 36, 120, 104, 33
"""Radius of a chair, of one that shows a count, of the largest ring in the legend, of the clock beside it,
and of what goes from chair to chair."""

RIM_PX, CORNER_PX = 13, 26
"""How broad the rim of the table is, and how round the corners of a box with words."""

PAINTED_AT_ONCE, PAINTED_BESIDE = 5, 1
"""Plaques that a frame paints, and one that has drawn the table too; more are painted in the next, too soon
after it to be seen."""


class Plaque(NamedTuple):
    """A seat's plaque as it was painted."""

    key: Hashable
    """All it depends on."""
    picture: Surface
    written: list[Written]


class Part(NamedTuple):
    """A part of the board as it was drawn."""

    key: object
    """All it depends on."""
    written: list[Written]


class Painter:
    """Draws boards. Remembers what it painted, so one painter should serve one surface.

    `enlarged`: what all sizes are multiplied by; `look` may be changed between two boards.
    """

    def __init__(self, enlarged: float = 1.0, look: Look = USUAL) -> None:
        pygame.font.init()
        self.look = look
        self._enlarged = enlarged
        self._type = Typesetter()
        self._size = (0, 0)
        self._tables, self._pieces = Shelf(0), Shelf(0)
        self._plaques: dict[Hashable, Plaque] = {}
        """Of each seat the last that was painted by day and by night, with a thick frame and without; and of
        each sign of the legend."""
        self._common: tuple[Hashable, int] = (None, 0)
        self._motion = Motion()
        self._moving: dict[Hashable, list[tuple[Mover, bool]]] = {}
        self._turned: dict[int, Surface] = {}
        """How the plaques looked whose cards turn over now."""
        self._shown: Hashable = None
        self._ground: object = None
        """What the surface was last filled for."""
        self._parts: dict[str, Part] = {}
        """What lies on it since."""
        self._unfinished = False
        """Whether some plaques are still to be painted."""
        self._cast: Hashable = None
        self._is_new = False
        """Whether this is the first board of these seats: all of it is painted at once."""
        self._rehearsal: Iterator[object] = iter(())
        self._legends: list[Sign] = []
        """The legend rehearsed last."""

    def rehearse(self, size: tuple[int, int], board: Board) -> Iterator[object]:
        """Paints ahead, in steps of a few milliseconds, what scenes with the seats of `board` will need."""
        self._make_room(size)
        scratch, layout = Surface((1, 1)), self._layout(size, board)
        if not layout.plaques:
            return
        palettes = list(dict.fromkeys(self._light(scene) for scene in SCENES))
        for palette in palettes:
            yield self._rim_corner(palette, layout)
            yield self._rim(palette, layout)
            if self.look.contrast == "normal":
                yield self._table(palette, layout, plain=False)
                yield self._movers(palette, layout)
            yield self._sheet(scratch, layout.caption, palette, layout.scale)
        yield self._table(self._light("ballots"), layout, plain=True)
        for px in range(SMALL_PX, set_in(round(HEADLINE_PX * layout.scale)) + 1):
            if px == set_in(px):
                for bold in (False, True):
                    for letters in (LETTERS[: len(LETTERS) // 2], LETTERS[len(LETTERS) // 2 :]):
                        self._type.font(px, bold).render(letters, True, NIGHT.ink)
                        yield True
        if layout.is_crowded:
            yield from self._rehearse_rows(board.places, layout.in_rows())
        common = self._common_px(board.places, layout)
        for palette in {palette.plaque: palette for palette in palettes}.values():
            for seat, place in enumerate(board.places):
                for alive, marked in ((False, False), (False, True), (True, False), (True, True)):
                    shown = Place(place.name, alive, None if alive else "-", marked=marked)
                    plaque = self._plaque_of(seat, shown, common, palette, layout)
                    if not plaque.written:
                        self._paint_plaque(plaque, seat, shown, common, palette, layout)
                    yield True
        for scene in SCENES:
            palette = self._light(scene)
            for marked in (False, True):
                for ready in (False, True):
                    self._chair(Place("", marked=marked, ready=ready), scene, palette, layout.scale)
                    yield True
            for ends_s in (0.0, 1.0, 60.0):
                for about in ([], [Place(" ", marked=True)]):
                    timer = Timer(ends_s, 60.0) if ends_s else None
                    yield self._middle(scratch, Board(scene, places=about, timer=timer), palette, layout, 0.0)
        yield from self._rehearse_words(scratch, layout)
        for palette in palettes:
            for name, colour in (("crown", palette.crown), ("grave", palette.dead_ink)):
                yield self._emblem(name, icon_radius(layout.plaques[0]), colour)
        for target in range(len(ARROWS)):
            yield self._count(scratch, target, 1, layout.chairs[0], self._light("ballots"), layout)

    def _rehearse_words(self, scratch: Surface, layout: Layout) -> Iterator[object]:
        """Paints ahead the tokens of Mots-garous, and what they and the word lie on."""
        palette, timer = self._light("questions"), Timer(60.0, 60.0)
        for left in (1, 0):
            heaps = [Heap(kind, "-", left) for kind in HEAPS]
            yield self._middle(scratch, Board("questions", heaps=heaps, timer=timer), palette, layout, 0.0)
        for token in TOKENS:
            for size in (1.35, 2.0):
                yield self._given(token, round(size * CHAIR_PX * layout.scale))

    def _rehearse_rows(self, places: Sequence[Place], layout: Layout) -> Iterator[object]:
        """Paints ahead what the end of a round will need where its cards are laid out in rows."""
        yield self._common_px(places, layout)
        for alive in (False, True):
            for marked in (False, True):
                shown = Place("", alive, "-", marked=marked)
                yield self._blank_plaque(layout.plaques[0].size, shown, self._light("over"), layout.scale)
            for place in places:
                box, _ = self._words_of(Place(place.name, alive, "-"), layout.plaques[0], layout.scale)
                yield self._name(place.name, box, self._common_px(places, layout), alive)

    def rehearse_legend(self, size: tuple[int, int], shown: Board) -> Iterator[object]:
        """Paints ahead, sign by sign, what the deal will need; then sets the titles of the cards as plaques
        will show them once they lie open."""
        self._make_room(size)
        scratch, layout = Surface((1, 1)), lay_out(size, 0, self._sizes)
        palette, timed = self._light("deal"), Board("deal", timer=Timer(1.0, 1.0))
        yield from self._signs(scratch, shown, palette, layout)
        yield self._clock(scratch, timed, "cards", palette, (0, 0), round(CLOCK_PX * layout.scale), 0.0)
        layout = self._layout(size, msgspec.structs.replace(shown, legend=[]))
        sizes = {rect.size: rect for rect in (*layout.plaques, *layout.in_rows().plaques)}
        for sign in shown.legend:
            for rect in sizes.values():
                for alive in (False, True):
                    place = Place("", alive, sign.title)
                    yield self._card(sign.title, self._words_of(place, rect, layout.scale)[1], layout.scale)

    def rest(self) -> None:
        """Nothing is to be drawn right now: rehearses a little, for a few milliseconds at most."""
        next(self._rehearsal, None)

    def forget(self) -> None:
        """The surface was painted over by somebody else: the next board is drawn again, changed or not."""
        self._shown = self._ground = None

    def draw(self, surface: Surface, board: Board, now_s: float) -> bool:
        """Draws `board` as it is at `now_s` over the whole `surface`. False: nothing had changed since."""
        size = surface.get_size()
        cast = (size, self.look, board.chairs, board.at, *(place.name for place in board.places))
        pose, drift_s = STILL, 0.0
        if not self.look.calm:
            pose = self._motion.follow(board, self._light(board.scene).name, cast, now_s)
            drift_s = now_s // DRIFT_STEP_S * DRIFT_STEP_S if self._drifts(board, size) else 0.0
        key = (cast, self._seconds_left(board, now_s), pose, drift_s, msgspec.msgpack.encode(board))
        if key == self._shown:
            return False
        self._shown = key
        self._is_new = cast != self._cast
        if self._is_new:
            self._cast = cast
            self._rehearsal = self.rehearse(size, board)
            self._legends = []
        if board.scene != "deal" and board.legend and board.legend != self._legends:
            # It is shown soon: before all else.
            self._legends = list(board.legend)
            legend = self.rehearse_legend(size, board)
            self._rehearsal = chain(legend, self._rehearsal)
        self._paint(surface, board, now_s, pose, drift_s)
        if self._unfinished:
            self._shown = None
        return True

    def _drifts(self, board: Board, size: tuple[int, int]) -> bool:
        """Whether the hamlet is seen on a table, with all that moves in it by itself."""
        layout = self._layout(size, board)
        covered = board.menu or board.secret or not layout.chairs
        return not covered and not self._is_bare(board)

    def _is_bare(self, board: Board) -> bool:
        """Whether no hamlet is inlaid in the table, or nothing of it moves."""
        return self._is_plain(board) or board.scene in BARE

    def _is_plain(self, board: Board) -> bool:
        """Whether the table is of plain wood: behind arrows, and where contrast is all."""
        return self.look.contrast == "high" or board.scene == "ballots" or bool(board.arrows)

    def _light(self, scene: Scene) -> Palette:
        """The colours in which a scene is drawn."""
        return BLACK if self.look.contrast == "high" else TIME_OF_DAY.get(scene, DAY)

    def _emblem_of(self, board: Board) -> str | None:
        """The symbol in the middle of the table: that of the news if it has one, else the scene's."""
        is_bare = self.look.contrast == "high" and not any(place.marked for place in board.places)
        sky = SKY_EMBLEM.get(board.scene) if is_bare else None
        return NEWS_EMBLEM.get(board.news) or EMBLEM.get(board.scene) or sky

    @property
    def _sizes(self) -> float:
        """What all sizes are multiplied by."""
        return min(LARGEST, LARGE * self._enlarged) if self.look.text == "large" else self._enlarged

    def _seconds_left(self, board: Board, now_s: float) -> int | None:
        """The seconds the clock shows."""
        left_s = seconds_left(board, now_s)
        return left_s and -(-left_s // CALM_STEP_S) * CALM_STEP_S if self.look.calm else left_s

    def text_rects(self, board: Board, size: tuple[int, int], now_s: float = 0.0) -> list[Written]:
        """Every line of text that a board of `size` pixels shows, with its place."""
        surface = Surface(size)
        self.forget()
        written = self._paint(surface, board, now_s, STILL, 0.0)
        while self._unfinished:
            written = self._paint(surface, board, now_s, STILL, 0.0)
        self.forget()
        return written

    def _layout(self, size: tuple[int, int], board: Board) -> Layout:
        """Where everything lies, with the seats of `board`; with none if its signs have the whole board."""
        places = [] if alone(board) else board.places
        layout = lay_out(size, max(len(places), board.chairs) if places else 0, self._sizes)
        if places and board.at:
            layout = layout.of(board.at)
        return layout.in_rows() if lays_all_open(board) and layout.is_crowded else layout

    def _make_room(self, size: tuple[int, int]) -> None:
        """What was painted for another size is no longer kept."""
        if size != self._size:
            self._size = size
            pixels = size[0] * size[1]
            self._tables, self._pieces = Shelf(round(TABLES * pixels)), Shelf(round(PIECES * pixels))
            self._plaques.clear()
            self._moving.clear()

    def _paint(
        self, surface: Surface, board: Board, now_s: float, pose: Pose, drift_s: float
    ) -> list[Written]:
        """Draws every part of the board that has changed; returns all that is written on it."""
        palette = self._light(board.scene)
        size = surface.get_size()
        self._make_room(size)
        self._unfinished = False
        layout = self._layout(size, board)
        is_test = board.scene == "test"
        ground = (palette.ground, layout, bool(board.menu), bool(board.secret), is_test)
        invites = board.scene == "attract" and not layout.plaques
        if ground != self._ground or invites or is_test:  # these draw over the whole board
            self._ground = ground
            self._parts.clear()
            self._turned.clear()
            surface.fill(palette.ground)
        if invites and self.look.contrast == "normal":
            surface.blit(self._tables.get(palette.name, lambda: hamlet(size, palette)), (0, 0))
        written: list[Written] = []
        written += self._part(
            surface, "caption", layout.caption.union(layout.notice), (board.caption, board.notice), palette,
            lambda: self._caption(surface, board, palette, layout)
            + self._notice(surface, board, palette, layout),
        )  # fmt: skip
        if invites and not board.menu:
            return written + self._invitation(surface, board, palette, layout)
        said = Board(headline=board.menu.title) if board.menu else board
        written += self._part(
            surface, "header", layout.header, (said.title, said.headline), palette,
            lambda: self._header(surface, said, palette, layout),
        )  # fmt: skip
        if board.menu:
            return written + paint_menu(surface, board.menu, layout.middle, layout.scale, self._type)
        if secret := board.secret:
            return written + self._part(
                surface, "secret", layout.middle, secret, palette,
                lambda: paint_secret(surface, secret, layout.middle, layout.scale, self._type),
            )  # fmt: skip
        if alone(board):
            return written + self._legend(surface, board, palette, layout, now_s)
        return written + self._round(surface, board, palette, layout, now_s, pose, drift_s)

    def _part(
        self,
        surface: Surface,
        name: str,
        box: Rect,
        key: object,
        palette: Palette,
        draw: Callable[[], list[Written]],
    ) -> list[Written]:
        """What lies in `box`: drawn over the board's ground, if anything it depends on has changed."""
        part = self._parts.get(name)
        if part is None or part.key != key:
            if part:
                surface.fill(palette.ground, box)
            part = self._parts[name] = Part(key, draw())
        return part.written

    def _round(
        self,
        surface: Surface,
        board: Board,
        palette: Palette,
        layout: Layout,
        now_s: float,
        pose: Pose,
        drift_s: float,
    ) -> list[Written]:
        """The table with all that lies on it, and the seats round it; or the seats in rows."""
        written: list[Written] = []
        covered = Rect(0, 0, 0, 0)
        if layout.chairs:
            lines, covered = self._laid_table(surface, board, palette, layout, now_s, pose, drift_s)
            written += lines
        return written + self._seats(surface, board, palette, layout, pose, covered)

    def _laid_table(
        self,
        surface: Surface,
        board: Board,
        palette: Palette,
        layout: Layout,
        now_s: float,
        pose: Pose,
        drift_s: float,
    ) -> tuple[list[Written], Rect]:
        """The table with all that lies on it; and what of the board was drawn anew."""
        room = layout.table.inflate(2 * AIR * layout.scale, 2 * AIR * layout.scale)
        before = self._parts.get("table")
        key = (
            palette.name,
            self._seconds_left(board, now_s),
            pose._replace(turning=()),
            drift_s if pose.fade or pose.medal or pose.aim is not None else None,
            msgspec.msgpack.encode(
                (board.scene, board.timer, board.places, board.arrows, board.colours, board.news)
            ),
            msgspec.msgpack.encode((board.word, board.heaps)),
        )
        written = self._part(
            surface, "table", room, key, palette,
            lambda: self._on_table(surface, board, palette, layout, now_s, pose, drift_s),
        )  # fmt: skip
        if self._parts["table"] is not before:
            self._parts["drift"] = Part(drift_s, [])
            return written, room
        if not self._is_bare(board):
            table = self._table(palette, layout, plain=False)
            self._part(
                surface, "drift", Rect(0, 0, 0, 0), drift_s, palette,
                lambda: self._drift(
                    surface, table, self._obstacles(board, layout), palette, layout, drift_s, afresh=False
                ),
            )  # fmt: skip
        return written, Rect(0, 0, 0, 0)

    def _seats(
        self,
        surface: Surface,
        board: Board,
        palette: Palette,
        layout: Layout,
        pose: Pose,
        covered: Rect,
    ) -> list[Written]:
        """The plaques that have changed, or of which something lies in what has been `covered`."""
        written: list[Written] = []
        common = self._common_px(board.places, layout)
        limit = len(board.places) if self._is_new else PAINTED_BESIDE if covered else PAINTED_AT_ONCE
        painted, turning = 0, dict(pose.turning)
        for seat in set(self._turned) - set(turning):
            del self._turned[seat]
        for seat, place in enumerate(board.places):
            if pose.medal and seat == pose.medal.taker:
                place = msgspec.structs.replace(place, captain=False)
            if place.asks:
                place = msgspec.structs.replace(place, marked=True)
            plaque, rect = None, layout.plaques[seat]
            if seat in turning and seat not in self._turned:
                if f"plaque {seat}" in self._parts:
                    self._turned[seat] = surface.subsurface(rect).copy()
                else:  # it was not to be seen before
                    del turning[seat]
            if turning.get(seat, 1.0) < 0.5:
                shown = self._turned[seat]
            else:
                plaque = self._plaque_of(seat, place, common, palette, layout)
                if not plaque.written:
                    if painted == limit:
                        self._unfinished = True
                        continue
                    painted += 1
                    self._paint_plaque(plaque, seat, place, common, palette, layout)
                shown = plaque.picture
                written += plaque.written
            plaque_key = (plaque and plaque.key, turning.get(seat))
            drawn = self._parts.get(f"plaque {seat}")
            if not drawn or drawn.key != plaque_key or rect.colliderect(covered):
                self._show_plaque(surface, shown, rect, palette, turning.get(seat, 1.0))
                self._parts[f"plaque {seat}"] = Part(plaque_key, [])
        return written

    def _show_plaque(
        self, surface: Surface, picture: Surface, rect: Rect, palette: Palette, share: float
    ) -> None:
        """A plaque; narrower while its card turns over, of which `share` is done."""
        breadth = round(abs(cos(pi * share)) * rect.width)
        if breadth == rect.width:
            surface.blit(picture, rect)
            return
        surface.fill(palette.ground, rect)
        turned = pygame.transform.smoothscale(picture, (max(2, breadth), rect.height))
        surface.blit(turned, turned.get_rect(center=rect.center))

    def _on_table(
        self,
        surface: Surface,
        board: Board,
        palette: Palette,
        layout: Layout,
        now_s: float,
        pose: Pose,
        drift_s: float,
    ) -> list[Written]:
        table = self._table(palette, layout, plain=self._is_plain(board))
        if pose.fade and not self._is_bare(board):
            self._faded(surface, palette, layout, PALETTES[pose.fade.light], pose.fade.share, drift_s)
        else:
            surface.blit(table, table.get_rect(center=layout.table.center))
            if not self._is_bare(board):
                lying = self._obstacles(board, layout)
                self._drift(surface, table, lying, palette, layout, drift_s, afresh=True)
        written = []
        long = lengths(board.arrows, pose.landed)
        for arrow, length in zip(board.arrows, long, strict=True):
            if length:
                self._arrow(surface, arrow, layout, length)
        written += self._chairs(surface, board, palette, layout, [length == 1 for length in long])
        if pose.aim is not None:
            self._token(surface, "sights", layout.chairs[pose.aim], palette, layout)
        if pose.medal:
            self._token(surface, "crown", on_the_way(pose.medal, layout), palette, layout)
        # Last: nothing passes over words.
        if board.scene == "test":
            written += self._test_card(surface, board, palette, layout)
        elif not board.arrows:
            written += self._middle(surface, board, palette, layout, now_s)
        return written

    def _faded(
        self,
        surface: Surface,
        palette: Palette,
        layout: Layout,
        before: Palette,
        share: float,
        drift_s: float,
    ) -> None:
        """The hamlet while one light gives way to another; from day to night by way of dusk."""
        lights, along = (before, palette), share
        if lights == (DAY, NIGHT):
            lights, along = ((DAY, DUSK), 2 * share) if share < 0.5 else ((DUSK, NIGHT), 2 * share - 1)
        below, above = (self._table(light, layout, plain=False) for light in lights)
        place = below.get_rect(center=layout.table.center)
        surface.blit(below, place)
        if along:
            above.set_alpha(round(255 * along))
            surface.blit(above, place)
            above.set_alpha(None)
        for light, strength in ((before, 1 - share), (palette, share)):
            if light.moon and strength:
                orb = self._orb(light, layout)
                orb.set_alpha(round(255 * strength))
                for mover, _ in self._movers(light, layout):
                    if mover.what == "moon":
                        mover.paint(surface, layout.table.topleft, drift_s)
                orb.set_alpha(255)
        surface.blit(self._rim(palette, layout), place)

    def _drift(
        self,
        surface: Surface,
        table: Surface,
        obstacles: Sequence[Rect],
        palette: Palette,
        layout: Layout,
        drift_s: float,
        *,
        afresh: bool,
    ) -> list[Written]:
        """Moon, stars and smoke as they are now. What something lies upon stays where it was. `afresh`: the
        table is empty of them; else what is seen of each is covered with a piece of `table` first."""
        corner, place = layout.table.topleft, table.get_rect(center=layout.table.center)
        for mover, is_free in self._movers(palette, layout):
            box = mover.box.move(corner)
            moves = is_free and box.collidelist(obstacles) < 0
            if moves and not afresh:
                surface.blit(table, box, box.move(-place.left, -place.top))
            if moves or afresh:
                mover.paint(surface, corner, drift_s if moves else 0.0)
        return []

    def _movers(self, palette: Palette, layout: Layout) -> list[tuple[Mover, bool]]:
        """What moves in the hamlet on the table, and whether it has room to."""
        key = (palette.name, layout.table.size)
        if key not in self._moving:
            whole = Rect((0, 0), layout.table.size)
            found = movers(layout.table.size, palette, self._orb(palette, layout))
            fitting = [(mover, within(whole, mover.box)) for mover in found]
            self._moving[key] = [pair for pair in fitting if pair[1] or pair[0].what == "moon"]
        return self._moving[key]

    def _orb(self, palette: Palette, layout: Layout) -> Surface:
        radius = round(ORB * layout.table.height)
        return self._pieces.get(("orb", palette.name, radius), lambda: shine(palette, radius))

    def _obstacles(self, board: Board, layout: Layout) -> list[Rect]:
        """What lies on the table."""
        lying = []
        centre, radius, room, _ = self._in_the_middle(board, layout)
        if room:
            lying.append(room)
        if board.timer or self._emblem_of(board):
            lying.append(Rect(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius))
        reach = self._reach(layout)
        return lying + [Rect(x - reach, y - reach, 2 * reach, 2 * reach) for x, y in layout.chairs]

    def _reach(self, layout: Layout) -> int:
        """How far from its middle a chair reaches with what may lie on it."""
        return round(1.35 * CHAIR_PX * layout.scale)

    def _token(self, surface: Surface, name: str, at: Point, palette: Palette, layout: Layout) -> None:
        """Something that goes from chair to chair: a symbol on a dark disc."""
        radius = round(MEDAL_PX * layout.scale)
        face = self._disc(radius, palette.caption, NIGHT.mark, max(2, round(5 * layout.scale)))
        surface.blit(face, face.get_rect(center=at))
        image = self._emblem(name, round(0.62 * radius), NIGHT.crown)
        surface.blit(image, image.get_rect(center=at))

    # What never moves

    def _table(self, palette: Palette, layout: Layout, *, plain: bool) -> Surface:
        key = (palette.name, plain, layout.table.size)
        return self._tables.get(
            key, lambda: tabletop(layout, palette, self._rim(palette, layout), plain=plain)
        )

    def _rim(self, palette: Palette, layout: Layout) -> Surface:
        key = ("rim", palette.rim, palette.ground, layout.table.size)
        return self._tables.get(key, lambda: table_rim(layout, self._rim_corner(palette, layout)))

    def _rim_corner(self, palette: Palette, layout: Layout) -> Surface:
        key = ("corner", palette.rim, palette.ground, layout.table.size)
        return self._tables.get(key, lambda: rim_corner(layout, palette))

    def _emblem(self, name: str, radius: int, colour: Colour) -> Surface:
        return self._pieces.get((name, radius, colour), lambda: emblems.draw(name, radius, colour))

    def _disc(self, radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
        key = ("disc", radius, fill, edge, thickness)
        return self._pieces.get(key, lambda: disc(radius, fill, edge, thickness))

    def _panel(
        self, surface: Surface, box: Rect, fill: Colour, edge: Colour, thickness: int, radius: int
    ) -> None:
        """A box with a frame and round corners."""
        key = ("panel", box.size, fill, edge, thickness, radius)
        corner = self._disc(radius, fill, edge, thickness)
        surface.blit(self._pieces.get(key, lambda: panel(box.size, fill, edge, thickness, corner)), box)

    def _sheet(self, surface: Surface, box: Rect, palette: Palette, scale: float) -> bool:
        """What words lie on, wherever they stand."""
        self._panel(surface, box, palette.caption, palette.caption, 0, round(CORNER_PX * scale))
        return True

    # Words above and below

    def _header(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        box, scale = layout.header, layout.scale
        written, used = [], 0
        if board.title:
            fitted = self._type.fit(
                board.title, (round(box.width * 0.2), box.height), round(TITLE_PX * scale), lines=2
            )
            written += self._type.write(
                surface, "title", fitted, box, palette.quiet, palette.ground, align="left"
            )
            used = self._type.width(fitted) + round(30 * scale)
        if board.headline:
            room = Rect(box.left + used, box.top, box.width - used, box.height)
            fitted = self._type.fit(board.headline, room.size, round(HEADLINE_PX * scale), bold=True)
            # In the middle of the board, unless it is so long that it needs all that the title leaves.
            middle = box.inflate(-2 * used, 0)
            place = middle if self._type.width(fitted) <= middle.width else room
            written += self._type.write(surface, "headline", fitted, place, palette.ink, palette.ground)
        return written

    def _caption(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        """The whole sentence at once, so that nobody who looks up late has lost a part of it."""
        if not board.caption:
            return []
        box, scale = layout.caption.copy(), layout.scale
        if board.notice:
            box.height = layout.notice.top - round(2 * scale) - box.top
        self._sheet(surface, box, palette, scale)
        inner = box.inflate(round(-56 * scale), round(-4 * scale))
        fitted = self._type.fit(
            board.caption,
            inner.size,
            round(CAPTION_PX * scale),
            lines=2 if len(board.caption) <= 3 * CAPTION_CHARS else 3,
            chars=CAPTION_CHARS,
        )
        return self._type.write(surface, "caption", fitted, inner, palette.caption_ink, palette.caption)

    def _notice(self, surface: Surface, board: Board, palette: Palette, layout: Layout) -> list[Written]:
        """A bar below the caption, which then is smaller: nothing else moves for it."""
        if not board.notice:
            return []
        box, scale = layout.notice, layout.scale
        ground = palette.caption
        self._panel(surface, box, ground, palette.mark, round(3 * scale), round(14 * scale))
        sign = self._emblem("warning", round(17 * scale), NIGHT.mark)
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

    def _plaque_of(self, seat: int, place: Place, common: int, palette: Palette, layout: Layout) -> Plaque:
        """The plaque of a seat as it was painted last; with nothing written on it yet if it has changed."""
        key = (
            (place.name, place.alive, place.card, place.turned, place.captain, place.marked),
            (common, palette.plaque),
        )
        return self._kept_plaque((seat, palette.plaque, place.marked), layout.plaques[seat], key)

    def _kept_plaque(self, slot: Hashable, rect: Rect, depends: Hashable) -> Plaque:
        """What was painted last in a slot; with nothing written on it yet if it is to be another one."""
        key = (depends, *rect)
        plaque = self._plaques.get(slot)
        if plaque is None or plaque.key != key:
            picture = plaque.picture if plaque else Surface(rect.size)
            if picture.get_size() != rect.size:
                picture = Surface(rect.size)
            plaque = self._plaques[slot] = Plaque(key, picture, [])
        return plaque

    def _paint_plaque(
        self, plaque: Plaque, seat: int, place: Place, common: int, palette: Palette, layout: Layout
    ) -> None:
        """Paints a plaque whose seat has changed."""
        left, top = layout.plaques[seat].topleft
        for line in self._write_plaque(plaque.picture, seat, place, common, palette, layout.scale):
            plaque.written.append(line._replace(rect=line.rect.move(left, top)))

    def _blank_plaque(self, size: tuple[int, int], place: Place, palette: Palette, scale: float) -> Surface:
        """A plaque without its words: a thick frame for whom the scene is about, none for the dead."""
        fill = palette.plaque if place.alive else palette.dead
        edge = palette.mark if place.marked else palette.edge if place.alive else palette.dead
        thickness = max(1, round(min(9 * scale, 0.07 * size[1]) if place.marked else 2 * scale))

        def paint() -> Surface:
            blank = Surface(size)
            blank.fill(palette.ground)
            corner = self._disc(round(20 * scale), fill, edge, thickness)
            blank.blit(panel(size, fill, edge, thickness, corner), (0, 0))
            return blank

        return self._pieces.get(("plaque", size, fill, edge, thickness), paint)

    def _write_plaque(
        self, image: Surface, seat: int, place: Place, common: int, palette: Palette, scale: float
    ) -> list[Written]:
        image.blit(self._blank_plaque(image.get_size(), place, palette, scale), (0, 0))
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
            card = self._card(place.card, card_box, scale)
            colour = palette.plaque_ink if palette.stars or place.alive else palette.dead_ink
            written += self._type.write(image, f"card {seat}", card, card_box, colour, ground)
        return written

    def _words_of(self, place: Place, rect: Rect, scale: float) -> tuple[Rect, Rect]:
        """Where on its plaque a seat's name and its card are written."""
        icons = int(place.captain) + int(bool(place.turned)) + int(has_grave(place, rect, scale))
        edge = round((OPEN_EDGE if place.card else PLAQUE_EDGES[0] / 2) * scale)
        left = edge + icons * (2 * icon_radius(rect) + round(8 * scale))
        # The line of a name alone has room enough of its own above and below.
        rim = round(min(9 * scale, 0.07 * rect.height) if place.card else scale)
        box = Rect(left, rim, rect.width - left - edge, rect.height - 2 * rim)
        if not place.card:
            return box, box
        least, line = NAME_SHARE * box.height, LINE_EMS * CARD_PX * scale
        line_px = min(box.height - least, line) / LINE_EMS
        has_two_lines = len(place.card) * LETTER_EMS * line_px > 1.3 * box.width
        upper = round(least if has_two_lines else max(least, box.height - line))
        return (
            Rect(box.left, box.top, box.width, upper),
            Rect(box.left, box.top + upper, box.width, box.height - upper),
        )

    def _card(self, title: str, box: Rect, scale: float) -> Fitted:
        return self._type.fit(title, box.size, round(CARD_PX * scale), bold=True, lines=2)

    def _name(self, name: str, box: Rect, largest: int, alive: bool) -> Fitted:
        return self._type.fit(name, box.size, largest, bold=alive, lines=2)

    def _common_px(self, places: Sequence[Place], layout: Layout) -> int:
        """One size for most names: only long ones are smaller."""
        key = (layout.plaques, *(place.name for place in places))
        if key != self._common[0]:
            sizes = []
            for place, rect in zip(places, layout.plaques, strict=True):
                box, _ = self._words_of(Place(place.name), rect, layout.scale)
                sizes.append(self._name(place.name, box, round(NAME_PX * layout.scale), alive=True).px)
            self._common = key, sorted(sizes)[len(sizes) // 3] if sizes else 0
        return self._common[1]

    def _chairs(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout, landed: Sequence[bool]
    ) -> list[Written]:
        """A mark on the table's edge for each seat: ready, a winner, how many votes have arrived."""
        counts: dict[int, int] = {}
        for arrow in compress(board.arrows, landed) if board.scene == "ballots" else ():
            counts[arrow.target] = counts.get(arrow.target, 0) + arrow.weight
        written = []
        for seat, (place, at) in enumerate(zip(board.places, layout.chairs, strict=True)):
            if seat in counts:
                at = off_plaque(at, count_radius(layout), layout.plaques[seat], layout.table.center)
                written.append(self._count(surface, seat, counts[seat], at, palette, layout))
                continue
            if place.tokens and not place.asks:
                # The newest of all is the largest.
                size = 2.0 if place.token else 1.35
                chair = self._given(place.tokens[-1], round(size * CHAIR_PX * layout.scale))
            else:
                chair = self._chair(place, board.scene, palette, layout.scale)
            surface.blit(chair, chair.get_rect(center=at))
        return written

    def _given(self, token: str, radius: int) -> Surface:
        return self._pieces.get(("token", token, radius), lambda: paint_token(token, radius))

    def _count(
        self, surface: Surface, seat: int, count: int, at: Point, palette: Palette, layout: Layout
    ) -> Written:
        scale = layout.scale
        radius = count_radius(layout)
        colour = arrow_colour(seat)
        box = Rect(0, 0, 2 * radius, 2 * radius)
        box.center = round(at[0]), round(at[1])
        ground = palette.caption
        surface.blit(self._disc(radius, ground, colour, max(2, round(6 * scale))), box)
        inner = box.inflate(-0.5 * radius, -0.3 * radius)
        fitted = self._type.fit(str(count), inner.size, round(50 * scale), bold=True)
        return self._type.write(surface, f"count {seat}", fitted, box, palette.caption_ink, ground)[0]

    def _chair(self, place: Place, scene: Scene, palette: Palette, scale: float) -> Surface:
        radius = round(CHAIR_PX * scale)
        sign = (
            "tick"
            if place.ready
            else "talk"
            if place.asks
            else "star"
            if scene == "over" and place.marked
            else ""
        )
        if sign:
            radius = round(radius * 1.35)
        key = ("chair", sign, place.alive, place.marked, palette.name, radius)

        def paint() -> Surface:
            fill = palette.mark if place.marked else palette.plaque if place.alive else palette.rim
            if place.ready or place.asks:
                fill = ARROWS[2] if place.ready else ARROWS[1]
            chair = disc(radius, fill, palette.rim, max(1, round(4 * scale)))
            if sign:
                image = emblems.draw(sign, round(radius * 0.66), (255, 255, 255))
                chair.blit(image, image.get_rect(center=chair.get_rect().center))
            return chair

        return self._pieces.get(key, paint)

    # The middle of the table

    def _middle(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout, now_s: float
    ) -> list[Written]:
        """The clock with the scene's emblem, and whom the scene is about."""
        centre, radius, room, about = self._in_the_middle(board, layout)
        written: list[Written] = []
        if room and (board.word or board.heaps):
            self._sheet(surface, room, palette, layout.scale)
            written += paint_answers(surface, board, room, palette.caption, layout.scale, self._type)
        elif room:
            written += self._spotlight(surface, about, palette, room, layout.scale)
        emblem = self._emblem_of(board)
        if board.timer or emblem:
            written += self._clock(surface, board, emblem, palette, centre, radius, now_s)
        return written

    def _in_the_middle(
        self, board: Board, layout: Layout
    ) -> tuple[tuple[int, int], int, Rect | None, list[Place]]:
        """Middle and radius of the clock; the room of those the scene is about, if they are written there."""
        table = layout.table
        about = [place for place in board.places if place.marked] if board.scene in SPOTLIGHT else []
        radius = round(min(0.36 * table.height, 0.18 * table.width, 190 * layout.scale))
        if not (0 < len(about) <= 3 or board.word or board.heaps):
            if board.scene == "attract" and not board.timer:  # on the green: the hamlet is to be seen
                radius = round(0.55 * radius)
                return (table.centerx, table.bottom - radius - round(AIR * layout.scale)), radius, None, []
            return table.center, radius, None, []
        has_clock = board.timer or self._emblem_of(board)
        radius = round((0.8 if board.heaps else 1.0) * radius) if has_clock else 0
        reach, gap = self._reach(layout), round(24 * layout.scale)
        (x, y), room = middle(tuple(table), layout.chairs, reach, radius, gap)
        return (round(x), round(y)), radius, room.copy(), about

    def _spotlight(
        self, surface: Surface, about: list[Place], palette: Palette, room: Rect, scale: float
    ) -> list[Written]:
        ground = palette.caption
        self._sheet(surface, room, palette, scale)
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
        surface.blit(self._disc(radius, ground, palette.rim, max(1, radius // 24)), face)
        left_s = self._seconds_left(board, now_s)
        if board.timer is None or left_s is None:
            if emblem:
                image = self._emblem(emblem, round(0.62 * radius), NIGHT.mark)
                surface.blit(image, image.get_rect(center=centre))
            return []
        share = min(1.0, left_s / max(board.timer.length_s, 1.0))
        hurry = left_s <= LAST_S
        if hurry:
            emblem = None
        self._timer_ring(surface, centre, radius, share, ARROWS[4] if hurry else NIGHT.mark, ground)
        if emblem:
            image = self._emblem(emblem, round(0.30 * radius), NIGHT.mark)
            surface.blit(image, image.get_rect(center=(centre[0], centre[1] - round(0.36 * radius))))
        box = Rect(0, 0, round(1.36 * radius), round((1.5 if hurry else 0.9) * radius))
        box.center = centre[0], centre[1] + round((0.24 if emblem else 0) * radius)
        told, px = (str(left_s), 1.15 * radius) if hurry else (minutes(left_s), 0.62 * radius)
        fitted = self._type.fit(told, box.size, round(px), bold=True)
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
        surface.fill(palette.rim, card)
        surface.fill(ground, card.inflate(-2 * thin, -2 * thin))
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
        whole, inside = (
            self._disc(round(size * radius), fill, fill, 0) for size, fill in ((0.92, colour), (0.79, ground))
        )
        surface.blit(whole, whole.get_rect(center=centre))
        gone = 1.0 - share
        steps = max(2, ceil(48 * gone))
        twelve = pygame.Vector2(0, -0.96 * radius)
        covered = [centre + twelve.rotate(360 * gone * i / steps) for i in range(steps + 1)]
        if gone > 0:
            smooth_polygon(surface, ground, [pygame.Vector2(centre), *covered])
        surface.blit(inside, inside.get_rect(center=centre))

    def _arrow(self, surface: Surface, arrow: Arrow, layout: Layout, length: float) -> None:
        """One ballot, from the voter's chair to the chair of whom he chose; thicker if it counts more.
        `length`: the part of the way it has come."""
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
        tip = start.lerp(end - ahead * (COUNT_PX + 2) * scale, length)
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
        room, radius = signs_room(layout), round(CLOCK_PX * layout.scale)
        face = Rect(0, 0, 2 * radius, 2 * radius)
        face.midright = layout.middle.midright
        left_s = self._seconds_left(board, now_s)
        return self._part(
            surface, "signs", room, board.legend, palette,
            lambda: [line for lines in self._signs(surface, board, palette, layout) for line in lines],
        ) + self._part(
            surface, "clock", face, (board.timer, left_s), palette,
            lambda: self._clock(surface, board, "cards", palette, face.center, radius, now_s)
            if board.timer else [],
        )  # fmt: skip

    def _signs(
        self, surface: Surface, board: Board, palette: Palette, layout: Layout
    ) -> Iterator[list[Written]]:
        """The legend in small steps, and what each of them has written."""
        area = signs_room(layout)
        gap = round(14 * layout.scale)
        boxes = [cell.inflate(-gap, -gap) for cell in grid(len(board.legend), area, SIGN_SHAPE)]
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
            plaque = self._kept_plaque(("sign", i), box, (sign, common, palette.plaque))
            if not plaque.written:
                fitted = self._sign_title(titles[i], words[i], common)
                self._paint_sign(plaque, i, sign, box, fitted, palette, layout.scale)
            surface.blit(plaque.picture, box)
            yield plaque.written

    def _paint_sign(
        self, plaque: Plaque, i: int, sign: Sign, box: Rect, title: Fitted, palette: Palette, scale: float
    ) -> None:
        whole, thickness = Rect((0, 0), box.size), max(1, round(2 * scale))
        plaque.picture.fill(palette.ground)
        self._panel(plaque.picture, whole, palette.plaque, palette.edge, thickness, round(20 * scale))
        ring = sign_ring(sign, sign_radius(box, scale), palette.plaque)
        plaque.picture.blit(ring, ring.get_rect(midleft=(round(14 * scale), whole.centery)))
        words, ink = self._sign_words(whole, scale), palette.plaque_ink
        for line in self._type.write(
            plaque.picture, f"sign {i}", title, words, ink, palette.plaque, align="left"
        ):
            plaque.written.append(line._replace(rect=line.rect.move(box.topleft)))

    def _sign_words(self, box: Rect, scale: float) -> Rect:
        """Where the title is written: right of the ring."""
        edge = round(14 * scale)
        left = box.left + 2 * sign_radius(box, scale) + 2 * edge
        return Rect(left, box.top + edge, box.right - left - edge, box.height - 2 * edge)

    def _sign_title(self, title: str, words: Rect, largest: float) -> Fitted:
        return self._type.fit(title, words.size, round(largest), bold=True, lines=3)


def signs_room(layout: Layout) -> Rect:
    """Where the signs of the cards lie: beside the clock, whether it runs yet or not."""
    room = layout.middle.copy()
    room.width -= round((2 * CLOCK_PX + 20) * layout.scale)
    return room


def sign_radius(box: Rect, scale: float) -> int:
    """Half the size of the ring in a box of the legend."""
    return min(round(0.44 * box.height), round(0.19 * box.width), round(SIGN_PX * scale))


def alone(board: Board) -> bool:
    """Whether the signs of the cards have the board to themselves."""
    return board.scene == "deal" and bool(board.legend)


def lays_all_open(board: Board) -> bool:
    """Whether this is the end of a round, with all cards and nothing else to be seen."""
    bare = not (board.arrows or board.word)
    return board.scene == "over" and bare and all(place.card for place in board.places)


def on_the_way(medal: Medal, layout: Layout) -> Point:
    """Where the captain's medal is on its way along the table's edge, slow at both ends."""
    middle, taker = pygame.Vector2(layout.table.center), pygame.Vector2(layout.chairs[medal.taker])
    share = (1 - cos(pi * medal.share)) / 2
    if medal.giver is None:
        x, y = middle.lerp(taker, share)
        return x, y
    start = layout.chairs[medal.giver] - middle
    turn = (start.angle_to(taker - middle) + 180) % 360 - 180  # the shorter way
    ahead = middle + start.rotate(turn * share)
    return edge_towards(layout.table, (ahead.x, ahead.y))


def seconds_left(board: Board, now_s: float) -> int | None:
    """Whole seconds until the board's clock ends, never negative; None if none runs."""
    return None if board.timer is None else max(0, ceil(board.timer.ends_s - now_s - 1e-6))


def minutes(seconds: int) -> str:
    """Minutes and seconds: "2:05"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def arrow_colour(target: int) -> Colour:
    """All arrows at one seat have one colour."""
    return ARROWS[target % len(ARROWS)]


def has_grave(place: Place, plaque: Rect, scale: float) -> bool:
    """Whether a cross fits beside a dead player's name: on a small plaque, or where his card has a long
    title, the words need the room."""
    return not place.alive and plaque.width > 330 * scale and len(place.card or "") < GRAVE_CHARS


def count_radius(layout: Layout) -> int:
    """Half the size of a chair that shows a count."""
    return round(min(COUNT_PX * layout.scale, 0.48 * layout.apart))


def off_plaque(at: Point, radius: int, plaque: Rect, middle: Point) -> Point:
    """The point nearest to `at`, on its way to the middle of the table, from which a disc does not reach
    under the plaque."""
    start, end = pygame.Vector2(at), pygame.Vector2(middle)
    for step in range(radius):
        x, y = start.move_towards(end, step)
        if not Rect(x - radius, y - radius, 2 * radius, 2 * radius).colliderect(plaque):
            break
    return x, y


def icon_radius(plaque: Rect) -> int:
    """Half the size of a sign on a plaque."""
    return round(min(plaque.height * 0.24, plaque.width * 0.08))


def disc(radius: int, fill: Colour, edge: Colour, thickness: int) -> Surface:
    """A round face with a frame, its edges smooth; outside it is transparent."""
    large = Surface((4 * radius, 4 * radius), pygame.SRCALPHA)
    large.fill((*(edge if thickness else fill), 0))
    middle = 2 * radius, 2 * radius
    if thickness:
        pygame.draw.circle(large, edge, middle, 2 * radius)
    pygame.draw.circle(large, fill, middle, 2 * (radius - thickness))
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))


def hamlet(size: tuple[int, int], palette: Palette) -> Surface:
    """The hamlet over the whole board."""
    picture = Surface(size)
    scenery.paint(picture, palette)
    return picture


def panel(size: tuple[int, int], fill: Colour, edge: Colour, thickness: int, corner: Surface) -> Surface:
    """A box with a frame and round corners: the quarters of a disc, `corner`, and straight parts between
    them. Transparent outside them."""
    picture = Surface(size, pygame.SRCALPHA)
    picture.fill(edge if thickness else fill)
    box, radius = picture.get_rect(), corner.get_width() // 2
    picture.fill(fill, box.inflate(-2 * thickness, -2 * thickness))
    for x, left in ((0, 0), (radius, box.right - radius)):
        for y, top in ((0, 0), (radius, box.bottom - radius)):
            picture.fill((*fill, 0), (left, top, radius, radius))
            picture.blit(corner, (left, top), (x, y, radius, radius))
    return picture


def tabletop(layout: Layout, palette: Palette, rim: Surface, *, plain: bool) -> Surface:
    """The oval table with the hamlet inlaid, or of plain wood, on the board's ground."""
    table = Surface(rim.get_size())
    if plain:
        table.fill(palette.wood)
    else:
        inner = layout.table.copy()
        inner.center = table.get_rect().center
        scenery.paint(table.subsurface(inner), palette, moonless=True)
    table.blit(rim, (0, 0))
    return table


def table_rim(layout: Layout, corner: Surface) -> Surface:
    """The rim of the table and the ground outside it, of which `corner` is a quarter; the inside is
    transparent."""
    rim = round(RIM_PX * layout.scale)
    picture = Surface((layout.table.width + 2 * rim, layout.table.height + 2 * rim), pygame.SRCALPHA)
    whole = picture.get_rect()
    for mirrored, flipped in ((False, False), (True, False), (False, True), (True, True)):
        piece = pygame.transform.flip(corner, mirrored, flipped)
        place = piece.get_rect(bottomright=whole.bottomright)
        if mirrored:
            place.left = whole.left
        if flipped:
            place.top = whole.top
        picture.blit(piece, place)
    return picture


def rim_corner(layout: Layout, palette: Palette) -> Surface:
    """The lower right quarter of a table's rim, its edges smooth, and the ground outside it; the inside is
    transparent."""
    rim = round(RIM_PX * layout.scale)
    width, height = layout.table.width + 2 * rim, layout.table.height + 2 * rim
    large = Surface((2 * ((width + 1) // 2), 2 * ((height + 1) // 2)), pygame.SRCALPHA)
    large.fill(palette.ground)
    # The whole table, twice as large, with its middle at the upper left.
    whole = Rect(large.get_width() - 2 * width, large.get_height() - 2 * height, 2 * width, 2 * height)
    pygame.draw.polygon(large, palette.rim, oval(whole))
    pygame.draw.polygon(large, (*palette.rim, 0), oval(whole, -2 * rim))
    return pygame.transform.smoothscale(large, (large.get_width() // 2, large.get_height() // 2))


def sign_ring(sign: Sign, radius: int, ground: Colour) -> Surface:
    """A card's sign on a little ring on `ground`: four lights in its groups, and how they move."""
    large = Surface((4 * radius, 4 * radius))
    large.fill(ground)
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
