# ruff: noqa: ARG002 - the defaults tell nothing
"""What the room needs to tell a game: lines, board, and messages on rings.

Each game has its own `telling.py`. It uses no secrets, except that `message` and `secret` write for their
readers alone."""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

from table.board.board import Board, LegendSign, Secret
from table.engine.messages import Message
from table.engine.public import Public
from table.engine.requests import Call, Show, Sitter, Wake
from table.words.narration import Keyed, Narration, Seated

Line: TypeAlias = tuple[str, dict[str, object]]
"""A line key, and the facts its sentence may use."""


Calling: TypeAlias = tuple[int, str] | int
"""How rings call: with the sign of a card, or by pointing at a seat that everybody knows is called."""


class TurnedCard(NamedTuple):
    """A card that turns over before everybody. `before`: what is told while it lies face down, with the first
    of the event's lines; None: nothing."""

    seat: Sitter
    card: Keyed
    before: Public | None = None


def sound_of(card: Keyed) -> str:
    """The sound effect of a card that has turned face up."""
    return f"turned/{card.key}"


def won(camp: str) -> str:
    """The sound effect of a victory."""
    return f"won/{camp}"


class Telling(Protocol):
    """How a game is told: a module, or an object made for a round. Defaults tell nothing."""

    def tell(self, event: Public) -> list[Line]:
        """The lines to speak, in order; none if the board says enough."""
        return []

    def pause_s(self, event: Public) -> float:
        """Seconds at normal pace that the board pauses for everybody to take it in; 0: it is said in passing,
        during a public time."""
        return 0.4

    def effect_of(self, event: Public) -> str:
        """The sound effect that goes with it; "": none."""
        return ""

    def card_turned(self, event: Public) -> TurnedCard | None:
        """The card that turns over with it, if one does. Its effect is heard once the card has turned."""
        return None

    def tell_wake(self, call: Call) -> list[Line]:
        """The lines that begin a call."""
        return []

    def tell_sleep(self, call: Call) -> list[Line]:
        """The lines that end a call."""
        return []

    def tell_ask(self, call: Call, asked: str) -> Line:
        """The line when this part of `call.asks` begins."""
        return (asked, {})

    def chooses(self, call: Call) -> bool:
        """Whether this call has a choice to make on a ring, if anybody is there."""
        return False

    def dealt(self, event: Public) -> Sequence[Keyed] | None:
        """The cards in play, if this event deals them."""
        return None

    def begins_night(self, event: Public) -> bool:
        """Whether everybody closes their eyes at this event."""
        return False

    def dies(self, event: Public) -> bool:
        """Whether somebody is out of the game with this event, and stays at the table."""
        return False

    def asks(self, event: Public) -> Sitter | None:
        """Who has to answer what this event says, if somebody has."""
        return None

    def speaker(self, event: Public) -> Sitter | None:
        """Whose words the narrator passes on with this event, which is said in passing; None: nobody's."""
        return None

    def begins(self, event: Public) -> bool:
        """Whether this event begins a day or a night."""
        return False

    def legend_of(self, event: Public, narration: Narration) -> list[LegendSign]:
        """The signs of the cards that are dealt, each once."""
        return []

    def with_eyes_down(self, lines: Sequence[Line]) -> list[Line]:
        """The lines for a table that plays with eyes open: everybody looks at their own ring."""
        return [*lines]

    def wake_with_eyes_down(self, call: Call, called: str) -> list[Line]:
        """The line that begins a call there. `called`: who is called, as the board names them."""
        return self.tell_wake(call)

    def sleep_with_eyes_down(self, call: Call) -> list[Line]:
        """The line that ends such a call."""
        return self.tell_sleep(call)

    def calls_by(self, wake: Wake) -> Calling | None:
        """What all rings may show during a call; None: no change. It may depend on who is called only if
        everybody knows."""
        return None

    def show_on_board(
        self, board: Board, event: Public, narration: Narration, eyes_down: bool = False
    ) -> None:
        """Updates the board for the event."""
        return

    def show_wake(self, board: Board, call: Call, narration: Narration) -> None:
        """Shows who is called."""
        return

    def show_sleep(self, board: Board, narration: Narration) -> None:
        """The call is over: everybody sleeps."""
        return

    def held_by(self, seat: Sitter) -> Keyed | None:
        """The card that a seat of the game holds now, for its owner alone."""
        return None

    def wins(self, card: Any, shown: Collection[str]) -> list[str]:
        """How the owner of a card wins, as keys of `win.` words. `shown`: the kinds of secret messages that
        they have read."""
        return []

    def message(self, show: Show) -> Message:
        """The ring's form of what is shown."""
        return Message(seats=(show.seat,) if show.seat else ())


class NoTelling(Telling):
    """The telling while nothing is played."""


class NarratorMemory(Protocol):
    """What a narrator remembers of an evening. Defaults remember nothing."""

    def begin(self, seats: int) -> None:
        """A round begins, or is taken up again from its beginning."""
        return

    def words_for(self, event: Public, lines: Sequence[Line], known: Container[str]) -> list[Line]:
        """The lines of an event, in words for its occasion where `known` has them; remembers the event."""
        return [*lines]

    def stirring(
        self, line: Line, alive: Sequence[Seated], pointed_at: Collection[Seated], known: Container[str]
    ) -> Line:
        """A reminder in a debate, about something that everybody has seen where `known` has words for
        it. `alive`: who may be named; `pointed_at`: those at whom somebody points now."""
        return line


class EmptyMemory(NarratorMemory):
    """The memory of a game whose lines stand alone."""


@runtime_checkable
class OnBoard(Protocol):
    """The telling of a game in which those called look at the board, while all others close their eyes or
    look at their rings."""

    def secret(self, show: Show, before: Secret | None) -> Secret | None:
        """What the board shows of it, given what it showed `before`; None: it is for rings."""

    def on_screens(self, lines: Sequence[Line]) -> list[Line]:
        """The lines for a table where everybody reads this on a screen of their own instead."""


@runtime_checkable
class Answers(Protocol):
    """The telling of a game in which one seat answers all others with tokens."""

    tokens: Sequence[str]
    """All tokens, in their order round the answerer's ring."""
    surest: str
    """The token that takes a long hold."""
