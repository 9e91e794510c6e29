"""The keyboard key of each seat: letters only, which every layout has."""

from __future__ import annotations

KEYS = "abcdefghijklmnoprstuvwxy"
"""The key of each seat's first button. Without q, which ends the evening in a terminal."""


def key_of(seat: int) -> str:
    """The letter of a seat, or an empty text for seats beyond the last key."""
    return KEYS[seat] if seat < len(KEYS) else ""


def seat_of(key: str) -> int | None:
    """The seat of a letter, small or capital; None if it has none."""
    seat = KEYS.find(key.lower()) if len(key) == 1 else -1
    return seat if seat >= 0 else None
