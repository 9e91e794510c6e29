"""Measures the memory of a running table: whole rounds at 1920 x 1080 with the voice, and one long evening.

    python -m benchmarks.memory
    python -m benchmarks.memory evening

Memory is asked for as by the service (`MALLOC_MMAP_THRESHOLD_` in `systemd/garou.service`).
All of a table in one process: room, board, rings encoded by their own thread, the night's sound, and the
voice, whose lines are rendered by a worker process of its own, which is counted apart. Only the sound card
and the port of the rings are missing, and the clock jumps, so that ten rounds do not take an evening. In MiB
of resident memory (VmRSS; VmHWM is the most it ever was), read from /proc.

The long evening has 200 rounds of bots with a journal, as `garou play --simulated --speed 1000` without a
window plays them: no board is painted and nothing is spoken. What counts is how far the memory ever is from
what it was after the tenth round.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parent.parent))

import table.__main__
import table.evening.diary  # noqa: F401 - what a table loads
from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from hardware.rings.chain import Mounting
from hardware.rings.spi import Code, SpiRings
from hardware.screen import Screen
from hardware.simulated import SimulatedButtons
from hardware.sounds import LoopedAmbience, MixerEffects
from hardware.voice.mixer import MixerPlayer
from hardware.voice.spoken import SpokenVoice
from table.appliance.devices.sounding import EFFECTS, night_sound
from table.appliance.rounds import play_evening
from table.appliance.table import Table
from table.board.paint.fullscreen import FullScreen
from table.board.view import NoView
from table.engine.chance import Chance
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.games.evening import Evening
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.room.devices import Devices
from table.room.room import Room
from table.room.stage import Stage
from table.settings.decks import deck_for
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.narration import Narration

SIZE = (1920, 1080)
PIXELS = 24
ROUNDS = 10
BAR_MIB = 200
EVENING = "evening"
LONG = 200
"""Rounds of the long evening."""
SETTLED = 10
"""The round after which its memory is compared."""
DRIFT_MIB = 5
"""How far the memory may be from what it was then."""
AS_THE_SERVICE = {"MALLOC_MMAP_THRESHOLD_": "32768"}
BEAT_S = 0.1
"""Longer than a real beat: nobody's press has to be answered at once."""


class NoPort:
    """A port that nobody reads."""

    def write(self, data: bytes) -> None:
        """Drops the bytes."""

    def close(self) -> None:
        """Nothing to give back."""


def mib(process: int | str, figure: str) -> float:
    """A value of /proc/PID/status in MiB; 0.0 if the process has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    found = re.search(rf"{figure}:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0


class Scales(ServiceManager):
    """Notes the resident memory after each round."""

    def __init__(self) -> None:
        super().__init__("")
        self.mib: list[float] = []

    def log(self, text: str) -> None:
        """Hears what a table tells its service manager."""
        if text.endswith("is over."):
            self.mib.append(mib("self", "VmRSS"))


def workers() -> list[int]:
    """The child processes."""
    lists = Path("/proc/self/task").glob("*/children")
    return [int(process) for children in lists for process in children.read_text().split()]


def measure(seats: int, recordings: Path) -> float:
    """Plays the rounds, prints the memory after the first and the last, and returns the peak."""
    clock = VirtualClock()
    narration = Narration.load("fr")
    voice = SpokenVoice(recordings, player=MixerPlayer())
    devices = Devices(
        SimulatedButtons(seats, 1, clock),
        SpiRings(PIXELS, [Mounting()] * seats, NoPort(), Code(), 4000),
        voice,
        FullScreen(Screen(SIZE)),
        clock,
        LoopedAmbience(night_sound(BEST_OF.key), 0.75),
        effects=MixerEffects(EFFECTS, 0.5),
    )
    names = list(narration.places)[:seats]
    evening = WerewolfEvening(
        BEST_OF, names, deck_for(BEST_OF, "expert", seats), Options(stalemate=3), seed=1
    )
    for number in range(1, ROUNDS + 1):
        mind, chance = Bots(Chance(f"{number}/bots")), Chance(f"{number}/room")
        stage = Stage(devices, narration, names, 1, chance, beat_s=BEAT_S)
        room = Room(stage, Times(), mind, telling=werewolf_telling)
        evening.play_next(room)
        if number in (1, ROUNDS):
            speaks = ", ".join(f"{mib(worker, 'VmHWM'):.0f}" for worker in workers())
            print(
                f"{seats} seats, round {number:2}: {mib('self', 'VmRSS'):5.1f} MiB, at most "
                f"{mib('self', 'VmHWM'):5.1f} MiB; the voice's worker beside it: {speaks} MiB"
            )
    if voice.trouble:
        print(voice.trouble)
        return float("inf")
    for device in (
        devices.buttons,
        devices.rings,
        devices.voice,
        devices.view,
        devices.ambience,
        devices.effects,
    ):
        device.close()
    return mib("self", "VmHWM")


def measure_evening(game: str, folder: Path) -> float:
    """Plays the long evening and prints its memory; returns the largest distance from the tenth round."""
    narration = Narration.load("fr", game)
    names = list(narration.places)[:12]
    evening: Evening = WerewolfEvening(BEST_OF, names, deck_for(BEST_OF, "expert", 12), Options(), seed=1)
    if game == MOTS_GAROUS.key:
        evening = WordEvening(MOTS_GAROUS, names, tiles_of("deluxe", 12), WordOptions(), seed=1)
        evening.choice = [f"mot {number}" for number in range(200)]
    evening.simulated = True
    scales, journal = Scales(), Journal(folder)
    table = Table(Settings(seats=12), names, narration, "log", 1.0, scales)
    table.opened.devices = table.opened.devices._replace(view=NoView())
    play_evening(table, evening, LONG, Diary(journal, evening, "fr"))
    table.close()
    journal.close()
    told = ", ".join(f"{number}: {scales.mib[number - 1]:.1f}" for number in (1, SETTLED, 50, 100, 150, LONG))
    drift = max(abs(one - scales.mib[SETTLED - 1]) for one in scales.mib[SETTLED:])
    print(f"{game}, 12 seats, MiB after round {told}; at most {drift:.1f} from round {SETTLED}")
    return drift


def main() -> int:
    """Exit status 1 if a bar is missed. With a number of seats: that table alone, in this process; with a
    game after `evening`: its long evening alone."""
    if sys.argv[1:2] == [EVENING] and len(sys.argv) > 2:
        with tempfile.TemporaryDirectory() as folder:
            return 0 if measure_evening(sys.argv[2], Path(folder)) <= DRIFT_MIB else 1
    if len(sys.argv) > 1 and sys.argv[1] != EVENING:
        with tempfile.TemporaryDirectory() as recordings:
            return 0 if measure(int(sys.argv[1]), Path(recordings)) <= BAR_MIB else 1
    held = True
    tables = [] if EVENING in sys.argv else [["12"], ["24"]]
    for wanted in (*tables, [EVENING, BEST_OF.key], [EVENING, MOTS_GAROUS.key]):
        program = sys.executable, __file__, *wanted
        held &= os.spawnve(os.P_WAIT, sys.executable, program, os.environ | AS_THE_SERVICE) == 0
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
