"""Decks, options, the chances of a deck, and how each is refused."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.errors import RefusedError
from table.games.evening import Evening
from table.games.werewolf import rules
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import check_deck, players_of, read_deck
from table.games.werewolf.rules.options import CHOICES, Options, read_options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from tests.kit.players import CARDS, Dice, Record, garou, roles_of, wolves_of
from tests.kit.retold import TELLS
from tests.kit.tables import scenario

ROLES = roles_of(THIERCELIEUX)


def names(count: int) -> list[str]:
    return [f"seat {number}" for number in range(count)]


def read(deck: str) -> tuple[str, ...]:
    return tuple(card.key for card in read_deck(THIERCELIEUX, deck))


# Evenings


def evening_of(seed: int, deck: str = "werewolf=2,seer,witch,hunter,cupid,thief,villager=3") -> Evening:
    cards = read_deck(THIERCELIEUX, deck)
    return WerewolfEvening(THIERCELIEUX, names(players_of(cards)), cards, Options(), seed)


def test_every_round_is_dealt_anew_with_all_the_cards() -> None:
    evening = evening_of(2)
    dealt: list[tuple[str, ...]] = []
    for _ in range(4):
        record = Record(Dice(evening.round_seed))
        evening.play_next(record)
        draw = next(answer for answer in record.answers if answer is not None)
        assert sorted(draw) == list(range(10)), "all ten cards of the deck, two for the centre"
        dealt.append(tuple(draw))
        own = [request for request in record.requests if "what='dealt'" in request]
        assert len(own) == 8, "each seat sees its own card"
    assert len(set(dealt)) == 4


def test_an_evening_played_again_is_the_same() -> None:
    def told(seed: int) -> list[str]:
        evening, words = evening_of(seed), []
        for _ in range(3):
            record = Record(Dice(evening.round_seed, silence=0.1, hurry=0.2))
            evening.play_next(record)
            words += record.requests
        return words

    assert told(3) == told(3) != told(4)


SIMPLIFIED: dict[str, dict[range, int]] = {
    "thiercelieux": {range(8, 12): 2, range(12, 19): 3},
    "family": {range(6, 8): 1, range(8, 12): 2, range(12, 19): 3},
    "tit-albert": {range(8, 12): 2, range(12, 18): 3, range(18, 19): 4},
    "best-of": {range(8, 12): 2, range(12, 16): 3, range(16, 19): 4},
}
"""Rulebook -> players -> werewolves of the simplified deal."""


@pytest.mark.parametrize(
    ("rulebook", "players", "wolves"),
    [
        (key, players, wolves)
        for key, rows in SIMPLIFIED.items()
        for sizes, wolves in rows.items()
        for players in sizes
    ],
)
def test_lg_3_the_simplified_deal(rulebook: str, players: int, wolves: int) -> None:
    """LG-3: werewolves by the rulebook's table, one Seer, and villagers; there is no warning."""
    book = RULEBOOKS[rulebook]
    deck = book.simplified(players)
    assert Counter(card.key for card in deck) == {
        "werewolf": wolves,
        "seer": 1,
        "villager": players - wolves - 1,
    }
    assert check_deck(book, deck) == []


# Decks


def test_a_deck_is_read_in_its_order() -> None:
    assert read("werewolf=2,seer=1,villager=2") == ("werewolf", "werewolf", "seer", "villager", "villager")
    assert read(" seer ,villager=0,villager=03") == ("seer", "villager", "villager", "villager")
    assert read("werewolf = 2 , seer =1, villager= 1") == ("werewolf", "werewolf", "seer", "villager")


@pytest.mark.parametrize(
    ("deck", "told"),
    [
        ("", f'deck: "" is not a role of thiercelieux; allowed: {ROLES}'),
        ("seer=", 'deck: "seer="; allowed: seer=NUMBER with a whole number'),
        ("villager=-3", 'deck: "villager=-3"; allowed: villager=NUMBER with a whole number'),
        ("villager=²", 'deck: "villager=²"; allowed: villager=NUMBER with a whole number'),
        ("villager=100", 'deck: "villager=100"; allowed: villager=NUMBER with a whole number, 99 at most'),
        ("villager=9=9", 'deck: "villager=9=9"; allowed: villager=NUMBER with a whole number'),
    ],
)
def test_a_deck_that_cannot_be_read_is_refused(deck: str, told: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read(deck)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("rulebook", "deck", "told"),
    [
        (
            "thiercelieux",
            "werewolf,thief,villager=7",
            "7 players, the thief’s two centre cards not counted; thiercelieux needs at least 8",
        ),
        ("family", "werewolf,villager=2", "3 players; family needs at least 4"),
        ("best-of", "werewolf,two_sisters,villager=6", "1 card two_sisters; allowed: none or 2"),
        # The White Werewolf is a werewolf's card, the Wolf Hound and the Wild Child are not.
        (
            "best-of",
            "wolf_hound,wild_child,villager=6",
            f"no card of a werewolf; allowed: at least one of {wolves_of(RULEBOOKS['best-of'])}",
        ),
        (
            "tit-albert",
            "werewolf=3,white_werewolf,villager=4",
            "werewolf, white_werewolf: 4 of 8 cards; allowed: fewer than half of the cards",
        ),
    ],
)
def test_lg_4_decks_refused(rulebook: str, deck: str, told: str) -> None:
    """LG-4: with the reason. More refused decks are in tests/refused/what-is-dealt."""
    book = RULEBOOKS[rulebook]
    with pytest.raises(RefusedError) as refused:
        check_deck(book, read_deck(book, deck))
    assert str(refused.value) == f"deck: {told}"


