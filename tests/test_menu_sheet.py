"""A menu on the board: legible from the other end of the room, whole, and driven by a keyboard too."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pygame
import pytest

from hardware.clocks import VirtualClock
from hardware.screen import Screen
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.appliance.menus import HostsMenu, Words
from table.appliance.service_menu import Changes, ServiceMenu
from table.board.board import Board, Place
from table.board.fullscreen import FullScreen
from table.board.menu import Entry, Menu
from table.board.menu_sheet import window
from table.board.palette import contrast
from table.board.scenes import Painter
from table.board.terminal import Plain, menu_lines
from table.board.text import Written
from table.board.window import Window
from table.gestures import Meaning
from table.settings import Settings
from tests.test_menus import house
from tests.test_service_menu import AtOnce, Deed

SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768)]
CAPTION = "Une phrase de la voix, assez longue pour remplir deux lignes du tableau ce soir."


def hosts(language: str) -> HostsMenu:
    made = HostsMenu(house(), house().choices, Words(language), 3)
    made.menu(12, 24)
    return made


def service(language: str) -> ServiceMenu:
    labels = ["Chez Marie-Madeleine"] * 24
    settings = Settings(language=language, seats=24, buttons=3)
    return ServiceMenu(settings, Changes(), ["fr", "en"], lambda _: labels, Deed().deeds(), AtOnce)


def menus(language: str) -> Iterator[Menu]:
    """Every page of the host's and the service menu, with the cursor on every entry."""
    host, other = hosts(language), service(language)
    pages = [host.turning, other.turning]
    for opens in (other._open_seats, other._open_rings):
        opens()
        pages.append(other.turning)
    for page in pages:
        for cursor in range(len(page.menu().entries)):
            page.cursor = cursor
            yield page.menu()


def drawn(menu: Menu, size: tuple[int, int], notice: str = "") -> list[Written]:
    places = [Place(f"Place {number}") for number in range(12)]
    board = Board("debate", "Jour 2", "Débat", CAPTION, notice, places=places, menu=menu)
    return Painter().text_rects(board, size)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_entries_are_large_enough_to_read_at_five_metres(language: str) -> None:
    for menu in menus(language):
        for line in drawn(menu, (1920, 1080)):
            if line.what.startswith(("entry", "value", "headline", "caption")):
                assert line.px >= 56, line
            assert line.px >= 36, line
            assert contrast(line.colour, line.ground) >= 7.0, line


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_is_cut_and_nothing_overlaps(size: tuple[int, int], language: str) -> None:
    for menu in list(menus(language))[::5]:
        lines = drawn(menu, size, "Un bouton ne répond pas")
        whole = pygame.Rect((0, 0), size)
        for number, line in enumerate(lines):
            assert whole.contains(line.rect), line
            for other in lines[number + 1 :]:
                assert not line.rect.inflate(-2, -2).colliderect(other.rect), (line, other)
        shown = {line.what for line in lines}
        assert f"entry {menu.cursor}" in shown, "what is pointed at is always to be seen"


def test_a_long_menu_scrolls_to_what_is_pointed_at() -> None:
    menu = Menu("title", [Entry(str(number)) for number in range(20)])
    seen = []
    for menu.cursor in range(20):
        first, count = window(menu, 6)
        assert first <= menu.cursor < first + count
        assert 0 <= first <= 14
        seen.append(first)
    assert (seen[0], seen[-1]) == (0, 14)
    assert window(Menu("title", [Entry("a")]), 6) == (0, 1)


def test_a_cursor_is_told_by_more_than_a_colour() -> None:
    """A bar and a triangle: the sheet differs where no words are."""
    pictures = []
    for cursor in (0, 1):
        surface = pygame.Surface((1920, 1080))
        menu = Menu("title", [Entry("a"), Entry("b")], cursor)
        Painter().draw(surface, Board(menu=menu), 0.0)
        pictures.append(surface.get_buffer().raw)
    assert pictures[0] != pictures[1]


MENU = Menu("Tonight", [Entry("Start", "8 players", "a note"), Entry("Rules", "Family")], 1, "Press: next.")


def test_a_terminal_has_the_whole_menu() -> None:
    assert menu_lines(MENU) == ["Tonight", "  Start · 8 players", "▶ Rules · Family", "Press: next."]
    MENU.cursor = 0
    assert menu_lines(MENU)[-2:] == ["a note", "Press: next."]
    MENU.cursor = 1


def test_a_log_has_what_is_pointed_at() -> None:
    out = io.StringIO()
    log = Plain(out)
    for board in (Board(menu=MENU), Board(menu=MENU), Board()):
        log.show(board, 0.0)
    assert out.getvalue() == "  Tonight > Rules · Family\n"


ARROWS = [pygame.K_DOWN, pygame.K_UP, pygame.K_RETURN, pygame.K_F5]


def test_arrows_and_enter_turn_a_menu_in_a_window() -> None:
    clock = VirtualClock()
    pods, rings = SimulatedButtons(8, 1, clock), SimulatedRings(8, 24)
    view = Window((1280, 900), pods, rings, [str(seat) for seat in range(8)], "hint", set)
    for key in ARROWS:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
    view.show(Board(menu=MENU), 0.0)
    assert view.typed() == [Meaning.NEXT, Meaning.BACK, Meaning.TAKE]
    assert view.typed() == []
    assert pods.edges() == []
    view.close()


def test_arrows_and_enter_turn_a_menu_on_a_screen() -> None:
    view = FullScreen(Screen((640, 480)))
    for key in ARROWS:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0))
    view.show(Board(menu=MENU), 0.0)
    assert view.typed() == [Meaning.NEXT, Meaning.BACK, Meaning.TAKE]
    view.close()


def test_who_sits_apart_is_drawn_apart() -> None:
    """Three of twelve: their plaques lie where theirs would lie among twelve."""
    names = [f"Place {number}" for number in range(12)]
    twelve = Painter().text_rects(Board("debate", places=[Place(name) for name in names]), (1920, 1080))
    at = (1, 5, 8)
    three = Board("debate", places=[Place(names[seat]) for seat in at], chairs=12, at=at)
    found = [line for line in Painter().text_rects(three, (1920, 1080)) if line.what.startswith("name")]
    for line in found:
        same = next(other for other in twelve if other.text == line.text)
        assert (same.rect, same.px) == (line.rect, line.px)
    assert len(found) == 3
