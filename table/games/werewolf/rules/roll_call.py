"""LG-52: a roll-call for players with cards of their own. The table learns who holds which before the first
night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from table.engine.requests import say, sleep, vote, wake
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.events import Dealt, DealVoid, Miscount, RollCall, RollCallOver
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Rulebook
from table.games.werewolf.rules.script import all_have_looked, deal

Kind = Literal["printed", "playing"]
"""The kinds of cards in hands: printed for the game, or of a plain deck."""
TIMES_CALLED = 3
"""How often a card, or with centre cards the whole roll, is called at most before the deal is void."""


class RollCallPlayer:
    """A player of whom the table knows only the seat."""

    __slots__ = ("index", "name")

    def __init__(self, index: int, name: str) -> None:
        self.index = index
        self.name = name


class Roll:
    """The call of one card of the deck: its owners touch their buttons, eyes shut."""

    key = "roll_call"
    is_look = False
    asks: Mapping[str, float] = {}
    seconds = 8.0

    def __init__(self, card: Card) -> None:
        self.card = card


async def deal_by_hand(
    rulebook: Rulebook,
    names: Sequence[str],
    deck: Sequence[Card],
    options: Options,
    *,
    kind: Kind = "printed",
    simulated: bool = False,
) -> Game:
    """LG-1, LG-52: the players deal cards of their own, of this `kind`, and the roll-call follows; an
    inconsistent deal is repeated. `simulated`: nobody has cards at a simulated table, so its rings show them,
    and the roll-call is held as if the table had not dealt them."""
    players = [RollCallPlayer(index, name) for index, name in enumerate(names)]
    while True:
        if simulated:
            await deal(rulebook, names, deck, options)
        else:
            await say(Dealt(tuple(deck), kind))
            await all_have_looked("cards", players)
        cards = await roll_call(players, deck)
        if cards is not None:
            await say(RollCallOver())
            return Game(rulebook, names, cards, in_the_centre(deck, cards), options)
        await say(DealVoid())


async def roll_call(players: Sequence[RollCallPlayer], deck: Sequence[Card]) -> list[Card] | None:
    """LG-52: each card except the villager's is called once, and its owners touch their buttons; players who
    never do are villagers. Returns the cards in the order of the seats; None if the deal is void.

    Everybody hears that a number is wrong, but not how. A card is called again at once; but with cards in the
    centre that would tell which, so then the whole roll is judged, and called again.
    """
    centre = len(deck) - len(players)
    called = [card for card in dict.fromkeys(deck) if card is not VILLAGER]
    known: dict[RollCallPlayer, Card] = {}
    await say(RollCall())
    for cards in [called] if centre else [[card] for card in called]:
        for again in range(TIMES_CALLED):
            if again:
                await say(Miscount(None if centre else cards[0]))
            found = await call(cards, players, known)
            if fits(found, cards, deck, centre):
                break
        else:
            return None
        known |= found
    return [known.get(player, VILLAGER) for player in players]


async def call(
    cards: Sequence[Card], players: Sequence[RollCallPlayer], known: Mapping[RollCallPlayer, Card]
) -> dict[RollCallPlayer, Card]:
    """Calls these cards one after the other. Everybody is asked each time, so that no ring shows who is known
    already; a player's first touch counts, and later ones do not."""
    found: dict[RollCallPlayer, Card] = {}
    for card in cards:
        roll = Roll(card)
        await wake(roll, players)
        touched = await vote(f"{roll.key}.{card.key}", dict.fromkeys(players, (True,)))
        await sleep(roll)
        found |= dict.fromkeys((one for one in touched if one not in known and one not in found), card)
    return found


def fits(
    found: Mapping[RollCallPlayer, Card], cards: Sequence[Card], deck: Sequence[Card], centre: int
) -> bool:
    """Whether this number of touches is possible: not too many, and no more missing than fit in the
    centre."""
    held = list(found.values())
    missing = [deck.count(card) - held.count(card) for card in cards]
    return min(missing, default=0) >= 0 and sum(missing) <= centre


def in_the_centre(deck: Sequence[Card], held: Sequence[Card]) -> list[Card]:
    """LG-2: the cards nobody answered for, in the order of the calls, villagers last: their order in the
    centre is unknown."""
    rest = sorted(deck, key=lambda card: card is VILLAGER)
    for card in held:
        rest.remove(card)
    return rest
