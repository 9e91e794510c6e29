"""Announcements of a single card to the whole village. Each is defined in the file of its card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from table.engine.public import Kept, Public

Mark = Literal["sun", "moon", "no_vote", "no_vote_tomorrow", "no_vote_today", "lantern"]
"""What everybody sees beside the name of a seat: CH-48, its half of the village; CH-67, that it has no vote,
for good, tomorrow or today; EV-18, that the lantern stands at its door until dawn."""


class News(Public, frozen=True):
    """An announcement of a card: declared on it with `@CARD.announces`, said by one of its rules at dawn or
    by day.

    `key`: its name in a scenario's output, in `lines.event.KEY` (spoken) and `words.event.KEY` (on the
    board). Its fields are the facts these words may mention: `seat`, `seats`, `card`, `number`; the board
    marks the seats.
    """

    kept: ClassVar[Kept] = ()
    """Empty, as on an owner's role: its key and all its fields."""
    key: ClassVar[str]
    pause_s: ClassVar[float] = 1.5
    """Seconds at normal pace for which the board pauses after it."""
    effect: ClassVar[str] = ""
    """The sound effect that goes with it, one of sounds/effects/; "": none."""
    aims: ClassVar[bool] = False
    """Whether `seat` is about to choose somebody in public: the board shows who."""

    burns: ClassVar[bool] = False
    """Whether the house of `seat` is a ruin from now on."""
    ends_office: ClassVar[bool] = False
    """Whether `seat`, if it is the Captain, is Captain no more."""
    ends_dawn: ClassVar[bool] = False
    """Whether it comes after all deaths of a morning: the board no longer shows a shot or a succession."""
    marks: ClassVar[Mapping[str, Mark]] = {}
    """Fact -> the mark that its seat or seats have from now on."""
    opens: ClassVar[Any] = None
    """The card of `seat`, if it lies open from now on; None: it stays as it is."""
    closes: ClassVar[str] = ""
    """The fact whose seat has no open card any more; "": none."""
    lays_out: ClassVar[str] = ""
    """The fact with the cards that lie open in the middle from now on; "": none."""

    def kept_as(self) -> Kept:
        return self.kept or (self.key, *self.__struct_fields__)

    @property
    def wording(self) -> str:
        """The key of its texts, if it is another one."""
        return self.key

    def facts(self) -> dict[str, Any]:
        """The facts its texts may use."""
        return {field: getattr(self, field) for field in self.__struct_fields__}
