"""How phones find the table: the codes on its board say what they must, and the words can be read."""

from __future__ import annotations

from math import hypot

import pygame
import pytest
import segno
import zxingcpp
from msgspec.structs import replace
from pygame import Surface

from hardware.hotspot import (
    BLOCKED,
    DETAIL_CHARS,
    NO_ANSWER,
    NO_MANAGER,
    NO_WIFI,
    busy,
    refused,
)
from hardware.troubles import Trouble
from table.appliance.menu.menus import MenuTexts
from table.board.board import Board, Timer, Wifi
from table.board.menu import Menu, MenuEntry
from table.board.paint.join import INK, PAPER, QUIET, picture, wifi_code
from table.board.paint.land import LandKey, key_of
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine
from table.words.narration import Narration
from table.words.troubles import Troubles
from tests.kit.boards import board
from tests.kit.legible import faults, hard_to_read, overlapping, read
from tests.kit.sampling import ways

SIZES = ((1920, 1080), (1280, 720), (1024, 768), (1080, 1920))
"""Those of televisions and of an upright one."""
MORE_SIZES = (*SIZES, (1366, 768), (1024, 600))
SCREEN_M = 40 * 0.0254 * 16 / hypot(16, 9)
"""The longer side of a television of 40 inches."""
FAR_M = 3.0
FOCAL_PX = 1387
"""Of what a phone scans codes with: 1920 dots wide, by a lens of 26 mm on 36 mm."""
LONGEST = refused("802.1X supplicant took too long to authenticate him"[:DETAIL_CHARS])
LEAST_PX = 30
"""Of 1080 lines, for what has to be typed: to be read five metres away."""


def wifi_of(language: str) -> Wifi:
    word = Narration.load(language).word
    return Wifi("Garou 47", "kfzmhtrwbx", word("phones.join_wifi"), word("phones.open_page"))


def lobby(
    language: str, *, menu: bool = False, seats: int = 8, seated: int = 0, timer: bool = False
) -> Board:
    """A lobby where phones join the table's own Wi-Fi. `timer`: a clock runs."""
    entries = [MenuEntry(f"Entry {number}", "its value", "A note") for number in range(9)]
    shown, word = board("attract", seats, language=language), Narration.load(language).word
    for number, place in enumerate(shown.places):
        place.ready, place.marked, place.captain = number < seated, False, False
    return replace(
        shown,
        wifi=wifi_of(language),
        join="10.42.0.1:8080",
        people=word("phones.people", number=seated, expected=seats) if seated < seats else "",
        timer=Timer(30.0, 60.0) if timer else None,
        headline=word("phones.scan_both"),
        menu=Menu("Tonight", entries, 0, "Press: the next one. Hold: choose.") if menu else None,
    )


def drawn(shown: Board, size: tuple[int, int]) -> tuple[Surface, list[DrawnLine]]:
    surface, painter = Surface(size), Painter()
    return surface, painter.write(painter._frame(surface, size, shown, 0.0))


def beside_home(shown: Board) -> Board:
    """The same with the Wi-Fi at home alone."""
    return replace(shown, wifi=None, join="192.168.1.20:8080")


