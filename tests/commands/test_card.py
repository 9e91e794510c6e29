"""`garou card`: what it writes onto the drive of a memory card, and what it leaves alone there."""

from __future__ import annotations

import shutil
import sys
import zipfile
from collections import namedtuple
from collections.abc import Mapping
from pathlib import Path

import pytest

from table.__main__ import main
from table.commands import card

FILES = {
    "garou-setup/packages/x_arm64.deb": b"a package",
    "garou-setup/garou-1.0-aarch64.tar.gz": b"the table",
    "garou-setup/version.txt": b"1.0 abc\n",
    "garou/table.toml": b"[phones]\nenabled = true\n",
    "garou.txt": b"read me",
    "vendor-data": b"#cloud-boothook\n#!/bin/sh\n# Garou: sets itself up.\n",
}
CMDLINE = (
    "console=tty1 root=PARTUUID=1a2b3c4d-02 rootfstype=ext4 rootwait {}quiet ds=nocloud;i=rpi-imager-1\n"
)
STOCK = (
    "#cloud-config\n\n# This is the user-data configuration file for cloud-init.\n#hostname: raspberrypi\n"
)
WIZARD = """\
#cloud-config
manage_resolv_conf: false

hostname: "salon"
manage_etc_hosts: true
packages:
- avahi-daemon
apt:
  preserve_sources_list: true
  conf: |
    Acquire {
      Check-Date "false";
    };
timezone: "Europe/Paris"
keyboard:
  model: pc105
  layout: "fr"
user:
  name: "ana"
  shell: /bin/bash
  lock_passwd: false
  passwd: "$5$abc$def"
  sudo: ALL=(ALL) NOPASSWD:ALL

ssh_pwauth: true
rpi:
  interfaces:
    i2c: true
runcmd:
  - [ systemctl, enable, --now, ssh ]
  - [ sh, -c, "echo 'ana ALL=(ALL) NOPASSWD:ALL' >'/etc/sudoers.d/010_ana-nopasswd'" ]
"""
"""As Raspberry Pi Imager 2 writes it."""
OWN_HOOK = "#cloud-config\nbootcmd:\n- [ echo, mine ]\n"


def zipped(path: Path, files: Mapping[str, bytes] = FILES) -> Path:
    with zipfile.ZipFile(path, "w") as whole:
        for name, data in files.items():
            whole.writestr(name, data)
    return path


def fresh(drive: Path, user_data: str = STOCK) -> Path:
    """The drive of a card that was just written."""
    drive.mkdir(exist_ok=True)
    (drive / "config.txt").write_text("dtparam=audio=on\n")
    (drive / "cmdline.txt").write_text(CMDLINE.format("resize "))
    (drive / "user-data").write_text(user_data, "utf-8")
    (drive / "meta-data").write_text("instance-id: rpi-imager-1\n")
    (drive / "network-config").write_text("network:\n  version: 2\n")
    return drive


def tree(drive: Path) -> dict[str, bytes]:
    return {
        path.relative_to(drive).as_posix(): path.read_bytes() for path in drive.rglob("*") if path.is_file()
    }


def run(monkeypatch: pytest.MonkeyPatch, *words: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["garou", "card", *map(str, words)])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(str(ended.value.code))


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return fresh(tmp_path / "bootfs")


