"""`garou play`: runs the table until it is closed."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import (
    ADDRESS,
    CONFIG,
    DECK,
    FILE,
    HOUSE,
    LANGUAGE,
    ROUNDS,
    SEATS,
    SEED,
    SIMULATED,
    SPEED,
    house_roles,
)

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("play", short_help="Runs the table: people sit down and play until it is closed.")
@SIMULATED
@SEATS(help="Seats of the simulated table.")
@click.option(
    "--phones", is_flag=True, help="Phones are seats: their address, and a code to scan, stand on the board."
)
@ADDRESS
@SPEED(default=1.0, help="How fast time passes (1).")
@LANGUAGE(help="Of voice and board.")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--deck", help=DECK)
@click.option("--deal", type=click.Choice(["ring", "cards"]), help="By the rings, or of cards of your own.")
@ROUNDS(help="Ends after so many; else when the table is closed.")
@SEED(help="Deals and draws the same again: for tests, it can be predicted.")
@click.option("--state", type=FILE, help="Another folder for evenings, voices and all that the table keeps.")
@click.option("--service", is_flag=True, help="Begins with the service menu.")
@click.option(
    "--first-start", is_flag=True, help="A table that nobody has wired is taught by its buttons first."
)
@CONFIG
@HOUSE
def command(service: bool, language: str | None, owner: Owner, house: Path | None, **typed: Any) -> None:
    """Runs the table: people sit down, their host chooses, and rounds are played until it is closed. At a
    simulated one bots play every seat until somebody touches it.

    A round that was cut short goes on, unless somebody holds a button, or an evening of its own is asked for
    with --seats, --rulebook, --deck, --deal or --seed.
    """
    from hardware.notify import ServiceManager
    from table.appliance.opening.prepared import CommandLine
    from table.appliance.opening.until_closed import play_until_closed
    from table.appliance.service.service import Service
    from table.appliance.starting import warn
    from table.version import program

    manager, wanted = ServiceManager.here(), CommandLine(**typed)
    if manager.listens:
        warn(f"{program()}, Python {platform.python_version()}")
    told = play_until_closed(
        wanted, owner, lambda: house_roles(house, owner, wanted.state), Service(service, language), manager
    )
    if told and not manager.listens:
        print("\n".join(told))
