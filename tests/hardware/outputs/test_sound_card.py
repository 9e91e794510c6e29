"""The mixer on the chosen card: followed within three seconds, kept awake; its samples are looked at."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from hardware.outputs import sound_card
from hardware.outputs.reading import outputs_of
from hardware.outputs.sound_card import (
    BED_CHANNEL,
    HUSH_CHANNEL,
    HUSH_S,
    LOOK_S,
    RETRY_S,
    SAMPLES_A_SECOND,
    STOPPED_S,
    TOLD_S,
    SoundCard,
    hush,
)
from hardware.sounds import LoopedAmbience, MixerEffects
from hardware.troubles import Trouble
from hardware.voice.mixer import QUIET_S, MixerPlayer
from hardware.voice.samples import write_wav
from table.appliance.devices.sounding import EFFECTS, night_sound
from tests.kit.paths import ROOT
from tests.kit.sound_cards import PI_4, PI_5, USB, lay_cards, lay_screens

NIGHT = night_sound("thiercelieux")
HDMI, JACK, DEVICE = (f"sysdefault:CARD={name}" for name in ("vc4hdmi0", "Headphones", "Device"))


class Bench:
    """A machine whose cards come and go, and its sound card, which is looked at once a second."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root, self.now_s = root, 0.0
        self.opened: list[str] = []
        """ALSA's names of the devices that the mixer was opened on."""
        self.broken: set[str] = set()
        """Those that do not open."""
        really = pygame.mixer.init

        def init() -> None:
            device = os.environ.get("AUDIODEV", "")
            if device in self.broken:
                raise pygame.error("planted")
            self.opened.append(device)
            really()

        monkeypatch.setattr(pygame.mixer, "init", init)
        lay_cards(root, *PI_4)
        lay_screens(root, {"HDMI-A-1": True, "HDMI-A-2": False})

    def card(self, setting: str = "auto") -> SoundCard:
        return SoundCard(setting, lambda: outputs_of(self.root, {}), lambda: self.now_s)

    def passes(self, card: SoundCard, seconds: float) -> None:
        for _ in range(round(seconds / LOOK_S)):
            self.now_s += LOOK_S
            card.look()


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    pygame.mixer.quit()
    yield Bench(tmp_path, monkeypatch)
    pygame.mixer.quit()


def test_the_mixer_is_opened_on_the_card_by_its_name(bench: Bench) -> None:
    card = bench.card()
    card.open()
    assert bench.opened == [HDMI]
    assert "AUDIODEV" not in os.environ, "what comes after would take it for the owner's choice"
    assert card.elsewhere is None
    card.open()
    bench.passes(card, 10)
    assert bench.opened == [HDMI]


