"""Evenings that differ in nothing but secrets give equal bytes at equal moments to the board's page.

First a table plays whose board is behind its real socket. Then a real gateway is told the same, with all that
is for phones, and relays it to a screen with the code, to one without, and to phones.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, wraps
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from hardware.phones.board_link import BoardLink
from hardware.phones.board_pages import BOARD, PICTURE
from hardware.phones.board_wire import (
    BoardCaption,
    BoardKeys,
    BoardPicture,
    BoardSound,
    Size,
)
from hardware.phones.gateway import Gateway
from hardware.phones.wire import LightFrame, PublicTable, SeatScreens, SeatSheets, SlipTexts, ToGateway
from hardware.screen import MemoryScreen
from table.board.board import Board
from table.board.paint import fullscreen
from table.board.paint.fullscreen import FullScreen, PagedView
from table.engine.requests import Wake
from tests.hardware.phones.test_board_link import BoardGateway, until
from tests.hardware.phones.test_board_pages import CODE, KEY, BoardEnd, screen
from tests.hardware.phones.test_gateway import Arrival, counted
from tests.kit.gateways import Running, TableEnd, at_moments, public_table, took
from tests.kit.gateways import played as in_a_loop
from tests.kit.gateways import until as held
from tests.kit.sampling import few
from tests.kit.tables import Planted, after, plant, untouched
from tests.secrecy.rounds import EnoughError, Round, a_pair
from tests.secrecy.table import Restless, SecretsTable, Sits, ThroughEyelids, difference

pytestmark = pytest.mark.in_step

SCREEN: Size = (320, 240)
LOOKS_S = few(600, 40)
"""Seconds from the first nightfall for which a screen shows the board."""
RELAYED_S = few(120, 20)
"""Seconds of these that a gateway relays."""
SITS = Sits(hosted=True, running=True)
PHONES = 3
SILENCE = BoardSound(b"")
HEARD = '"line":', '"effect":', '"ambience":'
"""What is heard, in lines of a public trace."""


class Told(NamedTuple):
    """What a table told the gateway, and how long after the screen began to look."""

    time_s: float
    message: msgspec.Struct


class BoardBehindSocket(ThroughEyelids):
    """A board that only a page shows, from the first nightfall on. It notes all that the table tells."""

    def __init__(self, table: SecretsTable, path: Path) -> None:
        super().__init__(table)
        self.told: list[Told] = []
        self.link = BoardLink(path, table.clock.now)
        drawn = FullScreen(MemoryScreen(lambda: self.link.size))
        self.paged = PagedView(drawn, self.link, seen=False)
        self._gateway = BoardGateway(path)
        self._gateway.look(SCREEN, hears=True)
        until(lambda: self.link.screens)
        self._lines, self._clock = table.trace.lines, table.clock
        self._heard = 0
        self.began_s: float | None = None
        """When the screen began to look."""

    def note(self, message: msgspec.Struct) -> None:
        """Notes what the table tells now; before the screen looks only the newest of its kind."""
        if self.began_s is None:
            self.told = [one for one in self.told if type(one.message) is not type(message)]
        began_s = 0.0 if self.began_s is None else self._clock.now() - self.began_s
        self.told.append(Told(round(began_s, 6), message))

    def show(self, board: Board, now_s: float) -> None:
        super().show(board, now_s)
        if self.began_s is None and board.scene == "night":
            self.began_s, self._heard = now_s, len(self._lines)
        if self.began_s is None:
            return
        if now_s > self.began_s + LOOKS_S:
            raise EnoughError
        with self.following():
            self.paged.show(board, now_s)

    @contextmanager
    def following(self) -> Iterator[None]:
        """Hears all that goes over the socket in this moment."""
        before, taken = self.link._newest.get(BoardCaption), self.link._taken
        yield
        caption = self.link._newest[BoardCaption]
        if (caption, self.link._taken) == (before, taken) and self._heard == len(self._lines):
            return
        until(lambda: self.link._picture is None)
        heard = [line for line in self._lines[self._heard :] if any(key in line for key in HEARD)]
        self._heard = len(self._lines)
        while caption != before and self._hears() != caption:
            pass
        for sound in (*heard, ""):
            self.link.play(sound.encode())
        while self._hears() != SILENCE:
            pass

    def _hears(self) -> object:
        """The next message, which is noted."""
        message = self._gateway.heard()
        if message != SILENCE:
            self.note(message)
        return message

    def close(self) -> None:
        self.link.close()
        self._gateway.close()


class Evening(NamedTuple):
    """The public trace of an evening, and what its table told the gateway."""

    trace: Sequence[str]
    told: Sequence[Told]


@cache
def pair(number: int) -> tuple[Round, Round]:
    """Two rounds with the same public half."""
    return a_pair(random.Random(f"the board's page {number}"))


def evening(one: Round, path: Path, planted: Planted = untouched) -> Evening:
    """Plays a round at a table whose board is behind the socket `path`."""
    table = SecretsTable(one, planted, sits=SITS, view=lambda table: BoardBehindSocket(table, path))
    with closing(cast("BoardBehindSocket", table.view)) as view:
        overhear(table, view)
        table.plays()
    return Evening(table.trace.lines, view.told)


def overhear(table: SecretsTable, view: BoardBehindSocket) -> None:
    """Notes what is told for phones too."""
    lit, laid = table.rings.show, table.slips.show
    hears, shows = table.phones.hears, table.phones.show

    def light(frame: bytes) -> None:
        lit(frame)
        view.note(LightFrame(frame))

    def lay(words: Mapping[int, str]) -> None:
        laid(words)
        view.note(SlipTexts(dict(words)))

    def hear(public: PublicTable) -> None:
        hears(public)
        view.note(public)

    def show(screens: Any, sheets: Any) -> None:
        is_news = (screens, sheets) != (table.phones.screens, table.phones.sheets)
        shows(screens, sheets)
        table.phones.sheets = sheets
        if is_news:
            view.note(SeatScreens(dict(screens)))
            view.note(SeatSheets(dict(sheets)))

    plant(table.rings, show=light)
    plant(table.slips, show=lay)
    plant(table.phones, hears=hear, show=show)


def evenings(folder: Path, planted: Planted = untouched, number: int = 0) -> tuple[Evening, Evening]:
    """Two that differ in nothing but secrets."""
    one, other = (
        evening(each, folder / f"{number}.board", planted) for number, each in enumerate(pair(number))
    )
    assert difference(one.trace, other.trace) is None
    return one, other


def of_the_board(told: Sequence[Told]) -> list[Told]:
    """What goes over the board's own socket."""
    return [one for one in told if isinstance(one.message, BoardCaption | BoardPicture | BoardSound)]


