"""Opens the sound of a table: voice, sound of the night, music and effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from hardware.interface import Ambience, Clock, Effects, Voice
from hardware.outputs.sound_card import SAMPLES_A_SECOND, SoundCard
from hardware.outputs.stream import SoundStream
from hardware.simulated import SimulatedVoice
from hardware.sounds import NoAmbience, NoEffects
from hardware.troubles import Trouble
from table.appliance.devices.heard_board import Score
from table.appliance.devices.openers import open_voice
from table.appliance.starting import piper_voices, recordings, stick_music, voice_packs
from table.board.board import Board
from table.paths import SOUNDS
from table.settings.settings import Settings

if TYPE_CHECKING:
    from hardware.phones.board_link import BoardLink

EFFECTS = SOUNDS / "effects"
SETS = SOUNDS / "sets"
"""A folder for each rulebook that has effects of its own, instead of ours of the same name."""
MUSIC = SOUNDS / "music"


def night_sound(rulebook: str) -> Path:
    """The sound of the night in this game."""
    return SOUNDS / "nights" / f"{rulebook}.opus"


class HasVolume(Protocol):
    """A part of the sound, with a volume."""

    volume: float


class OpenSound(NamedTuple):
    """The open sound, and what may change about it while the table plays."""

    voice: Voice
    ambience: Ambience = NoAmbience()
    effects: Effects = NoEffects()
    volumes: Mapping[str, HasVolume] = {}
    """The parts with a volume, by the key of its setting."""
    sound_like: Callable[[str], None] = lambda _: None
    """Changes to the sounds of this rulebook."""
    hears: tuple[Callable[[Board], None], ...] = ()
    """The hearers of the board."""
    makeshift: Callable[[], Trouble | None] = lambda: None
    """Why another voice than the wanted one speaks; None: it does not."""
    late: Callable[[], Trouble | None] = lambda: None
    """That lines come too late to be heard, or None."""
    card: SoundCard | None = None
    """The sound card of all of it; None: nothing is to be heard."""

    @property
    def is_spoken(self) -> bool:
        """Whether the voice is audible at all."""
        return "voice.volume" in self.volumes

    @property
    def is_silent(self) -> bool:
        """Whether the volume of the voice is 0."""
        return self.is_spoken and not self.volumes["voice.volume"].volume


def open_sound(
    settings: Settings,
    clock: Clock,
    own_music: Path | None,
    state: Path | None,
    page: BoardLink | None = None,
) -> OpenSound:
    """Opens the sound that these settings allow.

    `own_music`: the folder of the owner's music.
    `state`: the folder of voices and music that the table keeps; None: the usual one.
    `page`: the board's page, which can play too.
    """
    stream = SoundStream(SAMPLES_A_SECOND, page) if page else None
    card = SoundCard(settings.sound.output, page=stream)
    opened, playing = OpenSound(SimulatedVoice(clock)), _silence
    if settings.voice.enabled:
        packs = voice_packs(state)
        voice, player = open_voice(settings, recordings(), packs, piper_voices(packs), card)
        opened = opened._replace(
            voice=voice,
            volumes={"voice.volume": player},
            makeshift=lambda: voice.makeshift,
            late=lambda: voice.late,
        )
        playing = lambda: player.playing  # noqa: E731
    if settings.sound.ambience or settings.sound.music:
        own = [*filter(None, [own_music]), stick_music(state)]
        opened = _with_bed(opened, settings, own, playing, card)
    if settings.sound.effects:
        from hardware.sounds import MixerEffects

        effects = MixerEffects(EFFECTS, settings.sound.effects, playing, card)
        effects.own, bed_like = SETS / settings.game.rulebook, opened.sound_like

        def sound_like(rulebook: str) -> None:
            bed_like(rulebook)
            effects.own = SETS / rulebook

        volumes = {**opened.volumes, "sound.effects": effects}
        opened = opened._replace(effects=effects, volumes=volumes, sound_like=sound_like)
    if not opened.volumes:
        card.close()
        return opened
    card.attend()
    return opened._replace(card=card)


def _with_bed(
    opened: OpenSound,
    settings: Settings,
    own_music: Sequence[Path],
    playing: Callable[[], bool],
    card: SoundCard,
) -> OpenSound:
    """Adds the sound of the night and the music. `playing`: returns whether the voice is speaking."""
    from hardware.sounds import LoopedAmbience

    rulebook, sound = settings.game.rulebook, settings.sound
    looped = LoopedAmbience(night_sound(rulebook), sound.ambience, playing, card=card)
    score = Score(looped, MUSIC, own_music, rulebook, sound.music)

    def sound_like(rulebook: str) -> None:
        looped.path, score.rulebook = night_sound(rulebook), rulebook
        looped.load()  # A nightfall must not wait for it.

    volumes = {**opened.volumes, "sound.ambience": looped, "sound.music": score}
    return opened._replace(ambience=looped, volumes=volumes, sound_like=sound_like, hears=(score.hear,))


def _silence() -> bool:
    return False
