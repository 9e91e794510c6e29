"""The sounds: how they are made, when they are heard, and that their faults stop no evening."""

from __future__ import annotations

import cmath
import math
import runpy
import shutil
import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from hardware.clocks import VirtualClock
from hardware.interface import Ambience, Effects
from hardware.outputs import sound_card
from hardware.outputs.sound_card import BED_CHANNEL, SoundCard
from hardware.sounds import (
    DUCKED,
    FADE_IN_S,
    FADE_OUT_S,
    LEAST_S,
    RISES_S,
    SINKS_S,
    STEP_S,
    Ducking,
    LoopedAmbience,
    MixerEffects,
    NoAmbience,
    NoEffects,
)
from hardware.troubles import Trouble
from hardware.voice.mixer import MixerPlayer
from hardware.voice.samples import LEVEL, write_wav
from sounds.blocks import low_pass
from table.appliance.devices.heard_board import NIGHT_PART, Score
from table.appliance.devices.sounding import EFFECTS as FOLDER
from table.appliance.devices.sounding import SETS, night_sound
from table.appliance.rooms import room_of
from table.appliance.table import Table
from table.board.board import Board, Timer
from table.engine.chance import Chance
from table.engine.requests import Clock as Time
from table.engine.requests import Press, Say
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.events import Ballots, Dawn, Death, Nightfall, RoundOver, VoteOpens
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import CAMPS, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.telling import EFFECT_KEYS, EFFECTS, effect_of
from table.games.werewords.rules.events import RoundOver as WordRoundOver
from table.games.werewords.rules.events import Winner
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.state import Seat as WordSeat
from table.games.werewords.rules.tiles import SEER as WORD_SEER
from table.games.werewords.rules.tiles import TILES
from table.games.werewords.telling import WerewordsTelling
from table.paths import SOUNDS
from table.room.acts.announcements import SOUND_S
from table.room.hands import HOLD_S
from table.room.night import COVERED
from table.room.public_clock import TICKS
from table.settings.settings import Settings, Sound, VoiceSettings
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.lobby.test_hosts_menu import house
from tests.kit.paths import ROOT
from tests.kit.sampling import some
from tests.kit.sounds import Effect
from tests.kit.tables import NAMES, TestTable, rehearsed, scenario

MADE = runpy.run_path(str(ROOT / "sounds/make_sounds.py"))
MUSIC = runpy.run_path(str(ROOT / "sounds/make_music.py"))
FILES = [(kind, name) for kind, sounds in MADE["SOUNDS"].items() for name in sounds]
TUNES = [(f"music/{rulebook}", phase) for rulebook in MUSIC["MANNERS"] for phase in MUSIC["MOODS"]]
NIGHTS = [name for kind, name in FILES if kind == "nights"]
NIGHT = night_sound("thiercelieux")
CLICK_S = 0.05
"""About the length of a button's click."""
MAX_BYTES = 2_000_000


@pytest.fixture(autouse=True)
def _mixer() -> Iterator[None]:
    """A mixer that takes no sound card before, and keeps none afterwards."""
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@cache
def samples(kind: str, name: str) -> Sequence[float]:
    """The samples of a file, from -1 to 1."""
    path = MADE["path_of"](kind, name)
    if path.suffix == ".wav":
        with wave.open(str(path), "rb") as file:
            assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22_050)
    heard: Sequence[float] = MADE["read"](path)
    return heard


def strength(part: Sequence[float]) -> float:
    return math.sqrt(math.fsum(one * one for one in part) / len(part))


def decibels(power: float) -> float:
    return 10 * math.log10(power)


def fourier(part: Sequence[complex]) -> list[complex]:
    """The spectrum; the number of samples is a power of two."""
    if len(part) == 1:
        return list(part)
    even, odd = fourier(part[::2]), fourier(part[1::2])
    turned = [one * cmath.exp(-2j * math.pi * at / len(part)) for at, one in enumerate(odd)]
    return [
        *(one + other for one, other in zip(even, turned, strict=True)),
        *(one - other for one, other in zip(even, turned, strict=True)),
    ]


# The files


def test_there_is_one_for_each_and_no_other() -> None:
    """A night and music for each rulebook and an effect for each key, small enough together."""
    there = {path.relative_to(SOUNDS) for path in SOUNDS.glob("*/**/*") if path.is_file()}
    music = {Path(f"music/{rulebook}/{phase}.opus") for rulebook in NIGHTS for phase in MUSIC["MOODS"]}
    assert {path for path in there if path.suffix != ".pyc"} == music | {
        MADE["path_of"](kind, name).relative_to(SOUNDS) for kind, name in FILES
    }
    assert MUSIC["MANNERS"].keys() == {*NIGHTS}
    assert {*RULEBOOKS, "mots-garous"} == {*NIGHTS}
    assert tuple(sorted(name for kind, name in FILES if kind == "effects")) == EFFECT_KEYS
    assert {*EFFECTS.values(), BearGrowls.effect} <= {*EFFECT_KEYS}
    assert {path.name for path in SETS.iterdir()} <= {*NIGHTS}
    assert sum(MADE["path_of"](kind, name).stat().st_size for kind, name in FILES) < MAX_BYTES


