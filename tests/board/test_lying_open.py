"""What the board shows all round long: marks of the seats, and cards that lie open."""

from __future__ import annotations

from itertools import product

import pytest
from pygame import Surface

from table.board.board import Board, OpenCard, Scene, Today
from table.board.paint.art import Art
from table.board.paint.frame import NEWS_SPOTLIGHT
from table.board.paint.scenes import Painter
from table.board.view import USUAL, DisplayOptions
from table.games.werewolf.rules.twists.deck import TWISTS
from tests.board.test_board import pictures_drawn
from tests.kit.boards import board
from tests.kit.legible import SIZES, faults, hard_to_read
from tests.kit.sampling import some
from tests.kit.settling import settle

STAGE = [
    OpenCard("Renard", "fox"),
    OpenCard("Chevalier à l’Épée Rouillée", "rusty_knight"),
    OpenCard("Sorcière", "witch"),
]
TODAY = Today("heavy_rope", "La Corde lourde : plus de la moitié, ou personne")
SCENES: tuple[Scene, ...] = ("night", "dawn", "debate", "vote", "ballots", "shot")
LOOKS = (USUAL, DisplayOptions("large", "high"))


def with_all(scene: Scene, seats: int) -> Board:
    """A board with a half for each seat, some without a vote, two open cards of the living, a stage, and
    something new."""
    shown = board(scene, seats)
    for seat, place in enumerate(shown.places):
        place.marks = (("sun", "moon")[2 * seat >= seats], *[(), ("no_vote_today",), ("lantern",)][seat % 3])
    for place, role, title in zip(
        [place for place in shown.places if place.alive],
        ("village_idiot", "villager_villager"),
        ("Idiot du Village", "Villageois-Villageois"),
        strict=False,
    ):
        place.card, place.role = title, role
    if scene != "over":
        shown.stage, shown.today = STAGE, TODAY
    shown.hint = "Tournez la lumière. Un appui long choisit."
    return shown


@pytest.mark.parametrize("scene", [*SCENES, "over"])
def test_all_that_lies_open_leaves_every_text_whole_alone_and_large_enough(scene: Scene) -> None:
    for size, seats, look in some([*product(SIZES, (8, 12, 18), LOOKS)], of=3):
        shown = with_all(scene, seats)
        written = Painter(look=look).text_rects(shown, size)
        assert faults(shown, written, size) == [], (size, seats, look)
        if look is USUAL:
            assert hard_to_read(shown, written, size) == [], (size, seats)


@pytest.mark.parametrize("scene", SCENES)
def test_ch_40_the_open_cards_are_seen_in_every_scene(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = pictures_drawn(monkeypatch)
    shown = board(scene, 8)
    for stage in ([], STAGE):
        shown.stage = stage
        drawn.clear()
        settle(Painter(), Surface((1280, 720)), shown, 0.0)
        assert {f"cards/{card.role}" for card in STAGE}.issubset(drawn) == bool(stage)


def test_ch_40_the_open_cards_have_their_titles_on_the_square_while_they_are_told() -> None:
    shown = board("debate", 8)
    shown.timer, shown.stage, shown.news = None, STAGE, "stage"
    written = Painter().text_rects(shown, (1920, 1080))
    titles = {f"about {number}": card.title for number, card in enumerate(STAGE)}
    said = {what: " ".join(line.text for line in written if line.what == what) for what in titles}
    assert said == titles


def test_marks_are_seen_beside_the_names_of_the_living_alone() -> None:
    def picture(marks: tuple[str, ...], alive: bool) -> bytes:
        surface, shown = Surface((1280, 720)), board("debate", 8)
        shown.places[0].marks, shown.places[0].alive = marks, alive
        settle(Painter(), surface, shown, 0.0)
        return surface.get_buffer().raw

    all_marks = ((), ("sun",), ("moon",), ("no_vote",), ("no_vote_today",), ("sun", "no_vote"))
    assert len({picture(marks, alive=True) for marks in all_marks}) == len(all_marks)
    assert len({picture(marks, alive=False) for marks in all_marks}) == 1


def test_ev_3_what_is_new_today_has_its_picture_in_every_scene_and_its_text_where_there_is_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn = pictures_drawn(monkeypatch)
    for scene in SCENES:
        shown = board(scene, 8)
        for today in (None, TODAY):
            shown.today = today
            drawn.clear()
            written = Painter().text_rects(shown, (1280, 720))
            assert ("events/heavy_rope" in drawn) == bool(today), scene
            text = " ".join(line.text for line in written if line.what == "today")
            has_room = today and scene in ("debate", "vote")
            assert text.replace("\u00a0", " ") == (TODAY.text if has_room else ""), scene


@pytest.mark.parametrize("key", [twist.key for twist in TWISTS])
def test_each_event_has_a_picture_of_its_own(key: str) -> None:
    assert f"events/{key}" in Art()


@pytest.mark.parametrize("news", sorted(NEWS_SPOTLIGHT))
def test_who_is_pardoned_blamed_or_known_stands_in_the_middle_while_that_is_told(news: str) -> None:
    scenes: tuple[Scene, ...] = ("debate", "ballots")
    for scene in scenes:
        shown = board(scene, 8)
        for seat, place in enumerate(shown.places):
            place.marked = seat == 1
        assert shown.places[1].alive
        for shown.news in ("", news):
            written = {line.what for line in Painter().text_rects(shown, (1280, 720))}
            assert ("about 0" in written) == bool(shown.news), scene
