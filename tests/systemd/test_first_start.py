"""The first start of a card, on a machine that is a folder and commands that are written down."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from systemd import first_start
from systemd.first_start import DONE, EVENINGS, FAT, MIB, OVERLAY, SECTOR, SETUP, Pi, StopError, main
from systemd.install import SOURCE
from table.appliance.doctor.bootconfig import BootConfig

CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1a2b3c4d-02 rootfstype=ext4 rootwait quiet"
CONFIG = "# http://rptl.io/configtxt\ndtparam=audio=on\n[cm5]\ndtoverlay=dwc2,dr_mode=host\n\n[all]\n"
FSTAB = "proc /proc proc defaults 0 0\nPARTUUID=1a2b3c4d-01  /boot/firmware  vfat  defaults  0  2\n"
GIB = 1024 * MIB // SECTOR
"""Sectors."""


class FakePi(Pi):
    """Notes each command. `answers`: what one prints, by its beginning; `failing`: parts of those that
    fail."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.commands: list[str] = []
        self.answers: dict[str, str] = {"findmnt": "/dev/mmcblk0p2"}
        self.failing: Sequence[str] = ()

    def run(self, *command: str, check: bool = True, given: str = "") -> str:
        words = " ".join(command).replace(str(self.root), "") + (f" <{given.strip()}" if given else "")
        self.commands.append(words)
        if check and any(failing in words for failing in self.failing):
            raise StopError(f"{command[0]}: it failed")
        if command[0] == "mke2fs":
            self.answers["blkid --label"] = command[-1]
        return next((said for asked, said in self.answers.items() if words.startswith(asked)), "")

    def disk(self, parts: Mapping[int, tuple[int, int]], size: int) -> None:
        """A memory card. `parts`: first sector and sectors of each partition."""
        disk = self.root / "sys/devices/mmcblk0"
        self.put("/sys/devices/mmcblk0/size", f"{size}\n")
        for number, (start, length) in parts.items():
            part = f"/sys/devices/mmcblk0/mmcblk0p{number}"
            for name, value in (("partition", number), ("start", start), ("size", length)):
                self.put(f"{part}/{name}", f"{value}\n")
        block = self.root / "sys/class/block/mmcblk0p2"
        block.parent.mkdir(parents=True, exist_ok=True)
        block.unlink(missing_ok=True)
        block.symlink_to(disk / "mmcblk0p2")

    def put(self, path: str, text: str) -> None:
        self.at(path).parent.mkdir(parents=True, exist_ok=True)
        self.at(path).write_text(text, "utf-8")

    def tree(self) -> dict[str, bytes]:
        """The files it has, without the log."""
        return {
            str(path.relative_to(self.root)): path.read_bytes()
            for path in self.root.rglob("*")
            if path.is_file() and path.name != "log.txt"
        }


