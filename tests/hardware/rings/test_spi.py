"""Rings on SPI: bytes worked out by hand, the device, the budget, and what goes wrong."""

from __future__ import annotations

import errno
import os
import struct
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.interface import Rings
from hardware.rings import spi as spi_rings
from hardware.rings.backend import Chain
from hardware.rings.chain import (
    CHANNEL_MA,
    IDLE_MA,
    Mounting,
    along_the_wire,
    limited,
    most_ma,
    with_white,
)
from hardware.rings.spi import (
    Code,
    SpiPort,
    SpiRings,
    WireError,
    frame_bytes,
    pixels_in,
    rest_bytes,
    spi_buffer,
)
from hardware.troubles import Trouble
from tests.kit.wires import colours_of

SOON_S = 10.0
"""Real seconds to wait for a broken thread before its test fails."""
PLENTY_MA = 60000
USUAL = Mounting()

REST = bytes(115)
"""300 us at 3.05 MHz are 915 bits, in whole bytes."""


class FakePort:
    """A wire that records what is written, and fails when told to."""

    def __init__(self) -> None:
        self.written: SimpleQueue[bytes] = SimpleQueue()
        self.fault: Trouble | None = None
        self.closed = False

    def write(self, data: bytes) -> None:
        fault = self.fault
        self.written.put(data)
        if fault:
            raise WireError(fault)

    def close(self) -> None:
        self.closed = True

    def next(self) -> bytes:
        return self.written.get(timeout=SOON_S)


class FakeSpidev:
    """The kernel's side of a spidev; replaces the module `os`."""

    O_WRONLY, O_CLOEXEC = os.O_WRONLY, os.O_CLOEXEC

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.open_files = 0
        self.set: list[tuple[int, bytes]] = []
        self.writes: list[bytes] = []
        self.bufsiz = 4096
        self.fault: int | None = None
        self.refuses_settings = False
        self.takes: int | None = None

    def open(self, path: str, flags: int) -> int:
        assert flags == os.O_WRONLY | os.O_CLOEXEC
        self._fail(self.fault)
        self.opened.append(path)
        self.open_files += 1
        return 77

    def ioctl(self, file: int, request: int, value: bytes) -> int:
        assert file == 77
        if self.refuses_settings:
            self._fail(errno.ENOTTY)
        self.set.append((request, value))
        return 0

    def write(self, file: int, data: bytes) -> int:
        assert file == 77
        self._fail(self.fault)
        self._fail(errno.EMSGSIZE if len(data) > self.bufsiz else None)
        self.writes.append(data)
        return len(data) if self.takes is None else self.takes

    def close(self, file: int) -> None:
        assert file == 77
        self.open_files -= 1

    def _fail(self, number: int | None) -> None:
        if number:
            raise OSError(number, os.strerror(number))


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> FakeSpidev:
    fake = FakeSpidev()
    monkeypatch.setattr(spi_rings, "os", fake)
    monkeypatch.setattr("fcntl.ioctl", fake.ioctl)
    return fake


def ring_of(*pixels: tuple[int, int, int]) -> bytes:
    return bytes(channel for pixel in pixels for channel in pixel)


# The code


@pytest.mark.parametrize(
    ("level", "one", "pulses"),
    [
        # A 0 is 1000 = 8, a 1 is 1100 = c or 1110 = e, the highest bit first, two bits of a colour in a byte.
        (0b00000000, "1100", "88 88 88 88"),
        (0b10000000, "1100", "c8 88 88 88"),
        (0b00000001, "1100", "88 88 88 8c"),
        (0b01011010, "1100", "8c 8c c8 c8"),
        (0b11111111, "1100", "cc cc cc cc"),
        (0b10000001, "1110", "e8 88 88 8e"),
        (0b01011010, "1110", "8e 8e e8 e8"),
    ],
)
def test_a_colour_becomes_pulses(level: int, one: Any, pulses: str) -> None:
    assert Code(one).encoded(bytes([level])) == REST + bytes.fromhex(pulses) + REST


@given(st.binary(max_size=90), st.sampled_from(["1100", "1110"]))
def test_what_a_chip_reads_is_what_was_meant(colours: bytes, one: Any) -> None:
    """As a chip sees it: every pulse begins with a rise, and its length is the bit."""
    wire = Code(one).encoded(colours)
    bits = "".join(f"{byte:08b}" for byte in wire[115:-115])
    pulses = [bits[at : at + 4] for at in range(0, len(bits), 4)]
    assert set(pulses) <= {"1000", one}
    read = "".join("01"[pulse == one] for pulse in pulses)
    assert bytes(int(read[at : at + 8], 2) for at in range(0, len(read), 8)) == colours


