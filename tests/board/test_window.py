"""The laptop window: fingers, keys, pods."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from pygame import Rect

from hardware.clocks import VirtualClock
from hardware.debounce import Kind
from hardware.interface import Edge, Touch
from hardware.patterns import pixel_of
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips
from hardware.touches import QueuedTouches
from hardware.troubles import DeviceError
from table.appliance.devices.boards import WINDOW
from table.board.board import Board
from table.board.keys import KEYS, key_of, seat_of
from table.board.paint.layout import lay_out
from table.board.paint.window import Window, board_box, brightened, button_of, hint_box, pods
from table.board.view import USUAL, DisplayOptions
from table.gestures import Meaning, meaning
from table.words.narration import Narration
from table.words.troubles import english
from tests.kit.boards import LONG_NAMES, NAMES, board
from tests.kit.sampling import ways

SESSION = ("XDG_RUNTIME_DIR", "SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")

SIZES = ((1280, 720), (1280, 900), (1920, 1080), (1024, 768), (800, 600))
HINT = "Clic ou lettre : tourner. Appui long (terminal : Maj) : choisir."


class Table:
    """A window over simulated hardware, and a person in front of it."""

    def __init__(
        self,
        seats: int = 8,
        buttons: int = 3,
        size: tuple[int, int] = (1280, 720),
        names: tuple[str, ...] = NAMES,
        rotate: int = 0,
    ) -> None:
        self.clock = VirtualClock()
        self.buttons = SimulatedButtons(seats, buttons, self.clock)
        self.rings = SimulatedRings(seats, 24)
        self.bots: set[int] = set()
        self.touches, self.slips, self.now_s = QueuedTouches(), SimulatedSlips(), 0.0
        self.window = Window(
            *(size, self.buttons, self.rings, names[:seats], HINT, lambda: self.bots),
            rotate=rotate,
            touches=self.touches,
            slips=self.slips,
        )
        self.board = board("debate", seats)
        self.show()

    def show(self) -> None:
        self.window.show(self.board, self.now_s)

    def does(self, kind: int, **what: object) -> list[tuple[int, int, bool]]:
        """One thing the person does; the changes of contacts that follow."""
        pygame.event.post(pygame.event.Event(kind, what))
        self.show()
        return [changed(edge) for edge in self.buttons.edges()]

    def picture(self) -> bytes:
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface.get_buffer().raw

    def spot(self, seat: int, button: int = 0) -> tuple[int, int]:
        """Where a button is drawn."""
        surface = pygame.display.get_surface()
        assert surface is not None
        size = surface.get_size()
        return pods(self.buttons.seats, self.buttons.buttons, size)[seat].buttons[button]


def changed(edge: Edge) -> tuple[int, int, bool]:
    return edge.seat, edge.button, edge.down


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.window.close()


def test_a_key_is_a_finger(table: Table) -> None:
    assert table.does(pygame.KEYDOWN, key=pygame.K_c, mod=0) == [(2, 0, True)]
    assert table.does(pygame.KEYDOWN, key=pygame.K_c, mod=0) == []
    assert table.does(pygame.KEYUP, key=pygame.K_c, mod=0) == [(2, 0, False)]
    assert table.does(pygame.KEYUP, key=pygame.K_c, mod=0) == []


def test_a_card_that_is_held_lies_in_its_ring_and_nowhere_else(table: Table) -> None:
    table.board = board("deal", 8)
    sign = table.board.legend[0]
    mine, other = pods(8, 3, (1280, 720))[2:4]
    ring = Rect(0, 0, mine.radius, mine.radius)
    ring.center = mine.centre
    pictures = []
    for words in ({}, {2: f"{sign.title}\nIts rule."}, {2: "Two are chosen."}, {}):
        table.slips.show(words)
        table.show()
        surface = pygame.display.get_surface()
        assert surface is not None
        pictures.append([surface.subsurface(box).copy().get_buffer().raw for box in (ring, other.box)])
    assert pictures[0] == pictures[2] == pictures[3]
    assert pictures[1][0] != pictures[0][0]
    assert pictures[1][1] == pictures[0][1]


@pytest.mark.parametrize(("held_s", "kind"), [(0.2, Kind.PRESS), (0.7, Kind.HOLD)])
def test_the_mouse_on_a_ring_points_at_the_seat_that_its_pixel_points_at(
    table: Table, held_s: float, kind: Kind
) -> None:
    pod = pods(8, 3, (1280, 720))[2]
    for other in range(8):
        turn = 360 * pixel_of(2, other, 8, 24) / 24
        at = pygame.Vector2(pod.centre) + pygame.Vector2(0, pod.radius).rotate(turn)
        spot = round(at.x), round(at.y)
        assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=spot) == []
        began_s = table.now_s
        table.now_s += held_s
        assert table.touches.touches() == []
        table.does(pygame.MOUSEBUTTONUP, button=1, pos=spot)
        assert table.touches.touches() == [Touch(table.now_s, 2, other + 1, kind, began_s)]


def test_the_mouse_beside_a_ring_or_between_two_seats_points_at_nobody(table: Table) -> None:
    pod = pods(8, 3, (1280, 720))[2]
    between = pygame.Vector2(0, pod.radius).rotate(360 / 16)
    for spot in (
        pod.box.topleft,
        (0, 0),
        (round(pod.centre[0] + between.x), round(pod.centre[1] + between.y)),
    ):
        table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=spot)
        table.does(pygame.MOUSEBUTTONUP, button=1, pos=spot)
    assert table.touches.touches() == []


def test_shift_and_control_press_the_other_buttons(table: Table) -> None:
    assert table.does(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_LSHIFT) == [(0, 1, True)]
    # The shift key may go up first: the finger leaves the button it was on.
    assert table.does(pygame.KEYUP, key=pygame.K_a, mod=0) == [(0, 1, False)]
    assert table.does(pygame.KEYDOWN, key=pygame.K_a, mod=pygame.KMOD_LCTRL) == [(0, 2, True)]


def test_keys_of_seats_that_are_not_there_do_nothing(table: Table) -> None:
    assert table.does(pygame.KEYDOWN, key=pygame.K_y, mod=0) == []
    assert table.does(pygame.KEYDOWN, key=pygame.K_q, mod=0) == []
    assert table.does(pygame.KEYDOWN, key=pygame.K_F5, scancode=pygame.KSCAN_F5, mod=0) == []


@pytest.mark.parametrize(
    ("key", "scancode", "seat"),
    [
        ("ф", pygame.KSCAN_A, 0),
        ("α", pygame.KSCAN_A, 0),
        ("я", pygame.KSCAN_Z, None),
        ("ж", pygame.KSCAN_SEMICOLON, None),
        ("q", pygame.KSCAN_A, None),
        ("a", pygame.KSCAN_Q, 0),
        (",", pygame.KSCAN_M, None),
        ("é", pygame.KSCAN_2, None),
    ],
)
def test_a_layout_without_latin_letters_counts_by_the_place_of_a_key(
    table: Table, key: str, scancode: int, seat: int | None
) -> None:
    """Russian and Greek by place; the letters of AZERTY count as they are printed."""
    pressed = table.does(pygame.KEYDOWN, key=ord(key), scancode=scancode, mod=0)
    assert pressed == ([] if seat is None else [(seat, 0, True)])
    released = table.does(pygame.KEYUP, key=ord(key), scancode=scancode, mod=0)
    assert released == ([] if seat is None else [(seat, 0, False)])


def test_the_mouse_holds_until_it_is_let_go_anywhere(table: Table) -> None:
    assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=table.spot(5, 1)) == [(5, 1, True)]
    assert table.does(pygame.MOUSEMOTION, pos=(3, 3), rel=(1, 1), buttons=(1, 0, 0)) == []
    assert table.does(pygame.MOUSEBUTTONUP, button=1, pos=(3, 3)) == [(5, 1, False)]
    assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=(3, 3)) == []
    assert table.does(pygame.MOUSEBUTTONDOWN, button=3, pos=table.spot(5, 1)) == []


@pytest.mark.parametrize("rotate", [90, 180, 270])
def test_the_mouse_presses_what_is_under_it_in_a_turned_window(rotate: int) -> None:
    table = Table(rotate=rotate)
    width, height = 1280, 720
    try:
        for seat, pod in enumerate(pods(8, 3, (width, height) if rotate == 180 else (height, width))):
            for button, (x, y) in enumerate(pod.buttons):
                seen = {
                    90: (width - 1 - y, x),
                    180: (width - 1 - x, height - 1 - y),
                    270: (y, height - 1 - x),
                }[rotate]
                assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=seen) == [(seat, button, True)]
                assert table.does(pygame.MOUSEBUTTONUP, button=1, pos=seen) == [(seat, button, False)]
    finally:
        table.window.close()


def test_two_fingers_on_one_button_are_one_press(table: Table) -> None:
    assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=table.spot(0)) == [(0, 0, True)]
    assert table.does(pygame.KEYDOWN, key=pygame.K_a, mod=0) == []
    assert table.does(pygame.MOUSEBUTTONUP, button=1, pos=(3, 3)) == []
    assert table.does(pygame.KEYUP, key=pygame.K_a, mod=0) == [(0, 0, False)]


def test_leaving_the_window_lets_go(table: Table) -> None:
    table.does(pygame.KEYDOWN, key=pygame.K_b, mod=0)
    assert table.does(pygame.WINDOWFOCUSLOST) == [(1, 0, False)]


def test_closing_lets_go() -> None:
    table = Table()
    table.does(pygame.KEYDOWN, key=pygame.K_b, mod=0)
    table.window.close()
    assert [changed(edge) for edge in table.buttons.edges()] == [(1, 0, False)]


@pytest.mark.parametrize("ending", [{"kind": pygame.QUIT}, {"kind": pygame.KEYDOWN, "key": pygame.K_ESCAPE}])
def test_escape_and_the_windows_own_button_close(ending: dict[str, int], table: Table) -> None:
    assert not table.window.closed
    table.does(**ending)
    assert table.window.closed


def test_only_what_changed_is_drawn(table: Table) -> None:
    surface = pygame.display.get_surface()
    assert surface is not None
    blank = (1, 2, 3)
    surface.fill(blank)
    table.show()
    assert pygame.transform.average_color(surface)[:3] == blank
    frame = bytearray(table.rings.frame)
    frame[3 * 24 * 6 : 3 * 24 * 7] = bytes((24, 12, 0)) * 24
    table.rings.show(bytes(frame))
    table.show()
    drawn = pods(8, 3, surface.get_size())
    assert surface.get_at(drawn[6].box.center)[:3] != blank
    assert surface.get_at(drawn[5].box.center)[:3] == blank
    assert surface.get_at((640, 200))[:3] == blank


def test_a_lit_pixel_is_seen_where_it_shines(table: Table) -> None:
    """Pixel 0 at six o'clock, a quarter further at nine o'clock: clockwise seen from above."""
    frame = bytearray(len(table.rings.frame))
    frame[0:3] = frame[18:21] = bytes((24, 12, 0))
    table.rings.show(bytes(frame))
    table.show()
    surface = pygame.display.get_surface()
    assert surface is not None
    pod = pods(8, 3, surface.get_size())[0]
    x, y = pod.centre
    lit = brightened((24, 12, 0))
    assert lit is not None
    assert surface.get_at((x, y + pod.radius))[:3] == lit
    assert surface.get_at((x - pod.radius, y))[:3] == lit
    assert surface.get_at((x + pod.radius, y))[:3] != lit


def test_a_pressed_button_and_a_bot_look_different(table: Table) -> None:
    before = table.picture()
    table.does(pygame.KEYDOWN, key=pygame.K_a, mod=0)
    pressed = table.picture()
    table.does(pygame.KEYUP, key=pygame.K_a, mod=0)
    assert pressed != before == table.picture()
    table.bots = {3}
    table.show()
    assert table.picture() != before


def test_a_look_holds_from_the_next_frame_on(table: Table) -> None:
    before = table.picture()
    table.window.look = DisplayOptions("large", "high")
    table.show()
    changed = table.picture()
    table.window.look = USUAL
    table.show()
    assert changed != before == table.picture()


def test_a_new_hint_replaces_the_old_one(table: Table) -> None:
    table.window.hint = "Press: next."
    table.show()
    assert [line.text for line in table.window.written if line.what == "hint"] == ["Press: next."]


def test_a_new_size_is_laid_out_anew(table: Table) -> None:
    pygame.display.set_mode((1000, 800), pygame.RESIZABLE)
    table.show()
    assert table.does(pygame.MOUSEBUTTONDOWN, button=1, pos=table.spot(7)) == [(7, 0, True)]
    assert all(Rect(0, 0, 1000, 800).contains(line.rect) for line in table.window.written)


@pytest.mark.parametrize(("size", "seats", "names"), ways(SIZES[:4], (6, 12, 24), (NAMES, LONG_NAMES)))
def test_words_round_the_board_are_whole_and_alone(
    size: tuple[int, int], seats: int, names: tuple[str, ...]
) -> None:
    table = Table(seats, 3, size, names)
    table.bots = {0, 3}
    table.show()
    written = table.window.written
    table.window.close()
    read: dict[str, str] = {}
    for line in written:
        before = read.get(line.what, "")
        read[line.what] = before + (" " if before and not before.endswith("-") else "") + line.text
    assert read == {
        "hint": HINT.replace(" :", "\u00a0:"),
        **{f"pod {seat}": names[seat] for seat in range(seats)},
        **{f"key {seat}": key_of(seat).upper() for seat in range(seats)},
    }
    assert not any(board_box(size).colliderect(line.rect) for line in written)
    assert all(Rect((0, 0), size).contains(line.rect) for line in written)
    assert not any(a.rect.colliderect(b.rect) for a, b in combinations(written, 2))


DESKTOPS = {
    (1024, 600): (942, 552),
    (1366, 768): (1256, 706),
    (1280, 800): (1177, 736),
    (1440, 900): (1280, 828),
    (1920, 1080): (1280, 900),
    (3840, 2160): (1280, 900),
}
"""Desktops, each with the size of the window on it."""


@pytest.mark.parametrize("desktop", DESKTOPS, ids=lambda desktop: f"{desktop[0]}x{desktop[1]}")
def test_the_whole_table_is_seen_on_a_small_desktop(
    desktop: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its lowest line too, which says how to fill the display."""
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    table = Table(size=WINDOW)
    size, written = pygame.display.get_window_size(), table.window.written
    table.window.close()
    assert size == DESKTOPS[desktop]
    assert all(Rect((0, 0), size).contains(pod.box) for pod in pods(8, 3, size))
    assert all(Rect((0, 0), size).contains(line.rect) for line in written)
    assert {line.what for line in written if line.px >= 11} >= {"hint", *(f"pod {seat}" for seat in range(8))}


