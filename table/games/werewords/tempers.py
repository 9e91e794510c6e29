"""What a temper moves in Mots-garous: a little, so that neighbours differ without being stronger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from table.games.tempers import TemperKey


class WordTemper(NamedTuple):
    """What is added to how a bot plays. `few`: to the words left when it guesses; `waits`: to the questions
    it lets others ask before it asks again; `wavers`: to how often, as Mayor, it says 'maybe' of what people
    would say both; `whims`: to how much of whom it accuses is left to chance; `misleads`: to how often, as a
    werewolf who knows the word, it asks what leads nowhere; `jokes`: how often it asks something
    far-fetched; `near`: among how many more of the best questions it looks for those nearest to the last
    yes."""

    few: int = 0
    waits: float = 0.0
    wavers: float = 0.0
    whims: float = 0.0
    misleads: float = 0.0
    jokes: float = 0.0
    near: int = 0


STEADY = WordTemper()
TEMPERS: Mapping[TemperKey, WordTemper] = {
    "hothead": WordTemper(few=3, waits=-1.0, whims=0.5),
    "doubter": WordTemper(few=-1, wavers=0.3, whims=-0.3),
    "loyal": WordTemper(near=5),
    "joker": WordTemper(jokes=0.15),
    "quiet": WordTemper(waits=2.0),
    "schemer": WordTemper(misleads=0.2),
}
