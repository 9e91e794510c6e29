"""How this machine is called in its own network, found without sending anything."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
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
GIVEN = r"^(\[[0-9A-Fa-f:]+\]|[0-9A-Za-z.-]+)(:[1-9][0-9]{0,4})?\Z"
"""An address that the owner writes down: what a phone opens after "http://"."""
WIRELESS = ("wl", "ap", "uap")
"""How interfaces of a Wi-Fi are called. Of one that leads nowhere else this machine is probably the access
point."""
INNER = (
    *("docker", "br-", "virbr", "veth", "lxc", "lxdbr", "incusbr", "podman", "cni", "flannel", "cali"),
    *("vmnet", "vboxnet", "waydroid", "tun", "tap", "wg", "zt", "tailscale", "ppp"),
)
"""How interfaces are called behind which no phone is: containers, virtual machines, tunnels."""
CONTAINERS = IPv4Network("172.16.0.0/12")
"""Where containers have their networks, and hardly anybody else."""
HALF_OF_ALL = 1
"""Bits of the longest prefix that a way to everywhere else has: tunnels set two halves over it."""
LOCAL_NETWORK = IPv6Network("fd00::/8")


def page_address(port: int, host: str | None = None, local: str = "") -> str:
    """What a phone opens, without "http://"; empty: this machine has no network. `host`: the only address
    that is listened on; `local`: the one that a request came to, if the page is for who asked."""
    return next(iter(page_addresses(port, host, local)), "")


def page_addresses(port: int, host: str | None = None, local: str = "") -> list[str]:
    """The same, and after it the others that a phone may have to open instead: this machine is in several
    networks, and none of them leads anywhere else."""
    only = reached_address(local) or host
    return [
        each if port == HTTP_PORT else f"{each}:{port}"
        for each in (
            f"[{found}]" if ":" in found else found for found in ([only] if only else own_addresses())
        )
    ]


def given_address(given: str, port: int) -> str:
    """What phones open at an address like `GIVEN`; the port need not be written."""
    has_port = ":" in given.rpartition("]")[2]
    return given if has_port or port == HTTP_PORT else f"{given}:{port}"


def reached_address(local: str) -> str:
    """The address at which a request came to `local`; empty: no other machine can send one there. The zone of
    a link-local address of IPv6 cannot be written in a browser."""
    if not local:
        return ""
    found = ip_address(local.removeprefix("::ffff:"))
    is_closed = found.is_loopback or (found.version == 6 and found.is_link_local)
    return "" if is_closed else str(found)


def page_name(address: str, answers: Path = AVAHI) -> str:
    """What a phone may open in the place of an address: "garou.local:8080". Empty: this machine does not
    answer to a name. Not every phone asks for such names, so that an address is in the code."""
    if not address or not answers.exists():
        return ""
    port = urlsplit(f"//{address}").port
    name = f"{socket.gethostname().partition('.')[0]}.local"
    return name if port is None else f"{name}:{port}"


def own_addresses(listed: Path = PROC) -> list[str]:
    """This machine's addresses in the networks where phones probably are, the most probable one first."""
    towards = list[str]()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(TOWARDS)
        towards.append(probe.getsockname()[0])
    found = local_addresses(listed, IPv4Address(towards[0]) if towards else None)
    if not found or any(reach(found[0], listed)):
        return list(map(str, ipv6_addresses(listed) or found))
    return list(map(str, found))


class OwnAddress(NamedTuple):
    """An IPv4 address of this machine."""

    address: IPv4Address
    network: IPv4Network | None
    """None: unknown."""
    is_wireless: bool
    leads_out: bool
    """Whether the way to everywhere else goes through its network."""

    @property
    def is_access_point(self) -> bool:
        """Whether its network is probably a Wi-Fi that this machine opens."""
        return self.is_wireless and not self.leads_out


