"""`make image`: packs a card for a Pi 3 or 4: Debian, and the table as `install` sets it up.

Three partitions: `GAROU` (FAT), from which the Pi starts and where an owner's files lie; the system, which is
never written to; and the evenings, which grow to the card's end at the first start. What differs from Debian
is in systemd/card/. Nothing of the machine that builds it is touched.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from systemd.bundle import bundle
from systemd.install import SOURCE, StopError, project, run, say

CARD = SOURCE / "systemd/card"
SUITE = "bookworm"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
"""Where Debian's packages come from."""
COMPONENTS = "main non-free-firmware"
"""The second one has what a Pi's own processor starts with, and nothing else of it is taken."""
PACKAGES = (
    *("systemd-sysv", "systemd-timesyncd", "udev", "dbus", "kmod", "procps", "e2fsprogs", "fdisk"),
    *("linux-image-arm64", "raspi-firmware", "initramfs-tools", "zstd"),
    *("python3", "alsa-utils", "libdrm2", "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri"),
)
NOT_NEEDED = ("doc", "man", "locale", "info", "lintian")
"""Folders of /usr/share that stay empty."""
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "qemu-aarch64-static": "qemu-user-static binfmt-support",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "sfdisk": "fdisk",
    "fdtoverlay": "device-tree-compiler",
}
"""What the build runs, and Debian's packages that have it."""
MIB = 1024 * 1024
FIRST, BOOT, STATE = 4 * MIB, 256 * MIB, 64 * MIB
"""Where the first partition begins, and the sizes of the first and the last, in bytes."""
SPARE = 1.1
"""The system's file system is so many times larger than its files, and some MiB more."""


def check_tools() -> None:
    """Raises `StopError` if something that the build runs is missing."""
    missing = [package for tool, package in TOOLS.items() if not shutil.which(tool)]
    if missing:
        raise StopError(f"tools are missing: sudo apt install {' '.join(missing)}")
    if subprocess.run(["arch-test", "arm64"], capture_output=True).returncode:
        raise StopError(
            "this machine does not run programs for arm64: sudo apt install qemu-user-static binfmt-support"
        )


