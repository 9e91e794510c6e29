"""A running table, in beats: buttons are read, rings lit, lines spoken and the board shown.

One thread owns it. It sleeps only on the injected clock. The acts that are played on it decide what rings
show and what buttons mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from hardware import patterns
from table.engine.chance import Chance
from table.errors import ClosedError
from table.gestures import Phase
from table.room.act import NEVER, Act, Programme, Result
from table.room.devices import Devices
from table.room.hands import Hands
from table.room.pending_write import PendingWrite
from table.room.places import Places
from table.room.presses import Presses
from table.room.public_clock import PublicClock
from table.room.speaking import Speaking
from table.room.village import NamedSeat, Village
from table.words.narration import Narration
from table.words.troubles import Troubles

UNHEARD = "sound.page_unheard"
"""The trouble of a voice that a touch on the board's page lets hear again."""
AT_ONCE = float("-inf")
"""A moment that has always passed."""


class Stage:
    """The parts of a room, and its beats.

    `button_count`: buttons of each seat.
    `beat_s`: longest time between two readings of the contacts; on a clock that jumps it may be infinite.
    `people_sit`: whether a press on the real buttons makes a seat a person's.
    `places`: which pod of the table each seat has; in order by default.
    `mistake`: why the expected language is not spoken; empty if it is.
    `unkept`: returns the trouble that keeps answers from being written, if any.
    `closings`: number of requests to close the table before this began; None: all until now.
    """

    def __init__(
        self,
        devices: Devices,
        narration: Narration,
        names: Sequence[str],
        button_count: int,
        chance: Chance,
        *,
        beat_s: float = NEVER,
        people_sit: bool = True,
        places: Places | None = None,
        mistake: str = "",
        unkept: Callable[[], object] = bool,
        closings: int | None = None,
    ) -> None:
        self.acts: list[Act] = []
        """The stack of acts; the last one is on top."""
        self.time = devices.clock
        self.rings = devices.rings
        self.view = devices.view
        self.ambience, self.effects = devices.ambience, devices.effects
        self.beat_s = beat_s
        self.village = Village(narration, names, places)
        self.clock = PublicClock(self.village, devices.effects, self.time)
        self.card = devices.card
        self.speaking = Speaking(
            self.village,
            devices.voice,
            self.time,
            self.wait_until,
            chance.stream("narration"),
            self.card,
        )
        self._mistake, self._unkept = mistake, unkept
        self.closings = self.view.closed if closings is None else closings
        self.frame = b""
        """The frame the rings show."""
        self._lamps = devices.lamps
        self._lit: frozenset[int] | None = None
        """Seats whose lamps are lit; None: unknown, left by an earlier room."""
        self._slips = devices.slips
        self._laid: Mapping[int, str] | None = None
        """The texts on the slips; None: unknown, left by an earlier room."""
        self._buttons = devices.buttons
        self.presses = Presses(
            self.acts,
            devices.buttons,
            Hands(button_count, chance),
            self.village,
            self.time,
            button_count,
            people_sit=people_sit,
            typed=devices.typed,
            touches=devices.touches,
        )

    # What is played

    def enter(self, act: Act) -> None:
        """Plays an act on top of the others from now on."""
        self.acts.append(act)

    def enter_below(self, act: Act) -> None:
        """Plays an act below all others from now on."""
        self.acts.insert(0, act)

    def leave(self, act: Act) -> None:
        """Removes an act and all above it."""
        if act in self.acts:
            del self.acts[self.acts.index(act) :]

    @contextmanager
    def playing(self, act: Act) -> Iterator[None]:
        """Plays an act on top of the others during a `with` block."""
        self.enter(act)
        try:
            yield
        finally:
            self.leave(act)

    def play(self, programme: Programme[Result]) -> Result:
        """Plays an act on top of the others until it is done, and returns its result."""
        with self.playing(programme):
            return programme.run()

    def _upper_first(self) -> Sequence[Act]:
        return self.acts[::-1]

    # Time

    def wait_until(self, until_s: float) -> None:
        """Runs beats until a moment."""
        self.wait_for_moment(lambda: until_s)

    def wait_for_moment(self, moment_s: Callable[[], float]) -> None:
        """Runs beats until a moment. `moment_s`: returns it; it may change."""
        self.beat()
        while (now_s := self.time.now()) < (until_s := moment_s()):
            self.time.wait(min(until_s, now_s + self.beat_s, self._next_s(now_s)))
            self.beat()

    def wait_for_press(self, until_s: float) -> None:
        """Runs beats until a gesture or a moment."""
        self.wait_for_moment(lambda: AT_ONCE if self.presses.pressed else until_s)

    def wait_for(self, written: PendingWrite) -> None:
        """Runs beats until a line is on the disk."""
        if self.beat_s == NEVER:
            written.wait_out()
        else:
            self.wait_for_moment(lambda: AT_ONCE if written.is_set() else NEVER)

    def beat(self) -> None:
        """Runs one beat: reads the buttons, lights the rings, shows the board."""
        now_s = self.time.now()
        self.speaking.ask_voice(now_s)
        try:
            self.presses.listen(now_s)
            for act in tuple(self.acts):
                act.beat(now_s)
        except BaseException:
            for act in self.acts:
                act.broken_off()
            raise
        self.clock.tick(now_s)
        board, places = self.village.board, self.village.places
        frame = patterns.frame(self._ring(seat, now_s) for seat in range(len(self.village.names)))
        free_rings = (act.free_ring(now_s) for act in self._upper_first())
        free_ring = next((shown for shown in free_rings if shown is not None), None)
        if free_ring is None:
            free_ring = self._inviting(now_s)
        if (frame, free_ring) != (self.frame, places.free_ring):
            self.frame, places.free_ring = frame, free_ring
            self.rings.show(frame)
        if (awaited := self.clock.awaited) != self._lit:
            self._lit = awaited
            self._lamps.light(awaited)
        laid = (words for act in self._upper_first() if (words := act.slips()) is not None)
        self.lay_slips(next(laid, {}))
        board.notice = self._notice()
        secrets = (picture for act in self._upper_first() if (picture := act.secret()) is not None)
        board.secret = next(secrets, None)
        self.view.show(board, now_s)
        if self.closes and not any(act.close() for act in self._upper_first()):
            self.give_up()
        for act in tuple(self.acts):
            act.shown(now_s)

    def _ring(self, seat: int, now_s: float) -> bytes:
        """What the ring of a seat shows; dark if no act shows anything."""
        for act in self._upper_first():
            if (shown := act.ring(seat, now_s)) is not None:
                return shown
        return bytes(3 * self.rings.pixels)

    @property
    def closes(self) -> int:
        """Number of requests to close the table that were not heard yet."""
        return self.view.closed - self.closings

    def hear_closing(self) -> None:
        """Counts all requests to close the table as heard."""
        self.closings = self.view.closed

    def take_over(self, before: Stage, heard: int) -> None:
        """Takes over the requests to close the table from the stage `before`, without the first `heard`."""
        self.closings = before.closings + heard

    def give_up(self) -> None:
        """Closes the table: raises `ClosedError`."""
        raise ClosedError("closed by hand")

    def _next_s(self, now_s: float) -> float:
        """When something next changes by itself."""
        return min(
            patterns.next_step(now_s),
            self.presses.hands.due_s(),
            *(act.due_s() for act in self.acts),
            *self.clock.ticks[:1],
            *self.presses.due_s(),
        )

    # Questions

    def open_questions(self, seats: Iterable[int], phase: Phase) -> None:
        """Opens a question to these seats: presses that begin from now on are answers."""
        self.presses.open(dict.fromkeys(seats, phase))

    def close_questions(self) -> None:
        """Ends the question: presses answer nothing from now on."""
        self.presses.close()
        self.clock.stop()
        self.village.board.hint = ""

    # What everybody sees

    def lay_slips(self, words: Mapping[int, str]) -> None:
        """Shows these seats' words on their slips."""
        if words != self._laid:
            self._laid = words
            self._slips.show(words)

    def _inviting(self, now_s: float) -> bytes:
        menu = self.village.board.menu
        return patterns.lobby_breathing(self.rings.pixels, now_s) if menu and menu.invites else b""

    def _notice(self) -> str:
        """A sentence on the first fault of the table, and the number of the others."""
        narration, places = self.village.narration, self.village.places
        told = [self._mistake] if self._mistake else []
        if places.dark:
            pods = [NamedSeat(pod, places.names[pod]) for pod in sorted(places.dark)]
            told.append(narration.word("host.dark_at", seat=pods))
        silence = self.speaking.trouble
        if silence and silence.key == UNHEARD:  # A touch ends it.
            told.append(Troubles.of(narration).told(silence))
        elif silence:
            told.append(narration.word("notice.silent"))
        told += [Troubles.of(narration).told(one) for one in [self.speaking.elsewhere] if one]
        told += [fault for act in self.acts if (fault := act.notice())]
        if self._unkept() and not self._hides("unkept"):
            told.append(narration.word("notice.unkept"))
        wires = [*self._buttons.troubles, *([self.rings.trouble] if self.rings.trouble else [])]
        told += [Troubles.of(narration).told(one) for one in wires if not self._hides(one.key)]
        if len(told) > 1:
            return narration.word("notice.more", first=told[0], number=len(told) - 1)
        return told[0] if told else ""

    def _hides(self, fault: str) -> bool:
        """Whether a fault must not be shown now."""
        return any(act.hides(fault) for act in self.acts)
