"""The portraits of cards on a phone, in a real browser: what others notice of them, and an owner's own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from hardware.phones.gateway import FILES, PORTRAITS
from hardware.phones.wire import BoardState, PlaceState, SeatScreen
from table.commands.phones import portraits_in
from table.engine.requests import Show
from table.games.werewolf import telling
from table.games.werewolf.rules.pieces import Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.paths import ART
from table.words.narration import Narration
from tests.browser.test_page import SIZES
from tests.kit.browser import PHONE, TABLET, look_at
from tests.kit.night_phone import NAMES, SAID, NightPhone, Told
from tests.kit.phone_stand import MINE
from tests.room.test_notebook import dealt

ME = MINE + 1
PLACES = tuple(PlaceState(name, seat) for seat, name in enumerate(NAMES))
DEAL = BoardState("deal", "The deal", places=PLACES)
DEBATE = BoardState("debate", "Day 1", places=PLACES)
NIGHT = BoardState("night", places=PLACES)
CARDS = ("villager", "werewolf")
IMAGES = """[...document.images].map((one) => [
    Boolean(one.closest(arguments[0])), one.naturalWidth > 0 && one.clientWidth > 40, one.src
])"""
"""Of each picture of the page: whether it is in an element, whether it is seen, and where it comes from."""
ELEMENTS = "[...document.querySelectorAll('main')].find((one) => !one.hidden).outerHTML"
CLOSED = "!document.querySelector('.card.turned, #sheet:not([hidden])')"


class Seen(NamedTuple):
    """A moment of a phone, as others may notice it: how much it has asked for, its elements, what is seen."""

    fetched: int
    elements: str
    pixels: bytes


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightPhone]:
    made = NightPhone(tmp_path_factory.mktemp("portraits"))
    made.seated()  # a browser asks for an icon when it likes, the first time
    yield made
    made.close()


def noticed(phone: NightPhone, moments: list[Seen]) -> None:
    """Notes a moment without a finger."""
    phone.browser.drawn()
    assert not re.search("<img|blob:", phone.elements()), "there is no picture"
    moments.append(Seen(len(phone.fetched()), phone.browser.run(ELEMENTS), phone.pixels()))


def shows(phone: NightPhone, board: BoardState, screen: SeatScreen, role: str) -> None:
    """A moment of the table, for a phone that has this card."""
    phone.tell(Told(screen, "", f"The {role}\nIt plays.", "", role))
    phone.host.tell(board=board, covered=board is not DEBATE, said=SAID)


def under_a_finger(phone: NightPhone, at: str, inside: str, role: str) -> str:
    """The address of the only picture while a finger lies somewhere."""
    browser = phone.browser
    browser.down(at)
    phone.host.until(lambda: browser.text(inside).startswith(f"The {role}"))
    browser.drawn()
    [(is_inside, is_seen, address)] = browser.run(IMAGES, inside)
    assert is_inside
    assert is_seen
    browser.up()
    phone.host.until(lambda: browser.run(CLOSED))
    return str(address)


def evening(phone: NightPhone, role: str) -> tuple[list[Seen], list[str]]:
    """A phone with this card from loading the page to the night: its moments without a finger, and what was
    asked for."""
    browser, before, moments = phone.browser, len(phone.fetched()), list[Seen]()
    browser.tell(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}]
    )
    phone.seated()
    shows(phone, DEAL, SeatScreen(ME, "deal", 2), role)
    phone.host.until(lambda: browser.is_shown("#deeds button"))
    dealt = under_a_finger(phone, ".card", ".card", role)
    noticed(phone, moments)
    shows(phone, DEBATE, SeatScreen(ME, "debate", 3), role)
    phone.host.until(lambda: browser.text("#deeds") == "Ready to vote")
    noticed(phone, moments)
    assert under_a_finger(phone, "[data-key=card]", "#sheet", role) == dealt
    noticed(phone, moments)
    shows(phone, NIGHT, SeatScreen(ME, "idle", 4), role)
    phone.host.until(lambda: browser.text("#night-said") == SAID)
    with phone.reading("card"):
        phone.host.until(lambda: phone.words().startswith(f"The {role}"))
        assert not browser.run("document.images.length"), "by night there are words alone"
    noticed(phone, moments)
    return moments, phone.fetched()[before:]


# Checks


def nobody_asks_for_a_card(phone: NightPhone) -> None:
    """Two phones with different cards ask for the same at the same moments, all before they are dealt."""
    (one, asked), (other, others) = (evening(phone, role) for role in CARDS)
    assert sorted(asked) == sorted(others)
    assert asked.count(PORTRAITS) == 1
    assert {*asked} <= {*FILES, PORTRAITS, "/table"}
    for moments in one, other:
        assert len({seen.fetched for seen in moments}) == 1


def only_a_finger_shows_a_portrait(phone: NightPhone) -> None:
    """Without one there is no picture on the page, and two pages look the same."""
    (one, _), (other, _) = (evening(phone, role) for role in CARDS)
    for mine, yours in zip(one, other, strict=True):
        assert mine.elements == yours.elements
        assert mine.pixels == yours.pixels


CHECKS: list[Callable[[NightPhone], None]] = [nobody_asks_for_a_card, only_a_finger_shows_a_portrait]


@pytest.mark.parametrize("check", CHECKS)
def test_a_portrait_tells_nobody_whose_card_it_is(
    phone: NightPhone, check: Callable[[NightPhone], None]
) -> None:
    check(phone)


LEAKS: dict[str, tuple[str, str, Callable[[NightPhone], None]]] = {
    "a phone fetches the picture of its card alone": (
        "sheets = { role: part(data, 1),",
        "fetch(`cards/${part(data, 1)}.svg`); sheets = { role: part(data, 1),",
        nobody_asks_for_a_card,
    ),
    "the pictures are fetched as a card is turned": (
        "if (isTurned && !front.children.length)",
        'if (isTurned) fetch("portraits.json"); if (isTurned && !front.children.length)',
        nobody_asks_for_a_card,
    ),
    "a picture without a finger": (
        "if (isTurned && !front.children.length)",
        "if (!front.children.length)",
        only_a_finger_shows_a_portrait,
    ),
    "a closed sheet keeps its picture": (
        "if (laid === key) return;",
        "if (laid === key || !shown) return;",
        only_a_finger_shows_a_portrait,
    ),
    "an unseen picture that is ready for the finger": (
        "    write(lines, rest.join",
        "    if (!isTurned && !back.children.length) for (const one of portrait(state.sheets.role)) "
        "{ one.hidden = true; back.append(one); }\n"
        "    write(lines, rest.join",
        only_a_finger_shows_a_portrait,
    ),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(phone: NightPhone, leak: str) -> None:
    before, after, check = LEAKS[leak]
    with phone.planted(before, after), pytest.raises(AssertionError) as found:
        check(phone)
    assert "did not come to hold" not in str(found.value), "it was not found by what it shows"


def test_a_phone_shows_the_set_of_the_rulebook_that_is_played(phone: NightPhone) -> None:
    """The same finger on the same card shows another picture, and none is asked for."""
    phone.seated()
    before, found = len(phone.fetched()), []
    for rulebook in ("", "tit-albert", "family"):
        shows(phone, replace(DEAL, rulebook=rulebook), SeatScreen(ME, "deal", 2), "seer")
        phone.host.until(lambda: phone.browser.is_shown("#deeds button"))
        found.append(under_a_finger(phone, ".card", ".card", "seer"))
    plain, island, other = found
    assert plain == other != island
    assert {*phone.fetched()[before:]} <= {"/icon.svg"}


def test_an_owners_portrait_for_all_rulebooks_takes_the_place_of_those_of_sets(tmp_path: Path) -> None:
    ours, own = portraits_in(ART), tmp_path / "tit-albert/cards"
    (tmp_path / "cards").mkdir()
    own.mkdir(parents=True)
    (tmp_path / "cards/seer.svg").write_text("all")
    (own / "witch.svg").write_text("island")
    (own / "seer.svg").write_bytes(b"\xff")
    told = portraits_in(ART, tmp_path)
    assert told.keys() == ours.keys() - {"tit-albert/seer"}
    changed = {key: told[key] for key in told if told[key] != ours[key]}
    assert changed == {"seer": "all", "tit-albert/witch": "island"}


def test_a_portrait_of_an_owners_lies_over_ours_and_neither_runs_nor_loads_anything(
    phone: NightPhone,
) -> None:
    browser, own = phone.browser, Path(os.environ["CONFIGURATION_DIRECTORY"], "art", "cards")
    own.mkdir(parents=True)
    evil = f"http://127.0.0.1:{phone.port}/evil"
    (own / "villager.svg").write_text(
        f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" onload="fetch('{evil}')">
        <style>@import url("{evil}");</style><script>fetch("{evil}"); document.title = "evil";</script>
        <image href="{evil}.png" width="4" height="4"/><rect x="1" width="7" height="8" fill="#f0f"/></svg>"""
    )
    (own / "werewolf.svg").write_text("no picture")
    (own / "lynx.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"/>' + " " * (1 << 16)
    )
    phone.stop()
    phone.start()
    phone.seated()
    before = len(phone.fetched())
    for role, has_picture in (("villager", True), ("werewolf", False), ("lynx", False), ("seer", True)):
        shows(phone, DEBATE, SeatScreen(ME, "debate", 3), role)
        browser.down("[data-key=card]")
        phone.host.until(lambda: browser.text("#sheet").startswith(f"The {role}"))  # noqa: B023
        browser.drawn()
        assert [seen for _, seen, _ in browser.run(IMAGES, "#sheet")] == [True] * has_picture
        if role == "villager":
            assert b"\xff\x00\xff" * 20 in phone.pixels()
        browser.up()
    assert {*phone.fetched()[before:]} <= {"/icon.svg"}