@pytest.mark.parametrize("buttons", [1, 2, 3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_pods_lie_apart_in_the_window(size: tuple[int, int], buttons: int) -> None:
    window = Rect(0, 0, size[0], hint_box(size).top)
    for seats in range(1, 25):
        laid = pods(seats, buttons, size)
        assert len(laid) == seats
        assert all(window.contains(pod.box) for pod in laid), seats
        assert not any(a.box.colliderect(b.box) for a, b in combinations(laid, 2)), seats
        assert not any(pod.box.colliderect(board_box(size)) for pod in laid), seats
        for pod in laid:
            assert len(pod.buttons) == buttons
            reach = max(abs(x - pod.centre[0]) for x, _ in pod.buttons) + pod.button_radius
            assert reach < pod.radius, seats
            assert pod.box.contains(pod.words), seats
            assert pod.centre[1] + pod.radius < pod.words.top, seats


@pytest.mark.parametrize("seats", [6, 13, 24])
def test_each_pod_is_on_the_side_of_its_house(seats: int) -> None:
    size = (1280, 900)
    inside, layout = board_box(size), lay_out(board_box(size).size, seats)
    for pod, lot in zip(pods(seats, 1, size), layout.lots, strict=True):
        if inside.left < pod.box.centerx < inside.right:
            is_above = pod.box.bottom <= inside.top
            assert is_above == (lot.whole.centery < layout.square.centery)
            assert abs(pod.box.centerx - inside.left - lot.whole.centerx) <= 1
        else:
            assert (pod.box.right <= inside.left) == (lot.whole.centerx < layout.square.centerx)


def test_the_pod_under_the_mouse_lights_its_house_alone(table: Table) -> None:
    before = table.picture()
    surface = pygame.display.get_surface()
    assert surface is not None
    inside = board_box(surface.get_size())
    seen = surface.subsurface(inside).copy()
    table.does(pygame.MOUSEMOTION, pos=table.spot(2), rel=(1, 1), buttons=(0, 0, 0))
    lit = pygame.mask.from_threshold(surface.subsurface(inside), (0, 0, 0), (1, 1, 1, 255), seen)
    lit.invert()
    house = lay_out(inside.size, 8).lots[2].house
    changed = Rect.unionall(lit.get_bounding_rects()[0], lit.get_bounding_rects()[1:])
    assert house.inflate(house.width, house.height).contains(changed)
    assert changed.width > house.width
    table.does(pygame.MOUSEMOTION, pos=inside.center, rel=(1, 1), buttons=(0, 0, 0))
    assert table.picture() == before


def test_f11_fills_the_display_and_gives_it_back(table: Table) -> None:
    assert table.does(pygame.KEYDOWN, key=pygame.K_F11, mod=0) == []
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_flags() & pygame.FULLSCREEN
    assert surface.get_size() == pygame.display.get_desktop_sizes()[0]
    table.does(pygame.KEYDOWN, key=pygame.K_F11, mod=0)
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_size() == (1280, 720)
    assert not surface.get_flags() & pygame.FULLSCREEN


def test_every_seat_has_a_key_of_its_own() -> None:
    assert len(set(KEYS)) == len(KEYS) == 24
    assert "q" not in KEYS
    assert [seat_of(key_of(seat)) for seat in range(24)] == list(range(24))
    assert [seat_of(key) for key in ("A", "y", "q", "1", "", "ab")] == [0, 23, None, None, None, None]
    assert key_of(24) == ""


def test_night_colours_are_bright_enough_for_a_screen() -> None:
    assert brightened((0, 0, 0)) is None
    dim, full = brightened((24, 12, 0)), brightened((255, 128, 0))
    assert full == (255, 128, 0)
    assert dim is not None
    assert 120 < dim[0] < 255
    assert dim[0] == pytest.approx(2 * dim[1], abs=1)


@pytest.mark.parametrize("driver", ["dummy", "offscreen"])
def test_a_window_nobody_would_see_is_an_error(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If DISPLAY leads nowhere SDL draws into memory, and says nothing."""
    monkeypatch.setenv("DISPLAY", ":4321")
    monkeypatch.delenv("SDL_VIDEODRIVER")
    # Only SDL sees this, so it is as if it had chosen by itself, on whatever machine this runs.
    os.putenv("SDL_VIDEODRIVER", driver)
    pygame.display.quit()
    with pytest.raises(DeviceError) as caught:
        Table()
    told = english().told(caught.value.trouble)
    assert f"SDL is left with its driver {driver}" in told
    assert "\n" not in told
    assert not pygame.display.get_init()


@pytest.mark.parametrize("asked", ["dummy", "offscreen", "x11,offscreen"])
def test_memory_is_drawn_into_if_somebody_asks_for_it(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", asked)
    monkeypatch.setenv("DISPLAY", ":4321")
    pygame.display.quit()
    table = Table()
    assert pygame.display.get_driver() == asked.rpartition(",")[2]
    table.window.close()


SAID = {
    "back": Meaning.BACK,
    "next": Meaning.NEXT,
    "confirm": Meaning.CONFIRM,
    "retour": Meaning.BACK,
    "suivant": Meaning.NEXT,
    "tourner": Meaning.NEXT,
    "choisir": Meaning.CONFIRM,
}
KEYS_HELD = {
    "Letter": 0,
    "Lettre": 0,
    "Shift": pygame.KMOD_SHIFT,
    "Maj": pygame.KMOD_SHIFT,
    "Ctrl": pygame.KMOD_CTRL,
}


@pytest.mark.parametrize("buttons", [2, 3])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_hint_tells_what_the_keys_do(language: str, buttons: int) -> None:
    hint = Narration.load(language).word(f"prompt.buttons.{buttons}")
    told = re.findall(r"(\w+)\s?: (\w+)\.", hint)
    assert len(told) == buttons
    for key, word in told:
        button = button_of(KEYS_HELD[key])
        assert meaning("choose", buttons, button, Kind.PRESS) is SAID[word], hint


@pytest.mark.parametrize("buttons", [1, 2, 3])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_hint_is_one_line_that_can_be_read(language: str, buttons: int) -> None:
    table = Table()
    table.window.hint = Narration.load(language).word(f"prompt.buttons.{buttons}")
    table.show()
    lines = [line for line in table.window.written if line.what == "hint"]
    table.window.close()
    assert len(lines) == 1
    assert lines[0].rect.height >= 16


def test_an_empty_board_is_drawn_too(table: Table) -> None:
    table.board = Board()
    table.show()
    assert not table.window.closed


def test_where_no_session_is_nothing_of_it_is_said_beside_our_own_words() -> None:
    """Wayland's library would write a line of its own to standard error."""
    environment = {key: value for key, value in os.environ.items() if key not in SESSION}
    opened = "from hardware.screen import Screen\ntry: Screen()\nexcept Exception as error: print(error)\n"
    opened += "import os; print(os.environ.get('XDG_RUNTIME_DIR'))"
    done = subprocess.run(
        [sys.executable, "-c", opened],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
    assert done.stdout.endswith("None\n")
