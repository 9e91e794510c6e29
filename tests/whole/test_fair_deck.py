"""A fair deck, or another like it, is found beside the table by a process of its own, which takes seconds."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from table.appliance.lobby.deck_processes import LAST, DeckFinder, DeckWanted, GarouProcess
from table.games.chances import RATHER, others, village_share
from table.games.werewolf.recommend import for_beginners
from table.games.werewolf.rules.deck import check_deck, players_of, read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import simulate
from table.settings.decks import deck_for, listed
from tests.kit.sampling import THOROUGH


def test_a_real_process_finds_a_deck_that_is_as_it_is_wanted() -> None:
    started: list[GarouProcess] = []

    def start(words: Sequence[str]) -> GarouProcess:
        started.append(GarouProcess(words))
        return started[-1]

    finder = DeckFinder(start=start)
    finder.look_for(DeckWanted("family", 6, (), must=("hunter",), without=("cupid", "thief"), seed=3))
    assert finder.take() is None
    assert finder.is_looking
    assert os.getpriority(os.PRIO_PROCESS, started[0].pid) == LAST
    os.waitid(os.P_PID, started[0].pid, os.WEXITED | os.WNOWAIT)
    found = finder.take()
    assert found is not None
    assert (finder.is_looking, finder.has_failed) == (False, False)
    rulebook = RULEBOOKS["family"]
    deck = read_deck(rulebook, found)
    check_deck(rulebook, deck)
    assert players_of(deck) == 6
    keys = {card.key for card in deck}
    assert "hunter" in keys
    assert not keys & {"cupid", "thief"}
    wins = simulate(rulebook, deck, Options(), 400, "talking", "another seed").wins
    assert abs(village_share(wins) - 0.5) < RATHER
    assert max(others(wins).values(), default=0.0) < 0.15


@pytest.mark.parametrize("name", ["beginner", "expert"] if THOROUGH else ["beginner"])
def test_another_deck_is_as_difficult_and_has_another_character(name: str) -> None:
    started: list[GarouProcess] = []

    def start(words: Sequence[str]) -> GarouProcess:
        started.append(GarouProcess(words))
        return started[-1]

    finder, rulebook = DeckFinder(start=start), RULEBOOKS["thiercelieux"]
    finder.look_for(DeckWanted("thiercelieux", 9, (), like=name, seed=3))
    os.waitid(os.P_PID, started[0].pid, os.WEXITED | os.WNOWAIT)
    found = finder.take()
    assert found is not None
    deck, like = read_deck(rulebook, found), deck_for(rulebook, name, 9)
    assert players_of(deck) == 9
    assert {*deck} - {*like}
    assert for_beginners(deck) is for_beginners(like)


def test_the_decks_for_beginners_are_for_beginners() -> None:
    for rulebook in RULEBOOKS.values():
        for players, deck in listed(rulebook)["beginner"].items():
            assert for_beginners(deck), f"{rulebook.key} {players}"
    assert not for_beginners(deck_for(RULEBOOKS["thiercelieux"], "expert", 9))
