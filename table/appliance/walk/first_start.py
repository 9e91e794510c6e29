"""The first start of a table whose wiring nobody has written: it is taught by its buttons alone.

People choose the language, the size of the rings and the number of seats. Then one ring after the other is
lit, and whoever sits at it presses: this says which button belongs to which ring, and in which order they lie
round the table. Until then nobody knows which contact is whose, so any of them turns the menus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from hardware import patterns
from hardware.interface import Rings
from hardware.notify import ServiceManager
from hardware.rings.backends import PROPOSED
from hardware.troubles import Trouble
from table.appliance.devices.open_devices import BEAT_S
from table.appliance.devices.openers import EveryOpener
from table.appliance.doctor.machine import Machine
from table.appliance.menu.menus import Item, MenuCursor, MenuTexts
from table.appliance.starting import end_on_signals
from table.appliance.table import Table
from table.appliance.walk.walk import LINE_S
from table.engine.chance import Chance
from table.errors import UnreadableError
from table.gestures import Meaning
from table.room.act import NEVER, Act, SeatGesture
from table.room.devices import Devices
from table.room.stage import AT_ONCE, Stage
from table.settings.settings import SEATS_MOST, Layer, Settings
from table.words.narration import Narration
from table.words.troubles import Troubles

PIXELS = (16, 24)
"""The sizes of rings."""
BUTTONS = (1, 2, 3)
WAIT_S = 30.0
"""Seconds for whoever sits at the lit ring to press."""
THANKS_S = 1.0
"""Seconds for which a ring shows that its button was pressed."""
STUCK_S = 5.0
"""Seconds after which a contact that is down does not count as pressed together with another."""
LIT = patterns.ORANGE.dimmed(0.1)
"""Of a whole ring: 24 rings of 24 pixels draw less than the smallest usual supply gives."""

Pin = int | str
Show = Callable[[int, int, float], bytes]
"""What a ring shows: by the cursor of the menu, the seat, the time."""


class Wire:
    """All that a wire of rings may reach, whatever the size of its rings: what is shown fills its beginning,
    and all behind it is dark."""

    def __init__(self, rings: Rings) -> None:
        self._rings = rings
        self._bytes = 3 * rings.seats * rings.pixels
        self.seats, self.pixels = rings.seats, rings.pixels

    def show(self, frame: bytes) -> None:
        """Shows the beginning of the wire."""
        self._rings.show(frame[: self._bytes].ljust(self._bytes, b"\0"))

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame could not be sent, or None."""
        return self._rings.trouble

    def close(self) -> None:
        """Darkens the rings."""
        self._rings.close()


