"""How phones find the table: the codes on its board say what they must, and the words can be read."""

from __future__ import annotations

import pytest
import segno
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
from table.board.board import Board, Wifi
from table.board.menu import Menu, MenuEntry
from table.board.paint.join import INK, PAPER, QUIET, picture, wifi_code
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine
from table.words.narration import Narration
from table.words.troubles import Troubles
from tests.kit.boards import board
from tests.kit.legible import faults, hard_to_read, overlapping, read

SIZES = ((1920, 1080), (1280, 720), (1024, 768), (1080, 1920))
"""Those of televisions and of an upright one."""
LONGEST = refused("802.1X supplicant took too long to authenticate him"[:DETAIL_CHARS])
LEAST_PX = 30
"""Of 1080 lines, for what has to be typed: to be read five metres away."""


def wifi_of(language: str) -> Wifi:
    word = Narration.load(language).word
    return Wifi("Garou 47", "kfzmhtrwbx", word("phones.join_wifi"), word("phones.open_page"))


def lobby(language: str, *, menu: bool = False) -> Board:
    """A lobby where phones join the table's own Wi-Fi."""
    entries = [MenuEntry(f"Entry {number}", "its value", "A note") for number in range(9)]
    return replace(
        board("attract", 8, language=language),
        wifi=wifi_of(language),
        join="10.42.0.1:8080",
        headline=Narration.load(language).word("phones.scan_both"),
        menu=Menu("Tonight", entries, 0, "Press: the next one. Hold: choose.") if menu else None,
    )


def drawn(shown: Board, size: tuple[int, int]) -> tuple[Surface, list[DrawnLine]]:
    surface, painter = Surface(size), Painter()
    return surface, painter.write(painter._frame(surface, size, shown, 0.0))


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
    assert read(written, "join step") == f"{shown.wifi.joins} {shown.wifi.opens}"
    assert read(written, "wifi name") == shown.wifi.name
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
