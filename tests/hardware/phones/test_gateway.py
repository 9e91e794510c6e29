"""The gateway between pages and a table, on sockets of this machine: what it relays, to whom, when, and what
it refuses."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.http11 import Request

from hardware.pages import HEADERS, WRONG, network_of
from hardware.phones import gateway as module
from hardware.phones.gateway import (
    ELSEWHERE,
    FILES,
    HELLO_S,
    MOVED_S,
    OF_ONE_ADDRESS,
    PHONES_MOST,
    PORTRAITS,
)
from hardware.phones.page_messages import (
    A_SECOND,
    ASKS,
    ASKS_OF_ONE_ADDRESS,
    LOOK_BYTES,
    LOOKS_A_SECOND,
    REFRESH_S,
    SHEETS_BYTES,
    SHEETS_EACH,
    look,
    sheets,
)
from hardware.phones.wire import (
    GatewayReady,
    LightFrame,
    PhoneEdge,
    PhoneLost,
    PhoneTouch,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    SeatScreen,
    SeatScreens,
    SeatSheets,
    Sheets,
    SlipTexts,
    ToGateway,
    WordPage,
    WordsTyped,
    packed,
)
from tests.hardware.phones.test_page_messages import MALFORMED, spoilt_messages
from tests.kit.gateways import (
    PICTURES,
    Running,
    TableEnd,
    in_a_loop,
    played,
    public_table,
    token,
    took,
    until,
)
from tests.kit.sampling import few

CHAIRS = 4
PIXELS = 16
DAY = public_table(CHAIRS)
NIGHT = public_table(CHAIRS, covered=True)


def frame(*rings: int) -> LightFrame:
    """Rings each of one brightness."""
    return LightFrame(b"".join(bytes([value]) * 3 * PIXELS for value in rings))


class Arrival(NamedTuple):
    """A message that a page was sent, and when."""

    time_s: float
    message: str | bytes

    @property
    def size(self) -> int:
        return len(self.message.encode() if isinstance(self.message, str) else self.message)


async def seat(gate: Running, table: TableEnd, number: int) -> ClientConnection:
    """A page that has its place, and has been told."""
    page = await gate.page(number)
    heard: list[object] = []
    while len(heard) < 2:
        message = await took(page.recv())
        if isinstance(message, str) and json.loads(message)["t"] in ("table", "seat"):
            heard.append(message)
    assert SeatRequest(token(number)) in table.heard
    return page


async def opened(tmp_path: Path, gate: Running, *first: Any) -> TableEnd:
    """A table that the gateway has found and that has said this."""
    table = await TableEnd(tmp_path / "phones.sock").listen()
    await took(table.came.wait())
    table.say(*first)
    await until(lambda: gate.gateway.table)
    return table


@in_a_loop
async def test_presses_wishes_and_answers_are_relayed(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(1, 2, 3, 4), SlipTexts({2: "The Seer"}))
        page = await gate.page(2)
        told = json.loads(await took(page.recv()))
        assert told["table"]["texts"] == DAY.texts
        assert json.loads(await took(page.recv())) == {"t": "seat", "chair": 2, "why": ""}
        assert await took(page.recv()) == look(bytes([3]) * 48, "The Seer")
        for said in (
            {"t": "sit", "chair": 1, "name": "Zoé"},
            {"t": "fingers", "e": [[0, True, 40], [0, False, 0]], "pad": " "},
            {"t": "leave"},
        ):
            await page.send(json.dumps(said))
        await until(lambda: SeatReturn(token(2)) in table.heard)
        assert table.heard == [
            GatewayReady("10.0.0.7:8080"),
            SeatRequest(token(2)),
            SeatRequest(token(2), 1, "Zoé"),
            PhoneEdge(token(2), 0, True, 40),
            PhoneEdge(token(2), 0, False, 0),
            SeatReturn(token(2)),
        ]
        await page.close()
        await until(lambda: PhoneLost(token(2)) in table.heard)
        table.close()


@in_a_loop
async def test_a_page_without_a_place_is_told_what_is_public_and_no_more(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(1, 2, 3, 4), SlipTexts({0: "The Seer"}))
        page = await seat(gate, table, 3)
        table.say(SeatAnswer(token(3), None, "Given back."), frame(9, 9, 9, 9), NIGHT)
        told = [json.loads(one) async for one in texts_of(page, 2)]
        assert told[0] == {"t": "seat", "chair": None, "why": "Given back."}
        assert told[1]["table"]["covered"] is True
        with pytest.raises(asyncio.TimeoutError):
            await took(page.recv(), 2.0)
        table.close()


async def looks_of(page: ClientConnection, count: int) -> Any:
    while count:
        message = await took(page.recv())
        if isinstance(message, bytes) and message[0]:
            count -= 1
            yield message


async def texts_of(page: ClientConnection, count: int) -> Any:
    while count:
        message = await took(page.recv())
        if isinstance(message, str) and '"labels"' not in message:
            count -= 1
            yield message


async def list_of(page: ClientConnection) -> Any:
    """The next list of words that a page is shown."""
    while True:
        message = await took(page.recv())
        if isinstance(message, str) and (told := json.loads(message))["t"] == "list":
            return told["list"]


@in_a_loop
async def test_a_list_of_words_goes_to_one_phone_and_a_long_message_comes_from_no_other(
    tmp_path: Path,
) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        host, other = await seat(gate, table, 0), await seat(gate, table, 1)
        lines = "chat noir\n" * 200
        typed = json.dumps({"t": "list", "title": "Ours", "text": lines})
        table.say(WordPage(token(0), "Ours", "owl", ("Kept.",)))
        assert await list_of(host) == {"title": "Ours", "text": "owl", "told": ["Kept."]}
        await host.send(typed)
        await until(lambda: WordsTyped(token(0), "Ours", lines) in table.heard)
        await other.send(typed)
        await took(other.wait_closed())
        assert other.close_code == WRONG
        again = await gate.page(0)  # opened again: it is shown the list once more
        assert (await list_of(again))["text"] == "owl"
        table.say(WordPage())
        assert await list_of(again) is None
        await again.send(typed)
        await took(again.wait_closed())
        assert again.close_code == WRONG
        assert [one for one in table.heard if isinstance(one, WordsTyped)] == [
            WordsTyped(token(0), "Ours", lines)
        ]
        table.close()


@in_a_loop
async def test_lists_of_words_are_passed_on_as_seldom_as_other_wishes(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        host = await seat(gate, table, 0)
        table.say(WordPage(token(0)))
        await list_of(host)
        for _ in range(4 * ASKS[1]):
            await host.send(json.dumps({"t": "list", "title": "", "text": "owl"}))
        await host.send('{"t":"fingers","e":[[0,true,0]]}')
        await until(lambda: PhoneEdge(token(0), 0, True, 0) in table.heard)
        passed_on = sum(isinstance(one, WordsTyped) for one in table.heard)
        assert ASKS[1] <= passed_on < 2 * ASKS[1]
        table.close()


@in_a_loop
async def test_a_place_handed_on_is_read_by_its_new_phone_alone(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(0, 0, 0, 0))
        first, second = await seat(gate, table, 1), await seat(gate, table, 2)
        table.say(SeatAnswer(token(2), 1))
        [_] = [told async for told in texts_of(second, 1)]
        table.say(SlipTexts({1: "The Seer", 2: "The Witch"}))
        got: list[Any] = []
        while not any(isinstance(one, bytes) and b"Seer" in one for one in got):
            got.append(await took(second.recv()))
        with suppress(asyncio.TimeoutError):
            while True:
                got_first = await took(first.recv(), 1.0)
                assert isinstance(got_first, str) or not (b"Seer" in got_first or b"Witch" in got_first)
        table.close()


# What is sent when


async def night(
    tmp_path: Path, slips: Sequence[dict[int, str]], rings: Sequence[LightFrame]
) -> list[list[Arrival]]:
    """What four phones are sent while eyes are closed, and this is shown, a change every 70 ms."""
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        pages = [await seat(gate, table, number) for number in range(CHAIRS)]
        got: list[list[Arrival]] = [[] for _ in pages]
        loop = asyncio.get_running_loop()

        async def listen(page: ClientConnection, into: list[Arrival]) -> None:
            while True:
                message = await page.recv()
                into.append(Arrival(round(loop.time() - began_s, 6), message))

        began_s = loop.time()
        ears = [asyncio.create_task(listen(*one)) for one in zip(pages, got, strict=True)]
        table.say(NIGHT)
        await until(lambda: gate.gateway.table == NIGHT)
        for words, ring in zip(slips, rings, strict=True):
            table.say(SlipTexts(words), ring)
            await asyncio.sleep(0.07)
        for ear in ears:
            ear.cancel()
        table.close()
        return got


def test_a_secret_of_one_place_changes_nothing_that_others_can_count(tmp_path: Path) -> None:
    """In two nights that differ in the slip and the ring of place 1."""
    quiet = [{0: "The Witch", 1: ""}] * 12
    rings = [frame(1, 2, 3, 4)] * 12
    loud = [{0: "The Witch", 1: "You have seen the Mill: werewolf. " * number} for number in range(12)]
    other = [frame(1, 255 - number, 3, 4) for number in range(12)]
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = played(lambda: night(tmp_path / "a", quiet, rings))
    two = played(lambda: night(tmp_path / "b", loud, other))
    assert len(one[0]) > 20
    for chair, (before, after) in enumerate(zip(one, two, strict=True)):
        assert [(each.time_s, each.size) for each in before] == [(each.time_s, each.size) for each in after]
        if chair != 1:
            assert before == after
    assert one[1] != two[1]


async def told(tmp_path: Path, *steps: Sequence[ToGateway]) -> list[list[Arrival]]:
    """What three phones are sent while a table says these, a step each 350 ms."""
    tmp_path.mkdir()
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(0, 0, 0, 0))
        pages = [await seat(gate, table, number) for number in range(3)]
        got: list[list[Arrival]] = [[] for _ in pages]
        loop = asyncio.get_running_loop()

        async def listen(page: ClientConnection, into: list[Arrival]) -> None:
            while True:
                message = await page.recv()
                into.append(Arrival(round(loop.time() - began_s, 6), message))

        began_s = loop.time() + 2.5
        ears = [asyncio.create_task(listen(*one)) for one in zip(pages, got, strict=True)]
        await asyncio.sleep(2.5)
        for step in steps:
            table.say(*step)
            await asyncio.sleep(0.35)
        for ear in ears:
            ear.cancel()
        table.close()
        return [[each for each in one if each.time_s >= 0] for one in got]


def counted(each: Sequence[Arrival]) -> list[tuple[float, int]]:
    """What everybody on the network can count of messages."""
    return [(one.time_s, one.size) for one in each]


def secrets_of(*chairs: int, number: int = 1) -> tuple[SeatScreens, SeatSheets]:
    """What the table says when these are asked, and have been told something."""
    asked = SeatScreen(1, "choose", 7 + number, (0, 1, 2, 3), 0, (), True, ("boat", "lamp", "moon", "sun"))
    return (
        SeatScreens(dict.fromkeys(chairs, asked)),
        SeatSheets(dict.fromkeys(chairs, Sheets("The Seer", f"Night {number}: the Mill, werewolf", "seer"))),
    )


NIGHTS: dict[str, Sequence[Sequence[ToGateway]]] = {
    "in the night": [[NIGHT], *[[]] * 3, secrets_of(1), *[[]] * 3, secrets_of(2, number=2), *[[]] * 3],
    "as the day breaks": [[NIGHT], *[[]] * 7, secrets_of(1), [DAY], *[[]] * 8],
    "just before the day": [[NIGHT], *[[]] * 7, [*secrets_of(1), DAY], *[[]] * 8],
    "with the day": [[NIGHT], *[[]] * 7, [DAY, secrets_of(1)[1]], *[[]] * 8],
    "by day": [*[[]] * 3, secrets_of(1)[1:], *[[]] * 5],
}
"""A table that says secrets of single places, by when."""


@pytest.mark.parametrize("when", NIGHTS)
def test_who_is_asked_and_told_in_secret_changes_nothing_that_can_be_counted(
    tmp_path: Path, when: str
) -> None:
    """Nobody but that phone, and not even its messages in their number, length and moment."""
    loud = NIGHTS[when]
    quiet = [[one for one in step if not isinstance(one, SeatScreens | SeatSheets)] for step in loud]
    one, two = (
        played(lambda name=name, steps=steps: told(tmp_path / name, *steps))  # type: ignore[misc]
        for name, steps in (("a", quiet), ("b", loud))
    )
    assert len(one[0]) > 4
    for chair, (before, after) in enumerate(zip(one, two, strict=True)):
        assert counted(before) == counted(after)
        assert (before == after) == (chair == 0 or (chair == 2 and when != "in the night"))
    last = [one.message for one in two[1] if one.size == SHEETS_BYTES][-1]
    assert last == sheets(secrets_of(1)[1].sheets[1]) or when == "in the night"


def test_by_night_there_are_looks_and_sheets_of_fixed_number_and_no_labels(tmp_path: Path) -> None:
    steps = [[NIGHT], *(secrets_of(number % 3, number=number) for number in range(12))]
    for one in played(lambda: told(tmp_path / "a", *steps)):
        sizes = [each.size for each in by_night(one)]
        looks = [at for at, size in enumerate(sizes) if size == SHEETS_BYTES]
        assert len(looks) >= 3
        gaps = {after - before for before, after in pairwise(looks)}
        assert gaps == {SHEETS_EACH + 1}
        assert set(sizes) == {LOOK_BYTES, SHEETS_BYTES}


def test_by_day_sheets_come_once_a_second_and_with_a_place(tmp_path: Path) -> None:
    [first, *_] = played(lambda: told(tmp_path / "a", *[[]] * 12))
    times = [each.time_s for each in first if each.size == SHEETS_BYTES]
    assert len(times) >= 3
    assert all(after - before >= REFRESH_S for before, after in pairwise(times))


def test_while_eyes_are_closed_all_are_sent_to_at_fixed_moments(tmp_path: Path) -> None:
    got = played(lambda: night(tmp_path, [{}] * 14, [frame(0, 0, 0, 0)] * 14))
    looks = [[each.time_s for each in by_night(one)] for one in got]
    assert all(one == looks[0] for one in looks), "in the same tick"
    gaps = [after - before for before, after in zip(looks[0], looks[0][1:], strict=False)]
    assert len(gaps) > 20
    assert gaps == [pytest.approx(1 / LOOKS_A_SECOND, abs=1e-4)] * len(gaps)
    assert {each.size for one in got for each in by_night(one)} == {LOOK_BYTES}


def by_night(told: Sequence[Arrival]) -> Sequence[Arrival]:
    """What came once the page knew that eyes are closed, but the look that came with that."""
    known = next(
        at
        for at, each in enumerate(told)
        if isinstance(each.message, str) and '"covered":true' in each.message
    )
    return told[known + 2 :]


@in_a_loop
async def test_by_day_all_are_sent_to_when_anything_changes_for_anybody(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(1, 1, 1, 1))
        pages = [await seat(gate, table, number) for number in range(2)]
        before_s = asyncio.get_running_loop().time()
        table.say(SlipTexts({0: "A word"}))
        heard = [await took(pages[0].recv())]
        while heard[-1] != look(bytes([1]) * 48, "A word"):
            heard.append(await took(pages[0].recv()))
        assert asyncio.get_running_loop().time() - before_s < 0.05
        others = [one async for one in looks_of(pages[1], 2)]
        assert others == [look(bytes([1]) * 48, "")] * 2, "the other is sent to as well"
        table.close()


# What comes and goes


@in_a_loop
async def test_a_table_that_starts_again_finds_all_phones(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(1, 1, 1, 1))
        pages = [await seat(gate, table, number) for number in range(3)]
        table.close()
        for page in pages:
            while await took(page.recv()) != '{"t":"gone"}':
                pass
        again = await opened(tmp_path, gate, NIGHT)
        await until(lambda: len(again.heard) == 4)
        assert again.heard == [
            GatewayReady("10.0.0.7:8080"),
            *(SeatRequest(token(each)) for each in range(3)),
        ]
        gate.addresses = ["10.0.0.8:8080"]
        await asyncio.sleep(MOVED_S + 1)
        assert again.heard[4:] == [GatewayReady("10.0.0.8:8080")]
        assert gate.said == [["10.0.0.7:8080"], ["10.0.0.8:8080"]], "each once"
        gate.addresses = ["10.0.0.8:8080", "192.168.4.1:8080", "192.168.5.1:8080"]
        await asyncio.sleep(MOVED_S + 1)
        assert again.heard[5:] == [GatewayReady("10.0.0.8:8080", other="192.168.4.1:8080")]
        again.close()


@in_a_loop
async def test_a_page_that_comes_before_the_table_waits_for_it(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        page = await gate.page(0)
        assert await took(page.recv()) == '{"t":"gone"}'
        table = await opened(tmp_path, gate, DAY)
        told = [json.loads(one)["t"] async for one in texts_of(page, 2)]
        assert sorted(told) == ["seat", "table"]
        table.close()


@in_a_loop
async def test_words_of_an_owner_may_be_long(tmp_path: Path) -> None:
    """A table that is hung up on for them would be so for ever."""
    async with Running(tmp_path) as gate:
        page = await gate.page(0)
        assert await took(page.recv()) == '{"t":"gone"}'
        table = await opened(tmp_path, gate, public_table(texts={"title": "long " * 40_000}))
        told = [json.loads(one)["t"] async for one in texts_of(page, 2)]
        assert sorted(told) == ["seat", "table"]
        table.close()


@in_a_loop
async def test_the_same_phone_in_another_tab_takes_over_and_its_button_is_let_go(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        first = await seat(gate, table, 1)
        await first.send('{"t":"fingers","e":[[0,true,0]]}')
        await until(lambda: PhoneEdge(token(1), 0, True, 0) in table.heard)
        second = await seat(gate, table, 1)
        await took(first.wait_closed())
        assert first.close_code == ELSEWHERE
        assert table.heard[-2:] == [PhoneLost(token(1)), SeatRequest(token(1))]
        await second.send('{"t":"fingers","e":[[0,true,0]]}')
        await until(lambda: table.heard[-1] == PhoneEdge(token(1), 0, True, 0))
        table.close()


@pytest.mark.parametrize("cut", [b"\xff\xff\xff\xff", packed(DAY)[:40] + b"\xff" * 4000])
@in_a_loop
async def test_a_table_that_talks_nonsense_is_asked_again(tmp_path: Path, cut: bytes) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        assert table.wire
        table.wire.write(cut)
        await until(lambda: gate.gateway.table is None)
        await until(lambda: table.heard.count(GatewayReady("10.0.0.7:8080")) == 2)
        table.close()


# What is refused


@pytest.mark.parametrize("said", MALFORMED)
@in_a_loop
async def test_a_message_that_is_none_ends_the_connection_and_nobody_else_s(
    tmp_path: Path, said: str | bytes
) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        good, bad, silent = await seat(gate, table, 0), await seat(gate, table, 1), await gate.page(None)
        for page in (bad, silent):
            await page.send(said)
            await took(page.wait_closed())
            assert page.close_code in (WRONG, 1009)
        await good.send('{"t":"leave"}')
        await until(lambda: SeatReturn(token(0)) in table.heard)
        assert [one for one in table.heard if isinstance(one, PhoneLost)] == [PhoneLost(token(1))]
        table.close()


@in_a_loop
async def test_spoilt_messages_move_nobody_else_s_seat(tmp_path: Path) -> None:
    """Also those of a page that has not said whose it is."""
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY, frame(1, 2, 3, 4))
        good, spoilt = await seat(gate, table, 0), few(10_000, 400)
        ear = asyncio.create_task(drain(good))  # who reads nothing is left
        for number, text in enumerate(islice(spoilt_messages(3), spoilt)):
            page = await gate.page(1 + number % 3 if number % 8 else None)  # a touch
            with suppress(ConnectionClosed):
                await page.send(text)
                await page.close()
            await asyncio.sleep(0.1)
        assert spoilt / 6 < gate.gateway.page.refused < spoilt, "some are messages by chance"
        await good.send('{"t":"fingers","p":[[2,1,7,640,0]]}')
        touched = PhoneTouch(token(0), 2, 1, 7, 640, 0)
        await until(lambda: touched in table.heard)
        own = [one for one in table.heard if not isinstance(one, GatewayReady) and one.token == token(0)]
        assert own == [SeatRequest(token(0)), touched]
        ear.cancel()
        table.close()


@pytest.mark.parametrize(
    "first", [{"t": "leave"}, {"t": "sit", "chair": 1}, {"t": "fingers", "e": [[0, True, 0]]}, None]
)
@in_a_loop
async def test_a_page_says_first_who_it_is_and_only_once(tmp_path: Path, first: object) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        page = await gate.page(None)
        began_s = asyncio.get_running_loop().time()
        if first:
            await page.send(json.dumps(first))
        await took(page.wait_closed())
        assert page.close_code == WRONG
        assert (asyncio.get_running_loop().time() - began_s >= HELLO_S - 0.1) is (first is None)
        twice = await seat(gate, table, 1)
        await twice.send(json.dumps({"t": "hello", "token": token(2)}))
        await took(twice.wait_closed())
        assert twice.close_code == WRONG
        assert not any(isinstance(one, SeatRequest) and one.token != token(1) for one in table.heard)
        table.close()


@pytest.mark.parametrize(
    "said", [{"e": [[0, True, 0]]}, {"p": [[3, 1, 7, 600, 0]]}, {"p": [[3, 0, 7, 0, 0], [None, 2, 0, 0, 0]]}]
)
@in_a_loop
async def test_a_flood_ends_with_its_connection(tmp_path: Path, said: dict[str, Any]) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        good, flood = await seat(gate, table, 0), await seat(gate, table, 1)
        with suppress(ConnectionClosed):
            for _ in range(10 * A_SECOND):
                await flood.send(json.dumps({"t": "fingers"} | said))
        await took(flood.wait_closed())
        assert flood.close_code == WRONG
        told = [one for one in table.heard if isinstance(one, PhoneEdge | PhoneTouch)]
        assert {one.token for one in told} == {token(1)}
        assert len(told) <= A_SECOND + 5
        await good.send('{"t":"leave"}')
        await until(lambda: table.heard[-1] == SeatReturn(token(0)))
        table.close()


@in_a_loop
async def test_pages_of_one_address_that_ask_all_they_may_keep_nobody_else_from_the_table(
    tmp_path: Path,
) -> None:
    """Where they ask for more, that is not passed on; presses always are."""
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        good = await seat(gate, table, 0)
        pages = [
            await gate.page(number, local_addr=("127.0.0.2", 0)) for number in range(1, OF_ONE_ADDRESS + 1)
        ]
        await until(lambda: len(table.heard) == 2 + OF_ONE_ADDRESS)
        began_s, passes = asyncio.get_running_loop().time(), 5
        before = len(table.heard)
        for number in range(passes * 10):
            for page in pages:
                for said in ({"t": "sit", "chair": number % CHAIRS, "takes": False}, {"t": "leave"}):
                    await page.send(json.dumps(said))
                await page.send('{"t":"fingers","e":[[0,true,0]]}')
            await good.send(json.dumps({"t": "fingers", "e": [[0, number % 2 == 0, 0]]}))
            await asyncio.sleep(0.1)
        await good.send('{"t":"leave"}')
        await until(lambda: SeatReturn(token(0)) in table.heard)
        a_second, at_once = ASKS_OF_ONE_ADDRESS
        asked = [one for one in table.heard[before:] if isinstance(one, SeatRequest | SeatReturn)]
        spent_s = asyncio.get_running_loop().time() - began_s
        assert at_once < len(asked) - 1 <= at_once + a_second * spent_s
        pressed = [one for one in table.heard if isinstance(one, PhoneEdge)]
        assert sum(one.token == token(0) for one in pressed) == passes * 10
        assert len(pressed) == passes * 10 * (1 + OF_ONE_ADDRESS)
        assert gate.gateway.page.refused == 0
        table.close()


@in_a_loop
async def test_pages_of_one_address_that_come_and_go_are_refused_and_those_of_others_are_not(
    tmp_path: Path,
) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        came, (_, at_once) = 0, ASKS_OF_ONE_ADDRESS
        for _ in range(2 * at_once):
            page = await gate.page(1, local_addr=("127.0.0.2", 0))
            with suppress(ConnectionClosed):
                await took(page.recv())
                came += 1
            page.transport.abort()
        assert at_once <= came < 1.5 * at_once
        assert gate.gateway.page.refused == 2 * at_once - came
        await seat(gate, table, 0)
        await asyncio.sleep(10)
        assert await took((await gate.page(1, local_addr=("127.0.0.2", 0))).recv())
        assert len(gate.gateway._asks) == 1, "what is whole again is not kept"
        table.close()


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.1.5", "192.168.1.5"),
        ("fd00:1:2:3:4:5:6:7", "fd00:1:2:3::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
    ],
)
def test_a_device_with_many_addresses_is_one(address: str, counted: str) -> None:
    assert network_of(address) == counted


@in_a_loop
async def test_of_two_hundred_pages_sixty_four_are_taken_and_of_one_address_half_of_them(
    tmp_path: Path,
) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, DAY)
        mine = await seat(gate, table, 0)
        others, refused = [], 0
        for number in range(1, 200):
            # One device tries a hundred, and two others as many together.
            place = f"127.0.0.{1 if number < 100 else 2 + number % 2}"
            try:
                others.append(await gate.page(number, local_addr=(place, 0)))
            except InvalidStatus as error:
                refused += error.response.status_code == 503
            if number == 99:
                assert len(others) == OF_ONE_ADDRESS - 1
        assert len(others) == PHONES_MOST - 1
        assert refused == 200 - PHONES_MOST == gate.gateway.page.refused
        await mine.send('{"t":"leave"}')
        await until(lambda: SeatReturn(token(0)) in table.heard)
        await others[0].close()
        await until(lambda: PhoneLost(token(1)) in table.heard)
        assert await gate.page(200, local_addr=("127.0.0.4", 0))
        table.close()


@pytest.mark.slow
@in_a_loop
async def test_a_phone_that_takes_nothing_misses_looks_and_is_left(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        table = await opened(tmp_path, gate, NIGHT, frame(1, 1, 1, 1))
        good, slow = await seat(gate, table, 0), await seat(gate, table, 1)
        slow.transport.pause_reading()
        [inside] = [one for one in gate.server.connections if one.remote_address == slow.local_address]
        ear = asyncio.create_task(drain(good))
        most = 0
        while PhoneLost(token(1)) not in table.heard:
            # The system's own buffers take megabytes: more than 30 a second fill them sooner.
            for _ in range(200):
                gate.gateway.show()
            most = max(most, inside.transport.get_write_buffer_size())
            await asyncio.sleep(0.1)
            assert asyncio.get_running_loop().time() < 300
        assert module.BEHIND_BYTES < most < module.BEHIND_BYTES + 4096
        assert not ear.done()
        ear.cancel()
        table.close()


async def drain(page: ClientConnection) -> None:
    async for _ in page:
        pass


async def asked(gate: Running, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """An http request, and its answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
    told = {"Host": f"127.0.0.1:{gate.port}", "Connection": "close"} | headers
    lines = [f"GET {path} HTTP/1.1", *(f"{key}: {value}" for key, value in told.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    head, _, body = (await took(reader.read())).partition(b"\r\n\r\n")
    writer.close()
    first, *rest = head.decode().split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in rest), body


@in_a_loop
async def test_the_page_is_served_whole_with_its_headers_and_nothing_else(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        for path, (name, kind) in FILES.items():
            status, headers, body = await asked(gate, path)
            assert (status, body) == (200, (module.PAGE / name).read_bytes())
            assert headers["Content-Type"] == kind
            assert headers.items() >= HEADERS.items()
            assert "Server" not in headers
        _, headers, body = await asked(gate, PORTRAITS)
        assert headers.items() >= HEADERS.items() | {("Content-Encoding", "gzip")}
        assert json.loads(gzip.decompress(body)) == PICTURES
        assert (await asked(gate, "/?seat=3"))[0] == 200
        for path in ("/../gateway.py", "/pod.js/", "//etc/passwd", "/favicon.ico", "/page/pod.js"):
            status, headers, body = await asked(gate, path)
            assert (status, body.count(b"<p ")) == (404, 2)
            assert headers.items() >= HEADERS.items()
        for host in ("evil.example", f"evil.example:{gate.port}", "", "garou.example"):
            assert (await asked(gate, "/", Host=host))[0] == 421
        gate.addresses = ["garou.example"]
        here = socket.gethostname().partition(".")[0]
        for host in (
            *(f"localhost:{gate.port}", here, f"{here}.local:{gate.port}"),
            *("garou.example", "10.0.0.7:9000", "[fd00::7]"),
        ):
            assert (await asked(gate, "/", Host=host))[0] == 200
    assert {path.name for path in module.PAGE.iterdir()} == {name for name, _ in FILES.values()}


@pytest.mark.parametrize("page", ["/", "/board"])
def test_a_page_has_an_icon_and_names_only_files_that_are_served(page: str) -> None:
    html = (module.PAGE / FILES[page][0]).read_text("utf-8")
    named = {f"/{name}" for name in re.findall(r'(?:href|src)="/?([^"]*)"', html)}
    assert "/icon.svg" in named
    assert named <= FILES.keys()


@in_a_loop
async def test_who_opens_another_page_or_name_is_given_the_address_and_nothing_of_their_own(
    tmp_path: Path,
) -> None:
    async with Running(tmp_path) as gate:
        link = '<p><a href="http://10.0.0.7:8080/">http://10.0.0.7:8080/</a></p>'
        for status, path, host in (
            (421, "/", f"garou.lan:{gate.port}"),
            (421, "/<script>", "<script>alert(1)</script>"),
            (404, "/favicon.ico", f"127.0.0.1:{gate.port}"),
        ):
            found, headers, body = await asked(gate, path, Host=host)
            assert (found, headers["Content-Type"]) == (status, "text/html; charset=utf-8")
            assert headers.items() >= HEADERS.items()
            french = '<p lang="fr">La table est ailleurs &amp; d’ici :</p>'
            english = '<p lang="en">The table is elsewhere:</p>'
            assert body.decode().endswith(f"<title>Garou</title>{french}{english}{link}")
        came: Any = SimpleNamespace(local_address=("192.168.4.1", 8080))
        told = gate.gateway.answer(came, Request("/", Headers(Host="garou.lan")))
        assert told, "a phone in another network"
        assert b'href="http://192.168.4.1:8080/"' in told.body
        gate.addresses = []
        assert b"href" not in (await asked(gate, "/", Host="garou.lan"))[2], "without a network"


@in_a_loop
async def test_a_page_of_another_site_reaches_no_table(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        for origin in (
            "http://evil.example",
            "null",
            f"https://127.0.0.1:{gate.port}",
            "http://127.0.0.1",
            None,
        ):
            with pytest.raises(InvalidStatus) as refused:
                await gate.page(1, origin=origin)
            assert refused.value.response.status_code == 403
        with pytest.raises(InvalidStatus) as refused:
            await gate.page(1, additional_headers={"Host": "evil.example"}, origin="http://evil.example")
        assert refused.value.response.status_code == 421, "two of them are none"
        assert gate.gateway.page.refused == 6


def test_nothing_is_compressed_and_nothing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with Running(tmp_path) as gate:
            table = await opened(tmp_path, gate, DAY)
            page = await gate.page(1, compression="deflate")
            assert page.protocol.extensions == []
            bad = await gate.page(2)
            await bad.send("x" * 300)
            await took(bad.wait_closed())
            assert bad.close_code == WRONG
            reader, writer = await asyncio.open_connection("127.0.0.1", gate.port)
            writer.write(b"\x16\x03\x01 no http\r\n\r\n")
            await took(reader.read())
            writer.close()
            table.close()

    with caplog.at_level(logging.DEBUG):
        played(scene)
    assert [record for record in caplog.records if record.name not in ("asyncio", "websockets.client")] == []
