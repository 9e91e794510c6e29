"""A round by the rulebook: preparation, night, morning, day. Read this first.

Every phase is a function of the game's state and makes only the requests of `table.engine.requests`."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any

from table.engine.broken import without_failed
from table.engine.requests import (
    Press,
    Request,
    Sitter,
    clock,
    is_wanted,
    leavers,
    say,
    show,
    shuffle,
    sleep,
    talk,
    vote,
    wake,
)
from table.games.werewolf.rules import events
from table.games.werewolf.rules.ballot import ballot
from table.games.werewolf.rules.captain import take_office
from table.games.werewolf.rules.cards.little_girl import LITTLE_GIRL
from table.games.werewolf.rules.choices import ELECT, draw_aloud, eligible
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.games.werewolf.rules.deck import is_playable
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.moments import moments
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import (
    Call,
    Card,
    Doom,
    Elimination,
    Game,
    Laid,
    Rulebook,
    Seat,
    Win,
)
from table.games.werewolf.rules.settling import is_averted, settle, who_leaves
from table.games.werewolf.rules.twists.deck import begin_the_day
from table.games.werewolf.rules.voting import the_vote

CALL_ELECTION = "call_election"
"""CH-57: what a host may ask for in a debate."""


async def deal(rulebook: Rulebook, names: Sequence[str], deck: Sequence[Card], options: Options) -> Game:
    """LG-1: each player gets one card; LG-2: with the Thief in play two are left in the centre. CH-54: with a
    hidden deck these are some cards of a pool, drawn until they can be played."""
    players = len(names)
    if options.hide_deck:
        while not is_playable(rulebook, drawn := first_of(await shuffle("pool", deck), players), players):
            pass
    cards = await shuffle("deal", drawn if options.hide_deck else deck)
    pool = tuple(deck) if options.hide_deck else ()
    game = Game(rulebook, names, cards[:players], cards[players:], options, Laid(pool=pool))
    await say(events.Dealt(tuple(deck)))
    for seat in game.seats:
        await show([seat], "dealt", seat=seat, value=seat.card)
    await all_have_looked("deal", game.seats)
    return game


def first_of(pool: Sequence[Card], players: int) -> Sequence[Card]:
    """CH-54: the first cards of a shuffled pool, each with all of its copies: one for each player, and more
    if one of them needs a centre."""
    drawn: list[Card] = []
    for card in pool:
        copies = card.copies or 1
        centre = max((one.centre for one in drawn), default=0)
        if (copies == 1 or card not in drawn) and len(drawn) + copies <= players + centre:
            drawn += [card] * copies
    return drawn


async def all_have_looked(key: str, players: Sequence[Sitter]) -> None:
    """A public time for everybody to look at their card and confirm it. It may run to its end."""
    waiting = list(players)
    spent_s = 0.0
    while waiting and (press := await clock(key, waiting, spent_s)):
        spent_s = press.at_s
        waiting = [player for player in waiting if player.index != press.seat.index]


def play_round(game: Game) -> Coroutine[Request, Any, events.RoundOver]:
    """From the dealt cards to the winner. BO-39: a house role that fails is out from that step on."""
    return without_failed(whole_round, game) if game.rulebook.house else whole_round(game)


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
    over = events.RoundOver(win.camp, win.seats, game.seats, game.guesses)  # type: ignore[arg-type] # as above
    await say(over)
    return over


async def before_the_first_night(game: Game) -> Win | None:
    """Everybody hears what all know of some cards. LG-22: with `captain = "start"` the captain is elected
    before anybody falls asleep. BO-33: with the Angel in play the game opens with a debate and a vote."""
    await moments(game, [told for told in game.rulebook.known if told.card in game.deck])
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
    gone: Sequence[Seat] = ()
    if game.is_heard:
        heads_up = LITTLE_GIRL in game.unseen and not game.powers_lost
        await say(events.Nightfall(game.number, heads_up))
        gone = await leavers(game.alive)
    for seat in gone:
        seat.tokens.append(LEFT)
    # LG-46, BO-47: players who already bear their doom are asked nothing; looks are for all who are here.
    doomed = game.doomed() if gone or game.somebody_is_sick else []
    if not game.twist.calls:
        return None
    for call in game.rulebook.calls:
        if is_held(game, call):
            await hold(game, call, gone if call.is_look else doomed)
            if call.victory and (win := call.victory(game)):
                return win
    game.somebody_left = False
    return None


def is_held(game: Game, call: Call) -> bool:
    """LG-60: a call stops only when its cards have been seen dead, or powers were publicly lost (BO-17)."""
    if call.when and not call.when(game):
        return False
    if game.powers_lost and call.card.is_power:
        return False
    return call.is_always or game.may_be_in_play(call.card)


async def hold(game: Game, call: Call, asleep: Sequence[Seat] = ()) -> None:
    """LG-35: holds a call, always for its full length, whether or not anybody wakes."""
    awake = call.wakes(game)
    if asleep:
        awake = [seat for seat in awake if seat not in asleep]
    if game.is_heard:
        await wake(call, awake)
    if awake and call.together:
        await call.together(game, awake)
    elif call.alone:
        for seat in awake:
            await call.alone(game, seat)
    if game.is_heard:
        await sleep(call)


async def morning(game: Game) -> Win | None:
    """LG-16: the village wakes, and the victims of the night are announced together (LG-40).

    A quiet morning is settled too: somebody may have become a werewolf, or the only werewolf may lie in the
    centre.
    """
    if game.is_heard:
        await say(events.Dawn(game.number))
    if game.rulebook.at_dawn:
        await moments(game, game.rulebook.at_dawn)
    victims = await victims_of_the_night(game)
    if not victims:
        await say(events.NoDeath("night"))
    win = await settle(game, victims) or await who_leaves(game)
    if not win and game.rulebook.after_dawn:
        await moments(game, game.rulebook.after_dawn)
    return win


async def victims_of_the_night(game: Game) -> list[Elimination]:
    """Who dies at this dawn, and of what, in seat order. What averts a death may doom somebody else, who is
    judged too."""
    victims: dict[Seat, Elimination] = {}
    for _ in game.seats:
        one_is_spared = False
        for seat in game.doomed():
            while seat not in victims and (doom := doom_of(game, seat)):
                death = Elimination(seat, doom.cause, doom.told)
                if doom is LEFT or not await is_averted(game, death):
                    victims[seat] = death
                else:
                    seat.tokens = [token for token in seat.tokens if token is not doom]
                    one_is_spared = True
        if not one_is_spared:
            break
    return sorted(victims.values(), key=lambda death: death.seat.index)


def doom_of(game: Game, seat: Seat) -> Doom | None:
    """LG-41: the player's cause of death this morning, if they die."""
    for doom in game.rulebook.dooms:
        if doom in seat.tokens:
            return doom
    return None


