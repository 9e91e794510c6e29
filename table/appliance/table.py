"""A table that plays: rooms of its devices, for a round, a lobby, a show or the service menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.interface import Clock, Voice
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedButtons, SimulatedVoice
from hardware.sounds import NoAmbience, NoEffects
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.boards import Wanted
from table.appliance.devices.open_devices import OpenDevices
from table.appliance.devices.openers import Opener, Opens
from table.appliance.lobby.lobby import Lobby, Sitting
from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.lobby.show import ShownRound, prepared
from table.appliance.opening.choices import TableChoices
from table.appliance.service.room import ServiceRoom
from table.appliance.starting import Face, end_on_signals, typed_in, warn
from table.board.view import NoView
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.errors import UnreadableError
from table.evening.diary import Diary
from table.games.evening import Evening
from table.games.lots import ByLot
from table.games.telling import NarratorMemory, NoTelling, Telling
from table.publish.desk import NewsDesk
from table.publish.news import Playing
from table.room.devices import Devices
from table.room.people import People
from table.room.places import Places, seated
from table.room.room import Room
from table.room.stage import Stage
from table.room.village import Village
from table.sentences import one_line
from table.settings.settings import Eyes, Settings
from table.settings.times import HurriedTimes, Times
from table.words.narration import Narration
from table.words.troubles import Troubles

if TYPE_CHECKING:
    from table.room.trace import Trace

GATHER_S = 30.0
"""Seconds for which a table of bots waits for people before the cards are dealt."""
OFFER_S = 15.0
"""Seconds in which a hold declines to resume a round that was cut short."""


class Table:
    """Devices that belong together. `speed`: of the clock; `face` None: the screen of a real table;
    `manager`: the service manager that started it, if one has; `opener`: of the devices of a real table;
    `art`: the folder of the owner's pictures.

    With the face "log" the clock jumps.
    """

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        narration: Narration,
        face: Face | None,
        speed: float,
        manager: ServiceManager | None = None,
        opener: Opens | None = None,
        art: Path | None = None,
    ) -> None:
        if len(names) > settings.pixels:
            raise UnreadableError(
                f"{len(names)} seats on rings of {settings.pixels} pixels; allowed: {settings.pixels} at most"
            )
        self.narration = narration
        self.manager = manager or ServiceManager("")
        self.people = People()
        """Pods at which people sit."""
        self._names = names
        self._dark: set[int] = set()
        """Pods whose rings have been reported dark."""
        self.village: Village | None = None
        """Who sits where in the room under way; None without one."""
        self._lasts: tuple[Evening | None, int] = (None, 0)
        """The evening made last, and about how many minutes a round of it lasts."""
        self._ends: tuple[Evening | None, int, float] = None, 0, 0.0
        """Of which evening which round began last, and when it may be over."""
        self._evening: Evening | None = None
        """The evening of this room."""
        opener = opener or Opener()
        self.failed = opener.failed
        """Why each device that failed did not open."""
        wanted = Wanted(settings, names, narration, face, self.bots, self.manager, art)
        self.opened = OpenDevices(wanted, speed, opener)
        self.phones = self._phone_seats()
        """Phones as seats; None: this table has none."""
        if self.phones:
            self.tell_in(narration)
        self.news = NewsDesk(self.opened.news) if self.opened.news else None
        """What it tells of itself; None: nothing."""

    @property
    def settings(self) -> Settings:
        """The table's settings with its host's choices."""
        return self.opened.settings

    @property
    def face(self) -> Face | None:
        """The face; None: the screen of a real table."""
        return self.opened.face

    @property
    def blind(self) -> Trouble | None:
        """Why there is no board to see."""
        return self.opened.board.blind

    def room(
        self,
        mind: Answerer,
        chance: Chance,
        *,
        untouched: bool = False,
        evening: Evening | None = None,
        told: Telling | None = None,
        memory: NarratorMemory | None = None,
    ) -> Room:
        """Makes a room for the seats of an evening (without one, for all pods), in which `mind` plays seats
        nobody has touched.

        `untouched`: the seats cannot be touched; `told`, `memory`: the telling and what its narrator
        remembers, if not the evening's.
        """
        self._count_people()
        names = evening.names if evening else self._names
        places = self._places((evening.pods if evening else ()) or range(len(names)))
        away: set[int] = set()
        if evening and evening is self._evening and self.village:
            # People who moved keep their new pod, and seats the table plays for stay so.
            places, away = self.village.places, self.village.people.away
        devices = self.opened.devices if evening is None else seated(self.opened.devices, places)
        if untouched:
            nobodys = SimulatedButtons(len(self._names), self.settings.buttons, devices.clock)
            devices = devices._replace(buttons=nobodys)
        room = Room(
            self._stage(devices, names, chance, places),
            self.settings.times,
            mind,
            night=self._eyes(),
            cover_taps=self.settings.game.cover_taps,
            talk=self.settings.game.talk or self.settings.game.claims,
            pointing=self.settings.game.pointing,
            telling=told or telling_of(evening, self.settings.times),
            memory=memory or (evening.memory if evening else None),
        )
        room.people.update(seat for seat, pod in enumerate(places.pods) if pod in self.people)
        room.people.away |= away
        if self.people.host is not None:
            room.people.host = places.seat_at(self.people.host)
        self.village, self._evening = room.village, evening
        if self.phones:
            made, minutes = self._lasts
            self.phones.attend(
                room.stage,
                is_round=evening is not None,
                minutes=minutes if evening is made else 0,
                opens=lambda: room.cards.is_eve,
                talks=lambda: room.talking.labels,
            )
        if self.news:
            self.news.attend(room.stage, self._playing(evening, room.stage.time.now()))
        room.speaking.captions = self.opened.has_captions
        if evening:
            self.opened.sound_like(evening.rulebook.key)
        return room

    def _playing(self, evening: Evening | None, now_s: float) -> Callable[[], Playing]:
        """What the news say of a round that begins or goes on now, besides what its board shows."""
        number, (made, minutes) = evening.number + 1 if evening else 0, self._lasts
        if evening and minutes and evening is made and self._ends[:2] != (evening, number):
            self._ends = evening, number, now_s + 60.0 * minutes
        over_s = self._ends[2] if evening and self._ends[:2] == (evening, number) else None
        key = evening.rulebook.key if evening else self.settings.game.rulebook
        playing = Playing(key, self.narration.language, number, over_s=over_s)
        return lambda: playing

    def keep(self, diary: Diary, room: Room) -> None:
        """Has the round in this room written down by `diary`; people sit where they sat."""
        if self.face != "log":  # Where nobody can press, nobody sits.
            room.people.update(diary.people)
        room.stage.unkept = lambda: diary.trouble

    def offer_and_wait(
        self, lost: bool = False, mistake: str = "", people: int = 0, host: int | None = None
    ) -> bool:
        """Offers to resume the round that was cut short; returns whether it goes on. `lost`: its last moments
        are missing; `mistake`: why it is in another language; `people`: how many sat in it, and at which pod
        the `host`. Raises `ClosedError` if somebody closes the table."""
        room = self._waiting_room()
        room.stage.mistake = mistake
        phones = self.phones
        is_deserted = lambda: phones is not None and 0 < people <= len(phones.away)  # noqa: E731
        return room.pages.offer_and_wait(OFFER_S, lost, people, host, is_deserted)

    def refuse_and_wait(self) -> None:
        """Announces that a round was cut short that this table cannot resume."""
        self._waiting_room().pages.refuse_and_wait()

    def show_left_out_and_wait(self, line: str, files: Sequence[str]) -> None:
        """Announces with this line which of the owner's files cannot be used."""
        self._waiting_room().pages.refuse_and_wait(line, one_line(", ".join(files)))

    def service_room(self) -> ServiceRoom:
        """A room for the service menu."""
        devices, chance = self.opened.devices, Chance("service")
        return ServiceRoom(self._stage(devices, self._names, chance, people_sit=False))

    def _stage(
        self,
        devices: Devices,
        names: Sequence[str],
        chance: Chance,
        places: Places | None = None,
        *,
        people_sit: bool = True,
    ) -> Stage:
        """A stage in the words and with the buttons of this table."""
        return Stage(
            *(devices, self.narration, names, self.settings.buttons, chance),
            beat_s=self.opened.beat_s,
            people_sit=people_sit,
            places=places,
        )

    def _waiting_room(self) -> Room:
        return self.room(ByLot("offer"), Chance("offer/room"))

    def open(self, diary: Diary) -> None:
        """Starts writing answers down; each write that is done wakes the room."""
        diary.open(self.opened.devices.clock.wake if self.face != "log" else lambda: None)

    def traced(self, trace: Trace) -> None:
        """Traces everything public from now on."""
        self.opened.devices = trace.of(self.opened.devices)

    def voiced(self, voice: Callable[[Clock], Voice]) -> None:
        """Speaks with another voice from now on, by the clock of this table, and without a board."""
        self.opened.devices = self.opened.devices._replace(
            voice=voice(self.opened.devices.clock), view=NoView()
        )

    def lend(self) -> Devices:
        """Lends the devices to something other than a round; all seats count as people's. The table still
        closes them."""
        self.people.update(range(len(self._names)))
        self.village = None
        return self.opened.devices

    def tell_trouble(self) -> None:
        """Reports each device's fault once."""
        self.opened.tell_trouble()

    def end(self, why: str) -> None:
        """Closes for good, and reports why."""
        self.manager.log(f"The table ends: {why}.")
        self.manager.ending()
        self.close()

    def close(self) -> None:
        """Closes the devices."""
        self.opened.close()

    def lobby(
        self, house: TableChoices, sitting: Sitting, is_open: bool, seed: str, *, waits: bool = False
    ) -> Sitting:
        """Runs the lobby, with shows while nobody is there. `is_open`: the menu is open at once; `waits`:
        only until somebody sits."""
        pods = self._in_service()
        begins = house.simulated and not waits
        sat: int | None = None
        for number in count():
            places = self._places(pods)
            devices, names = seated(self.opened.devices, places), [self._names[pod] for pod in pods]
            lobby = Lobby(
                self._stage(devices, names, Chance(f"{seed}/{number}"), places, people_sit=False),
                house=house,
                sitting=sitting._replace(
                    taken=tuple(seat for seat, pod in enumerate(pods) if pod in sitting.taken),
                    host=pods.index(sitting.host) if sitting.host in pods else None,
                ),
                apply=lambda choices: self.choose(house, choices),
                starts_s=GATHER_S if begins else None,
                # A show takes the address of the phones from the board.
                shows=self.settings.show.enabled and not self.phones,
                waits=waits,
            )
            self.village = lobby.village
            if self.phones:
                lobby.phones = self.phones
                self.phones.attend(lobby.stage, stands=lobby.stand, renamed=lobby.lay_places)
            if self.news:
                lobby.news = self.news
                self.news.attend(lobby.stage, partial(_seating, lobby, waits))
            if sat is not None:
                lobby.sit(pods.index(sat))
            # Where no time passes nobody can plug anything in.
            stick = house.stick if self.face != "log" else None
            with stick.watched(self.opened.devices.clock.wake) if stick else nullcontext():
                chosen = lobby.run(is_open, welcomes=not number)
            self.tell_trouble()
            if chosen:
                break
            self.people, self.village = People(), None
            sitting = Sitting((), None, house.settings)
            sat = self.show(house, f"{seed}/{number}")
        assert chosen
        self.people, self.village = People(pods[seat] for seat in chosen.taken), None
        self.people.host = None if chosen.host is None else pods[chosen.host]
        return chosen._replace(taken=tuple(sorted(self.people)), host=self.people.host)

    def show(self, house: TableChoices, seed: str) -> int | None:
        """Plays a round by itself as a show, which is not kept. Returns the pod at which somebody sits
        down."""
        chairs = self._in_service()
        shown = prepared(house, self._names, chairs, seed)
        if shown is None:
            return None
        places = self._places(shown.evening.pods)
        buttons = seated(self.opened.devices, self._places(chairs)).buttons
        devices = seated(self.opened.devices, places)._replace(buttons=buttons)
        if not self.settings.show.volume:
            voice = SimulatedVoice(devices.clock, 0.0)
            devices = devices._replace(voice=voice, ambience=NoAmbience(), effects=NoEffects())
        else:
            self.opened.sound_like(shown.evening.rulebook.key)
        self.opened.sound(house.settings, self.settings.show.volume)
        chance = Chance(f"{shown.seed}/room")
        room = Room(
            self._stage(devices, shown.evening.names, chance, places, people_sit=False),
            HurriedTimes(),
            shown.mind(self.narration.language),
            night=self._eyes(),
            telling=telling_of(shown.evening, HurriedTimes(), is_first=False),
            memory=shown.evening.memory,
        )
        sat = ShownRound(room).run(shown.evening)
        self.opened.sound(house.settings)
        return None if sat is None else chairs[sat]

    def sitting(self, choices: Settings) -> Sitting:
        """Who sits here now, and what was chosen last."""
        self._count_people()
        return Sitting(tuple(sorted(self.people)), self.people.host, choices)

    def evening(self, house: TableChoices, sitting: Sitting, seed: int) -> Evening:
        """The evening of those who sit; where the table plays too, of all its seats."""
        choices = sitting.choices
        pods = self._in_service() if choices.game.bots else sitting.taken
        if self.blind:
            choices = house.offer(choices).unseen(choices)
        called = self.phones.called if self.phones and self.phones.keeps_names else {}
        names = [called.get(self._names[pod], self._names[pod]) for pod in pods]
        evening = house.evening(choices, names, pods, seed)
        self._lasts = evening, house.offer(choices).minutes(house.book(choices), choices, evening.deck)
        return evening

    def choose(self, house: TableChoices, choices: Settings) -> Narration:
        """Applies a host's choices other than the rules: words, pace, volume, eyes at night. Returns the
        telling."""
        self.tell_in(house.narration(choices.game.rulebook, choices.language))
        self.opened.choose(choices)
        return self.narration

    def tell_in(self, narration: Narration) -> Narration:
        """Switches to these words everywhere, also on the seats of a simulated table."""
        self.narration = narration.calling(self.phones.called) if self.phones else narration
        self.opened.tell_in(self.narration)
        return self.narration

    def _phone_seats(self) -> PhoneSeats | None:
        """The places of phones, if this table is open to them."""
        chosen = self.settings.phones
        if not self.opened.phones:
            return None
        allowed = frozenset(number - 1 for number in chosen.seats) if chosen.seats else None
        return PhoneSeats(
            self.opened.phones,
            self.opened.taps,
            self._names,
            self.settings.buttons,
            allowed=allowed,
            keeps_names=chosen.keep_names,
        )

    def _places(self, pods: Sequence[int]) -> Places:
        """The places of seats at these pods."""
        shut = set(range(len(self._names))).difference(self._in_service())
        return Places(pods, len(self._names), self._names, shut, self._dark, self._unlit, self._worded)

    def _eyes(self) -> Eyes:
        """How the nights are played: without a voice with open eyes, if all have a ring to look at."""
        if self.settings.rings.on_board:
            return "eyes_closed"
        return self.settings.game.night if self.opened.is_heard else "eyes_down"

    def _unlit(self) -> list[int]:
        """Pods without a ring: a phone that has such a place is one."""
        pods = [number - 1 for number in self.settings.rings.on_board]
        return [pod for pod in pods if not (self.phones and self.phones.has_phone(pod))]

    def _worded(self) -> list[int]:
        """Pods whose player reads words on a screen of their own."""
        every, phones = range(len(self._names)), self.phones
        return [pod for pod in every if self.opened.has_slips or (phones and phones.has_phone(pod))]

    def _in_service(self) -> list[int]:
        """Pods at which one can sit."""
        return [pod for pod in range(len(self._names)) if pod + 1 not in self.settings.out_of_service]

    def _count_people(self) -> None:
        """Updates who sits where from the seats of this room."""
        if self.village:
            pods, people = self.village.places.pods, self.village.people
            self.people -= {*pods, *self.village.places.drawn}
            self.people |= {pods[seat] for seat in people}
            if people.host is not None:
                self.people.host = pods[people.host]

    def bots(self) -> set[int]:
        """Pods nobody plays now."""
        self._count_people()
        return set(self._in_service()) - self.people


def _seating(lobby: Lobby, waits: bool) -> Playing:
    """What the news say of a lobby, besides what its board shows. `waits`: it only waits for the players of a
    round that goes on."""
    choices = lobby.menu.choices
    return Playing(choices.game.rulebook, choices.language, open=not waits)


def telling_of(evening: Evening | None, times: Times, is_first: bool = True) -> Telling:
    """The telling of an evening's rounds. `is_first`: whether the first of them says who can see the
    board."""
    return evening.telling(times, is_first=is_first) if evening else NoTelling()


def open_table(
    settings: Settings,
    names: Sequence[str],
    narration: Narration,
    face: Face | None,
    speed: float,
    manager: ServiceManager | None = None,
    art: Path | None = None,
) -> Table:
    """Opens a table, with a terminal or a log if its window does not open. `art`: the owner's pictures."""
    end_on_signals()
    try:
        return Table(settings, names, narration, face, speed, manager, art=art)
    except DeviceError as error:
        if face != "window":
            raise
        warn(Troubles.of(narration).goes_on("no_window", error.trouble))
        return Table(settings, names, narration, typed_in(), speed, manager)
