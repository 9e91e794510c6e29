"""The rings' wire as a pixel sees it: levels and their lengths, within the limits of the data sheets."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.rings import timing
from hardware.rings.spi import Code
from hardware.rings.timing import CLOCKS, MHZ, RGBW_SHEETS, One, divided, illegal
from table.settings.load import settings_of
from table.settings.settings import CONFIG


class Sheet(NamedTuple):
    """A pixel's limits for its data line, in ns.

    The low of a 1 has only a least length: the next rise ends it, and only the reset ends a frame.
    """

    t0h: tuple[float, float]
    t0l: tuple[float, float]
    t1h: tuple[float, float]
    t1l: float
    reset: float


SHEETS = {
    # 0.4, 0.85, 0.8 and 0.45 us, each with a tolerance of 150 ns
    "WS2812B": Sheet((250, 550), (700, 1000), (650, 950), 300, 50_000),
    "WS2812B-V5": Sheet((220, 380), (580, 1000), (580, 1000), 220, 280_000),
}
RGBW = {
    # 0.3, 0.9, 0.6 and 0.6 us, each with a tolerance of 150 ns
    "SK6812RGBW": Sheet((150, 450), (750, 1050), (450, 750), 450, 80_000),
}
ALL = SHEETS | RGBW
CLOCKS_MHZ = {
    # core clock / divisor, which is even; a Pi 5 divides 200 MHz
    "Pi 3 at 250": 250 / 82,
    "Pi 3 at 400": 400 / 132,
    "Pi 4 at 500": 500 / 164,
    "Pi 5": 200 / 66,
}
SOURCES_MHZ = {"Pi 3 at 250": 250, "Pi 3 at 400": 400, "Pi 4 at 500": 500, "Pi 5": 200}


def read(wire: bytes, mhz: float, sheet: Sheet) -> bytes:
    """Decodes the bytes of a write at this clock, as a pixel does. Fails for a time the sheet does not
    allow."""
    bits = "".join(f"{byte:08b}" for byte in wire)
    runs = [(level, len([*run]) * 1000 / mhz) for level, run in groupby(bits)]
    assert runs[0][0] == runs[-1][0] == "0"
    assert min(runs[0][1], runs[-1][1]) >= sheet.reset, "no reset"
    said = ""
    for (_, high), (_, low) in zip(runs[1::2], runs[2::2], strict=True):
        is_0, is_1 = (least <= high <= most for least, most in (sheet.t0h, sheet.t1h))
        assert is_0 != is_1, f"high for {high:.0f} ns"
        said += "1" if is_1 else "0"
        is_last = len(said) == len(runs) // 2
        least, most = (sheet.t1l, sheet.reset) if is_1 else sheet.t0l
        assert low >= least, f"low for {low:.0f} ns"
        assert low <= most or is_last, f"low for {low:.0f} ns"
    return bytes(int(said[at : at + 8], 2) for at in range(0, len(said), 8))


@pytest.mark.parametrize("sheet", ALL)
@pytest.mark.parametrize("board", CLOCKS_MHZ)
@given(colours=st.binary(min_size=1, max_size=30))
def test_as_shipped_every_pi_sends_what_all_data_sheets_allow(board: str, sheet: str, colours: bytes) -> None:
    shipped = settings_of(CONFIG / "table.toml").rings
    wire = Code(shipped.one, shipped.mhz).encoded(colours)
    assert read(wire, CLOCKS_MHZ[board], ALL[sheet]) == colours


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("board", SOURCES_MHZ)
def test_the_longer_pulse_is_legal_at_its_own_clock(board: str, sheet: str) -> None:
    mhz, colours = CLOCKS["1110"], bytes(range(256))
    made = divided(SOURCES_MHZ[board], mhz)
    assert read(Code("1110", mhz).encoded(colours), made, SHEETS[sheet]) == colours


@pytest.mark.parametrize("board", SOURCES_MHZ)
def test_a_pi_divides_its_clock_by_an_even_number(board: str) -> None:
    assert divided(SOURCES_MHZ[board], MHZ) == pytest.approx(CLOCKS_MHZ[board])
    for hundredths in range(250, 401):
        made = divided(SOURCES_MHZ[board], hundredths / 100)
        divisor = SOURCES_MHZ[board] / made
        assert divisor == pytest.approx(2 * round(divisor / 2))
        assert made <= hundredths / 100 < SOURCES_MHZ[board] / (divisor - 2)


@pytest.mark.parametrize("one", ["1100", "1110"])
def test_what_is_called_illegal_is_what_a_pixel_does_not_read(one: One) -> None:
    """Every clock a table may ask for, in steps of 10 kHz, by our list and by the decoder."""
    colours = b"\x5a\xa5"
    for hundredths in range(250, 401):
        mhz = hundredths / 100
        told = {
            beyond.sheet for sheets in (timing.SHEETS, RGBW_SHEETS) for beyond in illegal(one, mhz, sheets)
        }
        for name, sheet in ALL.items():
            try:
                read(Code(one, mhz).encoded(colours), mhz, sheet)
            except AssertionError:
                assert name in told, f"{mhz} MHz"
            else:
                assert name not in told, f"{mhz} MHz"
