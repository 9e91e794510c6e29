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
from collections.abc import Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple

from hardware import patterns
from hardware.debounce import Contact, Gesture, Kind
from hardware.patterns import Colour
from hardware.troubles import Trouble
from table.appliance.check_report import PARTS, CheckResult, CheckTexts, Finger, Part
from table.engine.chance import Chance
from table.room import presses
from table.room.devices import Devices
from table.room.stage import AT_ONCE, Stage

WAIT_S = 20.0
"""How long somebody has to press or to answer."""
HANDS_OFF_S = 2.0
LET_GO_S = 5.0
WRONG_BUTTON_S = 4.0
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

Ring = Callable[[float], bytes]


class Step(NamedTuple):
    """What the table waits for. Whoever plays the people is told of each."""

    key: str
    """"press", a step of the ring, "voice" or "board"."""
    seat: int
    button: int


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
        texts: CheckTexts,
        pixels: int,
        button_count: int,
        state: Path,
        *,
        known: Mapping[Part, CheckResult] | None = None,
        no_key: Collection[int] = (),
        shut: AbstractSet[int] = frozenset(),
        wait_s: float = WAIT_S,
        beat_s: float = float("inf"),
        people: Callable[[Step], None] = lambda step: None,  # noqa: ARG005 - nobody but who sits there
        report: Callable[[CheckResult], None] = lambda line: None,  # noqa: ARG005
    ) -> None:
        self._texts = texts
        self._pixels = pixels
        self._state = state
        self._known = known or {}
        self._no_key = no_key
        self._wait_s = wait_s
        self._people = people
        self._report = report
        self._stage = stage = Stage(
            devices,
            texts.narration,
            texts.names,
            button_count,
            Chance("check"),
            beat_s=beat_s,
            people_sit=False,
        )
        self._time, self._voice, self._buttons = devices.clock, devices.voice, devices.buttons
        self._board = stage.village.board
        self._board.title = texts.text("title")
        stage.ring = self._ring_of
        stage.notice = str
        stage.closings = 0
        stage.presses.ear = self
        stage.heard.append(lambda now_s: self._follow_all())  # noqa: ARG005 - in every beat
        contacts = stage.presses.contacts
        self._down = {(known.seat, known.button) for known, one in contacts.items() if one.settled}
        """The buttons that are down."""
        self._pressed: list[Finger] = []
        """What went down since the step began, in order."""
        self._together: set[Finger] = set()
        """Of these, those that were down while another was."""
        self._lifted: set[Finger] = set()
        """What came up since then."""
        self._answered: list[tuple[int, Kind]] = []
        """What was said since then, and at which seat."""
        self._face: tuple[int, Ring] | None = None
        """The one ring that is lit."""
        self._mute: set[int] = set()
        """Seats whose buttons failed."""
        self._shut = shut
        self.lines: list[CheckResult] = []

    def run(self, parts: Collection[Part] = PARTS, seats: Sequence[int] | None = None) -> None:
        """Tries these parts, at these seats; None: at all. Raises `ClosedError` if somebody ends it."""
        for part in ("seats", "rings"):
            # What nobody answers for has the buttons for its reason: they are told of whatever is tried.
            if part in self._known and (part in parts or (part == "seats" and {*parts} - {"disk"})):
                self._note(self._known[part])
        tried = [part for part in parts if part not in self._known]
        if "seats" in tried:
            self._tell("hands_off")
            self._live(self._time.now() + HANDS_OFF_S)
        for seat in range(len(self._texts.names)) if seats is None else seats:
            if seats is None and seat in self._shut:
                self._leave_out(seat, tried)
                continue
            if "seats" in tried:
                self._try_buttons(seat)
            if "rings" in tried:
                self._try_ring(seat)
        self._face = None
        for part, check in (("voice", self._try_voice), ("board", self._try_board), ("disk", self._try_disk)):
            if part in parts:
                check()

    def _leave_out(self, seat: int, tried: Collection[Part]) -> None:
        """Says of a seat that it is out of service, once."""
        for part in [part for part in tried if part in ("seats", "rings")][:1]:
            self._note(CheckResult(part, None, self._texts.text("reason.out_of_service"), seat))

    # The parts

    def _try_buttons(self, seat: int) -> None:
        for button in range(self._stage.presses.count):
            step = str(button + 1)
            if button in self._no_key:
                self._note(CheckResult("seats", None, self._texts.text("reason.no_key"), seat, step))
                continue
            reason = self._why_not_pressed(seat, button)
            if reason:
                self._mute.add(seat)
            self._note(CheckResult("seats", not reason, reason, seat, step))

    def _why_not_pressed(self, seat: int, button: int) -> str:
        """Empty if this button, and no other, went down and came up again."""
        finger = (seat, button)
        self._light(seat, lambda now_s: patterns.lobby_breathing(self._pixels, now_s))
        if finger in self._down:
            self._tell("let_go", seat)
            self._live(self._time.now() + LET_GO_S, lambda: finger not in self._down)
            if finger in self._down:
                return self._texts.text("reason.stuck")
        self._begin(Step("press", seat, button))
        if self._stage.presses.count == 1:
            self._tell("press", seat)
        else:
            name = self._texts.button(button, self._stage.presses.count)
            self._tell("press_one", seat, caption="press", button=name)
        ends_s = self._time.now() + self._wait_s
        while finger not in self._lifted and self._time.now() < ends_s:
            stranger = self._wait_for(finger, ends_s)
            if stranger and finger not in self._pressed:
                self._board.caption = self._texts.text("caption.elsewhere", stranger[0])
                ends_s = min(ends_s, self._time.now() + WRONG_BUTTON_S)
        strangers = set(self._pressed) - {finger}
        if finger in self._together:
            others = self._texts.called(self._together - {finger}, seat)
            return self._texts.text("reason.together", others=others)
        if finger in self._lifted:
            return ""
        if finger in self._pressed:
            return self._texts.text("reason.not_up", seconds=f"{self._wait_s:g}")
        if strangers:
            return self._texts.text("reason.crossed", others=self._texts.called(strangers, seat))
        told = self._texts.troubles(self._buttons.troubles)
        return told or self._texts.text("reason.no_press", seconds=f"{self._wait_s:g}")

    def _wait_for(self, finger: Finger, until_s: float) -> Finger | None:
        """Until this finger has gone up again; until then the next other one that goes down."""
        known = len(self._pressed)
        self._live(until_s, lambda: finger in self._lifted or len(self._pressed) > known)
        return next((other for other in self._pressed[known:] if other != finger), None)

    def _try_ring(self, seat: int) -> None:
        for step in STEPS:
            self._light(seat, self._lights(step))
            self._begin(Step(step, seat, 0))
            self._tell(step, seat)
            wrong = self._texts.text(f"reason.{step}", pixels=self._pixels)
            passed, reason = self._verdict(seat, wrong, lambda: self._stage.rings.trouble)
            self._note(CheckResult("rings", passed, reason, seat, step))
            if passed is False and reason != wrong:
                break  # nobody is there, or nothing is lit: the other steps would only take their time

    def _lights(self, step: str) -> Ring:
        """What a ring does in one step, from now on."""
        pixels, began_s = self._pixels, self._time.now()

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

    def _try_voice(self) -> None:
        if "voice" in self._known:
            self._note(self._known["voice"])
            return
        host = self._host()
        self._tell("voice", host, spoken=self._texts.text("spoken.voice"))
        self._begin(Step("voice", 0, 0))
        wrong = self._texts.text("reason.voice")
        self._note(CheckResult("voice", *self._verdict(host, wrong, lambda: self._voice.trouble)))

    def _try_board(self) -> None:
        if "board" in self._known:
            self._note(self._known["board"])
            return
        host = self._host()
        self._board.scene, self._board.colours = "test", self._texts.colours
        self._begin(Step("board", 0, 0))
        self._tell("board", host)
        wrong = self._texts.text("reason.board")
        verdict = self._verdict(host, wrong, lambda: None)
        self._board.scene, self._board.colours = "attract", []
        self._note(CheckResult("board", *verdict))

    def _try_disk(self) -> None:
        reason = why_not_writable(self._state, self._texts)
        self._note(CheckResult("disk", not reason, reason))

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
            return next((kind for seat, kind in self._answered if anybody or seat == by), None)

        wait_s = self._wait_s if is_asked else min(self._wait_s, SEEN_S)
        self._live(self._time.now() + wait_s, lambda: bool(given() or trouble()))
        if kind := given():
            return (True, "") if kind is Kind.PRESS else (False, wrong)
        if found := trouble():
            return False, self._texts.trouble(found)
        if is_asked:
            return False, self._texts.text("reason.nobody", seconds=f"{self._wait_s:g}")
        return None, self._texts.text("reason.unanswered")

    def _begin(self, step: Step) -> None:
        """Presses count from now on."""
        self._stage.open_questions((), "idle")
        self._pressed.clear()
        self._together.clear()
        self._lifted.clear()
        self._answered.clear()
        self._people(step)

    def _note(self, line: CheckResult) -> None:
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
        board, voice = self._board, self._voice
        board.headline = self._texts.text(f"headline.{headline}", seat, button=button)
        board.caption = self._texts.text(f"caption.{caption or headline}", seat)
        for index, place in enumerate(board.places):
            place.marked = index == seat
        self._live(self._time.now() + LINE_S, lambda: not voice.speaking)
        voice.speak(spoken or board.headline, self._texts.language)

    # Beats

    def _light(self, seat: int, ring: Ring) -> None:
        """One ring shows this, all others are dark."""
        self._face = (seat, ring)

    def _live(self, until_s: float, over: Callable[[], bool] = lambda: False) -> None:
        """Time passes, to a moment or till it is over."""
        self._stage.wait_for_moment(lambda: AT_ONCE if over() else until_s)

    def _ring_of(self, seat: int, now_s: float) -> bytes:
        if self._face and self._face[0] == seat:
            return self._face[1](now_s)
        return bytes(3 * self._pixels)

    # What the presses hear

    def touched(self, finger: presses.Finger) -> None:
        """A contact has changed."""
        self._follow(finger)

    def noted(self, finger: presses.Finger, gestures: Sequence[Gesture], is_stale: bool) -> bool:
        """Whatever is said answers the step, but for fingers that were down before it."""
        if not is_stale:
            self._answered += [(finger.seat, kind) for _, kind in gestures]
        return True

    def takes(self, heard: presses.SeatGesture) -> bool:  # noqa: ARG002 - nothing comes this far
        """Nothing."""
        return False

    def opened(self) -> None:
        """Nothing is to be forgotten."""

    def _follow_all(self) -> None:
        """A contact counts a moment after it has changed."""
        for finger in list(self._stage.presses.contacts):
            self._follow(finger)
        for seat, button in sorted(self._down):
            self._follow(presses.Finger(True, seat, button))

    def _follow(self, known: presses.Finger) -> None:
        """Notes whether a button has gone down, alone or not, or has come up."""
        finger = (known.seat, known.button)
        is_down = self._stage.presses.contacts.get(known, Contact()).settled
        if is_down and finger not in self._down:
            self._pressed.append(finger)
            others = {other for other in self._pressed if other in self._down}
            self._together |= {finger, *others} if others else others
            self._down.add(finger)
        elif not is_down and finger in self._down:
            self._down.remove(finger)
            self._lifted.add(finger)


def why_not_writable(directory: Path, words: CheckTexts) -> str:
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
