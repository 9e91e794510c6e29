"""`garou doctor`: what is wrong with the machine, and how to repair it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, JSON, LANGUAGE
from table.commands.output import show

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("doctor", short_help="Says what is wrong with the machine, and what mends it.")
@LANGUAGE(help="Of the findings.")
@JSON
@CONFIG
def command(language: str | None, as_json: bool, owner: Owner) -> int:
    """Looks at the machine: what is not as this table needs it, and the command that mends it."""
    from dataclasses import replace

    from hardware.voice.engines import piper_speed
    from table.appliance.doctor.examine import examine
    from table.appliance.doctor.findings import as_data, as_text
    from table.appliance.doctor.machine import about, this_machine
    from table.appliance.opening.misfit import unfit
    from table.appliance.walk.taught import language_of, load_here
    from table.house.load import load as load_house
    from table.settings.owner import state_directory
    from table.words.troubles import troubles_of

    roles = load_house(None, owner.house, owner.catalogue, state_directory())
    machine = replace(this_machine(), voice_speed=piper_speed)
    read, why_not = (lambda _: load_here(owner, roles)), (lambda: unfit(owner, roles))
    found = examine(machine, owner.table, read, why_not)
    troubles = troubles_of(owner.catalogue, language or language_of(owner, state_directory()))
    findings = [one.told(troubles) for one in found]
    show(as_data(findings, about(machine)) if as_json else as_text(findings, troubles))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0
