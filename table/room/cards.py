"""The cards that were dealt: who may look at theirs, who does, and who has."""

from __future__ import annotations

from typing import NamedTuple

from table.gestures import Meaning
from table.room.message_faces import Face
from table.room.presses import Presses, SeatGesture
from table.room.village import Village

OVER = ("over", "told")
COUNTED_MOST = 16
"""At a table of more seats the board of a deal has no room for how many have looked."""


class DealtCard(NamedTuple):
    """The card a seat was dealt: how its ring shows it, and its name. Secret."""

    face: Face
    name: str


class Cards:
    """Cards lie before their owners until the first night falls; who holds his button sees his."""

    def __init__(self, village: Village, presses: Presses) -> None:
        self.is_eve = False
        """Whether the cards have been dealt, and no night has fallen since."""
        self._village = village
        self._presses = presses
        self._dealt: dict[int, DealtCard] = {}
        self._peeking: set[int] = set()
        self._have_looked: set[int] = set()
        """Who has seen the card he was dealt."""

    def deal(self, seat: int, face: Face, name: str) -> None:
        """This lies before a seat."""
        self._dealt[seat] = DealtCard(face, name)

    def forget(self) -> None:
        """Nobody has been dealt a card."""
        self._dealt.clear()
        self._peeking.clear()
        self._have_looked.clear()

    def face(self, seat: int, now_s: float) -> bytes:
        """How a card lies on its owner's ring."""
        return self._dealt[seat].face(now_s)

    def hear(self, heard: SeatGesture, meant: Meaning) -> None:
        """In the deal: whoever looks at their card, and whoever has seen it; all else is kept in mind."""
        if meant is Meaning.SEE_CARD:
            self._peeking.add(heard.seat)
            if heard.seat in self._dealt:
                self._have_looked.add(heard.seat)
        elif meant is not Meaning.SEEN:
            self._presses.keep_in_mind(heard, meant)
        elif heard.seat in self._have_looked or not self._dealt:
            # Nobody has seen the card the table dealt him who has not looked.
            self._presses.keep_in_mind(heard, meant)
            self._village.board.places[heard.seat].ready = True
            self.tell_who_has_looked()

    def hear_by_the_way(self, heard: SeatGesture, meant: Meaning) -> None:
        """Later, before the first night. A hold that was meant for the question before shows nothing."""
        began_s = heard.time_s - self._presses.timing.hold_s
        if meant is Meaning.SEE_CARD and began_s >= self._presses.asked_until_s:
            self._peeking.add(heard.seat)

    def let_go(self, now_s: float) -> None:  # noqa: ARG002 - as of everything that is done in a beat
        """Who holds no button any more looks no more."""
        self._peeking &= {finger.seat for finger in self._presses.down()}

    def tell_who_has_looked(self) -> None:
        """The board says how many, unless there are too many for one more line; who, it shows at their
        places."""
        board = self._village.board
        if len(board.places) > COUNTED_MOST:
            return
        looked = [place for place in board.places if place.ready]
        board.hint = self._village.narration.word("prompt.looked", number=len(looked), all=len(board.places))

    def are_looked_at(self, seat: int) -> bool:
        """Whether this seat's button is held in the deal, or later before the first night."""
        return seat in self._peeking and self.may_be_seen(seat)

    def may_be_seen(self, seat: int) -> bool:
        """Whether this seat was dealt a card, lives, and no night has fallen since."""
        board = self._village.board
        if not self.is_eve or board.scene in OVER:
            return False
        return seat in self._dealt and board.places[seat].alive

    def held(self) -> dict[int, str]:
        """The names of the cards people look at right now. Of a seat a hand of this program holds nobody
        reads it."""
        held = {finger.seat for finger in self._presses.down() if finger.of_person}
        looking = filter(self.are_looked_at, held - self._village.people.gone)
        return {seat: self._dealt[seat].name for seat in looking}
