"""What single cards let the village know, what seldom happens, and who can win."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from table.appliance.rounds import mind_of
from table.engine.play import Answerer
from table.engine.public import Public
from table.engine.requests import Say
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.settings.decks import chosen_deck
from tests.gallery.hall import SEATS, Hall, Moment

TITLE = "What cards let everybody know, what is rare, and who can win"
TRIED = 3000
"""Rounds to play at most until an event happens."""

DECKS = {
    "many": "werewolf=2, accursed_wolf_father, seer, witch, hunter, elder, bear_tamer, pyromaniac, raven, "
    "cupid, villager=2",
    "characters": "werewolf=2, devoted_servant, scapegoat, villager_villager, village_idiot, seer, "
    "prejudiced_manipulator, villager=5",
    "alone": "werewolf=2, white_werewolf, piper, angel, seer, witch, hunter, cupid, wild_child, wolf_hound, "
    "villager=2",
}


class Heard(msgspec.Struct):
    """A wanted picture: its title and its event, as `news.toml` has them.

    `where`: what is true of the event; true and false mean that a field is empty or not.
    `scene`: that of the board, where the event has several.
    """

    says: str
    event: str
    where: dict[str, str | bool] = {}
    scene: str = ""
    deck: str = "many"
    rulebook: str = "best-of"
    options: Options = Options(captain="start")

    def is_it(self, event: Any) -> bool:
        return type(event).__name__ == self.event and all(
            bool(found) is wanted if isinstance(wanted, bool) else found == wanted
            for found, wanted in ((getattr(event, field), wanted) for field, wanted in self.where.items())
        )


HEARD = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=dict[str, Heard])
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
    deck = chosen_deck(book, DECKS.get(heard.deck, heard.deck), SEATS, SEATS, {})
    return WerewolfEvening(book, hall.names, deck, heard.options, seed)


@cache
def seed_of(name: str) -> int:
    """The seed of the first round with this event. Raises `LookupError` if there is none."""
    heard = HEARD[name]
    hall = Hall("en", game={"rulebook": heard.rulebook})
    for seed in range(TRIED):
        evening = evening_of(hall, heard, seed)
        listening = Listening(mind_of(evening, "en"))
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
            moment
            for moment in seen
            if moment.event
            and heard.is_it(moment.event)
            and moment.board.caption
            and heard.scene in ("", moment.board.scene)
        )
    return moments