@pytest.mark.parametrize(
    ("mhz", "rest"),
    # 300 us are 750 bits at 2.5 MHz, 915 at 3.05, 960 at 3.2, 1,200 at 4, rounded up to whole bytes.
    [(2.5, 94), (3.05, 115), (3.2, 120), (4.0, 150)],
)
def test_the_rest_is_as_long_at_any_clock(mhz: float, rest: int) -> None:
    assert rest_bytes(mhz) == rest
    assert Code("1100", mhz).encoded(b"\x00") == bytes(rest) + b"\x88\x88\x88\x88" + bytes(rest)


def test_the_buffer_of_an_untouched_pi_has_room_for_322_pixels() -> None:
    # (4,096 - 2 x 115) / 12 = 322.2
    assert pixels_in(4096, 3.05) == 322
    assert frame_bytes(322, 3.05) == 4094
    assert frame_bytes(576, 3.05) == 7142
    assert pixels_in(100, 3.05) == 0


def test_the_buffer_is_read_from_the_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bufsiz"
    monkeypatch.setattr(spi_rings, "BUFSIZ", file)
    assert spi_buffer() is None
    file.write_text("8192\n")
    assert spi_buffer() == 8192
    file.write_text("many")
    assert spi_buffer() is None


# The chain


@pytest.mark.parametrize(
    ("mounting", "on_the_wire"),
    [
        # The frame says A at the player's own place, then B, C, D clockwise.
        (Mounting(0, clockwise=True), "ABCD"),
        # The player's own place is the ring's third pixel, so A is third, and B follows it.
        (Mounting(2, clockwise=True), "CDAB"),
        (Mounting(0, clockwise=False), "ADCB"),
        (Mounting(1, clockwise=False), "BADC"),
    ],
)
def test_a_ring_may_be_mounted_in_any_way(mounting: Mounting, on_the_wire: str) -> None:
    frame = b"".join(letter.encode() * 3 for letter in "ABCD")
    assert bytes(along_the_wire(4, [mounting], "GRB")(frame))[::3].decode() == on_the_wire


def test_rings_hang_on_the_wire_in_the_order_of_the_seats_each_as_it_is_mounted() -> None:
    frame = ring_of((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))
    chain = along_the_wire(2, [USUAL, Mounting(1)], "GRB")
    assert chain(frame) == (2, 1, 3, 5, 4, 6, 11, 10, 12, 8, 7, 9)


@given(st.integers(0, 23), st.booleans(), st.sampled_from([16, 24]))
def test_every_pixel_of_a_frame_is_shown_once(first: int, clockwise: bool, pixels: int) -> None:
    mounting = Mounting(first % pixels, clockwise)
    assert mounting.shown_by(mounting.first_pixel, pixels) == 0
    assert sorted(mounting.shown_by(wired, pixels) for wired in range(pixels)) == list(range(pixels))


# Pixels with a white light


@pytest.mark.parametrize(
    ("colour", "white"),
    [
        ((255, 255, 255), (0, 0, 0, 255)),
        ((24, 12, 0), (24, 12, 0, 0)),
        ((86, 180, 233), (0, 94, 147, 86)),
        ((0, 0, 0), (0, 0, 0, 0)),
    ],
)
def test_the_white_of_a_colour_is_lit_by_the_white_light_alone(
    colour: tuple[int, int, int], white: tuple[int, int, int, int]
) -> None:
    assert tuple(with_white(bytes(colour))) == white


@given(
    st.binary(min_size=12, max_size=12),
    st.sampled_from(["GRBW", "RGBW", "WRGB", "BWGR", "GRB", "RGB", "BGR"]),
)
def test_a_pixel_reads_each_of_its_colours_where_it_takes_it(frame: bytes, colours: str) -> None:
    """Decoded from the wire as chips of this order do; their lights together are the colour meant."""
    rings = SpiRings(2, [USUAL, USUAL], FakePort(), Code(), PLENTY_MA, colours)
    read = colours_of(rings.on_the_wire(frame), 4, len(colours))
    rings.close()
    for pixel in range(4):
        lit = dict(zip(colours, read[pixel * len(colours) :], strict=False))
        white = lit.get("W", 0)
        assert [lit[colour] + white for colour in "RGB"] == [*frame[3 * pixel : 3 * pixel + 3]]
        assert not white or 0 in (lit["R"], lit["G"], lit["B"])


