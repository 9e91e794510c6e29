"""A view of a computer for the doctor: its files, user, Python and libraries.

Tests build one out of a folder and a few words.
"""

from __future__ import annotations

import ctypes
import grp
import os
import platform
import pwd
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from hardware.buttons.gpio_lines import Header, header
from hardware.outputs.choosing import Outputs
from hardware.outputs.reading import outputs_of
from table.appliance.doctor.bootconfig import BootConfig
from table.paths import PROGRAM
from table.version import commit, version

BOOTS = ("boot/firmware", "boot")
"""Folders of config.txt and cmdline.txt: from Bookworm on, and before."""


@dataclass(frozen=True)
class Machine:
    """The doctor's view of a computer. `root`: the folder that holds its file system."""

    root: Path
    environ: Mapping[str, str]
    home: Path
    user: str
    groups: frozenset[str]
    """Groups of the user, as this process has them."""
    is_root: bool
    python: tuple[int, int]
    can_import: Callable[[str], bool]
    can_load: Callable[[str], bool]
    """Returns whether a shared library exists."""
    may_write: Callable[[Path], bool]
    header: Callable[[Path], Header | None]
    """Returns the GPIO chip of the header among the devices of a folder; None if there is none the user may
    open."""
    prefix: Path
    """The Python environment it runs in."""
    folder: Path
    """Folder of Garou."""
    voice_speed: Callable[[str], float] | None = None
    """Measures the seconds that a Piper voice takes for a second of speech; None: not now, as that takes
    seconds itself. Raises `VoiceError`."""

    def path(self, path: str | Path) -> Path:
        return self.root / str(path).lstrip("/")

    def read(self, path: str | Path) -> str:
        try:
            return self.path(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def there(self, path: str | Path) -> bool:
        """Whether it is there, as far as this user may know: root's folders are closed to the table's."""
        return os.path.exists(self.path(path))

    @property
    def model(self) -> str:
        """ "Raspberry Pi 4 Model B Rev 1.5"; empty for what is no Pi."""
        model = self.read("/proc/device-tree/model")
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def name(self) -> str:
        """The model of any machine, as its maker calls it; the kind of its processor if it has no name."""
        maker, product = (self.read(f"/sys/class/dmi/id/{part}") for part in ("sys_vendor", "product_name"))
        named = self.read("/proc/device-tree/model") or f"{maker} {product}".strip()
        return named or platform.machine()

    @property
    def family(self) -> str:
        """ "3", "4", "5", "zero 2", "zero"...: which Pi it is; empty for another machine."""
        if match := re.search(r"Zero 2|Zero", self.model):
            return match[0].lower()
        match = re.search(r"Pi (?:Compute Module )?(\d)", self.model)
        return match[1] if match else "1" if self.model else ""

    @property
    def kernel(self) -> tuple[int, ...]:
        """Version of the kernel: (6, 12, 55)."""
        match = re.match(r"\d+(\.\d+)*", self.read("/proc/sys/kernel/osrelease"))
        return tuple(map(int, match[0].split("."))) if match else ()

    @property
    def boot(self) -> str:
        return next((f"/{boot}" for boot in BOOTS if self.there(f"{boot}/config.txt")), "/boot/firmware")

    @property
    def outputs(self) -> Outputs:
        """Where it can play."""
        return outputs_of(self.root, self.environ)

    @property
    def config(self) -> BootConfig:
        """The lines of config.txt for this Pi."""
        return BootConfig.parsed(self.read(f"{self.boot}/config.txt"), self.family)


def this_machine() -> Machine:
    """The computer this runs on."""
    return Machine(
        root=Path("/"),
        environ=os.environ,
        home=Path.home(),
        user=pwd.getpwuid(os.getuid()).pw_name,
        groups=frozenset(_group_names()),
        is_root=os.geteuid() == 0,
        python=sys.version_info[:2],
        can_import=lambda module: find_spec(module) is not None,
        can_load=_can_load,
        may_write=lambda path: os.access(path, os.W_OK),
        header=header,
        prefix=Path(sys.prefix),
        folder=PROGRAM,
    )


def about(machine: Machine) -> dict[str, str]:
    """Facts about this program and its machine, for another program."""
    return {
        "version": version(),
        "commit": commit(),
        "python": platform.python_version(),
        "machine": machine.name,
        "kernel": machine.read("/proc/sys/kernel/osrelease") or platform.release(),
    }


def _group_names() -> Iterator[str]:
    for number in {os.getegid(), *os.getgroups()}:
        try:
            yield grp.getgrgid(number).gr_name
        except KeyError:
            continue  # a group without a name is none that the table needs


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def file_system(mounts: str, directory: Path) -> str:
    """The kind of file system a directory lies on, by the lines of /proc/self/mounts; empty if unknown."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        parts = line.split()
        if len(parts) < 3:
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), parts[1]))
        if directory.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), parts[2]
    return kind
