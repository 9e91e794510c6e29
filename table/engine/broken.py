"""Which house roles are out of a round because one of their rules failed (BO-39).

A break-off is an answer like any other: it is written down, and a replay of the round breaks off at the same
step without running the rule.
"""

from __future__ import annotations

from collections.abc import Mapping


class BrokenRules:
    """The failed rules of one round. `known`: for each role the step at which it failed and the rule, as the
    journal has them."""

    def __init__(self, known: Mapping[str, tuple[int, str]] | None = None) -> None:
        self.known: Mapping[str, tuple[int, str]] = known or {}
        self.recalls = False
        """Whether the next step has already run to its end in an earlier run of the round."""
        self.out: set[str] = set()
        self.untold: list[tuple[str, int, str]] = []
        """Failures that are not yet in the journal: role, step, rule."""
        self._steps: dict[str, int] = {}

    def runs(self, role: str) -> bool:
        """Whether the next step of this role has to run."""
        if role in self.out:
            return False
        step = self._steps.get(role, 0) + 1
        self._steps[role] = step
        if role in self.known and self.known[role][0] == step:
            self.out.add(role)
            return False
        return True

    def break_off(self, role: str, rule: str) -> None:
        """The current step of this role failed: the role is out."""
        self.out.add(role)
        self.untold.append((role, self._steps[role], rule))
