"""Lists of words on a USB stick, offered while it is plugged in.

A thread of its own looks for the stick, only while nobody plays: a stick may be slow or broken.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock, Thread
from typing import NamedTuple

from table.appliance.service.stick import stick
from table.settings.owner import WORDS
from table.typefaces import OURS, Fonts
from table.words.lists import WordList, read_lists

LOOK_S = 2.0
"""Seconds between two looks for a stick."""
PATIENCE_S = 3.0
"""Seconds of waiting for a stick. A slower one counts as plugged in later."""


class OnStick(NamedTuple):
    """The lists on the present stick. `told`: sentences about what cannot be used. `is_there`: whether it has
    a folder of words at all."""

    lists: list[WordList]
    told: list[str]
    is_there: bool

    @property
    def number(self) -> int:
        """Number of words on the stick."""
        return sum(len(one.words) for one in self.lists)


class WordStick:
    """Watches for a stick (`watched`) and returns changes (`take`). `find`: returns where one is mounted.
    `tell`: gets each fault of its lists as a sentence. `fonts`: the board's."""

    def __init__(
        self,
        find: Callable[[], Path | None] = stick,
        tell: Callable[[str], object] = lambda _: None,
        fonts: Fonts = OURS,
    ) -> None:
        self._find = find
        self._tell = tell
        self._fonts = fonts
        self._found: SimpleQueue[OnStick] = SimpleQueue()
        self._mark: object = None
        """The fingerprint of the folder that was read last; None without one."""
        self._looking = Lock()

    def look(self) -> bool:
        """Looks for a stick once, and waits no longer than a sound one takes. Returns whether something
        changed. No link is followed."""
        changed: list[bool] = []
        looking = Thread(target=lambda: changed.append(self._look_alone()), name="word stick", daemon=True)
        looking.start()
        looking.join(PATIENCE_S)
        return any(changed)

    @contextmanager
    def watched(self, wake: Callable[[], object]) -> Iterator[None]:
        """Looks for a stick in the background. `wake`: called when something changed."""
        over = Event()
        Thread(target=self._watch, args=(wake, over), name="word stick", daemon=True).start()
        try:
            yield
        finally:
            over.set()

    @property
    def has_news(self) -> bool:
        """Whether `take` has something to return."""
        return not self._found.empty()

    def take(self) -> OnStick | None:
        """Returns the lists on the stick, if they changed since the last call."""
        newest = None
        try:
            while True:
                newest = self._found.get_nowait()
        except Empty:
            return newest

    def _watch(self, wake: Callable[[], object], over: Event) -> None:
        while not over.is_set():
            if self._look_alone():
                wake()
            over.wait(LOOK_S)

    def _look_alone(self) -> bool:
        """Looks for a stick, unless another thread does or is blocked by a broken one."""
        if not self._looking.acquire(blocking=False):
            return False
        try:
            return self._look()
        finally:
            self._looking.release()

    def _look(self) -> bool:
        mounted = None
        with suppress(OSError):  # It was pulled out just now.
            mounted = self._find()
        folder = mounted / WORDS if mounted else None
        mark = _mark(folder) if folder else None
        if mark == self._mark:
            return False
        self._mark = mark
        lists, found = read_lists(folder, self._fonts) if folder and mark else ([], [])
        told = [sentence for _, sentence in found]
        for sentence in told:
            self._tell(sentence)
        self._found.put(OnStick(lists, told, mark is not None))
        return True


def _mark(folder: Path) -> object:
    """A fingerprint of this folder; None: it does not exist, or the stick was pulled out."""
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    return (folder, found.st_dev, found.st_ino, found.st_mtime_ns) if stat.S_ISDIR(found.st_mode) else None
