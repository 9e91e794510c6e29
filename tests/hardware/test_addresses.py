"""The address that phones open, and who may call this machine how."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware import addresses
from hardware.addresses import is_here, local_addresses, own_address, page_address

LISTED = """\
Main:
  +-- 0.0.0.0/0 3 0 5
     |-- 0.0.0.0
        /0 universe UNICAST
     +-- 10.42.0.0/24 2 0 2
        |-- 10.42.0.0
           /24 link UNICAST
        |-- 10.42.0.1
           /32 host LOCAL
        |-- 10.42.0.255
           /32 link BROADCAST
     |-- 127.0.0.1
        /32 host LOCAL
     |-- 8.8.4.4
        /32 host LOCAL
Local:
     |-- 10.42.0.1
        /32 host LOCAL
"""


def test_a_hotspot_without_an_uplink_has_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = tmp_path / "fib_trie"
    assert list(local_addresses(listed)) == []
    listed.write_text(LISTED)
    assert list(local_addresses(listed)) == ["10.42.0.1"]
    monkeypatch.setattr(addresses, "TOWARDS", ("255.255.255.255", 9))  # a socket may not be set towards it
    monkeypatch.setattr(addresses, "local_addresses", lambda: iter(["10.42.0.1"]))
    assert own_address() == "10.42.0.1"
    assert page_address(8080) == "10.42.0.1:8080"
    monkeypatch.setattr(addresses, "local_addresses", lambda: iter([]))
    assert page_address(8080) == ""


@pytest.mark.parametrize(
    ("port", "host", "opened"),
    [
        (80, "192.168.1.5", "192.168.1.5"),
        (8080, "192.168.1.5", "192.168.1.5:8080"),
        (8080, "fd00::5", "[fd00::5]:8080"),
    ],
)
def test_the_port_is_said_where_it_has_to_be(port: int, host: str, opened: str) -> None:
    assert page_address(port, host) == opened


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("192.168.1.5:8080", True),
        ("192.168.1.5", True),
        ("localhost:8080", True),
        ("Garou:8080", True),
        ("garou.local:8080", True),
        ("192.168.1.6:8080", False),
        ("evil.example:8080", False),
        ("garou.evil.example", False),
        ("evil.example@192.168.1.5", False),
        ("192.168.1.5/evil", False),
        ("192.168.1.5:port", False),
        ("[::1", False),
        ("", False),
        (":8080", False),
    ],
)
def test_a_name_that_is_not_this_machine_s_is_refused(host: str, allowed: bool) -> None:
    assert is_here(host, "192.168.1.5", "garou.home") is allowed


def test_addresses_of_the_newer_kind() -> None:
    assert is_here("[fd00::5]:8080", "fd00::5", "garou")
    assert is_here("192.168.1.5:8080", "::ffff:192.168.1.5", "garou"), "a socket for both kinds says it so"
    assert not is_here("[fd00::6]:8080", "fd00::5", "garou")
