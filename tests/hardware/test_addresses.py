"""The address that phones open, and who may call this machine how."""

from __future__ import annotations

import errno
import os
import re
import socket
from collections.abc import Sequence
from ipaddress import IPv4Interface
from pathlib import Path

import pytest

from hardware import addresses as module
from hardware.addresses import (
    GIVEN,
    given_address,
    has_network,
    is_here,
    own_addresses,
    page_address,
    page_addresses,
    page_name,
)
from table.commands.phones import say_where

NO_ADDRESS = ("255.255.255.255", 9)
"""A socket may not be set towards it, as without a route to anywhere."""
IPV6 = {
    "lo": "00000000000000000000000000000001 01 80 10 80       lo",
    "link": "fe8000000000000044681bfffec86ac2 02 40 20 80    wlan0",
    "local": "fd000004000000000000000000000001 02 40 00 80    wlan0",
    "passing": "fd000004000000000000000000000777 02 40 00 01    wlan0",
    "global": "20010db8000000000000000000000005 02 40 00 80     eth0",
    "inner": "fd000099000000000000000000000001 03 40 00 80  docker0",
}


def recorded(folder: Path, *addresses: str, ipv6: Sequence[str] = ()) -> Path:
    """What Linux lists of itself with these addresses, each "interface address/length", with " out" behind
    one that leads to everywhere else."""
    routes = ["Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT"]
    trie = ["Main:", "  +-- 0.0.0.0/0 3 0 5", "     |-- 8.8.4.4", "        /32 host LOCAL"]
    trie += ["     |-- 127.0.0.1", "        /32 host LOCAL"]
    for each in addresses:
        name, written, *out = each.split()
        found = IPv4Interface(written)
        routes += [f"{name}\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0" for _ in out]
        if name != "lo":
            numbers = [
                part.packed[::-1].hex().upper() for part in (found.network.network_address, found.netmask)
            ]
            routes.append(f"{name}\t{numbers[0]}\t00000000\t0001\t0\t0\t0\t{numbers[1]}\t0\t0\t0")
        trie += [f"     |-- {found.network.network_address}", "        /24 link UNICAST"]
        trie += [f"     |-- {found.ip}", "        /32 host LOCAL"]
    (folder / "route").write_text("\n".join(routes) + "\n")
    (folder / "fib_trie").write_text("\n".join([*trie, "Local:", *trie[1:]]) + "\n")
    (folder / "if_inet6").write_text("".join(f"{IPV6[each]}\n" for each in ipv6))
    return folder


@pytest.mark.parametrize(
    ("addresses", "shown"),
    [
        ([], []),
        (["wlan0 10.42.0.1/24"], ["10.42.0.1"]),
        (["docker0 172.17.0.1/16", "wlan0 192.168.4.1/24"], ["192.168.4.1"]),
        (["lo 172.17.0.1/16", "lo 192.168.4.1/24"], ["192.168.4.1"]),
        (["lo 169.254.7.9/16", "lo 192.168.4.1/24"], ["192.168.4.1"]),
        (["eth0 169.254.7.9/16", "docker0 172.17.0.1/16", "wlan0 172.16.4.1/24"], ["172.16.4.1"]),
        (["br-5f2a 10.0.3.1/24", "virbr0 192.168.122.1/24", "eth0 192.168.1.5/24"], ["192.168.1.5"]),
        (["eth0 10.1.2.3/8", "wlan0 192.168.4.1/24"], ["192.168.4.1", "10.1.2.3"]),
        (["eth0 10.1.2.3/8 out", "wlan0 192.168.4.1/24"], ["192.168.4.1", "10.1.2.3"]),
        (["eth0 10.1.2.3/8 out", "wlan0 192.168.4.1/24 out"], ["192.168.4.1", "10.1.2.3"]),
        (["eth0 10.1.2.3/8", "wlan0 192.168.4.1/24 out"], ["192.168.4.1"]),
        (["eth0 10.1.2.3/8 out", "eth1 192.168.4.1/24"], ["10.1.2.3"]),
        (["docker0 172.17.0.1/16 out", "eth0 10.1.2.3/8"], ["10.1.2.3"]),
        (["zt5u4 10.147.17.3/24 out", "eth0 10.1.2.3/8 out", "wlan0 169.254.3.4/16"], ["10.1.2.3"]),
        (["eth0 192.168.4.2/24 out", "wlan0 192.168.4.3/24 out"], ["192.168.4.2"]),
        (["eth0 10.1.2.3/8", "br-5f2a 10.0.3.1/24"], ["10.1.2.3"]),
        (["zt5u4 10.147.17.3/24", "wlan0 192.168.4.1/24"], ["192.168.4.1"]),
        (["eth0 169.254.7.9/16"], ["169.254.7.9"]),
        (["eth0 169.254.7.9/16", "docker0 172.17.0.1/16"], ["172.17.0.1"]),
    ],
)
def test_without_a_way_out_the_address_is_one_that_phones_reach(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, addresses: Sequence[str], shown: Sequence[str]
) -> None:
    monkeypatch.setattr(module, "TOWARDS", NO_ADDRESS)
    assert own_addresses(tmp_path) == [], "a kernel that lists nothing"
    assert own_addresses(recorded(tmp_path, *addresses)) == shown


