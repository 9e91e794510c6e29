"""Messages to the service manager that started the table: ready, alive, status, stopping.

Each is one datagram to the socket that systemd names in `$NOTIFY_SOCKET`. Without that variable nothing is
sent.
"""

from __future__ import annotations

import faulthandler
import os
import socket
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from time import monotonic

POWER_OFF = "poweroff"
STDERR = 2
VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")


class ServiceManager:
    """One service manager, or none. No call blocks or raises.

    `address`: path of its socket, or "@" and an abstract name; empty: there is none.
    `watchdog_s`: seconds without a beat after which it ends the process; 0: never.
    `now`: a monotonic clock, in seconds.
    """

    def __init__(self, address: str, watchdog_s: float = 0.0, now: Callable[[], float] = monotonic) -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._watchdog_s = watchdog_s
        self._now = now
        self._ready = False
        self._told_s = float("-inf")

    @classmethod
    def here(cls, environ: MutableMapping[str, str] = os.environ) -> ServiceManager:
        """The service manager of this process. The variables are removed, so that no child process uses
        them. Where it ends a process that hangs, Python logs first in which lines all threads were."""
        address, watchdog_us, of = (environ.pop(name, "") for name in VARIABLES)
        mine = of in ("", str(os.getpid())) and watchdog_us.isascii() and watchdog_us.isdecimal()
        if mine:
            faulthandler.enable(STDERR)
        return cls(address, int(watchdog_us) / 1e6 if mine else 0.0)

    @property
    def listens(self) -> bool:
        """Whether there is one."""
        return bool(self._address)

    def beat(self) -> None:
        """Says that the main loop has gone round once more: buttons read, rings and board updated.

        The first beat sends "ready". Later ones send "alive" at a tenth of the watchdog's time: whatever
        blocks the room stops the beats, and has nine tenths of that time at least.
        """
        if not self._ready:
            self._ready = self._tell("READY=1")
        elif (
            self._watchdog_s
            and self._now() - self._told_s >= self._watchdog_s / 10
            and self._tell("WATCHDOG=1")
        ):
            self._told_s = self._now()

    def log(self, sentence: str) -> None:
        """Sends a message about the machine to its log and status; does nothing without a service manager."""
        if self.listens:
            with suppress(OSError):
                print(f"garou: {sentence}", file=sys.stderr, flush=True)
            self._tell(f"STATUS={' '.join(sentence.split())}")

    def ending(self) -> None:
        """The table closes its devices and stops."""
        self._tell("STOPPING=1")

    def _tell(self, message: str) -> bool:
        """Sends a message. Returns whether it was accepted."""
        if not self.listens:
            return False
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
                wire.setblocking(False)
                wire.sendto(message.encode(), self._address)
        except (OSError, ValueError):  # gone, full or not a valid name: the table plays on
            return False
        return True


def power_off(environ: Mapping[str, str] = os.environ) -> bool:
    """Asks the service manager to power off the machine. False if it cannot be asked.

    systemd watches for a file in the folder it made for this run (garou-poweroff.path), so the table needs no
    other rights.
    """
    runtime = environ.get("RUNTIME_DIRECTORY", "")
    if not runtime:
        return False
    try:
        Path(runtime, POWER_OFF).touch()
    except OSError:
        return False
    return True
