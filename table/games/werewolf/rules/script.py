"""A round by the rulebook: preparation, night, morning, day. Read this first.

Every phase is a function of the game's state and makes only the requests of `table.engine.requests`."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping, Sequence
from operator import itemgetter

from table.engine.broken import without_failed
from table.engine.requests import Press, Sitter, clock, leavers, say, show, shuffle, sleep, talk, vote, wake
from table.games.werewolf.rules import events
from table.games.werewolf.rules.ballot import ballot
from table.games.werewolf.rules.captain import succession, take_office
from table.games.werewolf.rules.cards.little_girl import LITTLE_GIRL
from table.games.werewolf.rules.choices import ELECT, VOTE, draw_aloud, insist_aloud, may_choose
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import (
    Call,
    Card,
    Doom,
    Elimination,
    Game,
    Piece,
    Printed,
    Rulebook,
    Seat,
    Win,
)


async def deal(rulebook: Rulebook, names: Sequence[str], deck: Sequence[Card], options: Options) -> Game:
    """LG-1: each player gets one card; LG-2: with the Thief in play two are left in the centre."""
    cards = await shuffle("deal", deck)
    players = len(names)
    game = Game(rulebook, names, cards[:players], cards[players:], options)
    await say(events.Dealt(tuple(deck)))
    for seat in game.seats:
        await show([seat], "dealt", seat=seat, value=seat.card)
    await all_have_looked("deal", game.seats)
    return game


async def all_have_looked(key: str, players: Sequence[Sitter]) -> None:
    """A public time for everybody to look at their card and confirm it. It may run to its end."""
    waiting = list(players)
    spent_s = 0.0
    while waiting and (press := await clock(key, waiting, spent_s)):
        spent_s = press.at_s
        waiting = [player for player in waiting if player.index != press.seat.index]


async def play_round(game: Game) -> events.RoundOver:
    """From the dealt cards to the winner. BO-39: a house role that fails is out from that step on."""
    if not game.rulebook.house:
        return await whole_round(game)
    return await without_failed(whole_round, game)


async def whole_round(game: Game) -> events.RoundOver:
    """From the dealt cards to the winner, unless a house role fails."""
    win = await before_the_first_night(game)
    while win is None:
        game.number += 1
        deaths_before = game.deaths
        win = (
            await night(game)
            or await morning(game)
            or await day(game)
            or await stalemate(game, deaths_before)
        )
    over = events.RoundOver(win.camp, win.seats, game.seats)
    await say(over)
    return over


async def before_the_first_night(game: Game) -> Win | None:
    """LG-22: with `captain = "start"` the captain is elected before anybody falls asleep. BO-33: with the
    Angel in play the game opens with a debate and a vote."""
    angel = game.rulebook.opens_by_day
    elects, votes = game.options.captain == "start", angel is not None and angel in game.deck
    if not elects and not votes:
        return None
    await say(events.Day(0))
    win = await who_leaves(game)
    if not win and elects:
        await election(game)
    if not win and votes:
        await say(events.AngelMayBeThere())
        win = await debate_and_vote(game)
    return win


async def night(game: Game) -> Win | None:
    """LG-9 and the following: every call of the deck, in the rulebook's order."""
    game.new_night()
    await say(events.Nightfall(game.number, heads_up=LITTLE_GIRL in game.unseen and not game.powers_lost))
    gone = await leavers(game.alive)
    for seat in gone:
        seat.tokens.append(LEFT)
    # LG-46, BO-47: players who already bear their doom are asked nothing; looks are for all who are here.
    doomed = game.doomed() if gone or game.somebody_is_sick else []
    for call in game.rulebook.calls:
        if is_held(game, call):
            await hold(game, call, gone if call.is_look else doomed)
            if call.victory and (win := call.victory(game)):
                return win
    return None


def is_held(game: Game, call: Call) -> bool:
    """LG-60: a call stops only when its cards have been seen dead, or powers were publicly lost (BO-17)."""
    if call.when and not call.when(game):
        return False
    if game.powers_lost and call.card.is_power:
        return False
    return call.is_always or game.unseen.get(call.card, 0) > 0


