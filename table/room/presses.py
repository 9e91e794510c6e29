"""From contacts to what somebody means: edges become gestures, and gestures what they mean in a phase."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.debounce import USUAL, Contact, Gesture, Kind, Timing, due, feed, first_seen, tick
from hardware.interface import Buttons, Clock, Edge
from table.gestures import Meaning, Phase, meaning
from table.room.hands import Hands
from table.room.village import Village


class Finger(NamedTuple):
    """One button, and whose finger lies on it: a person's, or a hand's of this program."""

    of_person: bool
    seat: int
    button: int


class SeatGesture(NamedTuple):
    """A gesture of one seat."""

    time_s: float
    seat: int
    button: int
    kind: Kind


class Ear(Protocol):
    """Somebody who hears a room's buttons before the room does."""

    def touched(self, finger: Finger) -> None:
        """A contact has changed."""

    def noted(self, finger: Finger, gestures: Sequence[Gesture], is_stale: bool) -> bool:
        """A finger has said these gestures. Returns whether nobody else shall hear them. `is_stale`: it was
        down when the question began."""

    def takes(self, heard: SeatGesture) -> bool:
        """Whether this gesture is not for the room."""

    def opened(self) -> None:
        """A question begins: what was said before it is forgotten."""


def nobody(heard: SeatGesture, meant: Meaning) -> None:
    """Nobody is asked anything."""


def in_order(heard: SeatGesture) -> tuple[float, int, int]:
    """Of gestures of one moment that of the first seat comes first, whoever has touched his button before."""
    return heard.time_s, heard.seat, heard.button


