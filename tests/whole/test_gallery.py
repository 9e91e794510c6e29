"""The gallery has every picture of its chapters, and every scene of the board; its scripts still play."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import get_args

import av
import pytest

from table.board.board import Board, Scene
from table.games.werewolf.rules import rulebooks as _every_card  # noqa: F401 - each card declares its news
from table.games.werewolf.rules.news import News
from tests.gallery import first, hosts, lobby, phones, reel, service
from tests.gallery.__main__ import CHAPTERS, LANGUAGES, PAGE, PICTURES, WHERE, WRITTEN
from tests.gallery.evening import rounds
from tests.gallery.hall import Hall, Script, narrate
from tests.gallery.pictures import palette_of

SAYS: Mapping[str, str] = {name: says for chapter in CHAPTERS for name, says in chapter.SAYS.items()}
ALL = {**SAYS, **phones.PAGES}
"""Boards, and pages of phones."""
LARGEST = 320_000
"""Bytes: no picture is larger."""


@pytest.fixture(scope="module")
def page() -> str:
    return PAGE.read_text("utf-8")


def test_the_page_says_of_every_picture_what_it_shows(page: str) -> None:
    told = re.findall(
        r"^### (.+)\n\n!\[(.+)\]\(gallery/(.+)\.fr\.png\)\n!\[(.+)\]\(gallery/(.+)\.en\.png\)", page, re.M
    )
    assert {name: says for says, _, name, *_ in told} == {
        name: says for name, says in ALL.items() if name != WRITTEN
    }
    assert len(told) == len(ALL) - 1
    assert all(says == alt == other and name == twin for says, alt, name, other, twin in told)
    assert page.count("```text") == len(LANGUAGES), "the terminal"
    assert SAYS[WRITTEN] in page


def test_there_are_these_pictures_and_no_others() -> None:
    wanted = {f"{name}.{language}.png" for name in ALL if name != WRITTEN for language in LANGUAGES}
    assert {path.name for path in PICTURES.iterdir()} == wanted
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > LARGEST] == []


def rows_of(page: str) -> dict[str, list[str]]:
    """What stands in the table at the end, and in which pictures it is."""
    _, _, table = page.partition(f"## {WHERE}\n")
    return {
        what: names.split(", ") for what, names in re.findall(r"^\| (\w+ `\w+`) \| (.+) \|$", table, re.M)
    }


def test_every_scene_and_all_news_of_cards_have_a_picture(page: str) -> None:
    rows = rows_of(page)
    scenes = {f"scene `{scene}`" for scene in get_args(Scene)}
    news = {f"news `{card.key}`" for card in News.__subclasses__() if card.__module__.startswith("table.")}
    assert set(rows) == scenes | news
    assert set().union(*rows.values()) == set(SAYS)


def test_every_winner_has_a_picture() -> None:
    winners = {key for key in narrate("best-of", "en").words if key.startswith("over.")}
    assert {f"over.{name.removeprefix('over_')}" for name in SAYS if name.startswith("over_")} == winners


@pytest.mark.in_step  # a script goes on as a board is shown, so its fingers need every beat
@pytest.mark.parametrize(
    "chapter", [lobby, hosts, service, first, phones], ids=lambda chapter: chapter.__name__
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_scripts_come_to_their_end(chapter: ModuleType, language: str) -> None:
    found = chapter.found(language)
    assert set(found) == set(chapter.SAYS)
    assert len({repr(moment.board) for moment in found.values()}) == len(found), "each is another board"


def test_a_script_that_waits_in_vain_says_where() -> None:
    def never(_: Board) -> bool:
        return False

    def waiting(wants: Callable[[Board], bool]) -> Script:
        yield wants

    def outer() -> Script:
        yield from waiting(never)

    with pytest.raises(LookupError, match=r"in vain at outer:\d+ > waiting:\d+: Board"):
        Hall("en").play(outer())


def test_colours_that_are_left_out_are_near_those_that_stand_for_them() -> None:
    greys = [bytes((value, value, value)) for value in range(0, 256, 4)]
    reds = [bytes((value, 0, 4 * step)) for value in range(0, 256, 4) for step in range(8)]
    palette, nearest = palette_of(greys + reds)
    assert len(palette) == 256
    assert all(nearest[colour] == colour for colour in palette)
    assert all(
        max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8 for one, other in nearest.items()
    )


def test_a_reel_of_a_vote_moves_and_is_a_film(tmp_path: Path) -> None:
    """Its first scene of a round that a short film shows, frame by frame."""
    [scene] = reel.filmed([reel.VOTE], rounds("en", 8, "thiercelieux"))
    assert len(scene) == round((reel.VOTE.before_s + reel.VOTE.after_s) * reel.FPS)
    reel.write(reel.drawn(scene[:24]), path := tmp_path / "reel.gif")
    with av.open(str(path)) as film:
        shown = [bytes(frame.reformat(format="rgb24").planes[0]) for frame in film.decode(video=0)]
    assert len(shown) == 24
    assert len({*shown}) > 6
    with pytest.raises(LookupError, match="no round shows scene 0"):
        reel.filmed([reel.VOTE, reel.Scene(lambda *_: False, 0.0, 1.0)], [[]])
