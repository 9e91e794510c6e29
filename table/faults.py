"""A fault of the program itself, at a table that nobody watches.

Where it happened may tell a secret, and a log is public. So the log only names the file with the rest: in the
folder of the evenings, which others cannot read.
"""

from __future__ import annotations

import os
import traceback
from pathlib import Path

from table.errors import TableError

FAULT = "fault.txt"


def kept(fault: Exception, folder: Path) -> TableError:
    """Writes an unexpected error to `folder`, replacing the one before, readable by its user alone. Returns
    the error to end with."""
    path = folder / FAULT
    told = "".join(traceback.format_exception(fault))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(told)
    except OSError as error:
        where = f"it could not be written to {path}: {error.strerror}"
    else:
        where = f"{path} says where, and with it secrets of the round"
    return TableError(f"a fault of Garou itself: {where}. The evening is kept, started again it goes on")
