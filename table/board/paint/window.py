"""The whole table in a window: the board in the middle, and the pods of all seats round it.

Each pod is on the side of its house. The mouse or a key presses its button for as long as it is held; on the
pixel of a ring that points at another seat, the mouse points at that seat. The house of the pod under the
mouse is lit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from hardware.debounce import USUAL as FINGERS
from hardware.debounce import Kind
from hardware.interface import Touch
from hardware.patterns import pixel_of
from hardware.screen import Screen, asks_to_close
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips
from hardware.touches import QueuedTouches
from table.board.board import Board
from table.board.keys import key_of, seat_of
from table.board.paint.art import Art
from table.board.paint.layout import REFERENCE, lay_out
from table.board.paint.menu_sheet import meant_by
from table.board.paint.palette import Colour
from table.board.paint.scenes import Painter
from table.board.paint.text import DrawnLine, Typesetter
from table.board.view import USUAL, DisplayOptions
from table.gestures import Meaning
from table.typefaces import OURS, Fonts

ABOVE, ASIDE = 0.152, 0.118
"""`ABOVE`: room for pods above and below the board, as a share of the height without the line of the keys.
`ASIDE`: room at its left and right, as a share of the width."""
KEYS_PX = 52
"""Height of the line that says what the keys do, on a window of 1080 lines."""

GROUND, GRAIN, RIM = (74, 50, 36), (65, 43, 31), (38, 25, 19)
"""Colours of the table's wood, of its grain, and of the edge of the board."""
PLANK_PX = 120
WIDEST = 1.5
"""Largest width of a pod, in multiples of its height."""
POD: Colour = (40, 28, 26)
UNLIT: Colour = (84, 68, 62)
LIT_EDGE: Colour = (255, 209, 102)
"""Colour of the pod's edge under the mouse, and of the ring round its house."""
BUTTON: Colour = (222, 212, 196)
PRESSED: Colour = (255, 190, 70)
INK: Colour = (240, 236, 226)
QUIET: Colour = (206, 194, 184)
KEY_INK: Colour = (24, 22, 26)

NAME = 0.8
"""Largest letters of a name, as a share of the height of its room."""

PORTRAIT = 1.2
"""Size of the picture of a card within the ring of a pod, in multiples of the ring's radius."""

GAMMA = 0.2
"""Exponent that brightens a ring's colours on a screen: real rings are far brighter than their numbers."""

MOUSE = -1
"""The mouse as a finger, beside the keys."""


class Pod(NamedTuple):
    """The drawing of one seat's pod, in pixels of the window."""

    box: Rect
    centre: tuple[int, int]
    radius: int
    """Radius of the circle on which the pixels lie."""
    buttons: tuple[tuple[int, int], ...]
    button_radius: int
    words: Rect


