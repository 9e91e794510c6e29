"""The service menu: used by buttons alone, stored beside the evenings, and not opened by a stuck button."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.menus import MenuTexts
from table.appliance.service import Service
from table.appliance.service_changes import changes_in, keep, over
from table.appliance.service_deeds import Deeds, Errand, ErrandNews, GivenUpError, Tell, deeds_in
from table.appliance.service_menu import PATIENCE_S, ServiceMenu, clockwise_of
from table.appliance.service_room import IDLE_S, START_S, ServiceRoom
from table.appliance.stick import export, stick
from table.board.board import Board
from table.chronicle.story import erase_all, tell
from table.engine.chance import Chance
from table.errors import TableError, UnreadableError
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.journal_rows import SHEETS
from table.games.records import Standing, StoredEvening
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.gestures import Meaning
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S
from table.room.stage import Stage
from table.room.village import NamedSeat
from table.settings.settings import Layer, Settings
from table.settings.wiring import RingWiring
from table.words.narration import Narration
from tests.evening.test_resume import cut_before
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.tables import NAMES, PIXELS, RecordingView, chosen

LABELS = {"en": ["Mill", "Forge", "Well", "Chapel"], "fr": ["Moulin", "Forge", "Puits", "Chapelle"]}


class Deed:
    """What the menu asks the machine to do."""

    def __init__(self) -> None:
        self.kept: list[Layer] = []
        self.done: list[str] = []
        self.trouble = ""
        self.found: list[str] = []

    def deeds(self) -> Deeds:
        return Deeds(
            self.keep,
            lambda: self.found,
            lambda _: self.note("export"),
            lambda _: self.note("erase"),
            lambda: self.note("off"),
        )

    def keep(self, changes: Layer) -> str:
        self.kept.append(changes)
        return self.trouble

    def note(self, what: str) -> str:
        self.done.append(what)
        return f"done: {what}"


OWNERS = Settings(language="en", seats=4)


class AtOnce(Errand):
    """Errands that are done at once."""

    def __init__(self, work: Callable[[Tell], str]) -> None:
        super().__init__(work, lambda: 0.0)
        self.thread.join()


def menu(
    deed: Deed,
    settings: Settings = OWNERS,
    errands: Callable[[Callable[[Tell], str]], Errand] = AtOnce,
    **more: Any,
) -> ServiceMenu:
    return ServiceMenu(settings, {}, ["fr", "en"], LABELS.__getitem__, deed.deeds(), errands, **more)


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
    assert deed.kept[-1] == chosen(language="fr", volume=0.0, ambience=1.0, effects=0.75)
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
    made = menu(
        Deed(), msgspec.structs.replace(OWNERS, rings=RingWiring(clockwise=(True, False, True, True)))
    )
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
    assert made.changes != {}
    made.hear(Meaning.TAKE)
    assert made.changes == deed.kept[-1] == {}
    assert note(made) == "The settings are those of table.toml."


def test_what_cannot_be_kept_holds_tonight_and_is_said() -> None:
    deed = Deed()
    deed.trouble = "Read-only file system"
    made = menu(deed)
    take(made, "Volume of the voice")
    assert made.now.voice.volume == 0.0
    made.turning.cursor = [label for label, _ in entries(made)].index("The owner’s settings again")
    assert note(made) == "It holds tonight, but cannot be kept: Read-only file system"


def labels_but_of_french(language: str) -> Sequence[str]:
    """The labels, where a key of the owner's French file is misspelt."""
    if language == "fr":
        raise UnreadableError("fr.toml, line 2: words.healine is unknown.")
    return LABELS["en"]


