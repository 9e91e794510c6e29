"""The chronicle: what really happened in an evening, night by night.

A round is told from its replay when it ends, and the story is kept in the journal as data. Reading it needs
no rules, so a changed rule never loses an old story. Its words are those of `config/chronicle`: a sentence
for each deed, by its key, and a general one for cards without one.
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
from table.evening.replay import evening_of, replay
from table.evening.resume import ChangedError
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
    kept: StoredEvening,
    rulebooks: Mapping[str, Rules],
    narration: Narration,
    spoil: bool = False,
    minds: bool = False,
) -> EveningStory:
    """All rounds of an evening; with `minds`, also what minds believed at each vote. Raises `RefusedError` if
    a round can still be resumed, or the last one was just given up, unless `spoil`; and if the game's minds
    cannot say."""
    if minds and game_of(kept.setup.rulebook).minds is None:
        raise RefusedError(f"--minds: the minds of {kept.setup.rulebook} keep their reasons to themselves")
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
            (not minds and stored(kept, number)) or told_anew(kept, number, rulebooks, narration, minds)
            for number in range(len(kept.rounds))
        ],
    )


def _deck(setup: Setup, rulebooks: Mapping[str, Rules]) -> Sequence[Any]:
    """The cards that were dealt; ones this program does not know as their keys."""
    try:
        return evening_of(setup, rulebooks).deck
    except ChangedError:
        return [CardKey(key) for key in setup.deck]


def words_of(rulebook: str, narration: Narration) -> ChronicleTexts:
    """The words for the rounds of this rulebook."""
    return ChronicleTexts(narration, game_of(rulebook).texts)


def told_anew(
    kept: StoredEvening,
    number: int,
    rulebooks: Mapping[str, Rules],
    narration: Narration,
    minds: bool = False,
) -> Round:
    """Tells a round from its replay, with `minds` also what they believed; only its outcome, if this program
    plays it differently."""
    rulebook = kept.setup.rulebook
    game = game_of(rulebook)
    teller = ((minds and game.minds) or game.teller)(words_of(rulebook, narration))
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
    """Tells the round of this evening that has just ended. Raises `TableError` if that is impossible."""
    told = told_anew(played, 0, {evening.rulebook.key: evening.rulebook}, narration)
    told.number = evening.number
    return told


def to_store(told: Round) -> bytes:
    """A story in the form the journal keeps."""
    return msgspec.msgpack.encode(told)


def stored(kept: StoredEvening, number: int) -> Round | None:
    """The story of a round from the journal; None if it has not ended, or has none."""
    data = kept.stories.get(number)
    try:
        return None if data is None else msgspec.msgpack.decode(data, type=Round)
    except msgspec.MsgspecError:  # From a later version.
        return None


def winners_of(kept: StoredEvening) -> list[str | None]:
    """The winners of an evening's rounds; None for one that has not finished."""
    told = [stored(kept, number) for number in range(len(kept.rounds))]
    return [
        each.winner if each else lines[-1].answer[0] if is_over(lines) else None
        for each, lines in zip(told, kept.rounds, strict=True)
    ]


def unusual(setup: Setup) -> dict[str, Any]:
    """The options of an evening that differ from the defaults."""
    usual = msgspec.to_builtins(game_of(setup.rulebook).options)
    options = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    return options | ({"deal": setup.deal} if setup.deal != "ring" else {})


class StoryTally(msgspec.Struct):
    """The results of one rulebook's rounds.

    `rounds`: number of rounds that finished.
    `changed`: number of those without a story, whose cards are not counted.
    `camps`: wins of each camp.
    `players`: wins of each camp, by number of players.
    `cards`: the record of each card.
    """

    rounds: int = 0
    changed: int = 0
    camps: dict[str, int] = {}
    cards: dict[str, CardRecord] = {}
    players: dict[int, dict[str, int]] = {}


class CardRecord(msgspec.Struct):
    """How many players had this card in the end, and how many of them won."""

    held: int = 0
    won: int = 0


def statistics(evenings: Sequence[StoredEvening]) -> dict[str, StoryTally]:
    """Who won how often, by rulebook; the one played most comes first."""
    tallies: dict[str, StoryTally] = {}
    for kept in evenings:
        for number, winner in enumerate(winners_of(kept)):
            if winner is not None:
                _count(tallies.setdefault(kept.setup.rulebook, StoryTally()), kept, number, winner)
    return dict(sorted(tallies.items(), key=lambda one: -one[1].rounds))