@given(st.binary(min_size=48, max_size=48), st.integers(16, 700))
def test_no_frame_of_four_colours_draws_more_than_the_budget(frame: bytes, budget_ma: int) -> None:
    rings = SpiRings(16, [USUAL], FakePort(), Code(), budget_ma, "GRBW")
    read = colours_of(rings.on_the_wire(frame), 16, 4)
    rings.close()
    draws_ma = sum(read) * CHANNEL_MA / 255 + 16 * IDLE_MA
    assert draws_ma <= min(budget_ma, 16 * most_ma("GRBW"))


def test_white_light_costs_a_third_of_what_three_colours_cost() -> None:
    # One ring of two white pixels: 2 x (20 + 1) mA are enough for full light; 1 mA less are not.
    for budget_ma, lit in ((42, 255), (41, 248)):
        rings = SpiRings(2, [USUAL], FakePort(), Code(), budget_ma, "GRBW")
        assert colours_of(rings.on_the_wire(b"\xff" * 6), 2, 4) == bytes([0, 0, 0, lit] * 2)
        rings.close()


def test_a_buffer_holds_fewer_pixels_of_four_colours() -> None:
    # (4,096 - 2 x 115) / 16 = 241.6
    assert pixels_in(4096, 3.05, 4) == 241
    assert frame_bytes(241, 3.05, 4) == 4086
    chain = Chain([USUAL] * 24, 24, "", 3.05, "1100", 4000, "GRBW")
    assert spi_rings.SpiBackend().cmdline_txt(chain) == "spidev.bufsiz=12288"


def test_four_colours_that_the_buffer_cannot_hold_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "bufsiz"
    file.write_text("4096")
    monkeypatch.setattr(spi_rings, "BUFSIZ", file)
    chain = Chain([USUAL] * 13, 24, "", 3.05, "1100", 4000, "GRB")
    spi_rings.check_buffer(chain)
    with pytest.raises(WireError) as refused:
        spi_rings.check_buffer(chain._replace(colours="GRBW"))
    assert refused.value.trouble.facts["setting"] == "spidev.bufsiz=8192"


# The budget


def test_a_white_table_draws_what_the_data_sheet_says() -> None:
    white = b"\xff" * 576 * 3
    # 576 x (3 x 20 mA + 1 mA)
    assert limited(white, 35136) is white
    assert max(limited(white, 35135)) == 254
    assert not any(limited(white, 576))


def test_a_frame_above_the_budget_is_dimmed_as_a_whole() -> None:
    # Two pixels: 2 mA dark. 102 mA leave 100 for light; full white and half red want 60 + 10 = 70.
    frame = ring_of((255, 255, 255), (128, 0, 0))
    assert limited(frame, 102) is frame
    # 37 mA leave 35 of the 70.04: every level x 0.4997, rounded down.
    assert limited(frame, 37) == ring_of((127, 127, 127), (63, 0, 0))
    assert limited(frame, 2) == bytes(6)
    assert limited(frame, 0) == bytes(6)


@given(st.binary(min_size=48, max_size=48), st.integers(16, 1000))
def test_no_frame_draws_more_than_the_budget(frame: bytes, budget_ma: int) -> None:
    shown = limited(frame, budget_ma)
    assert sum(shown) * CHANNEL_MA / 255 + len(shown) // 3 * IDLE_MA <= budget_ma
    assert all(after <= before for before, after in zip(frame, shown, strict=True))
    order = sorted(range(48), key=lambda at: frame[at])
    assert [shown[at] for at in order] == sorted(shown)


# Rings


def test_a_frame_of_two_rings_byte_by_byte() -> None:
    """Seat 1: blue at the player's own place. Seat 2, mounted the other way round from the second pixel:
    red."""
    port = FakePort()
    rings = SpiRings(2, [USUAL, Mounting(1, clockwise=False)], port, Code(), PLENTY_MA)
    frame = ring_of((0, 0, 255), (0, 0, 0), (1, 0, 0), (0, 128, 0))
    # On the wire, green red blue: 00 00 ff | 00 00 00 | then, the ring being mounted so that its second pixel
    # is at the player's place and its first one step on: 80 00 00 | 00 01 00.
    pulses = bytes.fromhex(
        "88888888 88888888 cccccccc  88888888 88888888 88888888"
        "c8888888 88888888 88888888  88888888 8888888c 88888888"
    )
    assert rings.on_the_wire(frame) == REST + pulses + REST
    rings.close()


