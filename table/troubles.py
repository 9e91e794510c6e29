"""A trouble of a device becomes a sentence in the table's language: `config/troubles/<language>.toml`.

It is the same sentence wherever it is told: on the board, in `garou check`, on standard error and in a log.
So whoever reads the one finds the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from hardware.troubles import Trouble
from table.narration import Narration
from table.texts import flat

LINES = re.compile(r"\s*[\r\n]\s*")
"""Where something from elsewhere would make another line of a sentence."""


class Troubles:
    """Tells troubles in the language of a narration."""

    def __init__(self, narration: Narration) -> None:
        """Raises `UnreadableError` for a mistake in the owner's file."""
        self._grammar = narration.grammar
        self._texts = flat(narration.texts("troubles"))

    def told(self, trouble: Trouble) -> str:
        """What is wrong, in one or two sentences."""
        facts = {key: self._fact(key, fact) for key, fact in trouble.facts.items()}
        told = self._text(trouble.key, **facts)
        return told[:1].upper() + told[1:]

    def goes_on(self, how: str, trouble: Trouble) -> str:
        """The same, and how the evening goes on: with "captions", "other_voice", "no_board", "no_window"."""
        return self._text(f"goes_on.{how}", trouble=self.told(trouble))

    def reason(self, name: str) -> str:
        """What the system answered, by the name it has for it; another text stays as it is."""
        key = f"reason.{name}"
        return self._text(key if key in self._texts else "reason.any", reason=name)

    def _fact(self, key: str, fact: object) -> object:
        match key:
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
            return self._text("seats.one", seat=numbers[0])
        runs: list[list[int]] = []
        for number in numbers:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        told: list[str] = []
        for run in runs:
            told += [self._text("seats.run", first=run[0], last=run[-1])] if len(run) > 2 else map(str, run)
        *first, last = told
        listed = self._grammar.comma.join(first) + (self._grammar.last if first else "") + last
        return self._text("seats.several", seats=listed)

    def _text(self, key: str, **facts: object) -> str:
        return self._grammar.typeset(str(self._texts[key])).format(**facts)
