"""Secret messages to some seats: on their rings, or on the board while only those called see it."""

from __future__ import annotations

from table.engine.messages import Message
from table.engine.requests import Show
from table.room.acts.calls import Calls
from table.room.message_faces import READ_S, reading_s
from table.room.parts import RoomParts
from table.room.private_words import lines


class Messages:
    """Shows secret messages where only their readers see them."""

    def __init__(self, parts: RoomParts, calls: Calls) -> None:
        self.read_s = 0.0
        """When the last message can have been read."""
        self._stage, self._telling = parts.stage, parts.telling
        self._pace, self._cards = parts.pace, parts.cards
        self._lights, self._board = parts.lights, parts.secret
        self._notebook = parts.notebook
        self._calls = calls
        self._recalled: list[Show] = []
        """Messages of the call under way of a round that is resumed."""

    def show(self, request: Show) -> None:
        """Shows a message until the call ends or a question follows it."""
        self._notebook.show(request)
        self._show(request)

    def _show(self, request: Show) -> None:
        now_s, call = self._stage.time.now(), self._calls.call
        if call and self._board.show(request):
            self.read_s = now_s + READ_S * self._pace.factor
            return
        message = self._telling.message(request)
        read_s = reading_s(message, self._pace.factor)
        stands_s = self._calls.ends_s - now_s if call and call.is_look else read_s
        if request.what == "dealt":
            self._deal(request, message, stands_s)
        else:
            for seat in request.to:
                face = self._lights.face_of(seat.index, message, stands_s)
                words = self._lights.in_words.message(seat.index, request, message)
                said = lines([self._lights.words(seat.index), words]) if call and not call.is_look else words
                self._lights.tell(seat.index, face, said)
        self.read_s = now_s + read_s
        if call and len(request.to) > 1:
            # The pack is not shown in the middle of the sentence that asks them to look.
            self.read_s = max(self.read_s, self._stage.speaking.read_s + read_s)

    def recall(self, request: Show) -> None:
        """Replays a message without showing it."""
        self._notebook.show(request)
        if request.what == "dealt":
            message = self._telling.message(request)
            self._deal(request, message, reading_s(message, self._pace.factor))
        else:
            self._recalled.append(request)

    def recall_call(self) -> None:
        """Forgets the messages of a call that is over."""
        self._recalled.clear()

    def take_up(self) -> None:
        """Shows the messages again that the call had shown when it was cut."""
        for request in self._recalled:
            self._show(request)

    def _deal(self, request: Show, message: Message, stands_s: float) -> None:
        """Deals cards to their owners."""
        words = self._lights.in_words.card(request.value)
        for seat in request.to:
            self._cards.deal(seat.index, self._lights.face_of(seat.index, message, stands_s), words)
