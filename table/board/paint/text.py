"""Fits words into boxes: as large as possible, and never cut."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from unicodedata import normalize

import pygame

from table.board.paint.palette import Colour
from table.paths import FONTS
from table.typefaces import OURS, READING, Fonts, Typeface, face_for, lacking

SMALLEST_PX = 6
MEASURED_PX = 96
MOST_FITS = 2000
"""Most texts whose size is cached: more than an evening has."""
MOST_IMAGES = 40
"""Most lines whose letters are cached as pictures: those of header, caption and middle."""
MOST_FONTS = 24
"""Most sizes of a typeface that keep their letters, each a quarter of a MiB: more than a scene has."""
LEADING, TIGHT = 1.25, 1.1
"""`LEADING`: usual distance of lines, as a multiple of the font's size. `TIGHT`: least distance, from the
accent of a capital to the tail of a letter."""
INK_SHARE = 0.4
"""Share of the space saved below `LEADING` that is taken from above the letters."""

HERE = "\u200b"
"""Where a line may end without a space."""
BREAKS = re.compile(rf" |(?<={HERE})|(?<=\w{{5}}-)(?=\w{{5}})")
"""Where a line may end: at a space, and between two long words with a hyphen."""
WIDE = "[\u2e80-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]"
"""Chinese and Japanese characters, which have no spaces between words."""
CLOSING = "\u3001\u3002\u300d\u300f\u300b\u30fc\u3063\u30c3\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f"
"""Those that begin no line: commas, full stops, brackets, small letters."""
UNSPACED = re.compile(rf"(?<={WIDE}{{3}})(?<![\u300c\u300e\u300a\uff08])(?={WIDE}{{3}})(?![{CLOSING}])")
"""Where a line of them may end: not in a name."""

PAUSES = ((".!?…", 0.3), (",;:", 0.5))
"""Signs after which the first of two lines should end. Each has the least ratio of the shorter line to the
longer one."""


class FittedText(NamedTuple):
    """A text broken into lines, at the size at which it fits."""

    lines: tuple[str, ...]
    px: int
    bold: bool
    leading: float
    face: Typeface
    leads_left: bool = False
    """Whether it is read from right to left."""

    @property
    def step(self) -> int:
        """Distance of two lines, in pixels."""
        return round(self.leading * self.px)

    @property
    def height(self) -> int:
        """Height of all lines, in pixels."""
        return self.step * len(self.lines)


class DrawnLine(NamedTuple):
    """One line of text as it was drawn, for tests that check whether everything can be read."""

    what: str
    """Name of the text on the board: "caption", "name 3", ..."""
    text: str
    rect: pygame.Rect
    px: int
    colour: Colour
    ground: Colour


class Typesetter:
    """A typeface in all sizes. A text with letters that it lacks is drawn in another of ours as a whole, and
    letters that all of ours lack in an owner's of `fonts`. Needs `pygame.font.init()`."""

    def __init__(self, face: Typeface = READING, fonts: Fonts = OURS) -> None:
        self._face = face
        self._known = fonts
        self._fonts: dict[tuple[int, bool, Typeface, str, bool], pygame.font.Font] = {}
        self._ems: dict[tuple[str, bool, Typeface], float] = {}
        self._fits: dict[tuple[object, ...], FittedText] = {}
        self._images: dict[tuple[object, ...], tuple[pygame.Surface, int]] = {}

    def font(
        self, px: int, bold: bool, face: Typeface | None = None, script: str = "", leftward: bool = False
    ) -> pygame.font.Font:
        """The font whose capitals and accents fit a line of about 1.25 `px` pixels. `face`: another typeface
        to use; `script`, `leftward`: of a `Run`."""
        key = (px, bold, face or self._face, script, leftward)
        font = self._fonts.pop(key, None)
        if font is None:
            face = key[2]
            name = face.bold if bold else face.regular
            font = pygame.font.Font(FONTS / name, round(face.scale * px))
            if script or leftward:
                font.set_script(script or "Zyyy")
                font.set_direction(pygame.DIRECTION_RTL if leftward else pygame.DIRECTION_LTR)
        self._fonts[key] = font  # used last, so dropped last
        if len(self._fonts) > MOST_FONTS:
            self._fonts.pop(next(iter(self._fonts)))
        return font

    def _runs(
        self, line: str, px: int, bold: bool, face: Typeface, leads_left: bool = False
    ) -> list[tuple[str, pygame.font.Font]]:
        """The parts of a line from left to right, each with its font."""
        return [
            (run.text, self.font(px, bold, *run[1:]))
            for run in self._known.runs(line, face, leads_left=leads_left)
        ]

    def has(self, text: str) -> bool:
        """Whether the typeface has all the signs of `text`."""
        return not lacking(clean(text), self._face)

    def fit(
        self,
        text: str,
        box: tuple[int, int],
        largest: int,
        *,
        bold: bool = False,
        lines: int = 1,
        chars: int = 0,
        leading: float = LEADING,
    ) -> FittedText:
        """Fits `text` into `box` at the largest size up to `largest`, in at most `lines` lines. `chars`: the
        longest line, unless the text needs more. `leading`: distance of lines as a multiple of the font's
        size, from `TIGHT` to `LEADING`."""
        key = (text, *box, largest, bold, lines, chars, leading)
        fitted = self._fits.get(key)
        if fitted is None:
            if len(self._fits) >= MOST_FITS:
                self._fits.clear()
            fitted = self._fits[key] = self._fit(clean(text), box, largest, bold, lines, chars, leading)
        return fitted

    def _fit(
        self,
        text: str,
        box: tuple[int, int],
        largest: int,
        bold: bool,
        lines: int,
        chars: int,
        leading: float,
    ) -> FittedText:
        face, leads_left = face_for(text, self._face), self._known.leads_left(text)
        words = [(word, self._em(word, bold, face)) for word in BREAKS.split(text)]
        space = self._em(" ", bold, face)
        limit = chars if len(text) <= chars * lines else 0
        px = largest = max(SMALLEST_PX, set_in(largest))
        # Widths in ems are a good guess; the font at its real size has the last word.
        least, too_large = SMALLEST_PX, largest + 1
        while least + 1 < too_large:
            if arrange(words, space, (box[0] / px, box[1] / px), (lines, leading), limit):
                least = px
            else:
                too_large = px
            px = (least + too_large) // 2
        if limit and least < largest:
            return self._fit(text, box, largest, bold, lines, 0, leading)
        px = set_in(least)
        while True:
            broken = arrange(words, space, (box[0] / px, box[1] / px), (lines, leading), limit)
            shown = tuple(line.replace(HERE, "") for line in broken or (text,))
            fitted = FittedText(shown, px, bold, leading, face, leads_left)
            fits = self.width(fitted) <= box[0] and fitted.height <= box[1]
            if fits or px <= SMALLEST_PX:
                return fitted
            px = set_in(px - 1)

    def _em(self, text: str, bold: bool, face: Typeface) -> float:
        """The width of `text`, in multiples of the font's size."""
        width = self._ems.get((text, bold, face))
        if width is None:
            parts = self._runs(text.removesuffix(HERE), MEASURED_PX, bold, face)
            width = sum(font.size(part)[0] for part, font in parts) / MEASURED_PX
            self._ems[text, bold, face] = width
        return width

    def _image(self, line: str, fitted: FittedText, colour: Colour) -> tuple[pygame.Surface, int]:
        """The picture of a line of letters, and how far their base is below its top. The last ones are
        cached, since they stay the same during a motion."""
        key = (line, fitted.px, fitted.bold, fitted.face, fitted.leads_left, colour)
        image = self._images.pop(key, None)
        if image is None:
            runs = self._of(line, fitted)
            parts = [(font.render(text, True, colour), font.get_ascent()) for text, font in runs]
            image = parts[0] if len(parts) == 1 else side_by_side(parts)
        self._images[key] = image
        if len(self._images) > MOST_IMAGES:
            self._images.pop(next(iter(self._images)))
        return image

    def _of(self, line: str, fitted: FittedText) -> list[tuple[str, pygame.font.Font]]:
        """The parts of a line of a fitted text, each with its font."""
        return self._runs(line, fitted.px, fitted.bold, fitted.face, fitted.leads_left)

    def width(self, fitted: FittedText) -> int:
        """Width of its longest line, in pixels."""
        return max(sum(font.size(text)[0] for text, font in self._of(line, fitted)) for line in fitted.lines)

    def write(
        self,
        surface: pygame.Surface,
        what: str,
        fitted: FittedText,
        box: pygame.Rect,
        colour: Colour,
        ground: Colour,
        *,
        align: str = "centre",
    ) -> list[DrawnLine]:
        """Draws the lines in the middle of `box`. `align`: "left" or "centre". Returns where each line is."""
        top = box.centery - fitted.height // 2
        lift = round(INK_SHARE * (LEADING - fitted.leading) * fitted.px)
        lift -= self.font(fitted.px, fitted.bold).get_ascent()
        written = []
        for line in fitted.lines:
            image, ascent = self._image(line, fitted, colour)
            rect = image.get_rect(top=top)
            if align == "left":
                rect.left = box.left
            else:
                rect.centerx = box.centerx
            surface.blit(image, rect.move(0, -lift - ascent))
            rect.height = fitted.step  # the line as rendered has empty rows above and below
            written.append(DrawnLine(what, line, rect, fitted.px, colour, ground))
            top += fitted.step
        return written


