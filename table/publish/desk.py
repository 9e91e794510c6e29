"""The table's news desk: in each beat it looks at the board, and tells what has changed on it."""

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
    """Tells a `wire` what the board shows, in the beat in which it is shown.

    Only the board decides what is told and when: a beat that came early because somebody has pressed in
    secret tells nothing else.
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
        """The last state told, without its times."""
        self._times: object = None
        """The moments that were told with it."""
        self._health: HealthNews | None = None
        self._speaks: bool | None = None
        """What was told last of either; None: nothing."""
        self._news = ""

    def attend(self, stage: Stage, playing: Callable[[], Playing]) -> None:
        """Tells what is shown on this stage. `playing`: returns what the board does not say of it."""
        self._stage, self._playing = stage, playing
        stage.enter_below(self)

    def notice(self) -> str:
        """What the board says while the staff is called."""
        return self._stage.village.narration.word("notice.staff") if self._stage and self.staff else ""

    def call_staff(self) -> None:
        """Calls the staff, or says that they have come."""
        self.staff = not self.staff

    def shown(self, now_s: float) -> None:
        """Tells what has changed since the last beat."""
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
        """Tells what changes beside the state."""
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
