"""The page of a phone by night, in a real browser: its cells, what a finger on it says, and what is read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.debounce import Kind
from hardware.phones.wire import EntryState, MenuState, SeatScreen
from tests.kit.browser import look_at
from tests.kit.night_phone import ASLEEP, CALLED, NAMES, SIZES, NightPhone, Told
from tests.kit.phone_stand import MINE
from tests.kit.sampling import ways

CELL = "#night-cells button:nth-child({})"
NOBODY, ANSWER = CELL.format(len(NAMES) + 1), "#night-answer"
FINGER = 44
"""Pixels of a page that a finger needs."""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightPhone]:
    made = NightPhone(tmp_path_factory.mktemp("night"))
    yield made
    made.close()


@pytest.mark.parametrize("told", [ASLEEP, CALLED])
def test_a_tap_and_a_hold_are_sent_called_or_not(night: NightPhone, told: Told) -> None:
    night.falls()
    night.knows(told)
    for selector in (CELL.format(1), CELL.format(5), NOBODY):
        night.browser.tap(selector)
        night.hold(selector, 0.75)
    assert night.said(6) == [(seat, kind) for seat in (1, 5, 0) for kind in (Kind.PRESS, Kind.HOLD)]
    night.browser.down(CELL.format(1))
    (held,) = night.touches(1)
    assert (held.kind, held.key) == (Kind.HOLD, told.screen.key)
    assert held.time_s - held.began_s >= 0.6 - 0.01
    night.browser.up()
    night.browser.tap(NOBODY)
    assert night.said(1) == [(0, Kind.PRESS)], "a hold is sent once, while the finger is down"


def test_one_cell_says_what_a_seats_only_button_says(night: NightPhone) -> None:
    night.falls()
    night.browser.tap(ANSWER)
    night.hold(ANSWER, 0.8)
    assert night.said(2) == [(None, Kind.PRESS), (None, Kind.HOLD)]
    night.browser.down(ANSWER)
    assert night.said(1) == [(None, Kind.LONG_HOLD)], "at three seconds"
    night.browser.up()
    night.browser.tap(ANSWER)
    assert night.said(1) == [(None, Kind.PRESS)]


def test_one_thumb_reads_while_the_other_chooses(night: NightPhone) -> None:
    night.falls()
    night.knows(CALLED)
    points = [
        {"x": x, "y": y, "id": number}
        for number, (x, y) in enumerate(map(night.browser.at, ("#night-now", CELL.format(1))))
    ]
    for down in (points[:1], points):
        night.browser.tell("Input.dispatchTouchEvent", type="touchStart", touchPoints=down)
    assert night.said(1) == [(1, Kind.HOLD)]
    before = night.pixels()
    night.tell(
        CALLED._replace(slip="Locked: Papi.", screen=SeatScreen(MINE + 1, "choose", 8, (1, 2), 1, (1,)))
    )
    night.host.until(lambda: night.words() == "Locked: Papi.")
    assert night.pixels() != before
    night.browser.up()
    night.host.until(lambda: not night.words())


def test_reading_by_night_tells_the_table_nothing(night: NightPhone) -> None:
    night.falls()
    night.knows(CALLED)
    night.touches(0)
    for field in ("now", "card", "told"):
        night.hold(f"#night-{field}", 0.8)
    night.browser.tap(NOBODY)
    assert night.said(1) == [(0, Kind.PRESS)]


def test_a_menu_by_night_has_the_cells_of_all(night: NightPhone) -> None:
    night.falls()
    entries = (EntryState("Go on", "", ""), EntryState("Volume", "5", ""))
    board = night.host.table.board
    menu = MenuState("Host", entries, 1, "", 1)
    night.host.tell(board=type(board)(scene="night", places=board.places, menu=menu))
    night.settled()
    assert names(night)[:3] == ["1 Go on", "2 Volume: 5", "3"]
    night.browser.tap(CELL.format(2))
    assert night.said(1) == [(2, Kind.PRESS)]


def names(night: NightPhone) -> list[str]:
    """The buttons of the page in their order, as a screen reader reads them."""
    nodes = night.browser.tell("Accessibility.getFullAXTree")["nodes"]
    return [str(node["name"]["value"]) for node in nodes if node.get("role", {}).get("value") == "button"]


def press(night: NightPhone, name: str) -> None:
    """A screen reader presses a button by its name."""
    night.browser.run(
        "[...document.querySelectorAll('#night button')]"
        ".find((one) => one.ariaLabel === arguments[0]).click()",
        name,
    )


def test_a_blind_player_chooses_and_reads_by_names_alone(night: NightPhone) -> None:
    night.falls()
    night.knows(CALLED)
    seats = [f"{number} {name}" for number, name in enumerate(NAMES, start=1)]
    twins = ["Choose the one touched last", "Next, Hold: yes: hold", "Next, Hold: yes: long hold"]
    reads = ["Read: Now", "Read: My card", "Read: What I know"]
    assert names(night) == [*seats, "Nobody", "Next, Hold: yes", *twins, *reads]
    press(night, seats[1])
    press(night, twins[0])
    press(night, twins[1])
    press(night, twins[2])
    said = [(2, Kind.PRESS), (2, Kind.HOLD), (None, Kind.HOLD), (None, Kind.LONG_HOLD)]
    assert night.said(4) == said
    night.browser.driver.execute_script(
        "window.noted.timer = window.setTimeout;"
        "window.setTimeout = (call, ms, ...given) => {"
        "  window.noted.ms = ms; window.noted.later = () => call(...given); }"
    )
    for name, words in zip(reads, (CALLED.slip, CALLED.card, CALLED.told), strict=True):
        press(night, name)
        assert night.words() == words
        assert night.noted("ms") == 5000
        night.browser.run("window.noted.later()")
        assert night.words() == ""
    night.browser.run("window.setTimeout = window.noted.timer")
    assert night.browser.findings() == []


def test_at_dawn_nothing_stays_on_the_page(night: NightPhone) -> None:
    night.falls()
    night.knows(CALLED)
    night.browser.down("#night-card")
    night.browser.drawn()
    night.host.tell(covered=False)
    night.host.until(lambda: not night.browser.is_shown("#night"))
    assert night.words() == ""
    assert night.browser.run("document.querySelector('#night-light').width") == 1
    night.browser.up()
    night.host.tell(covered=True)
    night.host.until(lambda: night.browser.is_shown("#night"))
    assert night.words() == ""


@pytest.mark.parametrize(("size", "ratio"), SIZES)
def test_every_cell_has_room_for_a_finger_without_scrolling(
    night: NightPhone, size: tuple[int, int], ratio: float
) -> None:
    night.falls()
    night.browser.size(*size, ratio)
    for language, seats, letters in ways(("en", "fr"), (4, 12, 24), (100, 200)):
        night.falls(seats, language=language)
        night.browser.run("(document.documentElement.style.fontSize = arguments[0])", f"{letters}%")
        night.browser.size(*size, ratio)
        night.browser.drawn()
        look_at(night.browser.picture(), f"night.{size[0]}.{seats}.{language}.{letters}")
        boxes = [night.browser.box(CELL.format(cell)) for cell in range(1, max(seats, 8) + 3)]
        assert all(bottom - top >= FINGER and right - left >= FINGER for left, top, right, bottom in boxes)
        rest = [night.browser.box(f"#night-{part}") for part in ("box", "fields", "line")]
        for left, top, right, bottom in (*boxes, *rest):
            assert 0 <= left < right <= size[0]
            assert 0 <= top < bottom <= size[1]