def test_a_sound_server_is_not_asked_for_where_a_card_is_named(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    monkeypatch.setattr(pygame.mixer, "init", lambda: asked.append(os.environ.get("SDL_AUDIODRIVER")))
    monkeypatch.delenv("SDL_AUDIODRIVER")
    monkeypatch.setattr(pygame.mixer, "set_reserved", lambda _: None)
    for setting in ("jack", "default"):
        bench.card(setting).open()
    assert asked == ["alsa", None]
    assert "SDL_AUDIODRIVER" not in os.environ


def test_a_screen_that_is_pulled_out_and_put_in_again_is_followed_within_three_seconds(bench: Bench) -> None:
    card = bench.card()
    card.open()
    lay_screens(bench.root, {"HDMI-A-1": False})
    bench.passes(card, 3)
    assert bench.opened == [HDMI, JACK]
    assert card.elsewhere == Trouble("sound.moved", device="Headphones")
    lay_screens(bench.root, {"HDMI-A-1": True})
    bench.passes(card, 3)
    assert bench.opened == [HDMI, JACK, HDMI]
    assert card.elsewhere == Trouble("sound.moved", device="vc4hdmi0")
    bench.passes(card, TOLD_S)
    assert card.elsewhere is None


def test_a_screen_that_blinks_takes_no_sound_away(bench: Bench) -> None:
    """Televisions let go of the wire for a moment when they change their mode."""
    card = bench.card()
    card.open()
    for is_connected in (False, True):
        lay_screens(bench.root, {"HDMI-A-1": is_connected})
        bench.passes(card, LOOK_S)
    bench.passes(card, 5)
    assert bench.opened == [HDMI]


def test_a_named_card_that_is_missing_is_told_until_it_is_there(bench: Bench) -> None:
    card = bench.card("usb")
    card.open()
    bench.passes(card, TOLD_S + 3)
    assert bench.opened == [HDMI]
    assert card.elsewhere == Trouble(
        "sound.absent", output="usb", device="vc4hdmi0", cards="Headphones, vc4hdmi0, vc4hdmi1"
    )
    lay_cards(bench.root, *PI_4, USB)
    bench.passes(card, 3)
    assert bench.opened == [HDMI, DEVICE]
    assert card.elsewhere == Trouble("sound.moved", device="Device")
    lay_cards(bench.root, *PI_4)
    bench.passes(card, 3)
    assert bench.opened == [HDMI, DEVICE, HDMI]
    assert card.elsewhere
    assert card.elsewhere.key == "sound.absent"


def test_without_any_card_that_opens_it_is_trouble_until_one_comes(bench: Bench) -> None:
    lay_cards(bench.root, *PI_5)
    lay_screens(bench.root, {"HDMI-A-1": False})
    bench.broken = {""}
    card = bench.card()
    with pytest.raises(pygame.error):
        card.open()
    bench.passes(card, 600)
    assert bench.opened == []
    assert card.trouble == Trouble("sound.missing", detail="planted")
    assert card.elsewhere is None
    lay_screens(bench.root, {"HDMI-A-1": True})
    bench.passes(card, 3)
    assert card.trouble is None
    assert bench.opened == [HDMI]


def test_a_card_that_another_program_had_is_tried_again(bench: Bench) -> None:
    bench.broken = {HDMI}
    card = bench.card()
    with pytest.raises(pygame.error):
        card.open()
    bench.broken.clear()
    bench.passes(card, RETRY_S + LOOK_S)
    assert card.trouble is None
    assert bench.opened == [HDMI]


def test_a_card_that_stopped_in_the_middle_of_lines_is_opened_again(bench: Bench) -> None:
    card = bench.card()
    player = MixerPlayer(card=card)
    player.open()
    bench.passes(card, 60)
    player.give_up()
    assert player.trouble == Trouble("sound.stopped")
    bench.passes(card, STOPPED_S - LOOK_S)
    assert player.trouble == Trouble("sound.stopped")
    assert bench.opened == [HDMI]
    bench.passes(card, 60)
    assert not player.trouble
    assert bench.opened == [HDMI, HDMI]


def test_a_card_that_is_chosen_plays_at_once_and_is_not_told(bench: Bench) -> None:
    card = bench.card()
    card.open()
    card.use("jack")
    assert bench.opened == [HDMI, JACK]
    assert card.elsewhere is None
    bench.passes(card, 5)
    assert bench.opened == [HDMI, JACK]


def test_the_thread_follows_and_ends_with_the_card(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_card, "LOOK_S", 0.001)
    card = bench.card()
    card.attend()
    while not bench.opened:
        assert card._thread
        card._thread.join(0.001)
    thread = card._thread
    assert thread
    card.close()
    assert not thread.is_alive()
    assert bench.opened == [HDMI]
    assert pygame.mixer.get_init() is None


# What another card has cut off


def is_night_heard() -> bool:
    return bool(pygame.mixer.get_init()) and pygame.mixer.Channel(BED_CHANNEL).get_busy()


def test_voice_night_and_effects_go_on_on_another_card(bench: Bench, tmp_path: Path) -> None:
    line = tmp_path / "line.wav"
    write_wav(line, bytes(2 * 22_050))
    card = bench.card()
    voice, effects = MixerPlayer(card=card), MixerEffects(EFFECTS, 0.5, card=card)
    night = LoopedAmbience(NIGHT, 0.5, card=card)
    voice.open()
    voice.play(line)
    night.begin()
    effects.play("wolf")
    assert (voice.playing, voice.moved, is_night_heard()) == (True, False, True)
    card.use("jack")
    assert (voice.playing, voice.moved, is_night_heard()) == (False, True, False)
    night.play(None, 0.0)  # in the next beat
    assert is_night_heard()
    voice.play(line)
    assert (voice.playing, voice.moved) == (True, False)
    effects.play("wolf")
    assert effects.trouble is None
    night.play(NIGHT, 0.2, once=True)
    card.use("hdmi")
    assert not pygame.mixer.music.get_busy()
    assert not night.has_ended
    night.play(NIGHT, 0.2, once=True)
    assert pygame.mixer.music.get_busy()
    for sound in (voice, night, effects, card):
        sound.close()


def test_without_a_card_nothing_is_played_and_nobody_is_blamed(bench: Bench, tmp_path: Path) -> None:
    line = tmp_path / "line.wav"
    write_wav(line, bytes(200))
    card = bench.card()
    voice = MixerPlayer(card=card)
    voice.open()
    bench.broken = {HDMI, JACK, ""}
    card.use("jack")
    assert voice.trouble == Trouble("sound.missing", detail="planted")
    voice.play(line)
    assert not voice.playing
    voice.close()


def test_nobody_in_a_room_waits_for_a_card_that_hangs(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A night that falls meanwhile is heard once the card has opened, and the line begins again."""
    monkeypatch.setattr(sound_card, "BUSY_S", 0.0)
    line = tmp_path / "line.wav"
    write_wav(line, bytes(2 * 22_050))
    card = bench.card()
    voice, effects = MixerPlayer(card=card), MixerEffects(EFFECTS, 0.5, card=card)
    night = LoopedAmbience(NIGHT, 0.5, card=card)
    voice.play(line)
    hangs, is_over = threading.Event(), threading.Event()

    def hang() -> None:
        with card.lock:
            hangs.set()
            is_over.wait()
            card.use("jack")

    opening = threading.Thread(target=hang)
    opening.start()
    hangs.wait()
    effects.play("wolf")
    night.begin()
    assert voice.playing, "so far as anybody knows"
    assert not is_night_heard()
    is_over.set()
    opening.join()
    assert (voice.playing, voice.moved) == (False, True)
    night.play(None, 0.0)
    assert night.trouble is None
    assert is_night_heard()
    for sound in (voice, night, effects):
        sound.close()


# What is handed to the sound card


PLAYS = """
import sys
from hardware.outputs.choosing import Outputs
from hardware.outputs.sound_card import SoundCard
from hardware.voice.mixer import MixerPlayer

now_s = 0.0
card = SoundCard("default", Outputs, lambda: now_s)
voice = MixerPlayer(card=card, now=lambda: now_s)
card.attend()
voice.open()
for now_s in map(float, sys.argv[2:]):
    voice.play(sys.argv[1])
    while voice.playing:
        pass
card.close()
"""


def handed_over(folder: Path, *moments_s: float) -> array[int]:
    """The samples that SDL hands to its driver that writes them into a file, of the left channel. A line, a
    tenth of a second of 8,000, is played at each of these moments."""
    line, raw = folder / "line.wav", folder / "played.raw"
    write_wav(line, array("h", [8000] * 2205).tobytes())
    subprocess.run(
        [sys.executable, "-c", PLAYS, str(line), *map(str, moments_s)],
        cwd=ROOT,
        env=os.environ
        | {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(raw), "SDL_DISKAUDIODELAY": "1"},
        check=True,
        timeout=60,
        capture_output=True,
    )
    return array("h", raw.read_bytes())[::2]


def lines_in(samples: array[int]) -> list[int]:
    """Where the lines begin."""
    return [
        at
        for at in range(1, len(samples))
        if samples[at] > 4000 and max(samples[max(0, at - 200) : at]) < 4000
    ]


def test_no_sample_of_an_evening_is_a_long_silence_of_zeros(tmp_path: Path) -> None:
    """Some receivers switch off at zeros; this noise is at -90 dB, the softest that 16 bits have."""
    samples = handed_over(tmp_path, 0.0)
    begins = lines_in(samples)[0]
    quiet = samples[begins - 4000 : begins - 300]
    assert {*quiet} <= {-2, -1, 0, 1, 2}
    assert all(any(quiet[at : at + 64]) for at in range(0, len(quiet) - 64, 64))
    assert {*array("h", hush())} == {-1, 1}


def test_a_line_after_a_long_quiet_begins_with_300_ms_of_it(tmp_path: Path) -> None:
    """The first one too; one soon after another does not wait."""
    soon_s = QUIET_S - 1
    samples = handed_over(tmp_path, 0.0, soon_s, soon_s + QUIET_S)
    first, soon, late = lines_in(samples)
    line = 0.1 * SAMPLES_A_SECOND
    assert first >= HUSH_S * SAMPLES_A_SECOND * 0.98
    assert soon - first < line + 0.1 * SAMPLES_A_SECOND
    assert late - soon >= line + HUSH_S * SAMPLES_A_SECOND * 0.98
    assert max(map(abs, samples[late - 13_000 : late - 300])) <= 2


@pytest.mark.parametrize("opens_first", [True, False])
def test_the_hush_takes_no_channel_from_the_effects(bench: Bench, opens_first: bool) -> None:
    """It begins whether the card is open before it is attended to or not, also by another."""
    pygame.mixer.init()
    card = bench.card()
    for step in (card.open, card.attend) if opens_first else (card.attend, card.open):
        step()
    busy = [pygame.mixer.Channel(at).get_busy() for at in range(HUSH_CHANNEL + 1)]
    assert busy == [*[False] * HUSH_CHANNEL, True]
    effects = MixerEffects(EFFECTS, 0.5, card=card)
    assert not effects._sound(0.25), "no effect is heard"
    assert pygame.mixer.Channel(HUSH_CHANNEL).get_volume() == 1.0
    effects.close()
    card.close()
