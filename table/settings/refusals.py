"""The sentence about a value that a settings file must not have: place, key, value, what is allowed."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from table.errors import Reason
from table.sentences import Wrong
from table.settings.decks import NAMES, meant_deck
from table.settings.settings import DeckText, Settings
from table.words.toml_lines import in_line, line_of, parts_of

DECK = "werewolf = 2, seer, villager = 5"
"""How cards are written out."""


class SettingsText:
    """The text of a settings file, for error messages. `roles`: those that a deck may have."""

    def __init__(self, path: Path, text: str, roles: Collection[str]) -> None:
        self.path = path
        self.text = text
        self._roles = roles

    def refusal(
        self, key: str, value: str | int | Wrong, allowed: str | Wrong, items: Sequence[int] = ()
    ) -> Wrong:
        """The error for a value that is not allowed. `key`: dotted; `items`: indices in lists below it, from
        0."""
        place: Wrong = self.place(parts_of(key))
        told: str | Wrong = key
        for item in items:
            told = Reason("setting.item", key=told, number=item + 1)
        return Reason("setting.refused", place=place, key=told, value=value, allowed=allowed)

    def not_allowed(self, written: Any, error: str) -> Wrong:
        """The error for an unknown key, or a value of the wrong type or size, that msgspec reported."""
        message, _, at = error.partition(" - at `$")
        steps = [key or int(item) for key, item in re.findall(r"\.(\w+)|\[(\d+)\]", at)]
        value, kind = written, inspect.type_info(Settings)
        for step in steps:
            value, kind = value[step], _kind_of(kind, step)
        key = ".".join(step for step in steps if isinstance(step, str))
        if key == "pins.bcm" and len(steps) < 4:  # No pin of a seat.
            bcm = json.dumps(written["pins"]["bcm"], ensure_ascii=False, default=str)
            return self.refusal(key, bcm, Reason("allowed.pins_form"))
        if key == "decks" and isinstance(value, dict):
            name = next(name for name, deck in value.items() if not is_deck(deck))
            deck = json.dumps(value[name], ensure_ascii=False, default=str)
            like, form = meant_deck(self._roles, value[name])
            allowed = Reason("allowed.deck_form", form=form or DECK)
            return self.refusal(f"decks.{name}", deck, _like(allowed, like))
        if key == "game.deck":
            return self.no_deck(value, written.get("decks"))
        if unknown := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
            assert isinstance(kind, inspect.StructType)
            return self.unknown(key, unknown[1], [field.name for field in kind.fields])
        shown = json.dumps(value, ensure_ascii=False, default=str)
        return self.refusal(key, shown, _allowed(kind), [step for step in steps if isinstance(step, int)])

    def no_deck(self, given: object, decks: object) -> Wrong:
        """The error for a deck that is not there. `decks`: the owner's; `given`: what stands in its place,
        perhaps cards."""
        names = ", ".join((*NAMES, *decks)) if isinstance(decks, dict) else ", ".join(NAMES)
        allowed: str | Wrong = names if decks else Reason("allowed.or_of_decks", names=names)
        like, form = meant_deck(self._roles, given)
        if form and not difflib.get_close_matches(str(given), names.split(", ")):
            allowed = _like(Reason("allowed.deck_there", allowed=allowed, form=form), like)
        return self.refusal("game.deck", json.dumps(given, ensure_ascii=False, default=str), allowed)

    def unknown(self, table: str, name: str, names: Sequence[str]) -> Wrong:
        """The error for an unknown key. `table`: where it is; `names`: the keys that exist."""
        key = ".".join(filter(None, [table, json.dumps(name, ensure_ascii=False)[1:-1]]))
        facts = {"place": self.place(parts_of(key)), "key": key, "names": ", ".join(names)}
        close = difflib.get_close_matches(name, names, n=1)
        return (
            Reason("setting.unknown_like", like=close[0], **facts)
            if close
            else Reason("setting.unknown", **facts)
        )

    def place(self, keys: Sequence[str]) -> Wrong:
        """The file and the line of this key, or of the table it belongs to."""
        return in_line(self.path, line_of(self.text, keys))


def is_deck(deck: object) -> bool:
    """Whether this is the text of a deck, playable or not."""
    with suppress(msgspec.ValidationError):
        msgspec.convert([deck], list[DeckText])
        return True
    return False


def _like(allowed: Wrong, like: str) -> Wrong:
    """What is allowed, and the role that is meant, if it is another."""
    return Reason("allowed.deck_like", allowed=allowed, like=like) if like else allowed


def _kind_of(kind: inspect.Type, step: str | int) -> inspect.Type:
    """The type of a key of a struct, or of an item of a list."""
    if isinstance(kind, inspect.StructType):
        return next(field.type for field in kind.fields if field.name == step)
    if isinstance(kind, inspect.UnionType):
        return _kind_of(kind.types[-1], step)
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[int(step)]
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    assert isinstance(kind, inspect.VarTupleType)
    return kind.item_type


def one_of(names: Iterable[str]) -> str:
    """The values as a file has them, separated by commas."""
    return ", ".join(json.dumps(name) for name in sorted(names))


def _allowed(kind: inspect.Type) -> str | Wrong:
    """Describes the values this type allows."""
    match kind:
        case inspect.Metadata(extra={"names": names}):
            return one_of(names)
        case inspect.Metadata(extra={"allowed": key}):
            return Reason(key)
        case inspect.LiteralType(values=values):
            return ", ".join(json.dumps(value) for value in values)
        case inspect.IntType(ge=None):
            return Reason("allowed.whole")
        case inspect.IntType(ge=least, le=most):
            return Reason("allowed.whole_between", least=least, most=most)
        case inspect.FloatType(ge=None):
            return Reason("allowed.number")
        case inspect.FloatType(ge=least, le=most):
            return Reason("allowed.number_between", least=least, most=most)
        case inspect.BoolType():
            return Reason("allowed.true_or_false")
        case inspect.StrType(min_length=None, max_length=None):
            return Reason("allowed.text")
        case inspect.StrType(min_length=None, max_length=most):
            return Reason("allowed.text_most", most=most)
        case inspect.StrType(min_length=least, max_length=most):
            return Reason("allowed.text_between", least=least, most=most)
        case inspect.TupleType(item_types=types):
            items = reduce(lambda one, more: Reason("allowed.and", one=one, more=more), map(_allowed, types))
            return Reason("allowed.list_of", items=items)
        case inspect.VarTupleType(item_type=item):
            return Reason("allowed.list_each", item=_allowed(item))
        case inspect.UnionType(types=types):
            return reduce(lambda one, more: Reason("allowed.or", one=one, more=more), map(_allowed, types))
        case inspect.DictType(value_type=value):
            return Reason("allowed.table_each", item=_allowed(value))
        case inspect.StructType(fields=fields):
            return Reason("allowed.table", names=", ".join(field.name for field in fields))
        case _:
            raise TypeError(f"no words for {kind}")
