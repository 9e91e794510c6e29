"""Decks to choose from: those in `config/decks/`, one file for each rulebook, and the owner's own.

A file says what changes from one number of players to the next: its first line is a whole deck, every
other adds cards to the one before and takes some out.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from table import files
from table.engine.answers import written
from table.errors import Reason, RefusedError, UnreadableError, count, counted
from table.games.werewolf.rules.deck import SEATS_MOST, check_deck, players_of, read_deck
from table.games.werewolf.rules.pieces import Card, Game, Rulebook
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.tiles import TILES, Tile
from table.paths import SHIPPED
from table.settings.times import ALONE_TOLD_S, Times
from table.words.catalogue import NARRATION, parsed, whole_languages

B = TypeVar("B")
T = TypeVar("T")

DECKS = SHIPPED / "decks"
LISTED = ("beginner", "expert", "wild")
"""The decks in a rulebook's file, for every number of players."""
NAMES = (*LISTED, "simplified")
"""The decks every rulebook has."""

Sizes = Mapping[int, tuple[Card, ...]]
"""The deck for each number of players."""

LINE_S = 3.0
"""About how many seconds a line of the narrator takes."""
TALK = 0.75
"""The share of a debate's time that a village uses, about."""


def deck_for(rulebook: Rulebook, name: str, players: int) -> tuple[Card, ...]:
    """The deck of this name, one of `NAMES`, for this number of players. Raises `RefusedError` if there is
    none."""
    if name not in NAMES:
        raise RefusedError(Reason("deck.no_deck", value=written(name), names=", ".join(NAMES)), "deck")
    if players < rulebook.least:
        few = Reason("deck.few_seats", number=players, rulebook=rulebook.key, least=rulebook.least)
        raise RefusedError(few, "seats")
    if players > SEATS_MOST:
        raise RefusedError(Reason("deck.many_seats", number=players, most=SEATS_MOST), "seats")
    return rulebook.simplified(players) if name == "simplified" else listed(rulebook)[name][players]


def chosen_deck(
    rulebook: Rulebook, text: str, players: int | None, seats: int, house: Mapping[str, str]
) -> tuple[Card, ...]:
    """The deck for a name of `NAMES`, for one of the owner's, or for cards written out.

    `players`: how many it must be for; None: as many as its cards are for, or `seats` for a deck of any size.
    Raises `RefusedError` naming what is wrong.
    """
    text = text.strip()
    if text in NAMES:
        return deck_for(rulebook, text, players or seats)
    cards = house.get(text, text).strip()
    keys = [card.key for card in rulebook.cards]
    if not re.search(r"[=,\d]", cards) and cards not in keys:
        names = ", ".join((*NAMES, *house))
        why = Reason("deck.neither", value=written(text), rulebook=rulebook.key, names=names)
        raise RefusedError(why, "deck")
    deck = typed_deck(rulebook, cards)
    if players not in (None, players_of(deck)):
        others = count(players_of(deck), "player")
        why = Reason("deck.for_others", value=written(text), players=others, allowed=players)
        raise RefusedError(why, "deck")
    return deck


def typed_deck(rulebook: Rulebook, text: str) -> tuple[Card, ...]:
    """A deck as somebody has written it. Raises `RefusedError`, which names the role that is meant by a title
    or another form: "2x werewolf", "loup-garou"."""
    return _naming([card.key for card in rulebook.cards], text, lambda: read_deck(rulebook, text))


def typed_tiles(text: str, players: int) -> tuple[Tile, ...]:
    """The same for tiles of Mots-garous."""
    return _naming(TILES, text, lambda: tiles_of(text, players))


def _naming(roles: Collection[str], text: str, read: Callable[[], T]) -> T:
    """What `read` makes of this text. Raises its `RefusedError`, with the role that is meant."""
    try:
        return read()
    except RefusedError as error:
        wrong = error.why
        if isinstance(wrong, str) or wrong.key != "deck.no_role":
            raise
        for part in text.split(","):
            like, form = _meant(roles, part)
            if like and written(part.partition("=")[0].strip()) == wrong.facts["value"]:
                facts = {**wrong.facts, "like": like, "form": form}
                raise RefusedError(Reason("deck.no_role_like", **facts), error.place) from None
        raise


def meant_deck(roles: Collection[str], deck: object) -> tuple[str, str]:
    """What is meant by a deck in another form: the first role that is written otherwise, or nothing, and the
    deck as it is written; or nothing."""
    match deck:
        case str():
            parts = deck.split(",")
        case list():
            counted_in = Counter(map(str, deck))
            parts = [f"{name} = {number}" if number > 1 else name for name, number in counted_in.items()]
        case dict():
            parts = [f"{name} = {number}" for name, number in deck.items()]
        case _:
            return "", ""
    meant = [_meant(roles, part) for part in parts]
    if not all(like for like, _ in meant):
        return "", ""
    words = [part.partition("=")[0].strip() for part in parts]
    others = [like for word, (like, _) in zip(words, meant, strict=True) if word != like]
    return (others or [""])[0], ", ".join(form for _, form in meant)


def _meant(roles: Collection[str], part: str) -> tuple[str, str]:
    """The role most like a part of a deck, or whose title in a shipped language is, and the part as it is
    written; nothing: none is."""
    name, _, number = part.partition("=")
    word = re.sub(r"\b\d+\s*[x×]?|[x×]\s*\d+\b", "", name).strip()
    likely = {key: key for key in roles}
    for language in whole_languages():
        path = SHIPPED / NARRATION / f"{language}.toml"
        cards = parsed(path, files.text(path))["cards"]
        likely |= {cards[key]["title"].casefold(): key for key in likely.keys() & cards.keys()}
    close = get_close_matches(word.casefold(), likely, n=1)
    if not close:
        return "", ""
    like, many = likely[close[0]], re.search(r"\d+", f"{name} {number}")
    return like, f"{like} = {many[0]}" if many else like


