"""Pods with the real firmware whose program hangs in a round. A watchdog starts them again."""

from __future__ import annotations

from table.engine.requests import Say, Vote
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.events import VoteOpens
from table.games.werewolf.rules.pieces import Game
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.hands import HOLD_S
from tests.kit.picos import IDS, SIGN_MOST
from tests.kit.tables import NAMES
from tests.pods.test_pulled_by_night import SEATS, SEER, SeersCall

MISSED_S, BACK_S = 2.0, 5.0
"""Seconds in which the table misses such a pod, and in which it is back."""


class HangingPods(SeersCall):
    """The same table, whose pods hang now and then."""

    def __init__(self) -> None:
        super().__init__(beat_s=1 / 60)
        self.hung: list[tuple[float, list[bool]]] = []
        """When a pod hung, and whether it was heard when it was to be missed and when it was to be back."""

    def hang(self, number: int, in_s: float) -> None:
        """The program of this pod hangs, so long from now on."""
        lines, id_, hung_s = self.picos.lines, IDS[number], self.clock.now() + in_s
        assert lines
        heard = list[bool]()
        self.hung.append((hung_s, heard))
        self.after(in_s, lambda: self.picos.plugged[id_].hang(hung_s))
        for passed_s in (MISSED_S, BACK_S):
            self.after(in_s + passed_s, lambda: heard.append(id_ in lines.here))

    def vote(self) -> list[int]:
        """A vote of pods alone. Returns the seats of those who voted."""
        game = Game(THIERCELIEUX, NAMES[:SEATS], [VILLAGER] * SEATS)
        self.room.say(Say(VoteOpens(game.alive, again=False)))
        for number, at_s in enumerate((1.0, 11.0)):
            self.press(at_s, number=number)
            self.press(at_s + 1.0, HOLD_S, number)
            self.hang(number, 5.0)
        voted = self.room.vote(Vote("vote", dict.fromkeys(game.alive, game.alive)))
        self.picos.close()
        return sorted(voter.index for voter in voted)


def test_by_day_the_board_misses_a_pod_that_hangs_and_it_comes_back_with_its_vote() -> None:
    table = HangingPods()
    assert table.vote() == [0, 1], "what was confirmed before counts, and so does what is after"
    assert [heard for _, heard in table.hung] == [[False, True]] * 2
    hung_s = table.hung[0][0]
    named = [seen.time_s for seen in table.view.seen if "missing" in seen.board.notice]
    assert hung_s < named[0] <= hung_s + MISSED_S
    assert named[-1] <= hung_s + BACK_S
    assert table.view.seen[-1].board.notice == ""
    assert table.picos.check() > 10


def test_by_night_a_pod_that_hangs_is_dark_until_the_call_is_over_and_its_answer_counts() -> None:
    calm, torn = HangingPods(), HangingPods()
    answer = calm.play()
    assert torn.play(lambda _: torn.hang(SEER, 6.2)) == answer
    [(hung_s, heard)] = torn.hung
    assert heard == [False, True]
    [pod] = [pod for id_, pod, _ in torn.picos.every if id_ == IDS[SEER]]
    shown = [one for one in pod.lit if hung_s < one.time_s < torn.ends_s]
    assert shown[0].time_s <= hung_s + MISSED_S
    assert max(max(one.colours) for one in shown) <= SIGN_MOST, "a secret is back at once"
    for number in set(range(SEATS)) - {SEER}:
        assert torn.seen(number) == calm.seen(number)
    assert torn.picos.check() > 30
    assert {seen.board.notice for seen in torn.view.seen} == {""}
