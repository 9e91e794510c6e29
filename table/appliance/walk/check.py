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
from hardware.outputs.choosing import AUTO
from hardware.patterns import Colour
from hardware.troubles import Trouble, reason_of
from table.appliance.walk.report import PARTS, PASSED, Button, CheckResult, CheckTexts, Part, Why
from table.appliance.walk.walk import Ring, Walk
from table.room.act import NEVER, Act, Finger, SeatGesture
from table.room.devices import Devices
from table.room.stage import Stage
from table.settings.settings import Layer

WAIT_S = 20.0
"""Seconds for a press or an answer."""
HANDS_OFF_S = 2.0
LET_GO_S = 5.0
WRONG_BUTTON_S = 4.0
"""Seconds to wait for the right button after a wrong one."""
SEEN_S = 3.0
"""Seconds of a step that nobody can answer."""
LEAST_BYTES = 20_000_000
"""Least free space of the disk in bytes: enough for many evenings."""

BRIGHT = 0.3
COLOURS: Mapping[str, Colour] = {
    "red": Colour(255, 0, 0).dimmed(BRIGHT),
    "green": Colour(0, 255, 0).dimmed(BRIGHT),
    "blue": Colour(0, 0, 255).dimmed(BRIGHT),
    "white": (WHITE := Colour(255, 255, 255).dimmed(0.15)),
}

STEPS = (*COLOURS, "count", "direction")
"""What each ring shows, step by step."""

Verdict = tuple[bool | None, Why]
"""Whether a step passed (None: not tried), and the reason if not."""


class Step(NamedTuple):
    """A step that waits for people. Simulated people get each step."""

    key: str
    """"press", a step of the ring, "voice" or "board"."""
    seat: int
    button: int


class CheckedTable(NamedTuple):
    """Facts about a table before it is checked."""

    buttons: int
    """Number of buttons of each seat."""
    state: Path
    """The folder whose disk is tried."""
    known: Mapping[Part, CheckResult] = {}
    """Results that are known without a try, by part. The seats have one if their buttons do not open."""
    no_key: Collection[int] = ()
    """Buttons that nobody can press, because the keyboard of a simulated table has no key for them."""
    shut: AbstractSet[int] = frozenset()
    """Seats out of service. They are left out unless somebody asks for them."""
    unlit: AbstractSet[int] = frozenset()
    """Seats without a ring."""
    output: str = AUTO
    """The `sound.output` of the settings."""
    keep: Callable[[Layer], object] = lambda _: None
    """Keeps a setting that was chosen. Raises `OSError`."""


