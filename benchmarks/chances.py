"""Measures the chances of every deck when bots play: writes docs/decks.md, the chances in
docs/mots-garous.md, and config/chances.toml.

    python -m benchmarks.chances [mots-garous | DECK | RULEBOOK DECK PLAYERS]

With the name of that game, of a kind of deck, or of one deck, its figures alone are measured, and the others
stay. Bots play each deck twice: once they talk, with the best of them as werewolves, once they are silent.

One line: name, figure, and what it was measured on. Exit status 1 if in a beginner deck a camp has less than
a quarter of the chance of the best.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from table.games.chances import hundredths
from table.games.lots import Players
from table.games.werewolf.rules.deck import SEATS_MOST
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Camp, Card
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import simulate
from table.games.werewords.rules.box import MOTS_GAROUS, SETS, tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.tiles import FEWEST, MOST
from table.games.werewords.simulate import WordSetup
from table.games.werewords.simulate import simulate as simulate_words
from table.settings.decks import NAMES, deck_for, in_words, minutes_of
from table.settings.times import Times
from table.words.lists import read_lists

ROOT = Path(__file__).parent.parent
PAGE, DATA = ROOT / "docs" / "decks.md", ROOT / "config" / "chances.toml"
WORD_PAGE = ROOT / "docs" / "mots-garous.md"
WORDS = WordSetup(WordOptions(), "fr", "medium", ())
OFFERED = 4
ROUNDS = 400
SEED = 1
SIDES = ("villagers", "werewolves")
HEARD = ("talking", "silent")
PLAYERS: tuple[Players, Players] = ("talking", "bots")
"""Who plays for the figures of each."""
Place = tuple[str, str, str, int]
"""Who talks, rulebook, deck, number of players."""
BAR = 4.0
"""The largest ratio of two camps' chances in a beginner deck."""

HEAD = f"""\
# Decks

This page lists the decks you can choose, with the chances of each camp and the minutes of a round. Each
rulebook has four decks for each number of players. Choose with `deck` in your
[`table.toml`](configuration.md) or with `garou play --deck NAME --seats N`:

- **simplified**: werewolves, one Seer, villagers;
- **beginner**: two camps, many simple villagers, sometimes one more character;
- **expert**: more kinds of characters and fewer simple villagers, in some a camp that plays for itself;
- **wild**: somebody who plays alone, and characters that act on the vote: it can be hard on somebody.

They are in [`config/decks/`](../config/decks), all but the simplified ones, a file for each rulebook. A line
there says what changes from one number of players to the next. Many were [made anew](decks-anew.md) after
0.5.0. Decks of your own go under `[decks]` in
your `table.toml`.

The chances are those of [bots](bots.md): how many of a hundred rounds each camp wins, from {ROUNDS} rounds of
each deck (seed {SEED}), so every figure may be off by 3. The bots talk, as people do (`claims`), and foxes
are the pack. The column *in silence* has the same for regulars who never say a word: the village, the
werewolves, others. People play otherwise: use the figures only to compare decks. In a beginner deck every
camp has at least a quarter of the best camp's chance. Minutes are those of a round at normal pace. The tables
of this page are written by `python -m benchmarks.chances`.

## Is a deck fair?

`garou decks` says so in words:

```sh
garou decks --seats 12                                     # the decks of the rulebook for 12 players
garou decks --deck werewolf=3,seer,witch,villager=7        # any other cards
garou decks --deck beginner --option captain=never         # other options; those of your table.toml count too
garou decks --rulebook mots-garous --deck classic --option difficulty=hard
```

It says what talking bots win, with the verdict, and beside it what silent ones win. Shipped decks with the
usual options have their figures on this page. All others are counted: bots play twice 1,000 rounds
(`--rounds`) on all processors (`--jobs`). Ctrl-C ends the count, and you get what there is. The host's
menu does the same for what its host has chosen, with bots that talk: a process of its own counts while the
menu is open, gives way to the table, and ends before the round begins. The figures settle as you look at
them.

Where a deck is more than the printed box holds, it says which cards are lacking: characters of other boxes,
and in large decks a fifth werewolf or more villagers (four more in the simplified deck of Tit Albert for 22).

The verdict compares the village with the werewolves. If the village wins 45 to 55 of a hundred rounds that
one of the two wins, the deck is *fair*. Up to 40 or 60 it is *rather hard* for one side, beyond that *hard*,
and *very hard* if one side wins only a quarter of them. Other camps that win more than 15 of a hundred
rounds are named. If one of them wins more rounds than the village, and more than the werewolves, the deck is
*not fair*.

Fewer than eight are sent on: `family` has decks from 6 players on, Mots-garous from 3, and bots can play the
free chairs of a larger table. For 4 or 5, with bots or without, `family` plays cards of your own, with a
warning that its rules are for 6: `garou decks --rulebook family --deck werewolf,seer,villager=3`, or
`--recommend --rulebook family --seats 5`.

One player more or less matters more than it seems: of two rows with as many werewolves, the odd number is
often better for the village than the even number after it, although there is a villager less.

## Finding a fair deck

```sh
garou decks --recommend --seats 9
garou decks --recommend --seats 12 --rulebook best-of --must fox --without cupid --minutes 20
garou decks --recommend --seats 10 --hard-for village
```

It begins with the decks of this page, changes one card after the other, and plays the most promising ones
again and again, with bots that talk. It names up to three decks that are fair and in which no other camp wins
more than 15 of a hundred rounds, the shortest night first; of nights about as long, the one in which more
players have something to do. From eight players on there are a Seer and one more power of the village, unless
you leave them out (`--without seer`). The figures are of 300 rounds that had no part in the choice.
The host's menu has the same search by buttons: "A fair deck". It takes a minute or two beside the table, at
the lowest priority, and chooses the deck it finds.
`--must` and `--without` name cards, `--minutes` the longest round, `--hard-for` the side that shall win about
38 of a hundred. It uses the cards of the box; if the box has not enough of them, it says which it lacks. If
nothing fits, you get the nearest deck, and it says so. If there is no such deck at all, you read from how
many minutes on, or for how many players, there is one.
"""


