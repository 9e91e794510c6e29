"""Piper voices from the network: the catalogue of rhasspy/piper-voices, and a voice fetched from it.

The catalogue is `voices.json`, with the files of each voice beside it: size and MD5 of each, but neither
licence nor sampling rate. Those are in the voice's model card, a short text.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urljoin
from urllib.request import OpenerDirector, Request, build_opener

import msgspec

from hardware.troubles import reason_of
from hardware.voice.relay import PIECE, SILENCE_S, UNREACHED, VOICES, why_unreached
from table.errors import Reason, TableError, UnreadableError
from table.sentences import Wrong
from table.words.catalogue import nearest

CATALOGUE = f"{VOICES}voices.json"
NAMED = re.compile(r"(([a-z]{2,3})_[A-Z]{2})-(\w+)-(x_low|low|medium|high)")
"""The name of a voice: language with its country, speaker, quality."""
CARD = "MODEL_CARD"
MOST_BYTES = 16 * 1024 * 1024
"""Most bytes of a catalogue; that of 2026 has 0.2 MB."""
SPARE = 64 * 1024 * 1024
"""Bytes that stay free on the disk."""

Progress = Callable[[int, int], object]
"""Gets the number of bytes that are there, and of all."""


class UnreachedError(TableError):
    """The network brings something else than was asked for, or nothing."""


class VoiceFile(msgspec.Struct):
    """A file of a voice, as the catalogue has it."""

    size_bytes: int
    md5_digest: str


class ListedVoice(msgspec.Struct):
    """A voice of the catalogue. `files`: by their paths from the catalogue's folder."""

    files: dict[str, VoiceFile]


class VoiceCard(NamedTuple):
    """What a model card says; "?" where it says nothing."""

    licence: str
    samples_a_second: str


class PiperVoice(NamedTuple):
    """A voice that can be fetched. `model`: path of its model from the catalogue's folder."""

    name: str
    model: str
    files: Mapping[str, VoiceFile]

    @property
    def language(self) -> str:
        """Its language, without the country."""
        return self.name.partition("_")[0]

    @property
    def needed(self) -> Sequence[str]:
        """The two files that make it, the description first: without it the table finds no voice."""
        return f"{self.model}.json", self.model

    @property
    def size(self) -> int:
        """Bytes of these two."""
        return sum(self.files[path].size_bytes for path in self.needed)