def debian(folder: Path, archive: Path, log: Path) -> None:
    """Sets up Debian with the table: `root.tar`, and what the Pi starts from in `firmware/`. `log`: is given
    what it says. Raises `StopError`."""
    run(["tar", "xzf", archive, "-C", folder], "the table's archive cannot be unpacked")
    [table] = folder.glob("garou-*")
    command: list[str | Path] = [
        *("mmdebstrap", "--variant=minbase", "--architectures=arm64"),
        "--aptopt=APT::Install-Recommends false",
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in NOT_NEEDED),
        "--dpkgopt=path-include=/usr/share/doc/*/copyright",
        f"--include={','.join(PACKAGES)}",
        "--customize-hook=for name in gpio spi i2c; do chroot $1 groupadd --system $name; done",
        f"--essential-hook=copy-in {CARD}/etc /",
        f"--customize-hook=copy-in {table} /opt",
        f"--customize-hook=sh {CARD}/set-up.sh $1",
        f"--customize-hook=copy-out /boot/firmware {folder}",
        "--customize-hook=rm -rf $1/boot/*; mkdir $1/boot/firmware",
        *(SUITE, folder / "root.tar"),
        *(f"deb {MIRROR} {suite} {COMPONENTS}" for suite in (SUITE, f"{SUITE}-updates")),
        f"deb {MIRROR}-security {SUITE}-security {COMPONENTS}",
    ]
    with log.open("w") as said:
        # Set-up makes the kernel's first files once; else each package that has a say in them would.
        once = os.environ | {"INITRD": "No"}
        done = subprocess.run(
            command, env=once, check=False, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
    if done.returncode:
        raise StopError(f"Debian cannot be set up: {log} says why")
    log.unlink()


def with_wires(firmware: Path) -> None:
    """Switches SPI and I2C on in the device trees: `dtparam` does nothing to Debian's."""
    overlay = firmware / "wires.dtbo"
    run(["dtc", "-q", "-@", "-o", overlay, CARD / "wires.dts"], "the device tree of the wires")
    for tree in sorted(firmware.glob("bcm2*.dtb")):
        run(["fdtoverlay", "-i", tree, "-o", tree, overlay], f"{tree.name} does not take the wires")
    overlay.unlink()


def boot_files(firmware: Path) -> None:
    """Makes the firmware's folder what the first partition holds."""
    if missing := [name for name in ("vmlinuz", "initrd.img") if not (firmware / name).exists()]:
        raise StopError(f"Debian has left no {missing[0]} in its boot partition")
    for path in (CARD / "boot").rglob("*"):
        if path.is_file():
            target = firmware / path.relative_to(CARD / "boot")
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(path, target)
    with_wires(firmware)


def size_of(root: Path) -> int:
    """The size in bytes of a file system for what an archive holds, in whole MiB."""
    with tarfile.open(root) as tar:
        files = sum(-(-entry.size // 4096) * 4096 + 512 for entry in tar)
    return -(-int(files * SPARE + 48 * MIB) // MIB) * MIB


def table_of(root: int) -> str:
    """The card's partitions, as sfdisk reads them. `root`: the size of the system in bytes."""
    sizes, start, lines = (BOOT, root, STATE), FIRST, ["label: dos", "label-id: 0x6761726f"]
    for size, kind in zip(sizes, ("c, bootable", "83", "83"), strict=True):
        lines.append(f"start={start // 512}, size={size // 512}, type={kind}")
        start += size
    return "\n".join(lines) + "\n"


def assemble(folder: Path, card: Path) -> None:
    """Puts the partitions together."""
    firmware, root = folder / "firmware", folder / "root.tar"
    size = size_of(root)
    parts = [folder / name for name in ("boot.img", "root.img", "state.img")]
    run(["mkfs.vfat", "-C", "-F", "32", "-n", "GAROU", parts[0], str(BOOT // 1024)], "the FAT partition")
    run(["mcopy", "-s", "-i", parts[0], *sorted(firmware.iterdir()), "::"], "the FAT partition is too small")
    run(["mke2fs", "-q", "-t", "ext4", "-L", "garou-root", "-d", root, parts[1], f"{size // 1024}k"],
        "the system cannot be packed (it takes e2fsprogs 1.47.1)")  # fmt: skip
    run(["mke2fs", "-q", "-t", "ext4", "-L", "garou-state", parts[2], f"{STATE // 1024}k"], "the evenings")
    start = FIRST
    with card.open("wb") as whole:
        for part in parts:
            whole.seek(start)
            with part.open("rb") as one:
                shutil.copyfileobj(one, whole, 4 * MIB)
            start += part.stat().st_size
            part.unlink()
        whole.truncate(start)
    subprocess.run(["sfdisk", "-q", card], input=table_of(size), text=True, check=True, capture_output=True)


def image(dist: Path) -> Path:
    """Builds the packed card in `dist`, and returns its path."""
    check_tools()
    archive = bundle("aarch64", ["3.11"], dist)
    card = dist / f"garou-{project(SOURCE)['version']}-arm64.img"
    with tempfile.TemporaryDirectory(dir=dist) as made:
        folder = Path(made)
        folder.chmod(0o755)
        say("Setting up Debian for arm64; on a PC this takes half an hour.")
        debian(folder, archive, dist / "image.log")
        boot_files(folder / "firmware")
        assemble(folder, card)
    say("Packing.")
    run(["xz", "-T0", "-6", "-f", card], "xz")
    return card.with_name(f"{card.name}.xz")


def main(words: Sequence[str] | None = None) -> int:
    """Prints every failure as one line on standard error."""
    argparse.ArgumentParser(prog="image", description="Packs Garou as a card to flash.").parse_args(words)
    try:
        packed = image(SOURCE / "dist")
    except StopError as error:
        print(f"garou: {' '.join(str(error).split())}", file=sys.stderr)
        return 1
    say(f"{packed.relative_to(SOURCE)}: {packed.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
