"""Opens the connections of a table: to its phones, to the page of its board, and for its news."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from hardware.hotspot import write_private
from hardware.interface import Clock
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.phones.link import PhoneLink
from hardware.phones.wire import SOCKET
from hardware.pods.calls import PodCallers, pods_socket
from hardware.sockets import socket_path
from hardware.troubles import reason_of
from table import files
from table.appliance.starting import warn
from table.publish.link import SOCKET as NEWS_SOCKET
from table.publish.link import NewsLink
from table.settings.settings import Settings

if TYPE_CHECKING:
    from hardware.phones.board_link import BoardLink

BOARD_KEY = "board.json"
"""In the state folder. Without it, all screens need a code again."""
CODE_DIGITS = 6
T = TypeVar("T")
BoardKey = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]


def open_phones(settings: Settings, seats: int, clock: Clock) -> PhoneLink | None:
    """Opens the phones of this table; None: it has none. Prints why if they cannot be reached."""
    if not settings.phones.enabled:
        return None
    return _opened("phones", socket_path(SOCKET), lambda path: PhoneLink(path, seats, settings.pixels, clock))


def open_callers(settings: Settings) -> PodCallers | None:
    """Opens the calls of pods by Wi-Fi, which the phones' gateway passes on. None: there are no phones, or no
    connection, which is printed."""
    if not settings.phones.enabled:
        return None
    return _opened("phones", pods_socket(socket_path(SOCKET)), PodCallers)


def open_board_page(settings: Settings) -> BoardLink | None:
    """Opens the page of this table's board, which the phones' gateway serves. None: there are no phones, or
    no connection, which is printed."""
    if not settings.phones.enabled:
        return None
    from hardware.phones.board_link import BoardLink  # which loads pygame

    return _opened("phones", board_socket(socket_path(SOCKET)), BoardLink)


def board_keys(folder: Path) -> BoardKeys:
    """What opens the board's page: a new code at each start, and the key that is kept in this folder for
    this machine's own user, so that a screen that has it needs no code again."""
    path, code = folder / BOARD_KEY, f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"
    try:
        return BoardKeys(code, msgspec.json.decode(files.content(path, follows=False), type=BoardKey))
    except (OSError, msgspec.DecodeError, RecursionError):
        key = secrets.token_hex(16)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        write_private(path, msgspec.json.encode(key))
    except OSError as error:
        warn(f"{path}: cannot be written, so screens need a new code next time: {reason_of(error)}")
    return BoardKeys(code, key)


def open_news(settings: Settings) -> NewsLink | None:
    """Opens the connection for this table's news; None: it publishes none. Prints why if that fails."""
    if not settings.publish.enabled:
        return None
    return _opened("publish", socket_path(NEWS_SOCKET), NewsLink)


def _opened(part: str, path: Path, link: Callable[[Path], T]) -> T | None:
    try:
        return link(path)
    except OSError as error:
        warn(f"{part}.enabled = true: nobody can listen at {path}: {reason_of(error)}")
        return None
