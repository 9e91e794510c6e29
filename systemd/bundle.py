"""`make bundle`: packs everything a table needs into one archive, for a Pi without a network.

It holds the project, the wheels of all its libraries for that machine, and `install`. The same files make
the same archive, byte for byte.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from systemd.install import (
    OFFLINE,
    SOURCE,
    StopError,
    check_extras,
    extras_of,
    project,
    requirements,
    say,
    shipped,
)

MACHINES = ("aarch64", "x86_64")
"""Machine types with wheels of every library, as uname -m names them."""
PLATFORMS = ("manylinux2014", "manylinux_2_17", "manylinux_2_28", "manylinux_2_34", "linux")
"""Wheel platforms that run on Debian 12 and later."""
NOT_BEFORE = 315532800
"""1980: the time of every file in the archive, unless SOURCE_DATE_EPOCH sets another."""

INSTALL = """\
#!/bin/sh
# sudo ./install sets this table up with what is in this folder; nothing is fetched.
# sudo ./install uninstall, sudo ./install purge: take it away again.
cd "$(dirname "$0")" || exit 1
sha256sum --check --strict --quiet SHA256SUMS >&2 || {
    echo "garou: this archive is damaged, copy it again" >&2
    exit 1
}
command -v "${PYTHON:=python3}" >/dev/null || {
    echo "garou: $PYTHON was not found" >&2
    exit 1
}
exec "$PYTHON" -B -m systemd.install --wheels wheels "$@"
"""


def bundle(arch: str, pythons: Sequence[str], folder: Path, extras: Sequence[str] = ()) -> Path:
    """Packs the archive for one type of machine into `folder`, with these extras. Returns its path."""
    check_extras(SOURCE, extras)
    if arch not in MACHINES:
        raise StopError(f"ARCH={arch} is not allowed; allowed: {', '.join(MACHINES)}")
    for python in pythons:
        if not re.fullmatch(r"3\.(1[1-9]|[2-9]\d)", python):
            raise StopError(f"PYTHONS={python} is not allowed; allowed: 3.11 or later, such as 3.13")
    name = f"garou-{project(SOURCE)['version']}-{arch}"
    with tempfile.TemporaryDirectory() as made:
        wheels = Path(made)
        for python in pythons:
            fetch(wheels, arch, python, extras)
        held = {f"{path.relative_to(SOURCE)}": path.read_bytes() for path in shipped(SOURCE)}
        held |= {f"wheels/{path.name}": path.read_bytes() for path in wheels.iterdir()}
    held["wheels/made-for.json"] = json.dumps(
        {"machine": arch, "pythons": list(pythons), "extras": list(extras)}
    ).encode()
    held["install"] = INSTALL.encode()
    held["SHA256SUMS"] = sums(held).encode()
    folder.mkdir(exist_ok=True)
    archive = folder / f"{name}.tar.gz"
    data = packed(name, held, int(os.environ.get("SOURCE_DATE_EPOCH", NOT_BEFORE)))
    archive.write_bytes(data)
    archive.with_name(f"{archive.name}.sha256").write_text(sums({archive.name: data}))
    return archive


def fetch(wheels: Path, arch: str, python: str, extras: Sequence[str]) -> None:
    """Downloads the wheels of every library for one Python of that machine, and pip, which a fresh system
    lacks."""
    say(f"Fetching the libraries for Python {python} on {arch}.")
    download(wheels, arch, python, ["pip", *requirements(SOURCE, extras)])


def download(wheels: Path, arch: str, python: str, wanted: Sequence[str]) -> None:
    """Runs pip download. Raises `StopError` with pip's last message."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
    ]
    command += ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    command += [word for platform in PLATFORMS for word in ("--platform", f"{platform}_{arch}")]
    done = subprocess.run(
        [*command, "--dest", wheels, *wanted], check=False, capture_output=True, text=True
    )  # fmt: skip
    if done.returncode:
        if OFFLINE.search(done.stderr):
            raise StopError("the libraries could not be fetched, is there a network?")
        said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [
            "is there a network?"
        ]
        raise StopError(f"the libraries could not be fetched: {said[-1].removeprefix('ERROR: ')}")


def sums(held: Mapping[str, bytes]) -> str:
    """The list of checksums, in the format of sha256sum."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(held.items()))


LEVEL = 6
"""How hard the archive is compressed, 0 to 9: more makes it hardly smaller."""


def packed(name: str, held: Mapping[str, bytes], mtime: int) -> bytes:
    """The archive: files in a fixed order, without owner, all with one time."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, data in sorted(held.items()):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size, entry.mtime = len(data), mtime
            entry.mode = 0o755 if path == "install" else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(raw.getvalue(), compresslevel=LEVEL, mtime=mtime)


def main(words: Sequence[str] | None = None) -> int:
    """Prints every failure as one line on standard error."""
    parser = argparse.ArgumentParser(
        prog="bundle", description="Packs Garou for a machine without a network."
    )
    parser.add_argument("--arch", default="aarch64", help="the machine it is for, as uname -m says there")
    parser.add_argument("--extras", default="", help="optional libraries: piper")
    parser.add_argument("pythons", nargs="+", help="its Pythons: 3.11, 3.13")
    asked = parser.parse_args(words)
    try:
        archive = bundle(asked.arch, asked.pythons, SOURCE / "dist", extras_of(asked.extras))
    except StopError as error:
        print(f"garou: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    say(f"{archive.relative_to(SOURCE)}: {archive.stat().st_size // 1_000_000} MB, sums beside it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
