"""Draws the room round a picture of the board: the people at their table, pods, hands, a phone.

Nothing here is a photograph. Faces, colours of the lights and the code are those that the table itself draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import pygame
from pygame import Rect, Surface, Vector2

from table.board.paint.art import drawn
from table.board.paint.join import picture as code_picture
from table.board.paint.people import FACING, of, parts_of, person
from table.board.paint.window import BUTTON, GRAIN, GROUND, POD, PRESSED, RIM, UNLIT, brightened

WIDTH, HEIGHT = 720, 405
"""The room, in units; a picture of it is as many pixels times `FINE`, times the zoom."""
FINE = 2
SCREEN = Rect(172, 7, 376, 212)
"""The board on the wall."""
FLAT = 0.62
"""Height of a circle on the table, as a share of its width."""
TABLE = Rect(44, 240, 632, 240)
DARK = (104, 98, 142)
"""Share of each colour that is left in the dark, of 255."""
GLOW = 0.08
"""As `GAMMA` of the window, in a room that is dark."""
STEPS = 6
"""Steps of light from day to night: few, so that a film of them is small."""


class Camera(NamedTuple):
    """What is seen of the room: the point in the middle, and how much larger than the whole."""

    at: tuple[float, float] = (WIDTH / 2, HEIGHT / 2)
    zoom: float = 1.0


ROOM = Camera()
BOARD = Camera((360, 114), 1.78)
PHONE = Camera((330, 150), 1.22)


class Chair(NamedTuple):
    """A place at the table: middle and radius of its pod, feet and height of the person."""

    pod: tuple[int, int]
    radius: int
    feet: tuple[int, int] = (0, 0)
    tall: int = 0


# Clockwise from the one who looks at this picture. Nobody sits before the screen.
CHAIRS = (
    Chair((360, 340), 62),
    Chair((150, 336), 33, (34, 372), 190),
    Chair((186, 290), 24, (104, 300), 122),
    Chair((262, 264), 18, (190, 276), 72),
    Chair((360, 256), 15),
    Chair((458, 264), 18, (530, 276), 72),
    Chair((534, 290), 24, (616, 300), 122),
    Chair((570, 336), 33, (686, 372), 190),
)


class Sight(NamedTuple):
    """All that is seen at one moment."""

    light: float
    """0.0 (night) to 1.0 (day)."""
    rings: Sequence[bytes]
    """What each ring shows, clockwise from the one who looks; empty: that seat has a phone."""
    people: Sequence[int]
    """The number of each chair, for the looks of the person there."""
    sleeps: bool = False
    """Whether all eyes are shut."""
    hand: float | None = None
    """How far the finger is from the button, in units; 0: it presses; None: there is no hand."""
    covers: bool = False
    """Whether the other hand hides the ring from the neighbours."""
    phone: Phone | None = None


class Phone(NamedTuple):
    """A phone held before the board."""

    code: str
    """What it reads."""
    page: bool
    """Whether it has opened the page."""
    seat: int
    """The place on the page that the finger takes."""
    taken: bool


def ellipse(at: Sequence[float], across: float, fill: str, flat: float = FLAT) -> str:
    """A circle that lies on the table."""
    return f'<ellipse cx="{at[0]}" cy="{at[1]}" rx="{across}" ry="{across * flat}" fill="{fill}"/>'


def stroke(points: str, width: float, colour: str) -> str:
    """A thick line with round ends."""
    return (
        f'<path d="M{points}" fill="none" stroke="{colour}" stroke-width="{width}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def rect(box: Rect, fill: str, corner: int = 0) -> str:
    """A box with round corners."""
    x, y, width, height = box
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{corner}" fill="{fill}"/>'


def hexed(colour: Sequence[float]) -> str:
    """A colour as SVG has it."""
    return "#" + "".join(f"{round(channel):02x}" for channel in colour)


WALL = (
    rect(Rect(0, 0, WIDTH, 196), "#6d5468")
    + rect(Rect(0, 192, WIDTH, 6), "#7f6277")
    + rect(Rect(0, 198, WIDTH, HEIGHT - 198), "#4a3549")
    + rect(SCREEN.inflate(12, 12), "#17131c", 5)
)
LAMPS, LIGHTS = (
    "".join(f'<g transform="translate({x} 74)">{lamp}</g>' for x in (86, WIDTH - 86))
    for lamp in (
        '<path d="M-3 18h6v22h-6z" fill="#2b1d2e"/><path d="M-22 18l10-36h24l10 36z" fill="#b08a72"/>',
        '<circle r="58" fill="#ffd166" fill-opacity="0.10"/>'
        '<circle r="36" fill="#ffd166" fill-opacity="0.16"/>'
        '<path d="M-22 18l10-36h24l10 36z" fill="#ffe2a0"/>',
    )
)
"""The lamps on the wall, and their light."""


def wood() -> str:
    """The table."""
    rim, top = TABLE.center, (TABLE.centerx, TABLE.centery - 6)
    flat = TABLE.height / TABLE.width
    planks = "".join(
        stroke(f"{360 + 34 * step} 240L{360 + 120 * step} 440", 1.6, hexed(GRAIN)) for step in range(-3, 4)
    )
    return (
        ellipse(rim, TABLE.width / 2, hexed(RIM), flat)
        + ellipse(top, TABLE.width / 2 - 3, "#7a5138", flat)
        + ellipse(top, TABLE.width / 2 - 14, hexed(GROUND), flat)
        + f'<g stroke-opacity="0.8">{planks}</g>'
    )


def pod(chair: Chair, pressed: bool) -> str:
    """A pod without its lights: body, groove of the ring, button."""
    (x, y), radius = chair.pod, chair.radius
    thick = 0.2 * radius
    button = hexed(PRESSED if pressed else BUTTON)
    sunk = 0.03 * radius if pressed else 0.16 * radius
    return (
        ellipse((x, y + 1.5 * thick), 1.34 * radius, "#1c120f")
        + ellipse((x, y + thick), 1.3 * radius, "#1f1513")
        + ellipse((x, y), 1.3 * radius, hexed(POD))
        + ellipse((x, y), 1.14 * radius, "#4b3832")
        + ellipse((x, y), 0.84 * radius, hexed(POD))
        + ellipse((x, y), 0.5 * radius, "#8a7d70")
        + ellipse((x, y - sunk), 0.46 * radius, button)
    )


def lying_phone(chair: Chair, is_dark: bool) -> str:
    """A phone on the table, as one seat."""
    (x, y), radius = chair.pod, chair.radius
    page, ink = ("#20232f", "#20232f") if is_dark else ("#3d6ea0", "#cfe0ee")
    rows = "".join(f'<path d="M{row - 9} {10 * row - 12}h24l2 6h-25z" fill="{ink}"/>' for row in range(3))
    return (
        f'<g transform="translate({x} {y}) scale({radius / 30})">'
        '<path d="M-16-21q1-4 5-4h28q4 0 5 4l10 44q0 5-5 5h-36q-4 0-5-4z" fill="#15121a"/>'
        f'<path d="M-12-21h30l9 43h-37z" fill="{page}"/>{rows}</g>'
    )


class Limb(NamedTuple):
    """The colours of an arm."""

    skin: str
    sleeve: str

    @property
    def shade(self) -> str:
        """The skin between the fingers."""
        return darker(self.skin)

    @property
    def cuff(self) -> str:
        """The end of the sleeve."""
        return darker(self.sleeve)


def darker(colour: str) -> str:
    """A colour in the shade."""
    return hexed([0.8 * channel for channel in bytes.fromhex(colour[1:])])


def limb_of(number: int) -> Limb:
    """The arm of the person at a chair."""
    parts = parts_of()
    return Limb(of(number, parts.skins), of(number, parts.clothes))


def arm(chair: Chair, limb: Limb) -> str:
    """The arm of somebody at the table, with the hand at the pod."""
    (x, y), (from_x, from_y) = chair.pod, chair.feet
    side = 1 if from_x < x else -1
    thick = 0.105 * chair.tall
    hand = Vector2(x - side * 0.45 * chair.radius, y - 0.1 * chair.radius)
    wrist = hand - Vector2(side * 0.5 * thick, 0.2 * thick)
    elbow = Vector2(from_x + side * 0.3 * chair.tall, from_y - 0.16 * chair.tall)
    return stroke(f"{elbow.x} {elbow.y}L{wrist.x} {wrist.y}", thick, limb.sleeve) + stroke(
        f"{wrist.x} {wrist.y}L{hand.x} {hand.y}", 0.8 * thick, limb.skin
    )


def placed(parts: Iterable[str], at: tuple[float, float], turned: float = 0, scale: float = 0.9) -> str:
    """A drawing whose origin is at a point."""
    return f'<g transform="translate({at[0]} {at[1]}) rotate({turned}) scale({scale})">{"".join(parts)}</g>'


def pointing_hand(at: tuple[float, float], limb: Limb) -> str:
    """A right hand whose index is at a point."""
    parts = (
        stroke("52 96L92 220", 50, limb.skin),
        stroke("40 60L46 92", 21, limb.shade),
        stroke("56 66L60 94", 20, limb.shade),
        stroke("70 78L70 100", 18, limb.shade),
        stroke("24 66L36 108L66 112L60 78", 30, limb.skin),
        stroke("39 62L44 84", 18, limb.skin),
        stroke("55 68L58 88", 17, limb.skin),
        stroke("69 80L68 94", 15, limb.skin),
        stroke("0 6L9 36L25 72", 17, limb.skin),
        stroke("22 104L2 82L4 66", 15, limb.skin),
        stroke("78 178L110 290", 66, limb.sleeve),
        stroke("74 166L79 182", 62, limb.cuff),
    )
    return placed(parts, at, -28)


def hiding_hand(at: tuple[float, float], limb: Limb) -> str:
    """A left hand on its edge, like a wall round a ring whose middle is at a point."""
    fingers = [
        stroke(f"-102 {70 + 0.6 * y}Q-112 {y - 2} {tip} {y - 28}", width, colour)
        for y, tip in ((20, -56), (8, -44), (-4, -38), (-16, -46))
        for width, colour in ((19, limb.shade), (15, limb.skin))
    ]
    parts = (
        stroke("-102 92L-134 200", 46, limb.skin),
        *fingers,
        stroke("-102 78L-104 92", 40, limb.skin),
        stroke("-96 96L-78 62", 17, limb.skin),
        stroke("-120 158L-150 260", 60, limb.sleeve),
        stroke("-116 146L-121 162", 56, limb.cuff),
    )
    return placed(parts, at)


PHONE_AT, TILT = (232, 226), -7
GLASS = Rect(-56, -112, 112, 214)
GRIP = (18, 42, 66, 88)
"""How high each finger is that holds the phone."""


def held_phone(phone: Phone, limb: Limb) -> str:
    """A phone upright in a left hand, with its page; fingers and the picture of its camera come before it."""
    places = []
    for number in range(len(CHAIRS)):
        angle = 2 * math.pi * number / len(CHAIRS)
        x, y = -38 * math.sin(angle), 46 * math.cos(angle) - 24
        fill = "#35507a" if number != phone.seat else "#ffd166" if phone.taken else "#5f86b8"
        places.append(rect(Rect(round(x) - 15, round(y) - 9, 30, 18), fill, 6))
        if number == phone.seat and phone.taken:
            places.append(stroke(f"{x - 6} {y}l4 4l8-8", 3.4, "#14121a"))
    parts = (
        stroke("-40 100L-96 260", 84, limb.sleeve),
        stroke("-30 70L-58 150", 86, limb.skin),
        *(stroke(f"60 {y}L30 {y + 4}", 21, limb.shade) for y in GRIP),
        rect(GLASS.inflate(16, 32), "#15121a", 14),
        rect(GLASS, "#0b0e18"),
        '<ellipse cx="0" cy="-24" rx="26" ry="32" fill="#4a3224"/>',
        *places,
        rect(Rect(-44, 58, 88, 28), "#ffd166" if phone.taken else "#35507a", 10),
    )
    return placed(parts, PHONE_AT, TILT, 1)


def grip(phone: Phone, limb: Limb) -> str:
    """The fingers before the phone."""
    x, y = (-34, 70) if phone.taken else (-58, 44)
    parts = (
        *(stroke(f"67 {at}L62 {at + 1}", 19, limb.skin) for at in GRIP),
        stroke(f"-74 108Q-76 84 {x} {y}", 23, limb.skin),
    )
    return placed(parts, PHONE_AT, TILT, 1)


def viewfinder(code: str, px: int) -> Surface:
    """What a phone's camera sees of the board's code, `px` wide."""
    surface = Surface((px, round(px * GLASS.height / GLASS.width)), pygame.SRCALPHA)
    surface.fill((52, 38, 60))
    side = round(0.8 * px)
    shown = pygame.transform.smoothscale(code_picture(code, 12 * side // 10), (side, side))
    box = shown.get_rect(center=surface.get_rect().center)
    surface.blit(shown, box)
    corner, thick = side // 4, max(2, px // 40)
    for x, right in ((box.left - 2 * thick, False), (box.right + 2 * thick, True)):
        for y, low in ((box.top - 2 * thick, False), (box.bottom + 2 * thick, True)):
            across = Rect(x - corner * right, y - thick // 2, corner, thick)
            down = Rect(x - thick // 2, y - corner * low, thick, corner)
            surface.fill((255, 209, 102), across)
            surface.fill((255, 209, 102), down)
    return surface


def view_of(camera: Camera) -> tuple[float, float, float, float]:
    """Left, top, width and height of what a camera sees, in units. It never looks beyond the room."""
    width, height = WIDTH / camera.zoom, HEIGHT / camera.zoom
    left = min(max(0.0, camera.at[0] - width / 2), WIDTH - width)
    top = min(max(0.0, camera.at[1] - height / 2), HEIGHT - height)
    return left, top, width, height


def box_of(camera: Camera, box: Rect) -> Rect:
    """Where a camera sees a box of the room, in pixels."""
    left, top, _, _ = view_of(camera)
    scale = FINE * camera.zoom
    corner = (box.left - left) * scale, (box.top - top) * scale
    return Rect(round(corner[0]), round(corner[1]), round(box.width * scale), round(box.height * scale))


def layer(inside: str, camera: Camera) -> Surface:
    """A part of the room as a camera sees it."""
    left, top, width, height = view_of(camera)
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}">{inside}</svg>'
    across, down = FINE * WIDTH, FINE * HEIGHT
    return drawn(text, across).subsurface((0, (across - down) // 2, across, down))


def dimmed(surface: Surface, light: float) -> Surface:
    """The same in another light."""
    share = [round(dark + (255 - dark) * light) for dark in DARK]
    surface.fill((*share, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


@lru_cache(8)
def back(camera: Camera, light: float) -> Surface:
    """The wall, without the picture on its screen."""
    return dimmed(layer(f'{WALL}{LAMPS}<g opacity="{light}">{LIGHTS}</g>', camera), light)


@lru_cache(8)
def middle(
    camera: Camera, light: float, people: tuple[int, ...], sleeps: bool, phones: frozenset[int], pressed: bool
) -> Surface:
    """The people, the table and what lies on it, without lights."""
    shown = Surface((FINE * WIDTH, FINE * HEIGHT), pygame.SRCALPHA)
    order = sorted(range(len(CHAIRS)), key=lambda seat: CHAIRS[seat].feet[1])
    for seat in order:
        chair = CHAIRS[seat]
        if chair.tall:
            box = Rect(0, 0, chair.tall, chair.tall)
            box.midbottom = chair.feet
            at = box_of(camera, box)
            shown.blit(figure(people[seat], sleeps, at.width), at)
    things = [
        lying_phone(chair, is_dark=light < 0.5) if seat in phones else pod(chair, pressed and seat == 0)
        for seat, chair in enumerate(CHAIRS)
    ]
    shown.blit(layer(wood() + "".join(things), camera), (0, 0))
    return dimmed(shown, light)


@lru_cache(8)
def front(camera: Camera, light: float, people: tuple[int, ...], hand: float | None, covers: bool) -> Surface:
    """The arms of all at the table."""
    parts = [arm(chair, limb_of(number)) for chair, number in zip(CHAIRS, people, strict=True) if chair.tall]
    (x, y), mine = CHAIRS[0].pod, limb_of(people[0])
    if covers:
        parts.append(hiding_hand((x, y), mine))
    if hand is not None:
        parts.append(pointing_hand((x + 2 + 0.5 * hand, y - 6 - hand), mine))
    return dimmed(layer("".join(parts), camera), light)


@lru_cache(8)
def in_hand(camera: Camera, phone: Phone, number: int) -> Surface:
    """A phone that the person at a chair holds before the board."""
    limb = limb_of(number)
    shown = layer(held_phone(phone, limb), camera)
    if not phone.page:
        seen = viewfinder(phone.code, box_of(camera, GLASS).width)
        left, top, _, _ = view_of(camera)
        at = Vector2(GLASS.center).rotate(TILT) + Vector2(PHONE_AT) - Vector2(left, top)
        seen = pygame.transform.rotozoom(seen, -TILT, 1.0)
        shown.blit(seen, seen.get_rect(center=at * FINE * camera.zoom))
    shown.blit(layer(grip(phone, limb), camera), (0, 0))
    return shown


@lru_cache(64)
def figure(number: int, sleeps: bool, px: int) -> Surface:
    """Somebody at the table, with open eyes or with shut ones."""
    text = person(number, FACING, parts_of())
    return drawn(text.replace('rx="6" ry="8"', 'rx="8" ry="2"') if sleeps else text, px)


def light_up(surface: Surface, camera: Camera, chair: Chair, ring: bytes) -> None:
    """Draws the lights of a pod."""
    left, top, _, _ = view_of(camera)
    scale = FINE * camera.zoom
    radius, pixels = scale * chair.radius, len(ring) // 3
    centre = Vector2((chair.pod[0] - left) * scale, (chair.pod[1] - top) * scale)
    for pixel in range(pixels):
        red, green, blue = ring[3 * pixel : 3 * pixel + 3]
        colour = brightened((red, green, blue), GLOW)
        out = Vector2(0, radius).rotate(360 * pixel / pixels)
        at = centre + Vector2(out.x, FLAT * out.y)
        if colour:
            pygame.draw.aacircle(surface, [channel // 2 for channel in colour], at, 0.15 * radius)
            pygame.draw.aacircle(surface, colour, at, 0.10 * radius)
        else:
            pygame.draw.aacircle(surface, UNLIT, at, 0.04 * radius)


def room(sight: Sight, board: Surface, camera: Camera) -> Surface:
    """The picture of a moment, `WIDTH` x `HEIGHT`. `board`: what the table shows."""
    light = round(sight.light * STEPS) / STEPS
    people, phones = tuple(sight.people), frozenset(seat for seat, ring in enumerate(sight.rings) if not ring)
    picture = back(camera, light).copy()
    screen = box_of(camera, SCREEN)
    picture.blit(pygame.transform.smoothscale(board, screen.size), screen)
    pressed = sight.hand == 0
    picture.blit(middle(camera, light, people, sight.sleeps, phones, pressed), (0, 0))
    for chair, ring in zip(CHAIRS, sight.rings, strict=True):
        light_up(picture, camera, chair, ring)
    picture.blit(front(camera, light, people, sight.hand, sight.covers), (0, 0))
    if sight.phone:
        picture.blit(in_hand(camera, sight.phone, people[1]), (0, 0))
    return pygame.transform.smoothscale(picture, (WIDTH, HEIGHT))
