"""Finds our own unfair decks, and fairer ones: writes config/decks. Then run `python -m benchmarks.chances`.

    python -m benchmarks.fair_decks
    python -m benchmarks.fair_decks propose [RULEBOOK DECK PLAYERS]
    python -m benchmarks.fair_decks write [RULEBOOK DECK PLAYERS]

Unfair are beginner and expert decks in which, by config/chances.toml, the village of talking bots wins less
than 40 or more than 60 of a hundred rounds that it or the werewolves win, or another camp wins more than 15.
Without an argument it lists them. `propose` looks for a fairer deck near each of them, or near the one that
is named, and near those for a player less or more; `write` writes it too. Both decks are played with ten
seeds, and the fairer one is taken.

A line for each deck: what it was and is, with the village's share and its 95 % interval over ten other seeds.
Exit status 1 if some stay unfair.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.errors import RefusedError
from table.games.batches import processors, together, workers
from table.games.chances import EVEN, OTHERS_MOST, RATHER, others, shipped, village_share
from table.games.lots import Tally
from table.games.protocol import DeckWish
from table.games.werewolf.recommend import Search, for_beginners
from table.games.werewolf.rules.deck import SEATS_MOST
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import simulate
from table.settings.decks import in_words, night_s, read_decks
from table.settings.times import Times

MEANT_FAIR = ("beginner", "expert")
"""The decks that are looked at: a wild one may be hard on somebody."""
FILES = Path(__file__).parent.parent / "config" / "decks"
SEEDS = 10
ROUNDS = 200
"""Rounds of each seed."""
SEARCHES = 5
"""How many searches there are at most for a deck, each near the best so far."""
ENOUGH = -0.02
"""An `unfairness` that ends the search: 47 to 53 of a hundred."""
NIGHT_S = {"beginner": 150, "expert": 240, "wild": 290}
"""The longest night, at normal pace."""
NEW_KINDS = 3
"""How many kinds of cards may come with one more player."""
KINDS = 4
"""Kinds of cards that a new deck has at least: Werewolf, Seer, Villager are the simplified deck's."""
FIRST_PLAYERS = 8
"""Players of a first evening, whose cards have signs that nobody mistakes."""
ALONE = {"prejudiced_manipulator", "piper", "angel", "white_werewolf"}
"""Characters that play for themselves: a wild deck has one of them."""
PLAIN = {"villager", "werewolf", "thief", "cupid", "seer", "little_girl", "witch", "hunter"}
"""The characters that a plain pack of 32 playing cards has a card for, up to 13 players of `family`."""
PLAIN_PLAYERS, PLAIN_VILLAGERS = 13, 6

Deck = tuple[Card, ...]
Decks = dict[str, dict[int, Deck]]
"""The decks of a rulebook, by name and number of players."""


def unfairness(tally: Tally) -> float:
    """How far a deck is from fair, 0 or less: it is."""
    return max(
        abs(village_share(tally.wins) - 0.5) - EVEN,
        max((0.0, *others(tally.wins).values())) - OTHERS_MOST,
    )


def unfair_decks() -> Iterator[tuple[str, str, int]]:
    """The decks to look at, by the figures that are shipped."""
    for rulebook in RULEBOOKS.values():
        for name in MEANT_FAIR:
            for players in range(rulebook.least, SEATS_MOST + 1):
                if is_unfair(shipped(rulebook.key, name, players)):
                    yield rulebook.key, name, players


def is_unfair(wins: Mapping[str, int]) -> bool:
    """Whether a deck is to be made anew."""
    return abs(village_share(wins) - 0.5) > RATHER or max(others(wins).values(), default=0.0) > OTHERS_MOST


def may_be(deck: Sequence[Card], rulebook: Rulebook, decks: Decks, name: str, players: int) -> bool:
    """Whether a deck fits to the others of its table: there is a Seer in each, and somebody besides;
    beginners have many villagers and two camps, and signs of different numbers of groups on a first evening;
    experts have fewer villagers and more kinds; kinds come a few at a time, and werewolves do not go with one
    player more; nights are not too long."""
    counts = Counter(card.key for card in deck)
    beginner, expert = (
        counts if one == name else Counter(card.key for card in decks[one][players])
        for one in ("beginner", "expert")
    )
    if not counts["seer"]:
        return False
    if name == "wild" and counts.keys() & ALONE == set():
        return False
    if beginner["villager"] < expert["villager"]:
        return False
    if len(expert) <= len(beginner) or (name == "beginner" and len(beginner) < KINDS):
        return False
    if name == "beginner" and not for_beginners(deck):
        return False
    groups = {card.sign.groups for card in deck}
    if name == "beginner" and players == FIRST_PLAYERS and len(groups) < len(counts):
        return False
    before, after = decks[name].get(players - 1), decks[name].get(players + 1)
    if before and len({*deck} - {*before}) > NEW_KINDS:
        return False
    if after and len({*after} - {*deck}) > NEW_KINDS:
        return False
    pack, least = werewolves(deck), werewolves(before or ())
    most = werewolves(after) if after else pack
    if not 0.12 <= pack / len(deck) <= 0.25 or pack < least or pack > most >= least:
        return False
    is_plain = counts["villager"] <= PLAIN_VILLAGERS and {*counts} <= PLAIN
    if rulebook.key == "family" and players <= PLAIN_PLAYERS and not is_plain:
        return False
    return all(night_s(rulebook, deck, Times(), number) <= NIGHT_S[name] for number in (1, 2, 3))


