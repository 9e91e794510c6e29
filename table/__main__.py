"""The commands. Everything heavy is imported by the command that needs it: `--help` is immediate."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.errors import TableError, UnreadableError

if TYPE_CHECKING:
    from table.house import Role
    from table.narration import Narration
    from table.tonight import Face
    from table.werewolf.rulebook import Rulebook


class Named(click.Path):
    """A path; an empty word, as of a variable that is not set, names none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail('"" names nothing', param, ctx)
        return super().convert(value, param, ctx)


class Within(click.FloatRange):
    """A number in a range, and a number at all."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


FILE = Named(path_type=Path)
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
@click.option("--speed", type=Within(0.1, 1000), default=1.0, help="How fast time passes (1).")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--deck", help=DECK)
@click.option("--deal", type=click.Choice(["ring", "cards"]), help="By the rings, or of cards of your own.")
@click.option("--rounds", type=click.IntRange(1), help="Ends after so many; else when the table is closed.")
@click.option("--seed", type=int, help="Deals and draws the same again.")
@click.option("--state", type=FILE, help="Another folder for the journal of the evenings.")
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
    state: Path | None,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays an evening at the table. Bots play every seat until somebody touches it.

    A round that was cut short goes on, unless somebody presses, or an evening of its own is asked for with
    --seats, --rulebook, --deck, --deal or --seed.
    """
    import secrets

    from table.decks import chosen_deck
    from table.doctor import state_directory
    from table.evening import Evening
    from table.house_files import words_of
    from table.narration import Narration
    from table.resume import Shelf
    from table.settings import TABLE, load
    from table.tonight import Table, face_here, open_table, play_or_go_on, warn
    from table.werewolf.deck import counted, players_of
    from table.werewolf.options import Options
    from table.werewolf.rulebooks import with_house

    roles = _house_roles(house)
    rulebooks = with_house(roles)
    if rulebook is not None:
        _rulebook(rulebooks, rulebook)
    settings = load(config or TABLE, rulebooks, rulebook, warn)
    game = settings.game
    simulated = simulated or settings.pins.backend == "simulated"
    anew = any(given is not None for given in (seats, rulebook, deck, deal, seed))
    if settings.pins.backend == "simulated" and settings.rings.backend != "simulated":
        warn(f'rings.backend = "{settings.rings.backend}" lights nothing while pins.backend = "simulated"')
    if seats is not None and not simulated:
        raise UnreadableError(f"--seats {seats}: only for a simulated table; a real one has its own")
    book = rulebooks[rulebook or game.rulebook]
    spoken = language or settings.language
    narration = Narration.load(spoken, book.key, words_of(roles, spoken))
    if deck is None:
        deck, seats = game.deck, seats or settings.seats
    cards = chosen_deck(book, deck, seats, settings.seats, settings.decks)
    count = players_of(cards)
    if not simulated and count != settings.seats:
        raise UnreadableError(
            f"--deck: cards for {counted(count, 'player')}; this table has {counted(settings.seats, 'seat')}"
        )
    names = settings.names[:count] if len(settings.names) >= count else list(narration.places)[:count]
    if settings.names and names != settings.names[:count]:
        warn(f"names: {len(settings.names)} for {count} seats, so the seats are called after places")
    options = Options(**{key: getattr(game, key) for key in book.options})
    for key in set(Options.__struct_fields__) - set(book.options):
        if getattr(game, key) != getattr(options, key):
            warn(f"game.{key}: {book.key} has no such option, so it is left out")
    evening = Evening(book, names, cards, options, secrets.randbits(32) if seed is None else seed)
    evening.deal, evening.imagined = deal or game.deal, simulated
    for warning in evening.check():
        warn(warning)
    face: Face | None = face_here() if simulated else None

    def opened(evening: Evening, language: str) -> Table:
        told_in = Narration.load(language, evening.rulebook.key, words_of(roles, language))
        return open_table(settings, evening.names, told_in, face, speed)

    # Where nobody is there to play, and no time passes, nothing can be cut short.
    is_kept = state is not None or face != "log"
    shelf = Shelf(state or state_directory(), settings.journal.keep) if is_kept else None
    told = play_or_go_on(opened, evening, spoken, rounds, shelf, None if anew else rulebooks)
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
@click.option("--trace", type=FILE, metavar="OUT", help="Writes down everything public (-: to the output).")
@click.option("--speed", type=Within(0.1, 1000), help="How fast time passes (1); not with --virtual.")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--config", type=FILE, help="Another table.toml.")
@HOUSE
def rehearse_command(
    file: Path,
    virtual: bool,
    trace: Path | None,
    speed: float | None,
    language: str | None,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays a scenario FILE through the whole table: buttons pressed, rings lit, lines spoken."""
    from contextlib import nullcontext

    from table.house_files import words_of
    from table.narration import Narration
    from table.referee import naming, read_scenario
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table, rehearse, warn
    from table.trace import written_to
    from table.werewolf.rulebooks import with_house

    if trace and not virtual:
        raise UnreadableError(f"--trace {trace}: only with --virtual, on a clock that jumps")
    if virtual and speed is not None:
        raise UnreadableError(f"--speed {speed:g}: only without --virtual; a clock that jumps has no speed")
    roles = _house_roles(house)
    rulebooks = with_house(roles)
    settings = load(config or TABLE, rulebooks)
    spoken = language or settings.language
    with naming(file):
        scenario = read_scenario(file, rulebooks)
        narration = Narration.load(spoken, scenario.rulebook.key, words_of(roles, spoken))
        for warning in scenario.warnings:
            warn(warning)
        face: Face = "log" if virtual else face_here()
        with written_to(trace) if trace else nullcontext() as written:
            table = open_table(settings, scenario.names, narration, face, speed or 1.0)
            if written:
                table.traced(written)
            click.echo(_ending(rehearse(table, scenario), narration))


def _ending(report: Mapping[str, Any], narration: Narration) -> str:
    """How a scenario ended: who has won, in the evening's words, or where in the file the table waits."""
    if report["state"] == "over":
        return narration.word(f"over.{report['winner']}") + "."
    waiting = report["waiting_for"]
    asked = f" for {waiting['ask']} ({', '.join(waiting['seats'])})" if waiting["ask"] else ""
    return f"The file ends here: the table waits at {waiting['at']}{asked}."


@garou.command("simulate")
@click.option("--deck", required=True, help=DECK)
@click.option(
    "--seats",
    type=click.IntRange(1, 24),
    help="How many play, if the deck does not say it (as many as table.toml has seats).",
)
@click.option("--rounds", type=click.IntRange(1), default=1000, help="How many rounds (1000).")
@click.option("--rulebook", help="Whose rules (those of the file of --config; without it, thiercelieux).")
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
    rulebook: str | None,
    players: Any,
    given: Sequence[str],
    seed: int,
    as_json: bool,
    config: Path | None,
    house: Path | None,
) -> None:
    """Plays many rounds of a deck and says each camp's chances."""
    from table.decks import chosen_deck, in_words, minutes_of
    from table.settings import TABLE, load
    from table.simulate import can_win, simulate
    from table.werewolf.deck import check_deck, counted, players_of
    from table.werewolf.options import read_options
    from table.werewolf.rulebooks import with_house

    rulebooks = with_house(_house_roles(house))
    settings = load(config or TABLE, rulebooks)
    if rulebook is None:
        rulebook = settings.game.rulebook if config else "thiercelieux"
    book = _rulebook(rulebooks, rulebook)
    options = read_options(rulebook, book.options, dict(_option(text) for text in given))
    cards = chosen_deck(book, deck, seats, settings.seats, settings.decks)
    for warning in check_deck(book, cards):
        click.echo(f"garou: {warning}", err=True)
    tally = simulate(book, cards, options, rounds, players, seed)
    if as_json:
        click.echo(json.dumps({"rounds": rounds, "wins": tally.wins, "seconds": round(tally.seconds, 3)}))
        return
    click.echo(f"{rulebook}, {counted(players_of(cards), 'player')}: {in_words(cards)}")
    told = {camp: wins for camp, wins in tally.wins.items() if wins or can_win(camp, cards)}
    widest = max(map(len, told))
    for camp, wins in told.items():
        low, high = tally.interval(camp)
        share = wins / rounds
        click.echo(f"{camp:<{widest}} {wins:>8}   {share:6.1%}   (95 % sure: {low:.1%} to {high:.1%})")
    click.echo(f"{counted(rounds, 'round')} in {tally.seconds:.2f} s, {rounds / tally.seconds:.0f} a second")
    click.echo(f"At the table about {minutes_of(book, cards, settings.times)} minutes each.")


