"""`garou rehearse`: plays a scenario through the whole table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import CONFIG, FILE, HOUSE, LANGUAGE, SPEED, house_roles
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.appliance.starting import Face
    from table.settings.owner import Owner
    from table.words.narration import Narration


@click.command("rehearse", short_help="Plays a scenario FILE through the whole table.")
@click.argument("file", type=FILE)
@click.option("--virtual", is_flag=True, help="On a clock that jumps: no waiting.")
@click.option("--trace", type=FILE, metavar="OUT", help="Writes down everything public (-: to the output).")
@SPEED(help="How fast time passes (1); not with --virtual.")
@LANGUAGE(help="Of voice and board.")
@CONFIG
@HOUSE
def command(
    file: Path,
    virtual: bool,
    trace: Path | None,
    speed: float | None,
    language: str | None,
    owner: Owner,
    house: Path | None,
) -> None:
    """Plays a scenario FILE through the whole table: buttons pressed, rings lit, lines spoken."""
    from table.appliance.rehearse import rehearse
    from table.appliance.starting import face_here, warn
    from table.appliance.table import open_table
    from table.games.scenario import naming
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.referee.referee import read_scenario
    from table.room.trace import written_to
    from table.settings.load import settings_of

    if trace and not virtual:
        raise UnreadableError(f"--trace {trace}: only with --virtual, on a clock that jumps")
    if virtual and speed is not None:
        raise UnreadableError(f"--speed {speed:g}: only without --virtual; a clock that jumps has no speed")
    roles = house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = settings_of(owner.table, rulebooks, languages=owner.languages)
    spoken = language or settings.language
    with naming(file):
        scenario = read_scenario(file, rulebooks)
        narration = narrate(owner, spoken, scenario.rulebook.key, roles)
        for warning in scenario.warnings:
            warn(warning)
        face: Face = "log" if virtual else face_here()
        with written_to(trace) if trace else nullcontext() as written:
            table = open_table(settings, scenario.names, narration, face, speed or 1.0)
            if written:
                table.play_on(written.of(table.opened.devices))
            print(_ending(rehearse(table, scenario), narration))


def _ending(report: Mapping[str, Any], narration: Narration) -> str:
    """How a scenario ended: the winners, in the evening's words, or where in the file the table waits."""
    if report["state"] == "over":
        return narration.word(f"over.{report['winner']}") + "."
    waiting = report["waiting_for"]
    if not waiting["ask"]:
        return narration.word("rehearse.waits", at=waiting["at"])
    who = ", ".join(waiting["seats"])
    return narration.word("rehearse.asks", at=waiting["at"], asked=waiting["ask"], who=who)
