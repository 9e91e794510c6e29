"""What a mind believed when it voted, and why: for the chronicle, after the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from table.games.werewolf.mind import Mind

CLEARLY = 0.05
"""A difference of chances worth a word."""


class Evidence(NamedTuple):
    """One reason to suspect somebody. `key`: of its words; `seat`: whose word it is; `number`: how many, or
    in a hundred."""

    key: str
    seat: int | None = None
    number: int = 0


class Thought(NamedTuple):
    """How likely a werewolf somebody seemed to a seat, in a hundred, and why. `worst`: whom it suspected
    clearly more."""

    percent: int
    worst: int | None
    reasons: tuple[Evidence, ...]


def thought(me: Mind, target: int) -> Thought:
    """What this seat thinks of whom it is about to vote for."""
    chances, _ = me.believed()
    alive = {seat: chance for seat, chance in chances.items() if seat not in me.village.dead}
    others = {seat: chance for seat, chance in alive.items() if seat not in me.friends | {me.seat}}
    worst = max(others, key=lambda seat: (others[seat], -seat), default=None)
    if worst is not None and others[worst] < chances.get(target, 0.0) + CLEARLY:
        worst = None
    reasons = list(_reasons(me, target))
    return Thought(round(100 * chances.get(target, 0.0)), worst, tuple(reasons or [Evidence("feeling")]))


def _reasons(me: Mind, target: int) -> Iterator[Evidence]:
    village = me.village
    if me.is_werewolf:
        yield Evidence("pack" if target in me.pack else "prey")
        return
    if target in me.foes:
        yield Evidence("knows")
        return
    believed = me.believed()[1]
    for account in me.belief.accounts():
        number = round(100 * believed.get(account.teller, 0.0))
        if account.teller is not None and target in account.guilty and number:
            yield Evidence("told", account.teller, number)
    if village.claimed.get(target) == "seer" and believed.get(target, 0.0) < 1 / 2:
        yield Evidence("lies")
    wronged = sum(
        voter == target and village.proved.get(named) is False
        for votes in village.votes
        for voter, named in votes.items()
    )
    if wronged:
        yield Evidence("votes", number=wronged)
    calls = sum(wanted == target for seat, wanted in village.wanted.items() if seat != me.seat)
    if calls and me.level.follows:
        yield Evidence("calls", number=calls)
    if me.doubts.get(target, 0.0) > 0.5:
        yield Evidence("doubts")
