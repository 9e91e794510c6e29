"""`make wheel`: one file that plays in a folder where nothing else of the project is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.kit.paths import ROOT


def tracked() -> list[str]:
    """The files of the project, with those not committed yet."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `make wheel` builds it, of a copy of this folder: other tests read this one."""
    copy, made = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("dist")
    for name in tracked():
        if not name.startswith(("tests/", "docs/", "benchmarks/")):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-input", "--disable-pip-version-check"]
    command += ["--no-deps", "--no-build-isolation", "--wheel-dir", str(made), "."]
    subprocess.run(command, cwd=copy, check=True, timeout=300)
    [built] = made.glob("garou-*.whl")
    return built


def run(
    command: Sequence[str | Path], folder: Path, around: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=around, capture_output=True, text=True, timeout=300, check=False
    )


class Installed:
    """A Python with the wheel in it, an empty folder, and somebody who has no files of their own.

    The libraries are those of the Python that runs the tests: no network is asked.
    """

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.python, self.folder = folder / "venv/bin/python", folder / "empty"
        self.folder.mkdir()
        venv.create(folder / "venv", with_pip=False)
        [self.packages] = (folder / "venv/lib").glob("python3*/site-packages")
        pip = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "--quiet"]
        pip += ["--no-input", "--disable-pip-version-check", "--no-deps", "--no-index", str(wheel)]
        subprocess.run(pip, check=True, timeout=120)
        libraries = [path for path in sys.path if path.endswith("site-packages")]
        (self.packages / "libraries.pth").write_text("\n".join(libraries) + "\n")
        self.around = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": str(folder),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.python.with_name("garou")), *words]
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.around,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(wheel, tmp_path_factory.mktemp("elsewhere"))


def test_the_wheel_holds_what_is_shipped_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        held = set(archive.namelist())
    wanted = {f"table/shipped/{name}" for name in tracked() if name.startswith(("config/", "sounds/"))}
    wanted -= {f"table/shipped/sounds/{name}.py" for name in ("__init__", "make_music", "make_sounds")}
    wanted |= {name for name in tracked() if name.startswith(("table/", "hardware/"))}
    assert len(wanted) > 300
    about = {name for name in held if ".dist-info/" in name}
    assert held - about == wanted
    assert {Path(name).name for name in about} >= {"LICENSE", "NOTICES", "entry_points.txt"}


def test_a_round_is_played_and_looks_as_in_the_clone(installed: Installed) -> None:
    played = ("play", "--simulated", "--rounds", "1", "--speed", "20", "--seed", "1", "--language", "en")
    told = installed.run(*played)
    assert told.returncode == 0, told.stderr
    here = subprocess.run(
        [sys.executable, "-m", "table", *played],
        cwd=ROOT,
        env=installed.around,
        capture_output=True,
        text=True,
    )
    assert told.stdout == here.stdout != ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--version",), ""),
        (("doctor", "--language", "en"), "shipped/config/table.toml can be used"),
        (("config",), "Everything is as shipped."),
        (("chronicle",), "No evening has been kept."),
        (("simulate", "--deck", "beginner", "--rounds", "5"), "werewolves"),
        (("simulate", "--rulebook", "mots-garous", "--deck", "classic", "--rounds", "2"), "medium words"),
        (("wiring",), "seat-cards.pdf"),
        (("voice", "--say", "night.fall", "--language", "en"), "Shut your eyes"),
        (("check", "--simulated", "--language", "en"), ""),
    ],
    ids=" ".join,
)
def test_every_command_finds_what_it_reads(installed: Installed, words: tuple[str, ...], said: str) -> None:
    told = installed.run(*words)
    assert told.returncode == 0, told.stderr
    assert said in told.stdout
    assert "Traceback" not in told.stderr


def test_a_scenario_is_judged_and_rehearsed(installed: Installed) -> None:
    scenario = str(ROOT / "tests/scenarios/LG-10.toml")
    for words in (("referee", scenario), ("rehearse", scenario, "--virtual")):
        told = installed.run(*words)
        assert told.returncode == 0, told.stderr
        assert told.stdout


def test_nothing_is_written_beside_the_program(installed: Installed) -> None:
    """It may belong to somebody else."""
    before = set(installed.packages.rglob("*"))
    installed.run("play", "--simulated", "--rounds", "1", "--speed", "20", "--seed", "2")
    new = set(installed.packages.rglob("*")) - before
    assert [path for path in new if "__pycache__" not in path.parts] == []


def test_a_missing_library_is_brought_by_the_pip_of_that_python(installed: Installed) -> None:
    code = "from hardware.libraries import brings; print(brings('smbus2'))"
    told = run([installed.python, "-c", code], installed.folder, installed.around)
    assert told.stdout == f"{installed.folder.parent}/venv/bin/python -m pip install smbus2\n"
