"""Figures of the code's size that are to stay small: `python -m tests.figures` prints them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.kit.paths import ROOT
from tests.project.test_layers import imported, modules, reached_from, set_from_outside


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


def own_imports(name: str) -> int:
    """How many modules of the product a module imports, anywhere in it."""
    return len({one for one in imported()[name] if one in modules()})


def long_tuples(path: Path) -> int:
    """How many tuples of more than four values a file unpacks, or spreads over the arguments of a call.

    In both, a value's place says what it means. One that is spread in a longer list (names, colours, keys) is
    a part of a list of equal things, and is not counted.
    """
    found = 0
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            spread = [each.value for each in node.args if isinstance(each, ast.Starred)]
            found += sum(isinstance(each, ast.Tuple) and len(each.elts) > 4 for each in spread)
        elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Store):
            found += len(node.elts) > 4
    return found


def figures() -> dict[str, str]:
    """What is counted, and the numbers."""
    product, tests = lines_of(("table", "hardware")), lines_of(("tests",))
    longest = max(product, key=product.__getitem__)
    largest, name = max(one for path in modules().values() for one in classes(path))
    widest = max(modules(), key=own_imports)
    flat = sorted((ROOT / "table" / "appliance").glob("*.py"))
    rooms = {
        folder: len(list(folder.glob("*.py")))
        for folder in (ROOT / "table" / "appliance").iterdir()
        if folder.is_dir()
    }
    fullest = max(rooms, key=rooms.__getitem__)
    slots = sum(len(list(set_from_outside(path.read_text("utf-8"), one))) for one, path in modules().items())
    return {
        "set on a stage or its presses from outside": str(slots),
        "files that import each other in a circle": str(sum(one in reached_from(one) for one in modules())),
        "largest class": f"{name}, {largest} lines",
        "most modules of ours in one file": f"{widest}, {own_imports(widest)}",
        "tuples of more than four": str(sum(map(long_tuples, modules().values()))),
        "flat files in appliance/": str(len(flat)),
        "fullest folder in appliance/": f"{fullest.name}, {rooms[fullest]} files",
        "largest file": f"{longest}, {product[longest]} lines",
        "product": f"{len(product)} files, {sum(product.values())} lines",
        "tests": f"{len(tests)} files, {sum(tests.values())} lines",
    }


if __name__ == "__main__":
    for what, comes_to in figures().items():
        print(f"{what}: {comes_to}")
