"""The error of a busy sound card, apart because pygame is imported late."""

from __future__ import annotations

import pygame


class BusyError(pygame.error):
    """Somebody else holds the sound card: in a moment it is free again."""
