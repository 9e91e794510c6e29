"""Draws the seats' plaques: the player, the open card, and their part in the scene."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import partial
from math import cos, pi
from typing import NamedTuple

import msgspec
import pygame
from pygame import Rect, Surface

from table.board.board import Board, LegendSign, Place
from table.board.paint.frame import Frame, is_seated, lights
from table.board.paint.layout import CARD_PX, NAME_PX, NAME_SHARE, Layout
from table.board.paint.paintbox import Paintbox, panel
from table.board.paint.portraits import face
from table.board.paint.shelf import Plaque, Rack
from table.board.paint.text import TIGHT, DrawnLine, FittedText

WORTH_A_LINE = 1.15
"""A title is set in two lines if its letters are so many times larger then."""

EDGE, RIM = 12, 8
"""Space beside the words of a plaque; and above and below them, which is also the width of a marked
plaque's frame."""

FACED_PX = 30
"""The least size of words beside a picture, on a board of 1080 lines; rather than smaller ones there is no
picture."""

ICON, ICON_GAP = 0.38, 0.2
"""Half the size of a sign before a name, and its distance, as multiples of the letters' size."""

PAINTED_AT_ONCE, PAINTED_BESIDE = 5, 1
"""Number of plaques painted in one frame, and in a frame that has drawn the table too. The others are
painted in the next frames."""


class Setting(NamedTuple):
    """How the words of a plaque are set, and the signs beside them."""

    name: FittedText
    name_box: Rect
    icons: list[tuple[str, tuple[int, int], int]]
    """The symbol, its middle and its radius."""
    card: list[tuple[str, FittedText, Rect]]
    """The card, and below it what the player was in the end, if that differs."""
    face: Rect | None = None
    """Where the picture of the card is, if there is room for it."""


