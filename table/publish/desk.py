"""The table's news desk: in each beat it reports what has changed on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from table.publish.news import (
    HealthNews,
    News,
    Playing,
    SpeakingNews,
    StateNews,
    events_between,
    state_of,
)
from table.room.act import Act
from table.room.stage import Stage


class NewsWire(Protocol):
    """Takes the news away from the table."""

    def tell(self, news: News) -> None:
        """Takes one message. Returns at once."""

    def close(self) -> None:
        """Takes no more."""


class NewsDesk(Act):
    """Reports to a `wire` what the board shows, in the beat in which it is shown.

    Only the board decides what is reported and when: a beat that came early because of a secret press reports
    nothing else.
    """

    def __init__(self, wire: NewsWire) -> None:
        self.wire = wire
        self.staff = False
        """Whether the host has called the staff."""
        self.ill: tuple[str, ...] = ()
        """What the doctor found wrong, by its keys."""
        self._stage: Stage | None = None
        self._playing: Callable[[], Playing] = lambda: Playing("", "")
        self._state: StateNews | None = None
        """The last reported state, without its times."""
        self._times: object = None
        """The times reported with the last state."""
        self._health: HealthNews | None = None
        self._speaks: bool | None = None
        """Whether the table spoke, as last reported; None: never reported."""
        self._news = ""

    def attend(self, stage: Stage, playing: Callable[[], Playing]) -> None:
        """Reports what this stage shows. `playing`: returns what its board does not say."""
        self._stage, self._playing = stage, playing
        stage.enter_below(self)

    def notice(self) -> str:
        """What the board says while the staff is called."""
        return self._stage.village.narration.word("notice.staff") if self._stage and self.staff else ""

    def call_staff(self) -> None:
        """Calls the staff, or says that they have come."""
        self.staff = not self.staff

    def shown(self, now_s: float) -> None:
        """Reports what has changed since the last beat."""
        assert self._stage
        board, places, playing = self._stage.village.board, self._stage.village.places, self._playing()
        state = state_of(board, places.pods, playing, self._state)
        if state.staff != self.staff:
            state = msgspec.structs.replace(state, staff=self.staff)
        times = board.timer, playing.over_s
        before, news, self._news = self._state, self._news, board.news
        if (state, times) != (before, self._times):
            self._state, self._times = state, times
            ends_s = board.timer.ends_s if board.timer else None
            self.wire.tell(
                msgspec.structs.replace(
                    state,
                    clock_left_s=self._until(ends_s, now_s),
                    clock_length_s=board.timer.length_s if board.timer else None,
                    over_in_s=self._until(playing.over_s, now_s),
                )
            )
        for event in events_between(before, state, board, news) if before else ():
            self.wire.tell(event)
        self._tell_other(board.notice)

    def _tell_other(self, notice: str) -> None:
        """Reports changes of health and speaking."""
        assert self._stage
        dark = tuple(pod + 1 for pod in sorted(self._stage.village.places.dark))
        health = HealthNews(bool(notice) and notice != self.notice(), dark, self.ill)
        if health != self._health:
            self._health = health
            self.wire.tell(health)
        if (speaks := self._stage.speaking.is_heard) != self._speaks:
            self._speaks = speaks
            self.wire.tell(SpeakingNews(speaks))

    def _until(self, moment_s: float | None, now_s: float) -> float | None:
        """Real seconds until a moment of the table's clock; None: there is no such moment."""
        assert self._stage
        return None if moment_s is None else max(0.0, moment_s - now_s) / self._stage.time.speed
