"""Presses that a busy machine tells late, as the room hears them."""

from __future__ import annotations

from hardware.interface import Edge
from table.engine.chance import Chance
from table.games.werewolf.bots import Bots
from table.gestures import Meaning
from table.room.act import SeatGesture
from tests.kit.acts import Onlooker
from tests.kit.tables import TestTable


def heard_of(*told: tuple[float, Edge | None]) -> list[tuple[float, Meaning]]:
    """What is heard of seat 0 if these edges are told at these moments; None: a question begins."""
    table = TestTable(Bots(Chance(1)))
    presses, heard = table.room.stage.presses, list[tuple[float, Meaning]]()

    def hear(gesture: SeatGesture, meant: Meaning) -> None:
        heard.append((gesture.time_s, meant))

    presses.open({0: "choose"})
    table.room.stage.enter(Onlooker(hear=hear))
    for at_s, edge in told:
        table.clock.wait(at_s)
        if edge:
            table.pods._changed(edge)
        else:
            presses.open({0: "choose"})
        presses.listen(at_s)
    for step in range(40):
        presses.listen(at_s + 0.05 * step)
    return heard


def test_a_hold_that_is_told_late_is_no_press() -> None:
    """Its begin is told when it has almost ended."""
    assert heard_of((1.7, Edge(1.0, 0, 0, True, 0.7)), (1.9, Edge(1.8, 0, 0, False, 0.1))) == [
        (1.6, Meaning.CONFIRM)
    ]


def test_a_press_whose_end_is_told_late_is_no_hold() -> None:
    assert heard_of((1.3, Edge(1.0, 0, 0, True, 0.3)), (1.8, Edge(1.3, 0, 0, False, 0.5))) == [
        (1.3, Meaning.NEXT)
    ]


def test_a_press_after_a_release_that_was_told_late_is_an_answer() -> None:
    """Whether that release counts is not yet decided as the question begins."""
    assert heard_of(
        (1.0, Edge(1.0, 0, 0, True)),
        (1.8, Edge(1.3, 0, 0, False, 0.5)),
        (1.9, None),
        (2.0, Edge(2.0, 0, 0, True)),
        (2.2, Edge(2.2, 0, 0, False)),
    ) == [(2.2, Meaning.NEXT)]


def test_a_button_that_seems_to_be_up_is_held_no_longer_though_nothing_is_decided() -> None:
    """A card on a ring must not outlast the finger that shows it; a bounce hides nothing."""
    table = TestTable(Bots(Chance(1)))
    presses = table.room.stage.presses
    for at_s, edge in ((1.0, Edge(1.0, 0, 0, True)), (1.8, Edge(1.795, 0, 0, False, 0.2))):
        table.clock.wait(at_s)
        table.pods._changed(edge)
        presses.listen(at_s)
    assert {finger.seat for finger in presses.held(1.8)} == {0}
    assert presses.held(1.81) == set()
    presses.listen(1.9)
    assert presses.down()