@garou.command("chronicle")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--statistics", "counted", is_flag=True, help="Wins by camp, card, number of players: JSON.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@click.option("--html", "html", is_flag=True, help="A page that needs nothing else.")
@click.option("--spoil", is_flag=True, help="Tells even the secrets of a round that is under way.")
@click.option("--erase", is_flag=True, help="Takes every evening away.")
@click.option("--state", type=FILE, help="Another folder of the journal.")
@HOUSE
def chronicle_command(
    number: int | None,
    counted: bool,
    as_json: bool,
    html: bool,
    spoil: bool,
    erase: bool,
    state: Path | None,
    house: Path | None,
) -> None:
    """Lists the evenings that are kept, the last first; tells the one of this NUMBER, night by night."""
    from contextlib import closing

    import msgspec

    from table.chronicle import as_html, as_text, listed, statistics, tell
    from table.doctor import state_directory
    from table.house_files import words_of
    from table.journal import Journal
    from table.narration import Narration
    from table.werewolf.rulebooks import with_house

    if erase and (number or counted or as_json or html or spoil):
        raise UnreadableError(
            "--erase takes every evening away; allowed: no NUMBER and no other option with it"
        )
    if number is None and (as_json or html or spoil):
        raise UnreadableError("--json, --html and --spoil are of one evening; allowed: with its NUMBER")
    if (counted and number) or (as_json and html):
        raise UnreadableError("chronicle; allowed: one of --statistics, NUMBER --json, NUMBER --html")
    folder = state or state_directory()
    if erase:
        with closing(Journal(folder)) as journal:
            gone = len(journal.evenings())
            journal.erase()
        click.echo(f"Erased: {gone}.")
        return
    with closing(Journal(folder, writing=False)) as journal:
        evenings = [kept for kept in journal.evenings() if kept.rounds]
    roles = _house_roles(house)
    rulebooks = with_house(roles)
    if counted:
        click.echo(json.dumps(statistics(evenings, rulebooks), ensure_ascii=False, indent=2))
        return
    if number is None:
        click.echo("\n".join(listed(evenings)) or "No evening has been kept.")
        return
    if number > len(evenings):
        allowed = f"1 to {len(evenings)}" if evenings else "none, no evening has been kept"
        raise UnreadableError(f"NUMBER {number}; allowed: {allowed}")
    kept = evenings[-number]
    language = kept.setup.language
    narration = Narration.load(language, kept.setup.rulebook, words_of(roles, language))
    told = tell(kept, rulebooks, narration, spoil)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        click.echo(as_html(told, narration) if html else "\n".join(as_text(told, narration)))


