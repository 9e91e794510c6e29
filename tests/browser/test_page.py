"""The page of the phones in a real browser, with the real gateway: fingers, slips, light by night."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from hardware.phones.wire import NAME_MOST, SLIP_BYTES, ChairState, PhoneLost, SeatRequest
from tests.kit.browser import PHONE, TABLET, Browser, Host, Light, Tap, light_of, look_at
from tests.kit.phone_stand import CHAIRS, MINE, Stand
from tests.kit.sampling import THOROUGH, few, some

NIGHT = bytes([24, 12, 0])
EDGES_BYTES = 160
"""Bytes of every message of the buttons."""
MASKED = 8
"""Bytes before a message of that length from a browser."""
SIZES = (PHONE, TABLET, (320, 568), (740, 360))
SAME = 0.005
"""How much brighter than another a page by night may be, as a share of white."""


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    made = Stand(tmp_path_factory.mktemp("phones"))
    yield made
    made.close()


def presses(stand: Stand, since: int) -> list[tuple[int, int, bool]]:
    return [(edge.seat, edge.button, edge.down) for edge in stand.host.edges[since:]]


def places_at(browser: Browser) -> list[str]:
    """The numbers of the places on the page, row by row."""
    boxes = {str(place): browser.box(f"#circle button:nth-of-type({place + 1})") for place in range(8)}
    return sorted(boxes, key=lambda place: (boxes[place][1], boxes[place][0]))


def test_a_phone_takes_a_place_with_a_name(stand: Stand) -> None:
    browser, host = stand.browser, stand.host
    states: list[Any] = ["free", "phone", "free", "pod", "bot", "shut", "free", "free"]
    host.tell(
        chairs=tuple(
            ChairState(f"Place {place}", state, state == "free", state != "shut", place == 1)
            for place, state in enumerate(states)
        ),
        said="The village looks for players.",
    )
    for size, called in ((PHONE, "phone"), (TABLET, "tablet")):
        browser.size(*size)
        stand.open()
        look_at(browser.picture(), f"join.{called}")
    browser.size(*PHONE)
    assert browser.text("#circle button:nth-of-type(2)").split("\n") == ["Place 1", "away"]
    assert places_at(browser) == ["0", "1", "7", "2", "6", "3", "5", "4"], "as on the board"
    assert browser.run("document.querySelectorAll('#circle button:disabled').length") == 1
    assert browser.text("#said-join") == "The village looks for players."
    assert "plain http" in browser.text("#join")
    browser.tap("#circle button:nth-of-type(2)")
    assert (browser.is_shown("#sit"), browser.is_shown("#only")) == (False, True), "a taken place is named"
    browser.tap(f"#circle button:nth-of-type({MINE + 1})")
    assert browser.is_shown("#sit")
    browser.driver.find_element("id", "name").send_keys("Zoé " + "x" * 40)
    browser.tap("#sit")
    host.until(lambda: browser.is_shown("#pod"))
    assert host.names == {MINE: ("Zoé " + "x" * 40)[:NAME_MOST]}
    assert list(host.owners.values()) == [MINE]
    assert browser.text("#who") == "Place 2"
    assert host.link.reached


def test_only_what_the_finger_does_is_sent_and_when_it_did_it(stand: Stand) -> None:
    stand.seated()
    before = len(stand.host.edges)
    for _ in range(3):
        stand.browser.down("#buttons button")
        stand.host.until(lambda: len(stand.host.edges) % 2 != before % 2)
        stand.browser.up()
        stand.host.until(lambda: len(stand.host.edges) % 2 == before % 2)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3
    stand.host.tell(covered=True)
    stand.settled()
    before = len(stand.host.edges)
    stand.browser.down("#buttons button")
    time.sleep(0.03)
    stand.browser.up()
    stand.host.until(lambda: len(stand.host.edges) == before + 2)
    first, second = stand.host.edges[before:]
    assert 0.02 < second.time_s - first.time_s < 0.25, "by its own stamps, though both came at once"


def test_two_or_three_buttons_share_the_circle(stand: Stand) -> None:
    stand.seated()
    for count in (2, 3):
        stand.host.tell(buttons=count)
        stand.host.until(lambda: stand.browser.is_shown(f"[data-button='{count - 1}']"))  # noqa: B023
        before = len(stand.host.edges)
        for number in range(count):
            stand.browser.tap(f"[data-button='{number}']")
        stand.host.until(lambda: len(stand.host.edges) == before + 2 * count)  # noqa: B023
        assert presses(stand, before) == [
            (MINE, number, down) for number in range(count) for down in (True, False)
        ]


def test_keys_and_a_screen_reader_press_and_hold(stand: Stand) -> None:
    stand.seated()
    before = len(stand.host.edges)
    for key in (" ", "Enter"):
        stand.browser.run("document.querySelector('[data-button]').focus()")
        for kind in ("keyDown", "keyUp"):
            stand.browser.tell("Input.dispatchKeyEvent", type=kind, key=key)
    stand.host.until(lambda: len(stand.host.edges) == before + 4)
    stand.browser.run("document.querySelector('[data-button]').click()")
    stand.host.until(lambda: len(stand.host.edges) == before + 6)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3
    stand.browser.run("document.querySelector('[data-hold=hold]').click()")
    stand.host.until(lambda: len(stand.host.edges) == before + 8)
    first, second = stand.host.edges[-2:]
    assert second.time_s - first.time_s > 0.9
    stand.slip("The Seer")
    stand.settled()
    stand.browser.run("document.querySelector('#look').click()")
    stand.host.until(lambda: stand.browser.run("document.querySelector('#words').textContent") == "The Seer")
    names = stand.browser.run("[...document.querySelectorAll('#pod button')].map(one => one.textContent)")
    assert names == ["Leave", "Press", "Press: hold", "Press: long hold", "Hold to read"]
    assert stand.browser.run("document.querySelector('#said').ariaLive") == "polite"


def test_the_slip_is_read_only_while_a_finger_holds_it_open(stand: Stand) -> None:
    stand.seated()
    stand.slip("The Seer\nShe sees.")
    stand.settled()
    assert stand.browser.run("document.querySelector('#words').textContent") == ""
    closed = stand.browser.picture()
    assert stand.held("#look") == "The Seer\nShe sees."
    stand.browser.drawn()
    assert light_of(stand.browser.picture()) == pytest.approx(light_of(closed), abs=1e-5)
    before = len(stand.host.edges)
    stand.browser.down("#buttons button")
    stand.settled()
    assert stand.browser.run("document.querySelector('#words').textContent") == ""
    stand.browser.up()
    stand.host.tell(opens=True)
    stand.settled()
    assert stand.held("#buttons button") == "The Seer\nShe sees."
    stand.host.until(lambda: len(stand.host.edges) == before + 4)
    assert stand.held("#look") == "The Seer\nShe sees."
    stand.host.until(lambda: len(stand.host.edges) == before + 6)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3, (
        "a card is there while it is down"
    )
    stand.slip("")
    stand.settled()
    assert stand.held("#look") == "Nothing for you right now."


def test_in_both_languages(stand: Stand) -> None:
    stand.seated()
    for language, words in (("fr", "Tenez pour lire"), ("en", "Hold to read")):
        stand.host.tell(language=language)
        stand.host.until(lambda: stand.browser.text("#look") == words)  # noqa: B023
        assert stand.browser.run("document.documentElement.lang") == language


def test_what_was_lost_comes_back_to_its_place(stand: Stand) -> None:
    """A reload, a gateway that is killed, a table that starts again; a finger that was down is lifted."""
    stand.seated()
    browser, host = stand.browser, stand.host
    browser.driver.refresh()
    host.until(lambda: browser.is_shown("#pod"))
    before = len(host.edges)
    browser.down("#buttons button")
    host.until(lambda: len(host.edges) == before + 1)
    stand.process.kill()
    host.until(lambda: len(host.edges) == before + 2)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)]
    host.until(lambda: browser.is_shown("#connecting"))
    assert browser.text("#connecting-words") == "Looking for the table…"
    assert isinstance(host.asked[-1], PhoneLost)
    browser.up()
    stand.stop()
    stand.start()
    host.until(lambda: browser.is_shown("#pod"))
    owners = host.owners
    host.close()
    host.until(lambda: browser.is_shown("#connecting"))
    stand.host = host = Host(stand.folder, CHAIRS)
    host.owners = owners
    host.until(lambda: host.asked and browser.is_shown("#pod"))
    assert host.asked == [SeatRequest(next(iter(owners)))]


def test_another_tab_takes_over_and_gives_back(stand: Stand) -> None:
    stand.seated()
    browser, host, first = stand.browser, stand.host, stand.browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(stand.url)
    host.until(lambda: browser.is_shown("#pod"))
    browser.driver.switch_to.window(first)
    host.until(lambda: browser.is_shown("#again"))
    assert "another window" in browser.text("#connecting")
    browser.run("document.querySelector('#again').click()")
    host.until(lambda: browser.is_shown("#pod"))
    browser.driver.switch_to.window(next(one for one in browser.driver.window_handles if one != first))
    browser.driver.close()
    browser.driver.switch_to.window(first)


def test_a_place_is_given_back_after_a_question(stand: Stand) -> None:
    stand.seated()
    browser, host = stand.browser, stand.host
    browser.tap("#leave")
    browser.tap("#stay")
    assert host.owners
    browser.tap("#leave")
    browser.tap("#go")
    host.until(lambda: browser.is_shown("#join"))
    assert host.owners == {}
    host.tell(wait="A round is under way: about 12 minutes.")
    host.until(lambda: "12 minutes" in browser.text("#why"))
    host.tell(wait="")
    host.until(lambda: not browser.text("#why"))


def test_by_night_the_phone_says_something_every_tenth_of_a_second_and_always_as_much(stand: Stand) -> None:
    """As somebody sees it who counts packets between phone and table, fingers or none."""
    with Tap(stand.port) as tap:
        stand.url = f"http://127.0.0.1:{tap.port}/"
        stand.seated()
        stand.host.tell(covered=True)
        stand.settled()
        time.sleep(0.2)
        before, edges = len(tap.sent), len(stand.host.edges)
        for _ in range(4):
            for selector in ("#buttons button", "#look"):
                stand.browser.down(selector)
                time.sleep(0.13)
                stand.browser.up()
        time.sleep(0.3)
        sent = tap.sent[before:]
        stand.host.until(lambda: len(stand.host.edges) == edges + 8)
    stand.url = f"http://127.0.0.1:{stand.port}/"
    assert {size for _, size in sent} == {MASKED + EDGES_BYTES}
    gaps = sorted(after - before for (before, _), (after, _) in pairwise(sent))
    assert 0.09 < gaps[len(gaps) // 2] < 0.11
    lasted_s = sent[-1][0] - sent[0][0]
    assert len(gaps) == pytest.approx(lasted_s / 0.1, rel=0.1)


def slips() -> list[str]:
    """Nothing, few words, and more and more up to the longest."""
    rng = random.Random(0)
    words = [
        "The",
        "Seer",
        "sees",
        "a",
        "werewolf",
        "at",
        "the",
        "Mill.",
        "Ünd",
        "Größe",
        "—",
        "Éclat,",
        "«là-bas»;",
        "WWWW",
        "mmm",
        "iii",
        "...",
        "’",
    ]
    made = ["", "Yes", "M" * SLIP_BYTES, "W " * (SLIP_BYTES // 2), "i" * 60, "a\nb\nc\nd\ne\nf\ng"]
    for _ in range(few(40, 4)):
        text = " ".join(rng.choices(words, k=rng.randint(1, 90)))
        made.append(text.encode()[: rng.randint(1, SLIP_BYTES)].decode(errors="ignore"))
    return made


def rings() -> list[bytes]:
    """Dark, as a night has them, and as none may have them."""
    needle = bytearray(48)
    for at in (0, 5, 6, 7):
        needle[3 * at : 3 * at + 3] = NIGHT
    return [
        bytes(48),
        bytes(needle),
        NIGHT * 4 + bytes(36),
        bytes(36) + NIGHT * 4,
        b"\xff" * 48,
        b"\xff\0\0" * 16,
    ]


@pytest.mark.parametrize("size", SIZES if THOROUGH else SIZES[:1], ids=str)
def test_by_night_every_page_sheds_the_same_light(stand: Stand, size: tuple[int, int]) -> None:
    stand.seated()
    stand.browser.size(*size)
    stand.host.tell(covered=True)
    shed: list[Light] = []

    def weigh() -> None:
        stand.settled()
        stand.host.tell(said="")
        stand.host.until(lambda: not stand.browser.text("#said"))
        stand.browser.drawn()
        shed.append(light_of(stand.browser.picture()))

    for ring in some(rings(), of=3):
        stand.light(ring)
        weigh()
    for words in some(slips(), of=3):
        stand.slip(words)
        stand.browser.down("#look")
        weigh()
        stand.browser.up()
    stand.browser.down("#buttons button")
    weigh()
    stand.browser.up()
    for measure in range(2):
        values = [each[measure] for each in shed]
        assert max(values) - min(values) < SAME
    assert max(shed)[0] < 0.05, "and dim"
    stand.browser.run("(document.querySelector('#ink').style.filter = 'invert(0.1)')")
    weigh()
    stand.browser.run("(document.querySelector('#ink').style.filter = '')")
    assert shed[-1].coded - shed[0].coded > SAME, "a brighter slip would be seen"


def test_pictures_to_look_at(stand: Stand) -> None:
    """By day, in the deal and by night nothing is cut off, on a phone and on a tablet."""
    stand.seated()
    slip = "The Seer\nEach night she looks at one card. Turn the light with a press, choose with a hold."
    for size, called in some(
        [((320, 568), "small"), (PHONE, "phone"), (TABLET, "tablet"), ((740, 360), "wide")], of=2
    ):
        stand.browser.size(*size)
        for scene, changes in {
            "day": {"covered": False},
            "deal": {"covered": False, "opens": True},
            "night": {"covered": True, "opens": False},
        }.items():
            stand.host.tell(**changes)
            stand.slip(slip)
            stand.light(NIGHT * 4 + bytes(36) if scene == "night" else b"\x59\x59\x59" * 3 + bytes(39))
            stand.browser.down("#look" if scene == "night" else "#buttons button")
            stand.settled()
            look_at(stand.browser.picture(), f"{scene}.{called}")
            stand.browser.up()
            wide, high = stand.browser.run("[document.body.scrollWidth, document.body.scrollHeight]")
            assert (wide, high) == size, "no need to scroll"
            for part in ("#look", "#buttons", "#ring", "#said", "#who"):
                left, top, right, bottom = stand.browser.box(part)
                assert 0 <= left < right <= wide, part
                assert 0 <= top < bottom <= high, part
    problems = [one for one in stand.browser.problems() if "favicon" not in one["message"]]
    assert [one for one in problems if "WebSocket" not in one["message"]] == []