def local_addresses(listed: Path, towards: IPv4Address | None) -> list[IPv4Address]:
    """The IPv4 addresses that phones may reach: one in each network that is a Wi-Fi or leads anywhere else,
    or in each there is if none does. If phones reach none, what else this machine has: of containers, then of
    a network without addresses. `towards`: the address towards everywhere else; None: unknown."""
    text = "\n".join(lines_of(listed / "fib_trie"))
    every = map(IPv4Address, dict.fromkeys(re.findall(r"\|-- (\S+)\n\s+/32 host LOCAL", text)))
    found = [each for each in every if each.is_private and not each.is_loopback and each != towards]
    if towards:
        found.insert(0, towards)
    best = min((reach(address, listed) for address in found), default=None)
    ways, candidates = ways_out(listed), list[OwnAddress]()
    for address in found:
        if reach(address, listed) == best:
            network, name = home_of(address, listed)
            leads_out = address == towards or name in ways
            candidates.append(OwnAddress(address, network, name.startswith(WIRELESS), leads_out))
    if any(each.leads_out for each in candidates):
        candidates = [each for each in candidates if each.is_wireless or each.leads_out]
    candidates.sort(
        key=lambda each: (not each.is_access_point, each.address != towards, not each.is_wireless)
    )
    of_networks = dict[object, IPv4Address]()
    for each in candidates:
        of_networks.setdefault(each.network or each.address, each.address)
    return list(of_networks.values())


def reach(address: IPv4Address, listed: Path) -> tuple[bool, bool]:
    """Whether the machine gave this address itself, and whether it is of a container or a tunnel: the less,
    the more probably a phone reaches it."""
    _, name = home_of(address, listed)
    is_inner = name.startswith(INNER) or (not name and address in CONTAINERS)
    return address.is_link_local, is_inner


def has_network(listed: Path = PROC) -> bool:
    """Whether phones may reach this machine in any network."""
    found = own_addresses(listed)
    return any(":" in each or not any(reach(IPv4Address(each), listed)) for each in found)


def home_of(address: IPv4Address, listed: Path) -> tuple[IPv4Network | None, str]:
    """The network with this address and its interface; None and empty: unknown."""
    networks = sorted(routes_in(lines_of(listed / "route")), key=lambda each: -each[0].prefixlen)
    found = (each for each in networks if each[0].prefixlen > HALF_OF_ALL and address in each[0])
    return next(found, (None, ""))


def ways_out(listed: Path) -> set[str]:
    """The interfaces that lead to everywhere else."""
    return {
        name for network, name in routes_in(lines_of(listed / "route")) if network.prefixlen <= HALF_OF_ALL
    }


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


def routes_in(lines: list[str]) -> Iterator[tuple[IPv4Network, str]]:
    """The networks that /proc/net/route lists, and the interface of each."""
    for line in lines[1:]:
        row = dict(zip(lines[0].split(), line.split(), strict=False))
        numbers = [int.from_bytes(bytes.fromhex(row[key]), "little") for key in ("Destination", "Mask")]
        yield IPv4Network((numbers[0], numbers[1].bit_count())), row["Iface"]


def lines_of(path: Path) -> list[str]:
    """The lines of a file of the kernel's; none: it has no such file."""
    try:
        return path.read_text("ascii").splitlines()
    except OSError:
        return []


def is_here(host: str, name: str, address: str) -> bool:
    """Whether a Host header is for this machine. `name`: of this machine; `address`: what phones open.

    Any other name may be another site's, pointed at this table. Numbers cannot be pointed anywhere, and this
    machine does not know all that lead here: those of a router or of a container's host do too.
    """
    try:
        parts = urlsplit(f"//{host}")
        called = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return False
    if parts.username is not None or parts.path or parts.query or parts.fragment:
        return False
    with suppress(ValueError):
        return bool(ip_address(called))
    short = name.partition(".")[0].lower()
    named = urlsplit(f"//{address}").hostname
    return bool(called) and called in ("localhost", short, f"{short}.local", named)
