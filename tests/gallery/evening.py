"""An evening of werewolves, as bots play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from hardware.troubles import Trouble
from table.board.board import Board, is_narrow, rivals
from table.board.paint.frame import honours
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.settings.decks import deck_for
from table.settings.settings import Eyes
from tests.gallery.hall import SEATS, Hall, Moment, Shot, is_told

ROUNDS = 40
"""Rounds to play at most until every wanted board has come up."""

TITLE = "An evening"


class Wanted(NamedTuple):
    """A wanted picture: its title, and a test of two boards in a row that recognises it in the second."""

    says: str
    is_it: Callable[[Board, Board], object]
    moving_s: float = 0.0
    """Of a picture of a motion: seconds since it began."""
    before_its_end_s: float = 0.0
    """Of a picture with a clock: seconds before it ends."""


WANTED: dict[str, Wanted] = {
    "deal": Wanted(
        "The deal: the signs of all cards in play", lambda _, now: is_told(now, "deal") and now.timer
    ),
    "nightfall": Wanted(
        "Night falls slowly, through dusk",
        lambda was, now: was.scene not in ("night", "look", "attract") and now.scene == "night",
        moving_s=1.6,
    ),
    "night": Wanted(
        "Everybody is asleep; each call shows its name and nothing else",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline,
    ),
    "look": Wanted("A look: all bend over their own rings", lambda _, now: is_told(now, "look")),
    "daybreak": Wanted(
        "The light comes back before any victim is named",
        lambda was, now: was.scene == "night" and now.scene == "dawn",
        moving_s=1.5,
    ),
    "dawn": Wanted(
        "The victims of the night, their cards open",
        lambda _, now: is_told(now, "dawn") and sum(place.marked for place in now.places) == 2,
    ),
    "near": Wanted(
        "A death: the board closes in on the house, before it is dark for a moment",
        lambda was, now: covered(now) > covered(was),
        moving_s=1.2,
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
    "one_vote": Wanted(
        "A vote that one vote has decided",
        lambda _, now: is_told(now, "ballots") and is_narrow(now) and len(rivals(now, None)) == 2,
    ),
    "last_two": Wanted(
        "The last two",
        lambda _, now: is_told(now, "debate") and now.timer and len(rivals(now, None)) == 2,
    ),
    "decision": Wanted(
        "The captain decides between those who are tied",
        lambda _, now: is_told(now, "decision") and now.timer,
    ),
    "shot": Wanted(
        "The hunter takes aim; the sights pass over everybody alike",
        lambda _, now: is_told(now, "shot") and now.timer,
    ),
    "succession": Wanted(
        "A dead captain names the next one",
        lambda _, now: is_told(now, "succession") and now.timer,
    ),
    "last_seconds": Wanted(
        "The last ten seconds of a debate",
        lambda _, now: is_told(now, "debate") and now.timer,
        before_its_end_s=7.0,
    ),
    "crowd": Wanted(
        "The winners, everybody with their own face",
        lambda was, now: was.scene != "over" and now.scene == "over",
        moving_s=5.0,
    ),
    "over": Wanted("The winners, and all cards", lambda _, now: is_told(now, "over") and not now.arrows),
    "honours": Wanted("Everybody, with what they will be remembered for", lambda _, now: honours(now)),
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
    """Plays whole rounds of bots with the experts' cards, each followed by its chronicle. `trouble`: a fault
    of the voice; `more`: further settings."""
    book = RULEBOOKS[rulebook]
    for seed in range(ROUNDS):
        hall = Hall(language, seats, {"rulebook": rulebook, "night": night}, **more)
        if trouble:
            hall.voice.fail(trouble)
        deck = deck_for(book, "expert", seats)
        yield hall.round_of(WerewolfEvening(book, hall.names, deck, Options(captain="start"), seed), seed)


def looked_for(wanted: Mapping[str, Wanted], played: Iterable[list[Moment]]) -> list[Shot]:
    """The first board that matches each wanted picture. Raises `LookupError` if one has none."""
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
    """How many cards lie face up."""
    return sum(place.card is not None for place in board.places)


def covered(board: Board) -> int:
    """How many cards lie before everybody, face down."""
    return sum(place.face_down for place in board.places)


def captain(board: Board) -> int | None:
    """The seat that has the captain's medal, if any."""
    return next((seat for seat, place in enumerate(board.places) if place.captain), None)
