"""`garou check`: every part of the table is tried, and the people round it say what they saw and heard.

At each seat its buttons, then its ring; then the voice, the board, the disk. Each step is a line of the
report: passed, failed with the reason, or not tried because the configuration leaves the part out.

A button passes when it goes down and comes up again at its turn. What follows is confirmed at the seat
itself: a press is a yes, a hold is a no, nothing for a while is no answer. A seat whose own buttons failed
cannot say so; then the press of anybody counts.

Each part is opened on its own. One that does not open has failed, and the others are tried all the same;
where it is the buttons, rings, voice and board are shown and nobody is asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.debounce import Contact, Gesture, Kind, due, feed, first_seen, tick
from hardware.patterns import Colour
from hardware.simulated import SimulatedButtons
from hardware.troubles import DeviceError, Trouble, reason_of
from table.appliance.devices import PartByPart
from table.appliance.doctor.machine import has_sound, this_machine
from table.appliance.doctor.needs import header_of
from table.appliance.tonight import BEAT_S, Face, Table, end_on_signals, open_table, warn
from table.board.board import Board, Place
from table.errors import ClosedError, TableError
from table.room.devices import Devices
from table.room.village import Placed
from table.settings.settings import Settings
from table.words.narration import Narration
from table.words.troubles import Troubles, english, wrong_with

Part = Literal["seats", "rings", "voice", "board", "disk"]
PARTS: tuple[Part, ...] = get_args(Part)

WAIT_S = 20.0
"""How long somebody has to press or to answer."""
HANDS_OFF_S = 2.0
LET_GO_S = 5.0
AGAIN_S = 4.0
"""How long the right button is still waited for after a wrong one."""
SEEN_S = 3.0
"""How long what nobody can answer for is shown."""
LINE_S = 25.0
"""A line that is not over by then is not waited for."""
LEAST_BYTES = 20_000_000
"""Room on the disk for many evenings."""

BRIGHT = 0.3
COLOURS: Mapping[str, Colour] = {
    "red": Colour(255, 0, 0).dimmed(BRIGHT),
    "green": Colour(0, 255, 0).dimmed(BRIGHT),
    "blue": Colour(0, 0, 255).dimmed(BRIGHT),
}
WHITE = Colour(255, 255, 255).dimmed(0.15)

STEPS = (*COLOURS, "count", "direction")
"""What a ring does, one after the other."""

Verdict = tuple[bool | None, str]
"""Whether a step passed, None if it was not tried, and why not."""

IN_A_LINE = ("report.", "reason.", "step.")
"""What stands in the middle of a line of the report."""

Finger = tuple[int, int]
"""Seat and button, from 0."""
Ring = Callable[[float], bytes]


class Line(NamedTuple):
    """One line of the report."""

    part: Part
    passed: bool | None
    """None: not tried."""
    reason: str = ""
    """Why not."""
    seat: int | None = None
    step: str = ""
    """The button, from "1", or what the ring did; empty for parts that have one step only."""

    def told(self, words: Words) -> str:
        """As it is printed, in the table's language."""
        result = words.text({True: "report.pass", False: "report.fail", None: "report.untried"}[self.passed])
        told = words.text(f"report.{self.part}")
        if self.step:
            is_button = self.part == "seats"
            step = self.step if is_button else words.text(f"step.{self.step}")
            told = words.text("report.button" if is_button else "report.ring", step=step)
        if self.seat is not None:
            told = words.text("report.at", number=self.seat + 1, name=words.labels[self.seat], what=told)
        return f"{result}  " + (
            words.text("report.why", what=told, reason=self.reason) if self.reason else told
        )


class Step(NamedTuple):
    """What the table waits for. Whoever plays the people is told of each."""

    key: str
    """"press", a step of the ring, "voice" or "board"."""
    seat: int
    button: int


def summary(lines: Sequence[Line], stopped: bool, words: Words) -> str:
    """The last line of the report."""
    failed = sum(line.passed is False for line in lines)
    told = words.text("report.failed", number=failed) if failed else words.text("report.none")
    return words.text("report.stopped") + f" {told}" if stopped else told


