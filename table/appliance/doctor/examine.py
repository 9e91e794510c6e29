"""`garou doctor`: what is wrong with this machine for the table, and the command that mends it.

Everything is read from a `Machine`, a view of the computer that tests build out of a folder and a few words.
Nothing is claimed or changed, so the doctor can run while the table plays. Findings have no language: the
command and the service menu make sentences of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from table.appliance.doctor import computer, sound, wires
from table.appliance.doctor.findings import Found, Grade, well
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.needs import is_real, needs_pi
from table.errors import Reason
from table.settings.load import Entry, Happens, Report, load
from table.settings.settings import Settings

Look = Callable[[Machine, Settings], Iterable[Found]]
LOOKS: Sequence[Look] = (
    computer.python, computer.model, sound.output, sound.voice,
    computer.state, computer.evenings, computer.phones,
)  # fmt: skip
LOOKS_ON_A_PI: Sequence[Look] = (
    computer.groups, wires.on_header, wires.rings, wires.elsewhere,
    computer.display, computer.clock, computer.lamp,
)  # fmt: skip
"""What matters to a table of wood and wire. They are printed in this order."""


WHY: Mapping[Happens, str] = {
    "refused": "doctor.refused.why",
    "shipped": "doctor.spared.why",
    "for_others": "doctor.without.why",
    "unplayed": "doctor.without_deck.why",
}
"""What happens with a mistake in the owner's files, by the keys of its texts."""


def examine(
    machine: Machine,
    path: Path,
    read: Callable[[Path], tuple[Settings, Report]] = load,
    unfit: Callable[[], Sequence[Found]] = tuple,
) -> list[Found]:
    """Everything that matters to the table of this configuration file, read by `read`. `unfit`: why no round
    can be started with it, if none can, and what else is wrong with the owner's files.

    Mistakes in the file are the first findings; the machine is then examined for the settings in it that can
    be used, and the defaults of the rest.
    """
    settings, told = read(path)
    findings = [*map(_told, told)] or [well("configuration", file=path)]
    findings += unfit()
    real: Sequence[Look] = ()
    if is_real(settings):
        real = LOOKS_ON_A_PI if machine.model else () if needs_pi(settings) else (wires.elsewhere,)
    for look in (*LOOKS, *real):
        findings += look(machine, settings)
    return findings


def _told(entry: Entry) -> Found:
    """A mistake in the owner's files, and what happens with it."""
    edit, facts = Reason("doctor.edit", file=entry.file), {"file": entry.file, "reason": entry.wrong}
    grade: Grade = "note" if entry.happens == "for_others" else "wrong"
    return Found("configuration", grade, entry.wrong, Reason(WHY[entry.happens]), edit, facts)
