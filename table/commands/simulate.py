"""`garou simulate`: the chances of a deck."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import CONFIG, DECK, HOUSE, JSON, house_roles
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.games.lots import Tally
    from table.settings.owner import Owner
    from table.settings.settings import Settings


class Compiled(click.Command):
    """A command that plays the compiled rules, if there are any and they are these. It says so, and finds out
    before an option has a rule imported."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from table.compiled import use

        ctx.obj = use()
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        if ctx.obj:
            click.echo("garou: the compiled rules of make fast are played", err=True)
        return super().invoke(ctx)


@click.command("simulate", cls=Compiled)
@click.option("--deck", required=True, help=DECK)
@click.option(
    "--seats",
    type=click.IntRange(1, 24),
    help="How many play, if the deck does not say it (as many as table.toml has seats).",
)
@click.option("--rounds", type=click.IntRange(1), default=1000, help="How many rounds (1000).")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--players", type=click.Choice(["bots", "random"]), default="bots", help="Who plays (bots).")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the round.")
@click.option("--seed", type=int, default=0, help="Of all that is drawn by lot (0).")
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
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> None:
    """Plays many rounds of a deck and says each camp's chances."""
    from table.games.all import every_rulebook
    from table.games.werewolf.rules.deck import check_deck, counted, players_of
    from table.games.werewolf.rules.options import read_options
    from table.games.werewolf.simulate import can_win, simulate
    from table.games.werewords.rules.box import Game
    from table.house.books import with_house
    from table.settings.decks import chosen_deck, chosen_rulebook, in_words, minutes_of
    from table.settings.settings import load

    books = with_house(house_roles(house, owner))
    settings = load(owner.table, books, languages=owner.languages)
    boxes = every_rulebook(books)
    book = chosen_rulebook(boxes, settings.game.rulebook if rulebook is None else rulebook)
    options = dict(_option(text) for text in given)
    if isinstance(book, Game):
        _simulate_words(deck, seats, rounds, players, options, seed, as_json, owner, settings)
        return
    played = read_options(book.key, book.options, options)
    cards = chosen_deck(book, deck, seats, settings.seats, settings.decks)
    for warning in check_deck(book, cards):
        click.echo(f"garou: {warning}", err=True)
    tally = simulate(book, cards, played, rounds, players, seed)
    if as_json:
        print(_figures(tally))
        return
    print(f"{book.key}, {counted(players_of(cards), 'player')}: {in_words(cards)}")
    told = [camp for camp, wins in tally.wins.items() if wins or can_win(camp, cards)]
    _tell_chances(tally, told, minutes_of(book, cards, settings.times))


def _simulate_words(
    deck: str,
    seats: int | None,
    rounds: int,
    players: Any,
    given: Mapping[str, Any],
    seed: int,
    as_json: bool,
    owner: Owner,
    settings: Settings,
) -> None:
    """The same of Mots-garous."""
    from table.games.werewolf.rules.deck import counted
    from table.games.werewords.evening import word_minutes, words_here
    from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
    from table.games.werewords.simulate import Words, read_words, simulate
    from table.settings.decks import in_words

    house = settings.mots_garous
    lists, _ = words_here(owner)
    languages = {one.language for one in lists}
    usual = Words(house, settings.language, house.difficulty, house.categories)
    words = read_words(given, usual, languages)
    tiles: Sequence[Any] = tiles_of(deck.strip(), seats or min(settings.seats, MOTS_GAROUS.most))
    tally, found = simulate(tiles, lists, words, house.offered, rounds, players, seed, settings.times)
    if as_json:
        print(_figures(tally))
        return
    played = f"{words.difficulty} words, {words.options.mode}, {words.language}"
    print(f"{MOTS_GAROUS.key}, {counted(len(tiles) - 1, 'player')}: {in_words(tiles)}; {played}")
    _tell_chances(tally, list(tally.wins), word_minutes(tiles, words.options, settings.times))
    print(f"The word was found in {found / rounds:.1%} of them.")


def _figures(tally: Tally) -> str:
    """What another program reads."""
    return json.dumps({"rounds": tally.rounds, "wins": tally.wins, "seconds": round(tally.seconds, 3)})


def _tell_chances(tally: Tally, camps: Sequence[str], minutes: int) -> None:
    """A line for each of these camps, how fast it went, and how long a round is at a table."""
    from table.games.werewolf.rules.deck import counted

    widest = max(map(len, camps))
    for camp in camps:
        wins = tally.wins[camp]
        low, high = tally.interval(camp)
        share = wins / tally.rounds
        print(f"{camp:<{widest}} {wins:>8}   {share:6.1%}   (95 % sure: {low:.1%} to {high:.1%})")
    speed = f"{tally.rounds / tally.seconds:.0f} a second"
    print(f"{counted(tally.rounds, 'round')} in {tally.seconds:.2f} s, {speed}")
    print(f"At the table about {minutes} minutes each.")


def _option(text: str) -> tuple[str, Any]:
    """ "children=true" as a key and its value."""
    key, equals, value = text.partition("=")
    if not equals:
        raise UnreadableError(f'--option "{text}"; allowed: KEY=VALUE')
    words: dict[str, Any] = {"true": True, "false": False}
    is_number = value.isascii() and value.isdecimal() and len(value) < 10
    return key, int(value) if is_number else words.get(value, value)
