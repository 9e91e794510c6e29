"""The sound of the night: how it is made, and that nothing that fails with it stops an evening."""

from __future__ import annotations

import math
import runpy
import wave
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from hardware.clocks import VirtualClock
from hardware.interface import Ambience
from hardware.simulated import Faded, SimulatedAmbience
from hardware.sounds import FADE_IN_S, FADE_OUT_S, LoopedAmbience, NoAmbience
from hardware.voice import MixerPlayer, SpokenVoice
from table.narration import Narration
from table.settings import Settings, Sound, Voice
from table.tonight import NIGHT_SOUND, Table

ROOT = Path(__file__).resolve().parent.parent
CLICK_S = 0.05
"""About as long as the click of a button."""


@pytest.fixture
def mixer() -> Iterator[None]:
    """No sound card is taken before, nor kept afterwards."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


def samples() -> bytes:
    with wave.open(str(NIGHT_SOUND), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 1, 22_050)
        return file.readframes(file.getnframes())


def loudness(part: Sequence[float]) -> float:
    return math.sqrt(sum(one * one for one in part) / len(part))


# The file


def test_the_file_is_what_our_own_script_makes() -> None:
    """But for a step here and there, where sines differ by machine. It is small, and whole."""
    made: bytes = runpy.run_path(str(ROOT / "sounds/make_sounds.py"))["night"]()
    shipped = samples()
    assert len(shipped) == len(made)
    assert max(abs(one - other) for one, other in zip(made, shipped, strict=True)) <= 1
    assert NIGHT_SOUND.stat().st_size < 400_000


def test_at_no_moment_a_click_stands_alone() -> None:
    """No stretch as long as a click is much quieter than the whole, the seam included; it has high tones as
    well as low ones, and hardly ever reaches the limit."""
    heard = [(sample - 128) / 128 for sample in samples()]
    length = round(22_050 * CLICK_S)
    round_and_on = heard + heard[:length]
    quietest = min(loudness(round_and_on[at : at + length]) for at in range(0, len(heard), length // 2))
    assert quietest > 0.6 * loudness(heard)
    steps = [after - before for before, after in zip(heard, [*heard[1:], heard[0]], strict=True)]
    assert 0.5 < loudness(steps) / loudness(heard) < 1.6, "a hum would have 0.1, a hiss alone 1.4"
    assert abs(steps[-1]) < 4 * loudness(steps), "the end goes over into the beginning"
    assert sum(abs(one) > 0.98 for one in heard) < len(heard) / 1000


# In the mixer


def test_it_goes_round_until_it_is_ended(mixer: None) -> None:  # noqa: ARG001 - set up, not used
    """Through SDL's dummy sound card."""
    ambience = LoopedAmbience(NIGHT_SOUND, 0.25)
    ambience.begin()
    assert ambience.trouble is None
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.25, abs=0.01)
    ambience.close()
    assert not pygame.mixer.music.get_busy()
    ambience.close()


