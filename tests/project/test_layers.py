"""Who may import whom: one table, from the bottom up. An import in a function or for types alone counts."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.kit.parsed import parsed
from tests.kit.paths import ROOT

LAYERS = (
    ("hardware",),
    ("table.paths", "table.files"),
    ("table.version",),
    ("table.sentences", "table.typefaces"),
    ("table.errors",),
    ("table.faults", "table.names"),
    ("table.engine",),
    ("table.games.werewolf.rules", "table.games.werewords.rules"),
    ("table.gestures",),
    ("table.board",),
    ("table.board.paint",),
    ("table.words",),
    ("table.settings",),
    ("table.games",),
    ("table.games.all",),
    ("table.house",),
    ("table.room",),
    ("table.evening",),
    ("table.chronicle", "table.paper", "table.referee"),
    ("table.publish",),
    ("table.appliance",),
    ("table.compiled",),
    ("table.commands",),
    ("table.__main__",),
)
"""Each layer may import those below it, and itself. Two of one row do not know each other."""
HARDWARE: Mapping[str, str] = {
    "table.gestures": "hardware.debounce",
    "table.board": "hardware.simulated",
    "table.board.paint": "hardware",
    "table.words": "hardware.troubles",
    "table.settings": "hardware",
    "table.room": "hardware",
    "table.evening": "hardware.troubles",
    "table.chronicle": "hardware.troubles",
    "table.paper": "hardware",
    "table.publish": "hardware",
    "table.appliance": "hardware",
    "table.commands": "hardware",
    "table.__main__": "hardware.troubles",
}
"""Which of them know the hardware, or a part of it; no other does."""
EVERYBODYS = ("hardware.languages", "hardware.folders", "hardware.whole_file")
"""What a code of a language means, how a folder is listed, a file written: everybody may know that."""
THE_LIST = "table.games.all"
"""The only module that knows all games. Each game knows itself, and everything else asks the list."""
KNOWN: Mapping[str, str] = {"table.words": "rules", "table.settings": "rules", "table.house": ""}
"""The others that know a game, or a part of one."""


def belongs(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@cache
def modules() -> Mapping[str, Path]:
    found = {}
    for top in ("table", "hardware"):
        for path in sorted((ROOT / top).rglob("*.py")):
            found[".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


@cache
def imported() -> Mapping[str, frozenset[str]]:
    """For each file of the project, those it imports, anywhere in it."""
    return {name: frozenset(imports(path.read_text("utf-8"))) - {name} for name, path in modules().items()}


def imports(source: str) -> Iterator[str]:
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in modules() else str(node.module)


def place(module: str) -> tuple[int, str]:
    """The layer of a module, and its name in the table: the longest that fits."""
    fits = [
        (len(name), number, name)
        for number, layer in enumerate(LAYERS)
        for name in layer
        if belongs(module, name)
    ]
    _, number, name = max(fits)
    return number, name


def is_allowed(importer: str, module: str) -> bool:
    """Whether one file may import another."""
    above, here = place(importer)
    below, there = place(module)
    if there == "hardware":
        return here == there or module in EVERYBODYS or belongs(module, HARDWARE.get(here, "nothing"))
    game = game_of(module)
    if game and game_of(importer) != game and importer != THE_LIST:
        known = next((part for who, part in KNOWN.items() if belongs(importer, who)), None)
        if known is None or not belongs(module, f"{game}.{known}".rstrip(".")):
            return False
    return below < above or here == there


def game_of(module: str) -> str | None:
    """The folder of the game that a file belongs to."""
    found = re.match(r"table\.games\.\w+(?=\.)", module)
    return found and found[0]


def test_everything_has_its_layer() -> None:
    """A new folder must say what it may know."""
    assert [name for name in modules() if name not in ("table", "hardware") and not place(name)] == []


def test_nobody_imports_what_lies_above() -> None:
    wrong = {
        f"{name} -> {other}"
        for name, others in imported().items()
        for other in others
        if other.startswith(("table.", "hardware")) and other in modules() and not is_allowed(name, other)
    }
    assert wrong == set()


def reached_from(name: str) -> set[str]:
    """Everything that a file imports, and what that imports, and so on."""
    seen, ahead = set[str](), [name]
    while ahead:
        new = imported().get(ahead.pop(), frozenset()) - seen
        seen |= new
        ahead += new
    return seen


def test_no_file_stands_in_a_circle() -> None:
    assert [name for name in modules() if name in reached_from(name)] == []


@pytest.mark.parametrize(
    ("importer", "module", "may"),
    [
        ("table.room.room", "table.engine.requests", True),
        ("table.engine.requests", "table.room.room", False),
        ("table.games.werewolf.bots", "table.games.werewolf.rules.pieces", True),
        ("table.games.werewolf.bots", "table.games.werewords.bots", False),
        ("table.games.all", "table.games.werewolf.bots", True),
        ("table.settings.settings", "table.games.werewolf.evening", False),
        ("table.board.menu", "table.board.paint.text", False),
        ("table.words.troubles", "hardware.buttons.gpio", False),
        ("table.house.load", "hardware.folders", True),
        ("table.errors", "hardware.troubles", False),
    ],
)
def test_the_table_is_read_as_it_is_meant(importer: str, module: str, may: bool) -> None:
    assert is_allowed(importer, module) is may


def test_imports_are_seen_wherever_they_stand() -> None:
    source = (
        "import table.errors\nif 1:\n  from table.room import room\n"
        "def f():\n  from hardware.buttons.gpio import x\n"
    )
    assert set(imports(source)) == {"table.errors", "table.room.room", "hardware.buttons.gpio"}


# What is private


def strangers(source: str) -> Iterator[str]:
    """The private members that a file reads of other objects."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Attribute) and PRIVATE.fullmatch(node.attr):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not own and ast.unparse(node.value) != "super()":
                yield ast.unparse(node)
        elif (
            isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in BY_NAME
        ):
            # The name of a member may stand in a text of its own, or at the end of a dotted one.
            told = [part.value for part in node.args[:2] if isinstance(part, ast.Constant)]
            name = next((text.rpartition(".")[2] for text in told if isinstance(text, str)), "")
            if PRIVATE.fullmatch(name) and ast.unparse(node.args[0]) != "self":
                yield f"{ast.unparse(node.args[0])}.{name}"


