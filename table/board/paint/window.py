"""The whole table in a window: the board above, the pods of all seats below.

The mouse or a key presses a pod's button, for as long as it is held.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from hardware.screen import Screen, asks_to_close
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips
from table.board.board import Board
from table.board.keys import key_of, seat_of
from table.board.paint.art import Art
from table.board.paint.layout import REFERENCE
from table.board.paint.menu_sheet import meant_by
from table.board.paint.palette import Colour
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine, Typesetter
from table.board.view import USUAL, Look
from table.gestures import Meaning

BOARD_SHARE = 0.62
GROUND: Colour = (24, 22, 26)
POD: Colour = (41, 38, 44)
UNLIT: Colour = (66, 62, 70)
BUTTON: Colour = (196, 190, 182)
PRESSED: Colour = (255, 190, 70)
INK: Colour = (240, 236, 226)
QUIET: Colour = (186, 182, 190)
KEY_INK: Colour = (24, 22, 26)

GAMMA = 0.2
"""Rings are far brighter than their numbers by night; a screen is not."""

MOUSE = -1
"""The finger of the mouse, beside those of the keys."""


class Pod(NamedTuple):
    """Where one seat's pod is drawn, in pixels of the window."""

    box: Rect
    centre: tuple[int, int]
    radius: int
    """Of the circle on which the pixels lie."""
    buttons: tuple[tuple[int, int], ...]
    button_radius: int
    words: Rect