def test_it_fades_in_and_out_and_never_twice(mixer: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    done: list[tuple[str, Any]] = []
    monkeypatch.setattr(pygame.mixer.music, "play", lambda **given: done.append(("play", given)))
    monkeypatch.setattr(pygame.mixer.music, "fadeout", lambda ms: done.append(("fadeout", ms)))
    ambience = LoopedAmbience(NIGHT_SOUND, 0.5)
    ambience.end()
    for step in (ambience.begin, ambience.begin, ambience.end, ambience.end, ambience.begin):
        step()
    begins = ("play", {"loops": -1, "fade_ms": 1000 * FADE_IN_S})
    assert done == [begins, ("fadeout", 1000 * FADE_OUT_S), begins]


def test_the_voice_is_heard_beside_it(mixer: None) -> None:  # noqa: ARG001
    """Each as loud as it was set, whichever began first."""
    ambience, player = LoopedAmbience(NIGHT_SOUND, 0.25), MixerPlayer(0.75)
    player.open()
    player.play(NIGHT_SOUND)
    ambience.begin()
    channel = pygame.mixer.Channel(0)
    for again in (False, True):
        if again:
            player.play(NIGHT_SOUND)
        assert player.playing
        assert pygame.mixer.music.get_busy()
        sound = channel.get_sound()
        assert sound is not None
        assert channel.get_volume() * sound.get_volume() == pytest.approx(0.75, abs=0.01)
        assert pygame.mixer.music.get_volume() == pytest.approx(0.25, abs=0.01)
    ambience.close()
    assert player.playing
    player.close()


def test_without_a_sound_card_it_is_silent_and_says_so_until_there_is_one(
    mixer: None,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise pygame.error("no such device")

    ambience = LoopedAmbience(NIGHT_SOUND, 0.5)
    with monkeypatch.context() as without:
        without.setattr(pygame.mixer, "init", missing)
        ambience.begin()
        ambience.end()
    assert ambience.trouble == "The night has no sound of its own: no such device."
    ambience.begin()
    assert ambience.trouble is None
    assert pygame.mixer.music.get_busy()
    ambience.close()


@pytest.mark.parametrize("written", [None, b"", b"RIFF, but no sound"])
def test_without_a_file_that_can_be_played_it_is_silent(
    mixer: None,  # noqa: ARG001
    tmp_path: Path,
    written: bytes | None,
) -> None:
    path = tmp_path / "night.wav"
    if written is not None:
        path.write_bytes(written)
    ambience = LoopedAmbience(path, 0.5)
    ambience.begin()
    assert str(ambience.trouble).startswith("The night has no sound of its own: ")
    ambience.end()
    ambience.close()


def test_a_mixer_that_was_closed_by_somebody_else_is_no_error(mixer: None) -> None:  # noqa: ARG001
    for last in ("end", "close"):
        ambience = LoopedAmbience(NIGHT_SOUND, 0.5)
        ambience.begin()
        pygame.mixer.quit()
        getattr(ambience, last)()
        assert ambience.trouble is None


# Which of them a table has


def test_the_one_in_memory_notes_when_it_is_heard() -> None:
    clock = VirtualClock()
    ambience = SimulatedAmbience(clock)
    for step in (ambience.end, ambience.begin, ambience.begin):
        step()
    clock.wait(3.0)
    assert ambience.is_heard
    for step in (ambience.end, ambience.end, ambience.close):
        step()
    assert ambience.faded == [Faded(0.0, True), Faded(3.0, False)]


@pytest.mark.parametrize(
    ("volume", "speed", "kind"),
    [(0.5, 1.0, LoopedAmbience), (0.0, 1.0, NoAmbience), (0.5, 2.0, NoAmbience)],
)
def test_a_table_sounds_as_its_house_wants(volume: float, speed: float, kind: type[Ambience]) -> None:
    """With the voice switched off too; not on a clock that runs faster."""
    settings = Settings(voice=Voice(enabled=False), sound=Sound(ambience=volume))
    table = Table(settings, ["Ana", "Bob"], Narration.load("en"), "window", speed)
    assert isinstance(table.lend().ambience, kind)
    table.close()


def test_a_table_whose_nights_are_silent_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("table.tonight.NIGHT_SOUND", tmp_path / "gone.wav")
    table = Table(Settings(voice=Voice(enabled=False)), ["Ana"], Narration.load("en"), "window", 1.0)
    table.lend().ambience.begin()
    table.close()
    table.tell_trouble()
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if "The night has no sound of its own" in line] == said[:1] != []


def test_the_voice_is_as_loud_as_its_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[float, int]] = []

    class Quiet(SpokenVoice):
        def __init__(self, directory: Path, rate: int, *, player: MixerPlayer) -> None:  # noqa: ARG002
            asked.append((player._volume, rate))

        def close(self) -> None:
            """Nothing was opened."""

        trouble = None

    monkeypatch.setattr("hardware.voice.SpokenVoice", Quiet)
    settings = Settings(voice=Voice(volume=0.4, rate=170), sound=Sound(ambience=0.0))
    Table(settings, ["Ana"], Narration.load("en"), "window", 1.0).close()
    assert asked == [(0.4, 170)]
