"""The table's configuration: `table.toml`, either the owner's or the shipped one, which states the defaults.

Every key has a default, so an empty file is a table: eight seats of one button, simulated. A value
that cannot be used is an error that names the file, the line, the key, the value and what is allowed.
"""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, inspect

from hardware.languages import languages_of
from hardware.rings.backends import BACKENDS as RING_BACKENDS
from hardware.voice.backends import BACKENDS as ENGINES
from table.board.view import DisplayOptions
from table.errors import Reason, RefusedError, UnreadableError, in_english
from table.games.werewolf.rules.deck import check_deck
from table.games.werewolf.rules.options import OF_THE_TABLE, LevelKey, Options
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules.box import WORD_CALLS, tiles_of
from table.games.werewords.rules.calls import LOOKING_S
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.tiles import FEWEST, MOST
from table.names import composed, folded, is_name
from table.paths import SHIPPED
from table.sentences import Wrong
from table.settings.decks import NAMES as DECKS
from table.settings.decks import typed_deck
from table.settings.times import Times
from table.settings.wiring import Mistake, Pins, RingWiring, mistakes_in_pins, mistakes_in_rings
from table.typefaces import undrawn
from table.words.catalogue import parsed, shipped_languages, text_of
from table.words.lists import CATEGORIES, OWN, Difficulty
from table.words.toml_lines import in_line, line_of, parts_of

SEATS_MOST = 24
"""Seats of the largest table."""
CONFIG = SHIPPED
TABLE = CONFIG / "table.toml"
FRENCH, SYSTEM = "fr", "system"


SHOWN_S, ASKED_S, LONGEST_S = 3, 10, 120
"""Limits of a call's seconds: the least if something is shown; the least if something is asked, which leaves
time to read and to move the light at any pace; and the most."""
Rate = Annotated[int, Meta(ge=80, le=300)]
Loudness = Annotated[float, Meta(ge=0, le=1)]
"""Volume: 0 is silent, 1 is as recorded."""
Eyes = Literal["eyes_closed", "eyes_down"]
"""What players do at night: close their eyes, or look only at their own ring."""
PointingWhen = Literal["with bots", "always", "never"]
"""When a light turned in a debate shows on the board whom its player points at."""


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The narrator's voice."""

    enabled: bool = True
    rate: Rate = 150
    """Words a minute."""
    rates: dict[str, Rate] = {}
    """Words a minute of languages with a rate of their own."""
    volume: Loudness = 1.0
    menus: bool = False
    """Whether menus are read out, for those who do not see the board."""
    voices: dict[str, Annotated[str, Meta(min_length=1, max_length=200)]] = {}
    """Voices that replace the default of a language: an espeak name, or the file of a Piper voice."""


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sound besides the voice."""

    ambience: Loudness = 0.75
    """Volume of the night sound, which covers the clicks of the buttons; 0: off."""
    music: Loudness = 0.25
    """Volume of the music by day and between rounds; 0: off."""
    effects: Loudness = 0.5
    """Volume of the effects: a howl at nightfall, a cock at dawn, a clock that runs down; 0: off."""


class ShowSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The demonstration round that the table plays while nobody sits at it."""

    enabled: bool = True
    volume: Loudness = 0.0
    """Factor on the volume of voice, night and effects during the show; 0: silent."""


class ScreenSettings(DisplayOptions, frozen=True, forbid_unknown_fields=True):
    """The public board, and how it is drawn."""

    fullscreen: bool = True
    size: tuple[Annotated[int, Meta(ge=640, le=7680)], Annotated[int, Meta(ge=480, le=4320)]] = (1280, 720)
    """Width and height in pixels of a board in a window."""
    picture_m: Annotated[float, Meta(ge=0.1, le=10)] = 0.7
    """Height of the picture in metres: 0.7 is a 55-inch television."""
    farthest_m: Annotated[float, Meta(ge=0.5, le=60)] = 4.2
    """Metres from the screen to the farthest player: sets the size of the letters."""
    captions: bool = True
    """Whether spoken lines are also shown as captions during a round."""


class PhoneSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phones as seats."""

    enabled: bool = False
    seats: tuple[Annotated[int, Meta(ge=1, le=SEATS_MOST)], ...] = ()
    """Seats that a phone may take, numbered from 1; empty: all."""
    keep_names: bool = False
    """Whether typed names outlive the evening, and are written into the journal."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080
    """The port that the gateway listens on."""


class BrokerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The MQTT broker that `garou publish` and `garou venue` connect to."""

    host: Annotated[str, Meta(min_length=1, max_length=253)] = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8883
    tls: bool = True
    """Whether the connection is encrypted, and the broker's certificate checked."""
    ca: Annotated[str, Meta(max_length=400)] = ""
    """A file with the certificate of the authority that signed the broker's; empty: those of the system."""


class PublishSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What this table tells a broker."""

    enabled: bool = False
    table: str = "table-1"
    """Its name in all topics: a level of them, and the name of a user."""
    title: Annotated[str, Meta(max_length=40)] = ""
    """What people call it; empty: its name."""
    user: Annotated[str, Meta(max_length=80)] = ""
    """Its user at the broker; empty: its name."""
    password_file: Annotated[str, Meta(max_length=400)] = ""
    """The file with the password of that user; empty: none is sent."""
    home_assistant: bool = False
    """Whether Home Assistant is told of it."""


class VenueSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page that shows many tables."""

    port: Annotated[int, Meta(ge=1, le=65535)] = 8090
    """The port that the page is served on."""
    title: Annotated[str, Meta(max_length=60)] = ""
    """What stands above the tables; empty: a line of ours."""
    user: Annotated[str, Meta(max_length=80)] = "venue"
    password_file: Annotated[str, Meta(max_length=400)] = ""
    """The file with the password of that user; empty: none is sent."""


class JournalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which evenings are stored."""

    keep: Annotated[int, Meta(ge=1, le=10000)] = 50
    """How many of the latest evenings."""


class GameSettings(Options, frozen=True, forbid_unknown_fields=True):
    """How this owner plays: a rulebook, a deck and the options of a round."""

    stalemate: Annotated[int, Meta(ge=0, le=20)] = 3
    rulebook: Literal["thiercelieux", "family", "tit-albert", "best-of", "mots-garous"] = "thiercelieux"
    deck: Annotated[str, Meta(min_length=1, max_length=40)] = "beginner"
    """"beginner", "expert", "simplified", or a name of `[decks]`."""
    deal: Literal["ring", "cards"] = "ring"
    """LG-52: whether the rings show the roles, or the players hold cards of their own."""
    night: Eyes = "eyes_closed"
    cover_taps: bool = False
    """Whether everybody is asked to press now and then at night, so that a click does not give away who is
    called."""
    talk: bool = False
    """Whether a press in a debate opens more than being ready: to hear again what was told."""
    pointing: PointingWhen = "with bots"
    """When people may point at each other in a debate, and bots do."""
    bots: bool = False
    """Whether bots play the empty chairs; a simulated table always fills them."""
    level: LevelKey = "regular"
    """How well they play Loups-Garous."""


class MotsGarous(WordOptions, frozen=True, forbid_unknown_fields=True):
    """How this owner plays Mots-garous (MG-5): options, tiles and words."""

    tiles: Annotated[str, Meta(min_length=1, max_length=200)] = "classic"
    """The name of a set, or the special tiles written out."""
    difficulty: Difficulty = "medium"
    categories: tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...] = ()
    """Word categories; empty: all."""
    offered: Annotated[int, Meta(ge=2, le=8)] = 4
    """How many words the Mayor chooses from."""
    child_safe: bool = False
    """Whether only words suitable for children are offered."""


Layer = Mapping[str, Any]
"""Values by the dotted keys of a `table.toml`, from the service menu, the command line or a host. They are
checked before they get here."""

DeckText = Annotated[str, Meta(min_length=1, max_length=600)]
DeckTexts = dict[str, DeckText]
"""Decks by name, each as cards written out."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a `table.toml`."""

    language: Annotated[str, Meta(min_length=2, max_length=8)] = FRENCH
    """A shipped language or one of the owner's. A file may also say SYSTEM."""
    seats: Annotated[int, Meta(ge=1, le=SEATS_MOST)] = 8
    """Pods on the table. The rulebook says how many players it needs."""
    names: tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...] = ()
    """A name for each seat, clockwise; empty: the hamlet's default names."""
    buttons: Annotated[int, Meta(ge=1, le=3)] = 1
    """Buttons of each seat."""
    pixels: Literal[16, 24] = 24
    """Pixels of each ring."""
    out_of_service: tuple[Annotated[int, Meta(ge=1, le=SEATS_MOST)], ...] = ()
    """Seats that are out of service, numbered from 1: they stay dark and are not played."""
    pins: Pins = Pins()
    rings: RingWiring = RingWiring()
    times: Times = Times()
    voice: VoiceSettings = VoiceSettings()
    sound: Sound = Sound()
    show: ShowSettings = ShowSettings()
    screen: ScreenSettings = ScreenSettings()
    phones: PhoneSettings = PhoneSettings()
    broker: BrokerSettings = BrokerSettings()
    publish: PublishSettings = PublishSettings()
    venue: VenueSettings = VenueSettings()
    journal: JournalSettings = JournalSettings()
    game: GameSettings = GameSettings()
    mots_garous: MotsGarous = MotsGarous()
    decks: DeckTexts = {}
    """The owner's decks."""

    def alone(self, players: int) -> int:
        """How many of so many players have no ring, and look at the board one after the other."""
        return min(players, len(self.rings.on_board))

    def value(self, key: str) -> Any:
        """The value of a dotted key."""
        return reduce(getattr, key.split("."), self)

    def over(self, layer: Layer) -> Settings:
        """These settings with an overlay applied."""
        return reduce(lambda under, key: _replaced(under, key.split("."), layer[key]), layer, self)


