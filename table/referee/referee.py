"""What the rules make of a scenario file: a round played from its answers, with no hardware and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table.errors import RefusedError
from table.games.scenario import Through, given, load, naming
from table.games.werewolf import referee as werewolf_referee
from table.games.werewolf.rules.pieces import Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords import referee as werewords_referee

Scenario = werewolf_referee.Scenario | werewords_referee.Scenario


def referee(path: Path, rulebooks: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """Plays the file and returns the whole output. Raises `UnreadableError` with one sentence naming the
    file, the turn, the key and what is allowed there."""
    with naming(path):
        return judge(read_scenario(path, rulebooks))


def read_scenario(path: Path, rulebooks: Mapping[str, Rulebook] = RULEBOOKS) -> Scenario:
    """A scenario whose form is right so far as one can tell without playing it."""
    raw = load(path)
    key = str(raw.get("rulebook"))
    if key == werewords_referee.RULEBOOK:
        return werewords_referee.read(raw)
    if key not in rulebooks:
        allowed = ", ".join((*rulebooks, werewords_referee.RULEBOOK))
        raise RefusedError(f"rulebook: {given(raw, 'rulebook')}; allowed: {allowed}")
    return werewolf_referee.read(raw, rulebooks[key])


def played_in(scenario: Scenario) -> str:
    """The key of its rulebook."""
    if isinstance(scenario, werewords_referee.Scenario):
        return werewords_referee.RULEBOOK
    return scenario.rulebook.key


def judge(scenario: Scenario, through: Through = lambda answers: answers) -> dict[str, Any]:
    """What the rules make of a scenario. `through`: a table the answers have to go through on their way."""
    return scenario.play(through)
