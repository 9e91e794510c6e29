"""What a game gives the rest of the table: one record, `GAME` in the `game.py` of its folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from table.games.entries import Teller, Words
from table.games.evening import Evening, Rules
from table.games.records import Line, Setup
from table.games.scenario import Scenario


class Game(NamedTuple):
    """A game. What depends on one evening is asked of its `Evening`, and not of this.

    `rulebooks`: what can be played, by the key that stands in settings, journals and scenarios; `options`: of
    a round, as they are by default; `evening`: the evening of a rulebook that began so, after these rounds;
    `scenario`: reads a scenario file of a rulebook; `teller`: writes a round down for the chronicle, in the
    words of `texts`.
    """

    rulebooks: Mapping[str, Rules]
    options: Any
    evening: Callable[[Any, Setup, Sequence[Sequence[Line]]], Evening]
    scenario: Callable[[Mapping[str, Any], Any], Scenario]
    teller: Callable[[Words], Teller]
    texts: str = "chronicle"
