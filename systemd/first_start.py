"""The first start of a card: sets up the table on Raspberry Pi OS Lite, which takes no network.

cloud-init runs `begin` early in every start (card/vendor-data). Until the version on the card is set up, that
starts `set_up` as a service with the screen. Either may be cut at any moment: the next start does it again.
Only Python's own library is needed, since nothing is installed yet.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

FAT = "/boot/firmware"
"""The drive that every computer shows, where the system mounts it."""
SETUP, OWNER = f"{FAT}/garou-setup", f"{FAT}/garou"
"""On it: what a card brings, and the owner's files."""
DONE = "/opt/garou/card"
"""Says which version of a card was set up here; written last."""
EVENINGS, STATE = "/var/lib/garou", "garou-state"
"""Where the evenings lie, and the label of a partition of their own."""
MIB = 1024 * 1024
FOR_STATE, FOR_SYSTEM = 1024 * MIB, 3072 * MIB
"""Bytes of that partition, and how much room the system needs besides to have one."""
SECTOR, ALIGNED = 512, 2048
"""Bytes, and the sectors between two places where a partition may begin."""
PACKAGES = (
    *("libdrm2", "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri"),  # what draws without a desktop
    "python3-evdev",  # buttons on USB
)
"""Packages of Debian that a table needs and Raspberry Pi OS Lite lacks."""
READ_ONLY = ("overlayroot", "busybox")
"""Packages for a system that is never written to; the first one needs the second and does not say so."""
SERVICE = "garou-card.service"
UNIT = f"""\
[Unit]
Description=Garou sets itself up
Conflicts=getty@tty1.service userconfig.service
RequiresMountsFor={FAT}

[Service]
Type=oneshot
ExecStart=/usr/bin/python3 -I {SETUP}/first_start.py
StandardOutput=tty
StandardError=journal
TTYPath=/dev/tty1
TTYReset=yes
"""
FIRST_START = """\
# A table that nobody has wired is taught by its buttons.
[Unit]
After=etc-garou.mount

[Service]
ExecStart=
ExecStart=/opt/garou/current/.venv/bin/python -I -m table play --first-start
"""
PHONES = "[Unit]\nAfter=etc-garou.mount\n"
WATCHDOG = "[Manager]\nRuntimeWatchdogSec=15\n"
FIRMWARE = """\
# Garou: rings on SPI, expanders on I2C, and an SPI clock that does not change (docs/hardware.md).
[all]
dtparam=spi=on
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
[pi3]
core_freq=250
[pi02]
core_freq=250
[pi4]
core_freq=500
core_freq_min=500
[all]
# Garou: end.
"""
WORDS = ("spidev.bufsiz=12288", "fsck.repair=yes")
"""Words of the kernel's command line: 24 rings of 24 lights, of RGBW too, and file systems that are mended
unasked."""
OVERLAY = "overlayroot=tmpfs:recurse=0"
NAME, UNNAMED = "garou", "raspberrypi"
"""What this machine is called, if its owner has not named it."""

TITLE = """
  Garou s'installe. Laissez la machine allumée ; elle redémarrera seule.
  Garou is setting itself up. Leave the machine on; it starts again by itself.
"""
FAILED = """
  L'installation s'est arrêtée : {why}.
  Éteignez et rallumez pour réessayer ; le fichier garou-setup/log.txt de la carte dit tout.

  Setting up has stopped: {why}.
  Switch off and on to try again; garou-setup/log.txt on the card says everything.
"""


class StopError(Exception):
    """Stops setting up: the reason, as part of a sentence."""


