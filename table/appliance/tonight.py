"""Putting a table together out of what is there tonight, and playing on it."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hardware.clocks import LiveClock, VirtualClock
from hardware.interface import Ambience, Buttons, Clock, Effects, Rings, Voice
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from hardware.slips import NoSlips
from hardware.sounds import NoAmbience, NoEffects
from hardware.troubles import DeviceError
from table.appliance.devices import Opener, PartByPart, open_voice
from table.appliance.host import Hosting, play_hosted
from table.appliance.lobby import Lobby, Sitting
from table.appliance.menus import House
from table.appliance.service_menu import ServiceRoom
from table.appliance.show import ShownRound, prepared
from table.appliance.watched import Watched
from table.board.view import Look, Unseen, View
from table.chronicle.board import chronicle
from table.chronicle.story import just_told, to_store, told_anew
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.errors import ClosedError, RefusedError, TableError, UnreadableError
from table.evening.resume import Diary, Shelf
from table.games.entries import Round
from table.games.evening import Evening
from table.games.lots import ByLot
from table.games.scenario import Scenario
from table.games.telling import Telling, Untold
from table.games.werewords.rules.box import MOTS_GAROUS
from table.gestures import Meaning
from table.paths import SOUNDS
from table.referee.referee import judge
from table.room.devices import Devices
from table.room.people import People
from table.room.places import Places, seated
from table.room.room import Room
from table.room.village import Placed, Village
from table.settings.settings import Settings
from table.settings.times import Hurried, Times
from table.words.narration import Narration

if TYPE_CHECKING:
    from hardware.sounds import LoopedAmbience, MixerEffects
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice
    from table.board.paint.fullscreen import FullScreen
    from table.board.paint.window import Window
    from table.board.terminal import Terminal
    from table.games.records import Kept
    from table.room.trace import Trace
from table.words.troubles import Troubles

Face = Literal["window", "terminal", "log"]
"""Where a simulated table is seen: in a window, in a terminal one can type in, or as lines of text."""

NO_CURSOR = ("dumb", "unknown")
"""Terminals, as TERM calls them, in which nothing can be drawn."""
SEED_BITS = 63
"""Of the seed of what is drawn in public, where none was typed."""
BEAT_S = 1 / 60
GATHER_S = 30.0
"""How long a table of bots waits for somebody to sit down before the cards are dealt."""
OFFER_S = 15.0
"""How long a press can decline to go on with a round that was cut short."""
AGAIN_S = 45.0
"""How long the winners stay on the board before the next round."""
EFFECTS = SOUNDS / "effects"
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
    can_draw = os.environ.get("TERM", "") not in ("", *NO_CURSOR)
    return "terminal" if can_draw and sys.stdin.isatty() and sys.stdout.isatty() else "log"


def recordings() -> Path:
    """Where spoken lines are kept from one evening to the next."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "garou" / "voice"


def night_sound(rulebook: str) -> Path:
    """What is heard at night in this game."""
    return SOUNDS / "nights" / f"{rulebook}.wav"


def warn(sentence: str) -> None:
    """One line for whoever started the table."""
    print(f"garou: {sentence}", file=sys.stderr, flush=True)


