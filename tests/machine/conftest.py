"""Machines for these tests: one with Debian and our wires, one with the table installed, one that plays."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import build, disks
from tests.machine.machine import Machine


@pytest.fixture(scope="session")
def debian() -> build.Base:
    """Debian alone, fetched once."""
    return build.base()


@pytest.fixture(scope="session")
def installed(debian: build.Base) -> Path:
    """The disk of a machine with wires and the table."""
    return disks.with_table(debian, disks.with_wires(debian))


@pytest.fixture(scope="module")
def machine(
    request: pytest.FixtureRequest,
    debian: build.Base,
    installed: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Machine]:
    """A machine with the table installed. A module's tests share it, one after the other. `KERNEL` of the
    module: more words of the kernel's command line."""
    words = getattr(request.module, "KERNEL", "")
    with disks.switched_on(debian, installed, tmp_path_factory.mktemp("machine"), words) as one:
        yield one
