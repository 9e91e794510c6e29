"""What is heard of the board: its menu, read out, and the music of its scene."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.devices.heard_board import PHASES, HeardView, MenuReader, Score
from table.board.board import SCENES, Board
from table.board.menu import Menu, MenuEntry
from table.board.view import NoView

ENTRIES = [MenuEntry("Start", "8 players", "Let us go"), MenuEntry("Language"), MenuEntry("Pace", "slow")]


class Listener:
    """A board that is heard, in steps of half a second."""

    def __init__(self, *, enabled: bool = True) -> None:
        self.clock = VirtualClock()
        self.voice = SimulatedVoice(self.clock, record=True)
        self.reader = MenuReader(self.voice, lambda: "en", enabled=enabled)
        self.view = HeardView(NoView(), [self.reader.hear])
        self.board = Board(menu=Menu("Tonight", ENTRIES, 0, "Press: next. Hold: take."))

    def pass_s(self, seconds: float) -> list[str]:
        """What is begun to be said meanwhile."""
        before = len(self.voice.spoken)
        for _ in range(round(2 * seconds)):
            self.view.show(self.board, self.clock.now())
            self.clock.wait(self.clock.now() + 0.5)
        return [line.line for line in self.voice.spoken[before:]]

    def turn(self, cursor: int) -> None:
        assert self.board.menu
        self.board.menu = Menu("Tonight", self.board.menu.entries, cursor, self.board.menu.hint)


def test_a_menu_is_read_out_once_title_entry_note_and_hint() -> None:
    heard = Listener()
    assert heard.pass_s(20) == ["Tonight.", "Start: 8 players.", "Let us go.", "Press: next. Hold: take."]
    assert heard.pass_s(5) == []


def test_whoever_turns_on_hears_the_new_entry_and_not_the_rest_of_the_old_one() -> None:
    heard = Listener()
    assert heard.pass_s(0.5) == ["Tonight."]
    heard.turn(1)
    assert heard.pass_s(10) == ["Language."]
    heard.turn(2)
    assert heard.pass_s(10) == ["Pace: slow."]


def test_a_value_that_changes_is_read_again_and_a_menu_that_comes_back_too() -> None:
    heard = Listener()
    heard.turn(2)
    heard.pass_s(20)
    assert heard.board.menu
    heard.board.menu.entries = [*ENTRIES[:2], MenuEntry("Pace", "fast")]
    assert heard.pass_s(10) == ["Pace: fast."]
    heard.board.menu = None
    heard.pass_s(1)
    heard.board.menu = Menu("Tonight", ENTRIES, 1)
    assert heard.pass_s(10) == ["Tonight.", "Language."]


def test_nothing_is_read_where_it_is_not_enabled_and_nothing_over_another_line() -> None:
    assert Listener(enabled=False).pass_s(5) == []
    heard = Listener()
    heard.voice.speak("The night is falling on the roofs.", "en")
    assert heard.pass_s(1) == []
    assert heard.pass_s(3) == ["Tonight.", "Start: 8 players."]


class Played:
    """Notes what is to be played."""

    def __init__(self) -> None:
        self.now: tuple[Path | None, float] = (None, 0.0)

    def play(self, track: Path | None, volume: float) -> Trouble | None:
        self.now = track, volume
        return None


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    ours, own = tmp_path / "ours", tmp_path / "own"
    for path in ("family/lobby.opus", "family/day.opus", "best-of/day.opus"):
        (ours / path).parent.mkdir(parents=True, exist_ok=True)
        (ours / path).touch()
    return ours, own


def test_each_scene_has_its_music_and_a_night_has_none(folders: tuple[Path, Path]) -> None:
    ours, own = folders
    played = Played()
    score = Score(played, ours, own, "family", 0.5)
    heard = {}
    for scene in SCENES:
        score.hear(Board(scene=scene))
        heard[scene] = played.now[0]
    assert {scene for scene in SCENES if heard[scene] == ours / "family/lobby.opus"} == {"attract"}
    assert {scene for scene in SCENES if heard[scene] == ours / "family/day.opus"} == {
        scene for scene, phase in PHASES.items() if phase == "day"
    }
    assert not any(heard[scene] for scene in ("night", "look", "deal", "dawn", "questions"))
    assert heard["over"] is None, "no file, no music"
    score.hear(Board(scene="debate"))
    score.rulebook = "best-of"
    score.hear(Board(scene="debate"))
    assert played.now[0] == ours / "best-of/day.opus"
    score.volume = 0.0
    score.hear(Board(scene="debate"))
    assert played.now[0] is None


def test_the_owners_music_goes_first_each_piece_in_turn(folders: tuple[Path, Path]) -> None:
    ours, own = folders
    (own / "day").mkdir(parents=True)
    for name in ("b.mp3", "a.OGG", "notes.txt"):
        (own / "day" / name).touch()
    played = Played()
    score = Score(played, ours, own, "family", 0.5)
    heard = []
    for scene in ("debate", "vote", "night", "debate", "night", "debate", "attract"):
        score.hear(Board(scene=scene))
        heard.append(played.now[0].name if played.now[0] else "")
    assert heard == ["a.OGG", "a.OGG", "", "b.mp3", "", "a.OGG", "lobby.opus"]


class Refusing(Played):
    """Cannot play some files."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        self.names = names

    def play(self, track: Path | None, volume: float) -> Trouble | None:
        super().play(track, volume)
        return Trouble("sound.music", file=track.name) if track and track.name in self.names else None


def test_after_a_file_that_cannot_be_played_the_next_one_is_and_then_ours(folders: tuple[Path, Path]) -> None:
    ours, own = folders
    (own / "day").mkdir(parents=True)
    for name in ("a.ogg", "._a.ogg", "b.ogg", "c.ogg"):
        (own / "day" / name).touch()
    for refused, expected in (
        (["a.ogg"], ["b.ogg", "c.ogg", "b.ogg"]),
        (["b.ogg", "c.ogg"], ["a.ogg", "a.ogg", "a.ogg"]),
        (["a.ogg", "b.ogg", "c.ogg"], ["day.opus", "day.opus", "day.opus"]),
        (["a.ogg", "b.ogg", "c.ogg", "day.opus"], [None, None, None]),
    ):
        played = Refusing(*refused)
        score = Score(played, ours, own, "family", 0.5)
        heard = []
        for scene in ("debate", "night", "vote", "night", "shot"):
            score.hear(Board(scene=scene))
            heard += [played.now[0] and played.now[0].name] if scene != "night" else []
        assert heard == expected
