"""Stores settings that were chosen with the buttons of the table, in a file beside the evenings."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.troubles import reason_of
from hardware.whole_file import whole
from table import files
from table.errors import Reason
from table.evening.journal_files import settle
from table.settings.load import Entry, Report
from table.settings.settings import Layer, checked


class KeptLayer(NamedTuple):
    """A file that holds a layer of settings."""

    file: str
    keys: Mapping[str, str]
    """The key of each setting, by its name in the file."""
    head: str
    """The comment in the file's first line."""

    def read(
        self,
        folder: Path,
        report: Report,
        check: Callable[[Layer], None],
        usable: Callable[[dict[str, Any]], dict[str, Any]] = dict,
    ) -> Layer:
        """Reads the layer; empty if there is no file, or if it cannot be used.

        `report`: gets a file that cannot be used.
        `check`: raises `ValueError` for a layer that this program cannot have written.
        `usable`: drops values of the file that no table can have.
        """
        path = folder / self.file
        try:
            written = tomllib.loads(files.text(path))
            if not written:
                raise ValueError("without a value there is no file")
            layer = checked({self.keys[name]: value for name, value in usable(written).items()})
            check(layer)
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (OSError, ValueError, KeyError, RecursionError) as error:
            wrong = Reason("file.not_kept", file=path)
            if isinstance(error, OSError):
                wrong = Reason("file.unread", file=path, reason=reason_of(error))
            report.append(Entry(path, wrong, "lost"))
            return {}
        return layer

    def write(self, layer: Layer, folder: Path) -> None:
        """Writes the layer to disk, all or nothing, as a file of the folder's owner. An empty layer leaves no
        file. Raises `OSError`."""
        path = folder / self.file
        folder.mkdir(parents=True, exist_ok=True)
        if not layer:
            path.unlink(missing_ok=True)
            settle(folder)
            return
        lines = [f"{name} = {json.dumps(layer[key])}" for name, key in self.keys.items() if key in layer]
        with whole(path, ready=_give_to_the_folders_owner) as file:
            file.write("\n".join([f"# {self.head}", *lines, ""]).encode())
        settle(folder)


def _give_to_the_folders_owner(draft: Path) -> None:
    if os.geteuid() == 0:
        whose = draft.parent.stat()
        os.chown(draft, whose.st_uid, whose.st_gid)
