"""How a folder that people fill is listed."""

from __future__ import annotations

from pathlib import Path

from hardware.folders import found_in


def test_what_a_mac_leaves_beside_the_files_is_not_found(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "garou"
    for name in (
        "b.txt",
        "a.txt",
        "._a.txt",
        ".DS_Store",
        "Icon\r",
        ".Trashes/c.txt",
        "sub/d.txt",
        "sub/._d.txt",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    assert found_in(folder) == [folder / name for name in ("a.txt", "b.txt", "sub")]
    assert found_in(folder, "*.txt") == [folder / name for name in ("a.txt", "b.txt")]
    assert found_in(folder, "**/*.txt") == [folder / name for name in ("a.txt", "b.txt", "sub/d.txt")]
    assert found_in(folder / "nowhere") == found_in(folder / "a.txt") == []
