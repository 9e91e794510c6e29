"""What a bot says in a debate, whatever its card: what it holds if the village is about to vote for it, what
it answers, whom it wants the village to vote for and why, and small talk. What cards add stands with the
cards.

Reasons, answers and small talk come from what all have seen and heard: they can hold no secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from table.games.werewolf.mind import Mind, Utterance
from table.games.werewolf.rules.claims import ALONE, CALLS, Claim, Reason, Wording
from table.games.werewolf.seen import EVIDENCE, VillageSeen, beside

CALLERS = 2
"""How many in a debate ask for a vote against somebody whom they only suspect."""
SUSPECTS = 0.35
"""How sure one of them has to be,"""
CONVINCED = 0.6
"""and how sure others have to be, to name somebody else."""
ENDANGERED = 0.45
"""How suspect a player has to be to everybody, to say what card they hold."""
UNFOUNDED = 0.5
"""How much less suspect than others somebody has become when one takes back what one said against them."""
BELIEVED = 0.5
"""How likely an account has to be to be given as a reason."""
OPENING, LATER = 5, 2
"""Small talk fills the first debate to so many lines, and others to so many at most."""
SMALL: Sequence[Wording] = ("tease", "ask", "suspect", "alibi")
"""Small talk: of anybody else, of a neighbour, of the votes for Captain, of oneself."""
LIKES = 0.5
"""How often it is what a seat prefers, where it is not by lot."""
ANSWERS: Mapping[Wording, Sequence[Wording]] = {
    "wolf": ("disagree", "alibi"),
    "suspect": ("why", "alibi", "disagree"),
    "vote": ("why", "disagree", "alibi"),
    "clear": ("agree",),
    "trust": ("agree",),
    "ask": ("alibi",),
    "why": ("disagree",),
    "tease": ("tease", "alibi"),
}
"""What somebody may answer who is named so."""


def has_lines(me: Mind, is_evidence: bool) -> bool:
    """Whether this seat may claim something today, or talk besides."""
    mine = [claim for seat, claim in me.village.said if seat == me.seat]
    return sum((claim.wording in EVIDENCE) is is_evidence for claim in mine) < me.level.lines


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
    if wish.wording in CALLS and not wish.because:
        return seat in village.wanted
    return any(
        speaker == seat
        and (claim.wording, claim.seat.index if claim.seat else None, claim.because)
        == (wish.wording, wish.about, wish.because)
        for speaker, claim in village.said
    )


def wishes(me: Mind) -> Iterator[Utterance]:
    """What anybody may want to say: first of themselves, then what they answer, then whom they suspect. Who
    has taken something back suspects nobody else today."""
    village = me.village
    if me.notes.get("caught"):
        return
    if me.level.reasons:
        yield from _of_oneself(me)
    yield from answers(me)
    if me.level.reasons and me.seat not in village.wanted and not _is_heard(village, "back", by=me.seat):
        yield from _calls(me)


def _of_oneself(me: Mind) -> Iterator[Utterance]:
    village = me.village
    is_mine = not me.is_werewolf and me.card in village.powers and me.seat not in village.claimed
    # Nobody else can show that an impostor lies.
    if is_mine and (is_endangered(me) or not village.dead.issuperset(me.impostors)):
        yield Utterance("am", card=me.card)
    if not me.is_werewolf and me.card != "seer":
        # Whom nobody is about to condemn gains by silence; and Lovers always do.
        for seat in sorted((me.cleared - me.friends).intersection(village.alive)):
            if is_endangered(me, seat):
                yield Utterance("trust", seat)
    if not me.is_werewolf and me.seat not in village.claimed:
        target = village.wanted.get(me.seat)
        if target is not None and (
            target in me.cleared or me.believed()[0].get(target, 0.0) < UNFOUNDED * usual(me)
        ):
            yield Utterance("back")


def answers(me: Mind) -> Iterator[Utterance]:
    """What this seat answers to what was said of it since it spoke last; the newest first."""
    village = me.village
    if me.notes.get("caught"):
        return
    for speaker, claim in reversed(village.said):
        if speaker == me.seat:
            return
        if claim.seat is None or claim.seat.index != me.seat:
            continue
        wanted, reason = village.wanted.get(me.seat), None
        if claim.wording in ("why", "ask") and wanted is not None:
            call = next(c.wording for s, c in reversed(village.said) if s == me.seat and c.wording in CALLS)
            reason = Utterance(call, wanted, because=because(me, wanted) or "feeling")
        if reason and not is_said(me, reason):
            yield reason
        elif may_answer := [
            one
            for one in ANSWERS.get(claim.wording, ())
            if _fits(village, one, claim, me.seat) and not _is_heard(village, one, by=me.seat)
        ]:
            # One after the other, for variety.
            answer = may_answer[(me.seat + len(village.said)) % len(may_answer)]
            yield Utterance(answer, None if answer in ALONE else speaker)


def questions(me: Mind) -> Iterator[Utterance]:
    """Whom a seat that does not reason asks before it believes anybody: who is accused, or who has called for
    a vote and given no reason. The newest first, and each is asked once."""
    if me.level.reasons or me.notes.get("caught"):
        return
    asked = {claim.seat.index for _, claim in me.village.said if claim.wording == "ask" and claim.seat}
    for speaker, claim in reversed(me.village.said):
        if claim.wording == "wolf" and claim.seat:
            speaker = claim.seat.index
        elif claim.wording not in CALLS or claim.because:
            continue
        if speaker != me.seat and speaker not in asked:
            yield Utterance("ask", speaker)


def _fits(village: VillageSeen, answer: Wording, claim: Claim, seat: int) -> bool:
    """Whether this seat may answer so: nobody asks for a reason that was given, sleep is no answer to one,
    and who claims a card has told of their night."""
    if answer == "alibi":
        return claim.because in (None, "feeling") and seat not in village.claimed
    return answer != "why" or claim.because is None


def _calls(me: Mind) -> Iterator[Utterance]:
    """Whom this seat asks the village to vote for, as it will itself; or with whom it agrees."""
    village = me.village
    named = set(village.wanted.values())
    if len(village.wanted) > CALLERS:
        return
    chances = me.believed()[0]
    is_near = me.is_werewolf and (bool(named & me.pack) or me.seat in named)
    if not is_near and max(chances.values(), default=0.0) <= SUSPECTS:
        return
    target = me.accuses(village.alive)
    if target is None:
        return
    chance, reason = chances.get(target, 0.0), because(me, target)
    if target in named:
        caller = next((seat for seat, wanted in village.wanted.items() if wanted == target), None)
        if chance > SUSPECTS and caller is not None and not _is_heard(village, "agree"):
            yield Utterance("agree", caller)
    elif me.is_werewolf:
        # In the pack's name: somebody else, if one of the pack is named.
        if is_near:
            yield Utterance("vote", target, because=reason)
    elif chance > CONVINCED or (not named and chance > SUSPECTS):
        yield Utterance("vote", target, because=reason)
    elif len(named) < CALLERS and chance > SUSPECTS:
        yield Utterance("suspect", target, because=reason)


def _is_heard(village: VillageSeen, wording: Wording, by: int | None = None) -> bool:
    """Whether somebody has said so today, or one seat has."""
    return any(claim.wording == wording and by in (None, seat) for seat, claim in village.said)


def because(me: Mind, target: int) -> Reason | None:
    """The reason that this seat can give to name somebody; None: there is none that all can check."""
    village = me.village
    if me.level.reasons and village.claimed:
        believed = me.belief.accounts_by_teller()
        if any(
            target in account.guilty and believed.get(account.teller, 0.0) > BELIEVED
            for account in me.belief.accounts()
        ):
            return "told"
        if village.claimed.get(target) == "seer" and believed.get(target, 0.0) < BELIEVED:
            return "lies"
    named = {votes.get(target) for votes in village.votes}
    for votes in reversed(village.votes):
        mine, theirs = votes.get(me.seat), votes.get(target)
        # Who has voted alike has nothing to reproach.
        if theirs is None or mine is None or mine == theirs or village.proved.get(theirs):
            continue
        if village.proved.get(mine) and mine not in named:
            return "spared"
        if village.proved.get(theirs) is False:
            return "votes"
    if any(claim.wording == "bear" and target in beside(seat, village.alive) for seat, claim in village.said):
        return "bear"
    if any(wanted == target for seat, wanted in village.wanted.items() if seat != me.seat):
        return "calls"
    captain = village.captain
    if not village.votes and village.elections and target != captain:
        votes = village.elections[-1]
        is_loyal = captain in (me.seat, votes.get(me.seat))
        return "election" if is_loyal and votes.get(target, captain) != captain else None
    return None


def small_talk(
    village: VillageSeen, lot: Random, likes: Mapping[int, Wording] | None = None
) -> tuple[int, dict[int, Utterance]]:
    """To how many lines small talk fills this debate, and what each seat would say. `likes`: what it prefers;
    `lot`: both are public."""
    alive = village.alive
    count = len(alive)
    wordings = lot.choices(SMALL if village.day else SMALL[:1], k=count)
    if likes and village.day:
        wordings = [
            likes[seat] if lot.random() < LIKES else wording
            for seat, wording in zip(alive, wordings, strict=True)
        ]
    steps = lot.choices(range(1, max(2, count)), k=count)
    found = {}
    for at, (seat, wording, step) in enumerate(zip(alive, wordings, steps, strict=True)):
        other = alive[(at + (step if wording == "tease" else 1 if step % 2 else -1)) % count]
        found[seat] = Utterance(wording, other if wording in ("tease", "ask") else None)
    return (OPENING if village.day <= 1 else lot.randint(0, LATER)), found


def filling(me: Mind, talk: Utterance) -> Utterance | None:
    """A line of small talk for this seat. It suspects somebody by the votes for Captain alone."""
    if talk.wording == "alibi" and me.seat in me.village.claimed:
        return None
    if talk.wording != "suspect":
        return talk
    target = me.points_at(me.village.alive)
    if me.village.wanted or target is None or because(me, target) != "election":
        return None
    return Utterance("suspect", target, because="election")


def usual(me: Mind) -> float:
    """How suspect a player is on average, to somebody who has seen what all have seen."""
    shared = me.belief.shared()
    return sum(shared.values()) / max(1, len(shared))


def is_endangered(me: Mind, seat: int | None = None) -> bool:
    """Whether the village is about to vote for this seat, or another."""
    shared = me.belief.shared()
    chance = shared.get(me.seat if seat is None else seat, 0.0)
    return chance > ENDANGERED and chance >= max(shared.values())
