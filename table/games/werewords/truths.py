"""What is true of a magic word, in three values: its list says what is, what is not as far as it is complete,
and of what people would say both. Much of the rest nobody has written down."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
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


class Truths:
    """What is true of some words. Sets of words are bits, the lowest of the first word."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.all = (1 << len(words)) - 1
        self._tagged, self._unsure, self._complete, self._listed = (
            defaultdict[str, int](int) for _ in range(4)
        )
        for place, word in enumerate(words):
            bit = 1 << place
            self._listed[word.category] |= bit
            marks = (self._tagged, word.tags), (self._unsure, word.unsure), (self._complete, word.complete)
            for marked, tags in marks:
                for tag in tags:
                    marked[tag] |= bit

    def of_tag(self, tag: str) -> tuple[int, int]:
        """The words of which a tag is true, and those of which it is not."""
        known = self.all & ~self._unsure[tag]
        yes = self._tagged[tag] | (known & self._with(FOLLOWS.get(tag, ())))
        no = self._complete[tag] | self._with(EXCLUDED.get(tag, ()))
        if tag in PLAIN:
            no = self.all
        elif tag in NEEDED:
            no |= ~self._with(NEEDED[tag])
        return yes, known & no & ~yes

    def of_list(self, category: str) -> tuple[int, int]:
        """The words that have to do with a list, and those that have not."""
        surely, perhaps = ABOUT[category]
        known = self.all & ~self._unsure[category]
        yes = known & self._of({category, *surely})
        return yes, known & ~(yes | self._listed[OWN] | self._of(perhaps))

    def _with(self, tags: Iterable[str]) -> int:
        """The words with one of these tags."""
        return reduce(or_, (self._tagged[tag] for tag in tags), 0)

    def _of(self, kinds: Iterable[str]) -> int:
        """The words with one of these tags, or of such a list."""
        return reduce(or_, (self._tagged[kind] | self._listed[kind] for kind in kinds), 0)
