"""All tables of a venue, from the messages of the broker. They are not trusted: only those that fit their
types are used."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from table.publish.news import VERSION
from table.publish.payloads import (
    OFFLINE,
    ONLINE,
    PAYLOAD_BYTES_MOST,
    HealthPayload,
    StatePayload,
    Version,
    parts_of,
)

TABLES_MOST = 500
"""Tables of one page. If there are more, one that was never online makes room for another."""
Problem = Literal["", "version", "unreadable"]

_VERSION = msgspec.json.Decoder(Version)
_STATE = msgspec.json.Decoder(StatePayload)
_HEALTH = msgspec.json.Decoder(HealthPayload)


class HallTable(msgspec.Struct):
    """One table as the page reads it."""

    id: str
    title: str
    online: bool = False
    phase: str = ""
    """The phase of the table; empty: unknown."""
    open: bool = False
    round: int = 0
    players: int = 0
    living: int = 0
    free: int = 0
    over_at: float | None = None
    """When its round may be over, in seconds since 1970."""
    staff: bool = False
    fault: bool = False
    dark: tuple[int, ...] = ()
    doctor: bool = False
    """Whether the doctor found something wrong there."""
    problem: Problem = ""


class Hall:
    """The tables of a venue, by their names. `refused`: payloads that were not understood."""

    def __init__(self) -> None:
        self.tables: dict[str, HallTable] = {}
        self.refused = 0
        self._changed: dict[str, None] = {}
        self._seen: set[str] = set()
        """The tables that have been online."""

    def take(self, topic: str, payload: bytes) -> None:
        """Takes one message of the broker, of any kind."""
        parts = parts_of(topic)
        if parts is None:
            self.refused += 1
            return
        name, kind = parts
        if kind not in ("status", "state", "health"):
            return
        table = self.tables.get(name)
        if table is None:
            if not payload or not self._make_room():
                return
            table = self.tables[name] = HallTable(name, name)
        before = msgspec.structs.asdict(table)
        table.problem = self._understand(table, kind, payload)
        self.refused += bool(table.problem)
        if table.online:
            self._seen.add(name)
        if not payload and kind == "status":
            # Emptying its retained status removes a table from the page.
            del self.tables[name]
            self._seen.discard(name)
        if name not in self.tables or msgspec.structs.asdict(table) != before:
            self._changed[name] = None

    def changed(self) -> tuple[list[HallTable], list[str]]:
        """The tables that have changed since the last call, and the names of those that are gone."""
        names, self._changed = list(self._changed), {}
        return [self.tables[name] for name in names if name in self.tables], [
            name for name in names if name not in self.tables
        ]

    def _make_room(self) -> bool:
        """Whether there is room for one more table. May remove one that was never online."""
        if len(self.tables) < TABLES_MOST:
            return True
        unseen = next((name for name in self.tables if name not in self._seen), None)
        if unseen is None:
            return False
        del self.tables[unseen]
        self._changed[unseen] = None
        return True

    def _understand(self, table: HallTable, kind: str, payload: bytes) -> Problem:
        """Updates a table from a payload. Returns its problem, if it has one."""
        if kind == "status":
            table.online = payload == ONLINE.encode()
            return table.problem if payload in (b"", ONLINE.encode(), OFFLINE.encode()) else "unreadable"
        if not payload:
            return table.problem
        if len(payload) > PAYLOAD_BYTES_MOST:
            return "unreadable"
        try:
            if _VERSION.decode(payload).v != VERSION:
                return "version"
            if kind == "state":
                self._take_state(table, _STATE.decode(payload))
            else:
                self._take_health(table, _HEALTH.decode(payload))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return "unreadable"
        return ""

    def _take_state(self, table: HallTable, state: StatePayload) -> None:
        table.title = state.title or table.id
        table.phase, table.open, table.round = state.phase, state.open, state.round
        table.players, table.living, table.free = state.players, state.living, state.free
        table.over_at, table.staff = state.over_at, state.staff

    def _take_health(self, table: HallTable, health: HealthPayload) -> None:
        table.fault, table.dark, table.doctor = health.fault, health.dark, bool(health.doctor)


def as_message(tables: Iterable[HallTable], gone: Iterable[str], wall_s: float, connected: bool) -> str:
    """The message for a page: new or changed tables, names of removed ones, the time, and whether the broker
    is connected."""
    found: dict[str, Any] = {"tables": list(tables), "gone": list(gone)}
    found |= {"now": wall_s, "connected": connected}
    return msgspec.json.encode(found).decode()
