"""What is wrong becomes a sentence in the table's language: `config/troubles/<language>.toml`.

With a device, with a file of the owner's, with the machine: it is the same sentence wherever it is told, on
the board, in `garou check`, on standard error and in a log. So whoever reads the one finds the other.
"""

from __future__ import annotations

from functools import cache

from hardware.troubles import DeviceError, Trouble
from table import sentences
from table.errors import TableError, UnreadableError, shortened
from table.sentences import Sentences, Wrong, flat
from table.words.catalogue import Catalogue, shipped_languages
from table.words.narration import Narration


class Troubles:
    """Tells what is wrong in the language of a narration."""

    def __init__(self, sentences: Sentences) -> None:
        self._sentences = sentences

    @classmethod
    def of(cls, narration: Narration) -> Troubles:
        """In the language of a narration. Raises `UnreadableError` for a mistake in the owner's file."""
        grammar, texts = narration.grammar, flat(narration.texts("troubles"))
        return cls(Sentences(texts, grammar.comma, grammar.last, grammar.typeset))

    def told(self, wrong: Wrong) -> str:
        """What is wrong, in one or two sentences. Of a device they begin with a capital; what is said of a
        file begins with its name, as it is written."""
        sentences = self._sentences
        return sentences.begun(wrong) if isinstance(wrong, Trouble) else sentences.said(wrong)

    def any(self, wrong: str | Wrong) -> str:
        """The same; of what only somebody who types can meet there is a sentence already, in English."""
        return shortened(wrong if isinstance(wrong, str) else self.told(wrong))

    def goes_on(self, how: str, trouble: Trouble) -> str:
        """The same, and how the evening goes on: with "captions", "other_voice", "no_board", "no_window"."""
        return self.text(f"goes_on.{how}", trouble=self.told(trouble))

    def reason(self, name: str) -> str:
        """What the system answered, by the name it has for it; another text stays as it is."""
        return self._sentences.reason(name)

    def text(self, key: str, /, **facts: object) -> str:
        """One text, with facts as they are written in it."""
        return self._sentences.text(key, **facts)


def troubles_of(own: Catalogue, language: str) -> Troubles:
    """In the words of this owner; in ours where it is theirs that cannot be used, in English where
    there are none."""
    try:
        return Troubles.of(Narration.load(language, own=own))
    except UnreadableError:
        return Troubles.of(Narration.load(language)) if language in shipped_languages() else english()


def wrong_with(error: TableError | DeviceError) -> str | Wrong:
    """What an error says is wrong."""
    return error.trouble if isinstance(error, DeviceError) else error.wrong


@cache
def english() -> Troubles:
    """For whoever types, and what nobody else can meet."""
    return Troubles(sentences.english())
