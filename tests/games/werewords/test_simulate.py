"""Many rounds of Mots-garous: the chances, and what is said of them."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Sequence
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.menu.menus import MenuTexts
from table.errors import RefusedError
from table.games.chances import CHANCES
from table.games.lots import Tally
from table.games.werewords.rules.box import SETS, tiles_of
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.tiles import FEWEST, MOST
from table.games.werewords.simulate import WordSetup, read_words, simulate
from table.gestures import Meaning
from table.settings.times import Times, WordTimes
from tests.evening.test_werewords_evening import LISTS, house
from tests.kit.menus import turn_to
from tests.kit.players import garou
from tests.kit.sampling import few, some

chances: Any = import_module("benchmarks.chances")
MEDIUM = WordSetup(Options(), "en", "medium", ())
ROUNDS = 3000


def rounds(players: str | int, words: WordSetup = MEDIUM, tiles: str = "classic", who: Any = "random") -> Any:
    return simulate(tiles_of(tiles, int(players)), LISTS, words, 4, ROUNDS if who == "random" else 40, who, 1)


def wolves_win_unfound(players: int) -> float:
    """MG-20 to MG-22: all accuse another player, all equally likely; seat 0 is the one werewolf."""
    others = [[seat for seat in range(players) if seat != voter] for voter in range(players)]
    won = 0.0
    for votes in product(*others):
        counts = [votes.count(seat) for seat in range(players)]
        is_void = set(counts) == {1}
        won += is_void or counts[0] < max(counts)
    return won / math.prod(map(len, others))


@pytest.mark.parametrize("players", some([3, 4, 5, 6], of=2))
def test_rounds_by_lot_come_to_the_exact_chances(players: int) -> None:
    """Found: the one werewolf names the Seer, one of the others. Not found: the accusation."""
    tally = rounds(players, MEDIUM._replace(options=Options(yes_no_tokens=3)))
    found = tally.found
    assert 0.2 < found / ROUNDS < 0.8
    chance = found / ROUNDS / (players - 1) + (1 - found / ROUNDS) * wolves_win_unfound(players)
    assert errors_off(tally, chance) < 4
    assert errors_off(tally, chance - 0.06) > 4
    assert sum(tally.wins.values()) == tally.rounds == ROUNDS


def errors_off(tally: Tally, chance: float) -> float:
    """How many standard errors of a fair sample the wolves' wins are away from `chance`."""
    return abs(tally.wins["werewolves"] / tally.rounds - chance) / math.sqrt(
        chance * (1 - chance) / tally.rounds
    )


@pytest.mark.parametrize("who", ["bots", "random"])
def test_a_day_is_as_long_as_the_houses(who: Any) -> None:
    """In ten seconds nobody finds a word; letters come in time, however short the day is."""
    short = Times(mots_garous=WordTimes(day_s=10, speedwords_s=10))
    for mode in ("classic", "speedwords"):
        words = MEDIUM._replace(options=Options(mode=mode))
        tiles = tiles_of("classic", 6)
        played = few(40, 15)
        long_ago = simulate(tiles, LISTS, words, 4, played, who, 1).found
        assert simulate(tiles, LISTS, words, 4, played, who, 1, short).found < min(8, long_ago)


# What is given


def test_options_are_the_house_s_but_for_those_given() -> None:
    house_s = WordSetup(Options(maybe_tokens=3), "fr", "hard", ("food",))
    assert read_words({}, house_s, ("fr", "en")) == house_s
    given = {"mode": "speedwords", "difficulty": "easy", "category": "animals", "language": "en"}
    assert read_words(given, house_s, ("fr", "en")) == WordSetup(
        Options(maybe_tokens=3, mode="speedwords"), "en", "easy", ("animals",)
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"captain": "never"}, "options: captain is not an option of mots-garous; allowed: yes_no_tokens, "),
        ({"language": "de"}, 'options: language = "de"; allowed: en, fr'),
        ({"difficulty": "mad"}, 'options: difficulty = "mad"; allowed: easy, medium, hard, insane'),
        ({"category": 3}, "options: category = 3; allowed: animals, food, "),
        ({"word": "own"}, 'options: word = "own": nobody here writes on paper; allowed: word = "list"'),
        ({"mode": "slow"}, 'options: mode = "slow"; allowed: "classic" or "speedwords"'),
    ],
)
def test_options_that_cannot_be(given: dict[str, Any], said: str) -> None:
    with pytest.raises(RefusedError) as refused:
        read_words(given, MEDIUM, ("fr", "en"))
    assert str(refused.value).startswith(said)


def told(*words: str) -> Any:
    return garou("simulate", "--rulebook", "mots-garous", *words)


def test_the_command_says_each_camp_s_chances() -> None:
    ran = told("--deck", "classic", "--seats", "6", "--rounds", "20", "--option", "language=en")
    assert (ran.code, ran.err) == (0, "")
    deck, *camps, speed, minutes, found = ran.out.splitlines()
    assert deck == ("mots-garous, 6 players: mayor, seer, werewolf, villager=4; medium words, classic, en")
    share = r" +\d+ +\d+\.\d%   \(95 % sure: \d+\.\d% to \d+\.\d%\)"
    assert [re.sub(share, "", camp) for camp in camps] == ["village", "werewolves"]
    assert speed.startswith("20 rounds in ")
    assert re.fullmatch(r"At the table about \d+ minutes each\.", minutes)
    assert re.fullmatch(r"The word was found in \d+\.\d% of them\.", found)


