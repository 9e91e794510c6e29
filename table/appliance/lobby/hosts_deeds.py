"""Entries of a lobby host's menu that are about the table itself, not about the round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.menu.dark_rings import last_words, report
from table.appliance.menu.host_entries import host_items, of_the_house
from table.appliance.menu.menus import Item
from table.appliance.menu.phone_menu import entries
from table.publish.desk import NewsDesk
from table.room.village import Village


class HostsDeeds:
    """Makes these entries. `pass_on`: makes the next person the host. `stand`: frees a seat."""

    def __init__(
        self,
        village: Village,
        phones: PhoneSeats | None,
        news: NewsDesk | None,
        *,
        pass_on: Callable[[], None],
        stand: Callable[[int], None],
    ) -> None:
        self._village = village
        self._phones, self._news = phones, news
        self._pass_on, self._stand = pass_on, stand

    def items(self, menu: HostsMenu) -> list[Item]:
        """The present entries, for this menu."""
        places, host = self._village.places, self._village.people.host
        every = [sitter.index for sitter in self._village.sitters()]
        lit = [seat for seat in every if places.pods[seat] not in places.unlit()]
        used = self._phones.places.used() if self._phones else ()
        on_phones = [seat for seat in every if places.pods[seat] in used]
        ask = partial(self._ask_which, menu, "who_has_phone", on_phones, self._ask_about_phone)
        takes = {**of_the_house(self._phones, self._news, ask)}
        if lit:
            takes["dark"] = partial(self._ask_which, menu, "who_is_dark", lit, self._report)
        if host is not None:
            takes["stand"] = partial(self._stand, host)
        if len(self._village.people) > 1:
            takes["pass"] = self._pass_on
        return host_items("before", takes, menu.words, self._village.narration)

    def _ask_which(
        self, menu: HostsMenu, title: str, seats: Sequence[int], take: Callable[[HostsMenu, int], object]
    ) -> None:
        """Lets the host choose one of these seats."""
        items = [
            Item(self._word("back"), take=menu.close),
            *(Item(self._label(seat), take=partial(take, menu, seat)) for seat in seats),
        ]
        menu.open(self._word(title), lambda: items)

    def _ask_about_phone(self, menu: HostsMenu, seat: int) -> None:
        """Lets the host free a place, hand it on, or clear its name."""
        assert self._phones
        pod = self._village.places.pods[seat]
        items = entries(pod, self._phones, self._village.narration, menu.close, may_rename=True)
        menu.open(self._label(seat), lambda: items)

    def _report(self, menu: HostsMenu, seat: int) -> None:
        """Shows what to try with a dark ring. The player there may sit down elsewhere."""
        places, narration = self._village.places, self._village.narration
        pod = places.pods[seat]
        title, told = report(pod, places, narration)
        elsewhere = Item(self._word("takes"), note=self._word("takes_before"))
        items = [*told, elsewhere, *last_words(pod, places, narration, menu.close)]
        menu.open(title, lambda: items)

    def _label(self, seat: int) -> str:
        return self._village.narration.seat(self._village.sitters()[seat]).label

    def _word(self, key: str) -> str:
        return self._village.narration.word(f"host.{key}")
