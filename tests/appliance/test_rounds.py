"""Rounds one after the other, of one evening that goes on."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from hardware.notify import ServiceManager
from hardware.simulated import SimulatedVoice
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.engine.requests import Request, Say
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.replay import replay
from table.games.evening import Evening
from table.games.werewolf.rules.events import Claimed
from table.room.room import Room
from table.settings.settings import Settings
from table.words.narration import Narration
from tests.kit.diaries import BOXES, evening, word_evening

SEATS = 8
BLOCKS_A_ROUND = 300
"""Blocks of memory that a round may leave, on average; a round's spoken lines alone are some thousands."""


class Scales(ServiceManager):
    """Weighs the process after each round."""

    def __init__(self) -> None:
        super().__init__("")
        self.blocks: list[int] = []
        self.seats: list[int] = []
        self.rooms: list[int] = []

    def log(self, text: str) -> None:
        if text.endswith("is over."):
            kinds = [type(one) for one in gc.get_objects()]
            self.seats.append(sum(kind.__name__ == "Seat" for kind in kinds))
            self.rooms.append(kinds.count(Room))
            del kinds
            self.blocks.append(sys.getallocatedblocks())


@pytest.mark.parametrize(
    "begun",
    [evening("thiercelieux", "beginner", SEATS), word_evening("classic", SEATS)],
    ids=["werewolf", "mots-garous"],
)
def test_a_round_that_is_over_leaves_nothing_in_memory(begun: Evening, tmp_path: Path) -> None:
    """Its story is on the disk. The evening keeps how its last round ended, and the room it was played in."""
    begun.simulated = True
    scales = Scales()
    narration = Narration.load("en", begun.rulebook.key)
    table = Table(Settings(seats=SEATS, language="en"), begun.names, narration, "log", 1.0, scales)
    journal = Journal(tmp_path)
    play_evening(table, begun, 8, Diary(journal, begun, "en"))
    table.close()
    assert len(journal.evenings()[-1].rounds) == 8
    journal.close()
    settled = slice(2, None)
    assert len(set(scales.seats[settled])) == 1, scales.seats
    assert len(set(scales.rooms[settled])) == 1, scales.rooms
    assert min(scales.blocks[-2:]) - min(scales.blocks[2:4]) < 4 * BLOCKS_A_ROUND, scales.blocks


def test_each_claim_of_a_round_of_bots_is_heard_in_the_voice_of_its_house(tmp_path: Path) -> None:
    """And all else in the narrator's."""
    begun = evening("thiercelieux", "beginner", SEATS)
    begun.options = replace(begun.options, claims=True)
    narration = Narration.load("en", begun.rulebook.key)
    table = Table(Settings(seats=SEATS, language="en"), begun.names, narration, "log", 1.0)
    voice = SimulatedVoice(table.opened.devices.clock, record=True)
    table.play_on(table.opened.devices._replace(voice=voice))
    journal = Journal(tmp_path)
    play_evening(table, begun, 1, Diary(journal, begun, "en"))
    table.close()
    pitches: list[float] = []

    def hear(request: Request, _: object) -> None:
        match request:
            case Say(Claimed(seat=seat, claim=claim)):
                pitches.extend([begun.tempers[seat.index].pitch] * (2 if claim.because else 1))

    replay(journal.evenings()[-1], 0, BOXES, hear)
    journal.close()
    assert [line.pitch for line in voice.spoken if line.pitch != 1.0] == pitches
    assert len(set(pitches)) > 3
    assert len(pitches) < len(voice.spoken) / 2
