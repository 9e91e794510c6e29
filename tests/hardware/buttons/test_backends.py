"""A kind of contacts is a module and an entry: settings, table and doctor ask it alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.buttons.backend import Wires
from hardware.buttons.backends import BACKENDS, HEADER, in_use, taking
from hardware.clocks import VirtualClock
from hardware.interface import Clock, Edge
from hardware.looks import MachineView, Observation, well
from hardware.simulated import SimulatedButtons
from table.appliance.devices.openers import Opener
from table.appliance.doctor.examine import examine
from table.appliance.doctor.machine import this_machine
from table.errors import UnreadableError
from table.paper.plan import plan
from table.settings.load import settings_of
from table.words.troubles import english

TOML = 'seats = 2\n[pins]\nbackend = "gpiozero"\nbcm = [["midi:0"], [{other}]]\n'


class PadBackend:
    """A gamepad, whose button 3 is written as "midi:3"; it claims GPIO26 for the test's sake."""

    needs_pi = True
    reserved: Mapping[int, str] = {26: "USB"}
    group = "plugdev"
    why = "of_keyboard"

    def __init__(self) -> None:
        self.buttons: SimulatedButtons | None = None

    def contact(self, pin: int | str) -> str | None:
        return pin if isinstance(pin, str) and pin.startswith("midi:") else None

    def config_txt(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        return ()

    def notes(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        return ()

    def open(self, wires: Wires, clock: Clock) -> SimulatedButtons:
        self.buttons = SimulatedButtons(len(wires.pins), 1, clock)
        return self.buttons

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:  # noqa: ARG002
        yield well("there", device=f"a pad with {len(wires.used)} buttons")


@pytest.fixture
def pad(monkeypatch: pytest.MonkeyPatch) -> PadBackend:
    backend = PadBackend()
    monkeypatch.setitem(BACKENDS, "pad", backend)
    return backend


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TOML.format(other='"midi:1"'))
    return path


def test_its_pins_may_stand_in_table_toml(file: Path, pad: PadBackend) -> None:
    assert in_use(settings_of(file).pins.wires) == [pad]


def test_no_other_pin_may(file: Path) -> None:
    with pytest.raises(UnreadableError, match=r'pins.bcm = "midi:0" for seat 1 is not allowed'):
        settings_of(file)


@pytest.mark.usefixtures("pad")
def test_what_it_needs_for_itself_is_for_no_button(file: Path) -> None:
    file.write_text(TOML.format(other=26) + "allow_reserved = true\n")
    with pytest.raises(UnreadableError, match=r"pins.bcm = 26 \(reserved for USB\) for seat 2"):
        settings_of(file)


def test_the_table_opens_it(file: Path, pad: PadBackend) -> None:
    settings = settings_of(file)
    buttons = Opener().buttons(settings, settings.seats, VirtualClock())
    assert pad.buttons
    pad.buttons.push(1, 0)
    assert buttons.edges() == [Edge(0.0, 1, 0, True)]


@pytest.mark.usefixtures("pad")
def test_the_doctor_looks_at_it(file: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    model = root / "proc" / "device-tree" / "model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B")
    machine = replace(this_machine(), root=root, user="pi", groups=frozenset(), is_root=False)
    told = [found.told(english()) for found in examine(machine, file)]
    assert [found.grade for found in told if "plugdev" in found.found] == ["wrong"]
    assert [found.grade for found in told if "a pad with 2 buttons" in found.found] == ["well"]
    assert not [found for found in told if "gpiod" in found.found], "nobody needs the pins of the Pi"


@pytest.mark.usefixtures("pad")
def test_what_the_sheet_cannot_draw_is_said(file: Path) -> None:
    with pytest.raises(UnreadableError, match=r"pins.bcm = midi:0 for seat 1 cannot be drawn: the sheet has"):
        plan(settings_of(file), ["North", "South"])


@pytest.mark.parametrize("pin", [0, 27, "0x20.GPA0", "0x27.GPB6"])
def test_each_pin_is_taken_by_one_kind(pin: int | str) -> None:
    assert [backend for backend in BACKENDS.values() if backend.contact(pin) is not None] == [taking(pin)]
    assert (taking(pin) is HEADER) == isinstance(pin, int)


@pytest.mark.parametrize("pin", [-1, 28, "", "4", "0x20.GPA7", "0x28.GPA0"])
def test_what_is_no_pin_is_taken_by_nobody(pin: int | str) -> None:
    assert taking(pin) is None
