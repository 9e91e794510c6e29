"""A table: its devices, its seats and its words. Rooms are made of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hardware.notify import ServiceManager
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.boards import WantedBoard, warn_without
from table.appliance.devices.open_devices import OpenDevices
from table.appliance.devices.openers import Opener
from table.appliance.lobby.phone_seats import PhoneSeats, phone_seats
from table.appliance.opening.choices import TableChoices
from table.appliance.service.room import ServiceRoom
from table.appliance.starting import Face, end_on_signals, typed_in
from table.engine.chance import Chance
from table.errors import UnreadableError
from table.games.evening import Evening
from table.publish.desk import NewsDesk
from table.room.devices import Devices
from table.room.people import People
from table.room.places import Places
from table.room.stage import Stage
from table.room.village import Village
from table.settings.settings import Eyes, Settings
from table.words.narration import Narration

if TYPE_CHECKING:
    from table.board.paint.art import Art


class Here(NamedTuple):
    """The room that is open: who sits where, and its evening if a round is played there."""

    village: Village
    evening: Evening | None = None


class EveningLasts:
    """The approximate length of each round of an evening, in `minutes`; 0: unknown."""

    def __init__(self, evening: Evening, minutes: int) -> None:
        self.evening, self.minutes = evening, minutes
        self._round, self._over_s = 0, 0.0

    def over_s(self, number: int, now_s: float) -> float | None:
        """The expected end of round `number`, which begins or goes on now; None: unknown."""
        if self.minutes and self._round != number:
            self._round, self._over_s = number, now_s + 60.0 * self.minutes
        return self._over_s if self.minutes else None


class Table:
    """Devices that belong together. With the face "log" the clock jumps.

    `face`: None for the screen of a real table.
    `speed`: of the clock.
    `manager`: the service manager that started it, if one has.
    `opener`: of the devices of a real table.
    `art`: the pictures of the board with the owner's.
    `music`: the folder of the owner's music.
    `state`: the folder of what the table keeps; None: the usual one.
    """

    def __init__(
        self,
        settings: Settings,
        names: Sequence[str],
        narration: Narration,
        face: Face | None,
        speed: float,
        manager: ServiceManager | None = None,
        opener: Opener | None = None,
        art: Art | None = None,
        music: Path | None = None,
        state: Path | None = None,
    ) -> None:
        if len(names) > settings.pixels:
            raise UnreadableError(
                f"{len(names)} seats on rings of {settings.pixels} pixels; allowed: {settings.pixels} at most"
            )
        self.narration = narration
        self.manager = manager or ServiceManager("")
        self.people = People()
        """Pods at which people sit."""
        self.names = names
        """The names of all pods."""
        self._dark: set[int] = set()
        """Pods whose rings have been reported dark."""
        self.here: Here | None = None
        """The room that is open; None without one."""
        self.lasts: EveningLasts | None = None
        """The approximate length of the last evening's rounds."""
        opener = opener or Opener()
        self.failed = opener.failed
        """Why each device that failed did not open."""
        wanted = WantedBoard(settings, names, narration, face, self.bots, self.manager, art, music, state)
        self.opened = OpenDevices(wanted, speed, opener)
        self.pods = self.opened.pods
        """The pods that plug in; None: this table has none."""
        self.phones: PhoneSeats | None = None
        """Phones as seats; None: this table has none."""
        if self.opened.phones:
            self.phones = phone_seats(self.opened.phones, self.opened.taps, names, self.settings)
            self.tell_in(narration)
        self.news = NewsDesk(self.opened.news) if self.opened.news else None
        """The news that this table publishes; None: it publishes nothing."""

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
        """Why there is no board to see; None: there is, if only on a page that somebody has opened."""
        page = self.opened.page
        return None if page and page.screens else self.opened.board.blind

    def stage(
        self,
        devices: Devices,
        chance: Chance,
        names: Sequence[str] | None = None,
        places: Places | None = None,
        *,
        people_sit: bool = True,
        mistake: str = "",
        unkept: Callable[[], object] = bool,
    ) -> Stage:
        """A stage with the words and buttons of this table. `names`: of its seats; None: of all pods. For the
        other parameters see `Stage`."""
        return Stage(
            devices,
            self.narration,
            self.names if names is None else names,
            self.settings.buttons,
            chance,
            beat_s=self.opened.beat_s,
            people_sit=people_sit,
            places=places,
            mistake=mistake,
            unkept=unkept,
        )

    def play_on(self, devices: Devices) -> None:
        """Replaces the devices."""
        self.opened.devices = devices

    def service_room(self) -> ServiceRoom:
        """A room for the service menu."""
        return ServiceRoom(self.stage(self.opened.devices, Chance("service"), people_sit=False))

    def lend(self) -> Devices:
        """Lends the devices to something other than a round. All seats count as people's, and the table still
        closes them."""
        self.people.update(range(len(self.names)))
        self.here = None
        return self.opened.devices

    def tell_trouble(self) -> None:
        """Prints each device's fault once."""
        self.opened.tell_trouble()

    def end(self, why: str) -> None:
        """Closes for good, and prints why."""
        self.manager.log(f"The table ends: {why}.")
        self.manager.ending()
        self.close()

    def close(self) -> None:
        """Closes the devices."""
        self.opened.close()

    def choose(self, house: TableChoices, choices: Settings) -> Narration:
        """Applies a host's choices except the rules: words, pace, volume, eyes at night. Returns the
        telling."""
        self.tell_in(house.narration(choices.game.rulebook, choices.language))
        self.opened.choose(choices)
        return self.narration

    def tell_in(self, narration: Narration) -> Narration:
        """Switches to these words everywhere, also on the seats of a simulated table."""
        self.narration = narration.calling(self.phones.places.called) if self.phones else narration
        self.opened.tell_in(self.narration)
        return self.narration

    def places(self, pods: Sequence[int]) -> Places:
        """The places of seats at these pods."""
        shut = set(range(len(self.names))).difference(self.in_service())
        plugged = [at for at, pod in enumerate(self.settings.pins.pods(len(self.names))) if pod]
        of_pods = (self._unlit, self._worded, self._screens, plugged)
        return Places(pods, len(self.names), self.names, shut, self._dark, *of_pods)

    def eyes(self) -> Eyes:
        """The way nights are played. Without a voice they are played with open eyes, if everybody has a ring
        to look at."""
        if self.settings.rings.on_board:
            return "eyes_closed"
        return self.settings.game.night if self.opened.is_heard else "eyes_down"

    def _unlit(self) -> list[int]:
        """Pods without a ring. A pod that is a phone's place is one."""
        pods = [number - 1 for number in self.settings.rings.on_board]
        return [pod for pod in pods if not (self.phones and self.phones.places.has_phone(pod))]

    def _worded(self) -> list[int]:
        """Pods whose players read words on their own screen now."""
        every, phones, has_slips = range(len(self.names)), self.phones, self.opened.has_slips
        screens = self.pods.screens if self.pods else ()
        return [at for at in every if has_slips or at in screens or (phones and phones.places.is_here(at))]

    def all_read_alone(self, pods: Collection[int]) -> bool:
        """Whether somebody sits at these pods, and each has a screen of its own for words now."""
        return bool(pods) and set(pods) <= set(self._worded())

    def _screens(self) -> list[int]:
        """Pods whose players point at what they mean on a phone."""
        phones = self.phones
        return [pod for pod in range(len(self.names)) if phones and phones.places.has_phone(pod)]

    def in_service(self) -> list[int]:
        """Pods at which one can sit."""
        return [pod for pod in range(len(self.names)) if pod + 1 not in self.settings.out_of_service]

    def count_people(self) -> None:
        """Updates who sits at which pod from the seats of this room."""
        if self.here:
            places, people = self.here.village.places, self.here.village.people
            pods = places.pods
            self.people -= {*pods, *places.drawn}
            self.people |= {pods[seat] for seat in people}
            if people.host is not None:
                self.people.host = pods[people.host]

    def bots(self) -> set[int]:
        """Pods that nobody plays now."""
        self.count_people()
        return set(self.in_service()) - self.people


def open_table(
    settings: Settings,
    names: Sequence[str],
    narration: Narration,
    face: Face | None,
    speed: float,
    manager: ServiceManager | None = None,
    art: Art | None = None,
    music: Path | None = None,
    state: Path | None = None,
) -> Table:
    """Opens a table, with a terminal or a log if its window does not open.

    `art`: the pictures of the board with the owner's.
    `music`: the folder of the owner's music.
    `state`: the folder of what the table keeps; None: the usual one.
    """
    end_on_signals()

    def opened(face: Face | None) -> Table:
        return Table(settings, names, narration, face, speed, manager, art=art, music=music, state=state)

    try:
        return opened(face)
    except DeviceError as error:
        if face != "window":
            raise
        warn_without("no_window", narration, error.trouble)
        return opened(typed_in())
