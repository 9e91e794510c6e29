"""The voice: planted crashes, hangs, empty files and dead sound cards; and once the real thing."""

from __future__ import annotations

import array
import os
import re
import subprocess
import sys
import threading
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.interface import Voice
from hardware.voice import (
    GRACE_S,
    SAMPLES_A_SECOND,
    VOICES,
    MixerPlayer,
    Recordings,
    SpokenVoice,
    VoiceError,
    WorkerEngine,
    seconds_of,
)
from hardware.voice_worker import render, spoken

LONG_S = 60.0
"""How long a test waits for what must happen, before it fails."""


def write_wav(path: Path, seconds: float, rate: int = SAMPLES_A_SECOND) -> None:
    with wave.open(str(path), "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(rate)
        recording.writeframes(b"\x01\x02" * int(seconds * rate))


class FakeEngine:
    """Writes noise, 0.1 seconds a character. `plans` go wrong in turn: one for each sentence rendered."""

    def __init__(self, *plans: Callable[[Path], None]) -> None:
        self.plans = list(plans)
        self.rendered: list[str] = []
        self.languages: list[str] = []
        self.restarts = 0
        self.closed = False
        self.version = "1"

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


def crash(_: Path) -> None:
    raise VoiceError("The voice engine has ended: planted.")


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
    """Hears each recording for `glances` glances. Never two at once."""

    def __init__(self, glances: float = 3) -> None:
        self.glances = glances
        self.left: float = 0
        self.heard: list[float] = []
        self.opened = self.closed = False

    def open(self) -> None:
        self.opened = True

    def play(self, path: Path) -> None:
        assert not self.left, "two lines at once"
        self.heard.append(round(seconds_of(path), 2))
        self.left = self.glances

    @property
    def playing(self) -> bool:
        self.left = max(0, self.left - 1)
        return self.left > 0

    def close(self) -> None:
        self.closed = True


class DeafPlayer(FakePlayer):
    def open(self) -> None:
        raise VoiceError("There is no sound card to speak with: planted.")


class Desk:
    """Voices made in a test, all closed at its end."""

    def __init__(self, cache: Path) -> None:
        self.cache = cache
        self.voices: list[SpokenVoice] = []

    def voice(
        self,
        engine: FakeEngine | WorkerEngine | None = None,
        player: FakePlayer | MixerPlayer | None = None,
        now: Callable[[], float] = lambda: 0.0,
    ) -> SpokenVoice:
        voice = SpokenVoice(
            self.cache, engine=engine or FakeEngine(), player=player or FakePlayer(), now=now, glance_s=0.0
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


def test_lines_are_heard_whole_one_after_the_other(desk: Desk) -> None:
    player = FakePlayer()
    voice: Voice = desk.voice(player=player)
    for line in ("a" * 10, "b" * 30, "c" * 20):
        voice.speak(line, "fr")
    assert desk.voices[0].wait(LONG_S)
    assert player.heard == [1.0, 3.0, 2.0]
    assert not voice.speaking
    assert voice.trouble is None


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


def test_rendering_ahead_is_not_speaking(desk: Desk) -> None:
    rendering, go_on = threading.Event(), threading.Event()

    def slowly(path: Path) -> None:
        rendering.set()
        assert go_on.wait(LONG_S)
        write_wav(path, 1.0)

    voice = desk.voice(FakeEngine(slowly))
    voice.prepare(["later"], "en")
    assert rendering.wait(LONG_S)
    assert not voice.speaking
    go_on.set()
    assert voice.wait(LONG_S)


def test_speech_overtakes_what_is_rendered_ahead(desk: Desk) -> None:
    rendering, go_on = threading.Event(), threading.Event()

    def slowly(path: Path) -> None:
        rendering.set()
        assert go_on.wait(LONG_S)
        write_wav(path, 1.0)

    engine, player = FakeEngine(slowly), FakePlayer(glances=0)
    voice = desk.voice(engine, player)
    voice.prepare(["one", "two", "three"], "en")
    assert rendering.wait(LONG_S)
    voice.speak("now", "en")
    go_on.set()
    assert voice.wait(LONG_S)
    assert engine.rendered == ["one", "now", "two", "three"]
    assert set(engine.languages) == {"en"}
    assert player.heard == [0.3]


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
    recordings.clear()


def test_the_rate_and_the_voice_are_part_of_the_signature() -> None:
    engines = [WorkerEngine(rate) for rate in (150, 120)]
    try:
        assert len({engine.signature(language) for engine in engines for language in ("fr", "en")}) == 4
    finally:
        for engine in engines:
            engine.close()


def test_a_recording_spoilt_on_the_disk_is_made_again(tmp_path: Path) -> None:
    engine = FakeEngine()
    recordings = Recordings(tmp_path, engine)
    kept = recordings.of("The night falls.", "en")
    for spoil in (empty_file, cut_off, half_a_sentence):
        spoil(kept)
        assert recordings.of("The night falls.", "en") == kept
        assert seconds_of(kept) == pytest.approx(1.6)
    assert len(engine.rendered) == 4
    recordings.clear()


def test_nothing_half_made_remains_in_the_cache(tmp_path: Path) -> None:
    engine = FakeEngine(crash, crash, empty_file, half_a_sentence)
    recordings = Recordings(tmp_path, engine)
    for _ in range(2):
        with pytest.raises(VoiceError):
            recordings.of("The night falls.", "en")
    assert list(tmp_path.iterdir()) == []
    kept = recordings.of("The night falls.", "en")
    assert list(tmp_path.iterdir()) == [kept]
    recordings.clear()


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    blocked = tmp_path / "a file where the directory should be"
    blocked.write_text("")
    player = FakePlayer()
    voice = SpokenVoice(blocked, engine=FakeEngine(), player=player, glance_s=0.0)
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert player.heard == [1.6]
    assert voice.trouble is None
    voice.close()


def test_without_a_cache_nothing_is_rendered_twice_or_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    engine, player = FakeEngine(), FakePlayer()
    voice = SpokenVoice(tmp_path / "file", engine=engine, player=player, now=lambda: 0.0, glance_s=0.0)
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
    recordings.clear()


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
    assert voice.trouble.endswith(".")
    voice.speak("Never heard either.", "en")
    assert not voice.speaking
    voice.close()
    assert player.heard == []
    assert engine.restarts == 1
    assert engine.closed


def test_no_sound_card_is_said_once_and_nothing_waits(desk: Desk) -> None:
    voice = desk.voice(player=DeafPlayer())
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble == "There is no sound card to speak with: planted."


def test_a_sound_card_that_stops_in_a_sentence_does_not_hold_the_evening(desk: Desk) -> None:
    time_s = iter(range(1_000_000))
    player = FakePlayer(glances=float("inf"))
    voice = desk.voice(player=player, now=lambda: float(next(time_s)))
    voice.speak("x" * 100, "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble == "The sound card has stopped in the middle of a sentence."
    assert next(time_s) >= 10 + GRACE_S


def test_an_unforeseen_error_does_not_hold_the_evening_either(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[BaseException | None] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: seen.append(args.exc_value))

    class BrokenPlayer(FakePlayer):
        def play(self, path: Path) -> None:
            raise ZeroDivisionError(path)

    voice = desk.voice(player=BrokenPlayer())
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert not voice.speaking
    assert voice.trouble == "The voice has stopped."
    voice.close()
    assert [type(error) for error in seen] == [ZeroDivisionError]


def test_a_language_without_a_voice_is_trouble(desk: Desk) -> None:
    voice = desk.voice()
    voice.speak("ram tagh.", "tlh")
    assert voice.wait(LONG_S)
    assert voice.trouble == f"There is no voice for 'tlh': there are {', '.join(VOICES)}."


# ---------------------------------------------------------------------------- the worker process

READY = 'import socket, sys; wire = socket.socket(fileno=0); wire.sendall(b\'{"version": "9"}\\n\'); '


def planted(code: str, answer_s: float = LONG_S) -> WorkerEngine:
    """A worker of another make."""
    return WorkerEngine(command=[sys.executable, "-S", "-c", code], start_s=LONG_S, answer_s=answer_s)


def test_a_worker_that_ends_is_noticed(tmp_path: Path) -> None:
    engine = planted(READY + "wire.recv(1)")
    with pytest.raises(VoiceError, match="has ended"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


@pytest.mark.parametrize("answer", [b'{"failed": "pla', b"{", b"noise\n", b"\xff\n", b"\n"])
def test_a_worker_whose_answer_is_cut_or_spoilt_is_killed(tmp_path: Path, answer: bytes) -> None:
    """One that is still alive after a line of noise would answer the next question."""
    again = 'wire.recv(1000); wire.sendall(b"{}\\n"); wire.recv(1)' if answer.endswith(b"\n") else ""
    engine = planted(READY + f"wire.recv(1000); wire.sendall({answer!r}); {again}")
    with pytest.raises(VoiceError, match="has ended"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    with pytest.raises(VoiceError, match="has ended"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


def test_a_worker_cut_at_its_first_word_is_trouble(desk: Desk) -> None:
    cut = READY.replace('"9"}\\n', '"9')
    assert cut != READY
    voice = desk.voice(planted(cut))
    assert voice.wait(LONG_S)
    voice.close()
    assert voice.trouble == "The voice engine has ended: check that pyttsx3 and espeak-ng are installed."


def test_a_worker_that_hangs_is_killed(tmp_path: Path) -> None:
    engine = planted(READY + "\nwhile wire.recv(1000): pass", answer_s=0.01)
    assert engine.signature("fr") == "espeak 9 roa/fr 150"
    with pytest.raises(VoiceError, match="has not answered"):
        engine.render("Night.", "en", tmp_path / "night.wav")
    engine.close()


def test_a_worker_that_never_starts_is_trouble(desk: Desk) -> None:
    voice = desk.voice(planted("pass"))
    voice.speak("The night falls.", "en")
    assert voice.wait(LONG_S)
    assert voice.trouble == "The voice engine has ended: check that pyttsx3 and espeak-ng are installed."


def test_a_worker_that_is_not_there_is_trouble(desk: Desk, tmp_path: Path) -> None:
    voice = desk.voice(WorkerEngine(command=[str(tmp_path / "nothing")]))
    assert voice.wait(LONG_S)
    voice.close()
    assert voice.trouble == "The voice engine cannot be started: No such file or directory."


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


def test_a_closed_engine_starts_no_other_worker(tmp_path: Path) -> None:
    engine = planted(READY)
    engine.close()
    with pytest.raises(VoiceError, match="closed"):
        engine.render("Night.", "en", tmp_path / "night.wav")


# ---------------------------------------------------------------------------- the real thing


@pytest.fixture(scope="module")
def espeak() -> Iterator[WorkerEngine]:
    engine = WorkerEngine()
    yield engine
    engine.close()


def samples_of(path: Path) -> array.array[int]:
    with wave.open(str(path), "rb") as recording:
        assert recording.getparams()[:3] == (1, 2, 22_050)
        return array.array("h", recording.readframes(recording.getnframes()))


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Sorcière, ouvre les yeux. Regarde la nuit, puis tes potions."),
        ("fr", "L’aube blanchit les toits… Que nous a pris la nuit\u00a0?"),
        ("en", "Witch, open your eyes. Look at the night, then at your potions."),
    ],
)
def test_espeak_renders_a_whole_sentence(
    espeak: WorkerEngine, tmp_path: Path, language: str, text: str
) -> None:
    recordings = Recordings(tmp_path, espeak)
    for line in (text, text[: len(text) // 2]):
        samples = samples_of(recordings.of(line, language))
        letters = sum(map(str.isalnum, line))
        assert 0.05 * letters <= len(samples) / SAMPLES_A_SECOND <= 0.2 * letters
        loudest = max(map(abs, samples))
        assert 5_000 < loudest < 32_767, "silent or clipped"
    recordings.clear()


def test_the_first_line_of_a_worker_is_not_lost(tmp_path: Path) -> None:
    lengths = []
    for attempt in range(2):
        engine = WorkerEngine()
        path = tmp_path / f"{attempt}.wav"
        engine.render("The very first line.", "en", path)
        lengths.append(seconds_of(path, "The very first line."))
        engine.close()
    assert min(lengths) > 1.0


def test_each_language_has_its_own_voice(espeak: WorkerEngine, tmp_path: Path) -> None:
    recordings = Recordings(tmp_path, espeak)
    french, english, again = (samples_of(recordings.of("table fragile", each)) for each in ("fr", "en", "fr"))
    assert french != english
    assert french == again
    recordings.clear()


def test_espeak_refuses_a_voice_it_has_not(
    espeak: WorkerEngine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VOICES, "fr", "roa/none")
    with pytest.raises(VoiceError, match="no voice 'roa/none'"):
        espeak.render("Nuit.", "fr", tmp_path / "night.wav")


def test_no_break_spaces_do_not_reach_espeak() -> None:
    assert spoken("Qui\u00a0? «\u202fMoi\u202f»") == "Qui ? « Moi »"


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
    voice = SpokenVoice(desk.cache, engine=engine, player=MixerPlayer())
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
    assert voice.trouble.startswith("There is no sound card to speak with:")


CHATTERING = """
def init():
    os.write(2, b"ALSA lib confmisc.c: cannot find card '0'\\n")
    raise pygame.error("planted")

pygame.mixer.init = init
"""


@pytest.mark.parametrize(("driver", "plant"), [("dummy", CHATTERING), ("alsa", ""), ("dummy", "")])
def test_alsa_does_not_complain_beside_our_one_sentence(driver: str, plant: str) -> None:
    """Once planted, once the real one, whether there is a sound card or not; and nobody else is silenced."""
    lines = [
        "import os, pygame",
        "from hardware.voice import MixerPlayer, VoiceError",
        plant,
        "try: MixerPlayer().open()",
        "except VoiceError as error: os.write(2, str(error).encode())",
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
    assert re.fullmatch(r"(There is no sound card to speak with: .+\.)? The end\.", told.stderr), told.stderr
    assert not plant or "planted" in told.stderr


def test_a_recording_the_mixer_cannot_read_is_trouble(tmp_path: Path) -> None:
    player = MixerPlayer()
    player.open()
    (tmp_path / "noise.wav").write_bytes(b"noise")
    with pytest.raises(VoiceError, match="does not play"):
        player.play(tmp_path / "noise.wav")
    player.close()


def test_a_sentence_is_not_made_before_espeak_is_quiet() -> None:
    """Its thread ends a sentence when pyttsx3 has long returned: the next one would end with that."""
    done: list[str] = []

    class Engine:
        def setProperty(self, key: str, value: object) -> None:  # noqa: N802 - pyttsx3's own name
            done.append(f"{key} {value}")

        def save_to_file(self, text: str, path: str) -> None:
            done.append(f"{text} > {path}")

        def runAndWait(self) -> None:  # noqa: N802 - pyttsx3's own name
            done.append("run")

        def getProperty(self, key: str) -> str:  # noqa: ARG002, N802 - pyttsx3's own name
            return "gmw/en"

    render(Engine(), lambda: done.append("quiet"), "Night.", "gmw/en", 150, "night.wav")
    assert done == ["voice gmw/en", "rate 150", "Night. > night.wav", "run", "quiet"]