class Words:
    """What is written and spoken during the check, in one language: `config/check/<language>.toml`."""

    def __init__(self, narration: Narration, names: Sequence[str]) -> None:
        """Raises `UnreadableError` for a mistake in the owner's file."""
        self._table = narration.texts("check")
        self._narration = narration
        self._troubles = Troubles.of(narration)
        self._seats = [Placed(index, name) for index, name in enumerate(names)]

    @property
    def language(self) -> str:
        """The language of the evening."""
        return self._narration.language

    @property
    def labels(self) -> list[str]:
        """The names of the seats, as the board writes them."""
        return [self._narration.seat(seat).label for seat in self._seats]

    def text(self, key: str, seat: int | None = None, **facts: object) -> str:
        """One text. `seat` None: anybody's."""
        value: Any = self._table
        for part in key.split("."):
            value = value[part]
        named = self._table["anybody"]["name"] if seat is None else self._narration.seat(self._seats[seat])
        told = self._narration.grammar.typeset(str(value)).format(seat=named, **facts)
        return told if key.startswith(IN_A_LINE) else told[:1].upper() + told[1:]

    def trouble(self, trouble: Trouble) -> str:
        """What is wrong with a device."""
        return self._troubles.told(trouble)

    def troubles(self, troubles: Iterable[Trouble]) -> str:
        """The same of several; empty if nothing is wrong."""
        return " ".join(map(self.trouble, troubles))

    def answer(self, error: OSError) -> str:
        """What the system answered."""
        return self._troubles.reason(reason_of(error))

    def called(self, fingers: Collection[Finger], seat: int) -> str:
        """Buttons as people count them, those of another seat with their seat."""
        told = [
            self.text("reason.own" if other == seat else "reason.other", number=other + 1, button=button + 1)
            for other, button in sorted(fingers)
        ]
        return self._narration.grammar.last.join(told)

    def button(self, button: int, of: int) -> str:
        """How a button of several is called."""
        name: str = self._table["buttons"][str(of)][button]
        return name

    @property
    def colours(self) -> list[str]:
        """The names of the colours on the test card."""
        return list(self._table["card"]["colours"])


