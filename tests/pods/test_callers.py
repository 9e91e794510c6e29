"""Pods that call by Wi-Fi, at the table's end: those of seats are heard, and nobody else."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.pods.calls import CALLERS_MOST, PodCallers, pods_socket
from hardware.pods.firmware.line import VERSION, framed
from hardware.pods.lines import PATIENCE_S
from hardware.pods.pod import FLOOD, LOST_S
from hardware.pods.ports import PodPort
from hardware.troubles import Trouble
from tests.kit.pods import FOREST, FORGE, MILL, Ports, ScriptedPod

RED = bytes((200, 0, 0)) * 24


class Calls:
    """A table whose Mill and Forge have pods, and the calls of pods."""

    def __init__(self, path: Path) -> None:
        self.ports, self.path = Ports(), pods_socket(path)
        self.ports.lines.callers = PodCallers(self.path)
        self.ports.lines.seat([MILL, FORGE])
        self._callers = list[ScriptedPod]()

    def call(self, unique: str) -> ScriptedPod:
        """A pod calls, and is asked who it is."""
        pod = ScriptedPod(unique, PodPort("", "", ""))
        pod.end = socket.socket(socket.AF_UNIX)
        pod.end.connect(str(self.path))
        pod.end.setblocking(False)
        self._callers.append(pod)
        self.ports.after(1.0, alive=[each for each in self._callers if each.is_greeted and here(each)])
        return pod

    def welcome(self, unique: str) -> ScriptedPod:
        """A pod calls, says who it is and that nothing is down."""
        pod = self.call(unique)
        pod.greet()
        self.ports.after()
        pod.report()
        self.ports.after()
        return pod

    def close(self) -> None:
        self.ports.close()
        for pod in self._callers:
            pod.end.close()


def here(pod: ScriptedPod) -> bool:
    """Whether the table has not hung up. What it said is taken."""
    try:
        while data := pod.end.recv(65536):
            assert data
    except BlockingIOError:
        return True
    except ConnectionResetError:
        pass
    return False


@pytest.fixture
def calls(tmp_path: Path) -> Iterator[Calls]:
    calls = Calls(tmp_path / "phones.sock")
    yield calls
    calls.close()


def downs(calls: Calls) -> list[tuple[str, bool]]:
    return [(pod, edge.down) for pod, edge in calls.ports.edges]


def test_the_pod_of_a_seat_is_heard_and_lit_by_wi_fi_too(calls: Calls) -> None:
    mill = calls.call(MILL)
    assert mill.letters() == "Q"
    mill.greet()
    calls.ports.lines.light({MILL: RED})
    calls.ports.after()
    assert mill.letters() == "WF"
    mill.press()
    mill.report()
    calls.ports.after(0.1)
    assert downs(calls) == [(MILL, True)]
    assert calls.ports.troubles == [Trouble("pods.lost", seats=(1,))]


def test_by_night_it_is_told_as_much_as_one_at_a_cable(calls: Calls) -> None:
    mill, forge = calls.welcome(MILL), calls.ports.welcome(FORGE)
    calls.ports.lines.cover(True)
    calls.ports.after(0.5, alive=[mill, forge])
    mill.heard(), forge.heard()
    calls.ports.lines.light({MILL: RED})
    calls.ports.after(0.5, alive=[mill, forge])
    assert mill.letters() == forge.letters() == 10 * "F"


def test_a_pod_without_a_seat_is_hung_up_on(calls: Calls) -> None:
    """It is taught at a cable: nobody who is in the Wi-Fi gets on the board, or into a menu."""
    stranger = calls.call(FOREST)
    stranger.greet()
    calls.ports.after()
    assert not here(stranger)
    assert list(calls.ports.lines.here) == []
    assert {trouble.key for trouble in calls.ports.troubles} == {"pods.lost"}


def test_who_calls_as_a_pod_that_is_heard_is_hung_up_on(calls: Calls) -> None:
    mill = calls.welcome(MILL)
    thief = calls.call(MILL)
    thief.greet()
    thief.press()
    thief.report()
    mill.report()
    calls.ports.after()
    assert not here(thief)
    mill.press()
    mill.report()
    calls.ports.after()
    assert downs(calls) == [(MILL, True)]


def test_a_line_has_one_pod(calls: Calls) -> None:
    """Else who has one id could try others, or press for them."""
    mill = calls.welcome(MILL)
    mill.press()
    mill.report()
    mill.id = FORGE
    mill.greet()
    mill.press()
    mill.report()
    calls.ports.after()
    assert {pod for pod, _ in calls.ports.edges} == {MILL}
    assert list(calls.ports.lines.here) == [MILL]


def test_a_cable_comes_first(calls: Calls) -> None:
    """What was down by Wi-Fi is let go, and who calls as this pod is refused."""
    caller = calls.welcome(MILL)
    caller.press()
    caller.report()
    mill = calls.ports.welcome(MILL)
    assert not here(caller)
    assert downs(calls) == [(MILL, True), (MILL, False)]
    mill.heard()
    calls.ports.lines.light({MILL: RED})
    calls.ports.after(0.05)
    assert mill.frames()[-1] == RED
    again = calls.call(MILL)
    mill.greet()
    calls.ports.after()
    again.greet()
    calls.ports.after()
    assert not here(again)
    assert calls.ports.troubles == [Trouble("pods.lost", seats=(1,))]


def test_a_flood_ends_the_call_and_disturbs_nobody(calls: Calls) -> None:
    mill, forge = calls.welcome(MILL), calls.welcome(FORGE)
    for _ in range(FLOOD // 4096):
        forge.say(bytes(4096))
        calls.ports.after()
    mill.report()
    calls.ports.after()
    mill.heard()
    calls.ports.lines.light({MILL: RED})
    calls.ports.after(0.05)
    assert mill.frames()[-1] == RED
    assert not here(forge)
    assert list(calls.ports.lines.here) == [MILL]


def test_nonsense_is_hung_up_on_after_a_while(calls: Calls) -> None:
    caller = calls.call(MILL)
    for _ in range(int(PATIENCE_S)):
        caller.say(b"GET / HTTP/1.1\r\n\0")
        calls.ports.after(1.0)
    assert not here(caller)
    assert {trouble.key for trouble in calls.ports.troubles} == {"pods.lost"}


def test_a_pod_whose_last_call_was_cut_off_calls_again(calls: Calls) -> None:
    before = calls.welcome(MILL)
    before.press()
    before.report()
    before.is_greeted = False  # It says no more.
    calls.ports.after(LOST_S)
    mill = calls.welcome(MILL)
    mill.press()
    mill.report()
    calls.ports.after()
    assert downs(calls) == [(MILL, True), (MILL, False), (MILL, True)]


def test_only_a_pod_of_the_table_has_its_version_on_the_board(calls: Calls) -> None:
    for unique in (MILL, FOREST):
        pod = calls.call(unique)
        pod.greet(version=VERSION + 1)
        calls.ports.after()
    calls.call(FOREST).say(framed(bytes((ord("H"), VERSION + 1))))
    calls.ports.after()
    told = Trouble("pods.version", device="Wi-Fi", known=str(VERSION + 1))
    assert calls.ports.troubles == [told, Trouble("pods.lost", seats=(1,))]


def test_no_more_are_connected_than_a_table_may_have(calls: Calls) -> None:
    callers = []
    for _ in range(CALLERS_MOST + 5):
        end = socket.socket(socket.AF_UNIX)
        end.connect(str(calls.path))
        callers.append(end)
    calls.ports.after(1.0)
    assert len(calls.ports.lines.found) == CALLERS_MOST
    for end in callers:
        end.close()


def test_a_table_that_is_closed_hangs_up(calls: Calls) -> None:
    mill = calls.welcome(MILL)
    calls.ports.lines.close()
    assert not here(mill)
    assert not calls.path.exists()
    calls.ports.lines = Ports().lines
