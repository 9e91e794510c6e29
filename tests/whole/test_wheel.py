"""The packages: a wheel plays in a folder where nothing else of the project is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from systemd import install
from tests.kit.paths import ROOT
from tests.project.weights import tracked
from tests.whole.conftest import BUILD

MADE_BY = ("__init__", "blocks", "island", "make_music", "make_sounds", "turned")
LEFT_OUT = {f"sounds/{name}.py" for name in MADE_BY}
"""What makes the sounds is no part of a wheel."""


def played_from() -> set[str]:
    """The files of this clone that a table plays from."""
    return {name for name in tracked(ROOT) if name.startswith(("table/", "hardware/", "config/", "sounds/"))}


def in_clone(names: Iterable[str]) -> set[str]:
    """The files of a wheel, as they are named in a clone."""
    return {
        name.removeprefix("table/shipped/")
        for name in names
        if ".dist-info/" not in name and ".data/" not in name
    }


@pytest.fixture(scope="module")
def source(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the source package, unpacked."""
    folder = tmp_path_factory.mktemp("source")
    [sdist] = packages.glob("garou-*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    [unpacked] = folder.iterdir()
    return unpacked


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


def test_the_source_package_holds_all_that_git_has(source: Path) -> None:
    held = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    made = {name for name in held if name.startswith("garou.egg-info/")} | {"PKG-INFO", "setup.cfg"}
    assert held - made == set(tracked(ROOT))


def test_every_way_to_install_it_has_the_same_files(wheel: Path, source: Path) -> None:
    """A clone, a source package and the wheel made from it, and the archive for a Pi."""
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    assert in_clone(names) == played_from() - LEFT_OUT
    packed = {path.relative_to(source).as_posix() for path in install.shipped(source)}
    assert {name for name in packed if name.startswith(("table/", "hardware/", "config/", "sounds/"))} == (
        played_from()
    )
    assert [name for name in names if name.endswith(".data/data/share/man/man1/garou.1")]
    about = {Path(name).name for name in names if ".dist-info/" in name}
    assert about >= {"LICENSE", "NOTICES", "entry_points.txt"}


def test_a_package_without_words_is_not_built(source: Path, tmp_path: Path) -> None:
    """Without config it would be a program that cannot even say what is wrong."""
    poor = Path(shutil.copytree(source, tmp_path / "poor", ignore=shutil.ignore_patterns("config", "docs")))
    command = [*BUILD, str(tmp_path), "--wheel", "."]
    told = subprocess.run(command, cwd=poor, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode != 0
    assert f"garou: {poor / 'config'}: no file to ship; build from a whole clone" in told.stderr + told.stdout
    assert not [*tmp_path.glob("*.whl")]


def test_a_program_without_words_says_so_in_one_sentence(installed: Installed) -> None:
    shipped = installed.packages / "table/shipped"
    shipped.rename(shipped.with_name("away"))
    try:
        told = installed.run("play", "--simulated")
    finally:
        shipped.with_name("away").rename(shipped)
    assert (told.returncode, told.stdout) == (2, "")
    [line] = told.stderr.splitlines()
    assert line.endswith("config is missing: this installation is not whole, install it again")


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
