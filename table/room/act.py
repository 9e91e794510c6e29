"""What is played on a stage: one type for a lobby, a menu, a round and its parts.

A stage plays a stack of acts. The one on top hears first and shows first; what it leaves goes to the one
below it. Nothing on a stage is assigned from outside: an act answers when it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

from hardware.debounce import Kind
from table.board.board import SecretPicture
from table.gestures import Meaning, Phase

NEVER = float("inf")
"""A moment that never comes."""


Result = TypeVar("Result", covariant=True)


class Finger(NamedTuple):
    """A finger on a button: a person's, or a simulated hand's."""

    of_person: bool
    seat: int
    button: int


class SeatGesture(NamedTuple):
    """A gesture of one seat. `is_stale`: its finger was down before the question began; `of_person`: not of a
    simulated hand."""

    time_s: float
    seat: int
    button: int
    kind: Kind
    is_stale: bool = False
    of_person: bool = True


class Act(Protocol):
    """A part of an evening. Every method has a default, which leaves the matter to the act below."""

    # Hearing

    def phase(self, seat: int, /) -> Phase | None:
        """What the buttons of a seat mean that is asked nothing."""
        return None

    def touched(self, finger: Finger, /) -> None:
        """A contact has changed. Every act is told."""
        return

    def takes(self, heard: SeatGesture, /) -> bool:
        """Whether nobody else hears this gesture. Asked before it means anything, of stale ones too."""
        return False

    def hear(self, heard: SeatGesture, meant: Meaning, /) -> bool:
        """Hears a gesture and what it means in its seat's phase. Returns whether it was used."""
        return False

    def hear_typed(self, meant: Meaning, /) -> bool:
        """Hears a gesture of the arrow keys. Returns whether it was used."""
        return False

    # Showing

    def ring(self, seat: int, now_s: float, /) -> bytes | None:
        """What the ring of a seat shows."""
        return None

    def free_ring(self, now_s: float, /) -> bytes | None:
        """What the rings of all pods show that are no seat here, from the public board alone."""
        return None

    def slips(self) -> Mapping[int, str] | None:
        """The words on the slips of all seats."""
        return None

    def secret(self) -> SecretPicture | None:
        """What the board shows to those who are called alone."""
        return None

    def notice(self) -> str:
        """A fault that the board shows; empty without one. Those of all acts are shown."""
        return ""

    def hides(self, fault: str, /) -> bool:
        """Whether the fault of a device must not be shown now. `fault`: its key."""
        return False

    # Time

    def due_s(self) -> float:
        """When `beat` has something to do next."""
        return NEVER

    def beat(self, now_s: float, /) -> None:
        """Does what is due, after the buttons were heard and before anything is shown. Every act does."""
        return

    def shown(self, now_s: float, /) -> None:
        """Everything of this beat is shown now. Every act is told."""
        return

    def broken_off(self) -> None:
        """Clears what is secret: a gesture, or what was due, has ended what is played. Every act is told."""
        return

    def close(self) -> bool:
        """Somebody wants to close the table; asked in every beat until the stage counts it as heard. Returns
        whether the act sees to it. If none does, the table closes."""
        return False


class Programme(Act, Protocol[Result]):
    """An act that comes to an end by itself, and has a result then."""

    def run(self) -> Result:
        """Plays it to its end, on a stage on which it lies on top."""
