"""`garou config`: checks the owner's files, and shows what an update changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, JSON
from table.commands.output import show

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("config", short_help="Says whether your own files fit, and what an update changed.")
@click.option("--remember", is_flag=True, help="From now on compares with what is shipped today.")
@JSON
@CONFIG
def command(remember: bool, as_json: bool, owner: Owner) -> int:
    """Looks at your own files: whether they fit, and what an update has made of them."""
    from table.appliance.doctor.findings import as_data, as_text
    from table.appliance.doctor.machine import about, this_machine
    from table.appliance.opening import updates
    from table.appliance.opening.misfit import unfit
    from table.house.load import load as load_house
    from table.settings.owner import state_directory
    from table.words.troubles import english

    if remember and not updates.is_known(owner):
        updates.remember(owner)
        remember = False
    roles = load_house(None, owner.house, owner.catalogue, state_directory())
    unplayable = [one.told(english()) for one in unfit(owner, roles)]
    findings = updates.findings_in(owner, roles, unplayable)
    if remember:
        updates.remember(owner)
    show(as_data(findings, about(this_machine())) if as_json else as_text(findings, english()))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0