@pytest.mark.parametrize(("languages", "then"), [(["fr", "en"], "en"), (["fr", "nl", "en"], "nl")])
def test_a_language_with_a_mistake_in_the_owners_file_is_not_turned_to(
    languages: Sequence[str], then: str
) -> None:
    deed = Deed()
    made = ServiceMenu(OWNERS, {}, languages[:], labels_but_of_french, deed.deeds(), AtOnce)
    take(made, "Language")
    assert (note(made), made.now.language) == ("fr.toml, line 2: words.healine is unknown.", "en")
    assert deed.kept == []
    made.hear(Meaning.TAKE)
    assert (note(made), made.now.language) == ("", then), "the next one is"


def test_the_owners_settings_do_not_come_back_in_a_language_with_a_mistake() -> None:
    deed, before = Deed(), chosen(language="en", volume=0.0)
    owners = msgspec.structs.replace(OWNERS, language="fr")
    made = ServiceMenu(owners, before, ["fr", "en"], labels_but_of_french, deed.deeds(), AtOnce)
    take(made, "The owner’s settings again")
    made.hear(Meaning.TAKE)
    assert note(made) == "fr.toml, line 2: words.healine is unknown."
    assert (made.changes, deed.kept) == (before, [])


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
    made.look(0.0)
    assert note(made) == f"done: {deed_of}"


def test_the_evenings_are_copied_without_a_second_step() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Copy the evenings to a stick")
    assert deed.done == ["export"]


class Sent(Errand):
    """An errand whose result arrives when the test says so."""

    def __init__(self) -> None:
        self.began_s = 0.0
        self.said: list[ErrandNews] = []

    def say(self, said: ErrandNews) -> None:
        self.said.append(said)

    def heard(self) -> list[ErrandNews]:
        heard, self.said = self.said, []
        return heard


def test_while_it_copies_the_menu_tells_how_far_it_is_and_hears_nothing_else() -> None:
    sent = Sent()
    made = menu(Deed(), errands=lambda _: sent)
    assert not made.look(0.0)
    take(made, "Copy the evenings to a stick")
    assert note(made) == "Copying. Leave the stick in."
    made.hear(Meaning.NEXT)
    made.hear(Meaning.TAKE)
    assert note(made) == "Copying. Leave the stick in."
    sent.said = [ErrandNews(3.0, "1 of 2"), ErrandNews(5.0, "2 of 2")]
    assert made.look(6.0)
    assert (note(made), made.is_busy) == ("2 of 2", True)
    assert not made.look(6.1)
    sent.said = [ErrandNews(9.0, "Copied", last=True)]
    assert made.look(9.5)
    assert (note(made), made.is_busy) == ("Copied", False)
    made.hear(Meaning.NEXT)
    assert note(made) != "Copied"


def test_a_stick_that_hangs_is_not_waited_for() -> None:
    sent = Sent()
    made = menu(Deed(), errands=lambda _: sent)
    take(made, "Copy the evenings to a stick")
    sent.said = [ErrandNews(50.0, "1 of 2")]
    made.look(50.0)
    made.look(50.0 + PATIENCE_S - 0.1)
    assert made.is_busy
    made.look(50.0 + PATIENCE_S)
    assert (note(made), made.is_busy) == ("Nothing heard of it for 60 seconds: it is not waited for.", False)
    sent.said = [ErrandNews(200.0, "Copied", last=True)]
    assert not made.look(200.0)


def test_an_errand_is_done_while_whoever_sent_it_goes_on() -> None:
    at_it, goes_on = Event(), Event()

    def work(tell: Tell) -> str:
        tell("half of it")
        at_it.set()
        assert goes_on.wait(20), "nobody waits for it"
        return "all of it"

    now_s = iter([1.0, 2.0, 3.0])
    errand = Errand(work, lambda: next(now_s))
    assert at_it.wait(20)
    assert errand.heard() == [ErrandNews(2.0, "half of it")]
    goes_on.set()
    errand.thread.join(20)
    assert errand.heard() == [ErrandNews(3.0, "all of it", last=True)]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_errand_that_breaks_is_over_too() -> None:
    def work(_: Tell) -> str:
        raise RuntimeError("a fault")

    errand = Errand(work, lambda: 0.0)
    errand.thread.join(20)
    assert errand.heard() == [ErrandNews(0.0, None, last=True)]


