"""How this machine is called in its own network, found without sending anything."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

TOWARDS = ("192.0.2.1", 9)
"""An address kept for documentation: a socket that is set towards it chooses its own address and sends
nothing."""
LOCAL_ADDRESSES = Path("/proc/net/fib_trie")
"""Where Linux lists the addresses of its own interfaces. A hotspot without an uplink has one, and no route
anywhere."""
HTTP_PORT = 80


def page_address(port: int, host: str | None = None) -> str:
    """What a phone opens, without "http://"; empty: this machine has no network. `host`: the only address
    that is listened on."""
    found = host or own_address()
    if not found:
        return ""
    if ":" in found:
        found = f"[{found}]"
    return found if port == HTTP_PORT else f"{found}:{port}"


def own_address() -> str:
    """This machine's address towards its network; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(TOWARDS)
            found: str = probe.getsockname()[0]
        except OSError:
            return next(local_addresses(), "")
    return found


def local_addresses(listed: Path = LOCAL_ADDRESSES) -> Iterator[str]:
    """The private IPv4 addresses of this machine's interfaces, as the kernel lists them."""
    try:
        text = listed.read_text("ascii")
    except OSError:
        return
    for found in dict.fromkeys(re.findall(r"\|-- (\S+)\n\s+/32 host LOCAL", text)):
        address = ip_address(found)
        if address.is_private and not address.is_loopback:
            yield found


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
