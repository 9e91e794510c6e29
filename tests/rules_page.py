"""Writes docs/rules.md, the rules as this table plays them: `python -m tests.rules_page`.

The words are in tests/rules.toml. What shows a rule is found by its id: scenarios named after it or with it
at their head, and tests that name it.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from inspect import cleandoc, getsource
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from hardware.patterns import GROUPS, MOTIONS
from table.engine.answers import written
from table.games.werewolf.rules import options as werewolf
from table.games.werewolf.rules.options import OF_THE_TABLE, Options
from table.games.werewolf.rules.pieces import SIGNS, Rulebook, Sign
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.victory import one_at_most_left
from table.games.werewords.rules import options as werewords
from table.words.narration import Narration

TESTS = Path(__file__).resolve().parent
PAGE = TESTS.parent / "docs" / "rules.md"
ID = re.compile(r"\b(?:LG|BO|EX|CH|EV|MG)-[0-9]+\b")
PAIR = "# PAIR: "

GAMES = {
    "LG": (
        "The core game",
        "Villagers, werewolves, and the handful of characters everybody knows. It holds in all rulebooks.",
    ),
    "BO": (
        "Le Best Of",
        "More kinds of villagers, hungrier wolves, two who may become either, and three who play alone.",
    ),
    "EX": (
        "The expansions",
        "The rulebook of 2009 names these guests and says when they are called; the rest is decided here, "
        "in the spirit of their boxes. They may join any deck.",
    ),
    "CH": (
        "The characters",
        "Eight cards of two other boxes that turn on the vote, on other cards, or on the table itself.",
    ),
    "EV": (
        "Something new in the morning",
        "Twelve events of our own. Each changes how a day or a night is played, and never who somebody is.",
    ),
    "MG": (
        "Mots-garous",
        "Another game on the same seats: a secret word, a Mayor who answers with tokens, and wolves who "
        "know it all and must not be found out.",
    ),
}
WAYS = {
    "still": "stands still",
    "clockwise": "goes round clockwise",
    "anticlockwise": "goes round anticlockwise",
    "swing": "swings a little to and fro",
    "hop": "hops into the gaps and back",
    "sweep": "sweeps to and fro over a wide arc",
    "stroll": "strolls clockwise, a light a second",
    "saunter": "saunters anticlockwise, a light a second",
    "leap": "steps back, then leaps clockwise",
    "waltz": "takes three steps clockwise, then rests",
}
"""How a sign moves round a ring."""
PREFACE = """\
# The rules, as this table plays them

Something unexpected has happened at your table and everybody has an opinion? Look it up here: every rule
the table follows, in one line each, in the order of an evening.

- **Decision** marks what the printed rules leave open, or say in two ways. The table always does the same,
  what keeps the game fair and easy to follow.
- **Option** names the setting that changes the rule for your table.
- **Shown in** links to small games that play the rule (`garou referee FILE` prints their result) and to the
  tests of the lights, the voice and the clock.
- A *card* is what somebody was dealt, or took as the Thief. What they are *by nature* can change: a villager
  who was bitten keeps the card and is a werewolf. *Left* is clockwise, seen from above.

This page is written by `python -m tests.rules_page` from [rules.toml](../tests/rules.toml), the scenarios
and the tests; change it there.
"""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tests/rules.toml says of a rule."""

    line: str
    decisions: tuple[str, ...] = ()
    heading: str | None = None


class Scenario(msgspec.Struct, frozen=True):
    """What the head of a scenario file says."""

    stem: str
    rules: tuple[str, ...]
    """The rules it shows: its own first, then the others it names."""
    says: str
    pair: str | None


def words() -> dict[str, Rule]:
    """The rules by id, in the page's order."""
    return msgspec.convert(tomllib.loads((TESTS / "rules.toml").read_text("utf-8")), dict[str, Rule])


@cache
def options_say() -> dict[str, str]:
    """What each option of a round decides: the text below its field."""
    said = {}
    for module in (werewolf, werewords):
        (options,) = [one for one in ast.parse(getsource(module)).body if isinstance(one, ast.ClassDef)]
        for field, text in pairwise(options.body):
            if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr):
                said[ast.unparse(field.target)] = cleandoc(ast.literal_eval(text.value)).replace("\n", " ")
    return said


