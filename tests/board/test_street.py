"""The people on the street by day, and the last light at night: both are chosen by what everybody knows."""

from __future__ import annotations

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect, Surface

from table.board.board import SCENES, Arrow, Board
from table.board.paint.art import Art
from table.board.paint.frame import Frame, laid_out, light_of
from table.board.paint.houses import goes_dark, last_light
from table.board.paint.middle import laid
from table.board.paint.motion import Fade, Pose
from table.board.paint.paintbox import Paintbox
from table.board.paint.people import Stance, picture_of
from table.board.paint.street import OUTDOORS, heart, standing
from table.board.view import USUAL, DisplayOptions
from tests.kit.boards import board
from tests.kit.legible import LOOKS
from tests.kit.sampling import ways

SIZE = (1280, 720)
ENLARGED = {"normal": 1.0, "large": 1.25}


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


@pytest.fixture
def paints() -> Paintbox:
    return Paintbox(Art(), SIZE)


def frame_of(
    shown: Board, size: tuple[int, int] = SIZE, look: DisplayOptions = USUAL, pose: Pose | None = None
) -> Frame:
    layout = laid_out(size, shown, ENLARGED[look.text])
    return Frame(Surface(size), shown, look, light_of(shown, look), layout, pose=pose or Pose())


def seen(frame: Frame, paints: Paintbox) -> list[bytes]:
    return [picture.get_buffer().raw for picture, _ in standing(frame, paints)]


@pytest.mark.parametrize("scene", SCENES)
def test_by_day_the_living_are_on_the_street_and_the_dead_are_missing(scene: str, paints: Paintbox) -> None:
    frame = frame_of(board(scene, 12))  # type: ignore[arg-type]
    living = sum(place.alive for place in frame.board.places)
    assert len([*standing(frame, paints)]) == (living if scene in OUTDOORS else 0)
    assert {"night", "look", "deal", "attract"}.isdisjoint(OUTDOORS)


def test_nobody_stands_where_there_are_no_houses(paints: Paintbox) -> None:
    frame = frame_of(board("debate", 24))
    assert not [*standing(frame._replace(layout=frame.layout.in_rows()), paints)]


def test_each_chair_has_one_person_all_day_whoever_else_sits_there(paints: Paintbox) -> None:
    few = replace(board("debate", 4), at=(1, 4, 5, 7), chairs=8)
    for place in few.places:
        place.alive, place.card = True, None
    pictures = [picture for picture, _ in standing(frame_of(few), paints)]
    for chair, picture in zip(few.at, pictures, strict=True):
        alone = picture_of(paints, chair, picture.get_height(), Stance(stands=True))
        assert picture.get_buffer().raw == alone.get_buffer().raw


@pytest.mark.parametrize(
    ("seats", "look", "size"), ways((4, 6, 8, 12, 15, 20, 24), LOOKS, ((1920, 1080), (1024, 768)))
)
def test_everybody_has_a_place_of_their_own(
    seats: int, look: DisplayOptions, size: tuple[int, int], paints: Paintbox
) -> None:
    shown = board("debate", seats)
    for place in shown.places:
        place.alive, place.card = True, None
    frame = frame_of(shown, size, look)
    people = [at.inflate(-at.width // 2, -at.height // 8) for _, at in standing(frame, paints)]
    for number, at in enumerate(people):
        assert Rect((0, 0), size).contains(at)
        others = people[:number] + people[number + 1 :]
        assert at.collidelist(others) < 0
        assert at.collidelist([heart(lot.plate) for lot in frame.layout.lots]) < 0
        assert at.collidelist(laid(frame).boxes) < 0


def test_who_points_at_somebody_is_turned_to_them(paints: Paintbox) -> None:
    shown = board("debate", 8)
    for place in shown.places:
        place.alive, place.card = True, None
    away = seen(frame_of(shown), paints)
    shown.places[7].points_at, shown.places[3].points_at = 3, 7  # from the left to the right, and back
    turned = seen(frame_of(shown), paints)
    assert [seat for seat in range(8) if away[seat] != turned[seat]] == [3, 7]
    px = [picture.get_height() for picture, _ in standing(frame_of(shown), paints)]
    for seat, looks in ((7, 1), (3, -1)):
        stance = Stance(stands=True, looks=looks)
        assert turned[seat] == picture_of(paints, seat, px[seat], stance).get_buffer().raw


def test_a_ballot_turns_its_voter_when_it_has_arrived(paints: Paintbox) -> None:
    shown = board("ballots", 8)
    shown.arrows = []
    before = seen(frame_of(shown), paints)
    shown.arrows = [Arrow(0, 3)]
    assert seen(frame_of(shown, pose=Pose(landed=0.5)), paints) == before
    assert seen(frame_of(shown), paints) != before


def test_at_nightfall_people_go_in_one_after_the_other_before_their_light_goes_out(paints: Paintbox) -> None:
    shown = board("night", 8)
    counts = []
    for step in range(11):
        frame = frame_of(shown, pose=Pose(fade=Fade("dusk", "night", step / 10)))
        counts.append(len([*standing(frame, paints)]))
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == sum(place.alive for place in shown.places)
    assert counts[-1] == 0
    assert len(set(counts)) > 4


def test_at_dawn_people_come_out_when_it_is_light(paints: Paintbox) -> None:
    shown = board("dawn", 8)
    counts = [
        len([*standing(frame_of(shown, pose=Pose(fade=Fade("night", "dawn", step / 10))), paints)])
        for step in range(11)
    ]
    assert counts == sorted(counts)
    assert not any(counts[:6])
    assert counts[-1] == sum(place.alive for place in shown.places)


def test_the_last_light_is_the_captains_or_that_of_the_most_suspected() -> None:
    """By public facts alone: whatever the cards are, the same window is the last."""
    shown = board("night", 8)
    captain = next(seat for seat, place in enumerate(shown.places) if place.captain)
    assert last_light(shown) == captain
    for place in shown.places:
        place.captain = False
    dead = next(seat for seat, place in enumerate(shown.places) if not place.alive)
    living = [seat for seat, place in enumerate(shown.places) if place.alive]
    shown.ballot = (Arrow(0, dead), Arrow(1, dead), Arrow(3, living[1]))
    assert last_light(shown) == living[1]
    shown.ballot = ()
    assert last_light(shown) == living[-1]
    for place in shown.places:
        place.alive = False
    assert last_light(shown) == -1


@pytest.mark.parametrize("captain", range(8))
def test_windows_go_dark_one_after_the_other_and_the_last_one_last(captain: int) -> None:
    shown = board("night", 8)
    for seat, place in enumerate(shown.places):
        place.alive, place.captain = True, seat == captain
    shares = {seat: goes_dark(shown, seat) for seat in range(8)}
    assert len(set(shares.values())) == 8
    assert max(shares, key=shares.__getitem__) == captain
    assert all(0 < share < 1 for share in shares.values())
    others = [share for seat, share in shares.items() if seat != captain]
    assert others == sorted(others)
