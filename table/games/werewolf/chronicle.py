"""The story of a werewolf round from its replay: every deed, what was learnt by it, and what followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from table.engine.requests import Ask, Covered, Draw, Request, Say, Show, Sleep, Vote, Wake
from table.games.entries import ChronicleTexts, Highlights, Moment, Sat, StoryEntry
from table.games.records import plain
from table.games.werewolf import telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules import events
from table.games.werewolf.rules.pieces import Card, Seat
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewolf.thoughts import Thought

PACK = "werewolves"

HIGHLIGHTS = Highlights(
    votes=("vote",),
    outcomes=(
        *("death", "no death", PACK, "split", "ballot decides"),
        *("Pardoned", "TakesCard", "Morning", "Lantern"),
    ),
    values=(("lot", "vote"),),
    heads=("captain",),
    kills={"devoured": (PACK, "big_bad_wolf"), "poisoned": ("witch.poison",), "fire": ("pyromaniac",)},
)
CEREMONY = {
    *("Dealt", "RollCall", "Miscount", "DealVoid", "RollCallOver", "Nightfall", "Dawn", "Day", "Ready"),
    *("CandidatesOpen", "ElectionOpens", "DebateOpens", "VoteOpens", "HunterAims", "CaptainFalls"),
    *("CaptainDecides", "AngelMayBeThere", "StalemateNear", "Blamed", "NoVote", "Condemned"),
    *("AsksTheDead", "TakesVotes"),
}
"""Kept names of events that are left out: their consequences are told."""


def _shown(show: Show) -> list[Any] | None:
    """The items shown, one by one; None if the ring only says who was touched."""
    value = show.value if show.value is not None else show.seat
    if value is None:
        return None
    return [value] if isinstance(value, str) or not isinstance(value, Sequence) else list(value)


def _seats(values: Sequence[Any]) -> list[Any]:
    """The items that are players."""
    return [one for one in values if hasattr(one, "index") and hasattr(one, "name")]


def _ending(values: Sequence[Any]) -> str:
    """The ending of a key for this choice or message: a word, yes, no or none."""
    match values:
        case []:
            return ".none"
        case [True]:
            return ".yes"
        case [False]:
            return ".no"
        case [str() as word]:
            return f".{word}"
    return ""


class WerewolfTeller:
    """Writes down a round while it is replayed. `minds`: tells besides what they would have believed, one in
    each chair, when its player voted."""

    def __init__(self, words: ChronicleTexts, minds: Bots | None = None) -> None:
        self.words = words
        self._minds = minds
        self._thoughts: dict[int, Thought] = {}
        """Of the vote that is about to be revealed."""
        self.moments = [Moment("before", words.narration.word("title.deal"), [])]
        self._deed: tuple[Ask, Card, list[Any], bool] | None = None
        """The open question: its request, the card of the player asked, the answer so far, and whether some
        of it was drawn. Its result follows."""
        self._by_night = False
        self._prey: list[Any] = []
        """The pack's choice tonight."""
        self._pack: list[Any] = []
        self._dealt: list[str] = []

    def hear(self, request: Request, answer: Any) -> None:
        if self._minds:
            self._think(self._minds, request, answer)
        if isinstance(request, Draw) and self._deed and request.stream.split("/")[-1] == self._deed[0].key:
            ask, card, chosen, _ = self._deed
            if ask.demanded:
                self._deed = (ask, card, [*chosen, *answer], True)
            return
        if isinstance(request, Show) and self._deed and list(request.to) == [self._deed[0].seat]:
            self._did(_shown(request), request.what)
            return
        self.end()
        match request:
            case Ask(key=key, seat=seat) if key != "successor":
                self._deed = (request, seat.card, list(answer), False)  # type: ignore[attr-defined]
            case Vote(key=key) if self._by_night:
                self._voted(key, answer)
            case Show(what="dealt", seat=seat, value=card):
                self._told_cards(
                    self.words("learns.holds", seat=self.words.listed([seat]), card=self.words.listed([card]))
                )
            case Show():
                self._learns(request)
            case Wake(call=call):
                self._by_night = not isinstance(call, Roll)
            case Covered(time=time) if f"deed.{time.key}" in self.words:
                for seat in answer:
                    self._pressed(time.key, seat)
            case Say(event=event):
                self._by_night = False
                self._happens(event)
            case _:
                pass

    def _think(self, minds: Bots, request: Request, answer: Any) -> None:
        """Has the minds hear a word as at the table; but what somebody did alone in the night they do not
        know."""
        match request:
            case Vote():
                self._thoughts = minds.think(request, answer)
                minds.vote(request)
            case Show():
                minds.show(request)
            case Say():
                minds.say(request)
            case Wake():
                minds.wake(request)
            case Sleep():
                minds.sleep(request)
            case _:
                pass

    def end(self) -> None:
        """The round has no more requests: a deed from which nobody learns anything is still told."""
        if self._deed:
            self._did(None, "")

    def sat(self, seat: Seat, name: str) -> Sat:
        card, turned = self.words.narration.card(seat.card).title, telling.turned(seat, self.words.narration)
        return Sat(name, seat.card.key, f"{card}, {turned}" if turned else card, seat.camp)

    def _note(
        self,
        text: str,
        what: str,
        seats: Iterable[Any] = (),
        to: Iterable[Any] = (),
        value: Any = None,
        deed: bool = False,
        secret: bool = False,
        by_lot: bool = False,
        holding: Card | None = None,
    ) -> None:
        """`holding`: the doer's card when the deed began, if it may have changed it."""
        doers, others = list(seats), list(to)
        cards = [holding.key if holding else seat.card.key for seat in doers]
        entry = StoryEntry(
            text,
            what,
            deed,
            secret,
            [seat.index for seat in doers],
            [seat.index for seat in others],
            cards + [seat.card.key for seat in others],
            value,
            by_lot,
        )
        self.moments[-1].entries.append(entry)

    # Deeds, and what is learnt

    def _did(self, shown: list[Any] | None, what: str) -> None:
        """Tells the current deed. `shown`: what its doer has learnt by it, None for nothing."""
        assert self._deed
        (ask, card, chosen, by_lot), self._deed = self._deed, None
        key, words = ask.key, self.words
        ending = _ending(chosen)
        # A yes or no with a sentence of its own is about the prey of the pack.
        of_prey = ending in (".yes", ".no") and f"deed.{key}{ending}" in words
        targets = self._prey if of_prey else _seats(chosen)
        facts: dict[str, Any] = {
            "seat": words.narration.seat(ask.seat),
            "card": words.narration.card(card),
            "chosen": words.among(targets) if targets else words.listed(chosen),
        }
        text = words(f"deed.{key}{ending}" if chosen else f"nothing.{key}", **facts)
        value = [plain(one) for one in chosen if one not in targets]
        if shown is not None:
            text += words(f"shown.{what}{_ending(shown)}", shown=words.listed(shown))
            value += [plain(one) for one in shown]
        self._note(
            text + (words("deed.by_lot") if by_lot else ""),
            key,
            [ask.seat],
            targets,
            value[0] if len(value) == 1 else value or None,
            deed=True,
            secret=self._by_night,
            by_lot=by_lot,
            holding=card,
        )

    def _pressed(self, key: str, seat: Any) -> None:
        """Tells what somebody brought about in a covered time."""
        named = self.words.narration
        text = self.words(f"deed.{key}", seat=named.seat(seat), card=named.card(seat.card))
        self._note(text, key, [seat], value=True, deed=True, secret=True)

    def _learns(self, show: Show) -> None:
        """Tells what somebody learns without having been asked."""
        shown, words = _shown(show), self.words
        if show.what == "pack":
            if shown == self._pack:
                return
            self._pack = shown or []
        seats = _seats(shown or ())
        text = words(
            f"learns.{show.what}{_ending(shown) if shown is not None else ''}",
            card=words.narration.card(show.to[0].card),  # type: ignore[attr-defined]
            seats=words.listed(show.to),
            who=words.among(show.to),
            shown=words.listed(shown or ()),
            chosen=words.among(seats) if seats else "",
        )
        rest = [plain(one) for one in shown or () if one not in seats]
        self._note(text, show.what, show.to, seats, rest[0] if len(rest) == 1 else rest or None, secret=True)

    def _told_cards(self, told: str) -> None:
        """Adds to the deal, which is a single entry."""
        self._dealt.append(told)
        self.moments[-1].entries = [entry for entry in self.moments[-1].entries if entry.what != "dealt"]
        self._note(self.words("learns.dealt", list=self.words.listed(self._dealt)), "dealt", secret=True)

    def _voted(self, key: str, votes: Mapping[Any, Any]) -> None:
        """A secret vote: one entry for the pack together, else one for each voter."""
        words, voters, named = self.words, list(votes), list(dict.fromkeys(votes.values()))
        seats = words.listed(voters)
        if key == f"{PACK}.awake":
            text = words("pack.awake" if voters else "pack.asleep", seats=seats)
            self._note(text, key, voters, secret=True)
        elif key == PACK and not named:
            self._note(words(f"nothing.{key}"), key, self._pack, deed=True, secret=True)
        elif key == PACK and len(named) > 1:
            for wolf, prey in votes.items():
                text = words("pack.one", seat=words.narration.seat(wolf), chosen=words.among([prey]))
                self._note(text, key, [wolf], [prey], deed=True, secret=True)
            self._note(words("pack.split"), "split", voters, secret=True)
        elif key == PACK:
            self._prey = named
            text = words(f"deed.{key}", seats=seats, chosen=words.among(named))
            self._note(text, key, voters, named, deed=True, secret=True)
        else:
            for voter, one in votes.items():
                self._deed = (Ask(voter, key, ()), voter.card, [one], False)
                self._did(None, "")

    # What everybody hears

    def _happens(self, event: Any) -> None:
        words, seat_named = self.words, self.words.narration.seat
        match event:
            case events.Nightfall() | events.Dawn() | events.Day() | events.SecondVote():
                self._turn(event)
            case events.Death(seat=seat, cause=cause):
                assert isinstance(seat, Seat)
                text = words(
                    f"public.death.{cause}",
                    seat=seat_named(seat),
                    cause=words.narration.word(f"cause.{cause}"),
                    card=words.narration.card(seat.card),
                )
                self._note(text, "death", [seat], value=cause)
            case events.NoDeath(of=of):
                self._note(words(f"public.{of}"), "no death", value=of)
            case events.Captain(seat=seat, by=by):
                text = words(f"public.captain.{by}", seat=seat_named(seat), chosen=words.among([seat]))
                self._note(text, "captain", [seat])
            case events.Morning(key=key):
                self._note(words.narration.word(f"today.{key}"), "Morning", value=key)
            case events.Candidates(seats=seats):
                if seats:
                    self._note(words("public.candidates", seats=words.listed(seats)), "candidates", seats)
            case events.Ballots():
                self._ballots(event)
            case events.Tie(seats=seats):
                self._note(words("public.tie", seats=words.listed(seats)), "tie", seats)
            case events.Lot(of=of, seat=seat):
                self._note(words("public.lot", seat=seat_named(seat)), "lot", [seat], value=of)
            case events.BallotDecides(seat=seat):
                self._note(words("public.ballot", seat=seat_named(seat)), "ballot decides", [seat])
            case events.RoundOver(guesses=guesses):
                for named in dict.fromkeys(guesses.values()):
                    dead = [seat for seat, guess in guesses.items() if guess is named]
                    text = words("public.guess", seats=words.listed(dead), chosen=words.among([named]))
                    self._note(text, "guess", dead, [named])
            case _ if event.kept[0] not in CEREMONY:
                befallen = [event.seat] if getattr(event, "seat", None) else []
                lines = [
                    words.narration.line(key, lambda _: 0, **facts) for key, facts in telling.tell(event)
                ]
                if lines:
                    claimed = event.claim.claimed if isinstance(event, events.Claimed) else None
                    self._note(" ".join(lines), event.kept_as()[0], befallen, value=claimed)
            case _:
                pass

    def _turn(self, event: events.Nightfall | events.Dawn | events.Day | events.SecondVote) -> None:
        self.moments.append(Moment(event.moment, telling.title_of(event, self.words.narration), []))
        self._prey = []

    def _ballots(self, event: events.Ballots) -> None:
        """The ballots by target, most votes first: the voters, and whose vote has counted for two."""
        words, grammar = self.words, self.words.narration
        for target, weight in sorted(event.weights.items(), key=lambda one: -one[1]):
            voters = [voter for voter, named in event.votes.items() if named is target]
            double = event.double if event.double in voters else None
            each = [
                words("ballots.double", seat=grammar.seat(voter))
                if voter is double
                else words.listed([voter])
                for voter in voters
            ]
            besides = weight - len(voters) - bool(double)
            each += [words("ballots.besides", number=besides)] if besides else []
            text = words(
                f"ballots.{event.of}", chosen=words.among([target]), number=weight, list=words.listed(each)
            )
            self._note(text, event.of, voters, [target], weight)
            self.moments[-1].entries[-1].double = double.index if double else None
            for voter in voters:
                self._note_thought(voter, target, event)

    def _note_thought(self, voter: Any, target: Any, event: events.Ballots) -> None:
        """Tells what a mind in this chair believed of whom its player named."""
        thought = self._thoughts.get(voter.index) if event.of == "vote" else None
        if thought is None:
            return
        words, named = self.words, self.words.narration.seat
        seats = {seat.index: seat for seat in (*event.votes, *event.votes.values())}
        reasons = []
        for reason in thought.reasons:
            teller = seats.get(reason.seat) if reason.seat is not None else None
            facts = {"number": reason.number, "seat": named(teller) if teller else ""}
            key = reason.key if teller or reason.seat is None else "told_before"
            reasons.append(words(f"minds.why.{key}", **facts))
        text = words(
            "minds.vote",
            seat=named(voter),
            chosen=words.among([target]),
            number=thought.percent,
            list=words.narration.grammar.comma.join(reasons),
        )
        worst = seats.get(thought.worst) if thought.worst is not None else None
        if worst is not None and worst is not target:
            text += " " + words("minds.rather", chosen=words.among([worst]))
        self._note(text, "mind", [voter], [target], thought.percent, secret=True)
