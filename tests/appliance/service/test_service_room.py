"""A table in service: a button that sticks never opens its menu, and any seat's buttons use it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware import patterns
from hardware.outputs.sound_card import SoundCard
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.changes import changes_in
from table.appliance.service.deeds import ErrandNews
from table.appliance.service.room import IDLE_S, START_S, ServiceRoom
from table.appliance.service.service import Service
from table.appliance.voicing.human_voice import HumanVoice
from table.appliance.voicing.piper_catalogue import PiperCatalogue
from table.board.board import Board
from table.engine.chance import Chance
from table.room.hands import HOLD_S
from table.room.stage import Stage
from table.room.village import NamedSeat
from table.settings.load import Report
from table.words.narration import Narration
from tests.appliance.service.test_service_changes import OWNERS
from tests.appliance.service.test_service_menu import Deed, Sent, menu, take
from tests.kit.sound_cards import pi_4
from tests.kit.tables import NAMES, PIXELS, SimulatedTable, chosen


class Starting(SimulatedTable):
    """A table of four seats that starts with some buttons down."""

    def __init__(self, *held: int, names: Sequence[str] = NAMES[:4], card: SoundCard | None = None) -> None:
        super().__init__(4)
        for seat in held:
            self.pods.push(seat, 0)
        self.room = ServiceRoom(
            Stage(self.devices(card=card), Narration.load("en"), names, 1, Chance(1), people_sit=False)
        )


@pytest.mark.parametrize("seat", [0, 1, 3])
def test_any_button_held_while_the_table_starts_asks_for_it_once_it_is_let_go(seat: int) -> None:
    held = Starting(seat)
    held.clock.at(5.0, lambda: held.pods.release(seat, 0))
    assert held.room.asked()
    assert held.clock.now() == pytest.approx(5.0, abs=0.05)
    told_s = [seen.time_s for seen in held.view.seen if seen.board.headline.startswith("Let go")]
    assert told_s == [pytest.approx(3.0, abs=0.05)]
    assert held.room.village.board.headline == ""


def test_a_button_that_sticks_is_no_hand_and_keeps_nobody_else_from_it() -> None:
    stuck = Starting(1)
    assert not stuck.room.asked()
    assert stuck.clock.now() == pytest.approx(START_S, abs=0.05)
    both = Starting(1, 2)
    both.clock.at(4.0, lambda: both.pods.release(2, 0))
    assert both.room.asked()
    assert both.clock.now() == pytest.approx(4.0, abs=0.05)


def test_a_button_that_is_let_go_at_once_asks_for_nothing() -> None:
    brief = Starting(0)
    brief.clock.at(1.0, lambda: brief.pods.release(0, 0))
    assert not brief.room.asked()
    assert brief.clock.now() < 1.2
    free = Starting()
    assert not free.room.asked()
    assert free.clock.now() == 0.0, "and nobody waits for it"


def test_a_sound_card_that_is_chosen_asks_whether_it_is_heard(tmp_path: Path) -> None:
    card = pi_4(tmp_path)
    table = Starting(card=card)
    assert [one.name for one in table.room.cards()] == ["vc4hdmi0", "Headphones", "Device"]
    table.room.listen("Headphones", "Do you hear me?")
    table.room.listen("auto", "")
    assert card.used == ["Headphones", "auto"]
    assert table.lines == ["Do you hear me?"]
    assert Starting().room.cards() == ()


def test_what_a_check_chose_holds_for_the_table_that_opens_next_and_is_kept(tmp_path: Path) -> None:
    service = Service(False)
    service.settings(OWNERS, tmp_path, ["en"], Report())
    service.keep_also({"sound.output": "Headphones"}, tmp_path)
    assert service.settings(OWNERS, tmp_path, ["en"], Report()).sound.output == "Headphones"
    assert changes_in(tmp_path, Report()) == {"sound.output": "Headphones"}


def test_any_seat_turns_the_menu_and_nobody_is_nobody() -> None:
    table, deed = Starting(0), Deed()
    table.clock.at(4.0, lambda: table.pods.release(0, 0))
    assert table.room.asked()
    made = menu(deed)
    for number in range(5):
        table.press(2, 10.0 + number)
    for at_s in (18.0, 20.0):
        table.press(3, at_s, for_s=HOLD_S)
    assert table.room.run(made, Narration.load) == "open"
    assert deed.kept == [chosen(volume=0.0)]
    assert table.clock.now() == pytest.approx(20.0 + HOLD_S + IDLE_S, abs=0.2)
    assert table.room.village.people == set()
    assert table.room.village.board.menu is None


@pytest.mark.in_step
def test_the_room_comes_round_while_a_stick_takes_its_time() -> None:
    """Longer than a watchdog waits, and longer than an idle menu stays open."""
    table, sent = Starting(), Sent()
    made = menu(Deed(), errands=lambda *_: sent)
    take(made, "Copy the evenings to a stick")
    for at_s in range(50, 301, 50):
        table.clock.at(at_s, partial(sent.say, ErrandNews(at_s, f"{at_s} of 300", at_s == 300)))
    table.room.run(made, Narration.load)
    assert table.clock.now() == pytest.approx(300 + IDLE_S, abs=0.2)
    notes = [
        seen.board.menu and seen.board.menu.entries[seen.board.menu.cursor].note for seen in table.view.seen
    ]
    told = [note for note, _ in groupby(filter(None, notes))]
    assert told == ["Copying. Leave the stick in.", *(f"{at_s} of 300" for at_s in range(50, 301, 50))]
    lit_s = [shown.time_s for shown in table.rings.shown]
    assert max(after - before for before, after in pairwise(lit_s)) < 1, "the rings breathe on"


@pytest.mark.in_step
def test_the_ring_that_is_pointed_at_shows_which_way_it_would_run() -> None:
    table, made = Starting(), menu(Deed())
    take(made, "Direction of the rings")
    table.press(0, 10.0, for_s=HOLD_S)
    table.clock.at(20.0, lambda: setattr(made, "after", "open"))
    table.room.run(made, Narration.load)

    def lights(from_s: float, to_s: float) -> list[int]:
        frames = [shown.frame[: 3 * PIXELS] for shown in table.rings.shown if from_s <= shown.time_s < to_s]
        lit = [[at for at in range(PIXELS) if any(frame[3 * at : 3 * at + 3])] for frame in frames]
        assert all(len(found) == 1 for found in lit)
        return [found[0] for found in lit]

    for from_s, to_s, step in ((1.0, 9.0, 1), (12.0, 19.0, -1)):
        seen = [light for light, _ in groupby(lights(from_s, to_s))]
        assert {(after - before) % PIXELS for before, after in pairwise(seen)} == {step % PIXELS}
    assert table.rings.ring(1) == patterns.lobby_breathing(PIXELS, table.clock.now())


PLACES = list(Narration.load("en").places)[:4]
"""Seats named after places, in each language."""


class Looked:
    """A table at which the service menu is used, each time it is opened."""

    pods = None

    def __init__(self, *presses: tuple[int, int]) -> None:
        """`presses`: in each opening: so many presses, and so many holds after them."""
        self.rooms: list[Starting] = []
        self.presses = presses
        self.told: list[str] = []

    def service_room(self) -> ServiceRoom:
        table = Starting(names=PLACES)
        count, holds = self.presses[len(self.rooms)]
        for number in range(count):
            table.press(2, 10.0 + number)
        for number in range(holds):
            table.press(2, 40.0 + 2 * number, for_s=HOLD_S)
        self.rooms.append(table)
        return table.room

    def tell_in(self, narration: Narration) -> Narration:
        self.told.append(narration.language)
        return narration

    def boards(self, opening: int) -> list[Board]:
        return [seen.board for seen in self.rooms[opening].view.seen]


def look_after(service: Service, table: Any, folder: Path) -> bool:
    return service.look_after(table, PLACES, Narration.load, folder, lambda _: "", lambda _: [])


def test_a_start_without_it_goes_on_with_the_same_table(tmp_path: Path) -> None:
    service = Service(False)
    assert service.settings(OWNERS, tmp_path, ["en"], Report()) == OWNERS
    assert not look_after(service, Looked((0, 0)), tmp_path)


def test_a_table_whose_settings_were_changed_is_opened_anew_with_them(tmp_path: Path) -> None:
    service = Service(True)
    service.settings(OWNERS, tmp_path, ["en", "fr"], Report())
    assert look_after(service, Looked((5, 2)), tmp_path)
    again = service.settings(OWNERS, tmp_path, ["en", "fr"], Report())
    assert again.voice.volume == 0.0
    assert Service(False).settings(OWNERS, tmp_path, ["en", "fr"], Report()) == again


@pytest.mark.parametrize("has_come", [True, False])
def test_a_table_for_which_a_human_voice_has_come_is_opened_anew(
    has_come: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    human = HumanVoice(OWNERS, PiperCatalogue("", tmp_path), has_network=lambda: False)
    human.has_come = has_come
    monkeypatch.setattr("table.appliance.service.service.human_voice", lambda *_: human)
    service = Service(True)
    service.settings(OWNERS, tmp_path, ["en"], Report())
    assert look_after(service, Looked((0, 1)), tmp_path) == has_come


def test_a_walk_round_the_table_that_was_stopped_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.appliance.service.service.check_table", lambda *_: True)
    service, table = Service(True), Looked((1, 1), (0, 0))
    service.settings(OWNERS, tmp_path, ["en", "fr"], Report())
    assert look_after(service, table, tmp_path)
    look_after(service, table, tmp_path)
    first = table.boards(1)[0].menu
    assert first
    assert first.entries[0].note == "Stopped before its end: what comes after has not been tried."


def test_a_language_that_was_asked_for_is_the_menus_too_until_another_is_turned_to(tmp_path: Path) -> None:
    french = msgspec.structs.replace(OWNERS, language="fr")
    service, table = Service(True, "en"), Looked((5, 2), (4, 1))
    assert service.settings(french, tmp_path, ["fr", "en"], Report()).language == "en"
    look_after(service, table, tmp_path)
    assert changes_in(tmp_path, Report()) == chosen(volume=0.0), "what was not turned is not kept"
    again = service.settings(french, tmp_path, ["fr", "en"], Report())
    assert (again.language, again.voice.volume) == ("en", 0.0)
    service.wanted = True
    assert look_after(service, table, tmp_path)
    before, after = table.boards(1)[0], table.boards(1)[-1]
    assert before.menu
    assert before.menu.entries[0].label == MenuTexts("en").text("service.leave")
    assert service.settings(french, tmp_path, ["fr", "en"], Report()).language == "fr"
    assert table.told == ["fr"]
    places = [Narration.load("fr").seat(NamedSeat(at, name)).label for at, name in enumerate(PLACES)]
    assert [place.name for place in after.places] == places
