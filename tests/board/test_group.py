"""The picture of a finished round that people share."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pygame
import pytest
from pygame import Rect, Surface

from table.board.paint.art import Art
from table.board.paint.group import SIZE, WINNER, Portrait, grid, group_picture, paint_group
from table.board.paint.paintbox import Paintbox
from tests.kit.boards import LONG_NAMES, NAMES, ROLES
from tests.kit.legible import overlapping

HONOURS = (
    "voted 12 times against their own pack",
    "lived to tell it",
    "5 votes against, and still there",
    "",
)
LEAST_PX = 15
"""Letters of this height are read on a phone that shows the picture as wide as its screen, turned."""


def crowd(names: Sequence[str]) -> list[Portrait]:
    roles = [*ROLES.items()]
    return [
        Portrait(name, role, title, HONOURS[at % len(HONOURS)], won=at % 3 == 0)
        for at, (name, (title, role)) in enumerate(zip(names, 2 * roles, strict=False))
    ]


@pytest.mark.parametrize("count", [3, 6, 8, 11, 12, 18, 24])
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES], ids=["usual", "long"])
def test_everything_is_whole_and_alone_and_large_enough(names: Sequence[str], count: int) -> None:
    pygame.font.init()
    people = crowd(names[:count])
    written = paint_group(Surface(SIZE), Paintbox(Art()), "Les Villageois ont gagné", "24 novembre", people)
    lines = [line for line in written if line.text.strip()]
    assert all(Rect((0, 0), SIZE).contains(line.rect) for line in lines)
    assert overlapping(lines) == []
    assert min(line.px for line in lines) >= (LEAST_PX if names is NAMES or count < 18 else 12)
    said = {line.what for line in lines}
    assert said >= {text for each in people for text in (each.name, each.title, each.honour) if text}


@pytest.mark.parametrize("people", range(1, 25))
def test_everybody_has_a_card_and_no_row_is_empty(people: int) -> None:
    columns, rows = grid(people, (1800, 800))
    assert columns * (rows - 1) < people <= columns * rows


def test_it_is_a_picture_on_which_winners_are_bright() -> None:
    made = group_picture("Nobody", "", [Portrait("Ana", "seer", "Seer", "", True), *crowd(["Bob"] * 1)])
    picture = pygame.image.load(BytesIO(made), "png")
    assert picture.get_size() == SIZE
    lost = group_picture("Nobody", "", [Portrait("Ana", "seer", "Seer", "", False)])
    bright = [
        pygame.mask.from_threshold(each, WINNER, (1, 1, 1, 255)).count()
        for each in (picture, pygame.image.load(BytesIO(lost), "png"))
    ]
    assert bright[0] > 10_000 > bright[1]


def test_a_card_without_a_picture_shows_the_back() -> None:
    one, other = (
        group_picture("", "", [Portrait("Ana", role, "Seer", "", False)]) for role in ("hermit", "nobody")
    )
    assert one == other
    assert one != group_picture("", "", [Portrait("Ana", "seer", "Seer", "", False)])
