"""What the narrator remembers of an evening, so that a line can know what happened before.

It reads public events alone, and changes only in which words an event is told: never whether, when, or on
the board.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from table.engine.public import Public
from table.games.telling import Line, NarratorMemory
from table.games.werewolf.rules import events

FEW = 4
"""The living who vote in the words of a village that has become small."""

OCCASIONS: Mapping[str, Sequence[str]] = {
    "deal.look": ("again",),
    "night.fall": ("spared",),
    "dawn.nobody": ("first", "again"),
    "death.found": ("first", "cursed"),
    "death.voted": ("captain",),
    "captain.elected": ("again",),
    "debate.open": ("first", "last"),
    "vote.open": ("few",),
    "ballots.open": ("unanimous", "narrow"),
    "over.villagers": ("again",),
    "over.werewolves": ("again",),
}
"""The lines that have other words on some occasions: "dawn.nobody_again" is one of them."""


class VillageMemory(NarratorMemory):
    """The memory of a narrator who has been there since the table was opened."""

    def __init__(self) -> None:
        self._last_winner = self._last_captain = self._last_first_dead = ""
        self._begin(0)

    def begin(self, seats: int) -> None:
        if self._winner:
            self._last_winner, self._last_captain = self._winner, self._elected
            self._last_first_dead = self._first_dead
        self._begin(seats)

    def _begin(self, seats: int) -> None:
        self._alive = seats
        self._winner = self._captain = self._elected = self._first_dead = ""
        self._nights = 0
        self._quiet_nights = 0
        """Nights in a row in which nobody has died, the last one included."""
        self._debates = 0
        self._spared = False

    def words_for(self, event: Public, lines: Sequence[Line], known: Container[str]) -> list[Line]:
        occasion = self._occasion(event)
        self._remember(event)
        return [
            (special if (special := f"{key}_{occasion}") in known else key, facts) for key, facts in lines
        ]

    def _occasion(self, event: Public) -> str:
        """On which occasion this happens; empty if there is nothing to say of it."""
        match event:
            case events.Dealt() if self._last_winner:
                return "again"
            case events.Nightfall() if self._spared:
                return "spared"
            case events.NoDeath(of="night"):
                return "first" if self._nights == 1 else "again" if self._quiet_nights else ""
            case events.Death(seat=seat, cause=cause) if cause != "left":
                if seat.name == self._captain:
                    return "captain"
                if self._first_dead:
                    return ""
                return "cursed" if seat.name == self._last_first_dead else "first"
            case events.Captain(seat=seat, by="election") if seat.name == self._last_captain:
                return "again"
            case events.DebateOpens():
                return "last" if self._alive <= FEW else "" if self._debates else "first"
            case events.VoteOpens(again=False) if self._alive <= FEW:
                return "few"
            case events.Ballots(of="vote", votes=votes, weights=weights) if len(votes) > FEW:
                first, *others = sorted(weights.values(), reverse=True)
                if not others:
                    return "unanimous"
                return "narrow" if first - others[0] == 1 else ""
            case events.RoundOver(winner=winner) if winner == self._last_winner:
                return "again"
        return ""

    def _remember(self, event: Public) -> None:
        match event:
            case events.Nightfall(number=number):
                self._nights, self._spared = number, False
            case events.NoDeath(of="night"):
                self._quiet_nights += 1
            case events.NoDeath(of="vote"):
                self._spared = True
            case events.Death(seat=seat, cause=cause):
                self._alive -= 1
                self._quiet_nights = 0
                if cause != "left":
                    self._first_dead = self._first_dead or seat.name
            case events.Captain(seat=seat, by=by):
                self._captain = seat.name
                if by == "election":
                    self._elected = seat.name
            case events.DebateOpens():
                self._debates += 1
            case events.RoundOver(winner=winner):
                self._winner = winner
