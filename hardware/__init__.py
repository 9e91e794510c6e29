"""Devices of a table: seats, buttons, pixels, colours, seconds and sentences.

Nothing here knows a game.
"""

import os

# Standard output is for data: pygame would greet there.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
