"""Voice packs: made, checked, installed, heard; and a person's recordings as loud as each other."""

from __future__ import annotations

import errno
import json
import math
import os
import wave
import zipfile
from array import array
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from click.testing import CliRunner

from hardware.troubles import Trouble
from hardware.voice import packs as limits
from hardware.voice.interface import VoiceError
from hardware.voice.mixer import MixerPlayer
from hardware.voice.opus import opus_seconds
from hardware.voice.packing import RECORDED_A_SECOND, decoded, encoded, level_of, narrated, write_pack
from hardware.voice.packs import Manifest, Packs, VoicePack, name_of
from hardware.voice.recordings import Recordings
from hardware.voice.samples import LEVEL, PEAK, write_wav
from table.__main__ import garou
from table.appliance.voicing.spoken_parts import spoken_everywhere
from table.appliance.voicing.voice_packs import sentences_of
from table.errors import TableError
from table.games.tempers import PITCHES
from table.house import Roles
from table.settings.owner import PACKS, Owner
from tests.hardware.voice.test_voice import FakeEngine

MANIFEST = Manifest("fr", "planted", "1 ab")


def hum(seconds: float, rate: int, loud: float = 0.3, hertz: float = 220.0) -> bytes:
    """A hum that swells and fades like syllables."""
    turn = 2 * math.pi / rate
    return array(
        "h",
        (
            round(32_000 * loud * math.sin(hertz * turn * at) * abs(math.sin(2.5 * turn * at)))
            for at in range(int(seconds * rate))
        ),
    ).tobytes()


@pytest.fixture(scope="module")
def line() -> bytes:
    return encoded(hum(1.5, 22_050), 22_050)


@pytest.fixture
def pack(tmp_path: Path, line: bytes) -> Path:
    path = tmp_path / "mamie.voice"
    write_pack(path, MANIFEST, [("La nuit tombe.", line), ("Un cri…", line)])
    return path


def test_a_line_is_as_long_in_a_pack_as_it_was(line: bytes, tmp_path: Path) -> None:
    assert opus_seconds(line) == pytest.approx(1.5, abs=0.05)
    (tmp_path / "line.opus").write_bytes(line)
    assert len(decoded(tmp_path / "line.opus", 22_050)) / 2 / 22_050 == pytest.approx(1.5, abs=0.03)
    assert len(line) < 1.5 * 24_000 / 8 * 1.5


@pytest.mark.parametrize("cut", [1, 300, -1])
def test_a_line_that_is_not_whole_is_refused(line: bytes, cut: int) -> None:
    with pytest.raises(VoiceError):
        opus_seconds(line[:cut])


def test_the_same_lines_make_the_same_pack(pack: Path, line: bytes) -> None:
    before = pack.read_bytes()
    write_pack(pack, MANIFEST, [("La nuit tombe.", line), ("Un cri…", line)])
    assert pack.read_bytes() == before


