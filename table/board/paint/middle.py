"""Draws the middle of the square: the clock with the scene's emblem, the players the scene is about, and the
word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from math import ceil, sqrt
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from table.board.board import Place, minutes, votes_against
from table.board.paint.crowd import beside_crowd, has_crowd
from table.board.paint.cues import LAST_S
from table.board.paint.doors import counts_of, reach
from table.board.paint.frame import Frame
from table.board.paint.layout import GAP, UNCOUNTED, UNCOVERED, Layout, in_the_middle
from table.board.paint.paintbox import Paintbox, smooth_polygon
from table.board.paint.palette import NIGHT, between
from table.board.paint.portraits import CORNER_PX, EDGE_PX, cards_in, event, paint_people
from table.board.paint.portraits import face as portrait
from table.board.paint.text import TIGHT, DrawnLine
from table.board.paint.words import paint_title

UNDER_EMBLEM_PX = 42
"""Least size of the time below an emblem, on a board of 1080 lines. A smaller clock has no emblem."""
WIDEST_DIGIT = "0"
BESIDE = 0.8
"""Size of a clock beside words or cards, as a share of a clock alone."""
ALONE_LEAST, BEAT = 0.8, 0.05
"""`ALONE_LEAST`: size of a clock as its last seconds begin, as a share of its final size. `BEAT`: how much
larger it is as each second begins."""
CALM = 0.85
"""Size of a calm clock in its last seconds, as a share of the final size of others."""

ALONE = 0.92
"""Largest width of a night's victims, or of a word for all, as a share of the square's width."""
TITLED, TITLE_SHARE = 0.26, 0.8
"""`TITLED`: radius of a clock beside the word for all, as a share of the square's height. `TITLE_SHARE`:
height of the word's sheet, as the same share."""
SOUGHT, ASKED = 2.0, 0.2
"""`SOUGHT`: size of the portrait of a sought card, as a multiple of the clock's radius. `ASKED`: radius of
its question mark, as a share of the portrait."""
TODAY_SHARE, TODAY_PX, TODAY_WIDE = 0.42, 72, 3
"""Of what is new today: `TODAY_SHARE`: the picture's largest share of the width; `TODAY_PX`: largest letters;
`TODAY_WIDE`: how many cards beside each other are as wide."""
RIVALS, RIVALS_HIGH, RIVALS_FACE, RIVALS_UPRIGHT = 0.94, (0.8, 0.42, 0.52), 0.27, (0.16, 0.6)
"""`RIVALS`: width of two between whom it is decided, as a share of the square's. `RIVALS_HIGH`: their height,
as shares of its height: in a debate; among ballots, which stay in sight; and there, if their names lie below
their pictures. `RIVALS_FACE`: radius of the clock or the score between them, as the same share.
`RIVALS_UPRIGHT`: largest radius and height, as shares of its width."""
SHAPES = (1.9, 2.0, 2.6)
"""Largest width of one, two and three cards together, in multiples of their height."""


class Face(NamedTuple):
    """The place of the clock, or of an emblem alone."""

    centre: tuple[int, int]
    radius: int

    @property
    def rect(self) -> Rect:
        """The square round the clock."""
        x, y = self.centre
        return Rect(x - self.radius, y - self.radius, 2 * self.radius, 2 * self.radius)


class Lying(NamedTuple):
    """Everything in the middle of the square, with its place."""

    face: Face
    room: Rect | None = None
    """Room for a word, if there is one."""
    today: Rect | None = None
    """Room for what is new today, if it is told there."""
    cards: Sequence[tuple[Place, Rect]] = ()
    """The players the scene is about, if they are named there, each with the box of their card."""

    @property
    def boxes(self) -> list[Rect]:
        """The boxes of all of it."""
        rooms = [room for room in (self.room, self.today) if room]
        return [self.face.rect, *rooms, *(box for _, box in self.cards)]