class Row(NamedTuple):
    """A deck and its figures. `chances`: of each camp that has won, in hundredths; `silent`: the same if
    nobody talks."""

    rulebook: str
    name: str
    players: int
    deck: str
    chances: Mapping[Camp, int]
    silent: Mapping[Camp, int]
    minutes: int


def rows() -> Iterator[tuple[str, str, int]]:
    """Every deck there is: rulebook, name, number of players."""
    for rulebook in RULEBOOKS.values():
        for name in NAMES:
            for players in range(rulebook.least, SEATS_MOST + 1):
                yield rulebook.key, name, players


def chances(deck: tuple[Card, ...], rulebook: str, rounds: int, players: Players) -> dict[Camp, int]:
    """The percentage of rounds that each camp wins, if at least one."""
    shares = hundredths(simulate(RULEBOOKS[rulebook], deck, Options(), rounds, players, SEED))
    return {camp: won for camp, won in shares.items() if won or camp in SIDES}


def measured(place: tuple[str, str, int], rounds: int | None = None) -> Row:
    """Measures a row of the page. `rounds`: how many; ROUNDS by default."""
    key, name, players = place
    deck = deck_for(RULEBOOKS[key], name, players)
    minutes = minutes_of(RULEBOOKS[key], deck, Times())
    talking, silent = (chances(deck, key, rounds or ROUNDS, who) for who in PLAYERS)
    return Row(key, name, players, in_words(deck), talking, silent, minutes)


def imbalance(row: Row) -> float:
    """Ratio of the best camp's chance to the worst's."""
    camps = [
        chance for camp, chance in row.chances.items() if camp != "nobody" and is_in_play(camp, row.deck)
    ]
    return max(camps) / max(1, min(camps))


def is_in_play(camp: Camp, deck: str) -> bool:
    """Whether this deck can have a camp: villagers and werewolves always, others by their cards."""
    return camp in SIDES or {"lovers": "cupid"}.get(camp, camp) in deck


def written(row: Row) -> str:
    """A row as a line of the page."""
    (village, wolves, others), silent = map(columns, (row.chances, row.silent))
    told = ", ".join(filter(None, silent))
    return f"| {row.players} | {row.deck} | {village} | {wolves} | {others} | {told} | {row.minutes} |"


def columns(shares: Mapping[Camp, int]) -> tuple[str, str, str]:
    """The chances of villagers, of werewolves, and of others by their names."""
    others = ", ".join(f"{camp} {chance}" for camp, chance in shares.items() if camp not in SIDES)
    return str(shares["villagers"]), str(shares["werewolves"]), others


def page(found: list[Row]) -> str:
    """The whole page."""
    lines = [HEAD.rstrip()]
    table = ""
    for row in found:
        if table != f"{row.rulebook}, {row.name}":
            table = f"{row.rulebook}, {row.name}"
            lines += [
                f"\n## {table}\n",
                "| players | cards | villagers | werewolves | others | in silence | minutes |",
                "| ---: | --- | ---: | ---: | --- | --- | ---: |",
            ]
        lines.append(written(row))
    return "\n".join(lines) + "\n"


class WordRow(NamedTuple):
    """A set of Mots-garous and its figures, in hundredths. `found`: share of rounds in which the word was
    found."""

    name: str
    players: int
    chances: Mapping[Camp, int]
    found: int