class Table:
    """Devices that belong together. `speed`: of the clock; `face` None: the screen of a real table;
    `manager`: the service manager that started it, if one has; `slips`: whether a window names the card of
    whoever holds their button in the deal; `opener`: of the devices of a real table.

    On the clock of a "log" no time passes for whoever reads it.
    """

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        narration: Narration,
        face: Face | None,
        speed: float,
        manager: ServiceManager | None = None,
        slips: bool = False,
        opener: Opener | PartByPart | None = None,
    ) -> None:
        if len(names) > settings.pixels:
            raise UnreadableError(
                f"{len(names)} seats on rings of {settings.pixels} pixels; allowed: {settings.pixels} at most"
            )
        self.narration = narration
        self.face = face
        self.blind = ""
        """Why the board is not seen."""
        opener = opener or Opener()
        self.failed = opener.failed
        """Why which device did not open."""
        self.manager = manager or ServiceManager("")
        self.buttons = settings.buttons
        """Of each seat."""
        self._names = names
        self.settings = settings
        self._people = People()
        """The pods at which people sit."""
        self._dark: set[int] = set()
        """The pods whose rings have been reported dark."""
        self._room: Village | None = None
        self._evening: Evening | None = None
        """The one that is played in this room."""
        self._labelled: Window | Terminal | None = None
        self._terminal: Terminal | None = None
        self._drawn: Window | FullScreen | None = None
        self._speaking: SpokenVoice | None = None
        self._spoken: MixerPlayer | None = None
        self._looped: LoopedAmbience | None = None
        self._struck: MixerEffects | None = None
        self._told: set[str] = set()
        self._beat_s = float("inf") if face == "log" else BEAT_S
        clock: Clock = VirtualClock() if face == "log" else LiveClock(speed)
        buttons: Buttons
        rings: Rings
        view: View
        below = SimulatedSlips() if slips and face == "window" else None
        if slips and not below:
            warn("--slips: only a window names cards under the pods, and there is none here")
        if face is None:
            view = self._screen()
            buttons = opener.buttons(settings, len(names), clock)
            if not settings.rings.kind.lights:
                warn('rings.backend = "simulated": no ring is lit, so choices are made unseen')
            rings = opener.rings(settings, len(names))
        else:
            buttons = pods = SimulatedButtons(len(names), settings.buttons, clock)
            rings = lights = SimulatedRings(len(names), settings.pixels)
            view = self._simulated(face, pods, lights, below)
        unheard = face == "log" or speed != 1
        self._look(settings.screen)
        silent = unheard or not settings.voice.enabled
        self._devices = Devices(
            buttons,
            rings,
            SimulatedVoice(clock) if silent else self._voice(),
            Watched(view, self.manager) if self.manager.listens else view,
            clock,
            NoAmbience() if unheard or not settings.sound.ambience else self._ambience(),
            getattr(view, "typed", tuple),
            NoEffects() if unheard or not settings.sound.effects else self._effects(),
            below or NoSlips(),
        )

    def room(
        self,
        mind: Answerer,
        chance: Chance,
        *,
        untouched: bool = False,
        evening: Evening | None = None,
        told: Telling | None = None,
    ) -> Room:
        """A room for the seats of this evening (without one, for all pods), in which `mind` plays those
        nobody has touched; `untouched`: nobody can touch any; `told`: how what is played is told, if not as
        the evening is."""
        self._count_people()
        names = evening.names if evening else self._names
        places = self._places((evening.pods if evening else ()) or range(len(names)))
        away: set[int] = set()
        if evening and evening is self._evening and self._room:
            # Whoever has changed place still has the one he took, and for whom the table plays it still does.
            places, away = self._room.places, self._room.people.away
        devices = self._devices if evening is None else seated(self._devices, places)
        if untouched:
            nobodys = SimulatedButtons(len(self._names), self.settings.buttons, devices.clock)
            devices = devices._replace(buttons=nobodys)
        room = Room(
            devices,
            self.narration,
            self.settings.times,
            mind,
            names,
            self.settings.buttons,
            chance,
            beat_s=self._beat_s,
            night=self.settings.game.night if self._is_heard() else "eyes_down",
            cover_taps=self.settings.game.cover_taps,
            places=places,
            telling=told or telling_of(evening, self.settings.times),
        )
        room.people.update(seat for seat, pod in enumerate(places.pods) if pod in self._people)
        room.people.away |= away
        if self._people.host is not None:
            room.people.host = places.seat_at(self._people.host)
        self._room, self._evening = room.village, evening
        room.speaking.captions = self.settings.screen.captions or not (self._spoken and self._spoken.volume)
        if self._looped and evening:
            self._looped.path = night_sound(evening.rulebook.key)
        return room

    def _is_heard(self) -> bool:
        """Whether a voice can call those whose eyes are closed, and tell them to open them."""
        is_silent = self._spoken is not None and not self._spoken.volume
        return self.settings.voice.enabled and not is_silent and not self._devices.voice.trouble

    def keep(self, diary: Diary, room: Room) -> None:
        """The round in this room is written down; people sit where they sat."""
        if self.face != "log":  # where nobody can press nobody sits
            room.people.update(diary.people)
        room.stage.unkept = lambda: diary.trouble

    def offer(self, lost: bool = False, mistake: str = "", people: int = 0, host: int | None = None) -> bool:
        """Whether the round that was cut short goes on; `lost`: without its last moments; `mistake`: why in
        another language; `people`: how many sat in it, and at which pod the `host`. Raises `ClosedError` if
        somebody closes the table."""
        room = self._waiting_room()
        room.stage.mistake = mistake
        return room.pages.offer(OFFER_S, lost, people, host)

    def refuse(self) -> None:
        """Says that a round was cut short with which this table cannot go on."""
        self._waiting_room().pages.refuse()

    def leave_out(self, line: str, files: Sequence[str]) -> None:
        """Says by this line that the owner's files cannot be used, and which they are."""
        self._waiting_room().pages.refuse(line, ", ".join(files))

    def service_room(self) -> ServiceRoom:
        """A room for whoever looks after the table."""
        return ServiceRoom(
            self._devices,
            self.narration,
            self._names,
            self.settings.buttons,
            Chance("service"),
            self._beat_s,
        )

    def _waiting_room(self) -> Room:
        return self.room(ByLot("offer"), Chance("offer/room"))

    def open(self, diary: Diary) -> None:
        """From now on answers are written down; a beat comes as soon as one has been."""
        diary.open(self._devices.clock.wake if self.face != "log" else lambda: None)

    def traced(self, trace: Trace) -> None:
        """From now on everything public is written down."""
        self._devices = trace.of(self._devices)

    def voiced(self, voice: Callable[[Clock], Voice]) -> None:
        """From now on another voice speaks, by the clock of this table, and no board is seen."""
        self._devices = self._devices._replace(voice=voice(self._devices.clock), view=Unseen())

    def lend(self) -> Devices:
        """The devices, for what is not a round: no seat is a bot's any more. The table still closes them."""
        self._people.update(range(len(self._names)))
        self._room = None
        return self._devices

    def tell_trouble(self) -> None:
        """Says once what is wrong with which device. Of buttons and rings a service manager is told what the
        board says, when it does: this may be in the middle of a night."""
        devices, troubles = self._devices, Troubles.of(self.narration)
        told: list[str] = []
        if voice := devices.voice.trouble:
            told.append(troubles.goes_on("captions", voice))
        if self._speaking and (makeshift := self._speaking.makeshift):
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

    def end(self, why: str) -> None:
        """Closes for good, and says so to who started it."""
        self.manager.log(f"The table ends: {why}.")
        self.manager.ending()
        self.close()

    def close(self) -> None:
        """Gives everything back, the view first: what is to be said then stays to be read."""
        with ExitStack() as closing:
            closing.callback(self.tell_trouble)
            buttons, rings, voice, _, _, ambience, _, effects, slips = self._devices
            for device in (buttons, rings, voice, ambience, effects, slips):
                closing.callback(device.close)
            self._devices.view.close()

    def lobby(
        self, house: House, sitting: Sitting, is_open: bool, seed: str, *, waits: bool = False
    ) -> Sitting:
        """Who sits down, and what their host chooses; in between shows, while nobody is there. `is_open`: his
        menu is there at once; `waits`: until somebody sits, no longer."""
        pods = self._in_service()
        begins = house.imagined and not waits
        sat: int | None = None
        for number in count():
            places = self._places(pods)
            lobby = Lobby(
                seated(self._devices, places),
                self.narration,
                [self._names[pod] for pod in pods],
                self.settings.buttons,
                Chance(f"{seed}/{number}"),
                beat_s=self._beat_s,
                places=places,
                house=house,
                sitting=sitting._replace(
                    taken=tuple(seat for seat, pod in enumerate(pods) if pod in sitting.taken),
                    host=pods.index(sitting.host) if sitting.host in pods else None,
                ),
                apply=lambda choices: self.choose(house, choices),
                starts_s=GATHER_S if begins else None,
                shows=self.settings.show.enabled,
                waits=waits,
            )
            self._room = lobby.village
            if sat is not None:
                lobby.sit(pods.index(sat))
            # Where no time passes nobody can plug anything in.
            stick = house.stick if self.face != "log" else None
            with stick.watched(self._devices.clock.wake) if stick else nullcontext():
                chosen = lobby.run(is_open, welcomes=not number)
            self.tell_trouble()
            if chosen:
                break
            self._people, self._room = People(), None
            sitting = Sitting((), None, house.settings)
            sat = self.show(house, f"{seed}/{number}")
        assert chosen
        self._people, self._room = People(pods[seat] for seat in chosen.taken), None
        self._people.host = None if chosen.host is None else pods[chosen.host]
        return chosen._replace(taken=tuple(sorted(self._people)), host=self._people.host)

    def show(self, house: House, seed: str) -> int | None:
        """The table plays a round by itself, for whoever passes by; nothing of it is kept. Returns the pod at
        which somebody sits down meanwhile."""
        chairs = self._in_service()
        shown = prepared(house, self._names, chairs, seed)
        if shown is None:
            return None
        places = self._places(shown.evening.pods)
        buttons = seated(self._devices, self._places(chairs)).buttons
        devices = seated(self._devices, places)._replace(buttons=buttons)
        if not self.settings.show.volume:
            voice = SimulatedVoice(devices.clock, 0.0)
            devices = devices._replace(voice=voice, ambience=NoAmbience(), effects=NoEffects())
        elif self._looped:
            self._looped.path = night_sound(shown.evening.rulebook.key)
        self._sound(house.settings, self.settings.show.volume)
        room = Room(
            devices,
            self.narration,
            Hurried(),
            shown.mind(self.narration.language),
            shown.evening.names,
            self.settings.buttons,
            Chance(f"{shown.seed}/room"),
            beat_s=self._beat_s,
            people_sit=False,
            night=self.settings.game.night,
            places=places,
            telling=telling_of(shown.evening, Hurried(), is_first=False),
        )
        sat = ShownRound(room).run(shown.evening)
        self._sound(house.settings)
        return None if sat is None else chairs[sat]

    def sitting(self, choices: Settings) -> Sitting:
        """Who sits here now, and what was chosen last."""
        self._count_people()
        return Sitting(tuple(sorted(self._people)), self._people.host, choices)

    def evening(self, house: House, sitting: Sitting, seed: int) -> Evening:
        """The evening of those who have sat down; where the table plays too, of everybody at it."""
        choices = sitting.choices
        pods = self._in_service() if choices.game.bots else sitting.taken
        if self.blind and choices.game.rulebook == MOTS_GAROUS.key and not choices.game.bots:
            # MG-57: where nothing can be shown the Mayor's word stands on paper.
            choices = choices.over({"mots_garous.word": "own", "mots_garous.mode": "classic"})
        return house.evening(choices, [self._names[pod] for pod in pods], pods, seed)

    def choose(self, house: House, choices: Settings) -> Narration:
        """What a host has chosen holds from now on, as far as it is not a matter of the rules: the words, the
        pace, how loud it is, what eyes do at night. Returns the telling."""
        self.tell_in(house.narration(choices.game.rulebook, choices.language))
        self.settings = choices
        self._look(choices.screen)
        self._sound(choices)
        return self.narration

    def _sound(self, choices: Settings, part: float = 1.0) -> None:
        """How loud it is from now on."""
        if self._spoken:
            self._spoken.volume = part * choices.voice.volume
        if self._looped:
            self._looped.volume = part * choices.sound.ambience
        if self._struck:
            self._struck.volume = part * choices.sound.effects

    def _look(self, look: Look) -> None:
        """How the board is drawn from now on."""
        if self._drawn:
            self._drawn.look = look

    def tell_in(self, narration: Narration) -> Narration:
        """From now on everything is told in these words, on the seats of a simulated table too."""
        self.narration = narration
        if self._labelled:
            seats = [Placed(index, name) for index, name in enumerate(self._names)]
            self._labelled.labels = [narration.seat(seat).label for seat in seats]
            self._labelled.hint = self._hint()
        if self._terminal:
            self._terminal.small = narration.word("prompt.small")
        return narration

    def _hint(self) -> str:
        """What the keys of a simulated table do."""
        hint = self.narration.word(f"prompt.buttons.{self.settings.buttons}")
        return f"{hint} {self.narration.word('prompt.long')}" if self.face == "terminal" else hint

    def _places(self, pods: Sequence[int]) -> Places:
        """Seats at these pods of this table."""
        shut = set(range(len(self._names))).difference(self._in_service())
        return Places(pods, len(self._names), self._names, shut, self._dark)

    def _in_service(self) -> list[int]:
        """The pods at which one can sit."""
        return [pod for pod in range(len(self._names)) if pod + 1 not in self.settings.out_of_service]

    def _count_people(self) -> None:
        """Whoever has sat down at a seat of this room sits there, and who has left it does not."""
        if self._room:
            pods, people = self._room.places.pods, self._room.people
            self._people -= {*pods, *self._room.places.drawn}
            self._people |= {pods[seat] for seat in people}
            if people.host is not None:
                self._people.host = pods[people.host]

    def _bots(self) -> set[int]:
        """The pods nobody plays right now."""
        self._count_people()
        return set(self._in_service()) - self._people

    def _simulated(
        self, face: Face, buttons: SimulatedButtons, rings: SimulatedRings, slips: SimulatedSlips | None
    ) -> View:
        seats = [Placed(index, name) for index, name in enumerate(self._names)]
        labels = [self.narration.seat(seat).label for seat in seats]
        hint = self._hint()
        if face == "window":
            from table.board.paint.window import Window

            self._labelled = self._drawn = Window(
                WINDOW, buttons, rings, labels, hint, self._bots, slips=slips
            )
            return self._labelled
        if face == "log":
            return self._written_down()
        from table.board.terminal import Terminal

        self._labelled = self._terminal = Terminal(buttons, rings, labels, hint, self._bots)
        self._terminal.small = self.narration.word("prompt.small")
        return self._terminal

    def _written_down(self) -> View:
        """The board as lines of text. A service manager's log is of the machine: none of them goes there."""
        if self.manager.listens:
            return Unseen()
        from table.board.terminal import Plain

        return Plain()

    def _screen(self) -> View:
        from hardware.screen import Screen
        from table.board.paint.fullscreen import FullScreen
        from table.board.paint.layout import enlarged

        screen = self.settings.screen
        try:
            self._drawn = FullScreen(
                Screen(None if screen.fullscreen else screen.size),
                enlarged(screen.farthest_m, screen.picture_m),
            )
            return self._drawn
        except DeviceError as error:
            troubles = Troubles.of(self.narration)
            self.blind = troubles.told(error.trouble)
            warn(troubles.goes_on("no_board", error.trouble))
            return self._written_down()

    def _voice(self) -> Voice:
        self._speaking, self._spoken = open_voice(self.settings.voice, recordings())
        return self._speaking

    def _ambience(self) -> Ambience:
        from hardware.sounds import LoopedAmbience

        sound, rulebook = self.settings.sound, self.settings.game.rulebook
        self._looped = LoopedAmbience(night_sound(rulebook), sound.ambience, self._voice_is_heard)
        return self._looped

    def _voice_is_heard(self) -> bool:
        return self._spoken is not None and self._spoken.playing

    def _effects(self) -> Effects:
        from hardware.sounds import MixerEffects

        self._struck = MixerEffects(EFFECTS, self.settings.sound.effects, self._voice_is_heard)
        return self._struck