class Check:
    """One walk round the table.

    `button_count`: of each seat. `known`: parts whose result is known before they are tried, with the reason;
    the seats are so if their buttons do not open.
    `no_key`: buttons that nobody can press, because the keyboard of a simulated table has no key for them.
    `shut`: seats out of service, which are left out unless they are asked for.
    `state`: the directory whose disk is tried. `people`: hears of each step, and may press for it.
    `report`: is given each line as it comes. `beat_s`: the longest time between two looks at the contacts.
    """

    def __init__(
        self,
        devices: Devices,
        words: Words,
        pixels: int,
        button_count: int,
        state: Path,
        *,
        known: Mapping[Part, Line] | None = None,
        no_key: Collection[int] = (),
        shut: AbstractSet[int] = frozenset(),
        wait_s: float = WAIT_S,
        beat_s: float = float("inf"),
        people: Callable[[Step], None] = lambda step: None,  # noqa: ARG005 - nobody but who sits there
        report: Callable[[Line], None] = lambda line: None,  # noqa: ARG005
    ) -> None:
        self._devices = devices
        self._words = words
        self._pixels = pixels
        self._button_count = button_count
        self._state = state
        self._known = known or {}
        self._no_key = no_key
        self._wait_s = wait_s
        self._beat_s = beat_s
        self._people = people
        self._report = report
        self._seats = len(words.labels)
        self._board = Board(
            "attract", title=words.text("title"), places=[Place(label) for label in words.labels]
        )
        self._contacts: dict[Finger, Contact] = {}
        self._stale: set[Finger] = set()
        """Down since before the step: their gestures answer nothing."""
        self._pressed: list[Finger] = []
        """What went down since the step began, in order."""
        self._together: set[Finger] = set()
        """Of these, those that were down while another was."""
        self._lifted: set[Finger] = set()
        """What came up since then."""
        self._answered: list[tuple[Finger, Kind]] = []
        self._face: tuple[int, Ring] | None = None
        self._frame = b""
        self._mute: set[int] = set()
        """Seats whose buttons failed."""
        self._shut = shut
        self.lines: list[Line] = []

    def run(self, parts: Collection[Part] = PARTS, seats: Sequence[int] | None = None) -> None:
        """Tries these parts, at these seats; None: at all. Raises `ClosedError` if somebody ends it."""
        for edge in self._devices.buttons.edges():
            self._contacts[edge.seat, edge.button] = first_seen(edge.down)
        self._devices.buttons.listen(self._devices.clock.wake)
        for part in ("seats", "rings"):
            # What nobody answers for has the buttons for its reason: they are told of whatever is tried.
            if part in self._known and (part in parts or (part == "seats" and {*parts} - {"disk"})):
                self._note(self._known[part])
        tried = [part for part in parts if part not in self._known]
        if "seats" in tried:
            self._tell("hands_off")
            self._live(self._devices.clock.now() + HANDS_OFF_S)
        for seat in range(self._seats) if seats is None else seats:
            if seats is None and seat in self._shut:
                self._leave_out(seat, tried)
                continue
            if "seats" in tried:
                self._buttons(seat)
            if "rings" in tried:
                self._ring(seat)
        self._face = None
        for part, check in (("voice", self._voice), ("board", self._card), ("disk", self._disk)):
            if part in parts:
                check()

    def _leave_out(self, seat: int, tried: Collection[Part]) -> None:
        """Says of a seat that it is out of service, once."""
        for part in [part for part in tried if part in ("seats", "rings")][:1]:
            self._note(Line(part, None, self._words.text("reason.out_of_service"), seat))

    # The parts

    def _buttons(self, seat: int) -> None:
        for button in range(self._button_count):
            step = str(button + 1)
            if button in self._no_key:
                self._note(Line("seats", None, self._words.text("reason.no_key"), seat, step))
                continue
            reason = self._why_not_pressed(seat, button)
            if reason:
                self._mute.add(seat)
            self._note(Line("seats", not reason, reason, seat, step))

    def _why_not_pressed(self, seat: int, button: int) -> str:
        """Empty if this button, and no other, went down and came up again."""
        finger = (seat, button)
        self._light(seat, lambda now_s: patterns.lobby_breathing(self._pixels, now_s))
        if self._is_down(finger):
            self._tell("let_go", seat)
            self._live(self._devices.clock.now() + LET_GO_S, lambda: not self._is_down(finger))
            if self._is_down(finger):
                return self._words.text("reason.stuck")
        self._begin(Step("press", seat, button))
        if self._button_count == 1:
            self._tell("press", seat)
        else:
            name = self._words.button(button, self._button_count)
            self._tell("press_one", seat, caption="press", button=name)
        ends_s = self._devices.clock.now() + self._wait_s
        while finger not in self._lifted and self._devices.clock.now() < ends_s:
            stranger = self._wait_for(finger, ends_s)
            if stranger and finger not in self._pressed:
                self._board.caption = self._words.text("caption.elsewhere", stranger[0])
                ends_s = min(ends_s, self._devices.clock.now() + AGAIN_S)
        strangers = set(self._pressed) - {finger}
        if finger in self._together:
            others = self._words.called(self._together - {finger}, seat)
            return self._words.text("reason.together", others=others)
        if finger in self._lifted:
            return ""
        if finger in self._pressed:
            return self._words.text("reason.not_up", seconds=f"{self._wait_s:g}")
        if strangers:
            return self._words.text("reason.crossed", others=self._words.called(strangers, seat))
        told = self._words.troubles(self._devices.buttons.troubles)
        return told or self._words.text("reason.no_press", seconds=f"{self._wait_s:g}")

    def _wait_for(self, finger: Finger, until_s: float) -> Finger | None:
        """Until this finger has gone up again; until then the next other one that goes down."""
        known = len(self._pressed)
        self._live(until_s, lambda: finger in self._lifted or len(self._pressed) > known)
        return next((other for other in self._pressed[known:] if other != finger), None)

    def _ring(self, seat: int) -> None:
        for step in STEPS:
            self._light(seat, self._lights(step))
            self._begin(Step(step, seat, 0))
            self._tell(step, seat)
            wrong = self._words.text(f"reason.{step}", pixels=self._pixels)
            passed, reason = self._verdict(seat, wrong, lambda: self._devices.rings.trouble)
            self._note(Line("rings", passed, reason, seat, step))
            if passed is False and reason != wrong:
                break  # nobody is there, or nothing is lit: the other steps would only take their time

    def _lights(self, step: str) -> Ring:
        """What a ring does in one step, from now on."""
        pixels, began_s = self._pixels, self._devices.clock.now()

        def beat(now_s: float) -> int:
            return int((now_s - began_s) / patterns.BEAT_S)

        if step in COLOURS:
            return lambda now_s: bytes(COLOURS[step]) * pixels  # noqa: ARG005
        if step == "count":  # full for a second, then again from the first
            return lambda now_s: (bytes(WHITE) * min(pixels, beat(now_s) % (pixels + 4) + 1)).ljust(
                3 * pixels, b"\0"
            )

        def runner(now_s: float) -> bytes:
            at = max(0, beat(now_s) % (pixels + 4) - 4)
            return bytes(3 * at) + bytes(WHITE) + bytes(3 * (pixels - at - 1))

        return runner

    def _voice(self) -> None:
        if "voice" in self._known:
            self._note(self._known["voice"])
            return
        host = self._host()
        self._tell("voice", host, spoken=self._words.text("spoken.voice"))
        self._begin(Step("voice", 0, 0))
        wrong = self._words.text("reason.voice")
        self._note(Line("voice", *self._verdict(host, wrong, lambda: self._devices.voice.trouble)))

    def _card(self) -> None:
        if "board" in self._known:
            self._note(self._known["board"])
            return
        host = self._host()
        self._board.scene, self._board.colours = "test", self._words.colours
        self._begin(Step("board", 0, 0))
        self._tell("board", host)
        wrong = self._words.text("reason.board")
        verdict = self._verdict(host, wrong, lambda: None)
        self._board.scene, self._board.colours = "attract", []
        self._note(Line("board", *verdict))

    def _disk(self) -> None:
        reason = why_not_writable(self._state, self._words)
        self._note(Line("disk", not reason, reason))

    # Questions

    def _host(self) -> int | None:
        """Who says what voice and board do: seat 1, or anybody if its buttons failed or are left out."""
        return None if 0 in self._mute or 0 in self._shut else 0

    def _verdict(self, by: int | None, wrong: str, trouble: Callable[[], Trouble | None]) -> Verdict:
        """What came of a step. `by`: the seat that is asked, None for anybody; `wrong`: the reason if it says
        no; `trouble`: of the device."""
        anybody = by is None or by in self._mute
        is_asked = "seats" not in self._known

        def given() -> Kind | None:
            return next((kind for (seat, _), kind in self._answered if anybody or seat == by), None)

        wait_s = self._wait_s if is_asked else min(self._wait_s, SEEN_S)
        self._live(self._devices.clock.now() + wait_s, lambda: bool(given() or trouble()))
        if kind := given():
            return (True, "") if kind is Kind.PRESS else (False, wrong)
        if found := trouble():
            return False, self._words.trouble(found)
        if is_asked:
            return False, self._words.text("reason.nobody", seconds=f"{self._wait_s:g}")
        return None, self._words.text("reason.unanswered")

    def _begin(self, step: Step) -> None:
        """Presses count from now on."""
        self._stale = {
            finger for finger, contact in self._contacts.items() if contact.level or contact.settled
        }
        self._pressed.clear()
        self._together.clear()
        self._lifted.clear()
        self._answered.clear()
        self._people(step)

    def _note(self, line: Line) -> None:
        self.lines.append(line)
        self._report(line)

    def _tell(
        self,
        headline: str,
        seat: int | None = None,
        *,
        caption: str | None = None,
        spoken: str | None = None,
        button: str = "",
    ) -> None:
        """Shows a headline and its caption; speaks the headline, or `spoken`, after the line before it."""
        board, clock, voice = self._board, self._devices.clock, self._devices.voice
        board.headline = self._words.text(f"headline.{headline}", seat, button=button)
        board.caption = self._words.text(f"caption.{caption or headline}", seat)
        for index, place in enumerate(board.places):
            place.marked = index == seat
        self._live(clock.now() + LINE_S, lambda: not voice.speaking)
        voice.speak(spoken or board.headline, self._words.language)

    # Beats

    def _light(self, seat: int, ring: Ring) -> None:
        """One ring shows this, all others are dark."""
        self._face = (seat, ring)

    def _live(self, until_s: float, over: Callable[[], bool] = lambda: False) -> None:
        """Time passes, to a moment or till it is over."""
        self._beat()
        clock = self._devices.clock
        while (now_s := clock.now()) < until_s and not over():
            moments = [moment for contact in self._contacts.values() if (moment := due(contact)) is not None]
            clock.wait(min(until_s, now_s + self._beat_s, patterns.next_step(now_s), *moments))
            self._beat()

    def _beat(self) -> None:
        devices = self._devices
        now_s = devices.clock.now()
        for edge in devices.buttons.edges():
            finger = (edge.seat, edge.button)
            self._keep(finger, *feed(self._contacts.get(finger, Contact()), edge.time_s, edge.down))
        for finger, contact in list(self._contacts.items()):
            self._keep(finger, *tick(contact, now_s))
        rings = [bytes(3 * self._pixels)] * self._seats
        if self._face:
            seat, face = self._face
            rings[seat] = face(now_s)
        frame = patterns.frame(rings)
        if frame != self._frame:
            self._frame = frame
            devices.rings.show(frame)
        devices.view.show(self._board, now_s)
        if devices.view.closed:
            raise ClosedError("closed by hand")

    def _keep(self, finger: Finger, contact: Contact, gestures: Sequence[Gesture]) -> None:
        was_down = self._is_down(finger)
        self._contacts[finger] = contact
        if contact.settled and not was_down:
            self._pressed.append(finger)
            others = {other for other in self._pressed if other != finger and self._is_down(other)}
            self._together |= {finger, *others} if others else others
        if finger not in self._stale:
            self._answered += [(finger, kind) for _, kind in gestures]
        if was_down and not contact.settled:
            self._lifted.add(finger)
            self._stale.discard(finger)

    def _is_down(self, finger: Finger) -> bool:
        return finger in self._contacts and self._contacts[finger].settled


