"""Seats with pods: what pins.bcm and rings.backend may say, and which ring is lit by what."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from hardware.buttons.backends import taking
from hardware.buttons.pods import PodPin, pin_text, pod_pin
from hardware.interface import Edge
from hardware.pods.firmware.line import FRAME, HAS_SCREEN, PART
from hardware.pods.ports import PodPort, ports_here
from hardware.rings.backend import Chain
from hardware.rings.spi import SpiBackend
from hardware.simulated import SimulatedRings
from table.appliance.devices.openers import Opener
from table.appliance.devices.table_pods import TablePods
from table.board.board import Board, Scene
from table.errors import UnreadableError
from table.settings.load import Report, load
from table.settings.settings import Settings
from tests.kit.pods import FOREST, FORGE, MILL, Ports

ONE, TWO = f"pod:{MILL}:1", f"pod:{FORGE}:1"
ID = "pod:e66164084373532b:1"
FORM = (
    f'"pod:ID:BUTTON", as "{ID}": an id of 16 digits and letters a to f, as garou check --write writes it, '
    "and a button from 1 to 3"
)


@pytest.fixture
def ports() -> Iterator[Ports]:
    ports = Ports()
    yield ports
    ports.close()


def sentence(folder: Path, text: str) -> str:
    file = folder / "table.toml"
    file.write_text(text, "utf-8")
    settings, report = load(file)
    with pytest.raises(UnreadableError) as refused:
        Report(report).refuse("refused", "shipped")
    assert settings
    return str(refused.value).removeprefix(f"{folder}/")


# Settings


def test_a_pod_pin_is_written_as_it_is_read() -> None:
    assert pod_pin(ONE) == PodPin(MILL, 0)
    assert pin_text(PodPin(MILL, 2)) == f"pod:{MILL}:3"
    assert taking(ONE) is not None


@pytest.mark.parametrize("pin", ["pod:e661:1", f"pod:{MILL}:4", f"pod:{MILL}:0", f"pod:{MILL.upper()}:1"])
def test_what_is_no_button_of_a_pod_is_refused(tmp_path: Path, pin: str) -> None:
    said = sentence(tmp_path, f'seats = 1\n[pins]\nbackend = "gpiozero"\nbcm = [["{pin}"]]')
    assert said == f'table.toml, line 4: pins.bcm = "{pin}" for seat 1 is not allowed; allowed: {FORM}'


def test_a_pod_is_at_one_seat(tmp_path: Path) -> None:
    said = sentence(tmp_path, f'seats = 2\n[pins]\nbackend = "gpiozero"\nbcm = [["{ONE}"], ["pod:{MILL}:2"]]')
    assert f'"{MILL}" for seat 1 and for seat 2' in said
    assert said.endswith("each pod at one seat: its ring is that seat’s")


def test_a_seat_has_one_pod(tmp_path: Path) -> None:
    said = sentence(
        tmp_path, f'seats = 1\nbuttons = 2\n[pins]\nbackend = "gpiozero"\nbcm = [["{ONE}", "{TWO}"]]'
    )
    assert said.endswith("all buttons of a seat on one pod")


def test_rings_of_pods_need_a_pod(tmp_path: Path) -> None:
    pins = '[pins]\nbackend = "gpiozero"\nbcm = [[4], [5]]'
    said = sentence(tmp_path, f'seats = 2\n{pins}\n[rings]\nbackend = "pods"')
    assert said == (
        'table.toml, line 6: rings.backend = "pods" is not allowed; '
        'allowed: spi, pio or simulated, or a pod in pins.bcm, as "pod:ID:1"'
    )


def test_seats_without_a_ring_follow_the_chain_not_the_pods(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    pins = f'[pins]\nbackend = "gpiozero"\nbcm = [[4], [5], ["{ONE}"]]'
    file.write_text(f'seats = 3\n{pins}\n[rings]\nbackend = "spi"\non_board = [2]')
    assert not list(load(file)[1])
    assert "the last seats, 2 to 2" in sentence(
        tmp_path, f'seats = 3\n{pins}\n[rings]\nbackend = "spi"\non_board = [1]'
    )


# Seat by seat


def opened(ports: Ports, *pins: str | int, rings: str = "pods") -> tuple[Opener, Settings]:
    settings = Settings(seats=len(pins), pixels=16).over(
        {"pins.backend": "gpiozero", "pins.bcm": tuple((pin,) for pin in pins), "rings.backend": rings}
    )
    return Opener(lambda _: ports.lines), settings


def test_a_pod_is_the_button_and_the_ring_of_its_seat(ports: Ports) -> None:
    opener, settings = opened(ports, TWO, ONE)
    buttons = opener.buttons(settings, 2, ports.clock)
    rings = opener.rings(settings, 2)
    mill = ports.welcome(MILL, pixels=16)
    mill.press()
    mill.report()
    ports.after()
    assert [edge._replace(late_s=0.0) for edge in buttons.edges()] == [Edge(1.0, 1, 0, True)]
    rings.show(bytes(48) + bytes((9, 8, 7)) * 16)
    ports.after(0.03)
    assert mill.frames()[-1] == (bytes((9, 8, 7)) * 16).ljust(72, b"\0")
    with pytest.raises(ValueError, match="has 96 bytes"):
        rings.show(b"")


@pytest.mark.parametrize("enabled", [True, False])
def test_pods_call_a_table_only_if_it_has_phones(
    ports: Ports, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, enabled: bool
) -> None:
    """The gateway that passes their calls on is that of phones."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    opener, settings = opened(ports, ONE)
    opener.buttons(settings.over({"phones.enabled": enabled}), 1, ports.clock)
    assert [each.name for each in tmp_path.iterdir()] == ["phones.pods"] * enabled


