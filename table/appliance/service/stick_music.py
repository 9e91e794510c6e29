"""Music on a USB stick, copied to where the table keeps it: a round needs no stick.

It has a folder of its own, so removing it leaves the owner's music alone.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from hardware.folders import found_in
from hardware.troubles import reason_of
from hardware.whole_file import whole
from table import files
from table.appliance.devices.heard_board import KINDS, MUSIC
from table.appliance.service.stick import why
from table.settings.owner import MUSIC_FOLDER

MOST_BYTES = 64 * 1024 * 1024
"""The most bytes of a file: an hour of MP3. It goes through memory."""
FREE_BYTES = 256 * 1024 * 1024
"""What the disk keeps free for everything else."""
MPEG = tuple(bytes((0xFF, second)) for second in (0xFA, 0xFB, 0xF2, 0xF3, 0xE2, 0xE3))
"""How an MP3 file without a title begins."""
BEGINNINGS = (b"OggS", b"fLaC", b"RIFF", b"ID3", *MPEG)
"""How a file begins that may be music."""
NO_MUSIC = "no_music"
"""The reason why a file of another kind is not taken."""


class TakenMusic(NamedTuple):
    """What was copied from a stick."""

    number: int
    """How many files were."""
    lost: Mapping[str, list[str]]
    """The names of those that were not, and of folders that could not be read, by the reason."""
    is_stick_gone: bool = False
    """Whether the stick could be read no longer."""


def take_music(stick: Path, folder: Path, tell: Callable[[str], object]) -> TakenMusic:
    """Copies the music of a stick, each file as a whole or not at all. One of the same name is replaced.

    No link is followed. After an error of the stick as a whole, or of the disk, no more files are copied.
    `folder`: where the table keeps them. `tell`: is called with the name of each file before it is read; what
    it raises ends the copying.
    """
    number, lost = 0, defaultdict[str, list[str]](list)
    found: list[tuple[str, Path]] = []
    for phase in MUSIC:
        try:
            paths = found_in(stick / MUSIC_FOLDER / phase)
        except OSError as error:
            if why(error) == "gone":
                return TakenMusic(number, lost, is_stick_gone=True)
            lost[reason_of(error)].append(f"{MUSIC_FOLDER}/{phase}")
        else:
            found += [(phase, path) for path in paths if path.suffix.lower() in KINDS]
    for at, (phase, path) in enumerate(found):
        tell(path.name)
        try:
            content = _content(path, stick)
        except OSError as error:
            if why(error) == "gone":
                return TakenMusic(number, lost, is_stick_gone=True)
            lost[reason_of(error)].append(path.name)
            continue
        if not content.startswith(BEGINNINGS):
            lost[NO_MUSIC].append(path.name)
            continue
        try:
            _keep(content, folder / phase / path.name)
        except OSError as error:
            lost[reason_of(error)] += [path.name for _, path in found[at:]]
            break
        number += 1
    return TakenMusic(number, lost)


def remove_music(folder: Path) -> bool:
    """Removes all music that came on a stick. Returns whether there was any. Raises `OSError`."""
    if not folder.is_dir():
        return False
    shutil.rmtree(folder)
    return True


def _content(path: Path, stick: Path) -> bytes:
    """The content of a file on a stick. Raises `OSError`."""
    if path.parent.resolve() != stick.resolve() / path.parent.relative_to(stick):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return files.content(path, MOST_BYTES, follows=False)


def _keep(content: bytes, place: Path) -> None:
    """Writes a whole file or nothing. Raises `OSError`."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(place.parent).free < len(content) + FREE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with whole(place) as file:
        file.write(content)
