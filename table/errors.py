"""The one family of errors a user may meet.

A message is the whole sentence the user sees: the file, the place, the value and what is allowed.
Each error is also the builtin a beginner would catch.
"""

LONGEST = 2000
"""Letters of a sentence that somebody reads."""


class TableError(Exception):
    """Something is wrong with the table or with what it was given."""

    exit_code = 1

    def __str__(self) -> str:
        """The sentence; of one that names something enormous, its beginning and its end."""
        told = super().__str__()
        return told if len(told) <= LONGEST else f"{told[: LONGEST // 2]} … {told[-LONGEST // 2 :]}"


class UnreadableError(TableError, ValueError):
    """A file, option or argument that cannot be used as it is written."""

    exit_code = 2


class RefusedError(UnreadableError):
    """A deck, scenario or option that the rules do not allow."""


class LeakError(TableError, RuntimeError):
    """A game said a public word while somebody was secretly awake."""
