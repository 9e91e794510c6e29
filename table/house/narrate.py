"""Loads all words of a table: the shipped ones, the owner's, and those of house roles."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.languages import languages_of
from table.house import Role
from table.house.load import NEEDED, words_of
from table.settings.owner import Owner
from table.words.catalogue import KINDS
from table.words.narration import GAMES, Narration


def narrate(owner: Owner, language: str, telling: str | None = None, roles: Sequence[Role] = ()) -> Narration:
    """The words of a language: the shipped ones, overlaid with the owner's and those of house roles.

    A language in which roles need no words falls back to English. Raises `UnreadableError` for a mistake in
    it, or in other texts of the owner's in that language.
    """
    # House roles are in the first game only.
    game, roles = (telling, ()) if telling in GAMES else (None, roles)
    told = Narration.load(language, telling, words_of(roles, language), own=owner.catalogue)
    if languages_of(language)[-1] not in NEEDED:
        told = told.filled(Narration.load("en", game, words_of(roles, "en")))
    for kind in KINDS:
        if any(owner.catalogue.file(kind, each) for each in languages_of(language)):
            told.texts(kind)
    return told
