"""Checks of settings that no type can say, except decks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence

from hardware.outputs.choosing import SETTINGS as OUTPUTS
from hardware.outputs.choosing import may_be_card
from hardware.outputs.reading import outputs_here
from hardware.voice.backends import BACKENDS as ENGINES
from table.errors import Reason, RefusedError
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewords.rules.box import WORD_CALLS
from table.games.werewords.rules.calls import LOOKING_S
from table.games.werewords.rules.tiles import FEWEST, MOST
from table.names import folded, is_name
from table.settings.decks import typed_tiles
from table.settings.settings import (
    ASKED_S,
    LONGEST_S,
    SHOWN_S,
    MotsGarous,
    PublishSettings,
    Settings,
)
from table.settings.wiring import Mistake, mistakes_in_pins, mistakes_in_rings
from table.typefaces import OURS, Fonts, fonts_of
from table.words.lists import CATEGORIES, OWN


def mistakes(
    settings: Settings, rulebooks: Mapping[str, Rulebook], languages: Sequence[str]
) -> Iterator[Mistake]:
    """Checks what no type can say, except decks."""
    try:
        fonts = fonts_of(settings.screen.font)
    except ValueError as unfit:
        fonts = OURS
        yield "screen.font", json.dumps(str(unfit), ensure_ascii=False), Reason("allowed.font")
    yield from _mistakes_in_names(settings, fonts)
    yield from _mistakes_in_service(settings)
    yield from mistakes_in_pins(settings.pins, settings.rings, settings.seats, settings.buttons)
    yield from mistakes_in_rings(settings.pins, settings.rings, settings.seats, settings.pixels)
    yield from _mistakes_in_calls(settings, rulebooks)
    yield from _mistakes_in_words(settings.mots_garous)
    yield from _mistakes_in_voices(settings, languages)
    yield from _mistakes_in_output(settings.sound.output)
    yield from _mistakes_in_news(settings.publish)


def _mistakes_in_names(settings: Settings, fonts: Fonts) -> Iterator[Mistake]:
    """Checks for one name for each seat, all different, each on one line, which these fonts draw."""
    names = settings.names
    if names and len(names) != settings.seats:
        length = Reason("written.length", number=len(names))
        yield "names", length, Reason("allowed.name_each", number=settings.seats)
    known = list(map(folded, names))
    for name in names:
        shown = json.dumps(name, ensure_ascii=False)
        if signs := fonts.undrawn(name):
            yield "names", shown, Reason("allowed.drawn", signs=signs)
        elif not is_name(name, fonts):
            yield "names", shown, Reason("allowed.printable")
        if known.count(folded(name)) > 1:
            yield "names", Reason("written.two_seats", value=shown), Reason("allowed.names_differ")


OF_THE_SEATS = ("names", "phones.seats", "rings.on_board")
"""Keys whose values depend on the number of seats, and which no first start teaches."""


def is_for_others(settings: Settings, key: str) -> bool:
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
    times = [time.key for book in rulebooks.values() for time in (*book.before_turning, *book.after_vote)]
    known = dict.fromkeys([*(call.key for call in calls), *times, *(call.key for call in WORD_CALLS)])
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


def _mistakes_in_output(output: str) -> Iterator[Mistake]:
    """Checks that a sound card may be called so. One that is not there may come later."""
    if output not in OUTPUTS and not may_be_card(output):
        cards = [card.choice for card in outputs_here().cards]
        allowed = Reason("allowed.output", names=", ".join(map(json.dumps, (*OUTPUTS, *cards))))
        yield "sound.output", json.dumps(output, ensure_ascii=False), allowed


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
            typed_tiles(house.tiles, players)
        except RefusedError as error:
            refused = error
        else:
            return
    yield "mots_garous.tiles", json.dumps(house.tiles), Reason("allowed.tiles", why=refused.wrong)
