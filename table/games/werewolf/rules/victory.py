"""Who has won. Camps are read from what people are now (LG-58)."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.werewolf.rules.cards.cupid import MATCHMAKER
from table.games.werewolf.rules.cards.lover import apart
from table.games.werewolf.rules.cards.thief import THIEF
from table.games.werewolf.rules.pieces import Camp, Game, Seat, Win

MOST_IN_LOVE = 3
"""LG-30, CH-53: the Lovers, and their Cupid."""


def nobody_left(game: Game) -> Win | None:
    """LG-32: if nobody is left alive, nobody wins."""
    return None if game.alive else Win("nobody", ())


def lovers_alone(game: Game) -> Win | None:
    """LG-30: Lovers of different camps win as soon as only they are alive; CH-53: or they and their Cupid."""
    if len(game.alive) > MOST_IN_LOVE:
        return None
    camp = of_love(game)
    if camp and all(seat.alive for seat in game.lovers) and all(seat in camp for seat in game.alive):
        return Win("lovers", tuple(camp))
    return None


def of_love(game: Game) -> Sequence[Seat]:
    """LG-30: Lovers of different camps, who form a camp of their own; CH-53: by option with their Cupid,
    while both live."""
    pair = apart(game)
    if not pair or not game.options.cupid_wins_with_lovers or not all(seat.alive for seat in game.lovers):
        return pair
    return [seat for seat in game.seats if seat in pair or seat.has(MATCHMAKER)]


def no_werewolf_left(game: Game) -> Win | None:
    """LG-28: villagers win when no living player is a werewolf by nature, and the Thief cannot become one."""
    for seat in game.alive:
        if seat.nature == "werewolf":
            return None
    return None if thief_may_become_a_werewolf(game) else all_of(game, "villagers")


def thief_may_become_a_werewolf(game: Game) -> bool:
    """LG-28: a living Thief is still to be called, and a werewolf lies in the centre.

    The Thief is called in the first night, unless the village has lost its powers before (BO-17).
    """
    if game.number > 0 or game.powers_lost:
        return False
    return bool(game.owners(THIEF)) and any(card.nature == "werewolf" for card in game.centre)


def only_werewolves_left(game: Game) -> Win | None:
    """LG-29: werewolves win when one of their camp lives and nobody outside it does."""
    return _outnumbered(game, 0)


def one_at_most_left(game: Game) -> Win | None:
    """LG-29: werewolves win when one of their camp lives and at most one player outside it."""
    return _outnumbered(game, 1)


def _outnumbered(game: Game, others_at_most: int) -> Win | None:
    strangers = 0
    for seat in game.alive:
        if seat.nature != "werewolf":
            strangers += 1
            if strangers > others_at_most:
                return None
    pair = of_love(game)
    pack = [seat for seat in game.alive if seat.camp == "werewolves" and seat not in pair]
    others = [seat for seat in game.alive if seat not in pack]
    # BO-51: they win only without the White Werewolf.
    if not pack or len(others) > others_at_most or any(seat.card.alone for seat in others):
        return None
    return all_of(game, "werewolves")


def all_of(game: Game, camp: Camp) -> Win:
    """A win for this camp. LG-30: Lovers of different camps belong to neither side."""
    pair = of_love(game)
    return Win(camp, tuple([seat for seat in game.seats if seat.camp == camp and seat not in pair]))
