"""Maps the seats of an evening to pods of the table: its seats are the taken pods, clockwise.

A round knows seats only. Only this module knows which pod a seat has, where on a ring another seat lies and
at which chair the board draws it. So a table of twelve pods is a table of eight while eight sit at it. A
player whose pod has failed may take a free one, and is still drawn and counted where they sat.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

from hardware import patterns
from hardware.interface import Buttons, Clock, Edge, Lamps, Rings, Slips, Touch, Touches
from hardware.troubles import Trouble
from table.board.board import Board
from table.board.view import View
from table.room.devices import Devices


class Places:
    """The pod of each seat, and the state of the pods.

    `pods`: the pod of each seat, clockwise.
    `count`: number of pods of the table.
    `names`: of all pods.
    `shut`: pods that are out of service.
    `dark`: pods whose rings were reported dark; one set for all rooms of a table.
    `unlit`: returns the pods that have no ring now.
    `worded`: returns the pods that have a screen of their own for words now. It is public.
    `screens`: returns the pods whose players point at what they mean, on a screen.
    `plugged`: the pods that plug in, each by a cable of its own.

    Raises `ValueError` if two seats have the same pod, or a pod does not exist.
    """

    def __init__(
        self,
        pods: Sequence[int],
        count: int,
        names: Sequence[str] = (),
        shut: Iterable[int] = (),
        dark: set[int] | None = None,
        unlit: Callable[[], Collection[int]] = tuple,
        worded: Callable[[], Collection[int]] = tuple,
        screens: Callable[[], Collection[int]] = tuple,
        plugged: Collection[int] = (),
    ) -> None:
        if not self._can_be(pods, count):
            raise ValueError(f"seats at the pods {list(pods)} of a table of {count}")
        self.count = count
        self.names = names
        self.shut = frozenset(shut)
        self.dark = set() if dark is None else dark
        self.unlit, self.worded, self.screens = unlit, worded, screens
        self.plugged = plugged
        self.pods = list(pods)
        self.drawn = tuple(pods)
        """Pods at which the board draws each seat: where its player sat down."""
        self.free_ring = b""
        """Pixels of the ring of every free pod; empty: dark. The stage sets it in each beat."""
        self.touched: list[int] = []
        """Free pods that were touched, in order, until somebody clears the list."""
        self._lifts: list[tuple[int, int]] = []
        self._seats = {pod: seat for seat, pod in enumerate(pods)}

    @property
    def free(self) -> list[int]:
        """Pods that can be taken: nobody has them, they are in service and not known to be dark."""
        out = self._seats.keys() | self.shut | self.dark
        return [pod for pod in range(self.count) if pod not in out]

    def before(self, pod: int) -> int | None:
        """The pod through whose ring this one's gets its data; None: it is the first of the chain."""
        return max((other for other in range(pod) if other not in self.plugged), default=None)

    def behind(self, pod: int) -> list[int]:
        """The pods whose rings get their data through this pod's. All rings are one chain, in the order of
        the pods, but those of pods that plug in."""
        return [other for other in range(pod + 1, self.count) if other not in self.plugged]

    def seat_at(self, pod: int) -> int | None:
        """The seat at this pod, or None."""
        return self._seats.get(pod)

    def move(self, seat: int, pod: int) -> None:
        """Moves seat `seat` to the free pod `pod`, and releases its buttons. Raises `ValueError` if that pod
        is not free."""
        if pod not in self.free:
            raise ValueError(f"pod {pod} is not free; free are {self.free}")
        self._lifts.append((seat, self.pods[seat]))
        del self._seats[self.pods[seat]]
        self.pods[seat] = pod
        self._seats[pod] = seat

    def sit_again(self, pods: Sequence[int]) -> None:
        """Puts each seat back at its stored pod, if all of these still fit this table."""
        if (
            len(pods) == len(self.pods)
            and self._can_be(pods, self.count)
            and not self.shut.intersection(pods)
        ):
            self.pods = list(pods)
            self._seats = {pod: seat for seat, pod in enumerate(pods)}

    @staticmethod
    def _can_be(pods: Sequence[int], count: int) -> bool:
        """Whether all of these are pods of the table, each at most once."""
        return len(set(pods)) == len(pods) and all(0 <= pod < count for pod in pods)

    def lifts(self) -> list[tuple[int, int]]:
        """Returns the moves since the last call: each seat, and the pod it has left."""
        lifts, self._lifts = self._lifts, []
        return lifts

    def pixel_of(self, own: int, other: int, pixels: int) -> int:
        """The pixel of `own`'s ring that points at `other`. Raises `ValueError` if there are more pods than
        pixels."""
        return patterns.pixel_of(self.pods[own], self.pods[other], self.count, pixels)


