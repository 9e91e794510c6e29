"""What is true of a magic word, in three values: its list says what is, and much of the rest nobody has
written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from table.words.lists import Word

Truth: TypeAlias = Literal["yes", "no", "maybe"]

FOLLOWS: Mapping[str, frozenset[str]] = {
    "alive": frozenset({"animal", "person", "plant"}),
    "moving": frozenset({"animal", "person", "wheels"}),
    "noisy": frozenset({"musical"}),
    "water": frozenset({"drink"}),
    "place": frozenset({"building"}),
}
"""A tag that is true of every word with one of these."""
KINDS = frozenset({"animal", "plant", "person", "building", "feeling", "event", "time"})
"""What a word can be."""
THINGS = frozenset({"metal", "wood", "fabric", "paper", "glass", "stone", "wheels", "electric", "wearable"})
"""What only a thing can have,"""
BODILESS = frozenset({"animal", "plant", "person", "feeling", "event", "time", "speech"})
"""and nothing alive, felt or told."""
FELT = frozenset({"feeling", "time", "speech"})
"""What no eye can measure."""
SEEN = frozenset({"red", "green", "blue", "yellow", "white", "black", "brown", "round", "long"})
"""What nothing is that nobody can see."""
EXCLUDED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(SEEN, frozenset({"invisible"})),
    **dict.fromkeys(THINGS, BODILESS | {"invisible"}),
    "alive": KINDS - FOLLOWS["alive"],
    "small": FELT | {"big", "place", "building"},
    "big": FELT | {"small"},
    "round": FELT | {"invisible"},
    "place": frozenset({"animal", "person", "plant", "time"}),
    "invisible": THINGS | {"animal", "plant", "person", "place", "building", "edible", "drink"},
    "old": frozenset({"electric"}),
    "summer": frozenset({"winter"}),
    "winter": frozenset({"summer"}),
    "indoors": frozenset({"outdoors"}),
    "outdoors": frozenset({"indoors"}),
}
"""A tag that is not true of a word with one of these, unless the list says that it is."""
NEEDED: Mapping[str, frozenset[str]] = {"sweet": frozenset({"edible", "drink"})}
"""A tag that is true only of words with one of these."""
PLAIN = frozenset(
    {*KINDS, "edible", "drink", "wheels", "wearable", "sport", "musical", "money", "book", "imaginary"}
)
"""Tags that a list never forgets: without one, it is not so. Of any other nobody knows."""


def truth(word: Word, tag: str) -> Truth:
    """Whether this is true of a word."""
    tags = word.tags
    if tag in tags or not FOLLOWS.get(tag, frozenset()).isdisjoint(tags):
        return "yes"
    if tag in PLAIN or not EXCLUDED.get(tag, frozenset()).isdisjoint(tags):
        return "no"
    if tag in NEEDED and NEEDED[tag].isdisjoint(tags):
        return "no"
    return "maybe"
