"""LG-52: a plain deck of 32 cards serves the family's rulebook: which playing card is which character.

The table for the players, docs/playing-cards.md, is written from this one by
`python -m table.games.werewolf.playing_cards > docs/playing-cards.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from table.errors import Reason, RefusedError
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.rules.roll_call import TIMES_CALLED
from table.games.werewolf.rules.rulebooks.family import FAMILY
from table.words.narration import Narration

Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Rank = Literal["7", "8", "9", "10", "jack", "queen", "king", "ace"]
RANKS: tuple[Rank, ...] = ("7", "8", "9", "10", "jack", "queen", "king", "ace")


class PlayingCard(NamedTuple):
    """One of the 32."""

    rank: Rank
    suit: Suit


def whole(suit: Suit) -> Iterator[PlayingCard]:
    """The eight cards of a suit, lowest first."""
    return (PlayingCard(rank, suit) for rank in RANKS)


OF_ONE: Mapping[str, PlayingCard] = {
    "captain": PlayingCard("ace", "spades"),
    "thief": PlayingCard("jack", "clubs"),
    "cupid": PlayingCard("jack", "hearts"),
    "seer": PlayingCard("queen", "clubs"),
    "little_girl": PlayingCard("queen", "hearts"),
    "witch": PlayingCard("queen", "spades"),
    "hunter": PlayingCard("jack", "spades"),
}
"""Unique characters, and the Captain, which is an office: the card lies face up before its holder."""
OF_MANY: Mapping[str, Suit] = {"villager": "clubs", "werewolf": "diamonds"}
"""Characters that use the suit's remaining cards."""

OF: Mapping[str, Sequence[PlayingCard]] = {
    **{key: [card for card in whole(suit) if card not in OF_ONE.values()] for key, suit in OF_MANY.items()},
    **{key: [card] for key, card in OF_ONE.items()},
}
"""Role key -> its playing cards, in the order in which they go into the deck."""


def has_playing_cards(rulebook: Rulebook) -> bool:
    """Whether players without rings can use a plain deck for this rulebook."""
    return rulebook.key == FAMILY.key


def check_playing_cards(deck: Sequence[Card]) -> None:
    """LG-52: raises `RefusedError` with the reason if a plain deck has too few cards for this deck."""
    for card in dict.fromkeys(deck):
        cards = OF.get(card.key)
        if not cards:
            allowed = ", ".join(key for key in OF if key != "captain")
            raise RefusedError(Reason("deck.no_playing_card", role=card.key, names=allowed), "deck")
        if (copies := deck.count(card)) > len(cards):
            suit = Reason(f"suit.{cards[0].suit}", number=len(cards))
            raise RefusedError(
                Reason("deck.few_playing_cards", number=copies, role=card.key, suit=suit), "deck"
            )


# The table for the players

SUITS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


class SheetTexts(NamedTuple):
    """The page's texts in one language. `corners`: the corner of cards that do not show their number."""

    head: tuple[str, str, str]
    corners: Mapping[str, str]
    text: str


def as_table(narration: Narration) -> str:
    """The table of playing cards and characters, in one language."""
    page = PAGES[narration.language]
    rows = [
        (narration.cards[key].title, narration.word(f"playing.{key}"), corners(cards, page))
        for key, cards in OF.items()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in (page.head, ("---",) * len(page.head), *rows))


def corners(cards: Iterable[PlayingCard], page: SheetTexts) -> str:
    """The corners of some cards: "7♣ 8♣"."""
    return " ".join(page.corners.get(rank, rank) + SUITS[suit] for rank, suit in cards)


