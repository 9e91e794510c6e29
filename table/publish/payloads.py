"""Topics and payloads on the broker, as docs/mqtt.md describes them."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from table.publish.news import (
    VERSION,
    BallotNews,
    EventNews,
    EventType,
    HealthNews,
    Key,
    Phase,
    SeatNews,
    StateNews,
)

ROOT = "garou"
"""The first level of all topics."""
ONLINE, OFFLINE = "online", "offline"
"""What is published as the status of a table."""
PAYLOAD_BYTES_MOST = 8192
"""Bytes of the longest payload of ours, with much room: 24 seats take some 2,000."""

TableId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}\Z")]
Title = Annotated[str, Meta(max_length=40)]
Moment = Annotated[float, Meta(ge=0, le=4e9)]
"""Seconds since 1970, by the clock of the table's machine."""
Count = Annotated[int, Meta(ge=0, le=99)]


def topic_of(table: str, kind: str) -> str:
    """The topic of a table. `kind`: "status", "state", "health", "speaking" or "event"."""
    return f"{ROOT}/{table}/{kind}"


def parts_of(topic: str) -> tuple[str, str] | None:
    """The table and the kind of a topic; None: it is no topic of ours."""
    found = re.fullmatch(rf"{ROOT}/([a-z0-9][a-z0-9-]{{0,31}})/([a-z]{{1,16}})", topic)
    return (found[1], found[2]) if found else None


class Version(msgspec.Struct, frozen=True):
    """What every payload in JSON has, whatever its version."""

    v: Annotated[int, Meta(ge=1)]


class StatePayload(msgspec.Struct, frozen=True):
    """Retained at `garou/TABLE/state`."""

    v: int
    table: TableId
    title: Title
    sent_at: Moment
    phase: Phase
    scene: Key
    night: bool
    open: bool
    rulebook: Key
    language: Key
    round: Annotated[int, Meta(ge=0, le=9999)]
    players: Count
    living: Count
    dead: Count
    free: Count
    seats: Annotated[tuple[SeatNews, ...], Meta(max_length=24)]
    clock_ends_at: Moment | None
    clock_length_s: Annotated[float, Meta(ge=0, le=86_400)] | None
    over_at: Moment | None
    staff: bool


class HealthPayload(msgspec.Struct, frozen=True):
    """Retained at `garou/TABLE/health`."""

    v: int
    table: TableId
    sent_at: Moment
    fault: bool
    dark: Annotated[tuple[Annotated[int, Meta(ge=1, le=24)], ...], Meta(max_length=24)]
    doctor: Annotated[tuple[Key, ...], Meta(max_length=40)]


class EventPayload(msgspec.Struct, frozen=True, omit_defaults=True):
    """Published once at `garou/TABLE/event`."""

    v: int
    table: TableId
    sent_at: Moment
    event_type: EventType
    seat: int = 0
    place: Key = ""
    card: Key = ""
    news: Key = ""
    winner: Key = ""
    seats: tuple[int, ...] = ()
    ballots: tuple[BallotNews, ...] = ()


def state_payload(news: StateNews, table: str, title: str, wall_s: float) -> StatePayload:
    """The state as it is published at `wall_s`."""

    def moment(left_s: float | None) -> float | None:
        return None if left_s is None else round(wall_s + left_s, 1)

    fields: dict[str, Any] = msgspec.structs.asdict(news)
    ends_at, over_at = moment(fields.pop("clock_left_s")), moment(fields.pop("over_in_s"))
    fields |= {"night": news.phase == "night", "clock_ends_at": ends_at, "over_at": over_at}
    return StatePayload(VERSION, table, title, round(wall_s, 3), **fields)


def health_payload(news: HealthNews, table: str, wall_s: float) -> HealthPayload:
    """The health as it is published at `wall_s`."""
    return HealthPayload(VERSION, table, round(wall_s, 3), news.fault, news.dark, news.doctor)


def event_payload(news: EventNews, table: str, wall_s: float) -> EventPayload:
    """An event as it is published at `wall_s`."""
    return EventPayload(VERSION, table, round(wall_s, 3), **msgspec.structs.asdict(news))
