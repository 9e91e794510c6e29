"""What can be wrong with a device: a key and facts.

It is no sentence: `table.words.troubles` makes one. The tests check that each key has a sentence, and which
facts go with it.
"""

from __future__ import annotations

import errno
from typing import TypedDict, Unpack


class Facts(TypedDict, total=False):
    """The facts of a trouble. Seats and buttons are counted from 0."""

    seat: int
    seats: tuple[int, ...]
    button: int
    pin: int
    address: int
    seconds: float
    """Seconds something has taken, at least."""
    sent: int
    size: int
    """Both in bytes."""
    reason: str
    """The system's name of the error ("EIO"), or its message if it has none."""
    detail: str
    """A library's own message."""
    library: str
    brings: str
    """The command that installs a library."""
    looked: str
    labels: str
    """GPIO chips that were checked, and the labels that the right one could have."""
    device: str
    setting: str
    """The line of a system file that would fix it."""
    output: str
    """The owner's setting of it."""
    cards: str
    """The names of the sound cards that are there."""
    file: str
    engine: str
    driver: str
    language: str
    known: str
    """The languages with a voice."""
    sentence: str


class Trouble:
    """What is wrong with a device: `key` ("rings.hang") and facts. Equal ones are the same trouble."""

    __slots__ = ("facts", "key")

    def __init__(self, key: str, /, **facts: Unpack[Facts]) -> None:
        self.key = key
        self.facts = facts

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trouble) and (self.key, self.facts) == (other.key, other.facts)

    def __hash__(self) -> int:
        return hash((self.key, frozenset(self.facts.items())))

    def __repr__(self) -> str:
        return " ".join([self.key, *(f"{fact}={value!r}" for fact, value in self.facts.items())])


class DeviceError(Exception):
    """A device failed; `trouble` says why. Its own text is only a key and facts: callers translate them."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def reason_of(error: OSError) -> str:
    """The system's name of the error, or its message if it has none."""
    return errno.errorcode.get(error.errno or 0, str(error))
