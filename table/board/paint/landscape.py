"""The land round the table: layers of scenery, from the sky to the ground with the square.

All layers have the same shape and lie on each other. They are wider than any screen, and are cut off at both
sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Surface

from table.board.paint.art import Art
from table.board.paint.hours import land as colours_of

LANDS = ("autumn", "winter", "lagoon", "stage")
LAND_OF = {"best-of": "winter", "tit-albert": "lagoon", "mots-garous": "stage"}
"""The land of each rulebook. All others have autumn."""
DEPTHS = ("far", "near", "ground")
"""Names of the layers of a land, from behind: hills or sea; the edge of the wood, palms or curtains; the
ground with the square."""
SKIES = ("sky", "stars", "mist", "thunder", "rain")
"""Names of the layers of the sky, and of what may lie on it or before the land."""
CLOUDS = ("cloud_1", "cloud_2", "cloud_3")
"""Names of square pictures of one cloud each, in the colours of scenery."""

SQUARE = ((0.5, 0.606), (1.278, 0.454))
"""The square: its middle in shares of width and height; its width and height in shares of the height."""
ROCK = ((0.5, 0.109), 0.43)
"""The wolf's place on the edge of the rock: a point, and the distance right of it as a share of the
height."""


def land_of(rulebook: str) -> str:
    """The name of a rulebook's land. `rulebook`: its key."""
    return LAND_OF.get(rulebook, LANDS[0])


def is_stage(land: str) -> bool:
    """Whether a land is the hall where questions are asked, without clouds, mist, rain or rock."""
    return land == LAND_OF["mots-garous"]


def layers(art: Art, size: tuple[int, int], land: str, hour: str) -> Iterator[tuple[str, Surface]]:
    """The layers of sky and land at an hour, from behind: the name of each, and its picture of `size`
    pixels."""
    colours = colours_of(hour)
    for name in ("sky", *(("stars",) if hour in ("dusk", "night") else ())):
        yield name, art.scene(f"scenery/{name}", size, colours)
    for depth in DEPTHS:
        yield depth, art.scene(f"scenery/{land}_{depth}", size, colours)


def paint(surface: Surface, art: Art, land: str, hour: str) -> None:
    """Fills `surface` with a land at an hour."""
    for _, layer in layers(art, surface.get_size(), land, hour):
        surface.blit(layer, (0, 0))
