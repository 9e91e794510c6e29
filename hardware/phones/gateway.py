"""The gateway of phones: a process of its own that serves the page and relays between phones and table.

It alone has a network. It knows no rule and no words: what a page says comes from the table, over a Unix
socket. Every phone with a place is sent one kind of message of one length. While eyes are closed all are sent
to in the same tick, changed or not; else all at once, whenever anything changed for anybody. So who counts
packets learns nothing. Nothing that passes through is written down: only how many pages were refused.
"""

from __future__ import annotations

import asyncio
import gzip
import math
import signal
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec
from websockets.asyncio.server import Server, ServerConnection, broadcast
from websockets.http11 import Request, Response

from hardware.addresses import page_addresses, page_name
from hardware.pages import ServedPage, address_of, listen_for_pages
from hardware.phones.board_pages import BOARD, BoardPages
from hardware.phones.board_wire import board_socket
from hardware.phones.page_messages import (
    A_SECOND,
    ASKS,
    ASKS_OF_ONE_ADDRESS,
    GONE,
    LIST_BYTES_MOST,
    MESSAGE_BYTES_MOST,
    REFRESH_S,
    SHEETS_EACH,
    Allowance,
    AllowanceOfEach,
    Fingers,
    FromPage,
    Hello,
    Leave,
    Sit,
    Typed,
    cost_of,
    from_page,
    labels,
    look,
    next_look_s,
    public,
    seated,
    sheets,
    word_page,
)
from hardware.phones.pod_calls import POD, PodCalls
from hardware.phones.wire import (
    GatewayReady,
    LightFrame,
    PhoneEdge,
    PhoneLost,
    PhoneTouch,
    PublicTable,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    SeatScreen,
    SeatScreens,
    SeatSheets,
    Sheets,
    SlipTexts,
    ToGateway,
    ToTable,
    WordPage,
    WordsTyped,
    packed,
    received,
)
from hardware.pods.calls import pods_socket

PAGE = Path(__file__).parent / "page"
FILES: Mapping[str, tuple[str, str]] = {
    "/": ("index.html", "text/html; charset=utf-8"),
    **{f"/{name}.css": (f"{name}.css", "text/css; charset=utf-8") for name in ("phone", "night")},
    **{
        f"/{name}.js": (f"{name}.js", "text/javascript; charset=utf-8")
        for name in (
            "phone",
            "line",
            "fingers",
            "join",
            "day",
            "list",
            "sheets",
            "portraits",
            "night",
            "light",
            "ring",
        )
    },
    "/awake.mp4": ("awake.mp4", "video/mp4"),
    "/icon.svg": ("icon.svg", "image/svg+xml"),
    "/board": ("board.html", "text/html; charset=utf-8"),
    "/board.css": ("board.css", "text/css; charset=utf-8"),
    "/board.js": ("board.js", "text/javascript; charset=utf-8"),
}
TABLE = "/table"
"""Where a page connects."""
PORTRAITS = "/portraits.json"
"""The pictures of all cards in one file: which one a phone needs is secret."""
PHONES_MOST = 64
"""Pages that may be connected at once."""
OF_ONE_ADDRESS = 32
"""And of these from one address: a router may stand between the phones and this machine, so that all phones
have one; but nobody alone keeps all others out."""
HELLO_S = 5.0
"""Seconds in which a page has to say who it is."""
BEHIND_BYTES = 1 << 15
"""Bytes that may wait for a slow phone; it misses looks until they are gone."""
BEHIND_S = 10.0
"""Seconds after which a phone that takes nothing is left."""
UNHEARD_BYTES = 1 << 20
"""Bytes that may wait for a table that does not read, before the connection to it is given up."""
AGAIN_S = 1.0
"""Seconds between two tries to reach the table."""
MOVED_S = 5.0
"""Seconds between two looks at the address of this machine: a network may come later than the gateway."""

ELSEWHERE = 4001
"""Close code: the same phone has opened the page anew."""


