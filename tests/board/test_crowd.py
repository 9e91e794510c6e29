"""The people of the village: who they are, and how they stand together once the round is over."""

from __future__ import annotations

from itertools import combinations, product

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect, Surface

from table.board.board import Board, Timer
from table.board.paint import crowd as crowds
from table.board.paint import victory
from table.board.paint.art import SETS, Art, drawn
from table.board.paint.crowd import beside_crowd, crowd, paint_crowd
from table.board.paint.frame import Frame, laid_out, light_of
from table.board.paint.layout import LARGEST
from table.board.paint.motion import FINE_STEP_S, STORY_S, VICTORY_S, Motion, Pose
from table.board.paint.paintbox import Paintbox
from table.board.paint.people import FACING, Stance, parts_of, person
from table.board.paint.plaques import Plaques
from table.board.paint.victory import paint_victory
from table.board.view import DisplayOptions
from tests.kit.boards import board
from tests.kit.legible import LOOKS, overlapping, read
from tests.kit.sampling import some, ways

SIZES = ((1920, 1080), (1024, 768))
CHAIRS, PX = 24, 48


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def ended(seats: int, language: str = "fr") -> Board:
    """A round that everybody has won."""
    shown = board("over", seats, language=language)
    return replace(shown, winner="villagers", places=[replace(place, marked=True) for place in shown.places])


def differ(one: Surface, other: Surface) -> int:
    """The number of points of two pictures whose colours differ much."""
    alike = pygame.mask.from_threshold(one, (0, 0, 0, 0), (48, 48, 48, 255), other)
    return PX * PX - alike.count()


def frame_of(shown: Board, size: tuple[int, int], look: DisplayOptions, pose: Pose) -> Frame:
    enlarged = LARGEST if look.text == "large" else 1.0
    layout = laid_out(size, shown, enlarged)
    return Frame(Surface(size), shown, look, light_of(shown, look), layout, pose=pose)


@pytest.mark.parametrize("rulebook", ["", *SETS])
@pytest.mark.parametrize("stance", [FACING, Stance(stands=True, looks=1), Stance(wolf=True)], ids=str)
def test_no_two_people_look_alike(stance: Stance, rulebook: str) -> None:
    """Small, as from five metres, and by more than a shade: many of their points differ much."""
    pictures = [drawn(person(chair, stance, parts_of(rulebook)), PX) for chair in range(CHAIRS)]
    assert min(differ(*two) for two in combinations(pictures, 2)) > 100


def test_people_of_a_set_look_otherwise() -> None:
    """In Mauritius nobody wears wool; a rulebook without a set has the people of all."""
    assert parts_of("best-of") == parts_of() != parts_of("tit-albert")
    assert set(parts_of("tit-albert").hat_shapes) & set(parts_of().hat_shapes) <= {
        *(parts_of().hat_shapes[at] for at in (0, 1, 3, 4))
    }


def test_who_points_to_the_left_is_the_mirror_of_who_points_to_the_right() -> None:
    left, right = (drawn(person(5, Stance(stands=True, looks=looks), parts_of()), PX) for looks in (-1, 1))
    mirrored = pygame.transform.flip(left, True, False)
    assert 3 * differ(mirrored, right) < differ(left, right), "but for the edges of a few points"


