"""Standard output while a command runs."""

from __future__ import annotations

import json
import os
import sys
from io import BufferedWriter, FileIO, TextIOWrapper

from table.errors import TableError
from table.sentences import visible


class OutputError(TableError, OSError):
    """Standard output cannot be written: its disk is full, or it is closed."""


class Output(FileIO):
    """A standard output that reports write errors in our words. Later output is dropped, so that closing
    things on the way out is not disturbed."""

    def write(self, data: object) -> int | None:  # type: ignore[override]
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                raise  # The reader has seen enough.
            raise OutputError(f"standard output cannot be written: {error.strerror}") from error


def open_output() -> None:
    """Replaces standard output by one that may fail, with question marks for letters it cannot encode.

    A closed standard output takes everything; one that is not a file is left as it is.
    """
    out = sys.stdout
    if out is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - as long as the process lives
    elif type(out) is TextIOWrapper:
        sys.stdout = TextIOWrapper(
            BufferedWriter(Output(out.fileno(), "w", closefd=False)),
            out.encoding,
            "replace",
            line_buffering=out.line_buffering,
            write_through=out.write_through,
        )


def show(told: object) -> None:
    """Prints text with control characters of names escaped; or data for another program, in ASCII if the
    output takes nothing else."""
    if not isinstance(told, str):
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        print(json.dumps(told, ensure_ascii=not encoding.lower().startswith("utf"), indent=2))
    else:
        print(visible(told))
