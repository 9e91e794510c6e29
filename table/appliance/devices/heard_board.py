"""The sounds that follow the board, besides the narration: its menu, read out, and the music of its scene.

Both depend only on what is drawn, so nothing of a secret can be heard.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from hardware.folders import found_in
from hardware.interface import Voice
from hardware.troubles import Trouble
from table.board.board import Board, Scene
from table.board.view import View

MUSIC: Mapping[str, tuple[Scene, ...]] = {
    "lobby": ("attract",),
    "night": ("night", "look"),
    "day": ("election", "debate", "vote", "ballots", "shot", "succession", "decision", "cover"),
    "over": ("over", "told"),
}
"""The phases of music, each with its scenes. None ships for nights."""
PHASES = {scene: phase for phase, scenes in MUSIC.items() for scene in scenes}
"""The phase of music of each scene. Scenes without one are silent: the deal, a dawn, questions."""
NIGHT_PART = 0.5
"""Factor on the volume of music by night: at the default volumes the sound that covers the buttons stays
louder."""
KINDS = (".ogg", ".opus", ".mp3", ".flac", ".wav")
"""Suffixes of music files."""


class HeardView:
    """A `View` with `hearers`, which get every board before it is drawn."""

    def __init__(self, view: View, hearers: Sequence[Callable[[Board], object]]) -> None:
        self._view = view
        self._hearers = hearers

    def show(self, board: Board, now_s: float) -> None:
        for hear in self._hearers:
            hear(board)
        self._view.show(board, now_s)

    @property
    def closed(self) -> int:
        """How often somebody has asked to close the view."""
        return self._view.closed

    def close(self) -> None:
        self._view.close()


class MenuReader:
    """Reads the board's menu out: its title when it opens, then the entry with the cursor, and its note. A
    new entry waits for a few words at most. `language`: returns the language of the menu."""

    def __init__(self, voice: Voice, language: Callable[[], str], *, enabled: bool) -> None:
        self.enabled = enabled
        self._voice = voice
        self._language = language
        self._title = ""
        self._entry: tuple[str, ...] = ()
        self._left: list[str] = []
        """Sentences about the entry that were not said yet."""

    def hear(self, board: Board) -> None:
        """Reads out new texts as soon as nothing else is said."""
        menu = board.menu
        if not self.enabled or menu is None or not menu.entries:
            self._title, self._entry, self._left = "", (), []
            return
        at = menu.entries[menu.cursor]
        if (menu.title, at.label, at.value, at.note) != (self._title, *self._entry):
            label = sentence(" ".join(filter(None, (at.label + (":" if at.value else ""), at.value))))
            opens = [] if menu.title == self._title else [sentence(menu.title)]
            closes = [sentence(menu.hint)] if opens and menu.hint else []
            self._left = [*opens, label, *filter(None, [sentence(at.note)]), *closes]
            self._title, self._entry = menu.title, (at.label, at.value, at.note)
        if self._left and not self._voice.speaking:
            self._voice.speak(self._left.pop(0), self._language())


def sentence(text: str) -> str:
    """A text with a full stop, for a voice; empty if the text is."""
    return text if not text or text.endswith((".", "!", "?", "…", ":")) else f"{text}."


class Musician(Protocol):
    """Plays music."""

    @property
    def has_ended(self) -> bool:
        """Whether what was to be heard once is over."""

    def play(self, track: Path | None, volume: float, *, once: bool) -> Trouble | None:
        """Plays a file, `once` or in a loop; None: silence. Called in every beat. Returns why the file cannot
        be played."""


class Score:
    """Chooses the music of each scene: the owner's for its phase, one after the other, or the shipped one.

    `musician`: plays it.
    `ours`: folder of the shipped music, with a folder for each rulebook.
    `own`: folders of the owner's music, each with a folder for each phase.
    """

    def __init__(
        self, musician: Musician, ours: Path, own: Sequence[Path], rulebook: str, volume: float
    ) -> None:
        self.volume = volume
        self.rulebook = rulebook
        self._musician = musician
        self._ours, self._own = ours, own
        self._playing: tuple[str, str] = ("", "")
        """Phase and rulebook of the present music."""
        self._track: Path | None = None
        self._is_once = False
        """Whether another track follows this one."""
        self._last: dict[str, tuple[int, Path]] = {}
        """The owner's file that was played last in each phase, with the number of its folder."""
        self._broken: dict[Path, int] = {}
        """The files that could not be played, as they are until they change."""

    def hear(self, board: Board) -> None:
        """Plays the music of this board."""
        phase = PHASES.get(board.scene, "") if self.volume else ""
        if (phase, self.rulebook) != self._playing or self._musician.has_ended:
            self._playing = phase, self.rulebook
            self._broken = {path: then for path, then in self._broken.items() if changed_ns(path) == then}
            self._choose(phase)
        volume = self.volume * (NIGHT_PART if phase == "night" else 1.0)
        while self._musician.play(self._track, volume, once=self._is_once):
            assert self._track
            self._broken[self._track] = changed_ns(self._track)
            self._choose(phase)

    def _choose(self, phase: str) -> None:
        """Chooses the next track of a phase; without a phase there is none."""
        found = [track for track in tracks_in(self._own, phase) if track[1] not in self._broken]
        ours = self._ours / self.rulebook / f"{phase}.opus"
        if found:
            last = self._last.get(phase, found[-1])
            self._last[phase] = next((track for track in found if track > last), found[0])
            self._track = self._last[phase][1]
        else:
            self._track = ours if ours.is_file() and ours not in self._broken else None
        self._is_once = len(found) > 1


def changed_ns(path: Path) -> int:
    """When a file, its name or its rights changed last; 0: it is not there."""
    try:
        return path.stat().st_ctime_ns
    except OSError:
        return 0


def tracks_in(folders: Sequence[Path], phase: str) -> list[tuple[int, Path]]:
    """The music for a phase in these folders, one folder after the other, with the folder's number. A folder
    that cannot be read has none."""
    found: list[tuple[int, Path]] = []
    for number, folder in enumerate(folders if phase else ()):
        with suppress(OSError):
            paths = found_in(folder / phase)
            found += [(number, path) for path in paths if path.suffix.lower() in KINDS and path.is_file()]
    return found
