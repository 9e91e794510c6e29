"""Refuses files that git would keep for ever: `python -m tests.project.weights`, which `make lint` runs.

A binary file outside `sounds/` has 300 kB at most, README's film 1.5 MB, all pictures of the docs 4 MiB.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.kit.paths import ROOT

FILM = "docs/reel.gif"
LARGEST, LARGEST_FILM, ALL_OF_DOCS = 300_000, 1_500_000, 4 * 1024**2
"""Bytes."""
START = 8000
"""Bytes at the beginning of a file that tell whether it is text, as git looks at it."""


def tracked(root: Path) -> list[str]:
    """The files of a clone, with those not committed yet."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=root, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (root / name).is_file()]


def is_binary(path: Path) -> bool:
    """Whether git takes a file for bytes, not text."""
    with path.open("rb") as file:
        return b"\0" in file.read(START)


def too_heavy(weights: Mapping[str, int]) -> list[str]:
    """One sentence for each rule that is broken. `weights`: bytes of each binary file, by its name."""
    told = [
        f"{name}: {size} bytes; allowed: {most} bytes outside sounds/"
        for name, size in weights.items()
        if not name.startswith("sounds/") and size > (most := LARGEST_FILM if name == FILM else LARGEST)
    ]
    of_docs = sum(size for name, size in weights.items() if name.startswith("docs/"))
    if of_docs > ALL_OF_DOCS:
        told.append(f"docs/: pictures of {of_docs} bytes; allowed: {ALL_OF_DOCS} bytes together")
    return told


def main() -> int:
    """Prints what is too heavy; returns the exit code."""
    binaries = {name: (ROOT / name) for name in tracked(ROOT) if is_binary(ROOT / name)}
    told = too_heavy({name: path.stat().st_size for name, path in binaries.items()})
    print(*told, sep="\n", end="\n" if told else "", file=sys.stderr)
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
