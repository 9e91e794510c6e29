"""The firmware and the table's lines, in real time, through pseudo-terminals."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from hardware.clocks import LiveClock
from hardware.pods.lines import PodLines
from hardware.pods.pod import PodEdge
from hardware.pods.ports import PodPort
from tests.kit.micropython import Pico, PluggedPico

MILL, FORGE = "e66118604b1f2a21", "e66118604b1f2a22"
WAITS_S = 20.0


def noise(seed: int) -> Callable[[bytes], bytes]:
    """Changes one byte in a thousand."""
    dice = random.Random(seed)
    return lambda data: bytes(dice.randrange(256) if dice.random() < 0.001 else byte for byte in data)


class Bench:
    """Some pods on noisy lines, and a table that hears and lights them."""

    def __init__(self, *pods: str) -> None:
        self.edges: list[tuple[str, int, bool]] = []
        self.pods = {
            id_: PluggedPico(Pico({"buttons": 3, "pixels": 16}, id_=id_), noise(seed))
            for seed, id_ in enumerate(pods)
        }
        ports = [PodPort(str(pod.path), id_, "") for id_, pod in self.pods.items()]
        self.lines = PodLines(LiveClock(), find=lambda: ports)
        self.lines.seat(list(pods))
        self.lines.hear(self._hear)

    def until(self, holds: Callable[[], bool]) -> None:
        """Polls until something holds."""
        ends_s = time.monotonic() + WAITS_S
        while not holds():
            self.lines.poll(0.01)
            assert time.monotonic() < ends_s, "it did not come to hold"

    def close(self) -> None:
        self.lines.close()
        for pod in self.pods.values():
            pod.close()

    def _hear(self, pod: str, edge: PodEdge) -> None:
        self.edges.append((pod, edge.button, edge.down))


def test_no_press_is_lost_and_no_light_is_wrong_on_noisy_lines() -> None:
    """By day and by night."""
    bench, pressed = Bench(MILL, FORGE), list[tuple[str, int, bool]]()
    try:
        bench.until(
            lambda: all(each.pod.is_heard for each in bench.lines.found) and len(bench.lines.here) == 2
        )
        for turn in range(120):
            bench.lines.cover(turn >= 40)
            bench.lines.light({id_: bytes((20, turn, at)) * 24 for at, id_ in enumerate(bench.pods)})
            for id_, pod in bench.pods.items():
                pod.turn(turn % 3, turn % 6 < 3)
                pressed.append((id_, turn % 3, turn % 6 < 3))
            bench.until(lambda: len(bench.edges) > len(pressed) - 40)  # More would not fit into a pod.
        bench.until(lambda: len(bench.edges) == len(pressed))
    finally:
        bench.close()
    for at, (id_, pod) in enumerate(bench.pods.items()):
        assert [edge for edge in bench.edges if edge[0] == id_] == [
            edge for edge in pressed if edge[0] == id_
        ]
        shown = {data for _, data in pod.pico.lights if max(data) > 12}
        assert shown <= {bytes((turn, 20, at)) * 16 for turn in range(120)}
        assert len(shown) > 10
