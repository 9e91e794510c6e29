"""A table, its publisher and a venue against a real broker with the shipped access list."""

from __future__ import annotations

import gc
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table.publish.broker import Broker, BrokerError
from table.publish.hall import Hall
from table.publish.link import NewsLink
from table.publish.news import EventNews, HealthNews, StateNews
from table.publish.payloads import EventPayload, StatePayload, topic_of
from table.publish.publisher import Publisher
from table.settings.settings import BrokerSettings, PublishSettings
from table.words.catalogue import shipped
from tests.kit.mosquitto import Mosquitto, until
from tests.kit.tables import rehearsed, scenario
from tests.publish.test_news import KeptWire

TEXTS = shipped("venue", "en")["entity"]
DAY = StateNews("day", "debate", False, "family", "en", 1, 8, 8)
NIGHT = StateNews("night", "night", False, "family", "en", 1, 8, 8)


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    made = Mosquitto(
        tmp_path_factory.mktemp("broker"),
        table_1="mill", table_2="forge", venue="bar", homeassistant="home",
    )  # fmt: skip
    yield made
    made.close()


class Published:
    """A table's end of its news with the real publisher behind it, in a thread."""

    def __init__(self, folder: Path, broker: BrokerSettings, password: str, **chosen: Any) -> None:
        self.said: list[str] = []
        self.refused: BrokerError | None = None
        self.link = NewsLink(folder / "news.sock")
        settings = PublishSettings(enabled=True, **chosen)
        self.publisher = Publisher(settings, broker, password, TEXTS, self.said.append)
        self.ended = threading.Event()
        self._work = threading.Thread(target=self._run, args=(folder / "news.sock",), daemon=True)
        self._work.start()

    def _run(self, path: Path) -> None:
        try:
            self.publisher.run(path, self.ended)
        except BrokerError as error:
            self.refused = error

    @property
    def is_alive(self) -> bool:
        """Whether the publisher still runs."""
        return self._work.is_alive()

    def close(self) -> None:
        self.link.close()
        self.ended.set()
        self._work.join(30)


@contextmanager
def published(folder: Path, broker: BrokerSettings, password: str, **chosen: Any) -> Iterator[Published]:
    made = Published(folder, broker, password, **chosen)
    try:
        yield made
    finally:
        made.close()


def test_a_round_is_read_whole_by_another_library(broker: Mosquitto, tmp_path: Path) -> None:
    played = scenario(
        "werewolf villager villager villager villager werewolf villager villager",
        {"night 1": {"werewolves": "Bob"}, "day 1": {"vote": dict.fromkeys(("Ana", "Cid", "Dee"), "Fay")}},
        captain="never",
    )
    wire = KeptWire()
    rehearsed(played, planted=wire.attend)
    with (
        broker.reading("homeassistant", "home") as home,
        published(tmp_path, broker.settings, "mill", table="table-1", home_assistant=True) as running,
    ):
        until(lambda: running.said)
        assert running.said == [f'connected to localhost:{broker.port} as "table-1"']
        running.link.tell(DAY)
        until(lambda: ("garou/table-1/status", False, "online") in home.messages)
        for _, news in wire.told:
            running.link.tell(news)
        until(lambda: len(events_in(home.messages)) == len(wire.events()))
        read = [msgspec.json.decode(text, type=EventPayload) for text in events_in(home.messages)]
        assert [one.event_type for one in read] == [event.event_type for event in wire.events()]
        last = wire.states()[-1]
        until(lambda: state_in(home.messages, "table-1").living == last.living)
    with broker.reading("homeassistant", "home") as late:
        found = "homeassistant/device/garou/table-1/config"
        until(lambda: {found, "garou/table-1/state", "garou/table-1/status"} <= late.topics)
        kept = {topic: (retained, text) for topic, retained, text in late.messages}
    assert kept["garou/table-1/status"] == (True, "offline"), "it said so before it ended"
    assert kept["garou/table-1/state"][0], "its last state is kept"
    assert not [topic for topic in kept if topic.endswith("/event")], "events are not"
    components = json.loads(kept[found][1])["components"]
    assert components["event"]["state_topic"] == "garou/table-1/event"


def events_in(messages: list[tuple[str, bool, str]]) -> list[str]:
    """All events of the first table."""
    return [text for topic, _, text in messages if topic == "garou/table-1/event"]


def state_in(messages: list[tuple[str, bool, str]], table: str) -> StatePayload:
    """The last state of a table."""
    told = [text for topic, _, text in messages if topic == f"garou/{table}/state"]
    return msgspec.json.decode(told[-1], type=StatePayload)


