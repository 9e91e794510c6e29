"""What a new act takes: one class, which a stage plays on top of whatever is played there."""

from __future__ import annotations

from hardware import patterns
from table.engine.chance import Chance
from table.games.werewolf.bots import Bots
from table.gestures import Meaning
from table.room.act import Act, SeatGesture
from table.room.stage import AT_ONCE, Stage
from tests.kit.tables import PIXELS
from tests.room.test_room import before_the_deal, run

GOOD_NIGHT_S = 20.0


class GoodNight(Act):
    """A picture after the last round, until somebody presses. Returns the seat that did."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._pressed: list[int] = []

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if meant is Meaning.AGAIN:
            self._pressed.append(heard.seat)
        return meant is Meaning.AGAIN

    def ring(self, seat: int, now_s: float) -> bytes:  # noqa: ARG002 - all alike
        return patterns.asleep(PIXELS, now_s)

    def run(self) -> int | None:
        stage, board = self._stage, self._stage.village.board
        board.headline = "Good night"
        stage.open_questions(range(len(board.places)), "over")
        until_s = stage.time.now() + GOOD_NIGHT_S
        stage.wait_for_moment(lambda: AT_ONCE if self._pressed else until_s)
        stage.close_questions()
        return self._pressed[0] if self._pressed else None


def test_a_new_act_is_one_class_and_leaves_the_stage_as_it_was() -> None:
    """The acts below are played again once it is over."""
    table = before_the_deal(Bots(Chance(1)), (2,))
    run(table)
    stage, below = table.room.stage, list(table.room.stage.acts)
    table.clock.at(table.clock.now() + 3.0, lambda: table.pods.push(2, 0))
    table.clock.at(table.clock.now() + 3.1, lambda: table.pods.release(2, 0))
    assert stage.play(GoodNight(stage)) == 2
    assert table.view.seen[-1].board.headline == "Good night"
    assert stage.frame == patterns.asleep(PIXELS, table.clock.now()) * len(table.seats)
    assert (stage.acts, stage.presses.phases) == (below, {})
    stage.beat()
    assert stage.frame != patterns.asleep(PIXELS, table.clock.now()) * len(table.seats)
