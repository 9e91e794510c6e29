"""Hears every key of what is plugged in, so that a table may be taught by pressing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from hardware.buttons.usb import DOWN, EV_KEY, LOOK_S, Device, library, open_device
from hardware.buttons.usb_ports import POINTERS, Plugged, pin_text, plugged
from hardware.troubles import Trouble, reason_of


class UsbListener:
    """All keys of all devices, not grabbed. `find`: what is plugged in; `open_device`: opens a node; `now`:
    seconds, to look for new devices. For one thread. Raises `UsbLibraryError` without evdev."""

    def __init__(
        self,
        *,
        find: Callable[[], Sequence[Plugged]] = plugged,
        open_device: Callable[[str], Device] = open_device,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        library()
        self._find, self._open, self._now = find, open_device, now
        self._looked_s = float("-inf")
        self._devices: dict[Plugged, Device] = {}
        self._refused = ""

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing at all is heard, or None."""
        return Trouble("buttons.usb_deaf", reason=self._refused) if self._refused else None

    def pressed(self) -> list[str]:
        """The keys that went down since the last call, as they are written in `pins.bcm`. Never blocks."""
        if self._now() >= self._looked_s + LOOK_S:
            self._looked_s = self._now()
            self._look()
        return [pin for found, device in list(self._devices.items()) for pin in self._read(found, device)]

    def close(self) -> None:
        """Closes all devices."""
        for device in self._devices.values():
            with suppress(OSError):
                device.close()
        self._devices.clear()

    def _look(self) -> None:
        there, refused = self._find(), ""
        for found in there:
            if found not in self._devices:
                try:
                    self._devices[found] = self._open(found.node)
                except OSError as error:
                    refused = reason_of(error)
        self._refused = "" if self._devices else refused

    def _read(self, found: Plugged, device: Device) -> Iterable[str]:
        pressed = []
        try:
            for event in device.read():
                is_key = event.type == EV_KEY and event.value == DOWN
                if is_key and not any(event.code in codes for codes in POINTERS):
                    pressed.append(pin_text(found.port, event.code))
        except BlockingIOError:
            pass
        except OSError:
            with suppress(OSError):
                device.close()
            del self._devices[found]
        return pressed
