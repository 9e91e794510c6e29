"""Turns contacts into gestures, and gestures into what they mean in a phase."""

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
    """A finger on a button: a person's, or a simulated hand's."""

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
    """Hears a room's buttons before the room does."""

    def touched(self, finger: Finger) -> None:
        """Hears that a contact has changed."""

    def noted(self, finger: Finger, gestures: Sequence[Gesture], is_stale: bool) -> bool:
        """Hears a finger's gestures; returns whether nobody else may hear them. `is_stale`: the finger was
        down before the question began."""

    def takes(self, heard: SeatGesture) -> bool:
        """Whether this gesture is kept from the room."""

    def opened(self) -> None:
        """Hears that a question begins: earlier presses no longer count."""


def nobody(heard: SeatGesture, meant: Meaning) -> None:
    """Ignores a gesture."""


def in_order(heard: SeatGesture) -> tuple[float, int, int]:
    """Sort key of gestures: by time, then by seat and button."""
    return heard.time_s, heard.seat, heard.button


class Presses:
    """Hears the buttons of people and of the program's hands, and works out what they mean.

    `count`: buttons of each seat; `people_sit`: whether a press on the real buttons makes a seat a person's;
    `typed`: returns the gestures typed with arrow keys.
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
        """The phase of each seat that is asked something."""
        self.pressed: deque[SeatGesture] = deque()
        """Gestures that nobody has taken yet."""
        self.contacts: dict[Finger, Contact] = {}
        """Contacts that are down, or went up too recently."""
        self.stale: set[Finger] = set()
        """Contacts that were down when the question began: not answers until they are up again."""
        self.decided_s = float("-inf")
        """When a question was last opened or closed: no later edge is heard as if it had come before."""
        self.asked_until_s = float("-inf")
        """When the last question ended."""
        self.timing = USUAL.on(clock.speed)
        """How long a person's gestures take, by the room's clock."""
        self.hear: Callable[[SeatGesture, Meaning], None] = nobody
        """Called with each seat's meaning."""
        self.hear_typed: Callable[[Meaning], None] = lambda meant: None  # noqa: ARG005 - nobody listens yet
        self.phase_unasked: Callable[[int], Phase] = lambda seat: "idle"  # noqa: ARG005
        """Returns the phase of a seat that is asked nothing."""
        self.hear_unasked: Callable[[SeatGesture, Meaning, Phase], bool] = lambda *_: False
        """Returns whether a gesture of a seat that is asked nothing was used."""
        self.ear: Ear | None = None
        self.typed = typed
        self._buttons = buttons
        self._village = village
        self._clock = clock
        buttons.listen(clock.wake)
        for edge in buttons.edges():
            self._keep(Finger(True, edge.seat, edge.button), first_seen(edge.down))

    def open(self, phases: Mapping[int, Phase]) -> None:
        """Opens a question to these seats: presses that begin now are answers."""
        self.phases = dict(phases)
        self.decided_s = self._clock.now()
        self.stale = set(self.contacts)
        self.pressed.clear()
        if self.ear:
            self.ear.opened()

    def close(self) -> None:
        """Ends the question: presses mean nothing."""
        self.decided_s = self._clock.now()
        if self.phases:
            self.asked_until_s = self.decided_s
        self.phases = {}
        self.hear = nobody

    def keep_in_mind(self, heard: SeatGesture, meant: Meaning) -> None:  # noqa: ARG002 - whoever takes it asks again
        """Keeps a gesture until it is taken by `first_pressed`."""
        self.pressed.append(heard)

    def turn(self, seat: int, phase: Phase) -> None:
        """Sets what a seat's buttons mean from now on. A finger that is down has already been heard."""
        if self.phases.get(seat) != phase:
            self.phases[seat] = phase
            self.stale |= {finger for finger in self.contacts if finger.seat == seat}

    def listen(self, now_s: float) -> None:
        """Turns edges into gestures, and gestures into meanings, for every seat."""
        heard: list[SeatGesture] = []
        for meant in self.typed():
            self.hear_typed(meant)
        for of_person, edges in ((True, self._buttons.edges()), (False, self.hands.edges(now_s))):
            for edge in edges:
                self._feed(of_person, edge, heard)
        for finger, known in list(self.contacts.items()):
            contact, gestures = tick(known, now_s, self._timing_of(finger))
            if contact is not known:
                self._note(finger, gestures, heard)
                self._keep(finger, contact)
        for gesture in sorted(heard, key=in_order):
            if not (self.ear and self.ear.takes(gesture)):
                self.understand(gesture)

    def understand(self, heard: SeatGesture) -> None:
        """Acts on a gesture by the phase its seat is in."""
        if heard.seat in self._village.people.gone:
            return
        phase = self.phase_of(heard.seat)
        meant = meaning(phase, self.count, heard.button, heard.kind)
        if meant and not self.hear_unasked(heard, meant, phase):
            self.hear(heard, meant)

    def phase_of(self, seat: int) -> Phase:
        """The phase of a seat's buttons now."""
        return self.phases[seat] if seat in self.phases else self.phase_unasked(seat)

    def first_pressed(self, hearing: Iterable[int]) -> SeatGesture | None:
        """Returns the next gesture of these seats, and drops those of others."""
        while self.pressed:
            heard = self.pressed.popleft()
            if heard.seat in hearing:
                return heard
        return None

    def down(self) -> set[Finger]:
        """The buttons that are held now."""
        return {finger for finger, contact in self.contacts.items() if contact.down}

    def held(self, now_s: float) -> set[Finger]:
        """The buttons that are held now, without those that seem to have been let go."""
        return {
            finger
            for finger, contact in self.contacts.items()
            if contact.down and (contact.level or now_s < contact.since_s + self._timing_of(finger).settle_s)
        }

    def is_touched(self) -> bool:
        """Whether a person's gesture is under way."""
        return any(finger.of_person and not contact.stuck for finger, contact in self.contacts.items())

    def due_s(self) -> list[float]:
        """When a held button next becomes a gesture."""
        moments = (due(contact, self._timing_of(finger)) for finger, contact in self.contacts.items())
        return [moment for moment in moments if moment is not None]

    def known_until_s(self, now_s: float) -> float:
        """Up to when all presses are known: what has just changed is not certain yet."""
        undecided = (
            contact.since_s for contact in self.contacts.values() if contact.level != contact.settled
        )
        return min(now_s - self._settle_s, *undecided, float("inf"))

    def known_at_s(self, until_s: float) -> float:
        """When all presses up to a moment will be known, by what has been told."""
        undecided = (
            due(contact, self._timing_of(finger)) or until_s
            for finger, contact in self.contacts.items()
            if contact.level != contact.settled and contact.since_s <= until_s
        )
        return max(until_s + self._settle_s, *undecided, until_s)

    @property
    def _settle_s(self) -> float:
        """How long after a change any press is known that was told in time, a hand's too."""
        return max(USUAL.settle_s, self.timing.settle_s)

    def hold_from_the_start(self) -> None:
        """Treats buttons that are down as the table starts as held from now on, and as nothing else."""
        now_s = self._clock.now()
        for finger, contact in self.contacts.items():
            if contact.level:
                self.contacts[finger] = Contact(True, now_s, True, now_s)

    def _feed(self, of_person: bool, edge: Edge, heard: list[SeatGesture]) -> None:
        finger, people = Finger(of_person, edge.seat, edge.button), self._village.people
        known = self.contacts.get(finger, Contact())
        time_s = max(edge.time_s, self.decided_s) if of_person else edge.time_s
        contact, gestures = feed(known, time_s, edge.down, self._timing_of(finger), edge.late_s)
        self._note(finger, gestures, heard)
        if known.settled and not contact.settled:
            self.stale.discard(finger)  # It is up: what begins now is another press.
        self._keep(finger, contact)
        sits = of_person and self.people_sit and edge.seat not in people.away
        if sits and self._village.is_bots(edge.seat):
            people.sit(edge.seat)
            self.hands.rest(edge.seat)
        if self.ear:
            self.ear.touched(finger)

    def _timing_of(self, finger: Finger) -> Timing:
        """Times a person's finger by the wall clock, and a simulated hand's by the room's."""
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