class Gateway:
    """Relays between pages and table.

    `now`: a clock, in seconds.
    `addresses`: what phones open now, the most probable one first; given the address of this machine that a
    request came to, what opens the page for who asked.
    `tell`: is given those that a table was told, whenever they change.
    `wrong`: as `ServedPage` takes it.
    `name`: what phones may open instead.
    `tell_board`: is given the first address and the code of the board's page.
    `portraits`: the pictures of cards, as SVG, by the keys of the cards; in a set by "rulebook/key".
    """

    def __init__(
        self,
        now: Callable[[], float],
        addresses: Callable[[str], Sequence[str]],
        tell: Callable[[Sequence[str]], object],
        wrong: Mapping[str, str],
        name: Callable[[str], str] = lambda _: "",
        tell_board: Callable[[str, str], object] = lambda *_: None,
        portraits: Mapping[str, str] = {},
    ) -> None:
        self.table: PublicTable | None = None
        self._addresses, self._tell, self._name = addresses, tell, name
        self.boards = BoardPages(
            now, lambda: self.table, lambda code: tell_board(self._address(), code), self._address, wrong
        )
        """The pages that show the board."""
        self.pods = PodCalls(now, self._address, wrong)
        """The pods that speak by Wi-Fi."""
        self._now = now
        pictures = gzip.compress(msgspec.json.encode(portraits), mtime=0), "application/json"
        files: dict[str, tuple[str | bytes, str]] = {**FILES, PORTRAITS: pictures}
        self.page = ServedPage(PAGE, files, TABLE, self._has_room, self._address, wrong)
        self._frame = b""
        self._slips: dict[int, str] = {}
        self._screens: dict[int, SeatScreen] = {}
        self._sheets: dict[int, Sheets] = {}
        self._list = WordPage()
        """The list of words that one phone may change."""
        self._has_labels = False
        """Whether phones have not been sent the newest labels."""
        self._sheets_s = -math.inf
        """When phones were sent their sheets."""
        self._looks = 0
        """How many looks phones were sent since eyes were closed."""
        self._told_s = 0.0
        """When the table told what is public."""
        self._chairs: dict[str, int] = {}
        """The place of each phone, by its token."""
        self._open: Counter[str] = Counter()
        """How many pages are connected from each address."""
        self._asks = AllowanceOfEach(*ASKS_OF_ONE_ADDRESS)
        """What each address may still ask of the table, which takes some hundred requests in a second."""
        self._phones: dict[ServerConnection, str] = {}
        """The tokens of the pages that have said them; a phone has one page."""
        self._behind_s: dict[ServerConnection, float] = {}
        """Since when a phone takes nothing."""
        self._news = asyncio.Event()
        self._wire: asyncio.StreamWriter | None = None
        self._told: Sequence[str] = ()
        """The addresses that the table knows."""
        self._closing: set[asyncio.Task[None]] = set()

    # The table

    async def relay(self, path: Path, again_s: float = AGAIN_S) -> None:
        """Connects to the table, again and again, and hears it."""
        self.pods.table = pods_socket(path)
        while True:
            try:
                reader, self._wire = await asyncio.open_unix_connection(str(path))
                self._introduce()
                self._send(*map(SeatRequest, self._phones.values()))
                while True:
                    self.hear(msgspec.msgpack.decode(await received(reader), type=ToGateway))
            except (OSError, ValueError, asyncio.IncompleteReadError):
                pass
            finally:
                self._lose_table()
            await asyncio.sleep(again_s)

    async def watch_address(self) -> None:
        """Tells the table when this machine has another address."""
        while True:
            await asyncio.sleep(MOVED_S)
            if self._wire and self._told != self._addresses(""):
                self._introduce()

    def _introduce(self) -> None:
        """Tells the table where phones find it."""
        before, self._told = self._told, self._addresses("")
        address, other = (*self._told, "", "")[:2]
        if self._told != before:
            self._tell(self._told)
        self._send(GatewayReady(address, self._name(address), other))

    def _address(self, local: str = "") -> str:
        """The address that a phone opens most probably. `local`: as `addresses` is given it."""
        return next(iter(self._addresses(local)), "")

    def _lose_table(self) -> None:
        if self._wire is None:
            return
        self._wire.transport.abort()
        self._wire, self.table, self._frame = None, None, b""
        self._slips, self._screens, self._sheets, self._chairs = {}, {}, {}, {}
        self._list = WordPage()
        broadcast(self._phones, GONE)

    def hear(self, message: ToGateway) -> None:
        """Takes one message of the table."""
        match message:
            case PublicTable():
                if message == self.table:
                    return
                self.table, self._told_s = message, self._now()
                self._has_labels = True  # Also as the day breaks: whose have changed since is secret.
                broadcast(self._phones, public(message))
            case LightFrame(frame=frame):
                self._frame = frame
            case SlipTexts(slips=slips):
                self._slips = slips
            case SeatScreens(screens=screens):
                self._screens, self._has_labels = screens, True
            case SeatSheets(sheets=read_again):
                self._sheets = read_again
                return  # They have moments of their own: what is news there is secret, also by day.
            case WordPage(token=token):
                if token != self._list.token:
                    broadcast(self._pages_of(self._list.token), word_page(None))
                self._list = message
                broadcast(self._pages_of(token), word_page(message))
                return
            case SeatAnswer(token=token, chair=chair, why=why):
                # A place has one phone: what is said there in secret is for no other.
                gone = [each for each, had in self._chairs.items() if each == token or had == chair]
                for each in gone:
                    del self._chairs[each]
                if chair is not None:
                    self._chairs[token] = chair
                broadcast(self._pages_of(token), seated(chair, why))
                if token == self._list.token:  # Its page may have been opened again.
                    broadcast(self._pages_of(token), word_page(self._list))
                self._sheets_s, self._has_labels = -math.inf, True
        self._news.set()

    async def pace(self) -> None:
        """Sends looks: at fixed moments while eyes are closed, else whenever there is news."""
        last_s = self._now()
        while True:
            covered = self.table is not None and self.table.covered
            wait_s = next_look_s(covered, self._news.is_set(), last_s) - self._now()
            if wait_s <= 0:
                self._news.clear()
                last_s = self._now()
                self.show()
            elif covered:
                await asyncio.sleep(wait_s)
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_s):
                        await self._news.wait()

    def show(self) -> None:
        """Sends every phone with a place what it shows, in one go. Sheets are sent once a second, changed or
        not, and while eyes are closed with looks of fixed number; labels by day, to all phones when anything
        changes for anybody."""
        if self.table is None:
            return
        covered, size = self.table.covered, 3 * self.table.pixels
        self._looks = self._looks + 1 if covered else 0
        is_second = self._now() >= self._sheets_s + REFRESH_S
        has_sheets = self._looks % SHEETS_EACH == 0 if covered else is_second
        has_labels = self._has_labels and not covered
        if has_sheets:
            self._sheets_s = self._now()
        for phone, token in self._phones.items():
            chair = self._chairs.get(token)
            if chair is None or not self._keeps_up(phone):
                continue
            ring, screen = (
                self._frame[chair * size : (chair + 1) * size],
                self._screens.get(chair, SeatScreen()),
            )
            broadcast([phone], look(ring or bytes(size), self._slips.get(chair, ""), screen))
            if has_sheets:
                broadcast([phone], sheets(self._sheets.get(chair, Sheets())))
            if has_labels:
                broadcast([phone], labels(screen))
        self._has_labels = False

    def _public(self) -> str:
        """What is public, for a page that comes later: its clock has gone on."""
        assert self.table
        now_s = self.table.now_s + self._now() - self._told_s
        return public(msgspec.structs.replace(self.table, now_s=now_s))

    def _pages_of(self, token: str) -> list[ServerConnection]:
        return [page for page, owner in self._phones.items() if owner == token]

    def _keeps_up(self, phone: ServerConnection) -> bool:
        """Whether a phone takes what it is sent; one that has not for long is left."""
        if phone.transport.get_write_buffer_size() <= BEHIND_BYTES:
            self._behind_s.pop(phone, None)
            return True
        if self._now() - self._behind_s.setdefault(phone, self._now()) > BEHIND_S:
            phone.transport.abort()
        return False

    def _send(self, *messages: ToTable) -> None:
        if self._wire is None or self._wire.is_closing():
            return
        self._wire.write(b"".join(map(packed, messages)))
        if self._wire.transport.get_write_buffer_size() > UNHEARD_BYTES:
            self._wire.transport.abort()

    # The pages

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """Serves the page; None: this is a page that connects."""
        if request.path == BOARD:
            return self.boards.answer(connection, request)
        if request.path == POD:
            return self.pods.answer(connection, request)
        return self.page.answer(connection, request)

    def _has_room(self, connection: ServerConnection) -> bool:
        """Whether one more page may connect from there."""
        return self._open.total() < PHONES_MOST and self._open[address_of(connection)] < OF_ONE_ADDRESS

    async def serve_page(self, connection: ServerConnection) -> None:
        """Hears one page until it is gone, or sends what it may not."""
        if connection.request and connection.request.path == BOARD:
            await self.boards.serve(connection)
            return
        if connection.request and connection.request.path == POD:
            await self.pods.serve(connection)
            return
        has_room, address = self._has_room(connection), address_of(connection)
        self._open[address] += 1
        try:
            async with self.page.hearing(connection):
                if not has_room:
                    raise ValueError("too many pages")
                allowance = Allowance(A_SECOND, A_SECOND, self._now())
                asks = Allowance(*ASKS, self._now())
                async with asyncio.timeout(HELLO_S):
                    greeting = from_page(await connection.recv())
                if not self._asks.spend(address, self._now()):
                    raise ValueError("too many pages that come and go")
                self._greet(connection, greeting)
                async for text in connection:
                    message = from_page(text, self._most_of(connection))
                    if not allowance.spend(cost_of(message), self._now()):
                        raise ValueError("too much at once")
                    if isinstance(message, (Sit, Leave, Typed)) and not (
                        asks.spend(1, self._now()) and self._asks.spend(address, self._now())
                    ):
                        continue
                    self._take(connection, message)
        finally:
            self._open -= Counter((address,))
            self._forget(connection)

    def _greet(self, connection: ServerConnection, message: FromPage) -> None:
        """Takes the first message of a page. Raises `ValueError` unless it says who it is."""
        if not isinstance(message, Hello):
            raise ValueError("no greeting")
        for other in self._pages_of(message.token):
            # The same phone in another tab, or back before it was missed: the new page counts.
            self._forget(other)
            closing = asyncio.create_task(other.close(ELSEWHERE))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)
        self._phones[connection] = message.token
        broadcast([connection], self._public() if self.table else GONE)
        self._send(SeatRequest(message.token))

    def _take(self, connection: ServerConnection, message: FromPage) -> None:
        """Takes another message of a page. Raises `ValueError` for one that does not belong here."""
        token = self._phones.get(connection)
        if token is None:
            return  # Its phone has opened the page anew: this one is being closed.
        match message:
            case Hello():
                raise ValueError("a second greeting")
            case Sit(chair=chair, name=name, takes=takes):
                self._send(SeatRequest(token, chair, name, takes))
            case Leave():
                self._send(SeatReturn(token))
            case Typed(title=title, text=text):
                self._send(WordsTyped(token, title, text))
            case Fingers(e=edges, p=touches):
                self._send(*(PhoneEdge(token, *edge) for edge in edges))
                self._send(*(PhoneTouch(token, *touch) for touch in touches))

    def _most_of(self, connection: ServerConnection) -> int:
        """Bytes of the longest message that this page may send."""
        return LIST_BYTES_MOST if self._phones.get(connection) == self._list.token else MESSAGE_BYTES_MOST

    def _forget(self, connection: ServerConnection) -> None:
        """A page is gone; the table lets its buttons go."""
        self._behind_s.pop(connection, None)
        token = self._phones.pop(connection, None)
        if token is not None:
            self._send(PhoneLost(token))


