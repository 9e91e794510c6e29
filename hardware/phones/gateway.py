"""The gateway of phones: a process of its own that serves the page and relays between phones and table.

It alone has a network. It knows no rule and no words: what a page says comes from the table, over a Unix
socket. Every phone with a place is sent one kind of message of one length. While eyes are closed all are sent
to in the same tick, changed or not; else all at once, whenever anything changed for anybody. So who counts
packets learns nothing.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta
from websockets.asyncio.server import Server, ServerConnection, broadcast, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from hardware.phones.wire import (
    MESSAGE_MOST,
    NAME_MOST,
    SLIP_BYTES,
    GatewayReady,
    LightFrame,
    PhoneEdge,
    PhoneLost,
    PublicTable,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    SlipTexts,
    ToGateway,
    ToTable,
    packed,
)

PAGE = Path(__file__).parent / "page"
FILES: Mapping[str, tuple[str, str]] = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/pod.css": ("pod.css", "text/css; charset=utf-8"),
    "/pod.js": ("pod.js", "text/javascript; charset=utf-8"),
    "/awake.mp4": ("awake.mp4", "video/mp4"),
}
TABLE = "/table"
"""Where a page connects."""
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
PHONES_MOST = 64
MESSAGE_BYTES_MOST = 256
MESSAGES_A_SECOND = 50
RING_BYTES = 72
"""Bytes of the largest ring: 24 pixels of three."""
TICK_S = 1 / 30
"""Seconds between two messages to every phone while eyes are closed."""
BEHIND_BYTES = 1 << 15
"""Bytes that may wait for a slow phone; it misses frames until they are gone."""
BEHIND_S = 10.0
"""Seconds after which a phone that takes nothing is left."""
AGAIN_S = 1.0
"""Seconds between two tries to reach the table."""

Token = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Chair = Annotated[int, Meta(ge=0, le=63)]
Name = Annotated[str, Meta(max_length=NAME_MOST)]


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """A page's first message."""

    token: Token


class Sit(msgspec.Struct, frozen=True, tag="sit", tag_field="t", forbid_unknown_fields=True):
    """Asks for a place, or for a name for one."""

    chair: Chair
    name: Name = ""
    takes: bool = True


class Leave(msgspec.Struct, frozen=True, tag="leave", tag_field="t", forbid_unknown_fields=True):
    """Gives the place back."""


class Edges(msgspec.Struct, frozen=True, tag="edges", tag_field="t", forbid_unknown_fields=True):
    """What the buttons did since the last message: button, whether it went down, milliseconds ago."""

    e: Annotated[
        list[tuple[Annotated[int, Meta(ge=0, le=2)], bool, Annotated[int, Meta(ge=0, le=60000)]]],
        Meta(max_length=8),
    ]
    pad: str = ""


FromPage = Hello | Sit | Leave | Edges
DECODER = msgspec.json.Decoder(FromPage)


