"""Music on a USB stick, copied to where the table keeps it: a round needs no stick."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path

from hardware.folders import found_in
from table import files
from table.appliance.devices.heard_board import KINDS, MUSIC, begins_as_music
from table.settings.owner import MUSIC_FOLDER

MOST_TRACKS = 200
"""The most files that are taken at once."""
MOST_BYTES = 64 * 1024 * 1024
"""The most bytes of one."""
FREE_BYTES = 256 * 1024 * 1024
"""What the disk keeps free for everything else."""


class NoMusicError(Exception):
    """This file is no music that the table can play."""


def music_on(stick: Path) -> list[tuple[str, Path]]:
    """The files that may be music in the folders of a stick, each with its phase. Raises `OSError`."""
    found = [
        (phase, path)
        for phase in MUSIC
        for path in found_in(stick / MUSIC_FOLDER / phase)
        if path.suffix.lower() in KINDS
    ]
    return found[:MOST_TRACKS]


def keep_track(path: Path, phase: str, folder: Path) -> None:
    """Copies a file into the folder of this phase, all or nothing. Links are not followed. Raises
    `NoMusicError`, and `OSError`: `EFBIG` if the file is too large, `ENOSPC` if the disk keeps no room."""
    content = files.content(path, MOST_BYTES, follows=False)
    if not begins_as_music(content):
        raise NoMusicError
    place = folder / phase / path.name
    place.parent.mkdir(parents=True, exist_ok=True)
    if shutil.disk_usage(place.parent).free < len(content) + FREE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    part = place.with_name(f".{place.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(place)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def remove_music(folder: Path) -> bool:
    """Removes all music that was taken. Returns whether there was any. Raises `OSError`."""
    if not folder.is_dir():
        return False
    shutil.rmtree(folder)
    return True
