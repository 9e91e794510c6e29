"""The commands. Everything heavy is imported by the command that needs it: `--help` is immediate."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from table.errors import TableError, UnreadableError

if TYPE_CHECKING:
    from hardware.notify import ServiceManager
    from table.house import Role
    from table.journal import Kept
    from table.narration import Narration
    from table.owner import Owner
    from table.service_menu import Service
    from table.tonight import Face
    from table.werewolf.rulebook import Rulebook
    from table.werewords_evening import Game


B = TypeVar("B")


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
    from table.owner import owner_of

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
CONFIG = click.option(
    "--config",
    "owner",
    type=FILE,
    callback=_owner_of,
    is_eager=True,
    help="Another folder of your files, or another table.toml.",
)
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
@click.option("--language", callback=_language_of, help="Of voice and board.")
@click.option("--rulebook", help="Whose rules, if not those of table.toml.")
@click.option("--deck", help=DECK)
@click.option("--deal", type=click.Choice(["ring", "cards"]), help="By the rings, or of cards of your own.")
@click.option("--rounds", type=click.IntRange(1), help="Ends after so many; else when the table is closed.")
@click.option("--seed", type=int, help="Deals and draws the same again.")
@click.option("--state", type=FILE, help="Another folder for the journal of the evenings.")
@click.option("--service", is_flag=True, help="Begins with the service menu.")
@CONFIG
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
    service: bool,
    owner: Owner,
    house: Path | None,
) -> None:
    """Runs the table: people sit down, their host chooses, and rounds are played until it is closed. At a
    simulated one bots play every seat until somebody touches it.

    A round that was cut short goes on, unless somebody presses, or an evening of its own is asked for with
    --seats, --rulebook, --deck, --deal or --seed.
    """
    from hardware.notify import ServiceManager
    from table.service_menu import Service

    looked_after, manager = Service(service, language), ServiceManager.here()
    evening = (simulated, seats, speed, rulebook, deck, deal, rounds, seed, state, owner, house)
    # Whoever has changed something in the service menu finds the table opened anew.
    while (told := _played(*evening, looked_after, manager)) is None:
        continue
    if told and not manager.listens:
        click.echo("\n".join(told))


def _played(
    simulated: bool,
    seats: int | None,
    speed: float,
    rulebook: str | None,
    deck: str | None,
    deal: Any,
    rounds: int | None,
    seed: int | None,
    state: Path | None,
    owner: Owner,
    house: Path | None,
    service: Service,
    manager: ServiceManager,
) -> list[str] | None:
    """Opens the table and plays; returns who has won, or None if it is to be opened anew."""
    import secrets
    from functools import cache

    import msgspec

    from table import chronicle
    from table.chronicle import tell
    from table.chronicle_page import page
    from table.decks import chosen_deck
    from table.doctor import examine, state_directory, this_machine
    from table.faults import kept as written_down
    from table.menus import House, first_choices
    from table.resume import Shelf
    from table.service_menu import stick
    from table.settings import load
    from table.tonight import Table, Tonight, face_here, open_table, warn
    from table.werewolf.deck import counted, players_of
    from table.werewolf.options import Options
    from table.werewolf.rulebooks import with_house
    from table.werewords_evening import MOTS_GAROUS, Game, words_here

    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    boxes: dict[str, Rulebook | Game] = {**rulebooks, MOTS_GAROUS.key: MOTS_GAROUS}
    if rulebook is not None:
        _rulebook(boxes, rulebook)
    owners = load(owner.table, rulebooks, rulebook, warn, owner.languages)
    folder = state or state_directory()
    settings = service.settings(owners, folder, owner.languages, warn)
    game = settings.game
    simulated = simulated or settings.pins.backend == "simulated"
    anew = any(given is not None for given in (seats, rulebook, deck, deal, seed))
    if settings.pins.backend == "simulated" and settings.rings.backend != "simulated":
        warn(f'rings.backend = "{settings.rings.backend}" lights nothing while pins.backend = "simulated"')
    if seats is not None and not simulated:
        raise UnreadableError(f"--seats {seats}: only for a simulated table; a real one has its own")
    if simulated and (seats is not None or deck is not None):
        settings = msgspec.structs.replace(settings, out_of_service=())
    in_service = settings.seats - len(settings.out_of_service)
    book = boxes[rulebook or game.rulebook]
    spoken = settings.language
    if seats is not None and (
        others := [key for key, other in boxes.items() if other.least <= seats < book.least]
    ):
        raise UnreadableError(
            f"--seats {seats}; {book.key} needs at least {book.least} players; "
            f"for {seats}: --rulebook {' or '.join(others)}"
        )
    if isinstance(book, Game):
        if deck is not None:
            words = msgspec.structs.replace(settings.mots_garous, tiles=deck)
            settings = msgspec.structs.replace(settings, mots_garous=words)
        deck, players = game.deck, min(seats or in_service, book.most)
    else:
        if deck is None:
            deck, seats = game.deck, seats or (in_service if simulated else None)
        players = players_of(chosen_deck(book, deck, seats, in_service, settings.decks))
    if not simulated and players > in_service:
        raise UnreadableError(
            f"--deck: cards for {counted(players, 'player')}; this table has {counted(in_service, 'seat')}"
        )
    pods = players + len(settings.out_of_service) if simulated else settings.seats
    narrate = cache(lambda rulebook, language: owner.narrate(language, rulebook, roles))
    places = list(narrate(book.key, spoken).places)
    names = settings.names[:pods] if len(settings.names) >= pods else places[:pods]
    if settings.names and names != settings.names[:pods]:
        warn(f"names: {len(settings.names)} for {pods} seats, so the seats are called after places")
    chosen = first_choices(settings, book.key, deck, deal or game.deal, spoken, imagined=simulated)
    lists, unusable = words_here(owner, stick())
    for sentence in unusable:
        warn(sentence)
    at_home = House(settings, boxes, narrate, owner.languages, chosen, imagined=simulated, lists=lists)
    if not isinstance(book, Game):
        options = at_home.options(chosen)
        for key in set(Options.__struct_fields__) - set(book.options):
            if getattr(game, key) != getattr(options, key):
                warn(f"game.{key}: {book.key} has no such option, so it is left out")
    for warning in at_home.evening(chosen, [""] * players, range(players), 0).check():
        warn(warning)
    face: Face | None = face_here() if simulated else None

    backends = f"pins: {settings.pins.backend}, rings: {settings.rings.backend}"
    manager.log(f"{counted(settings.seats, 'seat')}, {book.key}; {backends}.")

    def opened(names: Sequence[str], narration: Narration) -> Table:
        return open_table(settings, names, narration, face, speed, manager)

    # Where nobody is there to play, and no time passes, nothing can be cut short.
    is_kept = state is not None or face != "log"

    def shelf() -> Shelf | None:
        return Shelf(folder, settings.journal.keep) if is_kept else None

    def page_of(kept: Kept) -> str:
        told_in = narrate(kept.setup.rulebook, kept.setup.language)
        return page(tell(kept, boxes, told_in), chronicle.Words(told_in))

    def examined() -> list[str]:
        findings = examine(this_machine(), owner.table, lambda _: settings)
        return [" ".join(filter(None, (one.found, one.mend))) for one in findings if one.grade == "wrong"]

    def telling(language: str) -> Narration:
        return narrate(book.key, language)

    def serve(table: Table) -> bool:
        return service.look_after(table, names, telling, folder, page_of, examined)

    seed = secrets.randbits(32) if seed is None else seed
    try:
        told = Tonight(opened, at_home, names, seed, rounds, shelf, resumes=not anew, serve=serve).play()
    except TableError:
        raise
    except Exception as fault:
        if not manager.listens:
            raise
        raise written_down(fault, folder) from None
    return told


@garou.command("referee")
@click.argument("file", type=FILE)
@CONFIG
@HOUSE
def referee_command(file: Path, owner: Owner, house: Path | None) -> None:
    """Says what the rules make of a scenario FILE, as JSON."""
    from table.referee import referee
    from table.werewolf.rulebooks import with_house

    output = referee(file, with_house(_house_roles(house, owner)))
    click.echo(json.dumps(output, ensure_ascii=False, indent=2))


@garou.command("rehearse")
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

    from table.referee import played_in, read_scenario
    from table.scenario import naming
    from table.settings import load
    from table.tonight import face_here, open_table, rehearse, warn
    from table.trace import written_to
    from table.werewolf.rulebooks import with_house

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
        narration = owner.narrate(spoken, played_in(scenario), roles)
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
    from table.decks import chosen_deck, in_words, minutes_of
    from table.settings import load
    from table.simulate import can_win, simulate
    from table.werewolf.deck import check_deck, counted, players_of
    from table.werewolf.options import read_options
    from table.werewolf.rulebooks import with_house

    rulebooks = with_house(_house_roles(house, owner))
    settings = load(owner.table, rulebooks, languages=owner.languages)
    if rulebook is None:
        rulebook = settings.game.rulebook
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
@click.option("--erase", is_flag=True, help="Takes every evening away, for good, once that is confirmed.")
@click.option("--yes", is_flag=True, help="With --erase: asks nobody.")
@click.option("--state", type=FILE, help="Another folder of the journal.")
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
    from contextlib import closing
    from functools import cache

    import msgspec

    from table.chronicle import Words, as_text, erase_all, listed, statistics, tell
    from table.chronicle_page import page
    from table.doctor import state_directory
    from table.journal import Journal
    from table.service_menu import Service
    from table.settings import load
    from table.tonight import warn
    from table.werewolf.rulebooks import with_house
    from table.werewords_evening import MOTS_GAROUS

    if erase and (number or counted or as_json or html or spoil):
        raise UnreadableError(
            "--erase takes every evening away; allowed: no NUMBER and no other option with it but --yes"
        )
    if yes and not erase:
        raise UnreadableError("--yes: confirms --erase; allowed: with --erase")
    if number is None and (as_json or html or spoil):
        raise UnreadableError("--json, --html and --spoil are of one evening; allowed: with its NUMBER")
    if (counted and number) or (as_json and html):
        raise UnreadableError("chronicle; allowed: one of --statistics, NUMBER --json, NUMBER --html")
    folder = state or state_directory()
    if erase:
        if not yes and not sys.stdin.isatty():
            raise UnreadableError(
                "--erase: nobody is here to confirm it; allowed: in a terminal, or with --yes"
            )
        if not yes and not click.confirm(f"Take away every evening kept in {folder}, for good?", err=True):
            click.echo("Nothing was erased.")
            return
        click.echo(f"Erased: {erase_all(folder)}.")
        return
    with closing(Journal(folder, writing=False)) as journal:
        kept_there = journal.evenings()
        if not journal.is_whole(kept_there):
            warn(f"{journal.path} is damaged: what cannot be read of it is left out")
    evenings = [kept for kept in kept_there if kept.rounds]
    roles = _house_roles(house, owner)
    books = with_house(roles)
    rulebooks: dict[str, Rulebook | Game] = {**books, MOTS_GAROUS.key: MOTS_GAROUS}
    if counted:
        click.echo(json.dumps(statistics(evenings, rulebooks), ensure_ascii=False, indent=2))
        return
    if number is None:
        owners = load(owner.table, books, languages=owner.languages)
        language = Service(wanted=False).settings(owners, folder, owner.languages, warn).language
        told_in = cache(lambda rulebook: Words(owner.narrate(language, rulebook, roles)))
        click.echo("\n".join(listed(evenings, told_in)) or "No evening has been kept.")
        return
    if number > len(evenings):
        allowed = f"1 to {len(evenings)}" if evenings else "none, no evening has been kept"
        raise UnreadableError(f"NUMBER {number}; allowed: {allowed}")
    kept = evenings[-number]
    narration = owner.narrate(kept.setup.language, kept.setup.rulebook, roles)
    told, words = tell(kept, rulebooks, narration, spoil), Words(narration)
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(told)).decode())
    else:
        click.echo(page(told, words) if html else "\n".join(as_text(told, words)))


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
    from table.check import PARTS, Line, Words, all_passed, always_data, as_data, check_table, opened
    from table.doctor import state_directory
    from table.settings import load
    from table.tonight import face_here
    from table.werewolf.rulebooks import with_house

    def show(data: Mapping[str, Any]) -> None:
        click.echo(json.dumps(data, ensure_ascii=False, indent=2))

    with always_data(show if as_json else None):
        settings = load(owner.table, with_house(_house_roles(None, owner)), languages=owner.languages)
        if seat is not None:
            if seat > settings.seats:
                raise UnreadableError(f"--seat {seat}: this table has the seats 1 to {settings.seats}")
            if alone := [part for part in only if part not in ("seats", "rings")]:
                raise UnreadableError(f"--seat {seat} --only {alone[0]}: a seat has only seats and rings")
            only = only or ("seats", "rings")
        simulated = simulated or settings.pins.backend == "simulated"
        narration = owner.narrate(language or settings.language)
        names = settings.names or list(narration.places)[: settings.seats]
        table = opened(settings, names, narration, face_here() if simulated else None)
        told = Words(narration, names).labels

        def report(line: Line) -> None:
            if not as_json and table.face != "terminal":
                click.echo(line.told(told))

        seats = None if seat is None else [seat - 1]
        lines, stopped = check_table(
            table, settings, names, state_directory(), only or PARTS, seats, wait, report
        )
        if as_json:
            show(as_data(lines, told, stopped))
        else:
            if table.face == "terminal":
                click.echo("\n".join(line.told(told) for line in lines))
            failed = sum(line.passed is False for line in lines)
            end = "Stopped before its end. " if stopped else ""
            click.echo(f"{end}{f'{failed} failed.' if failed else 'Nothing failed.'}")
        return 0 if all_passed(lines, stopped) else 1


@garou.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
def doctor_command(as_json: bool, owner: Owner) -> int:
    """Looks at the machine: what is not as this table needs it, and the command that mends it."""
    from table.doctor import as_data, as_text, examine, this_machine
    from table.settings import load
    from table.werewolf.rulebooks import with_house

    rulebooks = with_house(_house_roles(None, owner))
    findings = examine(
        this_machine(), owner.table, lambda path: load(path, rulebooks, languages=owner.languages)
    )
    if as_json:
        click.echo(json.dumps(as_data(findings), ensure_ascii=False, indent=2))
    else:
        click.echo(as_text(findings))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0


@garou.command("config")
@click.option("--remember", is_flag=True, help="From now on compares with what is shipped today.")
@click.option("--json", "as_json", is_flag=True, help="For another program.")
@CONFIG
def config_command(remember: bool, as_json: bool, owner: Owner) -> int:
    """Looks at your own files: whether they fit, and what an update has made of them."""
    from table import updates
    from table.doctor import as_data, as_text
    from table.house_files import load as load_house
    from table.settings import load
    from table.werewolf.rulebooks import with_house

    if remember and not updates.is_known(owner):
        updates.remember(owner)
        remember = False
    roles, mistakes = load_house(None, owner.house)
    rulebooks = with_house(roles)
    findings = updates.report(owner, lambda path: load(path, rulebooks, languages=owner.languages), mistakes)
    if remember:
        updates.remember(owner)
    click.echo(json.dumps(as_data(findings), ensure_ascii=False, indent=2) if as_json else as_text(findings))
    return 1 if any(finding.grade == "wrong" for finding in findings) else 0


def _rulebook(rulebooks: Mapping[str, B], key: str) -> B:
    if key not in rulebooks:
        raise UnreadableError(f'--rulebook "{key}" is not a rulebook; allowed: {", ".join(rulebooks)}')
    return rulebooks[key]


@garou.command("wiring")
@click.option("--output", type=FILE, default=Path(), help="The folder to write them to (here).")
@click.option("--language", callback=_language_of, help="Of sheet and cards.")
@click.option("--rulebook", help="Whose characters are on the seat cards.")
@CONFIG
@HOUSE
def wiring_command(
    output: Path, language: str | None, rulebook: str | None, owner: Owner, house: Path | None
) -> None:
    """Draws the wiring sheet and the seat cards of this table, as SVG and PDF."""
    from table.settings import load
    from table.werewolf.rulebooks import with_house
    from table.werewords_evening import MOTS_GAROUS, Game
    from table.werewords_telling import SIGNS
    from table.wiring_sheet.files import drawn, written
    from table.wiring_sheet.plan import plan
    from table.wiring_sheet.seat_cards import Sign
    from table.wiring_sheet.words import Words

    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    wanted = settings.game.rulebook if rulebook is None else rulebook
    boxes: dict[str, Rulebook | Game] = {**rulebooks, MOTS_GAROUS.key: MOTS_GAROUS}
    book = _rulebook(boxes, wanted)
    spoken = language or settings.language
    narration = owner.narrate(spoken, wanted, roles)
    places = {key: place.label for key, place in narration.places.items()}
    planned = plan(settings, [places.get(name, name) for name in settings.names or places])
    if isinstance(book, Game):
        signs = [Sign(narration.card(tile).title, *sign) for tile, sign in SIGNS.items()]
    else:
        signs = [Sign(narration.card(card).title, *card.sign) for card in book.cards]
    for path in written(drawn(planned, signs, Words(narration)), output):
        click.echo(path)
    if planned.proposed:
        click.echo(
            f"garou: {owner.own_table} says nothing yet of some wires: the sheet proposes them, "
            "and its last page says what to write there",
            err=True,
        )


@garou.command("voice")
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
    from table.menus import House, first_choices
    from table.settings import load
    from table.voice_command import Spoken, run
    from table.werewolf.rulebooks import with_house

    if say is not None and wav:
        raise UnreadableError("--say and --wav; allowed: one of them")
    roles = _house_roles(house, owner)
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    book = _rulebook(rulebooks, rulebook or settings.game.rulebook)
    spoken = language or settings.language
    narration = owner.narrate(spoken, book.key, roles)
    chosen = first_choices(settings, book.key, settings.game.deck, "ring", spoken, imagined=True)
    at_home = House(settings, rulebooks, lambda *_: narration, owner.languages, chosen, imagined=True)
    return run(Spoken(settings, at_home, narration, seats or settings.seats), say, wav, seed, as_json)


def _house_roles(directory: Path | None, owner: Owner) -> list[Role]:
    """BO-39: the roles of the house; of a file that is refused it is said why, and of a rule that goes wrong
    in play when the command ends."""
    from table.house_files import check_faults, load

    roles, mistakes = load(directory, owner.house)
    for mistake in mistakes:
        click.echo(f"garou: {mistake}", err=True)
    click.get_current_context().call_on_close(lambda: check_faults(roles))
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
        told += " See:" if told.endswith("?") else "; see:"
        _stop(f"{told} {error.ctx.command_path if error.ctx else 'garou'} --help", 2)
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
