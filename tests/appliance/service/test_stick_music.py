"""Music of a stick: what is taken, what is not, and that nothing is lost."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hardware.folders import found_in
from table import files
from table.appliance.menu.menus import MenuTexts
from table.appliance.service import stick_music
from table.appliance.service.deeds import deeds_in
from table.settings.owner import MUSIC_FOLDER, PACKS, STICK_MUSIC

SONG = b"OggS, a song"


class Bench(NamedTuple):
    """A stick, and what the table keeps."""

    stick: Path
    state: Path

    def add(self, name: str, content: bytes = SONG) -> Path:
        """A file in the folder of music on the stick."""
        path = self.stick / MUSIC_FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def does(self, deed: str, tell: Callable[[str], object] = lambda _: None) -> str:
        """What the menu says of it."""
        return deeds_in(self.state, lambda _: "", list, lambda: MenuTexts("en")).slow[deed](tell)

    @property
    def kept(self) -> dict[str, bytes]:
        """All files that the table keeps."""
        paths = [path for path in self.state.rglob("*") if path.is_file()]
        return {str(path.relative_to(self.state)): path.read_bytes() for path in paths}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    made = Bench(tmp_path / "stick", tmp_path / "state")
    made.stick.mkdir()
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: made.stick)
    return made


def test_a_file_with_the_longest_name_is_taken_like_its_neighbours(bench: Bench) -> None:
    for name in (names := ["a.mp3", f"{'И' * 125}.mp3", "Я.mp3"]):
        bench.add(f"day/{name}", b"ID3")
    assert bench.does("install") == "Pieces of music taken: 3."
    assert bench.kept.keys() == {f"{STICK_MUSIC}/day/{name}" for name in names}


def test_music_comes_from_a_stick_and_goes_again(bench: Bench) -> None:
    """What an owner has put elsewhere by hand stays."""
    nothing = "Nothing is on the stick: no NAME.voice, and no music in music/lobby, night, day or over."
    assert bench.does("install") == nothing
    begins = {"a.ogg": SONG, "b.OPUS": SONG, "c.mp3": b"ID3", "d.mp3": b"\xff\xfb\x90", "e.flac": b"fLaC"}
    for name, content in begins.items():
        bench.add(f"night/{name}", content)
    bench.add("over/f.wav", b"RIFF")
    for name in ("night/._a.ogg", "night/notes.txt", "g.ogg", "dawn/h.ogg"):
        bench.add(name)
    by_hand = bench.state / MUSIC_FOLDER / "night/mine.ogg"
    by_hand.parent.mkdir(parents=True)
    by_hand.write_bytes(b"mine")
    said: list[str] = []
    assert bench.does("install", said.append) == "Pieces of music taken: 6."
    assert said == [f"Checking {name}. Leave the stick in." for name in (*begins, "f.wav")]
    mine = {f"{MUSIC_FOLDER}/night/mine.ogg": b"mine"}
    night = {f"{STICK_MUSIC}/night/{name}": content for name, content in begins.items()}
    assert bench.kept == {**night, f"{STICK_MUSIC}/over/f.wav": b"RIFF", **mine}
    bench.add("night/a.ogg", b"OggS, another")
    assert bench.does("install") == "Pieces of music taken: 6."
    assert bench.kept[f"{STICK_MUSIC}/night/a.ogg"] == b"OggS, another"
    assert bench.does("silence") == "The table has its own voice and music again."
    assert bench.kept == mine
    assert bench.does("silence") == "No voice and no music came from a stick."


def test_what_cannot_be_taken_is_named_by_its_reason_and_the_rest_is_taken(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stick_music, "MOST_BYTES", 100)
    secret = tmp_path / "secret.ogg"
    secret.write_bytes(SONG)
    bench.add("day/huge.ogg", SONG + bytes(100))
    for name in ("1.ogg", "2.mp3", "3.wav", "4.flac"):
        bench.add(f"day/{name}", b"%PDF, no music")
    (bench.stick / MUSIC_FOLDER / "day/linked.ogg").symlink_to(secret)
    (bench.stick / MUSIC_FOLDER / "day/nowhere.ogg").symlink_to(tmp_path / "nowhere")
    (bench.stick / MUSIC_FOLDER / "day/folder.ogg").mkdir()
    os.mkfifo(bench.stick / MUSIC_FOLDER / "day/pipe.ogg")
    bench.add("day/zz.ogg")
    (tmp_path / "elsewhere").mkdir()
    shutil.copyfile(secret, tmp_path / "elsewhere/far.ogg")
    (bench.stick / MUSIC_FOLDER / "over").symlink_to(tmp_path / "elsewhere")
    assert bench.does("install") == (
        "1.ogg, 2.mp3, 3.wav…: not taken (it is no music that the table plays: Ogg, Opus, MP3, FLAC, WAV). "
        "folder.ogg: not taken (it is a folder). "
        "huge.ogg: not taken (it is too large). "
        "linked.ogg, nowhere.ogg, far.ogg: not taken (it is a link). "
        "pipe.ogg: not taken (it is no ordinary file). "
        "Pieces of music taken: 1."
    )
    assert bench.kept == {f"{STICK_MUSIC}/day/zz.ogg": SONG}


def test_a_stick_whose_folder_of_music_is_a_link_is_not_followed(bench: Bench, tmp_path: Path) -> None:
    bench.add("day/a.ogg")
    (bench.stick / MUSIC_FOLDER).rename(tmp_path / "elsewhere")
    (bench.stick / MUSIC_FOLDER).symlink_to(tmp_path / "elsewhere")
    assert bench.does("install") == "a.ogg: not taken (it is a link)."
    assert bench.kept == {}


def test_a_stick_that_is_mounted_by_a_link_is_read(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.add("day/a.ogg")
    (tmp_path / "media").symlink_to(bench.stick)
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path / "media")
    assert bench.does("install") == "Pieces of music taken: 1."


def test_a_name_that_is_no_text_is_written_so_that_a_board_can_draw_it(bench: Bench) -> None:
    bench.add(os.fsdecode(b"day/\xff.ogg"), b"no music")
    said: list[str] = []
    assert bench.does("install", said.append).startswith("\\udcff.ogg: not taken (it is no music")
    assert said == ["Checking \\udcff.ogg. Leave the stick in."]


@pytest.mark.parametrize("fails", ["no room is left", "the file breaks off"])
def test_a_full_disk_ends_it_with_one_sentence_and_leaves_no_half_a_file(
    fails: str, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abcdef":
        bench.add(f"lobby/{name}.ogg")
    bench.does("install")
    before = bench.kept
    for name in "abcdef":
        bench.add(f"lobby/{name}.ogg", b"OggS, another")
    if fails == "no room is left":
        monkeypatch.setattr(stick_music, "FREE_BYTES", 1 << 62)
    else:

        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
    assert bench.does("install") == "a.ogg, b.ogg, c.ogg…: not taken (the disk is full)."
    assert bench.kept == before


@pytest.mark.parametrize("at", ["b.ogg", "the folder"])
def test_a_stick_that_is_pulled_out_ends_it_and_what_was_taken_stays(
    at: str, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.ogg", "b.ogg", "c.ogg"):
        bench.add(f"lobby/{name}")
    content = files.content

    def pulled(path: Path, most: int, follows: bool = True) -> bytes:
        if path.name >= at:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return content(path, most, follows)

    def torn(_: Path) -> list[Path]:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    gone = "Not all is copied: the stick was pulled out, or is broken."
    if at == "the folder":
        monkeypatch.setattr(stick_music, "found_in", torn)
        assert bench.does("install") == gone
        assert bench.kept == {}
    else:
        monkeypatch.setattr(files, "content", pulled)
        assert bench.does("install") == f"{gone} Pieces of music taken: 1."
        assert bench.kept == {f"{STICK_MUSIC}/lobby/a.ogg": SONG}


def test_a_folder_that_cannot_be_read_is_named_and_the_others_are_taken(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    for phase in ("lobby", "night"):
        bench.add(f"{phase}/a.ogg")

    def locked(folder: Path) -> list[Path]:
        if folder.name == "lobby":
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return found_in(folder)

    monkeypatch.setattr(stick_music, "found_in", locked)
    taken = f"{MUSIC_FOLDER}/lobby: not taken (not allowed). Pieces of music taken: 1."
    assert bench.does("install") == taken
    assert bench.kept == {f"{STICK_MUSIC}/night/a.ogg": SONG}


def test_a_voice_that_cannot_be_removed_keeps_no_music(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.add("day/a.ogg")
    bench.does("install")
    packs = bench.state / PACKS
    packs.mkdir()
    (packs / "en.voice").touch()

    def locked(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "unlink", locked)
    assert bench.does("silence") == f"{packs} cannot be taken away: the disk is read-only"
    assert not (bench.state / STICK_MUSIC).exists()


def test_music_that_cannot_be_removed_is_one_sentence(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.add("day/a.ogg")
    bench.does("install")

    def locked(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(shutil, "rmtree", locked)
    assert bench.does("silence") == f"{bench.state / STICK_MUSIC} cannot be taken away: the disk is read-only"
