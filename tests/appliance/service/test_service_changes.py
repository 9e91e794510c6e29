"""The changes of the service menu: stored beside the evenings, and laid over the owner's settings."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from table.appliance.service.changes import changes_in, keep, over
from table.appliance.service.menu import clockwise_of
from table.appliance.service.service import Service
from table.settings.load import Report
from table.settings.settings import Layer, Settings
from tests.kit.tables import chosen

OWNERS = Settings(language="en", seats=4)
FULL = chosen(
    language="en",
    volume=0.25,
    ambience=0.0,
    effects=0.75,
    out_of_service=(2, 3),
    clockwise=(True, False, True, True),
)


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def warned(folder: Path) -> tuple[Layer, list[str]]:
    report = Report()
    return changes_in(folder, report), [*map(str, report)]


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
    owners = OWNERS.over({"out_of_service": (2,)})
    assert over(owners, changes, ["fr", "en"]) == owners


@pytest.mark.parametrize(
    ("impossible", "seats"),
    [
        ("out_of_service = [3, 99]", (3,)),
        ("out_of_service = [0]", OWNERS.out_of_service),
        ('language = "x"', OWNERS.out_of_service),
    ],
)
def test_what_no_table_has_is_left_out_alone(tmp_path: Path, impossible: str, seats: tuple[int, ...]) -> None:
    report = Report()
    (tmp_path / "service.toml").write_text(f"volume = 0.25\n{impossible}\n")
    now = over(OWNERS, changes_in(tmp_path, report), ["fr", "en"])
    assert (now.voice.volume, now.out_of_service, now.language) == (0.25, seats, OWNERS.language)
    assert report == []


def test_it_is_read_where_the_owner_has_changed_nothing_too(tmp_path: Path) -> None:
    told = Report()
    keep(chosen(language="en"), tmp_path)
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told).language == "en"
    assert told == []
    (tmp_path / "service.toml").write_text("nonsense")
    assert Service(False).settings(Settings(), tmp_path, ["fr", "en"], told) == Settings()
    assert len(told) == 1
