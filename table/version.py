"""Which program this is: its version, and in a clone the commit it was made from."""

from __future__ import annotations

import subprocess
from importlib.metadata import version as installed

from table.paths import PROGRAM


def version() -> str:
    """The version, as pyproject.toml has it: "1.2.0"."""
    return installed("garou")


def commit() -> str:
    """The commit of a clone and its date: "1a2b3c4d5e, 2026-11-28"; empty where there is none."""
    if not (PROGRAM / ".git").exists():
        return ""
    asked = ["git", "-C", str(PROGRAM), "log", "-1", "--format=%h, %cs"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True, timeout=5).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def program() -> str:
    """The version, and the commit where there is one: "1.2.0 (1a2b3c4d5e, 2026-11-28)"."""
    made_from = commit()
    return f"{version()} ({made_from})" if made_from else version()
