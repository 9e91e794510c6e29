"""The table's end of the board's page: what is taken of the room's picture, and when; what is sent."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import msgspec
import pygame
import pytest
from pygame import Surface

from hardware.phones.board_link import BACK_S, LARGEST_PX, PICTURES_A_SECOND, STRIP_PX, BoardLink
from hardware.phones.board_wire import (
    BoardCaption,
    BoardKeys,
    BoardPicture,
    BoardPlays,
    BoardScreens,
    BoardToGateway,
    Size,
    board_socket,
)
from hardware.phones.wire import packed, unpacked

WAITS_S = 10.0
KEYS = BoardKeys("123456", "f" * 32)
TELEVISION: Size = (640, 480)


class BoardGateway:
    """A gateway as the table's board sees it."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(WAITS_S)
        self.socket.connect(str(path))
        self._stream = self.socket.makefile("rb")

    def look(self, *screens: Size, hears: bool = False) -> None:
        self.socket.sendall(packed(BoardScreens(screens, hears)))

    def heard(self) -> BoardToGateway:
        body = unpacked(self._stream)
        assert body is not None
        message: BoardToGateway = msgspec.msgpack.decode(body, type=BoardToGateway)
        return message

    def picture(self) -> BoardPicture:
        message = self.heard()
        assert isinstance(message, BoardPicture)
        return message

    def close(self) -> None:
        self._stream.close()
        self.socket.close()


class PageStand:
    """A board's page whose room has time that is moved by hand."""

    def __init__(self, path: Path) -> None:
        self.now_s = 100.0
        self.path = path
        self.link = BoardLink(path, lambda: self.now_s)
        self.number = 0
        self.gateway = BoardGateway(path)

    def take(self, colours: list[str], size: Size = TELEVISION) -> None:
        """Draws another picture, of bars of these colours from top to bottom, and offers it."""
        self.number += 1
        self.link.take(bars(colours, size), self.number)

    def look(self, *screens: Size) -> None:
        """These screens look from now on."""
        self.gateway.look(*screens)
        until(lambda: tuple(self.link.screens) == screens)
        if screens:
            self.due()

    def due(self) -> None:
        """Time goes on until the next picture would be taken."""
        self.now_s += 1 / PICTURES_A_SECOND
        until(lambda: self.link.is_due)


def until(holds: Callable[[], object]) -> None:
    """Waits for the threads of a link."""
    ends_s = time.monotonic() + WAITS_S
    while not holds():
        assert time.monotonic() < ends_s, "it did not come to hold"
        time.sleep(0.001)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[PageStand]:
    made = PageStand(board_socket(tmp_path / "phones.sock"))
    yield made
    made.link.close()
    made.gateway.close()


def bars(colours: list[str], size: Size = TELEVISION) -> Surface:
    picture = Surface(size)
    high = size[1] // len(colours)
    for number, colour in enumerate(colours):
        picture.fill(colour, (0, number * high, size[0], high))
    return picture


def colours_of(message: BoardPicture) -> dict[int, str]:
    """The colour in the middle of each strip, by its top line, as far as JPEG tells: "blue"."""
    found = {}
    for top, strip in message.strips:
        image = pygame.image.load(BytesIO(strip), "strip.jpg")
        assert image.get_width() == message.size[0]
        assert image.get_height() == min(STRIP_PX, message.size[1] - top)
        pixel = image.get_at(image.get_rect().center)
        names = ("red", "green", "blue", "white")
        found[top] = min(
            names, key=lambda name: sum(abs(a - b) for a, b in zip(pixel, pygame.Color(name), strict=True))
        )
    return found


def test_nothing_is_taken_while_nobody_looks(stand: PageStand) -> None:
    assert not stand.link.is_due
    stand.take(["red"])
    stand.look(TELEVISION)
    stand.take(["blue"])
    assert set(colours_of(stand.gateway.picture()).values()) == {"blue"}
    stand.look()
    assert not stand.link.is_due


def test_the_first_picture_is_whole_and_the_next_are_what_changed(stand: PageStand) -> None:
    stand.look(TELEVISION)
    stand.take(["red", "red", "red", "red", "red"])
    first = stand.gateway.picture()
    assert (first.screen, first.size) == (TELEVISION, TELEVISION)
    assert colours_of(first) == dict.fromkeys(range(0, 480, STRIP_PX), "red")
    stand.due()
    stand.take(["red", "red", "red", "blue", "red"])
    assert colours_of(stand.gateway.picture()) == {288: "blue", 336: "blue"}
    stand.due()
    stand.take(["red", "red", "red", "blue", "red"])
    stand.due()
    stand.take(["green", "red", "red", "blue", "red"])
    assert colours_of(stand.gateway.picture()) == {0: "green", 48: "green"}, "the same picture is not sent"


