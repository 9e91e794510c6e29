"""What every test stands on: no display, no sound card, and the same examples in every run."""

import os
from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings

from tests.sampling import few

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile("garou", derandomize=True, deadline=None, max_examples=few(100, 20))
settings.load_profile("garou")

NUMBERS = count()

SLOW = frozenset(
    {
        "test_appliance", "test_benchmarks", "test_board", "test_chance", "test_chances",
        "test_chronicle", "test_chronicle_board", "test_commands", "test_compiled",
        "test_covered_nights", "test_cuts", "test_damages", "test_dark_rings", "test_disk",
        "test_doctor", "test_engine", "test_evening_on_pins", "test_evening_on_wires", "test_flashes",
        "test_fuzz", "test_gallery", "test_host", "test_house", "test_house_mistakes", "test_journal",
        "test_legible", "test_mending", "test_narration", "test_notify", "test_owner", "test_rehearse",
        "test_resume", "test_room", "test_secrecy", "test_show", "test_soak", "test_sounds",
        "test_terminal", "test_texts", "test_tonight", "test_trace", "test_voice", "test_werewolf_bots",
        "test_werewords_bots", "test_werewords_evening", "test_werewords_room",
        "test_werewords_simulate", "test_wiring",
    }
)  # fmt: skip
"""Modules of which `make quick` plays one test in ONE_OF, and of all others every test."""
ONE_OF = 15
MOST = 0.15
"""The part of all its time that a module may take of `make quick`: one that needs more is slow."""
TOOK: defaultdict[str, float] = defaultdict(float)


def too_slow(took: Mapping[str, float]) -> list[str]:
    """Modules that take more than their part of the time, and are not known to be slow."""
    whole = sum(took.values())
    return sorted(name for name, seconds in took.items() if name not in SLOW and seconds > MOST * whole)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The first test of a slow module that is not marked slow is quick, and each fifteenth after it."""
    seen: Counter[str] = Counter()
    for item in items:
        module = item.path.stem
        if item.get_closest_marker("slow"):
            continue
        if module in SLOW and seen[module] % ONE_OF:
            item.add_marker("slow")
        seen[module] += 1


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    TOOK[Path(report.location[0]).stem] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """`make quick` is not green where a module makes it slow."""
    is_quick = session.config.option.markexpr == "not slow" and not hasattr(session.config, "workerinput")
    if is_quick and len(TOOK) > 1 / MOST and (found := too_slow(TOOK)):
        print(f"\nToo slow for `make quick`, to be named in SLOW of tests/conftest.py: {', '.join(found)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def _a_journal_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test finds the evenings of another, or those and the files of whoever runs it."""
    own = tmp_path_factory.getbasetemp() / f"own-{next(NUMBERS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(own / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(own / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    for key in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