async def hold(game: Game, call: Call, asleep: Sequence[Seat] = ()) -> None:
    """LG-35: holds a call, always for its full length, whether or not anybody wakes."""
    awake = call.wakes(game)
    if asleep:
        awake = [seat for seat in awake if seat not in asleep]
    await wake(call, awake)
    if awake and call.together:
        await call.together(game, awake)
    elif call.alone:
        for seat in awake:
            await call.alone(game, seat)
    await sleep(call)


async def morning(game: Game) -> Win | None:
    """LG-16: the village wakes, and the victims of the night are announced together (LG-40).

    A quiet morning is settled too: somebody may have become a werewolf, or the only werewolf may lie in the
    centre.
    """
    await say(events.Dawn(game.number))
    if game.rulebook.at_dawn:
        await moments(game, game.rulebook.at_dawn)
    victims = [
        Elimination(seat, doom.cause, doom.told)
        for seat in game.doomed()
        if (doom := doom_of(game, seat)) and (doom := spared(game, seat, doom))
    ]
    if not victims:
        await say(events.NoDeath("night"))
    win = await settle(game, victims) or await who_leaves(game)
    if not win and game.rulebook.after_dawn:
        await moments(game, game.rulebook.after_dawn)
    return win


async def moments(game: Game, printed: Sequence[Printed]) -> None:
    """Runs the cards' rules for this moment. BO-17: of a lost power, only reports of earlier deeds remain."""
    for card, rule, stands in printed:
        if stands or not (game.powers_lost and card.is_power):
            await rule(game)


def doom_of(game: Game, seat: Seat) -> Doom | None:
    """LG-41: the player's cause of death this morning, if they die."""
    for doom in game.rulebook.dooms:
        if doom in seat.tokens:
            return doom
    return None


def spared(game: Game, seat: Seat, doom: Doom) -> Doom | None:
    """The cause of death that remains once the player's tokens have averted what they can. BO-17: tokens that
    came with a card whose power is lost avert nothing."""
    for token in seat.tokens:
        if game.powers_lost and token.is_power:
            continue
        if token.spares and token.spares(game, seat, doom):
            seat.tokens.remove(doom)
            other = doom_of(game, seat)
            return other and spared(game, seat, other)
    return doom


async def day(game: Game) -> Win | None:
    """LG-22, LG-24: the captain's election if it is due, the debate, the vote."""
    await say(events.Day(game.number))
    win = await who_leaves(game)
    if win:
        return win
    if game.captain is None and game.number >= game.options.election_day:
        await election(game)
    return await debate_and_vote(game)


async def debate_and_vote(game: Game) -> Win | None:
    """LG-24 to LG-26: the village debates, and eliminates somebody, or nobody."""
    await debate(game)
    condemned = await village_vote(game)
    if condemned is None:
        await say(events.NoDeath("vote"))
        return None
    return await settle(game, [Elimination(condemned, "voted")])


async def election(game: Game) -> None:
    """LG-22: by relative majority; after a tie the vote is repeated among the tied, then drawn by lot.

    LG-56: with no ballot at all nobody is elected today.
    """
    standing = await candidates(game) if game.rulebook.candidates else game.alive
    await say(events.ElectionOpens(standing, again=False))
    _, first = await ballot(game, "election", "election", ELECT, standing)
    if not first:
        return
    if len(first) > 1:
        await say(events.Tie("election", tuple(first)))
        if game.options.tie == "rules":
            await say(events.ElectionOpens(tuple(first), again=True))
            _, second = await ballot(game, "election", "election_revote", ELECT, first)
            if len(second) > 1:
                await say(events.Tie("election", tuple(second)))
            first = second or first
    elected = first[0] if len(first) == 1 else await draw_aloud("election", first)
    await take_office(game, elected, "election")


async def candidates(game: Game) -> tuple[Seat, ...]:
    """LG-22: players stand for captain, and only they can be voted for; with no candidate everybody can."""
    await say(events.CandidatesOpen())
    standing = await vote("candidates", dict.fromkeys(game.alive, (True,)))
    await say(events.Candidates(tuple(seat for seat in game.alive if seat in standing)))
    return tuple(seat for seat in game.alive if seat in standing) or game.alive


