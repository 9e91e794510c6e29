"""The table's own Wi-Fi: made once, kept as its owner left it, told to nobody who is not at the table."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.hotspot import BLOCKED, NO_WIFI, WifiKey, busy, is_key, refused
from hardware.simulated import SimulatedVoice
from table.appliance.devices.own_wifi import AGAIN_S, FILE, OwnWifi, kept_in
from table.appliance.service.service import Service
from table.board.board import Board, Wifi
from table.room.trace import Trace
from table.settings.settings import Settings
from tests.appliance.lobby.test_phone_seats import PhoneTable
from tests.kit.hotspots import FakeHotspot, own_wifi
from tests.kit.tables import SimulatedTable


@pytest.mark.parametrize("has_network", [False, True])
def test_it_is_offered_where_there_is_no_other_network(has_network: bool, tmp_path: Path) -> None:
    wifi = own_wifi(tmp_path, FakeHotspot(), has_network=has_network)
    assert wifi.is_offered is not has_network
    wifi.open()
    assert not wifi.is_offered, "it is open already"


def test_name_and_password_are_made_once_and_kept_for_one_user_alone(tmp_path: Path) -> None:
    hotspot = FakeHotspot()
    wifi = own_wifi(tmp_path / "state", hotspot)
    assert wifi.open() is None
    assert wifi.key == hotspot.key
    assert wifi.key
    assert re.fullmatch(r"Garou \d\d", wifi.key.name)
    assert (tmp_path / "state" / FILE).stat().st_mode & 0o777 == 0o600
    assert wifi.close() is None
    assert wifi.key == hotspot.key
    assert hotspot.key is None
    again = own_wifi(tmp_path / "state", hotspot)
    again.open()
    assert hotspot.opened[1:] == hotspot.opened[:1]


def test_no_two_tables_share_a_password_and_each_is_easy_to_type(tmp_path: Path) -> None:
    made = set()
    for number in range(50):
        wifi = OwnWifi(FakeHotspot(), tmp_path / str(number), secrets.choice)
        wifi.open()
        assert wifi.key
        assert is_key(wifi.key)
        assert re.fullmatch(r"[a-z]{10}", wifi.key.password)
        made.add(wifi.key.password)
    assert len(made) == 50


def test_a_new_password_puts_out_who_knows_the_old_one(tmp_path: Path) -> None:
    hotspot = FakeHotspot()
    wifi = own_wifi(tmp_path, hotspot)
    wifi.open()
    assert wifi.renew() is None
    old, new = hotspot.opened
    assert old.name == new.name
    assert old.password != new.password
    again = own_wifi(tmp_path, hotspot)
    again.resume()
    assert hotspot.opened[2:] == [new]


def test_it_is_opened_again_after_a_restart_where_it_was_left_open(tmp_path: Path) -> None:
    hotspot = FakeHotspot()
    own_wifi(tmp_path, hotspot).open()
    restarted = own_wifi(tmp_path, hotspot)
    assert restarted.key is None
    restarted.resume()
    assert restarted.key == hotspot.opened[0]
    restarted.close()
    closed = own_wifi(tmp_path, hotspot)
    closed.resume()
    assert closed.key is None
    assert len(hotspot.opened) == 2


def test_a_machine_that_finds_its_radio_late_is_asked_again(tmp_path: Path) -> None:
    own_wifi(tmp_path, FakeHotspot()).open()
    waits: list[float] = []
    late = own_wifi(tmp_path, FakeHotspot(NO_WIFI, refused("wlan0: unavailable")), waits=waits)
    late.resume()
    assert late.key
    assert late.wrong is None
    assert waits == [*AGAIN_S]
    never = own_wifi(tmp_path, FakeHotspot(*[BLOCKED] * len(AGAIN_S)))
    never.resume()
    assert never.wrong == BLOCKED
    assert kept_in(tmp_path).is_open, "the next start tries again"  # type: ignore[union-attr]


def test_a_machine_that_has_joined_a_network_needs_none_of_its_own(tmp_path: Path) -> None:
    own_wifi(tmp_path, FakeHotspot()).open()
    at_home = own_wifi(tmp_path, FakeHotspot(NO_WIFI, busy("Home")), has_network=True)
    at_home.resume()
    assert (at_home.key, at_home.wrong) == (None, None)


def test_it_opens_unasked_where_nobody_could_ask_unless_it_was_closed(tmp_path: Path) -> None:
    """At a table of phones alone: nobody has a button before a phone has found it."""
    waits: list[float] = []
    at_home = own_wifi(tmp_path, FakeHotspot(), has_network=True)
    at_home.resume(unasked=True)
    assert at_home.key is None
    blocked = own_wifi(tmp_path, FakeHotspot(BLOCKED))
    blocked.resume(unasked=True)
    assert blocked.wrong == BLOCKED
    alone = own_wifi(tmp_path, FakeHotspot(), waits=waits)
    alone.resume(unasked=True)
    assert alone.key
    assert waits == [*AGAIN_S], "a network of the house had time to come"
    alone.close()
    closed = own_wifi(tmp_path, FakeHotspot())
    closed.resume(unasked=True)
    assert closed.key is None


def test_what_went_wrong_is_returned_and_nothing_is_kept_as_open(tmp_path: Path) -> None:
    wifi = own_wifi(tmp_path, FakeHotspot(BLOCKED))
    assert wifi.open() == BLOCKED
    assert wifi.is_offered
    assert kept_in(tmp_path) is None
    (tmp_path / FILE).mkdir()
    wrong = wifi.open()
    assert wrong
    assert wrong.key == "file.unwritten"
    assert wifi.key, "it is open all the same, tonight"


@pytest.mark.parametrize("text", ["", "[1]", '{"name": "Garou 47", "password": "\\n", "is_open": true}'])
def test_a_file_that_cannot_be_used_makes_another_password(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    wifi = own_wifi(tmp_path, FakeHotspot())
    wifi.resume()
    assert wifi.key is None
    assert wifi.open() is None
    assert json.loads((tmp_path / FILE).read_text())["is_open"]


# The table


def test_a_table_with_phones_opens_its_wifi_again_as_it_starts_and_no_other_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class AtOnce:
        """A thread that is over at once."""

        def __init__(self, target: Callable[[], object], **_: object) -> None:
            self.start = target

    hotspot = FakeHotspot()
    own_wifi(tmp_path, hotspot).open()
    monkeypatch.setattr("table.appliance.service.service.Thread", AtOnce)
    phones, without = with_phones(enabled=True), with_phones(enabled=False)
    assert Service(wanted=False).wifi(tmp_path, phones) is None, "it is no service of systemd's"
    monkeypatch.setattr("table.appliance.service.service.hotspot_here", lambda: hotspot)
    service = Service(wanted=False)
    assert service.wifi(tmp_path, without) is None
    assert len(hotspot.opened) == 1
    wifi = service.wifi(tmp_path, phones)
    assert wifi
    assert wifi.key == hotspot.opened[-1]
    assert service.wifi(tmp_path, phones) is wifi, "also when the table opens once more"
    assert len(hotspot.opened) == 2


def with_phones(*, enabled: bool) -> Settings:
    return Settings().over({"phones.enabled": enabled})


# The board


def test_both_codes_are_on_the_board_of_a_lobby_alone(tmp_path: Path) -> None:
    table = PhoneTable()
    table.seats.way_in.wifi = own_wifi(tmp_path, FakeHotspot())
    table.run(0.1)
    assert table.village.board.wifi is None
    table.seats.way_in.wifi.open()
    table.run(0.1)
    key = table.seats.way_in.wifi.key
    assert key
    assert table.village.board.wifi == Wifi(*key, "1. Wi-Fi", "2. Page")
    table.round(people=(0,))
    table.run(0.1)
    assert table.village.board.wifi is None


def test_the_board_says_why_it_could_not_be_opened_again(tmp_path: Path) -> None:
    own_wifi(tmp_path, FakeHotspot()).open()
    table = PhoneTable()
    table.seats.way_in.wifi = own_wifi(tmp_path, FakeHotspot(*[NO_WIFI] * len(AGAIN_S)))
    table.seats.way_in.wifi.resume()
    table.run(0.1)
    assert table.seats.notice().startswith("The table’s Wi-Fi stays closed: no Wi-Fi device")


def test_no_trace_has_the_password() -> None:
    table, trace = SimulatedTable(4), Trace()
    devices = trace.of(table.devices())
    assert isinstance(table.voice, SimulatedVoice)
    key = WifiKey("Garou 47", "badofuja")
    devices.view.show(Board(join="10.42.0.1:8080", wifi=Wifi(*key, "1. Wi-Fi", "2. Page")), 1.0)
    assert "10.42.0.1:8080" in "".join(trace.lines)
    assert not [line for line in trace.lines if key.password in line or "wifi" in line]
