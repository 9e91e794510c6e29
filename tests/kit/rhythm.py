"""How lively a round is: for how long its board stands still, read from what the board showed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from table.board.board import NIGHT_SCENES, Board
from table.engine.chance import Chance
from table.engine.play import play
from table.games.werewolf.bots import Bots
from table.games.werewolf.memory import VillageMemory
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal, play_round
from tests.kit.tables import Seen, TestTable

STILL_S = 15.0
"""Seconds without a change after which a board stands still."""
ALONE = 0
"""The seat of the only person."""
LOOKS_S, CHOOSES_S = 10.0, 12.0
"""Seconds until they have looked at their card, and until they answer a question."""


def alone(seed: int, ready_s: float | None) -> list[Seen]:
    """The boards of a round that one person plays with seven bots, while that person is alive.

    `ready_s`: seconds of a debate after which they ask for the vote; None: they listen to its end.
    """
    table = TestTable(
        Bots(Chance(seed)),
        seed=seed,
        memory=VillageMemory(),
        talk=True,
        pointing="with bots",
        claims_with_bots=True,
    )
    table.room.people.add(ALONE)

    def look(_: Any) -> None:
        now_s = table.clock.now()
        table.hold(ALONE, now_s + LOOKS_S)
        table.press(ALONE, now_s + LOOKS_S + 2.0)

    def choose(_: Any) -> None:
        now_s = table.clock.now()
        table.press(ALONE, now_s + CHOOSES_S)
        table.hold(ALONE, now_s + CHOOSES_S + 1.0)

    def be_ready(request: Any) -> None:
        if ready_s is not None and request.spent_s == 0.0:
            table.hold(ALONE, table.clock.now() + ready_s)

    table.watch.first |= {"clock deal": look, "vote": choose, "clock debate": be_ready}
    table.room.begin_round()
    cards = read_deck(THIERCELIEUX, "werewolf=2,seer,hunter,villager=4")
    rules = Options(claims="with bots")
    game = play(deal(THIERCELIEUX.with_deck(cards), table.seats, cards, rules), table.room)
    play(play_round(game), table.room)
    return [seen for seen in table.view.seen if seen.board.places[ALONE].alive]


def stills(boards: Sequence[Seen]) -> Iterator[tuple[Board, float]]:
    """Each board of the day, and for how many seconds it was shown."""
    for before, after in pairwise(boards):
        if before.board.scene not in NIGHT_SCENES or before.board.scene == "deal":
            yield before.board, after.time_s - before.time_s


def share_still(boards: Sequence[Seen]) -> float:
    """The share of a round (0.0 to 1.0) in which its board stood still by day."""
    still_s = sum(length_s for _, length_s in stills(boards) if length_s >= STILL_S)
    return still_s / (boards[-1].time_s - boards[0].time_s)
