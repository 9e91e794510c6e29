"""Lists of words on a USB stick: there while it is plugged in, as far as anybody could choose from them.

It is looked for in a thread of its own, and only while nobody plays: a stick may take its time, or be broken.
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

from table.appliance.stick import stick
from table.settings.owner import WORDS
from table.words.lists import WordList, read_lists

LOOK_S = 2.0
"""How often it is looked for."""
PATIENCE_S = 3.0
"""So long somebody waits for one to be read; what comes later is news."""


class OnStick(NamedTuple):
    """What lies on the stick that is plugged in. `told`: what of it cannot be used; `is_there`: whether it
    has a folder of words at all."""

    lists: list[WordList]
    told: list[str]
    is_there: bool

    @property
    def number(self) -> int:
        """How many words there are on it."""
        return sum(len(one.words) for one in self.lists)


class WordStick:
    """Whoever wants to know of a stick says so (`watched`), and takes what is new (`take`). `find`: where one
    is mounted; `tell`: hears what of it cannot be used, sentence by sentence."""

    def __init__(
        self, find: Callable[[], Path | None] = stick, tell: Callable[[str], object] = lambda _: None
    ) -> None:
        self._find = find
        self._tell = tell
        self._found: SimpleQueue[OnStick] = SimpleQueue()
        self._mark: object = None
        """What tells the folder that was read last from any other; None: there was none."""
        self._looking = Lock()

    def look(self) -> bool:
        """Looks for a stick, once, and waits no longer than for one that is sound; whether something has
        changed. No link is followed."""
        changed: list[bool] = []
        looking = Thread(target=lambda: changed.append(self._look_alone()), name="word stick", daemon=True)
        looking.start()
        looking.join(PATIENCE_S)
        return any(changed)

    @contextmanager
    def watched(self, wake: Callable[[], object]) -> Iterator[None]:
        """Meanwhile it is looked for; `wake` is called when something has changed."""
        over = Event()
        Thread(target=self._watch, args=(wake, over), name="word stick", daemon=True).start()
        try:
            yield
        finally:
            over.set()

    @property
    def has_news(self) -> bool:
        """Whether there is something to take."""
        return not self._found.empty()

    def take(self) -> OnStick | None:
        """What is on the stick now, if that has changed since it was taken last."""
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
        """Looks, unless another thread does or hangs on a broken stick: nobody is held up by that."""
        if not self._looking.acquire(blocking=False):
            return False
        try:
            return self._look()
        finally:
            self._looking.release()

    def _look(self) -> bool:
        mounted = None
        with suppress(OSError):  # it was pulled out just now
            mounted = self._find()
        folder = mounted / WORDS if mounted else None
        mark = _mark(folder) if folder else None
        if mark == self._mark:
            return False
        self._mark = mark
        lists, told = read_lists(folder) if folder and mark else ([], [])
        for sentence in told:
            self._tell(sentence)
        self._found.put(OnStick(lists, told, mark is not None))
        return True


def _mark(folder: Path) -> object:
    """What tells this folder from any other; None: there is none, or the stick was pulled out."""
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    return (folder, found.st_dev, found.st_ino, found.st_mtime_ns) if stat.S_ISDIR(found.st_mode) else None
