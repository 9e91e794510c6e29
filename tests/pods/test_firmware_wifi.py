"""A pod by Wi-Fi, in a real MicroPython, with a gateway that is the server of the library websockets."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol

from hardware.pods.firmware import line
from tests.kit.micropython import Pico

SETTINGS = {"pixels": 12, "wifi": ["Café", "secret word", "10.42.0.1", 8080]}
LIGHT = bytes((30, 20, 10)) * 12 + bytes(36)
PINK = bytes((20, 30, 10)) * 12


class Gateway:
    """The end of the table. It takes a call at once, or never."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.requests: list[Request] = []
        self.messages: list[tuple[float, bytes]] = []
        self._end = ServerProtocol()

    def serve(self, is_served: bool) -> None:
        """Takes calls from now on, or hangs up."""
        self._end = ServerProtocol()
        self.pico.set("served", is_served)

    def play(self, wait_ms: int) -> None:
        """Time passes, and what comes is answered."""
        for _ in range(wait_ms // 5):
            self.pico.run(5)
            for sent_ms, data in self.pico.radio:
                if data.startswith(b"GET"):
                    self._end = ServerProtocol()
                self._end.receive_data(data)
                for event in self._end.events_received():
                    if isinstance(event, Request):
                        self.requests.append(event)
                        self._end.send_response(self._end.accept(event))
                    elif isinstance(event, Frame) and event.opcode is Opcode.BINARY:
                        self.messages.append((sent_ms, bytes(event.data)))
            self.pico.radio.clear()
            self._flush()

    def say(self, layout: str, *fields: object) -> None:
        """Sends one message."""
        self._end.send_binary(struct.pack(layout, *fields))
        self._flush()

    def ping(self) -> None:
        """Asks whether the connection lives."""
        self._end.send_ping(b"alive?")
        self._flush()

    def letters(self) -> str:
        """The kinds of messages that have come."""
        told = "".join(chr(message[0]) for _, message in self.messages)
        self.messages.clear()
        return told

    def _flush(self) -> None:
        for data in self._end.data_to_send():
            self.pico.set("radio", data.hex())


@pytest.fixture
def gateway() -> Iterator[Gateway]:
    with Pico(SETTINGS) as pico:
        yield Gateway(pico)


def test_a_pod_joins_the_network_and_calls_its_table(gateway: Gateway) -> None:
    """It says there what it says over USB, and shows what it is told."""
    gateway.play(1600)
    assert [told for _, told in gateway.pico.calls] == ["Café secret word", "10.42.0.1:8080"]
    assert [request.path for request in gateway.requests] == ["/pod"]
    hello = struct.unpack(line.HELLO, gateway.messages[0][1])
    assert (hello[6], hello[8]) == (12, line.BY_RADIO)
    gateway.say(line.WELCOME, b"W", line.VERSION, 1, 255)
    gateway.say(line.FRAME, b"F", 1, 0, 0, LIGHT)
    gateway.letters()
    gateway.play(100)
    assert gateway.pico.lights[-1][1] == PINK
    gateway.pico.turn(0, True, 7)
    gateway.play(20)
    assert struct.unpack(line.REPORT, gateway.messages[-1][1])[5:8] == (1, line.DOWN, 3)


def test_by_night_it_keeps_its_pace_there_too(gateway: Gateway) -> None:
    gateway.play(600)
    gateway.say(line.WELCOME, b"W", line.VERSION, 1, 255)
    gateway.messages.clear()
    for number in range(20):
        gateway.say(line.FRAME, b"F", number, 0, 1, LIGHT)
        gateway.pico.turn(0, bool(number % 2), number)
        gateway.play(line.NIGHT_MS)
    moments = [ms for ms, _ in gateway.messages[2:]]
    assert len(moments) >= 17
    assert {one - other for one, other in zip(moments[1:], moments, strict=False)} == {line.NIGHT_MS}


def test_a_lost_connection_is_made_again(gateway: Gateway) -> None:
    """By night the ring is dark within a second meanwhile."""
    gateway.play(600)
    gateway.say(line.WELCOME, b"W", line.VERSION, 1, 255)
    gateway.say(line.FRAME, b"F", 1, 0, 1, LIGHT)
    gateway.play(100)
    gateway.serve(False)
    lost_ms = gateway.pico.now_ms
    gateway.play(8000)
    assert next(ms for ms, shown in gateway.pico.lights if ms > lost_ms and not any(shown)) < lost_ms + 1000
    gateway.serve(True)
    gateway.letters()
    gateway.play(4000)
    assert "H" in gateway.letters()
    gateway.say(line.WELCOME, b"W", line.VERSION, 1, 255)
    gateway.say(line.FRAME, b"F", 2, 0, 1, LIGHT)
    gateway.play(100)
    assert gateway.pico.lights[-1][1] == PINK


def test_a_connection_on_which_nothing_comes_is_given_up(gateway: Gateway) -> None:
    gateway.play(10_000)
    assert len(gateway.requests) >= 2
    assert gateway.pico.resets == []


def test_it_answers_whether_it_lives(gateway: Gateway) -> None:
    """The library closes a connection whose other end does not."""
    gateway.play(600)
    gateway.ping()
    gateway.pico.run(10)
    assert any(data[:1] == b"\x8a" and data.endswith(b"alive?") for _, data in gateway.pico.radio)


def test_without_a_network_usb_goes_on(gateway: Gateway) -> None:
    """Nobody is called, and nothing waits."""
    gateway.pico.set("near", False)
    gateway.pico.run(1500)
    gateway.pico.hear(line.framed(struct.pack(line.WELCOME, b"W", line.VERSION, 1, 255)))
    gateway.pico.hear(line.framed(struct.pack(line.FRAME, b"F", 1, 0, 0, LIGHT)))
    gateway.pico.run(100)
    assert gateway.pico.lights[-1][1] == PINK
    assert len(gateway.pico.calls) <= 2


def test_nobody_is_sent_away_by_radio(gateway: Gateway) -> None:
    gateway.play(600)
    gateway.say(line.LEAVE, b"L", b"exit")
    gateway.play(200)
    assert gateway.pico.resets == []


def test_wi_fi_is_off_unless_somebody_asks_for_it() -> None:
    with Pico({"pixels": 12}) as pico:
        pico.run(5000)
        assert (pico.calls, pico.radio) == ([], [])
