"""The act of the service menu: any seat's buttons use it.

The menu opens if somebody holds a button of any seat while the table starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware import patterns
from hardware.outputs.choosing import Card
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.menu import After, ServiceMenu, clockwise_of
from table.gestures import Meaning
from table.room.act import Act, Finger, SeatGesture
from table.room.stage import AT_ONCE, Stage
from table.settings.settings import Settings
from table.words.narration import Narration

START_S = 15.0
"""Seconds for which the table waits at its start for a held button to be released; one held longer is
stuck."""
IDLE_S = 120.0
"""Seconds without a press after which the menu closes and the table opens."""


class ServiceRoom(Act):
    """Shows the service menu. All seats use it, since some buttons may not work."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.village, self.presses, self.time = stage.village, stage.presses, stage.time
        self._held: set[Finger] = set()
        """Buttons held long enough while the table starts."""
        self._menu: ServiceMenu | None = None
        self._tell_in: Callable[[str], Narration] = lambda _: self.village.narration
        self._heard_s = self.time.now()
        self._before: Settings | None = None
        # Elsewhere a button that is down at the start says nothing; here it counts as held.
        self.presses.hold_from_the_start()

    def asked(self) -> bool:
        """Whether somebody held a button for long as the table started, and released it. A button that is
        never released is stuck and does not count."""
        if not self.presses.down():
            return False
        self.village.lay_places()
        self.village.board.title = self.village.narration.word("title.attract")
        self.presses.go_on(dict.fromkeys(range(len(self.village.names)), "start"))
        ends_s = self.time.now() + START_S

        def moment_s() -> float:
            down = self.presses.down()
            return ends_s if down and self._held <= down else AT_ONCE

        with self.stage.playing(self):
            self.stage.wait_for_moment(moment_s)
        self.stage.close_questions()
        self.village.board.headline = ""
        return not self._held <= self.presses.down()

    def run(self, menu: ServiceMenu, tell_in: Callable[[str], Narration]) -> After:
        """Runs until the menu is left, or nobody has used it for `IDLE_S`.

        `tell_in`: switches to another language and returns its telling.
        """
        self._menu, self._before, self._tell_in = menu, menu.now, tell_in
        self.village.lay_places()
        self.stage.open_questions(range(len(self.village.names)), "menu")
        self._heard_s = self.time.now()
        self.village.board.menu = menu.turning.menu()

        def until_s() -> float:
            now_s = self.time.now()
            if menu.is_busy:
                self._heard_s = now_s
            if menu.look(now_s):
                self.village.board.menu = menu.turning.menu()
            return AT_ONCE if menu.after else self._heard_s + IDLE_S

        with self.stage.playing(self):
            self.stage.wait_for_moment(until_s)
        self.village.board.menu = None
        self.stage.close_questions()
        return menu.after or "open"

    def cards(self) -> Sequence[Card]:
        """The sound cards among which people choose by ear."""
        return self.stage.card.cards() if self.stage.card else ()

    def listen(self, output: str, line: str) -> None:
        """Switches to a `sound.output`, and speaks a line there, if there is one."""
        if self.stage.card:
            self.stage.card.use(output)
        if line:
            narration = self.village.narration
            self.stage.speaking.voice.speak(line, narration.own.written_in("menus", narration.language))

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Notes a button that is held at the start; in the menu, handles the gesture of any seat."""
        if meant is not Meaning.SERVICE:
            return self.hear_typed(meant)
        self._held.add(Finger(True, heard.seat, heard.button))
        words = MenuTexts(self.village.narration.language, self.village.narration.own)
        self.village.board.headline = words.text("service.let_go")
        return True

    def hear_typed(self, meant: Meaning) -> bool:
        if self._menu:
            self._heard_s = self.time.now()
            before = self._menu.now.language
            self._menu.hear(meant)
            if self._menu.now.language != before:
                self.village.narration = self._tell_in(self._menu.now.language)
                self.village.lay_places()
            self.village.board.menu = self._menu.turning.menu()
        return self._menu is not None

    def ring(self, seat: int, now_s: float) -> bytes:
        """A seat's ring, which breathes. The ring whose direction is selected shows a light that runs so."""
        pixels = self.stage.rings.pixels
        if self._menu is None or seat != self._menu.ring:
            return patterns.lobby_breathing(pixels, now_s)
        assert self._before
        turned = clockwise_of(self._before)[seat] != clockwise_of(self._menu.now)[seat]
        step = int(now_s / patterns.BEAT_S)
        return patterns.light_at(pixels, -step if turned else step)