@pytest.mark.parametrize("number", range(few(6, 1)))
def test_what_a_table_sends_its_board_and_when_depends_on_nothing_secret(tmp_path: Path, number: int) -> None:
    one, other = evenings(tmp_path, number=number)
    assert difference(of_the_board(one.told), of_the_board(other.told)) is None
    kinds = {type(told.message) for told in of_the_board(one.told)}
    assert kinds == {BoardCaption, BoardPicture, BoardSound}
    assert len(one.told) > 100
    assert [each for each in one.told if each not in of_the_board(one.told)] != [
        each for each in other.told if each not in of_the_board(other.told)
    ], "secrets differ"


# Leaks


def at_calls(done: Callable[[BoardBehindSocket, Restless, int], object]) -> Planted:
    """A leak whenever somebody is called while a screen looks; it gets the first seat that is."""

    @wraps(done)
    def planted(at: Restless) -> None:
        view = cast("BoardBehindSocket", at.table.view)

        def woken(request: Wake, _: None) -> None:
            if request.seats and view.began_s is not None:
                with view.following():
                    done(view, at, min(seat.index for seat in request.seats))

        after(at.room, "wake", woken)

    return planted


@at_calls
def twinkles(view: BoardBehindSocket, at: Restless, called: int) -> None:
    """The stars twinkle at once when somebody is called, by who it is."""
    view.link._next_s = 0.0
    view.paged.show(at.room.board, at.room.time.now() + 0.5 * called)


@at_calls
def lengthens(view: BoardBehindSocket, at: Restless, called: int) -> None:
    """A caption is the longer, the farther round the table somebody is called."""
    view.link.tell(BoardCaption(at.room.board.caption + called * " "))


