"""How this machine is called in its own network, found without sending anything."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

TOWARDS = ("192.0.2.1", 9)
"""An address kept for documentation: a socket that is set towards it chooses its own address and sends
nothing."""
PROC = Path("/proc/net")
"""Where Linux lists its own addresses (fib_trie, if_inet6) and its networks (route). A hotspot without an
uplink has addresses, and no route anywhere else."""
AVAHI = Path("/run/avahi-daemon/pid")
"""Is there while this machine answers to its name in its network (mDNS)."""
HTTP_PORT = 80
WIRELESS = ("wl", "ap", "uap")
"""How interfaces of a Wi-Fi are called. Without a route to anywhere this machine is probably its access
point."""
INNER = (
    *("docker", "br-", "virbr", "veth", "lxc", "podman", "cni", "vmnet", "vboxnet"),
    *("tun", "tap", "wg", "zt", "tailscale"),
)
"""How interfaces are called behind which no phone is: containers, virtual machines, tunnels."""
CONTAINERS = IPv4Network("172.16.0.0/12")
"""Where containers have their networks, and hardly anybody else."""
LOCAL_NETWORK = IPv6Network("fd00::/8")


def page_address(port: int, host: str | None = None) -> str:
    """What a phone opens, without "http://"; empty: this machine has no network. `host`: the only address
    that is listened on."""
    return next(iter(page_addresses(port, host)), "")


def page_addresses(port: int, host: str | None = None) -> list[str]:
    """The same, and after it the others that a phone may have to open instead: this machine is in several
    networks, and none of them leads anywhere else."""
    return [
        each if port == HTTP_PORT else f"{each}:{port}"
        for each in (
            f"[{found}]" if ":" in found else found for found in ([host] if host else own_addresses())
        )
    ]


def page_name(address: str, answers: Path = AVAHI) -> str:
    """What a phone may open in the place of an address: "garou.local:8080". Empty: this machine does not
    answer to a name. Not every phone asks for such names, so that an address is in the code."""
    if not address or not answers.exists():
        return ""
    port = urlsplit(f"//{address}").port
    name = f"{socket.gethostname().partition('.')[0]}.local"
    return name if port is None else f"{name}:{port}"


def own_addresses(listed: Path = PROC) -> list[str]:
    """This machine's address towards its network; without a way there, or if it leads through a container or
    a tunnel, all that phones may reach, the most probable one first."""
    towards = list[str]()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(TOWARDS)
        towards.append(probe.getsockname()[0])
    if towards and not interface_of(IPv4Address(towards[0]), listed).startswith(INNER):
        return towards
    return list(map(str, local_addresses(listed) or ipv6_addresses(listed))) or towards


def local_addresses(listed: Path = PROC) -> list[IPv4Address]:
    """The private IPv4 addresses that phones may reach, those of a Wi-Fi first; if there is none, what else
    this machine has: of containers, then of a network without addresses."""

    text = "\n".join(lines_of(listed / "fib_trie"))
    every = map(IPv4Address, dict.fromkeys(re.findall(r"\|-- (\S+)\n\s+/32 host LOCAL", text)))
    found = [address for address in every if address.is_private and not address.is_loopback]
    best = min((reach(address, listed) for address in found), default=None)
    return sorted(
        (address for address in found if reach(address, listed) == best),
        key=lambda address: not interface_of(address, listed).startswith(WIRELESS),
    )


def reach(address: IPv4Address, listed: Path) -> tuple[bool, bool]:
    """Whether the machine gave this address itself, and whether it is of a container or a tunnel: the less,
    the more probably a phone reaches it."""
    name = interface_of(address, listed)
    is_inner = name.startswith(INNER) or (not name and address in CONTAINERS)
    return address.is_link_local, is_inner


def has_network(listed: Path = PROC) -> bool:
    """Whether phones may reach this machine in any network."""
    found = own_addresses(listed)
    return any(":" in each or not any(reach(IPv4Address(each), listed)) for each in found)


def interface_of(address: IPv4Address, listed: Path) -> str:
    """The interface with this address; empty: unknown."""
    networks = sorted(networks_in(lines_of(listed / "route")), key=lambda each: -each[0].prefixlen)
    return next((name for network, name in networks if address in network), "")


class Inet6Row(NamedTuple):
    """A line of /proc/net/if_inet6. Its numbers are hexadecimal."""

    digits: str
    number: str
    prefix: str
    scope: str
    flags: str
    name: str


def ipv6_addresses(listed: Path = PROC) -> list[IPv6Address]:
    """The IPv6 address that phones may reach: where nobody has one of the older kind. One of a local network
    first, of all those of an interface the lasting one."""
    found = []
    for line in lines_of(listed / "if_inet6"):
        row = Inet6Row(*line.split())
        if int(row.scope, 16) == 0 and not row.name.startswith(INNER):
            address = IPv6Address(int(row.digits, 16))
            found.append((address not in LOCAL_NETWORK, int(row.flags, 16) & 1, address))
    return [address for _, _, address in sorted(found)[:1]]


def networks_in(lines: list[str]) -> Iterator[tuple[IPv4Network, str]]:
    """The networks that /proc/net/route lists, and the interface of each."""
    for line in lines[1:]:
        row = dict(zip(lines[0].split(), line.split(), strict=False))
        numbers = [int.from_bytes(bytes.fromhex(row[key]), "little") for key in ("Destination", "Mask")]
        if all(numbers):
            yield IPv4Network((numbers[0], numbers[1].bit_count())), row["Iface"]


def lines_of(path: Path) -> list[str]:
    """The lines of a file of the kernel's; none: it has no such file."""
    try:
        return path.read_text("ascii").splitlines()
    except OSError:
        return []


def is_here(host: str, local: str, name: str) -> bool:
    """Whether a Host header names this machine. `local`: the address that the request came to; `name`: of
    this machine. Any other name may be another site's, pointed at this table."""
    try:
        parts = urlsplit(f"//{host}")
        called = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return False
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return False
    short = name.partition(".")[0].lower()
    return bool(called) and called in (local.removeprefix("::ffff:"), "localhost", short, f"{short}.local")
