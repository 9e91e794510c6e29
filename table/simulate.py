"""Many rounds of a deck, to know its chances."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import Any

from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sitter, Sleep, Vote, Wake


class ByLot:
    """Everybody always answers and votes, at random; the pack always agrees on one victim."""

    def __init__(self, seed: int | str) -> None:
        self.chance = random.Random(seed)

    def ask(self, request: Ask) -> Sequence[Any]:
        choices = request.choices
        if request.count == 1:
            return (choices[int(self.chance.random() * len(choices))],)
        return self.chance.sample(choices, min(request.count, len(choices)))

    def vote(self, request: Vote) -> dict[Any, Any]:
        lot = self.chance.random
        if request.key == "werewolves":
            shared = in_common(request.choices.values())
            return dict.fromkeys(request.choices, shared[int(lot() * len(shared))]) if shared else {}
        return {voter: menu[int(lot() * len(menu))] for voter, menu in request.choices.items()}

    def show(self, request: Show) -> None:
        pass

    def say(self, request: Say) -> None:
        pass

    def wake(self, request: Wake) -> None:
        pass

    def sleep(self, request: Sleep) -> None:
        pass

    def draw(self, request: Draw) -> Sequence[Any]:
        if request.count == 1:
            return (request.choices[int(self.chance.random() * len(request.choices))],)
        return self.chance.sample(request.choices, request.count)

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - nobody is in a hurry
        return None

    def leavers(self, request: Leavers) -> Sequence[Sitter]:  # noqa: ARG002 - and nobody leaves
        return ()


def in_common(menus: Collection[Sequence[Any]]) -> Sequence[Any]:
    """What stands on every menu, in the order of the first."""
    first, *rest = menus
    others = [menu for menu in rest if menu is not first]
    return [choice for choice in first if all(choice in menu for menu in others)] if others else first