class Obliging:
    """People who press at once whatever they are asked to press: for a table that nobody can touch."""

    def __init__(self, buttons: SimulatedButtons, clock: VirtualClock) -> None:
        self._buttons = buttons
        self._clock = clock

    def __call__(self, step: Step) -> None:
        """Presses half a second later."""
        pressed_s = self._clock.now() + 0.5
        self._clock.at(pressed_s, lambda: self._buttons.push(step.seat, step.button))
        self._clock.at(pressed_s + 0.1, lambda: self._buttons.release(step.seat, step.button))


def why_not_writable(directory: Path, words: Words) -> str:
    """Empty if what is written to this directory is there again when it is read, and there is room."""
    path = directory / "check.tmp"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(b"garou")
            file.flush()
            os.fsync(file.fileno())
        whole = path.read_bytes() == b"garou"
        path.unlink()
        free = os.statvfs(directory)
    except OSError as error:
        return words.text("reason.disk", folder=directory, reason=words.answer(error))
    if not whole:
        return words.text("reason.disk_differs", folder=directory)
    room = free.f_bavail * free.f_frsize
    return "" if room >= LEAST_BYTES else words.text("reason.disk_full", folder=directory, bytes=room)


def as_data(lines: Sequence[Line], names: Sequence[str], stopped: bool, error: str = "") -> dict[str, Any]:
    """The report for another program. A part that was not tried at all is null; buttons and rings have a
    verdict of their own where nothing of them could be tried. `error`: why there is nothing to report."""

    def result(line: Line) -> dict[str, Any]:
        return {"passed": line.passed, "reason": line.reason}

    seats: list[dict[str, Any]] = []
    for seat in sorted({line.seat for line in lines if line.seat is not None}):
        mine = [line for line in lines if line.seat == seat]
        seats.append(
            {
                "seat": seat + 1,
                "name": names[seat],
                "out_of_service": not any(line.step for line in mine),
                "buttons": [
                    {"button": int(line.step), **result(line)}
                    for line in mine
                    if line.part == "seats" and line.step
                ],
                "ring": [
                    {"step": line.step, **result(line)} for line in mine if line.part == "rings" and line.step
                ],
            }
        )
    whole = {line.part: result(line) for line in lines if line.seat is None}
    return {
        "passed": not error and all_passed(lines, stopped),
        "stopped": stopped,
        "error": error,
        "seats": seats,
        "buttons": whole.get("seats"),
        **{part: whole.get(part) for part in ("rings", "voice", "board", "disk")},
    }


