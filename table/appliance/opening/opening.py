"""Opens the table and plays what is prepared for tonight.

If no round can be started (a seat is out of service, a deck is for more players than there are chairs), the
host's menu says so, and the host chooses something else. An error is raised only for a wrong option of the
command line, or if nobody is there to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from hardware.troubles import DeviceError
from table.appliance.devices.links import board_keys
from table.appliance.devices.phone_gateway import gateway_beside
from table.appliance.opening.first import begins_first, teach
from table.appliance.opening.for_service import examined, page_of, tell_news
from table.appliance.opening.misfit import misfit_of
from table.appliance.opening.prepared import Prepared
from table.appliance.opening.tonight import Tonight
from table.appliance.service.service import Service
from table.appliance.starting import face_here, warn
from table.appliance.table import Table, open_table
from table.errors import TableError, UnreadableError, counted
from table.evening.diary import EveningShelf
from table.faults import kept as written_down

if TYPE_CHECKING:
    from hardware.notify import ServiceManager
    from table.words.narration import Narration

PREDICTED = "--seed: for tests: whoever knows the seed can predict every card of this evening"
"""Warning at the start. It does not show the seed, since anybody may read a log."""


def play(tonight: Prepared, service: Service, manager: ServiceManager) -> list[str] | None:
    """Opens the table and plays. Returns who has won, or None if the table has to open again.

    Raises `UnreadableError` if no round can be started because of an option, or nobody is there to choose
    something else.
    """
    misfit, settings, typed = misfit_of(tonight), tonight.settings, tonight.typed
    if misfit and misfit.happens == "refused":
        raise misfit.error
    if begins_first(tonight, service):
        return teach(tonight, service, manager)
    _tell_what_is_left_out(tonight)
    tonight.house.look_for_stick()
    face = face_here() if tonight.simulated else None
    alone = "--phones" if typed.phones else "phones.only = true"
    if face and tonight.phones_alone:
        face = "board" if face == "window" else "page"
    backends = f"pins: {settings.pins.backend}, rings: {settings.rings.backend}"
    manager.log(f"{counted(settings.seats, 'seat')}, {tonight.book.key}; {backends}.")

    def opened(names: Sequence[str], narration: Narration) -> Table:
        table = open_table(
            *(settings, names, narration, face),
            speed=typed.speed,
            manager=manager,
            art=tonight.own.art,
            music=tonight.owner.music,
            state=tonight.folder,
        )
        if table.phones:
            table.phones.places.keep_in(tonight.folder, warn)
            table.phones.way_in.wifi = service.wifi(tonight.folder, settings)
            table.phones.alone = tonight.phones_alone
        elif tonight.phones_alone:
            table.close()
            raise UnreadableError(f"{alone}: no phone can reach this table; why is said above")
        if table.opened.page:
            table.opened.page.tell(board_keys(tonight.folder))
        if table.news:
            Thread(target=tell_news, args=(tonight, table.news), name="doctor", daemon=True).start()
        if misfit and table.face == "log":
            table.close()
            raise misfit.error
        return table

    def serve(table: Table) -> bool:
        telling = partial(tonight.narrate, tonight.book.key)
        return service.look_after(
            *(table, tonight.names, telling, tonight.folder),
            page_of=partial(page_of, tonight),
            examined=partial(examined, tonight),
        )

    # Where nobody is there to play, and no time passes, nothing can be cut short.
    is_kept = typed.state is not None or face != "log"

    def shelf() -> EveningShelf | None:
        return EveningShelf(tonight.folder, settings.journal.keep) if is_kept else None

    if typed.seed is not None:
        warn(PREDICTED)
    evenings = Tonight(
        opened,
        tonight.house,
        tonight.names,
        typed.seed,
        typed.rounds,
        shelf,
        not typed.anew,
        serve,
        tonight.left_out,
    )
    try:
        with gateway_beside(settings.phones) if typed.phones else nullcontext():
            return evenings.play()
    except (TableError, DeviceError):
        raise
    except Exception as fault:
        if not manager.listens:
            raise
        raise written_down(fault, tonight.folder) from None


def _tell_what_is_left_out(tonight: Prepared) -> None:
    """Prints which settings do nothing here, and what the host should know about the cards."""
    settings, house = tonight.settings, tonight.house
    if settings.pins.backend == "simulated" and settings.rings.kind.lights:
        lit = settings.rings.backend
        warn(f'rings.backend = "{lit}" lights nothing while pins.backend = "simulated"')
    for key in house.offer(house.settings).left_out(tonight.book, house.settings):
        warn(f"{key}: {tonight.book.key} has no such option, so it is left out")
    if tonight.players:
        evening = house.evening(house.settings, [""] * tonight.players, range(tonight.players), 0)
        for warning in evening.check():
            warn(warning)
