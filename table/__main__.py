"""The commands. Everything heavy is imported by the command that needs it: `--help` is immediate."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hardware.troubles import DeviceError
from table.commands.output import open_output
from table.errors import TableError, UnreadableError, visible
from table.sentences import english

if TYPE_CHECKING:
    from table.appliance.tonight import Face
    from table.games.lots import Tally
    from table.house import Roles
    from table.settings.owner import Owner
    from table.settings.settings import Settings
    from table.words.narration import Narration


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


def _owner_of(context: click.Context, param: click.Parameter, value: Path | None) -> Owner:  # noqa: ARG001
    from table.settings.owner import owner_of

    return owner_of(value)


def _language_of(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """One of the languages there are: shipped, or among the files of --config, which is read before."""
    owner: Owner = context.params["owner"]
    return None if value is None else click.Choice(owner.languages).convert(value, param, context)


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


FILE = Named(path_type=Path)
FOLDER = Named(path_type=Path, file_okay=False)
CONFIG = click.option(
    "--config",
    "owner",
    type=FILE,
    callback=_owner_of,
    is_eager=True,
    help="Another folder of your files, or another table.toml.",
)
DECK = (
    'beginner, expert, simplified, one of your own, or its cards, as "werewolf=2,seer,villager=5"; '
    'of mots-garous: classic, deluxe, initials, or "seer,werewolf=2,minion".'
)
HOUSE = click.option("--house", type=FILE, help="Another folder of house roles.")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="garou", message="%(version)s")
@click.pass_context
def garou(context: click.Context) -> None:
    """A table that runs evenings of Les Loups-Garous with no human narrator."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@garou.command("play", short_help="Runs the table: people sit down and play until it is closed.")
@click.option("--simulated", is_flag=True, help="A table on this machine: in a window, or in the terminal.")
@click.option("--seats", type=click.IntRange(1, 24), help="Seats of the simulated table.")
@click.option(
    "--slips", is_flag=True, help="In the window, your card's name stands under your pod as you hold."
)
@click.option("--speed", type=Within(0.1, 1000), default=1.0, help="How fast time passes (1).")
@click.option("--language", callback=_language_of, help="Of voice and board.")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--deck", help=DECK)
@click.option("--deal", type=click.Choice(["ring", "cards"]), help="By the rings, or of cards of your own.")
@click.option("--rounds", type=click.IntRange(1), help="Ends after so many; else when the table is closed.")
@click.option("--seed", type=int, help="Deals and draws the same again: for tests, it can be predicted.")
@click.option("--state", type=FILE, help="Another folder for the journal of the evenings.")
@click.option("--service", is_flag=True, help="Begins with the service menu.")
@CONFIG
@HOUSE
def play_command(service: bool, language: str | None, owner: Owner, house: Path | None, **typed: Any) -> None:
    """Runs the table: people sit down, their host chooses, and rounds are played until it is closed. At a
    simulated one bots play every seat until somebody touches it.

    A round that was cut short goes on, unless somebody presses, or an evening of its own is asked for with
    --seats, --rulebook, --deck, --deal or --seed.
    """
    from hardware.notify import ServiceManager
    from table.appliance.mending import stamps, tell_on_board
    from table.appliance.opening import Opening, Typed
    from table.appliance.service import Service
    from table.appliance.tonight import warn
    from table.appliance.word_stick import WordStick
    from table.room.room import ClosedError

    looked_after, manager, wanted = Service(service, language), ServiceManager.here(), Typed(**typed)
    # Whoever has changed something in the service menu finds the table opened anew.
    told = None
    while told is None:
        read = stamps(owner)
        try:
            roles = _house_roles(house, owner, wanted.state)
            stick = WordStick(tell=warn)
            told = Opening(wanted, owner, roles, looked_after, stick=stick, plays=True).play(manager)
        except (UnreadableError, DeviceError) as error:
            silent = wanted.simulated or not manager.listens
            try:
                if silent or not tell_on_board(error, owner, read, manager):
                    raise
            except ClosedError:
                return
            if isinstance(error, DeviceError):
                raise  # the end of the process gives back what was opened before it; the next one tries again
    if told and not manager.listens:
        print("\n".join(told))


