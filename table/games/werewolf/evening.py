"""An evening of werewolves."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Literal

from table.engine.play import Answerer, play
from table.engine.requests import Request
from table.games.evening import Evening
from table.games.werewolf.playing_cards import check_playing_cards, has_playing_cards
from table.games.werewolf.rules.deck import beyond_the_box, check_deck, counted
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook
from table.games.werewolf.rules.roll_call import Kind, deal_by_hand
from table.games.werewolf.rules.script import deal, play_round


class WerewolfEvening(Evening):
    """`deal`: by the rings, or LG-52, of cards the players hold."""

    rulebook: Rulebook
    names: Sequence[str]
    deck: Sequence[Card]
    options: Options
    seed: int
    deal: Literal["ring", "cards"] = "ring"

    def check(self) -> list[str]:
        """Raises `RefusedError` if this deck cannot be played, or returns the warnings (LG-4)."""
        warnings = check_deck(self.rulebook, self.deck)
        if self.deal == "cards" and has_playing_cards(self.rulebook):
            check_playing_cards(self.deck)
        elif self.deal == "cards":
            warnings += [
                f"{counted(self.deck.count(card), 'card')} {card.key}: {lacking} more than the box of "
                f"{self.rulebook.key} holds"
                for card, lacking in beyond_the_box(self.rulebook, self.deck).items()
            ]
        return warnings

    def one_round(self, answerer: Answerer) -> RoundOver:
        """A round, from the deal to the winner."""
        game = play(self._dealt(), answerer)
        game.broken = getattr(answerer, "broken", game.broken)  # of one that keeps the round
        return play(play_round(game), answerer)

    def _dealt(self) -> Coroutine[Request, Any, Game]:
        """The deal of a round."""
        rulebook = self.rulebook.with_deck(self.deck)
        if self.deal == "ring":
            return deal(rulebook, self.names, self.deck, self.options)
        kind: Kind = "playing" if has_playing_cards(rulebook) else "printed"
        return deal_by_hand(rulebook, self.names, self.deck, self.options, kind=kind, imagined=self.imagined)
