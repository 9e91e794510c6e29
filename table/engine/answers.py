"""How a scenario file writes an answer: the form of each, checked before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

Form = Callable[[Any, Sequence[str]], str | None]
"""(the value, the seats' names) -> the form that is expected, or None if the value is valid."""

UNDECIDED = "undecided"
"""The pack was awake and chose nobody."""


def written(value: Any) -> str:
    """A value roughly as the file has it: on one line, cut if it is long."""
    text = msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= 60 else text[:57] + "..."


def SEAT(value: Any, names: Sequence[str]) -> str | None:  # noqa: N802 - a form without parameters
    """The name of a seat."""
    return None if isinstance(value, str) and value in names else "a seat: " + ", ".join(names)


def seats(least: int = 1, most: int | None = None) -> Form:
    """A list of `least` to `most` different seats; with one number exactly that many, with none any
    number."""

    def form(value: Any, names: Sequence[str]) -> str | None:
        number = "a list of" if most is None else f"{least} to {most}" if least < most else f"{least}"
        wanted = f"{number} different seats: " + ", ".join(names)
        if not isinstance(value, list) or any(SEAT(name, names) for name in value):
            return wanted
        fits = least <= len(value) <= (most or len(names))
        return None if fits and len(set(value)) == len(value) else wanted

    return form


def YES(value: Any, names: Sequence[str]) -> str | None:  # noqa: ARG001, N802 - a form without parameters
    """Only `true`: what does not happen is left out."""
    return None if value is True else "true"


def YES_OR_NO(value: Any, names: Sequence[str]) -> str | None:  # noqa: N802 - a form without parameters
    """A table voter = true or false."""
    if isinstance(value, dict) and all(
        voter in names and isinstance(said, bool) for voter, said in value.items()
    ):
        return None
    return "a table voter = true or false, with the seats " + ", ".join(names)


def word(*words: str) -> Form:
    """One of a few words."""
    return lambda value, _: None if value in words else " or ".join(f'"{word}"' for word in words)


def parts(**forms: Form) -> Form:
    """A table with some of these keys."""

    def form(value: Any, names: Sequence[str]) -> str | None:
        if not isinstance(value, dict):
            return "a table with " + " and/or ".join(forms)
        for key, part in value.items():
            if key not in forms:
                return "a table with " + " and/or ".join(forms)
            if wanted := forms[key](part, names):
                return f"{key} = {wanted}"
        return None

    return form


def BALLOT(value: Any, names: Sequence[str]) -> str | None:  # noqa: N802 - a form without parameters
    """A table voter = seat."""
    if isinstance(value, dict) and all(
        voter in names and not SEAT(seat, names) for voter, seat in value.items()
    ):
        return None
    return "a table voter = seat, with the seats " + ", ".join(names)


def ballots(value: Any, names: Sequence[str]) -> str | None:
    """A list of tables voter = seat."""
    if isinstance(value, list) and not any(BALLOT(one, names) for one in value):
        return None
    return "a list of tables voter = seat, with the seats " + ", ".join(names)


def PACK(value: Any, names: Sequence[str]) -> str | None:  # noqa: N802 - a form without parameters
    """A seat the whole pack agrees on, "undecided", or a table wolf = seat."""
    if value == UNDECIDED or not SEAT(value, names) or not BALLOT(value, names):
        return None
    return f'a seat, "{UNDECIDED}" or a table wolf = seat, with the seats ' + ", ".join(names)
