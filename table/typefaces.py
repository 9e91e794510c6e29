"""The fonts of the board and of paper: which letters they have, and which font draws which part of a text."""

from __future__ import annotations

import re
import struct
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple
from unicodedata import bidirectional, category, normalize

from table.paths import FONTS


class Typeface(NamedTuple):
    """A font in two weights: files, of the folder of fonts unless the path is whole. `scale`: the factor on
    its size that makes its letters as large as those of the others."""

    regular: str
    bold: str
    scale: float = 1.0


READING = Typeface("AtkinsonHyperlegible-Regular.ttf", "AtkinsonHyperlegible-Bold.ttf")
TITLES = Typeface("Berenika-Bold.ttf", "Berenika-Bold.ttf")
"""For the few large words that set the mood."""
FALLBACK = Typeface("NotoSansSubset-Regular.ttf", "NotoSansSubset-Bold.ttf", 0.92)
"""All Latin, Greek and Cyrillic letters: for texts with a letter that the others lack."""

SUFFIXES = (".otf", ".ttc", ".ttf")
OUTLINES = frozenset({"glyf", "CFF ", "CFF2"})
COLOURED = frozenset({"CBDT", "COLR", "SVG ", "sbix"})
"""Tables of a font: for letters as outlines, and for those with colours of their own."""
BROKEN = (OSError, AssertionError, LookupError, ValueError, struct.error)
"""What reading a broken font raises, besides fontTools' own error."""
UNSHAPED = frozenset({"Armn", "Bopo", "Geor", "Hang", "Hani", "Hira", "Kana", "Zyyy"})
"""Scripts whose letters stand one after the other from the left, as they are."""
_HEBREW_ARABIC = r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]+"
LEFTWARD = re.compile(rf"{_HEBREW_ARABIC}(?:[ '’-]{_HEBREW_ARABIC})*")
"""Words that are read from right to left."""
ISOLATE, END = "\u2067", "\u2069"
"""Unicode's signs around such words in a line that is read from left to right."""
FINDING_S = 10
"""Most seconds that fontconfig looks for a family: it may have to read all fonts first."""


class Run(NamedTuple):
    """A part of a line in one font. `script`: ISO 15924, empty for one that our fonts have; `leftward`: it is
    read from right to left."""

    text: str
    face: Typeface
    script: str = ""
    leftward: bool = False


@cache
def letters(face: Typeface) -> frozenset[str]:
    """The letters in the character map of a typeface. Raises `BROKEN`, or `TTLibError` of fontTools."""
    from fontTools.ttLib import TTFont  # Takes a moment to load.

    with TTFont(FONTS / face.bold, lazy=True, fontNumber=0) as font:
        return frozenset(map(chr, font.getBestCmap()))


def lacking(text: str, face: Typeface) -> list[str]:
    """The signs of a text that a typeface lacks, each once."""
    known = letters(face)
    if known.issuperset(text):
        return []
    return [letter for letter in dict.fromkeys(text) if letter not in known and is_drawn(letter)]


def is_drawn(letter: str) -> bool:
    """Whether a character is more than a hint for those that draw it."""
    return letter.isprintable() and not "\ufe00" <= letter <= "\ufe0f"


def face_for(text: str, face: Typeface = READING) -> Typeface:
    """The typeface of ours in which the whole text is drawn: this one, or the first of the others with all
    its letters; if none has, the one that lacks the fewest."""
    if not lacking(text, face):
        return face
    return min((face, READING, FALLBACK), key=lambda tried: len(lacking(text, tried)))


class Fonts:
    """Our fonts, and after them those of an owner, for the letters that ours lack."""

    def __init__(self, owners: Sequence[Typeface] = ()) -> None:
        self.owners = owners

    @cached_property
    def _known(self) -> dict[str, Typeface]:
        """The font of each letter that an owner's font draws: the first that has it."""
        known: dict[str, Typeface] = {}
        for face in reversed(self.owners):
            known |= dict.fromkeys(letters(face), face)
        return known if is_shaped() else {letter: known[letter] for letter in known if _stands_alone(letter)}

    def undrawn(self, text: str) -> str:
        """The signs of a text that the board cannot draw, each once."""
        composed = normalize("NFC", text)
        lacked = lacking(composed, face_for(composed))
        return "".join(letter for letter in lacked if not self.owners or letter not in self._known)

    def leads_left(self, text: str) -> bool:
        """Whether a text as a whole is read from right to left: most of its letters are."""
        kinds = [bidirectional(letter) for letter in text] if self.owners else []
        return sum(kind in ("R", "AL") for kind in kinds) > kinds.count("L")

    def runs(self, line: str, face: Typeface, *, leads_left: bool = False) -> Sequence[Run]:
        """The parts of a line from left to right. `face`: the font of ours; `leads_left`: of the whole text
        of the line."""
        if not self.owners or letters(face).issuperset(line):
            return (Run(line, face),)
        found: list[Run] = []
        for text, leftward in _in_order(line, leads_left):
            parts = [run for run in self._in_fonts(text, face, leftward) if run.text]
            found += reversed(parts) if leftward else parts
        return found

    def _in_fonts(self, text: str, face: Typeface, leftward: bool) -> Iterator[Run]:
        """The parts of a text of one direction, as they are read. Accents stay with their letter."""
        from fontTools.unicodedata import script

        lacked, run = frozenset(lacking(text, face)), Run("", face, "", leftward)
        for letter in text:
            own, of = run.face, run.script
            if letter in lacked:
                own, found = self._known.get(letter, face), script(letter)
                of = of if own == run.face and found in ("Zinh", "Zyyy") else found
            elif category(letter)[0] not in "CM":
                own, of = face, ""
            if (own, of) == (run.face, run.script):
                run = run._replace(text=run.text + letter)
            else:
                yield run
                run = Run(letter, own, of, leftward)
        yield run


