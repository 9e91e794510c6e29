"""Sentences about errors: texts of `config/troubles`, with their facts filled in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import isfinite
from typing import Any, Protocol, runtime_checkable
from unicodedata import category

from table.paths import SHIPPED

HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of invisible characters: controls, direction marks, surrogates, line ends."""


@runtime_checkable
class Wrong(Protocol):
    """An error, independent of any language."""

    @property
    def key(self) -> str:
        """The key of its text in `config/troubles`."""

    @property
    def facts(self) -> Mapping[str, object]:
        """Its facts. A fact may itself be an error."""


def visible(text: str, ends: str = "\n\t") -> str:
    """A text that is safe to print: what could control a terminal, or reverse the order of letters, is
    written as Python writes it: "\\x1b". Line ends and tabs stay."""
    return "".join(
        letter.encode("unicode_escape").decode()
        if category(letter) in HIDDEN and letter not in ends
        else letter
        for letter in text
    )


def one_line(text: str) -> str:
    """The same, with line ends and tabs written out too: for a sentence that may name a file."""
    return visible(text, "")


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of a file by dotted keys. An empty table is a value."""
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def plain(value: object, name: str = "") -> Any:
    """Facts as JSON has them. A fact that is an error is its key and its facts; seats and buttons are counted
    from 1, as in sentences. `name`: that of the fact."""
    match value:
        case Wrong():
            return {"key": value.key, "facts": plain(value.facts)}
        case Mapping():
            return {str(key): plain(one, key) for key, one in value.items()}
        case list() | tuple():
            return [plain(one, "seat" if name == "seats" else name) for one in value]
        case int() if name in ("seat", "button"):
            return value + 1
        case None | bool() | int() | str():
            return value
        case float() if isfinite(value):
            return value
    return str(value)


class Sentences:
    """Describes errors in one language. `texts`: by dotted keys; `comma` and `last` join a list; `typeset`
    sets non-breaking spaces."""

    def __init__(
        self,
        texts: Mapping[str, Any],
        comma: str = ", ",
        last: str = " and ",
        typeset: Callable[[str], str] = str,
    ) -> None:
        self._texts = texts
        self._comma = comma
        self._last = last
        self._typeset = typeset

    def said(self, wrong: Wrong) -> str:
        """The error, in one or two sentences."""
        return self.text(wrong.key, **{key: self._fact(key, fact) for key, fact in wrong.facts.items()})

    def begun(self, wrong: Wrong) -> str:
        """The same, with a capital first letter."""
        said = self.said(wrong)
        return said[:1].upper() + said[1:]

    def reason(self, name: str) -> str:
        """A sentence for the system's name of an error; any other text is unchanged."""
        key = f"reason.{name}"
        return self.text(key if key in self._texts else "reason.any", reason=name)

    def text(self, key: str, /, **facts: object) -> str:
        """A text with its facts filled in."""
        return self._typeset(str(self._texts[key])).format(**facts)

    def _fact(self, key: str, fact: object) -> object:
        match key:
            case _ if isinstance(fact, Wrong):
                return self.said(fact)
            case "address":
                return f"{fact:#04x}"
            case "reason":
                return self.reason(str(fact))
            case "seats" if isinstance(fact, tuple):
                return self._seats(fact)
            case "seat" if isinstance(fact, int):
                return self._seats((fact,))
            case "button" if isinstance(fact, int):
                return fact + 1
            case "detail":
                return one_line(" ".join(str(fact).split()))
            case _:
                return f"{fact:g}" if isinstance(fact, float) else one_line(str(fact))

    def _seats(self, seats: Sequence[int]) -> str:
        """Seats as people count them: "seat 3", "seats 5 to 8", "seats 1, 2 and 7"."""
        numbers = sorted({seat + 1 for seat in seats})
        if len(numbers) == 1:
            return self.text("seats.one", seat=numbers[0])
        runs: list[list[int]] = []
        for number in numbers:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        told: list[str] = []
        for run in runs:
            told += [self.text("seats.run", first=run[0], last=run[-1])] if len(run) > 2 else map(str, run)
        *first, last = told
        listed = self._comma.join(first) + (self._last if first else "") + last
        return self.text("seats.several", seats=listed)


@cache
def english() -> Sentences:
    """In shipped English, whatever the owner has changed: for the command line."""
    import tomllib  # most commands meet no error, and --help is to be quick

    return Sentences(flat(tomllib.loads((SHIPPED / "troubles" / "en.toml").read_text("utf-8"))))
