"""Phones as seats: who gets which place, when, under which name; and what a table that starts again knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from hardware.buttons.mixed import MixedButtons
from hardware.interface import Edge
from hardware.phones.wire import ChairState, PhoneLost, PublicTable, SeatRequest, SeatReturn
from table.appliance.lobby.phone_places import EVENING_S, FILE, HANDED_S, PhonePlaces
from table.appliance.lobby.phone_seats import PhoneSeats, SeenByPhones, Taps
from table.appliance.menu.phone_menu import entries
from table.appliance.phones.page_state import page_texts
from table.appliance.phones.way_in import NO_GATEWAY_S, UNREACHED_S
from table.appliance.table import Table
from table.board.board import Scene
from table.engine.chance import Chance
from table.games.werewolf.rules import events
from table.games.werewolf.telling import show_on_board
from table.gestures import Meaning, Phase
from table.room.act import SeatGesture
from table.room.stage import Stage
from table.room.village import Village
from table.settings.settings import Settings
from table.typefaces import fonts_of
from table.words.narration import Narration
from tests.kit.acts import Onlooker
from tests.kit.fonts import made_font
from tests.kit.phones import SimulatedPhones
from tests.kit.tables import NARRATION, PIXELS, SimulatedTable

PODS = ("mill", "forge", "well", "chapel", "inn", "barn")
ANA, BOB, CID = ("a" * 32, "b" * 32, "c" * 32)
"""The tokens of three phones."""
BAD_NAME = "A name has 1 to 20 visible characters, a letter or digit among them."


class Played(SeenByPhones):
    """What these phones see of what is played."""

    def __init__(
        self, table: PhoneTable, *, is_lobby: bool = False, is_round: bool = False, minutes: int = 0
    ):
        self.is_lobby, self.is_round, self.minutes = is_lobby, is_round, minutes
        self._village = table.village

    def stand(self, seat: int) -> None:
        self._village.people.discard(seat)

    def renamed(self) -> None:
        self._village.lay_places()


class PhoneTable(SimulatedTable):
    """A stage of six seats that phones can take. In its lobby a press sits down."""

    def __init__(self, folder: Path | None = None, wall_s: float = 1000.0, **chosen: object) -> None:
        super().__init__(len(PODS))
        self.phones = SimulatedPhones(len(PODS), PIXELS, self.clock)
        self.taps = Taps(self.clock)
        buttons = MixedButtons([self.pods, self.phones.buttons, self.taps])
        self.wall_s = wall_s
        self.places = PhonePlaces(PODS, wall_s=lambda: self.wall_s, **chosen)  # type: ignore[arg-type]
        self.seats = PhoneSeats(self.phones, self.taps, self.places, 1)
        narration = NARRATION["en"].calling(self.places.called)
        self.stage = Stage(self.devices(buttons), narration, PODS, 1, Chance(1), people_sit=True)
        self.heard: list[tuple[int, Meaning]] = []
        self.warned: list[str] = []
        if folder:
            self.places.keep_in(folder, self.warned.append)
        self.lobby()

    @property
    def village(self) -> Village:
        return self.stage.village

    @property
    def told(self) -> PublicTable:
        """What all pages know."""
        return self.phones.tables[-1]

    def _hear(self, heard: SeatGesture, meant: Meaning) -> None:
        self.heard.append((heard.seat, meant))
        if meant is Meaning.SIT:
            self.village.people.sit(heard.seat)

    def lobby(self) -> None:
        """Anybody may sit down."""
        self._attends(Played(self, is_lobby=True))
        self._phases("attract")

    def round(self, people: tuple[int, ...] = (), scene: Scene = "debate", minutes: int = 0) -> None:
        """A round with these people, and bots in all other seats."""
        self.village.people.clear()
        self.village.people.update(people)
        self.village.board.scene = scene
        self._attends(Played(self, is_round=True, minutes=minutes))
        self._phases("debate")

    def _attends(self, played: SeenByPhones) -> None:
        self.stage.leave(self.seats)
        self.stage.enter(Onlooker(hear=self._hear))
        self.seats.attend(self.stage, played)

    def _phases(self, phase: Phase) -> None:
        self.stage.presses.go_on(dict.fromkeys(range(len(PODS)), phase))

    def ask(self, token: str, chair: int | None = None, name: str = "", *, takes: bool = True) -> str:
        """A phone asks; returns why not."""
        self.phones.ask(SeatRequest(token, chair, name, takes))
        self.run(0.5)
        return self.answer(token)[1]

    def answer(self, token: str) -> tuple[int | None, str]:
        """The last answer to a phone."""
        told = [one for one in self.phones.answers if one.token == token][-1]
        return told.chair, told.why

    def lose(self, token: str) -> None:
        self.phones.ask(PhoneLost(token))
        self.run(0.1)

    def run(self, seconds: float) -> None:
        self.stage.wait_until(self.clock.now() + seconds)

    def chair(self, chair: int) -> ChairState:
        return self.told.chairs[chair]


def test_a_page_knows_what_the_board_says_of_sitting_down() -> None:
    """Who has a page has sat down already."""
    table, lobby = PhoneTable(), NARRATION["en"].texts("menus")["lobby"]
    for caption, is_prompt in ((lobby["wait_menu_phones"], True), ("Ana sits at the Mill.", False)):
        table.village.board.caption = caption
        assert table.seats.public(0.0).is_prompt == is_prompt


@pytest.mark.parametrize(
    ("language", "telling", "title"),
    [
        ("en", "thiercelieux", "Captain"),
        ("fr", "thiercelieux", "Capitaine"),
        ("fr", "tit-albert", "Sefvilaz"),
        ("en", "mots-garous", "Mayor"),
    ],
)
def test_a_page_calls_the_village_s_head_as_the_telling_does(language: str, telling: str, title: str) -> None:
    table = PhoneTable()
    table.village.narration = Narration.load(language, telling)
    texts = table.seats.public(0.0).texts
    assert texts["is_captain"] == title
    assert texts["village.captain"].startswith(title)
    table.village.narration = NARRATION["en"]
    assert table.seats.public(0.0).texts["is_captain"] == "Captain"


def test_a_page_that_is_loaded_again_knows_the_last_ballot() -> None:
    table = PhoneTable()
    table.round(people=(0, 1))
    board, narration = table.village.board, table.village.narration
    ana, bob = table.village.sitters()[:2]
    ballots: list[tuple[Literal["election", "vote"], Any, Any]] = [("election", ana, bob), ("vote", bob, ana)]
    for of, voter, target in ballots:
        show_on_board(board, events.Ballots(of, False, {voter: target}, {}), narration)
        show_on_board(board, events.DebateOpens(), narration)
        told = table.seats.public(0.0).board
        assert (told.arrows, told.elects) == ((), of == "election")
        assert told.ballot == ((voter.index + 1, target.index + 1, 1),)


# Taking a place


def test_a_phone_takes_a_free_place_and_sits_there_by_a_press_as_anybody_does() -> None:
    table = PhoneTable()
    assert table.ask(ANA, 2) == ""
    assert table.answer(ANA) == (2, "")
    assert table.heard == [(2, Meaning.SIT)]
    assert table.village.people == {2}
    assert table.chair(2) == ChairState("Well", "phone", takes=False, named=False)
    assert table.chair(1) == ChairState("Forge", "free", takes=True, named=True)


def test_a_second_phone_is_refused_with_a_reason_and_the_first_keeps_its_place() -> None:
    table = PhoneTable()
    table.ask(ANA, 2)
    assert table.ask(BOB, 2) == "Somebody has this place."
    assert table.answer(BOB)[0] is None
    assert table.ask(ANA) == ""
    assert table.answer(ANA) == (2, "")


def test_a_place_where_somebody_sits_at_a_pod_may_only_be_named() -> None:
    table = PhoneTable()
    table.village.people.sit(1)
    assert table.ask(ANA, 1, "Bob") == "Somebody has this place."
    assert table.ask(ANA, 1, "Bob", takes=False) == ""
    assert table.chair(1) == ChairState("Bob", "pod", takes=False, named=True)
    assert table.answer(ANA)[0] is None


def test_a_place_whose_ring_is_dark_is_a_phone_s_to_take() -> None:
    table = PhoneTable()
    table.village.people.sit(1)
    table.village.places.dark.add(1)
    assert table.ask(ANA, 1) == ""
    assert table.answer(ANA)[0] == 1
    assert table.village.places.dark == set()
    assert table.heard == [], "somebody sits there already"


@pytest.mark.parametrize("chair", [-1, 6, 63])
def test_a_place_that_is_not_there_is_refused(chair: int) -> None:
    assert PhoneTable().ask(ANA, chair) == "This place cannot be taken."


def test_a_place_that_a_phone_has_is_named_by_that_phone_alone() -> None:
    table = PhoneTable()
    table.ask(CID, 4)
    table.ask(ANA, 0, "Alice")
    for other in (BOB, CID):
        assert table.ask(other, 0, "Loser", takes=False) == "Only its player, or the host, names this place."
    assert table.chair(0).label == "Alice"
    assert table.ask(ANA, 0, "Ana", takes=False) == ""
    assert table.chair(0).label == "Ana"
    table.phones.ask(SeatReturn(ANA))
    table.run(0.5)
    table.village.people.sit(0)
    assert table.ask(BOB, 0, "Bob", takes=False) == "", "who sits there now is somebody else"


def test_a_place_with_a_pod_is_named_by_the_first_phone_that_does_and_by_the_host_s() -> None:
    table = PhoneTable()
    table.ask(CID, 4)
    assert table.ask(ANA, 1, "Ana", takes=False), "nobody sits there"
    table.village.people.sit(1)
    assert table.ask(ANA, 1, "Ana", takes=False) == ""
    assert table.ask(BOB, 1, "Loser", takes=False) == "Only its player, or the host, names this place."
    assert table.ask(ANA, 1, "Anna", takes=False) == ""
    assert table.village.people.host == 4
    assert table.ask(CID, 1, "Annie", takes=False) == ""
    assert table.chair(1).label == "Annie"
    table.seats.clear_name(1)
    assert table.ask(BOB, 1, "Bob", takes=False) == "", "the host has cleared it for somebody else"


def test_only_the_places_the_owner_allows_can_be_taken_and_all_can_be_named() -> None:
    table = PhoneTable(allowed=frozenset({3}))
    assert table.ask(ANA, 2) == "This place cannot be taken."
    assert table.ask(ANA, 3) == ""
    assert [chair.takes for chair in table.told.chairs] == [False] * 6
    table.village.people.sit(2)
    assert table.ask(BOB, 2, "Bob", takes=False) == ""


def test_who_changes_places_gives_the_first_one_back() -> None:
    table = PhoneTable()
    table.ask(ANA, 2)
    table.ask(ANA, 4)
    assert table.answer(ANA)[0] == 4
    assert table.village.people == {4}
    assert table.ask(BOB, 2) == ""


def test_who_leaves_stands_up_and_the_place_is_free() -> None:
    table = PhoneTable()
    table.ask(ANA, 2)
    table.phones.ask(SeatReturn(ANA))
    table.run(0.5)
    assert table.answer(ANA) == (None, "")
    assert table.village.people == set()
    assert table.chair(2).state == "free"


# Names


def test_a_name_is_written_and_said_in_place_of_the_place() -> None:
    table = PhoneTable()
    table.ask(ANA, 2, "Élodie")
    assert table.village.board.places[2].name == "Élodie"
    told = table.stage.village.narration.line("lobby.seated", lambda _: 0, seat=table.village.sitters()[2])
    assert "Élodie" in told
    french = Narration.load("fr").calling(table.places.called)
    assert french.seat(table.village.sitters()[2]).de == "d’Élodie"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("x" * 21, BAD_NAME),
        ("Ana\u202e", BAD_NAME),
        (" Ana", BAD_NAME),
        ("A\nna", BAD_NAME),
        ("...", BAD_NAME),
        ("Ana 🦊", "The board cannot draw 🦊"),
        (
            "\U0001f468\u200d\U0001f469\u200d\U0001f467",
            "The board cannot draw \U0001f468\U0001f469\U0001f467",
        ),
        ("\u3164", "The board cannot draw \u3164"),
        ("\u2800", "The board cannot draw \u2800"),
        ("王小明", "The board cannot draw 王小明"),
        ("FORGE", "Somebody has this name, or one that looks like it."),
        ("Вob", "Somebody has this name, or one that looks like it."),  # a Cyrillic B
        ("bob", "Somebody has this name, or one that looks like it."),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_the_place_is_not_taken(name: str, why: str) -> None:
    table = PhoneTable()
    table.ask(BOB, 0, "Bob")
    assert table.ask(ANA, 2, name) == why
    assert table.answer(ANA)[0] is None
    assert table.chair(2).state == "free"


@pytest.mark.parametrize(
    ("first", "second"), [("José", "Jose\u0301"), ("Straße", "STRASSE"), ("İo", "i\u0307o"), ("№1", "no1")]
)
def test_names_that_look_the_same_are_the_same(first: str, second: str) -> None:
    table = PhoneTable()
    assert table.ask(BOB, 0, first) == ""
    assert table.ask(ANA, 2, second) == "Somebody has this name, or one that looks like it."


def test_a_name_in_the_letters_of_an_owners_font_is_taken(tmp_path: Path) -> None:
    font = made_font(tmp_path / "a.ttf", dict.fromkeys("王小明", (1000, 800)))
    table = PhoneTable(fonts=fonts_of((str(font),)))
    assert table.ask(ANA, 2, "王小明") == ""
    assert table.ask(ANA, 2, "王小狼") == "The board cannot draw 狼"
    assert table.places.names[2] == "王小明"


def test_a_name_in_other_letters_is_kept_with_its_accents_composed() -> None:
    table = PhoneTable()
    assert table.ask(BOB, 0, "Jose\u0301") == ""
    assert table.ask(ANA, 2, "Їжак") == ""
    assert [table.chair(0).label, table.chair(2).label] == ["José", "Їжак"]


def test_a_newcomer_is_told_for_about_how_long_and_never_by_a_press() -> None:
    table = PhoneTable()
    table.round(people=tuple(range(len(PODS))), minutes=12)
    board = table.village.board
    board.title = "Day 1"
    table.run(1.0)
    assert "12 more min" in table.told.wait
    table.run(300.0)
    assert "12 more min" in table.told.wait, "until the board says something else"
    board.title = "Day 2"
    table.run(1.0)
    assert "7 more min" in table.told.wait
    board.scene = "night"
    table.run(1.0)
    assert table.told.wait == "Eyes are closed. Wait for the morning."
    board.scene, board.title = "debate", "Day 3"
    table.run(3600.0)
    board.title = "Day 4"
    table.run(1.0)
    assert " 1 more min" in table.told.wait
    table.round(people=tuple(range(len(PODS))))
    table.run(1.0)
    assert table.told.wait.startswith("A round is under way. Wait"), "nobody knows"


def test_in_a_round_nobody_is_renamed() -> None:
    table = PhoneTable()
    table.ask(ANA, 0)
    table.round(people=(0,))
    assert table.ask(BOB, 1, "Bob", takes=False)
    assert table.chair(1).label == "Forge"


# A round


def test_a_newcomer_takes_the_seat_of_a_living_bot_by_day() -> None:
    table = PhoneTable()
    table.round(people=(0,))
    table.village.board.places[2].alive = False
    table.run(0.1)
    assert [chair.state for chair in table.told.chairs] == ["pod", "bot", "bot", "bot", "bot", "bot"]
    assert [chair.takes for chair in table.told.chairs] == [False, True, False, True, True, True]
    assert table.ask(ANA, 1) == ""
    assert table.village.people == {0, 1}


@pytest.mark.parametrize("scene", ["night", "look", "deal"])
def test_while_eyes_are_closed_or_rings_covered_nobody_comes(scene: Scene) -> None:
    table = PhoneTable()
    table.round(people=(0,), scene=scene)
    table.run(0.1)
    assert table.told.covered
    assert table.told.wait == "Eyes are closed. Wait for the morning."
    assert table.ask(ANA, 1) == "Eyes are closed. Wait for the morning."
    assert table.village.people == {0}


def test_what_pages_are_told_by_night_does_not_depend_on_who_presses() -> None:
    table = PhoneTable()
    table.ask(ANA, 1)
    table.round(people=(0, 1), scene="night")
    table.run(0.1)
    number = len(table.phones.tables)
    for button in (table.pods, table.phones.buttons):
        button.push(1, 0)
        table.run(1.0)
        button.release(1, 0)
        table.run(1.0)
    assert len(table.phones.tables) == number


def test_who_comes_back_in_a_round_or_at_its_offer_presses_nothing() -> None:
    table = PhoneTable()
    table.ask(ANA, 2)
    table.village.people.clear()
    table._attends(Played(table))
    table._phases("offer")
    table.heard.clear()
    table.lose(ANA)
    assert table.ask(ANA) == ""
    assert table.answer(ANA)[0] == 2
    assert table.heard == [], "a press here would begin anew"


# Away


def test_who_is_away_keeps_the_place_and_everybody_reads_it() -> None:
    table = PhoneTable()
    table.ask(ANA, 2, "Ana")
    table.lose(ANA)
    assert table.chair(2) == ChairState("Ana", "phone", takes=False, named=False, away=True)
    assert table.seats.notice() == "A phone is away: Ana"
    assert table.ask(BOB, 2) == "Somebody has this place."
    table.ask(ANA)
    assert not table.chair(2).away
    assert table.seats.notice() == ""


def test_the_board_says_what_to_look_at_if_no_phone_comes() -> None:
    table = PhoneTable()
    table.run(UNREACHED_S - 1)
    assert table.seats.notice() == ""
    assert table.village.board.join == "192.0.2.7:8080"
    table.run(2.0)
    assert table.seats.notice() == NARRATION["en"].word("notice.no_phone")
    table.round(people=(0,), scene="night")
    assert table.seats.notice() == "", "the code is not on the board"
    table.lobby()
    table.ask(ANA)
    assert table.seats.notice() == ""


def test_the_board_says_if_the_gateway_is_not_there() -> None:
    table = PhoneTable()
    table.phones.address = ""
    table.run(NO_GATEWAY_S + 1)
    assert table.seats.notice() == "The phones’ gateway is not running"


def test_in_a_round_no_code_stands_on_the_board() -> None:
    table = PhoneTable()
    table.phones.name = "garou.local:8080"
    table.run(0.1)
    assert table.village.board.join_name == "garou.local:8080"
    table.round(people=(0,))
    table.run(0.1)
    assert table.village.board.join == table.village.board.join_name == ""


def test_the_board_counts_people_until_every_place_is_taken() -> None:
    table = PhoneTable()
    table.phones.other = "10.0.0.7:8080"
    table.run(0.1)
    assert (table.village.board.people, table.village.board.join_other) == ("People: 0 of 6", "10.0.0.7:8080")
    table.ask(ANA, 2)
    assert table.village.board.people == "People: 1 of 6"
    table.village.places.shut = frozenset({0, 5})
    table.village.people.update((1, 3))
    table.run(0.1)
    assert table.village.board.people == "People: 3 of 4", "two places are out of service"
    table.village.people.sit(4)
    table.run(0.1)
    assert table.village.board.people == ""
    assert table.village.board.join, "somebody may have lost the page"


# The host


def chosen(table: PhoneTable, label: str, *, may_rename: bool = True) -> None:
    """The host takes this entry for the third place."""
    closed: list[bool] = []
    narration, close = table.village.narration, lambda: closed.append(True)
    found = entries(2, table.seats, narration, close, may_rename=may_rename)
    next(item for item in found if item.label == label).take()
    assert closed


def test_the_host_hands_a_place_to_another_phone_in_one_step() -> None:
    table = PhoneTable()
    table.ask(ANA, 2, "Ana")
    table.lose(ANA)
    chosen(table, "Another phone")
    table.run(HANDED_S - 1)
    assert table.ask(BOB, 2) == ""
    assert table.answer(ANA)[0] is None
    assert table.chair(2) == ChairState("Ana", "phone", takes=False, named=False)
    assert table.ask(CID, 2) == "Somebody has this place.", "one phone, and no more"


def test_a_place_is_handed_on_for_two_minutes() -> None:
    table = PhoneTable()
    table.ask(ANA, 2)
    chosen(table, "Another phone")
    table.run(HANDED_S + 1)
    assert table.ask(BOB, 2) == "Somebody has this place."


def test_the_host_frees_a_place_and_clears_a_name() -> None:
    table = PhoneTable()
    table.ask(ANA, 2, "Ana")
    chosen(table, "Clear the name")
    assert table.village.board.places[2].name == "Well"
    chosen(table, "Free the place")
    assert table.answer(ANA) == (None, "")
    assert table.village.people == set()


def test_in_a_round_the_host_clears_no_name() -> None:
    table = PhoneTable()
    table.ask(ANA, 2, "Ana")
    labels = [item.label for item in entries(2, table.seats, table.village.narration, bool, may_rename=False)]
    assert labels == ["Go on", "Another phone", "Free the place"]


# A table that starts again


def kept(
    folder: Path, change: Callable[[PhoneTable], object] = lambda _: None, *, keeps_names: bool = False
) -> PhoneTable:
    """Ana and Bob sit at a table, which is switched off and on again after `change`."""
    table = PhoneTable(folder, keeps_names=keeps_names)
    table.ask(ANA, 2, "Ana")
    table.ask(BOB, 3)
    change(table)
    again = PhoneTable(folder, table.wall_s, keeps_names=keeps_names)
    again.run(0.1)
    return again


def test_a_table_that_starts_again_knows_its_phones(tmp_path: Path) -> None:
    again = kept(tmp_path)
    assert [again.chair(chair) for chair in (2, 3)] == [
        ChairState("Ana", "phone", takes=False, named=False, away=True),
        ChairState("Chapel", "phone", takes=False, named=False, away=True),
    ]
    assert again.ask(ANA) == ""
    assert again.answer(ANA)[0] == 2
    assert again.village.people == {2}, "in a lobby who comes back sits down again"


def test_on_another_evening_it_knows_nobody(tmp_path: Path) -> None:
    def late(table: PhoneTable) -> None:
        table.wall_s += EVENING_S + 1

    again = kept(tmp_path, late)
    assert again.chair(2) == ChairState("Well", "free", takes=True, named=True)


def test_names_outlive_the_evening_only_where_the_owner_wants_it(tmp_path: Path) -> None:
    for keeps, label in ((False, "Well"), (True, "Ana")):
        again = kept(tmp_path / str(keeps), lambda table: table.seats.forget(), keeps_names=keeps)
        assert again.chair(2).label == label


def test_when_the_evening_is_over_who_is_there_keeps_their_place(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path)
    table.ask(ANA, 2, "Ana")
    table.ask(BOB, 3)
    table.lose(BOB)
    table.village.people.clear()
    table.seats.forget()
    table.run(0.1)
    assert [table.chair(chair).state for chair in (2, 3)] == ["phone", "free"]
    assert table.chair(2).label == "Well"


def test_places_that_this_table_does_not_have_are_forgotten(tmp_path: Path) -> None:
    places = {ANA: len(PODS), BOB: 3, CID: -1}
    names = {len(PODS): "Ana", 3: "Bob", -1: "Cid"}
    (tmp_path / FILE).write_text(json.dumps({"owners": places, "names": names, "at_s": 1000.0}))
    table = PhoneTable(tmp_path, keeps_names=True)
    table.run(0.1)
    assert "Bob" in table.seats.notice()
    assert (table.places.used(), table.warned) == ([3], [])
    assert table.ask(ANA) == ""
    assert table.answer(ANA)[0] is None, "and the phone asks for another"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "[" * 100_000,
        '{"owners": {"a": "b"}}',
        '{"owners": {}, "names": {"0": 1}, "at_s": 0}',
        '{"owners": {}, "names": {}, "at_s": 1e999}',
    ],
)
def test_a_file_that_says_nothing_keeps_no_table_closed(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    table = PhoneTable(tmp_path)
    assert table.ask(ANA, 2) == ""
    [warned] = table.warned
    assert warned.startswith(f"{tmp_path / FILE} cannot be used")


def test_the_file_is_this_user_s_alone_and_names_no_more_than_it_must(tmp_path: Path) -> None:
    table = PhoneTable(tmp_path)
    table.ask(ANA, 2, "Ana")
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600
    assert json.loads((tmp_path / FILE).read_text()) == {
        "owners": {ANA: 2},
        "names": {"2": "Ana"},
        "at_s": 1000.0,
    }
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_without_a_disk_the_evening_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    table = PhoneTable(tmp_path / "file")
    assert table.ask(ANA, 2) == ""


# What a phone says of the past


def test_a_press_is_never_heard_as_if_it_came_before_what_the_room_has_decided() -> None:
    """A phone's stamp is of a moment before it arrived; a question that was opened since begins anew."""
    table = PhoneTable()
    table.run(10.0)
    opened_s = table.clock.now()
    table.stage.open_questions([2], "debate")
    table.run(0.1)
    late = Edge(opened_s - 0.2, 2, 0, True)
    table.taps._changed(late)
    table.run(0.45)
    assert table.heard == [], "a hold by the phone's stamp, and none since the question"
    table.run(0.1)
    assert table.heard == [(2, Meaning.READY)]


def test_the_table_knows_which_places_read_on_a_phone_now() -> None:
    table = Table(Settings(seats=len(PODS)), PODS, NARRATION["en"], "log", 1.0)
    phones, here = PhoneTable(), table.places(range(len(PODS)))
    table.phones = phones.seats
    assert list(here.worded()) == []
    phones.ask(ANA, 1)
    phones.ask(BOB, 4)
    assert list(here.worded()) == [1, 4]
    phones.phones.ask(PhoneLost(ANA))
    phones.run(0.5)
    assert list(here.worded()) == [4]
    phones.ask(ANA)
    assert list(here.worded()) == [1, 4]
    phones.phones.ask(SeatReturn(BOB))
    phones.run(0.5)
    assert list(here.worded()) == [1]
    table.close()


def test_a_page_draws_no_ring_where_nobody_has_one() -> None:
    assert page_texts(NARRATION["en"])["as_ring"] == "Ring"
    assert page_texts(NARRATION["en"].on_phones())["as_ring"] == ""
