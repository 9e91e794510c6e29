"""LG-52: a plain deck of 32 cards: which of them is which character, and what it is too small for."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from table.errors import RefusedError
from table.games.evening import Evening
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.playing_cards import OF, PAGES, as_markdown, corners, has_playing_cards
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.deck import beyond_the_box, players_of, read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.family import FAMILY
from table.house import Role
from table.house.books import with_roles
from table.words.narration import Narration
from tests.kit.paths import ROOT
from tests.kit.players import garou


def evening(deck: str, rulebook: str = "family", deal: str = "cards") -> Evening:
    book = RULEBOOKS[rulebook]
    cards = read_deck(book, deck)
    names = [str(number) for number in range(players_of(cards))]
    made = WerewolfEvening(book, names, cards, Options(), 1)
    made.deal = "cards" if deal == "cards" else "ring"
    return made


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        ("werewolf=3,seer,villager=7", "deck: 7 cards villager; a plain deck has 6 clubs for them"),
        (
            "werewolf=9,seer,witch,hunter,cupid,little_girl,villager=6",
            "deck: 9 cards werewolf; a plain deck has 8 diamonds for them",
        ),
        (
            "werewolf=2,seer,raven,villager=5",
            "deck: a plain deck has no card for raven; it has for "
            "villager, werewolf, thief, cupid, seer, little_girl, witch, hunter",
        ),
    ],
)
def test_lg_52_a_deck_the_32_cards_cannot_be_is_refused(deck: str, said: str) -> None:
    from table.games.werewolf.playing_cards import check_playing_cards

    with pytest.raises(RefusedError) as refused:
        check_playing_cards(read_deck(FAMILY, deck))
    assert str(refused.value) == said


def test_the_limits_are_those_of_the_family_with_cards_only() -> None:
    too_many = "werewolf=3,seer,villager=8"
    with pytest.raises(RefusedError, match="8 cards villager"):
        evening(too_many).check()
    assert evening(too_many, deal="ring").check() == []
    assert evening(too_many, "thiercelieux").check() == []
    assert evening("werewolf=2,seer,witch,hunter,little_girl,cupid,thief,villager=6").check() == []
    assert [book.key for book in RULEBOOKS.values() if has_playing_cards(book)] == ["family"]


@pytest.mark.parametrize(
    ("rulebook", "deck", "told"),
    [
        ("best-of", "werewolf=3,seer,villager=8", ["8 cards villager: 1 more than the box of best-of holds"]),
        ("best-of", "werewolf=3,two_sisters=2,piper,villager=7", []),
        ("thiercelieux", "werewolf=4,seer,villager=13", []),
        (
            "thiercelieux",
            "werewolf=5,raven,villager=15",
            [
                "5 cards werewolf: 1 more than the box of thiercelieux holds",
                "1 card raven: 1 more than the box of thiercelieux holds",
                "15 cards villager: 2 more than the box of thiercelieux holds",
            ],
        ),
    ],
)
def test_bo_40_a_deck_of_printed_cards_says_what_the_box_does_not_hold(
    rulebook: str, deck: str, told: list[str]
) -> None:
    """BO-40: a warning, since the players may have two boxes. Rings can show any number of cards."""
    by_ring = evening(deck, rulebook, deal="ring").check()
    assert evening(deck, rulebook).check() == by_ring + told


def test_bo_40_cards_of_the_house_are_made_by_the_house() -> None:
    """BO-39: nobody is told to look for them in a box."""
    role = SimpleNamespace(card=Card("moth", sign=(1, "still")), calls=())
    lists = (
        *("dooms", "at_dawn", "reactions", "after_dawn", "before_vote", "victories"),
        *("known", "at_tie", "before_turning", "after_vote"),
    )
    vars(role).update(dict.fromkeys(lists, ()), after="")
    book = with_roles(RULEBOOKS["best-of"], [cast(Role, role)], [""])
    assert beyond_the_box(book, [role.card, VILLAGER]) == {}


def test_the_command_refuses_with_the_reason(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('[game]\nrulebook = "family"\ndeal = "cards"\n')
    deck = "werewolf=3,seer,villager=7"
    told = garou("play", "--simulated", "--config", str(config), "--deck", deck)
    assert (told.code, told.out) == (2, "")
    said = "--deck: 7 cards villager; a plain deck has 6 clubs for them; for 11: --deck beginner or expert"
    assert told.err == f"garou: {said}\n"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_board_names_the_playing_card_beside_the_character(language: str) -> None:
    narration = Narration.load(language)
    assert {key for key in narration.words if key.startswith("playing.")} == {f"playing.{key}" for key in OF}
    deck = read_deck(FAMILY, "werewolf=2,seer,villager=5")
    titles = [sign.title for sign in werewolf_telling.legend(deck, narration, playing=True)]
    assert titles == [
        f"{narration.card(card).title} ({narration.word(f'playing.{card.key}')})"
        for card in dict.fromkeys(deck)
    ]


def test_the_page_is_the_one_written_from_the_table() -> None:
    page = (ROOT / "docs" / "playing-cards.md").read_text("utf-8")
    assert page == as_markdown()
    for card in chain.from_iterable(OF.values()):
        for told in PAGES.values():
            assert corners([card], told) in page
