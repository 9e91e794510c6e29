"""`make card`: what is in the zip. Nothing is fetched here but where a test says so."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from systemd import card
from systemd.install import SOURCE, StopError, project
from table.sentences import flat
from table.settings.load import settings_of
from table.settings.settings import Settings

VERSION = project(SOURCE)["version"]
PACKAGE = """\
Package: {0}
Version: 1:2.0-1
Architecture: arm64
Filename: pool/main/{0}/{0}_2.0-1_arm64.deb
Size: 3"""


@pytest.fixture
def packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A card with other bytes in the place of libraries and packages."""

    def bundle(machine: str, pythons: Sequence[str], folder: Path, extras: Sequence[str]) -> Path:
        assert (machine, list(pythons), list(extras)) == ("aarch64", ["3.13"], ["phones", "pods", "piper"])
        archive = folder / f"garou-{VERSION}-aarch64.tar.gz"
        archive.write_bytes(b"the table")
        return archive

    monkeypatch.setattr(card, "bundle", bundle)
    monkeypatch.setattr(card, "debian_packages", lambda arch: {f"x_{arch}.deb": b"x", "Packages": b"y"})
    return card.card(tmp_path / "dist")


def test_the_zip_is_a_folder_to_copy(packed: Path) -> None:
    assert packed.name == f"garou-{VERSION}-card.zip"
    assert [path.name for path in packed.parent.iterdir()] == [packed.name]
    with zipfile.ZipFile(packed) as whole:
        names = whole.namelist()
    setup = ["packages/x_arm64.deb", "packages/Packages", f"garou-{VERSION}-aarch64.tar.gz"]
    setup += ["first_start.py", "version.txt"]
    assert names == [
        *(f"garou-setup/{name}" for name in setup),
        *("garou/table.toml", "garou.txt", "vendor-data"),
    ]
    assert not {"user-data", "meta-data", "network-config", "config.txt", "cmdline.txt"} & set(names), (
        "no file of Raspberry Pi OS or of its Imager is replaced"
    )


def test_the_same_files_make_the_same_zip_and_others_another_version(
    packed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = packed.read_bytes()
    assert card.card(packed.parent).read_bytes() == first
    monkeypatch.setattr(card, "debian_packages", lambda _: {"Packages": b"z"})
    other = card.card(packed.parent)
    with zipfile.ZipFile(other) as whole:
        assert whole.read("garou-setup/version.txt").decode().startswith(f"{VERSION} ")
    assert other.read_bytes() != first


def test_phones_may_be_seats_and_nothing_else_is_said(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(card.owners_table(), "utf-8")
    told = flat(tomllib.loads(table.read_text("utf-8")))
    assert {key: value for key, value in told.items() if value != {}} == {"phones.enabled": True}
    assert settings_of(table).seats == Settings().seats


def test_the_page_is_in_both_languages() -> None:
    text = (card.CARD / "garou.txt").read_text("utf-8")
    for name in ("vendor-data", "garou-setup", "log.txt", "table.toml", "Raspberry Pi OS Lite (64-bit)"):
        french, english = text.split("ENGLISH")
        assert name in french
        assert name in english


def test_what_cloud_init_runs_is_a_hook_of_every_start() -> None:
    """Not a cloud-config: its lists would be lost beside those of user-data."""
    first, second, *script = (card.CARD / "vendor-data").read_text("ascii").splitlines()
    assert (first, second) == ("#cloud-boothook", "#!/bin/sh")
    assert subprocess.run(["sh", "-n"], input="\n".join(script), text=True, check=False).returncode == 0
    assert "exec python3 -I first_start.py begin" in script[-1]


def test_the_first_start_needs_no_other_file() -> None:
    """It runs from the drive, before anything is unpacked."""
    tree = ast.parse((SOURCE / "systemd/first_start.py").read_text("utf-8"))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert not {name for name in imported if name and name.startswith("systemd")}


@pytest.mark.parametrize(
    ("words", "told"),
    [(["--arch", "armv7l"], "garou: ARCH=armv7l is not allowed; allowed: aarch64, x86_64\n")],
)
def test_what_cannot_be_packed_is_told(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert card.main(words) == 1
    assert capsys.readouterr().err == told


# Debian's packages, by an apt that is written here

APT_GET = f"""\
#!{sys.executable}
import os, pathlib, re, sys
config = pathlib.Path(os.environ["APT_CONFIG"])
words = sys.argv[1:]
installed = re.findall("^Package: (.*)", (config.parent / "status").read_text(), re.M)
needs = {{"init": ["libc6"], "libgbm1": ["libc6", "libllvm19"]}}
for name in dict.fromkeys(each for word in words for each in (*needs.get(word, ()), word)):
    if name.startswith("-") or name in installed or name in ("install", "update"):
        continue
    if "--simulate" in words:
        print(f"Inst {{name}} (2.0-1 Debian [arm64])")
    elif "install" in words:
        (config.parent / "cache/archives" / f"{{name}}_1%3a2.0-1_arm64.deb").write_text(f"<{{name}}>")
"""
APT_CACHE = f"""\
#!{sys.executable}
import sys
print("\\n\\n".join({PACKAGE!r}.format(name) for name in sys.argv[3:]))
"""


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (("apt-get", APT_GET), ("apt-cache", APT_CACHE)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("apt")
def test_what_every_system_has_is_not_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card, "PACKAGES", ("libgbm1",))
    held = card.debian_packages("arm64")
    fetched = [f"{name}_2.0-1_arm64.deb" for name in ("libllvm19", "libgbm1", "overlayroot", "busybox")]
    assert list(held) == [*fetched, "Packages"]
    assert held["libgbm1_2.0-1_arm64.deb"] == b"<libgbm1>"
    index = held["Packages"].decode()
    assert "\nFilename: ./libgbm1_2.0-1_arm64.deb\n" in index
    assert index.count("Package: ") == 4
    assert not any("%" in name for name in held), "apt would look for another name"


def test_without_apt_it_says_where_it_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(StopError, match=r"^apt-get was not found: make card runs on Debian or Ubuntu$"):
        card.debian_packages("arm64")


@pytest.mark.usefixtures("apt")
def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "apt-get").write_text("#!/bin/sh\necho 'E: no network' >&2\nexit 100\n")
    with pytest.raises(StopError, match=r"^Debian's packages could not be fetched: E: no network$"):
        card.debian_packages("arm64")
