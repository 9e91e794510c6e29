"""Prompts: texts on the board that say what a button does now."""

from __future__ import annotations

from collections.abc import Mapping

from table.room.acts.talking import Talking
from table.room.stage import Stage

PROMPTS = {
    "choose": "prompt.choose.{buttons}",
    "yes_no": "prompt.yes_no",
    "deal": "prompt.deal",
    "cards": "prompt.cards",
    "debate": "prompt.ready",
    "parley": "prompt.parley",
    "point": "prompt.point",
    "questions.classic": "prompt.questions.{buttons}",
    "questions.speedwords": "prompt.questions.{buttons}",
    "oops": "prompt.oops",
}
"""Keys of prompts, by public time or kind of choice. `buttons`: the number of buttons of each seat."""


class Prompts:
    """The prompts of a round. `talking`: what can be done in a debate."""

    def __init__(self, stage: Stage, talking: Talking) -> None:
        self.by_key: Mapping[str, str] = PROMPTS
        """The keys of the prompts, by public time."""
        self._village, self._clock = stage.village, stage.clock
        self._buttons = stage.presses.count
        self._talking = talking

    def of(self, key: str) -> str:
        """The prompt of a public time; empty if there is none."""
        word = self.key_of(key)
        return word and self._village.narration.word(word)

    def key_of(self, key: str) -> str:
        """The key of that text; empty if there is none."""
        if key == "deal" and self._village.is_unlit:
            key = "cards"
        if key == "debate":
            key = self._talking.prompt
        on_buttons = self.by_key.get(key, "").format(buttons=self._buttons)
        return on_buttons and self._village.prompt_key(key.partition(".")[0], on_buttons)

    def show(self, key: str) -> None:
        """Shows the prompt of a public time."""
        if prompt := self.of(key):
            self._village.board.caption = prompt

    def show_again(self) -> None:
        """Shows the prompt of the public time under way again."""
        self.show(self._clock.running.key if self._clock.running else "")