@pytest.mark.parametrize(
    ("language", "label", "said"),
    [
        ("en", "Erase the evenings", "Not done: a fault of the program itself; its log says which."),
        ("fr", "Effacer les soirées", "Ce n’est pas fait : une erreur du programme lui-même"),
    ],
)
def test_an_errand_that_broke_off_is_not_told_as_done(language: str, label: str, said: str) -> None:
    sent = Sent()
    made = menu(Deed(), msgspec.structs.replace(OWNERS, language=language), errands=lambda _: sent)
    take(made, label)
    made.hear(Meaning.TAKE)
    sent.said = [ErrandNews(1.0, None, last=True)]
    assert made.look(1.0)
    assert note(made).startswith(said)
    assert not made.is_busy


def test_an_errand_that_was_given_up_erases_nothing_once_the_disk_comes_back(tmp_path: Path) -> None:
    """The erasing hangs and the menu closes; the evening played meanwhile must not be erased."""
    hangs, comes_back, sent = Event(), Event(), list[Errand]()
    words = MenuTexts("en")

    def slow() -> MenuTexts:
        hangs.set()
        assert comes_back.wait(20), "the disk never comes back"
        return words

    def errands(work: Callable[[Tell], str]) -> Errand:
        sent.append(Errand(work, lambda: 0.0))
        return sent[0]

    deeds = deeds_in(tmp_path, lambda _: PAGE, list, slow)
    made = ServiceMenu(OWNERS, {}, ["fr", "en"], LABELS.__getitem__, deeds, errands)
    take(made, "Erase the evenings")
    made.hear(Meaning.TAKE)
    assert hangs.wait(20)
    made.look(PATIENCE_S)
    assert not made.is_busy
    an_evening(tmp_path)
    (tmp_path / "fault.txt").write_text("the seer was Ana")
    before = names_in(tmp_path)
    comes_back.set()
    sent[0].thread.join(20)
    assert names_in(tmp_path) == before
    with closing(Journal(tmp_path, writing=False)) as journal:
        assert journal.evenings()


def test_an_evening_is_kept_by_whoever_gives_up_right_before_it_is_erased(tmp_path: Path) -> None:
    an_evening(tmp_path)
    asked: list[int] = []

    def at_the_second() -> None:
        asked.append(1)
        if len(asked) == 2:
            raise GivenUpError("nobody waits for it any more")

    with pytest.raises(GivenUpError):
        erase_all(tmp_path, at_the_second)
    with closing(Journal(tmp_path, writing=False)) as journal:
        assert journal.evenings()


def test_a_copy_that_was_given_up_leaves_the_files_that_were_on_the_stick(tmp_path: Path) -> None:
    an_evening(tmp_path / "state")
    (tmp_path / "garou").mkdir()
    (tmp_path / "garou" / FILE).write_bytes(b"another table's")

    def told(done: int, number: int) -> None:
        assert number == 2
        if done:
            raise GivenUpError("nobody waits for it any more")

    with pytest.raises(GivenUpError):
        export(tmp_path / "state", lambda _: PAGE, tmp_path, told)
    assert names_in(tmp_path / "garou") == [FILE]
    assert (tmp_path / "garou" / FILE).read_bytes() == b"another table's"


def test_an_errand_waits_for_the_one_that_was_given_up_before_it() -> None:
    at_it, goes_on, done = Event(), Event(), list[str]()

    def first(_: Tell) -> str:
        at_it.set()
        assert goes_on.wait(20)
        done.append("first")
        return ""

    def next_one(_: Tell) -> str:
        done.append("next")
        return ""

    sent = [Errand(first, lambda: 0.0)]
    assert at_it.wait(20)
    sent[0].give_up()
    sent += [Errand(next_one, lambda: 0.0), Errand(next_one, lambda: 0.0)]
    sent[1].give_up()
    assert done == []
    goes_on.set()
    for errand in sent:
        errand.thread.join(20)
    assert done == ["first", "next"], "and one that was given up while it waited is never begun"


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


