"""The service menu: by buttons alone, kept beside the evenings, and never in the way of a stuck button."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import Board
from table.bots import Bots
from table.chance import Chance
from table.errors import TableError
from table.gestures import Meaning
from table.hands import HOLD_S, PRESS_S
from table.journal import Journal, Kept
from table.menus import Words
from table.narration import Narration
from table.room import Devices, Placed
from table.service_menu import (
    IDLE_S,
    Changes,
    Deeds,
    Service,
    ServiceMenu,
    ServiceRoom,
    changes_in,
    clockwise_of,
    deeds_in,
    export,
    keep,
    over,
    pages_of,
    stick,
)
from table.settings import Settings, Times
from table.wiring import Rings
from tests.tables import NAMES, PIXELS, RecordingView
from tests.test_resume import cut_before

LABELS = {"en": ["Mill", "Forge", "Well", "Chapel"], "fr": ["Moulin", "Forge", "Puits", "Chapelle"]}


class Deed:
    """What the menu would do to the machine."""

    def __init__(self) -> None:
        self.kept: list[Changes] = []
        self.done: list[str] = []
        self.trouble = ""
        self.found: list[str] = []

    def deeds(self) -> Deeds:
        return Deeds(
            self.keep,
            lambda: self.found,
            lambda: self.note("export"),
            lambda: self.note("erase"),
            lambda: self.note("off"),
        )

    def keep(self, changes: Changes) -> str:
        self.kept.append(changes)
        return self.trouble

    def note(self, what: str) -> str:
        self.done.append(what)
        return f"done: {what}"


OWNERS = Settings(language="en", seats=4)


def menu(deed: Deed, settings: Settings = OWNERS, **more: Any) -> ServiceMenu:
    return ServiceMenu(settings, Changes(), ["fr", "en"], LABELS.__getitem__, deed.deeds(), **more)


def entries(made: ServiceMenu) -> list[tuple[str, str]]:
    return [(entry.label, entry.value) for entry in made.turning.menu().entries]


def take(made: ServiceMenu, label: str) -> None:
    made.turning.cursor = [entry.label for entry in made.turning.menu().entries].index(label)
    made.hear(Meaning.TAKE)


def note(made: ServiceMenu) -> str:
    shown = made.turning.menu()
    return shown.entries[shown.cursor].note


# What it changes


def test_volumes_and_language_are_changed_and_kept() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Volume of the voice")
    take(made, "Volume of the night")
    take(made, "Volume of the effects")
    take(made, "Language")
    assert deed.kept[-1] == Changes(language="fr", volume=0.0, ambience=1.0, effects=0.75)
    assert ("Volume de la voix", "muet") in entries(made)
    assert made.now.language == "fr"
    assert made.turning.menu().title == "Service"


def test_a_seat_is_taken_out_of_service_and_put_back() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Seats out of service")
    take(made, "Seat 3, Well")
    assert entries(made)[2] == ("Seat 3, Well", "out of service")
    assert [*made.now.out_of_service] == [3]
    take(made, "Back")
    assert ("Seats out of service", "3") in entries(made)
    take(made, "Seats out of service")
    take(made, "Seat 3, Well")
    assert [*made.now.out_of_service] == []


def test_one_seat_always_stays_in_service() -> None:
    made = menu(Deed())
    take(made, "Seats out of service")
    for number, label in enumerate(LABELS["en"], start=1):
        take(made, f"Seat {number}, {label}")
    assert made.now.out_of_service == (1, 2, 3)


def test_a_ring_is_turned_round() -> None:
    made = menu(Deed(), msgspec.structs.replace(OWNERS, rings=Rings(clockwise=(True, False, True, True))))
    take(made, "Direction of the rings")
    assert made.ring == 0
    take(made, "Ring 2, Forge")
    assert made.ring == 1
    assert list(clockwise_of(made.now)) == [True, True, True, True]
    take(made, "Back")
    assert made.ring is None


def test_all_of_it_is_taken_back_in_two_steps() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Volume of the voice")
    take(made, "The owner’s settings again")
    assert made.changes != Changes()
    made.hear(Meaning.TAKE)
    assert made.changes == deed.kept[-1] == Changes()
    assert note(made) == "The settings are those of table.toml."


def test_what_cannot_be_kept_holds_tonight_and_is_said() -> None:
    deed = Deed()
    deed.trouble = "Read-only file system"
    made = menu(deed)
    take(made, "Volume of the voice")
    assert made.now.voice.volume == 0.0
    made.turning.cursor = [label for label, _ in entries(made)].index("The owner’s settings again")
    assert note(made) == "It holds tonight, but cannot be kept: Read-only file system"


# What it does


@pytest.mark.parametrize(
    ("label", "deed_of"), [("Erase the evenings", "erase"), ("Switch the machine off", "off")]
)
def test_what_cannot_be_undone_needs_two_steps(label: str, deed_of: str) -> None:
    deed = Deed()
    made = menu(deed)
    take(made, label)
    assert deed.done == []
    assert (label, "sure? once more") in entries(made)
    made.hear(Meaning.TAKE)
    assert deed.done == [deed_of]
    assert note(made) == f"done: {deed_of}"


def test_the_evenings_are_copied_at_once() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Copy the evenings to a stick")
    assert deed.done == ["export"]


def test_what_is_wrong_with_the_machine_can_be_read() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Look at the machine")
    assert ("Look at the machine", "Nothing is wrong.") in entries(made)
    deed.found = ["The user is not in the group spi. sudo usermod -aG spi garou"]
    take(made, "Look at the machine")
    assert note(made) == deed.found[0]
    take(made, "Back")
    assert ("Look at the machine", "To be mended: 1") in entries(made)


def test_the_walk_round_the_table_comes_back_with_what_it_found() -> None:
    made = menu(Deed())
    take(made, "Try the table")
    assert made.after == "check"
    back = menu(Deed(), found=["FAIL  seat 1 (Mill), button 1: nobody pressed"])
    assert back.turning.menu().entries[0].note.startswith("FAIL  seat 1")
    assert ("Try the table", "Nothing is wrong.") in entries(menu(Deed(), found=[]))


# Kept beside the evenings


FULL = Changes("en", 0.25, 0.0, 0.75, out_of_service=(2, 3), clockwise=(True, False, True, True))


def warned(folder: Path) -> tuple[Changes, list[str]]:
    told: list[str] = []
    return changes_in(folder, told.append), told


@pytest.mark.parametrize("changes", [FULL, Changes(volume=0.5), Changes(out_of_service=())])
def test_what_was_changed_is_there_after_the_next_start(tmp_path: Path, changes: Changes) -> None:
    keep(changes, tmp_path / "new")
    assert warned(tmp_path / "new") == (changes, [])


def test_nothing_changed_leaves_no_file(tmp_path: Path) -> None:
    keep(FULL, tmp_path)
    keep(Changes(), tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert warned(tmp_path) == (Changes(), [])


@pytest.mark.parametrize(
    "text", [b"volume = 7", b"volume = ", b"\xff", b"nonsense = 1", b"[" * 4000, b"language = 3"]
)
def test_a_file_that_is_none_of_the_menus_changes_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "service.toml").write_bytes(text)
    changes, told = warned(tmp_path)
    assert changes == Changes()
    assert told == [f"{tmp_path}/service.toml is left out: it is not what the menu writes"]


def test_the_changes_lie_over_the_owners_settings() -> None:
    now = over(OWNERS, FULL, ["fr", "en"])
    assert (now.language, now.voice.volume) == ("en", 0.25)
    assert (now.sound.ambience, now.sound.effects) == (0.0, 0.75)
    assert now.out_of_service == (2, 3)
    assert list(clockwise_of(now)) == [True, False, True, True]
    assert over(OWNERS, Changes(), ["en"]) == OWNERS


@pytest.mark.parametrize(
    "changes",
    [
        Changes(language="eo"),
        Changes(out_of_service=(5, 99)),
        Changes(out_of_service=(0,)),
        Changes(out_of_service=(1, 2, 3, 4)),
        Changes(clockwise=(True,)),
    ],
)
def test_what_does_not_fit_the_table_any_more_is_left_out(changes: Changes) -> None:
    assert over(OWNERS, changes, ["fr", "en"]) == OWNERS


def test_a_seat_there_is_not_takes_no_other_with_it() -> None:
    assert over(OWNERS, Changes(out_of_service=(3, 99)), ["fr", "en"]).out_of_service == (3,)
    assert over(OWNERS, Changes(out_of_service=(1, 2, 3, 4, 5)), ["fr", "en"]) == OWNERS


def test_it_is_read_where_the_owner_has_changed_nothing_too(tmp_path: Path) -> None:
    told: list[str] = []
    keep(Changes(language="en"), tmp_path)
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told.append).language == "en"
    assert told == []
    (tmp_path / "service.toml").write_text("nonsense")
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told.append) == Settings()
    assert len(told) == 1


# A stick, and the machine


def test_a_stick_is_a_mounted_folder_that_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "media/user/STICK").mkdir(parents=True)
    found = tmp_path / "media/user/STICK"
    roots = [str(tmp_path / "media")]
    assert stick(roots, lambda path: path == str(found)) == found
    assert stick(roots, lambda _: False) is None
    assert stick([str(tmp_path / "none")], lambda _: True) is None


def test_the_evenings_are_copied_whole_and_as_pages(tmp_path: Path) -> None:
    journal, kept = cut_before(tmp_path / "state", lambda word: word.startswith("clock debate"))

    def told(one: Kept) -> str:
        if one.number != kept.number:
            raise TableError("cannot be told")
        return "<html>the evening</html>"

    (tmp_path / "stick").mkdir()
    other = msgspec.structs.replace(kept, number=99)
    pages = pages_of([kept, other], told)
    assert list(pages) == [f"evening-{kept.number}.html"]
    for _ in range(2):  # a stick may come again
        folder = export(journal, pages, tmp_path / "stick")
    journal.close()
    assert (folder / f"evening-{kept.number}.html").read_text("utf-8") == "<html>the evening</html>"
    copied = Journal(folder, writing=False)
    assert [one.rounds for one in copied.evenings()] == [kept.rounds]
    copied.close()


def test_copying_says_what_came_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = Words("en")
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: words)
    monkeypatch.setattr("table.service_menu.stick", lambda: None)
    assert deeds.export() == "No USB stick: plug one in; it has to be mounted."
    monkeypatch.setattr("table.service_menu.stick", lambda: tmp_path / "gone")
    assert deeds.export() == deeds.erase() == "No evening has been kept."
    journal, _ = cut_before(tmp_path, lambda word: word.startswith("clock debate"))
    journal.close()
    assert deeds.export().startswith("Not copied: ")
    monkeypatch.setattr("table.service_menu.stick", lambda: tmp_path)
    assert deeds.export() == f"Copied: {tmp_path / 'garou'}"
    assert deeds.erase() == "Erased: 1"
    assert deeds.keep(FULL) == ""
    assert warned(tmp_path)[0] == FULL


def test_the_machine_goes_off_where_its_service_manager_lets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = Words("en")
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: words)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert deeds.switch_off() == "This machine cannot be switched off from here."
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert deeds.switch_off() == "The machine goes off. Wait for it before you cut the power."
    assert (tmp_path / "poweroff").exists()


# How one gets there


class Starting:
    """A table of four seats that starts while fingers lie on its buttons."""

    def __init__(self, *held: int, names: Sequence[str] = NAMES[:4]) -> None:
        self.clock = VirtualClock()
        self.pods = SimulatedButtons(4, 1, self.clock)
        self.rings = SimulatedRings(4, PIXELS, record=self.clock)
        self.view = RecordingView()
        for seat in held:
            self.pods.push(seat, 0)
        self.room = ServiceRoom(
            Devices(self.pods, self.rings, SimulatedVoice(self.clock), self.view, self.clock),
            Narration.load("en"),
            Times(),
            Bots(Chance(1)),
            names,
            1,
            Chance(1),
            people_sit=False,
        )

    def press(self, seat: int, at_s: float, for_s: float = PRESS_S) -> None:
        self.clock.at(at_s, lambda: self.pods.push(seat, 0))
        self.clock.at(at_s + for_s, lambda: self.pods.release(seat, 0))


def test_the_first_seats_button_held_while_the_table_starts_asks_for_it() -> None:
    held = Starting(0)
    assert held.room.asked()
    assert held.clock.now() == pytest.approx(3.0, abs=0.05)


def test_a_button_that_is_let_go_or_another_seats_asks_for_nothing() -> None:
    brief = Starting(0)
    brief.clock.at(1.0, lambda: brief.pods.release(0, 0))
    assert not brief.room.asked()
    assert brief.clock.now() < 1.2
    assert not Starting(1).room.asked()
    free = Starting()
    assert not free.room.asked()
    assert free.clock.now() == 0.0, "and nobody waits for it"


def test_any_seat_turns_the_menu_and_nobody_is_nobody() -> None:
    table, deed = Starting(0), Deed()
    assert table.room.asked()
    table.pods.release(0, 0)
    made = menu(deed)
    for number in range(4):
        table.press(2, 10.0 + number)
    table.press(3, 20.0, HOLD_S)
    assert table.room.run(made, Narration.load) == "open"
    assert deed.kept == [Changes(volume=0.0)]
    assert table.clock.now() == pytest.approx(20.0 + HOLD_S + IDLE_S, abs=0.2)
    assert table.room.people == set()
    assert table.room.board.menu is None


def test_the_ring_that_is_pointed_at_shows_which_way_it_would_run() -> None:
    table, made = Starting(), menu(Deed())
    take(made, "Direction of the rings")
    table.press(0, 10.0, HOLD_S)
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


def test_a_start_without_it_goes_on_with_the_same_table(tmp_path: Path) -> None:
    service = Service(False)
    assert service.settings(OWNERS, tmp_path, ["en"], lambda _: None) == OWNERS

    class Table:
        def service_room(self) -> ServiceRoom:
            return Starting().room

    table: Any = Table()
    assert not service.look_after(table, NAMES[:4], Narration.load, tmp_path, lambda _: "", list)


def test_a_table_whose_settings_were_changed_is_opened_anew_with_them(tmp_path: Path) -> None:
    service = Service(True)
    service.settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None)

    class Table:
        def service_room(self) -> ServiceRoom:
            table = Starting()
            for number in range(4):
                table.press(2, 10.0 + number)
            table.press(2, 20.0, HOLD_S)
            return table.room

    table: Any = Table()
    assert service.look_after(table, NAMES[:4], Narration.load, tmp_path, lambda _: "", list)
    again = service.settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None)
    assert again.voice.volume == 0.0
    assert Service(False).settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None) == again


PLACES = list(Narration.load("en").places)[:4]
"""Seats that are called after places: in each language as it calls them."""


class Looked:
    """A table at which the service menu is turned, as often as it is opened."""

    def __init__(self) -> None:
        self.rooms: list[Starting] = []
        self.presses: list[tuple[int, bool]] = []
        """In each opening: so many presses, and whether a hold follows."""
        self.told: list[str] = []

    def service_room(self) -> ServiceRoom:
        table = Starting(names=PLACES)
        count, takes = self.presses[len(self.rooms)]
        for number in range(count):
            table.press(2, 10.0 + number)
        if takes:
            table.press(2, 40.0, HOLD_S)
        self.rooms.append(table)
        return table.room

    def tell_in(self, narration: Narration) -> Narration:
        self.told.append(narration.language)
        return narration

    def boards(self, opening: int) -> list[Board]:
        return [seen.board for seen in self.rooms[opening].view.seen]


def look_after(service: Service, table: Any, folder: Path) -> bool:
    return service.look_after(table, PLACES, Narration.load, folder, lambda _: "", list)


def test_a_walk_round_the_table_that_was_stopped_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.check.check_table", lambda *_: ([], True))
    service, table = Service(True), Looked()
    table.presses = [(1, True), (0, False)]
    service.settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None)
    assert look_after(service, table, tmp_path)
    look_after(service, table, tmp_path)
    first = table.boards(1)[0].menu
    assert first
    assert first.entries[0].note == "Stopped before its end: what comes after has not been tried."


def test_a_language_that_was_asked_for_is_the_menus_too_until_another_is_turned_to(tmp_path: Path) -> None:
    french = msgspec.structs.replace(OWNERS, language="fr")
    service, table = Service(True, "en"), Looked()
    table.presses = [(4, True), (3, True)]
    assert service.settings(french, tmp_path, ["fr", "en"], lambda _: None).language == "en"
    look_after(service, table, tmp_path)
    assert changes_in(tmp_path, print) == Changes(volume=0.0), "what was not turned is not kept"
    again = service.settings(french, tmp_path, ["fr", "en"], lambda _: None)
    assert (again.language, again.voice.volume) == ("en", 0.0)
    service._wanted = True
    assert look_after(service, table, tmp_path)
    before, after = table.boards(1)[0], table.boards(1)[-1]
    assert before.menu
    assert before.menu.entries[0].label == Words("en").text("service.leave")
    assert service.settings(french, tmp_path, ["fr", "en"], lambda _: None).language == "fr"
    assert table.told == ["fr"]
    places = [Narration.load("fr").seat(Placed(at, name)).label for at, name in enumerate(PLACES)]
    assert [place.name for place in after.places] == places
