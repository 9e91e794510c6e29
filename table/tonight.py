"""Putting a table together out of what is there tonight, and playing on it."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hardware.clocks import LiveClock, VirtualClock
from hardware.interface import Ambience, Buttons, Clock, Rings, Voice
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.sounds import NoAmbience
from table.bots import Bots
from table.chance import Chance
from table.errors import RefusedError, TableError, UnreadableError
from table.evening import Evening
from table.narration import Narration
from table.play import Answerer
from table.referee import Scenario, judge
from table.room import ClosedError, Devices, Placed, Room
from table.settings import Settings
from table.werewolf import telling
from table.werewolf.events import RoundOver

if TYPE_CHECKING:
    from table.board.view import View
    from table.resume import Diary, Shelf
    from table.trace import Trace
    from table.werewolf.rulebook import Rulebook

Face = Literal["window", "terminal", "log"]
"""Where a simulated table is seen: in a window, in a terminal one can type in, or as lines of text."""

BEAT_S = 1 / 60
GATHER_S = 6.0
"""How long the board waits for one more to sit down before the cards are dealt."""
OFFER_S = 15.0
"""How long a press can decline to go on with a round that was cut short."""
AGAIN_S = 45.0
"""How long the winners stay on the board before the next round."""
NIGHT_SOUND = Path(__file__).resolve().parents[1] / "sounds" / "night.wav"
WINDOW = (1280, 900)
"""Width and height of the simulated table, in pixels."""


def face_here() -> Face:
    """What a person can see and touch on this machine: a display first, else a terminal, else neither."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or sys.platform != "linux"
    if driver not in ("dummy", "offscreen") and (driver or shown):
        return "window"
    return typed_in()


def typed_in() -> Face:
    """What a person can see and touch where there is no window."""
    return "terminal" if sys.stdin.isatty() and sys.stdout.isatty() else "log"


