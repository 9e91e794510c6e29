"""The board's page in a real browser: the code, the picture, lost connections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.kit.browser import look_at
from tests.kit.phone_stand import Stand
from tests.kit.shown_board import CODE, IN_STEP_MS, TELEVISION, ShownBoard

UPRIGHT = (600, 900)


@pytest.fixture(scope="module")
def shown(stand: Stand) -> Iterator[ShownBoard]:
    made = ShownBoard(stand)
    yield made
    made.link.close()


def test_nothing_is_shown_before_the_code_which_is_typed_once(shown: ShownBoard) -> None:
    browser = shown.opened("654321")
    shown.until(lambda: browser.text("#why") == "This is not the code.")
    look_at(browser.picture(), "board.code")
    assert not browser.is_shown("#board")
    assert not shown.link.screens
    assert browser.text("#asks a") == "Take a place at the table with this screen instead"
    browser.driver.find_element("id", "code").send_keys(CODE)
    browser.tap("#open button")
    shown.until(lambda: shown.is_seen(TELEVISION))
    look_at(browser.picture(), "board")
    shown.opened(None)
    shown.until(lambda: shown.is_seen(TELEVISION))


def test_a_screen_shows_each_change_in_its_own_size_and_says_the_caption(shown: ShownBoard) -> None:
    browser = shown.opened(None)
    shown.until(lambda: shown.is_seen(TELEVISION))
    shown.board = replace(shown.board, caption="Night falls over the village.")
    shown.until(lambda: browser.run("document.querySelector('#said').textContent") == shown.board.caption)
    shown.until(lambda: shown.is_seen(TELEVISION))
    assert browser.run("document.querySelector('#said').ariaLive") == "polite"
    browser.size(*UPRIGHT)
    shown.until(lambda: shown.is_seen(UPRIGHT))


def test_a_touch_lets_the_page_be_heard_until_it_is_muted_or_closed(
    shown: ShownBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.phones.board_link.BACK_S", 0.0)
    shown.link.plays(True)
    browser = shown.opened(None)
    shown.until(lambda: shown.is_seen(TELEVISION) and browser.is_shown("#hear"))
    look_at(browser.picture(), "board.hear")
    assert browser.text("#hear") == "Touch here to hear the table"
    assert browser.box("#hear")[1] < TELEVISION[1] / 4, "captions are below"
    assert not shown.link.is_heard
    browser.tap("#hear")
    shown.until(lambda: shown.link.is_heard)
    browser.run("audio.suspend()")
    shown.until(lambda: not shown.link.is_heard)
    browser.run("document.dispatchEvent(new Event('visibilitychange'))")
    shown.until(lambda: shown.link.is_heard)
    shown.stand.stop()
    shown.until(lambda: not shown.link.is_heard)
    shown.stand.start()
    shown.until(lambda: shown.link.is_heard)
    shown.opened(None)
    shown.until(lambda: not shown.link.is_heard and browser.is_shown("#hear"))
    mutes: list[Callable[[], object]] = [lambda: browser.run("audio.suspend()"), lambda: shown.opened(None)]
    for mute in mutes:
        browser.tap("#hear")
        shown.until(lambda: shown.link.is_heard and not browser.is_shown("#hear"))
        shown.link.play(bytes([0, 20] * 2 * 882))
        shown.until(lambda: browser.run("playsAt") > 0)
        mute()
        shown.until(lambda: not shown.link.is_heard and browser.is_shown("#hear"))
    shown.link.plays(False)
    shown.until(lambda: not browser.is_shown("#hear"))


def test_the_voice_keeps_step_with_its_captions(shown: ShownBoard, tmp_path: Path) -> None:
    """The best of a few lines: a busy machine may hold up the others."""
    lines = shown.speak(tmp_path, 4)
    assert min(line.apart_ms for line in lines) <= IN_STEP_MS, lines


def test_a_screen_says_that_the_table_is_gone_and_comes_back_by_itself(shown: ShownBoard) -> None:
    browser = shown.opened(None)
    shown.until(lambda: shown.is_seen(TELEVISION))
    shown.stand.stop()
    shown.until(lambda: browser.is_shown("#gone"))
    assert browser.text("#gone") == "The table is gone. As soon as it is back, so is the board."
    shown.stand.start()
    shown.until(lambda: shown.is_seen(TELEVISION))
    assert not browser.is_shown("#gone")
