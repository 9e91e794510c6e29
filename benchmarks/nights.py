"""Measures the nights of every deck, and what cards add to a vote: writes docs/nights.md.

    python -m benchmarks.nights

The lengths as they are reckoned (`table.settings.decks.night_s`), and as they come out at a table, every line
spoken, on a clock that jumps. Exit status 1 if a night is longer than it may be.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import Board
from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Ask, Covered, Say, Vote
from table.games.lots import ByLot, in_common
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.deck import SEATS_MOST, read_deck
from table.games.werewolf.rules.events import Dawn, Nightfall, VoteOpens
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
from tests.kit.tables import WHOLE_BOX

PAGE = Path(__file__).parent.parent / "docs" / "nights.md"
BARS_S = {"simplified": 75, "beginner": 150, "expert": 240, "wild": 240}
EVERY_CARD = "every card"
"""The deck of the largest rulebook's last row: the menu announces its long first night."""
VOTES = {
    "none of them": ("", False),
    "Stuttering Judge": ("stuttering_judge, ", False),
    "Devoted Servant": ("devoted_servant, ", False),
    "Scapegoat, at a tie": ("scapegoat, ", False),
    "all three, at a tie": ("stuttering_judge, devoted_servant, scapegoat, ", False),
    "all three, and the Judge presses": ("stuttering_judge, devoted_servant, scapegoat, ", True),
}
"""The cards of the vote in a deck of 12, and whether they are pressed for, by what the page calls them."""
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
nights are second nights: in these the White Werewolf is called. With an Actor the menu reckons with those
cards open whose calls are the longest. Numbers of players in one row have the same
calls, and the figures are those of the largest number.

The questions of a call end one second before the call. Then its answer, or an empty record, goes to the
disk ([journal.md](journal.md)), so a night is as long with a journal as without. A disk that takes longer
than this second makes every call that much longer.

A night may last 75 s with a simplified deck, 150 s with a beginner one and 240 s with an expert or a wild
one. With every card of *Best Of* that is called, in 24 seats, the first lasts longer than five minutes: then
the host's menu says so at its start.

This page is written by `python -m benchmarks.nights`.

| rulebook | deck | players | first, reckoned | at the table | later, reckoned | at the table |
| --- | --- | --- | ---: | ---: | ---: | ---: |
"""

VOTES_HEAD = f"""
## How long a vote is

From the call to vote to nightfall, at the table, in seconds: the longest of {DRAWS} in each language, with
twelve players who all vote at once, and a last wish that nobody answers. A village that hesitates has up to
30 s more for each vote. The time of the Judge and that of the Servant are as long whether somebody presses or
not; the Scapegoat's question ends early once it is answered.

| cards of the vote | vote |
| --- | ---: |
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
    """Raised when all is measured."""


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

    def covered(self, request: Covered) -> Sequence[Any]:  # noqa: ARG002
        return ()


