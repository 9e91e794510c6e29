"""The devices of a table, opened as its settings say, and what may change about them while it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.buttons.mixed import MixedButtons
from hardware.clocks import LiveClock, VirtualClock
from hardware.interface import Ambience, Buttons, Clock, Effects, Rings, Slips, Voice
from hardware.lamps import NoLamps, open_lamps
from hardware.notify import ServiceManager
from hardware.phones.link import PhoneLink
from hardware.phones.wire import SOCKET
from hardware.rings.mixed import MixedRings
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from hardware.slips import MixedSlips, NoSlips
from hardware.sockets import socket_path
from hardware.sounds import NoAmbience, NoEffects
from hardware.troubles import DeviceError, Trouble, reason_of
from table.appliance.devices import Opens, open_voice
from table.appliance.heard_board import HeardView, MenuReader, Score
from table.appliance.phone_seats import Taps
from table.appliance.starting import Face, piper_voices, recordings, voice_packs, warn
from table.appliance.watchdog_view import WatchdogView
from table.board.view import DisplayOptions, NoView, View
from table.paths import SOUNDS
from table.publish.link import SOCKET as NEWS_SOCKET
from table.publish.link import NewsLink
from table.room.devices import Devices
from table.room.village import NamedSeat
from table.settings.owner import MUSIC_FOLDER
from table.settings.settings import Settings
from table.words.narration import Narration
from table.words.troubles import Troubles

if TYPE_CHECKING:
    from hardware.sounds import LoopedAmbience, MixerEffects
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice
    from table.board.paint.art import Art
    from table.board.paint.fullscreen import FullScreen
    from table.board.paint.window import Window
    from table.board.terminal import Terminal

BEAT_S = 1 / 60
EFFECTS = SOUNDS / "effects"
MUSIC = SOUNDS / "music"
WINDOW = (1280, 900)
"""Width and height of the simulated table in pixels, on a desktop that has the room."""


def night_sound(rulebook: str) -> Path:
    """What is heard at night in this game."""
    return SOUNDS / "nights" / f"{rulebook}.opus"


class OpenDevices:
    """What a table is made of. `speed`: of the clock; `face` None: the screen of a real table; `bots`: the
    pods nobody plays right now; `manager`: the service manager that started it; `opener`: of the devices of a
    real table; `art`: the folder of the owner's pictures.

    With the face "log" the clock jumps.
    """

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        narration: Narration,
        face: Face | None,
        speed: float,
        bots: Callable[[], set[int]],
        manager: ServiceManager,
        opener: Opens,
        art: Path | None,
    ) -> None:
        self.settings = settings
        self.face = face
        self.manager = manager
        self.blind: Trouble | None = None
        """Why the board is not seen."""
        self.beat_s = float("inf") if face == "log" else BEAT_S
        """The longest time between two looks at the contacts."""
        self.drawn: Window | FullScreen | None = None
        """Who draws the board."""
        self.spoken: MixerPlayer | None = None
        """Who plays what the voice says."""
        self._names, self._own_art = names, art
        self._narration = narration
        self._bots = bots
        self._labelled: Window | Terminal | None = None
        self._terminal: Terminal | None = None
        self.speaking: SpokenVoice | None = None
        self._looped: LoopedAmbience | None = None
        self._struck: MixerEffects | None = None
        self._told: set[str] = set()
        clock: Clock = VirtualClock() if face == "log" else LiveClock(speed)
        buttons: Buttons
        rings: Rings
        view: View
        below = SimulatedSlips() if face == "window" else None
        self.has_slips = below is not None
        """Whether each pod has words of its own below it."""
        if face is None:
            view = self._screen()
            buttons = opener.buttons(settings, len(names), clock)
            if not settings.rings.kind.lights and len(settings.rings.on_board) < len(names):
                warn('rings.backend = "simulated": no ring is lit, so choices are made unseen')
            rings = opener.rings(settings, len(names))
        else:
            buttons = pods = SimulatedButtons(len(names), settings.buttons, clock)
            rings = lights = SimulatedRings(len(names), settings.pixels)
            view = self._simulated(face, pods, lights, below)
        self.phones = self._phones(len(names), clock) if settings.phones.enabled else None
        self.news = self._news() if settings.publish.enabled else None
        """Where the table's public news go; None: nowhere."""
        self.taps = Taps(clock)
        worded: list[Slips] = [below] if below else []
        if self.phones:
            buttons = MixedButtons([buttons, self.phones.buttons, self.taps])
            rings = MixedRings([rings, self.phones.rings])
            worded.append(self.phones.slips)
        unheard = face == "log" or speed != 1
        typed = getattr(view, "typed", tuple)
        self.look(settings.screen)
        silent = unheard or not settings.voice.enabled
        has_bed = not unheard and (settings.sound.ambience or settings.sound.music)
        voice = SimulatedVoice(clock) if silent else self._voice()
        ambience = self._ambience() if has_bed else NoAmbience()
        self.reader = MenuReader(
            voice, lambda: self._narration.language, enabled=settings.voice.menus and not silent
        )
        self.score = self._score() if self._looped else None
        hearers = [self.reader.hear, *([self.score.hear] if self.score else [])]
        view = HeardView(view, hearers) if not unheard else view
        self.devices = Devices(
            buttons,
            rings,
            voice,
            WatchdogView(view, self.manager) if self.manager.listens else view,
            clock,
            ambience,
            typed,
            NoEffects() if unheard or not settings.sound.effects else self._effects(),
            MixedSlips(worded) if len(worded) > 1 else (*worded, NoSlips())[0],
            open_lamps(settings.pins.wires) if face is None else NoLamps(),
        )

    @property
    def is_heard(self) -> bool:
        """Whether a voice can call those whose eyes are closed, and tell them to open them."""
        is_silent = self.spoken is not None and not self.spoken.volume
        return self.settings.voice.enabled and not is_silent and not self.devices.voice.trouble

    @property
    def has_captions(self) -> bool:
        """Whether what is said is written too."""
        return self.settings.screen.captions or not (self.spoken and self.spoken.volume)

    def choose(self, settings: Settings) -> None:
        """How loud it is from now on, and how the board is drawn."""
        self.settings = settings
        self.look(settings.screen)
        self.sound(settings)

    def sound_like(self, rulebook: str) -> None:
        """What is heard at night from now on is that of this game."""
        if self._looped:
            self._looped.path = night_sound(rulebook)
        if self.score:
            self.score.rulebook = rulebook

    def sound(self, choices: Settings, part: float = 1.0) -> None:
        """How loud it is from now on."""
        if self.spoken:
            self.spoken.volume = part * choices.voice.volume
        if self._looped:
            self._looped.volume = part * choices.sound.ambience
        if self._struck:
            self._struck.volume = part * choices.sound.effects
        if self.score:
            self.score.volume = part * choices.sound.music
        self.reader.enabled = choices.voice.menus and bool(part) and self.speaking is not None

    def look(self, look: DisplayOptions) -> None:
        """How the board is drawn from now on."""
        if self.drawn:
            self.drawn.look = look

    def tell_in(self, narration: Narration) -> None:
        """Uses these words for the seats and the hint of a simulated table, and for troubles."""
        self._narration = narration
        if self._labelled:
            seats = [NamedSeat(index, name) for index, name in enumerate(self._names)]
            self._labelled.labels = [narration.seat(seat).label for seat in seats]
            self._labelled.hint = self._hint()
        if self._terminal:
            self._terminal.small = narration.word("prompt.small")

    def tell_trouble(self) -> None:
        """Reports each trouble of a device once. A service manager hears of buttons and rings from the board
        instead, since this may be in the middle of a night."""
        devices, troubles = self.devices, Troubles.of(self._narration)
        told: list[str] = []
        if voice := devices.voice.trouble:
            told.append(troubles.goes_on("captions", voice))
        if self.speaking and (makeshift := self.speaking.makeshift):
            told.append(troubles.goes_on("other_voice", makeshift))
        # Without a sound card one sentence is enough.
        if not voice and (noiseless := devices.ambience.trouble or devices.effects.trouble):
            told.append(troubles.told(noiseless))
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
            buttons, rings, voice, _, _, ambience, _, effects, slips, lamps = self.devices
            if self.phones:
                closing.callback(self.phones.close)
            if self.news:
                closing.callback(self.news.close)
            for device in (buttons, rings, voice, ambience, effects, slips, lamps):
                closing.callback(device.close)
            self.devices.view.close()

    def _phones(self, seats: int, clock: Clock) -> PhoneLink | None:
        """The phones of this table. None, and a warning: there is no way to reach them here."""
        try:
            return PhoneLink(socket_path(SOCKET), seats, self.settings.pixels, clock)
        except OSError as error:
            warn(f"phones.enabled = true: nobody can listen at {socket_path(SOCKET)}: {reason_of(error)}")
            return None

    def _news(self) -> NewsLink | None:
        """The way out of this table's news. None, and a warning: there is none here."""
        path = socket_path(NEWS_SOCKET)
        try:
            return NewsLink(path)
        except OSError as error:
            warn(f"publish.enabled = true: nobody can listen at {path}: {reason_of(error)}")
            return None

    def _hint(self) -> str:
        """What the keys of a simulated table do."""
        hint = self._narration.word(f"prompt.buttons.{self.settings.buttons}")
        more = {"terminal": "prompt.long", "window": "prompt.full"}.get(self.face or "")
        return f"{hint} {self._narration.word(more)}" if more else hint

    def _simulated(
        self, face: Face, buttons: SimulatedButtons, rings: SimulatedRings, slips: SimulatedSlips | None
    ) -> View:
        seats = [NamedSeat(index, name) for index, name in enumerate(self._names)]
        labels = [self._narration.seat(seat).label for seat in seats]
        hint = self._hint()
        if face == "window":
            from table.board.paint.window import Window

            self._labelled = self.drawn = Window(
                *(WINDOW, buttons, rings, labels, hint, self._bots), slips=slips, art=self._art()
            )
            return self._labelled
        if face == "board":
            return self._screen()
        if face == "log":
            return self._written_down()
        from table.board.terminal import Terminal

        self._labelled = self._terminal = Terminal(buttons, rings, labels, hint, self._bots)
        self._terminal.small = self._narration.word("prompt.small")
        return self._terminal

    def _written_down(self) -> View:
        """The board as lines of text. A service manager's log is of the machine: none of them goes there."""
        if self.manager.listens:
            return NoView()
        from table.board.terminal import Plain

        return Plain()

    def _screen(self) -> View:
        from hardware.screen import Screen
        from table.board.paint.fullscreen import FullScreen
        from table.board.paint.layout import enlarged

        screen = self.settings.screen
        try:
            self.drawn = FullScreen(
                Screen(None if screen.fullscreen and self.face is None else screen.size, resizable=True),
                enlarged(screen.farthest_m, screen.picture_m),
                art=self._art(),
            )
            return self.drawn
        except DeviceError as error:
            self.blind = error.trouble
            warn(Troubles.of(self._narration).goes_on("no_board", error.trouble))
            return self._written_down()

    def _art(self) -> Art:
        """The pictures of the board, and a warning for each of the owner's that cannot be shown."""
        from table.board.paint.art import Art

        art = Art(self._own_art)
        for sentence in art.told:
            warn(sentence)
        return art

    def _voice(self) -> Voice:
        self.speaking, self.spoken = open_voice(
            self.settings.voice, recordings(), voice_packs(), piper_voices()
        )
        return self.speaking

    def _ambience(self) -> Ambience:
        from hardware.sounds import LoopedAmbience

        sound, rulebook = self.settings.sound, self.settings.game.rulebook
        self._looped = LoopedAmbience(night_sound(rulebook), sound.ambience, self._voice_is_heard)
        return self._looped

    def _score(self) -> Score:
        assert self._looped
        own = self._own_art.with_name(MUSIC_FOLDER) if self._own_art else MUSIC / "own"
        game, sound = self.settings.game, self.settings.sound
        return Score(self._looped, MUSIC, own, game.rulebook, sound.music)

    def _voice_is_heard(self) -> bool:
        return self.spoken is not None and self.spoken.playing

    def _effects(self) -> Effects:
        from hardware.sounds import MixerEffects

        self._struck = MixerEffects(EFFECTS, self.settings.sound.effects, self._voice_is_heard)
        return self._struck
