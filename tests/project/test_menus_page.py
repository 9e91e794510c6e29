"""The page on the menus in French has every entry, as the board calls it."""

from __future__ import annotations

import re

from table.sentences import flat
from table.words.catalogue import shipped
from table.words.narration import Narration
from tests.kit.paths import ROOT

HOST = [
    "start",
    "rules",
    "rulebook",
    "deck",
    "bots",
    "captain",
    "language",
    "pace",
    "sound",
    "board",
    "cards",
    "night",
    "pass",
    "stand",
]
SERVICE = [
    "check",
    "doctor",
    "language",
    "volume",
    "ambience",
    "effects",
    "seats",
    "keys",
    "buttons",
    "first",
    "rings",
    "export",
    "erase",
    "reset",
    "off",
]
ROUND = ["go_on", "pause", "more", "take_back", "move", "dark", "stand_in", "leave", "phones", "abandon"]


def entries(title: str) -> list[str]:
    """The first column of the table under a heading; an entry may name several."""
    page = (ROOT / "docs/fr/menus.md").read_text("utf-8")
    below = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    first = [row.split("|")[1].strip() for row in below.splitlines() if row.startswith("| ")]
    return [one for cell in first for one in re.split(r", (?=[A-ZÉ])", cell)]


def test_every_entry_of_the_menus_is_on_the_page() -> None:
    menus, words = flat(shipped("menus", "fr")), Narration.load("fr").words
    before = {menus[f"host.{key}"] for key in HOST} | {words["host.phones"], words["host.dark"]}
    assert set(entries("Le menu de l’hôte avant une partie")) - {"ligne", "---"} == before
    during = {words[f"host.{key}"] for key in ROUND} | {menus["host.rules"]}
    assert set(entries("Le menu de l’hôte pendant une partie")) - {"ligne", "---"} == during
    service = {menus[f"service.{key}"] for key in SERVICE}
    assert set(entries("Le menu de service")) - {"ligne", "---"} == service
