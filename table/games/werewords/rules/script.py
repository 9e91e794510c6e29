"""A round by the rules: tiles, night, questions, and what follows. Read this first.

Every phase is a function of the round's state and makes only the requests of `table.engine.requests`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from table.engine.requests import answering, clock, leavers, say, show, shuffle, sleep, vote, wake
from table.games.werewords.rules import events
from table.games.werewords.rules.calls import calls
from table.games.werewords.rules.letters import UNCOVERS_S, masked, positions
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import Ending, Round, Seat, Token, heap, shows_two_names
from table.games.werewords.rules.tiles import MAYOR, MINION, WEREWOLF, Tile

WITHOUT_SUCCESSION = 3
"""MG-54: with at most this many players, tiles are always dealt again if the Mayor lies in the centre."""


async def deal(
    names: Sequence[str],
    tiles: Sequence[Tile],
    options: Options,
    words: Sequence[str],
    offered: int,
    last_mayor: int | None = None,
    uncovers_s: float = UNCOVERS_S,
) -> Round:
    """MG-2 to MG-4: one tile each and one in the centre. `last_mayor`: the seat from which the office passes
    on; None in a first round. `uncovers_s`: seconds of the day between two letters."""
    await say(events.Dealt(tuple(tiles)))
    while True:
        *dealt, centre = await shuffle("deal", tiles)
        if centre is not MAYOR or (last_mayor is not None and len(names) > WITHOUT_SUCCESSION):
            break
        await say(events.DealtAgain())
    round_ = Round(names, *with_the_mayor(dealt, centre, last_mayor), options, words, offered, uncovers_s)
    await say(events.MayorShown(round_.mayor, centre is MAYOR))
    for seat in round_.seats:
        await show([seat], "dealt", seat=seat, value=seat.tile)
    waiting: list[Seat] = list(round_.seats)
    spent_s = 0.0
    while waiting and (press := await clock("deal", waiting, spent_s)):
        spent_s = press.at_s
        waiting = [seat for seat in waiting if seat is not press.seat]
    return round_


def with_the_mayor(dealt: Sequence[Tile], centre: Tile, last_mayor: int | None) -> tuple[list[Tile], int]:
    """MG-3: the player with the Mayor takes the centre tile as secret role. MG-4: if the Mayor lies there,
    the player to the left of the last one takes it, and keeps the tile they were dealt. Returns each seat's
    own tile, and the Mayor's seat."""
    tiles = list(dealt)
    if MAYOR in tiles:
        mayor = tiles.index(MAYOR)
        tiles[mayor] = centre
    else:
        assert last_mayor is not None
        mayor = (last_mayor + 1) % len(tiles)
    return tiles, mayor


async def play_round(round_: Round) -> events.RoundOver:
    """From the dealt tiles to the winner."""
    winner = await night(round_) or await day(round_) or "nobody"
    winners = () if winner == "nobody" else round_.winners(winner)
    over = events.RoundOver(winner, winners, round_.seats, round_.mayor, round_.word)
    await say(over)
    return over


async def night(round_: Round) -> events.Winner | None:
    """MG-39: every call of the set, in order, each for its full time whoever answers (MG-10)."""
    await say(events.Night())
    if await somebody_left(round_):
        return "nobody"
    for call in calls((*round_.tiles, MAYOR), round_.options):
        called = call.wakes(round_)
        await wake(call, called)
        await call.rule(round_, called)
        await sleep(call)
    return None


async def day(round_: Round) -> events.Winner:
    """MG-11 to MG-22: the questions, and what follows when they are over."""
    await say(events.Day(masked(round_.word) if round_.options.mode == "speedwords" else None))
    if await somebody_left(round_):
        return "nobody"
    ended = await questions(round_)
    await say(events.DayStops())
    oops = await corrected(round_)
    if oops:
        ended = "time" if ended == "found" else "found"
    await say(events.DayEnded(ended, oops))
    await say(events.AfterTheDay())
    if await somebody_left(round_):
        return "nobody"
    if round_.options.word == "list":
        await say(events.WordShown(round_.word))
    return await look_for_the_seer(round_) if ended == "found" else await look_for_a_wolf(round_)


