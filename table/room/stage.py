"""A table at work, whatever is played on it: buttons heard, rings lit, lines spoken, the board shown.

One thread owns it. It never sleeps but on the injected clock. Whoever plays on it (a round, the lobby, the
service menu) says what its rings show, and what it does in a beat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from hardware import patterns
from table.board.board import Secret
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
"""A moment that has always come."""
NEVER = float("inf")
"""A moment that does not come."""


class Stage:
    """The parts of a room, and the beats in which they work.

    `button_count`: buttons of each seat. `beat_s`: the longest time between two looks at the contacts; on a
    clock that jumps it may be infinite. `people_sit`: whether a press on the real buttons makes a seat a
    person's. `places`: which pod of the table each seat has; one after the other unless given.
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
        self.beat_s = beat_s
        self.village = Village(narration, names, places)
        self.clock = PublicClock(self.village, devices.effects, self.time)
        self.speaking = Speaking(
            self.village, devices.voice, self.time, self.wait_until, chance.stream("narration")
        )
        self.mistake = ""
        """Why it is not told in the language one expects, if it is not."""
        self.unkept: Callable[[], object] | None = None
        """Whether answers are no longer written down; None: they never were to be."""
        # What is played here says these.
        self.ring: Callable[[int, float], bytes] = lambda seat, now_s: bytes(3 * self.rings.pixels)  # noqa: ARG005
        """What the ring of a seat shows at a moment."""
        self.free_ring: Callable[[float], bytes] = self._inviting
        """What the ring of every free pod shows, by what the board shows and nothing else; empty: dark."""
        self.heard: list[Callable[[float], None]] = []
        """What is done once the buttons have been heard."""
        self.left: Callable[[], None] = lambda: None
        """What is done where that leaves what is played."""
        self.passing: list[Callable[[float], None]] = [self.clock.tick]
        """What comes by itself, before anything is shown."""
        self.due_s: Callable[[], Iterable[float]] = list
        """When it does so next."""
        self.slips: Callable[[], Mapping[int, str]] = dict
        """What stands on which slips."""
        self.hidden: Callable[[], tuple[str, ...] | None] = tuple
        """Kinds of faults of buttons that nobody may know of now; None: of no wire at all."""
        self.notice: Callable[[], str] = self._notice
        """What the board says is wrong with the table."""
        self.secret: Callable[[], Secret | None] = lambda: None
        """What stands on the board for those called alone."""
        self.shown: list[Callable[[float], None]] = []
        """What is done once everything is shown."""
        self.close: Callable[[], None] = self.give_up
        """What is done where somebody wants to close the table."""
        self.closings = self.view.closed
        """How often somebody had wanted that before."""
        self.frame = b""
        """What the rings show."""
        self._slips = devices.slips
        self._laid: Mapping[int, str] | None = None
        """What stands on the slips; None: what an earlier room has left there."""
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
        """Time passes, beat by beat, to a moment."""
        self.wait_for_moment(lambda: until_s)

    def wait_for_moment(self, moment_s: Callable[[], float]) -> None:
        """Time passes, beat by beat, to a moment that may come nearer on the way."""
        self.beat()
        while (now_s := self.time.now()) < (until_s := moment_s()):
            self.time.wait(min(until_s, now_s + self.beat_s, self._next_s(now_s)))
            self.beat()

    def wait_for_press(self, until_s: float) -> None:
        """Time passes until somebody has said something with his button, or to a moment."""
        self.wait_for_moment(lambda: AT_ONCE if self.presses.pressed else until_s)

    def wait_for(self, written: PendingWrite) -> None:
        """The game waits for the disk; rings and board go on."""
        if self.beat_s == NEVER:
            written.wait_out()
        else:
            self.wait_for_moment(lambda: AT_ONCE if written.is_set() else NEVER)

    def beat(self) -> None:
        """Hears, lights, shows."""
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
        self.lay_slips(self.slips())
        board.notice = self.notice()
        board.secret = self.secret()
        self.view.show(board, now_s)
        if self.view.closed > self.closings:
            self.close()
        for each in self.shown:
            each(now_s)

    def give_up(self) -> None:
        """Somebody wants the table to be closed, and it is."""
        raise ClosedError("closed by hand")

    def _next_s(self, now_s: float) -> float:
        """When something changes by itself."""
        return min(
            patterns.next_step(now_s),
            self.presses.hands.due_s(),
            *self.due_s(),
            *self.clock.ticks[:1],
            *self.presses.due_s(),
        )

    # Questions

    def open_questions(self, seats: Iterable[int], phase: Phase) -> None:
        """Presses of these seats mean something from now on: those that begin now."""
        self.presses.open(dict.fromkeys(seats, phase))

    def close_questions(self) -> None:
        """Nobody is asked any more: presses mean nothing."""
        self.presses.close()
        self.clock.stop()
        self.village.board.hint = ""

    # What everybody sees

    def lay_slips(self, words: Mapping[int, str]) -> None:
        """These words stand on the slips of these seats."""
        if words != self._laid:
            self._laid = words
            self._slips.show(words)

    def _inviting(self, now_s: float) -> bytes:
        menu = self.village.board.menu
        return patterns.lobby_breathing(self.rings.pixels, now_s) if menu and menu.invites else b""

    def _notice(self) -> str:
        """What is wrong with the table: the first, and how much more."""
        narration, places = self.village.narration, self.village.places
        told = [self.mistake] if self.mistake else []
        if places.dark:
            pods = [NamedSeat(pod, places.names[pod]) for pod in sorted(places.dark)]
            told.append(narration.word("host.dark_at", seat=pods))
        told += [narration.word("notice.silent")] if self.speaking.is_dumb else []
        if (hidden := self.hidden()) is not None:
            if self.unkept and self.unkept():
                told.append(narration.word("notice.unkept"))
            wires = [one for one in self._buttons.troubles if one.key not in hidden]
            wires += [self.rings.trouble] if self.rings.trouble else []
            told += [Troubles.of(narration).told(trouble) for trouble in wires]
        if len(told) > 1:
            return narration.word("notice.more", first=told[0], number=len(told) - 1)
        return told[0] if told else ""
