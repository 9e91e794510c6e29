"""`garou chronicle`: lists and tells the kept evenings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FOLDER, HOUSE, JSON, house_roles
from table.commands.output import show
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.chronicle.evenings import StoryQuery
    from table.settings.owner import Owner


@click.command("chronicle", short_help="Lists the evenings that are kept, or tells one of them.")
@click.argument("number", type=click.IntRange(1, 1_000_000), required=False)
@click.option("--statistics", "counted", is_flag=True, help="Wins by game, camp, card, players.")
@JSON
@click.option("--html", "html", is_flag=True, help="A page that needs nothing else.")
@click.option(
    "--picture",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Writes who was who in its last round into this file, as PNG.",
)
@click.option("--spoil", is_flag=True, help="Tells even the secrets of a round that is under way.")
@click.option("--minds", is_flag=True, help="Also what a bot in each chair believed at every vote, and why.")
@click.option("--erase", is_flag=True, help="Takes every evening away, for good, once that is confirmed.")
@click.option("--yes", is_flag=True, help="With --erase: asks nobody.")
@click.option("--state", type=FOLDER, help="Another folder of the journal.")
@CONFIG
@HOUSE
def command(
    number: int | None,
    counted: bool,
    as_json: bool,
    html: bool,
    picture: Path | None,
    spoil: bool,
    minds: bool,
    erase: bool,
    yes: bool,
    state: Path | None,
    owner: Owner,
    house: Path | None,
) -> None:
    """Lists the evenings that are kept, the last first; tells the one of this NUMBER, night by night."""
    from table.appliance.starting import warn
    from table.appliance.walk.taught import language_of
    from table.chronicle.evenings import StoryQuery, told
    from table.chronicle.story import erase_all
    from table.settings.owner import state_directory

    wanted = StoryQuery(number, counted, as_json, html, picture is not None, spoil, minds)
    _check(wanted, erase, yes)
    folder = state or state_directory()
    if not erase:
        roles = house_roles(house, owner, folder)

        answer = told(wanted, folder, owner, roles, lambda: language_of(owner, folder), warn)
        if isinstance(answer, bytes):
            assert picture
            _write(picture, answer)
        else:
            show(answer)
    elif yes or click.confirm(f"Take away every evening kept in {folder}, for good?", err=True):
        print(f"Erased: {erase_all(folder)}.")
    else:
        print("Nothing was erased.")


def _write(path: Path, content: bytes) -> None:
    """Writes a file. Raises `UnreadableError`."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise UnreadableError(f"{path} cannot be written: {error.strerror}") from error
    print(path)


def _check(wanted: StoryQuery, erase: bool, yes: bool) -> None:
    """Raises `UnreadableError` for options that do not go together."""
    written = {"--html": wanted.html, "--picture": wanted.picture}
    of_one = {**written, "--spoil": wanted.spoil, "--minds": wanted.minds}
    of_all = {"--erase": erase, "--statistics": wanted.statistics}
    alone = [option for option, given in {**of_all, **written}.items() if given]
    alone += ["--json"] if wanted.json and not wanted.statistics else []
    if len(alone) > 1:
        raise UnreadableError(f"{' '.join(alone)}; allowed: one of them")
    for option, given in of_all.items():
        if given and wanted.number is not None:
            raise UnreadableError(f"{option} is of every evening; allowed: without a NUMBER")
    for option, given in of_one.items():
        if given and wanted.number is None:
            raise UnreadableError(f"{option} is of one evening; allowed: with its NUMBER")
    if yes and not erase:
        raise UnreadableError("--yes: confirms --erase; allowed: with --erase")
    if erase and not yes and not sys.stdin.isatty():
        raise UnreadableError("--erase: nobody is here to confirm it; allowed: in a terminal, or with --yes")
