"""What is heard of the board besides the narration: its menu, read out, and the music of its scene.

Both follow what is drawn and nothing else, so nothing of a secret can be heard.
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
DAY: tuple[Scene, ...] = ("election", "debate", "vote", "ballots", "shot", "succession", "decision")
OVER: tuple[Scene, ...] = ("over", "told")
PHASES = {scene: phase for phase, of in (("lobby", LOBBY), ("day", DAY), ("over", OVER)) for scene in of}
"""The phase of music for each scene; scenes without one are silent: nights, the deal, a dawn, questions."""
KINDS = (".ogg", ".opus", ".mp3", ".flac", ".wav")
"""Files that are taken for music."""


class HeardView:
    """A `View` whose board is also heard by `hearers`, each told of every board before it is drawn."""

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
    """Reads the menu of the board out: its title when it opens, the entry with the cursor, then its note.
    Whoever turns on waits for a few words at most. `language`: returns the language of the menu."""

    def __init__(self, voice: Voice, language: Callable[[], str], *, enabled: bool) -> None:
        self.enabled = enabled
        self._voice = voice
        self._language = language
        self._title = ""
        self._entry: tuple[str, ...] = ()
        self._left: list[str] = []
        """What is still to be said of the entry."""

    def hear(self, board: Board) -> None:
        """Reads out what is new, as soon as nothing else is said."""
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
    """A text with a stop at its end, for a voice; empty if it is."""
    return text if not text or text.endswith((".", "!", "?", "…", ":")) else f"{text}."


class Musician(Protocol):
    """Plays music, except at night."""

    def play(self, track: Path | None, volume: float) -> Trouble | None:
        """Plays a file from now on, round and round; None: silence. Called in every beat. Returns why the
        file cannot be played."""


class Score:
    """Chooses the music of each scene: the owner's for its phase, one after the other, or ours.

    `musician`: plays it; `ours`: the folder of our music, with one for each rulebook; `own`: the owner's,
    with one for each phase."""

    def __init__(self, musician: Musician, ours: Path, own: Path, rulebook: str, volume: float) -> None:
        self.volume = volume
        self.rulebook = rulebook
        self._musician = musician
        self._ours, self._own = ours, own
        self._playing: tuple[str, str] = ("", "")
        """The phase and the rulebook of what plays."""
        self._track: Path | None = None
        self._tracks: Iterator[Path] = iter(())
        """The tracks to try if this one cannot be played."""
        self._turns: dict[str, int] = {}

    def hear(self, board: Board) -> None:
        """Plays what belongs to this board."""
        playing = PHASES.get(board.scene, "") if self.volume else "", self.rulebook
        if playing != self._playing:
            self._playing = playing
            self._tracks = self._tracks_of(playing[0]) if playing[0] else iter(())
            self._track = next(self._tracks, None)
        while self._musician.play(self._track, self.volume):
            self._track = next(self._tracks, None)

    def _tracks_of(self, phase: str) -> Iterator[Path]:
        """The tracks of a phase, the next one first: each of the owner's once, then ours."""
        found = [
            path for path in found_in(self._own / phase) if path.suffix.lower() in KINDS and path.is_file()
        ]
        for _ in found:
            turn = self._turns[phase] = self._turns.get(phase, -1) + 1
            yield found[turn % len(found)]
        ours = self._ours / self.rulebook / f"{phase}.opus"
        if ours.is_file():
            yield ours
