"""Lists folders that people fill: an owner's settings, pictures and music, a USB stick."""

from __future__ import annotations

from pathlib import Path


def found_in(folder: Path, pattern: str = "*") -> list[Path]:
    """What a folder has that matches a pattern, sorted, but nothing hidden: no name that begins with a dot.

    A Mac leaves such files beside everything it writes (`._NAME`, `.DS_Store`, `.Trashes`), and `Icon` with a
    line end in a folder that has a picture of its own. A missing folder has nothing. Raises `OSError` if it
    cannot be read.
    """
    found = (path.relative_to(folder) for path in folder.glob(pattern))
    return sorted(folder / name for name in found if not any(map(is_hidden, name.parts)))


def is_hidden(name: str) -> bool:
    """Whether this is a file that an owner never sees."""
    return name.startswith(".") or name == "Icon\r"
