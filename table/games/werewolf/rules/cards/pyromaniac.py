"""The Pyromaniac burns one house."""

from __future__ import annotations

from table.engine.answers import SEAT
from table.engine.requests import Sitter, ask, say
from table.games.werewolf.rules.cards.werewolf import DEVOURED
from table.games.werewolf.rules.choices import may_choose
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Deed, Doom, Game, Seat, Token, moment, night

TORCH = Token("torch")
PYROMANIAC = Card("pyromaniac", sign=(3, "sweep"), brings=(TORCH,))
ASHES = Token("ashes", fades=True)
BURNT = Doom("fire")
BURN = Deed(oneself=True)


@PYROMANIAC.announces
class HouseBurnt(News, frozen=True):
    """EX-3: whose house burnt in the night."""

    kept = ("HouseBurnt", "seat")
    key = "house_burnt"
    burns = True
    seat: Sitter


@night(PYROMANIAC, answer=SEAT, seconds=12)
async def set_fire(game: Game, pyromaniac: Seat) -> None:
    """EX-3: once per game, to one house. EX-8: if the pack was about to devour its owner, the owner is saved,
    and the first living werewolf to their right burns instead."""
    house = None
    if pyromaniac.has(TORCH):
        house = await ask(pyromaniac, "pyromaniac", may_choose(game, pyromaniac, BURN))
    if house is None:
        return
    pyromaniac.tokens.remove(TORCH)
    game.lay(house, ASHES)
    if house.has(DEVOURED):
        house.tokens.remove(DEVOURED)
        del game.meals[house]
        for wolf in reversed(game.clockwise(house)):
            if wolf.nature == "werewolf":
                game.lay(wolf, BURNT)
                break


@moment(PYROMANIAC, stands=True)
async def smoke(game: Game) -> None:
    """EX-3: the village learns in the morning whose house burnt."""
    for house in game.holders(ASHES):
        await say(HouseBurnt(house))
