"""Serves a page of ours and its WebSocket: to whoever names this machine, and to no page of another site."""

from __future__ import annotations

import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from html import escape
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from hardware.addresses import is_here

HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; "
    "base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
PACKED = {"Content-Encoding": "gzip"}
REFUSED = frozenset({HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.SERVICE_UNAVAILABLE})
"""The answers to what is no page of ours, or one too many."""
WRONG = 1008
"""Close code: what a page has sent is not allowed."""

ELSEWHERE = (
    '<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="dark"><title>Garou</title>'
)
"""The head of the page that says where the page is."""


class ServedPage:
    """A page, its files and its WebSocket.

    `folder`: where the files are.
    `files`: the name, or the compressed content, and the kind of each file, by its path.
    `connects`: the path of the WebSocket.
    `has_room`: whether one more may connect from there.
    `address`: returns the address of the page, without "http://", for a request that came to this address of
    the machine.
    `wrong`: the answer to any other path, by language.
    `by_browsers`: whether only a page of ours may connect; else no page may.
    """

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, tuple[str | bytes, str]],
        connects: str,
        has_room: Callable[[ServerConnection], bool],
        address: Callable[[str], str],
        wrong: Mapping[str, str],
        *,
        by_browsers: bool = True,
    ) -> None:
        self.refused = 0
        """Pages that were refused, or left for what they sent."""
        self._folder, self._files, self._connects = folder, files, connects
        self._has_room, self._address, self._wrong = has_room, address, wrong
        self._name, self._by_browsers = socket.gethostname(), by_browsers

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Serves a file; None: this is a page that connects."""
        answer = self._answer(connection, request)
        self.refused += answer is not None and answer.status_code in REFUSED
        return answer

    @asynccontextmanager
    async def hearing(self, connection: ServerConnection) -> AsyncIterator[None]:
        """Hears a page during an `async with` block, which ends once the page is gone. A `ValueError` or
        `TimeoutError` there ends its connection."""
        try:
            yield
        except ConnectionClosed:
            pass
        except (ValueError, TimeoutError):
            self.refused += 1
            await connection.close(WRONG)

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        host, origin = only(request.headers, "Host"), only(request.headers, "Origin")
        local = connection.local_address[0] if connection.local_address else ""
        path = request.path.partition("?")[0]
        if not is_here(host, self._name, self._address(local)):
            return self._elsewhere(local, HTTPStatus.MISDIRECTED_REQUEST)
        if path == self._connects:
            if origin != (f"http://{host}" if self._by_browsers else ""):
                return whole(HTTPStatus.FORBIDDEN)
            return None if self._has_room(connection) else whole(HTTPStatus.SERVICE_UNAVAILABLE)
        if path not in self._files:
            return self._elsewhere(local, HTTPStatus.NOT_FOUND)
        found, kind = self._files[path]
        if isinstance(found, bytes):
            return whole(HTTPStatus.OK, found, kind, PACKED)
        return whole(HTTPStatus.OK, (self._folder / found).read_bytes(), kind)

    def _elsewhere(self, local: str, status: HTTPStatus) -> Response:
        """Says where the page is. Nothing of what was asked for comes back."""
        said = "".join(f'<p lang="{code}">{escape(text)}</p>' for code, text in self._wrong.items())
        if address := escape(self._address(local)):
            said += f'<p><a href="http://{address}/">http://{address}/</a></p>'
        return whole(status, f"{ELSEWHERE}{said}".encode(), "text/html; charset=utf-8")


async def listen_for_pages(
    serve_page: Callable[[ServerConnection], Awaitable[None]],
    answer: Callable[[ServerConnection, Request], Response | None],
    port: int,
    host: str | None,
    **limits: Any,
) -> Server:
    """Listens for pages. `limits`: those of the library for each connection. Raises `OSError` if the port is
    taken."""
    return await serve(
        serve_page,
        host,
        port,
        process_request=answer,
        compression=None,
        open_timeout=5,
        close_timeout=2,
        server_header=None,
        logger=silent(),
        **limits,
    )


def address_of(connection: ServerConnection) -> str:
    """Where a page connects from."""
    return network_of(connection.remote_address[0]) if connection.remote_address else ""


def network_of(address: str) -> str:
    """An address; of IPv6 its network, since a device has as many addresses there as it likes."""
    found = ip_address(address.partition("%")[0])
    return str(found if found.version == 4 else ip_network((found, 64), strict=False))


def only(headers: Headers, name: str) -> str:
    """The header of this name; empty unless there is exactly one."""
    found = headers.get_all(name)
    return found[0] if len(found) == 1 else ""


def whole(
    status: HTTPStatus, body: bytes = b"", kind: str = "text/plain", more: Mapping[str, str] = {}
) -> Response:
    """A whole answer, with the headers that every answer has, and `more`."""
    length = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(**HEADERS, **length, **more), body)


def silent() -> logging.Logger:
    """A log that nobody reads: the library's tells who came, and what they sent."""
    logger = logging.Logger("pages")
    logger.disabled = True
    return logger
