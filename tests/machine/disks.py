"""The disk of a machine with the table installed, made once, by a machine; and what a test adds there."""

from __future__ import annotations

import io
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tests.machine import build
from tests.machine.machine import Machine, state_disk

PATIENT = "[Service]\nTimeoutStartSec=200\nWatchdogSec=60\n"
"""An emulated processor, on a host with other work, may take ten seconds to draw a picture."""


def with_table(debian: build.Base) -> Path:
    """The disk of a machine on which the working tree's archive was installed, without a network. Beside it
    lies what `install` said."""
    packed = build.archive(debian.arch)
    folder = build.CACHE / f"installed-{debian.disk.parent.name}-{build.digest([], [packed])}"

    def make(new: Path) -> None:
        with Machine(debian, build.overlay(debian.disk, new / "disk.qcow2"), new, state_disk(new)) as machine:
            machine.run("tar xz -C /srv", given=packed.read_bytes())
            said = machine.run("cd /srv/garou-*/ && ./install", timeout_s=1200)
            (new / "said").write_text(said.stdout + said.stderr)
            machine.shut_down()

    if not folder.exists():
        build.with_new(folder, make)
    return folder / "disk.qcow2"


@contextmanager
def switched_on(
    debian: build.Base, installed: Path, folder: Path, words: str = "", *, is_patient: bool = True
) -> Iterator[Machine]:
    """A machine with the table installed, switched on; nothing of it is kept. `words`: more words of the
    kernel's command line; `is_patient`: the service waits for longer than the shipped one."""
    state = shutil.copy(installed.parent / "state.img", folder / "state.img")
    disk = build.overlay(installed, folder / "disk.qcow2")
    with Machine(debian, disk, folder, Path(state), words=words) as one:
        if is_patient:
            one.put(PATIENT, "/etc/systemd/system/garou.service.d/patient.conf")
            one.run("systemctl daemon-reload")
        yield one
    shutil.rmtree(folder)


def with_libraries(machine: Machine, *names: str) -> None:
    """Adds libraries of our own set-up to those of the table, as plain Python: the archive of these tests has
    no extras."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in names:
            found = find_spec(name)
            assert found
            assert found.origin
            folder = Path(found.origin).parent
            for path in folder.rglob("*.py"):
                archive.add(path, f"{name}/{path.relative_to(folder)}")
    machine.run("tar x -C /opt/garou/current/.venv/lib/python3*/site-packages", given=packed.getvalue())