class FirstStart(Act):
    """One walk round a table. `devices`: their buttons tell of each contact as of the first button of a seat
    of its own, their rings are those of the largest table; `pins`: the contacts; `settings`: the owner's,
    which the menus begin with; `telling`: speaks another language, and returns its telling; `least`: the
    fewest seats; `keep`: keeps what was taught, returns why it cannot; `wrong`: why the table has to be
    taught again, to be shown; `trouble`: why some contacts are not heard; `beat_s`: the longest time between
    two looks at the contacts.
    """

    def __init__(
        self,
        devices: Devices,
        pins: Sequence[Pin],
        settings: Settings,
        telling: Callable[[str], Narration],
        languages: Sequence[str],
        least: int,
        keep: Callable[[Layer], str],
        *,
        wrong: str = "",
        trouble: Trouble | None = None,
        beat_s: float = NEVER,
    ) -> None:
        self._pins, self._settings, self._languages, self._least = pins, settings, languages, least
        self._telling, self._keep, self._wrong, self._trouble = telling, keep, wrong, trouble
        self._voice = devices.voice
        narration = telling(settings.language)
        self._words = MenuTexts(narration.language, narration.own)
        self._wire = Wire(devices.rings)
        self._stage = Stage(
            devices._replace(rings=self._wire),
            narration,
            [*narration.places][:SEATS_MOST],
            1,
            Chance("first start"),
            beat_s=beat_s,
            people_sit=False,
        )
        self._stage.enter(self)
        self._show: Show = lambda cursor, seat, now_s: patterns.dead(self._pixels)  # noqa: ARG005
        self._turning = MenuCursor("", list, "")
        self._is_menu = False
        """Whether a menu is open; otherwise somebody is to press at the lit ring."""
        self._turned: Callable[[int], object] = lambda cursor: None  # noqa: ARG005
        """Called with the cursor of the menu when it has moved."""
        self._heard: list[tuple[int, Meaning]] = []
        """The contacts that were pressed or held since the ring was lit."""
        self._touches = 0
        """How often any contact was pressed or held."""
        self._thanks: dict[int, float] = {}
        """Until when each ring shows that its button was pressed."""
        self._pixels: int = settings.pixels
        self._seats, self._buttons = settings.seats, settings.buttons
        self._given: dict[int, tuple[int, int]] = {}
        """The seat and the button of each contact that was taught."""
        self._out: set[int] = set()
        """The seats that are left out."""
        self._first_pixel: int | tuple[int, ...] = 0
        self._clockwise: bool | tuple[bool, ...] = True

    def run(self) -> Layer:
        """Teaches the table until somebody says that all is right, and keeps it. Returns the settings that
        were taught. Raises `ClosedError` if somebody ends the table."""
        while True:
            self._ask_what_it_is()
            if not self._walk():
                continue
            self._ask_how_rings_lie()
            if self._is_right():
                taught = self._layer()
                while reason := self._keep(taught):
                    if self._ask("not_kept", ["keep", "tonight"], caption=reason) == "tonight":
                        break
                return taught

    # Questions by a menu

    def _ask_what_it_is(self) -> None:
        """Asks for the language, the size of the rings, the number of seats and of their buttons."""
        text, languages = self._text, self._languages
        self._lay(SEATS_MOST)

        def speak(cursor: int) -> None:
            try:
                self._speak(languages[cursor])
            except UnreadableError as error:  # A mistake in the owner's texts: the language stays as it is.
                self._wrong = Troubles.of(self._stage.village.narration).any(error.wrong)
            if not self._voice.speaking:
                self._voice.speak(text("language"), self._words.language)

        now = languages.index(self._stage.village.narration.language)
        self._menu("language", self._named_languages(), now, show=self._breathing, turned=speak)
        self._wrong = ""

        def ring_of(cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return bytes(LIT) * PIXELS[cursor] if seat == 0 else patterns.dead(PIXELS[cursor])

        sizes = [text("pixels_of", number=pixels) for pixels in PIXELS]
        self._pixels = PIXELS[self._menu("pixels", sizes, PIXELS.index(self._pixels), show=ring_of)]
        numbers = range(self._least, min(SEATS_MOST, self._pixels) + 1)

        def rings_up_to(cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return bytes(LIT if seat < numbers[cursor] else (0, 0, 0)) * self._pixels

        at = numbers.index(min(max(self._seats, numbers[0]), numbers[-1]))
        counts = [text("seats_of", number=seats) for seats in numbers]
        self._seats = numbers[self._menu("seats", counts, at, show=rings_up_to)]
        each = [text(f"buttons_{number}") for number in BUTTONS]
        self._buttons = BUTTONS[self._menu("buttons", each, BUTTONS.index(self._buttons))]

    def _named_languages(self) -> list[str]:
        """What each language calls itself; one of the owner's without a name of its own has its code."""
        named: dict[str, str] = {}
        for language in self._languages:
            try:
                name = MenuTexts(language, self._stage.village.narration.own).text("other_language")
            except UnreadableError:
                name = language
            named[language] = language if name in named.values() else name
        return [*named.values()]

    def _ask_how_rings_lie(self) -> None:
        """Asks where a ring begins and which way it runs, unless the owner's file says so."""
        rings, pixels = self._settings.rings, self._pixels
        self._first_pixel, self._clockwise = rings.first_pixel, rings.clockwise
        lists = [each for each in (rings.first_pixel, rings.clockwise) if isinstance(each, tuple)]
        if (rings.first_pixel, rings.clockwise) != (0, True) and all(
            len(each) == self._seats for each in lists
        ):
            return

        def light_at(cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return patterns.light_at(pixels, cursor)

        lights = [self._text("place_of", number=number + 1) for number in range(pixels)]
        self._first_pixel = self._menu("place", lights, show=light_at)

        def runner(cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return patterns.light_at(pixels, int(now_s / patterns.BEAT_S))

        ways = [self._words.text(f"service.{way}") for way in ("clockwise", "anticlockwise")]
        self._clockwise = self._menu("way", ways, show=runner) == 0

    def _is_right(self) -> bool:
        """Asks whether all is right. The light of each ring stands at its player's place, and a ring answers
        to its button."""
        out = ", ".join(str(seat + 1) for seat in sorted(self._out)) or self._words.text("service.seats_none")
        facts = {"seats": self._seats, "pixels": self._pixels, "buttons": self._buttons, "out": out}
        told = self._text("right_told", **facts)
        return self._ask("right", ["open", "anew"], caption=told, show=self._own_place) == "open"

    def _own_place(self, cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG002
        if now_s < self._thanks.get(seat, 0.0):
            return patterns.taken(self._pixels, now_s)
        given = self._first_pixel
        first = given[seat] if isinstance(given, tuple) else given
        return patterns.light_at(self._pixels, first)

    def _breathing(self, cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG002
        return patterns.lobby_breathing(self._pixels, now_s)

    def _ask(
        self, key: str, ways: Sequence[str], *, caption: str = "", show: Show | None = None, number: int = 0
    ) -> str:
        """Asks which way to go on: "again", "anew". Returns it."""
        labels = [self._text(way) for way in ways]
        return ways[self._menu(key, labels, caption=caption, show=show, number=number)]

    def _menu(
        self,
        key: str,
        labels: Sequence[str],
        at: int = 0,
        *,
        caption: str = "",
        show: Show | None = None,
        turned: Callable[[int], object] = lambda cursor: None,  # noqa: ARG005
        number: int = 0,
    ) -> int:
        """Opens a menu and returns the number of the entry that is taken. `key`: of its title, which may
        mention the `number` of a ring, and of the sentence below it, unless that is `caption`; `at`: the
        entry to begin with; `turned`: called with the entry when the menu has been turned."""
        taken: list[int] = []
        items = [Item(label, take=partial(taken.append, number)) for number, label in enumerate(labels)]
        self._turning = MenuCursor("", lambda: items, "")
        self._turning.cursor = at
        self._show = show or self._dark

        def lay(cursor: int) -> None:
            turned(cursor)
            self._lay_menu(self._text(key, number=number), caption or self._text(f"{key}_note"))

        self._is_menu, self._turned = True, lay
        lay(at)
        self._listen()
        self._say(self._stage.village.board.caption)
        self._stage.wait_for_moment(lambda: AT_ONCE if taken else NEVER)
        self._is_menu = False
        self._stage.village.board.menu = None
        return taken[0]

    def _lay_menu(self, title: str, caption: str) -> None:
        """Shows the menu in the language that is spoken now."""
        board = self._stage.village.board
        self._turning.title, self._turning.hint = title, self._words.text("hint.1")
        board.title, board.headline, board.caption = self._text("title"), title, caption
        board.menu = self._turning.menu()

    # The walk

    def _walk(self) -> bool:
        """Lights one ring after the other. Returns False if somebody wants to begin anew."""
        self._given, self._out = {}, set()
        self._lay(self._seats)
        seat = 0
        while seat < self._seats:
            fault = self._teach(seat)
            if not fault:
                seat += 1
                continue
            self._forget(seat)
            match self._ask(fault, self._ways_on(seat), show=self._lit(seat), number=seat + 1):
                case "before":
                    seat -= 1
                    self._forget(seat)
                case "leave_out":
                    self._out.add(seat)
                    seat += 1
                case "fewer":
                    self._seats = seat
                    self._out = {out for out in self._out if out < seat}
                    self._lay(seat)
                case "anew":
                    return False
        return True

    def _ways_on(self, seat: int) -> list[str]:
        """What can be done about a seat that was not taught."""
        ways = ["again"]
        if seat:
            ways.append("before")
        if self._seats - len(self._out) > self._least:
            ways.append("leave_out")
        if seat - sum(out < seat for out in self._out) >= self._least:
            ways.append("fewer")
        return [*ways, "anew"]

    def _teach(self, seat: int) -> str:
        """Teaches the buttons of one seat. Returns why not, or an empty text."""
        for button in range(self._buttons):
            self._tell(seat, button)
            contact = self._wait_for_contact()
            if isinstance(contact, str):
                return contact
            self._given[contact] = seat, button
        self._thanks[seat] = self._stage.time.now() + THANKS_S
        self._stage.village.board.places[seat].ready = True
        return ""

    def _wait_for_contact(self) -> int | str:
        """Waits for a contact that is nobody's yet, and returns it; or why there is none."""
        ends_s = self._stage.time.now() + WAIT_S
        while self._stage.time.now() < ends_s:
            self._wait_for_heard(ends_s)
            heard, self._heard = self._heard, []
            free = self._down() | {contact for contact, _ in heard if contact not in self._given}
            if heard and len(free) > 1:
                self._listen()
                names = " + ".join(self._name(contact) for contact in sorted(free))
                self._correct("together", pins=names)
            elif heard and free:
                return free.pop()
            elif heard:
                contact, meant = heard[-1]
                if meant is Meaning.TAKE:
                    return "held"
                self._correct("known", number=self._given[contact][0] + 1)
            if heard:
                ends_s = self._stage.time.now() + WAIT_S
        return "nobody"

    def _wait_for_heard(self, until_s: float) -> None:
        self._stage.wait_for_moment(lambda: AT_ONCE if self._heard else until_s)

    def _down(self) -> set[int]:
        """The contacts that have just gone down, and are nobody's."""
        since_s = self._stage.time.now() - STUCK_S
        contacts = self._stage.presses.contacts.items()
        down = {finger.seat for finger, one in contacts if one.down_s is not None and one.down_s > since_s}
        return down - {*self._given}

    def _forget(self, seat: int) -> None:
        """Takes a seat back."""
        self._given = {contact: of for contact, of in self._given.items() if of[0] != seat}
        self._out.discard(seat)
        self._stage.village.board.places[seat].ready = False

    def _tell(self, seat: int, button: int) -> None:
        """Lights the ring of this seat alone, and says who presses."""
        board, several = self._stage.village.board, self._buttons > 1
        named = (
            self._stage.village.narration.texts("check")["buttons"][str(self._buttons)] if several else [""]
        )
        key = "press_one" if several else "press"
        board.title = self._text("title")
        board.headline = self._text(key, number=seat + 1, seats=self._seats, button=named[button])
        board.caption = self._text("press_note")
        for index, place in enumerate(board.places):
            place.marked = index == seat
        self._show = self._lit(seat)
        self._heard = []
        self._listen()
        self._say(board.headline)

    def _lit(self, lit: int) -> Show:
        """This ring breathes, and all others are dark but for thanks."""

        def show(cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG001
            if seat == lit:
                return patterns.lobby_breathing(self._pixels, now_s)
            if now_s < self._thanks.get(seat, 0.0):
                return patterns.taken(self._pixels, now_s)
            return patterns.dead(self._pixels)

        return show

    def _dark(self, cursor: int, seat: int, now_s: float) -> bytes:  # noqa: ARG002
        return patterns.dead(self._pixels)

    def _correct(self, key: str, **facts: object) -> None:
        """Says what was wrong with a press."""
        self._stage.village.board.caption = self._text(key, **facts)
        self._say(self._stage.village.board.caption)

    # What was taught

    def _layer(self) -> Layer:
        """The settings that were taught. A seat that was left out gets contacts that nobody has pressed, so
        that it can be taught later."""
        spare = [contact for contact in range(len(self._pins)) if contact not in self._given]
        used = {self._chip(contact) for contact in self._given}
        spare.sort(key=lambda contact: (contact in self._stuck(), self._chip(contact) not in {"", *used}))
        found = {of: contact for contact, of in self._given.items()}
        bcm = tuple(
            tuple(
                self._pins[found[seat, button] if (seat, button) in found else spare.pop(0)]
                for button in range(self._buttons)
            )
            for seat in range(self._seats)
        )
        return {
            "language": self._stage.village.narration.language,
            "seats": self._seats,
            "pixels": self._pixels,
            "buttons": self._buttons,
            "out_of_service": tuple(seat + 1 for seat in sorted(self._out)),
            "pins.backend": "gpiozero",
            "pins.bcm": bcm,
            "rings.backend": self._settings.rings.backend,
            "rings.first_pixel": self._first_pixel,
            "rings.clockwise": self._clockwise,
        }

    def _chip(self, contact: int) -> str:
        """The expander that a contact is on; empty: it is on the header."""
        pin = self._pins[contact]
        return pin.partition(".")[0] if isinstance(pin, str) else ""

    def _name(self, contact: int) -> str:
        pin = self._pins[contact]
        return pin if isinstance(pin, str) else f"GPIO{pin}"

    # Beats

    def _listen(self) -> None:
        """Hears all contacts from now on; what is down already says nothing."""
        self._stage.open_questions(range(len(self._pins)), "menu")

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        self._touches += 1
        if self._is_menu:
            if heard.seat in self._given:
                self._thanks[self._given[heard.seat][0]] = self._stage.time.now() + THANKS_S
            self.hear_typed(meant)
        else:
            self._heard.append((heard.seat, meant))
        return True

    def hear_typed(self, meant: Meaning) -> bool:
        if self._is_menu:
            self._turning.hear(meant)
            self._turned(self._turning.cursor)
        return self._is_menu

    def ring(self, seat: int, now_s: float) -> bytes:
        return self._show(self._turning.cursor, seat, now_s)

    def hides(self, fault: str) -> bool:  # noqa: ARG002
        """Silent expanders are no fault: nobody knows which are there."""
        return True

    def notice(self) -> str:
        """What is wrong with what was taught, with a contact, with a device: the first of them."""
        told = [text for text in (self._wrong, self._told_stuck(), self._told_trouble()) if text]
        if len(told) > 1:
            return self._stage.village.narration.word("notice.more", first=told[0], number=len(told) - 1)
        return "".join(told)

    def _say(self, line: str) -> None:
        """Speaks once the line before is over, unless somebody was faster."""
        voice, touches = self._voice, self._touches
        ends_s = self._stage.time.now() + LINE_S
        self._stage.wait_for_moment(
            lambda: ends_s if voice.speaking and self._touches == touches else AT_ONCE
        )
        if not voice.speaking:
            voice.speak(line, self._words.language)

    def _lay(self, seats: int) -> None:
        """Lays so many places on the board."""
        village = self._stage.village
        village.names = [*village.narration.places][:seats]
        village.lay_places()
        self._thanks = {}

    def _speak(self, language: str) -> None:
        """Speaks this language from now on."""
        village = self._stage.village
        if language != village.narration.language:
            words = MenuTexts(language, village.narration.own)
            village.narration, self._words = self._telling(language), words
            self._lay(len(village.names))

    def _text(self, key: str, **facts: object) -> str:
        return self._words.text(f"first.{key}", **facts)

    # Faults that the board shows

    def _stuck(self) -> list[int]:
        """The contacts that have been down from the start."""
        contacts = self._stage.presses.contacts.items()
        return sorted(finger.seat for finger, contact in contacts if contact.stuck)

    def _told_stuck(self) -> str:
        stuck = ", ".join(self._name(contact) for contact in self._stuck())
        return self._text("stuck", pins=stuck) if stuck else ""

    def _told_trouble(self) -> str:
        trouble = self._wire.trouble or self._trouble
        return Troubles.of(self._stage.village.narration).told(trouble) if trouble else ""


def teach_first(
    settings: Settings,
    telling: Callable[[str], Narration],
    languages: Sequence[str],
    least: int,
    keep: Callable[[Layer], str],
    wrong: str,
    manager: ServiceManager,
    machine: Machine,
) -> Layer:
    """Opens all contacts and rings of this machine, teaches the table, and closes them. The facts are those
    of `FirstStart`. Returns what was taught.

    Raises `DeviceError` if no contact can be heard, `ClosedError` if somebody ends the table.
    """
    backend = settings.rings.backend if settings.rings.kind.lights else PROPOSED
    settings = settings.over({"rings.backend": backend})
    whole = settings.over(
        {
            "seats": SEATS_MOST,
            "pixels": PIXELS[-1],
            "buttons": 1,
            "rings.first_pixel": 0,
            "rings.clockwise": True,
            "rings.on_board": (),
            "phones.enabled": False,
        }
    )
    narration, opener = telling(settings.language), EveryOpener(machine)
    end_on_signals()
    table = Table(whole, [*narration.places][:SEATS_MOST], narration, None, 1.0, manager, opener=opener)
    try:
        return FirstStart(
            table.lend(),
            opener.pins,
            settings,
            lambda language: table.tell_in(telling(language)),
            languages,
            least,
            keep,
            wrong=wrong,
            trouble=opener.trouble,
            beat_s=BEAT_S,
        ).run()
    finally:
        table.close()
