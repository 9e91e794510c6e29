"""Scripts to read out, and what becomes of the recordings."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from hardware.voice.packs import Packs, VoicePack
from table.appliance.voicing.voice_packs import pack_recorded, read_script, recorded_in, write_script
from table.errors import UnreadableError
from tests.hardware.voice.test_packs import hum


def test_a_number_keeps_its_line_and_new_ones_come_at_the_end(tmp_path: Path) -> None:
    assert write_script(tmp_path / "mamie", ["La nuit tombe.", "Un cri…"]) == (2, 2)
    assert write_script(tmp_path / "mamie", ["Le jour se lève.", "Un cri…"]) == (3, 1)
    assert read_script(tmp_path / "mamie") == {1: "La nuit tombe.", 2: "Un cri…", 3: "Le jour se lève."}


@pytest.mark.parametrize("text", ["La nuit", "1 La nuit", "0001  La nuit\n0001  Le jour\n"])
def test_a_line_without_a_number_of_its_own_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "script.txt").write_text(text)
    with pytest.raises(UnreadableError, match=r"line [12].*; allowed: a new number, two spaces, a text"):
        read_script(tmp_path)


def test_what_was_read_becomes_a_pack_and_the_rest_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "mamie"
    write_script(folder, ["La nuit tombe.", "Un cri…", "Le jour se lève."])
    for name in ("0001.wav", "3.WAV"):
        with wave.open(str(folder / name), "wb") as recording:
            recording.setparams((1, 2, 16_000, 0, "NONE", ""))
            recording.writeframes(hum(0.5, 16_000))
    (folder / "notes.txt").write_text("louder!")
    report = pack_recorded(tmp_path / "mamie.voice", folder, "fr", "1 ab", lambda *_: None)
    assert (report.voice, report.lines, report.missing) == ("mamie", 2, [(2, "Un cri…")])
    pack = VoicePack(tmp_path / "mamie.voice")
    assert ["La nuit tombe." in pack, "Un cri…" in pack, "Le jour se lève." in pack] == [True, False, True]
    pack.close()
    assert Packs(tmp_path / "voices").install(tmp_path / "mamie.voice").voice == "mamie"


def test_two_recordings_of_a_number_are_one_too_many(tmp_path: Path) -> None:
    for name in ("0001.wav", "1.mp3"):
        (tmp_path / name).touch()
    with pytest.raises(UnreadableError, match=r"1\.mp3: 0001\.wav is a recording of that number already"):
        recorded_in(tmp_path)


def test_a_folder_without_recordings_makes_no_pack(tmp_path: Path) -> None:
    write_script(tmp_path, ["La nuit tombe."])
    with pytest.raises(UnreadableError, match="no recording in it"):
        pack_recorded(tmp_path / "x.voice", tmp_path, "fr", "1 ab", lambda *_: None)
    assert not list(tmp_path.glob("*.voice*"))
