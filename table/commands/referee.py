"""`garou referee`: plays a scenario by the rules alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE, HOUSE, house_roles
from table.commands.output import show

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("referee")
@click.argument("file", type=FILE)
@CONFIG
@HOUSE
def command(file: Path, owner: Owner, house: Path | None) -> None:
    """Says what the rules make of a scenario FILE, as JSON."""
    from table.house.books import with_house
    from table.referee.referee import referee

    show(referee(file, with_house(house_roles(house, owner))))