@garou.command("referee")
@click.argument("file", type=FILE)
@CONFIG
@HOUSE
def referee_command(file: Path, owner: Owner, house: Path | None) -> None:
    """Says what the rules make of a scenario FILE, as JSON."""
    from table.house.books import with_house
    from table.referee.referee import referee

    _show(referee(file, with_house(_house_roles(house, owner))))


@garou.command("rehearse", short_help="Plays a scenario FILE through the whole table.")
@click.argument("file", type=FILE)
@click.option("--virtual", is_flag=True, help="On a clock that jumps: no waiting.")
@click.option("--trace", type=FILE, metavar="OUT", help="Writes down everything public (-: to the output).")
@click.option("--speed", type=Within(0.1, 1000), help="How fast time passes (1); not with --virtual.")
@click.option("--language", callback=_language_of, help="Of voice and board.")
@CONFIG
@HOUSE
def rehearse_command(
    file: Path,
    virtual: bool,
    trace: Path | None,
    speed: float | None,
    language: str | None,
    owner: Owner,
    house: Path | None,
) -> None:
    """Plays a scenario FILE through the whole table: buttons pressed, rings lit, lines spoken."""
    from contextlib import nullcontext

    from table.appliance.tonight import face_here, open_table, rehearse, warn
    from table.games.scenario import naming
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.referee.referee import played_in, read_scenario
    from table.room.trace import written_to
    from table.settings.settings import load

    if trace and not virtual:
        raise UnreadableError(f"--trace {trace}: only with --virtual, on a clock that jumps")
    if virtual and speed is not None:
        raise UnreadableError(f"--speed {speed:g}: only without --virtual; a clock that jumps has no speed")
    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    spoken = language or settings.language
    with naming(file):
        scenario = read_scenario(file, rulebooks)
        narration = narrate(owner, spoken, played_in(scenario), roles)
        for warning in scenario.warnings:
            warn(warning)
        face: Face = "log" if virtual else face_here()
        with written_to(trace) if trace else nullcontext() as written:
            table = open_table(settings, scenario.names, narration, face, speed or 1.0)
            if written:
                table.traced(written)
            print(_ending(rehearse(table, scenario), narration))


def _ending(report: Mapping[str, Any], narration: Narration) -> str:
    """How a scenario ended: who has won, in the evening's words, or where in the file the table waits."""
    if report["state"] == "over":
        return narration.word(f"over.{report['winner']}") + "."
    waiting = report["waiting_for"]
    if not waiting["ask"]:
        return narration.word("rehearse.waits", at=waiting["at"])
    who = ", ".join(waiting["seats"])
    return narration.word("rehearse.asks", at=waiting["at"], asked=waiting["ask"], who=who)


@garou.command("simulate", cls=Compiled)
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
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
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
    owner: Owner,
    house: Path | None,
) -> None:
    """Plays many rounds of a deck and says each camp's chances."""
    from table.games.werewolf.rules.deck import check_deck, counted, players_of
    from table.games.werewolf.rules.options import read_options
    from table.games.werewolf.simulate import can_win, simulate
    from table.games.werewords.rules.box import Game, with_mots_garous
    from table.house.books import with_house
    from table.settings.decks import chosen_deck, chosen_rulebook, in_words, minutes_of
    from table.settings.settings import load

    books = with_house(_house_roles(house, owner))
    settings = load(owner.table, books, languages=owner.languages)
    boxes = with_mots_garous(books)
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


