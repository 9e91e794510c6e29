"""The manual page, and what completes words in a shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from table.__main__ import garou
from tests.kit.paths import ROOT
from tests.project.manual import manual


def test_the_manual_page_is_the_help_of_the_commands() -> None:
    """Written by `python -m tests.project.manual >systemd/garou.1`."""
    page = (ROOT / "systemd/garou.1").read_text("utf-8")
    assert page == manual()
    assert all(f".SS garou {name}" in page for name in garou.commands)


def test_a_reader_of_manual_pages_finds_no_mistake_in_it() -> None:
    """Where this machine has one."""
    if groff := shutil.which("groff"):
        command = [groff, "-man", "-Tutf8", "-ww", "-z", str(ROOT / "systemd/garou.1")]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stderr == ""
    assert not any(line.startswith("'") for line in manual().splitlines())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_what_completes_words_asks_the_command(shell: str) -> None:
    text = (ROOT / f"systemd/garou.{shell}").read_text("utf-8")
    assert f"_GAROU_COMPLETE={shell}_source garou" in text
    around = os.environ | {"_GAROU_COMPLETE": f"{shell}_source"}
    command = [str(Path(sys.executable).with_name("garou"))]
    told = subprocess.run(command, env=around, capture_output=True, text=True, check=False, timeout=60)
    assert "garou" in told.stdout
