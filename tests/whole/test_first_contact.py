"""What somebody who has never played is told before he needs it, whichever of the varied lines is spoken."""

from __future__ import annotations

import re
import tomllib
from typing import Any, cast

import pytest

from table.board.board import Board, Place
from table.board.paint.layout import READ_PX, REFERENCE
from table.board.paint.scenes import Painter
from table.board.paint.text import set_in
from table.games.werewolf.rules.events import Death
from table.games.werewolf.rules.roll_call import RollCallPlayer
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.telling import show_on_board
from table.settings.settings import CONFIG
from table.words.narration import Narration

BOOKS = ("", "tit-albert/")
MUST_SAY = {
    "fr": {
        "lobby.seated": r"\bnom\b|vous appelle",
        "night.first": r"\b(yeux)\b.*\blumière",
        "election.open": r"double|deux",
        "dead.watch": r"(regarde|voient).*(mot|bouche|raconter)|se tait.*regarder",
    },
    "en": {
        "lobby.seated": r"\bname\b",
        "night.first": r"\beyes\b.*\blight\b",
        "election.open": r"twice|two",
        "dead.watch": r"(watch|look on|see ).*(word|lips|tell)|silent.*watch",
    },
}
"""Who he is; what he does when he is called for the first time; what a Captain and what the dead are."""
DIES = {"fr": r"\bmeurt\b", "en": r"\bdies\b"}
OPEN = {"fr": r"signes?\b.*[Ff]lèche.*bouge", "en": r"signs?\b.*arrow.*moves"}


def told(book: str, language: str) -> dict[str, Any]:
    return tomllib.loads((CONFIG / "narration" / book / f"{language}.toml").read_text("utf-8"))


def lines(book: str, language: str, key: str) -> list[str]:
    section, name = key.split(".")
    found: list[str] = told(book, language)["lines"][section][name]
    assert len(found) > 1, key
    return found


@pytest.mark.parametrize("language", MUST_SAY)
@pytest.mark.parametrize("book", BOOKS)
def test_every_variant_of_a_line_tells_a_stranger_what_he_needs(book: str, language: str) -> None:
    for key, says in MUST_SAY[language].items():
        assert [one for one in lines(book, language, key) if not re.search(says, one, re.IGNORECASE)] == [], (
            key
        )


@pytest.mark.parametrize("language", DIES)
def test_who_is_voted_out_dies_in_plain_words(language: str) -> None:
    assert all(re.search(DIES[language], one) for one in lines("", language, "death.voted"))


@pytest.mark.parametrize("language", OPEN)
@pytest.mark.parametrize("book", ["", "mots-garous/"])
def test_the_deal_sends_eyes_from_the_ring_to_the_signs_on_the_board(book: str, language: str) -> None:
    """Two signs may differ by their motion alone, which the board draws as an arrow."""
    assert re.search(OPEN[language], told(book, language)["words"]["prompt"]["deal"])


HEADLINES = {"fr": r"^.+ (meurt|s’en va)\b", "en": r"^.+ (is dead|leaves)\b"}
TOLD = ("voted", "grief", "shot", "left", "rust", "starved")
"""What the village is told that somebody has died of (LG-39)."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", HEADLINES)
@pytest.mark.parametrize("book", [None, "tit-albert"])
def test_the_headline_of_a_death_is_a_sentence_that_is_read_from_the_other_end_of_the_room(
    book: str | None, language: str, size: tuple[int, int]
) -> None:
    """Of every place, card and cause; a cause the village is not told is not in it."""
    narration = Narration.load(language, book)
    cards = {card.key: card for rulebook in RULEBOOKS.values() for card in rulebook.cards}.values()
    headlines = set()
    for place in narration.places:
        seat = RollCallPlayer(0, place)
        for card in (None, *cards):
            for cause, is_told in (*((cause, True) for cause in TOLD), ("devoured", False)):
                board = Board(places=[Place("")])
                show_on_board(board, Death(cast("Any", seat), card, cause, is_told), narration)
                headlines.add(board.headline)
    assert [one for one in headlines if not re.search(HEADLINES[language], one)] == []
    longest = sorted(headlines, key=lambda one: (len(one), one))[-12:]
    painter = Painter()
    for headline in longest:
        shown = Board("dawn", narration.word("title.dawn", number=2), headline, places=[Place("")] * 8)
        [line] = [line for line in painter.text_rects(shown, size) if line.what == "headline"]
        assert line.px >= set_in(READ_PX * size[1] // REFERENCE[1]), headline
