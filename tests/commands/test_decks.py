"""`garou decks`: chances and verdicts of decks, and decks that are recommended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from table.appliance.lobby.deck_chances import in_words
from table.appliance.menu.menus import MenuTexts
from table.errors import RefusedError
from table.games.chances import hundredths, often, shipped, verdict
from table.games.lots import Players, Tally
from table.games.protocol import DeckWish
from table.games.werewolf import recommend
from table.games.werewolf.levels import FOX, REGULAR
from table.games.werewolf.rules.cards.cupid import CUPID
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.thief import THIEF
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.cards.villager_villager import VILLAGER_VILLAGER
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.deck import players_of, read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.simulate import duel, simulate
from table.settings.decks import night_s
from table.settings.times import Times
from tests.kit.players import garou

MANY = ("witch", "hunter", "cupid", "little_girl", "defender", "raven", "baker")
"""Seven cards: with a Seer and a werewolf they are for nine players."""
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
        assert one["silent"] == shipped("thiercelieux", one["deck"], 12, "silent")
        assert one["verdict"] == verdict(one["chances"])
    text, words = garou("decks", "--seats", "12", "--deck", "simplified").out, MenuTexts("en")
    talking, silent = (shipped("thiercelieux", "simplified", 12, heard) for heard in ("talking", "silent"))
    assert text == (
        "thiercelieux, 12 players\nsimplified: werewolf=3, seer, villager=8\n"
        f"  {in_words(talking, words)}\n"
        f"  {in_words(silent, words, 'chances_silent')}\n"
        "  About 18 minutes.\n"
    )
    assert "\n  In silence: " in text
    sets = data("--rulebook", "mots-garous", "--seats", "6")
    assert [one["chances"] for one in sets] == [shipped("mots-garous", one["deck"], 6) for one in sets]
    assert [one["silent"] for one in sets] == [{}] * len(sets), "they ask by talking"
    assert data("--seats", "12", "--option", "claims=true") == found


def test_what_is_not_shipped_is_counted(tmp_path: Path) -> None:
    """Cards of one's own, other options, and those of an owner's file."""
    cards = "werewolf=2, seer, villager=6"
    (own,) = data("--deck", cards, *FEW)
    assert (own["deck"], own["cards"], own["players"]) == (cards, cards, 9)
    deck = read_deck(THIERCELIEUX, cards)
    who: tuple[tuple[str, Players], ...] = (("chances", "talking"), ("silent", "bots"))
    for key, players in who:
        assert own[key] == hundredths(simulate(THIERCELIEUX, deck, Options(), 6, players, "0/0"))
    for claims in ("true", "false"):
        assert own == data("--deck", cards, "--option", f"claims={claims}", *FEW)[0]
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
            "white wolf 34, village 27, wolves 27, lovers 12. This is not fair: the white wolf wins most.",
            "loup blanc 34, village 27, loups 27, amoureux 12. C’est injuste : le loup blanc gagne trop.",
        ),
        (
            {"villagers": 24, "werewolves": 22, "lovers": 16, "piper": 30, "angel": 6, "nobody": 2},
            "piper 30, village 24, wolves 22, lovers 16, angel 6, nobody 2. "
            "This is not fair: the piper wins most, but the lovers win often.",
            "flûte 30, village 24, loups 22, amoureux 16, ange 6, personne 2. "
            "C’est injuste : la flûte gagne trop, mais les amoureux gagnent souvent.",
        ),
        (
            {"villagers": 32, "werewolves": 32, "angel": 18, "lovers": 18},
            "village 32, wolves 32, angel 18, lovers 18. "
            "This is fair, but the angel wins often, and the lovers win often.",
            "village 32, loups 32, ange 18, amoureux 18. "
            "C’est équitable, mais l’ange gagne souvent, et les amoureux gagnent souvent.",
        ),
    ],
)
def test_a_verdict_names_every_camp_and_is_not_fair_where_another_wins_most(
    wins: dict[str, int], english: str, french: str
) -> None:
    assert in_words(wins, MenuTexts("en")) == f"Wins in 100: {english}"
    assert in_words(wins, MenuTexts("fr")) == f"Sur cent : {french}"


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


def test_bots_that_talk_are_regulars_and_foxes_as_the_pack() -> None:
    deck = read_deck(THIERCELIEUX, "werewolf=2, seer, villager=6")
    talking = simulate(THIERCELIEUX, deck, Options(), 20, "talking", 5).wins
    told = duel(THIERCELIEUX, deck, Options(claims=True), 20, REGULAR, FOX, 5)
    assert talking == told.wins


def test_who_stops_while_the_silent_rounds_are_counted_keeps_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tallies = iter([Tally(50, {"villagers": 30, "werewolves": 20}, 1.0)])

    def count_rounds(*_: object) -> tuple[Tally, bool]:
        try:
            return next(tallies), True
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("table.commands.decks.count_rounds", count_rounds)
    told = garou("decks", "--deck", "werewolf=2, seer, villager=6")
    assert told.code == 130
    assert "village 60, wolves 40" in told.out
    assert "silence" not in told.out


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
    (one, *_) = data("--recommend", "--seats", "9", "--must", "piper", "--jobs", "1")
    assert "piper" in one["cards"]
    assert one["beyond_the_box"] == {"piper": 1}
    told = garou("decks", "--recommend", "--seats", "9", "--must", "piper", "--jobs", "1").out
    assert "  The box lacks: piper=1.\n" in told


def first_decks(rulebook: str, players: int, **wishes: Any) -> list[list[Card]]:
    """The decks that a search looks at in its first step."""
    wish = DeckWish(players, **wishes)
    search = recommend.Search(RULEBOOKS[rulebook], Options(), wish, Times(), 0, "talking")
    return [list(deck) for deck in search._first()]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_from_eight_players_on_there_are_a_seer_and_one_more_power(rulebook: str) -> None:
    powers = recommend.powers(RULEBOOKS[rulebook])
    assert SEER in powers
    assert not powers & {VILLAGER, THIEF, CUPID, WEREWOLF, VILLAGER_VILLAGER}
    for players in (8, 9, 13, 18):
        for hard_for in ("nobody", "village"):
            for deck in first_decks(rulebook, players, hard_for=hard_for):
                assert SEER in deck
                assert {*deck} & powers - {SEER}


def test_powers_that_are_left_out_are_not_asked_for() -> None:
    assert all(SEER not in deck for deck in first_decks("thiercelieux", 9, without=["seer"]))
    others = [card.key for card in recommend.powers(RULEBOOKS["family"]) if card is not SEER]
    decks = first_decks("family", 9, without=others)
    assert decks
    assert all(SEER in deck for deck in decks)


@pytest.mark.parametrize("players", [4, 5])
@pytest.mark.usefixtures("_quick")
def test_a_family_of_four_or_five_has_decks_of_its_own(players: int) -> None:
    words = ("--rulebook", "family", "--recommend", "--seats", str(players), "--jobs", "1")
    for one in data(*words):
        assert one["players"] == players
        assert one["cards"].startswith("werewolf, ")
    cards = f"werewolf, seer, villager={players - 2}"
    told = garou("decks", "--rulebook", "family", "--deck", cards, *FEW)
    assert told.err == f"garou: {players} players are fewer than the 6 of family\n"
    assert told.out.startswith(f"family, {players} players\n")
    assert "Wins in 100: " in told.out
    played = garou("play", "--simulated", "--rulebook", "family", "--deck", cards, "--seed", "1")
    assert played.code == 0


def test_a_family_of_six_needs_no_powers() -> None:
    decks = first_decks("family", 6)
    assert any(not {*deck} & recommend.powers(RULEBOOKS["family"]) - {SEER} for deck in decks)


def test_of_nights_as_long_the_one_in_which_more_have_something_to_do_is_first() -> None:
    def found(night_s: float, active: int) -> recommend.DeckFound:
        return recommend.DeckFound((), Tally(300, {"villagers": 150}, 1.0), night_s, active, 14, {})

    decks = [found(61.0, 9), found(48.0, 3), found(52.0, 5), found(51.0, 4)]
    assert [one.active for one in sorted(decks, key=lambda one: one.dullness)] == [5, 4, 3, 9]


@pytest.mark.parametrize(("village", "aim"), [(30, 0.4), (47, 0.47), (58, 0.58), (67, 0.6)])
def test_a_deck_like_another_is_about_as_hard_and_never_hard(village: int, aim: float) -> None:
    tally = Tally(100, {"villagers": village, "werewolves": 100 - village}, 1.0)
    assert recommend.aim_like(tally) == pytest.approx(aim)


def test_who_has_something_to_do() -> None:
    """By night, when they die, at a vote, or with their own eyes."""
    acting = {card.key for card in recommend.acting(RULEBOOKS["thiercelieux"])}
    assert acting >= {"werewolf", "seer", "witch", "cupid", "hunter", "little_girl", "stuttering_judge"}
    assert not acting & {"villager", "villager_villager", "village_idiot"}


@pytest.mark.usefixtures("_quick")
def test_a_recommended_deck_says_its_night_and_how_many_have_something_to_do() -> None:
    words = ("--recommend", "--seats", "9", "--jobs", "1")
    one = data(*words)[0]
    deck = read_deck(THIERCELIEUX, one["cards"])
    assert one["night_s"] == round(night_s(THIERCELIEUX, deck, Times(), 2))
    assert 3 <= one["active"] <= 9
    said = f" A night has {one['night_s']} seconds; {one['active']} of 9 have something to do.\n"
    assert said in garou("decks", *words).out


@pytest.mark.parametrize(
    ("rulebook", "players", "wishes", "nearest"),
    [
        ("family", 6, {"minutes": 8}, ["9 minutes or more"]),
        ("family", 12, {"minutes": 12}, ["18 minutes or more", "6 players"]),
        ("thiercelieux", 8, {"must": list(MANY)}, ["10 players"]),
    ],
)
def test_a_refusal_names_the_nearest_length_and_number_that_work(
    rulebook: str, players: int, wishes: Any, nearest: list[str]
) -> None:
    allowed = ", ".join([*nearest, "fewer wishes, or other players"])
    said = f"no deck can be as it is wanted; allowed: {allowed}"
    with pytest.raises(RefusedError, match=f"^deck: {said}$"):
        first_decks(rulebook, players, **wishes)
    if "minutes" in wishes:
        least = int(nearest[0].split()[0])
        assert first_decks(rulebook, players, minutes=least)


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
        (
            ["--recommend", "--seats", "5"],
            "seats: 5 players; allowed: 8 to 24, or --rulebook family",
        ),
        (
            ["--seats", "6"],
            "--seats 6: thiercelieux needs at least 8 players; allowed: --rulebook family or mots-garous, "
            "--seats 8 with bots on the free chairs",
        ),
        (
            ["--seats", "5"],
            "--seats 5: thiercelieux needs at least 8 players; allowed: --rulebook mots-garous, "
            "--rulebook family with --recommend, or with --deck CARDS, "
            "--seats 8 with bots on the free chairs",
        ),
        (
            ["--seats", "2"],
            "--seats 2: thiercelieux needs at least 8 players; allowed: --seats 8 with bots",
        ),
        (
            ["--seats", "21", "--rulebook", "mots-garous"],
            "--seats 21: mots-garous is for 20 players at most; allowed: --rulebook thiercelieux or family",
        ),
        (
            ["--recommend", "--minutes", "1"],
            "deck: no deck can be as it is wanted; allowed: 14 minutes or more, ",
        ),
        (["--recommend", "--rulebook", "mots-garous"], "mots-garous: its sets are those of its box"),
        (["--deck", "medium"], 'deck: "medium" is neither a deck nor a role of thiercelieux'),
        (["--option", "claims=perhaps"], 'options: claims = "perhaps" is not allowed; allowed: '),
        (["--option", "captain"], '--option "captain"; allowed: KEY=VALUE'),
    ],
)
def test_what_cannot_be_is_one_sentence(words: list[str], said: str) -> None:
    told = garou("decks", *words)
    assert (told.code, told.out) == (2, "")
    assert told.err.startswith(f"garou: {said}")
    assert told.err.count("\n") == 1
