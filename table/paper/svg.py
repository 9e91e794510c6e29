"""Writes sheets as one SVG, page under page, with the fonts inside, so that it looks the same everywhere."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from table.paper.drawing import FAMILIES, HEIGHT, WIDTH, Circle, Shape, Sheet, Stroke, Text, faces_of
from table.paths import FONTS
from table.typefaces import READING, Typeface

INKS = {"black": "#000", "white": "#fff", "grey": "#ddd", None: "none"}
GAP = 6
"""Space between two pages."""


def as_svg(sheets: Sequence[Sheet], title: str, language: str) -> bytes:
    """The sheets as an SVG; the same sheets give the same bytes."""
    high = len(sheets) * (HEIGHT + GAP) - GAP
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{WIDTH:g}mm",
            "height": f"{high:g}mm",
            "viewBox": f"0 0 {WIDTH:g} {high:g}",
            "lang": language,
        },
    )
    SubElement(root, "title").text = title
    SubElement(root, "style").text = "".join(_faces(faces_of(sheets))) + (
        f"text {{ font-family: '{FAMILIES[READING]}', sans-serif; font-kerning: none; "
        "font-variant-ligatures: none; white-space: pre }"
    )
    for number, sheet in enumerate(sheets):
        page = SubElement(
            root, "g", {"id": f"page-{number + 1}", "transform": f"translate(0 {number * (HEIGHT + GAP):g})"}
        )
        SubElement(page, "rect", {"width": f"{WIDTH:g}", "height": f"{HEIGHT:g}", "fill": INKS["white"]})
        for shape in sheet.shapes:
            page.append(_drawn(shape))
    ElementTree.indent(root, " ")
    return f"{ElementTree.tostring(root, encoding='unicode')}\n".encode()


def _faces(faces: Sequence[Typeface]) -> list[str]:
    return [
        f"@font-face {{ font-family: '{FAMILIES[face]}'; font-weight: {weight}; "
        f"src: url(data:font/ttf;base64,{b64encode((FONTS / file).read_bytes()).decode()}) }}\n"
        for face in faces
        for weight, file in (("normal", face.regular), ("bold", face.bold))
    ]


def _drawn(shape: Shape) -> Element:
    match shape:
        case Stroke(points, width, closed, fill, dashed):
            attributes = {
                "points": " ".join(f"{_n(x)},{_n(y)}" for x, y in points),
                "fill": INKS[fill],
                "stroke": INKS["black"],
                "stroke-width": _n(width),
            }
            if dashed:
                attributes["stroke-dasharray"] = "2 1.5"
            return Element("polygon" if closed else "polyline", attributes)
        case Circle(x, y, radius, width, fill):
            return Element(
                "circle",
                {
                    "cx": _n(x),
                    "cy": _n(y),
                    "r": _n(radius),
                    "fill": INKS[fill],
                    "stroke": INKS["black"] if width else INKS[None],
                    "stroke-width": _n(width),
                },
            )
        case Text():
            attributes = {
                "x": _n(shape.x),
                "y": _n(shape.y),
                "font-size": _n(shape.face.scale * shape.size),
                # If the embedded font is not used, another one is set to the same width.
                "textLength": _n(shape.width),
                "lengthAdjust": "spacingAndGlyphs",
                "fill": INKS[shape.ink],
            }
            if shape.face is not READING:
                attributes["font-family"] = FAMILIES[shape.face]
            if shape.bold:
                attributes["font-weight"] = "bold"
            if shape.of:
                attributes["data-of"] = shape.of
            element = Element("text", attributes)
            element.text = shape.text
            return element


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