def follows_presses(_: Restless) -> None:
    """A picture is sent as soon as the room has looked, which a press in secret brings about."""


@pytest.mark.parametrize("leak", [twinkles, follows_presses, lengthens])
def test_a_leak_planted_in_the_board_s_page_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Planted
) -> None:
    if leak is follows_presses:
        monkeypatch.setattr(fullscreen, "NIGHT_SCENES", ())
    one, other = evenings(tmp_path, leak)
    assert difference(of_the_board(one.told), of_the_board(other.told)) is not None


# The gateway


class Relayed(NamedTuple):
    """What pages were sent by a gateway, and what it told its table."""

    arrivals: Mapping[str, Sequence[Arrival]]
    heard: Sequence[object]


async def relayed(folder: Path, told: Sequence[Told]) -> Relayed:
    """What a gateway makes of what a table tells it."""
    folder.mkdir(parents=True)
    loop = asyncio.get_running_loop()
    async with Running(folder) as gate:
        table, board = await TableEnd(gate.path).listen(), await BoardEnd(gate.path).listen()
        gate.ends += [table.close, board.close]
        await took(table.came.wait())
        await took(board.came.wait())
        table.say(public_table())
        board.say(BoardKeys(CODE, KEY))
        await held(lambda: gate.codes)
        pages = {f"phone {number}": await gate.page(number) for number in range(PHONES)}
        pages["screen"] = await screen(gate, KEY, SCREEN)
        pages["stranger"] = await screen(gate, "000000", SCREEN)
        pages["silent"] = await gate.page(None, path=BOARD)
        await pages["screen"].send('{"t":"hear","plays":true}')
        await held(lambda: len(table.heard) > PHONES and any(board.heard))
        began_s = loop.time()
        arrivals: dict[str, list[Arrival]] = {name: [] for name in pages}

        async def listen(page: ClientConnection, into: list[Arrival]) -> None:
            with suppress(ConnectionClosed):
                while True:
                    message = await page.recv()
                    into.append(Arrival(round(loop.time() - began_s, 6), message))
                    if isinstance(message, bytes) and message[:1] == PICTURE and page is pages["screen"]:
                        await page.send('{"t":"shown"}')

        ears = [asyncio.create_task(listen(page, arrivals[name])) for name, page in pages.items()]
        async for _, message in at_moments([one for one in told if one.time_s <= RELAYED_S], began_s):
            if isinstance(message, BoardCaption | BoardPicture | BoardSound):
                board.say(message)
            else:
                table.say(cast("ToGateway", message))
        await asyncio.sleep(1.0)
        for ear in ears:
            ear.cancel()
        return Relayed(arrivals, [*table.heard, *board.screens])


def relayed_apart(folder: Path, both: tuple[Evening, Evening]) -> set[str]:
    """Whose messages tell two evenings apart: a screen's and a stranger's by their bytes, a phone's by what
    everybody on the network can count."""
    one, other = (
        in_a_loop(lambda told=each.told, number=number: relayed(folder / f"{number}", told))  # type: ignore[misc]
        for number, each in enumerate(both)
    )
    assert len(one.arrivals["screen"]) > 20
    told_apart = {"table"} if one.heard != other.heard else set()
    for name, arrived in one.arrivals.items():
        seen: Callable[[Any], object] = counted if "phone" in name else list
        if seen(arrived) != seen(other.arrivals[name]):
            told_apart.add(name)
    return told_apart


def test_what_pages_are_sent_and_when_depends_on_nothing_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = evenings(tmp_path)
    assert relayed_apart(tmp_path / "gateways", both) == set()
    hears = Gateway.hear

    def tells_screens(gateway: Gateway, message: ToGateway) -> None:
        """A leak: a screen is told its caption again as the slip of a phone changes."""
        hears(gateway, message)
        if isinstance(message, SlipTexts):
            gateway.boards.hear(BoardCaption(gateway.boards._said))

    monkeypatch.setattr(Gateway, "hear", tells_screens)
    assert relayed_apart(tmp_path / "leaking", both) == {"screen"}
