"""The chances of a deck's camps, and what they mean in words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

from table.games.lots import Tally
from table.settings.settings import CONFIG

CHANCES = CONFIG / "chances.toml"
VILLAGE = ("villagers", "village")
"""The camp of the villagers, in either game."""
EVEN = 0.05
"""Up to this far from one half the chances of village and werewolves are fair."""
RATHER = 0.1
"""Up to this far from one half they are rather hard for one side, and beyond it hard."""
VERY = 0.25
"""From this far on they are very hard for one side."""
OTHERS_MOST = 0.15
"""Camps of their own that win more rounds than this are named."""


Heard = Literal["talking", "silent"]
"""Whether those who play a deck talk."""


def shipped(rulebook: str, deck: str, players: int, heard: Heard = "talking") -> Mapping[str, int]:
    """Wins of each camp in a hundred rounds of a shipped deck; empty if they were not measured."""
    decks = _shipped().get(heard, {}).get(rulebook, {})
    found: Mapping[str, int] = decks.get(deck, {}).get(str(players), {})
    return found


@cache
def _shipped() -> Mapping[str, Any]:
    return tomllib.loads(CHANCES.read_text("utf-8"))


def hundredths(tally: Tally) -> dict[str, int]:
    """Wins of each camp in a hundred rounds: whole numbers that add up to a hundred."""
    shares = {camp: 100 * won // tally.rounds for camp, won in tally.wins.items()}
    left = sorted(shares, key=lambda camp: shares[camp] - 100 * tally.wins[camp] / tally.rounds)
    for camp in left[: 100 - sum(shares.values())]:
        shares[camp] += 1
    return shares


def village_share(wins: Mapping[str, int]) -> float:
    """The village's part of the rounds that village or werewolves win; a half if nobody has."""
    village = sum(wins.get(camp, 0) for camp in VILLAGE)
    both = village + wins.get("werewolves", 0)
    return village / both if both else 0.5


def others(wins: Mapping[str, int]) -> Mapping[str, float]:
    """The share of the rounds that each other camp wins; nobody is no camp."""
    total = sum(wins.values()) or 1
    sides = (*VILLAGE, "werewolves", "nobody")
    return {camp: won / total for camp, won in wins.items() if camp not in sides}


def verdict(wins: Mapping[str, int]) -> str:
    """How fair wins are: "other" if another camp wins more than village and werewolves. Else between these
    two "fair", or whom they are hard for and how much: "rather_village", "hard_village", "very_village", or
    the same of the "wolves"."""
    sides = (sum(wins.get(camp, 0) for camp in VILLAGE), wins.get("werewolves", 0))
    if max((wins[camp] for camp in others(wins)), default=0) > max(sides):
        return "other"
    off = round(village_share(wins) - 0.5, 9)
    if abs(off) <= EVEN:
        return "fair"
    how = "rather" if abs(off) <= RATHER else "hard" if abs(off) < VERY else "very"
    return f"{how}_{'village' if off < 0 else 'wolves'}"


def often(wins: Mapping[str, int]) -> list[str]:
    """The other camps that win more than `OTHERS_MOST` of the rounds, the best first."""
    found = {camp: share for camp, share in others(wins).items() if share > OTHERS_MOST}
    return sorted(found, key=lambda camp: -found[camp])