def all_passed(lines: Sequence[Line], stopped: bool) -> bool:
    """Whether nothing failed and everything was tried that there is."""
    return not stopped and all(line.passed is not False for line in lines)


def known_beforehand(
    settings: Settings,
    face: Face | None,
    blind: str,
    has_sound: bool,
    failed: Mapping[Part, str],
    words: Words,
) -> dict[Part, Line]:
    """Parts that this table does not have, does not show here, or that do not open. `blind`: why a real table
    has no board; `failed`: of what does not open the reason."""
    known: dict[Part, Line] = {part: Line(part, False, reason) for part, reason in failed.items()}
    if face is None and not settings.rings.kind.lights:
        known["rings"] = Line("rings", None, words.text("reason.no_ring"))
    if not settings.voice.enabled:
        known["voice"] = Line("voice", None, "voice.enabled = false")
    elif face == "log":
        known["voice"] = Line("voice", None, words.text("reason.unheard"))
    elif not has_sound:
        known["voice"] = Line("voice", None, words.text("reason.silent"))
    if face in ("terminal", "log"):
        known["board"] = Line("board", None, words.text("reason.no_display"))
    elif blind:
        known["board"] = Line("board", False, blind)
    return known


def opened(settings: Settings, names: Sequence[str], narration: Narration, face: Face | None) -> Table:
    """The table to be checked: simulated with a face, a real one part by part."""
    end_on_signals()
    if face:
        return open_table(settings, names, narration, face, 1.0)
    return Table(settings, names, narration, None, 1.0, opener=PartByPart())


