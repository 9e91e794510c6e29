"""Turns contacts into gestures, and gestures into what they mean in a phase."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from hardware.debounce import USUAL, Contact, Gesture, Timing, due, feed, first_seen, tick
from hardware.interface import Buttons, Clock, Edge, Touch, Touches
from table.gestures import TOUCHES, Meaning, Phase, meaning, touched
from table.room.act import Act, Finger, Options, SeatGesture
from table.room.hands import Hands
from table.room.village import Village


def in_order(heard: SeatGesture) -> tuple[float, int, int]:
    """Sort key of gestures: by time, then by seat and button."""
    return heard.time_s, heard.seat, heard.button


class Asked(NamedTuple):
    """What a seat is asked: the phase of its buttons, what it may point at, and the key of both."""

    phase: Phase
    options: Options | None
    key: int


class Presses:
    """Hears the buttons of people and of simulated hands, and passes their gestures to the acts.

    `acts`: the stack of a stage, the last one on top.
    `count`: buttons of each seat.
    `people_sit`: whether a press on the real buttons makes a seat a person's.
    `typed`: returns the gestures typed with arrow keys.
    `touches`: the screens on which seats point at options.
    """

    def __init__(
        self,
        acts: Sequence[Act],
        buttons: Buttons,
        hands: Hands,
        village: Village,
        clock: Clock,
        count: int,
        *,
        people_sit: bool,
        touches: Touches,
        typed: Callable[[], Sequence[Meaning]] = tuple,
    ) -> None:
        self.count = count
        self.hands = hands
        self.people_sit = people_sit
        self.phases: dict[int, Phase] = {}
        """The phase of each seat that is asked something."""
        self.pressed: deque[SeatGesture] = deque()
        """Gestures of asked seats that no act has used yet."""
        self.contacts: dict[Finger, Contact] = {}
        """Contacts that are down, or went up so recently that they may bounce."""
        self.stale: set[Finger] = set()
        """Contacts that were down when the question began. They answer nothing until they are up again."""
        self.decided_s = float("-inf")
        """When a question was last opened or closed. Edges that arrive later count from then on."""
        self.asked_until_s = float("-inf")
        """When the last question ended."""
        self.opened = 0
        """Number of questions opened so far."""
        self.timing = USUAL.on(clock.speed)
        """Times of a person's gestures, by the room's clock."""
        self._acts = acts
        self.typed = typed
        self._buttons, self._touches = buttons, touches
        self._village = village
        self._clock = clock
        buttons.listen(clock.wake)
        touches.listen(clock.wake)
        for edge in buttons.edges():
            self._keep(Finger(True, edge.seat, edge.button), first_seen(edge.down))

    def open(self, phases: Mapping[int, Phase]) -> None:
        """Opens a question to these seats: presses that begin from now on are answers."""
        self.phases = dict(phases)
        self.decided_s = self._clock.now()
        self.stale = set(self.contacts)
        self.opened += 1
        self.pressed.clear()

    def close(self) -> None:
        """Ends the question: presses answer nothing from now on."""
        self.decided_s = self._clock.now()
        if self.phases:
            self.asked_until_s = self.decided_s
        self.phases = {}

    def go_on(self, phases: Mapping[int, Phase]) -> None:
        """Changes which seats the open question asks. Fingers that are down still count."""
        self.phases = dict(phases)

    def turn(self, seat: int, phase: Phase) -> None:
        """Changes the phase of an asked seat. A finger that is down has already been heard."""
        if self.phases.get(seat) != phase:
            self.phases[seat] = phase
            self.stale |= {finger for finger in self.contacts if finger.seat == seat}

    def listen(self, now_s: float) -> None:
        """Reads all contacts, and passes each gesture to the acts."""
        heard: list[SeatGesture] = []
        for meant in self.typed():
            any(act.hear_typed(meant) for act in self._upper_first())
        for of_person, edges in ((True, self._buttons.edges()), (False, self.hands.edges(now_s))):
            for edge in edges:
                self._feed(of_person, edge, heard)
        for finger, known in list(self.contacts.items()):
            contact, gestures = tick(known, now_s, self._timing_of(finger))
            if contact is not known:
                self._note(finger, gestures, heard)
                self._keep(finger, contact)
        heard += [gesture for touch in self._touches.touches() if (gesture := self._touch(touch))]
        for gesture in sorted(heard, key=in_order):
            # Only now: a gesture before it may have opened another question.
            if gesture.key not in (None, self.key_of(gesture.seat)):
                gesture = gesture._replace(is_stale=True)
            if not any(act.takes(gesture) for act in self._upper_first()) and self._counts(gesture):
                self.understand(gesture)

    def understand(self, heard: SeatGesture) -> None:
        """Finds the meaning of a gesture in the phase of its seat, and offers it to the acts."""
        if heard.seat in self._village.people.gone:
            return
        meant = self.meaning_of(heard)
        if meant and heard.option is not None and not self._point(heard.seat, heard.option):
            return
        is_used = meant is None or any(act.hear(heard, meant) for act in self._upper_first())
        if not is_used and heard.seat in self.phases:
            self.pressed.append(heard)

    def meaning_of(self, heard: SeatGesture, host: bool = False) -> Meaning | None:
        """The meaning of a gesture in the phase of its seat. `host`: as in `table.gestures.meaning`."""
        phase = self.phase_of(heard.seat)
        if heard.is_touch:
            return touched(phase, heard.kind, heard.option is not None, host)
        return meaning(phase, self.count, heard.button, heard.kind, host)

    def phase_of(self, seat: int) -> Phase:
        """The phase of a seat's buttons now."""
        if seat in self.phases:
            return self.phases[seat]
        said = (act.phase(seat) for act in self._upper_first())
        return next((phase for phase in said if phase), "idle")

    def options_of(self, seat: int) -> Options | None:
        """What a seat may point at now; None: nothing."""
        asking = self._asking(seat, self.phase_of(seat))
        return asking and asking[1]

    def key_of(self, seat: int) -> int:
        """Names the question of a seat and its options, from 0 to 65,535. A touch with another key was made
        before its screen showed them, and is stale."""
        return self.asked_of(seat).key

    def asked_of(self, seat: int) -> Asked:
        """What a seat is asked now: for every screen in every beat."""
        phase = self.phase_of(seat)
        asking = self._asking(seat, phase)
        options = asking and asking[1]
        named = options and (*options.numbers, *options.labels)
        return Asked(phase, options, hash((self.opened, seat, phase, named)) & 0xFFFF)

    def _point(self, seat: int, number: int) -> bool:
        """Moves the light of a seat to an option. Returns whether there is such an option."""
        asking = self._asking(seat, self.phase_of(seat))
        return asking is not None and asking[0].point(seat, number)

    def _asking(self, seat: int, phase: Phase) -> tuple[Act, Options] | None:
        """The act that asks a seat in this phase, with its options."""
        if phase not in TOUCHES:
            return None
        found = ((act, options) for act in self._upper_first() if (options := act.options(seat)))
        return next(found, None)

    def _upper_first(self) -> Sequence[Act]:
        """The acts from the top down."""
        return self._acts[::-1]

    def first_pressed(self, hearing: Iterable[int]) -> SeatGesture | None:
        """Returns the next waiting gesture of these seats, and drops those of others before it."""
        while self.pressed:
            heard = self.pressed.popleft()
            if heard.seat in hearing:
                return heard
        return None

    def down(self) -> set[Finger]:
        """The buttons that are held now."""
        return {finger for finger, contact in self.contacts.items() if contact.down}

    def held(self, now_s: float) -> set[Finger]:
        """The buttons that are held now, without those that are probably released."""
        return {
            finger
            for finger, contact in self.contacts.items()
            if contact.down and (contact.level or now_s < contact.since_s + self._timing_of(finger).settle_s)
        }

    def is_touched(self) -> bool:
        """Whether a person's gesture is under way."""
        return any(finger.of_person and not contact.stuck for finger, contact in self.contacts.items())

    def due_s(self) -> list[float]:
        """When each held button becomes its next gesture."""
        moments = (due(contact, self._timing_of(finger)) for finger, contact in self.contacts.items())
        return [moment for moment in moments if moment is not None]

    def known_until_s(self, now_s: float) -> float:
        """When all presses before are known; a contact that has just changed is not certain yet."""
        undecided = (
            contact.since_s for contact in self.contacts.values() if contact.level != contact.settled
        )
        return min(now_s - self._settle_s, *undecided, float("inf"))

    def known_at_s(self, until_s: float) -> float:
        """When all presses up to a moment will be known, by the edges so far."""
        undecided = (
            due(contact, self._timing_of(finger)) or until_s
            for finger, contact in self.contacts.items()
            if contact.level != contact.settled and contact.since_s <= until_s
        )
        return max(until_s + self._settle_s, *undecided, until_s)

    @property
    def _settle_s(self) -> float:
        """Seconds after a change until its press is known, if the change was reported in time."""
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
        if of_person and edge.seat not in people.away:
            self._sit(edge.seat)
        for act in self._upper_first():
            act.touched(finger)

    def _touch(self, touch: Touch) -> SeatGesture | None:
        """The gesture of a touch; None: it means nothing on a pod."""
        seat = touch.seat
        if seat not in self._village.people.away:
            self._sit(seat)
        for act in self._upper_first():
            act.touched(Finger(True, seat, 0))
        if touch.key is None:
            # On a pod one points at seats alone: the ring's other options have no names there.
            options = self.options_of(seat)
            if options is None or options.labels:
                return None
        is_stale = seat in self.phases and touch.began_s < self.decided_s
        made = SeatGesture(touch.time_s, seat, 0, touch.kind, is_stale, is_touch=True)
        return made._replace(option=touch.option, key=touch.key)

    def _sit(self, seat: int) -> None:
        """Makes a seat that a person has touched theirs."""
        if self.people_sit and self._village.is_bots(seat):
            self._village.people.sit(seat)
            self.hands.rest(seat)

    def _timing_of(self, finger: Finger) -> Timing:
        """Times a person's finger by the wall clock, and a simulated hand's by the room's."""
        return self.timing if finger.of_person else USUAL

    def _note(self, finger: Finger, gestures: Sequence[Gesture], heard: list[SeatGesture]) -> None:
        is_stale = finger in self.stale
        heard += [
            SeatGesture(time_s, finger.seat, finger.button, kind, is_stale, finger.of_person)
            for time_s, kind in gestures
        ]

    def _counts(self, heard: SeatGesture) -> bool:
        """Whether a gesture can be an answer.

        It cannot while the table plays for its seat, unless the player is asked whether it goes on doing so.
        """
        is_played_for = heard.of_person and heard.seat in self._village.people.away
        return not heard.is_stale and (not is_played_for or self.phases.get(heard.seat) == "agreeing")

    def _keep(self, finger: Finger, contact: Contact) -> None:
        if contact.level or contact.settled:
            self.contacts[finger] = contact
        else:
            self.contacts.pop(finger, None)
            self.stale.discard(finger)
