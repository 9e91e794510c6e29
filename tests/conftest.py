"""What every test stands on: no display, no sound card, and the same examples in every run."""

import gc
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Iterator
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
    HAS_CONTAINERS,
    HAS_MICROPYTHON,
    HAS_OPENSCAD,
    HAS_PIPER,
    NO_BROKER,
    NO_BROWSER,
    NO_CONTAINERS,
    NO_MICROPYTHON,
    NO_OPENSCAD,
    NO_PIPER,
)
from tests.kit.sampling import THOROUGH, few

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

for number in (signal.SIGINT, *ENDING):
    if signal.getsignal(number) == signal.SIG_IGN:  # as a background job of a shell has some
        signal.signal(number, signal.SIG_DFL)

settings.register_profile("garou", derandomize=True, deadline=None, max_examples=few(100, 20))
settings.load_profile("garou")

MEMORY, ROOM = Path("/dev/shm"), 2 * 2**30
if MEMORY.is_dir() and disk_usage(MEMORY).free > ROOM:
    # What tests write is not kept: a journal that waits for a disk at each answer takes a third longer.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

NUMBERS = count()
SECONDS: defaultdict[str, float] = defaultdict(float)

collect_ignore = [
    *([] if HAS_BROWSER else ["browser"]),
    *([] if HAS_BROKER else ["publish/test_mosquitto.py"]),
    *([] if HAS_CONTAINERS else ["whole/test_container.py"]),
    *([] if HAS_OPENSCAD else ["whole/test_pod.py"]),
    *([] if HAS_PIPER else ["whole/test_piper.py"]),
    *(
        []
        if HAS_MICROPYTHON
        else [
            "pods/test_firmware.py",
            "pods/test_firmware_gateway.py",
            "pods/test_firmware_lines.py",
            "pods/test_firmware_wifi.py",
            "pods/test_hung.py",
            "pods/test_installing.py",
            "pods/test_micropython.py",
            "pods/test_pulled_by_night.py",
            "whole/test_evening_on_pods.py",
        ]
    ),
]

TOOK = "garou/seconds"
"""In pytest's cache: by file of tests, the most seconds that it has ever taken here."""
LONG_S = 2.0
"""Of a file that takes longer, `make quick` plays one test in ONE_OF; of all others every test."""
ONE_OF = 24


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The first test of a file that takes long is quick, and each twenty-fourth after it."""
    cache, seen = getattr(config, "cache", None), Counter[str]()  # None with `-p no:cacheprovider`
    took = cache.get(TOOK, {}) if cache else {}
    for item in items:
        file = item.nodeid.partition("::")[0]
        if took.get(file, 0.0) > LONG_S and seen[file] % ONE_OF:
            item.add_marker("slow")
        seen[file] += 1


def pytest_collection_finish() -> None:
    """What is imported and collected lives to the end: no search for garbage has to pass over it, and there
    are fewer searches: some modules take a seventh less time."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    SECONDS[report.nodeid.partition("::")[0]] += report.duration


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was left out is said once."""
    if not HAS_BROWSER:
        terminalreporter.write_line(NO_BROWSER)
    if not HAS_BROKER:
        terminalreporter.write_line(NO_BROKER)
    if not HAS_CONTAINERS:
        terminalreporter.write_line(NO_CONTAINERS)
    if not HAS_OPENSCAD:
        terminalreporter.write_line(NO_OPENSCAD)
    if not HAS_PIPER:
        terminalreporter.write_line(NO_PIPER)
    if not HAS_MICROPYTHON:
        terminalreporter.write_line(NO_MICROPYTHON)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Notes how long each file of tests took."""
    cache = getattr(session.config, "cache", None)
    if cache and not hasattr(session.config, "workerinput"):
        took = cache.get(TOOK, {})
        cache.set(TOOK, took | {file: max(seconds, took.get(file, 0.0)) for file, seconds in SECONDS.items()})


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
