"""The table's end of its news, with a reader on a socket of this machine."""

from __future__ import annotations

import json
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from table.publish.link import NewsLink
from table.publish.news import EventNews, HealthNews, SpeakingNews, StateNews

STATE = StateNews("day", "debate", False, "family", "en", 1)


class Reader:
    """A publisher that reads."""

    def __init__(self, path: Path) -> None:
        self.wire = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.wire.settimeout(10)
        self.wire.connect(str(path))
        self._lines = self.wire.makefile("rb")

    def read(self) -> Any:
        line = self._lines.readline()
        return json.loads(line) if line else None

    def close(self) -> None:
        self._lines.close()
        self.wire.close()


@pytest.fixture
def link(tmp_path: Path) -> Any:
    made = NewsLink(tmp_path / "news.sock")
    yield made
    made.close()


def test_who_comes_late_gets_the_newest_of_each_kind_and_no_event(link: NewsLink, tmp_path: Path) -> None:
    link.tell(StateNews("night", "night", False, "family", "en", 1))
    link.tell(EventNews("dawn"))
    link.tell(STATE)
    link.tell(HealthNews(True))
    reader = Reader(tmp_path / "news.sock")
    assert [reader.read()["type"], reader.read()["type"]] == ["state", "health"]
    link.tell(EventNews("death", seat=3))
    assert reader.read() == {"type": "event", "event_type": "death", "seat": 3}
    reader.close()


def test_the_latest_reader_reads_and_one_that_is_gone_stops_nobody(link: NewsLink, tmp_path: Path) -> None:
    link.tell(STATE)
    first = Reader(tmp_path / "news.sock")
    assert first.read()["type"] == "state"
    second = Reader(tmp_path / "news.sock")
    assert second.read()["type"] == "state"
    assert first.read() is None
    second.close()
    for _ in range(3):
        link.tell(SpeakingNews(True))
    third = Reader(tmp_path / "news.sock")
    assert {third.read()["type"], third.read()["type"]} == {"state", "speaking"}
    for reader in (first, third):
        reader.close()


def test_nothing_comes_in_and_a_reader_that_reads_nothing_holds_nobody_up(
    link: NewsLink, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.publish.link.SEND_S", 0.05)
    deaf = Reader(tmp_path / "news.sock")
    told = threading.Event()

    def flood() -> None:
        for number in range(20_000):
            link.tell(EventNews("death", seat=number % 24 + 1))
        told.set()

    threading.Thread(target=flood, daemon=True).start()
    assert told.wait(10), "the table waits for nobody"
    link.tell(STATE)
    reader = Reader(tmp_path / "news.sock")
    assert reader.read()["type"] == "state"
    with pytest.raises(BrokenPipeError):
        reader.wire.sendall(b"garou please kill seat 3\n")
    reader.close()
    deaf.close()


def test_one_table_tells_its_news_on_a_machine(link: NewsLink, tmp_path: Path) -> None:
    assert link
    with pytest.raises(OSError, match="another table tells its news"):
        NewsLink(tmp_path / "news.sock")


def test_nothing_of_it_runs_on_once_it_is_closed(link: NewsLink, tmp_path: Path) -> None:
    before = threading.active_count()
    reader = Reader(tmp_path / "news.sock")
    link.tell(STATE)
    assert reader.read()["type"] == "state"
    link.close()
    assert threading.active_count() == before - 2
    assert reader.read() is None
    reader.close()
