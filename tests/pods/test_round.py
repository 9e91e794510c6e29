"""A vote whose seats are pods: one that is pulled out is named on the board, and goes on at another port."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hardware.buttons.pods import PodButtons
from hardware.pods.firmware.line import HAS_SCREEN
from hardware.rings.pods import PodRings
from hardware.simulated import SimulatedVoice
from table.appliance.devices.heard_board import HeardView
from table.appliance.devices.openers import Opener
from table.appliance.devices.table_pods import TablePods
from table.appliance.table import Table
from table.board.board import Board
from table.engine.chance import Chance
from table.engine.requests import Say, Vote
from table.games.lots import ByLot
from table.games.werewolf import telling
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.events import VoteOpens
from table.games.werewolf.rules.pieces import Game, Seat
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.devices import Devices
from table.room.hands import HOLD_S, PRESS_S
from table.room.room import Room
from table.room.stage import Stage
from table.settings.settings import Settings
from table.settings.times import Times
from tests.kit.pods import MILL, Ports, ScriptedPod
from tests.kit.tables import NAMES, NARRATION, RecordingView

SEATS, PIXELS, VOTE_S, BEAT_S = 4, 16, 60.0, 0.05
MISSING = "A pod is missing (seat 2): plug it in again, at any port."


class Silent(ByLot):
    """Votes for nobody: only the pods vote."""

    def vote(self, request: Vote) -> dict[object, object]:  # noqa: ARG002
        return {}


class PodTable:
    """A vote of four people at pods, which report all the time."""

    def __init__(self) -> None:
        self.ports = Ports()
        self.clock = self.ports.clock
        self.ids = [f"{number:016x}" for number in range(SEATS)]
        self.pods = [self.ports.welcome(unique, pixels=PIXELS) for unique in self.ids]
        self.view = RecordingView()
        self.frames: dict[str, list[bytes]] = {unique: [] for unique in self.ids}
        """What each pod showed."""
        plugged = TablePods(self.ports.lines, self.ids)
        devices = Devices(
            PodButtons([[f"pod:{unique}:1"] for unique in self.ids], self.ports.lines, self.clock),
            PodRings(self.ids, PIXELS, self.ports.lines),
            SimulatedVoice(self.clock),
            HeardView(self.view, [plugged.cover]),
            self.clock,
        )
        stage = Stage(devices, NARRATION["en"], NAMES[:SEATS], 1, Chance(0), beat_s=1 / 60)
        self.room = Room(stage, Times(vote_s=VOTE_S), Silent(0), telling=telling)
        self.room.people.update(set(range(SEATS)))
        self.game = Game(THIERCELIEUX, NAMES[:SEATS], [VILLAGER] * SEATS)
        self._beat()

    def _beat(self) -> None:
        for pod in self.ports.pods:
            if pod.line and pod.is_greeted:
                pod.report()
        self.ports.lines.poll()
        for pod in self.ports.pods:
            if pod.line:
                self.frames[pod.id] += pod.frames()
        self.clock.at(self.clock.now() + BEAT_S, self._beat)

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        self.clock.at(self.clock.now() + seconds, action)

    def press(self, pod: ScriptedPod, for_s: float) -> None:
        pod.press()
        self.after(for_s, pod.lift)

    def play(self) -> dict[Seat, Any]:
        """The vote, from its opening to its end."""
        self.room.say(Say(VoteOpens(self.game.alive, again=False)))
        self.began_s = self.clock.now()
        voted = self.room.vote(Vote("vote", dict.fromkeys(self.game.alive, self.game.alive)))
        self.ports.close()
        return dict(voted)

    def notices(self) -> list[tuple[float, str]]:
        """What the board said was wrong, and when that began."""
        found = [(0.0, "")]
        for seen in self.view.seen:
            if seen.board.notice != found[-1][1]:
                found.append((seen.time_s, seen.board.notice))
        return found[1:]


def test_a_pod_that_is_pulled_out_by_day_is_named_and_votes_at_another_port() -> None:
    table = PodTable()
    moments: list[float] = []

    def pull() -> None:
        moments.append(table.clock.now())
        table.ports.pull(table.pods[1])

    def plug() -> None:
        back = table.ports.plug(table.ids[1], 9, pixels=PIXELS)
        table.after(1.5, back.greet)
        table.after(4.0, lambda: table.press(back, PRESS_S))
        table.after(6.0, lambda: table.press(back, HOLD_S))

    table.after(10.0, pull)
    table.after(15.0, plug)
    voted = table.play()
    (said_s, said), (over_s, nothing) = table.notices()[:2]
    assert said == MISSING
    assert moments[0] <= said_s <= moments[0] + 2.0
    assert nothing == ""
    assert over_s <= moments[0] + 8.0
    assert [voter.name for voter in voted] == [NAMES[1]], "it goes on where it was"


def test_nobody_elses_light_changes_while_a_pod_is_away() -> None:
    calm, torn = PodTable(), PodTable()
    torn.after(10.0, lambda: torn.ports.pull(torn.pods[1]))
    calm.play()
    torn.play()
    for unique in (calm.ids[0], *calm.ids[2:]):
        assert distinct(torn.frames[unique]) == distinct(calm.frames[unique])


def distinct(frames: list[bytes]) -> list[bytes]:
    """The frames without those that repeat the one before."""
    return [frame for at, frame in enumerate(frames) if at == 0 or frames[at - 1] != frame]


def test_a_real_table_lights_covers_and_closes_its_pods(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    ports = Ports()
    pod = ports.welcome(MILL, pixels=PIXELS, has=HAS_SCREEN)
    settings = Settings(language="en", seats=1, pixels=16).over(
        {"pins.backend": "gpiozero", "pins.bcm": ((f"pod:{MILL}:1",),), "voice.enabled": False}
    )
    table = Table(settings, ["mill"], NARRATION["en"], None, 1.0, opener=Opener(lambda _: ports.lines))
    assert table.pods
    assert table.pods.screens == [0]
    devices = table.lend()
    devices.rings.show(bytes((7, 8, 9)) * PIXELS)
    devices.slips.show({0: "Seer"})
    ports.after(0.03)
    told = pod.heard()
    assert any(each.startswith(b"S\0Seer") for each in told)
    assert [each for each in told if each[:1] == b"F"][-1][5:8] == bytes((7, 8, 9))
    devices.view.show(Board(scene="night"), 0.0)
    ports.after(0.03)
    assert [each[4] for each in pod.heard() if each[:1] == b"F"][-1] == 1
    table.close()
    assert pod.line is None
    pod.end.close()
