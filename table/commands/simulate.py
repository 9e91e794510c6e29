"""`garou simulate`: measures the chances of a deck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.counting import INTERRUPTED, count_rounds
from table.commands.options import (
    CONFIG,
    DECK,
    HOUSE,
    JOBS,
    JSON,
    ROUNDS,
    SEATS,
    SEED,
    house_roles,
    options_in,
)
from table.errors import UnreadableError, counted

if TYPE_CHECKING:
    from table.games.lots import Tally
    from table.games.protocol import Simulation
    from table.settings.owner import Owner


class CompiledCommand(click.Command):
    """A command that uses the compiled rules if they exist and are current. It decides before an option
    imports any rule."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from table.compiled import use

        ctx.obj = use()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.obj:
            click.echo("garou: the compiled rules of make fast are played", err=True)
        return super().invoke(ctx)


@click.command("simulate", cls=CompiledCommand)
@click.option("--deck", required=True, help=DECK)
@SEATS(help="How many play, if the deck does not say it (as many as table.toml has seats).")
@ROUNDS(default=1000, help="How many rounds (1000).")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option(
    "--players",
    type=click.Choice(["bots", "talking", "guest", "regular", "fox", "random"]),
    default="bots",
    help="Who plays: bots as at a table, bots that talk, by whom decks are judged, bots of a level, or "
    "lots (bots).",
)
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the round.")
@SEED(default=0, help="Of all that is drawn by lot (0).")
@JOBS
@click.option("--follow", is_flag=True, help="With --json: a line as soon as there is more to say.")
@JSON
@CONFIG
@HOUSE
def command(
    deck: str,
    seats: int | None,
    rounds: int,
    rulebook: str | None,
    players: Any,
    given: Sequence[str],
    seed: int,
    jobs: int | None,
    follow: bool,
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> None:
    """Plays many rounds of a deck and says each camp's chances.

    Ctrl-C ends it, and it says what it has. The figures depend on the seed, and not on --jobs.
    """
    from table.games.all import every_rulebook, game_of
    from table.games.protocol import SimulationRequest
    from table.house.books import with_house
    from table.settings.decks import chosen_rulebook
    from table.settings.load import settings_of
    from table.settings.owner import words_here

    if follow and not as_json:
        raise UnreadableError("--follow without --json; allowed: both")
    books = with_house(house_roles(house, owner))
    settings = settings_of(owner.table, books, languages=owner.languages)
    book = chosen_rulebook(every_rulebook(books), settings.game.rulebook if rulebook is None else rulebook)
    found = game_of(book.key).simulate(
        SimulationRequest(
            book=book,
            deck=deck,
            seats=seats,
            players=players,
            given=options_in(given),
            settings=settings,
            lists=lambda: words_here(owner),
            warn=lambda warning: click.echo(f"garou: {warning}", err=True),
        )
    )
    tally, is_whole = count_rounds(found, rounds, seed, jobs, tell=_follow if follow else None)
    if as_json and not follow:
        print(_figures(tally))
    elif not as_json:
        print(found.played)
        _tell_chances(tally, found)
    if not is_whole:
        click.echo(f"garou: interrupted after {tally.rounds} of {counted(rounds, 'round')}", err=True)
        click.get_current_context().exit(INTERRUPTED)


def _follow(tally: Tally) -> None:
    print(_figures(tally), flush=True)


def _figures(tally: Tally) -> str:
    """The result as data for another program."""
    return json.dumps({"rounds": tally.rounds, "wins": tally.wins, "seconds": round(tally.seconds, 3)})


def _tell_chances(tally: Tally, found: Simulation) -> None:
    """Prints a line for each camp that can win, the speed, and the length of a round at a table."""
    camps = [camp for camp, wins in tally.wins.items() if wins or found.can_win(camp)]
    widest = max(map(len, camps))
    for camp in camps:
        wins = tally.wins[camp]
        low, high = tally.interval(camp)
        share = wins / tally.rounds
        print(f"{camp:<{widest}} {wins:>8}   {share:6.1%}   (95 % sure: {low:.1%} to {high:.1%})")
    speed = f"{tally.rounds / tally.seconds:.0f} a second"
    print(f"{counted(tally.rounds, 'round')} in {tally.seconds:.2f} s, {speed}")
    print(f"At the table about {found.minutes} minutes each.")
    if more := found.more(tally):
        print(more)
