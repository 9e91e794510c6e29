"""Figures of the code's size that are to stay small: `python -m tests.figures` prints them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.kit.paths import ROOT
from tests.project.test_layers import modules, reached_from


def lines_of(folders: tuple[str, ...]) -> dict[str, int]:
    """The number of lines of each Python file in these folders."""
    return {
        path.relative_to(ROOT).as_posix(): len(path.read_text("utf-8").splitlines())
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
    }


def classes(path: Path) -> Iterator[tuple[int, str]]:
    """The length of each class of a file, and its name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef):
            yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{path.stem}.{node.name}"


def figures() -> dict[str, str]:
    """What is counted, and the numbers."""
    product, tests = lines_of(("table", "hardware")), lines_of(("tests",))
    longest = max(product, key=product.__getitem__)
    largest, name = max(one for path in modules().values() for one in classes(path))
    return {
        "files that import each other in a circle": str(sum(one in reached_from(one) for one in modules())),
        "largest class": f"{name}, {largest} lines",
        "largest file": f"{longest}, {product[longest]} lines",
        "product": f"{len(product)} files, {sum(product.values())} lines",
        "tests": f"{len(tests)} files, {sum(tests.values())} lines",
    }


if __name__ == "__main__":
    for what, comes_to in figures().items():
        print(f"{what}: {comes_to}")
