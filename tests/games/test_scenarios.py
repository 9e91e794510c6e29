"""The scenarios: each has beside it the whole output the rules make of it."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.referee.referee import referee
from tests.kit.paths import TESTS
from tests.rules_page import words

SCENARIOS = sorted((TESTS / "scenarios").glob("*.toml"))
NAME = re.compile(r"([A-Z]{2}-[0-9]+)(-[a-z0-9]+)*")
DOOMS = [doom for book in RULEBOOKS.values() for doom in book.dooms]
CAUSES_TOLD = {"voted", "grief", "shot"} | {doom.cause for doom in DOOMS if doom.told}


@cache
def expected(path: Path) -> dict[str, Any]:
    output: dict[str, Any] = json.loads(path.with_suffix(".json").read_text("utf-8"))
    return output


def rule_of(path: Path) -> str:
    name = NAME.fullmatch(path.stem)
    assert name, f"{path.name}: allowed: the id of a rule, then words, as in LG-18-voted.toml"
    return name[1]


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_plays_as_the_rules_say(path: Path) -> None:
    assert referee(path) == expected(path)


def test_a_scenario_begins_with_its_rule() -> None:
    rules = words()
    for path in SCENARIOS:
        assert rule_of(path) in rules, path.name
        first, second = path.read_text("utf-8").splitlines()[:2]
        begins = second if first.startswith("# PAIR: ") else first
        assert re.fullmatch(rf"# {rule_of(path)}: \S.+[^.]", begins), path.name


@pytest.mark.parametrize("game", ["LG", "BO", "EX", "CH", "EV", "MG"])
def test_an_expected_output_agrees_with_itself(game: str) -> None:
    """Parts of an output that follow from others do, whatever the engine thinks."""
    for path in SCENARIOS:
        if not path.stem.startswith(game):
            continue
        name, output = path.name, expected(path)
        seats = tomllib.loads(path.read_text("utf-8"))["seats"]
        is_over, is_won = output["state"] == "over", output["winner"] is not None
        assert is_over == is_won == (output["waiting_for"] is None), name
        assert output["winners"] == [seat for seat in seats if seat in output["winners"]], name
        if game == "MG":
            won = [seat for seat in seats if output["natures"][seat] == output["winner"]]
            assert output["alive"] == seats or output["winner"] == "nobody", name
            assert output["winners"] == won, name
            assert output["mayor"] in seats, name
            continue
        dead = [death["seat"] for death in output["deaths"]]
        assert Counter(output["alive"] + dead) == Counter(seats), name
        assert output["alive"] == [seat for seat in seats if seat not in dead], name
        assert output["captain"] is None or output["captain"] in output["alive"], name
        for death in output["deaths"]:
            assert death["card"] == output["cards"][death["seat"]], name
            assert death["told"] == (death["cause"] in CAUSES_TOLD), name


def test_no_expected_output_is_without_its_scenario() -> None:
    assert sorted(path.stem for path in (TESTS / "scenarios").iterdir()) == sorted(
        2 * [path.stem for path in SCENARIOS]
    )
