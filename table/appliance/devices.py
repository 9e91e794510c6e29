"""Opens what a real table is made of, as its settings say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.buttons.backends import in_use
from hardware.buttons.mixed import MixedButtons
from hardware.interface import Buttons, Clock, Rings
from table.settings.settings import Voice
from table.settings.wiring import Pins
from table.settings.wiring import Rings as RingSettings

if TYPE_CHECKING:
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice


def open_buttons(pins: Pins, clock: Clock) -> Buttons:
    """The buttons of a real table: on pins of the Pi, on expanders, or on both."""
    wires = pins.wires
    return MixedButtons([backend.open(wires, clock) for backend in in_use(wires)])


def open_rings(rings: RingSettings, seats: int, pixels: int) -> Rings:
    """The rings of a real table."""
    return rings.kind.open(rings.chain(seats, pixels))


def open_voice(voice: Voice, recordings: Path) -> tuple[SpokenVoice, MixerPlayer]:
    """The voice of a table, and what plays its recordings, which are kept in a folder."""
    from hardware.voice.engines import engines
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice

    player = MixerPlayer(voice.volume)
    able = engines(voice.rate, voice.rates, voice.voices)
    return SpokenVoice(recordings, *able, player=player), player
