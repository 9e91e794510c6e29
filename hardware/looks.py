"""What a backend may read of a machine for the doctor, and how it reports what it found.

A report has no language: it is the key of a text and its facts. The doctor makes sentences with
`doctor.KEY.found` and `doctor.KEY.why`, or `well.KEY` if all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from hardware.buttons.gpio_lines import Header
from hardware.libraries import brings

UDEV_RULES = "/etc/udev/rules.d/90-garou.rules"
"""Where the machine configures who may open which device."""


class BootLines(Protocol):
    """The lines of config.txt that a Pi reads."""

    @property
    def values(self) -> Mapping[str, str]:
        """The plain settings."""

    @property
    def params(self) -> Mapping[str, str]:
        """The values of the dtparam lines."""

    @property
    def overlays(self) -> Mapping[str, Mapping[str, str]]:
        """For each dtoverlay line: the overlay and its parameters."""


class MachineView(Protocol):
    """A computer. Paths are its own, such as "/dev/leds0"."""

    @property
    def family(self) -> str:
        """Which Pi it is: "3", "4", "5", "zero 2", "zero"...; empty if it is not a Pi."""

    @property
    def kernel(self) -> tuple[int, ...]:
        """The kernel's version: (6, 12, 55)."""

    @property
    def user(self) -> str:
        """The name of the user."""

    @property
    def is_root(self) -> bool:
        """Whether the user is root."""

    @property
    def boot(self) -> str:
        """The folder of config.txt and cmdline.txt."""

    @property
    def config(self) -> BootLines:
        """The lines of config.txt that apply to this Pi."""

    @property
    def python(self) -> tuple[int, int]:
        """The version of the running Python."""

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment variables."""

    @property
    def prefix(self) -> Path:
        """The Python environment it runs in."""

    @property
    def folder(self) -> Path:
        """The folder of Garou."""

    @property
    def root(self) -> Path:
        """The root of its file system: "/" except in tests."""

    @property
    def can_import(self) -> Callable[[str], bool]:
        """Whether a Python module can be imported."""

    @property
    def header(self) -> Callable[[Path], Header | None]:
        """The GPIO chip of the header among the devices in a folder; None if the user cannot open one."""

    @property
    def may_write(self) -> Callable[[Path], bool]:
        """Whether the user may write to `path`."""

    def path(self, path: str | Path) -> Path:
        """Where an absolute path of this computer is on ours."""

    def there(self, path: str | Path) -> bool:
        """Whether a file or device is there."""

    def read(self, path: str | Path) -> str:
        """The text of a file; empty if the file is missing."""


class Phrase:
    """A text, by its key in `config/troubles` and its facts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.key = key
        self.facts = facts


class Observation(NamedTuple):
    """One finding of a backend."""

    grade: Literal["well", "note", "wrong"]
    key: str
    facts: Mapping[str, object]
    mend: str | Phrase = ""
    """The command or action that fixes it."""


def well(key: str, **facts: object) -> Observation:
    """A finding that all is well."""
    return Observation("well", key, facts)


def note(key: str, mend: str | Phrase, **facts: object) -> Observation:
    """A finding worth knowing, and its fix."""
    return Observation("note", key, facts, mend)


def wrong(key: str, mend: str | Phrase, **facts: object) -> Observation:
    """A finding that keeps the device from working, and its fix."""
    return Observation("wrong", key, facts, mend)


def to_set(setting: str, table: str) -> Phrase:
    """The fix is another line in a table of table.toml."""
    return Phrase("doctor.set", setting=setting, table=table)


def dotted(version: Sequence[int]) -> str:
    """ "6.12.55"."""
    return ".".join(map(str, version)) or "?"


def brings_to(machine: MachineView, module: str) -> str:
    """The command that installs a library on a machine."""
    return brings(module, machine.folder, machine.prefix, machine.root)


def add_to_config(machine: MachineView, *lines: str) -> str:
    """The command that adds lines to config.txt, for all models, whatever section the file ends with."""
    added = " ".join(("'[all]'", *lines))
    return f"printf '%s\\n' {added} | sudo tee -a {machine.boot}/config.txt && sudo reboot"
