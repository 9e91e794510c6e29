"""Finds out why no round can be started tonight, and what can be chosen instead."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from table import files
from table.appliance.doctor.findings import Found, of_entry
from table.appliance.opening.prepared import SEATS, CommandLine, Prepared
from table.appliance.service.changes import FILE
from table.appliance.service.service import Service
from table.engine.answers import written
from table.errors import Reason, RefusedError, UnreadableError, count, either
from table.games.all import game_of
from table.sentences import Wrong
from table.settings.load import Entry
from table.words.toml_lines import in_line, line_of, parts_of

if TYPE_CHECKING:
    from table.house import Role
    from table.settings.owner import Owner

WORDS = "words"
"""The `place` of a `RefusedError` about words, if a language has too few."""


def misfit_of(tonight: Prepared) -> Entry | None:
    """Why no round can be started with any number of people; None if one can. It is refused if the command
    line is the cause."""
    refusal, typed = tonight.refusal, tonight.typed
    if refusal is None:
        return None
    if refusal.place == SEATS or (tonight.seats < tonight.book.least and typed.deck is None):
        told, path = _many_told(tonight)
        is_typed = any(given is not None for given in (typed.seats, typed.rulebook, typed.deck))
    else:
        told, path = _deck_told(tonight, refusal)
        is_typed = any(given is not None for given in (typed.deck, typed.seats, typed.deal))
    wrong = _and(told, _instead(tonight, "--" if is_typed else ""))
    return Entry(path, wrong, "refused" if is_typed else "unfit")


def unfit_in(tonight: Prepared) -> list[Found]:
    """The doctor's finding that no round can be started; empty if one can."""
    misfit = misfit_of(tonight)
    if misfit is None:
        return []
    return [of_entry(misfit, "unfit", Reason("doctor.unfit.mend") if misfit.file.name == FILE else "")]


def unfit(owner: Owner, roles: Sequence[Role]) -> list[Found]:
    """The doctor's finding that no round can be started with the owner's files; empty if one can. Also empty
    if the files cannot be read, which is reported elsewhere."""
    try:
        return unfit_in(Prepared(CommandLine(), owner, roles, Service(wanted=False), lambda _: None))
    except UnreadableError:
        return []


def _many_told(tonight: Prepared) -> tuple[Wrong, Path]:
    """The number of players for the rules, with the setting of the number of seats and its file."""
    typed, book = tonight.typed, tonight.book
    told: str | Wrong
    told, path = _seats_told(tonight)
    if typed.seats is not None:
        told = f"--seats {typed.seats}"
    elif typed.rulebook is not None:
        told = _and(f"--rulebook {typed.rulebook}", told)
    elif typed.deck is not None:
        told = _and(f"--deck {typed.deck}", told)
    few = tonight.seats < book.least
    key, number = ("misfit.least", book.least) if few else ("misfit.most", book.most)
    return _and(told, Reason(key, rulebook=book.key, number=number)), path


def _seats_told(tonight: Prepared) -> tuple[Wrong, Path]:
    """The number of seats, with the file that sets it."""
    settings, out = tonight.settings, tonight.settings.out_of_service
    if out and settings.seats >= tonight.book.least:
        path = tonight.owner.table
        if out != tonight.owners.out_of_service:
            path = tonight.folder / FILE
        left, place = count(tonight.seats, "seat"), _place(path, "out_of_service")
        return Reason("misfit.out", place=place, value=json.dumps(out), seats=left), path
    path = tonight.owner.table
    return Reason("misfit.key", place=_place(path, "seats"), key="seats", value=settings.seats), path


def _deck_told(tonight: Prepared, refusal: RefusedError) -> tuple[Wrong, Path]:
    """Which cards cannot be played, and why."""
    typed, path, chosen = tonight.typed, tonight.owner.table, tonight.house.settings
    if refusal.place == WORDS:
        return Reason("file.at", place=_place(path, "language"), why=refusal.wrong), path
    if typed.deck is not None:
        return _refused_at("--deck", f"--deck {written(typed.deck)}", refusal.why), path
    key = game_of(tonight.book.key).deck_key
    value = chosen.value(key)
    place = Reason("misfit.key", place=_place(path, key), key=key, value=written(value))
    told = _refused_at(place, place, refusal.why)
    if typed.deal is not None:
        told = _and(f"--deal {typed.deal}", told)
    if typed.seats is not None:
        told = _and(f"--seats {typed.seats}", told)
    return told, path


def _instead(tonight: Prepared, dashes: str) -> Wrong:
    """Alternatives for this number of players: another deck, or else another rulebook. `dashes`: the prefix
    of an option."""
    chosen, seats = tonight.house.settings, tonight.seats
    others = {
        "deck": tonight.house.decks(chosen, seats),
        "rulebook": tonight.house.rulebooks_for(chosen, seats),
    }
    key = next((key for key, values in others.items() if values), None)
    if key is None:
        return Reason("misfit.seats", number=min(book.least for book in tonight.rulebooks.values()))
    return Reason("misfit.instead", number=seats, key=f"{dashes}{key}", names=either(others[key]))


def _refused_at(place: str | Wrong, named: str | Wrong, why: str | Wrong) -> Wrong:
    """Why the rules refuse some cards. `place`: where they are named. `named`: the same with the deck's
    name."""
    if not isinstance(why, str) and why.key == "deck.for_others":
        # How many players the deck is for is said together with what they can play.
        return Reason("deck.for_more", value=named, players=why.facts["players"])
    return Reason("file.at", place=place, why=why)


def _and(one: str | Wrong, more: str | Wrong) -> Wrong:
    return Reason("misfit.and", one=one, more=more)


def _place(path: Path, key: str) -> Wrong:
    """The file, and the line on which a key stands, if it does."""
    return in_line(path, line_of(files.text(path), parts_of(key)) if path.exists() else None)
