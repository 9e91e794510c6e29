"""All that can be said at a table: what is shipped, what its owner wrote, and what their roles bring."""

from __future__ import annotations

from collections.abc import Sequence

from table.house import Role
from table.house.load import words_of
from table.settings.owner import Owner
from table.words.catalogue import KINDS
from table.words.narration import GAMES, Narration


def narrate(owner: Owner, language: str, telling: str | None = None, roles: Sequence[Role] = ()) -> Narration:
    """All that can be said in a language: ours, his laid over it, and what the house's roles bring.
    What a language of his own lacks is said in English.

    Raises `UnreadableError` for a mistake in it, or in his texts of that language outside of it.
    """
    # The house's roles are in the first game alone.
    game, roles = (telling, ()) if telling in GAMES else (None, roles)
    told = Narration.load(language, telling, words_of(roles, language), own=owner.catalogue)
    if language in owner.own_languages:
        told = told.filled(Narration.load("en", game, words_of(roles, "en")))
    for kind in KINDS:
        if owner.catalogue.file(kind, language):
            told.texts(kind)
    return told
