"""The chronicle: what really happened in an evening, night by night.

A round is told once, from its replay, when it ends; what was told is kept in the journal as data. From then
on no rule is needed to read it, so that no change of a rule takes an old story away.

Its words are those of `config/chronicle`: a sentence for each deed, by its key, and a general one for a card
that has none of its own.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from hardware.troubles import reason_of
from table.engine.requests import Ask, Draw, Request, Say, Show, Vote, Wake
from table.errors import Reason, RefusedError
from table.evening.journal import Journal, files_in
from table.evening.resume import ChangedError, evening_of, plain, replay
from table.evening.writer import JournalError
from table.faults import FAULT
from table.games.entries import Entry, Evening, Moment, Round, Sat, Words
from table.games.evening import Evening as PlayedEvening
from table.games.evening import Rules
from table.games.records import Kept, Setup, is_over
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.events import (
    AngelMayBeThere,
    BallotDecides,
    Ballots,
    Candidates,
    CandidatesOpen,
    Captain,
    CaptainDecides,
    CaptainFalls,
    Dawn,
    Day,
    Dealt,
    DealVoid,
    Death,
    DebateOpens,
    ElectionOpens,
    HunterAims,
    Lot,
    Miscount,
    Nightfall,
    NoDeath,
    Ready,
    RollCall,
    RollCallOver,
    RoundOver,
    StalemateNear,
    Tie,
    VoteOpens,
)
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Piece, Seat
from table.games.werewolf.rules.roll_call import Player, Roll
from table.games.werewords.chronicle import WordTeller
from table.games.werewords.rules.box import MOTS_GAROUS
from table.games.werewords.rules.events import RoundOver as WordRoundOver
from table.games.werewords.rules.options import Options as WordOptions
from table.words.narration import Narration

PACK = "werewolves"

CEREMONY = (
    *(Dealt, RollCall, Miscount, DealVoid, RollCallOver, Nightfall, Dawn, Day, Ready, RoundOver),
    *(CandidatesOpen, ElectionOpens, DebateOpens, VoteOpens, HunterAims, CaptainFalls, CaptainDecides),
    *(AngelMayBeThere, StalemateNear),
)
"""Events that bring nothing about: what comes of them is told."""


def _shown(show: Show) -> list[Any] | None:
    """What was shown, one by one; None where it is only said who was touched."""
    value = show.value if show.value is not None else show.seat
    if value is None:
        return None
    return [value] if isinstance(value, str) or not isinstance(value, Sequence) else list(value)


def _seats(values: Sequence[Any]) -> list[Any]:
    """Those that are players."""
    return [one for one in values if hasattr(one, "index") and hasattr(one, "name")]


def _ending(values: Sequence[Any]) -> str:
    """What a key ends with if these were chosen or shown: a word, yes, no or none."""
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


def _first_moment(narration: Narration) -> Moment:
    """The deal, of which nothing has been told yet."""
    return Moment("before", narration.word("title.deal"), [])


class Teller:
    """Hears a replayed round and writes it down."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.moments = [_first_moment(words.narration)]
        self._deed: tuple[Ask, Card, list[Any], bool] | None = None
        """A question, the card of who was asked, the answer so far, and whether some of it was drawn: what it
        brought follows."""
        self._by_night = False
        self._prey: list[Any] = []
        """Whom the pack has named tonight."""
        self._pack: list[Any] = []
        self._captain: Any = None
        self._dealt: list[str] = []

    def hear(self, request: Request, answer: Any) -> None:
        """One word of the round, and its answer."""
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
            case Say(event=event):
                self._by_night = False
                self._happens(event)
            case _:
                pass

    def end(self) -> None:
        """Nothing more is said: a deed of which nobody learns anything is told."""
        if self._deed:
            self._did(None, "")

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
        """`holding`: what the doer held as he began, if his deed may have changed it."""
        doers, others = list(seats), list(to)
        cards = [holding.key if holding else seat.card.key for seat in doers]
        entry = Entry(
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
        """Tells the deed under way. `shown`: what its doer has learnt by it, None for nothing."""
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

    def _learns(self, show: Show) -> None:
        """Tells what somebody learns whom nobody has asked before."""
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
        """Who was dealt what is one entry."""
        self._dealt.append(told)
        self.moments[-1].entries = [entry for entry in self.moments[-1].entries if entry.what != "dealt"]
        self._note(self.words("learns.dealt", list=self.words.listed(self._dealt)), "dealt", secret=True)

    def _voted(self, key: str, votes: Mapping[Any, Any]) -> None:
        """A secret choice of several: of the pack together, else of each."""
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
            case Nightfall() | Dawn() | Day():
                self._turn(event)
            case Death(seat=seat, cause=cause):
                assert isinstance(seat, Seat)
                text = words(
                    f"public.death.{cause}",
                    seat=seat_named(seat),
                    cause=words.narration.word(f"cause.{cause}"),
                    card=words.narration.card(seat.card),
                )
                self._note(text, "death", [seat], value=cause)
            case NoDeath(of=of):
                self._note(words(f"public.{of}"), "no death", value=of)
            case Captain(seat=seat, by=by):
                self._captain = seat
                text = words(f"public.captain.{by}", seat=seat_named(seat), chosen=words.among([seat]))
                self._note(text, "captain", [seat])
            case Candidates(seats=seats):
                if seats:
                    self._note(words("public.candidates", seats=words.listed(seats)), "candidates", seats)
            case Ballots():
                self._ballots(event)
            case Tie(seats=seats):
                self._note(words("public.tie", seats=words.listed(seats)), "tie", seats)
            case Lot(of=of, seat=seat):
                self._note(words("public.lot", seat=seat_named(seat)), "lot", [seat], value=of)
            case BallotDecides(seat=seat):
                self._note(words("public.ballot", seat=seat_named(seat)), "ballot decides", [seat])
            case _ if not isinstance(event, CEREMONY):
                befallen = getattr(event, "seat", None)
                for key, facts in werewolf_telling.tell(event):
                    text = words.narration.line(key, lambda _: 0, **facts)
                    self._note(text, event.kept_as()[0], [befallen] if befallen else [])
            case _:
                pass

    def _turn(self, event: Nightfall | Dawn | Day) -> None:
        kind = event.moment.split()[0]
        word = self.words.narration.word
        title = word(f"title.{kind}", number=event.number) if event.number else word("title.eve")
        self.moments.append(Moment(event.moment, title, []))
        self._prey = []

    def _ballots(self, event: Ballots) -> None:
        """Whom how many are against, or for, most first: who they are, and whose vote has counted for two."""
        words, grammar = self.words, self.words.narration
        for target, weight in sorted(event.weights.items(), key=lambda one: -one[1]):
            voters = [voter for voter, named in event.votes.items() if named is target]
            captain = [voter for voter in voters if voter is self._captain]
            each = [
                words("ballots.double", seat=grammar.seat(voter))
                if voter in captain
                else words.listed([voter])
                for voter in voters
            ]
            besides = weight - len(voters) - len(captain)
            each += [words("ballots.besides", number=besides)] if besides else []
            text = words(
                f"ballots.{event.of}", chosen=words.among([target]), number=weight, list=words.listed(each)
            )
            self._note(text, event.of, voters, [target], weight)


# A whole evening


def tell(kept: Kept, rulebooks: Mapping[str, Rules], narration: Narration, spoil: bool = False) -> Evening:
    """All rounds of an evening. Raises `RefusedError` for one that somebody can still go on with, or whose
    last round was just given up, unless `spoil`."""
    if kept.closed and not spoil:
        raise RefusedError(
            "the last round of this evening was given up: it is told once another has ended, or after a day; "
            "--spoil tells its secrets now"
        )
    if kept.under_way and not spoil:
        raise RefusedError(
            "the last round of this evening can still come to its end: --spoil tells its secrets"
        )
    setup = kept.setup
    return Evening(
        datetime.fromtimestamp(kept.began_s).isoformat(timespec="minutes"),
        narration.language,
        setup.rulebook,
        len(setup.names),
        dict(Counter(str(narration.card(card).title) for card in _deck(setup, rulebooks))),
        unusual(setup),
        [
            stored(kept, number) or told_anew(kept, number, rulebooks, narration)
            for number in range(len(kept.rounds))
        ],
    )


def _deck(setup: Setup, rulebooks: Mapping[str, Rules]) -> Sequence[Any]:
    """What was dealt; cards this program does not know by their keys alone."""
    try:
        return evening_of(setup, rulebooks).deck
    except ChangedError:
        return [Piece(key) for key in setup.deck]


def words_of(rulebook: str, narration: Narration) -> Words:
    """The words in which a round of this rulebook is told."""
    return Words(narration, f"chronicle/{MOTS_GAROUS.key}" if rulebook == MOTS_GAROUS.key else "chronicle")


def told_anew(kept: Kept, number: int, rulebooks: Mapping[str, Rules], narration: Narration) -> Round:
    """A round told from its replay; where this program plays it differently, its outcome alone."""
    rulebook = kept.setup.rulebook
    words = words_of(rulebook, narration)
    teller = Teller(words) if rulebook != MOTS_GAROUS.key else WordTeller(words, _first_moment(narration))
    lines = kept.rounds[number]
    minutes = round(lines[-1].at_s / 60)
    names = [narration.seat(Player(index, name)).label for index, name in enumerate(kept.setup.names)]
    seats = [Sat(name) for name in names]
    try:
        over = replay(kept, number, rulebooks, teller.hear)
    except ChangedError:
        winner, winners = lines[-1].answer[:2] if is_over(lines) else (None, ())
        for index in winners:
            seats[index].won = True
        changed = Words(narration)("evening.changed", version=kept.setup.version)
        return Round(number + 1, minutes, winner, [], seats, changed)
    teller.end()
    for seat in over.seats if over else ():
        if isinstance(over, WordRoundOver):
            side = "villagers" if seat.team == "village" else seat.team
            key, title = seat.role.key, narration.card(seat.role).title
            seats[seat.index] = Sat(names[seat.index], key, title, side)
            continue
        title = werewolf_telling.turned(seat, narration)
        card = narration.card(seat.card).title
        seats[seat.index] = Sat(
            names[seat.index], seat.card.key, f"{card}, {title}" if title else card, seat.camp
        )
    for seat in over.winners if over else ():
        seats[seat.index].won = True
    return Round(number + 1, minutes, over.winner if over else None, teller.moments, seats)


def just_told(evening: PlayedEvening, played: Kept, narration: Narration) -> Round:
    """The round of this evening that has just ended, told. Raises `TableError` where it cannot be told."""
    told = told_anew(played, 0, {evening.rulebook.key: evening.rulebook}, narration)
    told.number = evening.number
    return told


def to_store(told: Round) -> bytes:
    """A round told, as the journal keeps it."""
    return msgspec.msgpack.encode(told)


def stored(kept: Kept, number: int) -> Round | None:
    """A round as it was told when it ended; None if it has not ended, or its story is not known."""
    data = kept.stories.get(number)
    try:
        return None if data is None else msgspec.msgpack.decode(data, type=Round)
    except msgspec.MsgspecError:  # of a later version
        return None


def winners_of(kept: Kept) -> list[str | None]:
    """Who has won each round of an evening; None where it has not come to its end."""
    told = [stored(kept, number) for number in range(len(kept.rounds))]
    return [
        each.winner if each else lines[-1].answer[0] if is_over(lines) else None
        for each, lines in zip(told, kept.rounds, strict=True)
    ]


def unusual(setup: Setup) -> dict[str, Any]:
    """The options of an evening that are not what they are by default."""
    usual = msgspec.to_builtins(WordOptions() if setup.words else Options())
    options = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    return options | ({"deal": setup.deal} if setup.deal != "ring" else {})


class Tally(msgspec.Struct):
    """What the rounds of one rulebook have come to. `rounds`: those that have come to their end; `changed`:
    how many of them have no story, so that their cards are not counted; `camps`: how often each has won;
    `players`: the same, by how many played; `cards`: how each has fared."""

    rounds: int = 0
    changed: int = 0
    camps: dict[str, int] = {}
    cards: dict[str, Held] = {}
    players: dict[int, dict[str, int]] = {}


class Held(msgspec.Struct):
    """How many players were this in the end, and how many of them have won."""

    held: int = 0
    won: int = 0


def statistics(evenings: Sequence[Kept]) -> dict[str, Tally]:
    """Who has won how often, by rulebook; the one that was played most comes first."""
    tallies: dict[str, Tally] = {}
    for kept in evenings:
        for number, winner in enumerate(winners_of(kept)):
            if winner is not None:
                _count(tallies.setdefault(kept.setup.rulebook, Tally()), kept, number, winner)
    return dict(sorted(tallies.items(), key=lambda one: -one[1].rounds))


def _count(tally: Tally, kept: Kept, number: int, winner: str) -> None:
    """Adds a round that has come to its end."""
    tally.rounds += 1
    for wins in (tally.camps, tally.players.setdefault(len(kept.setup.names), {})):
        wins[winner] = wins.get(winner, 0) + 1
    told = stored(kept, number)
    if told is None or told.changed:
        tally.changed += 1
        return
    for seat in told.seats:
        held = tally.cards.setdefault(seat.card, Held())
        held.held += 1
        held.won += seat.won


def as_tables(tallies: Mapping[str, Tally], words_of: Callable[[str], Words]) -> list[str]:
    """Statistics for people: of each rulebook who has won, by the number of players, and with which card.
    `words_of`: in which words, by rulebook."""
    lines: list[str] = []
    for rulebook, tally in tallies.items():
        words = words_of(rulebook)
        rounds = words("statistics.rounds", number=tally.rounds)
        lines += ["", f"== {words(f'rulebook.{rulebook}', key=rulebook)} · {rounds}", ""]
        numbers = sorted(tally.players)
        head = [words("statistics.players"), *map(str, numbers), words("statistics.all"), ""]
        lines += _table(
            head,
            [
                [
                    _outcome(camp, words),
                    *(str(tally.players[number].get(camp, "-")) for number in numbers),
                    *_share(wins, tally.rounds),
                ]
                for camp, wins in sorted(tally.camps.items(), key=lambda one: -one[1])
            ],
        )
        held = {key: one for key, one in tally.cards.items() if key in words.narration.cards}
        cards = [
            [str(words.narration.cards[key].title), str(one.held), *_share(one.won, one.held)]
            for key, one in sorted(held.items(), key=lambda one: -one[1].won / one[1].held)
        ]
        if cards:
            head = [words(f"statistics.{key}") for key in ("card", "held", "won")]
            lines += ["", *_table([*head, ""], cards)]
        if tally.changed:
            lines += ["", words("statistics.changed", number=tally.changed)]
    return lines[1:]


def _share(part: int, whole: int) -> tuple[str, str]:
    """A number, and how much of the whole that is."""
    return str(part), f"{100 * part / whole:.0f} %"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns under their heads: the first is of words, the others are of numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(
            [
                "",
                f"{first:<{widths[0]}}",
                *(f"{one:>{wide}}" for one, wide in zip(rest, widths[1:], strict=True)),
            ]
        ).rstrip()
        for first, *rest in (head, *rows)
    ]


