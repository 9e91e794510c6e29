"""The table's end of its phones: buttons, rings and slips on the other side of a Unix socket.

The table listens and waits for nobody. What waits for the gateway is the newest frame, the newest slips and
the newest public state; a gateway that does not read, or sends what is no message, is left, and may come
again.
"""

from __future__ import annotations

import math
import socket
import threading
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.buttons.queued import QueuedButtons
from hardware.debounce import Kind
from hardware.interface import Clock, Edge, Touch
from hardware.phones.wire import (
    Asked,
    GatewayReady,
    LightFrame,
    PhoneEdge,
    PhoneLost,
    PhoneTouch,
    PublicTable,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    SeatScreen,
    SeatScreens,
    SeatSheets,
    Sheets,
    SlipTexts,
    ToGateway,
    ToTable,
    WordPage,
    WordsTyped,
    packed,
    unpacked,
)
from hardware.rings.writer import check_length
from hardware.sockets import as_timeval, hang_up, listening
from hardware.touches import QueuedTouches
from hardware.troubles import Trouble

AGE_MOST_MS = 250
"""How long before it arrived a press may have been made."""
AT_ONCE = 32
"""What phones ask is answered in portions: a flood makes no beat of the table long."""
WAITING_MOST = 1000
"""Most requests that wait for the table, and most answers that wait for the gateway."""
ASKS_OF_ONE = 8
"""Requests of one phone that may wait for the table; more are dropped."""
PRESSES_OF_ONE = 40
"""Presses of one place that may wait for the table; more are dropped."""
BUTTONS_MOST = 3
"""Buttons of a seat, at most."""
KINDS = tuple(Kind)
"""Gestures by their number in a message."""
SEND_S = 2.0
"""Seconds in which the gateway has to take what it is sent."""


NEWEST: tuple[type[ToGateway], ...] = (
    PublicTable,
    SeatScreens,
    SeatSheets,
    SlipTexts,
    WordPage,
    LightFrame,
)
"""What is sent of its kind only once it is the newest, in this order."""


class PhoneButtons(QueuedButtons):
    """The buttons on the pages of phones, by the place each phone has."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self._held: set[tuple[int, int]] = set()
        self._latest_s: dict[int, float] = {}
        """The time of the last change at each place: on its way none overtakes another."""
        self._waits: Counter[int] = Counter()
        """Presses of each place that wait to be taken."""
        self._lock = threading.Lock()

    def edges(self) -> list[Edge]:
        """Takes the changes since the last call, as all buttons do."""
        with self._lock:
            self._waits.clear()
        return super().edges()

    def change(self, chair: int, button: int, down: bool, age_ms: int) -> None:
        """A button changed so long ago. Nothing happens if it was so already."""
        age_s = min(max(age_ms, 0), AGE_MOST_MS) / 1000 * self._clock.speed
        with self._lock:
            if ((chair, button) in self._held) == down or (down and self._waits[chair] >= PRESSES_OF_ONE):
                return
            self._waits[chair] += down
            (self._held.add if down else self._held.discard)((chair, button))
            time_s = max(self._clock.now() - age_s, self._latest_s.get(chair, -math.inf))
            self._latest_s[chair] = time_s
        self._changed(Edge(time_s, chair, button, down))

    def release(self, chair: int) -> None:
        """The phone of this place is gone: its buttons are up."""
        with self._lock:
            held = [button for of, button in self._held if of == chair]
        for button in held:
            self.change(chair, button, False, 0)

    def close(self) -> None:
        """Nothing to close."""


class PhoneTouches(QueuedTouches):
    """What people point at on the pages of phones, by the place each phone has."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._waits: Counter[int] = Counter()
        """Touches of each place that wait to be taken."""
        self._latest_s: dict[int, float] = {}
        """The time of the last touch at each place: on its way none overtakes another."""
        self._lock = threading.Lock()

    def touches(self) -> list[Touch]:
        """Takes the touches since the last call, in order of time. Never blocks."""
        with self._lock:
            self._waits.clear()
        return super().touches()

    def touch(self, chair: int, told: PhoneTouch) -> None:
        """A finger has said something on the page of this place."""
        speed = self._clock.speed
        age_s = min(max(told.age_ms, 0), AGE_MOST_MS) / 1000 * speed
        with self._lock:
            if self._waits[chair] >= PRESSES_OF_ONE:
                return
            self._waits[chair] += 1
            time_s = max(self._clock.now() - age_s, self._latest_s.get(chair, -math.inf))
            self._latest_s[chair] = time_s
        began_s = time_s - max(told.held_ms, 0) / 1000 * speed
        self.add(Touch(time_s, chair, told.option, KINDS[told.kind], began_s, told.key))