FULL = chosen(
    language="en",
    volume=0.25,
    ambience=0.0,
    effects=0.75,
    out_of_service=(2, 3),
    clockwise=(True, False, True, True),
)


def warned(folder: Path) -> tuple[Layer, list[str]]:
    told: list[str] = []
    return changes_in(folder, told.append), told


@pytest.mark.parametrize("changes", [FULL, chosen(volume=0.5), chosen(out_of_service=())])
def test_what_was_changed_is_there_after_the_next_start(tmp_path: Path, changes: Layer) -> None:
    keep(changes, tmp_path / "new")
    assert warned(tmp_path / "new") == (changes, [])


@pytest.mark.parametrize("changes", [FULL, {}])
def test_what_was_changed_is_on_the_disk_by_its_name_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: Layer
) -> None:
    keep(chosen(volume=0.5), tmp_path)
    after: list[tuple[bool, list[str]]] = []
    synced = os.fsync

    def fsync(number: int) -> None:
        after.append((Path(f"/proc/self/fd/{number}").is_dir(), names_in(tmp_path)))
        synced(number)

    monkeypatch.setattr(os, "fsync", fsync)
    keep(changes, tmp_path)
    assert after[-1] == (True, ["service.toml"] if changes is FULL else [])


def test_nothing_changed_leaves_no_file(tmp_path: Path) -> None:
    keep(FULL, tmp_path)
    keep({}, tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert warned(tmp_path) == ({}, [])


@pytest.mark.parametrize(
    "text",
    [
        *(b"volume = 7", b"volume = ", b"\xff", b"nonsense = 1", b"[" * 4000, b"language = 3"),
        b"clockwise = true",
    ],
)
def test_a_file_that_is_none_of_the_menus_changes_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "service.toml").write_bytes(text)
    changes, told = warned(tmp_path)
    assert changes == {}
    assert told == [f"{tmp_path}/service.toml is left out: it is not what the menu writes"]


def test_the_changes_lie_over_the_owners_settings() -> None:
    now = over(OWNERS, FULL, ["fr", "en"])
    assert (now.language, now.voice.volume) == ("en", 0.25)
    assert (now.sound.ambience, now.sound.effects) == (0.0, 0.75)
    assert now.out_of_service == (2, 3)
    assert list(clockwise_of(now)) == [True, False, True, True]
    assert over(OWNERS, {}, ["en"]) == OWNERS


@pytest.mark.parametrize(
    "changes",
    [
        chosen(language="eo"),
        chosen(out_of_service=(5, 99)),
        chosen(out_of_service=(0,)),
        chosen(out_of_service=(1, 2, 3, 4)),
        chosen(clockwise=(True,)),
    ],
)
def test_what_does_not_fit_the_table_any_more_is_left_out(changes: Layer) -> None:
    assert over(OWNERS, changes, ["fr", "en"]) == OWNERS


def test_a_seat_there_is_not_takes_no_other_with_it() -> None:
    assert over(OWNERS, chosen(out_of_service=(3, 99)), ["fr", "en"]).out_of_service == (3,)
    assert over(OWNERS, chosen(out_of_service=(1, 2, 3, 4, 5)), ["fr", "en"]) == OWNERS


@pytest.mark.parametrize(
    ("impossible", "seats"),
    [
        ("out_of_service = [3, 99]", (3,)),
        ("out_of_service = [0]", OWNERS.out_of_service),
        ('language = "x"', OWNERS.out_of_service),
    ],
)
def test_what_no_table_has_is_left_out_alone(tmp_path: Path, impossible: str, seats: tuple[int, ...]) -> None:
    told: list[str] = []
    (tmp_path / "service.toml").write_text(f"volume = 0.25\n{impossible}\n")
    now = over(OWNERS, changes_in(tmp_path, told.append), ["fr", "en"])
    assert (now.voice.volume, now.out_of_service, now.language) == (0.25, seats, OWNERS.language)
    assert told == []


