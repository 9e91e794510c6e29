"""The voice: sentences rendered ahead to WAV files by a worker process, played one at a time by the mixer.

An `Engine` renders them: espeak-ng, and Piper for the languages that have a Piper voice. The pauses between
sentences are ours, so that an evening has the same rhythm with any engine. If one engine fails the next one
speaks, for good: a narrator does not change between two lines. For the same reason a line that is rendered
too late is not heard at all.

If everything fails (no engine, no sound card, two lines in a row that do not end, a worker that crashes or
hangs twice on the same sentence), the evening goes on with captions: `speak` never blocks and never raises,
and `trouble` says what is wrong. A sound card that comes back, or plays to the end again, is heard again.
"""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from hardware.troubles import Trouble
from hardware.voice.engines import WorkerEngine
from hardware.voice.interface import Engine, Player, VoiceError
from hardware.voice.mixer import MixerPlayer
from hardware.voice.packs import Packs
from hardware.voice.recordings import Recordings
from hardware.voice.samples import seconds_of

GRACE_S = 3.0
"""Extra seconds a recording may take to play."""
BREATH_S = 0.35
"""Silence in seconds before a line that had to wait for the one before."""
LATE_S = 10.0
"""Seconds for which a line is waited for until it is only shown: 20 s of speech by the slowest voice that is
chosen by itself (`QUICK`)."""


class Sentence(NamedTuple):
    text: str
    language: str


class AskedLine(NamedTuple):
    """A line to be heard, when it was asked for, and the factor on its pitch and pace."""

    sentence: Sentence
    asked_s: float
    pitch: float