def recordings() -> Path:
    """Where spoken lines are kept from one evening to the next."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "garou" / "voice"


def warn(sentence: str) -> None:
    """One line for whoever started the table."""
    print(f"garou: {sentence}", file=sys.stderr, flush=True)


class Table:
    """Devices that belong together. `speed`: of the clock; `face` None: the screen of a real table.

    On the clock of a "log" no time passes for whoever reads it.
    """

    def __init__(
        self, settings: Settings, names: Sequence[str], narration: Narration, face: Face | None, speed: float
    ) -> None:
        if len(names) > settings.pixels:
            raise UnreadableError(
                f"{len(names)} seats on rings of {settings.pixels} pixels; allowed: {settings.pixels} at most"
            )
        self.narration = narration
        self.face = face
        self._names = names
        self._settings = settings
        self._people: set[int] = set()
        self._told: set[str] = set()
        self._closed = False
        self._beat_s = float("inf") if face == "log" else BEAT_S
        clock: Clock = VirtualClock() if face == "log" else LiveClock(speed)
        buttons: Buttons
        rings: Rings
        view: View
        if face is None:
            view = self._screen()
            buttons = self._pins(clock)
            rings = self._rings()
        else:
            buttons = pods = SimulatedButtons(len(names), settings.buttons, clock)
            rings = lights = SimulatedRings(len(names), settings.pixels)
            view = self._simulated(face, pods, lights)
        unheard = face == "log" or speed != 1
        silent = unheard or not settings.voice.enabled
        self._devices = Devices(
            buttons,
            rings,
            SimulatedVoice(clock) if silent else self._voice(),
            view,
            clock,
            NoAmbience() if unheard or not settings.sound.ambience else self._ambience(),
        )

    def room(self, mind: Answerer, chance: Chance, *, untouched: bool = False) -> Room:
        """A room in which `mind` plays the seats nobody has touched; `untouched`: nobody can touch any."""
        devices = self._devices
        if untouched:
            nobodys = SimulatedButtons(len(self._names), self._settings.buttons, devices.clock)
            devices = devices._replace(buttons=nobodys)
        room = Room(
            devices,
            self.narration,
            self._settings.times,
            mind,
            self._names,
            self._settings.buttons,
            chance,
            self._beat_s,
            night=self._settings.game.night,
            cover_taps=self._settings.game.cover_taps,
        )
        room.people = self._people
        return room

    def keep(self, diary: Diary, room: Room) -> Answerer:
        """What answers a round at this table, and writes it down; people sit where they sat."""
        if self.face != "log":  # where nobody can press nobody sits
            self._people.update(diary.people)
        room.unkept = lambda: diary.trouble
        return diary.answerer(room)

    def offer(self) -> bool:
        """Whether the round that was cut short goes on. Raises `ClosedError` if somebody closes the table."""
        room = self.room(Bots(Chance("offer/bots")), Chance("offer/room"))
        return room.offer(OFFER_S)

    def open(self, diary: Diary) -> None:
        """From now on answers are written down; a beat comes as soon as one has been."""
        diary.open(self._devices.clock.wake if self.face != "log" else lambda: None)

    def traced(self, trace: Trace) -> None:
        """From now on everything public is written down."""
        self._devices = trace.of(self._devices)

    def lend(self) -> Devices:
        """The devices, for what is not a round: no seat is a bot's any more. The table still closes them."""
        self._people.update(range(len(self._names)))
        return self._devices

    def tell_trouble(self) -> None:
        """Says once what is wrong with which device; in a terminal only when it is free again."""
        if self.face == "terminal" and not self._closed:
            return
        voice = self._devices.voice.trouble
        silence = f"{voice} The captions go on." if voice else None
        # Without a sound card one sentence is enough.
        noiseless = None if voice else self._devices.ambience.trouble
        for trouble in (silence, noiseless, self._devices.buttons.trouble, self._devices.rings.trouble):
            if trouble and trouble not in self._told:
                self._told.add(trouble)
                warn(trouble)

    def close(self) -> None:
        """Gives everything back, the view first: what is to be said then stays to be read."""
        with ExitStack() as closing:
            closing.callback(self.tell_trouble)
            buttons, rings, voice, _, _, ambience = self._devices
            for device in (buttons, rings, voice, ambience):
                closing.callback(device.close)
            self._closed = True
            self._devices.view.close()

    def _bots(self) -> set[int]:
        return set(range(len(self._names))) - self._people

    def _simulated(self, face: Face, buttons: SimulatedButtons, rings: SimulatedRings) -> View:
        seats = [Placed(index, name) for index, name in enumerate(self._names)]
        labels = [self.narration.seat(seat).label for seat in seats]
        hint = self.narration.word(f"prompt.buttons.{buttons.buttons}")
        if face == "window":
            from table.board.window import Window

            return Window(WINDOW, buttons, rings, labels, hint, self._bots)
        from table.board.terminal import Plain, Terminal

        return Plain() if face == "log" else Terminal(buttons, rings, labels, hint, self._bots)

    def _pins(self, clock: Clock) -> Buttons:
        """The buttons of a real table: on pins of the Pi, on expanders, or on both."""
        from hardware.mixed_buttons import MixedButtons

        pins = self._settings.pins
        parts: list[Buttons] = []
        if any(pin is not None for seat in pins.gpio for pin in seat):
            from hardware.gpio import GpioButtons, pin_factory

            parts.append(GpioButtons(pins.gpio, pin_factory(pins.factory), clock))
        if any(pin is not None for seat in pins.chips for pin in seat):
            from hardware.expander import ExpanderButtons, chip_pin, open_bus

            chips = [[chip_pin(pin) if pin else None for pin in seat] for seat in pins.chips]
            parts.append(ExpanderButtons(chips, lambda: open_bus(pins.i2c_bus), clock).start())
        return MixedButtons(parts)

    def _rings(self) -> Rings:
        """The rings of a real table."""
        seats, pixels = len(self._names), self._settings.pixels
        rings = self._settings.rings
        mountings = rings.mountings(seats)
        if rings.backend == "spi":
            from hardware.spi_rings import DEVICE, Code, SpiPort, SpiRings

            port = SpiPort(rings.device or DEVICE, rings.mhz)
            return SpiRings(pixels, mountings, port, Code(rings.one, rings.mhz), rings.budget_ma)
        if rings.backend == "pio":
            from hardware.pio_rings import DEVICE as LEDS
            from hardware.pio_rings import PioPort, PioRings

            return PioRings(pixels, mountings, PioPort(rings.device or LEDS).write, rings.budget_ma)
        warn('rings.backend = "simulated": no ring is lit, so choices are made unseen')
        return SimulatedRings(seats, pixels)

    def _screen(self) -> View:
        from hardware.screen import Screen
        from table.board.fullscreen import FullScreen

        screen = self._settings.screen
        try:
            return FullScreen(Screen(None if screen.fullscreen else screen.size))
        except TableError as error:
            from table.board.terminal import Plain

            warn(f"{error} The evening goes on without a board.")
            return Plain()

    def _voice(self) -> Voice:
        from hardware.voice import MixerPlayer, SpokenVoice

        voice = self._settings.voice
        return SpokenVoice(recordings(), voice.rate, player=MixerPlayer(voice.volume))

    def _ambience(self) -> Ambience:
        from hardware.sounds import LoopedAmbience

        return LoopedAmbience(NIGHT_SOUND, self._settings.sound.ambience)


