"""The chronicle: what really happened in an evening, night by night.

A round is told once, from its replay, when it ends; what was told is kept in the journal as data. From then
on no rule is needed to read it, so that no change of a rule takes an old story away.

Its words are those of `config/chronicle`: a sentence for each deed, by its key, and a general one for a card
that has none of its own.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from hardware.troubles import reason_of
from table.errors import Reason, RefusedError
from table.evening.journal import Journal
from table.evening.journal_files import files_in
from table.evening.resume import ChangedError, evening_of, replay
from table.evening.writer import JournalError
from table.faults import FAULT
from table.games.all import game_of
from table.games.entries import CardKey, ChronicleTexts, EveningStory, Round, Sat
from table.games.evening import Evening as PlayedEvening
from table.games.evening import Rules
from table.games.records import Setup, StoredEvening, is_over
from table.room.village import NamedSeat
from table.words.narration import Narration

# A whole evening


def tell(
    kept: StoredEvening, rulebooks: Mapping[str, Rules], narration: Narration, spoil: bool = False
) -> EveningStory:
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
    return EveningStory(
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
        return [CardKey(key) for key in setup.deck]


def words_of(rulebook: str, narration: Narration) -> ChronicleTexts:
    """The words in which a round of this rulebook is told."""
    return ChronicleTexts(narration, game_of(rulebook).texts)


def told_anew(
    kept: StoredEvening, number: int, rulebooks: Mapping[str, Rules], narration: Narration
) -> Round:
    """A round told from its replay; where this program plays it differently, its outcome alone."""
    rulebook = kept.setup.rulebook
    teller = game_of(rulebook).teller(words_of(rulebook, narration))
    lines = kept.rounds[number]
    minutes = round(lines[-1].at_s / 60)
    names = [narration.seat(NamedSeat(index, name)).label for index, name in enumerate(kept.setup.names)]
    seats = [Sat(name) for name in names]
    try:
        over = replay(kept, number, rulebooks, teller.hear)
    except ChangedError:
        winner, winners = lines[-1].answer[:2] if is_over(lines) else (None, ())
        for index in winners:
            seats[index].won = True
        changed = ChronicleTexts(narration)("evening.changed", version=kept.setup.version)
        return Round(number + 1, minutes, winner, [], seats, changed)
    teller.end()
    for seat in over.seats if over else ():
        seats[seat.index] = teller.sat(seat, names[seat.index])
    for seat in over.winners if over else ():
        seats[seat.index].won = True
    return Round(number + 1, minutes, over.winner if over else None, teller.moments, seats)


def just_told(evening: PlayedEvening, played: StoredEvening, narration: Narration) -> Round:
    """The round of this evening that has just ended, told. Raises `TableError` where it cannot be told."""
    told = told_anew(played, 0, {evening.rulebook.key: evening.rulebook}, narration)
    told.number = evening.number
    return told


def to_store(told: Round) -> bytes:
    """A round told, as the journal keeps it."""
    return msgspec.msgpack.encode(told)


def stored(kept: StoredEvening, number: int) -> Round | None:
    """A round as it was told when it ended; None if it has not ended, or its story is not known."""
    data = kept.stories.get(number)
    try:
        return None if data is None else msgspec.msgpack.decode(data, type=Round)
    except msgspec.MsgspecError:  # of a later version
        return None


def winners_of(kept: StoredEvening) -> list[str | None]:
    """Who has won each round of an evening; None where it has not come to its end."""
    told = [stored(kept, number) for number in range(len(kept.rounds))]
    return [
        each.winner if each else lines[-1].answer[0] if is_over(lines) else None
        for each, lines in zip(told, kept.rounds, strict=True)
    ]


def unusual(setup: Setup) -> dict[str, Any]:
    """The options of an evening that are not what they are by default."""
    usual = msgspec.to_builtins(game_of(setup.rulebook).options)
    options = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    return options | ({"deal": setup.deal} if setup.deal != "ring" else {})


class StoryTally(msgspec.Struct):
    """What the rounds of one rulebook have come to. `rounds`: those that have come to their end; `changed`:
    how many of them have no story, so that their cards are not counted; `camps`: how often each has won;
    `players`: the same, by how many played; `cards`: how each has fared."""

    rounds: int = 0
    changed: int = 0
    camps: dict[str, int] = {}
    cards: dict[str, CardRecord] = {}
    players: dict[int, dict[str, int]] = {}


class CardRecord(msgspec.Struct):
    """How many players were this in the end, and how many of them have won."""

    held: int = 0
    won: int = 0


def statistics(evenings: Sequence[StoredEvening]) -> dict[str, StoryTally]:
    """Who has won how often, by rulebook; the one that was played most comes first."""
    tallies: dict[str, StoryTally] = {}
    for kept in evenings:
        for number, winner in enumerate(winners_of(kept)):
            if winner is not None:
                _count(tallies.setdefault(kept.setup.rulebook, StoryTally()), kept, number, winner)
    return dict(sorted(tallies.items(), key=lambda one: -one[1].rounds))


def _count(tally: StoryTally, kept: StoredEvening, number: int, winner: str) -> None:
    """Adds a round that has come to its end."""
    tally.rounds += 1
    for wins in (tally.camps, tally.players.setdefault(len(kept.setup.names), {})):
        wins[winner] = wins.get(winner, 0) + 1
    told = stored(kept, number)
    if told is None or told.changed:
        tally.changed += 1
        return
    for seat in told.seats:
        held = tally.cards.setdefault(seat.card, CardRecord())
        held.held += 1
        held.won += seat.won


def as_tables(tallies: Mapping[str, StoryTally], words_of: Callable[[str], ChronicleTexts]) -> list[str]:
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


def listed(evenings: Sequence[StoredEvening], words_of: Callable[[str], ChronicleTexts]) -> list[str]:
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


def when(told: EveningStory, words: ChronicleTexts) -> str:
    """The date and the hour at which an evening began."""
    began = datetime.fromisoformat(told.began)
    month = words("evening.months").split()[began.month - 1]
    hour, minute = f"{began:%H}", f"{began:%M}"
    return words("evening.date", day=began.day, month=month, year=began.year, hour=hour, minute=minute)


def facts(told: EveningStory, words: ChronicleTexts) -> list[str]:
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


def _played(rulebook: str, players: int, words: ChronicleTexts) -> str:
    return f"{words(f'rulebook.{rulebook}', key=rulebook)} · {words('evening.players', number=players)}"


def _outcome(winner: str | None, words: ChronicleTexts) -> str:
    """Who has won, by his key where nobody knows such a camp any more."""
    if winner is None:
        return words("evening.unfinished")
    key = f"over.{winner}"
    return words.narration.word(key) if key in words.narration.words else winner


def _option(key: str, value: Any, words: ChronicleTexts) -> str:
    said = ("no", "yes")[value] if isinstance(value, bool) else value
    return words(f"option.{key}.{said}", key=key, value=said)


def heading(told: Round, words: ChronicleTexts) -> str:
    """Which round, how long it was, who has won it."""
    lasted = [words("evening.minutes", number=told.minutes)] if told.minutes else []
    return " · ".join([words("evening.round", number=told.number), *lasted, _outcome(told.winner, words)])


def as_text(told: EveningStory, words: ChronicleTexts) -> list[str]:
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
