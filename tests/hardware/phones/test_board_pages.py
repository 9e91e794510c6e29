"""The board's page at the gateway, on sockets of this machine: who sees the board, and what each is sent."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hardware.pages import WRONG
from hardware.phones.board_pages import (
    BOARD,
    CODE_S,
    GUESSES,
    GUESSES_OF_ONE_ADDRESS,
    MESSAGES,
    OF_ONE_ADDRESS,
    PICTURE,
    SCREENS_MOST,
    SOUND,
    from_screen,
)
from hardware.phones.board_wire import (
    BoardCaption,
    BoardKeys,
    BoardPicture,
    BoardPlays,
    BoardScreens,
    BoardSound,
    BoardToGateway,
    Size,
    board_socket,
)
from hardware.phones.wire import packed
from tests.kit.gateways import Running, TableEnd, in_a_loop, public_table, took, until

CODE, KEY = "123456", "0123456789abcdef" * 2
TELEVISION: Size = (1920, 1080)
TABLET: Size = (800, 600)
TEXTS = {"look": "Hold to read", "board.code": "The code"}


class BoardEnd:
    """A table's board as the gateway sees it."""

    def __init__(self, path: Path) -> None:
        self._path = board_socket(path)
        self.screens: list[tuple[Size, ...]] = []
        """The sizes that it was told, one after the other."""
        self.heard: list[bool] = []
        """Whether any of them heard the table, at the same moments."""
        self.came = asyncio.Event()
        self._wire: asyncio.StreamWriter | None = None

    async def listen(self) -> BoardEnd:
        """Listens for the gateway."""
        self._server = await asyncio.start_unix_server(self._hear, str(self._path))
        return self

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._wire = writer
        self.came.set()
        try:
            while True:
                length = int.from_bytes(await reader.readexactly(4), "big")
                body = await reader.readexactly(length)
                told = msgspec.msgpack.decode(body, type=BoardScreens)
                self.screens.append(told.screens)
                self.heard.append(told.hears)
        except (asyncio.IncompleteReadError, OSError):
            writer.close()

    def say(self, *messages: BoardToGateway) -> None:
        """Sends messages to the gateway."""
        assert self._wire
        self._wire.write(b"".join(map(packed, messages)))

    def close(self) -> None:
        """Is switched off."""
        self._server.close()
        assert self._wire
        self._wire.transport.abort()
        self._path.unlink(missing_ok=True)


async def opened(gate: Running) -> BoardEnd:
    """A table whose board the gateway has found, with the texts of its pages and the keys of the board."""
    table = await TableEnd(gate.path).listen()
    board = await BoardEnd(gate.path).listen()
    await took(table.came.wait())
    await took(board.came.wait())
    table.say(public_table(texts=TEXTS))
    board.say(BoardKeys(CODE, KEY))
    await until(lambda: gate.codes)
    gate.ends += [table.close, board.close]
    return board


async def screen(gate: Running, code: str = KEY, size: Size = TELEVISION) -> ClientConnection:
    """A page on a screen of this size that says this code."""
    page = await gate.page(None, path=BOARD)
    await page.send(json.dumps({"t": "watch", "code": code, "width": size[0], "height": size[1]}))
    return page


async def watching(gate: Running, size: Size = TELEVISION) -> ClientConnection:
    """A page that is shown the board."""
    page = await screen(gate, size=size)
    assert (await told(page))["why"] == ""
    assert (await told(page))["t"] == "said"
    return page


async def told(page: ClientConnection) -> dict[str, Any]:
    """The next message of text."""
    found: dict[str, Any] = json.loads(await took(page.recv()))
    return found


async def answer(gate: Running, code: str) -> str:
    """Why a page that says this code is shown nothing, and that it is sent nothing else."""
    page = await screen(gate, code)
    said = await told(page)
    if said["why"]:
        assert not said["key"]
        with pytest.raises(ConnectionClosed):
            await took(page.recv())
    await page.close()
    return str(said["why"])


async def shows(page: ClientConnection) -> tuple[Size, dict[int, bytes]]:
    """The next picture, taken apart: its size, and its strips by their top lines."""
    data = await took(page.recv())
    assert isinstance(data, bytes)
    assert data[:1] == PICTURE
    size, strips, at = (int.from_bytes(data[1:3], "big"), int.from_bytes(data[3:5], "big")), {}, 5
    while at < len(data):
        top, length = int.from_bytes(data[at : at + 2], "big"), int.from_bytes(data[at + 2 : at + 6], "big")
        strips[top], at = data[at + 6 : at + 6 + length], at + 6 + length
    return size, strips


