"""The samples of `make test` are small, always the same, and between them cover every case they should."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.kit import sampling
from tests.kit.paths import ROOT
from tests.kit.sampling import ENVIRONMENT, few, pairwise, sampled, some, ways

FACTORS = ("abc", "de", "fg", "hi")


def test_any_two_values_come_together() -> None:
    found = pairwise(*FACTORS)
    for (one, ones), (other, others) in combinations(enumerate(FACTORS), 2):
        assert {(way[one], way[other]) for way in found} == set(product(ones, others))
    assert len(found) < 3 * 2 * 2 * 2 / 2
    assert found == pairwise(*FACTORS)


@pytest.mark.parametrize(("cases", "of"), [(10, 5), (11, 5), (3, 50), (541, 6)])
def test_a_sample_reaches_from_the_first_case_to_the_last(cases: int, of: int) -> None:
    found = sampled(range(cases), of)
    assert (found[0], found[-1]) == (0, cases - 1)
    assert len(found) == len(set(found)) == max(2, -(-cases // of))


def test_thorough_tests_try_every_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "THOROUGH", True)
    assert some(range(40), of=5) == list(range(40))
    assert ways(*FACTORS) == list(product(*FACTORS))
    assert few(200, 20) == 200
    monkeypatch.setattr(sampling, "THOROUGH", False)
    assert len(some(range(40), of=5)) == 8
    assert ways(*FACTORS) == pairwise(*FACTORS)
    assert few(200, 20) == 20


def test_make_test_all_is_thorough() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert f"\ntest-all: lint $(PIPER)\n\t{ENVIRONMENT}=all $(PYTEST)\n" in makefile
    assert makefile.count(ENVIRONMENT) == 1