def scanned(surface: Surface) -> dict[str, int]:
    """The codes of a picture, and the height of each without the paper round it."""
    rows = surface.get_size()[::-1]
    grey = memoryview(pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")[::3]).cast("B", rows)
    found = ((code.text, code.position) for code in zxingcpp.read_barcodes(grey))
    return {text: at.bottom_left.y - at.top_left.y for text, at in found}


def from_afar(surface: Surface) -> set[str]:
    """What a phone reads on a board FAR_M away: a camera's picture has fewer dots than the board, and is not
    sharp."""
    dots = FOCAL_PX * SCREEN_M / FAR_M
    small = pygame.transform.smoothscale_by(surface, dots / max(surface.get_size()))
    return set(scanned(pygame.transform.gaussian_blur(small, 1)))


def modules(code: Surface) -> list[bytes]:
    """The dark squares of a code, as a scanner finds them."""
    size = next(x for x in range(code.get_width()) if code.get_at((x, x))[:3] == INK) // QUIET
    number = code.get_width() // size - 2 * QUIET
    middles = [size * (QUIET + at) + size // 2 for at in range(number)]
    return [bytes(code.get_at((x, y))[:3] == INK for x in middles) for y in middles]


@pytest.mark.parametrize(
    ("wifi", "text"),
    [
        (wifi_of("en"), "WIFI:T:WPA;S:Garou 47;P:kfzmhtrwbx;;"),
        (Wifi('a;b:c,d\\"', "p;q", "", ""), r"WIFI:T:WPA;S:a\;b\:c,d\\\";P:p\;q;;"),
    ],
)
def test_the_code_of_the_wifi_is_what_phones_join_by(wifi: Wifi, text: str) -> None:
    assert wifi_code(wifi) == text
    code = picture(wifi_code(wifi), 400)
    assert modules(code) == [bytes(row) for row in segno.make(text, error="l", micro=False).matrix]
    assert code.get_at((0, 0))[:3] == PAPER


@pytest.mark.parametrize("menu", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_both_codes_and_their_words_fit_and_can_be_read(
    size: tuple[int, int], language: str, menu: bool
) -> None:
    shown = lobby(language, menu=menu)
    surface, written = drawn(shown, size)
    assert not overlapping(written)
    assert not [fault for fault in faults(shown, written, size) if "join" in fault or "wifi" in fault]
    assert shown.wifi
    assert read(written, "join step") == shown.wifi.opens
    assert read(written, "wifi name") == f"{shown.wifi.joins} · {shown.wifi.name}"
    assert read(written, "wifi password") == shown.wifi.password
    assert read(written, "join") == shown.join
    typed = [line for line in written if line.what in ("wifi password", "join")]
    assert min(line.px for line in typed) * 1080 / min(size) >= LEAST_PX, [line.px for line in typed]
    assert {True} == {surface.get_at(line.rect.topleft)[:3] == PAPER for line in typed}


@pytest.mark.parametrize("trouble", [NO_MANAGER, NO_WIFI, BLOCKED, NO_ANSWER, busy("Livebox-5A3C"), LONGEST])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", SIZES[:3])
def test_why_the_wifi_stays_closed_can_be_read_in_the_menu(
    size: tuple[int, int], language: str, trouble: Trouble
) -> None:
    words, told = MenuTexts(language), Troubles.of(Narration.load(language)).told(trouble)
    entries = [MenuEntry(words.text("service.wifi"), "", told), MenuEntry(words.text("service.off"))]
    menu = Menu(words.text("service.title"), entries, 0, words.text("hint.1"))
    shown = Board(menu=menu, places=lobby(language).places)
    _, written = drawn(shown, size)
    assert faults(shown, written, size) + hard_to_read(shown, written, size) == []


@pytest.mark.parametrize(("size", "seats", "menu"), ways(MORE_SIZES, (4, 8, 12, 24), (False, True)))
def test_a_phone_reads_the_code_three_metres_away_until_everybody_is_in(
    size: tuple[int, int], seats: int, menu: bool
) -> None:
    shown, page = beside_home(lobby("en", menu=menu, seats=seats, seated=3)), "http://192.168.1.20:8080"
    surface, written = drawn(shown, size)
    assert from_afar(surface) == {page}
    assert scanned(surface)[page] >= 0.4 * min(size) - 1
    assert read(written, "join people") == f"People: 3 of {seats}"
    surface, written = drawn(beside_home(lobby("en", menu=menu, seats=seats, seated=seats)), size)
    assert 0.18 * min(size) < scanned(surface)[page] < 0.25 * min(size)
    assert not read(written, "join people")


@pytest.mark.parametrize("menu", [False, True])
@pytest.mark.parametrize("size", MORE_SIZES)
def test_a_phone_reads_two_codes_three_metres_away(size: tuple[int, int], menu: bool) -> None:
    surface, _ = drawn(lobby("en", menu=menu, seated=3), size)
    assert from_afar(surface) == {"WIFI:T:WPA;S:Garou 47;P:kfzmhtrwbx;;", "http://10.42.0.1:8080"}
    two = replace(beside_home(lobby("en", menu=menu, seated=3)), join_other="10.1.2.3:8080")
    surface, written = drawn(two, size)
    assert from_afar(surface) == {"http://10.1.2.3:8080", "http://192.168.1.20:8080"}
    assert (read(written, "join"), read(written, "join other")) == ("192.168.1.20:8080", "10.1.2.3:8080")


@pytest.mark.parametrize(("size", "seats", "wifi"), ways(MORE_SIZES, (4, 8, 12, 24), (False, True)))
def test_no_code_covers_anything(size: tuple[int, int], seats: int, wifi: bool) -> None:
    """The ticks and the names, the clock and the press sign, the words above and below are where they would
    be without the code's paper."""
    for seated, timer in ((0, False), (3, False), (3, True), (seats, False)):
        shown = lobby("fr", seats=seats, seated=seated, timer=timer)
        shown = shown if wifi else beside_home(shown)
        painter = Painter()
        frame = painter._frame(Surface(size), size, shown, 0.0)
        written = painter.write(frame)
        paper = frame.layout.aside
        assert faults(shown, written, size) == []
        assert not [
            line
            for line in written
            if "join" not in line.what and "wifi" not in line.what and line.rect.colliderect(paper)
        ]
        assert {lot.whole.colliderect(paper) for lot in frame.layout.lots} <= {False}
        assert not paper.collidepoint(frame.layout.square.center)
        assert ("timer" in {line.what for line in written}) == timer


@pytest.mark.parametrize("size", SIZES)
def test_the_land_is_the_same_with_a_code_and_without(size: tuple[int, int]) -> None:
    """It takes seconds to paint."""
    shown, keys = lobby("en"), set[LandKey]()
    for each in (shown, beside_home(shown), replace(shown, people=""), replace(shown, join="")):
        frame = Painter()._frame(Surface(size), size, each)
        keys.add(key_of(frame, frame.palette))
    assert len(keys) == 1