def word_rows() -> list[tuple[str, int]]:
    """Every set: its name, and the number of players."""
    return [(name, players) for name in SETS for players in range(FEWEST, MOST + 1)]


def measured_words(place: tuple[str, int]) -> WordRow:
    """Measures a row of the page of Mots-garous."""
    name, players = place
    lists, _ = read_lists(ROOT / "config" / "words" / WORDS.language)
    tally = simulate_words(tiles_of(name, players), lists, WORDS, OFFERED, ROUNDS, "bots", SEED)
    return WordRow(name, players, hundredths(tally), round(100 * tally.found / ROUNDS))


def word_page(text: str, found: Iterable[WordRow]) -> str:
    """The page of Mots-garous with these figures in its table."""
    by_players: dict[int, list[str]] = {}
    for row in found:
        shown = [str(row.chances[camp]) for camp in ("village", "werewolves")]
        by_players.setdefault(row.players, []).extend([*shown, str(row.found)])
    lines = [f"| {' | '.join([str(players), *shares])} |" for players, shares in by_players.items()]
    return re.sub(r"(?<=: \|\n)(\| \d.*\n)+", "\n".join(lines) + "\n", text)


def data(found: Iterable[tuple[Place, Mapping[Camp, int]]]) -> str:
    """The same chances for the host's menu: by who talks, rulebook, deck, number of players, and camp."""
    lines = [
        "# Of a hundred rounds of each deck, how many each camp wins: what the host's menu says of it.",
        "# Written by python -m benchmarks.chances, as docs/decks.md is; what they are worth stands there.",
    ]
    table = ""
    for (heard, rulebook, name, players), shares in found:
        if table != f"{heard}.{rulebook}.{name}":
            table = f"{heard}.{rulebook}.{name}"
            lines += ["", f"[{table}]"]
        told = ", ".join(f"{camp} = {won}" for camp, won in shares.items())
        lines.append(f"{players} = {{ {told} }}")
    return "\n".join(lines) + "\n"


def kept() -> dict[Place, Mapping[Camp, int]]:
    """The chances of the host's menu's file."""
    return {
        (heard, rulebook, name, int(players)): shares
        for heard, rulebooks in tomllib.loads(DATA.read_text("utf-8")).items()
        for rulebook, decks in rulebooks.items()
        for name, rows_of in decks.items()
        for players, shares in rows_of.items()
    }


def known(place: tuple[str, str, int], before: Mapping[Place, Mapping[Camp, int]]) -> Row:
    """A row of the page that was measured before."""
    deck = deck_for(RULEBOOKS[place[0]], *place[1:])
    talking, silent = (before[heard, *place] for heard in HEARD)
    return Row(*place, in_words(deck), talking, silent, minutes_of(RULEBOOKS[place[0]], deck, Times()))


def main() -> int:
    """Exit status 1 if the bar is missed, 2 if what is named is no deck."""
    asked = sys.argv[1:]
    wanted = [place for place in rows() if asked in ([], [place[1]], [*map(str, place)])]
    if not wanted and asked != [MOTS_GAROUS.key]:
        print(
            f"chances: {' '.join(asked)} is no deck of ours; allowed: {MOTS_GAROUS.key}, "
            f"{', '.join(NAMES)}, or a rulebook, one of these and a number of players",
            file=sys.stderr,
        )
        return 2
    before = kept()
    with ProcessPoolExecutor() as processes:
        if asked in ([], [MOTS_GAROUS.key]):
            words = [*processes.map(measured_words, word_rows())]
            WORD_PAGE.write_text(word_page(WORD_PAGE.read_text("utf-8"), words), "utf-8")
            of_words = [(("talking", MOTS_GAROUS.key, row.name, row.players), row.chances) for row in words]
        else:
            of_words = [(place, shares) for place, shares in before.items() if place[1] == MOTS_GAROUS.key]
        measured_now = dict(zip(wanted, processes.map(measured, wanted, chunksize=4), strict=True))
    found = [measured_now.get(place) or known(place, before) for place in rows()]
    talking = [(("talking", *row[:3]), row.chances) for row in found]
    silent = [(("silent", *row[:3]), row.silent) for row in found]
    DATA.write_text(data([*talking, *of_words, *silent]), "utf-8")
    PAGE.write_text(page(found), "utf-8")
    worst = max((row for row in found if row.name == "beginner"), key=imbalance)
    print(
        f"best_camp_over_worst {imbalance(worst):.1f} (bar {BAR:g}; {worst.name} deck of {worst.rulebook} "
        f"for {worst.players}, {ROUNDS} rounds by bots)"
    )
    return 0 if imbalance(worst) <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
