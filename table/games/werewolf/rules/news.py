"""What a single card lets the whole village know: each kind stands in the file of its card."""

from __future__ import annotations

from typing import Any, ClassVar

from table.engine.public import Kept, Public


class News(Public, frozen=True):
    """Something a card lets the whole village know: printed on it with `@CARD.announces`, said by one of its
    rules at dawn or by day.

    `key`: its one name: a scenario's output calls it so, `lines.event.KEY` is spoken and `words.event.KEY`
    stands on the board. Its fields are the facts these words may mention: `seat`, `seats`, `card`, `number`;
    the board marks the seats.
    """

    kept: ClassVar[Kept] = ()
    """Empty, as on an owner's role: its key and all its fields."""
    key: ClassVar[str]
    pause_s: ClassVar[float] = 1.5
    """How long the board then stands still, in seconds at normal pace."""
    effect: ClassVar[str] = ""
    """The sound that is heard with it, one of sounds/effects/; "": none."""
    aims: ClassVar[bool] = False
    """Whether its `seat` is about to choose somebody in front of everybody: the board turns to him."""

    def kept_as(self) -> Kept:
        return self.kept or (self.key, *self.__struct_fields__)

    def facts(self) -> dict[str, Any]:
        """What there is to mention."""
        return {field: getattr(self, field) for field in self.__struct_fields__}