def telling_of(evening: Evening | None, times: Times, is_first: bool = True) -> Telling:
    """How the rounds of an evening are told. `is_first`: whether its first one says who can see the board."""
    return evening.telling(times, is_first=is_first) if evening else Untold()


ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""Asked to end, the terminal is gone, ended from another one."""


def end_on_signals() -> None:
    """Whoever ends the process from outside ends the evening, as if he had closed the table by hand.

    Before anything is opened: SDL takes the signal for itself where nobody has. What is ignored already, as
    the terminal's end by nohup, stays so.
    """

    def end(*_: object) -> None:
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)  # once is enough, and closing takes a moment
        raise ClosedError("ended from outside")

    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, end)


def open_table(
    settings: Settings,
    names: Sequence[str],
    narration: Narration,
    face: Face | None,
    speed: float,
    manager: ServiceManager | None = None,
    slips: bool = False,
) -> Table:
    """A table; one that was to be in a window is in the terminal, or written down, where none opens."""
    end_on_signals()
    try:
        return Table(settings, names, narration, face, speed, manager, slips)
    except DeviceError as error:
        if face != "window":
            raise
        warn(Troubles.of(narration).goes_on("no_window", error.trouble))
        return Table(settings, names, narration, typed_in(), speed, manager, slips)


class Tonight:
    """The evenings of one table, from switching on to switching off.

    `opened`: a table with pods of these names, in a telling; `house`: what there is to choose from; `names`:
    of all pods; `seed`: of the first evening, if one was typed; each later one has the next; `rounds`: so
    many, None: until the table is closed; `shelf`: opens what keeps the evenings; `resumes`: whether one that
    was cut short is offered first; `serve`: looks after the table before anybody plays, and says whether that
    changed it; `left_out`: the owner's files that cannot be used, by the line that says so.
    """

    def __init__(
        self,
        opened: Callable[[Sequence[str], Narration], Table],
        house: House,
        names: Sequence[str],
        seed: int | None,
        rounds: int | None,
        shelf: Callable[[], Shelf | None],
        resumes: bool,
        serve: Callable[[Table], bool] = lambda _: False,
        left_out: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._opened = opened
        self._house = house
        self._names = names
        self._is_keyed = seed is None
        self._seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._rounds = rounds
        self._opens_shelf = shelf
        self._shelf: Shelf | None = None
        self._resumes = resumes
        self._serve = serve
        self._left_out = left_out or {}
        self._won: list[str] = []
        """Who won the last round, and how, in the words it was played in."""

    def play(self) -> list[str] | None:
        """Returns the lines that say who won the last round, and how; none if no round came to its end. None:
        the settings were changed, and the table is to be opened anew."""
        choices = self._house.settings
        self._table = self._opened(
            self._names, self._house.narration(choices.game.rulebook, choices.language)
        )
        if self._rounds is None and self._table.face == "log":
            self._rounds = 1  # nobody is there to end the evening
        why = "a fault of its own"
        try:
            if self._serve(self._table):
                why = "it opens anew"
                return None
            self._shelf = self._opens_shelf()
            self._house.remember(self._shelf.rounds() if self._shelf else [])
            if self._shelf and self._shelf.told:
                warn(self._shelf.told)
            if self._shelf:
                self._shelf.tell_untold(self._story_of)
            cut = self._cut() if self._resumes else None
            if cut and self._house.imagined and len(cut[1].names) != len(self._names):
                # A simulated table is as large as the evening that was cut short on it.
                self._reopen(cut[1].names)
            for line, files in self._left_out.items():
                if files:
                    self._table.leave_out(line, files)
            if self._shelf and self._shelf.refused:
                self._table.refuse()
            self._evenings(cut)
            why = "all rounds are played"
        except (ClosedError, KeyboardInterrupt) as end:
            why = str(end) or "closed by hand"
        finally:
            self._table.end(why)
            if self._shelf:
                self._shelf.close()
        return self._won

    def _reopen(self, names: Sequence[str]) -> None:
        self._table.close()
        self._table = self._opened(names, self._table.narration)

    def _evenings(self, cut: tuple[Kept, Evening] | None) -> None:
        """One evening after the other: who sits down, and the rounds they play."""
        played, is_open, goes_on = 0, False, False
        sitting = Sitting((), None, self._house.settings)
        while self._rounds is None or played < self._rounds:
            if cut and self._goes_on(*cut):
                kept, evening = cut
                self._house.know(evening)
                choices = self._house.sat(evening, self._table.narration.language)
                sitting = self._table.sitting(choices)
                diary = self._shelf.diary(evening, kept.setup.language, kept) if self._shelf else None
            else:
                if not goes_on:
                    known = set(sitting.taken)
                    sitting = self._table.lobby(self._house, sitting, is_open, f"{self._seed}/lobby")
                    if not known.intersection(sitting.taken):
                        self._house.last_mayor = None
                evening = self._table.evening(self._house, sitting, self._seed)
                evening.keys = {} if self._is_keyed else None
                diary = self._shelf.diary(evening, sitting.choices.language) if self._shelf else None
            cut = None
            self._seed += 1
            before = evening.number
            rest = None if self._rounds is None else self._rounds - played
            try:
                after = play_evening(self._table, evening, rest, diary)
            finally:
                self._house.note(evening, before)
                played += evening.number - before
                if evening.number > before:
                    self._won = who_won(self._table.narration, evening)
            is_open, goes_on = after == "menu", after == "again"
            choices = sitting.choices
            if evening.wanted:
                choices = choices.over({"mots_garous.difficulty": evening.wanted})
            sitting = self._table.sitting(choices)
            if after == "away":
                nobody = Sitting((), None, self._house.settings)
                self._table.choose(self._house, nobody.choices)
                sitting = self._table.lobby(self._house, nobody, False, f"{self._seed}/away", waits=True)
                cut = self._cut()

    def _cut(self) -> tuple[Kept, Evening] | None:
        """The round that was cut short, if one was that can go on here."""
        if self._shelf is None:
            return None
        pods = None if self._house.imagined else len(self._names)
        return self._shelf.unfinished(self._house.rulebooks, pods, warn)

    def _story_of(self, kept: Kept, number: int) -> bytes:
        """What happened in a round that was kept. Raises `TableError`."""
        narration = self._house.narration(kept.setup.rulebook, kept.setup.language)
        return to_store(told_anew(kept, number, self._house.rulebooks, narration))

    def _goes_on(self, kept: Kept, evening: Evening) -> bool:
        """Whether nobody declines it. A table opened for it alone gives way to the table of the settings."""
        if self._table.offer(kept.damaged, self._speak_of(kept, evening), *sat_in(kept)):
            return True
        assert self._shelf
        self._shelf.leave(kept)
        if len(evening.names) != len(self._names) and self._house.imagined:
            self._reopen(self._names)
        self._table.choose(self._house, self._house.settings)
        return False

    def _speak_of(self, kept: Kept, evening: Evening) -> str:
        """The table speaks the language of a round that was cut short. Where the owner has a mistake in his
        file of it, it speaks the first other one that it can; returns the mistake, or nothing."""
        mistakes: list[UnreadableError] = []
        for language in (kept.setup.language, self._house.settings.language, *self._house.languages):
            try:
                narration = self._table.choose(self._house, self._house.sat(evening, language))
            except UnreadableError as error:
                mistakes.append(error)
                continue
            told = Troubles.of(narration).any(mistakes[0].wrong) if mistakes else ""
            if told:
                warn(told)
            return told
        raise mistakes[0]


def sat_in(kept: Kept) -> tuple[int, int | None]:
    """How many people sat in the round that was cut short, and at which pod their host."""
    standing, last = kept.standing, kept.rounds[-1]
    seats = (last[-1].people if last else 0) | (standing.people if standing else 0)
    host = standing.host if standing else None
    if host is None:
        host = next((seat for seat in range(len(kept.setup.names)) if seats >> seat & 1), None)
    pods = (standing.pods if standing else ()) or kept.setup.pods
    return seats.bit_count(), host if host is None or not pods else pods[host]


After = Literal["done", "again", "menu", "away"]
"""What comes after rounds: nothing, other words for the same people, the host's menu with them, or a table at
which nobody sits."""


def play_evening(table: Table, evening: Evening, rounds: int | None, diary: Diary | None = None) -> After:
    """Plays round after round with the same seats: `rounds` of them, or until somebody wants the menu.
    `diary`: keeps them, and goes on with the one that was cut short, if any."""

    def new_room(seed: str) -> Hosting:
        mind = mind_of(evening, table.narration.language, table.narration.own)
        room = table.room(mind, Chance(f"{seed}/room"), evening=evening)
        if diary:
            table.keep(diary, room)
        return Hosting(room)

    try:
        if diary:
            table.open(diary)
        while rounds is None or len(evening.rounds) < rounds:
            goes_on = diary is not None and bool(diary.lines)
            table.manager.log(f"Round {len(evening.rounds) + 1} {'goes on' if goes_on else 'begins'}.")
            kept = diary or Diary(None, evening, table.narration.language)
            room, stopped = play_hosted(evening, kept, partial(new_room, evening.round_seed))
            if stopped:
                table.manager.log(f"Round {len(evening.rounds) + 1} is {stopped}.")
                return "menu" if stopped == "abandoned" else "away"
            table.manager.log(f"Round {len(evening.rounds)} is over.")
            table.tell_trouble()
            story = story_of(evening, room, diary)
            if len(evening.rounds) != rounds:
                said = said_after(room, evening, story)
                left = bool(room.people.gone)
                if said is Meaning.OPEN or (not evening.imagined and (said is None or left)):
                    return "menu"
                if evening.wanted != evening.difficulty:
                    return "again"
        return "done"
    finally:
        if diary:
            diary.close()
            if diary.trouble:
                warn(f"this evening cannot be resumed after a cut: {diary.trouble}")


def story_of(evening: Evening, room: Hosting, diary: Diary | None) -> Round | None:
    """What happened in the round that has just ended; `diary` keeps it. None: it cannot be told."""
    assert room.played
    try:
        story = just_told(evening, room.played, room.narration)
    except TableError as error:
        warn(f"the chronicle of this round is not told: {error}")
        return None
    if diary:
        diary.tell(to_store(story))
    return story


def said_after(room: Hosting, evening: Evening, story: Round | None) -> Meaning | None:
    """What somebody wants after a round; None: nobody says. Also how difficult the next one is to be."""
    told = chronicle(evening, story, room.narration) if story else []
    counts = evening.imagined and not room.people.gone
    if evening.wanted is None:
        return room.wait_for_another(AGAIN_S, told, counts=counts)
    said, evening.wanted = room.wait_for_other_words(AGAIN_S, evening.wanted, told, counts=counts)
    return said


def mind_of(evening: Evening, language: str, own: Path | None = None) -> Answerer:
    """Who plays the seats nobody sits at. `own`: the owner's folder."""
    secret = openly = Chance(f"{evening.round_key}/bots")
    if evening.keys is not None:
        openly = Chance(f"{evening.round_seed}/bots")
    return evening.mind(secret, openly, language, own)


