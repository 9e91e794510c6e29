"""How a variety of a language spells: `config/spelling/en-US.toml` has "color" for each "colour" of English.
And what is said where phones are the only seats: `phones-en.toml` has "phone" for each "ring".

So nothing is written twice: a text of English is a text of American English too, however new it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from table.paths import SHIPPED


def respelled(texts: Any, language: str) -> Any:
    """The same texts, lists or tables, spelled as in this language. Placeholders stay as they are."""
    spell = _speller(language)
    return _respelled(texts, spell) if spell else texts


def spoken_on_phones(texts: Any, language: str) -> Any:
    """The same texts of this language, for a table where nobody has a ring or a button, only a phone."""
    return respelled(texts, f"phones-{language.partition('-')[0]}")


def _respelled(texts: Any, spell: Callable[[str], str]) -> Any:
    if isinstance(texts, str):
        return spell(texts)
    if isinstance(texts, Mapping):
        return {key: _respelled(text, spell) for key, text in texts.items()}
    return (
        type(texts)(_respelled(text, spell) for text in texts) if isinstance(texts, (list, tuple)) else texts
    )


@cache
def _speller(language: str) -> Callable[[str], str] | None:
    """Respells a text; None if the language has no spelling of its own."""
    path = SHIPPED / "spelling" / f"{language}.toml"
    if not path.exists():
        return None
    read: dict[str, str] = tomllib.loads(path.read_text("utf-8"))
    words = {word.lower(): other for word, other in read.items()}
    longest_first = map(re.escape, sorted(words, key=len, reverse=True))
    either = re.compile(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)|\{{[^}}]*\}}", re.IGNORECASE)

    def in_place(found: re.Match[str]) -> str:
        word: str = found[1] or ""
        if not word:
            return found[0]
        other: str = words[word.lower()]
        if word.isupper():
            return other.upper()
        return other[0].upper() + other[1:] if word[0].isupper() else other

    return lambda text: either.sub(in_place, text)
