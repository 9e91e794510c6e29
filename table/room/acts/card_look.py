"""A look for all, by day: everybody covers their ring and may see their own card again."""

from __future__ import annotations

import msgspec

from table.board.board import NIGHT_SCENES, Timer
from table.engine.requests import Show
from table.room.acts.alone import Alone
from table.room.cards import OVER
from table.room.parts import RoomParts

LOOK_S = 8.0
"""Seconds of a look, at normal pace or faster, whether anybody looks or not."""


class CardLook:
    """Shows players the card that they hold now while they hold their button, as in the deal.

    The round stands still meanwhile, and has no answer from it: nothing of it is recorded.
    """

    def __init__(self, parts: RoomParts, alone: Alone) -> None:
        self._stage, self._telling, self._pace = parts.stage, parts.telling, parts.pace
        self._cards, self._lights, self._notebook = parts.cards, parts.lights, parts.notebook
        self._alone = alone

    @property
    def is_possible(self) -> bool:
        """Whether it is day in a round for which the table has dealt the cards."""
        village = self._stage.village
        is_day = village.board.scene not in (*NIGHT_SCENES, *OVER)
        return is_day and any(self._notebook.card_of(seat) for seat in range(len(village.names)))

    def run_and_wait(self) -> None:
        """Gives all players a look. Those without a ring then read the board, one after the other."""
        stage, speaking, village = self._stage, self._stage.speaking, self._stage.village
        day, length_s = village.board, LOOK_S * max(1.0, self._pace.factor)
        village.board = msgspec.structs.replace(
            day,
            scene="deal",
            headline=village.narration.word("host.look"),
            legend=self._cards.legend,
            arrows=[],
            timer=None,
            places=[msgspec.structs.replace(place, ready=False, marked=False) for place in day.places],
        )
        self._deal_again(length_s)
        was_eve, self._cards.is_eve = self._cards.is_eve, True
        if not village.is_unlit:
            speaking.tell_and_wait([("host.look", {})])
            village.board.timer = Timer(stage.time.now() + length_s, length_s)
            stage.wait_until(village.board.timer.ends_s)
            village.board.timer = None
        self._cards.is_eve = False
        if readers := [seat for seat in village.on_board if self._cards.has(seat)]:
            speaking.tell_and_wait([("board.deal", {})])
            self._alone.show_and_wait(readers, self._cards.read)
        speaking.tell_and_wait([("host.looked", {})])
        self._cards.is_eve = was_eve
        village.board = day

    def _deal_again(self, stands_s: float) -> None:
        """Lays before each player the card that they hold now."""
        for seat in range(len(self._stage.village.names)):
            if card := self._notebook.card_of(seat):
                message = self._telling.message(Show((), "dealt", value=card))
                face = self._lights.face_of(seat, message, stands_s)
                self._cards.deal(seat, face, self._lights.in_words.card(card))
