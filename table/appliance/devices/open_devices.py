"""Opens the devices of a table by its settings, and changes them while it plays."""

from __future__ import annotations

from contextlib import ExitStack

from hardware.buttons.mixed import MixedButtons
from hardware.clocks import LiveClock, VirtualClock
from hardware.interface import Buttons, Clock, Rings, Slips
from hardware.lamps import NoLamps, open_lamps
from hardware.outputs.choosing import PAGE
from hardware.rings.mixed import MixedRings
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.slips import MixedSlips, NoSlips
from hardware.touches import MixedTouches
from table.appliance.devices.boards import OpenBoard, WantedBoard, open_screen, open_simulated
from table.appliance.devices.heard_board import HeardView, MenuReader
from table.appliance.devices.links import open_board_page, open_news, open_phones
from table.appliance.devices.openers import Opener
from table.appliance.devices.sounding import OpenSound, open_sound
from table.appliance.devices.table_pods import TablePods
from table.appliance.devices.watchdog_view import WatchdogView
from table.appliance.lobby.phone_seats import Taps
from table.appliance.starting import warn
from table.board.view import DisplayOptions
from table.room.devices import Devices
from table.settings.settings import Settings
from table.words.narration import Narration
from table.words.troubles import Troubles

BEAT_S = 1 / 60


