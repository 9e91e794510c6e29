"""The first start of a table whose seats are pods: all are plugged in, and each is pressed in turn."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from table.appliance.walk.taught import keep, taught_in
from table.room.hands import PRESS_S
from table.settings.load import Report
from tests.gallery.hall import Script
from tests.kit.pods import Ports
from tests.kit.untaught_pods import UntaughtPods

BEAT_S = 0.05


class Plugged(UntaughtPods):
    """A table with pods of these numbers of pixels, which report all the time."""

    def __init__(self, *pixels: int, buttons: int = 1) -> None:
        self.ports = Ports()
        super().__init__(len(pixels), buttons, self.ports.clock, self.ports.lines)
        self.here = [
            self.ports.plug(f"{number:016x}", pixels=size, buttons=buttons)
            for number, size in enumerate(pixels)
        ]
        self.ports.lines.poll()
        for pod in self.here:
            pod.greet()
        self.ports.lines.poll()
        self._beat()

    def _beat(self) -> None:
        for pod in self.here:
            pod.report()
        self.ports.lines.poll()
        self.clock.at(self.clock.now() + BEAT_S, self._beat)

    def push(self, number: int, for_s: float = PRESS_S, button: int = 0) -> None:
        pod = self.here[number]
        pod.press(button)
        self.clock.at(self.clock.now() + for_s, partial(pod.lift, button))

    def shining(self) -> list[bool]:
        """Which pods are lit, by their last frame."""
        return [any(frames[-1]) if (frames := pod.frames()) else False for pod in self.here]


def test_pods_are_pressed_in_turn_and_need_no_more_questions(tmp_path: Path) -> None:
    table = Plugged(16, 24, 12, 16, buttons=2)
    order = [2, 0, 3, 1]

    def script() -> Script:
        yield from table.begin()
        yield from table.walk_pods(order)
        yield from table.open()

    taught = table.run(script())
    ids = [table.here[number].id for number in order]
    assert taught == {
        "language": "en",
        "seats": 4,
        "pixels": 24,
        "buttons": 2,
        "out_of_service": (),
        "pins.backend": "gpiozero",
        "pins.bcm": tuple((f"pod:{pod}:1", f"pod:{pod}:2") for pod in ids),
        "rings.backend": "pods",
        "rings.first_pixel": 0,
        "rings.clockwise": True,
    }
    keep(taught, tmp_path)
    assert taught_in(tmp_path, Report()) == taught
    table.ports.close()


def test_untaught_pods_invite_and_a_taught_one_thanks() -> None:
    table = Plugged(16, 16, 16, 16)
    seen: list[list[bool]] = []

    def script() -> Script:
        yield from table.begin()
        for seat in range(4):
            yield from table.walk_pods([seat], seat)
            if seat == 0:
                yield 1.0
                table.shining()
                yield 1.5
                seen.append(table.shining())
        yield from table.open()

    table.run(script())
    assert seen == [[False, True, True, True]], "the first is taught and waits, the others breathe"
    table.ports.close()


def test_a_pod_that_has_a_seat_is_told_so() -> None:
    table = Plugged(16, 16, 16, 16, buttons=2)
    known = table.text("known", number=1)

    def script() -> Script:
        yield from table.begin()
        yield from table.walk_pods([0])
        yield 1.2
        table.push(0, button=1)
        yield lambda board: board.caption == known
        for seat in (1, 2, 3):
            yield 1.2
            table.push(seat)
            yield 0.5
        yield from table.open()

    assert table.run(script())["pins.bcm"][0] == (f"pod:{0:016x}:1", f"pod:{0:016x}:2")
    table.ports.close()


def test_too_few_pods_are_asked_for_again() -> None:
    table = Plugged(16, 16, 16)

    def script() -> Script:
        yield from table.begin()
        yield from table.menu("pods")
        table.seats = 4
        late = table.ports.plug(f"{9:016x}", pixels=16)
        yield 1.5
        late.greet()
        table.here.append(late)
        yield 0.5
        yield from table.hold_at(table.text("pods_all"))
        yield from table.walk_pods([0, 1, 2, 3])
        yield from table.open()

    assert table.run(script())["seats"] == 4
    table.ports.close()
