"""Makes voice packs of a table's sentences: spoken by its voice, or read by a person from a script.

A script is a folder with `script.txt`, the numbered lines, and a recording of each, named by its number. A
number keeps its line for good: lines of a later version are added at the end.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from hardware.folders import found_in
from hardware.troubles import reason_of
from hardware.voice.packing import RECORDED_A_SECOND, encoded, narrated, write_pack
from hardware.voice.packs import Manifest
from hardware.voice.recordings import Recordings
from hardware.voice.samples import SAMPLES_A_SECOND, samples_of, seconds_of
from table import files
from table.appliance.voicing.spoken_parts import SpokenParts
from table.errors import TableError, UnreadableError
from table.words.narration import Narration
from table.words.troubles import Troubles

SCRIPT = "script.txt"
NUMBERED = re.compile(r"(\d{1,5})  (.+)")
"""A line of a script: its number, two spaces, its text."""
KINDS = (".wav", ".flac", ".ogg", ".opus", ".mp3", ".m4a", ".aac")
"""Suffixes of recordings."""

Progress = Callable[[int, int], object]
"""Gets the number of lines done, and of all."""


class PackReport(msgspec.Struct):
    """The content of a pack, made or planned. `voice`, `texts`: as in its manifest. `bytes`: size of the
    file. `missing`: numbers and texts of a script that nobody has read yet."""

    language: str
    voice: str
    texts: str
    lines: int
    spoken_s: float
    bytes: int
    missing: list[tuple[int, str]] = []


def sentences_of(parts: Iterable[SpokenParts], *, names: bool = True) -> list[str]:
    """All predictable sentences of some rulebooks, each once, but for those written in another language.
    `names`: whether with those that name a seat."""
    told = (
        sentence
        for part in parts
        for sentence in part.narration.sentences(
            part.sitters if names else (), part.cards, part.narration.language
        )
    )
    return list(dict.fromkeys(told))


def texts_version(version: str, narrations: Iterable[Narration]) -> str:
    """The version of the sentences: that of the program, and a checksum of all wordings."""
    wordings = sorted({each for one in narrations for lines in one.lines.values() for each in lines})
    return f"{version} {hashlib.sha256(repr(wordings).encode()).hexdigest()[:8]}"


def pack_spoken(
    path: Path,
    sentences: Sequence[str],
    recordings: Recordings,
    narration: Narration,
    texts: str,
    tell: Progress,
) -> PackReport:
    """Writes a pack in the voice of a table. Raises `VoiceError`, and `TableError` if a sentence cannot be
    said in that voice: a pack never mixes two."""
    language, spoken_s = narration.language, 0.0

    def spoken() -> Iterator[tuple[str, bytes]]:
        nonlocal spoken_s
        for number, sentence in enumerate(sentences):
            tell(number, len(sentences))
            recording = recordings.of(sentence, language)
            if recordings.makeshift:
                reason = Troubles.of(narration).told(recordings.makeshift)
                raise TableError(f"{path}: a pack of two voices is not made: {reason}")
            spoken_s += seconds_of(recording, sentence)
            yield sentence, encoded(samples_of(recording), SAMPLES_A_SECOND)
        tell(len(sentences), len(sentences))

    voice = recordings.signature(language)
    write_pack(path, Manifest(language, voice, texts), spoken())
    return PackReport(language, voice, texts, len(sentences), spoken_s, path.stat().st_size)


def pack_recorded(path: Path, folder: Path, language: str, texts: str, tell: Progress) -> PackReport:
    """Writes a pack of a person's recordings, all lines equally loud. Its voice has the folder's name. Raises
    `VoiceError` for a recording that cannot be used, and `UnreadableError` for a script."""
    script, found = read_script(folder), recorded_in(folder)
    read = {number: text for number, text in script.items() if number in found}
    if not read:
        raise UnreadableError(
            f"{folder}: no recording in it; allowed: 0001.wav and so on, as {SCRIPT} has them"
        )
    spoken_s = 0.0

    def spoken() -> Iterator[tuple[str, bytes]]:
        nonlocal spoken_s
        for done, (number, text) in enumerate(read.items()):
            tell(done, len(read))
            samples = narrated(found[number])
            spoken_s += len(samples) / 2 / RECORDED_A_SECOND
            yield text, encoded(samples, RECORDED_A_SECOND)
        tell(len(read), len(read))

    voice = folder.resolve().name[:80]
    write_pack(path, Manifest(language, voice, texts), spoken())
    missing = [(number, text) for number, text in script.items() if number not in found]
    return PackReport(language, voice, texts, len(read), spoken_s, path.stat().st_size, missing)


def write_script(folder: Path, sentences: Iterable[str]) -> tuple[int, int]:
    """Writes or extends a script. Returns the number of its lines, and of new ones. Raises
    `UnreadableError`."""
    script = read_script(folder) if (folder / SCRIPT).exists() else {}
    known = set(script.values())
    new = [sentence for sentence in sentences if sentence not in known]
    script |= dict(enumerate(new, max(script, default=0) + 1))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{number:04}  {sentence}\n" for number, sentence in script.items())
        (folder / SCRIPT).write_text(text, "utf-8")
    except OSError as error:
        raise UnreadableError(f"{folder / SCRIPT} cannot be written: {reason_of(error)}") from error
    return len(script), len(new)


def read_script(folder: Path) -> dict[int, str]:
    """The lines of a script, by number. Raises `UnreadableError`."""
    path = folder / SCRIPT
    try:
        lines = files.text(path).splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = reason_of(error) if isinstance(error, OSError) else "it is not UTF-8"
        raise UnreadableError(
            f"{path}: {reason}; allowed: what garou voice --script {folder} writes"
        ) from error
    script: dict[int, str] = {}
    for at, line in enumerate(lines, 1):
        found = NUMBERED.fullmatch(line)
        if not found or int(found[1]) in script:
            raise UnreadableError(
                f"{path}: line {at}: {line[:40]!r}; allowed: a new number, two spaces, a text"
            )
        script[int(found[1])] = found[2]
    return script


def recorded_in(folder: Path) -> dict[int, Path]:
    """The recordings of a folder, by number. Raises `UnreadableError` if two have the same number."""
    found: dict[int, Path] = {}
    for path in found_in(folder):
        if path.suffix.lower() in KINDS and path.stem.isdecimal():
            other = found.setdefault(int(path.stem), path)
            if other != path:
                raise UnreadableError(
                    f"{path}: {other.name} is a recording of that number already; allowed: one"
                )
    return found