def test_a_broker_that_dies_and_comes_back_has_all_that_is_kept(broker: Mosquitto, tmp_path: Path) -> None:
    with published(tmp_path, broker.settings, "forge", table="table-2") as running:
        running.link.tell(DAY)
        running.link.tell(HealthNews(True, (3,)))
        with broker.reading("venue", "bar", "garou/table-2/+") as venue:
            until(lambda: len(venue.topics) == 3)
        broker.kill()
        until(lambda: len(running.said) > 1)
        running.link.tell(NIGHT)
        running.link.tell(EventNews("nightfall"))
        (broker.folder / "mosquitto.db").unlink(missing_ok=True)
        broker.start()
        with broker.reading("venue", "bar", "garou/table-2/+") as venue:
            until(lambda: len(venue.topics) == 3 and state_in(venue.messages, "table-2").phase == "night")
            kept = {topic: text for topic, _, text in venue.messages}
        assert kept["garou/table-2/status"] == "online"
        lost, *_ = running.said[1:]
        assert lost == f"the connection to localhost:{broker.port} is lost; it is tried again"
        assert running.said[-1] == running.said[0]


def test_a_publisher_whose_broker_is_gone_still_ends(broker: Mosquitto, tmp_path: Path) -> None:
    with published(tmp_path, broker.settings, "forge", table="table-2") as running:
        until(lambda: running.said)
        broker.kill()
        until(lambda: len(running.said) > 1)
        running.close()
        assert not running.is_alive
    broker.start()


def test_a_table_that_ends_without_a_word_is_offline(broker: Mosquitto, tmp_path: Path) -> None:
    with published(tmp_path, broker.settings, "forge", table="table-2") as running:
        running.link.tell(DAY)
        with broker.reading("venue", "bar", "garou/table-2/status") as venue:
            until(lambda: [text for _, _, text in venue.messages][-1:] == ["online"])
            running.link.close()
            until(lambda: [text for _, _, text in venue.messages][-1:] == ["offline"])


def refusal(folder: Path, settings: BrokerSettings, password: str, **chosen: Any) -> str:
    with published(folder, settings, password, **chosen) as running:
        running.link.tell(DAY)
        assert running.ended.wait(30)
    assert running.refused
    return str(running.refused)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_a_broker_refuses_is_one_sentence(broker: Mosquitto, tmp_path: Path) -> None:
    here = f"localhost:{broker.port}"
    assert refusal(tmp_path, broker.settings, "wrong", table="table-1") == (
        f'{here} refuses the user "table-1": Not authorized; '
        "is the password in publish.password_file the one it was given?"
    )
    told = refusal(tmp_path, broker.settings, "mill", table="table-2", user="table-1")
    assert re.fullmatch(
        rf'{here} does not let "table-1" publish garou/table-2/(status|state): Not authorized; '
        "its access list has to allow publish.user that topic",
        told,
    )
    other = msgspec.structs.replace(broker.settings, ca=str(broker.folder / "other.crt"))
    told = refusal(tmp_path, other, "mill", table="table-1")
    assert told.startswith(f"the certificate of {here} is refused: self-signed certificate")
    assert told.endswith("broker.host has to be a name in it, and broker.ca the file of whoever signed it")
    elsewhere = msgspec.structs.replace(broker.settings, host="127.0.0.1")
    assert "IP address mismatch" in refusal(tmp_path, elsewhere, "mill", table="table-1")
    gc.collect()  # paho leaves the socket of a refused certificate to Python


def test_a_table_reads_of_its_own_name_alone_and_writes_nowhere_else(
    broker: Mosquitto, tmp_path: Path
) -> None:
    with (
        broker.reading("table-1", "mill") as spying,
        broker.reading("venue", "bar", "garou/#") as venue,
        published(tmp_path, broker.settings, "forge", table="table-2") as running,
    ):
        running.link.tell(DAY)
        until(lambda: [topic for topic, _, _ in venue.messages if topic == "garou/table-2/state"])
        own = {"garou/table-1/status", "garou/table-1/state"}
        assert {topic for topic, _, _ in spying.messages} <= own


def test_the_venue_hears_all_tables_and_is_told_when_the_broker_is_lost(
    broker: Mosquitto, tmp_path: Path
) -> None:
    hall, heard, lost = Hall(), threading.Event(), threading.Event()

    def take(topic: str, payload: bytes) -> None:
        hall.take(topic, payload)
        table = hall.tables.get("table-2")
        if table and table.online and (table.title, table.phase) == ("By the window", "night"):
            heard.set()

    def ask() -> None:
        for kind in ("status", "state", "health"):
            line.subscribe(topic_of("+", kind))

    line = Broker(
        *(broker.settings, "venue", "venue", "bar", lambda _: None), ready=ask, lost=lost.set, heard=take
    )
    reading = threading.Thread(target=line.run, daemon=True)
    reading.start()
    with published(tmp_path, broker.settings, "forge", table="table-2", title="By the window") as running:
        running.link.tell(NIGHT)
        assert heard.wait(30)
        broker.kill()
        assert lost.wait(30)
        heard.clear()
        broker.start()
        assert heard.wait(60)
    line.close()
    reading.join(30)
