"""A backend of the rings is a module and an entry: settings, table, wiring sheet and doctor ask it alone."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.looks import MachineView, Observation, add_to_config, well, wrong
from hardware.rings import pio, spi
from hardware.rings.backend import Chain, RingBackend
from hardware.rings.backends import BACKENDS, PROPOSED
from hardware.rings.chain import Mounting
from hardware.simulated import SimulatedRings
from table.appliance.devices.openers import Opener
from table.appliance.doctor.examine import examine
from table.appliance.doctor.machine import this_machine
from table.errors import UnreadableError
from table.paper.book.pages import builders_book
from table.paper.estimate import read_estimate
from table.paper.plan import plan
from table.paper.words import PaperTexts
from table.settings.load import settings_of, usable
from table.words.narration import Narration
from table.words.troubles import english
from tests.kit.paths import ROOT

ALLOWED = 'allowed: "pio", "pods", "simulated", "spi"$'
TOML = 'seats = 3\n[pins]\nbackend = "gpiozero"\nbcm = [[4], [5], [{pin}]]\n[rings]\nbackend = "uart"\n'


class UartRings(SimulatedRings):
    """What a module of this backend would open."""


class UartBackend:
    """Rings on the serial port, which is wired to GPIO14."""

    lights = True
    pins: Mapping[int, str] = {14: "UART"}
    data_pin: int | None = 14
    group = "dialout"
    board = "pi.spi"
    udev = 'KERNEL=="ttyAMA0", GROUP="dialout"'

    def config_txt(self, chain: Chain, buttons: Collection[int | str]) -> Sequence[str]:
        return (f"dtoverlay=rings,pixels={chain.length},buttons={len(buttons)}",)

    def notes(self, chain: Chain) -> Sequence[str]:  # noqa: ARG002
        return ("settings.serial",)

    def cmdline_txt(self, chain: Chain) -> str:
        return f"rings.length={chain.length}"

    def open(self, chain: Chain) -> UartRings:
        return UartRings(chain.seats, chain.pixels)

    def look(self, machine: MachineView, chain: Chain) -> Iterator[Observation]:
        if machine.there("/dev/ttyAMA0"):
            yield well("there", device="/dev/ttyAMA0")
        else:
            line = f"dtoverlay=rings,pixels={chain.length}"
            yield wrong("pio_device", add_to_config(machine, line), device="/dev/ttyAMA0")


class UsbBackend(UartBackend):
    """Rings on a microcontroller that is plugged into USB."""

    pins: Mapping[int, str] = {}
    data_pin = None


@pytest.fixture
def uart(monkeypatch: pytest.MonkeyPatch) -> RingBackend:
    backend = UartBackend()
    monkeypatch.setitem(BACKENDS, "uart", backend)
    return backend


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "table.toml"
    path.write_text(TOML.format(pin=6))
    return path


def test_its_name_may_stand_in_table_toml(file: Path, uart: RingBackend) -> None:
    assert settings_of(file).rings.kind is uart
    assert usable(file).rings.backend == "uart"


def test_no_other_name_may(file: Path) -> None:
    with pytest.raises(UnreadableError, match=f'rings.backend = "uart" .*{ALLOWED}'):
        settings_of(file)
    assert usable(file).rings.backend == "simulated", "and the doctor goes on with what can be used"
    file.write_text("[rings]\nbackend = 3\n")
    with pytest.raises(UnreadableError, match=f"rings.backend = 3 .*{ALLOWED}"):
        settings_of(file)


@pytest.mark.usefixtures("uart")
def test_its_pins_are_not_for_buttons(file: Path) -> None:
    file.write_text(TOML.format(pin=14))
    with pytest.raises(UnreadableError, match=r"pins.bcm = 14 \(reserved for UART\) for seat 3 .*: 0, 1, 4"):
        settings_of(file)


@pytest.mark.usefixtures("uart")
def test_the_table_opens_it(file: Path) -> None:
    settings = settings_of(file)
    rings = Opener().rings(settings, settings.seats)
    assert isinstance(rings, UartRings)
    assert (rings.seats, rings.pixels) == (3, 24)


def written(file: Path, language: str) -> str:
    """All that the wiring sheet says of a table."""
    words, drawn = PaperTexts(Narration.load(language)), plan(settings_of(file), ["North", "East", "South"])
    return " ".join(
        text.text for sheet in builders_book(drawn, read_estimate(), words) for text in sheet.texts
    )


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_wiring_sheet_draws_one_that_uses_no_pin(
    file: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The data comes from USB, and not from the header."""
    monkeypatch.setitem(BACKENDS, "uart", UsbBackend())
    texts = written(file, language)
    words = PaperTexts(Narration.load(language))
    for key in ("block.data_usb", "board_cable.pi_data_usb", "shifter.in_usb"):
        assert words(key) in texts
    assert words("joined.data") not in texts
    assert "None" not in texts


