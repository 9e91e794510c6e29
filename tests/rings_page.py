"""Writes the table of all signs in docs/rings.md: `python -m tests.rings_page`."""

from __future__ import annotations

from pathlib import Path

from hardware.patterns import GROUPS, MOTIONS, SIGNS
from table.games.werewolf.rules.pieces import Sign
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.words.narration import Narration

PAGE = Path(__file__).resolve().parent.parent / "docs" / "rings.md"
HEAD = "| | ●●●● | ●● ●● | ●● ● ● | ● ● ● ● |\n| --- | --- | --- | --- | --- |\n"
WAYS = {
    "still": "stands still",
    "clockwise": "goes round clockwise",
    "anticlockwise": "goes round anticlockwise",
    "swing": "swings a little to and fro",
    "hop": "hops into the gaps and back",
    "sweep": "sweeps to and fro over a wide arc",
    "stroll": "strolls clockwise, a light a second",
    "saunter": "saunters anticlockwise, a light a second",
}


def table() -> str:
    """A row for each motion, a column for each number of groups; signs without a card are free for house
    roles."""
    narration = Narration.load("en")
    cards = [card for book in RULEBOOKS.values() for card in book.cards]
    titles = {card.sign: narration.card(card).title for card in cards}
    rows = []
    for motion in MOTIONS:
        free = ["your own" if (groups, motion) in SIGNS else "" for groups in GROUPS]
        cells = [titles.get(Sign(groups, motion), other) for groups, other in zip(GROUPS, free, strict=True)]
        rows.append(f"| {' | '.join([WAYS[motion], *cells])} |".replace("  |", " |"))
    return HEAD + "\n".join(rows) + "\n"


def page() -> str:
    """The whole page, with the table as it must be."""
    before, head, rest = PAGE.read_text("utf-8").partition(HEAD)
    return before + table() + "\n" + rest.partition("\n\n")[2] if head else before


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
