"""The round, as the rulebook tells it: preparation, night, morning, day. Read this first.

Every phase is a function of the game's state and says only the words of `table.requests`.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from operator import itemgetter

from table.requests import clock, leavers, say, show, shuffle, sleep, wake
from table.werewolf.ballot import ballot
from table.werewolf.captain import succession, take_office
from table.werewolf.cards.little_girl import LITTLE_GIRL
from table.werewolf.choices import ELECT, VOTE, draw_aloud, insist_aloud, may_choose
from table.werewolf.events import (
    BallotDecides,
    CaptainDecides,
    Dawn,
    Day,
    Dealt,
    Death,
    DebateOpens,
    ElectionOpens,
    Nightfall,
    NoDeath,
    Ready,
    RoundOver,
    Stalemate,
    StalemateNear,
    Tie,
    VoteOpens,
)
from table.werewolf.leaving import LEFT
from table.werewolf.options import Options
from table.werewolf.pieces import TOLD, Aftermath, Call, Card, Doom, Elimination
from table.werewolf.rulebook import Rulebook, Win
from table.werewolf.state import Game, Seat


async def deal(rulebook: Rulebook, names: Sequence[str], deck: Sequence[Card], options: Options) -> Game:
    """LG-1: each player gets one card; LG-2: with the Thief in play two are left in the centre."""
    cards = await shuffle("deal", deck)
    players = len(names)
    game = Game(rulebook, names, cards[:players], cards[players:], options)
    await say(Dealt(tuple(deck)))
    for seat in game.seats:
        await show([seat], "dealt", seat=seat, value=seat.card)
    waiting = list(game.seats)
    spent_s = 0.0
    while waiting and (press := await clock("deal", waiting, spent_s)):
        spent_s = press.at_s
        waiting = [seat for seat in waiting if seat is not press.seat]
    return game


async def play_round(game: Game) -> RoundOver:
    """From the dealt cards to the winner."""
    win = await before_the_first_night(game) if game.options.captain == "start" else None
    while win is None:
        game.number += 1
        deaths_before = game.deaths
        await night(game)
        win = await morning(game) or await day(game) or await stalemate(game, deaths_before)
    over = RoundOver(win.camp, win.seats, game.seats)
    await say(over)
    return over


async def before_the_first_night(game: Game) -> Win | None:
    """LG-22: with `captain = "start"` he is elected before anybody falls asleep."""
    await say(Day(0))
    win = await who_leaves(game)
    if not win:
        await election(game)
    return win


async def night(game: Game) -> None:
    """LG-9 and what follows it: every call of the deck, in the rulebook's order."""
    await say(Nightfall(game.number, heads_up=LITTLE_GIRL in game.deck))
    gone = await leavers(game.alive)
    for seat in gone:
        seat.tokens.append(LEFT)
    for call in game.rulebook.calls:
        if (game.number == 1 or not call.first_night) and game.unseen[call.card]:
            await hold(game, call, gone)


async def hold(game: Game, call: Call, gone: Sequence[Seat] = ()) -> None:
    """LG-35: a call is held, and as long, whether or not anybody wakes. LG-46: who has left does not."""
    awake = call.wakes(game)
    if gone:
        awake = [seat for seat in awake if seat not in gone]
    await wake(call, awake)
    if awake and call.together:
        await call.together(game, awake)
    elif call.alone:
        for seat in awake:
            await call.alone(game, seat)
    await sleep(call)


async def morning(game: Game) -> Win | None:
    """LG-16: the village wakes, and the victims of the night are announced together (LG-40).

    A quiet morning is settled too: somebody may have become a werewolf, or the only one lie in the centre.
    """
    await say(Dawn(game.number))
    victims = [
        Elimination(seat, doom.cause)
        for seat in game.alive
        if seat.tokens and (doom := first_doom(game, seat))
    ]
    if not victims:
        await say(NoDeath("night"))
    return await settle(game, victims) or await who_leaves(game)


def first_doom(game: Game, seat: Seat) -> Doom | None:
    """LG-41: of what he dies this morning, if he dies."""
    for doom in game.rulebook.dooms:
        if doom in seat.tokens:
            return doom
    return None


async def day(game: Game) -> Win | None:
    """LG-24 to LG-26: the captain's election on its day, the debate, the vote."""
    await say(Day(game.number))
    win = await who_leaves(game)
    if win:
        return win
    if game.captain is None and game.number >= game.options.election_day:
        await election(game)
    await debate(game)
    condemned = await village_vote(game)
    if condemned is None:
        await say(NoDeath("vote"))
        return None
    return await settle(game, [Elimination(condemned, "voted")])


