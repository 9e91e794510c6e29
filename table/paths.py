"""Where what comes with the program lies: beside the packages in a clone, inside this one in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
"""Of the sources."""
PROGRAM = PACKAGE.parent
"""The folder of the program: a clone, a version of an appliance, or the site-packages of a Python."""
INSIDE = PACKAGE / "shipped"
"""What setup.py makes in a wheel out of the folders `config` and `sounds`."""
HOME = INSIDE if INSIDE.is_dir() else PROGRAM

SHIPPED = HOME / "config"
"""Settings, words, decks and roles as they come with the program: never edited."""
SOUNDS = HOME / "sounds"
"""Nights and effects."""
FONTS = PACKAGE / "board" / "fonts"
"""Of board and papers."""