@pytest.mark.parametrize(("kind", "name"), some(FILES, of=6))
def test_a_file_is_what_our_own_script_makes(tmp_path: Path, kind: str, name: str) -> None:
    """Byte for byte; Opus depends on its encoder, and what that changes is 8 dB softer than the sound."""
    made, path = MADE["made"](kind, name), MADE["path_of"](kind, name)
    MADE["write"](tmp_path / path.name, made)
    if path.suffix == ".wav":
        assert path.read_bytes() == (tmp_path / path.name).read_bytes()
        return
    MADE["write"](tmp_path / "made.wav", made)
    heard, meant = samples(kind, name), MADE["read"](tmp_path / "made.wav")
    assert len(heard) == len(meant)
    apart = [one - other for one, other in zip(heard, meant, strict=True)]
    assert strength(apart) < 0.4 * strength(meant)


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_it_is_as_loud_as_the_others_and_never_reaches_the_limit(kind: str, name: str) -> None:
    """Peaks 3 dB below full scale, no direct current, all within 1.5 dB."""
    heard = samples(kind, name)
    assert decibels(max(one * one for one in heard)) <= -3.0
    assert abs(math.fsum(heard) / len(heard)) < 0.001
    assert -19.5 < decibels(MADE["power"](heard)) < -17.5


@pytest.mark.parametrize(("kind", "name"), [*FILES, *some(TUNES, of=3)])
def test_it_measures_what_the_readme_says(kind: str, name: str) -> None:
    assert MADE["figures"](kind, name) in (ROOT / "sounds/README.md").read_text().splitlines()


@pytest.mark.parametrize("tune", TUNES)
def test_music_is_as_loud_as_other_music_and_goes_round(tune: tuple[str, str]) -> None:
    """As the README says: within 4 dB as an ear weighs it, never above -2.5 dB, no click where it begins
    again."""
    (row,) = [
        line
        for line in (ROOT / "sounds/README.md").read_text().splitlines()
        if line.startswith(f"| `{'/'.join(tune)}.")
    ]
    _, _, _, peak, _, loud, seam, _ = row.split("|")
    assert float(peak) <= -2.5
    assert -22.0 <= float(loud) <= -17.9
    assert float(seam) < 0.5


def test_the_island_has_six_in_a_bar_with_the_ravanne_on_the_beats() -> None:
    """Low tones are strongest on the first of six, then on the fourth; something sounds on each."""
    beats_a_minute = MUSIC["MOODS"]["over"].tempo
    step, heard = 22_050 * 20 / beats_a_minute, samples("music/tit-albert", "over")
    low = low_pass(low_pass(array("d", heard), 110), 110)
    count = round(len(heard) / step)
    assert count == 32 * 6
    power, lows = [0.0] * 6, [0.0] * 6
    for at in range(count):
        begins = round(at * step)
        power[at % 6] += strength(heard[begins : begins + round(step / 2)])
        lows[at % 6] += strength(low[begins : begins + round(step / 2)])
    assert sorted(range(6), key=lambda each: -lows[each])[:2] == [0, 3]
    assert min(power) > 0.3 * max(power)


