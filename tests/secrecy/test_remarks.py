"""Remarks on a debate hold no secret: two debates that differ only in the cards have the same."""

from __future__ import annotations

from table.engine.play import play
from table.engine.requests import Clock
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal
from tests.kit.players import Dice
from tests.kit.tables import TestTable

PEOPLE = (0, 1, 2)
POINTS = ((0, 5.0), (1, 9.0), (1, 9.5), (2, 70.0))
"""Who presses in the debate, and when."""


def debated(seed: int) -> tuple[list[str], list[tuple[float, str]]]:
    """The cards dealt, and what the board says in the debate after it, with the moments."""
    table = TestTable(Dice(seed), pointing="always")
    table.room.people.update(PEOPLE)
    table.room.begin_round()
    cards = read_deck(THIERCELIEUX, "werewolf=2,seer,hunter,villager=4")
    game = play(deal(THIERCELIEUX.with_deck(cards), table.seats, cards, Options()), table.room)
    began_s = table.clock.now()
    for seat, at_s in POINTS:
        table.press(seat, began_s + at_s)
    table.room.clock(Clock("debate", game.seats, wanted=len(game.seats)))
    told = [(round(s.time_s - began_s, 3), s.board.caption) for s in table.view.seen if s.time_s > began_s]
    return [seat.card.key for seat in game.seats], told


def test_remarks_depend_on_no_card() -> None:
    (ours, our_debate), (theirs, their_debate) = debated(1), debated(2)
    assert ours != theirs
    assert our_debate == their_debate
    assert "Ana points at Bob." in [caption for _, caption in our_debate]