S = TypeVar("S", bound=msgspec.Struct)


def _replaced(under: S, steps: Sequence[str], value: Any) -> S:
    """A copy with the value at the end of this path replaced."""
    first, *rest = steps
    below = _replaced(getattr(under, first), rest, value) if rest else value
    return msgspec.structs.replace(under, **{first: below})


def checked(layer: Layer) -> Layer:
    """The values converted to the settings' types. Raises `ValueError` for an unknown key or a value that is
    not allowed."""
    written: dict[str, Any] = {}
    for key, value in layer.items():
        *tables, last = key.split(".")
        reduce(lambda under, table: under.setdefault(table, {}), tables, written)[last] = value
    settings = msgspec.convert(written, Settings)
    return {key: settings.value(key) for key in layer}


def system_language(languages: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """The machine's language, if it is one of these, or the one it is a variety of; else French."""
    named = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    spoken = languages_of(re.split("[.@]", named)[0].replace("_", "-"))
    return next((each for each in spoken if each in languages), FRENCH)


def starts_with(path: Path, rulebooks: Mapping[str, Rulebook], languages: Sequence[str]) -> bool:
    """Whether the table can start with this file: bad decks and tiles are ignored."""
    try:
        load(path, rulebooks, languages=languages, leave_out=lambda _: None)
    except UnreadableError:
        return False
    return True


def load(
    path: Path,
    rulebooks: Mapping[str, Rulebook] = RULEBOOKS,
    played: str | None = None,
    warn: Callable[[str], None] = lambda _: None,
    languages: Sequence[str] | None = None,
    environ: Mapping[str, str] = os.environ,
    leave_out: Callable[[str], None] | None = None,
    taught: Layer | None = None,
) -> Settings:
    """Reads a settings file. `rulebooks`: with the roles of the house, which its decks may contain; `played`:
    the key of the rulebook, if not the file's; `warn`: is told of decks that cannot be played and are not
    going to be; `languages`: the known ones, None for the shipped ones; `environ`: names the machine's
    language; `leave_out`: is told of a mistake in names, decks or tiles, and the shipped ones are used;
    None: the file is refused; `taught`: what the table was taught by its buttons, which counts if the file
    has no wiring of its own.

    Raises `UnreadableError` with the one sentence the owner needs.
    """
    text = text_of(path)
    if text is None:
        raise UnreadableError(Reason("file.unread", file=path, reason="ENOENT"))
    source, written = _Source(path, text), parsed(path, text)
    settings = _converted(written, source, leave_out)
    settings = msgspec.structs.replace(settings, names=tuple(map(composed, settings.names)))
    languages = shipped_languages() if languages is None else languages
    if written.get("language", SYSTEM) == SYSTEM:
        settings = msgspec.structs.replace(settings, language=system_language(languages, environ))
    if settings.language not in languages:
        allowed = ", ".join(map(json.dumps, (SYSTEM, *languages)))
        raise UnreadableError(source.refusal("language", json.dumps(settings.language), allowed))
    is_taught = bool(taught) and settings.pins.backend == "simulated"
    if is_taught and taught:
        known = taught["language"] in languages
        settings = settings.over(taught if known else {**taught, "language": settings.language})
    if settings.seats > settings.pixels:
        raise UnreadableError(
            source.refusal("pixels", settings.pixels, Reason("allowed.large_ring", number=settings.seats))
        )
    while mistake := next(_mistakes(settings, rulebooks, languages), None):
        key, given, wanted = mistake
        refused = UnreadableError(source.refusal(key, given, wanted))
        is_for_others = is_taught and key in OF_THE_SEATS and _is_for_others(settings, key)
        if is_for_others or (leave_out and key == "names"):
            # The file was right for another number of seats, or for a table with other fonts. People at the
            # table cannot mend it.
            (leave_out or warn)(str(refused))
            settings = settings.over({key: ()})
        elif leave_out and key == "mots_garous.tiles":
            leave_out(str(refused))
            settings = settings.over({key: MotsGarous().tiles})
        else:
            raise refused
    for key, value in written.get("game", {}).items():
        knowing = [book.key for book in RULEBOOKS.values() if key in book.options]
        played_there = settings.game.rulebook in knowing or settings.game.rulebook not in RULEBOOKS
        if key in Options.__struct_fields__ and not (played_there or key in OF_THE_TABLE or value is False):
            allowed_with = Reason("allowed.with_rulebook", names=", ".join(knowing))
            raise UnreadableError(source.refusal(f"game.{key}", json.dumps(value), allowed_with))
    asked = played or settings.game.rulebook
    book = rulebooks.get(asked, next(iter(rulebooks.values())))
    while True:
        try:
            unplayable = _check_decks(settings, source, rulebooks, book)
        except DeckError as error:
            if leave_out is None:
                raise
            leave_out(str(error))
            settings = _without(settings, error.name)
        else:
            break
    for wrong in unplayable:
        warn(in_english(wrong))
    return settings


SPARED: Mapping[str, str] = {"game.deck": "deck", "mots_garous.tiles": "tiles"}
"""The keys in a settings file that name decks and tiles, by table."""


def _converted(written: dict[str, Any], source: _Source, leave_out: Callable[[str], None] | None) -> Settings:
    """The file's values as settings. `leave_out`: as for `load`, for decks and tiles that are not text."""
    while True:
        try:
            settings = msgspec.convert(written, Settings)
        except msgspec.ValidationError as error:
            at = str(error).partition(" - at `$.")[2].removesuffix("`")
            refused = UnreadableError(source.not_allowed(written, str(error)))
            if leave_out is None:
                raise refused from error
            if at in SPARED:
                table, _, key = at.partition(".")
                written = written | {table: {name: of for name, of in written[table].items() if name != key}}
            elif at in ("decks", "decks[...]"):
                written = _without_unwritten(written)
            else:
                raise refused from error
            leave_out(str(refused))
        else:
            break
    if settings.rings.backend not in RING_BACKENDS:
        given = json.dumps(settings.rings.backend, ensure_ascii=False)
        raise UnreadableError(source.refusal("rings.backend", given, _one_of(RING_BACKENDS)))
    return settings


def _is_deck(deck: object) -> bool:
    """Whether this is the text of a deck, playable or not."""
    with suppress(msgspec.ValidationError):
        msgspec.convert([deck], list[DeckText])
        return True
    return False


def _without_unwritten(written: dict[str, Any]) -> dict[str, Any]:
    """Without decks that are not text; if one of them was to be played, a shipped one replaces it."""
    decks: Any = written["decks"]
    kept: DeckTexts = {}
    for name, deck in decks.items() if isinstance(decks, dict) else ():
        if _is_deck(deck):
            kept[name] = deck
    game = written.get("game")
    if isinstance(game, dict) and isinstance(decks, dict) and str(game.get("deck")) in decks.keys() - kept:
        written = written | {"game": {key: value for key, value in game.items() if key != "deck"}}
    return written | {"decks": kept}


class DeckError(UnreadableError):
    """An error in the owner's decks or in a key that names one. `name`: of the deck."""

    def __init__(self, wrong: Wrong, name: str) -> None:
        super().__init__(wrong)
        self.name = name


def _without(settings: Settings, deck: str) -> Settings:
    """Without the owner's deck of this name; if it was to be played, a shipped one replaces it."""
    decks = {name: text for name, text in settings.decks.items() if name != deck}
    game = settings.game
    if game.deck == deck and deck not in DECKS:
        game = msgspec.structs.replace(game, deck=GameSettings().deck)
    return msgspec.structs.replace(settings, decks=decks, game=game)


def _check_decks(
    settings: Settings, source: _Source, rulebooks: Mapping[str, Rulebook], wanted: Rulebook
) -> list[Wrong]:
    """LG-4, LG-61: checks that the chosen deck exists and can be played with the rulebook; else raises
    `DeckError`. Returns the errors of all other decks that no rulebook can play: perhaps a house role is
    missing tonight."""
    game, decks, unplayable = settings.game, settings.decks, list[Wrong]()
    roles = {card.key for book in rulebooks.values() for card in book.cards}
    for name, text in decks.items():
        if name in roles or not re.fullmatch("[a-z][a-z0-9_-]*", name) or name in DECKS:
            allowed = Reason("allowed.deck_name", names=", ".join(DECKS))
            key = f"decks.{json.dumps(name, ensure_ascii=False)[1:-1]}"
            raise DeckError(source.refusal(key, json.dumps(text, ensure_ascii=False), allowed), name)
        tried = [wanted] if name == game.deck else [wanted, *rulebooks.values()]
        refused = [error for book in tried if (error := _refused(book, text))]
        if len(refused) == len(tried):
            place = source.place(["decks", name])
            wrong: Wrong = Reason("setting.deck", place=place, key=f"decks.{name}", why=refused[0].why)
            if name == game.deck:
                raise DeckError(wrong, name)
            unplayable.append(wrong)
    if game.deck not in (*DECKS, *decks):
        names = ", ".join((*DECKS, *decks))
        of_file = names if decks else Reason("allowed.or_of_decks", names=names)
        wrong = source.refusal("game.deck", json.dumps(game.deck, ensure_ascii=False), of_file)
        raise DeckError(wrong, game.deck)
    return unplayable


def _refused(rulebook: Rulebook, text: str) -> RefusedError | None:
    """Why this deck cannot be played with this rulebook; None if it can."""
    try:
        check_deck(rulebook, typed_deck(rulebook, text))
    except RefusedError as error:
        return error
    return None


def _mistakes_in_names(settings: Settings) -> Iterator[Mistake]:
    """Checks for one name for each seat, all different, each on one line."""
    names = settings.names
    if names and len(names) != settings.seats:
        length = Reason("written.length", number=len(names))
        yield "names", length, Reason("allowed.name_each", number=settings.seats)
    known = list(map(folded, names))
    for name in names:
        shown = json.dumps(name, ensure_ascii=False)
        if signs := undrawn(name):
            yield "names", shown, Reason("allowed.drawn", signs=signs)
        elif not is_name(name):
            yield "names", shown, Reason("allowed.printable")
        if known.count(folded(name)) > 1:
            yield "names", Reason("written.two_seats", value=shown), Reason("allowed.names_differ")


def _mistakes(
    settings: Settings, rulebooks: Mapping[str, Rulebook], languages: Sequence[str]
) -> Iterator[Mistake]:
    """Checks what no type can say, except decks."""
    yield from _mistakes_in_names(settings)
    yield from _mistakes_in_service(settings)
    yield from mistakes_in_pins(settings.pins, settings.rings, settings.seats, settings.buttons)
    yield from mistakes_in_rings(settings.rings, settings.seats, settings.pixels)
    yield from _mistakes_in_calls(settings, rulebooks)
    yield from _mistakes_in_words(settings.mots_garous)
    yield from _mistakes_in_voices(settings, languages)
    yield from _mistakes_in_news(settings.publish)


OF_THE_SEATS = ("names", "phones.seats", "rings.on_board")
"""Keys whose values depend on the number of seats, and which no first start teaches."""


def _is_for_others(settings: Settings, key: str) -> bool:
    """Whether the value of one of `OF_THE_SEATS` is for another number of seats."""
    given = settings.value(key)
    return len(given) != settings.seats if key == "names" else max(given) != settings.seats


def _mistakes_in_service(settings: Settings) -> Iterator[Mistake]:
    """Checks that seats out of service, of phones and without a ring exist and are listed once, and that some
    are in service."""
    out, unlit = settings.out_of_service, settings.rings.on_board
    listed = {"out_of_service": out, "phones.seats": settings.phones.seats, "rings.on_board": unlit}
    for key, seats in listed.items():
        for seat in seats:
            if seat > settings.seats:
                yield key, seat, Reason("allowed.seat", most=settings.seats)
            if seats.count(seat) > 1:
                yield key, Reason("written.twice", value=seat), Reason("allowed.seats_once")
    if len(out) == settings.seats:
        yield "out_of_service", Reason("written.all_seats", number=len(out)), Reason("allowed.one_played")
    if unlit and settings.game.night == "eyes_down":
        yield "game.night", '"eyes_down"', Reason("allowed.without_rings", allowed='"eyes_closed"')
    if unlit and not settings.voice.enabled:
        yield "voice.enabled", "false", Reason("allowed.without_rings", allowed="true")


def _mistakes_in_calls(settings: Settings, rulebooks: Mapping[str, Rulebook]) -> Iterator[Mistake]:
    """Checks that calls exist and are long enough for their questions."""
    calls = [call for book in rulebooks.values() for call in book.calls]
    known = dict.fromkeys([*(call.key for call in calls), *(call.key for call in WORD_CALLS)])
    asking = {call.key for call in calls if call.answer}
    asking |= {call.key for call in WORD_CALLS if call.seconds > LOOKING_S}
    for key, seconds in settings.times.calls.items():
        if key not in (*known, Roll.key):
            allowed = Reason("allowed.calls", names=", ".join((*known, Roll.key)))
            yield f"times.calls.{key}", f"{seconds:g}", allowed
            continue
        least_s = ASKED_S if key in asking else SHOWN_S
        if not least_s <= seconds <= LONGEST_S:
            allowed = Reason("allowed.number_between", least=least_s, most=LONGEST_S)
            yield f"times.calls.{key}", f"{seconds:g}", allowed


def _mistakes_in_voices(settings: Settings, languages: Sequence[str]) -> Iterator[Mistake]:
    """Checks that voices and rates are for known languages, and that an engine can find each voice."""
    voice = settings.voice
    for key, chosen in (("rates", voice.rates), ("voices", voice.voices)):
        for language in chosen:
            if language not in languages:
                allowed = Reason("allowed.for_languages", names=", ".join(languages))
                yield f"voice.{key}.{language}", json.dumps(chosen[language]), allowed
    for language, name in voice.voices.items():
        if not any(backend.takes(name) for backend in ENGINES.values()):
            shown = json.dumps(name, ensure_ascii=False)
            yield f"voice.voices.{language}", shown, Reason("allowed.voice")


def _mistakes_in_news(publish: PublishSettings) -> Iterator[Mistake]:
    """Checks that the table's name can stand in a topic."""
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,31}", publish.table):
        yield "publish.table", json.dumps(publish.table, ensure_ascii=False), Reason("allowed.table_key")


