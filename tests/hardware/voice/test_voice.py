"""The voice: planted crashes, hangs, empty files and dead sound cards; and a few tests with real ones."""

from __future__ import annotations

import array
import json
import math
import os
import re
import socket
import subprocess
import sys
import threading
import wave
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
import pyttsx3
from click.testing import CliRunner

from hardware.clocks import VirtualClock
from hardware.interface import Voice
from hardware.troubles import Trouble
from hardware.voice.backends import BACKENDS
from hardware.voice.engines import VOICES, Worker, WorkerEngine, engines, piper_speed, voices_in
from hardware.voice.interface import VoiceError
from hardware.voice.mixer import MixerPlayer
from hardware.voice.recordings import Recordings, sentences_of
from hardware.voice.samples import SAMPLES_A_SECOND, levelled, seconds_of
from hardware.voice.spoken import BREATH_S, GRACE_S, LATE_S, SpokenVoice
from hardware.voice.worker import ENGINES, open_engine, render, resampled, spoken
from table.__main__ import garou
from table.appliance.table import Table
from table.appliance.voicing import spoken_parts
from table.appliance.voicing.recording import (
    GIVE_UP,
    RecordedVoice,
    RecordingLine,
    render_ahead,
    rhythm,
    subtitles,
    write_evening,
)
from table.errors import TableError, UnreadableError
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.room.village import NamedSeat
from table.settings.settings import Settings
from table.words.narration import Narration
from table.words.troubles import english
from tests.kit.paths import ROOT
from tests.kit.sampling import some
from tests.kit.tables import NARRATION
from tests.kit.wires import told_as

ENGLISH = NARRATION["en"]

LONG_S = 60.0
"""Real seconds a test waits for what must happen, before it fails."""


def write_wav(path: Path, seconds: float, rate: int = SAMPLES_A_SECOND) -> None:
    with wave.open(str(path), "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(rate)
        recording.writeframes(b"\x01\x02" * int(seconds * rate))


class FakeEngine:
    """Writes noise, 0.1 seconds a letter. `plans`: the fault of each sentence in turn."""

    def __init__(self, *plans: Callable[[Path], None]) -> None:
        self.plans = list(plans)
        self.rendered: list[str] = []
        self.languages: list[str] = []
        self.restarts = 0
        self.closed = False
        self.version = "1"

    def speaks(self, language: str) -> bool:
        return language in ("fr", "en")

    def start(self) -> None:
        pass

    def signature(self, language: str) -> str:
        return f"fake {self.version} {language}"

    def render(self, text: str, language: str, path: Path) -> None:
        self.rendered.append(text)
        self.languages.append(language)
        if self.plans:
            self.plans.pop(0)(path)
        else:
            write_wav(path, 0.1 * len(text))

    def restart(self) -> None:
        self.restarts += 1

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def _drafts_are_deleted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clears all recordings of a test at its end."""
    made: list[Recordings] = []
    begin = Recordings.__init__

    def noted(recordings: Recordings, *given: Any, **more: Any) -> None:
        begin(recordings, *given, **more)
        made.append(recordings)

    monkeypatch.setattr(Recordings, "__init__", noted)
    yield
    for recordings in made:
        recordings.close()
        recordings.clear()


def test_piper_voices_are_found_by_their_names(tmp_path: Path) -> None:
    for folder, name in (("a", "fr_FR-siwis-medium"), ("b", "fr_FR-tom-low"), ("b", "en_GB-alba-medium")):
        (tmp_path / folder).mkdir(exist_ok=True)
        for kind in (".onnx", ".onnx.json"):
            (tmp_path / folder / f"{name}{kind}").write_text("{}")
    (tmp_path / "a" / "de_DE-half.onnx").write_text("without its description")
    (tmp_path / "a" / "unnamed.onnx").write_text("{}")
    found = voices_in([tmp_path / "a", tmp_path / "b", tmp_path / "none"])
    assert found == {
        "fr": f"{tmp_path}/a/fr_FR-siwis-medium.onnx",
        "fr-FR": f"{tmp_path}/a/fr_FR-siwis-medium.onnx",
        "en": f"{tmp_path}/b/en_GB-alba-medium.onnx",
        "en-GB": f"{tmp_path}/b/en_GB-alba-medium.onnx",
    }


class Timed(WorkerEngine):
    """An engine that takes `costs_s` to render a second of speech: of each sentence in turn, then the
    last."""

    def __init__(self, *costs_s: float) -> None:
        clock = VirtualClock()
        super().__init__(voices={"fr": "/a.onnx"}, slowest=0.5, now=clock.now, command=["true"])
        self._clock, self._costs_s = clock, [*costs_s]

    def _started(self) -> Worker:
        return cast("Worker", None)

    def render(self, text: str, language: str, path: Path) -> None:  # noqa: ARG002
        cost_s = self._costs_s.pop(0) if self._costs_s[1:] else self._costs_s[0]
        self._clock.wait(self._clock.now() + 2.0 * cost_s)
        write_wav(path, 2.0)


def test_a_voice_that_nobody_named_speaks_only_where_it_is_quick_enough() -> None:
    Timed(0.4).start()
    with pytest.raises(VoiceError) as slow:
        Timed(0.6).start()
    assert slow.value.trouble == Trouble("voice.slow", file="/a.onnx", seconds=0.6)


def test_a_moment_in_which_the_machine_is_busy_makes_no_voice_too_slow() -> None:
    assert Timed(3.0, 0.9, 0.4).speed() == pytest.approx(0.4)
    assert Timed(3.0, 0.4, 0.9).speed() == pytest.approx(0.4)


def test_a_trial_ends_before_the_next_sentence_once_somebody_gives_it_up() -> None:
    engine, left = Timed(3.0, 0.9, 0.4), [1, 2]
    with pytest.raises(IndexError):
        engine.speed(left.pop)
    assert engine._costs_s == [0.4], "two of three were rendered"
    with pytest.raises(VoiceError):
        Timed(0.1, 0.9).start()


def test_a_found_voice_behind_another_is_tried_before_it_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.voice.engines._state_of", lambda _: "")
    plain = FakeEngine()
    recordings = Recordings(tmp_path, Timed(0.6), plain)
    recordings.of("La nuit tombe.", "fr")
    assert recordings.makeshift == Trouble("voice.slow", file="/a.onnx", seconds=0.6)
    assert plain.rendered == ["La nuit tombe."]


def test_a_voice_that_was_found_goes_behind_those_that_were_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"fr": "/found.onnx", "en": "/found-too.onnx"}
    monkeypatch.setattr("hardware.voice.engines.find_spec", lambda _: None)
    assert len(engines(found=found)) == 1, "Piper is not installed"
    monkeypatch.setattr("hardware.voice.engines.find_spec", lambda name: name)
    french, english, _ = engines(found=found)
    assert [french.speaks(language) for language in ("fr", "en", "de")] == [True, False, False]
    assert [english.speaks(language) for language in ("fr", "en", "de")] == [False, True, False]
    named, unnamed, espeak = engines(voices={"fr": "/named.onnx"}, found=found)
    assert [engine.speaks("fr") for engine in (named, unnamed, espeak)] == [True, False, True]
    assert not named.speaks("en")


def test_a_variety_has_a_voice_of_its_own_or_that_of_its_language() -> None:
    """An American table speaks American by itself; a voice or a rate named for English is its too."""
    (espeak,) = engines(rates={"en": 170})
    signed = {language: espeak.signature(language) for language in ("en", "en-US", "en-GB")}
    espeak.close()
    assert [signed[language].split()[-2:] for language in signed] == [
        ["gmw/en", "170"],
        ["gmw/en-us", "170"],
        ["gmw/en", "170"],
    ]
    named, _ = engines(voices={"en": "/alba.onnx"})
    assert [named.speaks(language) for language in ("en-US", "fr")] == [True, False]
    american, british, _ = engines(voices={"en": "/alba.onnx", "en-US": "/joe.onnx"})
    assert [american.speaks(language) for language in ("en-US", "en")] == [True, False]
    assert british.speaks("en")


def crash(_: Path) -> None:
    raise VoiceError(Trouble("voice.ended", engine="planted"))


def empty_file(path: Path) -> None:
    path.write_bytes(b"")


def no_file(_: Path) -> None:
    pass


def half_a_sentence(path: Path) -> None:
    write_wav(path, 0.05)


def wrong_rate(path: Path) -> None:
    write_wav(path, 3.0, 44_100)


def cut_off(path: Path) -> None:
    write_wav(path, 3.0)
    os.truncate(path, 2000)


class FakePlayer:
    """Hears each recording for `glances` looks at it. Never two at once."""

    def __init__(self, glances: float = 3) -> None:
        self.glances = glances
        self.left: float = 0
        self.heard: list[float] = []
        self.pitches: list[float] = []
        self.opened = self.closed = self.moved = False
        self.trouble: Trouble | None = None

    def open(self) -> None:
        self.opened, self.closed = True, False

    def play(self, path: Path, pitch: float = 1.0) -> None:
        assert not self.left, "two lines at once"
        self.pitches.append(pitch)
        self.heard.append(round(seconds_of(path), 2))
        self.left = self.glances

    @property
    def playing(self) -> bool:
        self.left = max(0, self.left - 1)
        return self.left > 0

    def give_up(self) -> None:
        self.trouble, self.left = Trouble("sound.stopped"), 0

    def close(self) -> None:
        self.closed, self.left = True, 0


class DeafPlayer(FakePlayer):
    def __init__(self) -> None:
        super().__init__()
        self.trouble = Trouble("sound.missing", detail="planted")

    def open(self) -> None:
        assert self.trouble
        raise VoiceError(self.trouble)


class Desk:
    """Makes the voices of a test, and closes them at its end."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.voices: list[SpokenVoice] = []

    def voice(
        self,
        engine: FakeEngine | WorkerEngine | tuple[FakeEngine, ...] | None = None,
        player: FakePlayer | MixerPlayer | None = None,
        now: Callable[[], float] = lambda: 0.0,
        language: str | None = None,
    ) -> SpokenVoice:
        voice = SpokenVoice(
            self.cache,
            *(engine if isinstance(engine, tuple) else (engine or FakeEngine(),)),
            player=player or FakePlayer(),
            now=now,
            glance_s=0.0,
            breath_s=0.0,
            language=language,
        )
        self.voices.append(voice)
        return voice


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "cache")
    yield desk
    for voice in desk.voices:
        voice.close()


