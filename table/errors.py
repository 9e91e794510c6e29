"""The errors a user may meet.

A message is the whole sentence the user sees: the file, the place, the value and what is allowed. Each error
is also the builtin a beginner would catch.

If somebody without a keyboard may have to read it, on the board or in a menu, it is a key and its facts:
`table.words.troubles` makes a sentence of them in the table's language, and everywhere else it is in English.
"""

from __future__ import annotations

from collections.abc import Sequence

from table.sentences import Wrong, english, one_line

LONGEST = 2000
"""The most letters in an error sentence."""


class Reason:
    """An error in something that somebody wrote or set up: the key of its text, and its facts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.key = key
        self.facts = facts


class TableError(Exception):
    """An error of the table or in its input."""

    exit_code = 1

    def __init__(self, wrong: str | Wrong = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong

    def __str__(self) -> str:
        """The sentence, in English if it exists in every language; shortened if it contains something
        enormous."""
        return shortened(self.wrong if isinstance(self.wrong, str) else in_english(self.wrong))


class UnreadableError(TableError, ValueError):
    """A file, option or argument that cannot be used."""

    exit_code = 2


class RefusedError(UnreadableError):
    """A deck, scenario or option that the rules do not allow. `place`: the refused part, "deck" or "seats";
    empty if the sentence names it."""

    def __init__(self, why: str | Wrong = "", place: str = "") -> None:
        super().__init__(Reason("file.at", place=place, why=why) if place else why)
        self.why = why
        self.place = place


class LeakError(TableError, RuntimeError):
    """A game made a public request while somebody was secretly awake."""


class ClosedError(TableError):
    """Somebody closed the window or switched off the table: not an error."""

    exit_code = 0


def shortened(told: str) -> str:
    """A sentence of readable length, on one line: of a very long one the beginning and the end."""
    told = one_line(told)
    return told if len(told) <= LONGEST else f"{told[: LONGEST // 2]} … {told[-LONGEST // 2 :]}"


def counted(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def count(number: int, noun: str) -> Reason:
    """The same, for every language. `noun`: "player", "card"."""
    return Reason(f"count.{noun}" if number == 1 else f"count.{noun}s", number=number)


def either(names: Sequence[str]) -> str | Wrong:
    """Alternatives: "a, b or c"."""
    *first, last = names
    return Reason("allowed.either", first=", ".join(first), last=last) if first else last


def in_english(wrong: Wrong) -> str:
    """The sentence in English, for the command line."""
    return english().said(wrong)
