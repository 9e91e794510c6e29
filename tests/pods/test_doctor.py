"""What the doctor says of a table's pods."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons import pods as buttons
from hardware.buttons.pods import other_firmware
from hardware.pods.firmware.line import VERSION
from hardware.pods.lines import PodLines
from hardware.pods.pod import SHIPPED
from tests.appliance.doctor.test_doctor import GROUPS, MODULES, Bench
from tests.kit.pods import FORGE, MILL, Ports
from tests.pods.test_backends import plugged

TABLE = f"""
seats = 2
[pins]
backend = "gpiozero"
bcm = [["pod:{MILL}:1"], ["pod:{FORGE}:1"]]
[rings]
backend = "pods"
"""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = Bench(tmp_path).change(can_import=(MODULES | {"serial"}).__contains__)
    return made.change(groups=GROUPS | {"dialout"}).remove("proc/device-tree/model")


@pytest.fixture
def ports() -> Iterator[Ports]:
    ports = Ports()
    yield ports
    ports.close()


def plug(bench: Bench, *ids: str) -> Bench:
    for number, unique in enumerate(ids):
        plugged(bench.root, f"ttyACM{number}", "2e8a:0005", unique)
    return bench


def test_pods_that_are_all_there_are_well(bench: Bench) -> None:
    plug(bench, MILL, FORGE)
    assert bench.faults(TABLE) == {}
    assert "Pods that are plugged in: 2" in {found.found for found in bench.examined(TABLE)}


def test_a_pod_that_is_missing_is_named_by_its_seat(bench: Bench) -> None:
    fault = plug(bench, MILL).faults(TABLE)[
        "Pods that are plugged in: 1 of 2; missing are those of the seats 2"
    ]
    assert fault.grade == "wrong"
    assert fault.mend.startswith("plug them in, at any port")


def test_a_port_that_may_not_be_opened_is_told_with_the_command(bench: Bench) -> None:
    [fault] = plug(bench, MILL, FORGE).lock("/dev/ttyACM1").faults(TABLE).values()
    assert fault.found == "pi may not open /dev/ttyACM1"
    assert fault.mend == "sudo usermod -aG dialout pi, then log out and in again"


def test_a_missing_library_and_an_old_unit_are_told(bench: Bench) -> None:
    plug(bench, MILL, FORGE).change(can_import=MODULES.__contains__)
    bench.write("etc/systemd/system/garou.service", "DeviceAllow=char-spi rw\n")
    faults = bench.faults(TABLE)
    assert faults["pyserial is not installed"].mend.endswith("pip install -e '.[pods]'")
    assert faults["The service may not open the ports of pods"].mend.endswith("sudo make install")


@pytest.mark.parametrize(
    ("hello", "told"),
    [
        ({}, []),
        ({"firmware": (0, 9, 12)}, [("note", "pod_firmware", "0.9.12", SHIPPED)]),
        ({"version": VERSION + 1}, [("wrong", "pod_version", str(VERSION + 1), str(VERSION))]),
    ],
    ids=["this table's", "older", "another protocol"],
)
def test_firmware_of_another_version_is_found_by_asking(
    hello: dict[str, Any], told: list[tuple[str, ...]], ports: Ports, monkeypatch: pytest.MonkeyPatch
) -> None:
    forge = ports.plug(FORGE)

    def lines(*_: object, **__: object) -> PodLines:
        return ports.lines

    def start(asked: PodLines) -> PodLines:
        ports.after(1.0)
        forge.greet(**hello)
        ports.after()
        forge.report()
        ports.after(1.0)
        return asked

    with monkeypatch.context() as patched:
        patched.setattr(buttons, "PodLines", lines)
        patched.setattr(type(ports.lines), "start", start)
        patched.setattr(ports.lines, "close", lambda: None)
        found = [*other_firmware(ports.find(), [MILL, FORGE], "mend it")]
    assert [(one.grade, one.key, one.facts["known"], one.facts["version"]) for one in found] == told
    assert all((one.facts["number"], one.facts["device"]) == (2, forge.port.node) for one in found)
