"""What can be foreseen is rendered ahead, and a whole evening is heard as one recording: `garou voice`."""

from __future__ import annotations

import time
import wave
from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hardware.interface import Clock
from hardware.troubles import Trouble
from hardware.voice.engines import engines
from hardware.voice.interface import Engine, VoiceError
from hardware.voice.recordings import Recordings
from hardware.voice.samples import SAMPLES_A_SECOND, seconds_of, write_wav
from hardware.voice.spoken import BREATH_S
from table.appliance.menus import TableChoices
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.errors import TableError, UnreadableError
from table.games.all import every_rulebook
from table.games.evening import Evening
from table.house import Roles
from table.house.books import with_house
from table.house.narrate import narrate
from table.room.village import NamedSeat
from table.settings.decks import chosen_rulebook
from table.settings.owner import Owner, words_here
from table.settings.settings import Settings, load
from table.words.narration import Narration
from table.words.troubles import Troubles

GIVE_UP = 3
"""So many sentences in a row that cannot be rendered, and the engine is not asked for more."""


class Lost(NamedTuple):
    """A sentence that cannot be rendered, and why, in words of the language it is in."""

    sentence: str
    reason: str


class Ahead(msgspec.Struct):
    """What became of sentences that were to be rendered ahead. `made`: now; `kept`: before; `bytes` and
    `spoken_s`: of all recordings there are; `duration_s`: how long it took."""

    sentences: int
    made: int = 0
    kept: int = 0
    lost: list[Lost] = []
    bytes: int = 0
    spoken_s: float = 0.0
    duration_s: float = 0.0
    folder: str = ""
    makeshift: str | None = None
    """One sentence why another engine speaks than the one that was asked for, or None."""

    @property
    def is_whole(self) -> bool:
        """Whether everything is there, by the voice that was asked for."""
        return not self.lost and not self.makeshift


def render_ahead(
    recordings: Recordings,
    sentences: Iterable[str],
    narration: Narration,
    progress: Callable[[int, int], object] = lambda *_: None,
    now: Callable[[], float] = time.monotonic,
) -> Ahead:
    """Renders all that is not kept yet, in the language of a narration. `progress` is told how many of how
    many are done.

    Raises `TableError` where no recording can be kept.
    """
    wanted, language, troubles = list(dict.fromkeys(sentences)), narration.language, Troubles.of(narration)
    ahead, began_s = Ahead(len(wanted), folder=str(recordings.directory)), now()
    in_a_row = 0
    for done, sentence in enumerate(wanted):
        progress(done, len(wanted))
        before = recordings.made
        try:
            path = recordings.of(sentence, language)
            ahead.spoken_s += seconds_of(path, sentence)
        except VoiceError as error:
            reason = troubles.told(error.trouble)
            ahead.lost.append(Lost(sentence, reason))
            in_a_row += 1
            if in_a_row == GIVE_UP:
                ahead.lost += [Lost(rest, reason) for rest in wanted[done + 1 :]]
                break
            continue
        if not recordings.keeps:
            raise TableError(f"{recordings.directory}: no recording can be kept there")
        in_a_row = 0
        ahead.bytes += path.stat().st_size
        ahead.made += recordings.made - before
    progress(len(wanted), len(wanted))
    ahead.kept = len(wanted) - ahead.made - len(ahead.lost)
    if recordings.makeshift:
        ahead.makeshift = troubles.goes_on("other_voice", recordings.makeshift)
    ahead.duration_s = now() - began_s
    return ahead


class RecordingLine(NamedTuple):
    """One line of an evening, and when it is heard. `waited_s`: how long it waited for the one before."""

    time_s: float
    seconds: float
    text: str
    waited_s: float = 0.0