def test_the_command_plays_the_house_s_table(tmp_path: Path) -> None:
    """Seats, words and options of `table.toml`, with at most twenty players; and the owner's words."""
    (tmp_path / "words").mkdir()
    ours = "".join(f"wort {'abcdefghijklmnopqrstuvwxyz'[number]}\n" for number in range(20))
    (tmp_path / "words" / "a.txt").write_text(f"language: de\ndifficulty: hard\n\n{ours}", "utf-8")
    (tmp_path / "table.toml").write_text(
        'seats = 24\n[game]\nrulebook = "mots-garous"\n'
        '[mots_garous]\ndifficulty = "hard"\nmode = "speedwords"\n'
    )
    ran = garou(
        *("simulate", "--config", str(tmp_path), "--deck", "deluxe", "--rounds", "2"),
        *("--option", "language=de"),
    )
    assert ran.code == 0, ran.err
    assert ran.out.startswith("mots-garous, 20 players: ")
    assert ran.out.splitlines()[0].endswith("; hard words, speedwords, de")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--deck", "classic", "--seats", "2"), "seats: 2 players for mots-garous; allowed: 3 to 20"),
        (("--deck", "classic", "--seats", "21"), "seats: 21 players for mots-garous; allowed: 3 to 20"),
        (("--deck", "beginner"), 'tiles: "beginner" is not a role of mots-garous; allowed: classic, '),
        (("--deck", "seer,werewolf=2", "--seats", "4"), "cards: 2 of the village and 2 of the werewolves’"),
        (
            ("--deck", "classic", "--option", "category=own"),
            "words: 0 medium ones in fr; allowed: at least 20",
        ),
        (
            ("--deck", "fortune_teller,werewolf", "--option", "word=own"),
            'options: word = "own": nobody here writes on paper',
        ),
        (("--deck", "classic", "--option", "mode"), '--option "mode"; allowed: KEY=VALUE'),
    ],
)
def test_the_command_names_what_it_cannot_play(words: Sequence[str], said: str) -> None:
    ran = told(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"garou: {said}")
    assert ran.err.count("\n") == 1


# The figures that are kept


def table_of_the_page() -> list[Any]:
    """The rows of docs/mots-garous.md."""
    found = re.findall(r"^\| (\d+) \|((?: \d+ \|){9})$", chances.WORD_PAGE.read_text("utf-8"), re.MULTILINE)
    rows = []
    for at, name in enumerate(SETS):
        for players, cells in found:
            village, wolves, words = [int(cell) for cell in cells.split("|")[:-1]][3 * at : 3 * at + 3]
            shares = {"village": village, "werewolves": wolves}
            rows.append(chances.WordRow(name, int(players), shares, words))
    return rows


def test_the_chances_of_the_menu_are_those_of_the_page() -> None:
    """Both are written by the same benchmark: python -m benchmarks.chances mots-garous."""
    table = tomllib.loads(CHANCES.read_text("utf-8"))["talking"]["mots-garous"]
    rows = table_of_the_page()
    assert [(row.name, row.players) for row in rows] == chances.word_rows()
    assert len(rows) == len(SETS) * (MOST - FEWEST + 1)
    for row in rows:
        assert table[row.name][str(row.players)] == row.chances
        assert 99 <= sum(row.chances.values()) <= 101
    page = chances.WORD_PAGE.read_text("utf-8")
    assert chances.word_page(page, rows) == page
    assert chances.word_page(page, [row._replace(found=101) for row in rows]) != page


@pytest.mark.parametrize("place", [("classic", 8), ("deluxe", 5)][: few(2, 1)], ids=str)
def test_measured_again_the_figures_are_about_the_same(
    place: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard errors, in hundredths: 5 (7 in a sample) for the new figures, 2.5 for the stored ones."""
    written = next(row for row in table_of_the_page() if (row.name, row.players) == place)
    monkeypatch.setattr(chances, "ROUNDS", few(100, 50))
    monkeypatch.setattr(chances, "SEED", 7)
    again = chances.measured_words(place)
    assert abs(again.chances["village"] - written.chances["village"]) <= 20
    assert abs(again.found - written.found) <= 20


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_host_s_menu_says_the_chances_of_a_set(language: str) -> None:
    """Of words of medium difficulty, which they were counted with; else it says none."""
    at = house(language=language)
    words = MenuTexts(language)
    made = HostsMenu(at, at.settings, words, 1)
    start = made.menu(6, 10).entries[0]
    counted = tomllib.loads(CHANCES.read_text("utf-8"))["talking"]["mots-garous"]["classic"]["6"]
    for camp, share in counted.items():
        assert f"{words.text(f'camp.{camp}')} {share}" in start.note
    roles = next(entry for entry in made.menu(6, 10).entries if entry.label == words.text("host.tiles"))
    assert roles.note == start.note
    for other in ({"difficulty": "easy"}, {"mode": "speedwords"}, {"word": "own"}, {"categories": ("food",)}):
        at = house(language=language, **other)
        assert HostsMenu(at, at.settings, words, 1).menu(6, 10).entries[0].note == ""


def test_roles_are_chosen_one_by_one() -> None:
    at = house(language="en")
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)

    def press(label: str) -> str:
        made.menu(7, 10)
        turn_to(made.turning, label)
        made.turning.hear(Meaning.TAKE)
        return made.choices.mots_garous.tiles

    press("Cards one by one")
    assert press("Minion") == "seer, werewolf=2, minion"
    assert press("Mason") == "seer, werewolf=2, minion, mason=2"
    assert press("Werewolf") == "seer, minion, mason=2, werewolf"
    assert made.chosen.why_not() == ""