class OpenDevices:
    """The open devices of a table. With the face "log" the clock jumps. `speed`: of the clock. `opener`: of
    the devices of a real table."""

    def __init__(self, wanted: WantedBoard, speed: float, opener: Opener) -> None:
        self.settings = settings = wanted.settings
        self.page = open_board_page(settings)
        """The page that shows the board; None: there is none."""
        wanted = wanted._replace(page=self.page)
        self.face = face = wanted.face
        self.manager = wanted.manager
        self.beat_s = float("inf") if face == "log" else BEAT_S
        """Longest time between two readings of the contacts."""
        self._narration = wanted.narration
        self._told: set[str] = set()
        clock: Clock = VirtualClock() if face == "log" else LiveClock(speed)
        self.board, buttons, rings = _wired(wanted, opener, clock)
        at_seats = settings.pins.pods(len(wanted.names))
        self.pods = TablePods(opener.pods, at_seats) if opener.pods else None
        """The pods that plug in; None: the table has none."""
        self.phones = open_phones(settings, len(wanted.names), clock)
        self.news = open_news(settings)
        """The connection for the table's public news; None: it has none."""
        self.taps = Taps(clock)
        worded: list[Slips] = [self.board.slips] if self.board.slips else []
        if self.pods:
            worded.append(self.pods.slips)
        if self.phones:
            buttons = MixedButtons([buttons, self.phones.buttons, self.taps])
            rings = MixedRings([rings, self.phones.rings])
            worded.append(self.phones.slips)
        unheard = face == "log" or speed != 1
        self.look(settings.screen)
        # Where nobody needs a page, nobody may hear what only a page plays.
        playing = self.page if self.board.is_page or settings.sound.output == PAGE else None
        self.heard = (
            OpenSound(SimulatedVoice(clock))
            if unheard
            else open_sound(settings, clock, wanted.music, wanted.state, playing)
        )
        self.reader = MenuReader(
            self.heard.voice,
            lambda: self._narration.own.written_in("menus", self._narration.language),
            enabled=settings.voice.menus and self.heard.is_spoken,
        )
        view = self.board.view
        view = view if unheard else HeardView(view, [self.reader.hear, *self.heard.hears])
        view = HeardView(view, [self.pods.cover]) if self.pods else view
        self.devices = Devices(
            buttons,
            rings,
            self.heard.voice,
            WatchdogView(view, self.manager) if self.manager.listens else view,
            clock,
            self.heard.ambience,
            getattr(self.board.view, "typed", tuple),
            self.heard.effects,
            MixedSlips(worded) if len(worded) > 1 else (*worded, NoSlips())[0],
            open_lamps(settings.pins.wires) if face is None else NoLamps(),
            MixedTouches([self.board.touches, *([self.phones.touches] if self.phones else [])]),
            self.heard.card,
        )

    @property
    def has_slips(self) -> bool:
        """Whether each pod shows words below it."""
        return self.board.slips is not None

    @property
    def is_heard(self) -> bool:
        """Whether a voice can call players whose eyes are closed, and ask them to open them."""
        return self.settings.voice.enabled and not self.heard.is_silent and not self.devices.voice.trouble

    @property
    def has_captions(self) -> bool:
        """Whether spoken lines are written on the board."""
        return self.settings.screen.captions or not self.heard.is_spoken or self.heard.is_silent

    def choose(self, settings: Settings) -> None:
        """Changes the volumes and the look of the board."""
        self.settings = settings
        self.look(settings.screen)
        self.sound(settings)

    def sound_like(self, rulebook: str) -> None:
        """Changes the sound of the night to that of this game."""
        self.heard.sound_like(rulebook)

    def sound(self, choices: Settings, part: float = 1.0) -> None:
        """Changes the volumes."""
        for key, heard in self.heard.volumes.items():
            heard.volume = part * choices.value(key)
        self.reader.enabled = choices.voice.menus and bool(part) and self.heard.is_spoken

    def look(self, look: DisplayOptions) -> None:
        """Changes how the board is drawn."""
        self.board.look(look)

    def tell_in(self, narration: Narration) -> None:
        """Changes the words for the seats, for the hint of a simulated table, and for troubles."""
        self._narration = narration
        self.board.tell_in(narration)

    def tell_trouble(self) -> None:
        """Prints each trouble of a device once. With a service manager, troubles of buttons and rings are
        reported by the board instead, since it may be the middle of a night."""
        devices, troubles = self.devices, Troubles.of(self._narration)
        told: list[str] = []
        if voice := devices.voice.trouble:
            told.append(troubles.goes_on("captions", voice))
        if devices.card and (elsewhere := devices.card.elsewhere):
            told.append(troubles.told(elsewhere))
        if makeshift := self.heard.makeshift():
            told.append(troubles.goes_on("other_voice", makeshift))
        if late := self.heard.late():
            told.append(troubles.told(late))
        if not voice:
            noiseless = [
                trouble for trouble in (devices.ambience.trouble, devices.effects.trouble) if trouble
            ]
            is_card_lost = devices.card and devices.card.trouble  # One sentence is enough.
            told += map(troubles.told, noiseless[:1] if is_card_lost else noiseless)
        if not self.manager.listens:
            wires = [*devices.buttons.troubles, devices.rings.trouble]
            told += [troubles.told(trouble) for trouble in wires if trouble]
        for sentence in told:
            if sentence not in self._told:
                self._told.add(sentence)
                warn(sentence)

    def close(self) -> None:
        """Closes all devices, the view first, so that messages after it can be read."""
        with ExitStack() as closing:
            closing.callback(self.tell_trouble)
            for link in (self.phones, self.page):
                if link:
                    closing.callback(link.close)
            if self.news:
                closing.callback(self.news.close)
            if self.pods:
                closing.callback(self.pods.lines.close)
            devices = self.devices
            if devices.card:
                closing.callback(devices.card.close)
            buttons, rings, voice = devices.buttons, devices.rings, devices.voice
            heard, pods = (devices.ambience, devices.effects), (devices.slips, devices.lamps)
            for device in (buttons, rings, voice, *heard, *pods):
                closing.callback(device.close)
            devices.view.close()


def _wired(wanted: WantedBoard, opener: Opener, clock: Clock) -> tuple[OpenBoard, Buttons, Rings]:
    """Opens board, buttons and rings, in this order."""
    settings, seats = wanted.settings, len(wanted.names)
    if wanted.face is not None:
        pods = SimulatedButtons(seats, settings.buttons, clock)
        lights = SimulatedRings(seats, settings.pixels)
        return open_simulated(wanted, pods, lights), pods, lights
    board = open_screen(wanted)
    buttons = opener.buttons(settings, seats, clock)
    is_lit = settings.rings.kind.lights or any(settings.pins.pods(seats))
    if not is_lit and len(settings.rings.on_board) < seats:
        warn('rings.backend = "simulated": no ring is lit, so choices are made unseen')
    return board, buttons, opener.rings(settings, seats)