def test_the_chain_has_the_rings_of_all_other_seats(ports: Ports) -> None:
    opener, settings = opened(ports, 4, ONE, 5, rings="spi")
    opener.pods = ports.lines
    chains: list[Chain] = []
    wired = SimulatedRings(2, 16)

    def wire(_: SpiBackend, chain: Chain) -> SimulatedRings:
        chains.append(chain)
        return wired

    with patch.object(SpiBackend, "open", wire):
        rings = opener.rings(settings, 3)
    assert (chains[0].seats, rings.seats) == (2, 3)
    rings.show(b"a" * 48 + b"b" * 48 + b"c" * 48)
    assert wired.frame == b"a" * 48 + b"c" * 48
    mill = ports.welcome(MILL, pixels=16)
    assert mill.frames()[-1] == (b"b" * 48).ljust(72, b"\0")


def test_a_table_knows_who_is_missing_and_who_is_new(ports: Ports) -> None:
    pods = TablePods(ports.lines, [MILL, None, FORGE])
    ports.welcome(FORGE, has=HAS_SCREEN)
    ports.welcome(FOREST)
    assert pods.missing == {0: MILL}
    assert pods.new == [FOREST]


def test_words_are_on_the_screen_of_their_seats_pod(ports: Ports) -> None:
    pods = TablePods(ports.lines, [None, FORGE])
    forge = ports.welcome(FORGE, has=HAS_SCREEN)
    assert pods.screens == [1]
    forge.heard()
    pods.slips.show({1: "Seer"})
    ports.after(0.05)
    assert forge.words() == "Seer"


def test_the_board_covers_the_pods(ports: Ports) -> None:
    pods = TablePods(ports.lines, [MILL])
    mill = ports.welcome(MILL)
    for scene, is_covered in (("night", True), ("debate", False), ("look", True)):
        board = Board()
        board.scene = scene  # type: ignore[assignment]
        pods.cover(board)
        ports.after(0.1, alive=[mill])
        assert [each[4] for each in mill.heard() if each[:1] == b"F"][-1] == is_covered


@pytest.mark.parametrize("scene", ["night", "look"])
def test_a_pod_that_comes_back_in_a_call_is_dark_until_it_is_over(ports: Ports, scene: Scene) -> None:
    """Who plugs it in has open eyes. Its presses count, and no moment tells what it would show."""
    pods, red = TablePods(ports.lines, [MILL, FORGE]), bytes((200, 0, 0)) * 24
    mill, forge = ports.welcome(MILL, has=HAS_SCREEN), ports.welcome(FORGE, has=HAS_SCREEN)
    pods.cover(Board(scene=scene, headline="The Seer"))
    ports.lines.light({MILL: red, FORGE: red})
    pods.slips.show({0: "the Hunter", 1: "the Hunter"})
    ports.after(1.0, alive=[mill, forge])
    forge.heard()
    ports.pull(mill)
    ports.after(0.3, alive=[forge])
    mill = ports.welcome(MILL, 7, has=HAS_SCREEN)
    ports.after(1.0, alive=[mill, forge])
    mill.press()
    ports.after(0.1, alive=[mill, forge])
    told, others = mill.heard(), forge.heard()
    frames = [struct.unpack(FRAME, each)[4] for each in told if each[:1] == b"F"]
    assert (set(frames), len(frames) > 20) == ({bytes(72)}, True)
    assert {bytes(each[2:]) for each in told if each[:1] == b"S"} == {bytes(PART)}
    assert [edge.down for pod, edge in ports.edges if pod == MILL] == [True]
    assert {each[5:] for each in others if each[:1] == b"F"} == {red}
    pods.cover(Board(scene=scene, headline="Night"))
    ports.after(1.0, alive=[mill, forge])
    assert mill.words() == "the Hunter"
    ports.after(0.1, alive=[mill, forge])
    assert mill.frames()[-1] == red


def test_a_pod_that_comes_back_by_day_or_in_a_deal_goes_on_at_once(ports: Ports) -> None:
    """In a deal a card is shown to a finger alone."""
    pods, red = TablePods(ports.lines, [MILL]), bytes((200, 0, 0)) * 24
    ports.lines.light({MILL: red})
    for scene in ("debate", "deal"):
        pods.cover(Board(scene=scene, headline="The Seer"))
        mill = ports.welcome(MILL)
        ports.after(0.1, alive=[mill])
        assert mill.frames()[-1] == red
        ports.pull(mill)
        ports.after(1.0)


# Ports


def plugged(root: Path, node: str, ids: str, serial: str, manufacturer: str = "") -> None:
    device = root / "sys/devices/usb1" / f"1-{node}"
    maker, product = ids.split(":")
    told = {"idVendor": maker, "idProduct": product, "serial": serial, "manufacturer": manufacturer}
    interface = device / f"1-{node}:1.0"
    interface.mkdir(parents=True)
    for name, value in (told | {"busnum": "1", "devnum": node[-1]}).items():
        (device / name).write_text(f"{value}\n")
    (root / "sys/class/tty" / node).mkdir(parents=True)
    (root / "sys/class/tty" / node / "device").symlink_to(interface)


def test_only_boards_with_micropython_are_ports_of_pods(tmp_path: Path) -> None:
    plugged(tmp_path, "ttyACM10", "2e8a:0005", MILL.upper())
    plugged(tmp_path, "ttyACM2", "2341:0043", "an Arduino Uno", "Arduino")
    plugged(tmp_path, "ttyACM3", "1209:1234", FORGE, "MicroPython")
    found = [("/dev/ttyACM3", FORGE, "1-3"), ("/dev/ttyACM10", MILL, "1-0")]
    assert ports_here(tmp_path) == [PodPort(*port) for port in found]
    assert ports_here(tmp_path / "nothing") == []
