"""The compiled rules: used only if they were made for this Python from exactly these sources."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table import compiled
from table.compiled import (
    LISTS,
    MACHINE_CODE,
    RULES,
    SOURCES,
    WORDS,
    CompileError,
    check_tools,
    for_mypyc,
    found,
    use,
)
from table.engine import requests

ROOT = SOURCES.parent
ASKED = """
import sys
from importlib.util import find_spec
from pathlib import Path
{before}
from table.compiled import use
print(use(Path(sys.argv[1])), Path(find_spec("table.engine.play").origin).parents[1])
"""
"""Says whether the compiled rules are used, and where rules are searched first."""


@pytest.fixture
def fast(tmp_path: Path) -> Path:
    """A copy of the rules as `make fast` leaves it; its machine code is empty, and never runs."""
    for name in found(*RULES, LISTS):
        place = tmp_path / "table" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SOURCES / name, place)
    tmp_path.joinpath("table", "engine", f"play{MACHINE_CODE}").touch()
    return tmp_path


def asked(fast: Path, before: str = "") -> list[str]:
    """The answer of a new Python process."""
    words = [sys.executable, "-c", ASKED.format(before=before), str(fast)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_no_folder_of_rules_is_left_out() -> None:
    """What is imported from a compiled package has to lie beside it."""
    folders = ("games/werewolf/hints/**/*.py", "games/werewolf/rules/**/*.py")
    assert set(found(*folders)) <= set(found(*RULES, LISTS))


def test_a_copy_of_these_sources_is_used(fast: Path) -> None:
    assert asked(fast) == ["True", str(fast / "table")]


@pytest.mark.parametrize(
    "name",
    ["engine/play.py", "games/werewolf/rules/cards/witch.py", "games/werewolf/rules/rulebooks/family.py"],
)
def test_a_copy_of_other_sources_is_not(fast: Path, name: str) -> None:
    with (fast / "table" / name).open("a") as file:
        file.write("\n")
    assert asked(fast) == ["False", str(SOURCES)]
    (fast / "table" / name).unlink()
    assert asked(fast) == ["False", str(SOURCES)]


def test_machine_code_for_another_python_is_not_used(fast: Path) -> None:
    code = fast / "table" / "engine" / f"play{MACHINE_CODE}"
    code.rename(code.with_name("play.cpython-39-x86_64-linux-gnu.so"))
    assert asked(fast) == ["False", str(SOURCES)]


@pytest.mark.parametrize(
    "rule", ["table.engine.play", "table.engine.requests", "table.games.werewolf.rules.pieces"]
)
def test_whoever_has_the_rules_keeps_them(fast: Path, rule: str) -> None:
    """With half of the rules compiled there would be two kinds of seats."""
    assert asked(fast, f"import {rule}") == ["False", str(SOURCES)]


def test_without_make_fast_nothing_is_used(tmp_path: Path) -> None:
    assert not use(tmp_path / "fast")


def test_simulate_says_that_it_plays_compiled_rules_and_nobody_else_asks() -> None:
    """It says so on standard error, so that --json stays what it is."""
    told = "garou: the compiled rules of make fast are played\n"
    simulate = ("simulate", "--deck", "werewolf=2,villager=6", "--rounds", "3", "--json")
    assert commanded(True, *simulate) == ("{", f"{told}asked 1\n")
    assert commanded(False, *simulate) == ("{", "asked 1\n")
    assert commanded(True, "referee", "tests/scenarios/LG-10.toml") == ("{", "asked 0\n")


def commanded(is_used: bool, *words: str) -> tuple[str, str]:
    """The beginning of a command's output, and its errors; `is_used`: whether the rules are compiled."""
    code = f"""
import sys, table.compiled
asked = []
table.compiled.use = lambda: asked.append("use") is None and {is_used}
from table.__main__ import main
sys.argv[0] = "garou"
try:
    main()
finally:
    print("asked", len(asked), file=sys.stderr)
"""
    ran = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True)
    return ran.stdout[:1], ran.stderr


