"""The public news of a table, read from its board alone.

Nothing here has a sentence of the board, since a sentence may name a player. A seat is its number and the
place of the village that it is named after. docs/mqtt.md describes each field as it is published.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from table.board.board import Board, Place, Scene

VERSION = 1
"""The version of all payloads. It changes when a field changes its meaning or is removed."""
Phase = Literal["free", "lobby", "deal", "night", "day", "over"]
"""Nobody sits; people sit down; all look at cards; eyes are closed; eyes are open; the round is over."""
PHASES: Mapping[Scene, Phase] = {
    "deal": "deal",
    "night": "night",
    "look": "night",
    "over": "over",
    "told": "over",
}
"""The phase of each scene of a round; day for all others."""
EventType = Literal["lobby_open", "nightfall", "dawn", "death", "vote", "growl", "card_news", "victory"]
GROWL = "bear_growls"
"""The key of the bear's news, which is an event of its own."""

Key = Annotated[str, Meta(max_length=40)]
Seconds = Annotated[float, Meta(ge=0, le=86_400)]


class SeatNews(msgspec.Struct, frozen=True):
    """One seat of the round."""

    seat: Annotated[int, Meta(ge=1, le=24)]
    """Its number, from 1, as in the wiring sheet."""
    place: Key
    """The key of the place that it is named after; empty: it has a name of somebody's own."""
    alive: bool = True
    card: Key = ""
    """The key of its card once that is open; empty: it is closed."""
    captain: bool = False


class BallotNews(msgspec.Struct, frozen=True):
    """One open ballot, from seat to seat by their numbers."""

    voter: int
    target: int
    weight: int


class StateNews(msgspec.Struct, frozen=True, tag="state"):
    """The table at one moment. Times are seconds from when this is sent, by the table's clock."""

    phase: Phase
    scene: Key
    """The scene of the board."""
    open: bool
    """Whether anybody may sit down now."""
    rulebook: Key
    language: Key
    round: int = 0
    """The number of the round of this evening, from 1; 0: none is played."""
    players: int = 0
    living: int = 0
    dead: int = 0
    free: int = 0
    """Seats that can be taken now."""
    seats: Annotated[tuple[SeatNews, ...], Meta(max_length=24)] = ()
    """The seats of the round, clockwise; none while people sit down."""
    clock_left_s: Seconds | None = None
    """Seconds until the clock on the board ends; None: none runs."""
    clock_length_s: Seconds | None = None
    over_in_s: Seconds | None = None
    """Seconds until the round is over, as the menu estimated at its start; None: unknown."""
    staff: bool = False
    """Whether the host has called the staff."""


class EventNews(msgspec.Struct, frozen=True, tag="event", omit_defaults=True):
    """Something that has just been shown."""

    event_type: EventType
    seat: int = 0
    place: Key = ""
    card: Key = ""
    """Of a death: the card, if it is open."""
    news: Key = ""
    """Of a card's news: its key."""
    winner: Key = ""
    """Of a victory: the camp."""
    seats: tuple[int, ...] = ()
    """Of a victory: the numbers of the winning seats."""
    ballots: tuple[BallotNews, ...] = ()
    """Of a vote."""


class HealthNews(msgspec.Struct, frozen=True, tag="health"):
    """Whether the table needs a hand."""

    fault: bool = False
    """Whether the board shows a fault."""
    dark: Annotated[tuple[int, ...], Meta(max_length=24)] = ()
    """Numbers of seats whose rings were reported dark."""
    doctor: Annotated[tuple[Key, ...], Meta(max_length=40)] = ()
    """What the doctor found wrong as the table opened, by its keys."""


class SpeakingNews(msgspec.Struct, frozen=True, tag="speaking"):
    """Whether the table speaks."""

    speaking: bool


News: TypeAlias = StateNews | EventNews | HealthNews | SpeakingNews


class Playing(msgspec.Struct, frozen=True):
    """What the board does not say of what is played on it."""

    rulebook: str
    language: str
    round: int = 0
    """The number of the round, from 1; 0: none."""
    open: bool = False
    """Whether anybody may sit down."""
    over_s: float | None = None
    """When the round may be over, by the table's clock."""


def state_of(board: Board, pods: Sequence[int], playing: Playing, before: StateNews | None) -> StateNews:
    """The state that a board shows, without its times. `pods`: of its places, from 0; `before`: the state
    before it, which stays while the board tells what happened."""
    if board.scene == "told" and before:
        return msgspec.structs.replace(before, scene=board.scene, staff=False)
    if board.scene == "attract":
        seated = sum(place.ready for place in board.places) if playing.open else 0
        free = len(board.places) - seated if playing.open else 0
        phase: Phase = "lobby" if seated else "free"
        about = playing.rulebook, playing.language
        return StateNews(phase, board.scene, playing.open, *about, players=seated, free=free)
    seats = tuple(seat_of(place, pod) for place, pod in zip(board.places, pods, strict=True))
    living = sum(seat.alive for seat in seats)
    return StateNews(
        PHASES.get(board.scene, "day"),
        board.scene,
        False,
        playing.rulebook,
        playing.language,
        round=playing.round,
        players=len(seats),
        living=living,
        dead=len(seats) - living,
        seats=seats,
    )


def seat_of(place: Place, pod: int) -> SeatNews:
    """A place of the board as news: a death has its card once that has turned over."""
    is_open = place.card and not place.face_down
    alive = place.alive or place.face_down
    return SeatNews(pod + 1, place.home, alive, place.role if is_open else "", place.captain)


def events_between(before: StateNews, now: StateNews, board: Board, news: str) -> Iterator[EventNews]:
    """What has happened between two states of one table. `board`: as it is now; `news`: the key of the
    card's news that it showed before."""
    if now.open and not before.open:
        yield EventNews("lobby_open")
    if now.phase == "night" != before.phase:
        yield EventNews("nightfall")
    if now.scene == "dawn" != before.scene:
        yield EventNews("dawn")
    if before.round == now.round:
        lived = {seat.seat for seat in before.seats if seat.alive}
        for seat in now.seats:
            if seat.seat in lived and not seat.alive:
                yield EventNews("death", seat=seat.seat, place=seat.place, card=seat.card)
    numbers = [seat.seat for seat in now.seats]
    if now.scene == "ballots" != before.scene:
        cast = (BallotNews(numbers[one.voter], numbers[one.target], one.weight) for one in board.arrows)
        yield EventNews("vote", ballots=tuple(cast))
    if board.news and board.news != news:
        yield EventNews("growl" if board.news == GROWL else "card_news", news=board.news)
    if now.scene == "over" and before.phase != "over":
        won = tuple(seat for seat, place in zip(numbers, board.places, strict=True) if place.marked)
        yield EventNews("victory", winner=board.winner, seats=won)