def side_by_side(parts: Sequence[tuple[pygame.Surface, int]]) -> tuple[pygame.Surface, int]:
    """One picture of the parts of a line, each with its ascent: their letters stand on one base."""
    ascent = max(each for _, each in parts)
    height = ascent + max(image.get_height() - each for image, each in parts)
    whole = pygame.Surface((sum(image.get_width() for image, _ in parts), height), pygame.SRCALPHA)
    left = 0
    for image, each in parts:
        whole.blit(image, (left, ascent - each), special_flags=pygame.BLEND_RGBA_MAX)
        left += image.get_width()
    return whole, ascent


def set_in(px: int) -> int:
    """The largest available font size up to `px`. There are few sizes, since each keeps its letters in
    memory."""
    step = 1 if px < 24 else 2 if px < 48 else 4
    return px - px % step


def arrange(
    words: list[tuple[str, float]],
    space: float,
    box: tuple[float, float],
    lines: tuple[int, float],
    chars: int,
) -> tuple[str, ...]:
    """Sets words (with their widths) into lines of about equal length, preferably two with a pause between
    them. Empty if they do not fit. All lengths are in ems. `lines`: the greatest number of lines, and their
    distance. `chars`: the longest line; 0: any."""
    most = min(lines[0], int(box[1] / lines[1]))
    total = sum(width + space for _, width in words) - space
    for count in range(1, most + 1):
        # Lines filled to a mean width look calmer than a full one above a short one.
        for slack in (1.0, 1.1, 1.25, 1.5, 2.0) if count > 1 else (1.0,):
            broken = fill(words, space, min(box[0], total / count * slack + 0.01), chars)
            if broken and len(broken) <= count:
                return (at_a_pause(words, space, box[0], chars) if len(broken) == 2 else ()) or broken
    return ()


