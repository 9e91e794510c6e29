"""Hears the contacts of a table without a known wiring: any of them turns its menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hardware.troubles import Trouble
from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.appliance.service.deeds import Errand
from table.appliance.walk.contacts import TaughtContacts
from table.appliance.walk.walk import Show, Walk
from table.gestures import Meaning
from table.room.act import NEVER, Act, SeatGesture
from table.words.narration import Narration
from table.words.troubles import Troubles


class AnyContact(Act):
    """Hears any contact: it turns the open menu, or without a menu is a press at the lit ring.

    `telling`: switches to another language, and returns its telling.
    `trouble`: why some contacts are not heard.
    """

    def __init__(
        self,
        walk: Walk,
        contacts: TaughtContacts,
        telling: Callable[[str], Narration],
        trouble: Trouble | None,
    ) -> None:
        self._walk, self._contacts, self._telling, self._trouble = walk, contacts, telling, trouble
        self.words = MenuTexts(walk.village.narration.language, walk.village.narration.own)
        self.wrong = ""
        """Why an earlier teaching or a chosen language cannot be used; empty: both can."""
        self.cursor = MenuCursor("", list, "")
        self._caption = ""
        """The sentence below the title of the open menu; empty: that of its key."""
        self._turned: Callable[[], object] | None = None
        """Called when the open menu was turned; None: a press at the lit ring is expected."""
        self.pressed: list[SeatGesture] = []
        """The contacts that were pressed or held since the ring was lit."""
        self.is_held = False
        """Whether the last of them was held."""

    # Menus

    def ask(
        self, key: str, ways: Sequence[str], *, caption: str = "", show: Show | None = None, number: int = 0
    ) -> str:
        """Asks how to go on. Returns the chosen one of `ways`, which are keys: "again", "anew"."""
        labels = [self.text(way) for way in ways]
        return ways[self.choose(key, labels, caption=caption, show=show, number=number)]

    def choose(
        self,
        key: str,
        labels: Sequence[str],
        at: int = 0,
        *,
        caption: str = "",
        show: Show | None = None,
        turned: Callable[[], object] = bool,
        number: int = 0,
    ) -> int:
        """Opens a menu and returns the number of the entry that is taken.

        `key`: of its title, and of the sentence below it.
        `number`: of a ring that the title mentions.
        `caption`: replaces that sentence.
        `at`: the first entry at the cursor.
        `show`: what rings show.
        `turned`: called when the menu was turned.
        """
        taken = self._open(key, labels, at, caption, show, turned, number)
        self._walk.wait(NEVER, lambda: taken)
        self._turned = self._walk.board.menu = None
        return taken[0]

    def follow(self, key: str, ways: Sequence[str], errand: Errand) -> str | None:
        """Shows the progress of an errand. Returns its result, or None if somebody takes the second one of
        `ways` before it is over, which gives it up."""
        taken = self._open(key, [self.text(way) for way in ways])
        ended: list[str] = []

        def look() -> bool:
            for _, text, last in errand.heard():
                self._caption = self.words.text("service.broken") if text is None else text
                self._walk.board.caption = self._caption
                ended.extend([self._caption] if last else [])
            return 1 in taken or bool(ended)

        self._walk.wait(NEVER, look)
        self._turned = self._walk.board.menu = None
        errand.give_up()
        return ended[0] if ended else None

    def _open(
        self,
        key: str,
        labels: Sequence[str],
        at: int = 0,
        caption: str = "",
        show: Show | None = None,
        turned: Callable[[], object] = bool,
        number: int = 0,
    ) -> Sequence[int]:
        """Opens a menu, as `choose` does. Returns a list that gets the number of each entry that is taken."""
        taken: list[int] = []
        items = [Item(label, take=partial(taken.append, number)) for number, label in enumerate(labels)]
        self.cursor = MenuCursor("", lambda: items, "")
        self.cursor.cursor = at
        self._walk.show, self._caption = show or self._walk.dark, caption

        def lay() -> None:
            """Shows the menu in the language that is spoken now."""
            turned()
            self.cursor.title, self.cursor.hint = self.text(key, number=number), self.words.text("hint.1")
            board = self._walk.board
            board.title, board.headline = self.text("title"), self.cursor.title
            board.caption = self._caption or self.text(f"{key}_note")
            board.menu = self.cursor.menu()

        self._turned = lay
        lay()
        self.listen()
        self._walk.say(self._walk.board.caption, kind="menus", interrupts=False)
        return taken

    # Hearing

    def listen(self) -> None:
        """Starts to hear all contacts. Those that are down already mean nothing."""
        self.pressed = []
        self._walk.stage.open_questions(range(len(self._contacts)), "menu")

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        self._walk.is_hurried = True
        if not self._turned:
            self.pressed.append(heard)
            self.is_held = meant is Meaning.TAKE
        elif heard.seat in self._contacts.given:
            self._walk.thank(self._contacts.given[heard.seat][0])
        return self.hear_typed(meant) or True

    def hear_typed(self, meant: Meaning) -> bool:
        if self._turned:
            self.cursor.hear(meant)
            self._turned()
        return self._turned is not None

    # Places, language, faults

    def lay(self, seats: int) -> None:
        """Shows this number of places on the board."""
        self._walk.village.names = [*self._walk.village.narration.places][:seats]
        self._walk.village.lay_places()
        self._walk.thanks.clear()

    def speak(self, language: str) -> None:
        """Switches to this language."""
        village = self._walk.village
        if language != village.narration.language:
            words = MenuTexts(language, village.narration.own)
            village.narration, self.words = self._telling(language), words
            self.lay(len(village.names))

    def text(self, key: str, **facts: object) -> str:
        return self.words.text(f"first.{key}", **facts)

    def hides(self, fault: str) -> bool:  # noqa: ARG002
        """Hides silent expanders: nobody knows which expanders there are."""
        return True

    def notice(self) -> str:
        """The first fault: of the teaching, of a contact, or of a device."""
        narration, stuck = self._walk.village.narration, self._contacts.names(self.stuck(), ", ")
        trouble = self._walk.stage.rings.trouble or self._trouble
        told = [self.wrong] if self.wrong else []
        told += [self.text("stuck", pins=stuck)] if stuck else []
        told += [Troubles.of(narration).told(trouble)] if trouble else []
        if len(told) > 1:
            return narration.word("notice.more", first=told[0], number=len(told) - 1)
        return "".join(told)

    def stuck(self) -> set[int]:
        """The contacts that have been down from the beginning."""
        return {finger.seat for finger, one in self._walk.stage.presses.contacts.items() if one.stuck}
