"""Draws on a sheet of paper: lines, circles and text, in mm from its upper left corner.

Text is measured in the board's own fonts, so it is as wide on paper as when it was fitted: nothing is cut, in
SVG or PDF. Everything is black, white or one light grey, for any printer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import cos, radians, sin
from typing import Literal, NamedTuple, TypeAlias

from fpdf import FPDF

from table.paths import FONTS
from table.typefaces import FALLBACK, OURS, READING, Typeface, face_for

FAMILIES = {READING: "Atkinson Hyperlegible", FALLBACK: "Noto Sans"}
"""The names of the fonts on paper."""

WIDTH, HEIGHT, MARGIN = 210.0, 297.0, 14.0
"""Size of A4, and the margin that a printer may leave white."""

POINT_MM = 25.4 / 72
LEADING, MIDDLE = 1.3, 0.25
"""Distance of lines, and height of the middle of letters above their base, in multiples of their size."""
BODY, SMALL, TINY, LEAST = 3.5, 3.0, 2.6, 2.2
"""Sizes of text in mm."""
THIN, WIRE, THICK = 0.2, 0.4, 0.8
"""Widths of lines in mm."""

Ink = Literal["black", "white", "grey"]
Align = Literal["left", "middle", "right"]
Point: TypeAlias = tuple[float, float]


class Stroke(NamedTuple):
    """A line through points; `closed`: back to the first."""

    points: tuple[Point, ...]
    width: float = WIRE
    closed: bool = False
    fill: Ink | None = None
    dashed: bool = False


class Circle(NamedTuple):
    x: float
    y: float
    radius: float
    width: float = WIRE
    fill: Ink | None = None


class Text(NamedTuple):
    """One line of text: `x` is its left end, `y` its baseline."""

    x: float
    y: float
    text: str
    size: float
    bold: bool
    ink: Ink
    of: str
    """What the text is about: "seat 3", "pin 19"; empty if there is only one."""

    @property
    def face(self) -> Typeface:
        """The font that has its letters."""
        return face_for(self.text)

    @property
    def width(self) -> float:
        return width(self.text, self.size, self.bold)


Shape: TypeAlias = Stroke | Circle | Text


@cache
def _measure() -> FPDF:
    return with_fonts(FPDF(unit="mm", format="A4"), FAMILIES)


def with_fonts(pdf: FPDF, faces: Iterable[Typeface]) -> FPDF:
    """Adds fonts to a PDF, and returns it."""
    for face in faces:
        pdf.add_font(FAMILIES[face], "", FONTS / face.regular)
        pdf.add_font(FAMILIES[face], "B", FONTS / face.bold)
    return pdf


def set_font(pdf: FPDF, text: str, size: float, bold: bool) -> None:
    """Sets the font of a PDF in which a text is drawn."""
    face = face_for(text)
    pdf.set_font(FAMILIES[face], "B" if bold else "", face.scale * size / POINT_MM)


def unknown(texts: Iterable[str]) -> list[str]:
    """The letters of these texts that none of our fonts has, each once; they are printed as empty boxes."""
    return list(dict.fromkeys(letter for text in texts for letter in OURS.undrawn(text)))


@cache
def width(text: str, size: float, bold: bool = False) -> float:
    """The width of a line of text in mm."""
    pdf = _measure()
    set_font(pdf, text, size, bold)
    return float(pdf.get_string_width(text))


def broken(text: str, room: float, size: float, bold: bool = False, *, tear: bool = False) -> list[str]:
    """Breaks text into lines no wider than `room`. A word wider than that has its own line, or is split."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, bold) <= room:
            lines[-1] = longer
            continue
        lines.append("")
        for letter in word:
            if tear and lines[-1] and width(lines[-1] + letter, size, bold) > room:
                lines.append("")
            lines[-1] += letter
    return lines


def fitted(text: str, room: float, size: float, lines: int, bold: bool) -> tuple[list[str], float]:
    """Breaks text into at most so many lines, and returns the size at which they fit in `room`. Words are
    split only if nothing else helps."""
    for tear in (False, True):
        steps = int((size - LEAST) * 10)
        for smaller in (size - step / 10 for step in range(steps + 1)):
            told = broken(text, room, smaller, bold, tear=tear)
            if len(told) <= lines and all(width(one, smaller, bold) <= room for one in told):
                return told, smaller
    return told, smaller


