"""The calls of a night (MG-39), in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence

from table.engine.requests import draw, draw_several, insist, show, unveil, vote
from table.games.werewords.rules.letters import first_letters, given_away, positions
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import Round, Seat
from table.games.werewords.rules.tiles import (
    APPRENTICE,
    BEHOLDER,
    DOPPELGANGER,
    FORTUNE_TELLER,
    MASON,
    MAYOR,
    MINION,
    SEER,
    THING,
    WEREWOLF,
    Tile,
)

LOOKING_S = 8.0
CHOOSING_S = 14.0
WORD_S = 30.0
LETTERS_S = 30.0

Rule = Callable[[Round, Sequence[Seat]], Awaitable[None]]


class Call:
    """A part of the night: those called open their eyes for its fixed time. `of`: the tile it belongs to;
    `key`: its name, singular or plural."""

    def __init__(self, of: Tile, key: str, seconds: float, rule: Rule, *, is_look: bool = False) -> None:
        self.of = of
        self.key = key
        self.seconds = seconds
        self.rule = rule
        self.asks: Mapping[str, float] = {}
        self.is_look = is_look

    def __repr__(self) -> str:
        return f"call of {self.key}"

    def wakes(self, round_: Round) -> list[Seat]:
        """Whose eyes open, in seat order."""
        if self.of is MAYOR:
            return [round_.mayor]
        return list(round_.seats) if self.is_look else round_.holders(self.of)


async def become(round_: Round, called: Sequence[Seat]) -> None:
    """MG-36: before all others the Doppelgänger looks at another player's tile, and has that role for this
    round."""
    for seat in called:
        other = await insist(seat, "doppelganger", round_.others(seat))
        await show([seat], "card", seat=other, value=other.tile)
        round_.become(seat, other)


async def choose_the_word(round_: Round, called: Sequence[Seat]) -> None:
    """MG-7: the Mayor is offered a few words and picks one. MG-57: or writes a word of their own."""
    if round_.options.word == "own":
        return
    offered = await draw_several("words", round_.words, min(round_.offered, len(round_.words)))
    await unveil(called, "offer", offered)
    round_.word = await insist(round_.mayor, "word", offered)
    await unveil(called, "word", round_.word)


async def see_the_word(round_: Round, called: Sequence[Seat]) -> None:
    """MG-8: the Seer sees the word."""
    if round_.options.word == "list":
        await unveil(called, "word", round_.word)


async def see_first_letters(round_: Round, called: Sequence[Seat]) -> None:
    """MG-32: the Fortune Teller is shown the first letter of each part of the word."""
    await unveil(called, "first_letters", first_letters(round_.word))


async def stand_in(round_: Round, called: Sequence[Seat]) -> None:
    """MG-42: an Apprentice sees what the Mayor would see as Seer or Fortune Teller, if nobody else is. An
    Apprentice who is the Mayor is neither."""
    role = round_.mayor.role
    elsewhere = {seat.role for seat in round_.seats if seat is not round_.mayor}
    if SEER in elsewhere or role in elsewhere:
        return
    if role is SEER:
        round_.stood_in = list(called)
        await see_the_word(round_, called)
    elif role is FORTUNE_TELLER:
        round_.stood_in = list(called)
        await see_first_letters(round_, called)


async def hunt(round_: Round, called: Sequence[Seat]) -> None:
    """MG-9: the werewolves learn who they are, and see the word. MG-38: and give letters of it away."""
    await show(called, "pack", value=tuple(called))
    await see_the_word(round_, called)
    if round_.options.mode == "speedwords":
        await give_letters_away(round_, called)


async def give_letters_away(round_: Round, pack: Sequence[Seat]) -> None:
    """MG-38: letter by letter, the one most of the pack point at; without votes it is drawn (MG-53)."""
    count = given_away(round_.word)
    left = list(range(len(positions(round_.word))))
    for number in range(count):
        # The last letter stays on the board for a while before the call ends.
        by = 0.15 + 0.75 * (number + 1) / count
        pointed = Counter((await vote("letters", dict.fromkeys(pack, tuple(left)), by=by)).values())
        most = [letter for letter in left if pointed and pointed[letter] == max(pointed.values())]
        letter = most[0] if len(most) == 1 else await draw("letters", most or left)
        left.remove(letter)
        round_.given_away.append(letter)
    await show(pack, "letters", value=tuple(round_.given_away))


async def see_wolves(round_: Round, called: Sequence[Seat]) -> None:
    """MG-31: the Minion learns who the werewolves are, and they do not learn who the Minion is."""
    if round_.options.minion_sees_wolves:
        await show(called, "minion", value=tuple(round_.pack))


async def see_seers(round_: Round, called: Sequence[Seat]) -> None:
    """MG-35: the Beholder learns who is Seer, Fortune Teller or Apprentice, not which is which."""
    seers = tuple(round_.holders(SEER, FORTUNE_TELLER, APPRENTICE))
    await show(called, "seer_is", value=seers)


async def see_masons(round_: Round, called: Sequence[Seat]) -> None:  # noqa: ARG001 - as all rules are called
    """MG-33: the Masons learn who the others are."""
    await show(called, "masons", value=tuple(called))


async def tap(round_: Round, called: Sequence[Seat]) -> None:
    """MG-34: the Thing taps a neighbour. MG-41: a Doppelgänger who became the Thing taps nobody."""
    for seat in called:
        if seat.tile is THING:
            round_.touched = await insist(seat, "thing", round_.neighbours(seat))


async def feel(round_: Round, called: Sequence[Seat]) -> None:  # noqa: ARG001 - all eyes are open
    """MG-34: the ring of the tapped player points at the Thing; every other shows a decoy."""
    [thing] = [seat for seat in round_.seats if seat.tile is THING]
    if round_.touched:
        await show([round_.touched], "neighbour", seat=thing)


def calls(tiles: Sequence[Tile], options: Options) -> list[Call]:
    """MG-39: the calls of a night, in order, by the tiles of the set. Singular or plural follows the set,
    never what a Doppelgänger became."""
    pack = "werewolves" if tiles.count(WEREWOLF) > 1 else "werewolf"
    hunting_s = LOOKING_S + (LETTERS_S if options.mode == "speedwords" else 0.0)
    order = (
        Call(DOPPELGANGER, "doppelganger", CHOOSING_S, become),
        Call(MAYOR, "mayor", WORD_S, choose_the_word),
        Call(SEER, "seer", LOOKING_S, see_the_word),
        Call(FORTUNE_TELLER, "fortune_teller", LOOKING_S, see_first_letters),
        Call(APPRENTICE, "apprentice", LOOKING_S, stand_in),
        Call(WEREWOLF, pack, hunting_s, hunt),
        Call(MINION, "minion", LOOKING_S, see_wolves),
        Call(BEHOLDER, "beholder", LOOKING_S, see_seers),
        Call(MASON, "masons", LOOKING_S, see_masons),
        Call(THING, "thing", CHOOSING_S, tap),
        Call(THING, "thing_look", LOOKING_S, feel, is_look=True),
    )
    return [call for call in order if call.of in tiles]
