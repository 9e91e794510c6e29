"""Sheets as a PDF, A4, to be printed at full size."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC, datetime

from fpdf import FPDF

from table.paper.drawing import Circle, Ink, Sheet, Stroke, faces_of, set_font, with_fonts

logging.getLogger("fpdf").setLevel(logging.ERROR)  # Letters that no font has are reported by `unknown`.
INKS: dict[Ink, int] = {"black": 0, "white": 255, "grey": 221}
WRITTEN = datetime(2000, 1, 1, tzinfo=UTC)
"""Replaces the creation date: the same sheets give the same bytes."""
DASH_MM, DASH_GAP_MM = 2.0, 1.5


def as_pdf(sheets: Sequence[Sheet], title: str, language: str) -> bytes:
    """The sheets as a PDF; the same sheets give the same bytes."""
    pdf = with_fonts(FPDF(unit="mm", format="A4"), faces_of(sheets))
    pdf.set_creation_date(WRITTEN)
    pdf.set_title(title)
    pdf.set_lang(language)
    pdf.set_auto_page_break(False)
    for sheet in sheets:
        pdf.add_page()
        for shape in sheet.shapes:
            if isinstance(shape, Stroke):
                style = _pen(pdf, shape.width, shape.fill)
                if shape.dashed:
                    pdf.set_dash_pattern(DASH_MM, DASH_GAP_MM)
                pdf.polyline(list(shape.points), polygon=shape.closed, style=style)
                if shape.dashed:
                    pdf.set_dash_pattern()
            elif isinstance(shape, Circle):
                pdf.circle(shape.x, shape.y, shape.radius, style=_pen(pdf, shape.width, shape.fill))
            else:
                set_font(pdf, shape.text, shape.size, shape.bold)
                pdf.set_text_color(INKS[shape.ink])
                pdf.text(shape.x, shape.y, shape.text)
    return bytes(pdf.output() or b"")


def _pen(pdf: FPDF, width: float, fill: Ink | None) -> str:
    """Sets pen and fill; returns the fpdf style."""
    pdf.set_draw_color(0)
    pdf.set_line_width(width)
    if fill:
        pdf.set_fill_color(INKS[fill])
    return "DF" if fill else "D"
