"""What a bot says in a debate, whatever its card: whom it wants the village to vote for, and what it holds if
the village is about to vote for it. What cards add to that stands with the cards."""

from __future__ import annotations

from collections.abc import Iterator

from table.games.werewolf.mind import Mind, Utterance

CALLS = 2
"""How many in a debate ask for a vote against somebody whom they only suspect."""
SUSPECTS = 0.35
"""How sure one of them has to be,"""
CONVINCED = 0.6
"""and how sure others have to be, to name somebody else."""
ENDANGERED = 0.45
"""How suspect a player has to be to everybody, to say what card they hold."""
UNFOUNDED = 0.5
"""How much less suspect than others somebody has become when one takes back what one said against them."""
LINES = 4
"""The most that one bot says in a debate."""


def spoken(me: Mind) -> int:
    """How often this seat has spoken today."""
    return sum(seat == me.seat for seat, _ in me.village.said)


def is_said(me: Mind, wish: Utterance) -> bool:
    """Whether this seat has said so already."""
    village, seat = me.village, me.seat
    if wish.wording == "am":
        return village.claimed.get(seat) == wish.card
    if wish.wording in ("wolf", "clear"):
        return wish.about in village.sights.get(seat, {})
    if wish.wording == "trust":
        return wish.about in village.trusts.get(seat, ())
    if wish.wording == "back":
        return seat not in village.claimed and seat not in village.wanted
    return seat in village.wanted


def wishes(me: Mind) -> Iterator[Utterance]:
    """What anybody may want to say."""
    if not me.level.reasons:
        return
    village = me.village
    shared, alive = me.belief.shared(), village.seats - village.dead
    if not me.is_werewolf and me.card in powers(me) and me.seat not in village.claimed and is_endangered(me):
        yield Utterance("am", card=me.card)
    if not me.is_werewolf and me.card != "seer":
        # Whom nobody is about to condemn gains by silence; and Lovers always do.
        for seat in sorted((me.cleared - me.friends) & alive):
            if is_endangered(me, seat):
                yield Utterance("trust", seat)
    if not me.is_werewolf and me.seat not in village.claimed:
        target = village.wanted.get(me.seat)
        if target is not None and (
            target in me.cleared or me.believed()[0].get(target, 0.0) < UNFOUNDED * usual(me)
        ):
            yield Utterance("back")
    named = set(village.wanted.values())
    if len(village.wanted) > CALLS:
        return
    chances = shared if me.is_werewolf else me.believed()[0]
    open_ = {
        seat: chance
        for seat, chance in chances.items()
        if seat in alive and seat != me.seat and seat not in me.friends
    }
    worst = max(open_, key=lambda seat: (open_[seat], seat), default=None)
    if worst is None or worst in named:
        return
    if me.is_werewolf:
        # In the pack's name: somebody else, if one of the pack is named.
        if named & me.pack or me.seat in named:
            yield Utterance("vote", worst)
    elif open_[worst] > CONVINCED or (not named and open_[worst] > SUSPECTS):
        yield Utterance("vote", worst)
    elif len(named) < CALLS and open_[worst] > SUSPECTS:
        yield Utterance("suspect", worst)


def usual(me: Mind) -> float:
    """How suspect a player is on average, to somebody who has seen what all have seen."""
    shared = me.belief.shared()
    return sum(shared.values()) / max(1, len(shared))


def powers(me: Mind) -> set[str]:
    """The cards of which there is one in this deck, and that it is good for the village to have."""
    of_village = {
        card.key
        for card in me.village.deck
        if card.copies == 1 and card.group == "villagers" and not card.is_seen
    }
    return of_village - {"seer"}


def is_endangered(me: Mind, seat: int | None = None) -> bool:
    """Whether the village is about to vote for this seat, or another."""
    shared = me.belief.shared()
    chance = shared.get(me.seat if seat is None else seat, 0.0)
    return chance > ENDANGERED and chance >= max(shared.values())