class PhoneRings:
    """The rings on the pages of phones."""

    trouble: Trouble | None = None

    def __init__(self, seats: int, pixels: int, link: PhoneLink) -> None:
        self.seats = seats
        self.pixels = pixels
        self._link = link

    def show(self, frame: bytes) -> None:
        """Sends one whole frame. Raises `ValueError` if its length is wrong."""
        check_length(frame, self.seats, self.pixels)
        self._link.send(LightFrame(frame))

    def close(self) -> None:
        """Darkens the rings."""
        self.show(bytes(self.seats * self.pixels * 3))


class PhoneSlips:
    """The slips on the pages of phones."""

    def __init__(self, link: PhoneLink) -> None:
        self._link = link

    def show(self, words: Mapping[int, str]) -> None:
        """Sends these slips; all others are empty."""
        self._link.send(SlipTexts(dict(words)))

    def close(self) -> None:
        """Empties all slips."""
        self.show({})


class PhoneLink:
    """`Phones` behind the Unix socket `path`. `chairs`: places; `pixels`: of each ring. `OSError` if nobody
    can listen there, or another table does."""

    def __init__(self, path: Path, chairs: int, pixels: int, clock: Clock) -> None:
        self.buttons = PhoneButtons(clock)
        self.touches = PhoneTouches(clock)
        self.rings = PhoneRings(chairs, pixels, self)
        self.slips = PhoneSlips(self)
        self.address = self.name = self.other = ""
        self.reached = False
        self._clock = clock
        self._path = path
        self._asked: deque[Asked] = deque()
        self._chairs: dict[str, int] = {}
        """The place of each phone, by its token."""
        self._newest: dict[type[ToGateway], ToGateway] = {}
        self._unsent: set[type[ToGateway]] = set()
        self._answers: deque[SeatAnswer] = deque(maxlen=WAITING_MOST)
        self._news = threading.Condition()
        self._peer: socket.socket | None = None
        self._closing = False
        self._server = listening(path, "another table has the phones of this machine")
        self._threads = [
            threading.Thread(target=work, name=name, daemon=True)
            for name, work in (("phones in", self._receive), ("phones out", self._deliver))
        ]
        for thread in self._threads:
            thread.start()

    def asked(self) -> Sequence[Asked]:
        """Takes the next things that phones have asked, AT_ONCE at most. Never blocks."""
        with self._news:
            return [self._asked.popleft() for _ in range(min(len(self._asked), AT_ONCE))]

    def seat(self, told: SeatAnswer) -> None:
        """Tells a phone where it sits; its presses are of that place from now on."""
        with self._news:
            before = self._chairs.get(told.token)
            if before is not None and before != told.chair:
                del self._chairs[told.token]
                self.buttons.release(before)
            if told.chair is not None:
                self._chairs[told.token] = told.chair
            self._answers.append(told)
            self._news.notify()

    def tell(self, table: PublicTable) -> None:
        """Tells all pages what is public. Returns at once."""
        self.send(table)

    def show(self, screens: Mapping[int, SeatScreen], sheets: Mapping[int, Sheets]) -> None:
        """Shows each chair its options and its sheets. Returns at once."""
        self.send(SeatScreens(dict(screens)))
        self.send(SeatSheets(dict(sheets)))

    def write(self, page: WordPage) -> None:
        """Shows one phone the list of words that it may change. Returns at once."""
        self.send(page)

    def send(
        self, message: LightFrame | SlipTexts | SeatScreens | SeatSheets | PublicTable | WordPage
    ) -> None:
        """Sends the newest of its kind; one that still waits is replaced."""
        with self._news:
            if self._newest.get(type(message)) == message:
                return
            self._newest[type(message)] = message
            self._unsent.add(type(message))
            self._news.notify()

    def close(self) -> None:
        """Ends the connection, and listens no longer."""
        with self._news:
            self._closing = True
            self._news.notify()
            ends = [self._server, *([self._peer] if self._peer else [])]
        hang_up(self._path, ends, self._threads)

    # In

    def _receive(self) -> None:
        while not self._closing:
            try:
                peer, _ = self._server.accept()
            except OSError:
                return
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, as_timeval(SEND_S))
            with self._news:
                if self._closing:
                    peer.close()
                    return
                self._peer, self._unsent = peer, set(self._newest)
                self._answers.clear()
                self._news.notify()
            with suppress(OSError, ValueError), peer, peer.makefile("rb") as stream:
                while (body := unpacked(stream)) is not None:
                    self._hear(msgspec.msgpack.decode(body, type=ToTable))
            self._gone()

    def _hear(self, message: ToTable) -> None:
        """Takes one message. Raises `ValueError` if too much waits."""
        match message:
            case GatewayReady():
                self.address, self.name, self.other = message.address, message.name, message.other
            case PhoneEdge(token=token, button=button, down=down, age_ms=age_ms):
                with self._news:
                    chair = self._chairs.get(token)
                    if chair is not None and 0 <= button < BUTTONS_MOST:
                        self.buttons.change(chair, button, down, age_ms)
            case PhoneTouch(token=token, kind=kind):
                with self._news:
                    chair = self._chairs.get(token)
                    if chair is not None and 0 <= kind < len(KINDS):
                        self.touches.touch(chair, message)
            case _:
                self.reached = True
                if isinstance(message, PhoneLost):
                    self._release(message.token)
                self._ask(message)

    def _ask(self, message: Asked) -> None:
        """Lets a request wait for the table. One too many of the same phone is dropped, but never that it has
        come or gone. Raises `ValueError` if too many wait in all."""
        is_wish = isinstance(message, (SeatReturn, WordsTyped)) or (
            isinstance(message, SeatRequest) and message.chair is not None
        )
        with self._news:
            if is_wish and sum(each.token == message.token for each in self._asked) >= ASKS_OF_ONE:
                return
            self._asked.append(message)
            if len(self._asked) > WAITING_MOST:
                raise ValueError("more waits than people can have asked")
        self._clock.wake()

    def _release(self, token: str) -> None:
        with self._news:
            chair = self._chairs.get(token)
        if chair is not None:
            self.buttons.release(chair)

    def _gone(self) -> None:
        """The gateway is gone, and all phones with it."""
        with self._news:
            self._peer, tokens = None, list(self._chairs)
        self.address = self.name = self.other = ""
        for token in tokens:
            self._release(token)
        with self._news:
            self._asked.extend(map(PhoneLost, tokens))
        self._clock.wake()

    # Out

    def _deliver(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closing or (self._peer and (self._unsent or self._answers)))
                if self._closing:
                    return
                peer, answers = self._peer, list(self._answers)
                newest = [self._newest[kind] for kind in NEWEST if kind in self._unsent]
                self._answers.clear()
                self._unsent.clear()
            assert peer
            try:
                # An answer first: what is for a place is for the phone that has it by now.
                peer.sendall(b"".join(packed(message) for message in (*answers, *newest)))
            except OSError:
                with suppress(OSError):
                    peer.shutdown(socket.SHUT_RDWR)  # the other thread finds it gone
