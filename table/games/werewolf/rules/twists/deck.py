"""The twelve events, and how one is drawn in the morning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from table.engine.requests import draw, say
from table.games.werewolf.rules.events import Morning
from table.games.werewolf.rules.pieces import PLAIN, Game, Seat, Twist, most
from table.games.werewolf.rules.twists.lantern import light
from table.games.werewolf.rules.twists.voices import ask_the_dead


def fewest_first(weights: Mapping[Seat, int], first: bool) -> list[Seat]:
    """EV-17, EV-28: in the first ballot those with the fewest votes of all who have any."""
    lightest = min(weights.values(), default=0)
    return [seat for seat in weights if weights[seat] == lightest] if first else most(weights)


def more_than_half(weights: Mapping[Seat, int], _: bool) -> list[Seat]:
    """EV-14, EV-25: nobody without more than half of all votes."""
    return [seat for seat in weights if 2 * weights[seat] > sum(weights.values())]


TWISTS = (
    Twist("hush", is_silent=True),
    Twist("next_door", next_door=True),
    Twist("dark_urn", lays_open=False),
    Twist("two_ropes", votes=2),
    Twist("truce", votes=0),
    Twist("heavy_rope", falls=more_than_half),
    Twist("voices_below", may=lambda game: bool(game.dead), begins=ask_the_dead),
    Twist("veiled_faces", turns_cards=False),
    Twist("upside_down", falls=fewest_first),
    Twist("lantern", by_night=True, begins=light),
    Twist("plain_folk", may=lambda game: game.captain is not None, has_captain=False),
    Twist("deep_sleep", by_night=True, calls=False),
)
"""EV-9 to EV-20."""
COMES: Mapping[str, Sequence[bool]] = {
    "each morning": (True,),
    "sometimes": (True, False),
}
"""EV-1: by option, the lots of whether anything is new this morning."""


async def begin_the_day(game: Game) -> None:
    """EV-2, EV-4: what was new is over; something else may be, and everybody hears it."""
    game.twist = PLAIN
    comes = await draw("event.comes", COMES[game.options.events])
    if comes and (twist := await draw_twist(game)):
        game.twist = twist
        await say(Morning(twist.key))
        if twist.begins:
            await twist.begins(game)


async def draw_twist(game: Game) -> Twist | None:
    """EV-2: the top of a shuffled deck, which nobody knows before it is drawn; None if nothing is left. EV-5:
    what could do nothing today is put under the deck."""
    for _ in range(len(TWISTS) - len(game.twists_drawn)):
        top = [twist for twist in TWISTS if twist not in game.twists_drawn + game.twists_under]
        twist = await draw("event", top) if top else game.twists_under.pop(0)
        if twist.may(game):
            game.twists_drawn.append(twist)
            return twist
        game.twists_under.append(twist)
    return None
