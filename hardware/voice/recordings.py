"""Sentences as WAV files: each rendered once, checked, levelled and cached for the next evening."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from hardware.languages import languages_of
from hardware.troubles import Trouble, reason_of
from hardware.voice.engines import VOICES
from hardware.voice.interface import Engine, VoiceError
from hardware.voice.packs import Packs, VoicePack, name_of
from hardware.voice.samples import LEVEL, SAMPLES_A_SECOND, heard, levelled, seconds_of, write_wav

T = TypeVar("T")
PAUSES_S = {".": 0.4, "!": 0.4, "?": 0.5, "…": 0.6}
"""Silence in seconds between two sentences of a line, by the mark that ends the first."""
CACHE_BYTES = 1_000_000_000
"""How many recordings to keep from one evening to the next; the oldest go first."""


class Recordings:
    """Sentences as WAV files, each rendered once and cached in `directory` for later evenings.

    If the directory cannot be written to, every sentence is rendered each time.
    """

    def __init__(self, directory: Path, *engines: Engine, packs: Packs | None = None) -> None:
        """`engines`: the preferred one first; `packs`: those that are installed, which are preferred to
        all."""
        self.directory = directory
        self.keeps = True
        """Whether the last recording could be cached; if not, rendering ahead is useless."""
        self.made = 0
        """Recordings made since this was opened."""
        self.makeshift: Trouble | None = None
        """Why another engine speaks than the preferred one, or None."""
        self._engines = engines
        self._packs = packs
        self._failed: set[Engine] = set()
        self._closed = False
        self._desk: tempfile.TemporaryDirectory[str] | None = None

    def begin(self, language: str) -> None:
        """Starts the engine that speaks a language. Raises `VoiceError` if none can."""
        self._by(self._able(language), lambda engine: engine.start())

    def of(self, text: str, language: str) -> Path:
        """The recording of a sentence, a WAV file or that of a pack. The next call may overwrite the file.
        Raises `VoiceError`."""
        pack = self._pack_of(language)
        if pack and text in pack:
            with contextlib.suppress(VoiceError):
                return self._unpacked(pack, text)
        return self._by(self._able(language), lambda engine: self._made(engine, text, language))

    def signature(self, language: str) -> str:
        """Identifies the voice of a language, apart from packs: engine, voice and rate. Raises
        `VoiceError`."""
        return self._by(self._able(language), lambda engine: engine.signature(language))

    def can_say(self, text: str, language: str) -> bool:
        """Whether the voice of a language has this sentence: that of its pack, if one is installed; else an
        engine's, which has every sentence."""
        pack = self._pack_of(language)
        return pack is None or text in pack

    def _pack_of(self, language: str) -> VoicePack | None:
        packs = map(self._packs.of, languages_of(language)) if self._packs else ()
        pack = next(filter(None, packs), None)
        if self._packs and self._packs.trouble:
            self.makeshift = self.makeshift or self._packs.trouble
        return pack

    def _unpacked(self, pack: VoicePack, text: str) -> Path:
        """A line of a pack, as a file. Raises `VoiceError`; an engine then says it."""
        line = pack.read(name_of(text))
        path = self._draft().with_suffix(".opus")
        try:
            path.write_bytes(line)
        except OSError as error:
            raise VoiceError(Trouble("voice.no_place", reason=reason_of(error))) from None
        return path

    def _able(self, language: str) -> Sequence[Engine]:
        """The engines that speak a language. Raises `VoiceError` if none does."""
        able = [engine for engine in self._engines if engine.speaks(language)]
        if not able:
            raise VoiceError(Trouble("voice.unknown", language=language, known=", ".join(VOICES)))
        return able

    def _by(self, engines: Sequence[Engine], make: Callable[[Engine], T]) -> T:
        """Calls the first engine that works; a failed one is not tried again while there is another."""
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
            raise VoiceError(Trouble("voice.no_place", reason=reason_of(error))) from None
        self.made += 1
        return self._keep(draft, kept)

    def prune(self, most_bytes: int = CACHE_BYTES) -> None:
        """Deletes the oldest recordings, and incomplete ones after a power cut, until the rest fits."""
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
        """Closes engines and packs, even during a call. May be called from any thread."""
        self._closed = True
        for engine in self._engines:
            engine.close()
        if self._packs:
            self._packs.close()

    def clear(self) -> None:
        """Deletes the draft."""
        if self._desk:
            self._desk.cleanup()
            self._desk = None

    def _draft(self) -> Path:
        """The file that the engine writes: in a folder of our own, since an unwritable one would hang it."""
        try:
            self._desk = self._desk or tempfile.TemporaryDirectory(prefix="garou-voice-")
        except OSError as error:
            raise VoiceError(Trouble("voice.no_place", reason=reason_of(error))) from None
        return Path(self._desk.name) / "draft.wav"

    def _render(self, engine: Engine, text: str, language: str, draft: Path) -> None:
        """Renders and checks; after a first failure tries again with a fresh engine."""
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
        """Caches a recording atomically: copied beside its place, then renamed. If that fails the draft is
        used."""
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


def sentences_of(text: str) -> list[tuple[str, float]]:
    """The sentences of a line, and the seconds of silence after each.

    A sentence ends if the next begins with a capital: an ellipsis or a name may contain a stop.
    """
    parts = ENDS.split(text)
    pauses = [PAUSES_S[mark] for part in parts[:-1] for mark in MARKS.findall(part)[-1:]]
    return list(zip(parts, [*pauses, 0.0], strict=True))


MARKS = re.compile("[.!?…]")
ENDS = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][”’])|(?<=[.!?…]\u00a0»)) (?=[«“‘¿¡]?[\u00a0]?[^\W\d_a-zà-ÿœ])")