def end_on_sigterm() -> None:
    """Whoever ends the process from outside ends the evening, as if he had closed the table by hand.

    Before anything is opened: SDL takes the signal for itself where nobody has.
    """

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough, and closing takes a moment
        raise ClosedError("ended from outside")

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, end)


def open_table(
    settings: Settings, names: Sequence[str], narration: Narration, face: Face | None, speed: float
) -> Table:
    """A table; one that was to be in a window is in the terminal, or written down, where none opens."""
    end_on_sigterm()
    try:
        return Table(settings, names, narration, face, speed)
    except UnreadableError:
        raise
    except TableError as error:
        if face != "window":
            raise
        warn(f"{error} The evening is played without a window.")
        return Table(settings, names, narration, typed_in(), speed)


def play_or_go_on(
    opened: Callable[[Evening, str], Table],
    evening: Evening,
    language: str,
    rounds: int | None,
    shelf: Shelf | None,
    rulebooks: Mapping[str, Rulebook] | None,
) -> list[str]:
    """Plays this evening; or, unless somebody declines it, goes on with one that was cut short.

    `opened`: a table for an evening, in a language; `rulebooks`: by which one may go on, None for no such
    offer. Returns what `play_evening` does.
    """
    if shelf is None:
        return play_evening(opened(evening, language), evening, rounds)
    with closing(shelf):
        if shelf.told:
            warn(shelf.told)
        cut = (
            shelf.unfinished(rulebooks, len(evening.names) if not evening.imagined else None, warn)
            if rulebooks
            else None
        )
        if cut:
            kept, before = cut
            table = opened(before, kept.setup.language)
            try:
                goes_on = table.offer()
            except (ClosedError, KeyboardInterrupt):
                table.close()
                return []
            if goes_on:
                return play_evening(table, before, rounds, shelf.diary(before, kept.setup.language, kept))
            table.close()
            shelf.leave(kept)
        return play_evening(opened(evening, language), evening, rounds, shelf.diary(evening, language))


def play_evening(table: Table, evening: Evening, rounds: int | None, diary: Diary | None = None) -> list[str]:
    """Plays round after round with the same seats: `rounds` of them, or until the table is closed. `diary`:
    keeps them, and goes on with the one that was cut short, if any.

    Returns the lines that say who won the last one, and how; none if no round came to its end.
    """
    if table.face == "log" and rounds is None:
        rounds = 1  # nobody is there to end the evening
    try:
        if diary:
            table.open(diary)
        while rounds is None or len(evening.rounds) < rounds:
            seed = evening.round_seed
            room = table.room(Bots(Chance(f"{seed}/bots")), Chance(f"{seed}/room"))
            if not evening.rounds and not (diary and diary.lines):
                # LG-52: the table cannot know what card lies in front of an empty seat.
                room.gather(GATHER_S, everybody=evening.deal == "cards" and not evening.imagined)
                table.tell_trouble()
            room.begin_round()
            evening.play_next(table.keep(diary, room) if diary else room)
            table.tell_trouble()
            if len(evening.rounds) != rounds:
                room.wait_for_another(AGAIN_S)
    except (ClosedError, KeyboardInterrupt):
        pass
    finally:
        table.close()
        if diary:
            diary.close()
            if diary.trouble:
                warn(f"this evening cannot be resumed after a cut: {diary.trouble}")
    return who_won(table.narration, evening.rounds[-1]) if evening.rounds else []


def who_won(narration: Narration, over: RoundOver) -> list[str]:
    """The winner, and of every seat its card and what became of it."""
    lines = [narration.word(f"over.{over.winner}") + (" (*)" if over.winners else "")]
    for seat in over.seats:
        fate = narration.word(f"cause.{seat.cause}" if seat.cause else "cause.alive")
        star = "*" if seat in over.winners else " "
        turned = telling.turned(seat, narration)
        card = narration.card(seat.card).title + (f" ({turned})" if turned else "")
        lines.append(f"{star} {narration.seat(seat).label}: {card}, {fate}")
    return lines


def rehearse(table: Table, scenario: Scenario) -> dict[str, Any]:
    """Plays a scenario through the whole table, every button pressed as its answers say.

    Returns the referee's output. Raises `RefusedError` before anything is played if the referee refuses the
    scenario, `TableError` if the table comes to another end than the referee.
    """
    try:
        wanted = judge(scenario)
        try:
            played = judge(
                scenario, lambda answers: table.room(answers, Chance(scenario.seed), untouched=True)
            )
        except RefusedError as refused:
            # The answers fit what the referee asks for: the table has asked for something else.
            raise TableError(f"the table and the referee differ: {refused}") from None
    finally:
        table.close()
    for key, value in wanted.items():
        if played[key] != value:
            raise TableError(f"the table and the referee differ in {key}: {played[key]} instead of {value}")
    return wanted