@garou.command("check")
@click.option("--simulated", is_flag=True, help="A table on this machine: in a window, or in the terminal.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(["seats", "rings", "voice", "board", "disk"]),
    help="Only this; may be given several times.",
)
@click.option("--seat", type=click.IntRange(1, 24), help="Only buttons and ring of this seat.")
@click.option("--wait", type=Within(1, 600), default=20.0, help="Seconds for each answer (20).")
@click.option("--language", type=LANGUAGES, help="Of voice and board.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@click.option("--config", type=FILE, help="Another table.toml.")
def check_command(
    simulated: bool,
    only: Sequence[Any],
    seat: int | None,
    wait: float,
    language: str | None,
    as_json: bool,
    config: Path | None,
) -> int:
    """Walks round the table: every button, ring, the voice, the board, the disk."""
    from table.check import PARTS, Line, Words, all_passed, as_data, check_table
    from table.doctor import state_directory
    from table.narration import Narration
    from table.settings import TABLE, load
    from table.tonight import face_here, open_table
    from table.werewolf.rulebooks import with_house

    settings = load(config or TABLE, with_house(_house_roles(None)))
    if seat is not None:
        if seat > settings.seats:
            raise UnreadableError(f"--seat {seat}: this table has the seats 1 to {settings.seats}")
        if alone := [part for part in only if part not in ("seats", "rings")]:
            raise UnreadableError(f"--seat {seat} --only {alone[0]}: a seat has only seats and rings")
        only = only or ("seats", "rings")
    simulated = simulated or settings.pins.backend == "simulated"
    narration = Narration.load(language or settings.language)
    names = settings.names or list(narration.places)[: settings.seats]
    table = open_table(settings, names, narration, face_here() if simulated else None, 1.0)
    told = Words(narration, names).labels

    def report(line: Line) -> None:
        if not as_json and table.face != "terminal":
            click.echo(line.told(told))

    seats = None if seat is None else [seat - 1]
    lines, stopped = check_table(
        table, settings, names, state_directory(), only or PARTS, seats, wait, report
    )
    if as_json:
        click.echo(json.dumps(as_data(lines, told, stopped), ensure_ascii=False, indent=2))
    else:
        if table.face == "terminal":
            click.echo("\n".join(line.told(told) for line in lines))
        failed = sum(line.passed is False for line in lines)
        end = "Stopped before its end. " if stopped else ""
        click.echo(f"{end}{f'{failed} failed.' if failed else 'Nothing failed.'}")
    return 0 if all_passed(lines, stopped) else 1


@garou.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@click.option("--config", type=FILE, help="Another table.toml.")
def doctor_command(as_json: bool, config: Path | None) -> int:
    """Looks at the machine: what is not as this table needs it, and the command that mends it."""
    from table.doctor import as_data, as_text, examine, this_machine
    from table.settings import TABLE, load
    from table.werewolf.rulebooks import with_house

    rulebooks = with_house(_house_roles(None))
    findings = examine(this_machine(), config or TABLE, lambda path: load(path, rulebooks))
    if as_json:
        click.echo(json.dumps(as_data(findings), ensure_ascii=False, indent=2))
    else:
        click.echo(as_text(findings))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0


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
    rulebooks = with_house(roles)
    settings = load(config or TABLE, rulebooks)
    wanted = settings.game.rulebook if rulebook is None else rulebook
    _rulebook(rulebooks, wanted)
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
