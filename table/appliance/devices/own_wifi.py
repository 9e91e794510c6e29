"""The hotspot of one table: its name and password, made once, and whether its owner wants it open."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from hardware.addresses import has_network
from hardware.hotspot import Hotspot, WifiKey, is_key, write_private
from hardware.troubles import DeviceError, Trouble, reason_of
from table import files
from table.errors import Reason
from table.sentences import Wrong

FILE = "hotspot.json"
"""File in the state folder that only this machine's own user can read."""
LETTERS, LENGTH = "bcdfghjkmnpqrstvwxz", 10
"""The letters of a password, and their number (42 bits): lower case, easy to tell apart, and without vowels,
so that they make no words."""
AGAIN_S = (0.0, 10.0, 20.0)
"""Seconds before each attempt to open the hotspot again: a machine that starts finds its devices late."""
NUMBERS = range(10, 100)
"""Numbers in the name of a hotspot, so that two tables of one house differ."""


class Kept(msgspec.Struct, frozen=True):
    """What the file holds: name and password, and whether the owner left the hotspot open."""

    name: str
    password: str
    is_open: bool


def kept_in(folder: Path) -> Kept | None:
    """What is kept of the hotspot; None without a file that can be used."""
    try:
        kept = msgspec.json.decode(files.content(folder / FILE, follows=False), type=Kept)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None
    return kept if is_key(WifiKey(kept.name, kept.password)) else None


class OwnWifi:
    """The hotspot of one table.

    To open or close it takes seconds, so call that in a thread. Each call returns what went wrong, or None.

    `folder`: where its file is.
    `choose`: picks one of several at random.
    `has_network`: whether phones may find this machine in another network.
    `pause`: waits for some seconds.
    """

    def __init__(
        self,
        hotspot: Hotspot,
        folder: Path,
        choose: Callable[[Sequence[str]], str],
        has_network: Callable[[], bool] = has_network,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._hotspot, self._folder, self._choose = hotspot, folder, choose
        self._has_network, self._pause = has_network, pause
        self._kept = kept_in(folder)
        self.key: WifiKey | None = None
        """Its name and password while it is open."""
        self.wrong: Trouble | None = None
        """Why it could not be opened again as the table started."""

    @property
    def is_offered(self) -> bool:
        """Whether the hotspot is offered: it is closed, and there is no other network."""
        return not self.key and not self._has_network()

    def resume(self, *, unasked: bool = False) -> None:
        """Opens the hotspot again if it was left open, as soon as the machine has found its devices.

        If the machine has joined another network meanwhile, phones use that.

        `unasked`: opens it for the first time too, if no other network has come.
        """
        for wait_s in AGAIN_S:
            self._pause(wait_s)
            if unasked and not self._kept:
                continue
            if not (self._kept and self._kept.is_open):
                return
            try:
                self._open(WifiKey(self._kept.name, self._kept.password))
            except DeviceError as error:
                if error.trouble.key == "hotspot.busy":
                    self.wrong = None
                    return
                self.wrong = error.trouble
            else:
                return
        if unasked and not self._kept and self.is_offered and isinstance(wrong := self.open(), Trouble):
            self.wrong = wrong

    def open(self) -> Wrong | None:
        kept = self._kept
        key = WifiKey(kept.name, kept.password) if kept else WifiKey(self._name(), self._password())
        return self._try(lambda: self._open(key), key, is_open=True)

    def renew(self) -> Wrong | None:
        """Opens the hotspot with another password, which shuts out people who know the old one."""
        key = WifiKey(self._kept.name if self._kept else self._name(), self._password())
        return self._try(lambda: self._open(key), key, is_open=True)

    def close(self) -> Wrong | None:
        def closed() -> None:
            self._hotspot.close()
            self.key, self.wrong = None, None

        assert self._kept
        return self._try(closed, WifiKey(self._kept.name, self._kept.password), is_open=False)

    def _open(self, key: WifiKey) -> None:
        self._hotspot.open(key)
        self.key, self.wrong = key, None

    def _try(self, deed: Callable[[], None], key: WifiKey, *, is_open: bool) -> Wrong | None:
        try:
            deed()
            self._keep(Kept(*key, is_open))
        except DeviceError as error:
            return error.trouble
        except OSError as error:
            return Reason("file.unwritten", file=self._folder / FILE, reason=reason_of(error))
        return None

    def _keep(self, kept: Kept) -> None:
        """Writes the file for the table's own user. Raises `OSError`."""
        self._kept, path = kept, self._folder / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        write_private(path, msgspec.json.encode(kept))
        if os.geteuid() == 0:
            whose = self._folder.stat()
            os.chown(path, whose.st_uid, whose.st_gid)

    def _name(self) -> str:
        return f"Garou {self._choose([str(number) for number in NUMBERS])}"

    def _password(self) -> str:
        return "".join(self._choose(LETTERS) for _ in range(LENGTH))
