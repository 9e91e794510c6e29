"""What pyproject.toml cannot say: a wheel holds `config` and `sounds` in the package, as `table/shipped`.

An editable install, as `make venv` makes it, has them where they lie; `table/paths.py` finds either.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
SHIPPED = {
    "config": ("*.toml", "*.txt", "*.py", "*.yaml", "mosquitto/*"),
    "sounds": ("*.wav", "*.opus", "*.md"),
}
"""The folders, and which of their files a table needs."""


def shipped() -> Iterator[Path]:
    """Every such file, as it is named in this folder. Ends the build with status 2 if there is none."""
    for folder, patterns in SHIPPED.items():
        found = [path for pattern in patterns for path in sorted((HERE / folder).rglob(pattern))]
        if not found:
            print(f"garou: {HERE / folder}: no file to ship; build from a whole clone", file=sys.stderr)
            sys.exit(2)
        yield from (path.relative_to(HERE) for path in found)


class BuildWithShipped(build_py):
    """The packages, and what they read."""

    def run(self) -> None:
        if not self.editable_mode:
            shutil.rmtree(self.build_lib, ignore_errors=True)  # nothing of an earlier build travels along
        super().run()
        if not self.editable_mode:
            for path in shipped():
                target = self.inside(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(HERE / path, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        return [*super().get_outputs(include_bytecode), *(str(self.inside(path)) for path in shipped())]

    def inside(self, path: Path) -> Path:
        return Path(self.build_lib, "table", "shipped", path)


setup(cmdclass={"build_py": BuildWithShipped})
