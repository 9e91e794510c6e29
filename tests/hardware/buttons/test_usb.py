"""Buttons on USB keys: kernel times, grabs, pulled cables, lost events, and what is written in pins.bcm."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.buttons.backend import Wires
from hardware.buttons.queued import STUCK_S
from hardware.buttons.usb import LOOK_S, UsbBackend, UsbButtons, UsbLibraryError, open_device
from hardware.buttons.usb_listener import UsbListener
from hardware.buttons.usb_ports import KeyPin, Plugged, key_pin, pin_text, plugged
from hardware.clocks import LiveClock, VirtualClock
from hardware.interface import Edge
from hardware.troubles import Trouble
from tests.kit.usb import (
    ALT,
    CTRL,
    ESCAPE,
    EVDEV,
    KP0,
    LETTERS,
    TRIGGER,
    A,
    FakeEvent,
    FakeKernel,
    lay_out,
)

ONE, TWO, SPARE = "usb-0000:01:00.0-1.1/input0", "usb-0000:01:00.0-1.2/input0", "usb-0000:01:00.0-1.4/input0"
SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""


class Bench:
    """A table on a fake kernel, polled by hand."""

    def __init__(self, speed: float = 1.0) -> None:
        self.clock = VirtualClock(speed=speed)
        self.kernel = FakeKernel(self.clock)

    def start(self, *keys: Sequence[KeyPin | None]) -> UsbButtons:
        self.buttons = UsbButtons(keys, self.clock, find=self.kernel.find, open_device=self.kernel.open)
        return self.buttons

    def after(self, seconds: float = 0.0) -> list[Edge]:
        """The edges of a poll after so many seconds."""
        self.clock.wait(self.clock.now() + seconds)
        self.buttons.poll()
        return self.buttons.edges()

    def troubles(self) -> list[Trouble]:
        return self.buttons.troubles


@pytest.fixture
def bench() -> Bench:
    return Bench()


@pytest.fixture
def evdev(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", EVDEV)


@pytest.fixture
def no_evdev(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)


# Presses


def test_ten_buttons_of_one_encoder_are_ten_seats(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start(*([KeyPin(ONE, TRIGGER + seat)] for seat in range(10)))
    for seat in range(10):
        bench.kernel.down(encoder, TRIGGER + seat)
    assert bench.after() == [Edge(0.0, seat, 0, True) for seat in range(10)]
    bench.kernel.up(encoder, TRIGGER + 3)
    assert bench.after(0.5) == [Edge(0.0, 3, 0, False)]


@pytest.mark.parametrize("speed", [1.0, 5.0])
def test_an_edge_has_the_time_of_the_kernel_however_late_it_is_read(speed: float) -> None:
    bench = Bench(speed)
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.clock.wait(10.0)
    bench.kernel.down(encoder, TRIGGER, ago_s=0.25)
    bench.kernel.up(encoder, TRIGGER, ago_s=0.125)
    assert bench.after() == [
        Edge(10.0 - 0.25 * speed, 0, 0, True),
        Edge(10.0 - 0.125 * speed, 0, 0, False),
    ]


def test_repetition_of_a_held_key_says_nothing(bench: Bench) -> None:
    bench.kernel.keyboard(SPARE)
    keyboard = bench.kernel.keyboard(ONE)
    bench.start([KeyPin(ONE, A)])
    bench.kernel.down(keyboard, A)
    assert len(bench.after()) == 1
    for _ in range(20):
        bench.kernel.repeat(keyboard, A)
    assert bench.after(1.0) == []
    bench.kernel.up(keyboard, A)
    assert bench.after() == [Edge(1.0, 0, 0, False)]


def test_keys_nobody_was_taught_say_nothing(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.kernel.down(encoder, TRIGGER + 1)
    assert bench.after() == []


def test_a_key_that_is_down_as_the_table_starts_is_down(bench: Bench) -> None:
    """The service menu asks for it; the room takes no gesture from it."""
    encoder = bench.kernel.encoder(ONE)
    bench.kernel.down(encoder, TRIGGER)
    buttons = bench.start([KeyPin(ONE, TRIGGER)])
    assert buttons.edges() == [Edge(0.0, 0, 0, True)]


# Grabs


def test_only_devices_with_a_key_of_the_table_are_opened_and_they_are_grabbed(bench: Bench) -> None:
    taught, other = bench.kernel.encoder(ONE), bench.kernel.encoder(TWO)
    buttons = bench.start([KeyPin(ONE, TRIGGER)])
    bench.after(3 * LOOK_S)
    assert (taught.grabbed, bench.kernel.opened) == (True, [ONE])
    buttons.close()
    assert not taught.grabbed
    assert not other.opened


def test_somebody_elses_grab_is_said_and_waited_for(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    other = bench.kernel.open(encoder.node)
    other.grab()
    bench.start([KeyPin(ONE, TRIGGER)])
    assert bench.troubles() == [Trouble("buttons.usb_refused", device=ONE, seats=(0,), reason="EBUSY")]
    other.close()
    bench.after(LOOK_S)
    assert (bench.troubles(), encoder.grabbed) == ([], True)


def test_the_last_keyboard_of_a_machine_is_not_taken(bench: Bench) -> None:
    keyboard = bench.kernel.keyboard(ONE)
    bench.start([KeyPin(ONE, A)])
    assert bench.troubles() == [Trouble("buttons.usb_last", device=ONE, seats=(0,))]
    assert not keyboard.opened
    bench.kernel.keyboard(SPARE)
    bench.after(LOOK_S)
    assert (bench.troubles(), keyboard.grabbed) == ([], True)


def test_two_keyboards_of_the_table_do_not_stand_in_for_each_other(bench: Bench) -> None:
    for port in (ONE, TWO):
        bench.kernel.keyboard(port)
    bench.start([KeyPin(ONE, A)], [KeyPin(TWO, A)])
    assert bench.kernel.opened == []


def test_a_second_device_on_the_same_cable_is_no_other_keyboard(bench: Bench) -> None:
    bench.kernel.keyboard(ONE)
    bench.kernel.keyboard(ONE.replace("input0", "input1"))
    bench.start([KeyPin(ONE, A)])
    assert bench.kernel.opened == []


def test_a_number_pad_is_no_keyboard(bench: Bench) -> None:
    pad = bench.kernel.new(ONE, range(71, 84))
    bench.start([KeyPin(ONE, KP0)])
    assert (bench.troubles(), pad.grabbed) == ([], True)


@pytest.mark.parametrize("order", [(CTRL, ALT, ESCAPE), (ESCAPE, ALT, CTRL)])
def test_ctrl_alt_escape_lets_go_of_a_keyboard_until_it_is_plugged_in_again(
    bench: Bench, order: Sequence[int]
) -> None:
    bench.kernel.keyboard(SPARE)
    keyboard = bench.kernel.keyboard(ONE)
    bench.start([KeyPin(ONE, A)])
    bench.kernel.down(keyboard, A)
    bench.after()
    for key in order:
        assert keyboard.grabbed
        bench.kernel.down(keyboard, key)
        edges = bench.after()
    assert edges == [Edge(0.0, 0, 0, False)], "the finger that was down holds nothing"
    assert not keyboard.grabbed
    assert bench.troubles() == [Trouble("buttons.usb_let_go", device=ONE, seats=(0,))]
    bench.after(10 * LOOK_S)
    assert not keyboard.grabbed
    bench.kernel.pull(keyboard)
    bench.after(LOOK_S)
    keyboard.down.clear()
    bench.kernel.plug(keyboard)
    bench.after(LOOK_S)
    assert (bench.troubles(), keyboard.grabbed) == ([], True)


@pytest.mark.parametrize("left_out", [CTRL, ALT, ESCAPE])
def test_two_of_the_three_let_go_of_nothing(bench: Bench, left_out: int) -> None:
    bench.kernel.keyboard(SPARE)
    keyboard = bench.kernel.keyboard(ONE)
    bench.start([KeyPin(ONE, A)])
    for key in {CTRL, ALT, ESCAPE} - {left_out}:
        bench.kernel.down(keyboard, key)
    bench.after()
    assert keyboard.grabbed


# Cables


def test_what_is_pulled_out_lets_go_of_its_buttons_and_is_heard_again_once_back(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start([None], [KeyPin(ONE, TRIGGER)], [KeyPin(ONE, TRIGGER + 1)])
    bench.kernel.down(encoder, TRIGGER)
    bench.after()
    bench.kernel.pull(encoder)
    assert bench.after(0.3) == [Edge(0.3, 1, 0, False)]
    missing = Trouble("buttons.usb_missing", device=ONE, seats=(1, 2))
    assert bench.troubles() == [missing]
    encoder.down.clear()
    bench.kernel.plug(encoder)
    assert bench.after(LOOK_S) == []
    assert bench.troubles() == []
    bench.kernel.down(encoder, TRIGGER + 1)
    assert [edge[1:4] for edge in bench.after(0.1)] == [(2, 0, True)]


def test_a_key_that_is_held_while_it_comes_back_counts_once_it_has_been_up(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.kernel.down(encoder, TRIGGER)
    bench.after()
    bench.kernel.pull(encoder)
    bench.after(LOOK_S)
    bench.kernel.plug(encoder)
    bench.after(LOOK_S)
    assert bench.troubles() == []
    bench.after(STUCK_S)
    assert bench.troubles() == [Trouble("buttons.held", seat=0, button=0, seconds=STUCK_S)]
    bench.kernel.drop(encoder)
    assert bench.after() == [], "not even where events are lost"
    bench.kernel.up(encoder, TRIGGER)
    assert (bench.after(), bench.troubles()) == ([], [])
    bench.kernel.down(encoder, TRIGGER)
    assert [edge.down for edge in bench.after()] == [True]


def test_what_comes_back_between_two_looks_as_another_device_is_opened_anew(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.kernel.pull(encoder)
    other = bench.kernel.encoder(ONE)
    bench.after(LOOK_S)
    bench.kernel.down(other, TRIGGER)
    assert [edge.down for edge in bench.after()] == [True]


def test_a_device_that_breaks_as_it_is_opened_is_given_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.kernel.forbidden = {ONE}
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.kernel.forbidden = set()

    def broken(_: object) -> list[int]:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr("tests.kit.usb.FakeDevice.active_keys", broken)
        bench.after(LOOK_S)
    assert [trouble.facts["reason"] for trouble in bench.troubles()] == ["EIO"]
    assert all(device.closed for device in encoder.opened)
    bench.after(LOOK_S)
    assert bench.troubles() == []


# Lost events


def test_where_events_are_lost_the_state_of_the_keys_is_asked(bench: Bench) -> None:
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)], [KeyPin(ONE, TRIGGER + 1)], [KeyPin(ONE, TRIGGER + 2)])
    bench.kernel.down(encoder, TRIGGER)
    bench.after()
    bench.kernel.up(encoder, TRIGGER)
    bench.kernel.down(encoder, TRIGGER + 1)
    bench.kernel.drop(encoder, then=[(TRIGGER + 2, 1)])
    heard = bench.after(2.0)
    assert [edge[1:4] for edge in heard] == [(0, 0, False), (1, 0, True)], "not the rest of a torn report"
    bench.kernel.up(encoder, TRIGGER + 1)
    assert [edge[1:4] for edge in bench.after()] == [(1, 0, False)]


def test_what_was_read_before_the_keys_were_asked_is_older_than_their_state(bench: Bench) -> None:
    """The kernel empties its queue when it is asked for the keys: the release of a press already read is
    gone."""
    encoder = bench.kernel.encoder(ONE)
    bench.start([KeyPin(ONE, TRIGGER)])
    bench.kernel.drop(encoder)
    bench.kernel.down(encoder, TRIGGER)
    encoder.down.clear()
    assert bench.after() == []
    bench.kernel.down(encoder, TRIGGER)
    assert [edge.down for edge in bench.after()] == [True]


# The thread


def test_a_thread_reads_what_comes_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, kernels = os.pipe()
    kernel = FakeKernel(VirtualClock())
    encoder = kernel.encoder(ONE)
    monkeypatch.setattr("tests.kit.usb.FakeDevice.fd", ours)
    clock = LiveClock()
    buttons = UsbButtons([[KeyPin(ONE, TRIGGER)]], clock, find=kernel.find, open_device=kernel.open).start()
    woken = threading.Event()
    buttons.listen(woken.set)
    before = threading.active_count()
    encoder.opened[0].waiting.append(FakeEvent(0.0, 1, TRIGGER, 1))
    os.write(kernels, b".")
    assert woken.wait(SOON_S)
    os.read(ours, 1)
    assert [edge[1:4] for edge in buttons.edges()] == [(0, 0, True)]
    buttons.close()
    assert threading.active_count() == before - 1
    assert encoder.opened[0].closed
    os.close(ours)
    os.close(kernels)


def test_the_kernel_is_asked_for_times_of_the_monotonic_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    asked: list[tuple[int, int, bytes]] = []

    def device(path: str) -> SimpleNamespace:
        opened.append(path)
        return SimpleNamespace(fd=7)

    monkeypatch.setitem(sys.modules, "evdev", SimpleNamespace(InputDevice=device))
    monkeypatch.setattr("fcntl.ioctl", lambda *given: asked.append(given))
    assert open_device("event3").fd == 7
    assert (opened, asked) == (["/dev/input/event3"], [(7, 0x400445A0, b"\1\0\0\0")])


@pytest.mark.usefixtures("no_evdev")
def test_without_its_library_nothing_opens_and_how_to_get_it_is_said() -> None:
    with pytest.raises(UsbLibraryError) as caught:
        UsbBackend().open(Wires([[f"usb:{ONE}:KEY_A"]], "gpiod", 1), VirtualClock())
    assert "[usb]" in caught.value.trouble.facts["brings"]


# What is written


@pytest.mark.usefixtures("evdev")
@pytest.mark.parametrize(
    ("text", "pin"),
    [
        (f"usb:{ONE}:KEY_A", KeyPin(ONE, A)),
        (f"usb:{ONE}#2:BTN_TRIGGER", KeyPin(f"{ONE}#2", TRIGGER)),
        (f"usb:{ONE}:30", KeyPin(ONE, A)),
        (f"usb:{ONE}:0", KeyPin(ONE, 0)),
        (f"usb:{ONE}:767", KeyPin(ONE, 767)),
        ("usb:a4:53:85:00:11:22:BTN_THUMB", KeyPin("a4:53:85:00:11:22", TRIGGER + 1)),
        (f"usb:{ONE}:1.buzz", KeyPin(ONE, 704)),
        (f"usb:{ONE}:2.buzz", KeyPin(ONE, 709)),
        (f"usb:{ONE}:4.blue", KeyPin(ONE, 723)),
    ],
)
def test_a_key_is_written_with_its_port(text: str, pin: KeyPin) -> None:
    assert key_pin(text) == pin


@pytest.mark.usefixtures("evdev")
@pytest.mark.parametrize(
    "text",
    [
        "", "usb", "usb:", "usb::KEY_A", f"usb:{ONE}", f"usb:{ONE}:", f"usb:{ONE}:KEY_ä", f"usb:{ONE}:768",
        f"usb:{ONE}:-1", f"usb:{ONE}:KEY_NONE", f"usb:{ONE}:EV_KEY", f"usb:{ONE}:KEY_CNT",
        f"usb:{ONE}:5.buzz",
        f"usb:{ONE}:1.red", f"usb:{ONE}:key_a", "usb:a b:KEY_A", f"usb:{ONE}\n:KEY_A", f"usb:{ONE}:KEY_A\n",
        f"USB:{ONE}:KEY_A", 'usb:a"b:KEY_A',
    ],
)  # fmt: skip
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"names no port|is no key"):
        key_pin(text)
    assert UsbBackend().contact(text) is None


@pytest.mark.usefixtures("no_evdev")
def test_without_the_library_a_name_stays_a_name() -> None:
    assert key_pin(f"usb:{ONE}:KEY_A") == KeyPin(ONE, "KEY_A")
    assert key_pin(f"usb:{ONE}:2.blue") == KeyPin(ONE, 713)


@pytest.mark.usefixtures("evdev")
@pytest.mark.parametrize(
    ("code", "key"), [(A, "KEY_A"), (TRIGGER, "BTN_JOYSTICK"), (704, "1.buzz"), (500, "500")]
)
def test_a_key_is_written_as_it_is_read(code: int, key: str) -> None:
    text = pin_text(ONE, code)
    assert text == f"usb:{ONE}:{key}"
    assert key_pin(text) == KeyPin(ONE, code)


# What is plugged in


def test_what_is_plugged_in_is_read_from_sys(tmp_path: Path) -> None:
    full = sum(1 << key for key in LETTERS)
    keyboard = Plugged("event10", ONE, "a keyboard", full | 1 << 704)
    encoders = [Plugged(f"event{n}", TWO, "two in one", 1 << TRIGGER) for n in (2, 9)]
    silent = Plugged("event3", SPARE, "a tablet's lid", 0)
    lay_out(tmp_path, [keyboard, *encoders, silent])
    assert plugged(tmp_path) == [
        encoders[0],
        encoders[1]._replace(port=f"{TWO}#2"),
        keyboard,
    ]
    assert [device.is_keyboard for device in plugged(tmp_path)] == [False, False, True]


def test_what_comes_by_bluetooth_is_known_by_its_own_address(tmp_path: Path) -> None:
    pad = Plugged("event1", "dc:a6:32:00:00:01", "a pad", 1 << TRIGGER)
    lay_out(tmp_path, [pad], unique="a4:53:85:00:11:22")
    assert [device.port for device in plugged(tmp_path)] == ["a4:53:85:00:11:22"]


def test_no_input_at_all_is_nothing_plugged_in(tmp_path: Path) -> None:
    assert plugged(tmp_path) == []


# Teaching


class Ear:
    """A listener on a fake kernel."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.kernel = FakeKernel(self.clock)
        self.listener = UsbListener(find=self.kernel.find, open_device=self.kernel.open, now=self.clock.now)

    def after(self, seconds: float = 0.0) -> list[str]:
        self.clock.wait(self.clock.now() + seconds)
        return self.listener.pressed()


