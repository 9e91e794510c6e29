"""The colours of the board: one palette for dusk, night, dawn and day each.

Every text is written on a flat ground whose colour is named here, so that its contrast can be computed.
"""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]

# Okabe and Ito's colours, told apart by colour-blind eyes too. The arrows of a ballot take them in turn.
ARROWS: tuple[Colour, ...] = (
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (240, 228, 66),
    (213, 94, 0),
    (204, 121, 167),
    (235, 235, 235),
)


class Palette(NamedTuple):
    """The colours of one time of day."""

    name: str
    ground: Colour
    """Colour behind everything."""
    ink: Colour
    """Colour of text on the ground."""
    quiet: Colour
    """Colour of less important text on the ground."""
    plaque: Colour
    plaque_ink: Colour
    edge: Colour
    """Colour of the thin frame of a plaque."""
    dead: Colour
    """Colour of a dead player's plaque."""
    dead_ink: Colour
    mark: Colour
    """Colour of emblems, and of the thick frame round players a scene is about."""
    crown: Colour
    caption: Colour
    caption_ink: Colour
    rim: Colour
    """Colour of the edge of the table."""
    dim: Colour
    """Factors on the land's colours behind arrows; 255 leaves them as they are."""
    sky: tuple[Colour, Colour]
    """Colours of the sky, from the zenith to the horizon."""
    light: Colour
    """Colour of moon or sun."""
    light_at: float
    """Place of moon or sun, as a share of the picture's width."""
    stars: bool
    moon: bool
    """Whether the light is the moon."""


NIGHT = Palette(
    name="night",
    ground=(11, 13, 28),
    ink=(240, 234, 214),
    quiet=(196, 198, 222),
    plaque=(29, 33, 60),
    plaque_ink=(240, 236, 222),
    edge=(74, 82, 128),
    dead=(18, 20, 34),
    dead_ink=(172, 174, 192),
    mark=(255, 190, 70),
    crown=(255, 204, 77),
    caption=(3, 4, 12),
    caption_ink=(255, 248, 226),
    rim=(66, 50, 48),
    dim=(110, 110, 128),
    sky=((9, 12, 38), (44, 52, 104)),
    light=(246, 238, 206),
    light_at=0.61,
    stars=True,
    moon=True,
)

DUSK = NIGHT._replace(
    name="dusk",
    sky=((38, 36, 92), (236, 128, 92)),
    light=(255, 214, 150),
    light_at=0.34,
    moon=False,
)

STORM = DUSK._replace(name="storm", sky=((28, 34, 46), (95, 106, 112)), stars=False)
"""The palette of a storm. The sun stays behind the hills."""

DAY = Palette(
    name="day",
    ground=(244, 234, 212),
    ink=(44, 29, 20),
    quiet=(82, 54, 34),
    plaque=(255, 252, 243),
    plaque_ink=(36, 26, 20),
    edge=(186, 160, 122),
    dead=(216, 206, 190),
    dead_ink=(66, 58, 52),
    mark=(190, 62, 16),
    crown=(146, 90, 0),
    caption=(40, 27, 20),
    caption_ink=(255, 247, 228),
    rim=(122, 82, 48),
    dim=(45, 38, 46),
    sky=((112, 176, 222), (226, 238, 240)),
    light=(255, 236, 158),
    light_at=0.34,
    stars=False,
    moon=False,
)

DAWN = DAY._replace(
    name="dawn",
    sky=((128, 132, 190), (255, 196, 146)),
    light=(255, 226, 150),
    light_at=0.34,
)

BLACK = NIGHT._replace(
    name="black",
    ground=(0, 0, 0),
    ink=(255, 255, 255),
    quiet=(232, 232, 232),
    plaque=(0, 0, 0),
    plaque_ink=(255, 255, 255),
    edge=(255, 255, 255),
    dead=(0, 0, 0),
    dead_ink=(190, 190, 190),
    mark=(255, 205, 60),
    crown=(255, 205, 60),
    caption=(0, 0, 0),
    caption_ink=(255, 255, 255),
    rim=(160, 160, 160),
    dim=(0, 0, 0),
    sky=((0, 0, 0), (0, 0, 0)),
    light=(255, 255, 255),
)
"""The palette of high contrast, the same at every time of day."""

FACES: tuple[Colour, Colour] = ((82, 124, 144), (120, 164, 176))
"""Colours behind the picture of a character: the ground, and the light round the head."""
HOMES: tuple[Colour, Colour] = ((44, 42, 88), (86, 66, 112))
"""Colours behind the picture of a house: the ground, and the light round it."""

EVENTS: tuple[Colour, Colour] = ((94, 76, 130), (132, 112, 168))
"""Colours behind the picture of what is new today: the ground, and the light in its middle."""


def luminance(colour: Colour) -> float:
    """Relative luminance, 0.0 (black) to 1.0 (white), as WCAG defines it."""
    red, green, blue = (
        c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast of two colours, 1.0 (the same) to 21.0 (black on white)."""
    dark, bright = sorted((luminance(one), luminance(other)))
    return (bright + 0.05) / (dark + 0.05)


def between(one: Colour, other: Colour, share: float) -> Colour:
    """The colour at `share` (0.0 to 1.0) of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue
