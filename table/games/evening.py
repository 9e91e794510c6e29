"""An evening of any game: a list of rounds with the same seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from table.engine.chance import Chance, new_key
from table.engine.play import Answerer
from table.engine.requests import Sitter
from table.games.telling import EmptyMemory, NarratorMemory, Telling
from table.games.tempers import Houses, Manner
from table.settings.times import Times
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Difficulty
from table.words.narration import Narration

RULES = 2
"""The version of all games' rules, 1 in 0.5.0. Raise it with every change of a rule: a stored round resumes
only with the rules it began with."""


class Rules(Protocol):
    """The rules of what is played: a werewolf rulebook, or Mots-garous."""

    @property
    def key(self) -> str:
        """Its name in settings and journals."""

    @property
    def least(self) -> int:
        """The fewest players."""

    @property
    def fewest(self) -> int:
        """The fewest with cards of their own, if that is less; else 0."""

    @property
    def most(self) -> int:
        """The most players that the game is made for."""

    @property
    def cards(self) -> Sequence[Any]:
        """Each kind of card, once."""


class Over(Protocol):
    """The result of a round."""

    @property
    def winner(self) -> str:
        """Who has won, as the rules name them."""

    @property
    def winners(self) -> Sequence[Sitter]:
        """The players who have won."""

    @property
    def seats(self) -> Sequence[Any]:
        """All players with their cards."""


class Evening(msgspec.Struct):
    """The base of every game's evening. `names`: one for each seat, clockwise; `deck`: what is dealt; `seed`:
    of public draws. `simulated`: whether the table is simulated, so that nobody holds cards. `past`: how many
    rounds came before those played here, for a resumed evening. `pods`: the pod of each seat; empty: the
    first ones. `keys`: for each round that has begun, the key of its secret draws; None: they use the seed
    too, which makes an evening predictable, for tests. `company`: the seed of who plays at
    each house; None: `seed`. `difficulty`: of the words on offer, for a game with words."""

    rulebook: Any
    """`Rules`: each game has its own type."""
    names: Sequence[str]
    deck: Sequence[Any]
    options: Any
    seed: int
    played: int = 0
    """How many rounds have ended here."""
    over: Any = None
    """How the last of them ended. The others are in the journal: an evening may go on for weeks."""
    simulated: bool = False
    past: int = 0
    pods: tuple[int, ...] = ()
    keys: dict[int, str] | None = None
    company: int | None = None

    memory: NarratorMemory = msgspec.field(default_factory=EmptyMemory)
    """What the narrator remembers of its rounds."""
    difficulty: Difficulty | None = None
    wanted: Difficulty | None = None
    """The difficulty that the players want from now on."""

    @property
    def tempers(self) -> Sequence[Manner]:
        """How the table plays at each seat; empty: nothing is known."""
        return ()

    @property
    def houses(self) -> Houses:
        """The houses of the seats, whichever game is played there."""
        seed = self.seed if self.company is None else self.company
        return Houses(seed, self.pods or range(len(self.names)))

    @property
    def is_on_paper(self) -> bool:
        """Whether players know what the table does not, so that it cannot play for anybody."""
        return False

    def check(self) -> list[str]:
        """Raises `RefusedError` if this deck cannot be played, or returns the warnings."""
        raise NotImplementedError

    @property
    def kept(self) -> dict[str, Any]:
        """What the journal stores for this kind of evening, by fields of `Setup`."""
        return {}

    def one_round(self, answerer: Answerer) -> Over:
        """A round, from the deal to the winner."""
        raise NotImplementedError

    def telling(self, times: Times, *, is_first: bool = True) -> Telling:
        """How the next round is told at a table with these times. `is_first`: whether it is the first one,
        which may explain the display."""
        raise NotImplementedError

    def mind(
        self, secret: Chance, openly: Chance, language: str, own: Catalogue = OURS, hurry: float = 1.0
    ) -> Answerer:
        """The bots for the empty seats, with random choices from `secret` and `openly`. `own`: the owner's
        texts; `hurry`: factor on their thinking time."""
        raise NotImplementedError

    def shorten(self, chance: Chance) -> None:
        """Makes rounds end soon, for a show."""

    def became(self, seat: Any, over: Any, narration: Narration) -> str:
        """What a seat was, and what became of it."""
        raise NotImplementedError

    @property
    def number(self) -> int:
        """The number of the next round, from 0."""
        return self.past + self.played

    @property
    def round_seed(self) -> str:
        """The seed of the next round's public draws."""
        return f"{self.seed}/{self.number}"

    @property
    def round_key(self) -> str:
        """The key of the next round's secret draws; made when first asked for."""
        if self.keys is None:
            return self.round_seed
        return self.keys.setdefault(self.number, new_key())

    def play_next(self, answerer: Answerer) -> Over:
        """Plays one more round, from the deal to the winner."""
        over = self.one_round(answerer)
        self.played, self.over = self.played + 1, over
        return over
