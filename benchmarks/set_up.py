"""Measures what it takes from nothing to the first board frame: seconds, bytes downloaded, bytes on the disk.

    python -m benchmarks.set_up

It clones this folder as it was committed and types `make venv` there, as a newcomer does. It needs a network.
"""

from __future__ import annotations

import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
FIRST_FRAME = "import runpy; exec(runpy.run_path('benchmarks/start_up.py')['FIRST_FRAME'])"
COMMANDS: Sequence[tuple[str, ...]] = (("make", "venv"), (".venv/bin/python", "-c", FIRST_FRAME))
"""What is typed in the clone, up to the first frame of the board."""
MADE = ".venv"
BARS = {"clone, MB": 20.0, "downloaded, MB": 45.0, "on the disk, MB": 180.0, "to the first frame, s": 35.0}


def megabytes(folder: Path) -> float:
    """How much a folder holds, in units of a million bytes."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6


def needed() -> list[str]:
    """What `make venv` asks pip for, and what builds the package."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    return [*project["build-system"]["requires"], *project["project"]["dependencies"], *extras["phones"]]


def downloaded(wanted: Sequence[str], folder: Path) -> float:
    """How much pip fetches for these, in units of a million bytes."""
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-cache-dir", "--dest", str(folder)]
    if wanted:
        subprocess.run([*fetch, *wanted], check=True)
    return megabytes(folder)


def main() -> int:
    """Exit status 1 if a bar is missed."""
    with TemporaryDirectory() as made:
        clone, wheels = Path(made, "garou"), Path(made, "wheels")
        wheels.mkdir()
        began_s = time.perf_counter()
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", ROOT.as_uri(), str(clone)], check=True)
        size = megabytes(clone / ".git")
        around = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": made, "SDL_VIDEODRIVER": "dummy"}
        for command in COMMANDS:
            sound = {"SDL_AUDIODRIVER": "dummy"}
            subprocess.run(command, cwd=clone, env=around | sound, check=True, stdout=subprocess.DEVNULL)
        took_s = time.perf_counter() - began_s
        found = dict(
            zip(
                BARS,
                (
                    size,
                    downloaded(needed() if COMMANDS else (), wheels),
                    megabytes(clone / MADE),
                    took_s,
                ),
                strict=True,
            )
        )
    for what, value in found.items():
        print(f"{what}: {value:.1f}; at most {BARS[what]:.0f}")
    return 0 if all(value <= BARS[what] for what, value in found.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
