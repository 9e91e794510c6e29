"""What is heard of the board: its menu, read out, and the music of its scene."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.devices.heard_board import NIGHT_PART, PHASES, HeardView, MenuReader, Score, changed_ns
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
    """Notes what is to be played. `refused`: names of files that cannot be."""

    def __init__(self, *refused: str) -> None:
        self.track: Path | None = None
        self.volume = 0.0
        self.is_once = False
        self.has_ended = False
        self.refused = set(refused)
        self.tried: list[str] = []

    def play(self, track: Path | None, volume: float, *, once: bool) -> Trouble | None:
        self.track, self.volume, self.is_once, self.has_ended = track, volume, once, False
        self.tried.append(self.name)
        return Trouble("sound.music", file=self.name) if self.name in self.refused else None

    @property
    def name(self) -> str:
        """Of the file that is played."""
        return self.track.name if self.track else ""


class Musical(NamedTuple):
    """Folders of music."""

    ours: Path
    own: Path
    stick: Path

    def score(self, played: Played) -> Score:
        return Score(played, self.ours, [self.own, self.stick], "family", 0.5)


@pytest.fixture
def music(tmp_path: Path) -> Musical:
    made = Musical(tmp_path / "ours", tmp_path / "own", tmp_path / "a stick")
    for name in ("family/lobby.opus", "family/day.opus", "best-of/day.opus"):
        add(made.ours / name)
    return made


def add(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()


def test_each_scene_has_its_music_and_none_of_ours_is_for_a_night(music: Musical) -> None:
    played = Played()
    score = music.score(played)
    heard = {}
    for scene in SCENES:
        score.hear(Board(scene=scene))
        heard[scene] = played.track
        assert not played.is_once, "a single one goes round and round"
    assert {scene for scene in SCENES if heard[scene] == music.ours / "family/lobby.opus"} == {"attract"}
    assert {scene for scene in SCENES if heard[scene] == music.ours / "family/day.opus"} == {
        scene for scene, phase in PHASES.items() if phase == "day"
    }
    assert not any(heard[scene] for scene in ("night", "look", "deal", "dawn", "questions"))
    assert heard["over"] is None, "no file, no music"
    score.hear(Board(scene="debate"))
    score.rulebook = "best-of"
    score.hear(Board(scene="debate"))
    assert played.track == music.ours / "best-of/day.opus"
    score.volume = 0.0
    score.hear(Board(scene="debate"))
    assert played.track is None


def test_the_owners_music_goes_first_each_piece_in_turn(music: Musical) -> None:
    """Those of the folder, then those that came on a stick."""
    for path in (music.own / "day/b.mp3", music.own / "day/notes.txt", music.stick / "day/a.OGG"):
        add(path)
    played = Played()
    score = music.score(played)
    heard = []
    for scene in ("debate", "vote", "dawn", "debate", "night", "debate", "attract"):
        score.hear(Board(scene=scene))
        heard.append(played.name)
    assert heard == ["b.mp3", "b.mp3", "", "a.OGG", "", "b.mp3", "lobby.opus"]


def test_one_piece_follows_the_other_as_long_as_a_phase_lasts(music: Musical) -> None:
    """Also one that was added meanwhile, and none that was removed."""
    for name in "ab":
        add(music.own / f"night/{name}.ogg")
    played, heard = Played(), []
    score = music.score(played)
    for change in (None, None, None, lambda: add(music.own / "night/c.ogg"), None, None):
        if change:
            change()
        score.hear(Board(scene="night"))
        score.hear(Board(scene="look"))
        heard.append(played.name)
        assert played.is_once, "else no other would follow"
        played.has_ended = True
    assert heard == ["a.ogg", "b.ogg", "a.ogg", "b.ogg", "c.ogg", "a.ogg"]
    shutil.rmtree(music.own)
    score.hear(Board(scene="night"))
    assert played.track is None


def test_music_of_a_night_is_softer_than_that_of_a_day(music: Musical) -> None:
    add(music.own / "night/a.ogg")
    played = Played()
    score = music.score(played)
    heard = []
    for scene in ("debate", "night", "look"):
        score.hear(Board(scene=scene))
        heard.append(played.volume)
    assert heard == [0.5, 0.5 * NIGHT_PART, 0.5 * NIGHT_PART]


def test_a_folder_that_cannot_be_read_has_no_music(music: Musical, monkeypatch: pytest.MonkeyPatch) -> None:
    def torn(_: Path) -> list[Path]:
        raise OSError(errno.EIO, "it is torn")

    monkeypatch.setattr("table.appliance.devices.heard_board.found_in", torn)
    played = Played()
    music.score(played).hear(Board(scene="debate"))
    assert played.name == "day.opus"


def test_a_file_that_could_not_be_played_is_tried_again_once_it_has_changed(music: Musical) -> None:
    for name in "ab":
        add(music.own / f"day/{name}.ogg")
    played = Played("a.ogg")
    score = music.score(played)

    def phases() -> list[str]:
        heard = []
        for scene in ("debate", "night", "vote", "night"):
            score.hear(Board(scene=scene))
            heard += [played.name] if scene != "night" else []
        return heard

    assert phases() == ["b.ogg", "b.ogg"]
    played.tried.clear()
    assert phases() == ["b.ogg", "b.ogg"]
    assert "a.ogg" not in played.tried
    path = music.own / "day/a.ogg"
    before = changed_ns(path)
    while changed_ns(path) == before:  # The disk's clock ticks some hundred times a second.
        path.write_bytes(b"OggS")
    played.refused.clear()
    assert phases() == ["a.ogg", "b.ogg"]


def test_after_a_file_that_cannot_be_played_the_next_one_is_and_then_ours(music: Musical) -> None:
    """It is tried once."""
    for name in ("a.ogg", "._a.ogg", "b.ogg", "c.ogg"):
        add(music.own / "day" / name)
    for refused, expected in (
        (["a.ogg"], ["b.ogg", "c.ogg", "b.ogg"]),
        (["b.ogg", "c.ogg"], ["a.ogg", "a.ogg", "a.ogg"]),
        (["a.ogg", "b.ogg", "c.ogg"], ["day.opus", "day.opus", "day.opus"]),
        (["a.ogg", "b.ogg", "c.ogg", "day.opus"], ["", "", ""]),
    ):
        played = Played(*refused)
        score = music.score(played)
        heard = []
        for scene in ("debate", "night", "vote", "night", "shot"):
            score.hear(Board(scene=scene))
            heard += [played.name] if scene != "night" else []
        assert heard == expected
