"""Where the owner's files are, and how they override the shipped ones.

The shipped files are in `config/` and are never edited. An owner's file overrides the shipped one of the same
name: it has only what differs.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hardware.folders import found_in
from table.errors import Reason, UnreadableError
from table.paths import SHIPPED
from table.sentences import Wrong
from table.typefaces import OURS, Fonts, fonts_of
from table.words.catalogue import KINDS, NARRATION, Catalogue, parsed, shipped_languages, text_of
from table.words.lists import INSTEAD, WordList, read_lists, read_variety

TABLE = "table.toml"
WORDS = "words"
"""Folder of word lists. The owner's are added to ours, and so are those in a folder of this name on a USB
stick."""
ART_FOLDER = "art"
"""Folder of pictures. The owner's lie over ours."""
MUSIC_FOLDER = "music"
"""Folder of the owner's music, beside that of their pictures, and on a USB stick."""
STICK_MUSIC = "stick-music"
"""Folder of music that came on a stick, among what the table keeps: nobody puts files there by hand."""
PACKS = "voices"
"""Folder of voices: of the packs that are installed, among what the table keeps; and of Piper voices, there
or in the system's."""
SYSTEM = Path("/etc/garou")
MISNAMED = (TABLE, "table.toml.txt", "table.txt", "table.toml.toml")
"""What a settings file is called by mistake, in letters of any case."""


class Owner(NamedTuple):
    """The files of one owner."""

    folder: Path
    """The folder of settings. If it is missing, the shipped files apply."""
    given: Path | None = None
    """A file to use instead of `table.toml` in that folder."""
    left_out: frozenset[Path] = frozenset()
    """Text files of the owner that are ignored."""

    @property
    def table(self) -> Path:
        """The settings file in use: the owner's, or the shipped one, which only states the defaults."""
        own = self.given or self.folder / TABLE
        return own if self.given or os.path.lexists(own) else SHIPPED / TABLE

    @property
    def own_table(self) -> Path:
        """Where the owner's settings belong, even if the file does not exist yet."""
        return self.given or self.folder / TABLE

    @property
    def misnamed(self) -> Path | None:
        """A file that is probably meant to be the settings, where there are none."""
        if self.given or os.path.lexists(self.folder / TABLE):
            return None
        try:
            found = [path for path in found_in(self.folder) if path.name.casefold() in MISNAMED]
        except OSError:
            return None
        return found[0] if found else None

    @property
    def fonts(self) -> Fonts:
        """The fonts of the owner's board; ours alone if those that the settings name cannot be used."""
        try:
            screen = parsed(self.table, text_of(self.table) or "").get("screen", {})
            return fonts_of(tuple(screen.get("font", ())))
        except (UnreadableError, AttributeError, TypeError, ValueError):
            return OURS

    @property
    def narration(self) -> Path:
        """The folder of the owner's sentences."""
        return self.folder / NARRATION

    @property
    def catalogue(self) -> Catalogue:
        """All texts, with the owner's overlaid on ours."""
        return Catalogue(self.folder, self.left_out)

    @property
    def house(self) -> Path:
        """The folder of the owner's characters."""
        return self.folder / "house"

    @property
    def art(self) -> Path:
        """The folder of the owner's pictures."""
        return self.folder / ART_FOLDER

    @property
    def music(self) -> Path:
        """The folder of the owner's music."""
        return self.folder / MUSIC_FOLDER

    @property
    def words(self) -> Path:
        """The folder of the owner's word lists for Mots-garous."""
        return self.folder / WORDS

    @property
    def languages(self) -> Sequence[str]:
        """All languages: the shipped ones, then the owner's."""
        return [*shipped_languages(), *self.own_languages]

    @property
    def own_languages(self) -> Sequence[str]:
        """The languages that the owner added as whole files."""
        found = sorted(path.stem for path in found_in(self.narration, "*.toml") if path not in self.left_out)
        return [language for language in found if language not in shipped_languages()]

    def words_in(self, wrong: str | Wrong) -> Path | None:
        """The owner's text file an error is about, if it is one of them."""
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
    """The owner whose files apply. `config`: a folder, or a file to use instead of its `table.toml`, if
    given; else systemd's configuration directory for a service, `system` if it exists, or the user's own.

    Raises `UnreadableError` if a named path does not exist.
    """
    if config is not None and not config.exists():
        raise UnreadableError(f"{config} cannot be read: No such file or directory")
    if config is not None and config.is_dir():
        return Owner(config)
    given = environ.get("CONFIGURATION_DIRECTORY", "").partition(":")[0]
    if given or system.is_dir():
        return Owner(Path(given) if given else system, config)
    return Owner(Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "garou", config)


def state_directory(environ: Mapping[str, str] = os.environ, home: Path | None = None) -> Path:
    """Where evenings are stored: systemd's state directory for a service, else the user's own. Raises
    `UnreadableError` if its name is not valid text."""
    given = environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    if any("\ud800" <= letter <= "\udfff" for letter in environ.get("XDG_STATE_HOME", "")):
        raise UnreadableError(
            f'XDG_STATE_HOME: "{environ["XDG_STATE_HOME"]}" is not UTF-8; allowed: a path in UTF-8'
        )
    return Path(environ.get("XDG_STATE_HOME") or (home or Path.home()) / ".local" / "state") / "garou"


def own_words(owner: Owner) -> tuple[list[WordList], list[tuple[Path, str]]]:
    """The owner's word lists; and each error in them, with its file. No link is followed."""
    return ([], []) if owner.words.is_symlink() else read_lists(owner.words, owner.fonts)


def words_here(owner: Owner, languages: Collection[str] = ()) -> list[WordList]:
    """All word lists on this machine, ours and the owner's. `languages`: of ours only those of these, if
    there are any."""
    there = [folder for folder in found_in(SHIPPED / WORDS) if folder.is_dir()]
    folders = [folder for folder in there if not languages or folder.name in languages]
    lists = [one for folder in folders for one in read_lists(folder)[0]] + own_words(owner)[0]
    return lists + [read_variety(folder, lists) for folder in folders if (folder / INSTEAD).exists()]
