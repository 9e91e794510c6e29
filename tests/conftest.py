"""What every test stands on: no display, no sound card, and the same examples in every run."""

import os

from hypothesis import settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile("garou", derandomize=True, deadline=None)
settings.load_profile("garou")
