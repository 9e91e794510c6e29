"""Pods that are taught: by pressing, and in the place of one that is gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons.every import ContactListener, every_contact
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.openers import EveryOpener, pod_listener
from table.appliance.doctor.machine import this_machine
from table.settings.settings import Settings
from tests.appliance.service.test_service_menu import Deed, entries, menu, note, take
from tests.kit.menus import turn_to
from tests.kit.pods import FOREST, FORGE, MILL, Ports

PINS: Any = ((f"pod:{MILL}:1",), (4,), (f"pod:{FORGE}:1",), (5,))
TABLE = Settings(language="en", seats=4).over({"pins.backend": "gpiozero", "pins.bcm": PINS})


@pytest.fixture
def ports() -> Iterator[Ports]:
    ports = Ports()
    yield ports
    ports.close()


def press(ports: Ports, pod: Any, listener: ContactListener, button: int = 0) -> list[int | str]:
    """What is heard of a press that bounces."""
    heard: list[int | str] = []
    for down in (True, False, True, False, True):
        (pod.press if down else pod.lift)(button)
    pod.report()
    for _ in range(20):
        ports.after(0.02, alive=ports.pods)
        heard += listener.pressed()
        pod.heard()
    pod.lift(button)
    pod.report()
    for _ in range(20):
        ports.after(0.02, alive=ports.pods)
        heard += listener.pressed()
    return heard


def test_each_pod_is_heard_once_a_press_whatever_table_it_was_of(ports: Ports) -> None:
    listener = pod_listener(ports.lines, ports.clock)
    mill, forge = ports.welcome(MILL, buttons=2), ports.welcome(FORGE)
    assert press(ports, forge, listener) == [f"pod:{FORGE}:1"]
    assert press(ports, mill, listener, 1) == [f"pod:{MILL}:2"]
    assert press(ports, forge, listener) == [f"pod:{FORGE}:1"]


def test_pods_are_contacts_where_nothing_else_can_be_heard(
    ports: Ports, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_header(monkeypatch)
    found = every_contact([4, 5], "gpiod", 1, ports.clock, ports.lines)
    assert found.trouble is None
    forge = ports.welcome(FORGE)
    forge.press()
    forge.report()
    ports.after()
    assert [(found.pins[edge.seat], edge.down) for edge in found.buttons.edges()] == [
        (f"pod:{FORGE}:1", True)
    ]


def test_a_machine_without_a_header_misses_no_wire_of_rings(
    ports: Ports, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither at its first start nor when it ends: all rings are those of pods."""
    without_header(monkeypatch)
    settings = TABLE.over({"rings.backend": "spi", "rings.device": str(tmp_path / "none")})
    opener = EveryOpener(this_machine(), ports.lines)
    opener.buttons(settings, settings.seats, ports.clock)
    ports.welcome(FORGE).press()
    rings = opener.rings(settings, settings.seats)
    rings.close()
    assert rings.trouble is None


# In the place of one that is gone


class PodDeed(Deed):
    """Pods that are missing, and new ones."""

    def __init__(self, missing: Mapping[int, str], new: Sequence[str]) -> None:
        super().__init__()
        self._pods = missing, new

    def deeds(self) -> Any:
        return super().deeds()._replace(pods=lambda: self._pods)


def test_the_one_new_pod_takes_the_seat_of_the_one_that_is_gone() -> None:
    deed = PodDeed({2: FORGE}, [FOREST])
    made = menu(deed, TABLE)
    take(made, "Replace a pod")
    assert made.now.pins.bcm == ((f"pod:{MILL}:1",), (4,), (f"pod:{FOREST}:1",), (5,))
    assert deed.kept[-1] == {"pins.bcm": made.now.pins.bcm}
    assert "Replace a pod" not in [label for label, _ in entries(made)]
    turn_to(made.turning, "Teach a seat’s button again")
    assert note(made) == "Well has the new pod."


def test_of_several_new_pods_the_one_that_is_pressed_takes_the_seat() -> None:
    made = menu(PodDeed({0: MILL, 2: FORGE}, [FOREST]), TABLE)
    take(made, "Replace a pod")
    assert [label for label, _ in entries(made)] == ["Seat 1, Mill", "Seat 3, Well", "Back"]
    take(made, "Seat 3, Well")
    assert (made.after, made.taught) == ("teach", [2])


def test_nothing_is_to_be_replaced_while_all_pods_are_there() -> None:
    assert "Replace a pod" not in [label for label, _ in entries(menu(PodDeed({}, [FOREST]), TABLE))]


def without_header(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine has neither a header nor expanders."""
    monkeypatch.setattr("hardware.buttons.every.pin_factory", refused)
    monkeypatch.setattr("hardware.buttons.expander.open_bus", refused)


def refused(*_: object) -> Any:
    raise DeviceError(Trouble("buttons.bus", reason="ENOENT"))
