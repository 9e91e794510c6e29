"""Rounds played through the whole room, and all that can be perceived of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec

from hardware.interface import Rings
from hardware.phones.wire import PublicTable, SeatScreen
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.devices.watchdog_view import WatchdogView
from table.appliance.hosting.host import Hosting, play_hosted
from table.appliance.lobby.phone_places import PhonePlaces
from table.appliance.lobby.phone_seats import PhoneSeats, RoomOnPhones, Taps
from table.board.board import Board, SecretCircle
from table.board.view import View
from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Clock, Covered, Show, Sitter, Wake
from table.evening.diary import Diary
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.memory import VillageMemory
from table.games.werewolf.rules.script import play_round
from table.gestures import Meaning, Phase
from table.publish.desk import NewsDesk
from table.publish.news import News, Playing
from table.room.act import NEVER
from table.room.acts.calls import Calls
from table.room.acts.covered_times import CoveredTimes
from table.room.acts.questions import Questions
from table.room.choosing import Choosing
from table.room.devices import Devices
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S, Hands
from table.room.places import Places, seated
from table.room.room import Room
from table.room.stage import Stage
from table.room.trace import Trace
from table.settings.times import Times
from tests.kit.paced_pods import PushedPods
from tests.kit.phones import SimulatedPhones
from tests.kit.sampling import THOROUGH
from tests.kit.sounds import SimulatedAmbience, SimulatedEffects
from tests.kit.tables import NARRATION, PIXELS, Planted, Watch, after, plant, untouched
from tests.secrecy.machine import Machine, WatchedClock, WorkDone, least, unlike
from tests.secrecy.rounds import EnoughError, Plotter, Round, Under, as_printed


class TracedLamps:
    """Lamps that note whose are lit: everybody sees them."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace

    def light(self, seats: Collection[int]) -> None:
        self._trace.note(lamps=sorted(seats))

    def close(self) -> None:
        """Nothing to close."""


class ThroughEyelids:
    """A view of which one sees only what light it sheds: whether a circle is shown is public, and so is when;
    what stands in it is not."""

    closed = False

    def __init__(self, table: SecretsTable) -> None:
        self._table = table
        self._is_shown = False

    def show(self, board: Board, now_s: float) -> None:
        is_shown = isinstance(board.secret, SecretCircle)
        if is_shown != self._is_shown:
            self._is_shown = is_shown
            self._table.circles += is_shown
            self._table.trace.lines.append(f"{now_s:.6f} circle {is_shown}")

    def close(self) -> None:
        """Nothing to give back."""


class TracedWire:
    """The way out of a table's news: what is published, and when, is public."""

    def __init__(self, trace: Trace, clock: WatchedClock) -> None:
        self._trace, self._clock = trace, clock

    def tell(self, news: News) -> None:
        self._trace.lines.append(f"{self._clock.now():.6f} news {msgspec.json.encode(news).decode()}")

    def close(self) -> None:
        """Nothing to close."""


class TracedRendering(SimulatedVoice):
    """A voice that notes each sentence it renders ahead or looks up: that takes time and writes files."""

    def __init__(self, trace: Trace, clock: WatchedClock) -> None:
        super().__init__(clock, record=True)
        self._trace = trace

    def prepare(self, lines: Iterable[str], language: str) -> None:
        self._trace.note(prepared=list(lines), language=language)

    def can_say(self, line: str, language: str) -> bool:
        self._trace.note(can_say=line, language=language)
        return super().can_say(line, language)


class RestartedAmbience(SimulatedAmbience):
    """An ambience that notes each call of `begin`: it may be heard to start again."""

    def __init__(self, trace: Trace, clock: WatchedClock) -> None:
        super().__init__(clock)
        self._trace = trace

    def begin(self) -> None:
        self._trace.note(begins="ambience")
        super().begin()


class RepeatedSlips(SimulatedSlips):
    """Slips that note when the same words are sent again."""

    def __init__(self, trace: Trace) -> None:
        super().__init__()
        self._trace = trace

    def show(self, words: Mapping[int, str]) -> None:
        if words == self.words:
            self._trace.note(again="slips")
        super().show(dict(words))


