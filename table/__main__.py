"""The commands. Everything heavy is imported by the command that needs it: `--help` is immediate."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.errors import TableError, UnreadableError

if TYPE_CHECKING:
    from table.tonight import Face

FILE = click.Path(path_type=Path)
LANGUAGES = click.Choice(["fr", "en"])


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
@click.option("--deck", help='The cards, as "werewolf=2,seer,witch,villager=4".')
@click.option("--rounds", type=click.IntRange(1), help="Ends after so many; else when the table is closed.")
@click.option("--seed", type=int, help="Deals and draws the same again.")
@click.option("--config", type=FILE, help="Another table.toml.")
def play_command(
    simulated: bool,
    seats: int | None,
    speed: float,
    language: str | None,
    deck: str | None,
    rounds: int | None,
    seed: int | None,
    config: Path | None,
) -> None:
    """Plays an evening at the table. Bots play every seat until somebody touches it."""
    import secrets

    from table.evening import Evening, usual_deck
    from table.narration import Narration
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table, play_evening, warn
    from table.werewolf.deck import players_of, read_deck
    from table.werewolf.options import Options
    from table.werewolf.rulebooks import RULEBOOKS

    settings = load(config or TABLE)
    simulated = simulated or settings.pins.backend == "simulated"
    if seats is not None and not simulated:
        raise UnreadableError(f"--seats {seats}: only for a simulated table; a real one has its own")
    narration = Narration.load(language or settings.language)
    rulebook = RULEBOOKS[settings.game.rulebook]
    cards = read_deck(rulebook, deck) if deck is not None else usual_deck(rulebook, seats or settings.seats)
    count = seats or (players_of(cards) if deck is not None else settings.seats)
    if players_of(cards) != count:
        raise UnreadableError(f'--deck "{deck}": cards for {players_of(cards)} players; allowed: {count}')
    if not simulated and count != settings.seats:
        raise UnreadableError(f"--deck: cards for {count} players; this table has {settings.seats} seats")
    names = settings.names[:count] if len(settings.names) >= count else list(narration.places)[:count]
    if settings.names and names != settings.names[:count]:
        warn(f"names: {len(settings.names)} for {count} seats, so the seats are called after places")
    house = settings.game
    options = Options(house.captain, house.tie, house.stalemate, house.reveal)
    evening = Evening(rulebook, names, cards, options, secrets.randbits(32) if seed is None else seed)
    for warning in evening.check():
        warn(warning)
    face: Face | None = face_here() if simulated else None
    told = play_evening(open_table(settings, names, narration, face, speed), evening, rounds)
    if told:
        click.echo("\n".join(told))


@garou.command("referee")
@click.argument("file", type=FILE)
def referee_command(file: Path) -> None:
    """Says what the rules make of a scenario FILE, as JSON."""
    from table.referee import referee

    click.echo(json.dumps(referee(file), ensure_ascii=False, indent=2))


@garou.command("rehearse")
@click.argument("file", type=FILE)
@click.option("--virtual", is_flag=True, help="On a clock that jumps: no waiting.")
@click.option("--speed", type=click.FloatRange(0.1, 1000), default=1.0, help="How fast time passes (1).")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--config", type=FILE, help="Another table.toml.")
def rehearse_command(
    file: Path, virtual: bool, speed: float, language: str | None, config: Path | None
) -> None:
    """Plays a scenario FILE through the whole table: buttons pressed, rings lit, lines spoken."""
    from table.narration import Narration
    from table.referee import naming, read_scenario
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table, rehearse, warn

    settings = load(config or TABLE)
    narration = Narration.load(language or settings.language)
    with naming(file):
        scenario = read_scenario(file)
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
@click.option("--deck", required=True, help='The cards, as "werewolf=3,seer=1,villager=8".')
@click.option("--rounds", type=click.IntRange(1), default=1000, help="How many rounds (1000).")
@click.option("--rulebook", default="thiercelieux", help="Whose rules (thiercelieux).")
@click.option("--players", type=click.Choice(["bots", "random"]), default="bots", help="Who plays (bots).")
@click.option("--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the round.")
@click.option("--seed", type=int, default=0, help="Of all that is drawn by lot (0).")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
def simulate_command(
    deck: str,
    rounds: int,
    rulebook: str,
    players: Any,
    given: Sequence[str],
    seed: int,
    as_json: bool,
) -> None:
    """Plays many rounds of a deck and says each camp's chances."""
    from table.simulate import simulate
    from table.werewolf.deck import check_deck, read_deck
    from table.werewolf.options import read_options
    from table.werewolf.rulebooks import RULEBOOKS

    if rulebook not in RULEBOOKS:
        raise UnreadableError(f'--rulebook "{rulebook}" is not a rulebook; allowed: {", ".join(RULEBOOKS)}')
    book = RULEBOOKS[rulebook]
    options = read_options(rulebook, dict(_option(text) for text in given))
    cards = read_deck(book, deck)
    for warning in check_deck(book, cards):
        click.echo(f"garou: {warning}", err=True)
    tally = simulate(book, cards, options, rounds, players, seed)
    if as_json:
        click.echo(json.dumps({"rounds": rounds, "wins": tally.wins, "seconds": round(tally.seconds, 3)}))
        return
    for camp, wins in tally.wins.items():
        low, high = tally.interval(camp)
        share = wins / rounds
        click.echo(f"{camp:<11} {wins:>8}   {share:6.1%}   (95 % sure: {low:.1%} to {high:.1%})")
    click.echo(f"{rounds} rounds in {tally.seconds:.2f} s, {rounds / tally.seconds:.0f} a second")


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
