"""The host's entries about the table itself, each written once, and when they are shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.menu.menus import Item, MenuTexts
from table.publish.desk import NewsDesk
from table.words.narration import Narration

When = Literal["before", "day", "night"]
"""Moments of an entry: before a round, or in one by day or by night."""
Takes = Mapping[str, Callable[[], object]]
"""Actions of the entries that are possible now, by their keys."""
IN_A_ROUND: tuple[When, ...] = ("day", "night")
ALWAYS: tuple[When, ...] = ("before", "day", "night")


class HostEntry(NamedTuple):
    """An entry. `key`: of its words, "host.<key>". `has_note`: whether there is a text "host.<key>_note".
    `of_menus`: whether the words are in the texts of menus, not in the narration."""

    key: str
    when: tuple[When, ...]
    has_note: bool = True
    of_menus: bool = False


HOST_ENTRIES = (
    HostEntry("pass", ("before",), of_menus=True),
    HostEntry("stand", ("before",), of_menus=True),
    HostEntry("go_on", IN_A_ROUND, has_note=False),
    HostEntry("pause", ("day",)),
    HostEntry("more", IN_A_ROUND),
    HostEntry("take_back", IN_A_ROUND),
    HostEntry("call_election", ("day",)),
    HostEntry("look", ("day",)),
    HostEntry("stand_in", IN_A_ROUND),
    HostEntry("leave", IN_A_ROUND),
    HostEntry("rules", ALWAYS, of_menus=True),
    HostEntry("phones", ALWAYS),
    HostEntry("move", IN_A_ROUND),
    HostEntry("dark", ALWAYS),
    HostEntry("staff", ALWAYS),
    HostEntry("staff_came", ALWAYS),
    HostEntry("abandon", IN_A_ROUND),
)
"""All entries, in the order of the menus: what is wanted often is on the first page. Before a round the rules
are beside the start, above all others."""


def host_items(
    now: When,
    takes: Takes,
    texts: MenuTexts,
    narration: Narration | None,
    values: Mapping[str, str] = MappingProxyType({}),
) -> list[Item]:
    """The entries that are possible now. `narration`: None for those of menus alone. `values`: what some of
    them show."""

    def item(entry: HostEntry) -> Item:
        word = texts.text if entry.of_menus or narration is None else narration.word
        note = word(f"host.{entry.key}_note") if entry.has_note else ""
        return Item(
            word(f"host.{entry.key}"), values.get(entry.key, ""), note, takes[entry.key], key=entry.key
        )

    return [item(entry) for entry in HOST_ENTRIES if now in entry.when and entry.key in takes]


def of_the_house(phones: PhoneSeats | None, news: NewsDesk | None, ask: Callable[[], object]) -> Takes:
    """The actions about phones and about the staff. `ask`: asks about one phone."""
    takes = {"phones": ask} if phones and phones.places.used() else {}
    return takes | ({"staff_came" if news.staff else "staff": news.call_staff} if news else {})
