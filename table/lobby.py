"""Before a round: people sit down, the first of them is the host, and he turns through his menu.

A lobby is a room in which nobody plays yet. Every chair of the table is a seat of it; those that are taken
when the host starts are the seats of the evening.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hardware import patterns
from hardware.debounce import Kind
from table.board.board import Board, Place, Timer
from table.chance import Chance
from table.gestures import Meaning, Phase
from table.menus import Choices, HostsMenu, House, Words
from table.narration import Narration
from table.people import People
from table.places import Places
from table.play import Answerer
from table.room import AT_ONCE, Devices, Heard, Room
from table.settings import Times

SHOW_S = 12.0
"""How long each sentence stands that the board tells while nobody plays."""
MENU_S = 20.0
"""Where a round begins by itself: so long after the last press of a host."""
EMPTY_S = 300.0
"""Whoever has not pressed anything for so long is not there any more: all chairs are free again."""


class Sitting(NamedTuple):
    """Who sits down to what. `taken`: chairs, clockwise; `host`: one of them, or None where nobody sits."""

    taken: tuple[int, ...]
    host: int | None
    choices: Choices


class Lobby(Room):
    """`sitting`: who sits already, and what is chosen so far; `house`: what there is to choose from; `apply`:
    what is chosen now holds at once, as far as it can be heard or read. `starts_s`: it begins by itself when
    nobody has pressed for so long; None: only the host starts it."""

    def __init__(
        self,
        devices: Devices,
        narration: Narration,
        times: Times,
        mind: Answerer,
        seats: Sequence[str],
        button_count: int,
        chance: Chance,
        beat_s: float = float("inf"),
        *,
        places: Places | None = None,
        sitting: Sitting,
        house: House,
        apply: Callable[[Choices], Narration],
        starts_s: float | None = None,
    ) -> None:
        super().__init__(
            devices, narration, times, mind, seats, button_count, chance, beat_s, False, places=places
        )
        self._house = house
        self._apply = apply
        self._starts_s = starts_s
        self._words = Words(sitting.choices.language)
        self.people = People(sitting.taken)
        self.people.host = sitting.host
        self._menu = HostsMenu(house, sitting.choices, self._words, self._button_count)
        self._is_open = False
        self._can_begin = False
        self._arrived: list[int] = []
        """Who has sat down and was not welcomed yet."""
        self._touched_s = self.time.now()
        self._shown = 0
        """Which sentence of the show the board tells, counted from the start of the clock."""
        self._is_telling = False

    def run(self, is_open: bool = False) -> Sitting:
        """Until the host starts the round, or it starts by itself. `is_open`: the menu is there at once."""
        self._is_open = is_open and bool(self.people)
        self._lay_places()
        self._open_questions((), "idle")
        self._on_gesture = self._hear
        self._touched_s = self.time.now()
        if not self.people:
            self._tell([("attract.welcome", {})])
        while not self._begins():
            self._refresh()
            self._live_until(self._next_change_s)
            if self._arrived:
                arrived, self._arrived = self._arrived, []
                self._tell([("lobby.seated", {"seat": self._sitters()[seat]}) for seat in arrived])
            self._give_up_chairs()
        self.board.menu = None
        self._close_questions()
        return Sitting(tuple(sorted(self.people)), self.people.host, self._menu.choices)

    def _tell(self, lines: Sequence[Any]) -> None:
        """Speaks the lines; meanwhile the caption is theirs."""
        self._is_telling = True
        self._refresh()
        super()._tell(lines)
        self._is_telling = False
        self._refresh()

    # What people say

    def _hear(self, heard: Heard, meant: Meaning) -> None:
        self._touched_s = self.time.now()
        if meant is Meaning.SIT:
            self.people.sit(heard.seat)
            self.effects.play("chime")
            self._arrived.append(heard.seat)
        elif meant is Meaning.STAND:
            self._stand(heard.seat)
        elif meant is Meaning.OPEN:
            self._is_open = True
        else:
            before = self._menu.choices
            self._menu.turning.hear(meant)
            if self._menu.passed:
                self._menu.passed = False
                self._pass_on()
            if self._menu.choices != before:
                self._heed()
        self._refresh()

    def _hear_typed(self, meant: Meaning) -> None:
        if self._is_open and self.people.host is not None:
            self._hear(Heard(self.time.now(), self.people.host, 0, Kind.PRESS), meant)

    def _stand(self, seat: int) -> None:
        """A chair is free again; a host who leaves hands on to the next, clockwise."""
        if seat == self.people.host:
            self._pass_on()
        self.people.discard(seat)
        self._is_open = self._is_open and bool(self.people)

    def _pass_on(self) -> None:
        host = self.people.host
        assert host is not None
        self.people.host = min(self.people - {host}, key=lambda seat: (seat < host, seat), default=None)

    def _heed(self) -> None:
        """What has just been chosen holds at once."""
        self.narration = self._apply(self._menu.choices)
        self._words = Words(self._menu.choices.language)
        self._menu.speak(self._words, self._button_count)
        self._lay_places()

    def _give_up_chairs(self) -> None:
        """Who has been still for very long has gone."""
        if self.people and self.time.now() >= self._touched_s + EMPTY_S:
            self.people.clear()
            self._is_open = False
            self._menu.choices = self._house.choices
            self._heed()

    # When it goes on

    def _begins(self) -> bool:
        return self._menu.started or self.time.now() >= self._starts_by_itself_s()

    def _starts_by_itself_s(self) -> float:
        """When the round begins though nobody has started it; never at a table of people only."""
        if self._starts_s is None or not self._can_begin:
            return float("inf")
        return self._touched_s + (MENU_S if self._is_open else self._starts_s)

    def _next_change_s(self) -> float:
        if self._arrived or self._menu.started:
            return AT_ONCE
        now_s = self.time.now()
        show_s = float("inf") if self.people else (now_s // SHOW_S + 1) * SHOW_S
        if self._shown != now_s // SHOW_S and not self.people:
            show_s = AT_ONCE
        empty_s = self._touched_s + EMPTY_S if self.people else float("inf")
        return min(show_s, empty_s, self._starts_by_itself_s())

    # What the table shows

    def _refresh(self) -> None:
        """Board and gestures as they are now."""
        seated, pods = len(self.people), len(self._names)
        self._menu.seated, self._menu.pods = seated, pods
        self._can_begin = not self._menu.why_not()
        self._is_open = self._is_open or (bool(self.people) and self._can_begin)
        board = self.board
        self._shown = int(self.time.now() // SHOW_S)
        for seat, place in enumerate(board.places):
            place.ready = seat in self.people
            place.marked = seat == self.people.host
            self._turn(seat)
        board.title = self.narration.word("title.attract")
        if self.people.host is None:
            board.headline, prompt = self._page()
        else:
            host = self.narration.seat(self._sitters()[self.people.host]).label
            board.headline = self._words.text("lobby.seated", number=seated, host=host)
            prompt = self._words.text("lobby.wait_menu" if self._is_open else "lobby.wait")
        if not self._is_telling:
            board.caption = prompt
        starts_s = self._starts_by_itself_s()
        board.timer = None if starts_s == float("inf") else Timer(starts_s, starts_s - self._touched_s)
        board.menu = self._menu.menu(seated, pods) if self._is_open else None

    def _page(self) -> tuple[str, str]:
        """What the board tells while nobody sits: by turns what this is and how it is played."""
        number, is_rule = divmod(self._shown, 2)
        if is_rule and not self._is_telling:
            rules = self._menu.pages()
            return rules[number % len(rules)]
        show: Sequence[str] = self._words.table["show"]
        return self.narration.word("headline.attract"), show[number % len(show)]

    def _turn(self, seat: int) -> None:
        """What a seat's buttons mean from now on. A finger that is down has said what it said."""
        phase: Phase = "attract"
        if seat == self.people.host:
            phase = "menu" if self._is_open else "host"
        elif seat in self.people:
            phase = "seated"
        if self._phases.get(seat) != phase:
            self._phases[seat] = phase
            self._stale |= {finger for finger in self._contacts if finger.seat == seat}

    def _ring(self, seat: int, now_s: float) -> bytes:
        pixels = self.rings.pixels
        if seat not in self.people:
            return patterns.lobby_breathing(pixels, now_s)
        return patterns.host(pixels, now_s) if seat == self.people.host else patterns.taken(pixels, now_s)

    def _lay_places(self) -> None:
        menu = self.board.menu
        self.board = Board(places=[Place(self.narration.seat(seat).label) for seat in self._sitters()])
        self.board.menu = menu