def longest_card(language: str) -> tuple[str, str]:
    """The key of the card with most words, and its sheet at its longest: bitten and in love."""
    narration, found = Narration.load(language), {}
    for key, card in {one.key: one for book in RULEBOOKS.values() for one in book.cards}.items():
        ana, bob = Seat(0, "Ana", card), Seat(1, "Bob", card)
        found[key] = dealt(telling, narration, ana, Show([ana], "infected"), Show([ana], "lover", seat=bob))
    return max(found.items(), key=lambda each: len(each[1]))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_longest_card_and_its_portrait_need_no_scrolling_on_any_screen(
    phone: NightPhone, language: str
) -> None:
    role, words = longest_card(language)
    browser, title = phone.browser, words.splitlines()[0]
    phone.seated()
    phone.host.tell(language=language)
    for board, screen, at, inside in (
        (DEAL, SeatScreen(ME, "deal", 2), ".card", ".card"),
        (DEBATE, SeatScreen(ME, "debate", 3), "[data-key=card]", "#sheet"),
    ):
        phone.tell(Told(screen, "", words, "", role))
        phone.host.tell(board=board, covered=board is DEAL, said=SAID)
        phone.host.until(lambda: browser.is_shown(at))  # noqa: B023
        for called, size in SIZES.items():
            browser.size(*size)
            browser.drawn()
            browser.down(at)
            phone.host.until(lambda: browser.text(inside).startswith(title))  # noqa: B023
            browser.drawn()
            look_at(browser.picture(), f"card.{board.scene}.{language}.{called}")
            assert [is_seen for is_mine, is_seen, _ in browser.run(IMAGES, inside) if is_mine] == [True]
            for one in (inside, "#scene"):
                over = f"(one => one.scrollHeight - one.clientHeight)(document.querySelector('{one}'))"
                assert browser.run(over) <= 1, (board.scene, called)
            assert browser.findings() == []
            browser.up()
            phone.host.until(lambda: browser.run(CLOSED) or size == SIZES["tablet"])  # noqa: B023
    browser.size(*PHONE)


def test_everybody_sees_the_portraits_of_the_rules_as_they_are_public(phone: NightPhone) -> None:
    phone.seated()
    shows(phone, DEBATE, SeatScreen(ME, "debate", 3), "villager")
    browser = phone.browser
    for size in (PHONE, TABLET):
        browser.size(*size)
        browser.drawn()
        if size == PHONE:
            browser.tap("[data-key=village]")
        phone.host.until(lambda: browser.run("document.images.length"))
        [(is_inside, is_seen, _)] = browser.run(IMAGES, "h4")
        assert is_inside
        assert is_seen, "beside the one page that is about a card"
        assert browser.findings() == []
        if size == PHONE:
            browser.tap("#sheet")
    browser.size(*PHONE)
