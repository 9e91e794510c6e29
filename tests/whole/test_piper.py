"""A real Piper with a real voice, which `make test-all` fetches: what no stand-in for the library shows."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import wave
from array import array
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from hardware.voice.engines import engines, voices_in
from hardware.voice.recordings import Recordings
from hardware.voice.samples import LEVEL, LOUD, PEAK, SAMPLES_A_SECOND, seconds_of
from tests.kit.paths import PIPER, PIPER_VOICES, ROOT

LINE = "Night falls on the village."
LONGER = "Night falls on the village, and everybody in it sleeps until the morning comes."


@pytest.fixture(autouse=True)
def _piper_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PIPER))


@pytest.fixture
def joe() -> str:
    """The model of the voice."""
    return voices_in([PIPER_VOICES])["en-US"]


class Said:
    """Lines that are said by a voice, and by espeak where it fails."""

    def __init__(self, folder: Path, voice: str, rate: int = 150) -> None:
        self.recordings = Recordings(folder / "cache", *engines(rate, voices={"en": voice}))

    def line(self, text: str = LINE) -> Path:
        return self.recordings.of(text, "en")

    @property
    def is_by_piper(self) -> bool:
        return self.recordings.signature("en").startswith("piper 1.")

    def close(self) -> None:
        self.recordings.close()
        self.recordings.clear()


@pytest.fixture
def said(tmp_path: Path, joe: str) -> Iterator[Said]:
    made = Said(tmp_path, joe)
    yield made
    made.close()


def test_a_line_of_a_real_voice_has_our_form_length_and_level(said: Said) -> None:
    assert said.is_by_piper
    with wave.open(str(said.line()), "rb") as recording:
        assert recording.getparams()[:3] == (1, 2, SAMPLES_A_SECOND)
        samples = array("h", recording.readframes(recording.getnframes()))
    assert 1.0 < len(samples) / SAMPLES_A_SECOND < 3.0
    audible = [sample * sample for sample in samples if abs(sample) >= LOUD]
    assert sqrt(sum(audible) / len(audible)) == pytest.approx(LEVEL, rel=0.12)  # 1 dB
    assert max(map(abs, samples)) <= PEAK
    assert seconds_of(said.line(LONGER), LONGER) > 1.5 * len(samples) / SAMPLES_A_SECOND
    assert said.recordings.makeshift is None


def test_a_slower_rate_takes_longer(said: Said, tmp_path: Path, joe: str) -> None:
    slow = Said(tmp_path, joe, rate=100)
    assert seconds_of(slow.line()) > 1.2 * seconds_of(said.line())
    slow.close()


def test_the_same_voice_goes_on_where_its_process_dies(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, begun = subprocess.Popen, list[Any]()

    def noted(*given: Any, **more: Any) -> Any:
        begun.append(begin(*given, **more))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", noted)
    said.line()
    os.kill(begun[-1].pid, signal.SIGKILL)
    assert seconds_of(said.line(LONGER), LONGER) > 2.0
    assert said.is_by_piper
    assert (len(begun), said.recordings.makeshift) == (2, None)


def test_half_a_model_leaves_the_evening_to_espeak_and_is_named(tmp_path: Path, joe: str) -> None:
    half = tmp_path / Path(joe).name
    half.write_bytes(Path(joe).read_bytes()[: 2**24])
    copyfile(f"{joe}.json", f"{half}.json")
    said = Said(tmp_path, str(half))
    assert 1.0 < seconds_of(said.line(), LINE) < 3.0
    assert not said.is_by_piper
    assert said.recordings.makeshift
    assert said.recordings.makeshift.key == "voice.unable"
    assert f"{half}: " in str(said.recordings.makeshift.facts["detail"])
    said.close()


def test_the_doctor_measures_how_quick_it_is(tmp_path: Path, joe: str) -> None:
    kept = tmp_path / "garou/voices"
    kept.mkdir(parents=True)
    for suffix in ("", ".json"):
        (kept / Path(joe + suffix).name).symlink_to(joe + suffix)
    around = os.environ | {"XDG_STATE_HOME": str(tmp_path), "LANG": "en_US.UTF-8"}
    command = [sys.executable, "-m", "table", "doctor", "--json"]
    done = subprocess.run(command, cwd=ROOT, env=around, capture_output=True, text=True, check=False)
    findings = {found["key"]: found for found in json.loads(done.stdout)["findings"]}
    found = findings.get("voice_speed") or findings["voice_slow"]
    assert found["facts"]["file"] == str(kept / Path(joe).name)
    assert re.search(r"\b\d+\.\d+ s\b", found["found"]), "a machine with much other work finds it slow"
