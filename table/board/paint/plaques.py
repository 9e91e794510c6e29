"""Draws the seats: each a house with its name plate, or an open card that fills the lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import cos, pi
from operator import attrgetter
from typing import NamedTuple

import msgspec
import pygame
from pygame import Rect, Surface

from table.board.board import Place
from table.board.paint.frame import Frame, is_seated
from table.board.paint.houses import picture_of, standing_at
from table.board.paint.layout import CARD_PX, NAME_SHARE, HouseLot, Layout
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import ARROWS, NIGHT, Colour, Palette, contrast
from table.board.paint.portraits import face
from table.board.paint.sprites import Plaque, PlaqueCache, plaque_with
from table.board.paint.text import SMALLEST_PX, TIGHT, DrawnLine, FittedText

WORTH_A_LINE = 1.15
"""A title has two lines if that makes its letters larger by this factor."""

EDGE, RIM = 12, 8
"""`EDGE`: space beside the words of a plaque. `RIM`: space above and below them, and width of a marked
plaque's frame."""

FACED_PX = 30
"""Least size of words beside a picture, on a board of 1080 lines. If words would be smaller because of it,
there is no picture."""

FACE_SHARE, FACE_LEAST, FACE_BESIDE_LARGE = 0.4, 0.2, 0.7
"""`FACE_SHARE`: largest picture on a plate, as a share of its width. `FACE_LEAST`: the same for a winner who
would have none. `FACE_BESIDE_LARGE`: factor on the largest with large text."""
WORTH_A_FACE = 1.1
"""With large text there is no picture if the words are larger by more than this factor without it."""
LETTER_STEP = 4
"""Steps in which large text tries larger titles, in pixels."""

ICON, ICON_GAP = 0.38, 0.2
"""`ICON`: half the size of a sign before a name, as a multiple of the letters' size. `ICON_GAP`: its distance
from the name."""

CARD_ON_IT, SEEN_BESIDE = 1.4, 0.55
"""`CARD_ON_IT`: factor on the height of a plate with a card on it. `SEEN_BESIDE`: visible part of the house
beside it."""
OF_THE_LOT, BESIDE_OF_THE_LOT = 0.62, 0.97
"""Largest height of a plate with a card on it, as a share of its lot's: before the house, and beside it."""

STRIP = 0.6
"""How far the strip of a claim reaches beyond its words, as a share of `EDGE`."""

MARKS = {
    "sun": "sun",
    "moon": "moon",
    "no_vote": "no_vote",
    "no_vote_tomorrow": "no_vote_for_a_day",
    "no_vote_today": "no_vote_for_a_day",
    "lantern": "lantern",
}
"""The signs of the marks of a seat. The ring round a vote that is lost for a day is broken."""
READY, READY_TICK = "tick", 0.7
"""`READY`: the sign of who is ready. `READY_TICK`: size of the tick, as a share of its disc."""
READY_COLOUR: Colour = ARROWS[2]
MOON_INKS: tuple[Colour, Colour] = (20, 92, 160), (128, 196, 245)
"""Colours of the moon on a light plate and on a dark one."""

SHOWN = attrgetter("name", "alive", "card", "role", "turned", "captain", "marks", "marked", "ready")
"""Fields of a place that its plate shows, beside the claim."""

LEAST_SHAPE = 1.6
"""Least width of a plate, in multiples of its height."""


class LotPiece(NamedTuple):
    """A picture and its place on the board."""

    picture: Surface
    at: Rect


class DrawnLot(NamedTuple):
    """The pictures and texts of one lot."""

    pieces: tuple[LotPiece, ...]
    written: Sequence[DrawnLine]
    """The text on the lot. There is none while its card turns over and shows the back."""


class PlaqueWords(NamedTuple):
    """The layout of a plaque's words, and of the signs beside them."""

    name: FittedText
    name_box: Rect
    icons: list[tuple[str, tuple[int, int], int]]
    """For each sign: the symbol, its middle and its radius."""
    card: list[tuple[str, FittedText, Rect]]
    """The title of the card, and below it the player's role in the end, if that differs; or the player's
    claim."""
    face: Rect | None = None
    """The place of the card's picture, if there is room for it."""