# ---------------------------------------------------------------------------- speaking


def test_every_engine_has_its_half_in_the_process_that_renders() -> None:
    assert BACKENDS.keys() == ENGINES.keys()


@pytest.mark.parametrize("name", BACKENDS)
def test_a_voice_is_of_one_engine(name: str) -> None:
    voice = {"piper": "/home/pi/fr.onnx", "espeak": "roa/fr+f2"}[name]
    assert [other for other, backend in BACKENDS.items() if backend.takes(voice)] == [name]
    assert [engine.speaks("fr") for engine in engines(voices={"fr": voice})] == [True, True]


def test_lines_are_heard_whole_one_after_the_other(desk: Desk) -> None:
    player = FakePlayer()
    voice: Voice = desk.voice(player=player)
    for line in ("a" * 10, "b" * 30, "c" * 20):
        voice.speak(line, "fr")
    assert desk.voices[0].wait(LONG_S)
    assert player.heard == [1.0, 3.0, 2.0]
    assert not voice.speaking
    assert voice.trouble is None


def test_a_line_that_waited_for_another_comes_after_a_breath(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock stands still: each line but the first waits the whole breath, which is over at once here."""
    voice, breath_s, waited_s = desk.voice(), 7.0, []
    really = voice._changed.wait_for

    def wait_for(until: Callable[[], bool], within_s: float | None = None) -> bool:
        waited_s.append(within_s)
        return really(until, 0.0 if within_s == breath_s else within_s)

    monkeypatch.setattr(voice._changed, "wait_for", wait_for)
    monkeypatch.setattr(voice, "_breath_s", breath_s)
    for line in ("a" * 10, "b" * 30, "c" * 20):
        voice.speak(line, "en")
    assert voice.wait(LONG_S)
    assert waited_s.count(breath_s) == 2


def test_a_recording_is_rendered_once_and_heard_in_every_pitch(desk: Desk) -> None:
    engine, player = FakeEngine(), FakePlayer()
    voice = desk.voice(engine, player)
    voice.speak("It is the Mill.", "en")
    for pitch in (0.86, 1.16):
        voice.speak("It is the Mill.", "en", pitch)
    assert voice.wait(LONG_S)
    assert player.pitches == [1.0, 0.86, 1.16]
    assert engine.rendered == ["It is the Mill."]


def test_it_is_speaking_from_the_word_go_until_the_line_is_heard(desk: Desk) -> None:
    heard = threading.Event()

    class HeldPlayer(FakePlayer):
        @property
        def playing(self) -> bool:
            return not heard.is_set()

    voice = desk.voice(player=HeldPlayer())
    assert not voice.speaking
    voice.speak("Nightfall", "en")
    assert voice.speaking
    assert not voice.wait(0.0)
    assert voice.speaking
    heard.set()
    assert voice.wait(LONG_S)
    assert not voice.speaking


def test_what_is_said_next_is_rendered_before_what_is_rendered_ahead(desk: Desk) -> None:
    """While one line is heard the next must become ready, however many wait for later."""
    rendering, go_on = threading.Event(), threading.Event()

    def slowly(path: Path) -> None:
        rendering.set()
        assert go_on.wait(LONG_S)
        write_wav(path, 1.0)

    engine = FakeEngine(slowly)
    voice = desk.voice(engine, FakePlayer())
    voice.prepare(["one", "two", "three"], "en")
    assert rendering.wait(LONG_S)
    assert not voice.speaking, "to render ahead is not to speak"
    voice.speak("now", "en")
    voice.speak("then", "en")
    go_on.set()
    assert voice.wait(LONG_S)
    assert engine.rendered == ["one", "now", "then", "two", "three"]


def test_the_next_line_is_rendered_while_one_is_heard(desk: Desk) -> None:
    engine = FakeEngine()

    class WatchingPlayer(FakePlayer):
        @property
        def playing(self) -> bool:
            return "second" not in engine.rendered

    voice = desk.voice(engine, WatchingPlayer(glances=0))
    voice.speak("first", "en")
    voice.speak("second", "en")
    assert voice.wait(LONG_S)
    assert engine.rendered == ["first", "second"]


class Slow(FakeEngine):
    """An engine that takes `costs_s` for each sentence, on a clock of the test's."""

    def __init__(self, clock: VirtualClock, *costs_s: float) -> None:
        super().__init__()
        self.clock, self.costs_s = clock, list(costs_s)

    def render(self, text: str, language: str, path: Path) -> None:
        self.clock.wait(self.clock.now() + self.costs_s.pop(0))
        super().render(text, language, path)


def test_a_line_that_comes_late_is_not_heard_nor_said_by_another(desk: Desk) -> None:
    """A narrator does not change between two lines."""
    clock, player, spare = VirtualClock(), FakePlayer(), FakeEngine()
    piper = Slow(clock, LATE_S, LATE_S + 0.1, 1.0)
    voice = desk.voice((piper, spare), player, clock.now)
    voice.speak("a" * 10, "fr")
    assert voice.wait(LONG_S)
    assert (player.heard, voice.missed, voice.late) == ([1.0], False, None)
    voice.speak("b" * 20, "fr")
    assert voice.wait(LONG_S)
    assert voice.missed
    voice.speak("c" * 30, "fr")
    assert voice.wait(LONG_S)
    assert not voice.missed
    assert player.heard == [1.0, 3.0]
    assert spare.rendered == []
    assert voice.makeshift is None
    assert voice.late == Trouble("voice.late", seconds=LATE_S)


def test_nobody_waits_any_longer_for_a_line_that_is_late(desk: Desk) -> None:
    """The room goes on while the voice is still about it; what comes meanwhile has its own time."""
    clock, rendering, go_on = VirtualClock(), threading.Event(), threading.Event()

    def slowly(path: Path) -> None:
        rendering.set()
        assert go_on.wait(LONG_S)
        write_wav(path, 1.0)

    player = FakePlayer()
    voice = desk.voice(FakeEngine(slowly), player, clock.now)
    voice.speak("a" * 10, "fr")
    assert rendering.wait(LONG_S)
    clock.wait(LATE_S)
    assert voice.speaking
    clock.wait(LATE_S + 0.1)
    assert not voice.speaking
    assert voice.missed
    voice.speak("b" * 20, "fr")
    assert voice.speaking
    go_on.set()
    assert voice.wait(LONG_S)
    assert player.heard == [2.0]


def test_a_line_that_waits_for_a_long_one_is_not_late(desk: Desk) -> None:
    clock = VirtualClock()

    class LongPlayer(FakePlayer):
        @property
        def playing(self) -> bool:
            clock.wait(clock.now() + 2 * LATE_S)
            return super().playing

    player = LongPlayer(glances=2)
    voice = desk.voice(player=player, now=clock.now)
    voice.speak("a" * 900, "fr")
    voice.speak("b" * 20, "fr")
    assert voice.wait(LONG_S)
    assert player.heard == [90.0, 2.0]
    assert voice.late is None


def test_closing_falls_silent_at_once(desk: Desk) -> None:
    engine, player = FakeEngine(), FakePlayer(glances=float("inf"))
    voice = desk.voice(engine, player)
    voice.speak("for ever", "en")
    voice.close()
    assert player.closed
    assert engine.closed
    assert not voice.speaking
    assert voice.trouble is None
    voice.speak("nothing", "en")
    voice.prepare(["nothing"], "en")
    assert not voice.speaking


# ---------------------------------------------------------------------------- recordings


def test_a_sentence_is_rendered_once_for_all_evenings(desk: Desk) -> None:
    engine = FakeEngine()
    for _ in range(2):
        voice = desk.voice(engine)
        voice.speak("The night falls.", "en")
        assert voice.wait(LONG_S)
    assert engine.rendered == ["The night falls."]


@pytest.mark.parametrize(
    ("version", "language", "text"), [("2", "en", "Night."), ("1", "fr", "Night."), ("1", "en", "Night?")]
)
def test_another_engine_language_or_text_is_another_recording(
    tmp_path: Path, version: str, language: str, text: str
) -> None:
    engine = FakeEngine()
    recordings = Recordings(tmp_path, engine)
    first = recordings.of("Night.", "en")
    engine.version = version
    assert recordings.of(text, language) != first


def test_a_recording_spoilt_on_the_disk_is_made_again(tmp_path: Path) -> None:
    engine = FakeEngine()
    recordings = Recordings(tmp_path, engine)
    kept = recordings.of("The night falls.", "en")
    for spoil in (empty_file, cut_off, half_a_sentence):
        spoil(kept)
        assert recordings.of("The night falls.", "en") == kept
        assert seconds_of(kept) == pytest.approx(1.6)
    assert len(engine.rendered) == 4


def test_nothing_half_made_remains_in_the_cache(tmp_path: Path) -> None:
    engine = FakeEngine(crash, crash, empty_file, half_a_sentence)
    recordings = Recordings(tmp_path, engine)
    for _ in range(2):
        with pytest.raises(VoiceError):
            recordings.of("The night falls.", "en")
    assert list(tmp_path.iterdir()) == []
    kept = recordings.of("The night falls.", "en")
    assert list(tmp_path.iterdir()) == [kept]


def test_without_a_cache_nothing_is_rendered_twice_or_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    engine, player = FakeEngine(), FakePlayer()
    voice = SpokenVoice(tmp_path / "file", engine, player=player, now=lambda: 0.0, glance_s=0.0)
    voice.prepare(["one", "two", "three"], "en")
    assert voice.wait(LONG_S)
    assert engine.rendered == ["one"], "the first shows that none can be kept"
    voice.speak("Night.", "en")
    voice.speak("Morning.", "en")
    voice.prepare(["two", "three"], "en")
    assert voice.wait(LONG_S)
    voice.close()
    assert engine.rendered == ["one", "Night.", "Morning."]
    assert player.heard == [0.6, 0.8]


def test_a_cache_that_can_be_written_again_is_used_again(tmp_path: Path) -> None:
    directory = tmp_path / "cache"
    directory.write_text("")
    recordings = Recordings(directory, FakeEngine())
    assert recordings.of("one", "en").parent != directory
    assert not recordings.keeps
    directory.unlink()
    assert recordings.of("two", "en").parent == directory
    assert recordings.keeps


def test_the_oldest_recordings_leave_first(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "older", "oldest")):
        path = tmp_path / f"{name}.wav"
        path.write_bytes(bytes(100))
        os.utime(path, (1000 - age, 1000 - age))
    (tmp_path / "cut.part").write_bytes(bytes(100))
    Recordings(tmp_path, FakeEngine()).prune(most_bytes=250)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.wav", "older.wav"]


