"""The faces of all rings in a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hardware import patterns
from table.board.board import CONDEMNED, NIGHT_SCENES, Place, Scene
from table.engine.messages import Message
from table.games.telling import Calling
from table.room.act import Act
from table.room.cards import Cards
from table.room.message_faces import Face, face_of
from table.room.pace import Pace
from table.room.private_words import PrivateWords
from table.room.stage import Stage


class _Told(NamedTuple):
    face: Face
    words: str | Callable[[], str]


class Lights(Act):
    """Lights the rings of a round. Each shows a face of its own, or else its seat as on the board."""

    def __init__(self, stage: Stage, cards: Cards, pace: Pace) -> None:
        self.faces: dict[int, Face] = {}
        """Faces of seats that choose, or have a message to read."""
        self.calling: Calling | None = None
        """The call that the rings of all other living players show; None: no call."""
        self.in_words = PrivateWords(stage.village, stage.presses.count)
        self._told: dict[int, _Told] = {}
        self._stage = stage
        self._village, self._pixels = stage.village, stage.rings.pixels
        self._cards = cards
        self._pace = pace

    def pixel_of(self, own: int, other: int) -> int:
        """The pixel of a seat's ring that points at another seat."""
        return self._village.places.pixel_of(own, other, self._pixels)

    def face_of(self, seat: int, message: Message, stands_s: float) -> Face:
        """The face of a secret message, shown from now on for `stands_s` seconds."""
        now_s = self._stage.time.now()
        return face_of(message, seat, self.pixel_of, self._pixels, self._pace.factor, now_s, stands_s)

    def tell(self, seat: int, face: Face, words: str | Callable[[], str]) -> None:
        """Shows a face on a ring. `words`: the same in words for the seat's slip, or a function that returns
        them."""
        self.faces[seat] = face
        self._told[seat] = _Told(face, words)

    def words(self, seat: int) -> str:
        """The face of a ring in words; empty without a face."""
        told = self._told.get(seat)
        if told is None or self.faces.get(seat) != told.face:
            return ""
        return told.words if isinstance(told.words, str) else told.words()

    def ring(self, seat: int, now_s: float) -> bytes:
        """Pixels of the ring of a seat at a moment."""
        village, pixels = self._village, self._pixels
        if seat in village.people.gone:
            return patterns.dead(pixels)
        if seat in self.faces:
            return self.faces[seat](now_s)
        scene, place = village.board.scene, village.board.places[seat]
        if self._cards.are_looked_at(seat):
            return self._cards.face(seat, now_s)
        if scene == "attract":
            taken = seat in village.people
            return patterns.taken(pixels, now_s) if taken else patterns.lobby_breathing(pixels, now_s)
        if scene == "over":
            return patterns.winner(pixels, now_s) if place.marked else patterns.dead(pixels)
        if scene == "told":
            return patterns.floor(pixels) if place.marked else patterns.dead(pixels)
        if not place.alive:
            is_condemned = place.marked and village.board.cause == CONDEMNED
            return patterns.condemned(pixels, now_s) if is_condemned else patterns.dead(pixels)
        if isinstance(self.calling, int):
            return patterns.cursor(pixels, self.pixel_of(seat, self.calling), now_s, locked=True)
        if self.calling:
            return patterns.sign(pixels, *self.calling, now_s)
        if scene == "deal" and place.ready:
            return patterns.ready(pixels)
        if scene in NIGHT_SCENES:
            return patterns.asleep(pixels, now_s)
        if place.ready:
            return patterns.ready(pixels)
        if place.points_at is not None:
            return patterns.pointing(pixels, self.pixel_of(seat, place.points_at), (), now_s)
        if place.token:
            return patterns.token(pixels, place.token, now_s)
        if place.asks:
            return patterns.floor(pixels)
        return self._at_rest(place, scene, now_s)

    def _at_rest(self, place: Place, scene: Scene, now_s: float) -> bytes:
        """The ring of a living player by day, who is asked nothing: CH-67, whether they have a vote, and
        CH-48, their half of the village, are public."""
        pixels, is_moon = self._pixels, "moon" in place.marks
        for_good = "no_vote" in place.marks
        if for_good or "no_vote_today" in place.marks:
            if scene == "vote" or (for_good and scene == "election"):
                return patterns.dead(pixels)
            return patterns.voteless(pixels, for_good, is_moon)
        return patterns.captain(pixels, is_moon) if place.captain else patterns.day(pixels, now_s, is_moon)