def listed(evenings: Sequence[Kept], words_of: Callable[[str], Words]) -> list[str]:
    """The evenings, the last first: its number, when, what was played, who has won each round. `words_of`: in
    which words, by rulebook."""
    lines = []
    for number, kept in enumerate(reversed(evenings), start=1):
        began = datetime.fromtimestamp(kept.began_s).strftime("%Y-%m-%d %H:%M")
        words = words_of(kept.setup.rulebook)
        wins = words.listed(_outcome(winner, words) for winner in winners_of(kept))
        played = _played(kept.setup.rulebook, len(kept.setup.names), words)
        lines.append(f"{number:>3}  {began} · {played} · {wins}")
    return lines


def erase_all(folder: Path, sure: Callable[[], object] = lambda: None) -> int:
    """Takes every evening in this folder away, for good, with what was written of a fault in one of them; or
    raises `JournalError`. Returns how many; of a damaged file that was put aside nobody knows, so that it
    counts as one. `sure`: is called right before anything is taken away, and may raise to keep it."""
    sure()
    try:
        if os.path.lexists(folder / FAULT):  # or a disk that is read-only would refuse it
            (folder / FAULT).unlink()
    except OSError as error:
        stays = Reason("file.stays", file=folder / FAULT, reason=reason_of(error))
        raise JournalError(stays) from None
    if not files_in(folder):
        return 0
    with closing(Journal(folder)) as journal:
        return journal.erase(sure)