@pytest.mark.usefixtures("uart")
def test_the_wiring_sheet_draws_it(file: Path) -> None:
    texts = written(file, "en")
    assert "GPIO14" in texts
    assert "GPIO10" in texts, "still a pin of the header"
    for line in (
        "dtoverlay=rings,pixels=72,buttons=3",
        "rings.length=72",
        'KERNEL=="ttyAMA0", GROUP="dialout"',
        "switch the serial console off too",
    ):
        assert line in texts


@pytest.mark.usefixtures("uart")
def test_the_doctor_looks_at_it(file: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    model = root / "proc" / "device-tree" / "model"
    model.parent.mkdir(parents=True)
    model.write_text("Raspberry Pi 4 Model B")
    machine = replace(
        this_machine(), root=root, user="pi", groups=frozenset(), is_root=False, header=lambda _: None
    )

    def graded(what: str) -> list[tuple[str, str]]:
        told = [found.told(english()) for found in examine(machine, file)]
        return [(found.grade, found.mend[:29]) for found in told if what in found.found]

    assert [grade for grade, _ in graded("dialout")] == ["wrong"]
    assert graded("/dev/ttyAMA0") == [("wrong", "printf '%s\\n' '[all]' dtoverl")]
    (root / "dev").mkdir()
    (root / "dev" / "ttyAMA0").touch()
    assert graded("/dev/ttyAMA0") == [("well", "")]


# Ours


def test_the_proposed_one_lights_something() -> None:
    assert BACKENDS[PROPOSED].lights


@pytest.mark.parametrize("name", BACKENDS)
def test_no_button_may_have_the_pin_of_the_data_and_every_board_has_a_name(name: str) -> None:
    backend = BACKENDS[name]
    assert backend.data_pin is None or backend.data_pin in backend.pins
    assert PaperTexts(Narration.load("en"))(f"part.{backend.board}")


@pytest.mark.parametrize("name", BACKENDS)
def test_the_rules_of_the_appliance_have_the_line_that_is_printed(name: str) -> None:
    assert BACKENDS[name].udev in (ROOT / "systemd" / "90-garou.rules").read_text("utf-8")


def test_no_file_of_the_table_asks_for_a_backend_by_its_name() -> None:
    """Whoever compares with a name would have to be changed with the next backend."""
    names = {"spi", "pio"}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sorted((ROOT / "table").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Compare)
        and any(
            isinstance(side, ast.Constant) and side.value in names for side in (node.left, *node.comparators)
        )
    ]
    assert found == []


def test_both_ask_for_as_much_as_they_need() -> None:
    chain = Chain([Mounting()] * 24, 24, "", 3.05, "1100", 4000, "GRB")
    assert spi.SpiBackend().cmdline_txt(chain) == "spidev.bufsiz=8192"
    assert spi.SpiBackend().notes(chain) == ("settings.clock", "settings.long")
    short = chain._replace(mountings=[Mounting()] * 13)
    assert spi.SpiBackend().notes(short) == ("settings.clock",)
    assert spi.SpiBackend().notes(short._replace(colours="GRBW")) == ("settings.clock", "settings.long")
    assert pio.PioBackend().config_txt(chain, ()) == ("dtoverlay=ws2812-pio,gpio=10,num_leds=576",)
    line = "dtoverlay=ws2812-pio,gpio=10,num_leds=576,rgbw=on"
    assert pio.PioBackend().config_txt(chain._replace(colours="GRBW"), ()) == (line,)
