"""What a table was taught: kept beside the evenings, between the owner's files and the service menu."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons import every, expander
from hardware.buttons.expander import ExpanderButtons
from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedRings
from table.appliance.devices.boards import OpenBoard
from table.appliance.devices.openers import Opener
from table.appliance.opening.first import begins_first
from table.appliance.opening.opening import play
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.opening.until_closed import play_until_closed
from table.appliance.service import changes as service_changes
from table.appliance.service.changes import changes_in
from table.appliance.service.service import Service
from table.appliance.walk.taught import FILE, keep, language_of, taught_in
from table.appliance.walk.teaching import teach_table
from table.errors import UnreadableError
from table.house import Roles
from table.room.devices import Devices
from table.settings.load import Report
from table.settings.owner import Owner
from table.settings.settings import SEATS_MOST, Layer, Settings
from tests.appliance.doctor.test_doctor import Bench
from tests.appliance.service.test_service_menu import Deed, labels_in, menu, take
from tests.appliance.walk.test_first_start import whole
from tests.appliance.walk.test_teaching import Lent
from tests.kit.chips import FakeBus
from tests.kit.players import garou
from tests.kit.still_pins import StillPins
from tests.kit.unwired import Unwired

TAUGHT_SIX: Layer = {
    "language": "en",
    "seats": 6,
    "pixels": 16,
    "buttons": 1,
    "out_of_service": (2,),
    "pins.backend": "gpiozero",
    "pins.bcm": ((5,), (6,), (12,), ("0x20.GPA0",), (16,), (17,)),
    "rings.backend": "spi",
    "rings.first_pixel": 3,
    "rings.clockwise": False,
}
WIRED = '[pins]\nbackend = "gpiozero"\nbcm = [[20],[21],[22],[23],[24],[25],[26],[27]]\n'


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path / "garou")


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def write(owner: Owner, text: str | bytes, name: str = "table.toml") -> Path:
    owner.folder.mkdir(exist_ok=True)
    path = owner.folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def opening(
    owner: Owner, state: Path, told: list[str] | None = None, service: Service | None = None
) -> Prepared:
    """The table as a card starts it."""
    typed = CommandLine(state=state, first_start=True)
    said = [] if told is None else told
    return Prepared(typed, owner, [], service or Service(wanted=False), said.append, plays=True)


def begins(owner: Owner, state: Path, service: Service | None = None) -> bool:
    """Whether that is a first start."""
    service = service or Service(wanted=False)
    return begins_first(opening(owner, state, service=service), service)


def played(owner: Owner, state: Path, service: Service | None = None) -> list[str] | None:
    """What comes of it."""
    service = service or Service(wanted=False)
    return play(opening(owner, state, service=service), service, ServiceManager(""))


# The layers


def test_what_was_taught_lies_over_the_owners_file_and_below_the_service_menu(
    owner: Owner, state: Path
) -> None:
    write(owner, 'language = "fr"\nseats = 8\n[rings]\nbudget_ma = 2500\n[voice]\nvolume = 0.5\n')
    keep(TAUGHT_SIX, state)
    service_changes.keep({"out_of_service": (3,), "voice.volume": 0.25}, state)
    settings = opening(owner, state).settings
    assert {key: settings.value(key) for key in TAUGHT_SIX} == {**TAUGHT_SIX, "out_of_service": (3,)}
    assert (settings.rings.budget_ma, settings.voice.volume) == (2500, 0.25)


def test_the_owners_own_wiring_is_never_overridden(owner: Owner, state: Path) -> None:
    write(owner, f'language = "fr"\n{WIRED}')
    keep(TAUGHT_SIX, state)
    settings = opening(owner, state).settings
    assert (settings.seats, settings.pins.bcm[0], settings.language) == (8, (20,), "fr")


def test_names_are_counted_against_the_seats_that_were_taught(owner: Owner, state: Path) -> None:
    keep(TAUGHT_SIX, state)
    write(owner, 'names = ["A", "B", "C", "D", "E", "F"]\n')
    assert opening(owner, state).names == ("A", "B", "C", "D", "E", "F")
    path, told = write(owner, 'names = ["A", "B"]\n'), list[str]()
    assert len(opening(owner, state, told).names) == 6
    assert told == [
        f"{path}, line 1: names = a list of length 2 is not allowed; "
        "allowed: one for each of the 6 seats, or none"
    ]


def test_a_language_that_is_gone_is_the_owners_again(owner: Owner, state: Path) -> None:
    write(owner, 'language = "fr"\n')
    keep({**TAUGHT_SIX, "language": "nl"}, state)
    assert opening(owner, state).settings.language == "fr"


def test_a_table_that_cannot_open_speaks_the_language_that_was_taught(owner: Owner, state: Path) -> None:
    write(owner, "seats = 99\n")
    keep({**TAUGHT_SIX, "language": "fr"}, state)
    assert language_of(owner, state) == "fr"


# The file


@pytest.mark.parametrize(
    "text",
    [
        b"\0\0\0",
        b"seats = 6\n",
        b"seats = 6\nlanguage = 5\n",
        b'colour = "red"\n',
        b"a = 1\n" * 9,
        "b = [[[".encode("utf-16"),
    ],
)
def test_a_file_that_nothing_here_has_written_is_told_and_the_table_is_taught_again(
    owner: Owner, state: Path, text: bytes
) -> None:
    state.mkdir()
    (state / FILE).write_bytes(text)
    told: list[str] = []
    service = Service(wanted=False)
    opened = opening(owner, state, told, service)
    assert told == [f"{state / FILE} is left out: it is not what the menu writes"]
    assert [str(entry) for entry in opened.report] == told, "and the board says so"
    assert begins_first(opened, service)


@pytest.mark.parametrize("file", [FILE, "service.toml"])
def test_a_kept_file_that_cannot_be_read_is_told_alike_by_board_doctor_config_and_log(
    owner: Owner, state: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    state.mkdir()
    (state / file).write_text("seats = 6")
    options = ("--config", str(owner.folder))
    owner.folder.mkdir()
    said = f"{state / file} is left out: it is not what the menu writes"
    for words in (("doctor", "--language", "en"), ("config",)):
        assert said in " ".join(garou(*words, *options).out.split())
    french = garou("doctor", "--language", "fr", *options).out
    assert f"{state / file} n’est pas lu" in " ".join(french.split())
    told: list[str] = []
    service = Service(wanted=False)
    for _ in range(2):
        opened = opening(owner, state, told, service)
        assert [str(entry) for entry in opened.report] == [said], "as long as it is there"
        assert opened.left_out["resume.shipped"] == [file]
    assert told == [said] * 2


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", 7),
        ("pixels", 24.5),
        ("pins.backend", "simulated"),
        ("pins.bcm", ((5,), (5,), (12,), (13,), (16,), (17,))),
        ("pins.bcm", ((10,), (6,), (12,), (13,), (16,), (17,))),
        ("rings.first_pixel", 16),
        ("out_of_service", (1, 2, 3, 4, 5, 6)),
        ("out_of_service", (7,)),
    ],
)
def test_a_wiring_that_no_table_has_is_none(state: Path, key: str, value: Any) -> None:
    keep({**TAUGHT_SIX, key: value}, state)
    report = Report()
    assert taught_in(state, report) == {}
    assert len(report) == 1


@pytest.mark.parametrize("cut", range(12))
def test_a_cut_while_it_is_kept_leaves_all_or_nothing(
    state: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    """Power fails before the n-th step on the disk."""
    before = {**TAUGHT_SIX, "seats": 5, "pins.bcm": TAUGHT_SIX["pins.bcm"][:5]}
    keep(before, state)
    service_changes.keep({"out_of_service": (3,), "voice.volume": 0.25}, state)
    steps = iter(range(100))

    class CutError(Exception):
        pass

    def cutting(name: str, owned: Any) -> None:
        real = getattr(owned, name)

        def step(*given: Any) -> Any:
            if next(steps) == cut:
                raise CutError
            return real(*given)

        monkeypatch.setattr(owned, name, step)

    with monkeypatch.context() as monkeypatch:
        for name, owned in (("fsync", os), ("replace", Path)):
            cutting(name, owned)
        is_cut = False
        try:
            keep(TAUGHT_SIX, state)
        except CutError:
            is_cut = True
    assert is_cut == (cut < 6)
    report = Report()
    assert taught_in(state, report) in (before, TAUGHT_SIX)
    kept = changes_in(state, report)
    assert report == []
    assert kept["voice.volume"] == 0.25
    if taught_in(state, report) == TAUGHT_SIX:
        assert "out_of_service" not in kept, "no change of the wiring before lies over the new one"


# When the table begins with it


def test_a_table_that_is_wired_or_taught_or_simulated_has_no_first_start(owner: Owner, state: Path) -> None:
    assert begins(owner, state)
    usual = CommandLine(state=state)
    service = Service(wanted=False)
    assert not begins_first(Prepared(usual, owner, [], service, print), service)
    simulated = CommandLine(state=state, first_start=True, simulated=True)
    assert not begins_first(Prepared(simulated, owner, [], service, print), service)
    keep(TAUGHT_SIX, state)
    assert not begins(owner, state)
    (state / FILE).unlink()
    write(owner, WIRED)
    assert not begins(owner, state)


def test_a_table_of_phones_alone_is_taught_no_buttons_and_waits_for_people(owner: Owner, state: Path) -> None:
    write(owner, "[phones]\nenabled = true\n")
    assert begins(owner, state)
    write(owner, "[phones]\nenabled = true\nonly = true\n")
    assert not begins(owner, state)
    tonight = opening(owner, state)
    assert (tonight.phones_alone, tonight.settings.seats) == (True, 8)
    assert tonight.house.own.on_phones, "its menus too"
    assert tonight.settings.game.rulebook == "family", "six people are enough"
    write(owner, '[phones]\nenabled = true\nonly = true\n[game]\nrulebook = "thiercelieux"\n')
    assert opening(owner, state).settings.game.rulebook == "thiercelieux", "the owner has chosen"
    write(owner, f"{WIRED}\n[phones]\nenabled = true\nonly = true\n")
    assert not opening(owner, state).phones_alone, "it has buttons"


class Pins:
    """The contacts of a table as the pins of a Pi."""

    def __init__(self, factory: Any, pins: Any) -> None:
        self._factory, self._pins = factory, pins

    def push(self, contact: int, button: int) -> None:
        assert button == 0
        self._factory.pin(self._pins[contact]).drive_low()

    def release(self, contact: int, button: int) -> None:
        assert button == 0
        self._factory.pin(self._pins[contact]).drive_high()


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    made = StillPins(VirtualClock())
    monkeypatch.setattr(every, "pin_factory", lambda *_: made)
    monkeypatch.setattr(expander, "open_bus", lambda *_: FakeBus([]))
    monkeypatch.setattr(ExpanderButtons, "start", lambda self: self)
    yield made
    made.close()


@pytest.fixture
def pi(tmp_path: Path) -> Bench:
    made = Bench(tmp_path / "pi").write("boot/firmware/config.txt", "dtoverlay=spi0-0cs,no_miso\n")
    made.held = {}
    return made


@pytest.fixture
def card(owner: Owner, factory: Any, pi: Bench, monkeypatch: pytest.MonkeyPatch) -> Unwired:
    """A Pi that a card has just started: its pins, and people who see its rings and its board."""
    table = Unwired(6, order=[3, 9, 1, 14, 20, 7])
    factory.ticks = table.clock.now
    table.pods = Pins(factory, [pin for pin in range(28) if pin not in (2, 3, 10, 11)])  # type: ignore[assignment]
    monkeypatch.setattr("table.appliance.opening.first.this_machine", lambda: pi.machine)
    monkeypatch.setattr("table.appliance.devices.open_devices.LiveClock", lambda *_: table.clock)
    screen = lambda _: OpenBoard(table.view)  # noqa: E731
    monkeypatch.setattr("table.appliance.devices.open_devices.open_screen", screen)

    def rings(_: Opener, settings: Settings, seats: int) -> SimulatedRings:
        return table.rings if seats == SEATS_MOST else SimulatedRings(seats, settings.pixels)

    monkeypatch.setattr(Opener, "rings", rings)
    write(owner, 'language = "en"\n[voice]\nenabled = false\n[sound]\nambience = 0\neffects = 0\n')
    return table


def test_the_table_of_a_card_is_taught_and_opens_with_its_wiring(
    card: Unwired, owner: Owner, state: Path
) -> None:
    service = Service(wanted=False)
    card.follow(whole(card))
    before = sorted(owner.folder.rglob("*"))
    assert played(owner, state, service=service) is None
    opened = opening(owner, state, service=service)
    assert not begins_first(opened, service)
    pins = [pin for pin in range(28) if pin not in (2, 3, 10, 11)]
    assert opened.settings.pins.bcm == tuple((pins[contact],) for contact in card.order)
    assert (opened.settings.rings.backend, opened.settings.seats) == ("spi", 6)
    assert sorted(owner.folder.rglob("*")) == before, "the owner's folder is only read"
    assert opening(owner, state).settings == opened.settings, "after the next start too"


def test_after_the_first_start_the_table_opens_by_itself(
    card: Unwired, owner: Owner, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the service's start to the lobby, where a taught button sits down."""
    path = write(owner, (owner.folder / "table.toml").read_text() + '[pins]\nfactory = "mock"\n')
    pins = StillPins(card.clock)
    monkeypatch.setattr("hardware.buttons.gpio.pin_factory", lambda _: pins)
    sat: list[str] = []

    def evening() -> Any:
        yield from whole(card)
        yield lambda board: board.headline == "Press to sit down"
        pin = taught_in(state, Report())["pins.bcm"][4][0]
        pins.pin(pin).drive_low()
        yield 0.3
        pins.pin(pin).drive_high()
        yield lambda board: any(place.ready for place in board.places)
        sat.extend(place.name for place in card.view.stands.board.places if place.ready)

    card.follow(evening())
    typed = CommandLine(state=state, first_start=True)
    assert play_until_closed(typed, owner, Roles, Service(wanted=False), ServiceManager("")) == []
    assert sat == ["Inn"]
    assert path.read_text().endswith('factory = "mock"\n')


