"""A pin factory of gpiozero over gpiod: inputs on the lines of one GPIO chip, with the kernel's times.

All lines are one request to the kernel, and so one file that tells the edges of all of them. gpiozero claims
pins one by one, so the request is made when the first level or the first edge is asked for; a pin that is
claimed later makes a new one. Not tried on a Pi yet.
"""

from __future__ import annotations

import os
from collections import defaultdict
from select import select
from threading import Thread
from typing import Any

from gpiod import Chip, EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Edge
from gpiozero.exc import PinEdgeDetectUnsupported, PinFixedPull, PinInvalidFunction, PinInvalidPull
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.buttons.gpio_lines import CONSUMER, LineHeldError

EVENTS = 1024
"""How many edges wait in the kernel, the most that it allows; it drops the oldest."""
BIASES = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}


class GpiodFactory(LocalPiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins on the chip at this path. All methods raise `OSError` if the kernel refuses."""

    def __init__(self, device: str) -> None:
        super().__init__()
        # Not those that gpiozero's local factories share: one that has failed would keep its pins.
        self.pins: dict[Any, GpiodPin] = {}
        self._reservations: dict[Any, list[Any]] = defaultdict(list)
        self.pin_class = GpiodPin
        self.levels: dict[int, bool] = {}
        """Whether each line is high, by its number, as it was told last."""
        self._chip = Chip(device)
        self._claimed: dict[int, GpiodPin] = {}
        self._request: LineRequest | None = None
        self._thread = Thread()
        self._closing = (-1, -1)
        """The ends of a pipe: what is written to it ends the thread."""

    def claim(self, number: int, pin: GpiodPin) -> None:
        """Claims the pin's line with its settings. Raises `LineHeldError` if something else has it."""
        if number not in self._claimed and (line := self._chip.get_line_info(number)).used:
            raise LineHeldError(line.consumer or "?")
        is_heard = self._request is not None
        self._stop()
        self._claimed[number] = pin
        if is_heard:
            self.listen()

    def listen(self) -> None:
        """Requests all lines claimed so far, and tells their edges from now on."""
        if self._request is not None:
            return
        request = self._chip.request_lines(
            {number: pin.settings for number, pin in self._claimed.items()},
            consumer=CONSUMER,
            event_buffer_size=EVENTS,
        )
        self._look(request)
        self._request, self._closing = request, os.pipe()
        self._thread = Thread(target=self._read, args=(request, self._closing[0]), name="pins", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Gives all lines back."""
        self._stop()
        self._claimed.clear()
        super().close()
        self._chip.close()

    def _stop(self) -> None:
        if self._request is None:
            return
        os.write(self._closing[1], b".")
        self._thread.join()
        for end in self._closing:
            os.close(end)
        self._request.release()
        self._request = None

    def _read(self, request: LineRequest, closing: int) -> None:
        """Tells every edge. If the kernel has dropped some, the levels are read once all others are told:
        otherwise a button whose release was dropped would stay down."""
        told, has_lost = 0, False
        while closing not in select([request.fd, closing], (), ())[0]:
            for event in request.read_edge_events():
                has_lost |= event.global_seqno != told + 1
                told = event.global_seqno
                is_high = event.event_type is EdgeEvent.Type.RISING_EDGE
                self._tell(event.line_offset, is_high, event.timestamp_ns / 1e9)
            if has_lost and not request.wait_edge_events(0):
                has_lost = False
                self._look(request)

    def _look(self, request: LineRequest) -> None:
        """Reads all levels, and tells those that have changed unseen."""
        for number, value in zip(self._claimed, request.get_values([*self._claimed]), strict=True):
            self._tell(number, bool(value), self.ticks())

    def _tell(self, number: int, is_high: bool, ticks: float) -> None:
        was_high = self.levels.get(number, is_high)
        self.levels[number] = is_high
        if was_high != is_high:
            self._claimed[number].tell(ticks, is_high)


class GpiodPin(LocalPiPin):  # type: ignore[misc]  # gpiozero has no types
    """An input, of which both edges are told."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._pull = info.pull or "floating"
        factory.claim(self._number, self)

    @property
    def settings(self) -> LineSettings:
        """What the kernel is asked for. Its times are of the monotonic clock."""
        return LineSettings(direction=Direction.INPUT, edge_detection=Edge.BOTH, bias=BIASES[self._pull])

    def tell(self, ticks: float, is_high: bool) -> None:
        """Passes a change on, if anybody waits for it."""
        with self._when_changed_lock:
            if self.when_changed is not None:
                self._call_when_changed(ticks, is_high)

    def close(self) -> None:
        """Tells nothing any more. The factory gives the line back."""
        self.when_changed = None

    def _get_function(self) -> str:
        return "input"

    def _set_function(self, value: str) -> None:
        if value != "input":
            raise PinInvalidFunction(f'invalid function "{value}" for pin {self!r}')

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        if value not in BIASES:
            raise PinInvalidPull(f'invalid pull "{value}" for pin {self!r}')
        self._pull = value
        self.factory.claim(self._number, self)

    def _get_state(self) -> bool:
        self.factory.listen()
        is_high: bool = self.factory.levels[self._number]
        return is_high

    def _get_edges(self) -> str:
        return "both"

    def _set_edges(self, value: str) -> None:
        if value != "both":
            raise PinEdgeDetectUnsupported(f"{self!r} tells both edges")

    def _enable_event_detect(self) -> None:
        self.factory.listen()

    def _disable_event_detect(self) -> None:
        """Edges are still read, since they tell the level."""
