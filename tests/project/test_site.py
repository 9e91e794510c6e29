"""The docs as a site: every page is found there, and no link leads nowhere."""

from __future__ import annotations

import tomllib
from itertools import chain

import pytest

from tests.kit.paths import ROOT
from tests.project.site import REPOSITORY, moved


def test_every_page_is_in_the_navigation_once() -> None:
    nav = tomllib.loads((ROOT / "docs/site.toml").read_text("utf-8"))["project"]["nav"]
    listed = sorted(chain.from_iterable(chain.from_iterable(part.values()) for part in nav))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert listed == sorted(pages | {"index.md", "fr/index.md"})


@pytest.mark.parametrize(
    ("page", "target", "leads_to"),
    [
        ("docs/phones.md", "menus.md", "menus.md"),
        ("docs/phones.md", "../README.md", "index.md"),
        ("docs/fr/jouer.md", "../usb.md", "../usb.md"),
        ("docs/fr/jouer.md", "../../LISEZMOI.md", "../fr/index.md"),
        ("README.md", "docs/phones.md", "phones.md"),
        ("README.md", "LISEZMOI.md", "fr/index.md"),
        ("LISEZMOI.md", "docs/fr/jouer.md", "../fr/jouer.md"),
        ("docs/design.md", "../table/room/room.py", f"{REPOSITORY}/blob/main/table/room/room.py"),
        ("docs/pictures.md", "../table/board/art", f"{REPOSITORY}/tree/main/table/board/art"),
    ],
)
def test_a_link_leads_to_a_page_of_the_site_or_to_the_repository(
    page: str, target: str, leads_to: str
) -> None:
    assert moved(page, target) == leads_to
