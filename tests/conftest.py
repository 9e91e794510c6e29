"""What every test stands on: no display, no sound card, and the same examples in every run."""

import gc
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from math import floor
from pathlib import Path
from shutil import disk_usage, rmtree

import pytest
from hypothesis import settings

from hardware import patterns
from table.appliance.starting import ENDING
from tests.kit.paths import (
    HAS_BROKER,
    HAS_BROWSER,
    HAS_OPENSCAD,
    NO_BROKER,
    NO_BROWSER,
    NO_OPENSCAD,
    ROOT,
    TESTS,
)
from tests.kit.sampling import THOROUGH, few

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

settings.register_profile("garou", derandomize=True, deadline=None, max_examples=few(100, 20))
settings.load_profile("garou")

MEMORY, ROOM = Path("/dev/shm"), 2 * 2**30
if MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM:
    # What tests write is not kept: a journal that waits for a disk at each answer takes a third longer.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

NUMBERS = count()

collect_ignore = [
    *([] if HAS_BROWSER else ["browser"]),
    *([] if HAS_BROKER else ["publish/test_mosquitto.py"]),
    *([] if HAS_OPENSCAD else ["whole/test_pod.py"]),
]

SLOW = frozenset(
    {
        "appliance/test_dark_rings", "appliance/test_doctor", "appliance/test_first_start",
        "appliance/test_host",
        "appliance/test_mending", "appliance/test_show", "appliance/test_tonight",
        "board/test_board", "board/test_circle", "board/test_flashes", "board/test_legible",
        "board/test_terminal", "board/test_window", "browser/test_secrets", "chronicle/test_board",
        "chronicle/test_chronicle", "commands/test_commands", "commands/test_rehearse",
        "engine/test_chance", "engine/test_play", "evening/test_cuts", "evening/test_damages",
        "evening/test_disk", "evening/test_journal", "evening/test_resume",
        "evening/test_werewords_evening", "games/test_all_rounds", "games/test_chances",
        "games/test_fuzz", "games/test_refusals", "games/werewolf/test_bots", "games/werewolf/test_liaisons",
        "games/werewords/test_bots", "games/werewords/test_rules",
        "games/werewords/test_simulate", "hardware/phones/test_gateway",
        "hardware/rings/test_timing", "hardware/test_notify", "hardware/test_patterns",
        "hardware/voice/test_voice", "house/test_house", "house/test_mistakes",
        "paper/test_wiring", "project/test_benchmarks", "project/test_project",
        "room/test_on_board", "room/test_room", "room/test_trace", "room/test_werewords_room",
        "secrecy/test_covered_nights", "secrecy/test_secrecy", "secrecy/test_slips",
        "settings/test_owner", "sounds/test_sounds", "systemd/test_service", "test_compiled",
        "whole/test_evening_on_pins", "whole/test_gallery", "whole/test_pod", "whole/test_soak",
        "words/test_lists", "words/test_narration", "words/test_texts", "words/test_troubles",
    }
)  # fmt: skip
"""Modules of which `make quick` plays one test in ONE_OF, and of all others every test."""
ONE_OF = 24
MOST = 0.15
"""The part of all its time that a module may take of `make quick`: one that needs more is slow."""
TOOK: defaultdict[str, float] = defaultdict(float)


def name_of(path: Path) -> str:
    """A module of tests by its folder and name: "board/test_board"."""
    return path.relative_to(TESTS).with_suffix("").as_posix()


def too_slow(took: Mapping[str, float]) -> list[str]:
    """Modules that take more than their part of the time, and are not known to be slow."""
    whole = sum(took.values())
    return sorted(name for name, seconds in took.items() if name not in SLOW and seconds > MOST * whole)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The first test of a slow module that is not marked slow is quick, and each twenty-fourth after it."""
    seen: Counter[str] = Counter()
    for item in items:
        module = name_of(item.path)
        if item.get_closest_marker("slow"):
            continue
        if module in SLOW and seen[module] % ONE_OF:
            item.add_marker("slow")
        seen[module] += 1


def pytest_collection_finish() -> None:
    """What is imported and collected lives to the end: no search for garbage has to pass over it, and there
    are fewer searches: some modules take a seventh less time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    TOOK[name_of(ROOT / report.location[0])] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out is said once."""
    if not HAS_BROWSER:
        terminalreporter.write_line(NO_BROWSER)
    if not HAS_BROKER:
        terminalreporter.write_line(NO_BROKER)
    if not HAS_OPENSCAD:
        terminalreporter.write_line(NO_OPENSCAD)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """`make quick` is not green where a module makes it slow."""
    is_quick = session.config.option.markexpr == "not slow" and not hasattr(session.config, "workerinput")
    if is_quick and len(TOOK) > 1 / MOST and (found := too_slow(TOOK)):
        print(f"\nToo slow for `make quick`, to be named in SLOW of tests/conftest.py: {', '.join(found)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def _rarely_lit(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rings and board change by themselves once a second, not eight times: an evening at which nobody looks
    from step to step is played in half the time. A test that does look is marked `in_step`."""
    if not (THOROUGH or request.node.get_closest_marker("in_step")):
        monkeypatch.setattr(patterns, "next_step", lambda time_s: floor(time_s) + 1.0)


@pytest.fixture(autouse=True)
def _a_journal_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """No test finds the evenings of another, or those and the files of whoever runs it."""
    own = tmp_path_factory.getbasetemp() / f"own-{next(NUMBERS)}"
    monkeypatch.setenv("XDG_STATE_HOME", str(own / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(own / "config"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    for key in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    yield
    rmtree(own, ignore_errors=True)


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    """A table that a test opens sets what signals do: no later test has it so."""
    before = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
