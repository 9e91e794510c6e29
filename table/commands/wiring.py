"""`garou wiring`: draws the builder's book and the seat cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE, HOUSE, LANGUAGE, house_roles

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("wiring", short_help="Draws the builder's book and the seat cards, as SVG and PDF.")
@click.option("--output", type=FILE, default=Path(), help="The folder to write them to (here).")
@LANGUAGE(help="Of book and cards.")
@click.option("--rulebook", help="Whose characters are on the seat cards.")
@click.option("--pods", is_flag=True, help="Pods that are plugged in, whatever the table says of its wiring.")
@click.option("--estimate", type=FILE, help="Another file of prices and hours than config/estimate.toml.")
@CONFIG
@HOUSE
def command(
    output: Path,
    language: str | None,
    rulebook: str | None,
    pods: bool,
    estimate: Path | None,
    owner: Owner,
    house: Path | None,
) -> None:
    """Draws the builder's book and the seat cards of this table, as SVG and PDF."""
    from table.appliance.walk.taught import settings_here
    from table.games.all import every_rulebook
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.paper.drawing import unknown
    from table.paper.estimate import ESTIMATE, read_estimate
    from table.paper.files import drawn, written
    from table.paper.plan import plan
    from table.paper.seat_cards import signs_of
    from table.paper.words import PaperTexts
    from table.settings.decks import chosen_rulebook

    roles = house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = settings_here(owner, roles)
    wanted = settings.game.rulebook if rulebook is None else rulebook
    book = chosen_rulebook(every_rulebook(rulebooks), wanted)
    narration = narrate(owner, language or settings.language, wanted, roles)
    places = {key: place.label for key, place in narration.places.items()}
    named = [places.get(name, name) for name in settings.names or places]
    planned = plan(settings, named, of_pods=pods)
    signs = signs_of(book, narration)
    files = drawn(planned, read_estimate(estimate or ESTIMATE), signs, PaperTexts(narration))
    for path in written(files, output):
        print(path)
    if lacking := unknown((*(seat.name for seat in planned.seats), *(sign.title for sign in signs))):
        click.echo(
            f"garou: the font of the sheets does not have {', '.join(lacking)}: "
            "an empty box stands in its place",
            err=True,
        )
    if planned.proposed:
        click.echo(
            f"garou: {owner.own_table} says nothing yet of some wires: the sheet proposes them, "
            "and its last page says what to write there",
            err=True,
        )
