"""`garou decks`: whether a deck is fair, and decks that are."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

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
    from table.appliance.menu.menus import MenuTexts
    from table.appliance.opening.choices import TableChoices
    from table.games.evening import Rules
    from table.games.protocol import Recommendation, Simulation
    from table.settings.owner import Owner

SHOWN = 3
"""How many decks are recommended at most."""


@click.command("decks")
@click.option("--deck", help=f"Only this one: {DECK}")
@SEATS(help="How many play (as many as table.toml has seats).")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the round.")
@click.option("--recommend", is_flag=True, help="Look for fair decks, the shortest night first.")
@click.option("--must", multiple=True, metavar="CARD", help="With --recommend: a card that has to be there.")
@click.option("--without", multiple=True, metavar="CARD", help="With --recommend: a card to leave out.")
@click.option("--minutes", type=click.IntRange(1, 1440), help="With --recommend: the longest round.")
@click.option(
    "--hard-for", type=click.Choice(["village", "werewolves"]), help="With --recommend: no fair deck."
)
@click.option("--like", default="", metavar="DECK", help="With --recommend: as hard as it, other characters.")
@ROUNDS(default=1000, help="How many are counted (1000).")
@SEED(default=0, help="Of all that is drawn by lot (0).")
@JOBS
@JSON
@CONFIG
@HOUSE
def command(
    deck: str | None,
    seats: int | None,
    rulebook: str | None,
    given: Sequence[str],
    recommend: bool,
    must: Sequence[str],
    without: Sequence[str],
    minutes: int | None,
    hard_for: str | None,
    like: str,
    rounds: int,
    seed: int,
    jobs: int | None,
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> None:
    """Says how fair decks are, and recommends some.

    Chances of the shipped decks are known. Others, and those with your own rules, are counted: bots play
    them, once talking, with the best of them as werewolves, and once in silence. Ctrl-C ends this, and what
    there is by then is told.
    """
    from table.appliance.doctor.machine import about, this_machine
    from table.appliance.menu.menus import MenuTexts
    from table.appliance.opening.choices import TableChoices
    from table.games.all import every_rulebook, game_of
    from table.games.batches import processors
    from table.games.chances import shipped
    from table.games.protocol import DeckWish, SimulationRequest
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.settings.decks import chosen_rulebook
    from table.settings.load import settings_of
    from table.settings.owner import words_here

    if not recommend and (must or without or minutes or hard_for or like):
        raise UnreadableError("--must, --without, --minutes, --hard-for, --like; allowed: with --recommend")
    if recommend and deck:
        raise UnreadableError(f'--deck "{deck}" with --recommend; allowed: one of the two')
    first = with_house(house_roles(house, owner))
    books = every_rulebook(first)
    settings = settings_of(owner.table, first, languages=owner.languages)
    book = chosen_rulebook(books, settings.game.rulebook if rulebook is None else rulebook)
    at_home = TableChoices(
        settings.over({"game.rulebook": book.key}),
        books,
        lambda rulebook, language: narrate(owner, language, rulebook),
        owner.languages,
        simulated=True,
        lists=partial(words_here, owner),
    )
    offer, words = at_home.offer(at_home.settings), MenuTexts("en")
    options = {**(offer.given(book, at_home.settings) or {}), **options_in(given)}
    is_usual = options.keys() <= {"claims"}  # decks are judged with and without
    game, players = game_of(book.key), seats or min(settings.seats, book.most)

    def asked(name: str) -> SimulationRequest:
        return SimulationRequest(
            book=book,
            deck=name,
            seats=seats,
            players="talking",
            given=options,
            settings=settings,
            lists=lambda: at_home.lists,
            warn=lambda warning: click.echo(f"garou: {warning}", err=True),
        )

    told = list[Judged]()
    is_whole = True
    if recommend:
        wish = DeckWish(players, must, without, minutes or 0, hard_for or "nobody", like)
        found, is_whole = _searched(game.recommend(asked(""), wish, seed, jobs or processors()))
        told = [Judged.of(one) for one in found]
    else:
        for name in [deck] if deck else _names(at_home, book, players):
            simulation = game.simulate(asked(name))
            place = (book.key, name, simulation.players)
            shares, silent = shipped(*place), shipped(*place, "silent")
            if not (is_usual and shares):
                shares, silent, is_whole = _counted(simulation, rounds, seed, jobs)
            played = (simulation.cards, simulation.players, shares, simulation.minutes)
            told.append(Judged(name, *played, silent, simulation.beyond))
            if not is_whole:
                break
    if as_json:
        decks = [one.data(book.key, words) for one in told]
        print(json.dumps({"program": about(this_machine()), "decks": decks}))
    else:
        print(f"{book.key}, {counted(told[0].players if told else players, 'player')}")
        for one in told:
            print(one.text(words))
    if not is_whole:
        click.echo("garou: interrupted: this is what there is so far", err=True)
        click.get_current_context().exit(INTERRUPTED)


class Judged(NamedTuple):
    """A deck and its chances. `name`: as it was asked for, or ""; `shares`: wins of each camp in a hundred
    rounds; `silent`: the same if nobody talks, where it is known; `beyond`: cards that the box lacks, and how
    many; `fits`: whether it is as it was wished; `night_s`: seconds of a night, and `active`: how many have
    something to do, 0: not known."""

    name: str
    cards: str
    players: int
    shares: Mapping[str, int]
    minutes: int
    silent: Mapping[str, int] = {}
    beyond: Mapping[str, int] = {}
    fits: bool = True
    night_s: int = 0
    active: int = 0

    @classmethod
    def of(cls, found: Recommendation) -> Judged:
        from table.games.chances import hundredths

        shares = hundredths(found.tally)
        how = (found.beyond, found.fits, round(found.night_s), found.active)
        return cls("", found.deck, found.players, shares, found.minutes, {}, *how)

    def text(self, words: MenuTexts) -> str:
        """What is told of it, in lines."""
        from table.appliance.lobby.deck_chances import in_words

        name = f"{self.name}: " if self.name and self.name != self.cards else ""
        lines = [
            f"{name}{self.cards}",
            f"  {in_words(self.shares, words)}",
            *([f"  {in_words(self.silent, words, 'chances_silent')}"] if self.silent else ()),
            f"  About {self.minutes} minutes.",
        ]
        if self.night_s:
            active = f"{self.active} of {self.players} have something to do"
            lines[-1] += f" A night has {self.night_s} seconds; {active}."
        if self.beyond:
            cards = ", ".join(f"{card}={number}" for card, number in self.beyond.items())
            lines.append(f"  The box lacks: {cards}.")
        if not self.fits:
            lines.append("  It is not as it was wished, but the nearest there is.")
        return "\n".join(lines)

    def data(self, rulebook: str, words: MenuTexts) -> dict[str, Any]:
        """The same for another program: `docs/json.md`."""
        from table.appliance.lobby.deck_chances import in_words
        from table.games.chances import often, verdict

        key, often_too = verdict(self.shares), often(self.shares)
        is_well = key == "fair" and not often_too and not self.beyond and self.fits
        return {
            "key": key,
            "grade": "well" if is_well else "note",
            "found": in_words(self.shares, words),
            "rulebook": rulebook,
            "deck": self.name or self.cards,
            "cards": self.cards,
            "players": self.players,
            "chances": self.shares,
            "silent": self.silent,
            "verdict": key,
            "often": often_too,
            "minutes": self.minutes,
            "night_s": self.night_s,
            "active": self.active,
            "beyond_the_box": self.beyond,
            "fits": self.fits,
        }


def _names(at_home: TableChoices, book: Rules, players: int) -> Sequence[str]:
    """The decks for so many. Raises `UnreadableError` if there are none, and says what else they can play."""
    found = at_home.decks(at_home.settings, players)
    if found:
        return found
    fitting = at_home.rulebooks_for(at_home.settings, players)
    allowed = [f"--rulebook {' or '.join(fitting)}"] if fitting else []
    books = at_home.rulebooks
    own = [key for key, one in books.items() if one.fewest and one.fewest <= players < one.least]
    allowed += [f"--rulebook {key} with --recommend, or with --deck CARDS" for key in own]
    wrong = f"{book.key} is for {book.most} players at most"
    if players < book.least:
        wrong = f"{book.key} needs at least {book.least} players"
        allowed.append(f"--seats {book.least} with bots on the free chairs")
    raise UnreadableError(f"--seats {players}: {wrong}; allowed: {', '.join(allowed)}")


def _counted(
    simulation: Simulation, rounds: int, seed: int, jobs: int | None
) -> tuple[dict[str, int], dict[str, int], bool]:
    """Wins of each camp in a hundred rounds, the same in silence, and whether all have been played."""
    from table.games.chances import hundredths

    tally, is_whole = count_rounds(simulation, rounds, seed, jobs)
    shares = hundredths(tally)
    if not is_whole or simulation.silent is None:
        return shares, {}, is_whole
    try:
        tally, is_whole = count_rounds(simulation._replace(play=simulation.silent), rounds, seed, jobs)
    except KeyboardInterrupt:
        return shares, {}, False
    return shares, hundredths(tally), is_whole


def _searched(found: Iterator[Sequence[Recommendation]]) -> tuple[Sequence[Recommendation], bool]:
    """The best decks of a search: those that fit, or the nearest if none does. Also whether it was searched
    to the end."""
    best: Sequence[Recommendation] = ()
    is_watched = sys.stderr.isatty()
    try:
        for step, best in enumerate(found, 1):
            if is_watched:
                fitting = sum(one.fits for one in best)
                click.echo(f"\rstep {step}: {counted(fitting, 'deck')} so far", nl=False, err=True)
    except KeyboardInterrupt:
        if not best:
            raise
        return _shown(best), False
    finally:
        if is_watched:
            click.echo(err=True)
    return _shown(best), True


def _shown(best: Sequence[Recommendation]) -> Sequence[Recommendation]:
    return [one for one in best if one.fits][:SHOWN] or best[:1]
