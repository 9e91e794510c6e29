"""What the village sees and hears: the only things a round may `say`.

The narrator, the board, the chronicle and the referee all read these events. Here are the events of every
round; what a single card announces is in its own file, as `News` (`news.py`).

Events name a seat as a `Sitter`: position and name, without the card or tokens on it. Only the end of the
round reveals whole seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from table.engine.public import Public
from table.engine.requests import Sitter
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.pieces import Camp, Card, Cause, Nature, Seat

Of: TypeAlias = str
"""What the lot decides: "election", "vote", "successor", "captain_choice", or the key of the card that
asks."""


class Dealt(Public, frozen=True):
    """The cards are dealt; which cards are in play is public. `kind`: on the rings; or LG-52, in the players'
    hands, as cards printed for the game or those of a plain deck."""

    kept = ("Dealt", "deck", "kind")
    deck: tuple[Card, ...]
    kind: Literal["ring", "printed", "playing"] = "ring"


class RollCall(Public, frozen=True):
    """LG-52: every card will be called, and its owners touch their buttons."""

    kept = ("RollCall",)


class Miscount(Public, frozen=True):
    """LG-52: the number of touches was wrong: `card` is called again; None: all of them are."""

    kept = ("Miscount", "card")
    card: Card | None


class DealVoid(Public, frozen=True):
    """LG-52: the numbers stayed wrong: the cards are collected and dealt again."""

    kept = ("DealVoid",)


class RollCallOver(Public, frozen=True):
    """LG-52: it is known who holds which card."""

    kept = ("RollCallOver",)


class Nightfall(Public, frozen=True):
    """`heads_up`: LG-50, how to hold heads, which depends on whether the Little Girl is in the deck."""

    kept = ("Nightfall", "number", "heads_up")
    number: int
    heads_up: bool

    @property
    def moment(self) -> str:
        return f"night {self.number}"


class Dawn(Public, frozen=True):
    kept = ("Dawn", "number")
    number: int

    @property
    def moment(self) -> str:
        return f"dawn {self.number}"


class Day(Public, frozen=True):
    """Day 0 is the time before the first night."""

    kept = ("Day", "number")
    number: int

    @property
    def moment(self) -> str:
        return f"day {self.number}"


class Death(Public, frozen=True):
    """LG-16, LG-26, LG-39: somebody is dead. `card` is None if deaths show none; `told` says whether the
    village may know `cause` now (the narrator and the board say it only then)."""

    kept = ("Death", "seat", "card", "cause", "told")
    seat: Sitter
    card: Card | None
    cause: Cause
    told: bool


class NoDeath(Public, frozen=True):
    kept = ("NoDeath", "of")
    of: Literal["night", "vote"]


class HunterAims(Public, frozen=True):
    """LG-17: the Hunter is about to shoot."""

    kept = ("HunterAims", "seat")
    seat: Sitter


class CaptainFalls(Public, frozen=True):
    """LG-19: a dead captain is about to name a successor."""

    kept = ("CaptainFalls", "seat")
    seat: Sitter


class Captain(Public, frozen=True):
    kept = ("Captain", "seat", "by")
    seat: Sitter
    by: Literal["election", "succession"]


class Morning(Public, frozen=True):
    """EV-2: something is new today, or tonight. `key`: its name in `lines.event.KEY` and
    `words.event.KEY`."""

    kept = ("Morning", "key")
    key: str


class AsksTheDead(Public, frozen=True):
    """EV-15: this player asks the dead a question, aloud."""

    kept = ("AsksTheDead", "seat")
    seat: Sitter


class CandidatesOpen(Public, frozen=True):
    """LG-22: anybody may stand for captain."""

    kept = ("CandidatesOpen",)


class Candidates(Public, frozen=True):
    """LG-22: who stands for captain; if nobody does, everybody can be voted for."""

    kept = ("Candidates", "seats")
    seats: tuple[Sitter, ...]


class ElectionOpens(Public, frozen=True):
    """LG-22. `standing`: who can be voted for; `again`: this is the new vote after a tie."""

    kept = ("ElectionOpens", "standing", "again")
    standing: tuple[Sitter, ...]
    again: bool


class DebateOpens(Public, frozen=True):
    """LG-24: anybody may claim to be anybody. `offers`: what the host may ask for until it is over."""

    kept = ("DebateOpens",)
    offers: tuple[str, ...] = ()


class Ready(Public, frozen=True):
    """Somebody is ready to vote."""

    kept = ("Ready", "seat")
    seat: Sitter


class Claimed(Public, frozen=True):
    """Somebody claims something in the debate: it may be a lie."""

    kept = ("Claimed", "seat", "claim")
    seat: Sitter
    claim: Claim


class Condemned(Public, frozen=True):
    """CH-34: the vote has condemned somebody, and a covered time comes before their card turns."""

    kept = ("Condemned", "seat")
    seat: Sitter


class TakesVotes(Public, frozen=True):
    """CH-18: a fallen Scapegoat is about to name who has no vote the next day."""

    kept = ("TakesVotes", "seat")
    seat: Sitter


class SecondVote(Public, frozen=True):
    """CH-23: the village votes again, at once and without a debate. Nobody hears who wanted it."""

    kept = ("SecondVote", "number")
    number: int

    @property
    def moment(self) -> str:
        return f"second vote {self.number}"


class VoteOpens(Public, frozen=True):
    """LG-24. `standing`: who can be voted for; `again`: this is the new vote after a tie."""

    kept = ("VoteOpens", "standing", "again")
    standing: tuple[Sitter, ...]
    again: bool


class Ballots(Public, frozen=True):
    """All votes are revealed at once. `votes`: voter to seat, in seat order; `weights`: seat to its sum;
    `again`: of the new vote after a tie; `double`: whose vote counts for two (LG-23)."""

    kept = ("Ballots", "of", "again", "votes", "weights")
    of: Literal["election", "vote"]
    again: bool
    votes: Mapping[Sitter, Sitter]
    weights: Mapping[Sitter, int]
    double: Sitter | None = None


class Tie(Public, frozen=True):
    kept = ("Tie", "of", "seats")
    of: Literal["election", "vote"]
    seats: tuple[Sitter, ...]


class BallotDecides(Public, frozen=True):
    """LG-25: the captain's own ballot named one of the tied: `seat`."""

    kept = ("BallotDecides", "seat")
    seat: Sitter


