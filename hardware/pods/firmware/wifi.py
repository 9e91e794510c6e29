"""The line of a pod by Wi-Fi: a WebSocket to the table's gateway. Off, unless pod.json has "wifi"."""

from select import POLLIN, poll
from socket import socket
from time import ticks_add, ticks_diff, ticks_ms

from network import STA_IF, WLAN
from usb import PodLine

AGAIN_MS, SILENT_MS = 2000, 5000
WAITS_S = 1
BINARY, PING, PONG = 0x82, 0x89, 0x8A
ASKS = (
    "GET /pod HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class PodWifi(PodLine):
    """Connects again whenever the line is lost. `address`: the table's, in numbers."""

    def __init__(self, ssid: str, password: str, address: str, port: int) -> None:
        self._radio = WLAN(STA_IF)
        self._radio.active(True)
        self._radio.config(pm=WLAN.PM_NONE)  # Else messages wait until the radio wakes up.
        self._radio.connect(ssid, password)
        self._address, self._socket, self._ready = (address, port), socket(), poll()
        self._is_open, self._data, self._due = False, b"", ticks_ms()

    def read(self) -> bytes:
        try:
            if not self._is_open:
                if self._radio.isconnected() and ticks_diff(ticks_ms(), self._due) >= 0:
                    self._open()
            elif self._ready.poll(0):
                self._hear()
            elif ticks_diff(ticks_ms(), self._due) >= 0:
                self._close()
            while len(self._data) > 1 and len(self._data) >= 2 + self._data[1]:
                end = 2 + self._data[1]
                kind, message, self._data = self._data[0], self._data[2:end], self._data[end:]
                if kind == BINARY:
                    return message
                if kind != PING:
                    raise OSError
                self._send(PONG, message)
        except OSError:
            self._close()
        return b""

    def write(self, message: bytes) -> None:
        if self._is_open:
            self._send(BINARY, message)

    def _open(self) -> None:
        self._due = ticks_add(ticks_ms(), AGAIN_MS)
        self._socket = socket()
        self._socket.settimeout(WAITS_S)
        self._socket.connect(self._address)
        self._socket.send(ASKS.format(self._address[0]).encode())
        self._is_open, self._ready, self._data = True, poll(), b""
        self._ready.register(self._socket, POLLIN)
        while b"\r\n\r\n" not in self._data:
            self._hear()
        answer, self._data = self._data.split(b"\r\n\r\n", 1)
        if b" 101 " not in answer:
            self._close()

    def _hear(self) -> None:
        heard = self._socket.recv(512)
        if not heard:
            raise OSError
        self._data += heard
        self._due = ticks_add(ticks_ms(), SILENT_MS)

    def _send(self, kind: int, message: bytes) -> None:
        """A client's messages are masked; the mask of zeros changes nothing."""
        try:
            self._socket.send(bytes((kind, 0x80 | len(message), 0, 0, 0, 0)) + message)
        except OSError:
            self._close()

    def _close(self) -> None:
        self._socket.close()
        self._is_open, self._data = False, b""
        self._due = ticks_add(ticks_ms(), AGAIN_MS)
