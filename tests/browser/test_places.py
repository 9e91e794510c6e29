"""The page of a phone without a place, in a real browser: all places on one page, a name asked for once."""

from __future__ import annotations

from typing import Any

import pytest

from hardware.phones.wire import ChairState, SeatAnswer
from tests.kit.boards import ENGLISH_NAMES, NAMES
from tests.kit.browser import PHONE, TABLET, Browser, look_at
from tests.kit.phone_stand import MINE, Stand


def test_a_name_is_asked_for_once_and_can_be_changed(stand: Stand) -> None:
    browser, host = stand.browser, stand.host
    stand.seated()
    browser.run("localStorage.setItem('garou.name', 'Zoé')")
    stand.open()
    for name in ("Zoé", "Léa"):
        host.names.clear()
        browser.tap("#leave")
        browser.tap("#go")
        host.until(lambda: browser.is_shown("#join"))
        browser.tap(f"#circle button:nth-of-type({MINE + 1})")
        assert browser.text("#sit") == "Sit down as Zoé"
        assert not browser.is_shown("#name")
        if name != "Zoé":
            browser.tap("#rename")
            assert (browser.text("#sit"), browser.is_shown("#rename")) == ("Sit down here", False)
            browser.driver.find_element("id", "name").send_keys(name)
        browser.tap("#sit")
        host.until(lambda: browser.is_shown("#day"))
        assert host.names == {MINE: name}
    browser.tap("#leave")
    browser.tap("#go")
    host.until(lambda: browser.is_shown("#join"))
    browser.tap(f"#circle button:nth-of-type({MINE + 1})")
    assert not browser.is_shown("#name")
    token = str(browser.run("localStorage.getItem('garou')"))
    host.link.seat(SeatAnswer(token, None, "Somebody has this name."))
    host.until(lambda: browser.is_shown("#name"))
    assert browser.text("#why") == "Somebody has this name."
    browser.run("localStorage.removeItem('garou.name')")


SMALL, WIDE = (320, 568), (740, 360)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("size", "seats"),
    [(SMALL, 12), (PHONE, 12), (PHONE, 24), (WIDE, 12), (WIDE, 24), (TABLET, 12), (TABLET, 24)],
)
def test_all_places_are_on_one_page(stand: Stand, size: tuple[int, int], seats: int, language: str) -> None:
    stand.browser.size(*size)
    places_with(stand, seats, language)
    look_at(stand.browser.picture(), f"places.{language}.{seats}.{size[0]}")
    assert broken_places(stand.browser) == []
    assert stand.browser.run("[innerWidth, document.documentElement.scrollHeight]") == [*size]
    tops = {round(stand.browser.box(f"#circle button:nth-of-type({n + 1})")[1]) for n in range(seats)}
    rows = {(WIDE, 12): 3, (WIDE, 24): 4}.get((size, seats), 8 if seats > 16 else 6)
    assert len(tops) == rows, "in two columns, or in three of more than sixteen"
    stand.browser.tap("#circle button:nth-of-type(3)")
    look_at(stand.browser.picture(), f"places.form.{language}.{seats}.{size[0]}")
    assert stand.browser.is_shown("#sit")
    assert stand.browser.box("#sit")[3] <= size[1]


@pytest.mark.parametrize("size", [SMALL, PHONE, WIDE, TABLET])
def test_letters_twice_as_large_break_no_name_and_need_no_scrolling_aside(
    stand: Stand, size: tuple[int, int]
) -> None:
    stand.browser.size(*size)
    places_with(stand, 12, "fr")
    stand.browser.run("document.documentElement.style.fontSize = '32px'")
    stand.browser.drawn()
    look_at(stand.browser.picture(), f"places.large.{size[0]}")
    assert broken_places(stand.browser) == []
    assert stand.browser.run("document.documentElement.scrollWidth") == size[0]


def places_with(stand: Stand, seats: int, language: str) -> None:
    """Opens the page of a table of so many places, two of them taken."""
    names = {"en": ENGLISH_NAMES, "fr": NAMES}[language]
    states: list[Any] = ["free", "phone", "free", "free", "phone", *["free"] * (seats - 5)]
    stand.host.tell(
        language=language,
        chairs=tuple(
            ChairState(names[place], state, state == "free", state == "free", place == 1)
            for place, state in enumerate(states)
        ),
    )
    stand.host.owners.clear()
    stand.open()
    stand.browser.drawn()


def broken_places(browser: Browser) -> list[str]:
    """The places whose words do not fit, or that lie over another."""
    script = """(() => {
        const places = [...document.querySelectorAll("#circle button")];
        const boxes = places.map((one) => one.getBoundingClientRect());
        const lies = (a, b) =>
            a.left < b.right - .5 && b.left < a.right - .5 && a.top < b.bottom - .5 && b.top < a.bottom - .5;
        const fits = (one) => {
            const words = document.createRange(), box = one.getBoundingClientRect();
            words.selectNodeContents(one.firstChild);
            const part = words.getBoundingClientRect();
            const lines = new Set([...words.getClientRects()].map((rect) => rect.top)).size;
            const most = one.firstChild.textContent.split(/[ -]/).length;
            return part.left >= box.left && part.right <= box.right && lines <= most;
        };
        const isApart = (at) => !boxes.some((box, other) => other !== at && lies(box, boxes[at]));
        return places.filter((one, at) => !fits(one) || !isApart(at)).map((one) => one.textContent);
    })()"""
    found: list[str] = browser.run(script)
    return found
