"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.whole_file import whole


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "kept.toml").write_bytes(b"before")
    return tmp_path / "kept.toml"


def test_a_file_is_there_when_its_draft_is_on_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, bytes]] = []
    synced = os.fsync

    def sync(file: int) -> None:
        done.append(("synced", path.read_bytes()))
        synced(file)

    monkeypatch.setattr(os, "fsync", sync)
    with whole(path, 0o600, lambda draft: done.append((draft.name, path.read_bytes()))) as file:
        file.write(b"after")
    assert done == [("synced", b"before"), ("kept.toml.part", b"before")]
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"after", 0o600)
    assert [*path.parent.iterdir()] == [path]


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def given_up() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("fails", ["write", "fsync", "ready", "replace"])
def test_what_fails_leaves_the_file_before_and_no_draft(
    fails: str, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fails in ("fsync", "replace"):
        monkeypatch.setattr("os.fsync" if fails == "fsync" else "pathlib.Path.replace", full)
    writes: Callable[[], object] = given_up if fails == "write" else bool
    ready = full if fails == "ready" else bool

    def write() -> None:
        with whole(path, ready=ready) as file:
            file.write(b"after")
            writes()

    with pytest.raises((OSError, KeyboardInterrupt)):
        write()
    assert [(each.name, each.read_bytes()) for each in path.parent.iterdir()] == [("kept.toml", b"before")]


def test_a_draft_that_a_pulled_plug_left_is_no_obstacle(path: Path) -> None:
    path.with_name("kept.toml.part").write_bytes(b"half")
    with whole(path) as file:
        file.write(b"after")
    assert path.read_bytes() == b"after"


@pytest.mark.parametrize("stem", ["a" * 251, "И" * 125, "aИ" * 83, "\udce9" * 251])
def test_the_longest_name_has_room_for_a_draft(stem: str, tmp_path: Path) -> None:
    """It ends with a whole letter, which a stick's file system asks for."""
    path, drafts = tmp_path / f"{stem}.mp3", list[Path]()
    assert len(os.fsencode(path.name)) > 250
    with whole(path, ready=drafts.append) as file:
        file.write(b"after")
    assert path.read_bytes() == b"after"
    (draft,) = drafts
    assert draft.name.endswith(".part")
    assert draft.name.isprintable()
