"""What a bot says in a debate, whatever its card: whom it wants the village to vote for, and what it holds if
the village is about to vote for it. What cards add to that stands with the cards."""

from __future__ import annotations

from collections.abc import Iterator

from table.games.werewolf.mind import Mind, Wish

CALLS = 2
"""How many in a debate ask for a vote against somebody whom they only suspect."""
SUSPECTS = 0.35
"""How sure one of them has to be,"""
CONVINCED = 0.6
"""and how sure others have to be, to name somebody else."""
ENDANGERED = 0.45
"""How suspect a player has to be to everybody, to say what card they hold."""
LINES = 4
"""The most that one bot says in a debate."""


def spoken(me: Mind) -> int:
    """How often this seat has spoken today."""
    return sum(seat == me.seat for seat, _ in me.village.said)


def is_said(me: Mind, wish: Wish) -> bool:
    """Whether this seat has said so already."""
    village, seat = me.village, me.seat
    if wish.wording == "am":
        return village.claimed.get(seat) == wish.card
    if wish.wording in ("wolf", "clear"):
        return wish.about in village.sights.get(seat, {})
    if wish.wording == "trust":
        return wish.about in village.trusts.get(seat, ())
    return seat in village.wanted


def wishes(me: Mind) -> Iterator[Wish]:
    """What anybody may want to say."""
    village = me.village
    powers = {card.key for card in village.deck if card.copies == 1 and card.nature != "werewolf"}
    shared = village.shared() if me.level.reasons else {}
    if me.card in powers - {"seer", "piper", "angel"} and not me.is_werewolf:
        in_danger = shared.get(me.seat, 0.0) > ENDANGERED and max(shared.values()) <= shared[me.seat]
        if in_danger and me.seat not in village.claimed:
            yield Wish("am", card=me.card)
    if me.is_werewolf or not me.level.reasons or len(village.wanted) > CALLS:
        return
    alive = village.seats - village.dead
    chances = {seat: chance for seat, chance in me.believed()[0].items() if seat in alive and seat != me.seat}
    chances = {seat: chance for seat, chance in chances.items() if seat not in me.friends}
    if not chances:
        return
    worst = max(chances, key=lambda seat: (chances[seat], seat))
    named = set(village.wanted.values())
    if worst in named:
        return
    if chances[worst] > CONVINCED or (not named and chances[worst] > SUSPECTS):
        yield Wish("vote", worst)
    elif len(named) < CALLS and chances[worst] > SUSPECTS:
        yield Wish("suspect", worst)
