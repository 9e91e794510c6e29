"""The ways of a pod to its table: its USB port, and Wi-Fi, which is off unless pod.json has "wifi"."""

import sys
from select import POLLIN, POLLOUT, poll
from time import ticks_add, ticks_diff, ticks_ms

from line import framed, unframed
from micropython import kbd_intr

LONGEST, AT_ONCE = 120, 1024
"""Bytes between two zeros (more are noise), and that are read in one go, so that a flood leaves time."""
AGAIN_MS, SILENT_MS, WAITS_S = 2000, 5000, 0.5
"""Between two calls by Wi-Fi, after which silence one is given up, and how long its socket waits."""
BINARY, PING, PONG = 0x82, 0x89, 0x8A
ASKS = (
    "GET /pod HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Usb:
    """The serial port that a table opens."""

    def __init__(self) -> None:
        kbd_intr(-1)  # Else a byte 3 would end the program.
        self._in, self._out = poll(), poll()
        self._in.register(sys.stdin, POLLIN)
        self._out.register(sys.stdout, POLLOUT)
        self._byte, self._line = bytearray(1), bytearray()
        self.wait = self._in.poll
        """Waits until something is there to read, but no longer than so many ms."""
        self.dropped = 0
        """Messages that arrived spoilt, and reports that nobody took."""

    def read(self) -> list[bytes]:
        """The messages that have come; one that was spoilt is empty."""
        messages = []
        for _ in range(AT_ONCE):
            if not self._in.poll(0):
                break
            sys.stdin.buffer.readinto(self._byte)
            if self._byte[0]:
                if len(self._line) < LONGEST:
                    self._line += self._byte
            elif self._line:
                messages.append(unframed(bytes(self._line)))
                self._line = bytearray()
                self.dropped += not messages[-1]
        return messages

    def write(self, message: bytes) -> None:
        """Sends a message, or drops it where nobody takes it. A HELLO may be for nobody."""
        if self._out.poll(0):
            sys.stdout.buffer.write(framed(message))
        elif message[:1] == b"R":
            self.dropped += 1


class PodWifi:
    """A WebSocket to the table's gateway, opened again whenever it is lost. `address`: in numbers."""

    def __init__(self, ssid: str, password: str, address: str, port: int) -> None:
        import socket  # Only a Pico with Wi-Fi has these two.

        import network

        self._radio, self._new_socket = network.WLAN(network.STA_IF), socket.socket
        self._radio.active(True)
        self._radio.config(pm=network.WLAN.PM_NONE)  # Else messages wait until the radio wakes up.
        self._radio.connect(ssid, password)
        self._address, self._socket, self._ready = (address, port), self._new_socket(), poll()
        self._is_open, self._data, self._due = False, b"", ticks_ms()

    def read(self) -> list[bytes]:
        messages = []
        try:
            if self._is_open and self._ready.poll(0):
                self._hear()
            elif ticks_diff(ticks_ms(), self._due) >= 0:
                self._close()
                if self._radio.isconnected():
                    self._open()
            while len(self._data) > 1 and len(self._data) >= 2 + self._data[1]:
                end = 2 + self._data[1]
                kind, message, self._data = self._data[0], self._data[2:end], self._data[end:]
                if kind == BINARY:
                    messages.append(message)
                elif kind == PING:
                    self.write(message, PONG)
        except OSError:
            self._close()
        return messages

    def write(self, message: bytes, kind: int = BINARY) -> None:
        """A client's messages are masked; the mask of zeros changes nothing."""
        try:
            if self._is_open:
                self._socket.send(bytes((kind, 0x80 | len(message), 0, 0, 0, 0)) + message)
        except OSError:
            self._close()

    def _open(self) -> None:
        self._socket = self._new_socket()
        self._socket.settimeout(WAITS_S)
        self._socket.connect(self._address)
        self._socket.send(ASKS.format(self._address[0]).encode())
        self._is_open, self._ready = True, poll()
        self._ready.register(self._socket, POLLIN)
        self._hear()
        answer, end, self._data = self._data.partition(b"\r\n\r\n")
        if not end or b" 101 " not in answer:
            raise OSError

    def _hear(self) -> None:
        if not (heard := self._socket.recv(512)):
            raise OSError
        self._data += heard
        self._due = ticks_add(ticks_ms(), SILENT_MS)

    def _close(self) -> None:
        self._socket.close()
        self._is_open, self._data = False, b""
        self._due = ticks_add(ticks_ms(), AGAIN_MS)
