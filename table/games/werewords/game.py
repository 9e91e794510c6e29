"""The record of Mots-garous."""

from __future__ import annotations

from table.games.protocol import Game
from table.games.werewords.chronicle import HIGHLIGHTS, WordTeller
from table.games.werewords.evening import evening_of
from table.games.werewords.honours import honours
from table.games.werewords.offer import WordOffer, signs, simulated
from table.games.werewords.referee import read
from table.games.werewords.rules.box import MOTS_GAROUS
from table.games.werewords.rules.options import Options

GAME = Game(
    rulebooks={MOTS_GAROUS.key: MOTS_GAROUS},
    options=Options(),
    offer=WordOffer,
    evening=evening_of,
    scenario=read,
    teller=WordTeller,
    texts=f"chronicle/{MOTS_GAROUS.key}",
    deck_key="mots_garous.tiles",
    highlights=HIGHLIGHTS,
    honours=honours,
    simulate=simulated,
    signs=signs,
)