def test_lg_4_a_scenario_has_as_many_players_as_its_rulebook_asks_for() -> None:
    with pytest.raises(RefusedError, match="5 players; family needs at least 6"):
        scenario("werewolf seer villager villager villager", {}, rulebook="family")


@pytest.mark.parametrize(
    ("rulebook", "deck", "warnings"),
    [
        ("family", "werewolf,seer,villager=3", ["5 players are fewer than the 6 of family"]),
        ("family", "werewolf,seer,villager=2", ["4 players are fewer than the 6 of family"]),
        ("thiercelieux", "werewolf=3,villager=9", []),
        ("thiercelieux", "werewolf=3,villager=8", ["3 werewolves among 11 players are more than a quarter"]),
        (
            "thiercelieux",
            "werewolf=3,thief,villager=8",
            ["3 werewolves among 10 players are more than a quarter"],
        ),
        ("thiercelieux", "werewolf=4,villager=15", ["19 players are more than the 18 of thiercelieux"]),
        ("thiercelieux", "werewolf=4,thief,villager=15", []),
        (
            "thiercelieux",
            "werewolf=11,villager=13",
            [
                "11 werewolves among 24 players are more than a quarter",
                "24 players are more than the 18 of thiercelieux",
            ],
        ),
        # LG-61: werewolf and villager cards are free in number.
        ("thiercelieux", "werewolf=1,villager=17", []),
        ("best-of", "white_werewolf,villager=7", []),
        ("best-of", "big_bad_wolf,accursed_wolf_father,wolf_hound,wild_child,villager=4", []),
        (
            "best-of",
            "werewolf=2,white_werewolf,wolf_hound,villager=4",
            ["3 werewolves among 8 players are more than a quarter"],
        ),
    ],
)
def test_lg_4_decks_allowed_and_what_the_host_should_hear(
    rulebook: str, deck: str, warnings: list[str]
) -> None:
    """LG-4, BO-40: more than a quarter wolves, or more players than the box is made for; the Wolf Hound and
    the Wild Child do not count towards the quarter."""
    book = RULEBOOKS[rulebook]
    assert check_deck(book, read_deck(book, deck)) == warnings


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_lg_61_the_roles_a_rulebook_takes(rulebook: str) -> None:
    """LG-61, CH-1: the Thief and the expansions' roles fit any rulebook, the characters all but one, the
    others of Best Of only their own."""
    base = {"werewolf", "villager", "seer", "cupid", "hunter", "witch", "little_girl"}
    anywhere = {"thief", "defender", "piper", "baker", "white_werewolf", "pyromaniac", "raven"}
    best_of = {
        *("accursed_wolf_father", "big_bad_wolf", "two_sisters", "fox", "rusty_knight", "elder"),
        *("bear_tamer", "wild_child", "wolf_hound", "angel"),
    }
    characters = {
        *("village_idiot", "scapegoat", "stuttering_judge", "devoted_servant", "three_brothers"),
        *("actor", "prejudiced_manipulator", "villager_villager"),
    }
    base |= characters if rulebook != "tit-albert" else set()
    taken = {card.key for card in RULEBOOKS[rulebook].cards if card.key in TELLS}
    assert taken == base | anywhere | (best_of if rulebook == "best-of" else set())


@given(st.text(max_size=30) | st.lists(st.sampled_from([*CARDS, "wolf", "seer=", "=2", ""])).map(",".join))
def test_any_text_is_a_deck_or_refused_in_one_sentence(text: str) -> None:
    keys = [part.strip().partition("=")[0] for part in text.split(",")]
    if set(keys) <= {card.key for card in THIERCELIEUX.cards} and "=" not in text:
        assert [card.key for card in read_deck(THIERCELIEUX, text)] == keys
    else:
        with pytest.raises(RefusedError, match=r"(?s)^deck: .*; allowed: "):
            read_deck(THIERCELIEUX, text)


# Options


