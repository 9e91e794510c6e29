"""How long everything takes."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from table.engine.requests import Call
from table.games.werewolf.rules.rulebooks import RULEBOOKS

PACES = {"slow": 1.4, "normal": 1.0, "fast": 0.7}
SAME_TIME = {"election_revote": "election", "revotes": "vote"}
WORD_TIMES = {
    "questions.classic": "day_s",
    "questions.speedwords": "speedwords_s",
    "debate.mots_garous": "debate_s",
    "pick": "pick_s",
    "picks": "picks_s",
    "accuse": "accuse_s",
}
"""The times of Mots-garous, by what runs in them."""
OOPS_S = 8.0
"""MG-51: after every end of a day the Mayor has so long, at any pace, to say that it was a mistake."""
TurnSeconds = Annotated[float, Meta(ge=5, le=600)]
DebateSeconds = Annotated[float, Meta(ge=10, le=3600)]


class WordTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long the parts of a day of Mots-garous are (MG-5), in seconds at normal pace."""

    day_s: DebateSeconds = 240
    speedwords_s: DebateSeconds = 120
    """MG-38: the day where the word stands on the board as blanks."""
    debate_s: DebateSeconds = 60
    """MG-20: before the accusations."""
    pick_s: TurnSeconds = 15
    """MG-18: for one werewolf to name the Seer."""
    picks_s: TurnSeconds = 30
    """For several."""
    accuse_s: TurnSeconds = 30


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long things take, in seconds at normal pace, speech not counted: the time of a call begins when
    those called have opened their eyes."""

    pace: Literal["slow", "normal", "fast"] = "normal"
    """Every time below is multiplied by 1.4, 1 or 0.7."""

    calls: dict[str, float] = {}
    """The calls of the night that are not as long as their cards say."""

    deal_s: TurnSeconds = 60
    """At most; the night falls sooner when everybody has seen his card."""
    cards_s: TurnSeconds = 300
    """At most, where the players deal cards of their own: to hand them out, and for everybody to see his."""
    candidates_s: TurnSeconds = 20
    election_s: TurnSeconds = 30
    vote_s: TurnSeconds = 30
    hunter_s: TurnSeconds = 20
    """For whatever a card asks its owner by day."""
    successor_s: TurnSeconds = 20
    captain_choice_s: TurnSeconds = 20
    debate_s: DebateSeconds = 180
    """At most; it ends sooner when more than half of the living are ready to vote."""
    mots_garous: WordTimes = WordTimes()

    @property
    def factor(self) -> float:
        """What every time of the evening is multiplied by at this pace."""
        return PACES[self.pace]

    def call_s(self, call: Call) -> float:
        """How long a call of the night lasts, at this table's pace, in seconds."""
        return self.calls.get(call.key, call.seconds) * self.factor

    def window_s(self, key: str) -> float:
        """How long a choice, vote or clock named `key` lasts by day, at this table's pace, in seconds.

        Raises `KeyError` if nothing is named so.
        """
        if key == "oops":
            return OOPS_S
        if key in WORD_TIMES:
            word_time: float = getattr(self.mots_garous, WORD_TIMES[key])
            return word_time * self.factor
        asked = {card.key for book in RULEBOOKS.values() for card in book.cards if card.by_day}
        field = ("hunter" if key in asked else SAME_TIME.get(key, key)) + "_s"
        if field not in self.__struct_fields__:
            raise KeyError(key)
        at_normal_pace: float = getattr(self, field)
        return at_normal_pace * self.factor


HURRY = 0.4
"""In a hurry all times are this part of those at normal pace,"""


HURRIED_CALL = 0.3
"""and calls of the night this part: just long enough to choose in."""


class HurriedTimes(Times, frozen=True):
    """The times of a round in which nobody has to be waited for: a show, or the rest once all people are
    dead."""

    @property
    def factor(self) -> float:
        """What every time of the evening is multiplied by."""
        return HURRY

    def call_s(self, call: Call) -> float:
        """How long a call of the night lasts, in seconds."""
        return HURRIED_CALL * call.seconds
