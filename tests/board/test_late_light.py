"""The light from the debate to the night: it goes one way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from table.board.board import Board
from table.board.paint.art import Art
from table.board.paint.motion import NIGHTFALL_S
from table.board.paint.palette import contrast, luminance
from table.board.paint.scenes import Painter
from tests.kit.sampling import some
from tests.kit.tables import TestTable, rehearsed, scenario

SIZE = (640, 360)
LAND = Rect(0, 180, 12, 180)
"""Where nothing stands on the land."""
VOTE = {"Cid": "Bob", "Dee": "Bob", "Ana": "Bob"}
EVENINGS: Mapping[str, tuple[str, dict[str, Any]]] = {
    "the Hunter shoots": ("hunter", {"vote": VOTE, "hunter": "Hal"}),
    "one card": ("villager", {"vote": VOTE}),
    "a Captain falls": ("villager", {"vote": VOTE, "successor": "Dee"}),
    "nobody is condemned": (
        "villager",
        {"vote": {"Cid": "Bob", "Dee": "Hal"}, "revotes": [{"Cid": "Bob", "Dee": "Hal"}]},
    ),
}


def played(evening: str) -> TestTable:
    card, day = EVENINGS[evening]
    has_captain = evening == "a Captain falls"
    turns: dict[str, dict[str, Any]] = {
        **({"day 0": {"election": {"Cid": "Bob", "Dee": "Bob"}}} if has_captain else {}),
        "night 1": {"werewolves": "Gus"},
        "day 1": day,
        "night 2": {"werewolves": "Fay"},
        "dawn 2": {},
    }
    cards = f"werewolf {card} villager villager villager villager villager werewolf"
    return rehearsed(scenario(cards, turns, captain="start" if has_captain else "never"))[0]


def level(surface: Surface) -> float:
    red, green, blue = pygame.transform.average_color(surface, LAND)[:3]
    return luminance((red, green, blue))


@pytest.mark.parametrize("evening", some(EVENINGS, of=2))
def test_from_the_debate_on_no_light_comes_back_before_the_night(evening: str) -> None:
    table = played(evening)
    opens_s = table.moment("say", "DebateOpens").began_s
    ballots_s = next(one.began_s for one in table.moments("say", "Ballots") if one.began_s > opens_s)
    night = table.moment("say", "Nightfall", 1)
    painter, surface = Painter(), Surface(SIZE)
    levels: dict[str, list[float]] = {"day": [], "vote": [], "late": []}
    moment_s = opens_s
    while moment_s < night.began_s + NIGHTFALL_S + 1.0:
        board = table.board_at(moment_s)
        painter.draw(surface, board, moment_s)
        for _ in range(200):
            painter.prepaint()
        painter.forget()
        painter.draw(surface, board, moment_s)
        known = {"debate": "day", "vote": "vote"}.get(board.scene, "late")
        levels["late" if moment_s >= ballots_s else known].append(level(surface))
        moment_s += 0.5
    day, vote, late = levels["day"][0], levels["vote"][-1], levels["late"]
    assert day > 2 * vote > 2 * max(late)
    dark = max(late[1], late[-1])
    assert max(late[1:]) <= 1.1 * dark, "neither a shot nor nightfall is brighter than ballots and night"


@pytest.mark.parametrize("evening", EVENINGS)
def test_the_arrows_of_a_ballot_are_gone_before_night_falls(evening: str) -> None:
    """However slowly the night's land comes: its title never stands over them."""
    table = played(evening)
    night = table.moment("say", "Nightfall", 1)
    before = [seen.board for seen in table.view.seen if night.began_s - 1.0 < seen.time_s < night.began_s]
    last = table.board_at(night.began_s - 0.01)
    assert not any(board.arrows for board in [*before, last])
    assert not any(place.against for place in last.places)
    assert any(seen.board.arrows for seen in table.view.seen), "they were there"


def test_the_lantern_of_the_bridge_stands_on_a_post_that_is_seen_in_the_dark() -> None:
    picture = Art().at_hour("places/bridge", 256, "dusk")
    dark = Surface(SIZE)
    late = Board("ballots", late=True)
    Painter().draw(dark, late, 0.0)
    ground = pygame.transform.average_color(dark, LAND)[:3]
    for line in range(104, 150, 4):  # from below the lamp down to the bridge
        red, green, blue, opaque = picture.get_at((58, line))
        assert opaque == 255
        assert contrast((red, green, blue), (ground[0], ground[1], ground[2])) >= 3, line
