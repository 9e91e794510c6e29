"""The picture of a finished round that people share."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pygame
import pytest
from pygame import Rect, Surface

from table.board.board import Board, Place
from table.board.paint.art import Art
from table.board.paint.group import SIZE, WINNER, Portrait, arranged, group_picture, paint_picture
from table.board.paint.paintbox import Paintbox
from table.board.paint.scenes import Painter
from table.board.view import DisplayOptions
from tests.kit.boards import LONG_NAMES, NAMES, ROLES
from tests.kit.legible import LOOKS, faults, hard_to_read, overlapping, read
from tests.kit.sampling import ways

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
    written = paint_picture(
        Surface(SIZE), Paintbox(Art(), SIZE), "Les Villageois ont gagné", "24 novembre", people
    )
    lines = [line for line in written if line.text.strip()]
    assert all(Rect((0, 0), SIZE).contains(line.rect) for line in lines)
    assert overlapping(lines) == []
    assert min(line.px for line in lines) >= (LEAST_PX if names is NAMES or count < 18 else 12)
    for number, each in enumerate(people):
        assert read(lines, f"name {number}") == each.name
        assert read(lines, f"card {number}") == each.title
        assert read(lines, f"honour {number}") == each.honour


@pytest.mark.parametrize("people", range(1, 25))
def test_everybody_has_a_card_and_no_row_is_empty(people: int) -> None:
    for room in ((1824, 816), (950, 500)):
        how = arranged(people, room, 1.0)
        assert how.columns * (how.rows - 1) < people <= how.columns * how.rows
        assert how.columns * how.size[0] <= room[0]
        assert how.rows * how.size[1] <= room[1]


def test_a_picture_of_nobody_has_its_heading_alone() -> None:
    with_them, without = (group_picture("Nobody", "", people) for people in (crowd(["Bob"]), []))
    assert pygame.image.load(BytesIO(without), "png").get_size() == SIZE
    assert with_them != without


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


def scene(count: int, shown: int) -> Board:
    """A page of honours of the last `shown` of `count` people."""
    places = [
        Place(each.name, card=each.title, role=each.role, marked=each.won, honour=each.honour)
        if seat >= count - shown
        else Place(each.name)
        for seat, each in enumerate(crowd(NAMES[:count]))
    ]
    words = "Les Villageois ont gagné", "Un appui, et l’on rejoue."
    return Board("told", headline=words[0], caption=words[1], hint="Appui long : la suite.", places=places)


@pytest.mark.parametrize(
    ("count", "look", "size"),
    ways(
        ((6, 6), (8, 8), (12, 12), (13, 7), (18, 9), (23, 12), (24, 12)),
        LOOKS,
        ((1920, 1080), (1024, 768), (1280, 720)),
    ),
)
def test_the_scene_of_the_board_is_read_with_any_number_of_people(
    count: tuple[int, int], look: DisplayOptions, size: tuple[int, int]
) -> None:
    shown = scene(*count)
    written = Painter(look=look).text_rects(shown, size)
    assert faults(shown, written, size) + hard_to_read(shown, written, size) == []
