"""Simulates many rounds of a deck, to estimate its chances."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence

from msgspec import structs

from table.engine.chance import OneChance
from table.engine.play import Answerer, play
from table.engine.requests import Say, Show
from table.games.lots import ByLot, Players, Tally
from table.games.werewolf.bots import Bots
from table.games.werewolf.levels import FOX, LEVELS, REGULAR, Level
from table.games.werewolf.rules.cards.cupid import CUPID
from table.games.werewolf.rules.deck import is_playable, players_of
from table.games.werewolf.rules.events import Dealt
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Laid, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import first_of, play_round

SHIPPED_CARDS = frozenset(card.key for book in RULEBOOKS.values() for card in book.cards)
"""The keys of all cards but those of an owner."""


def simulate(
    rulebook: Rulebook,
    deck: Sequence[Card],
    options: Options,
    rounds: int,
    players: Players,
    seed: int | str,
    count: int | None = None,
) -> Tally:
    """Plays `rounds` rounds in this process, each with a new deal. `count`: how many play, if the deck is a
    pool."""
    if players == "random":
        dice = ByLot(f"{seed}/answers")

        def unheard(game: Game) -> Answerer:
            game.is_heard = False
            return dice

        return tally_of(rulebook, deck, options, rounds, seed, unheard, count)
    if players == "talking":
        talking = structs.replace(options, claims=True)
        return duel(rulebook, deck, talking, rounds, REGULAR, FOX, seed, count)
    level = LEVELS.get(players, REGULAR)
    return duel(rulebook, deck, options, rounds, level, level, seed, count)


def duel(
    rulebook: Rulebook,
    deck: Sequence[Card],
    options: Options,
    rounds: int,
    villagers: Level,
    werewolves: Level,
    seed: int | str,
    count: int | None = None,
) -> Tally:
    """The same by bots: whoever is a werewolf, or becomes one, plays as well as `werewolves`, all others as
    `villagers`."""
    chance = OneChance(f"{seed}/bots")

    def bots(game: Game) -> Bots:
        found = Bots(chance, level=villagers, werewolves=werewolves, talks=False)
        tell_cards(game, found)
        return found

    return tally_of(rulebook, deck, options, rounds, seed, bots, count)


def tally_of(
    rulebook: Rulebook,
    deck: Sequence[Card],
    options: Options,
    rounds: int,
    seed: int | str,
    answerer_of: Callable[[Game], Answerer],
    count: int | None = None,
) -> Tally:
    """Plays `rounds` rounds, each with a new deal and who answers in it."""
    deal = random.Random(f"{seed}/deal").random
    cards, count = list(deck), count or players_of(deck)
    names = [str(number) for number in range(1, count + 1)]
    laid = Laid(pool=tuple(deck) if options.hide_deck else ())
    rulebook = rulebook.with_deck(deck)
    wins: dict[str, int] = {"villagers": 0, "werewolves": 0, "lovers": 0, "nobody": 0}
    wins |= {card.key: 0 for card in deck if card.group == "solitary"}
    began_s = time.perf_counter()
    for _ in range(rounds):
        cards.sort(key=lambda _: deal())
        dealt = cards
        if laid.pool:
            while not is_playable(rulebook, dealt := [*first_of(cards, count)], count):
                cards.sort(key=lambda _: deal())
            dealt.sort(key=lambda _: deal())
        game = Game(rulebook, names, dealt[:count], dealt[count:], options, laid)
        camp = play(play_round(game), answerer_of(game)).winner
        wins[camp] += 1
    return Tally(rounds, wins, time.perf_counter() - began_s)


def can_win(camp: str, deck: Sequence[Card]) -> bool:
    """Whether a deck has what a camp needs: Lovers need a Cupid, the pack a wolf who does not win alone, or
    somebody who may become one."""
    if camp == "lovers":
        return CUPID in deck
    if camp == "werewolves":
        return any(card.group in ("werewolves", "ambiguous") for card in deck)
    return True


def tell_cards(game: Game, answers: Answerer) -> None:
    """Tells the bots which cards are in play, and each its own."""
    answers.say(Say(Dealt(game.deck)))
    for seat in game.seats:
        answers.show(Show([seat], "dealt", seat, seat.card))
