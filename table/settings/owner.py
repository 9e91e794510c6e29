"""Where the owner's files are, and what they lie over.

What is shipped lies in `config/` and is never edited. A file of the owner's lies over ours of the same name:
it holds only what shall be different.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from table.errors import Reason, UnreadableError
from table.paths import SHIPPED
from table.sentences import Wrong
from table.words.catalogue import KINDS, NARRATION, Catalogue, shipped_languages
from table.words.lists import WordList, read_lists

TABLE = "table.toml"
WORDS = "words"
"""Lists of words: the owner's lie beside ours, and so do those in such a folder of a USB stick."""
SYSTEM = Path("/etc/garou")


class Owner(NamedTuple):
    """The files of one owner."""

    folder: Path
    """May not be there: then everything is as shipped."""
    given: Path | None = None
    """A file that stands in the place of his `table.toml`."""
    left_out: frozenset[Path] = frozenset()
    """The files of his words that count as not there."""

    @property
    def table(self) -> Path:
        """The settings in force: his, or ours where he has none. Ours say the defaults and nothing else."""
        own = self.given or self.folder / TABLE
        return own if self.given or os.path.lexists(own) else SHIPPED / TABLE

    @property
    def own_table(self) -> Path:
        """Where his settings belong, whether he has any or not."""
        return self.given or self.folder / TABLE

    @property
    def narration(self) -> Path:
        """His sentences."""
        return self.folder / NARRATION

    @property
    def catalogue(self) -> Catalogue:
        """All that is written, with his words over ours."""
        return Catalogue(self.folder, self.left_out)

    @property
    def house(self) -> Path:
        """His characters."""
        return self.folder / "house"

    @property
    def words(self) -> Path:
        """His lists of words for Mots-garous."""
        return self.folder / WORDS

    @property
    def languages(self) -> Sequence[str]:
        """The shipped ones, then his own."""
        return [*shipped_languages(), *self.own_languages]

    @property
    def own_languages(self) -> Sequence[str]:
        """Those that are not shipped: whole files of his."""
        found = sorted(path.stem for path in self.narration.glob("*.toml") if path not in self.left_out)
        return [language for language in found if language not in shipped_languages()]

    def words_in(self, wrong: str | Wrong) -> Path | None:
        """The file of his words that is wrong, if it is one of them."""
        words = {kind.partition("/")[0] for kind in (NARRATION, *KINDS)}
        for fact in () if isinstance(wrong, str) else wrong.facts.values():
            if isinstance(fact, Reason):
                found = self.words_in(fact)
            else:
                path = Path(str(fact))
                inside = path.parts[len(self.folder.parts) :] if path.is_relative_to(self.folder) else ()
                found = path if inside and inside[0] in words else None
            if found:
                return found
        return None


def owner_of(
    config: Path | None = None, environ: Mapping[str, str] = os.environ, system: Path = SYSTEM
) -> Owner:
    """Whose files count. `config`: a folder, or a file in the place of his `table.toml`, if one is named;
    else systemd's configuration directory for a service, `system` if it is there, or the user's own.

    Raises `UnreadableError` if what is named is not there.
    """
    if config is not None and not config.exists():
        raise UnreadableError(f"{config} cannot be read: No such file or directory")
    if config is not None and config.is_dir():
        return Owner(config)
    given = environ.get("CONFIGURATION_DIRECTORY", "").partition(":")[0]
    home = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "garou"
    return Owner(Path(given) if given else system if system.is_dir() else home, config)


def state_directory(environ: Mapping[str, str] = os.environ, home: Path | None = None) -> Path:
    """Where evenings are kept: systemd's state directory for a service, else the user's own. Raises
    `UnreadableError` if its name is no text."""
    given = environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    if any("\ud800" <= letter <= "\udfff" for letter in environ.get("XDG_STATE_HOME", "")):
        raise UnreadableError(
            f'XDG_STATE_HOME: "{environ["XDG_STATE_HOME"]}" is not UTF-8; allowed: a path in UTF-8'
        )
    return Path(environ.get("XDG_STATE_HOME") or (home or Path.home()) / ".local" / "state") / "garou"


def words_here(owner: Owner) -> tuple[list[WordList], list[str]]:
    """All lists of words on this machine, ours and the owner's; and what of them cannot be used, sentence by
    sentence."""
    folders = [folder for folder in sorted((SHIPPED / WORDS).iterdir()) if folder.is_dir()]
    read = [read_lists(folder) for folder in (*folders, owner.words) if not folder.is_symlink()]
    return [one for lists, _ in read for one in lists], [sentence for _, told in read for sentence in told]
