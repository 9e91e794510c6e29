"""Questions to the host and others while a round is stopped."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from hardware import patterns
from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.board.menu import Menu, MenuEntry
from table.gestures import Meaning, Phase
from table.room.act import Act, Options, SeatGesture
from table.room.message_faces import Face
from table.room.room import Room
from table.room.stage import AT_ONCE

MENU_S = 20.0
"""Seconds without a press after which the menu closes without a change."""


class HostQuestions(Act):
    """A menu on the board of a room, and the seats that may answer it. Methods named `ask...` wait for the
    answer."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._stage, self._village = room.stage, room.village
        self._said: deque[tuple[int, Meaning]] = deque()
        self._asked: frozenset[int] = frozenset()
        """The seats that are asked now."""
        self._turning: MenuCursor | None = None
        """The open menu."""

    def turn_and_wait(
        self,
        turning: MenuCursor,
        is_done: Callable[[], bool],
        light: Callable[[MenuCursor], Face] | None = None,
    ) -> None:
        """Lets the host use a menu until it is done or nobody has pressed for a while. If nobody sits yet,
        anybody may use it. `light`: what a ring shows instead of the entry."""
        host = self._village.people.host
        turn: dict[int, Phase] = dict.fromkeys(
            range(len(self._village.names)) if host is None else [host], "menu"
        )
        self.hear_from(turn)
        while not is_done():
            self._turning = turning
            self.show(turning.menu())
            self._room.lights.faces |= dict.fromkeys(turn, (light or self._bar)(turning))
            said = self.wait_for_word(MENU_S)
            if said is None:
                return
            turning.hear(said[1])
            if said[1] is Meaning.TAKE and not is_done():
                self.hear_from(turn)

    def ask_for_seat(self, title: str, *, alive: bool = False, tells_played: bool = False) -> int | None:
        """The seat that the host chooses with the light on their ring; None: none. `alive`: only living ones.
        `tells_played`: shows at each seat whether the table plays for it."""
        out = self._village.people.gone | {
            seat for seat, place in enumerate(self._village.board.places) if alive and not place.alive
        }
        sitters = [sitter for sitter in self._village.sitters() if sitter.index not in out]
        chosen: list[int | None] = []

        def played(seat: int) -> str:
            key = "played" if seat in self._village.people.away else "not_played"
            return self.word(key) if tells_played else ""

        items = [
            Item(self.word("back"), take=partial(chosen.append, None)),
            *(
                Item(
                    self._village.narration.seat(sitter).label,
                    played(sitter.index),
                    take=partial(chosen.append, sitter.index),
                    key=str(sitter.index),
                )
                for sitter in sitters
            ),
        ]
        host = self.host

        def needle(turning: MenuCursor) -> Face:
            pixels = self._stage.rings.pixels
            if not turning.pointed.isdecimal():
                return lambda now_s: patterns.nobody(pixels, now_s, locked=False)
            target = self._room.lights.pixel_of(host, int(turning.pointed))
            return lambda now_s: patterns.cursor(pixels, target, now_s, locked=False)

        self.turn_and_wait(self.menu(title, lambda: items), lambda: bool(chosen), needle)
        return chosen[0] if chosen else None

    def ask_if_sure(self, title: str, hint: str, phases: Mapping[int, Phase]) -> bool:
        """Whether one of the seats heard in these phases confirms with a hold."""
        self.pose(title, hint, phases)
        said = self.wait_for_word(MENU_S)
        return said is not None and said[1] in (Meaning.SURE, Meaning.LEAVE)

    def pose(self, title: str, hint: str, phases: Mapping[int, Phase]) -> None:
        """Shows a question, and hears these seats in these phases."""
        self.show_text(self.word("title"), title, hint)
        self.hear_from(phases)
        self._room.lights.faces.clear()
        for seat, phase in phases.items():
            if phase == "sure":
                self._room.lights.faces[seat] = lambda now_s: patterns.words(
                    self._stage.rings.pixels, 0, 2, now_s, locked=True
                )

    def refuse(self, seat: int, why_not: str) -> None:
        """Shows why something is impossible for this player, until the host has read it."""
        read: list[bool] = []
        items = [Item(self.word(why_not), take=partial(read.append, True))]
        title = self._village.narration.seat(self._village.sitters()[seat]).label
        self.turn_and_wait(self.menu(title, lambda: items), lambda: bool(read))

    @property
    def host(self) -> int:
        """The seat whose menu is open."""
        host = self._village.people.host
        assert host is not None
        return host

    def hear_from(self, phases: Mapping[int, Phase]) -> None:
        """Hears only these seats from now on."""
        self._stage.presses.open(phases)
        self._said.clear()
        self._asked = frozenset(phases)

    def options(self, seat: int) -> Options | None:
        turns = self._turning and self._stage.presses.phases.get(seat) == "menu"
        return self._turning.options() if self._turning and turns else None

    def point(self, seat: int, number: int) -> bool:
        if self._said or self.options(seat) is None or self._turning is None:
            return False  # What was said before was meant where the light is.
        return self._turning.point(number)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if heard.seat not in self._asked:
            return False
        self._said.append((heard.seat, meant))
        return True

    def hear_typed(self, meant: Meaning) -> bool:
        """Turns through the menu with the arrow keys, if there is a keyboard."""
        turns = [seat for seat, phase in self._stage.presses.phases.items() if phase == "menu"]
        if turns and self._asked:
            self._said.append((turns[0], meant))
        return bool(turns and self._asked)

    def wait_for_word(self, wait_s: float) -> tuple[int, Meaning] | None:
        """Waits for the next gesture of the seats that are heard; None: none came in this time."""
        until_s = self._stage.time.now() + wait_s
        self._stage.wait_for_moment(lambda: AT_ONCE if self._said else until_s)
        return self._said.popleft() if self._said else None

    def show(self, menu: Menu) -> None:
        """Shows this menu on the board."""
        self._village.board.menu = menu

    def show_text(self, title: str, text: str, hint: str = "") -> None:
        """Shows one sentence on the board."""
        self.show(Menu(title, [MenuEntry(text)], 0, hint))

    def end(self) -> None:
        """Ends the question and clears the menu."""
        self._village.board.menu = None
        self._room.lights.faces.clear()
        self._asked = frozenset()
        self._turning = None
        self._stage.close_questions()

    def item(self, key: str, take: Callable[[], object]) -> Item:
        """An entry of a menu, with its note."""
        return Item(self.word(key), note=self.word(f"{key}_note"), take=take)

    @property
    def texts(self) -> MenuTexts:
        """The texts of menus, in the language of the round."""
        return MenuTexts(self._village.narration.language, self._village.narration.own)

    def menu(self, title: str, items: Callable[[], Sequence[Item]]) -> MenuCursor:
        """A menu of the host's, in pages. `items`: returns the present entries."""
        texts = self.texts
        return MenuCursor(title, items, texts.text(f"hint.{self._stage.presses.count}"), texts)

    def word(self, key: str, **facts: object) -> str:
        """A word of the narration for the host's menu."""
        return self._village.narration.word(f"host.{key}", **facts)

    def _bar(self, turning: MenuCursor) -> Face:
        """Shows entries on the host's ring as words are shown."""
        menu = turning.menu()
        at, count = menu.cursor, len(menu.entries)
        return lambda now_s: patterns.words(self._stage.rings.pixels, at, count, now_s, locked=False)