# ---------------------------------------------------------------------------- trouble


@pytest.mark.parametrize("fault", [crash, empty_file, no_file, half_a_sentence, wrong_rate, cut_off])
def test_one_fault_is_mended_by_a_fresh_engine(desk: Desk, fault: Callable[[Path], None]) -> None:
    engine, player = FakeEngine(fault), FakePlayer()
    voice = desk.voice(engine, player)
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert engine.restarts == 1
    assert player.heard == [1.6]
    assert voice.trouble is None


@pytest.mark.parametrize("fault", [crash, empty_file, no_file, half_a_sentence, wrong_rate, cut_off])
def test_two_faults_in_a_row_leave_captions_and_one_sentence(
    desk: Desk, fault: Callable[[Path], None]
) -> None:
    engine, player = FakeEngine(fault, fault), FakePlayer()
    voice = desk.voice(engine, player)
    voice.speak("The night falls.", "en")
    voice.speak("Never heard.", "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble
    assert voice.trouble.key in ("voice.ended", "voice.no_recording", "voice.words_lost", "voice.wrong_form")
    voice.speak("Never heard either.", "en")
    assert not voice.speaking
    voice.close()
    assert player.heard == []
    assert engine.restarts == 1
    assert engine.closed


def test_a_sound_card_that_comes_later_than_the_table_is_heard(desk: Desk) -> None:
    player = DeafPlayer()
    voice = desk.voice(player=player)
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert voice.trouble == Trouble("sound.missing", detail="planted")
    player.trouble = None
    voice.speak("The day breaks.", "en")
    assert voice.wait(LONG_S)
    assert len(player.heard) == 1


def test_a_line_for_a_sound_card_that_has_gone_is_not_said_when_it_is_back(desk: Desk) -> None:
    """It would call somebody at a moment when another one is called."""

    class Unplugged(FakePlayer):
        def play(self, path: Path, pitch: float = 1.0) -> None:
            super().play(path, pitch)
            self.trouble, self.left = Trouble("sound.missing", detail="planted"), 0

    player = Unplugged()
    voice = desk.voice(player=player)
    with voice._changed:  # both are there before the first is heard
        voice.speak("Seer, wake up.", "en")
        voice.speak("Seer, close your eyes.", "en")
    voice._changed.acquire()
    voice._changed.wait_for(lambda: not voice._busy and not voice._asked, LONG_S)
    voice._changed.release()
    player.trouble = None
    assert voice.wait(LONG_S)
    assert len(player.heard) == 1


def test_a_line_that_another_sound_card_has_cut_is_said_again(desk: Desk) -> None:
    class Moving(FakePlayer):
        def play(self, path: Path, pitch: float = 1.0) -> None:
            super().play(path, pitch)
            self.moved = len(self.heard) == 1

    player = Moving()
    voice = desk.voice(player=player)
    voice.speak("The night falls.", "en", 0.9)
    assert voice.wait(LONG_S)
    assert len(player.heard) == 2
    assert player.heard[0] == player.heard[1]
    assert player.pitches == [0.9, 0.9]


@pytest.mark.parametrize(("pitch", "over_s"), [(1.0, 10), (0.5, 20), (2.0, 5)])
def test_a_line_may_take_as_long_as_its_pitch_makes_it(desk: Desk, pitch: float, over_s: float) -> None:
    """Ten seconds as it was recorded; a clock that moves a second with each look at it."""
    time_s, player = iter(range(1_000_000)), FakePlayer(glances=float("inf"))
    voice = desk.voice(player=player, now=lambda: float(next(time_s)))
    voice.speak("x" * 100, "en", pitch)
    assert voice.wait(LONG_S)
    assert over_s + GRACE_S <= next(time_s) <= over_s + GRACE_S + 9


def test_a_sound_card_that_stops_does_not_hold_the_evening(desk: Desk) -> None:
    """A line that does not end is cut off; after two in a row the voice is silent, until the card plays
    again."""
    time_s = iter(range(1_000_000))
    player = FakePlayer(glances=float("inf"))
    voice = desk.voice(player=player, now=lambda: float(next(time_s)))
    voice.speak("x" * 100, "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble is None
    assert next(time_s) >= 10 + GRACE_S
    voice.speak("y" * 100, "en")
    assert voice.wait(LONG_S)
    assert voice.trouble == Trouble("sound.stopped")
    player.trouble, player.glances = None, 2
    for line in ("The day breaks.", "Night falls."):
        voice.speak(line, "en")
        assert voice.wait(LONG_S)
    assert voice.trouble is None
    assert len(player.heard) == 4


def test_a_line_that_took_too_long_once_does_not_end_the_voice(desk: Desk) -> None:
    time_s = iter(range(1_000_000))
    player = FakePlayer()
    voice = desk.voice(player=player, now=lambda: float(next(time_s)))
    for glances in (float("inf"), 2, float("inf"), 2):
        player.glances = glances
        voice.speak("x" * 100, "en")
        assert voice.wait(LONG_S)
    assert voice.trouble is None
    assert len(player.heard) == 4


def test_an_unforeseen_error_does_not_hold_the_evening_either(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_value))

    class BrokenPlayer(FakePlayer):
        def play(self, path: Path, pitch: float = 1.0) -> None:
            raise ZeroDivisionError(path, pitch)

    voice = desk.voice(player=BrokenPlayer())
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble == Trouble("voice.stopped")
    voice.close()
    assert [type(error) for error in seen] == [ZeroDivisionError]


def test_a_language_without_a_voice_is_trouble(desk: Desk) -> None:
    voice = desk.voice()
    voice.speak("ram tagh.", "tlh")
    assert voice.wait(LONG_S)
    assert voice.trouble == Trouble("voice.unknown", language="tlh", known=", ".join(VOICES))


# ---------------------------------------------------------------------------- the worker process

READY = 'import socket, sys; wire = socket.socket(fileno=0); wire.sendall(b\'{"version": "9"}\\n\'); '


def planted(code: str, answer_s: float = LONG_S) -> WorkerEngine:
    """Replaces the worker's program."""
    return WorkerEngine(command=[sys.executable, "-S", "-c", code], start_s=LONG_S, answer_s=answer_s)


@pytest.mark.parametrize("answer", [b'{"failed": "pla', b"{", b"noise\n", b"\xff\n", b"\n"])
def test_a_worker_whose_answer_is_cut_or_spoilt_is_killed(tmp_path: Path, answer: bytes) -> None:
    """A worker that stays alive after a line of noise would answer the next question with it."""
    again = 'wire.recv(1000); wire.sendall(b"{}\\n"); wire.recv(1)' if answer.endswith(b"\n") else ""
    engine = planted(READY + f"wire.recv(1000); wire.sendall({answer!r}); {again}")
    with told_as(VoiceError, "has ended"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    with told_as(VoiceError, "has ended"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


def test_a_worker_cut_at_its_first_word_is_trouble(desk: Desk) -> None:
    cut = READY.replace('"9"}\\n', '"9')
    assert cut != READY
    voice = desk.voice(planted(cut), language="en")
    assert voice.wait(LONG_S)
    voice.close()
    assert voice.trouble == Trouble("voice.ended", engine="espeak")


def test_a_worker_that_hangs_is_killed(tmp_path: Path) -> None:
    engine = planted(READY + "\nwhile wire.recv(1000): pass", answer_s=0.01)
    assert engine.signature("fr") == "espeak 9 roa/fr 150"
    with told_as(VoiceError, "has not answered for"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


def test_a_worker_that_is_not_there_is_trouble(desk: Desk, tmp_path: Path) -> None:
    voice = desk.voice(WorkerEngine(command=[str(tmp_path / "nothing")]), language="en")
    assert voice.wait(LONG_S)
    voice.close()
    assert voice.trouble == Trouble("voice.unstarted", engine="espeak", reason="ENOENT")


def test_a_worker_that_refuses_says_why(tmp_path: Path) -> None:
    engine = planted(READY + 'wire.recv(1000); wire.sendall(b\'{"failed": "planted"}\\n\'); wire.recv(1)')
    with pytest.raises(VoiceError, match="planted"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


def test_closing_does_not_wait_for_a_worker_that_hangs(desk: Desk) -> None:
    asked = threading.Event()

    class WatchedEngine(WorkerEngine):
        def render(self, text: str, language: str, path: Path) -> None:
            asked.set()
            super().render(text, language, path)

    hung = [sys.executable, "-S", "-c", READY + "\nwhile wire.recv(1000): pass"]
    voice = desk.voice(WatchedEngine(command=hung, start_s=LONG_S, answer_s=1e6))
    voice.speak("The night falls.", "en")
    assert asked.wait(LONG_S)
    voice.close()
    assert not voice.speaking


def test_a_trial_that_is_closed_within_a_sentence_ends_at_once() -> None:
    """As when somebody gives up a voice that is being tried."""
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as trial:
        server.settimeout(LONG_S)
        told = f"wire.recv(1000); socket.create_connection({server.getsockname()!r}); wire.recv(1)"
        engine = planted(READY + told)
        speed = trial.submit(engine.speed)
        server.accept()[0].close()  # the worker has the sentence now
        engine.close()
        ended = speed.exception(LONG_S)
    assert isinstance(ended, VoiceError)
    assert ended.trouble == Trouble("voice.ended", engine="espeak")


def test_a_closed_engine_starts_no_other_worker(tmp_path: Path) -> None:
    engine = planted(READY)
    engine.close()
    with told_as(VoiceError, "The voice has stopped"):
        engine.render("Night.", "en", tmp_path / "night.wav")


# ---------------------------------------------------------------------------- one engine after another


class Silenced(FakeEngine):
    """An engine that fails from its `after`-th sentence on."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def render(self, text: str, language: str, path: Path) -> None:
        if len(self.rendered) >= self.after:
            crash(path)
        super().render(text, language, path)


def test_where_one_engine_fails_the_next_speaks(desk: Desk) -> None:
    first, second, player = Silenced(after=1), FakeEngine(), FakePlayer()
    second.version = "2"
    voice = SpokenVoice(desk.cache, first, second, player=player, now=lambda: 0.0, glance_s=0.0)
    for line in ("One.", "Two.", "Three."):
        voice.speak(line, "en")
        assert voice.wait(LONG_S)
    assert (first.rendered, second.rendered) == (["One."], ["Two.", "Three."])
    assert first.closed
    assert voice.trouble is None
    assert voice.makeshift == Trouble("voice.ended", engine="planted")
    voice.close()
    assert len(player.heard) == 3


def test_an_engine_that_does_not_start_is_told_before_the_first_line(desk: Desk) -> None:
    class Dead(FakeEngine):
        def start(self) -> None:
            raise VoiceError(Trouble("voice.unstarted", engine="planted", reason="ENOENT"))

    voice = SpokenVoice(desk.cache, Dead(), FakeEngine(), player=FakePlayer(), glance_s=0.0, language="en")
    assert voice.wait(LONG_S)
    assert voice.makeshift == Trouble("voice.unstarted", engine="planted", reason="ENOENT")
    voice.close()


def test_each_language_is_spoken_by_an_engine_that_has_a_voice_for_it(tmp_path: Path) -> None:
    class French(FakeEngine):
        def speaks(self, language: str) -> bool:
            return language == "fr"

    french, both = French(), FakeEngine()
    recordings = Recordings(tmp_path, french, both)
    recordings.of("Nuit.", "fr")
    recordings.of("Night.", "en")
    assert (french.rendered, both.rendered) == (["Nuit."], ["Night."])
    assert recordings.makeshift is None


def test_a_voice_that_is_closed_while_it_renders_is_no_makeshift(tmp_path: Path) -> None:
    class Closing(FakeEngine):
        def render(self, text: str, language: str, path: Path) -> None:  # noqa: ARG002
            recordings.close()
            crash(path)

    spare = FakeEngine()
    recordings = Recordings(tmp_path, Closing(), spare)
    with pytest.raises(VoiceError):
        recordings.of("Nuit.", "fr")
    assert recordings.makeshift is None
    assert spare.rendered == []


# ---------------------------------------------------------------------------- rhythm


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Bonsoir.", [("Bonsoir.", 0.0)]),
        ("Qui\u00a0? Moi… Lui.", [("Qui\u00a0?", 0.5), ("Moi…", 0.6), ("Lui.", 0.0)]),
        ("La lune… elle monte. Été.", [("La lune… elle monte.", 0.4), ("Été.", 0.0)]),
        ("Il dit «\u00a0Moi\u00a0!\u00a0» Bien.", [("Il dit «\u00a0Moi\u00a0!\u00a0»", 0.4), ("Bien.", 0.0)]),
        ("«\u00a0Le Puits\u00a0» Bleu.", [("«\u00a0Le Puits\u00a0» Bleu.", 0.0)]),
        ("Who? “Me.” You.", [("Who?", 0.5), ("“Me.”", 0.4), ("You.", 0.0)]),
        ("A. b", [("A. b", 0.0)]),
    ],
)  # fmt: skip
def test_a_line_is_silent_between_its_sentences(line: str, told: list[tuple[str, float]]) -> None:
    assert sentences_of(line) == told
    assert " ".join(sentence for sentence, _ in told) == line


def test_the_pauses_are_the_same_with_every_engine(tmp_path: Path) -> None:
    """Whatever silence an engine leaves around its sentences, ours is heard."""

    def padded(path: Path) -> None:
        with wave.open(str(path), "wb") as recording:
            recording.setnchannels(1)
            recording.setsampwidth(2)
            recording.setframerate(SAMPLES_A_SECOND)
            recording.writeframes(bytes(8000) + b"\x01\x02" * SAMPLES_A_SECOND + bytes(4000))

    recordings = Recordings(tmp_path, FakeEngine(padded, padded))
    samples = samples_of(recordings.of("Qui\u00a0? Moi.", "fr"))
    pause = round(0.5 * SAMPLES_A_SECOND)
    assert len(samples) == 2 * SAMPLES_A_SECOND + pause
    assert not any(samples[SAMPLES_A_SECOND : SAMPLES_A_SECOND + pause])
    assert all(samples[:SAMPLES_A_SECOND])


def loudness_db(samples: array.array[int]) -> float:
    """The root mean square of what is heard, in dBFS."""
    heard = [sample * sample for sample in samples if abs(sample) >= 100]
    return 20 * math.log10(math.sqrt(sum(heard) / len(heard)) / 32_767)


def tone(level: int, seconds: float = 1.0) -> array.array[int]:
    """A tone of 440 Hz with peaks of `level`."""
    step = 2 * math.pi * 440 / SAMPLES_A_SECOND
    return array.array(
        "h", [round(level * math.sin(step * at)) for at in range(int(seconds * SAMPLES_A_SECOND))]
    )


@pytest.mark.parametrize("level", [1500, 6000, 32_767])
def test_every_line_is_as_loud_as_the_others(level: int) -> None:
    made = array.array("h", levelled(tone(level).tobytes()))
    assert loudness_db(made) == pytest.approx(-20, abs=0.3)
    assert made[0] == 0


def test_a_line_with_a_loud_bang_is_not_cut_off_at_it() -> None:
    """It stays softer than the others instead."""
    samples = tone(1500)
    samples[50], samples[60] = 32_767, -32_768
    made = array.array("h", levelled(samples.tobytes()))
    assert 29_000 < made[50] < 29_300
    assert -29_300 < made[60] < -29_000
    assert levelled(bytes(100)) == bytes(100)


# ---------------------------------------------------------------------------- Piper


PIPER = '''
import os, signal
from types import SimpleNamespace
from typing import Any, cast

class SynthesisConfig:
    def __init__(self, length_scale):
        self.length_scale = length_scale

class InvalidProtobuf(Exception):
    """As onnxruntime raises its own for a damaged model."""

class PiperVoice:
    config = SimpleNamespace(length_scale=1.0)

    def __init__(self, path):
        self.told = open(path).read()
        if self.told == "refuse":
            raise InvalidProtobuf("planted")

    load = classmethod(lambda cls, path: cls(path))

    def synthesize(self, text, config):
        if self.told == "crash":
            os._exit(1)
        if self.told == "hang":
            signal.pause()
        samples = round(0.1 * len(text) * config.length_scale * int(self.told))
        yield SimpleNamespace(sample_rate=int(self.told), audio_int16_bytes=b"\\x00\\x10" * samples)
'''


@pytest.fixture
def piper_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of that name which makes noise as the model's text says."""
    package, told = tmp_path / "site" / "piper", tmp_path / "site" / "piper_tts-9.dist-info"
    for folder in (package, told):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text(PIPER)
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: piper-tts\nVersion: 9\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "site"))


def model(folder: Path, told: str) -> dict[str, str]:
    """A Piper voice for French."""
    path = folder / "fr.onnx"
    path.write_text(told)
    path.with_name("fr.onnx.json").write_text("{}")
    return {"fr": str(path)}


def sung(folder: Path, voices: dict[str, str], rate: int = 150) -> tuple[float, Trouble | None]:
    """The length of a sentence of ten letters, and what is wrong."""
    preferred, espeak = engines(rate, voices=voices)
    espeak.close()
    if (Path(voices["fr"]).exists() and Path(voices["fr"]).read_text()) == "hang":
        preferred = WorkerEngine(name="piper", voices=voices, answer_s=1.0)
    recordings = Recordings(folder / "cache", preferred, FakeEngine())
    length = seconds_of(recordings.of("Bonne nuit", "fr"))
    return length, recordings.makeshift


@pytest.mark.usefixtures("piper_is_there")
@pytest.mark.parametrize(
    ("told", "rate", "length"), [("22050", 150, 1.0), ("16000", 150, 1.0), ("48000", 75, 2.0)]
)
def test_piper_speaks_at_whatever_rate_its_voice_was_made(
    tmp_path: Path, told: str, rate: int, length: float
) -> None:
    sung_s, makeshift = sung(tmp_path, model(tmp_path, told), rate)
    assert sung_s == pytest.approx(length, abs=0.001)
    assert makeshift is None


@pytest.mark.usefixtures("piper_is_there")
@pytest.mark.parametrize(
    ("told", "why"),
    [
        ("crash", Trouble("voice.ended", engine="piper")),
        ("hang", Trouble("voice.hangs", engine="piper", seconds=1.0)),
    ],
)
def test_a_piper_that_fails_leaves_the_evening_to_another_voice(
    tmp_path: Path, told: str, why: Trouble
) -> None:
    assert sung(tmp_path, model(tmp_path, told)) == (1.0, why)


@pytest.mark.usefixtures("piper_is_there")
def test_the_speed_of_a_piper_voice_is_measured(tmp_path: Path) -> None:
    assert 0.0 < piper_speed(model(tmp_path, "22050")["fr"]) < 10.0


@pytest.mark.usefixtures("piper_is_there")
def test_a_damaged_piper_voice_is_named(tmp_path: Path) -> None:
    damaged = model(tmp_path, "refuse")
    why = Trouble("voice.unable", engine="piper", detail=f"{damaged['fr']}: planted")
    assert sung(tmp_path, damaged) == (1.0, why)
    with pytest.raises(VoiceError) as broken:
        piper_speed(damaged["fr"])
    assert broken.value.trouble == why


def test_a_piper_that_is_not_installed_leaves_the_evening_to_another_voice(tmp_path: Path) -> None:
    assert sung(tmp_path, model(tmp_path, "22050")) == (1.0, Trouble("voice.ended", engine="piper"))


@pytest.mark.parametrize("missing", ["fr.onnx", "fr.onnx.json"])
def test_a_piper_voice_that_is_not_there_is_named(tmp_path: Path, missing: str) -> None:
    voices = model(tmp_path, "22050")
    (tmp_path / missing).unlink()
    assert sung(tmp_path, voices) == (
        1.0,
        Trouble("voice.model", file=str(tmp_path / missing), reason="ENOENT"),
    )


@pytest.mark.usefixtures("piper_is_there")
def test_a_piper_voice_that_has_changed_is_heard(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path / "cache", *engines(voices=model(tmp_path, "22050")))
    before = recordings.of("Bonne nuit", "fr")
    assert recordings.of("Bonne nuit", "fr") == before
    model(tmp_path, "8000")
    assert recordings.of("Bonne nuit", "fr") != before


def test_samples_are_taken_again_on_the_line_between_them() -> None:
    assert resampled(array.array("h", [0, 100]), SAMPLES_A_SECOND // 2).tolist() == [0, 50, 100, 100]
    assert resampled(array.array("h", [5, -5, 7]), SAMPLES_A_SECOND).tolist() == [5, -5, 7]
    assert resampled(array.array("h", [0, 50, 100, 150]), 2 * SAMPLES_A_SECOND).tolist() == [0, 100]


# ---------------------------------------------------------------------------- the real thing


def test_where_espeak_has_no_such_voice_ours_speaks(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path, *engines(voices={"en": "gmw/en+none"}))
    usual = Recordings(tmp_path, *engines())
    assert recordings.of("Night falls.", "en") == usual.of("Night falls.", "en")
    assert recordings.makeshift == Trouble(
        "voice.unable", engine="espeak", detail="espeak has no voice 'gmw/en+none'"
    )


def test_languages_have_rates_and_voices_of_their_own(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path, *engines(150, {"en": 220}, {"en": "gmw/en+f3"}))
    usual = Recordings(tmp_path, *engines())
    line = "Night falls on the village."
    assert seconds_of(recordings.of(line, "en")) < 0.85 * seconds_of(usual.of(line, "en"))
    assert recordings.of("Nuit.", "fr") == usual.of("Nuit.", "fr")


@pytest.fixture(scope="module")
def espeak() -> Iterator[WorkerEngine]:
    engine = WorkerEngine()
    yield engine
    engine.close()


def samples_of(path: Path) -> array.array[int]:
    with wave.open(str(path), "rb") as recording:
        assert recording.getparams()[:3] == (1, 2, 22_050)
        return array.array("h", recording.readframes(recording.getnframes()))


@pytest.mark.parametrize(("rulebook", "language"), list(product(("best-of", "mots-garous"), ("fr", "en"))))
def test_lines_are_spoken_alike(language: str, rulebook: str, tmp_path: Path) -> None:
    """As loud as each other, never clipped, neither fast nor slow, without silence around them."""
    told, cards = Narration.load(language, rulebook), RULEBOOKS["best-of"].cards[:3]
    seats = [NamedSeat(index, name) for index, name in enumerate(list(told.places)[:3])]
    lines = sorted(set(told.sentences(seats, cards)))
    recordings = Recordings(tmp_path, WorkerEngine())
    for line in some(lines[:: len(lines) // 20][:20], of=4):
        samples = samples_of(recordings.of(line, language))
        speech_s = len(samples) / SAMPLES_A_SECOND - sum(pause_s for _, pause_s in sentences_of(line))
        assert -21.5 <= loudness_db(samples) <= -19, line
        assert max(map(abs, samples)) <= 29_204, line
        assert 8 <= sum(map(str.isalnum, line)) / speech_s <= 25, line
        for edge in (samples[:441], samples[-441:]):  # 20 ms
            assert max(map(abs, edge)) >= 100, line


def test_the_first_line_of_a_worker_is_like_the_next(tmp_path: Path) -> None:
    """Neither lost nor at the rate that pyttsx3 opens espeak with."""
    engine, path, line = WorkerEngine(), tmp_path / "first.wav", "The very first line."
    lengths_s = []
    for _ in range(2):
        engine.render(line, "en", path)
        lengths_s.append(seconds_of(path, line))
        engine.render("Une autre.", "fr", path)
    engine.close()
    assert min(lengths_s) > 1.0
    assert lengths_s[0] == pytest.approx(lengths_s[1], abs=0.02)


def test_no_break_spaces_do_not_reach_espeak() -> None:
    assert spoken("Qui\u00a0? «\u202fMoi\u202f»") == "Qui ? « Moi »"


def test_eyes_are_not_said_to_be_close_by() -> None:
    """Espeak reads "close" as the adverb, which would spoil the calls of a whole game."""
    assert spoken("Thing, close your eyes. Close your eyes.") == "Thing, cloze your eyes. Cloze your eyes."
    assert spoken("All eyes close, closed.") == "All eyes cloze, closed."
    assert (
        spoken("Close by: look closely. Une affaire close.") == "Close by: look closely. Une affaire close."
    )
    for telling in (None, "tit-albert", "mots-garous"):
        for wordings in Narration.load("en", telling).lines.values():
            for wording in wordings:
                assert not re.search(r"(?<!so )(?<!very )\bclose\b", spoken(wording), re.IGNORECASE), wording


def test_a_line_is_really_played(tmp_path: Path, desk: Desk) -> None:
    """Through SDL's dummy sound card, which takes as long as a real one."""
    path = tmp_path / "short.wav"
    write_wav(path, 0.02)
    player = MixerPlayer()
    player.open()
    player.play(path)
    assert player.playing
    player.close()
    assert not player.playing

    engine = FakeEngine(lambda recording: write_wav(recording, 0.02))
    voice = SpokenVoice(desk.cache, engine, player=MixerPlayer())
    voice.speak("o", "fr")
    assert voice.wait(LONG_S)
    assert voice.trouble is None
    voice.close()


def test_a_broken_mixer_is_trouble(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    voice = desk.voice(player=MixerPlayer())
    assert voice.wait(LONG_S)
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    voice.close()
    assert voice.trouble
    assert voice.trouble.key == "sound.missing"


CHATTERING = """
def init():
    os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\\n")
    raise pygame.error("planted")

pygame.mixer.init = init
"""


@pytest.mark.parametrize(("driver", "plant"), [("dummy", CHATTERING), ("alsa", ""), ("dummy", "")])
def test_alsa_does_not_complain_beside_our_one_sentence(driver: str, plant: str) -> None:
    """With a planted fault and with the real one, with or without a sound card; nobody else is silenced."""
    lines = [
        "import os, pygame",
        "from hardware.voice.interface import VoiceError",
        "from hardware.voice.mixer import MixerPlayer",
        "from table.words.troubles import english",
        plant,
        "try: MixerPlayer().open()",
        "except VoiceError as error: os.write(2, english().told(error.trouble).encode())",
        "os.write(2, b' The end.')",
    ]
    told = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)],
        env=os.environ | {"SDL_AUDIODRIVER": driver},
        capture_output=True,
        text=True,
        timeout=LONG_S,
        check=True,
    )
    assert re.fullmatch(r"(There is no sound card.+\.)? The end\.", told.stderr), told.stderr
    assert not plant or "planted" in told.stderr


def test_a_recording_the_mixer_cannot_read_is_trouble(tmp_path: Path) -> None:
    player = MixerPlayer()
    player.open()
    (tmp_path / "noise.wav").write_bytes(b"noise")
    with told_as(VoiceError, "The sound card does not play"):
        player.play(tmp_path / "noise.wav")
    player.close()


def test_pyttsx3_does_at_once_what_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """It opens as if it were busy, and would set a rate only when it cancels what espeak is about."""
    really = pyttsx3.init
    monkeypatch.setattr("pyttsx3.init", lambda _: really("dummy"))
    engine = open_engine()
    engine.setProperty("rate", 123)
    assert engine.getProperty("rate") == 123


class PlantedEspeak:
    """pyttsx3's engine and espeak's library in one: notes what is asked of both."""

    def __init__(self, rate: int = 150, voice: str = "gmw/en") -> None:
        """What espeak has at the end, whatever it was asked for."""
        self.rate, self.voice = rate, voice
        self.done: list[str] = []

    def setProperty(self, key: str, value: object) -> None:  # noqa: N802 - pyttsx3's own name
        self.done.append(f"{key} {value}")

    def save_to_file(self, text: str, path: str) -> None:
        self.done.append(f"{text} > {path}")

    def runAndWait(self) -> None:  # noqa: N802 - pyttsx3's own name
        self.done.append("run")

    def getProperty(self, key: str) -> str:  # noqa: N802 - pyttsx3's own name
        assert key == "voice"
        return self.voice

    def espeak_Synchronize(self) -> None:  # noqa: N802 - espeak's own name
        self.done.append("quiet")

    def espeak_GetParameter(self, number: int, present: int) -> int:  # noqa: N802 - espeak's own name
        assert (number, present) == (1, 1)
        return self.rate


def test_a_sentence_is_not_made_before_espeak_is_quiet() -> None:
    """Espeak's thread takes a rate, and ends a sentence, long after pyttsx3 has returned. It would lose the
    rate, and end the next sentence with this one."""
    planted = PlantedEspeak()
    render(planted, planted, "Night.", "gmw/en", 150, "night.wav")
    assert planted.done == ["voice gmw/en", "rate 150", "quiet", "Night. > night.wav", "run", "quiet"]


@pytest.mark.parametrize(
    ("planted", "told"),
    [
        (PlantedEspeak(voice="roa/fr"), "espeak has no voice 'gmw/en'"),
        (PlantedEspeak(rate=200), "espeak does not speak 150 words a minute"),
    ],
)
def test_a_sentence_in_another_voice_or_at_another_rate_is_not_taken(
    planted: PlantedEspeak, told: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        render(planted, planted, "Night.", "gmw/en", 150, "night.wav")


# ---------------------------------------------------------------------------- garou voice


def test_what_is_foreseen_is_rendered_once(tmp_path: Path) -> None:
    seconds = iter((10.0, 12.5, 0.0, 0.5))
    engine = FakeEngine()
    recordings = Recordings(tmp_path, engine)
    steps: list[tuple[int, int]] = []
    first, again = (
        render_ahead(
            *(recordings, {"One.": "en", "Two.": "en"}, english()),
            *(lambda *at: steps.append(at), lambda: next(seconds)),
        )
        for _ in range(2)
    )
    assert engine.rendered == ["One.", "Two."]
    assert (first.sentences, first.made, first.kept, first.lost, first.duration_s) == (2, 2, 0, [], 2.5)
    assert (again.made, again.kept, again.bytes, again.spoken_s) == (0, 2, first.bytes, first.spoken_s)
    assert first.bytes == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert first.is_whole
    assert steps == [(0, 2), (1, 2), (2, 2)] * 2


def test_a_sentence_that_cannot_be_rendered_is_told_and_the_others_are_made(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path, FakeEngine(crash, crash))
    ahead = render_ahead(recordings, {"One.": "en", "Two.": "en"}, english())
    assert ahead.lost == [("One.", "The voice engine planted has ended: is it installed, and whole?")]
    assert (ahead.made, ahead.kept, ahead.is_whole) == (1, 0, False)


def test_an_engine_that_renders_nothing_is_not_asked_a_thousand_times(tmp_path: Path) -> None:
    engine = FakeEngine(*[crash] * 100)
    recordings = Recordings(tmp_path, engine)
    lines = [f"Line {number}." for number in range(20)]
    ahead = render_ahead(recordings, dict.fromkeys(lines, "en"), english())
    assert [sentence for sentence, _ in ahead.lost] == lines
    assert len(engine.rendered) == 2 * GIVE_UP


def test_where_nothing_can_be_kept_nothing_is_rendered_ahead(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    recordings = Recordings(tmp_path / "file", FakeEngine())
    with pytest.raises(TableError, match="no recording can be kept there"):
        render_ahead(recordings, {"One.": "en"}, english())


@pytest.fixture
def told_by(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., tuple[int, str, str]]:
    """The command with an engine that makes noise: exit code, output and errors."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    made: list[FakeEngine] = [FakeEngine()]
    monkeypatch.setattr(spoken_parts, "engines", lambda *_: (made[-1],))
    monkeypatch.setattr("hardware.voice.mixer.MixerPlayer", lambda *_: FakePlayer())
    pauses = SpokenVoice.__init__.__kwdefaults__ or {}
    for pause in ("glance_s", "breath_s"):
        monkeypatch.setitem(pauses, pause, 0.001)

    def run(*words: str, engine: FakeEngine | None = None) -> tuple[int, str, str]:
        made.append(engine or FakeEngine())
        result = CliRunner().invoke(garou, ["voice", *words], standalone_mode=False)
        if result.exception:
            raise result.exception
        return result.return_value, result.stdout, result.stderr

    return run


@pytest.fixture
def _unlevelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaves the loudness of recordings as it is: levelling takes most of the time."""
    monkeypatch.setattr("hardware.voice.recordings.levelled", bytes)


@pytest.mark.usefixtures("_unlevelled")
def test_the_command_renders_every_sentence_of_the_table(
    told_by: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    code, out, err = told_by("--language", "en", "--seats", "2", "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["made"] == told["sentences"] > 500
    assert told["folder"] == str(tmp_path / "cache" / "garou" / "voice")
    code, out, err = told_by("--language", "en", "--seats", "2")
    assert (code, err) == (0, "")
    kept = f"{told['sentences']} sentences; 0 rendered now in"
    assert out.startswith(f"en, thiercelieux, 2 seats: {kept}")


def test_the_command_tells_what_could_not_be_rendered(told_by: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = told_by("--seats", "1", engine=FakeEngine(*[crash] * 100))
    assert code == 1
    assert err.count("garou: not rendered: ") == 3
    assert "garou: not rendered either: " in err
    assert " 0 rendered now" in out


def test_a_spoken_evening_has_no_two_lines_at_once(
    told_by: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    """The silences are those of a table: long enough to hear where a line ends, and no longer than a call."""
    code, out, err = told_by("--wav", str(tmp_path / "evening.wav"), "--json")
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["overlaps"] == 0
    assert told["lines"] > 30
    assert told["shortest_s"] >= 0.3
    assert told["longest_s"] <= 30
    with wave.open(str(tmp_path / "evening.wav"), "rb") as recording:
        assert recording.getnframes() / SAMPLES_A_SECOND == pytest.approx(told["seconds"], abs=0.01)
    captions = (tmp_path / "evening.srt").read_text("utf-8").split("\n\n")
    assert len([one for one in captions if one]) == told["lines"]


@pytest.mark.parametrize("seats", ["4", "10"])
def test_an_evening_of_words_is_heard_with_what_is_said_in_passing(
    told_by: Callable[..., tuple[int, str, str]], tmp_path: Path, seats: str
) -> None:
    """What is said between two questions may come while the table still speaks: it waits its turn."""
    (tmp_path / "table.toml").write_text('language = "en"\n[game]\nrulebook = "mots-garous"\n')
    words = ("--config", str(tmp_path), "--seats", seats, "--wav", str(tmp_path / "evening.wav"), "--json")
    code, out, err = told_by(*words)
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert told["lines"] > 15
    assert told["overlaps"] == 0
    assert told["longest_s"] <= 61, "no longer than an accusation"
    assert told["waited"] <= 5
    assert told["waited_s"] <= 10
    captions = (tmp_path / "evening.srt").read_text("utf-8")
    assert "Mayor, " in captions


@pytest.mark.usefixtures("_unlevelled")
def test_plain_the_command_renders_the_game_of_the_table(
    told_by: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    (tmp_path / "table.toml").write_text('language = "en"\n[game]\nrulebook = "mots-garous"\n')
    code, out, err = told_by("--config", str(tmp_path))
    assert (code, err) == (0, "")
    assert out.startswith("en, mots-garous, 8 seats: ")
    code, out, err = told_by("--config", str(tmp_path), "--say", "tile.shown")
    assert (code, err) == (0, "")
    assert "Mill" in out


def test_two_lines_at_once_are_counted() -> None:
    lines = [RecordingLine(0.0, 2.0, "a"), RecordingLine(1.5, 1.0, "b", 0.25), RecordingLine(4.0, 1.0, "c")]
    measured = rhythm(lines)
    assert (measured.waited, measured.waited_s) == (1, 0.25)
    assert (measured.overlaps, measured.shortest_s, measured.longest_s) == (1, -0.5, 1.5)
    assert (measured.lines, measured.seconds, measured.speech_s) == (3, 5.0, 4.0)


def test_a_recorded_line_is_heard_as_long_as_its_recording(tmp_path: Path) -> None:
    clock = VirtualClock()
    recordings = Recordings(tmp_path, FakeEngine())
    clock.wait(5.0)
    voice = RecordedVoice(recordings, clock)
    deep = RecordedVoice(recordings, clock)
    deep.speak("Ten signs.", "en", 0.8)
    assert deep.lines[0].seconds == pytest.approx(1.25, abs=0.001)
    assert not voice.speaking
    clock.wait(6.0)
    voice.speak("Ten signs.", "en")
    clock.wait(6.99)
    assert voice.speaking
    clock.wait(7.01)
    assert not voice.speaking
    assert voice.lines == [RecordingLine(1.0, 1.0, "Ten signs.")]
    assert len(voice.samples) == 2 * SAMPLES_A_SECOND
    assert subtitles(voice.lines) == ["1", "00:00:01,000 --> 00:00:02,000", "Ten signs.", ""]
    clock.wait(7.5)
    voice.speak("Ten signs.", "en")
    clock.wait(7.75)
    voice.speak("Ten signs.", "en")
    waited_s = 0.75 + BREATH_S
    assert voice.lines[1:] == [
        RecordingLine(2.5, 1.0, "Ten signs."),
        RecordingLine(2.75 + waited_s, 1.0, "Ten signs.", pytest.approx(waited_s)),
    ]
    assert len(voice.samples) == round((3.5 + BREATH_S + 1) * SAMPLES_A_SECOND)
    with pytest.raises(UnreadableError, match="cannot be written: No such file or directory"):
        write_evening(voice, tmp_path / "nowhere" / "evening.wav")


def test_one_line_is_shown_and_spoken_in_all_its_wordings(
    told_by: Callable[..., tuple[int, str, str]],
) -> None:
    engine = FakeEngine()
    code, out, err = told_by("--language", "en", "--say", "captain.elected", engine=engine)
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == len(Narration.load("en").lines["captain.elected"])
    assert sorted(set(engine.rendered)) == sorted(
        sentence for line in out.splitlines() for sentence, _ in sentences_of(line)
    )


def test_every_line_can_be_shown(told_by: Callable[..., tuple[int, str, str]]) -> None:
    with pytest.raises(
        TableError, match=r'"captain\.elect" is not a line of the language; like it are captain'
    ):
        told_by("--say", "captain.elect")
    for missing, near in (("fall", "night.fall"), ("nofoo", "event.dead_answer.no")):
        with pytest.raises(
            TableError, match=rf'"{missing}" is not a line of the language; like it are {near}, '
        ):
            told_by("--say", missing)
    with pytest.raises(TableError, match="--say and --wav; allowed: one of them"):
        told_by("--say", "captain.elected", "--wav", "out.wav")


def test_another_voice_than_the_one_asked_for_is_told_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(Settings(), ["mill", "forge"], Narration.load("en"), "log", 1.0)
    heard = table.opened.heard._replace(makeshift=lambda: Trouble("voice.ended", engine="piper"))
    monkeypatch.setattr(table.opened, "heard", heard)
    table.tell_trouble()
    table.close()
    why = "The voice engine piper has ended: is it installed, and whole?"
    assert capsys.readouterr().err == f"garou: {why} Another voice speaks instead.\n"


# ---------------------------------------------------------------------------- docs/words.md


WORDS_PAGE = ROOT / "docs" / "words.md"
BLOCK = re.compile(r"```toml\n# /etc/garou/(\S+)\n(.*?)```", re.DOTALL)


@pytest.mark.usefixtures("_unlevelled")
def test_every_step_of_the_page_can_be_done(
    told_by: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    """Each block is written where the page says, by itself, and the table speaks with it."""
    blocks = BLOCK.findall(WORDS_PAGE.read_text("utf-8"))
    assert [name for name, _ in blocks] == [
        *("narration/en.toml", "narration/fr.toml", "menus/en.toml", "narration/nl.toml"),
        *("table.toml", "table.toml"),
    ]
    for number, (name, text) in enumerate(blocks):
        path = tmp_path / str(number) / name
        path.parent.mkdir(parents=True)
        path.write_text(text, "utf-8")
        folder = str(tmp_path / str(number))
        result = CliRunner().invoke(garou, ["config", "--config", folder], standalone_mode=False)
        assert result.return_value == 0, result.output
        code, out, err = told_by("--config", folder, "--language", "en", "--say", "night.fall")
        assert (code, err) == (0, "")
        assert out.startswith("Last orders.") == (number == 0)
        if name == "narration/nl.toml":
            assert told_by("--config", folder, "--language", "nl", "--say", "night.fall")[1].startswith(
                "De nacht"
            )


@pytest.mark.usefixtures("_unlevelled")
def test_a_copied_language_is_spoken(told_by: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    folder = tmp_path / "own"
    (folder / "narration").mkdir(parents=True)
    english = (WORDS_PAGE.parents[1] / "config" / "narration" / "en.toml").read_text("utf-8")
    (folder / "narration" / "nl.toml").write_text(english, "utf-8")

    class Dutch(FakeEngine):
        def speaks(self, language: str) -> bool:
            return language == "nl"

    engine = Dutch()
    words = ("--config", str(folder), "--language", "nl", "--say", "night.fall")
    code, _, err = told_by(*words, engine=engine)
    assert (code, err) == (0, "")
    assert set(engine.languages) == {"nl"}