# For people


def when(told: Evening, words: Words) -> str:
    """The date and the hour at which an evening began."""
    began = datetime.fromisoformat(told.began)
    month = words("evening.months").split()[began.month - 1]
    hour, minute = f"{began:%H}", f"{began:%M}"
    return words("evening.date", day=began.day, month=month, year=began.year, hour=hour, minute=minute)


def facts(told: Evening, words: Words) -> list[str]:
    """What was played: when, by what rules, by how many, with which cards and options."""
    cards = [f"{title} ×{times}" if times > 1 else title for title, times in told.deck.items()]
    lines = [
        f"{when(told, words)} · {_played(told.rulebook, told.players, words)}",
        words("evening.deck", list=words.listed(cards)),
    ]
    if told.options:
        each = [_option(key, value, words) for key, value in told.options.items()]
        lines.append(words("evening.options", list=words.listed(each)))
    return lines


def _played(rulebook: str, players: int, words: Words) -> str:
    return f"{words(f'rulebook.{rulebook}', key=rulebook)} · {words('evening.players', number=players)}"


def _outcome(winner: str | None, words: Words) -> str:
    """Who has won, by his key where nobody knows such a camp any more."""
    if winner is None:
        return words("evening.unfinished")
    key = f"over.{winner}"
    return words.narration.word(key) if key in words.narration.words else winner