@pytest.fixture
def ear(evdev: None) -> Ear:  # noqa: ARG001
    return Ear()


def test_a_listener_hears_every_key_of_everything_and_grabs_nothing(ear: Ear) -> None:
    first, second = ear.kernel.keyboard(ONE), ear.kernel.buzz(TWO)
    assert ear.after() == []
    ear.kernel.down(second, 709)
    ear.kernel.down(first, A)
    ear.kernel.repeat(first, A)
    ear.kernel.up(first, A)
    assert ear.after() == [f"usb:{ONE}:KEY_A", f"usb:{TWO}:2.buzz"]
    assert [thing.grabbed for thing in (first, second)] == [False, False]
    ear.listener.close()
    assert all(device.closed for thing in (first, second) for device in thing.opened)


def test_clicks_and_touches_are_no_buttons(ear: Ear) -> None:
    mouse = ear.kernel.new(ONE, [0x110, 0x14A, TRIGGER])
    ear.after()
    for key in (0x110, 0x14A, TRIGGER):
        ear.kernel.down(mouse, key)
    assert ear.after() == [f"usb:{ONE}:BTN_JOYSTICK"]


def test_a_listener_hears_what_is_plugged_in_later_and_forgets_what_is_pulled_out(ear: Ear) -> None:
    assert ear.after() == []
    encoder = ear.kernel.encoder(ONE)
    ear.after(LOOK_S)
    ear.kernel.pull(encoder)
    assert ear.after() == []
    ear.kernel.plug(encoder)
    ear.after(LOOK_S)
    ear.kernel.down(encoder, TRIGGER)
    assert ear.after() == [f"usb:{ONE}:BTN_JOYSTICK"]


def test_a_listener_that_may_open_nothing_says_so(ear: Ear) -> None:
    ear.kernel.encoder(ONE)
    ear.kernel.forbidden = {ONE}
    ear.after()
    assert ear.listener.trouble == Trouble("buttons.usb_deaf", reason="EACCES")
    ear.kernel.encoder(TWO)
    ear.after(LOOK_S)
    assert ear.listener.trouble is None


@pytest.mark.usefixtures("no_evdev")
def test_nobody_listens_without_evdev() -> None:
    with pytest.raises(UsbLibraryError):
        UsbListener()
