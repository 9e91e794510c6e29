"""What the service menu has changed: stored beside the evenings, in `service.toml`.

The changes override `table.toml` until they are reverted.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hardware.troubles import reason_of
from table.appliance.service.kept_layer import KeptLayer
from table.errors import Reason, UnreadableError
from table.settings.load import Report
from table.settings.settings import SEATS_MOST, Layer, Settings
from table.settings.wiring import mistakes_in_pins

FILE = "service.toml"
KEPT = KeptLayer(
    FILE,
    {
        "language": "language",
        "volume": "voice.volume",
        "ambience": "sound.ambience",
        "music": "sound.music",
        "menus": "voice.menus",
        "effects": "sound.effects",
        "output": "sound.output",
        "out_of_service": "out_of_service",
        "clockwise": "rings.clockwise",
        "bcm": "pins.bcm",
    },
    "What was changed in the service menu; it lies over table.toml.",
)
"""Settings that the menu changes."""


def changes_in(folder: Path, report: Report) -> Layer:
    """The changes kept for this table. A file that cannot be used changes nothing, and `report` gets it."""
    return KEPT.read(folder, report, _check, _without_impossible)


def _check(changes: Layer) -> None:
    if isinstance(changes.get("rings.clockwise"), bool):
        raise ValueError("the menu writes one for each seat")


def _without_impossible(written: dict[str, Any]) -> dict[str, Any]:
    """The values of a file without seats and languages that no table can have."""
    kept = dict(written)
    seats, language = kept.get("out_of_service"), kept.get("language")
    if isinstance(seats, list) and seats:
        kept["out_of_service"] = [seat for seat in seats if type(seat) is not int or 1 <= seat <= SEATS_MOST]
        if not kept["out_of_service"]:
            del kept["out_of_service"]
    if isinstance(language, str) and not 2 <= len(language) <= 8:
        del kept["language"]
    return kept


def keep(changes: Layer, folder: Path) -> None:
    """Writes the changes to disk, all or nothing. Raises `OSError`."""
    KEPT.write(changes, folder)


def keep_also(more: Layer, folder: Path) -> None:
    """Adds changes to those on disk. Raises `OSError`."""
    keep({**changes_in(folder, Report()), **more}, folder)


def over(settings: Settings, changes: Layer, languages: Sequence[str], spoken: str | None = None) -> Settings:
    """The owner's settings with the changes applied. Changes that no longer fit (a seat that does not exist)
    are left out. `spoken`: a language asked for instead."""
    fitting = dict(changes)
    if fitting.get("language") not in languages:
        fitting.pop("language", None)
    if "out_of_service" in fitting:
        closed = fitting.pop("out_of_service")
        out = tuple(sorted(set(closed).intersection(range(1, settings.seats + 1))))
        # If no seat would be left, or a number is of no seat, the owner's setting stays.
        if len(out) < settings.seats and (out or not closed):
            fitting["out_of_service"] = out
    if len(fitting.get("rings.clockwise", ())) != settings.seats:
        fitting.pop("rings.clockwise", None)
    if "pins.bcm" in fitting and not _fits(settings.over({"pins.bcm": fitting["pins.bcm"]})):
        del fitting["pins.bcm"]
    return settings.over(fitting if spoken is None else fitting | {"language": spoken})


def _fits(settings: Settings) -> bool:
    """Whether a real table has these pins."""
    mistakes = mistakes_in_pins(settings.pins, settings.rings, settings.seats, settings.buttons)
    return settings.pins.backend != "simulated" and not any(mistakes)


def forget_in_service(folder: Path, key: str) -> None:
    """Reverts the change of one setting, which the owner's file has now. Raises `UnreadableError`."""
    changes = changes_in(folder, Report())
    if key in changes:
        try:
            keep({name: value for name, value in changes.items() if name != key}, folder)
        except OSError as error:
            wrong = Reason("file.unwritten", file=folder / FILE, reason=reason_of(error))
            raise UnreadableError(wrong) from error
