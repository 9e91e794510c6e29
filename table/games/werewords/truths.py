"""What is true of a magic word, in three values: its list says what is, what is not as far as it is complete,
and of what people would say both. Much of the rest nobody has written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from table.words.lists import OWN, Word

Truth: TypeAlias = Literal["yes", "no", "maybe"]

FOLLOWS: Mapping[str, frozenset[str]] = {
    "alive": frozenset({"animal", "person", "plant"}),
    "moving": frozenset({"animal", "person", "wheels"}),
    "noisy": frozenset({"musical"}),
    "water": frozenset({"drink"}),
    "place": frozenset({"building"}),
    "big": frozenset({"building", "place"}),
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
    "small": FELT | {"big", "place", "building", "person", "event"},
    "big": FELT | {"small", "person"},
    "man": frozenset({"woman"}),
    "woman": frozenset({"man"}),
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
NEEDED: Mapping[str, frozenset[str]] = {
    "sweet": frozenset({"edible", "drink"}),
    "man": frozenset({"person"}),
    "woman": frozenset({"person"}),
}
"""A tag that is true only of words with one of these."""
PLAIN = frozenset(
    {*KINDS, "edible", "drink", "wheels", "wearable", "sport", "musical", "money", "book", "imaginary"}
)
"""Tags that a list never forgets: without one, it is not so. Of any other nobody knows."""


ABOUT: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {
    "animals": (frozenset({"animal"}), frozenset()),
    "food": (frozenset({"edible", "drink"}), frozenset({"home"})),
    "home": (frozenset(), frozenset({"food", "tools", "indoors", "wearable"})),
    "nature": (frozenset({"animal", "plant"}), frozenset({"edible", "stone", "animals", "winter", "summer"})),
    "places": (frozenset({"place", "building"}), frozenset({"event"})),
    "jobs": (frozenset({"person"}), frozenset({"group", "body", "tools", "idioms"})),
    "tales": (frozenset(), frozenset({"imaginary"})),
    "monsters": (frozenset(), frozenset({"imaginary", "dangerous", "unpleasant", "night"})),
    "body": (frozenset({"wearable"}), frozenset({"feeling", "sport", "unpleasant"})),
    "leisure": (frozenset({"sport", "musical"}), frozenset({"films", "book", "place", "travel", "event"})),
    "films": (frozenset(), frozenset({"imaginary"})),
    "travel": (frozenset({"wheels"}), frozenset({"place", "moving", "outdoors"})),
    "tools": (frozenset({"electric", "wheels"}), frozenset({"home", "travel", "metal", "musical"})),
    "ideas": (frozenset(), frozenset({"invisible", "feeling", "time", "speech", "event", "idioms"})),
    "idioms": (frozenset(), frozenset()),
    OWN: (frozenset(), frozenset()),
}
"""What has to do with the words of a list besides themselves: words with one of the first tags, or of such
a list (their own, or one among their tags); perhaps words with one of the second. Others have not."""


def of_list(word: Word, category: str) -> Truth:
    """Whether a word has to do with this list."""
    kinds = word.tags | {word.category}
    surely, perhaps = ABOUT[category]
    if category in word.unsure:
        return "maybe"
    if category in kinds or not kinds.isdisjoint(surely):
        return "yes"
    return "no" if word.category != OWN and kinds.isdisjoint(perhaps) else "maybe"


def truth(word: Word, tag: str) -> Truth:
    """Whether this is true of a word."""
    tags = word.tags
    if tag in tags:
        return "yes"
    if tag in word.unsure:
        return "maybe"
    if not FOLLOWS.get(tag, frozenset()).isdisjoint(tags):
        return "yes"
    if tag in PLAIN or tag in word.complete or not EXCLUDED.get(tag, frozenset()).isdisjoint(tags):
        return "no"
    if tag in NEEDED and NEEDED[tag].isdisjoint(tags):
        return "no"
    return "maybe"
