"""What is wrong becomes a sentence in the table's language: `config/troubles/<language>.toml`.

With a device, with a file of the owner's, with the machine: it is the same sentence wherever it is told, on
the board, in `garou check`, on standard error and in a log. So whoever reads the one finds the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from hardware.troubles import Trouble
from table.errors import Reason, UnreadableError, Wrong, shortened
from table.narration import Grammar, Narration
from table.owner import NARRATION, shipped_languages
from table.texts import SPARE, flat, shipped

ENGLISH = Grammar(
    {
        "spoken": "label",
        "comma": ", ",
        "and": " and ",
        "others": "{number} others",
        "space_before": "",
        "name": {"label": "{name}"},
        "elided": {"before": []},
    }
)
"""What there is to know of it here, whatever has become of the files of narration."""
LINES = re.compile(r"\s*[\r\n]\s*")
"""Where something from elsewhere would make another line of a sentence."""


class Troubles:
    """Tells what is wrong in the language of a narration."""

    def __init__(self, narration: Narration | None = None) -> None:
        """None: in our English. Raises `UnreadableError` for a mistake in the owner's file."""
        self._grammar = narration.grammar if narration else ENGLISH
        self._texts = flat(narration.texts("troubles") if narration else shipped("troubles", SPARE))

    def told(self, wrong: Wrong) -> str:
        """What is wrong, in one or two sentences. Of a device they begin with a capital; what is said of a
        file begins with its name, as it is written."""
        told = self._said(wrong)
        return told[:1].upper() + told[1:] if isinstance(wrong, Trouble) else told

    def any(self, wrong: str | Wrong) -> str:
        """The same; of what only somebody who types can meet there is a sentence already, in English."""
        return shortened(wrong if isinstance(wrong, str) else self.told(wrong))

    def goes_on(self, how: str, trouble: Trouble) -> str:
        """The same, and how the evening goes on: with "captions", "other_voice", "no_board", "no_window"."""
        return self.text(f"goes_on.{how}", trouble=self.told(trouble))

    def reason(self, name: str) -> str:
        """What the system answered, by the name it has for it; another text stays as it is."""
        key = f"reason.{name}"
        return self.text(key if key in self._texts else "reason.any", reason=name)

    def text(self, key: str, /, **facts: object) -> str:
        """One text, with facts as they are written in it."""
        return self._grammar.typeset(str(self._texts[key])).format(**facts)

    def _said(self, wrong: Wrong) -> str:
        return self.text(wrong.key, **{key: self._fact(key, fact) for key, fact in wrong.facts.items()})

    def _fact(self, key: str, fact: object) -> object:
        match key:
            case _ if isinstance(fact, (Reason, Trouble)):
                return self._said(fact)
            case "address":
                return f"{fact:#04x}"
            case "reason":
                return self.reason(str(fact))
            case "seats" if isinstance(fact, tuple):
                return self._seats(fact)
            case "seat" if isinstance(fact, int):
                return self._seats((fact,))
            case "button" if isinstance(fact, int):
                return fact + 1
            case _:
                return f"{fact:g}" if isinstance(fact, float) else LINES.sub(" ", str(fact))

    def _seats(self, seats: Sequence[int]) -> str:
        """As people count them: "seat 3", "seats 5 to 8", "seats 1, 2 and 7"."""
        numbers = sorted({seat + 1 for seat in seats})
        if len(numbers) == 1:
            return self.text("seats.one", seat=numbers[0])
        runs: list[list[int]] = []
        for number in numbers:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        told: list[str] = []
        for run in runs:
            told += [self.text("seats.run", first=run[0], last=run[-1])] if len(run) > 2 else map(str, run)
        *first, last = told
        listed = self._grammar.comma.join(first) + (self._grammar.last if first else "") + last
        return self.text("seats.several", seats=listed)


def troubles_of(own: Path | None, language: str) -> Troubles:
    """In the words of the owner of this folder; in ours where it is his that cannot be used, in English where
    there are none."""
    try:
        return Troubles(Narration.load(language, over=own and own / NARRATION))
    except UnreadableError:
        return Troubles(Narration.load(language)) if language in shipped_languages() else english()


@cache
def english() -> Troubles:
    """For whoever types, and what nobody else can meet."""
    return Troubles()