def test_a_walk_that_is_cut_short_begins_again_and_has_left_nothing(
    card: Unwired, owner: Owner, state: Path
) -> None:
    def half() -> Any:
        yield from card.choose()
        yield from card.walk(0, 1, 2)

    card.follow(half())
    assert played(owner, state) == []
    assert not state.exists()
    assert begins(owner, state)


def test_a_full_disk_does_not_keep_the_table_closed(
    card: Unwired, owner: Owner, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script() -> Any:
        yield from whole(card)
        yield from card.menu("not_kept")
        assert card.view.stands.board.caption == "It holds tonight, but cannot be kept: the disk is full"
        yield from card.take(card.text("keep"))
        yield from card.menu("not_kept")
        yield from card.take(card.text("tonight"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("table.appliance.opening.first.keep", full)
    service = Service(wanted=False)
    card.follow(script())
    assert played(owner, state, service=service) is None
    assert opening(owner, state, service=service).settings.seats == 6
    assert begins(owner, state), "it is taught again the next time"


# Again, by the service menu


def test_a_taught_table_may_be_taught_again(card: Unwired, owner: Owner, state: Path) -> None:
    keep(TAUGHT_SIX, state)
    service_changes.keep({"out_of_service": (3,), "voice.volume": 0.25}, state)
    service = Service(wanted=False)
    opening(owner, state, service=service)
    service.teaches_anew = True
    card.follow(whole(card))
    again = opening(owner, state, service=service)
    assert begins_first(again, service)
    assert play(again, service, ServiceManager("")) is None
    settings = opening(owner, state, service=service).settings
    assert (settings.pixels, settings.out_of_service, settings.voice.volume) == (24, (), 0.25)
    assert not begins(owner, state, service=service)


def test_the_service_menu_offers_it_where_the_table_was_taught() -> None:
    label = "Teach the table again"
    assert label not in labels_in(menu(Deed()))
    made = menu(Deed(), is_taught=True)
    after = []
    for _ in range(2):
        take(made, label)
        after.append(made.after)
    assert after == ["", "first"], "it asks whether that is sure"


def test_at_a_taught_table_the_menu_teaches_all_kinds_of_buttons() -> None:
    labels = labels_in(menu(Deed(), real(LEFT_OUT), is_taught=True))
    assert "Teach a seat’s button again" in labels
    assert "Keys on USB" not in labels
    assert "Keys on USB" in labels_in(menu(Deed(), real(LEFT_OUT)))


LEFT_OUT: Any = ((5,), (6,), (7,))
"""The pins of three seats, of which the second was left out: it has one that nobody had pressed."""


def real(bcm: Any) -> Settings:
    return Settings(language="en", seats=3, pixels=16, out_of_service=(2,)).over(
        {"pins.backend": "gpiozero", "pins.bcm": bcm}
    )


@pytest.mark.parametrize(
    ("seat", "pressed", "bcm"),
    [
        (1, 17, ((5,), (17,), (7,))),  # what was left out is mended
        (0, 6, ((6,), (5,), (7,))),  # the pin that was put aside for it is somebody's
    ],
)
def test_a_seat_that_was_left_out_is_taught_later(
    card: Unwired,
    pi: Bench,
    monkeypatch: pytest.MonkeyPatch,
    seat: int,
    pressed: int,
    bcm: Any,
) -> None:
    """With a real listener on mock pins."""
    hall = Unwired(3)
    pin = card.pods._factory.pin(pressed)  # type: ignore[attr-defined]
    devices = Devices(hall.pods, SimulatedRings(3, 16), hall.voice, hall.view, hall.clock)
    table: Any = Lent(devices, monkeypatch)
    hall.clock.at(5.0, pin.drive_low)
    hall.clock.at(5.2, pin.drive_high)
    monkeypatch.setitem(sys.modules, "evdev", None)
    monkeypatch.setitem(sys.modules, "serial", None)
    names = ("mill", "forge", "well")
    taught = teach_table(table, real(LEFT_OUT), names, [seat], 20.0, print, pi.machine)
    assert taught.bcm == bcm
    assert table.done == ["buttons", "table"]


def test_the_command_leaves_a_taught_table_to_its_menu(
    owner: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    write(owner, 'language = "en"\n')
    keep(TAUGHT_SIX, tmp_path / "state")
    told = garou("check", "--write", "--config", str(owner.folder))
    assert (told.code, told.err) == (
        2,
        "garou: --write: this table was taught by its buttons; its service menu does it anew\n",
    )


@pytest.mark.parametrize("command", [["config"], ["doctor"], ["wiring", "--output", "sheet"], ["chronicle"]])
def test_every_command_knows_what_was_taught(
    owner: Owner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    """Six names are right for a table that was taught six seats."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    write(owner, 'names = ["A", "B", "C", "D", "E", "F"]\n')
    keep(TAUGHT_SIX, tmp_path / "state")
    told = garou(*command, "--config", str(owner.folder))
    assert "names" not in told.out + told.err


# The owner's files on a card


TABLE_TOML = 'language = "en"\nseats = 9\n# Café\n'


@pytest.mark.parametrize(
    "text",
    [
        TABLE_TOML.encode(),
        TABLE_TOML.replace("\n", "\r\n").encode(),
        TABLE_TOML.replace("\n", "\r\n").encode("utf-8-sig"),
    ],
)
def test_a_file_of_any_editor_is_read_and_stays_as_it_is(owner: Owner, state: Path, text: bytes) -> None:
    path = write(owner, text)
    path.chmod(0o444)
    owner.folder.chmod(0o555)
    assert opening(owner, state).settings.seats == 9
    owner.folder.chmod(0o755)
    assert [(each.name, each.read_bytes()) for each in owner.folder.iterdir()] == [("table.toml", text)]


def refused(owner: Owner, state: Path) -> str:
    with pytest.raises(UnreadableError) as caught:
        opening(owner, state)
    return str(caught.value)


@pytest.mark.parametrize(
    "name", ["TABLE.TOML", "Table.toml", "table.toml.txt", "TABLE.TXT", "table.toml.toml"]
)
def test_a_file_of_another_name_is_told(owner: Owner, state: Path, name: str) -> None:
    path = write(owner, TABLE_TOML, name)
    assert refused(owner, state) == (
        f"{path} is not read: name it table.toml (Windows hides the end of a name)"
    )
    write(owner, TABLE_TOML)
    assert opening(owner, state).settings.seats == 9, "beside a right one it is nothing"
