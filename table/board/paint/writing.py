"""Draws the text above and below the square, and in its middle while nobody plays."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Rect, Surface

from table.board.board import Board
from table.board.paint.frame import Frame
from table.board.paint.layout import GAP, READ_PX
from table.board.paint.paintbox import Paintbox
from table.board.paint.palette import NIGHT, Colour
from table.board.paint.portraits import event, face
from table.board.paint.text import TIGHT, DrawnLine, FittedText, Typesetter, set_in

HEADLINE_PX, TITLE_PX = 78, 54
CAPTION_PX, NOTICE_PX, HINT_PX = 66, 46, 46
SHEET_EDGE_PX = 20, 7
"""Margins of a sheet in the header round its words: at the sides, and above and below."""
TITLE_SHARES, TITLE_LEAST_PX = (0.2, 0.16, 0.13, 0.1, 0.08, 0.07, 0.06), 48
"""`TITLE_SHARES`: largest width of the title, as shares of the header's: the usual one, then less if the
headline needs more. `TITLE_LEAST_PX`: its least size then, on a board of 1080 lines."""
OVER_PX = 8
"""How much higher than the header a sheet, or a title in two lines, may be."""
OPEN_CARD = 0.92, 0.7
"""Size of a card that lies open in the header, as a share of its height: the usual one, and beside the text
about the buttons."""
CAPTION_CHARS = 40
HINT_SHARE = 0.36
"""Largest width of the text about the buttons, as a share of the header's."""
CAPTION_LEADING = 1.16
BROKEN = 0.6
"""An invitation has two lines if one line made its letters smaller than this share of the largest ones."""
INVITING_TOP, INVITING_SHARE, INVITING_PX, FACE_PX = 0.05, 0.94, (150, 92), 44
"""`INVITING_TOP`: top of an invitation in the sky, as a share of the height. `INVITING_SHARE`: its width, as
a share of the square's. `INVITING_PX`: sizes of its words. `FACE_PX`: radius of the face below it."""
CHARACTER = 0.88
"""Size of the picture on a page about a character, as a share of the room between words and caption."""


