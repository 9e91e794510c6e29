"""The state of a round: who holds what, the word, and the tokens left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from table.games.werewords.rules.letters import UNCOVERS_S
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.tiles import DOPPELGANGER, FORTUNE_TELLER, SEER, WEREWOLF, Team, Tile

Token = Literal["yes", "no", "maybe", "so_close", "way_off", "correct"]
TOKENS: tuple[Token, ...] = ("yes", "no", "maybe", "so_close", "way_off", "correct")
Kept = Literal["yes_no", "maybe", "so_close", "way_off", "correct"]
"""The stacks of tokens: yes and no are two sides of the same token."""
Ending = Literal["found", "time", "tokens"]


def heap(token: Token) -> Kept:
    """The stack that a token is taken from."""
    return "yes_no" if token == "yes" or token == "no" else token


class Seat:
    """One player's place. `tile`: the one before them, for the Mayor the secret role; `role`: what they are,
    for a Doppelgänger another player's."""

    __slots__ = ("index", "name", "role", "tile")

    def __init__(self, index: int, name: str, tile: Tile) -> None:
        self.index = index
        self.name = name
        self.tile = tile
        self.role = tile

    def __repr__(self) -> str:
        return f"{self.name} ({self.role.key})"

    @property
    def team(self) -> Team:
        """Whom this player wins with (MG-40, MG-41)."""
        return self.role.team


class Round:
    """One round under way. `seats` are in clockwise order; `words`: those that may be offered to the
    Mayor."""

    def __init__(
        self,
        names: Sequence[str],
        tiles: Sequence[Tile],
        mayor: int,
        options: Options,
        words: Sequence[str] = (),
        offered: int = 4,
        uncovers_s: float = UNCOVERS_S,
    ) -> None:
        self.seats = tuple(Seat(index, name, tiles[index]) for index, name in enumerate(names))
        self.mayor = self.seats[mayor]
        self.options = options
        self.words = words
        self.offered = offered
        """How many words the Mayor chooses from."""
        self.uncovers_s = uncovers_s
        """MG-38: seconds of the day between two letters."""
        self.tiles = tuple(tiles)
        """The seats' tiles; with the Mayor's own they are the set, which is public."""
        self.word = ""
        self.given_away: list[int] = []
        """MG-38: the positions of the letters the pack gives away, in order."""
        self.uncovered = 0
        """How many of them are on the board."""
        self.touched: Seat | None = None
        """MG-34: the player the Thing has tapped."""
        self.stood_in: list[Seat] = []
        """MG-42: the Apprentices who were shown something in place of the Mayor."""
        self.left: dict[Kept, int] = {
            "yes_no": options.yes_no_tokens,
            "maybe": options.maybe_tokens,
            "so_close": 1,
            "way_off": 1,
            "correct": 1,
        }

    def holders(self, *roles: Tile) -> list[Seat]:
        """The seats with one of these roles, in seat order."""
        return [seat for seat in self.seats if seat.role in roles]

    def others(self, seat: Seat) -> list[Seat]:
        """Everybody else, starting with the player to the left."""
        return [*self.seats[seat.index + 1 :], *self.seats[: seat.index]]

    def neighbours(self, seat: Seat) -> list[Seat]:
        """The players to the left and to the right."""
        others = self.others(seat)
        return [others[0], others[-1]]

    @property
    def pack(self) -> list[Seat]:
        """The werewolves, including a Mayor who is one."""
        return self.holders(WEREWOLF)

    def is_the_seer(self, seat: Seat) -> bool:
        """MG-43: whether the werewolves win by naming this player."""
        return seat.role in (SEER, FORTUNE_TELLER) or seat in self.stood_in

    def winners(self, team: Team) -> tuple[Seat, ...]:
        """Everybody of that team, in seat order."""
        return tuple(seat for seat in self.seats if seat.team == team)

    def become(self, seat: Seat, other: Seat) -> None:
        """MG-41: a Doppelgänger takes another player's role; never the Mayor, but the Mayor's secret role."""
        seat.role = other.tile

    @property
    def offers(self) -> tuple[Token, ...]:
        """The tokens that are left."""
        return tuple(token for token in TOKENS if self.left[heap(token)])


def shows_two_names(seat: Seat) -> bool:
    """Whether the player's tile has another name than their role."""
    return seat.tile is DOPPELGANGER and seat.role is not DOPPELGANGER
