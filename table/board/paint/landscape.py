"""The land round the table: layers of scenery, from the sky to the ground with the square.

All layers have the same measures and lie one on the other. They are wider than any screen: what a screen
does not show is left over at both sides.
"""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Surface

from table.board.paint.art import Art
from table.board.paint.hours import land as colours_of

LANDS = ("autumn", "winter", "lagoon", "stage")
LAND_OF = {"best-of": "winter", "tit-albert": "lagoon", "mots-garous": "stage"}
"""The land of each rulebook; of all others, autumn."""
DEPTHS = ("far", "near", "ground")
"""Hills or sea; the edge of the wood, palms, curtains; the ground with the square."""
SKIES = ("sky", "stars", "mist", "thunder", "rain")
"""The sky, and what may lie upon it or before the land."""
CLOUDS = ("cloud_1", "cloud_2", "cloud_3")
"""Square pictures of one cloud each, in the colours of scenery."""

SQUARE = ((0.5, 0.606), (1.278, 0.454))
"""The square: its middle, in shares of width and height; width and height in shares of the height."""
ROCK = ((0.5, 0.109), 0.43)
"""Where a wolf may howl, on the edge of the rock: so much of the height to the right of the point."""


def land_of(rulebook: str) -> str:
    """The land of a rulebook, by its key."""
    return LAND_OF.get(rulebook, LANDS[0])


def is_stage(land: str) -> bool:
    """Whether a land is the stage where questions are asked: a hall, without clouds, mist, rain or rock."""
    return land == LAND_OF["mots-garous"]


def layers(art: Art, size: tuple[int, int], land: str, hour: str) -> Iterator[tuple[str, Surface]]:
    """Sky and land of an hour, layer by layer from behind: its name, and its picture of `size` pixels."""
    colours = colours_of(hour)
    for name in ("sky", *(("stars",) if hour in ("dusk", "night") else ())):
        yield name, art.scene(f"scenery/{name}", size, colours)
    for depth in DEPTHS:
        yield depth, art.scene(f"scenery/{land}_{depth}", size, colours)


def paint(surface: Surface, art: Art, land: str, hour: str) -> None:
    """Fills `surface` with a land at an hour."""
    for _, layer in layers(art, surface.get_size(), land, hour):
        surface.blit(layer, (0, 0))
