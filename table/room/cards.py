"""The dealt cards: which players may look at theirs, are looking, and have looked."""

from __future__ import annotations

from typing import NamedTuple

from table.board.board import LegendSign
from table.gestures import Meaning
from table.room.act import SeatGesture
from table.room.message_faces import Face
from table.room.presses import Presses
from table.room.village import Village

OVER = ("over", "told")
COUNTED_MOST = 16
"""Most seats for which the board of a deal shows how many have looked."""


class DealtCard(NamedTuple):
    """The card a seat was dealt: how its ring shows it, and what it says in words. Secret."""

    face: Face
    words: str


class Cards:
    """Shows each player their dealt card while they hold their button, until the first night falls."""

    def __init__(self, village: Village, presses: Presses) -> None:
        self.is_eve = False
        """Whether players may look: cards are dealt and no night has fallen since, or in a look by day."""
        self.legend: list[LegendSign] = []
        """The signs of the cards in play."""
        self._village = village
        self._presses = presses
        self._dealt: dict[int, DealtCard] = {}
        self._peeking: set[int] = set()
        self._have_looked: set[int] = set()
        """Seats that have seen their dealt card."""

    def deal(self, seat: int, face: Face, words: str) -> None:
        """Deals a card to a seat."""
        self._dealt[seat] = DealtCard(face, words)

    def forget(self) -> None:
        """Forgets all dealt cards."""
        self._dealt.clear()
        self._peeking.clear()
        self._have_looked.clear()

    def face(self, seat: int, now_s: float) -> bytes:
        """What the ring of a card's owner shows."""
        return self._dealt[seat].face(now_s)

    def has(self, seat: int) -> bool:
        """Whether the table has dealt this seat a card."""
        return seat in self._dealt

    def read(self, seat: int) -> str:
        """Returns the words of a seat's card, and notes that its owner has seen it."""
        self._have_looked.add(seat)
        return self._dealt[seat].words

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Handles a gesture in the deal. Returns whether it was used.

        That a player has looked is an answer too, so it is left for the question.
        """
        if meant is Meaning.SEE_CARD:
            self._peeking.add(heard.seat)
            if heard.seat in self._dealt:
                self._have_looked.add(heard.seat)
            return True
        if meant is not Meaning.SEEN:
            return False
        if heard.seat not in self._have_looked and self._dealt:
            return True  # They have not looked at the dealt card, so they have not seen it.
        self._village.board.places[heard.seat].ready = True
        self.tell_who_has_looked()
        return False

    def hear_by_the_way(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Handles a gesture after the deal, before the first night. Returns whether it was used.

        A hold that began before the last question ended shows nothing.
        """
        if meant is not Meaning.SEE_CARD:
            return False
        if heard.time_s - self._presses.timing.hold_s >= self._presses.asked_until_s:
            self.hear(heard, meant)
        return True

    def let_go(self, now_s: float) -> None:
        """Ends the look of seats that hold no button any more."""
        if self._peeking:
            self._peeking &= {finger.seat for finger in self._presses.held(now_s)}

    def tell_who_has_looked(self) -> None:
        """Shows on the board how many have looked, unless there are too many seats for that."""
        board = self._village.board
        if len(board.places) > COUNTED_MOST:
            return
        looked = [place for place in board.places if place.ready]
        board.hint = self._village.narration.word("prompt.looked", number=len(looked), all=len(board.places))

    def are_looked_at(self, seat: int) -> bool:
        """Whether this seat holds a button to look at its card, in the deal or before the first night."""
        return seat in self._peeking and self.may_be_seen(seat)

    def may_be_seen(self, seat: int) -> bool:
        """Whether this seat lives and was dealt a card, and no night has fallen since."""
        board = self._village.board
        if not self.is_eve or board.scene in OVER:
            return False
        return seat in self._dealt and board.places[seat].alive

    def held(self) -> dict[int, str]:
        """The words of the cards that people look at now. Bots' seats are left out."""
        if not self._peeking:
            return {}
        held = {finger.seat for finger in self._presses.down() if finger.of_person}
        looking = filter(self.are_looked_at, held - self._village.people.gone)
        return {seat: self._dealt[seat].words for seat in looking}
