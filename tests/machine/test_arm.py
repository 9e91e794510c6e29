"""The table on the processor of a Pi: a 64-bit ARM, Debian's kernel for it, and the archive for a Pi."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import build, disks
from tests.machine.machine import COLOURS, Machine
from tests.machine.test_evenings import WORDS, play_on, sitting


@pytest.fixture(scope="session")
def arm_installed(arm: build.Base) -> Path:
    """The disk of such a machine with the table."""
    return disks.with_table(arm)


@pytest.fixture(scope="module")
def machine(
    arm: build.Base, arm_installed: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machine]:
    """Such a machine with the table installed."""
    with disks.switched_on(arm, arm_installed, tmp_path_factory.mktemp("arm")) as one:
        yield one


def test_it_installs_without_a_network(arm_installed: Path) -> None:
    said = (arm_installed.parent / "said").read_text()
    assert "is in use: /usr/local/bin/garou" in said
    assert "ok     /etc/garou/table.toml can be used" in said


def test_a_round_by_contacts_and_rings_alone(machine: Machine) -> None:
    """The board is on the screen; the service was never started again."""
    assert machine.say("uname -m") == "aarch64"
    with sitting(machine, WORDS) as party:
        assert machine.colours() > COLOURS
        party.start_round()
        play_on(machine, party)
    assert machine.say("systemctl show -p NRestarts --value garou") == "0"