class PiperCatalogue:
    """The voices behind an address.

    `address`: of `voices.json`.
    `folder`: where voices are put.
    `network`: opens addresses.
    """

    def __init__(self, address: str, folder: Path, network: OpenerDirector | None = None) -> None:
        self.address = address
        self.folder = folder
        self._network = network or build_opener()

    def voices(self) -> Mapping[str, PiperVoice]:
        """All voices, by name. Raises `UnreachedError` without a network, and `TableError`."""
        with _reached(self.address):
            text = self._text(self.address, MOST_BYTES)
        try:
            listed = msgspec.json.decode(text, type=dict[str, ListedVoice])
        except msgspec.MsgspecError as error:
            raise TableError(Reason("voices.no_catalogue", file=self.address, detail=str(error))) from None
        return dict(self._usable(listed))

    def _usable(self, listed: Mapping[str, ListedVoice]) -> Iterator[tuple[str, PiperVoice]]:
        for name, voice in listed.items():
            model = next((path for path in voice.files if path.endswith(f"/{name}.onnx")), "")
            if NAMED.fullmatch(name) and f"{model}.json" in voice.files:
                yield name, PiperVoice(name, model, voice.files)

    def cards(self, voices: Sequence[PiperVoice]) -> list[VoiceCard]:
        """What is said about voices; a card that cannot be read says nothing."""
        with ThreadPoolExecutor(8) as readers:
            return list(readers.map(self.card, voices))

    def card(self, voice: PiperVoice) -> VoiceCard:
        """What is said about one voice."""
        text = ""
        with suppress(OSError, http.client.HTTPException):
            text = self._text(urljoin(self._address_of(voice.model), CARD), PIECE).decode("utf-8", "replace")
        said = dict(re.findall(r"^\* (\w+): *(\S.*?) *$", text, re.MULTILINE))
        licence = said.get("License", "?")
        if licence.lower() == "see url":
            licence = said.get("URL", licence)
        return VoiceCard(licence, said.get("Samplerate", "?").removesuffix("Hz"))

    def find(self, name: str) -> PiperVoice:
        """The voice with a name. Raises `UnreadableError` if there is none, and `TableError` as `voices`
        does."""
        voices = self.voices()
        if name not in voices:
            like = ", ".join(nearest(name, voices, 3)) or "none"
            raise UnreadableError(f"--get {name}: {self.address} has no such voice; like it are {like}")
        return voices[name]

    def by_hand(self, wanted: str) -> str:
        """What to bring from a machine with a network, and where to put it. `wanted`: the name of a voice, or
        empty."""
        if not (named := NAMED.fullmatch(wanted)):
            page = self.address.replace("/resolve/", "/tree/").rpartition("/")[0]
            return f"By hand: put NAME.onnx and NAME.onnx.json of a voice of {page} into {self.folder}"
        code, language, speaker, quality = named.groups()
        model = self._address_of(f"{language}/{code}/{speaker}/{quality}/{wanted}.onnx")
        return f"By hand: put these two files into {self.folder}: {model} and {model}.json"

    def fetch(self, voice: PiperVoice, progress: Progress) -> Path:
        """Puts a voice into the folder, under names that no table reads, and returns the path of its model.
        What an earlier call has fetched of it is used. Raises `TableError`."""
        self.check_room(voice)
        with _written(self.folder):
            missing = self._missing(voice)
            for path in missing:
                self._download(path, voice.files[path], progress)
        return (self._part if missing else self._place)(voice.model)

    def install(self, voice: PiperVoice) -> Path:
        """Gives a voice that was fetched the names under which tables find it, and returns the path of its
        model. Raises `TableError`."""
        with _written(self.folder):
            for path in self._missing(voice):
                self._part(path).replace(self._place(path))
        return self._place(voice.model)

    def discard(self, voice: PiperVoice) -> None:
        """Deletes a voice that was fetched and not installed. Raises `TableError`."""
        with _written(self.folder):
            for path in voice.needed:
                self._part(path).unlink(missing_ok=True)

    def check_room(self, voice: PiperVoice) -> None:
        """Raises `TableError` if the disk has too little room for what is missing of a voice."""
        with _written(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
            parts = ((voice.files[path], self._part(path)) for path in self._missing(voice))
            needed = sum(file.size_bytes - _size(part) for file, part in parts)
        if needed and needed + SPARE > free:
            needed_mb, free_mb = (needed + SPARE) // 1_000_000, free // 1_000_000
            raise TableError(Reason("voices.no_room", folder=self.folder, needed=needed_mb, free=free_mb))

    def _missing(self, voice: PiperVoice) -> Sequence[str]:
        """The files to fetch: none, or both, since a voice is tried before it is installed."""
        is_there = all(_is_whole(self._place(path), voice.files[path]) for path in voice.needed)
        return [] if is_there else voice.needed

    def _download(self, path: str, file: VoiceFile, progress: Progress) -> None:
        """Fetches what is not there of a file. A connection that is cut is opened again, unless it brought
        nothing."""
        part, name = self._part(path), self._place(path).name
        if _size(part) > file.size_bytes:
            part.unlink()
        while (there := _size(part)) < file.size_bytes:
            why: str | Wrong = Reason("voices.cut", file=name, there=there, size=file.size_bytes)
            try:
                self._go_on(path, file.size_bytes, progress)
            except UnreachedError as error:
                why = error.wrong
            if _size(part) <= there:
                raise TableError(Reason("voices.stopped", why=why))
        if not _is_whole(part, file):
            part.unlink()
            raise TableError(Reason("voices.altered", file=name))

    def _go_on(self, path: str, size: int, progress: Progress) -> None:
        """Fetches the rest of a file, or all of it from a server that sends no rest."""
        part = self._part(path)
        there = _size(part)
        asked = Request(self._address_of(path), headers={"Range": f"bytes={there}-"} if there else {})
        with _reached(self._place(path).name), self._network.open(asked, timeout=SILENCE_S) as answer:
            if answer.status != http.client.PARTIAL_CONTENT:
                there = 0
            with _written(part):
                file = part.open("ab" if there else "wb")
            with file:
                while there < size and (piece := answer.read(min(PIECE, size - there))):
                    with _written(part):
                        file.write(piece)
                        file.flush()
                    there += len(piece)
                    progress(there, size)
                with _written(part):
                    os.fsync(file.fileno())

    def _address_of(self, path: str) -> str:
        return urljoin(self.address, quote(path))

    def _place(self, path: str) -> Path:
        return self.folder / path.rpartition("/")[2]

    def _part(self, path: str) -> Path:
        """Where a file is until its voice is installed: hidden, so no table reads it."""
        place = self._place(path)
        return place.with_name(f".{place.name}")

    def _text(self, address: str, most: int) -> bytes:
        """A short file. Raises `OSError` and `HTTPException`."""
        with self._network.open(address, timeout=SILENCE_S) as answer:
            text: bytes = answer.read(most)
        return text


def _size(path: Path) -> int:
    """Bytes of a file that may be missing."""
    return path.stat().st_size if path.exists() else 0


def _is_whole(path: Path, file: VoiceFile) -> bool:
    """Whether a file is there as the catalogue describes it."""
    if _size(path) != file.size_bytes:
        return False
    with path.open("rb") as content:
        digest = hashlib.file_digest(content, lambda: hashlib.md5(usedforsecurity=False))
    return digest.hexdigest() == file.md5_digest


@contextmanager
def _reached(what: str) -> Iterator[None]:
    """Raises `UnreachedError` where the network fails in a `with` block. `what`: what it names, an address or
    a file."""
    try:
        yield
    except TableError:  # What is not of the network: some are `OSError` too.
        raise
    except HTTPError as error:
        error.close()
        if reason := error.headers.get(UNREACHED):
            raise UnreachedError(Reason("voices.unreached", file=what, reason=unquote(reason))) from None
        answer = f"{error.code} {error.reason}"
        raise UnreachedError(Reason("voices.refused", file=what, answer=answer)) from None
    except (OSError, http.client.HTTPException) as error:
        raise UnreachedError(Reason("voices.unreached", file=what, reason=why_unreached(error))) from None


@contextmanager
def _written(path: Path) -> Iterator[None]:
    """Raises `TableError` where a file cannot be written in a `with` block."""
    try:
        yield
    except TableError:
        raise
    except OSError as error:
        file = error.filename or path
        raise TableError(Reason("file.unwritten", file=file, reason=reason_of(error))) from None
