"""The voice: sentences rendered ahead to WAV files by a worker process, played one at a time by the mixer.

Who renders them is an `Engine`: espeak-ng, and Piper for the languages that have a voice of his. The pauses
between sentences are ours, so that the same evening has the same rhythm with any engine. Where one engine
fails the next speaks.

Whatever fails (no engine, no sound card, a worker that crashes or hangs twice on the same sentence), the
evening goes on with captions: `speak` never blocks and never raises, and `trouble` says what is wrong.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import json
import math
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import wave
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from hardware.troubles import (
    DeviceError,
    ModelUnreadable,
    NoPlaceToRender,
    NothingRecorded,
    SoundCardMissing,
    SoundCardRefuses,
    SoundCardStopped,
    Trouble,
    VoiceEnded,
    VoiceHangs,
    VoiceStopped,
    VoiceUnable,
    VoiceUnknown,
    VoiceUnstarted,
    WordsLost,
    WrongForm,
    reason_of,
)

if TYPE_CHECKING:
    import pygame

T = TypeVar("T")

VOICES = {
    "fr": "roa/fr", "en": "gmw/en",
    "ca": "roa/ca", "cs": "zlw/cs", "da": "gmq/da", "de": "gmw/de", "el": "grk/el", "eo": "art/eo",
    "es": "roa/es", "fi": "urj/fi", "hr": "zls/hr", "hu": "urj/hu", "it": "roa/it", "nb": "gmq/nb",
    "nl": "gmw/nl", "pl": "zlw/pl", "pt": "roa/pt", "ro": "roa/ro", "sv": "gmq/sv", "tr": "trk/tr",
    "uk": "zle/uk",
}  # fmt: skip
"""Language to espeak's voice: the first two names are right in every version, the others, for languages of an
owner's own, in the version that espeakng-loader brings."""

RATE = 150
"""Words a minute: slower than espeak's own 175, for a room that talks."""

SAMPLES_A_SECOND = 22_050

LEAST_S_A_LETTER = 0.02
"""A recording shorter than this for its letters has lost some of them. Espeak takes 0.07 at `RATE`."""

GRACE_S = 3.0
"""How much longer than its length a recording may take to play."""

PAUSES_S = {".": 0.4, "!": 0.4, "?": 0.5, "…": 0.6}
"""What is heard of nothing between two sentences of a line, by the mark that ends the first."""

BREATH_S = 0.35
"""What is heard of nothing before a line that waited for the one before."""

LOUD = 100
"""A sample as loud as this, of 32,767, is heard."""

LEVEL = 3277
"""How loud every line is: the root mean square of the samples that are heard, of 32,767 (-20 dBFS)."""

PEAK = 29_204
"""No sample of a levelled line is louder (-1 dBFS)."""

CACHE_BYTES = 1_000_000_000
"""Recordings kept from one evening to the next, the oldest leaving first."""


class VoiceError(DeviceError, RuntimeError):
    """Why nothing is heard."""


class Engine(Protocol):
    """Makes recordings."""

    def speaks(self, language: str) -> bool:
        """Whether it has a voice for a language."""

    def start(self) -> None:
        """Gets ready, so that trouble shows before the first line. Raises `VoiceError`."""

    def signature(self, language: str) -> str:
        """Everything besides its text that a recording depends on. Raises `VoiceError`."""

    def render(self, text: str, language: str, path: Path) -> None:
        """Writes one sentence to `path` as WAV: 16 bits, mono, 22,050 Hz. Raises `VoiceError`."""

    def restart(self) -> None:
        """Forgets the past: the next sentence is rendered by a fresh engine."""

    def close(self) -> None:
        """Ends for good, whatever it is doing. May be called from any thread."""


