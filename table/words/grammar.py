"""A language's grammar: declining names, joining lists, punctuation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from table.errors import Reason
from table.words.catalogue import Source

SPOKEN_AT_MOST = 4
"""The most names in a list. A longer one is cut to three and "5 others": the board shows them all."""


class Nameable:
    """A player or card in all grammatical forms: `{seat}` is the spoken one, `{seat.label}` and the like are
    the others."""

    def __init__(self, forms: Mapping[str, str], spoken: str) -> None:
        self.forms = forms
        self._spoken = spoken

    def __str__(self) -> str:
        return self.forms[self._spoken]

    def __getattr__(self, form: str) -> str:
        if form not in self.forms:
            raise AttributeError(form)
        return self.forms[form]


class Grammar:
    """A language's rules for lists, names and punctuation: the `[grammar]` of its file."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table
        self.spoken: str = table["spoken"]
        self.comma: str = table["comma"]
        self.last: str = table["and"]
        self.others: str = table["others"]
        self.name: Mapping[str, str] = table["name"]
        elided = dict(table["elided"])
        self.elided_before: tuple[str, ...] = tuple(elided.pop("before"))
        # "Ana e Inés"
        self.elided_last: str = elided.pop("and", self.last)
        self.elided: Mapping[str, str] = elided
        marks = table["space_before"]
        self._spaced = ["« ", *(f" {mark}" for mark in marks)] if marks else []

    def decline(self, name: str) -> Nameable:
        """A name that an owner chose, in every form: "Ana", "d’Ana", "à Ana"."""
        return _declined(self, name)

    def join(self, named: Sequence[Nameable]) -> Nameable:
        """A list: "le Moulin, la Forge et Ana"; with more than four: "..., le Puits et 3 autres"."""

        def listed(form: str) -> str:
            items: list[str] = [getattr(each, form) for each in named]
            if len(items) > SPOKEN_AT_MOST:
                left_out = len(items) - SPOKEN_AT_MOST + 1
                items[SPOKEN_AT_MOST - 1 :] = [self.others.format(number=left_out)]
            *first, last = items or [""]
            joined = self.elided_last if last.casefold().startswith(self.elided_before) else self.last
            return self.comma.join(first) + (joined if first else "") + last

        forms = named[0].forms if named else self.name
        return Nameable({form: listed(form) for form in forms}, self.spoken)

    def typeset(self, text: str) -> str:
        """Puts non-breaking spaces (U+00A0) where the language needs them."""
        for spaced in self._spaced:
            text = text.replace(spaced, spaced.replace(" ", "\u00a0"))
        return text


@lru_cache(256)
def _declined(grammar: Grammar, name: str) -> Nameable:
    forms = dict(grammar.name)
    if name.casefold().startswith(grammar.elided_before):
        forms |= grammar.elided
    return Nameable({form: pattern.format(name=name) for form, pattern in forms.items()}, grammar.spoken)


def read_grammar(source: Source, table: Mapping[str, Any]) -> Grammar:
    """The grammar in this table of a file. Raises `UnreadableError`."""
    for key in ("spoken", "comma", "and", "others"):
        source.text(f"grammar.{key}", table.get(key))
    if not isinstance(table.get("space_before"), str):
        raise source.refused("grammar.space_before", Reason("text.maybe_empty"))
    name, elided = source.table("grammar.name", table), table.get("elided")
    if table["spoken"] not in name:
        spoken = Reason("text.spoken", value=repr(table["spoken"]), names=", ".join(name))
        raise source.refused("grammar.spoken", spoken)
    if not isinstance(elided, dict) or not isinstance(elided.get("before"), list):
        raise source.refused("grammar.elided", Reason("text.elided"))
    for index, start in enumerate(elided["before"]):
        source.text(f"grammar.elided.before[{index}]", start)
    patterns = {f"name.{form}": value for form, value in name.items()}
    patterns |= {f"elided.{form}": value for form, value in elided.items() if form != "before"}
    for key, pattern in patterns.items():
        source.check_mentioned(f"grammar.{key}", source.text(f"grammar.{key}", pattern), {"name": ()})
    source.check_mentioned("grammar.others", table["others"], {"number": ()})
    return Grammar(table)