@pytest.mark.parametrize("count", range(25))
def test_a_crowd_of_any_size_has_its_room(count: int) -> None:
    for room in (Rect(100, 200, 1650, 560), Rect(80, 90, 880, 420)):
        winners = [*crowd(ended(count), room, 0.2)]
        assert [winner.seat for winner in winners] == [*range(count)]
        assert all(room.contains(winner.name) for winner in winners)
        for one, other in combinations(winners, 2):
            assert not one.name.colliderect(other.name)
            assert not one.name.colliderect(other.at), "nobody stands before a name"
            heads = [each.at.inflate(-each.at.width // 4, 0) for each in (one, other)]
            assert not heads[0].colliderect(heads[1]), "nor before a head"


@pytest.mark.parametrize(("seats", "look", "size"), ways((2, 6, 12, 18, 24), LOOKS, SIZES))
def test_everybody_who_has_won_is_named_below_their_head(
    seats: int, look: DisplayOptions, size: tuple[int, int]
) -> None:
    shown = ended(seats)
    frame = frame_of(shown, size, look, Pose(victory=0.9))
    written = paint_victory(frame, Paintbox(Art(), size), 0.9)
    assert overlapping(written) == []
    for seat, place in enumerate(shown.places):
        assert read(written, f"winner {seat}") == place.name
    assert min(line.px for line in written) >= 16 * size[1] / 1080


@pytest.mark.parametrize("seats", [2, 12, 24])
def test_winners_come_one_in_each_step_from_the_first_moment_and_before_they_jump(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No frame paints them all: before the end nobody knows who they are."""
    come: list[int] = []
    monkeypatch.setattr(victory, "paint_winner", lambda *given: come.append(given[2].seat))
    for step in range(30):
        come.clear()
        share = step * FINE_STEP_S / VICTORY_S
        frame = frame_of(ended(seats), SIZES[0], LOOKS[0], Pose(victory=share))
        named = paint_victory(frame, Paintbox(Art(), SIZES[0]), share)
        assert come == [*range(min(seats, step + 1))]
        assert {line.what for line in named} <= {f"winner {seat}" for seat in come}


@pytest.mark.parametrize("timer", [None, Timer(50.0, 60.0)])
@pytest.mark.parametrize(("seats", "size"), [*product((2, 9, 13, 16), SIZES)])
def test_among_the_cards_no_sign_or_clock_covers_a_winner_and_few_keep_their_names(
    seats: int, size: tuple[int, int], timer: Timer | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    winners: list[Rect] = []
    monkeypatch.setattr(crowds, "paint_winner", lambda *given: winners.append(given[2].at))
    frame = frame_of(replace(ended(seats, "en"), timer=timer), size, LOOKS[0], Pose())
    written = paint_crowd(frame, Paintbox(Art(), size))
    sign = beside_crowd(frame)
    assert len(winners) == seats
    assert sign.collidelist([*winners, *(line.rect for line in written)]) < 0
    assert all(frame.layout.square.contains(box) for box in (sign, *winners))
    if seats < 13 and size == SIZES[0]:
        assert [line.text for line in written] == [place.name for place in frame.board.places]


@pytest.mark.parametrize(
    ("language", "size", "look"), some(product(("fr", "en"), SIZES, LOOKS), of=4), ids=str
)
def test_no_winner_is_without_a_portrait(
    language: str, size: tuple[int, int], look: DisplayOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many there are, and whatever their cards are called."""
    faces: list[str] = []

    def face(_: Paintbox, role: str, px: int) -> Surface:
        faces.append(role)
        return Surface((px, px))

    monkeypatch.setattr("table.board.paint.plaques.face", face)
    for seats in (8, 12, 18, 24):
        shown = ended(seats, language)
        for place in shown.places:
            place.turned = "Loup-Garou"
        faces.clear()
        Plaques(Paintbox(Art(), size)).lots(frame_of(shown, size, look, Pose()))
        assert len(faces) == seats


def test_the_crowd_is_alone_for_a_while_and_then_the_cards_come_in_the_order_of_the_story() -> None:
    motion, before, after = Motion(), board("debate", 6), ended(6)
    for place in before.places:
        place.card = None
    for seat, died in ((4, 1), (1, 2)):
        after.places[seat].died = died
    motion.follow(before, "day", 0, 0.0)
    motion.follow(after, "day", 0, 10.0)
    alone = motion.follow(after, "day", 0, 10.0 + VICTORY_S - 0.1)
    assert alone.victory is not None
    assert dict(alone.turning) == dict.fromkeys(range(6), 0.0)
    came: list[int] = []
    for step in range(round(10 * STORY_S) + 10):
        turning = dict(motion.follow(after, "day", 0, 10.0 + VICTORY_S + step / 10).turning)
        came += [seat for seat in range(6) if turning.get(seat, 1.0) > 0 and seat not in came]
    assert came == [4, 1, 0, 2, 3, 5]
    assert motion.follow(after, "day", 0, 11.0 + VICTORY_S + STORY_S).turning == ()


def test_a_card_that_has_yet_to_come_is_not_seen_beside_the_crowd() -> None:
    shown = ended(6)
    frame = frame_of(shown, SIZES[0], LOOKS[0], Pose(turning=((2, 0.0), (3, 0.8))))
    lots = Plaques(Paintbox(Art(), SIZES[0])).lots(frame)
    assert [bool(lot.pieces) for lot in lots] == [True, True, False, True, True, True]