@pytest.mark.parametrize(
    ("addresses", "shown"),
    [
        (["lan0 127.0.0.1/8", "lan1 192.168.4.1/24"], ["127.0.0.1"]),
        (["lan0 127.0.0.1/8 out", "wlan0 192.168.4.1/24"], ["192.168.4.1", "127.0.0.1"]),
        (["lan0 127.0.0.1/8 out", "wlan0 192.168.4.1/24 out"], ["127.0.0.1", "192.168.4.1"]),
        (["docker0 127.0.0.1/8", "wlan0 192.168.4.1/24"], ["192.168.4.1"]),
        (["wg0 127.0.0.1/8"], ["127.0.0.1"]),
        ([], ["127.0.0.1"]),
    ],
)
def test_the_way_out_is_first_unless_an_access_point_is_and_none_through_a_container_or_a_tunnel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, addresses: Sequence[str], shown: Sequence[str]
) -> None:
    monkeypatch.setattr(module, "TOWARDS", ("127.0.0.1", 9))
    assert own_addresses(recorded(tmp_path, *addresses)) == shown


@pytest.mark.parametrize(
    ("ipv6", "shown"),
    [
        (["lo", "link"], []),
        (["lo", "link", "global", "passing", "local", "inner"], ["fd00:4::1"]),
        (["lo", "link", "inner", "global"], ["2001:db8::5"]),
    ],
)
def test_a_network_without_ipv4_has_an_address_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ipv6: Sequence[str], shown: Sequence[str]
) -> None:
    monkeypatch.setattr(module, "TOWARDS", NO_ADDRESS)
    assert own_addresses(recorded(tmp_path, ipv6=ipv6)) == shown
    assert own_addresses(recorded(tmp_path, "eth0 10.1.2.3/8", ipv6=ipv6)) == ["10.1.2.3"]
    for unreached in ("eth0 169.254.7.9/16", "docker0 172.17.0.1/16"):
        known = own_addresses(recorded(tmp_path, unreached, ipv6=ipv6))
        assert known == shown or (not shown and known == [unreached.split()[1].partition("/")[0]])


@pytest.mark.parametrize(
    ("addresses", "ipv6", "is_so"),
    [
        (["wlan0 10.42.0.1/24"], [], True),
        ([], ["link", "global"], True),
        (["eth0 169.254.7.9/16", "docker0 172.17.0.1/16"], [], False),
        (["eth0 169.254.7.9/16"], ["link", "inner"], False),
        ([], [], False),
    ],
)
def test_an_address_that_no_phone_reaches_is_no_network(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    addresses: Sequence[str],
    ipv6: Sequence[str],
    is_so: bool,
) -> None:
    monkeypatch.setattr(module, "TOWARDS", NO_ADDRESS)
    assert has_network(recorded(tmp_path, *addresses, ipv6=ipv6)) is is_so


