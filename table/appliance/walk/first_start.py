"""The first start of a table without a known wiring: it is taught by its buttons alone.

People choose the language, the size of the rings and the number of seats. Then one ring after the other is
lit, and the person who sits at it presses. So the table learns which button belongs to which ring, and their
order round the table. Until then any contact turns the menus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from hardware import patterns
from hardware.notify import ServiceManager
from hardware.pods.lines import PodLines
from hardware.rings.backends import BACKENDS as RING_BACKENDS
from hardware.rings.backends import PROPOSED
from hardware.troubles import Trouble
from table.appliance.devices.open_devices import BEAT_S
from table.appliance.devices.openers import EveryOpener
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.sound import called
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.deeds import Errand, Tell
from table.appliance.starting import end_on_signals
from table.appliance.table import Table
from table.appliance.voicing.human_voice import HumanVoice
from table.appliance.walk.any_contact import AnyContact
from table.appliance.walk.contacts import Pin, PodWire, TaughtContacts, Wire
from table.appliance.walk.walk import Walk
from table.errors import UnreadableError
from table.room.act import NEVER
from table.room.devices import Devices
from table.settings.settings import SEATS_MOST, Layer, Settings
from table.words.catalogue import Catalogue
from table.words.narration import Narration
from table.words.troubles import Troubles

PIXELS = (16, 24)
"""Sizes of rings that can be chosen."""
BUTTONS = (1, 2, 3)
WAIT_S = 30.0
"""Seconds in which the person at the lit ring has to press."""
STUCK_S = 5.0
"""Seconds after which a contact that is down no longer counts as pressed together with another."""
TOLD_S = 8.0
"""Seconds for which the result of fetching a voice is on the board."""
LIT = patterns.ORANGE.dimmed(0.1)
"""Colour of a whole lit ring. 24 rings of 24 pixels draw less current than the smallest usual supply
gives."""


class FirstStart:
    """The script that teaches a whole table.

    `devices`: their buttons report each contact as the first button of a seat of its own; their rings are
    those of the largest table.
    `pins`: the contacts.
    `settings`: the owner's, with which the menus begin.
    `telling`: switches to another language, and returns its telling.
    `least`: the fewest seats.
    `keep`: stores what was taught, and returns why it cannot.
    `wrong`: why the table has to be taught again; it is shown.
    `trouble`: why some contacts are not heard.
    `beat_s`: longest time between two readings of the contacts.
    `wifi`: the table's own Wi-Fi, offered where there is no other network.
    `pods`: the lines of pods that plug in.
    `human`: a human voice, offered where there is none; None: Piper is not installed.
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
        wifi: OwnWifi | None = None,
        pods: PodLines | None = None,
        human: HumanVoice | None = None,
    ) -> None:
        self._settings, self._languages, self._least, self._keep = settings, languages, least, keep
        narration, rings = telling(settings.language), Wire(devices.rings)
        names = [*narration.places][:SEATS_MOST]
        self._contacts, self._lines = TaughtContacts(pins), pods
        wire = PodWire(rings, pods, self._contacts, lambda: self._walk.pixels) if pods else rings
        self._walk = Walk(devices._replace(rings=wire), narration, names, 1, beat_s=beat_s)
        self._walk.pixels = settings.pixels
        self._is_of_pods = False
        """Whether all seats are pods that plug in."""
        self._heard = AnyContact(self._walk, self._contacts, telling, trouble)
        self._heard.wrong = wrong
        self._output: str | None = None
        """Where the voice is heard; None: nobody was asked."""
        self._seats, self._buttons, self._wifi = settings.seats, settings.buttons, wifi
        self._human = human
        self._look: Errand | None = None
        """Looks for a human voice in the network while the table is taught."""
        self._out: set[int] = set()
        """The seats that are left out."""
        self._first_pixel: int | tuple[int, ...] = 0
        self._clockwise: bool | tuple[bool, ...] = True

    def run(self) -> Layer:
        """Teaches the table until somebody confirms that all is right, and stores it. Returns the taught
        settings. Raises `ClosedError` if somebody ends the table."""
        with self._walk.heard_by(self._heard):
            while True:
                self._ask_what_it_is()
                if not self._walk_round():
                    continue
                if not self._is_of_pods:
                    self._ask_how_rings_lie()
                if self._is_right():
                    break
            taught = self._layer()
            while reason := self._keep(taught):
                if self._heard.ask("not_kept", ["keep", "tonight"], caption=reason) == "tonight":
                    break
            if self._wifi:
                _offer(self._wifi, self._heard, self._walk)
            if self._human and self._look and not self._look.thread.is_alive():
                _offer_voice(self._human, self._heard, self._walk)
            return taught

    # Questions by a menu

    def _ask_what_it_is(self) -> None:
        """Asks for the language, the size of the rings, the number of seats and of their buttons."""
        text, languages, walk = self._heard.text, self._languages, self._walk
        self._heard.lay(SEATS_MOST)

        def speak() -> None:
            try:
                self._heard.speak(languages[self._heard.cursor.cursor])
            except UnreadableError as error:  # A mistake in the owner's texts: the language stays as it is.
                self._heard.wrong = Troubles.of(self._walk.village.narration).any(error.wrong)
            if not walk.voice.speaking:
                walk.voice.speak(text("language"), self._heard.words.written_in)

        now = languages.index(self._walk.village.narration.language)
        self._heard.choose(
            "language", named(languages, walk.village.narration.own), now, show=walk.breathing, turned=speak
        )
        self._heard.wrong = ""
        self._look_for_a_voice()
        self._ask_who_hears()
        self._is_of_pods = self._ask_for_pods()
        if self._is_of_pods:
            return

        def ring_of(seat: int, now_s: float) -> bytes:  # noqa: ARG001
            size = PIXELS[self._heard.cursor.cursor]
            return bytes(LIT) * size if seat == 0 else patterns.dead(size)

        sizes = [text("pixels_of", number=pixels) for pixels in PIXELS]
        walk.pixels = PIXELS[self._heard.choose("pixels", sizes, PIXELS.index(walk.pixels), show=ring_of)]
        numbers = range(self._least, min(SEATS_MOST, walk.pixels) + 1)

        def rings_up_to(seat: int, now_s: float) -> bytes:
            is_lit = seat < numbers[self._heard.cursor.cursor]
            return bytes(LIT) * walk.pixels if is_lit else walk.dark(seat, now_s)

        at = numbers.index(min(max(self._seats, numbers[0]), numbers[-1]))
        counts = [text("seats_of", number=seats) for seats in numbers]
        self._seats = numbers[self._heard.choose("seats", counts, at, show=rings_up_to)]
        each = [text(f"buttons_{number}") for number in BUTTONS]
        self._buttons = BUTTONS[self._heard.choose("buttons", each, BUTTONS.index(self._buttons))]

    def _look_for_a_voice(self) -> None:
        """Begins to look for a human voice in the language that was chosen. If the network has not answered
        once the table is taught, nobody is asked."""
        human, language = self._human, self._walk.village.narration.language
        if self._look:
            self._look.give_up()
        self._look = None

        def look(_: Tell) -> str:
            assert human
            human.look(language)
            return ""

        if human and human.is_wanted(language):
            self._look = Errand(look, self._walk.time.now)

    def _ask_for_pods(self) -> bool:
        """Asks whether all seats are pods, if any is plugged in. No more questions are needed then."""
        while self._lines and self._lines.here:
            if self._heard.ask("pods", ["pods_all", "pods_not"], show=self._walk.breathing) == "pods_not":
                break
            pods = [*self._lines.here.values()]
            if self._least <= len(pods) <= SEATS_MOST:
                self._seats, self._buttons = len(pods), min(pod.buttons for pod in pods)
                least = max(self._seats, *(pod.pixels for pod in pods))
                self._walk.pixels = next(size for size in PIXELS if size >= least)
                return True
        return False

    def _ask_who_hears(self) -> None:
        """Asks on one sound card after the other whether the voice is heard, unless the owner's file says
        which one plays."""
        card, written = self._walk.stage.card, self._settings.sound.output
        self._output = None
        if card is None or written != Settings().sound.output or not (cards := card.cards()):
            return
        self._output = written
        for number, one in enumerate(cards):
            card.use(one.name)
            told = self._heard.text("hear_told", card=self._heard.words.wrong(called(one)))
            ways = ["heard", "unheard"]
            if self._heard.ask("hear", ways, caption=told, show=self._walk.breathing) == "heard":
                self._output = one.name if number else written  # the first is where people listen
                break
        card.use(self._output)

    def _ask_how_rings_lie(self) -> None:
        """Asks where a ring begins and in which direction it runs, unless the owner's file says so."""
        rings, pixels = self._settings.rings, self._walk.pixels
        self._first_pixel, self._clockwise = rings.first_pixel, rings.clockwise
        lists = [each for each in (rings.first_pixel, rings.clockwise) if isinstance(each, tuple)]
        is_written = (rings.first_pixel, rings.clockwise) != (0, True)
        if is_written and all(len(each) == self._seats for each in lists):
            return

        def light_at(seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return patterns.light_at(pixels, self._heard.cursor.cursor)

        lights = [self._heard.text("place_of", number=number + 1) for number in range(pixels)]
        self._first_pixel = self._heard.choose("place", lights, show=light_at)

        def runner(seat: int, now_s: float) -> bytes:  # noqa: ARG001
            return patterns.light_at(pixels, int(now_s / patterns.BEAT_S))

        ways = [self._heard.words.text(f"service.{way}") for way in ("clockwise", "anticlockwise")]
        self._clockwise = self._heard.choose("way", ways, show=runner) == 0

    def _is_right(self) -> bool:
        """Asks whether all is right. Each ring shows a light at its player's place, and answers to its
        button."""
        walk, first = self._walk, self._first_pixel

        def own_place(seat: int, now_s: float) -> bytes:
            own = first[seat] if isinstance(first, tuple) else first
            return walk.thanked(seat, now_s) or patterns.light_at(walk.pixels, own)

        out = ", ".join(str(seat + 1) for seat in sorted(self._out)) or self._heard.words.text(
            "service.seats_none"
        )
        facts = {"seats": self._seats, "pixels": walk.pixels, "buttons": self._buttons, "out": out}
        told = self._heard.text("right_told", **facts)
        return self._heard.ask("right", ["open", "anew"], caption=told, show=own_place) == "open"

    # The walk

    def _walk_round(self) -> bool:
        """Lights one ring after the other. Returns False if somebody wants to begin again."""
        self._contacts.given, self._out = {}, set()
        self._heard.lay(self._seats)
        seat = 0
        while seat < self._seats:
            fault = self._teach(seat)
            if not fault:
                seat += 1
                continue
            self._forget(seat)
            match self._heard.ask(fault, self._ways_on(seat), show=self._walk.show, number=seat + 1):
                case "before":
                    seat -= 1
                    self._forget(seat)
                case "leave_out":
                    self._out.add(seat)
                    seat += 1
                case "fewer":
                    self._seats = seat
                    self._out = {out for out in self._out if out < seat}
                    self._heard.lay(seat)
                case "anew":
                    return False
        return True

    def _ways_on(self, seat: int) -> list[str]:
        """The choices for a seat that was not taught."""
        ways = ["again"]
        if seat:
            ways.append("before")
        if self._seats - len(self._out) > self._least and not self._is_of_pods:
            ways.append("leave_out")
        if seat - sum(out < seat for out in self._out) >= self._least:
            ways.append("fewer")
        return [*ways, "anew"]

    def _teach(self, seat: int) -> str:
        """Teaches the buttons of one seat, of a pod all at once. Returns why not, or an empty text."""
        for button in range(1 if self._is_of_pods else self._buttons):
            self._tell(seat, button)
            contact = self._wait_for_contact()
            if isinstance(contact, str):
                return contact
            all_at_once = self._contacts.of_pod(contact) if self._is_of_pods else [contact]
            self._contacts.given |= {each: (seat, button + at) for at, each in enumerate(all_at_once)}
        self._walk.thank(seat)
        self._walk.board.places[seat].ready = True
        return ""

    def _tell(self, seat: int, button: int) -> None:
        """Lights the ring of this seat alone, and says who presses."""
        key, named = "press_pod" if self._is_of_pods else "press", ""
        if self._buttons > 1 and not self._is_of_pods:
            buttons = self._walk.village.narration.texts("check")["buttons"]
            key, named = "press_one", buttons[str(self._buttons)][button]
        asked = self._heard.text(key, number=seat + 1, seats=self._seats, button=named)
        self._walk.board.title = self._heard.text("title")
        self._walk.tell(asked, self._heard.text(f"{key.removesuffix('_one')}_note"), seat)
        self._walk.light(seat)
        self._heard.listen()
        self._walk.say(asked, kind="menus", interrupts=False)

    def _wait_for_contact(self) -> int | str:
        """Waits for a contact that belongs to nobody yet, and returns it; or why there is none."""
        given, time = self._contacts.given, self._walk.time
        ends_s = time.now() + WAIT_S
        while time.now() < ends_s:
            self._walk.wait_until(ends_s, lambda: self._heard.pressed)
            heard, self._heard.pressed = self._heard.pressed, []
            if not heard:
                continue
            free = self._down() | {one.seat for one in heard if one.seat not in given}
            if len(free) > 1:
                self._heard.listen()
                self._correct("together", pins=self._contacts.names(free, " + "))
            elif free:
                return free.pop()
            elif self._heard.is_held:
                return "held"
            else:
                self._correct("known", number=given[heard[-1].seat][0] + 1)
            ends_s = time.now() + WAIT_S
        return "nobody"

    def _down(self) -> set[int]:
        """The contacts that have just gone down and belong to nobody."""
        since_s = self._walk.time.now() - STUCK_S
        contacts = self._walk.stage.presses.contacts.items()
        down = {finger.seat for finger, one in contacts if one.down_s is not None and one.down_s > since_s}
        return down - {*self._contacts.given}

    def _forget(self, seat: int) -> None:
        """Forgets what a seat was taught."""
        self._contacts.forget(seat)
        self._out.discard(seat)
        self._walk.board.places[seat].ready = False

    def _correct(self, key: str, **facts: object) -> None:
        """Says what was wrong with a press."""
        self._walk.board.caption = self._heard.text(key, **facts)
        self._walk.say(self._walk.board.caption, kind="menus", interrupts=False)

    def _layer(self) -> Layer:
        """The settings that were taught."""
        return {
            "language": self._walk.village.narration.language,
            "seats": self._seats,
            "pixels": self._walk.pixels,
            "buttons": self._buttons,
            "out_of_service": tuple(seat + 1 for seat in sorted(self._out)),
            "pins.backend": "gpiozero",
            "pins.bcm": self._contacts.wired(self._seats, self._buttons, self._heard.stuck()),
            "rings.backend": "pods" if self._is_of_pods else self._settings.rings.backend,
            "rings.first_pixel": self._first_pixel,
            "rings.clockwise": self._clockwise,
            **({"sound.output": self._output} if self._output else {}),
        }


def named(languages: Sequence[str], own: Catalogue) -> list[str]:
    """The name of each language in itself; an owner's language without a name has its code."""
    names: dict[str, str] = {}
    for language in languages:
        try:
            name = MenuTexts(language, own).text("other_language")
        except UnreadableError:
            name = language
        names[language] = language if name in names.values() else name
    return [*names.values()]


def _offer(wifi: OwnWifi, heard: AnyContact, walk: Walk) -> None:
    """Offers the table's own Wi-Fi, until it is open or nobody wants it."""
    ways, wrong = ["wifi_open", "wifi_not"], ""
    while wifi.is_offered and heard.ask("wifi", ways, caption=wrong) == "wifi_open":
        wrong = _opened(wifi, heard, walk)


def _opened(wifi: OwnWifi, heard: AnyContact, walk: Walk) -> str:
    """Opens it, and returns what went wrong, or an empty text."""

    def work(_: Tell) -> str:
        wrong = wifi.open()
        return heard.words.wrong(wrong) if wrong else ""

    walk.tell(heard.text("wifi_opens"), heard.text("wifi_opens_note"))
    errand = Errand(work, walk.time.now)
    walk.wait(NEVER, lambda: not errand.thread.is_alive())
    told = errand.heard()[-1].text
    return heard.words.text("service.broken") if told is None else told


def _offer_voice(human: HumanVoice, heard: AnyContact, walk: Walk) -> None:
    """Offers a human voice, until it has come, cannot speak here, or nobody wants it."""
    told: str | None = ""
    while offer := human.offer:
        about = told or heard.text("human_note", **offer.facts)
        if heard.ask("human", ["human_fetch", "human_not"], caption=about) == "human_not":
            return
        errand = Errand(lambda tell: human.fetch(tell, heard.words), walk.time.now, human.stop)
        told = heard.follow("human_fetches", ["human_wait", "human_not"], errand)
        if told is None:
            return
    if told:
        walk.tell(heard.text("human"), told)
        walk.say(told, kind="menus", interrupts=False)
        walk.wait(TOLD_S)


def teach_first(
    settings: Settings,
    telling: Callable[[str], Narration],
    languages: Sequence[str],
    least: int,
    keep: Callable[[Layer], str],
    wrong: str,
    manager: ServiceManager,
    machine: Machine,
    wifi: OwnWifi | None = None,
    human: HumanVoice | None = None,
    state: Path | None = None,
) -> Layer:
    """Opens all contacts and rings of this machine, teaches the table, and closes them. The parameters are
    those of `FirstStart`, and of `Table`. Returns the taught settings.

    Raises `DeviceError` if no contact can be heard, and `ClosedError` if somebody ends the table.
    """
    wired = [name for name, kind in RING_BACKENDS.items() if kind.lights and name != "pods"]
    backend = settings.rings.backend if settings.rings.backend in wired else PROPOSED
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
    places = [*narration.places][:SEATS_MOST]
    table = Table(whole, places, narration, None, 1.0, manager, opener=opener, state=state)
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
            wifi=wifi,
            pods=opener.pods,
            human=human,
        ).run()
    finally:
        table.close()
