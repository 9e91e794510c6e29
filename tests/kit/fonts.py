"""Fonts made for tests: each letter is a bar of its own height and width."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib.tables.DefaultTable import DefaultTable

EM = 1000


def made_font(
    file: Path, bars: Mapping[str, tuple[int, int]], features: str = "", coloured: str = ""
) -> Path:
    """Writes a font. `bars`: width and height of each letter, or of a glyph with a name of several letters,
    in thousandths of the size; `features`: in Adobe's syntax, where the glyph of a letter is its code, as in
    `uni0645`; `coloured`: a table to add. Returns the file."""
    named = {f"uni{ord(bar):04X}" if len(bar) == 1 else bar: size for bar, size in bars.items()}
    sizes = {".notdef": (500, 700), "space": (250, 0), **named}
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([*sizes])
    builder.setupCharacterMap(
        {32: "space"} | {ord(bar): f"uni{ord(bar):04X}" for bar in bars if len(bar) == 1}
    )
    glyphs = {}
    for name, (width, height) in sizes.items():
        pen = TTGlyphPen(None)
        if height:
            corners = ((50, 0), (50, height), (width - 50, height), (width - 50, 0))
            pen.moveTo(corners[0])
            for corner in corners[1:]:
                pen.lineTo(corner)
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (width, 50) for name, (width, _) in sizes.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    if features:
        addOpenTypeFeaturesFromString(builder.font, features)
    if coloured:
        builder.font[coloured] = table = DefaultTable(coloured)
        table.data = bytes(8)
    builder.save(file)
    return file
