"""Git keeps no large files that a command makes."""

from __future__ import annotations

import subprocess
from pathlib import Path

from tests.project.weights import ALL_OF_DOCS, FILM, LARGEST, LARGEST_FILM, is_binary, too_heavy, tracked


def test_a_heavy_file_is_refused_with_its_name_and_what_is_allowed() -> None:
    assert too_heavy({"docs/a.png": LARGEST, FILM: LARGEST_FILM, "sounds/night.wav": 10 * LARGEST}) == []
    assert too_heavy({"table/board/art.png": LARGEST + 1}) == [
        "table/board/art.png: 300001 bytes; allowed: 300000 bytes outside sounds/"
    ]
    assert too_heavy({FILM: LARGEST_FILM + 1}) == [
        "docs/reel.gif: 1500001 bytes; allowed: 1500000 bytes outside sounds/"
    ]


def test_many_light_pictures_of_the_docs_are_refused_together() -> None:
    pictures = {f"docs/{number}.png": LARGEST for number in range(ALL_OF_DOCS // LARGEST + 1)}
    [told] = too_heavy(pictures)
    assert told.startswith("docs/: pictures of 4200000 bytes; allowed: ")


def test_files_of_bytes_are_found_before_they_are_committed(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("dist/\n")
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/film.gif").write_bytes(b"GIF89a\0")
    (tmp_path / "film.gif").write_bytes(b"GIF89a\0")
    (tmp_path / "words.txt").write_text("a word")
    assert sorted(tracked(tmp_path)) == [".gitignore", "film.gif", "words.txt"]
    assert [name for name in tracked(tmp_path) if is_binary(tmp_path / name)] == ["film.gif"]
