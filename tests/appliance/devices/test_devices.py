"""The ready configurations, and a real table put together from its settings."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pygame
import pytest
from click.testing import CliRunner

from hardware import patterns
from hardware.buttons.expander import BusLibraryError, ExpanderButtons, on_chips
from hardware.buttons.header import pins_of
from hardware.interface import Edge
from hardware.outputs.sound_card import SoundCard
from hardware.rings.chain import limited
from hardware.rings.pio import PioRings
from hardware.rings.spi import SpiRings, frame_bytes, pixels_in
from hardware.simulated import SimulatedRings
from hardware.troubles import Trouble
from table.__main__ import garou
from table.appliance.table import Table
from table.board.board import Board
from table.board.paint.layout import enlarged
from table.board.paint.scenes import Painter
from table.errors import ClosedError
from table.games.evening import Evening
from table.settings.load import settings_of
from table.settings.settings import CONFIG, ScreenSettings, Settings
from table.settings.wiring import RESERVED, Pins, RingWiring
from table.words.narration import Narration
from table.words.troubles import english
from tests.kit.chips import FakeBus
from tests.kit.sounds import SimulatedAmbience, SimulatedEffects

READY = sorted((CONFIG / "tables").glob("*.toml"), key=lambda path: int(path.stem))
UNTOUCHED_BUFFER = 4096
TAKEN_BY_SPI = {7, 8, 9}
"""CE1, CE0 and MISO, unless an overlay frees them."""
I2S = {18, 19, 20, 21}
SERIAL, ONE_WIRE = {14, 15}, {4}


def named(path: Path) -> str:
    return path.stem


# Ready configurations


@pytest.mark.parametrize("path", READY, ids=named)
def test_a_ready_configuration_takes_no_pin_it_does_not_say(path: Path) -> None:
    text, settings = path.read_text("utf-8"), settings_of(path)
    pins = pins_of(settings.pins.wires)
    assert not pins & (set(RESERVED) | I2S)
    assert not pins & TAKEN_BY_SPI or "dtoverlay=spi0-0cs,no_miso" in text
    assert not pins & SERIAL or "enable_uart=0" in text
    assert not pins & ONE_WIRE or "GPIO4 is free" in text
    chips = [pin for seat in on_chips(settings.pins.wires) for pin in seat if pin]
    assert not chips or "dtparam=i2c_arm=on,i2c_arm_baudrate=400000" in text


@pytest.mark.parametrize("path", READY, ids=named)
def test_a_ready_configuration_says_how_large_the_spi_buffer_must_be(path: Path) -> None:
    text, settings = path.read_text("utf-8"), settings_of(path)
    count = settings.seats * settings.pixels
    assert f"{settings.seats} x {settings.pixels} = {count} pixels" in text
    told = re.search(r"spidev\.bufsiz=(\d+)", text)
    if count > pixels_in(UNTOUCHED_BUFFER, settings.rings.mhz):
        assert told
        assert int(told[1]) >= frame_bytes(count, settings.rings.mhz)
    else:
        assert told is None


@pytest.mark.parametrize("path", READY, ids=named)
def test_a_ready_configuration_has_power_for_whatever_all_rings_show_at_once(path: Path) -> None:
    settings = settings_of(path)
    pixels = settings.pixels
    for time_s in (step * patterns.STEP_S for step in range(64)):
        rings = (
            patterns.lobby_breathing(pixels, time_s),
            patterns.taken(pixels, time_s),
            patterns.asleep(pixels, time_s),
            patterns.day(pixels, time_s),
            patterns.ready(pixels),
            patterns.captain(pixels),
            patterns.winner(pixels, time_s),
        )
        for ring in rings:
            frame = ring * settings.seats
            assert limited(frame, settings.rings.budget_ma) == frame


@pytest.mark.parametrize("path", READY, ids=named)
def test_an_evening_can_be_begun_at_a_table_of_each_size(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rulebook has a deck for that many players."""
    begun: list[int] = []

    def begin(table: Table, evening: Evening, *_: object) -> str:
        assert table.face == "log"
        begun.append(len(evening.names))
        raise ClosedError("closed by hand")

    monkeypatch.setattr("table.appliance.opening.tonight.play_evening", begin)
    told = CliRunner().invoke(garou, ["play", "--simulated", "--config", str(path)])
    assert (told.exit_code, begun) == (0, [int(path.stem)])


# A real table


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> FakeBus:
    made = FakeBus([0x20, 0x21])
    monkeypatch.setattr("hardware.buttons.expander.open_bus", lambda _: made)
    return made


