"""What comes from the broker is foreign: a hall takes what it understands, and says what it does not."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from table.publish.hall import TABLES_MOST, Hall
from table.publish.news import HealthNews, StateNews
from table.publish.payloads import PAYLOAD_BYTES_MOST, health_payload, state_payload
from tests.kit.sampling import few

DAY = StateNews("day", "debate", False, "family", "en", 2, 8, 6, 2, over_in_s=600.0)


def state(news: StateNews = DAY, title: str = "Table 1", **more: Any) -> bytes:
    written = msgspec.to_builtins(state_payload(news, "table-1", title, 1000.0))
    return json.dumps(written | more).encode()


def test_a_table_is_what_it_said_last() -> None:
    hall = Hall()
    hall.take("garou/table-1/status", b"online")
    hall.take("garou/table-1/state", state())
    hall.take(
        "garou/table-1/health",
        msgspec.json.encode(health_payload(HealthNews(True, (7,), ("doctor.sound",)), "table-1", 5.0)),
    )
    [table], gone = hall.changed()
    assert gone == []
    assert (table.title, table.online, table.phase, table.round) == ("Table 1", True, "day", 2)
    assert (table.players, table.living, table.over_at) == (8, 6, 1600.0)
    assert (table.fault, table.dark, table.doctor, table.problem) == (True, (7,), True, "")
    assert hall.changed() == ([], [])
    hall.take("garou/table-1/state", state())
    assert hall.changed() == ([], []), "nothing new"
    hall.take("garou/table-1/status", b"offline")
    assert [one.online for one in hall.changed()[0]] == [False]
    hall.take("garou/table-1/status", b"")
    assert hall.changed() == ([], ["table-1"])


@pytest.mark.parametrize(
    ("payload", "problem"),
    [
        (state(v=2), "version"),
        (b'{"v": 99}', "version"),
        (state(v=0), "unreadable"),
        (state(v="1"), "unreadable"),
        (b"", ""),
        (b"{", "unreadable"),
        (b"\xff\xfe", "unreadable"),
        (b"[" * 5000, "unreadable"),
        (state(phase="dusk"), "unreadable"),
        (state(players=-1), "unreadable"),
        (state(living=10**30), "unreadable"),
        (state(over_at="soon"), "unreadable"),
        (state(title="x" * 41), "unreadable"),
        (state(table="../x"), "unreadable"),
        (state(more=" " * PAYLOAD_BYTES_MOST), "unreadable"),
        (state(more="a field of a later version"), ""),
    ],
)
def test_what_is_not_understood_is_said_and_changes_nothing_else(payload: bytes, problem: str) -> None:
    hall = Hall()
    hall.take("garou/table-1/state", state(title="As it was"))
    hall.take("garou/table-1/state", payload)
    table = hall.tables["table-1"]
    assert table.problem == problem
    assert table.phase == "day"
    hall.take("garou/table-1/state", state())
    assert hall.tables["table-1"].problem == "", "it is right again"


def test_other_topics_are_no_tables_and_tables_are_not_endless() -> None:
    hall = Hall()
    for topic in ("", "garou", "garou/x", "garou/A/state", "garou/a/b/state", "garou/../state", "x/a/state",
                  "garou/table\n/state", "garou/table-1/event"):  # fmt: skip
        hall.take(topic, b"online")
    assert hall.tables == {}
    for number in range(2 * TABLES_MOST):
        hall.take(f"garou/t{number}/status", b"online")
    assert len(hall.tables) == TABLES_MOST


def test_a_full_page_drops_names_that_were_never_online_for_a_table_that_comes_later() -> None:
    hall = Hall()
    hall.take("garou/first/status", b"online")
    hall.take("garou/first/status", b"offline")
    for number in range(TABLES_MOST):
        hall.take(f"garou/t{number}/state", state())
    hall.changed()
    hall.take("garou/late/status", b"online")
    shown, gone = hall.changed()
    assert ([table.id for table in shown], gone) == (["late"], ["t1"])
    for number in range(TABLES_MOST):
        hall.take(f"garou/more{number}/status", b"offline")
    assert {"first", "late"} < hall.tables.keys()
    assert len(hall.tables) == TABLES_MOST


def broken(lots: random.Random, whole: bytes) -> bytes:
    """A payload with bytes changed, left out, doubled or put in; or none of ours at all."""
    if lots.random() < 0.1:
        return lots.randbytes(lots.randrange(300))
    made = bytearray(whole)
    for _ in range(lots.randint(1, 6)):
        at = lots.randrange(len(made))
        match lots.randrange(4):
            case 0:
                made[at] = lots.randrange(256)
            case 1:
                del made[at : at + lots.randint(1, 20)]
            case 2:
                made[at:at] = made[at : at + lots.randint(1, 20)]
            case _:
                made[at:at] = lots.choice((b"null", b"-1", b"1e999", b'"<img src=x>"', b"[]", b"{}", b"\x00"))
        if not made:
            return b""
    return bytes(made)


def test_no_payload_breaks_the_hall() -> None:
    lots, hall = random.Random(7), Hall()
    topics = [f"garou/table-{number}/{kind}" for number in range(5) for kind in ("state", "health", "status")]
    good = {
        "state": state(),
        "health": msgspec.json.encode(health_payload(HealthNews(True, (1,)), "t", 1.0)),
        "status": b"online",
    }
    for _ in range(few(5000, 1000)):
        topic = lots.choice(topics)
        hall.take(topic, broken(lots, good[topic.rpartition("/")[2]]))
        for table in hall.changed()[0]:
            assert msgspec.convert(msgspec.to_builtins(table), type(table)) == table
    assert hall.refused > few(5000, 1000) / 2