def test_it_is_read_where_the_owner_has_changed_nothing_too(tmp_path: Path) -> None:
    told: list[str] = []
    keep(chosen(language="en"), tmp_path)
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told.append).language == "en"
    assert told == []
    (tmp_path / "service.toml").write_text("nonsense")
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told.append) == Settings()
    assert len(told) == 1


# A stick, and the machine


def test_a_stick_is_a_mounted_folder_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "media/user/STICK").mkdir(parents=True)
    found = tmp_path / "media/user/STICK"
    roots = [str(tmp_path / "media")]
    assert stick(roots, lambda path: path == str(found)) == found
    assert stick(roots, lambda _: False) is None
    (tmp_path / "media/ALOCKED").mkdir()
    locked = str(tmp_path / "media/ALOCKED")
    monkeypatch.setattr("os.access", lambda path, how: str(path) != locked or how == os.R_OK)
    assert stick(roots, lambda path: path in (locked, str(found))) == found
    assert stick(roots, lambda path: path == locked) == Path(locked), "which one can still read"
    assert stick([str(tmp_path / "none")], lambda _: True) is None


PAGE = "<html>the evening</html>"


def an_evening(folder: Path) -> StoredEvening:
    """Stores an evening of one finished round."""
    with closing(Journal(folder)) as journal:
        played(journal, evening(seed=3), Reseated(dice(3)))
        return journal.evenings()[-1]


def told(copied: Path) -> list[list[list[Any]]]:
    """The rounds of a copied journal."""
    with closing(Journal(copied, writing=False)) as journal:
        return [one.rounds for one in journal.evenings()]


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_evenings_are_copied_whole_and_as_pages(tmp_path: Path) -> None:
    kept = an_evening(tmp_path / "state")
    (tmp_path / "state" / "damaged-2.sqlite").write_bytes(b"what is left of it")
    (tmp_path / "stick").mkdir()
    far: list[tuple[int, int]] = []
    for _ in range(2):  # a stick may come again
        folder = export(tmp_path / "state", lambda _: PAGE, tmp_path / "stick", lambda *how: far.append(how))
    assert folder
    page = f"evening-{kept.number}.html"
    assert names_in(folder) == ["damaged-2.sqlite", page, "evenings.sqlite"]
    assert (folder / page).read_text("utf-8") == PAGE
    assert (folder / "damaged-2.sqlite").read_bytes() == b"what is left of it"
    assert told(folder) == [kept.rounds]
    assert far == [(0, 3), (1, 3), (2, 3), (3, 3)] * 2


@pytest.mark.parametrize("rounds", [0, 1])
def test_of_a_round_under_way_nothing_is_copied(tmp_path: Path, rounds: int) -> None:
    """Neither the deal, an answer nor the seed of either, nor a file that cannot be read. Earlier rounds are
    copied."""
    state = tmp_path / "state"
    an_evening(state)
    begun = evening("thiercelieux", "beginner", 8, seed=2**31 + 5)
    with closing(Journal(state)) as journal:
        diary = Diary(journal, begun, "en")
        diary.open(lambda: None)
        for _ in range(rounds + 1):
            begun.play_next(diary.answerer(Reseated(dice(7))))
        diary.close()
        kept = journal.evenings()[-1]
        kept.rounds[-1] = kept.rounds[-1][:40]
        journal.cut(kept)
        standing = Standing(rounds, 40, "debate", 5.0, 3, 0)
        writer = journal.writer()
        writer.stand(kept.number, standing).wait()
        writer.close()
    (state / "damaged-1.sqlite").write_bytes(b"who knows")
    before = (state / FILE).read_bytes()
    folder = export(state, lambda kept: f"{len(kept.rounds)} of it", tmp_path, lambda *_: None)
    assert folder
    with closing(Journal(folder, writing=False)) as journal:
        copied = journal.evenings()
    assert [len(one.rounds) for one in copied] == [1, 1][: 1 + rounds]
    assert {one.setup.seed for one in copied} == {0}
    assert not any(one.standing for one in copied[1:])
    pages = [f"evening-{number}.html" for number in (1, 2)[: 1 + rounds]]
    assert names_in(folder) == sorted([FILE, *pages])
    assert all((folder / page).read_text("utf-8") == "1 of it" for page in pages)
    assert (state / FILE).read_bytes() == before
    for one in copied:
        (told_again,) = tell(one, RULEBOOKS, Narration.load("en", one.setup.rulebook)).rounds
        assert told_again.winner
        assert not told_again.changed, "it is told without the seed"
    with closing(Journal(state)) as journal:
        whole = journal.unfinished()
    assert whole
    assert (whole.rounds, whole.setup, whole.standing) == (kept.rounds, kept.setup, standing)


