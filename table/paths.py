"""The paths of data files: beside the packages in a clone, inside this one in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""The folder of the sources."""
PROGRAM = PACKAGE.parent
"""The folder of the program: a clone, a version of an appliance, or the site-packages of a Python."""
INSIDE = PACKAGE / "shipped"
"""The folder in a wheel to which setup.py copies `config` and `sounds`."""
HOME = INSIDE if INSIDE.is_dir() else PROGRAM

SHIPPED = HOME / "config"
"""Shipped settings, texts, decks and roles: never edited."""
SOUNDS = HOME / "sounds"
"""Nights and effects."""
FONTS = PACKAGE / "board" / "fonts"
"""The fonts of board and printed pages."""
ART = PACKAGE / "board" / "art"
"""The pictures of the board."""
