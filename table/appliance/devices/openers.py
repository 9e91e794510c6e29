"""Opens the devices of a real table from its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hardware.buttons.backends import in_use
from hardware.buttons.header import free_pins
from hardware.buttons.mixed import MixedButtons
from hardware.buttons.pods import every_pod, pod_pin, pods_of
from hardware.interface import Buttons, Clock, Rings
from hardware.pods.lines import PodLines
from hardware.rings.mixed import MixedRings
from hardware.rings.pods import PodRings, SomeRings
from hardware.simulated import SimulatedButtons, SimulatedRings
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.links import open_callers
from table.appliance.doctor.machine import Machine
from table.settings.settings import Settings
from table.settings.wiring import RESERVED

if TYPE_CHECKING:
    from hardware.buttons.every import ContactListener
    from hardware.outputs.sound_card import SoundCard
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice


Part = Literal["seats", "rings"]
"""Devices that may fail to open, as the check names them."""


class Opener:
    """Opens the devices of a real table; a failure keeps it closed. `lines`: makes those of its pods."""

    def __init__(self, lines: Callable[[Clock], PodLines] = PodLines) -> None:
        self._lines = lines
        self.failed: dict[Part, Trouble] = {}
        """Why each device that was replaced did not open."""
        self.pods: PodLines | None = None
        """The lines of the pods, once the buttons are open; None: the table has none."""

    def buttons(self, settings: Settings, seats: int, clock: Clock) -> Buttons:  # noqa: ARG002
        """Opens the buttons. Raises `DeviceError`."""
        wires = settings.pins.wires
        if any(pods_of(wires.pins)):
            self.pods = self._lines(clock)
            self.pods.callers = open_callers(settings)
        wires = wires._replace(pods=self.pods)
        return MixedButtons([backend.open(wires, clock) for backend in in_use(wires)])

    def rings(self, settings: Settings, seats: int) -> Rings:
        """Opens the rings: those of pods, and the chain of all others. Raises `DeviceError`."""
        pods, kind = settings.pins.pods(seats), settings.rings.kind
        chain = settings.rings.chain(pods, settings.pixels)._replace(lines=self.pods)
        if not self.pods:
            return kind.open(chain)
        lit = PodRings(pods, settings.pixels, self.pods)
        if not chain.seats:
            return lit
        wired = [seat for seat, pod in enumerate(pods) if not pod]
        return MixedRings([lit, SomeRings(kind.open(chain), wired, seats)])


class PartByPart(Opener):
    """Opens each device on its own. A simulated one replaces one that fails."""

    def buttons(self, settings: Settings, seats: int, clock: Clock) -> Buttons:
        """Opens the buttons, or simulated ones."""
        try:
            return super().buttons(settings, seats, clock)
        except DeviceError as error:
            self.failed["seats"] = error.trouble
            return SimulatedButtons(seats, settings.buttons, clock)

    def rings(self, settings: Settings, seats: int) -> Rings:
        """Opens the rings, or simulated ones."""
        try:
            return super().rings(settings, seats)
        except DeviceError as error:
            self.failed["rings"] = error.trouble
            return SimulatedRings(seats, settings.pixels)


class EveryOpener(Opener):
    """Opens every contact that a button may have, and a wire with as many rings as a table can have.

    `machine`: tells which pins are free.
    `pods`: the lines of pods, if they are open already.
    """

    def __init__(self, machine: Machine, pods: PodLines | None = None) -> None:
        super().__init__()
        self.pods = pods
        self._machine = machine
        self.pins: Sequence[int | str] = ()
        """The contacts, as written in `pins.bcm`. The buttons report each by its place here."""
        self.trouble: Trouble | None = None
        """Why some contacts are not heard; None: all are."""

    def buttons(self, settings: Settings, seats: int, clock: Clock) -> Buttons:  # noqa: ARG002
        """Opens the contacts. Raises `DeviceError` if none can be heard."""
        from hardware.buttons.every import every_contact  # which loads the pin library

        free = free_pins(self._machine, RESERVED.keys() | settings.rings.kind.pins.keys())
        self.pods = self.pods or every_pod(clock)
        every = every_contact(free, settings.pins.factory, settings.pins.i2c_bus, clock, self.pods)
        self.pins, self.trouble = every.pins, every.trouble
        return every.buttons

    def rings(self, settings: Settings, seats: int) -> Rings:
        """Opens the wire. There is none where nothing but pods has contacts, as on a machine without a
        header, nor where pods are plugged in and it does not open."""
        none = SimulatedRings(seats, settings.pixels)
        if all(map(pod_pin, self.pins)):
            return none
        try:
            return settings.rings.kind.open(settings.rings.chain([None] * seats, settings.pixels))
        except DeviceError:
            if not self.pods or not self.pods.here:
                raise
            return none

    def listener(self, settings: Settings, clock: Clock) -> ContactListener:
        """Opens the contacts for a listener that only needs to know which go down. Raises `DeviceError`."""
        from hardware.buttons.every import ContactListener

        buttons = self.buttons(settings, settings.seats, clock)
        return ContactListener(self.pins, buttons, clock)


def pod_listener(pods: PodLines, clock: Clock) -> ContactListener:
    """Hears which buttons of pods go down."""
    from hardware.buttons.every import ContactListener
    from hardware.buttons.pods import PodContacts

    pins: list[int | str] = []
    return ContactListener(pins, PodContacts(pods, pins, clock), clock)


def open_voice(
    settings: Settings,
    recordings: Path,
    packs: Path,
    found: Mapping[str, str] = {},
    card: SoundCard | None = None,
) -> tuple[SpokenVoice, MixerPlayer]:
    """Opens the voice of a table, and the player of its recordings.

    `recordings`: their folder.
    `packs`: the folder of voice packs.
    `found`: Piper voices that the settings do not name.
    `card`: the sound card.
    """
    from hardware.voice.engines import engines
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.packs import Packs
    from hardware.voice.spoken import SpokenVoice

    voice, language = settings.voice, settings.language
    player = MixerPlayer(voice.volume, card)
    able = engines(voice.rate, voice.rates, voice.voices, found)
    return SpokenVoice(recordings, *able, player=player, packs=Packs(packs), language=language), player