class Allowance:
    """How many messages one phone may still send. `now`: a clock, in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left = float(MESSAGES_A_SECOND)
        self._at_s = now()

    def spend(self) -> bool:
        """Whether one more is allowed."""
        now_s = self._now()
        self._left = min(MESSAGES_A_SECOND, self._left + (now_s - self._at_s) * MESSAGES_A_SECOND)
        self._at_s = now_s
        self._left -= 1
        return self._left >= 0


def look(ring: bytes, slip: str) -> bytes:
    """What one phone shows: always of the same length. A slip that is too long ends where it is full."""
    text = slip.encode()[:SLIP_BYTES].decode(errors="ignore").encode()
    head = bytes([len(ring) // 3]) + ring.ljust(RING_BYTES, b"\0")
    return head + len(text).to_bytes(2, "big") + text.ljust(SLIP_BYTES, b"\0")


class Phone(NamedTuple):
    """One page that is connected."""

    connection: ServerConnection
    token: str


class Gateway:
    """Relays between pages and table. `now`: a clock, in seconds; `port`: where pages come to."""

    def __init__(self, port: int, now: Callable[[], float]) -> None:
        self.port = port
        self.table: PublicTable | None = None
        self.refused = 0
        """Connections that were refused or ended for what they sent."""
        self._now = now
        self._frame = b""
        self._slips: dict[int, str] = {}
        self._chairs: dict[str, int] = {}
        self._phones: dict[ServerConnection, str] = {}
        self._count = 0
        self._behind_s: dict[ServerConnection, float] = {}
        self._news = asyncio.Event()
        self._wire: asyncio.StreamWriter | None = None
        self._edges: dict[str, set[int]] = {}
        """The buttons that are down, by token."""

    # The table

    async def relay(self, path: Path) -> None:
        """Connects to the table, again and again, and hears it."""
        while True:
            with suppress(OSError, ValueError, asyncio.IncompleteReadError):
                reader, self._wire = await asyncio.open_unix_connection(str(path))
                self._send(GatewayReady(address(self.port)))
                for token in set(self._phones.values()):
                    self._send(SeatRequest(token))
                while True:
                    length = int.from_bytes(await reader.readexactly(4), "big")
                    if length > MESSAGE_MOST:
                        raise ValueError(f"a message of {length} bytes")
                    self.hear(msgspec.msgpack.decode(await reader.readexactly(length), type=ToGateway))
            if self._wire:
                self._wire.close()
            self._wire, self.table, self._slips, self._frame = None, None, {}, b""
            self._chairs.clear()
            broadcast(self._phones, '{"t":"gone"}')
            await asyncio.sleep(AGAIN_S)

    def hear(self, message: ToGateway) -> None:
        """Takes one message of the table."""
        match message:
            case PublicTable():
                was_covered = self.table is not None and self.table.covered
                self.table = message
                self._tell(self._phones)
                if was_covered == message.covered:
                    return
            case LightFrame(frame=frame):
                self._frame = frame
            case SlipTexts(slips=slips):
                self._slips = slips
            case SeatAnswer(token=token, chair=chair, why=why):
                if chair is None:
                    self._chairs.pop(token, None)
                else:
                    self._chairs[token] = chair
                text = msgspec.json.encode({"t": "seat", "chair": chair, "why": why}).decode()
                broadcast([each for each, owner in self._phones.items() if owner == token], text)
        self._news.set()

    async def pace(self) -> None:
        """Sends looks: at a fixed pace while eyes are closed, else whenever there is news."""
        next_s = self._now()
        while True:
            if self.table and self.table.covered:
                next_s = max(next_s + TICK_S, self._now())
                await asyncio.sleep(next_s - self._now())
                self._news.clear()
            else:
                await self._news.wait()
                self._news.clear()
                next_s = self._now()
            self.show()

    def show(self) -> None:
        """Sends every phone with a place what it shows, in one go."""
        if self.table is None:
            return
        size = 3 * self.table.pixels
        for phone, token in self._phones.items():
            chair = self._chairs.get(token)
            if chair is not None and self._keeps_up(phone):
                ring = self._frame[chair * size : (chair + 1) * size]
                broadcast([phone], look(ring or bytes(size), self._slips.get(chair, "")))

    def _tell(self, phones: Mapping[ServerConnection, str]) -> None:
        if self.table:
            text = msgspec.json.encode({"t": "table", "table": named(self.table)}).decode()
            broadcast([phone for phone in phones if self._keeps_up(phone)], text)

    def _keeps_up(self, phone: ServerConnection) -> bool:
        """Whether a phone takes what it is sent; one that has not for long is left."""
        if phone.transport.get_write_buffer_size() <= BEHIND_BYTES:
            self._behind_s.pop(phone, None)
            return True
        if self._now() - self._behind_s.setdefault(phone, self._now()) > BEHIND_S:
            phone.transport.abort()
        return False

    def _send(self, message: ToTable) -> None:
        if self._wire and not self._wire.is_closing():
            self._wire.write(packed(message))

    # The pages

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Serves the page; None: this is a page that connects."""
        host = request.headers.get("Host", "")
        local = connection.local_address[0] if connection.local_address else ""
        path = request.path.partition("?")[0]
        if not is_here(host, local):
            return self._refused(HTTPStatus.MISDIRECTED_REQUEST)
        if path == TABLE:
            if request.headers.get("Origin", "") != f"http://{host}":
                return self._refused(HTTPStatus.FORBIDDEN)
            if self._count >= PHONES_MOST:
                return self._refused(HTTPStatus.SERVICE_UNAVAILABLE)
            return None
        if path not in FILES:
            return plain(HTTPStatus.NOT_FOUND, b"", "text/plain")
        name, kind = FILES[path]
        return plain(HTTPStatus.OK, (PAGE / name).read_bytes(), kind)

    def _refused(self, status: HTTPStatus) -> Response:
        self.refused += 1
        return plain(status, b"", "text/plain")

    async def serve_page(self, connection: ServerConnection) -> None:
        """Hears one page until it is gone, or sends what it may not."""
        self._count += 1
        if self._count > PHONES_MOST:
            self._count -= 1
            return
        allowance = Allowance(self._now)
        try:
            async for text in connection:
                if not allowance.spend():
                    raise ValueError("too many messages")
                if len(text) > MESSAGE_BYTES_MOST or not isinstance(text, str):
                    raise ValueError("no message of a page")
                self._take(connection, DECODER.decode(text))
        except ConnectionClosed:
            pass
        except ValueError:
            self.refused += 1
            await connection.close(1008)
        finally:
            self._count -= 1
            self._forget(connection)

    def _take(self, connection: ServerConnection, message: FromPage) -> None:
        """Takes one message of a page. Raises `ValueError` for one that does not belong here."""
        token = self._phones.get(connection)
        if isinstance(message, Hello):
            if token is not None:
                raise ValueError("a second greeting")
            for other in [each for each, owner in self._phones.items() if owner == message.token]:
                # The same phone in another tab, or come back before it was missed: the new page counts.
                broadcast([other], '{"t":"elsewhere"}')
                del self._phones[other]
            self._phones[connection] = message.token
            self._tell({connection: message.token})
            self._send(SeatRequest(message.token))
            return
        if token is None:
            raise ValueError("no greeting")
        match message:
            case Sit(chair=chair, name=name, takes=takes):
                self._send(SeatRequest(token, chair, name, takes))
            case Leave():
                self._send(SeatReturn(token))
            case Edges(e=edges):
                for button, down, age_ms in edges:
                    self._send(PhoneEdge(token, button, down, age_ms))

    def _forget(self, connection: ServerConnection) -> None:
        self._behind_s.pop(connection, None)
        token = self._phones.pop(connection, None)
        if token is not None:
            self._send(PhoneLost(token))


