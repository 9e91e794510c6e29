"""A page in the place of a sound card: what the mixer plays is read at the pace of the clock."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from hardware.outputs.stream import FRAME_BYTES, LATE_S, PIECE_S, SoundStream
from tests.kit.paths import ROOT

RATE = 1000
PIECE = round(RATE * PIECE_S) * FRAME_BYTES
LOUD = b"\1" * PIECE


class StreamStand:
    """A stream whose clock is moved by what sleeps, and the page that it plays on."""

    def __init__(self) -> None:
        self.now_s = 50.0
        self.sent: list[tuple[float, bytes]] = []
        self._came = threading.Condition()
        self.is_heard = True
        self.stream = SoundStream(RATE, self, lambda: self.now_s, self._sleep)
        self.file = os.open(self.stream.variables["SDL_DISKAUDIOFILE"], os.O_WRONLY)

    def _sleep(self, seconds: float) -> None:
        self.now_s += seconds

    def plays(self, plays: bool) -> None:
        """Whether the mixer plays here counts for nothing."""

    def play(self, samples: bytes) -> None:
        with self._came:
            self.sent.append((self.now_s, samples))
            self._came.notify()

    def until(self, pieces: int) -> list[tuple[float, bytes]]:
        """What was sent, as soon as it is this many pieces."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.sent) >= pieces, 10)
        return self.sent


@pytest.fixture
def stand() -> Iterator[StreamStand]:
    made = StreamStand()
    yield made
    os.close(made.file)
    made.stream.close()


def test_what_is_played_is_read_in_real_time(stand: StreamStand) -> None:
    os.write(stand.file, LOUD * 20)
    sent = stand.until(20)
    assert {piece for _, piece in sent} == {LOUD}
    took_s = sent[-1][0] - sent[0][0]
    assert took_s == pytest.approx(19 * PIECE_S - LATE_S, abs=PIECE_S), "but for what may be late"


def test_silence_is_read_and_not_sent(stand: StreamStand) -> None:
    os.write(stand.file, bytes(10 * PIECE) + LOUD)
    assert [piece for _, piece in stand.until(1)] == [LOUD]


def test_a_pause_is_not_made_up_for(stand: StreamStand) -> None:
    os.write(stand.file, LOUD)
    stand.until(1)
    stand.now_s += 60.0
    os.write(stand.file, LOUD * 20)
    sent = stand.until(21)
    assert sent[-1][0] - sent[1][0] == pytest.approx(19 * PIECE_S - LATE_S, abs=PIECE_S)


PLAYS = """
import sys, threading
from pathlib import Path
from hardware.outputs.choosing import Outputs
from hardware.outputs.sound_card import SAMPLES_A_SECOND, SoundCard
from hardware.outputs.stream import SoundStream
from hardware.sounds import MixerEffects

came = threading.Event()

class Page:
    is_heard = False
    def plays(self, plays):
        print("plays", plays)
    def play(self, samples):
        came.set()

page = Page()
card = SoundCard("auto", Outputs, page=SoundStream(SAMPLES_A_SECOND, page))
effects = MixerEffects(Path(sys.argv[1]), 1.0, card=card)
card.attend()
assert not came.wait(0.3), "no noise that keeps a card awake"
effects.play("wolf")
assert came.wait(10)
print(effects.trouble, card.trouble.key)
page.is_heard = True
print(card.trouble)
page.is_heard = False
effects.close()
card.close()
print(card.trouble)
"""


def test_the_mixer_plays_there_where_no_card_is_and_the_table_is_silent_until_somebody_hears() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PLAYS, str(ROOT / "sounds" / "effects")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    said = ["plays True", "None sound.page_unheard", "None", "None"]
    assert (told.stdout.splitlines(), told.stderr) == (said, "")
