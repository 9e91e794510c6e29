"""Pods by Wi-Fi through the gateway: what is passed on, and who is refused."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from hardware.pages import WRONG
from hardware.phones.page_messages import MESSAGE_BYTES_MOST
from hardware.phones.pod_calls import CALLS_OF_ONE_ADDRESS, MESSAGES, OF_ONE_ADDRESS, POD
from hardware.pods.calls import PodCallers, pods_socket
from hardware.pods.firmware.line import DOWN, FRAME, HELLO, REPORT, VERSION, WELCOME
from tests.kit.gateways import Running, in_a_loop, took, until
from tests.kit.pods import FORGE, MILL, Ports

WARM = bytes((90, 60, 20)) * 16
HERE = struct.pack(HELLO, b"H", VERSION, 1, 0, 0, bytes.fromhex(MILL), 16, 1, 4, 0, b"")
PRESSED = struct.pack(REPORT, b"R", 0, 0, 1, 0, 1, DOWN, 10, *[0] * 14)
RESTS = struct.pack(REPORT, b"R", 0, 0, 0, 0, 0, *[0] * 16)


@asynccontextmanager
async def connected(folder: Path) -> AsyncIterator[tuple[Running, Ports]]:
    """A gateway, and a table with a pod at the Mill, whose time passes in `hears`."""
    async with Running(folder) as gate:
        ports = Ports()
        ports.lines.callers = PodCallers(pods_socket(gate.path))
        ports.lines.seat([MILL])
        try:
            yield gate, ports
        finally:
            ports.close()


async def call(gate: Running) -> ClientConnection:
    return await gate.page(None, POD, origin=None)


async def hears(ports: Ports, holds: Callable[[], object]) -> None:
    """The table's time passes until something holds."""

    def held() -> object:
        ports.after(0.05)
        return holds()

    await until(held)


async def closed(pod: ClientConnection) -> int:
    """The code that a connection is closed with."""
    await took(pod.wait_closed())
    return pod.close_code or 0


@in_a_loop
async def test_messages_are_passed_on_as_they_are(tmp_path: Path) -> None:
    async with connected(tmp_path) as (gate, ports):
        ports.lines.light({MILL: WARM})
        pod = await call(gate)
        await pod.send(HERE)
        await hears(ports, lambda: ports.lines.here)
        messages = list[bytes]()
        while not messages or messages[-1][:1] != b"F":
            messages.append(await took(pod.recv(decode=False)))
        assert struct.pack(WELCOME, b"W", VERSION, 1, 255) in messages
        assert struct.unpack(FRAME, messages[-1])[4] == WARM + bytes(24)
        await pod.send(RESTS)
        await hears(ports, lambda: ports.lines.found[0].pod.is_heard)
        await pod.send(PRESSED)
        await hears(ports, lambda: ports.edges)
        assert [(edge.button, edge.down) for _, edge in ports.edges] == [(0, True)]
        await pod.close()
        await hears(ports, lambda: not ports.lines.here)
        assert [edge.down for _, edge in ports.edges] == [True, False]


@pytest.mark.parametrize("origin", ["http://evil.example", "own"])
@in_a_loop
async def test_no_page_speaks_as_a_pod(tmp_path: Path, origin: str) -> None:
    async with Running(tmp_path) as gate:
        with pytest.raises(InvalidStatus) as refused:
            await gate.page(None, POD, origin=gate.origin if origin == "own" else origin)
        assert refused.value.response.status_code == 403


@in_a_loop
async def test_a_name_of_another_machine_is_refused(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        with pytest.raises(InvalidStatus) as refused:
            await gate.page(None, POD, origin=None, additional_headers={"Host": "evil.example"})
        assert refused.value.response.status_code == 421


@pytest.mark.parametrize("said", [["text"], [b"R" * (MESSAGE_BYTES_MOST + 1)], [RESTS] * (MESSAGES[1] + 5)])
@in_a_loop
async def test_what_no_pod_sends_ends_its_call_alone(tmp_path: Path, said: list[str | bytes]) -> None:
    async with connected(tmp_path) as (gate, ports):
        pod, other = await call(gate), await call(gate)
        await pod.send(HERE)
        await hears(ports, lambda: ports.lines.here)
        for message in said:
            await other.send(message)
        assert await closed(other) in (WRONG, 1009)
        assert gate.gateway.pods.page.refused <= 1
        await pod.send(RESTS)
        await hears(ports, lambda: ports.lines.found[0].pod.is_heard)


@in_a_loop
async def test_without_a_table_a_call_ends_at_once(tmp_path: Path) -> None:
    """The pod calls again."""
    async with Running(tmp_path) as gate:
        assert await closed(await call(gate)) == 1000


@in_a_loop
async def test_a_pod_is_hung_up_on_when_the_table_does(tmp_path: Path) -> None:
    async with connected(tmp_path) as (gate, ports):
        pod = await call(gate)
        await pod.send(HERE.replace(bytes.fromhex(MILL), bytes.fromhex(FORGE)))
        ports.after(1.0)
        await hears(ports, lambda: not ports.lines.found)
        assert await closed(pod) == 1000


@in_a_loop
async def test_one_address_has_so_many_connections(tmp_path: Path) -> None:
    async with connected(tmp_path) as (gate, _):
        for _ in range(OF_ONE_ADDRESS):
            await call(gate)
        with pytest.raises(InvalidStatus) as refused:
            await call(gate)
        assert refused.value.response.status_code == 503


@in_a_loop
async def test_ids_cannot_be_guessed_by_calling_fast(tmp_path: Path) -> None:
    async with Running(tmp_path) as gate:
        codes = [await closed(await call(gate)) for _ in range(CALLS_OF_ONE_ADDRESS[1] + 5)]
        assert set(codes) == {1000, WRONG}
