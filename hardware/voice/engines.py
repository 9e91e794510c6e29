"""The engines that speak: espeak-ng, and Piper for the languages with a Piper voice, each in its own
process."""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path

from hardware.folders import found_in
from hardware.languages import nearest_in
from hardware.troubles import Trouble, reason_of
from hardware.voice.backends import BACKENDS
from hardware.voice.interface import Engine, VoiceError
from hardware.voice.samples import seconds_of

VOICES = {
    "fr": "roa/fr", "en": "gmw/en", "en-US": "gmw/en-us",
    "ca": "roa/ca", "cs": "zlw/cs", "da": "gmq/da", "de": "gmw/de", "el": "grk/el", "eo": "art/eo",
    "es": "roa/es", "fi": "urj/fi", "hr": "zls/hr", "hu": "urj/hu", "it": "roa/it", "nb": "gmq/nb",
    "nl": "gmw/nl", "pl": "zlw/pl", "pt": "roa/pt", "ro": "roa/ro", "sv": "gmq/sv", "tr": "trk/tr",
    "uk": "zle/uk",
}  # fmt: skip
"""Espeak's voice for each language. The names of the first line exist in every version, the others, for
languages an owner adds, in the version of espeakng-loader."""
TRIAL = "Un, deux, trois, quatre, cinq, six, sept."
"""A sentence that is rendered to measure how fast an engine is, in any language."""
QUICK = 0.5
"""The most seconds of rendering for a second of speech, for a Piper voice that the settings do not name."""
RATE = 150
"""Words a minute: slower than espeak's own 175, for a room that talks."""


class Worker:
    """The worker process. It is killed if it fails or does not answer in time."""

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
            raise VoiceError(Trouble("voice.unstarted", engine=engine, reason=reason_of(error))) from None
        finally:
            theirs.close()

    def ask(self, what: Mapping[str, object]) -> None:
        """Sends one request. If the worker is gone, `answer` raises."""
        with contextlib.suppress(OSError):
            self._wire.sendall(json.dumps(what).encode() + b"\n")

    def answer(self, within_s: float) -> dict[str, str]:
        """Waits for one answer. Raises `VoiceError`."""
        try:
            self._wire.settimeout(within_s)
            answer: dict[str, str] = json.loads(self._answers.readline())
        except TimeoutError:
            self.kill()
            raise VoiceError(Trouble("voice.hangs", engine=self._engine, seconds=within_s)) from None
        except (OSError, ValueError):  # it ended, perhaps within a line, or another thread killed it
            self.kill()
            raise VoiceError(Trouble("voice.ended", engine=self._engine)) from None
        return answer

    def kill(self) -> None:
        """Ends the process at once. May be called from any thread."""
        self._process.kill()
        self._process.wait()
        self._answers.close()
        self._wire.close()


class WorkerEngine:
    """Espeak-ng through pyttsx3, or Piper, in a process of its own: a crash does not end the evening."""

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
        slowest: float = math.inf,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Chooses engine and voices; `start` starts the process.

        `rate`: words a minute.
        `rates`: those of languages with a rate of their own.
        `name`: "espeak" or "piper".
        `voices`: for each language espeak's name of a voice, or the file of a Piper voice.
        `start_s`: the most seconds to start.
        `answer_s`: the most seconds to render a sentence.
        `slowest`: the most seconds of rendering for a second of speech; `start` refuses a slower engine.
        `now`: a clock to measure that.
        """
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
        self._slowest, self._now = slowest, now
        self._version = ""
        self._worker: Worker | None = None
        self._closed = False

    def speaks(self, language: str) -> bool:
        return nearest_in(self._voices, language) is not None

    def start(self) -> None:
        self._started()
        if self._slowest < math.inf:
            self._check_speed()

    def _check_speed(self) -> None:
        """Raises `VoiceError` if this machine is too slow for the voice."""
        seconds = self.speed()
        if seconds > self._slowest:
            voice = next(iter(self._voices.values()))
            raise VoiceError(Trouble("voice.slow", file=voice, seconds=round(seconds, 1)))

    def speed(self, begins: Callable[[], object] = bool) -> float:
        """Seconds of rendering for a second of speech, on this machine. The first sentence only loads the
        voice; the better of two others counts, as a machine that starts is busy. Raises `VoiceError`.

        `begins`: called before each sentence; what it raises ends the trial.
        """
        language = next(iter(self._voices))
        with tempfile.TemporaryDirectory(prefix="garou-voice-") as folder:
            path = Path(folder) / "trial.wav"

            def took() -> float:
                begins()
                began_s = self._now()
                self.render(TRIAL, language, path)
                return (self._now() - began_s) / seconds_of(path)

            took()
            return min(took(), took())

    def signature(self, language: str) -> str:
        voice = self._voice_of(language)
        state = _state_of(voice)
        if not self._version:
            self.start()  # Tried before its first sentence, also where another engine was started first.
        return f"{self._name} {self._version} {voice}{state} {self._rate_of(language)}"

    def render(self, text: str, language: str, path: Path) -> None:
        worker = self._started()
        voice, rate = self._voice_of(language), self._rate_of(language)
        worker.ask({"text": text, "voice": voice, "rate": rate, "path": str(path)})
        answer = worker.answer(self._answer_s)
        if "failed" in answer:
            raise VoiceError(Trouble("voice.unable", engine=self._name, detail=answer["failed"]))

    def restart(self) -> None:
        worker, self._worker = self._worker, None
        if worker:
            worker.kill()

    def close(self) -> None:
        self._closed = True
        if self._worker:
            self._worker.kill()

    def _voice_of(self, language: str) -> str:
        voice = nearest_in(self._voices, language)
        assert voice is not None, f"{language} is not spoken"
        return voice

    def _rate_of(self, language: str) -> int:
        return nearest_in(self._rates, language) or self._rate

    def _started(self) -> Worker:
        if self._closed:
            raise VoiceError(Trouble("voice.stopped"))
        if self._worker is None:
            self._worker = Worker(self._command, self._name)
            if self._closed:  # by another thread, before there was a worker to kill
                self._worker.kill()
            self._version = self._worker.answer(self._start_s)["version"]
        return self._worker


def _state_of(voice: str) -> str:
    """When a voice's file was last changed, if it has one. Raises `VoiceError`."""
    if not is_model(voice):
        return ""
    try:
        state = os.stat(voice)
        os.stat(f"{voice}.json")
    except OSError as error:
        raise VoiceError(Trouble("voice.model", file=error.filename, reason=reason_of(error))) from None
    return f" {state.st_size} {state.st_mtime_ns}"