def test_at_most_fifteen_pictures_a_second_and_the_last_one_is_never_lost(stand: PageStand) -> None:
    stand.look(TELEVISION)
    stand.take(["red"])
    stand.gateway.picture()
    stand.take(["green"])
    stand.take(["blue"])
    stand.due()
    stand.link.take(bars(["blue"]), stand.number)
    assert set(colours_of(stand.gateway.picture()).values()) == {"blue"}


def test_a_screen_that_comes_later_is_sent_a_picture_that_did_not_change(stand: PageStand) -> None:
    stand.look(TELEVISION)
    stand.take(["red"])
    stand.gateway.picture()
    stand.look((320, 240), TELEVISION)
    stand.link.take(bars(["red"]), stand.number)
    late = stand.gateway.picture()
    assert (late.screen, late.size) == ((320, 240), (320, 240))
    assert set(colours_of(late).values()) == {"red"}


@pytest.mark.parametrize(
    ("screen", "size"),
    [
        ((640, 480), (640, 480)),
        ((320, 480), (320, 240)),
        ((1280, 240), (320, 240)),
        ((1920, 1080), (640, 480)),
    ],
)
def test_a_picture_is_no_larger_than_the_screen_nor_than_it_was_drawn(
    stand: PageStand, screen: Size, size: Size
) -> None:
    stand.look(screen)
    stand.take(["green"])
    assert stand.gateway.picture().size == size


@pytest.mark.parametrize(
    ("screens", "size"),
    [
        ([(1280, 720)], (1280, 720)),
        ([(600, 900), (1280, 720), (300, 300)], (1280, 720)),
        ([(3840, 2160)], LARGEST_PX),
        ([(1200, 2000)], (1080, 1800)),
        ([(2560, 1080)], (1920, 810)),
    ],
)
def test_a_board_without_a_screen_of_its_own_is_as_large_as_the_largest_that_looks(
    stand: PageStand, screens: list[Size], size: Size
) -> None:
    stand.look(*screens)
    assert stand.link.size == size


def test_a_gateway_that_comes_again_is_told_all_that_counts(stand: PageStand) -> None:
    stand.link.tell(KEYS)
    assert stand.gateway.heard() == KEYS
    for said in ("Night falls.", "Night falls.", "The Seer."):
        stand.link.tell(BoardCaption(said))
    while stand.gateway.heard() != BoardCaption("The Seer."):
        pass
    stand.look(TELEVISION)
    stand.gateway.close()
    until(lambda: not stand.link.screens)
    stand.gateway = BoardGateway(stand.path)
    told = {type(message): message for message in (stand.gateway.heard(), stand.gateway.heard())}
    assert told == {BoardKeys: KEYS, BoardCaption: BoardCaption("The Seer.")}


def test_the_room_never_waits_for_a_gateway_that_does_not_read(stand: PageStand) -> None:
    stand.look((1920, 1080))
    noise = Surface((1920, 1080))
    for number in range(0, 1080, 2):
        noise.fill((number % 256, number * 7 % 256, number * 31 % 256), (0, number, 1920, 1))
    slowest_s = 0.0
    for number in range(200):
        stand.now_s += 1.0
        noise.set_at((0, 0), (number, 0, 0))
        began_s = time.thread_time()
        stand.link.take(noise, number)
        slowest_s = max(slowest_s, time.thread_time() - began_s)
    assert slowest_s < 0.03, "of the room's own time: a copy"


def test_it_is_heard_where_a_screen_hears_and_a_lost_one_may_come_back(stand: PageStand) -> None:
    stand.link.plays(True)
    assert stand.gateway.heard() == BoardPlays(True)
    stand.look(TELEVISION)
    assert not stand.link.is_heard, "nobody has touched the page"
    stand.gateway.look(TELEVISION, hears=True)
    until(lambda: stand.link.is_heard)
    stand.gateway.close()
    until(lambda: not stand.link.screens)
    assert stand.link.is_heard
    stand.gateway = BoardGateway(stand.path)
    assert stand.gateway.heard() == BoardPlays(True)
    stand.now_s += BACK_S
    assert not stand.link.is_heard


def test_two_tables_do_not_share_a_page(stand: PageStand) -> None:
    with pytest.raises(OSError, match="another table has the board's page"):
        BoardLink(stand.path)
