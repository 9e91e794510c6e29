"""An evening: a list of rounds with the same seats, whichever game is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from table.engine.chance import Chance, new_key
from table.engine.play import Answerer
from table.engine.requests import Sitter
from table.games.telling import Telling
from table.settings.times import Times
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Difficulty
from table.words.narration import Narration

RULES = 2
"""The version of the rules of all games, 1 in 0.5.0. Whoever changes a rule raises it: a round under way
goes on only by the rules it began with."""


class Rules(Protocol):
    """What is played: a rulebook of werewolves, or Mots-garous."""

    @property
    def key(self) -> str:
        """Its name in settings and journals."""

    @property
    def least(self) -> int:
        """As few players as there may be."""

    @property
    def most(self) -> int:
        """As many as it is made for."""

    @property
    def cards(self) -> Sequence[Any]:
        """Each card there is, once."""


class Over(Protocol):
    """How a round has ended."""

    @property
    def winner(self) -> str:
        """Who has won, as the rules call it."""

    @property
    def winners(self) -> Sequence[Sitter]:
        """The players among them."""

    @property
    def seats(self) -> Sequence[Any]:
        """Everybody, with what he held."""


class Evening(msgspec.Struct):
    """What the evenings of all games have. `names`: one for each seat, clockwise; `deck`: what is dealt;
    `seed`: of what is drawn in public. `simulated`: at a simulated table nobody holds cards. `past`: how many
    rounds came before the first of `rounds`, if the evening has been taken up again. `pods`: of the table,
    where each seat is; empty: the first ones. `keys`: of each round that has begun, from which it draws what
    is secret; None: that comes from the seed too, which makes an evening that can be predicted, for tests.
    `difficulty`: of its words, if it has any that are offered."""

    rulebook: Any
    """`Rules`: of each kind of evening its own."""
    names: Sequence[str]
    deck: Sequence[Any]
    options: Any
    seed: int
    rounds: list[Any] = msgspec.field(default_factory=list)
    simulated: bool = False
    past: int = 0
    pods: tuple[int, ...] = ()
    keys: dict[int, str] | None = None

    difficulty: Difficulty | None = None
    wanted: Difficulty | None = None
    """Which one its players want from now on."""

    @property
    def is_on_paper(self) -> bool:
        """Whether players know what the table does not, so that it can play for none of them."""
        return False

    def check(self) -> list[str]:
        """Raises `RefusedError` if this deck cannot be played, or returns the warnings."""
        raise NotImplementedError

    @property
    def kept(self) -> dict[str, Any]:
        """What the journal keeps besides of this kind of evening, by fields of `Setup`."""
        return {}

    def one_round(self, answerer: Answerer) -> Over:
        """A round, from the deal to the winner."""
        raise NotImplementedError

    def telling(self, times: Times, *, is_first: bool = True) -> Telling:
        """How the next round is told at a table on which things take so long. `is_first`: of the first one,
        whether it says how everything is to be read."""
        raise NotImplementedError

    def mind(
        self, secret: Chance, openly: Chance, language: str, own: Catalogue = OURS, hurry: float = 1.0
    ) -> Answerer:
        """Who plays the seats nobody sits at, by lots drawn in `secret` and `openly`. `own`: the owner's
        texts; `hurry`: the part of the usual time they take to think."""
        raise NotImplementedError

    def shorten(self, chance: Chance) -> None:
        """Has its rounds come to their end soon, for whoever passes by."""

    def became(self, seat: Any, over: Any, narration: Narration) -> str:
        """What a seat was, and what became of it."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """Of the round that comes next, from 0."""
        return self.past + len(self.rounds)

    @property
    def round_seed(self) -> str:
        """Of what is drawn in public in the round that comes next."""
        return f"{self.seed}/{self.number}"

    @property
    def round_key(self) -> str:
        """Of what is drawn in secret in the round that comes next; drawn itself when first asked for."""
        if self.keys is None:
            return self.round_seed
        return self.keys.setdefault(self.number, new_key())

    def play_next(self, answerer: Answerer) -> Over:
        """One more round, from the deal to the winner."""
        over = self.one_round(answerer)
        self.rounds.append(over)
        return over
