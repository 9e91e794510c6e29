"""The card to flash: packed as `make image` packs it, and a copy of it that these tests can log in to."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from systemd import image
from tests.machine import build
from tests.machine.disks import PATIENT
from tests.machine.machine import Machine

SIZE = 3 * 1024**3
"""Of the memory card it is flashed to, in bytes."""
WAY_IN = build.HERE / "way_in.sh"
NOT_MOUNTED = "systemd.mask=var-lib-garou.mount"
"""Where a copy of the card is prepared, its evenings are left alone."""


def packed() -> Path:
    """The card as it is to be flashed, packed."""
    sources = [path for path in image.CARD.rglob("*") if path.is_file()]
    made_from = [build.archive(build.ARM), Path(image.__file__), *sorted(sources)]
    folder = build.CACHE / f"card-{build.digest([build.MIRROR], made_from)}"
    if not folder.exists():
        build.with_new(folder, image.image)
    [card] = folder.glob("*.img.xz")
    return card


def flashed(arm: build.Base, table: str) -> build.Base:
    """A memory card that it was flashed to, with a way in. `arm`: Debian for ARM, with our wires;
    `table`: the owner's table.toml, put where any computer can put it."""
    card = packed()
    made_from = build.digest([str(arm.disk), str(card), str(SIZE), PATIENT, table], [WAY_IN])
    folder = build.CACHE / f"flashed-{made_from}"

    def make(new: Path) -> None:
        disk = new / "card.img"
        with disk.open("wb") as out:
            subprocess.run(["xz", "-dc", card], stdout=out, check=True)
        first = f"{disk}@@{image.FIRST}"
        for name in ("vmlinuz", "initrd.img"):
            build.run("mcopy", "-i", first, f"::{name}", new / name)
        (new / "table.toml").write_text(table, "utf-8")
        build.run("mcopy", "-o", "-i", first, new / "table.toml", "::garou/table.toml")
        with Machine(
            arm, build.overlay(arm.disk, new / "disk.qcow2"), new, disk, words=NOT_MOUNTED
        ) as machine:
            machine.put(WAY_IN.read_text("utf-8"), "/run/way_in.sh")
            machine.run("sh /run/way_in.sh", given=PATIENT.encode())
            machine.shut_down()
        (new / "disk.qcow2").unlink()
        os.truncate(disk, SIZE)

    if not folder.exists():
        build.with_new(folder, make)
    words = (image.CARD / "boot/cmdline.txt").read_text("utf-8").strip()
    return build.Base(
        build.ARM, folder / "vmlinuz", folder / "initrd.img", folder / "card.img", arm.key, words
    )