class Pi:
    """The machine that is set up. `root`: replaces /, for tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root

    def at(self, path: str) -> Path:
        """Where a path of the machine is now."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str:
        """The text of a file; empty if there is none."""
        found = self.at(path)
        return found.read_text("utf-8") if found.exists() else ""

    def write(self, path: str, text: str) -> None:
        """Writes a file whole or not at all, if it says anything else."""
        if self.text(path) == text:
            return
        target = self.at(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = target.with_name(f"{target.name}.new")
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)

    def log(self, text: str) -> None:
        """Adds to the log on the drive, as far as that can be written."""
        try:
            with self.at(f"{SETUP}/log.txt").open("a", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            print(error, file=sys.stderr)

    def run(self, *command: str, check: bool = True, given: str = "") -> str:
        """Runs a command; its output goes into the log too. Raises `StopError` if it fails."""
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        done = subprocess.run(
            command, input=given, text=True, capture_output=True, env=environment, check=False
        )
        self.log(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}")
        if check and done.returncode:
            last = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
            raise StopError(f"{Path(command[0]).name}: {last[-1].strip() if last else done.returncode}")
        return done.stdout.strip()

    @property
    def is_done(self) -> bool:
        """Whether the card's version is the one that was set up here."""
        return self.text(DONE) == self.text(f"{SETUP}/version.txt") != ""

    @property
    def state(self) -> str:
        """The device of the evenings' own partition; empty: there is none."""
        return self.run("blkid", "--label", STATE, check=False)


# Early in every start


def begin(pi: Pi) -> None:
    """Starts setting up, unless that is done. Nothing here waits for anything else of the start."""
    if pi.is_done:
        return
    pi.run("mount", "-o", "remount,rw", FAT, check=False)
    if OVERLAY in pi.text("/proc/cmdline").split():
        writable_again(pi)
        return
    name(pi)
    try:
        split(pi)
    except (OSError, StopError, ValueError) as error:
        pi.log(f"The evenings get no partition of their own: {error}\n")
    pi.write(f"/run/systemd/system/{SERVICE}", UNIT)
    pi.run("systemctl", "daemon-reload")
    # It would ask on the screen for a user, with a keyboard that a table does not have.
    pi.run("systemctl", "disable", "userconfig.service", check=False)
    pi.run("systemctl", "--no-block", "start", SERVICE)


def writable_again(pi: Pi) -> None:
    """Another version was put on the card of a system that is never written to: starts that writable."""
    words = pi.text(f"{FAT}/cmdline.txt").split()
    pi.write(f"{FAT}/cmdline.txt", " ".join(word for word in words if word != OVERLAY) + "\n")
    pi.run("sync")
    pi.run("systemctl", "--no-block", "reboot")


def name(pi: Pi) -> None:
    """Names the machine, unless its owner has."""
    if pi.text("/etc/hostname").strip() == UNNAMED:
        pi.write("/etc/hosts", re.sub(rf"\b{UNNAMED}\b", NAME, pi.text("/etc/hosts")))
        pi.write("/etc/hostname", f"{NAME}\n")
        pi.run("hostname", NAME)


def split(pi: Pi) -> None:
    """Gives the evenings the end of the card and the system what lies before, where the rest of the card
    is still free: `garou card` sees to that. Raises `StopError`."""
    if "resize" in pi.text("/proc/cmdline").split():
        return
    part = pi.run("findmnt", "--noheadings", "--output", "SOURCE", "/")
    system = (pi.at("/sys/class/block") / Path(part).name).resolve()
    disk, number, start = system.parent, number_of(system, "partition"), number_of(system, "start")
    device, new = f"/dev/{disk.name}", f"{part.removesuffix(str(number))}{number + 1}"
    sfdisk = ("sfdisk", "--force", "--no-reread", "--no-tell-kernel")
    starts = [number_of(each.parent, "start") for each in disk.glob("*/partition")]
    behind = [each for each in starts if each > start]
    if not behind:
        whole = number_of(disk, "size")
        if (whole - start - number_of(system, "size")) * SECTOR < FOR_STATE + FOR_SYSTEM:
            return
        behind = [(whole - FOR_STATE // SECTOR) // ALIGNED * ALIGNED]
        pi.run(*sfdisk, "--append", device, given=f"start={behind[0]}, type=83\n")
        pi.run("partx", "--add", "--nr", str(number + 1), device)
    if pi.state != new:
        if len(behind) > 1 or pi.run("blkid", "-p", "-o", "value", "-s", "TYPE", new, check=False):
            return  # somebody's own
        pi.run("mke2fs", "-q", "-F", "-t", "ext4", "-L", STATE, new)
    if start + number_of(system, "size") < behind[0] - ALIGNED:
        pi.run(*sfdisk, "-N", str(number), device, given=",+\n")
        pi.run("partx", "--update", "--nr", str(number), device)
        pi.run("resize2fs", part)


def number_of(folder: Path, name: str) -> int:
    """What the kernel says of a disk or partition; sizes are in sectors."""
    return int((folder / name).read_text("ascii"))


# As a service, with the screen


def set_up(pi: Pi) -> None:
    """Does all steps, each of which may have been done before. Raises `StopError`."""
    for number, (french, english, step) in enumerate(STEPS, 1):
        print(f"  {number}/{len(STEPS)}  {french} / {english}", flush=True)
        pi.log(f"\n{english}\n")
        step(pi)


def wait_for_owner(pi: Pi) -> None:
    """Waits until cloud-init has done what the owner asked of it: a user, their Wi-Fi, packages, which it
    fetches for half a minute and no longer while others are being installed."""
    pi.run("timeout", "600", "cloud-init", "status", "--wait", check=False)


def keep_evenings(pi: Pi) -> None:
    """Mounts the evenings' partition, if there is one."""
    if not pi.state:
        return
    line = f"LABEL={STATE} {EVENINGS} ext4 rw,noatime,nosuid,nodev,noexec,nofail 0 2"
    pi.write("/etc/fstab", with_mount(pi.text("/etc/fstab"), EVENINGS, line))
    pi.at(EVENINGS).mkdir(mode=0o700, parents=True, exist_ok=True)
    pi.run("systemctl", "daemon-reload")
    pi.run("sh", "-c", f"mountpoint -q {EVENINGS} || mount {EVENINGS}")


def add_packages(pi: Pi) -> None:
    """Installs Debian's packages from the card; if they do not fit what is there, the system's own by the
    network."""
    lists, sources = "/var/tmp/garou-lists", "/var/tmp/garou-sources.list"
    pi.write(sources, f"deb [trusted=yes] file:{SETUP}/packages ./\n")
    pi.at(f"{lists}/partial").mkdir(parents=True, exist_ok=True)
    options = [f"Dir::State::lists={lists}", f"Dir::Etc::sourcelist={sources}", "Dir::Etc::sourceparts=-"]
    options += ["Acquire::Languages=none", "APT::Sandbox::User=root", "DPkg::Lock::Timeout=900"]
    apt = ["apt-get", "-y", "--no-install-recommends", *(word for each in options for word in ("-o", each))]
    wanted = (*PACKAGES, *(READ_ONLY if pi.state else ()))
    # After a cut. Somebody else may be installing: apt waits for them, and says what is wrong.
    pi.run("dpkg", "--configure", "-a", check=False)
    try:
        pi.run(*apt, "update")
        pi.run(*apt, "install", *wanted)
    except StopError:
        pi.run("apt-get", "update", check=False)
        try:
            pi.run("apt-get", "-y", "--no-install-recommends", "install", *wanted)
        except StopError as error:
            raise StopError(
                f"the card's packages do not fit, and none came by the network ({error})"
            ) from None


def install(pi: Pi) -> None:
    """Installs the table with its extras. Somebody who puts a new version on the card has decided about a
    round that is under way."""
    folder = pi.at("/var/tmp/garou-table")
    shutil.rmtree(folder, ignore_errors=True)
    version, _, _ = pi.text(f"{SETUP}/version.txt").partition(" ")
    archives = [*pi.at(SETUP).glob(f"garou-{version}-*.tar.gz")]
    if not archives:
        raise StopError("the folder garou-setup is not whole, copy it again")
    with tarfile.open(archives[0]) as packed:
        packed.extractall(folder, filter="data")
    [table] = folder.glob("garou-*")
    pi.run("sh", "-c", "mountpoint -q /etc/garou && umount /etc/garou || true")
    pi.run(str(table / "install"), "--now")
    shutil.rmtree(folder)


def connect(pi: Pi) -> None:
    """Has the table read the owner's files on the drive, and start by itself."""
    line = f"{OWNER} /etc/garou none bind,nofail 0 0"
    pi.write("/etc/fstab", with_mount(pi.text("/etc/fstab"), "/etc/garou", line))
    for unit, text in (("garou", FIRST_START), ("garou-phones", PHONES)):
        pi.write(f"/etc/systemd/system/{unit}.service.d/card.conf", text)
    pi.write("/etc/systemd/system.conf.d/garou.conf", WATCHDOG)
    pi.run("systemctl", "daemon-reload")
    pi.run("systemctl", "enable", "garou.service", "garou-phones.service")


def prepare_pins(pi: Pi) -> None:
    """Tells firmware and kernel what rings and expanders need."""
    config = pi.text(f"{FAT}/config.txt")
    own = re.compile(r"\n*# Garou: rings.*?# Garou: end\.\n", re.DOTALL)
    pi.write(f"{FAT}/config.txt", f"{own.sub('', config).rstrip()}\n\n{FIRMWARE}")
    with_words(pi, *WORDS)


def protect(pi: Pi) -> None:
    """From the next start on the system is never written to, if the evenings have a partition."""
    if not pi.state:
        return
    writable = re.compile(rf"^(\S+\s+{FAT}\s+vfat\s+)(?=\S)(?!ro,)", re.MULTILINE)
    pi.write("/etc/fstab", writable.sub(r"\1ro,", pi.text("/etc/fstab")))
    pi.write("/etc/rpi/swap.conf.d/garou.conf", "[Main]\nMechanism=zram\n")  # a swap file would fill memory
    with_words(pi, OVERLAY)


STEPS: tuple[tuple[str, str, Callable[[Pi], None]], ...] = (
    ("ce que vous avez demandé à Imager", "what you asked of the Imager", wait_for_owner),
    ("la place des soirées", "room for the evenings", keep_evenings),
    ("le système, le plus long", "the system, the longest step", add_packages),
    ("le jeu", "the game", install),
    ("vos fichiers", "your files", connect),
    ("les fils", "the wires", prepare_pins),
    ("la protection", "protection", protect),
)
"""What is done, in French and English, since nobody has chosen a language yet."""


def with_mount(table: str, place: str, line: str) -> str:
    """The text of /etc/fstab with this line for a place."""
    kept = [each for each in table.splitlines() if each.split()[1:2] != [place]]
    return "\n".join([*kept, line]) + "\n"


def with_words(pi: Pi, *words: str) -> None:
    """Adds words to the kernel's command line, in the place of others with the same key."""
    keys = tuple(f"{word.partition('=')[0]}=" for word in words)
    kept = [word for word in pi.text(f"{FAT}/cmdline.txt").split() if not word.startswith(keys)]
    pi.write(f"{FAT}/cmdline.txt", f"{' '.join((*kept, *words))}\n")


def main(words: list[str], pi: Pi) -> int:
    """`begin`, or everything else. What fails is on the screen and in the log."""
    try:
        if words == ["begin"]:
            begin(pi)
            return 0
        print(TITLE, flush=True)
        set_up(pi)
        pi.run("sync")
        pi.write(DONE, pi.text(f"{SETUP}/version.txt"))
        pi.run("sync")
        pi.run("systemctl", "--no-block", "reboot")
    except (OSError, StopError, ValueError, tarfile.TarError) as error:
        said = FAILED.format(why=" ".join(str(error).split()).rstrip("."))
        pi.log(said)
        os.sync()  # The screen asks for the plug to be pulled: all that this start has written must be kept.
        print(said, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], Pi()))
