"""A gateway in tests: a table's end and pages on sockets of this machine, with time that moves by itself."""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from hardware.addresses import page_addresses, reached_address
from hardware.phones.board_wire import board_socket
from hardware.phones.gateway import TABLE, Gateway, open_gateway
from hardware.phones.wire import ChairState, PublicTable, SeatAnswer, SeatRequest, ToGateway, ToTable, packed

A = TypeVar("A")


class Timed(Protocol):
    """What has its moment."""

    @property
    def time_s(self) -> float:
        """When it is."""


T = TypeVar("T", bound=Timed)
TEXTS = {"look": "Hold to read"}
RULES = (("Two camps", "A pack hides among you.", ""), ("The Seer", "She looks at a card.", "seer"))
PICTURES = {"seer": "<svg/>", "werewolf": '<svg xmlns="é"/>'}
WRONG_PAGE = {"fr": "La table est ailleurs & d’ici :", "en": "The table is elsewhere:"}
"""What is said to those who have opened another page."""


def public_table(chairs: int = 4, **other: Any) -> PublicTable:
    """A table with so many free places."""
    places = tuple(ChairState(f"Place {number}", "free", True, True) for number in range(chairs))
    usual: dict[str, Any] = {
        "chairs": places,
        "pixels": 16,
        "buttons": 1,
        "language": "en",
        "texts": TEXTS,
        "covered": False,
        "opens": False,
        "said": "",
        "wait": "",
        "rules": RULES,
    }
    return PublicTable(**usual | other)


def token(number: int) -> str:
    """The token of a phone."""
    return f"{number:032x}"


class _Jumping(selectors.DefaultSelector):
    """Where nothing has come, time goes on at once to when something is due."""

    LISTENS_S = 0.002
    """Seconds, in real time, that what is on its way on this machine may take."""

    now_s = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout == 0:
            return super().select(0)
        if (found := super().select(self.LISTENS_S if timeout is not None else 5.0)) or timeout is None:
            return found
        self.now_s += timeout
        return found


class JumpingLoop(asyncio.SelectorEventLoop):
    """An event loop that never waits for its clock, only for its sockets."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.now_s


def played(scene: Callable[[], Coroutine[Any, Any, A]]) -> A:
    """Runs a scene in a loop whose time moves by itself."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(scene())


def in_a_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Makes a test of a coroutine, which runs in a loop whose time moves by itself."""

    @wraps(test)
    def run(**given: Any) -> None:
        played(lambda: test(**given))

    return run


class TableEnd:
    """A table as the gateway sees it. Phones sit at the place of their number."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.heard: list[ToTable] = []
        self.wire: asyncio.StreamWriter | None = None
        self.came = asyncio.Event()
        self._server: asyncio.Server | None = None

    async def listen(self) -> TableEnd:
        """Listens for the gateway."""
        self._server = await asyncio.start_unix_server(self._hear, str(self.path))
        return self

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.wire = writer
        self.came.set()
        try:
            while True:
                length = int.from_bytes(await reader.readexactly(4), "big")
                message = msgspec.msgpack.decode(await reader.readexactly(length), type=ToTable)
                self.heard.append(message)
                if isinstance(message, SeatRequest):
                    self.say(SeatAnswer(message.token, int(message.token, 16)))
        except (asyncio.IncompleteReadError, OSError):
            writer.close()

    def say(self, *messages: ToGateway) -> None:
        """Sends messages to the gateway."""
        assert self.wire
        self.wire.write(b"".join(map(packed, messages)))

    def close(self) -> None:
        """Is switched off."""
        assert self._server
        self._server.close()
        if self.wire:
            self.wire.transport.abort()
        self.path.unlink(missing_ok=True)


class Running:
    """A gateway that runs, on a port of its own choice."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "phones.sock"
        self.addresses = ["10.0.0.7:8080"]
        self.said: list[Sequence[str]] = []
        """Addresses that its terminal shows."""
        self.codes: list[tuple[str, str]] = []
        """And those of the board's page, each with its code."""
        now = asyncio.get_running_loop().time
        self.gateway = Gateway(
            *(now, self.opened, self.said.append, WRONG_PAGE),
            tell_board=lambda *told: self.codes.append(told),
            portraits=PICTURES,
        )
        self._tasks: list[asyncio.Task[None]] = []
        self._pages: list[ClientConnection] = []
        self.ends: list[Callable[[], object]] = []
        """What else is closed with it."""

    def opened(self, local: str) -> Sequence[str]:
        """What phones open."""
        return page_addresses(8080, local=local) if reached_address(local) else self.addresses

    async def __aenter__(self) -> Running:
        self.server = await open_gateway(self.gateway, 0, "127.0.0.1")
        self.port = self.server.sockets[0].getsockname()[1]
        board = self.gateway.boards.relay(board_socket(self.path))
        parts = (self.gateway.relay(self.path), self.gateway.pace(), self.gateway.watch_address(), board)
        self._tasks = [asyncio.create_task(part) for part in parts]
        return self

    async def __aexit__(self, *_: object) -> None:
        for page in self._pages:
            page.transport.abort()
            await page.wait_closed()
        for end in self.ends:
            end()
        for task in self._tasks:
            task.cancel()
        await asyncio.wait(self._tasks)
        self.server.close()
        await self.server.wait_closed()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    @property
    def origin(self) -> Any:
        return f"http://127.0.0.1:{self.port}"

    async def page(self, number: int | None, path: str = TABLE, **given: Any) -> ClientConnection:
        """A page that connects; `number`: of its phone, None: it says nothing."""
        usual = {"origin": self.origin, "compression": None, "ping_interval": None, "close_timeout": 1}
        page = await connect(self.url + path, **usual | given)
        self._pages.append(page)
        if number is not None:
            await page.send(json.dumps({"t": "hello", "token": token(number)}))
        return page


async def until(holds: Callable[[], object], seconds: float = 20.0) -> None:
    """Waits, in the loop's own time, until something holds."""
    for _ in range(int(seconds / 0.01)):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come to hold")


async def took(coming: Awaitable[A], seconds: float = 20.0) -> A:
    """What comes, within some seconds of the loop's own time."""
    return await asyncio.wait_for(coming, seconds)


async def at_moments(told: Iterable[T], began_s: float) -> AsyncIterator[T]:
    """Each of these at its moment, counted in the loop's own time from `began_s`."""
    loop = asyncio.get_running_loop()
    for one in told:
        await asyncio.sleep(max(0.0, began_s + one.time_s - loop.time()))
        yield one
