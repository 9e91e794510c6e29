"""Puts the acts of a round together."""

from __future__ import annotations

from collections.abc import Callable

from table.engine.play import Answerer
from table.games.telling import NarratorMemory
from table.room.acts.alone import Alone
from table.room.acts.announcements import Announcements
from table.room.acts.calls import Calls
from table.room.acts.card_look import CardLook
from table.room.acts.covered_times import CoveredTimes
from table.room.acts.messages import Messages
from table.room.acts.pages import Pages
from table.room.acts.pointing import Pointing
from table.room.acts.prompts import Prompts
from table.room.acts.public_times import PublicTimes
from table.room.acts.questions import Questions
from table.room.acts.reminders import Reminders
from table.room.acts.talking import Talking, TalkItem
from table.room.parts import RoomParts
from table.settings.settings import PointingWhen


class RoundActs:
    """The acts of a round.

    `parts`: of its room.
    `mind`: returns who plays the seats nobody sits at.
    `memory`: what the narrator remembers.
    `talk`: whether players may hear the news again in a debate.
    `pointing`: when players may point at each other in a debate.
    `claims_with_bots`: whether claims are passed on only where bots play.
    """

    def __init__(
        self,
        parts: RoomParts,
        mind: Callable[[], Answerer],
        memory: NarratorMemory,
        *,
        talk: bool,
        pointing: PointingWhen,
        claims_with_bots: bool = False,
    ) -> None:
        self.talking = talking = Talking(parts)
        self.pointing = points = Pointing(parts, pointing, mind)
        talking.items.append(points.item)
        self.prompts = Prompts(parts.stage, talking)
        reminders = Reminders(parts.stage, self.prompts, memory, talking, points, mind)
        self.public_times = PublicTimes(
            parts, self.prompts, reminders, talking, points, mind, claims_with_bots=claims_with_bots
        )
        self.alone = Alone(parts)
        self.card_look = CardLook(parts, self.alone)
        self.calls = Calls(parts, self.prompts, self.alone)
        self.messages = Messages(parts, self.calls)
        self.covered_times = CoveredTimes(parts, self.messages, self.alone)
        self.questions = Questions(parts, self.calls, self.messages, self.prompts)
        self.announcements = Announcements(parts, memory, self.prompts, reminders, self.public_times)
        if talk:
            talking.items.append(TalkItem("again", self.announcements.say_again_and_wait))
        self.pages = Pages(parts.stage)
        parts.stage.enter(self.pages)
