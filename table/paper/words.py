"""Words of the builder's book and the seat cards: `config/wiring/<language>.toml`."""

from __future__ import annotations

import re

from table.errors import UnreadableError
from table.sentences import flat
from table.words.narration import Narration

UNTORN = re.compile(r"(?<=\d) (?=(?:A|mA|V|W|m|mm|mm²|cm|µF|nF|GB|Go|ohms|g/m²|%|€)(?!\w))|(?<=page) (?=\d)")
"""Spaces at which no line is broken."""


class PaperTexts:
    """Texts of the narration's language by key; a number is never separated from its unit. `known`: facts of
    all texts."""

    def __init__(self, narration: Narration, **known: object) -> None:
        """Raises `UnreadableError` for a mistake in the owner's file."""
        self.language = narration.language
        self._typeset = narration.grammar.typeset
        self._words = flat(narration.texts("wiring"))
        self._narration, self._known = narration, known

    def knowing(self, **facts: object) -> PaperTexts:
        """The same texts, which know these facts already."""
        return PaperTexts(self._narration, **self._known | facts)

    def __call__(self, key: str, **facts: object) -> str:
        """The text of a key, with fractions written as in the language."""
        if key not in self._words:
            raise UnreadableError(f"config/wiring: {key} is missing")
        told = {name: self._told(fact) for name, fact in (self._known | facts).items()}
        return UNTORN.sub("\u00a0", self._typeset(self._words[key].format(**told)))

    def _told(self, fact: object) -> object:
        return self.number(f"{round(fact, 2):g}") if isinstance(fact, float) else fact

    def number(self, text: str) -> str:
        """A number as the language writes it: "3.3 V" or "3,3 V"."""
        return text.replace(".", self._words["decimal"])

    def several(self, key: str, **facts: object) -> list[str]:
        """The texts of `key.1`, `key.2` and so on, as many as there are."""
        return [self(one, **facts) for one in self._words if re.fullmatch(rf"{re.escape(key)}\.\d+", one)]
