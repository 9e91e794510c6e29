"""Reads a settings file: the settings that can be used, and one report of what is wrong in it.

The board, the doctor, `garou config` and the log print the entries of that report.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from hardware.languages import languages_of
from hardware.rings.backends import BACKENDS as RING_BACKENDS
from table import files
from table.errors import Reason, RefusedError, UnreadableError
from table.games.werewolf.rules.deck import check_deck
from table.games.werewolf.rules.options import OF_THE_TABLE, Options
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.names import composed
from table.sentences import Wrong
from table.settings.checks import OF_THE_SEATS, is_for_others, mistakes
from table.settings.decks import NAMES as DECKS
from table.settings.decks import typed_deck
from table.settings.refusals import SettingsText, is_deck, one_of
from table.settings.settings import FRENCH, SYSTEM, GameSettings, Layer, MotsGarous, Settings
from table.words.catalogue import parsed, shipped_languages, text_of

Happens = Literal[
    "refused",
    "shipped",
    "for_others",
    "unplayed",
    "unfit",
    "lost",
    "without_role",
    "without_words",
    "our_picture",
    "undrawn",
]
"""What happens with a value, or a file.

`refused`: the table does not start with it.
`shipped`: what is shipped is used in its place.
`for_others`: it was right for another number of seats, and nothing is in its place.
`unplayed`: a deck that nobody has chosen waits.
`unfit`: no round can be started with it.
`lost`: what the table was taught, or what its menus have changed, cannot be read.
`without_role`: a character of the house does not play.
`without_words`: words of a list are left out.
`our_picture`: the shipped picture is shown in the place of the owner's.
`undrawn`: the board cannot draw some of its signs.
"""
SPARED = ("game.deck", "mots_garous.tiles", "pins.factory")
"""Keys of tables whose shipped value replaces one that is not allowed, so that people play all the same."""


class Entry(NamedTuple):
    """One thing that is wrong in a file of the owner's. `wrong`: place, key, value and what is allowed."""

    file: Path
    wrong: str | Wrong
    happens: Happens

    def __str__(self) -> str:
        return str(self.error)

    @property
    def error(self) -> UnreadableError:
        """The same, to be raised."""
        return UnreadableError(self.wrong)


class Report(list[Entry]):
    """What is wrong in the owner's files, in the order in which it was found."""

    def refuse(self, *kinds: Happens) -> None:
        """Raises `UnreadableError` for the first entry of these kinds, if there is one."""
        for entry in self:
            if entry.happens in kinds:
                raise entry.error

    def tell(self, tell: Callable[[str], object], *kinds: Happens) -> None:
        """Gives the sentence of each entry of these kinds to `tell`; of all without any kind."""
        for entry in self:
            if not kinds or entry.happens in kinds:
                tell(str(entry))

    def files(self, *kinds: Happens) -> list[Path]:
        """The files with an entry of these kinds."""
        return list(dict.fromkeys(entry.file for entry in self if entry.happens in kinds))


def load(
    path: Path,
    rulebooks: Mapping[str, Rulebook] = RULEBOOKS,
    played: str | None = None,
    languages: Sequence[str] | None = None,
    environ: Mapping[str, str] = os.environ,
    taught: Layer | None = None,
) -> tuple[Settings, Report]:
    """Reads a settings file. If it is refused, the settings are those of its keys that can be used.

    `rulebooks`: with the roles of the house, which its decks may contain; `played`: the key of the rulebook,
    if not the file's; `languages`: the known ones, None for the shipped ones; `environ`: names the machine's
    language; `taught`: what the table was taught by its buttons, which counts if the file has no wiring of
    its own.
    """
    report = Report()
    try:
        known = shipped_languages() if languages is None else languages
        settings = _Reading(path, rulebooks, known, report).settings(played, environ, taught)
    except UnreadableError as error:
        report.append(Entry(path, error.wrong, "refused"))
        settings = usable(path)
    return settings, report


