"""How these tests compare pictures and sounds; without a machine."""

from __future__ import annotations

import math
import wave
from array import array
from pathlib import Path
from random import Random

import pygame
import pytest

from tests.machine.picture import ALIKE, differs
from tests.machine.sound import A_SECOND, HEAD, HEARD, OTHER, RATE, length_s, likeness, recorded, spoken

LINE_RATE = 22_050


def tone(seed: int, rate: int, seconds: float = 3.0) -> list[int]:
    """A voice that changes its loudness and its pitch 25 times a second."""
    lots = Random(seed)
    said = [(lots.randrange(200, 9000), lots.choice((300, 600, 1200))) for _ in range(int(25 * seconds))]
    return [
        int(loud * math.sin(2 * math.pi * pitch * at / rate))
        for at in range(int(seconds * rate))
        for loud, pitch in (said[int(25 * at / rate)],)
    ]


def test_a_line_is_found_in_a_recording_with_a_gap_and_another_line_is_not(tmp_path: Path) -> None:
    lines = [tmp_path / name for name in ("spoken.wav", "other.wav")]
    for seed, path in enumerate(lines):
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(LINE_RATE)
            file.writeframes(array("h", tone(seed, LINE_RATE)).tobytes())
    lots = Random(1)
    voice = [sample // 2 + lots.randrange(-300, 300) for sample in tone(0, RATE)]
    played = [
        *(lots.randrange(-300, 300) for _ in range(RATE)),
        *(*voice[: int(1.3 * RATE)], *[0] * (RATE // 2), *voice[int(1.3 * RATE) :]),
        *(lots.randrange(-3000, 3000) for _ in range(2 * RATE)),
    ]
    record = tmp_path / "sound.wav"
    both = array("h", (sample for left in played for sample in (left, 0)))
    record.write_bytes(bytes(HEAD) + both.tobytes() + b"\0")
    there, other = (likeness(spoken(path), recorded(record)) for path in lines)
    assert there > HEARD
    assert other < OTHER
    assert length_s(record) == pytest.approx(len(played) / RATE, abs=0.01)
    assert likeness(spoken(lines[0]), recorded(record, length_s(record) - 1.5)) == 0.0
    assert likeness(spoken(lines[0]), [(0.0, 0.0)] * 10 * A_SECOND) == 0.0


def test_a_picture_differs_by_the_share_of_its_pixels() -> None:
    one = pygame.Surface((100, 50))
    other = one.copy()
    assert differs(one, other) == 0.0
    other.fill((6, 6, 6))
    assert differs(one, other) == 0.0
    other.fill((0, 0, 90), (0, 0, 10, 10))
    assert differs(one, other) == 0.02 > ALIKE