class SeatedButtons:
    """The buttons of the taken pods, by seat. Touches of free pods are noted in `places`."""

    def __init__(self, buttons: Buttons, places: Places, clock: Clock) -> None:
        self._buttons = buttons
        self._places = places
        self._clock = clock
        self._down: set[tuple[int, int]] = set()
        """The pod and button of each contact a seat holds."""

    def edges(self) -> Sequence[Edge]:
        """Returns the edges since the last call. A seat that moved releases what it held."""
        seen: list[Edge] = []
        for seat, pod in self._places.lifts():
            held = sorted(button for at, button in self._down if at == pod)
            seen += [Edge(self._clock.now(), seat, button, False) for button in held]
            self._down -= {(pod, button) for button in held}
        for edge in self._buttons.edges():
            sitting = self._places.seat_at(edge.seat)
            finger = edge.seat, edge.button
            if sitting is None:
                if edge.down and edge.seat in self._places.free:
                    self._places.touched.append(edge.seat)
                continue
            if edge.down:
                self._down.add(finger)
            else:
                self._down.discard(finger)
            seen.append(edge._replace(seat=sitting))
        return seen

    def listen(self, wake: Callable[[], None]) -> None:
        """Sets `wake`, which is called when an edge is ready."""
        self._buttons.listen(wake)

    @property
    def troubles(self) -> Sequence[Trouble]:
        """The faults of all buttons of the table."""
        return self._buttons.troubles

    def close(self) -> None:
        """Leaves the devices open: the table closes them."""


class SeatedTouches:
    """The screens of the taken pods, by seat."""

    def __init__(self, touches: Touches, places: Places) -> None:
        self._touches = touches
        self._places = places

    def touches(self) -> Sequence[Touch]:
        """Returns the touches of seats since the last call."""
        places, seen = self._places, list[Touch]()
        for touch in self._touches.touches():
            seat, option = places.seat_at(touch.seat), touch.option
            if touch.key is None and option:
                at = places.seat_at(option - 1)
                option = None if at is None else at + 1
                if option is None:
                    continue
            if seat is not None:
                seen.append(touch._replace(seat=seat, option=option))
        return seen

    def listen(self, wake: Callable[[], None]) -> None:
        """Sets `wake`, which is called when a touch is ready."""
        self._touches.listen(wake)


class SeatedRings:
    """The rings of the taken pods, by seat. All free pods show `places.free_ring`."""

    def __init__(self, rings: Rings, places: Places) -> None:
        self.pixels = rings.pixels
        self.seats = len(places.pods)
        self._rings = rings
        self._places = places
        self._shown = b""

    def show(self, frame: bytes) -> None:
        """Shows a frame of seats x pixels x 3 bytes, if it changes a lit ring: dark ones are secret.

        Raises `ValueError` if the length is wrong.
        """
        size = 3 * self.pixels
        if len(frame) != self.seats * size:
            raise ValueError(f"a frame of {len(frame)} bytes for {self.seats} rings of {self.pixels} pixels")
        whole = [patterns.dead(self.pixels)] * self._places.count
        for pod in self._places.free if self._places.free_ring else ():
            whole[pod] = self._places.free_ring
        for seat, pod in enumerate(self._places.pods):
            whole[pod] = frame[seat * size : (seat + 1) * size]
        for pod in self._places.unlit():
            whole[pod] = patterns.dead(self.pixels)
        if (shown := patterns.frame(whole)) != self._shown:
            self._shown = shown
            self._rings.show(shown)

    @property
    def trouble(self) -> Trouble | None:
        """The fault of the table's rings, if any."""
        return self._rings.trouble

    def close(self) -> None:
        """Leaves the devices open: the table closes them."""


class SeatedSlips:
    """The small screens of the taken pods, by seat."""

    def __init__(self, slips: Slips, places: Places) -> None:
        self._slips = slips
        self._places = places

    def show(self, words: Mapping[int, str]) -> None:
        """Shows these seats' words."""
        self._slips.show({self._places.pods[seat]: text for seat, text in words.items()})

    def close(self) -> None:
        """Leaves the devices open: the table closes them."""


class SeatedLamps:
    """The lamps of the taken pods, by seat."""

    def __init__(self, lamps: Lamps, places: Places) -> None:
        self._lamps = lamps
        self._places = places

    def light(self, seats: Collection[int]) -> None:
        """Lights the lamps of these seats, and no others."""
        self._lamps.light({self._places.pods[seat] for seat in seats})

    def close(self) -> None:
        """Leaves the devices open: the table closes them."""


class SeatedView:
    """A view that draws each seat where its player sat down."""

    def __init__(self, view: View, places: Places) -> None:
        self._view = view
        self._places = places

    def show(self, board: Board, now_s: float) -> None:
        """Draws `board`."""
        where = {"chairs": self._places.count, "at": self._places.drawn}
        self._view.show(msgspec.structs.replace(board, **where), now_s)

    @property
    def closed(self) -> int:
        """How often the person in front of the view has asked to close it."""
        return self._view.closed

    def close(self) -> None:
        """Leaves the view open: the table closes it."""


def seated(devices: Devices, places: Places) -> Devices:
    """A whole table's devices, seen from these places."""
    return devices._replace(
        buttons=SeatedButtons(devices.buttons, places, devices.clock),
        rings=SeatedRings(devices.rings, places),
        view=SeatedView(devices.view, places),
        touches=SeatedTouches(devices.touches, places),
        slips=SeatedSlips(devices.slips, places),
        lamps=SeatedLamps(devices.lamps, places),
    )
