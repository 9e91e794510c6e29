"""Machines for these tests: one with Debian and our wires, one with the table installed, one that plays."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.machine import build, disks
from tests.machine.machine import Machine

LONGEST = ("plug", "evenings", "first_start", "service", "faults", "cuts")
"""Two processes run the tests; begun in this order, they end at about the same time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: LONGEST.index(name) if (name := item.path.stem[5:]) in LONGEST else 9)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """A run takes an hour: what has failed is told at once."""
    if report.failed:
        print(f"\n{report.nodeid}\n{report.longreprtext}", flush=True)


@contextmanager
def alone() -> Iterator[None]:
    """Of the processes that run tests side by side one at a time makes disks; the others find them made."""
    build.CACHE.mkdir(parents=True, exist_ok=True)
    with (build.CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def debian() -> build.Base:
    """Debian alone, fetched once."""
    with alone():
        return build.base()


@pytest.fixture(scope="session")
def installed(debian: build.Base) -> Path:
    """The disk of a machine with wires and the table."""
    with alone():
        return disks.with_table(debian, disks.with_wires(debian))


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
