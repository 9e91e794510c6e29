"""The one family of errors a user may meet.

A message is the whole sentence the user sees: the file, the place, the value and what is allowed.
Each error is also the builtin a beginner would catch.
"""


class TableError(Exception):
    """Something is wrong with the table or with what it was given."""

    exit_code = 1


class UnreadableError(TableError, ValueError):
    """A file, option or argument that cannot be used as it is written."""

    exit_code = 2


class RefusedError(UnreadableError):
    """A deck, scenario or option that the rules do not allow."""


class LeakError(TableError, RuntimeError):
    """A game said a public word while somebody was secretly awake."""