@garou.command("chronicle", short_help="Lists the evenings that are kept, or tells one of them.")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--statistics", "counted", is_flag=True, help="Wins by game, camp, card, players.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@click.option("--html", "html", is_flag=True, help="A page that needs nothing else.")
@click.option("--spoil", is_flag=True, help="Tells even the secrets of a round that is under way.")
@click.option("--erase", is_flag=True, help="Takes every evening away, for good, once that is confirmed.")
@click.option("--yes", is_flag=True, help="With --erase: asks nobody.")
@click.option("--state", type=FOLDER, help="Another folder of the journal.")
@CONFIG
@HOUSE
def chronicle_command(
    number: int | None,
    counted: bool,
    as_json: bool,
    html: bool,
    spoil: bool,
    erase: bool,
    yes: bool,
    state: Path | None,
    owner: Owner,
    house: Path | None,
) -> None:
    """Lists the evenings that are kept, the last first; tells the one of this NUMBER, night by night."""
    from table.appliance.tonight import warn
    from table.chronicle.story import erase_all
    from table.commands.chronicle import Wanted, told
    from table.settings.owner import state_directory

    wanted = Wanted(number, counted, as_json, html, spoil, erase, yes)
    wanted.check()
    folder = state or state_directory()
    if not erase:
        _show(told(wanted, folder, owner, _house_roles(house, owner, folder), warn))
    elif yes or click.confirm(f"Take away every evening kept in {folder}, for good?", err=True):
        print(f"Erased: {erase_all(folder)}.")
    else:
        print("Nothing was erased.")


