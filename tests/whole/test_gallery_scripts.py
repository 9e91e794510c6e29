"""The scripts that press buttons for the gallery's pictures come to their end: menus have what they look for.

All of them take a few seconds, so a change of a menu that breaks one is noticed by `make test`.
"""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.gallery import first, hosts, lobby, phones, service
from tests.gallery.__main__ import CHAPTERS, LANGUAGES
from tests.gallery.hall import narrate
from tests.kit.sampling import THOROUGH


def test_every_winner_has_a_picture() -> None:
    names = [name for chapter in CHAPTERS for name in chapter.SAYS]
    winners = {key for key in narrate("best-of", "en").words if key.startswith("over.")}
    assert {f"over.{name.removeprefix('over_')}" for name in names if name.startswith("over_")} == winners


@pytest.mark.in_step  # a script goes on as a board is shown, so its fingers need every beat
@pytest.mark.parametrize(
    "chapter", [lobby, hosts, service, first, phones], ids=lambda chapter: chapter.__name__
)
@pytest.mark.parametrize("language", LANGUAGES if THOROUGH else LANGUAGES[:1])
def test_scripts_come_to_their_end(chapter: ModuleType, language: str) -> None:
    found = chapter.found(language)
    assert set(found) == set(chapter.SAYS)
    assert len({repr(moment.board) for moment in found.values()}) == len(found), "each is another board"