def test_where_only_a_round_under_way_is_kept_nothing_is_copied(tmp_path: Path) -> None:
    journal, _ = cut_before(tmp_path / "state", lambda word: word.startswith("clock debate"))
    journal.close()
    assert export(tmp_path / "state", lambda _: PAGE, tmp_path, lambda *_: None) is None
    assert not (tmp_path / "garou").exists()


def test_an_evening_that_cannot_be_told_is_in_the_journal_all_the_same(tmp_path: Path) -> None:
    kept = an_evening(tmp_path / "state")

    def page_of(_: StoredEvening) -> str:
        raise TableError("another version played it")

    folder = export(tmp_path / "state", page_of, tmp_path, lambda *_: None)
    assert folder
    assert names_in(folder) == ["evenings.sqlite"]
    assert told(folder) == [kept.rounds]


@pytest.mark.parametrize("version", [1, 99])
def test_a_journal_of_another_format_is_not_copied_but_said(tmp_path: Path, version: int) -> None:
    """It cannot be known whether a round is under way in it."""
    an_evening(tmp_path / "state")
    with closing(sqlite3.connect(tmp_path / "state" / FILE)) as base:
        older = "".join(f"DROP TABLE {table};" for table in SHEETS)
        base.executescript(older if version == 1 else "CREATE TABLE guests (name TEXT)")
        base.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(TableError, match="format"):
        export(tmp_path / "state", lambda _: PAGE, tmp_path, lambda *_: None)
    assert not (tmp_path / "garou").exists()