class Sits(NamedTuple):
    """How a village sits at its table, which is public. `hosted`: people sit in some of the seats, and one of
    them is the host, who stops a night; `free`: so many pods nobody has; `running`: the room looks at its
    contacts many times a second, as on a clock that runs; `unlit`: no pod has a ring, and the board shows
    people in secret what it would."""

    buttons: int = 1
    hosted: bool = False
    free: int = 0
    running: bool = False
    unlit: bool = False


ALONE = Sits()
"""One button a seat, and nobody in any."""
BEAT_S = 0.1 if THOROUGH else 0.25
"""How often a room looks at them on a clock that runs."""
TIMES = Times() if THOROUGH else Times(debate_s=60)
"""In a short debate all is said and shown that is in a long one."""
REPLAYS = 2
"""How often each of two rounds may be played again before their work is called different."""
STOPS_AFTER_S = 4.5
"""So long before the end of a call the host holds a button: whoever is called has chosen by then."""
MENU_WAY = (*[Meaning.NEXT] * 4, Meaning.TAKE, Meaning.NEXT, Meaning.TAKE)
"""Somebody changes place: the fourth entry after going on, and the first seat after going back."""


class Restless:
    """Fingers round a room: at night players who are not called press buttons too, and people choose.

    `chance`: from which the room draws.
    """

    def __init__(self, table: SecretsTable, room: Room, chance: Chance) -> None:
        self.table, self.room, self.chance = table, room, chance
        self.hosting: Hosting | None = None
        opens, waits = room.stage.open_questions, room.stage.wait_for_press

        def open_questions(seats: Any, phase: Any) -> None:
            opens(seats, phase)
            if phase in ("choose", "yes_no"):
                self.plan()

        def wait_for_press(until_s: float) -> None:
            for seat, phase in room.presses.phases.items():
                if phase == "covered" and seat in room.people:
                    self.press(seat, room.time.now() + 1.0, PRESS_S)
            waits(until_s)

        plant(room.stage, open_questions=open_questions, wait_for_press=wait_for_press)
        plant(room.calls, wake_and_wait=self.begin_call)
        plant(room.covered_times, run_and_wait=self.cover, show_and_wait=self.look)
        plant(room.questions, choose_and_wait=self.choose)
        Watch(room).first["clock debate"] = self.debate
        after(room, "wake", self.wake)
        after(room, "sleep", self.sleep)

    def hosted(self) -> Hosting:
        """The round in this room, as one that its host stops at a moment of the village's."""
        self.hosting = hosting = Hosting(self.room)
        runs, table = hosting.menu.run_and_wait, self.table

        def turn_menu(back: int | None, by_night: bool) -> None:
            table.menus += 1
            if self.room.places.free and table.menus == 1:
                now_s, host = self.room.time.now(), hosting.questions.host
                table.by_day.turn(host, "menu", MENU_WAY, now_s + 5.0)
                self.move(table.by_day)
                self.press(host, now_s + 14.0, LONG_HOLD_S)
            runs(back, by_night)

        plant(hosting.menu, run_and_wait=turn_menu)
        return hosting

    # Whoever is not called

    def wake(self, request: Wake, _: None) -> None:
        called = {seat.index for seat in request.seats}
        begins_s, ends_s = self.room.calls.began_s, self.room.calls.ends_s
        restless, host = self.table.restless, self.room.people.host
        for seat in (
            sorted(self.room.people) if self.table.sits.hosted else range(len(self.room.village.names))
        ):
            if seat not in called | {host} and restless.random() < 0.3:
                length_s = restless.choice([0.01, PRESS_S, HOLD_S])
                button = restless.randrange(self.room.presses.count)
                self.press(seat, restless.uniform(begins_s, ends_s - length_s - 0.5), length_s, button)
        self.table.calls += 1
        if host is not None and self.table.calls == self.table.stops_at:
            button = int(self.room.presses.count * self.table.one.village.lot("stops with"))
            self.press(host, ends_s - STOPS_AFTER_S, LONG_HOLD_S, button)

    def press(self, seat: int, at_s: float, length_s: float, button: int = 0) -> None:
        pod, pods = self.room.places.pods[seat], self.table.pods
        self.table.clock.at(at_s, lambda: pods.push(pod, button))
        self.table.clock.at(at_s + length_s, lambda: pods.release(pod, button))

    # By day, with covered buttons

    def cover(self, request: Covered, planned: Sequence[Sitter]) -> list[Sitter]:
        """Anybody presses whose press does not count, and people who mean it."""
        restless, now_s = self.table.restless, self.room.time.now()
        heard = {seat.index for seat in request.heard}
        for seat in (
            sorted(self.room.people) if self.table.sits.hosted else range(len(self.room.village.names))
        ):
            if seat in heard & self.room.people:
                presses = seat in {other.index for other in planned}
            else:
                presses = restless.random() < 0.6
            if presses:
                length_s = restless.choice([PRESS_S, HOLD_S])
                button = restless.randrange(self.room.presses.count)
                self.press(seat, now_s + restless.uniform(1.0, 6.0), length_s, button)
        return CoveredTimes.run_and_wait(self.room.covered_times, request, planned)

    def look(self, request: Show) -> None:
        self.table.awake = {self.room.places.pods[seat.index] for seat in request.to}
        self.table.call = f"{self.table.calls} {request.what}"
        CoveredTimes.show_and_wait(self.room.covered_times, request)
        self.table.call = ""

    # What sleepers see

    def begin_call(self, request: Wake) -> None:
        self.table.awake = {self.room.places.pods[seat.index] for seat in request.seats}
        self.table.call = f"{self.table.calls} {request.call.key}"
        Calls.wake_and_wait(self.room.calls, request)

    def sleep(self, *_: object) -> None:
        self.table.call = ""

    # People

    def choose(self, request: Any, asked: Mapping[int, Choosing], picks: Mapping[int, Any]) -> None:
        self._to_press = asked, picks
        Questions.choose_and_wait(self.room.questions, request, asked, picks)

    def plan(self) -> None:
        """People know what they choose, and when."""
        asked, picks = self._to_press
        now_s, by_night = self.room.time.now(), self.room.calls.call is not None
        fingers = self.table.by_night if by_night else self.table.by_day
        for seat in sorted(self.room.people.intersection(asked)):
            fingers.choose(seat, asked[seat], picks[seat], now_s, now_s + 7.0, by_night)
        self.move(fingers)

    def debate(self, request: Clock) -> None:
        if request.spent_s == 0.0:
            now_s = self.room.time.now()
            phase: Phase = "parley" if self.table.points else "debate"
            for seat in sorted(self.room.people):
                if self.table.points:
                    self.table.by_day.signal_within(seat, phase, Meaning.TALK, now_s + 0.2, now_s + 1.5)
                self.table.by_day.signal_within(seat, phase, Meaning.READY, now_s + 2.0, now_s + 6.0)
            self.move(self.table.by_day)

    def move(self, fingers: Hands) -> None:
        """What these fingers have planned is done on the contacts."""
        pods = self.table.pods
        for edge in fingers.edges(NEVER):
            change = pods.push if edge.down else pods.release
            self.table.clock.at(edge.time_s, partial(change, self.room.places.pods[edge.seat], edge.button))


