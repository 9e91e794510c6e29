"""The gallery has every picture of its chapters, and every scene of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import get_args

import av
import pytest

from table.board.board import Board, Scene
from table.games.werewolf.rules import rulebooks as _every_card  # noqa: F401 - each card declares its news
from table.games.werewolf.rules.news import News
from tests.gallery import phones, reel
from tests.gallery.__main__ import CHAPTERS, LANGUAGES, WRITTEN, page, shots, where
from tests.gallery.evening import rounds
from tests.gallery.hall import Hall, Script, Shot

SAYS: Mapping[str, str] = {name: says for chapter in CHAPTERS for name, says in chapter.SAYS.items()}
ALL = {**SAYS, **phones.PAGES}
"""Boards, and pages of phones."""


@pytest.fixture(scope="module")
def chapters() -> Mapping[str, Sequence[Shot]]:
    """All pictures of one language, as real rounds show them."""
    return shots("en")


def test_the_page_shows_every_picture_under_its_title(chapters: Mapping[str, Sequence[Shot]]) -> None:
    text = page(chapters, {language: ["a line < of text"] for language in LANGUAGES})
    for name, says in ALL.items():
        figure = f"<figcaption>{escape(says)}</figcaption><div>"
        inside = "<pre>a line &lt; of text</pre>" if name == WRITTEN else f'<img src="{name}.fr.png"'
        assert text.count(figure + inside) == 1


def test_every_scene_and_all_news_of_cards_have_a_picture(chapters: Mapping[str, Sequence[Shot]]) -> None:
    rows = {what: names.split(", ") for what, names in where(chapters)}
    scenes = {f"scene {scene}" for scene in get_args(Scene)}
    news = {f"news {card.key}" for card in News.__subclasses__() if card.__module__.startswith("table.")}
    assert set(rows) == scenes | news
    assert set().union(*rows.values()) == set(SAYS)


def test_a_script_that_waits_in_vain_says_where() -> None:
    def never(_: Board) -> bool:
        return False

    def waiting(wants: Callable[[Board], bool]) -> Script:
        yield wants

    def outer() -> Script:
        yield from waiting(never)

    with pytest.raises(LookupError, match=r"in vain at outer:\d+ > waiting:\d+: Board"):
        Hall("en").play(outer())


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
