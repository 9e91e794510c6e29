"""What single cards let the village know, what seldom happens, and who can win."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from table.engine.chance import Chance
from table.engine.play import Answerer
from table.engine.public import Public
from table.engine.requests import Say
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.cards.elder import PowersLost
from table.games.werewolf.rules.cards.pyromaniac import HouseBurnt
from table.games.werewolf.rules.cards.raven import VotesAgainst
from table.games.werewolf.rules.events import (
    AngelMayBeThere,
    BallotDecides,
    Candidates,
    Death,
    ElectionOpens,
    Lot,
    NatureShown,
    NoDeath,
    RoundOver,
    Stalemate,
    StalemateNear,
    VoteOpens,
)
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.settings.decks import chosen_deck
from tests.gallery.hall import SEATS, Hall, Moment

TITLE = "What cards let everybody know, what is rare, and who can win"
TRIED = 3000
"""Rounds to play at most until an event happens."""

MANY = (
    "werewolf=2, accursed_wolf_father, seer, witch, hunter, elder, bear_tamer, pyromaniac, raven, cupid, "
    "villager=2"
)
ALONE = (
    "werewolf=2, white_werewolf, piper, angel, seer, witch, hunter, cupid, wild_child, wolf_hound, villager=2"
)

WITHOUT = Options(captain="never")


class Heard(NamedTuple):
    """A wanted picture: its title, and a test that recognises its event. `deck`: the cards to play with."""

    says: str
    is_it: Callable[[Any], object]
    deck: str = MANY
    rulebook: str = "best-of"
    options: Options = Options(captain="start")


def wins(camp: str) -> Callable[[Any], bool]:
    """A condition: the round is over, and this camp has won."""
    return lambda event: isinstance(event, RoundOver) and event.winner == camp


HEARD: dict[str, Heard] = {
    "bear": Heard("The bear growls", lambda event: isinstance(event, BearGrowls)),
    "house": Heard("The Pyromaniac has burnt a house", lambda event: isinstance(event, HouseBurnt)),
    "powers": Heard(
        "The village killed the Elder: the villagers’ powers are gone",
        lambda event: isinstance(event, PowersLost),
    ),
    "raven": Heard("The Raven has accused somebody", lambda event: isinstance(event, VotesAgainst)),
    "quiet_night": Heard(
        "Nobody died in the night", lambda event: isinstance(event, NoDeath) and event.of == "night"
    ),
    "nobody_condemned": Heard(
        "The vote condemned nobody",
        lambda event: isinstance(event, NoDeath) and event.of == "vote",
        options=WITHOUT,
    ),
    "grief": Heard(
        "A Lover dies of grief: a death by day, with its cause",
        lambda event: isinstance(event, Death) and event.cause == "grief" and event.told,
    ),
    "face_down": Heard(
        "A house in which deaths show no cards",
        lambda event: isinstance(event, Death) and event.cause == "voted",
        options=Options(captain="start", reveal="none"),
    ),
    "angel_day": Heard(
        "With an Angel in play everybody talks and votes before the first night",
        lambda event: isinstance(event, AngelMayBeThere),
        ALONE,
    ),
    "candidates": Heard(
        "Who stands for Captain", lambda event: isinstance(event, Candidates) and event.seats
    ),
    "election_again": Heard(
        "The village chooses again, among those who are tied",
        lambda event: isinstance(event, ElectionOpens) and event.again,
    ),
    "vote_again": Heard(
        "A new vote, between those who are tied",
        lambda event: isinstance(event, VoteOpens) and event.again,
        options=WITHOUT,
    ),
    "ballot_decides": Heard(
        "A tie that the captain’s own vote has decided",
        lambda event: isinstance(event, BallotDecides),
        rulebook="tit-albert",
        deck="expert",
    ),
    "lot": Heard(
        "A decision left to chance, which the board says",
        lambda event: isinstance(event, Lot),
        options=Options(captain="never", tie="lot"),
    ),
    "nature": Heard(
        "The side of an ambiguous player, in a house that tells it",
        lambda event: isinstance(event, NatureShown) and event.value == "werewolf",
        ALONE,
        options=Options(captain="start", reveal_nature=True),
    ),
    "stalemate_near": Heard(
        "Nobody dies any more: one more night and day, and nobody wins",
        lambda event: isinstance(event, StalemateNear),
        options=WITHOUT,
    ),
    "stalemate": Heard(
        "Nobody has died for too long", lambda event: isinstance(event, Stalemate), options=WITHOUT
    ),
    "over_villagers": Heard("The villagers have won", wins("villagers")),
    "over_werewolves": Heard("The werewolves", wins("werewolves")),
    "over_lovers": Heard("The two lovers", wins("lovers")),
    "over_white_werewolf": Heard("The White Werewolf", wins("white_werewolf"), ALONE),
    "over_piper": Heard("The Piper", wins("piper"), ALONE),
    "over_angel": Heard("The Angel", wins("angel"), ALONE),
    "over_nobody": Heard("Nobody", wins("nobody"), ALONE),
}
SAYS = {name: heard.says for name, heard in HEARD.items()}


class Listening:
    """An answerer that notes every public event."""

    def __init__(self, answerer: Answerer) -> None:
        self.heard: list[Public] = []
        self._answerer = answerer

    def __getattr__(self, word: str) -> Any:
        return getattr(self._answerer, word)

    def say(self, request: Say) -> None:
        """Notes the event, then says it as the wrapped answerer does."""
        self.heard.append(request.event)
        self._answerer.say(request)


def evening_of(hall: Hall, heard: Heard, seed: int) -> WerewolfEvening:
    """An evening with the cards of this picture."""
    book = RULEBOOKS[heard.rulebook]
    deck = chosen_deck(book, heard.deck, SEATS, SEATS, {})
    return WerewolfEvening(book, hall.names, deck, heard.options, seed)


@cache
def seed_of(name: str) -> int:
    """The seed of the first round with this event. Raises `LookupError` if there is none."""
    heard = HEARD[name]
    hall = Hall("en", game={"rulebook": heard.rulebook})
    for seed in range(TRIED):
        evening = evening_of(hall, heard, seed)
        listening = Listening(Bots(Chance(f"{evening.round_seed}/bots")))
        evening.one_round(listening)
        if any(heard.is_it(event) for event in listening.heard):
            return seed
    raise LookupError(f"in no round of {TRIED}: {heard.says}")


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter: the first with its sentence after each event."""
    moments = {}
    for name, heard in HEARD.items():
        hall = Hall(language, game={"rulebook": heard.rulebook})
        seed = seed_of(name)
        seen = hall.round_of(evening_of(hall, heard, seed), seed, told=False)
        moments[name] = next(
            moment for moment in seen if moment.event and heard.is_it(moment.event) and moment.board.caption
        )
    return moments