def scenarios() -> Iterator[Scenario]:
    """All scenarios: the plain case of a rule before its variants."""
    for path in sorted((TESTS / "scenarios").glob("*.toml"), key=lambda path: path.stem):
        lines = path.read_text("utf-8").splitlines()
        head = lines[: next(i for i, line in enumerate(lines) if not line.startswith("#"))]
        pair = head.pop(0).removeprefix(PAIR) if head[0].startswith(PAIR) else None
        own, says = head[0].removeprefix("# ").split(": ", 1)
        rules = tuple(dict.fromkeys([own, *ID.findall("\n".join(head))]))
        yield Scenario(path.stem, rules, says, pair)


@cache
def named_by_tests() -> dict[str, list[tuple[str, str]]]:
    """By id: the tests that name it (`test_lg_35_...` or in the docstring), as file and function."""
    named: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                in_name = [
                    f"{game.upper()}-{n}"
                    for game, n in re.findall(r"_(lg|bo|ex|ch|ev|mg)_([0-9]+)(?=_|$)", node.name)
                ]
                for rule in dict.fromkeys(in_name + ID.findall(ast.get_docstring(node) or "")):
                    named[rule].append((path.relative_to(TESTS).as_posix(), node.name))
    return named


@cache
def what_shows() -> dict[str, list[str]]:
    """By id: links to everything that shows it, its own scenarios first, tests last."""
    shows: dict[str, list[str]] = defaultdict(list)
    elsewhere: dict[str, list[str]] = defaultdict(list)
    for scenario in scenarios():
        own, *others = scenario.rules
        case = scenario.stem.removeprefix(own).replace("-", " ").strip()
        file = f"../tests/scenarios/{scenario.stem}.toml"
        shows[own].append(f"[{case or 'the plain case'}]({file})")
        for rule in others:
            elsewhere[rule].append(f"[{f'{own} {case}'.strip()}]({file})")
    for rule, links in elsewhere.items():
        shows[rule] += links
    for rule, tests in named_by_tests().items():
        shows[rule] += [f"[{file}::{test}](../tests/{file})" for file, test in tests]
    return shows


def page() -> str:
    """The whole of docs/rules.md."""
    rules, shows = words(), what_shows()
    parts = [PREFACE, "## The rulebooks side by side\n", side_by_side(), "## Where tables differ\n"]
    parts += ["Set them under `[game]` in your [table.toml](configuration.md).\n", options_table()]
    for game, (title, says) in GAMES.items():
        parts.append(f"## {title}\n\n{says}\n")
        of_game = {rule: entry for rule, entry in rules.items() if rule.startswith(game)}
        parts += [told(rule, entry, shows.get(rule, ())) for rule, entry in of_game.items()]
    parts += [
        "## When rules meet\n",
        "Characters are easy one by one. These are the moments where two of them want different things.\n",
        pairs_table(),
        "## Signs\n",
        "How a [ring](rings.md#signs) shows a card: a number of groups of lights, and how they move.\n",
        signs_table(),
    ]
    return "\n".join(parts)


def told(rule: str, entry: Rule, shows: Sequence[str]) -> str:
    """One rule on the page."""
    lines = [f"### {entry.heading}\n"] if entry.heading else []
    lines += [f'<a id="{rule.lower()}"></a>**{rule}** {linked(entry.line.replace("{night}", night()))}\n']
    lines += [f"- **Decision.** {linked(decision)}" for decision in entry.decisions]
    options = [option for option, says in options_say().items() if rule in ID.findall(says)]
    if options:
        links = [f"[`{option}`](#option-{option})" for option in options]
        lines.append(f"- **Option:** {', '.join(links)}")
    lines.append(f"- **Shown in:** {', '.join(shows)}")
    return "\n".join(lines) + "\n"


def night() -> str:
    """EX-5: the calls of the rulebook that has all of them, in their order."""
    return ", ".join(call.key.replace("_", " ").title() for call in RULEBOOKS["best-of"].calls)


def linked(text: str) -> str:
    """A text in which each id links to its rule."""
    return ID.sub(lambda found: f"[{found[0]}](#{found[0].lower()})", text)


