"""An evening: a list of rounds with the same seats."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.errors import RefusedError
from table.play import Answerer, play
from table.werewolf.deck import check_deck, named
from table.werewolf.events import RoundOver
from table.werewolf.options import Options
from table.werewolf.pieces import Card
from table.werewolf.rulebook import Rulebook
from table.werewolf.script import deal, play_round


def usual_deck(rulebook: Rulebook, players: int) -> tuple[Card, ...]:
    """The deck of a table nobody has chosen one for: the simplified deal, three of its villagers being the
    Witch, the Hunter and Cupid. Raises `RefusedError` if the rulebook wants more players."""
    if players < rulebook.least:
        raise RefusedError(f"seats: {players}; {rulebook.key} needs at least {rulebook.least} players")
    deck = list(rulebook.simplified(players))
    for key in ("witch", "hunter", "cupid"):
        deck[deck.index(named(rulebook, "villager", "deck"))] = named(rulebook, key, "deck")
    return tuple(deck)


class Evening(msgspec.Struct):
    """`names`: one for each seat, clockwise. `seed`: of all that is drawn by lot."""

    rulebook: Rulebook
    names: Sequence[str]
    deck: Sequence[Card]
    options: Options
    seed: int
    rounds: list[RoundOver] = msgspec.field(default_factory=list)

    def check(self) -> list[str]:
        """Raises `RefusedError` if this deck cannot be played, or returns the warnings (LG-4)."""
        return check_deck(self.rulebook, self.deck)

    @property
    def round_seed(self) -> str:
        """Of the round that comes next."""
        return f"{self.seed}/{len(self.rounds)}"

    def play_next(self, answerer: Answerer) -> RoundOver:
        """One more round, from the deal to the winner."""
        game = play(deal(self.rulebook, self.names, self.deck, self.options), answerer)
        over = play(play_round(game), answerer)
        self.rounds.append(over)
        return over
