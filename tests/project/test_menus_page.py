"""The page on the menus in French has every entry that the table shows, and no other."""

from __future__ import annotations

import re

import pytest

from table.appliance.hosting.host import Hosting
from table.appliance.lobby.deck_finder import DeckFinder
from table.appliance.menu.menus import Turning
from table.publish.desk import NewsDesk
from table.room.public_clock import ClockState
from table.words.narration import Narration
from tests.appliance import test_service_menu as service
from tests.appliance.test_host import HostsTable
from tests.appliance.test_lobby import LobbyTable
from tests.appliance.test_service_changes import OWNERS
from tests.kit.paths import ROOT
from tests.publish.test_news import KeptWire

EIGHT = tuple(range(8))


def entries(title: str) -> set[str]:
    """The first column of the table under a heading; an entry may name several."""
    page = (ROOT / "docs/fr/menus.md").read_text("utf-8")
    below = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    _, _, *rows = [row.split("|")[1].strip() for row in below.splitlines() if row.startswith("| ")]
    return {one for cell in rows for one in re.split(r", (?=[A-ZÉ])", cell)}


def shown(turning: Turning) -> set[str]:
    return {entry.label for entry in turning.menu().entries}


def lobby() -> LobbyTable:
    """With a phone, and with news that it tells."""
    table = LobbyTable(taken=EIGHT, host=2, news=NewsDesk(KeptWire()), has_phones=True, language="fr")
    assert table.phones
    table.phones.places.names[1] = "Ana"
    return table


def test_every_entry_before_a_round_is_on_the_page() -> None:
    table = lobby()
    table.lobby.village.narration = Narration.load("fr")
    table.lobby.menu.chosen.house.finder = DeckFinder()
    table.run(until_s=30.0)
    assert {entry.label for entry in table.menu(29.0).entries} == entries(
        "Le menu de l’hôte avant une partie"
    )


def test_every_entry_in_a_round_is_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """By day, with a clock that runs, a vote that can be taken back, a free pod and a phone."""
    hosted, opened, told = HostsTable().new_room(), list[Turning](), lobby()
    hosting = Hosting(hosted.room, told.phones, told.lobby.news)
    hosting.room.village.narration = Narration.load("fr")
    hosting.room.stage.clock.carried = ClockState("debate", 10.0, 60.0)
    monkeypatch.setattr(type(hosting.room.village.places), "free", [9])
    monkeypatch.setattr(hosting.questions, "turn_and_wait", lambda turning, _: opened.append(turning))
    hosting.menu.run_and_wait(back=1, by_night=False)
    assert shown(opened[0]) == entries("Le menu de l’hôte pendant une partie")


def test_every_entry_of_the_service_menu_is_on_the_page() -> None:
    """Of a table whose wiring is written, and of one that has learnt it at its first start."""
    owners = OWNERS.over({"language": "fr", "pins.backend": "gpiozero"})
    made = [service.menu(service.Deed(), owners, is_taught=is_taught) for is_taught in (False, True)]
    assert shown(made[0].turning) | shown(made[1].turning) == entries("Le menu de service")
