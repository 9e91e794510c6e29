"""Which house roles are out of a round, because a rule of theirs was broken off (BO-39).

A break-off is an answer like any other: it is written down, and a replay of the round breaks off at the same
step without running the rule.
"""

from __future__ import annotations

from collections.abc import Mapping


class BrokenRules:
    """What is broken off in one round. `known`: role by role at which of its steps, and in which rule, as it
    was written down when the round was played before."""

    def __init__(self, known: Mapping[str, tuple[int, str]] | None = None) -> None:
        self.known: Mapping[str, tuple[int, str]] = known or {}
        self.recalls = False
        """Whether the step that comes next has been run before, to its end."""
        self.out: set[str] = set()
        self.untold: list[tuple[str, int, str]] = []
        """What is still to be written down: role, step, rule."""
        self._steps: dict[str, int] = {}

    def runs(self, role: str) -> bool:
        """Whether the next step of this role is to be run."""
        if role in self.out:
            return False
        step = self._steps.get(role, 0) + 1
        self._steps[role] = step
        if role in self.known and self.known[role][0] == step:
            self.out.add(role)
            return False
        return True

    def break_off(self, role: str, rule: str) -> None:
        """The step of this role that is being run is broken off, and the role is out."""
        self.out.add(role)
        self.untold.append((role, self._steps[role], rule))
