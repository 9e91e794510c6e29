"""Teaching: people press to show the table which key is whose button."""

from __future__ import annotations

import os
import select
import sys
import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.troubles import DeviceError, Trouble
from table.appliance.devices.table_pods import TablePods
from table.appliance.service.changes import changes_in, keep, over
from table.appliance.service.service import Service
from table.appliance.walk.report import CheckResult, CheckTexts, Why
from table.appliance.walk.teaching import (
    Teaching,
    check_writable,
    forget_typed,
    teach_table,
    write_into,
)
from table.errors import TableError, UnreadableError
from table.room.devices import Devices
from table.settings.load import Report, settings_of
from table.settings.settings import Settings
from table.settings.wiring import Pins
from table.words.narration import Narration
from tests.appliance.service.test_service_menu import Deed, entries, labels_in, menu, take
from tests.kit.players import garou
from tests.kit.pods import FOREST, FORGE, MILL, Ports, ScriptedPod
from tests.kit.tables import RecordingView
from tests.kit.usb import EVDEV

NAMES = ("mill", "forge", "well")
WAIT_S = 20.0
SOON_S = 10.0
"""Real seconds to wait for a broken terminal before its test fails."""
SEATS = Settings(language="en", seats=3, pixels=16)
PIXELS = SEATS.pixels
WIRED: Any = ((5,), ("usb:p/0:30",), ("usb:p/0:31",))