class SleepersRings:
    """Notes what those see who are not called, and when: they have eyes too. A frame that is sent again is in
    the public trace."""

    def __init__(self, rings: Rings, table: SecretsTable) -> None:
        self.seats = rings.seats
        self.pixels = rings.pixels
        self._rings = rings
        self._table = table
        self._shown: dict[int, bytes] = {}
        self.frame = b""

    def show(self, frame: bytes) -> None:
        if frame == self.frame:
            self._table.trace.note(again="rings")
        self.frame = frame
        self._rings.show(frame)
        table, size = self._table, 3 * self.pixels
        for pod in range(self.seats):
            ring = frame[pod * size : (pod + 1) * size]
            if table.call and pod not in table.awake and self._shown.get(pod) != ring:
                table.sleepers.setdefault(f"{table.call}, pod {pod}", []).append((table.clock.now(), ring))
            self._shown[pod] = ring

    @property
    def trouble(self) -> Trouble | None:
        return self._rings.trouble

    def close(self) -> None:
        self._rings.close()


class SecretsEvening(WerewolfEvening):
    """The round of a village, as one that can be stopped."""

    table: Any = None

    def play_next(self, answerer: Answerer) -> Any:
        return play(play_round(self.table.plotter.game), answerer)


class SecretsTable:
    """A table in memory with the seats of a village, of which a trace is taken. `awake`: the pods of those
    called; `call`: which, empty between them; `sleepers`: what all others have seen in it, and when."""

    def __init__(
        self,
        one: Round,
        planted: Planted = untouched,
        under: Under = as_printed,
        sits: Sits = ALONE,
        view: Callable[[SecretsTable], View] = ThroughEyelids,
    ) -> None:
        village = one.village
        self.one, self.planted, self.under, self.sits = one, planted, under, sits
        self.trace = Trace()
        self.clock = WatchedClock()
        self.machine = Machine(self.trace)
        count = len(village.names) + sits.free
        self.awake: set[int] = set()
        self.call = ""
        self.pods, rings = self.plugged(count)
        self.rings = SleepersRings(rings, self)
        ambience, effects = RestartedAmbience(self.trace, self.clock), SimulatedEffects(self.clock)
        voice = TracedRendering(self.trace, self.clock)
        self.slips = RepeatedSlips(self.trace)
        self.view = view(self)
        watched = WatchdogView(self.view, self.machine.manager)
        whole = Devices(
            *(self.pods, self.rings, voice, watched, self.clock, ambience),
            effects=effects, slips=self.slips, lamps=TracedLamps(self.trace),
        )  # fmt: skip
        # The free pods lie among the others.
        self.places = Places(
            [seat + (sits.free if seat > 2 else 0) for seat in range(len(village.names))],
            count,
            unlit=lambda: range(count if sits.unlit else 0),
        )
        self.devices = seated(self.trace.of(whole), self.places)
        self.phones = SimulatedPhones(count, PIXELS, self.clock)
        self.phones.hears = self._pages_hear
        plant(self.phones, show=self._phones_show)
        held = PhonePlaces([f"pod {pod}" for pod in range(count)])
        for pod in range(count):
            held.take(f"{pod:032x}", pod)
        self.seats = PhoneSeats(self.phones, Taps(self.clock), held, sits.buttons)
        self._is_covered = False
        self.news = NewsDesk(TracedWire(self.trace, self.clock))
        self.restless = random.Random(one.seed)
        self.by_night, self.by_day = (
            Hands(sits.buttons, Chance(seed)) for seed in (f"fingers {one.seed}", f"fingers {village.seed}")
        )
        self.sleepers: dict[str, list[tuple[float, bytes]]] = {}
        self.calls = self.menus = self.circles = 0
        self.stops_at = 1 + int(4 * village.lot("stops at"))
        self.points = village.lot("points") < 0.5
        """Whether people point at each other in a debate."""
        self.plotter: Plotter

    def plugged(self, count: int) -> tuple[SimulatedButtons | PushedPods, Rings]:
        """Buttons that fingers push, and rings."""
        return SimulatedButtons(count, self.sits.buttons, self.clock), SimulatedRings(count, PIXELS)

    def _pages_hear(self, public: PublicTable) -> None:
        """What the page of every phone is told is public, and so is when."""
        self._is_covered = public.covered
        self.trace.lines.append(f"{self.clock.now():.6f} pages {msgspec.json.encode(public).decode()}")

    def _phones_show(self, screens: Mapping[int, SeatScreen], _: Mapping[int, tuple[str, str]]) -> None:
        """By day all phones are sent to when the screen of any of them changes: that is public, and so is
        when. By night, and with the sheets, they are sent to at fixed moments."""
        if screens != self.phones.screens and not self._is_covered:
            self.trace.lines.append(f"{self.clock.now():.6f} looks")
        self.phones.screens = screens

    def begin(self, mind: Answerer) -> Restless:
        """A room, with fingers round it."""
        village, sits = self.one.village, self.sits
        chance = Chance(village.seed)
        stage = Stage(
            *(self.devices, NARRATION["en"], village.names, sits.buttons, chance),
            beat_s=BEAT_S if sits.running else float("inf"),
            people_sit=sits.hosted,
            places=self.places,
        )
        room = Room(
            stage,
            TIMES,
            mind,
            telling=werewolf_telling,
            memory=VillageMemory(),
            night="eyes_down" if village.lot("eyes down") < 0.3 and not sits.unlit else "eyes_closed",
            cover_taps=village.lot("cover taps") < 0.3,
            pointing="always" if self.points else "never",
        )
        made = Restless(self, room, chance)
        self.planted(made)
        self.seats.attend(stage, RoomOnPhones(room, is_round=True))
        playing = Playing(village.rulebook.key, "en", 1, over_s=1800.0)
        self.news.attend(stage, lambda: playing)
        if sits.hosted:
            room.people.update(
                {seat for seat in range(len(village.names)) if village.lot("sits", seat) < 0.5}
            )
            room.people.sit(int(village.lot("host") * len(village.names)))
            room.people.host = int(village.lot("host") * len(village.names))
        return made

    def plays(self) -> None:
        """Plays the round to the end of the evening."""
        with self.trace.overhearing(), self.machine.watched(self.clock):
            if self.sits.hosted:
                with suppress(EnoughError):
                    self._play_hosted()
            else:
                self.one.played(lambda mind: self.begin(mind).room, self.under)

    def _play_hosted(self) -> None:
        village = self.one.village
        rulebook = self.under(village.rulebook)
        evening = SecretsEvening(rulebook, village.names, village.deck, village.options, village.seed)
        evening.table = self

        def new_room() -> Hosting:
            self.plotter = self.one.plotter(self.under)
            return self.begin(self.plotter).hosted()

        play_hosted(evening, Diary(None, evening, "en"), new_room)


