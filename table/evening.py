"""An evening: a list of rounds with the same seats."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Literal

import msgspec

from table.play import Answerer, play
from table.playing_cards import check_playing_cards, has_playing_cards
from table.requests import Request
from table.werewolf.deck import check_deck
from table.werewolf.events import RoundOver
from table.werewolf.options import Options
from table.werewolf.pieces import Card
from table.werewolf.roll_call import Kind, deal_by_hand
from table.werewolf.rulebook import Rulebook
from table.werewolf.script import deal, play_round
from table.werewolf.state import Game


class Evening(msgspec.Struct):
    """`names`: one for each seat, clockwise. `seed`: of all that is drawn by lot. `deal`: by the rings, or
    LG-52, of cards the players hold; `imagined`: at a simulated table nobody holds any. `past`: how many
    rounds came before the first of `rounds`, if the evening has been taken up again. `pods`: of the table,
    where each seat is; empty: the first ones."""

    rulebook: Rulebook
    names: Sequence[str]
    deck: Sequence[Card]
    options: Options
    seed: int
    rounds: list[RoundOver] = msgspec.field(default_factory=list)
    deal: Literal["ring", "cards"] = "ring"
    imagined: bool = False
    past: int = 0
    pods: tuple[int, ...] = ()

    def check(self) -> list[str]:
        """Raises `RefusedError` if this deck cannot be played, or returns the warnings (LG-4)."""
        warnings = check_deck(self.rulebook, self.deck)
        if self.deal == "cards" and has_playing_cards(self.rulebook):
            check_playing_cards(self.deck)
        return warnings

    @property
    def number(self) -> int:
        """Of the round that comes next, from 0."""
        return self.past + len(self.rounds)

    @property
    def round_seed(self) -> str:
        """Of the round that comes next."""
        return f"{self.seed}/{self.number}"

    def play_next(self, answerer: Answerer) -> RoundOver:
        """One more round, from the deal to the winner."""
        over = play(play_round(play(self._dealt(), answerer)), answerer)
        self.rounds.append(over)
        return over

    def _dealt(self) -> Coroutine[Request, Any, Game]:
        """The deal of a round."""
        rulebook = self.rulebook.with_deck(self.deck)
        if self.deal == "ring":
            return deal(rulebook, self.names, self.deck, self.options)
        kind: Kind = "playing" if has_playing_cards(rulebook) else "printed"
        return deal_by_hand(rulebook, self.names, self.deck, self.options, kind=kind, imagined=self.imagined)
