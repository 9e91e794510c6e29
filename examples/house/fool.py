"""The Fool: the first time the village condemns them they show their card, live, and vote no more."""

from table.house import Card, Elimination, Game, News, Role, Seat, Token

PARDON = Token("pardon")
VOTELESS = Token("voteless", mutes=True)
FOOL = Card("fool", brings=(PARDON,))


@FOOL.announces
class FoolSpared(News, frozen=True):
    """Whom the village laughs at and lets go."""

    key = "fool_spared"
    seat: Seat


@PARDON.instead
def be_spared(game: Game, fool: Seat, doom: Elimination) -> bool | News:
    """A vote condemns nobody who makes everybody laugh, once."""
    if doom.cause != "voted":
        return False
    fool.tokens.remove(PARDON)
    game.lay(fool, VOTELESS)
    return FoolSpared(fool)


ROLE = Role(
    FOOL,
    fr={
        "cards.fool": {"title": "Bouffon", "le": "le Bouffon", "de": "du Bouffon", "une": "le Bouffon"},
        "lines.death.card.fool": "Les grelots se taisent : c’était le Bouffon.",
        "lines.event.fool_spared": "{seat} agite ses grelots, et le village rit. Le Bouffon peut partir.",
        "words.event.fool_spared": "{seat} : le Bouffon, gracié, sans voix",
    },
    en={
        "cards.fool": {"title": "Fool", "the": "the Fool", "a": "the Fool"},
        "lines.death.card.fool": "The bells fall silent: it was the Fool.",
        "lines.event.fool_spared": "{seat} jingles, and the whole village laughs. The Fool may go.",
        "words.event.fool_spared": "{seat}: the Fool, spared, without a vote",
    },
)
