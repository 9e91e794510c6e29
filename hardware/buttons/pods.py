"""Buttons of pods that plug in, written in `pins.bcm` as "pod:ID:BUTTON": `hardware.pods` has their lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hardware.buttons.backend import Wires
from hardware.buttons.queued import QueuedButtons
from hardware.clocks import LiveClock
from hardware.interface import Clock, Edge
from hardware.looks import MachineView, Observation, Phrase, brings_to, note, well, wrong
from hardware.pods.firmware.line import VERSION
from hardware.pods.lines import PodLines
from hardware.pods.pod import BUTTONS_MOST, SHIPPED, PodEdge
from hardware.pods.ports import PodLibraryError, PodPort, library, ports_here
from hardware.troubles import Trouble


class PodPin(NamedTuple):
    """One button of one pod."""

    pod: str
    """The pod's id: 16 hex digits."""
    button: int
    """From 0."""


def pod_pin(text: int | str) -> PodPin | None:
    """The button written as "pod:ID:BUTTON"; None if it is none."""
    written = re.fullmatch(rf"pod:([0-9a-f]{{16}}):([1-{BUTTONS_MOST}])", str(text))
    return PodPin(written[1], int(written[2]) - 1) if written else None


def pin_text(pin: PodPin) -> str:
    """How it is written."""
    return f"pod:{pin.pod}:{pin.button + 1}"


def pods_of(pins: Sequence[Sequence[int | str]]) -> list[str | None]:
    """The pod of each seat; None for a seat with none of its buttons on one."""
    at_seats = ([key for pin in seat if (key := pod_pin(pin))] for seat in pins)
    return [keys[0].pod if keys else None for keys in at_seats]


class PodButtons(QueuedButtons):
    """The buttons of pods.

    `pins`: of each seat.
    `lines`: of all pods of the table. Its owner closes them.
    """

    def __init__(self, pins: Sequence[Sequence[int | str]], lines: PodLines, clock: Clock) -> None:
        super().__init__(clock)
        self._lines = lines
        self._places = {
            key: (seat, button)
            for seat, of_seat in enumerate(pins)
            for button, pin in enumerate(of_seat)
            if (key := pod_pin(pin))
        }
        lines.seat(pods_of(pins))
        lines.hear(self._hear)

    @property
    def troubles(self) -> list[Trouble]:
        """What is wrong with pods and their ports, and buttons that have been down very long."""
        return [*self._lines.troubles, *super().troubles]

    def close(self) -> None:
        """Leaves the lines open."""

    def _hear(self, pod: str, edge: PodEdge) -> None:
        if place := self._places.get(PodPin(pod, edge.button)):
            self._changed(Edge(edge.time_s, *place, edge.down, edge.late_s))


class PodContacts(QueuedButtons):
    """The buttons of all pods that are plugged in, each as the first button of a seat of its own.

    `pins`: gets all that a pod may have as soon as one is heard; the place of each is the number of its seat.
    """

    def __init__(self, lines: PodLines, pins: list[int | str], clock: Clock) -> None:
        super().__init__(clock)
        self._pins = pins
        lines.hear(self._hear)

    def close(self) -> None:
        """Leaves the lines open."""

    def _hear(self, pod: str, edge: PodEdge) -> None:
        pin = pin_text(PodPin(pod, edge.button))
        if pin not in self._pins:
            self._pins += [pin_text(PodPin(pod, button)) for button in range(BUTTONS_MOST)]
        self._changed(Edge(edge.time_s, self._pins.index(pin), 0, edge.down, edge.late_s))


def other_firmware(ports: Sequence[PodPort], pods: Sequence[str | None], mend: str) -> Iterator[Observation]:
    """Asks these ports, and tells which pods of seats have firmware of another version than this program.

    A table that plays keeps its ports to itself. `pods`: of each seat. `mend`: what brings another.
    """
    lines = PodLines(LiveClock(), find=lambda: ports)
    lines.seat(pods)
    try:
        found = lines.start().found
    finally:
        lines.close()
    seats = {pod: seat for seat, pod in enumerate(pods, start=1)}
    for pod, device in ((each.pod, each.port.node) for each in found if each.pod.id in seats):
        of = {"number": seats[pod.id], "device": device}
        if pod.speaks_otherwise:
            yield wrong("pod_version", mend, **of, known=str(pod.version), version=str(VERSION))
        elif pod.firmware != SHIPPED:
            yield note("pod_firmware", mend, **of, known=pod.firmware, version=SHIPPED)


def every_pod(clock: Clock) -> PodLines | None:
    """The lines of all pods that are plugged in, of whatever table; None without pyserial."""
    try:
        library()
    except PodLibraryError:
        return None
    return PodLines(clock).start()


class PodsBackend:
    """Buttons of pods that plug in."""

    needs_pi = False
    reserved: Mapping[int, str] = {}
    group = "dialout"
    why = "of_pods"

    def contact(self, pin: int | str) -> PodPin | None:
        """The pod's button, or None."""
        return pod_pin(pin)

    def config_txt(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def notes(self, wires: Wires) -> Sequence[str]:  # noqa: ARG002
        """None."""
        return ()

    def open(self, wires: Wires, clock: Clock) -> PodButtons:
        """Hears the pods, once those that are there have said what is down. Raises `PodLibraryError` without
        pyserial."""
        library()
        assert wires.pods
        buttons = PodButtons(wires.pins, wires.pods, clock)
        wires.pods.start()
        return buttons

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """Checks whether the pods are plugged in and may be opened. MicroPython's serial number is the id, so
        no port is opened."""
        if machine.can_import("serial"):
            yield well("module", module="pyserial")
        else:
            yield wrong("pyserial", brings_to(machine, "serial"))
        there = {port.serial: port for port in ports_here(machine.path("/"))}
        seats = {pod: seat for seat, pod in enumerate(pods_of(wires.pins), start=1) if pod}
        for port in there.values():
            if not machine.may_write(machine.path(port.node)):
                mend = Phrase("doctor.group.mend", group=self.group, user=machine.user)
                yield wrong("pod_forbidden", mend, device=port.node, user=machine.user)
        names = ", ".join(str(seat) for pod, seat in seats.items() if pod not in there)
        number = sum(pod in there for pod in seats)
        if names:
            mend = Phrase("doctor.pods_gone.mend")
            yield wrong("pods_gone", mend, number=number, most=len(seats), names=names)
        else:
            yield well("pods", number=number)
        unit = machine.read("/etc/systemd/system/garou.service")
        if machine.root == Path("/") and machine.can_import("serial"):
            update = "garou pods update"
            if unit:
                update = f"sudo systemctl stop garou && sudo {update} && sudo systemctl start garou"
            yield from other_firmware([*there.values()], pods_of(wires.pins), update)
        if unit and "DeviceAllow=char-ttyACM" not in unit:
            yield wrong("pods_unit", f"cd {machine.folder} && sudo make install")