class CaptainDecides(Public, frozen=True):
    """LG-25: the captain is asked to choose among the tied."""

    kept = ("CaptainDecides", "seat", "among")
    seat: Sitter
    among: tuple[Sitter, ...]


class Lot(Public, frozen=True):
    """LG-45: something public was drawn by lot, and is announced as drawn."""

    kept = ("Lot", "of", "seat")
    of: Of
    seat: Sitter


class AngelMayBeThere(Public, frozen=True):
    """BO-33: a debate and a vote before the first night."""

    kept = ("AngelMayBeThere",)


class NatureShown(Public, frozen=True):
    """BO-26: which side a dead ambiguous player was on."""

    kept = ("NatureShown", "seat", "value")
    seat: Sitter
    value: Nature


class StalemateNear(Public, frozen=True):
    """LG-47: one more night and day without a death, and nobody wins."""

    kept = ("StalemateNear",)


class Stalemate(Public, frozen=True):
    """LG-47: nobody has died for too long."""

    kept = ("Stalemate",)


class RoundOver(Public, frozen=True):
    """LG-34: who won, and all cards are shown."""

    kept = ("RoundOver", "winner", "winners", "seats")
    as_answer = ("winner", "winners")
    winner: Camp
    winners: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    guesses: Mapping[Sitter, Sitter] = {}
    """CH-56: whom each of the dead last took for a werewolf."""