def side_by_side() -> str:
    """The differences between the rulebooks, from the rulebooks themselves."""
    books = list(RULEBOOKS.values())
    rows = {
        "players": [f"{book.least} to {book.most}" for book in books],
        "wolves of the simplified game": [simplified_wolves(book) for book in books],
        "the Hunter shoots when": [hunters_causes(book) for book in books],
        "the Hunter must shoot": [yes(book.hunter_must_shoot) for book in books],
        "the pack may eat a wolf": [yes(not book.meal.spares_pack) for book in books],
        "a pack that sleeps on starves": [yes(book.starves) for book in books],
        "players stand for Captain": [yes(book.candidates) for book in books],
        "a tie, with a Captain": [captains_tie(book) for book in books],
        "a tie, without (or still)": [new_votes(book.revotes) for book in books],
        "the wolves win with others alive": [
            "one at most" if one_at_most_left in book.victories else "none" for book in books
        ],
    }
    return as_table(
        ["", *(f"`{book.key}`" for book in books)], [[row, *cells] for row, cells in rows.items()]
    )


def simplified_wolves(book: Rulebook) -> str:
    """As in "8 to 11: 2, 12 to 18: 3"."""
    wolves = {
        players: sum(card.nature == "werewolf" for card in book.simplified(players))
        for players in range(book.least, book.most + 1)
    }
    runs = [(number, list(players)) for number, players in groupby(wolves, key=lambda one: wolves[one])]
    return ", ".join(
        f"{run[0]}: {number}" if len(run) == 1 else f"{run[0]} to {run[-1]}: {number}" for number, run in runs
    )


def hunters_causes(book: Rulebook) -> str:
    if book.hunter_shoots is None:
        return "anything kills them"
    told_as = {"devoured": "devoured", "poisoned": "poisoned", "voted": "voted out"}
    return ", ".join(told_as[cause] for cause in told_as if cause in book.hunter_shoots)


def captains_tie(book: Rulebook) -> str:
    if "ballot" not in book.captain_breaks:
        return "the Captain chooses among the tied"
    otherwise = "a choice among them" if "choice" in book.captain_breaks else "new votes"
    return f"the Captain's ballot, if it names one of the tied; else {otherwise}"


def new_votes(number: int) -> str:
    return "one new vote, then nobody" if number == 1 else f"up to {number} new votes, then nobody"


def yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def options_table() -> str:
    """Every option of a round: its values, its default, and which rulebooks have it."""
    rows = []
    for of_game in (Options(), werewords.Options()):
        for option, kind in get_type_hints(type(of_game)).items():
            of = [key for key, book in RULEBOOKS.items() if option in (*book.options, *OF_THE_TABLE)]
            of = of if type(of_game) is Options else ["mots-garous"]
            rows.append(
                [
                    f'<a id="option-{option}"></a>`{option}`',
                    linked(options_say()[option]),
                    allowed(kind),
                    f"`{toml(getattr(of_game, option))}`",
                    "all but `mots-garous`"
                    if len(of) == len(RULEBOOKS)
                    else ", ".join(f"`{key}`" for key in of),
                ]
            )
    return as_table(["option", "what it decides", "may be", "usually", "rulebooks"], rows)


def allowed(kind: Any) -> str:
    """The allowed values of an option of this type."""
    if get_origin(kind) is Union:
        return ", ".join(map(allowed, get_args(kind)))
    if get_origin(kind) is Literal:
        return ", ".join(f"`{toml(value)}`" for value in get_args(kind))
    return "`true`, `false`" if kind is bool else "a whole number"


def toml(value: object) -> str:
    """A value as the settings write it."""
    return str(value).lower() if isinstance(value, bool) else written(value)


def signs_table() -> str:
    """A row for each motion, a column for each number of groups; signs without a card are free for house
    roles."""
    narration = Narration.load("en")
    cards = [card for book in RULEBOOKS.values() for card in book.cards]
    titles = {card.sign: narration.card(card).title for card in cards}
    rows = []
    for motion in MOTIONS:
        signs = [Sign(groups, motion) for groups in GROUPS]
        cells = [titles.get(sign, "your own" if sign in SIGNS else "") for sign in signs]
        rows.append([WAYS[motion], *cells])
    return as_table(["", "●●●●", "●● ●●", "●● ● ●", "● ● ● ●"], rows)


def pairs_table() -> str:
    """Rules that meet, and the scenario that shows what happens."""
    rows = [
        [
            f"{scenario.pair[:1].upper()}{scenario.pair[1:]}".replace(" x ", " and "),
            f"{scenario.says[:1].upper()}{scenario.says[1:]}.",
            f"[{scenario.stem}](../tests/scenarios/{scenario.stem}.toml)",
        ]
        for scenario in scenarios()
        if scenario.pair
    ]
    return as_table(
        ["who meets whom", "what happens", "scenario"], sorted(rows, key=lambda row: row[0].lower())
    )


def as_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