def _count(tally: StoryTally, kept: StoredEvening, number: int, winner: str) -> None:
    """Adds a finished round."""
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
    """Statistics as text: for each rulebook who has won, by the number of players, and with which card.
    `words_of`: the words, by rulebook."""
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
                    outcome(camp, words),
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
    """A number, with its share of the whole."""
    return str(part), f"{100 * part / whole:.0f} %"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table under its heads: the first column holds words, the others numbers."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    return [
        "  ".join(["", first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]).rstrip()
        for first, *rest in (head, *rows)
    ]


def listed(evenings: Sequence[StoredEvening], words_of: Callable[[str], ChronicleTexts]) -> list[str]:
    """The list of evenings, the last first: number, date, rules, and winners of each round. `words_of`: the
    words, by rulebook."""
    lines = []
    for number, kept in enumerate(reversed(evenings), start=1):
        began = datetime.fromtimestamp(kept.began_s).strftime("%Y-%m-%d %H:%M")
        words = words_of(kept.setup.rulebook)
        wins = words.listed(outcome(winner, words) for winner in winners_of(kept))
        played = _played(kept.setup.rulebook, len(kept.setup.names), words)
        lines.append(f"{number:>3}  {began} · {played} · {wins}")
    return lines


def erase_all(folder: Path, sure: Callable[[], object] = lambda: None) -> int:
    """Erases every evening in this folder, with notes of faults in them, or raises `JournalError`. Returns
    how many; a damaged file that was put aside counts as one. `sure`: is called right before, and may raise
    to keep them."""
    sure()
    try:
        if os.path.lexists(folder / FAULT):  # Or a disk that is read-only would refuse it.
            (folder / FAULT).unlink()
    except OSError as error:
        stays = Reason("file.stays", file=folder / FAULT, reason=reason_of(error))
        raise JournalError(stays) from None
    if not files_in(folder):
        return 0
    with closing(Journal(folder)) as journal:
        return journal.erase(sure)


# Text


def when(told: EveningStory, words: ChronicleTexts) -> str:
    """The date and time when an evening began."""
    began = datetime.fromisoformat(told.began)
    month = words("evening.months").split()[began.month - 1]
    hour, minute = f"{began:%H}", f"{began:%M}"
    return words("evening.date", day=began.day, month=month, year=began.year, hour=hour, minute=minute)


def facts(told: EveningStory, words: ChronicleTexts) -> list[str]:
    """What was played: when, by which rules, by how many, with which cards and options."""
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


def outcome(winner: str | None, words: ChronicleTexts) -> str:
    """The winner; their key if nobody knows that camp any more."""
    if winner is None:
        return words("evening.unfinished")
    key = f"over.{winner}"
    return words.narration.word(key) if key in words.narration.words else winner


def _option(key: str, value: Any, words: ChronicleTexts) -> str:
    """What an option is set to: the sentence for it, or else its title and value in the menu."""
    menus = words.narration.texts("menus")
    if isinstance(value, bool):
        said, shown = ("no", "yes")[value], menus["house"][("off", "on")[value]]
    else:
        said, shown = value, menus.get(key, {}).get(str(value), value)
    return words(f"option.{key}.{said}", key=menus["host"].get(key, key), value=shown)


def heading(told: Round, words: ChronicleTexts) -> str:
    """The heading of a round: number, length, winner."""
    lasted = [words("evening.minutes", number=told.minutes)] if told.minutes else []
    return " · ".join([words("evening.round", number=told.number), *lasted, outcome(told.winner, words)])


def as_text(told: EveningStory, words: ChronicleTexts) -> list[str]:
    """An evening as text, with secrets indented."""
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
            honours = honours_of(told.rulebook, each, words)
            for number, seat in enumerate(each.seats):
                holds = words("learns.holds", seat=seat.name, card=seat.title)
                honour = f" · {honours[number]}" if number in honours else ""
                lines.append(f"  {'★' if seat.won else ' '} {holds}{honour}")
    return lines


def honours_of(rulebook: str, told: Round, words: ChronicleTexts) -> dict[int, str]:
    """What each player of a round will be remembered for, in words of its game, by seat; empty for a game
    without."""
    found, said = game_of(rulebook).honours(told), words_of(rulebook, words.narration)
    return {seat: said(f"honour.{honour.key}", **honour.facts) for seat, honour in found.items()}
