"""Measures how well bots play: who wins how often, by level and deck, with claims passed on.

    python -m benchmarks.minds [duels|camps]

A row for each of 18 standard decks and each level, as Markdown: the village's and the werewolves' share with
its 95 % interval. With "duels": each level of villagers against each level of werewolves in the simplified
deck of twelve, and the same for a table that passes on no claims. With "camps": how often each camp of the
expert decks of best-of wins among random players, when its cards are played by lot, and by regulars. Rounds a
second are of processor time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.games.lots import Tally
from table.games.werewolf.levels import LEVELS, REGULAR, Level
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import among_random, duel, simulate
from table.settings.decks import deck_for

BOOKS = ("thiercelieux", "family", "best-of")
DECKS = ("simplified", "beginner")
PLAYERS = (8, 12, 18)
ROUNDS = 2000
CAMPS_AMONG = (18, 24)
"""Players of the decks in which every camp plays."""
BAR = 0.45
"""The village's share among regulars, by a deck that random players lose four times in five."""
BAR_A_SECOND = 200


def measured(
    book: str,
    deck: Sequence[Card],
    villagers: Level,
    werewolves: Level,
    options: Options = Options(claims=True),  # noqa: B008 - it cannot be changed
) -> tuple[Tally, float]:
    """The wins of each camp, and how many rounds a second of processor time."""
    began_s = time.process_time()
    tally = duel(RULEBOOKS[book], deck, options, ROUNDS, villagers, werewolves, seed=0)
    return tally, ROUNDS / (time.process_time() - began_s)


def row(label: str, tally: Tally, per_s: float) -> str:
    shares = []
    for camp in ("villagers", "werewolves"):
        low, high = tally.interval(camp)
        shares.append(f"{tally.wins.get(camp, 0) / tally.rounds:.1%} ({low:.1%} to {high:.1%})")
    others = {camp: wins for camp, wins in tally.wins.items() if camp not in ("villagers", "werewolves")}
    rest = ", ".join(f"{camp} {wins / tally.rounds:.1%}" for camp, wins in sorted(others.items()))
    return f"| {label} | {shares[0]} | {shares[1]} | {rest} | {per_s:.0f} |"


def decks() -> None:
    """Prints the table of all decks and levels."""
    for book in BOOKS:
        for name in DECKS:
            for players in PLAYERS:
                deck = deck_for(RULEBOOKS[book], name, players)
                for level in LEVELS.values():
                    label = f"{book}, {name}, {players}, {level.key}"
                    print(row(label, *measured(book, deck, level, level)), flush=True)


def duels() -> tuple[float, float]:
    """Prints the table of all pairs of levels in the simplified deck of twelve. Returns the village's share
    with regulars on both sides, and how many rounds of theirs were played a second."""
    deck = deck_for(RULEBOOKS["thiercelieux"], "simplified", 12)
    found = (0.0, 0.0)
    for villagers in LEVELS.values():
        for werewolves in LEVELS.values():
            tally, per_s = measured("thiercelieux", deck, villagers, werewolves)
            print(row(f"{villagers.key} villagers, {werewolves.key} werewolves", tally, per_s), flush=True)
            if villagers is werewolves is REGULAR:
                found = (tally.wins["villagers"] / tally.rounds, per_s)
    for level in LEVELS.values():
        silent = measured("thiercelieux", deck, level, level, Options())
        print(row(f"{level.key}, silent", *silent), flush=True)
    return found


def camps(rounds: int = ROUNDS) -> bool:
    """Prints how often each camp wins among random players, by lot and when it reasons. Returns whether each
    wins more often when it does."""
    is_better = True
    print("| players | camp | by lot | by regulars |")
    print("| ---: | --- | --- | --- |", flush=True)
    for players in CAMPS_AMONG:
        deck = deck_for(RULEBOOKS["best-of"], "expert", players)
        by_lot = simulate(RULEBOOKS["best-of"], deck, Options(), rounds, "random", seed=0)
        solitary = [card.key for card in deck if card.group == "solitary"]
        for camp in ("villagers", "werewolves", *solitary):
            talks = Options(claims=True)
            reasons = among_random(RULEBOOKS["best-of"], deck, talks, rounds, camp, REGULAR, seed=0)
            told = [
                f"{one.wins[camp] / rounds:.1%} ({low:.1%} to {high:.1%})"
                for one in (by_lot, reasons)
                for low, high in (one.interval(camp),)
            ]
            print(f"| {players} | {camp} | {told[0]} | {told[1]} |", flush=True)
            is_better &= reasons.wins[camp] > by_lot.wins[camp]
    return is_better


def main() -> int:
    """Exit status 1 if a bar is missed."""
    if sys.argv[1:] == ["camps"]:
        return 0 if camps() else 1
    print("| who | villagers | werewolves | others | rounds a second |")
    print("| --- | --- | --- | --- | --- |", flush=True)
    if sys.argv[1:] != ["duels"]:
        decks()
        return 0
    village, per_s = duels()
    print(f"village_of_regulars {village:.3f} (bar {BAR}; {ROUNDS} rounds)")
    print(f"rounds_of_regulars_a_second {per_s:.0f} (bar {BAR_A_SECOND}; processor time)")
    return 0 if village >= BAR and per_s >= BAR_A_SECOND else 1


if __name__ == "__main__":
    sys.exit(main())