class HeardButtons(Act):
    """Follows every contact of a table: what went down and came up since the step began."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._contacts = stage.presses.contacts
        self.down = {(known.seat, known.button) for known, one in self._contacts.items() if one.settled}
        """The buttons that are down."""
        self.pressed: list[Button] = []
        """Buttons that went down since the step began, in order."""
        self.together: set[Button] = set()
        """Buttons that went down while another was down."""
        self.lifted: set[Button] = set()
        """Buttons that came up since the step began."""
        self._answered: list[SeatGesture] = []
        """The answers given since the step began."""

    def begin(self) -> None:
        """Starts a step: presses count from now on."""
        self._stage.open_questions((), "idle")
        self.pressed.clear()
        self.together.clear()
        self.lifted.clear()
        self._answered.clear()

    def answer(self, by: int | None) -> Kind | None:
        """The answer of this seat, or of anybody; None without one."""
        return next((heard.kind for heard in self._answered if by is None or heard.seat == by), None)

    def touched(self, finger: Finger) -> None:
        """Notes whether a button went down, alone or with others, or came up."""
        button = (finger.seat, finger.button)
        is_down = self._contacts.get(finger, Contact()).settled
        if is_down and button not in self.down:
            self.pressed.append(button)
            others = {other for other in self.pressed if other in self.down}
            self.together |= {button, *others} if others else others
            self.down.add(button)
        elif not is_down and button in self.down:
            self.down.remove(button)
            self.lifted.add(button)

    def beat(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        """Updates every contact. It counts a moment after it has changed."""
        for finger in [*self._contacts, *(Finger(True, *button) for button in sorted(self.down))]:
            self.touched(finger)

    def takes(self, heard: SeatGesture) -> bool:
        """Takes a gesture as the answer to the step, unless its finger was down before."""
        if not heard.is_stale:
            self._answered.append(heard)
        return True

    def hides(self, fault: str) -> bool:  # noqa: ARG002 - the report names each
        return True


class Check:
    """The script of the check. `people`: gets each step, and may press for it. `report`: gets each line of
    the report. `beat_s`: longest time between two readings of the contacts."""

    def __init__(
        self,
        devices: Devices,
        texts: CheckTexts,
        table: CheckedTable,
        *,
        wait_s: float = WAIT_S,
        beat_s: float = NEVER,
        people: Callable[[Step], None] = lambda step: None,  # noqa: ARG005 - nobody but who sits there
        report: Callable[[CheckResult], None],
    ) -> None:
        self._texts, self._table, self._known = texts, table, table.known
        self._wait_s, self._people, self._report = wait_s, people, report
        self._buttons = devices.buttons
        self._walk = Walk(devices, texts.narration, texts.names, table.buttons, beat_s=beat_s, closings=0)
        self._walk.board.title = texts.text("title")
        self._heard = HeardButtons(self._walk.stage)
        self._mute: set[int] = set()
        """Seats whose buttons failed."""

    def run(self, parts: Collection[Part] = PARTS, seats: Sequence[int] | None = None) -> None:
        """Tries these parts at these seats (None: at all seats). Raises `ClosedError` if somebody ends it."""
        with self._walk.heard_by(self._heard):
            self._try(parts, seats)

    def _try(self, parts: Collection[Part], seats: Sequence[int] | None) -> None:
        for part in ("seats", "rings"):
            # What nobody can answer for is reported with the fault of the buttons.
            if part in self._known and (part in parts or (part == "seats" and {*parts} - {"disk"})):
                self._report(self._known[part])
        tried = [part for part in parts if part not in self._known]
        if "seats" in tried:
            self._tell("hands_off")
            self._walk.wait(HANDS_OFF_S)
        for seat in range(len(self._texts.names)) if seats is None else seats:
            at_seat = [part for part in tried if part in ("seats", "rings")]
            if seats is None and seat in self._table.shut:
                for part in at_seat[:1]:
                    self._leave_out(part, "reason.out_of_service", seat)
                continue
            if "seats" in tried:
                self._try_buttons(seat)
            if "rings" in tried and seat in self._table.unlit:
                self._leave_out("rings", "reason.on_board", seat)
            elif "rings" in tried:
                self._try_ring(seat)
        self._walk.show = self._walk.dark
        judged: Mapping[Part, Callable[[], Verdict]] = {"voice": self._try_voice, "board": self._try_board}
        for part, check in judged.items():
            if part in parts and part in self._known:
                self._report(self._known[part])
            elif part in parts:
                self._report(CheckResult(part, *check()))
        if "disk" in parts:
            reason = why_not_writable(self._table.state, self._texts)
            self._report(CheckResult("disk", not reason, reason))

    def _leave_out(self, part: Part, why: str, seat: int, step: str = "") -> None:
        self._report(CheckResult(part, None, self._texts.why(why), seat, step))

    # The parts

    def _try_buttons(self, seat: int) -> None:
        for button in range(self._table.buttons):
            step = str(button + 1)
            if button in self._table.no_key:
                self._leave_out("seats", "reason.no_key", seat, step)
                continue
            reason = self._why_not_pressed(seat, button)
            if reason:
                self._mute.add(seat)
            self._report(CheckResult("seats", not reason, reason, seat, step))

    def _why_not_pressed(self, seat: int, button: int) -> Why:
        """Why a button failed; the empty PASSED if only it went down and came up again."""
        asked, texts, heard, time = (seat, button), self._texts, self._heard, self._walk.time
        self._walk.light(seat)
        if asked in heard.down:
            self._tell("let_go", seat)
            self._walk.wait(LET_GO_S, lambda: asked not in heard.down)
            if asked in heard.down:
                return texts.why("reason.stuck")
        self._begin(Step("press", seat, button))
        self._walk.tell(
            texts.press(seat, button, self._table.buttons), texts.text("caption.press", seat), seat
        )
        self._walk.say(self._walk.board.headline)
        ends_s = time.now() + self._wait_s
        while asked not in heard.lifted and time.now() < ends_s:
            stranger = self._wait_for(asked, ends_s)
            if stranger and asked not in heard.pressed:
                self._walk.board.caption = texts.text("caption.elsewhere", stranger[0])
                ends_s = min(ends_s, time.now() + WRONG_BUTTON_S)
        if asked in heard.together:
            return texts.mixed("reason.together", heard.together - {asked}, seat)
        if asked in heard.lifted:
            return PASSED
        if asked in heard.pressed:
            return texts.late("reason.not_up", self._wait_s)
        if heard.pressed:
            return texts.mixed("reason.crossed", {*heard.pressed}, seat)
        troubles = self._buttons.troubles
        return texts.device(*troubles) if troubles else texts.late("reason.no_press", self._wait_s)

    def _wait_for(self, asked: Button, until_s: float) -> Button | None:
        """Waits until this button is up again. Returns another one that goes down before."""
        heard, known = self._heard, len(self._heard.pressed)
        self._walk.wait_until(until_s, lambda: asked in heard.lifted or len(heard.pressed) > known)
        return next((other for other in heard.pressed[known:] if other != asked), None)

    def _try_ring(self, seat: int) -> None:
        rings, pixels = self._walk.stage.rings, self._walk.pixels
        for step in STEPS:
            self._walk.light(seat, shown_at(step, pixels, self._walk.time.now()))
            self._begin(Step(step, seat, 0))
            self._tell(step, seat)
            wrong = self._texts.why(f"reason.{step}", pixels=pixels)
            passed, reason = self._verdict(seat, wrong, lambda: rings.trouble)
            self._report(CheckResult("rings", passed, reason, seat, step))
            if passed is False and reason != wrong:
                break  # Nobody is there, or nothing is lit: the other steps would only take time.

    def _try_voice(self) -> Verdict:
        """Tries the voice; if it is not heard, on each other sound card too. The card on which it is heard is
        kept."""
        card = self._walk.stage.card
        cards = card.cards() if card else []
        if card is None or not cards:
            return self._hear_voice("")
        verdict = self._hear_voice(self._texts.card(cards[0]))
        for other in cards[1:]:
            if verdict[0] is not False or verdict[1].key == "nobody":
                break
            card.use(other.choice)
            verdict = self._hear_voice(self._texts.card(other))
            if verdict[0]:
                return self._kept({"sound.output": other.choice})
        if not verdict[0]:
            card.use(self._table.output)
        return verdict

    def _hear_voice(self, card: str) -> Verdict:
        """Asks whether the voice is heard. `card`: what people call its sound card, if there are several."""
        texts, host, voice = self._texts, self._host(), self._walk.voice
        caption = texts.text("caption.voice_on", host, card=card) if card else ""
        self._tell("voice", host, spoken=texts.text("spoken.voice"), caption=caption)
        self._begin(Step("voice", 0, 0))
        return self._verdict(host, texts.why("reason.voice"), lambda: voice.trouble)

    def _kept(self, chosen: Layer) -> Verdict:
        """Keeps what was chosen."""
        try:
            self._table.keep(chosen)
        except OSError as error:
            shown = {"reason": self._texts.answer(error)}
            return False, self._texts.why("reason.not_kept", shown, reason=reason_of(error))
        return True, PASSED

    def _try_board(self) -> Verdict:
        host, board = self._host(), self._walk.board
        board.scene, board.colours = "test", self._texts.colours
        self._begin(Step("board", 0, 0))
        self._tell("board", host)
        verdict = self._verdict(host, self._texts.why("reason.board"), lambda: None)
        board.scene, board.colours = "attract", []
        return verdict

    # Questions

    def _host(self) -> int | None:
        """The seat that judges voice and board: seat 1, or anybody if its buttons failed or are left out."""
        return None if 0 in self._mute or 0 in self._table.shut else 0

    def _verdict(self, by: int | None, wrong: Why, trouble: Callable[[], Trouble | None]) -> Verdict:
        """Waits for the verdict on a step. `by`: the seat that is asked, None for anybody. `wrong`: the
        reason if it says no. `trouble`: the device's own fault."""
        judge = None if by in self._mute else by
        is_asked = "seats" not in self._known
        wait_s = self._wait_s if is_asked else min(self._wait_s, SEEN_S)
        self._walk.wait(wait_s, lambda: self._heard.answer(judge) or trouble())
        if kind := self._heard.answer(judge):
            return (True, PASSED) if kind is Kind.PRESS else (False, wrong)
        if found := trouble():
            return False, self._texts.device(found)
        if is_asked:
            return False, self._texts.late("reason.nobody", self._wait_s)
        return None, self._texts.why("reason.unanswered")

    def _begin(self, step: Step) -> None:
        self._heard.begin()
        self._people(step)

    def _tell(self, step: str, seat: int | None = None, *, spoken: str = "", caption: str = "") -> None:
        """Shows a headline and its caption, or `caption`, and speaks the headline, or `spoken`."""
        text = self._texts.text
        self._walk.tell(text(f"headline.{step}", seat), caption or text(f"caption.{step}", seat), seat)
        self._walk.say(spoken or self._walk.board.headline)


def shown_at(step: str, pixels: int, began_s: float) -> Ring:
    """The pixels of a ring at a step."""

    def beat(now_s: float) -> int:
        return int((now_s - began_s) / patterns.BEAT_S)

    def colour(now_s: float) -> bytes:  # noqa: ARG001 - it stays
        return bytes(COLOURS[step]) * pixels

    def count(now_s: float) -> bytes:
        """Full brightness for a second, then again from the first light."""
        return (bytes(WHITE) * min(pixels, beat(now_s) % (pixels + 4) + 1)).ljust(3 * pixels, b"\0")

    def runner(now_s: float) -> bytes:
        at = max(0, beat(now_s) % (pixels + 4) - 4)
        return bytes(3 * at) + bytes(WHITE) + bytes(3 * (pixels - at - 1))

    return colour if step in COLOURS else count if step == "count" else runner


def why_not_writable(directory: Path, words: CheckTexts) -> Why:
    """Why this folder cannot be written; the empty PASSED if a file is read back as written and there is
    enough space."""
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
