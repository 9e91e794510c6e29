"""`garou card`: makes a memory card with a fresh Raspberry Pi OS Lite a table."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import click

from table.commands.options import FILE, FOLDER
from table.errors import TableError, UnreadableError

STARTS, VERSION, OWNERS = "vendor-data", "garou-setup/version.txt", "garou"
"""In the zip: what cloud-init runs, which version it is, the folder of the owner's files."""
OURS = b"Garou"
"""In every `vendor-data` of ours."""
GROWS = "resize"
"""The word of cmdline.txt by which the system takes the whole card at its first start."""
SPARE = 4 * 1024 * 1024
"""Bytes that stay free on the drive."""


@click.command("card", short_help="Makes a memory card with a fresh Raspberry Pi OS Lite a table.")
@click.argument("drive", type=FOLDER)
@click.option("--zip", "packed", type=FILE, help="The card's zip, if it is neither here nor in dist.")
@click.option("--writable", is_flag=True, help="The system may be written to, and has the whole card.")
def command(drive: Path, packed: Path | None, writable: bool) -> None:
    """Puts what `make card` has packed onto the DRIVE that a computer shows of a memory card with a fresh
    Raspberry Pi OS Lite (64-bit), called bootfs. At its first start the card makes itself a table.

    What Raspberry Pi Imager has written there (user, Wi-Fi, language) stays, and so do your own files.
    """
    check_drive(drive)
    files = files_of(packed or found_zip())
    try:
        check_room(drive, files)
        write_files(drive, files)
        if not writable:
            keep_room(drive / "cmdline.txt")
        write(drive / STARTS, files[STARTS])
    except OSError as error:
        raise TableError(f"{error.filename or drive}: {error.strerror}; say it again once it can") from None
    version, _, _ = files[VERSION].decode().partition(" ")
    print(f"Garou {version} is on {drive}. Eject it, put the card into the Pi and switch on.")


def check_drive(drive: Path) -> None:
    """Raises `UnreadableError` if this is not the drive of a Raspberry Pi OS that starts with cloud-init."""
    if not drive.is_dir():
        raise UnreadableError(f"{drive}: there is no such folder")
    for name in ("config.txt", "cmdline.txt"):
        if not (drive / name).is_file():
            raise UnreadableError(f"{drive} is no boot drive of Raspberry Pi OS: it has no {name}")
    if not (drive / "user-data").is_file():
        raise UnreadableError(
            f"{drive} has a Raspberry Pi OS from before October 2025 (no user-data): "
            "write Raspberry Pi OS Lite (64-bit) first"
        )
    if (drive / STARTS).exists() and OURS not in (drive / STARTS).read_bytes():
        raise UnreadableError(f"{drive / STARTS} is not from Garou, and would be lost: move it away first")


def found_zip() -> Path:
    """The card's zip of this version, here or in `dist`. Raises `UnreadableError`."""
    from table.paths import PROGRAM
    from table.version import version

    name = f"garou-{version()}-card.zip"
    for folder in (Path(), PROGRAM / "dist"):
        if (folder / name).is_file():
            return folder / name
    raise UnreadableError(
        f"{name} is neither here nor in {PROGRAM / 'dist'}: "
        "make card packs it, every release has it, and --zip names another place"
    )


def files_of(packed: Path) -> Mapping[str, bytes]:
    """The files in a card's zip. Raises `UnreadableError`."""
    try:
        with zipfile.ZipFile(packed) as whole:
            files = {each.filename: whole.read(each) for each in whole.infolist() if not each.is_dir()}
    except (OSError, zipfile.BadZipFile, EOFError) as error:
        raise UnreadableError(f"{packed} cannot be read: {error}") from None
    outside = [
        name for name in files if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts
    ]
    if outside or not {STARTS, VERSION} <= files.keys():
        raise UnreadableError(f"{packed} is no card of Garou; allowed: what make card packs")
    return files


def check_room(drive: Path, files: Mapping[str, bytes]) -> None:
    """Raises `TableError` if the drive has too little room for what it does not have yet."""
    there = sum(path.stat().st_size for name in files if (path := drive / name).is_file())
    needed, free = sum(map(len, files.values())) + SPARE, shutil.disk_usage(drive).free
    if needed > free + there:
        raise TableError(
            f"{drive} has too little room: {needed >> 20} MB are needed, {free >> 20} MB are free"
        )


def write_files(drive: Path, files: Mapping[str, bytes]) -> None:
    """Writes everything but what starts it, and takes away what an earlier version had there."""
    from hardware.folders import found_in

    for name, data in files.items():
        is_owners = PurePosixPath(name).parts[0] == OWNERS
        if name != STARTS and not (is_owners and (drive / name).exists()):
            write(drive / name, data)
    setup = (drive / VERSION).parent
    for path in found_in(setup, "**/*"):
        if path.is_file() and path.relative_to(drive).as_posix() not in files:
            path.unlink()


def keep_room(cmdline: Path) -> None:
    """Leaves the end of the card free at the first start: for a partition of the evenings, beside a system
    that is never written to."""
    words = cmdline.read_text("utf-8").split()
    if GROWS in words:
        write(cmdline, f"{' '.join(word for word in words if word != GROWS)}\n".encode())


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all, unless it is there already."""
    from hardware.whole_file import whole

    if path.is_file() and path.read_bytes() == data:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as file:
        file.write(data)