def test_a_pack_that_is_not_finished_leaves_the_one_before(
    pack: Path, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left beside it either, and it is on the disk before it takes the place."""
    before, sizes = pack.read_bytes(), list[int]()

    def full(file: int) -> None:
        sizes.append(os.fstat(file).st_size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(VoiceError) as refused:
        write_pack(pack, MANIFEST, [("La nuit tombe.", line)])
    assert refused.value.trouble == Trouble("voice.pack_unkept", file=str(pack), reason="ENOSPC")
    assert (pack.read_bytes(), [*pack.parent.iterdir()]) == (before, [pack])
    assert sizes[0] > len(line), "all of it was written"


def test_an_installed_pack_speaks_what_it_has_and_an_engine_the_rest(pack: Path, tmp_path: Path) -> None:
    packs = Packs(tmp_path / "voices")
    assert packs.install(pack) == MANIFEST
    assert packs.languages() == ["fr"]
    engine = FakeEngine()
    recordings = Recordings(tmp_path / "cache", engine, packs=packs)
    said = recordings.of("La nuit tombe.", "fr")
    assert opus_seconds(said.read_bytes()) == pytest.approx(1.5, abs=0.05)
    assert engine.rendered == []
    assert recordings.of("Le jour se lève.", "fr").suffix == ".wav"
    assert recordings.of("La nuit tombe.", "en").suffix == ".wav"
    assert engine.rendered == ["Le jour se lève.", "La nuit tombe."]
    assert [recordings.can_say("La nuit tombe.", language) for language in ("fr", "en")] == [True, True]
    assert not recordings.can_say("Le jour se lève.", "fr")
    recordings.close()
    recordings.clear()


@pytest.mark.parametrize("pitch", [1.0, *PITCHES.values()])
def test_a_line_is_heard_in_any_pitch_from_a_pack_or_an_engine(
    pitch: float, line: bytes, tmp_path: Path
) -> None:
    """Through the mixer, which makes it longer or shorter too."""
    (tmp_path / "pack.opus").write_bytes(line)
    write_wav(tmp_path / "engine.wav", hum(1.5, 22_050))
    player = MixerPlayer(now=lambda: 0.0)
    player.open()
    player.play(tmp_path / "engine.wav")
    assert player.playing, "so no hush comes before the next"
    for name in ("pack.opus", "engine.wav"):
        player.play(tmp_path / name, pitch)
        sound = pygame.mixer.Channel(0).get_sound()
        assert sound
        assert sound.get_length() == pytest.approx(1.5 / pitch, abs=0.03)
        left = array("h", sound.get_raw())[::2]
        waves = sum(before < 0 <= after for before, after in pairwise(left))
        assert waves == pytest.approx(1.5 * 220, rel=0.04), "all of them, in more or less time"
    player.close()


def test_a_pack_that_breaks_later_is_told_and_an_engine_speaks(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "fr.voice").write_bytes(pack.read_bytes()[:-40])
    recordings = Recordings(tmp_path / "cache", FakeEngine(), packs=Packs(tmp_path / "voices"))
    assert recordings.of("La nuit tombe.", "fr").suffix == ".wav"
    assert recordings.makeshift == Trouble("voice.no_pack", file=str(tmp_path / "voices" / "fr.voice"))
    recordings.clear()


def test_a_removed_pack_no_longer_speaks(pack: Path, tmp_path: Path) -> None:
    packs = Packs(tmp_path / "voices")
    packs.install(pack)
    assert packs.remove("fr")
    assert packs.of("fr") is None
    assert not packs.remove("fr")


def test_a_pack_that_cannot_be_removed_is_one_sentence(
    pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Packs(tmp_path / PACKS).install(pack)

    def locked(_: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "unlink", locked)
    command = ["voice", "--remove", "fr", "--state", str(tmp_path)]
    refused = CliRunner().invoke(garou, command, standalone_mode=False).exception
    assert isinstance(refused, TableError)
    assert str(refused).startswith(f"{tmp_path / PACKS} cannot be taken away: ")


def planted(path: Path, **changes: bytes | str) -> None:
    """Writes a pack with other files than it should have."""
    with zipfile.ZipFile(path) as pack:
        files: dict[str, bytes | str] = {name: pack.read(name) for name in pack.namelist()}
    with zipfile.ZipFile(path, "w") as pack:
        for name, content in (
            files | {name.replace("__", "."): text for name, text in changes.items()}
        ).items():
            pack.writestr(name, content)


def told(**changes: object) -> str:
    return json.dumps({"format": 1, "language": "fr", "voice": "planted", "texts": "1 ab", **changes})


FAULTS: list[tuple[str, Callable[[Path], object]]] = [
    ("no_pack", lambda path: planted(path, evil__py="import os")),
    ("no_pack", lambda path: planted(path, pack__json=told(language="../fr"))),
    ("no_pack", lambda path: planted(path, pack__json=told(format=2))),
    ("no_pack", lambda path: planted(path, pack__json=told(voice="a" * 81))),
    ("no_pack", lambda path: planted(path, pack__json=told(voice="\x1b[2J"))),
    ("no_pack", lambda path: planted(path, pack__json="[" * 100)),
    ("no_pack", lambda path: planted(path, **{name_of("La nuit tombe.").replace(".", "__"): b"RIFF"})),
    ("no_pack", lambda path: path.write_bytes(b"PK")),
    ("no_pack", lambda path: os.truncate(path, 2000)),
    ("no_pack", lambda path: zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED).close()),
    ("pack_unread", lambda path: path.unlink()),
    ("pack_unread", lambda path: (path.unlink(), path.mkdir())),  # type: ignore[func-returns-value]
]


@pytest.mark.parametrize(("key", "plant"), FAULTS)
def test_what_is_no_pack_is_not_installed(
    key: str, plant: Callable[[Path], object], pack: Path, tmp_path: Path
) -> None:
    plant(pack)
    packs = Packs(tmp_path / "voices")
    with pytest.raises(VoiceError) as refused:
        packs.install(pack)
    assert refused.value.trouble.key == f"voice.{key}"
    assert packs.languages() == []


@pytest.mark.parametrize("limit", ["MOST_BYTES", "MOST_LINES", "MOST_LINE_BYTES", "MOST_LINE_S"])
def test_no_limit_is_passed(limit: str, pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, limit, 1)
    with pytest.raises(VoiceError) as refused:
        Packs(tmp_path / "voices").install(pack)
    assert refused.value.trouble.key == "voice.pack_large"


def test_all_that_the_largest_table_says_fits_into_a_pack(tmp_path: Path) -> None:
    """With room for half as much again: roles of the house, and texts to come."""
    lines = sentences_of(spoken_everywhere(Owner(tmp_path), Roles(), "fr", None, 24))
    assert 20_000 < len(lines) < limits.MOST_LINES / 1.5


def test_a_large_pack_tells_that_it_is_being_checked(
    line: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table waits a minute without news of it, and the largest pack may take longer."""
    monkeypatch.setattr(limits, "TOLD_LINES", 10)
    write_pack(tmp_path / "large.voice", MANIFEST, [(f"Et de {number}.", line) for number in range(35)])
    packs, there = Packs(tmp_path / "voices"), list[list[str]]()
    packs.install(tmp_path / "large.voice", checked=lambda: there.append(packs.languages()))
    assert there == 4 * [[]], "after 10, 20 and 30 lines, and before it speaks"
    assert packs.languages() == ["fr"]


def test_a_link_on_a_stick_is_not_followed(pack: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.voice"
    link.symlink_to(pack)
    VoicePack(link).close()
    with pytest.raises(VoiceError):
        Packs(tmp_path / "voices").install(link, follows=False)


@pytest.mark.parametrize(
    ("loud", "rate", "channels"), [(0.9, 48_000, 1), (0.02, 44_100, 2), (0.2, 16_000, 1)]
)
def test_recordings_of_people_are_within_a_decibel_of_each_other(
    loud: float, rate: int, channels: int, tmp_path: Path
) -> None:
    """However near the microphone was, with a cough that is far louder, and silence around."""
    samples = array("h", bytes(rate) + hum(1.0, rate, loud) + bytes(2 * rate))
    samples[rate // 2 + 5000] = 32_767
    path = tmp_path / "0001.wav"
    with wave.open(str(path), "wb") as recording:
        recording.setnchannels(channels)
        recording.setsampwidth(2)
        recording.setframerate(rate)
        recording.writeframes(array("h", (each for each in samples for _ in range(channels))).tobytes())
    kept = array("h", narrated(path))
    assert abs(20 * math.log10(level_of(kept) / LEVEL)) < 0.5
    assert max(map(abs, kept)) <= PEAK
    assert len(kept) / RECORDED_A_SECOND == pytest.approx(1.0, abs=0.25)


def test_a_recording_without_a_voice_is_told(tmp_path: Path) -> None:
    path = tmp_path / "0002.wav"
    path.write_bytes(b"no sound")
    with pytest.raises(VoiceError) as refused:
        narrated(path)
    assert refused.value.trouble.key == "voice.unread"
    with wave.open(str(path), "wb") as recording:
        recording.setparams((1, 2, 48_000, 0, "NONE", ""))
        recording.writeframes(bytes(96_000))
    with pytest.raises(VoiceError) as refused:
        narrated(path)
    assert refused.value.trouble == Trouble("voice.silent", file=str(path))
