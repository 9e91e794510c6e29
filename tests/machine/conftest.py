"""Machines for these tests: one with Debian and our wires, one with the table installed, one that plays."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pygame
import pytest

from tests.machine import build, disks
from tests.machine.machine import Machine

BEGUN = (
    "service",
    "first_start",
    "pods",
    "plug",
    "evenings",
    "card",
    "network",
    "faults",
    "cuts",
    "hotspot",
    "sound",
)
"""Two processes run the tests; begun in this order, they end at about the same time."""

FAILED = build.CACHE / "failed"
"""What was kept of tests that failed, a folder for each; a later failure of the same test takes its place."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: BEGUN.index(name) if (name := item.path.stem[5:]) in BEGUN else 9)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A run takes an hour: what has failed is told at once."""
    if report.failed:
        print(f"\n{report.nodeid}\n{report.longreprtext}", flush=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Of a test that failed is kept what its machine shows and has logged; nothing else of it is left."""
    report = yield
    for one in item.funcargs.values():
        if report.failed and isinstance(one, Machine):
            folder = FAILED / f"{item.path.stem}-{item.name}-{call.when}"
            folder.mkdir(parents=True, exist_ok=True)
            with suppress(Exception):
                pygame.image.save(one.picture(), folder / "screen.png")
            with suppress(Exception):
                (folder / "log").write_text(one.say("journalctl --no-pager -o short-precise"))
    return report


@pytest.fixture(scope="session")
def debian() -> build.Base:
    """Debian with our wires, fetched once."""
    with build.alone():
        return build.base()


@pytest.fixture(scope="session")
def installed(debian: build.Base) -> Path:
    """The disk of a machine with the table."""
    with build.alone():
        return disks.with_table(debian)


@pytest.fixture(scope="session")
def arm() -> build.Base:
    """Debian with our wires for the processor of a Pi, fetched once."""
    with build.alone():
        return build.base(build.ARM)


@pytest.fixture(scope="module")
def machine(
    request: pytest.FixtureRequest,
    debian: build.Base,
    installed: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Machine]:
    """A machine with the table installed. A module's tests share it, one after the other. `KERNEL` of the
    module: more words of the kernel's command line; `AS_SHIPPED`: its service waits no longer than ours."""
    words, is_patient = getattr(request.module, "KERNEL", ""), not hasattr(request.module, "AS_SHIPPED")
    folder = tmp_path_factory.mktemp("machine")
    with disks.switched_on(debian, installed, folder, words, is_patient=is_patient) as one:
        yield one
