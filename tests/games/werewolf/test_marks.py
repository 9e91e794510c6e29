"""What lies on the board all round long: marks of the seats, cards of the living, cards in the middle."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast, get_args

import pytest

from hardware import patterns
from table.appliance.phones.page_state import board_state, page_texts
from table.board import terminal
from table.board.board import Board, OpenCard, Place, Scene
from table.board.paint import plaques
from table.board.paint.art import Art
from table.board.paint.frame import NEWS_EMBLEM
from table.board.paint.palette import DAY, NIGHT, contrast
from table.engine.public import Public
from table.engine.requests import Sitter
from table.games.werewolf.referee import Scenario
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.actor import Stage
from table.games.werewolf.rules.cards.devoted_servant import TakesCard
from table.games.werewolf.rules.cards.fox import FOX
from table.games.werewolf.rules.cards.hunter import HUNTER
from table.games.werewolf.rules.cards.prejudiced_manipulator import Halves
from table.games.werewolf.rules.cards.scapegoat import NoVote
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager_villager import KnownToAll
from table.games.werewolf.rules.cards.witch import WITCH
from table.games.werewolf.rules.news import Mark
from table.games.werewolf.rules.twists.lantern import Lantern
from table.games.werewolf.rules.twists.voices import DeadAnswer
from table.games.werewolf.telling import show_on_board
from table.referee.referee import read_scenario
from table.room.lights import Lights
from table.room.village import Village
from table.words.narration import Narration
from tests.kit.tables import rehearsed

NARRATION = Narration.load("en")
VILLAGE = Village(NARRATION, ("mill", "forge", "well", "inn"))
MILL, FORGE, WELL, INN = cast("list[Sitter]", VILLAGE.sitters())
PIXELS = 16
SCENARIOS = Path(__file__).parents[2] / "scenarios"
CID = 2


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Board:
    """A board, and no words: what is tested here has none."""
    monkeypatch.setattr(Narration, "word", lambda _, key, **facts: f"{key} {len(facts)}")
    VILLAGE.lay_places()
    return VILLAGE.board


def told(board: Board, *news: Public) -> list[tuple[str, ...]]:
    """Tells these events, and returns the marks of all seats."""
    for event in news:
        show_on_board(board, event, NARRATION)
    return [place.marks for place in board.places]


def test_ch_48_each_seat_has_the_mark_of_its_half_all_round_long(board: Board) -> None:
    halves = [("sun",), ("sun",), ("moon",), ("moon",)]
    assert told(board, Halves((MILL, FORGE), (WELL, INN))) == halves
    assert told(board, events.Nightfall(1, False), events.Dawn(1), events.Day(1)) == halves


def test_ch_19_a_ban_is_marked_from_the_evening_to_the_end_of_the_next_day(board: Board) -> None:
    assert told(board, NoVote((FORGE, INN))) == [(), ("no_vote_tomorrow",), (), ("no_vote_tomorrow",)]
    assert told(board, events.Nightfall(2, False))[1] == ("no_vote_today",)
    assert told(board, events.Dawn(2), events.DebateOpens())[1] == ("no_vote_today",)
    assert told(board, events.Nightfall(3, False)) == [()] * 4


def test_ev_18_the_lantern_is_marked_until_dawn(board: Board) -> None:
    assert told(board, Lantern(FORGE), events.Nightfall(2, False))[1] == ("lantern",)
    assert told(board, events.Dawn(2)) == [()] * 4


def test_ev_15_the_answer_of_the_dead_is_one_light(board: Board) -> None:
    shown = []
    for value in (True, False, None):
        told(board, DeadAnswer(value))
        shown.append(NEWS_EMBLEM.get(board.news))
    assert shown == ["tick", "nay", None]


def test_ch_9_a_pardoned_player_lives_with_an_open_card_and_without_a_vote_for_good(board: Board) -> None:
    assert told(board, Pardoned(WELL), events.Nightfall(2, False), events.Dawn(2))[2] == ("no_vote",)
    place = board.places[2]
    assert (place.alive, place.role) == (True, "village_idiot")
    assert [each.role for each in board.places if each is not place] == [""] * 3


def test_ch_10_a_card_lies_face_down_before_it_opens_and_before_it_turns_at_its_owners_death() -> None:
    table, _ = rehearsed(cast("Scenario", read_scenario(SCENARIOS / "CH-10.toml")))
    idiots = [seen.board.places[CID] for seen in table.view.seen]
    told = [(place.alive, place.face_down, place.role) for place in idiots]
    seen = [now for before, now in pairwise([None, *told]) if now != before]
    assert seen == [
        (True, False, ""),
        (True, True, ""),
        (True, True, "village_idiot"),
        (True, False, "village_idiot"),
        (False, True, ""),
        (False, True, "village_idiot"),
        (False, False, "village_idiot"),
    ]


def test_ch_36_whose_open_card_the_servant_takes_holds_it_no_more(board: Board) -> None:
    told(board, KnownToAll(FORGE))
    assert board.places[1].role == "villager_villager"
    told(board, TakesCard(INN, FORGE))
    assert [place.card for place in board.places] == [None] * 4
    told(board, KnownToAll(INN))
    assert board.places[3].role == "villager_villager"


def test_ch_40_the_actors_cards_lie_open_all_round_long(board: Board) -> None:
    told(board, Stage((FOX, HUNTER, WITCH)), events.Nightfall(1, False), events.Dawn(1), events.DebateOpens())
    assert board.stage == [OpenCard("Fox", "fox"), OpenCard("Hunter", "hunter"), OpenCard("Witch", "witch")]


def test_what_is_known_before_the_first_night_is_seen_on_the_village_not_on_the_signs_of_the_deal(
    board: Board,
) -> None:
    board.scene = "deal"
    told(board, KnownToAll(WELL))
    assert (board.scene, [place.marked for place in board.places]) == ("debate", [False, False, True, False])


def test_phones_are_told_the_marks_of_the_living_and_the_open_cards(board: Board) -> None:
    told(board, Halves((MILL, FORGE), (WELL, INN)), Stage((FOX, HUNTER, WITCH)), Pardoned(WELL))
    board.places[0].alive = False
    stage = SimpleNamespace(village=VILLAGE, clock=SimpleNamespace(running=None))
    state = board_state(cast("Any", stage), ())
    assert [place.marks for place in state.places] == [(), ("sun",), ("moon", "no_vote"), ("moon",)]
    assert state.stage == ("Fox", "Hunter", "Witch")
    assert [place.forms for place in state.places][:2] == [{"the": "the Mill"}, {"the": "the Forge"}]


@pytest.mark.parametrize("mark", get_args(Mark))
def test_every_mark_is_seen_on_the_board_in_a_terminal_and_read_on_a_phone(mark: Mark) -> None:
    assert terminal.MARKS[mark] in terminal.signs_of(Place("Mill", marks=(mark,)))
    assert plaques.signs_of(Place("Mill", marks=(mark,)), is_open=False)
    assert Art().sign(plaques.MARKS[mark], 20, DAY.ink)
    for language in ("en", "fr"):
        assert page_texts(Narration.load(language))[f"mark.{mark}"]


def test_marks_stand_out_from_their_plates() -> None:
    for palette in (DAY, NIGHT):
        for sign in plaques.MARKS.values():
            assert contrast(plaques.icon_ink(sign, palette), palette.plaque) > 4.5, sign


# Rings


def lights() -> Lights:
    """The rings of the village."""
    stage = SimpleNamespace(
        village=VILLAGE, rings=SimpleNamespace(pixels=PIXELS), presses=SimpleNamespace(count=lambda: 1)
    )
    cards, pace = SimpleNamespace(are_looked_at=lambda _: False), SimpleNamespace()
    return Lights(cast("Any", stage), cast("Any", cards), cast("Any", pace))


def rings(board: Board, scene: Scene) -> list[bytes]:
    """What all rings show in a scene."""
    board.scene, shown = scene, lights()
    return [shown.ring(seat.index, 3.0) for seat in VILLAGE.sitters()]


def test_ch_48_a_ring_at_rest_by_day_has_the_look_of_its_half_and_none_at_night(board: Board) -> None:
    plain = rings(board, "night")
    told(board, Halves((MILL, FORGE), (WELL, INN)))
    board.places[3].captain = True
    sun, moon = patterns.day(PIXELS, 3.0), patterns.day(PIXELS, 3.0, is_moon=True)
    assert rings(board, "debate") == [sun, sun, moon, patterns.captain(PIXELS, is_moon=True)]
    assert rings(board, "night") == rings(board, "look") == plain
    board.places[2].ready = True
    assert rings(board, "debate")[2] == patterns.ready(PIXELS)


def test_ch_67_a_ring_says_who_has_no_vote_and_for_how_long_and_is_dark_while_others_vote(
    board: Board,
) -> None:
    told(board, NoVote((FORGE,)), events.Nightfall(2, False), Pardoned(WELL), NoVote((INN,)))
    day = patterns.day(PIXELS, 3.0)
    banned, pardoned = (patterns.voteless(PIXELS, for_good) for for_good in (False, True))
    assert rings(board, "debate") == [day, banned, pardoned, day]
    dark = patterns.dead(PIXELS)
    assert rings(board, "vote") == [day, dark, dark, day]
    assert rings(board, "election") == [day, banned, dark, day]
    assert rings(board, "night") == [patterns.asleep(PIXELS, 3.0)] * 4