async def questions(round_: Round) -> Ending:
    """MG-11 to MG-16: players take the floor and ask, the Mayor answers with tokens, until the word is found,
    the time is up or the yes/no tokens are gone."""
    mayor = round_.mayor
    floor: Seat | None = None
    is_answered = is_owed = False
    spent_s = 0.0
    while True:
        hearing = [seat for seat in round_.seats if seat is not mayor]
        is_covered = round_.uncovered < len(round_.given_away)
        until_s = round_.uncovers_s * (round_.uncovered + 1) if is_covered else None
        choices = tokens_for(round_, floor, is_owed)
        press = await answering(f"questions.{round_.options.mode}", hearing, spent_s, mayor, choices, until_s)
        if press is None:
            if until_s is None:
                return "time"
            spent_s = until_s
            await uncover(round_)
        elif press.choice is None:
            spent_s = press.at_s
            floor = next(seat for seat in hearing if seat is press.seat)
            await say(events.FloorTaken(floor))
        else:
            spent_s = press.at_s
            token: Token = press.choice
            round_.left[heap(token)] -= 1
            await say(events.TokenGiven(floor, token, round_.left.copy(), press.question))
            if token == "way_off":
                # MG-12: it comes on top of an answer, which is still due unless it was given just before.
                is_owed = floor is not None or not is_answered
            else:
                floor, is_owed, is_answered = None, False, token != "so_close"
            if token == "correct":
                return "found"
            if not round_.left["yes_no"]:
                return "tokens"


def tokens_for(round_: Round, floor: Seat | None, is_owed: bool) -> tuple[Token, ...]:
    """MG-50: used-up tokens are no longer offered. MG-15: only a player can have found the word. MG-12: after
    "way off" a yes, no or maybe is owed, never "so close"."""
    refused = [*([] if floor else ["correct"]), *(["so_close"] if is_owed else [])]
    return tuple(token for token in round_.offers if token not in refused)


async def uncover(round_: Round) -> None:
    """MG-38: the next letter that the pack gave away appears on the board."""
    position = round_.given_away[round_.uncovered]
    round_.uncovered += 1
    blanks = masked(round_.word, set(round_.given_away[: round_.uncovered]))
    await say(events.Uncovered(position, positions(round_.word)[position], blanks))


async def corrected(round_: Round) -> bool:
    """MG-17, MG-51: the Mayor alone may say 'oops' in a pause that looks the same after every end."""
    press = await clock("oops", [round_.mayor])
    if press is None:
        return False
    await clock("oops", [], press.at_s)
    return True


async def look_for_the_seer(round_: Round) -> events.Winner:
    """MG-18, MG-44: the werewolves show themselves and name one player each, and the players named turn their
    tiles; the Seer's wins."""
    pack = round_.pack
    for wolf in pack:
        await say(events.WerewolfShown(wolf))
    await say(events.PickOpens(tuple(pack)))
    others = tuple(seat for seat in round_.seats if seat not in pack)
    picks = await vote("pick" if len(pack) == 1 else "picks", dict.fromkeys(pack, others))
    for wolf in pack:
        if wolf in picks:
            await say(events.Named(wolf, picks[wolf]))
    for seat in dict.fromkeys(picks[wolf] for wolf in pack if wolf in picks):
        await turn_over(seat)
    return "werewolves" if any(round_.is_the_seer(seat) for seat in picks.values()) else "village"


async def look_for_a_wolf(round_: Round) -> events.Winner:
    """MG-20 to MG-22, MG-47: a debate, then everybody accuses another; the most accused turn their tiles."""
    await say(events.DebateOpens())
    await clock("debate.mots_garous", [])
    await say(events.AccusationOpens())
    votes = await vote("accuse", {seat: tuple(round_.others(seat)) for seat in round_.seats})
    await say(events.Accusations(votes))
    counts = Counter(votes.values())
    if all(counts[seat] == 1 for seat in round_.seats):
        await say(events.Void())
        return "werewolves"
    most = [seat for seat in round_.seats if counts and counts[seat] == max(counts.values())]
    for seat in most:
        await say(events.Accused(seat, counts[seat]))
    for seat in most:
        await turn_over(seat)
    return "village" if any(counts_as_wolf(round_, seat) for seat in most) else "werewolves"


async def turn_over(seat: Seat) -> None:
    """MG-18, MG-20: turns over a tile for all to see; the Mayor's is the secret role."""
    await say(events.TileShown(seat, seat.tile, seat.role if shows_two_names(seat) else None))


def counts_as_wolf(round_: Round, seat: Seat) -> bool:
    """MG-20; MG-31: a Minion too, unless the players agreed otherwise."""
    return seat.role is WEREWOLF or (seat.role is MINION and round_.options.minion_counts)


async def somebody_left(round_: Round) -> bool:
    """MG-58: a player who leaves ends the round without a winner."""
    gone = tuple(await leavers(round_.seats))
    if gone:
        await say(events.SomebodyLeft(gone))
    return bool(gone)
