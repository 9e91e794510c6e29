"""The parts of a room that its acts share."""

from __future__ import annotations

from table.games.telling import Telling
from table.room.cards import Cards
from table.room.lights import Lights
from table.room.night import CoveredNight
from table.room.notebook import Notebook
from table.room.pace import Pace
from table.room.secret_board import SecretBoard
from table.room.stage import Stage
from table.settings.times import Times


class RoomParts:
    """The parts of one room.

    `stage`: the running table.
    `telling`: says how its game is narrated.
    `times`: lengths of calls, votes and debates.
    `eyes_down`: whether players look down at their rings at night.
    `cover_taps`: whether everybody presses at night, to cover those called.
    """

    def __init__(
        self, stage: Stage, telling: Telling, times: Times, *, eyes_down: bool, cover_taps: bool
    ) -> None:
        self.stage = stage
        self.telling = telling
        self.pace = Pace(times)
        self.night = CoveredNight(stage.village, eyes_down=eyes_down, cover_taps=cover_taps)
        self.cards = Cards(stage.village, stage.presses)
        self.lights = Lights(stage, self.cards, self.pace)
        self.notebook = Notebook(stage.village, telling, self.lights.in_words)
        self.secret = SecretBoard(stage, telling, self.lights)
        """What the board shows to those called alone."""