def test_the_budget_is_the_last_thing_before_the_pulses() -> None:
    port = FakePort()
    # One ring of two white pixels wants 122 mA; 62 leave half of the light: 127 = 01111111.
    rings = SpiRings(2, [USUAL], port, Code(), 62)
    assert rings.on_the_wire(b"\xff" * 6) == REST + bytes.fromhex("8ccccccc" * 6) + REST
    rings.close()


def test_rings_are_dark_first_then_as_shown_then_dark_and_closed() -> None:
    port = FakePort()
    spi = SpiRings(2, [USUAL], port, Code(), PLENTY_MA, refresh_s=60.0)
    rings: Rings = spi
    dark = REST + b"\x88" * 24 + REST
    assert port.next() == dark
    rings.show(ring_of((0, 255, 0), (0, 0, 0)))
    assert port.next() == REST + b"\xcc" * 4 + b"\x88" * 20 + REST
    assert not port.closed
    rings.close()
    assert port.next() == dark
    assert port.closed
    assert port.written.empty()


# The device


def test_the_device_is_set_once_and_each_frame_is_one_write(kernel: FakeSpidev) -> None:
    port = SpiPort("/dev/spidev0.0", 3.2)
    assert kernel.opened == []
    for frame in (b"abc", b"defgh"):
        port.write(frame)
    assert kernel.opened == ["/dev/spidev0.0"]
    # _IOW('k', 1, u8) and _IOW('k', 4, u32): direction 1, size, 'k' = 0x6b, number.
    mode = 1 << 30 | 1 << 16 | ord("k") << 8 | 1
    speed = 1 << 30 | 4 << 16 | ord("k") << 8 | 4
    assert kernel.set == [(mode, b"\x00"), (speed, struct.pack("=I", 3_200_000))]
    assert kernel.writes == [b"abc", b"defgh"]
    port.close()
    port.close()
    assert kernel.open_files == 0


@pytest.mark.parametrize(
    ("fault", "trouble"),
    [
        (errno.ENOENT, Trouble("rings.no_device", device="/dev/spidev0.0", setting="dtparam=spi=on")),
        (errno.EACCES, Trouble("rings.forbidden", device="/dev/spidev0.0")),
        (errno.EIO, Trouble("rings.failed", reason="EIO")),
    ],
)
def test_why_a_device_cannot_be_had_is_told(kernel: FakeSpidev, fault: int, trouble: Trouble) -> None:
    kernel.fault = fault
    port = SpiPort()
    with pytest.raises(WireError) as refused:
        port.write(b"abc")
    assert refused.value.trouble == trouble
    kernel.fault = None
    port.write(b"abc")
    assert kernel.writes == [b"abc"]


def test_a_device_that_fails_in_the_middle_is_closed_and_opened_anew(kernel: FakeSpidev) -> None:
    port = SpiPort()
    port.write(b"abc")
    kernel.fault = errno.ESHUTDOWN
    with pytest.raises(WireError):
        port.write(b"def")
    assert kernel.open_files == 0
    kernel.fault = None
    port.write(b"ghi")
    assert kernel.writes == [b"abc", b"ghi"]
    assert len(kernel.opened) == 2
    assert len(kernel.set) == 4


@pytest.mark.usefixtures("kernel")
def test_a_frame_larger_than_the_buffer_says_how_large_it_must_be() -> None:
    with pytest.raises(WireError) as refused:
        SpiPort().write(bytes(4097))
    assert refused.value.trouble == Trouble(
        "rings.too_many", device="/dev/spidev0.0", setting="spidev.bufsiz=4097", file="cmdline.txt"
    )
    SpiPort().write(bytes(4096))


def test_a_file_that_is_no_spi_device_is_not_left_open(kernel: FakeSpidev) -> None:
    kernel.refuses_settings = True
    with pytest.raises(WireError) as refused:
        SpiPort().write(b"abc")
    assert refused.value.trouble == Trouble("rings.not_spi", device="/dev/spidev0.0")
    assert kernel.open_files == 0


def test_a_frame_that_was_sent_in_part_is_told(kernel: FakeSpidev) -> None:
    kernel.takes = 2
    with pytest.raises(WireError) as refused:
        SpiPort().write(b"abc")
    assert refused.value.trouble == Trouble("rings.cut", device="/dev/spidev0.0", sent=2, size=3)
