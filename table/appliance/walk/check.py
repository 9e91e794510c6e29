"""`garou check`: tries every part of the table and asks the people there what they saw and heard.

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
from hardware.debounce import Contact, Kind
from hardware.patterns import Colour
from hardware.troubles import Trouble, reason_of
from table.appliance.walk.report import PARTS, PASSED, CheckResult, CheckTexts, Finger, Part, Why
from table.engine.chance import Chance
from table.room import act as presses
from table.room.devices import Devices
from table.room.stage import AT_ONCE, Stage

WAIT_S = 20.0
"""Seconds for a press or an answer."""
HANDS_OFF_S = 2.0
LET_GO_S = 5.0
WRONG_BUTTON_S = 4.0
"""Seconds for which the right button is still waited for after a wrong one."""
SEEN_S = 3.0
"""Seconds for which a step is shown that nobody can answer."""
LINE_S = 25.0
"""Seconds after which a line is no longer waited for."""
LEAST_BYTES = 20_000_000
"""Free space in bytes that the disk must have: enough for many evenings."""

BRIGHT = 0.3
COLOURS: Mapping[str, Colour] = {
    "red": Colour(255, 0, 0).dimmed(BRIGHT),
    "green": Colour(0, 255, 0).dimmed(BRIGHT),
    "blue": Colour(0, 0, 255).dimmed(BRIGHT),
}
WHITE = Colour(255, 255, 255).dimmed(0.15)

STEPS = (*COLOURS, "count", "direction")
"""What each ring shows, step by step."""

Verdict = tuple[bool | None, Why]
"""Whether a step passed (None: not tried), and why not."""

Ring = Callable[[float], bytes]


class Step(NamedTuple):
    """A step that waits for people. Test players are given each one."""

    key: str
    """"press", a step of the ring, "voice" or "board"."""
    seat: int
    button: int


class Check(presses.Act):
    """One walk round the table.

    `button_count`: of each seat. `known`: parts whose result is known before they are tried, with the reason;
    the seats are so if their buttons do not open. `no_key`: buttons that nobody can press, because the
    keyboard of a simulated table has no key for them. `unlit`: seats without a ring; `shut`: seats out of
    service, which are left out unless they are asked for. `state`: the directory whose disk is tried.
    `people`: is given each step, and may press for it. `report`: is given each line of the report. `beat_s`:
    the longest time between two looks at the contacts.
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
        unlit: AbstractSet[int] = frozenset(),
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
            closings=0,
        )
        self._time, self._voice, self._buttons = devices.clock, devices.voice, devices.buttons
        self._board = stage.village.board
        self._board.title = texts.text("title")
        stage.enter(self)
        contacts = stage.presses.contacts
        self._down = {(known.seat, known.button) for known, one in contacts.items() if one.settled}
        """The buttons that are down."""
        self._pressed: list[Finger] = []
        """Buttons that went down since the step began, in order."""
        self._together: set[Finger] = set()
        """Buttons that went down while another was down."""
        self._lifted: set[Finger] = set()
        """Buttons that came up since the step began."""
        self._answered: list[tuple[int, Kind]] = []
        """The answer given since the step began, and its seat."""
        self._face: tuple[int, Ring] | None = None
        """The seat whose ring is lit, and what it shows."""
        self._mute: set[int] = set()
        """Seats whose buttons failed."""
        self._shut, self._unlit = shut, unlit
        self.lines: list[CheckResult] = []

    def run(self, parts: Collection[Part] = PARTS, seats: Sequence[int] | None = None) -> None:
        """Tries these parts at these seats (None: at all seats). Raises `ClosedError` if somebody ends it."""
        for part in ("seats", "rings"):
            # What nobody can answer for is reported with the fault of the buttons.
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
            if "rings" in tried and seat in self._unlit:
                self._note(CheckResult("rings", None, self._texts.why("reason.on_board"), seat))
            elif "rings" in tried:
                self._try_ring(seat)
        self._face = None
        for part, check in (("voice", self._try_voice), ("board", self._try_board), ("disk", self._try_disk)):
            if part in parts:
                check()

    def _leave_out(self, seat: int, tried: Collection[Part]) -> None:
        """Reports a seat as out of service, once."""
        for part in [part for part in tried if part in ("seats", "rings")][:1]:
            self._note(CheckResult(part, None, self._texts.why("reason.out_of_service"), seat))

    # The parts

    def _try_buttons(self, seat: int) -> None:
        for button in range(self._stage.presses.count):
            step = str(button + 1)
            if button in self._no_key:
                self._note(CheckResult("seats", None, self._texts.why("reason.no_key"), seat, step))
                continue
            reason = self._why_not_pressed(seat, button)
            if reason:
                self._mute.add(seat)
            self._note(CheckResult("seats", not reason, reason, seat, step))

    def _why_not_pressed(self, seat: int, button: int) -> Why:
        """Why a button failed; PASSED, which is empty, if it, and no other, went down and came up again."""
        finger = (seat, button)
        self._light(seat, lambda now_s: patterns.lobby_breathing(self._pixels, now_s))
        if finger in self._down:
            self._tell("let_go", seat)
            self._live(self._time.now() + LET_GO_S, lambda: finger not in self._down)
            if finger in self._down:
                return self._texts.why("reason.stuck")
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
            return self._texts.mixed("reason.together", self._together - {finger}, seat)
        if finger in self._lifted:
            return PASSED
        if finger in self._pressed:
            return self._texts.late("reason.not_up", self._wait_s)
        if strangers:
            return self._texts.mixed("reason.crossed", strangers, seat)
        troubles = self._buttons.troubles
        return (
            self._texts.device(*troubles) if troubles else self._texts.late("reason.no_press", self._wait_s)
        )

    def _wait_for(self, finger: Finger, until_s: float) -> Finger | None:
        """Waits until this finger is up again; returns another one that goes down before that."""
        known = len(self._pressed)
        self._live(until_s, lambda: finger in self._lifted or len(self._pressed) > known)
        return next((other for other in self._pressed[known:] if other != finger), None)

    def _try_ring(self, seat: int) -> None:
        for step in STEPS:
            self._light(seat, self._lights(step))
            self._begin(Step(step, seat, 0))
            self._tell(step, seat)
            wrong = self._texts.why(f"reason.{step}", pixels=self._pixels)
            passed, reason = self._verdict(seat, wrong, lambda: self._stage.rings.trouble)
            self._note(CheckResult("rings", passed, reason, seat, step))
            if passed is False and reason != wrong:
                break  # Nobody is there, or nothing is lit: the other steps would only take time.

    def _lights(self, step: str) -> Ring:
        """Shows a step on a seat's ring."""
        pixels, began_s = self._pixels, self._time.now()

        def beat(now_s: float) -> int:
            return int((now_s - began_s) / patterns.BEAT_S)

        if step in COLOURS:
            return lambda now_s: bytes(COLOURS[step]) * pixels  # noqa: ARG005
        if step == "count":  # Full brightness for a second, then again from the first colour.
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
        wrong = self._texts.why("reason.voice")
        self._note(CheckResult("voice", *self._verdict(host, wrong, lambda: self._voice.trouble)))

    def _try_board(self) -> None:
        if "board" in self._known:
            self._note(self._known["board"])
            return
        host = self._host()
        self._board.scene, self._board.colours = "test", self._texts.colours
        self._begin(Step("board", 0, 0))
        self._tell("board", host)
        wrong = self._texts.why("reason.board")
        verdict = self._verdict(host, wrong, lambda: None)
        self._board.scene, self._board.colours = "attract", []
        self._note(CheckResult("board", *verdict))

    def _try_disk(self) -> None:
        reason = why_not_writable(self._state, self._texts)
        self._note(CheckResult("disk", not reason, reason))

    # Questions

    def _host(self) -> int | None:
        """The seat that judges voice and board: seat 1, or anybody if its buttons failed or are left out."""
        return None if 0 in self._mute or 0 in self._shut else 0

    def _verdict(self, by: int | None, wrong: Why, trouble: Callable[[], Trouble | None]) -> Verdict:
        """Waits for the verdict on a step. `by`: the seat that is asked, None for anybody; `wrong`: the
        reason if it says no; `trouble`: the device's own fault."""
        anybody = by is None or by in self._mute
        is_asked = "seats" not in self._known

        def given() -> Kind | None:
            return next((kind for seat, kind in self._answered if anybody or seat == by), None)

        wait_s = self._wait_s if is_asked else min(self._wait_s, SEEN_S)
        self._live(self._time.now() + wait_s, lambda: bool(given() or trouble()))
        if kind := given():
            return (True, PASSED) if kind is Kind.PRESS else (False, wrong)
        if found := trouble():
            return False, self._texts.device(found)
        if is_asked:
            return False, self._texts.late("reason.nobody", self._wait_s)
        return None, self._texts.why("reason.unanswered")

    def _begin(self, step: Step) -> None:
        """Starts a step: presses count from now on."""
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
        """Lights one ring; all others are dark."""
        self._face = (seat, ring)

    def _live(self, until_s: float, over: Callable[[], bool] = lambda: False) -> None:
        """Runs beats until a moment, or until `is_over`."""
        self._stage.wait_for_moment(lambda: AT_ONCE if over() else until_s)

    def ring(self, seat: int, now_s: float) -> bytes:
        if self._face and self._face[0] == seat:
            return self._face[1](now_s)
        return bytes(3 * self._pixels)

    # Hearing the buttons

    def touched(self, finger: presses.Finger) -> None:
        """A contact has changed."""
        self._follow(finger)

    def takes(self, heard: presses.SeatGesture) -> bool:
        """Takes a gesture as the answer to the step, unless its finger was down before."""
        if not heard.is_stale:
            self._answered.append((heard.seat, heard.kind))
        return True

    def hides(self, fault: str) -> bool:  # noqa: ARG002 - the report names each
        return True

    def beat(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        """Follows every contact, which counts a moment after it has changed."""
        for finger in list(self._stage.presses.contacts):
            self._follow(finger)
        for seat, button in sorted(self._down):
            self._follow(presses.Finger(True, seat, button))

    def _follow(self, known: presses.Finger) -> None:
        """Notes whether a button went down, alone or with others, or came up."""
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


def why_not_writable(directory: Path, words: CheckTexts) -> Why:
    """Why this directory cannot be written; PASSED, which is empty, if a file is read back as
    written and there is enough space."""
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
        shown = {"reason": words.answer(error)}
        return words.why("reason.disk", shown, folder=directory, reason=reason_of(error))
    if not whole:
        return words.why("reason.disk_differs", folder=directory)
    room = free.f_bavail * free.f_frsize
    return PASSED if room >= LEAST_BYTES else words.why("reason.disk_full", folder=directory, bytes=room)