def settings_of(
    path: Path,
    rulebooks: Mapping[str, Rulebook] = RULEBOOKS,
    languages: Sequence[str] | None = None,
    taught: Layer | None = None,
) -> Settings:
    """The settings of a file without any mistake. Raises `UnreadableError` with the one sentence the owner
    needs."""
    settings, report = load(path, rulebooks, languages=languages, taught=taught)
    report.refuse("refused", "shipped")
    return settings


class _Reading:
    """A settings file that is read. `report`: gets what is wrong in it; what keeps a table from starting is
    raised."""

    def __init__(
        self, path: Path, rulebooks: Mapping[str, Rulebook], languages: Sequence[str], report: Report
    ) -> None:
        text = text_of(path)
        if text is None:
            raise UnreadableError(Reason("file.unread", file=path, reason="ENOENT"))
        self._path, self._report = path, report
        self._rulebooks, self._languages = rulebooks, languages
        self._written = parsed(path, text)
        self._roles = {card.key for book in rulebooks.values() for card in book.cards}
        self._source = SettingsText(path, text, self._roles)

    def settings(self, played: str | None, environ: Mapping[str, str], taught: Layer | None) -> Settings:
        """The settings. Raises `UnreadableError`."""
        settings = self._converted()
        settings = msgspec.structs.replace(settings, names=tuple(map(composed, settings.names)))
        if self._written.get("language", SYSTEM) == SYSTEM:
            settings = settings.over({"language": system_language(self._languages, environ)})
        if settings.language not in self._languages:
            allowed = ", ".join(map(json.dumps, (SYSTEM, *self._languages)))
            raise self._refused("language", json.dumps(settings.language), allowed)
        if taught and settings.pins.backend == "simulated":
            known = taught["language"] in self._languages
            settings = settings.over(taught if known else {**taught, "language": settings.language})
        else:
            taught = None
        if settings.seats > settings.pixels:
            raise self._refused(
                "pixels", settings.pixels, Reason("allowed.large_ring", number=settings.seats)
            )
        settings = self._checked(settings, is_taught=taught is not None)
        self._check_options(settings)
        asked = played or settings.game.rulebook
        book = self._rulebooks.get(asked, next(iter(self._rulebooks.values())))
        return self._with_decks(settings, book)

    def _refused(self, key: str, value: str | int | Wrong, allowed: str | Wrong) -> UnreadableError:
        return UnreadableError(self._source.refusal(key, value, allowed))

    def _note(self, wrong: str | Wrong, happens: Happens = "shipped") -> None:
        self._report.append(Entry(self._path, wrong, happens))

    def _converted(self) -> Settings:
        """The values as settings, without those that are spared."""
        written = self._written
        while True:
            try:
                settings = msgspec.convert(written, Settings)
            except msgspec.ValidationError as error:
                at = str(error).partition(" - at `$.")[2].removesuffix("`")
                refused = self._source.not_allowed(written, str(error))
                if at in SPARED:
                    table, _, key = at.partition(".")
                    kept = {name: of for name, of in written[table].items() if name != key}
                    written = written | {table: kept}
                elif at == "decks":
                    written = written | {"decks": {}}
                elif at == "decks[...]":
                    written = _without_one(written)
                else:
                    raise UnreadableError(refused) from error
                self._note(refused)
            else:
                break
        if settings.rings.backend not in RING_BACKENDS:
            given = json.dumps(settings.rings.backend, ensure_ascii=False)
            raise self._refused("rings.backend", given, one_of(RING_BACKENDS))
        return settings

    def _checked(self, settings: Settings, *, is_taught: bool) -> Settings:
        """The settings without names, tiles and fonts that cannot be: people at the table cannot mend
        them."""
        while mistake := next(mistakes(settings, self._rulebooks, self._languages), None):
            key, given, wanted = mistake
            is_spared = key in ("names", "mots_garous.tiles", "screen.font")
            if is_taught and key in OF_THE_SEATS and is_for_others(settings, key):
                self._note(self._source.refusal(key, given, wanted), "for_others")
            elif is_spared:
                self._note(self._source.refusal(key, given, wanted))
            else:
                raise self._refused(key, given, wanted)
            settings = settings.over({key: MotsGarous().tiles if key == "mots_garous.tiles" else ()})
        return settings

    def _check_options(self, settings: Settings) -> None:
        """Checks that the rulebook has the options of a round."""
        for key, value in self._written.get("game", {}).items():
            knowing = [book.key for book in RULEBOOKS.values() if key in book.options]
            played_there = settings.game.rulebook in knowing or settings.game.rulebook not in RULEBOOKS
            if key in Options.__struct_fields__ and not (
                played_there or key in OF_THE_TABLE or value is False
            ):
                allowed = Reason("allowed.with_rulebook", names=", ".join(knowing))
                raise self._refused(f"game.{key}", json.dumps(value), allowed)

    def _with_decks(self, settings: Settings, wanted: Rulebook) -> Settings:
        """LG-4, LG-61: the settings without decks of a wrong name, and with a shipped deck if the chosen one
        does not exist or cannot be played with the rulebook. A deck that nobody has chosen is only reported:
        perhaps a house role is missing tonight."""
        game, decks = settings.game, dict(settings.decks)
        for name, text in settings.decks.items():
            if name in self._roles or not re.fullmatch("[a-z][a-z0-9_-]*", name) or name in DECKS:
                allowed = Reason("allowed.deck_name", names=", ".join(DECKS))
                key = f"decks.{json.dumps(name, ensure_ascii=False)[1:-1]}"
                self._note(self._source.refusal(key, json.dumps(text, ensure_ascii=False), allowed))
                del decks[name]
                continue
            tried = [wanted] if name == game.deck else [wanted, *self._rulebooks.values()]
            refused = [error for book in tried if (error := _refused(book, text))]
            if len(refused) == len(tried):
                place = self._source.place(["decks", name])
                wrong = Reason("setting.deck", place=place, key=f"decks.{name}", why=refused[0].why)
                self._note(wrong, "shipped" if name == game.deck else "unplayed")
                if name == game.deck:
                    del decks[name]
        if game.deck in settings.decks.keys() - decks and game.deck not in DECKS:
            game = msgspec.structs.replace(game, deck=GameSettings().deck)
        if game.deck not in (*DECKS, *decks):
            self._note(self._source.no_deck(game.deck, decks))
            game = msgspec.structs.replace(game, deck=GameSettings().deck)
        return msgspec.structs.replace(settings, decks=decks, game=game)


