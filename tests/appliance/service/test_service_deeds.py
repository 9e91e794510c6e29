"""What the service menu does to a stick, to the folder of the evenings and to the machine."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from hardware.hotspot import NO_WIFI
from hardware.voice.packing import write_pack
from hardware.voice.packs import Manifest, Packs
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.deeds import GivenUpError, deeds_in
from table.appliance.service.stick import export, stick
from table.chronicle.story import tell
from table.errors import TableError
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.journal_rows import SHEETS
from table.games.records import Standing, StoredEvening
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.settings.owner import PACKS
from table.words.narration import Narration
from tests.appliance.service.test_service_changes import FULL, names_in, warned
from tests.evening.test_resume import cut_before
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.hotspots import FakeHotspot, own_wifi


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
        monkeypatch.setattr("table.appliance.service.stick.os.fsync", self.fsync)

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
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path)
    Broken(monkeypatch, number, 0)
    answer = deeds_in(tmp_path, lambda _: PAGE, list, lambda: words).slow["export"](lambda _: None)
    assert answer == said if language == "en" else answer.endswith((".", "c’est un lien"))


def test_copying_says_what_came_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = MenuTexts("en")
    made = deeds_in(tmp_path, lambda _: "", list, lambda: words)
    deeds, far = made.slow, list[str]()
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: None)
    assert deeds["export"](far.append) == "No USB stick: plug one in; it has to be mounted."
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path / "gone")
    assert deeds["export"](far.append) == deeds["erase"](lambda _: None) == "No evening has been kept."
    assert names_in(tmp_path) == [], "and none is made by that"
    an_evening(tmp_path)
    assert deeds["export"](far.append) == "Not all is copied: the stick was pulled out, or is broken."
    assert far == []
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path)
    assert deeds["export"](far.append) == f"Copied: {tmp_path / 'garou'}"
    assert far == [f"Copying: {done} of 2. Leave the stick in." for done in (0, 1, 2)]
    assert deeds["erase"](lambda _: None) == "Erased: 1"
    assert made.keep(FULL) == ""
    assert warned(tmp_path)[0] == FULL


def test_files_put_aside_are_evenings_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if there is no journal left, and with the note about what was wrong with one of them."""
    words = MenuTexts("en")
    deeds = deeds_in(tmp_path / "state", lambda _: "", list, lambda: words).slow
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path)
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "damaged-1.sqlite").write_bytes(b"what is left of it")
    (tmp_path / "state" / "fault.txt").write_text("the seer was Ana")
    assert deeds["export"](lambda _: None) == f"Copied: {tmp_path / 'garou'}"
    assert names_in(tmp_path / "garou") == ["damaged-1.sqlite"]
    assert deeds["erase"](lambda _: None) == "Erased: 1"
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


def test_a_voice_comes_from_a_stick_and_goes_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deeds = deeds_in(tmp_path / "state", lambda _: PAGE, list, lambda: MenuTexts("en")).slow
    assert deeds["install"](lambda _: None) == "No USB stick: plug one in; it has to be mounted."
    on_stick = tmp_path / "stick"
    on_stick.mkdir()
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: on_stick)
    assert deeds["install"](lambda _: None) == (
        "Nothing is on the stick: no NAME.voice, and no music in music/lobby, night, day or over."
    )
    write_pack(on_stick / "MAMIE.VOICE", Manifest("fr", "mamie", "1"), [])
    (on_stick / "readme.txt").write_text("not for us")
    said: list[str] = []
    assert deeds["install"](said.append) == "From now on this voice speaks: mamie (fr)"
    assert said == 2 * ["Checking MAMIE.VOICE. Leave the stick in."]
    packs = Packs(tmp_path / "state" / PACKS)
    assert packs.of("fr")
    (on_stick / "other.voice").write_text("not a pack")
    refused = f"{on_stick}/other.voice is no voice pack, or not a whole one."
    assert deeds["install"](said.append) == f"{refused} From now on this voice speaks: mamie (fr)"
    assert deeds["silence"](said.append) == "The table has its own voice and music again."
    assert packs.of("fr") is None, "as it is now"
    (packs.folder / "fr.voice.part").write_bytes(b"of a plug that was pulled")
    (packs.folder / ".fr_FR-siwis-medium.onnx").touch()
    assert deeds["silence"](said.append) == "The table has its own voice and music again."
    assert names_in(packs.folder) == [".fr_FR-siwis-medium.onnx"], "which the next fetch goes on with"
    assert deeds["silence"](said.append) == "No voice and no music came from a stick."
    packs.close()


def test_a_pack_that_is_refused_does_not_keep_the_next_from_being_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deeds = deeds_in(tmp_path / "state", lambda _: PAGE, list, lambda: MenuTexts("en")).slow
    on_stick = tmp_path / "stick"
    on_stick.mkdir()
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: on_stick)
    for name in ("._fr.voice", "a.voice", "z.voice"):
        (on_stick / name).write_bytes(b"not a pack")
    write_pack(on_stick / "fr.voice", Manifest("fr", "mamie", "1"), [])
    said: list[str] = []
    refused = " ".join(f"{on_stick}/{name}.voice is no voice pack, or not a whole one." for name in "az")
    assert deeds["install"](said.append) == f"{refused} From now on this voice speaks: mamie (fr)"
    assert said == [f"Checking {name}.voice. Leave the stick in." for name in ("a", "fr", "fr", "z")]
    (on_stick / "fr.voice").unlink()
    assert deeds["install"](said.append) == refused, "and none is said to speak"


def test_a_pack_that_nobody_waits_for_any_more_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deeds = deeds_in(tmp_path / "state", lambda _: PAGE, list, lambda: MenuTexts("en")).slow
    write_pack(tmp_path / "fr.voice", Manifest("fr", "mamie", "1"), [])
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: tmp_path)
    told: list[str] = []

    def given_up(text: str) -> None:
        told.append(text)
        if len(told) > 1:
            raise GivenUpError("nobody waits for it any more")

    deeds["install"](given_up)
    assert len(told) > 1
    assert names_in(tmp_path / "state" / PACKS) == []


def test_the_tables_own_wifi_is_opened_and_closed_and_gets_another_password(tmp_path: Path) -> None:
    hotspot, words = FakeHotspot(NO_WIFI), MenuTexts("en")
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: words, own_wifi(tmp_path, hotspot)).slow
    assert deeds["wifi"](print) == (
        "The table’s Wi-Fi stays closed: no Wi-Fi device is there. A USB Wi-Fi stick is one."
    )
    assert deeds["wifi"](print).startswith("It is open.")
    assert deeds["wifi_new"](print).startswith("The new password is on the board")
    first, second = hotspot.opened
    assert first.password != second.password
    assert deeds["wifi"](print) == "It is closed."
    assert hotspot.key is None
