"""What everybody sees and hears: the only things a round may `say`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from table.engine.public import Public
from table.games.werewords.rules.state import Ending, Kept, Seat, Token
from table.games.werewords.rules.tiles import Tile

Winner = Literal["village", "werewolves", "nobody"]


class Dealt(Public, frozen=True):
    """MG-2: a tile lies before everybody and one in the centre; the set is public."""

    kept = ("Dealt", "tiles")
    tiles: tuple[Tile, ...]


class DealtAgain(Public, frozen=True):
    """MG-4: the Mayor was in the centre, and there was no Mayor before."""

    kept = ("DealtAgain",)


class MayorShown(Public, frozen=True):
    """MG-3, MG-4: who is the Mayor. `from_centre`: they take over the office."""

    kept = ("MayorShown", "seat", "from_centre")
    seat: Seat
    from_centre: bool


class Night(Public, frozen=True):
    """MG-7: everybody closes their eyes."""

    kept = ("Night",)
    moment: ClassVar[str] = "night"


class Day(Public, frozen=True):
    """MG-11: the questions begin. `blanks`: MG-38, the word as the board shows it; None: it does not."""

    kept = ("Day", "blanks")
    blanks: str | None = None
    moment: ClassVar[str] = "day"


class FloorTaken(Public, frozen=True):
    """MG-56: who asks."""

    kept = ("FloorTaken", "seat")
    seat: Seat


class TokenGiven(Public, frozen=True):
    """MG-11: an answer; to nobody: to the table.

    `left`: the tokens of each kind that remain.
    `question`: what it answers, if the table knows it.
    """

    kept = ("TokenGiven", "seat", "token", "left")
    seat: Seat | None
    token: Token
    left: Mapping[Kept, int]
    question: str = ""


class Uncovered(Public, frozen=True):
    """MG-38: one more letter. `blanks`: the word as the board shows it now."""

    kept = ("Uncovered", "position", "letter", "blanks")
    position: int
    letter: str
    blanks: str


class DayStops(Public, frozen=True):
    """MG-51: the day is over for any reason, and the Mayor has a moment to say that it was a mistake."""

    kept = ("DayStops",)


class DayEnded(Public, frozen=True):
    """MG-16, MG-17: how it ended in the end. `oops`: the Mayor has corrected it."""

    kept = ("DayEnded", "how", "oops")
    how: Ending
    oops: bool


class AfterTheDay(Public, frozen=True):
    """MG-52: now the word is revealed, and what follows from it."""

    kept = ("AfterTheDay",)
    moment: ClassVar[str] = "vote"


class WordShown(Public, frozen=True):
    """MG-52: the magic word."""

    kept = ("WordShown", "value")
    value: str


class WerewolfShown(Public, frozen=True):
    """MG-18: a werewolf is revealed."""

    kept = ("WerewolfShown", "seat")
    seat: Seat


class PickOpens(Public, frozen=True):
    """MG-18: the werewolves look for the Seer."""

    kept = ("PickOpens", "wolves")
    wolves: tuple[Seat, ...]


class Named(Public, frozen=True):
    """MG-44: whom a werewolf takes for the Seer."""

    kept = ("Named", "by", "seat")
    by: Seat
    seat: Seat


class DebateOpens(Public, frozen=True):
    """MG-20: a minute to find a werewolf."""

    kept = ("DebateOpens",)


class AccusationOpens(Public, frozen=True):
    """MG-20: everybody accuses somebody, all at the same moment."""

    kept = ("AccusationOpens",)


class Accusations(Public, frozen=True):
    """All accusations, revealed together."""

    kept = ("Accusations", "votes")
    votes: Mapping[Seat, Seat]


class Void(Public, frozen=True):
    """MG-22: one for each player: nobody is accused."""

    kept = ("Void",)


class Accused(Public, frozen=True):
    """MG-20, MG-21: a player with the most accusations."""

    kept = ("Accused", "seat", "votes")
    seat: Seat
    votes: int


class TileShown(Public, frozen=True):
    """Somebody turns over their tile. `role`: MG-41, what a Doppelgänger has become."""

    kept = ("TileShown", "seat", "tile", "role")
    seat: Seat
    tile: Tile
    role: Tile | None = None


class SomebodyLeft(Public, frozen=True):
    """MG-58: the round ends without a winner."""

    kept = ("SomebodyLeft", "seats")
    seats: tuple[Seat, ...]


class RoundOver(Public, frozen=True):
    """The winners, and everything that was hidden."""

    kept = ("RoundOver", "winner", "winners", "seats", "mayor", "word")
    as_answer = ("winner", "winners", "mayor")
    winner: Winner
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    mayor: Seat
    word: str
