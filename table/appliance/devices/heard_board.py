"""The sounds that follow the board, besides the narration: its menu, read out, and the music of its scene.

Both depend only on what is drawn, so nothing of a secret can be heard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from hardware.folders import found_in
from hardware.interface import Voice
from hardware.troubles import Trouble
from table.board.board import Board, Scene
from table.board.view import View

LOBBY: tuple[Scene, ...] = ("attract",)
DAY: tuple[Scene, ...] = (
    *("election", "debate", "vote", "ballots", "shot", "succession", "decision", "cover"),
)
OVER: tuple[Scene, ...] = ("over", "told")
PHASES = {scene: phase for phase, of in (("lobby", LOBBY), ("day", DAY), ("over", OVER)) for scene in of}
"""The phase of music of each scene. Scenes without one are silent: nights, the deal, a dawn, questions."""
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
    """Plays music, except at night."""

    def play(self, track: Path | None, volume: float) -> Trouble | None:
        """Plays a file in a loop; None: silence. Called in every beat. Returns why the file cannot be
        played."""


class Score:
    """Chooses the music of each scene: the owner's for its phase, one after the other, or the shipped one.

    `musician`: plays it.
    `ours`: folder of the shipped music, with a folder for each rulebook.
    `own`: folder of the owner's music, with a folder for each phase.
    """

    def __init__(self, musician: Musician, ours: Path, own: Path, rulebook: str, volume: float) -> None:
        self.volume = volume
        self.rulebook = rulebook
        self._musician = musician
        self._ours, self._own = ours, own
        self._playing: tuple[str, str] = ("", "")
        """Phase and rulebook of the present music."""
        self._track: Path | None = None
        self._tracks: Iterator[Path] = iter(())
        """The tracks to try next if the present one cannot be played."""
        self._turns: dict[str, int] = {}

    def hear(self, board: Board) -> None:
        """Plays the music of this board."""
        playing = PHASES.get(board.scene, "") if self.volume else "", self.rulebook
        if playing != self._playing:
            self._playing = playing
            self._tracks = self._tracks_of(playing[0]) if playing[0] else iter(())
            self._track = next(self._tracks, None)
        while self._musician.play(self._track, self.volume):
            self._track = next(self._tracks, None)

    def _tracks_of(self, phase: str) -> Iterator[Path]:
        """The tracks of a phase, the next one first: all of the owner's, then the shipped ones."""
        found = [
            path for path in found_in(self._own / phase) if path.suffix.lower() in KINDS and path.is_file()
        ]
        for _ in found:
            turn = self._turns[phase] = self._turns.get(phase, -1) + 1
            yield found[turn % len(found)]
        ours = self._ours / self.rulebook / f"{phase}.opus"
        if ours.is_file():
            yield ours
