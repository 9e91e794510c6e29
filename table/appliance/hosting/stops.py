"""The stop of a round, and what the round keeps besides its answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from table.evening.resume import BREAK
from table.room.public_clock import ClockState
from table.room.room import Room

if TYPE_CHECKING:
    from table.evening.diary import Diary
    from table.games.records import JournalLine

MORE_S = 60.0
"""Seconds that the host adds to a running clock, and least time of a resumed debate."""
OPENINGS = (
    *("say VoteOpens", "say ElectionOpens", "say CandidatesOpen"),
    *("say AccusationOpens", "say PickOpens"),
)
"""Events that begin a vote. It can be taken back until its ballots are revealed."""

Why = Literal["menu", "claimed", "quiet", "unheard", "taken back", "closing", "abandoned", "ended", "kept"]


class StoppedError(Exception):
    """Stops the round. Its answers so far are kept, and it can be replayed from them. `carried`: what the
    answers do not contain. `back`: number of answers that stay if the present vote is taken back; None
    without a vote. `claimant`: the new host ("claimed")."""

    def __init__(
        self, why: Why, carried: ClockState, back: int | None = None, claimant: int | None = None
    ) -> None:
        super().__init__(why)
        self.why = why
        self.carried = carried
        self.back = back
        self.claimant = claimant


def carried_of(diary: Diary, room: Room, number: int) -> ClockState:
    """What round `number` keeps besides its answers when it is resumed from the disk. Who sits where is
    unchanged."""
    standing, diary.standing = diary.standing, None
    if standing is None or not diary.lines:
        return ClockState()
    people, places = room.people, room.places
    people.host = standing.host
    people.away |= bits(standing.away, len(places.pods))
    places.sit_again(standing.pods)
    places.dark |= bits(standing.dark, places.count)
    if standing.round == number:
        people.gone |= bits(standing.gone, len(places.pods))
    people -= people.gone | people.away
    if standing.round != number or not standing.key or standing.lines != len(diary.lines):
        return ClockState()
    return ClockState(standing.key, room.pace.times.window_s(standing.key), standing.spent_s)


def as_bits(numbers: Iterable[int]) -> int:
    """A set of numbers as a bit mask."""
    return sum(1 << number for number in numbers)


def bits(kept: int, count: int) -> set[int]:
    """The set of a bit mask, with numbers below `count`."""
    return {number for number in range(count) if kept >> number & 1}


def taken_back(lines: Sequence[JournalLine], word: str) -> int | None:
    """Number of answers that stay when the present vote is taken back; None without a vote. `word`: what was
    being said, asked or shown. A vote after a debate goes back to that debate, as it was before the last
    press in it; any other vote begins again."""
    words = [*(line.word for line in lines), word]
    if word.startswith("vote "):
        words.pop()
    if words[-1] not in OPENINGS:
        return None
    opens = len(words) - 1
    ended = opens - 1
    # What a house role was to do before the vote, and whether the host wanted something else.
    while words[ended].startswith((BREAK, "wanted ")):
        ended -= 1
    ended -= words[ended] == "say Ready"
    return ended if ended >= 0 and words[ended] == "clock debate" else opens


def before_the_vote(lines: Sequence[JournalLine], back: int, length_s: float) -> ClockState:
    """The clock of the debate before a vote: at the press that ended it, but with time to talk."""
    if back >= len(lines) or lines[back].word != "clock debate":
        return ClockState()
    press = lines[back].answer
    return ClockState("debate", length_s, min(press[1] if press else length_s, length_s - MORE_S))
