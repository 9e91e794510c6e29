"""The machine's disks, each made once and cached in build/machine: Debian with our kernel module, then
the table installed from its archive.

A disk's folder is named after all it was made from, so what has changed is made anew and nothing else is.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from systemd.card import PYTHON, SOURCES, SUITE
from tests.kit.paths import ROOT

HERE = Path(__file__).parent
CACHE = ROOT / "build" / "machine"
PACKAGES = (
    *("systemd-sysv", "udev", "dbus", "kmod", "iproute2", "openssh-server", "sudo", "procps", "psmisc"),
    *("python3", "e2fsprogs", "dosfstools", "alsa-utils", "gpiod", "initramfs-tools"),
    *("overlayroot", "busybox", "zstd", "xz-utils", "fdisk", "make", "gcc"),
    *("libdrm2", "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri"),
    *("network-manager", "polkitd", "wpasupplicant", "wireless-regdb", "iw"),
    *("dnsmasq-base", "nftables", "dhcpcd-base"),
)
"""What Raspberry Pi OS has and a table or these tests need."""
ASLEEP = ("NetworkManager", "NetworkManager-wait-online", "wpa_supplicant")
"""What a machine starts only if a test asks for it, as by `systemd.wants=` on the kernel's command line."""


class Arch(NamedTuple):
    """A kind of processor. `name`: as Debian calls it, `wheels`: as Python does; `console`: its serial
    line."""

    name: str
    wheels: str
    console: str


PC = Arch("amd64", "x86_64", "ttyS0")
ARM = Arch("arm64", "aarch64", "ttyAMA0")
NOT_NEEDED = ("doc", "man", "locale")
"""Folders of /usr/share that stay empty."""
SIZE = "4G"


class Base(NamedTuple):
    """A system to boot: a kernel, and a raw disk that is never written to. `key`: logs in; `words`: those of
    the kernel's command line."""

    arch: Arch
    kernel: Path
    initrd: Path
    disk: Path
    key: Path
    words: str = "root=LABEL=root rw quiet fsck.repair=yes"


def base(arch: Arch = PC) -> Base:
    """Debian with the files of guest/, our wires, and a key to log in with."""
    key = login()
    files = [path for name in ("guest", "kernel") for path in (HERE / name).rglob("*") if path.is_file()]
    made_from = digest([*SOURCES, *PACKAGES, *ASLEEP, *WIRED, arch.name, SIZE], [*sorted(files), key])
    folder = CACHE / f"base-{made_from}"
    made = Base(arch, folder / "vmlinuz", folder / "initrd", folder / "root.img", key)
    if not made.disk.exists():
        with_new(folder, lambda new: make_base(new, arch, key))
    return made


WIRED = (
    "version=$(ls $1/lib/modules) && chroot $1 make -s -C /lib/modules/$version/build M=/opt/kernel"
    " CONFIG_DEBUG_INFO_BTF_MODULES= modules",
    "version=$(ls $1/lib/modules) && chroot $1 install -D -t /lib/modules/$version/extra"
    " /opt/kernel/garou_wires.ko && chroot $1 depmod $version",
)
"""How our module is made for the kernel there."""


def make_base(folder: Path, arch: Arch, key: Path) -> None:
    """Fetches and unpacks Debian. No root is needed: mmdebstrap makes a user namespace of its own."""
    root = folder / "root.tar"
    kernel = (f"linux-image-{arch.name}", f"linux-headers-{arch.name}")
    run(
        *("mmdebstrap", "--variant=minbase", f"--architectures={arch.name}"),
        "--aptopt=APT::Install-Recommends false",
        *(f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in NOT_NEEDED),
        f"--include={','.join((*PACKAGES, *kernel))}",
        "--customize-hook=systemctl --root=$1 --quiet enable systemd-networkd",
        f"--customize-hook=systemctl --root=$1 --quiet disable {' '.join(ASLEEP)}",
        "--customize-hook=for name in gpio spi i2c; do chroot $1 groupadd --system $name; done",
        f"--customize-hook=upload {key}.pub /etc/ssh/authorized_keys",
        f"--customize-hook=copy-in {HERE}/guest/etc {HERE}/guest/boot /",
        f"--customize-hook=copy-in {HERE}/kernel /opt",
        "--customize-hook=echo table > $1/etc/hostname",
        "--customize-hook=echo 127.0.0.1 localhost table > $1/etc/hosts",
        *(f"--customize-hook={hook}" for hook in WIRED),
        "--customize-hook=chroot $1 update-initramfs -c -k all",
        f"--customize-hook=copy-out /boot {folder}",
        *(SUITE, root),
        *(f"deb {source}" for source in SOURCES),
        INITRD="No",  # The kernel's first files are made once, at the end.
    )
    for name in ("vmlinuz", "initrd"):
        [found] = (folder / "boot").glob(f"{name}*")
        found.rename(folder / name)
    shutil.rmtree(folder / "boot")
    run("mke2fs", "-q", "-t", "ext4", "-L", "root", "-d", root, folder / "root.img", SIZE)
    root.unlink()


def login() -> Path:
    """A key of this machine's own to log in with."""
    key = CACHE / "key"
    if not key.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key)
    return key


def overlay(below: Path, disk: Path) -> Path:
    """A new disk that holds only what differs from the one `below`."""
    kind = "raw" if below.suffix == ".img" else "qcow2"
    run("qemu-img", "create", "-q", "-f", "qcow2", "-b", below.resolve(), "-F", kind, disk)
    return disk


def archive(arch: Arch) -> Path:
    """Packs the working tree for such a processor, with `make bundle`, and returns the archive."""
    with alone("archive"):
        run("make", "-s", "-C", ROOT, "bundle", f"ARCH={arch.wheels}", f"PYTHONS={PYTHON}")
    [found] = (ROOT / "dist").glob(f"garou-*-{arch.wheels}.tar.gz")
    return found


@contextmanager
def alone(what: str = "disks") -> Iterator[None]:
    """Of the processes that run tests side by side one at a time makes this; the others find it made."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{what}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def digest(words: Iterable[str], files: Iterable[Path]) -> str:
    """A short name for these words and these files' bytes."""
    told = hashlib.sha256("\n".join(words).encode())
    for file in files:
        told.update(file.read_bytes())
    return told.hexdigest()[:12]


def with_new(folder: Path, make: Callable[[Path], object]) -> None:
    """Makes a folder of the cache beside its place, and moves it there once it is whole."""
    new = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    make(new)
    shutil.rmtree(folder, ignore_errors=True)
    new.rename(folder)


def run(*command: str | Path, **environment: str) -> None:
    """Runs a command of the host; what it says is shown only if it fails."""
    words: Sequence[str] = [str(word) for word in command]
    done = subprocess.run(
        words, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=os.environ | environment
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words[:3])} ... failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
