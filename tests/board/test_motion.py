"""How the board moves from one scene to the next: what is seen depends on the board alone."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from msgspec.structs import replace
from pygame import Surface

from table.board.board import HUSH_S, SCENES, TURNING_S, Arrow, Board, Scene
from table.board.menu import Menu, MenuEntry
from table.board.paint.motion import (
    CLOSED_IN,
    FADE_S,
    LANDINGS_S,
    LIT,
    NIGHTFALL_S,
    REVEAL_S,
    STEP_S,
    WAITS,
    Motion,
)
from table.board.paint.reveal import TURNED
from table.board.paint.scenes import Painter
from table.board.view import USUAL, DisplayOptions
from tests.kit.boards import board
from tests.kit.sampling import few
from tests.kit.settling import SETTLED_S, settle

SIZE = (640, 360)


@pytest.mark.parametrize("before", ["debate", "night"])
def test_houses_are_there_again_in_the_frame_in_which_a_menu_closes(before: Scene) -> None:
    """Nothing of them was kept while it lay over them."""
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    shown = replace(board(before, 8), timer=None)
    menu = Menu("Pause", [MenuEntry("Reprendre")])
    for number, each in enumerate((shown, replace(shown, menu=menu))):
        settle(painter, surface, each, number * SETTLED_S)
    settle(Painter(), fresh, shown, SETTLED_S)
    assert painter.draw(surface, shown, SETTLED_S)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def test_a_land_that_was_to_come_comes_though_a_name_changes_meanwhile() -> None:
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    shown = board("debate", 8)
    settle(painter, surface, shown, 0.0)
    winter = replace(shown, rulebook="best-of")
    settle(painter, surface, winter, 0.0)
    for _ in range(5):
        painter.prepaint()
    renamed = replace(winter, places=[replace(winter.places[0], name="Zoé"), *winter.places[1:]])
    settle(painter, surface, renamed, 0.0)
    settle(Painter(), fresh, renamed, 0.0)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def changed(shown: Board, lot: Random) -> Board:
    """The same board after something has happened."""
    places = [replace(place) for place in shown.places]
    one = lot.choice(places)
    match lot.randrange(7):
        case 0:
            one.marked = not one.marked
        case 1:
            one.alive, one.card, one.role = (False, "Voyante", "seer") if one.alive else (True, None, "")
        case 2:
            one.captain = not one.captain
        case 3:
            one.points_at = lot.randrange(len(places))
        case 4:
            return replace(shown, headline=lot.choice(["Qui ?", "Personne"]), places=places)
        case 5 if shown.scene == "ballots":
            ways = [lot.sample(range(len(places)), 2) for _ in range(5)]
            arrows = [Arrow(voter, target, lot.choice([1, 2])) for voter, target in ways]
            return replace(shown, arrows=[*shown.arrows, *arrows][: lot.randrange(1, 12)], places=places)
        case _:
            entries = [MenuEntry("Reprendre", ""), MenuEntry("Arrêter", "")]
            menu = None if shown.menu else Menu("Pause", entries, 0)
            return replace(shown, menu=menu, places=places)
    return replace(shown, places=places)


@pytest.mark.parametrize("seed", range(few(6, 2)))
@pytest.mark.parametrize("look", [USUAL, DisplayOptions("large", "high")], ids=str)
def test_a_board_looks_as_if_it_were_the_first(look: DisplayOptions, seed: int) -> None:
    """Whatever was shown before, whether it had come to rest, and whether there was time to paint ahead."""
    lot, painter, surface, fresh = Random(seed), Painter(look=look), Surface(SIZE), Surface(SIZE)
    shown, now_s = board("debate", 8), 0.0
    for _ in range(25):
        if lot.random() < 0.4:
            scene = lot.choice(SCENES)
            shown = replace(board(scene, 8), legend=[], timer=None)
        else:
            shown = changed(shown, lot)
        for _ in range(lot.randrange(1, 12)):
            now_s += lot.choice([1 / 60, 0.1, 0.5])
            painter.draw(surface, shown, now_s)
            for _ in range(lot.randrange(3)):
                painter.prepaint()
        if lot.random() < 0.4:
            now_s += 3 * SETTLED_S
            settle(painter, surface, shown, now_s)
            settle(Painter(look=look), fresh, shown, now_s)
            assert surface.get_buffer().raw == fresh.get_buffer().raw, shown


def test_arrows_that_only_point_lie_over_those_that_arrive() -> None:
    """Whether the ones were there before the others or not."""
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    shown = replace(board("ballots", 8), arrows=[])
    shown.places = [replace(place, points_at=(seat + 4) % 8) for seat, place in enumerate(shown.places)]
    voted = replace(shown, arrows=[Arrow(0, 3), Arrow(1, 6), Arrow(2, 6)])
    settle(painter, surface, shown, 0.0)
    for step in range(round(LANDINGS_S / STEP_S) + 1):
        settle(painter, surface, voted, SETTLED_S + step * STEP_S)
    settle(painter, surface, voted, 3 * SETTLED_S)
    settle(Painter(), fresh, voted, 3 * SETTLED_S)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def test_a_light_that_turns_back_does_so_from_where_it_is() -> None:
    """As when a vote is taken back while it grows dusk."""
    motion = Motion()
    day, dusk = board("debate", 8), replace(board("ballots", 8), arrows=[])
    motion.follow(day, "day", 0, 0.0)
    motion.follow(dusk, "dusk", 0, 10.0)
    third = motion.follow(dusk, "dusk", 0, 10.0 + FADE_S / 3).fade
    back = motion.follow(day, "day", 0, 10.0 + FADE_S / 3).fade
    assert third is not None
    assert back is not None
    assert (back.light, back.into) == ("dusk", "day")
    assert back.share == pytest.approx(1 - third.share)
    assert motion.follow(day, "day", 0, 10.0 + FADE_S * 2 / 3).fade is None
    again = motion.follow(dusk, "dusk", 0, 20.0).fade
    assert again is not None
    assert again.share == 0


def test_a_light_that_goes_by_way_of_dusk_does_not_turn_back_half_way() -> None:
    """From night to day there is no dusk: it would jump."""
    motion = Motion()
    day, night = board("debate", 8), board("night", 8)
    motion.follow(day, "day", 0, 0.0)
    motion.follow(night, "night", 0, 10.0)
    back = motion.follow(day, "day", 0, 10.0 + NIGHTFALL_S / 2).fade
    assert back is not None
    assert back.share == 0


def test_a_card_that_lies_stays_until_the_last_does() -> None:
    """So those that are still on their way do not grow, nor change their places, when the first lies down."""
    motion = Motion()
    before, after = board("debate", 8), board("debate", 8)
    for place in before.places:
        place.alive, place.card = True, None
    for seat, place in enumerate(after.places):
        place.alive, place.card = (False, "Voyante") if seat in (2, 5, 6) else (True, None)
    motion.follow(before, "day", 0, 0.0)
    motion.follow(after, "day", 0, 10.0)
    lies = motion.follow(after, "day", 0, 10.0 + REVEAL_S + 0.1).revealed
    assert [seat for seat, _ in lies] == [2, 5, 6]
    assert [share == 1 for _, share in lies] == [True, False, False]
    late = replace(after, places=[*after.places[:-1], replace(after.places[-1], alive=False, card="Voleur")])
    died = motion.follow(late, "day", 0, 10.0 + REVEAL_S + 0.1).revealed
    assert [seat for seat, _ in died] == [2, 5, 6, 7]
    assert motion.follow(late, "day", 0, 12.0 + 2 * REVEAL_S).revealed == ()
    after = replace(late, places=[replace(late.places[0], alive=False, card="Voleur"), *late.places[1:]])
    assert [seat for seat, _ in motion.follow(after, "day", 0, 30.0).revealed] == [0]


def test_a_card_that_lies_face_down_waits_to_be_turned() -> None:
    """However long the lines before the dark and the drum after it are; then it turns over at once, in the
    time that the room waits for it."""
    motion = Motion()
    before, down, turning = board("debate", 8), board("debate", 8), board("debate", 8)
    for shown in (before, down, turning):
        for place in shown.places:
            place.alive, place.card = True, None
    for place in (down.places[2], turning.places[2]):
        place.alive, place.face_down = False, True
    turning.places[2].card = "Voyante"
    motion.follow(before, "day", 0, 0.0)
    motion.follow(down, "day", 0, 10.0)
    for now_s in (10.0 + REVEAL_S, 10.0 + 4 * REVEAL_S):
        assert motion.follow(down, "day", 0, now_s).revealed == ((2, CLOSED_IN),), "the house is near"
    dark_s = 10.0 + 5 * REVEAL_S
    assert motion.follow(replace(down, hush=True), "day", 0, dark_s).revealed == ((2, CLOSED_IN),)
    ((_, share),) = motion.follow(down, "day", 0, dark_s + HUSH_S).revealed
    assert share == pytest.approx(LIT)
    for now_s in (dark_s + REVEAL_S, dark_s + 4 * REVEAL_S):
        assert motion.follow(down, "day", 0, now_s).revealed == ((2, WAITS),)
    turns_s = dark_s + 5 * REVEAL_S
    assert motion.follow(turning, "day", 0, turns_s).revealed == ((2, WAITS),)
    ((_, share),) = motion.follow(turning, "day", 0, turns_s + TURNING_S).revealed
    assert share == pytest.approx(TURNED)
    assert motion.follow(turning, "day", 0, turns_s + REVEAL_S).revealed == ()


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()
