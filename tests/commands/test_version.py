"""Which program somebody runs, in a report of what is wrong."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from table import version


def test_a_clone_names_its_commit_and_the_day(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "First", "--date", "2026-01-02"], check=True)
    monkeypatch.setattr(version, "PROGRAM", tmp_path)
    assert re.fullmatch(r"\S+ \([0-9a-f]{7,}, \d{4}-\d\d-\d\d\)", version.program())


def test_a_program_without_a_clone_names_its_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Also where git is missing, or finds no commit."""
    monkeypatch.setattr(version, "PROGRAM", tmp_path)
    assert version.program() == version.version()
    (tmp_path / ".git").mkdir()
    assert version.program() == version.version()
    monkeypatch.setenv("PATH", "")
    assert version.program() == version.version()
