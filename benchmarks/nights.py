"""Measures the nights of every deck: writes docs/nights.md.

    python -m benchmarks.nights

The lengths as they are reckoned (`table.settings.decks.night_s`), and as they come out at a table, every line
spoken, on a clock that jumps. Exit status 1 if a night is longer than it may be.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import Board
from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Ask, Say, Vote
from table.games.lots import ByLot, in_common
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.deck import SEATS_MOST
from table.games.werewolf.rules.events import Dawn, Nightfall
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import deal, play_round
from table.room.devices import Devices
from table.room.room import Room
from table.room.stage import Stage
from table.settings.decks import NAMES, deck_for, night_s
from table.settings.times import Times
from table.words.narration import Narration

PAGE = Path(__file__).parent.parent / "docs" / "nights.md"
BARS_S = {"simplified": 75, "beginner": 150, "expert": 240}
LANGUAGES = ("en", "fr")
PIXELS = 24
DRAWS = 3
"""Rounds of each deck in each language, since a line has several wordings."""

HEAD = f"""\
# How long a night is

This page says how long the nights of each deck are, for whoever chooses one. Times are in seconds at normal
pace, speech included, from the first word of the night to the first of the morning, before any card has been
turned over. A call lasts its time whatever is answered.

**Reckoned** is the estimate that the menu uses, 3 s for a line. **At the table** is the longest of {DRAWS}
nights in each language with all lines spoken, 0.06 s a letter, in a village that answers little. Later
nights are second nights: in these the White Werewolf is called. Numbers of players in one row have the same
calls, and the figures are those of the largest number.

The questions of a call end one second before the call. Then its answer, or an empty record, goes to the
disk ([journal.md](journal.md)), so a night is as long with a journal as without. A disk that takes longer
than this second makes every call that much longer.

A night may last 75 s with a simplified deck, 150 s with a beginner one and 240 s with an expert one.

This page is written by `python -m benchmarks.nights`.

| rulebook | deck | players | first, reckoned | at the table | later, reckoned | at the table |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""


class Nights(NamedTuple):
    """Lengths of a first and a later night, in seconds."""

    first_s: float
    later_s: float


class Row(NamedTuple):
    """Decks with nights of equal length."""

    rulebook: str
    name: str
    least: int
    most: int
    reckoned: Nights
    at_the_table: Nights


class EnoughError(Exception):
    """Raised at the second morning."""


class Quiet(ByLot):
    """Answers only what is necessary, and lets the pack eat a plain villager: some packs would starve."""

    def ask(self, request: Ask) -> Sequence[Any]:
        return super().ask(request) if request.demanded else ()

    def vote(self, request: Vote) -> dict[Any, Any]:
        if not request.key.startswith("werewolves"):
            return {}
        shared = in_common(request.choices.values())
        named = [choice for choice in shared if choice is True or choice.card is VILLAGER]
        return dict.fromkeys(request.choices, named[0]) if named else {}


class TimedRoom(Room):
    """A room that notes when nights begin and end, two nights long."""

    def __init__(self, *given: Any) -> None:
        self.began_s: list[float] = []
        self.ended_s: list[float] = []
        super().__init__(*given, telling=werewolf_telling)

    def say(self, request: Say) -> None:
        if isinstance(request.event, Nightfall):
            self.began_s.append(self.time.now())
        elif isinstance(request.event, Dawn):
            self.ended_s.append(self.time.now())
            if len(self.ended_s) == 2:
                raise EnoughError
        super().say(request)

    @property
    def nights(self) -> Nights:
        """The lengths of the nights."""
        return Nights(*(end_s - begin_s for begin_s, end_s in zip(self.began_s, self.ended_s, strict=True)))


class NoView:
    """A view that draws nothing."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Draws nothing."""

    def close(self) -> None:
        """Nothing to give back."""


def at_the_table(rulebook: Rulebook, deck: Sequence[Card], players: int, language: str, seed: int) -> Nights:
    """Measures two nights played through a room."""
    clock = VirtualClock()
    devices = Devices(
        SimulatedButtons(players, 1, clock),
        SimulatedRings(players, PIXELS),
        SimulatedVoice(clock),
        NoView(),
        clock,
    )
    narration, mind = Narration.load(language), Quiet(seed)
    names = list(narration.places)[:players]
    stage = Stage(devices, narration, names, 1, Chance(seed))
    room = TimedRoom(stage, Times(), mind)
    options = Options(captain="never", stalemate=0, reveal="none")
    game = play(deal(rulebook.with_deck(deck), names, deck, options), mind)
    try:
        play(play_round(game), room)
    except EnoughError:
        return room.nights
    raise AssertionError(f"{rulebook.key}: a quiet village's round with {players} players ended too soon")


def reckoned(rulebook: Rulebook, deck: Sequence[Card]) -> Nights:
    """A first and a second night by the menu's formula."""
    return Nights(*(night_s(rulebook, deck, Times(), number) for number in (1, 2)))


def rows() -> Iterator[Row]:
    """Every deck; those with the same calls share a row."""
    for rulebook in RULEBOOKS.values():
        for name in NAMES:
            sizes = range(rulebook.least, SEATS_MOST + 1)
            decks = {players: deck_for(rulebook, name, players) for players in sizes}
            lengths = {players: reckoned(rulebook, deck) for players, deck in decks.items()}
            for _, alike in groupby(lengths, lengths.__getitem__):
                players = list(alike)
                deck = decks[players[-1]]
                played = [
                    at_the_table(rulebook, deck, players[-1], language, seed)
                    for language in LANGUAGES
                    for seed in range(DRAWS)
                ]
                longest = Nights(*(max(lengths_s) for lengths_s in zip(*played, strict=True)))
                yield Row(rulebook.key, name, players[0], players[-1], lengths[players[0]], longest)


def main() -> int:
    """Writes the page. Exit status 1 if a night is too long."""
    lines, too_long = [], []
    for row in rows():
        players = f"{row.least} to {row.most}" if row.least < row.most else f"{row.least}"
        lengths_s = (
            row.reckoned.first_s,
            row.at_the_table.first_s,
            row.reckoned.later_s,
            row.at_the_table.later_s,
        )
        if max(lengths_s) > BARS_S[row.name]:
            too_long.append(f"{row.rulebook}, {row.name}, {players} players: {max(lengths_s):.0f} s")
        figures = " | ".join(f"{length_s:.0f}" for length_s in lengths_s)
        lines.append(f"| {row.rulebook} | {row.name} | {players} | {figures} |\n")
    PAGE.write_text(HEAD + "".join(lines), "utf-8")
    print(f"{len(lines)} kinds of nights: {PAGE}")
    for line in too_long:
        print(f"too long: {line}")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
