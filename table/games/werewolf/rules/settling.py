"""How deaths are settled: what averts them, what they bring, who has won."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from operator import itemgetter

from table.engine.public import Public
from table.engine.requests import leavers, say
from table.games.werewolf.rules import events
from table.games.werewolf.rules.captain import succession
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.pieces import Elimination, Game, Piece, Win


async def is_averted(game: Game, death: Elimination) -> bool:
    """Whether a token of the player averts this death; the village hears the news of it, if there are any.

    BO-17: tokens that came with a card whose power is lost avert nothing.
    """
    for token in death.seat.tokens:
        if game.powers_lost and token.is_power:
            continue
        if token.spares and (averted := token.spares(game, death.seat, death)):
            if isinstance(averted, Public):
                await say(averted)
            return True
    return False


async def settle(game: Game, deaths: Sequence[Elimination]) -> Win | None:
    """LG-20: all deaths of the moment turn over; then what they bring, in the rulebook's order, each new
    death turning over at once; then the victory; then, if the round goes on, a dead captain's successor, and
    what the dead may still decide."""
    due: list[tuple[int, Piece, Elimination]] = []
    wills: list[tuple[Piece, Elimination]] = []
    reactions, reveals_nature, is_heard = game.rulebook.reactions, game.options.reveal_nature, game.is_heard
    while True:
        for death in deaths:
            seat = death.seat
            turned = game.take_away(seat, death.cause)
            if is_heard:
                await say(events.Death(seat, turned, death.cause, death.told))
            if reveals_nature and seat.card.group == "ambiguous":
                await say(events.NatureShown(seat, seat.nature))
            for piece in seat.pieces():
                if piece.aftermath:
                    insort(due, (reactions.index(piece), piece, death), key=itemgetter(0))
                if piece.will:
                    wills.append((piece, death))
        deaths = []
        while due and not deaths:
            _, piece, death = due.pop(0)
            # BO-45: powers are lost before anything else of the moment they are lost in.
            if piece.aftermath and not (game.powers_lost and piece.is_power):
                brought = await piece.aftermath(game, death)
                if isinstance(brought, Win):
                    return brought
                deaths = [death for death in brought if not await is_averted(game, death)]
        if not deaths:
            break
    win = verdict(game)
    if win is None and game.captain and not game.captain.alive:
        await succession(game, game.captain)
    for piece, death in () if win else wills:
        if piece.will and not (game.powers_lost and piece.is_power):
            await piece.will(game, death)
    return win


async def who_leaves(game: Game) -> Win | None:
    """LG-46: eliminates the players who have left the table by now."""
    gone = await leavers(game.alive) if game.is_heard else ()
    if not gone:
        return None
    for seat in gone:
        seat.tokens.append(LEFT)
    return await settle(game, [Elimination(seat, "left") for seat in gone])


def verdict(game: Game) -> Win | None:
    """LG-33: the first victory that holds."""
    for victory in game.rulebook.victories:
        if win := victory(game):
            return win
    return None
