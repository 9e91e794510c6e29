"""Pods with the real firmware that are pulled out in the middle of a night call, and plugged in elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from hardware.simulated import SimulatedVoice
from table.engine.chance import Chance
from table.engine.requests import Ask, Sleep, Wake
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.act import NEVER
from table.room.hands import HOLD_S, PRESS_S
from table.settings.times import Times
from tests.kit.picos import IDS, SIGN_MOST, Lit, Picos, pod_devices
from tests.kit.players import lay
from tests.kit.tables import NAMES, NARRATION, RecordingView, room_at
from tests.kit.wires import WireClock
from tests.pods.test_round import Silent

SEATS, SEER, OTHER = 4, 2, 3
TIMES = Times(calls={"seer": 9.0}, vote_s=20.0)
CALL = next(call for call in THIERCELIEUX.calls if call.key == "seer")


class SeersCall:
    """The call of the Seer, who has a finger of their own, at a table of four pods. `beat_s`: of the room."""

    def __init__(self, beat_s: float = NEVER) -> None:
        self.clock = WireClock()
        self.picos = Picos(self.clock)
        for number in range(SEATS):
            self.picos.plug(number, number)
        self.view = RecordingView()
        pins = [[f"pod:{id_}:1"] for id_ in IDS[:SEATS]]
        devices = pod_devices(self.picos, pins, 24, self.view, SimulatedVoice(self.clock))
        names = NAMES[:SEATS]
        self.room = room_at(
            *(devices, NARRATION["en"], TIMES, Silent(0), names, 1, Chance(1)),
            people_sit=False,
            beat_s=beat_s,
        )
        self.room.people.update(range(SEATS))

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        self.clock.at(self.clock.now() + seconds, action)

    def press(self, at_s: float, for_s: float = PRESS_S, number: int = SEER) -> None:
        """The Seer presses, or who has another pod, so long from now on."""
        lots = Chance("finger").stream("bounces")
        self.after(at_s, lambda: self.picos.turn(IDS[number], 0, True, lots))
        self.after(at_s + for_s, lambda: self.picos.turn(IDS[number], 0, False, lots))

    def play(self, before: Callable[[SeersCall], None] = lambda _: None) -> list[int]:
        """The whole call. `before`: what is prepared when it begins."""
        seats = lay("werewolf villager seer villager").seats
        self.room.wake(Wake(CALL, [seats[SEER]]))
        self.press(1.0)
        self.press(4.4)
        self.press(5.0, HOLD_S)
        before(self)
        answer = self.room.ask(Ask(seats[SEER], "seer", [seat for seat in seats if seat.index != SEER]))
        self.room.sleep(Sleep(CALL))
        self.ends_s = self.clock.now()
        self.room.stage.wait_until(self.ends_s + 0.5)
        self.picos.close()
        return [seat.index for seat in answer]

    def seen(self, number: int) -> list[Lit]:
        """What a pod that was never pulled out showed, each light once."""
        [lit] = [pod.lit for id_, pod, _ in self.picos.every if id_ == IDS[number]]
        return [one for at, one in enumerate(lit) if not at or lit[at - 1].colours != one.colours]


def swap(call: SeersCall) -> None:
    """The Seer's pod and another are pulled out while a light is on somebody, and each is plugged in where
    the other was."""

    def pull() -> None:
        for number in (SEER, OTHER):
            call.picos.pull(number)

    def plug() -> None:
        call.picos.plug(SEER, OTHER)
        call.picos.plug(OTHER, SEER)

    call.after(1.6, pull)
    call.after(2.0, plug)


def test_swapped_in_a_night_call_pods_go_on_where_they_were_and_nobody_elses_light_tells() -> None:
    calm, torn = SeersCall(), SeersCall()
    answer = calm.play()
    assert answer == [0], "two lights on"
    assert torn.play(swap) == answer
    for number in set(range(SEATS)) - {SEER, OTHER}:
        assert torn.seen(number) == calm.seen(number)
    assert torn.picos.check() > 30
    _, back = (pod for id_, pod, _ in torn.picos.every if id_ == IDS[SEER])
    in_call, later = (
        [one for one in back.lit if (one.time_s < torn.ends_s) == is_in] for is_in in (True, False)
    )
    assert max(max(one.colours) for one in in_call) <= SIGN_MOST, "a secret is back at once"
    assert max(max(one.colours) for one in later) > SIGN_MOST
    assert torn.picos.heard == calm.picos.heard == calm.picos.turned
    assert [seen.board.notice for seen in torn.view.seen] == [""] * len(torn.view.seen), "by night none"
