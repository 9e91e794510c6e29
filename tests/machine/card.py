"""A memory card as somebody makes one: a fresh system, and on its drive what the zip of `make card` has.

Raspberry Pi OS itself does not start on these machines. In its place is Debian of the same year with
cloud-init, the drive, the wizard for a first user and the names that Raspberry Pi OS Lite has.
"""

from __future__ import annotations

import os
import subprocess
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from systemd import card, first_start
from tests.kit.paths import ROOT
from tests.machine import build
from tests.machine.disks import PATIENT
from tests.machine.machine import COLOURS, Machine, until

MIB = 1024 * 1024
SIZE = 8192 * MIB
"""Of the memory card, in bytes."""
FIRST, DRIVE, SYSTEM = 4 * MIB, 512 * MIB, 2560 * MIB
"""Where the drive begins, and the sizes of drive and system."""
PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "kmod", "procps", "e2fsprogs", "fdisk", "dosfstools", "zstd", "sudo"),
    *("python3", "cloud-init", "network-manager", "avahi-daemon", "openssh-server", "alsa-utils"),
    *("initramfs-tools", "overlayroot", "busybox", "psmisc", "iproute2"),
)
"""What Raspberry Pi OS Lite has. overlayroot goes again once the kernel's first files are made with it: QEMU
is given those, and does not read what is made later."""
FILES = {
    "etc/hostname": "raspberrypi\n",
    "etc/hosts": "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n",
    "etc/fstab": "LABEL=rootfs / ext4 defaults 0 1\nLABEL=bootfs  /boot/firmware  vfat  defaults  0  2\n",
    "etc/cloud/cloud.cfg.d/99_raspberry-pi.cfg": (
        "datasource_list: [ NoCloud, None ]\ndatasource: { NoCloud: { seedfrom: 'file:///boot/firmware' } }\n"
        "network: { config: disabled }\n"
    ),
    "etc/systemd/system/userconfig.service": (
        "[Service]\nType=oneshot\nExecStart=sleep infinity\n[Install]\nWantedBy=multi-user.target\n"
    ),
    "etc/systemd/system/garou.service.d/patient.conf": PATIENT,
}
IMAGER = """\
#cloud-config
manage_resolv_conf: false

timezone: "Europe/Paris"
user:
  name: "ana"
  shell: /bin/bash
  lock_passwd: true
  sudo: null
"""
"""What Raspberry Pi Imager writes for somebody who asks for a user and a time zone."""
KEY = "AuthorizedKeysFile /etc/ssh/authorized_keys\n"
ON_DRIVE = {
    "cmdline.txt": "console=tty1 root=LABEL=rootfs rootfstype=ext4 fsck.repair=yes rootwait quiet\n",
    "config.txt": "dtparam=audio=on\n[all]\n",
    "user-data": IMAGER,
    "meta-data": "instance-id: rpi-imager-1787993916805\n",
}
"""Without the word `resize`, which `garou card` takes away."""
SETS_UP_S = 1800.0
"""How long an emulated machine may take."""
READ_ONLY = first_start.OVERLAY
"""The word that the first start adds to the kernel's command line, which QEMU does not read."""
WIRES = (
    "version=$(ls $1/usr/lib/modules) && at=usr/lib/modules/$version/extra && mkdir -p $1/$at"
    ' && debugfs -R "dump $at/garou_wires.ko $1/$at/garou_wires.ko" {} && test -s $1/$at/garou_wires.ko'
    " && chroot $1 depmod $version"
)
"""Takes our wires from the disk of another machine with the same kernel."""


def packed(arch: build.Arch) -> Path:
    """The zip of `make card` for such a processor."""
    with build.alone("archive"):
        return card.card(ROOT / "dist", arch.wheels)


def made(debian: build.Base, table: str) -> build.Base:
    """A card that nobody has started yet. `debian`: a machine of that processor with our wires; `table`:
    lines of the owner's table.toml."""
    whole = packed(debian.arch)
    told = [card.SUITE, str(debian.disk), table, IMAGER, *PACKAGES, *FILES.values(), *ON_DRIVE.values()]
    folder = build.CACHE / f"card-{build.digest(told, [whole, Path(__file__)])}"

    def make(new: Path) -> None:
        for name, text in (FILES | {"etc/ssh/sshd_config.d/key.conf": KEY}).items():
            (new / "files" / name).parent.mkdir(parents=True, exist_ok=True)
            (new / "files" / name).write_text(text, "utf-8")
        fetch(new, debian)
        drive = new / "drive"
        with zipfile.ZipFile(whole) as to_copy:
            to_copy.extractall(drive)
        for name, text in ON_DRIVE.items():
            (drive / name).write_text(text, "utf-8")
        (drive / "garou/table.toml").write_text(f"{table}[phones]\nenabled = true\n", "utf-8")
        assemble(new)

    if not folder.exists():
        build.with_new(folder, make)
    kernel, initrd, disk = (folder / name for name in ("vmlinuz", "initrd.img", "card.img"))
    return build.Base(debian.arch, kernel, initrd, disk, debian.key, "root=LABEL=rootfs rw quiet")