def at_a_pause(words: list[tuple[str, float]], space: float, width: float, chars: int) -> tuple[str, ...]:
    """Sets words (with their widths) into two lines of at most `width` and `chars` characters. The first
    ends with a sentence, or else with a part of one; empty if one line would be too short."""
    lengths = [sum(breadth + space for _, breadth in words[:i]) - space for i in range(len(words) + 1)]
    for signs, least in PAUSES:
        found: list[tuple[float, tuple[str, ...]]] = []
        for i in range(1, len(words)):
            upper, lower = lengths[i], lengths[-1] - lengths[i] - space
            share = min(upper, lower) / max(upper, lower)
            if (
                words[i - 1][0].endswith(tuple(signs))
                and share >= least
                and max(upper, lower) <= 0.99 * width
            ):
                broken = fill(words[:i], space, width, 0) + fill(words[i:], space, width, 0)
                if not chars or max(map(len, broken)) <= chars:
                    found.append((share, broken))
        if found:
            return max(found)[1]
    return ()


def fill(words: list[tuple[str, float]], space: float, width: float, chars: int) -> tuple[str, ...]:
    """Sets words (with their widths) into lines of at most `width` and `chars` characters, each as full as
    possible. Empty if one word is too wide."""
    lines: list[str] = []
    used = width
    for word, breadth in words:
        if breadth > width:
            return ()
        join = "" if lines and lines[-1].endswith(("-", HERE)) else " "
        gap = space if join else 0.0
        too_long = bool(chars and lines and len(lines[-1]) + len(join) + len(word) > chars)
        if not lines or too_long or used + gap + breadth > width:
            lines.append(word)
            used = breadth
        else:
            lines[-1] += join + word
            used += gap + breadth
    return tuple(lines)


def clean(text: str) -> str:
    """The text with its accents composed, split at single spaces; French punctuation stays with its word, by
    a space that the font has. Chinese words have signs between them, at which a line may end."""
    text = " ".join(normalize("NFC", text).replace("\u202f", "\u00a0").split(" ")).strip()
    for sign in ":;!?»":
        text = text.replace(f" {sign}", f"\u00a0{sign}")
    return UNSPACED.sub(HERE, text.replace("« ", "«\u00a0"))