class Window:
    """A `View` with the table's buttons and rings.

    `hint`: one line that says what press and hold do; `labels`: the seats' names; `bots`: returns the
    seats that nobody plays right now; `slips`: the first line of a slip replaces the label of its pod, and
    the whole slip of the seat that was touched last replaces the hint. `hint`, `labels` and `look` may be
    changed at any time. Raises `TableError` if no window opens.
    """

    def __init__(
        self,
        size: tuple[int, int],
        buttons: SimulatedButtons,
        rings: SimulatedRings,
        labels: Sequence[str],
        hint: str,
        bots: Callable[[], AbstractSet[int]],
        look: Look = USUAL,
        slips: SimulatedSlips | None = None,
        art: Art | None = None,
    ) -> None:
        self.look = look
        self.labels = labels
        self.hint = hint
        self._screen = Screen(size, resizable=True)
        self._buttons = buttons
        self._rings = rings
        self._slips = slips or SimulatedSlips()
        self._bots = bots
        self._art = art or Art()
        self._painter = Painter(art=self._art)
        self._type = Typesetter()
        self._robots: dict[int, Surface] = {}
        self._size: tuple[int, int] | None = None
        self._pods: list[Pod] = []
        self._drawn: list[object] = []
        self._held: dict[int, tuple[int, int]] = {}
        self._touched: int | None = None
        """The seat that was touched last."""
        self._closed = 0
        self._said: list[Meaning] = []
        self.written: list[DrawnLine] = []
        """Every line of text below the board, with its place."""

    def show(self, board: Board, now_s: float) -> None:
        """Takes what the person did, then draws what changed."""
        for event in self._screen.events():
            self._take(event)
        surface = self._screen.surface
        if surface.get_size() != self._size:
            self._arrange(surface)
        upper = surface.subsurface((0, 0, surface.get_width(), board_height(surface.get_size())))
        self._painter.look = self.look
        changed = self._painter.draw(upper, board, now_s)
        if self._draw_pods(surface) or changed:
            self._screen.flip()
        else:
            self._painter.rest()

    def typed(self) -> list[Meaning]:
        """Takes what was said of a menu with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    @property
    def closed(self) -> int:
        """How often the window was closed, or Escape pressed."""
        return self._closed

    def close(self) -> None:
        """Lets go of all buttons and closes the window."""
        self._let_go()
        self._screen.close()

    # Fingers

    def _take(self, event: pygame.event.Event) -> None:
        if asks_to_close(event):
            self._closed += 1
        elif meant := meant_by(event):
            self._said.append(meant)
        elif event.type == pygame.KEYDOWN:
            seat = seat_of(chr(event.key)) if 0 < event.key < 128 else None
            if seat is not None:
                self._push(event.key, seat, button_of(event.mod))
        elif event.type == pygame.KEYUP:
            self._release(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            touched = self.button_at(event.pos)
            if touched is not None:
                self._push(MOUSE, *touched)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(MOUSE)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._let_go()
        elif event.type == pygame.WINDOWEXPOSED:
            self._size = None

    def button_at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """Seat and button drawn at `point` of the window."""
        for seat, pod in enumerate(self._pods):
            for button, centre in enumerate(pod.buttons):
                if pygame.Vector2(point).distance_to(centre) <= pod.button_radius:
                    return seat, button
        return None

    def _push(self, finger: int, seat: int, button: int) -> None:
        if finger not in self._held and seat < self._buttons.seats and button < self._buttons.buttons:
            self._held[finger] = seat, button
            self._touched = seat
            self._buttons.push(seat, button)

    def _release(self, finger: int) -> None:
        held = self._held.pop(finger, None)
        if held is not None and held not in self._held.values():
            self._buttons.release(*held)

    def _let_go(self) -> None:
        """A window that is left hears of no finger going up."""
        for finger in list(self._held):
            self._release(finger)

    # Pods

    def _arrange(self, surface: Surface) -> None:
        """A new size: everything is laid out and drawn anew."""
        self._size = surface.get_size()
        surface.fill(GROUND)
        self._painter.forget()
        self._pods = pods(self._rings.seats, self._buttons.buttons, self._size)
        self._drawn = []

    def _draw_pods(self, surface: Surface) -> bool:
        """Draws hint and pods that changed. False: none did."""
        bots = self._bots()
        pixels = 3 * self._rings.pixels
        frame = self._rings.frame
        held = set(self._held.values())
        states: list[object] = [self._below_board()]
        for seat, label in zip(range(len(self._pods)), self.labels, strict=True):
            pressed = tuple((seat, button) in held for button in range(self._buttons.buttons))
            ring = frame[seat * pixels : (seat + 1) * pixels]
            states.append((label, self._slips.words.get(seat), ring, pressed, seat in bots))
        if states == self._drawn:
            return False
        before = self._drawn or [None] * len(states)
        self._drawn = states
        if states[0] != before[0]:
            self._draw_hint(surface)
        for seat, pod in enumerate(self._pods):
            if states[seat + 1] != before[seat + 1]:
                self._draw_pod(surface, seat, pod, seat in bots)
        return True

    def _below_board(self) -> str:
        """The slip of the seat that was touched last, in one line; without one the hint."""
        slip = "" if self._touched is None else self._slips.words.get(self._touched, "")
        return " · ".join(slip.splitlines()) or self.hint

    def _draw_hint(self, surface: Surface) -> None:
        box = hint_box(surface.get_size())
        pygame.draw.rect(surface, GROUND, box)
        fitted = self._type.fit(
            self._below_board(), box.inflate(-20, 0).size, round(0.62 * box.height), lines=2
        )
        self._note("hint", self._type.write(surface, "hint", fitted, box, INK, GROUND))

    def _draw_pod(self, surface: Surface, seat: int, pod: Pod, bot: bool) -> None:
        pygame.draw.rect(surface, POD, pod.box, border_radius=pod.radius // 6)
        pixels = self._rings.pixels
        ring = self._rings.frame[3 * seat * pixels : 3 * (seat + 1) * pixels]
        dot = max(2.0, min(0.13 * pod.radius, 2.4 * pod.radius / pixels))
        for pixel in range(pixels):
            at = pygame.Vector2(pod.centre) + pygame.Vector2(0, pod.radius).rotate(360 * pixel / pixels)
            red, green, blue = ring[3 * pixel : 3 * pixel + 3]
            colour = brightened((red, green, blue))
            pygame.draw.aacircle(surface, colour or UNLIT, at, dot if colour else 0.45 * dot)
        written = []
        for button, centre in enumerate(pod.buttons):
            colour = PRESSED if (seat, button) in self._held.values() else BUTTON
            pygame.draw.aacircle(surface, colour, centre, pod.button_radius)
            if button == 0 and key_of(seat):
                box = Rect(0, 0, 2 * pod.button_radius, 2 * pod.button_radius)
                box.center = centre
                inner = box.inflate(-0.5 * pod.button_radius, 0).size
                fitted = self._type.fit(
                    key_of(seat).upper(), inner, round(1.1 * pod.button_radius), bold=True
                )
                written += self._type.write(surface, f"key {seat}", fitted, box, KEY_INK, colour)
        self._note(f" {seat}", [*written, *self._write_below(surface, seat, pod.words, bot)])

    def _write_below(self, surface: Surface, seat: int, words: Rect, bot: bool) -> list[DrawnLine]:
        """Below a pod stands the first line of its slip, else the name of its seat."""
        if slip := self._slips.words.get(seat):
            fitted = self._type.fit(
                slip.splitlines()[0], words.size, round(0.52 * words.height), bold=True, lines=2
            )
            return self._type.write(surface, f"slip {seat}", fitted, words, PRESSED, POD)
        if bot:
            radius = max(4, words.height // 4)
            robot = self._robots.setdefault(radius, self._art.sign("robot", radius, QUIET))
            surface.blit(robot, robot.get_rect(midleft=words.midleft))
            words = Rect(words.left + 2 * radius + 4, words.top, words.width - 2 * radius - 4, words.height)
        fitted = self._type.fit(
            self.labels[seat], words.size, round(0.52 * words.height), bold=not bot, lines=2
        )
        return self._type.write(surface, f"pod {seat}", fitted, words, QUIET if bot else INK, POD)

    def _note(self, ending: str, written: list[DrawnLine]) -> None:
        """Keeps what is written where, instead of what was written there before."""
        self.written = [line for line in self.written if not line.what.endswith(ending)] + written


def board_height(size: tuple[int, int]) -> int:
    """How much of a window's height the board takes."""
    return round(size[1] * BOARD_SHARE)


