"""An evening of werewolves."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, Literal

import msgspec

from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Request
from table.errors import Reason, RefusedError
from table.games.evening import Evening
from table.games.records import Setup
from table.games.telling import NarratorMemory, Telling
from table.games.tempers import Manner
from table.games.werewolf import telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.memory import VillageMemory
from table.games.werewolf.playing_cards import check_playing_cards, has_playing_cards
from table.games.werewolf.rules.deck import check_box, check_deck, check_pool, named
from table.games.werewolf.rules.events import RoundOver
from table.games.werewolf.rules.options import LevelKey, Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook, Seat
from table.games.werewolf.rules.roll_call import Kind, deal_by_hand
from table.games.werewolf.rules.script import deal, play_round
from table.games.werewolf.tempers import Neighbour, neighbours_of
from table.settings.times import Times
from table.words.catalogue import OURS, Catalogue
from table.words.narration import Narration


class WerewolfEvening(Evening):
    """`deal`: on the rings, or LG-52 as cards the players hold. `level`: how well its bots play."""

    rulebook: Rulebook
    names: Sequence[str]
    deck: Sequence[Card]
    options: Options
    seed: int
    deal: Literal["ring", "cards"] = "ring"
    level: LevelKey = "regular"
    memory: NarratorMemory = msgspec.field(default_factory=VillageMemory)

    def check(self) -> list[str]:
        if self.options.hide_deck:
            if self.deal == "cards":
                raise RefusedError(Reason("deck.hidden_in_hand"), "options")
            check_pool(self.rulebook, self.deck, len(self.names))
            return []
        warnings = check_deck(self.rulebook, self.deck)
        if self.deal == "cards" and has_playing_cards(self.rulebook):
            check_playing_cards(self.deck)
        elif self.deal == "cards":
            warnings += check_box(self.rulebook, self.deck)
        return warnings

    @property
    def kept(self) -> dict[str, Any]:
        """Whether players hold cards of their own, and how well bots play."""
        return {"deal": self.deal, "words": {"level": self.level}}

    def telling(self, times: Times, *, is_first: bool = True) -> Telling:  # noqa: ARG002 - the same in each
        """How the next round is told."""
        return telling

    def mind(
        self,
        secret: Chance,
        openly: Chance,
        language: str,  # noqa: ARG002 - the table speaks for these players
        own: Catalogue = OURS,  # noqa: ARG002
        hurry: float = 1.0,  # noqa: ARG002 - nor do they take time
    ) -> Bots:
        """The bots for the empty seats."""
        return Bots(secret, openly, neighbours=self._neighbours)

    @property
    def tempers(self) -> Sequence[Manner]:
        """The temper of each house, and how well it plays where that is not the same for all."""
        manners = self.houses.manners
        if self.level != "mixed":
            return manners
        return [
            manner._replace(keys=(*manner.keys, level.key))
            for manner, (_, level) in zip(manners, self._neighbours, strict=True)
        ]

    @property
    def _neighbours(self) -> Sequence[Neighbour]:
        """The bots of this evening."""
        return neighbours_of(self.houses, self.level)

    def became(self, seat: Seat, over: RoundOver, narration: Narration) -> str:  # noqa: ARG002
        fate = narration.word(f"cause.{seat.cause}" if seat.cause else "cause.alive")
        turned = telling.turned(seat, narration)
        return narration.card(seat.card).title + (f" ({turned})" if turned else "") + f", {fate}"

    def one_round(self, answerer: Answerer) -> RoundOver:
        game = play(self._dealt(), answerer)
        game.broken = getattr(answerer, "broken", game.broken)  # of one that keeps the round
        return play(play_round(game), answerer)

    def _dealt(self) -> Coroutine[Request, Any, Game]:
        """The deal of a round."""
        rulebook = self.rulebook.with_deck(self.deck)
        if self.deal == "ring":
            return deal(rulebook, self.names, self.deck, self.options)
        kind: Kind = "playing" if has_playing_cards(rulebook) else "printed"
        return deal_by_hand(
            rulebook, self.names, self.deck, self.options, kind=kind, simulated=self.simulated
        )


def evening_of(rulebook: Rulebook, setup: Setup, _: object) -> WerewolfEvening:
    """The evening with this setup and these rounds."""
    deck = tuple(named(rulebook, key, "deck") for key in setup.deck)
    options = msgspec.convert(setup.options, Options)
    evening = WerewolfEvening(rulebook, setup.names, deck, options, setup.seed, deal=setup.deal)
    evening.level = (setup.words or {}).get("level", evening.level)
    return evening
