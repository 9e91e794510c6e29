"""Opens the connections of a table: to its phones, and for its news."""

from __future__ import annotations

from hardware.interface import Clock
from hardware.phones.link import PhoneLink
from hardware.phones.wire import SOCKET
from hardware.sockets import socket_path
from hardware.troubles import reason_of
from table.appliance.starting import warn
from table.publish.link import SOCKET as NEWS_SOCKET
from table.publish.link import NewsLink
from table.settings.settings import Settings


def open_phones(settings: Settings, seats: int, clock: Clock) -> PhoneLink | None:
    """Opens the phones of this table; None: it has none. Prints why if they cannot be reached."""
    if not settings.phones.enabled:
        return None
    try:
        return PhoneLink(socket_path(SOCKET), seats, settings.pixels, clock)
    except OSError as error:
        warn(f"phones.enabled = true: nobody can listen at {socket_path(SOCKET)}: {reason_of(error)}")
        return None


def open_news(settings: Settings) -> NewsLink | None:
    """Opens the connection for this table's news; None: it publishes none. Prints why if that fails."""
    if not settings.publish.enabled:
        return None
    path = socket_path(NEWS_SOCKET)
    try:
        return NewsLink(path)
    except OSError as error:
        warn(f"publish.enabled = true: nobody can listen at {path}: {reason_of(error)}")
        return None