def werewolves(deck: Sequence[Card]) -> int:
    """How many of the cards are werewolves."""
    return sum(card.nature == "werewolf" for card in deck)


def played(rulebook: Rulebook, deck: Deck, what_for: str = "told") -> Tally:
    """What all seeds come to. `what_for`: a part of each of them, since the rounds by which a deck was chosen
    flatter it."""

    def play(seed: int) -> Tally:
        return simulate(rulebook, deck, Options(), ROUNDS, "talking", f"{what_for}/{seed}")

    with workers(play, processors()) as done:
        return reduce(together, done((seed,) for seed in range(SEEDS)))


def fairest(rulebook: Rulebook, decks: Decks, name: str, players: int) -> Deck:
    """The fairest deck near this one or near those for a player less or more; it may be this one."""
    fits = partial(may_be, rulebook=rulebook, decks=decks, name=name, players=players)
    deck = decks[name][players]
    beside = [decks[name][at] for at in (players - 1, players + 1) if at in decks[name]]
    tally = played(rulebook, deck, "chosen")
    for seed in range(SEARCHES):
        if unfairness(tally) <= ENOUGH:
            break
        near = [deck, *beside]
        search = Search(rulebook, Options(), DeckWish(players), Times(), seed, "talking", near, fits)
        try:
            *_, last = search.run(processors())
        except RefusedError:
            continue
        other = last[0].deck
        if Counter(other) != Counter(deck) and unfairness(
            found := played(rulebook, other, "chosen")
        ) < unfairness(tally):
            deck, tally = other, found
    return deck


def told(tally: Tally) -> str:
    """The village's share, with its interval, and the other camps that win often."""
    sides = {camp: tally.wins[camp] for camp in ("villagers", "werewolves")}
    low, high = Tally(max(1, sum(sides.values())), sides, 0.0).interval("villagers")
    return f"village {village_share(tally.wins):.0%} ({low:.0%} to {high:.0%}){told_others(tally.wins)}"


def told_others(wins: Mapping[str, int]) -> str:
    """The other camps that win more than a few rounds."""
    return "".join(f", {camp} {share:.0%}" for camp, share in others(wins).items() if share > 0.05)


def changes(before: Deck | None, deck: Deck) -> str:
    """A deck as a line of the file: whole, or what changes from the line before."""
    if before is None:
        return in_words(deck)
    had, has = Counter(before), Counter(deck)
    more, less = (list((one - other).elements()) for one, other in ((has, had), (had, has)))
    return " ".join(f"{sign} {in_words(cards)}" for sign, cards in (("+", more), ("-", less)) if cards)


def rewritten(text: str, decks: Decks) -> str:
    """The text of a file with the lines of these decks."""
    lines, name = [], ""
    before: Deck | None = None
    for line in text.splitlines():
        if table := re.fullmatch(r"\[(\w+)\]", line):
            name, before = table[1], None
        if row := re.match(r"(\d+) = ", line):
            deck = decks[name][int(row[1])]
            line, before = f'{row[1]} = "{changes(before, deck)}"', deck
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> int:
    """Exit status 1 if some decks stay unfair."""
    what, named = sys.argv[1:2], sys.argv[2:]
    asked = [(named[0], named[1], int(named[2]))] if named else [*unfair_decks()]
    if not what:
        for key, name, players in asked:
            wins = shipped(key, name, players)
            print(f"{key} {name} {players}: village {village_share(wins):.0%}{told_others(wins)}")
        return int(bool(asked))
    left = 0
    for key, name, players in asked:
        rulebook, path = RULEBOOKS[key], FILES / f"{key}.toml"
        decks = {one: dict(sizes) for one, sizes in read_decks(path, rulebook).items()}
        old = decks[name][players]
        place, new = f"{key} {name} {players}:", fairest(rulebook, decks, name, players)
        before = played(rulebook, old)
        after = played(rulebook, new) if new != old else before
        left += is_unfair(after.wins)
        if new == old:
            print(f"{place} stays {in_words(old)}: {told(before)}", flush=True)
            continue
        decks[name][players] = new
        if what == ["write"]:
            path.write_text(rewritten(path.read_text("utf-8"), decks), "utf-8")
            read_decks(path, rulebook)
        print(f"{place} {in_words(old)}: {told(before)}; now {in_words(new)}: {told(after)}", flush=True)
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