async def day(game: Game) -> Win | None:
    """LG-22, LG-24: perhaps something new (EV-2), the captain's election if it is due, the debate, the
    vote."""
    if game.is_heard:
        await say(events.Day(game.number))
    if game.options.events != "never":
        await begin_the_day(game)
    win = await who_leaves(game)
    if win:
        return win
    if game.captain is None and game.number >= game.options.election_day and eligible(game):
        await election(game)
    return await debate_and_vote(game)


async def debate_and_vote(game: Game) -> Win | None:
    """LG-24: the village debates, then it votes. CH-57: before the vote the host may have a captain elected
    where none is due."""
    may_elect = game.captain is None and game.number < game.options.election_day
    await debate(game, (CALL_ELECTION,) if may_elect else ())
    if may_elect and await is_wanted(CALL_ELECTION):
        await election(game)
    return await the_vote(game) if game.twist.votes else None


async def election(game: Game) -> None:
    """LG-22: by relative majority; after a tie the vote is repeated among the tied, then drawn by lot.

    LG-56: with no ballot at all nobody is elected today.
    """
    standing = await candidates(game) if game.rulebook.candidates else eligible(game)
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
    may_stand = eligible(game)
    named = await vote("candidates", dict.fromkeys(may_stand, (True,)))
    standing = tuple(seat for seat in may_stand if seat in named)
    await say(events.Candidates(standing))
    return standing or may_stand


async def debate(game: Game, offers: tuple[str, ...]) -> None:
    """LG-24: the village debates until the clock ends, or more than half of the living are ready to vote."""
    if not game.is_heard:
        return
    await say(events.DebateOpens(offers))
    is_silent = game.twist.is_silent
    said = Vocabulary(game.seats, game.deck) if game.options.claims and not is_silent else ()
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
        return await clock("debate", waiting, spent_s, wanted, share=0.5 if game.twist.is_silent else 1.0)
    return await talk("debate", waiting, spent_s, wanted, game.alive, said)


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
