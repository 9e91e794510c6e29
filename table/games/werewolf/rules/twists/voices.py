"""Voices Below: the dead answer one question."""

from __future__ import annotations

from table.engine.requests import clock, draw, say, vote
from table.games.werewolf.rules.events import AsksTheDead
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Game


class DeadAnswer(News, frozen=True):
    """EV-15: what most of the dead say; None: neither."""

    kept = ("DeadAnswer", "value")
    key = "dead_answer"
    value: bool | None

    @property
    def wording(self) -> str:
        """A text for each answer."""
        return f"{self.key}.{'none' if self.value is None else 'yes' if self.value else 'no'}"


async def ask_the_dead(game: Game) -> None:
    """EV-15, EV-26: a living player asks aloud, until they press or the time is over; then each of the dead
    says yes or no, and nobody learns who said what."""
    asker = await draw("asker", game.alive) if game.captain is None else game.captain
    await say(AsksTheDead(asker))
    await clock("voices_question", [asker])
    said = list((await vote("voices", dict.fromkeys(game.dead, (True, False)))).values())
    more = said.count(True) - said.count(False)
    await say(DeadAnswer(more > 0 if more else None))
