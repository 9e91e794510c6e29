"""The table of gestures: complete, without two meanings, and printed as it is."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from hardware.debounce import USUAL, Contact, Gesture, Kind, feed, tick
from table.gestures import GESTURES, PHASES, TOUCHES, Meaning, Phase, as_markdown, lingers, meaning
from tests.kit.paths import ROOT

ALL_PHASES: tuple[Phase, ...] = get_args(Phase)


def finger(phase: Phase, buttons: int, button: int, held_s: float, host: bool = False) -> list[Meaning]:
    """All that one press of this length says, through a real button's debouncing.

    A hold of the host's is told when it ends, unless it has become a long one.
    """
    contact, gestures = feed(Contact(), 1.0, True)
    told: list[Gesture] = list(gestures)
    contact, gestures = feed(contact, 1.0 + held_s, False)
    told += gestures
    contact, gestures = tick(contact, 1.0 + held_s + USUAL.settle_s)
    told += gestures
    kinds = [gesture.kind for gesture in told]
    if host and Kind.LONG_HOLD in kinds and lingers(phase, buttons, button):
        kinds.remove(Kind.HOLD)
    meanings = [meaning(phase, buttons, button, kind, host) for kind in kinds]
    return [one for one in meanings if one]


HELD_S = (0.05, 0.3, 1.0, 2.9, 5.0)


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_one_touch_says_one_thing(buttons: int) -> None:
    """However long the finger stays: a hold that becomes a long hold must not confirm and unlock again."""
    for phase, held_s, button, host in product(ALL_PHASES, HELD_S, range(buttons), (False, True)):
        said = finger(phase, buttons, button, held_s, host)
        # Of the first two the light on the ring makes one mean nothing; of the others the second takes
        # the first back.
        both = ([Meaning.GIVE, Meaning.FOUND], [Meaning.OTHER_WORDS, Meaning.OPEN])
        assert len(said) <= 1 or said in both, (phase, button, held_s, host)


@pytest.mark.parametrize("held_s", [0.05, 0.59, 0.61, 5.0])
def test_a_slow_finger_is_understood(held_s: float) -> None:
    assert finger("attract", 1, 0, held_s) == [Meaning.SIT]
    assert finger("over", 2, 1, held_s) == [Meaning.AGAIN if held_s < USUAL.hold_s else Meaning.OPEN]
    assert finger("choose", 2, 0, held_s) == [Meaning.NEXT]
    assert finger("choose", 2, 1, held_s) == [Meaning.CONFIRM]
    assert [finger("choose", 3, button, held_s) for button in range(3)] == [
        [Meaning.BACK],
        [Meaning.NEXT],
        [Meaning.CONFIRM],
    ]


def test_a_brushed_button_shows_no_card_and_ends_no_debate() -> None:
    for buttons in (1, 2, 3):
        for button in range(buttons):
            assert finger("deal", buttons, button, 0.2) == [Meaning.SEEN]
            assert finger("deal", buttons, button, 1.0) == [Meaning.SEE_CARD]
            assert finger("debate", buttons, button, 0.2) == []
            assert finger("debate", buttons, button, 1.0) == [Meaning.READY]


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_only_the_host_opens_the_menu_and_only_by_a_long_hold(buttons: int) -> None:
    speaks = {"cover", "covered", "choose", "yes_no", "debate", "parley", "talk", "floor", "oops", "watching"}
    for phase, button, held_s in product(ALL_PHASES, range(buttons), HELD_S):
        assert Meaning.MENU not in finger(phase, buttons, button, held_s), (phase, button, held_s)
        turns = phase == "answer" and button < buttons - 1
        opens = (phase in {*speaks, "idle"} or turns) and held_s > 3.0
        said = finger(phase, buttons, button, held_s, host=True)
        assert (said == [Meaning.MENU]) == opens, (phase, button, held_s)


def test_who_is_not_asked_says_nothing() -> None:
    for buttons in (1, 2, 3):
        for button in range(buttons):
            assert [meaning("idle", buttons, button, kind) for kind in Kind] == [None, None, None]


def test_every_phase_and_meaning_is_in_the_table() -> None:
    assert set(GESTURES) == set(PHASES) == set(ALL_PHASES)
    used = {
        one for phase in GESTURES.values() for rows in phase.values() for row in rows for one in row.values()
    }
    assert used | {one for row in TOUCHES.values() for one in row.values()} == set(Meaning)
    assert set(TOUCHES) <= set(GESTURES)
    assert {buttons for phase in GESTURES.values() for buttons in phase} == {1, 2, 3}


@pytest.mark.parametrize(("buttons", "button"), [(0, 0), (4, 0), (1, 1), (3, 3)])
def test_there_is_no_other_button(buttons: int, button: int) -> None:
    with pytest.raises(LookupError):
        meaning("choose", buttons, button, Kind.PRESS)


def test_the_page_is_the_table() -> None:
    page = (ROOT / "docs/gestures.md").read_text("utf-8")
    assert page == as_markdown(), "print it again: python -m table.gestures > docs/gestures.md"
    for one in Meaning:
        assert one.value in page
    for title in PHASES.values():
        assert f"## {title}" in page
