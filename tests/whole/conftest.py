"""The packages, built once for the tests of a worker."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.paths import ROOT
from tests.project.weights import tracked

BUILD = (sys.executable, "-m", "build", "--no-isolation", "--outdir")
"""As `make wheel` builds: the source package, and the wheel by way of it. No network is asked."""


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built of a copy of this folder: other tests read this one."""
    copy, made = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("packages")
    for name in tracked(ROOT):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, copy / name)
    subprocess.run([*BUILD, str(made), "."], cwd=copy, check=True, timeout=300, capture_output=True)
    return made


@pytest.fixture(scope="session")
def wheel(packages: Path) -> Path:
    [built] = packages.glob("garou-*.whl")
    return built
