"""The shipped decks: for every rulebook and number of players, legal, fair, and without too long nights."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from table.errors import RefusedError
from table.games.chances import shipped
from table.games.werewolf.rules.deck import check_deck, players_of, read_deck
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.family import FAMILY
from table.games.werewolf.rules.rulebooks.thiercelieux import CHARACTERS, THIERCELIEUX
from table.settings.decks import (
    LINE_S,
    LISTED,
    NAMES,
    chosen_deck,
    deck_for,
    in_words,
    minutes_of,
    night_s,
    read_decks,
)
from table.settings.times import Times

chances: Any = import_module("benchmarks.chances")
TIMES = Times()
BOOKS = pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=list(RULEBOOKS))


def sizes(rulebook: Rulebook) -> range:
    """As many players as a rulebook and a table allow."""
    return range(rulebook.least, 25)


def wolves(deck: tuple[Card, ...]) -> int:
    return sum(card.nature == "werewolf" for card in deck)


# What is on offer


@BOOKS
@pytest.mark.parametrize("name", NAMES)
def test_lg_4_every_deck_is_legal_and_none_is_warned_of(rulebook: Rulebook, name: str) -> None:
    for players in sizes(rulebook):
        deck = deck_for(rulebook, name, players)
        assert players_of(deck) == players
        warnings = [warning for warning in check_deck(rulebook, deck) if "players are more" not in warning]
        assert not warnings or name == "simplified", "what the rulebooks deal of old is theirs to answer for"
        assert (players > rulebook.most) is any("players are more" in w for w in check_deck(rulebook, deck))


@BOOKS
@pytest.mark.parametrize("name", LISTED)
def test_bo_40_at_most_a_quarter_are_wolves_and_about_as_many(rulebook: Rulebook, name: str) -> None:
    for players in sizes(rulebook):
        deck = deck_for(rulebook, name, players)
        assert 0.12 <= wolves(deck) / len(deck) <= 0.25


@BOOKS
def test_bo_40_a_beginner_has_many_simple_villagers_and_an_expert_few(rulebook: Rulebook) -> None:
    for players in sizes(rulebook):
        beginner, expert = (
            Counter(card.key for card in deck_for(rulebook, name, players)) for name in ("beginner", "expert")
        )
        assert 3 * beginner["villager"] >= players
        assert expert["villager"] <= beginner["villager"]
        assert len(expert) > len(beginner)


@BOOKS
def test_a_wild_deck_has_somebody_who_plays_alone_and_characters_of_the_vote(rulebook: Rulebook) -> None:
    for players in sizes(rulebook):
        deck = deck_for(rulebook, "wild", players)
        alone = [card for card in deck if card.group == "solitary" or card.alone]
        assert len(alone) == 1
        assert rulebook.key == "tit-albert" or len([card for card in deck if card in CHARACTERS]) > 2


@BOOKS
def test_bo_40_characters_come_a_few_at_a_time(rulebook: Rulebook) -> None:
    for name in LISTED:
        each = [set(deck_for(rulebook, name, players)) for players in sizes(rulebook)]
        assert all(len(more - less) <= 3 for less, more in pairwise(each))


def test_lg_3_the_simplified_deck_is_the_rulebooks() -> None:
    for rulebook in RULEBOOKS.values():
        assert deck_for(rulebook, "simplified", 12) == rulebook.simplified(12)


def test_lg_52_small_family_decks_can_be_dealt_of_a_plain_pack() -> None:
    """At most six plain villagers, and no character that a plain pack has no card for."""
    plain = {"villager", "werewolf", "thief", "cupid", "seer", "little_girl", "witch", "hunter"}
    for name in ("beginner", "expert"):
        for players in range(6, 14):
            deck = Counter(card.key for card in deck_for(FAMILY, name, players))
            assert deck["villager"] <= 6
            assert set(deck) <= plain


@BOOKS
@pytest.mark.parametrize(
    ("name", "most_s"), [("simplified", 75), ("beginner", 150), ("expert", 240), ("wild", 290)]
)
def test_no_night_is_too_long(rulebook: Rulebook, name: str, most_s: float) -> None:
    """At normal pace, with every line."""
    for players in sizes(rulebook):
        deck = deck_for(rulebook, name, players)
        assert all(night_s(rulebook, deck, TIMES, number) <= most_s for number in (1, 2, 3))


def test_a_night_is_reckoned_with_as_many_open_cards_as_an_actor_has() -> None:
    """Those with the longest calls, of all that the box has."""
    others = "werewolf=2, seer, villager=4"
    deck, plain = (read_deck(THIERCELIEUX, f"{others}, {card}") for card in ("actor", "villager"))
    held, without = (THIERCELIEUX.with_deck(cards).calls for cards in (deck, plain))
    more = [call for call in held if call not in without and (call.when is None or call.card.stage)]
    own, opened = (
        [TIMES.call_s(call) for call in more if bool(call.card.stage) == is_own] for is_own in (True, False)
    )
    longest = [*own, *sorted(opened)[-3:]]
    assert len(opened) > 3
    assert night_s(THIERCELIEUX, deck, TIMES, 1) == pytest.approx(
        night_s(THIERCELIEUX, plain, TIMES, 1) + sum(longest) + 2 * len(longest) * LINE_S
    )


def test_minutes_grow_with_the_players_and_with_the_times() -> None:
    small, large = (deck_for(THIERCELIEUX, "beginner", players) for players in (8, 16))
    assert 10 <= minutes_of(THIERCELIEUX, small, TIMES) <= 20
    assert minutes_of(THIERCELIEUX, large, TIMES) > 1.5 * minutes_of(THIERCELIEUX, small, TIMES)
    assert minutes_of(THIERCELIEUX, small, Times(debate_s=600)) > minutes_of(THIERCELIEUX, small, TIMES) + 10
    assert minutes_of(THIERCELIEUX, small, Times(pace="fast")) < minutes_of(THIERCELIEUX, small, TIMES)


# The figures beside them

ROW = re.compile(
    r"\| (\d+) \| ([a-z_=, 0-9]+) \| (\d+) \| (\d+) \| ([a-z_, 0-9]*) "
    r"\| (\d+), (\d+)([a-z_, 0-9]*) \| (\d+) \|"
)


def rows() -> list[Any]:
    """The rows of the page."""
    found = []
    rulebook = name = ""
    for line in chances.PAGE.read_text("utf-8").splitlines():
        if re.match("## .*, ", line):
            rulebook, name = line.removeprefix("## ").split(", ")
        if row := ROW.fullmatch(line):
            shares = [shares_in(*row.group(3, 4, 5)), shares_in(*row.group(6, 7, 8))]
            found.append(chances.Row(rulebook, name, int(row[1]), row[2], *shares, int(row[9])))
    return found


def shares_in(villagers: str, werewolves: str, others: str) -> dict[str, int]:
    """The chances in the columns of a row."""
    shares = {"villagers": int(villagers), "werewolves": int(werewolves)}
    for other in filter(None, others.split(", ")):
        camp, share = other.split()
        shares[camp] = int(share)
    return shares


def test_the_page_has_every_deck_as_it_is() -> None:
    """Otherwise: python -m benchmarks.chances."""
    found = rows()
    assert [row[:3] for row in found] == list(chances.rows())
    for row in found:
        rulebook = RULEBOOKS[row.rulebook]
        deck = deck_for(rulebook, row.name, row.players)
        assert row.deck == in_words(deck)
        assert row.minutes == minutes_of(rulebook, deck, TIMES)
        assert sum(row.chances.values()) == 100
        assert sum(row.silent.values()) == 100
        assert shipped(row.rulebook, row.name, row.players) == row.chances
        assert shipped(row.rulebook, row.name, row.players, "silent") == row.silent
    assert chances.page(found) == chances.PAGE.read_text("utf-8")


def test_in_no_beginner_deck_a_camp_has_less_than_a_quarter_of_the_best_ones_chance() -> None:
    found = [row for row in rows() if row.name == "beginner"]
    assert len(found) == 70
    assert all(chances.imbalance(row) <= 4 for row in found)


@pytest.mark.parametrize(
    "place",
    [
        ("thiercelieux", "beginner", 8),
        ("family", "beginner", 6),
        ("tit-albert", "beginner", 10),
        ("best-of", "beginner", 13),
        ("best-of", "expert", 11),
    ],
    ids=str,
)
def test_measured_again_the_figures_are_about_the_same(place: tuple[str, str, int]) -> None:
    """150 rounds: standard errors of 4 hundredths, and of 2.5 for the stored figures."""
    written = next(row for row in rows() if row[:3] == place)
    again = chances.measured(place, rounds=150)
    for camp in ("villagers", "werewolves"):
        assert abs(again.chances[camp] - written.chances[camp]) < 18
        assert abs(again.silent[camp] - written.silent[camp]) < 18


# Reading a file


def a_file(folder: Path, **changed: str) -> Path:
    """A good file of decks, with some lines of its beginner's deck changed."""
    lines = {"8": f'"{in_words(deck_for(THIERCELIEUX, "beginner", 8))}"'} | {
        str(players): '"+ villager"' for players in range(9, 25)
    }
    lines |= {key.removeprefix("n"): text for key, text in changed.items()}
    path = folder / "thiercelieux.toml"
    table = "".join(f"{key} = {text}\n" for key, text in lines.items())
    path.write_text("".join(f"[{name}]\n{table}" for name in LISTED))
    return path


