"""An evening of werewolves, as bots play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from hardware.troubles import Trouble
from table.board.board import Board
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.settings.decks import deck_for
from table.settings.settings import Eyes
from tests.gallery.hall import SEATS, Hall, Moment, Shot, is_told

ROUNDS = 40
"""So many are played, if need be, until every scene has come up."""

TITLE = "An evening"


class Wanted(NamedTuple):
    """A picture: what it shows, and which board it is, by the one before it and itself."""

    says: str
    is_it: Callable[[Board, Board], object]
    moving_s: float = 0.0
    """Of a motion: so many seconds after it began."""
    before_its_end_s: float = 0.0
    """Of a clock: so many seconds before it ends."""


WANTED: dict[str, Wanted] = {
    "deal": Wanted(
        "The deal: the signs of all cards in play", lambda _, now: is_told(now, "deal") and now.timer
    ),
    "nightfall": Wanted(
        "Night falls, slowly: the light goes by way of dusk",
        lambda was, now: was.scene not in ("night", "look", "attract") and now.scene == "night",
        moving_s=1.6,
    ),
    "night": Wanted(
        "Everybody is asleep; each call is shown by its name, and by nothing else",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline,
    ),
    "look": Wanted("A look: everybody bends over his own ring", lambda _, now: is_told(now, "look")),
    "daybreak": Wanted(
        "Before any victim is named the light comes back",
        lambda was, now: was.scene == "night" and now.scene == "dawn",
        moving_s=1.5,
    ),
    "dawn": Wanted(
        "The victims of the night, their cards open",
        lambda _, now: is_told(now, "dawn") and sum(place.marked for place in now.places) == 2,
    ),
    "card": Wanted(
        "A card turns over",
        lambda was, now: was.scene == now.scene == "dawn" and opened(now) > opened(was),
        moving_s=0.4,
    ),
    "election": Wanted("Choosing a captain", lambda _, now: is_told(now, "election") and now.timer),
    "medal": Wanted(
        "A dead captain’s medal goes to the next",
        lambda was, now: captain(was) not in (None, captain(now)) and captain(now) is not None,
        moving_s=0.7,
    ),
    "debate": Wanted(
        "Talking; who is ready to vote says so",
        lambda _, now: is_told(now, "debate") and sum(place.ready for place in now.places) > 3,
    ),
    "vote": Wanted("Everybody votes at the same moment", lambda _, now: is_told(now, "vote") and now.timer),
    "arrows": Wanted(
        "The votes arrive, one round after the other",
        lambda was, now: len(now.arrows) > 7 and not was.arrows,
        moving_s=1.0,
    ),
    "ballots": Wanted("All votes", lambda _, now: is_told(now, "ballots") and len(now.arrows) > 7),
    "tie": Wanted(
        "A tie",
        lambda _, now: is_told(now, "ballots") and sum(place.marked for place in now.places) == 2,
    ),
    "decision": Wanted(
        "The captain decides between those who are tied",
        lambda _, now: is_told(now, "decision") and now.timer,
    ),
    "shot": Wanted(
        "The hunter takes aim; his sights pass over everybody alike",
        lambda _, now: is_told(now, "shot") and now.timer,
    ),
    "succession": Wanted(
        "A dead captain names who comes after him",
        lambda _, now: is_told(now, "succession") and now.timer,
    ),
    "last_seconds": Wanted(
        "The last ten seconds of a debate",
        lambda _, now: is_told(now, "debate") and now.timer,
        before_its_end_s=7.0,
    ),
    "over": Wanted("The winners, and all cards", lambda _, now: is_told(now, "over") and not now.arrows),
    "chronicle": Wanted(
        "The chronicle: what really happened, night by night",
        lambda _, now: is_told(now, "told") and len(now.arrows) > 2,
    ),
}
SAYS = {name: wanted.says for name, wanted in WANTED.items()}


def shots(language: str) -> list[Shot]:
    """The pictures of this chapter."""
    return looked_for(WANTED, rounds(language))


def rounds(
    language: str,
    seats: int = SEATS,
    rulebook: str = "best-of",
    night: Eyes = "eyes_closed",
    trouble: Trouble | None = None,
    **more: Any,
) -> Iterator[list[Moment]]:
    """Whole rounds of bots with the experts' cards, one after the other, each with its chronicle. `trouble`:
    what is wrong with the voice; `more`: of the settings."""
    book = RULEBOOKS[rulebook]
    for seed in range(ROUNDS):
        hall = Hall(language, seats, {"rulebook": rulebook, "night": night}, **more)
        if trouble:
            hall.voice.fail(trouble)
        deck = deck_for(book, "expert", seats)
        yield hall.round_of(WerewolfEvening(book, hall.names, deck, Options(captain="start"), seed), seed)


def looked_for(wanted: Mapping[str, Wanted], played: Iterable[list[Moment]]) -> list[Shot]:
    """The first board of each picture that is wanted. Raises `LookupError` if there is none."""
    found: dict[str, Shot] = {}
    for seen in played:
        for before, moment in pairwise(seen):
            for name, (says, is_it, after_s, left_s) in wanted.items():
                if name not in found and is_it(before.board, moment.board):
                    if moment.board.timer and left_s:
                        moment = moment._replace(now_s=moment.board.timer.ends_s - left_s)
                    found[name] = Shot(name, says, moment, before if after_s else None, after_s)
        if len(found) == len(wanted):
            return [found[name] for name in wanted]
    missing = ", ".join(name for name in wanted if name not in found)
    raise LookupError(f"no board of {ROUNDS} rounds shows {missing}")


def opened(board: Board) -> int:
    """How many cards lie open."""
    return sum(place.card is not None for place in board.places)


def captain(board: Board) -> int | None:
    """Whose the medal is."""
    return next((seat for seat, place in enumerate(board.places) if place.captain), None)
