"""What the narrator remembers of an evening, so that a line can know what happened before.

It reads public events alone, and changes only in which words an event is told: never whether, when, or on
the board.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from itertools import combinations

from table.engine.public import Public
from table.engine.requests import Sitter
from table.games.telling import Line, NarratorMemory
from table.games.werewolf.rules import events
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Seat
from table.words.narration import Seated

FEW = 4
"""The living who vote in the words of a village that has become small."""

OCCASIONS: Mapping[str, Sequence[str]] = {
    "deal.look": ("again", "third", "late"),
    "night.fall": ("spared", "caught", "mistaken", "two"),
    "dawn.break": ("first",),
    "dawn.nobody": ("first", "again"),
    "death.found": ("first", "cursed", "captain", "another"),
    "death.voted": ("captain",),
    "death.card.werewolf": ("own",),
    "captain.elected": ("again",),
    "claim.tease": ("grudge", "bravo", "recalled"),
    "debate.open": ("hush", "first", "won", "lost", "last", "two"),
    "debate.nudge": ("hush", "together", "passed"),
    "debate.last": ("hush", "truce"),
    "vote.open": ("few", "two"),
    "ballots.open": ("unanimous", "chosen", "narrow"),
    "over.villagers": ("again", "streak", "own"),
    "over.werewolves": ("again", "streak", "own"),
}
"""The lines that have other words on some occasions: "dawn.nobody_again" is one of them."""

LATE = 3
"""Rounds after which an evening is late."""

RECALLS = 2
"""The most jokes in a first debate that recall the round before."""

PACK = "werewolves"
"""The pack: the group of its cards, and its camp."""

REVENGE: Mapping[str, str] = {"villagers": "won", PACK: "lost"}
"""How the first debate is opened, by who won the round before."""

SPARED = "spared"
"""How the night after a vote without a death is told."""

VERDICTS: Mapping[str, str] = {PACK: "caught", "villagers": "mistaken"}
"""How the night after a vote is told, by the group of the card that the vote has turned over."""


class VillageMemory(NarratorMemory):
    """The memory of a narrator who has been there since the table was opened."""

    def __init__(self) -> None:
        self._rounds = self._victories = 0
        """Rounds that had an end; and the last of them in a row with the same winner."""
        self._last_winner = self._last_captain = self._last_first_dead = ""
        self._last: Mapping[str, Seat] = {}
        """Everybody's seat as it was at the end of the round before, when all cards were open."""
        self._last_winners: Collection[str] = ()
        self._begin(0)

    def begin(self, seats: int) -> None:
        if self._winner:
            self._rounds += 1
            self._victories = self._victories + 1 if self._winner == self._last_winner else 1
            self._last_winner, self._last_captain = self._winner, self._elected
            self._last_first_dead = self._first_dead
            self._last = {seat.name: seat for seat in self._seats}
            self._last_winners = self._winners
        self._begin(seats)

    def _begin(self, seats: int) -> None:
        self._alive = seats
        self._winner = self._captain = self._elected = self._first_dead = ""
        self._seats: Sequence[Seat] = ()
        self._winners: Collection[str] = ()
        """Everybody, once the round is over, and who has won."""
        self._nights = self._debates = self._jokes = 0
        self._quiet_nights = 0
        """Nights in a row in which nobody has died, the last one included."""
        self._has_died = False
        """Whether somebody has died since the last dawn."""
        self._today = ""
        """The key of what the morning has brought."""
        self._verdict = ""
        """What the last vote has done, as night falls: an occasion of "night.fall"."""
        self._ballots: Mapping[Sitter, Sitter] = {}
        """The last ballots for a death: voter to seat."""
        self._voted_against: set[str] = set()
        """Everybody named on a ballot for a death so far."""
        self._stirred: set[tuple[str, ...]] = set()
        """The players whom lines that stir a debate have named."""
        self._condemned: dict[str, set[str]] = {}
        """Those whom a vote has killed, with those whose ballots had named them."""
        self._open_wolves: set[str] = set()
        """Those whose card is of the pack, and was turned over."""

    def words_for(self, event: Public, lines: Sequence[Line], known: Container[str]) -> list[Line]:
        occasions, recalled = [*self._occasions(event)], self._card_before(event)
        self._remember(event)
        return [
            (
                next((special for each in occasions if (special := f"{key}_{each}") in known), key),
                facts | recalled,
            )
            for key, facts in lines
        ]

    def stirring(
        self, line: Line, alive: Sequence[Seated], pointed_at: Collection[Seated], known: Container[str]
    ) -> Line:
        key, _ = line
        if (special := f"{key}_{self._today}") in known:
            return special, {}
        for occasion, named in self._striking(alive, {seat.name for seat in pointed_at}):
            names = tuple(seat.name for seat in named)
            if (special := f"{key}_{occasion}") in known and names not in self._stirred:
                self._stirred.add(names)
                return special, {"seats": named} if len(named) > 1 else {"seat": named[0]}
        return line

    def _striking(
        self, alive: Sequence[Seated], pointed_at: Collection[str]
    ) -> Iterator[tuple[str, tuple[Seated, ...]]]:
        """What the board has shown of some of the living: who voted together last, and against whom nobody
        votes or points."""
        named = {voter.name: seat.name for voter, seat in self._ballots.items()}
        for one, other in combinations([seat for seat in alive if seat.name in named], 2):
            if named[one.name] == named[other.name]:
                yield "together", (one, other)
        if named or pointed_at:
            for seat in alive:
                if seat.name not in self._voted_against and seat.name not in pointed_at:
                    yield "passed", (seat,)

    def _occasions(self, event: Public) -> Iterator[str]:
        """On which occasions this happens, the rarest first; none if there is nothing to say of it."""
        match event:
            case events.Dealt() if self._rounds:
                if self._rounds >= LATE - 1:
                    yield "late" if self._rounds >= LATE else "third"
                yield "again"
            case events.Nightfall():
                if self._alive == 2:
                    yield "two"
                yield self._verdict
            case events.Dawn(number=1):
                yield "first"
            case events.NoDeath(of="night"):
                if self._nights == 1:
                    yield "first"
                elif self._quiet_nights:
                    yield "again"
            case events.Death(seat=seat, cause=cause) if cause != "left":
                yield self._of_the_dead(seat.name)
                if any(seat.name in self._condemned.get(wolf, ()) for wolf in self._open_wolves):
                    yield "own"
            case events.Captain(seat=seat, by="election") if seat.name == self._last_captain:
                yield "again"
            case events.DebateOpens():
                yield self._today
                if self._alive == 2:
                    yield "two"
                if self._alive <= FEW:
                    yield "last"
                elif not self._debates:
                    yield REVENGE.get(self._last_winner, "first")
                    yield "first"
            case events.Claimed(seat=seat, claim=Claim(wording="tease", seat=other)) if other:
                yield from self._of_the_round_before(seat.name, other.name)
            case events.VoteOpens(again=False) if self._alive <= FEW:
                if self._alive == 2:
                    yield "two"
                yield "few"
            case events.Ballots(of=of, votes=votes, weights=weights) if len(votes) > 2:
                first, *others = sorted(weights.values(), reverse=True)
                if not others:
                    yield "unanimous" if of == "vote" else "chosen"
                elif of == "vote" and len(votes) > FEW and first - others[0] == 1:
                    yield "narrow"
            case events.RoundOver(winner=winner, seats=seats):
                if self._has_condemned_its_own(seats):
                    yield "own"
                if winner == self._last_winner:
                    if self._victories > 1:
                        yield "streak"
                    yield "again"

    def _of_the_dead(self, name: str) -> str:
        """What is said of this death; empty if it is one like others."""
        if name == self._captain:
            return "captain"
        if self._first_dead:
            return "another" if self._has_died else ""
        return "cursed" if name == self._last_first_dead else "first"

    def _of_the_round_before(self, name: str, other: str) -> Iterator[str]:
        """What a player may say to another in the first debate of what all cards have shown since."""
        one, they = self._last.get(name), self._last.get(other)
        if one is None or they is None or self._debates > 1 or self._jokes >= RECALLS:
            return
        if one.cause == "devoured" and they.card.group == PACK != one.card.group:
            yield "grudge"
        if other in self._last_winners and name not in self._last_winners:
            yield "bravo"
        if they.card.key != "villager":
            yield "recalled"

    def _card_before(self, event: Public) -> dict[str, object]:
        """The card that somebody who is teased has held in the round before."""
        match event:
            case events.Claimed(claim=Claim(wording="tease", seat=other)) if other:
                before = self._last.get(other.name)
                return {"card": before.card} if before else {}
        return {}

    def _has_condemned_its_own(self, seats: Sequence[Seat]) -> bool:
        """Whether a vote has killed one of the pack with another one's ballot, as all open cards show."""
        pack = {seat.name for seat in seats if seat.card.group == PACK}
        return any(self._condemned.get(name, set()) & pack for name in pack)

    def _remember(self, event: Public) -> None:
        match event:
            case events.Morning(key=key):
                self._today = key
            case events.Nightfall(number=number):
                self._nights, self._verdict, self._today = number, "", ""
            case events.Dawn():
                self._has_died = False
            case events.NoDeath(of="night"):
                self._quiet_nights += 1
            case events.NoDeath(of="vote"):
                self._verdict = self._verdict or SPARED
            case News(ends_office=True) if self._captain == event.facts()["seat"].name:
                self._captain = ""
            case events.Ballots(of="vote", votes=votes):
                self._ballots = votes
                self._voted_against |= {named.name for named in votes.values()}
            case events.Death(seat=seat, card=card, cause=cause):
                self._alive -= 1
                self._quiet_nights = 0
                if cause != "left":
                    self._first_dead = self._first_dead or seat.name
                    self._has_died = True
                if card and card.group == PACK:
                    self._open_wolves.add(seat.name)
                if self._verdict == SPARED:
                    self._verdict = ""  # A second vote was less kind.
                if cause == "voted":
                    self._condemned[seat.name] = {
                        voter.name for voter, named in self._ballots.items() if named.name == seat.name
                    }
                    verdict = VERDICTS.get(card.group, "") if card else ""
                    self._verdict = verdict if self._verdict in ("", verdict) else ""
            case events.Captain(seat=seat, by=by):
                self._captain = seat.name
                if by == "election":
                    self._elected = seat.name
            case events.DebateOpens():
                self._debates += 1
            case events.Claimed(claim=Claim(wording="tease")):
                self._jokes += 1
            case events.RoundOver(winner=winner, winners=winners, seats=seats):
                self._winner, self._winners = winner, {seat.name for seat in winners}
                self._seats = seats
