"""The signs of the cards on a ring, and how a secret is written there.

A sign is a number of lit groups and a motion: at night a ring has one colour, so colour says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.requests import Show
from table.werewolf.pieces import Card
from table.werewolf.state import Seat

SIGNS: dict[str, tuple[int, str]] = {
    "villager": (4, "swing"),
    "werewolf": (1, "swing"),
    "seer": (1, "still"),
    "thief": (3, "hop"),
    "cupid": (2, "still"),
    "hunter": (2, "clockwise"),
    "witch": (3, "clockwise"),
    "little_girl": (2, "swing"),
}
"""Role key -> (groups of light, motion). Motions are those of `hardware.patterns.MOTIONS`."""


class Message(msgspec.Struct, frozen=True):
    """What a ring tells its owner: signs of cards, one after the other, and then seats pointed at."""

    signs: tuple[tuple[int, str], ...] = ()
    seats: tuple[Seat, ...] = ()


def message(show: Show) -> Message:
    """How what is shown is written on the ring. Seats with nobody in them: nobody (no victim, say)."""
    match show.what:
        case "dealt" | "card":
            return Message(signs=(_sign(show.value),))
        case "centre":
            return Message(signs=tuple(_sign(card) for card in show.value))
        case "lover":
            return Message(seats=(_seat(show.seat),))
        case "pack":
            return Message(seats=_several(show.value))
        case "victims":
            return Message(seats=_several(show.value))
    raise TypeError(f"no ring knows how to show {show.what!r}")


def _sign(card: object) -> tuple[int, str]:
    assert isinstance(card, Card)
    return SIGNS[card.key]


def _seat(seat: object) -> Seat:
    assert isinstance(seat, Seat)
    return seat


def _several(seats: Sequence[object]) -> tuple[Seat, ...]:
    return tuple(_seat(seat) for seat in seats)


CLOSES: dict[str, float] = {"seer": 0.65, "witch.heal": 0.5}
"""The part of a call's time after which a question closes, where something of the call comes after it:
the card the Seer has chosen to see, the poison after the healing."""