def _without_one(written: dict[str, Any]) -> dict[str, Any]:
    """Without the first deck that is no text; if it was to be played, a shipped one replaces it."""
    wrong = next(name for name, deck in written["decks"].items() if not is_deck(deck))
    kept = written | {"decks": {name: deck for name, deck in written["decks"].items() if name != wrong}}
    game = written.get("game")
    if isinstance(game, dict) and game.get("deck") == wrong:
        kept["game"] = {key: value for key, value in game.items() if key != "deck"}
    return kept


def _refused(rulebook: Rulebook, text: str) -> RefusedError | None:
    """Why this deck cannot be played with this rulebook; None if it can."""
    try:
        check_deck(rulebook, typed_deck(rulebook, text))
    except RefusedError as error:
        return error
    return None


def system_language(languages: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """The machine's language, if it is one of these, or the one it is a variety of; else French."""
    named = next((environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(key)), "")
    spoken = languages_of(re.split("[.@]", named)[0].replace("_", "-"))
    return next((each for each in spoken if each in languages), FRENCH)


def usable(path: Path) -> Settings:
    """What a file says key by key, without what cannot be; all defaults if it cannot be read. Its language is
    SYSTEM if it names none."""
    try:
        written = tomllib.loads(files.text(path))
    except (OSError, ValueError, RecursionError):
        return Settings(language=SYSTEM)
    kept: dict[str, Any] = {"language": SYSTEM}
    for key, value in written.items():
        if isinstance(value, dict):
            value = {name: each for name, each in value.items() if _fits({key: {name: each}})}
        if _fits({key: value}):
            kept[key] = value
    return msgspec.convert(kept, Settings)


def _fits(written: Mapping[str, Any]) -> bool:
    try:
        settings = msgspec.convert(written, Settings)
    except msgspec.ValidationError:
        return False
    return settings.rings.backend in RING_BACKENDS
