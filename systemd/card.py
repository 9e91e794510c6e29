"""`make card`: packs a folder that makes a table of a fresh Raspberry Pi OS Lite.

Its files are copied onto the drive that every computer shows of such a card, and replace none of it. At the
first start cloud-init finds `vendor-data` there, and `first_start.py` does the rest without a network.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from systemd.bundle import bundle
from systemd.first_start import PACKAGES, READ_ONLY
from systemd.install import SOURCE, StopError, example, project, say

CARD = SOURCE / "systemd/card"
SUITE, PYTHON = "trixie", "3.13"
"""The Debian that Raspberry Pi OS is made of since October 2025, and its Python."""
EXTRAS = ("phones", "pods", "piper")
ARCHES = {"aarch64": "arm64", "x86_64": "amd64"}
"""Machines a card can be for, as Debian calls them; the second one is for trying it on a PC."""
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
SOURCES = (
    f"{MIRROR} {SUITE} main",
    f"{MIRROR} {SUITE}-updates main",
    f"{MIRROR}-security {SUITE}-security main",
)
THERE = ("init", "udev", "kmod", "python3", "initramfs-tools")
"""Packages of every Raspberry Pi OS; what they need is there too, and is not packed."""
APT = """\
Dir "{0}"; Dir::State "state"; Dir::State::status "{0}/status"; Dir::Cache "cache"; Dir::Etc "etc";
Dir::Etc::sourcelist "sources.list"; Dir::Etc::sourceparts "-"; Dir::Etc::main "-"; Dir::Etc::parts "-";
APT::Architecture "{1}"; APT::Architectures {{ "{1}"; }}; APT::Install-Recommends "false";
APT::Sandbox::User "root"; Acquire::Languages "none";
"""
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
TIME = (1980, 1, 1, 0, 0, 0)
"""Of every file in the zip."""


class Apt:
    """Debian's packages for another machine; nothing of this one is read or changed."""

    def __init__(self, folder: Path, arch: str) -> None:
        for name in ("state/lists/partial", "cache/archives/partial", "etc/preferences.d"):
            (folder / name).mkdir(parents=True)
        self.folder, self._config = folder, folder / "apt.conf"
        self._config.write_text(APT.format(folder, arch), "utf-8")
        sources = (f"deb [signed-by={KEYS}] {source}\n" for source in SOURCES)
        (folder / "etc/sources.list").write_text("".join(sources), "utf-8")
        (folder / "status").touch()
        self.said("apt-get", "update", "-q")

    def said(self, *command: str) -> str:
        """What a command of apt's prints. Raises `StopError`."""
        around = os.environ | {"APT_CONFIG": str(self._config), "LC_ALL": "C.UTF-8"}
        try:
            done = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            raise StopError("apt-get was not found: make card runs on Debian or Ubuntu") from None
        if done.returncode:
            raise StopError(f"Debian's packages could not be fetched: {done.stderr.strip().splitlines()[-1]}")
        return done.stdout

    def needed(self, packages: Sequence[str]) -> list[str]:
        """These packages and what they need, except what is there."""
        told = self.said("apt-get", "--simulate", "-q", "install", *packages)
        return re.findall(r"^Inst (\S+)", told, re.MULTILINE)

    def stanzas(self, packages: Sequence[str]) -> list[str]:
        """What Debian says of each."""
        told = self.said("apt-cache", "--no-all-versions", "show", *packages)
        return [stanza for stanza in told.split("\n\n") if stanza.strip()]

    def call_there(self, packages: Sequence[str]) -> None:
        """Takes these packages for installed."""
        installed = (
            f"{stanza}\nStatus: install ok installed\n" for stanza in self.stanzas(self.needed(packages))
        )
        (self.folder / "status").write_text("\n".join(installed), "utf-8")


def debian_packages(arch: str) -> Mapping[str, bytes]:
    """The packages that Raspberry Pi OS Lite lacks, by name, and their index, which apt reads."""
    with tempfile.TemporaryDirectory() as made:
        apt = Apt(Path(made), arch)
        apt.call_there(THERE)
        wanted = (*PACKAGES, *READ_ONLY)
        stanzas = apt.stanzas(apt.needed(wanted))
        apt.said("apt-get", "--download-only", "-y", "-q", "install", *wanted)
        held, index = dict[str, bytes](), []
        for stanza in stanzas:
            about = dict(re.findall(r"^(Package|Version|Architecture|Filename): (.*)", stanza, re.MULTILINE))
            name, version, kind = (about[key] for key in ("Package", "Version", "Architecture"))
            fetched = apt.folder / "cache/archives" / f"{name}_{version.replace(':', '%3a')}_{kind}.deb"
            file = Path(about["Filename"]).name
            held[file] = fetched.read_bytes()
            index.append(stanza.replace(f"Filename: {about['Filename']}", f"Filename: ./{file}"))
        return held | {"Packages": ("\n\n".join(index) + "\n").encode()}


def owners_table() -> str:
    """An owner's settings without effect, except that phones may be seats."""
    text = example((SOURCE / "config/table.toml").read_text("utf-8"))
    return re.sub(r"(^\[phones\].*\n)# (enabled = )false", r"\1\2true", text, flags=re.MULTILINE)


def contents(archive: Path, packages: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of a card, by their paths on the drive. What starts the rest comes last."""
    held = {f"garou-setup/packages/{name}": data for name, data in packages.items()}
    held[f"garou-setup/{archive.name}"] = archive.read_bytes()
    held["garou-setup/first_start.py"] = (SOURCE / "systemd/first_start.py").read_bytes()
    total = hashlib.sha256()
    for name, data in sorted(held.items()):
        total.update(f"{name}\0{len(data)}\0".encode() + data)
    held["garou-setup/version.txt"] = f"{project(SOURCE)['version']} {total.hexdigest()[:10]}\n".encode()
    held["garou/table.toml"] = owners_table().encode()
    return held | {name: (CARD / name).read_bytes() for name in ("garou.txt", "vendor-data")}


def card(dist: Path, machine: str = "aarch64") -> Path:
    """Packs the card into `dist`, and returns its path."""
    if machine not in ARCHES:
        raise StopError(f"ARCH={machine} is not allowed; allowed: {', '.join(ARCHES)}")
    with tempfile.TemporaryDirectory() as made:
        archive = bundle(machine, [PYTHON], Path(made), EXTRAS)
        say(f"Fetching Debian's packages for {machine}.")
        held = contents(archive, debian_packages(ARCHES[machine]))
    other = "" if machine == "aarch64" else f"-{machine}"
    packed = dist / f"garou-{project(SOURCE)['version']}-card{other}.zip"
    dist.mkdir(exist_ok=True)
    beside = packed.with_name(f"{packed.name}.new")
    with zipfile.ZipFile(beside, "w") as whole:
        for name, data in held.items():
            whole.writestr(zipfile.ZipInfo(name, TIME), data)
    beside.replace(packed)
    return packed


def main(words: Sequence[str] | None = None) -> int:
    """Prints every failure as one line on standard error."""
    parser = argparse.ArgumentParser(prog="card", description="Packs Garou for the drive of a memory card.")
    parser.add_argument("--arch", default="aarch64", help="the machine it is for, as uname -m says there")
    try:
        packed = card(SOURCE / "dist", parser.parse_args(words).arch)
    except StopError as error:
        print(f"garou: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    say(f"{packed.relative_to(SOURCE)}: {packed.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
