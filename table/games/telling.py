# ruff: noqa: ARG002 - what a game says nothing of is told in no way
"""What the room has to know of how a game is told: lines, board, and what lies on rings.

Each game has its own `telling.py`. None of them knows a secret but what `message` and `secret` write for
those alone who are to read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias, runtime_checkable

from table.board.board import Board, LegendSign, Secret
from table.engine.messages import Message
from table.engine.public import Public
from table.engine.requests import Call, Show, Wake
from table.words.narration import Keyed, Narration

Line: TypeAlias = tuple[str, dict[str, object]]
"""A line key, and the facts its sentence may mention."""


Calling: TypeAlias = tuple[int, str] | int
"""How rings call: by the sign of a card, or by pointing at a seat that everybody knows is called."""


class Telling(Protocol):
    """How a game is told: a module, or an object made for a round. What one says nothing of is not told."""

    def tell(self, event: Public) -> list[Line]:
        """The lines to speak, in order; none where the board says enough."""
        return []

    def pause_s(self, event: Public) -> float:
        """How long the board stands still for everybody to take it in, in seconds at normal pace; 0: it is
        said in passing, while a public time runs, and nothing waits for it."""
        return 0.4

    def effect_of(self, event: Public) -> str:
        """Which effect is heard with it; "": none."""
        return ""

    def tell_wake(self, call: Call) -> list[Line]:
        """The lines that begin a call."""
        return []

    def tell_sleep(self, call: Call) -> list[Line]:
        """The lines that end a call."""
        return []

    def tell_ask(self, call: Call, asked: str) -> Line:
        """What is said as this of `call.asks` begins."""
        return (asked, {})

    def chooses(self, call: Call) -> bool:
        """Whether somebody may choose with the light of his ring in this call, if anybody is there."""
        return False

    def dealt(self, event: Public) -> Sequence[Keyed] | None:
        """The cards in play, if it is they that are dealt with this."""
        return None

    def begins_night(self, event: Public) -> bool:
        """Whether everybody closes his eyes at this."""
        return False

    def dies(self, event: Public) -> bool:
        """Whether somebody is out of the game with this, and stays at the table."""
        return False

    def begins(self, event: Public) -> bool:
        """Whether a day or a night begins with this."""
        return False

    def legend_of(self, event: Public, narration: Narration) -> list[LegendSign]:
        """The signs of the cards that are dealt, each once."""
        return []

    def with_eyes_down(self, lines: Sequence[Line]) -> list[Line]:
        """The same lines where nobody closes his eyes: all look at their own rings."""
        return [*lines]

    def wake_with_eyes_down(self, call: Call, called: str) -> list[Line]:
        """The line that begins a call there. `called`: who is, as the board names him."""
        return self.tell_wake(call)

    def sleep_with_eyes_down(self, call: Call) -> list[Line]:
        """The line that ends such a call."""
        return self.tell_sleep(call)

    def calls_by(self, wake: Wake) -> Calling | None:
        """What all rings may show there while a call lasts; None: what they show without one. It may hang on
        who is called only where everybody knows."""
        return None

    def show_on_board(
        self, board: Board, event: Public, narration: Narration, eyes_down: bool = False
    ) -> None:
        """Changes the board as the event demands."""
        return

    def show_wake(self, board: Board, call: Call, narration: Narration) -> None:
        """Who is called."""
        return

    def show_sleep(self, board: Board, narration: Narration) -> None:
        """The call is over: everybody sleeps."""
        return

    def message(self, show: Show) -> Message:
        """How what is shown is written on rings."""
        return Message(seats=(show.seat,) if show.seat else ())


class NoTelling(Telling):
    """How nothing is told, where nothing is played."""


@runtime_checkable
class OnBoard(Protocol):
    """How a game is told in which those called look at the board: all others have closed their eyes, or keep
    them on their rings."""

    def secret(self, show: Show, before: Secret | None) -> Secret | None:
        """How what is shown stands there, after what was there `before`; None: it is for rings."""


@runtime_checkable
class Answers(Protocol):
    """How a game is told in which one seat answers all others with tokens."""

    tokens: Sequence[str]
    """All there are, as they lie round his ring."""
    surest: str
    """The one he gives with a long hold only."""