@pytest.mark.parametrize(
    ("word", "facts", "answer"),
    [
        ("ask", ("A", "seer", ["B", "C"]), ["C"]),
        ("ask", ("A", "seer", ["B", "C"]), []),
        ("ask_several", ("A", "cupid", ["A", "B", "C"], 2), ("C", "A")),
        ("vote", ("vote", {"A": ["B"]}), {"A": "B"}),
        ("show", (["A"], "pack"), None),
        ("unveil", (["A"], "word", "moon"), None),
        ("say", ("an event",), None),
        ("wake", ("a call", ["A"]), None),
        ("sleep", ("a call",), None),
        ("draw", ("deal", ["A", "B"]), ["B"]),
        ("draw_several", ("deal", ["A", "B", "C"], 2), ["B", "A"]),
        ("shuffle", ("deal", ["A", "B"]), ["B", "A"]),
        ("clock", ("debate", ["A"], 3.5), "a press"),
        ("answering", ("day", ["A"], 3.5, "B", ["yes", "no"]), None),
        ("leavers", (["A", "B"],), ["B"]),
    ],
)
def test_a_word_written_out_says_and_hears_the_same(word: str, facts: tuple[Any, ...], answer: Any) -> None:
    written: dict[str, Any] = {}
    exec(for_mypyc(WORDS), written)
    said = []
    for words in (vars(requests), written):
        script = words[word](*facts)
        request = script.send(None)
        with pytest.raises(StopIteration) as end:
            script.send(answer)
        fields = getattr(requests, type(request).__name__).__struct_fields__
        said.append((type(request).__name__, [getattr(request, one) for one in fields], end.value.value))
    assert said[0] == said[1]


def test_every_word_that_is_said_is_written_out() -> None:
    """None of them is a generator or a struct any more."""
    written = ast.parse(for_mypyc(WORDS))
    structs = {name for name, one in vars(requests).items() if isinstance(one, type(msgspec.Struct))}
    plain = {one.name for one in written.body if isinstance(one, ast.ClassDef) and not one.keywords}
    assert structs - {"Public"} <= plain
    assert [one.name for one in written.body if isinstance(one, ast.FunctionDef)] == []


@pytest.mark.parametrize(
    ("lacks", "said"),
    [
        ("mypyc", "mypyc is needed to compile the rules: "),
        ("cc", "a C compiler (gcc-of-nowhere) is needed to compile the rules: sudo apt install gcc"),
        ("headers", "Python.h is needed to compile the rules: sudo apt install python3-dev"),
    ],
)
def test_what_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lacks: str, said: str
) -> None:
    compiler = "gcc-of-nowhere" if lacks == "cc" else sys.executable
    monkeypatch.setattr(compiled, "find_spec", lambda name: None if name == lacks else name)
    monkeypatch.setattr(sysconfig, "get_config_var", lambda _: f"{compiler} -pthread")
    if lacks != "headers":
        tmp_path.joinpath("Python.h").touch()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    with pytest.raises(CompileError) as error:
        check_tools()
    assert str(error.value).startswith(said)


def test_rules_that_cannot_be_compiled_leave_nothing_half_made(
    monkeypatch: pytest.MonkeyPatch, fast: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Code made from other sources is removed too."""

    def broken(*words: str, at: Path) -> str:
        raise CompileError(f"the rules could not be compiled: {len(words)} words at {at.name}")

    monkeypatch.setattr(compiled, "check_tools", lambda: None)
    monkeypatch.setattr(compiled, "_run", broken)
    monkeypatch.setattr(compiled.compile_rules, "__defaults__", (fast,))
    assert compiled.main() == 1
    assert not fast.exists()
    assert not fast.with_name(f"{fast.name}.unfinished").exists()
    assert capsys.readouterr().err.startswith("garou: the rules could not be compiled: ")


def test_rules_that_play_otherwise_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    said = iter(["", "40 rounds\n", "41 rounds\n"])
    monkeypatch.setattr(compiled, "check_tools", lambda: None)
    monkeypatch.setattr(compiled, "_run", lambda *_, at: next(said))  # noqa: ARG005
    fast = tmp_path / "fast"
    with pytest.raises(CompileError, match="play other rounds than these: they are not used"):
        compiled.compile_rules(fast)
    assert not fast.exists()
