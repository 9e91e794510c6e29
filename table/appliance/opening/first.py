"""The first start: a table without a wiring is taught by its buttons before anybody plays."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from table.appliance.doctor.machine import this_machine
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.prepared import Prepared
from table.appliance.service.deeds import answered
from table.appliance.service.service import Service
from table.appliance.voicing.human_voice import human_voice
from table.appliance.walk.first_start import teach_first
from table.appliance.walk.taught import keep
from table.errors import ClosedError
from table.settings.load import usable
from table.settings.settings import Layer
from table.words.troubles import troubles_of

if TYPE_CHECKING:
    from hardware.notify import ServiceManager


def begins_first(tonight: Prepared, service: Service) -> bool:
    """Whether the table has to be taught before anybody plays."""
    if service.teaches_anew:
        return True
    is_unwired = tonight.simulated and not tonight.typed.simulated
    return tonight.typed.first_start and is_unwired and not tonight.phones_alone


def teach(tonight: Prepared, service: Service, manager: ServiceManager) -> list[str] | None:
    """Teaches the table by its buttons. Returns None if it then opens again; an empty list if somebody closed
    it."""
    manager.log("The table is taught by its buttons.")
    own = tonight.owner.catalogue

    def kept(taught: Layer) -> str:
        try:
            keep(taught, tonight.folder)
        except OSError as error:
            words = MenuTexts(taught["language"], own)
            return words.text("service.not_kept", reason=words.wrong(answered(error)))
        return ""

    owners = usable(tonight.owner.table)  # Not as it was taught before, nor as the service menu has it.
    asked = ("rings.backend", "rings.first_pixel", "rings.clockwise", "sound.output")
    troubles = troubles_of(own, tonight.settings.language)
    try:
        taught = teach_first(
            tonight.settings.over({key: owners.value(key) for key in asked}),
            partial(tonight.narrate, tonight.book.key),
            tonight.owner.languages,
            min(book.least for book in tonight.rulebooks.values()),
            kept,
            " ".join(troubles.any(entry.wrong) for entry in tonight.report if entry.happens == "lost"),
            manager,
            this_machine(),
            service.wifi(tonight.folder, tonight.settings),
            human_voice(tonight.settings, tonight.folder),
            tonight.folder,
        )
    except (ClosedError, KeyboardInterrupt) as end:
        manager.log(f"The table ends: {str(end) or 'closed by hand'}.")
        manager.ending()
        return []
    service.learn(taught)
    return None