def is_model(voice: str) -> bool:
    """Whether a voice is a file for Piper and not a name of espeak's."""
    return voice.endswith(".onnx")


def voices_in(folders: Iterable[Path]) -> dict[str, str]:
    """The Piper voices in some folders, one for each language and variety: the first by name, of the first
    folder that has one."""
    found: dict[str, str] = {}
    for path in (path for folder in folders for path in found_in(folder, "*.onnx")):
        spoken = re.match(r"([a-z]{2,3})_([A-Z]{2})?", path.name)  # as in fr_FR-siwis-medium.onnx
        if spoken and path.with_name(f"{path.name}.json").is_file():
            for language in (spoken[1], f"{spoken[1]}-{spoken[2]}"):
                found.setdefault(language, str(path.absolute()))
    return found


def piper_alone(voice: str) -> WorkerEngine:
    """An engine that has one Piper voice, to try it. `voice`: its file."""
    return WorkerEngine(name="piper", voices={"": voice}, answer_s=BACKENDS["piper"].answer_s)


def piper_speed(voice: str) -> float:
    """Seconds of rendering for a second of speech of a Piper voice, on this machine. Takes some seconds.
    Raises `VoiceError`."""
    with contextlib.closing(piper_alone(voice)) as engine:
        return engine.speed()


def engines(
    rate: int = RATE,
    rates: Mapping[str, int] = {},
    voices: Mapping[str, str] = {},
    found: Mapping[str, str] = {},
) -> tuple[Engine, ...]:
    """The engines of a table, the preferred one first.

    `rate`: words a minute.
    `rates`: those of languages with a rate of their own.
    `voices`: those that replace the default of a language.
    `found`: Piper voices that nobody has named, used for other languages if Piper is installed and quick.
    """

    def own(name: str, chosen: Mapping[str, str], slowest: float = math.inf) -> list[Engine]:
        answer_s = BACKENDS[name].answer_s
        return [
            WorkerEngine(rate, rates=rates, voices=each, name=name, answer_s=answer_s, slowest=slowest)
            for each in _by_voice(chosen)
        ]

    able: list[Engine] = []
    for name, backend in BACKENDS.items():
        able += own(name, {language: voice for language, voice in voices.items() if backend.takes(voice)})
    if find_spec("piper"):
        unnamed = {language: voice for language, voice in found.items() if language not in voices}
        able += own("piper", unnamed, QUICK)
    return *able, WorkerEngine(rate, rates=rates)


def _by_voice(voices: Mapping[str, str]) -> list[dict[str, str]]:
    """The languages of each voice: one that fails, or is too slow, leaves those of other languages. Voices
    of varieties come first: nobody else speaks "en-US" where it has one."""
    each = [
        {language: voice for language, voice in voices.items() if voice == one}
        for one in dict.fromkeys(voices.values())
    ]
    return sorted(each, key=lambda spoken: not all("-" in language for language in spoken))
