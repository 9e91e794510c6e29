"""`garou doctor`: what is wrong with this machine for the table, and the command that mends it.

Everything is read from a `Machine`, a view of the computer that tests build out of a folder and a few words.
Nothing is claimed or changed, so the doctor can run while the table plays. Findings have no language: the
command and the service menu make sentences of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hardware.rings.backends import BACKENDS as RING_BACKENDS
from table import files
from table.appliance.doctor import computer, wires
from table.appliance.doctor.findings import Found, well
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.needs import is_real, needs_pi
from table.errors import Reason, UnreadableError
from table.settings.settings import SYSTEM, Settings, load

Look = Callable[[Machine, Settings], Iterable[Found]]
LOOKS: Sequence[Look] = (
    computer.python, computer.model, computer.sound, computer.state, computer.evenings, computer.phones,
)  # fmt: skip
LOOKS_ON_A_PI: Sequence[Look] = (
    computer.groups, wires.on_header, wires.rings, wires.elsewhere,
    computer.display, computer.clock, computer.lamp,
)  # fmt: skip
"""What matters to a table of wood and wire. They are printed in this order."""


def examine(
    machine: Machine,
    path: Path,
    read: Callable[[Path], Settings] = load,
    unfit: Callable[[], Sequence[Found]] = tuple,
    starts: Callable[[Path], bool] = lambda path: False,  # noqa: ARG005 - who knows no better
) -> list[Found]:
    """Everything that matters to the table of this configuration file, read by `read`. `unfit`: why no round
    can be started with it, if none can, and what else is wrong with the owner's files; `starts`: whether the
    table plays all the same with one that is refused, without what is wrong in it.

    A refused or unreadable file is the first finding; the machine is then examined for the settings in it
    that can be used, and the defaults of the rest.
    """
    mistake = None
    try:
        settings = read(path)
    except UnreadableError as error:
        mistake = error
        settings = usable(path)
    plays_on = mistake is not None and starts(path)
    why = Reason("doctor.spared.why") if plays_on else Reason("doctor.refused.why")
    findings = [well("configuration", file=path), *unfit()]
    if mistake:
        facts = {"file": path, "reason": mistake.wrong}
        edit = Reason("doctor.edit", file=path)
        findings[0] = Found("configuration", "wrong", mistake.wrong, why, edit, facts)
    real: Sequence[Look] = ()
    if is_real(settings):
        real = LOOKS_ON_A_PI if machine.model else () if needs_pi(settings) else (wires.elsewhere,)
    for look in (*LOOKS, *real):
        findings += look(machine, settings)
    return findings


def usable(path: Path) -> Settings:
    """What a file says key by key, without what cannot be; all defaults if it cannot be read. Its language is
    SYSTEM if it names none."""
    try:
        written = tomllib.loads(files.text(path))
    except (OSError, ValueError, RecursionError):
        return Settings(language=SYSTEM)
    kept: dict[str, Any] = {"language": SYSTEM}
    for key, value in written.items():
        if isinstance(value, dict):
            value = {name: each for name, each in value.items() if _fits({key: {name: each}})}
        if _fits({key: value}):
            kept[key] = value
    return msgspec.convert(kept, Settings)


def _fits(written: Mapping[str, Any]) -> bool:
    try:
        settings = msgspec.convert(written, Settings)
    except msgspec.ValidationError:
        return False
    return settings.rings.backend in RING_BACKENDS