def who_won(narration: Narration, evening: Evening) -> list[str]:
    """The winner of the last round, and of every seat its card and what became of it."""
    over = evening.rounds[-1]
    lines = [narration.word(f"over.{over.winner}") + (" (*)" if over.winners else "")]
    for seat in over.seats:
        star = "*" if seat in over.winners else " "
        lines.append(f"{star} {narration.seat(seat).label}: {evening.became(seat, over, narration)}")
    return lines


def rehearse(table: Table, scenario: Scenario) -> dict[str, Any]:
    """Plays a scenario through the whole table, every button pressed as its answers say.

    Returns the referee's output. Raises `RefusedError` before anything is played if the referee refuses the
    scenario, `TableError` if the table comes to another end than the referee.
    """
    try:
        wanted = judge(scenario)
        try:
            told = scenario.at_table(table.settings.times)
            new_room = partial(table.room, chance=Chance(scenario.seed), untouched=True, told=told)
            played = judge(scenario, new_room)
        except RefusedError as refused:
            # The answers fit what the referee asks for: the table has asked for something else.
            raise TableError(f"the table and the referee differ: {refused}") from None
    finally:
        table.close()
    for key, value in wanted.items():
        if played[key] != value:
            raise TableError(f"the table and the referee differ in {key}: {played[key]} instead of {value}")
    return wanted