def picture(screen: Size, **strips: bytes) -> BoardPicture:
    """A picture of 640 x 480 in which these strips have changed: `s48` is the one from line 48 on."""
    found = tuple((int(name[1:]), strip) for name, strip in strips.items())
    return BoardPicture(screen, (640, 480), found)


@in_a_loop
async def test_the_code_opens_the_board_and_is_said_once(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        assert gate.codes == [(gate.addresses[0], CODE)], "for the person at the terminal"
        assert await answer(gate, "") == "code"
        assert await answer(gate, "654321") == "wrong"
        assert board.screens == [], "nothing is painted for those"
        page = await screen(gate, CODE)
        assert await told(page) == {
            "t": "board",
            "why": "",
            "key": KEY,
            "language": "en",
            "texts": {"board.code": "The code"},
        }
        await until(lambda: board.screens == [(TELEVISION,)])
        await page.close()
        await until(lambda: board.screens == [(TELEVISION,), ()])
        assert await answer(gate, KEY) == ""


@in_a_loop
async def test_nobody_guesses_the_code_and_a_screen_with_a_key_never_waits(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        await opened(gate)
        guesses = [await answer(gate, f"{number:06}") for number in range(20)]
        slow, most = GUESSES_OF_ONE_ADDRESS
        assert guesses.count("wrong") == most
        assert await answer(gate, CODE) == "wait", "also the right one, else it would be told by that"
        assert await answer(gate, KEY) == ""
        await asyncio.sleep(2 / slow)
        assert await answer(gate, CODE) == ""


@in_a_loop
async def test_all_addresses_together_guess_no_faster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    monkeypatch.setattr("hardware.phones.board_pages.address_of", lambda _: f"2001:db8::{next(numbers)}")
    async with Running(tmp_path) as gate:
        await opened(gate)
        guesses = [await answer(gate, f"{number:06}") for number in range(40)]
        assert guesses.count("wrong") == GUESSES[1]


@in_a_loop
async def test_no_byte_of_the_board_reaches_a_page_without_the_code(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        seen, asked, phone = await watching(gate), await screen(gate, "000000"), await gate.page(1)
        silent = await gate.page(None, path=BOARD)
        board.say(BoardCaption("A secret line."), picture(TELEVISION, s0=b"a secret picture"))
        assert (await told(seen))["said"] == "A secret line."
        assert (await shows(seen))[1] == {0: b"a secret picture"}
        for page in (asked, silent, phone):
            assert b"secret" not in await all_of(page)
        assert KEY not in (await gate_files(gate))


async def all_of(page: ClientConnection) -> bytes:
    """All that a page is sent until it is closed, or for some seconds."""
    heard = b""
    with suppress(ConnectionClosed, TimeoutError):
        async with asyncio.timeout(2 * CODE_S):
            while True:
                said = await page.recv()
                heard += said if isinstance(said, bytes) else said.encode()
    return heard


async def gate_files(gate: Running) -> str:
    """All that the gateway serves to somebody who has no code."""
    read = ""
    for path in ("/board", "/board.js", "/board.css"):
        reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{gate.port}\r\n\r\n".encode())
        answered = (await took(reader.read())).decode()
        assert answered.startswith("HTTP/1.1 200")
        read += answered
        writer.close()
    return read


@in_a_loop
async def test_a_screen_gets_what_changed_once_it_shows_the_last_picture(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        quick, slow = await watching(gate), await watching(gate)
        board.say(picture(TELEVISION, s0=b"sky", s48=b"land"))
        for page in (quick, slow):
            assert await shows(page) == ((640, 480), {0: b"sky", 48: b"land"})
        await quick.send('{"t":"shown"}')
        for land in (b"dusk", b"night"):
            board.say(picture(TELEVISION, s48=land))
            assert (await shows(quick))[1] == {48: land}
            await quick.send('{"t":"shown"}')
        await slow.send('{"t":"shown"}')
        assert (await shows(slow))[1] == {48: b"night"}, "what it missed is gone"
        late = await watching(gate)
        assert (await shows(late))[1] == {0: b"sky", 48: b"night"}, "and the table need not paint for it"
        assert board.screens == [(TELEVISION,)]


@in_a_loop
async def test_each_size_of_screen_has_its_own_picture(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        television, tablet = await watching(gate), await watching(gate, TABLET)
        await until(lambda: board.screens[-1:] == [(TABLET, TELEVISION)])
        board.say(picture(TABLET, s0=b"small"), picture(TELEVISION, s0=b"large"))
        assert (await shows(tablet))[1] == {0: b"small"}
        assert (await shows(television))[1] == {0: b"large"}
        await tablet.send('{"t":"shown"}')
        await tablet.send('{"t":"size","width":600,"height":800}')
        await until(lambda: board.screens[-1:] == [((600, 800), TELEVISION)])
        board.say(picture(TABLET, s0=b"for nobody"), picture((600, 800), s0=b"upright"))
        assert (await shows(tablet))[1] == {0: b"upright"}


@in_a_loop
async def test_sound_is_for_screens_on_which_somebody_has_allowed_it(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        loud = await watching(gate)
        board.say(BoardPlays(True))
        mute = await watching(gate)
        plays = {"t": "sound", "plays": True}
        assert await told(loud) == await told(mute) == plays, "so that they ask for a touch"
        board.say(BoardSound(b"a moment for nobody"))
        await loud.send('{"t":"hear","plays":true}')
        await until(lambda: board.heard == [False, True])
        board.say(BoardSound(b"another"), BoardCaption("Night falls."))
        assert await took(loud.recv()) == SOUND + b"another"
        assert (await told(loud))["said"] == (await told(mute))["said"] == "Night falls."


@in_a_loop
async def test_a_screen_that_is_muted_or_closed_hears_no_longer(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        board.say(BoardPlays(True))
        pages = [await watching(gate) for _ in range(2)]
        for page in pages:
            await page.send('{"t":"hear","plays":true}')
        await until(lambda: board.heard == [False, True])
        await pages[0].send('{"t":"hear","plays":false}')
        await pages[1].close()
        await until(lambda: board.heard == [False, True, False])
        assert board.screens[-1] == (TELEVISION,)


@in_a_loop
async def test_at_most_four_screens_and_those_who_leave_make_room(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        await opened(gate)
        pages = [await watching(gate) for _ in range(SCREENS_MOST)]
        assert await answer(gate, KEY) == "full"
        assert await answer(gate, "") == "code"
        await pages[0].close()
        assert await answer(gate, KEY) == ""
        waiting = [await gate.page(None, path=BOARD) for _ in range(OF_ONE_ADDRESS - SCREENS_MOST + 1)]
        with pytest.raises(InvalidStatus, match="503"):
            await gate.page(None, path=BOARD)
        await asyncio.sleep(2 * CODE_S)
        assert await answer(gate, KEY) == "", "who says nothing keeps nobody out"
        assert len(waiting) == gate.gateway.boards.page.refused - 1


@in_a_loop
async def test_pages_are_closed_with_the_table_and_need_its_next_key(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        assert await answer(gate, KEY) == "gone"
        board = await opened(gate)
        page = await watching(gate)
        board.say(picture(TELEVISION, s0=b"before"))
        await shows(page)
        board.close()
        with pytest.raises(ConnectionClosed):
            await took(page.recv())
        assert await answer(gate, KEY) == "gone"
        board = await BoardEnd(gate.path).listen()
        gate.ends.append(board.close)
        await took(board.came.wait())
        board.say(BoardKeys("222222", "f" * 32))
        await until(lambda: gate.codes[1:])
        assert await answer(gate, KEY) == "wrong"
        assert await answer(gate, "222222") == ""


@in_a_loop
async def test_what_is_no_message_of_a_screen_ends_it_and_moves_nothing(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        board = await opened(gate)
        stays = await watching(gate)
        many = ['{"t":"shown"}'] * (2 * MESSAGES[1])
        resized = [f'{{"t":"size","width":{500 + number},"height":500}}' for number in range(50)]
        for said in (
            [b"\x00" * 40],
            ["{"],
            ['{"t":"hello"}'],
            ['{"t":"size","width":1,"height":1}'],
            many,
            resized,
        ):
            page = await watching(gate)
            with suppress(ConnectionClosed):
                for each in said:
                    await page.send(each)
            await all_of(page)
            assert page.close_code == WRONG
        assert gate.gateway.boards.page.refused == 6
        assert len(board.screens) < 20
        board.say(picture(TELEVISION, s0=b"still"))
        assert (await shows(stays))[1] == {0: b"still"}


@in_a_loop
async def test_only_this_machines_own_page_connects(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        await opened(gate)
        for origin in ("http://elsewhere.example", None):
            with pytest.raises(InvalidStatus, match="403"):
                await gate.page(None, path=BOARD, origin=origin)
        with pytest.raises(InvalidStatus, match="421"):
            await gate.page(None, path=BOARD, additional_headers={"Host": "elsewhere.example"})


@pytest.mark.parametrize("code", ["é", "12345g", "0" * 33, "123456\n"])
def test_a_code_is_a_few_digits(code: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        from_screen(json.dumps({"t": "watch", "code": code, "width": 800, "height": 600}))
