"""Opens what a real table is made of, as its settings say."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hardware.buttons.backends import in_use
from hardware.buttons.mixed import MixedButtons
from hardware.interface import Buttons, Clock, Rings
from hardware.simulated import SimulatedButtons, SimulatedRings
from hardware.troubles import DeviceError, Trouble
from table.settings.settings import Settings, VoiceSettings
from table.settings.wiring import Pins, RingWiring

if TYPE_CHECKING:
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice


Part = Literal["seats", "rings"]
"""What may not open, as the check names it."""


def open_buttons(pins: Pins, clock: Clock) -> Buttons:
    """The buttons of a real table: on pins of the Pi, on expanders, or on both."""
    wires = pins.wires
    return MixedButtons([backend.open(wires, clock) for backend in in_use(wires)])


def open_rings(rings: RingWiring, seats: int, pixels: int) -> Rings:
    """The rings of a real table."""
    return rings.kind.open(rings.chain(seats, pixels))


class Opener:
    """Opens buttons and rings. One that does not open keeps the table closed."""

    failed: Mapping[Part, Trouble] = {}
    """Why what did not open did not."""

    def buttons(self, settings: Settings, seats: int, clock: Clock) -> Buttons:  # noqa: ARG002
        """Those of the settings. Raises `DeviceError`."""
        return open_buttons(settings.pins, clock)

    def rings(self, settings: Settings, seats: int) -> Rings:
        """Those of the settings. Raises `DeviceError`."""
        return open_rings(settings.rings, seats, settings.pixels)


class PartByPart:
    """Opens each on its own. In the place of what does not open are buttons that nobody presses, rings that
    are not seen."""

    def __init__(self) -> None:
        self.failed: dict[Part, Trouble] = {}
        """Why what did not open did not."""

    def buttons(self, settings: Settings, seats: int, clock: Clock) -> Buttons:
        """Those of the settings, or some that are simulated."""
        try:
            return open_buttons(settings.pins, clock)
        except DeviceError as error:
            self.failed["seats"] = error.trouble
            return SimulatedButtons(seats, settings.buttons, clock)

    def rings(self, settings: Settings, seats: int) -> Rings:
        """Those of the settings, or some that are simulated."""
        try:
            return open_rings(settings.rings, seats, settings.pixels)
        except DeviceError as error:
            self.failed["rings"] = error.trouble
            return SimulatedRings(seats, settings.pixels)


def open_voice(voice: VoiceSettings, recordings: Path) -> tuple[SpokenVoice, MixerPlayer]:
    """The voice of a table, and what plays its recordings, which are kept in a folder."""
    from hardware.voice.engines import engines
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice

    player = MixerPlayer(voice.volume)
    able = engines(voice.rate, voice.rates, voice.voices)
    return SpokenVoice(recordings, *able, player=player), player
