"""The disks of a machine: with our wires, and with the table installed. Each is made once, by a machine."""

from __future__ import annotations

import io
import shutil
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.machine import build
from tests.machine.machine import Machine, state_disk

MAKE_WIRES = (
    "cd /opt/kernel"
    " && make -s -C /lib/modules/$(uname -r)/build M=$PWD CONFIG_DEBUG_INFO_BTF_MODULES= modules"
    " && install -D -t /lib/modules/$(uname -r)/extra garou_wires.ko && depmod && modprobe garou_wires"
)
PATIENT = "[Service]\nTimeoutStartSec=200\nWatchdogSec=60\n"
"""An emulated processor, on a host with other work, may take ten seconds to draw a picture."""


def with_wires(debian: build.Base) -> Path:
    """The disk of a machine with a header, wires and expanders. Beside it lies the module."""
    kernel = build.HERE / "kernel"
    folder = build.CACHE / f"wired-{debian.disk.parent.name}-{build.digest([], sorted(kernel.iterdir()))}"

    def make(new: Path) -> None:
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as tar:
            tar.add(kernel, "kernel")
        with Machine(debian, build.overlay(debian.disk, new / "disk.qcow2"), new) as machine:
            machine.run("tar x -C /opt", given=packed.getvalue())
            machine.run(MAKE_WIRES, timeout_s=1200)
            machine.shut_down()

    if not folder.exists():
        build.with_new(folder, make)
    return folder / "disk.qcow2"


def with_table(debian: build.Base, wired: Path) -> Path:
    """The disk of a machine on which the working tree's archive was installed, without a network. Beside it
    lies what `install` said."""
    packed = build.archive(debian.arch)
    folder = build.CACHE / f"installed-{build.digest([str(wired)], [packed])}"

    def make(new: Path) -> None:
        with Machine(debian, build.overlay(wired, new / "disk.qcow2"), new, state_disk(new)) as machine:
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
