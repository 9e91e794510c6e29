"""`garou doctor`: what is wrong with this machine for the table, and the command that mends it.

Everything is read from a `Machine`, a view of the computer that tests build out of a folder and a few words.
Nothing is claimed or changed, so the doctor can run while the table plays. Findings have no language: the
command and the service menu make sentences of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from table.appliance.doctor import computer, sound, wires
from table.appliance.doctor.findings import Found, of_entry, well
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.needs import is_real, needs_pi
from table.settings.load import Report, load
from table.settings.settings import Settings

Look = Callable[[Machine, Settings], Iterable[Found]]
LOOKS: Sequence[Look] = (
    computer.python, computer.model, sound.output, sound.voice, computer.state,
    computer.evenings, computer.phones, computer.own_wifi,
)  # fmt: skip
LOOKS_ON_A_PI: Sequence[Look] = (
    computer.groups, wires.on_header, wires.rings, wires.elsewhere,
    computer.display, computer.clock, computer.lamp,
)  # fmt: skip
"""Checks for a table of wood and wire. They are printed in this order."""


def examine(
    machine: Machine,
    path: Path,
    read: Callable[[Path], tuple[Settings, Report]] = load,
    unfit: Callable[[], Sequence[Found]] = tuple,
) -> list[Found]:
    """Everything that matters to the table of this configuration file.

    `read`: reads the file.
    `unfit`: returns why no round can be started.

    Mistakes in the owner's files are the first findings. The machine is then examined for the settings in the
    file that can be used, and the defaults of the rest.
    """
    settings, told = read(path)
    findings = [*map(of_entry, told), *unfit()]
    if all(found.key != "configuration" for found in findings):
        findings.insert(0, well("configuration", file=path))
    real: Sequence[Look] = ()
    if is_real(settings):
        real = LOOKS_ON_A_PI if machine.model else () if needs_pi(settings) else (wires.elsewhere,)
    for look in (*LOOKS, *real):
        findings += look(machine, settings)
    return findings