def test_a_card_that_reads_an_option_says_so() -> None:
    """The host's menu offers an option of cards only with one of them."""
    folder = Path(rules.__file__).parent / "cards"
    for book in RULEBOOKS.values():
        for card in book.cards:
            read = set(re.findall(r"game\.options\.(\w+)", (folder / f"{card.key}.py").read_text("utf-8")))
            assert read <= {*card.options} <= {*CHOICES}, card.key


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_an_option_of_one_rulebook_only(rulebook: str) -> None:
    """LG-15, BO-12, BO-26: house rules of one box do not exist in another."""
    known = RULEBOOKS[rulebook].options
    for key in {key for book in RULEBOOKS.values() for key in book.options}:
        if key in known:
            for value in CHOICES[key]:
                assert getattr(read_options(rulebook, known, {key: value}), key) == value
            with pytest.raises(RefusedError, match=rf"^options: {key} = null is not allowed; allowed: "):
                read_options(rulebook, known, {key: None})
        else:
            with pytest.raises(RefusedError, match=rf'^options: "{key}" is not an option of {rulebook}; '):
                read_options(rulebook, known, {key: CHOICES[key][0]})


# The command

DECK = "werewolf=2,villager=8"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deck", "werewolf=2,\nvillager=x"], 'deck: "villager=x"; allowed: villager=NUMBER'),
        (
            ["--deck", DECK, "--option", "captian=never"],
            'options: "captian" is not an option of thiercelieux',
        ),
        (["--deck", DECK, "--option", "captain=day 9"], 'options: captain = "day 9" is not allowed'),
        (["--deck", DECK, "--option", "captain"], '--option "captain"; allowed: KEY=VALUE'),
        (["--deck", DECK, "--option", "stalemate=" + "9" * 5000], 'options: stalemate = "9999'),
        (["--deck", DECK, "--option", "stalemate=true"], "options: stalemate = true is not allowed"),
        (["--deck", DECK, "--players", "people"], "Invalid value for '--players': 'people' is not one of"),
        (["--deck", DECK, "--dekc"], "No such option '--dekc'"),
        (["--deck"], "Option '--deck' requires an argument"),
        ([], "Missing option '--deck'"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_cannot_be_simulated_is_refused_in_one_line(
    words: list[str], told: str, form: list[str]
) -> None:
    refused = garou("simulate", *form, *words)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith(f"garou: {told}")
    assert refused.err.count("\n") == 1
    assert refused.err.endswith("\n")


def test_the_figures_add_up() -> None:
    told = garou("simulate", "--deck", "werewolf=2,seer,cupid,villager=6", "--rounds", "300", "--seed", "4")
    assert (told.code, told.err) == (0, "")
    camps = [line for line in told.out.splitlines() if "%" in line]
    share = r"(\d+\.\d)%"
    rows = [
        re.fullmatch(rf"(\w+) +(\d+) +{share} +\(95 % sure: {share} to {share}\)", line) for line in camps
    ]
    assert [row.group(1) for row in rows if row] == ["villagers", "werewolves", "lovers", "nobody"]
    assert sum(int(row.group(2)) for row in rows if row) == 300
    for row in rows:
        assert row
        assert float(row.group(3)) == pytest.approx(int(row.group(2)) / 3, abs=0.051)
        assert float(row.group(4)) <= float(row.group(3)) <= float(row.group(5))
    assert re.search(r"(?m)^300 rounds in \d+\.\d\d s, \d+ a second$", told.out)


def test_the_same_seed_gives_the_same_figures_in_both_forms() -> None:
    words = ("simulate", "--deck", "werewolf=2,seer,villager=7", "--rounds", "100", "--seed", "9")
    text = dict(re.findall(r"^(\w+) +(\d+) ", garou(*words).out, flags=re.MULTILINE))
    figures = json.loads(garou(*words, "--json").out)
    assert figures["rounds"] == 100
    assert {camp: str(wins) for camp, wins in figures["wins"].items()} == {
        camp: text.get(camp, "0") for camp in figures["wins"]
    }


def test_warnings_are_messages_and_not_data() -> None:
    told = garou("simulate", "--deck", "werewolf=3,villager=5", "--rounds", "10", "--json")
    assert told.code == 0
    assert told.err == "garou: 3 werewolves among 8 players are more than a quarter\n"
    assert set(json.loads(told.out)) == {"rounds", "wins", "seconds"}


def test_options_given_several_times_are_all_kept() -> None:
    words = ("simulate", "--deck", DECK, "--rounds", "60", "--players", "random", "--json")
    told = garou(*words, "--option", "captain=never", "--option", "stalemate=1", "--option", "reveal=none")
    assert (told.code, told.err) == (0, "")
    assert json.loads(told.out)["wins"]["nobody"] == 0, "they always agree on a victim: no day is quiet"
