"""A pod by Wi-Fi from end to end: firmware in a real MicroPython, the real gateway, and the table's lines."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

from hardware.pods.calls import PodCallers, pods_socket
from hardware.pods.firmware.line import LOST_MS
from tests.kit.gateways import Running, in_a_loop
from tests.kit.micropython import Pico
from tests.kit.pods import Ports

MILL = "e66118604b1f2a21"
STEP_MS = 10
WARM, PINK = bytes((30, 20, 10)) * 12, bytes((20, 30, 10)) * 12
"""A ring, and the same as it is on the wire."""


class Air:
    """What is between a pod, the gateway and the table: all of them step by step."""

    def __init__(self, pico: Pico, gate: Running, ports: Ports) -> None:
        self._pico, self._gate, self._ports = pico, gate, ports
        self._end = socket.socket()
        gate.ends.append(lambda: self._end.close())

    async def play(self, wait_ms: int, *, is_on: bool = True) -> None:
        """Time passes for all. `is_on`: whether the table is."""
        for _ in range(wait_ms // STEP_MS):
            self._pico.run(STEP_MS)
            for _, data in self._pico.radio:
                if data.startswith(b"GET"):
                    self._end.close()
                    self._end = socket.create_connection(("127.0.0.1", self._gate.port))
                    self._end.setblocking(False)
                self._end.send(data)
            self._pico.radio.clear()
            await asyncio.sleep(STEP_MS / 1000)
            if is_on:
                self._ports.after(STEP_MS / 1000)
            await asyncio.sleep(0)
            with suppress(OSError):
                if data := self._end.recv(65536):
                    self._pico.set("radio", data.hex())


@in_a_loop
async def test_a_pod_plays_by_wi_fi(tmp_path: Path) -> None:
    """It is found, lit and heard, by day and by night, and is dark within a second of a table that is off."""
    with Pico({"pixels": 12, "wifi": ["Café", "secret", "10.42.0.1", 8080]}) as pico:
        async with Running(tmp_path) as gate:
            ports = Ports()
            ports.lines.callers = PodCallers(pods_socket(gate.path))
            ports.lines.seat([None, MILL])
            air = Air(pico, gate, ports)
            await air.play(2000)
            assert list(ports.lines.here) == [MILL]
            ports.lines.light({MILL: WARM})
            await air.play(200)
            assert pico.lights[-1][1] == PINK
            ports.lines.cover(True)
            for down in (True, False):
                pico.turn(0, down)
                await air.play(300)
            assert [(pod, edge.down) for pod, edge in ports.edges] == [(MILL, True), (MILL, False)]
            off_ms = pico.now_ms
            ports.close()
            await air.play(LOST_MS + 100, is_on=False)
            dark_ms = next(ms for ms, shown in pico.lights if ms >= off_ms and not any(shown))
            assert dark_ms <= off_ms + LOST_MS