class Player(Protocol):
    """Makes recordings heard, one at a time."""

    def open(self) -> None:
        """Takes the sound card. Raises `VoiceError`."""

    def play(self, path: Path) -> None:
        """Begins to play; the file may change as soon as this returns. Raises `VoiceError`."""

    @property
    def playing(self) -> bool:
        """Whether it is still heard."""

    def close(self) -> None:
        """Falls silent and gives the sound card back."""


class Worker:
    """The process of `worker`. It is killed as soon as it ends, or does not answer in time."""

    def __init__(self, command: Sequence[str], engine: str) -> None:
        """`engine`: its name."""
        self._engine = engine
        self._wire, theirs = socket.socketpair()
        self._answers = self._wire.makefile("r", encoding="utf-8")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # a ctrl-c is for the table, which then closes the worker
            )
        except OSError as error:
            self._answers.close()
            self._wire.close()
            raise VoiceError(VoiceUnstarted(engine, reason_of(error))) from None
        finally:
            theirs.close()

    def ask(self, what: Mapping[str, object]) -> None:
        """Sends one question. A worker that is gone is noticed by `answer`."""
        with contextlib.suppress(OSError):
            self._wire.sendall(json.dumps(what).encode() + b"\n")

    def answer(self, within_s: float) -> dict[str, str]:
        """Waits for one answer. Raises `VoiceError`."""
        try:
            self._wire.settimeout(within_s)
            answer: dict[str, str] = json.loads(self._answers.readline())
        except TimeoutError:
            self.kill()
            raise VoiceError(VoiceHangs(self._engine, within_s)) from None
        except (OSError, ValueError):  # it ended, perhaps within a line, or another thread killed it
            self.kill()
            raise VoiceError(VoiceEnded(self._engine)) from None
        return answer

    def kill(self) -> None:
        """Ends the process at once. May be called from any thread."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        self._wire.close()


class WorkerEngine:
    """Espeak-ng through pyttsx3, or Piper, in a process of its own that cannot take the evening along."""

    def __init__(
        self,
        rate: int = RATE,
        *,
        name: str = "espeak",
        voices: Mapping[str, str] = VOICES,
        rates: Mapping[str, int] = {},
        command: Sequence[str] | None = None,
        start_s: float = 30.0,
        answer_s: float = 10.0,
    ) -> None:
        """`rate` in words a minute, `rates` of languages that have another. `name`: "espeak" or "piper";
        `voices`: for each language espeak's name of a voice, or the file of a Piper voice. `start_s` and
        `answer_s`: how long it may take to start, to render."""
        self._name = name
        self._voices = voices
        self._rate = rate
        self._rates = rates
        self._command = command or (
            *(sys.executable, "-P"),
            *(str(Path(__file__).with_name("worker.py")), name),
        )
        self._start_s = start_s
        self._answer_s = answer_s
        self._version = ""
        self._worker: Worker | None = None
        self._closed = False

    def speaks(self, language: str) -> bool:
        return language in self._voices

    def start(self) -> None:
        self._started()

    def signature(self, language: str) -> str:
        voice = self._voices[language]
        state = _state_of(voice)
        if not self._version:
            self._started()
        return f"{self._name} {self._version} {voice}{state} {self._rate_of(language)}"

    def render(self, text: str, language: str, path: Path) -> None:
        worker = self._started()
        voice, rate = self._voices[language], self._rate_of(language)
        worker.ask({"text": text, "voice": voice, "rate": rate, "path": str(path)})
        answer = worker.answer(self._answer_s)
        if "failed" in answer:
            raise VoiceError(VoiceUnable(self._name, answer["failed"]))

    def restart(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            worker.kill()

    def close(self) -> None:
        self._closed = True
        if self._worker:
            self._worker.kill()

    def _rate_of(self, language: str) -> int:
        return self._rates.get(language, self._rate)

    def _started(self) -> Worker:
        if self._closed:
            raise VoiceError(VoiceStopped())
        if self._worker is None:
            self._worker = Worker(self._command, self._name)
            if self._closed:  # by another thread, before there was a worker to kill
                self._worker.kill()
            self._version = self._worker.answer(self._start_s)["version"]
        return self._worker


def _state_of(voice: str) -> str:
    """When the file of a voice was last changed, if it has one. Raises `VoiceError`."""
    if not is_model(voice):
        return ""
    try:
        state = os.stat(voice)
        os.stat(f"{voice}.json")
    except OSError as error:
        raise VoiceError(ModelUnreadable(error.filename, reason_of(error))) from None
    return f" {state.st_size} {state.st_mtime_ns}"


def is_model(voice: str) -> bool:
    """Whether a voice is a file for Piper; else it is the name of one of espeak's."""
    return voice.endswith(".onnx")