class Window:
    """A `View` with the table's buttons and rings.

    `hint`: one line that says what press and hold do; `labels`: the seats' names; `bots`: returns the
    seats that nobody plays right now; `slips`: the first line of a slip replaces the label of its pod, and
    the whole slip of the seat that was touched last replaces the hint; in the deal the picture of the card
    that a slip names lies in the ring; `rotate`: the degrees by which all of it is turned clockwise, pods and
    words too. `hint`, `labels` and `look` may be changed at any time. Raises `TableError` if no window opens.
    """

    def __init__(
        self,
        size: tuple[int, int],
        buttons: SimulatedButtons,
        rings: SimulatedRings,
        labels: Sequence[str],
        hint: str,
        bots: Callable[[], AbstractSet[int]],
        look: DisplayOptions = USUAL,
        slips: SimulatedSlips | None = None,
        art: Art | None = None,
        rotate: int = 0,
        touches: QueuedTouches | None = None,
        fonts: Fonts = OURS,
    ) -> None:
        self.look = look
        self.labels = labels
        self.hint = hint
        self._screen = Screen(size, resizable=True, rotate=rotate)
        self._buttons = buttons
        self._rings = rings
        self._slips = slips or SimulatedSlips()
        self._touches = touches or QueuedTouches()
        self._pointing: tuple[int, int, float] | None = None
        """The seat whose ring the mouse is down on, the seat it points at, and since when."""
        self._now_s = 0.0
        self._bots = bots
        self._art = art or Art()
        self._painter = Painter(art=self._art, fonts=fonts)
        self._type = Typesetter(fonts=fonts)
        self._robots: dict[int, Surface] = {}
        self._size: tuple[int, int] | None = None
        self._pods: list[Pod] = []
        self._drawn: list[object] = []
        self._held: dict[int, tuple[int, int]] = {}
        self._under: int | None = None
        """The seat whose pod is under the mouse."""
        self._touched: int | None = None
        """The seat that was touched last."""
        self._roles: Mapping[str, str] = {}
        """The key of each card that the legend shows, by its title."""
        self._closed = 0
        self._said: list[Meaning] = []
        self.written: list[DrawnLine] = []
        """Every line of text round the board, with its place."""

    def show(self, board: Board, now_s: float) -> None:
        """Handles the events of mouse and keys, then draws what changed."""
        self._now_s = now_s
        for event in self._screen.events():
            self._take(event)
        surface = self._screen.surface
        if surface.get_size() != self._size:
            self._arrange(surface)
        inside = surface.subsurface(board_box(surface.get_size()))
        self._painter.look = self.look
        self._roles = {sign.title: sign.role for sign in board.legend}
        changed = self._painter.draw(inside, board, now_s)
        if changed and self._under is not None:
            self._light(inside, board, self._under)
        if self._draw_pods(surface) or changed:
            self._screen.flip()
        else:
            self._painter.prepaint()

    def _light(self, inside: Surface, board: Board, seat: int) -> None:
        """Draws a ring of light round the house of a seat, behind its plate."""
        lot = self._painter.lot_of(board, inside.get_size(), seat)
        if lot is None:
            return
        radius = round(0.6 * lot.house.width)
        width, seen = max(4, radius // 8), inside.get_rect()
        if lot.plate.left > lot.house.left:
            seen.width = min(seen.width, lot.plate.left)
        elif lot.plate.right < lot.house.right:
            seen.width, seen.left = seen.width - lot.plate.right, lot.plate.right
        else:
            seen.height = lot.plate.top
        inside.set_clip(seen)
        pygame.draw.aacircle(inside, RIM, lot.house.center, radius + 3, width + 6)
        pygame.draw.aacircle(inside, LIT_EDGE, lot.house.center, radius, width)
        inside.set_clip(None)

    def typed(self) -> list[Meaning]:
        """Returns the gestures in a menu typed with arrows and Enter since the last call."""
        said, self._said = self._said, []
        return said

    @property
    def closed(self) -> int:
        """Number of times that the window was closed or Escape was pressed."""
        return self._closed

    def close(self) -> None:
        """Releases all buttons and closes the window."""
        self._let_go()
        self._screen.close()

    # Fingers

    def _take(self, event: pygame.event.Event) -> None:
        if asks_to_close(event):
            self._closed += 1
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self._let_go()
            self._screen.toggle_full()
        elif meant := meant_by(event):
            self._said.append(meant)
        elif event.type == pygame.KEYDOWN:
            seat = seat_of(letter_of(event))
            if seat is not None:
                self._push(event.key, seat, button_of(event.mod))
        elif event.type == pygame.KEYUP:
            self._release(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            touched = self.button_at(event.pos)
            if touched is not None:
                self._push(MOUSE, *touched)
            elif pointed := self.pointed_at(event.pos):
                self._pointing = (*pointed, self._now_s)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(MOUSE)
            self._point()
        elif event.type == pygame.MOUSEMOTION:
            self._hover(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._hover((-1, -1))
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._let_go()
        elif event.type == pygame.WINDOWEXPOSED:
            self._size = None

    def _hover(self, point: tuple[int, int]) -> None:
        """Lights the pod under the mouse, and its house."""
        under = next((seat for seat, pod in enumerate(self._pods) if pod.box.collidepoint(point)), None)
        if under != self._under:
            self._under = under
            self._painter.forget()

    def button_at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """The seat and button drawn at `point` of the window."""
        for seat, pod in enumerate(self._pods):
            for button, centre in enumerate(pod.buttons):
                if pygame.Vector2(point).distance_to(centre) <= pod.button_radius:
                    return seat, button
        return None

    def pointed_at(self, point: tuple[int, int]) -> tuple[int, int] | None:
        """The seat whose ring is at `point` of the window, and the seat that its pixel there points at."""
        seats, pixels = self._buttons.seats, self._rings.pixels
        for seat, pod in enumerate(self._pods):
            arm = pygame.Vector2(point) - pygame.Vector2(pod.centre)
            if pod.button_radius < arm.length() <= 1.25 * pod.radius:
                # Degrees clockwise from six o'clock, where pixel 0 is.
                turn = pygame.Vector2(0, 1).angle_to(arm) % 360 * pixels / 360
                away = [
                    abs((pixel_of(seat, other, seats, pixels) - turn + pixels / 2) % pixels - pixels / 2)
                    for other in range(seats)
                ]
                other = min(range(seats), key=away.__getitem__)
                return (seat, other) if away[other] <= 1 else None
        return None

    def _point(self) -> None:
        """Ends a touch of a ring's pixel: a short one points at the seat, a long one chooses it."""
        if self._pointing is None:
            return
        seat, other, down_s = self._pointing
        self._pointing, self._touched = None, seat
        held_s = self._now_s - down_s
        kind = Kind.HOLD if held_s >= FINGERS.hold_s * self._buttons.speed else Kind.PRESS
        self._touches.add(Touch(self._now_s, seat, other + 1, kind, down_s))

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
        """Releases all buttons: a window without focus hears of no finger going up."""
        for finger in list(self._held):
            self._release(finger)

    # Pods

    def _arrange(self, surface: Surface) -> None:
        """Lays out and draws everything again, for a new size."""
        self._size = surface.get_size()
        lay_table(surface)
        self._painter.forget()
        self._under = None
        self._pods = pods(self._rings.seats, self._buttons.buttons, self._size)
        self._drawn = []

    def _draw_pods(self, surface: Surface) -> bool:
        """Draws the hint and the pods that changed. Returns False if none did."""
        bots = self._bots()
        pixels = 3 * self._rings.pixels
        frame = self._rings.frame
        held = set(self._held.values())
        states: list[object] = [self._keys_line()]
        for seat, label in zip(range(len(self._pods)), self.labels, strict=True):
            pressed = tuple((seat, button) in held for button in range(self._buttons.buttons))
            ring = frame[seat * pixels : (seat + 1) * pixels]
            is_under = seat == self._under
            states.append((label, self._slips.words.get(seat), ring, pressed, seat in bots, is_under))
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

    def _keys_line(self) -> str:
        """The text of the line below: the slip of the seat that was touched last, or else the hint."""
        slip = "" if self._touched is None else self._slips.words.get(self._touched, "")
        return " · ".join(slip.splitlines()) or self.hint

    def _draw_hint(self, surface: Surface) -> None:
        box = hint_box(surface.get_size())
        pygame.draw.rect(surface, RIM, box)
        room = box.inflate(-20, 0).size
        fitted = self._type.fit(self._keys_line(), room, round(0.62 * box.height), lines=2)
        self._note("hint", self._type.write(surface, "hint", fitted, box, INK, RIM))

    def _draw_pod(self, surface: Surface, seat: int, pod: Pod, bot: bool) -> None:
        corner = pod.radius // 4
        pygame.draw.rect(surface, POD, pod.box, border_radius=corner)
        edge = LIT_EDGE if seat == self._under else RIM
        pygame.draw.rect(surface, edge, pod.box, max(2, pod.radius // 20), border_radius=corner)
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
        if role := self._roles.get(self._slips.words.get(seat, "").partition("\n")[0]):
            picture = self._painter.portrait(role, round(PORTRAIT * pod.radius))
            surface.blit(picture, picture.get_rect(center=pod.centre))
        self._note(f" {seat}", [*written, *self._write_below(surface, seat, pod.words, bot)])

    def _write_below(self, surface: Surface, seat: int, words: Rect, bot: bool) -> list[DrawnLine]:
        """Writes the first line of a seat's slip below its pod, or else its name."""
        if slip := self._slips.words.get(seat):
            fitted = self._type.fit(
                slip.splitlines()[0], words.size, round(NAME * words.height), bold=True, lines=2
            )
            return self._type.write(surface, f"slip {seat}", fitted, words, PRESSED, POD)
        room = words
        if bot:
            radius = max(4, words.height // 4)
            room = words.inflate(-4 * radius - 8, 0)
        fitted = self._type.fit(
            self.labels[seat], room.size, round(NAME * words.height), bold=not bot, lines=2
        )
        if bot:
            robot = self._robots.setdefault(radius, self._art.sign("robot", radius, QUIET))
            left = words.centerx - self._type.width(fitted) // 2 - 4
            surface.blit(robot, robot.get_rect(midright=(left, words.centery)))
        return self._type.write(surface, f"pod {seat}", fitted, words, QUIET if bot else INK, POD)

    def _note(self, ending: str, written: list[DrawnLine]) -> None:
        """Replaces the record of what was written at a place. `ending`: end of the texts' names."""
        self.written = [line for line in self.written if not line.what.endswith(ending)] + written


def lay_table(surface: Surface) -> None:
    """Draws the wood of the table, and the edge round the board."""
    size = surface.get_size()
    plank = round(PLANK_PX * scale_of(size))
    surface.fill(GROUND)
    for number in range(-(-size[1] // plank)):
        pygame.draw.rect(surface, GRAIN, (0, number * plank, size[0], max(2, plank // 40)))
    board, edge = board_box(size), max(3, round(7 * scale_of(size)))
    pygame.draw.rect(surface, RIM, board.inflate(2 * edge, 2 * edge), border_radius=2 * edge)


def scale_of(size: tuple[int, int]) -> float:
    """The factor on lengths in a window of `size` pixels."""
    return min(size[0] / REFERENCE[0], size[1] / REFERENCE[1])


def hint_box(size: tuple[int, int]) -> Rect:
    """The box of the line at the lower edge, which says what the keys do."""
    height = max(24, round(KEYS_PX * scale_of(size)))
    return Rect(0, size[1] - height, size[0], height)


def board_box(size: tuple[int, int]) -> Rect:
    """The box of the board in a window of `size` pixels."""
    width, height = size[0], hint_box(size).top
    aside, above = round(ASIDE * width), round(ABOVE * height)
    return Rect(aside, above, width - 2 * aside, height - 2 * above)


def pods(seats: int, buttons: int, size: tuple[int, int]) -> list[Pod]:
    """The pods of all seats, clockwise from the top left. Above and below the board they are in line with the
    houses; at its sides they have the whole height."""
    table, board = Rect(0, 0, size[0], hint_box(size).top), board_box(size)
    lots = lay_out(board.size, seats)
    above, below = lots.rows
    side = (seats - above - below) // 2
    middles = [board.left + lot.whole.centerx for lot in lots.lots]
    rows = dict.fromkeys(range(above), board.top // 2)
    lower = (board.bottom + table.bottom) // 2
    rows |= dict.fromkeys(range(above + side, seats - side), lower)
    apart = [abs(middles[a] - middles[b]) for a, b in combinations(rows, 2) if rows[a] == rows[b]]
    width = min([round(WIDEST * board.top), *apart])
    height = min(table.height // max(1, side), board.top)
    laid = []
    for number in range(seats):
        if number in rows:
            box = Rect(0, 0, width, board.top)
            box.center = middles[number], rows[number]
        else:
            is_right = number < above + side
            down = number - above if is_right else seats - 1 - number
            box = Rect(0, 0, board.left, height)
            top = (table.height - side * height) * (down + 0.5) / side + down * height
            box.topleft = (board.right if is_right else 0), round(top)
        laid.append(pod_in(box.inflate(-8, -8), buttons))
    return laid


def pod_in(box: Rect, buttons: int) -> Pod:
    """The drawing of one pod: the ring round its buttons, and the name below."""
    words = Rect(
        box.left + 6, box.bottom - round(0.27 * box.height), box.width - 12, round(0.25 * box.height)
    )
    radius = round(min(0.42 * box.width, 0.43 * (words.top - box.top)))
    centre = box.centerx, (box.top + words.top) // 2
    button_radius = round(radius * (0.5, 0.3, 0.23)[buttons - 1])
    step = round(2.2 * button_radius)
    centres = tuple((centre[0] + round((i - (buttons - 1) / 2) * step), centre[1]) for i in range(buttons))
    return Pod(box, centre, radius, centres, button_radius, words)


def letter_of(event: pygame.event.Event) -> str:
    """The letter of a key. On a layout without Latin letters it is the one at the same place on a US
    keyboard."""
    if 0 < event.key < 128:
        return chr(event.key)
    is_letter = pygame.KSCAN_A <= event.scancode <= pygame.KSCAN_Z
    return chr(ord("a") + event.scancode - pygame.KSCAN_A) if is_letter else ""


def button_of(modifiers: int) -> int:
    """The button that a key presses: the first alone, the second with Shift, the third with Control."""
    if modifiers & pygame.KMOD_CTRL:
        return 2
    return 1 if modifiers & pygame.KMOD_SHIFT else 0


def brightened(colour: Colour, gamma: float = GAMMA) -> Colour | None:
    """A ring's colour as a screen must show it; None for a dark pixel."""
    most = max(colour)
    if most == 0:
        return None
    factor = 255 * (most / 255) ** gamma / most
    red, green, blue = (round(channel * factor) for channel in colour)
    return red, green, blue
