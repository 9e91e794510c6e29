"""What every room has, whatever is played in it."""

from __future__ import annotations

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.debounce import Kind
from hardware.interface import Slips
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from hardware.slips import NoSlips
from table.board.board import SecretCircle
from table.board.menu import Menu, MenuEntry
from table.engine.chance import Chance
from table.room.act import SeatGesture
from table.room.devices import Devices
from table.room.stage import Stage
from tests.kit.acts import Onlooker
from tests.kit.tables import NAMES, NARRATION, PIXELS, RecordingView


def stage(slips: Slips = NoSlips()) -> Stage:  # noqa: B008 - keeps nothing
    clock = VirtualClock()
    devices = Devices(
        SimulatedButtons(4, 1, clock),
        SimulatedRings(4, PIXELS, record=clock),
        SimulatedVoice(clock),
        RecordingView(),
        clock,
        slips=slips,
    )
    return Stage(devices, NARRATION["en"], NAMES[:4], 1, Chance(1))


def test_free_pods_breathe_under_a_menu_that_invites_and_under_no_other() -> None:
    made = stage()
    for menu in (None, Menu("Menu", [MenuEntry("Go on")])):
        made.village.board.menu = menu
        made.beat()
        assert made.village.places.free_ring == b""
    made.village.board.menu = Menu("Menu", [MenuEntry("Ana")], invites=True)
    made.beat()
    assert made.village.places.free_ring == patterns.lobby_breathing(PIXELS, 0.0)


def test_whoever_leaves_a_beat_in_the_middle_is_told_before_anything_is_shown() -> None:
    made, told = stage(), list[str]()

    def stop(now_s: float) -> None:
        raise RuntimeError(str(now_s))

    stopping = Onlooker(beat=stop)
    made.enter(Onlooker(broken_off=lambda: told.append("left"), shown=lambda _: told.append("shown")))
    with made.playing(stopping), pytest.raises(RuntimeError):
        made.beat()
    assert told == ["left"]
    made.beat()
    assert told == ["left", "shown"]


def test_buttons_of_a_player_who_has_left_say_nothing() -> None:
    clock = VirtualClock()
    buttons = SimulatedButtons(4, 1, clock)
    devices = Devices(buttons, SimulatedRings(4, PIXELS), SimulatedVoice(clock), RecordingView(), clock)
    made, heard = Stage(devices, NARRATION["en"], NAMES[:4], 1, Chance(1)), list[int]()
    made.village.people.gone.add(2)
    made.open_questions(range(4), "choose")
    made.enter(Onlooker(hear=lambda gesture, _: heard.append(gesture.seat)))
    for seat in (1, 2):
        made.beat()
        buttons.push(seat, 0)
        made.wait_until(clock.now() + 0.1)
        buttons.release(seat, 0)
        made.wait_until(clock.now() + 0.3)
    assert heard == [1]


def test_the_act_on_top_hears_and_shows_first_and_what_it_leaves_goes_below() -> None:
    slips, heard = SimulatedSlips(), list[str]()
    made = stage(slips)

    def lit(level: int) -> Onlooker:
        return Onlooker(
            hear=lambda *_: heard.append(f"{level}"),
            ring=lambda *_: bytes([level]) * (3 * PIXELS),
            slips={0: f"{level}"},
            secret=SecretCircle(f"{level}"),
            phase="idle" if level == 2 else "eve",
            notice=f"fault {level}",
        )

    for act in (lit(2), Onlooker()):
        made.enter(act)
    made.enter_below(lit(1))
    made.beat()
    assert slips.words == {0: "2"}
    made.presses.open({0: "choose"})
    made.presses.understand(SeatGesture(0.0, 0, 0, Kind.PRESS))
    assert heard == ["2"]
    assert made.frame[0] == 2
    assert made.village.board.secret == SecretCircle("2")
    assert made.presses.phase_of(3) == "idle"
    assert made.village.board.notice == "Fault 1 (and 1 more)", "faults of all acts are told, from below"


def test_who_leaves_the_stage_takes_along_what_is_played_above() -> None:
    made = stage()
    below, act, above = Onlooker(), Onlooker(), Onlooker()
    for one in (below, act, above):
        made.enter(one)
    made.leave(act)
    assert made.acts == [below]
    made.leave(above)
    assert made.acts == [below], "it is off already"
