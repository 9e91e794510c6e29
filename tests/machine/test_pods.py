"""Pods on real USB: gadgets of the machine's own kernel (`dummy_hcd`), each with the pod of examples/pod.py.

A table that nobody has wired finds them, is taught by them, misses the one that is pulled out, and has it
back at another port. The people see only the rings of the pods, and take what menus are at by the keyboard.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.kit.paths import ROOT
from tests.machine.disks import with_libraries
from tests.machine.machine import Machine, until
from tests.machine.people import LATE_S, SITTING, means
from tests.machine.teaching import OPENS_S, lit
from tests.machine.test_first_start import KERNEL as KERNEL
from tests.machine.test_first_start import UNIT

PIXELS, PODS = 16, 4
PORTS = PODS + 1
"""One is free, for a pod that was pulled out."""
ORDER = (2, 0, 3, 1)
"""Which pod is at each seat."""
QUESTIONS = 3
"""Menus before the first pod is asked for: the language, who hears the voice, whether all seats are pods.
Where one of them is not asked, the key does nothing."""
TABLE = """
language = "en"
[screen]
calm = true
contrast = "high"
[game]
rulebook = "mots-garous"
"""
GADGETS = f"""
modprobe dummy_hcd num={PORTS}
modprobe libcomposite
systemctl start sys-kernel-config.mount
"""
MADE = """
set -e
mkdir {gadget}
cd {gadget}
echo 0x2e8a > idVendor
echo 0x0005 > idProduct
mkdir -p strings/0x409 configs/pod.1 functions/acm.pod
echo MicroPython > strings/0x409/manufacturer
echo {id} > strings/0x409/serialnumber
ln -s functions/acm.pod configs/pod.1/
cat functions/acm.pod/port_num
"""


class GadgetPod:
    """A pod of the machine: a gadget with a serial line, and the program that has its end of it."""

    def __init__(self, machine: Machine, number: int) -> None:
        self._machine, self.id = machine, f"example{number}".encode().hex()
        self._gadget = f"/sys/kernel/config/usb_gadget/pod{number}"
        self._program = f"/run/pod{number}.py"
        self.ring = b""
        """What its ring shows."""
        line = machine.say(MADE.format(gadget=self._gadget, id=self.id))
        self._node = f"/dev/ttyGS{line}"
        text = (ROOT / "examples/pod.py").read_text("utf-8")
        machine.put(text.replace('b"example1"', f'b"example{number}"'), self._program)

    @contextmanager
    def plugged(self, port: int) -> Iterator[None]:
        """It is plugged in during a `with` block. Its program is there first: it may be slow to start."""
        with subprocess.Popen(
            [*self._machine.ssh(), f"exec python3 -u {self._program} {self._node}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as self._process:
            reader = threading.Thread(target=self._look, daemon=True)
            reader.start()
            until(lambda: self._machine.run(f"fuser -s {self._node}", check=False).returncode == 0)
            self._machine.run(f"echo dummy_udc.{port} > {self._gadget}/UDC")
            yield
            self._machine.run(f"fuser -s -k {self._node}; echo > {self._gadget}/UDC")
            self._process.kill()
            reader.join(10)
            self.ring = b""

    def press_until(self, is_so: Callable[[], bool]) -> None:
        """Somebody presses its button until it is so. They wait for the answer to each press: on a busy
        machine it is late, and another press would mean something else."""
        stdin = self._process.stdin
        assert stdin

        def press() -> bool:
            stdin.write(b"\n")
            stdin.flush()
            with suppress(TimeoutError):
                until(is_so, LATE_S)
            return is_so()

        until(press)

    def teach(self) -> None:
        """Somebody presses it once it invites to, until it is known."""
        until(lambda: self.is_whole)
        self.press_until(lambda: not self.is_whole)

    def sit(self) -> None:
        """Somebody presses until its ring says that they sit."""
        self.press_until(lambda: self.says in SITTING)

    @property
    def is_whole(self) -> bool:
        """Whether every pixel of its ring is lit: it breathes."""
        return len(lit(self.ring)) == PIXELS

    @property
    def says(self) -> str:
        """What its ring means to the person in front of it."""
        return means(self.ring, PIXELS)

    def _look(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            self.ring = b"" if line.startswith(b"No table") else bytes.fromhex(line.decode())


@pytest.fixture(scope="module")
def table(machine: Machine) -> Machine:
    """A table that nobody has wired, at its first question."""
    with_libraries(machine, "serial")
    machine.put(TABLE, "/etc/garou/table.toml")
    machine.put(UNIT, "/etc/systemd/system/garou.service.d/first.conf")
    machine.run("systemctl daemon-reload && systemctl start garou", timeout_s=200)
    machine.run(GADGETS)
    return machine


@pytest.fixture(scope="module")
def pods(table: Machine) -> Sequence[GadgetPod]:
    """The pods, none of them plugged in."""
    return [GadgetPod(table, number) for number in range(PODS)]


@pytest.fixture(scope="module")
def cables(pods: Sequence[GadgetPod]) -> Iterator[list[ExitStack]]:
    """The cables of all pods, plugged in while the table runs."""
    with ExitStack() as ends:
        made = [ends.enter_context(ExitStack()) for _ in pods]
        for port, (cable, pod) in enumerate(zip(made, pods, strict=True)):
            cable.enter_context(pod.plugged(port))
        yield made


def doctor(table: Machine) -> set[tuple[str, str]]:
    """What the doctor finds: keys, and how grave."""
    found = json.loads(table.run("garou doctor --json", check=False).stdout)["findings"]
    return {(one["key"], one["grade"]) for one in found}


def test_the_table_finds_them_and_no_other_program_asks_whether_they_are_modems(
    table: Machine, pods: Sequence[GadgetPod], cables: Sequence[ExitStack]
) -> None:
    """Each invites to be pressed: the table has opened its port, and knows who is there."""
    assert len(cables) == PODS
    until(lambda: all(pod.is_whole for pod in pods))
    assert table.say("stat -c '%a %G' /dev/ttyACM*").splitlines() == ["660 dialout"] * PODS
    for port in range(PODS):
        assert "ID_MM_DEVICE_IGNORE=1" in table.say(f"udevadm info /dev/ttyACM{port}")


def test_it_is_taught_its_seats_by_pressing_one_pod_after_the_other(
    table: Machine, pods: Sequence[GadgetPod]
) -> None:
    for _ in range(QUESTIONS):
        table.tell("sendkey ret")
        time.sleep(OPENS_S)
    for number in ORDER:
        pods[number].teach()
    time.sleep(OPENS_S)
    table.tell("sendkey ret")
    until(lambda: "taught.toml" in table.say("ls /var/lib/garou"))
    taught = tomllib.loads(table.say("cat /var/lib/garou/taught.toml"))
    assert (taught["seats"], taught["pixels"], taught["lit_by"]) == (PODS, PIXELS, "pods")
    assert taught["bcm"] == [[f"pod:{pods[number].id}:1"] for number in ORDER]


def test_one_that_is_pulled_out_is_missed_and_its_seat_waits_for_it_at_another_port(
    table: Machine, pods: Sequence[GadgetPod], cables: Sequence[ExitStack]
) -> None:
    """Who sits there still sits, without a press."""
    until(lambda: {pod.says for pod in pods} == {"free"})
    first, second = (pods[number] for number in ORDER[:2])
    first.sit()
    second.sit()
    assert ("pods", "well") in doctor(table)
    cables[ORDER[1]].close()
    assert ("pods_gone", "wrong") in doctor(table)
    assert (first.says, pods[ORDER[2]].says) == ("host", "free"), "nobody else’s light has changed"
    cables[ORDER[1]].enter_context(second.plugged(PORTS - 1))
    until(lambda: second.says == "taken")
    assert table.is_active()
    assert table.say("systemctl show -p NRestarts --value garou") == "0"