async def debate(game: Game) -> None:
    """LG-24: the village debates until the clock ends, or more than half of the living are ready to vote."""
    await say(events.DebateOpens())
    said = Vocabulary(game.seats, game.deck) if game.options.claims else ()
    waiting: Sequence[Seat] = game.alive
    few = (len(game.alive) - 1) // 2
    spent_s = 0.0
    while (wanted := len(waiting) - few) > 0:
        press = await listen(game, waiting, spent_s, wanted, said)
        if press is None:
            return
        spent_s = press.at_s
        speaker = next(seat for seat in game.alive if seat is press.seat)
        if press.choice is not None:
            await say(events.Claimed(speaker, press.choice))
            continue
        waiting = [seat for seat in waiting if seat is not speaker]
        await say(events.Ready(speaker))


async def listen(
    game: Game, waiting: Sequence[Seat], spent_s: float, wanted: int, said: Sequence[Claim]
) -> Press | None:
    """The next who is ready to vote; or, at a table that passes on claims, who `said` one of these."""
    if said == ():
        return await clock("debate", waiting, spent_s, wanted)
    return await talk("debate", waiting, spent_s, wanted, game.alive, said)


async def village_vote(game: Game) -> Seat | None:
    """LG-24, LG-25, LG-57: the player eliminated by the vote, if any."""
    if game.rulebook.before_vote:
        await moments(game, game.rulebook.before_vote)
    await say(events.VoteOpens(game.alive, again=False))
    cast, first = await ballot(game, "vote", "vote", VOTE, game.alive)
    revotes = 0
    while len(first) > 1:
        await say(events.Tie("vote", tuple(first)))
        if game.options.tie == "lot":
            return await draw_aloud("vote", first)
        if game.captain and (decided := await captain_decides(game, game.captain, cast, first)):
            return decided
        if revotes == game.rulebook.revotes:
            return None
        revotes += 1
        await say(events.VoteOpens(tuple(first), again=True))
        cast, first = await ballot(game, "vote", "revotes", VOTE, first)
    return first[0] if first else None


async def captain_decides(
    game: Game, captain: Seat, cast: Mapping[Seat, Seat], tied: Sequence[Seat]
) -> Seat | None:
    """LG-25: by their own ballot if it names one of the tied, or asked among them, as the rulebook says.

    LG-43: the captain is not asked if they may name only one.
    """
    named = cast.get(captain)
    if named and named in tied and "ballot" in game.rulebook.captain_breaks:
        await say(events.BallotDecides(named))
        return named
    if "choice" not in game.rulebook.captain_breaks:
        return None
    choices = may_choose(game, captain, VOTE, among=tied)
    if len(choices) == 1:
        return choices[0]
    await say(events.CaptainDecides(captain, tuple(tied)))
    return await insist_aloud(captain, "captain_choice", choices)


async def settle(game: Game, deaths: Sequence[Elimination]) -> Win | None:
    """LG-20: all deaths of the moment turn over; then what they bring, in the rulebook's order, each new
    death turning over at once; then the victory; then, if the round goes on, a dead captain's successor."""
    due: list[tuple[int, Piece, Elimination]] = []
    reactions, reveals_nature = game.rulebook.reactions, game.options.reveal_nature
    while True:
        for death in deaths:
            seat, cause = death.seat, death.cause
            game.take_away(seat, cause)
            card = seat.card
            await say(events.Death(seat, card if game.shows_cards else None, cause, death.told))
            if reveals_nature and card.group == "ambiguous":
                await say(events.NatureShown(seat, seat.nature))
            for piece in (card, *seat.tokens):
                if piece.aftermath:
                    insort(due, (reactions.index(piece), piece, death), key=itemgetter(0))
        deaths = []
        while due and not deaths:
            _, piece, death = due.pop(0)
            # BO-45: powers are lost before anything else of the moment they are lost in.
            if piece.aftermath and not (game.powers_lost and piece.is_power):
                brought = await piece.aftermath(game, death)
                if isinstance(brought, Win):
                    return brought
                deaths = brought
        if not deaths:
            break
    win = verdict(game)
    if win is None and game.captain and not game.captain.alive:
        await succession(game, game.captain)
    return win


async def who_leaves(game: Game) -> Win | None:
    """LG-46: eliminates the players who have left the table by now."""
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
        await say(events.Stalemate())
        return Win("nobody", ())
    if game.quiet_days == game.options.stalemate - 1:
        await say(events.StalemateNear())
    return None


def verdict(game: Game) -> Win | None:
    """LG-33: the first victory that holds."""
    for victory in game.rulebook.victories:
        if win := victory(game):
            return win
    return None