class Perceived(NamedTuple):
    """Of a round: its public trace, and what those saw who slept."""

    trace: list[str]
    sleepers: dict[str, list[tuple[float, bytes]]]
    stops: int
    """How often the host has stopped it."""
    work: WorkDone
    again: Callable[[], Perceived]
    """Plays it again."""


def perceived(
    one: Round, planted: Planted = untouched, under: Under = as_printed, sits: Sits = ALONE
) -> Perceived:
    """What can be perceived of a round that is played at the table. How everybody sits there is public, and
    so of the village; which of those who sleep press their buttons all the same is not."""
    table = SecretsTable(one, planted, under, sits)
    table.plays()
    again = partial(perceived, one, planted, under, sits)
    return Perceived(table.trace.lines, table.sleepers, table.menus, table.machine.work, again)


def at_the_table(mind: Answerer, one: Round, trace: Trace) -> Room:
    """A room in memory with the seats of a village, of which a trace is taken."""
    table = SecretsTable(one)
    room = table.begin(mind).room
    trace.lines = table.trace.lines
    return room


def told_apart(one: Perceived, other: Perceived) -> str | None:
    """The first thing by which two rounds can be told apart: by everybody, or by somebody who slept in the
    same call of both."""
    if told := difference(one.trace, other.trace):
        return told
    for who in sorted(one.sleepers.keys() & other.sleepers.keys()):
        for ours, theirs in zip_longest(one.sleepers[who], other.sleepers[who]):
            if ours != theirs:
                return f"{who}: {ours} or {theirs}"
    return worked_apart(one, other)


def worked_apart(one: Perceived, other: Perceived) -> str | None:
    """The first moment at which the machine clearly works more in one of two rounds, however often that one
    is played: a busy machine adds work, and takes none away."""
    both = [one, other]
    done = [one.work, other.work]
    for _ in range(2 * REPLAYS):
        if not (found := unlike(*done)):
            return None
        busier = found[0]
        done[busier] = least(done[busier], both[busier].again().work)
    found = unlike(*done)
    return found and found[1]


def difference(one: Sequence[object], other: Sequence[object]) -> str | None:
    """The first thing by which two traces can be told apart."""
    for ours, theirs in zip_longest(one, other):
        if ours != theirs:
            return f"{ours} or {theirs}"
    return None