def test_a_line_says_what_changes(tmp_path: Path) -> None:
    path = a_file(
        tmp_path, n9='"+ hunter"', n10='"+ raven, villager - seer"', n11='"- villager + seer=1,cupid"'
    )
    found = read_decks(path, THIERCELIEUX)["beginner"]
    assert in_words(found[8]) == "werewolf=2, seer, little_girl, villager=4"
    assert in_words(found[9]) == "werewolf=2, seer, little_girl, villager=4, hunter"
    assert in_words(found[10]) == "werewolf=2, little_girl, villager=5, hunter, raven"
    assert in_words(found[11]) == "werewolf=2, little_girl, villager=4, hunter, raven, seer, cupid"
    assert in_words(found[12]) == "werewolf=2, little_girl, villager=5, hunter, raven, seer, cupid"


# Asking for one

HOUSE = {"saturday": "werewolf=2, seer, witch, hunter, cupid, villager=4"}


def test_a_deck_is_chosen_by_name_or_written_out() -> None:
    assert chosen_deck(THIERCELIEUX, "expert", None, 9, HOUSE) == deck_for(THIERCELIEUX, "expert", 9)
    assert chosen_deck(THIERCELIEUX, "expert", 12, 9, HOUSE) == deck_for(THIERCELIEUX, "expert", 12)
    saturday = chosen_deck(THIERCELIEUX, "saturday", None, 8, HOUSE)
    assert in_words(saturday) == HOUSE["saturday"]
    assert chosen_deck(THIERCELIEUX, HOUSE["saturday"], 10, 8, {}) == saturday


