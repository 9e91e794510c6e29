"""Two publishers of one name at one broker, as with a card that was copied: who lives stays online."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest

from table.publish import publisher as module
from table.publish.broker import Will
from table.publish.news import StateNews
from table.publish.publisher import Publisher
from table.settings.settings import BrokerSettings, PublishSettings
from table.words.catalogue import shipped

STATUS, STATE = "garou/table-1/status", "garou/table-1/state"
ANOTHER = 'another table publishes as "table-1"; give one of them another name: publish.table'
LOBBY = StateNews("lobby", "lobby", False, "family", "en", 0, 8, 8)
DAY = StateNews("day", "debate", False, "family", "en", 1, 8, 8)
NIGHT = StateNews("night", "night", False, "family", "en", 1, 8, 8)
DELIVERED_MOST = 200
"""Messages of one test: two tables that answer each other for ever send more."""


class MemoryBroker:
    """Keeps what is retained, and passes on to all others that watch a topic."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}
        self.lines: list[Line] = []
        self._coming: deque[tuple[Line, str, bytes]] = deque()

    def take(self, sender: Line | None, topic: str, payload: bytes, *, retain: bool) -> None:
        """Somebody publishes."""
        if retain:
            self.kept[topic] = payload
        self._coming.extend(
            (line, topic, payload) for line in self.lines if line is not sender and topic in line.watched
        )

    def deliver(self) -> None:
        """Brings all that is on its way, and what is answered to it."""
        for _ in range(DELIVERED_MOST):
            if not self._coming:
                return
            line, topic, payload = self._coming.popleft()
            line.heard(topic, payload)
        raise AssertionError("the tables answer each other for ever")


class Line:
    """A `Broker` to a broker in memory."""

    def __init__(
        self,
        broker: MemoryBroker,
        ready: Callable[[], object],
        heard: Callable[[str, bytes], object],
        will: Will,
    ) -> None:
        self.watched: set[str] = set()
        self.heard = heard
        self._broker, self._ready, self._will = broker, ready, will

    def connect(self) -> None:
        self._broker.lines.append(self)
        self._ready()
        self._broker.deliver()

    def publish(self, topic: str, payload: bytes | str, *, retain: bool) -> None:
        if self in self._broker.lines:
            raw = payload.encode() if isinstance(payload, str) else payload
            self._broker.take(self, topic, raw, retain=retain)

    def watch(self, topic: str) -> None:
        self.watched.add(topic)

    def lose(self) -> None:
        """The broker misses this connection."""
        self._broker.lines.remove(self)
        self._broker.take(self, self._will.topic, self._will.payload.encode(), retain=True)
        self._broker.deliver()


class Table:
    """A table named "table-1", and its publisher. `news`: what it tells before it reaches the broker."""

    def __init__(self, broker: MemoryBroker, news: StateNews | None = None) -> None:
        self.said: list[str] = []
        self._broker = broker
        self.publisher = Publisher(
            PublishSettings(enabled=True, table="table-1"),
            BrokerSettings(),
            None,
            shipped("venue", "en")["entity"],
            self.said.append,
            wall_s=lambda: 1000.0,
        )
        line: Any = self.publisher.broker
        self.line: Line = line
        if news:
            self.publisher.hear(news)
        self.line.connect()

    def tells(self, news: StateNews) -> None:
        self.publisher.hear(news)
        self._broker.deliver()


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch) -> MemoryBroker:
    made = MemoryBroker()

    def line(*_: object, ready: Any, heard: Any, will: Will) -> Line:
        return Line(made, ready, heard, will)

    monkeypatch.setattr(module, "Broker", line)
    return made


def test_a_table_that_plays_stays_online_when_another_of_its_name_ends(broker: MemoryBroker) -> None:
    first = Table(broker)
    first.tells(DAY)
    second = Table(broker)
    assert broker.kept[STATUS] == b"online", "the second has no table yet, and the first plays"
    second.tells(NIGHT)
    assert b'"night"' in broker.kept[STATE]
    second.line.lose()
    assert broker.kept[STATUS] == b"online"
    assert b'"debate"' in broker.kept[STATE], "what is kept is of the table that plays"


def test_both_tables_of_one_name_say_so_once_and_answer_no_further(broker: MemoryBroker) -> None:
    tables = [Table(broker), Table(broker)]
    for news in (DAY, NIGHT, DAY):
        for table in tables:
            table.tells(news)
    assert [table.said for table in tables] == [[ANOTHER], [ANOTHER]]


def test_tables_of_one_name_that_wait_in_the_lobby_all_say_so(broker: MemoryBroker) -> None:
    tables = [Table(broker, LOBBY) for _ in range(3)]
    assert [table.said for table in tables] == [[ANOTHER]] * 3
    assert broker.kept[STATUS] == b"online"


def test_a_last_connection_of_its_own_that_is_missed_late_is_no_other_table(broker: MemoryBroker) -> None:
    table = Table(broker)
    table.tells(DAY)
    broker.take(None, STATUS, b"offline", retain=True)
    broker.deliver()
    assert broker.kept[STATUS] == b"online"
    assert table.said == []


def test_a_publisher_without_a_table_lets_others_say_that_it_is_offline(broker: MemoryBroker) -> None:
    table = Table(broker)
    for payload in (b"offline", b"\xff" * 5000):
        broker.take(None, STATUS, payload, retain=True)
        broker.deliver()
    assert broker.kept[STATUS] == b"\xff" * 5000, "nothing is answered"
    assert table.said == [ANOTHER]
