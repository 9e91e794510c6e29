"""Draws the people of the village: one for each chair, the same all evening.

Each is composed of parts by the number of the chair alone, so no two look alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from pygame import Surface

from table.board.paint.art import drawn
from table.board.paint.hours import COLOUR, lit_by
from table.board.paint.paintbox import Paintbox

T = TypeVar("T")

SKINS = "#f3cda5", "#7d4c36", "#d99f74", "#5f3b28", "#a86b48"
FURS = "#565a70", "#7a6a5c", "#8a8fa3"
HAIRS = "#2b1d2e", "#6b4026", "#c8742f"
WHITE_HAIR = "#e6e2da"
CLOTHES = (
    "#4f8a5b", "#c8452f", "#3f6ea3", "#e9b44c", "#7d5a9c", "#d98a9b", "#2f7d7d", "#b5683c", "#5b6270",
)  # fmt: skip
HATS = "#e9c46a", "#35507a", "#b23a48", "#f0e2c4", "#b5473c", "#2f6b4f", "#8d3f77"
"""Colours of skins, of wolves' fur, of hair, and of clothes. Hats have one each."""

# Each picture is 256 units wide and high. The head has its middle at 128, 104.
FRINGE = '<path d="M80 104q-4-58 48-58t48 58q-12-28-48-28t-48 28z" fill="{hair}"/>'
HAIR_STYLES = (
    '<path d="M74 100q0-62 54-62t54 62v66h-108z" fill="{hair}"/>',
    "",
    '<circle cx="128" cy="42" r="20" fill="{hair}"/>',
    '<g fill="{hair}"><circle cx="84" cy="84" r="24"/><circle cx="104" cy="58" r="24"/>'
    '<circle cx="152" cy="58" r="24"/><circle cx="172" cy="84" r="24"/></g>',
    '<path d="M72 96q-10 40 2 84q10 8 18 0l4-84zM184 96q10 40-2 84q-10 8-18 0l-4-84z" fill="{hair}"/>',
    '<circle cx="82" cy="112" r="13" fill="{hair}"/><circle cx="174" cy="112" r="13" fill="{hair}"/>',
)
"""What is seen of the hair behind the head. The last is nearly bald, and has no fringe."""
HAT_SHAPES = (
    '<path d="M36 84q92-34 184 0q6 14-92 12q-98 2-92-12z" fill="{hat}"/>'
    '<path d="M86 78q4-56 42-56t42 56q-42-10-84 0z" fill="{hat}"/>'
    '<path d="M86 78q42-12 84 0l-2-16q-40-10-80 0z" fill="{cloth}"/>',
    '<path d="M78 88q-6-52 50-52t50 52q36 0 40 14q-40-8-140-4z" fill="{hat}"/>',
    '<path d="M76 76q-4-56 52-56t52 56z" fill="{hat}"/><circle cx="128" cy="20" r="15" fill="{cloth}"/>'
    '<path d="M72 76q0-12 12-12h88q12 0 12 12t-12 12h-88q-12 0-12-12z" fill="{cloth}"/>',
    "",
    '<path d="M70 124q-10-88 58-88t58 88l-14 24q4-66-44-66t-44 66z" fill="{hat}"/>'
    '<g fill="{cloth}"><circle cx="100" cy="58" r="5"/><circle cx="128" cy="50" r="5"/>'
    '<circle cx="156" cy="58" r="5"/><circle cx="80" cy="88" r="5"/><circle cx="176" cy="88" r="5"/></g>',
    '<path d="M58 74q-2-36 70-36t74 30q0 22-60 18q-80 4-84-12z" fill="{hat}"/>'
    '<path d="M126 40l6-14" stroke="{hat}" stroke-width="8" stroke-linecap="round"/>',
    '<path d="M164 70q46-26 30-66q-34 22-40 60z" fill="#f6e7c8"/>'
    '<path d="M52 88q76-30 152 0q4 10-76 8q-80 2-76-8z" fill="{hat}"/>'
    '<path d="M88 80q-4-44 16-48q24 12 48 0q20 4 16 48q-40-10-80 0z" fill="{hat}"/>',
)
SHADOW = '<ellipse cx="128" cy="{feet}" rx="80" ry="10" fill="#1d1130" fill-opacity="0.25"/>'
LEGS = '<path d="M84 236l2 74h36l4-60h4l4 60h36l2-74z" fill="#35304a"/>'
BODY = '<path d="M46 246q-4-74 44-86q38-12 76 0q48 12 44 86q-82 14-164 0z" fill="{cloth}"/>'
TOPS = (
    '<path d="M98 158l30 34l30-34l8 4l-38 46l-38-46z" fill="{hat}"/>',
    '<path d="M100 156h56l6 96h-68z" fill="#f6e7c8"/>',
    '<path d="M86 152q42 22 84 0l4 20q-46 24-92 0zM150 168l22 4l-8 54l-22-6z" fill="{hat}"/>',
)
"""A collar, an apron, a scarf."""
ARM = (
    '<path d="M176 190q34 0 60-34" fill="none" stroke="{cloth}" stroke-width="30" stroke-linecap="round"/>'
    '<circle cx="238" cy="150" r="16" fill="{skin}"/>'
)
HEAD = (
    '<rect x="108" y="136" width="40" height="40" rx="14" fill="{skin}"/>'
    '<ellipse cx="128" cy="104" rx="46" ry="52" fill="{skin}"/>'
)
FACE = (
    '<g fill="#e2674c" fill-opacity="0.5"><circle cx="100" cy="122" r="10"/>'
    '<circle cx="156" cy="122" r="10"/></g>'
    '<g fill="#2b1d2e"><ellipse cx="110" cy="104" rx="6" ry="8"/>'
    '<ellipse cx="146" cy="104" rx="6" ry="8"/></g>'
    '<path d="M112 132q16 14 32 0" fill="none" stroke="#2b1d2e" stroke-width="5" stroke-linecap="round"/>'
)
AGES = (
    "",
    '<path d="M84 112q2 58 44 58t44-58q-8 12-22 12q-22-6-44 0q-14 0-22-12z" fill="{hair}"/>'
    '<path d="M116 138q12 9 24 0" fill="none" stroke="#f6e7c8" stroke-width="6" stroke-linecap="round"/>',
    '<g fill="#8a3f24" fill-opacity="0.6"><circle cx="96" cy="116" r="3"/><circle cx="105" cy="120" r="3"/>'
    '<circle cx="151" cy="120" r="3"/><circle cx="160" cy="116" r="3"/></g>',
    '<g fill="#ffffff" fill-opacity="0.35" stroke="#2b1d2e" stroke-width="4">'
    '<circle cx="109" cy="104" r="17"/><circle cx="147" cy="104" r="17"/></g>'
    '<path d="M88 100l-8-4M168 100l8-4" stroke="#2b1d2e" stroke-width="4"/>',
)
"""Nothing, a beard, freckles; the last are old: their hair is white, and they wear glasses."""
EARS = (
    '<path d="M84 96q-34-48-18-88q42 14 58 54zM172 96q34-48 18-88q-42 14-58 54z" fill="{skin}"/>'
    '<path d="M84 72q-18-26-10-48q20 10 32 32zM172 72q18-26 10-48q-20 10-32 32z" fill="#e2876c"/>'
    '<path d="M82 112l-24 26l34 4zM174 112l24 26l-34 4z" fill="{skin}"/>'
)
SNOUT = (
    '<path d="M84 92q18-4 34 14q-16 14-30 2zM172 92q-18-4-34 14q16 14 30 2z" fill="#ffd166"/>'
    '<g fill="#2b1d2e"><circle cx="104" cy="101" r="6"/><circle cx="152" cy="101" r="6"/></g>'
    '<path d="M128 100q24 8 32 40q-10 22-32 22t-32-22q8-32 32-40z" fill="#c9cede"/>'
    '<path d="M112 120q16-10 32 0q-4 16-16 18q-12-2-16-18z" fill="#2b1d2e"/>'
    '<path d="M106 144q12 10 22-2q10 12 22 2" fill="none" stroke="#2b1d2e" stroke-width="5"/>'
    '<path d="M108 146l6 14l7-12zM148 146l-6 14l-7-12z" fill="#fbf6ea"/>'
)
ASIDE = 13
"""How far the face of a person lies to the side that they look at."""