def hint_box(size: tuple[int, int]) -> Rect:
    """The line between board and pods."""
    scale = min(size[0] / REFERENCE[0], size[1] / REFERENCE[1])
    return Rect(0, board_height(size) + round(6 * scale), size[0], round(46 * scale))


def pods(seats: int, buttons: int, size: tuple[int, int]) -> list[Pod]:
    """The pods of all seats in one or two rows, whichever makes them larger, centred below the board."""
    hint = hint_box(size)
    area = Rect(0, hint.bottom, size[0], size[1] - hint.bottom).inflate(-16, -8)

    def cell(rows: int) -> tuple[int, int]:
        width = min(area.width // -(-seats // rows), round(1.15 * area.height / rows))
        return width, min(area.height // rows, round(1.3 * width))

    rows = max((1, 2), key=lambda rows: cell(rows)[0] * cell(rows)[1])
    width, height = cell(rows)
    columns = -(-seats // rows)
    laid = []
    for seat in range(seats):
        row, column = divmod(seat, columns)
        in_row = min(columns, seats - row * columns)
        box = Rect(
            area.centerx - in_row * width // 2 + column * width,
            area.centery - rows * height // 2 + row * height,
            width,
            height,
        ).inflate(-6, -6)
        laid.append(pod_in(box, buttons))
    return laid


def pod_in(box: Rect, buttons: int) -> Pod:
    """One pod: the ring round its buttons, the name below."""
    words = Rect(
        box.left + 6, box.bottom - round(0.24 * box.height), box.width - 12, round(0.22 * box.height)
    )
    radius = round(min(0.42 * box.width, 0.44 * (words.top - box.top)))
    centre = box.centerx, (box.top + words.top) // 2
    button_radius = round(radius * (0.42, 0.3, 0.23)[buttons - 1])
    step = round(2.2 * button_radius)
    centres = tuple((centre[0] + round((i - (buttons - 1) / 2) * step), centre[1]) for i in range(buttons))
    return Pod(box, centre, radius, centres, button_radius, words)


def button_of(modifiers: int) -> int:
    """Which button a key presses: the first alone, the second with Shift, the third with Control."""
    if modifiers & pygame.KMOD_CTRL:
        return 2
    return 1 if modifiers & pygame.KMOD_SHIFT else 0


def brightened(colour: Colour) -> Colour | None:
    """A ring's colour as a screen must show it; None for a dark pixel."""
    most = max(colour)
    if most == 0:
        return None
    factor = 255 * (most / 255) ** GAMMA / most
    red, green, blue = (round(channel * factor) for channel in colour)
    return red, green, blue
