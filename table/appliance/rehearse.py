"""Plays a scenario on the whole table, pressing every button as its answers say."""

from __future__ import annotations

from functools import partial
from typing import Any

from table.appliance.rooms import room_of
from table.appliance.table import Table
from table.engine.chance import Chance
from table.errors import RefusedError, TableError
from table.games.scenario import Scenario
from table.referee.referee import judge


def rehearse(table: Table, scenario: Scenario) -> dict[str, Any]:
    """Plays a scenario on the whole table, pressing every button as its answers say.

    Returns the referee's output. Raises `RefusedError` before anything is played if the referee refuses the
    scenario, and `TableError` if the table ends otherwise than the referee.
    """
    try:
        wanted = judge(scenario)
        try:
            told = scenario.at_table(table.settings.times)
            new_room = partial(
                room_of,
                table,
                chance=Chance(scenario.seed),
                untouched=True,
                told=told,
                memory=scenario.memory(),
            )
            played = judge(scenario, new_room)
        except RefusedError as refused:
            # The answers fit what the referee asks: the table has asked for something else.
            raise TableError(f"the table and the referee differ: {refused}") from None
    finally:
        table.close()
    for key, value in wanted.items():
        if played[key] != value:
            raise TableError(f"the table and the referee differ in {key}: {played[key]} instead of {value}")
    return wanted
