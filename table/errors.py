"""The one family of errors a user may meet.

A message is the whole sentence the user sees: the file, the place, the value and what is allowed.
Each error is also the builtin a beginner would catch.

What somebody without a keyboard may have to read, on the board or in a menu, is no sentence but a key and its
facts: whoever knows a language makes one of them (`table.words.troubles`). Everybody else finds it in
English.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from table.sentences import Wrong, english

HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of what is not seen: controls, marks of direction, halves of letters, line ends."""
LONGEST = 2000
"""Letters of a sentence that somebody reads."""


class Reason:
    """What is wrong with something that somebody wrote or set up: the key of its text, and its facts."""

    def __init__(self, key: str, /, **facts: object) -> None:
        self.key = key
        self.facts = facts


class TableError(Exception):
    """Something is wrong with the table or with what it was given."""

    exit_code = 1

    def __init__(self, wrong: str | Wrong = "") -> None:
        super().__init__(wrong)
        self.wrong = wrong

    def __str__(self) -> str:
        """The sentence, in English where it has one in every language; of one that names something enormous,
        its beginning and its end."""
        return shortened(self.wrong if isinstance(self.wrong, str) else in_english(self.wrong))


class UnreadableError(TableError, ValueError):
    """A file, option or argument that cannot be used as it is written."""

    exit_code = 2


class RefusedError(UnreadableError):
    """A deck, scenario or option that the rules do not allow. `place`: of what is refused, "deck" or "seats";
    empty where the sentence names it."""

    def __init__(self, why: str | Wrong = "", place: str = "") -> None:
        super().__init__(Reason("file.at", place=place, why=why) if place else why)
        self.why = why
        self.place = place


class LeakError(TableError, RuntimeError):
    """A game said a public word while somebody was secretly awake."""


class ClosedError(TableError):
    """Somebody has closed the window or switched the table off: nothing is wrong."""

    exit_code = 0


def visible(text: str) -> str:
    """A text that leaves a terminal as it is. What would command it, or turn the order of letters round, is
    written as Python writes it: "\\x1b". Line ends and tabs stay."""
    return "".join(
        letter.encode("unicode_escape").decode()
        if category(letter) in HIDDEN and letter not in "\n\t"
        else letter
        for letter in text
    )


def is_name(text: str) -> bool:
    """Whether a place at the table may be called so: letters that can be seen, and none of its spaces at an
    end."""
    return text.isprintable() and text == text.strip()


def shortened(told: str) -> str:
    """A sentence that somebody can read; of one that names something enormous its beginning and its end."""
    told = visible(told)
    return told if len(told) <= LONGEST else f"{told[: LONGEST // 2]} … {told[-LONGEST // 2 :]}"


def counted(number: int, noun: str) -> str:
    """As in "1 card", "2 cards"."""
    return f"{number} {noun}" + ("" if number == 1 else "s")


def count(number: int, noun: str) -> Reason:
    """The same, to be told in every language. `noun`: "player", "card"."""
    return Reason(f"count.{noun}" if number == 1 else f"count.{noun}s", number=number)


def either(names: Sequence[str]) -> str | Wrong:
    """One of these: "a, b or c"."""
    *first, last = names
    return Reason("allowed.either", first=", ".join(first), last=last) if first else last


def in_english(wrong: Wrong) -> str:
    """The sentence for whoever types."""
    return english().said(wrong)
