"""`garou decks`: chances and verdicts of decks, and decks that are recommended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from table.appliance.lobby.deck_chances import in_words
from table.appliance.menu.menus import MenuTexts
from table.games.chances import hundredths, often, shipped, verdict
from table.games.lots import Tally
from table.games.werewolf import recommend
from table.games.werewolf.rules.deck import players_of, read_deck
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from tests.kit.players import garou

FEW = ("--rounds", "6", "--jobs", "1")


def data(*words: str) -> Any:
    told = garou("decks", *words, "--json")
    assert (told.code, told.err) == (0, "")
    return json.loads(told.out)["decks"]


def test_shipped_decks_have_their_figures_and_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.commands.decks.count_rounds", None)
    found = data("--seats", "12")
    assert [one["deck"] for one in found] == ["beginner", "expert", "wild", "simplified"]
    for one in found:
        assert one["chances"] == shipped("thiercelieux", one["deck"], 12)
        assert one["verdict"] == verdict(one["chances"])
    text = garou("decks", "--seats", "12", "--deck", "simplified").out
    assert text == (
        "thiercelieux, 12 players\nsimplified: werewolf=3, seer, villager=8\n"
        "  Wins in 100 rounds: wolves 61, village 39. This is hard for the village.\n"
        "  About 18 minutes.\n"
    )
    words = data("--rulebook", "mots-garous", "--seats", "6")
    assert [one["chances"] for one in words] == [shipped("mots-garous", one["deck"], 6) for one in words]


def test_what_is_not_shipped_is_counted(tmp_path: Path) -> None:
    """Cards of one's own, other options, and those of an owner's file."""
    cards = "werewolf=2, seer, villager=6"
    (own,) = data("--deck", cards, *FEW)
    assert (own["deck"], own["cards"], own["players"]) == (cards, cards, 9)
    (other,) = data("--deck", "beginner", "--option", "captain=never", *FEW)
    config = tmp_path / "table.toml"
    config.write_text('[game]\ncaptain = "never"\n')
    (house,) = data("--deck", "beginner", "--config", str(config), *FEW)
    assert other == house
    assert other["chances"] != shipped("thiercelieux", "beginner", 8), "six rounds are no hundred"
    (words,) = data("--rulebook", "mots-garous", "--deck", "classic", "--option", "difficulty=easy", *FEW)
    assert set(words["chances"]) == {"village", "werewolves"}


def test_a_deck_that_is_more_than_its_box_says_what_is_lacking() -> None:
    told = garou("decks", "--rulebook", "tit-albert", "--seats", "22", "--deck", "simplified")
    assert "  The box lacks: villager=4.\n" in told.out
    (one,) = data("--rulebook", "tit-albert", "--seats", "18", "--deck", "simplified")
    assert one["beyond_the_box"] == {}


@pytest.mark.parametrize(
    ("village", "told"),
    [
        (0, "very_village"),
        (25, "very_village"),
        (26, "hard_village"),
        (39, "hard_village"),
        (40, "rather_village"),
        (44, "rather_village"),
        (45, "fair"),
        (55, "fair"),
        (56, "rather_wolves"),
        (60, "rather_wolves"),
        (61, "hard_wolves"),
        (75, "very_wolves"),
    ],
)
def test_a_verdict_is_between_village_and_wolves(village: int, told: str) -> None:
    wins = {"werewolves": 100 - village, "lovers": 30, "nobody": 100}
    assert verdict({"villagers": village} | wins) == verdict({"village": village} | wins) == told


def test_camps_of_their_own_are_named_where_they_win_often() -> None:
    wins = {"villagers": 40, "werewolves": 20, "nobody": 15, "angel": 9, "piper": 16}
    assert often(wins) == ["piper"]
    assert often(wins | {"angel": 30}) == ["angel"]
    assert verdict({}) == "fair"


@pytest.mark.parametrize(
    ("wins", "english", "french"),
    [
        (
            {"villagers": 27, "werewolves": 27, "lovers": 12, "white_werewolf": 34},
            "white wolf 34, village 27, wolves 27, lovers 12. "
            "This is not fair: most often won by the white wolf.",
            "loup blanc 34, village 27, loups 27, amoureux 12. "
            "C’est inéquitable : gagné le plus souvent par le loup blanc.",
        ),
        (
            {"villagers": 24, "werewolves": 22, "lovers": 16, "piper": 30, "angel": 6, "nobody": 2},
            "piper 30, village 24, wolves 22, lovers 16, angel 6, nobody 2. "
            "This is not fair: most often won by the piper, and often won by the lovers.",
            "flûte 30, village 24, loups 22, amoureux 16, ange 6, personne 2. "
            "C’est inéquitable : gagné le plus souvent par le joueur de flûte, "
            "et souvent gagné par les amoureux.",
        ),
        (
            {"villagers": 32, "werewolves": 32, "angel": 18, "lovers": 18},
            "village 32, wolves 32, angel 18, lovers 18. "
            "This is fair, and often won by the angel, the lovers.",
            "village 32, loups 32, ange 18, amoureux 18. "
            "C’est équitable, et souvent gagné par l’ange, les amoureux.",
        ),
    ],
)
def test_a_verdict_names_every_camp_and_is_not_fair_where_another_wins_most(
    wins: dict[str, int], english: str, french: str
) -> None:
    assert in_words(wins, MenuTexts("en")) == f"Wins in 100 rounds: {english}"
    assert in_words(wins, MenuTexts("fr")) == f"Victoires sur cent parties : {french}"


def test_a_verdict_counts_the_other_camp_alone() -> None:
    sides = {"villagers": 33, "werewolves": 33}
    assert verdict(sides | {"piper": 34}) == "other"
    assert verdict(sides | {"piper": 33}) == "fair"
    assert verdict(sides | {"piper": 17, "lovers": 17}) == "fair"
    assert verdict({"villagers": 33, "werewolves": 15, "piper": 32, "nobody": 20}) == "hard_wolves"


@pytest.mark.parametrize("wins", [(1, 1, 1), (333, 333, 333, 1), (5, 995), (496, 496, 4, 4), (7, 0)])
def test_the_camps_of_a_deck_add_up_to_a_hundred(wins: tuple[int, ...]) -> None:
    tally = Tally(sum(wins), {f"camp {number}": won for number, won in enumerate(wins)}, 1.0)
    shares = hundredths(tally)
    assert sum(shares.values()) == 100
    assert [*shares] == [*tally.wins]
    for camp, won in tally.wins.items():
        assert abs(shares[camp] - 100 * won / tally.rounds) < 1


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {"ROUNDS": (4, 8, 12), "STEPS": 2, "AROUND": 3}.items():
        monkeypatch.setattr(recommend, key, value)


@pytest.mark.usefixtures("_quick")
def test_a_recommended_deck_is_as_it_was_wished() -> None:
    words = ("--recommend", "--seats", "9", "--must", "hunter", "--without", "witch", "--minutes", "14")
    found = data(*words, "--jobs", "1")
    assert 1 <= len(found) <= 3
    for one in found:
        deck = read_deck(THIERCELIEUX, one["cards"])
        keys = {card.key for card in deck}
        assert players_of(deck) == one["players"] == 9
        assert "hunter" in keys
        assert "witch" not in keys
        assert one["minutes"] <= 14
        assert one["beyond_the_box"] == {}
        if one["fits"]:
            assert one["verdict"] == "fair"
            assert one["often"] == []
    assert found == data(*words, "--jobs", "2"), "any number of processes finds the same"


@pytest.mark.usefixtures("_quick")
def test_what_the_box_lacks_is_said() -> None:
    (one, *_) = data("--recommend", "--seats", "8", "--must", "piper", "--jobs", "1")
    assert "piper" in one["cards"]
    assert one["beyond_the_box"] == {"piper": 1}
    told = garou("decks", "--recommend", "--seats", "8", "--must", "piper", "--jobs", "1").out
    assert "  The box lacks: piper=1.\n" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--must", "seer"], "--must, --without, --minutes, --hard-for, --like; allowed: with --recommend"),
        (["--recommend", "--deck", "expert"], '--deck "expert" with --recommend; allowed: one of the two'),
        (["--recommend", "--must", "fox"], 'must: "fox" is not a role of thiercelieux; allowed: '),
        (
            ["--recommend", "--must", "seer", "--without", "seer"],
            "deck: seer has to be there and must not; allowed: one of the two",
        ),
        (["--recommend", "--seats", "7"], "seats: 7 players; allowed: 8 to 24"),
        (["--recommend", "--minutes", "1"], "deck: no deck can be as it is wanted; allowed: fewer wishes"),
        (["--recommend", "--rulebook", "mots-garous"], "mots-garous: its sets are those of its box"),
        (["--deck", "medium"], 'deck: "medium" is neither a deck nor a role of thiercelieux'),
        (["--option", "captain"], '--option "captain"; allowed: KEY=VALUE'),
    ],
)
def test_what_cannot_be_is_one_sentence(words: list[str], said: str) -> None:
    told = garou("decks", *words)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"garou: {said}")
    assert told.err.count("\n") == 1
