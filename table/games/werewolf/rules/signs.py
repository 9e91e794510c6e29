"""The ring messages of secrets: signs of cards, seats to point at, or yes and no.

A sign is a number of lit groups and a motion: at night a ring has one colour, so colour says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.messages import Message
from table.engine.requests import Show
from table.games.werewolf.rules.pieces import Card, Seat


def message(show: Show) -> Message:
    """The ring message for what is shown, by its type, whichever card shows it."""
    shown = show.value if show.value is not None else show.seat
    match shown:
        case None:
            return Message(yes=True)  # only tells players that they were touched
        case bool():
            return Message(yes=shown)
        case Card():
            return Message(signs=(shown.sign,))
        case Seat():
            return Message(seats=(shown,))
        case Sequence() if shown and all(isinstance(one, Card) for one in shown):
            return Message(signs=tuple(card.sign for card in shown))
        case Sequence() if all(isinstance(one, Seat) for one in shown):
            return Message(seats=tuple(shown))
    raise TypeError(f"no ring knows how to show {show.what!r}")
