"""Builds the docs as a site with a search, into dist/site: `python -m tests.project.site`.

Pages are copied to dist/pages first: README.md and LISEZMOI.md become their entrances, and links that lead
out of docs/ lead to the repository. Zensical builds the rest as docs/site.toml says, and refuses every link
that leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.kit.paths import ROOT

DOCS, DIST = ROOT / "docs", ROOT / "dist"
REPOSITORY = "https://github.com/garou-table/garou"
LINK = re.compile(r"(\]\()([^)#:\s]+)((?:#[^)\s]*)?\))")
ENTRANCES = {"README.md": "index.md", "LISEZMOI.md": "fr/index.md"}
"""Pages beside docs/ that belong to the site, and what they are called there."""


def moved(name: str, target: str) -> str:
    """Where a link of the page `name` (a path in the clone) leads on the site, or in the repository."""
    here = ROOT / name
    path = (here.parent / target).resolve().relative_to(ROOT).as_posix()
    if path in ENTRANCES or path.startswith("docs/"):
        wanted = Path(ENTRANCES.get(path, path.removeprefix("docs/")))
        if (ROOT / path).is_file():
            page = Path(ENTRANCES.get(name, name.removeprefix("docs/")))
            return "/".join([*[".."] * len(page.parent.parts), wanted.as_posix()])
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return f"{REPOSITORY}/{kind}/main/{path}"


def page(name: str) -> str:
    """A page as the site has it. `name`: its path in the clone."""
    text = (ROOT / name).read_text("utf-8")
    return LINK.sub(lambda found: f"{found[1]}{moved(name, found[2])}{found[3]}", text)


def write_pages(folder: Path) -> None:
    """Writes all pages, and the pictures they show."""
    shutil.rmtree(folder, ignore_errors=True)
    names = [path.relative_to(ROOT).as_posix() for path in DOCS.rglob("*") if path.is_file()]
    for name in (*names, *ENTRANCES):
        to = folder / ENTRANCES.get(name, name.removeprefix("docs/"))
        to.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith(".md"):
            to.write_text(page(name), "utf-8")
        elif not name.endswith(".toml"):
            shutil.copyfile(ROOT / name, to)


def main() -> int:
    """Returns Zensical's exit status."""
    write_pages(DIST / "pages")
    shutil.rmtree(DIST / "site", ignore_errors=True)
    settings = shutil.copyfile(DOCS / "site.toml", DIST / "site.toml")
    command = [str(Path(sys.executable).with_name("zensical")), "build", "--strict", "--clean"]
    return subprocess.run([*command, "-f", str(settings)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