def paint_middle(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the clock with the scene's emblem, and the players the scene is about or the word."""
    lying = laid(frame)
    written: list[DrawnLine] = []
    if frame.names_somebody:
        _paint_sought(frame, paints, lying.face)
        return []
    if lying.room and frame.board.word:
        written += paint_title(frame, paints, lying.room)
    written += paint_people(frame, paints, lying.cards)
    if lying.today:
        written += _paint_today(frame, paints, lying.today)
    if not lying.face.radius:
        return written
    if frame.board.arrows and frame.rivals:
        return written + _paint_score(frame, paints, lying.face)
    if frame.board.timer or ((frame.emblem or frame.picture) and not frame.board.word):
        written += paint_clock(frame, paints, lying.face, frame.emblem)
    return written


def laid(frame: Frame) -> Lying:
    """The place of everything in the middle."""
    board, layout = frame.board, frame.layout
    square, usual = layout.square, layout.usual
    about = frame.about
    radius = round(min(0.36 * square.height, 0.18 * square.width, 190 * usual))
    if frame.names_somebody:
        return Lying(Face(square.center, radius))
    if has_crowd(frame):
        box = beside_crowd(frame)
        return Lying(Face(box.center, box.width // 2))
    if frame.rivals:
        return decided(frame)
    if frame.tells_today:
        radius, gap = round(BESIDE * radius) if board.timer else 0, round(GAP * layout.usual)
        (x, y), room = in_the_middle(
            tuple(square), layout.doors, reach(layout), radius, 2 * gap, UNCOVERED, TODAY_WIDE
        )
        return Lying(Face((round(x), round(y)), radius), today=room)
    if not (0 < len(about) <= len(SHAPES) or board.word):
        if board.scene == "attract" and not board.timer:  # on the green, so as not to cover the hamlet
            radius = round(0.55 * radius)
            return Lying(Face((square.centerx, square.bottom - radius - round(GAP * usual)), radius))
        return Lying(Face((square.centerx, beside_doors(layout, radius)), radius))
    has_clock = board.timer or frame.emblem or frame.picture
    radius = round(BESIDE * radius) if has_clock else 0
    if board.scene == "dawn" and 0 < len(about) <= len(SHAPES) and not has_clock:
        # Nothing on the square matters as much.
        room = Rect(0, 0, round(ALONE * square.width), square.height - 2 * round(GAP * usual))
        room.width = min(room.width, round(SHAPES[len(about) - 1] * room.height))
        room.center = square.center
        return Lying(Face(square.center, 0), cards=cards_in(frame, about, room))
    if board.word and not board.arrows:
        return titled(frame)
    doors, around, worth, counts = layout.doors, reach(layout), UNCOVERED, counts_of(frame)
    if counts:
        doors, around = tuple(count.center for count in counts), layout.count_px // 2
        worth = UNCOUNTED
    gap = round(24 * layout.fine)
    (x, y), room = in_the_middle(tuple(square), doors, around, radius, gap, worth, len(about))
    face, room = Face((round(x), round(y)), radius), clear_of(room, counts)
    if len(about) == 2 and frame.news == "grief" and face.rect.right < room.left:
        whole = face.rect.union(room)
        return between_two(
            about,
            Rect(whole.left, room.top, whole.width, room.height),
            face.radius,
            room.left - face.rect.right,
        )
    return Lying(face, cards=cards_in(frame, about, room))


def decided(frame: Frame) -> Lying:
    """The layout of two players between whom it is decided, and of the clock or the score. It covers no
    count."""
    board, square, gap = frame.board, frame.layout.square, round(GAP * frame.layout.usual)
    radius, most = (round(share * square.width) for share in RIVALS_UPRIGHT)
    radius = min(radius, round(RIVALS_FACE * square.height))
    room = Rect(0, 0, round(RIVALS * square.width), 0)
    in_debate, among_ballots, upright = (round(share * square.height) for share in RIVALS_HIGH)
    is_wide = room.width // 2 - radius - gap > SHAPES[0] * among_ballots
    high = min(most, in_debate if not board.arrows else among_ballots if is_wide else upright)
    room.height = max(high, 2 * radius)
    room.center = square.center
    room = clear_of(room, [count.inflate(gap, gap) for count in counts_of(frame)])
    radius = min(radius, room.height // 2)
    cards = room.inflate(0, min(0, high - room.height))
    return between_two([board.places[seat] for seat in frame.rivals], cards, radius, gap)


def clear_of(room: Rect, boxes: Iterable[Rect]) -> Rect:
    """The part of a room that none of these boxes covers. Each takes as little of it as can be."""
    for box in boxes:
        left, top, right, bottom = room.left, room.top, room.right, room.bottom
        found = [
            Rect(left, top, box.left - left, room.height),
            Rect(box.right, top, right - box.right, room.height),
            Rect(left, top, room.width, box.top - top),
            Rect(left, box.bottom, room.width, bottom - box.bottom),
        ]
        if room.colliderect(box):
            room = max(found, key=lambda part: part.width * part.height)
    return room


def between_two(about: Sequence[Place], room: Rect, radius: int, gap: int) -> Lying:
    """The layout of two cards in a room with the clock, the cause of death or the score between them."""
    breadth = room.width // 2 - radius - gap
    left = Rect(room.left, room.top, breadth, room.height)
    boxes = left, left.move(room.width - breadth, 0)
    return Lying(Face(room.center, radius), cards=[*zip(about, boxes, strict=True)])


def beside_doors(layout: Layout, radius: int) -> int:
    """The height at which a clock covers no doorstep above or below it; halfway between them if there is no
    room."""
    x, y = layout.square.center
    near, above, below = radius + reach(layout), layout.square.top, layout.square.bottom
    for door in layout.doors:
        if (aside := abs(door[0] - x)) < near:
            away = round(sqrt(near**2 - aside**2))
            if door[1] < y:
                above = max(above, round(door[1]) + away)
            else:
                below = min(below, round(door[1]) - away)
    return min(max(y, above), below) if above <= below else (above + below) // 2


def titled(frame: Frame) -> Lying:
    """The layout of a word for all: as large as possible, beside the clock if one runs. With large text the
    square is smaller, and the word takes more of its width."""
    layout = frame.layout
    square, gap = layout.square, round(24 * layout.fine)
    width = round(min(1.0, ALONE * max(1.0, layout.scale / layout.usual)) * square.width)
    radius = round(TITLED * square.height) if frame.board.timer else 0
    room = Rect(0, 0, width, round(TITLE_SHARE * square.height))
    room.center = square.center
    face = Face((room.left + radius, square.centery), radius)
    if radius:
        right = room.right
        room.width -= 2 * radius + gap
        room.right = right
    return Lying(face, room)


def paint_clock(frame: Frame, paints: Paintbox, face: Face, emblem: str | None) -> list[DrawnLine]:
    """Draws the clock: the emblem, and while a time runs, minutes and seconds in a ring that empties. A small
    clock shows only the time."""
    surface, timer, left_s = frame.surface, frame.board.timer, frame.left_s
    (x, y), radius = face
    ground = frame.palette.caption
    in_a_hurry = left_s is not None and left_s <= LAST_S
    if not (frame.picture or in_a_hurry):
        surface.blit(paints.disc(radius, ground, frame.palette.rim, max(1, radius // 24)), face.rect)
    if timer is None or left_s is None:
        if frame.picture:
            px = 2 * radius
            image = paints.keep(("thing", frame.picture, px), partial(_thing, frame.picture, paints, px))
            surface.blit(image, image.get_rect(center=face.centre))
        elif emblem:
            image = paints.emblem(emblem, round(0.62 * radius), NIGHT.mark)
            surface.blit(image, image.get_rect(center=face.centre))
        return []
    if in_a_hurry:
        return paint_last_seconds(frame, paints, face, ALONE_LEAST)
    if 0.62 * radius < UNDER_EMBLEM_PX * frame.layout.usual:
        emblem = None
    share = min(1.0, left_s / max(timer.length_s, 1.0))
    _timer_ring(frame, paints, face, share)
    if emblem:
        image = paints.emblem(emblem, round(0.30 * radius), NIGHT.mark)
        surface.blit(image, image.get_rect(center=(x, y - round(0.36 * radius))))
    wide, high, size = (1.36, 0.9, 0.62) if emblem else (1.5, 0.9, 0.68)
    rect = Rect(0, 0, round(wide * radius), round(high * radius))
    rect.center = x, y + round((0.24 if emblem else 0) * radius)
    told = minutes(left_s)
    # The same size for all digits: a clock whose letters grow and shrink seems to move.
    widest = "".join(WIDEST_DIGIT if sign.isdigit() else sign for sign in told)
    fitted = paints.type.fit(widest, rect.size, round(size * radius), bold=True)._replace(lines=(told,))
    return paints.type.write(surface, "timer", fitted, rect, frame.palette.caption_ink, ground)


def _paint_today(frame: Frame, paints: Paintbox, room: Rect) -> list[DrawnLine]:
    """Draws what is new today: its picture, and beside it its text."""
    today, palette, fine = frame.board.today, frame.palette, frame.layout.fine
    assert today
    edge, corner = round(EDGE_PX * fine), round(CORNER_PX * fine)
    paints.panel(frame.surface, room, palette.plaque, palette.rim, max(2, round(4 * fine)), corner)
    inner = room.inflate(-2 * edge, -2 * edge)
    px = paints.snapped(min(inner.height, round(TODAY_SHARE * inner.width)))
    frame.surface.blit(event(paints, today.key, px), (inner.left, inner.centery - px // 2))
    words = Rect(inner.left + px + edge, inner.top, inner.width - px - edge, inner.height)
    largest = round(TODAY_PX * frame.scale)
    fitted = paints.type.fit(today.text, words.size, largest, bold=True, lines=4, leading=TIGHT)
    ink, ground = palette.plaque_ink, palette.plaque
    return paints.type.write(frame.surface, "today", fitted, words, ink, ground, align="left")


def _paint_score(frame: Frame, paints: Paintbox, face: Face) -> list[DrawnLine]:
    """Draws how many votes there are against each of the two between whom it is."""
    votes, palette = votes_against(frame.board), frame.palette
    disc = paints.disc(face.radius, palette.caption, NIGHT.mark, max(2, face.radius // 12))
    frame.surface.blit(disc, face.rect)
    box = face.rect.inflate(-0.3 * face.radius, -0.6 * face.radius)
    said = ":".join(str(votes.get(seat, 0)) for seat in frame.rivals)
    fitted = paints.type.fit(said, box.size, face.radius, bold=True)
    return paints.type.write(frame.surface, "score", fitted, box, palette.caption_ink, palette.caption)


def _paint_sought(frame: Frame, paints: Paintbox, face: Face) -> None:
    """Draws the portrait of the sought card. It has a question mark until a named player has an open card."""
    board = frame.board
    picture = portrait(paints, board.sought, round(SOUGHT * face.radius))
    at = picture.get_rect(center=face.centre)
    frame.surface.blit(picture, at)
    if any(board.places[arrow.target].card for arrow in board.arrows):
        return
    radius = round(ASKED * at.width)
    disc = paints.disc(radius, frame.palette.caption, NIGHT.crown, max(2, radius // 12))
    frame.surface.blit(disc, disc.get_rect(center=at.topright))
    sign = paints.emblem("question", round(0.66 * radius), NIGHT.crown)
    frame.surface.blit(sign, sign.get_rect(center=at.topright))


def _thing(name: str, paints: Paintbox, px: int) -> Surface:
    return paints.art.draw(f"things/{name}", px)


def paint_last_seconds(frame: Frame, paints: Paintbox, face: Face, least: float) -> list[DrawnLine]:
    """Draws the clock of the last seconds, which grows each second up to the size of `face`. A calm clock
    keeps its size. `least`: its first size, as a share of the last."""
    surface, palette, is_calm, left_s = frame.surface, frame.palette, frame.look.calm, frame.left_s or 0
    share = CALM if is_calm else least + (1 - least - BEAT) * (1 - left_s / LAST_S)
    number = round(face.radius * share)
    radius = round(face.radius * (share + (0 if is_calm else BEAT * (1 - frame.cue.beat))))
    middle, ground = pygame.Vector2(face.centre), palette.caption
    pygame.draw.aacircle(surface, NIGHT.mark, middle, radius)
    pygame.draw.aacircle(surface, ground, middle, radius * (0.94 if is_calm else 0.86))
    if not is_calm and (gone := 1 - left_s / LAST_S):
        steps, twelve = max(2, ceil(48 * gone)), pygame.Vector2(0, -0.99 * radius)
        covered = [middle + twelve.rotate(360 * gone * step / steps) for step in range(steps + 1)]
        smooth_polygon(surface, between(NIGHT.mark, ground, 0.8), [middle, *covered])
        pygame.draw.aacircle(surface, ground, middle, radius * 0.86)
    box = Rect(0, 0, round(1.5 * number), round(1.6 * number))
    box.center = round(middle.x), round(middle.y)
    fitted = paints.type.fit("00", box.size, round(1.3 * number), bold=True)._replace(lines=(str(left_s),))
    return paints.type.write(surface, "timer", fitted, box, palette.caption_ink, ground)


def _timer_ring(frame: Frame, paints: Paintbox, face: Face, share: float) -> None:
    """Draws the remaining time: a whole ring with the past part covered."""
    surface, ground = frame.surface, frame.palette.caption
    whole, inside = (
        paints.disc(round(size * face.radius), fill, fill, 0)
        for size, fill in ((0.92, NIGHT.mark), (0.79, ground))
    )
    surface.blit(whole, whole.get_rect(center=face.centre))
    gone = 1.0 - share
    steps = max(2, ceil(48 * gone))
    twelve = pygame.Vector2(0, -0.96 * face.radius)
    covered = [face.centre + twelve.rotate(360 * gone * i / steps) for i in range(steps + 1)]
    if gone > 0:
        smooth_polygon(surface, ground, [pygame.Vector2(face.centre), *covered])
    surface.blit(inside, inside.get_rect(center=face.centre))