@pytest.mark.parametrize(
    ("text", "players", "said"),
    [
        (
            "saturdy",
            None,
            '"saturdy" is neither a deck nor a role of thiercelieux; allowed: beginner, expert, ',
        ),
        ("saturday", 8, 'deck: "saturday" has cards for 10 players; allowed: 8'),
        ("werewolf=2,villager=6", 9, 'deck: "werewolf=2,villager=6" has cards for 8 players; allowed: 9'),
        ("werewolf=2,angel,villager=6", None, '"angel" is not a role of thiercelieux'),
        ("beginner", 7, "seats: 7; thiercelieux needs at least 8 players"),
        ("expert", 25, "seats: 25; a table has at most 24"),
    ],
)
def test_a_deck_there_is_not(text: str, players: int | None, said: str) -> None:
    with pytest.raises(RefusedError, match=re.escape(said)):
        chosen_deck(THIERCELIEUX, text, players, 8, HOUSE)


@BOOKS
def test_in_a_first_evening_no_two_signs_have_equal_lights(rulebook: Rulebook) -> None:
    """The cards of eight beginners differ in the number of groups, so nobody has to tell lights that sway
    from lights that rest."""
    groups = [card.sign.groups for card in dict.fromkeys(deck_for(rulebook, "beginner", 8))]
    assert len(groups) == len(set(groups)) >= 4


@pytest.mark.parametrize("asked", [["thiercelieux"], ["thiercelieux", "beginner", "nine"]])
def test_measuring_what_is_no_deck_is_refused(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["chances", *asked])
    assert chances.main() == 2
    told = capsys.readouterr().err
    assert told.startswith(f"chances: {' '.join(asked)} is no deck of ours; allowed: ")
    assert told.count("\n") == 1
