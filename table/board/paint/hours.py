"""The colours of scenery, houses and things at each hour.

The files of scenery have the colours of dusk; those of houses and things have the colours of the day.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from table.board.paint.palette import Colour

COLOUR = re.compile("#[0-9a-fA-F]{6}")
"""A colour in a file."""

HOURS = ("dusk", "night", "dawn", "day", "storm")

SCENERY: tuple[tuple[str, ...], ...] = (
    # One row a colour, one column an hour.
    # The sky, from the zenith to the horizon.
    ("#3b2f6b", "#0b1033", "#7c8cc4", "#5aa5d6", "#1c222e"),
    ("#a8527a", "#1b2358", "#d6a6bd", "#93cbe6", "#333c49"),
    ("#ffa35c", "#46508f", "#ffd9a8", "#e4f2ec", "#5f6a70"),
    # Stars, clouds, mist, what falls from the sky.
    ("#fff6dc", "#fff6dc", "#fff6e6", "#ffffff", "#c9d2d6"),
    ("#f7a08a", "#39437c", "#ffe6d4", "#ffffff", "#4d5763"),
    ("#c86d83", "#272f62", "#ecbfbc", "#d5e6ee", "#363f4b"),
    ("#7d4a70", "#1d2453", "#d3a2ae", "#b4cbd8", "#28303a"),
    ("#ffd9b8", "#8f9ad6", "#fff1e0", "#ffffff", "#9aa7ad"),
    ("#fff3ea", "#dfe6ff", "#ffffff", "#ffffff", "#dfe6ea"),
    # The light on the edges of the paper, and the shadow under them.
    ("#ffc08a", "#7f8fd6", "#fff0d2", "#fffbe6", "#8b98a0"),
    ("#1d1130", "#050717", "#3d3a5c", "#2c4a3a", "#0a0d12"),
    # Hills, from far to near; high mountains.
    ("#8a4f7d", "#2f3872", "#b4a3c8", "#a3c9bd", "#3f4a54"),
    ("#6b3c6c", "#252c60", "#988bb3", "#86b793", "#343e48"),
    ("#4d2c57", "#1c224f", "#7f799f", "#68a075", "#2a333d"),
    ("#84507f", "#31407c", "#b3abd0", "#a8c3dc", "#49545f"),
    ("#6f4271", "#273467", "#9a94bf", "#8fb0cf", "#3d4751"),
    # Trees behind and in front; leaves in autumn.
    ("#3d2450", "#171c42", "#6c6b90", "#4b8862", "#222a33"),
    ("#2b1a3f", "#0f1331", "#565a7e", "#356f50", "#181e26"),
    ("#d9653b", "#453154", "#d98d74", "#d9793b", "#5c463f"),
    ("#f0a04b", "#5a4060", "#eab88c", "#eeb14d", "#73604c"),
    ("#a8452f", "#33264a", "#b3706a", "#b65a31", "#463632"),
    # Meadows, from far to near.
    ("#5f3d60", "#212a5a", "#a39fae", "#9fc474", "#343f42"),
    ("#4e3355", "#1a214b", "#9391a4", "#8fb765", "#2b3538"),
    ("#412a4c", "#141a3e", "#828398", "#80a95a", "#232c2f"),
    # The square, its joints, the paths; the same where snow was swept away.
    ("#6b4a60", "#2a3060", "#bcaeb4", "#dccba0", "#434b50"),
    ("#775469", "#333a6c", "#c9bcbf", "#e6d8b2", "#4b5458"),
    ("#5f4258", "#20264f", "#a497a3", "#c7b58a", "#353d42"),
    ("#735066", "#2b315f", "#bdafb4", "#dccba0", "#434b4f"),
    ("#665065", "#2b3366", "#b9b1be", "#cfd2d4", "#474e55"),
    ("#725a70", "#343d72", "#c5bdc7", "#dbdddd", "#50575e"),
    ("#574560", "#222853", "#a29cae", "#b4babf", "#3a4148"),
    # Snow on things, and on the ground from far to near.
    ("#c9a9c6", "#7f8cc4", "#f1e4ec", "#f7fbff", "#a3afb8"),
    ("#a584ac", "#5f6ba6", "#cfc3da", "#cfe0ee", "#7d8a95"),
    ("#b493bd", "#7f8cc8", "#fff4f2", "#ffffff", "#a9b4bb"),
    ("#a07fab", "#5f6dad", "#ecdfe8", "#f2f8fc", "#8c98a2"),
    ("#9373a3", "#52609f", "#e2d5e2", "#e8f1f8", "#7e8a95"),
    ("#866898", "#465391", "#d6c9da", "#dde9f3", "#707c87"),
    # The lagoon.
    ("#7a5a94", "#22336e", "#a9a9cf", "#4fa9bd", "#3a4f5c"),
    ("#e79a86", "#8fa4e6", "#ffe3c6", "#d3f0ea", "#8ea3ab"),
    ("#8b6472", "#343a63", "#cbb9b2", "#ead9ac", "#55585a"),
    ("#9a7079", "#3f456f", "#d8c8bd", "#f3e6c2", "#606364"),
    ("#7d5869", "#2b3159", "#bdaaa8", "#ddc893", "#4a4c4f"),
    ("#3c2a55", "#1d2a55", "#6f8a84", "#4f9a58", "#2f3d3c"),
    ("#2a1d42", "#131c40", "#577370", "#3a7d4a", "#222e2f"),
    ("#4a2c45", "#2c2550", "#7d6070", "#8a6244", "#3b3434"),
    ("#74405f", "#30306a", "#a68ab2", "#8fae9c", "#3c434b"),
    # The stage.
    ("#5c3384", "#33265f", "#8a74b4", "#7350a8", "#3f3852"),
    ("#6e4096", "#3f2f70", "#9d87c2", "#8663b8", "#4b4460"),
    ("#432263", "#251a49", "#6d5a9a", "#583b8a", "#2f2940"),
    ("#8a5a55", "#43365a", "#b08a80", "#c99a6b", "#55504f"),
    ("#74494d", "#362b4d", "#997672", "#b58659", "#494546"),
    ("#f2b84b", "#c79a4d", "#f4c566", "#f2b84b", "#a98d5a"),
)

LIGHT: Mapping[str, Colour] = {
    "dusk": (226, 190, 204),
    "night": (128, 130, 188),
    "dawn": (238, 216, 222),
    "day": (255, 255, 255),
    "storm": (158, 168, 180),
}
"""Factors on the colours of houses and things at each hour; 255 leaves them as they are."""

SHINING = ("#ffd166", "#fff1c2", "#ff9f45")
"""Colours in houses and things that no hour changes: lit windows and lamps, the heart of a flame and its
tip."""
WINDOW = SHINING[0]
UNLIT = "#2b2a4c"
"""Colour of a window without light."""


def land(hour: str) -> dict[str, str]:
    """The colours of scenery at an hour, by the colours in its files. Raises `ValueError` for an unknown
    hour."""
    column = HOURS.index(hour)
    return {row[0]: row[column] for row in SCENERY}


def lit_by(hour: str, text: str, *, windows: bool = True) -> dict[str, str]:
    """The colours of a house or thing at an hour, by the colours in its file. `windows`: whether a light
    burns in its windows."""
    found = set(COLOUR.findall(text.lower())) - set(SHINING)
    colours = {colour: multiplied(colour, LIGHT[hour]) for colour in found}
    return colours if windows else colours | {WINDOW: UNLIT}


def multiplied(colour: str, light: Colour) -> str:
    """A colour of a file, multiplied by a light."""
    parts = (int(colour[at : at + 2], 16) * share // 255 for at, share in zip((1, 3, 5), light, strict=True))
    return "#{:02x}{:02x}{:02x}".format(*parts)
