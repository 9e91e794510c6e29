"""The parts of a room that its activities share."""

from __future__ import annotations

from typing import NamedTuple

from table.games.telling import Telling
from table.room.cards import Cards
from table.room.lights import Lights
from table.room.night import CoveredNight
from table.room.pace import Pace
from table.room.secret_board import SecretBoard
from table.room.stage import Stage


class RoomParts(NamedTuple):
    """The parts of one room. `stage`: the running table; `telling`: of its game; `secret`: what the board
    shows to those called alone."""

    stage: Stage
    telling: Telling
    night: CoveredNight
    pace: Pace
    cards: Cards
    lights: Lights
    secret: SecretBoard