def engines(
    rate: int = RATE, rates: Mapping[str, int] = {}, voices: Mapping[str, str] = {}
) -> tuple[Engine, ...]:
    """Who speaks at a table, the preferred first. `rate`, `rates` of languages with another: words a minute;
    `voices`: those of languages that shall have another than ours."""
    models = {language: voice for language, voice in voices.items() if is_model(voice)}
    names = {language: voice for language, voice in voices.items() if language not in models}
    able: list[Engine] = []
    if models:
        able.append(WorkerEngine(rate, rates=rates, voices=models, name="piper", answer_s=60.0))
    if names:
        able.append(WorkerEngine(rate, rates=rates, voices=names))
    return *able, WorkerEngine(rate, rates=rates)


class MixerPlayer:
    """pygame's mixer, of which it keeps the first channel for itself."""

    def __init__(self, volume: float = 1.0) -> None:
        """`volume`: 0.0 (silent) to 1.0 (as it was recorded); what is set later holds from the next line
        on."""
        self.volume = volume
        self._channel: pygame.mixer.Channel | None = None

    def open(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # standard output is for data
        import pygame

        try:
            open_mixer()
        except pygame.error as error:
            raise VoiceError(SoundCardMissing(str(error))) from None
        self._channel = pygame.mixer.Channel(0)

    def play(self, path: Path) -> None:
        import pygame

        assert self._channel is not None
        try:
            sound = pygame.mixer.Sound(str(path))
            sound.set_volume(self.volume)
            self._channel.play(sound)
        except pygame.error as error:
            raise VoiceError(SoundCardRefuses(str(error))) from None

    @property
    def playing(self) -> bool:
        channel = self._channel  # which another thread may be closing
        return channel is not None and channel.get_busy()

    def close(self) -> None:
        if self._channel:
            self._channel.stop()
            self._channel = None


_opening = threading.Lock()


def open_mixer() -> None:
    """Takes the sound card, unless it is taken already; the first channel is the voice's. Raises
    `pygame.error`. May be called from any thread."""
    import pygame

    with _opening:
        if not pygame.mixer.get_init():
            silence_alsa()
            with standard_error_silenced():
                pygame.mixer.init()
            pygame.mixer.set_reserved(1)


def silence_alsa(load: Callable[[str], Any] = ctypes.CDLL) -> None:
    """alsa-lib writes nothing to standard error any more, where it has a line for each gap in the sound: on a
    busy machine hundreds, which would fill a service's log.

    What it calls instead ignores its arguments and does nothing. It is C, for SDL's thread has to go on
    playing at once and must not wait for Python's lock. `load`: opens a library, for tests.
    """
    with contextlib.suppress(OSError):  # no ALSA here
        load("libasound.so.2").snd_lib_error_set_handler(ctypes.CDLL(None).getpid)


@contextlib.contextmanager
def standard_error_silenced() -> Iterator[None]:
    """Standard error goes nowhere, for C code too: ALSA writes a page there when it finds no sound card.

    It does so for the whole process: what other threads write there meanwhile is lost.
    """
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


class Recordings:
    """Sentences as WAV files, each rendered once and kept in `directory` for all evenings to come.

    A directory that cannot be written to is done without: every sentence is then rendered each time.
    """

    def __init__(self, directory: Path, *engines: Engine) -> None:
        """`engines`: who makes them, the preferred first."""
        self.directory = directory
        self.keeps = True
        """Whether the last recording made could be kept: where none can, none is worth making ahead."""
        self.made = 0
        """Recordings made since this was opened."""
        self.makeshift: Trouble | None = None
        """Why another engine speaks than the one that was preferred, or None."""
        self._engines = engines
        self._failed: set[Engine] = set()
        self._closed = False
        self._desk: tempfile.TemporaryDirectory[str] | None = None

    def begin(self) -> None:
        """Starts the engine that speaks. Raises `VoiceError` if none can."""
        self._by(self._engines, lambda engine: engine.start())

    def of(self, text: str, language: str) -> Path:
        """The recording of a sentence. The next call may write over the file. Raises `VoiceError`."""
        able = [engine for engine in self._engines if engine.speaks(language)]
        if not able:
            raise VoiceError(VoiceUnknown(language, ", ".join(VOICES)))
        return self._by(able, lambda engine: self._made(engine, text, language))

    def _by(self, engines: Sequence[Engine], make: Callable[[Engine], T]) -> T:
        """What the first engine can do; one that fails while there is another is not asked again."""
        *able, last = [engine for engine in engines if engine not in self._failed] or engines[-1:]
        for engine in able:
            try:
                return make(engine)
            except VoiceError as error:
                if self._closed:
                    raise
                self._failed.add(engine)
                self.makeshift = error.trouble
                engine.close()
        return make(last)

    def _made(self, engine: Engine, text: str, language: str) -> Path:
        told = f"{engine.signature(language)}\n{PAUSES_S} {LEVEL}\n{text}"
        kept = self.directory / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.wav"
        with contextlib.suppress(VoiceError):
            seconds_of(kept, text)
            return kept
        draft = self._draft()
        spoken = bytearray()
        for sentence, pause_s in sentences_of(text):
            self._render(engine, sentence, language, draft)
            spoken += heard(draft) + bytes(2 * int(pause_s * SAMPLES_A_SECOND))
        try:
            write_wav(draft, levelled(spoken))
        except OSError as error:
            raise VoiceError(NoPlaceToRender(reason_of(error))) from None
        self.made += 1
        return self._keep(draft, kept)

    def prune(self, most_bytes: int = CACHE_BYTES) -> None:
        """Throws the oldest recordings away, and what a cut left half written, until the rest fits."""
        with contextlib.suppress(OSError):
            for part in self.directory.glob("*.part"):
                part.unlink()
            aged = sorted(
                (path.stat().st_mtime, path.stat().st_size, path) for path in self.directory.glob("*.wav")
            )
            total = sum(size for _, size, _ in aged)
            for _, size, path in aged:
                if total <= most_bytes:
                    break
                path.unlink()
                total -= size

    def close(self) -> None:
        """Ends the engines, whatever they are doing. May be called from any thread."""
        self._closed = True
        for engine in self._engines:
            engine.close()

    def clear(self) -> None:
        """Clears the desk."""
        if self._desk:
            self._desk.cleanup()
            self._desk = None

    def _draft(self) -> Path:
        """Where the engine writes: a place of our own, since one it cannot write to would hang it."""
        try:
            self._desk = self._desk or tempfile.TemporaryDirectory(prefix="garou-voice-")
        except OSError as error:
            raise VoiceError(NoPlaceToRender(reason_of(error))) from None
        return Path(self._desk.name) / "draft.wav"

    def _render(self, engine: Engine, text: str, language: str, draft: Path) -> None:
        """Renders and checks; a first failure is tried again with a fresh engine."""
        try:
            self._render_once(engine, text, language, draft)
        except VoiceError:
            engine.restart()
            self._render_once(engine, text, language, draft)

    def _render_once(self, engine: Engine, text: str, language: str, draft: Path) -> None:
        draft.unlink(missing_ok=True)
        engine.render(text, language, draft)
        seconds_of(draft, text)

    def _keep(self, draft: Path, kept: Path) -> Path:
        """Whole or not at all: copied beside its place, then renamed. Where that fails the draft must do."""
        part = kept.with_suffix(".part")
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(draft, part)
            os.replace(part, kept)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink()
            self.keeps = False
            return draft
        self.keeps = True
        return kept


def write_wav(path: Path, samples: bytes | bytearray) -> None:
    """Writes samples of 16 bits, mono, 22,050 Hz. Raises `OSError`."""
    with path.open("wb") as file, wave.open(file, "wb") as recording:
        recording.setnchannels(1)
        recording.setsampwidth(2)
        recording.setframerate(SAMPLES_A_SECOND)
        recording.writeframes(samples)


def seconds_of(path: Path, text: str = "") -> float:
    """How long a recording is. Raises `VoiceError` if it is not whole, or too short to hold all of `text`."""
    try:
        with wave.open(str(path), "rb") as recording:
            form = (recording.getnchannels(), recording.getsampwidth(), recording.getframerate())
            samples = recording.getnframes()
        whole = path.stat().st_size >= 2 * samples
    except (OSError, EOFError, wave.Error):
        whole = False
    if not whole:
        raise VoiceError(NothingRecorded())
    if form != (1, 2, SAMPLES_A_SECOND):
        raise VoiceError(WrongForm())
    seconds = samples / SAMPLES_A_SECOND
    if not samples or seconds < LEAST_S_A_LETTER * sum(map(str.isalnum, text)):
        raise VoiceError(WordsLost(text))
    return seconds


def sentences_of(text: str) -> list[tuple[str, float]]:
    """The sentences of a line, and how long it is silent after each, in seconds.

    A sentence ends where the next begins with a capital: an ellipsis or a name may hold a stop of its own.
    """
    parts = ENDS.split(text)
    pauses = [PAUSES_S[mark] for part in parts[:-1] for mark in MARKS.findall(part)[-1:]]
    return list(zip(parts, [*pauses, 0.0], strict=True))


MARKS = re.compile("[.!?…]")
ENDS = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”’])|(?<=[.!?…]\u00a0»)) (?=[«“‘]?[\u00a0]?[^\W\d_a-zà-ÿœ])")


