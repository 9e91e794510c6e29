"""Measures the time from a debounced press to the ring frame that answers it, on a busy wire.

    python -m benchmarks.press_to_frame

The whole table at work: everybody votes at once and turns their light, the board draws at 1920 x 1080, the
rings are written by their own thread: order, power limit, pulses, and a SPI port that is busy as long as the
bytes take at 3.05 MHz. A press counts from the moment its release is debounced (10 ms after the contact
opened) to the moment a frame is handed to the port on which that seat's light has moved on. Then the same
while a screen shows the board's page too.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parent.parent))

from hardware import patterns
from hardware.clocks import LiveClock
from hardware.debounce import USUAL
from hardware.interface import Clock
from hardware.phones.board_link import BoardLink
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.rings.chain import Mounting, along_the_wire
from hardware.rings.spi import COLOUR_BYTES, Code, SpiRings, rest_bytes
from hardware.screen import Screen
from hardware.simulated import SimulatedButtons, SimulatedVoice
from table.appliance.devices.open_devices import BEAT_S
from table.board.paint.fullscreen import FullScreen, PagedView
from table.engine.chance import Chance
from table.engine.requests import Say, Vote
from table.games.lots import ByLot
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.events import VoteOpens
from table.games.werewolf.rules.pieces import Game
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.devices import Devices
from table.room.room import Room
from table.room.stage import Stage
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.browser import gateway
from tests.kit.processes import free_port, until, wait_for
from tests.kit.watching import KEY, watching

PIXELS = 24
SIZE = (1920, 1080)
MHZ = 3.05
BUDGET_MA = 8000
SECONDS = 30
PRESSES_A_SECOND = 20
BARS_MS = {12: (5.0, 20.0), 24: (12.0, 30.0)}
"""Bars by seats: median and 99th percentile."""


class Silent(ByLot):
    """Votes for nobody: only the fingers of this benchmark vote."""

    def vote(self, request: Vote) -> dict[object, object]:  # noqa: ARG002
        return {}


class BusyPort:
    """A SPI port without a wire: keeps the bytes and their times."""

    def __init__(self, clock: Clock) -> None:
        self.written: list[tuple[float, bytes]] = []
        self._clock = clock

    def write(self, data: bytes) -> None:
        """Returns when the last bit would have left."""
        self.written.append((self._clock.now(), data))
        time.sleep(len(data) * 8 / (MHZ * 1e6))

    def close(self) -> None:
        """Nothing to give back."""


def measure(seats: int, page: BoardLink | None = None) -> list[float]:
    """Latencies of all presses, in milliseconds. `page`: shows the board too."""
    clock = LiveClock()
    port = BusyPort(clock)
    rings = SpiRings(PIXELS, [Mounting()] * seats, port, Code(mhz=MHZ), BUDGET_MA)
    buttons = SimulatedButtons(seats, 1, clock)
    narration = Narration.load("fr")
    names = list(narration.places)[:seats]
    drawn = FullScreen(Screen(SIZE))
    view = PagedView(drawn, page, seen=True) if page else drawn
    devices = Devices(buttons, rings, SimulatedVoice(clock), view, clock)
    stage = Stage(devices, narration, names, 1, Chance(0), beat_s=BEAT_S)
    room = Room(stage, Times(vote_s=SECONDS), Silent(0), telling=werewolf_telling)
    room.people.update(set(range(seats)))
    game = Game(THIERCELIEUX, names, [VILLAGER] * seats)
    room.say(Say(VoteOpens(game.alive, again=False)))
    pressed: list[tuple[int, float]] = []
    presser = threading.Thread(target=press, args=(buttons, clock, seats, pressed), daemon=True)
    presser.start()
    room.vote(Vote("vote", dict.fromkeys(game.alive, game.alive)))
    presser.join()
    for device in (devices.buttons, devices.rings, devices.view):
        device.close()
    return latencies(seats, pressed, port.written)


def measure_with_page(seats: int) -> list[float]:
    """The same with a board's page on a screen as large as the board."""
    with tempfile.TemporaryDirectory() as folder:
        path, port = Path(folder, "phones.sock"), free_port()
        page = BoardLink(board_socket(path))
        page.tell(BoardKeys("123456", KEY))
        with gateway(path, port):
            wait_for(port)
            with watching(port, SIZE):
                until(lambda: page.screens)
                found = measure(seats, page)
        page.close()
    return found


def press(buttons: SimulatedButtons, clock: LiveClock, seats: int, pressed: list[tuple[int, float]]) -> None:
    """Presses at random moments of the vote, one seat after the other."""
    chance = random.Random(1)
    time.sleep(2)
    ends_s = clock.now() + SECONDS - 2
    order = list(range(seats))
    while clock.now() < ends_s:
        chance.shuffle(order)
        for seat in order:
            buttons.push(seat, 0)
            time.sleep(0.02)
            buttons.release(seat, 0)
            pressed.append((seat, clock.now()))
            time.sleep(chance.uniform(0.5, 1.5) / PRESSES_A_SECOND)


def latencies(
    seats: int, pressed: Sequence[tuple[int, float]], written: Sequence[tuple[float, bytes]]
) -> list[float]:
    """For each press, the time from its debounced release until the wire had its seat's new light."""
    rest, size = rest_bytes(MHZ), PIXELS * 3 * COLOUR_BYTES
    wired, code = along_the_wire(PIXELS, [Mounting()], "GRB"), Code(mhz=MHZ)

    def pulses(ring: bytes) -> bytes:
        return code.encoded(bytes(wired(ring)))[rest:-rest]

    targets: dict[bytes, int | None] = {}
    for target in (None, *range(PIXELS)):
        moments = (step * patterns.STEP_S for step in range(8))
        shown = -1 if target is None else target
        targets |= {pulses(patterns.pointing(PIXELS, target, (), t)): shown for t in moments}
    found = []
    for seat, released_s in pressed:
        ring = slice(rest + seat * size, rest + (seat + 1) * size)
        before = [targets.get(data[ring]) for time_s, data in written if time_s <= released_s]
        after = [(time_s, targets.get(data[ring])) for time_s, data in written if time_s > released_s]
        moved_s = next((time_s for time_s, target in after if target not in (None, before[-1])), None)
        if before and moved_s is not None:
            found.append((moved_s - released_s - USUAL.settle_s) * 1000)
    assert len(found) > 0.95 * len(pressed), (
        f"only {len(found)} of {len(pressed)} presses on {seats} seats seen"
    )
    return found


def main() -> int:
    """Exit status 1 if a bar is missed."""
    held = True
    for seats, (bar_median, bar_99) in BARS_MS.items():
        for shown, found in (("", measure(seats)), (", on a page too", measure_with_page(seats))):
            middle, worst = median(found), quantiles(found, n=100)[98]
            held &= middle <= bar_median and worst <= bar_99
            print(
                f"{seats} seats x {PIXELS} pixels{shown}: {len(found)} presses, median {middle:.1f} ms, "
                f"99 % within {worst:.1f} ms, at most {max(found):.1f} ms"
            )
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