class RecordedVoice:
    """A voice that takes as long as its recordings do, and keeps them in `samples`: silence between them.

    `lines` has the lines and when they are heard. As at a table a line that is asked for while another is
    heard waits for its end.
    """

    def __init__(self, recordings: Recordings, clock: Clock) -> None:
        self.lines: list[RecordingLine] = []
        self.samples = array("h")
        self.trouble: Trouble | None = None
        self._recordings = recordings
        self._clock = clock
        self._began_s = clock.now()

    def speak(self, line: str, language: str) -> None:
        """Lays a line behind what is recorded, at this moment or later. Raises `VoiceError`."""
        path = self._recordings.of(line, language)
        with wave.open(str(path), "rb") as recording:
            spoken = array("h", recording.readframes(recording.getnframes()))
        asked_s = at_s = self._clock.now() - self._began_s
        if self.speaking:
            at_s = sum(self.lines[-1][:2]) + BREATH_S
        self.samples.extend([0] * (round(at_s * SAMPLES_A_SECOND) - len(self.samples)))
        self.samples.extend(spoken)
        self.lines.append(RecordingLine(at_s, len(spoken) / SAMPLES_A_SECOND, line, at_s - asked_s))

    @property
    def speaking(self) -> bool:
        """Whether a line is heard, or waits for its turn."""
        return bool(self.lines) and self._clock.now() - self._began_s < sum(self.lines[-1][:2])

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Nothing is made ahead: here nobody waits."""

    def close(self) -> None:
        """Nothing to give back."""


class Rhythm(msgspec.Struct):
    """How an evening sounds. `overlaps`: lines begun before the one before had ended; `shortest_s`,
    `longest_s`: silence between two lines; `waited`: lines that had to wait for the one before, which are
    said in passing; `waited_s`: how long at most."""

    lines: int
    seconds: float
    speech_s: float
    overlaps: int
    shortest_s: float
    longest_s: float
    waited: int
    waited_s: float


def rhythm(lines: Sequence[RecordingLine]) -> Rhythm:
    """Measures an evening of two lines at least."""
    silences = [after.time_s - line.time_s - line.seconds for line, after in pairwise(lines)]
    return Rhythm(
        len(lines),
        sum(lines[-1][:2]),
        sum(line.seconds for line in lines),
        sum(silence < 0 for silence in silences),
        min(silences),
        max(silences),
        sum(line.waited_s > 0 for line in lines),
        max(line.waited_s for line in lines),
    )


def spoken_evening(table: Table, evening: Evening, recordings: Recordings) -> RecordedVoice:
    """One round played by bots on a clock that jumps, every line of it spoken. Raises `VoiceError`."""
    voices: list[RecordedVoice] = []

    def voice(clock: Clock) -> RecordedVoice:
        voices.append(RecordedVoice(recordings, clock))
        return voices[0]

    table.voiced(voice)
    try:
        play_evening(table, evening, 1)
    finally:
        table.close()
    return voices[0]


def write_evening(voice: RecordedVoice, path: Path) -> Path:
    """Writes a spoken evening as WAV, and its captions beside it as SRT, of which it returns the path.

    Raises `UnreadableError` if they cannot be written.
    """
    captions = path.with_suffix(".srt")
    try:
        write_wav(path, voice.samples.tobytes())
        captions.write_text("\n".join(subtitles(voice.lines)), "utf-8")
    except OSError as error:
        raise UnreadableError(f"{error.filename or path} cannot be written: {error.strerror}") from error
    return captions


def subtitles(lines: Sequence[RecordingLine]) -> list[str]:
    """The lines of an SRT file."""
    return [
        text
        for number, line in enumerate(lines, 1)
        for text in (str(number), f"{stamp(line.time_s)} --> {stamp(sum(line[:2]))}", line.text, "")
    ]


def stamp(seconds: float) -> str:
    """A moment as subtitles write it: "00:01:02,345"."""
    ms = round(seconds * 1000)
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"


class SpokenParts(NamedTuple):
    """What is spoken at one table."""

    settings: Settings
    house: TableChoices
    narration: Narration
    seats: int

    @property
    def rulebook(self) -> str:
        """The key of the rulebook that is played."""
        return self.house.settings.game.rulebook

    @property
    def cards(self) -> Sequence[Any]:
        """Those there are in it."""
        return self.house.rulebooks[self.rulebook].cards

    @property
    def names(self) -> list[str]:
        """Of the seats: the owner's, or those of places."""
        named, places = self.settings.names, list(self.narration.places)
        return list(named[: self.seats] if len(named) >= self.seats else places[: self.seats])

    @property
    def sitters(self) -> list[NamedSeat]:
        """The seats."""
        return [NamedSeat(index, name) for index, name in enumerate(self.names)]

    @property
    def engines(self) -> Sequence[Engine]:
        """Who speaks, the preferred first."""
        voice = self.settings.voice
        return engines(voice.rate, voice.rates, voice.voices)

    def evening(self, seed: int) -> Evening:
        """An evening of the house's own settings, every seat a bot's. Raises `RefusedError`."""
        return self.house.evening(self.house.settings, self.names, range(self.seats), seed)


def spoken_at(
    owner: Owner, roles: Roles, language: str | None, rulebook: str | None, seats: int | None
) -> SpokenParts:
    """What is spoken at the table of these files; None: the language, rulebook or seats of its settings."""
    rulebooks = with_house(roles)
    settings = load(owner.table, rulebooks, languages=owner.languages)
    boxes = every_rulebook(rulebooks)
    book = chosen_rulebook(boxes, rulebook or settings.game.rulebook)
    spoken = language or settings.language
    narration = narrate(owner, spoken, book.key, roles)
    settings = settings.over({"game.rulebook": book.key, "game.deal": "ring", "language": spoken})
    at_home = TableChoices(
        *(settings, boxes, lambda *_: narration, owner.languages),
        simulated=True,
        lists=lambda: words_here(owner)[0],
    )
    return SpokenParts(settings, at_home, narration, seats or settings.seats)
