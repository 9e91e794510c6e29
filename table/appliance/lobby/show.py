"""The show: a short round that the table plays by itself while nobody sits, for people who pass by.

It is a round of the house's rules and cards in a real room, only faster, and is not stored. A press on any
button sits that player down and ends the show.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hardware import patterns
from table.appliance.opening.choices import TableChoices
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.engine.requests import Say, Wake
from table.errors import RefusedError
from table.games.evening import Evening
from table.gestures import Meaning, meaning
from table.room.act import Act, SeatGesture
from table.room.room import Room
from table.room.stage import AT_ONCE
from table.settings.times import HURRY

PLAYERS = 6
"""Number of players, unless the cards are for more."""
TRIED, LENGTH = 32, 20
"""`TRIED`: number of rounds that are tried. `LENGTH`: the wanted length of the shown one: two days, or
somewhat more."""
READING = 0.55
"""Share of a slow reader's time for which captions are shown. Nobody has to act on them."""
OVER_S = 6.0
"""Seconds for which the winners stay on the board."""


class Counting:
    """Measures a round: the number of spoken events, and of calls, which count twice."""

    def __init__(self, answerer: Answerer) -> None:
        self.length = 0
        self._answerer = answerer

    def __getattr__(self, word: str) -> Any:
        return getattr(self._answerer, word)

    def say(self, request: Say) -> None:
        self.length += 1
        self._answerer.say(request)

    def wake(self, request: Wake) -> None:
        self.length += 2
        self._answerer.wake(request)


class Performance(NamedTuple):
    """A round for a show: its players and its random streams."""

    evening: Evening
    seed: str

    def mind(self, language: str) -> Answerer:
        """A fresh player of the round."""
        chance = Chance(self.seed)
        return self.evening.mind(chance, chance, language, hurry=HURRY)


def prepared(house: TableChoices, names: Sequence[str], pods: Sequence[int], seed: str) -> Performance | None:
    """Chooses the round to show at these `pods`; None if there are too few. The same `seed` gives the same
    round.

    It has the owner's rules and cards, but no Captain, whose election would take too long. `names`: of all
    pods.
    """
    choices = house.settings.over({"game.deal": "ring", "game.captain": "never", "mots_garous.word": "list"})
    players = max(house.least(choices), min(PLAYERS, len(pods)))
    if players > len(pods):
        return None
    taken = [pods[number * len(pods) // players] for number in range(players)]

    def performance(number: int) -> Performance:
        evening = house.evening(choices, [names[pod] for pod in taken], taken, 0)
        of_this = f"{seed}/show {number}"
        evening.shorten(Chance(of_this))
        return Performance(evening, of_this)

    def length(number: int) -> int:
        tried = performance(number)
        counting = Counting(tried.mind(choices.language))
        tried.evening.one_round(counting)
        return counting.length

    try:
        return performance(min(range(TRIED), key=lambda number: abs(length(number) - LENGTH)))
    except RefusedError:
        return None


class SeatedError(Exception):
    """Somebody has pressed a button at this `chair`, and so sits down."""

    def __init__(self, chair: int) -> None:
        super().__init__(chair)
        self.chair = chair


class ShownRound(Act):
    """A round in a room in which nobody sits. Its buttons are those of all usable chairs; the free ones
    invite."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._says_so = room.narration.word("prompt.show")
        room.prompts.by_key = {}  # A press means one thing here: sitting down.
        room.calls.records.save_s = 0.0
        room.speaking.hurry = READING

    def run(self, evening: Evening) -> int | None:
        """Plays the round. Returns the chair at which somebody sits down; None if the round ended."""
        room, stage = self._room, self._room.stage
        try:
            with stage.playing(self):
                room.begin_round()
                evening.one_round(room)
                room.board.caption = ""
                stage.wait_until(stage.time.now() + OVER_S)
                # A finger that is down is about to sit somebody down.
                stage.wait_for_moment(lambda: float("inf") if room.presses.is_touched() else AT_ONCE)
        except SeatedError as seated:
            return seated.chair
        finally:
            room.ambience.end()
        return None

    def takes(self, heard: SeatGesture) -> bool:
        """Takes all gestures of people: none answers the round."""
        meant = meaning("attract", self._room.presses.count, heard.button, heard.kind)
        if heard.of_person and meant is Meaning.SIT:
            raise SeatedError(heard.seat)
        return heard.of_person

    def free_ring(self, now_s: float) -> bytes:
        """Invites people to the free chairs."""
        return patterns.lobby_breathing(self._room.stage.rings.pixels, now_s)

    def beat(self, now_s: float) -> None:  # noqa: ARG002 - as long as it plays
        """Shows in the largest letters that this is a show, and how to end it."""
        board = self._room.board
        if board.headline != self._says_so:
            board.title, board.headline = board.headline or board.title, self._says_so
