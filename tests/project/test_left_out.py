"""Without a browser its tests are left out, and one line says so."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.kit.paths import NO_BROWSER, ROOT, TESTS


@pytest.mark.slow
def test_without_a_browser_one_line_says_what_is_left_out() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only"]
    others = {path.parent.name for path in TESTS.glob("*/__init__.py")} - {"browser"}
    done = subprocess.run(
        [*command, "tests", *(f"--ignore=tests/{name}" for name in sorted(others))],
        cwd=ROOT, env={**os.environ, "PATH": ""}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert "test_gestures" in done.stdout
    assert "browser/" not in done.stdout
    assert done.stdout.count(NO_BROWSER) == 1
