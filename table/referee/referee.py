"""What the rules make of a scenario file: a round played from its answers, with no hardware and no clock."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from table.errors import RefusedError
from table.games.all import GAMES, every_rulebook, game_of
from table.games.evening import Rules
from table.games.scenario import Scenario, Through, given, load, naming

FIRST = GAMES[0].rulebooks


def referee(path: Path, rulebooks: Mapping[str, Rules] = FIRST) -> dict[str, Any]:
    """Plays the file and returns the whole output. Raises `UnreadableError` with one sentence naming the
    file, the turn, the key and what is allowed there."""
    with naming(path):
        return judge(read_scenario(path, rulebooks))


def read_scenario(path: Path, rulebooks: Mapping[str, Rules] = FIRST) -> Scenario:
    """A scenario file whose form is right, as far as can be told without playing it."""
    raw = load(path)
    key = str(raw.get("rulebook"))
    books = every_rulebook(rulebooks)
    if key not in books:
        raise RefusedError(f"rulebook: {given(raw, 'rulebook')}; allowed: {', '.join(books)}")
    return game_of(key).scenario(raw, books[key])


def judge(scenario: Scenario, through: Through = lambda answers: answers) -> dict[str, Any]:
    """What the rules make of a scenario. `through`: a table that the answers pass through."""
    return scenario.play(through)
