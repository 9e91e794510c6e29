"""The board's page at the gateway: who may see it, and what each screen still has to be sent.

Nobody sees anything before the code, or the key that a screen has got for it: by night the board may call a
seat that has no ring. A screen is sent its next picture once it shows the last one, so that a slow one shows
fewer, and none an old one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from hmac import compare_digest
from itertools import count
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta
from websockets.asyncio.server import ServerConnection, broadcast
from websockets.http11 import Request, Response

from hardware.pages import ServedPage, address_of
from hardware.phones.board_wire import (
    BoardCaption,
    BoardKeys,
    BoardPicture,
    BoardPlays,
    BoardScreens,
    BoardSound,
    BoardToGateway,
    Size,
)
from hardware.phones.page_messages import Allowance, AllowanceOfEach
from hardware.phones.wire import PublicTable, packed, received

BOARD = "/board-line"
"""Where the board's page connects."""
SCREENS_MOST = 4
"""Screens that may show the board at once."""
CONNECTED_MOST, OF_ONE_ADDRESS = 16, 8
"""Connections at once, those that have not said the code too; and of these from one address."""
CODE_S = 5.0
"""Seconds in which a page has to say the code that it has."""
GUESSES_OF_ONE_ADDRESS, GUESSES = (1 / 20, 5), (1 / 10, 30)
"""Codes that are compared: in a second, and at once. In an evening nobody tries one in five hundred."""
MESSAGES = (50, 100)
"""Messages of a screen: in a second, and at once."""
RESIZE_COSTS = 20
"""What another size costs of them: all is painted and sent again."""
AGAIN_S = 1.0
"""Seconds between two tries to reach the table."""
PICTURE, SOUND = b"P", b"S"
"""The first byte of what a page is sent."""
BEHIND_BYTES = 1 << 18
"""Bytes that may wait for a slow page before it misses sound: a picture is longer."""

Pixels = Annotated[int, Meta(ge=200, le=8192)]


class WatchBoard(msgspec.Struct, frozen=True, tag="watch", tag_field="t", forbid_unknown_fields=True):
    """A page's first message: its code or key, and the size of its screen."""

    code: Annotated[str, Meta(pattern=r"^[0-9a-f]{0,32}\Z")]
    width: Pixels
    height: Pixels


class Resized(msgspec.Struct, frozen=True, tag="size", tag_field="t", forbid_unknown_fields=True):
    """Its screen has another size now."""

    width: Pixels
    height: Pixels


class PictureShown(msgspec.Struct, frozen=True, tag="shown", tag_field="t", forbid_unknown_fields=True):
    """It shows what it was sent last."""


class Hearing(msgspec.Struct, frozen=True, tag="hear", tag_field="t", forbid_unknown_fields=True):
    """Whether it plays what it hears: somebody has allowed it, or it may no longer."""

    plays: bool


FromScreen: TypeAlias = WatchBoard | Resized | PictureShown | Hearing
_DECODER = msgspec.json.Decoder(FromScreen)


class KnownStrip(msgspec.Struct, frozen=True):
    """A strip of a picture. `number`: of the change that brought it."""

    number: int
    picture: bytes


class KnownPicture:
    """The newest picture for the screens of one size."""

    def __init__(self) -> None:
        self.size: Size = (0, 0)
        self.strips: dict[int, KnownStrip] = {}
        """By their top lines."""

    def change(self, message: BoardPicture, number: int) -> None:
        """Takes what has changed."""
        if message.size != self.size:
            self.size, self.strips = message.size, {}
        self.strips |= {top: KnownStrip(number, picture) for top, picture in message.strips}

    def since(self, number: int) -> bytes:
        """What has changed since this change, for a page: that it is a picture, its width and height; then,
        for each strip, its top line, its length, and its JPEG. Empty: nothing."""
        news = [(top, strip.picture) for top, strip in self.strips.items() if strip.number > number]
        if not news:
            return b""
        parts = [
            part
            for top, picture in news
            for part in (top.to_bytes(2, "big"), len(picture).to_bytes(4, "big"), picture)
        ]
        return b"".join([PICTURE, *(side.to_bytes(2, "big") for side in self.size), *parts])


