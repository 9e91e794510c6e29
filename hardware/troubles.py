"""What can be wrong with a device: a key, and facts.

Nothing here is a sentence: whoever knows a language makes one of the key and the facts. Of each key the tests
see that it has a sentence, and which facts go with it.
"""

from __future__ import annotations

import errno
from typing import TypedDict, Unpack


class Facts(TypedDict, total=False):
    """What there is to say of a trouble. Seats and buttons are counted from 0."""

    seat: int
    seats: tuple[int, ...]
    button: int
    pin: int
    address: int
    seconds: float
    """Longer than this something has taken."""
    sent: int
    size: int
    """Both in bytes."""
    reason: str
    """The name of what the system answered ("EIO"), or whatever it said instead."""
    detail: str
    """What a library said, in its own words."""
    library: str
    brings: str
    """The command that installs a library."""
    looked: str
    labels: str
    """GPIO chips that were looked at, and the labels that the right one could have."""
    device: str
    setting: str
    """The line of a file of the system's that would mend it."""
    file: str
    engine: str
    driver: str
    language: str
    known: str
    """The languages there is a voice for."""
    sentence: str


class Trouble:
    """What is wrong with a device: `key` ("rings.hang") and facts. Two with the same are the same trouble."""

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
    """A device that cannot do what it is asked to do, because of its `trouble`: for whoever knows a language,
    since its own text is only a key and facts."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble


def reason_of(error: OSError) -> str:
    """The name of what the system answered, or what the error says where it has none."""
    return errno.errorcode.get(error.errno or 0, str(error))
