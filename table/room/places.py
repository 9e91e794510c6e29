"""Who sits where: the seats of an evening are the pods of the table that are taken, clockwise.

A round knows seats only. Which pod a seat has, where on a ring another one lies and at which chair the board
draws it are known here, so a table of twelve pods is a table of eight while eight sit at it, and a player
whose pod has failed may take a free one: he is still drawn and counted where he sat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from hardware import patterns
from hardware.interface import Buttons, Clock, Edge, Rings, Slips
from hardware.troubles import Trouble
from table.board.board import Board
from table.board.view import View
from table.room.devices import Devices


class Places:
    """Which of `count` pods each seat has. `pods`: of each seat, clockwise; `names`: of all pods; `shut`:
    those that are out of service; `dark`: those whose rings somebody has reported dark, the same set for all
    rooms of a table.

    Raises `ValueError` if two seats have the same pod, or one has a pod that is not there.
    """

    def __init__(
        self,
        pods: Sequence[int],
        count: int,
        names: Sequence[str] = (),
        shut: Iterable[int] = (),
        dark: set[int] | None = None,
    ) -> None:
        if not self._can_be(pods, count):
            raise ValueError(f"seats at the pods {list(pods)} of a table of {count}")
        self.count = count
        self.names = names
        self.shut = frozenset(shut)
        self.dark = set() if dark is None else dark
        self.pods = list(pods)
        self.drawn = tuple(pods)
        """Where the board draws each seat: the pod at which it sat down."""
        self.free_ring = b""
        """The ring of every pod that is free; empty: dark. The room sets it in each beat."""
        self.touched: list[int] = []
        """Free pods on which a finger has come down, in order, until somebody clears the list."""
        self._lifts: list[tuple[int, int]] = []
        self._seats = {pod: seat for seat, pod in enumerate(pods)}

    @property
    def free(self) -> list[int]:
        """The pods somebody can take: nobody has them, they are in service and not known to be dark."""
        out = self._seats.keys() | self.shut | self.dark
        return [pod for pod in range(self.count) if pod not in out]

    def behind(self, pod: int) -> range:
        """The pods whose rings get their light through that of this one: all rings are one chain, in the
        order of the pods."""
        return range(pod + 1, self.count)

    def seat_at(self, pod: int) -> int | None:
        """Who has this pod; None: nobody."""
        return self._seats.get(pod)

    def move(self, seat: int, pod: int) -> None:
        """Seat `seat` has the free pod `pod` from now on, and lets go of all it held. Raises `ValueError` if
        that pod is not free."""
        if pod not in self.free:
            raise ValueError(f"pod {pod} is not free; free are {self.free}")
        self._lifts.append((seat, self.pods[seat]))
        del self._seats[self.pods[seat]]
        self.pods[seat] = pod
        self._seats[pod] = seat

    def sit_again(self, pods: Sequence[int]) -> None:
        """Each seat has the pod that it had when this was kept; nothing changes where that cannot be."""
        if (
            len(pods) == len(self.pods)
            and self._can_be(pods, self.count)
            and not self.shut.intersection(pods)
        ):
            self.pods = list(pods)
            self._seats = {pod: seat for seat, pod in enumerate(pods)}

    @staticmethod
    def _can_be(pods: Sequence[int], count: int) -> bool:
        """Whether each of these is a pod of the table, and no two are the same."""
        return len(set(pods)) == len(pods) and all(0 <= pod < count for pod in pods)

    def lifts(self) -> list[tuple[int, int]]:
        """Takes the moves since the last call: each seat, and the pod it has left."""
        lifts, self._lifts = self._lifts, []
        return lifts

    def pixel_of(self, own: int, other: int, pixels: int) -> int:
        """The pixel of `own`'s ring that points at where `other` sits. Raises `ValueError` if there are more
        pods than pixels."""
        return patterns.pixel_of(self.pods[own], self.pods[other], self.count, pixels)


class SeatedButtons:
    """The buttons of the pods that are taken, seat by seat. Those of free pods are noted in `places`."""

    def __init__(self, buttons: Buttons, places: Places, clock: Clock) -> None:
        self._buttons = buttons
        self._places = places
        self._clock = clock
        self._down: set[tuple[int, int]] = set()
        """Pod and button of every contact a seat holds."""

    def edges(self) -> Sequence[Edge]:
        """Takes the changes since the last call. Whoever has moved lifts what he held."""
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
        """`wake` is called whenever a change waits to be taken."""
        self._buttons.listen(wake)

    @property
    def troubles(self) -> Sequence[Trouble]:
        """What is wrong with the buttons of the whole table."""
        return self._buttons.troubles

    def close(self) -> None:
        """The table closes them."""


class SeatedRings:
    """The rings of the pods that are taken, seat by seat. All free pods show one ring, which `places` has."""

    def __init__(self, rings: Rings, places: Places) -> None:
        self.pixels = rings.pixels
        self.seats = len(places.pods)
        self._rings = rings
        self._places = places

    def show(self, frame: bytes) -> None:
        """Hands over a frame of seats x pixels x 3 bytes. Raises `ValueError` if the length is wrong."""
        size = 3 * self.pixels
        if len(frame) != self.seats * size:
            raise ValueError(f"a frame of {len(frame)} bytes for {self.seats} rings of {self.pixels} pixels")
        whole = [patterns.dead(self.pixels)] * self._places.count
        for pod in self._places.free if self._places.free_ring else ():
            whole[pod] = self._places.free_ring
        for seat, pod in enumerate(self._places.pods):
            whole[pod] = frame[seat * size : (seat + 1) * size]
        self._rings.show(patterns.frame(whole))

    @property
    def trouble(self) -> Trouble | None:
        """What is wrong with the rings of the whole table."""
        return self._rings.trouble

    def close(self) -> None:
        """The table closes them."""


class SeatedSlips:
    """The small screens of the pods that are taken, seat by seat."""

    def __init__(self, slips: Slips, places: Places) -> None:
        self._slips = slips
        self._places = places

    def show(self, words: Mapping[int, str]) -> None:
        """Hands over the words of these seats."""
        self._slips.show({self._places.pods[seat]: text for seat, text in words.items()})

    def close(self) -> None:
        """The table closes them."""


class SeatedView:
    """A view on which seats are drawn where they sat down."""

    def __init__(self, view: View, places: Places) -> None:
        self._view = view
        self._places = places

    def show(self, board: Board, now_s: float) -> None:
        """Draws `board`."""
        where = {"chairs": self._places.count, "at": self._places.drawn}
        self._view.show(msgspec.structs.replace(board, **where), now_s)

    @property
    def closed(self) -> int:
        """How often the person in front of it has wanted the whole thing to end."""
        return self._view.closed

    def close(self) -> None:
        """The table closes it."""


def seated(devices: Devices, places: Places) -> Devices:
    """The devices of a whole table as those have them who sit at these places."""
    return devices._replace(
        buttons=SeatedButtons(devices.buttons, places, devices.clock),
        rings=SeatedRings(devices.rings, places),
        view=SeatedView(devices.view, places),
        slips=SeatedSlips(devices.slips, places),
    )
