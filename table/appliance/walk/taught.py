"""What a table was taught in its first start: stored beside the evenings, in `taught.toml`.

It overrides `table.toml`, unless that has a wiring of its own. The changes of the service menu override it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from table.appliance.opening.own_files import own_files
from table.appliance.service.changes import changes_in
from table.appliance.service.changes import keep as keep_changes
from table.appliance.service.kept_layer import KeptLayer
from table.appliance.starting import warn
from table.house import Role
from table.house.books import with_house
from table.settings.load import Report, load, system_language, usable
from table.settings.owner import Owner, state_directory
from table.settings.settings import Layer, Settings
from table.settings.wiring import mistakes_in_pins, mistakes_in_rings

FILE = "taught.toml"
TAUGHT = KeptLayer(
    FILE,
    {
        "language": "language",
        "seats": "seats",
        "pixels": "pixels",
        "buttons": "buttons",
        "out_of_service": "out_of_service",
        "backend": "pins.backend",
        "bcm": "pins.bcm",
        "lit_by": "rings.backend",
        "first_pixel": "rings.first_pixel",
        "clockwise": "rings.clockwise",
        "output": "sound.output",
    },
    "What the table was taught by its buttons; it lies over table.toml.",
)
ASKED = ("sound.output",)
"""Keys that a first start does not teach at every table."""


def taught_in(folder: Path, report: Report) -> Layer:
    """What this table was taught; empty if it never was. If the file cannot be used, `report` gets it, and
    the table has to be taught again."""
    return TAUGHT.read(folder, report, _check)


def load_here(owner: Owner, roles: Sequence[Role], state: Path | None = None) -> tuple[Settings, Report]:
    """The owner's settings over what this table was taught, and one report of all that is wrong in the files
    of the owner and the table. `state`: the folder of what it keeps; None: the usual one."""
    report, folder = Report(), state or state_directory()
    taught = taught_in(folder, report)
    changes_in(folder, report)
    settings, of_owner = load(owner.table, with_house(roles), languages=owner.languages, taught=taught)
    return settings, Report([*report, *of_owner, *own_files(owner, roles).report])


def settings_here(owner: Owner, roles: Sequence[Role], state: Path | None = None) -> Settings:
    """The settings of this table. Raises `UnreadableError` if the owner's file has a mistake. For `state` see
    `load_here`."""
    settings, report = load_here(owner, roles, state)
    report.tell(warn, "lost")
    report.refuse("refused", "shipped")
    return settings


def language_of(owner: Owner, folder: Path) -> str:
    """The language of the table, even if some of its files cannot be read: the one chosen in the service menu
    or the first start and kept in `folder`, else the owner's, else the machine's."""
    written = usable(owner.table).language
    turned = changes_in(folder, Report()).get("language")
    taught = taught_in(folder, Report()).get("language")
    found = next((one for one in (turned, taught, written) if one and one in owner.languages), "")
    return found or system_language(owner.languages)


def keep(taught: Layer, folder: Path) -> None:
    """Writes what was taught to disk, all or nothing, and reverts the service menu's changes of the same
    settings. Raises `OSError`."""
    changes = changes_in(folder, Report())
    if any(key in changes for key in taught):
        keep_changes({key: value for key, value in changes.items() if key not in taught}, folder)
    TAUGHT.write(taught, folder)


def _check(layer: Layer) -> None:
    """Raises `ValueError` unless this is the whole wiring of a table."""
    if {*layer, *ASKED} != {*TAUGHT.keys.values()}:
        raise ValueError("something is missing")
    taught = Settings().over(layer)
    wrong = chain(
        mistakes_in_pins(taught.pins, taught.rings, taught.seats, taught.buttons),
        mistakes_in_rings(taught.pins, taught.rings, taught.seats, taught.pixels),
    )
    out = {*taught.out_of_service}
    is_whole = taught.seats <= taught.pixels and out < {*range(1, taught.seats + 1)}
    if taught.pins.backend == "simulated" or not is_whole or any(wrong):
        raise ValueError("no table is wired so")
