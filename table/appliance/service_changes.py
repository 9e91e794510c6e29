"""What the service menu has changed: stored beside the evenings, in `service.toml`.

The changes override `table.toml` until they are reverted.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hardware.troubles import reason_of
from table import files
from table.errors import Reason, UnreadableError
from table.evening.journal_files import settle
from table.settings.settings import SEATS_MOST, Layer, Settings, checked
from table.settings.wiring import mistakes_in_pins

FILE = "service.toml"
KEPT: Mapping[str, str] = {
    "language": "language",
    "volume": "voice.volume",
    "ambience": "sound.ambience",
    "effects": "sound.effects",
    "out_of_service": "out_of_service",
    "clockwise": "rings.clockwise",
    "bcm": "pins.bcm",
}
"""Settings that the menu changes: the name in its file, and the key in the settings."""


def changes_in(folder: Path, warn: Callable[[str], None]) -> Layer:
    """The changes kept for this table. A file that cannot be used changes nothing and is reported to
    `warn`."""
    path = folder / FILE
    try:
        written = _without_impossible(tomllib.loads(files.text(path)))
        changes = checked({KEPT[name]: value for name, value in written.items()})
        if isinstance(changes.get("rings.clockwise"), bool):
            raise ValueError("the menu writes one for each seat")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, KeyError, RecursionError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "it is not what the menu writes"
        warn(f"{path} is left out: {reason}")
        return {}
    return changes


def _without_impossible(written: dict[str, Any]) -> dict[str, Any]:
    """The values of a file without those no table has: such a seat or language alone is left out."""
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
    """Writes the changes to disk, all or nothing, for whoever the folder belongs to. Raises `OSError`."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not changes:
        path.unlink(missing_ok=True)
        settle(folder)
        return
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        file.write("# What was changed in the service menu; it lies over table.toml.\n")
        for name, key in KEPT.items():
            if key in changes:
                file.write(f"{name} = {json.dumps(changes[key])}\n")
        file.flush()
        os.fsync(file.fileno())
    if os.geteuid() == 0:
        whose = folder.stat()
        os.chown(draft, whose.st_uid, whose.st_gid)
    draft.replace(path)
    settle(folder)


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


def forget_in_service(folder: Path, key: str, warn: Callable[[str], None]) -> None:
    """Takes back what was changed in the menu of one setting, as the owner's file has it now. Raises
    `UnreadableError`."""
    changes = changes_in(folder, warn)
    if key in changes:
        try:
            keep({name: value for name, value in changes.items() if name != key}, folder)
        except OSError as error:
            wrong = Reason("file.unwritten", file=folder / FILE, reason=reason_of(error))
            raise UnreadableError(wrong) from error
