"""Sentences about errors in the table's language: `config/troubles/<language>.toml`.

An error of a device, an owner's file or the machine has the same sentence everywhere: on the board, in `garou
check`, on standard error and in a log. So one can be found by the other.
"""

from __future__ import annotations

from functools import cache, lru_cache

from hardware.troubles import DeviceError, Trouble
from table import sentences
from table.errors import TableError, UnreadableError, shortened
from table.sentences import Sentences, Wrong, flat
from table.words.catalogue import Catalogue, shipped_languages
from table.words.narration import Narration


class Troubles:
    """Describes errors in the language of a narration."""

    def __init__(self, sentences: Sentences) -> None:
        self.reason, self.text = sentences.reason, sentences.text
        self._sentences = sentences

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, narration: Narration) -> Troubles:
        """For the language of a narration. Raises `UnreadableError` for an error in the owner's file."""
        grammar, texts = narration.grammar, flat(narration.texts("troubles"))
        return cls(Sentences(texts, grammar.comma, grammar.last, grammar.typeset))

    def told(self, wrong: Wrong) -> str:
        """The error, in one or two sentences. About a device they begin with a capital; about a file with its
        unchanged name."""
        sentences = self._sentences
        return sentences.begun(wrong) if isinstance(wrong, Trouble) else sentences.said(wrong)

    def any(self, wrong: str | Wrong) -> str:
        """The same for any error; those that only somebody who types can cause are English sentences
        already."""
        return shortened(wrong if isinstance(wrong, str) else self.told(wrong))

    def goes_on(self, how: str, trouble: Trouble) -> str:
        """The error, and how the evening goes on: with "captions", "other_voice", "no_board", "no_window"."""
        return self.text(f"goes_on.{how}", trouble=self.told(trouble))


def troubles_of(own: Catalogue, language: str) -> Troubles:
    """The texts of this owner; ours if theirs cannot be used, English if there are none."""
    try:
        return Troubles.of(Narration.load(language, own=own))
    except UnreadableError:
        return Troubles.of(Narration.load(language)) if language in shipped_languages() else english()


def wrong_with(error: TableError | DeviceError) -> str | Wrong:
    """What an error says is wrong."""
    return error.trouble if isinstance(error, DeviceError) else error.wrong


@cache
def english() -> Troubles:
    """In English, for the command line."""
    return Troubles(sentences.english())