def heard(path: Path) -> bytes:
    """The samples of a recording, without the silence before and after."""
    with wave.open(str(path), "rb") as recording:
        samples = array("h", recording.readframes(recording.getnframes()))
    first = next((at for at, sample in enumerate(samples) if abs(sample) >= LOUD), 0)
    last = next((at for at in reversed(range(len(samples))) if abs(samples[at]) >= LOUD), -1)
    return samples[first : last + 1].tobytes()


def levelled(samples: bytes | bytearray) -> bytes:
    """The same as loud as every other line, whichever voice speaks it. Nothing is cut off at its peaks.

    One sample in four is measured: a line has tens of thousands of them.
    """
    told = array("h", bytes(samples))
    loud = [sample * sample for sample in told[::4] if abs(sample) >= LOUD]
    if not loud:
        return bytes(samples)
    gain = min(LEVEL / math.sqrt(sum(loud) / len(loud)), PEAK / max(max(told), -min(told)))
    parts = int(gain * 4096)  # in whole numbers it takes half as long
    return array("h", [sample * parts >> 12 for sample in told]).tobytes()


class Sentence(NamedTuple):
    text: str
    language: str


class SpokenVoice:
    """A `Voice` that is heard. It lives in a thread of its own."""

    def __init__(
        self,
        directory: Path,
        *engines: Engine,
        player: Player | None = None,
        now: Callable[[], float] = time.monotonic,
        glance_s: float = 0.02,
        breath_s: float = BREATH_S,
    ) -> None:
        """Recordings are kept in `directory`. `engines`: who makes them, the preferred first. `glance_s`: how
        often the player is asked whether it has finished; `breath_s`: how long it is silent between a line
        and one that waited for it."""
        self._recordings = Recordings(directory, *(engines or (WorkerEngine(),)))
        self._player = player or MixerPlayer()
        self._now = now
        self._glance_s = glance_s
        self._breath_s = breath_s
        self._silent_from_s = -math.inf
        self._changed = threading.Condition()
        self._aloud: deque[Sentence] = deque()
        self._ahead: deque[Sentence] = deque()
        self._busy = True
        self._saying = False
        self._closed = False
        self._trouble: Trouble | None = None
        self._thread = threading.Thread(target=self._live, name="voice", daemon=True)
        self._thread.start()

    def speak(self, line: str, language: str) -> None:
        """Queues one sentence. Returns at once; never raises."""
        with self._changed:
            if not self._silent:
                self._aloud.append(Sentence(line, language))
                self._ahead.appendleft(Sentence(line, language))  # rendered while the one before is heard
                self._changed.notify_all()

    @property
    def speaking(self) -> bool:
        """Whether a line is still being prepared or heard. False for ever once the voice has failed."""
        with self._changed:
            return not self._silent and (self._saying or bool(self._aloud))

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing is heard, or None."""
        return self._trouble

    @property
    def makeshift(self) -> Trouble | None:
        """Why another engine speaks than the preferred one, or None."""
        return self._recordings.makeshift

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Renders lines ahead, whenever nothing has to be said."""
        with self._changed:
            if not self._silent:
                self._ahead.extend(Sentence(line, language) for line in lines)
                self._changed.notify_all()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until all is said and rendered, or the voice has failed. False if that takes too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._silent or not (self._busy or self._asked), timeout_s)

    def close(self) -> None:
        """Falls silent and stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._recordings.close()  # which also frees a thread that waits for it
        self._thread.join()

    @property
    def _silent(self) -> bool:
        return self._closed or self._trouble is not None

    @property
    def _asked(self) -> bool:
        return bool(self._aloud or self._ahead)

    def _live(self) -> None:
        """The thread. However it ends, nobody may go on waiting for a line to be heard."""
        trouble: Trouble = VoiceStopped()
        try:
            self._player.open()
            self._recordings.begin()  # so that trouble shows before the first line
            self._recordings.prune()
            while not self._closed:
                self._next()
        except VoiceError as error:
            trouble = error.trouble
        finally:
            with self._changed:
                if not self._closed:
                    self._trouble = trouble
                self._changed.notify_all()
            self._player.close()
            self._recordings.close()
            self._recordings.clear()

    def _next(self) -> None:
        """Says the next sentence; with none to say, renders one ahead; else waits for either."""
        with self._changed:
            self._busy = self._saying = False
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._asked)
            self._busy = True
            self._saying = bool(self._aloud)
            sentence = self._aloud.popleft() if self._aloud else None
        if self._closed:
            return
        if sentence:
            self._play(self._recordings.of(*sentence), sentence)
        else:
            self._render_ahead()

    def _play(self, recording: Path, sentence: Sentence) -> None:
        """Until it is heard to its end. What comes next is rendered meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed, self._silent_from_s + self._breath_s - self._now())
        if self._closed:
            return
        over_s = self._now() + seconds_of(recording, sentence.text) + GRACE_S
        self._player.play(recording)
        while self._player.playing and not self._closed:
            if self._now() > over_s:
                raise VoiceError(SoundCardStopped())
            if not self._render_ahead():
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._glance_s)
        self._silent_from_s = self._now()

    def _render_ahead(self) -> bool:
        """Renders one sentence of those that are to come, if any can be kept for then. Whether one was."""
        with self._changed:
            if not self._recordings.keeps:
                self._ahead.clear()
            if not self._ahead:
                return False
            sentence = self._ahead.popleft()
        self._recordings.of(*sentence)
        return True