@pytest.fixture
def not_polled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the polling thread: chips are polled when the test says so."""
    monkeypatch.setattr(ExpanderButtons, "start", lambda buttons: buttons)


def opened(settings: Settings) -> Table:
    narration = Narration.load("en")
    names = list(narration.places)[: settings.seats]
    pins = msgspec.structs.replace(settings.pins, factory="mock")
    voice = msgspec.structs.replace(settings.voice, enabled=False)
    screen = msgspec.structs.replace(settings.screen, fullscreen=False)
    settings = msgspec.structs.replace(settings, pins=pins, voice=voice, screen=screen)
    return Table(settings, names, narration, None, 1.0)


@pytest.fixture
def tables() -> Iterator[list[Table]]:
    made: list[Table] = []
    yield made
    for table in made:
        table.close()


@pytest.mark.parametrize("path", READY, ids=named)
@pytest.mark.usefixtures("bus", "not_polled")
def test_a_ready_configuration_becomes_a_table(
    path: Path, tables: list[Table], capsys: pytest.CaptureFixture[str]
) -> None:
    tables.append(opened(settings_of(path)))
    devices = tables[0].opened.devices
    assert (devices.rings.seats, devices.rings.pixels) == (int(path.stem), 24)
    assert isinstance(devices.rings, SpiRings)
    assert devices.buttons.edges() == []
    assert devices.buttons.troubles == []
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("not_polled")
def test_one_table_may_have_buttons_of_both_kinds(bus: FakeBus, tables: list[Table]) -> None:
    bus.chips[0x20].pressed.add(8)
    pins = Pins(backend="gpiozero", bcm=((4, "0x20.GPA1"), ("0x20.GPB0", 5)))
    tables.append(opened(Settings(seats=2, buttons=2, pins=pins)))
    assert [edge[1:] for edge in tables[0].opened.devices.buttons.edges()] == [Edge(0, 1, 0, True)[1:]]


@pytest.mark.parametrize("rotate", [0, 90])
def test_the_screen_is_turned_as_the_settings_say(rotate: Any, tables: list[Table]) -> None:
    screen = ScreenSettings(rotate=rotate, calm=True)
    tables.append(opened(Settings(screen=screen)))
    shown = Board("attract", headline="Loups-Garous")
    tables[0].opened.devices.view.show(shown, 0.0)
    picture = pygame.Surface((720, 1280) if rotate else (1280, 720))
    Painter(enlarged(4.2, 0.7, bool(rotate)), screen).draw(picture, shown, 0.0)
    surface = pygame.display.get_surface()
    assert surface is not None
    assert surface.get_buffer().raw == pygame.transform.rotate(picture, -rotate).get_buffer().raw


def test_a_table_without_its_expander_plays_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tables: list[Table], capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hardware.buttons.expander.open_bus", lambda _: FakeBus([]))
    pins = Pins(backend="gpiozero", bcm=((4,), ("0x20.GPB0",)))
    tables.append(opened(Settings(seats=2, pins=pins, rings=RingWiring(backend="spi", device="/dev/null"))))
    capsys.readouterr()
    for _ in range(2):
        tables[0].tell_trouble()
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "garou: The expander 0x20 (seat 2) does not answer."
    assert len(told) == len(set(told))


@pytest.mark.parametrize("is_card_there", [True, False])
def test_music_that_cannot_be_played_hides_no_effect_that_cannot(
    is_card_there: bool,
    monkeypatch: pytest.MonkeyPatch,
    tables: list[Table],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """But of a sound card that is missing one sentence is enough."""
    tables.append(opened(Settings()))
    devices = tables[0].opened.devices
    assert devices.card
    if not is_card_there:
        monkeypatch.setattr(SoundCard, "trouble", Trouble("sound.missing", detail="planted"))
    ambience, effects = SimulatedAmbience(devices.clock), SimulatedEffects(devices.clock)
    ambience.trouble = Trouble("sound.music", file="a.ogg", detail="planted")
    effects.trouble = Trouble("sound.effects", file="wolf.wav", detail="planted")
    tables[0].opened.devices = devices._replace(ambience=ambience, effects=effects)
    capsys.readouterr()
    tables[0].tell_trouble()
    told = capsys.readouterr().err
    assert "a.ogg" in told
    assert ("wolf.wav" in told) == is_card_there
    tables[0].opened.devices = devices


@pytest.mark.parametrize(
    ("rings", "kind"),
    [
        (RingWiring(), SimulatedRings),
        (RingWiring(backend="spi", device="/dev/null"), SpiRings),
        (RingWiring(backend="pio", device="/dev/null"), PioRings),
    ],
)
def test_the_rings_are_those_of_the_settings(
    rings: RingWiring, kind: type[Any], tables: list[Table], capsys: pytest.CaptureFixture[str]
) -> None:
    pins = Pins(backend="gpiozero", bcm=((4,), (5,)))
    tables.append(opened(Settings(seats=2, pixels=16, pins=pins, rings=rings)))
    made = tables[0].opened.devices.rings
    assert type(made) is kind
    assert (made.seats, made.pixels) == (2, 16)
    unseen = "no ring is lit, so choices are made unseen" in capsys.readouterr().err
    assert unseen == (kind is SimulatedRings)


def test_expanders_without_their_library_are_refused_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "smbus2", None)
    with pytest.raises(BusLibraryError) as refused:
        opened(Settings(seats=1, pins=Pins(backend="gpiozero", bcm=(("0x20.GPA0",),))))
    told = english().told(refused.value.trouble)
    assert re.search(r"smbus2, which is not installed .*pip install", told)