class Broken:
    """A stick on which writing fails from a certain file on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, number: int, files: int) -> None:
        self._number, self._left = number, files
        self._fsync = os.fsync
        monkeypatch.setattr("table.appliance.stick.os.fsync", self.fsync)

    def fsync(self, file: int) -> None:
        if not self._left:
            raise OSError(self._number, os.strerror(self._number))
        self._left -= 1
        self._fsync(file)


@pytest.mark.parametrize("files", [0, 1, 2])
def test_whatever_breaks_off_a_copy_no_half_file_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: int
) -> None:
    kept = an_evening(tmp_path / "state")
    (tmp_path / "state" / "damaged-1.sqlite").write_bytes(b"new")
    folder = tmp_path / "garou"
    folder.mkdir()
    order = ["evenings.sqlite", "damaged-1.sqlite", f"evening-{kept.number}.html"]
    for name in order:
        (folder / name).write_bytes(b"old")
    (folder / "evenings.sqlite.part").write_bytes(b"of a plug that was pulled")
    Broken(monkeypatch, errno.EIO, files)
    with pytest.raises(OSError, match="Input/output error"):
        export(tmp_path / "state", lambda _: PAGE, tmp_path, lambda *_: None)
    assert names_in(folder) == sorted(order)
    is_old = [(folder / name).read_bytes() == b"old" for name in order]
    assert is_old == [number >= files for number in range(3)]
    if files:
        assert told(folder) == [kept.rounds]


def test_no_link_on_a_stick_is_followed(tmp_path: Path) -> None:
    """It could lead to the evenings, whose journal would be replaced by its copy."""
    state = tmp_path / "state"
    an_evening(state)
    before = (state / FILE).read_bytes()
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "garou").symlink_to(state)
    with pytest.raises(OSError, match="symbolic links"):
        export(state, lambda _: PAGE, tmp_path / "stick", lambda *_: None)
    assert (state / FILE).read_bytes() == before
    assert not list(state.glob("*.html"))


def test_a_file_system_without_fsync_for_folders_is_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening(tmp_path / "state")
    Broken(monkeypatch, errno.EINVAL, 2)
    export(tmp_path / "state", lambda _: PAGE, tmp_path, lambda *_: None)


def test_a_stick_that_is_pulled_out_at_the_very_end_has_not_got_it_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_evening(tmp_path / "state")
    Broken(monkeypatch, errno.EIO, 2)
    with pytest.raises(OSError, match="Input/output error"):
        export(tmp_path / "state", lambda _: PAGE, tmp_path, lambda *_: None)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "Not all is copied: the stick is full."),
        (errno.EROFS, "Nothing is copied: the stick cannot be written."),
        (errno.EIO, "Not all is copied: the stick was pulled out, or is broken."),
        (errno.ELOOP, "Not copied: it is a link"),
    ],
)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_wrong_with_a_stick_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str, language: str
) -> None:
    words = MenuTexts(language)
    an_evening(tmp_path)
    monkeypatch.setattr("table.appliance.service_deeds.stick", lambda: tmp_path)
    Broken(monkeypatch, number, 0)
    answer = deeds_in(tmp_path, lambda _: PAGE, list, lambda: words).export(lambda _: None)
    assert answer == said if language == "en" else answer.endswith((".", "c’est un lien"))


def test_copying_says_what_came_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = MenuTexts("en")
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: words)
    far: list[str] = []
    monkeypatch.setattr("table.appliance.service_deeds.stick", lambda: None)
    assert deeds.export(far.append) == "No USB stick: plug one in; it has to be mounted."
    monkeypatch.setattr("table.appliance.service_deeds.stick", lambda: tmp_path / "gone")
    assert deeds.export(far.append) == deeds.erase(lambda _: None) == "No evening has been kept."
    assert names_in(tmp_path) == [], "and none is made by that"
    an_evening(tmp_path)
    assert deeds.export(far.append) == "Not all is copied: the stick was pulled out, or is broken."
    assert far == []
    monkeypatch.setattr("table.appliance.service_deeds.stick", lambda: tmp_path)
    assert deeds.export(far.append) == f"Copied: {tmp_path / 'garou'}"
    assert far == [f"Copying: {done} of 2. Leave the stick in." for done in (0, 1, 2)]
    assert deeds.erase(lambda _: None) == "Erased: 1"
    assert deeds.keep(FULL) == ""
    assert warned(tmp_path)[0] == FULL


def test_files_put_aside_are_evenings_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if there is no journal left, and with the note about what was wrong with one of them."""
    words = MenuTexts("en")
    deeds = deeds_in(tmp_path / "state", lambda _: "", list, lambda: words)
    monkeypatch.setattr("table.appliance.service_deeds.stick", lambda: tmp_path)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "damaged-1.sqlite").write_bytes(b"what is left of it")
    (tmp_path / "state" / "fault.txt").write_text("the seer was Ana")
    assert deeds.export(lambda _: None) == f"Copied: {tmp_path / 'garou'}"
    assert names_in(tmp_path / "garou") == ["damaged-1.sqlite"]
    assert deeds.erase(lambda _: None) == "Erased: 1"
    assert {"damaged-1.sqlite", "fault.txt"}.isdisjoint(names_in(tmp_path / "state"))


