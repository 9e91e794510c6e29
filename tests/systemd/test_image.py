"""The card to flash: what can be known of it without building it."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from systemd import image
from systemd.install import SOURCE, StopError
from table.appliance.doctor.bootconfig import BootConfig

CARD = image.CARD
UNIT = (SOURCE / "systemd/garou.service").read_text("utf-8")


def starts(text: str) -> list[str]:
    return [line.removeprefix("ExecStart=") for line in text.splitlines() if line.startswith("ExecStart=")]


@pytest.mark.parametrize("root", [image.MIB, 900 * image.MIB])
def test_the_partitions_lie_one_behind_the_other(root: int) -> None:
    lines = re.findall(r"start=(\d+), size=(\d+)", image.table_of(root))
    places = [(512 * int(start), 512 * int(size)) for start, size in lines]
    assert [size for _, size in places] == [image.BOOT, root, image.STATE]
    assert places[0][0] == image.FIRST
    for (start, size), (behind, _) in pairwise(places):
        assert start + size == behind
        assert behind % image.MIB == 0


@pytest.mark.parametrize(("family", "clock"), [("3", "250"), ("4", "500")])
def test_the_firmware_is_told_what_rings_and_expanders_need(family: str, clock: str) -> None:
    config = BootConfig.parsed((CARD / "boot/config.txt").read_text("utf-8"), family)
    assert config.params["spi"] == config.params["i2c_arm"] == "on"
    assert config.values["core_freq"] == clock
    assert config.values.get("core_freq_min") == (clock if family == "4" else None)
    [line] = (CARD / "boot/cmdline.txt").read_text("utf-8").splitlines()
    assert {"root=LABEL=garou-root", "ro", "fsck.repair=yes", "spidev.bufsiz=8192"} <= set(line.split())


def test_all_that_the_service_writes_lies_beside_the_system_that_is_never_written() -> None:
    rows = [line.split() for line in (CARD / "etc/fstab").read_text("utf-8").splitlines()]
    writable = {row[1] for row in rows if "ro" not in row[3].split(",")} | {"/run", "/dev"}
    folders = {"StateDirectory": "/var/lib", "CacheDirectory": "/var/cache", "RuntimeDirectory": "/run"}
    for key, folder in folders.items():
        assert f"{key}=garou" in UNIT.splitlines()
        assert {folder, f"{folder}/garou"} & writable
    assert next(row for row in rows if row[1] == "/")[3].split(",")[0] == "ro"
    assert next(row for row in rows if row[1] == "/boot/firmware")[3].split(",")[0] == "ro"


def test_the_table_starts_as_everywhere_but_is_taught_by_its_buttons() -> None:
    [usual] = starts(UNIT)
    own = (CARD / "etc/systemd/system/garou.service.d/card.conf").read_text("utf-8")
    assert starts(own) == ["", f"{usual} --first-start"]
    assert f"```ini\n{own.partition(chr(10))[2]}```" in (SOURCE / "docs/appliance.md").read_text("utf-8")


def test_what_is_missing_is_named_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda tool: None if tool == "mcopy" else f"/usr/bin/{tool}")
    with pytest.raises(StopError, match=r"^tools are missing: sudo apt install mtools$"):
        image.check_tools()


def test_a_card_without_a_kernel_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StopError, match="Debian has left no vmlinuz in its boot partition"):
        image.boot_files(tmp_path)
