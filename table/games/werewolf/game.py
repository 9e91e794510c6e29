"""The record of the werewolf game."""

from __future__ import annotations

from table.engine.chance import Chance
from table.games.entries import ChronicleTexts
from table.games.protocol import Game
from table.games.werewolf.bots import Bots
from table.games.werewolf.chronicle import HIGHLIGHTS, WerewolfTeller
from table.games.werewolf.evening import evening_of
from table.games.werewolf.honours import honours
from table.games.werewolf.offer import WerewolfOffer, pages, recommended, signs, simulated
from table.games.werewolf.referee import read
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS


def thinking(words: ChronicleTexts) -> WerewolfTeller:
    """Tells a round with what minds believed. They draw lots of their own, which change no belief."""
    return WerewolfTeller(words, Bots(Chance("minds")))


GAME = Game(
    rulebooks=RULEBOOKS,
    options=Options(),
    offer=WerewolfOffer,
    evening=evening_of,
    scenario=read,
    teller=WerewolfTeller,
    minds=thinking,
    highlights=HIGHLIGHTS,
    honours=honours,
    simulate=simulated,
    recommend=recommended,
    pages=pages,
    signs=signs,
)
