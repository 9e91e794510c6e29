"""The dealt cards: who may look at theirs, who is looking, and who has looked."""

from __future__ import annotations

from typing import NamedTuple

from table.gestures import Meaning
from table.room.act import SeatGesture
from table.room.message_faces import Face
from table.room.presses import Presses
from table.room.village import Village

OVER = ("over", "told")
COUNTED_MOST = 16
"""The number of seats up to which the board of a deal has room for a count of those who have looked."""


class DealtCard(NamedTuple):
    """The card a seat was dealt: how its ring shows it, and what it says in words. Secret."""

    face: Face
    words: str


class Cards:
    """Shows each player their dealt card while they hold their button, until the first night falls."""

    def __init__(self, village: Village, presses: Presses) -> None:
        self.is_eve = False
        """Whether the cards are dealt and no night has fallen since."""
        self._village = village
        self._presses = presses
        self._dealt: dict[int, DealtCard] = {}
        self._peeking: set[int] = set()
        self._have_looked: set[int] = set()
        """The seats that have seen the card they were dealt."""

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
        """The words of a card, which its owner sees now."""
        self._have_looked.add(seat)
        return self._dealt[seat].words

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Hears a gesture in the deal: somebody looks, or has looked, which counts as an answer too. Returns
        whether the gesture was used."""
        if meant is Meaning.SEE_CARD:
            self._peeking.add(heard.seat)
            if heard.seat in self._dealt:
                self._have_looked.add(heard.seat)
            return True
        if meant is not Meaning.SEEN:
            return False
        if heard.seat not in self._have_looked and self._dealt:
            return True  # Who has not looked has not seen the card that the table dealt.
        self._village.board.places[heard.seat].ready = True
        self.tell_who_has_looked()
        return False

    def hear_by_the_way(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Hears a gesture after the deal, before the first night. A hold that began before the question shows
        nothing. Returns whether the gesture was used."""
        began_s = heard.time_s - self._presses.timing.hold_s
        if meant is Meaning.SEE_CARD and began_s >= self._presses.asked_until_s:
            self.hear(heard, meant)
        return True

    def let_go(self, now_s: float) -> None:
        """A seat that holds no button stops looking."""
        if self._peeking:
            self._peeking &= {finger.seat for finger in self._presses.held(now_s)}

    def tell_who_has_looked(self) -> None:
        """Shows on the board how many have looked, unless the list is full; each place shows whether its
        player has."""
        board = self._village.board
        if len(board.places) > COUNTED_MOST:
            return
        looked = [place for place in board.places if place.ready]
        board.hint = self._village.narration.word("prompt.looked", number=len(looked), all=len(board.places))

    def are_looked_at(self, seat: int) -> bool:
        """Whether this seat holds a button in the deal, or later before the first night."""
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
