"""The tempers of houses: the same in both games of an evening, and after a power cut; nobody's secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from table.evening.replay import evening_of, setup_of
from table.games.evening import Evening
from table.games.records import Setup, StoredEvening
from table.games.tempers import TEMPERS, Houses
from tests.kit.diaries import BOXES, evening, word_evening

HOUSES = 12
BEGUN: tuple[Callable[..., Evening], ...] = (evening, word_evening)


def tempers(begun: Evening) -> list[str]:
    """The temper of each house, as everybody may know it."""
    return [told.keys[0] for told in begun.tempers]


def test_at_houses_in_a_row_no_temper_comes_again_before_all_others() -> None:
    for seed in range(20):
        found = Houses(seed, range(HOUSES)).tempers
        for first in range(0, HOUSES, len(TEMPERS)):
            assert {*found[first : first + len(TEMPERS)]} == {*TEMPERS}
    assert Houses(1, ()).tempers == []


def test_both_games_of_an_evening_find_the_same_tempers_at_its_houses() -> None:
    one, other = (begin(seats=HOUSES, seed=7) for begin in BEGUN)
    assert tempers(one) == tempers(other) == one.houses.tempers
    other.seed = 8
    assert tempers(one) != tempers(other)
    other.company = 7
    assert tempers(one) == tempers(other), "another evening of the same people"


def test_a_house_keeps_its_temper_if_others_are_free() -> None:
    whole, some = (word_evening(seats=seats, seed=7) for seats in (HOUSES, 4))
    some.pods = (1, 4, 5, 11)
    assert tempers(some) == [tempers(whole)[pod] for pod in some.pods]


@pytest.mark.parametrize("begin", BEGUN)
def test_an_evening_that_goes_on_has_the_tempers_it_began_with(begin: Callable[..., Evening]) -> None:
    begun = begin(seats=HOUSES, seed=9)
    begun.company, begun.keys = 7, {}
    setup = msgspec.to_builtins(setup_of(begun, "en"))

    def again(setup: dict[str, Any]) -> Evening:
        return evening_of(msgspec.convert(setup, Setup), BOXES)

    assert tempers(again(setup)) == tempers(begun)
    del setup["company"]
    assert tempers(again(setup)) == tempers(begin(seats=HOUSES, seed=9)), "of an older garou: by its seed"


@pytest.mark.parametrize("begin", BEGUN)
def test_tempers_tell_nothing_of_a_key_nor_of_the_seed(begin: Callable[..., Evening]) -> None:
    one, other = begin(seed=7), begin(seed=7)
    one.keys, other.keys = {0: "a"}, {0: "b"}
    assert one.tempers == other.tempers
    one.company = 7
    told = StoredEvening(0, 0.0, setup_of(one, "en"), []).told_openly()
    assert (told.setup.seed, told.setup.company) == (0, None), "a typed seed deals the cards too"