@pytest.fixture
def pi(tmp_path: Path) -> FakePi:
    """A fresh system with the files of a card on its drive."""
    pi = FakePi(tmp_path)
    pi.put(f"{FAT}/cmdline.txt", f"{CMDLINE} resize\n")
    pi.put("/proc/cmdline", f"{CMDLINE}\n")
    pi.put(f"{FAT}/config.txt", CONFIG)
    pi.put(f"{SETUP}/version.txt", "1.0 abc\n")
    pi.put("/etc/fstab", FSTAB)
    pi.put("/etc/hostname", "raspberrypi\n")
    pi.put("/etc/hosts", "127.0.0.1 localhost\n127.0.1.1 raspberrypi\n")
    pi.disk({1: (16384, GIB // 2), 2: (GIB, 2 * GIB)}, 29 * GIB)
    with tarfile.open(pi.at(f"{SETUP}/garou-1.0-aarch64.tar.gz"), "w:gz") as packed:
        entry = tarfile.TarInfo("garou-1.0-aarch64/install")
        entry.size, entry.mode = 3, 0o755
        packed.addfile(entry, io.BytesIO(b"#!x"))
    pi.put(f"{SETUP}/._garou-1.0-aarch64.tar.gz", "a Mac's")
    return pi


def booted(pi: FakePi) -> FakePi:
    """The same machine, with the command line that its drive has."""
    pi.put("/proc/cmdline", pi.text(f"{FAT}/cmdline.txt"))
    return pi


# Early


def test_it_is_started_with_the_screen_and_nothing_waits_for_it(pi: FakePi) -> None:
    assert main(["begin"], pi) == 0
    assert pi.commands[-1] == "systemctl --no-block start garou-card.service"
    assert not any("--now" in command or "start garou-card" in command for command in pi.commands[:-1])
    unit = pi.text("/run/systemd/system/garou-card.service")
    assert f"ExecStart=/usr/bin/python3 -I {SETUP}/first_start.py\n" in unit
    assert "TTYPath=/dev/tty1\n" in unit
    assert "Conflicts=getty@tty1.service userconfig.service\n" in unit, "nobody has a keyboard to answer it"


def test_a_card_that_is_set_up_is_left_alone(pi: FakePi) -> None:
    pi.put(DONE, "1.0 abc\n")
    before = pi.tree()
    assert main(["begin"], pi) == 0
    assert pi.commands == []
    assert pi.tree() == before


def test_it_is_called_garou_unless_somebody_has_named_it(pi: FakePi) -> None:
    main(["begin"], pi)
    assert pi.text("/etc/hostname") == "garou\n"
    assert pi.text("/etc/hosts") == "127.0.0.1 localhost\n127.0.1.1 garou\n"
    assert "hostname garou" in pi.commands
    pi.put("/etc/hostname", "salon\n")
    main(["begin"], pi)
    assert pi.text("/etc/hostname") == "salon\n"


def test_the_evenings_get_the_end_of_the_card_and_the_system_the_rest(pi: FakePi) -> None:
    main(["begin"], pi)
    sfdisk = "sfdisk --force --no-reread --no-tell-kernel"
    parts = [command for command in pi.commands if "mmcblk0" in command]
    assert parts == [
        f"{sfdisk} --append /dev/mmcblk0 <start={28 * GIB}, type=83",
        "partx --add --nr 3 /dev/mmcblk0",
        "blkid -p -o value -s TYPE /dev/mmcblk0p3",
        "mke2fs -q -F -t ext4 -L garou-state /dev/mmcblk0p3",
        f"{sfdisk} -N 2 /dev/mmcblk0 <,+",
        "partx --update --nr 2 /dev/mmcblk0",
        "resize2fs /dev/mmcblk0p2",
    ]
    pi.disk({1: (16384, GIB // 2), 2: (GIB, 27 * GIB), 3: (28 * GIB, GIB)}, 29 * GIB)
    pi.commands.clear()
    main(["begin"], pi)
    assert not any("mmcblk0" in command for command in pi.commands)


def test_a_cut_before_the_system_has_its_room_is_mended(pi: FakePi) -> None:
    pi.disk({1: (16384, GIB // 2), 2: (GIB, 2 * GIB), 3: (28 * GIB, GIB)}, 29 * GIB)
    pi.answers["blkid --label"] = "/dev/mmcblk0p3"
    main(["begin"], pi)
    assert "resize2fs /dev/mmcblk0p2" in pi.commands
    assert not any(command.startswith("mke2fs") for command in pi.commands)


def test_a_cut_before_the_evenings_have_a_file_system_is_mended(pi: FakePi) -> None:
    pi.disk({1: (16384, GIB // 2), 2: (GIB, 2 * GIB), 3: (28 * GIB, GIB)}, 29 * GIB)
    main(["begin"], pi)
    assert "mke2fs -q -F -t ext4 -L garou-state /dev/mmcblk0p3" in pi.commands
    assert not any("--append" in command for command in pi.commands)


@pytest.mark.parametrize(
    ("parts", "size", "kernel", "answers"),
    [
        ({1: (16384, GIB // 2), 2: (GIB, 28 * GIB)}, 29 * GIB, "", {}),
        ({1: (16384, GIB // 2), 2: (GIB, 2 * GIB)}, 6 * GIB, "", {}),
        ({1: (16384, GIB // 2), 2: (GIB, 2 * GIB)}, 29 * GIB, " resize", {}),
        ({1: (1, 2), 2: (GIB, GIB), 3: (9 * GIB, GIB)}, 29 * GIB, "", {"blkid -p": "ntfs"}),
        ({1: (1, 2), 2: (GIB, GIB), 3: (9 * GIB, GIB), 4: (11 * GIB, GIB)}, 29 * GIB, "", {}),
    ],
    ids=["the system has it all", "a small card", "the system takes it all", "somebody's own", "two of them"],
)
def test_no_partition_is_made_where_there_is_no_room_for_one(
    parts: Mapping[int, tuple[int, int]], size: int, kernel: str, answers: dict[str, str], pi: FakePi
) -> None:
    pi.disk(parts, size)
    pi.put("/proc/cmdline", f"{CMDLINE}{kernel}\n")
    pi.answers |= answers
    assert main(["begin"], pi) == 0
    assert not any(command.startswith(("sfdisk", "mke2fs")) for command in pi.commands)
    assert pi.commands[-1].endswith("start garou-card.service")


def test_a_card_that_cannot_be_split_is_set_up_all_the_same(pi: FakePi) -> None:
    pi.failing = ("sfdisk",)
    assert main(["begin"], pi) == 0
    assert "The evenings get no partition of their own" in pi.text(f"{SETUP}/log.txt")
    assert pi.commands[-1].endswith("start garou-card.service")


# With the screen


def test_all_steps_end_at_a_table_that_starts_by_itself(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], pi) == 0
    told = capsys.readouterr().out
    assert [line.split("  ")[1][:3] for line in told.splitlines() if "/7" in line] == [
        f"{number}/7" for number in range(1, 8)
    ]
    assert "systemctl enable garou.service garou-phones.service" in pi.commands
    assert pi.commands[-1] == "systemctl --no-block reboot"
    assert pi.text(DONE) == "1.0 abc\n"
    service = pi.text("/etc/systemd/system/garou.service.d/card.conf")
    shipped = (SOURCE / "systemd/garou.service").read_text("utf-8").splitlines()
    [usual] = [line for line in shipped if line.startswith("ExecStart=")]
    assert f"ExecStart=\n{usual} --first-start\n" in service
    assert f"```ini\n{service}```" in (SOURCE / "docs/appliance.md").read_text("utf-8")
    assert "/boot/firmware/garou /etc/garou none bind,nofail 0 0\n" in pi.text("/etc/fstab")
    installed = [command for command in pi.commands if command.endswith("/install --now")]
    assert installed == ["/var/tmp/garou-table/garou-1.0-aarch64/install --now"]


def test_the_packages_come_from_the_card_alone(pi: FakePi) -> None:
    main([], pi)
    asked = [command for command in pi.commands if command.startswith("apt-get")]
    assert len(asked) == 2
    assert all("Dir::Etc::sourceparts=-" in command for command in asked)
    assert pi.text("/var/tmp/garou-sources.list") == f"deb [trusted=yes] file:{SETUP}/packages ./\n"
    assert "overlayroot" not in asked[1]


@pytest.mark.parametrize("command", ["install", "update"])
def test_packages_that_do_not_fit_come_by_the_network(command: str, pi: FakePi) -> None:
    pi.failing = (f"APT::Sandbox::User=root -o DPkg::Lock::Timeout=900 {command}",)
    assert main([], pi) == 0
    asked = [each for each in pi.commands if each.startswith("apt-get")]
    assert asked[-2] == "apt-get update"
    assert asked[-1].endswith(f"install {' '.join(first_start.PACKAGES)}")
    assert "sourceparts" not in asked[-1]


def test_packages_that_do_not_fit_and_cannot_be_fetched_are_told(
    pi: FakePi, capsys: pytest.CaptureFixture[str]
) -> None:
    pi.failing = ("install",)
    assert main([], pi) == 1
    told = "stopped: the card's packages do not fit, and none came by the network (apt-get: it failed)."
    assert told in capsys.readouterr().out
    assert told in pi.text(f"{SETUP}/log.txt")


@pytest.mark.parametrize(
    ("family", "core", "least"),
    [("3", "250", None), ("zero 2", "250", None), ("4", "500", "500"), ("5", None, None)],
)
def test_the_firmware_is_told_what_rings_and_expanders_need(
    family: str, core: str | None, least: str | None, pi: FakePi
) -> None:
    main([], pi)
    config = BootConfig.parsed(pi.text(f"{FAT}/config.txt"), family)
    assert config.params["spi"] == config.params["i2c_arm"] == "on"
    assert (config.values.get("core_freq"), config.values.get("core_freq_min")) == (core, least)
    assert config.params["audio"] == "on", "what was there stays"
    assert pi.text(f"{FAT}/config.txt").startswith(CONFIG.rstrip())
    [line] = pi.text(f"{FAT}/cmdline.txt").splitlines()
    assert line.startswith(CMDLINE)
    assert {"spidev.bufsiz=12288", "fsck.repair=yes"} <= set(line.split())


def test_done_again_it_says_the_same(pi: FakePi) -> None:
    for words in (["begin"], []):
        main(words, pi)
    once = pi.tree()
    for words in (["begin"], [], []):
        main(words, pi)
    assert pi.tree() == once


def test_cut_after_any_command_it_ends_the_same(pi: FakePi, tmp_path: Path) -> None:
    """Each command in turn is the last one before somebody pulls the plug."""

    class CutError(BaseException):
        pass

    real = pi.run
    left = 0

    def run(*command: str, check: bool = True, given: str = "") -> str:
        nonlocal left
        left -= 1
        if left == 0:
            raise CutError
        return real(*command, check=check, given=given)

    pi.run = run  # type: ignore[method-assign]
    cuts = 0
    for after in range(1, 100):
        left = after
        try:
            main(["begin"], booted(pi))
            main([], pi)
            break
        except CutError:
            cuts += 1
    assert cuts > 10
    assert pi.is_done
    assert pi.text("/etc/fstab").count("/etc/garou") == 1
    assert pi.text(f"{FAT}/config.txt").count("dtparam=spi=on") == 1
    assert pi.text(f"{FAT}/cmdline.txt").count("spidev.bufsiz") == 1
    assert tmp_path == pi.root


@pytest.mark.parametrize("step", ["apt-get", "/var/tmp/garou-table", "systemctl enable"])
def test_a_failure_is_two_sentences_on_the_screen_and_a_log_on_the_card(
    step: str, pi: FakePi, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It asks for the plug to be pulled, so the disk has everything before it does."""
    pi.failing = (step,)
    synced: list[str] = []
    monkeypatch.setattr("systemd.first_start.os.sync", lambda: synced.append(capsys.readouterr().out))
    assert main([], pi) == 1
    assert len(synced) == 1
    assert "has stopped" not in synced[0]
    told = capsys.readouterr().out
    assert "Setting up has stopped: " in told
    assert "L'installation s'est arrêtée : " in told
    assert told.count("garou-setup/log.txt") == 2
    assert "it failed" in pi.text(f"{SETUP}/log.txt")
    assert not pi.is_done
    assert "systemctl --no-block reboot" not in pi.commands


def test_a_folder_that_was_not_copied_whole_is_told(pi: FakePi, capsys: pytest.CaptureFixture[str]) -> None:
    pi.at(f"{SETUP}/garou-1.0-aarch64.tar.gz").unlink()
    assert main([], pi) == 1
    assert "the folder garou-setup is not whole, copy it again." in capsys.readouterr().out


def test_what_an_earlier_version_has_left_is_not_installed(pi: FakePi) -> None:
    """Somebody copies a folder over another."""
    pi.put(f"{SETUP}/garou-0.9-aarch64.tar.gz", "an older one")
    assert main([], pi) == 0


# A system that is never written to


def test_a_system_with_its_evenings_apart_is_never_written_to(pi: FakePi) -> None:
    main(["begin"], pi)
    main([], pi)
    mounts = {line.split()[1]: line.split() for line in pi.text("/etc/fstab").splitlines()}
    assert mounts[EVENINGS][0] == "LABEL=garou-state"
    assert mounts[FAT][3] == "ro,defaults"
    assert OVERLAY in pi.text(f"{FAT}/cmdline.txt").split()
    assert "Mechanism=zram\n" in pi.text("/etc/rpi/swap.conf.d/garou.conf")
    asked = [command for command in pi.commands if command.startswith("apt-get") and "install" in command]
    assert asked[-1].endswith(" overlayroot busybox")


def test_without_a_partition_for_the_evenings_it_stays_writable(pi: FakePi) -> None:
    pi.disk({1: (16384, GIB // 2), 2: (GIB, 28 * GIB)}, 29 * GIB)
    main(["begin"], pi)
    main([], pi)
    assert "overlayroot" not in pi.text(f"{FAT}/cmdline.txt")
    assert "ro," not in pi.text("/etc/fstab")


def test_another_version_on_the_card_makes_it_writable_first(pi: FakePi) -> None:
    main(["begin"], pi)
    main([], pi)
    pi.put(f"{SETUP}/version.txt", "1.1 def\n")
    pi.at(f"{SETUP}/garou-1.0-aarch64.tar.gz").rename(pi.at(f"{SETUP}/garou-1.1-aarch64.tar.gz"))
    pi.commands.clear()
    assert main(["begin"], booted(pi)) == 0
    assert OVERLAY not in pi.text(f"{FAT}/cmdline.txt")
    assert pi.commands == [f"mount -o remount,rw {FAT}", "sync", "systemctl --no-block reboot"]
    main(["begin"], booted(pi))
    assert pi.commands.count(f"mount -o remount,rw {FAT}") == 2, "the drive is written to again"
    main([], pi)
    assert pi.text(DONE) == "1.1 def\n"
    assert OVERLAY in pi.text(f"{FAT}/cmdline.txt")


# What really runs


def test_a_command_leaves_its_words_in_the_log(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.at(SETUP).mkdir(parents=True)
    assert pi.run("sh", "-c", "echo said; echo heard >&2") == "said"
    with pytest.raises(StopError, match=r"^sh: this is why$"):
        pi.run("sh", "-c", "echo this is why >&2; exit 3")
    assert pi.run("sh", "-c", "exit 3", check=False) == ""
    log = pi.text(f"{SETUP}/log.txt")
    assert "said\nheard\n" in log
    assert "this is why" in log


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    Pi(tmp_path).log("the drive is read-only")


def test_a_file_is_written_whole_and_keeps_its_rights(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.write("/etc/fstab", "a\n")
    pi.at("/etc/fstab").chmod(0o640)
    pi.write("/etc/fstab", "b\n")
    assert pi.at("/etc/fstab").stat().st_mode & 0o777 == 0o640
    assert [path.name for path in pi.at("/etc").iterdir()] == ["fstab"]
