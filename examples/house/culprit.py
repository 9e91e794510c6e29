"""The Culprit: falls at every tie, and then says who will not vote the next day."""

from collections.abc import Sequence

from table.house import (
    Card,
    Doom,
    Elimination,
    Game,
    News,
    Role,
    Seat,
    Token,
    ask_several,
    at_tie,
    say,
    seats,
)

CULPRIT = Card("culprit", by_day=seats())
BLAMED = Doom("blamed", told=True)
SILENCED = Token("silenced", mutes=True, fades=True)
SOON_SILENCED = Token("soon silenced", fades=True, into=SILENCED)


@CULPRIT.announces
class Silenced(News, frozen=True):
    """Who has no vote the next day."""

    key = "culprit_silences"
    seats: tuple[Seat, ...]


@at_tie(CULPRIT)
async def be_blamed(game: Game, _: Sequence[Seat]) -> Elimination | None:
    """Whoever is tied, the Culprit falls."""
    return next((Elimination(seat, "blamed") for seat in game.alive if seat.card is CULPRIT), None)


@CULPRIT.last_will
async def silence(game: Game, death: Elimination) -> None:
    """Names any number of the living, but not all."""
    if death.cause == "blamed":
        named = await ask_several(death.seat, "culprit", game.alive, len(game.alive) - 1)
        for seat in named:
            game.lay(seat, SOON_SILENCED)
        if named:
            await say(Silenced(tuple(named)))


ROLE = Role(
    CULPRIT,
    dooms=BLAMED,
    at_tie=be_blamed,
    fr={
        "cards.culprit": {
            "title": "Coupable",
            "le": "le Coupable",
            "de": "du Coupable",
            "une": "le Coupable",
        },
        "words.cause.blamed": "égalité",
        "lines.death.card.culprit": "C’était le Coupable, et personne ne sait de quoi.",
        "lines.death.blamed": "Les voix sont égales : le village s’en prend {seat.a}.",
        "lines.event.culprit_silences": "Un dernier mot du Coupable : demain, pas de voix pour {seats}.",
        "words.event.culprit_silences": "Sans voix demain : {seats}",
    },
    en={
        "cards.culprit": {"title": "Culprit", "the": "the Culprit", "a": "the Culprit"},
        "words.cause.blamed": "a tie",
        "lines.death.card.culprit": "It was the Culprit, and nobody knows of what.",
        "lines.death.blamed": "The votes are even, so the village turns on {seat}.",
        "lines.event.culprit_silences": "The Culprit's last word: tomorrow there is no vote for {seats}.",
        "words.event.culprit_silences": "No vote tomorrow: {seats}",
    },
)