def test_the_machine_goes_off_where_its_service_manager_lets_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = MenuTexts("en")
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: words)
    monkeypatch.delenv("RUNTIME_DIRECTORY", raising=False)
    assert deeds.switch_off() == "This machine cannot be switched off from here."
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    assert deeds.switch_off() == "The machine is shutting down. Wait until it is off, then cut the power."
    assert (tmp_path / "poweroff").exists()


# How one gets there


class Starting:
    """A table of four seats that starts with some buttons down."""

    def __init__(self, *held: int, names: Sequence[str] = NAMES[:4]) -> None:
        self.clock = VirtualClock()
        self.pods = SimulatedButtons(4, 1, self.clock)
        self.rings = SimulatedRings(4, PIXELS, record=self.clock)
        self.view = RecordingView()
        for seat in held:
            self.pods.push(seat, 0)
        devices = Devices(self.pods, self.rings, SimulatedVoice(self.clock), self.view, self.clock)
        self.room = ServiceRoom(Stage(devices, Narration.load("en"), names, 1, Chance(1), people_sit=False))

    def press(self, seat: int, at_s: float, for_s: float = PRESS_S) -> None:
        self.clock.at(at_s, lambda: self.pods.push(seat, 0))
        self.clock.at(at_s + for_s, lambda: self.pods.release(seat, 0))


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


def test_any_seat_turns_the_menu_and_nobody_is_nobody() -> None:
    table, deed = Starting(0), Deed()
    table.clock.at(4.0, lambda: table.pods.release(0, 0))
    assert table.room.asked()
    made = menu(deed)
    for number in range(4):
        table.press(2, 10.0 + number)
    table.press(3, 20.0, HOLD_S)
    assert table.room.run(made, Narration.load) == "open"
    assert deed.kept == [chosen(volume=0.0)]
    assert table.clock.now() == pytest.approx(20.0 + HOLD_S + IDLE_S, abs=0.2)
    assert table.room.village.people == set()
    assert table.room.village.board.menu is None


def test_the_room_comes_round_while_a_stick_takes_its_time() -> None:
    """Longer than a watchdog waits, and longer than an idle menu stays open."""
    table, sent = Starting(), Sent()
    made = menu(Deed(), errands=lambda _: sent)
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
    assert not service.look_after(table, NAMES[:4], Narration.load, tmp_path, lambda _: "", lambda _: [])


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
    assert service.look_after(table, NAMES[:4], Narration.load, tmp_path, lambda _: "", lambda _: [])
    again = service.settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None)
    assert again.voice.volume == 0.0
    assert Service(False).settings(OWNERS, tmp_path, ["en", "fr"], lambda _: None) == again


PLACES = list(Narration.load("en").places)[:4]
"""Seats named after places, in each language."""


class Looked:
    """A table at which the service menu is used, each time it is opened."""

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
    return service.look_after(table, PLACES, Narration.load, folder, lambda _: "", lambda _: [])


def test_a_walk_round_the_table_that_was_stopped_is_not_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.appliance.service.check_table", lambda *_: ([], True))
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
    assert changes_in(tmp_path, print) == chosen(volume=0.0), "what was not turned is not kept"
    again = service.settings(french, tmp_path, ["fr", "en"], lambda _: None)
    assert (again.language, again.voice.volume) == ("en", 0.0)
    service.wanted = True
    assert look_after(service, table, tmp_path)
    before, after = table.boards(1)[0], table.boards(1)[-1]
    assert before.menu
    assert before.menu.entries[0].label == MenuTexts("en").text("service.leave")
    assert service.settings(french, tmp_path, ["fr", "en"], lambda _: None).language == "fr"
    assert table.told == ["fr"]
    places = [Narration.load("fr").seat(NamedSeat(at, name)).label for at, name in enumerate(PLACES)]
    assert [place.name for place in after.places] == places
