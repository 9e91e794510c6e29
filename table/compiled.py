"""The rules as machine code, for thousands of rounds in a row: `make fast`, and `garou simulate` uses them.

`build/fast` holds a copy of the rules, compiled by mypyc if it can. The copy is used only while it matches
the sources exactly: after a rule is edited the sources run, until the next `make fast`.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeGuard

from table.errors import TableError
from table.paths import PACKAGE, PROGRAM

SOURCES = PACKAGE
FAST = PROGRAM / "build" / "fast"
WORDS = "engine/requests.py"
"""The module that every rule uses: rewritten for mypyc, which cannot compile its source."""
RULES = (
    WORDS,
    "engine/play.py",
    "games/lots.py",
    "games/werewolf/simulate.py",
    "games/werewolf/bots.py",
    "games/werewolf/mind.py",
    "games/werewolf/hints/*.py",
    "games/werewolf/hints/twists/*.py",
    "games/werewolf/rules/*.py",
    "games/werewolf/rules/cards/*.py",
    "games/werewolf/rules/twists/*.py",
)
INHERITED = re.compile(r"^(?=class (ByLot|Piece|Card)\b)", re.MULTILINE)
"""Classes with subclasses in files that are not compiled: house roles and the other game."""
OPEN = "@mypyc_attr(allow_interpreted_subclasses=True)"
BRIEF = "@mypyc_attr(acyclic=True, free_list_len=1)"
"""A freed request is replaced by the next one, so no garbage collector tracks it."""
LISTS = "games/werewolf/rules/rulebooks/*.py"
"""Not worth compiling: they are only copied."""
MACHINE_CODE = EXTENSION_SUFFIXES[0]
"""The suffix of compiled files, which fit this Python only."""
DIRECT = "-fno-semantic-interposition -fno-plt"
"""For the C compiler: functions are never replaced, so they call each other directly."""
TYPES = ("--config-file=", "--ignore-missing-imports", "--follow-imports=silent")
STRUCT = re.compile(r"^class \w+\((msgspec\.Struct|Public|News)\b", re.MULTILINE)
"""What mypyc cannot compile: a file with any of these is only copied."""
PROOF = """
from table.compiled import use
{use}
import table.house, table.games.werewords.simulate
from table.games.werewolf.simulate import simulate
from table.settings.decks import listed
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
for book in RULEBOOKS.values():
    for players in range(book.least, 25):
        for who in ("random", "bots"):
            print(simulate(book, listed(book)["expert"][players], Options(), 10, who, players).wins)
"""
"""Plays every rulebook with every number of players; its output would show a difference of compiled rules."""


class CompileError(TableError, RuntimeError):
    """The rules could not be compiled: the sentence says what is missing."""


def use(fast: Path = FAST) -> bool:
    """Imports the rules from `fast`, if that is a copy of exactly these sources for this Python. Returns
    whether it is. Call it before any of them has been imported."""
    made = fast / "table"
    if (
        not made.joinpath(f"engine/play{MACHINE_CODE}").exists()
        or {"table.engine.requests", "table.engine.play", "table.games.werewolf.rules"} & sys.modules.keys()
    ):
        return False
    if any(not _same(made / name, SOURCES / name) for name in found(*RULES, LISTS)):
        return False
    sys.path.append(str(fast))
    sys.meta_path.insert(0, _Made(fast))
    return True


class _Made(MetaPathFinder):
    """Finds compiled rules in place of the sources."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: object = None,  # noqa: ARG002 - the import system gives it
    ) -> ModuleSpec | None:
        file = self._folder.joinpath(*fullname.split(".")).with_suffix(MACHINE_CODE)
        return spec_from_file_location(fullname, file) if path and file.exists() else None


def found(*patterns: str) -> Iterator[str]:
    """The paths of the rules' files, relative to `table/`."""
    for pattern in patterns:
        for file in sorted(SOURCES.glob(pattern)):
            yield file.relative_to(SOURCES).as_posix()


def _same(made: Path, source: Path) -> bool:
    return made.is_file() and made.read_bytes() == source.read_bytes()