FEET, STANDS = 246, 310
"""Where the shadow lies of a person seen to the waist, and of one who stands."""


class Stance(NamedTuple):
    """How a person is seen."""

    stands: bool = False
    """Whether the legs are seen."""
    looks: int = 0
    """-1 points to the left, 1 to the right, 0 looks at the players."""
    wolf: bool = False
    """Whether the person shows that they are a werewolf."""


FACING = Stance()


def of(chair: int, parts: Sequence[T]) -> T:
    """The part of a person at a chair. The numbers of parts hardly share a divisor, so the same two seldom
    meet."""
    return parts[chair % len(parts)]


def person(chair: int, stance: Stance) -> str:
    """The SVG of a person."""
    is_old, feet = of(chair, AGES) == AGES[-1], STANDS if stance.stands else FEET
    is_bald = of(chair, HAIR_STYLES) == HAIR_STYLES[-1]
    before = [SHADOW, LEGS if stance.stands else "", ARM if stance.looks else "", BODY, of(chair, TOPS)]
    if stance.wolf:
        head = [EARS, HEAD, SNOUT, of(chair, AGES) if is_old else ""]
    else:
        face = f'<g transform="translate({ASIDE * abs(stance.looks)} 0)">{FACE}{of(chair, AGES)}</g>'
        head = [HEAD, face, "" if is_bald else FRINGE]
        before.insert(0, of(chair, HAIR_STYLES))
    drawing = "".join((*before, *head, of(chair, HAT_SHAPES))).format(
        skin=of(chair, FURS if stance.wolf else SKINS),
        hair=WHITE_HAIR if is_old else of(chair, HAIRS),
        cloth=of(chair, CLOTHES),
        hat=of(chair, HATS),
        feet=feet,
    )
    turned = ' transform="translate(256 0) scale(-1 1)"' if stance.looks < 0 else ""
    box = f'viewBox="0 0 256 {feet + 10}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><g{turned}>{drawing}</g></svg>'


def picture_of(paints: Paintbox, chair: int, px: int, stance: Stance = FACING, hour: str = "day") -> Surface:
    """The picture of a person in the light of an hour, `px` pixels high."""

    def paint() -> Surface:
        text = person(chair, stance)
        lit = lit_by(hour, text)
        return drawn(COLOUR.sub(lambda found: lit.get(found[0], found[0]), text), px)

    return paints.keep(("person", chair, px, stance, hour), paint)
