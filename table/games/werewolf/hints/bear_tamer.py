"""A Bear Tamer, and later the whole village, knows who sat beside the bear when it growled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from table.games.werewolf.mind import NEAR, Hint, Mind, Utterance
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.cards.elder import PowersLost
from table.games.werewolf.rules.news import News
from table.games.werewolf.seen import VillageSeen, beside


def meet(me: Mind, alive: list[int], heard: Set[type[News]]) -> None:
    """Sees who sits beside them this morning."""
    near = beside(me.seat, alive)
    me.notes["bear"] = near if BearGrowls in heard else ()
    if BearGrowls in heard:
        me.one_of(near)
    else:
        me.doubt(near, -NEAR)


def tell(me: Mind) -> Iterator[Utterance]:
    """What all have heard this morning, and of whom."""
    maybe = [seat for seat in me.notes.get("bear", ()) if seat not in me.trusted]
    if maybe and not me.is_werewolf:
        yield Utterance("am", card="bear_tamer")
        yield Utterance("bear")
        if me.seat not in me.village.wanted:
            worst = max(maybe, key=lambda seat: (me.opinion(seat), seat))
            yield Utterance("suspect", worst, because="bear")


def prove(village: VillageSeen, seat: int) -> None:
    """From now on everybody can trust what the bear said each morning, and about whom."""
    for alive, heard in village.mornings:
        for other in beside(seat, alive):
            village.suspect(other, NEAR if BearGrowls in heard else -NEAR)


def lose(minds: Iterable[Mind], _: PowersLost) -> None:
    """The bear is gone."""
    for me in minds:
        me.card = "" if me.card == "bear_tamer" else me.card


HINT = Hint(meets=meet, says=tell, proved=prove, hears={PowersLost: lose})