def compile_rules(fast: Path = FAST) -> None:
    """Makes `fast` anew. Raises `CompileError` if something is missing, or if the compiled rules play
    differently from the sources; then there is no `fast`."""
    check_tools()
    shutil.rmtree(fast, ignore_errors=True)
    unfinished = fast.with_name(f"{fast.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    with TemporaryDirectory() as folder:
        work, made = Path(folder, "work"), Path(folder, "made")
        shutil.copytree(SOURCES, work / "table", ignore=shutil.ignore_patterns("__pycache__"))
        # A compiled package does not find what of it is not compiled.
        rules = {name: for_mypyc(name) for name in found(*RULES) if Path(name).name != "__init__.py"}
        rules = {name: source for name, source in rules.items() if not STRUCT.search(source)}
        for name, source in rules.items():
            work.joinpath("table", name).write_text(source, "utf-8")
        _run("-m", "mypyc", *TYPES, *(f"table/{name}" for name in rules), at=work)
        copies = [SOURCES / name for name in found(*RULES, LISTS)]
        code = (*work.glob(f"*{MACHINE_CODE}"), *work.glob(f"table/**/*{MACHINE_CODE}"))
        for root, files in ((SOURCES.parent, copies), (work, code)):
            for file in files:
                place = made / file.relative_to(root)
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, place)
        proof = PROOF.format(use=f"from pathlib import Path; assert use(Path({str(made)!r}))")
        if _run("-c", PROOF.format(use=""), at=made) != _run("-c", proof, at=made):
            raise CompileError("the compiled rules play other rounds than these: they are not used")
        shutil.copytree(made, unfinished)
    unfinished.rename(fast)


def for_mypyc(name: str) -> str:
    """The source of a rule, changed for mypyc."""
    source = (SOURCES / name).read_text("utf-8")
    source = written_out(source) if name == WORDS else INHERITED.sub(f"{OPEN}\n", source)
    future = "from __future__ import annotations\n"
    known = f"{future}from mypy_extensions import mypyc_attr\n" if "@mypyc_attr" in source else future
    return source.replace(future, known)


def written_out(words: str) -> str:
    """The requests without structs and without generators as coroutines, which mypyc does not support. A
    struct becomes a plain awaitable class, and a function that yields one awaits it."""
    return ast.unparse(ast.fix_missing_locations(_WrittenOut().visit(ast.parse(words))))


class _WrittenOut(ast.NodeTransformer):
    def __init__(self) -> None:
        self._fields: dict[str, list[ast.AnnAssign]] = {"msgspec.Struct": []}
        """The fields of each struct, inherited ones first."""

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        parent = ast.unparse(node.bases[0]) if node.bases else ""
        if parent not in self._fields:
            return node
        fields = self._fields[parent] + [line for line in node.body if _is_field(line)]
        self._fields[node.name] = fields
        takes = ", ".join(ast.unparse(field) for field in fields)
        keeps = "; ".join(f"self.{name} = {name}" for name in (ast.unparse(field.target) for field in fields))
        is_root = parent == "msgspec.Struct"
        written = f"{BRIEF}\nclass {node.name}{'' if is_root else f'({parent})'}:\n"
        written += f" def __init__(self, {takes}) -> None: {keeps}\n"
        if is_root:
            written += " def __await__(self) -> Generator[Any, Any, Any]: return (yield self)\n"
        return ast.parse(written).body[0]

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if "coroutine" not in map(ast.unparse, node.decorator_list):
            return node
        assert isinstance(node.returns, ast.Subscript)
        assert isinstance(node.returns.slice, ast.Tuple)
        body = [self.visit(line) for line in node.body]
        return ast.AsyncFunctionDef(node.name, node.args, body, [], node.returns.slice.elts[2])

    def visit_Yield(self, node: ast.Yield) -> ast.AST:
        assert node.value
        return ast.Await(node.value)


def _is_field(line: ast.stmt) -> TypeGuard[ast.AnnAssign]:
    """Whether this line of a struct is a field."""
    return isinstance(line, ast.AnnAssign) and "ClassVar" not in ast.unparse(line.annotation)


def check_tools() -> None:
    """Raises `CompileError` naming the first thing this machine lacks."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    for module in ("mypyc", "setuptools"):
        if find_spec(module) is None:
            raise CompileError(
                f"{module} is needed to compile the rules: {sys.executable} -m pip install {module}"
            )
    if shutil.which(compiler) is None:
        raise CompileError(f"a C compiler ({compiler}) is needed to compile the rules: sudo apt install gcc")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise CompileError("Python.h is needed to compile the rules: sudo apt install python3-dev")


def _run(*words: str, at: Path) -> str:
    """Runs this Python and returns its output. Raises `CompileError` with the last line if it fails."""
    flags = f"{os.environ.get('CFLAGS', '')} {DIRECT}"
    settings = os.environ | {"CFLAGS": flags, "MYPYC_OPT_LEVEL": "3", "PYTHONPATH": str(SOURCES.parent)}
    ran = subprocess.run([sys.executable, *words], cwd=at, env=settings, capture_output=True, text=True)
    if ran.returncode:
        said = (ran.stdout + ran.stderr).strip().splitlines() or ["nothing was said"]
        raise CompileError(f"the rules could not be compiled: {said[-1]}")
    return ran.stdout


def main() -> int:
    print("Compiling the rules; this takes about a minute.")
    began_s = time.monotonic()
    try:
        compile_rules()
    except CompileError as error:
        print(f"garou: {error}", file=sys.stderr)
        return 1
    print(
        f"Ready after {time.monotonic() - began_s:.0f} s: garou simulate plays them until a rule is edited."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
