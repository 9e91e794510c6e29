"""Rounds of another engine: this one makes the same of them, but for the decisions that its rules name."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from table.errors import RefusedError
from table.games.werewolf.game import GAME
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.referee.referee import judge
from tests.kit.tables import NAMES
from tests.rules_page import words

CASES = tomllib.loads(Path(__file__).with_name("another_engine.toml").read_text("utf-8"))["case"]
SEATS = 8


def made_of(case: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a case by our rules, named as the file names them."""
    cards = [*case["cards"], *["villager"] * (SEATS - len(case["cards"]))]
    laid = {key: case[key] for key in ("centre", "stage", "sun", "turns") if key in case}
    options = {"captain": "never", **case.get("options", {})}
    try:
        file = {
            "rulebook": BEST_OF.key,
            "seats": [*NAMES[:SEATS]],
            "cards": cards,
            "options": options,
            **laid,
        }
        output = judge(GAME.scenario(file, BEST_OF))
    except RefusedError as refused:
        return {"refused": str(refused)}
    waits = output["waiting_for"] or {"ask": None, "at": None}
    shown = output["shown"]
    return {
        "dead": {death["seat"]: death["cause"] for death in output["deaths"]},
        "heard": {event["event"] for event in output["public"]},
        "waits": waits["ask"] or waits["at"],
        "nights": [*dict.fromkeys(seen["at"] for seen in shown if seen["what"] == "brother")],
        "charmed": [seen["value"] for seen in shown if seen["what"] == "charmed"][-1:],
        **{key: output[key] for key in ("alive", "captain", "winner", "cards", "natures")},
    }


def agrees(fact: str, stated: Any, made: Mapping[str, Any]) -> bool:
    """Whether a fact of theirs is one of ours: of lists and of what each seat has they state a part."""
    if fact not in made:
        return False
    ours = made[fact]
    match fact:
        case "refused":
            return bool(stated in ours)
        case "alive" | "heard":
            return bool({*stated} <= {*ours})
        case "cards" | "natures":
            return bool(stated.items() <= ours.items())
        case "charmed":
            return bool(ours == [stated])
        case _:
            return bool(stated == ours)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['of']}: {case['says']}")
def test_both_engines_make_the_same_of_a_round_but_for_a_decision(case: Mapping[str, Any]) -> None:
    made = made_of(case)
    wrong = {fact for fact, stated in case["theirs"].items() if not agrees(fact, stated, made)}
    if "decision" not in case:
        assert not wrong, made
        return
    assert case["decision"] in words()
    assert wrong, "they agree: there is no decision to name"
    assert all(agrees(fact, stated, made) for fact, stated in case["ours"].items()), made
