"""What stands still on the board: drawn anew only where it has changed, and never otherwise than at once."""

from __future__ import annotations

from random import Random

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect, Surface

from table.board.board import SCENES, TURNING_S, Arrow, Board, Place, Scene
from table.board.menu import Menu, MenuEntry
from table.board.paint import houses, portraits
from table.board.paint.arrows import Shape
from table.board.paint.frame import Frame
from table.board.paint.layout import lay_out
from table.board.paint.motion import FADE_S, LANDINGS_S, NIGHTFALL_S, REVEAL_S, STEP_S, WAITS, Motion
from table.board.paint.paintbox import Paintbox
from table.board.paint.portraits import paint_card
from table.board.paint.reveal import TURNED
from table.board.paint.scenes import Painter
from table.board.paint.shelf import Rack
from table.board.paint.standing import apart
from table.board.paint.text import DrawnLine
from table.board.view import USUAL, Look
from tests.kit.boards import board, word_board
from tests.kit.settling import SETTLED_S, settle

SIZE = (640, 360)


def seen(surface: Surface, box: Rect) -> bytes:
    return surface.subsurface(box).copy().get_buffer().raw


def test_a_new_scene_comes_with_its_words_first() -> None:
    """Its land, if much of it is new, in the next frame, in which all the rest looks as it will; and the
    houses do not go away meanwhile."""
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    before = board("debate", 8)
    after = replace(before, headline="Tous se montrent du doigt", title="", caption="Trois, deux, un.")
    after.places = [replace(place, points_at=(seat + 3) % 8) for seat, place in enumerate(before.places)]
    settle(Painter(), fresh, after, 0.0)
    layout = lay_out(SIZE, 8)
    settle(painter, surface, before, 0.0)
    land_before = seen(surface, layout.lots[1].house), seen(surface, layout.square.inflate(-330, -60))
    assert painter.draw(surface, after, 0.0)
    assert seen(surface, layout.header) == seen(fresh, layout.header)
    assert seen(surface, layout.caption) == seen(fresh, layout.caption)
    assert land_before == (
        seen(surface, layout.lots[1].house),
        seen(surface, layout.square.inflate(-330, -60)),
    )
    assert painter.draw(surface, after, 0.0)
    assert surface.get_buffer().raw == fresh.get_buffer().raw
    assert not painter.draw(surface, after, 0.0)


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


def test_a_scene_after_one_that_lay_over_all_houses_comes_in_two_frames() -> None:
    """First its words over the land, on which nothing stands yet, then all of it."""
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    deal, debate = board("deal", 8), replace(board("debate", 8), timer=None)
    debate.places = [replace(place, alive=True, card=None, captain=False) for place in debate.places]
    settle(painter, surface, deal, 0.0)
    settle(painter, surface, deal, SETTLED_S)
    settle(Painter(), fresh, debate, 2 * SETTLED_S)
    layout = lay_out(SIZE, 8)
    assert painter.draw(surface, debate, 2 * SETTLED_S)
    assert seen(surface, layout.header) == seen(fresh, layout.header)
    assert seen(surface, layout.square) != seen(fresh, layout.square)
    assert painter.draw(surface, debate, 2 * SETTLED_S)
    assert seen(surface, layout.square) == seen(fresh, layout.square)


def test_a_board_over_plates_that_are_not_painted_yet_comes_to_rest() -> None:
    painter, surface = Painter(), Surface(SIZE)
    attract = board("attract", 24)
    settle(painter, surface, attract, 0.0)
    changed = replace(attract, places=[replace(place, marked=not place.marked) for place in attract.places])
    assert painter.draw(surface, changed, 0.0)
    assert painter.unfinished
    places = [replace(place, marked=False, ready=False, captain=False) for place in attract.places]
    nobody = replace(attract, places=places, timer=None, join="http://garou.local")
    assert settle(painter, surface, nobody, 0.0) < 20


def test_a_land_that_was_to_come_comes_though_a_name_changes_meanwhile() -> None:
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    shown = board("debate", 8)
    settle(painter, surface, shown, 0.0)
    winter = replace(shown, rulebook="best-of")
    settle(painter, surface, winter, 0.0)
    for _ in range(5):
        painter.rest()
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


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("look", [USUAL, Look("large", "high")], ids=str)
def test_a_board_looks_as_if_it_were_the_first(look: Look, seed: int) -> None:
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
                painter.rest()
        if lot.random() < 0.4:
            now_s += 3 * SETTLED_S
            settle(painter, surface, shown, now_s)
            settle(Painter(look=look), fresh, shown, now_s)
            assert surface.get_buffer().raw == fresh.get_buffer().raw, shown


