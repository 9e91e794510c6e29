"""How well bots play: three levels, as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Level(NamedTuple):
    """`reasons`: whether it believes by a sum over worlds, or by what it has just heard; `noise`: how far its
    choices stray from its belief, in log-odds; `follows`: how much it is moved by whom others want to vote
    for; `betrays`: how often a werewolf names the one whom the others suspect most, even from the pack, since
    otherwise a bot's vote would prove that its target is no werewolf; `lies`: how often a werewolf in danger
    claims another card; `bold`: how often, each day, one claims to be the Seer before anybody does; `waits`:
    whether a Seer keeps to herself what she need not say yet; `hunts`: how much the pack prefers to eat those
    whom the village believes. `lines`: the most that it claims in a debate, and the most that it says
    besides. A temper adds to these numbers (`tempers.py`)."""

    key: str
    reasons: bool
    noise: float
    follows: float
    betrays: float
    lies: float
    bold: float
    waits: bool
    hunts: float
    lines: int = 4


GUEST = Level(
    "guest",
    reasons=False,
    noise=1.5,
    follows=0.25,
    betrays=0.2,
    lies=0.15,
    bold=0.0,
    waits=False,
    hunts=0.5,
)
REGULAR = Level(
    "regular",
    reasons=True,
    noise=1.0,
    follows=1.0,
    betrays=0.4,
    lies=0.4,
    bold=0.1,
    waits=True,
    hunts=1.0,
)
FOX = Level(
    "fox",
    reasons=True,
    noise=0.25,
    follows=0.0,
    betrays=0.65,
    lies=0.3,
    bold=0.05,
    waits=True,
    hunts=2.0,
)
LEVELS: Mapping[str, Level] = {level.key: level for level in (GUEST, REGULAR, FOX)}
