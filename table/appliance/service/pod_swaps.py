"""A new pod in the place of one that is gone, in the wiring of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.buttons.pods import pod_pin, pods_of

Bcm = Sequence[Sequence[int | str]]
"""The pins of each seat, as `pins.bcm` has them."""
ID_END = 4
"""Signs at the end of a pod's id by which people tell it from others."""


def still_gone(missing: Mapping[int, str], bcm: Bcm) -> dict[int, str]:
    """Of the seats whose pod is missing, those that have it still in this wiring."""
    ours = pods_of(bcm)
    return {seat: pod for seat, pod in missing.items() if pod in ours}


def still_new(new: Sequence[str], bcm: Bcm) -> list[str]:
    """Of the pods without a seat, those that have none in this wiring either."""
    ours = pods_of(bcm)
    return [pod for pod in new if pod not in ours]


def swapped(bcm: Bcm, pod: str, new: str) -> tuple[tuple[int | str, ...], ...]:
    """The wiring with one pod in the place of another."""
    return tuple(tuple(str(pin).replace(pod, new) if pod_pin(pin) else pin for pin in pins) for pins in bcm)


def keys_named(pins: Sequence[int | str]) -> str:
    """What a menu writes of the pins of a seat: the end of its pod's id, or its keys."""
    pod = pods_of([pins])[0]
    return pod[-ID_END:] if pod else ", ".join(str(pin).rpartition(":")[2] for pin in pins)
