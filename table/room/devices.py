"""The devices of a table, as a room uses them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hardware.interface import Ambience, Buttons, Clock, Effects, Lamps, Rings, Slips, Touches, Voice
from hardware.lamps import NoLamps
from hardware.outputs.sound_card import SoundCard
from hardware.slips import NoSlips
from hardware.sounds import NoAmbience, NoEffects
from hardware.touches import NoTouches
from table.board.view import View
from table.errors import ClosedError as ClosedError
from table.gestures import Meaning


class Devices(NamedTuple):
    """All devices of a table."""

    buttons: Buttons
    rings: Rings
    voice: Voice
    view: View
    clock: Clock
    ambience: Ambience = NoAmbience()
    typed: Callable[[], Sequence[Meaning]] = tuple
    """Returns the gestures typed with the arrow keys since the last call; only menus use them."""
    effects: Effects = NoEffects()
    slips: Slips = NoSlips()
    lamps: Lamps = NoLamps()
    touches: Touches = NoTouches()
    card: SoundCard | None = None
    """The sound card of voice and sounds; None: none of this machine."""
