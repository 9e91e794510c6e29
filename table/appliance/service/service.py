"""The service menu over several openings of the table: what it changes, and the check it may ask for."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Thread

from hardware.hotspot import hotspot_here
from hardware.troubles import DeviceError
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.doctor.machine import this_machine
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.changes import changes_in, keep, over
from table.appliance.service.deeds import Errand, deeds_in
from table.appliance.service.menu import ServiceMenu
from table.appliance.table import Table
from table.appliance.voicing.human_voice import human_voice
from table.appliance.walk.check import WAIT_S
from table.appliance.walk.check_table import check_table
from table.appliance.walk.report import PARTS, CheckResult, CheckTexts
from table.appliance.walk.taught import taught_in
from table.appliance.walk.teaching import teach_table
from table.errors import UnreadableError
from table.games.records import StoredEvening
from table.room.village import NamedSeat
from table.settings.load import Report
from table.settings.settings import Layer, Settings
from table.words.narration import Narration
from table.words.troubles import Troubles, wrong_with


class Service:
    """The service menu over several openings of the table.

    `wanted`: whether the menu opens without a held button.
    `spoken`: the language this start was asked to speak; None: that of the settings.
    """

    def __init__(self, wanted: bool, spoken: str | None = None) -> None:
        self.wanted = wanted
        self._spoken = spoken
        self._found: list[str] | None = None
        """What the check before this opening has found."""
        self._owners = self._now = Settings()
        self._changes: Layer | None = None
        """The kept changes; None: not read yet."""
        self._languages: Sequence[str] = ()
        self._taught: Layer | None = None
        """What the table was taught; None: not read yet."""
        self._wifi: OwnWifi | None = None
        self.teaches_anew = False
        """Whether somebody has asked for the first start once more."""

    def taught(self, folder: Path, report: Report) -> Layer:
        """What the table was taught in its first start, which is kept in `folder`. `report`: gets a file that
        cannot be used."""
        kept = taught_in(folder, report)
        if self._taught is None:
            self._taught = kept
        return self._taught

    def wifi(self, folder: Path, settings: Settings) -> OwnWifi | None:
        """The own Wi-Fi of a table with phones, kept in `folder`; None: the table cannot have one.

        The first call opens it again if it was left open. A table of phones alone opens it unasked, since
        nobody could ask for it.
        """
        if not self._wifi and settings.phones.enabled and (hotspot := hotspot_here()):
            self._wifi = OwnWifi(hotspot, folder, secrets.choice)
            alone = settings.phones.only and settings.pins.backend == "simulated"
            resume = partial(self._wifi.resume, unasked=alone)
            Thread(target=resume, name="wifi", daemon=True).start()
        return self._wifi if settings.phones.enabled else None

    @property
    def is_taught(self) -> bool:
        """Whether the table has its wiring from a first start."""
        return (self._taught or {}).get("pins.bcm") == self._owners.pins.bcm

    def learn(self, taught: Layer) -> None:
        """Uses what the table was taught, stored or not, and reads the changes of the menu again."""
        self._taught, self.teaches_anew = taught, False
        self._changes, self._spoken = None, None

    def settings(self, owners: Settings, folder: Path, languages: Sequence[str], report: Report) -> Settings:
        """The owner's settings with the changes made in the menu, which are kept in `folder`.

        `report`: gets a file that cannot be used.
        """
        kept = changes_in(folder, report)
        if self._changes is None or self._owners != owners:
            self._changes = kept
        self._owners, self._languages = owners, languages
        self._now = over(owners, self._changes, languages, self._spoken)
        return self._now

    def look_after(
        self,
        table: Table,
        names: Sequence[str],
        telling: Callable[[str], Narration],
        folder: Path,
        page_of: Callable[[StoredEvening], str],
        examined: Callable[[Narration], Sequence[str]],
    ) -> bool:
        """Runs the menu if somebody wants it. Returns whether the table has to open again.

        `names`: of all pods.
        `telling`: returns the telling in a language.
        `folder`: of the evenings.
        `page_of`: makes the page of an evening.
        `examined`: returns what is wrong with the machine, in a telling.
        """

        def labels(language: str) -> list[str]:
            told_in = telling(language)
            return [told_in.seat(NamedSeat(at, name)).label for at, name in enumerate(names)]

        room = table.service_room()
        if not self.wanted and not room.asked():
            return False

        own = telling(self._now.language).own

        def found() -> Sequence[str]:
            return examined(telling(menu.now.language))

        wifi, human = self.wifi(folder, self._owners), human_voice(self._owners, folder)
        deeds = deeds_in(folder, page_of, found, lambda: MenuTexts(menu.now.language, own), wifi, human)
        deeds = deeds._replace(cards=lambda: room.cards(), listen=lambda *how: room.listen(*how))
        if pods := table.pods:
            deeds = deeds._replace(pods=lambda: (pods.missing, pods.new))
        menu = ServiceMenu(
            self._owners,
            self._changes or {},
            self._languages,
            labels,
            deeds,
            lambda work, stop: Errand(work, room.time.now, stop),
            found=self._found,
            spoken=self._spoken,
            own=own,
            is_taught=self.is_taught,
        )
        after = room.run(menu, lambda language: table.tell_in(telling(language)))
        self._changes, self._found, self._spoken = menu.changes, None, menu.spoken
        self.wanted = after in ("check", "teach")
        if after == "check":
            lines: list[CheckResult] = []
            keeps = partial(self.keep_also, folder=folder)
            stopped = check_table(table, menu.now, names, folder, PARTS, None, WAIT_S, lines.append, keeps)
            told_in = CheckTexts(telling(menu.now.language), names)
            self._found = [line.told(told_in) for line in lines if line.passed is False]
            if stopped:
                self._found.append(MenuTexts(menu.now.language, own).text("service.check_stopped"))
            return True
        if after == "teach":
            self._found = self._teach(table, menu, names, telling)
            return True
        self.teaches_anew = after == "first"
        return self.teaches_anew or menu.now != self._now or bool(human and human.has_come)

    def keep_also(self, more: Layer, folder: Path) -> None:
        """Stores the changes of a check beside those of the menu. They apply tonight even if this raises
        `OSError`."""
        self._changes = {**(self._changes or {}), **more}
        keep(self._changes, folder)

    def _teach(
        self,
        table: Table,
        menu: ServiceMenu,
        names: Sequence[str],
        telling: Callable[[str], Narration],
    ) -> list[str] | None:
        """Teaches buttons and stores them. Returns the reason if that failed, else None."""
        told_in = telling(menu.now.language)
        try:
            machine = this_machine() if self.is_taught else None
            pins = teach_table(table, menu.now, names, menu.taught, WAIT_S, lambda _: None, machine)
        except (UnreadableError, DeviceError) as error:
            return [Troubles.of(told_in).any(wrong_with(error))]
        self._changes = {**menu.changes, "pins.bcm": pins.bcm}
        if reason := menu.deeds.keep(self._changes):
            return [MenuTexts(told_in.language, told_in.own).text("service.not_kept", reason=reason)]
        return None