class Plaques:
    """Draws the lots of the seats: the houses, and plates that say who lives there."""

    def __init__(self, paints: Paintbox) -> None:
        self._paints = paints
        self._plates = PlaqueCache()
        """Cache of plates. Each seat has a slot by day and by night, with a thick frame and without, free and
        taken."""
        self._turned: dict[int, Plaque] = {}
        """The earlier plates of seats whose cards turn over now."""
        self._last: dict[int, Plaque] = {}
        """The plate of each seat that was drawn last."""

    def hide(self) -> None:
        """Forgets which cards were seen, since something else is drawn: no card can turn over."""
        self._last.clear()
        self._turned.clear()

    def lots(self, frame: Frame) -> list[DrawnLot]:
        """The pictures of all lots. While the board invites passers-by there are only houses."""
        turning = dict(frame.pose.turning)
        self._turned = {seat: plaque for seat, plaque in self._turned.items() if seat in turning}
        return [self.lot(frame, seat, turning.get(seat, 1.0)) for seat in range(len(frame.board.places))]

    def lot(self, frame: Frame, seat: int, share: float) -> DrawnLot:
        """The pictures of one seat's lot. `share`: how far its card has turned over; 1.0 if it does not
        turn."""
        place = as_seen(frame, seat)
        if share < 0.5 and frame.board.scene == "over":  # it comes to the crowd of winners
            return DrawnLot((), ())
        if share < 1 and seat not in self._turned:
            if seat in self._last:
                self._turned[seat] = self._last[seat]
            else:  # it was hidden before
                share = 1.0
        pieces: list[LotPiece] = []
        if not frame.is_open(place):
            house, box = standing_at(frame, self._paints, seat, place), frame.layout.lots[seat].house
            pieces.append(LotPiece(picture_of(self._paints, house, box.width), box))
        if share < 0.5:
            pieces.append(turned(self._turned[seat], share))
        if share < 0.5 or frame.invites:
            return DrawnLot(tuple(pieces), ())
        plate = self._last[seat] = self.plate(seat, place, frame)
        return DrawnLot((*pieces, turned(plate, share)), plate.written)

    def prepaint(self, frame: Frame) -> Iterator[Plaque]:
        """The plates of the frame's seats, one after the other. Each is painted with its house, if it is not
        cached."""
        for seat, place in enumerate(frame.board.places):
            if not frame.is_open(place):
                house = standing_at(frame, self._paints, seat, place)
                picture_of(self._paints, house, frame.layout.lots[seat].house.width)
            yield self.plate(seat, place, frame)

    def plate(self, seat: int, place: Place, frame: Frame) -> Plaque:
        """The plate of a seat, or its open card."""
        ground, layout, is_open = frame.palette.plaque, frame.layout, frame.is_open(place)
        common = self._common_px(frame)
        shows = SHOWN(place), place.says
        free, mark = is_free(place, frame), frame.mark_of(place)
        slot = seat, ground, place.marked, free
        depends = shows, common, ground, mark, free, is_open, layout.scale, lying_in(layout, seat, is_open)
        return self._plates.get(slot, depends, partial(self._painted, seat, place, common, frame))

    def _painted(self, seat: int, place: Place, common: int, frame: Frame) -> Plaque:
        """Paints the plate of a seat. `common`: the size of most names."""
        layout, palette, is_open = frame.layout, frame.palette, frame.is_open(place)
        whole = layout.plaques[seat] if is_open else plate_of(place, layout.lots[seat])
        setting = self._set(place, whole, common, layout, is_open=is_open)
        part, at = whole.move(-whole.left, -whole.top), whole
        if not is_open:
            part = needed(setting, whole, layout, self._paints)
            at = lying_at(part, whole, layout.lots[seat])
        image = Surface(at.size, pygame.SRCALPHA)
        self._paint_blank(image, place, frame)
        left = -part.left
        ink, ground = palette.plaque_ink, palette.plaque
        if not place.alive:
            ink, ground = palette.dead_ink, palette.dead
        elif is_free(place, frame):
            ink, ground = palette.caption_ink, palette.caption
        if setting.face:
            portrait = face(self._paints, place.role, setting.face.width)
            image.blit(portrait, setting.face.move(left, 0))
        for icon, middle, radius in setting.icons:
            sign = self._sign(icon, radius, palette)
            image.blit(sign, sign.get_rect(center=(middle[0] + left, middle[1])))
        write = self._paints.type.write
        written = write(image, f"name {seat}", setting.name, setting.name_box.move(left, 0), ink, ground)
        ink = palette.plaque_ink if palette.stars or place.alive else palette.dead_ink
        for what, fitted, box in setting.card:
            lies = box.move(left, 0)
            if what == "claim":  # on a dark strip: a card's title is never
                ink, ground = palette.caption_ink, palette.caption
                self._strip(image, fitted, lies, frame)
            written += write(image, f"{what} {seat}", fitted, lies, ink, ground)
        return plaque_with(image, at, written)

    def _sign(self, icon: str, radius: int, palette: Palette) -> Surface:
        """The picture of a sign before a name. Who is ready has a disc, as it must be seen from afar."""
        if icon != READY:
            return self._paints.emblem(icon, radius, icon_ink(icon, palette))
        disc = self._paints.disc(radius, READY_COLOUR, READY_COLOUR, 0).copy()
        tick = self._paints.emblem(icon, round(READY_TICK * radius), NIGHT.caption)
        disc.blit(tick, tick.get_rect(center=disc.get_rect().center))
        return disc

    def _strip(self, image: Surface, fitted: FittedText, box: Rect, frame: Frame) -> None:
        """Draws the strip on which a claim is written in `box`."""
        fine, ground = frame.layout.fine, frame.palette.caption
        strip = Rect(0, 0, self._paints.type.width(fitted) + 2 * round(STRIP * EDGE * fine), box.height)
        strip.center = box.center
        self._paints.panel(image, strip, ground, ground, 0, round(STRIP * EDGE * fine))

    def _paint_blank(self, picture: Surface, place: Place, frame: Frame) -> None:
        """Paints a plate without words: with a thick frame if marked, without a frame for the dead, dark for
        a free seat."""
        palette, fine = frame.palette, frame.layout.fine
        fill, edge = palette.plaque, palette.edge
        if not place.alive:
            fill = edge = palette.dead
        elif is_free(place, frame):
            fill = edge = palette.caption
        if place.marked:
            edge = frame.mark_of(place)
        box = picture.get_rect()
        thickness = rim(box.height, fine) if place.marked else max(1, round(2 * fine))
        self._paints.panel(picture, box, fill, edge, thickness, round(EDGE * fine))

    def _set(self, place: Place, rect: Rect, common: int, layout: Layout, *, is_open: bool) -> PlaqueWords:
        """The layout of the words on a plate of the size of `rect`, or on an open card. `common`: the size of
        most names."""
        words = words_in(rect, layout)
        if place.card or (place.says and not is_open):
            return self._set_card(place, words, common, layout, is_open=is_open)
        signs = signs_of(place, is_open=is_open)
        px, fit = common, partial(self._paints.type.fit, bold=place.alive, lines=2, leading=TIGHT)
        while True:  # signs are as large as the letters: the largest that leave room for both
            name = fit(
                place.name, (words.width - round(len(signs) * (2 * ICON + ICON_GAP) * px), words.height), px
            )
            if name.px >= px or px <= SMALLEST_PX:
                return self._beside(signs, name, words, words.centery)
            px = max(SMALLEST_PX, name.px, px - LETTER_STEP // 2)

    def _set_card(
        self, place: Place, words: Rect, common: int, layout: Layout, *, is_open: bool
    ) -> PlaqueWords:
        """The layout of the words on a plaque with an open card, beside its picture if there is room."""
        largest, won = round(CARD_PX * layout.usual), is_open and place.marked
        set_faced = partial(self._set_faced, place, words, common, layout, is_open=is_open)
        usual = set_faced(FACE_SHARE, largest)
        if won and not usual.face:
            usual = set_faced(FACE_LEAST, largest, least_px=0)
        if not is_large(layout):
            return usual
        # Larger, but neither the name nor the title at the other's cost.
        px = sizes(usual)
        found = [usual]
        for share in (FACE_BESIDE_LARGE * FACE_SHARE, FACE_LEAST if won else 0.0):
            for largest in range(px[1], round(CARD_PX * layout.scale) + 1, LETTER_STEP):
                one = set_faced(share, largest)
                has_face = bool(one.face) or not won
                if has_face and one.name.px >= px[0] and one.card[0][1].px >= px[1]:
                    found.append(one)
        return max(found, key=lambda one: (WORTH_A_FACE if one.face else 1.0) * min(sizes(one)))

    def _set_faced(
        self,
        place: Place,
        words: Rect,
        common: int,
        layout: Layout,
        share: float,
        largest: int,
        *,
        is_open: bool,
        least_px: int = FACED_PX,
    ) -> PlaqueWords:
        """The layout of name and title beside the picture of the card, if the letters are large enough.
        `share`: largest picture, as a share of the width; 0: none. `largest`: largest letters. `least_px`:
        letters below which there is no picture, on a board of 1080 lines."""
        edge = round(EDGE * layout.fine)
        px = face_px(words, share)
        plain = self._set_open(place, words, common, largest, is_open=is_open)
        if px and place.role:
            picture = Rect(words.top, 0, px, px)
            picture.centery = words.centery
            left = picture.right + edge // 2
            narrow = Rect(left, words.top, words.right - left, words.height)
            setting = self._set_open(place, narrow, common, largest, is_open=is_open)
            least = (least_px + 8 * bool(place.turned)) * layout.usual
            if all(
                px >= min(least, without) for px, without in zip(sizes(setting), sizes(plain), strict=True)
            ):
                if not is_open:  # the plate is as wide as what is on it
                    picture.right = left_of(setting, self._paints) - edge
                return setting._replace(face=picture)
        return plain

    def _set_open(
        self, place: Place, words: Rect, common: int, largest: int, *, is_open: bool
    ) -> PlaqueWords:
        """The layout of a name with signs before it, above the title of the card, centred in `words`."""
        fit = partial(self._paints.type.fit, leading=TIGHT)
        titles = self._titles(place, words, largest)
        left = words.height - sum(fitted.height for _, fitted in titles)
        signs = signs_of(place, is_open=is_open)
        largest = min(common, largest)
        room = words.width - len(signs) * min(left, largest), left
        name = fit(place.name, room, largest, bold=place.alive, lines=2)
        setting = self._beside(signs, name, words, words.top + left // 2)
        card, top = [], setting.name_box.bottom
        for what, fitted in titles:
            card.append((what, fitted, Rect(words.left, top, words.width, fitted.height)))
            top += fitted.height
        return setting._replace(card=card)

    def _beside(self, signs: Sequence[str], name: FittedText, words: Rect, middle: int) -> PlaqueWords:
        """The layout of a name with signs before it, centred in `words` at the height `middle`."""
        breadth = self._paints.type.width(name)
        radius, gap = round(ICON * name.px), round(ICON_GAP * name.px)
        x = words.centerx - (breadth + len(signs) * (2 * radius + gap)) // 2
        icons = []
        for sign in signs:
            icons.append((sign, (x + radius, middle), radius))
            x += 2 * radius + gap
        return PlaqueWords(name, Rect(x, middle - name.height // 2, breadth, name.height), icons, [])

    def _titles(self, place: Place, words: Rect, largest: int) -> list[tuple[str, FittedText]]:
        """The lines below a name: the card's title in one or two lines, or the title and the role in the end,
        or the claim."""
        fit = partial(self._paints.type.fit, bold=bool(place.card), leading=TIGHT)
        one, two = ((words.width, round(words.height * lines / (lines + NAME_SHARE))) for lines in (1, 2))
        if place.card and place.turned:
            told = {"card": place.card, "turned": f"({place.turned})"}
            px = min(fit(text, (two[0], two[1] // 2), largest).px for text in told.values())
            return [(what, fit(text, (two[0], two[1] // 2), px)) for what, text in told.items()]
        what, title = ("card", place.card) if place.card else ("claim", place.says)
        in_one, in_two = fit(title, one, largest), fit(title, two, largest, lines=2)
        is_worth = len(in_two.lines) == 2 and in_two.px > WORTH_A_LINE * in_one.px
        return [(what, in_two if is_worth else in_one)]

    def _common_px(self, frame: Frame) -> int:
        """The size of most names. Only long names are smaller."""
        layout = frame.layout
        names = [place.name for place in frame.board.places]

        def find() -> int:
            plates = [lot.plate for lot in layout.lots] or layout.plaques
            sizes = [
                self._set(Place(name), plate, layout.name_px, layout, is_open=False).name.px
                for name, plate in zip(names, plates, strict=True)
            ]
            return sorted(sizes)[len(sizes) // 3] if sizes else 0

        return self._paints.found("common size", (layout.plaques, names), find)


def lying_in(layout: Layout, seat: int, is_open: bool) -> Rect | HouseLot:
    """The room for a seat's plate, or for its open card."""
    return layout.plaques[seat] if is_open else layout.lots[seat]


def is_free(place: Place, frame: Frame) -> bool:
    """Whether the seat is still free."""
    return frame.board.scene == "attract" and not is_seated(place)


def reaches(setting: PlaqueWords, paints: Paintbox) -> list[tuple[float, float]]:
    """The left and right end of each text and sign on a plate."""
    texts = [
        (setting.name, setting.name_box.centerx),
        *((fitted, box.centerx) for _, fitted, box in setting.card),
    ]
    found = [(middle, paints.type.width(fitted) / 2) for fitted, middle in texts]
    found += [(at[0], radius) for _, at, radius in setting.icons]
    return [(middle - reach, middle + reach) for middle, reach in found]


def has_card(place: Place) -> bool:
    """Whether a plate shows more than a name: an open card, or a claim."""
    return bool(place.card or place.says)


def is_large(layout: Layout) -> bool:
    """Whether letters are enlarged more than everything else."""
    return layout.scale > layout.usual


def words_in(rect: Rect, layout: Layout) -> Rect:
    """The box of the words on a plate, in pixels of the plate."""
    aside, above = round(EDGE * layout.fine), rim(rect.height, layout.fine)
    return Rect(aside, above, rect.width - 2 * aside, rect.height - 2 * above)


def face_px(words: Rect, share: float) -> int:
    """Size of a card's picture beside its words. `share`: its largest share of their width."""
    return round(min(share / FACE_SHARE * words.height, share * words.width))


def sizes(setting: PlaqueWords) -> tuple[int, int]:
    """The sizes of name and title."""
    return setting.name.px, setting.card[0][1].px


def left_of(setting: PlaqueWords, paints: Paintbox) -> int:
    """The left end of the words on a plate."""
    return int(min(left for left, _ in reaches(setting, paints)))


def needed(setting: PlaqueWords, whole: Rect, layout: Layout, paints: Paintbox) -> Rect:
    """The part of a plate that its words need, in pixels of the plate. `whole`: the largest box of the
    plate."""
    edge = EDGE * layout.fine
    found = reaches(setting, paints)
    left, right = min(left for left, _ in found) - edge, max(right for _, right in found) + edge
    if setting.face:
        left = setting.face.left - setting.face.top
    width = max(LEAST_SHAPE * layout.lots[0].plate.height, right - left)
    part = Rect(0, 0, min(whole.width, round(width)), whole.height)
    part.centerx = round((left + right) / 2)
    return part.clamp(whole.move(-whole.left, -whole.top))


def plate_of(place: Place, lot: HouseLot) -> Rect:
    """The largest box of a seat's plate. It is higher with a card or a claim on it."""
    if not has_card(place):
        return lot.plate
    most = (BESIDE_OF_THE_LOT if lot.is_beside else OF_THE_LOT) * lot.whole.height
    plate = Rect(
        0, 0, lot.whole.width, max(lot.plate.height, round(min(CARD_ON_IT * lot.plate.height, most)))
    )
    if not lot.is_beside:
        plate.midbottom = lot.plate.midbottom
        return plate
    plate.width -= round(SEEN_BESIDE * lot.house.width)
    plate.bottomleft = lot.plate.bottomleft
    if lot.plate.centerx > lot.house.centerx:
        plate.bottomright = lot.plate.bottomright
    return plate


def lying_at(part: Rect, whole: Rect, lot: HouseLot) -> Rect:
    """The place on the board of a `part` of the `whole` plate: before the house, or at its side."""
    rect = part.copy()
    if not lot.is_beside:
        rect.midbottom = whole.midbottom
    elif lot.plate.centerx > lot.house.centerx:
        rect.bottomleft = whole.bottomleft
    else:
        rect.bottomright = whole.bottomright
    return rect


def as_seen(frame: Frame, seat: int) -> Place:
    """The place of a seat as its plate shows it."""
    place, medal = frame.board.places[seat], frame.pose.medal
    if medal and seat == medal.taker:
        place = msgspec.structs.replace(place, captain=False)
    if place.asks:
        place = msgspec.structs.replace(place, marked=True)
    return place


def turned(plaque: Plaque, share: float) -> LotPiece:
    """A plate while its card turns over: it is narrower. `share`: the part of the turn that is done."""
    rect, picture = plaque.rect, plaque.picture
    breadth = round(abs(cos(pi * share)) * rect.width)
    if breadth == rect.width:
        return LotPiece(picture, rect)
    narrow = pygame.transform.smoothscale(picture, (max(2, breadth), rect.height))
    return LotPiece(narrow, narrow.get_rect(center=rect.center))


def rim(height: int, fine: float) -> int:
    """Free space above and below a plaque's words."""
    return max(2, round(min(RIM * fine, 0.05 * height)))


def signs_of(place: Place, *, is_open: bool) -> list[str]:
    """The signs before a name: dead, or the marks of the living; Captain, if no banner can stand there, or
    else ready."""
    told = ["crown"] if place.captain and is_open else [READY] if place.ready and not is_open else []
    return told + ([MARKS[mark] for mark in place.marks if mark in MARKS] if place.alive else ["crow"])


def icon_ink(icon: str, palette: Palette) -> Colour:
    """The colour of a sign before a name."""
    if icon == "moon":
        return max(MOON_INKS, key=lambda ink: contrast(ink, palette.plaque))
    if icon == "crow":
        return palette.dead_ink
    return palette.crown if icon in ("crown", "sun", "lantern") else palette.mark