@pytest.mark.parametrize("name", some(NIGHTS, of=2))
def test_at_no_moment_of_a_night_a_click_stands_alone(name: str) -> None:
    """No stretch as long as a click is much quieter than the whole, the seam included, and each octave in
    which clicks are heard always holds more than a hundredth of it."""
    heard = samples("nights", name)
    length = round(22_050 * CLICK_S)
    round_and_on = heard + heard[:length]  # type: ignore[operator]
    whole = strength(heard)
    quietest = min(strength(round_and_on[at : at + length]) for at in range(0, len(heard), length // 2))
    assert quietest > 0.65 * whole
    count = 1024
    window = [0.5 - 0.5 * math.cos(2 * math.pi * at / count) for at in range(count)]
    for begins in range(0, len(heard), 22_050 // 4):
        part = [heard[(begins + at) % len(heard)] * window[at] for at in range(count)]
        found = [abs(one) ** 2 for one in fourier(part)[: count // 2]]
        for octave in (500, 1000, 2000, 4000):
            low = octave * count // 22_050
            power = 2 * math.fsum(found[low : 2 * low]) / (count * count * 0.375)
            assert power > 0.01 * whole * whole, (begins, octave)


# The night, in the mixer


def test_it_fades_in_and_out_and_never_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[tuple[str, Any]] = []

    class Noting:
        """A channel of the mixer that only notes what it is told."""

        def __init__(self, number: int) -> None:
            assert number == BED_CHANNEL

        def play(self, _: pygame.mixer.Sound, **given: object) -> None:
            done.append(("play", given))

        def fadeout(self, ms: int) -> None:
            done.append(("fadeout", ms))

    monkeypatch.setattr(pygame.mixer, "Channel", Noting)
    ambience = LoopedAmbience(NIGHT, 0.5)
    ambience.end()
    for step in (ambience.begin, ambience.begin, ambience.end, ambience.end, ambience.begin):
        step()
    ambience.close()
    begins = ("play", {"loops": -1, "fade_ms": 1000 * FADE_IN_S})
    assert done == [begins, ("fadeout", 1000 * FADE_OUT_S), begins]


def test_music_is_heard_beside_a_night_and_waits_only_for_other_music_to_fade(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done: list[str] = []
    clock = VirtualClock()
    monkeypatch.setattr(pygame.mixer.music, "load", lambda path, _: done.append(Path(path).stem))
    monkeypatch.setattr(pygame.mixer.music, "play", lambda **_: None)
    monkeypatch.setattr(pygame.mixer.music, "fadeout", lambda _: done.append("fades"))
    bed, day, night = LoopedAmbience(NIGHT, 0.5, now=clock.now), tmp_path / "day.ogg", tmp_path / "night.ogg"
    bed.play(day, 0.2)
    bed.play(day, 0.2)
    bed.begin()
    bed.play(night, 0.1)
    bed.play(night, 0.1)
    assert done == ["day", "fades"], "not while it fades"
    clock.wait(FADE_OUT_S)
    bed.play(night, 0.1)
    assert pygame.mixer.Channel(BED_CHANNEL).get_busy()
    bed.end()
    bed.play(night, 0.1)
    bed.play(None, 0.1)
    clock.wait(2 * FADE_OUT_S)
    bed.play(None, 0.1)
    bed.play(day, 0.2)
    assert done[2:] == ["night", "fades", "day"]
    bed.close()


def test_music_that_is_heard_once_is_over_at_its_end_and_the_next_follows(tmp_path: Path) -> None:
    """Real files, decoded by SDL, whatever their suffix; one that is over at once keeps the next waiting for
    a second."""
    clock = VirtualClock()
    write_wav(tmp_path / "short.wav", bytes(2))
    shutil.copyfile(FOLDER / "tick.wav", tmp_path / "tick.wav")
    bed = LoopedAmbience(NIGHT, 0.5, now=clock.now)
    assert not bed.has_ended
    for name in ("short.wav", "tick.wav"):
        assert bed.play(tmp_path / name, 0.5, once=True) is None
        assert not bed.has_ended
        assert follows(lambda: not pygame.mixer.music.get_busy())
        assert not bed.has_ended
        clock.wait(clock.now() + LEAST_S)
        assert bed.has_ended
    shutil.copyfile(FOLDER / "won/lovers.opus", tmp_path / "lovers.ogg")
    assert bed.play(tmp_path / "lovers.ogg", 0.5, once=True) is None
    clock.wait(clock.now() + LEAST_S)
    assert pygame.mixer.music.get_busy()
    assert not bed.has_ended, "another one has begun, without a fade"
    bed.play(MADE["path_of"](*TUNES[0]), 0.5)
    clock.wait(clock.now() + 2 * FADE_OUT_S)
    bed.play(MADE["path_of"](*TUNES[0]), 0.5)
    pygame.mixer.music.stop()
    assert not bed.has_ended, "what goes round and round never is"
    bed.close()


def test_a_broken_file_is_told_till_it_is_heard_itself(tmp_path: Path) -> None:
    """Music of ours may have the same name as an owner's."""
    clock, broken, ours = VirtualClock(), tmp_path / "mine/day.opus", tmp_path / "ours/day.opus"
    for path, content in ((broken, b"no music"), (ours, (FOLDER / "won/lovers.opus").read_bytes())):
        path.parent.mkdir()
        path.write_bytes(content)
    bed = LoopedAmbience(NIGHT, 0.5, now=clock.now)
    told = bed.play(broken, 0.5)
    assert told
    assert bed.play(ours, 0.5) is None
    assert bed.trouble == told
    bed.play(None, 0.5)
    clock.wait(clock.now() + FADE_OUT_S)
    broken.write_bytes(ours.read_bytes())
    assert bed.play(broken, 0.5) is None
    assert bed.trouble is None
    bed.close()


@pytest.mark.parametrize("name", NIGHTS)
def test_by_night_music_leaves_the_sound_of_the_night_and_a_line_on_top(name: str) -> None:
    """At default settings, music as loud as records are made: -9 dBFS."""
    sound, music = Sound(), -9.0
    by_night = music + 2 * decibels(sound.music * NIGHT_PART)
    night = 2 * decibels(sound.ambience * strength(samples("nights", name)))
    line = 2 * decibels(VoiceSettings().volume * LEVEL / 32_767)
    assert by_night <= night - 3
    assert by_night + 2 * decibels(DUCKED) <= line - 10


def test_music_and_the_night_sink_under_the_voice_together() -> None:
    speaks = threading.Event()
    bed = LoopedAmbience(NIGHT, 0.8, speaks.is_set)
    bed.begin()
    bed.play(MADE["path_of"](*TUNES[0]), 0.4)
    night = pygame.mixer.Channel(BED_CHANNEL).get_sound()
    assert night
    speaks.set()
    assert follows(lambda: night.get_volume() == pytest.approx(0.8 * DUCKED, abs=0.01))
    assert follows(lambda: pygame.mixer.music.get_volume() == pytest.approx(0.4 * DUCKED, abs=0.01))
    bed.end()
    speaks.clear()
    assert follows(lambda: pygame.mixer.music.get_volume() == pytest.approx(0.4, abs=0.01))
    bed.close()


def test_the_voice_and_effects_are_heard_beside_it() -> None:
    """Each as loud as it was set, whichever began first."""
    effects, player = MixerEffects(FOLDER, 0.5), MixerPlayer(0.75)
    ambience = LoopedAmbience(NIGHT, 0.25)
    player.open()
    player.play(NIGHT)
    ambience.begin()
    effects.play("wolf")
    channel = pygame.mixer.Channel(0)
    for again in (False, True):
        if again:
            player.play(NIGHT)
        assert player.playing
        sound = channel.get_sound()
        assert sound is not None
        assert channel.get_volume() * sound.get_volume() == pytest.approx(0.75, abs=0.01)
        night = pygame.mixer.Channel(BED_CHANNEL).get_sound()
        assert night
        assert night.get_volume() == pytest.approx(0.25, abs=0.01)
    struck = pygame.mixer.Channel(1).get_sound()
    assert struck is not None
    assert struck.get_volume() == pytest.approx(0.5, abs=0.01)
    effects.close()
    ambience.close()
    assert player.playing
    assert not pygame.mixer.Channel(1).get_busy()
    player.close()


def test_a_sound_makes_room_for_the_voice_smoothly() -> None:
    """Down to a quarter during a line, back afterwards, without a step."""
    parts, speaks = [1.0], True
    ducking = Ducking("test", lambda: speaks, noted_in(parts))
    for _ in range(round(SINKS_S / STEP_S)):
        assert ducking.follow()
    assert parts[-1] == pytest.approx(DUCKED)
    ducking.follow()
    assert parts[-1] == DUCKED
    speaks = False
    for _ in range(round(RISES_S / STEP_S)):
        ducking.follow()
    assert parts[-1] == pytest.approx(1.0)
    ducking.follow()
    assert parts[-1] == 1.0
    assert max(abs(after - before) for before, after in pairwise(parts)) < 0.1


def test_effects_sink_under_the_voice_and_nothing_follows_them_when_they_are_over() -> None:
    """On their own channels, not the voice's; the thread that fades them ends with the last of them."""
    speaks = threading.Event()
    effects, player = MixerEffects(FOLDER, 0.5, speaks.is_set), MixerPlayer(0.75)
    player.open()
    player.play(NIGHT)
    effects.play("wolf")
    speaks.set()
    assert follows(lambda: pygame.mixer.Channel(1).get_volume() <= DUCKED + 0.01)
    assert pygame.mixer.Channel(0).get_volume() == 1.0
    effects.play("gavel")
    assert pygame.mixer.Channel(2).get_volume() == pytest.approx(DUCKED, abs=0.01)
    speaks.clear()
    assert follows(lambda: pygame.mixer.Channel(1).get_volume() > 0.9)
    for number in (1, 2):
        pygame.mixer.Channel(number).stop()
    assert follows(lambda: "effects" not in [thread.name for thread in threading.enumerate()])
    effects.play("tick")
    assert pygame.mixer.Channel(1).get_volume() == 1.0
    effects.close()
    player.close()


def noted_in(parts: list[float]) -> Callable[[float], bool]:
    """A sound that never ends, and notes the volume it is set to."""

    def sound(part: float) -> bool:
        parts.append(part)
        return True

    return sound


def follows(holds: Callable[[], bool]) -> bool:
    """Whether a condition that a thread brings about holds within a long time."""
    ends_s, pause = time.monotonic() + 20, threading.Event()
    while not holds():
        if time.monotonic() > ends_s:
            return False
        pause.wait(0.01)  # the thread needs the processor
    return True


@pytest.mark.parametrize("name", ["wolf", "dawn", "bear"])
def test_a_line_is_heard_above_the_effect_it_begins_with(name: str) -> None:
    """At default settings: 10 dB from the line's first half second on; the effect's first moment is as loud
    as made."""
    heard, parts = samples("effects", name), [1.0]
    ducking = Ducking("test", lambda: True, noted_in(parts))
    length, half_s = round(22_050 * STEP_S), 11_025
    for _ in range(0, len(heard), length):
        ducking.follow()
    volumes = Sound().effects / VoiceSettings().volume
    ducked = [volumes * sample * parts[at // length] for at, sample in enumerate(heard)]
    voice = LEVEL / 32_767
    loudest = max(strength(ducked[at : at + half_s]) for at in range(half_s, len(ducked), half_s))
    assert 2 * (decibels(voice) - decibels(loudest)) >= 10
    assert ducked[length - 1] == volumes * heard[length - 1]


def test_while_it_is_heard_it_listens_for_the_voice() -> None:
    asked = threading.Event()

    def voice_is_heard() -> bool:
        asked.set()
        return False

    ambience = LoopedAmbience(NIGHT, 0.5, voice_is_heard)
    assert not asked.is_set()
    ambience.begin()
    assert asked.wait(5)
    ambience.end()
    asked.clear()
    assert "ambience" not in [thread.name for thread in threading.enumerate()]
    ambience.begin()
    assert asked.wait(5)
    ambience.close()


def test_without_a_sound_card_it_is_silent_and_says_so_until_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def missing() -> None:
        raise pygame.error("no such device")

    ambience = LoopedAmbience(NIGHT, 0.5)
    with monkeypatch.context() as without:
        without.setattr(pygame.mixer, "init", missing)
        ambience.begin()
        ambience.end()
        effects = MixerEffects(FOLDER, 0.5)
        effects.play("wolf")
    assert ambience.trouble == Trouble("sound.night", detail="no such device")
    assert effects.trouble == Trouble("sound.effects", file="effects", detail="no such device")
    ambience.begin()
    assert ambience.trouble is None
    assert pygame.mixer.Channel(BED_CHANNEL).get_busy()
    effects.play("wolf")
    assert effects.trouble is None
    assert pygame.mixer.Channel(1).get_busy()
    effects.close()
    ambience.close()


@pytest.mark.parametrize("written", [None, b"", b"RIFF, but no sound"])
def test_without_a_file_that_can_be_played_it_is_silent(tmp_path: Path, written: bytes | None) -> None:
    path = tmp_path / "effects" / "wolf.wav"
    if written is not None:
        path.parent.mkdir()
        path.write_bytes(written)
    ambience = LoopedAmbience(path, 0.5)
    ambience.begin()
    assert ambience.trouble
    assert ambience.trouble.key == "sound.night"
    ambience.end()
    ambience.close()
    effects = MixerEffects(path.parent, 0.5)
    effects.play("wolf")
    assert effects.trouble
    assert effects.trouble.key == "sound.effects"
    effects.close()


def test_a_file_that_cannot_be_played_is_told_and_the_next_one_is_heard(tmp_path: Path) -> None:
    (tmp_path / "a.wav").write_bytes(b"RIFF, but no sound")
    (tmp_path / "._b.wav").write_bytes(b"a Mac's")
    shutil.copyfile(FOLDER / "tick.wav", tmp_path / "b.wav")
    clock = VirtualClock()
    bed = LoopedAmbience(NIGHT, 0.5, now=clock.now)
    assert bed.play(tmp_path / "a.wav", 0.5) == bed.trouble
    assert bed.trouble
    assert bed.trouble.facts["file"] == "a.wav"
    assert bed.play(tmp_path / "b.wav", 0.5) is None
    assert pygame.mixer.music.get_busy()
    bed.begin()
    assert bed.trouble, "a night that is heard takes nothing back"
    shutil.copyfile(FOLDER / "tick.wav", tmp_path / "a.wav")
    bed.play(None, 0.5)
    clock.wait(FADE_OUT_S)
    assert bed.play(tmp_path / "a.wav", 0.5) is None
    assert bed.trouble is None, "but the file itself does, once it plays"
    bed.close()
    (tmp_path / "a.wav").write_bytes(b"RIFF, but no sound")
    effects = MixerEffects(tmp_path, 0.5)
    assert effects.trouble
    assert effects.trouble.facts["file"] == "a.wav"
    effects.play("b")
    assert pygame.mixer.Channel(1).get_busy()
    effects.close()


def test_without_a_sound_card_no_music_is_blamed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each of a hundred files would be tried in one beat, and named for the evening."""

    def missing() -> None:
        raise pygame.error("no such device")

    monkeypatch.setattr(pygame.mixer, "init", missing)
    bed = LoopedAmbience(NIGHT, 0.5)
    assert bed.play(NIGHT, 0.5) is None
    assert bed.trouble == Trouble("sound.missing", detail="no such device")


@contextmanager
def busy(card: SoundCard) -> Iterator[None]:
    """Another thread holds the sound card."""
    holds, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with card.lock:
            holds.set()
            is_over.wait()

    holding = threading.Thread(target=hold)
    holding.start()
    holds.wait()
    yield
    is_over.set()
    holding.join()


def test_a_card_that_is_busy_for_a_moment_puts_off_and_blames_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Music and the night begin and end in the next beat after it."""
    monkeypatch.setattr(sound_card, "BUSY_S", 0.01)
    own = tmp_path / "own/day/a.wav"
    own.parent.mkdir(parents=True)
    shutil.copyfile(MADE["path_of"]("effects", "dawn"), own)
    card, clock = SoundCard(), VirtualClock()
    card.open()
    bed, effects = LoopedAmbience(NIGHT, 0.5, now=clock.now, card=card), MixerEffects(FOLDER, 0.5, card=card)
    score = Score(bed, tmp_path / "ours", [tmp_path / "own"], "family", 0.5)

    def heard() -> tuple[bool, bool]:
        """Of music and the night, once it has faded out."""
        return pygame.mixer.music.get_busy(), pygame.mixer.Channel(BED_CHANNEL).get_busy()

    with busy(card):
        bed.begin()
        score.hear(Board(scene="debate"))
        assert heard() == (False, False)
    assert bed.trouble is None
    score.hear(Board(scene="debate"))
    assert heard() == (True, True)
    with busy(card):
        bed.end()
        score.hear(Board(scene="dawn"))
        assert not bed.has_ended
    score.hear(Board(scene="dawn"))
    assert follows(lambda: heard() == (False, False))
    with busy(card):
        bed.begin()
        bed.end()
        effects.play("wolf")
    score.hear(Board(scene="dawn"))
    assert heard() == (False, False)
    assert effects.trouble is None
    effects.close()
    bed.close()


def test_a_ducking_that_cannot_begin_is_no_error() -> None:
    """The mixer may be closed right after the music has begun."""

    def closed(_: float) -> bool:
        raise pygame.error("mixer not initialized")

    Ducking("test", lambda: False, closed).begin()
    assert follows(lambda: "test" not in [thread.name for thread in threading.enumerate()])


def test_music_sinks_under_the_voice_after_the_card_was_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound_card, "BUSY_S", 0.01)
    speaks, asked, card = threading.Event(), threading.Event(), SoundCard()

    def voice_is_heard() -> bool:
        asked.set()
        return speaks.is_set()

    bed = LoopedAmbience(NIGHT, 0.5, voice_is_heard, card=card)
    assert bed.play(MADE["path_of"](*TUNES[0]), 0.4) is None
    with busy(card):
        for _ in range(3):
            asked.clear()
            assert asked.wait(5), "it goes on"
    speaks.set()
    assert follows(lambda: pygame.mixer.music.get_volume() == pytest.approx(0.4 * DUCKED, abs=0.01))
    bed.close()


def test_the_card_is_free_while_the_sound_of_a_night_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    card, really = SoundCard(), pygame.mixer.Sound
    free: list[bool] = []

    def look() -> None:
        free.append(card.lock.acquire(blocking=False))
        if free[-1]:
            card.lock.release()

    def read(path: str) -> pygame.mixer.Sound:
        looking = threading.Thread(target=look)  # The lock lets its own thread in.
        looking.start()
        looking.join()
        return really(path)

    monkeypatch.setattr(pygame.mixer, "Sound", read)
    LoopedAmbience(NIGHT, 0.5, card=card).load()
    assert free == [True]


def test_a_mixer_that_was_closed_by_somebody_else_is_no_error() -> None:
    for last in ("end", "close"):
        ambience = LoopedAmbience(NIGHT, 0.5, MixerPlayer().playing.__bool__)
        ambience.begin()
        effects = MixerEffects(FOLDER, 0.5)
        pygame.mixer.quit()
        effects.play("wolf")
        getattr(ambience, last)()
        effects.close()
        assert ambience.trouble is None
        assert effects.trouble
        assert effects.trouble.key == "sound.effects_lost"


def test_a_rulebook_has_a_sound_of_its_own_as_soon_as_its_folder_has_a_file(tmp_path: Path) -> None:
    """Else the common one; and a character without any has that of all who have none."""
    effects, own = MixerEffects(FOLDER, 0.5), tmp_path / "island"
    (own / "turned").mkdir(parents=True)
    shutil.copyfile(FOLDER / "won/lovers.opus", own / "turned/seer.opus")
    shutil.copyfile(FOLDER / "won/lovers.opus", own / "wolf.opus")

    def length_of(key: str) -> float:
        pygame.mixer.Channel(1).stop()
        effects.play(key)
        sound = pygame.mixer.Channel(1).get_sound()
        assert sound
        return round(sound.get_length(), 1)

    keys = ("turned/seer", "turned/witch", "turned/cat", "wolf")
    assert [length_of(key) for key in keys] == [1.0, 1.0, 1.0, 4.2]
    effects.own = own
    assert [length_of(key) for key in keys] == [5.0, 1.0, 1.0, 5.0]
    assert length_of("won/piper") == length_of("won/lovers") == 5.0
    assert effects.trouble is None
    (own / "turned/seer.opus").write_bytes(b"OggS, but no sound")
    pygame.mixer.Channel(1).stop()
    effects.play("turned/seer")
    assert not pygame.mixer.Channel(1).get_busy()
    assert effects.trouble
    assert effects.trouble.facts["file"] == "seer.opus"
    effects.close()


def test_an_effect_that_is_not_there_is_not_heard() -> None:
    effects = MixerEffects(FOLDER, 0.5)
    effects.play("trumpet")
    assert effects.trouble is None
    assert not pygame.mixer.get_busy()
    effects.close()


# What is heard of a round


def test_every_character_of_every_box_has_a_sound_of_its_own_as_long_as_the_others() -> None:
    cards = {card.key for book in RULEBOOKS.values() for card in book.cards}
    assert {*cards, *TILES, "any"} == {*MADE["SOUNDS"]["effects/turned"]}
    turned = [(kind, name) for kind, name in FILES if kind.endswith("turned")]
    assert {len(samples(kind, name)) for kind, name in turned} == {22_050}


def test_a_death_is_heard_where_a_card_is_turned() -> None:
    seat = Seat(0, "Ana", SEER)
    assert effect_of(Death(seat, SEER, "devoured", True)) == "turned/seer"
    assert effect_of(Death(seat, None, "devoured", True)) == ""
    assert effect_of(Pardoned(seat)) == "turned/village_idiot"


def test_a_victory_has_the_applause_of_its_camp_and_nobody_has_none() -> None:
    for winner in (*CAMPS, "piper"):
        expected = "gong" if winner == "nobody" else f"won/{winner}"
        assert effect_of(RoundOver(winner, (), ())) == expected
    told = WerewordsTelling(WordOptions(), is_first=False)
    mayor = WordSeat(0, "Ana", WORD_SEER)
    winners: list[tuple[Winner, str]] = [("village", "villagers"), ("werewolves", "werewolves")]
    for won, camp in winners:
        assert told.effect_of(WordRoundOver(won, (), (), mayor, "")) == f"won/{camp}"
    assert told.effect_of(WordRoundOver("nobody", (), (), mayor, "")) == "gong"


SIMPLE = "werewolf werewolf seer villager villager villager villager villager"
TURNS: dict[str, dict[str, Any]] = {
    "night 1": {"werewolves": "Hal"},
    "day 1": {"vote": {"Ana": "Gus", "Bob": "Gus", "Cid": "Gus"}},
    "night 2": {"werewolves": "Fay"},
    "dawn 2": {},
}


def test_effects_belong_to_what_is_told_and_begin_with_its_line() -> None:
    table, _ = rehearsed(scenario(SIMPLE, TURNS))
    wanted = [
        (moment, effect_of(moment.request.event))
        for kind in (Nightfall, Dawn, VoteOpens, Ballots, Death)
        for moment in table.moments("say", kind.__name__)
    ]
    assert {key for _, key in wanted} == {"wolf", "dawn", "gavel", "turned/villager"}
    played = [one for one in table.effects.played if one.key != "tick"]
    assert len(played) >= len(wanted) > 6
    for moment, key in wanted:
        (one,) = [one for one in played if one.key == key and moment.began_s <= one.time_s <= moment.ended_s]
        # A character is heard once its card has turned over; the line that names it comes a moment later.
        after_s = SOUND_S if key.startswith("turned/") else 0.0
        assert any(line.time_s == pytest.approx(one.time_s + after_s) for line in table.voice.spoken)


def test_no_effect_is_heard_within_a_night() -> None:
    """Only at its beginning and its end."""
    table, _ = rehearsed(scenario(SIMPLE, TURNS))
    falls = [moment.began_s for moment in table.moments("say", "Nightfall")]
    ends = [moment.began_s for moment in table.moments("say", "Dawn")]
    assert len(falls) == len(ends) == 2
    for fell_s, over_s in zip(falls, ends, strict=True):
        night = [one.key for one in table.effects.played if fell_s <= one.time_s < over_s]
        assert night == ["wolf"]
        covered = [
            seen.board.scene in COVERED for seen in table.view.seen if fell_s + 1 < seen.time_s < over_s
        ]
        assert covered
        assert all(covered)


def test_what_is_recalled_is_not_heard_again() -> None:
    table = TestTable(Bots(Chance(1)))
    table.room.recall(Say(Nightfall(1, True)), None)
    assert table.effects.played == []


# The last seconds of a clock


def debating(debate_s: float) -> tuple[TestTable, list[Any]]:
    """A table whose clock is about to run, and the seats that may press."""
    table = TestTable(Bots(Chance(1)), times=Times(debate_s=debate_s), people_sit=False)
    table.room.people.update(range(len(table.seats)))  # nobody says that they are ready to vote
    return table, list(table.room.village.sitters())


def test_a_clock_is_heard_in_its_last_ten_seconds_and_at_its_end() -> None:
    table, seats = debating(60)
    assert table.room.clock(Time("debate", seats)) is None
    assert [(round(one.time_s, 6), one.key) for one in table.effects.played] == [
        *((60.0 - left, "tick") for left in range(TICKS, 0, -1)),
        (60.0, "gong"),
    ]


def test_it_is_heard_at_the_same_moments_whoever_presses() -> None:
    """A press shifts none of them, and one that ends the clock ends them."""
    table, seats = debating(60)
    for at_s in (49.93, 51.98, 55.5):
        table.hold(2, at_s - HOLD_S)
    table.hold(3, 57.5 - HOLD_S)
    spent_s = 0.0
    pressed: list[Press] = []
    while len(pressed) < 4 and (press := table.room.clock(Time("debate", seats, spent_s))):
        pressed.append(press)
        spent_s = press.at_s
    assert len(pressed) == 4
    assert [one.time_s for one in table.effects.played] == [*map(float, range(50, 58))]
    assert {one.key for one in table.effects.played} == {"tick"}


def test_a_short_clock_is_heard_from_its_beginning_on() -> None:
    table, seats = debating(10)
    table.room.pace.times = Times(debate_s=10, pace="fast")
    table.room.clock(Time("debate", seats))
    assert [one.time_s for one in table.effects.played] == pytest.approx([1, 2, 3, 4, 5, 6, 7])


def test_a_clock_that_was_left_for_long_ticks_once() -> None:
    """Seconds that nobody could hear are not made up for."""
    table, _ = debating(60)
    table.room.stage.clock.ticks = [1.0, 2.0, 3.0, 9.0]
    table.room.stage.clock.tick(4.0)
    table.room.stage.clock.tick(4.5)
    assert table.effects.played == [Effect(0.0, "tick")]


def test_a_question_that_all_may_see_ticks_and_one_in_a_call_does_not() -> None:
    table, _ = rehearsed(scenario(SIMPLE, TURNS))
    timers = {
        (seen.board.timer.ends_s, seen.board.timer.length_s)
        for seen in table.view.seen
        if isinstance(seen.board.timer, Timer)
    }
    ticks = [one.time_s for one in table.effects.played if one.key == "tick"]
    assert ticks
    for tick_s in ticks:
        left_s = min(ends_s - tick_s for ends_s, _ in timers if ends_s > tick_s - 1e-6)
        assert round(left_s, 6) in range(1, TICKS + 1)


# Which of them a table has


@pytest.mark.parametrize(
    ("volume", "speed", "kinds"),
    [
        (0.5, 1.0, (LoopedAmbience, MixerEffects)),
        (0.0, 1.0, (NoAmbience, NoEffects)),
        (0.5, 2.0, (NoAmbience, NoEffects)),
    ],
)
def test_a_table_sounds_as_its_house_wants(
    volume: float, speed: float, kinds: tuple[type[Ambience], type[Effects]]
) -> None:
    """Also with the voice switched off; not on a faster clock."""
    sound = Sound(ambience=volume, music=volume, effects=volume)
    settings = Settings(voice=VoiceSettings(enabled=False), sound=sound)
    table = Table(settings, ["Ana", "Bob"], Narration.load("en"), "window", speed)
    devices = table.lend()
    assert (type(devices.ambience), type(devices.effects)) == kinds
    devices.effects.play("wolf")
    assert pygame.mixer.get_busy() == (volume > 0 and speed == 1)
    table.close()
    assert not (pygame.mixer.get_init() and pygame.mixer.get_busy())


@pytest.mark.parametrize(
    ("kind", "told"),
    [("night_sound", "The night has no sound of its own"), ("EFFECTS", "Not all effects are heard: gone (")],
)
def test_a_table_whose_sounds_are_gone_says_so_once(
    kind: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gone: Any = tmp_path / "gone" if kind == "EFFECTS" else lambda _: tmp_path / "gone.wav"
    monkeypatch.setattr(f"table.appliance.devices.sounding.{kind}", gone)
    table = Table(Settings(voice=VoiceSettings(enabled=False)), ["Ana"], Narration.load("en"), "window", 1.0)
    devices = table.lend()
    devices.ambience.begin()
    devices.effects.play("wolf")
    table.close()
    table.tell_trouble()
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if told in line] == said[:1] != []


def test_a_table_names_the_owners_music_that_it_cannot_play_and_plays_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the folder, and from a stick; the night that is heard beside it hides nothing."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    for folder in ("own/night", "stick-music/night"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "own/night/a.ogg").write_bytes(b"OggS, but no sound")
    shutil.copyfile(FOLDER / "won/lovers.opus", tmp_path / "stick-music/night/b.ogg")
    settings = Settings(voice=VoiceSettings(enabled=False))
    table = Table(settings, ["Ana"], Narration.load("en"), "window", 1.0, music=tmp_path / "own")
    devices = table.lend()
    devices.ambience.begin()
    for now_s in (0.0, 1.0):
        devices.view.show(Board(scene="night"), now_s)
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.Channel(BED_CHANNEL).get_busy()
    table.tell_trouble()
    table.close()
    said = capsys.readouterr().err.splitlines()
    assert [line for line in said if line.startswith("garou: The music a.ogg cannot be played (")] == said[:1]
    assert said


@pytest.mark.parametrize("enabled", [True, False])
def test_voice_night_and_effects_are_each_as_loud_as_the_host_wants(enabled: bool) -> None:
    sound = Sound(ambience=0.8, effects=0.4)
    settings = Settings(language="en", voice=VoiceSettings(enabled=enabled, volume=0.8), sound=sound)
    at = house(settings)
    table = Table(settings, NAMES[:8], Narration.load("en"), "window", 1.0)
    ambience, effects = table.lend().ambience, table.lend().effects
    assert isinstance(ambience, LoopedAmbience)
    assert isinstance(effects, MixerEffects)
    for choices, wanted in (
        (at.settings, (0.8, 0.8, 0.4)),
        (at.settings.over({"voice.volume": 0.2}), (0.2, 0.8, 0.4)),
        (at.settings.over({"sound.ambience": 0.0, "sound.effects": 1.0}), (0.8, 0.0, 1.0)),
    ):
        table.choose(at, choices)
        assert (ambience.volume, effects.volume) == wanted[1:]
        assert enabled == table.opened.heard.is_spoken
        if enabled:
            assert table.opened.heard.volumes["voice.volume"].volume == wanted[0]
    table.close()


def test_each_rulebook_has_its_own_night_and_effects() -> None:
    settings = Settings(language="en", voice=VoiceSettings(enabled=False))
    table = Table(settings, NAMES[:8], Narration.load("en"), "window", 1.0)
    ambience, effects = table.lend().ambience, table.lend().effects
    assert isinstance(ambience, LoopedAmbience)
    assert isinstance(effects, MixerEffects)
    heard = {ambience.path}
    for key in ("best-of", "family"):
        evening = WerewolfEvening(RULEBOOKS[key], NAMES[:8], (), Options(), 1)
        room_of(table, Bots(Chance(1)), Chance(1), evening=evening)
        assert ambience.path == night_sound(key)
        assert effects.own == SETS / key
        heard.add(ambience.path)
    assert len(heard) == 3
    assert all(path.is_file() for path in heard)
    table.close()