async def election(game: Game) -> None:
    """LG-22: by relative majority; a tie is voted again among the tied, then drawn by lot.

    LG-56: with no ballot at all nobody is elected today.
    """
    await say(ElectionOpens(game.alive, again=False))
    _, first = await ballot(game, "election", "election", ELECT, game.alive)
    if not first:
        return
    if len(first) > 1:
        await say(Tie("election", tuple(first)))
        if game.options.tie == "rules":
            await say(ElectionOpens(tuple(first), again=True))
            _, second = await ballot(game, "election", "election_revote", ELECT, first)
            if len(second) > 1:
                await say(Tie("election", tuple(second)))
            first = second or first
    elected = first[0] if len(first) == 1 else await draw_aloud("election", first)
    await take_office(game, elected, "election")


async def debate(game: Game) -> None:
    """LG-24: the village debates until the clock ends, or more than half of the living are ready to vote."""
    await say(DebateOpens())
    waiting: Sequence[Seat] = game.alive
    spent_s = 0.0
    while 2 * len(waiting) >= len(game.alive) and (press := await clock("debate", waiting, spent_s)):
        spent_s = press.at_s
        ready = next(seat for seat in waiting if seat is press.seat)
        waiting = [seat for seat in waiting if seat is not ready]
        await say(Ready(ready))


async def village_vote(game: Game) -> Seat | None:
    """LG-24, LG-25, LG-57: who is eliminated by the vote, if anybody."""
    await say(VoteOpens(game.alive, again=False))
    cast, most = await ballot(game, "vote", "vote", VOTE, game.alive)
    if len(most) < 2:
        return most[0] if most else None
    await say(Tie("vote", tuple(most)))
    if game.options.tie == "lot":
        return await draw_aloud("vote", most)
    if game.captain:
        return await captain_decides(game, game.captain, cast.get(game.captain), most)
    await say(VoteOpens(tuple(most), again=True))
    _, still = await ballot(game, "vote", "revotes", VOTE, most)
    if len(still) == 1:
        return still[0]
    if still:
        await say(Tie("vote", tuple(still)))
    return None


async def captain_decides(game: Game, captain: Seat, named: Seat | None, tied: Sequence[Seat]) -> Seat:
    """LG-25: his own ballot decides if it names one of the tied; else he is asked among them.

    LG-43: he is not asked where only one is left that he may name.
    """
    if named is not None and named in tied:
        await say(BallotDecides(named))
        return named
    choices = may_choose(game, captain, VOTE, among=tied)
    if len(choices) == 1:
        return choices[0]
    await say(CaptainDecides(captain, tuple(tied)))
    return await insist_aloud(captain, "captain_choice", choices)


async def settle(game: Game, deaths: Sequence[Elimination]) -> Win | None:
    """LG-20: all deaths of the moment turn over; then what they bring, in the rulebook's order, each new
    death turning over at once; then the victory; then, if the round goes on, a dead captain's successor."""
    due: list[tuple[int, Aftermath, Elimination]] = []
    reactions = game.rulebook.reactions
    while True:
        for death in deaths:
            seat, cause = death.seat, death.cause
            game.take_away(seat, cause)
            card = seat.card if game.options.reveal == "card" else None
            await say(Death(seat, card, cause, cause in TOLD))
            for piece in (seat.card, *seat.tokens):
                if piece.aftermath:
                    insort(due, (reactions.index(piece), piece.aftermath, death), key=itemgetter(0))
        if not due:
            break
        _, aftermath, death = due.pop(0)
        deaths = await aftermath(game, death)
    win = verdict(game)
    if win is None:
        await succession(game)
    return win


async def who_leaves(game: Game) -> Win | None:
    """LG-46: whoever has left the table by now is eliminated."""
    gone = await leavers(game.alive)
    if not gone:
        return None
    for seat in gone:
        seat.tokens.append(LEFT)
    return await settle(game, [Elimination(seat, "left") for seat in gone])


async def stalemate(game: Game, deaths_before: int) -> Win | None:
    """LG-47: several nights and days in a row without a death: nobody wins."""
    game.quiet_days = game.quiet_days + 1 if game.deaths == deaths_before else 0
    if not game.quiet_days or not game.options.stalemate:
        return None
    if game.quiet_days == game.options.stalemate:
        await say(Stalemate())
        return Win("nobody", ())
    if game.quiet_days == game.options.stalemate - 1:
        await say(StalemateNear())
    return None


def verdict(game: Game) -> Win | None:
    """LG-33: the first victory that holds."""
    for victory in game.rulebook.victories:
        win = victory(game)
        if win:
            return win
    return None
