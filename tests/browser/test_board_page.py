"""The board's page in a real browser: the code, the picture, lost connections."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import Any

import pygame
import pytest
from msgspec.structs import replace

from hardware.phones.board_link import BoardLink
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.screen import MemoryScreen
from table.board.board import Board
from table.board.paint.fullscreen import FullScreen, PagedView
from table.board.paint.scenes import Painter
from tests.kit.boards import board
from tests.kit.browser import look_at
from tests.kit.phone_stand import Stand

TELEVISION, UPRIGHT = (1280, 720), (600, 900)
CODE, KEY = "123456", "0123456789abcdef" * 2
LIKE = 6.0
"""How far the colours of JPEG are from the painter's, of 255, on average."""


class ShownBoard:
    """A table's board that only pages show, in a room that draws it again and again."""

    def __init__(self, stand: Stand) -> None:
        self.stand = stand
        self.board: Board = board("debate", 8)
        self.link = BoardLink(board_socket(stand.host.path))
        self.link.tell(BoardKeys(CODE, KEY))
        self._view = PagedView(FullScreen(MemoryScreen(lambda: self.link.size)), self.link, seen=False)

    def until(self, holds: Callable[[], object]) -> None:
        """Draws until something holds."""

        def drawn() -> object:
            self._view.show(self.board, 0.0)
            return holds()

        self.stand.host.until(drawn)

    def is_seen(self, size: tuple[int, int]) -> bool:
        """Whether the page shows this board, as the painter draws it in this size."""
        canvas = self.stand.browser.run("(c => [c.width, c.height])(document.querySelector('#board'))")
        if tuple(canvas) != size or not self.stand.browser.is_shown("#board"):
            return False
        seen = pygame.image.load(BytesIO(self.stand.browser.picture()))
        drawn = pygame.Surface(size)
        Painter().draw(drawn, self.board, 0.0)
        pixels = zip(pygame.image.tobytes(seen, "RGB"), pygame.image.tobytes(drawn, "RGB"), strict=True)
        apart = [abs(one - other) for one, other in pixels]
        return sum(apart) / len(apart) < LIKE


@pytest.fixture(scope="module")
def shown(stand: Stand) -> Iterator[ShownBoard]:
    made = ShownBoard(stand)
    yield made
    made.link.close()


def opened(shown: ShownBoard, code: str | None = CODE) -> Any:
    """Opens the page on a television; `code`: is typed, None: this screen has the key."""
    browser = shown.stand.browser
    shown.stand.host.tell(language="en")
    browser.size(*TELEVISION)
    browser.driver.get(f"{shown.stand.url}board")
    if code:
        shown.until(lambda: browser.is_shown("#code"))
        browser.driver.find_element("id", "code").send_keys(code)
        browser.tap("#open button")
    return browser


def test_nothing_is_shown_before_the_code_which_is_typed_once(shown: ShownBoard) -> None:
    browser = opened(shown, "654321")
    shown.until(lambda: browser.text("#why") == "This is not the code.")
    look_at(browser.picture(), "board.code")
    assert not browser.is_shown("#board")
    assert not shown.link.screens
    assert browser.text("#asks a") == "Take a place at the table with this screen instead"
    browser.driver.find_element("id", "code").send_keys(CODE)
    browser.tap("#open button")
    shown.until(lambda: shown.is_seen(TELEVISION))
    look_at(browser.picture(), "board")
    opened(shown, None)
    shown.until(lambda: shown.is_seen(TELEVISION))


def test_a_screen_shows_each_change_in_its_own_size_and_says_the_caption(shown: ShownBoard) -> None:
    browser = opened(shown, None)
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
    browser = opened(shown, None)
    shown.until(lambda: shown.is_seen(TELEVISION) and browser.is_shown("#hear"))
    look_at(browser.picture(), "board.hear")
    assert browser.text("#hear") == "Touch here to hear the table"
    assert not shown.link.is_heard
    mutes: list[Callable[[], object]] = [lambda: browser.run("audio.suspend()"), lambda: opened(shown, None)]
    for mute in mutes:
        browser.tap("#hear")
        shown.until(lambda: shown.link.is_heard and not browser.is_shown("#hear"))
        shown.link.play(bytes([0, 20] * 2 * 882))
        shown.until(lambda: browser.run("playsAt") > 0)
        mute()
        shown.until(lambda: not shown.link.is_heard and browser.is_shown("#hear"))
    shown.link.plays(False)
    shown.until(lambda: not browser.is_shown("#hear"))


def test_a_screen_says_that_the_table_is_gone_and_comes_back_by_itself(shown: ShownBoard) -> None:
    browser = opened(shown, None)
    shown.until(lambda: shown.is_seen(TELEVISION))
    shown.stand.stop()
    shown.until(lambda: browser.is_shown("#gone"))
    assert browser.text("#gone") == "The table is gone. As soon as it is back, so is the board."
    shown.stand.start()
    shown.until(lambda: shown.is_seen(TELEVISION))
    assert not browser.is_shown("#gone")
