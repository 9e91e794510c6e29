"""Voice packs: the lines of a language, spoken before, in one file. The one of a language that is installed
speaks before any engine.

A pack is a ZIP file, not compressed: `pack.json`, a `Manifest`, and a mono Ogg Opus file for each line, named
after its text, so that a line whose words have changed is simply not in it.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat
import threading
import zipfile
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from hardware.folders import found_in
from hardware.troubles import Trouble, reason_of
from hardware.voice.interface import VoiceError
from hardware.voice.opus import opus_seconds
from hardware.whole_file import DRAFT, whole

SUFFIX = ".voice"
FORMAT = 1
"""Version of the form of a pack."""
MANIFEST = "pack.json"
MOST_BYTES = 512 * 1024 * 1024
"""The most bytes of a pack. A line has some 11,000."""
MOST_LINES = 40_000
"""The most lines of a pack. At a table of 24 all rulebooks have 24,400 in French and in English; roles of the
house have more."""
MOST_LINE_BYTES = 256 * 1024
"""The most bytes of a line."""
MOST_LINE_S = 60.0
"""The most seconds of a line."""
TOLD_LINES = 1000
"""After how many lines of a pack it is told that it is being checked: a large one takes long."""
MOST_PACKS = 20
"""The most packs that are looked for on a stick."""
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
LINE = re.compile(r"[0-9a-f]{32}\.opus")


class Manifest(NamedTuple):
    """The description in a pack."""

    language: str
    voice: str
    """The name of the speaker, as it is shown."""
    texts: str
    """The version of the texts that were read."""


def name_of(text: str) -> str:
    """The name of a line in a pack, by its text."""
    return f"{hashlib.sha256(text.encode()).hexdigest()[:32]}.opus"


class VoicePack:
    """One pack, open for reading. Its lines are read only when they are needed.

    Raises `VoiceError` if the file is no pack, or breaks a limit.
    """

    def __init__(self, path: Path, *, follows: bool = True) -> None:
        """`follows`: whether `path` may be a link."""
        self.path = path
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | (0 if follows else os.O_NOFOLLOW))
            self._file = os.fdopen(handle, "rb")
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                raise self._refused()
            self.size = found.st_size
            self._check(self.size <= MOST_BYTES)
            self._zip = zipfile.ZipFile(self._file)
            entries = {entry.filename: entry for entry in self._zip.infolist()}
            self._entries = {name: entry for name, entry in entries.items() if LINE.fullmatch(name)}
            if entries.keys() - self._entries.keys() != {MANIFEST}:
                raise self._refused()
            self._check(len(self._entries) <= MOST_LINES)
            for entry in entries.values():
                if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
                    raise self._refused()
                self._check(entry.file_size <= MOST_LINE_BYTES)
            self.manifest = self._read_manifest()
        except VoiceError:
            self.close()
            raise
        except OSError as error:
            self.close()
            raise VoiceError(Trouble("voice.pack_unread", file=str(path), reason=reason_of(error))) from None
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, KeyError, TypeError):
            self.close()
            raise self._refused() from None

    def __contains__(self, text: str) -> bool:
        return name_of(text) in self._entries

    @property
    def names(self) -> Collection[str]:
        """The names of its lines."""
        return self._entries.keys()

    def read(self, name: str) -> bytes:
        """A line, as an Ogg Opus file. Raises `VoiceError` if it is broken, and `KeyError` if there is
        none."""
        entry = self._entries[name]
        try:
            line = self._zip.read(entry)
            seconds = opus_seconds(line)
        except (OSError, zipfile.BadZipFile, EOFError, ValueError, RuntimeError):
            raise self._refused() from None
        self._check(seconds <= MOST_LINE_S)
        return line

    def copy_to(self, copy: BinaryIO) -> None:
        """Copies the whole file, as long as it was when it was checked. Raises `OSError`."""
        self._file.seek(0)
        shutil.copyfileobj(self._file, copy)
        copy.truncate(self.size)

    def close(self) -> None:
        """Closes the file."""
        with suppress(AttributeError):
            self._file.close()

    def _check(self, is_within: bool) -> None:
        """Raises `VoiceError` if a limit is broken."""
        if not is_within:
            raise VoiceError(
                Trouble("voice.pack_large", file=str(self.path), size=MOST_BYTES, seconds=MOST_LINE_S)
            )

    def _read_manifest(self) -> Manifest:
        told = json.loads(self._zip.read(MANIFEST))
        manifest = Manifest(told["language"], told["voice"], told["texts"])
        texts = all(isinstance(part, str) and part.isprintable() and len(part) <= 80 for part in manifest)
        if told["format"] != FORMAT or not texts or not LANGUAGE.fullmatch(manifest.language):
            raise self._refused()
        return manifest

    def _refused(self) -> VoiceError:
        return VoiceError(Trouble("voice.no_pack", file=str(self.path)))


def packs_on(stick: Path) -> list[Path]:
    """The files on a stick that may be packs. Raises `OSError`."""
    return [path for path in found_in(stick) if path.suffix.lower() == SUFFIX][:MOST_PACKS]


class Packs:
    """The packs installed in a folder, one a language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble: Trouble | None = None
        """Why an installed pack does not speak, or None."""
        self._open: dict[str, VoicePack | None] = {}
        self._marks: dict[str, object] = {}
        self._opening = threading.Lock()

    def of(self, language: str) -> VoicePack | None:
        """The pack of a language, as it is installed now; None: there is none, or it is broken (see
        `trouble`). May be called from any thread."""
        mark = self._mark(language)
        with self._opening:
            if self._marks.get(language) != mark:
                if old := self._open.get(language):
                    old.close()
                self._open[language] = self._opened(language) if mark else None
                self._marks[language] = mark
            return self._open.get(language)

    def _mark(self, language: str) -> object:
        """Identifies the file of a language; None: there is none."""
        try:
            found = os.stat(self._place(language))
        except (OSError, ValueError):
            return None
        return found.st_dev, found.st_ino, found.st_mtime_ns

    def _opened(self, language: str) -> VoicePack | None:
        try:
            pack = VoicePack(self._place(language))
        except VoiceError as error:
            self.trouble = error.trouble
            return None
        self.trouble = None
        return pack

    def languages(self) -> list[str]:
        """The languages that have a pack."""
        return sorted(path.stem for path in found_in(self.folder, f"*{SUFFIX}"))

    def install(
        self, path: Path, *, follows: bool = True, checked: Callable[[], object] = lambda: None
    ) -> Manifest:
        """Checks a pack, line by line, and copies it over the one of its language, all or nothing. Raises
        `VoiceError`.

        `checked`: called every `TOLD_LINES` lines, and right before the pack takes its place. What it raises
        leaves the pack before.
        """
        with closing(VoicePack(path, follows=follows)) as pack:
            for number, name in enumerate(pack.names, start=1):
                pack.read(name)
                if number % TOLD_LINES == 0:
                    checked()
            place = self._place(pack.manifest.language)
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                with whole(place, ready=lambda _: checked()) as copy:
                    pack.copy_to(copy)
            except OSError as error:
                raise VoiceError(
                    Trouble("voice.pack_unkept", file=str(place), reason=reason_of(error))
                ) from None
        return pack.manifest

    def remove(self, language: str) -> bool:
        """Removes the pack of a language. Returns whether there was one. Raises `OSError`."""
        try:
            self._place(language).unlink()
        except FileNotFoundError:
            return False
        return True

    def remove_all(self) -> bool:
        """Removes all packs, and the drafts that a pulled plug left. Returns whether there was any. Raises
        `OSError`."""
        there = [path for end in ("", DRAFT) for path in found_in(self.folder, f"*{SUFFIX}{end}")]
        for path in there:
            path.unlink()
        return bool(there)

    def close(self) -> None:
        """Closes all packs. May be called from any thread."""
        for pack in self._open.values():
            if pack:
                pack.close()

    def _place(self, language: str) -> Path:
        return self.folder / f"{language}{SUFFIX}"
