"""The plug is pulled at any moment of a round that a real file system on a recorded disk has stored."""

from __future__ import annotations

import importlib
import io
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.kit.cuts import ends_well, whole
from tests.kit.paths import ROOT
from tests.machine import build
from tests.machine.confessing import BLOCK, ROUNDS, SEED
from tests.machine.disk_log import LEAVES, Leaves, Write, after_cut, writes_in
from tests.machine.machine import Machine, state_disk

MIB = 32
"""The size of the file system. The last block of its disk is past it."""
CUTS = 10
"""How many cuts are made of each game in each way."""
MODULES = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "py")
"""What the tests' own helpers import, and a table does not have."""


def packed() -> bytes:
    """The tests' helpers, as a tar archive."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as tar:
        for path in (*(ROOT / "tests/kit").rglob("*.py"), *(ROOT / "tests/machine").glob("*.py")):
            tar.add(path, path.relative_to(ROOT))
        for name in MODULES:
            file = Path(str(importlib.import_module(name).__file__))
            path = file.parent if file.name == "__init__.py" else file
            tar.add(path, path.name, filter=lambda one: None if "__pycache__" in one.name else one)
    return data.getvalue()


class Recorded:
    """A round's disk: as it was before, and each write to it."""

    def __init__(self, before: bytes, writes: list[Write]) -> None:
        self.before, self.writes = before, writes

    def confessed(self, moment: int) -> int:
        """How many answers had an effect before this write."""
        for write in reversed(self.writes[:moment]):
            if write.at == len(self.before) - BLOCK:
                return int.from_bytes(write.data[:8], "little")
        return 0

    def first(self) -> int:
        """The write that says that the first answer had an effect."""
        return next(moment for moment in range(len(self.writes)) if self.confessed(moment + 1))


@pytest.fixture(scope="module", params=ROUNDS)
def recorded(
    request: pytest.FixtureRequest,
    debian: build.Base,
    installed: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Recorded]]:
    """A round is played in the machine, on a disk of its own."""
    game, folder = request.param, tmp_path_factory.mktemp("recorded")
    state, log = state_disk(folder, MIB), folder / "log"
    with state.open("ab") as file:
        file.truncate(file.tell() + BLOCK)
    before = state.read_bytes()
    disk = build.overlay(installed, folder / "disk.qcow2")
    with Machine(debian, disk, folder, state, log) as machine:
        machine.run("mkdir /opt/kit && tar xz -C /opt/kit", given=packed())
        machine.run(
            "cd /opt/kit && /opt/garou/current/.venv/bin/python -m tests.machine.confessing"
            f" /var/lib/garou $(findmnt -no SOURCE /var/lib/garou) {MIB << 20} {game}"
        )
        machine.shut_down()
    yield game, Recorded(before, writes_in(log))
    shutil.rmtree(folder)


@pytest.mark.parametrize("leaves", LEAVES)
def test_a_round_goes_on_to_its_end_after_any_cut(
    leaves: Leaves, recorded: tuple[str, Recorded], tmp_path: Path
) -> None:
    """The file system is mended as at a start with `fsck.repair=yes`; no answer that had an effect is lost,
    and the round ends as it would have. (Without that option nothing mends a superblock of which only one
    sector was written, and the disk stays away.)"""
    game, disk = recorded
    uncut, lots = whole(ROUNDS[game], SEED), Random(f"{game} {leaves}")
    assert 0.9 * len(uncut.given) < disk.confessed(len(disk.writes)) <= len(uncut.given)
    for number in range(CUTS):
        moment = lots.randrange(disk.first(), len(disk.writes))
        image, folder = tmp_path / "disk.img", tmp_path / str(number)
        left = bytearray(disk.before)
        after_cut(left, disk.writes[:moment], leaves, lots)
        image.write_bytes(left)
        checked = subprocess.run(["e2fsck", "-fy", image], capture_output=True, text=True)
        assert checked.returncode in (0, 1), checked.stdout
        folder.mkdir()
        build.run("debugfs", "-R", f"rdump / {folder}", image)
        ends_well(folder, uncut, disk.confessed(moment))