@contextmanager
def always_data(show: Callable[[dict[str, Any]], None] | None) -> Iterator[None]:
    """What keeps the whole check from being made is an object too for another program: `show` is given it."""
    try:
        yield
    except (TableError, DeviceError) as error:
        if show:
            show(as_data([], [], False, english().any(wrong_with(error))))
        raise


def check_table(
    table: Table,
    settings: Settings,
    names: Sequence[str],
    state: Path,
    parts: Collection[Part],
    seats: Sequence[int] | None,
    wait_s: float,
    report: Callable[[Line], None],
) -> tuple[list[Line], bool]:
    """Walks round a table and closes it. Returns the report, and whether somebody ended it before its end."""
    from table.board.terminal import Plain

    face, devices = table.face, table.lend()
    words = Words(table.narration, names)
    machine = this_machine()
    if face is None and (chip := header_of(machine, settings)):
        warn(words.text("reason.header", device=chip.device, label=chip.label))
    written = isinstance(devices.view, Plain)
    if written:
        devices = devices._replace(view=Plain(sys.stderr))  # standard output is for the report
    if hasattr(devices.view, "hint"):
        devices.view.hint = words.text(f"hint.{settings.buttons}")
    people: dict[str, Any] = {}
    if isinstance(devices.buttons, SimulatedButtons) and isinstance(devices.clock, VirtualClock):
        warn(words.text("reason.by_itself"))
        people["people"] = Obliging(devices.buttons, devices.clock)
    troubles = Troubles.of(table.narration)
    failed: dict[Part, str] = {part: troubles.told(trouble) for part, trouble in table.failed.items()}
    check = Check(
        devices,
        words,
        settings.pixels,
        settings.buttons,
        state,
        known=known_beforehand(settings, face, table.blind, has_sound(machine), failed, words),
        shut={number - 1 for number in settings.out_of_service},
        no_key=(0,) if face == "terminal" and settings.buttons == 3 else (),
        wait_s=wait_s,
        beat_s=float("inf") if face == "log" else BEAT_S,
        report=report,
        **people,
    )
    stopped = False
    try:
        check.run(parts, seats)
    except (ClosedError, KeyboardInterrupt):
        stopped = True
    finally:
        table.close()
    return check.lines, stopped