FR = """\
## Jouer avec ses propres cartes

{table}

Composez le jeu : un carreau par Loup-Garou, un trèfle par Simple Villageois, une carte par autre personnage ;
avec le Voleur, deux cartes de plus que de joueurs. L’as de pique reste de côté : il se pose, visible, devant
le Capitaine élu. Il n’y a que {villagers} trèfles pour les Simples Villageois et {werewolves} carreaux pour
les Loups-Garous : la table refuse un jeu plus grand, ou un personnage sans carte.

1. Tous les sièges sont pris. Mélangez, donnez une carte à chacun, face cachée. Chacun regarde la sienne, la
   pose devant soi et touche son bouton.
2. Tous les yeux se ferment. La table appelle chaque personnage du jeu, l’un après l’autre, toujours aussi
   longtemps : qui tient cette carte touche son bouton une fois, et garde les yeux clos. Un Simple Villageois
   n’est pas appelé et ne touche rien.
3. Si le nombre d’appuis ne va pas, la table le dit à tous, sans dire pour qui, et rappelle la carte. Au bout
   de {times} fois, ramassez les cartes et redonnez. Qui a déjà répondu à une carte ne compte plus aux autres.
4. Avec le Voleur, deux cartes restent au centre, face cachée jusqu’à la fin. La table ne juge alors l’appel
   qu’en entier, pour ne pas trahir lesquelles. L’anneau du Voleur lui montre leurs signes dans l’ordre de
   l’appel, le Simple Villageois en dernier, non comme elles sont posées : qu’il choisisse d’après le signe.
   Les cartes ne bougent pas : c’est la table qui retient l’échange, et qui dit à sa mort ce qu’il était.
5. Qui meurt retourne sa carte.
"""
EN = """\
## Playing with cards of your own

{table}

Make up the deck: a diamond for each Werewolf, a club for each Plain Villager, one card for each other
character; with the Thief, two cards more than there are players. Keep the ace of spades aside: it lies face
up before the Captain once there is one. There are only {villagers} clubs for Plain Villagers and {werewolves}
diamonds for Werewolves: the table refuses a larger deck, or a character that has no card.

1. Every seat is taken. Shuffle, and deal everybody one card, face down. Look at yours, lay it down before
   you and touch your button.
2. Everybody closes their eyes. The table calls each character of the deck in turn, each for the same time.
   If you hold that card, touch your button once and keep your eyes closed. A Plain Villager is not called
   and touches nothing.
3. If the number of touches is wrong the table tells everybody, without saying whose, and calls the card
   again. After {times} times, collect the cards and deal again. Whoever has answered to one card no longer
   counts for the others.
4. With the Thief, two cards lie in the centre, face down to the end. The table then checks the roll-call only
   as a whole, so as not to reveal which they are. The Thief’s ring shows their signs in the order of the
   roll-call, the Plain Villager last, not as they lie: choose by the sign. The cards are not moved. The table
   remembers the exchange, and tells it at the Thief’s death.
5. When you die, turn your card over.
"""

PAGES: Mapping[str, SheetTexts] = {
    "fr": SheetTexts(
        ("Personnage", "Carte à jouer", "Coin"), {"jack": "V", "queen": "D", "king": "R", "ace": "A"}, FR
    ),
    "en": SheetTexts(
        ("Character", "Playing card", "Corner"), {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}, EN
    ),
}
"""The texts for each language that lies over no other."""


def as_markdown() -> str:
    """The page in every shipped language."""
    pages = [
        page.text.format(
            table=as_table(Narration.load(language)),
            villagers=len(OF["villager"]),
            werewolves=len(OF["werewolf"]),
            times=TIMES_CALLED,
        )
        for language, page in PAGES.items()
    ]
    return "\n".join(
        [
            "# Cartes à jouer / Playing cards",
            "",
            'How to play with real cards instead of cards on the rings: set `[game] deal = "cards"` in your',
            "`table.toml`, or type `garou play --deal cards`. The table then finds out who holds which card.",
            "",
            "The rulebook `family` can use a plain deck of 32, as below. Any other rulebook uses its printed",
            "cards, in the same way and without these limits: the table says which of them the box lacks,",
            "and plays all the same. At a simulated table, where nobody holds a card, the rings show them.",
            "",
            "Written from the table in `table/games/werewolf/playing_cards.py` by",
            "`python -m table.games.werewolf.playing_cards > docs/playing-cards.md`.",
            "",
            *pages,
        ]
    )


if __name__ == "__main__":
    print(as_markdown(), end="")
