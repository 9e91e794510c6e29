"""Plays until the table is closed. It opens the table again after each change and each mended fault."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hardware.notify import ServiceManager
from hardware.troubles import DeviceError
from table.appliance.lobby.word_stick import WordStick
from table.appliance.opening.mending import stamps, tell_on_board
from table.appliance.opening.opening import play
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.service.service import Service
from table.appliance.starting import warn
from table.errors import ClosedError, UnreadableError
from table.house import Roles
from table.settings.owner import Owner


def play_until_closed(
    wanted: CommandLine, owner: Owner, roles: Callable[[], Roles], service: Service, manager: ServiceManager
) -> Sequence[str]:
    """Runs the table until it is closed. Returns what is printed at its end.

    The table reopens after each change in the service menu, and when a fault that kept it from opening is
    mended. `roles`: reads the house roles, each time. Raises `UnreadableError` or `DeviceError` if it cannot
    open and no board can say so.
    """
    told = None
    while told is None:
        read = stamps(owner)
        try:
            found = roles()
            stick = WordStick(tell=warn, fonts=owner.fonts)
            tonight = Prepared(wanted, owner, found, service, warn, stick, plays=True)
            told = play(tonight, service, manager)
        except (UnreadableError, DeviceError) as error:
            silent = wanted.simulated or not manager.listens
            try:
                if silent or not tell_on_board(error, owner, read, manager):
                    raise
            except ClosedError:
                return []
            if isinstance(error, DeviceError):
                raise  # What was opened is given back as the process ends; the next one tries again.
    return told
