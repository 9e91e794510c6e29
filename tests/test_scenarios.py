"""The rules, shown: each scenario beside it has the whole output the rules make of it."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table.referee import referee
from table.werewolf.cards.seer import SEER
from table.werewolf.cards.villager import VILLAGER
from table.werewolf.cards.werewolf import WEREWOLF
from table.werewolf.rulebooks import RULEBOOKS
from tests.catalogue import CATALOGUE, SHOWN_BY_A_SCENARIO, SHOWN_BY_A_TEST

TESTS = Path(__file__).parent
SCENARIOS = sorted((TESTS / "scenarios").glob("*.toml"))
NAME = re.compile(r"([A-Z]{2}-[0-9]+)(-[a-z0-9]+)*")
DOOMS = [doom for book in RULEBOOKS.values() for doom in book.dooms]
CAUSES_TOLD = {"voted", "grief", "shot"} | {doom.cause for doom in DOOMS if doom.told}
each_scenario = pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)


def expected(path: Path) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return output


def rule_of(path: Path) -> str:
    name = NAME.fullmatch(path.stem)
    assert name, f"{path.name}: allowed: an id of the catalogue, then words, as in LG-18-voted.toml"
    return name[1]


@each_scenario
def test_a_scenario_plays_as_the_rules_say(path: Path) -> None:
    assert referee(path) == expected(path)


@each_scenario
def test_a_scenario_begins_with_its_rule(path: Path) -> None:
    assert rule_of(path) in CATALOGUE
    first, second = path.read_text("utf-8").splitlines()[:2]
    assert re.fullmatch(rf"# {rule_of(path)}: \S.+[^.]", second if first.startswith("# PAIR: ") else first)


@each_scenario
def test_an_expected_output_agrees_with_itself(path: Path) -> None:
    """What one part of an output says follows from the others, whatever the engine thinks of it."""
    output = expected(path)
    seats = tomllib.loads(path.read_text("utf-8"))["seats"]
    assert output["winners"] == [seat for seat in seats if seat in output["winners"]]
    assert (output["state"] == "over") == (output["winner"] is not None) == (output["waiting_for"] is None)
    if rule_of(path).startswith("MG"):
        assert output["alive"] == seats or output["winner"] == "nobody"
        assert output["winners"] == [seat for seat in seats if output["natures"][seat] == output["winner"]]
        assert output["mayor"] in seats
        return
    dead = [death["seat"] for death in output["deaths"]]
    assert Counter(output["alive"] + dead) == Counter(seats)
    assert output["alive"] == [seat for seat in seats if seat not in dead]
    assert output["captain"] is None or output["captain"] in output["alive"]
    for death in output["deaths"]:
        assert death["card"] == output["cards"][death["seat"]]
        assert death["told"] == (death["cause"] in CAUSES_TOLD)


@each_scenario
def test_a_lot_falls_on_one_of_those_it_was_drawn_among(path: Path) -> None:
    tied: list[str] = []
    for event in expected(path)["public"]:
        if event["event"] == "tie":
            tied = event["seats"]
        elif event["event"] == "lot" and event["of"] == "successor":
            gone = [death["seat"] for death in expected(path)["deaths"] if death["at"] == event["at"]]
            assert event["seat"] not in gone
        elif event["event"] == "lot":
            assert event["seat"] in tied


def test_no_expected_output_is_without_its_scenario() -> None:
    assert sorted(path.stem for path in (TESTS / "scenarios").iterdir()) == sorted(
        2 * [path.stem for path in SCENARIOS]
    )


@pytest.mark.parametrize("players", range(8, 19))
def test_lg_3_the_simplified_deal(players: int) -> None:
    """LG-3: werewolves (two up to 11 players, then three), one Seer, and villagers."""
    wolves = 2 if players <= 11 else 3
    deal = Counter(RULEBOOKS["thiercelieux"].simplified(players))
    assert deal == {WEREWOLF: wolves, SEER: 1, VILLAGER: players - wolves - 1}


# The catalogue


def test_every_rule_stands_in_the_catalogue_once() -> None:
    marked = [
        *SHOWN_BY_A_SCENARIO,
        *SHOWN_BY_A_TEST,
    ]
    assert Counter(marked) == Counter(CATALOGUE)
    assert Counter(rule.split("-")[0] for rule in CATALOGUE) == {"LG": 61, "BO": 55, "EX": 9, "MG": 53}


@pytest.mark.parametrize("rule", SHOWN_BY_A_SCENARIO)
def test_a_rule_has_a_scenario(rule: str) -> None:
    assert rule in map(rule_of, SCENARIOS)


@pytest.mark.parametrize("rule", SHOWN_BY_A_TEST)
def test_a_rule_of_the_room_has_a_test(rule: str) -> None:
    assert rule in rules_named_by_tests()


@cache
def rules_named_by_tests() -> frozenset[str]:
    """The ids in the names and docstrings of test functions: `test_lg_35_...`, or "LG-35: ..."."""
    named: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
                named.update(re.findall(r"\b[A-Z]{2}-[0-9]+\b", ast.get_docstring(node) or ""))
                named.update(
                    f"{game.upper()}-{number}"
                    for game, number in re.findall(r"_(lg|bo|ex|mg)_([0-9]+)(?=_|$)", node.name)
                )
    return frozenset(named)


def test_a_rule_named_by_a_test_is_one_of_the_catalogue() -> None:
    assert "LG-3" in rules_named_by_tests()
    assert not rules_named_by_tests() - set(CATALOGUE)
