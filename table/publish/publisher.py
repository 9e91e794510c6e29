"""`garou publish`: reads the news of the table on this machine, and publishes them to a broker.

It has the network and no secret: what it reads has been on the board. Of what a broker sends it looks at its
own status and state alone, to notice another table of its name; nothing of that reaches the table.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from table.publish.broker import Broker, BrokerError, Will
from table.publish.discovery import discovery
from table.publish.news import EventNews, HealthNews, News, SpeakingNews, StateNews
from table.publish.payloads import (
    OFFLINE,
    ONLINE,
    event_payload,
    health_payload,
    state_payload,
    topic_of,
)
from table.settings.settings import BrokerSettings, PublishSettings

AGAIN_S = 1.0
"""Seconds between two tries to reach the table."""
LINE_BYTES_MOST = 1 << 16
_DECODER = msgspec.json.Decoder(News)
_ENCODER = msgspec.json.Encoder()


class Publisher:
    """Publishes the news of one table.

    `texts`: names of what Home Assistant shows, by key.
    `tell`: called with sentences for the log.
    `wall_s`: returns the seconds since 1970.
    """

    def __init__(
        self,
        chosen: PublishSettings,
        broker: BrokerSettings,
        password: str | None,
        texts: dict[str, str],
        tell: Callable[[str], object],
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self._table, self._title = chosen.table, chosen.title or chosen.table
        self._wall_s = wall_s
        self._lock = threading.Lock()
        self._kept: dict[str, bytes | str] = {self._topic("status"): OFFLINE}
        """What is retained, by topic."""
        self._tell, self._is_alone = tell, True
        if chosen.home_assistant:
            topic, found = discovery(self._table, self._title, texts)
            self._kept[topic] = _ENCODER.encode(found)
        self.broker = Broker(
            broker,
            "publish",
            chosen.user or chosen.table,
            password,
            tell,
            ready=self._begin,
            heard=self._hear_other,
            will=Will(self._topic("status"), OFFLINE),
        )

    def run(self, path: Path, ended: threading.Event) -> None:
        """Publishes until `ended` is set; the table is offline then. `path`: the table's socket. Raises
        `BrokerError` once the broker refuses it."""
        refused: list[BrokerError] = []

        def stay_connected() -> None:
            try:
                self.broker.run()
            except BrokerError as error:
                refused.append(error)
            finally:
                ended.set()

        threading.Thread(target=self._read, args=(path, ended), name="table", daemon=True).start()
        connected = threading.Thread(target=stay_connected, name="broker", daemon=True)
        connected.start()
        ended.wait()
        self.broker.close(Will(self._topic("status"), OFFLINE))
        connected.join()
        if refused:
            raise refused[0]

    def _topic(self, kind: str) -> str:
        return topic_of(self._table, kind)

    def _read(self, path: Path, ended: threading.Event) -> None:
        """Reads the table's news, again and again."""
        while not ended.is_set():
            try:
                with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as table:
                    table.connect(str(path))
                    with table.makefile("rb") as lines:
                        self._hear_lines(iter(lambda: lines.readline(LINE_BYTES_MOST), b""))
            except (OSError, msgspec.DecodeError):
                pass
            self._keep("status", OFFLINE)
            ended.wait(AGAIN_S)

    def _hear_lines(self, lines: Iterable[bytes]) -> None:
        for line in lines:
            self.hear(_DECODER.decode(line))

    def hear(self, news: News) -> None:
        """Publishes one message of the table."""
        wall_s = self._wall_s()
        match news:
            case StateNews():
                self._keep("state", _ENCODER.encode(state_payload(news, self._table, self._title, wall_s)))
                self._keep("status", ONLINE)
            case HealthNews():
                self._keep("health", _ENCODER.encode(health_payload(news, self._table, wall_s)))
            case SpeakingNews(speaking=speaking):
                self._keep("speaking", "on" if speaking else "off")
            case EventNews():
                payload = _ENCODER.encode(event_payload(news, self._table, wall_s))
                self.broker.publish(self._topic("event"), payload, retain=False)

    def _keep(self, kind: str, payload: bytes | str) -> None:
        """Publishes what is retained, if it has changed."""
        topic = self._topic(kind)
        with self._lock:
            if self._kept.get(topic) != payload:
                self._kept[topic] = payload
                self.broker.publish(topic, payload, retain=True)

    def _begin(self) -> None:
        """Listens for others of our name on a new connection, and then publishes all that is retained, which
        they answer."""
        for kind in ("status", "state"):
            self.broker.watch(self._topic(kind))
        self._tell_kept()

    def _tell_kept(self, only: str | None = None) -> None:
        """Publishes what is retained again. `only`: at this topic."""
        with self._lock:
            for topic, payload in self._kept.items():
                if only in (None, topic):
                    self.broker.publish(topic, payload, retain=True)

    def _hear_other(self, topic: str, payload: bytes) -> None:
        """Another connection has published as this table. While our table plays, that it is offline is
        corrected (it may be our own last connection, missed by now), and another status is answered with our
        state, so that it hears of us. A state is answered with nothing."""
        is_offline = topic == self._topic("status") and payload == OFFLINE.encode()
        if topic == self._topic("status") and self._kept[topic] == ONLINE:
            self._tell_kept(None if is_offline else self._topic("state"))
        if not is_offline and self._is_alone:
            self._is_alone = False
            self._tell(
                f'another table publishes as "{self._table}"; give one of them another name: publish.table'
            )
