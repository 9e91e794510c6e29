"""The page of the phones in a real browser, with the real gateway: places, fingers, lost connections."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest

from hardware.phones.wire import NAME_MOST, ChairState, PhoneLost, SeatRequest
from tests.kit.browser import PHONE, TABLET, Browser, Host, look_at
from tests.kit.phone_stand import CHAIRS, MINE, Stand, presses

NIGHT = bytes([24, 12, 0])


def places_at(browser: Browser) -> list[str]:
    """The numbers of the places on the page, row by row."""
    boxes = {str(place): browser.box(f"#circle button:nth-of-type({place + 1})") for place in range(8)}
    return sorted(boxes, key=lambda place: (boxes[place][1], boxes[place][0]))


def test_a_phone_takes_a_place_with_a_name(stand: Stand) -> None:
    browser, host = stand.browser, stand.host
    states: list[Any] = ["free", "phone", "free", "pod", "bot", "shut", "free", "free"]
    host.tell(
        chairs=tuple(
            ChairState(f"Place {place}", state, state == "free", state in ("free", "pod"), place == 1)
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
    assert browser.run("document.querySelectorAll('#circle button:disabled').length") == 3
    assert not browser.text("#said-join"), "it says how to find the page that is open"
    assert "plain http" in browser.text("#join")
    browser.tap("#circle button:nth-of-type(4)")
    assert (browser.is_shown("#sit"), browser.is_shown("#only")) == (False, True), "somebody sits at a pod"
    browser.tap(f"#circle button:nth-of-type({MINE + 1})")
    assert (browser.is_shown("#sit"), browser.is_shown("#only")) == (True, False)
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
        stand.browser.drawn()  # the circle has its size
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
    assert names == ["Press", "Press: hold", "Press: long hold", "Hold to read", "Leave"]
    assert stand.browser.run("document.querySelector('#said').ariaLive") == "polite"


WRITTEN = """[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
    .map((one) => {
        let ground = one;
        while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
        return [one.textContent, getComputedStyle(one).color, getComputedStyle(ground).backgroundColor];
    })"""
"""Every text that is seen, its colour and that of its ground."""


def luminance(colour: str) -> float:
    """The relative luminance of "rgb(...)", as the WCAG defines it."""
    coded = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in coded]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


@pytest.mark.parametrize("is_covered", [False, True])
def test_every_text_can_be_told_from_its_ground_by_day_and_by_night(stand: Stand, is_covered: bool) -> None:
    stand.seated()
    stand.host.tell(covered=is_covered)
    stand.settled("Night falls.")
    written = stand.browser.run(WRITTEN)
    assert {"Place 2", "Press", "Hold to read", "Night falls."} <= {text for text, _, _ in written}
    for text, *colours in written:
        darker, brighter = sorted(map(luminance, colours))
        assert (brighter + 0.05) / (darker + 0.05) >= 4.5, text


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


def test_pictures_to_look_at(stand: Stand) -> None:
    """By day, in the deal and by night nothing is cut off, on a phone and on a tablet."""
    stand.seated()
    slip = "The Seer\nEach night she looks at one card. Turn the light with a press, choose with a hold."
    for size, called in (((320, 568), "small"), (PHONE, "phone"), (TABLET, "tablet"), ((740, 360), "wide")):
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