@pytest.mark.parametrize("user_data", [STOCK, WIZARD, OWN_HOOK, "", "not: [yaml", "#!/bin/sh\necho mine\n"])
def test_nothing_of_the_drive_changes_but_the_room_that_the_system_takes(
    user_data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """User, Wi-Fi and language of the Imager's wizard stay, whatever they are written in."""
    drive = fresh(tmp_path / "bootfs", user_data)
    before = tree(drive)
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip")) == 0
    assert tree(drive) == before | FILES | {"cmdline.txt": CMDLINE.format("").encode()}
    assert capsys.readouterr().out.startswith(f"Garou 1.0 is on {drive}. ")


def test_the_system_may_keep_the_whole_card(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree(drive)
    assert run(monkeypatch, drive, "--writable", "--zip", zipped(tmp_path / "a.zip")) == 0
    assert tree(drive) == before | FILES


def test_written_again_it_is_the_same(drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zipped(tmp_path / "a.zip")
    run(monkeypatch, drive, "--zip", packed)
    once = tree(drive)
    assert run(monkeypatch, drive, "--zip", packed) == 0
    assert tree(drive) == once


def test_another_version_takes_the_place_of_the_first_and_leaves_the_owners_files(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip"))
    (drive / "garou/table.toml").write_text("seats = 6\n")
    (drive / "garou-setup/._garou-1.0-aarch64.tar.gz").write_text("a Mac's")
    old = "garou-setup/garou-1.0-aarch64.tar.gz"
    later = {name.replace("1.0-", "1.1-"): data for name, data in FILES.items()}
    later["garou-setup/version.txt"] = b"1.1 def\n"
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "b.zip", later)) == 0
    assert not (drive / old).exists()
    assert (drive / "garou/table.toml").read_text() == "seats = 6\n"
    assert later.items() - {("garou/table.toml", FILES["garou/table.toml"])} <= tree(drive).items()


def test_cut_before_any_write_it_is_nothing_or_whole(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What starts the rest comes last: a card that is cut short is a fresh system."""
    packed = zipped(tmp_path / "a.zip")
    real, left = card.write, 0

    def write(path: Path, data: bytes) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise OSError(28, "No space left on device", str(path))
        real(path, data)

    monkeypatch.setattr(card, "write", write)
    cuts = 0
    while True:
        left = cuts + 1
        if run(monkeypatch, drive, "--zip", packed) == 0:
            break
        cuts += 1
        assert not (drive / "vendor-data").exists()
    assert cuts == len(FILES)
    assert FILES.items() <= tree(drive).items()


@pytest.mark.parametrize(
    ("without", "told"),
    [
        ("cmdline.txt", "is no boot drive of Raspberry Pi OS: it has no cmdline.txt"),
        ("config.txt", "is no boot drive of Raspberry Pi OS: it has no config.txt"),
        (
            "user-data",
            "has a Raspberry Pi OS from before October 2025 (no user-data): write Raspberry Pi OS Lite",
        ),
    ],
)
def test_another_drive_is_refused(
    without: str,
    told: str,
    drive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (drive / without).unlink()
    before = tree(drive)
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip")) == 2
    assert f"garou: {drive} {told}" in capsys.readouterr().err
    assert tree(drive) == before


def test_what_somebody_else_runs_there_is_not_lost(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (drive / "vendor-data").write_text("#cloud-config\n")
    before = tree(drive)
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip")) == 2
    assert "vendor-data is not from Garou, and would be lost" in capsys.readouterr().err
    assert tree(drive) == before


def test_a_drive_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, tmp_path / "none") == 2
    assert capsys.readouterr().err == f"garou: {tmp_path / 'none'}: there is no such folder\n"


def test_too_little_room_is_told_before_anything_is_written(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(1 << 20))
    before = tree(drive)
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip")) == 1
    told = f"garou: {drive} has too little room: 4 MB are needed, 1 MB are free\n"
    assert capsys.readouterr().err == told
    assert tree(drive) == before


def test_the_zip_of_this_version_is_found_here_or_in_dist(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from table import paths
    from table.version import version

    monkeypatch.setattr(paths, "PROGRAM", tmp_path)
    monkeypatch.chdir(tmp_path)
    name = f"garou-{version()}-card.zip"
    assert run(monkeypatch, drive) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"garou: {name} is neither here nor in {tmp_path / 'dist'}: make card packs it, ")
    (tmp_path / "dist").mkdir()
    zipped(tmp_path / "dist" / name)
    assert run(monkeypatch, drive) == 0


@pytest.mark.parametrize("files", [{}, {"a": b""}, FILES | {"../outside": b""}, FILES | {"/etc/passwd": b""}])
def test_another_zip_is_refused(
    files: Mapping[str, bytes],
    drive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = tree(drive)
    assert run(monkeypatch, drive, "--zip", zipped(tmp_path / "a.zip", files)) == 2
    assert "is no card of Garou; allowed: what make card packs" in capsys.readouterr().err
    assert tree(drive) == before


def test_a_zip_that_is_cut_is_told(
    drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = zipped(tmp_path / "a.zip")
    packed.write_bytes(packed.read_bytes()[:100])
    assert run(monkeypatch, drive, "--zip", packed) == 2
    assert f"garou: {packed} cannot be read: " in capsys.readouterr().err
    assert not (drive / "vendor-data").exists()