def chosen_rulebook(rulebooks: Mapping[str, B], key: str) -> B:
    """The rulebook for a key or file. Raises `UnreadableError` if there is none."""
    if key not in rulebooks:
        raise UnreadableError(f'--rulebook "{key}" is not a rulebook; allowed: {", ".join(rulebooks)}')
    return rulebooks[key]


@cache
def listed(rulebook: Rulebook) -> Mapping[str, Sizes]:
    """The decks of a rulebook's own file."""
    return read_decks(DECKS / f"{rulebook.key}.toml", rulebook)


def read_decks(path: Path, rulebook: Rulebook) -> Mapping[str, Sizes]:
    """The decks in a file: each of `LISTED`, from the rulebook's smallest number of players to the table's
    largest. Raises `UnreadableError` with one sentence for the author of the file."""
    try:
        tables = tomllib.loads(files.text(path))
    except OSError as error:
        raise UnreadableError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is not UTF-8 text: save it again as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(f"{path} is not valid TOML: {error}") from error
    except (RecursionError, ValueError) as error:
        raise UnreadableError(f"{path} is not valid TOML: a number too long, or too much nested") from error
    for name in (*tables, *LISTED):
        if name not in LISTED or not isinstance(tables.get(name), dict):
            raise UnreadableError(f"{path}: {name}; allowed: the tables {', '.join(LISTED)}, all of them")
    return {name: _sizes(f"{path}: {name}", tables[name], rulebook) for name in LISTED}


def _sizes(place: str, lines: Mapping[str, Any], rulebook: Rulebook) -> Sizes:
    """The decks in one table of a file. Each line changes the deck before it."""
    wanted = range(rulebook.least, SEATS_MOST + 1)
    if list(lines) != [str(players) for players in wanted]:
        raise UnreadableError(f"{place}; allowed: a line for each number from {wanted[0]} to {wanted[-1]}")
    found: dict[int, tuple[Card, ...]] = {}
    deck: list[Card] = []
    for players, text in zip(wanted, lines.values(), strict=True):
        line = f"{place}.{players} = {written(text)}"
        if not isinstance(text, str) or text.lstrip().startswith(("+", "-")) is not bool(deck):
            allowed = '"+ CARDS - CARDS", what changes' if deck else "a whole deck"
            raise UnreadableError(f"{line}; allowed: {allowed}")
        try:
            for sign, cards in re.findall(r"([+-]?)([^+-]+)", text.lstrip()):
                _change(deck, sign, read_deck(rulebook, cards))
            if players_of(deck) != players:
                raise RefusedError(f"cards for {counted(players_of(deck), 'player')}; allowed: {players}")
            warnings = check_deck(rulebook, deck)
            if len(warnings) > (players > rulebook.most):
                raise RefusedError(warnings[0])
        except RefusedError as error:
            raise UnreadableError(Reason("file.at", place=line, why=error.why)) from error
        found[players] = tuple(deck)
    return found


def _change(deck: list[Card], sign: str, cards: Sequence[Card]) -> None:
    """Adds cards after those of their kind, or removes them."""
    for card in cards:
        if sign != "-":
            place = max((i for i, other in enumerate(deck) if other is card), default=len(deck) - 1)
            deck.insert(place + 1, card)
        elif card in deck:
            deck.remove(card)
        else:
            held = ", ".join(dict.fromkeys(card.key for card in deck))
            raise RefusedError(f"{card.key} is not in the deck before; allowed: {held}")


def in_words(deck: Sequence[Any]) -> str:
    """A deck as written in a file: "werewolf=2, seer, villager=5"."""
    counts = {card: deck.count(card) for card in deck}
    return ", ".join(card.key + (f"={count}" if count > 1 else "") for card, count in counts.items())


def night_s(rulebook: Rulebook, deck: Sequence[Card], times: Times, number: int, alone: int = 0) -> float:
    """Seconds, speech included, that this night lasts while nobody is known to be dead. `alone`: how many
    players have no ring, and look at the board one after the other. Of the cards that may lie open those with
    the longest calls do (CH-40)."""
    game = Game(rulebook, [""] * len(deck), deck)
    game.number = number
    held = [call for call in rulebook.with_deck(deck).calls if call.when is None or call.when(game)]
    if stage := sum(card.stage for card in deck):
        dealt = [call for call in held if call.is_always or call.card in deck]
        opened = sorted((call for call in held if call not in dealt), key=times.call_s)
        held = dealt + opened[-stage:]
    spoken = 2 + 2 * len(held)
    looking_s = alone * ALONE_TOLD_S * sum(call.is_look for call in held)
    return sum(times.call_s(call) for call in held) + LINE_S * spoken + looking_s


def minutes_of(rulebook: Rulebook, deck: Sequence[Card], times: Times, alone: int = 0) -> int:
    """About how many minutes a round with this deck lasts: bots, three nights for eight players. `alone`: how
    many players have no ring, and see their cards one after the other."""
    nights = round(players_of(deck) * 3 / 8)
    held = rulebook.with_deck(deck)
    covered_s = sum(times.call_s(one) + LINE_S for one in (*held.before_turning, *held.after_vote))
    day_s = TALK * times.window_s("debate") + times.window_s("vote") + 8 * LINE_S + covered_s
    first_s, later_s = (night_s(rulebook, deck, times, number, alone) for number in (1, 2))
    around_s = times.window_s("deal") + times.window_s("election") + alone * ALONE_TOLD_S
    return round((around_s + first_s + (nights - 1) * later_s + nights * day_s) / 60)
