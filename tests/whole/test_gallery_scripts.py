"""The scripts that press buttons for the gallery's pictures come to their end: menus have what they look for.

All of them take a few seconds, so a change of a menu that breaks one is noticed by `make test`.
"""

from __future__ import annotations

import sys
from subprocess import run
from types import ModuleType

import pytest

from tests.gallery import first, hosts, lobby, phones, service
from tests.gallery.__main__ import CHAPTERS, LANGUAGES
from tests.gallery.hall import narrate
from tests.kit.paths import ROOT
from tests.kit.sampling import THOROUGH


@pytest.mark.parametrize(("option", "code"), [("--help", 0), ("--langage", 2)])
def test_an_option_draws_nothing(option: str, code: int) -> None:
    """Help is asked for, or an option misspelt: what was drawn before stays as it is."""
    told = run(
        [sys.executable, "-m", "tests.gallery", option], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (told.returncode, "usage: python -m tests.gallery" in told.stdout + told.stderr) == (code, True)
    assert "pictures of the board" not in told.stdout


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
