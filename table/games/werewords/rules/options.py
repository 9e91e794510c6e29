"""The options of a round."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

import msgspec

from table.engine.answers import written
from table.errors import Reason, RefusedError
from table.games.werewords.rules.tiles import FORTUNE_TELLER, Tile

Count = Annotated[int, msgspec.Meta(ge=1, le=99)]
CountOrNone = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a round. docs/rules.md prints what each decides, at the rules that it names."""

    yes_no_tokens: Count = 36
    """How many yes and no tokens the Mayor has, together (MG-14)."""
    maybe_tokens: CountOrNone = 10
    """How many times the Mayor may answer maybe (MG-14)."""
    mode: Literal["classic", "speedwords"] = "classic"
    """`speedwords`: a shorter day, with the word in blanks and letters that the wolves give away (MG-38)."""
    word: Literal["list", "own"] = "list"
    """Where the magic word comes from: a list, or from the Mayor, on paper (MG-57)."""
    minion_sees_wolves: bool = True
    """Whether the Minion learns who the wolves are (MG-31)."""
    minion_counts: bool = True
    """Whether a Minion who is found out is a wolf found (MG-31)."""


ALLOWED = {
    "yes_no_tokens": "a whole number from 1 to 99",
    "maybe_tokens": "a whole number from 0 to 99",
    "mode": '"classic" or "speedwords"',
    "word": '"list" or "own"',
    "minion_sees_wolves": "true or false",
    "minion_counts": "true or false",
}


def read_options(given: Mapping[str, Any]) -> Options:
    """Parses the options of a file or of settings. Raises `RefusedError` naming the key, the value and what
    is allowed."""
    for key, value in given.items():
        if key not in ALLOWED:
            raise RefusedError(
                f"options: {key} is not an option of mots-garous; allowed: {', '.join(ALLOWED)}"
            )
        try:
            msgspec.convert({key: value}, Options)
        except msgspec.ValidationError:
            raise RefusedError(f"options: {key} = {written(value)}; allowed: {ALLOWED[key]}") from None
    options = msgspec.convert(dict(given), Options)
    if options.word == "own" and options.mode == "speedwords":
        raise RefusedError('options: word = "own" with mode = "speedwords"; allowed: word = "list"')
    return options


def check_word(options: Options, tiles: Collection[Tile]) -> None:
    """MG-57: raises `RefusedError` if a role needs letters of a word that the table does not know."""
    if options.word == "own" and FORTUNE_TELLER in tiles:
        raise RefusedError(Reason("tiles.own_word"), "options")
