"""The commands. Everything heavy is imported by the command that needs it: `--help` is immediate."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.errors import TableError, UnreadableError

if TYPE_CHECKING:
    from table.house import Role
    from table.tonight import Face
    from table.werewolf.rulebook import Rulebook

FILE = click.Path(path_type=Path)
LANGUAGES = click.Choice(["fr", "en"])
DECK = 'beginner, expert, simplified, one of your own, or its cards, as "werewolf=2,seer,villager=5".'
HOUSE = click.option("--house", type=FILE, help="Another folder of house roles.")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="garou", message="%(version)s")
@click.pass_context
def garou(context: click.Context) -> None:
    """A table that runs evenings of Les Loups-Garous with no human narrator."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@garou.command("play")
@click.option("--simulated", is_flag=True, help="A table on this machine: in a window, or in the terminal.")
@click.option("--seats", type=click.IntRange(1, 24), help="Seats of the simulated table.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=1.0, help="How fast time passes (1).")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--deck", help=DECK)
@click.option("--deal", type=click.Choice(["ring", "cards"]), help="By the rings, or of cards of your own.")
@click.option("--rounds", type=click.IntRange(1), help="Ends after so many; else when the table is closed.")
@click.option("--seed", type=int, help="Deals and draws the same again.")
@click.option("--config", type=FILE, help="Another table.toml.")
@HOUSE
def play_command(
    simulated: bool,
    seats: int | None,
    speed: float,
    language: str | None,
    rulebook: str | None,
    deck: str | None,
    deal: Any,
    rounds: int | None,
    seed: int | None,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays an evening at the table. Bots play every seat until somebody touches it."""
    import secrets

    from table.decks import chosen_deck
    from table.evening import Evening
    from table.house_files import words_of
    from table.narration import Narration
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table, play_evening, warn
    from table.werewolf.deck import players_of
    from table.werewolf.options import Options
    from table.werewolf.rulebooks import with_house

    roles = _house_roles(house)
    rulebooks = with_house(roles)
    settings = load(config or TABLE, rulebooks)
    game = settings.game
    simulated = simulated or settings.pins.backend == "simulated"
    if seats is not None and not simulated:
        raise UnreadableError(f"--seats {seats}: only for a simulated table; a real one has its own")
    book = _rulebook(rulebooks, rulebook or game.rulebook)
    spoken = language or settings.language
    narration = Narration.load(spoken, book.key, words_of(roles, spoken))
    if deck is None:
        deck, seats = game.deck, seats or settings.seats
    cards = chosen_deck(book, deck, seats, settings.seats, settings.decks)
    count = players_of(cards)
    if not simulated and count != settings.seats:
        raise UnreadableError(f"--deck: cards for {count} players; this table has {settings.seats} seats")
    names = settings.names[:count] if len(settings.names) >= count else list(narration.places)[:count]
    if settings.names and names != settings.names[:count]:
        warn(f"names: {len(settings.names)} for {count} seats, so the seats are called after places")
    options = Options(**{key: getattr(game, key) for key in Options.__struct_fields__})
    evening = Evening(book, names, cards, options, secrets.randbits(32) if seed is None else seed)
    evening.deal, evening.imagined = deal or game.deal, simulated
    for warning in evening.check():
        warn(warning)
    face: Face | None = face_here() if simulated else None
    told = play_evening(open_table(settings, names, narration, face, speed), evening, rounds)
    if told:
        click.echo("\n".join(told))


@garou.command("referee")
@click.argument("file", type=FILE)
@HOUSE
def referee_command(file: Path, house: Path | None) -> None:
    """Says what the rules make of a scenario FILE, as JSON."""
    from table.referee import referee
    from table.werewolf.rulebooks import with_house

    output = referee(file, with_house(_house_roles(house)))
    click.echo(json.dumps(output, ensure_ascii=False, indent=2))


@garou.command("rehearse")
@click.argument("file", type=FILE)
@click.option("--virtual", is_flag=True, help="On a clock that jumps: no waiting.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=1.0, help="How fast time passes (1).")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--config", type=FILE, help="Another table.toml.")
@HOUSE
def rehearse_command(
    file: Path,
    virtual: bool,
    speed: float,
    language: str | None,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays a scenario FILE through the whole table: buttons pressed, rings lit, lines spoken."""
    from table.house_files import words_of
    from table.narration import Narration
    from table.referee import naming, read_scenario
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table, rehearse, warn
    from table.werewolf.rulebooks import with_house

    roles = _house_roles(house)
    settings = load(config or TABLE)
    spoken = language or settings.language
    with naming(file):
        scenario = read_scenario(file, with_house(roles))
        narration = Narration.load(spoken, scenario.rulebook.key, words_of(roles, spoken))
        for warning in scenario.warnings:
            warn(warning)
        face: Face = "log" if virtual else face_here()
        table = open_table(settings, scenario.names, narration, face, speed)
        report = rehearse(table, scenario)
    if report["state"] == "over":
        click.echo(f"The round is over: {report['winner']}.")
    else:
        waiting = report["waiting_for"]
        asked = f" for {waiting['ask']} ({', '.join(waiting['seats'])})" if waiting["ask"] else ""
        click.echo(f"The file ends here: the table waits at {waiting['at']}{asked}.")


@garou.command("simulate")
@click.option("--deck", required=True, help=DECK)
@click.option("--seats", type=click.IntRange(1, 24), help="How many play, if the deck does not say it.")
@click.option("--rounds", type=click.IntRange(1), default=1000, help="How many rounds (1000).")
@click.option("--rulebook", default="thiercelieux", help="Whose rules (thiercelieux).")
@click.option("--players", type=click.Choice(["bots", "random"]), default="bots", help="Who plays (bots).")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the round.")
@click.option("--seed", type=int, default=0, help="Of all that is drawn by lot (0).")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@click.option("--config", type=FILE, help="Another table.toml.")
@HOUSE
def simulate_command(
    deck: str,
    seats: int | None,
    rounds: int,
    rulebook: str,
    players: Any,
    given: Sequence[str],
    seed: int,
    as_json: bool,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays many rounds of a deck and says each camp's chances."""
    from table.decks import chosen_deck, minutes_of
    from table.settings import TABLE, load
    from table.simulate import simulate
    from table.werewolf.deck import check_deck
    from table.werewolf.options import read_options
    from table.werewolf.rulebooks import with_house

    rulebooks = with_house(_house_roles(house))
    settings = load(config or TABLE, rulebooks)
    book = _rulebook(rulebooks, rulebook)
    options = read_options(rulebook, book.options, dict(_option(text) for text in given))
    cards = chosen_deck(book, deck, seats, settings.seats, settings.decks)
    for warning in check_deck(book, cards):
        click.echo(f"garou: {warning}", err=True)
    tally = simulate(book, cards, options, rounds, players, seed)
    if as_json:
        click.echo(json.dumps({"rounds": rounds, "wins": tally.wins, "seconds": round(tally.seconds, 3)}))
        return
    widest = max(map(len, tally.wins))
    for camp, wins in tally.wins.items():
        low, high = tally.interval(camp)
        share = wins / rounds
        click.echo(f"{camp:<{widest}} {wins:>8}   {share:6.1%}   (95 % sure: {low:.1%} to {high:.1%})")
    click.echo(f"{rounds} rounds in {tally.seconds:.2f} s, {rounds / tally.seconds:.0f} a second")
    click.echo(f"At the table about {minutes_of(book, cards, settings.times)} minutes each.")


def _rulebook(rulebooks: Mapping[str, Rulebook], key: str) -> Rulebook:
    if key not in rulebooks:
        raise UnreadableError(f'--rulebook "{key}" is not a rulebook; allowed: {", ".join(rulebooks)}')
    return rulebooks[key]


@garou.command("wiring")
@click.option("--output", type=FILE, default=Path(), help="The folder to write them to (here).")
@click.option("--language", type=LANGUAGES, help="Of sheet and cards.")
@click.option("--rulebook", help="Whose characters are on the seat cards.")
@click.option("--config", type=FILE, help="Another table.toml.")
@HOUSE
def wiring_command(
    output: Path, language: str | None, rulebook: str | None, config: Path | None, house: Path | None
) -> None:
    """Draws the wiring sheet and the seat cards of this table, as SVG and PDF."""
    from table.house_files import words_of
    from table.narration import Narration
    from table.settings import TABLE, load
    from table.werewolf.rulebooks import with_house
    from table.wiring_sheet.files import drawn, written
    from table.wiring_sheet.plan import plan
    from table.wiring_sheet.seat_cards import Sign
    from table.wiring_sheet.words import Words

    roles = _house_roles(house)
    settings = load(config or TABLE)
    rulebooks, wanted = with_house(roles), rulebook or settings.game.rulebook
    if wanted not in rulebooks:
        raise UnreadableError(f'--rulebook "{wanted}" is not a rulebook; allowed: {", ".join(rulebooks)}')
    spoken = language or settings.language
    narration = Narration.load(spoken, wanted, words_of(roles, spoken))
    places = {key: place.label for key, place in narration.places.items()}
    planned = plan(settings, [places.get(name, name) for name in settings.names or places])
    signs = [Sign(narration.card(card).title, *card.sign) for card in rulebooks[wanted].cards]
    for path in written(drawn(planned, signs, Words(narration)), output):
        click.echo(path)
    if planned.proposed:
        click.echo(
            f"garou: {config or TABLE} says nothing yet of some wires: the sheet proposes them, "
            "and its last page says what to write there",
            err=True,
        )


def _house_roles(directory: Path | None) -> list[Role]:
    """BO-39: the roles of the house; of a file that is refused it is said why."""
    from table.house_files import load

    roles, mistakes = load(directory)
    for mistake in mistakes:
        click.echo(f"garou: {mistake}", err=True)
    return roles


def _option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise UnreadableError(f'--option "{text}"; allowed: KEY=VALUE')
    words: dict[str, Any] = {"true": True, "false": False}
    is_number = value.isascii() and value.isdecimal() and len(value) < 10
    return key, int(value) if is_number else words.get(value, value)


def main() -> None:
    """Runs one command. Every error is one line on standard error."""
    try:
        code = garou.main(standalone_mode=False)
    except click.UsageError as error:
        told = error.format_message().rstrip(".")
        _stop(f"{told}; see: {error.ctx.command_path if error.ctx else 'garou'} --help", 2)
    except TableError as error:
        _stop(str(error), error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    sys.exit(code if isinstance(code, int) else 0)


def _stop(sentence: str, code: int) -> None:
    print(f"garou: {' '.join(sentence.split())}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
