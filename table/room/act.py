"""The interface of everything that is played on a stage: a lobby, a menu, a round and its parts.

A stage plays a stack of acts. The one on top is asked first what it hears and shows; what it leaves goes to
the one below. Nothing on a stage is assigned from outside: an act answers when it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    """A gesture of one seat.

    `is_stale`: the finger was down before the question began.
    `of_person`: a person made it, not a simulated hand.
    `option`: the number of the option that a finger was laid on; None: of none.
    `is_touch`: it was made on a screen.
    `key`: names the options that the screen showed; None: it showed those of now.
    """

    time_s: float
    seat: int
    button: int
    kind: Kind
    is_stale: bool = False
    of_person: bool = True
    option: int | None = None
    is_touch: bool = False
    key: int | None = None


class Options(NamedTuple):
    """What a seat may point at now, by numbers: those that are seats have the seat's, from 1, and nobody has
    0; others are counted from 1, but the only thing to say has a number of its own.

    `numbers`: of all options, in order.
    `at`: of the one that the light is at; None: of none.
    `chosen`: those that are chosen.
    `locked`: whether the choice is made.
    `labels`: the options in words; empty if they are seats.
    `several`: whether several may be chosen before everybody; nobody then means that these are all.
    """

    numbers: Sequence[int]
    at: int | None = None
    chosen: Sequence[int] = ()
    locked: bool = False
    labels: Sequence[str] = ()
    several: bool = False


class Act(Protocol):
    """A part of an evening. Every method has a default, which leaves the matter to the act below."""

    # Hearing

    def phase(self, seat: int, /) -> Phase | None:
        """The meaning of the buttons of a seat that is asked nothing."""
        return None

    def touched(self, finger: Finger, /) -> None:
        """Called on every act when a contact changes."""
        return

    def takes(self, heard: SeatGesture, /) -> bool:
        """Whether this act keeps the gesture from all others. Asked before it has a meaning, of stale ones
        too."""
        return False

    def hear(self, heard: SeatGesture, meant: Meaning, /) -> bool:
        """Handles a gesture with its meaning in the phase of its seat. Returns whether it was used."""
        return False

    def hear_typed(self, meant: Meaning, /) -> bool:
        """Handles a gesture of the arrow keys. Returns whether it was used."""
        return False

    def options(self, seat: int, /) -> Options | None:
        """The options of a seat, if this act asks it."""
        return None

    def point(self, seat: int, number: int, /) -> bool:
        """Moves the light of a seat to an option. Returns whether it has such an option."""
        return False

    # Showing

    def ring(self, seat: int, now_s: float, /) -> bytes | None:
        """The pixels of a seat's ring, if this act shows any."""
        return None

    def free_ring(self, now_s: float, /) -> bytes | None:
        """The pixels of the rings of all free pods, from the public board alone."""
        return None

    def slips(self) -> Mapping[int, str] | None:
        """The words on the slips of all seats, if this act shows any."""
        return None

    def secret(self) -> SecretPicture | None:
        """What the board shows to those who are called alone."""
        return None

    def notice(self) -> str:
        """A fault for the board, in a sentence; empty without one. The faults of all acts are shown."""
        return ""

    def hides(self, fault: str, /) -> bool:
        """Whether the fault of a device, given by its key, must not be shown now."""
        return False

    # Time

    def due_s(self) -> float:
        """When `beat` has something to do next."""
        return NEVER

    def beat(self, now_s: float, /) -> None:
        """Called on every act in each beat, after the buttons were read and before anything is shown."""
        return

    def shown(self, now_s: float, /) -> None:
        """Called on every act at the end of a beat, when everything is shown."""
        return

    def broken_off(self) -> None:
        """Clears what is secret. Called on every act when a gesture or a beat raises, which ends what is
        played."""
        return

    def close(self) -> bool:
        """Returns whether this act handles a request to close the table. If no act does, the table closes.

        Called in every beat from the request until the stage counts it as heard.
        """
        return False


class Programme(Act, Protocol[Result]):
    """An act that ends by itself, with a result."""

    def run(self) -> Result:
        """Plays it to its end, while it is on top of its stage."""
