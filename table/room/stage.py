"""A table at work in beats: buttons heard, rings lit, lines spoken, the board shown.

One thread owns it. It sleeps only on the injected clock. A round, the lobby or the service menu sets what its
rings show and what a beat does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hardware import patterns
from table.board.board import SecretPicture
from table.engine.chance import Chance
from table.errors import ClosedError
from table.gestures import Phase
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

AT_ONCE = float("-inf")
"""A moment that has always passed."""
NEVER = float("inf")
"""A moment that never comes."""


class Stage:
    """The parts of a room, and its beats.

    `button_count`: buttons of each seat. `beat_s`: the longest time between two looks at the contacts; on a
    clock that jumps it may be infinite. `people_sit`: whether a press on the real buttons makes a seat a
    person's. `places`: which pod of the table each seat has; in order by default.
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
    ) -> None:
        self.time = devices.clock
        self.rings = devices.rings
        self.view = devices.view
        self.ambience, self.effects = devices.ambience, devices.effects
        self.beat_s = beat_s
        self.village = Village(narration, names, places)
        self.clock = PublicClock(self.village, devices.effects, self.time)
        self.speaking = Speaking(
            self.village, devices.voice, self.time, self.wait_until, chance.stream("narration")
        )
        self.mistake = ""
        """Why the expected language is not spoken; empty if it is."""
        self.unkept: Callable[[], object] | None = None
        """Returns the trouble that keeps answers from being written; None if they never were to be."""
        # Set by what is played on the stage.
        self.ring: Callable[[int, float], bytes] = lambda seat, now_s: bytes(3 * self.rings.pixels)  # noqa: ARG005
        """Returns what a seat's ring shows at a moment."""
        self.free_ring: Callable[[float], bytes] = self._inviting
        """Returns what all free pods' rings show, from the public board alone; empty: dark."""
        self.heard: list[Callable[[float], None]] = []
        """Called in a beat after the buttons."""
        self.left: Callable[[], None] = lambda: None
        """Called when a gesture leaves what is played."""
        self.passing: list[Callable[[float], None]] = [self.clock.tick]
        """Called in a beat before anything is shown."""
        self.due_s: Callable[[], Iterable[float]] = list
        """Returns when `passing` has something to do next."""
        self.slips: Callable[[], Mapping[int, str]] = dict
        """Returns the texts of the slips."""
        self.hidden: Callable[[], tuple[str, ...] | None] = tuple
        """Returns kinds of button faults that must not be shown now; None: all of them."""
        self.faults: list[Callable[[], str]] = []
        """Called for faults of other parts that the board shows; each returns an empty text without one."""
        self.notice: Callable[[], str] = self._notice
        """Returns the fault that the board shows."""
        self.secret: Callable[[], SecretPicture | None] = lambda: None
        """Returns the secret picture for those called."""
        self.shown: list[Callable[[float], None]] = []
        """Called at the end of a beat, after everything is shown."""
        self.close: Callable[[], None] = self.give_up
        """Called when somebody wants to close the table."""
        self.closings = self.view.closed
        """How often somebody had asked to close when this began."""
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
            devices.buttons,
            Hands(button_count, chance),
            self.village,
            self.time,
            button_count,
            people_sit=people_sit,
            typed=devices.typed,
        )

    # Time

    def wait_until(self, until_s: float) -> None:
        """Runs beats until a moment."""
        self.wait_for_moment(lambda: until_s)

    def wait_for_moment(self, moment_s: Callable[[], float]) -> None:
        """Runs beats until a moment, which may come nearer meanwhile."""
        self.beat()
        while (now_s := self.time.now()) < (until_s := moment_s()):
            self.time.wait(min(until_s, now_s + self.beat_s, self._next_s(now_s)))
            self.beat()

    def wait_for_press(self, until_s: float) -> None:
        """Runs beats until somebody's gesture or a moment."""
        self.wait_for_moment(lambda: AT_ONCE if self.presses.pressed else until_s)

    def wait_for(self, written: PendingWrite) -> None:
        """Waits for the disk, while rings and board go on."""
        if self.beat_s == NEVER:
            written.wait_out()
        else:
            self.wait_for_moment(lambda: AT_ONCE if written.is_set() else NEVER)

    def beat(self) -> None:
        """Runs one beat: hears, lights, shows."""
        now_s = self.time.now()
        self.speaking.ask_voice(now_s)
        is_left = True
        try:
            self.presses.listen(now_s)
            for hear in self.heard:
                hear(now_s)
            is_left = False
        finally:
            if is_left:
                self.left()
        for passes in self.passing:
            passes(now_s)
        board, places = self.village.board, self.village.places
        frame = patterns.frame(self.ring(seat, now_s) for seat in range(len(self.village.names)))
        free_ring = self.free_ring(now_s)
        if (frame, free_ring) != (self.frame, places.free_ring):
            self.frame, places.free_ring = frame, free_ring
            self.rings.show(frame)
        if (awaited := self.clock.awaited) != self._lit:
            self._lit = awaited
            self._lamps.light(awaited)
        self.lay_slips(self.slips())
        board.notice = self.notice()
        board.secret = self.secret()
        self.view.show(board, now_s)
        if self.view.closed > self.closings:
            self.close()
        for each in self.shown:
            each(now_s)

    def give_up(self) -> None:
        """Closes the table: raises `ClosedError`."""
        raise ClosedError("closed by hand")

    def _next_s(self, now_s: float) -> float:
        """When something next changes by itself."""
        return min(
            patterns.next_step(now_s),
            self.presses.hands.due_s(),
            *self.due_s(),
            *self.clock.ticks[:1],
            *self.presses.due_s(),
        )

    # Questions

    def open_questions(self, seats: Iterable[int], phase: Phase) -> None:
        """Opens a question to these seats: presses that begin now are answers."""
        self.presses.open(dict.fromkeys(seats, phase))

    def close_questions(self) -> None:
        """Ends the question: presses mean nothing."""
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
        """The first fault of the table, and how many more there are."""
        narration, places = self.village.narration, self.village.places
        told = [self.mistake] if self.mistake else []
        if places.dark:
            pods = [NamedSeat(pod, places.names[pod]) for pod in sorted(places.dark)]
            told.append(narration.word("host.dark_at", seat=pods))
        told += [narration.word("notice.silent")] if self.speaking.is_dumb else []
        told += [fault for tell in self.faults if (fault := tell())]
        if (hidden := self.hidden()) is not None:
            if self.unkept and self.unkept():
                told.append(narration.word("notice.unkept"))
            wires = [one for one in self._buttons.troubles if one.key not in hidden]
            wires += [self.rings.trouble] if self.rings.trouble else []
            told += [Troubles.of(narration).told(trouble) for trouble in wires]
        if len(told) > 1:
            return narration.word("notice.more", first=told[0], number=len(told) - 1)
        return told[0] if told else ""
