"""`garou check`: tries every part of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import CONFIG, JSON, LANGUAGE, SIMULATED, Within, house_roles
from table.commands.output import show
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.appliance.check_report import CheckResult
    from table.settings.owner import Owner


@click.command("check", short_help="Walks round the table: every button, ring, voice and board.")
@SIMULATED
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(["seats", "rings", "voice", "board", "disk"]),
    help="Only this; may be given several times.",
)
@click.option("--seat", type=click.IntRange(1, 24), help="Only buttons and ring of this seat.")
@click.option("--wait", type=Within(1, 600), default=20.0, help="Seconds for each answer (20).")
@LANGUAGE(help="Of voice and board.")
@JSON
@CONFIG
def command(
    simulated: bool,
    only: Sequence[Any],
    seat: int | None,
    wait: float,
    language: str | None,
    as_json: bool,
    owner: Owner,
) -> int:
    """Walks round the table: every button, ring, the voice, the board, the disk."""
    from table.appliance.check_report import PARTS, CheckTexts, all_passed, as_data, summary
    from table.appliance.check_table import always_data, check_table, opened
    from table.appliance.service import Service
    from table.appliance.starting import face_here, warn
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.settings.owner import state_directory
    from table.settings.settings import load

    with always_data(show if as_json else None):
        owners = load(owner.table, with_house(house_roles(None, owner)), languages=owner.languages)
        folder = state_directory()
        settings = Service(False, language).settings(owners, folder, owner.languages, warn)
        if seat is not None:
            if seat > settings.seats:
                raise UnreadableError(f"--seat {seat}: this table has the seats 1 to {settings.seats}")
            if alone := [part for part in only if part not in ("seats", "rings")]:
                raise UnreadableError(f"--seat {seat} --only {alone[0]}: a seat has only seats and rings")
            only = only or ("seats", "rings")
        simulated = simulated or settings.pins.backend == "simulated"
        narration = narrate(owner, settings.language)
        names = settings.names or list(narration.places)[: settings.seats]
        table = opened(settings, names, narration, face_here() if simulated else None)
        words = CheckTexts(narration, names)

        def report(line: CheckResult) -> None:
            if not as_json and table.face != "terminal":
                print(line.told(words), flush=True)

        seats = None if seat is None else [seat - 1]
        lines, stopped = check_table(table, settings, names, folder, only or PARTS, seats, wait, report)
        if as_json:
            show(as_data(lines, words.labels, stopped))
        else:
            if table.face == "terminal":
                print("\n".join(line.told(words) for line in lines))
            print(summary(lines, stopped, words))
        return 0 if all_passed(lines, stopped) else 1