@garou.command("check", short_help="Walks round the table: every button, ring, voice and board.")
@click.option("--simulated", is_flag=True, help="A table on this machine: in a window, or in the terminal.")
@click.option(
    "--only",
    multiple=True,
    type=click.Choice(["seats", "rings", "voice", "board", "disk"]),
    help="Only this; may be given several times.",
)
@click.option("--seat", type=click.IntRange(1, 24), help="Only buttons and ring of this seat.")
@click.option("--wait", type=Within(1, 600), default=20.0, help="Seconds for each answer (20).")
@click.option("--language", callback=_language_of, help="Of voice and board.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
def check_command(
    simulated: bool,
    only: Sequence[Any],
    seat: int | None,
    wait: float,
    language: str | None,
    as_json: bool,
    owner: Owner,
) -> int:
    """Walks round the table: every button, ring, the voice, the board, the disk."""
    from table.appliance.check import (
        PARTS,
        Line,
        Words,
        all_passed,
        always_data,
        as_data,
        check_table,
        opened,
        summary,
    )
    from table.appliance.service import Service
    from table.appliance.tonight import face_here, warn
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.settings.owner import state_directory
    from table.settings.settings import load

    with always_data(_show if as_json else None):
        owners = load(owner.table, with_house(_house_roles(None, owner)), languages=owner.languages)
        folder = state_directory()
        settings = Service(False, language).settings(owners, folder, owner.languages, warn)
        if seat is not None:
            if seat > settings.seats:
                raise UnreadableError(f"--seat {seat}: this table has the seats 1 to {settings.seats}")
            if alone := [part for part in only if part not in ("seats", "rings")]:
                raise UnreadableError(f"--seat {seat} --only {alone[0]}: a seat has only seats and rings")
            only = only or ("seats", "rings")
        simulated = simulated or settings.pins.backend == "simulated"
        narration = narrate(owner, settings.language)
        names = settings.names or list(narration.places)[: settings.seats]
        table = opened(settings, names, narration, face_here() if simulated else None)
        words = Words(narration, names)

        def report(line: Line) -> None:
            if not as_json and table.face != "terminal":
                print(line.told(words), flush=True)

        seats = None if seat is None else [seat - 1]
        lines, stopped = check_table(table, settings, names, folder, only or PARTS, seats, wait, report)
        if as_json:
            _show(as_data(lines, words.labels, stopped))
        else:
            if table.face == "terminal":
                print("\n".join(line.told(words) for line in lines))
            print(summary(lines, stopped, words))
        return 0 if all_passed(lines, stopped) else 1


@garou.command("doctor", short_help="Says what is wrong with the machine, and what mends it.")
@click.option("--language", callback=_language_of, help="Of the findings.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
def doctor_command(language: str | None, as_json: bool, owner: Owner) -> int:
    """Looks at the machine: what is not as this table needs it, and the command that mends it."""
    from table.appliance.doctor.examine import examine
    from table.appliance.doctor.findings import as_data, as_text
    from table.appliance.doctor.machine import this_machine
    from table.appliance.opening import language_of, unfit
    from table.house.books import with_house
    from table.settings.owner import state_directory
    from table.settings.settings import load
    from table.words.troubles import troubles_of

    roles = _house_roles(None, owner)
    rulebooks = with_house(roles)
    found = examine(
        this_machine(),
        owner.table,
        lambda path: load(path, rulebooks, languages=owner.languages),
        lambda: unfit(owner, roles),
    )
    troubles = troubles_of(owner.folder, language or language_of(owner, state_directory()))
    findings = [one.told(troubles) for one in found]
    _show(as_data(findings) if as_json else as_text(findings, troubles))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0


@garou.command("config", short_help="Says whether your own files fit, and what an update changed.")
@click.option("--remember", is_flag=True, help="From now on compares with what is shipped today.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
def config_command(remember: bool, as_json: bool, owner: Owner) -> int:
    """Looks at your own files: whether they fit, and what an update has made of them."""
    from table.appliance.doctor.findings import as_data, as_text
    from table.appliance.opening import unfit
    from table.commands import config as updates
    from table.house.books import with_house
    from table.house.load import load as load_house
    from table.settings.owner import state_directory
    from table.settings.settings import load
    from table.words.troubles import english

    if remember and not updates.is_known(owner):
        updates.remember(owner)
        remember = False
    roles, mistakes = load_house(None, owner.house, owner.narration, state_directory())
    rulebooks = with_house(roles)
    read = partial(load, rulebooks=rulebooks, languages=owner.languages)
    unplayable = [one.told(english()) for one in unfit(owner, roles)]
    findings = updates.report(owner, read, mistakes, unplayable)
    if remember:
        updates.remember(owner)
    _show(as_data(findings) if as_json else as_text(findings, english()))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0


@garou.command("wiring", short_help="Draws the wiring sheet and the seat cards, as SVG and PDF.")
@click.option("--output", type=FILE, default=Path(), help="The folder to write them to (here).")
@click.option("--language", callback=_language_of, help="Of sheet and cards.")
@click.option("--rulebook", help="Whose characters are on the seat cards.")
@CONFIG
@HOUSE
def wiring_command(
    output: Path, language: str | None, rulebook: str | None, owner: Owner, house: Path | None
) -> None:
    """Draws the wiring sheet and the seat cards of this table, as SVG and PDF."""
    from table.games.werewords.rules.box import Game, with_mots_garous
    from table.games.werewords.telling import SIGNS
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.paper.drawing import unknown
    from table.paper.files import drawn, written
    from table.paper.plan import plan
    from table.paper.seat_cards import Sign
    from table.paper.words import Words
    from table.settings.decks import chosen_rulebook
    from table.settings.settings import load

    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    wanted = settings.game.rulebook if rulebook is None else rulebook
    boxes = with_mots_garous(rulebooks)
    book = chosen_rulebook(boxes, wanted)
    spoken = language or settings.language
    narration = narrate(owner, spoken, wanted, roles)
    places = {key: place.label for key, place in narration.places.items()}
    planned = plan(settings, [places.get(name, name) for name in settings.names or places])
    if isinstance(book, Game):
        signs = [Sign(narration.card(tile).title, *sign) for tile, sign in SIGNS.items()]
    else:
        signs = [Sign(narration.card(card).title, *card.sign) for card in book.cards]
    for path in written(drawn(planned, signs, Words(narration)), output):
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


@garou.command("voice", short_help="Renders every sentence ahead, so that no line is waited for.")
@click.option("--language", callback=_language_of, help="Which one; else that of table.toml.")
@click.option("--rulebook", help="Whose words, if not those of table.toml.")
@click.option("--seats", type=click.IntRange(1, 24), help="For so many places; else those of table.toml.")
@click.option(
    "--say", metavar="KEY", help="Shows all wordings of one line, night.fall, and speaks the first."
)
@click.option("--wav", type=FILE, metavar="OUT", help="A whole evening of bots, spoken into this file.")
@click.option("--seed", type=int, default=0, help="Of the evening of --wav (0).")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
@HOUSE
def voice_command(
    language: str | None,
    rulebook: str | None,
    seats: int | None,
    say: str | None,
    wav: Path | None,
    seed: int,
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> int:
    """Renders ahead every sentence that can be foreseen, so that no line is ever waited for."""
    from table.appliance.menus import House, first_choices
    from table.commands.voice import Spoken, run
    from table.games.werewords.evening import words_here
    from table.games.werewords.rules.box import with_mots_garous
    from table.house.books import with_house
    from table.house.narrate import narrate
    from table.settings.decks import chosen_rulebook
    from table.settings.settings import load

    if say is not None and wav:
        raise UnreadableError("--say and --wav; allowed: one of them")
    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    boxes = with_mots_garous(rulebooks)
    book = chosen_rulebook(boxes, rulebook or settings.game.rulebook)
    spoken = language or settings.language
    narration = narrate(owner, spoken, book.key, roles)
    chosen = first_choices(settings, book.key, settings.game.deck, "ring", spoken, imagined=True)
    at_home = House(
        *(settings, boxes, lambda *_: narration, owner.languages, chosen),
        imagined=True,
        lists=lambda: words_here(owner)[0],
    )
    return run(Spoken(settings, at_home, narration, seats or settings.seats), say, wav, seed, as_json)


def _house_roles(directory: Path | None, owner: Owner, state: Path | None = None) -> Roles:
    """BO-39: the roles of the house; of a file that is refused it is said why, and of a rule that goes wrong
    in play when the command ends. `state`: another folder than the usual to keep what a file has done."""
    from table.house.load import check_faults, load
    from table.settings.owner import state_directory

    roles, mistakes = load(directory, owner.house, owner.narration, state or state_directory())
    for mistake in mistakes:
        click.echo(f"garou: {mistake}", err=True)
    click.get_current_context().call_on_close(lambda: check_faults(roles))
    return roles


def _show(told: object) -> None:
    """Prints text, in which no name of the owner's commands a terminal; and data for another program, in
    ASCII where the output takes nothing else."""
    if not isinstance(told, str):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        print(json.dumps(told, ensure_ascii=not encoding.lower().startswith("utf"), indent=2))
    else:
        print(visible(told))


def _option(text: str) -> tuple[str, Any]:
    key, equals, value = text.partition("=")
    if not equals:
        raise UnreadableError(f'--option "{text}"; allowed: KEY=VALUE')
    words: dict[str, Any] = {"true": True, "false": False}
    is_number = value.isascii() and value.isdecimal() and len(value) < 10
    return key, int(value) if is_number else words.get(value, value)


def main() -> None:
    """Runs one command. Every error is one line on standard error."""
    open_output()
    for word in sys.argv[1:]:
        if any("\ud800" <= letter <= "\udfff" for letter in word):  # bytes that Python could not decode
            _stop(f'"{word}" is not UTF-8; allowed: arguments in UTF-8', 2)
    try:
        code = garou.main(standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        told = error.format_message().rstrip(".")
        told += " See:" if told.endswith("?") else "; see:"
        _stop(f"{told} {error.ctx.command_path if error.ctx else 'garou'} --help", 2)
    except TableError as error:
        _stop(str(error), error.exit_code)
    except DeviceError as error:
        _stop(english().begun(error.trouble), 1)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _stop(sentence: str, code: int) -> None:
    print(f"garou: {' '.join(visible(sentence).split())}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