async def open_gateway(gateway: Gateway, port: int, host: str | None = None) -> Server:
    """Listens for pages. Raises `OSError` if the port is taken."""
    return await listen_for_pages(
        gateway.serve_page,
        gateway.answer,
        port,
        host,
        max_size=LIST_BYTES_MOST,
        ping_interval=4,
        ping_timeout=8,
        write_limit=BEHIND_BYTES,
    )


async def run(
    path: Path,
    port: int,
    host: str | None,
    given: str,
    tell: Callable[[Sequence[str]], object],
    tell_board: Callable[[str, str], object],
    wrong: Mapping[str, str],
    portraits: Mapping[str, str],
) -> int:
    """Runs the gateway until it is ended. `given`: what phones open, instead of an address of this machine.
    `tell`: is given what phones open, once a table plays; `tell_board`: the first of that and the code of the
    board's page; `wrong`, `portraits`: as `Gateway` takes them. Returns how many pages were refused. Raises
    `OSError` if the port is taken."""
    loop, this = asyncio.get_running_loop(), asyncio.current_task()
    assert this
    loop.add_signal_handler(signal.SIGTERM, this.cancel)
    loop.set_exception_handler(lambda *_: None)  # it would write down what came from whom
    name = (lambda _: "") if host or given else page_name

    def addresses(local: str) -> Sequence[str]:
        return [given] if given else page_addresses(port, host, local)

    gateway = Gateway(loop.time, addresses, tell, wrong, name, tell_board, portraits)
    with suppress(asyncio.CancelledError):
        async with await open_gateway(gateway, port, host), asyncio.TaskGroup() as work:
            board = gateway.boards.relay(board_socket(path))
            for part in (gateway.relay(path), gateway.pace(), gateway.watch_address(), board):
                work.create_task(part)
    return sum(each.page.refused for each in (gateway, gateway.boards, gateway.pods))