OURS = Fonts()


@cache
def fonts_of(names: Sequence[str]) -> Fonts:
    """Our fonts and an owner's. `names`: of families or files. Raises `ValueError` with the first that cannot
    be used."""
    return Fonts(tuple(map(_face_of, names)))


def _face_of(name: str) -> Typeface:
    """The font of an owner. Raises `ValueError`."""
    from fontTools.ttLib import TTLibError

    is_file = Path(name).is_absolute()
    face = Typeface(name, name) if is_file else Typeface(_installed(name), _installed(name, ":bold"))
    try:
        if all(map(_is_fit, {face.regular, face.bold})) and letters(face):
            return face
    except (*BROKEN, TTLibError):
        pass
    raise ValueError(name)


def _installed(family: str, style: str = "") -> str:
    """The file of a font that fontconfig knows. Raises `ValueError`."""
    pattern = re.sub(r"([-:,\\])", r"\\\1", family) + style
    asked = ["fc-match", "--format", "%{family}\n%{file}", pattern]
    try:
        found = subprocess.run(asked, capture_output=True, check=True, timeout=FINDING_S).stdout.decode()
    except (OSError, subprocess.SubprocessError, ValueError):
        raise ValueError(family) from None
    families, _, file = found.partition("\n")
    if family.casefold() not in families.casefold().split(","):
        raise ValueError(family)  # Fontconfig always finds something.
    return file


def _is_fit(file: str) -> bool:
    """Whether the board can draw with a font: outlines, in one colour. Raises like `letters`."""
    import pygame.font
    from fontTools.ttLib import TTFont

    if Path(file).suffix.lower() not in SUFFIXES:
        return False
    with Path(file).open("rb") as opened, TTFont(opened, lazy=True, fontNumber=0) as font:
        tables = frozenset(font.keys())
    pygame.font.init()
    try:
        pygame.font.Font(file, 20)
    except pygame.error:
        return False
    return bool(tables & OUTLINES) and not tables & COLOURED


@cache
def is_shaped() -> bool:
    """Whether pygame joins letters and turns them leftward: its SDL_ttf is built with HarfBuzz."""
    import pygame.font

    pygame.font.init()
    try:
        pygame.font.Font(FONTS / READING.regular, 20).set_script("Arab")
    except pygame.error:
        return False
    return True


def _stands_alone(letter: str) -> bool:
    """Whether a letter can be drawn without HarfBuzz."""
    from fontTools.unicodedata import script

    return script(letter) in UNSHAPED


def _in_order(line: str, leads_left: bool) -> Iterator[tuple[str, bool]]:
    """The parts of a line from left to right, each as it is read, and whether that is leftward. It is the
    Unicode Bidirectional Algorithm of fpdf2. In a line of ours each name is isolated, so that a number or a
    name after it stays on its right."""
    if not LEFTWARD.search(line):
        yield line, False
        return
    from fpdf.bidi import BidiParagraph  # Takes half a second to load, and few boards need it.
    from fpdf.enums import TextDirection

    base = TextDirection.RTL if leads_left else TextDirection.LTR
    isolated = line if leads_left else LEFTWARD.sub(rf"{ISOLATE}\g<0>{END}", line)
    shown = BidiParagraph(isolated, base).get_reordered_characters()
    signs = [sign for sign in shown if sign.character not in (ISOLATE, END)]
    for level, part in groupby(signs, attrgetter("embedding_level")):
        text = "".join(sign.character for sign in part)
        leftward = bool(level % 2)
        yield text[::-1] if leftward else text, leftward
