"""The record of the werewolf game."""

from __future__ import annotations

from table.games.protocol import Game
from table.games.werewolf.chronicle import HIGHLIGHTS, WerewolfTeller
from table.games.werewolf.evening import evening_of
from table.games.werewolf.honours import honours
from table.games.werewolf.offer import WerewolfOffer, pages, signs, simulated
from table.games.werewolf.referee import read
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS

GAME = Game(
    rulebooks=RULEBOOKS,
    options=Options(),
    offer=WerewolfOffer,
    evening=evening_of,
    scenario=read,
    teller=WerewolfTeller,
    highlights=HIGHLIGHTS,
    honours=honours,
    simulate=simulated,
    pages=pages,
    signs=signs,
)
