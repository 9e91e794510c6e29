"""What every test stands on: no display, no sound card, and the same examples in every run."""

import os
from itertools import count

import pytest
from hypothesis import settings

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile("garou", derandomize=True, deadline=None)
settings.load_profile("garou")

NUMBERS = count()


@pytest.fixture(autouse=True)
def _a_journal_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test finds the evenings of another, or those and the files of whoever runs it."""
    own = tmp_path_factory.getbasetemp() / f"own-{next(NUMBERS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(own / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(own / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
