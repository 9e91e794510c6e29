"""What a button does now, written under the board."""

from __future__ import annotations

from collections.abc import Mapping

from table.room.acts.talking import Talking
from table.room.stage import Stage

PROMPTS = {
    "choose": "prompt.choose.{buttons}",
    "deal": "prompt.deal",
    "cards": "prompt.cards",
    "debate": "prompt.ready",
    "parley": "prompt.parley",
    "point": "prompt.point",
    "questions.classic": "prompt.questions.{buttons}",
    "questions.speedwords": "prompt.questions.{buttons}",
    "oops": "prompt.oops",
}
"""Keys of the prompts while a public time runs, or somebody may choose, with this many `buttons` a seat."""


class Prompts:
    """The prompts of a round. `talking`: what can be done in a debate."""

    def __init__(self, stage: Stage, talking: Talking) -> None:
        self.by_key: Mapping[str, str] = PROMPTS
        """The keys of the prompts, by public time."""
        self._village, self._clock = stage.village, stage.clock
        self._buttons = stage.presses.count
        self._talking = talking

    def of(self, key: str) -> str:
        """The prompt while this public time runs; empty if there is none."""
        if key == "deal" and self._village.is_unlit:
            key = "cards"
        if key == "debate":
            key = self._talking.prompt
        prompt = self.by_key.get(key, "").format(buttons=self._buttons)
        return prompt and self._village.narration.word(prompt)

    def show(self, key: str) -> None:
        """Shows what a button does while this public time runs."""
        if prompt := self.of(key):
            self._village.board.caption = prompt

    def show_again(self) -> None:
        """Shows what a button does in the public time under way."""
        self.show(self._clock.running.key if self._clock.running else "")
