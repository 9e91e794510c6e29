"""What a backend may ask of a machine when the doctor looks at it, and how it says what it has seen.

What it says is in no language: the key of a text and its facts. The doctor makes sentences of them, those of
`doctor.KEY.found` and `doctor.KEY.why`, or of `well.KEY` where all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from hardware.buttons.gpio_lines import Header
from hardware.libraries import brings

UDEV_RULES = "/etc/udev/rules.d/90-garou.rules"
"""Where the machine keeps who may open which device."""


class BootLines(Protocol):
    """The lines of config.txt that a Pi reads."""

    @property
    def values(self) -> Mapping[str, str]:
        """Plain settings."""

    @property
    def params(self) -> Mapping[str, str]:
        """Of the dtparam lines."""

    @property
    def overlays(self) -> Mapping[str, Mapping[str, str]]:
        """Of the dtoverlay lines: of each overlay what it is given."""


class MachineView(Protocol):
    """A computer. Paths are those that it has itself, as "/dev/leds0"."""

    @property
    def family(self) -> str:
        """ "3", "4", "5", "zero 2", "zero"...: which Pi it is; empty for what is none."""

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
        """What config.txt says to this Pi."""

    @property
    def python(self) -> tuple[int, int]:
        """The version of the Python that plays."""

    @property
    def environ(self) -> Mapping[str, str]:
        """Its variables."""

    @property
    def cwd(self) -> Path:
        """The folder it was started in."""

    @property
    def prefix(self) -> Path:
        """The Python environment it runs in."""

    @property
    def folder(self) -> Path:
        """The folder of Garou."""

    @property
    def root(self) -> Path:
        """The folder that holds its file system, "/" but in tests."""

    @property
    def can_import(self) -> Callable[[str], bool]:
        """Whether a module of Python is there."""

    @property
    def header(self) -> Callable[[Path], Header | None]:
        """The GPIO chip of the header among the devices of a folder; None without one the user may open."""

    @property
    def may_write(self) -> Callable[[Path], bool]:
        """Whether the user may write to what lies at a `path`."""

    def path(self, path: str | Path) -> Path:
        """Where an absolute path of this computer lies."""

    def there(self, path: str | Path) -> bool:
        """Whether a file or device is there."""

    def read(self, path: str | Path) -> str:
        """The text of a file, empty if there is none."""


class Phrase:
    """A text, by its key in `config/troubles` and its facts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.key = key
        self.facts = facts


class Observation(NamedTuple):
    """One thing that a backend looked at."""

    grade: Literal["well", "note", "wrong"]
    key: str
    facts: Mapping[str, object]
    mend: str | Phrase = ""
    """The command that mends it, or what does."""


def well(key: str, **facts: object) -> Observation:
    """One thing that is as it must be."""
    return Observation("well", key, facts)


def note(key: str, mend: str | Phrase, **facts: object) -> Observation:
    """One thing worth knowing, and what mends it."""
    return Observation("note", key, facts, mend)


def wrong(key: str, mend: str | Phrase, **facts: object) -> Observation:
    """One thing that keeps the device from working, and what mends it."""
    return Observation("wrong", key, facts, mend)


def to_set(setting: str, table: str) -> Phrase:
    """What mends it is another line in a table of table.toml."""
    return Phrase("doctor.set", setting=setting, table=table)


def dotted(version: Sequence[int]) -> str:
    """ "6.12.55"."""
    return ".".join(map(str, version)) or "?"


def brings_to(machine: MachineView, module: str) -> str:
    """The command that brings a library to a machine."""
    return brings(module, machine.folder, machine.prefix, machine.root)


def add_to_config(machine: MachineView, *lines: str) -> str:
    """The command that adds lines to config.txt, for all models, whatever section it ends with."""
    added = " ".join(("'[all]'", *lines))
    return f"printf '%s\\n' {added} | sudo tee -a {machine.boot}/config.txt && sudo reboot"