class WatchingScreen:
    """A page that shows the board."""

    def __init__(self, size: Size) -> None:
        self.size = size
        self.number = 0
        """Of the last change that it was sent."""
        self.waits = False
        """Whether it has not yet shown that."""
        self.hears = False
        """Whether it plays what it hears."""


class BoardPages:
    """The board's pages. `now`: a clock, in seconds; `words`: what everybody may know, with the texts of
    pages; `tell`: is given each new code; `address`, `wrong`: as `ServedPage` takes them."""

    def __init__(
        self,
        now: Callable[[], float],
        words: Callable[[], PublicTable | None],
        tell: Callable[[str], object],
        address: Callable[[str], str],
        wrong: Mapping[str, str],
    ) -> None:
        self._now, self._words, self._tell = now, words, tell
        self.page = ServedPage(Path(), {}, BOARD, self._has_room, address, wrong)
        self._keys: BoardKeys | None = None
        self._said, self._plays = "", False
        self._told = BoardScreens((), False)
        """What the table was told last of the screens."""
        self._pictures: dict[Size, KnownPicture] = {}
        self._numbers = count(1)
        """Of changes."""
        self._screens: dict[ServerConnection, WatchingScreen] = {}
        self._open: list[str] = []
        """The address of each connection."""
        self._guesses = AllowanceOfEach(*GUESSES_OF_ONE_ADDRESS)
        self._all_guesses = Allowance(*GUESSES, now())
        self._wire: asyncio.StreamWriter | None = None

    # The table

    async def relay(self, path: Path, again_s: float = AGAIN_S) -> None:
        """Connects to the table, again and again, and hears it."""
        while True:
            try:
                reader, self._wire = await asyncio.open_unix_connection(str(path))
                while True:
                    body = await received(reader)
                    self.hear(msgspec.msgpack.decode(body, type=BoardToGateway))
            except (OSError, ValueError, asyncio.IncompleteReadError):
                pass
            finally:
                self._lose_table()
            await asyncio.sleep(again_s)

    def _lose_table(self) -> None:
        """All pages are closed. They come again by themselves."""
        if self._wire is None:
            return
        self._wire.transport.abort()
        self._wire, self._keys, self._said, self._plays = None, None, "", False
        self._told = BoardScreens((), False)
        self._pictures.clear()
        for connection in list(self._screens):
            connection.transport.abort()

    def hear(self, message: BoardToGateway) -> None:
        """Takes one message of the table."""
        match message:
            case BoardKeys(code=code):
                self._keys = message
                self._tell(code)
            case BoardCaption(said=said):
                self._said = said
                broadcast(self._screens, spoken(said))
            case BoardPlays(plays=plays):
                self._plays = plays
                broadcast(self._screens, sounding(plays))
            case BoardSound(samples=samples):
                self._play(samples)
            case BoardPicture(screen=size):
                if size in self._pictures:
                    self._pictures[size].change(message, next(self._numbers))
                for connection in self._screens:
                    self._feed(connection)

    def _play(self, samples: bytes) -> None:
        """Sends a moment of sound to all that play it; a slow one misses some."""
        for connection, screen in self._screens.items():
            if screen.hears and connection.transport.get_write_buffer_size() <= BEHIND_BYTES:
                broadcast([connection], SOUND + samples)

    def _feed(self, connection: ServerConnection) -> None:
        """Sends a screen what has changed, unless it is still busy with what it was sent before."""
        screen = self._screens[connection]
        if screen.waits or not (news := self._pictures[screen.size].since(screen.number)):
            return
        screen.waits, screen.number = True, next(self._numbers)
        broadcast([connection], news)

    def _look(self) -> None:
        """Tells the table which sizes are looked at, and whether it is heard."""
        sizes = sorted({screen.size for screen in self._screens.values()})
        before = self._told
        self._told = BoardScreens(tuple(sizes), any(screen.hears for screen in self._screens.values()))
        if self._told == before:
            return
        self._pictures = {size: self._pictures.get(size) or KnownPicture() for size in sizes}
        if self._wire and not self._wire.is_closing():
            self._wire.write(packed(self._told))

    # The pages

    def answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """None: a page connects."""
        return self.page.answer(connection, request)

    def _has_room(self, connection: ServerConnection) -> bool:
        here = self._open.count(address_of(connection))
        return len(self._open) < CONNECTED_MOST and here < OF_ONE_ADDRESS

    async def serve(self, connection: ServerConnection) -> None:
        """Shows the board to one page until it is gone, or sends what it may not."""
        has_room, address = self._has_room(connection), address_of(connection)
        self._open.append(address)
        try:
            async with self.page.hearing(connection):
                async with asyncio.timeout(CODE_S):
                    greeting = from_screen(await connection.recv())
                if not (has_room and isinstance(greeting, WatchBoard)):
                    raise ValueError("no greeting")
                if why := self._why_not(greeting.code, address):
                    await connection.send(self._answer(why))
                    return
                self._begin(connection, greeting)
                allowance = Allowance(*MESSAGES, self._now())
                async for text in connection:
                    message = from_screen(text)
                    cost = RESIZE_COSTS if isinstance(message, Resized) else 1
                    if not allowance.spend(cost, self._now()):
                        raise ValueError("too much at once")
                    self._take(connection, message)
        finally:
            self._open.remove(address)
            self._screens.pop(connection, None)
            self._look()

    def _why_not(self, code: str, address: str) -> str:
        """Why a page is shown nothing; empty: it is. The key is too long to be guessed; all else that is said
        counts as a guess."""
        if self._keys is None:
            return "gone"
        if not compare_digest(code, self._keys.key):
            if not code:
                return "code"
            if not (self._guesses.spend(address, self._now()) and self._all_guesses.spend(1, self._now())):
                return "wait"
            if not compare_digest(code, self._keys.code):
                return "wrong"
        return "" if len(self._screens) < SCREENS_MOST else "full"

    def _answer(self, why: str) -> str:
        """What a page reads once it has said its code. It gets the key if nothing is against it."""
        table = self._words()
        said = {"t": "board", "why": why, "key": "" if why or not self._keys else self._keys.key}
        words = {"language": table.language, "texts": board_texts(table)} if table else {"texts": {}}
        return msgspec.json.encode(said | words).decode()

    def _begin(self, connection: ServerConnection, greeting: WatchBoard) -> None:
        self._screens[connection] = WatchingScreen((greeting.width, greeting.height))
        self._look()
        broadcast([connection], self._answer(""))
        broadcast([connection], spoken(self._said))
        if self._plays:
            broadcast([connection], sounding(True))
        self._feed(connection)

    def _take(self, connection: ServerConnection, message: FromScreen) -> None:
        """Takes another message of a page. Raises `ValueError` for one that does not belong here."""
        screen = self._screens[connection]
        match message:
            case WatchBoard():
                raise ValueError("a second greeting")
            case Resized(width=width, height=height):
                screen.size, screen.number = (width, height), 0
                self._look()
            case PictureShown():
                screen.waits = False
            case Hearing(plays=plays):
                screen.hears = plays
                self._look()
        self._feed(connection)


def from_screen(text: str | bytes) -> FromScreen:
    """A message of a page. Raises `ValueError` if it is none."""
    if not isinstance(text, str):
        raise ValueError("no message of a page")
    message: FromScreen = _DECODER.decode(text)
    return message


def board_texts(table: PublicTable) -> dict[str, str]:
    """The texts of the board's page, by key."""
    return {key: text for key, text in table.texts.items() if key.startswith("board.")}


def spoken(said: str) -> str:
    """The line that is spoken, as a page reads it."""
    return msgspec.json.encode({"t": "said", "said": said}).decode()


def sounding(plays: bool) -> str:
    """Whether the table plays on the page, as a page reads it."""
    return msgspec.json.encode({"t": "sound", "plays": plays}).decode()
