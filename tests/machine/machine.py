"""One emulated machine: booted, spoken to by ssh, switched off."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import pygame

from tests.machine.build import ARM, Base, run

ACCEL = os.environ.get("GAROU_MACHINE_ACCEL", "tcg,thread=multi")
"""How QEMU runs the machine's processor: emulated, or "kvm" where the host's processor can do it."""
BOOT_S = 300.0
"""How long a machine may take until it lets somebody log in."""


class GuestError(Exception):
    """A command failed in the machine. `output` has both its outputs."""

    def __init__(self, command: str, status: int, output: str) -> None:
        super().__init__(f"{command!r} in the machine: status {status}\n{output[-3000:]}")
        self.status, self.output = status, output


COLOURS = 20
"""More colours than a console shows; the board has many."""
SCREEN = "xres=640,yres=360"
"""Small, since the processor that draws is emulated."""


class Machine:
    """A machine with two processors, a screen, a sound card, a USB port and no way to any other network.

    `disk`: the system, written to. `state`: a second disk, for the evenings. `log`: where each write to the
    second disk is recorded, as `tests.machine.disk_log` reads it. `words`: more words of the kernel's command
    line, from the next start on. `is_online`: it has a way to other networks; `tests.machine.traffic` reads
    what passes there. The machine's files (serial output, sound, sockets) lie in `folder`.
    """

    def __init__(
        self,
        base: Base,
        disk: Path,
        folder: Path,
        state: Path | None = None,
        log: Path | None = None,
        words: str = "",
        *,
        is_online: bool = False,
    ) -> None:
        self._base, self._disk, self._state, self._log = base, disk, state, log
        self._is_online = is_online
        self.folder, self.words = folder, words
        self.serial, self.sound = folder / "serial", folder / "sound.wav"
        self._monitor = folder / "monitor"
        self._process: subprocess.Popen[bytes] | None = None
        self._port = 0

    # Power

    def switch_on(self) -> None:
        """Switches it on."""
        self._port = free_port()
        with (self.folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    @property
    def is_over(self) -> bool:
        """Whether it has switched itself off, or would start again."""
        return self._process is None or self._process.poll() is not None

    def start(self) -> Self:
        """Switches it on and waits until somebody can log in."""
        self.switch_on()
        began_s = time.monotonic()
        while not self._lets_in():
            if self.is_over:
                raise RuntimeError(f"QEMU ended: {(self.folder / 'qemu.log').read_text()[-2000:]}")
            if time.monotonic() - began_s > BOOT_S:
                raise RuntimeError(f"nobody can log in: {self.serial.read_text(errors='replace')[-3000:]}")
            time.sleep(0.5)
        return self

    def _lets_in(self) -> bool:
        """Whether somebody can log in. A busy machine takes the call long before it answers."""
        with suppress(subprocess.TimeoutExpired):
            return self.run("true", check=False, timeout_s=30).returncode == 0
        return False

    def kill(self) -> None:
        """Pulls the plug."""
        if self._process:
            self._process.kill()
            self._is_off(10)

    def shut_down(self) -> None:
        """Switches it off as a user would."""
        self.run("systemctl poweroff --no-block", check=False)
        self._is_off(120)

    def _is_off(self, within_s: float) -> None:
        assert self._process
        self._process.wait(within_s)
        self._process = None

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.kill()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()

    def _command(self) -> list[str]:
        disks = ["-drive", f"file={self._disk},if=virtio,cache=unsafe"]
        if self._state:
            state = f"driver=file,node-name=state,filename={self._state}"
            if self._log:
                self._log.touch()
                parts = {"file": self._state, "log": self._log}
                each = [f"{name}.driver=file,{name}.filename={path}" for name, path in parts.items()]
                state = f"driver=blklogwrites,node-name=state,{','.join(each)}"
            disks += ["-blockdev", state, "-device", "virtio-blk-pci,drive=state"]
        kernel = f"{self._base.words} mitigations=off console={self._base.arch.console} {self.words}"
        processor = self._arm() if self._base.arch is ARM else self._pc()
        way = "ipv6=off" if self._is_online else "restrict=on"
        recorded = f"filter-dump,id=traffic,netdev=net,file={self.folder}/{self._port}.pcap"
        return [
            *(*processor, "-smp", "2", "-m", "1536", "-nodefaults", "-no-reboot", "-display", "none"),
            *("-kernel", str(self._base.kernel), "-initrd", str(self._base.initrd), "-append", kernel),
            *disks,
            *("-device", f"virtio-gpu-pci,{SCREEN}"),
            *("-device", "virtio-rng-pci", "-device", "qemu-xhci", "-device", "usb-kbd"),
            *("-audiodev", f"wav,id=sound,path={self.sound}"),
            *("-device", "intel-hda", "-device", "hda-output,audiodev=sound"),
            *("-device", "virtio-net-pci,netdev=net,romfile="),
            *("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{self._port}-:22,{way}"),
            *(("-object", recorded) if self._is_online else ()),
            *("-serial", f"file:{self.serial}"),
            *("-monitor", f"unix:{self._monitor},server=on,wait=off"),
        ]

    def _pc(self) -> list[str]:
        return ["qemu-system-x86_64", "-M", "q35", "-accel", ACCEL, "-cpu", "max"]

    def _arm(self) -> list[str]:
        """QEMU's own board, whose device tree is made to say that it is a Pi 4: there the table looks."""
        board, tree = ["qemu-system-aarch64", "-cpu", "cortex-a72"], self.folder / "tree.dtb"
        run(*board, "-M", f"virt,dumpdtb={tree}", "-smp", "2", "-display", "none")
        run("fdtput", "-t", "s", tree, "/", "model", "Raspberry Pi 4 Model B Rev 1.4")
        run("fdtput", "-p", "-t", "x", tree, "/system", "linux,revision", "c03114")
        return [*board, "-M", "virt", "-accel", "tcg,thread=multi", "-dtb", str(tree)]

    # From outside

    def tell(self, command: str) -> str:
        """Gives QEMU's monitor a command, and returns what it says. Raises `GuestError` if it is refused."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(60)
            monitor.connect(str(self._monitor))
            until_prompt(monitor)
            monitor.sendall(f"{command}\n".encode())
            said = until_prompt(monitor).partition("\n")[2].strip()
        if "rror" in said:
            raise GuestError(command, 1, said)
        return said

    def picture(self) -> pygame.Surface:
        """What its display shows."""
        picture = self.folder / "screen.png"
        self.tell(f"screendump {picture} -f png")
        return pygame.image.load(picture)

    def colours(self) -> int:
        """How many colours its display shows, looked at in a grid of points."""
        shown = self.picture()
        width, height = shown.get_size()
        return len({tuple(shown.get_at((x, y))) for x in range(0, width, 8) for y in range(0, height, 8)})

    # From inside

    def ssh(self) -> list[str]:
        """The beginning of a command that runs in the machine, as root."""
        options = {
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": "/dev/null",
            "LogLevel": "ERROR",
            "BatchMode": "yes",
            "ConnectTimeout": "20",
            "ControlMaster": "auto",
            "ControlPath": str(self.folder / "ssh"),
            "ControlPersist": "yes",
        }
        said = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
        return ["ssh", *said, "-i", str(self._base.key), "-p", str(self._port), "root@127.0.0.1"]

    def run(
        self, command: str, check: bool = True, timeout_s: float = 600.0, given: bytes = b""
    ) -> subprocess.CompletedProcess[str]:
        """Runs a shell command in the machine, with `given` on its standard input. Raises `GuestError`."""
        done = subprocess.run([*self.ssh(), command], input=given, capture_output=True, timeout=timeout_s)
        out, err = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")
        if check and done.returncode:
            raise GuestError(command, done.returncode, out + err)
        return subprocess.CompletedProcess(command, done.returncode, out, err)

    def say(self, command: str) -> str:
        """What a command prints in the machine."""
        return self.run(command).stdout.strip()

    def fetch(self, path: str) -> bytes:
        """What a file of the machine holds, as far as it is written."""
        return subprocess.run(
            [*self.ssh(), f"cat {path}"], stdout=subprocess.PIPE, check=True, timeout=120
        ).stdout

    def is_active(self, unit: str = "garou") -> bool:
        """Whether a unit of its service manager is active."""
        return self.run(f"systemctl is-active --quiet {unit}", check=False).returncode == 0

    def log(self) -> str:
        """What the table has logged since it was started last."""
        started = "$(systemctl show -p InvocationID --value garou)"
        return self.say(f"journalctl _SYSTEMD_INVOCATION_ID={started} --no-pager -o cat")

    def put(self, text: str | bytes, path: str) -> None:
        """Writes a file in the machine."""
        self.run(
            f"mkdir -p $(dirname {path}) && cat > {path}",
            given=text.encode() if isinstance(text, str) else text,
        )


def until_prompt(monitor: socket.socket) -> str:
    """What QEMU's monitor says before it asks for a command."""
    heard = b""
    while not heard.endswith(b"(qemu) "):
        heard += monitor.recv(65536)
    return heard.removesuffix(b"(qemu) ").decode(errors="replace").replace("\r", "")


def until(is_so: Callable[[], bool], within_s: float = 90.0) -> None:
    """Waits until it is so. Raises `TimeoutError`."""
    ends_s = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > ends_s:
            raise TimeoutError(f"not within {within_s:.0f} s")
        time.sleep(0.5)


def free_port() -> int:
    """A port of this host that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def state_disk(folder: Path, mib: int = 64) -> Path:
    """A disk for the evenings, empty."""
    disk = folder / "state.img"
    run("mke2fs", "-q", "-t", "ext4", "-L", "garou-state", disk, f"{mib}M")
    return disk
