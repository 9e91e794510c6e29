"""The voice: sentences rendered ahead to WAV files by a worker process, played one at a time by the mixer.

Whatever fails (no engine, no sound card, a worker that crashes or hangs twice on the same sentence), the
evening goes on with captions: `speak` never blocks and never raises, and `trouble` says what is wrong.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import wave
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from table.errors import TableError

if TYPE_CHECKING:
    import pygame

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

CACHE_BYTES = 300_000_000
"""Recordings kept from one evening to the next, the oldest leaving first."""


class VoiceError(TableError, RuntimeError):
    """Why nothing is heard: one sentence."""


class Engine(Protocol):
    """Makes recordings."""

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
    """The process of `voice_worker`. It is killed as soon as it ends, or does not answer in time."""

    def __init__(self, command: Sequence[str]) -> None:
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
            raise VoiceError(f"The voice engine cannot be started: {error.strerror}.") from None
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
            raise VoiceError(f"The voice engine has not answered for {within_s:g} seconds.") from None
        except (OSError, ValueError):  # it ended, perhaps within a line, or another thread killed it
            self.kill()
            raise VoiceError(
                "The voice engine has ended: check that pyttsx3 and espeak-ng are installed."
            ) from None
        return answer

    def kill(self) -> None:
        """Ends the process at once. May be called from any thread."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        self._wire.close()


class WorkerEngine:
    """pyttsx3 and espeak-ng in a process of their own, so that they cannot take the evening with them."""

    def __init__(
        self,
        rate: int = RATE,
        *,
        command: Sequence[str] | None = None,
        start_s: float = 30.0,
        answer_s: float = 10.0,
    ) -> None:
        """`rate` in words a minute. `start_s` and `answer_s`: how long it may take to start, to render."""
        self._rate = rate
        self._command = command or (sys.executable, "-P", str(Path(__file__).with_name("voice_worker.py")))
        self._start_s = start_s
        self._answer_s = answer_s
        self._version = ""
        self._worker: Worker | None = None
        self._closed = False

    def signature(self, language: str) -> str:
        if not self._version:
            self._started()
        return f"espeak {self._version} {VOICES[language]} {self._rate}"

    def render(self, text: str, language: str, path: Path) -> None:
        worker = self._started()
        worker.ask({"text": text, "voice": VOICES[language], "rate": self._rate, "path": str(path)})
        answer = worker.answer(self._answer_s)
        if "failed" in answer:
            raise VoiceError(f"The voice cannot be rendered: {answer['failed']}.")

    def restart(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            worker.kill()

    def close(self) -> None:
        self._closed = True
        if self._worker:
            self._worker.kill()

    def _started(self) -> Worker:
        if self._closed:
            raise VoiceError("The voice engine is closed.")
        if self._worker is None:
            self._worker = Worker(self._command)
            if self._closed:  # by another thread, before there was a worker to kill
                self._worker.kill()
            self._version = self._worker.answer(self._start_s)["version"]
        return self._worker


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
            raise VoiceError(f"There is no sound card to speak with: {error}.") from None
        self._channel = pygame.mixer.Channel(0)

    def play(self, path: Path) -> None:
        import pygame

        assert self._channel is not None
        try:
            sound = pygame.mixer.Sound(str(path))
            sound.set_volume(self.volume)
            self._channel.play(sound)
        except pygame.error as error:
            raise VoiceError(f"The sound card does not play: {error}.") from None

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
            with standard_error_silenced():
                pygame.mixer.init()
            pygame.mixer.set_reserved(1)


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

    def __init__(self, directory: Path, engine: Engine) -> None:
        self.directory = directory
        self.engine = engine
        self.keeps = True
        """Whether the last recording made could be kept: where none can, none is worth making ahead."""
        self._desk: tempfile.TemporaryDirectory[str] | None = None

    def of(self, text: str, language: str) -> Path:
        """The recording of a sentence. The next call may write over the file. Raises `VoiceError`."""
        if language not in VOICES:
            raise VoiceError(f"There is no voice for {language!r}: there are {', '.join(VOICES)}.")
        told = f"{self.engine.signature(language)}\n{text}"
        kept = self.directory / f"{hashlib.sha256(told.encode()).hexdigest()[:32]}.wav"
        with contextlib.suppress(VoiceError):
            seconds_of(kept, text)
            return kept
        draft = self._draft()
        self._render(text, language, draft)
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
            raise VoiceError(f"There is no place to render the voice in: {error.strerror}.") from None
        return Path(self._desk.name) / "draft.wav"

    def _render(self, text: str, language: str, draft: Path) -> None:
        """Renders and checks; a first failure is tried again with a fresh engine."""
        try:
            self._render_once(text, language, draft)
        except VoiceError:
            self.engine.restart()
            self._render_once(text, language, draft)

    def _render_once(self, text: str, language: str, draft: Path) -> None:
        draft.unlink(missing_ok=True)
        self.engine.render(text, language, draft)
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
        raise VoiceError("The voice engine has made no recording.")
    if form != (1, 2, SAMPLES_A_SECOND):
        raise VoiceError("The voice engine has made a recording that is not 16 bits, mono, 22,050 Hz.")
    seconds = samples / SAMPLES_A_SECOND
    if not samples or seconds < LEAST_S_A_LETTER * sum(map(str.isalnum, text)):
        raise VoiceError(f"The voice engine has lost part of a sentence: {seconds:.1f} seconds for {text!r}.")
    return seconds


class Sentence(NamedTuple):
    text: str
    language: str


class SpokenVoice:
    """A `Voice` that is heard. It lives in a thread of its own."""

    def __init__(
        self,
        directory: Path,
        rate: int = RATE,
        *,
        engine: Engine | None = None,
        player: Player | None = None,
        now: Callable[[], float] = time.monotonic,
        glance_s: float = 0.02,
    ) -> None:
        """Recordings are kept in `directory`. `rate` in words a minute. `glance_s`: how often the player is
        asked whether it has finished."""
        self._recordings = Recordings(directory, engine or WorkerEngine(rate))
        self._player = player or MixerPlayer()
        self._now = now
        self._glance_s = glance_s
        self._changed = threading.Condition()
        self._aloud: deque[Sentence] = deque()
        self._ahead: deque[Sentence] = deque()
        self._busy = True
        self._saying = False
        self._closed = False
        self._trouble: str | None = None
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
    def trouble(self) -> str | None:
        """One sentence why nothing is heard, or None."""
        return self._trouble

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
        self._recordings.engine.close()  # which also frees a thread that waits for it
        self._thread.join()

    @property
    def _silent(self) -> bool:
        return self._closed or self._trouble is not None

    @property
    def _asked(self) -> bool:
        return bool(self._aloud or self._ahead)

    def _live(self) -> None:
        """The thread. However it ends, nobody may go on waiting for a line to be heard."""
        reason = "The voice has stopped."
        try:
            self._player.open()
            self._recordings.engine.signature("en")  # starts it, so that trouble shows before the first line
            self._recordings.prune()
            while not self._closed:
                self._next()
        except VoiceError as error:
            reason = str(error)
        finally:
            with self._changed:
                if not self._closed:
                    self._trouble = reason
                self._changed.notify_all()
            self._player.close()
            self._recordings.engine.close()
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
        over_s = self._now() + seconds_of(recording, sentence.text) + GRACE_S
        self._player.play(recording)
        while self._player.playing and not self._closed:
            if self._now() > over_s:
                raise VoiceError("The sound card has stopped in the middle of a sentence.")
            if not self._render_ahead():
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._glance_s)

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