def paint_header(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Writes title, headline and the text about the buttons, each on a sheet of its width. At the right end
    lie the open cards, and what is new today."""
    board, palette, scale, header = frame.board, frame.palette, frame.scale, frame.layout.header
    edge, gap = round(SHEET_EDGE_PX[0] * frame.layout.usual), round(GAP * frame.layout.fine)
    written: list[DrawnLine] = []
    px = round(OPEN_CARD[bool(board.hint)] * header.height)
    pictures = [face(paints, card.role, px) for card in board.stage]
    if board.today and not frame.tells_today:
        pictures.insert(0, event(paints, board.today.key, px))
    for number, picture in enumerate(reversed(pictures), 1):
        at = header.right - number * px - (number - 1) * gap, header.centery - px // 2
        frame.surface.blit(picture, at)
    lying = len(pictures) * (px + gap)
    right = lying
    if board.hint:
        room = round((header.width - lying) * HINT_SHARE), header.height
        fitted = paints.type.fit(board.hint, room, round(HINT_PX * scale), lines=2, leading=TIGHT)
        right += paints.type.width(fitted) + 2 * edge + gap
        box = Rect(header.right - right + gap, header.top, right - lying - gap, header.height)
        written += _on_a_sheet(frame, paints, "hint", fitted, box, palette.caption_ink)
    title, headline = _side_by_side(frame, paints, header.width - right)
    left = paints.type.width(title) + 2 * edge + gap if title else 0
    if title:
        box = Rect(header.left, header.top, left - gap, header.height)
        written += _on_a_sheet(frame, paints, "title", title, box, palette.caption_ink)
    if headline:
        beside = Rect(header.left + left, header.top, header.width - left - right, header.height)
        # In the middle of the board, unless it is so long that it needs all the room there is.
        middle = header.inflate(-2 * max(left, right), 0)
        width = paints.type.width(headline) + 2 * edge
        box = Rect(0, 0, width, header.height)
        box.center = (middle if width <= middle.width else beside).center
        written += _on_a_sheet(frame, paints, "headline", headline, box, palette.caption_ink)
    return written


def _side_by_side(frame: Frame, paints: Paintbox, width: int) -> tuple[FittedText | None, FittedText | None]:
    """The layout of title and headline on sheets that are together at most `width` pixels wide. The title has
    less room and two lines if the headline could not be read from afar otherwise."""
    board, layout, scale = frame.board, frame.layout, frame.scale
    edge, gap = round(SHEET_EDGE_PX[0] * layout.usual), round(GAP * layout.fine)
    title = headline = None
    for share in TITLE_SHARES if board.title else (0.0,):
        left, narrower = 0, None
        if board.title:
            room = round(layout.header.width * share), layout.header.height + round(OVER_PX * layout.fine)
            narrower = paints.type.fit(board.title, room, round(TITLE_PX * scale), lines=2, leading=TIGHT)
            if title and narrower.px < set_in(round(TITLE_LEAST_PX * layout.usual)):
                break
            left = paints.type.width(narrower) + 2 * edge + gap
        title = narrower
        if not board.headline:
            break
        room = width - left - 2 * edge, layout.header.height
        headline = paints.type.fit(board.headline, room, round(HEADLINE_PX * scale), bold=True, leading=TIGHT)
        if headline.px >= set_in(round(READ_PX * layout.usual)):
            break
    return title, headline


def _on_a_sheet(
    frame: Frame, paints: Paintbox, what: str, fitted: FittedText, box: Rect, ink: Colour
) -> list[DrawnLine]:
    """Writes a text into `box`, on a sheet that is as high as the text."""
    fine = frame.layout.fine
    highest = box.height + round(OVER_PX * fine)
    sheet = Rect(0, 0, box.width, min(highest, round(fitted.height + 2 * SHEET_EDGE_PX[1] * fine)))
    sheet.center = box.center
    paints.sheet(frame, sheet)
    return paints.type.write(frame.surface, what, fitted, box, ink, frame.palette.caption)


def paint_footer(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Writes the sentence that is spoken, and the notice below it."""
    return _caption(frame, paints) + _notice(frame, paints)


def _caption(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws the whole sentence at once, so that somebody who looks up late can still read it."""
    board, palette, fine, sheet = frame.board, frame.palette, frame.layout.fine, frame.layout.caption.copy()
    if not board.caption:
        return []
    if board.notice:
        sheet.height = frame.layout.notice.top - round(2 * fine) - sheet.top
    inner = sheet.inflate(round(-56 * fine), round(-4 * fine))
    fitted = paints.type.fit(
        board.caption,
        inner.size,
        round(CAPTION_PX * frame.scale),
        lines=2 if len(board.caption) <= 3 * CAPTION_CHARS else 3,
        chars=CAPTION_CHARS,
        leading=CAPTION_LEADING,
    )
    width, height = paints.type.width(fitted) + round(80 * fine), fitted.height + round(20 * fine)
    paints.sheet(frame, sheet.inflate(min(0, width - sheet.width), min(0, height - sheet.height)))
    return paints.type.write(frame.surface, "caption", fitted, inner, palette.caption_ink, palette.caption)


def _notice(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Writes the notice on a bar below the caption. The caption is smaller then, and nothing else moves."""
    board, palette, scale, bar = frame.board, frame.palette, frame.scale, frame.layout.notice
    if not board.notice:
        return []
    edge = max(1, round(3 * frame.layout.fine))
    paints.panel(frame.surface, bar, palette.caption, palette.mark, edge, round(14 * scale))
    sign = paints.emblem("warning", round(17 * scale), NIGHT.mark)
    room = bar.inflate(round(-110 * scale), -2 * edge)
    fitted = paints.type.fit(board.notice, room.size, round(NOTICE_PX * scale), leading=TIGHT)
    written = paints.type.write(frame.surface, "notice", fitted, room, palette.caption_ink, palette.caption)
    left = min(line.rect.left for line in written) - round(14 * scale)
    frame.surface.blit(sign, sign.get_rect(midright=(left, bar.centery)))
    return written


class Inviting(NamedTuple):
    """The style of one line of the invitation."""

    what: str
    types: Typesetter
    share: float
    """Largest height of the line, as a share of the board's."""
    px: int
    colour: Colour


def paint_invitation(frame: Frame, paints: Paintbox) -> list[DrawnLine]:
    """Draws an invitation while nobody plays: large words on a sheet of their width, in the middle of the
    houses, or in the sky if something else is in the middle."""
    board, palette, layout, fine = frame.board, frame.palette, frame.layout, frame.layout.fine
    height, stage = frame.surface.get_height(), layout.square if layout.lots else layout.middle
    lines, breadth, top = [], 0, 0
    for invites, text in (
        (Inviting("title", paints.titles, 0.17, INVITING_PX[0], palette.light), board.title),
        (Inviting("headline", paints.type, 0.11, INVITING_PX[1], palette.ink), board.headline),
    ):
        if text:
            types = invites.types
            room = (
                round(INVITING_SHARE * stage.width - 90 * fine),
                round(invites.share * height),
            )
            most = round(invites.px * frame.scale)
            fitted = types.fit(text, room, most, bold=True, leading=TIGHT)
            if fitted.px < BROKEN * most:
                room = room[0], round(1.4 * room[1])
                fitted = types.fit(text, room, most, bold=True, lines=2, leading=TIGHT)
            lines.append((invites, fitted, top))
            breadth, top = max(breadth, types.width(fitted)), top + fitted.height
    if not lines:
        return []
    sheet = Rect(0, 0, breadth, top).inflate(round(90 * fine), round(36 * fine))
    if stands_free(board):
        sheet.center = stage.center
    else:
        sheet.midtop = stage.centerx, round(INVITING_TOP * height)
    paints.sheet(frame, sheet)
    if board.character:
        below = Rect(stage.left, sheet.bottom, stage.width, layout.caption.top - sheet.bottom)
        portrait = face(paints, board.character, round(CHARACTER * below.height))
        frame.surface.blit(portrait, portrait.get_rect(center=below.center))
    elif board.places and frame.emblem and not board.join:
        disc, image = _inviting_face(frame, paints, frame.emblem)
        round_face = disc.get_rect(midtop=sheet.midbottom)
        frame.surface.blit(disc, round_face)
        frame.surface.blit(image, image.get_rect(center=round_face.center))
    first = sheet.top + round(18 * fine)
    return [
        line
        for invites, fitted, below in lines
        for line in invites.types.write(
            frame.surface,
            invites.what,
            fitted,
            Rect(sheet.left, first + below, sheet.width, fitted.height),
            invites.colour,
            palette.caption,
        )
    ]


def stands_free(board: Board) -> bool:
    """Whether the middle of the village has nothing but an invitation."""
    return not board.character


def _inviting_face(frame: Frame, paints: Paintbox, emblem: str) -> tuple[Surface, Surface]:
    """Draws a round face and the symbol in it."""
    radius, palette = round(FACE_PX * frame.layout.usual), frame.palette
    disc = paints.disc(radius, palette.caption, palette.rim, max(1, radius // 24))
    return disc, paints.emblem(emblem, round(0.62 * radius), palette.mark)