def _mistakes_in_words(house: MotsGarous) -> Iterator[Mistake]:
    """Checks that categories exist, that some number of players can play the tiles, and that the Mayor may
    write a word only where the table need not know it."""
    for category in house.categories:
        if category not in (*CATEGORIES, OWN):
            yield "mots_garous.categories", json.dumps(category), ", ".join((*CATEGORIES, OWN))
    if house.word == "own" and house.mode == "speedwords":
        allowed = Reason("allowed.with_setting", value='"list"', setting='mode = "speedwords"')
        yield "mots_garous.word", '"own"', allowed
    refused = RefusedError("")
    for players in range(FEWEST, MOST + 1):
        try:
            tiles_of(house.tiles, players)
        except RefusedError as error:
            refused = error
        else:
            return
    yield "mots_garous.tiles", json.dumps(house.tiles), Reason("allowed.tiles", why=refused.wrong)


class _Source:
    """The text of a settings file, for error messages."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.text = text

    def refusal(
        self, key: str, value: str | int | Wrong, allowed: str | Wrong, items: Sequence[int] = ()
    ) -> Wrong:
        """The error for a value that is not allowed. `key`: dotted; `items`: indices in lists below it, from
        0."""
        place: Wrong = self.place(parts_of(key))
        told: str | Wrong = key
        for item in items:
            told = Reason("setting.item", key=told, number=item + 1)
        return Reason("setting.refused", place=place, key=told, value=value, allowed=allowed)

    def not_allowed(self, written: Any, error: str) -> Wrong:
        """The error for an unknown key, or a value of the wrong type or size, that msgspec reported."""
        message, _, at = error.partition(" - at `$")
        steps = [key or int(item) for key, item in re.findall(r"\.(\w+)|\[(\d+)\]", at)]
        value, kind = written, inspect.type_info(Settings)
        for step in steps:
            value, kind = value[step], _kind_of(kind, step)
        key = ".".join(step for step in steps if isinstance(step, str))
        if key == "pins.bcm" and len(steps) < 4:  # No pin of a seat.
            bcm = json.dumps(written["pins"]["bcm"], ensure_ascii=False, default=str)
            return self.refusal(key, bcm, Reason("allowed.pins_form"))
        if key == "decks" and isinstance(value, dict):
            name = next(name for name, deck in value.items() if not _is_deck(deck))
            deck = json.dumps(value[name], ensure_ascii=False, default=str)
            return self.refusal(f"decks.{name}", deck, Reason("allowed.deck_form"))
        if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
            assert isinstance(kind, inspect.StructType)
            return self.unknown(key, unknown[1], [field.name for field in kind.fields])
        shown = json.dumps(value, ensure_ascii=False, default=str)
        return self.refusal(key, shown, _allowed(kind), [step for step in steps if isinstance(step, int)])

    def unknown(self, table: str, name: str, names: Sequence[str]) -> Wrong:
        """The error for an unknown key. `table`: where it is; `names`: the keys that exist."""
        key = ".".join(filter(None, [table, json.dumps(name, ensure_ascii=False)[1:-1]]))
        facts = {"place": self.place(parts_of(key)), "key": key, "names": ", ".join(names)}
        close = difflib.get_close_matches(name, names, n=1)
        return (
            Reason("setting.unknown_like", like=close[0], **facts)
            if close
            else Reason("setting.unknown", **facts)
        )

    def place(self, keys: Sequence[str]) -> Wrong:
        """The file and the line of this key, or of the table it belongs to."""
        return in_line(self.path, line_of(self.text, keys))


def _kind_of(kind: inspect.Type, step: str | int) -> inspect.Type:
    """The type of a key of a struct, or of an item of a list."""
    if isinstance(kind, inspect.StructType):
        return next(field.type for field in kind.fields if field.name == step)
    if isinstance(kind, inspect.UnionType):
        return _kind_of(kind.types[-1], step)
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[int(step)]
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    assert isinstance(kind, inspect.VarTupleType)
    return kind.item_type


def _one_of(names: Iterable[str]) -> str:
    """The values as a file has them, separated by commas."""
    return ", ".join(json.dumps(name) for name in sorted(names))


def _allowed(kind: inspect.Type) -> str | Wrong:
    """Describes the values this type allows."""
    match kind:
        case inspect.Metadata(extra={"names": names}):
            return _one_of(names)
        case inspect.LiteralType(values=values):
            return ", ".join(json.dumps(value) for value in values)
        case inspect.IntType(ge=None):
            return Reason("allowed.whole")
        case inspect.IntType(ge=least, le=most):
            return Reason("allowed.whole_between", least=least, most=most)
        case inspect.FloatType(ge=None):
            return Reason("allowed.number")
        case inspect.FloatType(ge=least, le=most):
            return Reason("allowed.number_between", least=least, most=most)
        case inspect.BoolType():
            return Reason("allowed.true_or_false")
        case inspect.StrType(min_length=None, max_length=None):
            return Reason("allowed.text")
        case inspect.StrType(min_length=None, max_length=most):
            return Reason("allowed.text_most", most=most)
        case inspect.StrType(min_length=least, max_length=most):
            return Reason("allowed.text_between", least=least, most=most)
        case inspect.TupleType(item_types=types):
            items = reduce(lambda one, more: Reason("allowed.and", one=one, more=more), map(_allowed, types))
            return Reason("allowed.list_of", items=items)
        case inspect.VarTupleType(item_type=item):
            return Reason("allowed.list_each", item=_allowed(item))
        case inspect.UnionType(types=types):
            return reduce(lambda one, more: Reason("allowed.or", one=one, more=more), map(_allowed, types))
        case inspect.DictType(value_type=value):
            return Reason("allowed.table_each", item=_allowed(value))
        case inspect.StructType(fields=fields):
            return Reason("allowed.table", names=", ".join(field.name for field in fields))
        case _:
            raise TypeError(f"no words for {kind}")