def test_an_arrow_that_has_arrived_is_not_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While others grow; only where a star twinkles is the picture drawn anew."""
    drawn: list[Shape] = []
    paint = Shape.paint

    def counted(shape: Shape, surface: Surface) -> None:
        if surface.get_clip().size == SIZE:
            drawn.append(shape)
        paint(shape, surface)

    monkeypatch.setattr(Shape, "paint", counted)
    painter, surface, fresh = Painter(), Surface(SIZE), Surface(SIZE)
    shown = board("ballots", 8)
    shown.arrows = [Arrow(voter, target) for target in (3, 6) for voter in (0, 1, 2, 4, 5)]
    settle(painter, surface, replace(shown, arrows=[]), 0.0)
    settle(painter, surface, replace(shown, arrows=[]), SETTLED_S)
    for step in range(round(LANDINGS_S / STEP_S)):
        drawn.clear()
        settle(painter, surface, shown, 2 * SETTLED_S + step * STEP_S)
        assert len(drawn) <= 2 + 2, "two arrive at most, and two grow"
    settle(painter, surface, shown, 4 * SETTLED_S)
    settle(Painter(), fresh, shown, 4 * SETTLED_S)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


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


@pytest.mark.parametrize("seed", range(20))
def test_the_parts_that_are_drawn_anew_hold_all_that_has_changed(seed: int) -> None:
    lot = Random(seed)
    boxes = [
        Rect(lot.randrange(600), lot.randrange(320), lot.randrange(1, 80), lot.randrange(1, 80))
        for _ in range(lot.randrange(1, 30))
    ]
    parts = apart(boxes)
    assert all(any(part.contains(box) for part in parts) for box in boxes)
    whole = boxes[0].unionall(boxes[1:])
    assert len(parts) <= len(boxes)
    assert all(whole.contains(part) for part in parts)


def test_far_parts_are_drawn_apart_and_near_ones_together() -> None:
    far = [Rect(0, 0, 40, 40), Rect(600, 300, 40, 40)]
    assert apart(far) == far
    assert apart([Rect(0, 0, 40, 40), Rect(40, 0, 40, 40)]) == [Rect(0, 0, 80, 40)]
    assert apart([]) == []


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
    """However long the drum is; then it turns over at once, in the time that the room waits for it."""
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
    for now_s in (10.0 + REVEAL_S, 10.0 + 5 * REVEAL_S):
        assert motion.follow(down, "day", 0, now_s).revealed == ((2, WAITS),)
    turns_s = 10.0 + 6 * REVEAL_S
    assert motion.follow(turning, "day", 0, turns_s).revealed == ((2, WAITS),)
    ((_, share),) = motion.follow(turning, "day", 0, turns_s + TURNING_S).revealed
    assert share == pytest.approx(TURNED)
    assert motion.follow(turning, "day", 0, turns_s + REVEAL_S).revealed == ()


def test_the_cards_on_the_square_are_painted_before_they_lie_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """That of somebody whose card was open before too; and one that has come is not painted again while
    another is still on its way."""
    painter, surface = Painter(), Surface(SIZE)
    before, after = board("night", 8), replace(board("dawn", 8), timer=None)
    for place in (*before.places, *after.places):
        place.alive, place.card, place.role, place.marked = True, None, "", False
    for seat, role in ((1, "seer"), (4, "witch"), (6, "hunter")):
        for shown in (before, after) if seat == 6 else (after,):
            dead = shown.places[seat]
            dead.alive, dead.card, dead.role, dead.marked = False, "Voyante", role, shown is after
    settle(painter, surface, before, 0.0)
    settle(painter, surface, before, SETTLED_S)
    settle(painter, surface, after, 2 * SETTLED_S)
    for _ in range(400):
        painter.rest()
    large: list[str] = []
    face = portraits._face

    def counted(paints: Paintbox, name: str, px: int) -> Surface:
        if px > 50:
            large.append(name)
        return face(paints, name, px)

    monkeypatch.setattr(portraits, "_face", counted)
    painted: list[str] = []

    def noted(frame: Frame, paints: Paintbox, number: int, place: Place, box: Rect) -> list[DrawnLine]:
        painted.append(place.name)
        return paint_card(frame, paints, number, place, box)

    monkeypatch.setattr("table.board.paint.reveal.paint_card", noted)
    settle(painter, surface, after, 2 * SETTLED_S + REVEAL_S + 0.1)
    assert painted == [], "in the frame in which one has come"
    settle(painter, surface, after, 3 * SETTLED_S)
    assert large == [], "only small ones, on plates"


@pytest.mark.parametrize(("before", "seats"), [("debate", 24), ("vote", 8)])
def test_no_house_is_painted_while_night_falls_or_ends(
    before: Scene, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All were painted ahead, as they look with their windows lit and dark, and there is room for all."""
    painter, surface = Painter(), Surface(SIZE)
    shown, night, morning = (replace(board(scene, seats), timer=None) for scene in (before, "night", "dawn"))
    for each in (shown, night, morning):
        for place in each.places:
            place.captain, place.alive, place.card, place.marked = False, True, None, False
    settle(painter, surface, shown, 0.0)
    for _ in painter.rehearse(SIZE, shown):
        pass
    monkeypatch.setattr(houses, "_painted", lambda *_: pytest.fail("a house is painted"))
    for number, (each, length_s) in enumerate(((night, NIGHTFALL_S), (morning, FADE_S), (shown, FADE_S))):
        for step in range(round(length_s / STEP_S) + 1):
            settle(painter, surface, each, (1 + number) * SETTLED_S + step * STEP_S)


def test_the_plates_of_free_seats_outlast_what_is_painted_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has sat down at most of them when the rehearsal ends."""
    painter, surface, shown = Painter(), Surface(SIZE), board("attract", 8)
    settle(painter, surface, shown, 0.0)
    settle(painter, surface, shown, SETTLED_S)
    for _ in painter.rehearse(SIZE, shown):
        pass
    painter.forget()
    monkeypatch.setattr(Rack, "put", lambda *_: pytest.fail("a plate is painted again"))
    settle(painter, surface, shown, SETTLED_S)


def test_what_only_mots_garous_needs_is_painted_for_it_alone() -> None:
    """At a table of Werewolf it would take as much room as all houses."""
    used = {}
    for name, shown in (("wolf", board("night", 8)), ("words", word_board("word", 8))):
        painter = Painter()
        settle(painter, Surface(SIZE), shown, 0.0)
        for _ in painter.rehearse(SIZE, shown):
            pass
        used[name] = {key[0] for key in painter._paints._pieces._pictures if isinstance(key, tuple)}
    assert {"bubble", "token"} <= used["words"]
    assert not {"bubble", "token"} & used["wolf"]


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()