BY_NAME = ("getattr", "setattr", "delattr")
"""Functions, and methods of `monkeypatch`, that are given the name of a member."""
PRIVATE = re.compile(r"_(?!_|replace$)\w+")
"""`_replace` is what the standard library calls it in a named tuple."""


def test_nobody_reads_what_is_private_to_another() -> None:
    found = [
        f"{name}: {told}" for name, path in modules().items() for told in strangers(path.read_text("utf-8"))
    ]
    assert found == []
    assert list(strangers("a._b\nself._c\nsuper()._d()\nd._replace(e=1)\nf().g._h")) == ["a._b", "f().g._h"]
    named = 'm.setattr(a, "_b", 1)\nm.setattr("c.d._e", 1)\ngetattr(self, "_f")\nsetattr(g, "h", "_i")'
    assert list(strangers(named)) == ["a._b", "'c.d._e'._e"]


MEMBER = re.compile(r"\bself\.(_\w+)|^ +def (_\w+)", re.MULTILINE)


def members(source: str) -> Iterator[str]:
    """The private members of the classes of a file."""
    for read, made in MEMBER.findall(source):
        if PRIVATE.fullmatch(read or made):
            yield read or made


@pytest.mark.slow
def test_no_test_reads_what_is_private_to_a_table_that_plays() -> None:
    """Names that only classes of the room and the appliance have: a test uses what can be seen of them."""
    ours, others = set[str](), set[str]()
    tests = {path: path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py")}
    for name, path in modules().items():
        is_ours = belongs(name, "table.room") or belongs(name, "table.appliance")
        (ours if is_ours else others).update(members(path.read_text("utf-8")))
    for source in tests.values():
        others.update(members(source))
    assert len(ours - others) > 100
    found = [
        f"{path.relative_to(ROOT)}: {told}"
        for path, source in tests.items()
        if re.search(r"\._\w|attr\(", source)
        for told in strangers(source)
        if told.rpartition(".")[2] in ours - others
    ]
    assert found == []


SHARED = {
    *(
        "Call",
        "Card",
        "CoveredTime",
        "Day",
        "Dealt",
        "DebateOpens",
        "FromScenario",
        "Game",
        "Options",
        "Round",
    ),
    *("RoundOver", "Scenario", "Seat", "Stage"),
    "Clock",
}
"""Names of more than one class, for reasons that docs/design.md gives."""


def test_a_class_has_a_name_of_its_own() -> None:
    found = [
        node.name
        for path in modules().values()
        for node in parsed(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert {name for name in found if found.count(name) > 1} == SHARED


def bases(source: str) -> Iterator[str]:
    """The classes from which those of a file inherit."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.ClassDef):
            yield from (ast.unparse(base) for base in node.bases)


STAGES = {"stage": "table.room.stage", "presses": "table.room.presses"}
"""What a stage and its presses are called, and the only module that sets what is theirs."""


def set_from_outside(source: str, name: str) -> Iterator[str]:
    """What a module sets, adds or replaces of a stage or of presses that it was given."""
    for node in ast.walk(parsed(source)):
        told: list[ast.expr] = []
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store | ast.Del):
            told = [node.value]
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
            told = [node.value.value] if isinstance(node.value, ast.Attribute) else []
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in ("setattr", "object.__setattr__"):
            told = node.args[:1]
        for owner in told:
            last = ast.unparse(owner).rpartition(".")[2].lstrip("_")
            if last in STAGES and STAGES[last] != name:
                yield ast.unparse(node)


def test_nothing_on_a_stage_is_set_from_outside() -> None:
    """An act answers when it is asked: who hears a press is never the function that somebody set last."""
    found = {
        f"{name}: {told}"
        for name, path in modules().items()
        for told in set_from_outside(path.read_text("utf-8"), name)
    }
    assert found == set()


@pytest.mark.parametrize(
    "line",
    [
        "self.stage.ring = self.ring",
        "stage.ring, self.x = ring, 1",
        "self._stage.closings += 1",
        "room.presses.phases[3] = 'choose'",
        "setattr(self._stage.presses, 'hear', self.hear)",
        "del stage.acts[0]",
    ],
)
def test_what_is_set_on_a_stage_from_outside_is_found(line: str) -> None:
    assert len(list(set_from_outside(line, "table.room.room"))) == 1


def test_nothing_outside_of_the_room_is_a_kind_of_room() -> None:
    """A lobby, a menu, a show and a round that can be stopped are acts on a stage, and have no other kind."""
    parts = {
        node.name
        for name, path in modules().items()
        if belongs(name, "table.room") and name != "table.room.act"
        for node in parsed(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    }
    assert {"Room", "Stage", "Presses", "Speaking"} <= parts
    kinds = [
        f"{name}: {base}"
        for name, path in modules().items()
        if not belongs(name, "table.room")
        for base in bases(path.read_text("utf-8"))
        if base in parts
    ]
    assert kinds == []


def test_a_table_leaves_out_what_only_others_need_in_the_network() -> None:
    """Asyncio, TLS and HTTP take 4 MiB: the gateway of phones, and the fetching of voices."""
    unwanted = {"asyncio", "ssl", "http.client"}
    code = f"import sys, table.appliance.opening.tonight\nprint({unwanted} & {{*sys.modules}})"
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"