@pytest.fixture(autouse=True)
def evdev(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", EVDEV)
    monkeypatch.setitem(sys.modules, "serial", None)


class Hall:
    """A table of three, and the keys pressed after so many seconds."""

    def __init__(self, settings: Settings = SEATS, language: str = "en") -> None:
        self.clock = VirtualClock()
        self.rings = SimulatedRings(3, PIXELS, self.clock)
        self.voice = SimulatedVoice(self.clock, record=True)
        self.view = RecordingView()
        self.trouble: Trouble | None = None
        self._pressed: list[str] = []
        self.devices = Devices(
            SimulatedButtons(3, 1, self.clock), self.rings, self.voice, self.view, self.clock
        )
        texts = CheckTexts(Narration.load(language), NAMES)
        self.lines: list[CheckResult] = []
        self.teaching = Teaching(
            *(self.devices, texts, settings, [self]), wait_s=WAIT_S, beat_s=0.1, report=self.lines.append
        )

    def press(self, after_s: float, *keys: str) -> Hall:
        self.clock.at(after_s, lambda: self._pressed.extend(f"usb:p/0:{key}" for key in keys))
        return self

    def pressed(self) -> Sequence[str]:
        pressed, self._pressed = self._pressed, []
        return pressed

    def close(self) -> None:
        """Nothing to do."""

    def captions(self) -> list[str]:
        return list(dict.fromkeys(seen.board.caption for seen in self.view.seen))


def real(bcm: Any, **more: Any) -> Settings:
    return msgspec.structs.replace(SEATS, pins=Pins(backend="gpiozero", bcm=bcm), **more)


def test_seat_after_seat_is_asked_and_has_the_key_it_presses() -> None:
    hall = Hall().press(5.0, "KEY_A").press(15.0, "KEY_S").press(25.0, "KEY_Q")
    pins = hall.teaching.run(None)
    assert pins == Pins(backend="gpiozero", bcm=(("usb:p/0:KEY_A",), ("usb:p/0:KEY_S",), ("usb:p/0:KEY_Q",)))
    assert [spoken.line for spoken in hall.voice.spoken] == [
        "The Mill: press your button",
        "The Forge: press your button",
        "The Well: press your button",
    ]
    assert [(line.seat, line.step, line.passed, line.reason) for line in hall.lines] == [
        (0, "1", True, "usb:p/0:KEY_A"),
        (1, "1", True, "usb:p/0:KEY_S"),
        (2, "1", True, "usb:p/0:KEY_Q"),
    ]


def test_each_button_of_a_seat_is_asked_for_by_its_name() -> None:
    settings = msgspec.structs.replace(SEATS, seats=3, buttons=2)
    hall = Hall(settings)
    for number, key in enumerate(("30", "31", "32", "33", "34", "35")):
        hall.press(5.0 + 10.0 * number, key)
    assert hall.teaching.run(None).bcm[1] == ("usb:p/0:32", "usb:p/0:33")
    assert [spoken.line for spoken in hall.voice.spoken][:2] == [
        "The Mill: the left button",
        "The Mill: the right button",
    ]


def test_the_ring_of_the_seat_whose_turn_it_is_breathes() -> None:
    hall = Hall().press(5.0, "30").press(15.0, "31").press(25.0, "32")
    hall.teaching.run(None)
    lit = [
        {seat for seat in range(3) if any(shown.frame[seat * 3 * PIXELS : (seat + 1) * 3 * PIXELS])}
        for shown in hall.rings.shown
    ]
    assert [seats for n, seats in enumerate(lit) if n == 0 or seats != lit[n - 1]] == [{0}, {1}, {2}]


def test_a_key_that_is_somebodys_already_is_named_and_asked_for_again() -> None:
    hall = Hall().press(5.0, "KEY_A").press(15.0, "30").press(16.0, "KEY_S").press(25.0, "KEY_Q")
    assert hall.teaching.run(None).bcm[1] == ("usb:p/0:KEY_S",)
    assert "That was the Mill. Press once more." in hall.captions()


def test_who_does_not_press_keeps_what_they_have() -> None:
    hall = Hall(real(WIRED)).press(30.0, "KEY_Q")
    assert hall.teaching.run(None).bcm == ((5,), ("usb:p/0:KEY_Q",), ("usb:p/0:31",))
    assert [line.passed for line in hall.lines] == [None, True, None]
    assert hall.lines[0].reason == "no press within 20 s"


def test_a_single_seat_is_taught_beside_the_others() -> None:
    hall = Hall(real(WIRED)).press(5.0, "KEY_A").press(6.0, "KEY_Q")
    assert hall.teaching.run([2]).bcm == (*WIRED[:2], ("usb:p/0:KEY_Q",))
    assert "That was the Forge. Press once more." in hall.captions()


def test_seats_out_of_service_are_not_asked() -> None:
    hall = Hall(real(WIRED, out_of_service=(1, 3))).press(5.0, "KEY_Q")
    assert hall.teaching.run(None).bcm == (WIRED[0], ("usb:p/0:KEY_Q",), WIRED[2])
    assert [line.seat for line in hall.lines] == [1]


def test_a_seat_without_any_button_is_told() -> None:
    hall = Hall().press(5.0, "KEY_A")
    with pytest.raises(UnreadableError, match="seat 2 has no button yet, so nothing is kept"):
        hall.teaching.run(None)


def test_a_seat_that_kept_what_another_one_took_is_told() -> None:
    hall = Hall(real(WIRED)).press(5.0, "KEY_A")
    with pytest.raises(UnreadableError, match=r"seat 1 and for seat 2: nothing is kept; .*each pin once"):
        hall.teaching.run(None)


def test_where_nothing_opens_the_reason_is_told() -> None:
    hall = Hall(real(WIRED))
    hall.trouble = Trouble("buttons.usb_deaf", reason="EACCES")
    hall.teaching.run([0])
    assert hall.lines[0].reason.startswith("Nothing that is plugged in can be opened: not allowed")


class Lent:
    """A table that lends these devices, and notes what is closed in `done`."""

    narration = Narration.load("en")
    pods: TablePods | None = None

    def __init__(self, devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[str] = []
        self._devices = devices
        monkeypatch.setattr(devices.buttons, "close", lambda: self.done.append("buttons"))

    def lend(self) -> Devices:
        return self._devices

    def close(self) -> None:
        self.done.append("table")


def test_the_tables_own_buttons_let_go_of_their_keys_before_all_keys_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = Hall().press(5.0, "30").press(15.0, "31").press(25.0, "32")
    table: Any = Lent(hall.devices, monkeypatch)
    monkeypatch.setattr(hall, "close", lambda: table.done.append("listener"))
    monkeypatch.setattr("table.appliance.walk.teaching.UsbListener", lambda: hall)
    pins = teach_table(table, SEATS, NAMES, None, WAIT_S, lambda _: None)
    assert pins.bcm == (("usb:p/0:30",), ("usb:p/0:31",), ("usb:p/0:32",))
    assert table.done == ["buttons", "listener", "table"]


def test_pods_are_heard_where_nothing_else_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    hall = Hall()
    ports = Ports()
    pods = [ports.welcome(unique) for unique in (MILL, FORGE, FOREST)]
    table: Any = Lent(hall.devices, monkeypatch)
    table.pods = TablePods(ports.lines, [None] * 3)
    ports.lines._clock = hall.clock

    def press(pod: ScriptedPod, *, down: bool) -> None:
        pod.press(down=down)
        for each in pods:
            each.report()
        ports.lines.poll()

    for number, pod in enumerate(pods):
        hall.clock.at(5.0 + 10.0 * number, partial(press, pod, down=True))
        hall.clock.at(5.2 + 10.0 * number, partial(press, pod, down=False))
    pins = teach_table(table, SEATS, NAMES, None, WAIT_S, lambda _: None)
    assert pins.bcm == tuple((f"pod:{pod.id}:1",) for pod in pods)
    assert ports.pods[0].line, "the table closes its lines"
    ports.close()


def test_a_table_that_cannot_listen_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    table: Any = Lent(Hall().devices, monkeypatch)
    with pytest.raises(DeviceError):
        teach_table(table, SEATS, NAMES, None, WAIT_S, print)
    assert table.done == ["table"]


def test_what_the_keys_have_typed_into_a_shell_is_thrown_away() -> None:
    ours, theirs = os.openpty()
    with open(theirs, encoding="utf-8") as terminal, open(ours, "wb", buffering=0) as fingers:
        fingers.write(b"reboot\n")
        assert select.select([terminal], (), (), SOON_S)[0]
        forget_typed(terminal)
        assert not select.select([terminal], (), (), 0)[0]
    with open(os.devnull, encoding="utf-8") as nobody:
        forget_typed(nobody)


# What is written


def test_the_pins_are_written_where_the_owners_file_has_them(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("seats = 3   # ours\n[pins]\nbcm = [\n  [5],  # Mill\n  [6],\n  [7],\n]\n# the end\n")
    file.chmod(0o640)
    write_into(file, Pins(backend="gpiozero", bcm=WIRED))
    assert file.read_text() == (
        'seats = 3   # ours\n[pins]\nbackend = "gpiozero"\nbcm = [\n  [5],  # Mill\n  ["usb:p/0:30"],\n'
        '  ["usb:p/0:31"],\n]\n# the end\n'
    )
    assert settings_of(file).pins == Pins(backend="gpiozero", bcm=WIRED)
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["table.toml"]


def test_an_owner_without_a_file_has_one_then(tmp_path: Path) -> None:
    file = tmp_path / "garou" / "table.toml"
    write_into(file, Pins(backend="gpiozero", bcm=WIRED))
    assert tomllib.loads(file.read_text()) == {
        "pins": {"backend": "gpiozero", "bcm": [list(seat) for seat in WIRED]}
    }


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "real.toml", tmp_path / "table.toml"
    file.write_text("seats = 3\n")
    link.symlink_to(file)
    write_into(link, Pins(backend="gpiozero", bcm=WIRED))
    assert link.is_symlink()
    assert settings_of(file).pins.bcm == WIRED


def test_what_cannot_be_edited_is_told_with_what_to_write(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("pins = { bcm = [[1]] }\n")
    with pytest.raises(UnreadableError, match=r'table.toml: \[pins\] is .* bcm = \[\[5\], \["usb:p/0:30"\]'):
        write_into(file, Pins(backend="gpiozero", bcm=WIRED))
    assert file.read_text() == "pins = { bcm = [[1]] }\n"


def test_a_file_that_cannot_be_written_is_told_before_anybody_presses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_writable(tmp_path / "a" / "table.toml")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(UnreadableError, match=r"table\.toml cannot be written: not allowed"):
        check_writable(tmp_path / "a" / "table.toml")


# The command


class FakeTeaching:
    """Stands for `teach_table`: notes what it is given, and returns what it is told."""

    def __init__(self) -> None:
        self.seats: Sequence[int] | None = None
        self.hears_contacts = False
        self.wrong: Exception | None = None

    def __call__(self, table: Any, *given: Any) -> Pins:
        _, _, self.seats, _, report, *more = given
        self.hears_contacts = any(more)
        table.close()
        if self.wrong:
            raise self.wrong
        report(CheckResult("seats", True, Why("usb:p/0:30", "taught"), 1, "1"))
        return Pins(backend="gpiozero", bcm=WIRED)


@pytest.fixture
def taught(monkeypatch: pytest.MonkeyPatch) -> FakeTeaching:
    fake = FakeTeaching()
    monkeypatch.setattr("table.appliance.walk.teaching.teach_table", fake)
    monkeypatch.setattr("table.appliance.service.service.teach_table", fake)
    return fake


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    path = tmp_path / "table.toml"
    path.write_text("language = 'en'\nseats = 3\n[voice]\nenabled = false\n")
    return path


def test_the_command_writes_what_was_taught_and_takes_it_out_of_the_menus_changes(
    file: Path, taught: FakeTeaching, tmp_path: Path
) -> None:
    state = tmp_path / "state" / "garou"
    keep({"pins.bcm": [[1], [2], [3]], "voice.volume": 0.5}, state)
    told = garou("check", "--write", "--seat", "2", "--config", str(file))
    assert told.code == 0, told.err
    assert told.out == f"pass  seat 2 (Forge), button 1: usb:p/0:30\nWritten: {file}\n"
    assert taught.seats == [1]
    assert settings_of(file).pins == Pins(backend="gpiozero", bcm=WIRED)
    assert changes_in(state, Report()) == {"voice.volume": 0.5}


def test_what_root_keeps_belongs_to_the_user_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.chown", lambda path, user, group: given.append((path.name, user, group)))
    keep({"voice.volume": 0.5}, tmp_path)
    whose = tmp_path.stat()
    assert given == [("service.toml.part", whose.st_uid, whose.st_gid)]


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("words", [("--simulated",), ("--only", "voice")])
def test_only_buttons_of_a_real_table_are_taught(file: Path, words: Sequence[str]) -> None:
    told = garou("check", "--write", *words, "--config", str(file))
    assert told.code == 2
    assert told.err == f"garou: --write {' '.join(words)}: only the buttons of a real table are taught\n"


def test_the_command_without_evdev_says_what_brings_it(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    before = file.read_text()
    told = garou("check", "--write", "--config", str(file))
    assert told.code != 0
    assert "need the library evdev, which is not installed" in told.err
    assert file.read_text() == before


# The service menu


def test_the_menu_teaches_all_seats_or_one() -> None:
    owners = msgspec.structs.replace(real(((5,), ("0x20.GPA0",), ("usb:p/0:1.buzz",), (6,))), seats=4)
    made = menu(Deed(), owners)
    take(made, "Keys on USB")
    assert [value for _, value in entries(made)[1:5]] == ["5", "0x20.GPA0", "1.buzz", "6"]
    take(made, "Seat 3, Well")
    assert (made.after, made.taught) == ("teach", [2])
    made = menu(Deed(), owners)
    take(made, "Keys on USB")
    take(made, "All seats, one after the other")
    assert (made.after, made.taught) == ("teach", None)


def test_a_simulated_table_has_no_keys_to_teach() -> None:
    assert "Keys on USB" not in labels_in(menu(Deed()))


class Turned:
    """A table in whose service menu a person wants to teach all seats."""

    pods = None

    def tell_in(self, narration: Narration) -> Narration:
        return narration

    def close(self) -> None:
        """Nothing to do."""

    def service_room(self) -> Any:
        return self

    @property
    def time(self) -> Any:
        return VirtualClock()

    def run(self, made: Any, tell_in: Any) -> str:  # noqa: ARG002
        self.menu = made
        return "teach"


def look_after(service: Service, table: Any, folder: Path) -> bool:
    return service.look_after(table, NAMES, Narration.load, folder, lambda _: "", lambda _: [])


def test_what_is_taught_in_the_menu_lies_over_the_owners_file(tmp_path: Path, taught: FakeTeaching) -> None:
    owners, service = real(((1,), (4,), (6,))), Service(True)
    service.settings(owners, tmp_path, ["en"], Report())
    assert look_after(service, Turned(), tmp_path)
    assert service.wanted, "the menu comes back"
    assert taught.seats is None
    assert changes_in(tmp_path, Report()) == {"pins.bcm": WIRED}
    assert Service(False).settings(owners, tmp_path, ["en"], Report()).pins.bcm == WIRED
    assert not taught.hears_contacts, "a table that its owner wired listens to no pin but its own"


def test_a_table_that_was_taught_hears_all_its_contacts(tmp_path: Path, taught: FakeTeaching) -> None:
    owners, service = real(((1,), (4,), (6,))), Service(True)
    service.learn({"pins.bcm": owners.pins.bcm})
    service.settings(owners, tmp_path, ["en"], Report())
    assert look_after(service, Turned(), tmp_path)
    assert taught.hears_contacts


@pytest.mark.parametrize(
    "error",
    [
        UnreadableError("seat 2 has no button"),
        DeviceError(Trouble("buttons.usb_deaf", reason="EACCES")),
    ],
)
def test_what_cannot_be_kept_is_found_when_the_menu_comes_back(
    tmp_path: Path, taught: FakeTeaching, error: TableError | DeviceError
) -> None:
    taught.wrong = error
    service, table = Service(True), Turned()
    service.settings(real(((1,), (4,), (6,))), tmp_path, ["en"], Report())
    look_after(service, table, tmp_path)
    look_after(service, table, tmp_path)
    [found, _] = table.menu.turning.menu().entries
    assert found.note.startswith(("seat 2 has no button", "Nothing that is plugged in can be opened"))
    assert changes_in(tmp_path, Report()) == {}


@pytest.mark.parametrize(
    "kept", [((5,), (6,)), ((5, 6), (7,), (8,)), ((5,), (5,), (6,)), ((5,), ("usb:p/0:KEY_NONE",), (6,))]
)
def test_keys_that_no_longer_fit_the_table_are_left_out(kept: Any) -> None:
    owners = real(WIRED)
    assert over(owners, {"pins.bcm": kept}, ["en"]) == owners
    assert over(owners, {"pins.bcm": ((7,), (8,), (9,))}, ["en"]).pins.bcm == ((7,), (8,), (9,))
    assert over(SEATS, {"pins.bcm": WIRED}, ["en"]) == SEATS, "a simulated table has no pins"
