"""Draws the people of the village: one for each chair, the same all evening.

Each is composed of parts by the number of the chair alone, so no two look alike. A rulebook's set of pictures
may have parts of its own.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, TypeVar

import msgspec
from pygame import Surface

from table.board.paint.art import drawn, set_of
from table.board.paint.hours import COLOUR, lit_by
from table.board.paint.paintbox import Paintbox
from table.paths import ART

T = TypeVar("T")

PARTS = "people.toml"
"""Name of the file of parts, beside the folders of pictures."""
WHITE_HAIR = "#e6e2da"

# Each picture is 256 units wide and high. The head has its middle at 128, 104.
FRINGE = '<path d="M80 104q-4-58 48-58t48 58q-12-28-48-28t-48 28z" fill="{hair}"/>'
SHADOW = '<ellipse cx="128" cy="{feet}" rx="80" ry="10" fill="#1d1130" fill-opacity="0.25"/>'
LEGS = '<path d="M84 236l2 74h36l4-60h4l4 60h36l2-74z" fill="#35304a"/>'
BODY = '<path d="M46 246q-4-74 44-86q38-12 76 0q48 12 44 86q-82 14-164 0z" fill="{cloth}"/>'
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


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of people; `PARTS` says what each is."""

    skins: tuple[str, ...]
    furs: tuple[str, ...]
    hairs: tuple[str, ...]
    clothes: tuple[str, ...]
    hats: tuple[str, ...]
    hair_styles: tuple[str, ...]
    hat_shapes: tuple[str, ...]
    tops: tuple[str, ...]
    ages: tuple[str, ...]


@cache
def parts_of(rulebook: str = "") -> Parts:
    """The parts of the people of a rulebook; what its set lacks is as in all others. `rulebook`: its key."""
    files = ART / PARTS, ART / set_of(rulebook) / PARTS
    tables = [tomllib.loads(file.read_text("utf-8")) for file in files if file.exists()]
    return msgspec.convert({key: each for table in tables for key, each in table.items()}, Parts)


def of(chair: int, parts: Sequence[T]) -> T:
    """The part of a person at a chair. The numbers of parts hardly share a divisor, so the same two seldom
    meet."""
    return parts[chair % len(parts)]


def person(chair: int, stance: Stance, parts: Parts) -> str:
    """The SVG of a person."""
    is_old, feet = of(chair, parts.ages) == parts.ages[-1], STANDS if stance.stands else FEET
    is_bald = of(chair, parts.hair_styles) == parts.hair_styles[-1]
    before = [SHADOW, LEGS if stance.stands else "", ARM if stance.looks else "", BODY, of(chair, parts.tops)]
    if stance.wolf:
        head = [EARS, HEAD, SNOUT, of(chair, parts.ages) if is_old else ""]
    else:
        age = of(chair, parts.ages)
        face = f'<g transform="translate({ASIDE * abs(stance.looks)} 0)">{FACE}{age}</g>'
        head = [HEAD, face, "" if is_bald else FRINGE]
        before.insert(0, of(chair, parts.hair_styles))
    drawing = "".join((*before, *head, of(chair, parts.hat_shapes))).format(
        skin=of(chair, parts.furs if stance.wolf else parts.skins),
        hair=WHITE_HAIR if is_old else of(chair, parts.hairs),
        cloth=of(chair, parts.clothes),
        hat=of(chair, parts.hats),
        feet=feet,
    )
    turned = ' transform="translate(256 0) scale(-1 1)"' if stance.looks < 0 else ""
    box = f'viewBox="0 0 256 {feet + 10}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><g{turned}>{drawing}</g></svg>'


def picture_of(paints: Paintbox, chair: int, px: int, stance: Stance = FACING, hour: str = "day") -> Surface:
    """The picture of a person in the light of an hour, `px` pixels high."""

    def paint() -> Surface:
        text = person(chair, stance, parts_of(paints.art.rulebook))
        lit = lit_by(hour, text)
        return drawn(COLOUR.sub(lambda found: lit.get(found[0], found[0]), text), px)

    return paints.keep(("person", chair, px, stance, hour), paint)