def fetch(new: Path, debian: build.Base) -> None:
    """Fetches the system as `root.tar`, and takes the kernel's first files out of it."""
    groups = "for name in gpio spi i2c; do chroot $1 groupadd --system $name; done"
    kernel = f"linux-image-{debian.arch.name}"
    build.run(
        *("mmdebstrap", "--variant=minbase", f"--architectures={debian.arch.name}"),
        "--aptopt=APT::Install-Recommends false",
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in build.NOT_NEEDED),
        f"--include={','.join((*PACKAGES, kernel))}",
        f"--customize-hook={groups}",
        f"--customize-hook=copy-in {new}/files/etc /",
        f"--customize-hook=copy-in {build.HERE}/guest/etc/udev {build.HERE}/guest/etc/modules-load.d /etc",
        f"--customize-hook=upload {debian.key}.pub /etc/ssh/authorized_keys",
        "--customize-hook=mkdir -p $1/boot/firmware; rm -f $1/etc/machine-id; touch $1/etc/machine-id",
        "--customize-hook=systemctl --root=$1 --quiet enable ssh userconfig",
        f"--customize-hook={WIRES.format(debian.disk)}",
        "--customize-hook=chroot $1 update-initramfs -c -k all",
        f"--customize-hook=copy-out /boot {new}",
        "--customize-hook=chroot $1 apt-get purge -y --autoremove overlayroot",
        card.SUITE,
        new / "root.tar",
        *(f"deb {source}" for source in card.SOURCES),
        INITRD="No",
    )
    for name in ("vmlinuz", "initrd.img"):
        [found] = (new / "boot").glob(f"{name}-*")
        found.rename(new / name)


def assemble(new: Path) -> None:
    """Puts drive and system on a card, most of which is free."""
    drive, system, whole = new / "drive.img", new / "system.img", new / "card.img"
    build.run("mkfs.vfat", "-C", "-F", "32", "-n", "bootfs", drive, str(DRIVE // 1024))
    build.run("mcopy", "-s", "-i", drive, *sorted((new / "drive").iterdir()), "::")
    build.run(
        "mke2fs", "-q", "-t", "ext4", "-L", "rootfs", "-d", new / "root.tar", system, f"{SYSTEM // 1024}k"
    )
    with whole.open("wb") as out:
        for start, part in ((FIRST, drive), (FIRST + DRIVE, system)):
            out.seek(start)
            with part.open("rb") as one:
                while block := one.read(4 * MIB):
                    out.write(block) if any(block) else out.seek(len(block), os.SEEK_CUR)
            part.unlink()
        out.truncate(SIZE)
    table = [(FIRST, DRIVE, "c"), (FIRST + DRIVE, SYSTEM, "83")]
    lines = [f"start={start // 512}, size={size // 512}, type={kind}" for start, size, kind in table]
    given = "\n".join(["label: dos", *lines])
    subprocess.run(["sfdisk", "-q", whole], input=given, text=True, check=True, capture_output=True)
    (new / "root.tar").unlink()


def with_drive(base: build.Base, folder: Path, gone: str, files: Mapping[str, str]) -> build.Base:
    """The same card in `folder`, with other `files` on its drive. `gone`: a pattern of those it lacks."""
    disk = folder / base.disk.name
    build.run("cp", "--sparse=always", base.disk, disk)
    drive = f"{disk}@@{FIRST}"
    build.run("mdel", "-i", drive, f"::/{gone}")
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
        build.run("mcopy", "-o", "-i", drive, folder / name, f"::/{name}")
    return base._replace(disk=disk)


def is_off(machine: Machine) -> bool:
    """Whether nobody answers any more: QEMU ends where a Pi would start again."""
    with suppress(subprocess.TimeoutExpired):
        return machine.run("true", check=False, timeout_s=60).returncode != 0
    return True


def start_set_up(machine: Machine) -> None:
    """Waits until it has set itself up, starts it again as it asks for, and waits for the board."""
    until(lambda: is_off(machine), SETS_UP_S)
    machine.kill()
    machine.words = " ".join((*first_start.WORDS, READ_ONLY))  # QEMU does not read cmdline.txt
    machine.start()
    until(machine.is_active, 300)
    until(lambda: machine.colours() > COLOURS, 120)


def open_ports(machine: Machine) -> set[str]:
    """The ports that others reach, once the phones' is one of them."""

    def ports() -> set[str]:
        listening = machine.say("ss -Hltn | awk '{ print $4 }'").split()
        return {address.rpartition(":")[2] for address in listening if not address.startswith("127.")}

    until(lambda: "8080" in ports(), 120)
    return ports()


def on_its_screen(machine: Machine) -> str:
    """The text of the first console."""
    return machine.run("cat /dev/vcs1", check=False).stdout