class Accusing(Quiet):
    """By day condemns a plain villager, or two alike where there is a Scapegoat."""

    def __init__(self, seed: int, presses: bool) -> None:
        super().__init__(seed)
        self._presses = presses

    def vote(self, request: Vote) -> dict[Any, Any]:
        if request.key != "vote":
            return super().vote(request)
        villagers = [seat for seat in in_common(request.choices.values()) if seat.card is VILLAGER]
        ties = any(seat.card.key == "scapegoat" for seat in request.choices)
        each = len(request.choices) // 2 if ties else len(request.choices)
        return {seat: villagers[number // each] for number, seat in enumerate(request.choices)}

    def covered(self, request: Covered) -> Sequence[Any]:
        return request.heard if self._presses and request.time.key == "stuttering_judge" else ()


class TimedRoom(Room):
    """A room that notes how long nights last, two nights long."""

    begins: type = Nightfall
    ends: type = Dawn
    count = 2

    def __init__(self, *given: Any) -> None:
        self.lengths_s: list[float] = []
        self._began_s: float | None = None
        super().__init__(*given, telling=werewolf_telling)

    def say(self, request: Say) -> None:
        if self._began_s is None and isinstance(request.event, self.begins):
            self._began_s = self.time.now()
        elif self._began_s is not None and isinstance(request.event, self.ends):
            self.lengths_s.append(self.time.now() - self._began_s)
            self._began_s = None
            if len(self.lengths_s) == self.count:
                raise EnoughError
        super().say(request)


class TimedVote(TimedRoom):
    """A room that notes how long all votes of a day last, one day long."""

    begins: type = VoteOpens
    ends: type = Nightfall
    count = 1


class NoView:
    """A view that draws nothing."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Draws nothing."""

    def close(self) -> None:
        """Nothing to give back."""


def at_the_table(
    rulebook: Rulebook,
    deck: Sequence[Card],
    players: int,
    language: str,
    seed: int,
    makes: Callable[[int], Quiet],
    timed: type[TimedRoom],
) -> Sequence[float]:
    """Measures two nights, or a vote, played through a room."""
    clock = VirtualClock()
    devices = Devices(
        SimulatedButtons(players, 1, clock),
        SimulatedRings(players, PIXELS),
        SimulatedVoice(clock),
        NoView(),
        clock,
    )
    narration, mind = Narration.load(language), makes(seed)
    names = list(narration.places)[:players]
    stage = Stage(devices, narration, names, 1, Chance(seed))
    room = timed(stage, Times(), mind)
    options = Options(captain="never", stalemate=0, reveal="none")
    game = play(deal(rulebook.with_deck(deck), names, deck, options), mind)
    try:
        play(play_round(game), room)
    except EnoughError:
        return room.lengths_s
    raise AssertionError(f"{rulebook.key}: a quiet village's round with {players} players ended too soon")


def reckoned(rulebook: Rulebook, deck: Sequence[Card]) -> Nights:
    """A first and a second night by the menu's formula."""
    return Nights(*(night_s(rulebook, deck, Times(), number) for number in (1, 2)))


def longest(
    rulebook: Rulebook,
    deck: Sequence[Card],
    players: int,
    makes: Callable[[int], Quiet] = Quiet,
    timed: type[TimedRoom] = TimedRoom,
) -> list[float]:
    """The longest of each of the measured lengths, of all draws in all languages."""
    played = [
        at_the_table(rulebook, deck, players, language, seed, makes, timed)
        for language in LANGUAGES
        for seed in range(DRAWS)
    ]
    return [max(lengths_s) for lengths_s in zip(*played, strict=True)]


def rows() -> Iterator[Row]:
    """Every deck, the last with every card; those with the same calls share a row."""
    for rulebook in RULEBOOKS.values():
        for name in NAMES:
            sizes = range(rulebook.least, SEATS_MOST + 1)
            decks = {players: deck_for(rulebook, name, players) for players in sizes}
            lengths = {players: reckoned(rulebook, deck) for players, deck in decks.items()}
            for _, alike in groupby(lengths, lengths.__getitem__):
                players = list(alike)
                at_table = Nights(*longest(rulebook, decks[players[-1]], players[-1]))
                yield Row(rulebook.key, name, players[0], players[-1], lengths[players[0]], at_table)
    rulebook = RULEBOOKS["best-of"]
    deck = read_deck(rulebook, ", ".join(WHOLE_BOX))
    at_table = Nights(*longest(rulebook, deck, SEATS_MOST))
    yield Row(rulebook.key, EVERY_CARD, SEATS_MOST, SEATS_MOST, reckoned(rulebook, deck), at_table)


def votes() -> Iterator[tuple[str, float]]:
    """What the page calls the cards of each measured vote, and its length."""
    rulebook = RULEBOOKS["best-of"]
    for title, (cards, presses) in VOTES.items():
        count = 8 - cards.count(",")
        deck = read_deck(rulebook, f"{cards}werewolf=3, seer, villager={count}")

        (length_s,) = longest(rulebook, deck, len(deck), partial(Accusing, presses=presses), TimedVote)
        yield title, length_s


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
        if max(lengths_s) > BARS_S.get(row.name, float("inf")):
            too_long.append(f"{row.rulebook}, {row.name}, {players} players: {max(lengths_s):.0f} s")
        figures = " | ".join(f"{length_s:.0f}" for length_s in lengths_s)
        lines.append(f"| {row.rulebook} | {row.name} | {players} | {figures} |\n")
    times = [f"| {title} | {length_s:.0f} |\n" for title, length_s in votes()]
    PAGE.write_text(HEAD + "".join(lines) + VOTES_HEAD + "".join(times), "utf-8")
    print(f"{len(lines)} kinds of nights, {len(times)} of votes: {PAGE}")
    for line in too_long:
        print(f"too long: {line}")
    return 1 if too_long else 0


if __name__ == "__main__":
    sys.exit(main())