class Sheet:
    """One page, which remembers every line of text on it."""

    def __init__(self) -> None:
        self.shapes: list[Shape] = []

    # Lines

    def line(self, *points: Point, width: float = WIRE, dashed: bool = False) -> None:
        self.shapes.append(Stroke(points, width, dashed=dashed))

    def area(self, *points: Point, width: float = WIRE, fill: Ink | None = None) -> None:
        self.shapes.append(Stroke(points, width, closed=True, fill=fill))

    def box(
        self, x: float, y: float, wide: float, high: float, *, width: float = WIRE, fill: Ink | None = None
    ) -> None:
        self.area((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), width=width, fill=fill)

    def circle(
        self, x: float, y: float, radius: float, *, width: float = WIRE, fill: Ink | None = None
    ) -> None:
        self.shapes.append(Circle(x, y, radius, width, fill))

    def arrow(self, *points: Point, width: float = WIRE, head: float = 2.2) -> None:
        """Draws a line with an arrowhead at its end."""
        (ax, ay), (bx, by) = points[-2:]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        dx, dy = (bx - ax) / length, (by - ay) / length
        neck = (bx - dx * head, by - dy * head)
        half = head * 0.42
        self.line(*points[:-1], neck, width=width)
        self.area(
            (bx, by),
            (neck[0] - dy * half, neck[1] + dx * half),
            (neck[0] + dy * half, neck[1] - dx * half),
            width=THIN,
            fill="black",
        )

    # Text

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float = BODY,
        *,
        bold: bool = False,
        align: Align = "left",
        ink: Ink = "black",
        of: str = "",
    ) -> None:
        """Writes one line. `x`: its left end, middle or right end; `y`: its baseline."""
        shift = {"left": 0.0, "middle": 0.5, "right": 1.0}[align]
        self.shapes.append(Text(x - shift * width(text, size, bold), y, text, size, bold, ink, of))

    def fit(
        self,
        x: float,
        y: float,
        text: str,
        room: float,
        size: float = BODY,
        *,
        lines: int = 1,
        bold: bool = False,
        align: Align = "left",
        of: str = "",
    ) -> None:
        """Writes at most so many lines, shrunk to the width `room`; `y`: their middle."""
        told, size = fitted(text, room, size, lines, bold)
        top = y - (len(told) - 1) * size * LEADING / 2 + size * MIDDLE
        for row, one in enumerate(told):
            self.write(x, top + row * size * LEADING, one, size, bold=bold, align=align, of=of)

    def paragraph(
        self, x: float, y: float, text: str, room: float, size: float = BODY, *, bold: bool = False
    ) -> float:
        """Writes as many lines as needed, the first with its baseline at `y`; returns the next baseline."""
        for one in broken(text, room, size, bold):
            self.write(x, y, one, size, bold=bold)
            y += size * LEADING
        return y

    @property
    def texts(self) -> Iterator[Text]:
        """Every line of text on the page."""
        return (shape for shape in self.shapes if isinstance(shape, Text))


def faces_of(sheets: Iterable[Sheet]) -> list[Typeface]:
    """The fonts in which these sheets are written, the usual one first."""
    used = {READING, *(text.face for sheet in sheets for text in sheet.texts)}
    return [face for face in FAMILIES if face in used]


def around(x: float, y: float, radius: float, degrees: Iterable[float]) -> tuple[Point, ...]:
    """Points on a circle in the order of a ring's pixels: clockwise from six o'clock."""
    return tuple((x - radius * sin(radians(d)), y + radius * cos(radians(d))) for d in degrees)


def rows_under_heads(
    sheet: Sheet,
    x: float,
    y: float,
    columns: Sequence[tuple[str, float]],
    rows: Sequence[Sequence[str]],
    of: Sequence[str],
    *,
    high: float,
) -> float:
    """Draws a table with heads and ruled rows; returns the y of its lower edge. `columns`: heads and widths;
    `of`: what each row is about."""
    wide = sum(room for _, room in columns)
    for row, cells in enumerate([[head for head, _ in columns], *rows]):
        middle, left = y + high / 2, x
        if row == 0:
            sheet.area((x, y), (x + wide, y), (x + wide, y + high), (x, y + high), width=THIN, fill="grey")
        for column, (cell, (_, room)) in enumerate(zip(cells, columns, strict=True)):
            if cell:
                about = of[row - 1] if row and column == 0 else ""
                lines = max(1, int(high / (SMALL * LEADING)))
                bold = row == 0 or column == 0
                sheet.fit(left + 1.5, middle, cell, room - 3, SMALL, lines=lines, bold=bold, of=about)
            left += room
        y += high
        sheet.line((x, y), (x + wide, y), width=THIN)
    return y
