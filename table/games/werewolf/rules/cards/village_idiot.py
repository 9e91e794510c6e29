"""The Village Idiot: the village cannot condemn them twice."""

from __future__ import annotations

from typing import ClassVar

from table.engine.requests import Sitter
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Elimination, Game, Seat, Token

PARDON = Token("pardon")
VOTELESS = Token("voteless", mutes=True)
VILLAGE_IDIOT = Card("village_idiot", sign=(1, "stroll"), brings=(PARDON,))


@VILLAGE_IDIOT.announces
class Pardoned(News, frozen=True):
    """CH-9: a condemned player shows their card, lives, and has no vote for the rest of the round."""

    kept = ("Pardoned", "seat")
    marks: ClassVar = {"seat": "no_vote"}
    opens = VILLAGE_IDIOT
    key = "pardoned"
    pause_s = 2.0
    ends_office = True
    seat: Sitter


@PARDON.instead
def be_pardoned(game: Game, idiot: Seat, doom: Elimination) -> bool | Pardoned:
    """CH-9: the first time the vote condemns them; CH-12: a captain so pardoned is captain no more."""
    if doom.cause != "voted":
        return False
    idiot.tokens.remove(PARDON)
    game.lay(idiot, VOTELESS)
    if game.captain is idiot:
        game.captain = None
    return Pardoned(idiot)