class Plaques:
    """Draws the plaques of the seats, each painted when its seat changes."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._rack = Rack()
        """The last plaque of each seat by day and by night, with a thick frame and without."""
        self._common: tuple[Hashable, int] = (None, 0)
        self._lying: dict[int, Hashable] = {}
        """What each lies on the board as."""
        self._turned: dict[int, Surface] = {}
        """How those looked whose cards turn over now."""
        self.unfinished = False
        """Whether some of the last board are still to be painted."""

    def make_room(self) -> None:
        """Forgets what was painted for a board of another size."""
        self._rack.clear()

    def clear(self) -> None:
        """Nothing lies on the board any more."""
        self._lying.clear()
        self._turned.clear()

    def rehearse(self, frame: Frame) -> Iterator[None]:
        """Paints them ahead, for all times of day, and for the end of a round."""
        if frame.layout.is_crowded:
            end = frame.showing(Board("over", places=frame.board.places))
            yield from self._rehearse_rows(end._replace(layout=frame.layout.in_rows()))
        common = self._common_px(frame)
        for palette in {palette.plaque: palette for palette in lights(frame.look)}.values():
            lit = frame._replace(palette=palette)
            for seat, place in enumerate(frame.board.places):
                for alive, marked in ((False, False), (False, True), (True, False), (True, True)):
                    shown = Place(place.name, alive, None if alive else "-", marked=marked)
                    plaque = self._of(seat, shown, common, lit)
                    if not plaque.written:
                        self._paint(plaque, seat, shown, common, lit)
                    yield
        for palette in lights(frame.look):
            self._paints.emblem("crown", icon_radius(frame.layout.plaques[0]), palette.crown)
            yield

    def _rehearse_rows(self, frame: Frame) -> Iterator[None]:
        """Paints ahead what the end of a round needs if its cards are shown in rows."""
        common, rect = self._common_px(frame), frame.layout.plaques[0]
        yield
        for alive in (False, True):
            for palette in {palette.plaque: palette for palette in lights(frame.look)}.values():
                for marked in (False, True):
                    blank = Place("", alive, "-", marked=marked)
                    self._blank(rect.size, blank, frame._replace(palette=palette))
                    yield
            for place in frame.board.places:
                self._set(Place(place.name, alive, "-", role="-"), rect, common, frame.layout)
                yield

    def rehearse_cards(self, signs: Sequence[LegendSign], layout: Layout) -> Iterator[None]:
        """Sets the titles of cards ahead, and paints their pictures, for when they are open."""
        sizes = {rect.size: rect for rect in (*layout.plaques, *layout.in_rows().plaques)}
        for sign in signs:
            for rect in sizes.values():
                self._set(Place("", card=sign.title, role=sign.role), rect, 0, layout)
                yield
                if sign.role:
                    face(self._paints, sign.role, rect.height - 2 * rim(rect.height, layout.fine))
                    yield

    def show(self, frame: Frame, covered: Rect, *, at_once: bool) -> list[DrawnLine]:
        """Draws the plaques that changed, or that overlap the `covered` area. `at_once`: paints all of
        them in this frame. Returns the text on those that are painted."""
        written: list[DrawnLine] = []
        places, layout, pose = frame.board.places, frame.layout, frame.pose
        common = self._common_px(frame)
        limit = len(places) if at_once else PAINTED_BESIDE if covered else PAINTED_AT_ONCE
        painted, turning = 0, dict(pose.turning)
        self.unfinished = False
        for seat in set(self._turned) - set(turning):
            del self._turned[seat]
        for seat, place in enumerate(places):
            if pose.medal and seat == pose.medal.taker:
                place = msgspec.structs.replace(place, captain=False)
            if place.asks:
                place = msgspec.structs.replace(place, marked=True)
            plaque, rect = None, layout.plaques[seat]
            if seat in turning and seat not in self._turned:
                if seat in self._lying:
                    self._turned[seat] = frame.surface.subsurface(rect).copy()
                else:  # it was hidden before
                    del turning[seat]
            if turning.get(seat, 1.0) < 0.5:
                shown = self._turned[seat]
            else:
                plaque = self._of(seat, place, common, frame)
                if not plaque.written:
                    if painted == limit:
                        self.unfinished = True
                        continue
                    painted += 1
                    self._paint(plaque, seat, place, common, frame)
                shown = plaque.picture
                written += plaque.written
            key = (plaque and plaque.key, turning.get(seat))
            if self._lying.get(seat) != key or rect.colliderect(covered):
                put(frame, shown, rect, turning.get(seat, 1.0))
                self._lying[seat] = key
        return written

    def _of(self, seat: int, place: Place, common: int, frame: Frame) -> Plaque:
        """The plaque of a seat as last painted; without text if it has changed since."""
        ground = frame.palette.plaque
        shows = (
            *(place.name, place.alive, place.card, place.role, place.turned, place.captain, place.marked),
        )
        return self._rack.get(
            (seat, ground, place.marked),
            frame.layout.plaques[seat],
            (shows, common, ground, is_free(place, frame), frame.scale),
        )

    def _paint(self, plaque: Plaque, seat: int, place: Place, common: int, frame: Frame) -> None:
        """Paints a plaque whose seat has changed."""
        image, palette, layout = plaque.picture, frame.palette, frame.layout
        image.blit(self._blank(image.get_size(), place, frame), (0, 0))
        ink, ground = palette.plaque_ink, palette.plaque
        if not place.alive:
            ink, ground = palette.dead_ink, palette.dead
        elif is_free(place, frame):
            ink, ground = palette.quiet, palette.ground
        setting = self._set(place, image.get_rect(), common, layout)
        if setting.face:
            image.blit(face(self._paints, place.role, setting.face.width), setting.face)
        for icon, at, radius in setting.icons:
            sign = self._paints.emblem(icon, radius, palette.crown if icon == "crown" else palette.dead_ink)
            image.blit(sign, sign.get_rect(center=at))
        write = self._paints.type.write
        written = write(image, f"name {seat}", setting.name, setting.name_box, ink, ground)
        ink = palette.plaque_ink if palette.stars or place.alive else palette.dead_ink
        for what, fitted, box in setting.card:
            written += write(image, f"{what} {seat}", fitted, box, ink, ground)
        plaque.write(written, layout.plaques[seat])

    def _blank(self, size: tuple[int, int], place: Place, frame: Frame) -> Surface:
        """A plaque without words: with a thick frame if marked, without a frame for the dead, empty for a
        free seat."""
        palette, fine = frame.palette, frame.layout.fine
        fill, edge = palette.plaque, palette.edge
        if not place.alive:
            fill = edge = palette.dead
        elif is_free(place, frame):
            fill = edge = palette.ground
        if place.marked:
            edge = frame.mark_of(place)
        thickness = rim(size[1], fine) if place.marked else max(1, round(2 * fine))

        def paint() -> Surface:
            blank = Surface(size)
            blank.fill(palette.ground)
            corner = self._paints.disc(round(20 * fine), fill, edge, thickness)
            blank.blit(panel(size, fill, edge, thickness, corner), (0, 0))
            return blank

        return self._paints.keep(("plaque", size, fill, edge, thickness, fine), paint)

    def _set(self, place: Place, rect: Rect, common: int, layout: Layout) -> Setting:
        """How the words of a plaque are set. `common`: the size of most names."""
        fine = layout.fine
        above = rim(rect.height, fine)
        words = Rect(round(EDGE * fine), above, rect.width - 2 * round(EDGE * fine), rect.height - 2 * above)
        if place.card:
            picture = Rect(above, above, words.height, words.height)
            left = picture.right + round(EDGE * fine) // 2
            if place.role:
                narrow = Rect(left, words.top, words.right - left, words.height)
                setting = self._set_card(place, narrow, common, layout)
                if min(line.px for line in (setting.name, setting.card[0][1])) >= FACED_PX * layout.usual:
                    return setting._replace(face=picture)
            return self._set_card(place, words, common, layout)
        icons = []
        for sign in signs_of(place):
            radius = icon_radius(rect)
            icons.append((sign, (words.left + radius, words.centery), radius))
            beside = round(2 * radius + 8 * fine)
            words = Rect(words.left + beside, words.top, words.width - beside, words.height)
        name = self._paints.type.fit(place.name, words.size, common, bold=place.alive, lines=2, leading=TIGHT)
        return Setting(name, words, icons, [])

    def _set_card(self, place: Place, words: Rect, common: int, layout: Layout) -> Setting:
        """How the words of a plaque with an open card are set."""
        setting = self._set_open(place, words, common, round(CARD_PX * layout.scale))
        if layout.scale > layout.usual:  # a larger title must not take its room from the name
            usual = self._set_open(place, words, common, round(CARD_PX * layout.usual))
            return setting if setting.name.px >= usual.name.px else usual
        return setting

    def _set_open(self, place: Place, words: Rect, common: int, largest: int) -> Setting:
        """The name, with signs before it, above the title of the card, centred in `words`."""
        fit = partial(self._paints.type.fit, leading=TIGHT)
        titles = self._titles(place, words, largest)
        left = words.height - sum(fitted.height for _, fitted in titles)
        signs = signs_of(place)
        largest = min(common, largest)
        room = words.width - len(signs) * min(left, largest), left
        name = fit(place.name, room, largest, bold=place.alive, lines=2)
        breadth, top = self._paints.type.width(name), words.top + (left - name.height) // 2
        radius, gap = round(ICON * name.px), round(ICON_GAP * name.px)
        x = words.centerx - (breadth + len(signs) * (2 * radius + gap)) // 2
        icons = []
        for sign in signs:
            icons.append((sign, (x + radius, top + name.height // 2), radius))
            x += 2 * radius + gap
        name_box = Rect(x, top, breadth, name.height)
        card, top = [], name_box.bottom
        for what, fitted in titles:
            card.append((what, fitted, Rect(words.left, top, words.width, fitted.height)))
            top += fitted.height
        return Setting(name, name_box, icons, card)

    def _titles(self, place: Place, words: Rect, largest: int) -> list[tuple[str, FittedText]]:
        """The title of the card in one or two lines, or with what the player was in the end below it."""
        fit = partial(self._paints.type.fit, bold=True, leading=TIGHT)
        one, two = ((words.width, round(words.height * lines / (lines + NAME_SHARE))) for lines in (1, 2))
        if place.card and place.turned:
            told = {"card": place.card, "turned": f"({place.turned})"}
            px = min(fit(text, (two[0], two[1] // 2), largest).px for text in told.values())
            return [(what, fit(text, (two[0], two[1] // 2), px)) for what, text in told.items()]
        title = place.card or ""
        in_one, in_two = fit(title, one, largest), fit(title, two, largest, lines=2)
        is_worth = len(in_two.lines) == 2 and in_two.px > WORTH_A_LINE * in_one.px
        return [("card", in_two if is_worth else in_one)]

    def _common_px(self, frame: Frame) -> int:
        """One size for most names: only long ones are smaller."""
        layout = frame.layout
        key = (layout.plaques, *(place.name for place in frame.board.places))
        if key != self._common[0]:
            sizes = []
            for place, rect in zip(frame.board.places, layout.plaques, strict=True):
                largest = round(NAME_PX * layout.scale)
                sizes.append(self._set(Place(place.name), rect, largest, layout).name.px)
            self._common = key, sorted(sizes)[len(sizes) // 3] if sizes else 0
        return self._common[1]


def is_free(place: Place, frame: Frame) -> bool:
    """Whether nobody has sat down here yet."""
    return frame.board.scene == "attract" and not is_seated(place)


def put(frame: Frame, picture: Surface, rect: Rect, share: float) -> None:
    """Draws a plaque at `rect`, narrower while its card turns over. `share`: the part of the turn that is
    done."""
    breadth = round(abs(cos(pi * share)) * rect.width)
    if breadth == rect.width:
        frame.surface.blit(picture, rect)
        return
    frame.surface.fill(frame.palette.ground, rect)
    turned = pygame.transform.smoothscale(picture, (max(2, breadth), rect.height))
    frame.surface.blit(turned, turned.get_rect(center=rect.center))


def rim(height: int, fine: float) -> int:
    """What a plaque leaves free above and below its words."""
    return max(2, round(min(RIM * fine, 0.05 * height)))


def icon_radius(plaque: Rect) -> int:
    """Half the size of a sign on a plaque."""
    return round(min(plaque.height * 0.24, plaque.width * 0.08))


def signs_of(place: Place) -> list[str]:
    """The signs before a name: Captain, dead."""
    return [sign for sign, there in (("crown", place.captain), ("grave", not place.alive)) if there]