def test_a_table_that_may_open_no_socket_of_a_network_knows_its_addresses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The service may not (RestrictAddressFamilies in garou.service)."""

    def forbidden(*_: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))

    monkeypatch.setattr("hardware.addresses.socket.socket", forbidden)
    assert has_network(recorded(tmp_path, "wlan0 192.168.4.1/24"))
    assert not has_network(recorded(tmp_path, "eth0 169.254.7.9/16"))


def test_the_first_address_stands_on_the_board_and_the_others_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(module, "own_addresses", lambda: ["192.168.4.1", "10.1.2.3"])
    assert page_address(8080) == "192.168.4.1:8080"
    say_where(page_addresses(8080))
    assert capsys.readouterr().err == "garou: phones open http://192.168.4.1:8080, or http://10.1.2.3:8080\n"
    say_where(page_addresses(8080, "10.1.2.3"))
    assert capsys.readouterr().err == "garou: phones open http://10.1.2.3:8080\n"
    monkeypatch.setattr(module, "own_addresses", list)
    say_where(page_addresses(8080))
    assert capsys.readouterr().err == "", "without a network nothing can be opened"


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
    ("local", "opened"),
    [
        ("192.168.4.1", "192.168.4.1:8080"),
        ("::ffff:192.168.4.1", "192.168.4.1:8080"),
        ("fd00::5", "[fd00::5]:8080"),
        ("fe80::5", "10.1.2.3:8080"),
        ("fe80::5%wlan0", "10.1.2.3:8080"),
        ("127.0.0.1", "10.1.2.3:8080"),
        ("::1", "10.1.2.3:8080"),
        ("", "10.1.2.3:8080"),
    ],
)
def test_where_a_request_came_to_others_can_come_unless_it_is_of_this_machine_alone(
    local: str, opened: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "own_addresses", lambda: ["10.1.2.3"])
    assert page_address(8080, None, local) == opened


@pytest.mark.parametrize(
    ("given", "opened"),
    [
        ("192.168.1.20", "192.168.1.20:8080"),
        ("192.168.1.20:9000", "192.168.1.20:9000"),
        ("garou.example:80", "garou.example:80"),
        ("[fd00::5]", "[fd00::5]:8080"),
        ("[fd00::5]:9000", "[fd00::5]:9000"),
    ],
)
def test_the_owner_s_address_needs_no_port(given: str, opened: str) -> None:
    assert re.match(GIVEN, given)
    assert given_address(given, 8080) == opened
    assert given_address("garou.example", 80) == "garou.example"


@pytest.mark.parametrize(
    "given",
    ["", "http://192.168.1.20", "192.168.1.20/", "fd00::5", "garou:", "a b", "a:0", "a\n", "è.example"],
)
def test_what_no_browser_opens_is_no_address(given: str) -> None:
    assert not re.match(GIVEN, given)


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("192.168.1.5:8080", "garou.local:8080"),
        ("192.168.1.5", "garou.local"),
        ("[fd00::5]:8080", "garou.local:8080"),
        ("", ""),
    ],
)
def test_a_machine_that_answers_to_its_name_is_called_by_it(
    address: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "garou.home.example")
    answers = tmp_path / "pid"
    assert page_name(address, answers) == "", "nobody would find it"
    answers.touch()
    assert page_name(address, answers) == named
    assert not named or is_here(named, socket.gethostname(), address)


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("192.168.1.5:8080", True),
        ("192.168.1.5", True),
        ("localhost:8080", True),
        ("Garou:8080", True),
        ("garou.local:8080", True),
        ("192.168.1.6:8080", True),
        ("table.example", True),
        ("TABLE.example:8080", True),
        ("a.table.example", False),
        ("evil.example:8080", False),
        ("garou.evil.example", False),
        ("evil.example@192.168.1.5", False),
        ("192.168.1.5/evil", False),
        ("192.168.1.5:port", False),
        ("[::1", False),
        ("192.168.1", False),
        ("0x7f.1", False),
        ("", False),
        (":8080", False),
    ],
)
def test_a_name_that_is_not_this_machine_s_is_refused(host: str, allowed: bool) -> None:
    assert is_here(host, "garou.home", "table.example:9000") is allowed


def test_addresses_of_the_newer_kind() -> None:
    assert is_here("[fd00::5]:8080", "garou", "")
    assert not is_here("fd00::5:8080", "garou", "")