def _option(key: str, value: Any, words: Words) -> str:
    said = ("no", "yes")[value] if isinstance(value, bool) else value
    return words(f"option.{key}.{said}", key=key, value=said)


def heading(told: Round, words: Words) -> str:
    """Which round, how long it was, who has won it."""
    lasted = [words("evening.minutes", number=told.minutes)] if told.minutes else []
    return " · ".join([words("evening.round", number=told.number), *lasted, _outcome(told.winner, words)])


def as_text(told: Evening, words: Words) -> list[str]:
    """An evening for people: secrets are set in."""
    lines = [words("evening.title"), *facts(told, words)]
    for each in told.rounds:
        lines += ["", f"== {heading(each, words)}"]
        if each.changed:
            lines += ["", each.changed, ""]
            lines += [f"  {'★' if seat.won else ' '} {seat.name}" for seat in each.seats]
            continue
        for moment in each.moments:
            if moment.entries:
                lines += ["", moment.title]
            lines += [("    · " if entry.secret else "  ") + entry.text for entry in moment.entries]
        if each.winner:
            lines += ["", words("evening.cards")]
            for seat in each.seats:
                holds = words("learns.holds", seat=seat.name, card=seat.title)
                lines.append(f"  {'★' if seat.won else ' '} {holds}")
    return lines
