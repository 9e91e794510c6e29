"""Where what is shipped lies."""

from __future__ import annotations

from pathlib import Path

SHIPPED = Path(__file__).resolve().parents[1] / "config"
"""Settings, words, decks and roles as they come with the program: never edited."""
