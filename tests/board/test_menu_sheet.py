"""A menu on the board: it scrolls, says where its cursor is, and is driven by a keyboard too."""

from __future__ import annotations

import io

import pygame
import pytest
from msgspec.structs import replace

from hardware.clocks import VirtualClock
from hardware.screen import Screen
from hardware.simulated import SimulatedButtons, SimulatedRings
from table.board.board import Board, LegendSign, Place
from table.board.log import Plain
from table.board.menu import Menu, MenuEntry, window
from table.board.paint.fullscreen import FullScreen
from table.board.paint.menu_sheet import sheet_of
from table.board.paint.scenes import Painter
from table.board.paint.window import Window
from table.board.view import USUAL, DisplayOptions
from table.gestures import Meaning
from tests.kit.legible import LOOKS, SIZES


def test_a_long_menu_scrolls_to_what_is_pointed_at() -> None:
    menu = Menu("title", [MenuEntry(str(number)) for number in range(20)])
    seen = []
    for menu.cursor in range(20):
        first, count = window(menu, 6)
        assert first <= menu.cursor < first + count
        assert 0 <= first <= 14
        seen.append(first)
    assert (seen[0], seen[-1]) == (0, 14)
    assert window(Menu("title", [MenuEntry("a")]), 6) == (0, 1)


def test_a_cursor_is_told_by_more_than_a_colour() -> None:
    """A bar and a triangle: the sheet differs even without words."""
    pictures = []
    for cursor in (0, 1):
        surface = pygame.Surface((1920, 1080))
        menu = Menu("title", [MenuEntry("a"), MenuEntry("b")], cursor)
        Painter().draw(surface, Board(menu=menu), 0.0)
        pictures.append(surface.get_buffer().raw)
    assert pictures[0] != pictures[1]


def test_a_long_value_takes_the_room_that_its_label_leaves() -> None:
    """Values stand below each other, except one that is too long for its column."""
    long = MenuEntry("Behind it on the chain", "Anne-Bernadette Brun – Marie-Antoinett Noir")
    menu = Menu("title", [MenuEntry("Deck", "Beginner"), long, MenuEntry("Captain", "From the start")])
    written = {line.what: line for line in Painter().text_rects(Board(menu=menu), (1024, 768))}
    deck, behind, captain = (written[f"value {number}"] for number in range(3))
    assert deck.rect.left == captain.rect.left > behind.rect.left
    assert abs(behind.px - written["entry 1"].px) <= 2
    assert not behind.rect.colliderect(written["entry 1"].rect)


MENU = Menu(
    "Tonight", [MenuEntry("Start", "8 players", "a note"), MenuEntry("Rules", "Family")], 1, "Press: next."
)


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
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=0, mod=0))
    view.show(Board(menu=MENU), 0.0)
    assert view.typed() == [Meaning.NEXT, Meaning.BACK, Meaning.TAKE]
    assert view.typed() == []
    assert pods.edges() == []
    view.close()


def test_arrows_and_enter_turn_a_menu_on_a_screen() -> None:
    view = FullScreen(Screen((640, 480)))
    for key in ARROWS:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, scancode=0, mod=0))
    view.show(Board(menu=MENU), 0.0)
    assert view.typed() == [Meaning.NEXT, Meaning.BACK, Meaning.TAKE]
    view.close()


def test_who_sits_apart_is_drawn_apart() -> None:
    """Three of twelve: their plaques lie where they would among twelve."""
    names = [f"Place {number}" for number in range(12)]
    twelve = Painter().text_rects(Board("debate", places=[Place(name) for name in names]), (1920, 1080))
    at = (1, 5, 8)
    three = Board("debate", places=[Place(names[seat]) for seat in at], chairs=12, at=at)
    found = [line for line in Painter().text_rects(three, (1920, 1080)) if line.what.startswith("name")]
    for line in found:
        same = next(other for other in twelve if other.text == line.text)
        assert (same.rect, same.px) == (line.rect, line.px)
    assert len(found) == 3


def test_a_menu_of_one_entry_is_a_message() -> None:
    """In the middle, without a bar, and what the buttons do as large as a headline."""
    hint = "Appui de 3 secondes : oui. Appui : non."
    menu = Menu("Pause", [MenuEntry("Moulin : appuyez pour reprendre")], 0, hint)
    lines = {line.what: line for line in Painter().text_rects(Board("debate", menu=menu), (1920, 1080))}
    assert lines["entry 0"].px >= 80
    assert lines["menu hint"].px >= 60
    assert abs(lines["entry 0"].rect.centerx - 960) <= 1
    assert lines["entry 0"].ground == lines["menu hint"].ground == (3, 4, 12)


SOUND = [MenuEntry("Voice", "50 %", "a note"), *(MenuEntry(f"entry {number}", "on") for number in range(7))]


def beside(board: Board, size: tuple[int, int], look: DisplayOptions = USUAL) -> tuple[bytes, bytes]:
    """The pixels of a menu's rows and of the land beside it."""
    painter, surface = Painter(look=look), pygame.Surface(size)
    painter.draw(surface, board, 0.0)
    assert board.menu
    frame = painter._frame(surface, size, board)
    sheet = sheet_of(frame, painter._paints.type, board.menu)
    assert sheet.land
    assert sheet.land.collidelist([*sheet.papers, sheet.rows, sheet.note, sheet.hint]) == -1
    assert frame.layout.middle.contains(sheet.land)
    rows, land = (surface.subsurface(box).copy().get_buffer().raw for box in (sheet.rows, sheet.land))
    return rows, land


@pytest.mark.parametrize("seats", [6, 24])
@pytest.mark.parametrize("size", SIZES[::3])
@pytest.mark.parametrize("look", LOOKS[:4])
def test_the_land_is_beside_a_menu_and_changes_at_once(
    size: tuple[int, int], seats: int, look: DisplayOptions
) -> None:
    """A house is lit where the table is to play, and where somebody sits down; cards lie there instead while
    the menu is about them. The rows stay as they are."""
    places = [Place(f"Seat {number}", ready=number < 4) for number in range(seats)]
    empty = Board(places=places, menu=Menu("Sound", SOUND, 0, "Press: next.", False), caption="a caption")
    played, sat = ([replace(place) for place in places] for _ in range(2))
    played[-1].played = sat[-1].ready = True
    cards = [LegendSign("Werewolf", 0, "", 2, "werewolf"), LegendSign("Seer", 0, "", 1, "seer")]
    ways = (empty, replace(empty, places=played), replace(empty, places=sat), replace(empty, legend=cards))
    found = [beside(board, size, look) for board in ways]
    assert len({rows for rows, _ in found}) == 1
    assert len({land for _, land in found}) == len(ways)


@pytest.mark.parametrize("size", SIZES)
def test_a_page_of_eight_rows_is_seen_whole(size: tuple[int, int]) -> None:
    board = Board(places=[Place("a")] * 8, menu=Menu("Sound", SOUND, 0, "Press: next."), caption="a caption")
    written = Painter().text_rects(board, size)
    assert {line.what for line in written} >= {f"entry {number}" for number in range(8)}


def test_entries_that_need_the_whole_width_have_it() -> None:
    """And a text to read, which is no list."""
    long = [MenuEntry("Behind it on the chain", "Anne-Bernadette Brun – Marie-Antoinett Noir"), *SOUND]
    painter, size = Painter(), (1024, 768)
    for entries in (long, [MenuEntry("Take a breath.")]):
        menu = Menu("title", entries)
        frame = painter._frame(pygame.Surface(size), size, Board(places=[Place("a")] * 8, menu=menu))
        assert not sheet_of(frame, painter._paints.type, menu).land
