"""Checks one table: known results, how it is opened, and simulated people for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.open_devices import BEAT_S
from table.appliance.devices.openers import PartByPart
from table.appliance.doctor.machine import about, this_machine
from table.appliance.doctor.needs import header_of
from table.appliance.starting import Face, end_on_signals, warn
from table.appliance.table import Table, open_table
from table.appliance.walk.check import Check, CheckedTable, Step
from table.appliance.walk.report import CheckResult, CheckTexts, Part, Why, as_data
from table.errors import ClosedError, TableError
from table.room.act import NEVER
from table.room.devices import Devices
from table.settings.settings import Layer, Settings
from table.words.narration import Narration
from table.words.troubles import english, wrong_with


class Obliging:
    """Simulated people who press whatever they are asked to, for a table that nobody can touch."""

    def __init__(self, buttons: SimulatedButtons, clock: VirtualClock) -> None:
        self._buttons = buttons
        self._clock = clock

    def __call__(self, step: Step) -> None:
        """Presses after half a second."""
        pressed_s = self._clock.now() + 0.5
        self._clock.at(pressed_s, lambda: self._buttons.push(step.seat, step.button))
        self._clock.at(pressed_s + 0.1, lambda: self._buttons.release(step.seat, step.button))


def known_beforehand(
    settings: Settings,
    face: Face | None,
    blind: Trouble | None,
    has_sound: bool,
    failed: Mapping[Part, Trouble],
    words: CheckTexts,
) -> dict[Part, CheckResult]:
    """Results of parts that this table does not have, does not show here, or cannot open.

    `blind`: why a real table has no board.
    `failed`: why a device did not open.
    """
    known: dict[Part, CheckResult] = {
        part: CheckResult(part, False, words.device(trouble)) for part, trouble in failed.items()
    }
    if face is None and not (settings.rings.kind.lights or any(settings.pins.pods(settings.seats))):
        known["rings"] = CheckResult("rings", None, words.why("reason.no_ring"))
    if not settings.voice.enabled:
        known["voice"] = CheckResult("voice", None, Why("voice.enabled = false", "switched_off"))
    elif face == "log":
        known["voice"] = CheckResult("voice", None, words.why("reason.unheard"))
    elif not has_sound:
        known["voice"] = CheckResult("voice", None, words.why("reason.silent"))
    if face in ("terminal", "log"):
        known["board"] = CheckResult("board", None, words.why("reason.no_display"))
    elif blind:
        known["board"] = CheckResult("board", False, words.device(blind))
    return known


def opened(settings: Settings, names: Sequence[str], narration: Narration, face: Face | None) -> Table:
    """Opens the table to be checked: a simulated one with a face, a real one part by part."""
    end_on_signals()
    if face:
        return open_table(settings, names, narration, face, 1.0)
    return Table(settings, names, narration, None, 1.0, opener=PartByPart())


@contextmanager
def always_data(show: Callable[[dict[str, Any]], None] | None) -> Iterator[None]:
    """Reports an error that prevents the check as data too. `show`: prints it."""
    try:
        yield
    except (TableError, DeviceError) as error:
        if show:
            wrong = wrong_with(error)
            why = Why(english().any(wrong), "refused", reason=wrong)
            show(as_data([], [], False, about(this_machine()), why))
        raise


def check_table(
    table: Table,
    settings: Settings,
    names: Sequence[str],
    state: Path,
    parts: Collection[Part],
    seats: Sequence[int] | None,
    wait_s: float,
    report: Callable[[CheckResult], None],
    keep: Callable[[Layer], object],
) -> bool:
    """Checks a table and closes it. Returns whether somebody ended the check early.

    `state`: the folder whose disk is tried.
    `seats`: those to check; None: all.
    `wait_s`: seconds for a press or an answer.
    `report`: gets each line.
    `keep`: gets what was chosen.
    """
    face, devices, words = table.face, lent(table), CheckTexts(table.narration, names)
    machine = this_machine()
    if face is None and (chip := header_of(machine, settings)):
        warn(words.text("reason.header", device=chip.device, label=chip.label))
    if hasattr(devices.view, "hint"):
        devices.view.hint = words.text(f"hint.{settings.buttons}")
    people: dict[str, Any] = {}
    if isinstance(devices.buttons, SimulatedButtons) and isinstance(devices.clock, VirtualClock):
        warn(words.text("reason.by_itself"))
        people["people"] = Obliging(devices.buttons, devices.clock)
    failed: dict[Part, Trouble] = dict(table.failed.items())
    checked = CheckedTable(
        settings.buttons,
        state,
        known=known_beforehand(settings, face, table.blind, machine.outputs.can_play, failed, words),
        no_key=(0,) if face == "terminal" and settings.buttons == 3 else (),
        shut={number - 1 for number in settings.out_of_service},
        unlit={number - 1 for number in settings.rings.on_board},
        output=settings.sound.output,
        keep=keep,
    )
    beat_s = NEVER if face == "log" else BEAT_S
    try:
        check = Check(devices, words, checked, wait_s=wait_s, beat_s=beat_s, report=report, **people)
        check.run(parts, seats)
    except (ClosedError, KeyboardInterrupt):
        return True
    finally:
        table.close()
    return False


def lent(table: Table) -> Devices:
    """The devices of a table. If its board is written as text, it leaves standard output to the report."""
    from table.board.log import Plain

    devices = table.lend()
    return devices._replace(view=Plain(sys.stderr)) if isinstance(devices.view, Plain) else devices