class Presses:
    """Hears the buttons of people and of the program's hands, and says what is meant.

    `count`: buttons of each seat; `people_sit`: whether a press on the real buttons makes a seat a person's;
    `typed`: takes what was said with the arrows of a keyboard.
    """

    def __init__(
        self,
        buttons: Buttons,
        hands: Hands,
        village: Village,
        clock: Clock,
        count: int,
        *,
        people_sit: bool,
        typed: Callable[[], Sequence[Meaning]] = tuple,
    ) -> None:
        self.count = count
        self.hands = hands
        self.people_sit = people_sit
        self.phases: dict[int, Phase] = {}
        """What the buttons of these seats mean now."""
        self.pressed: deque[SeatGesture] = deque()
        """What was said and nobody has taken yet."""
        self.contacts: dict[Finger, Contact] = {}
        """Those that are down, or have not been up for long enough."""
        self.stale: set[Finger] = set()
        """Contacts that were down when the question began: not answers to it, till they are up again."""
        self.asked_until_s = float("-inf")
        """When the last question was over."""
        self.timing = USUAL.on(clock.speed)
        """How long a person's finger takes for what, by the clock of the room."""
        self.hear: Callable[[SeatGesture, Meaning], None] = nobody
        """Who is told what somebody means."""
        self.hear_typed: Callable[[Meaning], None] = lambda meant: None  # noqa: ARG005 - nobody listens yet
        self.phase_unasked: Callable[[int], Phase] = lambda seat: "idle"  # noqa: ARG005
        """What the buttons of a seat mean that is asked nothing."""
        self.hear_unasked: Callable[[SeatGesture, Meaning, Phase], bool] = lambda *_: False
        """Whether this was meant for nobody who asks."""
        self.ear: Ear | None = None
        self.typed = typed
        self._buttons = buttons
        self._village = village
        self._clock = clock
        buttons.listen(clock.wake)
        for edge in buttons.edges():
            self._keep(Finger(True, edge.seat, edge.button), first_seen(edge.down))

    def open(self, phases: Mapping[int, Phase]) -> None:
        """Presses of these seats mean something from now on: those that begin now."""
        self.phases = dict(phases)
        self.stale = set(self.contacts)
        self.pressed.clear()
        if self.ear:
            self.ear.opened()

    def close(self) -> None:
        """Nobody is asked any more: presses mean nothing."""
        if self.phases:
            self.asked_until_s = self._clock.now()
        self.phases = {}
        self.hear = nobody

    def keep_in_mind(self, heard: SeatGesture, meant: Meaning) -> None:  # noqa: ARG002 - whoever takes it asks again
        """Somebody has said something that is taken in its turn."""
        self.pressed.append(heard)

    def turn(self, seat: int, phase: Phase) -> None:
        """What a seat's buttons mean from now on. A finger that is down has said what it said."""
        if self.phases.get(seat) != phase:
            self.phases[seat] = phase
            self.stale |= {finger for finger in self.contacts if finger.seat == seat}

    def listen(self, now_s: float) -> None:
        """Edges become gestures, gestures what they mean in the phase their seat is in."""
        heard: list[SeatGesture] = []
        for meant in self.typed():
            self.hear_typed(meant)
        for of_person, edges in ((True, self._buttons.edges()), (False, self.hands.edges(now_s))):
            for edge in edges:
                self._feed(of_person, edge, heard)
        for finger, known in list(self.contacts.items()):
            contact, gestures = tick(known, now_s, self._timing_of(finger))
            self._note(finger, gestures, heard)
            self._keep(finger, contact)
        for gesture in sorted(heard, key=in_order):
            if not (self.ear and self.ear.takes(gesture)):
                self.understand(gesture)

    def understand(self, heard: SeatGesture) -> None:
        """A gesture is what it means in the phase its seat is in."""
        if heard.seat in self._village.people.gone:
            return
        phase = self.phase_of(heard.seat)
        meant = meaning(phase, self.count, heard.button, heard.kind)
        if meant and not self.hear_unasked(heard, meant, phase):
            self.hear(heard, meant)

    def phase_of(self, seat: int) -> Phase:
        """What the buttons of a seat mean now."""
        return self.phases[seat] if seat in self.phases else self.phase_unasked(seat)

    def first_pressed(self, hearing: Iterable[int]) -> SeatGesture | None:
        """The next of what these seats have said; what others said is forgotten."""
        while self.pressed:
            heard = self.pressed.popleft()
            if heard.seat in hearing:
                return heard
        return None

    def down(self) -> set[Finger]:
        """The buttons that are held now."""
        return {finger for finger, contact in self.contacts.items() if contact.down}

    def is_touched(self) -> bool:
        """Whether a finger of somebody is on its way to say something."""
        return any(finger.of_person and not contact.stuck for finger, contact in self.contacts.items())

    def due_s(self) -> list[float]:
        """When something is said by holding on."""
        moments = (due(contact, self._timing_of(finger)) for finger, contact in self.contacts.items())
        return [moment for moment in moments if moment is not None]

    def hold_from_the_start(self) -> None:
        """Buttons that are down as the table starts say nothing else; now they are held from here on."""
        now_s = self._clock.now()
        for finger, contact in self.contacts.items():
            if contact.level:
                self.contacts[finger] = Contact(True, now_s, True, now_s)

    def _feed(self, of_person: bool, edge: Edge, heard: list[SeatGesture]) -> None:
        finger, people = Finger(of_person, edge.seat, edge.button), self._village.people
        known = self.contacts.get(finger, Contact())
        contact, gestures = feed(known, edge.time_s, edge.down, self._timing_of(finger))
        self._note(finger, gestures, heard)
        self._keep(finger, contact)
        sits = of_person and self.people_sit and edge.seat not in people.away
        if sits and self._village.is_bots(edge.seat):
            people.sit(edge.seat)
            self.hands.rest(edge.seat)
        if self.ear:
            self.ear.touched(finger)

    def _timing_of(self, finger: Finger) -> Timing:
        """A person's finger goes by the clock on the wall, a hand of this program by that of the room."""
        return self.timing if finger.of_person else USUAL

    def _note(self, finger: Finger, gestures: Sequence[Gesture], heard: list[SeatGesture]) -> None:
        is_stale = finger in self.stale
        if self.ear and gestures and self.ear.noted(finger, gestures, is_stale):
            return
        is_played_for = finger.of_person and finger.seat in self._village.people.away
        is_played_for &= self.phases.get(finger.seat) != "agreeing"  # to be played for no longer
        if not is_stale and not is_played_for:
            heard += [SeatGesture(time_s, finger.seat, finger.button, kind) for time_s, kind in gestures]

    def _keep(self, finger: Finger, contact: Contact) -> None:
        if contact.level or contact.settled:
            self.contacts[finger] = contact
        else:
            self.contacts.pop(finger, None)
            self.stale.discard(finger)
