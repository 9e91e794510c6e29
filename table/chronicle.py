"""The chronicle: what really happened in an evening, night by night, told from its replay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from html import escape
from typing import Any

import msgspec

from table.errors import RefusedError
from table.journal import Kept, is_over
from table.narration import Narration
from table.requests import Ask, Draw, Request, Say, Show, Vote, Wake
from table.resume import ChangedError, plain, replay
from table.werewolf import telling
from table.werewolf.events import Ballots, Dawn, Day, Nightfall, RoundOver
from table.werewolf.pieces import Card
from table.werewolf.rulebook import Rulebook
from table.werewolf.state import Seat

NOTHING, YES, NO = "–", "✓", "✗"


class Entry(msgspec.Struct, omit_defaults=True):
    """Something that happened. `secret`: only some have known it; `seats`: whose doing it was, or who learned
    it; `what`: the word of the game; `value`: what was chosen or shown, in numbers and words."""

    text: str
    what: str
    secret: bool = False
    seats: list[int] = []
    value: Any = None


class Moment(msgspec.Struct):
    """A night, a morning or a day."""

    at: str
    title: str
    entries: list[Entry]


class Round(msgspec.Struct):
    """A round told. `winner` None: it has not come to its end."""

    number: int
    winner: str | None
    moments: list[Moment]
    cards: dict[str, str]
    """By the names of the seats, as they were in the end."""


class Teller:
    """Hears a replayed round and writes it down."""

    def __init__(self, narration: Narration) -> None:
        self.narration = narration
        self.moments = [Moment("before", narration.word("title.deal"), [])]
        self._called = ""

    def hear(self, request: Request, answer: Any) -> None:
        """One word of the round, and its answer."""
        match request:
            case Say(event=event):
                if isinstance(event, Nightfall | Dawn | Day):
                    self._turn(event)
                for key, facts in telling.tell(event):
                    self._note(self.narration.line(key, lambda _: 0, **facts), key)
                if isinstance(event, Ballots):
                    for voter, named in event.votes.items():
                        self._note(self._text([voter], self._told(named)), event.of, [voter], named)
                if isinstance(event, RoundOver):
                    for seat in event.seats:
                        self._note(self._text([seat], self._told(seat.card)), "card", [seat])
            case Wake(call=call):
                self._called = self.narration.word(f"call.{call.key}", card=telling.card_of(call))
            case Show(to=to, seat=seat, value=value):
                shown = [one for one in (seat, value) if one is not None and to != [one]]
                self._note(self._text(to, *map(self._told, shown)), "show", to, shown, secret=True)
            case Ask(seat=asked):
                self._note(self._text([asked], self._told(answer)), request.key, [asked], answer, secret=True)
            case Vote(key=key) if key not in ("vote", "revotes", "election", "election_revote", "candidates"):
                for voter, choice in answer.items():
                    self._note(self._text([voter], self._told(choice)), key, [voter], choice, secret=True)
            case Draw(stream=stream) if stream != "deal":
                self._note(self._text([], self._told(answer)), f"lot {stream}", [], answer, secret=True)
            case _:
                pass

    def _turn(self, event: Nightfall | Dawn | Day) -> None:
        kind = type(event).__name__.lower().replace("nightfall", "night")
        word = self.narration.word
        title = word(f"title.{kind}", number=event.number) if event.number else word("title.eve")
        self.moments.append(Moment(event.moment, title, []))
        self._called = ""

    def _note(
        self, text: str, what: str, seats: Sequence[Any] = (), value: Any = None, secret: bool = False
    ) -> None:
        self.moments[-1].entries.append(
            Entry(text, what, secret, [seat.index for seat in seats], plain(value))
        )

    def _text(self, seats: Sequence[Any], *told: str) -> str:
        who = ", ".join(self._told(seat) for seat in seats)
        said = " → ".join(filter(None, [who, *told]))
        return f"{self._called}: {said}" if self._called else said

    def _told(self, value: Any) -> str:
        """A seat, card, yes or no, or several of them, as somebody reads them."""
        match value:
            case bool():
                return YES if value else NO
            case Card():
                return self.narration.card(value).title
            case str():
                return value
            case Mapping() | Sequence():
                return ", ".join(self._told(one) for one in value) or NOTHING
        return self.narration.seat(value).label


def tell(
    kept: Kept, rulebooks: Mapping[str, Rulebook], narration: Narration, spoil: bool = False
) -> list[Round]:
    """All rounds of an evening. Raises `RefusedError` for one that is under way, unless `spoil`."""
    if kept.unfinished and not spoil:
        raise RefusedError(
            "the last round of this evening has not come to its end: --spoil tells its secrets"
        )
    told = []
    for number in range(len(kept.rounds)):
        teller = Teller(narration)
        over = replay(kept, number, rulebooks, teller.hear)
        cards = {narration.seat(seat).label: seat.card.key for seat in over.seats} if over else {}
        told.append(Round(number + 1, over.winner if over else None, teller.moments, cards))
    return told


def statistics(evenings: Sequence[Kept], rulebooks: Mapping[str, Rulebook]) -> dict[str, Any]:
    """Who has won how often: by camp, by card (of how many that were dealt), by the number of players."""
    camps: Counter[str] = Counter()
    dealt: Counter[str] = Counter()
    won: Counter[str] = Counter()
    players: dict[int, Counter[str]] = {}
    for kept in evenings:
        for number, lines in enumerate(kept.rounds):
            if not is_over(lines):
                continue
            winner, winners = lines[-1].answer
            camps[winner] += 1
            players.setdefault(len(kept.setup.names), Counter())[winner] += 1
            seats: Sequence[Seat] = ()
            try:
                over = replay(kept, number, rulebooks, lambda *_: None)
                seats = over.seats if over else ()
            except ChangedError:
                continue
            dealt.update(seat.card.key for seat in seats)
            won.update(seat.card.key for seat in seats if seat.index in winners)
    return {
        "rounds": camps.total(),
        "camps": dict(camps.most_common()),
        "cards": {card: {"dealt": times, "won": won[card]} for card, times in sorted(dealt.items())},
        "players": {str(number): dict(wins.most_common()) for number, wins in sorted(players.items())},
    }


def listed(evenings: Sequence[Kept]) -> list[str]:
    """The evenings, the last first: its number, when, what was played, how many rounds."""
    lines = []
    for number, kept in enumerate(reversed(evenings), start=1):
        when = datetime.fromtimestamp(kept.began_s).strftime("%Y-%m-%d %H:%M")
        wins = ", ".join(
            str(lines[-1].answer[0]) if is_over(lines) else "unfinished" for lines in kept.rounds
        )
        lines.append(f"{number:>3}  {when}  {kept.setup.rulebook}, {len(kept.setup.names)} players: {wins}")
    return lines


def as_text(rounds: Sequence[Round], narration: Narration) -> list[str]:
    """An evening for people: secrets are set in."""
    lines = []
    for told in rounds:
        lines.append(f"== {told.number}")
        for moment in told.moments:
            lines += ["", moment.title]
            lines += [("    · " if entry.secret else "  ") + entry.text for entry in moment.entries]
        if told.winner:
            lines += ["", narration.word(f"over.{told.winner}")]
    return lines


def as_html(rounds: Sequence[Round], narration: Narration) -> str:
    """One page that needs nothing else: a line of time, what was public on the left, secrets on the right."""
    title = escape(narration.word("title.attract"))
    parts = [
        f'<!doctype html><html lang="{narration.language}"><meta charset="utf-8"><title>{title}</title>',
        "<style>body{font:16px/1.5 serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
        "ol{list-style:none;padding:0}li{width:47%;padding:.1em 1em;margin:0;border-right:3px solid #888}"
        "li.secret{margin-left:calc(47% + 2em - 1px);border-right:0;border-left:3px solid #0072b2}</style>",
        f"<h1>{title}</h1>",
    ]
    for told in rounds:
        winner = f" - {escape(narration.word(f'over.{told.winner}'))}" if told.winner else ""
        parts.append(f"<h2>{told.number}{winner}</h2>")
        for moment in told.moments:
            items = "".join(
                f"<li{' class=secret' if entry.secret else ''}>{escape(entry.text)}</li>"
                for entry in moment.entries
            )
            parts.append(f"<h3>{escape(moment.title)}</h3><ol>{items}</ol>")
    return "\n".join([*parts, "</html>"])