def named(table: PublicTable) -> dict[str, object]:
    """The public state as the page reads it: fields by name, in chairs too."""
    fields: dict[str, object] = {key: getattr(table, key) for key in table.__struct_fields__}
    fields["chairs"] = [{key: getattr(one, key) for key in one.__struct_fields__} for one in table.chairs]
    return fields


def plain(status: HTTPStatus, body: bytes, kind: str) -> Response:
    """A whole answer, with the headers every answer has."""
    length = {"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}
    return Response(status.value, status.phrase, Headers(**HEADERS, **length), body)


def is_here(host: str, local: str) -> bool:
    """Whether a Host header names this machine: the address a phone came to, or a name of this machine. Any
    other is another site's page that points its own name at this table."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    here = socket.gethostname().partition(".")[0].lower()
    return bool(name) and name in (local.removeprefix("::ffff:"), "localhost", here, f"{here}.local")


def address(port: int) -> str:
    """What a phone opens: this machine's own address towards its network; empty without a network. Nothing
    is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
            found: str = probe.getsockname()[0]
        except OSError:
            found = "127.0.0.1"
    return found if port == 80 else f"{found}:{port}"


async def open_gateway(gateway: Gateway, host: str | None) -> Server:
    """Listens for pages. Raises `OSError` if the port is taken."""
    return await serve(
        gateway.serve_page,
        host,
        gateway.port,
        process_request=gateway.answer,
        compression=None,
        max_size=MESSAGE_BYTES_MOST,
        ping_interval=10,
        ping_timeout=10,
        open_timeout=5,
        server_header=None,
        write_limit=BEHIND_BYTES,
    )


async def run(path: Path, port: int, host: str | None = None) -> None:
    """Runs the gateway until it is ended. Raises `OSError` if the port is taken."""
    gateway = Gateway(port, asyncio.get_running_loop().time)
    async with await open_gateway(gateway, host), asyncio.TaskGroup() as work:
        work.create_task(gateway.relay(path))
        work.create_task(gateway.pace())