class SpokenVoice:
    """A `Voice` that is heard. It runs in its own thread."""

    def __init__(
        self,
        directory: Path,
        *engines: Engine,
        player: Player | None = None,
        now: Callable[[], float] = time.monotonic,
        glance_s: float = 0.02,
        breath_s: float = BREATH_S,
        packs: Packs | None = None,
        language: str | None = None,
    ) -> None:
        """Starts the thread.

        `directory`: where recordings are cached.
        `engines`: the preferred one first.
        `glance_s`: seconds between two questions whether the player has finished.
        `breath_s`: seconds of silence between a line and one that waited for it.
        `packs`: those that are installed.
        `language`: the one whose narrator gets ready at once.
        """
        self._recordings = Recordings(directory, *(engines or (WorkerEngine(),)), packs=packs)
        self._player = player or MixerPlayer()
        self._now = now
        self._glance_s = glance_s
        self._breath_s = breath_s
        self._language = language
        self._silent_from_s = -math.inf
        self._changed = threading.Condition()
        self._aloud: deque[AskedLine] = deque()
        self._ahead: OrderedDict[Sentence, None] = OrderedDict()
        """Sentences to render next, each once: every round asks for all of its lines."""
        self._busy = True
        self._awaited: AskedLine | None = None
        """The line that is being rendered, to be heard next."""
        self._playing = False
        self._was_late = False
        """Whether the last line came too late."""
        self._has_missed = False
        self._closed = False
        self._trouble: Trouble | None = None
        self._was_cut = False
        """Whether the last line did not end in time."""
        self._thread = threading.Thread(target=self._live, name="voice", daemon=True)
        self._thread.start()

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        """Queues one sentence. Returns at once; never raises."""
        with self._changed:
            if not self._silent:
                sentence = Sentence(line, language)
                self._aloud.append(AskedLine(sentence, self._now(), pitch))
                self._was_late = False
                self._ahead[sentence] = None
                self._ahead.move_to_end(sentence, last=False)  # rendered while the one before is heard
                self._changed.notify_all()

    def can_say(self, line: str, language: str) -> bool:
        """Whether the narrator has this sentence. Another voice would say what a pack lacks."""
        return self._recordings.can_say(line, language)

    @property
    def speaking(self) -> bool:
        """Whether a line is still being prepared or played. Always False once the voice has failed."""
        with self._changed:
            return not self._silent and (self._playing or not all(map(self._is_late, self._asked_lines)))

    @property
    def missed(self) -> bool:
        with self._changed:
            return self._was_late or any(map(self._is_late, self._asked_lines))

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing is heard, or None."""
        return self._trouble or self._player.trouble

    @property
    def late(self) -> Trouble | None:
        """That lines have come too late to be heard, or None."""
        return Trouble("voice.late", seconds=LATE_S) if self._has_missed else None

    @property
    def makeshift(self) -> Trouble | None:
        """Why another engine speaks than the preferred one, or None."""
        return self._recordings.makeshift

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Renders lines ahead, while there is nothing to say."""
        with self._changed:
            if not self._silent:
                self._ahead.update((Sentence(line, language), None) for line in lines)
                self._changed.notify_all()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Waits until everything is said and rendered, or the voice has failed. False if that takes too
        long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._silent or not (self._busy or self._asked), timeout_s)

    def close(self) -> None:
        """Falls silent and stops."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._recordings.close()  # this also frees a thread that waits for it
        self._thread.join()

    @property
    def _silent(self) -> bool:
        return self._closed or self.trouble is not None

    @property
    def _asked(self) -> bool:
        return bool(self._aloud or self._ahead)

    def _live(self) -> None:
        """The thread. However it ends, nobody must go on waiting for a line."""
        trouble: Trouble = Trouble("voice.stopped")
        try:
            self._open()
            if self._language:
                self._recordings.begin(self._language)  # so that problems show before the first line
            self._recordings.prune()
            while not self._closed:
                self._next()
        except VoiceError as error:
            trouble = error.trouble
        finally:
            with self._changed:
                if not self._closed:
                    self._trouble = trouble
                self._changed.notify_all()
            self._player.close()
            self._recordings.close()
            self._recordings.clear()

    def _open(self) -> None:
        """Opens the sound card, if there is one."""
        with suppress(VoiceError):  # the player's `trouble` says so
            self._player.open()
        with self._changed:
            self._changed.notify_all()

    def _next(self) -> None:
        """Says the next sentence; with none to say, renders one ahead; else waits for either."""
        with self._changed:
            self._busy = False
            if self._silent:  # a sound card that comes back would say them too late
                self._aloud.clear()
                self._ahead.clear()
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closed or self._asked)
            self._busy = True
            line = self._awaited = self._aloud.popleft() if self._aloud else None
        if self._closed:
            return
        if line:
            recording = self._recordings.of(*line.sentence)
            if not self._drops(line):
                self._play(recording, line)
                while self._player.moved and not self._silent:
                    self._play(recording, line)
            self._playing = False
        else:
            self._render_ahead()

    @property
    def _asked_lines(self) -> list[AskedLine]:
        """The lines that are still to be heard."""
        return [line for line in (self._awaited, *self._aloud) if line]

    def _is_late(self, line: AskedLine) -> bool:
        """Whether a line has been waited for too long, since it was asked for or the one before was over."""
        return not self._playing and self._now() > max(line.asked_s, self._silent_from_s) + LATE_S

    def _drops(self, line: AskedLine) -> bool:
        """Whether the line that was awaited comes too late to be heard; if not, it plays from now on."""
        with self._changed:
            self._was_late = self._is_late(line)
            self._has_missed |= self._was_late
            self._playing = not self._was_late
            self._awaited = None
            return self._was_late

    def _play(self, recording: Path, line: AskedLine) -> None:
        """Plays to the end, and renders the next sentence meanwhile. A line that does not end in time is cut
        off: a busy machine may have left gaps in it. If the next one does not end either, the sound card has
        stopped."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed, self._silent_from_s + self._breath_s - self._now())
        if self._closed:
            return
        over_s = self._now() + seconds_of(recording, line.sentence.text) / line.pitch + GRACE_S
        self._player.play(recording, line.pitch)
        while self._player.playing and not self._closed:
            if self._now() > over_s:
                if self._was_cut:
                    self._player.give_up()
                    break
                self._was_cut = True
                self._player.close()
                self._open()
                break
            if not self._render_ahead():
                with self._changed:
                    self._changed.wait_for(lambda: self._closed, self._glance_s)
        else:
            self._was_cut = False
        self._silent_from_s = self._now()

    def _render_ahead(self) -> bool:
        """Renders one of the sentences to come, if it can be cached. Returns whether it did."""
        with self._changed:
            if not self._recordings.keeps:
                self._ahead.clear()
            if not self._ahead:
                return False
            sentence, _ = self._ahead.popitem(last=False)
        self._recordings.of(*sentence)
        return True
