"""The seats with their names and people, and the public board, shared by all parts of a room."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from table.board.board import Board, Place
from table.games.tempers import Manner
from table.room.people import People
from table.room.places import Places
from table.words.narration import Narration


class NamedSeat(msgspec.Struct, frozen=True):
    """A seat that has not been dealt a card."""

    index: int
    name: str


class Village:
    """The seats of a room, and the board.

    `names`: of each seat, the key of a place or a name of the player's own.
    """

    def __init__(self, narration: Narration, names: Sequence[str], places: Places | None = None) -> None:
        self.narration = narration
        self.names = names
        self.places = places or Places(range(len(names)), len(names), names)
        self.people = People()
        self.tempers: Sequence[Manner] = ()
        """How the table plays at each seat; empty: nothing is known."""
        self.board = Board()
        self.lay_places()

    def lay_places(self) -> None:
        """Shows everybody alive and nothing known."""
        self.board = Board(
            places=[
                Place(self.narration.seat(seat).label, home=self.home_of(seat.name))
                for seat in self.sitters()
            ],
            rulebook=self.narration.rulebook,
        )

    def home_of(self, name: str) -> str:
        """The place that a seat is named after; empty for a name of somebody's own."""
        return name if name in self.narration.places else ""

    def sitters(self) -> list[NamedSeat]:
        """All seats, clockwise."""
        return [NamedSeat(index, name) for index, name in enumerate(self.names)]

    def is_bots(self, seat: int) -> bool:
        """Whether a simulated hand plays this seat."""
        return seat not in self.people and seat not in self.people.gone

    @property
    def has_bots(self) -> bool:
        """Whether a simulated hand plays any seat."""
        return any(map(self.is_bots, range(len(self.names))))

    def temper_of(self, seat: int) -> Manner:
        """How the table plays at this seat, if it does."""
        return self.tempers[seat] if self.tempers and self.is_bots(seat) else Manner()

    def show_tempers(self) -> None:
        """Shows who plays at each house while there is nothing more urgent to read there."""
        is_shown = self.board.scene in ("deal", "debate", "questions")
        for seat, place in enumerate(self.board.places):
            told = self.temper_of(seat).keys if is_shown else ()
            place.temper = ", ".join(self.narration.word(f"temper.{key}") for key in told)

    @property
    def on_board(self) -> list[int]:
        """Seats of living people without a ring: the board shows them what a ring would."""
        unlit = self.places.unlit()
        return [seat for seat in self._living if self.places.pods[seat] in unlit] if unlit else []

    @property
    def is_unlit(self) -> bool:
        """Whether people live, and none of them has a ring."""
        return bool(self._living) and len(self.on_board) == len(self._living)

    @property
    def has_screens(self) -> bool:
        """Whether people live, and each of them has a ring and reads words on a screen of their own."""
        screens = self.places.worded()
        is_worded = all(self.places.pods[seat] in screens for seat in self._living)
        return bool(self._living) and is_worded and not self.on_board

    @property
    def _living(self) -> list[int]:
        """Seats of living people, in order."""
        return [seat for seat in sorted(self.people - self.people.gone) if self.board.places[seat].alive]

    @property
    def is_on_screens(self) -> bool:
        """Whether people sit here, and all of them point at what they mean on a screen."""
        here, screens = self.people - self.people.gone, self.places.screens()
        return bool(here) and bool(screens) and all(self.places.pods[seat] in screens for seat in here)

    def prompt(self, key: str, on_buttons: str = "", **facts: object) -> str:
        """A text of the board about what to do now. Parameters as of `prompt_key`."""
        return self.narration.word(self.prompt_key(key, on_buttons), **facts)

    def prompt_key(self, key: str, on_buttons: str = "") -> str:
        """The key of a text about what to do now.

        `key`: where all people have screens and there is a text "prompt.screen.<key>", that.
        `on_buttons`: the key of the text for buttons; "prompt.<key>" by default.
        """
        on_screens = f"prompt.screen.{key}"
        if self.is_on_screens and on_screens in self.narration.words:
            return on_screens
        return on_buttons or f"prompt.{key}"

    @property
    def is_anybody_there(self) -> bool:
        """Whether any of the people at the table is alive."""
        return any(self.board.places[seat].alive for seat in self.people)

    @property
    def only_bots_live(self) -> bool:
        """Whether all people at the table are dead."""
        return bool(self.people) and not any(self.board.places[seat].alive for seat in self.people)
