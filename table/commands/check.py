"""`garou check`: tries every part of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import CONFIG, JSON, LANGUAGE, SIMULATED, Within, house_roles
from table.commands.output import show
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.settings.owner import Owner
    from table.settings.settings import Layer


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
@click.option(
    "--write",
    is_flag=True,
    help="Asks for the button of each seat (pod, game pad, keyboard, buzzer) and writes it into table.toml.",
)
@LANGUAGE(help="Of voice and board.")
@JSON
@CONFIG
def command(
    simulated: bool,
    only: Sequence[Any],
    seat: int | None,
    wait: float,
    write: bool,
    language: str | None,
    as_json: bool,
    owner: Owner,
) -> int:
    """Walks round the table: every button, ring, the voice, the board, the disk."""
    from table.appliance.doctor.machine import about, this_machine
    from table.appliance.service.changes import forget_in_service, keep_also
    from table.appliance.service.service import Service
    from table.appliance.starting import face_here, warn
    from table.appliance.walk.check_table import always_data, check_table, opened
    from table.appliance.walk.report import PARTS, CheckResult, CheckTexts, all_passed, as_data, summary
    from table.appliance.walk.teaching import check_writable, teach_table, write_into
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.settings.load import Report, settings_of
    from table.settings.owner import state_directory

    with always_data(show if as_json else None):
        folder, service, lost = state_directory(), Service(False, language), Report()
        owners = settings_of(
            *(owner.table, with_house(house_roles(None, owner))),
            languages=owner.languages,
            taught=service.taught(folder, lost),
        )
        settings = service.settings(owners, folder, owner.languages, lost)
        lost.tell(warn)
        if seat is not None:
            if seat > settings.seats:
                raise UnreadableError(f"--seat {seat}: this table has the seats 1 to {settings.seats}")
            if alone := [part for part in only if part not in ("seats", "rings")]:
                raise UnreadableError(f"--seat {seat} --only {alone[0]}: a seat has only seats and rings")
            only = only or ("seats", "rings")
        if write and service.is_taught:
            raise UnreadableError(
                "--write: this table was taught by its buttons; its service menu does it anew"
            )
        if write and (simulated or (only and "seats" not in only)):
            other = "--simulated" if simulated else f"--only {only[0]}"
            raise UnreadableError(f"--write {other}: only the buttons of a real table are taught")
        simulated = simulated or settings.pins.backend == "simulated"
        narration = narrate(owner, settings.language)
        names = settings.names or list(narration.places)[: settings.seats]
        if write:
            check_writable(owner.own_table)
        table = opened(settings, names, narration, face_here() if simulated and not write else None)
        words, lines = CheckTexts(narration, names), list[CheckResult]()

        def report(line: CheckResult) -> None:
            lines.append(line)
            if not as_json and table.face != "terminal":
                print(line.told(words), flush=True)

        seats = None if seat is None else [seat - 1]
        if write:
            write_into(owner.own_table, teach_table(table, settings, names, seats, wait, report))
            forget_in_service(folder, "pins.bcm")
            if as_json:
                show(as_data(lines, words.labels, False, about(this_machine())))
            else:
                print(words.text("report.written", file=owner.own_table))
            return 0

        def keep(chosen: Layer) -> None:
            keep_also(chosen, folder)

        stopped = check_table(table, settings, names, folder, only or PARTS, seats, wait, report, keep)
        if as_json:
            show(as_data(lines, words.labels, stopped, about(this_machine())))
        else:
            if table.face == "terminal":
                print("\n".join(line.told(words) for line in lines))
            print(summary(lines, stopped, words))
        return 0 if all_passed(lines, stopped) else 1
