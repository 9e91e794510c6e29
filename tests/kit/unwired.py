"""A table whose wiring nobody has written, and the people round it, who see only lights and the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from hardware.clocks import VirtualClock
from hardware.outputs.sound_card import SoundCard
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.menu.menus import MenuTexts
from table.appliance.voicing.human_voice import HumanVoice
from table.appliance.walk.contacts import Pin
from table.appliance.walk.first_start import PIXELS, FirstStart
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S
from table.settings.settings import SEATS_MOST, Layer, Settings
from table.words.narration import Narration
from tests.gallery.hall import Script, Watching

PINS: Sequence[Pin] = (
    *(pin for pin in range(4, 28) if pin not in (10, 11)),
    *(f"0x{chip:02x}.GP{port}{bit}" for chip in (0x20, 0x21) for port in "AB" for bit in range(7)),
)
FOREVER_S = 4000.0


class Unwired:
    """Rings of `pixels` on a wire, those from `dark_from` on dead; the buttons of each seat on contacts that
    nobody knows. `order`: the contact of each seat's first button, the others follow on it; `held`: contacts
    that are down before the table is there."""

    def __init__(
        self,
        seats: int = 6,
        buttons: int = 1,
        pixels: int = 24,
        *,
        order: Sequence[int] = (),
        dark_from: int = SEATS_MOST,
        held: Collection[int] = (),
        language: str = "en",
        languages: Sequence[str] = ("fr", "en"),
        keep: Callable[[Layer], str] = lambda _: "",
        settings: Settings | None = None,
        wrong: str = "",
        telling: Callable[[str], Narration] = Narration.load,
        wifi: OwnWifi | None = None,
        card: SoundCard | None = None,
        clock: VirtualClock | None = None,
        human: HumanVoice | None = None,
    ) -> None:
        self.seats, self.buttons, self.pixels, self.dark_from = seats, buttons, pixels, dark_from
        self.order = order or [(7 * seat + 3) % (len(PINS) // buttons) * buttons for seat in range(seats)]
        self.clock, self.view = clock or VirtualClock(), Watching()
        self.pods = SimulatedButtons(len(PINS), 1, self.clock)
        for contact in held:
            self.pods.push(contact, 0)
        self.rings = SimulatedRings(SEATS_MOST, PIXELS[-1])
        self.voice = SimulatedVoice(self.clock, record=True)
        self.words = MenuTexts(language)
        self.kept: list[Layer] = []
        self.lit: list[set[int]] = []
        """Which rings were lit each time somebody looked."""

        def keeping(layer: Layer) -> str:
            self.kept.append(layer)
            return keep(layer)

        self.first = FirstStart(
            Devices(self.pods, self.rings, self.voice, self.view, self.clock, card=card),
            PINS,
            settings or Settings(language=language),
            telling,
            languages,
            4,
            keeping,
            wrong=wrong,
            beat_s=0.1,
            wifi=wifi,
            human=human,
        )

    def run(self, script: Script) -> Layer:
        """Runs the first start while people follow the script."""
        self.follow(script)
        return self.first.run()

    def follow(self, script: Script) -> None:
        """People follow the script from now on."""
        self.view.follow(script)
        self.clock.at(FOREVER_S, self._never)

    def _never(self) -> None:
        raise LookupError(f"the script waits in vain at {self.view.waits_for}")

    def pin(self, seat: int, button: int = 0) -> Pin:
        """Where a button is really wired."""
        return PINS[self.order[seat] + button]

    @property
    def wired(self) -> Any:
        """The pins of all seats as they really are."""
        return tuple(
            tuple(self.pin(seat, button) for button in range(self.buttons)) for seat in range(self.seats)
        )

    def seen(self) -> set[int]:
        """The rings that people see lit."""
        size, frame = 3 * self.pixels, self.rings.frame
        return {
            seat
            for seat in range(min(self.seats, self.dark_from))
            if any(frame[seat * size : (seat + 1) * size])
        }

    # What people do

    def touch(self, contact: int, for_s: float = PRESS_S, after_s: float = 0.0) -> None:
        """Presses a contact."""
        now_s = self.clock.now() + after_s
        self.clock.at(now_s, lambda: self.pods.push(contact, 0))
        self.clock.at(now_s + for_s, lambda: self.pods.release(contact, 0))

    def text(self, key: str, **facts: object) -> str:
        """A text of the first start."""
        return self.words.text(f"first.{key}", **facts)

    def turn_to(self, label: str, by: int = 0) -> Script:
        """Somebody turns the menu to this entry. `by`: their contact."""
        while True:
            yield lambda board: board.menu is not None
            menu = self.view.stands.board.menu
            assert menu
            labels = [entry.label for entry in menu.entries]
            assert label in labels, (label, labels)
            if menu.cursor == labels.index(label):
                return
            self.touch(by)
            yield 0.5

    def take(self, label: str, by: int = 0) -> Script:
        """Somebody chooses this entry."""
        yield from self.turn_to(label, by)
        self.touch(by, HOLD_S)
        yield 1.5

    def menu(self, key: str) -> Script:
        """Waits for the menu of this title."""
        begins = self.words.table["first"][key].partition("{")[0]
        yield lambda board: board.menu is not None and board.menu.title.startswith(begins)

    def choose(self, by: int = 0) -> Script:
        """Somebody chooses what this table is. `by`: their contact."""
        yield from self.take(self.words.text("other_language"), by)
        yield from self.take(self.text("pixels_of", number=self.pixels), by)
        yield from self.take(self.text("seats_of", number=self.seats), by)
        yield from self.take(self.text(f"buttons_{self.buttons}"), by)

    def lights(self, seat: int, button: int = 0) -> Script:
        """Waits until this ring is to be pressed."""
        yield self.is_turn(seat, button)
        yield 1.2  # the ring before has said thanks
        self.lit.append(self.seen())

    def is_turn(self, seat: int, button: int = 0) -> Callable[[Any], bool]:
        """Whether the board asks for this button."""
        if self.buttons == 1:
            wanted = self.text("press", number=seat + 1, seats=self.seats)
        else:
            name = Narration.load(self.words.language).texts("check")["buttons"][str(self.buttons)][button]
            wanted = self.text("press_one", number=seat + 1, seats=self.seats, button=name)
        return lambda board: board.headline == wanted and board.menu is None

    def press(self, seat: int) -> Script:
        """Whoever sits at the lit ring presses their buttons."""
        for button in range(self.buttons):
            yield from self.lights(seat, button)
            self.touch(self.order[seat] + button)
            yield 0.5

    def walk(self, *seats: int) -> Script:
        """Seat after seat presses, by default all."""
        for seat in seats or range(self.seats):
            yield from self.press(seat)

    def lie(self, by: int = 0) -> Script:
        """Somebody says that the rings lie as usual."""
        yield from self.menu("place")
        yield from self.take(self.text("place_of", number=1), by)
        yield from self.take(self.words.text("service.clockwise"), by)

    def agree(self, by: int = 0) -> Script:
        """Somebody says that all is right."""
        yield from self.menu("right")
        yield from self.take(self.text("open"), by)

    def finish(self, *seats: int, by: int = 0) -> Script:
        """These seats press, and somebody says that the rings lie as usual and all is right."""
        for seat in seats:
            yield from self.press(seat)
        yield from self.lie(by)
        yield from self.agree(by)
