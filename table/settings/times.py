"""The length of every timed part of an evening."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from table.engine.requests import Call, CoveredTime
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
"""The times of Mots-garous, by the key of their clock."""
OOPS_S = 8.0
"""MG-51: seconds, at any pace, in which the Mayor can take back a mistake after each end of a day."""
ALONE_S = 5.0
"""Seconds for which a player without a ring reads the board alone."""
ALONE_TOLD_S = ALONE_S + 7.0
"""About how many seconds that takes with the lines before and after it."""
TurnSeconds = Annotated[float, Meta(ge=5, le=600)]
DebateSeconds = Annotated[float, Meta(ge=10, le=3600)]


class WordTimes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lengths of the parts of a day of Mots-garous (MG-5), in seconds at normal pace."""

    day_s: DebateSeconds = 240
    speedwords_s: DebateSeconds = 120
    """MG-38: the day when the word is on the board as blanks."""
    debate_s: DebateSeconds = 60
    """MG-20: the talk before the accusations."""
    pick_s: TurnSeconds = 15
    """MG-18: the time for one werewolf to name the Seer."""
    picks_s: TurnSeconds = 30
    """MG-18: the time for several werewolves to name the Seer."""
    accuse_s: TurnSeconds = 30


class Times(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Lengths in seconds at normal pace, without speech: a call's time begins when those called have opened
    their eyes."""

    pace: Literal["slow", "normal", "fast"] = "normal"
    """Pace: all times below are multiplied by 1.4, 1 or 0.7."""

    calls: dict[str, float] = {}
    """Seconds of night calls, and of covered times by day, that differ from their cards' default."""

    deal_s: TurnSeconds = 60
    """At most; night falls sooner once everybody has seen their card."""
    cards_s: TurnSeconds = 300
    """At most, when players use cards of their own: for dealing them and for everybody to look at theirs."""
    candidates_s: TurnSeconds = 20
    election_s: TurnSeconds = 30
    vote_s: TurnSeconds = 30
    hunter_s: TurnSeconds = 20
    """For any choice that a card asks of its owner by day."""
    successor_s: TurnSeconds = 20
    captain_choice_s: TurnSeconds = 20
    debate_s: DebateSeconds = 180
    """At most; it ends sooner when more than half of the living are ready to vote."""
    mots_garous: WordTimes = WordTimes()

    @property
    def factor(self) -> float:
        """The factor on every time of the evening at this pace."""
        return PACES[self.pace]

    def call_s(self, call: Call | CoveredTime) -> float:
        """Seconds of a night call, or of a covered time by day, at this table's pace."""
        return self.calls.get(call.key, call.seconds) * self.factor

    def window_s(self, key: str) -> float:
        """Seconds, at this table's pace, of the choice, vote or clock `key` by day.

        Raises `KeyError` if there is none.
        """
        if key == "oops":
            return OOPS_S
        if key in WORD_TIMES:
            word_time: float = getattr(self.mots_garous, WORD_TIMES[key])
            return word_time * self.factor
        field = SAME_TIME.get(key, key) + "_s"
        if field not in self.__struct_fields__:
            if not any(card.by_day and card.key == key for book in RULEBOOKS.values() for card in book.cards):
                raise KeyError(key)
            field = "hunter_s"
        at_normal_pace: float = getattr(self, field)
        return at_normal_pace * self.factor


HURRY = 0.4
"""Factor on the times of a hurried round."""


HURRIED_CALL = 0.3
"""Factor on the night calls of a hurried round: just enough to choose in."""


class HurriedTimes(Times, frozen=True):
    """The times of a round that nobody has to be waited for: a show, or the rest of a round once all people
    are dead."""

    @property
    def factor(self) -> float:
        """The factor on every time of the evening."""
        return HURRY

    def call_s(self, call: Call | CoveredTime) -> float:
        """Seconds of a night call, or of a covered time by day."""
        return HURRIED_CALL * call.seconds
